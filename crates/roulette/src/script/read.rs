//! Reads the lines of a round.

use crate::command::{account, claim, limit, mishap, spin, table, wager};
use crate::{
    ClaimAbout, Command, Dealing, Evidence, Found, Limits, Place, Roulette, Setup, State, StationId, Step,
};
use game::{Bounds, Moment, Person, Rank, Refusal, StaffId};
use money::{Amount, PlayerId};
use rulebook::{BetKind, Book, BuyIn, RouletteRules};

/// The dealer of a round.
pub(super) const DEALER: Person = Person::Staff(StaffId(1), Rank(0));

/// What a line asks for.
pub(super) enum Act {
    /// Somebody's command.
    Send(Person, Command),
    /// A place that is none: the table's own words for it.
    Refused(Refusal),
    /// The clock moved.
    Tick,
    /// The clock moves to the end of the period, if it still runs.
    RunOut,
    /// What somebody sees.
    View(Person),
    /// What somebody may do.
    Legal(Person),
    /// All accounts.
    Money,
}

/// A line, read.
pub(super) struct Line {
    /// The time it names.
    pub(super) at: Option<Moment>,
    /// What it asks for.
    pub(super) acts: Vec<Act>,
}

/// A table set up by its first line.
pub(super) struct Opening {
    pub(super) setup: Setup,
    /// Whether it is left for the round to open.
    pub(super) shut: bool,
}

type Read<T> = Result<T, String>;

/// `book rapid-roulette-2000, limits 1..500 multiple 1, stations 3, period 30`.
pub(super) fn setup(line: &str, book: &Book) -> Read<Opening> {
    let mut parts = line.split(',').map(str::trim);
    let id = parts.next().and_then(|part| part.strip_prefix("book ")).map(str::trim);
    if id != Some(book.id.as_str()) {
        return Err(format!("expected \"book {}\" first, got \"{line}\"", book.id));
    }
    let of_roulette = book.roulette();
    let rules = &of_roulette.ok_or_else(|| format!("book {} is of another game", book.id))?.rules;
    let mut opening = Opening { setup: Setup::full(rules), shut: false };
    let mut said: Vec<Vec<&str>> = Vec::new();
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        // Limits are set for each bet, everything else once.
        let named = words.get(1).filter(|word| !word.contains(".."));
        let thing = match words.first() {
            Some(&"limits") => [Some(&"limits"), named].into_iter().flatten().copied().collect(),
            first => first.into_iter().copied().collect(),
        };
        if said.contains(&thing) {
            return Err(format!("\"{part}\" says a thing again: each is said once"));
        }
        said.push(thing);
        let setup = &mut opening.setup;
        match words[..] {
            ["stations", count] => setup.stations = number(count, 0, 255)?,
            ["period", seconds] => setup.period = Some(number(seconds, 0, 65_535)?),
            ["aggregate", least] => setup.limits.aggregate = amount(least)?,
            ["records", count] => setup.records = number(count, 0, 255)?,
            ["house", "deals"] => setup.dealing = Dealing::House,
            ["opens", time] => setup.opens = Some(time.to_string()),
            ["shut"] => opening.shut = true,
            ["limits", ref limits @ ..] => setup.limits = with_limits(&setup.limits, limits, rules)?,
            _ => {
                let known = "stations, period, aggregate, records, limits, opens, house deals, shut";
                return Err(format!("expected one of {known}, got \"{part}\""));
            }
        }
    }
    Ok(opening)
}

/// `1..500 multiple 1`, for one bet or for all.
fn with_limits(standing: &Limits, words: &[&str], rules: &RouletteRules) -> Read<Limits> {
    let told = words.join(" ");
    if let ["aggregate", least] = words {
        return Ok(Limits { aggregate: amount(least)?, ..standing.clone() });
    }
    let (name, words) = match words {
        [name, rest @ ..] if !name.contains("..") => (Some(*name), rest),
        _ => (None, words),
    };
    let (range, step) = match words {
        [range] => (range, 1),
        [range, "multiple", step] => (range, number(step, 1, i64::from(u32::MAX))?),
        _ => return Err(format!("expected limits such as 1..500 multiple 1, got \"{told}\"")),
    };
    let (least, most) =
        range.split_once("..").ok_or_else(|| format!("expected a range such as 1..500, got \"{range}\""))?;
    let (least, most) = (amount(least)?, amount(most)?);
    let bounds = Bounds::new(least, most, step).ok_or_else(|| format!("no amount is in {told}"))?;
    let mut limits = standing.clone();
    let Some(name) = name else {
        let aggregate = limits.aggregate;
        return Ok(Limits { aggregate, ..Limits::uniform(rules, bounds) });
    };
    let bet = BetKind::ALL.iter().position(|kind| kind.word() == name);
    let sequence = rules.sequences.iter().position(|sequence| sequence.name == name);
    let place = match (bet, sequence) {
        (Some(at), _) => limits.bets.get_mut(at),
        (None, Some(at)) => limits.sequences.get_mut(at),
        (None, None) => None,
    };
    *place.ok_or_else(|| format!("there is no bet called \"{name}\""))? = bounds;
    Ok(limits)
}

