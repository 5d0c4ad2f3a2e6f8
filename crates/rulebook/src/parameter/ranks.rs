//! `[ranks]` of `book.toml`, who may do what: the ranks of a book's staff, lowest first, and the rank that each power takes.
//!
//! Ranks are names of the book's own; powers are the same for all books. A power that a book gives to
//! nobody is absent. Knows nothing of who works at a table.
//! Clauses: star-2016 1.1#5, 1.1#13; vcga-2000 1.1.2, 1.1.7; crown-6.1 1.1#TG …, 1.2.

use super::{Cited, Place, Stated, state, words};
use crate::Citer;
use crate::page::Entry;

words! {
    /// An act that takes a rank.
    Power {
        /// Check the tiles laid out by rank.
        CheckTiles = "check-tiles",
        /// Replace a damaged or marked tile, or the set.
        ReplaceTiles = "replace-tiles",
        /// Let a player do, or ask for, a laja.
        PermitLaja = "permit-laja",
        /// Have the dealer do a laja because a tile showed.
        OrderLaja = "order-laja",
        /// Order a reshuffle.
        Reshuffle = "reshuffle",
        /// Decide the cut when the banker names none.
        DecideCut = "decide-cut",
        /// Accept a cut that the book does not list.
        RegisterCut = "register-cut",
        /// Let several players wager on one area, or fewer than the book allows.
        ShareArea = "share-area",
        /// Let players share a bank.
        ShareBank = "share-bank",
        /// Allow more than one bank in a row.
        ExtraBanks = "extra-banks",
        /// Refuse a wager, with reason.
        RefuseWager = "refuse-wager",
        /// Change the table's limits.
        ChangeLimits = "change-limits",
        /// Put up another commission.
        PostCommission = "post-commission",
        /// Give a player limits of their own.
        PersonalLimits = "personal-limits",
        /// Let the table's total pass its bound.
        ExceedTotal = "exceed-total",
        /// Check a hand set by the House Way.
        CheckHouseWay = "check-house-way",
        /// Order a wrong House Way to be put right.
        CorrectHouseWay = "correct-house-way",
        /// Look at a conceded hand.
        SeeConceded = "see-conceded",
        /// Have the dealer set a hand whose player does not.
        SetForPlayer = "set-for-player",
        /// Declare a hand void.
        VoidHand = "void-hand",
        /// Take an area out of play.
        RemoveArea = "remove-area",
        /// Bring it back.
        RestoreArea = "restore-area",
        /// Order a suspect to set first.
        SetFirst = "set-first",
        /// Keep suspected colluders apart.
        PartColluders = "part-colluders",
        /// Void a round for disruption.
        VoidForDisruption = "void-for-disruption",
        /// Void a round or a wager for fraud.
        VoidForFraud = "void-for-fraud",
        /// Declare a misdeal void.
        VoidMisdeal = "void-misdeal",
        /// Act against a player who breaks a rule.
        ActOnBreach = "act-on-breach",
        /// Close an occupied table after notice.
        CloseTable = "close-table",
        /// Close a table at once.
        CloseAtOnce = "close-at-once",
        /// Ask a player who skips rounds to leave the seat.
        FreeSeat = "free-seat",
        /// Decide a dispute.
        Dispute = "dispute",
        /// Decide it again.
        ReviewDispute = "review-dispute",
    }
}

