//! How a check ends that does not end well, and how it prints.
//!
//! May touch: standard output.

use std::io::Write;

/// Why a check ended badly: its exit status, and the line to print (empty if all was said already).
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub code: u8,
    /// One line for standard error, or nothing.
    pub line: String,
}

impl Failure {
    /// The arguments were wrong.
    pub fn usage(line: impl Into<String>) -> Self {
        Self { code: 2, line: line.into() }
    }

    /// The check could not be made.
    pub fn failed(line: impl Into<String>) -> Self {
        Self { code: 1, line: line.into() }
    }

    /// The check found faults, and has already printed them.
    pub fn printed() -> Self {
        Self { code: 1, line: String::new() }
    }
}

/// Prints to standard output. A reader that went away (`cargo xtask clauses | head`) is no fault of ours.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
