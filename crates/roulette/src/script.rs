//! Rounds that a person can read and a machine replays.
//!
//! A round is text: a line that sets the table up, then a line for each command. Running it gives the same
//! lines with what followed under each: `  =` before what happened, moved or shows, `  !` before a refusal.
//! Lines of that kind in the input are dropped and written afresh, so that a round that was run gives
//! itself. Knows nothing of files.
//!
//! ```
//! let shelf = rulebook::Shelf::embedded().expect("the embedded books are valid");
//! let book = shelf.book("rapid-roulette-2000").expect("it is on the shelf");
//! let round = "book rapid-roulette-2000, stations 1\ndealer buys in S1 for P1 with 20 cash\n";
//! let played = roulette::script::run(round, book).expect("it can be read");
//! assert!(played.contains("  = S1 given to P1 with 20 in cash"));
//! assert_eq!(roulette::script::run(&played, book).expect("it can be read"), played);
//! ```

mod read;
mod say;
mod show;

use crate::command::{spin, table};
use crate::{Command, Event, Roulette, Setup, State};
use game::{Cites, Context, Game, Moment, Person, Refusal, Tried};
use money::{Account, Move, PlayerId};
use read::{Act, Line};
use rulebook::Book;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A line of a round that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ScriptError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The most lines of a round.
pub const LINES_MOST: usize = 20_000;

/// A round that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its lines with what followed.
    pub transcript: String,
    /// How the table was set up; nothing, if no line says it.
    pub setup: Option<Setup>,
    /// The table afterwards.
    pub state: Option<State>,
    /// What people did or tried to do, in order.
    pub tried: Vec<Tried<Command>>,
}

/// A table in the middle of a round.
struct Round {
    game: Roulette,
    state: State,
    now: Moment,
    out: String,
    tried: Vec<Tried<Command>>,
}

/// Plays a round; gives its lines with what followed.
///
/// # Errors
/// The first line that cannot be read. What the rules refuse is no error: it is in the text.
pub fn run(text: &str, book: &Book) -> Result<String, ScriptError> {
    play(text, book).map(|played| played.transcript)
}

/// Plays a round, and hands over what was done in it.
///
/// # Errors
/// The first line that cannot be read.
pub fn play(text: &str, book: &Book) -> Result<Played, ScriptError> {
    let mut round: Option<Round> = None;
    let mut out = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fail = |reason: String| ScriptError { line: number, reason };
        if number > LINES_MOST {
            return Err(fail(format!("more than {LINES_MOST} lines")));
        }
        if line.starts_with("  =") || line.starts_with("  !") {
            continue;
        }
        let page = round.as_mut().map_or(&mut out, |round| &mut round.out);
        page.push_str(line.trim_end());
        page.push('\n');
        let told = line.split('#').next().unwrap_or_default().trim();
        if told.is_empty() {
            continue;
        }
        match &mut round {
            None => {
                let setup = read::setup(told, book).map_err(fail)?;
                let game = Roulette::new(book, setup.setup).map_err(|refusal| fail(refusal.to_string()))?;
                let state = game.start();
                let (now, out) = (Moment::new(0), std::mem::take(&mut out));
                let mut opened = Round { game, state, now, out, tried: Vec::new() };
                if !setup.shut {
                    opened.quietly(read::DEALER, &table::Command::OpenTable.into());
                }
                round = Some(opened);
            }
            Some(round) => {
                let line = read::line(told, &round.game, &round.state).map_err(fail)?;
                round.play(line).map_err(fail)?;
            }
        }
    }
    Ok(match round {
        None => Played { transcript: out, setup: None, state: None, tried: Vec::new() },
        Some(Round { game, state, out, tried, .. }) => {
            Played { transcript: out, setup: Some(game.setup), state: Some(state), tried }
        }
    })
}

