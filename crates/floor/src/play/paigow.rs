//! Pai Gow as a floor runs it: the book's procedure without a person, bots that set by the House Way, how
//! chance is drawn, what takes two.
//!
//! Clauses: those of the steps it puts to the rules; `paigow` cites them with every event.

mod bot;
mod deal;
mod sound;

use ::paigow::{command, event};
use super::{Next, Play, Scene, Told};
use crate::Draw;
use ::paigow::{
    Chance, Command, Event, Faces, Found, Kind, PaiGow, Performer, Phase, Stake, State, View, What, Why,
};
use game::{Context, Game, Moment, Person};
use money::{Account, Amount, PlayerId};
use rulebook::{BetsClose, BetsOpen, BigSmallDice, SideWager};

impl Play for PaiGow {
    const GAME: &'static str = "pai-gow";

    fn book(&self) -> &str {
        &self.setup().book
    }

    fn dealers(&self) -> game::Cites {
        self.dealer_clauses()
    }

    fn told<'e>(&self, event: &'e Event) -> Told<'e> {
        Told {
            step: event.what.step().word(),
            cites: &event.clauses,
            ends: matches!(event.what, What::Settle(event::settle::What::RoundOver) | What::Mishap(event::mishap::What::RoundVoid { .. })),
            irregular: is_irregular(&event.what),
            terms: matches!(
                event.what,
                What::Limit(event::limit::What::LimitsPosted { .. })
                    | What::Limit(event::limit::What::LimitsChanged { .. })
                    | What::Limit(event::limit::What::PersonalLimits { .. })
                    | What::Limit(event::limit::What::CommissionPosted { .. })
            ),
        }
    }

    fn seen(&self, table: &State, who: &Person, deals: bool) -> View {
        Self::seen(self, table, who, deals)
    }

    fn round(&self, table: &State) -> u32 {
        match table.phase {
            Phase::Shut | Phase::Bank => table.round + 1,
            Phase::Wall | Phase::Set | Phase::Match | Phase::Clear | Phase::Closed => table.round,
        }
    }

    fn draws(&self) -> bool {
        self.setup().chance == Chance::Electronic
    }

    fn fill(&self, command: &mut Command, draw: &mut Draw) {
        match command {
            // Shuffled, cut and mixed again as the book has it, electronic tiles lie in no order before.
            Command::Hand(command::hand::Command::Deal { order }) => *order = Some(draw.wall()),
            Command::Dice(command::dice::Command::ShowDice { faces }) => *faces = Some(thrown(self, || draw.face())),
            Command::Order(command::order::Command::DrawRemoval { boxes }) => *boxes = Some(thrown(self, || draw.face()).boxes),
            _ => {}
        }
    }

    fn drawn_for(&self) -> Vec<Command> {
        let (dice, removal) = (Command::Dice(command::dice::Command::ShowDice { faces: None }), Command::Order(command::order::Command::DrawRemoval { boxes: None }));
        vec![Command::Hand(command::hand::Command::Deal { order: None }), dice, removal]
    }

    /// The wall never is: it stands before wagers are made (star-2016 7.1, vcga-2000 7.1, crown-6.1 5.1,
    /// uk-leaflet B3(a)), and what lies where in it is drawn when it is dealt. Dice are thrown when betting is
    /// over, and lie open at once; only the leaflet takes wagers until tiles are dealt (B2), which is after the
    /// dice are seen.
    fn drawn_early(&self, table: &State, what: &str) -> bool {
        let close = self.parameters().wager.close.value.of(table.bank.method);
        what == "dice" && close == Some(&BetsClose::TilesDealt)
    }

    fn deal(&self, table: &State, scene: &Scene<'_>) -> Next<Command> {
        deal::next(self, table, scene)
    }

    fn bot(&self, table: &State, bot: PlayerId, scene: &Scene<'_>, draw: &mut Draw) -> Option<Command> {
        bot::acts(self, table, bot, scene, draw)
    }

    fn join(&self, table: &State, player: PlayerId, place: u8, amount: Amount) -> Vec<(Person, Command)> {
        let seated = table.player(player).is_some_and(|known| known.seat.is_some());
        if seated || !self.free(table).contains(&place) {
            return Vec::new();
        }
        let sits = (Person::Player(player), Command::Seat(command::seat::Command::Sit { area: place }));
        if amount.is_zero() && table.player(player).is_some() {
            return vec![sits];
        }
        vec![bought(player, amount), sits]
    }

    fn top_up(&self, table: &State, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
        if table.player(player).is_none() {
            return Vec::new();
        }
        vec![bought(player, amount)]
    }

    fn broke(&self, table: &State, bot: PlayerId, more: Amount) -> bool {
        let least = table.limits.of(Kind::Regular.limits()).least;
        let idle = !table.wagers.iter().any(|wager| wager.player == bot) && !table.bank.is_held_by(bot);
        idle && table.ledger.amount(Account::Player(bot)) < least && more >= least
    }

    /// Answers and takes back what still holds them, one thing a time; then goes.
    fn leave(&self, table: &State, player: PlayerId) -> Option<Command> {
        let offered = table.bank.offer.is_some_and(|offer| offer.player == player);
        let down = table.wagers.iter().find(|wager| wager.player == player);
        let command = match down {
            _ if offered => Command::Bank(command::bank::Command::DeclineBank),
            Some(wager) => Command::Wager(command::wager::Command::Withdraw { area: wager.area, kind: wager.kind }),
            None => Command::Seat(command::seat::Command::Leave),
        };
        let context = Context::new(Person::Player(player), Moment::default());
        self.decide(table, &command, &context).ok().map(|_| command)
    }

    fn frees(&self, command: &Command) -> Option<PlayerId> {
        match command {
            Command::Seat(command::seat::Command::FreeSeat { player }) => Some(*player),
            _ => None,
        }
    }

    fn free(&self, table: &State) -> Vec<u8> {
        if table.phase == Phase::Closed || table.tiles.closing {
            return Vec::new();
        }
        let bank = &self.parameters().bank;
        // Where the House banks nobody wagers, unless the book lets them (star-2016 6.10).
        let house = bank.house_area.value;
        let taken = |area: u8| area == house && !bank.house_area_wagers.value;
        let numbered = (1..).zip(&table.areas);
        numbered
            .filter(|(number, area)| !area.off && !taken(*number) && table.seated(*number).is_none())
            .map(|(number, _)| number)
            .collect()
    }

    fn players(&self, table: &State) -> Vec<PlayerId> {
        table.players.iter().map(|player| player.id).collect()
    }

    fn closes(&self, table: &State, scene: &Scene<'_>) -> Option<Moment> {
        if self.setup().dealer != Performer::House || !self.betting(table) {
            return None;
        }
        deal::closes(self, table, scene)
    }

    fn wagered(&self, table: &State) -> bool {
        table.wagers.iter().any(|wager| !wager.kind.on_dice())
    }

    fn betting(&self, table: &State) -> bool {
        let opened = match self.parameters().wager.open.value {
            BetsOpen::AfterShuffle => table.wall.stacked,
            BetsOpen::AfterSettlement => true,
        };
        table.phase == Phase::Wall && !table.cutting.closed && opened
    }

    fn shown(&self, table: &State) -> String {
        let hands = table.areas.iter().map(|area| area.hand.as_ref().map(|hand| (hand.opened, hand.shown)));
        let hands: Vec<Option<(bool, u8)>> = hands.collect();
        let (betting, dice) = (self.betting(table), table.dice.faces.is_some());
        format!("{:?} {betting} {dice} {} {hands:?}", table.phase, table.orders.bank_shown)
    }

    fn takes_two(&self, command: &Command) -> bool {
        match command {
            // The round, a hand, or somebody's wagers have no result.
            Command::Mishap(command::mishap::Command::VoidRound { .. }) | Command::Mishap(command::mishap::Command::VoidHand { .. }) | Command::Order(command::order::Command::VoidWagers { .. }) => true,
            // A misdeal, a set that is wrong, another shuffle once tiles are dealt: the round goes with them.
            Command::Mishap(command::mishap::Command::ReportMisdeal { .. }) | Command::Mishap(command::mishap::Command::ReportSetWrong) | Command::Wall(command::wall::Command::OrderReshuffle { .. }) => true,
            // A wager becomes another after betting closed.
            Command::Wager(command::wager::Command::ReportWager { .. }) => true,
            // What was held goes to the player, or is forfeited.
            Command::Order(command::order::Command::ReleaseHeld { .. }) => true,
            // A wrong House Way is no matter of judgement: the chart says how the hand is set, and what was
            // settled follows from it.
            _ => false,
        }
    }

    fn staked(&self, event: &Event) -> Option<(PlayerId, i64)> {
        let player = match &event.what {
            What::Wager(event::wager::What::WagerPlaced { player, .. })
            | What::Wager(event::wager::What::WagerWithdrawn { player, .. })
            | What::Wager(event::wager::What::WagerRefused { player, .. })
            | What::Wager(event::wager::What::WagerFound { player, .. })
            | What::Wager(event::wager::What::WagerReturned { player, .. }) => *player,
            _ => return None,
        };
        let down = |account: Account| match account {
            Account::Layout(who) | Account::LayoutTokens(who) => who == player,
            _ => false,
        };
        let moved = event.moves.iter().map(|step| {
            let sign = i64::from(down(step.to)) - i64::from(down(step.from));
            sign * step.amount.units()
        });
        Some((player, moved.sum::<i64>())).filter(|_| !player.is_house())
    }

    fn sound(&self, table: &State) -> Result<(), String> {
        sound::check(self, table)
    }
}

