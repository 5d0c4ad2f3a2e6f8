//! Money, deal by deal: thousands of random rounds of every book and method through the whole engine, each
//! account compared with a second writing of the settlement clauses.
//!
//! The second writing knows tiles, stakes and chips; it counts commission out chip by chip and keeps its own
//! accounts. What the bank set is taken from the table, because House Ways are shown elsewhere.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;

use common::walk::{Seeded, shuffled};
use common::{dealer, limit, player, setup, table};
use drive::{Drive, faces, plain_cut};
use game::laws::Die;
use houseway::Outcome;
use money::{Account, Amount, Chip};
use paigow::command::wager;
use paigow::{Command, Kind, LimitKind, Split};
use rulebook::Method;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tiles::Tile;
use tiles::slow::{Ranked, compare, rank};

/// What differs between the books, as their clauses have it.
#[derive(Clone, Copy)]
struct Text {
    id: &'static str,
    /// Zero against zero goes by the higher tile, and a zero low hand loses with the high hand.
    zeros_by_tile: bool,
    /// A payment that chips cannot make up goes up to what they can.
    payments_up: bool,
    /// A maximum holds for all wagers of an area together.
    maximum_of_area: bool,
}

const STAR: Text = Text { id: "star-2016", zeros_by_tile: false, payments_up: false, maximum_of_area: true };
const VCGA: Text = Text { id: "vcga-2000", ..STAR };
const NZ: Text = Text { id: "nz-1999", ..STAR };
const UK: Text = Text { id: "uk-leaflet", maximum_of_area: false, ..STAR };
const CROWN: Text = Text { id: "crown-6.1", zeros_by_tile: true, payments_up: true, maximum_of_area: false };

const LEAST: i64 = 50;
const MOST: i64 = 1_000;
const PURSE: i64 = 100_000;

/// One wager as it lies when hands are opened.
#[derive(Clone, Copy, Debug)]
struct Bet {
    who: u32,
    area: u8,
    amount: i64,
    /// What it was when betting closed, or less if less was found.
    declared: i64,
    /// As which it was found to be another, from 1; 0 if it was not.
    found: u32,
}

/// A hand as it was set: low, then high.
type Hands = [Ranked; 2];

fn hands(one: [Tile; 2], other: [Tile; 2]) -> Hands {
    let (one, other) = (rank(one[0], one[1]), rank(other[0], other[1]));
    if compare(&one, &other) == Ordering::Greater { [other, one] } else { [one, other] }
}

fn zero(hand: &Ranked) -> bool {
    hand.place.is_none() && hand.points == 0
}

impl Text {
    fn won(&self, own: &Ranked, bank: &Ranked) -> bool {
        let copied = zero(own) && zero(bank) && !self.zeros_by_tile;
        !copied && compare(own, bank) == Ordering::Greater
    }

    fn outcome(&self, own: &Hands, bank: &Hands) -> Outcome {
        match (self.won(&own[0], &bank[0]), self.won(&own[1], &bank[1])) {
            (true, true) => Outcome::Win,
            (false, false) => Outcome::Lose,
            (true, false) if self.zeros_by_tile && zero(&own[0]) => Outcome::Lose,
            _ => Outcome::Push,
        }
    }
}

/// Five per cent in chips: one chip after another while it is not more than the share.
fn commission(won: i64, chip: i64) -> i64 {
    let mut taken = 0;
    while (taken + chip) * 20 <= won {
        taken += chip;
    }
    taken
}

/// Half of a heap in chips, dealt out one to the player and one to the House: the odd one is the player's.
fn halves(heap: i64, chip: i64) -> (i64, i64) {
    let (mut own, mut house) = (0, 0);
    while own + house < heap {
        if own <= house {
            own += chip;
        } else {
            house += chip;
        }
    }
    (own, house)
}

/// The accounts of a round, kept by hand.
#[derive(Default)]
struct Book(BTreeMap<Account, i64>);

