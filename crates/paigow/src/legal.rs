//! What a person may do now, as data that a page can draw.
//!
//! Whatever could be done is put to `decide` itself, so the two cannot disagree; a choice is a command
//! that `decide` accepts, with the amounts that may stand in its place and what else is open in it.

use crate::{
    Chance, Command as C, During, Faces, Found, Ground, Kind, LajaBy, Limit, LimitKind, Matter, Misdealt,
    PaiGow, Phase, ReshuffleCause, Stake, Table,
};
use game::{Bounds, Context, Moment, Person};
use money::{Account, Amount, PlayerId};
use rulebook::{Grid, Instrument, Method, Oral, Orientation};
use serde::Serialize;
use smallvec::SmallVec;
use std::mem::discriminant;
use tiles::Tile;

/// Something that a person may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowChoice))]
pub struct Choice {
    /// A command that is accepted as it stands; what the House draws is not in it.
    pub command: C,
    /// The amounts that may stand in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Bounds>,
    /// What else is open in it.
    #[serde(skip_serializing_if = "Input::is_nothing")]
    pub input: Input,
}

/// What is open in a command beside its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowInput))]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Nothing.
    Nothing,
    /// The faces of dice.
    Dice,
    /// Which two of the area's four tiles.
    Two,
    /// The four tiles as they lie.
    Tiles,
    /// Which of four tiles, and what they are.
    Exposed,
    /// A number.
    Count,
    /// Cash beside the amount.
    Cash,
    /// What of the amount is in tokens.
    Tokens,
    /// A player.
    Player,
    /// Limits.
    Limit,
    /// A rate.
    Rate,
    /// A time.
    Moment,
    /// A cut and its grid.
    Grid,
}

impl Input {
    /// Whether nothing is open.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

impl Choice {
    const fn plain(command: C) -> Self {
        Self { command, amount: None, input: Input::Nothing }
    }

    const fn open(command: C, input: Input) -> Self {
        Self { command, amount: None, input }
    }

    const fn amount(command: C, bounds: Bounds) -> Self {
        Self { command, amount: Some(bounds), input: Input::Nothing }
    }
}

impl PaiGow {
    /// Everything that a person may do now.
    pub(crate) fn offers(&self, table: &Table, ctx: &Context) -> Vec<Choice> {
        let mut all = self.could(table, ctx);
        all.retain(|choice| self.may(table, choice, ctx));
        all
    }

    /// Whether `decide` accepts a choice as it stands, once what chance it calls for is there.
    pub(crate) fn may(&self, table: &Table, choice: &Choice, ctx: &Context) -> bool {
        self.allows(table, &choice.command, ctx).is_ok()
    }

    /// Everything that could be put to `decide` for a person.
    pub(crate) fn could(&self, table: &Table, ctx: &Context) -> Vec<Choice> {
        let mut all = Vec::new();
        match ctx.who {
            Person::Player(id) => self.players_choices(table, id, &mut all),
            Person::Staff(..) | Person::House => self.staffs_choices(table, ctx.now, &mut all),
            Person::Inspector(_) => {
                for dispute in &table.disputes {
                    for for_player in [false, true] {
                        all.push(Choice::plain(C::ReviewDispute { number: dispute.number, for_player }));
                    }
                }
            }
            Person::Public => {}
        }
        all
    }

    fn numbers(&self) -> std::ops::RangeInclusive<u8> {
        1..=self.areas
    }

    fn players_choices(&self, table: &Table, id: PlayerId, all: &mut Vec<Choice>) {
        all.push(Choice::plain(C::Leave));
        for matter in [Matter::Payment, Matter::Hand, Matter::Rule, Matter::Conduct] {
            all.push(Choice::plain(C::RaiseDispute { about: matter }));
        }
        for dispute in table.disputes.iter().filter(|dispute| dispute.touches(id)) {
            all.push(Choice::plain(C::AskReview { number: dispute.number }));
        }
        let passes = table.player(id).is_some_and(|player| player.passes);
        all.push(Choice::plain(C::PassBank { pass: !passes }));
        // What is refused in any case need not be put to the rules area by area.
        if table.player(id).is_none_or(|player| player.seat.is_none()) {
            let free = self.numbers().filter(|area| table.seated(*area).is_none());
            all.extend(free.map(|area| Choice::plain(C::Sit { area })));
        }
        match table.phase {
            Phase::Bank => {
                for method in [Method::Player, Method::CoBank] {
                    if let Some(bounds) = self.bank_bounds(table, id) {
                        all.push(Choice::amount(C::AcceptBank { method, stake: bounds.least }, bounds));
                    }
                }
                all.push(Choice::plain(C::DeclineBank));
                for wager in table.wagers.iter().filter(|w| w.player == id) {
                    all.push(Choice::plain(C::Withdraw { area: wager.area, kind: wager.kind }));
                }
            }
            Phase::Wall => {
                self.wagers_choices(table, id, all);
                self.bankers_choices(table, id, all);
            }
            Phase::Set => {
                for area in self.numbers() {
                    self.hands_choices(table, area, all);
                }
                all.push(Choice::plain(C::ConfirmBank));
                all.push(Choice::plain(C::AskBank));
            }
            Phase::Match => {
                all.push(Choice::plain(C::ConfirmBank));
                all.push(Choice::plain(C::AskBank));
            }
            Phase::Shut | Phase::Clear | Phase::Closed => {}
        }
    }

