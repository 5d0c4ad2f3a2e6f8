//! Refusals at the table, the bank and the wagers: each code with its first clause and its message, the order
//! of the checks, and the list of codes in `docs/refusals.md`.
//!
//! Those of dice, cuts, hands, settlement and mishaps are in `refusals_play.rs`.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;
mod refuse;

use common::walk::{Seeded, shuffled};
use common::{by, dealer, limit, player, setup, top};
use drive::{Drive, chips, in_order, plain_cut};
use game::{Context, Game, Moment, Person, Rank, StaffId};
use money::{Amount, Chip, PlayerId, Rate};
use paigow::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use paigow::{Command as C, Found, Kind, Limit, LimitKind, Stake};
use refuse::{Cases, banked, bet, bets, dealt, finished, house, no, ones, open, rules, set};
use rulebook::{Instrument, Layout, Method};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

fn at(minutes: i64) -> Moment {
    Moment::new(minutes * 60_000)
}

fn later(ctx: Context, minutes: i64) -> Context {
    Context::new(ctx.who, at(minutes))
}

/// star-2016 1.1#5, 16.3; crown-6.1 1.2: who may do a thing at all.
#[test]
fn people() {
    let mut c = Cases::default();
    let mut d = house("star-2016", None);
    let top = top(d.game);
    no!(c, &d, common::house(), wager::Command::CloseBets =>
        "person.no_automatic_dealer", "", "the house does not act at a table with a dealer");
    no!(c, &d, by(2), wager::Command::CloseBets => "person.not_dealer", "star-2016 9.6", "P2 cannot do a dealer's step");
    no!(c, &d, dealer(), bet(4, Kind::Regular, 100) =>
        "person.not_player", "star-2016 9.5",
        "the dealer (staff 1) is not a player, and only a player can do this");
    no!(c, &d, by(9), bet(4, Kind::Regular, 100) => "person.not_at_table", "star-2016 9.5", "P9 is not at the table");
    no!(c, &d, by(2), dice::Command::Steal { value: 1 } => "person.not_banker", "star-2016 8.2", "P2 does not bank");
    no!(c, &d, by(2), wall::Command::OrderLaja =>
        "person.no_rank", "star-2016 15.1",
        "P2 has no rank, and ordering a laja takes one");
    no!(c, &d, dealer(), wall::Command::OrderLaja =>
        "wall.no_cause", "star-2016 15.1",
        "the dealer owes a laja as soon as a tile shows, whether it is ordered or not");
    let high = Context::new(Person::Staff(StaffId(7), Rank(1)), at(0));
    no!(c, &d, high, order::Command::ReviewDispute { number: 1, for_player: true } =>
        "person.rank_too_low", "star-2016 16.12",
        "deciding a dispute again takes the rank of casino supervisor or above, which the gaming supervisor (staff 7) lacks");
    no!(c, &d, top, order::Command::BarPlayer { player: player(9) } =>
        "player.not_at_table", "star-2016 16.3.2", "P9 is not at the table");
    d.does(top, order::Command::BarPlayer { player: player(2) });
    no!(c, &d, by(2), bet(4, Kind::Regular, 100) =>
        "person.barred", "star-2016 16.3.2", "P2 is barred from the game");
    no!(c, &d, by(2), seat::Command::Sit { area: 4 } =>
        "person.barred", "star-2016 16.3.2", "P2 is barred from the game");
    no!(c, &d, top, order::Command::BarPlayer { player: player(2) } => "conduct.no_change", "star-2016 16.3.2", "P2 is barred already");
    no!(c, &d, dealer(), seat::Command::BuyIn { player: PlayerId::HOUSE, stake: chips(5) } =>
        "person.house", "", "the House is no player");
    let crown = set(house("crown-6.1", None));
    no!(c, &crown, common::top(crown.game), hand::Command::SeeConceded { area: 4 } =>
        "book.no_power", "crown-6.1 10.2.10",
        "looking at a conceded hand is in nobody's power by this book");
    c.done();
}

/// star-2016 3.3, 3.4: the tiles are counted and checked before the table opens.
#[test]
fn opening() {
    let mut c = Cases::default();
    let game = rules(setup("star-2016", None));
    let mut d = Drive { game, table: game.start(), events: Vec::new(), order: None };
    let top = top(game);
    no!(c, &d, dealer(), table::Command::OpenTable =>
        "tiles.unchecked", "star-2016 3.3.1", "the set of tiles has not been counted and checked");
    no!(c, &d, top, table::Command::CheckTiles =>
        "tiles.not_laid_out", "star-2016 3.3.1", "no tiles lie in rank order to be checked");
    d.does(dealer(), table::Command::LayOutTiles { found: Found::Whole });
    no!(c, &d, dealer(), table::Command::LayOutTiles { found: Found::Whole } =>
        "tiles.not_due", "star-2016 3.3.1", "the tiles have been counted");
    no!(c, &d, dealer(), table::Command::OpenTable =>
        "tiles.unchecked", "star-2016 3.3.1", "the set of tiles has not been counted and checked");
    d.does(top, table::Command::CheckTiles);
    no!(c, &d, dealer(), bank::Command::OfferBank =>
        "phase.wrong", "star-2016 6.1",
        "offering the bank is possible only between rounds, but the table is not open");
    d.does(dealer(), table::Command::OpenTable);
    no!(c, &d, dealer(), table::Command::OpenTable =>
        "phase.wrong", "star-2016 3.3.2",
        "opening is possible only before the table opens, but no round is on");
    d.does(dealer(), mishap::Command::ReportSetWrong);
    no!(c, &d, dealer(), mishap::Command::ReportSetWrong =>
        "tiles.suspect", "star-2016 15.17.2",
        "the set of tiles is to be checked already");
    no!(c, &d, dealer(), bank::Command::OfferBank =>
        "tiles.unchecked", "star-2016 3.3.1", "the set of tiles has not been counted and checked");
    let alone = Drive::open(game, 0, 0);
    no!(c, &alone, dealer(), bank::Command::OfferBank =>
        "tiles.displayed", "star-2016 3.3.2", "the tiles lie displayed until a player takes a place");
    c.done();
}

