//! A fault in a book: which file, which line, what is wrong.
//!
//! Loading collects faults instead of stopping at the first, so that an editor sees all of them.

use std::fmt;

/// One thing wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, as `star-2016/houseway.toml`.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, naming the thing, the value and the bound.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// Every fault found while loading, in the order of files and lines. Never empty as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Notes a fault.
    pub fn add(&mut self, file: &str, line: usize, reason: impl Into<String>) {
        self.0.push(Fault { file: file.to_string(), line, reason: reason.into() });
    }

    /// `Ok(value)` if nothing is wrong, else all faults, sorted.
    pub fn into_result<T>(mut self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort();
        self.0.dedup();
        Err(self)
    }
}

/// One fault a line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