impl Book {
    fn give(&mut self, to: Account, units: i64) {
        *self.0.entry(to).or_default() += units;
    }

    fn has(&self, account: Account) -> i64 {
        self.0.get(&account).copied().unwrap_or(0)
    }

    fn pay(&mut self, from: Account, to: Account, units: i64) {
        self.give(from, -units);
        self.give(to, units);
    }
}

/// What every account holds when a round is settled. `bets` lie in the order they were placed, `order` is
/// how areas are paid; the bank is player 1's.
fn settled(text: Text, method: Method, chip: i64, stake: i64, bets: &[Bet], fared: &[(u8, Outcome)]) -> Book {
    let mut book = Book::default();
    let purse = |who: u32| Account::Player(player(who));
    let layout = |who: u32| Account::Layout(player(who));
    for bet in bets {
        book.give(layout(bet.who), bet.amount);
        book.give(purse(bet.who), -bet.amount);
    }
    let bank = match method {
        Method::House => Account::Float,
        Method::Player => Account::Bank(player(1)),
        Method::CoBank => Account::CoBank,
    };
    if method != Method::House {
        book.pay(purse(1), bank, stake);
    }
    if method == Method::CoBank {
        book.pay(Account::Float, bank, stake);
    }
    // What of a wager counts: no more than the maximum, where there is one.
    let within = |bet: &Bet| {
        let mut most = MOST;
        if method == Method::Player {
            return bet.amount;
        }
        if text.maximum_of_area {
            // What was declared plays; of what was found beyond it, the last is cut first.
            for other in bets.iter().filter(|other| other.area == bet.area) {
                most -= other.declared;
                most -= if other.found < bet.found { other.amount - other.declared } else { 0 };
            }
            return bet.declared + (bet.amount - bet.declared).min(most.max(0));
        }
        bet.amount.min(most)
    };
    // Nor more than the bank covers, where a player banks: what was found last is cut first (reading
    // found-above-bank).
    let counts = |bet: &Bet| {
        let mut left = if method == Method::CoBank { 2 * stake } else { stake };
        for other in bets {
            left -= other.declared;
            left -= if other.found < bet.found { within(other) - other.declared } else { 0 };
        }
        let beyond = within(bet) - bet.declared;
        if method == Method::House { within(bet) } else { bet.declared + beyond.min(left.max(0)) }
    };
    let losers = if method == Method::House { Account::Float } else { Account::Pool };
    for (area, outcome) in fared {
        for bet in bets.iter().filter(|bet| bet.area == *area && *outcome == Outcome::Lose) {
            book.pay(layout(bet.who), losers, counts(bet));
            book.pay(layout(bet.who), purse(bet.who), bet.amount - counts(bet));
        }
    }
    // What could be neither won nor lost goes back whatever the result: a stand-off keeps what played.
    for (area, outcome) in fared {
        for bet in bets.iter().filter(|bet| bet.area == *area && *outcome == Outcome::Push) {
            book.pay(layout(bet.who), purse(bet.who), bet.amount - counts(bet));
        }
    }
    for (area, outcome) in fared {
        for bet in bets.iter().filter(|bet| bet.area == *area && *outcome == Outcome::Win) {
            let mut won = counts(bet);
            while text.payments_up && won % chip != 0 {
                won += 1;
            }
            if method == Method::House {
                book.pay(Account::Float, purse(bet.who), won);
            } else {
                // Out of the losing wager area first, then out of what the bank put up, while it lasts.
                let from_pool = won.min(book.has(Account::Pool));
                let from_bank = (won - from_pool).min(book.has(bank));
                book.pay(Account::Pool, purse(bet.who), from_pool);
                book.pay(bank, purse(bet.who), from_bank);
                won = from_pool + from_bank;
            }
            book.pay(purse(bet.who), Account::Commission, commission(won, chip));
            book.pay(layout(bet.who), purse(bet.who), bet.amount);
        }
    }
    match method {
        Method::House => {}
        Method::Player => {
            let net = book.has(Account::Pool);
            book.pay(Account::Pool, purse(1), net);
            book.pay(purse(1), Account::Commission, commission(net, chip));
            book.pay(bank, purse(1), book.has(bank));
        }
        Method::CoBank => {
            let (own, house) = halves(book.has(Account::Pool), chip);
            book.pay(Account::Pool, purse(1), own);
            book.pay(purse(1), Account::Commission, commission(own, chip));
            book.pay(Account::Pool, Account::Float, house);
            let (own, house) = halves(book.has(bank), chip);
            book.pay(bank, purse(1), own);
            book.pay(bank, Account::Float, house);
        }
    }
    book
}