/// star-2016 15.14.2, 16.9; vcga-2000 15.7; crown-6.1 8.1: chips, seats, leaving.
#[test]
fn seats() {
    let mut c = Cases::default();
    let mut d = house("star-2016", None);
    let top = top(d.game);
    let buy = |number, stake| C::Seat(seat::Command::BuyIn { player: player(number), stake });
    no!(c, &d, dealer(), buy(2, chips(0)) => "money.out_of_bounds", "", "buy-in 0 is not 1 to 999999999000");
    d.does(by(2), seat::Command::Sit { area: 4 });
    no!(c, &d, by(3), seat::Command::Sit { area: 4 } => "seat.taken", "star-2016 2.1", "the seat of area 4 is P2's");
    no!(c, &d, by(2), seat::Command::Sit { area: 5 } => 
        "seat.has_one", "star-2016 2.1", "P2 sits at area 4, and leaves it before taking another");
    no!(c, &open("uk-leaflet", None), by(2), seat::Command::Sit { area: 1 } =>
        "area.dealers", "uk-leaflet B3(b)", "area 1 is the dealer's own place: positions 1 to 7 are areas 2 to 8");
    no!(c, &d, by(3), seat::Command::Sit { area: 9 } =>
        "area.unknown", "star-2016 7.2", "area 9 is not on the layout, 1 to 8 are");
    no!(c, &d, top, seat::Command::FreeSeat { player: player(3) } => "seat.none", "star-2016 16.9", "P3 has no seat");
    no!(c, &d, top, seat::Command::FreeSeat { player: player(2) } =>
        "seat.not_skipped", "star-2016 16.9",
        "P2 has skipped 0 rounds with all other seats in use, and a seat is freed after 3");
    d.place(2, 4, Kind::Regular, 100);
    no!(c, &d, by(2), seat::Command::Leave =>
        "seat.wager_down", "star-2016 9.6",
        "P2 has a regular wager on area 4, which has to be settled or taken back first");
    let apart = |player, from| C::Order(order::Command::PartPlayers { player, from });
    no!(c, &d, top, apart(player(3), player(3)) =>
        "conduct.one_player", "star-2016 15.14.2",
        "P3 cannot be parted from P3");
    no!(c, &d, top, apart(player(2), player(3)) =>
        "seat.wager_down", "star-2016 15.14.2",
        "P2 has a regular wager on area 4, which has to be settled or taken back first");
    d.does(top, apart(player(3), player(2)));
    no!(c, &d, by(3), seat::Command::Sit { area: 5 } =>
        "person.parted", "star-2016 15.14.2", "P3 and P2 may not be at one table");
    no!(c, &d, dealer(), buy(3, chips(50)) =>
        "person.parted", "star-2016 15.14.2", "P3 and P2 may not be at one table");
    // As long as nobody wagers against it, a bank can be given up.
    let b = bets(banked("star-2016", None, Method::Player));
    no!(c, &b, by(1), seat::Command::Leave =>
        "seat.banks", "star-2016 6.3",
        "P1 banks in this round");
    let mut u = open("uk-leaflet", None);
    u.does(by(2), seat::Command::Sit { area: 4 });
    no!(c, &u, common::top(u.game), seat::Command::FreeSeat { player: player(2) } =>
        "seat.no_rule", "uk-leaflet P1", "this book takes no seat from who skips rounds");
    let tokens = Stake::of(Amount::of(50), Instrument::Tokens);
    no!(c, &open("crown-6.1", None), dealer(), buy(2, tokens) =>
        "wager.instrument", "crown-6.1 8.1", "promotional-tokens are not taken, chips are");
    let banked = banked("star-2016", None, Method::Player);
    no!(c, &banked, by(2), wager::Command::Place { area: 4, kind: Kind::Regular, stake: tokens } =>
        "wager.tokens_bank", "star-2016 1.1#4",
        "tokens are wagered while the House banks alone, and a player banks");
    let mut five = setup("star-2016", None);
    five.chip = Chip::new(5).unwrap();
    no!(c, &Drive::open(rules(five), 1, 100), dealer(), buy(2, chips(52)) =>
        "money.not_in_chips", "", "buy-in 52 cannot be made up of chips of 5");
    let full = Drive::open(rules(setup("star-2016", None)), 32, 100);
    no!(c, &full, dealer(), buy(33, chips(50)) => "table.full", "", "32 players are at the table, 32 can be");
    let mut many = Drive::open(rules(setup("star-2016", None)), 18, 100);
    for number in 1..=16 {
        many.does(top, apart(player(number), player(18)));
    }
    no!(c, &many, top, apart(player(17), player(18)) => "conduct.too_many", "", "16 pairs are parted");
    c.done();
}

/// star-2016 16.9: a seat is freed after three rounds without a wager, if no other is free.
#[test]
fn skipped_rounds() {
    let mut c = Cases::default();
    let mut d = open("star-2016", None);
    d.does(by(1), seat::Command::Sit { area: 8 });
    d.does(by(1), bank::Command::PassBank { pass: true });
    for number in 2..=7 {
        d.does(dealer(), seat::Command::BuyIn { player: player(number), stake: chips(500) });
        d.does(by(number), seat::Command::Sit { area: number as u8 });
    }
    for _ in 0..3 {
        d.does(dealer(), bank::Command::OfferBank);
        while d.table.bank.offer.is_some() {
            d.does(dealer(), bank::Command::DeclineBank);
            d.does(dealer(), bank::Command::OfferBank);
        }
        d.shuffle(in_order());
        if d.table.wagers.is_empty() {
            d.place(2, 4, Kind::Regular, 20);
        }
        d.deal(ones(d.game), 0, plain_cut());
        d.set(4, [0, 1]);
        d = finished(d);
    }
    d.does(by(7), seat::Command::Leave);
    no!(c, &d, top(d.game), seat::Command::FreeSeat { player: player(1) } =>
        "seat.others_free", "star-2016 16.9", "the seat of area 7 is free, all others have to be in use");
    c.done();
}

