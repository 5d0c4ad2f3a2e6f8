//! Money between players' accounts and a table: one commit keeps both sides of it.

use crate::wallet::WalletEvent;
use crate::{Change, Numbers, Play, Protection, Purses, Seats, TableSetup};
use game::{Cites, Context, Moment, Person, Refusal};
use journal::Draft;
use money::{Account, Amount, Move, PlayerId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Out of what a player brings money to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purse {
    /// Their account with the house.
    Account,
    /// Their pocket: cash, of which the house counts what came and what went.
    Cash,
    /// Promotional tokens that they got for vouchers.
    Tokens,
}

/// Money that goes from a player to the table, or back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) player: PlayerId,
    pub(super) amount: Amount,
    pub(super) purse: Purse,
    pub(super) back: bool,
    pub(super) at: Moment,
}

impl Passage {
    /// Whether it counts against what the player set themselves: promotional tokens are not their money.
    pub(super) fn counts(&self) -> bool {
        self.purse != Purse::Tokens
    }
}

/// What players bring, and what goes back to them.
pub(super) fn passages<G: Play>(
    game: &G,
    setup: &TableSetup,
    events: &[G::Event],
    at: Moment,
) -> Vec<Passage> {
    let own = match setup.money {
        Purses::Practice => return Vec::new(),
        Purses::Accounts => Purse::Account,
        Purses::Cash => Purse::Cash,
    };
    let moves = events.iter().flat_map(|event| game.moves(event));
    let between = moves.filter_map(|step| {
        let (player, purse, back) = match (step.from, step.to) {
            (Account::Cage, Account::Player(player)) => (player, own, false),
            // What was held is paid out too, whoever has gone meanwhile.
            (Account::Player(player) | Account::Held(player), Account::Cage) => (player, own, true),
            (Account::Promotions, Account::Tokens(player)) => (player, Purse::Tokens, false),
            // A token that was not lost stays one: it goes back as what it was (star-2016 1.1#4).
            (Account::Tokens(player), Account::Promotions) => (player, Purse::Tokens, true),
            _ => return None,
        };
        Some(Passage { player, amount: step.amount, purse, back, at })
    });
    between.filter(|passage| !passage.player.is_house() && !Numbers::is_bot(passage.player)).collect()
}

/// What moves in players' accounts with the house with it: cash is nobody's account.
pub(super) fn wallets(passages: &[Passage]) -> Vec<Change> {
    let mut moved: BTreeMap<(String, Account), i64> = BTreeMap::new();
    for Passage { player, amount, purse, back, .. } in passages {
        let account = match purse {
            Purse::Account => Account::Player(*player),
            Purse::Tokens => Account::Tokens(*player),
            Purse::Cash => continue,
        };
        let by = if *back { amount.units() } else { -amount.units() };
        *moved.entry((crate::wallet::stream(*player), account)).or_default() += by;
    }
    let change = |((stream, account), by): ((String, Account), i64)| {
        let tokens = if matches!(account, Account::Tokens(_)) { " tokens" } else { "" };
        let (name, elsewhere) = (format!("{stream}{tokens}"), Some((stream, account)));
        Change { account: name, before: 0, after: by, shared: true, elsewhere }
    };
    moved.into_iter().map(change).collect()
}

/// Whether whoever does this may play at all: who keeps themselves from playing puts nothing more at risk.
pub(super) fn may_play<G: Play>(
    game: &G,
    (protection, setup): (&Protection, &TableSetup),
    events: &[G::Event],
    context: &Context,
) -> Result<(), Refusal> {
    let Person::Player(player) = context.who else { return Ok(()) };
    if setup.money == Purses::Practice || player.is_house() || player.number() >= Numbers::GUEST {
        return Ok(());
    }
    if risks(game, events, player) { protection.check(player, Amount::ZERO, context.now) } else { Ok(()) }
}

/// Whether a player puts something at risk.
pub(super) fn risks<G: Play>(game: &G, events: &[G::Event], player: PlayerId) -> bool {
    events.iter().flat_map(|event| game.moves(event)).any(|step| {
        let own = matches!(step.from, Account::Player(from) | Account::Tokens(from) if from == player);
        own && matches!(step.to, Account::Layout(_) | Account::LayoutTokens(_) | Account::Bank(_))
    })
}

