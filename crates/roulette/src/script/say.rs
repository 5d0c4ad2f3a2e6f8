//! Says what happened, in a line or a few.

use crate::cite::cite;
use crate::event::{account, claim, limit, mishap, run, settle, spin, table, wager};
use crate::limit::sign::{sign_for, signs_down, with_sign};
use crate::{ClaimAbout, Event, Fate, Limits, Paid, Place, Roulette, Run, State, Step, Wager, What, Why};
use game::{Bounds, Cites, Moment};
use money::Account;
use rulebook::BetKind;

/// So many wagers stand in a line.
const LISTED_MOST: usize = 4;

/// A line, and what it rests on.
pub(super) type Said = (String, Cites);

/// What happened; the state is that before it.
pub(super) fn event(game: &Roulette, state: &State, event: &Event) -> Vec<Said> {
    let mut lines = told(game, state, event);
    for step in &event.moves {
        let line = match (step.from, step.to) {
            (Account::Player(player), Account::Adjustments) => {
                format!("{} of it meets what {player} had too much", step.amount)
            }
            (Account::Adjustments, Account::Layout(player)) => {
                format!("{} of it from the adjustments: {player} has it no more", step.amount)
            }
            _ => continue,
        };
        lines.push((line, cite(&game.parameters.mishap.wrong_result_freezes)));
    }
    lines
}

fn told(game: &Roulette, state: &State, event: &Event) -> Vec<Said> {
    let cites = &event.cites;
    let one = match &event.what {
        What::Table(what) => table(what),
        What::Account(what) => account(what),
        What::Limit(what) => return limit(game, state, cites, what),
        What::Wager(what) => wager(game, state, cites, what),
        What::Run(what) => run(game, what),
        What::Spin(what) => return spin(game, state, cites, what),
        What::Settle(what) => return settle(game, state, cites, what),
        What::Mishap(what) => return mishap(game, state, cites, what),
        What::Claim(what) => claim(game, what),
    };
    vec![(one, cites.clone())]
}

/// A line that rests on nothing of its own.
fn bare(text: String) -> Said {
    (text, Cites::default())
}

/// The table itself.
fn table(what: &table::What) -> String {
    match what {
        table::What::TableClosed => "table closed".to_string(),
    }
}

/// A chip account.
fn account(what: &account::What) -> String {
    match what {
        account::What::Activated { station, player, tender, amount } => {
            format!("{station} given to {player} with {amount} in {tender}")
        }
        account::What::Credited { station, player, tender, amount } => {
            format!("{station} credited for {player} with {amount} in {tender}")
        }
        account::What::Leaving { station, player, dismissed: false } => format!("{player} leaves {station}"),
        account::What::Leaving { station, player, dismissed: true } => {
            format!("{player} is sent from {station}")
        }
        account::What::PaidOut { station, player, amount } => {
            format!("{player} paid {amount} in chips, account of {station} closed")
        }
        account::What::HeldPaid { player, amount } => format!("{player} paid {amount} that was held"),
    }
}

/// The period and the permitted wagers.
fn limit(game: &Roulette, state: &State, cites: &Cites, what: &limit::What) -> Vec<Said> {
    let one = match what {
        limit::What::PeriodSet { seconds: Some(seconds) } => format!("period {seconds} s from the next on"),
        limit::What::PeriodSet { seconds: None } => "period as the book has it from the next on".to_string(),
        limit::What::LimitsAnnounced { limits, at } => return announced(game, state, cites, limits, *at),
        limit::What::LimitsChanged => {
            let at = state.announced.as_ref().map_or_else(|| "now".to_string(), |(at, _)| at.to_string());
            format!("limits announced for {at} in force")
        }
    };
    vec![(one, cites.clone())]
}

