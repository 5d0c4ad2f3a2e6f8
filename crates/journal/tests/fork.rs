//! A commit that failed is sealed all the same. Whoever saw it, and has the database and not the key, undoes what the house
//! kept since and puts it in: the house does not go on with that, whichever has more records.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::Access;
use common::faulty::{Fault, Faulty};
use common::{Ground, block, bought, signer, word};
use journal::{Batch, Error, Journal, Last, Signer, Terms, Unit, verify, verify_imprint};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Caught = Arc<Mutex<Option<Batch>>>;

/// A house with the file that says how far it has come, and somebody at its database.
struct House {
    folder: std::path::PathBuf,
    signer: Arc<Signer>,
    last: Last,
    fault: Arc<Mutex<Fault>>,
}

impl House {
    fn new() -> Self {
        let folder = common::folder();
        let (signer, last) = (Arc::new(signer(&folder, 7)), Last::at(folder.join("last")));
        Self { folder, signer, last, fault: Arc::new(Mutex::new(Fault::None)) }
    }

    fn open(&self, ground: &Ground) -> Result<(Journal, Caught), Error> {
        *self.fault.lock().unwrap() = Fault::None;
        let terms = Terms {
            signer: Some(self.signer.clone()),
            verified: true,
            last: Some(self.last.clone()),
            ..Terms::default()
        };
        for _ in 0..600 {
            let faulty = Faulty::new(ground.store(), self.fault.clone());
            let caught = faulty.caught();
            match Journal::with(Box::new(faulty), &ground.place, terms.clone()) {
                // Whoever had it before may not be gone yet for PostgreSQL.
                Err(Error::Held(_)) => std::thread::sleep(Duration::from_millis(50)),
                opened => return opened.map(|(journal, _)| (journal, caught)),
            }
        }
        panic!("somebody else holds {}", ground.place);
    }

