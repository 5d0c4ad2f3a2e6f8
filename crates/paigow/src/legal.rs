//! What a person may do now, as data that a page can draw.
//!
//! Whatever could be done is put to `decide` itself, so the two cannot disagree; a choice is a command
//! that `decide` accepts, with the amounts that may stand in its place and what else is open in it.

use crate::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use crate::decide::Turn;
use crate::{
    Chance, Choice, Command as C, During, Faces, Found, Ground, Kind, LajaBy, LimitKind, Matter, Misdealt,
    Open, PaiGow, Phase, ReshuffleCause, Stake, State,
};
use game::{Bounds, Context, Moment, Person};
use money::{Account, Amount, PlayerId};
use rulebook::{Grid, Instrument, Method, Oral, Orientation};
use smallvec::SmallVec;
use tiles::Tile;

/// Everything that a person may do now.
pub(crate) fn legal(game: &PaiGow, state: &State, context: &Context) -> Vec<Choice> {
    let mut all = candidates(game, state, context);
    all.retain(|choice| is_legal(game, state, choice, context));
    all
}

/// Whether `decide` accepts a choice as it stands, once what chance it calls for is there.
pub(crate) fn is_legal(game: &PaiGow, state: &State, choice: &Choice, context: &Context) -> bool {
    Turn::new(game, state, context).accepts(&choice.command).is_ok()
}

/// Everything that could be put to `decide` for a person.
pub(crate) fn candidates(game: &PaiGow, state: &State, context: &Context) -> Vec<Choice> {
    let mut all = Vec::new();
    match context.who {
        Person::Player(id) => game.players_choices(state, id, &mut all),
        Person::Staff(..) | Person::House => game.staffs_choices(state, context.now, &mut all),
        Person::Inspector(_) => {
            for dispute in &state.disputes {
                for for_player in [false, true] {
                    all.push(Choice::only(order::Command::ReviewDispute {
                        number: dispute.number,
                        for_player,
                    }));
                }
            }
        }
        Person::Public => {}
    }
    all
}

impl PaiGow {
    fn numbers(&self) -> std::ops::RangeInclusive<u8> {
        1..=self.areas
    }

    fn players_choices(&self, state: &State, id: PlayerId, all: &mut Vec<Choice>) {
        all.push(Choice::only(seat::Command::Leave));
        for matter in [Matter::Payment, Matter::Hand, Matter::Rule, Matter::Conduct] {
            all.push(Choice::only(order::Command::RaiseDispute { about: matter }));
        }
        for dispute in state.disputes.iter().filter(|dispute| dispute.touches(id)) {
            all.push(Choice::only(order::Command::AskReview { number: dispute.number }));
        }
        let passes = state.player(id).is_some_and(|player| player.passes);
        all.push(Choice::only(bank::Command::PassBank { pass: !passes }));
        let shows = state.player(id).is_some_and(|player| player.shows);
        all.push(Choice::only(hand::Command::ShowTiles { always: !shows }));
        // What is refused in any case need not be put to the rules area by area.
        if state.player(id).is_none_or(|player| player.seat.is_none()) {
            let free = self.numbers().filter(|area| state.seated(*area).is_none());
            all.extend(free.map(|area| Choice::only(seat::Command::Sit { area })));
        }
        match state.phase {
            Phase::Bank => {
                for method in [Method::Player, Method::CoBank] {
                    if let Some(bounds) = self.bank_bounds(state, id) {
                        all.push(
                            Choice::only(bank::Command::AcceptBank { method, stake: bounds.least })
                                .amount(bounds),
                        );
                    }
                }
                all.push(Choice::only(bank::Command::DeclineBank));
                for wager in state.wagers.iter().filter(|w| w.player == id) {
                    all.push(Choice::only(wager::Command::Withdraw { area: wager.area, kind: wager.kind }));
                }
            }
            Phase::Wall => {
                self.wagers_choices(state, id, all);
                self.bankers_choices(state, id, all);
            }
            Phase::Set => {
                for area in self.numbers() {
                    self.hands_choices(state, id, area, all);
                }
                all.push(Choice::only(settle::Command::ConfirmBank));
                all.push(Choice::only(settle::Command::AskBank));
            }
            Phase::Match => {
                all.push(Choice::only(settle::Command::ConfirmBank));
                all.push(Choice::only(settle::Command::AskBank));
            }
            Phase::Shut | Phase::Clear | Phase::Closed => {}
        }
    }

