//! One parameter: its value, the clauses it rests on, the reading if one decided.
//!
//! A parameter is written `name = { is = VALUE, clauses = ["9.8"] }`; a value with several parts names
//! them instead of `is`. Knows how values of each kind are read and shown, not what they mean.

use crate::page::Entry;
use crate::{Citation, Citer};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A value with the clauses it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited<T> {
    /// The value.
    pub value: T,
    /// The clauses that say so; for an inherited or borrowed value, those of the other book.
    pub clauses: Vec<Citation>,
    /// The reading that decided, where the clauses leave it open.
    pub reading: Option<String>,
    /// Both as text, each once: made once, so that every event and refusal can share it.
    texts: Arc<[String]>,
}

impl<T> Cited<T> {
    pub(crate) fn new(value: T, clauses: Vec<Citation>, reading: Option<String>) -> Self {
        let mut texts: Vec<String> = Vec::with_capacity(clauses.len() + 1);
        let reads = reading.iter().map(|id| format!("reading {id}"));
        for text in clauses.iter().map(Citation::to_string).chain(reads) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Self { value, clauses, reading, texts: texts.into() }
    }

    /// Clauses such as `star-2016 8.4.1` and then `reading lots-modulo`, each once.
    pub const fn texts(&self) -> &Arc<[String]> {
        &self.texts
    }
}

/// A parameter as it is printed: to list a book's parameters, or to compare two books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The table it stands in: `bank`.
    pub table: &'static str,
    /// Its name there: `rounds-per-bank`.
    pub name: &'static str,
    /// Its value in words.
    pub value: String,
    /// The clauses it rests on.
    pub clauses: Vec<Citation>,
    /// The reading that decided.
    pub reading: Option<String>,
}

/// A kind of value that a parameter can have.
pub(crate) trait Worth: Sized {
    /// Reads the value under `key`; `name` is what a fault calls it, `range` bounds numbers.
    fn read(
        entry: &Entry<'_, '_>,
        key: &str,
        name: &str,
        range: Option<&RangeInclusive<i64>>,
    ) -> Option<Self>;

    /// The value in words.
    fn show(&self) -> String;
}

/// A value chosen among words; made by `words!`.
pub(crate) trait Word: Copy + Eq + 'static {
    /// Every choice.
    const CHOICES: &'static [Self];

    /// The word in the book's file.
    fn spell(self) -> &'static str;
}

/// An enumeration written as kebab-case words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum $name {
            $($(#[$variant_doc])* #[cfg_attr(feature = "schema", schema(rename = $word))] $variant,)+
        }

        impl $name {
            /// Every choice, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word in a book's file.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::parameter::Word for $name {
            const CHOICES: &'static [Self] = Self::ALL;

            fn spell(self) -> &'static str {
                self.word()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::parameter::spelled(deserializer)
            }
        }
    };
}
pub(crate) use words;

/// The word that a stored form spells.
pub(crate) fn spelled<'de, T: Word, D: serde::Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
    let found = T::CHOICES.iter().copied().find(|choice| choice.spell() == text);
    found.ok_or_else(|| {
        let choices: Vec<&str> = T::CHOICES.iter().map(|choice| choice.spell()).collect();
        serde::de::Error::custom(format!("\"{text}\" is not one of {}", choices.join(", ")))
    })
}

/// Notes that a parameter has no value, unless the key is there.
pub(super) fn present(entry: &Entry<'_, '_>, key: &str, name: &str) -> bool {
    if !entry.has(key) {
        entry.fault(format!("{name} has no value: {key} = … is missing"));
    }
    entry.has(key)
}

/// The word that a text spells, or a fault that lists the choices.
pub(crate) fn word_of<T: Word>(
    entry: &Entry<'_, '_>,
    name: &str,
    text: &crate::page::At<String>,
) -> Option<T> {
    let found = T::CHOICES.iter().copied().find(|choice| choice.spell() == text.value);
    if found.is_none() {
        let choices: Vec<&str> = T::CHOICES.iter().map(|choice| choice.spell()).collect();
        let reason = format!("{name} is \"{}\", one of {} wanted", text.value, choices.join(", "));
        entry.page().fault(text.at, reason);
    }
    found
}