/// Wagers on a station.
fn wager(game: &Roulette, state: &State, cites: &Cites, what: &wager::What) -> String {
    let name = |place| game.place_name(place);
    match what {
        wager::What::Placed { station, place, tried, shows } if tried == shows => {
            format!("{station} shows {shows} on {}", name(*place))
        }
        wager::What::Placed { station, place, tried, shows } => {
            format!("{station} shows {shows} on {}, {tried} was tried", name(*place))
        }
        wager::What::Taken { station, place, shows } => {
            let limits = state.limits.at(game, *place).ok();
            let left =
                |rule: &Cites| rule.first().is_some_and(|first| cites.iter().any(|cite| cite == first));
            let why = match limits {
                Some(limits) if left(&cite(&game.parameters.limits.below_minimum)) => {
                    format!(": what would be left is below the minimum {}", limits.least)
                }
                Some(_) if left(&cite(&game.parameters.limits.between_steps)) => {
                    ": the next lower permitted wager to what would be left".to_string()
                }
                _ => String::new(),
            };
            let shows = if shows.is_zero() { "nothing".to_string() } else { shows.to_string() };
            format!("{station} shows {shows} on {}{why}", name(*place))
        }
        wager::What::Shifted { station, from, to, shows } => {
            let stood = |spot| state.station(*station).map_or(0, |station| station.on(spot));
            let tried = stood(*from) + stood(*to);
            let (from, to) = (game.spot_name(*from), game.spot_name(*to));
            let trimmed = if tried == shows.units() { String::new() } else { format!(", {tried} was tried") };
            format!("{station} shows nothing on {from}, {shows} on {to}{trimmed}")
        }
        wager::What::Returned { station, player, amount, why } => {
            let why = match why {
                Why::Taken => "taken",
                Why::Leaving => "withdrawn on leaving",
                Why::StationFailed => "void, the station failed",
                Why::SystemFailed => "void, the system failed",
                Why::Unproved => "void, not proved",
                Why::NoSpin => "void, no spin",
            };
            format!("{amount} on {station} back to {player}: {why}")
        }
    }
}

/// Sequences of players who have left.
fn run(game: &Roulette, what: &run::What) -> String {
    match what {
        run::What::AbsentEnded { player, ended, kept, .. } => {
            let (name, stake) = (run_name(game, &ended.run), ended.run.amount);
            match (ended.returned.is_zero(), kept.is_zero()) {
                (true, _) => format!("{player}, who has left: {name} lost {stake}"),
                (false, true) => {
                    let won = ended.returned.less(stake);
                    format!("{player}, who has left: {name} won {won}, {} held", ended.returned)
                }
                (false, false) => {
                    let (won, held) = (ended.returned.less(stake), ended.returned.less(*kept));
                    format!("{player}, who has left with {kept} too much: {name} won {won}, {held} held")
                }
            }
        }
    }
}

/// The period and the ball.
fn spin(game: &Roulette, state: &State, cites: &Cites, what: &spin::What) -> Vec<Said> {
    let one = match what {
        spin::What::PeriodOpened { spin, .. } if state.frozen.is_some() => {
            let line = format!("wagers for spin {spin} once accounts are free again");
            return vec![(line, game.step(Step::PeriodAfterFreeze).clone())];
        }
        spin::What::PeriodOpened { spin, ends } => format!("wagers for spin {spin} until {ends}"),
        spin::What::PeriodEnded { spin, short } => {
            let mut lines = vec![(format!("wagers for spin {spin} closed"), cites.clone())];
            for short in short {
                let (station, amount, least) = (short.station, short.amount, state.limits.aggregate);
                let player = short.player;
                lines.push(bare(format!(
                    "{station} {amount} is below the aggregate {least}: back to {player}"
                )));
            }
            return lines;
        }
        spin::What::Spun { early: true, .. } => "ball spun, wagers still taken".to_string(),
        spin::What::Spun { early: false, .. } => "ball spun".to_string(),
    };
    vec![(one, cites.clone())]
}

/// A spin and what it brought each station.
fn settle(game: &Roulette, state: &State, cites: &Cites, what: &settle::What) -> Vec<Said> {
    match what {
        settle::What::Settled { spin, pocket, paid } => {
            let mut lines = vec![(format!("spin {spin}: {}", pocket_name(game, *pocket)), cites.clone())];
            lines.extend(paid.iter().flat_map(|paid| settled(game, state, paid, *pocket)));
            lines
        }
    }
}