    fn wagers_choices(&self, state: &State, id: PlayerId, all: &mut Vec<Choice>) {
        // What is offered nowhere need not be asked for everywhere.
        let kinds: SmallVec<[Kind; 5]> =
            Kind::ALL.into_iter().filter(|kind| self.offers_kind(*kind)).collect();
        let tokens = self.book.wager.instruments.value.contains(&Instrument::Tokens);
        let spoken = self.book.wager.oral.value != Oral::Refused;
        for area in self.numbers() {
            for &kind in &kinds {
                for with in [Instrument::Chips, Instrument::Tokens] {
                    if with == Instrument::Tokens && !tokens {
                        continue;
                    }
                    if let Some(bounds) = self.stake_bounds(state, id, area, kind, with) {
                        let stake = Stake::of(bounds.least, with);
                        all.push(Choice::only(wager::Command::Place { area, kind, stake }).amount(bounds));
                    }
                }
                if let Some((stake, bounds)) =
                    tokens.then(|| self.mixed_bounds(state, id, area, kind)).flatten()
                {
                    let command = C::Wager(wager::Command::Place { area, kind, stake });
                    all.push(Choice::only(command).amount(bounds).open(Open::Tokens));
                }
                if spoken
                    && let Ok((limit, most, _)) = self.wager_bounds(state, id, area, kind, Instrument::Chips)
                    && let Some(bounds) = Bounds::new(limit.least, most, limit.multiple)
                {
                    let command = C::Wager(wager::Command::Speak {
                        area,
                        kind,
                        amount: bounds.least,
                        cash: bounds.least,
                    });
                    all.push(Choice::only(command).amount(bounds).open(Open::Cash));
                }
                if state.wager(id, area, kind).is_some() {
                    all.push(Choice::only(wager::Command::Withdraw { area, kind }));
                }
            }
            let here = |kinds: &[Kind]| kinds.iter().any(|kind| state.wager(id, area, *kind).is_some());
            if kinds.contains(&Kind::Big) && here(&[Kind::Regular, Kind::Bonus, Kind::Tie]) {
                all.push(Choice::only(wager::Command::WaiveSide { area }));
            }
            if self.book.table.caller_may_yield.value && state.seated(area) == Some(id) {
                all.push(Choice::only(wager::Command::Yield { area }));
            }
        }
        all.push(Choice::only(wall::Command::AskLaja { by: LajaBy::Dealer }));
        all.push(Choice::only(wall::Command::AskLaja { by: LajaBy::Player(id) }));
        all.push(Choice::only(wall::Command::DoLaja { order: None }));
    }

    fn bankers_choices(&self, state: &State, id: PlayerId, all: &mut Vec<Choice>) {
        all.push(Choice::only(dice::Command::Shake));
        if let Some(bounds) = self.join_bounds(state, id) {
            all.push(Choice::only(bank::Command::JoinBank { stake: bounds.least }).amount(bounds));
            all.push(Choice::only(bank::Command::AddToBank { amount: bounds.least }).amount(bounds));
        }
        if !state.bank.is_held_by(id) {
            return;
        }
        if let Some(bounds) = self.house_wager_bounds(state) {
            all.push(Choice::only(wager::Command::AskHouseWager { amount: bounds.least }).amount(bounds));
        }
        all.push(Choice::only(bank::Command::ChangeMethod { method: Method::CoBank }));
        all.push(Choice::only(bank::Command::DeclineBank));
        all.push(Choice::only(wall::Command::AskReshuffle));
        all.push(Choice::only(cut::Command::DeclineCut));
        all.extend((-4..=4).map(|value| Choice::only(dice::Command::Steal { value })));
        for player in &state.players {
            all.push(Choice::only(bank::Command::NameShaker { player: player.id }));
            all.push(Choice::only(wager::Command::Consent { player: player.id }));
        }
        self.cuts_choices(state, all);
    }