/// What the rounds of a book and method came to, so that none of the cases goes unseen.
#[derive(Default, Debug)]
struct Seen {
    outcomes: [u32; 3],
    surplus: u32,
    shortfall: u32,
    exhausted: u32,
    found: u32,
    odd: u32,
    shared: u32,
}

/// Rounds of a book under a method, with chips of every size.
fn rounds(text: Text, method: Method) -> Seen {
    let mut seen = Seen::default();
    let mut die = Seeded::new(u64::from(text.id.as_bytes()[0]) + method as u64);
    for chip in [1, 5, 25] {
        let mut chosen = setup(text.id, None);
        chosen.limits.set(LimitKind::Regular, limit(LEAST, MOST, chip));
        for kind in [LimitKind::Bonus, LimitKind::Tie, LimitKind::BigSmall] {
            chosen.limits.set(kind, limit(LEAST, MOST, chip));
        }
        chosen.chip = Chip::new(chip).unwrap();
        let game = table(chosen);
        let mut opened = Drive::open(&game, 12, PURSE);
        opened.share();
        for chung in 1..=8 {
            if method == Method::House && chung > 1 {
                break;
            }
            if method != Method::House && chung == 1 && text.id == "uk-leaflet" {
                // The dealer's own place.
                continue;
            }
            let mut start = opened.clone();
            start.offer(method, chung);
            let many = if method == Method::House { 700 } else { 90 };
            for _ in 0..many {
                one_round(text, method, chip, &start, &mut die, &mut seen);
            }
        }
    }
    let played: u32 = seen.outcomes.iter().sum();
    assert!(played > 2_000 && seen.outcomes.iter().all(|count| *count > 200), "{seen:?}");
    seen
}

/// Somebody's wagers, none of them on the bank's area, and at most as many on an area as the book lets.
fn bets(drive: &Drive<'_>, method: Method, chip: i64, die: &mut Seeded) -> Vec<Bet> {
    let most_on = drive.game.parameters().table.players_per_area.value;
    let mut bets: Vec<Bet> = Vec::new();
    for who in 2..=2 + die.below(8) as u32 {
        let chung = if method == Method::House { 1 } else { drive.table.bank.offer.unwrap().area };
        let area = 1 + die.below(8) as u8;
        let there = bets.iter().filter(|bet| bet.area == area).count();
        let dealers = area == 1 && drive.game.parameters().bank.dealers_place.is_some();
        if area == chung || dealers || there >= usize::from(most_on) {
            continue;
        }
        // Small enough that three of them stay below an area's maximum.
        let amount = LEAST + chip * die.below((200 / chip) as u64) as i64;
        bets.push(Bet { who, area, amount, declared: amount, found: 0 });
    }
    if bets.is_empty() { self::bets(drive, method, chip, die) } else { bets }
}

