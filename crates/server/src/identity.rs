//! What is running: digests of the program and of the books, recorded at every start.

use rulebook::Shelf;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::BufRead;
use std::path::Path;

/// Digests of what is running, SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of the program.
    pub version: String,
    /// The digest of its file.
    pub program: String,
    /// The digest of each book, over its files in order.
    pub books: Vec<(String, String)>,
}

/// A digest of bytes, as everybody computes it (`sha256sum`).
fn digest(parts: &[&[u8]]) -> String {
    use sha2::{Digest, Sha256};
    let mut sum = Sha256::new();
    for part in parts {
        sum.update(part);
    }
    hex::encode(sum.finalize())
}

/// The digest of a file, as `sha256sum` says it.
///
/// # Errors
/// It cannot be read.
pub fn digest_of(path: &Path) -> std::io::Result<String> {
    use sha2::{Digest, Sha256};
    let mut sum = Sha256::new();
    let mut file = std::io::BufReader::with_capacity(1 << 20, std::fs::File::open(path)?);
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(hex::encode(sum.finalize()));
        }
        sum.update(read);
        let taken = read.len();
        file.consume(taken);
    }
}

impl Identity {
    /// Of the program that runs, with the books in it.
    ///
    /// # Errors
    /// The program's file cannot be read.
    pub fn of_this() -> std::io::Result<Self> {
        let path = std::env::current_exe()?;
        // On Linux the file may have been replaced since; this name still leads to what runs.
        let running = Path::new("/proc/self/exe");
        Self::of(if running.exists() { running } else { &path })
    }

    /// Of a program's file, with the books in this one.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of(program: &Path) -> std::io::Result<Self> {
        let bytes = std::fs::read(program)?;
        let books = Shelf::embedded_files().into_iter().map(|book| {
            let parts: Vec<&[u8]> =
                book.files.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]).collect();
            (book.id.clone(), digest(&parts))
        });
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_string(),
            program: digest(&[&bytes]),
            books: books.collect(),
        })
    }

    /// As one line, for the record.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From a record's line.
    pub fn from_line(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// What differs from another.
    pub fn differs(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        if self.program != other.program {
            found.push(format!("program: {} on record, {} now", self.program, other.program));
        }
        for (book, digest) in &self.books {
            match other.books.iter().find(|(id, _)| id == book) {
                None => found.push(format!("book {book}: on record, and gone now")),
                Some((_, now)) if now != digest => {
                    found.push(format!("book {book}: {digest} on record, {now} now"));
                }
                Some(_) => {}
            }
        }
        for (book, _) in other.books.iter().filter(|(id, _)| !self.books.iter().any(|(known, _)| known == id))
        {
            found.push(format!("book {book}: not on record"));
        }
        found
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "houseway {}", self.version)?;
        writeln!(f, "program  {}", self.program)?;
        for (book, digest) in &self.books {
            writeln!(f, "{book:<20} {digest}")?;
        }
        Ok(())
    }
}
