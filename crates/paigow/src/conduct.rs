//! What whoever runs a Pai Gow table must know of it beside the rules.
//!
//! Facts of the game, without a pace and without a bot. Clauses: star-2016 6.10, 7.1, 9.5–9.8, 15.16; vcga-2000 7.1;
//! crown-6.1 5.1; uk-leaflet B2, B3(a).

mod said;
mod sound;

use crate::{
    Chance, Choice, Command, Event, Found, PaiGow, Phase, State, View, What, Why, command, decide, event,
};
use game::{Cites, Conduct, Person, Rank, Told};
use money::{Account, PlayerId};
use rulebook::BetsClose;

impl Conduct for PaiGow {
    const GAME: &'static str = "pai-gow";

    fn book(&self) -> &str {
        &self.setup.book
    }

    fn dealers(&self) -> Cites {
        self.dealer_clauses()
    }

    fn told<'e>(&self, event: &'e Event) -> Told<'e> {
        let what = &event.what;
        Told {
            step: what.step().word(),
            cites: &event.cites,
            // A hand that is set lies face down until it is opened.
            hides: self.reads.of_tiles.clone(),
            ends: ends(what),
            irregular: is_irregular(what),
            terms: is_of_terms(what),
            said: said::said(what),
        }
    }

    fn round(&self, state: &State) -> u32 {
        match state.phase {
            Phase::Shut | Phase::Bank => state.round + 1,
            Phase::Wall | Phase::Set | Phase::Match | Phase::Clear | Phase::Closed => state.round,
        }
    }

    fn players(&self, state: &State) -> Vec<PlayerId> {
        state.players.iter().map(|player| player.id).collect()
    }

    /// Seats that nobody has; where the House banks nobody wagers, unless the book lets them (star-2016 6.10).
    fn free(&self, state: &State) -> Vec<u8> {
        if state.phase == Phase::Closed || state.tiles.closing {
            return Vec::new();
        }
        let bank = &self.book.bank;
        let taken = |area: u8| area == bank.house_area.value && !bank.house_area_wagers.value;
        let numbered = (1..).zip(&state.areas);
        numbered
            .filter(|(number, area)| !area.off && !taken(*number) && state.seated(*number).is_none())
            .map(|(number, _)| number)
            .collect()
    }

    fn betting(&self, state: &State) -> bool {
        decide::betting(self, state)
    }

    fn wagered(&self, state: &State) -> bool {
        state.wagers.iter().any(|wager| !wager.kind.on_dice())
    }

    fn has_answered(&self, state: &State, player: PlayerId) -> Option<bool> {
        self.asked(state, player).map(|asked| asked.done)
    }

    fn staked(&self, event: &Event) -> Option<(PlayerId, i64)> {
        let player = wagerer(&event.what).filter(|player| !player.is_house())?;
        let down = |account: Account| matches!(account, Account::Layout(who) | Account::LayoutTokens(who) if who == player);
        let moved = event.moves.iter().map(|step| {
            let sign = i64::from(down(step.to)) - i64::from(down(step.from));
            sign * step.amount.units()
        });
        Some((player, moved.sum()))
    }

    /// Nothing: what the House or a player cannot do, a dealer or a supervisor finds among their choices.
    fn waits_for(&self, _: &State) -> Option<String> {
        None
    }

    fn rank_name(&self, rank: Rank) -> String {
        self.rank_words(rank.0)
    }

    /// None: money is changed into chips by the dealer.
    fn brings(&self, _: &Choice) -> bool {
        false
    }

    fn frees(&self, command: &Command) -> Option<PlayerId> {
        match command {
            Command::Seat(command) => match command {
                command::seat::Command::FreeSeat { player } => Some(*player),
                command::seat::Command::BuyIn { .. }
                | command::seat::Command::Sit { .. }
                | command::seat::Command::Leave => None,
            },
            Command::Table(_)
            | Command::Limit(_)
            | Command::Bank(_)
            | Command::Wall(_)
            | Command::Wager(_)
            | Command::Dice(_)
            | Command::Cut(_)
            | Command::Hand(_)
            | Command::Settle(_)
            | Command::Mishap(_)
            | Command::Order(_) => None,
        }
    }

    fn draws(&self) -> bool {
        self.setup.chance == Chance::Electronic
    }

    fn drawn_for(&self) -> Vec<Command> {
        vec![
            command::hand::Command::Deal { order: None }.into(),
            command::dice::Command::ShowDice { faces: None }.into(),
            command::order::Command::DrawRemoval { boxes: None }.into(),
        ]
    }

    /// The wall never is: it stands before wagers are made (star-2016 7.1, vcga-2000 7.1, crown-6.1 5.1,
    /// uk-leaflet B3(a)), and what lies where in it is drawn when it is dealt. Dice are thrown when betting is
    /// over, and lie open at once; only the leaflet takes wagers until tiles are dealt (B2), which is after the
    /// dice are seen.
    fn drawn_early(&self, state: &State, what: &str) -> bool {
        let close = self.book.wager.close.value.of(state.bank.method);
        what == "dice" && close == Some(&BetsClose::TilesDealt)
    }

    fn shown(&self, state: &State) -> String {
        let hands = state.areas.iter().map(|area| area.hand.as_ref().map(|hand| (hand.opened, hand.shown)));
        let hands: Vec<Option<(bool, u8)>> = hands.collect();
        let (betting, dice) = (self.betting(state), state.dice.faces.is_some());
        format!("{:?} {betting} {dice} {} {hands:?}", state.phase, state.orders.bank_shown)
    }

    fn screen(&self, state: &State, viewer: &Person, deals: bool) -> View {
        self.view_as(state, viewer, deals)
    }

    fn sound(&self, state: &State) -> Result<(), String> {
        sound::check(self, state)
    }
}

