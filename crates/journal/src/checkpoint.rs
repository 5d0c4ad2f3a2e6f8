//! Checkpoints: the house signs how far its streams have come.
//!
//! Whoever changes a record and all hashes after it makes a chain that holds together; the signature over
//! the old hashes shows it. The key is made at the first start and stays in a file that only the house
//! can read; its public half is what a regulator keeps.

use crate::{Error, Head};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Signed bytes begin with this.
const LABEL: &[u8] = b"houseway/checkpoint/1\0";

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignerError(String);

impl fmt::Display for SignerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SignerError {}

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
        let wrong = |what: String| SignerError(format!("key {}: {what}", path.display()));
        match fs::read_to_string(path) {
            Ok(text) => {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text.trim(), &mut bytes)
                    .map_err(|_| wrong("64 hexadecimal digits wanted".into()))?;
                Ok(Self(SigningKey::from_bytes(&bytes)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).map_err(|error| wrong(error.to_string()))?;
                write_secret(path, &hex::encode(bytes)).map_err(|error| wrong(error.to_string()))?;
                let signer = Self(SigningKey::from_bytes(&bytes));
                let public = path.with_extension("pub");
                fs::write(&public, format!("{}\n", signer.public()))
                    .map_err(|error| SignerError(format!("key {}: {error}", public.display())))?;
                Ok(signer)
            }
            Err(error) => Err(wrong(error.to_string())),
        }
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
    pub fn sign(signer: &Signer, number: u64, at: i64, turn: i64, heads: Vec<(String, Head)>) -> Self {
        let heads = heads.into_iter().map(|(name, head)| (name, head.sequence, head.hash.to_string()));
        let statement = Statement { number, at, turn, heads: heads.collect() };
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
            .map_err(|error| Error::damaged(Self::STREAM, sequence, format!("no checkpoint: {error}")))
    }

    /// The public key it says it is signed with.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The number and the heads it states, if its signature is of a key: of the one given, or of the one it
    /// names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn heads(&self, public: Option<&str>) -> Result<(u64, Vec<(String, Head)>), String> {
        signed_by(public, LABEL, &self.statement, &self.public, &self.signature)?;
        let statement: Statement = serde_json::from_str(&self.statement)
            .map_err(|error| format!("its statement is none: {error}"))?;
        let heads = statement.heads.into_iter();
        let heads: Result<Vec<_>, String> =
            heads.map(|(name, sequence, hash)| Ok((name, Head { sequence, hash: hash.parse()? }))).collect();
        Ok((statement.number, heads?))
    }
}

/// The signature over a statement under a label.
pub(crate) fn sign(signer: &Signer, label: &[u8], statement: &str) -> String {
    let signature = signer.0.sign(&[label, statement.as_bytes()].concat());
    hex::encode(signature.to_bytes())
}

/// Whether a statement is signed by a key: by the one given, or by the one it names.
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
        return Err(format!("signed by key {public}, {wanted} wanted"));
    }
    let mut key = [0; 32];
    hex::decode_to_slice(public, &mut key).map_err(|_| "its public key is none".to_string())?;
    let key = VerifyingKey::from_bytes(&key).map_err(|_| "its public key is none".to_string())?;
    let mut bytes = [0; 64];
    hex::decode_to_slice(signature, &mut bytes).map_err(|_| "its signature is none")?;
    key.verify_strict(&[label, statement.as_bytes()].concat(), &Signature::from_bytes(&bytes))
        .map_err(|_| "its signature does not hold".to_string())
}
