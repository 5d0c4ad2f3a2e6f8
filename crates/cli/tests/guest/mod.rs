//! A guest who plays at a table of the real server, is cut off, comes back, and forgets nothing.
#![allow(dead_code, clippy::unwrap_used)]

use crate::support::{Dice, Gone, Live, Session};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A command that was acknowledged.
struct Acknowledged {
    key: String,
    command: Value,
    version: u64,
}

/// How long a slow machine may take for what takes a good one some milliseconds.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What guests hear while they play.
pub struct Heard(Vec<Arc<AtomicUsize>>);

impl Heard {
    pub fn of(guests: &[Guest]) -> Self {
        Self(guests.iter().map(|guest| guest.heard.clone()).collect())
    }

    /// How many commands were acknowledged.
    pub fn count(&self) -> usize {
        self.0.iter().map(|heard| heard.load(Ordering::Relaxed)).sum()
    }

    /// Whether each of them had one acknowledged.
    pub fn everybody(&self) -> bool {
        self.0.iter().all(|heard| heard.load(Ordering::Relaxed) > 0)
    }

    /// Waits for so many.
    pub fn wait(&self, count: usize) {
        self.until(|| self.count() >= count);
    }

    pub fn until(&self, is: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is() {
            assert!(begun.elapsed() < PATIENCE, "{:?} commands acknowledged", self.0);
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Somebody who plays.
pub struct Guest {
    session: Session,
    pub table: &'static str,
    over_http: bool,
    dice: Dice,
    next: u32,
    acknowledged: Vec<Acknowledged>,
    /// How many that are, for whoever waits for it.
    heard: Arc<AtomicUsize>,
    /// Sent, and not answered.
    doubt: Vec<(String, Value)>,
    seen: Option<u64>,
    seated: bool,
    /// The round last seen, and what lay open in it.
    round: u64,
    open: HashMap<String, Value>,
    /// What is on the screen: the parts of the view, the latest of each.
    view: Value,
    /// The greatest version of anything that was acknowledged.
    highest: u64,
    /// How often something acknowledged was asked again.
    pub again: usize,
    /// How often it was cut off before an answer, and how often it had been kept all the same.
    pub doubted: usize,
    pub kept_in_doubt: usize,
    /// How often tiles or dice were seen again after a crash.
    pub same: usize,
}

/// What a guest leaves alone: going away, and what makes a round another one.
const NOT: [&str; 10] = [
    "leave",
    "show-tiles",
    "sit",
    "raise-dispute",
    "ask-review",
    "pass-bank",
    "ask-reshuffle",
    "ask-laja",
    "do-laja",
    "consent-to-void",
];

impl Guest {
    pub fn new(session: Session, table: &'static str, over_http: bool, seed: u64) -> Self {
        Self {
            session,
            table,
            over_http,
            dice: Dice::new(seed),
            next: 0,
            acknowledged: Vec::new(),
            heard: Arc::default(),
            doubt: Vec::new(),
            seen: None,
            seated: false,
            round: 0,
            view: Value::Null,
            open: HashMap::new(),
            highest: 0,
            again: 0,
            doubted: 0,
            kept_in_doubt: 0,
            same: 0,
        }
    }

    pub fn acknowledged(&self) -> usize {
        self.acknowledged.len()
    }

    /// Checks that the journal has what was acknowledged, each once, and of the rest nothing twice.
    pub fn is_kept(&self, head: u64, keys: &HashMap<String, u64>) {
        assert!(
            head >= self.highest,
            "{}: version {} was acknowledged, {head} is kept",
            self.table,
            self.highest
        );
        for one in &self.acknowledged {
            let key = format!("{}:{}", self.session.number, one.key);
            assert_eq!(keys.get(&key), Some(&one.version), "{}: {key} {}", self.table, one.command);
        }
    }

    /// Plays until the server is gone.
    pub fn play(&mut self, address: SocketAddr) {
        // However it ends, the server is gone.
        match self.over_http {
            true => drop(self.play_over_http(address)),
            false => drop(self.play_live(address)),
        }
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("k{}", self.next)
    }

    /// What to ask again after coming back, with the version that has to be answered, if it is known.
    fn to_ask_again(&self) -> Vec<(String, Value, Option<u64>)> {
        let known = self.acknowledged.iter().rev().take(3);
        let known = known.map(|one| (one.key.clone(), one.command.clone(), Some(one.version)));
        known.chain(self.doubt.iter().map(|(key, command)| (key.clone(), command.clone(), None))).collect()
    }

    /// Takes an answer in.
    fn answered(&mut self, key: &str, answer: &Value) {
        let version = answer["version"].as_u64();
        if let Some(one) = self.acknowledged.iter().find(|one| one.key == key) {
            // A house that cannot look it up says so, and nothing else.
            let code = answer["refused"]["code"].as_str().or(answer["code"].as_str());
            if code.is_some_and(|code| ["journal.away", "journal.in_doubt"].contains(&code)) {
                return;
            }
            assert_eq!(version, Some(one.version), "{}: {key} again: {answer}", self.table);
            self.again += 1;
            return;
        }
        let Some(place) = self.doubt.iter().position(|(known, _)| known == key) else {
            // A seat, or more chips.
            self.highest = self.highest.max(version.unwrap_or(0));
            return;
        };
        let (key, command) = self.doubt.remove(place);
        if let Some(version) = version {
            self.highest = self.highest.max(version);
            self.acknowledged.push(Acknowledged { key, command, version });
            self.heard.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What lay open before a crash lies open as it was.
    fn look(&mut self, view: &Value, back: bool) {
        if self.table.starts_with("roulette") || view.is_null() {
            return;
        }
        json_patch::merge(&mut self.view, view);
        let view = self.view.clone();
        let round = view["table"]["round"].as_u64().unwrap();
        if round != self.round {
            self.open.clear();
            self.round = round;
        }
        let mut open: Vec<(String, Value)> = vec![("dice".into(), view["round"]["dice"].clone())];
        for (number, hand) in view["hands"].as_object().into_iter().flatten() {
            // A hand that is set lies in another order: the four tiles are what stays.
            let mut tiles: Vec<String> = hand["tiles"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(Into::into)
                .collect();
            tiles.sort();
            if tiles.len() == 4 {
                open.push((format!("area {number}"), json!(tiles)));
            }
        }
        for (place, thing) in open.into_iter().filter(|(_, thing)| !thing.is_null()) {
            match self.open.get(&place) {
                Some(before) => {
                    assert_eq!(*before, thing, "{}, round {round}: {place} is another", self.table);
                    self.same += usize::from(back);
                }
                None => drop(self.open.insert(place, thing)),
            }
        }
        let players = view["table"]["players"].as_array().unwrap();
        self.seated = players.iter().any(|player| player[0].as_u64() == Some(self.session.number));
    }

    /// Something that may be done, wagers first.
    fn choose(&mut self, legal: &Value) -> Option<Value> {
        let choices = legal["choices"].as_array()?;
        if self.table.starts_with("roulette") {
            let put = choices.iter().find(|choice| choice["open"]["spots"].is_array())?;
            let spots = put["open"]["spots"].as_array()?;
            let mut command = put["command"].clone();
            command["place"] = json!({"on": spots[self.dice.below(spots.len())]});
            return Some(command);
        }
        let commands: Vec<&Value> = choices.iter().map(|choice| &choice["command"]).collect();
        let may: Vec<&&Value> =
            commands.iter().filter(|command| !NOT.contains(&command["do"].as_str().unwrap())).collect();
        let wagers: Vec<&&&Value> = may.iter().filter(|command| command["do"] == "place").collect();
        match wagers.len() {
            0 if may.is_empty() => None,
            0 => Some((**may[self.dice.below(may.len())]).clone()),
            count => Some((**wagers[self.dice.below(count)]).clone()),
        }
    }

    fn play_live(&mut self, address: SocketAddr) -> Result<(), Gone> {
        let session = self.session.clone();
        let mut live = Live::open(address, self.table, Some(&session), self.seen)?;
        let again = self.to_ask_again();
        self.doubted += self.doubt.len();
        let doubted = self.acknowledged.len();
        for (key, command, _) in &again {
            live.say(&json!({"key": key, "do": command}))?;
        }
        // The same key for something else is refused.
        let other = again.iter().find(|(.., version)| version.is_some()).map(|(key, ..)| key.clone());
        let mut waits: usize = again.len();
        if let Some(key) = &other {
            live.say(&json!({"key": key, "do": {"do": "decline-bank"}}))?;
            waits += 1;
        }
        let mut back = true;
        let mut legal = Value::Null;
        let (mut known, mut may) = (HashMap::new(), BTreeSet::new());
        // A new socket begins with everything.
        self.view = Value::Null;
        loop {
            let Some(update) = live.hear(Duration::from_secs(5))? else { continue };
            assert!(update["version"].is_u64(), "{update}");
            self.seen = update["version"].as_u64().or(self.seen);
            for answer in update["answers"].as_array().into_iter().flatten() {
                let key = answer["key"].as_str().unwrap().to_string();
                waits = waits.saturating_sub(1);
                if back && other.as_ref() == Some(&key) && answer["refused"]["code"] == "key.reused" {
                    continue;
                }
                let mut answer = answer.clone();
                // The update's own version is not said twice.
                if answer["refused"].is_null() && answer["waits"].is_null() && answer["version"].is_null() {
                    answer["version"] = update["version"].clone();
                }
                self.answered(&key, &answer);
            }
            self.look(&update["view"], back);
            if back && waits == 0 {
                self.kept_in_doubt += self.acknowledged.len() - doubted;
                back = false;
            }
            let told = update["choices"].as_object().into_iter().flatten();
            known.extend(told.map(|(number, choice)| (number.clone(), choice.clone())));
            for number in update["legal"].as_array().into_iter().flatten().filter_map(Value::as_i64) {
                match number > 0 {
                    true => may.insert(number),
                    false => may.remove(&-number),
                };
            }
            if update["legal"].is_array() || update["choices"].is_object() {
                let now: Vec<Value> = may.iter().map(|number| known[&number.to_string()].clone()).collect();
                legal = json!({"choices": now});
            }
            if waits > 0 {
                continue;
            }
            if self.table.starts_with("roulette") {
                self.seated = legal["choices"].as_array().is_some_and(|choices| !choices.is_empty());
            }
            let key = self.fresh();
            if !self.seated {
                let place = 1 + self.dice.below(8);
                live.say(&json!({"key": key, "join": {"place": place}}))?;
                waits += 1;
            } else if let Some(command) = self.choose(&std::mem::take(&mut legal)) {
                self.doubt.push((key.clone(), command.clone()));
                let message = json!({"key": key, "do": command});
                live.say(&message)?;
                waits += 1;
                if self.dice.below(4) == 0 {
                    live.say(&message)?;
                    waits += 1;
                }
            }
        }
    }

    fn play_over_http(&mut self, address: SocketAddr) -> std::io::Result<()> {
        let session = self.session.clone();
        let (look, commands) =
            (format!("/api/tables/{}", self.table), format!("/api/tables/{}/commands", self.table));
        let doubted = self.acknowledged.len();
        self.doubted += self.doubt.len();
        for (key, command, _) in self.to_ask_again() {
            let (_, answer) = session.post(address, &commands, &json!({"key": key, "command": command}))?;
            self.answered(&key, &answer);
        }
        self.kept_in_doubt += self.acknowledged.len() - doubted;
        let mut back = true;
        loop {
            let (status, update) = session.get(address, &look)?;
            assert_eq!(status, 200, "{update}");
            // Who asks over HTTP gets whole documents, and no patches.
            self.view = Value::Null;
            self.look(&update["view"], back);
            back = false;
            let key = self.fresh();
            if !self.seated {
                let place = 1 + self.dice.below(8);
                let (_, answer) = session.post(address, &format!("{look}/join"), &json!({"place": place}))?;
                self.answered(&key, &answer);
            } else if let Some(command) = self.choose(&update["legal"]) {
                self.doubt.push((key.clone(), command.clone()));
                let (_, answer) =
                    session.post(address, &commands, &json!({"key": key, "command": command}))?;
                self.answered(&key, &answer);
            } else {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}
