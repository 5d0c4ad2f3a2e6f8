//! The golden rounds (`testdata/rounds`), played at a table of a house: what people do there goes through
//! the API, one request after another, and comes out as in the text.

use super::people::Somebody;
use super::{Api, Reply};
use floor::{GameSetup, Purses, TableSetup};
use game::{Game, Moment, Person, Tried};
use rulebook::Shelf;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// What every player has in their account.
const PURSE: i64 = 1_000_000_000;

/// A round as the pure rules played it.
pub struct Round {
    pub name: String,
    pub book: String,
    setup: GameSetup,
    pub tried: Vec<Tried<Value>>,
    /// What anybody sees of the table in the end, if chance was the text's own.
    pub ends: Option<Value>,
}

/// What the house said to something that was tried.
pub struct Said {
    pub tried: Tried<Value>,
    /// What somebody who plays saw before.
    pub look: Value,
    pub reply: Reply,
}

impl Said {
    pub fn done(&self) -> bool {
        self.reply.status == 200
    }
}

fn values<C: serde::Serialize>(tried: Vec<Tried<C>>) -> Vec<Tried<Value>> {
    let value = |Tried { who, at, command, refused }: Tried<C>| {
        let command = serde_json::to_value(command).unwrap();
        Tried { who, at, command, refused }
    };
    tried.into_iter().map(value).collect()
}

/// Every player one further: the house numbers its people, and the administrator is the first of them.
fn renumbered(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        let mut rest = line;
        while let Some(at) = rest.find('P') {
            let digits: String = rest[at + 1..].chars().take_while(char::is_ascii_digit).collect();
            let inside = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
            out += &rest[..=at];
            rest = &rest[at + 1 + digits.len()..];
            match digits.parse::<u32>() {
                Ok(number) if !inside => out += &(number + 1).to_string(),
                _ => out += &digits,
            }
        }
        out += rest;
        out.push('\n');
    }
    out
}

impl Round {
    /// Every round of a book that people deal. Where tiles are real, a person says what they are, as the text
    /// plans; otherwise they are the house's chance.
    pub fn all(book: &str, real: bool) -> Vec<Self> {
        let shelf = Shelf::embedded().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(book);
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let rounds = files.iter().filter_map(|file| {
            let name = file.file_stem()?.to_string_lossy().into_owned();
            let text = renumbered(&std::fs::read_to_string(file).unwrap());
            match book == "rapid-roulette-2000" {
                true => Self::of_the_wheel(name, &text, &shelf),
                false => Self::of_tiles(name, &text, book, real, &shelf),
            }
        });
        let rounds: Vec<Self> = rounds.collect();
        // Some texts cannot be played with real tiles, or are dealt by the house: a few, and no more.
        let left = files.len() - rounds.len();
        assert!(left * 15 <= files.len(), "{book}: {left} of {} rounds are left out", files.len());
        rounds
    }

    fn of_the_wheel(name: String, text: &str, shelf: &Shelf) -> Option<Self> {
        let book = "rapid-roulette-2000";
        let played = roulette::script::play(text, shelf.book(book)?).unwrap();
        let setup = Box::new(played.setup?);
        if setup.dealing != roulette::Dealing::Person {
            return None;
        }
        let game = roulette::Roulette::new(shelf.book(book)?, (*setup).clone()).unwrap();
        let ends = serde_json::to_value(game.view(&played.state?, &Person::Public)).unwrap();
        let setup = GameSetup::RapidRoulette { book: book.into(), setup };
        Some(Self { name, book: book.into(), setup, tried: values(played.tried), ends: Some(ends) })
    }

    /// Nothing, if the text speaks of tiles that are not known yet where they are real.
    fn of_tiles(name: String, text: &str, book: &str, real: bool, shelf: &Shelf) -> Option<Self> {
        // Some say so themselves.
        let said = text.lines().any(|line| line.contains("chance keyed"));
        let text = if real && !said { format!("chance keyed\n{text}") } else { text.to_string() };
        let played = paigow::script::play(&text, shelf.book(book)?).ok()?;
        let game = paigow::PaiGow::new(shelf.book(book)?, played.setup.clone()).unwrap();
        let ends = serde_json::to_value(game.view(&played.table, &Person::Public)).unwrap();
        let mut setup = played.setup;
        if setup.dealer == paigow::Performer::House {
            return None;
        }
        if !real {
            setup.chance = paigow::Chance::Electronic;
        }
        let setup = GameSetup::PaiGow(Box::new(setup));
        let ends = real.then_some(ends);
        Some(Self { name, book: book.into(), setup, tried: values(played.tried), ends })
    }

