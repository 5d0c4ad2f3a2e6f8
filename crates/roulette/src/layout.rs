//! The felt: every spot where a chip can stand, what it covers, and what it pays on every pocket.
//!
//! Made from the book once. Settling asks one row of a table of pockets × spots. Knows nothing of players
//! or amounts.
//! Clauses: rapid-roulette-2000 2.3, 7.1–7.3, Diagram B, Diagram C; readings `standard-wheel`,
//! `standard-layout`.

use rulebook::{BetKind, Colour, RouletteRules};
use serde::{Deserialize, Serialize};

/// How many pockets a wheel has: 0 to 36.
pub const POCKETS: u8 = 37;

/// A spot on the layout, numbered as the book lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSpot))]
#[serde(transparent)]
pub struct Spot(pub u8);

/// What there is to know about one spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSpotOnFelt))]
pub struct SpotOnFelt {
    /// Its number.
    pub spot: Spot,
    /// As people say it: `17`, `17-18`, `column 1`, `red`.
    pub name: String,
    /// Which bet it is.
    pub bet: BetKind,
    /// The numbers that win.
    pub covers: Vec<u8>,
    /// What it pays, so many …
    pub pays: u32,
    /// … to so many.
    pub to: u32,
    /// Where the chip stands, in halves of a square: along the rows, 0 is the middle of the zero …
    pub along: i8,
    /// … and across them: 1, 3, 5 are the middles of the columns; 0 is the edge next to the dozens.
    pub across: i8,
}

/// A pocket of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoulettePocket))]
pub struct Pocket {
    /// Its number.
    pub number: u8,
    /// `red`, `black` or `green`.
    pub colour: &'static str,
}

/// The wheel, the layout and the sequences, for whoever draws them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteFelt))]
pub struct Felt {
    /// The pockets, clockwise from 0.
    pub wheel: Vec<Pocket>,
    /// Every spot.
    pub spots: Vec<SpotOnFelt>,
    /// The bets over several spins.
    pub sequences: Vec<SequenceOnFelt>,
}

/// A bet over several spins, for whoever draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSequenceOnFelt))]
pub struct SequenceOnFelt {
    /// `double`, `treble`, `quad`.
    pub name: String,
    /// Over how many spins.
    pub spins: u8,
    /// What a run of hits from the first spin pays: a run of one first; so many to so many.
    pub pays: Vec<(u32, u32)>,
}

/// The wheel and the layout, ready for settling.
#[derive(Clone, Debug)]
pub struct Layout {
    felt: Felt,
    /// For each pocket, what each spot pays in parts of `scale`; spots that do not exist pay nothing.
    rows: Vec<[u32; 256]>,
    scale: i64,
}

/// What the wagers of one station come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All stakes.
    pub staked: i64,
    /// What the odds pay.
    pub won: i64,
    /// The stakes that won.
    pub kept: i64,
}

impl Layout {
    /// The layout of a book.
    pub fn new(rules: &RouletteRules) -> Self {
        let scale = rules.bets.iter().fold(1, |scale, bet| common(scale, bet.pays.den()));
        let mut rows = vec![[0; 256]; usize::from(POCKETS)];
        let mut spots = Vec::new();
        for bet in &rules.bets {
            for (place, covers) in bet.placements.iter().enumerate() {
                // A book has far fewer than 256 places: what does not fit is not on the felt.
                let Ok(number) = u8::try_from(spots.len()) else { break };
                for pocket in covers {
                    rows[usize::from(*pocket)][usize::from(number)] =
                        bet.pays.num() * (scale / bet.pays.den());
                }
                let (along, across) = stands(bet.kind, place, covers);
                spots.push(SpotOnFelt {
                    spot: Spot(number),
                    name: name(bet.kind, place, covers),
                    bet: bet.kind,
                    covers: covers.clone(),
                    pays: bet.pays.num(),
                    to: bet.pays.den(),
                    along,
                    across,
                });
            }
        }
        let pocket = |number: &u8| Pocket { number: *number, colour: colour(rules.wheel.colour(*number)) };
        let wheel = rules.wheel.order.iter().map(pocket).collect();
        let sequences = rules.sequences.iter().map(|sequence| SequenceOnFelt {
            name: sequence.name.clone(),
            spins: sequence.spins,
            pays: sequence.pays.iter().map(|run| (run.pays.num(), run.pays.den())).collect(),
        });
        let sequences = sequences.collect();
        Self { felt: Felt { wheel, spots, sequences }, rows, scale: i64::from(scale) }
    }

