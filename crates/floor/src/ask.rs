//! What a table is asked, and what it answers.

use crate::wire::{Answered, Approval, SecondPerson};
use crate::{Effect, Outlet};
use bytes::Bytes;
use game::{Moment, Person, Refusal};
use money::{Amount, PlayerId};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What is said of something that the journal did not take: that it did not happen, or that nobody can know, yet or at
/// all. Not what the database says of it.
pub fn unkept(error: &journal::Error) -> Refusal {
    match error {
        journal::Error::InDoubt(_) => in_doubt(),
        // It may have found out by what it read back: some of it may be there.
        journal::Error::Strange(_) | journal::Error::Damaged { .. } => {
            let message = "the journal is not as the house left it: nothing more is done until it is";
            Refusal::plain("journal.strange", message)
        }
        _ => Refusal::plain("journal.not_kept", "it was not kept, so nothing happened"),
    }
}

/// What is said where nobody can know yet whether something was kept.
pub(crate) fn in_doubt() -> Refusal {
    let message = "it is not known yet whether it was kept: send it again under its key";
    Refusal::plain("journal.in_doubt", message)
}

/// The version of the table after what was asked for, or why it did not happen.
pub type Answer = Result<u64, Refusal>;

/// What became of a command of staff that was not refused.
#[derive(Clone, Debug)]
pub enum Acted {
    /// It is done, and seen at this version of the table.
    Done(u64),
    /// Nothing has happened yet: it takes a second person, or another than the one who stood by it.
    NeedsSecond(Box<Preview>),
}

/// Where an answer goes.
pub enum Reply {
    /// To one who waits.
    Once(oneshot::Sender<Answer>),
    /// To one who waits, and asks for a second person where it takes one.
    Staff(oneshot::Sender<Result<Acted, Refusal>>),
    /// To a station, under the key it gave.
    Station(Arc<Outlet>, String),
    /// To nobody.
    Nobody,
    /// To one who is told that it waits for somebody else, once that is kept.
    Waits(Box<(Self, Refusal)>),
}

impl Reply {
    /// Gives the answer.
    pub fn give(self, answer: Answer) {
        match self {
            Self::Once(sender) => {
                // Who asked may be gone.
                let _ = sender.send(answer);
            }
            Self::Staff(sender) => {
                let _ = sender.send(answer.map(Acted::Done));
            }
            Self::Station(outlet, key) => {
                let (version, refused) = match answer {
                    Ok(version) => (Some(version), None),
                    Err(refused) => (None, Some(refused)),
                };
                outlet.answer(Answered { key, version, refused, waits: None });
            }
            Self::Nobody => {}
            Self::Waits(waits) => {
                let (reply, waits) = *waits;
                reply.give(answer.and(Err(waits)));
            }
        }
    }

    /// Says that it waits for a second person; to a station also for whom, and what would follow.
    pub fn waits(self, refused: Refusal, approval: Approval) {
        match self {
            Self::Station(outlet, key) => {
                let waits = Some(Box::new(approval));
                outlet.answer(Answered { key, version: None, refused: Some(refused), waits });
            }
            other => other.give(Err(refused)),
        }
    }
}

/// A command for the table's game.
#[derive(Clone)]
pub struct Act {
    /// Who.
    pub who: Person,
    /// Who stands by it, where it takes two.
    pub second: Option<Box<Cosigner>>,
    /// A key, under which it happens once however often it is sent.
    pub key: Option<String>,
    /// The command, as JSON.
    pub command: Bytes,
    /// When it was taken.
    pub at: Moment,
}

/// Who stands by a command beside the person who asked for it.
#[derive(Clone, Debug)]
pub struct Cosigner {
    /// Who.
    pub who: Person,
    /// The effect that both saw.
    pub saw: Effect,
}

/// What a command that takes two people would lead to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Preview {
    /// The command, as the house understood it.
    pub command: String,
    /// The second person who has to approve it.
    pub second: SecondPerson,
    /// What would follow.
    pub effect: Effect,
}

