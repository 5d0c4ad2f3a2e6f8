//! The laws of every game, checked on random play.
//!
//! A [`Walker`] knows how to turn a choice into a command and how to change what a viewer may not know;
//! [`walk`] plays on from a state and checks after every command:
//!
//! - `legal agrees`: what `legal` offers `decide` accepts, and what `decide` accepts `legal` offered;
//! - `replay`: events taken from their stored form lead to the same state as the live ones;
//! - `money`: accounts sum to nothing, the ledger is what the moves made of it, nobody who may not owe does;
//! - `stored`: the state, its events and commands come back from their stored form unchanged;
//! - `views hide`: a state that differs only in what a viewer may not know gives that viewer the same view;
//! - `choices hide`: and the same choices;
//! - `parts make the whole`: the parts of a view that are new, laid over what the viewer had, are the view;
//! - `chance waits`: whether a command is accepted, and in which words it is refused, does not hang on the
//!   chance that goes into it, and without it nothing happens;
//! - `second stands`: whoever is wanted beside a member of staff has the lowest rank above a dealer's from which the
//!   rules accept the command, and the clauses are what they say to the rank below; nobody is wanted beside others;
//! - `effects hide`: what both people are shown of a command, the money that moves and who is wanted, does not hang
//!   on what a person of the second one's rank may not know;
//! - `asked agrees`: whoever is asked something and has not done it is offered a choice that answers it, where it is
//!   asked;
//! - `no dead end`: until the table is closed somebody can act.
//!
//! Chance is an argument. Knows nothing of which game it is.

use crate::{Asked, Cites, Context, Decision, Game, Moment, PartId, Parted, Person, Rank, StaffId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// Somebody's dice: numbers below a bound.
pub trait Die {
    /// A number from 0 to `bound` − 1; 0 if the bound is 0.
    fn below(&mut self, bound: u64) -> u64;
}

/// What random play needs to know about a game.
pub trait Walker {
    /// The game.
    type Game: Game;

    /// Who could act now, and at what time; everybody who has any choice has to be among them.
    fn people(&self, state: &State<Self>, die: &mut dyn Die) -> Vec<Context>;

    /// A command that a choice takes in; open ranges are drawn from.
    fn command(
        &self,
        state: &State<Self>,
        choice: &<Self::Game as Game>::Choice,
        die: &mut dyn Die,
    ) -> Command<Self>;

    /// How much likelier than others a choice is taken; 0 never.
    fn weight(&self, state: &State<Self>, choice: &<Self::Game as Game>::Choice) -> u64;

    /// Any command, which the rules may well refuse.
    fn stray(&self, state: &State<Self>, die: &mut dyn Die) -> Command<Self>;

    /// A command without the chance that goes into it.
    fn bare(&self, command: &Command<Self>) -> Command<Self>;

    /// A state that differs only in what a viewer may not know; `None` if there is nothing of the kind.
    fn twin(&self, state: &State<Self>, viewer: &Person, die: &mut dyn Die) -> Option<State<Self>>;

    /// The command of a choice as it stands, where choices have one: it has to be accepted.
    fn as_it_stands(&self, _choice: &Choice<Self>) -> Option<Command<Self>> {
        None
    }

    /// A choice without what merely stands in it until something is keyed in.
    fn told(&self, choice: Choice<Self>) -> Choice<Self> {
        choice
    }

    /// What is asked of a person at this time, where the game asks anything.
    fn asked(&self, _state: &State<Self>, _context: &Context) -> Option<Asked<()>> {
        None
    }

    /// Everybody whose view is checked.
    fn viewers(&self, state: &State<Self>) -> Vec<Person>;

    /// What has to be true of every state of this game beside the laws.
    ///
    /// # Errors
    /// What is not.
    fn invariant(&self, state: &State<Self>) -> Result<(), String>;
}

/// A walker's state.
pub type State<W> = <<W as Walker>::Game as Game>::State;
/// Somebody who hears of every accepted command: the state after it, the command, its events.
pub type Seen<'s, W> = dyn FnMut(&State<W>, &Command<W>, &[<<W as Walker>::Game as Game>::Event]) + 's;
/// A walker's command.
pub type Command<W> = <<W as Walker>::Game as Game>::Command;

/// A walker's choice.
pub type Choice<W> = <<W as Walker>::Game as Game>::Choice;

/// How far to go and what to check on the way.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many commands are accepted at most.
    pub commands: u64,
    /// Every so many commands all people's choices are checked, not only the actor's.
    pub all_legal_every: u64,
    /// Every so many commands stored forms and views are checked; 1 for always.
    pub stored_every: u64,
    /// Stray commands tried after each accepted one.
    pub strays: u64,
}