/// What went wrong, or was put right.
fn mishap(game: &Roulette, state: &State, cites: &Cites, what: &mishap::What) -> Vec<Said> {
    let one = match what {
        mishap::What::NoSpin { spin, ground } => {
            let mut lines = vec![(format!("spin {spin} is no spin: {ground}"), cites.clone())];
            let doubt = state.open().filter(|(_, station, _)| station.in_doubt);
            let doubt: Vec<String> = doubt.map(|(id, ..)| id.to_string()).collect();
            if !doubt.is_empty() {
                let line = format!("wagers still in doubt: {}", doubt.join(" "));
                lines.push((line, game.step(Step::DoubtStays).clone()));
            }
            return lines;
        }
        mishap::What::Frozen { spin } => format!("all accounts frozen for spin {spin}"),
        mishap::What::Resettled { spin, was, pocket, accounts, runs } => {
            let first = match was == pocket {
                true => format!("spin {spin} was {pocket}, as entered"),
                false => format!("spin {spin} was {pocket}, not {was}"),
            };
            let mut lines = vec![(first, cites.clone())];
            lines.extend(accounts.iter().map(|account| {
                let (player, change) = (account.player, account.change);
                let out = match account.unrecovered {
                    out if out > 0 && state.station_of(player).is_some() => {
                        format!(", {out} of it not in the credit")
                    }
                    out if out > 0 => format!(", {out} of it gone"),
                    _ => String::new(),
                };
                let later = -change > account.unrecovered && state.opened_after(player, *spin);
                let cites = if later { game.step(Step::LaterAccount).clone() } else { Cites::default() };
                (format!("{player} {change:+}{out}"), cites)
            }));
            lines.extend(runs.iter().map(|changed| {
                let name = run_name(game, &changed.run);
                bare(match changed.now {
                    Fate::Running if state.station_of(changed.player).is_none() => {
                        format!("{} {name} runs on, for a player who has left", changed.player)
                    }
                    Fate::Running => format!("{} {name} runs on", changed.player),
                    Fate::Ended { spin, returned, .. } => {
                        format!("{} {name} ended with spin {spin}, {returned} back", changed.player)
                    }
                })
            }));
            return lines;
        }
        mishap::What::DisplayDisregarded { shown, pocket } => {
            format!("the display's {shown} disregarded, {pocket} counts")
        }
        mishap::What::StationFailed { station, doubt: false } => format!("{station} out of order"),
        mishap::What::StationFailed { station, doubt: true } => {
            format!("{station} out of order, its wagers in doubt")
        }
        mishap::What::SystemFailed { void: true, .. } => {
            let runs =
                state.open().any(|(_, station, _)| station.runs.iter().any(|run| run.first < state.spin));
            let stand = if runs { ", running sequences stand" } else { "" };
            let ball = if state.ball.is_some() { ", the ball does not count" } else { "" };
            format!("system failed, wagers for spin {} void{stand}{ball}", state.spin)
        }
        mishap::What::SystemFailed { doubt, .. } if doubt.is_empty() => {
            "system failed, no wagers in doubt".to_string()
        }
        mishap::What::SystemFailed { doubt, .. } => {
            let doubt: Vec<String> = doubt.iter().map(ToString::to_string).collect();
            format!("system failed, wagers in doubt: {}", doubt.join(" "))
        }
        mishap::What::Established { station, player, wagers, runs, short: Some(amount) } => {
            let least = state.limits.aggregate;
            let short = format!("{station} {amount} is below the aggregate {least}: back to {player}");
            if wagers.is_empty() && runs.is_empty() {
                short
            } else {
                format!("{station} had {}; {short}", standing(game, wagers, runs))
            }
        }
        mishap::What::Established { station, wagers, runs, short: None, .. } => {
            format!("{station} had {}", standing(game, wagers, runs))
        }
        mishap::What::StationRestored { station } => format!("{station} works again"),
        mishap::What::SystemRestored => "system works again".to_string(),
    };
    vec![(one, cites.clone())]
}

/// Claims and answers.
fn claim(game: &Roulette, what: &claim::What) -> String {
    match what {
        claim::What::Claimed { claim, station, player, about } => {
            let about = match about {
                ClaimAbout::Outcome if game.house_deals() => {
                    "wrong outcome; drawn, so the regulator's to hear"
                }
                ClaimAbout::Outcome => "wrong outcome",
                ClaimAbout::Malfunction => "malfunction",
            };
            format!("claim {claim} by {player} at {station}: {about}")
        }
        claim::What::Answered { claim, upheld: true } => format!("claim {claim} upheld"),
        claim::What::Answered { claim, upheld: false } => format!("claim {claim} rejected"),
    }
}

/// The sign that goes up, with all that is permitted then, and those that come down for it.
fn announced(game: &Roulette, state: &State, cites: &Cites, limits: &Limits, at: Moment) -> Vec<Said> {
    let (standing, signs) = (&state.limits, state.signs());
    let after = with_sign(standing, &signs, limits, at);
    let mut lines = match after.iter().find(|(from, _)| *from == at) {
        Some((_, then)) if limits != standing => {
            vec![(format!("sign up: from {at} {}", sign(game, then)), cites.clone())]
        }
        _ => vec![("limits stay as they are".to_string(), cites.clone())],
    };
    let words = BetKind::ALL.iter().map(|kind| kind.word());
    let names = words.chain(game.parameters.sequences.iter().map(|sequence| sequence.name.as_str()));
    let names: Vec<&str> = names.chain(["aggregate"]).collect();
    let mut down: Vec<(Moment, String, Vec<&str>)> = Vec::new();
    for kind in signs_down(standing, &signs, limits, at) {
        let Some((from, old)) = sign_for(standing, &signs, kind) else { continue };
        let name = names.get(kind).copied().unwrap_or("another");
        let said = old.kind(kind).map_or_else(|| old.aggregate.to_string(), Bounds::to_string);
        match down.iter_mut().find(|(time, same, _)| (*time, same) == (from, &said)) {
            Some((.., names)) => names.push(name),
            None => down.push((from, said, vec![name])),
        }
    }
    for (from, said, names) in down {
        let which = if names.len() > LISTED_MOST { "each bet".to_string() } else { names.join(" ") };
        lines.push((format!("sign down: from {from} {which} {said}"), game.step(Step::OneSign).clone()));
    }
    lines
}

