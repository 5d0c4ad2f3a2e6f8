//! Refusals in a round: wall, dice, cut, hands, settlement, mishaps and records; each code with its first
//! clause and its message.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;
mod refuse;

use common::{by, dealer, player, setup, top};
use drive::{Drive, in_order, plain_cut};
use game::{Context, Game, Moment, Person, StaffId};
use money::{Account, Amount, Move};
use paigow::command::{bank, cut, dice, hand, mishap, order, seat, settle, table, wager, wall};
use paigow::{
    Chance, Command as C, During, Faces, Found, Ground, Kind, LajaBy, Matter, Misdealt, PaiGow, Phase,
    ReshuffleCause,
};
use refuse::{Cases, banked, bets, dealt, finished, house, look, no, ones, open, rules, set};
use rulebook::{Grid, Layout, Method, Orientation};
use tiles::{Rank, Tile};

/// A table with real tiles, the House as bank, both wagers down, tiles dealt.
fn keyed() -> Drive<'static> {
    let mut real = setup("star-2016", None);
    real.chance = Chance::Keyed;
    let mut d = Drive::open(rules(real), 4, 1_000);
    d.offer(Method::House, 1);
    d.does(dealer(), wall::Command::Shuffle { order: None });
    dealt(d)
}

fn name(cut: &str, turned: &str) -> C {
    C::Cut(cut::Command::NameCut { cut: cut.to_string(), orientation: turned.parse().unwrap() })
}

/// vcga-2000 15.2.3: what becomes of held winnings is decided before the table closes.
#[test]
fn closing_with_winnings_held() {
    let mut c = Cases::default();
    let mut d = open("vcga-2000", None);
    let held = Move::new(Account::Float, Account::Held(player(2)), Amount::of(95));
    d.table.ledger.apply(&[held]).unwrap();
    no!(c, &d, top(d.game), table::Command::EndPlay { at_once: false } =>
        "closing.held", "vcga-2000 15.2.3", "95 that P2 won is held, and has to be released first");
    c.done();
}

/// Decision 0018; star-2016 15.1, 15.3, 15.11, 15.15; vcga-2000 14.1, 14.2, 14.12; crown-6.1 12.1, 12.2, 12.7:
/// what can only be seen of real tiles is reported of no others.
#[test]
fn nobody_sees_electronic_tiles() {
    for book in ["star-2016", "vcga-2000", "crown-6.1", "uk-leaflet"] {
        for chance in [Chance::Electronic, Chance::Told] {
            let mut of = setup(book, None);
            of.chance = chance;
            let mut d = Drive::open(rules(of), 4, 1_000);
            d.offer(Method::House, 1);
            d.shuffle(in_order());
            let d = dealt(d);
            for command in [
                C::Table(table::Command::LayOutTiles { found: Found::Wrong }),
                C::Mishap(mishap::Command::ReportSetWrong),
                C::Wall(wall::Command::ReportShown { during: During::Stacking, count: 1 }),
                C::Wall(wall::Command::ReportShown { during: During::Laja, count: 3 }),
                C::Wall(wall::Command::OrderReshuffle { cause: ReshuffleCause::Exposed }),
                C::Wall(wall::Command::OrderReshuffle { cause: ReshuffleCause::Tracking }),
                C::Dice(dice::Command::ReportCocked),
                C::Mishap(mishap::Command::ReportExposed {
                    area: 4,
                    which: 3,
                    tiles: Vec::new(),
                    by_dealer: true,
                }),
                C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::WrongAreas }),
                C::Mishap(mishap::Command::ReportKnocked { area: 4 }),
                C::Hand(hand::Command::Touch { area: 4 }),
            ] {
                for who in [dealer(), top(d.game), by(2)] {
                    let code =
                        d.game.decide(&d.table, &command, &who).err().map_or("", |refusal| refusal.code);
                    let barred = code.starts_with("person.") || code == "book.no_power";
                    let electronic = code == "tiles.electronic";
                    let wanted = chance == Chance::Electronic && !barred;
                    assert_eq!(electronic, wanted, "{book} {command:?} by {}: {code}", who.who);
                    // Whoever has the highest rank may do all of it, where the book gives it to anybody.
                    assert!(
                        !barred || who != top(d.game) || code == "book.no_power",
                        "{book} {command:?}: {code}"
                    );
                }
            }
        }
    }
}

/// star-2016 12.8, 4.1: nobody lays electronic tiles out, so nobody lays them out wrongly.
#[test]
fn electronic_tiles_are_set_by_the_house_way_alone() {
    let mut c = Cases::default();
    let mut of = setup("star-2016", None);
    of.chance = Chance::Electronic;
    let mut d = Drive::open(rules(of), 4, 1_000);
    d.offer(Method::House, 1);
    d.shuffle(in_order());
    let mut d = dealt(d);
    d.does(by(2), hand::Command::AskHouseWay { area: 4 });
    d.does(by(3), hand::Command::AskHouseWay { area: 5 });
    let [one, other, ..] = d.tiles(4);
    no!(c, &d, dealer(), hand::Command::SetHouseWay { area: 4, two: Some([one, other]) } =>
        "set.not_house_way", "star-2016 12.8",
        "the hand of area 4 is set by the House Way, and no tiles are named for it: electronic tiles are not laid out by hand");
    c.done();
}

