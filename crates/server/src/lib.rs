//! The server: what stations, consoles, displays and programs talk to.
//!
//! HTTP and WebSocket, JSON both ways. It knows who asks and what they may ask for; what the rules say of
//! it is the table's to decide. Only views leave it: nothing here touches a table's state.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Config`], [`Served`] | how a house is to be served, and one that is |
//! | [`House`] | the floor, its people, what protects its players |
//! | [`people`], [`role`] | who may sign in, as what |
//! | [`message`] | what a station says |
//! | [`describe`] | the API, described |
//! | [`Identity`] | what is running |
//!
//! Knows nothing of rules.

mod account;
mod app;
mod app_files;
mod approval;
mod begin;
mod cage;
mod config;
mod crowd;
mod health;
mod house;
mod identity;
mod limit;
pub mod message;
mod meter;
mod metrics;
mod new_table;
mod office;
mod once;
mod outside;
mod page;
mod patient;
pub mod people;
mod presence;
mod proxy;
mod recall;
mod refusal;
mod refused;
pub mod role;
mod sent;
mod serve;
mod share;
mod socket;
mod tables;
mod time;
mod update;
mod upkeep;
mod voucher;
mod who;

pub use app::{describe, router};
pub use begin::{LAST, RESTORING, is_missing};
pub use config::{Config, ProxySays, pai_gow, practice, roulette};
pub use crowd::within;
pub use health::{Readiness, Remark};
pub use house::{House, OpenError, database, place};
pub use identity::{Identity, digest_of};
pub use outside::Outside;
pub use serve::{Reloads, Served};

/// A request's body, read without trusting it.
fn json<'b, T: serde::Deserialize<'b>>(body: &'b [u8]) -> Result<T, refusal::No> {
    serde_json::from_slice(body).map_err(|error| {
        refusal::No::new("message.form", format!("the body: {}", floor::brief(&error.to_string())))
    })
}