/// What a walk did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// Commands accepted.
    pub commands: u64,
    /// Events that followed.
    pub events: u64,
    /// Stray commands refused.
    pub refused: u64,
    /// Stray commands accepted.
    pub strays: u64,
}

/// A law that a game breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("law \"{law}\" is broken: {how}")]
pub struct Broken {
    /// Which law.
    pub law: &'static str,
    /// How.
    pub how: String,
}

fn broken<T>(law: &'static str, how: impl Into<String>) -> Result<T, Broken> {
    Err(Broken { law, how: how.into() })
}

/// Plays on at random from a state; `seen` hears every accepted command with its events.
///
/// # Errors
/// The first law that is broken.
#[allow(clippy::type_complexity)] // what is heard is of the game that is walked
pub fn walk<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &mut State<W>,
    plan: &Plan,
    die: &mut dyn Die,
    seen: &mut Seen<'_, W>,
) -> Result<Walked, Broken> {
    let mut walked = Walked::default();
    let mut screens = Vec::new();
    while walked.commands < plan.commands && !game.is_over(state) {
        let people = walker.people(state, die);
        let thorough = walked.commands.is_multiple_of(plan.all_legal_every.max(1));
        let Some((context, command)) = pick(game, walker, state, &people, thorough, die)? else {
            return broken("no dead end", format!("nobody can act in {state:?}"));
        };
        let decided = game.decide(state, &command, &context).or_else(|refusal| {
            broken(
                "legal agrees",
                format!("{} may {command:?}, and yet: {refusal}, in {state:?}", context.who),
            )
        })?;
        second_stands(game, state, &command, &context, &decided)?;
        effects_hide(game, walker, state, (&command, &context), &decided)?;
        let events = decided.events;
        chance_waits(game, walker, state, &command, &context)?;
        let stored = walked.commands.is_multiple_of(plan.stored_every.max(1));
        follow(game, state, &command, &events, stored)?;
        walker.invariant(state).or_else(|how| broken("invariant", format!("{how} after {command:?}")))?;
        seen(state, &command, &events);
        walked.commands += 1;
        walked.events += events.len() as u64;
        for _ in 0..plan.strays {
            match stray(game, walker, state, &people, die)? {
                true => walked.strays += 1,
                false => walked.refused += 1,
            }
        }
        if stored {
            let turn = (walked.commands, context.now);
            views(game, walker, state, turn, die)?;
            parts(game, walker, state, &mut screens)?;
        }
    }
    Ok(walked)
}

/// Somebody's command, drawn by weight; `None` if nobody can act.
fn pick<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    people: &[Context],
    thorough: bool,
    die: &mut dyn Die,
) -> Result<Option<(Context, Command<W>)>, Broken> {
    let start = die.below(people.len() as u64) as usize;
    let mut picked = None;
    for turn in 0..people.len() {
        let context = people[(start + turn) % people.len()];
        if thorough {
            agrees(game, walker, state, &context, die)?;
        }
        if picked.is_none() {
            let choice = draw(game, walker, state, &context, die);
            picked = choice.map(|choice| (context, walker.command(state, &choice, die)));
        }
        if picked.is_some() && !thorough {
            break;
        }
    }
    Ok(picked)
}

