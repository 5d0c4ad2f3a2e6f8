//! What an archive says it holds, signed by the house.
//!
//! An archive has the first records of some streams, in a SQLite file like any other journal. The house signs,
//! for each of them, after which record it begins and with which it ends, and what the accounts held at both
//! ends. The statement is in the file, and it is a record of the live journal, whose streams begin where the
//! archive ends ([`Base`]). So each of the two is verified alone, and neither is changed without the other
//! showing it.

use crate::checkpoint::{sign, signed_by};
use crate::memory::account_name;
use crate::posting::read_account;
use crate::{Error, Head, Signer, Store};
use money::Account;
use serde::{Deserialize, Serialize};

/// Signed bytes begin with this.
const LABEL: &[u8] = b"houseway/archive/1\0";

/// Where a stream begins or ends, if that is not its first or last record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The stream.
    pub stream: String,
    /// The last record before it.
    pub head: Head,
    /// What its accounts held then, in order.
    pub balances: Vec<(Account, i64)>,
    /// The last round that was over; 0 for none.
    pub rounds: u32,
}

impl Base {
    /// The beginning of a stream of which everything is there.
    pub fn genesis(stream: &str) -> Self {
        Self { stream: stream.into(), head: Head::genesis(stream), balances: Vec::new(), rounds: 0 }
    }

    /// Balances as text.
    pub(crate) fn balances_text(&self) -> String {
        serde_json::to_string(&named(&self.balances)).unwrap_or_default()
    }

    /// Balances from text, in order.
    pub(crate) fn read_balances(stream: &str, text: &str) -> Result<Vec<(Account, i64)>, Error> {
        let named: Vec<(String, i64)> = serde_json::from_str(text)
            .map_err(|error| Error::damaged(stream, 0, format!("the balances it begins with: {error}")))?;
        accounts(named).map_err(|what| Error::damaged(stream, 0, what))
    }
}

fn named(balances: &[(Account, i64)]) -> Vec<(String, i64)> {
    let mut named: Vec<_> =
        balances.iter().map(|(account, units)| (account_name(*account), *units)).collect();
    named.sort();
    named
}

fn accounts(named: Vec<(String, i64)>) -> Result<Vec<(Account, i64)>, String> {
    let account = |(name, units): (String, i64)| {
        read_account(&name)
            .map(|account| (account, units))
            .ok_or_else(|| format!("{name:?} is not an account"))
    };
    let mut accounts = named.into_iter().map(account).collect::<Result<Vec<_>, String>>()?;
    accounts.sort();
    Ok(accounts)
}

/// What an archive holds of one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What it begins after …
    pub from: Base,
    /// … and what it ends with: where the live stream begins.
    pub to: Base,
}

/// What an archive holds, as the house signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Its number: that of its record in [`Archive::STREAM`].
    pub number: u64,
    /// What its file was called.
    pub name: String,
    /// When it was made, in milliseconds.
    pub at: i64,
    /// Before which moment what it holds was finished, in milliseconds.
    pub before: i64,
    /// After which moment keys had to be remembered when it was made, in milliseconds: what went with it may have shown
    /// how much time had passed.
    pub since: i64,
    /// What it holds of each stream.
    pub parts: Vec<Held>,
}

/// A [`Holding`] as it is signed.
#[derive(Serialize, Deserialize)]
struct Statement {
    number: u64,
    name: String,
    at: i64,
    before: i64,
    #[serde(default = "unknown")]
    since: i64,
    parts: Vec<Part>,
}

/// In statements of earlier versions.
const fn unknown() -> i64 {
    i64::MIN
}

#[derive(Serialize, Deserialize)]
struct Part {
    stream: String,
    from: End,
    to: End,
}

#[derive(Serialize, Deserialize)]
struct End {
    sequence: u64,
    hash: String,
    rounds: u32,
    balances: Vec<(String, i64)>,
}

impl End {
    fn of(base: &Base) -> Self {
        let Head { sequence, hash } = base.head;
        Self { sequence, hash: hash.to_string(), rounds: base.rounds, balances: named(&base.balances) }
    }