impl Power {
    /// The act as a sentence names it.
    pub const fn act(self) -> &'static str {
        match self {
            Self::CheckTiles => "checking the tiles",
            Self::ReplaceTiles => "replacing tiles",
            Self::PermitLaja => "allowing a laja",
            Self::OrderLaja => "ordering a laja",
            Self::Reshuffle => "ordering another shuffle",
            Self::DecideCut => "deciding the cut",
            Self::RegisterCut => "registering a cut",
            Self::ShareArea => "saying how many may wager on an area",
            Self::ShareBank => "letting players share the bank",
            Self::ExtraBanks => "allowing several banks in a row",
            Self::RefuseWager => "refusing a wager",
            Self::ChangeLimits => "changing limits",
            Self::PostCommission => "posting a commission",
            Self::PersonalLimits => "giving a player limits of their own",
            Self::ExceedTotal => "letting all wagers together pass their bound",
            Self::CheckHouseWay => "checking a hand that the dealer set",
            Self::CorrectHouseWay => "having a hand put right",
            Self::SeeConceded => "looking at a conceded hand",
            Self::SetForPlayer => "having a hand set for its player",
            Self::VoidHand => "voiding a hand",
            Self::RemoveArea => "taking an area out",
            Self::RestoreArea => "bringing an area back",
            Self::SetFirst => "ordering who sets first",
            Self::PartColluders => "keeping players apart or ordering English",
            Self::VoidForDisruption => "voiding a round for a disruption",
            Self::VoidForFraud => "voiding a round for fraud",
            Self::VoidMisdeal => "declaring a misdeal",
            Self::ActOnBreach => "acting against a player",
            Self::CloseTable => "closing the table",
            Self::CloseAtOnce => "closing the table at once",
            Self::FreeSeat => "freeing a seat",
            Self::Dispute => "deciding a dispute",
            Self::ReviewDispute => "deciding a dispute again",
        }
    }
}

/// `[ranks]`: the ranks of a book, lowest first, and what each power takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The ranks, lowest first.
    pub ladder: Cited<Vec<String>>,
    powers: Vec<(Power, Cited<String>)>,
}

impl Ranks {
    /// The rank that a power takes, if the book gives the power to anybody.
    pub fn wanted(&self, power: Power) -> Option<&Cited<String>> {
        self.powers.iter().find(|(known, _)| *known == power).map(|(_, rank)| rank)
    }

    /// Whether a rank has a power. `None`: the book has no such rank, or gives the power to nobody.
    pub fn may(&self, rank: &str, power: Power) -> Option<bool> {
        let step = |name: &str| self.ladder.value.iter().position(|known| known == name);
        Some(step(rank)? >= step(&self.wanted(power)?.value)?)
    }

    /// Every power that the book gives, in the order of [`Power::ALL`].
    pub fn stated(&self) -> Vec<Stated> {
        let ladder = state("ranks", "ladder", &self.ladder);
        let powers = self.powers.iter().map(|(power, rank)| Stated {
            table: "ranks",
            name: power.word(),
            value: rank.value.clone(),
            clauses: rank.clauses.clone(),
            reading: rank.reading.clone(),
        });
        std::iter::once(ladder).chain(powers).collect()
    }

    /// Reads `[ranks]`; powers that it leaves out come from the parent.
    pub(crate) fn read(outer: &Entry<'_, '_>, citer: &Citer<'_>, parent: Option<&Self>) -> Option<Self> {
        let table = outer.table("ranks");
        let place = Place { outer, table: table.as_ref(), citer, group: "ranks" };
        let ladder = place.needed::<Vec<String>>("ladder", None, parent.map(|parent| &parent.ladder));
        let mut powers = Vec::new();
        for power in Power::ALL.iter().copied() {
            let inherited = || parent.and_then(|parent| parent.wanted(power)).cloned();
            let rank = match table.as_ref().and_then(|table| table.table(power.word())) {
                Some(entry) => Self::power(entry, citer, power, ladder.as_ref()),
                None => inherited(),
            };
            powers.extend(rank.map(|rank| (power, rank)));
        }
        if let Some(table) = table {
            table.done();
        }
        Some(Self { ladder: ladder?, powers })
    }

    fn power(
        entry: Entry<'_, '_>,
        citer: &Citer<'_>,
        power: Power,
        ladder: Option<&Cited<Vec<String>>>,
    ) -> Option<Cited<String>> {
        let rank = entry.needed_text("is");
        let clauses = citer.citations(&entry, "clauses");
        let reading = citer.reading(&entry);
        if let (Some(rank), Some(ladder)) = (&rank, ladder)
            && !ladder.value.contains(&rank.value)
        {
            let reason =
                format!("{power} takes \"{}\", expected one of {}", rank.value, ladder.value.join(", "));
            entry.page().fault(rank.at, reason);
        }
        entry.done();
        Some(Cited::new(rank?.value, clauses, reading))
    }
}