/// star-2016 10.6, 10.7, 14.1; vcga-2000 10.6, 10.7, 10.8; crown-6.1 9.1, 9.3: signs and limits.
#[test]
fn limits() {
    let mut c = Cases::default();
    let mut d = open("vcga-2000", None);
    let high = top(d.game);
    let kind = LimitKind::Regular;
    let unsound = Limit { least: Amount::of(30), most: Amount::of(20), multiple: 5 };
    let post = |limit, at| C::Limit(limit::Command::PostLimits { kind, limit, at });
    no!(c, &d, high, post(unsound, at(20)) =>
        "limit.unsound", "vcga-2000 10.6", "regular limits 30..20 in 5s do not fit together, or with chips of 1");
    no!(c, &d, high, post(limit(50, 500, 5), at(19)) =>
        "limit.too_soon", "vcga-2000 10.6", "new limits 19 minutes ahead, expected 20 at least");
    let change = C::Limit(limit::Command::ChangeLimits { kind, limit: limit(50, 500, 5) });
    no!(c, &d, high, change.clone() =>
        "limit.no_notice", "vcga-2000 10.6",
        "minimum 50 above 20 needs a sign for 20 minutes, no sign shows these limits");
    d.does(high, post(limit(50, 500, 5), at(20)));
    no!(c, &d, later(high, 19), change =>
        "limit.no_notice", "vcga-2000 10.6",
        "minimum 50 above 20 needs a sign for 20 minutes, its time has not come");
    let personal = |number, area, limit| {
        C::Limit(limit::Command::SetPersonalLimits { player: player(number), area, limit })
    };
    no!(c, &d, high, personal(2, 4, None) => "limit.none", "vcga-2000 10.7", "P2 has no limits of their own");
    no!(c, &d, high, personal(2, 4, Some(limit(20, 500, 5))) =>
        "limit.maximum_lower", "vcga-2000 10.7", "a personal maximum 500 is asked for, the table's is 1000");
    no!(c, &d, high, personal(2, 4, Some(limit(5, 500, 5))) =>
        "limit.minimum_fixed", "vcga-2000 10.7", "a personal minimum 5 is asked for, the table's is 20");
    let star = open("star-2016", None);
    let rate = C::Limit(limit::Command::PostCommission { rate: Rate::percent(4) });
    no!(c, &star, top(star.game), rate =>
        "commission.out_of_bounds", "star-2016 14.1",
        "a commission of 4 % is asked for, expected exactly 5 %");
    no!(c, &d, high, limit::Command::PostCommission { rate: Rate::percent(6) } =>
        "commission.out_of_bounds", "vcga-2000 13.9",
        "a commission of 6 % is asked for, expected at most 5 %");
    no!(c, &d, high, limit::Command::AllowSharing { area: 4, players: 4 } =>
        "area.players_out_of_bounds", "vcga-2000 9.7", "4 players on an area, expected 1 to 3");
    no!(c, &d, high, limit::Command::AllowTotal { most: Amount::of(9) } =>
        "limit.no_total", "vcga-2000 10.1", "this book has no bound on all wagers together");
    let uk = open("uk-leaflet", None);
    no!(c, &uk, top(uk.game), limit::Command::AllowTotal { most: Amount::of(1_999) } =>
        "limit.total_lower", "uk-leaflet B29(b)", "leave for 1999 in all, 2000 need none and 0 lie there");
    c.done();
}

/// vcga-2000 10.8, crown-6.1 9.3.1: an area of one player's own maximum is nobody else's.
#[test]
fn personal_areas() {
    let mut c = Cases::default();
    let mut d = open("crown-6.1", None);
    let high = top(d.game);
    let own = C::Limit(limit::Command::SetPersonalLimits {
        player: player(2),
        area: 4,
        limit: Some(limit(20, 5_000, 5)),
    });
    d.does(high, own.clone());
    d.offer(Method::House, 1);
    no!(c, &d, by(3), bet(4, Kind::Regular, 100) =>
        "area.personal", "crown-6.1 9.3.1", "area 4 is P2's alone, who has a maximum of their own");
    no!(c, &d, by(2), bet(4, Kind::Regular, 15) =>
        "wager.below_minimum", "crown-6.1 9.3", "wager 15 is below the personal minimum 20");
    // A stand-off of another player's lies on the area.
    let mut die = Seeded::new(1);
    let mut e = open("crown-6.1", None);
    while e.table.wagers.is_empty() {
        e = open("crown-6.1", None);
        e.offer(Method::House, 1);
        e.place(3, 4, Kind::Regular, 100);
        e.shuffle(shuffled(&mut die));
        e.deal(ones(e.game), 0, plain_cut());
        e.set(4, [0, 1]);
        e = finished(e);
    }
    no!(c, &e, high, own =>
        "limit.area_shared", "crown-6.1 9.3.1", "P3 wagers on area 4 too, which would be P2's alone");
    c.done();
}

