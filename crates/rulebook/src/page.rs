//! Reading a TOML page of a book: every key is asked for, every value checked, every fault kept.
//!
//! A [`Page`] is one parsed file, an [`Entry`] one table in it. Asking an entry for a key marks the
//! key as known; [`Entry::done`] reports the keys nobody asked for. Nothing stops at the first fault.

use crate::{Fault, Faults};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One TOML file of a book, and the faults found in it so far.
pub struct Page<'t> {
    file: String,
    text: &'t str,
    line_starts: Vec<usize>,
    root: DeTable<'t>,
    faults: RefCell<Vec<Fault>>,
}

impl<'t> Page<'t> {
    /// Parses a file; syntax errors become faults and the rest is still read.
    pub fn parse(file: &str, text: &'t str) -> Self {
        let (root, errors) = DeTable::parse_recoverable(text);
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
            .collect();
        let page = Self {
            file: file.to_string(),
            text,
            line_starts,
            root: root.into_inner(),
            faults: RefCell::default(),
        };
        for error in errors {
            page.fault(error.span().map_or(0, |s| s.start), format!("not TOML: {}", error.message()));
        }
        page
    }

    /// Whether the file has syntax errors or faults so far.
    pub fn has_faults(&self) -> bool {
        !self.faults.borrow().is_empty()
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The top-level table.
    pub fn root(&self) -> Entry<'_, 't> {
        Entry { page: self, table: &self.root, at: 0, asked: RefCell::default() }
    }

    /// The line, from 1, of a byte offset.
    pub fn line(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        self.line_starts.partition_point(|start| *start <= offset).max(1)
    }

    /// Notes a fault at a byte offset.
    pub fn fault(&self, offset: usize, reason: impl Into<String>) {
        let fault = Fault { file: self.file.clone(), line: self.line(offset), reason: reason.into() };
        self.faults.borrow_mut().push(fault);
    }

    /// Notes a fault on a line.
    pub fn fault_on_line(&self, line: usize, reason: impl Into<String>) {
        self.faults.borrow_mut().push(Fault { file: self.file.clone(), line, reason: reason.into() });
    }

    /// Hands over the faults.
    pub fn finish(self, faults: &mut Faults) {
        faults.0.append(&mut self.faults.into_inner());
    }
}

/// A value with the place it stands at, for faults found later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its byte offset in the page.
    pub at: usize,
}

/// One table of a page.
pub struct Entry<'p, 't> {
    page: &'p Page<'t>,
    table: &'p DeTable<'t>,
    at: usize,
    asked: RefCell<BTreeSet<String>>,
}

/// A key, for a fault; `is` holds a parameter's value.
fn named(key: &str) -> &str {
    if key == "is" { "the value" } else { key }
}

/// What a value is, for a fault.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

impl<'p, 't> Entry<'p, 't> {
    /// The page it stands on.
    pub fn page(&self) -> &'p Page<'t> {
        self.page
    }

    /// The byte offset it starts at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Notes a fault at this entry.
    pub fn fault(&self, reason: impl Into<String>) {
        self.page.fault(self.at, reason);
    }

    fn get(&self, key: &str) -> Option<&'p Spanned<DeValue<'t>>> {
        self.asked.borrow_mut().insert(key.to_string());
        self.table.get(key)
    }

