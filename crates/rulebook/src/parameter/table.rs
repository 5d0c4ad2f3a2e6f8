//! `[table]` of `book.toml`: areas, layouts, and who calls an area's tiles.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 2, 7–9, 12, 16, DiagA, DiagB; vcga-2000 2, 7–9, 12, 15, 17; crown-6.1 2, 4, 8, 10,
//! 14, 16, DiagramA, DiagramB; uk-leaflet B3–B5, B21.

use super::{group, words};

group! {
    /// `[table]`: areas, layouts, and who calls an area's tiles.
    TableRules = "table" {
        /// How many areas are served, the bank's among them.
        needed areas: u8 = "areas" in 2..=8;
        /// Whether a table may have fewer areas than that.
        needed fewer_areas: bool = "fewer-areas";
        /// The layouts the book draws.
        needed layouts: Vec<Layout> = "layouts";
        /// The layouts with areas that only the dealer sets, by the House Way.
        needed house_way_layouts: Vec<Layout> = "house-way-layouts";
        /// How many players may wager on one area.
        needed players_per_area: u8 = "players-per-area" in 1..=8;
        /// Whether a supervisor has to allow a second player on an area.
        needed sharing_by_leave: bool = "sharing-by-leave";
        /// How an area's caller is found: the first that decides, decides.
        needed caller_order: Vec<CallerBy> = "caller-order";
        /// The same on layout B, where it differs.
        maybe caller_order_b: Vec<CallerBy> = "caller-order-b";
        /// Whether a seated caller may hand the decisions to the highest wager there.
        needed caller_may_yield: bool = "caller-may-yield";
        /// A player who wagers on several areas.
        needed several_areas: SeveralAreas = "several-areas";
        /// A further area of theirs that nobody else can call.
        needed unshared_area: UnsharedArea = "unshared-area";
        /// After how many rounds without a wager a seat may be lost at a full table.
        maybe skipped_rounds: u8 = "skipped-rounds" in 1..=20;
        /// Whether the dealer too is kept from looking at unused tiles.
        needed unused_tiles_closed_to_dealer: bool = "unused-tiles-closed-to-dealer";
        /// Whether players may look at unused tiles once all is paid.
        needed unused_tiles_shown_after: bool = "unused-tiles-shown-after";
    }
}

words! {
    /// The drawn table layouts.
    Layout {
        /// Diagram A.
        A = "a",
        /// Diagram B.
        B = "b",
        /// Diagram E, with Bonus and Tie areas (vcga-2000 17.2.1).
        E = "e",
        /// No diagram.
        Plain = "plain",
    }
}

words! {
    /// How the one who calls an area's tiles is found.
    CallerBy {
        /// The player seated there.
        Seated = "seated",
        /// The largest wager on the area.
        HighestWager = "highest-wager",
        /// Whoever called this area last round.
        LastCaller = "last-caller",
        /// The wager nearest the dealer.
        NearestDealer = "nearest-dealer",
        /// The wager rightmost as the dealer sees it.
        Rightmost = "rightmost",
    }
}

words! {
    /// What a player who wagers on several areas may do with their tiles.
    SeveralAreas {
        /// A player wagers on one area.
        OneOnly = "one-only",
        /// May call one area.
        ControlOne = "control-one",
        /// May see the tiles of one area; the others stay unseen until settled.
        SeeOne = "see-one",
    }
}

words! {
    /// A further area of the same player that nobody else can call.
    UnsharedArea {
        /// The wager is refused.
        Refused = "refused",
        /// The dealer sets it by the House Way.
        HouseWay = "house-way",
    }
}
