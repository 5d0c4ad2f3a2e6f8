//! Random play over everything that is legal.

use game::laws::{Die, Walker};
use game::{Bounds, Context, Game, Moment, Person, Rank, StaffId};
use money::{Account, Amount, PlayerId, Rate};
use paigow::{
    Chance, Choice, Command, During, Faces, Found, Ground, Kind, LajaBy, Limit, LimitKind, Matter, Misdealt,
    PaiGow, Performer, Phase, ReshuffleCause, Setter, Split, Stake, Table,
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
    fn unseen(&self, table: &Table, area: u8, die: &mut dyn Die) -> [Tile; 4] {
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
    fn goes_on(&self, table: &Table) -> bool {
        if table.phase != Phase::Wall || !table.cutting.closed {
            return true;
        }
        let top = self.game.parameters().ranks.ladder.value.len() as u8 - 1;
        let mut people = vec![Person::Staff(StaffId(3), Rank(top)), Person::House];
        people.extend(table.bank.holders.iter().map(|holder| Person::Player(holder.player)));
        people.extend(table.bank.shaker.map(Person::Player));
        let people = people.into_iter().map(|who| Context::new(who, Moment::new(self.clock.get())));
        let steps = [
            Command::Shake,
            Command::ShowDice { faces: None },
            Command::DeclineCut,
            Command::Deal { order: None },
            Command::Shuffle { order: None },
            Command::DoLaja { order: None },
            Command::ChangeMethod { method: Method::House },
        ];
        let cuts = |choice: &Choice| matches!(choice.command, Command::NameCut { .. });
        people.clone().any(|who| steps.iter().any(|step| self.game.accepts(table, step, &who).is_ok()))
            || people.clone().any(|who| self.game.legal(table, &who).iter().any(cuts))
    }
}

impl Walker for Everybody<'_> {
    type Game = PaiGow;

    fn people(&self, table: &Table, die: &mut dyn Die) -> Vec<Context> {
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

    fn bare(&self, command: &Command) -> Command {
        match command {
            Command::Shuffle { .. } => Command::Shuffle { order: None },
            Command::DoLaja { .. } => Command::DoLaja { order: None },
            Command::Deal { .. } => Command::Deal { order: None },
            Command::ShowDice { .. } => Command::ShowDice { faces: None },
            Command::DrawRemoval { .. } => Command::DrawRemoval { boxes: None },
            command => command.clone(),
        }
    }

    fn command(&self, table: &Table, choice: &Choice, die: &mut dyn Die) -> Command {
        let mut command = choice.command.clone();
        let amount = Self::amount(choice.amount, die);
        match &mut command {
            Command::AcceptBank { stake, .. } => {
                // A banker brings enough, more often than not.
                let bounds = choice.amount.unwrap();
                *stake = if die.below(3) == 0 { amount } else { bounds.at(bounds.count() - 1) };
            }
            Command::JoinBank { stake } => *stake = amount,
            Command::HoldWinnings { won, .. } if !won.is_zero() => *won = amount,
            Command::AddToBank { amount: a } | Command::AskHouseWager { amount: a } => *a = amount,
            Command::Place { stake, .. } if stake.tokens.is_zero() => stake.amount = amount,
            Command::Speak { amount: a, cash, .. } => {
                *a = amount.min(Amount::of(500)).max(choice.amount.unwrap().least);
                *cash = *a;
            }
            Command::ReportWager { player, area, kind, amount: a } => {
                let down = table.wager(*player, *area, *kind).unwrap().stake.amount;
                if amount != down {
                    *a = amount;
                }
            }
            Command::BuyIn { stake, .. } => stake.amount = Amount::of(100 + 5 * die.below(2000) as i64),
            Command::Shuffle { order } | Command::DoLaja { order }
                if self.game.setup().chance == Chance::Told =>
            {
                *order = Some(shuffled(die))
            }
            Command::Deal { order } if self.game.setup().chance == Chance::Electronic => {
                *order = Some(shuffled(die))
            }
            Command::ShowDice { faces } => *faces = Some(self.faces(die)),
            Command::DrawRemoval { boxes } => *boxes = Some(self.faces(die).boxes),
            Command::SetHand { area, two } | Command::SetHouseWay { area, two: Some(two) } => {
                let tiles = table.area(*area).unwrap().hand.as_ref().unwrap().known().unwrap();
                let first = die.below(4) as usize;
                let second = (first + 1 + die.below(3) as usize) % 4;
                *two = [tiles[first], tiles[second]];
            }
            Command::TurnUp { area, tiles } => *tiles = self.unseen(table, *area, die),
            Command::OpenHand { lie: Some(tiles) } => {
                let next = table.from_chung().find(|n| {
                    let hand = table.area(*n).and_then(|area| area.hand.as_ref());
                    let waits =
                        table.wagers.iter().any(|w| w.area == *n && !w.kind.on_dice() && w.settled.is_none());
                    hand.is_some_and(|hand| !hand.opened && hand.plays()) && waits
                });
                *tiles = self.unseen(table, next.unwrap(), die);
            }
            Command::ReportShown { count, .. } => *count = die.below(5) as u8 + 1,
            // Where others wager a maximum of one's own is refused in some books, as the area would be one's alone.
            Command::SetPersonalLimits { player, area, limit: Some(_) }
                if table.wagers.iter().any(|w| w.area == *area && w.player != *player) => {}
            Command::PostLimits { limit, .. } | Command::SetPersonalLimits { limit: Some(limit), .. }
                if die.below(2) == 0 =>
            {
                let least = limit.least;
                *limit = Self::limit(die);
                if matches!(command, Command::SetPersonalLimits { .. }) {
                    // Some books fix the minimum.
                    let sign = table.limits.of(LimitKind::Regular).most;
                    let most = Amount::of(sign.units() + 5 * die.below(1000) as i64);
                    let own = Limit::new(least, most, choice.limit().unwrap().multiple);
                    if let (Command::SetPersonalLimits { limit: Some(limit), .. }, Some(own)) =
                        (&mut command, own)
                    {
                        *limit = own;
                    }
                }
            }
            Command::ChangeLimits { kind, limit } => {
                let drawn = Self::limit(die);
                let kept = self.game.parameters().limits.old_minimum_kept.value;
                if kept || drawn.least <= table.limits.of(*kind).least {
                    *limit = drawn;
                }
            }
            Command::PostCommission { rate } => {
                let most = self.game.parameters().commission.percent.value;
                if self.game.parameters().commission.at_most.value {
                    *rate = Rate::percent(die.below(u64::from(most) + 1) as u8);
                }
            }
            _ => {}
        }
        command
    }

    fn weight(&self, table: &Table, choice: &Choice) -> u64 {
        use Command as C;
        let seats = table.players.iter().filter(|p| p.seat.is_some()).count();
        match &choice.command {
            // What moves the round on.
            C::OfferBank
            | C::Shuffle { .. }
            | C::CloseBets
            | C::Shake
            | C::ShowDice { .. }
            | C::Deal { .. } => 400,
            C::ShowBank | C::OpenHand { .. } | C::Pay | C::FinishRound | C::LiftChung | C::OpenTable => 600,
            C::SetHouseWay { two: None, .. }
            | C::TurnUp { .. }
            | C::CheckHouseWay { .. }
            | C::ConfirmBank => 300,
            C::SetHouseWay { .. } => 40,
            C::LayOutTiles { found: Found::Whole } | C::CheckTiles | C::NameCut { .. } => 300,
            C::Look { .. } | C::SetHand { .. } | C::LayDown { .. } => 400,
            C::AcceptBank { .. } | C::Yield { .. } => 200,
            C::AskHouseWay { .. } | C::DeclineBank => 120,
            C::Place { .. } if table.wagers.len() < 14 => 60,
            C::Place { .. } => 6,
            C::CorrectHouseWay { .. } | C::NameShaker { .. } => 60,
            C::ChangeMethod { .. } | C::AddToBank { .. } | C::DoLaja { .. } | C::DrawRemoval { .. } => 60,
            C::PassBank { pass } => {
                if *pass {
                    1
                } else {
                    20
                }
            }
            C::Sit { .. } => 6,
            C::BuyIn { player, .. } => {
                let has = table.ledger.balance(Account::Player(*player));
                if has < 100 && table.players.len() < 12 { 30 } else { 1 }
            }
            // What ends things, now and then.
            C::EndPlay { .. } => u64::from(table.round > 60) * 20,
            C::BarPlayer { .. } | C::PartPlayers { .. } => u64::from(table.round % 50 == 49),
            C::Leave => u64::from(seats > 4),
            C::ReportMisdeal { .. } => 4,
            C::VoidRound { .. } | C::ReportSetWrong | C::VoidWagers { .. } => 1,
            C::ChangeLimits { .. } if self.game.parameters().limits.old_minimum_kept.value => 6,
            C::DecideRemoval => 60,
            C::ChangeLimits { .. }
            | C::PostLimits { .. }
            | C::SetPersonalLimits { .. }
            | C::AllowSharing { .. } => 1,
            C::AllowBanks { banks, .. } => {
                if *banks > 1 {
                    12
                } else {
                    1
                }
            }
            C::PostCommission { .. } | C::AllowTotal { .. } | C::PostClosing { .. } => 1,
            C::ReplaceTiles { .. }
            | C::LayOutTiles { .. }
            | C::RegisterCut { .. }
            | C::RaiseDispute { .. } => 1,
            _ => 8,
        }
    }

    fn stray(&self, table: &Table, die: &mut dyn Die) -> Command {
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
            0 => C::LayOutTiles { found: if flag { Found::Whole } else { Found::Wrong } },
            1 => C::CheckTiles,
            2 => C::ReplaceTiles { whole_set: flag },
            3 => C::OpenTable,
            4 => C::BuyIn { player, stake },
            5 => C::Sit { area },
            6 => C::Leave,
            7 => C::FreeSeat { player },
            8 => C::PostLimits { kind: limits, limit, at },
            9 => C::ChangeLimits { kind: limits, limit },
            10 => C::SetPersonalLimits { player, area, limit: Some(limit).filter(|_| flag) },
            11 => C::PostCommission { rate: Rate::new(die.below(800) as u16).unwrap() },
            12 => C::AllowTotal { most: amount },
            13 => C::AllowSharing { area, players: die.below(7) as u8 },
            14 => C::OfferBank,
            15 => C::AcceptBank { method, stake: amount },
            16 => C::DeclineBank,
            17 => C::PassBank { pass: flag },
            18 => C::AllowBanks { area, banks: die.below(5) as u8 },
            19 => C::AllowBankSharing,
            20 => C::JoinBank { stake: amount },
            21 => C::AddToBank { amount },
            22 => C::ChangeMethod { method },
            23 => C::NameShaker { player },
            24 => C::AskHouseWager { amount },
            25 => C::Shuffle { order },
            26 => {
                C::ReportShown { during: if flag { During::Laja } else { During::Stacking }, count: area * 4 }
            }
            27 => C::OrderLaja,
            28 => C::AskLaja { by: if flag { LajaBy::Dealer } else { LajaBy::Player(player) } },
            29 => C::AllowLaja,
            30 => C::DoLaja { order },
            31 => C::AskReshuffle,
            32 => C::OrderReshuffle {
                cause: [ReshuffleCause::Exposed, ReshuffleCause::Tracking, ReshuffleCause::Discretion]
                    [die.below(3) as usize],
            },
            33..=38 => C::Place { area, kind, stake },
            39 => C::Speak { area, kind, amount, cash: Amount::of(die.below(200) as i64) },
            40 => C::Withdraw { area, kind },
            41 => C::WaiveSide { area },
            42 => C::RefuseWager { player, area, kind },
            43 => C::ReportWager { player, area, kind, amount },
            44 => C::Consent { player },
            45 => C::CloseBets,
            46 => C::Yield { area },
            47 => C::Steal { value: die.below(12) as i8 - 6 },
            48 => C::Shake,
            49 => C::ReportCocked,
            50 => C::ShowDice { faces: Some(self.faces(die)) },
            51 => C::NameCut { cut, orientation },
            52 => C::DeclineCut,
            53 => C::RegisterCut {
                cut,
                orientation,
                grid: Grid::new([[8, 7, 6, 5, 4, 3, 2, 1]; 4]).unwrap(),
                approved: flag,
            },
            54 => C::Deal { order },
            55 => C::Look { area },
            56 => C::SetHand { area, two },
            57 => C::LayDown { area },
            58 => C::AskHouseWay { area },
            59 => C::Touch { area },
            60 => C::SetHouseWay { area, two: Some(two).filter(|_| flag) },
            61 => C::CheckHouseWay { area },
            62 => C::CorrectHouseWay { area },
            63 => C::DirectHouseWay { area },
            64 => C::Concede { area },
            65 => C::Surrender { area },
            66 => C::ShowOwn { area },
            67 => C::AskAdvice { area },
            68 => C::TurnUp { area, tiles: four(die) },
            69 => [C::LiftChung, C::ConfirmBank, C::AskBank, C::ShowBank, C::Pay, C::FinishRound]
                [die.below(6) as usize]
                .clone(),
            70 => C::OpenHand { lie: Some(four(die)).filter(|_| flag) },
            71 => C::ReportExposed {
                area,
                which: die.below(18) as u8,
                tiles: (0..die.below(3)).map(|_| tile(die)).collect(),
                by_dealer: flag,
            },
            72 => [
                C::VoidOwn { area },
                C::ReportMisdeal { what: if flag { Misdealt::WrongAreas } else { Misdealt::Beyond } },
                C::ReportKnocked { area },
                C::ReportSetWrong,
                C::VoidRound { ground, forfeits: Some(player).filter(|_| die.below(2) == 0) },
                C::VoidHand { area },
            ][die.below(6) as usize]
                .clone(),
            73 => [
                C::DecideRemoval,
                C::DrawRemoval { boxes: Some(self.faces(die).boxes) },
                C::RestoreArea { area },
                C::OrderSetFirst { player, first: flag },
                C::PartPlayers { player, from: PlayerId::new(1).unwrap() },
                C::OrderEnglish { only: flag },
            ][die.below(6) as usize]
                .clone(),
            74 => [
                C::VoidWagers { player },
                C::BarPlayer { player },
                C::HoldWinnings { player, won: if flag { Amount::ZERO } else { amount } },
                C::ReleaseHeld { player, to_player: flag },
                C::SeeConceded { area },
            ][die.below(5) as usize]
                .clone(),
            75 => [
                C::RaiseDispute { about: Matter::Rule },
                C::DecideDispute { number, for_player: flag },
                C::AskReview { number },
                C::ReviewDispute { number, for_player: flag },
            ][die.below(4) as usize]
                .clone(),
            76 => C::PostClosing { at },
            _ => C::EndPlay { at_once: flag },
        }
    }

    fn twin(&self, table: &Table, viewer: &Person, die: &mut dyn Die) -> Option<Table> {
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
                let command = Command::SetHouseWay { area: number, two: None };
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
            Command::OpenHand { lie: Some(tiles) } | Command::TurnUp { tiles, .. } => {
                *tiles = [Tile::all().next().unwrap(); 4]
            }
            Command::ReportExposed { tiles, .. } => tiles.clear(),
            _ => {}
        }
        choice
    }

    fn viewers(&self, table: &Table) -> Vec<Person> {
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

    fn invariant(&self, table: &Table) -> Result<(), String> {
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
