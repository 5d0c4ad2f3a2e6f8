//! The imprint: one line under the house's key, renewed in every commit, over where every stream stands, and over what
//! lies on the shelves that no record speaks of ([`shelved`](crate::shelved)).
//!
//! The chain has no key, so that anybody can verify it; whoever can write to the database, and has no key, could
//! therefore go on with it after the last checkpoint. The imprint is what they cannot make. It takes in every
//! head, so a record that was put in, changed or cut off after the last checkpoint does not fit it; only the
//! whole database as it once stood does, and that is for checkpoints kept elsewhere to show.
//!
//! Each head has a print of its own, and the imprint is over all prints together, so a commit costs what it
//! moves and not what there is. The sum itself is never kept: whoever saw two of them could combine them.

use crate::shelved::{PINNED, Shelved};
use crate::{Batch, Error, Finding, Hash, Head, Kept, Signer, Store};
use subtle::ConstantTimeEq;

/// The shelf that it is on, and its name there.
pub(crate) const SHELF: &str = "imprint";
pub(crate) const NAME: &str = "heads";
/// Where it lies while a house is restored: no start finds it there.
pub(crate) const ASIDE: &str = "aside";

/// What lies beside it from the first moment in a database that a house is restored into.
const RESTORING: &str = "restoring";

/// The prints of all heads, taken together; and those of what lies on each shelf that no record speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Imprint {
    heads: [u8; 32],
    shelves: [[u8; 32]; PINNED.len()],
    /// How often something on those shelves has changed.
    pub changes: u64,
    /// The number of the commit that it is kept with: every try has one, and none has it again.
    pub number: u64,
}

/// What an imprint has as it was kept: the line of the heads, how often shelves changed, the line of each, and the number
/// of its commit. Earlier builds kept the first alone, or no number and the first three shelves.
const LINE: usize = 32;
const COUNT: usize = 8;

/// As an imprint was kept.
pub(crate) struct Found(Vec<u8>);

impl Found {
    /// The one on the shelf, or the one that was put aside.
    pub fn on(store: &mut dyn Store, signer: &Signer, aside: bool) -> Result<Option<Self>, Error> {
        let mut found = store.on_shelf(SHELF, NAME)?;
        if found.is_none() && aside {
            found = store.on_shelf(SHELF, ASIDE)?;
        }
        Ok(found.and_then(|value| signer.unlock(SHELF, NAME, value)).map(Self))
    }

    fn count(&self, from: usize) -> Option<u64> {
        let bytes = self.0.get(from..from + COUNT)?;
        Some(u64::from_be_bytes(bytes.try_into().ok()?))
    }

    /// How many shelves it takes in.
    fn shelves(&self) -> usize {
        (self.0.len().saturating_sub(LINE + COUNT) / LINE).min(PINNED.len())
    }

    /// How often shelves had changed; nothing if an earlier build made it.
    pub fn changes(&self) -> Option<u64> {
        self.count(LINE)
    }

    /// The number of the commit that it was kept with; 0 if an earlier build made it.
    pub fn number(&self) -> u64 {
        self.count(LINE + COUNT + PINNED.len() * LINE).unwrap_or(0)
    }

    fn heads_are(&self, line: &Hash) -> bool {
        self.0.get(..LINE).is_some_and(|found| bool::from(found.ct_eq(&line.0)))
    }

    /// The first shelf that has something else; nothing of them if an earlier build made it.
    fn other_shelf(&self, imprint: &Imprint, signer: &Signer) -> Option<usize> {
        self.changes()?;
        (0..self.shelves()).find(|place| {
            let from = LINE + COUNT + place * LINE;
            let found = self.0.get(from..from + LINE);
            !found.is_some_and(|found| bool::from(found.ct_eq(&imprint.shelf_line(signer, *place).0)))
        })
    }
}

/// What is said of a database without an imprint.
pub(crate) const MISSING: &str = "the house's imprint of where its streams stand is missing";