/// Checks all that a person may do.
fn agrees<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    context: &Context,
    die: &mut dyn Die,
) -> Result<(), Broken> {
    let choices = game.legal(state, context);
    for choice in &choices {
        if let Some(command) = walker.as_it_stands(choice)
            && let Err(refusal) = game.accepts(state, &command, context)
        {
            let how = format!("{} is offered {command:?} as it stands, and yet: {refusal}", context.who);
            return broken("legal agrees", how);
        }
        let command = walker.command(state, choice, die);
        if let Err(refusal) = game.decide(state, &command, context) {
            let how = format!("{} may {command:?}, and yet: {refusal}, in {state:?}", context.who);
            return broken("legal agrees", how);
        }
        if !game.covers(choice, &command) {
            return broken("legal agrees", format!("{choice:?} does not take in {command:?}"));
        }
    }
    if let Some(asked) = walker.asked(state, context).filter(|asked| !asked.done) {
        answered::<W>(state, context, &asked, &choices)?;
    }
    let mut left = game.candidates(state, context);
    left.retain(|choice| game.is_legal(state, choice, context));
    if left != choices {
        let how = format!("{} is offered {choices:?}, and drawn from are {left:?}", context.who);
        return broken("legal agrees", how);
    }
    Ok(())
}

/// Checks that one of a person's choices answers what is asked, at one of the places where it is asked.
fn answered<W: Walker>(
    state: &State<W>,
    context: &Context,
    asked: &Asked<()>,
    choices: &[Choice<W>],
) -> Result<(), Broken> {
    for choice in choices {
        let command = &json(choice)?["command"];
        let place = ["area", "station"].iter().find_map(|key| command[*key].as_u64());
        let here = place.is_none_or(|place| {
            asked.places.is_empty() || asked.places.iter().any(|known| u64::from(*known) == place)
        });
        if here && command["do"].as_str().is_some_and(|word| asked.by.contains(&word)) {
            return Ok(());
        }
    }
    let how = format!("{} is asked {asked:?}, and offered {choices:?}, in {state:?}", context.who);
    broken("asked agrees", how)
}

/// How many candidates are tried before the rest is weeded out.
const TRIES: usize = 12;

/// A choice of a person's, drawn by weight from all that are legal: candidates are drawn until one
/// is legal, which comes to the same and asks about few of them.
fn draw<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    context: &Context,
    die: &mut dyn Die,
) -> Option<<W::Game as Game>::Choice> {
    let weigh = |choice: <W::Game as Game>::Choice| (walker.weight(state, &choice), choice);
    let mut left: Vec<_> = game.candidates(state, context).into_iter().map(weigh).collect();
    left.retain(|(weight, _)| *weight > 0);
    for tries in 0.. {
        if tries == TRIES {
            left.retain(|(_, choice)| game.is_legal(state, choice, context));
        }
        let total: u64 = left.iter().map(|(weight, _)| weight).sum();
        let mut place = die.below(total);
        let at = left.iter().position(|(weight, _)| {
            let here = place < *weight;
            place = place.saturating_sub(*weight);
            here
        })?;
        let (_, choice) = left.swap_remove(at);
        if tries >= TRIES || game.is_legal(state, &choice, context) {
            return Some(choice);
        }
    }
    None
}

/// Evolves, and checks money, stored forms and replay.
fn follow<G: Game>(
    game: &G,
    state: &mut G::State,
    command: &G::Command,
    events: &[G::Event],
    stored: bool,
) -> Result<(), Broken> {
    let before = stored.then(|| state.clone());
    let mut ledger = game.ledger(state).clone();
    for event in events {
        if let Err(error) = ledger.apply(game.moves(event)) {
            return broken("money", format!("{error} after {event:?}"));
        }
        game.evolve(state, event);
        if ledger != *game.ledger(state) {
            return broken("money", format!("the ledger is not what the moves made of it after {event:?}"));
        }
    }
    if ledger.sum() != 0 {
        return broken("money", format!("accounts sum to {} after {command:?}", ledger.sum()));
    }
    if let Some(mut replayed) = before {
        back(command)?;
        for event in events {
            game.evolve(&mut replayed, &back(event)?);
        }
        if replayed != *state {
            return broken("replay", format!("events of {command:?} replayed lead elsewhere"));
        }
        back(state)?;
    }
    Ok(())
}

/// The value as it comes back from its stored form, which has to be the same.
fn back<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: &T) -> Result<T, Broken> {
    let text = serde_json::to_string(value)
        .or_else(|error| broken("stored", format!("{value:?} cannot be stored: {error}")))?;
    let parsed: T = serde_json::from_str(&text)
        .or_else(|error| broken("stored", format!("{text} cannot be read back: {error}")))?;
    if parsed == *value { Ok(parsed) } else { broken("stored", format!("{text} comes back different")) }
}