impl<T: Word> Worth for T {
    fn read(entry: &Entry<'_, '_>, key: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        present(entry, key, name)
            .then(|| entry.text(key))
            .flatten()
            .and_then(|text| word_of(entry, name, &text))
    }

    fn show(&self) -> String {
        self.spell().to_string()
    }
}

/// A list of words, none of them twice; it may be empty.
impl<T: Word> Worth for Vec<T> {
    fn read(entry: &Entry<'_, '_>, key: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        if !present(entry, key, name) {
            return None;
        }
        let texts = entry.texts(key);
        let words: Vec<T> = texts.iter().filter_map(|text| word_of(entry, name, text)).collect();
        for (i, text) in texts.iter().enumerate() {
            if texts[..i].iter().any(|earlier| earlier.value == text.value) {
                entry.page().fault(text.at, format!("{name} lists {} twice", text.value));
            }
        }
        (words.len() == texts.len()).then_some(words)
    }

    fn show(&self) -> String {
        if self.is_empty() {
            return "none".to_string();
        }
        self.iter().map(|word| word.spell()).collect::<Vec<_>>().join(", ")
    }
}

macro_rules! whole_numbers {
    ($($kind:ty),+) => {$(
        impl Worth for $kind {
            fn read(entry: &Entry<'_, '_>, key: &str, name: &str, range: Option<&RangeInclusive<i64>>) -> Option<Self> {
                if !present(entry, key, name) {
                    return None;
                }
                let number = entry.number(key, i64::MIN..=i64::MAX)?;
                let range = range.cloned().unwrap_or(0..=i64::from(<$kind>::MAX));
                if !range.contains(&number.value) {
                    let (least, most) = (range.start(), range.end());
                    let reason = format!("{name} is {}, {least} to {most} wanted", number.value);
                    entry.page().fault(number.at, reason);
                    return None;
                }
                <$kind>::try_from(number.value).ok()
            }

            fn show(&self) -> String {
                self.to_string()
            }
        }
    )+};
}
whole_numbers!(u8, u16);

impl Worth for bool {
    fn read(entry: &Entry<'_, '_>, key: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        present(entry, key, name).then(|| entry.flag(key)).flatten().map(|flag| flag.value)
    }

    fn show(&self) -> String {
        if *self { "yes" } else { "no" }.to_string()
    }
}

/// Names, none of them twice, at least one.
impl Worth for Vec<String> {
    fn read(entry: &Entry<'_, '_>, key: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        if !present(entry, key, name) {
            return None;
        }
        let texts = entry.texts(key);
        for (i, text) in texts.iter().enumerate() {
            if texts[..i].iter().any(|earlier| earlier.value == text.value) {
                entry.page().fault(text.at, format!("{name} lists {} twice", text.value));
            }
        }
        if texts.is_empty() {
            entry.fault(format!("{name} is an empty list"));
            return None;
        }
        Some(texts.into_iter().map(|text| text.value).collect())
    }

    fn show(&self) -> String {
        self.join(", ")
    }
}

/// Reads one parameter's table.
pub(crate) fn read_cited<T: Worth>(
    entry: Entry<'_, '_>,
    citer: &Citer<'_>,
    name: &str,
    range: Option<&RangeInclusive<i64>>,
) -> Option<Cited<T>> {
    let value = T::read(&entry, "is", name, range);
    let clauses = citer.citations(&entry, "clauses");
    let reading = citer.reading(&entry);
    entry.done();
    Some(Cited::new(value?, clauses, reading))
}

/// A parameter as it is printed.
pub(crate) fn state<T: Worth>(table: &'static str, name: &'static str, cited: &Cited<T>) -> Stated {
    Stated {
        table,
        name,
        value: cited.value.show(),
        clauses: cited.clauses.clone(),
        reading: cited.reading.clone(),
    }
}

/// Prints the value with its clauses: `rounds-per-bank  2  (star-2016 6.7)`.
impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses: Vec<String> = self.clauses.iter().map(Citation::to_string).collect();
        write!(f, "{} {}  {}  ({})", self.table, self.name, self.value, clauses.join(", "))?;
        match &self.reading {
            Some(reading) => write!(f, " by reading {reading}"),
            None => Ok(()),
        }
    }
}