/// star-2016 7.3, 7.3.1, 15.1, 15.2, 15.4; vcga-2000 7.3.1; crown-6.1 12.1; uk-leaflet B3(a): the wall.
#[test]
fn wall() {
    let mut c = Cases::default();
    let mut d = open("star-2016", None);
    let high = top(d.game);
    d.offer(Method::House, 1);
    let shuffle = |order| C::Wall(wall::Command::Shuffle { order });
    no!(c, &d, dealer(), shuffle(None) =>
        "chance.none", "star-2016 7.1", "expected an order of the 32 tiles, got none");
    no!(c, &d, dealer(), hand::Command::Deal { order: Some(in_order()) } =>
        "wall.not_stacked", "star-2016 7.1", "the tiles are not shuffled and stacked");
    let mut twice = in_order();
    twice[0] = twice[1];
    no!(c, &d, dealer(), shuffle(Some(twice)) =>
        "wall.not_a_set", "", "the wall lacks tile 6-6, expected 32 different tiles");
    no!(c, &d, dealer(), wall::Command::ReportShown { during: During::Stacking, count: 1 } =>
        "wall.not_stacked", "star-2016 7.2", "the tiles are not shuffled and stacked");
    no!(c, &d, high, wall::Command::OrderReshuffle { cause: ReshuffleCause::Tracking } =>
        "wall.not_stacked", "star-2016 7.2", "the tiles are not stacked");
    d.shuffle(in_order());
    no!(c, &d, dealer(), shuffle(Some(in_order())) =>
        "wall.stacked", "star-2016 7.1", "the tiles are shuffled and stacked");
    no!(c, &d, dealer(), wall::Command::ReportShown { during: During::Stacking, count: 0 } =>
        "tiles.count", "star-2016 15.1", "0 tiles are said to show, and 1 to 32 can");
    no!(c, &d, dealer(), wall::Command::ReportShown { during: During::Laja, count: 1 } =>
        "wall.laja_not_done", "star-2016 15.2", "no laja was done");
    no!(c, &d, high, wall::Command::OrderLaja =>
        "wall.no_cause", "star-2016 15.1",
        "the dealer owes a laja as soon as a tile shows, whether it is ordered or not");
    no!(c, &d, high, wall::Command::OrderReshuffle { cause: ReshuffleCause::Discretion } =>
        "wall.no_cause", "star-2016 15.4",
        "another shuffle is ordered for exposed tiles, or tiles that may be tracked");
    no!(c, &d, high, wall::Command::AllowLaja => "wall.laja_not_asked", "star-2016 7.3", "nobody asked for a laja");
    no!(c, &d, by(2), wall::Command::AskLaja { by: LajaBy::Player(player(3)) } =>
        "wall.other_laja", "star-2016 7.3", "P2 asks for a laja by P3");
    no!(c, &d, by(2), wall::Command::DoLaja { order: Some(in_order()) } =>
        "wall.laja_not_allowed", "star-2016 7.3", "no laja by P2 was allowed");
    d.does(by(2), wall::Command::AskLaja { by: LajaBy::Player(player(2)) });
    no!(c, &d, by(3), wall::Command::AskLaja { by: LajaBy::Dealer } =>
        "wall.laja_asked", "star-2016 7.3", "a laja is asked for already");
    let mut shown = d.clone();
    shown.does(dealer(), wall::Command::ReportShown { during: During::Stacking, count: 1 });
    no!(c, &bets(shown), dealer(), dice::Command::Shake =>
        "wall.laja_owed", "star-2016 15.1", "a tile showed: the dealer has to do a laja");
    let mut thrown = bets(house("star-2016", None));
    thrown.throw(ones(thrown.game), 0, plain_cut());
    no!(c, &thrown, by(2), wall::Command::AskLaja { by: LajaBy::Dealer } =>
        "wall.cut", "star-2016 7.3.2", "a laja comes before the cut and the dice");
    no!(c, &house("uk-leaflet", None), by(2), wall::Command::AskLaja { by: LajaBy::Dealer } =>
        "wall.no_laja", "uk-leaflet B3(a)", "this book knows no such laja");
    let mut crown = house("crown-6.1", None);
    crown.does(dealer(), wall::Command::ReportShown { during: During::Stacking, count: 1 });
    crown.does(top(crown.game), wall::Command::OrderLaja);
    no!(c, &crown, top(crown.game), wall::Command::OrderLaja =>
        "wall.laja_owed", "crown-6.1 12.1", "the dealer has to do a laja already");
    let mut b = banked("star-2016", None, Method::Player);
    let mut asked = b.clone();
    asked.does(by(1), wall::Command::AskReshuffle);
    no!(c, &asked, by(1), wall::Command::AskReshuffle =>
        "wall.reshuffle_asked", "star-2016 7.3.1", "another shuffle is asked for already");
    b.does(by(2), wall::Command::AskLaja { by: LajaBy::Player(player(2)) });
    b.does(high, wall::Command::AllowLaja);
    b.does(by(2), wall::Command::DoLaja { order: Some(in_order()) });
    let crown = banked("crown-6.1", None, Method::Player);
    no!(c, &crown, by(1), wall::Command::AskReshuffle =>
        "wall.no_request", "crown-6.1 5.5", "this book has the tiles shuffled again on no banker's request");
    no!(c, &b, by(1), wall::Command::AskReshuffle =>
        "wall.laja_ends_shuffle", "star-2016 7.3.1",
        "after a player's laja the bank cannot ask for another shuffle");
    let mut real = setup("star-2016", None);
    real.chance = Chance::Keyed;
    let mut k = Drive::open(rules(real), 4, 1_000);
    k.offer(Method::House, 1);
    no!(c, &k, dealer(), shuffle(Some(in_order())) =>
        "wall.real_tiles", "", "an order of tiles is given, and the tiles of this table are real");
    let mut drawn = setup("star-2016", None);
    drawn.chance = Chance::Electronic;
    let mut e = Drive::open(rules(drawn), 4, 1_000);
    e.offer(Method::House, 1);
    no!(c, &e, dealer(), shuffle(Some(in_order())) =>
        "wall.not_yet", "", "an order is given, and the House draws it when the tiles are dealt");
    e.shuffle(in_order());
    assert_eq!(e.table.wall.order, None, "nothing is drawn before it is due");
    let mut e = bets(e);
    e.throw(ones(e.game), 0, plain_cut());
    no!(c, &e, dealer(), hand::Command::Deal { order: None } =>
        "chance.none", "star-2016 7.1", "expected an order of the 32 tiles, got none");
    let mut told = bets(house("star-2016", None));
    told.throw(ones(told.game), 0, plain_cut());
    no!(c, &told, dealer(), hand::Command::Deal { order: Some(in_order()) } =>
        "wall.stands", "", "an order is given, and the wall stands in its own");
    c.done();
}