/// star-2016 16.8, vcga-2000 15.6, crown-6.1 12.6.5, 16.8: closing.
#[test]
fn closing() {
    let mut c = Cases::default();
    let mut d = open("star-2016", None);
    let high = top(d.game);
    let end = C::Table(table::Command::EndPlay { at_once: false });
    no!(c, &d, high, table::Command::PostClosing { at: at(19) } =>
        "closing.too_soon", "star-2016 16.8", "closing 19 minutes ahead, expected 20 at least");
    no!(c, &d, high, end.clone() =>
        "closing.no_notice", "star-2016 16.8",
        "players are at the table and no notice was given, expected 20 minutes");
    no!(c, &d, high, table::Command::PostClosing { at: at(24 * 60 + 1) } =>
        "closing.too_far", "star-2016 16.8",
        "closing 1441 minutes ahead, expected at most 1440: the time on a sign is kept to");
    d.does(high, table::Command::PostClosing { at: at(25) });
    no!(c, &d, high, table::Command::PostClosing { at: at(40) } =>
        "notice.posted", "star-2016 16.8", "the sign that the table closes stands already");
    no!(c, &d, later(high, 24), end.clone() =>
        "closing.before_time", "star-2016 16.8", "the sign says 00:25:00, it is 00:24:00");
    d.does(later(high, 25), end.clone());
    no!(c, &d, high, end.clone() => "closing.closing", "star-2016 16.8", "play has ended");
    no!(c, &d, dealer(), bank::Command::OfferBank =>
        "table.closing", "star-2016 16.8", "play has ended, and the bank is offered no more");
    no!(c, &d, by(7), seat::Command::Sit { area: 4 } =>
        "table.closing", "star-2016 16.8", "play has ended, and nobody comes to the table any more");
    let mut crown = open("crown-6.1", None);
    let high = top(crown.game);
    crown.does(high, table::Command::PostClosing { at: at(0) });
    no!(c, &crown, high, end =>
        "closing.short_notice", "crown-6.1 16.8", "notice was given 0 hands ago, expected 3 at least");
    no!(c, &crown, high, table::Command::EndPlay { at_once: true } =>
        "closing.no_signalling", "crown-6.1 12.6.5",
        "a table closes at once only where signalling goes on that an area was to be taken out for");
    c.done();
}

/// star-2016 6.1, 6.7, 11.1, 13.2.2; crown-6.1 10.3.2(f), 10.3.2(g), 10.3.2(h): the bank.
#[test]
fn bank() {
    let mut c = Cases::default();
    let mut d = open("star-2016", None);
    let high = top(d.game);
    let accept = |method, stake| C::Bank(bank::Command::AcceptBank { method, stake: Amount::of(stake) });
    no!(c, &d, by(2), accept(Method::Player, 100) =>
        "bank.not_offered", "star-2016 6.1", "the bank is not offered to P2");
    d.offer(Method::Player, 3);
    no!(c, &d, dealer(), bank::Command::OfferBank => "bank.unanswered", "star-2016 6.1", "the bank is offered to P1");
    no!(c, &d, high, table::Command::EndPlay { at_once: false } =>
        "bank.unanswered", "star-2016 6.1", "the bank is offered, and not answered");
    no!(c, &d, by(2), accept(Method::Player, 100) =>
        "bank.not_offered", "star-2016 6.1", "the bank is not offered to P2");
    no!(c, &d, by(2), bank::Command::DeclineBank => "bank.not_offered", "star-2016 6.1", "the bank is not offered to P2");
    no!(c, &d, by(1), accept(Method::CoBank, 100) =>
        "bank.method", "star-2016 11.1", "a player cannot bank as co-bank, expected player");
    no!(c, &d, by(1), accept(Method::Player, 10) =>
        "bank.out_of_bounds", "star-2016 9.14", "bank stake 10 is below the minimum 20");
    no!(c, &d, by(1), accept(Method::Player, 1_001) =>
        "money.short", "star-2016 9.14", "1001 for the bank is more than the 1000 that P1 has");
    no!(c, &d, by(2), bank::Command::PassBank { pass: false } => "bank.no_change", "star-2016 6.2", "P2 has said so already");
    no!(c, &d, high, bank::Command::AllowBanks { area: 3, banks: 4 } =>
        "bank.banks_out_of_bounds", "star-2016 6.7", "4 banks in a row, expected 1 to 3");
    d.accept(Method::Player, 500);
    let join = |stake| C::Bank(bank::Command::JoinBank { stake: Amount::of(stake) });
    no!(c, &d, by(2), join(100) =>
        "bank.not_shared", "star-2016 6.8", "the House has not let this bank be shared");
    d.does(high, bank::Command::AllowBankSharing);
    no!(c, &d, high, bank::Command::AllowBankSharing =>
        "bank.no_change", "star-2016 6.8", "the bank may be shared already");
    no!(c, &d, by(1), join(100) => "bank.holds", "star-2016 6.8", "P1 banks already");
    d.shuffle(in_order());
    d.place(2, 4, Kind::Regular, 100);
    no!(c, &d, by(2), join(100) => "bank.wagers_against", "star-2016 9.2", "P2 wagers against the bank on area 4");
    d.does(by(5), seat::Command::Sit { area: 5 });
    no!(c, &d, by(5), join(100) =>
        "money.short", "star-2016 9.14", "100 for the bank is more than the 0 that P5 has");
    d.does(by(3), join(100));
    d.does(by(4), join(100));
    no!(c, &d, by(3), dice::Command::Steal { value: 1 } =>
        "person.shares_bank", "star-2016 12.12",
        "P1 speaks for those who share the bank, P3 does not");
    d.does(dealer(), seat::Command::BuyIn { player: player(6), stake: chips(100) });
    no!(c, &d, by(6), join(100) => "area.full", "star-2016 9.8", "3 players share the bank, 3 can be");
    no!(c, &d, dealer(), bank::Command::ChangeMethod { method: Method::House } =>
        "bank.covers", "star-2016 13.2.2", "betting is open, and what the bank has to cover is not known before it is over");
    no!(c, &d, by(1), bank::Command::NameShaker { player: player(2) } =>
        "dice.own_shaker", "star-2016 8.1",
        "somebody else shakes only for a further bank in a row, where the book says so");
    let mut next = finished(set(banked("star-2016", None, Method::Player)));
    next.does(dealer(), bank::Command::OfferBank);
    next.accept(Method::Player, 500);
    next.does(high, bank::Command::AllowBankSharing);
    no!(c, &next, by(4), join(100) =>
        "bank.not_played", "star-2016 6.6", "P4 did not play the round before, and cannot bank");
    no!(c, &d, by(1), wager::Command::AskHouseWager { amount: Amount::of(50) } =>
        "bank.house_stays_out", "star-2016 11.1.2", "the House takes no part in a player's bank here");
    let h = house("star-2016", None);
    no!(c, &h, by(2), join(100) => "bank.house", "star-2016 6.9", "the House banks in this round");
    c.done();
}