/// The print of one head; none for a stream without records.
pub(crate) fn print(signer: &Signer, stream: &str, head: Head) -> Hash {
    match head.sequence {
        0 => Hash([0; 32]),
        sequence => signer
            .seal("houseway/imprint/head/1", &[stream.as_bytes(), &sequence.to_be_bytes(), &head.hash.0]),
    }
}

impl Imprint {
    /// The same shelves, and streams that stand here.
    pub fn with_heads<'h>(self, signer: &Signer, heads: impl IntoIterator<Item = (&'h str, Head)>) -> Self {
        let mut imprint = self.without_heads();
        heads.into_iter().for_each(|(stream, head)| imprint.turn(&print(signer, stream, head)));
        imprint
    }

    /// The same shelves, and no streams.
    pub fn without_heads(self) -> Self {
        Self { heads: [0; 32], ..self }
    }

    /// Of a store as it is.
    pub fn of(store: &mut dyn Store, signer: &Signer, heads: &[(String, Head)]) -> Result<Self, Error> {
        let mut imprint = Self::default();
        Shelved::read(store, signer, &mut imprint)?;
        imprint.counts(Found::on(store, signer, true)?.as_ref());
        Ok(imprint.with_heads(signer, heads.iter().map(|(name, head)| (name.as_str(), *head))))
    }

    /// Goes on counting after one that was kept.
    pub fn counts(&mut self, found: Option<&Found>) {
        self.changes = found.and_then(Found::changes).unwrap_or(0);
        self.number = found.map_or(0, Found::number);
    }

    /// Takes the print of a head in, or one that is in it out.
    pub fn turn(&mut self, print: &Hash) {
        self.heads.iter_mut().zip(print.0).for_each(|(sum, byte)| *sum ^= byte);
    }

    /// The same with the print of something on a shelf.
    pub fn turn_shelf(&mut self, place: usize, print: &Hash) {
        self.shelves[place].iter_mut().zip(print.0).for_each(|(sum, byte)| *sum ^= byte);
    }

    /// The first shelf on which another has something else.
    pub fn other_shelf(&self, other: &Self) -> Option<usize> {
        (0..PINNED.len()).find(|place| self.shelves[*place] != other.shelves[*place])
    }

    /// As it is kept.
    pub fn kept(&self, signer: &Signer) -> Option<Vec<u8>> {
        let mut value = self.line(signer).0.to_vec();
        value.extend_from_slice(&self.changes.to_be_bytes());
        (0..PINNED.len()).for_each(|place| value.extend_from_slice(&self.shelf_line(signer, place).0));
        value.extend_from_slice(&self.number.to_be_bytes());
        let mut kept = Kept { shelf: SHELF.into(), name: NAME.into(), value: Some(value) };
        signer.lock(&mut kept);
        kept.value
    }

    /// Whether there is one on the shelf at all.
    pub fn is_there(store: &mut dyn Store, signer: &Signer) -> Result<bool, Error> {
        Ok(Found::on(store, signer, true)?.is_some())
    }

    /// Whether it is the one on the shelf.
    pub fn is_kept(&self, store: &mut dyn Store, signer: &Signer) -> Result<bool, Error> {
        let found = Found::on(store, signer, true)?;
        Ok(found.is_some_and(|found| {
            found.heads_are(&self.line(signer)) && found.other_shelf(self, signer).is_none()
        }))
    }

    /// What the house's key makes of where streams stand.
    pub fn line(&self, signer: &Signer) -> Hash {
        signer.seal("houseway/imprint/1", &[&self.heads])
    }

    fn shelf_line(&self, signer: &Signer, place: usize) -> Hash {
        signer.seal("houseway/imprint/shelf/1", &[PINNED[place].0.as_bytes(), &self.shelves[place]])
    }

    /// What it makes of what lies on the first of those shelves.
    pub fn shelves_line(&self, signer: &Signer, shelves: usize) -> Hash {
        let lines: Vec<Hash> = (0..shelves).map(|place| self.shelf_line(signer, place)).collect();
        let lines: Vec<&[u8]> = lines.iter().map(|line| &line.0[..]).collect();
        signer.seal("houseway/imprint/shelves/1", &lines)
    }
}

