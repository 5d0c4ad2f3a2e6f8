//! The rules of one table, a value: the book's parameters, what the House chose, the layout, the clauses of
//! every step; and the game that they are.
//!
//! What somebody wants goes to `decide`, what happened to `evolve`, who may do what comes from `legal`, who
//! may know what from `view`.

use crate::cite::StepCites;
use crate::decide::Turn;
use crate::{Choice, Command, Dealing, Event, Felt, Layout, Phase, Place, Setup, Spot, State, Step, View};
use game::{Call, Cites, Context, Decision, Game, Moment, Person, Refusal};
use money::{Ledger, Move};
use rulebook::{Book, RouletteRules};

/// A Rapid Roulette table by a book.
#[derive(Clone, Debug)]
pub struct Roulette {
    pub(crate) parameters: RouletteRules,
    pub(crate) setup: Setup,
    pub(crate) layout: Layout,
    pub(crate) cites: StepCites,
    pub(crate) book: String,
}

impl Roulette {
    /// A table by a book.
    ///
    /// # Errors
    /// A book of another game, or a set-up that the book does not allow.
    pub fn new(book: &Book, setup: Setup) -> Result<Self, Refusal> {
        let Some(book) = book.roulette() else {
            let message =
                format!("expected a book of Rapid Roulette, got {} of {}", book.id, book.game().title());
            return Err(Refusal::new("setup.no_roulette", Cites::default(), message));
        };
        if let Err(faults) = book.steps.check(rulebook::Game::RapidRoulette, Step::WORDS) {
            return Err(Refusal::new("setup.book", Cites::default(), faults.to_string()));
        }
        let cites = StepCites::new(book);
        setup.check(book, &cites)?;
        let layout = Layout::new(&book.rules);
        Ok(Self { parameters: book.rules.clone(), setup, layout, cites, book: book.id.clone() })
    }

    /// How the table is set up.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The wheel and the layout.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the book prescribes.
    pub const fn parameters(&self) -> &RouletteRules {
        &self.parameters
    }

    /// Wheel, spots and sequences as plain values, for whoever draws them.
    pub fn felt(&self) -> &Felt {
        self.layout.felt()
    }

    /// The place that a text names: `17`, `17-18`, `column 2`, `red`, `double 17 20`.
    ///
    /// # Errors
    /// A number that the wheel does not have, or a place where no bet is.
    pub fn place(&self, text: &str) -> Result<Place, Refusal> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let sequence = self.parameters.sequence(first);
        let digits = if sequence.is_some() { words.clone() } else { text.split_whitespace() };
        for word in digits.flat_map(|word| word.split('-')) {
            let number = word.parse::<u32>();
            if number.as_ref().is_ok_and(|number| *number > 36) {
                return Err(self.no_number(word));
            }
        }
        if let Some(sequence) = sequence {
            let numbers: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
            let numbers = numbers.and_then(|numbers| crate::Numbers::new(&numbers));
            let fits = numbers.filter(|numbers| numbers.count() == sequence.spins);
            return fits.map(Place::Run).ok_or_else(|| {
                let message = format!("a {first} names {} numbers, got \"{text}\"", sequence.spins);
                Refusal::new("wager.no_sequence", self.step(Step::NoSequence).clone(), message)
            });
        }
        self.layout.named(text).map(Place::On).ok_or_else(|| self.no_bet(text))
    }

    /// A place as people say it.
    pub fn place_name(&self, place: Place) -> String {
        match place {
            Place::On(spot) => self.spot_name(spot),
            Place::Run(numbers) => {
                let named =
                    self.parameters.sequences.iter().find(|sequence| sequence.spins == numbers.count());
                format!("{} {numbers}", named.map_or("sequence", |sequence| sequence.name.as_str()))
            }
        }
    }

    /// A spot as people say it.
    pub fn spot_name(&self, spot: Spot) -> String {
        self.layout.spot(spot).map_or_else(|| format!("spot {}", spot.0), |known| known.name.clone())
    }

    /// What a step rests on.
    pub(crate) fn step(&self, step: Step) -> &Cites {
        self.cites.of(step)
    }

    /// The clauses by which a bet on a spot is paid.
    pub fn bet_cites(&self, spot: Spot) -> Cites {
        self.cites.spot(usize::from(spot.0)).cloned().unwrap_or_default()
    }

    /// The clauses by which a sequence over so many spins is paid for so many hits from the first on.
    pub fn run_cites(&self, spins: u8, hits: u8) -> Cites {
        let at = self.parameters.sequences.iter().position(|sequence| sequence.spins == spins);
        at.and_then(|at| self.cites.run(at, hits)).cloned().unwrap_or_default()
    }

    pub(crate) fn no_bet(&self, place: &str) -> Refusal {
        let spots = self.layout.spots().len();
        let message = format!("there is no bet at \"{place}\": the layout has {spots} spots");
        let street = place.split('-').filter(|word| word.parse::<u8>().is_ok()).count() == 3;
        let cites = self.step(if street { Step::NoStreet } else { Step::NoBet });
        Refusal::new("wager.no_bet", cites.clone(), message)
    }

    pub(crate) fn no_number(&self, number: &str) -> Refusal {
        let message = format!("the wheel has 0 to 36, not {number}");
        Refusal::new("wager.no_number", self.step(Step::NoPocket).clone(), message)
    }

    /// Whether the time for wagers is over and nobody has said so yet.
    pub(crate) fn is_due(&self, state: &State, now: Moment) -> bool {
        matches!(state.phase, Phase::Wagering { ends } if now >= ends) && state.frozen.is_none()
    }

    /// The time for wagers, in seconds.
    pub(crate) fn period(&self, state: &State) -> u16 {
        state.period.unwrap_or(self.parameters.period.seconds.value)
    }

    pub(crate) fn house_deals(&self) -> bool {
        self.setup.dealing == Dealing::House
    }
}

impl Game for Roulette {
    type State = State;
    type Command = Command;
    type Event = Event;
    type Choice = Choice;
    type View = View;

    fn start(&self) -> State {
        State::start(&self.setup)
    }

    fn decide(
        &self,
        state: &State,
        command: &Command,
        context: &Context,
    ) -> Result<Decision<Event>, Refusal> {
        Turn::new(self, state, context).decide(command)
    }

    fn calls(&self, command: &Command) -> Option<Call> {
        command.chance()
    }

    fn accepts(&self, state: &State, command: &Command, context: &Context) -> Result<(), Refusal> {
        Turn::new(self, state, context).accepts(command)
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        crate::evolve::evolve(self, state, event);
    }

    fn legal(&self, state: &State, context: &Context) -> Vec<Choice> {
        Turn::new(self, state, context).legal()
    }

    fn covers(&self, choice: &Choice, command: &Command) -> bool {
        crate::choice::covers(self, choice, command)
    }

    fn view(&self, state: &State, viewer: &Person) -> View {
        crate::view::view(self, state, viewer)
    }

    fn ledger<'s>(&self, state: &'s State) -> &'s Ledger {
        &state.ledger
    }

    fn moves<'e>(&self, event: &'e Event) -> &'e [Move] {
        &event.moves
    }

    fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Over
    }
}

impl Roulette {
    /// A state some events later.
    pub(crate) fn after(&self, state: &State, events: &[Event]) -> State {
        let mut later = state.clone();
        for event in events {
            self.evolve(&mut later, event);
        }
        later
    }
}
