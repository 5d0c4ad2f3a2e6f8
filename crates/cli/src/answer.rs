//! What a command answers: text and exit status, or a failure in one line.

use rulebook::Faults;
use std::fmt::Display;

/// What goes to stdout, and the exit status.
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) status: u8,
}

impl Answer {
    /// Exit status 0.
    pub(crate) fn yes(text: String) -> Self {
        Self { text, status: 0 }
    }

    /// Exit status 1.
    pub(crate) fn no(text: String) -> Self {
        Self { text, status: 1 }
    }

    /// As JSON, indented, exit status 0.
    pub(crate) fn json(value: &impl serde::Serialize) -> Result<Self, Failure> {
        let mut text = serde_json::to_string_pretty(value).map_err(Failure::new)?;
        text.push('\n');
        Ok(Self::yes(text))
    }

    /// As CSV, a header and rows, exit status 0.
    pub(crate) fn csv<R: IntoIterator<Item: AsRef<[u8]>>>(
        header: &[&str],
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(header).map_err(Failure::new)?;
        for row in rows {
            writer.write_record(row).map_err(Failure::new)?;
        }
        let bytes = writer.into_inner().map_err(Failure::new)?;
        Ok(Self::yes(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Bad input: what was wrong with which value and what would be right. Exit status 2.
///
/// One line, but for the faults of a broken book, which have a line each. What was typed can hold
/// anything: control characters are shown, not sent, so that they break no line and no terminal.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What was done before it went wrong, for stdout.
    before: String,
    lines: Vec<String>,
}

impl Failure {
    pub(crate) fn new(reason: impl Display) -> Self {
        Self::one(reason.to_string())
    }

    /// A reason in one line.
    pub(crate) fn one(reason: impl AsRef<str>) -> Self {
        Self { before: String::new(), lines: vec![shown(reason.as_ref())] }
    }

    /// The same, with what was done before.
    pub(crate) fn after(before: String, reason: impl AsRef<str>) -> Self {
        Self { before, ..Self::one(reason) }
    }

    /// The faults of a book.
    pub(crate) fn faults(faults: &Faults) -> Self {
        Self {
            before: String::new(),
            lines: faults.0.iter().map(|fault| shown(&fault.to_string())).collect(),
        }
    }

    /// What goes to stdout all the same.
    pub(crate) fn before(&self) -> &str {
        &self.before
    }

    /// What is said on stderr.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

/// A text with its control characters spelled out.
fn shown(text: &str) -> String {
    let spell = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(spell).collect()
}

/// So many of something: `1 hand`, `3 hands`, `1,000 hands`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", crate::odds::grouped(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Pads the columns of a table to the widest cell of each; the last column runs free.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(c, cell)| {
            let pad = if c + 1 == row.len() { 0 } else { widths[c] - cell.chars().count() };
            format!("{cell}{}", " ".repeat(pad))
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
