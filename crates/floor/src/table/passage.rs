//! Money between players' accounts and a table: one commit keeps both sides of it.

use crate::ask::Refused;
use crate::{Numbers, Play, Protection, Purses, TableSetup};
use game::{Context, Moment, Person};
use journal::Draft;
use money::{Account, Amount, Move, PlayerId};
use std::sync::Arc;

/// Money that goes from a player's account to the table, or back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) player: PlayerId,
    pub(super) amount: Amount,
    pub(super) back: bool,
    pub(super) at: Moment,
}

/// What players bring from their accounts, and what goes back to them.
pub(super) fn passages<G: Play>(
    game: &G,
    setup: &TableSetup,
    events: &[G::Event],
    at: Moment,
) -> Vec<Passage> {
    if setup.money != Purses::Accounts {
        return Vec::new();
    }
    let moves = events.iter().flat_map(|event| game.moves(event));
    let between = moves.filter_map(|step| match (step.from, step.to) {
        (Account::Cage, Account::Player(player)) => {
            Some(Passage { player, amount: step.amount, back: false, at })
        }
        // What was held is paid out too, whoever has gone meanwhile.
        (Account::Player(player) | Account::Held(player), Account::Cage) => {
            Some(Passage { player, amount: step.amount, back: true, at })
        }
        _ => None,
    });
    between.filter(|passage| !passage.player.is_house() && !Numbers::is_bot(passage.player)).collect()
}

/// Whether whoever does this may play at all: who keeps themselves from playing puts nothing more at risk.
pub(super) fn may_play<G: Play>(
    game: &G,
    (protection, setup): (&Protection, &TableSetup),
    events: &[G::Event],
    context: &Context,
) -> Result<(), Refused> {
    let Person::Player(player) = context.who else { return Ok(()) };
    if setup.money == Purses::Practice || player.is_house() || player.number() >= Numbers::GUEST {
        return Ok(());
    }
    let risks = events.iter().flat_map(|event| game.moves(event)).any(|step| {
        let own = matches!(step.from, Account::Player(from) | Account::Tokens(from) if from == player);
        own && matches!(step.to, Account::Layout(_) | Account::LayoutTokens(_) | Account::Bank(_))
    });
    if risks { protection.check(player, Amount::ZERO, context.now) } else { Ok(()) }
}

/// Who may bring money to the table: at a table for cash only the dealer changes it, and to nobody who keeps
/// themselves from playing; out of an account it goes only for somebody who is there.
pub(super) fn may_bring<G: Play>(
    game: &G,
    (protection, setup): (&Protection, &TableSetup),
    (before, people): (&G::State, &[PlayerId]),
    events: &[G::Event],
    context: &Context,
) -> Result<(), Refused> {
    let moves = events.iter().flat_map(|event| game.moves(event));
    for step in moves {
        let (Account::Cage | Account::Promotions, Account::Player(player) | Account::Tokens(player)) =
            (step.from, step.to)
        else {
            continue;
        };
        if matches!(context.who, Person::Staff(id, _) if id.0 == player.number()) {
            return Err(Refused::new("person.plays_here", "whoever deals at a table does not play at it"));
        }
        if setup.money == Purses::Practice || player.is_house() || Numbers::is_bot(player) {
            continue;
        }
        if setup.money == Purses::Cash {
            if !matches!(context.who, Person::Staff(..)) {
                return Err(ask_the_dealer());
            }
            protection.check(player, step.amount, context.now)?;
        } else if matches!(context.who, Person::Staff(..))
            && !people.contains(&player)
            && !game.players(before).contains(&player)
        {
            let message = format!("{player} is not at this table, and nobody else spends from their account");
            return Err(Refused::new("player.not_here", message));
        }
    }
    Ok(())
}

/// Where the dealer changes money into chips, nobody else does.
pub(super) fn ask_the_dealer() -> Refused {
    Refused::new("purse.dealer", "the dealer changes money into chips here: ask the dealer")
}

/// Whether players may bring what they bring; it is counted from now on.
pub(super) fn admit(
    protection: &Protection,
    setup: &TableSetup,
    passages: &[Passage],
) -> Result<(), Refused> {
    for (place, passage) in passages.iter().enumerate().filter(|(_, passage)| !passage.back) {
        let brought = protection.bring(passage.player, &setup.id, passage.amount, passage.at);
        if let Err(refused) = brought {
            for before in passages[..place].iter().filter(|before| !before.back) {
                protection.not_kept(before.player, &setup.id, before.amount, before.at);
            }
            return Err(refused);
        }
    }
    Ok(())
}

/// The other side of a passage, in the player's account.
pub(super) fn wallet(table: &str, passage: &Passage) -> (Arc<str>, Draft) {
    let (purse, cage) = (Account::Player(passage.player), Account::Cage);
    let step = match passage.back {
        true => Move::new(cage, purse, passage.amount),
        false => Move::new(purse, cage, passage.amount),
    };
    crate::wallet::transfer(passage.player, table, step, passage.at)
}
