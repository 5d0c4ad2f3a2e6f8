//! What a station says over its socket, and what it hears.
//!
//! A station's message has a key and exactly one thing to do. It is read without trusting it: a bound on
//! its size, no unknown fields, keys of a bounded length; the command inside is left to the table's game.

use game::Refusal;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The longest message of a station, in bytes.
pub const LONGEST: usize = 16 * 1024;
/// The longest key.
pub const KEY: usize = 64;

/// What a station wants.
#[derive(Debug)]
pub enum Wish<'m> {
    /// To do something by the rules of the game.
    Do(&'m RawValue),
    /// To come to a place with an amount.
    Join(Join),
    /// To get more chips.
    TopUp(i64),
    /// To go as soon as the rules allow.
    Leave,
    /// To mix something into chance.
    Chance(Vec<u8>),
    /// To say yes or no to what a dealer asks for.
    Confirm(Confirm),
}

/// A player's word on what a dealer asks for out of their account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// Its number.
    pub number: u64,
    /// `true` for yes.
    pub yes: bool,
    /// The hash of what was seen (`effect`); a yes has to name it.
    #[serde(default)]
    pub effect: Option<String>,
}

impl Confirm {
    /// As a player's word; a yes without a hash is for nothing that anybody saw.
    pub fn by(self, player: money::PlayerId) -> floor::ask::Confirm {
        let yes = self.yes.then(|| self.effect.unwrap_or_default());
        floor::ask::Confirm { player, number: self.number, yes }
    }
}

/// To come to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Which: an area, or a station.
    pub place: u8,
    /// With how much; what the table asks of everybody, if nothing is said.
    pub amount: Option<i64>,
}

/// A message of a station as it is written: a key, and exactly one of the others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written<'m> {
    key: std::borrow::Cow<'m, str>,
    #[serde(borrow, default, rename = "do")]
    act: Option<&'m RawValue>,
    #[serde(default)]
    join: Option<Join>,
    #[serde(default)]
    top_up: Option<i64>,
    #[serde(default)]
    leave: Option<bool>,
    #[serde(default)]
    chance: Option<String>,
    #[serde(default)]
    confirm: Option<Confirm>,
}

/// Reads a message of a station: its key, and what is wanted.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<(String, Wish<'_>), Refusal> {
    if text.len() > LONGEST {
        let message = format!("a message of {} bytes, expected at most {LONGEST}", text.len());
        return Err(Refusal::plain("message.size", message));
    }
    let written: Written<'_> = serde_json::from_str(text).map_err(|error| {
        Refusal::plain(
            "message.form",
            format!("invalid message of a station: {}", floor::brief(&error.to_string())),
        )
    })?;
    let key = read_key(&written.key)?;
    let mut wishes = Vec::with_capacity(1);
    wishes.extend(written.act.map(Wish::Do));
    wishes.extend(written.join.map(Wish::Join));
    wishes.extend(written.top_up.map(Wish::TopUp));
    wishes.extend(written.leave.filter(|leave| *leave).map(|_| Wish::Leave));
    wishes.extend(written.confirm.map(Wish::Confirm));
    if let Some(digits) = &written.chance {
        let bytes = hex::decode(digits).ok().filter(|bytes| (1..=64).contains(&bytes.len()));
        let bytes = bytes.ok_or_else(|| {
            Refusal::plain("message.chance", "expected 1 to 64 bytes in hexadecimal digits")
        })?;
        wishes.push(Wish::Chance(bytes));
    }
    match (wishes.pop(), wishes.is_empty()) {
        (Some(wish), true) => Ok((key, wish)),
        _ => Err(Refusal::plain(
            "message.form",
            "expected exactly one of do, join, top-up, leave, chance, confirm",
        )),
    }
}

/// A key: 1 to 64 printable characters of ASCII.
///
/// # Errors
/// It is none.
pub fn read_key(key: &str) -> Result<String, Refusal> {
    let fits = (1..=KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    match fits {
        true => Ok(key.to_string()),
        false => Err(Refusal::plain(
            "message.key",
            format!("a key of {} bytes, expected 1 to {KEY} printable characters", key.len()),
        )),
    }
}
