//! Shows views and choices in lines: what is in the view, and nothing else.

use super::say::{self, pocket_name, run_name, standing};
use crate::command::{account, claim, limit, mishap, spin, table, wager};
use crate::{
    BooksView, Choice, ClaimAbout, Command, ConsoleView, Evidence, Next, Open, Phase, Place, Roulette, Run,
    SeatView, SignView, StationView, View, Whom,
};
use game::{Bounds, Moment};
use money::Amount;

/// A view in lines; the clock is for the countdown.
pub(super) fn view(game: &Roulette, view: &View, now: Moment) -> Vec<String> {
    let mut lines = display_lines(game, view, now);
    lines.extend(view.sign.iter().flat_map(|sign| sign_lines(game, sign)));
    lines.extend(view.mine.iter().flat_map(|station| station_lines(game, view, station)));
    lines.extend(view.console.iter().flat_map(|console| console_lines(game, view, console)));
    lines.extend(view.books.iter().flat_map(|books| books_lines(game, &view.stations, books)));
    lines
}

fn display_lines(game: &Roulette, view: &View, now: Moment) -> Vec<String> {
    let (display, results) = (&view.table, &view.results);
    let doing = match display.phase {
        Phase::Shut => "table not open".to_string(),
        Phase::Over => "table closed".to_string(),
        Phase::Halted => "system failed".to_string(),
        Phase::Closed => format!("spin {}: wagers closed", display.spin),
        Phase::Wagering { ends } => {
            let left = (ends.milliseconds() - now.milliseconds()).max(0) / 1000;
            format!("spin {}: {left} s left for wagers", display.spin)
        }
    };
    let ball = if display.spun { ", ball spun" } else { "" };
    let frozen = if display.frozen { ", accounts frozen" } else { "" };
    let mut lines = vec![format!("{doing}{ball}{frozen}")];
    if let Some(last) = results.first() {
        let earlier = results.iter().skip(1).take(8);
        let earlier: Vec<String> = earlier.map(|result| result.pocket.to_string()).collect();
        let before =
            if earlier.is_empty() { String::new() } else { format!(", before it {}", earlier.join(" ")) };
        lines.push(format!("last {}{before}", pocket_name(game, last.pocket)));
    }
    lines
}

fn sign_lines(game: &Roulette, sign: &SignView) -> Vec<String> {
    let mut lines = vec![format!("limits: {}", say::sign(game, &sign.limits))];
    for (at, announced) in sign.announced.iter().chain(&sign.later) {
        lines.push(format!("from {at}: {}", say::sign(game, announced)));
    }
    lines
}

fn station_lines(game: &Roulette, view: &View, station: &StationView) -> Vec<String> {
    let mut lines = Vec::new();
    match station.station {
        Some(id) => {
            let state = [
                (station.leaving, ", leaving"),
                (station.out_of_order, ", out of order"),
                (station.in_doubt, ", wagers in doubt"),
            ];
            let state: String = state.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
            lines.push(format!("{id} credit {}, on the layout {}{state}", station.credit, station.on_layout));
        }
        None => {
            let free: Vec<String> = station.free.iter().map(ToString::to_string).collect();
            lines.push(format!("no station; free: {}", free.join(" ")));
        }
    }
    let (began, running): (Vec<Run>, Vec<Run>) =
        station.runs.iter().partition(|run| run.first == view.table.spin);
    if !station.wagers.is_empty() || !began.is_empty() {
        lines.push(format!("shows {}", standing(game, &station.wagers, &began)));
    }
    for run in running {
        lines.push(format!("running {} on {}", run.amount, run_name(game, &run)));
    }
    if let Some(last) = &view.last {
        lines.push(format!("won {} in spin {}", last.won, last.spin));
    }
    if let Some(claim) = station.claim {
        lines.push(format!("claim {claim} waits"));
    }
    if !station.held.is_zero() {
        lines.push(format!("held {}", station.held));
    }
    lines
}