/// star-2016 8.1, 8.2, 8.3; vcga-2000 8.1, 8.3; crown-6.1 2.4.3, 4.2, 14.3.1: the dice.
#[test]
fn dice() {
    let mut c = Cases::default();
    let mut d = bets(banked("star-2016", None, Method::Player));
    let faces = Faces { boxes: [1, 2, 3], cut: Some(4), big_small: None };
    let show = |faces| C::Dice(dice::Command::ShowDice { faces: Some(faces) });
    no!(c, &d, by(2), dice::Command::Shake => "dice.not_shaker", "star-2016 8.1", "P2 does not shake in this round");
    no!(c, &d, by(1), dice::Command::Steal { value: 5 } =>
        "dice.steal_out_of_bounds", "star-2016 8.2", "+5 cannot be added to the total, expected -4 to +4");
    no!(c, &d, dealer(), show(faces) => "dice.not_shaken", "star-2016 8.1", "the dice have not been shaken");
    no!(c, &d, dealer(), dice::Command::ReportCocked => "dice.not_shaken", "star-2016 8.1", "the dice have not been shaken");
    no!(c, &d, dealer(), hand::Command::Deal { order: None } => "wager.not_closed", "star-2016 9.7", "betting is not over");
    d.does(by(1), dice::Command::Shake);
    no!(c, &d, by(1), dice::Command::Shake => "dice.shaken", "star-2016 8.1", "the dice have been shaken");
    no!(c, &d, dealer(), show(faces) => "wager.not_closed", "star-2016 9.7", "betting is not over");
    d.does(dealer(), wager::Command::CloseBets);
    no!(c, &d, dealer(), hand::Command::Deal { order: None } => "dice.not_shown", "star-2016 8.4", "the dice have not been shown");
    no!(c, &d, by(1), name("yat-dong-dong", "right") =>
        "dice.not_shown", "star-2016 8.4", "the dice have not been shown");
    no!(c, &d, dealer(), show(Faces { boxes: [1, 7, 3], ..faces }) =>
        "dice.face", "star-2016 2.3", "a box die shows 7, expected 1 to 6");
    no!(c, &d, dealer(), show(Faces { cut: None, ..faces }) =>
        "dice.cut_die", "star-2016 2.4", "expected a cut die of 1 to 6");
    no!(c, &d, dealer(), show(Faces { big_small: Some(1), ..faces }) =>
        "dice.big_small_die", "star-2016 9.1", "expected no Big/Small die");
    d.does(dealer(), show(faces));
    no!(c, &d, by(1), dice::Command::Steal { value: 1 } =>
        "dice.steal_too_late", "star-2016 8.2", "the time for stealing the cut is over");
    no!(c, &d, dealer(), hand::Command::Deal { order: None } => "cut.not_named", "star-2016 8.4.3", "the cut is not named");
    let mut v = bets(banked("vcga-2000", None, Method::Player));
    no!(c, &v, dealer(), dice::Command::Shake =>
        "dice.not_shaker", "vcga-2000 8.1", "the banker shakes in this round");
    v.does(by(1), dice::Command::Shake);
    no!(c, &v, by(1), dice::Command::Steal { value: 1 } =>
        "dice.steal_too_late", "vcga-2000 8.3", "the time for stealing the cut is over");
    v.does(dealer(), wager::Command::CloseBets);
    no!(c, &v, dealer(), show(Faces { cut: None, ..faces }) =>
        "cut.unanswered", "vcga-2000 7.7", "the banker has not been asked for the cut");
    let h = bets(house("vcga-2000", None));
    no!(c, &h, dealer(), dice::Command::Shake =>
        "wager.not_closed", "vcga-2000 9.2.1", "betting closes before the dice are shaken");
    let b = banked("crown-6.1", None, Method::Player);
    no!(c, &b, by(1), dice::Command::Steal { value: 1 } =>
        "dice.no_steal", "crown-6.1 4.4.2", "this book knows no stealing the cut");
    let mut six = bets(house("crown-6.1", Some("crown-pai-gow")));
    six.does(dealer(), wager::Command::CloseBets);
    six.does(dealer(), dice::Command::Shake);
    no!(c, &six, dealer(), show(Faces { big_small: Some(1), ..faces }) =>
        "dice.count", "crown-6.1 14.2.1(a)", "a further die shows 2, and 1 box die is used");
    c.done();
}

/// vcga-2000 6.2, crown-6.1 10.3.2(f): for a further bank in a row somebody else shakes.
#[test]
fn further_banks() {
    let mut c = Cases::default();
    let mut d = open("crown-6.1", None);
    d.does(top(d.game), bank::Command::AllowBanks { area: 3, banks: 2 });
    d.does(by(1), seat::Command::Sit { area: 3 });
    for _ in 0..2 {
        d.does(dealer(), bank::Command::OfferBank);
        d.accept(Method::Player, 500);
        d.shuffle(in_order());
        if d.table.wagers.is_empty() {
            d.place(2, 4, Kind::Regular, 20);
        }
        d.deal(ones(d.game), 0, plain_cut());
        d.set(4, [0, 1]);
        d = finished(d);
    }
    d.does(dealer(), bank::Command::OfferBank);
    d.accept(Method::Player, 400);
    d.shuffle(in_order());
    no!(c, &d, by(1), bank::Command::NameShaker { player: player(1) } =>
        "dice.other_shaker", "crown-6.1 10.3.2(f)", "P1 banks, and cannot shake");
    no!(c, &d, by(1), dice::Command::Shake =>
        "dice.other_shaker", "crown-6.1 10.3.2(f)", "P1 banks again, and has to name somebody else to shake");
    c.done();
}

