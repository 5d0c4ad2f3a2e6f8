//! The table as it is: stations with their accounts and wagers, the spin, and what is on record.
//!
//! Changed by events only. Knows no rule.

use crate::{ClaimAbout, Limits, Place, Run, RunEnd, Setup, Spot, StationId, Wager, Why};
use game::Moment;
use money::{Account, Amount, Ledger, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What the table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoulettePhase))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not open yet.
    Shut,
    /// Taking wagers.
    Wagering {
        /// Until when.
        ends: Moment,
    },
    /// The period has ended: what shows counts.
    Closed,
    /// The system failed and wagers are void.
    Halted,
    /// The table is closed.
    Over,
}

/// Somebody in control of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteHolder))]
pub struct Holder {
    /// Who.
    pub player: PlayerId,
    /// Whether they are leaving.
    pub leaving: bool,
}

/// A station.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteStation))]
pub struct Station {
    /// Who controls it; it is open while somebody does.
    pub holder: Option<Holder>,
    /// Whether it is out of order.
    pub out_of_order: bool,
    /// Whether its wagers for the spin are in doubt.
    pub in_doubt: bool,
    /// Why nobody could wager on it when the period ended, so that what it has is as shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond_doubt: Option<Why>,
    /// The wagers for the coming spin, in the order of spots.
    pub wagers: Vec<Wager>,
    /// The sequences, running or beginning with the coming spin.
    pub runs: Vec<Run>,
}

/// A station's part in a spin that is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteShown))]
pub struct Shown {
    /// Which station.
    pub station: StationId,
    /// Who controlled it.
    pub player: PlayerId,
    /// The wagers that were settled.
    pub wagers: Vec<Wager>,
    /// The sequences that ended with the spin.
    pub runs: Vec<RunEnd>,
}

/// A spin that is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteRecord))]
pub struct Record {
    /// Which.
    pub spin: u32,
    /// Where the ball was, as far as is known now.
    pub pocket: u8,
    /// Every station that had wagers.
    pub shown: Vec<Shown>,
}

/// A claim that is not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteClaim))]
pub struct Claim {
    /// Its number.
    pub claim: u32,
    /// On which station.
    pub station: StationId,
    /// Whose.
    pub player: PlayerId,
    /// What it says.
    pub about: ClaimAbout,
}

/// A sequence whose player has left: a correction brought it back, and it is played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteAbsent))]
pub struct Absent {
    /// Whose.
    pub player: PlayerId,
    /// Which.
    pub run: Run,
}

/// The table as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) phase: Phase,
    /// The spin that wagers are taken for; a "no spin" does not count.
    pub(crate) spin: u32,
    /// Whether the ball was spun, and if so whether wagers were still taken.
    pub(crate) ball: Option<bool>,
    /// Whether "no spin" was called of the last ball that was spun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) called_off: bool,
    /// The spin whose result is being put right.
    pub(crate) frozen: Option<u32>,
    pub(crate) period: Option<u16>,
    pub(crate) limits: Limits,
    /// The next limits that a sign announces …
    pub(crate) announced: Option<(Moment, Box<Limits>)>,
    /// … and those after them, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) later: Vec<(Moment, Box<Limits>)>,
    pub(crate) stations: Vec<Station>,
    pub(crate) records: VecDeque<Record>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) claims_made: u32,
    /// The spin whose outcome a claim calls wrong, until it is put right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) claimed: Vec<(u32, u32)>,
    /// The sequences of players who have left, which a correction brought back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) absent: Vec<Absent>,
    /// What each player has that a correction could not take back, in the order of players.
    pub(crate) unrecovered: Vec<(PlayerId, Amount)>,
    /// Of that, what is met by whatever comes back from the layout, as long as chips lie there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) owing: Vec<(PlayerId, Amount)>,
    /// What players had to wager when the period ended, credit and wagers, where the account changed since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) at_close: Vec<(PlayerId, Amount)>,
    /// The spin that was coming when those came back who have results on record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) since: Vec<(PlayerId, u32)>,
    /// Who was directed to leave, and has not bought in since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) dismissed: Vec<PlayerId>,
    /// What the display was seen to show instead of the last result.
    pub(crate) display: Option<u8>,
    pub(crate) ledger: Ledger,
}

impl Station {
    /// What shows on a spot.
    pub fn on(&self, spot: Spot) -> i64 {
        self.place(spot).map_or(0, |at| self.wagers[at].amount.units())
    }

    /// What a sequence that begins with a spin has.
    pub fn run(&self, first: u32, numbers: crate::Numbers) -> i64 {
        let found = self.runs.iter().find(|run| run.first == first && run.numbers == numbers);
        found.map_or(0, |run| run.amount.units())
    }

    /// What shows at a place, for a coming spin.
    pub fn shows(&self, place: Place, spin: u32) -> i64 {
        match place {
            Place::On(spot) => self.on(spot),
            Place::Run(numbers) => self.run(spin, numbers),
        }
    }

    /// All wagers that a coming spin settles or begins.
    pub fn for_spin(&self, spin: u32) -> i64 {
        let runs = self.runs.iter().filter(|run| run.first == spin).map(|run| run.amount.units());
        self.wagers.iter().map(|wager| wager.amount.units()).sum::<i64>() + runs.sum::<i64>()
    }

    /// Whether anything is wagered, or may turn out to have been.
    pub fn is_live(&self) -> bool {
        !self.wagers.is_empty() || !self.runs.is_empty() || self.in_doubt
    }