impl Round {
    fn play(&mut self, line: Line) -> Result<(), String> {
        if let Some(at) = line.at {
            if at < self.now {
                return Err(format!("{at} is past, it is {}", self.now));
            }
            self.now = at;
        }
        for act in line.acts {
            match act {
                Act::Send(who, command) => self.send(who, &command),
                Act::Refused(refusal) => self.refused(&refusal),
                Act::Tick => {
                    if self.game.is_due(&self.state, self.now) {
                        self.send(Person::House, &spin::Command::EndPeriod.into());
                    }
                }
                Act::RunOut => {
                    if let crate::Phase::Wagering { ends } = self.state.phase {
                        self.now = self.now.max(ends);
                    }
                }
                Act::View(viewer) => {
                    let view = self.game.view(&self.state, &viewer);
                    for line in show::view(&self.game, &view, self.now) {
                        self.say('=', &line, &Cites::default());
                    }
                }
                Act::Legal(who) => {
                    let choices = self.game.legal(&self.state, &Context::new(who, self.now));
                    for choice in &choices {
                        self.say('=', &show::choice(&self.game, choice), &Cites::default());
                    }
                    if choices.is_empty() {
                        self.say('=', &format!("{who} may do nothing"), &Cites::default());
                    }
                }
                Act::Money => {
                    let accounts: Vec<String> =
                        self.state.ledger.accounts().iter().map(|(a, b)| format!("{a} {b}")).collect();
                    for account in accounts {
                        self.say('=', &account, &Cites::default());
                    }
                }
            }
        }
        Ok(())
    }

    /// A command whose outcome is of no interest.
    fn quietly(&mut self, who: Person, command: &Command) {
        if let Ok(events) = self.decide(who, command) {
            events.iter().for_each(|event| self.game.evolve(&mut self.state, event));
        }
    }

    fn decide(&mut self, who: Person, command: &Command) -> Result<Vec<Event>, Refusal> {
        let answer = self.game.decide(&self.state, command, &Context::new(who, self.now));
        let refused = answer.as_ref().err().cloned();
        self.tried.push(Tried { who, at: self.now, command: command.clone(), refused });
        answer.map(|decided| decided.events)
    }

    fn send(&mut self, who: Person, command: &Command) {
        match self.decide(who, command) {
            Err(refusal) => self.refused(&refusal),
            Ok(events) => {
                let mut touched = BTreeSet::new();
                for event in &events {
                    for (line, cites) in say::event(&self.game, &self.state, event) {
                        self.say('=', &line, &cites);
                    }
                    self.game.evolve(&mut self.state, event);
                    let moved = event.moves.iter().filter(|step| !step.amount.is_zero());
                    touched.extend(moved.flat_map(|step: &Move| [step.from, step.to]));
                }
                self.accounts(&touched);
            }
        }
    }

    /// What the accounts that moved hold now, those of the world and the float aside.
    fn accounts(&mut self, touched: &BTreeSet<Account>) {
        let players: BTreeSet<PlayerId> = touched.iter().filter_map(|account| whose(*account)).collect();
        for player in players {
            let on_layout = self.state.ledger.balance(Account::Layout(player));
            let all = self.state.credit(player) + on_layout;
            self.say('=', &format!("{player} {all}, of which {on_layout} on the layout"), &Cites::default());
        }
        for account in touched {
            if matches!(account, Account::Held(_) | Account::Adjustments) {
                let line = format!("{account} {}", self.state.ledger.balance(*account));
                self.say('=', &line, &Cites::default());
            }
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.say('!', &format!("{}: {}", refusal.code, refusal.message), &refusal.clauses);
    }

    /// One line of what followed, with its first clauses.
    fn say(&mut self, mark: char, text: &str, cites: &Cites) {
        let mut short: Vec<&str> = Vec::new();
        for cite in cites.iter() {
            short.push(cite.strip_prefix(&self.game.book).unwrap_or(cite).trim_start());
        }
        let more = if short.len() > 4 { " …" } else { "" };
        short.truncate(4);
        let line = format!("  {mark} {text}");
        let written = if short.is_empty() {
            writeln!(self.out, "{line}")
        } else {
            writeln!(self.out, "{line:<56} # {}{more}", short.join(", "))
        };
        debug_assert!(written.is_ok());
    }
}

/// Whose chips an account holds, at the station or on the layout.
const fn whose(account: Account) -> Option<PlayerId> {
    match account {
        Account::Player(player) | Account::Layout(player) => Some(player),
        _ => None,
    }
}
