//! A house with people, whose clock is turned by hand.
#![allow(clippy::unwrap_used, dead_code)] // a failed unwrap is a failed test; not every test needs all of it

use floor::Clock;
use floor::significant::{self, Significant};
use game::{Moment, Refusal};
use journal::{Journal, Place};
use server::people::{Cost, Listed, People, PeopleEvent, STREAM, Session, Terms};
use server::role::Role;
use std::thread::JoinHandle;

pub const MINUTE: i64 = 60_000;
pub const ROOT: &str = "root-password-1";
pub const SECRET: &str = "correct horse battery";

/// A house with people, and all that was secret in it.
pub struct House {
    pub place: Place,
    pub clock: Clock,
    pub journal: Journal,
    pub thread: Option<JoinHandle<()>>,
    pub people: People,
    pub terms: Terms,
}

pub fn terms() -> Terms {
    Terms { cost: Cost::LEAST, guests_max: 100_000, guests_each: 100_000, ..Terms::default() }
}

impl House {
    pub async fn at(place: Place) -> Self {
        Self::with(place, terms()).await
    }

    pub async fn with(place: Place, terms: Terms) -> Self {
        let clock = Clock::manual(Moment::new(1_800_000_000_000));
        let (journal, thread) = Journal::open(&place).unwrap();
        let people = People::open_with(journal.clone(), clock.clone(), terms).await.unwrap();
        Self { place, clock, journal, thread: Some(thread), people, terms }
    }

    pub async fn new() -> Self {
        Self::at(Place::memory()).await
    }

    /// With an administrator, who is signed in.
    pub async fn set_up() -> (Self, Session) {
        let house = Self::new().await;
        let root = house.administrator().await;
        (house, root)
    }

    pub async fn administrator(&self) -> Session {
        let code = self.people.setup_code().unwrap();
        self.people.set_up(&code, "root", ROOT).await.unwrap();
        self.session("root", ROOT).await
    }

    pub async fn session(&self, name: &str, password: &str) -> Session {
        let token = self.people.sign_in(name, password, "desk 1").await.unwrap();
        self.people.session(&token).unwrap()
    }

    pub async fn add(&self, root: &Session, name: &str, role: Role) -> Listed {
        self.people.add(root, name, SECRET, role).await.unwrap()
    }

    pub async fn fails(&self, name: &str) -> String {
        let refused = self.people.sign_in(name, "wrong password", "desk 2").await.unwrap_err();
        assert!(!refused.message.contains(name), "{refused:?}");
        refused.code.to_string()
    }

    /// As after a crash: nobody had a chance to write anything.
    pub async fn restart(mut self) -> Self {
        drop(self.people);
        drop(self.journal);
        let thread = self.thread.take().unwrap();
        tokio::task::spawn_blocking(move || thread.join().unwrap()).await.unwrap();
        let (journal, thread) = Journal::open(&self.place).unwrap();
        let people = People::open_with(journal.clone(), self.clock.clone(), self.terms).await.unwrap();
        Self { journal, thread: Some(thread), people, ..self }
    }

    pub fn turn(&self, minutes: i64) {
        self.clock.turn(minutes * MINUTE);
    }

    pub fn significant(&self) -> Vec<Significant> {
        let records = self.journal.reader().unwrap().tail(significant::STREAM, 0).unwrap();
        records.iter().map(|record| serde_json::from_slice(&record.body).unwrap()).collect()
    }

    pub fn codes(&self) -> Vec<String> {
        self.significant().into_iter().map(|one| one.code).collect()
    }

    pub fn events(&self) -> Vec<PeopleEvent> {
        let records = self.journal.reader().unwrap().tail(STREAM, 0).unwrap();
        records.iter().map(|record| serde_json::from_slice(&record.body).unwrap()).collect()
    }

    pub fn shelf(&self, shelf: &str) -> Vec<(String, Vec<u8>)> {
        self.journal.reader().unwrap().shelf(shelf).unwrap()
    }
}

/// A database file that goes away with the test.
pub struct File(pub std::path::PathBuf);

impl File {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("houseway-people-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn place(&self) -> Place {
        Place::Sqlite(self.0.join("house.db"))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn code<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> String {
    answer.unwrap_err().code.to_string()
}
