//! What crosses a station's socket from the house's side: each message declared once, written and described from
//! that declaration.
//!
//! What many stations get is written once and shared ([`Written`]); a message is put together from such pieces. A station
//! lays what it hears over what it has: `house` and `view` are [merge patches](patch), `kinds` and `choices` are told
//! once each, by number.
//! Knows nothing of which game it is but for the description of views and choices.

#[cfg(feature = "schema")]
mod describe;
mod patch;

#[cfg(feature = "schema")]
pub use describe::{AnyPatch, AnyView};

use crate::{Effect, Promise, Wished};
use bytes::{BufMut, Bytes, BytesMut};
use game::{Cites, PartId, Person, Rank, Refusal};
use money::PlayerId;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// Text that is written, and read again only if somebody has an older one.
struct Text {
    raw: Box<RawValue>,
    value: OnceLock<Value>,
}

impl Text {
    fn value(&self) -> &Value {
        // What was written from a value can be read as one.
        self.value.get_or_init(|| serde_json::from_str(self.raw.get()).unwrap_or_default())
    }
}

/// A value that is written already, once for all who get it.
pub struct Written<T>(Arc<Text>, PhantomData<fn() -> T>);

impl<T: Serialize> Written<T> {
    /// Writes a value.
    pub fn new(value: &T) -> Self {
        // Writing to memory cannot fail, and nothing that is sent has keys other than text.
        let raw = to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Self(Arc::new(Text { raw, value: OnceLock::new() }), PhantomData)
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

    /// The same, of whatever it is.
    pub(crate) fn of_any<U>(&self) -> Written<U> {
        Written(self.0.clone(), PhantomData)
    }
}

impl<T> Clone for Written<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.raw.get() == other.0.raw.get()
    }
}

impl<T> std::fmt::Debug for Written<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.raw.get())
    }
}

impl<T> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.raw.serialize(serializer)
    }
}

/// A patch that was written, once for all who have the same text and get the same one.
pub(crate) type Patch = Arc<RawValue>;

/// The patches of one moment, each written once.
#[derive(Default)]
pub(crate) struct Patches(Vec<(Arc<Text>, Arc<Text>, Patch)>);

impl Patches {
    /// What turns one text into another.
    pub(crate) fn between<T>(&mut self, had: &Written<T>, now: &Written<T>) -> Patch {
        let known = |(from, to, _): &&(Arc<Text>, Arc<Text>, Patch)| {
            Arc::ptr_eq(from, &had.0) && Arc::ptr_eq(to, &now.0)
        };
        if let Some((.., patch)) = self.0.iter().find(known) {
            return patch.clone();
        }
        let patch = written_patch(&had.0, &now.0);
        self.0.push((had.0.clone(), now.0.clone(), patch.clone()));
        patch
    }
}

fn written_patch(had: &Text, now: &Text) -> Patch {
    // What came and went before a station took it: an empty object takes nothing from an object, and only from one.
    let same = || match now.value() {
        Value::Object(_) => Value::Object(serde_json::Map::new()),
        other => other.clone(),
    };
    let patch = patch::patch(had.value(), now.value()).unwrap_or_else(same);
    to_raw_value(&patch).unwrap_or_else(|_| RawValue::NULL.to_owned()).into()
}

/// A document that is new to a station, as it is when the station takes it.
#[derive(Clone)]
pub struct News {
    /// What the station has; nothing, if it is new here.
    had: Option<Arc<Text>>,
    now: Arc<Text>,
    /// What turns one into the other, if nothing came between.
    patch: Option<Patch>,
}

impl News {
    /// What a station is told that has nothing yet.
    pub(crate) fn whole<T>(now: &Written<T>) -> Self {
        Self { had: None, now: now.0.clone(), patch: None }
    }

    /// What a station is told that has something.
    pub(crate) fn since<T>(had: &Written<T>, now: &Written<T>, patch: Patch) -> Self {
        Self { had: Some(had.0.clone()), now: now.0.clone(), patch: Some(patch) }
    }

    /// Whether there is nothing to tell to one who has nothing.
    fn is_nothing(&self) -> bool {
        self.had.is_none() && self.now.raw.get() == "null"
    }

    /// Newer ones came before the station took these.
    fn overtaken(&mut self, newer: Self) {
        (self.now, self.patch) = (newer.now, None);
    }
}

impl Serialize for News {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (&self.had, &self.patch) {
            (None, _) => self.now.raw.serialize(serializer),
            (Some(_), Some(patch)) => patch.serialize(serializer),
            (Some(had), None) => written_patch(had, &self.now).serialize(serializer),
        }
    }
}