fn one_round(text: Text, method: Method, chip: i64, start: &Drive<'_>, die: &mut Seeded, seen: &mut Seen) {
    let mut drive = start.clone();
    drive.events.clear();
    let mut bets = bets(&drive, method, chip, die);
    let total: i64 = bets.iter().map(|bet| bet.amount).sum();
    let half = halves(total, chip).0.max(LEAST);
    let needed = if method == Method::CoBank { half } else { total };
    let stake = needed + if die.below(2) == 0 { 0 } else { chip * die.below(20) as i64 };
    drive.accept(method, stake);
    drive.shuffle(shuffled(die));
    for bet in &bets {
        drive.place(bet.who, bet.area, Kind::Regular, bet.amount);
    }
    let boxes: Vec<u8> = (0..3).map(|_| die.below(6) as u8 + 1).collect();
    let face = die.below(6) as u8 + 1;
    drive.deal(faces(drive.game, &boxes, face, face), 0, plain_cut());
    find(text, method, chip, &mut drive, &mut bets, die, seen);
    let before: BTreeMap<Account, i64> = drive.table.ledger.accounts().iter().copied().collect();
    let mut set = BTreeMap::new();
    for area in drive.played() {
        let (one, step) = (die.below(4) as usize, 1 + die.below(3) as usize);
        let tiles = drive.tiles(area);
        drive.set(area, [one, (one + step) % 4]);
        let rest: Vec<Tile> =
            (0..4).filter(|p| *p != one && *p != (one + step) % 4).map(|p| tiles[p]).collect();
        set.insert(area, hands([tiles[one], tiles[(one + step) % 4]], [rest[0], rest[1]]));
    }
    drive.bank([die.below(2) as usize, 2]);
    let bank = bank_hands(&drive);
    drive.settle();
    let fared: Vec<(u8, Outcome)> =
        drive.played().iter().map(|area| (*area, text.outcome(&set[area], &bank))).collect();
    let wanted = settled(text, method, chip, stake, &bets, &fared);
    check(&drive, &wanted, &before, &bets, stake);
    note(method, chip, &bets, &fared, stake, seen);
}

fn bank_hands(drive: &Drive<'_>) -> Hands {
    let area = drive.table.area(drive.table.bank.chung).unwrap();
    let Split { low, high } = area.hand.as_ref().unwrap().split.unwrap();
    hands(low, high)
}

/// After the close some wagers turn out to be others: beyond the maximum under a House bank, beyond what the
/// bank covers where a player banks.
fn find(
    text: Text,
    method: Method,
    chip: i64,
    drive: &mut Drive<'_>,
    bets: &mut [Bet],
    die: &mut Seeded,
    seen: &mut Seen,
) {
    if text.id == "uk-leaflet" && method == Method::House || die.below(3) > 0 {
        return;
    }
    let many = 1 + die.below(bets.len() as u64) as usize;
    let chosen: Vec<(u32, u8)> = bets.iter().take(many).map(|bet| (bet.who, bet.area)).collect();
    for (turn, (who, area)) in (1..).zip(chosen) {
        let bet = bets.iter_mut().find(|bet| (bet.who, bet.area) == (who, area)).unwrap();
        let amount = match method {
            Method::House => LEAST + chip * die.below((2_000 / chip) as u64) as i64,
            // Any amount, whether chips make it up or not.
            Method::Player => LEAST + die.below(1_500) as i64,
            Method::CoBank => LEAST + chip * die.below((950 / chip) as u64) as i64,
        };
        let command = Command::Wager(wager::Command::ReportWager {
            player: player(bet.who),
            area: bet.area,
            kind: Kind::Regular,
            amount: Amount::of(amount),
        });
        if amount != bet.amount {
            drive.does(dealer(), command);
            bet.amount = amount;
            bet.declared = bet.declared.min(amount);
            bet.found = turn;
            seen.found += 1;
        }
    }
}

/// Every account of the table is what the second writing says, and none is left out.
fn check(drive: &Drive<'_>, wanted: &Book, before: &BTreeMap<Account, i64>, bets: &[Bet], stake: i64) {
    let mut accounts: Vec<Account> = wanted.0.keys().copied().chain(before.keys().copied()).collect();
    accounts.extend([Account::Pool, Account::CoBank, Account::Bank(player(1)), Account::Commission]);
    for account in accounts {
        // Purses started full; the cage stands for what was brought.
        let start = match account {
            Account::Player(_) => PURSE,
            Account::Cage => before[&account],
            _ => 0,
        };
        let told = || format!("{account} after {bets:?}, bank {stake}, {:?}", drive.table.ledger);
        assert_eq!(drive.holds(account), start + wanted.has(account), "{}", told());
    }
    assert_eq!(drive.table.ledger.sum(), 0);
}