    pub(crate) fn place(&self, spot: Spot) -> Result<usize, usize> {
        self.wagers.binary_search_by_key(&spot, |wager| wager.spot)
    }

    /// Makes an amount show at a place.
    pub(crate) fn set(&mut self, place: Place, spin: u32, amount: Amount) {
        match place {
            Place::On(spot) => match (self.place(spot), amount.is_zero()) {
                (Ok(at), true) => drop(self.wagers.remove(at)),
                (Ok(at), false) => self.wagers[at].amount = amount,
                (Err(_), true) => (),
                (Err(at), false) => self.wagers.insert(at, Wager { spot, amount }),
            },
            Place::Run(numbers) => {
                let found = self.runs.iter().position(|run| run.first == spin && run.numbers == numbers);
                match (found, amount.is_zero()) {
                    (Some(at), true) => drop(self.runs.remove(at)),
                    (Some(at), false) => self.runs[at].amount = amount,
                    (None, true) => (),
                    (None, false) => self.runs.push(Run { first: spin, numbers, amount }),
                }
            }
        }
    }

    /// Takes off all wagers that a coming spin settles or begins.
    pub(crate) fn clear(&mut self, spin: u32) {
        self.wagers.clear();
        self.runs.retain(|run| run.first != spin);
    }
}

impl State {
    /// A table before anything happened.
    pub(crate) fn start(setup: &Setup) -> Self {
        Self {
            phase: Phase::Shut,
            spin: 1,
            ball: None,
            called_off: false,
            frozen: None,
            period: setup.period,
            limits: setup.limits.clone(),
            announced: None,
            later: Vec::new(),
            stations: vec![Station::default(); usize::from(setup.stations)],
            records: VecDeque::new(),
            claims: Vec::new(),
            claims_made: 0,
            claimed: Vec::new(),
            absent: Vec::new(),
            unrecovered: Vec::new(),
            owing: Vec::new(),
            at_close: Vec::new(),
            since: Vec::new(),
            dismissed: Vec::new(),
            display: None,
            ledger: Ledger::default(),
        }
    }

    /// What the table is doing.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The spin that wagers are taken for, counted from 1; a "no spin" does not count.
    pub const fn spin(&self) -> u32 {
        self.spin
    }

    /// Whether the ball is on its way.
    pub const fn is_spun(&self) -> bool {
        self.ball.is_some()
    }

    /// The spin whose result is being put right, while accounts are frozen.
    pub const fn frozen(&self) -> Option<u32> {
        self.frozen
    }

    /// The permitted wagers.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Every station, the first first.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// A station.
    pub fn station(&self, station: StationId) -> Option<&Station> {
        self.stations.get(usize::from(station.0).checked_sub(1)?)
    }

    /// The spins that can still be put right, the oldest first.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.iter()
    }

    /// The claims that wait for an answer.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The sequences of players who have left, which a correction brought back.
    pub fn absent(&self) -> &[Absent] {
        &self.absent
    }

    /// What a player has that a correction could not take back.
    pub fn unrecovered(&self, player: PlayerId) -> Amount {
        let found = self.unrecovered.iter().find(|(known, _)| *known == player);
        found.map_or(Amount::ZERO, |(_, amount)| *amount)
    }

    /// Of that, what is met by whatever comes back from the layout, as long as chips of the player's lie there.
    pub fn owing(&self, player: PlayerId) -> Amount {
        let found = self.owing.iter().find(|(known, _)| *known == player);
        found.map_or(Amount::ZERO, |(_, amount)| *amount)
    }

    /// What a player had to wager when the period ended, if their account changed since.
    pub(crate) fn at_close(&self, player: PlayerId) -> Option<Amount> {
        self.at_close.iter().find(|(known, _)| *known == player).map(|(_, amount)| *amount)
    }

    /// Whether a player's account was opened after a spin was settled.
    pub(crate) fn opened_after(&self, player: PlayerId, spin: u32) -> bool {
        self.since.iter().any(|(known, coming)| *known == player && *coming > spin)
    }

    /// Every sign that is up: from when on, and what is permitted then; the earliest first.
    pub(crate) fn signs(&self) -> Vec<(Moment, Box<Limits>)> {
        self.announced.iter().chain(&self.later).cloned().collect()
    }

    /// The station that a player controls.
    pub fn station_of(&self, player: PlayerId) -> Option<StationId> {
        let held = |station: &Station| station.holder.is_some_and(|holder| holder.player == player);
        let at = self.stations.iter().position(held)?;
        u8::try_from(at + 1).ok().map(StationId)
    }

    /// What a player's account holds beside what is wagered.
    pub fn credit(&self, player: PlayerId) -> i64 {
        self.ledger.balance(Account::Player(player))
    }

    /// Open stations with their numbers and holders.
    pub fn open(&self) -> impl Iterator<Item = (StationId, &Station, Holder)> {
        let numbered = (1..).map(StationId).zip(&self.stations);
        numbered.filter_map(|(id, station)| station.holder.map(|holder| (id, station, holder)))
    }

    /// Who controls a station, in the order of stations.
    pub(crate) fn holders(&self) -> Vec<PlayerId> {
        self.open().map(|(_, _, holder)| holder.player).collect()
    }

    pub(crate) fn record(&self, spin: u32) -> Option<&Record> {
        self.records.iter().find(|record| record.spin == spin)
    }

    pub(crate) fn station_mut(&mut self, station: StationId) -> Option<&mut Station> {
        self.stations.get_mut(usize::from(station.0).checked_sub(1)?)
    }
}