    fn cuts_choices(&self, state: &State, all: &mut Vec<Choice>) {
        for cut in &self.cuts.cuts {
            for delivery in &cut.deliveries {
                let orientation = delivery.orientation;
                all.push(Choice::only(cut::Command::NameCut { cut: cut.name.clone(), orientation }));
            }
        }
        for registered in &state.registered {
            let (cut, orientation) = (registered.cut.clone(), registered.orientation);
            all.push(Choice::only(cut::Command::NameCut { cut, orientation }));
        }
    }

    fn hands_choices(&self, state: &State, id: PlayerId, area: u8, all: &mut Vec<Choice>) {
        let Some(hand) = state.area(area).and_then(|area| area.hand.as_ref()) else { return };
        // What is refused in any case need not be put to the rules area by area.
        if !state.has_to_do_with(area, id) {
            // Anybody's hand may come to tiles that are set by the House Way alone.
            if state.area(area).is_some_and(|area| area.house_way) {
                all.push(Choice::only(hand::Command::Touch { area }));
            }
            return;
        }
        all.push(Choice::only(hand::Command::Look { area }));
        if let Some([one, other, ..]) = hand.known() {
            all.push(Choice::only(hand::Command::SetHand { area, two: [one, other] }).open(Open::Two));
        }
        for command in [
            C::Hand(hand::Command::LayDown { area }),
            C::Hand(hand::Command::AskHouseWay { area }),
            C::Hand(hand::Command::Touch { area }),
            C::Hand(hand::Command::Concede { area }),
            C::Hand(hand::Command::Surrender { area }),
            C::Hand(hand::Command::ShowOwn { area }),
            C::Hand(hand::Command::AskAdvice { area }),
            C::Mishap(mishap::Command::VoidOwn { area }),
        ] {
            all.push(Choice::only(command));
        }
    }

    /// A command with dice: keyed in where they are real, else drawn by the House.
    fn dice_choice(&self, command: impl FnOnce(Option<Faces>) -> C) -> Choice {
        match self.setup.chance {
            Chance::Electronic | Chance::Told => Choice::only(command(None)),
            Chance::Keyed => Choice::only(command(Some(self.throw(|| 1)))).open(Open::Dice),
        }
    }

    fn staffs_choices(&self, state: &State, now: Moment, all: &mut Vec<Choice>) {
        self.house_choices(state, now, all);
        match state.phase {
            Phase::Shut => {
                all.push(Choice::only(table::Command::LayOutTiles { found: Found::Whole }));
                all.push(Choice::only(table::Command::LayOutTiles { found: Found::Wrong }));
                all.push(Choice::only(table::Command::CheckTiles));
                all.push(Choice::only(table::Command::OpenTable));
            }
            Phase::Bank => {
                all.push(Choice::only(bank::Command::OfferBank));
                all.push(Choice::only(bank::Command::DeclineBank));
                all.push(Choice::only(table::Command::LayOutTiles { found: Found::Whole }));
                all.push(Choice::only(table::Command::LayOutTiles { found: Found::Wrong }));
                all.push(Choice::only(table::Command::CheckTiles));
                all.push(Choice::only(mishap::Command::ReportSetWrong));
                self.refusal_choices(state, all);
                all.push(Choice::only(order::Command::DecideRemoval));
                all.push(self.dice_choice(|faces| {
                    C::Order(order::Command::DrawRemoval { boxes: faces.map(|faces| faces.boxes) })
                }));
                all.extend(self.numbers().map(|area| Choice::only(order::Command::RestoreArea { area })));
                all.push(Choice::only(table::Command::EndPlay { at_once: false }));
                all.push(Choice::only(table::Command::EndPlay { at_once: true }));
            }
            Phase::Wall => self.wall_choices(state, all),
            Phase::Set | Phase::Match | Phase::Clear => self.tables_choices(state, all),
            Phase::Closed => {}
        }
    }

