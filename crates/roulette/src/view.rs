//! What each of those who look may know: a station, the dealer's console, the display, a supervisor.
//!
//! A station shows its own account and wagers and nothing of others'; the display shows results and no
//! player at all; the console shows what the dealer needs; a supervisor sees the books beside.
//! Clauses: rapid-roulette-2000 1.1#SGC(b), 1.1#WND(a), 4.2, 5.3, 5.6, 6.1, fn2#66(1)(d).

use crate::{
    Absent, Ask, Asked, Claim, Limits, Phase, Roulette, Run, RunEnd, Spot, State, Station, StationId, Wager,
};
use game::{Asking, Cites, Moment, PartId, Person, Rank};
use money::{Account, Amount, PlayerId};
use serde::Serialize;
use std::collections::BTreeMap;

/// A table as somebody sees it, in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteView))]
pub struct View {
    /// The period.
    pub table: TableView,
    /// The results, the latest first.
    pub results: Vec<ResultView>,
    /// The permitted wagers, as stations and the console show them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sign: Option<SignView>,
    /// What goes for everything that can be asked of a player, by what it is, for players.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, Asking>))]
    pub asks: BTreeMap<Ask, Asking>,
    /// A player's own station.
    #[cfg_attr(feature = "schema", schema(required))]
    pub mine: Option<Box<StationView>>,
    /// What the last spin brought that player.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last: Option<LastView>,
    /// The dealer's console.
    #[cfg_attr(feature = "schema", schema(required))]
    pub console: Option<Box<ConsoleView>>,
    /// Every station as the console shows it, by number.
    #[serde(serialize_with = "game::numbered", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, SeatView>))]
    pub stations: Vec<SeatView>,
    /// The books, for supervisors and inspectors.
    #[cfg_attr(feature = "schema", schema(required))]
    pub books: Option<Box<BooksView>>,
}

/// One part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)] // as in the view
pub enum Part {
    Table(TableView),
    Results(Vec<ResultView>),
    Sign(Option<SignView>),
    Asks(BTreeMap<Ask, Asking>),
    Mine(Option<Box<StationView>>),
    Last(Option<LastView>),
    Console(Option<Box<ConsoleView>>),
    Station(SeatView),
    Books(Option<Box<BooksView>>),
}

impl game::Parted for View {
    type Part = Part;

    fn parts(self) -> Vec<(PartId, Part)> {
        let mut parts = vec![
            (PartId::one("table"), Part::Table(self.table)),
            (PartId::one("results"), Part::Results(self.results)),
            (PartId::one("sign"), Part::Sign(self.sign)),
            (PartId::one("asks"), Part::Asks(self.asks)),
            (PartId::one("mine"), Part::Mine(self.mine)),
            (PartId::one("last"), Part::Last(self.last)),
            (PartId::one("console"), Part::Console(self.console)),
        ];
        let stations = (1..).zip(self.stations);
        parts.extend(stations.map(|(number, seat)| (PartId::of("stations", number), Part::Station(seat))));
        parts.push((PartId::one("books"), Part::Books(self.books)));
        parts
    }
}

/// The period, which everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteTableView))]
pub struct TableView {
    /// The spin that comes.
    pub spin: u32,
    /// What the table is doing, with the moment to count down to.
    pub phase: Phase,
    /// Whether the ball is on its way.
    pub spun: bool,
    /// Whether accounts are frozen.
    pub frozen: bool,
}

/// One result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteResultView))]
pub struct ResultView {
    /// Which spin.
    pub spin: u32,
    /// The number.
    pub pocket: u8,
    /// Its colour.
    pub colour: &'static str,
}

/// The permitted wagers as a sign shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSignView))]
pub struct SignView {
    /// Those in force.
    pub limits: Limits,
    /// Those announced, and from when on.
    #[cfg_attr(feature = "schema", schema(required))]
    pub announced: Option<(Moment, Box<Limits>)>,
    /// Those announced for later still, the earliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<(Moment, Box<Limits>)>,
}

/// What a wager of the last spin brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWagerResult))]
pub struct WagerResult {
    /// Where it stood.
    pub spot: Spot,
    /// How much it was.
    pub amount: Amount,
    /// What the odds paid; nothing if it lost.
    pub won: Amount,
    /// By which clauses.
    pub cites: Cites,
}

/// What the last spin brought a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteLastView))]
pub struct LastView {
    /// Which spin.
    pub spin: u32,
    /// Every wager.
    pub wagers: Vec<WagerResult>,
    /// Every sequence that ended.
    pub runs: Vec<RunEnd>,
    /// What the odds paid altogether.
    pub won: Amount,
}

