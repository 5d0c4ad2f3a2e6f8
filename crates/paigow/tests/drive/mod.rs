//! Driving whole rounds through the engine: any book, any method, any dice, cut and tiles.
#![allow(dead_code, clippy::unwrap_used)] // not every test uses everything

use crate::common::{by, dealer, player, top};
use game::{Context, Game, Refusal};
use money::{Account, Amount};
use paigow::{Command, Event, Faces, Found, Kind, PaiGow, Phase, Stake, State, What, command, event};
use rulebook::{BankShows, BetsClose, BigSmallDice, FinalWhen, Method, Orientation, Power};
use tiles::{Rank, Tile};

/// A table in play, under rules that many tables share.
#[derive(Clone)]
pub struct Drive<'g> {
    pub game: &'g PaiGow,
    pub table: State,
    pub events: Vec<Event>,
    /// The order in which electronic tiles will be dealt.
    pub order: Option<Box<[Tile; 32]>>,
}

/// The amount.
pub fn chips(units: i64) -> Stake {
    Stake::chips(Amount::of(units))
}

/// The wall in the order of [`Tile::all`].
pub fn in_order() -> Box<[Tile; 32]> {
    let all: Vec<Tile> = Tile::all().collect();
    Box::new(all.try_into().unwrap())
}

impl<'g> Drive<'g> {
    /// An open table at which players 1 to `players` have `purse` each and nobody sits.
    pub fn open(game: &'g PaiGow, players: u32, purse: i64) -> Self {
        let mut drive = Self { game, table: game.start(), events: Vec::new(), order: None };
        drive.does(dealer(), command::table::Command::LayOutTiles { found: Found::Whole });
        if game.parameters().ranks.wanted(Power::CheckTiles).is_some() {
            drive.does(top(game), command::table::Command::CheckTiles);
        }
        drive.does(dealer(), command::table::Command::OpenTable);
        if players > 0 {
            // Somebody took a place, so that tiles need not lie displayed, and left it.
            drive.does(by(99), command::seat::Command::Sit { area: 3 });
            drive.does(by(99), command::seat::Command::Leave);
        }
        for number in 1..=players {
            drive.does(
                dealer(),
                command::seat::Command::BuyIn { player: player(number), stake: chips(purse) },
            );
        }
        drive
    }

    /// Does something that has to be accepted.
    #[track_caller]
    pub fn does(&mut self, ctx: Context, command: impl Into<Command>) {
        let command = command.into();
        if let Err(refusal) = self.tries(ctx, &command) {
            panic!("{command:?} by {} in {}: {refusal}", ctx.who, self.table.phase.word());
        }
    }

    /// Does something that may be refused.
    pub fn tries(&mut self, ctx: Context, command: &Command) -> Result<(), Refusal> {
        let events = self.game.decide(&self.table, command, &ctx)?.events;
        for event in &events {
            self.game.evolve(&mut self.table, event);
        }
        self.events.extend(events);
        Ok(())
    }

    /// Player 1 sits at an area and is offered the bank; with the House as bank nobody sits.
    pub fn offer(&mut self, method: Method, chung: u8) {
        if method != Method::House {
            self.does(by(1), command::seat::Command::Sit { area: chung });
        }
        self.does(dealer(), command::bank::Command::OfferBank);
        match method {
            Method::House => assert_eq!(self.table.phase, Phase::Wall),
            Method::Player | Method::CoBank => assert_eq!(self.table.bank.offer.unwrap().player, player(1)),
        }
    }

    /// Player 1 takes the bank that is offered.
    pub fn accept(&mut self, method: Method, stake: i64) {
        if method != Method::House {
            self.does(by(1), command::bank::Command::AcceptBank { method, stake: Amount::of(stake) });
        }
    }

    /// As many as the book lets on every area.
    pub fn share(&mut self) {
        let rules = &self.game.parameters().table;
        if rules.sharing_by_leave.value {
            for area in 1..=self.areas() {
                let players = rules.players_per_area.value;
                self.does(top(self.game), command::limit::Command::AllowSharing { area, players });
            }
        }
    }

    /// Areas on the layout.
    pub fn areas(&self) -> u8 {
        self.game.setup().areas.unwrap_or(self.game.parameters().table.areas.value)
    }

    /// The wall stands in an order: told now, or drawn when it is dealt.
    pub fn shuffle(&mut self, order: Box<[Tile; 32]>) {
        let told = self.game.setup().chance == paigow::Chance::Told;
        self.does(dealer(), command::wall::Command::Shuffle { order: told.then(|| order.clone()) });
        self.order = (!told).then_some(order);
    }

    #[track_caller]
    pub fn place(&mut self, number: u32, area: u8, kind: Kind, units: i64) {
        self.does(by(number), command::wager::Command::Place { area, kind, stake: chips(units) });
    }

    fn method(&self) -> Method {
        self.table.bank.method
    }

    /// When betting closes.
    pub fn closes(&self) -> BetsClose {
        *self.game.parameters().wager.close.value.of(self.method()).unwrap()
    }

    pub fn shake(&mut self) {
        let shaker = if self.method() == Method::House { dealer() } else { by(1) };
        self.does(shaker, command::dice::Command::Shake);
    }

    /// The cut: as named by the banker; under a House bank whatever the dice allow first.
    pub fn cut(&mut self, named: (&str, Orientation)) {
        let name = |cut: &str, orientation| {
            Command::Cut(command::cut::Command::NameCut { cut: cut.to_string(), orientation })
        };
        if self.method() != Method::House {
            return self.does(by(1), name(named.0, named.1));
        }
        let book = crate::common::SHELF.book(&self.game.setup().book).unwrap();
        for cut in &book.pai_gow().unwrap().cuts.cuts {
            for delivery in &cut.deliveries {
                if self.tries(dealer(), &name(&cut.name, delivery.orientation)).is_ok() {
                    return;
                }
            }
        }
        panic!("no cut is accepted after {:?}", self.table.dice);
    }