/// A line of the round: a time, a command, or both.
pub(super) fn line(told: &str, game: &Roulette, state: &State) -> Read<Line> {
    let (at, told) = match told.strip_prefix("at ") {
        Some(rest) => {
            let (time, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim_start(), ""));
            (Some(moment(time)?), rest.trim())
        }
        None => (None, told),
    };
    if told.is_empty() {
        return Ok(Line { at, acts: vec![Act::Tick] });
    }
    let acts = match told.split_once(", ball in ") {
        Some((spins, pocket)) => {
            let (who, words) = actor(spins)?;
            if words != ["spins"] {
                return Err(format!("expected \"dealer spins, ball in 17\", got \"{told}\""));
            }
            let enter = enters(who, number(pocket.trim(), 0, 255)?, game);
            vec![Act::Send(who, spin::Command::Spin.into()), Act::RunOut, enter]
        }
        None => vec![act(told, game, state)?],
    };
    Ok(Line { at, acts })
}

fn act(told: &str, game: &Roulette, state: &State) -> Read<Act> {
    if let Some(who) = told.strip_prefix("view ") {
        return Ok(Act::View(viewer(who)?));
    }
    if let Some(who) = told.strip_prefix("legal ") {
        return Ok(Act::Legal(viewer(who)?));
    }
    if told == "money" {
        return Ok(Act::Money);
    }
    let (who, words) = actor(told)?;
    let own = who.player().and_then(|player| state.station_of(player));
    let mut words = words;
    // A player's station goes without saying, if there is one.
    let mut station = own;
    let speaks = |verb: &str| ["puts", "takes", "moves", "clears", "leaves", "claims"].contains(&verb);
    // Whoever does a player's thing names a station in the same way: the rules say who may.
    if words.first().is_some_and(|verb| speaks(verb))
        && let [.., "at", named] = words[..]
    {
        station = Some(station_id(named)?);
        words.truncate(words.len() - 2);
    }
    if who.player().is_some() && station.is_none() && words.first().is_some_and(|verb| speaks(verb)) {
        return Err(format!("expected a station, as in \"{told} at S1\": {who} controls none"));
    }
    let station = station.unwrap_or(StationId(1));
    let place = |words: &[&str]| game.place(&words.join(" "));
    let spot = |text: &str| match game.place(text) {
        Ok(Place::On(spot)) => Ok(spot),
        Ok(Place::Run(_)) => Err(game.no_bet(text)),
        Err(refusal) => Err(refusal),
    };
    match words[..] {
        ["puts", units, "on", ref rest @ ..] => {
            let amount = amount(units)?;
            match place(rest) {
                Ok(place) => send(who, wager::Command::Put { station, place, amount }),
                Err(refusal) => Ok(Act::Refused(refusal)),
            }
        }
        ["takes", units, "off", ref rest @ ..] => match place(rest) {
            Err(refusal) => Ok(Act::Refused(refusal)),
            Ok(place) => {
                let stands = || state.station(station).map_or(0, |known| known.shows(place, state.spin));
                let amount = if units == "all" { Amount::of(stands()) } else { amount(units)? };
                send(who, wager::Command::Take { station, place, amount })
            }
        },
        ["moves", from, "to", to] => match (spot(from), spot(to)) {
            (Ok(from), Ok(to)) => send(who, wager::Command::Shift { station, from, to }),
            (Err(refusal), _) | (_, Err(refusal)) => Ok(Act::Refused(refusal)),
        },
        ["feeds", units, "into", into] => {
            send(who, account::Command::Insert { station: station_id(into)?, amount: amount(units)? })
        }
        ["clears"] => send(who, wager::Command::Clear { station }),
        ["leaves"] => send(who, account::Command::Leave { station }),
        ["claims", "wrong", "outcome"] => {
            send(who, claim::Command::Claim { station, about: ClaimAbout::Outcome })
        }
        ["claims", "malfunction"] => {
            send(who, claim::Command::Claim { station, about: ClaimAbout::Malfunction })
        }
        _ => staff(who, &words, told, game, state),
    }
}