    /// Whether the key is present.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue<'t>>, wanted: &str) {
        let found = kind(value.get_ref());
        self.page.fault(value.span().start, format!("{} is {found}, expected {wanted}", named(key)));
    }

    /// A text, if the key is there.
    pub fn text(&self, key: &str) -> Option<At<String>> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(At { value: text.to_string(), at: value.span().start }),
            _ => {
                self.wrong(key, value, "text");
                None
            }
        }
    }

    /// A text that has to be there and not be empty.
    pub fn needed_text(&self, key: &str) -> Option<At<String>> {
        if !self.has(key) {
            self.asked.borrow_mut().insert(key.to_string());
            self.fault(format!("{key} is missing"));
            return None;
        }
        let text = self.text(key)?;
        if text.value.trim().is_empty() {
            self.page.fault(text.at, format!("{key} is empty"));
            return None;
        }
        Some(text)
    }

    fn whole(&self, key: &str, value: &Spanned<DeValue<'t>>, range: &RangeInclusive<i64>) -> Option<At<i64>> {
        let DeValue::Integer(digits) = value.get_ref() else {
            self.wrong(key, value, "a whole number");
            return None;
        };
        let at = value.span().start;
        match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) if range.contains(&number) => Some(At { value: number, at }),
            _ => {
                let (least, most) = (range.start(), range.end());
                self.page.fault(at, format!("{} is {digits}, expected {least} to {most}", named(key)));
                None
            }
        }
    }

    /// A whole number in a range, if the key is there.
    pub fn number(&self, key: &str, range: RangeInclusive<i64>) -> Option<At<i64>> {
        let value = self.get(key)?;
        self.whole(key, value, &range)
    }

    /// A whole number that has to be there.
    pub fn needed_number(&self, key: &str, range: RangeInclusive<i64>) -> Option<At<i64>> {
        if !self.has(key) {
            self.asked.borrow_mut().insert(key.to_string());
            self.fault(format!("{key} is missing"));
            return None;
        }
        self.number(key, range)
    }

    /// True or false, if the key is there.
    pub fn flag(&self, key: &str) -> Option<At<bool>> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(At { value: *flag, at: value.span().start }),
            _ => {
                self.wrong(key, value, "true or false");
                None
            }
        }
    }

    fn list(&self, key: &str) -> Vec<&'p Spanned<DeValue<'t>>> {
        match self.get(key).map(|value| (value, value.get_ref())) {
            None => Vec::new(),
            Some((_, DeValue::Array(items))) => items.iter().collect(),
            Some((value, _)) => vec![value],
        }
    }

    /// A list of texts; a lone text is a list of one; an absent key an empty list.
    pub fn texts(&self, key: &str) -> Vec<At<String>> {
        let mut texts = Vec::new();
        for value in self.list(key) {
            match value.get_ref() {
                DeValue::String(text) => texts.push(At { value: text.to_string(), at: value.span().start }),
                _ => self.wrong(key, value, "text"),
            }
        }
        texts
    }

    /// A list of whole numbers in a range; a lone number is a list of one.
    pub fn numbers(&self, key: &str, range: RangeInclusive<i64>) -> Vec<At<i64>> {
        self.list(key).into_iter().filter_map(|value| self.whole(key, value, &range)).collect()
    }

    fn entry(&self, key: &str, value: &'p Spanned<DeValue<'t>>) -> Option<Entry<'p, 't>> {
        match value.get_ref() {
            DeValue::Table(table) => {
                Some(Entry { page: self.page, table, at: value.span().start, asked: RefCell::default() })
            }
            _ => {
                self.wrong(key, value, "a table");
                None
            }
        }
    }

    /// A table, if the key is there.
    pub fn table(&self, key: &str) -> Option<Entry<'p, 't>> {
        self.get(key).and_then(|value| self.entry(key, value))
    }

    /// The tables of a `[[key]]` list, in the order of the file.
    pub fn tables(&self, key: &str) -> Vec<Entry<'p, 't>> {
        self.list(key).into_iter().filter_map(|value| self.entry(key, value)).collect()
    }

    /// Every key with the offset it stands at, in the order of the file; all count as asked for.
    pub fn keys(&self) -> Vec<At<String>> {
        let mut keys: Vec<At<String>> =
            self.table.keys().map(|k| At { value: k.get_ref().to_string(), at: k.span().start }).collect();
        keys.sort_by_key(|k| k.at);
        self.asked.borrow_mut().extend(keys.iter().map(|k| k.value.clone()));
        keys
    }

    /// Reports the keys that nobody asked for.
    pub fn done(self) {
        let asked = self.asked.into_inner();
        for key in self.table.keys().filter(|k| !asked.contains(k.get_ref().as_ref())) {
            self.page.fault(key.span().start, format!("{} is not a key that belongs here", key.get_ref()));
        }
    }
}
