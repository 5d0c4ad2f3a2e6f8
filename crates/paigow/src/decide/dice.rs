//! The dice: stealing the cut, the shake, what lies in the cup, Big and Small.
//!
//! Clauses: star-2016 8.1–8.4; vcga-2000 8; crown-6.1 4, 14.3; uk-leaflet B3(b), B26(a).

use super::Decided;
use super::guard::plain;
use super::settle::Verdict;
use crate::command::dice::Command;
use crate::event::dice;
use crate::rules::cite;
use crate::{Faces, Kind, PaiGow, Phase, State, Step};
use game::{Cites, Context, Person, Refusal};
use money::PlayerId;
use rulebook::{BetsClose, BigOrSmall, BigSmallDice, Method, StealBefore, Who};

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::Steal { value } => game.steal(table, ctx, *value),
        Command::Shake => game.shake(table, ctx),
        Command::ReportCocked => game.report_cocked(table, ctx),
        Command::ShowDice { faces } => game.show_dice(table, ctx, faces.as_ref()),
    }
}

impl PaiGow {
    pub(crate) fn steal(&self, table: &State, ctx: &Context, value: i8) -> Decided {
        let rule = &self.rules.dice.steal;
        self.banker(table, ctx, &cite(rule))?;
        let dealt = matches!(table.phase, Phase::Set | Phase::Match | Phase::Clear);
        if !dealt {
            self.phase(table, &[Phase::Wall], "stealing the cut")?;
        }
        if !rule.value.is_allowed() {
            return Err(Refusal::new("dice.no_steal", cite(rule), "this book knows no stealing the cut"));
        }
        let before = self.rules.dice.steal_before.as_ref();
        let late = match before.map(|b| b.value) {
            Some(StealBefore::Shake) => table.dice.shaken,
            Some(StealBefore::DiceShown) | None => table.dice.faces.is_some(),
        };
        if late || dealt || table.dice.faces.is_some() {
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
        Ok(vec![self.event(table, dice::What::CutStolen { value })])
    }

    pub(crate) fn shake(&self, table: &State, ctx: &Context) -> Decided {
        let rule = &self.rules.dice.shaken_by;
        let by: &[Who] = rule.value.of(table.bank.method).map_or(&[Who::Dealer], |by| by);
        let other = &self.rules.bank.extra_banks_other_shaker;
        let extra = other.value && table.bank.banks > 1 && table.bank.method != Method::House;
        let named = table.named_shaker();
        let mut rests = Cites::default();
        match ctx.who {
            Person::Player(_) => {
                let id = self.player(table, ctx)?.id;
                let banks = table.bank.is_held_by(id);
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
                    return Err(Refusal::new(
                        "dice.not_shaker",
                        cite(rule),
                        format!("{id} does not shake in this round"),
                    ));
                }
            }
            _ => {
                self.dealer(ctx)?;
                if !by.contains(&Who::Dealer) || extra && named.is_some() {
                    rests = self.dealer_shakes(table, ctx, extra, named)?;
                }
            }
        }
        self.phase(table, &[Phase::Wall], "the shake")?;
        self.ready_wall(table)?;
        if table.dice.shaken {
            return Err(plain("dice.shaken", "the dice have been shaken"));
        }
        if self.closes(table) == BetsClose::BeforeShake && !table.cutting.closed {
            let clauses = cite(&self.rules.wager.close);
            return Err(Refusal::new(
                "wager.not_closed",
                clauses,
                "betting closes before the dice are shaken",
            ));
        }
        let mut event = self.event(table, dice::What::Shaken { by: ctx.who });
        event.cites = event.cites.and(&rests);
        Ok(vec![event])
    }

    /// Whether the dealer shakes where the book has the banker do so, and why: nobody is there to shake for a
    /// further bank, the banker is barred, or whoever decides what the book does not cover says so.
    fn dealer_shakes(
        &self,
        table: &State,
        ctx: &Context,
        extra: bool,
        named: Option<PlayerId>,
    ) -> Result<Cites, Refusal> {
        if extra && named.is_none() {
            return Ok(self.reads.extra_bank_shaker.clone());
        }
        let barred = |id: PlayerId| table.player(id).is_none_or(|player| player.barred);
        if !extra && table.speaks().is_some_and(barred) {
            return Ok(self.reads.barred_banker.clone());
        }
        let rule = &self.rules.dice.shaken_by;
        let (clauses, message) = match named.filter(|_| extra) {
            Some(named) => {
                let clauses = cite(&self.rules.bank.extra_banks_other_shaker);
                (clauses, format!("{named} is named to shake for this bank"))
            }
            None => (cite(rule), "the banker shakes in this round".to_string()),
        };
        let shakes = |_| Refusal::new("dice.not_shaker", clauses, message);
        self.last_word(ctx, "shaking for the banker").map_err(shakes)
    }