/// A player's station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteStationView))]
pub struct StationView {
    /// What the table waits for from this player, if anything, and whether they have done it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub asked: Option<Asked>,
    /// The station, if the player controls one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub station: Option<StationId>,
    /// The stations that can be had.
    pub free: Vec<StationId>,
    /// The account: what is not wagered …
    pub credit: Amount,
    /// … and what is.
    pub on_layout: Amount,
    /// The wagers for the coming spin.
    pub wagers: Vec<Wager>,
    /// The sequences; those whose first spin is over are running.
    pub runs: Vec<Run>,
    /// Whether the station is out of order.
    pub out_of_order: bool,
    /// Whether its wagers are being made out from records.
    pub in_doubt: bool,
    /// Whether the player is leaving.
    pub leaving: bool,
    /// A claim that waits for an answer.
    #[cfg_attr(feature = "schema", schema(required))]
    pub claim: Option<u32>,
    /// What is held for the player since a correction.
    pub held: Amount,
}

/// What the book asks the dealer to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteStep))]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Open the table.
    OpenTable,
    /// Say where the ball of a spin really was.
    Correct(u32),
    /// Bring the system back.
    RestoreSystem,
    /// Establish what was wagered on a station.
    Establish(StationId),
    /// Consider a claim.
    Answer(u32),
    /// Pay a player who leaves.
    PayOut(StationId),
    /// Spin the ball.
    Spin,
    /// Wait for the end of the period.
    Wait,
    /// Announce and enter where the ball came to rest.
    Enter,
    /// Nothing: the table is closed.
    Nothing,
}

/// A station as the dealer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSeatView))]
pub struct SeatView {
    /// Which.
    pub station: StationId,
    /// Who controls it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub player: Option<PlayerId>,
    /// What is not wagered.
    pub credit: Amount,
    /// What is.
    pub on_layout: Amount,
    /// Whether the player is leaving.
    pub leaving: bool,
    /// Whether it is out of order.
    pub out_of_order: bool,
    /// Its wagers for the spin, where they are in doubt and the dealer has to make them out.
    #[cfg_attr(feature = "schema", schema(required))]
    pub in_doubt: Option<(Vec<Wager>, Vec<Run>)>,
    /// Everything on it, for supervisors and inspectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<Station>>,
}

/// The dealer's console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteConsoleView))]
pub struct ConsoleView {
    /// The time for wagers, in seconds.
    pub period: u16,
    /// What comes next.
    pub next: Next,
    /// Claims that wait.
    pub claims: Vec<Claim>,
    /// What the display was seen to show instead of the last result.
    #[cfg_attr(feature = "schema", schema(required))]
    pub display: Option<u8>,
    /// What is held for players who are gone.
    pub held: Vec<(PlayerId, Amount)>,
    /// The sequences of players who are gone, which are played out.
    pub absent: Vec<Absent>,
}

/// The accounts and the records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteBooksView))]
pub struct BooksView {
    /// Every account.
    pub accounts: Vec<(Account, i64)>,
    /// What corrections could not take back.
    pub unrecovered: Vec<(PlayerId, Amount)>,
    /// The spins on record.
    pub records: Vec<crate::Record>,
}

/// What somebody sees.
pub(crate) fn view(game: &Roulette, state: &State, viewer: &Person) -> View {
    let player = viewer.player();
    let books = match viewer {
        Person::Staff(_, rank) => *rank > Rank::DEALER,
        Person::Inspector(_) => true,
        Person::Player(_) | Person::House | Person::Public => false,
    };
    let desk = books || matches!(viewer, Person::Staff(..) | Person::House);
    let result = |record: &crate::Record| ResultView {
        spin: record.spin,
        pocket: record.pocket,
        colour: game.layout.colour(record.pocket),
    };
    let seats = (1..).map(StationId).zip(&state.stations);
    View {
        table: TableView {
            spin: state.spin,
            phase: state.phase,
            spun: state.ball.is_some(),
            frozen: state.frozen.is_some(),
        },
        results: state.records.iter().rev().map(result).collect(),
        sign: (desk || player.is_some()).then(|| sign(state)),
        asks: if player.is_some() { game.asks() } else { BTreeMap::new() },
        mine: player.map(|player| Box::new(station(game, state, player))),
        last: player.and_then(|player| last(game, state, player)),
        console: desk.then(|| Box::new(console(game, state))),
        stations: match desk {
            true => seats.map(|(id, station)| seat(state, id, station, books)).collect(),
            false => Vec::new(),
        },
        books: books.then(|| {
            Box::new(BooksView {
                accounts: state.ledger.accounts().to_vec(),
                unrecovered: state.unrecovered.clone(),
                records: state.records.iter().cloned().collect(),
            })
        }),
    }
}