    /// Whoever acts or is acted for.
    fn players(&self) -> BTreeSet<u32> {
        fn named(value: &Value, into: &mut BTreeSet<u32>) {
            match value {
                Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                    let number =
                        value.as_u64().filter(|_| ["player", "from", "forfeits"].contains(&name.as_str()));
                    into.extend(number.map(|number| number as u32));
                    named(value, into);
                }),
                Value::Array(values) => values.iter().for_each(|value| named(value, into)),
                _ => {}
            }
        }
        let mut all = BTreeSet::new();
        for tried in &self.tried {
            all.extend(tried.who.player().map(|player| player.number()));
            named(&tried.command, &mut all);
        }
        all.into_iter().filter(|number| (2..100).contains(number)).collect()
    }

    /// Plays it in a house of its own; what the house said, and what anybody sees in the end.
    pub async fn play(&self) -> (Vec<Said>, Value) {
        let begins = self.tried.first().map_or(Moment::new(0), |tried| tried.at);
        let most = money::Amount::of(PURSE);
        let alone = money::Amount::of(money::Amount::MOST);
        let vouchers = floor::VoucherTerms { each: most, day: most, alone };
        let api = Api::at(begins, |config| {
            config.tables.clear();
            config.vouchers = vouchers;
        })
        .await;
        let root = api.administrator().await;
        let players = self.players();
        for number in 2..=players.iter().copied().max().unwrap_or(1) {
            api.add(&root, &format!("p{number}"), json!("player")).await;
        }
        // Tokens that become money are taken where nobody's money is played for, and nowhere else.
        let tokens = |tried: &Tried<Value>| tried.command["tender"] == "tokens";
        let money = if self.tried.iter().any(tokens) { Purses::Practice } else { Purses::Accounts };
        api.open(TableSetup { game: self.setup.clone(), money, ..template() }).await;
        let mut room = Room { api, root, known: BTreeMap::new() };
        room.come(&players).await;
        let mut said = Vec::new();
        for tried in &self.tried {
            room.turn(tried.at.milliseconds() - room.api.clock.now().milliseconds()).await;
            said.extend(room.put(tried, self.ends.is_none()).await);
        }
        (said, room.seen().await)
    }
}

fn template() -> TableSetup {
    server::pai_gow("felt", "Felt", "star-2016", Purses::Accounts, false).unwrap()
}

/// The people of a round, who sign in when they are needed.
struct Room {
    api: Api,
    root: Somebody,
    known: BTreeMap<String, Somebody>,
}

/// Who is at the cage.
const CAGE: Person = Person::Staff(game::StaffId(98), game::Rank(1));

impl Room {
    /// Somebody, signed in; nobody is the House, or all the world.
    async fn somebody(&mut self, who: &Person, again: bool) -> Option<Somebody> {
        let (name, role) = match who {
            Person::Player(player) => (format!("p{}", player.number()), None),
            Person::Staff(id, rank) if rank.0 == 0 => (format!("d{}", id.0), Some(json!("dealer"))),
            Person::Staff(id, rank) => (format!("s{}-{}", rank.0, id.0), Some(json!({"supervisor": rank.0}))),
            Person::Inspector(id) => (format!("i{}", id.0), Some(json!("inspector"))),
            _ => return None,
        };
        let known = self.known.get(&name).cloned();
        let found = match (known, role) {
            (Some(known), _) if !again => known,
            (None, Some(role)) => {
                let root = self.root().await;
                let added = self.api.add(&root, &name, role).await;
                let dealer = matches!(who, Person::Staff(_, rank) if rank.0 == 0);
                if dealer || matches!(who, Person::Inspector(_)) {
                    // Somebody has to vouch for a dealer, and for an inspector.
                    Box::pin(self.somebody(&CAGE, false)).await;
                    self.api.vouched(added.number).await;
                }
                added
            }
            _ => self.api.sign_in(&name).await,
        };
        self.known.insert(name, found.clone());
        Some(found)
    }

    /// Players come to the table with money in their accounts.
    async fn come(&mut self, players: &BTreeSet<u32>) {
        let cage = self.somebody(&CAGE, false).await.unwrap();
        for number in players {
            let body = json!({"player": number, "what": "deposit", "amount": PURSE});
            self.api.post(&cage.token, "/api/cage", body).await.ok();
            let player = Person::Player(money::PlayerId::new(*number).unwrap());
            let player = self.somebody(&player, false).await.unwrap();
            self.api.vouched(*number).await;
            self.api.stands_at("felt", &player).await;
            let voucher = json!({"number": format!("v{number}"), "player": number, "amount": PURSE / 2});
            self.api.post(&cage.token, "/api/vouchers", voucher).await.ok();
        }
    }

