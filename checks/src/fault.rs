//! A fault found in a file: where it is, and what is wrong.
//!
//! May touch: nothing.

use std::fmt;

/// One thing that is wrong, at a line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, from the project's folder.
    pub path: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong: the thing, its value, the bound.
    pub reason: String,
}

impl Fault {
    /// A fault at a line of a file.
    pub fn new(path: &str, line: usize, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, reason: reason.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.reason)
    }
}