/// Whether every stream stands where the house left it, and the shelves that no record speaks of have what it left there:
/// by its imprint, which only its key can make.
///
/// # Errors
/// It does not, or that cannot be read.
pub fn verify_imprint(store: &mut dyn Store, signer: &Signer) -> Result<(), Finding> {
    let wrong = |what: String| Finding { stream: String::new(), sequence: 0, what };
    let database = |error: Error| wrong(error.to_string());
    store.hold().map_err(database)?;
    let read = read(store, signer);
    store.release();
    let (wanted, found) = read.map_err(database)?;
    let Some(found) = found else {
        return Err(wrong(MISSING.into()));
    };
    if !found.heads_are(&wanted.line(signer)) {
        return Err(wrong(
            "streams are not where the house left them: records were added or cut off afterwards by \
             somebody without its key"
                .into(),
        ));
    }
    match found.other_shelf(&wanted, signer) {
        None => Ok(()),
        Some(place) => Err(wrong(odd_shelf(place))),
    }
}

/// What is wrong with a shelf.
pub(crate) fn odd_shelf(place: usize) -> String {
    let (_, what) = PINNED[place];
    format!(
        "{what} is not as the house left it: something was added, put back, changed or removed by somebody without \
         its key"
    )
}

/// Puts the imprint aside: no house goes on with the journal before its key has made another, and whoever makes it
/// ([`restored`]) can still compare.
///
/// # Errors
/// It cannot be written.
pub fn imprint_aside(store: &mut dyn Store) -> Result<(), Error> {
    store.claim()?;
    let value = store.on_shelf(SHELF, NAME)?;
    let on = |name: &str, value| Kept { shelf: SHELF.into(), name: name.into(), value };
    store.commit(&Batch { kept: vec![on(ASIDE, value), on(NAME, None)], ..Batch::default() })
}

/// What has the imprint that was put aside gone, with the commit that makes another.
pub fn restored() -> Vec<Kept> {
    [ASIDE, RESTORING].map(|name| Kept { shelf: SHELF.into(), name: name.into(), value: None }).into()
}

/// Says of a database, before anything else is in it, that a house is being restored into it.
pub(crate) fn restoring(store: &mut dyn Store) -> Result<(), Error> {
    let kept = Kept { shelf: SHELF.into(), name: RESTORING.into(), value: Some(b"begun".to_vec()) };
    store.commit(&Batch { kept: vec![kept], ..Batch::default() })
}

/// What of a restore lies in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Nothing.
    Nothing,
    /// What a restore left that did not come to its end: there is no imprint yet.
    Restored,
    /// The mark of one, and an imprint all the same: no restore leaves both, so somebody put the mark there.
    Marked,
}

/// Whether a database has the rest of a restore that did not come to its end.
///
/// # Errors
/// The store cannot be read.
pub fn half_restored(store: &mut dyn Store) -> Result<Half, Error> {
    let marked = store.on_shelf(SHELF, RESTORING)?.is_some() || store.on_shelf(SHELF, ASIDE)?.is_some();
    Ok(match marked {
        false => Half::Nothing,
        true if store.on_shelf(SHELF, NAME)?.is_some() => Half::Marked,
        true => Half::Restored,
    })
}

/// The imprint that there has to be, and the one there is.
fn read(store: &mut dyn Store, signer: &Signer) -> Result<(Imprint, Option<Found>), Error> {
    let heads = store.heads()?;
    // Two prints of one stream would take each other out.
    if let Some(twice) = heads.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Error::damaged(&twice[0].0, 0, "the stream is there twice"));
    }
    let wanted = Imprint::of(store, signer, &heads)?;
    Ok((wanted, Found::on(store, signer, false)?))
}