    fn wagers_choices(&self, table: &Table, id: PlayerId, all: &mut Vec<Choice>) {
        // What is offered nowhere need not be asked for everywhere.
        let kinds: SmallVec<[Kind; 5]> =
            Kind::ALL.into_iter().filter(|kind| self.offers_kind(*kind)).collect();
        let tokens = self.rules.wager.instruments.value.contains(&Instrument::Tokens);
        let spoken = self.rules.wager.oral.value != Oral::Refused;
        for area in self.numbers() {
            for &kind in &kinds {
                for with in [Instrument::Chips, Instrument::Tokens] {
                    if with == Instrument::Tokens && !tokens {
                        continue;
                    }
                    if let Some(bounds) = self.stake_bounds(table, id, area, kind, with) {
                        let stake = Stake::of(bounds.least, with);
                        all.push(Choice::amount(C::Place { area, kind, stake }, bounds));
                    }
                }
                if let Some((stake, bounds)) =
                    tokens.then(|| self.mixed_bounds(table, id, area, kind)).flatten()
                {
                    let command = C::Place { area, kind, stake };
                    all.push(Choice { command, amount: Some(bounds), input: Input::Tokens });
                }
                if spoken
                    && let Ok((limit, most, _)) = self.wager_bounds(table, id, area, kind, Instrument::Chips)
                    && let Some(bounds) = Bounds::new(limit.least, most, limit.multiple)
                {
                    let command = C::Speak { area, kind, amount: bounds.least, cash: bounds.least };
                    all.push(Choice { command, amount: Some(bounds), input: Input::Cash });
                }
                if table.wager(id, area, kind).is_some() {
                    all.push(Choice::plain(C::Withdraw { area, kind }));
                }
            }
            let here = |kinds: &[Kind]| kinds.iter().any(|kind| table.wager(id, area, *kind).is_some());
            if kinds.contains(&Kind::Big) && here(&[Kind::Regular, Kind::Bonus, Kind::Tie]) {
                all.push(Choice::plain(C::WaiveSide { area }));
            }
            if self.rules.table.caller_may_yield.value && table.seated(area) == Some(id) {
                all.push(Choice::plain(C::Yield { area }));
            }
        }
        all.push(Choice::plain(C::AskLaja { by: LajaBy::Dealer }));
        all.push(Choice::plain(C::AskLaja { by: LajaBy::Player(id) }));
        all.push(Choice::plain(C::DoLaja { order: None }));
    }

    fn bankers_choices(&self, table: &Table, id: PlayerId, all: &mut Vec<Choice>) {
        all.push(Choice::plain(C::Shake));
        if let Some(bounds) = self.join_bounds(table, id) {
            all.push(Choice::amount(C::JoinBank { stake: bounds.least }, bounds));
            all.push(Choice::amount(C::AddToBank { amount: bounds.least }, bounds));
        }
        if !table.bank.is_held_by(id) {
            return;
        }
        if let Some(bounds) = self.house_wager_bounds(table) {
            all.push(Choice::amount(C::AskHouseWager { amount: bounds.least }, bounds));
        }
        all.push(Choice::plain(C::ChangeMethod { method: Method::CoBank }));
        all.push(Choice::plain(C::DeclineBank));
        all.push(Choice::plain(C::AskReshuffle));
        all.push(Choice::plain(C::DeclineCut));
        all.extend((-4..=4).map(|value| Choice::plain(C::Steal { value })));
        for player in &table.players {
            all.push(Choice::plain(C::NameShaker { player: player.id }));
            all.push(Choice::plain(C::Consent { player: player.id }));
        }
        self.cuts_choices(table, all);
    }

