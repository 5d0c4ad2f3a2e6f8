//! Rounds that a person can read and a machine replays: a small language of sentences from the felt.
//!
//! A script says how a table is set up and what people do; playing it puts below every sentence what
//! happened, with clauses, the money that moved, or why it was refused. The lines of the script stay as
//! they are, those that were written are written anew: so a script that has been played is a golden of
//! itself. The language is described in `docs/rounds.md`.
//!
//! Text in, text out; chance is planned or seeded in the script, and the clock is the script's own. Knows
//! no rule: whether something may be done is for the table to say.

mod after;
mod pattern;
mod plan;
mod play;
mod print;
mod say;
mod scene;
mod see;
mod sentence;
mod setup;

use crate::command::hand;
use crate::{Command, Event, PaiGow, Setup, State};
use game::{Moment, Tried};
use pattern::{Token, bare, matches, tokens, verb};
use rulebook::Book;
use scene::Scene;
use setup::Draft;

/// A line that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}{}", expected(.right))]
pub struct ScriptError {
    /// Which, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
    /// What would be right.
    pub right: String,
    /// What was played up to there.
    pub played: String,
}

fn expected(right: &str) -> String {
    if right.is_empty() { String::new() } else { format!("; expected {right}") }
}

/// A script that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The script with what happened.
    pub transcript: String,
    /// The table afterwards.
    pub table: State,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    /// How the table was set up.
    pub setup: Setup,
    /// What people did or tried to do, in order.
    pub tried: Vec<Tried<Command>>,
}

/// The book that a script goes by.
pub fn book_of(text: &str) -> Option<String> {
    let parts = text.lines().flat_map(|line| bare(line).split(','));
    parts.filter_map(|part| part.trim().strip_prefix("book ")).map(|id| id.trim().to_string()).next()
}

/// Plays a script: its own lines, each with what happened.
///
/// # Errors
/// The first line that cannot be played.
pub fn run(text: &str, book: &Book) -> Result<String, ScriptError> {
    play(text, book).map(|played| played.transcript)
}

/// Plays a script, and hands over the table too.
///
/// # Errors
/// The first line that cannot be played.
pub fn play(text: &str, book: &Book) -> Result<Played, ScriptError> {
    let mut draft = Some(Draft::default());
    let mut scene: Option<Scene> = None;
    let mut transcript = String::new();
    // The last line that sets the table up, where its faults lie.
    let mut set_up = 1;
    for (number, line) in (1..).zip(text.lines()) {
        if is_written(line) {
            continue;
        }
        let fail = |line, (what, right): Wrong, played: &str| ScriptError {
            line,
            what,
            right,
            played: played.to_string(),
        };
        transcript.push_str(line);
        transcript.push('\n');
        if bare(line).is_empty() {
            continue;
        }
        if let Some(draft) = draft.as_mut().filter(|_| Draft::takes(line)) {
            draft.read(line).map_err(|wrong| fail(number, wrong, ""))?;
            set_up = number;
            continue;
        }
        if let Some(draft) = draft.take() {
            scene = Some(opened(draft, book).map_err(|wrong| fail(set_up, wrong, ""))?);
        }
        if let Some(scene) = &mut scene {
            let mut out = Vec::new();
            let spoken = spoken(scene, line, &mut out);
            for written in out {
                transcript.push_str(&written);
                transcript.push('\n');
            }
            spoken.map_err(|wrong| fail(number, wrong, &transcript))?;
        }
    }
    let fail = |(what, right): Wrong| ScriptError { line: set_up, what, right, played: String::new() };
    let scene = match (scene, draft) {
        (Some(scene), _) => scene,
        (None, draft) => opened(draft.unwrap_or_default(), book).map_err(fail)?,
    };
    let setup = scene.game.setup.clone();
    Ok(Played { transcript, table: scene.table, events: scene.events, setup, tried: scene.tried })
}

/// What is wrong with a line, and what would be right.
type Wrong = (String, String);