/// vcga-2000 12.2.2.3, 12.2.3.1; crown-6.1 10.3.2(h), 10.3.3(a): a bank that does not cover the wagers.
#[test]
fn short_banks() {
    let mut c = Cases::default();
    let mut d = open("crown-6.1", None);
    d.offer(Method::Player, 3);
    d.accept(Method::Player, 50);
    d.shuffle(in_order());
    d = bets(d);
    d.does(dealer(), wager::Command::CloseBets);
    assert!(d.table.bank.short.is_some());
    let change = |method| C::Bank(bank::Command::ChangeMethod { method });
    no!(c, &d, by(1), bank::Command::AddToBank { amount: Amount::of(150) } =>
        "bank.no_top_up", "crown-6.1 10.3.2(h)",
        "a bank that is short gives way to another method, it is not added to");
    no!(c, &d, by(1), change(Method::Player) =>
        "bank.method", "crown-6.1 10.3.2(h)",
        "it is a player's bank already, and short: expected house or co-bank");
    no!(c, &d, by(1), change(Method::CoBank) =>
        "bank.short", "crown-6.1 10.3.3(a)", "the bank's 50 do not cover half of the wagers, 100 are needed");
    let (cut, orientation) = plain_cut();
    no!(c, &d, by(1), cut::Command::NameCut { cut: cut.to_string(), orientation } =>
        "bank.short", "crown-6.1 10.3.2(h)", "the bank's 50 do not cover the wagers, 200 are needed");
    no!(c, &d, dealer(), wager::Command::CloseBets => "wager.closed", "crown-6.1 8.3.2", "betting is over in this round");
    let mut u = banked("uk-leaflet", None, Method::Player);
    let ask = |units| C::Wager(wager::Command::AskHouseWager { amount: Amount::of(units) });
    no!(c, &u, by(1), ask(5) =>
        "bank.out_of_bounds", "uk-leaflet B29(a)", "wager of the House 5 is below the minimum 20");
    u.does(by(1), ask(50));
    no!(c, &u, by(2), bet(1, Kind::Regular, 100) =>
        "area.dealers", "uk-leaflet B3(b)", "area 1 is the dealer's own place: positions 1 to 7 are areas 2 to 8");
    // Asked again, it is changed.
    u.does(by(1), ask(60));
    c.done();
}

/// star-2016 10.3: the example of the issue, word for word.
#[test]
fn below_the_minimum() {
    let mut small = setup("star-2016", None);
    small.limits.set(LimitKind::Regular, limit(25, 1_000, 5));
    let mut d = Drive::open(rules(small), 4, 1_000);
    d.offer(Method::House, 1);
    d.shuffle(in_order());
    let refusal = d.tries(by(2), &bet(4, Kind::Regular, 15)).unwrap_err();
    assert_eq!(refusal.code, "wager.below_minimum");
    assert_eq!(refusal.message, "wager 15 is below the table minimum 25");
    assert_eq!(refusal.clauses.first(), Some("star-2016 10.1"));
}

