//! Values chosen among words: an enumeration for each question, its words, and how they are read.

use super::{Worth, present};
use crate::page::{At, Entry};
use std::ops::RangeInclusive;

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

/// The word that a text spells, or a fault that lists the choices.
pub(crate) fn word_of<T: Word>(entry: &Entry<'_, '_>, name: &str, text: &At<String>) -> Option<T> {
    let found = T::CHOICES.iter().copied().find(|choice| choice.spell() == text.value);
    if found.is_none() {
        let choices: Vec<&str> = T::CHOICES.iter().map(|choice| choice.spell()).collect();
        let reason = format!("{name} is \"{}\", expected one of {}", text.value, choices.join(", "));
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
