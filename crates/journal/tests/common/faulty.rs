//! A store that fails when told, and shows what it was to keep.

use journal::{Balance, Base, Batch, Error, Head, Key, Record, Round, Search, Snapshot, State, Store};
use std::sync::{Arc, Mutex};

/// What a commit does instead of what it should.
#[derive(Clone, Copy, PartialEq)]
pub enum Fault {
    None,
    /// Nothing is kept.
    Before,
    /// All is kept, and nobody hears of it.
    After,
    /// Nothing is kept, and nothing can be read either.
    Gone,
    /// The same, and it may have been kept.
    Doubt,
}

/// A store that fails when told.
pub struct Faulty(Box<dyn Store>, Arc<Mutex<Fault>>, Arc<Mutex<Option<Batch>>>);

impl Faulty {
    pub fn new(store: Box<dyn Store>, fault: Arc<Mutex<Fault>>) -> Self {
        Self(store, fault, Arc::default())
    }

    /// What a commit that failed was to keep, as somebody sees it who watches the database.
    pub fn caught(&self) -> Arc<Mutex<Option<Batch>>> {
        self.2.clone()
    }

    fn fault(&self) -> Fault {
        *self.1.lock().unwrap()
    }

    fn inner(&mut self) -> Result<&mut dyn Store, Error> {
        if [Fault::Gone, Fault::Doubt].contains(&self.fault()) {
            Err(Error::Store("gone".into()))
        } else {
            Ok(&mut *self.0)
        }
    }
}

impl Store for Faulty {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        self.0.again()
    }
    fn turn(&mut self) -> Result<i64, Error> {
        self.inner()?.turn()
    }

    fn claim(&mut self) -> Result<i64, Error> {
        self.inner()?.claim()
    }
    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        let fault = self.fault();
        if fault == Fault::None || fault == Fault::After {
            self.0.commit(batch)?;
        }
        if fault == Fault::None {
            return Ok(());
        }
        *self.2.lock().unwrap() = Some(batch.clone());
        match fault {
            Fault::Doubt => Err(Error::InDoubt("as told".into())),
            _ => Err(Error::Store("as told".into())),
        }
    }
    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        self.inner()?.head(stream)
    }
    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        self.inner()?.heads()
    }
    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.inner()?.tail(stream, after)
    }
    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        self.inner()?.range(stream, from, to)
    }
    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        self.inner()?.scan(each)
    }
    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        self.inner()?.balances()
    }
    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        self.inner()?.snapshot(stream)
    }
    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> {
        self.inner()?.state(stream, most)
    }
    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        self.inner()?.round(stream, number)
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        self.inner()?.keys(stream, keys)
    }
    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        self.inner()?.key_counts()
    }
    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        self.inner()?.scan_keys(each)
    }
    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        self.inner()?.rounds(search)
    }
    fn bases(&mut self) -> Result<Vec<Base>, Error> {
        self.inner()?.bases()
    }
    fn shelves(&mut self) -> Result<Vec<String>, Error> {
        self.inner()?.shelves()
    }
    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        self.inner()?.shelf(shelf)
    }
    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> {
        self.inner()?.scan_shelves(each)
    }
    fn hold(&mut self) -> Result<(), Error> {
        self.inner()?.hold()
    }
    fn release(&mut self) {
        self.0.release();
    }
}
