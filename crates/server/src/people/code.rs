//! The one-time codes that a start prints, for whoever has the console: one by which the first administrator comes onto
//! the books, and those by which supervisors count whom nobody could vouch for.
//!
//! A hundred random bits in letters and digits that are not mistaken for each other. Each is handed out once to be
//! printed; what stays is its hash.

use game::Moment;
use journal::Hash;
use subtle::ConstantTimeEq;

/// 32 letters and digits, without those that look alike.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// How many make a code, and a group of it.
const LENGTH: usize = 20;
const GROUP: usize = 5;

/// Between two words that wrong codes were tried, in milliseconds.
const TOLD: i64 = 10 * 60_000;

/// The codes of this start.
#[derive(Default)]
pub(super) struct Codes {
    /// For the first administrator.
    pub set_up: Option<Code>,
    /// For supervisors, one each.
    pub founding: Vec<Code>,
    /// When it was last told that a wrong one was tried, and how many were since.
    told: Option<Moment>,
    untold: u64,
}

/// A code that was not used yet.
pub(super) struct Code {
    digest: Hash,
    shown: Option<String>,
}

fn digest(code: &str) -> Hash {
    let plain: String = code.chars().filter(|c| c.is_alphanumeric()).collect();
    Hash::of("houseway/set-up", &[plain.to_uppercase().as_bytes()])
}

impl Code {
    /// A fresh one; `None` if the operating system has no chance to give.
    pub fn fresh() -> Option<Self> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).ok()?;
        let letters: Vec<u8> = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]).collect();
        let groups: Vec<_> = letters.chunks(GROUP).map(String::from_utf8_lossy).collect();
        let shown = groups.join("-");
        Some(Self { digest: digest(&shown), shown: Some(shown) })
    }

    /// To be printed: the first time only.
    pub fn show(&mut self) -> Option<String> {
        self.shown.take()
    }

    /// Whether a text is the code, in small letters or without hyphens too; takes as long either way.
    pub fn is(&self, text: &str) -> bool {
        digest(text).0.ct_eq(&self.digest.0).into()
    }
}

impl Codes {
    /// For a house that wants an administrator or not, and so many supervisors.
    pub fn fresh(administrator: bool, supervisors: usize) -> Self {
        let set_up = if administrator { Code::fresh() } else { None };
        let founding = (0..supervisors).filter_map(|_| Code::fresh()).collect();
        Self { set_up, founding, ..Self::default() }
    }

    /// A wrong one was tried: what is to be written down of it, the first time and then now and again.
    pub fn failed(&mut self, now: Moment) -> Option<String> {
        self.untold += 1;
        if self.told.is_some_and(|told| now.milliseconds() - told.milliseconds() < TOLD) {
            return None;
        }
        let times = std::mem::take(&mut self.untold);
        let what = match self.told.replace(now) {
            None => "a wrong code of the start".to_string(),
            Some(_) => format!("{times} more wrong codes since the last that was told"),
        };
        Some(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_once_and_is_long() {
        let mut code = Code::fresh().unwrap();
        let shown = code.show().unwrap();
        assert_eq!(code.show(), None);
        assert_eq!(shown.len(), 23, "{shown}");
        assert!(
            shown.split('-').all(|group| group.len() == 5 && group.bytes().all(|b| LETTERS.contains(&b)))
        );
        assert!(code.is(&shown) && code.is(&shown.to_lowercase()) && code.is(&shown.replace('-', " ")));
        assert!(!code.is("") && !code.is(&shown[1..]) && !code.is(&format!("{shown}A")));
        assert_ne!(Code::fresh().unwrap().show().unwrap(), shown);
    }
}
