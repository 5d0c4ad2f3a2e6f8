//! What a person sees and what a person may do, in a few lines.

use super::print::{called, clock, kinded, put, seen, split};
use super::say::{dice, sentence, turned};
use super::scene::Scene;
use crate::command::wall;
use crate::{AreaView, Choice, Command, Notice, Purse, View};
use game::{Context, Game as _, Person};
use money::Amount;
use rulebook::Method;

/// How many choices of one kind are listed.
const LISTED: usize = 4;

/// The table as somebody sees it.
pub(super) fn view(scene: &Scene, who: Person) -> Vec<String> {
    let view = scene.game.view_as(&scene.table, &who, true);
    let mut lines = vec![head(scene, &view)];
    let mut alike: Vec<(Vec<String>, String)> = Vec::new();
    for (number, area) in (1u8..).zip(&view.areas) {
        let Some(seen) = place(scene, &view, number, area) else { continue };
        match alike.iter_mut().find(|(_, other)| *other == seen) {
            Some((numbers, _)) => numbers.push(number.to_string()),
            None => alike.push((vec![number.to_string()], seen)),
        }
    }
    for (numbers, seen) in alike {
        let word = if numbers.len() == 1 { "area" } else { "areas" };
        lines.push(format!("{word} {}: {seen}", numbers.join(" ")));
    }
    if !view.wall.left_over.is_empty() {
        lines.push(format!(
            "left over: {}",
            view.wall.left_over.iter().map(seen).collect::<Vec<_>>().join("; ")
        ));
    }
    let wager = |w: &crate::WagerView| {
        let tokens = put(&w.stake);
        let carried = if w.carried { ", carried" } else { "" };
        // What was taken or paid has left the layout.
        let settled = match (w.won, w.lost) {
            (_, Some(lost)) if !lost.is_zero() => ", lost".to_string(),
            (Some(won), _) if !won.is_zero() => format!(", paid {won}"),
            _ => String::new(),
        };
        format!("{} {}{} on {}{tokens}{carried}{settled}", w.player, w.stake.amount, kinded(w.kind), w.area)
    };
    let mut wagers: Vec<&crate::WagerView> = view.wagers.iter().collect();
    wagers.sort_by_key(|one| one.area);
    if !wagers.is_empty() {
        lines.push(wagers.into_iter().map(wager).collect::<Vec<_>>().join("; "));
    }
    lines.extend(view.mine.map(purse));
    lines.into_iter().map(|line| format!("  ? {line}")).collect()
}

fn head(scene: &Scene, view: &View) -> String {
    let mut parts = vec![format!("round {}, {}", view.table.round, view.table.phase.word())];
    if let Some(offer) = view.bank.offer {
        parts.push(format!("the bank on {} is offered to {}", offer.area, offer.player));
    }
    if view.table.phase > crate::Phase::Bank {
        let who: Vec<String> =
            view.bank.bankers.iter().map(|(id, stake)| format!("{id} with {stake}")).collect();
        parts.push(match view.bank.method {
            Method::House => format!("the House banks on {}", view.bank.chung),
            Method::Player if who.len() > 1 => format!("{} bank on {}", who.join(" and "), view.bank.chung),
            Method::Player => format!("{} banks on {}", who.join(" and "), view.bank.chung),
            Method::CoBank => format!("{} and the House bank on {}", who.join(" and "), view.bank.chung),
        });
        let betting = crate::decide::betting(&scene.game, &scene.table);
        parts.push(if betting { "betting is open" } else { "no bets" }.to_string());
    }
    let round = view.round.as_deref().cloned().unwrap_or_default();
    if let Some(steal) = round.steal {
        parts.push(format!("the cut stolen by {steal:+}"));
    }
    if let Some((cut, orientation)) = &round.cut {
        parts.push(format!("cut {cut}{}", turned(*orientation)));
    }
    if let Some(faces) = &round.dice {
        parts.push(format!("dice {}", dice(faces)));
    }
    parts.extend(round.first.map(|first| format!("first to {first}")));
    for notice in &view.sign.notices {
        parts.push(match notice {
            Notice::Limits { kind, limit, at, .. } => {
                format!("sign: {kind} limits {limit} from {}", clock(*at))
            }
            Notice::Closing { at, .. } => format!("sign: closes at {}", clock(*at)),
        });
    }
    parts.join("; ")
}

/// An area, if there is anything to be seen.
fn place(scene: &Scene, view: &View, number: u8, area: &AreaView) -> Option<String> {
    let round = view.round.as_deref().cloned().unwrap_or_default();
    let hand = view.hands.get(usize::from(number) - 1).and_then(Option::as_ref);
    let mut parts = Vec::new();
    if area.off {
        parts.push("out of play".to_string());
    }
    parts.extend(area.seat.map(|id| format!("{id} sits")));
    let own = area.seat.filter(|_| round.called.contains(&number));
    parts.extend(own.or(round.callers.get(&number).copied()).map(|id| format!("{id} calls")));
    if round.dealt.contains(&number) {
        let unused = if round.unused.contains(&number) { "unused " } else { "" };
        parts.push(match hand.and_then(|hand| hand.split.as_ref()) {
            Some(hands) => split(hands),
            None => format!("{unused}{}", seen(&hand.map_or([None; 4], |hand| hand.tiles))),
        });
        let is = |list: &[u8]| list.contains(&number);
        let marks = [
            (is(&round.set), "set"),
            (is(&round.asked), "left to the dealer"),
            (hand.is_some_and(|hand| hand.wrong), "wrong"),
            (is(&round.out), "out"),
            (is(&round.voidable), "may be voided"),
            (is(&round.opened), "open"),
        ];
        parts.extend(marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()));
        parts.extend(round.outcomes.get(&number).map(|outcome| called(&scene.game, *outcome).to_string()));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn purse(purse: Purse) -> String {
    let mut text = format!("own {}", purse.chips);
    for (amount, word) in [(purse.tokens, "in tokens"), (purse.held, "held"), (purse.down, "down")] {
        if amount != 0 {
            text += &format!(", {amount} {word}");
        }
    }
    text
}

/// What somebody may do, a line for each kind of command.
pub(super) fn choices(scene: &Scene, who: Person) -> Vec<String> {
    let all = scene.game.legal(&scene.table, &Context::new(who, scene.now));
    let mut lines = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for choice in &all {
        let word = choice.command.word();
        if words.contains(&word) {
            continue;
        }
        words.push(word);
        let same: Vec<&Choice> = all.iter().filter(|other| other.command.word() == word).collect();
        let mut said: Vec<String> = same.iter().take(LISTED).map(|choice| one(choice)).collect();
        if same.len() > LISTED {
            said.push(format!("and {} more", same.len() - LISTED));
        }
        lines.push(format!("  ? {}", said.join("; ")));
    }
    if lines.is_empty() {
        lines.push("  ? nothing".to_string());
    }
    lines
}

fn one(choice: &Choice) -> String {
    let mut said = sentence(&choice.command);
    // The order of the wall is for whoever shuffles.
    if let Command::Wall(wall::Command::Shuffle { .. } | wall::Command::DoLaja { .. }) = &choice.command {
        said.truncate(said.rfind(" unseen").unwrap_or(said.len()));
    }
    match choice.amount {
        Some(bounds) if bounds.most.units() == Amount::MOST => format!("{said} ({} or more)", bounds.least),
        Some(bounds) => format!("{said} ({bounds})"),
        None => said,
    }
}