    fn of_stream(self, stream: &str) -> Result<Base, String> {
        Ok(Base {
            stream: stream.into(),
            head: Head { sequence: self.sequence, hash: self.hash.parse()? },
            balances: accounts(self.balances)?,
            rounds: self.rounds,
        })
    }
}

/// A signed statement of what an archive holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Archive {
    /// The statement, as it was signed.
    statement: String,
    /// The public key.
    public: String,
    /// The signature.
    signature: String,
}

impl Archive {
    /// The stream of the live journal that statements are kept in.
    pub const STREAM: &'static str = "house/archives";
    /// The shelf of an archive on which its own statement lies …
    pub(crate) const SHELF: &'static str = "archive";
    /// … and its name there.
    pub(crate) const NAME: &'static str = "statement";

    /// Signs what an archive holds.
    pub fn sign(signer: &Signer, holding: &Holding) -> Self {
        let parts = holding.parts.iter().map(|part| Part {
            stream: part.to.stream.clone(),
            from: End::of(&part.from),
            to: End::of(&part.to),
        });
        let Holding { number, ref name, at, before, since, .. } = *holding;
        let statement = Statement { number, name: name.clone(), at, before, since, parts: parts.collect() };
        let statement = serde_json::to_string(&statement).unwrap_or_default();
        let signature = sign(signer, LABEL, &statement);
        Self { statement, public: signer.public(), signature }
    }

    /// As a record's body.
    pub fn to_body(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// From a record's body.
    ///
    /// # Errors
    /// It is none.
    pub fn from_body(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| format!("not the statement of an archive: {error}"))
    }

    /// What it states, if its signature is of a key: of the one given, or of the one it names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn holding(&self, public: Option<&str>) -> Result<Holding, String> {
        signed_by(public, LABEL, &self.statement, &self.public, &self.signature)?;
        let Statement { number, name, at, before, since, parts } = serde_json::from_str(&self.statement)
            .map_err(|error| format!("its statement cannot be read: {error}"))?;
        let parts = parts.into_iter().map(|part| {
            let Part { stream, from, to } = part;
            Ok(Held { from: from.of_stream(&stream)?, to: to.of_stream(&stream)? })
        });
        let parts = parts.collect::<Result<_, String>>()?;
        Ok(Holding { number, name, at, before, since, parts })
    }

    /// The statement of an archive; `None` for a store that is none.
    ///
    /// # Errors
    /// The store cannot be read, or what lies there is no statement.
    pub fn of(store: &mut dyn Store) -> Result<Option<Self>, Error> {
        let body = store.on_shelf(Self::SHELF, Self::NAME)?;
        body.map(|body| Self::from_body(&body).map_err(Error::Store)).transpose()
    }

    /// Every archive that a live journal has on record, in order, with whose signatures hold.
    ///
    /// # Errors
    /// The store cannot be read, or a statement is none or not signed by the key.
    pub fn all(store: &mut dyn Store, public: Option<&str>) -> Result<Vec<Holding>, Error> {
        let records = store.tail(Self::STREAM, 0)?;
        let all = records.iter().map(|record| {
            let holding = Self::from_body(&record.body).and_then(|said| said.holding(public));
            let holding = holding.map_err(|what| Error::damaged(Self::STREAM, record.sequence, what))?;
            match holding.number == record.sequence {
                true => Ok(holding),
                false => {
                    let what = format!("it was signed as archive {}", holding.number);
                    Err(Error::damaged(Self::STREAM, record.sequence, what))
                }
            }
        });
        all.collect()
    }

    /// The archive that has a round of a stream, by the records of a live journal.
    ///
    /// # Errors
    /// The store cannot be read, or a statement is none.
    pub fn with_round(store: &mut dyn Store, stream: &str, round: u32) -> Result<Option<Holding>, Error> {
        let has =
            |part: &Held| part.to.stream == stream && part.from.rounds < round && round <= part.to.rounds;
        Ok(Self::all(store, None)?.into_iter().find(|holding| holding.parts.iter().any(has)))
    }
}
