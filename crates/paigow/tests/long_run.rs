//! Over many rounds wagers are won, pushed and lost as often as the exact odds say.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)] // rates and their intervals

mod common;

use common::play::Played;
use common::walk::{Seeded, shuffled};
use common::{SHELF, by, house, player, setup};
use game::laws::Die;
use houseway::Outcome;
use money::Amount;
use odds::{Report, Seat, Terms};
use paigow::command::{bank, cut, dice, hand, seat, settle, table, wager, wall};
use paigow::{Command, Faces, Found, Kind, Performer, Phase, Stake};
use rulebook::PaiGowBook;

/// A table of the House with seven players, who leave their tiles to the House Way.
fn open(book: &str) -> Played {
    let mut setup = setup(book, None);
    setup.dealer = Performer::House;
    let mut play = Played::new(setup);
    play.does(house(), table::Command::LayOutTiles { found: Found::Whole });
    if book != "uk-leaflet" {
        play.does(house(), table::Command::CheckTiles);
    }
    play.does(house(), table::Command::OpenTable);
    for area in 2..=8u8 {
        let stake = Stake::chips(Amount::of(1_000_000_000));
        play.does(house(), seat::Command::BuyIn { player: player(area.into()), stake });
        play.does(by(area.into()), seat::Command::Sit { area });
        play.does(by(area.into()), bank::Command::PassBank { pass: true });
    }
    play
}

/// Plays one round; how the seven wagers fared.
fn round(play: &mut Played, die: &mut Seeded) -> [i64; 3] {
    let tries = |play: &mut Played, command: Command| {
        if game::Game::decide(&play.game, &play.table, &command, &house()).is_ok() {
            play.does(house(), command);
        }
    };
    play.does(house(), bank::Command::OfferBank);
    play.does(house(), wall::Command::Shuffle { order: Some(shuffled(die)) });
    for area in 2..=8u8 {
        let stake = Stake::chips(Amount::of(100));
        play.does(by(area.into()), wager::Command::Place { area, kind: Kind::Regular, stake });
    }
    let rules = play.game.parameters().dice.clone();
    let mut face = || die.below(6) as u8 + 1;
    let faces =
        Faces { boxes: [face(), face(), face()], cut: rules.cut_die.value.then(&mut face), big_small: None };
    for _ in 0..2 {
        tries(play, Command::Wager(wager::Command::CloseBets));
        tries(play, Command::Dice(dice::Command::Shake));
    }
    play.does(house(), dice::Command::ShowDice { faces: Some(faces) });
    let cuts = game::Game::legal(&play.game, &play.table, &house());
    let cuts: Vec<_> = cuts
        .into_iter()
        .filter(|c| matches!(c.command, Command::Cut(cut::Command::NameCut { .. })))
        .collect();
    play.does(house(), cuts[die.below(cuts.len() as u64) as usize].command.clone());
    tries(play, Command::Wager(wager::Command::CloseBets));
    play.does(house(), hand::Command::Deal { order: None });
    let way = |play: &Played, area: u8| {
        let tiles = play.table.area(area).unwrap().hand.as_ref().unwrap().known().unwrap();
        CHARTS.with(|charts| charts[&play.game.setup().book].places(tiles).split(tiles).0)
    };
    for area in 2..=8u8 {
        play.does(by(area.into()), hand::Command::Look { area });
        let two = way(play, area);
        play.does(by(area.into()), hand::Command::SetHand { area, two });
    }
    tries(play, Command::Settle(settle::Command::LiftChung));
    tries(play, Command::Hand(hand::Command::SetHouseWay { area: 1, two: None }));
    tries(play, Command::Hand(hand::Command::CheckHouseWay { area: 1 }));
    play.does(house(), settle::Command::ShowBank);
    tries(play, Command::Hand(hand::Command::SetHouseWay { area: 1, two: None }));
    let mut fared = [0; 3];
    for area in 2..=8u8 {
        play.does(house(), settle::Command::OpenHand { lie: None });
        let outcome = play.table.area(area).unwrap().hand.as_ref().unwrap().outcome.unwrap();
        fared[match outcome {
            Outcome::Win => 0,
            Outcome::Push => 1,
            Outcome::Lose => 2,
        }] += 1;
    }
    while play.table.phase == Phase::Match {
        play.does(house(), settle::Command::Pay);
    }
    play.does(house(), settle::Command::FinishRound);
    play.events.clear();
    fared
}

thread_local! {
    static CHARTS: std::collections::BTreeMap<String, houseway::Chart> = {
        let chart = |book: &PaiGowBook| {
            (book.id.clone(), houseway::Chart::compile(&houseway::Way::of(&book.way)).unwrap())
        };
        SHELF.pai_gow().map(chart).collect()
    };
}

/// The rates of a book agree with its exact odds, within four standard deviations over rounds: wagers of
/// one round face the same bank, rounds are independent.
fn agrees(book: &str) {
    const ROUNDS: i64 = 8000;
    let mut play = open(book);
    let mut die = Seeded::new(11);
    let (mut sum, mut squares) = ([0i64; 3], [0i64; 3]);
    for _ in 0..ROUNDS {
        let fared = round(&mut play, &mut die);
        for kind in 0..3 {
            sum[kind] += fared[kind];
            squares[kind] += fared[kind] * fared[kind];
        }
    }
    let on_shelf = SHELF.book(book).unwrap().pai_gow().unwrap();
    let report = Report::new(on_shelf, &Terms::of(on_shelf)).unwrap();
    let exact = report.best(Seat::Player).by_house_way;
    let deals = exact.deals() as f64;
    for (kind, exact) in [exact.win, exact.push, exact.lose].into_iter().enumerate() {
        let n = ROUNDS as f64;
        let mean = sum[kind] as f64 / n;
        let deviation = ((squares[kind] as f64 / n - mean * mean) / n).sqrt();
        let wanted = 7.0 * exact as f64 / deals;
        assert!(
            (mean - wanted).abs() < 4.0 * deviation,
            "{book} kind {kind}: {mean} against {wanted} ± {deviation}"
        );
        assert!(deviation < 0.03, "the interval is too wide to say anything: {deviation}");
    }
}

#[test]
fn long_run_rates_agree_by_star_2016() {
    agrees("star-2016");
}

#[test]
fn long_run_rates_agree_by_vcga_2000() {
    agrees("vcga-2000");
}

#[test]
fn long_run_rates_agree_by_crown_6_1() {
    agrees("crown-6.1");
}

#[test]
fn long_run_rates_agree_by_nz_1999() {
    agrees("nz-1999");
}

#[test]
fn long_run_rates_agree_by_uk_leaflet() {
    agrees("uk-leaflet");
}
