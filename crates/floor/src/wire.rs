//! What crosses a station's socket from the house's side: each message declared once, written and described from
//! that declaration.
//!
//! What many stations get is written once and shared ([`Written`]); a message is put together from such pieces.
//! Knows nothing of which game it is but for the description of views and choices.

#[cfg(feature = "schema")]
mod describe;

#[cfg(feature = "schema")]
pub use describe::AnyParts;

use crate::{Promise, Shown, Wished};
use bytes::{BufMut, Bytes, BytesMut};
use game::{PartId, Person, Refusal};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

/// A value that is written already, once for all who get it.
pub struct Written<T>(Arc<RawValue>, PhantomData<fn() -> T>);

impl<T: Serialize> Written<T> {
    /// Writes a value.
    pub fn new(value: &T) -> Self {
        // Writing to memory cannot fail, and nothing that is sent has keys other than text.
        let text = to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Self(text.into(), PhantomData)
    }
}

impl<T> Written<T> {
    /// Whether both are the same piece of text.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether anybody else has it.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

impl<C> Written<Legal<C>> {
    /// Choices of one game, as choices of any.
    pub(crate) fn of_any(self) -> Written<Legal<AnyChoice>> {
        Written(self.0, PhantomData)
    }
}

impl<T> Clone for Written<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<T> std::fmt::Debug for Written<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.get())
    }
}

impl<T> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Which message of the house it is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MessageKind {
    /// What is new at a table.
    #[default]
    Update,
}

/// What a station hears: what is new at its table, as far as its person may know.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Update {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: MessageKind,
    /// The version of the table.
    pub version: u64,
    /// The house's time, in milliseconds.
    pub at: i64,
    /// Whether notes before it are left out: the station is new here, was too slow, or was away for too long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// How the house runs the table, if that is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<HouseView>))]
    pub house: Option<Written<HouseView>>,
    /// What happened since the last update.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Note>>))]
    pub notes: Vec<Written<Note>>,
    /// Clauses that notes name by number, each told to a station once.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<u32, Vec<String>>))]
    pub clauses: BTreeMap<u32, game::Cites>,
    /// Answers to what the station asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// The parts of the view that are new: they take the place of those of the same name and number.
    #[serde(skip_serializing_if = "Parts::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<AnyParts>))]
    pub view: Parts,
    /// What the station's person may do, when that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Legal<AnyChoice>>))]
    pub legal: Option<Written<Legal<AnyChoice>>>,
}

impl Update {
    /// The message as text.
    pub fn text(&self) -> Bytes {
        let mut text = BytesMut::with_capacity(512).writer();
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut text, self);
        text.into_inner().freeze()
    }
}

/// How the house runs a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HouseView {
    /// The game: `pai-gow` or `rapid-roulette`.
    pub game: &'static str,
    /// Whether wagers are taken.
    pub betting: bool,
    /// Until when, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closes: Option<i64>,
    /// The house's commitment to this round's chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promise: Option<Promise>,
    /// The seed of the last round, to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<Shown>,
    /// Whether a person has taken the table to deal at it.
    pub dealer: bool,
    /// Why the table stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halted: Option<String>,
    /// What staff have to do before play can go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// Why nothing can be kept now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What dealers ask for out of players' accounts: a player sees what waits for their own word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Wished>,
}

/// Something that happened.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Note {
    /// The version after it.
    pub v: u64,
    /// Who did it.
    pub who: Person,
    /// The step.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub step: &'static str,
    /// Its clauses, by their number in `clauses` of this or an earlier update.
    pub cites: u32,
}

/// An answer to what a station asked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Answer))]
pub struct Answered {
    /// The key it was asked under.
    pub key: String,
    /// The version that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

/// What may be done.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Legal<C> {
    /// The version at which it was worked out; it stands until something else comes.
    pub version: u64,
    /// The choices.
    pub choices: Vec<C>,
}

/// A choice of either game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)] // it describes, and is never made
pub enum AnyChoice {
    /// Pai Gow.
    PaiGow(paigow::Choice),
    /// Rapid Roulette.
    RapidRoulette(roulette::Choice),
}

/// Parts of a view.
#[derive(Clone, Default)]
pub struct Parts(Vec<(PartId, Arc<RawValue>)>);

impl Parts {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a part in the place of an older one.
    pub fn put<T>(&mut self, id: PartId, part: &Written<T>) {
        match self.0.iter_mut().find(|(known, _)| *known == id) {
            Some((_, old)) => *old = part.0.clone(),
            None => self.0.push((id, part.0.clone())),
        }
    }
}

/// Writes an object by name; parts that have numbers are an object by number in it.
impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts: Vec<&(PartId, Arc<RawValue>)> = self.0.iter().collect();
        parts.sort_unstable_by_key(|(id, _)| *id);
        let mut map = serializer.serialize_map(None)?;
        for named in parts.chunk_by(|(one, _), (other, _)| one.name == other.name) {
            match named {
                [(PartId { name, number: None }, part)] => map.serialize_entry(name, &**part)?,
                several => map.serialize_entry(several[0].0.name, &Numbered(several))?,
            }
        }
        map.end()
    }
}

/// Parts of one name.
struct Numbered<'p>(&'p [&'p (PartId, Arc<RawValue>)]);

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, part)| (id.number.unwrap_or_default(), &**part)))
    }
}