/// `17 black odd low`.
pub(super) fn pocket_name(game: &Roulette, pocket: u8) -> String {
    let colour = game.layout.colour(pocket);
    match pocket {
        0 => format!("0 {colour}"),
        _ => {
            let parity = if pocket.is_multiple_of(2) { "even" } else { "odd" };
            let half = if pocket <= 18 { "low" } else { "high" };
            format!("{pocket} {colour} {parity} {half}")
        }
    }
}

/// `double 17 20`.
pub(super) fn run_name(game: &Roulette, run: &Run) -> String {
    game.place_name(Place::Run(run.numbers))
}

/// `10 on 17, 5 on double 17 20`.
pub(super) fn standing(game: &Roulette, wagers: &[Wager], runs: &[Run]) -> String {
    let wagers = wagers.iter().map(|wager| format!("{} on {}", wager.amount, game.spot_name(wager.spot)));
    let runs = runs.iter().map(|run| format!("{} on {}", run.amount, run_name(game, run)));
    listed(wagers.chain(runs).collect())
}

fn listed(parts: Vec<String>) -> String {
    if parts.is_empty() { "nothing".to_string() } else { parts.join(", ") }
}

/// `S1 won 350: 17 won 350, red lost 5`, with the clauses of what won and lost; over several lines if it is long.
fn settled(game: &Roulette, state: &State, paid: &Paid, pocket: u8) -> Vec<Said> {
    let empty: &[Wager] = &[];
    let wagers = state.station(paid.station).map_or(empty, |station| &station.wagers);
    let singles = wagers.iter().map(|wager| {
        let tally = game.layout.tally([(wager.spot, wager.amount.units())].into_iter(), pocket);
        let name = game.spot_name(wager.spot);
        match (tally.won > 0, pocket) {
            (true, 0) => {
                let cites = game.bet_cites(wager.spot).and(game.step(Step::ZeroWins));
                (format!("{name} won {}", tally.won), cites)
            }
            (true, _) => (format!("{name} won {}", tally.won), game.bet_cites(wager.spot)),
            (false, 0) => (format!("{name} lost {}", wager.amount), game.step(Step::ZeroLoses).clone()),
            (false, _) => (format!("{name} lost {}", wager.amount), game.step(Step::Lost).clone()),
        }
    });
    let runs = paid.runs.iter().map(|ended| {
        let name = run_name(game, &ended.run);
        if ended.returned.is_zero() {
            (format!("{name} lost {}", ended.run.amount), game.step(Step::Lost).clone())
        } else {
            let cites = game.run_cites(ended.run.numbers.count(), ended.hits);
            (format!("{name} won {}", ended.returned.less(ended.run.amount)), cites)
        }
    });
    let parts: Vec<Said> = singles.chain(runs).collect();
    let won = if paid.won.is_zero() { "nothing".to_string() } else { paid.won.to_string() };
    let mut lines = Vec::new();
    for (at, parts) in parts.chunks(LISTED_MOST).enumerate() {
        let texts: Vec<String> = parts.iter().map(|(text, _)| text.clone()).collect();
        let head = if at == 0 { format!("won {won}:") } else { "and".to_string() };
        let cites = parts.iter().fold(Cites::default(), |all, (_, cites)| all.and(cites));
        lines.push((format!("{} {head} {}", paid.station, texts.join(", ")), cites));
    }
    lines
}

/// Permitted wagers as a sign shows them: those that most bets have first.
pub(super) fn sign(game: &Roulette, limits: &Limits) -> String {
    let bets = BetKind::ALL.iter().map(|kind| kind.word()).zip(&limits.bets);
    let names = game.parameters.sequences.iter().map(|sequence| sequence.name.as_str());
    let mut groups: Vec<(Bounds, Vec<&str>)> = Vec::new();
    for (name, bounds) in bets.chain(names.zip(&limits.sequences)) {
        match groups.iter_mut().find(|(same, _)| same == bounds) {
            Some((_, names)) => names.push(name),
            None => groups.push((*bounds, vec![name])),
        }
    }
    groups.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    let group = |(at, (bounds, names)): (usize, &(Bounds, Vec<&str>))| match at {
        0 => format!("each bet {bounds}"),
        _ => format!("{} {bounds}", names.join(" ")),
    };
    let mut parts: Vec<String> = groups.iter().enumerate().map(group).collect();
    if !limits.aggregate.is_zero() {
        parts.push(format!("aggregate {}", limits.aggregate));
    }
    parts.join("; ")
}