fn sign(state: &State) -> SignView {
    let (limits, announced) = (state.limits.clone(), state.announced.clone());
    SignView { limits, announced, later: state.later.clone() }
}

fn held(state: &State) -> Vec<(PlayerId, Amount)> {
    let held = state.ledger.accounts().iter().filter_map(|(account, balance)| match account {
        Account::Held(player) => Some((*player, Amount::of(*balance))),
        _ => None,
    });
    held.collect()
}

fn station(game: &Roulette, state: &State, player: PlayerId) -> StationView {
    let id = state.station_of(player);
    let own = id.and_then(|id| state.station(id)).cloned().unwrap_or_default();
    let absent = state.absent.iter().filter(|absent| absent.player == player);
    let absent = absent.map(|absent| absent.run).collect();
    let numbered = (1..).map(StationId).zip(&state.stations);
    let free = numbered.filter(|(_, station)| station.holder.is_none() && !station.out_of_order);
    StationView {
        asked: game.asked(state, player),
        station: id,
        free: if id.is_some() { Vec::new() } else { free.map(|(id, _)| id).collect() },
        credit: state.ledger.amount(Account::Player(player)),
        on_layout: state.ledger.amount(Account::Layout(player)),
        out_of_order: own.out_of_order,
        in_doubt: own.in_doubt,
        leaving: own.holder.is_some_and(|holder| holder.leaving),
        wagers: own.wagers,
        runs: if id.is_some() { own.runs } else { absent },
        claim: state.claims.iter().find(|claim| claim.player == player).map(|claim| claim.claim),
        held: state.ledger.amount(Account::Held(player)),
    }
}

fn last(game: &Roulette, state: &State, player: PlayerId) -> Option<LastView> {
    let record = state.records.back()?;
    let shown = record.shown.iter().find(|shown| shown.player == player)?;
    let result = |wager: &Wager| {
        let tally = game.layout.tally([(wager.spot, wager.amount.units())].into_iter(), record.pocket);
        let (spot, amount, won) = (wager.spot, wager.amount, Amount::of(tally.won));
        WagerResult { spot, amount, won, cites: game.bet_cites(spot) }
    };
    let wagers: Vec<WagerResult> = shown.wagers.iter().map(result).collect();
    let runs = shown.runs.clone();
    let by_run = |ended: &RunEnd| ended.returned.less(ended.run.amount);
    let won = wagers.iter().map(|wager| wager.won).chain(runs.iter().map(by_run)).sum();
    Some(LastView { spin: record.spin, wagers, runs, won })
}

fn seat(state: &State, id: StationId, station: &Station, books: bool) -> SeatView {
    let player = station.holder.map(|holder| holder.player);
    let began = || station.runs.iter().filter(|run| run.first == state.spin).copied().collect();
    SeatView {
        station: id,
        player,
        credit: player.map_or(Amount::ZERO, |player| state.ledger.amount(Account::Player(player))),
        on_layout: player.map_or(Amount::ZERO, |player| state.ledger.amount(Account::Layout(player))),
        leaving: station.holder.is_some_and(|holder| holder.leaving),
        out_of_order: station.out_of_order,
        in_doubt: station.in_doubt.then(|| (station.wagers.clone(), began())),
        whole: books.then(|| Box::new(station.clone())),
    }
}

fn console(game: &Roulette, state: &State) -> ConsoleView {
    ConsoleView {
        period: game.period(state),
        next: next(state),
        claims: state.claims.clone(),
        display: state.display,
        held: held(state),
        absent: state.absent.clone(),
    }
}

/// The one step that the book asks for next.
fn next(state: &State) -> Next {
    if let Some(spin) = state.frozen {
        return Next::Correct(spin);
    }
    if let Some((id, ..)) = state.open().find(|(_, station, _)| station.in_doubt) {
        return Next::Establish(id);
    }
    if let Some(claim) = state.claims.first() {
        return Next::Answer(claim.claim);
    }
    let leaver = state.open().find(|(_, station, holder)| holder.leaving && !station.is_live());
    if let Some((id, ..)) = leaver {
        return Next::PayOut(id);
    }
    match (state.phase, state.ball) {
        (Phase::Shut, _) => Next::OpenTable,
        (Phase::Halted, _) => Next::RestoreSystem,
        (Phase::Over, _) => Next::Nothing,
        (Phase::Wagering { .. }, _) => Next::Wait,
        (Phase::Closed, None) => Next::Spin,
        (Phase::Closed, Some(_)) => Next::Enter,
    }
}