    fn wall_choices(&self, state: &State, all: &mut Vec<Choice>) {
        all.push(Choice::only(wall::Command::Shuffle { order: None }));
        all.push(Choice::only(wall::Command::DoLaja { order: None }));
        for during in [During::Stacking, During::Laja] {
            all.push(Choice::only(wall::Command::ReportShown { during, count: 1 }).open(Open::Count));
        }
        for command in [
            C::Wall(wall::Command::OrderLaja),
            C::Wall(wall::Command::AllowLaja),
            C::Wager(wager::Command::CloseBets),
            C::Dice(dice::Command::Shake),
            C::Dice(dice::Command::ReportCocked),
            C::Cut(cut::Command::DeclineCut),
            C::Bank(bank::Command::DeclineBank),
            C::Table(table::Command::EndPlay { at_once: false }),
            C::Table(table::Command::EndPlay { at_once: true }),
            C::Hand(hand::Command::Deal { order: None }),
        ] {
            all.push(Choice::only(command));
        }
        all.push(Choice::only(bank::Command::AllowBankSharing));
        all.push(Choice::only(bank::Command::ChangeMethod { method: Method::House }));
        all.push(self.dice_choice(|faces| C::Dice(dice::Command::ShowDice { faces })));
        self.cuts_choices(state, all);
        self.refusal_choices(state, all);
        self.found_choices(state, all);
        self.reshuffle_choices(all);
        self.void_choices(state, all);
        all.push(Choice::only(order::Command::DecideRemoval));
    }

    fn refusal_choices(&self, state: &State, all: &mut Vec<Choice>) {
        for wager in &state.wagers {
            let (player, area, kind) = (wager.player, wager.area, wager.kind);
            all.push(Choice::only(wager::Command::RefuseWager { player, area, kind }));
        }
    }

    fn found_choices(&self, state: &State, all: &mut Vec<Choice>) {
        for wager in &state.wagers {
            let (player, area, kind) = (wager.player, wager.area, wager.kind);
            if let Some(bounds) = self.found_bounds(state, player, area, kind) {
                let amount = if wager.stake.amount == bounds.most { bounds.least } else { bounds.most };
                all.push(
                    Choice::only(wager::Command::ReportWager { player, area, kind, amount }).amount(bounds),
                );
            }
        }
    }

    fn reshuffle_choices(&self, all: &mut Vec<Choice>) {
        for cause in [ReshuffleCause::Exposed, ReshuffleCause::Tracking, ReshuffleCause::Discretion] {
            all.push(Choice::only(wall::Command::OrderReshuffle { cause }));
        }
    }

    fn void_choices(&self, state: &State, all: &mut Vec<Choice>) {
        all.push(Choice::only(mishap::Command::ReportSetWrong));
        for ground in [Ground::Disruption, Ground::Fraud] {
            all.push(Choice::only(mishap::Command::VoidRound { ground, forfeits: None }));
            for player in &state.players {
                all.push(Choice::only(mishap::Command::VoidRound { ground, forfeits: Some(player.id) }));
            }
        }
        for player in &state.players {
            all.push(Choice::only(order::Command::VoidWagers { player: player.id }));
        }
    }

    /// Whose winnings are held, whether they are still here or not.
    fn held_of(&self, state: &State) -> Vec<PlayerId> {
        let mut all: Vec<PlayerId> =
            state.players.iter().filter(|player| player.held).map(|player| player.id).collect();
        for (account, units) in state.ledger.accounts() {
            if let Account::Held(player) = account
                && *units > 0
                && !all.contains(player)
            {
                all.push(*player);
            }
        }
        all
    }