fn note(method: Method, chip: i64, bets: &[Bet], fared: &[(u8, Outcome)], stake: i64, seen: &mut Seen) {
    let of = |wanted: Outcome| -> i64 {
        let on = |bet: &&Bet| fared.contains(&(bet.area, wanted));
        bets.iter().filter(on).map(|bet| bet.amount).sum()
    };
    for (area, outcome) in fared {
        seen.outcomes[*outcome as usize] += 1;
        seen.shared += u32::from(bets.iter().filter(|bet| bet.area == *area).count() > 1);
    }
    let (won, lost) = (of(Outcome::Win), of(Outcome::Lose));
    let put_up = if method == Method::CoBank { 2 * stake } else { stake };
    seen.surplus += u32::from(lost > won);
    seen.shortfall += u32::from(won > lost && won <= lost + put_up);
    seen.exhausted += u32::from(won > lost + put_up);
    seen.odd += u32::from(lost > won && (lost - won) / chip % 2 == 1);
}

/// Also whether everything came up that a player's bank can come to.
fn banked_rounds(text: Text, method: Method) {
    let seen = rounds(text, method);
    let all = [seen.surplus, seen.shortfall, seen.exhausted, seen.found, seen.odd];
    assert!(all.iter().all(|count| *count > 20), "{seen:?}");
    assert!(seen.shared > 100 || text.id == "uk-leaflet", "{seen:?}");
}

fn house_rounds(text: Text) {
    let seen = rounds(text, Method::House);
    assert!(seen.found > 100 || text.id == "uk-leaflet", "{seen:?}");
    assert!(seen.shared > 100 || text.id == "uk-leaflet", "{seen:?}");
}

/// The float takes and pays, five per cent stay behind, stand-offs stay; of a wager found above the maximum
/// the maximum counts.
#[test]
fn star_2016_house_bank() {
    // Proves: star-2016 1.1#2, 1.1#25, 9.2, 9.2.1, 9.2.1.1, 9.2.2, 9.2.2.1, 9.2.3, 10.3, 13.1, 13.1.7,
    // 13.1.8, 13.1.9, 14.1, 14.3
    house_rounds(STAR);
}

/// The losing wager area pays, then the banker's stake; the rest is the banker's less commission.
#[test]
fn star_2016_player_bank() {
    // Proves: star-2016 1.1#2, 1.1#7, 1.1#20, 9.3, 9.3.1, 9.3.1.1, 9.3.2, 9.3.2.1, 9.3.3, 11.1.2, 13.2,
    // 13.2.6, 13.2.7, 13.2.8, 13.2.9, 14.1, 14.2, 14.2.1, 14.2.2, 14.3
    banked_rounds(STAR, Method::Player);
}

/// The House banks, and of a wager found above the maximum the maximum counts.
#[test]
fn vcga_2000_house_bank() {
    // Proves: vcga-2000 1.1.1, 1.1.15, 10.4, 11.1, 12.2.1.7, 12.2.1.8, 12.2.1.9, 13.1, 13.2, 13.3, 13.8,
    // 13.9, 13.11
    house_rounds(VCGA);
}

/// A player banks alone.
#[test]
fn vcga_2000_player_bank() {
    // Proves: vcga-2000 1.1.1, 1.1.12, 1.1.15, 11.2, 12.2.2.7, 12.2.2.8, 12.2.2.9, 12.2.2.10, 13.9, 13.11
    banked_rounds(VCGA, Method::Player);
}