/// star-2016 8.4.3, 8.4.4, 8.4.5, App3, App4; vcga-2000 7.4; crown-6.1 5.4: the cut.
#[test]
fn cuts() {
    let mut c = Cases::default();
    let mut h = bets(house("star-2016", None));
    h.does(dealer(), dice::Command::Shake);
    h.does(dealer(), wager::Command::CloseBets);
    h.does(dealer(), dice::Command::ShowDice { faces: Some(ones(h.game)) });
    no!(c, &h, dealer(), name("cup-say", "right,top") =>
        "cut.not_chosen", "star-2016 8.4.4", "the dice chose long-tau or fong-may, not cup-say");
    no!(c, &h, dealer(), cut::Command::DeclineCut =>
        "cut.not_asked", "star-2016 8.4.4", "no banker is asked for the cut");
    let mut d = bets(banked("star-2016", None, Method::Player));
    let high = top(d.game);
    d.does(by(1), dice::Command::Shake);
    d.does(dealer(), wager::Command::CloseBets);
    d.does(dealer(), dice::Command::ShowDice { faces: Some(ones(d.game)) });
    no!(c, &d, dealer(), name("foot-say", "") =>
        "cut.bankers", "star-2016 8.4.3", "the banker is asked for the cut first");
    no!(c, &d, by(1), name("no-such", "") =>
        "cut.unknown", "star-2016 8.4.3", "no-such is no cut of this book");
    no!(c, &d, by(1), name("cup-say", "top") =>
        "cut.undescribed", "star-2016 App3",
        "cup-say cannot be cut top: it is cut right top or right bottom or left top or left bottom");
    let cuts = &common::SHELF.book("star-2016").unwrap().pai_gow().unwrap().cuts.cuts;
    let bare = cuts.iter().find(|cut| cut.is_undescribed()).unwrap();
    let turned = bare.undescribed[0].to_string();
    no!(c, &d, by(1), name(&bare.name, &turned) =>
        "cut.undescribed", "star-2016 App3",
        "no book says how sydney-harbour-bridge delivers, and no supervisor registered it");
    let grid: Grid = cuts[0].deliveries[0].grid;
    let register = |cut: &str, approved| {
        C::Cut(cut::Command::RegisterCut {
            cut: cut.to_string(),
            orientation: Orientation::default(),
            grid,
            approved,
        })
    };
    no!(c, &d, high, register("", true) =>
        "cut.name", "", "\"\" is no name, expected 1 to 40 letters, digits and hyphens");
    no!(c, &d, high, register("Tiger!", true) =>
        "cut.name", "", "\"Tiger!\" is no name, expected 1 to 40 letters, digits and hyphens");
    no!(c, &d, high, register("new-one", false) =>
        "cut.not_approved", "star-2016 8.4.5", "new-one needs the regulator's approval beforehand");
    no!(c, &d, high, register("foot-say", true) =>
        "cut.described", "star-2016 8.4.5", "foot-say is described already");
    let mut many = d.clone();
    for number in 1..=16 {
        many.does(high, register(&format!("cut-{number}"), true));
    }
    no!(c, &many, high, register("one-more", true) => "cut.too_many", "", "16 cuts are registered");
    d.does(by(1), name("foot-say", ""));
    no!(c, &d, by(1), name("foot-say", "") => "cut.named", "star-2016 8.4.3", "the cut is named");
    c.done();
}

/// star-2016 12.5, 12.6, 12.8, 12.10, 15.14.1; vcga-2000 12.1.4, 12.1.5; crown-6.1 10.2.3; uk-leaflet B5:
/// setting hands.
#[test]
fn hands() {
    let mut c = Cases::default();
    let mut d = dealt(house("star-2016", None));
    let high = top(d.game);
    let two = |d: &Drive<'_>, area: u8| {
        C::Hand(hand::Command::SetHand { area, two: [d.tiles(area)[0], d.tiles(area)[1]] })
    };
    no!(c, &d, by(2), hand::Command::Look { area: 7 } => "hand.none", "star-2016 12.3", "area 7 has no tiles in play");
    no!(c, &d, by(2), hand::Command::Look { area: 1 } =>
        "set.dealers_hand", "star-2016 13.1.2", "the bank's tiles on area 1 are the dealer's to set");
    no!(c, &d, by(3), hand::Command::Look { area: 4 } =>
        "set.not_caller", "star-2016 12.11", "P2 calls the tiles of area 4, P3 does not");
    no!(c, &d, by(2), two(&d, 4) => "set.not_looked", "star-2016 12.11", "nobody has looked at the tiles of area 4");
    no!(c, &d, by(2), hand::Command::AskAdvice { area: 4 } =>
        "conduct.no_advice", "star-2016 16.1", "nobody is advised how to play at a live table");
    no!(c, &d, dealer(), hand::Command::SetHouseWay { area: 4, two: None } =>
        "set.players_hand", "star-2016 12.4", "the hand of area 4 is its player's to set");
    no!(c, &d, dealer(), hand::Command::SetHouseWay { area: 1, two: None } =>
        "set.players_first", "star-2016 13.1.2", "the hand of area 4 is not set");
    no!(c, &d, dealer(), settle::Command::LiftChung =>
        "set.no_chung", "star-2016 12.5", "no hand waits for the chung to be lifted");
    no!(c, &d, high, hand::Command::CheckHouseWay { area: 4 } =>
        "set.not_dealers", "star-2016 13.1.5", "the hand of area 4 is not set");
    no!(c, &d, by(2), hand::Command::ShowOwn { area: 4 } =>
        "set.not_lone", "star-2016 12.19",
        "P2 is not the only player against the House, who alone may show tiles");
    no!(c, &d, by(2), hand::Command::Concede { area: 5 } =>
        "set.not_alone", "star-2016 12.17", "P2 is not the only one who wagers on area 5");
    no!(c, &d, by(2), hand::Command::Concede { area: 1 } =>
        "set.bank_stays", "star-2016 12.17",
        "the tiles of area 1 are the bank's, and only a wager against it is conceded");
    no!(c, &d, high, hand::Command::SeeConceded { area: 4 } =>
        "set.not_conceded", "star-2016 12.18", "area 4 has no conceded hand to look at");
    no!(c, &d, by(2), hand::Command::Surrender { area: 4 } => "tie.no_surrender", "star-2016 9.1", "a Tie cannot be surrendered here");
    let mut first = d.clone();
    first.does(high, order::Command::OrderSetFirst { player: player(3), first: true });
    no!(c, &first, high, order::Command::OrderSetFirst { player: player(3), first: true } =>
        "conduct.no_change", "star-2016 15.14.1", "P3 is ordered so already");
    no!(c, &first, by(2), hand::Command::Look { area: 4 } => "set.not_first", "star-2016 15.14.1", "P3 has to set first");
    look(&mut d, 2, 4);
    no!(c, &d, by(2), hand::Command::Look { area: 4 } =>
        "set.looked", "star-2016 12.11",
        "the tiles of area 4 have been looked at");
    no!(c, &d, by(2), hand::Command::LayDown { area: 4 } =>
        "set.known_tiles", "star-2016 12.5", "the tiles are known, and are set two and two");
    let foreign = d.tiles(5);
    no!(c, &d, by(2), hand::Command::SetHand { area: 4, two: [foreign[0], foreign[1]] } =>
        "set.not_its_tiles", "star-2016 12.4", "3-6 and 4-5 are not two of the tiles of area 4");
    d.does(by(2), two(&d, 4));
    no!(c, &d, by(2), two(&d, 4) => "set.final", "star-2016 12.5", "the hand of area 4 is set, and stays so");
    no!(c, &d, by(2), hand::Command::AskHouseWay { area: 4 } =>
        "set.final", "star-2016 12.5",
        "the hand of area 4 is set, and stays so");
    d.does(by(3), hand::Command::AskHouseWay { area: 5 });
    no!(c, &d, by(3), two(&d, 5) => "set.asked", "star-2016 12.7", "the dealer sets area 5 by the House Way");
    c.done();
}