    fn tables_choices(&self, state: &State, all: &mut Vec<Choice>) {
        all.push(Choice::only(settle::Command::ConfirmBank));
        self.void_choices(state, all);
        self.reshuffle_choices(all);
        self.found_choices(state, all);
        self.refusal_choices(state, all);
        for command in [
            C::Settle(settle::Command::LiftChung),
            C::Settle(settle::Command::ShowBank),
            C::Settle(settle::Command::Pay),
            C::Settle(settle::Command::FinishRound),
            C::Order(order::Command::DecideRemoval),
        ] {
            all.push(Choice::only(command));
        }
        all.push(Choice::only(settle::Command::OpenHand { lie: None }));
        for what in [Misdealt::WrongAreas, Misdealt::WrongNumber, Misdealt::Beyond] {
            all.push(Choice::only(mishap::Command::ReportMisdeal { what }));
        }
        if let Some(tiles) = self.next_to_open(state).and_then(|next| self.could_lie(state, next)) {
            all.push(Choice::only(settle::Command::OpenHand { lie: Some(tiles) }).open(Open::Tiles));
        }
        for area in self.numbers() {
            let Some(hand) = state.area(area).and_then(|area| area.hand.as_ref()) else { continue };
            let lie = self.could_lie(state, area);
            for command in [
                C::Hand(hand::Command::SetHouseWay { area, two: None }),
                C::Hand(hand::Command::CheckHouseWay { area }),
                C::Hand(hand::Command::CorrectHouseWay { area }),
                C::Hand(hand::Command::DirectHouseWay { area }),
                C::Hand(hand::Command::SeeConceded { area }),
                C::Mishap(mishap::Command::ReportKnocked { area }),
                C::Mishap(mishap::Command::VoidHand { area }),
                C::Hand(hand::Command::Touch { area }),
            ] {
                all.push(Choice::only(command));
            }
            if let Some([one, other, ..]) = hand.known() {
                // Only hands that lay tiles out can lay them out wrongly.
                if self.setup.chance != Chance::Electronic {
                    all.push(
                        Choice::only(hand::Command::SetHouseWay { area, two: Some([one, other]) })
                            .open(Open::Two),
                    );
                }
            } else if let Some(tiles) = lie {
                all.push(Choice::only(hand::Command::TurnUp { area, tiles }).open(Open::Tiles));
            }
            let which = (0..4).map(|place| 1u8 << place).find(|bit| hand.shown & bit == 0);
            if let Some(which) = which {
                for by_dealer in [false, true] {
                    let place = which.trailing_zeros() as usize & 3;
                    let known = hand.tiles[place].is_some();
                    let tiles = lie.filter(|_| !known).map(|tiles| vec![tiles[place]]).unwrap_or_default();
                    all.push(
                        Choice::only(mishap::Command::ReportExposed { area, which, tiles, by_dealer })
                            .open(Open::Exposed),
                    );
                }
            }
        }
    }