/// A player and the House bank together.
#[test]
fn vcga_2000_co_bank() {
    // Proves: vcga-2000 1.1.1, 1.1.4, 11.3, 12.2.3.2, 12.2.3.6, 12.2.3.7, 12.2.3.8, 12.2.3.9, 12.2.3.10,
    // 13.8, 13.9, 13.11
    banked_rounds(VCGA, Method::CoBank);
}

/// The House banks; a payment that chips cannot make up goes up to what they can.
#[test]
fn crown_6_1_house_bank() {
    // Proves: crown-6.1 1.1#Bank, 1.1#House Banking, 1.1#Stand-off, 8.13.1, 8.14.1, 8.15, 9.2.2, 9.2.3,
    // 10.2.9, 10.3, 10.3.1(d), 10.3.1(e), 10.3.1(f), 11.1, 11.3
    house_rounds(CROWN);
}

/// A player banks alone.
#[test]
fn crown_6_1_player_bank() {
    // Proves: crown-6.1 1.1#Bank, 1.1#Player-Banker, 1.1#Stand-off, 10.3, 10.3.2(l), 10.3.2(m), 10.3.2(n),
    // 10.3.2(o), 11.1, 11.3
    banked_rounds(CROWN, Method::Player);
}

/// A player and the House bank together.
#[test]
fn crown_6_1_co_bank() {
    // Proves: crown-6.1 1.1#Bank, 1.1#Co-banking, 10.3, 10.3.3(b), 10.3.3(f), 10.3.3(g), 10.3.3(h),
    // 10.3.3(i), 10.3.3(j), 11.1, 11.3
    banked_rounds(CROWN, Method::CoBank);
}

/// nz-1999 4.6, 6.1, 6.1(a): the House banks, as vcga-2000 13.8, 13.9, 13.11 settle.
#[test]
fn nz_1999_house_bank() {
    // Proves: nz-1999 4.6, 6.1, 6.1(a), 6.1(a)(i)
    house_rounds(NZ);
}

/// nz-1999 4.6, 6.1, 6.1(a): a player banks.
#[test]
fn nz_1999_player_bank() {
    // Proves: nz-1999 4.6
    banked_rounds(NZ, Method::Player);
}

/// nz-1999 4.6, 6.1, 6.1(a): a player and the House bank together.
#[test]
fn nz_1999_co_bank() {
    // Proves: nz-1999 4.6, 6.1
    banked_rounds(NZ, Method::CoBank);
}

/// uk-leaflet B15, B16, B17, B18, B27: the House banks.
#[test]
fn uk_leaflet_house_bank() {
    // Proves: uk-leaflet B15, B16, B17, B18, B27
    house_rounds(UK);
}

/// uk-leaflet B15, B16, B17, B18, B25, B27: a player banks, and pays on the profit.
#[test]
fn uk_leaflet_player_bank() {
    // Proves: uk-leaflet B27
    banked_rounds(UK, Method::Player);
}

/// uk-leaflet B27, star-2016 14.2: the second writing itself, on sums that a person can check.
#[test]
fn the_second_writing_is_plain() {
    assert_eq!((commission(100, 1), commission(100, 5), commission(199, 5), commission(39, 2)), (5, 5, 5, 0));
    assert_eq!((halves(75, 25), halves(100, 25), halves(0, 5)), ((50, 25), (50, 50), (0, 0)));
    let bets = [(2, 3, 100), (3, 4, 300)].map(|(who, area, amount)| Bet {
        who,
        area,
        amount,
        declared: amount,
        found: 0,
    });
    let fared = [(3, Outcome::Win), (4, Outcome::Lose)];
    let book = settled(STAR, Method::Player, 1, 400, &bets, &fared);
    let of = |who: u32| book.has(Account::Player(player(who)));
    // 300 lost, 100 paid out of it, 200 left for the bank; 5 and 10 of them the House's.
    assert_eq!((of(2), of(3), of(1), book.has(Account::Commission)), (95, -300, 190, 15));
}
