//! A record, and the hash that chains it to the one before.
//!
//! The hash is SHA-256 over a label, the hash before, and every field with its length, so that no two
//! different records have the same bytes. Fields are hashed as they are stored: nothing has to be
//! brought into a canonical form first, and nothing can differ unseen.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The version in which records are written today.
pub const FORM: u16 = 1;

/// The longest key, in bytes.
const KEY: usize = 256;

/// 256 bits of a record's hash, or of anything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of bytes under a label.
    pub fn of(label: &str, parts: &[&[u8]]) -> Self {
        let mut sum = Sha256::new();
        sum.update(label.as_bytes());
        sum.update([0]);
        for part in parts {
            sum.update((part.len() as u64).to_be_bytes());
            sum.update(part);
        }
        Self(sum.finalize().into())
    }

    /// What the first record of a stream is chained to.
    pub fn genesis(stream: &str) -> Self {
        Self::of("houseway/stream/1", &[stream.as_bytes()])
    }

    /// From 32 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &hex::encode(self.0)[..12])
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)
            .map_err(|_| format!("{text:?} is not a hash of 64 hexadecimal digits"))?;
        Ok(Self(bytes))
    }
}

/// What is to be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// When, in milliseconds of the server's clock.
    pub at: i64,
    /// The key under which it was asked for, with what was asked, if it came from outside.
    pub key: Option<(String, u64)>,
    /// The money it moves, as text.
    pub moves: String,
    /// What happened, as JSON. Text without NUL is all the writer asks for; verification wants JSON.
    pub body: Vec<u8>,
}

/// What is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The stream it belongs to.
    pub stream: Arc<str>,
    /// Its number there, from 1.
    pub sequence: u64,
    /// When, in milliseconds of the server's clock.
    pub at: i64,
    /// The version in which it was written.
    pub form: u16,
    /// The key under which it was asked for, and the fingerprint of what was asked.
    pub key: Option<(String, u64)>,
    /// The money it moves, as text.
    pub moves: String,
    /// What happened, as JSON.
    pub body: Vec<u8>,
    /// The hash that takes in all this and the hash before.
    pub hash: Hash,
}

impl Record {
    /// A draft as the record after another.
    pub fn after(stream: &Arc<str>, sequence: u64, prior: &Hash, draft: Draft) -> Self {
        let Draft { at, key, moves, body } = draft;
        let zero = Hash([0; 32]);
        let mut record =
            Self { stream: stream.clone(), sequence, at, form: FORM, key, moves, body, hash: zero };
        record.hash = record.link(prior);
        record
    }

    /// The hash that it has to have after another.
    pub fn link(&self, prior: &Hash) -> Hash {
        let mut head = [0u8; 27];
        head[..8].copy_from_slice(&self.sequence.to_be_bytes());
        head[8..16].copy_from_slice(&self.at.to_be_bytes());
        head[16..18].copy_from_slice(&self.form.to_be_bytes());
        let (key, asked) = match &self.key {
            Some((key, asked)) => (key.as_str(), *asked),
            None => ("", 0),
        };
        head[18] = self.key.is_some() as u8;
        head[19..].copy_from_slice(&asked.to_be_bytes());
        Hash::of(
            "houseway/record/1",
            &[&prior.0, self.stream.as_bytes(), &head, key.as_bytes(), self.moves.as_bytes(), &self.body],
        )
    }

    /// Whether every store can keep it: numbers that fit, text without NUL.
    ///
    /// # Errors
    /// What in it cannot be kept.
    pub fn keepable(&self) -> Result<(), String> {
        // All bytes at once is faster than stopping at the first: there never is one.
        let nul = |bytes: &[u8]| bytes.iter().fold(false, |any, byte| any | (*byte == 0));
        let text = |what: &str, bytes: &[u8]| match nul(bytes) || std::str::from_utf8(bytes).is_err() {
            true => Err(format!("its {what} is not text without NUL")),
            false => Ok(()),
        };
        text("stream", self.stream.as_bytes())?;
        if let Some((key, _)) = &self.key {
            text("key", key.as_bytes())?;
            if key.len() > KEY {
                return Err(format!("its key has {} bytes, expected at most {KEY}", key.len()));
            }
        }
        text("body", &self.body)
    }
}

/// A record that its stream's owner has chained to the one before, and not yet kept.
///
/// It knows the hash it is chained to, so that the writer sees without hashing again whether it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    record: Record,
    prior: Hash,
}

impl Sealed {
    /// A draft as the record after another.
    pub fn after(stream: &Arc<str>, sequence: u64, prior: &Hash, draft: Draft) -> Self {
        Self { record: Record::after(stream, sequence, prior, draft), prior: *prior }
    }

    /// The hash it is chained to.
    pub const fn prior(&self) -> &Hash {
        &self.prior
    }

    /// The record alone.
    pub fn into_record(self) -> Record {
        self.record
    }
}

impl std::ops::Deref for Sealed {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

impl From<Sealed> for Record {
    fn from(sealed: Sealed) -> Self {
        sealed.record
    }
}