/// Whether a round ends with an event, counted or void.
const fn ends(what: &What) -> bool {
    match what {
        What::Settle(what) => match what {
            event::settle::What::RoundOver => true,
            event::settle::What::ChungLifted
            | event::settle::What::BankConfirmed
            | event::settle::What::BankAskedFor { .. }
            | event::settle::What::BankShown { .. }
            | event::settle::What::HandOpened { .. }
            | event::settle::What::HandMatched { .. }
            | event::settle::What::WagerTaken { .. }
            | event::settle::What::WagerPaid { .. }
            | event::settle::What::WagerStays { .. }
            | event::settle::What::AreaCleared { .. }
            | event::settle::What::WagerReopened { .. }
            | event::settle::What::AreaReopened { .. }
            | event::settle::What::BankSettled { .. }
            | event::settle::What::BankReopened => false,
        },
        What::Mishap(what) => match what {
            event::mishap::What::RoundVoid { .. } => true,
            event::mishap::What::TilesExposed { .. }
            | event::mishap::What::HandVoid { .. }
            | event::mishap::What::Misdealt { .. }
            | event::mishap::What::DealRebuilt
            | event::mishap::What::HandKnocked { .. }
            | event::mishap::What::SetWrong
            | event::mishap::What::StakeForfeited { .. } => false,
        },
        What::Table(_)
        | What::Seat(_)
        | What::Limit(_)
        | What::Bank(_)
        | What::Wall(_)
        | What::Wager(_)
        | What::Dice(_)
        | What::Cut(_)
        | What::Hand(_)
        | What::Order(_) => false,
    }
}

/// Whether an event changes what may be wagered, or what is paid.
const fn is_of_terms(what: &What) -> bool {
    match what {
        What::Limit(what) => match what {
            event::limit::What::LimitsPosted { .. }
            | event::limit::What::LimitsChanged { .. }
            | event::limit::What::PersonalLimits { .. }
            | event::limit::What::CommissionPosted { .. } => true,
            event::limit::What::OldMinimumKept { .. }
            | event::limit::What::TotalAllowed { .. }
            | event::limit::What::SharingAllowed { .. } => false,
        },
        What::Table(_)
        | What::Seat(_)
        | What::Bank(_)
        | What::Wall(_)
        | What::Wager(_)
        | What::Dice(_)
        | What::Cut(_)
        | What::Hand(_)
        | What::Settle(_)
        | What::Mishap(_)
        | What::Order(_) => false,
    }
}

/// Whose wager an event is about: one that is put down, changed or goes back before it is settled.
const fn wagerer(what: &What) -> Option<PlayerId> {
    match what {
        What::Wager(what) => match what {
            event::wager::What::WagerPlaced { player, .. }
            | event::wager::What::WagerWithdrawn { player, .. }
            | event::wager::What::WagerRefused { player, .. }
            | event::wager::What::WagerFound { player, .. }
            | event::wager::What::WagerReturned { player, .. } => Some(*player),
            event::wager::What::SideWaived { .. }
            | event::wager::What::Warned { .. }
            | event::wager::What::Consented { .. }
            | event::wager::What::HouseWagered { .. }
            | event::wager::What::BetsClosed
            | event::wager::What::CallerNamed { .. }
            | event::wager::What::Yielded { .. } => None,
        },
        What::Table(_)
        | What::Seat(_)
        | What::Limit(_)
        | What::Bank(_)
        | What::Wall(_)
        | What::Dice(_)
        | What::Cut(_)
        | What::Hand(_)
        | What::Settle(_)
        | What::Mishap(_)
        | What::Order(_) => None,
    }
}

