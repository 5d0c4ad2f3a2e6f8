//! The shape of every table game: who may act, what they decide, what follows, who may know it.
//!
//! A [`Game`] is the rules of one table, a value that never changes. Its state changes by events only:
//! `decide` holds every rule and answers with a [`Decision`] or a [`Refusal`]; `evolve` follows an event
//! without asking. Chance and time arrive in commands and in the [`Context`]. `legal` says what a
//! person may do now, as data; `view` says what a person may know.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Game`] | the trait: decide, evolve, legal, view |
//! | [`Decision`], [`Second`] | what a command leads to, and who has to stand by it beside the person who acts |
//! | [`Person`], [`Context`] | who acts, with which rank, and when |
//! | [`Cites`] | the clauses, and the readings, that something rests on |
//! | [`Refusal`] | a stable code, the clauses, and a message with the value and the bound |
//! | [`Tried`] | a command that was put to a table, refused or not |
//! | [`Event`], [`Choice`], [`Turn`] | what happened, what may be done, a command's turn: the shapes that both games share |
//! | [`topics!`] | declares commands and events as enums of topics, tagged alike on the wire |
//! | [`Conduct`], [`Told`] | what whoever runs a table must know of its game beside the rules |
//! | [`Asked`], [`Asking`] | what is asked of a person now, and whether they have done it |
//! | [`Bounds`] | the amounts that may be chosen |
//! | [`Parted`], [`PartId`] | a view in parts, of which only those travel that are new |
//! | [`steps!`] | declares the steps of a game, whose clauses a book's `steps.toml` lists |
//! | [`laws`] | what any game has to obey, checked on random play |
//!
//! Pure: no clock, no chance, no I/O. Knows nothing of which game it is.
//! Clauses: none of its own; star-2016 1.1#5, vcga-2000 1.1.2, 1.1.7, crown-6.1 1.2 give staff their ranks.

mod asked;
mod bounds;
mod choice;
mod cites;
mod conduct;
mod decision;
mod event;
pub mod laws;
mod part;
mod person;
mod refusal;
#[cfg(feature = "schema")]
mod schema;
mod shape;
mod steps;
mod topic;
mod tried;
mod turn;

pub use asked::{Asked, Asking};
pub use bounds::Bounds;
pub use choice::Choice;
pub use cites::Cites;
pub use conduct::{Conduct, Said, Told};
pub use decision::{Decision, Second};
pub use event::Event;
pub use part::{PartId, Parted, numbered, numbered_some};
pub use person::{Context, Moment, Person, Rank, StaffId};
pub use refusal::Refusal;
#[doc(hidden)] // for the macro `topics!`
pub use serde;
pub use shape::{Call, Game};
pub use strum::VariantNames;
#[doc(hidden)] // for the macro `topics!`
pub use topic::{Topic, bare_words, read, read_topic};
pub use tried::Tried;
pub use turn::Turn;