/// Somebody's command.
fn send(who: Person, command: impl Into<Command>) -> Read<Act> {
    Ok(Act::Send(who, command.into()))
}

/// What staff may say.
fn staff(who: Person, words: &[&str], told: &str, game: &Roulette, state: &State) -> Read<Act> {
    match *words {
        ["opens", "the", "table"] => send(who, table::Command::OpenTable),
        ["closes", "the", "table"] => send(who, table::Command::CloseTable),
        ["ends", "the", "period"] => send(who, spin::Command::EndPeriod),
        ["buys", "in", station, "for", player, "with", units, tender] => {
            let known = [BuyIn::Cash, BuyIn::Vouchers, BuyIn::Tokens, BuyIn::Chips, BuyIn::Notes];
            let found = known.into_iter().find(|known| known.word() == tender);
            let tender =
                found.ok_or_else(|| format!("expected cash, vouchers, tokens or chips, got \"{tender}\""))?;
            let (station, player) = (station_id(station)?, player_id(player)?);
            send(who, account::Command::BuyIn { station, player, tender, amount: amount(units)? })
        }
        ["spins"] => send(who, spin::Command::Spin),
        ["enters", pocket] => Ok(enters(who, number(pocket, 0, 255)?, game)),
        ["calls", "no", "spin:", ground] => {
            send(who, mishap::Command::CallNoSpin { ground: ground.to_string() })
        }
        ["freezes", "spin", spin] => send(who, mishap::Command::Freeze { spin: number(spin, 0, SPINS)? }),
        ["corrects", "spin", spin, "to", pocket] => send(
            who,
            mishap::Command::Correct { spin: number(spin, 0, SPINS)?, pocket: number(pocket, 0, 255)? },
        ),
        ["sees", "the", "display", "show", shown] => {
            send(who, mishap::Command::DisplayShows { shown: number(shown, 0, 255)? })
        }
        ["reports", "the", "system", "faulty"] => send(who, mishap::Command::SystemFails),
        ["reports", station, "faulty"] => {
            send(who, mishap::Command::StationFails { station: station_id(station)? })
        }
        ["restores", "the", "system"] => send(who, mishap::Command::RestoreSystem),
        ["restores", station] => send(who, mishap::Command::RestoreStation { station: station_id(station)? }),
        ["confirms", station, "as", "shown"] => send(
            who,
            mishap::Command::Establish { station: station_id(station)?, evidence: Evidence::AsShown },
        ),
        ["cannot", "confirm", station] => {
            send(who, mishap::Command::Establish { station: station_id(station)?, evidence: Evidence::None })
        }
        ["finds", "on", station, ref rest @ ..] => {
            let station = station_id(station.trim_end_matches(':'))?;
            match found(&rest.join(" "), game)? {
                Ok(found) => {
                    send(who, mishap::Command::Establish { station, evidence: Evidence::Wagers(found) })
                }
                Err(refusal) => Ok(Act::Refused(refusal)),
            }
        }
        ["upholds", "claim", claim] => {
            send(who, claim::Command::Answer { claim: number(claim, 0, SPINS)?, upheld: true })
        }
        ["rejects", "claim", claim] => {
            send(who, claim::Command::Answer { claim: number(claim, 0, SPINS)?, upheld: false })
        }
        ["dismisses", station] => send(who, account::Command::Dismiss { station: station_id(station)? }),
        ["pays", "out", station] => send(who, account::Command::PayOut { station: station_id(station)? }),
        ["pays", player, "what", "is", "held"] => {
            send(who, account::Command::PayHeld { player: player_id(player)? })
        }
        ["sets", "the", "period", "to", "none"] => send(who, limit::Command::SetPeriod { seconds: None }),
        ["sets", "the", "period", "to", seconds] => {
            send(who, limit::Command::SetPeriod { seconds: Some(number(seconds, 0, 65_535)?) })
        }
        ["sets", "limits", ref limits @ .., "from", at] => {
            let limits = Box::new(with_limits(&state.limits, limits, &game.parameters)?);
            send(who, limit::Command::SetLimits { limits, at: moment(at)? })
        }
        _ => Err(format!("\"{told}\" is not a line of a round")),
    }
}