/// star-2016 9.4, 9.5, 9.6, 9.8, 9.12, 9.13, 9.15, 10.1, 10.3: wagers under a House and a player's bank.
#[test]
fn wagers() {
    let mut c = Cases::default();
    let mut d = open("star-2016", None);
    let high = top(d.game);
    let regular = |area, units| bet(area, Kind::Regular, units);
    d.offer(Method::House, 1);
    no!(c, &d, by(2), regular(4, 100) =>
        "wager.not_open", "star-2016 9.5", "betting opens after the shuffle");
    no!(c, &d, dealer(), wager::Command::CloseBets =>
        "wall.not_stacked", "star-2016 7.1", "the tiles are not shuffled and stacked");
    d.shuffle(in_order());
    no!(c, &d, dealer(), wager::Command::CloseBets =>
        "wager.not_yet", "star-2016 9.5",
        "betting closes when the dice are exposed, and they are not shaken");
    no!(c, &d, by(2), bet(4, Kind::Bonus, 100) =>
        "wager.not_offered", "star-2016 9.1", "a Bonus wager is not offered here");
    no!(c, &d, by(2), regular(1, 100) =>
        "area.banks", "star-2016 6.10", "area 1 is the House's while it banks");
    no!(c, &d, by(2), regular(9, 100) =>
        "area.unknown", "star-2016 7.2", "area 9 is not on the layout, 1 to 8 are");
    no!(c, &d, by(2), regular(4, 15) =>
        "wager.below_minimum", "star-2016 10.1", "wager 15 is below the table minimum 20");
    no!(c, &d, by(2), regular(4, 1_005) =>
        "wager.above_maximum", "star-2016 10.1", "wager 1005 is above the table maximum 1000");
    no!(c, &d, by(2), regular(4, 103) =>
        "wager.not_multiple", "star-2016 10.1", "wager 103 is no multiple of 5");
    d.does(dealer(), seat::Command::BuyIn { player: player(5), stake: chips(30) });
    no!(c, &d, by(5), regular(4, 100) => "money.short", "star-2016 9.5", "wager 100 is more than the 30 that P5 has");
    let withdraw = C::Wager(wager::Command::Withdraw { area: 4, kind: Kind::Regular });
    no!(c, &d, by(2), withdraw =>
        "wager.none", "star-2016 9.6", "P2 has no regular wager on area 4 that waits for its result");
    let speak = C::Wager(wager::Command::Speak {
        area: 4,
        kind: Kind::Regular,
        amount: Amount::of(100),
        cash: Amount::of(100),
    });
    no!(c, &d, by(2), speak => "wager.spoken", "star-2016 9.4", "spoken wagers are not taken");
    for number in 2..=4 {
        d.place(number, 4, Kind::Regular, 100);
    }
    no!(c, &d, by(5), regular(4, 25) => "area.full", "star-2016 9.8", "3 players wager on area 4, 3 may");
    no!(c, &d, by(4), regular(4, 805) =>
        "wager.above_maximum", "star-2016 10.1", "wager 805 beside 200 of others is above the area's maximum 1000");
    no!(c, &d, by(2), regular(5, 100) =>
        "area.unshared", "star-2016 9.13", "P2 calls another area, and nobody else would call area 5");
    no!(c, &d, by(2), wager::Command::Yield { area: 4 } =>
        "area.not_seated", "star-2016 9.9.2", "P2 does not sit and wager at area 4 beside others");
    d.does(by(2), seat::Command::Sit { area: 4 });
    no!(c, &d, by(2), wager::Command::Yield { area: 4 } =>
        "area.nobody_else", "star-2016 9.9.2",
        "P2 would call area 4 all the same: nobody else there is free and wagers more");
    d.place(3, 4, Kind::Regular, 105);
    d.does(by(2), wager::Command::Yield { area: 4 });
    no!(c, &d, by(2), wager::Command::Yield { area: 4 } =>
        "area.no_change", "star-2016 9.9.2", "the decisions of area 4 are handed over already");
    let found = |units| {
        C::Wager(wager::Command::ReportWager {
            player: player(2),
            area: 4,
            kind: Kind::Regular,
            amount: Amount::of(units),
        })
    };
    no!(c, &d, dealer(), found(50) =>
        "wager.as_placed", "star-2016 10.3",
        "a wager is found to be another only after the close, at a table with real chips");
    d.does(dealer(), dice::Command::Shake);
    d.does(dealer(), wager::Command::CloseBets);
    let refuse = C::Wager(wager::Command::RefuseWager { player: player(2), area: 4, kind: Kind::Regular });
    let mut thrown = d.clone();
    thrown.does(dealer(), dice::Command::ShowDice { faces: Some(ones(thrown.game)) });
    no!(c, &thrown, high, refuse =>
        "wager.too_late", "star-2016 16.11", "a wager is refused only before the dice are exposed");
    no!(c, &d, by(2), regular(4, 50) => "wager.closed", "star-2016 9.6", "betting is over in this round");
    no!(c, &d, by(2), wager::Command::Yield { area: 4 } =>
        "wager.closed", "star-2016 9.10", "who calls is settled when betting closes");
    no!(c, &d, dealer(), found(100) => "wager.no_change", "star-2016 10.3", "the wager is 100 as it was");
    no!(c, &d, dealer(), found(5_000) => "money.short", "star-2016 10.3", "P2 cannot have wagered 5000, expected 1 to 1000");
    let mut b = bets(banked("star-2016", None, Method::Player));
    no!(c, &b, by(2), regular(3, 100) =>
        "area.banks", "star-2016 9.15", "area 3 is the banker's, who alone wagers there");
    no!(c, &b, by(1), regular(4, 100) =>
        "wager.banks", "star-2016 9.2", "P1 banks, and does not wager against the bank");
    no!(c, &b, by(1), wager::Command::Consent { player: player(2) } =>
        "wager.open", "star-2016 9.7", "betting is open, and nobody needs consent");
    b.does(by(1), dice::Command::Shake);
    b.does(dealer(), wager::Command::CloseBets);
    no!(c, &b, by(2), regular(4, 50) =>
        "wager.closed", "star-2016 9.7", "betting is over in this round, and the banker has not consented");
    b.does(by(1), wager::Command::Consent { player: player(2) });
    no!(c, &b, by(1), wager::Command::Consent { player: player(2) } =>
        "wager.no_change", "star-2016 9.7", "P2 may change wagers already");
    no!(c, &b, by(2), regular(4, 405) =>
        "bank.short", "star-2016 13.2.2", "wager 405 is more than the 400 that the bank can cover");
    c.done();
}

/// vcga-2000 9.2.1, 9.4, 12.1.8, 17.7; crown-6.1 8.16, 13.6; uk-leaflet B5: what other books refuse.
#[test]
fn wagers_elsewhere() {
    let mut c = Cases::default();
    let mut v = house("vcga-2000", None);
    let speak = |amount, cash| {
        C::Wager(wager::Command::Speak {
            area: 4,
            kind: Kind::Regular,
            amount: Amount::of(amount),
            cash: Amount::of(cash),
        })
    };
    v.does(by(5), seat::Command::Sit { area: 5 });
    no!(c, &v, by(5), speak(100, 50) =>
        "wager.uncovered", "vcga-2000 9.4", "wager 100 is more than the 50 that P5 has");
    no!(c, &v, by(2), speak(100, Amount::MOST) =>
        "money.out_of_bounds", "", "cash 1000000000000 is not 0 to 999999999000");
    no!(c, &v, by(2), speak(5, 5) =>
        "wager.below_minimum", "vcga-2000 10.1", "wager 5 is below the table minimum 20");
    no!(c, &v, by(2), wager::Command::Yield { area: 4 } =>
        "area.no_yield", "vcga-2000 12.1.8", "this book lets nobody hand over the decisions of an area");
    no!(c, &v, dealer(), wager::Command::CloseBets => "round.no_wagers", "vcga-2000 9.2.1", "nobody has wagered on tiles");
    let b = banked("vcga-2000", Some("bonanza"), Method::Player);
    no!(c, &b, by(2), bet(4, Kind::Tie, 50) =>
        "wager.tie_under_bank", "vcga-2000 17.7.4", "no Tie is wagered on while a player banks");
    let co = banked("vcga-2000", Some("bonanza"), Method::CoBank);
    no!(c, &co, by(1), bet(3, Kind::Tie, 50) =>
        "wager.banker_ties", "vcga-2000 17.7.3", "P1 banks, and cannot wager on a Tie");
    let mut crown = house("crown-6.1", None);
    no!(c, &crown, by(2), bet(4, Kind::Big, 50) =>
        "wager.needs_regular", "crown-6.1 8.16.1", "a Big wager needs a Pai Gow wager on area 4");
    crown.place(2, 4, Kind::Regular, 100);
    no!(c, &crown, by(3), bet(4, Kind::Big, 50) =>
        "wager.not_first", "crown-6.1 8.16.1", "P2 has wagers on area 4 and comes first");
    no!(c, &crown, by(3), wager::Command::WaiveSide { area: 4 } =>
        "wager.none", "crown-6.1 8.16.3", "P3 has no wager on area 4, and no first call");
    crown.does(by(2), wager::Command::WaiveSide { area: 4 });
    no!(c, &crown, by(2), wager::Command::WaiveSide { area: 4 } => "wager.no_change", "crown-6.1 8.16.3", "P2 has said so already");
    let mut asked = setup("crown-6.1", Some("bonanza"));
    asked.bonus_needs_regular = true;
    let mut e = Drive::open(rules(asked), 4, 1_000);
    e.offer(Method::House, 1);
    no!(c, &e, by(2), bet(4, Kind::Bonus, 50) =>
        "wager.needs_regular", "crown-6.1 13.3.2", "a Bonus wager here needs a regular one of P2 on area 4");
    no!(c, &e, by(2), wager::Command::Consent { player: player(2) } =>
        "person.not_banker", "crown-6.1 8.4", "P2 does not bank");
    let cb = banked("crown-6.1", None, Method::Player);
    no!(c, &cb, by(1), wager::Command::Consent { player: player(2) } =>
        "wager.closed", "crown-6.1 8.4", "no wager changes after the close in this book, whoever consents");
    let mut u = house("uk-leaflet", None);
    u.place(2, 4, Kind::Regular, 100);
    no!(c, &u, by(2), bet(5, Kind::Regular, 100) =>
        "area.one_only", "uk-leaflet B5", "P2 wagers on area 4, and a player wagers on one only");
    no!(c, &u, by(3), bet(4, Kind::Regular, 100) =>
        "area.full", "uk-leaflet B5", "P2 wagers on area 4, which takes one player");
    let mut full = setup("star-2016", None);
    full.layout = Some(Layout::B);
    let star = Drive::open(rules(full), 1, 100);
    no!(c, &star, top(star.game), order::Command::RestoreArea { area: 4 } => "area.on", "star-2016 15.9.5", "area 4 is in play");
    c.done();
}

