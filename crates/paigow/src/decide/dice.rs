//! The dice: stealing the cut, the shake, what lies in the cup, Big and Small.
//!
//! Clauses: star-2016 8.1–8.4; vcga-2000 8; crown-6.1 4, 14.3; uk-leaflet B3(b), B26(a).

use super::guard::plain;
use super::settle::Verdict;
use super::{Decided, Turn};
use crate::command::dice::Command;
use crate::event::dice;
use crate::rules::{cite, cites};
use crate::{Faces, Kind, PaiGow, Phase, Step};
use game::{Cites, Person, Refusal};
use money::PlayerId;
use rulebook::{BetsClose, BigOrSmall, BigSmallDice, Method, StealBefore, Who};

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::Steal { value } => turn.steal(*value),
        Command::Shake => turn.shake(),
        Command::ReportCocked => turn.report_cocked(),
        Command::ShowDice { faces } => turn.show_dice(faces.as_ref()),
    }
}

impl Turn<'_> {
    pub(crate) fn steal(&self, value: i8) -> Decided {
        let rule = &self.rules.book.dice.steal;
        self.banker(&cite(rule))?;
        let dealt = matches!(self.state.phase, Phase::Set | Phase::Match | Phase::Clear);
        if !dealt {
            self.phase(&[Phase::Wall], "stealing the cut")?;
        }
        if !rule.value.is_allowed() {
            return Err(Refusal::new("dice.no_steal", cite(rule), "this book knows no stealing the cut"));
        }
        let before = self.rules.book.dice.steal_before.as_ref();
        let late = match before.map(|b| b.value) {
            Some(StealBefore::Shake) => self.state.dice.shaken,
            Some(StealBefore::DiceShown) | None => self.state.dice.faces.is_some(),
        };
        if late || dealt || self.state.dice.faces.is_some() {
            let clauses = before.map(cite).unwrap_or_default();
            return Err(Refusal::new(
                "dice.steal_too_late",
                clauses,
                "the time for stealing the cut is over",
            ));
        }
        if !rule.value.allows(value) {
            let message = format!("{value:+} cannot be added to the total, expected {}", rule.value);
            return Err(Refusal::new("dice.steal_out_of_bounds", cite(rule), message));
        }
        let mut event = self.event(dice::What::CutStolen { value });
        let decided = self.state.cutting.declined && self.state.cutting.named.is_some();
        if value != 0 && decided && self.rules.total_cuts_stolen() {
            event.cites = event.cites.and(&self.rules.reads.stolen_cut);
        }
        Ok(vec![event])
    }

    pub(crate) fn shake(&self) -> Decided {
        let rule = &self.rules.book.dice.shaken_by;
        let by: &[Who] = rule.value.of(self.state.bank.method).map_or(&[Who::Dealer], |by| by);
        let other = &self.rules.book.bank.extra_banks_other_shaker;
        let extra = other.value && self.state.bank.banks > 1 && self.state.bank.method != Method::House;
        let named = self.state.named_shaker();
        let mut rests = Cites::default();
        match self.who {
            Person::Player(_) => {
                let id = self.player()?.id;
                let banks = self.state.bank.is_held_by(id);
                if extra {
                    if named != Some(id) {
                        let message = match named {
                            Some(named) => format!("{named} is named to shake for this bank, {id} is not"),
                            None if banks => {
                                format!("{id} banks again, and has to name somebody else to shake")
                            }
                            None => format!("the banker has not named {id} to shake"),
                        };
                        return Err(Refusal::new("dice.other_shaker", cite(other), message));
                    }
                } else if !banks || !by.contains(&Who::Banker) {
                    let message = format!("{id} does not shake in this round");
                    return Err(Refusal::new("dice.not_shaker", self.says(Step::Shaken), message));
                }
            }
            _ => {
                self.dealer()?;
                if !by.contains(&Who::Dealer) || extra && named.is_some() {
                    rests = self.dealer_shakes(extra, named)?;
                }
            }
        }
        self.phase(&[Phase::Wall], "the shake")?;
        self.ready_wall()?;
        if self.state.dice.shaken {
            return Err(plain("dice.shaken", "the dice have been shaken"));
        }
        if self.closes() == BetsClose::BeforeShake && !self.state.cutting.closed {
            let clauses = cite(&self.rules.book.wager.close);
            return Err(Refusal::new(
                "wager.not_closed",
                clauses,
                "betting closes before the dice are shaken",
            ));
        }
        if self.state.bank.short.is_some() {
            self.closed()?;
        }
        let mut event = self.event(dice::What::Shaken { by: self.who });
        event.cites = event.cites.and(&rests);
        if self.who.player().is_none() && !extra && by.contains(&Who::Banker) {
            event.cites = event.cites.and(&self.rules.reads.dealer_shakes);
        }
        if self.state.bank.method != Method::House && self.state.bank.banks > 1 {
            // Another person shakes for a further bank.
            event.cites = event.cites.and(&cite(&self.rules.book.bank.extra_banks_other_shaker));
        }
        Ok(vec![event])
    }

    /// Whether the dealer shakes where the book has the banker do so, and why: nobody is there to shake for a
    /// further bank, the banker is barred, or whoever decides what the book does not cover says so.
    fn dealer_shakes(&self, extra: bool, named: Option<PlayerId>) -> Result<Cites, Refusal> {
        if extra && named.is_none() {
            return Ok(self.rules.reads.extra_bank_shaker.clone());
        }
        let barred = |id: PlayerId| self.state.player(id).is_none_or(|player| player.barred);
        if !extra && self.state.speaks().is_some_and(barred) {
            return Ok(self.rules.reads.barred_banker.clone());
        }
        let (clauses, message) = match named.filter(|_| extra) {
            Some(named) => {
                let clauses = cite(&self.rules.book.bank.extra_banks_other_shaker);
                (clauses, format!("{named} is named to shake for this bank"))
            }
            None => (self.says(Step::Shaken), "the banker shakes in this round".to_string()),
        };
        let shakes = |_| Refusal::new("dice.not_shaker", clauses, message);
        self.last_word("shaking for the banker").map_err(shakes)
    }

    pub(crate) fn report_cocked(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Wall], "a cocked die")?;
        if !self.state.dice.shaken || self.state.dice.faces.is_some() {
            return Err(self.no_unseen_dice());
        }
        let rule = &self.rules.book.dice.cocked_reshaken;
        if self.closes() == BetsClose::DiceExposed && !self.state.cutting.closed {
            let message = "betting closes when the dice are exposed, and a cocked die is seen no sooner";
            return Err(Refusal::new("wager.not_closed", cite(&self.rules.book.wager.close), message));
        }
        let mut event = self.because(dice::What::DiceCocked, rule);
        if self.state.dice.stolen {
            event.cites = event.cites.and(&self.rules.reads.cocked_steal);
        }
        Ok(vec![event])
    }

    /// Why there is nothing in the cup that nobody has seen.
    fn no_unseen_dice(&self) -> Refusal {
        match self.state.dice.faces {
            Some(_) => plain("dice.not_shaken", "the dice lie open already"),
            None => {
                let clauses = self.says(Step::Shaken);
                Refusal::new("dice.not_shaken", clauses, "the dice have not been shaken")
            }
        }
    }

    /// Whether the dealer may show the dice, whatever they show.
    pub(crate) fn may_show_dice(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.phase(&[Phase::Wall], "showing the dice")?;
        self.ready_wall()?;
        if !self.state.dice.shaken || self.state.dice.faces.is_some() {
            return Err(self.no_unseen_dice());
        }
        let closes = self.closes();
        if closes != BetsClose::TilesDealt {
            self.closed().map_err(|refusal| match closes {
                BetsClose::BeforeCut
                    if refusal.code == "wager.not_closed"
                        && !self.rules.reads.close_before_dice.is_empty() =>
                {
                    let clauses = self.says(Step::BetsClosed).and(&self.rules.reads.close_before_dice);
                    Refusal { clauses, ..refusal }
                }
                _ => refusal,
            })?;
        }
        if closes == BetsClose::BeforeCut && self.state.cutting.named.is_none() && self.banker_cuts() {
            let clauses = self.says(Step::CutNamed).and(&self.rules.reads.close_before_dice);
            return Err(Refusal::new("cut.unanswered", clauses, "the banker has not been asked for the cut"));
        }
        Ok(())
    }

    pub(crate) fn show_dice(&self, faces: Option<&Faces>) -> Decided {
        self.may_show_dice()?;
        let Some(faces) = faces else {
            return Err(Refusal::no_chance(self.says(Step::DiceShown), "what the dice show"));
        };
        self.rules.sound_faces(faces)?;
        let thrown: i16 = faces.boxes.iter().map(|face| i16::from(*face)).sum();
        let total = thrown + i16::from(self.state.dice.steal);
        let mut events = vec![self.event(dice::What::DiceShown { faces: *faces, total })];
        if let Some(wager) = &self.rules.big_small {
            let three = match self.rules.book.dice.big_small.value {
                BigSmallDice::AllThree => {
                    [faces.boxes[0], faces.cut.unwrap_or(0), faces.big_small.unwrap_or(0)]
                }
                BigSmallDice::BoxDice | BigSmallDice::None => faces.boxes,
            };
            let result = wager.winner(three);
            events.push(self.event(dice::What::BigSmallCalled { result }));
            self.settles_dice(result, &mut events);
        }
        Ok(events)
    }

    /// Pays and takes Big and Small.
    fn settles_dice(&self, result: Option<BigOrSmall>, events: &mut Vec<crate::Event>) {
        let Some(rules) = &self.rules.big_small else { return };
        let clauses = self.rules.clauses_of(&rules.clauses);
        for wager in self.state.wagers.iter().filter(|w| w.kind.on_dice() && w.is_live()) {
            let side = if wager.kind == Kind::Big { BigOrSmall::Big } else { BigOrSmall::Small };
            let verdict = match result == Some(side) {
                true => Verdict::Won(rules.pays, clauses.clone()),
                false => Verdict::Lost(clauses.clone()),
            };
            let mut event = self.settles(wager, &verdict, money::Amount::ZERO, money::Amount::ZERO);
            let at_dice = self.rules.book.side.big_small_at_dice.as_ref().map(cite).unwrap_or_default();
            event.cites = at_dice.and(&clauses);
            events.push(event);
        }
    }

    /// Betting is over, and the bank covers it.
    pub(crate) fn closed(&self) -> Result<(), Refusal> {
        if !self.state.cutting.closed {
            // The moment depends on who banks.
            let close = self.rules.book.wager.close.reading.as_deref();
            let clauses = self.says(Step::BetsClosed).and(&cites(&[], close));
            return Err(Refusal::new("wager.not_closed", clauses, "betting is not over"));
        }
        if let Some(needed) = self.state.bank.short {
            let message = format!(
                "the bank's {} do not cover the wagers, {needed} are needed",
                self.state.bank.stake()
            );
            return Err(Refusal::new("bank.short", self.says(Step::BankShort), message));
        }
        Ok(())
    }

    /// Whether the banker has a say in the cut. One who is barred has declined it (reading `barred-banker`).
    pub(crate) fn banker_cuts(&self) -> bool {
        let declined = self.state.cutting.declined || self.banker_barred();
        self.state.bank.method != Method::House && !declined
    }

    /// Whether everybody who banks is barred, so that nobody speaks for the bank, where the book has a reading on
    /// that.
    pub(crate) fn banker_barred(&self) -> bool {
        let barred = |id: PlayerId| self.state.player(id).is_none_or(|player| player.barred);
        !self.rules.reads.barred_banker.is_empty() && self.state.speaks().is_some_and(barred)
    }
}

