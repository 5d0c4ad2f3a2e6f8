//! Every rule of the table: what a command leads to, or why it is refused.
//!
//! Checks come in one order, which the tests fix: whether such a person may do such a thing at all;
//! whether it can be done now; whether the area, player or wager it names is there; whether the book
//! allows it; whether the amount is within its bounds; whether the money is there. What
//! can only be seen of real tiles is nobody's to report where they are electronic: it is refused right after
//! who acts.

mod bank;
mod cut;
mod dice;
mod guard;
mod hand;
mod limit;
mod mishap;
mod order;
mod seat;
mod second;
mod settle;
mod sighting;
mod table;
mod time;
mod wager;
mod wall;

pub(crate) use wager::betting;

use crate::{Chance, Command, Event, PaiGow, State, Step, What, command};
use game::{Call, Cites, Context, Decision, Person, Refusal};
use money::Moves;
use rulebook::Cited;
use std::ops::Deref;
use tiles::Tile;

/// The events that follow from a command.
pub(crate) type Decided = Result<Vec<Event>, Refusal>;

/// Whether a refusal is of whoever acts: nothing else is looked at before that.
fn of_person(refusal: &Refusal) -> bool {
    refusal.code.starts_with("person.") || refusal.code == "book.no_power"
}

/// Whether a refusal is about what no book speaks of: what chips can make up, how much the table remembers, what is
/// keyed in and how it is spelt, who acts for the House. Every other one rests at least on what the book says of the act.
fn of_the_house(code: &str) -> bool {
    let own = [
        "person.house",
        "person.no_automatic_dealer",
        "wall.not_yet",
        "wall.not_a_set",
        "wall.real_tiles",
        "wall.stands",
        "cut.name",
        "table.full",
        "chance.none",
    ];
    code.starts_with("money.") || code.ends_with(".too_many") || own.contains(&code)
}

/// A step into which chance goes.
#[derive(Clone, Copy)]
enum Drawn {
    Shuffle,
    Laja,
    Deal,
    Dice,
    Removal,
}

/// The step of a command into which chance goes, and whether the command carries it.
const fn drawn(command: &Command) -> Option<(Drawn, bool)> {
    match command {
        Command::Wall(command) => match command {
            command::wall::Command::Shuffle { order } => Some((Drawn::Shuffle, order.is_some())),
            command::wall::Command::DoLaja { order } => Some((Drawn::Laja, order.is_some())),
            command::wall::Command::ReportShown { .. }
            | command::wall::Command::OrderLaja
            | command::wall::Command::AskLaja { .. }
            | command::wall::Command::AllowLaja
            | command::wall::Command::AskReshuffle
            | command::wall::Command::OrderReshuffle { .. } => None,
        },
        Command::Hand(command) => match command {
            command::hand::Command::Deal { order } => Some((Drawn::Deal, order.is_some())),
            command::hand::Command::ShowTiles { .. }
            | command::hand::Command::Look { .. }
            | command::hand::Command::SetHand { .. }
            | command::hand::Command::LayDown { .. }
            | command::hand::Command::AskHouseWay { .. }
            | command::hand::Command::Touch { .. }
            | command::hand::Command::SetHouseWay { .. }
            | command::hand::Command::CheckHouseWay { .. }
            | command::hand::Command::CorrectHouseWay { .. }
            | command::hand::Command::DirectHouseWay { .. }
            | command::hand::Command::Concede { .. }
            | command::hand::Command::SeeConceded { .. }
            | command::hand::Command::Surrender { .. }
            | command::hand::Command::ShowOwn { .. }
            | command::hand::Command::AskAdvice { .. }
            | command::hand::Command::TurnUp { .. } => None,
        },
        Command::Dice(command) => match command {
            command::dice::Command::ShowDice { faces } => Some((Drawn::Dice, faces.is_some())),
            command::dice::Command::Steal { .. }
            | command::dice::Command::Shake
            | command::dice::Command::ReportCocked => None,
        },
        Command::Order(command) => match command {
            command::order::Command::DrawRemoval { boxes } => Some((Drawn::Removal, boxes.is_some())),
            command::order::Command::DecideRemoval
            | command::order::Command::RestoreArea { .. }
            | command::order::Command::OrderSetFirst { .. }
            | command::order::Command::PartPlayers { .. }
            | command::order::Command::OrderEnglish { .. }
            | command::order::Command::VoidWagers { .. }
            | command::order::Command::BarPlayer { .. }
            | command::order::Command::HoldWinnings { .. }
            | command::order::Command::ReleaseHeld { .. }
            | command::order::Command::RaiseDispute { .. }
            | command::order::Command::DecideDispute { .. }
            | command::order::Command::AskReview { .. }
            | command::order::Command::ReviewDispute { .. } => None,
        },
        Command::Table(_)
        | Command::Seat(_)
        | Command::Limit(_)
        | Command::Bank(_)
        | Command::Wager(_)
        | Command::Cut(_)
        | Command::Settle(_)
        | Command::Mishap(_) => None,
    }
}

/// Where chance comes from that goes into commands.
pub trait Source {
    /// An order of all tiles.
    fn wall(&mut self) -> Box<[Tile; 32]>;

    /// A face of a die, 1 to 6.
    fn face(&mut self) -> u8;
}

