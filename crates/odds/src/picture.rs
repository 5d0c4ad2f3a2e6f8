//! Pictures of the figures, as SVG text: edge by wager, what the House Way gives away hand by hand,
//! and how a simulation closes in on the exact value.
//!
//! Each picture stands alone: title, what is counted, axes with units, legend, and the command that
//! made it. 1200 wide, dark felt, one accent; nothing is told by colour alone, and a picture printed
//! grey still reads. The same figures give the same bytes. Pure: whoever asks writes the file.

mod convergence;
mod edges;
mod giveaway;
mod sheet;

pub use convergence::{Point, convergence};
pub use edges::edges;
pub use giveaway::giveaway;

/// The cloth under everything.
const FELT: &str = "#10241c";
/// Where the player has the advantage, as a ground.
const FELT_PLAYER: &str = "#16303f";
/// A hand that is set as is best, and other quiet marks.
const FELT_CELL: &str = "#234839";
/// Lines of the grid.
const GRID: &str = "#335444";
/// Main text and marks.
const INK: &str = "#f4f0e4";
/// Text beside the main thing.
const SOFT: &str = "#b8c9be";
/// The one accent: the House Way, the estimate, what costs.
const GOLD: &str = "#f0b43c";
/// Below zero: the player's advantage; and exact values.
const SKY: &str = "#86cbff";

#[cfg(test)]
mod tests;