    fn set(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    /// What is wrong by the file outside the database, for whoever does not write.
    fn odd(&self, ground: &Ground) -> Option<String> {
        self.last.odd(&mut *ground.store(), Some(&self.signer), Some(&self.signer.public())).unwrap()
    }

    /// Whether a house refuses a database that holds by itself.
    fn refuses(&self, ground: &Ground, what: &str) {
        let public = self.signer.public();
        assert_eq!(verify(&mut *ground.store(), Some(&public), &mut |_| true).finding, None, "{what}");
        verify_imprint(&mut *ground.store(), &self.signer).unwrap();
        let odd = self.odd(ground).unwrap_or_else(|| panic!("{what}: audit verify says yes"));
        assert!(odd.contains("was not kept was put in"), "{what}: {odd}");
        let refused = self.open(ground).err().unwrap_or_else(|| panic!("{what}: it began"));
        assert!(
            matches!(&refused, Error::Strange(said) if said.contains("was not kept")),
            "{what}: {refused}"
        );
    }
}

/// The database as it stands, elsewhere, with a turn that is no older.
fn copied(from: &Ground, to: Ground) -> Ground {
    journal::copy(&mut *from.store(), &mut *to.store()).unwrap();
    Access::to(&to).run("UPDATE turn SET number = number + 1000");
    to
}

/// Puts what was seen into a database.
fn put(ground: &Ground, batch: &Batch) {
    let mut store = ground.store();
    store.claim().unwrap();
    store.commit(batch).unwrap();
}

fn two(number: u32) -> Unit {
    common::unit(&[("a", bought(number, 10)), ("a", word(8, "and more"))])
}

fn what_failed_is_never_put_in_later(fresh: fn() -> Ground) {
    let (ground, house) = (fresh(), House::new());
    let (journal, caught) = house.open(&ground).unwrap();
    journal.keep_blocking(Unit::draft("a", bought(1, 100))).unwrap();
    block(journal.checkpoint(5, house.signer.clone())).unwrap();
    let fork = copied(&ground, fresh());
    // A fails, and whoever asked hears that it was not kept.
    house.set(Fault::Before);
    assert!(matches!(journal.keep_blocking(two(2)), Err(Error::Store(_))));
    let failed = caught.lock().unwrap().take().unwrap();
    // From then on, whatever comes after.
    put(&fork, &failed);
    assert!(house.odd(&fork).unwrap().contains("was not kept was put in"));
    // B is kept, and has fewer records.
    house.set(Fault::None);
    journal.keep_blocking(Unit::draft("b", word(9, "cash is handed out"))).unwrap();
    // C fails with nothing to be read, is in doubt, and turns out not to have been kept.
    house.set(Fault::Doubt);
    assert!(matches!(journal.keep_blocking(two(3)), Err(Error::InDoubt(_))));
    house.set(Fault::None);
    journal.keep_blocking(Unit::draft("b", word(9, "more cash"))).unwrap();
    block(journal.stop());
    drop(journal);
    house.refuses(&fork, "what failed, in the place of what was kept");
    // The house itself goes on, also after it was killed with a file that is behind: a machine may fail.
    let behind = std::fs::read(house.last.path()).unwrap();
    let (journal, caught) = house.open(&ground).unwrap();
    for number in 0..3 {
        journal.keep_blocking(Unit::draft("b", word(number, "kept"))).unwrap();
    }
    block(journal.stop());
    drop((journal, caught));
    std::fs::write(house.last.path(), behind).unwrap();
    assert_eq!(house.odd(&ground), None, "it is ahead by what was kept since");
    let (journal, _) = house.open(&ground).unwrap();
    block(journal.stop());
    drop(journal);
    assert!(house.odd(&fork).is_some(), "once more");
    std::fs::remove_dir_all(&house.folder).unwrap();
}

fn what_was_in_doubt_was_kept_or_never_is(fresh: fn() -> Ground) {
    let (ground, house) = (fresh(), House::new());
    let (journal, caught) = house.open(&ground).unwrap();
    journal.keep_blocking(Unit::draft("a", bought(1, 100))).unwrap();
    // It was kept though nobody heard: that is found out at once.
    house.set(Fault::After);
    journal.keep_blocking(two(2)).unwrap();
    // The house is killed over a commit of which nobody knows.
    house.set(Fault::Doubt);
    assert!(matches!(journal.keep_blocking(two(3)), Err(Error::InDoubt(_))));
    let doubtful = caught.lock().unwrap().take().unwrap();
    block(journal.stop());
    drop(journal);
    let (kept, later) = (copied(&ground, fresh()), copied(&ground, fresh()));
    put(&kept, &doubtful);
    let before = std::fs::read(house.last.path()).unwrap();
    assert_eq!((house.odd(&kept), house.odd(&ground)), (None, None), "either may be");
    // If it was kept, the house goes on from it.
    let (journal, _) = house.open(&kept).unwrap();
    journal.keep_blocking(Unit::draft("a", word(9, "after it"))).unwrap();
    block(journal.stop());
    drop(journal);
    // If it was not, it never is: not even before anything else is kept.
    std::fs::write(house.last.path(), before).unwrap();
    let (journal, _) = house.open(&ground).unwrap();
    put(&later, &doubtful);
    assert!(house.odd(&later).is_some());
    journal.keep_blocking(Unit::draft("a", word(9, "instead"))).unwrap();
    block(journal.stop());
    drop(journal);
    house.refuses(&later, "what was in doubt, after a start without it");
    // An older turn that was put back is seen.
    Access::to(&ground).run("UPDATE turn SET number = number - 1");
    assert!(house.odd(&ground).unwrap().contains("an older one was put back"));
    assert!(matches!(house.open(&ground), Err(Error::Strange(what)) if what.contains("older one")));
    std::fs::remove_dir_all(&house.folder).unwrap();
}

#[test]
fn sqlite_what_failed_is_never_put_in_later() {
    what_failed_is_never_put_in_later(common::sqlite);
}

#[test]
fn postgres_what_failed_is_never_put_in_later() {
    what_failed_is_never_put_in_later(common::postgres);
}

#[test]
fn sqlite_what_was_in_doubt_was_kept_or_never_is() {
    what_was_in_doubt_was_kept_or_never_is(common::sqlite);
}

#[test]
fn postgres_what_was_in_doubt_was_kept_or_never_is() {
    what_was_in_doubt_was_kept_or_never_is(common::postgres);
}
