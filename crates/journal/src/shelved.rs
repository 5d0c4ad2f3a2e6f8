//! Shelves that no record speaks of, and that something rests on all the same: the house's imprint takes in what lies
//! there, so that a thing which was taken away, or an older one of the house's own that was put back, does not fit it.
//!
//! Seals alone do not show that: every older thing has a seal of the house too. Digests of passwords, sessions and seeds
//! are spoken of by records, and are compared with those.

use crate::imprint::Imprint;
use crate::{Error, Hash, Kept, Signer, Store};
use std::collections::HashMap;

/// The shelves, and what to call what lies there.
pub(crate) const PINNED: [(&str, &str); 4] = [
    // What was answered under a key: without it the same would be done again.
    ("answer", "shelf answer"),
    // How the machine's clocks stood: by an older one the house would have been away for longer than it was.
    ("clock", "clock/mark"),
    // The next guest's number: without it numbers would be given again.
    ("number", "number/guest"),
    // From where people have signed in: without it a name that somebody guesses at is shut to its owner too.
    ("known", "shelf known"),
];

/// How many of them earlier builds took in.
pub(crate) const FORMERLY: usize = 3;

/// The prints of what lies on those shelves, as the one writer left it.
#[derive(Default)]
pub(crate) struct Shelved {
    prints: [HashMap<String, Hash>; PINNED.len()],
    /// What the batch in hand changes, as it was before.
    before: Vec<(usize, String, Option<Hash>)>,
}

fn print(signer: &Signer, place: usize, name: &str, value: &[u8]) -> Hash {
    signer.seal("houseway/imprint/thing/1", &[PINNED[place].0.as_bytes(), name.as_bytes(), value])
}

impl Shelved {
    /// As a store has it, which goes into the imprint.
    pub fn read(store: &mut dyn Store, signer: &Signer, imprint: &mut Imprint) -> Result<Self, Error> {
        let mut shelved = Self::default();
        for (place, (shelf, _)) in PINNED.iter().enumerate() {
            for (name, value) in store.shelf(shelf)? {
                let print = print(signer, place, &name, &value);
                imprint.turn_shelf(place, &print);
                // Two that are alike would take each other out.
                if shelved.prints[place].insert(name.clone(), print).is_some() {
                    return Err(Error::Strange(format!("{shelf}/{name} is there twice")));
                }
            }
        }
        Ok(shelved)
    }

    /// A batch is going to keep these things; whether one of them is on such a shelf.
    pub fn take(&mut self, signer: &Signer, imprint: &mut Imprint, kept: &[Kept]) -> bool {
        let fresh = self.before.is_empty();
        for kept in kept {
            let Some(place) = PINNED.iter().position(|(shelf, _)| *shelf == kept.shelf) else { continue };
            let print = kept.value.as_ref().map(|value| print(signer, place, &kept.name, value));
            let before = self.put(imprint, place, &kept.name, print);
            self.before.push((place, kept.name.clone(), before));
        }
        let changed = fresh && !self.before.is_empty();
        imprint.changes = imprint.changes.saturating_add(changed.into());
        changed
    }

    fn put(&mut self, imprint: &mut Imprint, place: usize, name: &str, print: Option<Hash>) -> Option<Hash> {
        let prints = &mut self.prints[place];
        let before = match print {
            Some(print) => prints.insert(name.to_string(), print),
            None => prints.remove(name),
        };
        before.iter().chain(&print).for_each(|print| imprint.turn_shelf(place, print));
        before
    }

    /// What came of the batch in hand.
    pub fn settle(&mut self, imprint: &mut Imprint, kept: bool) {
        let before = std::mem::take(&mut self.before);
        if kept || before.is_empty() {
            return;
        }
        imprint.changes = imprint.changes.saturating_sub(1);
        for (place, name, before) in before.into_iter().rev() {
            self.put(imprint, place, &name, before);
        }
    }
}
