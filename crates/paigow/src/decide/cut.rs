//! The cut: named by the banker, decided by dice or supervisor, registered where no book describes it.
//!
//! In the books whose betting closes before the cut, the banker is asked before the dice are seen, so
//! that nobody wagers knowing them (reading `close-before-dice`).
//! Clauses: star-2016 8.4.3–8.4.5, App3, App4; vcga-2000 7.4–7.7, 8.3.1, App3; crown-6.1 5.4, Table1,
//! Table2; uk-leaflet B26(b).

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::cut::Command;
use crate::event::cut;
use crate::event::order::News;
use crate::rules::cite;
use crate::{PaiGow, Phase, State, Step};
use game::{Cites, Person, Refusal};
use rulebook::{BetsClose, CutBy, CutDeclined, Grid, Method, Orientation, Power, RandomRow, UnlistedCut};

/// Who decides a cut now.
pub(crate) enum Cutter<'c> {
    /// The banker, any cut.
    Banker,
    /// The dealer, one that the dice leave.
    Dice(Option<&'c RandomRow>),
    /// The dealer, any.
    Dealer,
    /// A supervisor, any.
    Supervisor,
}

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::NameCut { cut, orientation } => turn.name_cut(cut, *orientation),
        Command::DeclineCut => turn.decline_cut(),
        Command::RegisterCut { cut, orientation, grid, approved } => {
            turn.register_cut(cut, *orientation, grid, *approved)
        }
    }
}