/// Who may bring money to the table: at a table for cash only the dealer changes it, and to nobody who keeps
/// themselves from playing; out of an account it goes only for somebody who is there, and on their own word.
pub(super) fn may_bring<G: Play>(
    game: &G,
    (protection, setup): (&Protection, &TableSetup),
    (before, people, seats): (&G::State, &[PlayerId], &Seats),
    events: &[G::Event],
    context: &Context,
    second: Option<Person>,
) -> Result<(), Refusal> {
    let moves = events.iter().flat_map(|event| game.moves(event));
    for step in moves {
        let (Account::Cage | Account::Promotions, Account::Player(player) | Account::Tokens(player)) =
            (step.from, step.to)
        else {
            continue;
        };
        if matches!(context.who, Person::Staff(id, _) if id.0 == player.number()) {
            return Err(Refusal::plain(
                "person.plays_here",
                "a person who deals at a table may not play at it",
            ));
        }
        let own = setup.money == Purses::Practice || !(Numbers::is_bot(player) || Numbers::is_guest(player));
        if matches!(context.who, Person::Staff(..)) && !player.is_house() && !(own && seats.plays(player)) {
            let message = format!("{player} is not on the books as a player");
            return Err(Refusal::plain("player.unknown", message));
        }
        if setup.money == Purses::Practice
            && context.who == Person::Player(player)
            && step.amount > setup.purse
        {
            let message =
                format!("{} brought to a practice table, expected at most {}", step.amount, setup.purse);
            return Err(Refusal::plain("purse.amount", message));
        }
        if setup.money == Purses::Practice || player.is_house() || Numbers::is_bot(player) {
            continue;
        }
        if (step.from, step.to) == (Account::Promotions, Account::Player(player)) {
            // Reading `authorised-tokens` of rapid-roulette-2000.
            let message = "a promotional token is wagered, and never becomes money: it is not taken here";
            let clauses = ["rapid-roulette-2000 6.7(a)", "reading authorised-tokens"].map(str::to_string);
            return Err(Refusal::new("tokens.not_authorised", Cites::new(clauses), message));
        }
        let by_staff = matches!(context.who, Person::Staff(..));
        // Nobody learns anything of somebody who is not there.
        let spends = setup.money == Purses::Accounts || step.from == Account::Promotions;
        if by_staff && spends && !people.contains(&player) && !game.players(before).contains(&player) {
            let message =
                format!("{player} is not at this table, so nobody else may spend from their account");
            return Err(Refusal::plain("player.not_here", message));
        }
        if step.from == Account::Promotions {
            protection.check(player, Amount::ZERO, context.now)?;
        }
        if setup.money == Purses::Cash && !by_staff {
            return Err(ask_the_dealer());
        }
        // Whoever chose a player's password could be that player.
        seats.counts(player.number())?;
        if setup.money == Purses::Cash {
            continue;
        }
        if !by_staff {
            // Whoever comes is counted where they do.
            if context.who == Person::Player(player) && game.players(before).contains(&player) {
                seats.comes(player)?;
            }
            continue;
        }
        if second != Some(Person::Player(player)) {
            let message = format!("{player} has not said yes, so nobody else may spend from their account");
            return Err(Refusal::plain("confirm.wanted", message));
        }
    }
    Ok(())
}

/// Where the dealer changes money into chips, nobody else does.
pub(super) fn ask_the_dealer() -> Refusal {
    Refusal::plain("purse.dealer", "the dealer changes money into chips here: ask the dealer")
}

/// Whether players may bring what they bring; it is counted from now on.
pub(super) fn admit(
    protection: &Protection,
    setup: &TableSetup,
    passages: &[Passage],
) -> Result<(), Refusal> {
    let brings = |passage: &Passage| !passage.back && passage.counts();
    for (place, passage) in passages.iter().enumerate().filter(|(_, passage)| brings(passage)) {
        let brought = protection.bring(passage.player, &setup.id, passage.amount, passage.at);
        if let Err(refused) = brought {
            for before in passages[..place].iter().filter(|before| brings(before)) {
                protection.not_kept(before.player, &setup.id, before.amount, before.at);
            }
            return Err(refused);
        }
    }
    Ok(())
}

/// The other side of a passage, in the player's account.
pub(super) fn wallet(table: &str, passage: &Passage) -> (Arc<str>, Draft) {
    let Passage { player, amount, purse, back, at } = *passage;
    let (from, to) = match purse {
        Purse::Account => (Account::Player(player), Account::Cage),
        Purse::Tokens => (Account::Tokens(player), Account::Promotions),
        Purse::Cash => {
            let event = WalletEvent::Cash { table: table.into(), amount, back };
            return crate::wallet::note(player, &event, at);
        }
    };
    let step = if back { Move::new(to, from, amount) } else { Move::new(from, to, amount) };
    crate::wallet::transfer(player, table, step, at)
}

/// What a player asked to be protected by is between them and the house.
pub(super) fn discreet(who: Person, refused: Refusal) -> Refusal {
    if matches!(who, Person::Staff(..)) { crate::protect::discreet(refused) } else { refused }
}
