//! Once tiles are dealt, no wager that waits for its result goes back on the word of one of the staff alone.
#![allow(clippy::unwrap_used)]

mod common;

use common::walk::{Everybody, Seeded};
use common::{dealer, tables, top};
use game::laws::{Plan, Walker as _, walk};
use game::{Context, Game as _};
use paigow::event::wager;
use paigow::{Command, Event, Kind, PaiGow, Phase, State, What};

/// A wager that an event takes off the layout, or changes, before it is settled.
const fn moved(what: &What) -> Option<(money::PlayerId, u8, Kind)> {
    match what {
        What::Wager(
            wager::What::WagerReturned { player, area, kind, .. }
            | wager::What::WagerRefused { player, area, kind }
            | wager::What::WagerWithdrawn { player, area, kind }
            | wager::What::WagerFound { player, area, kind, .. },
        ) => Some((*player, *area, *kind)),
        _ => None,
    }
}

/// Whether an event moves the stake of a wager that waits for its result.
fn moves_live(state: &State, event: &Event) -> bool {
    let wager = moved(&event.what).and_then(|(player, area, kind)| state.wager(player, area, kind));
    wager.is_some_and(paigow::Wager::is_live)
}

/// Puts every command that somebody of the staff may give to the table; how many took a second person.
fn tries(game: &PaiGow, walker: &Everybody<'_>, state: &State, who: &Context, die: &mut Seeded) -> u64 {
    let mut of_two = 0;
    for choice in game.legal(state, who) {
        let command = walker.command(state, &choice, die);
        let Ok(decided) = game.decide(state, &command, who) else { continue };
        let moves = decided.events.iter().any(|event| moves_live(state, event));
        assert!(
            !moves || decided.second.is_some(),
            "{:?}: {} alone moves a live stake by {command:?} in {:?}",
            game.setup(),
            who.who,
            state.phase
        );
        of_two += u64::from(moves);
    }
    of_two
}

#[test]
fn no_live_stake_moves_on_the_word_of_one_once_tiles_are_dealt() {
    let plan = Plan { commands: 2500, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
    let (mut of_two, mut refused) = (0, [0; 2]);
    for (place, game) in tables().iter().enumerate() {
        let walker = Everybody::new(game);
        let mut die = Seeded::new(700 + place as u64);
        let mut other = Seeded::new(900 + place as u64);
        let mut state = game.start();
        let mut seen = |state: &State, _: &Command, _: &[Event]| {
            let dealt = matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear);
            let seen = dealt || state.dice.faces.is_some();
            for wager in &state.wagers {
                let (player, area, kind) = (wager.player, wager.area, wager.kind);
                let refuse = paigow::command::wager::Command::RefuseWager { player, area, kind }.into();
                for who in [dealer(), top(game)] {
                    let Ok(decided) = game.decide(state, &refuse, &who) else { continue };
                    assert_eq!(decided.second.is_some(), seen, "{:?}", state.phase);
                    refused[usize::from(seen)] += 1;
                }
            }
            if dealt {
                for who in [dealer(), top(game)] {
                    of_two += tries(game, &walker, state, &who, &mut other);
                }
            }
        };
        walk(game, &walker, &mut state, &plan, &mut die, &mut seen)
            .unwrap_or_else(|broken| panic!("{:?}: {broken}", game.setup()));
    }
    assert!(
        refused.iter().all(|count| *count > 100),
        "{refused:?} wagers were refused before and after the dice"
    );
    assert!(of_two > 1000, "only {of_two} commands that would move a live stake were seen");
}