/// Where a parameter is looked up: a book's table, and the same table of the book it extends.
pub(crate) struct Place<'e, 'p, 't, 'r> {
    /// The table that holds the group's table, for faults when the latter is absent.
    pub outer: &'e Entry<'p, 't>,
    /// The group's table, if the file has it.
    pub table: Option<&'e Entry<'p, 't>>,
    /// Resolves clauses.
    pub citer: &'e Citer<'r>,
    /// The group's name.
    pub group: &'static str,
}

impl Place<'_, '_, '_, '_> {
    /// The parameter as this file states it; `Some(None)` if it does and the statement is faulty.
    fn own<T: Worth>(&self, key: &str, range: Option<&RangeInclusive<i64>>) -> Option<Option<Cited<T>>> {
        let table = self.table.filter(|table| table.has(key))?;
        Some(table.table(key).and_then(|entry| read_cited(entry, self.citer, key, range)))
    }

    /// A parameter that every book has, if need be from the book it extends.
    pub fn needed<T: Worth + Clone>(
        &self,
        key: &str,
        range: Option<&RangeInclusive<i64>>,
        parent: Option<&Cited<T>>,
    ) -> Option<Cited<T>> {
        if let Some(own) = self.own(key, range) {
            return own;
        }
        if parent.is_none() {
            let at = self.table.unwrap_or(self.outer);
            at.fault(format!("[{}] {key} is missing, and no book is extended that has it", self.group));
        }
        parent.cloned()
    }

    /// A parameter that a book may do without.
    pub fn maybe<T: Worth + Clone>(
        &self,
        key: &str,
        range: Option<&RangeInclusive<i64>>,
        parent: Option<&Option<Cited<T>>>,
    ) -> Option<Cited<T>> {
        match self.own(key, range) {
            Some(own) => own,
            None => parent.cloned().flatten(),
        }
    }
}

/// A table of parameters: `needed` ones every book has, `maybe` ones only some books have.
macro_rules! group {
    ($(#[$doc:meta])* $name:ident = $table:literal {
        $($(#[$field_doc:meta])* $need:ident $field:ident: $kind:ty = $key:literal $(in $range:expr)?;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $crate::parameter::group!(@kind $need $kind),)+
        }

        impl $name {
            /// The table's name in a book's file.
            pub const TABLE: &'static str = $table;

            /// Reads the table; what it leaves out comes from the parent.
            pub(crate) fn read(
                outer: &$crate::page::Entry<'_, '_>,
                citer: &$crate::Citer<'_>,
                parent: Option<&Self>,
            ) -> Option<Self> {
                let table = outer.table($table);
                let place = $crate::parameter::Place { outer, table: table.as_ref(), citer, group: $table };
                $(let $field = place.$need(
                    $key,
                    $crate::parameter::group!(@range $($range)?).as_ref(),
                    parent.map(|parent| &parent.$field),
                );)+
                if let Some(table) = table {
                    table.done();
                }
                Some(Self { $($field: $crate::parameter::group!(@take $need $field),)+ })
            }

            /// Every parameter of the table that the book has.
            pub fn stated(&self) -> Vec<$crate::Stated> {
                let mut all = Vec::new();
                $(all.extend($crate::parameter::group!(@state $need self $field).map(|p| $crate::parameter::state($table, $key, p)));)+
                all
            }
        }
    };
    (@kind needed $kind:ty) => { $crate::Cited<$kind> };
    (@kind maybe $kind:ty) => { Option<$crate::Cited<$kind>> };
    (@take needed $field:ident) => { $field? };
    (@take maybe $field:ident) => { $field };
    (@state needed $this:ident $field:ident) => { Some(&$this.$field) };
    (@state maybe $this:ident $field:ident) => { $this.$field.as_ref() };
    (@range) => { None::<std::ops::RangeInclusive<i64>> };
    (@range $range:expr) => { Some($range) };
}
pub(crate) use group;