impl PaiGow {
    /// Whether faces are those that the book's dice can show.
    pub(crate) fn sound_faces(&self, faces: &Faces) -> Result<(), Refusal> {
        let rules = &self.book.dice;
        let count = usize::from(rules.box_dice.value);
        let die = |face: u8| (1..=6).contains(&face);
        let shown = faces.boxes[..count].iter().filter(|face| **face != 0).count();
        if shown < count {
            let message = format!("{} given, and {count} are used", many(shown, "box die", "box dice"));
            return Err(Refusal::new("dice.count", cite(&rules.box_dice), message));
        }
        if let Some(face) = faces.boxes[..count].iter().find(|face| !die(**face)) {
            return Err(Refusal::new(
                "dice.face",
                cite(&rules.box_dice),
                format!("a box die shows {face}, expected 1 to 6"),
            ));
        }
        if let Some(face) = faces.boxes[count..].iter().find(|face| **face != 0) {
            let used = many(count, "box die", "box dice");
            let message = format!("a further die shows {face}, and {used} used");
            return Err(Refusal::new("dice.count", cite(&rules.box_dice), message));
        }
        if faces.cut.is_some() != rules.cut_die.value || faces.cut.is_some_and(|face| !die(face)) {
            let wanted = if rules.cut_die.value { "a cut die of 1 to 6" } else { "no cut die" };
            return Err(Refusal::new("dice.cut_die", cite(&rules.cut_die), format!("expected {wanted}")));
        }
        let third = rules.big_small.value == BigSmallDice::AllThree && self.big_small.is_some();
        if faces.big_small.is_some() != third || faces.big_small.is_some_and(|face| !die(face)) {
            let wanted = if third { "a Big/Small die of 1 to 6" } else { "no Big/Small die" };
            return Err(Refusal::new(
                "dice.big_small_die",
                cite(&rules.big_small),
                format!("expected {wanted}"),
            ));
        }
        Ok(())
    }
}

/// So many of them, in words.
fn many(count: usize, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one} is") } else { format!("{count} {more} are") }
}