    pub(crate) fn report_cocked(&self, table: &State, ctx: &Context) -> Decided {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Wall], "a cocked die")?;
        if !table.dice.shaken || table.dice.faces.is_some() {
            return Err(self.no_unseen_dice(table));
        }
        let rule = &self.rules.dice.cocked_reshaken;
        if self.closes(table) == BetsClose::DiceExposed && !table.cutting.closed {
            let message = "betting closes when the dice are exposed, and a cocked die is seen no sooner";
            return Err(Refusal::new("wager.not_closed", cite(&self.rules.wager.close), message));
        }
        let mut event = self.because(table, dice::What::DiceCocked, rule);
        if table.dice.stolen {
            event.cites = event.cites.and(&self.reads.cocked_steal);
        }
        Ok(vec![event])
    }

    /// Why there is nothing in the cup that nobody has seen.
    fn no_unseen_dice(&self, table: &State) -> Refusal {
        match table.dice.faces {
            Some(_) => plain("dice.not_shaken", "the dice lie open already"),
            None => {
                let clauses = self.says(table, Step::Shaken);
                Refusal::new("dice.not_shaken", clauses, "the dice have not been shaken")
            }
        }
    }

    /// Whether faces are those that the book's dice can show.
    pub(crate) fn sound_faces(&self, faces: &Faces) -> Result<(), Refusal> {
        let rules = &self.rules.dice;
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

    /// Whether the dealer may show the dice, whatever they show.
    pub(crate) fn may_show_dice(&self, table: &State, ctx: &Context) -> Result<(), Refusal> {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Wall], "showing the dice")?;
        self.ready_wall(table)?;
        if !table.dice.shaken || table.dice.faces.is_some() {
            return Err(self.no_unseen_dice(table));
        }
        let closes = self.closes(table);
        if closes != BetsClose::TilesDealt {
            self.closed(table)?;
        }
        if closes == BetsClose::BeforeCut && table.cutting.named.is_none() && self.banker_cuts(table) {
            let clauses = self.says(table, Step::CutNamed).and(&self.reads.close_before_dice);
            return Err(Refusal::new("cut.unanswered", clauses, "the banker has not been asked for the cut"));
        }
        Ok(())
    }

    pub(crate) fn show_dice(&self, table: &State, ctx: &Context, faces: Option<&Faces>) -> Decided {
        self.may_show_dice(table, ctx)?;
        let Some(faces) = faces else {
            return Err(Refusal::no_chance(self.says(table, Step::DiceShown), "what the dice show"));
        };
        self.sound_faces(faces)?;
        let thrown: i16 = faces.boxes.iter().map(|face| i16::from(*face)).sum();
        let total = thrown + i16::from(table.dice.steal);
        let mut events = vec![self.event(table, dice::What::DiceShown { faces: *faces, total })];
        if let Some(wager) = &self.big_small {
            let three = match self.rules.dice.big_small.value {
                BigSmallDice::AllThree => {
                    [faces.boxes[0], faces.cut.unwrap_or(0), faces.big_small.unwrap_or(0)]
                }
                BigSmallDice::BoxDice | BigSmallDice::None => faces.boxes,
            };
            let result = wager.winner(three);
            events.push(self.event(table, dice::What::BigSmallCalled { result }));
            self.settles_dice(table, result, &mut events);
        }
        Ok(events)
    }

    /// Pays and takes Big and Small.
    fn settles_dice(&self, table: &State, result: Option<BigOrSmall>, events: &mut Vec<crate::Event>) {
        let Some(rules) = &self.big_small else { return };
        let clauses = self.clauses_of(&rules.clauses);
        for wager in table.wagers.iter().filter(|w| w.kind.on_dice() && w.is_live()) {
            let side = if wager.kind == Kind::Big { BigOrSmall::Big } else { BigOrSmall::Small };
            let verdict = match result == Some(side) {
                true => Verdict::Won(rules.pays, clauses.clone()),
                false => Verdict::Lost(clauses.clone()),
            };
            let mut event = self.settles(table, wager, &verdict, money::Amount::ZERO, money::Amount::ZERO);
            let at_dice = self.rules.side.big_small_at_dice.as_ref().map(cite).unwrap_or_default();
            event.cites = at_dice.and(&clauses);
            events.push(event);
        }
    }

    /// Betting is over, and the bank covers it.
    pub(crate) fn closed(&self, table: &State) -> Result<(), Refusal> {
        if !table.cutting.closed {
            let clauses = cite(&self.rules.wager.close);
            return Err(Refusal::new("wager.not_closed", clauses, "betting is not over"));
        }
        if let Some(needed) = table.bank.short {
            let message =
                format!("the bank's {} do not cover the wagers, {needed} are needed", table.bank.stake());
            return Err(Refusal::new("bank.short", self.says(table, Step::BankShort), message));
        }
        Ok(())
    }

    /// Whether the banker has a say in the cut. One who is barred has declined it (reading `barred-banker`).
    pub(crate) fn banker_cuts(&self, table: &State) -> bool {
        let declined = table.cutting.declined || self.banker_barred(table);
        table.bank.method != Method::House && !declined
    }

    /// Whether everybody who banks is barred, so that nobody speaks for the bank, where the book has a reading on
    /// that.
    pub(crate) fn banker_barred(&self, table: &State) -> bool {
        let barred = |id: PlayerId| table.player(id).is_none_or(|player| player.barred);
        !self.reads.barred_banker.is_empty() && table.speaks().is_some_and(barred)
    }
}

/// So many of them, in words.
fn many(count: usize, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one} is") } else { format!("{count} {more} are") }
}
