//! Runs the real `houseway` command for the tests.

#![allow(dead_code)] // each file of tests uses some of it

use std::ffi::OsStr;
use std::process::{Command, Output};

/// The command with these arguments, and nothing in the environment that changes colours.
pub fn houseway<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houseway"));
    command.args(arguments);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(name);
    }
    command
}

/// Runs a command line, written as in a shell with plain quotes.
pub fn run(line: &str) -> Output {
    houseway(words(line)).output().unwrap_or_else(|error| panic!("houseway {line}: {error}"))
}

/// What went to stdout or stderr.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("not UTF-8: {error}"))
}

/// The words of a command line; quotes of either kind keep spaces, and nothing else is special.
pub fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None::<char>);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c == ' ' => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    assert_eq!(quote, None, "a quotation mark is open: {line}");
    words.extend(word);
    words
}