/// Person before phase, phase before the thing named, that before the book, that before amount and money:
/// each command is wrong in every way that follows its refusal.
#[test]
fn order_of_checks() {
    let code = |d: &Drive<'_>, ctx, command: &C| d.game.decide(&d.table, command, &ctx).unwrap_err().code;
    // A wager: too large and not paid for, in a kind not offered, on no area, before betting opens, by a
    // stranger.
    let wager = |area, kind, units| bet(area, kind, units);
    let mut d = open("star-2016", None);
    d.offer(Method::House, 1);
    d.does(dealer(), seat::Command::BuyIn { player: player(5), stake: chips(5) });
    assert_eq!(code(&d, by(9), &wager(99, Kind::Bonus, 5_003)), "person.not_at_table");
    assert_eq!(code(&d, by(5), &wager(99, Kind::Bonus, 5_003)), "wager.not_open");
    d.shuffle(in_order());
    assert_eq!(code(&d, by(5), &wager(99, Kind::Bonus, 5_003)), "area.unknown");
    assert_eq!(code(&d, by(5), &wager(4, Kind::Bonus, 5_003)), "wager.not_offered");
    assert_eq!(code(&d, by(5), &wager(1, Kind::Regular, 5_003)), "area.banks");
    assert_eq!(code(&d, by(5), &wager(4, Kind::Regular, 5_003)), "wager.above_maximum");
    assert_eq!(code(&d, by(5), &wager(4, Kind::Regular, 503)), "wager.not_multiple");
    assert_eq!(code(&d, by(5), &wager(4, Kind::Regular, 500)), "money.short");
    // A spoken wager likewise.
    let speak = |area, units| {
        C::Wager(wager::Command::Speak {
            area,
            kind: Kind::Regular,
            amount: Amount::of(units),
            cash: Amount::ZERO,
        })
    };
    let s = open("star-2016", None);
    assert_eq!(code(&s, dealer(), &speak(99, 5_000)), "person.not_player");
    assert_eq!(code(&s, by(2), &speak(99, 5_000)), "wager.not_open");
    assert_eq!(code(&d, by(5), &speak(99, 5_000)), "area.unknown");
    assert_eq!(code(&d, by(5), &speak(4, 5_000)), "wager.spoken");
    let mut v = house("vcga-2000", None);
    v.does(by(5), seat::Command::Sit { area: 5 });
    assert_eq!(code(&v, by(5), &speak(1, 5_000)), "area.banks");
    assert_eq!(code(&v, by(5), &speak(4, 5_000)), "wager.above_maximum");
    assert_eq!(code(&v, by(5), &speak(4, 500)), "wager.uncovered");
    // The bank: by a stranger, when none is offered, to another, by no method, with too little.
    let accept = |method, stake| C::Bank(bank::Command::AcceptBank { method, stake: Amount::of(stake) });
    let mut b = open("star-2016", None);
    assert_eq!(code(&d, dealer(), &accept(Method::House, 1)), "person.not_player");
    assert_eq!(code(&d, by(1), &accept(Method::House, 1)), "phase.wrong");
    b.offer(Method::Player, 3);
    assert_eq!(code(&b, by(2), &accept(Method::House, 1)), "bank.not_offered");
    assert_eq!(code(&b, by(1), &accept(Method::House, 1)), "bank.method");
    assert_eq!(code(&b, by(1), &accept(Method::Player, 1)), "bank.out_of_bounds");
    // Stealing the cut.
    let steal = C::Dice(dice::Command::Steal { value: 9 });
    let mut star = banked("star-2016", None, Method::Player);
    let crown = banked("crown-6.1", None, Method::Player);
    assert_eq!(code(&star, by(2), &steal), "person.not_banker");
    assert_eq!(code(&finished(set(star.clone())), by(1), &steal), "phase.wrong");
    assert_eq!(code(&crown, by(1), &steal), "dice.no_steal");
    assert_eq!(code(&star, by(1), &steal), "dice.steal_out_of_bounds");
    star = bets(star);
    star.throw(ones(star.game), 0, plain_cut());
    assert_eq!(code(&star, by(1), &steal), "dice.steal_too_late");
    // Personal limits: rank, phase, player, area, book, amount.
    let own = |number, area| {
        C::Limit(limit::Command::SetPersonalLimits {
            player: player(number),
            area,
            limit: Some(limit(5, 9, 1)),
        })
    };
    let v = open("vcga-2000", None);
    let high = top(v.game);
    assert_eq!(code(&v, dealer(), &own(9, 99)), "person.rank_too_low");
    assert_eq!(code(&house("vcga-2000", None), high, &own(9, 99)), "phase.wrong");
    assert_eq!(code(&v, high, &own(9, 99)), "player.not_at_table");
    assert_eq!(code(&v, high, &own(2, 99)), "area.unknown");
    assert_eq!(code(&v, high, &own(2, 4)), "limit.minimum_fixed");
    // A hand: a stranger's, before the deal, on no area, not the caller's, not looked at.
    let hand = |area| C::Hand(hand::Command::SetHand { area, two: [in_order()[0], in_order()[1]] });
    let d = dealt(house("star-2016", None));
    assert_eq!(code(&d, dealer(), &hand(99)), "person.not_player");
    assert_eq!(code(&house("star-2016", None), by(2), &hand(99)), "phase.wrong");
    assert_eq!(code(&d, by(2), &hand(99)), "area.unknown");
    assert_eq!(code(&d, by(2), &hand(8)), "hand.none");
    assert_eq!(code(&d, by(2), &hand(5)), "set.not_caller");
    assert_eq!(code(&d, by(2), &hand(4)), "set.not_looked");
    // Surrender, parting players, declining the cut: what is named before what the book allows.
    let u = dealt(house("star-2016", None));
    assert_eq!(code(&u, by(2), &C::Hand(hand::Command::Surrender { area: 99 })), "area.unknown");
    assert_eq!(code(&u, by(2), &C::Hand(hand::Command::Surrender { area: 4 })), "tie.no_surrender");
    assert_eq!(code(&u, dealer(), &C::Cut(cut::Command::DeclineCut)), "phase.wrong");
    let apart = |player| C::Order(order::Command::PartPlayers { player, from: player });
    assert_eq!(code(&u, top(u.game), &apart(player(9))), "player.not_at_table");
    assert_eq!(code(&u, top(u.game), &apart(player(2))), "conduct.one_player");
}