/// An update to a station: what is new at its table, as far as its person may know.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Update {
    /// The version of the table.
    pub version: u64,
    /// The house's time, in milliseconds, where it is needed: when a station comes, and when betting ends at another time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// Whether notes before it are left out: the station is new here, was too slow, or was away for too long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// How the house runs the table: a merge patch (RFC 7396) of what the station has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<AnyPatch>))]
    pub house: Option<News>,
    /// Clauses and readings that kinds of notes rest on, each told to a station once, by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<u32, String>))]
    pub clauses: BTreeMap<u32, Written<String>>,
    /// Kinds of notes, each told to a station once, by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<u32, NoteKind>))]
    pub kinds: BTreeMap<u32, Written<NoteKind>>,
    /// What happened since the last update.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Note>>))]
    pub notes: Vec<Written<Note>>,
    /// Answers to what the station asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// The view: a merge patch (RFC 7396) of what the station has.
    #[serde(skip_serializing_if = "Parts::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<AnyPatch>))]
    pub view: Parts,
    /// Choices, each told to a station once, by number; a number that is told again is another choice from then on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<u32, AnyChoice>))]
    pub choices: BTreeMap<u32, Written<AnyChoice>>,
    /// What changed of what the station's person may do: an edit of a list of numbers of choices, from its beginning. A
    /// number that is not in the list is put in, one below zero is taken out, and one that is there says after which the
    /// next is put in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<i64>>))]
    pub legal: Vec<i64>,
}

/// What turns one list of numbers into another, as [`Update::legal`] says it.
pub(crate) fn edit(had: &[u32], now: &[u32]) -> Vec<i64> {
    let stays = |one: &&u32| had.contains(one) && now.contains(one);
    // Nearly always what stays stands in the same order; otherwise nothing stays.
    let same = had.iter().filter(stays).eq(now.iter().filter(stays));
    let stays = |one: &u32| same && stays(&one);
    let (mut edit, mut here) = (Vec::new(), true);
    let (mut from, mut to) = (had.iter().peekable(), now.iter().peekable());
    let mut last = 0;
    loop {
        if let Some(gone) = from.next_if(|one| !stays(one)) {
            edit.push(-i64::from(*gone));
            here = true;
        } else if let Some(new) = to.next_if(|one| !stays(one)) {
            if !here {
                edit.push(last);
                here = true;
            }
            edit.push(i64::from(*new));
        } else if let (Some(stays), Some(_)) = (from.next(), to.next()) {
            last = i64::from(*stays);
            here = false;
        } else {
            return edit;
        }
    }
}

impl Update {
    /// The message as text.
    pub fn text(&self) -> Bytes {
        text(self)
    }
}

fn text(message: &impl Serialize) -> Bytes {
    let mut text = BytesMut::with_capacity(512).writer();
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(&mut text, message);
    text.into_inner().freeze()
}

/// A table as somebody sees it now, whole.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Look))]
pub struct Seen {
    /// The version of the table.
    pub version: u64,
    /// The house's time, in milliseconds.
    pub at: i64,
    /// How the house runs the table.
    #[cfg_attr(feature = "schema", schema(value_type = Option<HouseView>))]
    pub house: Option<Written<HouseView>>,
    /// What may be seen.
    #[cfg_attr(feature = "schema", schema(value_type = AnyView))]
    pub view: Parts,
    /// What may be done.
    #[cfg_attr(feature = "schema", schema(value_type = Legal<AnyChoice>))]
    pub legal: Written<Legal<AnyChoice>>,
}

impl Seen {
    /// The answer as text.
    pub fn text(&self) -> Bytes {
        text(self)
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
    /// The seed of the last round, to be checked against what was promised for that turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<Revealed>,
    /// Whether a person has taken the table to deal at it.
    pub dealer: bool,
    /// Why the table is halted.
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

/// A seed that is shown when its turn is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Revealed {
    /// The turn; its commitment was in the promise of that turn, and is on record with the round.
    pub turn: u64,
    /// The seed.
    pub seed: String,
}

/// What many notes have in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NoteKind {
    /// The step.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub step: &'static str,
    /// Who did it; if nobody is named, the player of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<Person>,
    /// Of what sort it is: the kind of wager, the result, the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub of: Option<&'static str>,
    /// The clauses that it rests on: numbers in `clauses` of this or an earlier update.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u32>>))]
    pub clauses: Vec<u32>,
    /// What its notes tell, in this order, after the number of their kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Tells>>))]
    pub tells: Vec<Tells>,
}

/// What a note can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tells {
    /// The area or station.
    Place,
    /// The player whom it is about.
    Player,
    /// The amount, in money.
    Amount,
    /// What was shown or called: dice, a cut, a pocket, a hand.
    Shows,
}

/// Something that happened: `[kind, …]`. The kind is a number in `kinds` of this or an earlier update, and says what
/// follows.
pub struct Note {
    /// Its kind.
    pub kind: u32,
    /// The area or station.
    pub place: Option<u8>,
    /// Whom it is about.
    pub player: Option<PlayerId>,
    /// The money.
    pub amount: Option<i64>,
    /// What was shown or called.
    pub shows: Option<String>,
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        seq.serialize_element(&self.kind)?;
        // As `tells` has them.
        self.place.iter().try_for_each(|place| seq.serialize_element(place))?;
        self.player.iter().try_for_each(|player| seq.serialize_element(player))?;
        self.amount.iter().try_for_each(|amount| seq.serialize_element(amount))?;
        self.shows.iter().try_for_each(|shows| seq.serialize_element(shows))?;
        seq.end()
    }
}

