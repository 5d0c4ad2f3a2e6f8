//! What something rests on: clauses of a book, and the reading if one decided.
//!
//! Kept as shared text, so that an event can carry its clauses at the price of a pointer.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Clauses such as `star-2016 8.4.1`, and readings such as `reading lots-modulo`, in order.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = Vec<String>))]
pub struct Cites(Arc<[String]>);

static NONE: LazyLock<Arc<[String]>> = LazyLock::new(|| Arc::from([]));

impl Cites {
    /// These clauses and readings.
    pub fn new(texts: impl IntoIterator<Item = String>) -> Self {
        let mut known: Vec<String> = Vec::new();
        for text in texts {
            if !known.contains(&text) {
                known.push(text);
            }
        }
        Self(known.into())
    }

    /// These, as somebody has them already; each once.
    pub const fn shared(texts: Arc<[String]>) -> Self {
        Self(texts)
    }

    /// The first clause, which a refusal names.
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether nothing is cited.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These without others.
    pub fn without(&self, others: &Self) -> Self {
        match self.0.iter().any(|text| others.0.contains(text)) {
            true => Self::new(self.0.iter().filter(|text| !others.0.contains(text)).cloned()),
            false => self.clone(),
        }
    }

    /// These and others.
    pub fn and(&self, others: &Self) -> Self {
        Self::new(self.0.iter().chain(others.0.iter()).cloned())
    }
}

impl Default for Cites {
    fn default() -> Self {
        Self(NONE.clone())
    }
}

/// Prints them with commas, the book only where it changes: `star-2016 13.1.7, 14.1`.
impl fmt::Display for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = "";
        for (place, text) in self.iter().enumerate() {
            let (book, clause) = text.split_once(' ').unwrap_or(("", text));
            f.write_str(if place == 0 { "" } else { ", " })?;
            f.write_str(if book == last && book != "reading" { clause } else { text })?;
            last = book;
        }
        Ok(())
    }
}

impl fmt::Debug for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Cites {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cites {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<String>::deserialize(deserializer).map(|texts| Self(texts.into()))
    }
}