impl Turn<'_> {
    /// Who decides the cut.
    pub(crate) fn cutter(&self) -> Cutter<'_> {
        if self.banker_cuts() {
            return Cutter::Banker;
        }
        let rules = &self.rules.book;
        let by_dice = || Cutter::Dice(self.by_dice());
        if self.state.bank.method == Method::House {
            return match rules.dice.cut_by.value {
                CutBy::None => Cutter::Dealer,
                CutBy::CutDie | CutBy::Total => by_dice(),
            };
        }
        match rules.wall.cut_declined.value {
            CutDeclined::CutDie => by_dice(),
            CutDeclined::Dealer => Cutter::Dealer,
            // Who steals the cut and names none leaves it to the changed total (reading stolen-cut).
            CutDeclined::Supervisor if self.state.dice.stolen && self.rules.total_cuts_stolen() => by_dice(),
            CutDeclined::Supervisor => Cutter::Supervisor,
        }
    }

    /// The row that the dice choose.
    fn by_dice(&self) -> Option<&RandomRow> {
        let faces = self.state.dice.faces?;
        match self.rules.book.dice.cut_by.value {
            CutBy::CutDie => self.rules.cuts.random_by_die(faces.cut?),
            CutBy::Total => {
                let moves = self.rules.book.dice.steal_moves_cut.as_ref().is_some_and(|c| c.value);
                let steal = if moves { i16::from(self.state.dice.steal) } else { 0 };
                let thrown: i16 = faces.boxes.iter().map(|face| i16::from(*face)).sum();
                self.rules.cuts.random_by_total(thrown + steal)
            }
            CutBy::None => None,
        }
    }

    /// Whether the cut can be decided now.
    fn cut_time(&self) -> Result<(), Refusal> {
        self.phase(&[Phase::Wall], "the cut")?;
        self.ready_wall()?;
        if self.state.cutting.named.is_some() {
            return Err(Refusal::new("cut.named", self.says(Step::CutNamed), "the cut is named"));
        }
        match self.closes() {
            BetsClose::TilesDealt => {}
            BetsClose::BeforeCut => self.closed()?,
            BetsClose::DiceExposed | BetsClose::BeforeShake => {
                self.closed()?;
                if self.state.dice.faces.is_none() {
                    let clauses = self.says(Step::DiceShown);
                    return Err(Refusal::new("dice.not_shown", clauses, "the dice have not been shown"));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn name_cut(&self, cut: &str, orientation: Orientation) -> Decided {
        let cutter = self.cutter();
        match (&cutter, self.who) {
            (Cutter::Banker, Person::Player(_)) => {
                self.banker(&self.says(Step::CutNamed))?;
            }
            (Cutter::Banker, _) => {
                let clauses = self.says(Step::CutNamed);
                return Err(Refusal::new("cut.bankers", clauses, "the banker is asked for the cut first"));
            }
            (Cutter::Supervisor | Cutter::Dealer | Cutter::Dice(_), Person::Player(id))
                if self.state.bank.is_held_by(id) && self.state.bank.method != Method::House =>
            {
                self.player()?;
                let message = match cutter {
                    Cutter::Dice(_) => "the cut was declined, and the dice choose it",
                    Cutter::Banker | Cutter::Dealer => "the cut was declined, and the dealer picks it",
                    Cutter::Supervisor => "the cut was declined, and a supervisor decides it",
                };
                return Err(Refusal::new("cut.not_asked", self.says(Step::CutDeclined), message));
            }
            (Cutter::Supervisor, _) => {
                self.power(Power::DecideCut)?;
            }
            (Cutter::Dealer | Cutter::Dice(_), _) => self.dealer()?,
        }
        self.cut_time()?;
        if let Cutter::Dice(row) = &cutter {
            let Some(row) = row else {
                let clauses = self.says(Step::DiceShown);
                return Err(Refusal::new(
                    "dice.not_shown",
                    clauses,
                    "the dice that choose the cut are not shown",
                ));
            };
            if !row.cuts.iter().any(|name| name == cut) {
                let message = format!("the dice chose {}, not {cut}", row.cuts.join(" or "));
                let clauses = self.says(Step::CutNamed);
                let clauses = clauses.and(&self.rules.clauses_of(std::slice::from_ref(&row.clause)));
                let clauses = clauses.and(&self.stolen_cut().unwrap_or_default());
                return Err(Refusal::new("cut.not_chosen", clauses, message));
            }
        }
        let listed = self.rules.listed(cut);
        let registered = self.state.registered.iter().any(|r| r.cut == cut);
        let unlisted = &self.rules.book.wall.unlisted_cuts;
        if listed.is_none() && !registered {
            let clauses = self.says(Step::CutNamed).and(&cite(unlisted));
            return Err(Refusal::new("cut.unknown", clauses, format!("{cut} is no cut of this book")));
        }
        if listed.is_none() && !unlisted.value.contains(&self.state.bank.method) {
            let message = format!("{cut} is not among the cuts for a {} bank", self.state.bank.method);
            return Err(Refusal::new("cut.not_accepted", cite(unlisted), message));
        }
        if self.rules.grid(self.state, cut, orientation).is_none() {
            let mut clauses =
                listed.map_or_else(|| cite(unlisted), |known| self.rules.clauses_of(&known.clauses));
            let book = |of: &[rulebook::Citation]| of.first().map(|clause| clause.book.clone());
            if listed.is_some_and(|known| book(&known.clauses) != book(&unlisted.clauses)) {
                // The list is another book's.
                clauses = cite(unlisted).and(&clauses);
            }
            let turned = |known: &&rulebook::Cut| known.orientations().any(|o| o == orientation);
            let message = match listed.filter(|known| !turned(known)) {
                Some(known) => {
                    let turns: Vec<String> = known
                        .orientations()
                        .map(|o| o.to_string().replace(',', " "))
                        .filter(|turn| !turn.is_empty())
                        .collect();
                    let how = match (turns.is_empty(), orientation.to_string().is_empty()) {
                        (true, _) => "it is cut as it is, without a side or an end".to_string(),
                        (false, true) => format!("it is cut {}, and neither was said", turns.join(" or ")),
                        (false, false) => format!("it is cut {}", turns.join(" or ")),
                    };
                    format!("{cut} cannot be cut {}: {how}", side_and_end(orientation))
                }
                None => format!("no book says how {cut} delivers, and no supervisor registered it"),
            };
            if listed.is_some_and(|known| turned(&known)) {
                clauses = clauses.and(&self.rules.reads.cut_borrowed);
            }
            return Err(Refusal::new("cut.undescribed", clauses, message));
        }
        let what = cut::What::CutNamed { cut: cut.to_string(), orientation };
        let mut event = self.event(what);
        let mut plainly = true;
        let mut rests = |clauses: &Cites| {
            plainly = false;
            event.cites = event.cites.and(clauses);
        };
        if matches!(cutter, Cutter::Banker) && self.state.dice.faces.is_some() {
            rests(&self.rules.reads.cut_after_dice);
        }
        if matches!(cutter, Cutter::Banker) && self.state.speaks() != self.state.bank.banker() {
            rests(&self.rules.reads.lead_speaks);
        }
        if let Some(moves) = self.stolen_cut().filter(|_| !matches!(cutter, Cutter::Banker)) {
            rests(&moves);
        }
        if matches!(cutter, Cutter::Dice(_)) && !self.rules.delivers(cut, orientation) {
            // Another way of turning the cut that the dice chose, which no book describes.
            rests(&cite(&self.rules.book.wall.unlisted_cuts).and(&self.rules.reads.house_registered));
        }
        if self.banker_barred() && !self.state.cutting.declined {
            rests(&self.rules.reads.barred_banker);
        }
        if let Cutter::Dice(Some(row)) = &cutter {
            let place = self.rules.cuts.random.iter().flat_map(|random| &random.rows).position(|r| r == *row);
            if let Some(known) = place.and_then(|place| self.rules.chosen.get(place)) {
                let own = || event.cites.and(&self.rules.clauses_of(std::slice::from_ref(&row.clause)));
                // Kept only where nothing else than the row decided.
                event.cites = match plainly {
                    true => known[self.state.bank.method as usize].get_or_init(own).clone(),
                    false => own(),
                };
            }
        }
        Ok(vec![event])
    }

    pub(crate) fn decline_cut(&self) -> Decided {
        match self.who {
            Person::Player(_) => {
                self.banker(&self.says(Step::CutDeclined))?;
            }
            // Who does not answer has declined: the dealer says so.
            _ => self.dealer()?,
        }
        self.phase(&[Phase::Wall], "the cut")?;
        if !self.banker_cuts() {
            let mut clauses = self.says(Step::CutNamed);
            if self.banker_barred() {
                clauses = clauses.and(&self.rules.reads.barred_banker);
            }
            return Err(Refusal::new("cut.not_asked", clauses, "no banker is asked for the cut"));
        }
        self.cut_time()?;
        let mut event = self.event(cut::What::CutDeclined);
        if self.who.player().is_none() {
            event.cites = event.cites.and(&self.rules.reads.silent_declines);
        }
        if let Some(moves) = self.stolen_cut() {
            event.cites = event.cites.and(&moves);
        }
        Ok(vec![event])
    }

    /// What a stolen cut rests on that nobody names, where the changed total chooses it (reading `stolen-cut`).
    fn stolen_cut(&self) -> Option<Cites> {
        let by_total = self.rules.book.dice.cut_by.value == CutBy::Total;
        let moves = self.rules.book.dice.steal_moves_cut.as_ref().filter(|moves| moves.value && by_total)?;
        let stolen = self.state.dice.stolen && self.state.bank.method != Method::House;
        stolen.then(|| cite(moves).and(&self.rules.reads.stolen_cut))
    }

    pub(crate) fn register_cut(
        &self,
        cut: &str,
        orientation: Orientation,
        grid: &Grid,
        approved: bool,
    ) -> Decided {
        self.power(Power::RegisterCut)?;
        self.phase(&super::limit::OPEN, "registering a cut")?;
        let plainly = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if cut.is_empty() || cut.len() > 40 || !cut.chars().all(plainly) {
            return Err(plain(
                "cut.name",
                format!("\"{cut}\" is no name, expected 1 to 40 letters, digits and hyphens"),
            ));
        }
        if self.state.registered.len() >= State::MOST_SIGNS {
            return Err(plain(
                "cut.too_many",
                format!("{} cuts are registered", self.state.registered.len()),
            ));
        }
        if self.rules.grid(self.state, cut, orientation).is_some() {
            let how = orientation.to_string().replace(',', " ");
            let how = if how.is_empty() { String::new() } else { format!(" {how}") };
            let clauses = cite(&self.rules.book.wall.unlisted_cuts);
            return Err(Refusal::new("cut.described", clauses, format!("{cut}{how} is described already")));
        }
        // A cut of the book's own list is approved with the book, whether its order is described or not; a side or an
        // end that the list does not have makes it another cut.
        let known = self.rules.listed(cut);
        let listed = known.is_some_and(|known| known.orientations().any(|turned| turned == orientation));
        if !listed && known.is_some() && orientation == Orientation::default() {
            let message = format!("{cut} is listed with a side or an end: say which");
            return Err(Refusal::new("cut.described", cite(&self.rules.book.wall.unlisted_cuts), message));
        }
        let needs = self.rules.book.wall.unlisted_cut_needs.as_ref().filter(|_| !listed);
        if let Some(needs) = needs.filter(|n| n.value == UnlistedCut::PriorApproval && !approved) {
            let message = format!("{cut} needs the regulator's approval beforehand");
            return Err(Refusal::new("cut.not_approved", cite(needs), message));
        }
        let what = cut::What::CutRegistered { cut: cut.to_string(), orientation, grid: *grid };
        let mut events = vec![self.event(what)];
        if let Some(known) = known.filter(|_| listed) {
            // Approved with the book: only how it delivers is added.
            events[0].cites = self.rules.clauses_of(&known.clauses).and(&self.rules.reads.cut_borrowed);
        }
        if !listed {
            events.extend(self.tell(&self.rules.book.notice.unlisted_cut_told_to.value, News::CutRegistered));
        }
        Ok(events)
    }
}

impl PaiGow {
    /// Whether the changed total chooses the cut of whoever steals it and names none, not a supervisor.
    pub(crate) fn total_cuts_stolen(&self) -> bool {
        let (declined, by) = (self.book.wall.cut_declined.value, self.book.dice.cut_by.value);
        declined == CutDeclined::Supervisor && by == CutBy::Total
    }

    /// A cut of the book, by its id.
    fn listed(&self, cut: &str) -> Option<&rulebook::Cut> {
        self.cuts.cuts.iter().find(|known| known.name == cut)
    }

    /// How the book has a cut deliver, turned so.
    fn delivered_by(&self, cut: &str, orientation: Orientation) -> Option<Grid> {
        self.listed(cut).and_then(|known| known.delivery(&orientation)).map(|delivery| delivery.grid)
    }

    /// Whether the book says how a cut delivers.
    fn delivers(&self, cut: &str, orientation: Orientation) -> bool {
        self.delivered_by(cut, orientation).is_some()
    }

    /// How a cut delivers, if anything says so.
    pub(crate) fn grid(&self, state: &State, cut: &str, orientation: Orientation) -> Option<Grid> {
        let listed = self.delivered_by(cut, orientation);
        let registered = || {
            let found = state.registered.iter().find(|r| r.cut == cut && r.orientation == orientation);
            found.map(|r| r.grid)
        };
        listed.or_else(registered)
    }
}

/// A side and an end as somebody says them.
fn side_and_end(orientation: Orientation) -> String {
    let words = orientation.to_string().replace(',', " ");
    if words.is_empty() { "without a side or an end".to_string() } else { words }
}