/// Whether a line was written by playing.
fn is_written(line: &str) -> bool {
    let mark = line.strip_prefix("  ").and_then(|rest| rest.strip_prefix(print::MARKS));
    mark.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The table that the setup lines describe.
fn opened(draft: Draft, book: &Book) -> Result<Scene, (String, String)> {
    let setup = draft.whole()?;
    if setup.book != book.id {
        return Err((format!("the book is {}", setup.book), book.id.clone()));
    }
    let game = PaiGow::new(book, setup).map_err(|error| {
        (format!("there can be no such table: {error}"), "a table by the book".to_string())
    })?;
    Ok(Scene::new(game))
}

/// Plays one line; what is written below it goes to `out`, also of a line that cannot be played to its end.
fn spoken(scene: &mut Scene, line: &str, out: &mut Vec<String>) -> Result<(), Wrong> {
    let said = bare(line);
    let words = tokens(said).ok_or_else(|| ("a quote is not closed".to_string(), "\"".to_string()))?;
    if let Some(rest) = said.strip_prefix("plan").filter(|rest| rest.starts_with([' ', ':'])) {
        let mut plan = scene.plan.clone();
        plan.read(rest.trim_start_matches(':'), scene)?;
        scene.plan = plan;
        return Ok(());
    }
    if let Some(caught) = matches("at TIME", &words) {
        scene.now = scene.moment(caught.time.unwrap_or_default());
        return Ok(());
    }
    if let Some(caught) = matches("N minutes|minute later", &words) {
        let right = || "0 to 100000 minutes later".to_string();
        let minutes: i64 = caught.fits(0, 100_000).map_err(|why| (format!("\"{said}\": {why}"), right()))?;
        scene.now = Moment::new(scene.now.milliseconds() + minutes * 60_000);
        return Ok(());
    }
    let before = scene.ledger();
    if let Some(played) = scene.several(&words, out) {
        played.map_err(|why| (format!("\"{said}\": {why}"), String::new()))?;
    } else {
        one(scene, said, &words, out)?;
    }
    out.extend(print::money(&before, &scene.table.ledger));
    Ok(())
}

/// Plays a sentence that somebody says.
fn one(
    scene: &mut Scene,
    said: &str,
    words: &[Token<'_>],
    out: &mut Vec<String>,
) -> Result<(), (String, String)> {
    let Some((who, rest)) = scene.person(words) else {
        let people = "P1 to P99, dealer, supervisor, a rank of the book, inspector, house or anybody";
        return Err((format!("\"{said}\" does not say who"), people.to_string()));
    };
    match rest {
        [Token::Word("sees")] => {
            out.extend(see::view(scene, who));
            return Ok(());
        }
        [Token::Word("may")] => {
            out.extend(see::choices(scene, who));
            return Ok(());
        }
        _ => {}
    }
    scene.who = who;
    let all = || sentence::SENTENCES.iter().chain(after::SENTENCES);
    let Some((form, caught)) = all().find_map(|form| Some((form, matches(form.form, rest)?))) else {
        return Err((format!("\"{said}\" is no sentence"), like(rest)));
    };
    let wrong = |why| (format!("\"{said}\": {why}"), form.form.to_string());
    let command = (form.make)(scene, &caught).map_err(wrong)?;
    match scene.perform(who, &command, out) {
        Err(refusal) => out.push(print::refusal(&refusal)),
        Ok(()) if matches!(command, Command::Hand(hand::Command::Deal { .. })) => {
            scene.as_planned().map_err(wrong)?
        }
        Ok(()) => (),
    }
    Ok(())
}

/// Sentences that begin like this one.
fn like(words: &[Token<'_>]) -> String {
    let Some(Token::Word(said)) = words.first() else { return "a verb".to_string() };
    let forms = sentence::SENTENCES.iter().chain(after::SENTENCES).map(|sentence| sentence.form);
    let alike: Vec<&str> = forms.filter(|form| verb(form).eq_ignore_ascii_case(said)).collect();
    if alike.is_empty() {
        return "a sentence of docs/rounds.md".to_string();
    }
    alike.join(" or ")
}

#[cfg(test)]
mod tests;
