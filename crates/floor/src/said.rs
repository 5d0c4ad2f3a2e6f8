//! Text of somebody else's choosing: commands as they are sent, bounded, read, and written again as the house understood
//! them; and how much of any such text is said again to others, or kept.

use game::Refusal;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;

/// The longest command, in bytes.
const COMMAND: usize = 8 * 1024;
/// How much of a text that somebody else chose is said again, in characters.
const AGAIN: usize = 200;

/// A text that somebody else chose, as it is said again: its beginning, if it is long.
pub fn brief(text: &str) -> String {
    shortened(text, AGAIN)
}

/// The first characters of a text, and whether there were more.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// A command, with nothing in it that the game does not know. A variant without fields of its own takes whatever stands
/// beside its name, so what is read is compared with what was sent.
///
/// # Errors
/// `message.size`, `message.command`.
pub(crate) fn read_command<C: DeserializeOwned + Serialize>(text: &[u8]) -> Result<C, Refusal> {
    if text.len() > COMMAND {
        let message = format!("a command of {} bytes, expected at most {COMMAND}", text.len());
        return Err(Refusal::plain("message.size", message));
    }
    let none =
        |why: &str| Refusal::plain("message.command", format!("not a command of this game: {}", brief(why)));
    let command: C = serde_json::from_slice(text).map_err(|error| none(&error.to_string()))?;
    let Ok(sent) = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(text) else { return Ok(command) };
    let known = serde_json::to_value(&command).map_err(|error| none(&error.to_string()))?;
    match sent.keys().find(|field| known.get(field).is_none()) {
        Some(field) => Err(none(&format!("unknown field {field:?}"))),
        None => Ok(command),
    }
}

/// A command as the house understood it, whatever it was written like: what others are shown, and what is kept.
pub(crate) fn written<C: Serialize>(command: &C) -> String {
    // What came from JSON goes to JSON.
    serde_json::to_string(command).unwrap_or_default()
}

/// The word of a command, which stands under `do`; nothing if it has none.
pub fn word_of(command: &[u8]) -> String {
    let command = serde_json::from_slice::<serde_json::Value>(command).unwrap_or_default();
    brief(command["do"].as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_said_by_its_beginning() {
        assert_eq!(brief("short"), "short");
        let long = "ä".repeat(AGAIN + 1);
        assert_eq!(brief(&long), format!("{}…", "ä".repeat(AGAIN)));
        assert_eq!(brief(&long[2..]), "ä".repeat(AGAIN));
    }

    #[test]
    fn a_command_has_a_word_under_do() {
        for (command, word) in [(r#"{"do":"spin"}"#, "spin"), (r#"{"area":3,"do":"pay"}"#, "pay")] {
            assert_eq!(word_of(command.as_bytes()), word);
        }
        for none in ["7", "\"spin\"", "{}", r#"{"do":7}"#, "{"] {
            assert_eq!(word_of(none.as_bytes()), "");
        }
    }
}
