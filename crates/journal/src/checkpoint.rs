//! Checkpoints: the house signs how far its streams have come.
//!
//! Whoever changes a record and all hashes after it makes a chain that holds together; the signature over
//! the old hashes shows it. The key is made together with a new database and stays in a file that only the
//! house can read; its public half is what a regulator keeps. What streams held is signed with their heads,
//! and now and then every stream, so that a start can verify what came since without reading everything.

use crate::memory::account_name;
use crate::{Error, Hash, Head};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use hmac::{Hmac, KeyInit, Mac};
use money::Ledger;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Signed bytes begin with this.
const LABEL: &[u8] = b"houseway/checkpoint/1\0";

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SignerError(String);

/// The key of the house. Never printed.
pub struct Signer(SigningKey);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public())
    }
}

impl Signer {
    /// The key in a file; made, with 256 bits from the operating system, if there is none.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds no key.
    pub fn at(path: &Path) -> Result<Self, SignerError> {
        match Self::found(path)? {
            Some(signer) => Ok(signer),
            None => Self::make(path),
        }
    }

    /// The key in a file, if there is one.
    ///
    /// # Errors
    /// The file cannot be read, or holds no key.
    pub fn found(path: &Path) -> Result<Option<Self>, SignerError> {
        let wrong = |what: String| SignerError(format!("key {}: {what}", path.display()));
        match fs::read_to_string(path) {
            Ok(text) => {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text.trim(), &mut bytes)
                    .map_err(|_| wrong("expected 64 hexadecimal digits".into()))?;
                Ok(Some(Self(SigningKey::from_bytes(&bytes))))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// A key for something else than signing, which tells nothing of this one; the label says for what.
    pub fn derive(&self, label: &str) -> [u8; 32] {
        Hash::of(label, &[self.0.as_bytes()]).0
    }

    fn make(path: &Path) -> Result<Self, SignerError> {
        let wrong = |what: String| SignerError(format!("key {}: {what}", path.display()));
        if path.extension().is_some_and(|end| end == "pub" || end == "new") {
            return Err(wrong(
                "a secret key cannot end in .pub or .new: the public half lies beside it".into(),
            ));
        }
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| wrong(error.to_string()))?;
        write_secret(path, &hex::encode(bytes)).map_err(|error| wrong(error.to_string()))?;
        let signer = Self(SigningKey::from_bytes(&bytes));
        let public = path.with_extension("pub");
        fs::write(&public, format!("{}\n", signer.public()))
            .map_err(|error| SignerError(format!("key {}: {error}", public.display())))?;
        Ok(signer)
    }

    /// A digest of parts that only who has the key can make: HMAC-SHA-256 under a key of its own for every
    /// label.
    pub fn seal(&self, label: &str, parts: &[&[u8]]) -> Hash {
        let Hash(key) = Hash::of(label, &[self.0.as_bytes()]);
        // A key of 32 bytes is one that it takes.
        let Ok(mut sum) = Hmac::<Sha256>::new_from_slice(&key) else { return Hash([0; 32]) };
        for part in parts {
            sum.update(&(part.len() as u64).to_be_bytes());
            sum.update(part);
        }
        Hash(sum.finalize().into_bytes().into())
    }

    /// The signature over a text under a label, in hexadecimal digits.
    pub fn sign(&self, label: &str, text: &str) -> String {
        sign(self, label.as_bytes(), text)
    }

    /// Whether a text is signed under a label by this key.
    ///
    /// # Errors
    /// What is wrong with the signature.
    pub fn signed(&self, label: &str, text: &str, signature: &str) -> Result<(), String> {
        let public = self.public();
        signed_by(Some(&public), label.as_bytes(), text, &public, signature)
    }

    /// The public half, in hexadecimal digits.
    pub fn public(&self) -> String {
        hex::encode(self.0.verifying_key().as_bytes())
    }
}

/// Writes a file whole or not at all: one that is half written would stop every later start.
fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let draft = path.with_extension("new");
    let _ = fs::remove_file(&draft);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    writeln!(file, "{text}")?;
    file.sync_all()?;
    // A link, and no renaming: a key that is there already stays.
    let linked = fs::hard_link(&draft, path);
    let _ = fs::remove_file(&draft);
    linked
}

/// What is signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Statement {
    number: u64,
    at: i64,
    turn: i64,
    heads: Vec<(String, u64, String)>,
    /// What each of these streams held, as a digest.
    #[serde(default)]
    ledgers: Vec<String>,
    /// Whether every stream is among them.
    #[serde(default)]
    whole: bool,
}

