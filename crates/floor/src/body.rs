//! What the records of a table say: form 1.
//!
//! The form is frozen: `testdata/floor` has records of it that have to load for ever. A new form gets a
//! new number in `journal::FORM` and a reader beside this one.

use crate::{Drawn, Promise, TableSetup, Wish, WishEnd};
use game::Person;
use money::PlayerId;
use serde::{Deserialize, Serialize};

/// What a record of a table says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body<C, E> {
    /// Somebody did something, and this followed.
    Game(Happened<C, E>),
    /// Something happened around the table.
    Floor(FloorEvent),
}

/// Somebody did something, and this followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Happened<C, E> {
    /// Who.
    pub who: Person,
    /// Who stood by it, where it takes two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Person>,
    /// What they did.
    pub command: C,
    /// The draw that went into it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// What followed.
    pub events: E,
}

/// Something that happened around a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloorEvent {
    /// The table was set up so.
    Opened {
        /// How.
        setup: Box<TableSetup>,
    },
    /// The house committed itself to a seed.
    Committed {
        /// The commitment.
        promise: Promise,
    },
    /// A station added to chance.
    Mixed {
        /// Whose.
        from: Person,
        /// What, in hexadecimal digits.
        added: String,
    },
    /// The house is about to draw: kept before anything is drawn, so that whatever is lost after it, and whoever starts
    /// the house again, nothing that one person does makes another outcome of it.
    Due {
        /// What: `wall`, `dice`, `ball`.
        what: String,
        /// The hash of the record that it hangs on.
        hangs: String,
    },
    /// A round was over: its seed is shown, and the house is committed to the next.
    Revealed {
        /// Whose turn it was.
        turn: u64,
        /// The seed, in hexadecimal digits.
        seed: String,
        /// What was drawn of it, and when: which record closed betting, which one each draw came after.
        drawn: Vec<Drawn>,
        /// The next commitment.
        next: Promise,
    },
    /// A dealer took the table.
    DealerTook {
        /// Who.
        who: Person,
    },
    /// The dealer handed the table over, or was relieved.
    DealerGave {
        /// By whom.
        who: Person,
        /// The dealer, if it was a supervisor who relieved them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relieved: Option<Person>,
    },
    /// A dealer asked for something out of a player's account: the player has to say yes.
    SpendAsked {
        /// What.
        wish: Box<Wish>,
    },
    /// What a dealer asked for is over.
    SpendOver {
        /// Its number.
        number: u64,
        /// How.
        how: WishEnd,
    },
    /// Two people stood by what was just recorded, each for the effect that they saw.
    Signed {
        /// Who asked.
        first: Person,
        /// Who said yes.
        second: Person,
        /// The hash of the effect.
        effect: String,
    },
    /// A player asked to go, or is gone, and leaves the table as soon as the rules let them.
    Leaving {
        /// Who.
        player: PlayerId,
        /// Who sees to it, if not the player: the House or staff, for somebody who is not there any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Person>,
    },
    /// How the table stands, for whoever reads again from here: this record changes nothing.
    Stood {
        /// The hash of the state's stored form.
        state: String,
    },
    /// Something that must not be was found: the table stands still.
    Halted {
        /// What.
        why: String,
    },
    /// Somebody looked into it, and lets it go on.
    Resumed {
        /// Who.
        by: Person,
        /// Who stood by it.
        second: Person,
    },
}