/// A player's word on what a dealer asked for out of their account.
#[derive(Clone, Debug)]
pub struct Confirm {
    /// Whose word.
    pub player: PlayerId,
    /// The number of what was asked for.
    pub number: u64,
    /// For a yes, the hash of what they saw; nothing for a no.
    pub yes: Option<String>,
}

/// A request to a table. What changes something may have a key, under which it happens once.
pub enum Ask {
    /// To do something by the rules of the game.
    Act {
        /// The command.
        act: Act,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To let a player come to a place.
    Join {
        /// Who.
        player: PlayerId,
        /// Which seat or station.
        place: u8,
        /// With how much.
        amount: Amount,
        /// Under which key.
        key: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To give a player more chips.
    TopUp {
        /// Whom.
        player: PlayerId,
        /// How much.
        amount: Amount,
        /// Under which key.
        key: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To let a player go as soon as the rules do.
    Leave {
        /// Who.
        player: PlayerId,
        /// Who sees to it, if they do not ask themselves.
        by: Option<Person>,
        /// Under which key.
        key: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To mix something into chance.
    Mix {
        /// Who adds it.
        who: Person,
        /// What is added.
        bytes: Vec<u8>,
        /// Under which key.
        key: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To let a dealer take the table, or hand it back.
    Deal {
        /// Who.
        who: Person,
        /// Whether they take it.
        takes: bool,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To do what a dealer asked for out of a player's account, or not.
    Confirm {
        /// The player's word.
        word: Confirm,
        /// Under which key.
        key: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To say what a command would lead to, without doing it.
    Preview {
        /// The command.
        act: Act,
        /// Where the answer goes.
        answer: oneshot::Sender<Result<Preview, Refusal>>,
    },
    /// To go on after standing still.
    Resume {
        /// Who asks.
        by: Person,
        /// Who stands by it.
        second: Person,
        /// Where the answer goes.
        reply: Reply,
    },
    /// To let somebody look, from a version they saw on.
    Watch(Watch),
    /// To show once what somebody may see and do.
    Look {
        /// Who.
        who: Person,
        /// Where the answer goes.
        answer: oneshot::Sender<Result<Look, Refusal>>,
    },
    /// To finish.
    Stop {
        /// Told when it has.
        done: oneshot::Sender<()>,
    },
    /// To fail, for tests of what a fault would do.
    #[cfg(feature = "faults")]
    Fail(Fault),
}

/// What goes wrong at a table because a test says so.
#[cfg(feature = "faults")]
pub enum Fault {
    /// An invariant does not hold: the table halts.
    Broken(String),
    /// The program fails: the task panics.
    Panic(String),
}

impl Ask {
    /// The key it is asked under.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Act { act, .. } => act.key.as_deref(),
            Self::Join { key, .. }
            | Self::TopUp { key, .. }
            | Self::Leave { key, .. }
            | Self::Mix { key, .. }
            | Self::Confirm { key, .. } => key.as_deref(),
            Self::Deal { .. }
            | Self::Preview { .. }
            | Self::Watch(_)
            | Self::Look { .. }
            | Self::Resume { .. }
            | Self::Stop { .. } => None,
            #[cfg(feature = "faults")]
            Self::Fail(_) => None,
        }
    }
}

/// Somebody who looks.
pub struct Watch {
    /// Who.
    pub who: Person,
    /// The last version they saw.
    pub seen: Option<u64>,
    /// Whether they want to know what they may do.
    pub legal: bool,
    /// Where views go.
    pub outlet: Arc<Outlet>,
    /// Whether the table has taken it in.
    pub(crate) taken: bool,
}

impl Drop for Watch {
    /// Nobody waits before a screen that stays blank: requests that no table accepted are refused.
    fn drop(&mut self) {
        if !self.taken {
            self.outlet.close();
        }
    }
}

/// What somebody may see and do, once.
#[derive(Clone, Debug)]
pub struct Look {
    /// The whole message, as a station gets it.
    pub message: Bytes,
}