/// `10 on 17, 5 on red`, or `nothing`.
fn found(text: &str, game: &Roulette) -> Read<Result<Vec<Found>, Refusal>> {
    let mut all = Vec::new();
    if text == "nothing" {
        return Ok(Ok(all));
    }
    for part in text.split(',').map(str::trim) {
        let (units, place) =
            part.split_once(" on ").ok_or_else(|| format!("expected such as 10 on 17, got \"{part}\""))?;
        match game.place(place) {
            Ok(place) => all.push(Found { place, amount: amount(units)? }),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
    Ok(Ok(all))
}

/// Who speaks, and what they say.
fn actor(told: &str) -> Read<(Person, Vec<&str>)> {
    let words: Vec<&str> = told.split_whitespace().collect();
    let (who, used) = match words[..] {
        ["casino", "supervisor", ..] => (Person::Staff(StaffId(3), Rank(2)), 2),
        [first, ..] => (person(first)?, 1),
        [] => return Err("nobody speaks".to_string()),
    };
    Ok((who, words[used..].to_vec()))
}

fn person(word: &str) -> Read<Person> {
    match word {
        "dealer" => Ok(DEALER),
        "supervisor" => Ok(Person::Staff(StaffId(2), Rank(1))),
        "house" => Ok(Person::House),
        "inspector" => Ok(Person::Inspector(StaffId(9))),
        "anybody" => Ok(Person::Public),
        player => player_id(player).map(Person::Player),
    }
}

fn viewer(words: &str) -> Read<Person> {
    match words.trim() {
        "console" => Ok(DEALER),
        "display" => Ok(Person::Public),
        word => person(word),
    }
}

/// A pocket that somebody enters. Where the house draws the ball a person who brings one is refused, as on the
/// floor, where a draw comes after every rule has accepted the command (reading `drawn-ball`).
fn enters(who: Person, pocket: u8, game: &Roulette) -> Act {
    if game.house_deals() && matches!(who, Person::Staff(..)) {
        let message = format!("the house draws the ball here: expected none, got {pocket}");
        return Act::Refused(Refusal::new("chance.house", game.step(Step::DrawnBall).clone(), message));
    }
    Act::Send(who, spin::Command::Enter { pocket: Some(pocket) }.into())
}

/// The most that spins and claims are counted to.
const SPINS: i64 = u32::MAX as i64;

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn player_id(word: &str) -> Read<PlayerId> {
    let number = word.strip_prefix('P').and_then(digits).and_then(|number| number.parse().ok());
    let people = "a player such as P1, dealer, supervisor, casino supervisor, house, inspector or anybody";
    number.and_then(PlayerId::new).ok_or_else(|| format!("expected {people}, got \"{word}\""))
}

fn station_id(word: &str) -> Read<StationId> {
    let number = word.strip_prefix('S').and_then(digits).and_then(|number| number.parse().ok());
    number.map(StationId).ok_or_else(|| format!("expected a station such as S1, got \"{word}\""))
}

fn amount(word: &str) -> Read<Amount> {
    let word = word.trim();
    word.parse().map_err(|_| format!("expected an amount from 0 to {}, got \"{word}\"", Amount::MOST))
}

/// A number between two others; whether the rules take it is theirs to say.
fn number<T: TryFrom<i64>>(word: &str, least: i64, most: i64) -> Read<T> {
    let number = digits(word).and_then(|word| word.parse::<i64>().ok());
    let within = number.filter(|number| (least..=most).contains(number));
    let number = within.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number from {least} to {most}, got \"{word}\""))
}

/// `00:30`, `01:00:30`.
fn moment(word: &str) -> Read<Moment> {
    let wrong = || format!("expected a time such as 00:30 or 01:00:30, got \"{word}\"");
    let part = |part: &str| digits(part).and_then(|part| part.parse().ok());
    let parts: Option<Vec<i64>> = word.split(':').map(part).collect();
    match parts.as_deref() {
        Some([minutes @ 0..=9999, seconds @ 0..=59]) => Ok(Moment::new((minutes * 60 + seconds) * 1000)),
        Some([hours @ 0..=99, minutes @ 0..=59, seconds @ 0..=59]) => {
            Ok(Moment::new((hours * 3600 + minutes * 60 + seconds) * 1000))
        }
        _ => Err(wrong()),
    }
}
