//! Tables by every book, for the tests of the dealer.

use super::{Room, SHELF};
use crate::play::Pace;
use ::paigow::{Limit, LimitKind, PaiGow, Performer, Phase, Setup, State};
use money::Amount;
use rulebook::Layout;

/// Every book with each of its variants, and the layout with areas that only the dealer sets.
pub(super) fn tables() -> Vec<PaiGow> {
    let games = [
        ("star-2016", None),
        ("vcga-2000", None),
        ("vcga-2000", Some("bonanza")),
        ("crown-6.1", None),
        ("crown-6.1", Some("bonanza")),
        ("crown-6.1", Some("crown-pai-gow")),
        ("crown-6.1", Some("crown-bonanza")),
        ("nz-1999", None),
        ("uk-leaflet", None),
    ];
    let mut all: Vec<PaiGow> = games.into_iter().map(|(book, variant)| table(setup(book, variant))).collect();
    let mut areas = setup("star-2016", None);
    areas.layout = Some(Layout::B);
    areas.house_way_areas = vec![7, 8];
    all.push(table(areas));
    all
}

pub(super) fn setup(book: &str, variant: Option<&str>) -> Setup {
    let limit = |least, most| Limit::new(Amount::of(least), Amount::of(most), 5).unwrap();
    let mut setup = Setup::new(book, limit(20, 1000));
    setup.variant = variant.map(str::to_string);
    setup.dealer = Performer::House;
    for kind in [LimitKind::Bonus, LimitKind::Tie, LimitKind::BigSmall] {
        setup.limits.set(kind, limit(5, 200));
    }
    setup
}

pub(super) fn table(setup: Setup) -> PaiGow {
    PaiGow::new(SHELF.book(&setup.book).unwrap(), setup).unwrap()
}

/// A name for a failure.
pub(super) fn name(game: &PaiGow) -> String {
    format!("{} {:?} {:?}", game.setup().book, game.setup().variant, game.setup().layout)
}

/// Whether a round runs.
pub(super) fn is_running(table: &State) -> bool {
    matches!(table.phase, Phase::Wall | Phase::Set | Phase::Match | Phase::Clear)
}

/// Bots in the last free places, from number 101 on.
pub(super) fn seat_bots(room: &mut Room<PaiGow>, count: u32) {
    seat_bots_with(room, count, 5_000);
}

/// The same with so many chips; with few they never bank.
pub(super) fn seat_bots_with(room: &mut Room<PaiGow>, count: u32, purse: i64) {
    for number in 0..count {
        let Some(place) = game::Conduct::free(&room.game, &room.state).last().copied() else { return };
        room.joins(super::player(101 + number), place, purse, true);
    }
}

#[test]
fn bots_alone_play_on_for_ever() {
    for (at, game) in tables().into_iter().enumerate() {
        let named = name(&game);
        let mut room = Room::new(game, Pace::FAST, at as u64);
        seat_bots(&mut room, 3);
        for _ in 0..60_000 {
            if room.rounds >= 200 {
                break;
            }
            room.bots_act();
            for bot in room.bots.clone() {
                if room.state.ledger.balance(money::Account::Player(bot)) < 200 {
                    for (who, command) in crate::Play::top_up(&room.game, &room.state, bot, Amount::of(2_000))
                    {
                        room.act(who, command).unwrap();
                    }
                }
            }
            assert_eq!(room.deals(), super::Dealt::Acted, "{named}: {:#?}", room.trace);
        }
        assert!(room.rounds >= 200, "{named}: {} rounds", room.rounds);
    }
}