/// A refused command leaves the table, the money and what everybody may do as they were.
#[test]
fn a_refusal_changes_nothing() {
    let d = dealt(banked("crown-6.1", None, Method::Player));
    let people = [by(1), by(2), by(3), dealer(), top(d.game)];
    let before: Vec<_> = people.iter().map(|who| d.game.legal(&d.table, who)).collect();
    let mut after = d.clone();
    let commands = [
        C::Settle(settle::Command::Pay),
        C::Seat(seat::Command::Leave),
        C::Hand(hand::Command::Look { area: 99 }),
        bet(4, Kind::Regular, 100),
        C::Bank(bank::Command::AcceptBank { method: Method::Player, stake: Amount::of(500) }),
        C::Settle(settle::Command::FinishRound),
    ];
    for who in people {
        for command in &commands {
            assert!(after.tries(who, command).is_err(), "{command:?} by {}", who.who);
        }
    }
    assert_eq!(after.table, d.table);
    assert_eq!(after.table.ledger, d.table.ledger);
    let legal: Vec<_> = people.iter().map(|who| after.game.legal(&after.table, who)).collect();
    assert_eq!(legal, before);
}

/// The code literals in a text: lower-case words with one dot.
fn codes(text: &str) -> BTreeSet<String> {
    let is = |text: &&str| {
        let word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        text.split_once('.').is_some_and(|(thing, what)| word(thing) && word(what))
    };
    text.split('"').filter(is).map(str::to_string).collect()
}

/// Every code in the rules, with the files it stands in.
fn codes_in_rules() -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/decide"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_string_lossy().to_string();
            for code in codes(&std::fs::read_to_string(path).unwrap()) {
                all.entry(code).or_default().push(name.clone());
            }
        }
    }
    // What every game says.
    for code in codes(include_str!("../../game/src/refusal.rs")) {
        all.entry(code).or_default().push("refusal.rs".to_string());
    }
    assert!(all.len() > 150, "{} codes", all.len());
    all
}

/// Codes that no book of ours comes to: what they guard against another parameter or power excludes first.
const NEVER_BY_THESE_BOOKS: [&str; 7] = [
    "area.taken",
    "conduct.no_order",
    "cut.not_accepted",
    "limit.no_personal",
    "limit.no_total",
    "notice.too_many",
    "void.no_hand",
];

/// Every code in the rules has a line in `docs/refusals.md`, in order, with a meaning of its own; and every
/// one that can be reached is reached here, in `refusals_play.rs` or in `hidden.rs`.
#[test]
fn every_code_is_listed_and_reached() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/refusals.md")).unwrap();
    let rows: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "))
        .map(|(code, meaning)| (code.to_string(), meaning.to_string()))
        .collect();
    let known = codes_in_rules();
    let listed: Vec<&String> = rows.iter().map(|(code, _)| code).collect();
    assert_eq!(listed, known.keys().collect::<Vec<_>>(), "docs/refusals.md lists the codes of the rules");
    let meanings: BTreeSet<&String> = rows.iter().map(|(_, meaning)| meaning).collect();
    assert_eq!(meanings.len(), rows.len(), "no two codes mean the same");
    let mut reached = codes(include_str!("refusals.rs"));
    reached.append(&mut codes(include_str!("refusals_play.rs")));
    reached.append(&mut codes(include_str!("hidden.rs")));
    let missed: Vec<&String> = known.keys().filter(|code| !reached.contains(*code)).collect();
    assert!(missed.is_empty(), "no refusal is tried with {missed:?}");
    for code in NEVER_BY_THESE_BOOKS {
        assert!(known.contains_key(code), "{code} is no code");
    }
}
