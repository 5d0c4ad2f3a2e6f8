//! Commands and events as enums of topics, told apart on the wire by one word.
//!
//! A topic (the bank, the wager, the spin) is an enum of its own, tagged by serde (`{"do":"offer-bank"}`). The enum
//! of topics is declared with [`topics!`]: it is written as the topic is, and read by finding the topic that has
//! the word, so that an error names the word or the field that is wrong, and nothing is tried twice.

use serde::Deserializer;
use serde::de::{Deserialize, DeserializeOwned, Error};
use serde_json::{Map, Value};

/// What reads one topic: its words, and how the rest is read.
pub struct Topic<T> {
    /// The words of the topic, as they stand under the tag.
    pub words: &'static [&'static str],
    /// Reads a value whose word is one of them.
    pub read: fn(Value) -> Result<T, serde_json::Error>,
}

/// The words of commands that carry nothing: serde would let any field beside the tag pass in them, although their
/// topic denies unknown fields. Events carry what older and newer records say, and are not looked at.
pub fn bare_words<T>(tag: &'static str, topics: &[Topic<T>]) -> Vec<&'static str> {
    let lets_pass = |topic: &Topic<T>, word: &str| {
        let fields = [(tag.to_string(), Value::from(word)), ("-".to_string(), Value::Null)];
        (topic.read)(Value::Object(Map::from_iter(fields))).is_ok()
    };
    let words = topics
        .iter()
        .filter(|_| tag == "do")
        .flat_map(|topic| topic.words.iter().copied().filter(move |word| lets_pass(topic, word)));
    words.collect()
}

/// Reads a tagged value by the topic that has its word; nothing stands beside a bare word.
///
/// # Errors
/// No object, no tag, a word that no topic has, or what the topic refuses.
pub fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    tag: &'static str,
    topics: &[Topic<T>],
    bare: &[&'static str],
) -> Result<T, D::Error> {
    let fields = Map::<String, Value>::deserialize(deserializer)?;
    let word = match fields.get(tag) {
        Some(Value::String(word)) => word.as_str(),
        Some(other) => {
            return Err(D::Error::custom(format_args!("expected a word for `{tag}`, got {other}")));
        }
        None => return Err(D::Error::missing_field(tag)),
    };
    let Some(topic) = topics.iter().find(|topic| topic.words.contains(&word)) else {
        return Err(D::Error::custom(format_args!("unknown `{tag}`: `{word}`")));
    };
    if let Some(field) = fields.keys().find(|field| *field != tag && bare.contains(&word)) {
        return Err(D::Error::custom(format_args!("unknown field `{field}`: `{word}` has none")));
    }
    (topic.read)(Value::Object(fields)).map_err(D::Error::custom)
}

/// Reads a topic, and puts it where it belongs.
///
/// # Errors
/// What the topic refuses.
pub fn read_topic<T: DeserializeOwned, All: From<T>>(value: Value) -> Result<All, serde_json::Error> {
    serde_json::from_value::<T>(value).map(All::from)
}

/// Declares an enum of topics: commands by `"do"`, events by `"is"`.
///
/// Each topic is a tagged enum with serde's `tag` and strum's `VariantNames`, both in kebab-case; those of commands
/// deny unknown fields. To describe the whole by OpenAPI, derive `utoipa::ToSchema` on it with `serde(untagged)`.
///
/// ```
/// mod spin {
///     use serde::{Deserialize, Serialize};
///     #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::VariantNames)]
///     #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
///     #[strum(serialize_all = "kebab-case")]
///     pub enum Command {
///         SpinBall,
///         Enter { pocket: u8 },
///     }
/// }
///
/// game::topics! {
///     /// What somebody wants to happen.
///     #[derive(Clone, Debug, PartialEq)]
///     pub enum Command by "do" {
///         /// The ball.
///         Spin(spin::Command),
///     }
/// }
///
/// let command: Command = serde_json::from_str(r#"{"do":"enter","pocket":17}"#).unwrap();
/// assert_eq!(command, Command::Spin(spin::Command::Enter { pocket: 17 }));
/// assert_eq!(serde_json::to_string(&command).unwrap(), r#"{"do":"enter","pocket":17}"#);
/// assert_eq!(Command::from(spin::Command::SpinBall), Command::Spin(spin::Command::SpinBall));
/// let unknown = serde_json::from_str::<Command>(r#"{"do":"fly"}"#).unwrap_err();
/// assert_eq!(unknown.to_string(), "unknown `do`: `fly`");
/// let more = serde_json::from_str::<Command>(r#"{"do":"spin-ball","pocket":17}"#).unwrap_err();
/// assert_eq!(more.to_string(), "unknown field `pocket`: `spin-ball` has none");
/// ```
#[macro_export]
macro_rules! topics {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident by $tag:literal {
            $($(#[$doc:meta])* $topic:ident($inner:ty),)+
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $topic($inner),)+
        }

        impl $name {
            /// The words of every topic, as they stand on the wire.
            pub fn words() -> impl Iterator<Item = &'static str> {
                let topics: &[&'static [&'static str]] = &[$(<$inner as $crate::VariantNames>::VARIANTS,)+];
                topics.iter().flat_map(|words| words.iter().copied())
            }
        }

        $(
            impl From<$inner> for $name {
                fn from(topic: $inner) -> Self {
                    Self::$topic(topic)
                }
            }
        )+

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$topic(topic) => topic.serialize(serializer),)+
                }
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const TOPICS: &[$crate::Topic<$name>] = &[$($crate::Topic {
                    words: <$inner as $crate::VariantNames>::VARIANTS,
                    read: $crate::read_topic::<$inner, $name>,
                },)+];
                static BARE: ::std::sync::OnceLock<Vec<&'static str>> = ::std::sync::OnceLock::new();
                let bare = BARE.get_or_init(|| $crate::bare_words($tag, TOPICS));
                $crate::read(deserializer, $tag, TOPICS, bare)
            }
        }
    };
}