/// star-2016 12.9, 13.1.3, 13.1.5, 15.7, 15.8; vcga-2000 12.1.4.1, 12.1.5; crown-6.1 10.2.3(a), 10.3.1(c)(i): the
/// dealer's hands.
#[test]
fn dealers_hands() {
    let mut c = Cases::default();
    let mut d = set(house("star-2016", None));
    let high = top(d.game);
    let wrong = |d: &Drive<'_>, area: u8| {
        let tiles = d.tiles(area);
        let worse = (1..4).map(|other| [tiles[0], tiles[other]]).find(|two| {
            let mut tried = d.clone();
            tried.does(dealer(), hand::Command::SetHouseWay { area, two: Some(*two) });
            tried.table.area(area).unwrap().hand.as_ref().unwrap().wrong
        });
        C::Hand(hand::Command::SetHouseWay { area, two: worse })
    };
    no!(c, &d, dealer(), settle::Command::ShowBank => "set.not_set", "star-2016 13.1.2", "the bank's hand is not set");
    no!(c, &d, high, hand::Command::CorrectHouseWay { area: 1 } =>
        "set.right", "star-2016 15.8",
        "area 1 has no hand that the dealer set wrongly");
    d.does(dealer(), wrong(&d, 1));
    no!(c, &d, dealer(), hand::Command::SetHouseWay { area: 1, two: None } =>
        "set.final", "star-2016 13.1.2", "the hand of area 1 is set");
    no!(c, &d, high, hand::Command::CheckHouseWay { area: 1 } =>
        "set.wrong_house_way", "star-2016 13.1.5",
        "the hand of area 1 is set wrongly, the House Way is 5 5 / L6 L6");
    d.does(dealer(), settle::Command::ShowBank);
    no!(c, &d, dealer(), settle::Command::ShowBank => "bank.shown", "star-2016 13.1.3", "the bank's hand lies open");
    no!(c, &d, dealer(), settle::Command::OpenHand { lie: None } =>
        "set.unchecked", "star-2016 13.1.5", "no supervisor has checked the bank's hand");
    // A wrong hand of the House that nobody is asked to check: uk-leaflet corrects it whenever.
    let mut touched = dealt(house("star-2016", None));
    touched.set(4, [0, 1]);
    touched.does(by(3), hand::Command::AskHouseWay { area: 5 });
    touched.does(dealer(), wrong(&touched, 5));
    no!(c, &touched, by(2), hand::Command::Touch { area: 4 } =>
        "set.final", "star-2016 12.5",
        "the tiles of area 4 are set, and nobody may take them up again");
    touched.does(by(3), hand::Command::Touch { area: 5 });
    no!(c, &touched, dealer(), hand::Command::CorrectHouseWay { area: 5 } =>
        "set.touched", "star-2016 12.10",
        "the tiles of area 5 were touched: the player answers for them as they lie");
    let mut b = set(banked("star-2016", None, Method::Player));
    no!(c, &b, by(2), hand::Command::Look { area: 3 } => "set.not_banker", "star-2016 12.11", "P2 does not bank");
    no!(c, &b, by(1), settle::Command::ConfirmBank =>
        "set.not_asked", "star-2016 12.9", "no hand of the dealer's waits to be confirmed");
    b.does(by(1), hand::Command::AskHouseWay { area: 3 });
    b.does(dealer(), hand::Command::SetHouseWay { area: 3, two: None });
    b.does(dealer(), settle::Command::ShowBank);
    no!(c, &b, dealer(), settle::Command::OpenHand { lie: None } =>
        "set.unconfirmed", "star-2016 12.9", "the banker has not confirmed the hand");
    let v = set(house("vcga-2000", None));
    no!(c, &v, dealer(), hand::Command::SetHouseWay { area: 1, two: None } =>
        "set.chung_not_lifted", "vcga-2000 12.1.5", "the chung lies on the bank's tiles");
    let mut crown = dealt(house("crown-6.1", None));
    no!(c, &crown, by(2), hand::Command::Touch { area: 4 } =>
        "set.not_dealers", "crown-6.1 10.2.2",
        "the tiles of area 4 are P2's to set: touching them changes nothing");
    crown.does(by(2), hand::Command::AskHouseWay { area: 4 });
    crown.does(by(3), hand::Command::AskHouseWay { area: 5 });
    no!(c, &crown, dealer(), hand::Command::SetHouseWay { area: 1, two: None } =>
        "set.not_shown", "crown-6.1 10.3.1(c)(i)", "the bank's tiles are shown before they are set");
    crown.does(dealer(), settle::Command::ShowBank);
    no!(c, &crown, dealer(), settle::Command::OpenHand { lie: None } =>
        "bank.not_set", "crown-6.1 10.3.1(c)(i)", "the bank's hand does not lie open and set");
    crown.does(dealer(), hand::Command::SetHouseWay { area: 1, two: None });
    no!(c, &crown, dealer(), settle::Command::OpenHand { lie: None } =>
        "set.not_set", "crown-6.1 10.2.3(a)", "the hand of area 4 waits to be set by the House Way");
    no!(c, &crown, dealer(), hand::Command::SetHouseWay { area: 5, two: None } =>
        "set.not_its_turn", "crown-6.1 10.2.3(a)", "area 5 is set when its turn to be settled comes");
    let u = dealt(house("uk-leaflet", None));
    no!(c, &u, by(2), hand::Command::AskHouseWay { area: 4 } =>
        "set.no_request", "uk-leaflet B5", "in this book players set their own hands");
    no!(c, &u, by(2), hand::Command::Concede { area: 4 } =>
        "set.no_concession", "uk-leaflet B15", "this book knows no concession");
    let mut tie = house("vcga-2000", Some("bonanza"));
    tie.place(2, 4, Kind::Tie, 50);
    let tie = dealt(tie);
    no!(c, &tie, by(2), hand::Command::AskHouseWay { area: 4 } =>
        "set.tie_own", "vcga-2000 17.6.3.1", "P2 has a Tie wager and sets the hand");
    c.done();
}