fn console_lines(game: &Roulette, view: &View, console: &ConsoleView) -> Vec<String> {
    let mut lines = vec![format!("period {} s", console.period)];
    for seat in view.stations.iter().filter(|seat| seat.player.is_some() || seat.out_of_order) {
        let state = [(seat.leaving, ", leaving"), (seat.out_of_order, ", out of order")];
        let state: String = state.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        lines.push(match seat.player {
            Some(player) => {
                let (id, credit, on_layout) = (seat.station, seat.credit, seat.on_layout);
                format!("{id} {player} credit {credit}, on the layout {on_layout}{state}")
            }
            None => format!("{}{state}", seat.station),
        });
        if let Some((wagers, runs)) = &seat.in_doubt {
            lines.push(format!("{} in doubt: {}", seat.station, standing(game, wagers, runs)));
        }
    }
    for claim in &console.claims {
        lines.push(format!("claim {} by {} at {}", claim.claim, claim.player, claim.station));
    }
    if let Some(shown) = console.display {
        lines.push(format!("display shows {shown}"));
    }
    for (player, amount) in &console.held {
        lines.push(format!("held for {player} {amount}"));
    }
    for absent in &console.absent {
        let (player, run) = (absent.player, &absent.run);
        lines.push(format!("{player} has left, running {} on {}", run.amount, run_name(game, run)));
    }
    lines.push(format!("next: {}", step(console.next)));
    lines
}

fn step(step: Next) -> String {
    match step {
        Next::OpenTable => "open the table".to_string(),
        Next::Correct(spin) => format!("say where the ball of spin {spin} was"),
        Next::RestoreSystem => "restore the system".to_string(),
        Next::Establish(station) => format!("establish what was wagered on {station}"),
        Next::Answer(claim) => format!("consider claim {claim}"),
        Next::PayOut(station) => format!("pay out {station}"),
        Next::Spin => "spin the ball".to_string(),
        Next::Wait => "wait for the end of the period, or spin".to_string(),
        Next::Enter => "announce and enter the number".to_string(),
        Next::Nothing => "nothing".to_string(),
    }
}

fn books_lines(game: &Roulette, stations: &[SeatView], books: &BooksView) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in stations {
        let Some(whole) = seat.whole.as_deref() else { continue };
        if !whole.wagers.is_empty() || !whole.runs.is_empty() {
            lines.push(format!("{} shows {}", seat.station, standing(game, &whole.wagers, &whole.runs)));
        }
    }
    for record in &books.records {
        let players: Vec<String> = record.shown.iter().map(|shown| shown.player.to_string()).collect();
        lines.push(format!("spin {} was {}: {}", record.spin, record.pocket, players.join(" ")));
    }
    lines.extend(books.accounts.iter().map(|(account, balance)| format!("{account} {balance}")));
    for (player, amount) in &books.unrecovered {
        lines.push(format!("not recovered from {player} {amount}"));
    }
    lines
}

/// A choice in a line.
pub(super) fn choice(game: &Roulette, choice: &Choice) -> String {
    let may = match &choice.command {
        Command::Table(command) => table(command),
        Command::Account(command) => account(choice, command),
        Command::Limit(command) => limit(choice, command),
        Command::Wager(command) => wager(game, choice, command),
        Command::Spin(command) => spin(command),
        Command::Mishap(command) => mishap(choice, command),
        Command::Claim(command) => claim(command),
    };
    format!("may {may}")
}

fn table(command: &table::Command) -> String {
    match command {
        table::Command::OpenTable => "open the table".to_string(),
        table::Command::CloseTable => "close the table".to_string(),
    }
}

fn account(choice: &Choice, command: &account::Command) -> String {
    match command {
        account::Command::BuyIn { station, player, amount, .. } => {
            let whom = match &choice.open {
                Some(Open::BuyIn { whom: Whom::AnybodyBut(_), .. }) => {
                    "anybody without a station".to_string()
                }
                Some(_) | None => player.to_string(),
            };
            format!("credit {station} for {whom} with {}", amounts(choice, *amount))
        }
        account::Command::Insert { station, amount } => {
            format!("feed {} into {station}", amounts(choice, *amount))
        }
        account::Command::Leave { station } => format!("leave {station}"),
        account::Command::Dismiss { station } => format!("dismiss {station}"),
        account::Command::PayOut { station } => format!("pay out {station}"),
        account::Command::PayHeld { player } => format!("pay {player} what is held"),
    }
}

fn limit(choice: &Choice, command: &limit::Command) -> String {
    match (command, &choice.open) {
        (limit::Command::SetPeriod { .. }, Some(Open::Seconds { most })) => {
            format!("set a period of 1 to {most} s")
        }
        (limit::Command::SetPeriod { .. }, _) => "set the period of the book".to_string(),
        (limit::Command::SetLimits { at, .. }, _) => format!("set limits, higher minimums from {at}"),
    }
}

