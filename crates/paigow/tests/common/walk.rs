//! Random play over everything that is legal.

use game::laws::{Die, Walker};
use game::{Bounds, Context, Game, Moment, Person, Rank, StaffId};
use money::{Account, Amount, PlayerId, Rate};
use paigow::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use paigow::{
    Chance, Choice, Command, During, Faces, Found, Ground, Kind, LajaBy, Limit, LimitKind, Matter, Misdealt,
    PaiGow, Performer, Phase, ReshuffleCause, Setter, Split, Stake, State,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rulebook::{Grid, Instrument, Method, Orientation};
use std::cell::Cell;
use tiles::Tile;

/// Dice from a seed.
pub struct Seeded(pub ChaCha8Rng);

impl Seeded {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Die for Seeded {
    fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.0.random_range(0..bound) }
    }
}

/// An order of 32 tiles.
pub fn shuffled(die: &mut dyn Die) -> Box<[Tile; 32]> {
    let mut all: Vec<Tile> = Tile::all().collect();
    for i in (1..32).rev() {
        all.swap(i, die.below(i as u64 + 1) as usize);
    }
    Box::new(all.try_into().unwrap())
}

/// Random play at one table.
pub struct Everybody<'g> {
    pub game: &'g PaiGow,
    pub players: u32,
    pub clock: Cell<i64>,
}

impl<'g> Everybody<'g> {
    pub fn new(game: &'g PaiGow) -> Self {
        Self { game, players: 9, clock: Cell::new(0) }
    }

    fn faces(&self, die: &mut dyn Die) -> Faces {
        let rules = &self.game.parameters().dice;
        let mut face = || die.below(6) as u8 + 1;
        let mut boxes = [0; 3];
        boxes[..usize::from(rules.box_dice.value)].iter_mut().for_each(|die| *die = face());
        let cut = rules.cut_die.value.then(&mut face);
        let third = rules.big_small.value == rulebook::BigSmallDice::AllThree;
        Faces { boxes, cut, big_small: third.then(&mut face) }
    }

    /// Four tiles of an area as they could lie: those that are shown, and others that nobody has seen.
    fn unseen(&self, table: &State, area: u8, die: &mut dyn Die) -> [Tile; 4] {
        let known = |tile: &Tile| {
            table.areas.iter().flat_map(|a| a.hand.iter()).any(|hand| hand.tiles.contains(&Some(*tile)))
        };
        let mut left: Vec<Tile> = Tile::all().filter(|tile| !known(tile)).collect();
        let held = table.area(area).and_then(|a| a.hand.as_ref()).map_or([None; 4], |hand| hand.tiles);
        held.map(|tile| tile.unwrap_or_else(|| left.swap_remove(die.below(left.len() as u64) as usize)))
    }

    fn limit(die: &mut dyn Die) -> Limit {
        let least = 5 + 5 * die.below(8) as i64;
        let most = least + 5 * die.below(300) as i64;
        Limit::new(Amount::of(least), Amount::of(most), 5).unwrap()
    }

    fn amount(bounds: Option<Bounds>, die: &mut dyn Die) -> Amount {
        let Some(bounds) = bounds else { return Amount::ZERO };
        // Mostly small ones, so that purses last.
        let count = bounds.count();
        let place = if die.below(4) == 0 { die.below(count) } else { die.below(count.min(12)) };
        bounds.at(place)
    }
}

impl Everybody<'_> {
    /// Whether somebody can bring a round whose betting is over nearer to its deal: that somebody could bar a player
    /// or make the round void is not enough.
    fn goes_on(&self, table: &State) -> bool {
        if table.phase != Phase::Wall || !table.cutting.closed {
            return true;
        }
        let top = self.game.parameters().ranks.ladder.value.len() as u8 - 1;
        let mut people = vec![Person::Staff(StaffId(3), Rank(top)), Person::House];
        people.extend(table.bank.holders.iter().map(|holder| Person::Player(holder.player)));
        people.extend(table.bank.shaker.map(Person::Player));
        let people = people.into_iter().map(|who| Context::new(who, Moment::new(self.clock.get())));
        let steps = [
            Command::Dice(dice::Command::Shake),
            Command::Dice(dice::Command::ShowDice { faces: None }),
            Command::Cut(cut::Command::DeclineCut),
            Command::Hand(hand::Command::Deal { order: None }),
            Command::Wall(wall::Command::Shuffle { order: None }),
            Command::Wall(wall::Command::DoLaja { order: None }),
            Command::Bank(bank::Command::ChangeMethod { method: Method::House }),
        ];
        let cuts = |choice: &Choice| matches!(choice.command, Command::Cut(cut::Command::NameCut { .. }));
        people.clone().any(|who| steps.iter().any(|step| self.game.accepts(table, step, &who).is_ok()))
            || people.clone().any(|who| self.game.legal(table, &who).iter().any(cuts))
    }
}

