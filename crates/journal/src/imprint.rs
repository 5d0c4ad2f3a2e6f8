//! The imprint: one line under the house's key, renewed in every commit, over where every stream stands.
//!
//! The chain has no key, so that anybody can verify it; whoever can write to the database, and has no key, could
//! therefore go on with it after the last checkpoint. The imprint is what they cannot make. It takes in every
//! head, so a record that was put in, changed or cut off after the last checkpoint does not fit it; only the
//! whole database as it once stood does, and that is for checkpoints kept elsewhere to show.
//!
//! Each head has a print of its own, and the imprint is over all prints together, so a commit costs what it
//! moves and not what there is. The sum itself is never kept: whoever saw two of them could combine them.

use crate::{Batch, Error, Finding, Hash, Head, Kept, Signer, Store};
use subtle::ConstantTimeEq;

/// The shelf that it is on, and its name there.
pub(crate) const SHELF: &str = "imprint";
pub(crate) const NAME: &str = "heads";
/// Where it lies while a house is restored: no start finds it there.
pub(crate) const ASIDE: &str = "aside";

/// What lies beside it from the first moment in a database that a house is restored into.
const RESTORING: &str = "restoring";

/// The prints of all heads, taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Imprint([u8; 32]);

/// The print of one head; none for a stream without records.
pub(crate) fn print(signer: &Signer, stream: &str, head: Head) -> Hash {
    match head.sequence {
        0 => Hash([0; 32]),
        sequence => signer
            .seal("houseway/imprint/head/1", &[stream.as_bytes(), &sequence.to_be_bytes(), &head.hash.0]),
    }
}

impl Imprint {
    /// Of streams and where they stand.
    pub fn of<'h>(signer: &Signer, heads: impl IntoIterator<Item = (&'h str, Head)>) -> Self {
        let mut imprint = Self::default();
        heads.into_iter().for_each(|(stream, head)| imprint.turn(&print(signer, stream, head)));
        imprint
    }

    /// Takes a print in, or one that is in it out.
    pub fn turn(&mut self, print: &Hash) {
        self.0.iter_mut().zip(print.0).for_each(|(sum, byte)| *sum ^= byte);
    }

    /// As it is kept.
    pub fn kept(&self, signer: &Signer) -> Option<Vec<u8>> {
        let Hash(line) = self.line(signer);
        let mut kept = Kept { shelf: SHELF.into(), name: NAME.into(), value: Some(line.to_vec()) };
        signer.lock(&mut kept);
        kept.value
    }

    /// Whether it is the one on the shelf.
    pub fn is_kept(&self, store: &mut dyn Store, signer: &Signer) -> Result<bool, Error> {
        let found = store.on_shelf(SHELF, NAME)?.or(store.on_shelf(SHELF, ASIDE)?);
        let found = found.and_then(|value| signer.unlock(SHELF, NAME, value));
        Ok(found.is_some_and(|found| bool::from(found.ct_eq(&self.line(signer).0))))
    }

    fn line(&self, signer: &Signer) -> Hash {
        signer.seal("houseway/imprint/1", &[&self.0])
    }
}

/// Whether every stream stands where the house left it: by its imprint, which only its key can make.
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
        return Err(wrong("the house's imprint of where its streams stand is missing".into()));
    };
    match bool::from(found.ct_eq(&wanted.0)) {
        true => Ok(()),
        false => Err(wrong(
            "streams do not stand where the house left them: records were put in or cut off after it, by \
             somebody without its key"
                .into(),
        )),
    }
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

/// Whether a database has the rest of a restore that did not come to its end.
///
/// # Errors
/// The store cannot be read.
pub fn half_restored(store: &mut dyn Store) -> Result<bool, Error> {
    Ok(store.on_shelf(SHELF, RESTORING)?.is_some() || store.on_shelf(SHELF, ASIDE)?.is_some())
}

/// The imprint that there has to be, and the one there is.
fn read(store: &mut dyn Store, signer: &Signer) -> Result<(Hash, Option<Vec<u8>>), Error> {
    let heads = store.heads()?;
    // Two prints of one stream would take each other out.
    if let Some(twice) = heads.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Error::damaged(&twice[0].0, 0, "the stream is there twice"));
    }
    let wanted = Imprint::of(signer, heads.iter().map(|(name, head)| (name.as_str(), *head))).line(signer);
    let found = store.on_shelf(SHELF, NAME)?;
    Ok((wanted, found.and_then(|value| signer.unlock(SHELF, NAME, value))))
}