/// What a checkpoint says of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// How far it had come.
    pub head: Head,
    /// A digest of what its accounts held.
    pub ledger: Option<Hash>,
}

/// What a checkpoint says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its number.
    pub number: u64,
    /// The turn of who signed it.
    pub turn: i64,
    /// Streams, with how far they had come.
    pub heads: Vec<(String, Signed)>,
    /// Whether these are all streams.
    pub whole: bool,
}

/// A digest of what accounts hold.
pub fn ledger_digest(ledger: &Ledger) -> Hash {
    let mut lines: Vec<String> = ledger
        .accounts()
        .iter()
        .map(|(account, units)| format!("{}={units}", account_name(*account)))
        .collect();
    lines.sort();
    let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
    Hash::of("houseway/ledger/1", &lines)
}

/// A signed statement of how far streams have come: those that moved since the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The statement, as it was signed.
    statement: String,
    /// The public key.
    public: String,
    /// The signature.
    signature: String,
}

impl Checkpoint {
    /// The stream that checkpoints are kept in.
    pub const STREAM: &'static str = "house/checkpoints";

    /// Signs heads.
    pub fn sign(
        signer: &Signer,
        (number, at, turn): (u64, i64, i64),
        streams: Vec<(String, Head, Hash)>,
        whole: bool,
    ) -> Self {
        let ledgers = streams.iter().map(|(.., ledger)| ledger.to_string()).collect();
        let heads = streams.into_iter().map(|(name, head, _)| (name, head.sequence, head.hash.to_string()));
        let statement = Statement { number, at, turn, heads: heads.collect(), ledgers, whole };
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
    pub fn from_body(sequence: u64, body: &[u8]) -> Result<Self, Error> {
        serde_json::from_slice(body)
            .map_err(|error| Error::damaged(Self::STREAM, sequence, format!("not a checkpoint: {error}")))
    }

    /// The public key it says it is signed with.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The number and the heads it states; see [`stated`](Self::stated).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn heads(&self, public: Option<&str>) -> Result<(u64, Vec<(String, Head)>), String> {
        let stated = self.stated(public)?;
        Ok((stated.number, stated.heads.into_iter().map(|(name, signed)| (name, signed.head)).collect()))
    }

    /// What it states, if its signature is of a key: of the one given, or of the one it names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn stated(&self, public: Option<&str>) -> Result<Stated, String> {
        signed_by(public, LABEL, &self.statement, &self.public, &self.signature)?;
        let statement: Statement = serde_json::from_str(&self.statement)
            .map_err(|error| format!("its statement cannot be read: {error}"))?;
        let mut heads = Vec::with_capacity(statement.heads.len());
        for (place, (name, sequence, hash)) in statement.heads.into_iter().enumerate() {
            let head = Head { sequence, hash: hash.parse()? };
            let ledger = statement.ledgers.get(place).map(|ledger| ledger.parse()).transpose()?;
            heads.push((name, Signed { head, ledger }));
        }
        Ok(Stated { number: statement.number, turn: statement.turn, heads, whole: statement.whole })
    }
}

/// The signature over a statement under a label.
pub(crate) fn sign(signer: &Signer, label: &[u8], statement: &str) -> String {
    let signature = signer.0.sign(&[label, statement.as_bytes()].concat());
    hex::encode(signature.to_bytes())
}

/// Whether a statement is signed by a key: by the one wanted, or by the one it names.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn signed_by(
    wanted: Option<&str>,
    label: &[u8],
    statement: &str,
    public: &str,
    signature: &str,
) -> Result<(), String> {
    if let Some(wanted) = wanted
        && wanted != public
    {
        return Err(format!("signed by key {public}, expected {wanted}"));
    }
    let mut key = [0; 32];
    hex::decode_to_slice(public, &mut key)
        .map_err(|_| "its public key is not 64 hexadecimal digits".to_string())?;
    let key =
        VerifyingKey::from_bytes(&key).map_err(|_| "its public key is not an Ed25519 key".to_string())?;
    let mut bytes = [0; 64];
    hex::decode_to_slice(signature, &mut bytes).map_err(|_| "its signature is not 128 hexadecimal digits")?;
    key.verify_strict(&[label, statement.as_bytes()].concat(), &Signature::from_bytes(&bytes))
        .map_err(|_| "its signature is invalid".to_string())
}