    fn cuts_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        for cut in &self.cuts.cuts {
            for delivery in &cut.deliveries {
                let orientation = delivery.orientation;
                all.push(Choice::plain(C::NameCut { cut: cut.name.clone(), orientation }));
            }
        }
        for registered in &table.registered {
            let (cut, orientation) = (registered.cut.clone(), registered.orientation);
            all.push(Choice::plain(C::NameCut { cut, orientation }));
        }
    }

    fn hands_choices(&self, table: &Table, area: u8, all: &mut Vec<Choice>) {
        let Some(hand) = table.area(area).and_then(|area| area.hand.as_ref()) else { return };
        all.push(Choice::plain(C::Look { area }));
        if let Some([one, other, ..]) = hand.known() {
            all.push(Choice::open(C::SetHand { area, two: [one, other] }, Input::Two));
        }
        for command in [
            C::LayDown { area },
            C::AskHouseWay { area },
            C::Touch { area },
            C::Concede { area },
            C::Surrender { area },
            C::ShowOwn { area },
            C::AskAdvice { area },
            C::VoidOwn { area },
        ] {
            all.push(Choice::plain(command));
        }
    }

    /// A command with dice: keyed in where they are real, else drawn by the House.
    fn dice_choice(&self, command: impl FnOnce(Option<Faces>) -> C) -> Choice {
        match self.setup.chance {
            Chance::Electronic | Chance::Told => Choice::plain(command(None)),
            Chance::Keyed => Choice::open(command(Some(self.sample_faces())), Input::Dice),
        }
    }

    fn staffs_choices(&self, table: &Table, now: Moment, all: &mut Vec<Choice>) {
        self.house_choices(table, now, all);
        match table.phase {
            Phase::Shut => {
                all.push(Choice::plain(C::LayOutTiles { found: Found::Whole }));
                all.push(Choice::plain(C::LayOutTiles { found: Found::Wrong }));
                all.push(Choice::plain(C::CheckTiles));
                all.push(Choice::plain(C::OpenTable));
            }
            Phase::Bank => {
                all.push(Choice::plain(C::OfferBank));
                all.push(Choice::plain(C::DeclineBank));
                all.push(Choice::plain(C::LayOutTiles { found: Found::Whole }));
                all.push(Choice::plain(C::LayOutTiles { found: Found::Wrong }));
                all.push(Choice::plain(C::CheckTiles));
                all.push(Choice::plain(C::ReportSetWrong));
                self.refusal_choices(table, all);
                all.push(Choice::plain(C::DecideRemoval));
                all.push(self.dice_choice(|faces| C::DrawRemoval { boxes: faces.map(|faces| faces.boxes) }));
                all.extend(self.numbers().map(|area| Choice::plain(C::RestoreArea { area })));
                all.push(Choice::plain(C::EndPlay { at_once: false }));
                all.push(Choice::plain(C::EndPlay { at_once: true }));
            }
            Phase::Wall => self.wall_choices(table, all),
            Phase::Set | Phase::Match | Phase::Clear => self.tables_choices(table, all),
            Phase::Closed => {}
        }
    }

