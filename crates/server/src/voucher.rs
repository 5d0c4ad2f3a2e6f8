//! Promotional tokens at the cage: given for vouchers, which a second person stands by above a bound.

use crate::approval::{self, Asked, Undone, Waits};
use crate::office;
use crate::refusal::{No, Refusal};
use crate::sent::Sent;
use crate::who::{Here, Who};
use axum::Json;
use axum::extract::State;
use floor::wire::SecondPerson;
use floor::{Change, Effect, Voucher, wallet};
use money::{Account, Amount};
use serde::{Deserialize, Serialize};

/// A voucher that somebody brings.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    /// The number on it.
    pub number: String,
    /// Who brings it.
    pub player: u32,
    /// What it is worth.
    pub amount: i64,
}

/// What a player has in promotional tokens.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Tokens {
    /// How many.
    pub tokens: i64,
}

/// Gives a player promotional tokens for a voucher, by a supervisor; above a bound a second one has to say
/// yes. Each number is taken once.
#[utoipa::path(post, path = "/api/vouchers", request_body = Brought,
    responses((status = 200, body = Tokens), (status = 202, body = Waits), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)), tag = "office")]
pub async fn give(State(house): Here, Who(session): Who, Sent(body): Sent) -> Result<Json<Tokens>, Undone> {
    office::supervisor(&session)?;
    house.people.counts(session.number)?;
    let brought: Brought = crate::json(&body)?;
    let amount = Amount::new(brought.amount)
        .ok_or_else(|| No::new("message.amount", format!("{} is not an amount", brought.amount)))?;
    let player = office::player(&house, brought.player)?;
    let (by, now) = (session.name.clone(), house.floor.clock().now());
    let voucher = Voucher { number: brought.number, player, amount, by, second: None };
    let account = wallet::stream(player);
    let balance = || house.floor.journal().balance(&account, Account::Tokens(player));
    if house.vouchers.takes_two(&voucher, now).await? {
        let before = balance().await?;
        let (account, after) = (format!("{account} tokens"), before + amount.units());
        let change = Change { account, before, after, shared: false, elsewhere: None };
        let effect = Effect::step(format!("voucher {}", voucher.number), vec![change]);
        let signs = (SecondPerson::supervisor(), effect);
        return Err(approval::ask(&house, session, Asked::Voucher(voucher), signs).await?.into());
    }
    house.vouchers.give(voucher, now).await?;
    Ok(Json(Tokens { tokens: balance().await? }))
}
