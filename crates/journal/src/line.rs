//! A record as one line of JSON: the form in which a journal is handed over and frozen.
//!
//! Always these fields, always in this order, nothing else, no spaces between them:
//!
//! | field | value |
//! |---|---|
//! | `stream` | the stream, as text |
//! | `sequence` | the number in it, from 1 |
//! | `at` | milliseconds of the server's clock |
//! | `form` | the version in which the record was written |
//! | `key` | the key under which it was asked for, or `null` |
//! | `asked` | the fingerprint of what was asked, as 16 hexadecimal digits, or `null` |
//! | `moves` | the money it moves, as text |
//! | `body` | what happened: JSON inside a string, byte for byte as it was kept and hashed |
//! | `hash` | 64 hexadecimal digits |
//!
//! A line is read only if it would be printed the same, so there is one line for one record.

use crate::Record;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'r> {
    stream: Cow<'r, str>,
    sequence: u64,
    at: i64,
    form: u16,
    key: Option<Cow<'r, str>>,
    asked: Option<String>,
    moves: Cow<'r, str>,
    body: Cow<'r, str>,
    hash: String,
}

impl Record {
    /// As one line of JSON, without the end of the line.
    pub fn to_line(&self) -> String {
        let line = Line {
            stream: Cow::Borrowed(&self.stream),
            sequence: self.sequence,
            at: self.at,
            form: self.form,
            key: self.key.as_ref().map(|(key, _)| Cow::Borrowed(&**key)),
            asked: self.key.as_ref().map(|(_, asked)| format!("{asked:016x}")),
            moves: Cow::Borrowed(&self.moves),
            // The writer keeps text only.
            body: String::from_utf8_lossy(&self.body),
            hash: self.hash.to_string(),
        };
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// The record of a line. Whether its hash holds is for [`Record::link`] to say.
    ///
    /// # Errors
    /// What in it is not the form.
    pub fn from_line(text: &str) -> Result<Self, String> {
        let line: Line<'_> = serde_json::from_str(text).map_err(|error| format!("not a record: {error}"))?;
        let key = match (line.key, line.asked) {
            (None, None) => None,
            (Some(key), Some(asked)) => {
                let number = u64::from_str_radix(&asked, 16).map_err(|_| format!("asked {asked:?}"))?;
                Some((key.into_owned(), number))
            }
            _ => return Err("expected key and asked together, or neither".into()),
        };
        let record = Self {
            stream: line.stream.into(),
            sequence: line.sequence,
            at: line.at,
            form: line.form,
            key,
            moves: line.moves.into_owned(),
            body: line.body.into_owned().into_bytes(),
            hash: line.hash.parse()?,
        };
        match record.to_line() == text {
            true => Ok(record),
            false => Err("a record in another form: expected its fields in order, without spaces".into()),
        }
    }
}