/// Tries a stray command: accepted ones must have been offered. Whether it was accepted.
fn stray<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    people: &[Context],
    die: &mut dyn Die,
) -> Result<bool, Broken> {
    let Some(context) = people.get(die.below(people.len() as u64) as usize) else { return Ok(false) };
    let command = walker.stray(state, die);
    chance_waits(game, walker, state, &command, context)?;
    if game.decide(state, &command, context).is_err() {
        return Ok(false);
    }
    if game.legal(state, context).iter().any(|choice| game.covers(choice, &command)) {
        return Ok(true);
    }
    let how = format!("{} was not offered {command:?}, and yet it is accepted, in {state:?}", context.who);
    broken("legal agrees", how)
}

/// Checks that the second person of a decision is one from whom the rules accept the command.
fn second_stands<G: Game>(
    game: &G,
    state: &G::State,
    command: &G::Command,
    context: &Context,
    decided: &Decision<G::Event>,
) -> Result<(), Broken> {
    let law = "second stands";
    let Some(second) = &decided.second else { return Ok(()) };
    let Person::Staff(StaffId(first), _) = context.who else {
        return broken(law, format!("{} needs {second:?} for {command:?}", context.who));
    };
    let says = |rank| {
        let who = Person::Staff(StaffId(first.wrapping_add(1)), rank);
        game.decide(state, command, &Context { who, ..*context })
    };
    let same = says(second.rank);
    if second.rank < Rank::ABOVE_DEALER || !same.as_ref().is_ok_and(|same| same.second == decided.second) {
        return broken(law, format!("{second:?} for {command:?} in {state:?}, and yet: {same:?}"));
    }
    match says(Rank(second.rank.0 - 1)) {
        Err(refusal) if refusal.clauses == second.cites => Ok(()),
        // The book lets a dealer do it; a reading may say that there have to be two.
        Ok(_) if second.rank == Rank::ABOVE_DEALER && is_reading(&second.cites) => Ok(()),
        below => broken(law, format!("{second:?} for {command:?}, and to the rank below: {below:?}")),
    }
}

/// Whether only readings are cited, if anything is.
fn is_reading(cites: &Cites) -> bool {
    cites.iter().all(|text| text.starts_with("reading "))
}

/// Draws for twins, apart from the die that play is known by.
struct Apart(u64);

impl Die for Apart {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }
}

/// Checks that the effect of a command that takes two people tells nothing that the second person may not know.
fn effects_hide<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    (command, context): (&Command<W>, &Context),
    decided: &Decision<<W::Game as Game>::Event>,
) -> Result<(), Broken> {
    let (Some(second), Person::Staff(id, _)) = (&decided.second, context.who) else { return Ok(()) };
    let viewer = Person::Staff(id, second.rank);
    let mut die = Apart((game.ledger(state).accounts().len() + decided.events.len()) as u64);
    let Some(twin) = walker.twin(state, &viewer, &mut die) else { return Ok(()) };
    let shown = |decided: &Decision<_>| {
        let moves = decided.events.iter().map(|event| game.moves(event).to_vec());
        (moves.collect::<Vec<_>>(), decided.second.clone())
    };
    let other = game.decide(&twin, command, context);
    match other.as_ref().is_ok_and(|other| shown(other) == shown(decided)) {
        true => Ok(()),
        false => {
            let how = format!("{viewer} can tell {state:?} from {twin:?} by {command:?}: {other:?}");
            broken("effects hide", how)
        }
    }
}

/// Checks that a command is accepted or refused before there is any chance.
fn chance_waits<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    command: &Command<W>,
    context: &Context,
) -> Result<(), Broken> {
    let Some(call) = game.calls(command) else { return Ok(()) };
    let law = "chance waits";
    let bare = walker.bare(command);
    match game.calls(&bare) {
        Some(without) if without.what == call.what && !without.carried => {}
        other => return broken(law, format!("{bare:?} calls for {other:?}, {command:?} for {call:?}")),
    }
    let (with, without) = (game.accepts(state, command, context), game.accepts(state, &bare, context));
    if with != without {
        return broken(law, format!("{command:?}: {with:?}; {bare:?}: {without:?}, in {state:?}"));
    }
    let (with, without) =
        (game.decide(state, command, context).err(), game.decide(state, &bare, context).err());
    match game.accepts(state, &bare, context) {
        Err(refusal) if with.as_ref() != Some(&refusal) || without.as_ref() != Some(&refusal) => {
            let how =
                format!("{command:?}: {with:?}; {bare:?}: {without:?}; expected {refusal}, in {state:?}");
            broken(law, how)
        }
        Ok(()) if without.as_ref().is_none_or(|refusal| refusal.code != "chance.none") => {
            broken(law, format!("{bare:?} has no chance, and yet: {without:?}"))
        }
        _ => Ok(()),
    }
}