fn wager(game: &Roulette, choice: &Choice, command: &wager::Command) -> String {
    match command {
        wager::Command::Put { station, place, amount } => {
            let tries = tries(&amounts(choice, *amount));
            match (&choice.open, place) {
                (Some(Open::Spots(spots)), _) if spots.len() != 1 => {
                    format!("put {tries} on any of {} spots of {station}", spots.len())
                }
                (Some(Open::Numbers { spins, .. }), _) => {
                    format!("put {tries} on {spins} numbers for {spins} spins at {station}")
                }
                (_, Place::On(spot)) => format!("put {tries} on {} of {station}", game.spot_name(*spot)),
                (_, Place::Run(numbers)) => format!("put {tries} more on {numbers} at {station}"),
            }
        }
        wager::Command::Take { station, place, amount } => {
            let (amounts, name) = (amounts(choice, *amount), game.place_name(*place));
            format!("take {amounts} off {name} of {station}")
        }
        wager::Command::Shift { station, from, to } => match &choice.open {
            Some(Open::Shift { from, to }) => {
                format!("move any of {} wagers of {station} to any of {} spots", from.len(), to.len())
            }
            Some(_) | None => {
                format!("move {} of {station} to {}", game.spot_name(*from), game.spot_name(*to))
            }
        },
        wager::Command::Clear { station } => format!("clear {station}"),
    }
}

fn spin(command: &spin::Command) -> String {
    match command {
        spin::Command::EndPeriod => "end the period".to_string(),
        spin::Command::Spin => "spin".to_string(),
        spin::Command::Enter { pocket: None } => "enter what is drawn".to_string(),
        spin::Command::Enter { pocket: Some(_) } => "enter 0 to 36".to_string(),
    }
}

fn mishap(choice: &Choice, command: &mishap::Command) -> String {
    use mishap::Command as C;
    match (command, &choice.open) {
        (C::CallNoSpin { .. }, Some(Open::Grounds(grounds))) => {
            format!("call no spin on {} grounds", grounds.len())
        }
        (C::CallNoSpin { ground }, _) => format!("call no spin: {ground}"),
        (C::Freeze { .. }, Some(Open::Spins { first, last })) => {
            format!("freeze accounts for spin {first} to {last}")
        }
        (C::Freeze { spin }, _) => format!("freeze accounts for spin {spin}"),
        (C::Correct { spin, .. }, _) => format!("correct spin {spin} to 0 to 36"),
        (C::DisplayShows { .. }, Some(Open::Pockets { except: Some(pocket) })) => {
            format!("note that the display does not show {pocket}")
        }
        (C::DisplayShows { shown }, _) => format!("note that the display shows {shown}"),
        (C::StationFails { station }, _) => format!("report {station} faulty"),
        (C::SystemFails, _) => "report the system faulty".to_string(),
        (C::Establish { station, .. }, Some(Open::Records { most, .. })) => {
            format!("establish wagers of {station} up to {most}")
        }
        (C::Establish { station, evidence }, _) => match evidence {
            Evidence::AsShown => format!("confirm {station} as shown"),
            Evidence::Wagers(found) => format!("establish {} wagers of {station}", found.len()),
            Evidence::None => format!("call what was wagered on {station} unproved"),
        },
        (C::RestoreStation { station }, _) => format!("restore {station}"),
        (C::RestoreSystem, _) => "restore the system".to_string(),
    }
}

fn claim(command: &claim::Command) -> String {
    match command {
        claim::Command::Claim { about: ClaimAbout::Outcome, .. } => "claim wrong outcome".to_string(),
        claim::Command::Claim { about: ClaimAbout::Malfunction, .. } => "claim malfunction".to_string(),
        claim::Command::Answer { claim, upheld: true } => format!("uphold claim {claim}"),
        claim::Command::Answer { claim, upheld: false } => format!("reject claim {claim}"),
    }
}

/// The amounts that a choice leaves open, or its own.
fn amounts(choice: &Choice, own: Amount) -> Bounds {
    choice.amount.unwrap_or(Bounds { least: own, most: own, step: 1 })
}

/// How much may be tried: where the limits trim whatever is more than the maximum, there is no most.
fn tries(bounds: &Bounds) -> String {
    if bounds.most.units() == Amount::MOST { format!("{} or more", bounds.least) } else { bounds.to_string() }
}
