//! The kinds of value that a parameter can have: how each is read and shown. Knows nothing of what it means.

use crate::page::Entry;
use std::ops::RangeInclusive;

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

/// Notes that a parameter has no value, unless the key is there.
pub(crate) fn present(entry: &Entry<'_, '_>, key: &str, name: &str) -> bool {
    if !entry.has(key) {
        entry.fault(format!("{name} has no value: {key} = … is missing"));
    }
    entry.has(key)
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
                    let reason = format!("{name} is {}, expected {least} to {most}", number.value);
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