/// Checks that views hide, and one person's choices with them.
fn views<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    (turn, now): (u64, Moment),
    die: &mut dyn Die,
) -> Result<(), Broken> {
    let viewers = walker.viewers(state);
    // One after another; a draw for it would change all play that is known by its seed.
    let chooses = turn % viewers.len().max(1) as u64;
    for (place, viewer) in viewers.into_iter().enumerate() {
        let Some(twin) = walker.twin(state, &viewer, die) else { continue };
        if game.view(state, &viewer) != game.view(&twin, &viewer) {
            return broken("views hide", format!("{viewer} can tell {state:?} from {twin:?}"));
        }
        if place as u64 != chooses {
            continue;
        }
        let context = Context::new(viewer, now);
        let told = |state| -> Vec<_> {
            game.legal(state, &context).into_iter().map(|choice| walker.told(choice)).collect()
        };
        let (one, other): (Vec<_>, Vec<_>) = (told(state), told(&twin));
        if one != other {
            let only = one.iter().find(|choice| !other.contains(choice));
            let only = only.or_else(|| other.iter().find(|choice| !one.contains(choice)));
            let how = format!("{viewer} can tell {state:?} from {twin:?} by {only:?}");
            return broken("choices hide", how);
        }
    }
    Ok(())
}

/// What a viewer has on the screen: who, the parts, and what they come to.
struct Screen<G: Game> {
    viewer: Person,
    parts: Vec<(PartId, <G::View as Parted>::Part)>,
    shows: Value,
}

/// Checks that whoever is sent the parts that are new has the whole view.
fn parts<W: Walker>(
    game: &W::Game,
    walker: &W,
    state: &State<W>,
    screens: &mut Vec<Screen<W::Game>>,
) -> Result<(), Broken> {
    let law = "parts make the whole";
    for viewer in walker.viewers(state) {
        let view = game.view(state, &viewer);
        let whole = json(&view)?;
        let parts = view.parts();
        let place = screens.iter().position(|screen| screen.viewer == viewer).unwrap_or_else(|| {
            screens.push(Screen { viewer, parts: Vec::new(), shows: Value::Null });
            screens.len() - 1
        });
        let screen = &mut screens[place];
        let ids = |parts: &[(PartId, _)]| parts.iter().map(|(id, _)| *id).collect::<Vec<PartId>>();
        if !screen.parts.is_empty() && ids(&screen.parts) != ids(&parts) {
            return broken(law, format!("{viewer} has other parts than before: {:?}", ids(&parts)));
        }
        for (place, (id, part)) in parts.iter().enumerate() {
            if screen.parts.get(place).is_none_or(|(_, had)| had != part) {
                lay_over(&mut screen.shows, *id, json(part)?);
            }
        }
        screen.parts = parts;
        if screen.shows != whole {
            return broken(law, format!("{viewer} has {} on the screen, the view is {whole}", screen.shows));
        }
    }
    Ok(())
}

/// Lays a part over what a screen shows; one of several that is nothing is not there.
fn lay_over(shows: &mut Value, id: PartId, part: Value) {
    let named = &mut shows[id.name];
    match (id.number, named.as_object_mut()) {
        (None, _) => *named = part,
        (Some(number), Some(several)) if part.is_null() => drop(several.remove(&number.to_string())),
        (Some(_), None) if part.is_null() => *named = Value::Object(serde_json::Map::new()),
        (Some(number), _) => named[number.to_string()] = part,
    }
}

fn json<T: Serialize + fmt::Debug>(value: &T) -> Result<Value, Broken> {
    serde_json::to_value(value)
        .or_else(|error| broken("stored", format!("{value:?} cannot be written: {error}")))
}