    /// The administrator, who may have been idle for too long.
    async fn root(&mut self) -> Somebody {
        if self.api.get(&self.root.token, "/api/people").await.status == 401 {
            self.root = self.api.sign_in("root").await;
        }
        self.root.clone()
    }

    /// Time goes by; for a while, whoever plays shows a sign of life.
    async fn turn(&mut self, milliseconds: i64) {
        const MINUTE: i64 = 60_000;
        let mut left = milliseconds;
        while left > MINUTE && milliseconds < 30 * MINUTE {
            self.api.clock.turn(MINUTE);
            left -= MINUTE;
            for (_, somebody) in self.known.iter().filter(|(name, _)| name.starts_with('p')) {
                self.api.get(&somebody.token, "/api/me").await;
            }
        }
        self.api.clock.turn(left);
    }

    /// What anybody sees who stands at the table.
    async fn seen(&self) -> Value {
        let look = self.api.house.floor.table("felt").unwrap().look(Person::Public).await.unwrap();
        serde_json::from_slice::<Value>(&look.message).unwrap()["view"].clone()
    }

    /// Puts something to the table; nothing, if it is not a person's to do.
    async fn put(&mut self, tried: &Tried<Value>, loosely: bool) -> Option<Said> {
        let Some(mut somebody) = self.somebody(&tried.who, false).await else {
            if tried.refused.is_none() {
                self.house_does(&tried.command).await;
            }
            return None;
        };
        if self.api.get(&somebody.token, "/api/me").await.status == 401 {
            somebody = self.somebody(&tried.who, true).await?;
        }
        let looks = loosely || tried.who.player().is_some();
        let look = match looks {
            true => self.api.get(&somebody.token, "/api/tables/felt").await.ok().json(),
            false => Value::Null,
        };
        let command = if loosely { own_tiles(&tried.command, &look) } else { tried.command.clone() };
        let mut reply = self.api.act(&somebody.token, "felt", command.clone()).await;
        if reply.code().starts_with("dealer.") {
            self.deals(&somebody).await;
            reply = self.api.act(&somebody.token, "felt", command.clone()).await;
        }
        if reply.code() == "confirm.waits" {
            reply = self.confirmed(&reply, &command).await;
        }
        if reply.status == 202 {
            reply = self.approved(&reply).await;
        }
        Some(Said { tried: tried.clone(), look, reply })
    }

    /// Somebody deals from now on, whoever did.
    async fn deals(&mut self, somebody: &Somebody) {
        let head = Person::Staff(game::StaffId(97), game::Rank(3));
        let head = self.somebody(&head, true).await.unwrap();
        self.api.post(&head.token, "/api/tables/felt/dealer", json!({"takes": false})).await;
        self.api.deals("felt", somebody).await;
    }

    /// The player says yes out of whose account something is bought.
    async fn confirmed(&mut self, waits: &Reply, command: &Value) -> Reply {
        let player = money::PlayerId::new(command["player"].as_u64().unwrap() as u32).unwrap();
        let player = self.somebody(&Person::Player(player), true).await.unwrap();
        self.api.says("felt", &player, super::people::asked(waits), true).await
    }

    /// A second person says yes.
    async fn approved(&mut self, waits: &Reply) -> Reply {
        let second = Person::Staff(game::StaffId(99), game::Rank(3));
        let second = self.somebody(&second, true).await.unwrap();
        self.api.yes(&second.token, super::people::asked(waits)).await
    }

    /// The clock of the house does by itself what the text has the House do: it ends a period.
    async fn house_does(&self, command: &Value) {
        assert_eq!(*command, json!({"do": "end-period"}));
        for _ in 0..5000 {
            if self.seen().await["table"]["phase"]["wagering"].is_null() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the period does not end");
    }
}

/// What chance goes into.
const CHANCE: [&str; 4] = ["shuffle", "do-laja", "show-dice", "draw-removal"];

/// The house draws, and a hand is set with the tiles that are there, as the house offers it: nothing of it
/// is as in the text.
fn own_tiles(command: &Value, look: &Value) -> Value {
    let mut command = command.clone();
    if let (true, Some(fields)) = (CHANCE.iter().any(|word| command["do"] == *word), command.as_object_mut())
    {
        fields.retain(|name, _| name == "do");
    }
    if command["do"] != "set-hand" {
        return command;
    }
    let choices = look["legal"]["choices"].as_array().cloned().unwrap_or_default();
    let offered = choices.into_iter().map(|choice| choice["command"].clone());
    let same = |other: &Value| other["do"] == command["do"] && other["area"] == command["area"];
    offered.into_iter().find(same).unwrap_or_else(|| command.clone())
}