/// Whether an event should not have happened, or follows from something that should not.
const fn is_irregular(what: &What) -> bool {
    match what {
        What::Seat(_) | What::Limit(_) | What::Bank(_) | What::Cut(_) => false,
        What::Table(what) => match what {
            event::table::What::TilesLaidOut { found } => matches!(found, Found::Wrong),
            event::table::What::TilesReplaced { .. } => true,
            event::table::What::TilesChecked
            | event::table::What::TableOpened
            | event::table::What::ClosingPosted { .. }
            | event::table::What::PlayEnded
            | event::table::What::TableClosed => false,
        },
        What::Wall(what) => match what {
            event::wall::What::ShownInStacking { .. }
            | event::wall::What::ShownInLaja { .. }
            | event::wall::What::ReshuffleOrdered => true,
            event::wall::What::Shuffled
            | event::wall::What::Stacked { .. }
            | event::wall::What::LajaOrdered
            | event::wall::What::LajaAsked { .. }
            | event::wall::What::LajaAllowed { .. }
            | event::wall::What::LajaDone { .. }
            | event::wall::What::ReshuffleAsked => false,
        },
        What::Wager(what) => match what {
            event::wager::What::WagerReturned { why, .. } => match why {
                Why::Void | Why::BelowMinimum | Why::AboveMaximum => true,
                Why::Area
                | Why::Banks
                | Why::Alone
                | Why::Barred
                | Why::Parted
                | Why::Tokens
                | Why::Closing => false,
            },
            event::wager::What::WagerRefused { .. }
            | event::wager::What::WagerFound { .. }
            | event::wager::What::Warned { .. } => true,
            event::wager::What::WagerPlaced { .. }
            | event::wager::What::WagerWithdrawn { .. }
            | event::wager::What::SideWaived { .. }
            | event::wager::What::Consented { .. }
            | event::wager::What::HouseWagered { .. }
            | event::wager::What::BetsClosed
            | event::wager::What::CallerNamed { .. }
            | event::wager::What::Yielded { .. } => false,
        },
        What::Dice(what) => match what {
            event::dice::What::DiceCocked => true,
            event::dice::What::CutStolen { .. }
            | event::dice::What::Shaken { .. }
            | event::dice::What::DiceShown { .. }
            | event::dice::What::BigSmallCalled { .. } => false,
        },
        What::Hand(what) => match what {
            event::hand::What::HouseWaySet { wrong, .. } | event::hand::What::BankSet { wrong, .. } => *wrong,
            // A hand that nobody set in time is set for them (star-2016 15.16): at a table with a clock that is no irregularity.
            event::hand::What::HouseWayDirected { .. } => false,
            event::hand::What::Touched { .. } | event::hand::What::HouseWayCorrected { .. } => true,
            event::hand::What::Dealt { .. }
            | event::hand::What::Retrieved { .. }
            | event::hand::What::TurnedToDealer { .. }
            | event::hand::What::SightAsked { .. }
            | event::hand::What::Looked { .. }
            | event::hand::What::TurnedUp { .. }
            | event::hand::What::HandSet { .. }
            | event::hand::What::HouseWayAsked { .. }
            | event::hand::What::HouseWayChecked { .. }
            | event::hand::What::Conceded { .. }
            | event::hand::What::ConcededSeen { .. }
            | event::hand::What::Surrendered { .. }
            | event::hand::What::OwnShown { .. }
            | event::hand::What::Advised { .. } => false,
        },
        What::Settle(what) => match what {
            event::settle::What::WagerReopened { .. }
            | event::settle::What::AreaReopened { .. }
            | event::settle::What::BankReopened => true,
            event::settle::What::ChungLifted
            | event::settle::What::BankConfirmed
            | event::settle::What::BankAskedFor { .. }
            | event::settle::What::BankShown { .. }
            | event::settle::What::HandOpened { .. }
            | event::settle::What::HandMatched { .. }
            | event::settle::What::WagerTaken { .. }
            | event::settle::What::WagerPaid { .. }
            | event::settle::What::WagerStays { .. }
            | event::settle::What::AreaCleared { .. }
            | event::settle::What::BankSettled { .. }
            | event::settle::What::RoundOver => false,
        },
        What::Mishap(what) => match what {
            event::mishap::What::TilesExposed { .. }
            | event::mishap::What::HandVoid { .. }
            | event::mishap::What::RoundVoid { .. }
            | event::mishap::What::Misdealt { .. }
            | event::mishap::What::DealRebuilt
            | event::mishap::What::HandKnocked { .. }
            | event::mishap::What::SetWrong
            | event::mishap::What::StakeForfeited { .. } => true,
        },
        What::Order(what) => match what {
            event::order::What::RemovalDecided
            | event::order::What::AreaRemoved { .. }
            | event::order::What::SetFirstOrdered { .. }
            | event::order::What::PlayersParted { .. }
            | event::order::What::EnglishOrdered { .. }
            | event::order::What::WagersVoid { .. }
            | event::order::What::PlayerBarred { .. }
            | event::order::What::WinningsHeld { .. }
            | event::order::What::WinningsReleased { .. }
            | event::order::What::DisputeRaised { .. }
            | event::order::What::DisputeDecided { .. }
            | event::order::What::ReviewAsked { .. }
            | event::order::What::DisputeReviewed { .. } => true,
            event::order::What::RemovalDrawnAgain { .. }
            | event::order::What::AreaRestored { .. }
            | event::order::What::Told { .. } => false,
        },
    }
}