/// An answer to what a station asked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Answer))]
pub struct Answered {
    /// The key it was asked under.
    pub key: String,
    /// The version that has it, where that is another than the update's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What it waits as, where it takes a second person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<Box<Approval>>,
}

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Approval {
    /// Its number.
    pub number: u64,
    /// Who asked.
    pub first: String,
    /// At which table.
    pub table: Option<String>,
    /// For what, as the house understood it.
    pub what: String,
    /// For whom it waits.
    pub second: SecondPerson,
    /// What would follow: what both sign.
    pub effect: Effect,
    /// Until when it waits, in milliseconds.
    pub until: i64,
}

/// The second person whom something waits for; never the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SecondPerson {
    /// The lowest rank that they may have.
    pub rank: Rank,
    /// What the book calls it.
    pub name: String,
    /// The clauses that give this rank the power; none where the rank is the house's own rule. That there have to be
    /// two is the house's own rule in any case.
    pub clauses: Cites,
}

impl SecondPerson {
    /// A supervisor of any rank, by the house's own rule.
    pub fn supervisor() -> Self {
        let game::Second { rank, cites } = game::Second::of_house();
        Self { rank, name: "supervisor".to_string(), clauses: cites }
    }

    /// Whether somebody may be the second person beside `first`.
    pub fn is(&self, first: Person, other: Person) -> bool {
        game::Second { rank: self.rank, cites: Cites::default() }.is(first, other)
    }

    /// Why somebody, or nobody, is not enough.
    pub fn refusal(&self) -> Refusal {
        let message = format!(
            "this takes a second person, who is not the first, of the rank of {} or above",
            self.name
        );
        Refusal::new("second.wanted", self.clauses.clone(), message)
    }
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

/// What is new of a view, part by part.
#[derive(Clone, Default)]
pub struct Parts(Vec<(PartId, News)>);

impl Parts {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts what is new of a part in the place of what was new of it before.
    pub(crate) fn put(&mut self, id: PartId, news: News) {
        match self.0.iter_mut().find(|(known, _)| *known == id) {
            Some((_, older)) => older.overtaken(news),
            None => self.0.push((id, news)),
        }
    }
}

/// Puts what is new of a document in the place of what was new of it before.
pub(crate) fn put(place: &mut Option<News>, news: News) {
    match place {
        Some(older) => older.overtaken(news),
        None => *place = Some(news),
    }
}

/// Writes an object by name; parts that have numbers are an object by number in it.
impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts: Vec<&(PartId, News)> = self.0.iter().collect();
        parts.sort_unstable_by_key(|(id, _)| *id);
        let mut map = serializer.serialize_map(None)?;
        for named in parts.chunk_by(|(one, _), (other, _)| one.name == other.name) {
            match named {
                [(PartId { name, number: None }, news)] => map.serialize_entry(name, news)?,
                several => map.serialize_entry(several[0].0.name, &Numbered(several))?,
            }
        }
        map.end()
    }
}

/// Parts of one name.
struct Numbered<'p>(&'p [&'p (PartId, News)]);

impl Serialize for Numbered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What is not there is not said to whoever has nothing yet.
        let said = self.0.iter().filter(|(_, news)| !news.is_nothing());
        serializer.collect_map(said.map(|(id, news)| (id.number.unwrap_or_default(), news)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As every client has to do it.
    fn edited(list: &[u32], edit: &[i64]) -> Vec<u32> {
        let (mut list, mut at) = (list.to_vec(), 0);
        for number in edit {
            let one = u32::try_from(number.unsigned_abs()).unwrap();
            match (list.iter().position(|known| *known == one), *number > 0) {
                (Some(place), true) => at = place + 1,
                (Some(place), false) => {
                    list.remove(place);
                    at = place;
                }
                (None, _) => {
                    assert!(*number > 0, "{one} is not there");
                    list.insert(at, one);
                    at += 1;
                }
            }
        }
        list
    }

    fn numbers() -> impl Strategy<Value = Vec<u32>> {
        let some = prop::sample::subsequence((1..16).collect::<Vec<u32>>(), 0..12);
        prop_oneof![some.clone(), some.prop_shuffle()]
    }

    proptest! {
        #[test]
        fn a_list_and_its_edit_make_the_next(had in numbers(), now in numbers()) {
            prop_assert_eq!(edited(&had, &edit(&had, &now)), now);
        }
    }

    #[test]
    fn an_edit_says_what_changed() {
        assert_eq!(edit(&[8, 9, 28, 14], &[8, 9, 29, 14]), [-28, 29]);
        assert_eq!(edit(&[8, 9], &[7, 8, 10, 11, 9]), [7, 8, 10, 11]);
        assert_eq!(edit(&[8, 9], &[9, 8]), [-8, -9, 9, 8]);
        assert!(edit(&[8, 9], &[8, 9]).is_empty());
    }
}