    /// Closes betting, throws, cuts and deals, in the order of the book.
    pub fn deal(&mut self, faces: Faces, steal: i8, named: (&str, Orientation)) {
        self.throw(faces, steal, named);
        let drawn = self.game.setup().chance == paigow::Chance::Electronic;
        let order = self.order.clone().filter(|_| drawn);
        self.does(dealer(), command::hand::Command::Deal { order });
    }

    /// The same without the deal.
    pub fn throw(&mut self, faces: Faces, steal: i8, named: (&str, Orientation)) {
        if steal != 0 {
            self.does(by(1), command::dice::Command::Steal { value: steal });
        }
        let show = Command::Dice(command::dice::Command::ShowDice { faces: Some(faces) });
        match self.closes() {
            BetsClose::DiceExposed => {
                self.shake();
                self.does(dealer(), command::wager::Command::CloseBets);
                self.does(dealer(), show);
                self.cut(named);
            }
            BetsClose::BeforeShake => {
                self.does(dealer(), command::wager::Command::CloseBets);
                self.shake();
                self.does(dealer(), show);
                self.cut(named);
            }
            BetsClose::BeforeCut => {
                self.does(dealer(), command::wager::Command::CloseBets);
                self.cut(named);
                self.shake();
                self.does(dealer(), show);
            }
            BetsClose::TilesDealt => {
                self.shake();
                self.does(dealer(), show);
                self.cut(named);
                self.does(dealer(), command::wager::Command::CloseBets);
            }
        }
    }

    /// The tiles of an area.
    pub fn tiles(&self, area: u8) -> [Tile; 4] {
        self.table.area(area).unwrap().hand.as_ref().unwrap().known().unwrap()
    }

    /// Areas other than the bank's with wagers on tiles, counter-clockwise from the chung.
    pub fn played(&self) -> Vec<u8> {
        let on = |area: &u8| self.table.wagers.iter().any(|w| w.area == *area && !w.kind.on_dice());
        self.table.from_chung().filter(on).collect()
    }

    /// The caller of an area looks and sets; the two tiles at these places are one hand.
    pub fn set(&mut self, area: u8, [one, other]: [usize; 2]) {
        let caller = self.table.area(area).unwrap().caller.unwrap();
        let tiles = self.tiles(area);
        self.does(by(caller.number()), command::hand::Command::Look { area });
        self.does(
            by(caller.number()),
            command::hand::Command::SetHand { area, two: [tiles[one], tiles[other]] },
        );
    }

    /// Sets and shows the bank's hand: the banker's two tiles, or the House Way.
    pub fn bank(&mut self, [one, other]: [usize; 2]) {
        let (area, rules) = (self.table.bank.chung, &self.game.parameters().set);
        if rules.final_when.value == FinalWhen::ChungLifted {
            self.does(dealer(), command::settle::Command::LiftChung);
        }
        if self.method() == Method::Player {
            let tiles = self.tiles(area);
            self.does(by(1), command::hand::Command::Look { area });
            self.does(by(1), command::hand::Command::SetHand { area, two: [tiles[one], tiles[other]] });
            return self.does(dealer(), command::settle::Command::ShowBank);
        }
        let house = Command::Hand(command::hand::Command::SetHouseWay { area, two: None });
        if rules.bank_shows.value == BankShows::ShownFirst {
            self.does(dealer(), command::settle::Command::ShowBank);
            self.does(dealer(), house);
        } else {
            self.does(dealer(), house);
            let _ =
                self.tries(top(self.game), &Command::Hand(command::hand::Command::CheckHouseWay { area }));
            self.does(dealer(), command::settle::Command::ShowBank);
        }
    }

    /// Opens, matches and pays everything.
    pub fn settle(&mut self) {
        while self.tries(dealer(), &Command::Settle(command::settle::Command::OpenHand { lie: None })).is_ok()
        {
        }
        while self.table.phase == Phase::Match {
            self.does(dealer(), command::settle::Command::Pay);
        }
        assert_eq!(self.table.phase, Phase::Clear);
    }

    /// What an account holds.
    pub fn holds(&self, account: Account) -> i64 {
        self.table.ledger.balance(account)
    }

    /// The last deal: the area served first, and the tiles of every area.
    pub fn dealt(&self) -> (u8, Vec<[Tile; 4]>) {
        let last = self.events.iter().rev().find_map(|event| match &event.what {
            What::Hand(event::hand::What::Dealt { first, hands, .. }) => Some((*first, hands.clone())),
            _ => None,
        });
        let (first, hands) = last.unwrap();
        (first, hands.into_iter().map(|hand| hand.unwrap().map(Option::unwrap)).collect())
    }
}

/// Faces with these box dice and cut die, and the rest as the table wants them.
pub fn faces(game: &PaiGow, boxes: &[u8], cut: u8, third: u8) -> Faces {
    let rules = &game.parameters().dice;
    let mut all = [0; 3];
    all[..boxes.len()].copy_from_slice(boxes);
    assert_eq!(boxes.len(), usize::from(rules.box_dice.value));
    let big_small = rules.big_small.value == BigSmallDice::AllThree;
    Faces { boxes: all, cut: rules.cut_die.value.then_some(cut), big_small: big_small.then_some(third) }
}

/// A cut that every book describes, and that delivers stack by stack.
pub fn plain_cut() -> (&'static str, Orientation) {
    ("yat-dong-dong", "right".parse().unwrap())
}

/// The four ranks.
pub fn ranks(tiles: [Tile; 4]) -> [Rank; 4] {
    tiles.map(Tile::rank)
}