/// The House changing money into chips for somebody, if it deals here and may.
const fn bought(player: PlayerId, amount: Amount) -> (Person, Command) {
    (Person::House, Command::Seat(command::seat::Command::BuyIn { player, stake: Stake::chips(amount) }))
}

/// Exactly the dice that the book uses, each showing what is given.
fn thrown(game: &PaiGow, mut face: impl FnMut() -> u8) -> Faces {
    let rules = &game.parameters().dice;
    let mut boxes = [0; 3];
    for die in boxes.iter_mut().take(usize::from(rules.box_dice.value)) {
        *die = face();
    }
    let cut = rules.cut_die.value.then(&mut face);
    let offered = game.parameters().side.offered.value.contains(&SideWager::BigSmall);
    let third = offered && rules.big_small.value == BigSmallDice::AllThree;
    Faces { boxes, cut, big_small: third.then(&mut face) }
}

/// What should not have happened at a table, or happened because something did.
const fn is_irregular(what: &What) -> bool {
    match what {
        What::Table(event::table::What::TilesLaidOut { found }) => matches!(found, Found::Wrong),
        What::Wager(event::wager::What::WagerReturned { why, .. }) => {
            matches!(why, Why::Void | Why::BelowMinimum | Why::AboveMaximum)
        }
        What::Hand(event::hand::What::HouseWaySet { wrong, .. }) | What::Hand(event::hand::What::BankSet { wrong, .. }) => *wrong,
        What::Table(event::table::What::TilesReplaced { .. })
        | What::Wall(event::wall::What::ShownInStacking { .. })
        | What::Wall(event::wall::What::ShownInLaja { .. })
        | What::Wall(event::wall::What::ReshuffleOrdered)
        | What::Wager(event::wager::What::WagerRefused { .. })
        | What::Wager(event::wager::What::WagerFound { .. })
        | What::Wager(event::wager::What::Warned { .. })
        | What::Dice(event::dice::What::DiceCocked)
        | What::Hand(event::hand::What::Touched { .. })
        | What::Hand(event::hand::What::HouseWayCorrected { .. })
        | What::Settle(event::settle::What::WagerReopened { .. })
        | What::Settle(event::settle::What::AreaReopened { .. })
        | What::Settle(event::settle::What::BankReopened)
        | What::Mishap(event::mishap::What::TilesExposed { .. })
        | What::Mishap(event::mishap::What::HandVoid { .. })
        | What::Mishap(event::mishap::What::RoundVoid { .. })
        | What::Mishap(event::mishap::What::Misdealt { .. })
        | What::Mishap(event::mishap::What::DealRebuilt)
        | What::Mishap(event::mishap::What::HandKnocked { .. })
        | What::Mishap(event::mishap::What::SetWrong)
        | What::Order(event::order::What::RemovalDecided)
        | What::Order(event::order::What::AreaRemoved { .. })
        | What::Order(event::order::What::SetFirstOrdered { .. })
        | What::Order(event::order::What::PlayersParted { .. })
        | What::Order(event::order::What::EnglishOrdered { .. })
        | What::Order(event::order::What::WagersVoid { .. })
        | What::Mishap(event::mishap::What::StakeForfeited { .. })
        | What::Order(event::order::What::PlayerBarred { .. })
        | What::Order(event::order::What::WinningsHeld { .. })
        | What::Order(event::order::What::WinningsReleased { .. })
        | What::Order(event::order::What::DisputeRaised { .. })
        | What::Order(event::order::What::DisputeDecided { .. })
        | What::Order(event::order::What::ReviewAsked { .. })
        | What::Order(event::order::What::DisputeReviewed { .. }) => true,
        // A hand that nobody set in time is set for them (star-2016 15.16): at a table with a clock that is
        // no irregularity.
        _ => false,
    }
}
