//! Shows views and choices in lines: what is in the view, and nothing else.

use super::say::{self, pocket_name, run_name, standing};
use crate::{
    BooksView, Choice, ConsoleView, Evidence, Next, Phase, Roulette, Run, SeatView, SignView, StationView,
    View, Whom,
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
    match choice {
        Choice::Only(crate::Command::Enter { .. }) => "may enter what is drawn".to_string(),
        Choice::Only(command) => format!("may {}", only(command)),
        Choice::BuyIn { station, whom, bounds, .. } => {
            let whom = match whom {
                Whom::Holder(player) => player.to_string(),
                Whom::AnybodyBut(_) => "anybody without a station".to_string(),
            };
            format!("may credit {station} for {whom} with {bounds}")
        }
        Choice::Insert { station, bounds } => format!("may feed {bounds} into {station}"),
        Choice::Put { station, spots, bounds } => match spots[..] {
            [spot] => format!("may put {} on {} of {station}", tries(bounds), game.spot_name(spot)),
            _ => format!("may put {} on any of {} spots of {station}", tries(bounds), spots.len()),
        },
        Choice::PutRun { station, spins, bounds, .. } => {
            format!("may put {} on {spins} numbers for {spins} spins at {station}", tries(bounds))
        }
        Choice::PutMore { station, numbers, bounds } => {
            format!("may put {} more on {numbers} at {station}", tries(bounds))
        }
        Choice::Take { station, place, bounds } => {
            format!("may take {bounds} off {} of {station}", game.place_name(*place))
        }
        Choice::Shift { station, from, to } => {
            format!("may move any of {} wagers of {station} to any of {} spots", from.len(), to.len())
        }
        Choice::Enter => "may enter 0 to 36".to_string(),
        Choice::CallNoSpin { grounds } => format!("may call no spin on {} grounds", grounds.len()),
        Choice::Freeze { first, last } => format!("may freeze accounts for spin {first} to {last}"),
        Choice::Correct { spin } => format!("may correct spin {spin} to 0 to 36"),
        Choice::DisplayShows { pocket } => format!("may note that the display does not show {pocket}"),
        Choice::Establish { station, most, .. } => format!("may establish wagers of {station} up to {most}"),
        Choice::SetPeriod { most } => format!("may set a period of 1 to {most} s"),
        Choice::SetLimits { raised_from, .. } => {
            format!("may set limits, higher minimums from {raised_from}")
        }
    }
}

/// How much may be tried: where the limits trim whatever is more than the maximum, there is no most.
fn tries(bounds: &Bounds) -> String {
    if bounds.most.units() == Amount::MOST { format!("{} or more", bounds.least) } else { bounds.to_string() }
}

fn only(command: &crate::Command) -> String {
    use crate::Command as C;
    match command {
        C::OpenTable => "open the table".to_string(),
        C::CloseTable => "close the table".to_string(),
        C::Clear { station } => format!("clear {station}"),
        C::Leave { station } => format!("leave {station}"),
        C::Dismiss { station } => format!("dismiss {station}"),
        C::PayOut { station } => format!("pay out {station}"),
        C::PayHeld { player } => format!("pay {player} what is held"),
        C::EndPeriod => "end the period".to_string(),
        C::Spin => "spin".to_string(),
        C::StationFails { station } => format!("report {station} faulty"),
        C::SystemFails => "report the system faulty".to_string(),
        C::RestoreStation { station } => format!("restore {station}"),
        C::RestoreSystem => "restore the system".to_string(),
        C::Claim { about: crate::ClaimAbout::Outcome, .. } => "claim wrong outcome".to_string(),
        C::Claim { about: crate::ClaimAbout::Malfunction, .. } => "claim malfunction".to_string(),
        C::Answer { claim, upheld: true } => format!("uphold claim {claim}"),
        C::Answer { claim, upheld: false } => format!("reject claim {claim}"),
        C::Establish { station, evidence: Evidence::AsShown } => format!("confirm {station} as shown"),
        C::Establish { station, evidence: Evidence::None } => {
            format!("call what was wagered on {station} unproved")
        }
        other => format!("{other:?}"),
    }
}