/// star-2016 15.7: once a player's hand is open, a wrong House hand stands.
#[test]
fn a_wrong_house_hand_stands() {
    let mut c = Cases::default();
    // Here every House hand is checked before any other is opened, and a wrong one does not pass; so the
    // table is told that it is wrong.
    let mut d = set(house("star-2016", None));
    d.bank([0, 1]);
    d.does(dealer(), settle::Command::OpenHand { lie: None });
    d.table.areas[0].hand.as_mut().unwrap().wrong = true;
    no!(c, &d, dealer(), hand::Command::CorrectHouseWay { area: 1 } =>
        "set.stands", "star-2016 15.7",
        "a player's hand has been opened, so the bank's hand stands as it is");
    c.done();
}

/// star-2016 13.1.6, 13.1.8; crown-6.1 13.8.1, 13.5.3(a)(iv): opening, matching, paying.
#[test]
fn settlement() {
    let mut c = Cases::default();
    let mut d = set(house("star-2016", None));
    no!(c, &d, by(2), settle::Command::AskBank =>
        "bank.shown_anyway", "star-2016 13.1.2",
        "the bank's hand is shown without being asked for");
    d.bank([0, 1]);
    no!(c, &d, dealer(), settle::Command::Pay => "hand.not_open", "star-2016 13.1.6", "the hand of area 4 is not open");
    let lie = Some(d.tiles(4));
    no!(c, &d, dealer(), settle::Command::OpenHand { lie } => "tiles.known", "star-2016 13.1.6", "the tiles of area 4 are known");
    d.does(dealer(), settle::Command::OpenHand { lie: None });
    no!(c, &d, dealer(), mishap::Command::ReportKnocked { area: 4 } =>
        "hand.open", "star-2016 15.15",
        "the hand of area 4 is open, and its result is known");
    d.does(dealer(), settle::Command::OpenHand { lie: None });
    no!(c, &d, dealer(), settle::Command::OpenHand { lie: None } => "hand.all_open", "star-2016 13.1.6", "every hand is open");
    // Two pairs on the Bonus alone, where the table's best row asks for the bank's hand too.
    let mut chosen = setup("crown-6.1", Some("bonanza"));
    (chosen.bonus, chosen.tie) = (Some("B".to_string()), Some("B".to_string()));
    let game: &'static PaiGow = rules(chosen);
    let mut e = Drive::open(game, 4, 1_000);
    e.share();
    e.offer(Method::House, 1);
    let mut tried = e.clone();
    e.place(2, 4, Kind::Bonus, 50);
    let mut first = e.clone();
    first.shuffle(in_order());
    first.deal(ones(game), 0, plain_cut());
    let mut order = in_order();
    let pairs = [Rank::Teen, Rank::Day].map(|rank| [Tile::new(rank, 0), Tile::new(rank, 1)]).concat();
    for (place, tile) in first.tiles(4).map(|tile| usize::from(tile.place())).into_iter().zip(pairs) {
        let from = order.iter().position(|known| *known == tile).unwrap();
        order.swap(place, from);
    }
    e.shuffle(order);
    e.deal(ones(game), 0, plain_cut());
    e.set(4, [0, 1]);
    e.does(dealer(), settle::Command::ShowBank);
    e.does(dealer(), settle::Command::OpenHand { lie: None });
    no!(c, &e, dealer(), settle::Command::Pay =>
        "bank.not_shown", "crown-6.1 13.8.1",
        "the Bonus of area 4 hangs on the bank's hand, which is not shown");
    // The caller decides on a surrender first.
    tried.shuffle(in_order());
    tried.place(2, 4, Kind::Regular, 100);
    tried.place(2, 4, Kind::Tie, 50);
    tried.place(3, 4, Kind::Tie, 50);
    tried.deal(ones(game), 0, plain_cut());
    no!(c, &tried, by(3), hand::Command::Surrender { area: 4 } =>
        "tie.caller_first", "crown-6.1 13.5.3(a)(i)", "P2 calls area 4 and has not decided");
    no!(c, &tried, by(4), hand::Command::Surrender { area: 4 } =>
        "wager.none", "crown-6.1 13.5.3(a)(i)", "P4 has no Tie wager on area 4 to surrender");
    c.done();
}

