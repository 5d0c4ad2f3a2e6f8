//! Hands that two Ways set differently, with the reasons of both.

use crate::{Decision, Undecided, Way};
use tiles::Hand;

/// A hand that two Ways set differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How the first sets it.
    pub left: Decision,
    /// How the second sets it.
    pub right: Decision,
}

/// Every hand that two Ways set differently, in the order of hands.
///
/// # Errors
/// A hand that one of them leaves undecided.
pub fn differences(left: &Way<'_>, right: &Way<'_>) -> Result<Vec<Difference>, Undecided> {
    let mut found = Vec::new();
    for hand in Hand::all() {
        let (left, right) = (left.set(&hand)?, right.set(&hand)?);
        if left.setting != right.setting {
            found.push(Difference { left, right });
        }
    }
    Ok(found)
}
