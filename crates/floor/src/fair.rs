//! Fair chance: the house commits to a seed before betting opens, stations add to it, and it is revealed
//! when the round is over, so that anybody can draw again what was drawn.
//!
//! A round's seed is 256 fresh bits from the operating system. Its commitment is a hash under a label of
//! its own, so that it gives nothing away and cannot be mistaken for anything else. Every draw has its own
//! generator, keyed with the table, the round, what is drawn, the seed, all that stations added before, and
//! the hash of the record that closed betting, or of the last that changed a wager: so it hangs on every wager
//! in the chain, and whoever had the seed could not know it while one can still be made. Nothing that happens
//! after that makes another outcome of it: not what players do, and not a record that could not be kept.
//! Numbers below a bound are drawn by rejection, so every one
//! is exactly as likely as any other.

use journal::Hash;
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// 256 bits that nobody knows yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// Never printed.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl Seed {
    /// The commitment to it for a round of a table.
    pub fn commitment(&self, stream: &str, turn: u64) -> Hash {
        Hash::of("houseway/commitment/1", &[stream.as_bytes(), &turn.to_be_bytes(), &self.0])
    }
}

/// Where fresh bits come from.
pub trait Entropy: Send + Sync {
    /// 256 fresh bits.
    fn fresh(&self) -> Seed;
}

/// The operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Entropy for System {
    fn fresh(&self) -> Seed {
        let mut bytes = [0; 32];
        // A system without chance cannot run a table: better no table than a known one.
        getrandom::fill(&mut bytes).expect("the operating system gives random bits");
        Seed(bytes)
    }
}

/// What everybody may know of a round's chance, and what the journal keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Promise {
    /// The turn of chance at this table, counted from 1: one for every round that ends, void ones too, and another where
    /// a house went on from an earlier moment.
    pub turn: u64,
    /// The commitment, in hexadecimal digits.
    pub commitment: String,
    /// What stations added so far, hashed together.
    pub mixed: String,
    /// How many times they did.
    pub additions: u32,
    /// How many draws were made.
    pub draws: u32,
}

impl Promise {
    /// A commitment before anything was added.
    pub fn new(stream: &str, turn: u64, seed: &Seed) -> Self {
        let commitment = seed.commitment(stream, turn).to_string();
        Self { turn, commitment, mixed: Hash([0; 32]).to_string(), additions: 0, draws: 0 }
    }

    /// Mixes in what a station adds.
    pub fn mix(&mut self, added: &[u8]) {
        self.mixed = Hash::of("houseway/mixed/1", &[self.mixed.as_bytes(), added]).to_string();
        self.additions += 1;
    }

    /// The next draw of the round, for the record of a number; it hangs on the hash of an earlier one. `closed` is the
    /// record since which no wager is taken, where that matters.
    pub fn draw(
        &mut self,
        stream: &str,
        seed: &Seed,
        what: &str,
        (record, hangs, closed): (u64, &str, Option<u64>),
    ) -> (Draw, Drawn) {
        self.draws += 1;
        let drawn = Drawn {
            turn: self.turn,
            number: self.draws,
            what: what.to_string(),
            mixed: self.mixed.clone(),
            record,
            after: hangs.to_string(),
            closed,
        };
        (drawn.again(stream, seed), drawn)
    }
}

/// A draw as the journal keeps it: enough to make it again once the seed is revealed, and to tell when it
/// was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// In which turn.
    pub turn: u64,
    /// Which draw of the turn, from 1.
    pub number: u32,
    /// What was drawn.
    pub what: String,
    /// What stations had added by then.
    pub mixed: String,
    /// The record that it went into.
    pub record: u64,
    /// The hash of the record that began the turn, changed a wager or closed betting last, in hexadecimal digits: the
    /// draw hangs on it.
    pub after: String,
    /// The record since which no wager was taken; nothing where the book has it drawn before, as a wall.
    pub closed: Option<u64>,
}

impl Drawn {
    /// The same draw again.
    pub fn again(&self, stream: &str, seed: &Seed) -> Draw {
        let Hash(key) = Hash::of(
            "houseway/draw/1",
            &[
                stream.as_bytes(),
                &self.turn.to_be_bytes(),
                &self.number.to_be_bytes(),
                self.what.as_bytes(),
                &seed.0,
                self.mixed.as_bytes(),
                self.after.as_bytes(),
            ],
        );
        Draw(ChaCha20Rng::from_seed(key))
    }
}

/// A generator for one draw.
pub struct Draw(ChaCha20Rng);

impl Draw {
    /// From a key of one's own, for bots and for tests.
    pub fn keyed(key: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(key))
    }

    /// A number from 0 to `bound` − 1, each as likely as any other; 0 if the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        // The numbers that are left over at the end of the range would favour the small ones: drawn again.
        let over = (u32::MAX - bound + 1) % bound;
        loop {
            let raw = self.0.next_u32();
            if raw <= u32::MAX - over {
                return raw % bound;
            }
        }
    }

    /// The face of a die.
    pub fn face(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// An order of the 32 tiles, each as likely as any other.
    pub fn wall(&mut self) -> Box<[Tile; 32]> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last as u32 + 1) as usize);
        }
        Box::new(std::array::from_fn(|place| tiles[place]))
    }
}

impl game::laws::Die for Draw {
    fn below(&mut self, bound: u64) -> u64 {
        u64::from(Self::below(self, u32::try_from(bound).unwrap_or(u32::MAX)))
    }
}