/// star-2016 15.11, 15.15: tiles that the engine does not know are keyed in, and none more often than a set has
/// it.
#[test]
fn real_tiles() {
    let mut c = Cases::default();
    let mut d = keyed();
    let tile = |rank, copy| Tile::new(rank, copy);
    let four = [tile(Rank::Teen, 0), tile(Rank::Teen, 0), tile(Rank::ChapGow, 0), tile(Rank::Day, 0)];
    no!(c, &d, by(2), hand::Command::LayDown { area: 4 } =>
        "set.not_looked", "star-2016 12.11", "nobody has looked at the tiles of area 4");
    look(&mut d, 2, 4);
    no!(c, &d, by(2), hand::Command::SetHand { area: 4, two: [four[0], four[3]] } =>
        "set.real_tiles", "star-2016 12.5", "real tiles are laid down, not keyed in");
    d.does(by(2), hand::Command::LayDown { area: 4 });
    look(&mut d, 3, 5);
    d.does(by(3), hand::Command::LayDown { area: 5 });
    no!(c, &d, dealer(), hand::Command::SetHouseWay { area: 1, two: None } =>
        "tiles.unknown", "star-2016 13.1.2", "the tiles of area 1 have not been turned up");
    let exposed = |which, tiles: &[Tile]| {
        C::Mishap(mishap::Command::ReportExposed { area: 4, which, tiles: tiles.to_vec(), by_dealer: false })
    };
    no!(c, &d, dealer(), exposed(1, &[]) =>
        "tiles.count", "star-2016 15.3.1",
        "0 tiles are named, and 1 of the exposed not known");
    let gow = tile(Rank::ChapGow, 0);
    no!(c, &d, dealer(), exposed(3, &[gow, gow]) =>
        "tiles.too_many", "star-2016 3.1", "tile 3-6 has been turned up as often as a set has it");
    d.does(dealer(), exposed(1, &[tile(Rank::Yun, 0)]));
    no!(c, &d, dealer(), exposed(1, &[gow]) =>
        "tiles.which", "star-2016 15.3.1",
        "tile 1 of area 4 has been seen already");
    d.does(dealer(), hand::Command::TurnUp { area: 1, tiles: four });
    no!(c, &d, dealer(), hand::Command::TurnUp { area: 1, tiles: four } =>
        "tiles.known", "star-2016 13.1.3", "the tiles of area 1 are known");
    d.does(dealer(), hand::Command::SetHouseWay { area: 1, two: None });
    d.does(top(d.game), hand::Command::CheckHouseWay { area: 1 });
    d.does(dealer(), settle::Command::ShowBank);
    no!(c, &d, dealer(), settle::Command::OpenHand { lie: None } =>
        "tiles.unknown", "star-2016 13.1.6", "the tiles of area 4 have not been turned up");
    let third = [tile(Rank::Yun, 0), tile(Rank::Teen, 0), tile(Rank::Ngor, 0), tile(Rank::Mooy, 0)];
    no!(c, &d, dealer(), settle::Command::OpenHand { lie: Some(third) } =>
        "tiles.too_many", "star-2016 3.1", "tile 6-6 has been turned up, and a set has it twice");
    let other = [tile(Rank::CheongSum, 0), tile(Rank::BanTang, 0), tile(Rank::Ngor, 0), tile(Rank::Mooy, 0)];
    no!(c, &d, dealer(), settle::Command::OpenHand { lie: Some(other) } =>
        "tiles.not_shown", "star-2016 15.3.1", "a tile of area 4 that everybody saw is not among them");
    c.done();
}

/// star-2016 15.3, 15.9, 16.4, 16.5; crown-6.1 10.2.1, 12.2, 12.6, 16.2.3: what goes wrong.
#[test]
fn mishaps() {
    let mut c = Cases::default();
    let d = dealt(house("star-2016", None));
    let high = top(d.game);
    let exposed = |which: u8| {
        C::Mishap(mishap::Command::ReportExposed { area: 4, which, tiles: Vec::new(), by_dealer: true })
    };
    no!(c, &d, dealer(), exposed(0) =>
        "tiles.which", "star-2016 15.3.1",
        "the tiles of an area are 1 to 4, and one at least is exposed");
    no!(c, &d, dealer(), exposed(16) =>
        "tiles.which", "star-2016 15.3.1",
        "the tiles of an area are 1 to 4, and one at least is exposed");
    no!(c, &d, by(2), mishap::Command::VoidOwn { area: 4 } =>
        "void.no_cause", "star-2016 15.3.1",
        "no tile of area 4 was exposed, so P2 cannot void the hand");
    no!(c, &d, high, order::Command::DecideRemoval =>
        "area.idle", "star-2016 15.9", "nobody plays area 2, and an area is taken out only while all are played");
    no!(c, &d, high, order::Command::HoldWinnings { player: player(2), won: Amount::ZERO } =>
        "conduct.no_hold", "star-2016 16.3", "this book lets nobody hold winnings");
    no!(c, &d, high, order::Command::VoidWagers { player: player(4) } =>
        "wager.none", "star-2016 16.3.1", "P4 has no wager in this round");
    let void = |ground, forfeits| C::Mishap(mishap::Command::VoidRound { ground, forfeits });
    no!(c, &d, high, void(Ground::Disruption, Some(player(2))) =>
        "void.no_forfeit", "star-2016 16.5", "a stake is forfeited only where the round is void for fraud");
    no!(c, &d, high, void(Ground::Fraud, Some(player(4))) => "wager.none", "star-2016 16.4.2", "P4 has no stake to forfeit");
    let b = dealt(banked("star-2016", None, Method::Player));
    no!(c, &b, high, order::Command::DecideRemoval =>
        "area.not_house", "star-2016 15.9", "an area is taken out only while the House banks");
    let mut plain = setup("star-2016", None);
    plain.layout = Some(Layout::B);
    let mut lay = Drive::open(rules(plain), 4, 1_000);
    lay.offer(Method::House, 1);
    no!(c, &lay, high, order::Command::DecideRemoval =>
        "area.no_removal", "star-2016 15.9", "no area is taken out on layout b");
    let mut all = Drive::open(rules(setup("star-2016", None)), 8, 1_000);
    no!(c, &all, dealer(), order::Command::DrawRemoval { boxes: Some([1, 1, 1]) } =>
        "area.not_decided", "star-2016 15.9.3", "no area is to be taken out");
    all.offer(Method::House, 1);
    all.shuffle(in_order());
    for area in 2..=8 {
        all.place(u32::from(area), area, Kind::Regular, 100);
    }
    all.does(high, order::Command::DecideRemoval);
    no!(c, &all, high, order::Command::DecideRemoval => "area.no_change", "star-2016 15.9.2", "an area is to be taken out already");
    all.does(high, void(Ground::Disruption, None));
    assert_eq!(all.table.phase, Phase::Bank);
    no!(c, &all, dealer(), bank::Command::OfferBank =>
        "area.not_drawn", "star-2016 15.9.3", "an area is to be drawn and taken out first");
    no!(c, &all, dealer(), order::Command::DrawRemoval { boxes: Some([1, 0, 1]) } =>
        "dice.face", "star-2016 15.9.3",
        "the dice show 1 1, and 3 box dice of 1 to 6 count");
    all.does(dealer(), order::Command::DrawRemoval { boxes: Some([1, 1, 2]) });
    no!(c, &all, by(1), seat::Command::Sit { area: 4 } => "area.off", "star-2016 15.9.3", "area 4 is out of play");
    let crown = set(house("crown-6.1", None));
    no!(c, &crown, top(crown.game), mishap::Command::VoidHand { area: 1 } =>
        "void.house_hand", "crown-6.1 10.2.1",
        "the House's hand is played");
    let mut paid = set(house("crown-6.1", None));
    paid.bank([0, 1]);
    paid.settle();
    no!(c, &paid, top(paid.game), void(Ground::Disruption, None) =>
        "void.settled", "crown-6.1 16.4", "everything is paid, and the result stands");
    let mut held = house("crown-6.1", None);
    let high = top(held.game);
    no!(c, &held, high, order::Command::ReleaseHeld { player: player(2), to_player: true } =>
        "conduct.no_change", "crown-6.1 16.2.3", "nothing of P2's is held");
    held.does(high, order::Command::HoldWinnings { player: player(2), won: Amount::ZERO });
    no!(c, &held, high, order::Command::HoldWinnings { player: player(2), won: Amount::ZERO } =>
        "conduct.no_change", "crown-6.1 16.2.3", "what P2 wins is held already");
    no!(c, &held, high, order::Command::HoldWinnings { player: player(2), won: Amount::of(5_000) } =>
        "money.short", "crown-6.1 16.2.3", "5000 cannot be held: of what P2 has now, 0 can have been won and be taken");
    no!(c, &held, dealer(), mishap::Command::ReportMisdeal { what: Misdealt::Beyond } =>
        "phase.wrong", "crown-6.1 12.7",
        "a misdeal is possible only while hands are set or while hands are opened or when everything is paid, but the tiles are not dealt yet");
    c.done();
}