    /// Wheel, spots and sequences as plain values.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    /// Every spot, in order.
    pub fn spots(&self) -> &[SpotOnFelt] {
        &self.felt.spots
    }

    /// A spot, if the layout has it.
    pub fn spot(&self, spot: Spot) -> Option<&SpotOnFelt> {
        self.felt.spots.get(usize::from(spot.0))
    }

    /// The spot with this name; numbers joined by `-` in any order.
    pub fn named(&self, text: &str) -> Option<Spot> {
        let numbers: Option<Vec<u8>> = text.split('-').map(|n| n.parse().ok()).collect();
        let found = match numbers {
            Some(mut numbers) => {
                numbers.sort_unstable();
                self.felt.spots.iter().find(|spot| spot.covers == numbers)
            }
            None => self.felt.spots.iter().find(|spot| spot.name == text),
        };
        found.map(|spot| spot.spot)
    }

    /// The spot where a chip stands, in halves of a square as [`SpotOnFelt`] counts them.
    pub fn spot_at(&self, along: i8, across: i8) -> Option<Spot> {
        let found = self.felt.spots.iter().find(|spot| (spot.along, spot.across) == (along, across));
        found.map(|spot| spot.spot)
    }

    /// The colour of a pocket: `red`, `black`, `green`.
    pub fn colour(&self, number: u8) -> &'static str {
        let pocket = self.felt.wheel.iter().find(|pocket| pocket.number == number);
        pocket.map_or("no pocket", |pocket| pocket.colour)
    }

    /// What chips on spots come to when the ball rests in a pocket.
    pub fn tally(&self, wagers: impl Iterator<Item = (Spot, i64)>, pocket: u8) -> Tally {
        let Some(row) = self.rows.get(usize::from(pocket)) else { return Tally::default() };
        let mut tally = Tally::default();
        for (spot, amount) in wagers {
            let pays = i64::from(row[usize::from(spot.0)]);
            tally.staked += amount;
            tally.won += amount * pays;
            tally.kept += if pays > 0 { amount } else { 0 };
        }
        tally.won /= self.scale;
        tally
    }
}

impl Tally {
    /// What goes back to the account: winnings and winning stakes.
    pub const fn returned(self) -> i64 {
        self.won + self.kept
    }
}

fn common(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b
}

const fn colour(colour: Option<Colour>) -> &'static str {
    match colour {
        Some(Colour::Red) => "red",
        Some(Colour::Black) => "black",
        _ => "green",
    }
}

fn name(kind: BetKind, place: usize, covers: &[u8]) -> String {
    match kind {
        BetKind::Column | BetKind::Dozen => format!("{kind} {}", place + 1),
        BetKind::StraightUp | BetKind::Split | BetKind::Street | BetKind::Corner | BetKind::SixLine => {
            covers.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
        }
        _ => kind.word().to_string(),
    }
}

/// Where the chip stands (reading `standard-layout`): in a square, on its line, or in a box outside.
fn stands(kind: BetKind, place: usize, covers: &[u8]) -> (i8, i8) {
    let place = i8::try_from(place).unwrap_or_default();
    let square = |number: u8| match i8::try_from(number).unwrap_or_default() {
        0 => (0, 3),
        number => (2 + (number - 1) / 3 * 2, 1 + (number - 1) % 3 * 2),
    };
    let (first, last) = (covers.first().copied().unwrap_or(0), covers.last().copied().unwrap_or(0));
    let (from, to) = (square(first), square(last));
    let middle = |a: i8, b: i8| a + (b - a) / 2;
    match kind {
        BetKind::StraightUp => from,
        // On the line between the zero and one of its neighbours, level with the neighbour.
        BetKind::Split if first == 0 => (1, to.1),
        BetKind::Split => (middle(from.0, to.0), middle(from.1, to.1)),
        // Where the zero meets two of its neighbours.
        BetKind::Street if first == 0 => (1, to.1 - 1),
        BetKind::Street => (from.0, 0),
        // Where 0, 1 and the first dozen meet.
        BetKind::Corner if first == 0 => (1, 0),
        BetKind::Corner => (middle(from.0, to.0), middle(from.1, to.1)),
        BetKind::SixLine => (middle(from.0, to.0), 0),
        BetKind::Column => (26, 1 + place * 2),
        BetKind::Dozen => (5 + place * 8, -2),
        BetKind::Low => (3, -4),
        BetKind::Even => (7, -4),
        BetKind::Red => (11, -4),
        BetKind::Black => (15, -4),
        BetKind::Odd => (19, -4),
        BetKind::High => (23, -4),
    }
}