impl PaiGow {
    /// Puts chance into a command that calls for it, whatever stood there: shuffled, cut and mixed again as the book
    /// has it, electronic tiles lie in no order before they are dealt.
    pub fn fill(&self, command: &mut Command, from: &mut impl Source) {
        let Some((which, _)) = drawn(command) else { return };
        match (which, command) {
            (Drawn::Deal, Command::Hand(command::hand::Command::Deal { order })) => {
                *order = Some(from.wall());
            }
            (Drawn::Dice, Command::Dice(command::dice::Command::ShowDice { faces })) => {
                *faces = Some(self.throw(|| from.face()));
            }
            (Drawn::Removal, Command::Order(command::order::Command::DrawRemoval { boxes })) => {
                *boxes = Some(self.throw(|| from.face()).boxes);
            }
            // Real tiles are shuffled by hand; and each step is its command's own.
            (Drawn::Shuffle | Drawn::Laja, _) | (Drawn::Deal | Drawn::Dice | Drawn::Removal, _) => {}
        }
    }
}

/// One command's turn at a Pai Gow table: the rules of a topic are methods on it. What can be asked of a table without
/// a person, such as how much a wager may be, is asked of [`PaiGow`].
#[derive(Clone, Copy)]
pub(crate) struct Turn<'t>(game::Turn<'t, PaiGow>);

impl<'t> Deref for Turn<'t> {
    type Target = game::Turn<'t, PaiGow>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'t> Turn<'t> {
    pub(crate) const fn new(rules: &'t PaiGow, state: &'t State, context: &Context) -> Self {
        Self(game::Turn::new(rules, state, context))
    }

    /// The same turn at the table some events later.
    pub(crate) const fn at<'s>(&self, state: &'s State) -> Turn<'s>
    where
        't: 's,
    {
        Turn(self.0.at(state))
    }

    /// The same turn, were somebody else to act.
    fn by(&self, who: Person) -> Self {
        Self(self.0.by(who))
    }

    /// What follows from a command and who has to stand by it, or why nothing does.
    pub(crate) fn decide(&self, command: &Command) -> Result<Decision<Event>, Refusal> {
        let events = self.events(command)?;
        Ok(Decision { events, second: self.second(command) })
    }

    /// What follows from a command, or why nothing does.
    fn events(&self, command: &Command) -> Decided {
        let decided = self.by_topic(command).map_err(|refusal| self.timed(command, refusal));
        match self.sightings(command) {
            Err(electronic) if !decided.as_ref().is_err_and(of_person) => Err(electronic),
            Err(_) | Ok(()) => decided,
        }
    }

    /// What follows from a command by the rules of its topic.
    fn by_topic(&self, command: &Command) -> Decided {
        match command {
            Command::Table(command) => table::decide(self, command),
            Command::Seat(command) => seat::decide(self, command),
            Command::Limit(command) => limit::decide(self, command),
            Command::Bank(command) => bank::decide(self, command),
            Command::Wall(command) => wall::decide(self, command),
            Command::Wager(command) => wager::decide(self, command),
            Command::Dice(command) => dice::decide(self, command),
            Command::Cut(command) => cut::decide(self, command),
            Command::Hand(command) => hand::decide(self, command),
            Command::Settle(command) => settle::decide(self, command),
            Command::Mishap(command) => mishap::decide(self, command),
            Command::Order(command) => order::decide(self, command),
        }
    }

    /// Whether a command may happen, whatever chance goes into it.
    pub(crate) fn accepts(&self, command: &Command) -> Result<(), Refusal> {
        let Some((drawn, _)) = drawn(command).filter(|_| calls(self.rules, command).is_some()) else {
            return self.events(command).map(drop);
        };
        let may = match drawn {
            Drawn::Shuffle => self.may_shuffle(),
            Drawn::Laja => self.may_do_laja().map(drop),
            Drawn::Deal => self.may_deal(),
            Drawn::Dice => self.may_show_dice(),
            Drawn::Removal => self.may_draw_removal(),
        };
        may.map_err(|refusal| self.timed(command, refusal))
    }

    /// A refusal for coming too early or too late, or for being no dealer or no player, with what the book says of
    /// the time or of the act.
    fn timed(&self, command: &Command, mut refusal: Refusal) -> Refusal {
        if refusal.code == "phase.wrong" && refusal.clauses.is_empty() {
            refusal.clauses = self.time_of(command);
        }
        if refusal.code == "person.not_dealer" {
            let act = self.time_of(command);
            // Where the book has no word on the act, there is what it says of dealers.
            refusal.clauses = if act.is_empty() { self.rules.dealer_by.clone() } else { act };
        }
        if refusal.code == "person.not_player" && refusal.clauses.is_empty() {
            refusal.clauses = self.players_act(command);
        }
        if refusal.clauses.is_empty() && !of_the_house(refusal.code) {
            refusal.clauses = self.time_of(command);
        }
        refusal
    }

    /// What happened, without money.
    pub(crate) fn event(&self, what: impl Into<What>) -> Event {
        self.rules.event(self.state, what)
    }

    /// What happened, with the money that moved.
    pub(crate) fn moved(&self, what: impl Into<What>, moves: Moves) -> Event {
        self.rules.moved(self.state, what, moves)
    }

    /// What happened, because of this parameter.
    pub(crate) fn because<T>(&self, what: impl Into<What>, cause: &Cited<T>) -> Event {
        self.rules.because(self.state, what, cause)
    }

    /// The clauses of a step under the method of play.
    pub(crate) fn step(&self, step: Step) -> Cites {
        self.rules.step(self.state, step)
    }
}

/// The chance that goes into a command: an order of tiles where the engine knows them, dice.
pub(crate) fn calls(game: &PaiGow, command: &Command) -> Option<Call> {
    let (drawn, carried) = drawn(command)?;
    let chance = game.setup.chance;
    let what = match drawn {
        // Electronic tiles are in no order before they are dealt.
        Drawn::Shuffle | Drawn::Laja => (chance == Chance::Told).then_some("wall"),
        Drawn::Deal => (chance == Chance::Electronic).then_some("wall"),
        Drawn::Dice | Drawn::Removal => Some("dice"),
    };
    what.map(|what| Call { what, carried })
}