/// star-2016 16.12, vcga-2000 15.9, crown-6.1 16.10, uk-leaflet P1: disputes.
#[test]
fn disputes() {
    let mut c = Cases::default();
    let mut d = house("star-2016", None);
    let (raise, ask) = (C::Order(order::Command::RaiseDispute { about: Matter::Rule }), |number| {
        C::Order(order::Command::AskReview { number })
    });
    let decide = |number| C::Order(order::Command::DecideDispute { number, for_player: false });
    let review = |number| C::Order(order::Command::ReviewDispute { number, for_player: true });
    let high = top(d.game);
    no!(c, &d, dealer(), raise.clone() =>
        "person.not_player", "star-2016 16.12",
        "the dealer (staff 1) is not a player, and only a player can do this");
    no!(c, &d, high, decide(1) =>
        "dispute.unknown", "star-2016 16.12",
        "there is no dispute 1");
    d.does(by(2), raise.clone());
    no!(c, &d, by(3), ask(1) =>
        "dispute.not_own", "star-2016 16.12", "dispute 1 is P2's, and P3 did not bank then");
    no!(c, &d, by(2), ask(1) =>
        "dispute.not_decided", "star-2016 16.12",
        "dispute 1 is not decided yet");
    no!(c, &d, high, review(1) =>
        "dispute.no_review", "star-2016 16.12", "nobody asked to look at dispute 1 again");
    d.does(high, decide(1));
    no!(c, &d, high, decide(1) => "dispute.decided", "star-2016 16.12", "dispute 1 has been decided");
    d.does(by(2), ask(1));
    no!(c, &d, high, review(1) =>
        "dispute.same_person", "star-2016 16.12",
        "the casino supervisor (staff 9) decided dispute 1, and cannot look at it again");
    for number in 1..=4 {
        for _ in 0..4 {
            d.does(by(number), raise.clone());
        }
    }
    no!(c, &d, by(2), raise.clone() =>
        "dispute.too_many", "", "4 disputes of P2 are not decided yet: 4 may be at once");
    // What was decided takes no room, and what is decided makes some.
    d.does(high, decide(5));
    d.does(by(1), raise.clone());
    let v = house("vcga-2000", None);
    no!(c, &v, top(v.game), review(1) =>
        "person.not_inspector", "vcga-2000 15.9",
        "the gaming shift manager (staff 9) is not the regulator's inspector");
    let inspector = Context::new(Person::Inspector(StaffId(4)), Moment::new(0));
    no!(c, &v, inspector, review(1) =>
        "dispute.unknown", "vcga-2000 15.9",
        "there is no dispute 1");
    let mut crown = house("crown-6.1", None);
    no!(c, &crown, top(crown.game), review(1) =>
        "dispute.final", "crown-6.1 16.10", "the first decision is final");
    crown.does(by(2), raise.clone());
    crown.does(top(crown.game), decide(1));
    no!(c, &crown, top(crown.game), decide(1) => "dispute.settled", "crown-6.1 16.10", "dispute 1 is settled");
    let mut u = house("uk-leaflet", None);
    u.does(by(2), raise);
    no!(c, &u, top(u.game), decide(1) =>
        "dispute.for_player", "uk-leaflet P1",
        "a rule that can be read in two ways is read for the player until it is settled");
    c.done();
}

/// star-2016 12.19, 13.1.5; vcga-2000 12.1.12: tiles that lie open, a hand that is checked.
#[test]
fn shown_and_checked() {
    let mut c = Cases::default();
    let d = dealt(house("vcga-2000", None));
    no!(c, &d, by(2), hand::Command::ShowOwn { area: 4 } =>
        "set.no_showing", "vcga-2000 12.1.12",
        "this book lets no player show tiles before the bank's are shown");
    let mut lone = house("star-2016", None);
    lone.place(2, 4, Kind::Regular, 100);
    lone.deal(ones(lone.game), 0, plain_cut());
    lone.does(by(2), hand::Command::ShowOwn { area: 4 });
    no!(c, &lone, by(2), hand::Command::ShowOwn { area: 4 } => "set.shown", "star-2016 12.19", "the tiles of area 4 lie open already");
    let mut d = set(house("star-2016", None));
    let high = top(d.game);
    d.does(dealer(), hand::Command::SetHouseWay { area: 1, two: None });
    d.does(high, hand::Command::CheckHouseWay { area: 1 });
    no!(c, &d, high, hand::Command::CheckHouseWay { area: 1 } =>
        "set.checked", "star-2016 13.1.5", "the hand of area 1 has been checked");
    c.done();
}