    fn wall_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        all.push(Choice::plain(C::Shuffle { order: None }));
        all.push(Choice::plain(C::DoLaja { order: None }));
        for during in [During::Stacking, During::Laja] {
            all.push(Choice::open(C::ReportShown { during, count: 1 }, Input::Count));
        }
        for command in [
            C::OrderLaja,
            C::AllowLaja,
            C::CloseBets,
            C::Shake,
            C::ReportCocked,
            C::DeclineCut,
            C::DeclineBank,
            C::EndPlay { at_once: false },
            C::EndPlay { at_once: true },
            C::Deal { order: None },
        ] {
            all.push(Choice::plain(command));
        }
        all.push(Choice::plain(C::AllowBankSharing));
        all.push(Choice::plain(C::ChangeMethod { method: Method::House }));
        all.push(self.dice_choice(|faces| C::ShowDice { faces }));
        self.cuts_choices(table, all);
        self.refusal_choices(table, all);
        self.found_choices(table, all);
        self.reshuffle_choices(all);
        self.void_choices(table, all);
        all.push(Choice::plain(C::DecideRemoval));
    }

    fn refusal_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        for wager in &table.wagers {
            let (player, area, kind) = (wager.player, wager.area, wager.kind);
            all.push(Choice::plain(C::RefuseWager { player, area, kind }));
        }
    }

    fn found_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        for wager in &table.wagers {
            let (player, area, kind) = (wager.player, wager.area, wager.kind);
            if let Some(bounds) = self.found_bounds(table, player, area, kind) {
                let amount = if wager.stake.amount == bounds.most { bounds.least } else { bounds.most };
                all.push(Choice::amount(C::ReportWager { player, area, kind, amount }, bounds));
            }
        }
    }

    fn reshuffle_choices(&self, all: &mut Vec<Choice>) {
        for cause in [ReshuffleCause::Exposed, ReshuffleCause::Tracking, ReshuffleCause::Discretion] {
            all.push(Choice::plain(C::OrderReshuffle { cause }));
        }
    }

    fn void_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        all.push(Choice::plain(C::ReportSetWrong));
        for ground in [Ground::Disruption, Ground::Fraud] {
            all.push(Choice::plain(C::VoidRound { ground, forfeits: None }));
            for player in &table.players {
                all.push(Choice::plain(C::VoidRound { ground, forfeits: Some(player.id) }));
            }
        }
        for player in &table.players {
            all.push(Choice::plain(C::VoidWagers { player: player.id }));
        }
    }

    /// Whose winnings are held, whether they are still here or not.
    fn held_of(&self, table: &Table) -> Vec<PlayerId> {
        let mut all: Vec<PlayerId> =
            table.players.iter().filter(|player| player.held).map(|player| player.id).collect();
        for (account, units) in table.ledger.accounts() {
            if let Account::Held(player) = account
                && *units > 0
                && !all.contains(player)
            {
                all.push(*player);
            }
        }
        all
    }

    fn tables_choices(&self, table: &Table, all: &mut Vec<Choice>) {
        all.push(Choice::plain(C::ConfirmBank));
        self.void_choices(table, all);
        self.reshuffle_choices(all);
        self.found_choices(table, all);
        self.refusal_choices(table, all);
        for command in [C::LiftChung, C::ShowBank, C::Pay, C::FinishRound, C::DecideRemoval] {
            all.push(Choice::plain(command));
        }
        all.push(Choice::plain(C::OpenHand { lie: None }));
        for what in [Misdealt::WrongAreas, Misdealt::WrongNumber, Misdealt::Beyond] {
            all.push(Choice::plain(C::ReportMisdeal { what }));
        }
        if let Some(tiles) = self.next_to_open(table).and_then(|next| self.could_lie(table, next)) {
            all.push(Choice::open(C::OpenHand { lie: Some(tiles) }, Input::Tiles));
        }
        for area in self.numbers() {
            let Some(hand) = table.area(area).and_then(|area| area.hand.as_ref()) else { continue };
            let lie = self.could_lie(table, area);
            for command in [
                C::SetHouseWay { area, two: None },
                C::CheckHouseWay { area },
                C::CorrectHouseWay { area },
                C::DirectHouseWay { area },
                C::SeeConceded { area },
                C::ReportKnocked { area },
                C::VoidHand { area },
                C::Touch { area },
            ] {
                all.push(Choice::plain(command));
            }
            if let Some([one, other, ..]) = hand.known() {
                // Only hands that lay tiles out can lay them out wrongly.
                if self.setup.chance != Chance::Electronic {
                    all.push(Choice::open(C::SetHouseWay { area, two: Some([one, other]) }, Input::Two));
                }
            } else if let Some(tiles) = lie {
                all.push(Choice::open(C::TurnUp { area, tiles }, Input::Tiles));
            }
            let which = (0..4).map(|place| 1u8 << place).find(|bit| hand.shown & bit == 0);
            if let Some(which) = which {
                for by_dealer in [false, true] {
                    let place = which.trailing_zeros() as usize & 3;
                    let known = hand.tiles[place].is_some();
                    let tiles = lie.filter(|_| !known).map(|tiles| vec![tiles[place]]).unwrap_or_default();
                    all.push(Choice::open(
                        C::ReportExposed { area, which, tiles, by_dealer },
                        Input::Exposed,
                    ));
                }
            }
        }
    }

    /// What staff may do in any phase.
    fn house_choices(&self, table: &Table, now: Moment, all: &mut Vec<Choice>) {
        let newcomer = (1..).filter_map(PlayerId::new).find(|id| table.player(*id).is_none());
        let anybody = table.players.iter().map(|player| player.id).chain(newcomer);
        for player in anybody {
            for with in [Instrument::Chips, Instrument::Tokens] {
                let amount = Amount::of(self.setup.chip.units());
                let bounds = Bounds::new(amount, Amount::of(Amount::MOST), self.setup.chip.units());
                let command = C::BuyIn { player, stake: Stake::of(amount, with) };
                all.push(Choice { command, amount: bounds, input: Input::Player });
            }
        }
        all.push(Choice::plain(C::ReplaceTiles { whole_set: false }));
        all.push(Choice::plain(C::ReplaceTiles { whole_set: true }));
        let later = now.after_minutes(30);
        for kind in LimitKind::ALL {
            let limit = table.limits.of(kind);
            all.push(Choice::open(C::PostLimits { kind, limit, at: later }, Input::Limit));
            all.push(Choice::open(C::ChangeLimits { kind, limit }, Input::Limit));
        }
        all.push(Choice::open(C::PostCommission { rate: table.commission }, Input::Rate));
        all.push(Choice::open(C::AllowTotal { most: Amount::of(Amount::MOST) }, Input::Count));
        all.push(Choice::open(C::PostClosing { at: later }, Input::Moment));
        for area in self.numbers() {
            for players in 1..=self.rules.table.players_per_area.value {
                all.push(Choice::plain(C::AllowSharing { area, players }));
            }
            for banks in 1..=self.rules.bank.banks_per_area_most.value {
                all.push(Choice::plain(C::AllowBanks { area, banks }));
            }
        }
        let grid = Grid::new([[1, 2, 3, 4, 5, 6, 7, 8]; 4]);
        if let Ok(grid) = grid {
            let cut = format!("house-{}", table.registered.len() + 1);
            let orientation = Orientation::default();
            all.push(Choice::open(C::RegisterCut { cut, orientation, grid, approved: true }, Input::Grid));
        }
        all.push(Choice::plain(C::OrderEnglish { only: !table.orders.english_only }));
        for player in self.held_of(table) {
            for to_player in [true, false] {
                all.push(Choice::plain(C::ReleaseHeld { player, to_player }));
            }
        }
        all.extend(table.gone.iter().map(|id| Choice::plain(C::BarPlayer { player: *id })));
        for player in &table.players {
            let id = player.id;
            all.push(Choice::plain(C::FreeSeat { player: id }));
            all.push(Choice::plain(C::BarPlayer { player: id }));
            all.push(Choice::plain(C::HoldWinnings { player: id, won: Amount::ZERO }));
            if let Some(bounds) = Bounds::new(Amount::of(1), self.seizable(table, id), 1) {
                all.push(Choice::amount(C::HoldWinnings { player: id, won: bounds.most }, bounds));
            }
            all.push(Choice::plain(C::OrderSetFirst { player: id, first: !player.sets_first }));
            for other in &table.players {
                all.push(Choice::plain(C::PartPlayers { player: id, from: other.id }));
            }
            let limit = table.limits.of(LimitKind::Regular);
            for area in self.numbers() {
                let command = C::SetPersonalLimits { player: id, area, limit: Some(limit) };
                all.push(Choice::open(command, Input::Limit));
                all.push(Choice::plain(C::SetPersonalLimits { player: id, area, limit: None }));
            }
        }
        for dispute in &table.disputes {
            for for_player in [false, true] {
                all.push(Choice::plain(C::DecideDispute { number: dispute.number, for_player }));
                all.push(Choice::plain(C::ReviewDispute { number: dispute.number, for_player }));
            }
        }
    }

    /// Faces that the dice can show.
    pub(crate) fn sample_faces(&self) -> Faces {
        let mut boxes = [0; 3];
        boxes[..usize::from(self.rules.dice.box_dice.value)].fill(1);
        let cut = self.rules.dice.cut_die.value.then_some(1);
        let third =
            self.rules.dice.big_small.value == rulebook::BigSmallDice::AllThree && self.big_small.is_some();
        Faces { boxes, cut, big_small: third.then_some(1) }
    }

    /// Four tiles as an area's could lie: those that are known, and others that nobody has seen.
    fn could_lie(&self, table: &Table, number: u8) -> Option<[Tile; 4]> {
        if self.setup.chance.is_known() {
            return None;
        }
        let known = |tile: &Tile| {
            table.areas.iter().flat_map(|area| area.hand.iter()).any(|hand| hand.tiles.contains(&Some(*tile)))
        };
        let [a, b, c, d] = table.area(number)?.hand.as_ref()?.tiles;
        let mut left = Tile::all().filter(|tile| !known(tile));
        let mut next = |tile: Option<Tile>| tile.or_else(|| left.next());
        Some([next(a)?, next(b)?, next(c)?, next(d)?])
    }

    /// Whether a choice takes in a command.
    pub(crate) fn takes_in(&self, choice: &Choice, command: &C) -> bool {
        if choice.command == *command {
            return true;
        }
        if discriminant(&choice.command) != discriminant(command) {
            return false;
        }
        let within = |amount: Amount| choice.amount.is_some_and(|bounds| bounds.allow(amount));
        match (&choice.command, command) {
            (C::AcceptBank { method, .. }, C::AcceptBank { method: m, stake }) => {
                method == m && within(*stake)
            }
            (C::JoinBank { .. }, C::JoinBank { stake }) => within(*stake),
            (C::AddToBank { .. }, C::AddToBank { amount })
            | (C::AskHouseWager { .. }, C::AskHouseWager { amount }) => within(*amount),
            (C::Place { area, kind, stake }, C::Place { area: a, kind: k, stake: s }) => {
                let mixed = |stake: &Stake| !stake.tokens.is_zero();
                area == a && kind == k && stake.with == s.with && mixed(stake) == mixed(s) && within(s.amount)
            }
            (C::Speak { area, kind, .. }, C::Speak { area: a, kind: k, amount, .. }) => {
                area == a && kind == k && within(*amount)
            }
            (
                C::ReportWager { player, area, kind, .. },
                C::ReportWager { player: p, area: a, kind: k, amount },
            ) => player == p && area == a && kind == k && within(*amount),
            (C::HoldWinnings { player, .. }, C::HoldWinnings { player: p, won }) => {
                player == p && within(*won)
            }
            (C::BuyIn { stake, .. }, C::BuyIn { stake: s, .. }) => stake.with == s.with && within(s.amount),
            (C::PostLimits { kind, .. }, C::PostLimits { kind: k, .. })
            | (C::ChangeLimits { kind, .. }, C::ChangeLimits { kind: k, .. }) => kind == k,
            (
                C::SetPersonalLimits { player, area, limit },
                C::SetPersonalLimits { player: p, area: a, limit: l },
            ) => player == p && area == a && limit.is_some() == l.is_some(),
            (C::ReportShown { during, .. }, C::ReportShown { during: d, .. }) => during == d,
            (C::SetHand { area, .. }, C::SetHand { area: a, .. })
            | (C::TurnUp { area, .. }, C::TurnUp { area: a, .. }) => area == a,
            (C::SetHouseWay { area, two }, C::SetHouseWay { area: a, two: t }) => {
                area == a && two.is_some() == t.is_some()
            }
            (C::OpenHand { lie }, C::OpenHand { lie: l }) => lie.is_some() == l.is_some(),
            (C::ReportExposed { area, by_dealer, .. }, C::ReportExposed { area: a, by_dealer: b, .. }) => {
                area == a && by_dealer == b
            }
            // What was drawn may stand in it by then; of real tiles there is no order, and of electronic ones none
            // before the deal.
            (C::Shuffle { .. }, C::Shuffle { .. }) | (C::DoLaja { .. }, C::DoLaja { .. }) => {
                self.setup.chance == Chance::Told
            }
            (C::Deal { .. }, C::Deal { .. }) => self.setup.chance == Chance::Electronic,
            (C::ShowDice { .. }, C::ShowDice { .. })
            | (C::DrawRemoval { .. }, C::DrawRemoval { .. })
            | (C::PostCommission { .. }, C::PostCommission { .. })
            | (C::AllowTotal { .. }, C::AllowTotal { .. })
            | (C::PostClosing { .. }, C::PostClosing { .. })
            | (C::RegisterCut { .. }, C::RegisterCut { .. }) => true,
            _ => false,
        }
    }
}

/// Limits that a sign may carry, for a page to start from.
impl Choice {
    /// The limits in the command, if it carries any.
    pub const fn limit(&self) -> Option<Limit> {
        match &self.command {
            C::PostLimits { limit, .. } | C::ChangeLimits { limit, .. } => Some(*limit),
            C::SetPersonalLimits { limit, .. } => *limit,
            _ => None,
        }
    }
}
