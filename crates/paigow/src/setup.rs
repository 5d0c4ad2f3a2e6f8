//! What the House chose for a table within what its book allows.

use crate::{Limit, LimitKind, Limits};
use game::Cites;
use money::{Amount, Chip, Rate};
use rulebook::{Faults, Layout, SideWager};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A table as the House sets it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSetup))]
pub struct Setup {
    /// The book.
    pub book: String,
    /// One of its variants.
    pub variant: Option<String>,
    /// The layout; the book's first unless said otherwise.
    pub layout: Option<Layout>,
    /// How many areas the layout has; the book's number unless said otherwise.
    pub areas: Option<u8>,
    /// Areas that only the dealer sets, on a layout that has them.
    pub house_way_areas: Vec<u8>,
    /// The limits at opening.
    pub limits: Limits,
    /// The smallest chip.
    pub chip: Chip,
    /// The commission, if another than the book's.
    pub commission: Option<Rate>,
    /// Side wagers of the book that the House does not offer at this table.
    #[serde(default)]
    pub without: Vec<SideWager>,
    /// The Bonus table, where the wager is offered; the first unless said otherwise.
    pub bonus: Option<String>,
    /// The Tie table likewise.
    pub tie: Option<String>,
    /// Whether a Tie may be surrendered, where table and book offer it.
    pub surrender: bool,
    /// Whether a Bonus wager needs a regular one, where the House may ask for it.
    pub bonus_needs_regular: bool,
    /// Who performs the dealer's steps.
    pub dealer: Performer,
    /// Where chance comes from.
    pub chance: Chance,
    /// Whether it is a practice table, where hints are given.
    pub practice: bool,
    /// Readings chosen other than by default: id and choice.
    pub readings: Vec<(String, String)>,
}

/// Who performs the dealer's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowPerformer))]
#[serde(rename_all = "kebab-case")]
pub enum Performer {
    /// A person.
    Person,
    /// The House, automatically; it then also has every rank.
    House,
}

/// Where tiles and dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowChance))]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// There are no tiles but the engine's: their order comes with the shuffle, and nobody sees or touches them.
    Electronic,
    /// Real tiles whose order a script tells with the shuffle: the engine knows every tile, and people see
    /// and touch them. Not for a live table, where whoever told the order would choose it.
    Told,
    /// Real tiles: the engine learns each when it is turned up.
    Keyed,
}

impl Chance {
    /// Whether the engine knows every tile from the shuffle on.
    pub const fn is_known(self) -> bool {
        matches!(self, Self::Electronic | Self::Told)
    }
}

impl Setup {
    /// A table by a book with these limits for every wager, everything else as usual.
    pub fn new(book: impl Into<String>, limit: Limit) -> Self {
        Self {
            book: book.into(),
            variant: None,
            layout: None,
            areas: None,
            house_way_areas: Vec::new(),
            limits: Limits::all(limit),
            chip: CHIP,
            commission: None,
            without: Vec::new(),
            bonus: None,
            tie: None,
            surrender: true,
            bonus_needs_regular: false,
            dealer: Performer::Person,
            chance: Chance::Electronic,
            practice: false,
            readings: Vec::new(),
        }
    }
}

/// One unit.
const CHIP: Chip = match Chip::new(1) {
    Some(chip) => chip,
    None => unreachable!(),
};

/// Why there can be no such table, each with what the book says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The book is of another game, or is not whole.
    NotPaiGow(String),
    /// The book has no such variant.
    Variant {
        /// What was asked for.
        asked: String,
        /// What the book has.
        has: Vec<String>,
        /// Where it says so.
        by: Cites,
    },
    /// The book draws no such layout for what is played.
    Layout {
        /// What was asked for.
        asked: Layout,
        /// Those that it draws.
        has: Vec<Layout>,
        /// Of which variant.
        variant: Option<String>,
        /// Where it says so.
        by: Cites,
    },
    /// More areas than the book has, or fewer where it allows no fewer.
    Areas {
        /// What was asked for.
        asked: u8,
        /// What the book has.
        has: u8,
        /// Where it says so.
        by: Cites,
    },
    /// Areas for the House Way on a layout without them, or out of range.
    HouseWayAreas(u8, Cites),
    /// Limits that do not fit together, or with the chip.
    Limit(LimitKind, Limit, Cites),
    /// A commission that the book does not allow.
    Commission {
        /// What was asked for.
        asked: Rate,
        /// The most the book allows.
        most: Rate,
        /// Where it says so.
        by: Cites,
    },
    /// A pay table that the book does not have.
    PayTable(SideWager, String, Cites),
    /// A side wager that cannot be left out.
    SideWager(SideWager, Cites),
    /// The House cannot ask for a regular wager beside the Bonus here.
    BonusNeeds(Cites),
    /// A reading or choice that the book does not have.
    Reading(String),
    /// A House Way that leaves a hand open.
    HouseWay(String),
    /// Steps in the book's `steps.toml` that no table has.
    Steps(Faults),
}

impl SetupError {
    /// What the book says of it.
    pub fn by(&self) -> Option<&Cites> {
        match self {
            Self::Variant { by, .. }
            | Self::Layout { by, .. }
            | Self::Areas { by, .. }
            | Self::HouseWayAreas(_, by)
            | Self::Limit(_, _, by)
            | Self::Commission { by, .. }
            | Self::PayTable(_, _, by)
            | Self::SideWager(_, by)
            | Self::BonusNeeds(by) => Some(by).filter(|by| !by.is_empty()),
            Self::NotPaiGow(_) | Self::Reading(_) | Self::HouseWay(_) | Self::Steps(_) => None,
        }
    }

    /// What is wrong, without the clauses.
    fn message(&self) -> String {
        match self {
            Self::NotPaiGow(book) => format!("book {book} conducts no Pai Gow table"),
            Self::Variant { asked, has, .. } if has.is_empty() => {
                format!("variant {asked} asked for, the book has none")
            }
            Self::Variant { asked, has, .. } => {
                format!("variant {asked} asked for, the book has {}", has.join(" and "))
            }
            Self::Layout { asked, has, variant, .. } => {
                let has: Vec<String> = has.iter().map(ToString::to_string).collect();
                let of = variant.as_ref().map(|id| format!(" for {id}")).unwrap_or_default();
                format!("layout {asked} asked for, the book draws {}{of}", has.join(" and "))
            }
            Self::Areas { asked, has, .. } => format!("{asked} areas asked for, the book has {has}"),
            Self::HouseWayAreas(area, _) => format!("area {area} cannot be a House Way area on this layout"),
            Self::Limit(kind, limit, _) => {
                format!("{kind} limits {limit} do not fit together, or with the chip")
            }
            Self::Commission { asked, most, .. } => {
                format!("a commission of {asked} is asked for, the book has {most}")
            }
            Self::PayTable(wager, table, _) => format!("the book has no {wager} table {table}"),
            Self::SideWager(wager, _) => {
                format!("the {wager} wager cannot be left out by this book and variant")
            }
            Self::BonusNeeds(_) => "this book lets a Bonus wager stand alone".to_string(),
            Self::Reading(reading) => reading.clone(),
            Self::HouseWay(hand) => format!("the House Way leaves {hand} open"),
            Self::Steps(faults) => faults.to_string(),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        self.by().map_or(Ok(()), |by| write!(f, " ({by})"))
    }
}

impl std::error::Error for SetupError {}

/// Whether limits fit together and with the chip.
pub(crate) fn fits(limit: &Limit, chip: Chip) -> bool {
    limit.is_sound() && chip.makes(Amount::of(limit.multiple))
}