    /// What staff may do in any phase.
    fn house_choices(&self, state: &State, now: Moment, all: &mut Vec<Choice>) {
        let newcomer = (1..).filter_map(PlayerId::new).find(|id| state.player(*id).is_none());
        let anybody = state.players.iter().map(|player| player.id).chain(newcomer);
        for player in anybody {
            for with in [Instrument::Chips, Instrument::Tokens] {
                let amount = Amount::of(self.setup.chip.units());
                let bounds = Bounds::new(amount, Amount::of(Amount::MOST), self.setup.chip.units());
                let command = C::Seat(seat::Command::BuyIn { player, stake: Stake::of(amount, with) });
                all.push(Choice { command, amount: bounds, open: Some(Open::Player) });
            }
        }
        all.push(Choice::only(table::Command::ReplaceTiles { whole_set: false }));
        all.push(Choice::only(table::Command::ReplaceTiles { whole_set: true }));
        let later = now.after_minutes(30);
        for kind in LimitKind::ALL {
            let limit = state.limits.of(kind);
            all.push(Choice::only(limit::Command::PostLimits { kind, limit, at: later }).open(Open::Limit));
            all.push(Choice::only(limit::Command::ChangeLimits { kind, limit }).open(Open::Limit));
        }
        all.push(Choice::only(limit::Command::PostCommission { rate: state.commission }).open(Open::Rate));
        all.push(
            Choice::only(limit::Command::AllowTotal { most: Amount::of(Amount::MOST) }).open(Open::Count),
        );
        all.push(Choice::only(table::Command::PostClosing { at: later }).open(Open::Moment));
        for area in self.numbers() {
            for players in 1..=self.book.table.players_per_area.value {
                all.push(Choice::only(limit::Command::AllowSharing { area, players }));
            }
            for banks in 1..=self.book.bank.banks_per_area_most.value {
                all.push(Choice::only(bank::Command::AllowBanks { area, banks }));
            }
        }
        let grid = Grid::new([[1, 2, 3, 4, 5, 6, 7, 8]; 4]);
        if let Ok(grid) = grid {
            let cut = format!("house-{}", state.registered.len() + 1);
            let orientation = Orientation::default();
            all.push(
                Choice::only(cut::Command::RegisterCut { cut, orientation, grid, approved: true })
                    .open(Open::Grid),
            );
        }
        all.push(Choice::only(order::Command::OrderEnglish { only: !state.orders.english_only }));
        for player in self.held_of(state) {
            for to_player in [true, false] {
                all.push(Choice::only(order::Command::ReleaseHeld { player, to_player }));
            }
        }
        all.extend(state.gone.iter().map(|id| Choice::only(order::Command::BarPlayer { player: *id })));
        for player in &state.players {
            let id = player.id;
            all.push(Choice::only(seat::Command::FreeSeat { player: id }));
            all.push(Choice::only(order::Command::BarPlayer { player: id }));
            all.push(Choice::only(order::Command::HoldWinnings { player: id, won: Amount::ZERO }));
            if let Some(bounds) = Bounds::new(Amount::of(1), self.seizable(state, id), 1) {
                all.push(
                    Choice::only(order::Command::HoldWinnings { player: id, won: bounds.most })
                        .amount(bounds),
                );
            }
            all.push(Choice::only(order::Command::OrderSetFirst { player: id, first: !player.sets_first }));
            for other in &state.players {
                all.push(Choice::only(order::Command::PartPlayers { player: id, from: other.id }));
            }
            let limit = state.limits.of(LimitKind::Regular);
            for area in self.numbers() {
                let command =
                    C::Limit(limit::Command::SetPersonalLimits { player: id, area, limit: Some(limit) });
                all.push(Choice::only(command).open(Open::Limit));
                all.push(Choice::only(limit::Command::SetPersonalLimits { player: id, area, limit: None }));
            }
        }
        for dispute in &state.disputes {
            for for_player in [false, true] {
                all.push(Choice::only(order::Command::DecideDispute { number: dispute.number, for_player }));
                all.push(Choice::only(order::Command::ReviewDispute { number: dispute.number, for_player }));
            }
        }
    }

    /// Four tiles as an area's could lie: those that are known, and others that nobody has seen.
    fn could_lie(&self, state: &State, number: u8) -> Option<[Tile; 4]> {
        if self.setup.chance.is_known() {
            return None;
        }
        let known = |tile: &Tile| {
            state.areas.iter().flat_map(|area| area.hand.iter()).any(|hand| hand.tiles.contains(&Some(*tile)))
        };
        let [a, b, c, d] = state.area(number)?.hand.as_ref()?.tiles;
        let mut left = Tile::all().filter(|tile| !known(tile));
        let mut next = |tile: Option<Tile>| tile.or_else(|| left.next());
        Some([next(a)?, next(b)?, next(c)?, next(d)?])
    }
}