impl Walker for Everybody<'_> {
    type Game = PaiGow;

    fn people(&self, table: &State, die: &mut dyn Die) -> Vec<Context> {
        let now = self.clock.get() + die.below(90_000) as i64;
        self.clock.set(now);
        let now = Moment::new(now);
        let top = self.game.parameters().ranks.ladder.value.len() as u8 - 1;
        let mut people = vec![
            Person::Staff(StaffId(1), Rank::DEALER),
            Person::Staff(StaffId(2), Rank(1)),
            Person::Staff(StaffId(3), Rank(top)),
            Person::Inspector(StaffId(4)),
            Person::Public,
        ];
        if self.game.setup().dealer == Performer::House {
            people.extend([Person::House; 4]);
        }
        people.extend((1..=self.players).filter_map(PlayerId::new).map(Person::Player));
        people.extend(table.bank.banker().map(Person::Player));
        people.into_iter().map(|who| Context::new(who, now)).collect()
    }

    fn asked(&self, table: &State, context: &Context) -> Option<game::Asked<()>> {
        self.game.asked(table, context.who.player()?).map(game::Asked::of_any)
    }

    fn bare(&self, command: &Command) -> Command {
        match command {
            Command::Wall(wall::Command::Shuffle { .. }) => {
                Command::Wall(wall::Command::Shuffle { order: None })
            }
            Command::Wall(wall::Command::DoLaja { .. }) => {
                Command::Wall(wall::Command::DoLaja { order: None })
            }
            Command::Hand(hand::Command::Deal { .. }) => Command::Hand(hand::Command::Deal { order: None }),
            Command::Dice(dice::Command::ShowDice { .. }) => {
                Command::Dice(dice::Command::ShowDice { faces: None })
            }
            Command::Order(order::Command::DrawRemoval { .. }) => {
                Command::Order(order::Command::DrawRemoval { boxes: None })
            }
            command => command.clone(),
        }
    }

    fn command(&self, table: &State, choice: &Choice, die: &mut dyn Die) -> Command {
        let mut command = choice.command.clone();
        let amount = Self::amount(choice.amount, die);
        match &mut command {
            Command::Bank(bank::Command::AcceptBank { stake, .. }) => {
                // A banker brings enough, more often than not.
                let bounds = choice.amount.unwrap();
                *stake = if die.below(3) == 0 { amount } else { bounds.at(bounds.count() - 1) };
            }
            Command::Bank(bank::Command::JoinBank { stake }) => *stake = amount,
            Command::Order(order::Command::HoldWinnings { won, .. }) if !won.is_zero() => *won = amount,
            Command::Bank(bank::Command::AddToBank { amount: a })
            | Command::Wager(wager::Command::AskHouseWager { amount: a }) => *a = amount,
            Command::Wager(wager::Command::Place { stake, .. }) if stake.tokens.is_zero() => {
                stake.amount = amount
            }
            Command::Wager(wager::Command::Speak { amount: a, cash, .. }) => {
                *a = amount.min(Amount::of(500)).max(choice.amount.unwrap().least);
                *cash = *a;
            }
            Command::Wager(wager::Command::ReportWager { player, area, kind, amount: a }) => {
                let down = table.wager(*player, *area, *kind).unwrap().stake.amount;
                if amount != down {
                    *a = amount;
                }
            }
            Command::Seat(seat::Command::BuyIn { stake, .. }) => {
                stake.amount = Amount::of(100 + 5 * die.below(2000) as i64)
            }
            Command::Wall(wall::Command::Shuffle { order })
            | Command::Wall(wall::Command::DoLaja { order })
                if self.game.setup().chance == Chance::Told =>
            {
                *order = Some(shuffled(die))
            }
            Command::Hand(hand::Command::Deal { order })
                if self.game.setup().chance == Chance::Electronic =>
            {
                *order = Some(shuffled(die))
            }
            Command::Dice(dice::Command::ShowDice { faces }) => *faces = Some(self.faces(die)),
            Command::Order(order::Command::DrawRemoval { boxes }) => *boxes = Some(self.faces(die).boxes),
            Command::Hand(hand::Command::SetHand { area, two })
            | Command::Hand(hand::Command::SetHouseWay { area, two: Some(two) }) => {
                let tiles = table.area(*area).unwrap().hand.as_ref().unwrap().known().unwrap();
                let first = die.below(4) as usize;
                let second = (first + 1 + die.below(3) as usize) % 4;
                *two = [tiles[first], tiles[second]];
            }
            Command::Hand(hand::Command::TurnUp { area, tiles }) => *tiles = self.unseen(table, *area, die),
            Command::Settle(settle::Command::OpenHand { lie: Some(tiles) }) => {
                let next = table.from_chung().find(|n| {
                    let hand = table.area(*n).and_then(|area| area.hand.as_ref());
                    let waits =
                        table.wagers.iter().any(|w| w.area == *n && !w.kind.on_dice() && w.settled.is_none());
                    hand.is_some_and(|hand| !hand.opened && hand.plays()) && waits
                });
                *tiles = self.unseen(table, next.unwrap(), die);
            }
            Command::Wall(wall::Command::ReportShown { count, .. }) => *count = die.below(5) as u8 + 1,
            // Where others wager a maximum of one's own is refused in some books, as the area would be one's alone.
            Command::Limit(limit::Command::SetPersonalLimits { player, area, limit: Some(_) })
                if table.wagers.iter().any(|w| w.area == *area && w.player != *player) => {}
            Command::Limit(limit::Command::PostLimits { limit, .. })
            | Command::Limit(limit::Command::SetPersonalLimits { limit: Some(limit), .. })
                if die.below(2) == 0 =>
            {
                let (least, multiple) = (limit.least, limit.multiple);
                *limit = Self::limit(die);
                if matches!(command, Command::Limit(limit::Command::SetPersonalLimits { .. })) {
                    // Some books fix the minimum.
                    let sign = table.limits.of(LimitKind::Regular).most;
                    let most = Amount::of(sign.units() + 5 * die.below(1000) as i64);
                    let own = Limit::new(least, most, multiple);
                    if let (
                        Command::Limit(limit::Command::SetPersonalLimits { limit: Some(limit), .. }),
                        Some(own),
                    ) = (&mut command, own)
                    {
                        *limit = own;
                    }
                }
            }
            Command::Limit(limit::Command::ChangeLimits { kind, limit }) => {
                let drawn = Self::limit(die);
                let kept = self.game.parameters().limits.old_minimum_kept.value;
                if kept || drawn.least <= table.limits.of(*kind).least {
                    *limit = drawn;
                }
            }
            Command::Limit(limit::Command::PostCommission { rate }) => {
                let most = self.game.parameters().commission.percent.value;
                if self.game.parameters().commission.at_most.value {
                    *rate = Rate::percent(die.below(u64::from(most) + 1) as u8);
                }
            }
            _ => {}
        }
        command
    }

    fn weight(&self, table: &State, choice: &Choice) -> u64 {
        use Command as C;
        let seats = table.players.iter().filter(|p| p.seat.is_some()).count();
        match &choice.command {
            // What moves the round on.
            C::Bank(bank::Command::OfferBank)
            | C::Wall(wall::Command::Shuffle { .. })
            | C::Wager(wager::Command::CloseBets)
            | C::Dice(dice::Command::Shake)
            | C::Dice(dice::Command::ShowDice { .. })
            | C::Hand(hand::Command::Deal { .. }) => 400,
            C::Settle(settle::Command::ShowBank)
            | C::Settle(settle::Command::OpenHand { .. })
            | C::Settle(settle::Command::Pay)
            | C::Settle(settle::Command::FinishRound)
            | C::Settle(settle::Command::LiftChung)
            | C::Table(table::Command::OpenTable) => 600,
            C::Hand(hand::Command::SetHouseWay { two: None, .. })
            | C::Hand(hand::Command::TurnUp { .. })
            | C::Hand(hand::Command::CheckHouseWay { .. })
            | C::Settle(settle::Command::ConfirmBank) => 300,
            C::Hand(hand::Command::SetHouseWay { .. }) => 40,
            C::Table(table::Command::LayOutTiles { found: Found::Whole })
            | C::Table(table::Command::CheckTiles)
            | C::Cut(cut::Command::NameCut { .. }) => 300,
            C::Hand(hand::Command::Look { .. })
            | C::Hand(hand::Command::SetHand { .. })
            | C::Hand(hand::Command::LayDown { .. }) => 400,
            C::Bank(bank::Command::AcceptBank { .. }) | C::Wager(wager::Command::Yield { .. }) => 200,
            C::Hand(hand::Command::AskHouseWay { .. }) | C::Bank(bank::Command::DeclineBank) => 120,
            C::Wager(wager::Command::Place { .. }) if table.wagers.len() < 14 => 60,
            C::Wager(wager::Command::Place { .. }) => 6,
            C::Hand(hand::Command::CorrectHouseWay { .. }) | C::Bank(bank::Command::NameShaker { .. }) => 60,
            C::Bank(bank::Command::ChangeMethod { .. })
            | C::Bank(bank::Command::AddToBank { .. })
            | C::Wall(wall::Command::DoLaja { .. })
            | C::Order(order::Command::DrawRemoval { .. }) => 60,
            C::Bank(bank::Command::PassBank { pass }) => {
                if *pass {
                    1
                } else {
                    20
                }
            }
            C::Hand(hand::Command::ShowTiles { always }) => {
                if *always {
                    8
                } else {
                    2
                }
            }
            C::Seat(seat::Command::Sit { .. }) => 6,
            C::Seat(seat::Command::BuyIn { player, .. }) => {
                let has = table.ledger.balance(Account::Player(*player));
                if has < 100 && table.players.len() < 12 { 30 } else { 1 }
            }
            // What ends things, now and then.
            C::Table(table::Command::EndPlay { .. }) => u64::from(table.round > 60) * 20,
            C::Order(order::Command::BarPlayer { .. }) | C::Order(order::Command::PartPlayers { .. }) => {
                u64::from(table.round % 50 == 49)
            }
            C::Seat(seat::Command::Leave) => u64::from(seats > 4),
            C::Mishap(mishap::Command::ReportMisdeal { .. }) => 4,
            C::Mishap(mishap::Command::VoidRound { .. })
            | C::Mishap(mishap::Command::ReportSetWrong)
            | C::Order(order::Command::VoidWagers { .. }) => 1,
            C::Limit(limit::Command::ChangeLimits { .. })
                if self.game.parameters().limits.old_minimum_kept.value =>
            {
                6
            }
            C::Order(order::Command::DecideRemoval) => 60,
            C::Limit(limit::Command::ChangeLimits { .. })
            | C::Limit(limit::Command::PostLimits { .. })
            | C::Limit(limit::Command::SetPersonalLimits { .. })
            | C::Limit(limit::Command::AllowSharing { .. }) => 1,
            C::Bank(bank::Command::AllowBanks { banks, .. }) => {
                if *banks > 1 {
                    12
                } else {
                    1
                }
            }
            C::Limit(limit::Command::PostCommission { .. })
            | C::Limit(limit::Command::AllowTotal { .. })
            | C::Table(table::Command::PostClosing { .. }) => 1,
            C::Table(table::Command::ReplaceTiles { .. })
            | C::Table(table::Command::LayOutTiles { .. })
            | C::Cut(cut::Command::RegisterCut { .. })
            | C::Order(order::Command::RaiseDispute { .. }) => 1,
            _ => 8,
        }
    }

    fn stray(&self, table: &State, die: &mut dyn Die) -> Command {
        use Command as C;
        let area = die.below(10) as u8;
        let player = PlayerId::new(die.below(12) as u32 + 1).unwrap();
        let kind = Kind::ALL[die.below(5) as usize];
        let amount = Amount::of(die.below(60) as i64 * if die.below(2) == 0 { 5 } else { 7 });
        let with = if die.below(5) == 0 { Instrument::Tokens } else { Instrument::Chips };
        let stake = Stake::of(amount, with);
        let method = Method::ALL[die.below(3) as usize];
        let flag = die.below(2) == 0;
        let limit = Self::limit(die);
        let limits = LimitKind::ALL[die.below(4) as usize];
        let at = Moment::new(self.clock.get() + die.below(3_000_000) as i64);
        let tile = |die: &mut dyn Die| Tile::from_place(die.below(32) as u8).unwrap();
        let two = match table.area(area).and_then(|a| a.hand.as_ref()).and_then(|hand| hand.known()) {
            Some(tiles) if flag => [tiles[0], tiles[1 + die.below(3) as usize]],
            _ => [tile(die), tile(die)],
        };
        let ground = if flag { Ground::Fraud } else { Ground::Disruption };
        let number = die.below(5) as u32;
        let order = Some(shuffled(die)).filter(|_| die.below(4) > 0);
        let cut =
            ["dai-pin", "cup-say", "foot-say", "house-1", "china-bank"][die.below(5) as usize].to_string();
        let orientation: Orientation =
            ["", "right", "left", "right,top", "top", "bottom"][die.below(6) as usize].parse().unwrap();
        let four = |die: &mut dyn Die| [tile(die), tile(die), tile(die), tile(die)];
        match die.below(78) {
            0 => C::Table(table::Command::LayOutTiles {
                found: if flag { Found::Whole } else { Found::Wrong },
            }),
            1 => C::Table(table::Command::CheckTiles),
            2 => C::Table(table::Command::ReplaceTiles { whole_set: flag }),
            3 => C::Table(table::Command::OpenTable),
            4 => C::Seat(seat::Command::BuyIn { player, stake }),
            5 => C::Seat(seat::Command::Sit { area }),
            6 => C::Seat(seat::Command::Leave),
            7 => C::Seat(seat::Command::FreeSeat { player }),
            8 => C::Limit(limit::Command::PostLimits { kind: limits, limit, at }),
            9 => C::Limit(limit::Command::ChangeLimits { kind: limits, limit }),
            10 => C::Limit(limit::Command::SetPersonalLimits {
                player,
                area,
                limit: Some(limit).filter(|_| flag),
            }),
            11 => {
                C::Limit(limit::Command::PostCommission { rate: Rate::new(die.below(800) as u16).unwrap() })
            }
            12 => C::Limit(limit::Command::AllowTotal { most: amount }),
            13 => C::Limit(limit::Command::AllowSharing { area, players: die.below(7) as u8 }),
            14 => C::Bank(bank::Command::OfferBank),
            15 => C::Bank(bank::Command::AcceptBank { method, stake: amount }),
            16 => C::Bank(bank::Command::DeclineBank),
            17 => C::Bank(bank::Command::PassBank { pass: flag }),
            18 => C::Bank(bank::Command::AllowBanks { area, banks: die.below(5) as u8 }),
            19 => C::Bank(bank::Command::AllowBankSharing),
            20 => C::Bank(bank::Command::JoinBank { stake: amount }),
            21 => C::Bank(bank::Command::AddToBank { amount }),
            22 => C::Bank(bank::Command::ChangeMethod { method }),
            23 => C::Bank(bank::Command::NameShaker { player }),
            24 => C::Wager(wager::Command::AskHouseWager { amount }),
            25 => C::Wall(wall::Command::Shuffle { order }),
            26 => C::Wall(wall::Command::ReportShown {
                during: if flag { During::Laja } else { During::Stacking },
                count: area * 4,
            }),
            27 => C::Wall(wall::Command::OrderLaja),
            28 => C::Wall(wall::Command::AskLaja {
                by: if flag { LajaBy::Dealer } else { LajaBy::Player(player) },
            }),
            29 => C::Wall(wall::Command::AllowLaja),
            30 => C::Wall(wall::Command::DoLaja { order }),
            31 => C::Wall(wall::Command::AskReshuffle),
            32 => C::Wall(wall::Command::OrderReshuffle {
                cause: [ReshuffleCause::Exposed, ReshuffleCause::Tracking, ReshuffleCause::Discretion]
                    [die.below(3) as usize],
            }),
            33..=38 => C::Wager(wager::Command::Place { area, kind, stake }),
            39 => C::Wager(wager::Command::Speak {
                area,
                kind,
                amount,
                cash: Amount::of(die.below(200) as i64),
            }),
            40 => C::Wager(wager::Command::Withdraw { area, kind }),
            41 => C::Wager(wager::Command::WaiveSide { area }),
            42 => C::Wager(wager::Command::RefuseWager { player, area, kind }),
            43 => C::Wager(wager::Command::ReportWager { player, area, kind, amount }),
            44 => C::Wager(wager::Command::Consent { player }),
            45 => C::Wager(wager::Command::CloseBets),
            46 => C::Wager(wager::Command::Yield { area }),
            47 => C::Dice(dice::Command::Steal { value: die.below(12) as i8 - 6 }),
            48 => C::Dice(dice::Command::Shake),
            49 => C::Dice(dice::Command::ReportCocked),
            50 => C::Dice(dice::Command::ShowDice { faces: Some(self.faces(die)) }),
            51 => C::Cut(cut::Command::NameCut { cut, orientation }),
            52 => C::Cut(cut::Command::DeclineCut),
            53 => C::Cut(cut::Command::RegisterCut {
                cut,
                orientation,
                grid: Grid::new([[8, 7, 6, 5, 4, 3, 2, 1]; 4]).unwrap(),
                approved: flag,
            }),
            54 => C::Hand(hand::Command::Deal { order }),
            55 => C::Hand(hand::Command::Look { area }),
            56 => C::Hand(hand::Command::SetHand { area, two }),
            57 => C::Hand(hand::Command::LayDown { area }),
            58 => C::Hand(hand::Command::AskHouseWay { area }),
            59 => C::Hand(hand::Command::Touch { area }),
            60 => C::Hand(hand::Command::SetHouseWay { area, two: Some(two).filter(|_| flag) }),
            61 => C::Hand(hand::Command::CheckHouseWay { area }),
            62 => C::Hand(hand::Command::CorrectHouseWay { area }),
            63 => C::Hand(hand::Command::DirectHouseWay { area }),
            64 => C::Hand(hand::Command::Concede { area }),
            65 => C::Hand(hand::Command::Surrender { area }),
            66 => C::Hand(hand::Command::ShowOwn { area }),
            67 if flag => C::Hand(hand::Command::ShowTiles { always: die.below(2) == 0 }),
            67 => C::Hand(hand::Command::AskAdvice { area }),
            68 => C::Hand(hand::Command::TurnUp { area, tiles: four(die) }),
            69 => [
                C::Settle(settle::Command::LiftChung),
                C::Settle(settle::Command::ConfirmBank),
                C::Settle(settle::Command::AskBank),
                C::Settle(settle::Command::ShowBank),
                C::Settle(settle::Command::Pay),
                C::Settle(settle::Command::FinishRound),
            ][die.below(6) as usize]
                .clone(),
            70 => C::Settle(settle::Command::OpenHand { lie: Some(four(die)).filter(|_| flag) }),
            71 => C::Mishap(mishap::Command::ReportExposed {
                area,
                which: die.below(18) as u8,
                tiles: (0..die.below(3)).map(|_| tile(die)).collect(),
                by_dealer: flag,
            }),
            72 => [
                C::Mishap(mishap::Command::VoidOwn { area }),
                C::Mishap(mishap::Command::ReportMisdeal {
                    what: if flag { Misdealt::WrongAreas } else { Misdealt::Beyond },
                }),
                C::Mishap(mishap::Command::ReportKnocked { area }),
                C::Mishap(mishap::Command::ReportSetWrong),
                C::Mishap(mishap::Command::VoidRound {
                    ground,
                    forfeits: Some(player).filter(|_| die.below(2) == 0),
                }),
                C::Mishap(mishap::Command::VoidHand { area }),
            ][die.below(6) as usize]
                .clone(),
            73 => [
                C::Order(order::Command::DecideRemoval),
                C::Order(order::Command::DrawRemoval { boxes: Some(self.faces(die).boxes) }),
                C::Order(order::Command::RestoreArea { area }),
                C::Order(order::Command::OrderSetFirst { player, first: flag }),
                C::Order(order::Command::PartPlayers { player, from: PlayerId::new(1).unwrap() }),
                C::Order(order::Command::OrderEnglish { only: flag }),
            ][die.below(6) as usize]
                .clone(),
            74 => [
                C::Order(order::Command::VoidWagers { player }),
                C::Order(order::Command::BarPlayer { player }),
                C::Order(order::Command::HoldWinnings {
                    player,
                    won: if flag { Amount::ZERO } else { amount },
                }),
                C::Order(order::Command::ReleaseHeld { player, to_player: flag }),
                C::Hand(hand::Command::SeeConceded { area }),
            ][die.below(5) as usize]
                .clone(),
            75 => [
                C::Order(order::Command::RaiseDispute { about: Matter::Rule }),
                C::Order(order::Command::DecideDispute { number, for_player: flag }),
                C::Order(order::Command::AskReview { number }),
                C::Order(order::Command::ReviewDispute { number, for_player: flag }),
            ][die.below(4) as usize]
                .clone(),
            76 => C::Table(table::Command::PostClosing { at }),
            _ => C::Table(table::Command::EndPlay { at_once: flag }),
        }
    }

    fn twin(&self, table: &State, viewer: &Person, die: &mut dyn Die) -> Option<State> {
        let mut twin = table.clone();
        if twin.wall.order.is_some() {
            twin.wall.order = Some(shuffled(die));
        }
        let shown = &self.game.parameters().table;
        let dealer = !shown.unused_tiles_closed_to_dealer.value;
        let sees = match viewer {
            Person::Inspector(_) => true,
            Person::Player(_) | Person::Public => shown.unused_tiles_shown_after.value,
            Person::Staff(_, Rank::DEALER) | Person::House => dealer,
            Person::Staff(..) => shown.unused_tiles_shown_after.value || dealer,
        };
        if !(sees && table.phase == Phase::Clear) {
            twin.wall.left_over.iter_mut().for_each(|lot| lot.reverse());
        }
        // The places of tiles that this viewer has no right to, by a second reading of the rules.
        let mut places = Vec::new();
        for (index, area) in table.areas.iter().enumerate() {
            let Some(hand) = &area.hand else { continue };
            let number = index as u8 + 1;
            let bank = number == table.bank.chung;
            let paid = table.phase == Phase::Clear;
            let rules = self.game.parameters();
            let owner = match viewer {
                Person::Player(id) if bank && table.bank.method == Method::Player => {
                    table.bank.is_held_by(*id)
                }
                Person::Player(id) => !bank && area.caller == Some(*id),
                _ => false,
            };
            let sets = |who: &Person| {
                let command = Command::Hand(hand::Command::SetHouseWay { area: number, two: None });
                self.game.decide(table, &command, &Context::new(*who, Moment::new(0))).is_ok()
            };
            let knows = match viewer {
                Person::Player(_) | Person::Public if hand.unused => {
                    paid && rules.table.unused_tiles_shown_after.value
                }
                Person::Inspector(_) if hand.unused => paid,
                Person::Staff(_, Rank::DEALER) | Person::House if hand.unused => {
                    paid && !rules.table.unused_tiles_closed_to_dealer.value
                }
                _ if hand.unused => {
                    paid && (rules.table.unused_tiles_shown_after.value
                        || !rules.table.unused_tiles_closed_to_dealer.value)
                }
                Person::Player(_) => owner && hand.looked && !hand.blind,
                Person::Staff(_, rank) => {
                    hand.set == Some(Setter::Dealer)
                        || (hand.seen_conceded && *rank > Rank::DEALER)
                        || sets(viewer)
                }
                Person::House => sets(viewer),
                Person::Inspector(_) | Person::Public => false,
            };
            for place in 0..4 {
                let open = hand.shown >> place & 1 == 1;
                if !knows && !open && hand.tiles[place].is_some() {
                    places.push((index, place));
                }
            }
        }
        let mut tiles: Vec<Tile> = places
            .iter()
            .map(|(index, place)| table.areas[*index].hand.as_ref().unwrap().tiles[*place].unwrap())
            .collect();
        for i in (1..tiles.len()).rev() {
            tiles.swap(i, die.below(i as u64 + 1) as usize);
        }
        for ((index, place), tile) in places.into_iter().zip(tiles) {
            let hand = twin.areas[index].hand.as_mut().unwrap();
            let old = hand.tiles[place].replace(tile).unwrap();
            if let Some(split) = &table.areas[index].hand.as_ref().unwrap().split {
                // The same places make the two hands, whatever they are now.
                let kept = hand.split.get_or_insert(*split);
                let mapped = |from: [Tile; 2], now: [Tile; 2]| {
                    [0, 1].map(|i| if from[i] == old { tile } else { now[i] })
                };
                *kept = Split { low: mapped(split.low, kept.low), high: mapped(split.high, kept.high) };
            }
        }
        Some(twin)
    }

    fn told(&self, mut choice: Choice) -> Choice {
        // Real tiles are keyed in; those that stand there only have to be possible.
        match &mut choice.command {
            Command::Settle(settle::Command::OpenHand { lie: Some(tiles) })
            | Command::Hand(hand::Command::TurnUp { tiles, .. }) => *tiles = [Tile::all().next().unwrap(); 4],
            Command::Mishap(mishap::Command::ReportExposed { tiles, .. }) => tiles.clear(),
            _ => {}
        }
        choice
    }

    fn viewers(&self, table: &State) -> Vec<Person> {
        let mut viewers = vec![
            Person::Staff(StaffId(1), Rank::DEALER),
            Person::Staff(StaffId(2), Rank(1)),
            Person::Inspector(StaffId(4)),
            Person::House,
            Person::Public,
        ];
        viewers.extend(table.players.iter().map(|player| Person::Player(player.id)));
        viewers
    }

    fn invariant(&self, table: &State) -> Result<(), String> {
        if !self.goes_on(table) {
            return Err(format!("betting is over, and nobody can go on to the deal in {table:?}"));
        }
        for player in table.players.iter().map(|p| p.id).chain([PlayerId::HOUSE]) {
            for (account, with) in [
                (Account::Layout(player), Instrument::Chips),
                (Account::LayoutTokens(player), Instrument::Tokens),
            ] {
                let down = table.wagers.iter().filter(|w| w.player == player);
                let down: i64 = down.map(|w| w.down(with).units()).sum();
                if table.ledger.balance(account) != down {
                    return Err(format!(
                        "{account} holds {}, the wagers say {down}",
                        table.ledger.balance(account)
                    ));
                }
            }
        }
        // What a void round or a hand put right would take back is still there, whoever has it.
        for player in table.players.iter().map(|p| p.id) {
            let moved = |account: Account| {
                let own = table.wagers.iter().filter(|w| w.player == player && !w.kind.on_dice());
                let settled = own.filter_map(|w| Some((w.stake, w.settled?)));
                settled.fold(0, |sum, (stake, settled)| {
                    let winnings = if settled.held { Account::Held(player) } else { Account::Player(player) };
                    let back = match account {
                        Account::Player(_) => settled.back_in(stake, Instrument::Chips).units(),
                        Account::Tokens(_) => settled.back_in(stake, Instrument::Tokens).units(),
                        _ => 0,
                    };
                    let won = settled.won.units() - settled.commission.units();
                    sum + back + if winnings == account { won } else { 0 }
                })
            };
            for account in [Account::Player(player), Account::Tokens(player), Account::Held(player)] {
                let (has, owed) = (table.ledger.balance(account), moved(account));
                if has < owed {
                    return Err(format!("{account} holds {has}, and {owed} came there in this round"));
                }
            }
        }
        if matches!(table.phase, Phase::Bank | Phase::Shut | Phase::Clear | Phase::Closed) {
            for account in [Account::Pool, Account::CoBank] {
                if table.ledger.balance(account) != 0 {
                    return Err(format!("{account} holds {}", table.ledger.balance(account)));
                }
            }
            let bank =
                table.ledger.accounts().iter().find(|(account, _)| matches!(account, Account::Bank(_)));
            if let Some((account, balance)) = bank {
                return Err(format!("{account} holds {balance} in {:?}", table.phase));
            }
        }
        if table.bytes() >= 16 * 1024 {
            return Err(format!("the state takes {} bytes", table.bytes()));
        }
        let mut seen = [0u8; 32];
        for tile in
            table.areas.iter().flat_map(|a| a.hand.iter()).flat_map(|hand| hand.tiles.iter().flatten())
        {
            seen[usize::from(tile.place())] += 1;
            if seen[usize::from(tile.place())] > 1 {
                return Err(format!("tile {tile} lies on two areas"));
            }
        }
        let keyed = self.game.setup().chance == Chance::Keyed;
        if keyed && table.wall.order.is_some() {
            return Err("the engine knows the wall of a table with real tiles".to_string());
        }
        Ok(())
    }
}
