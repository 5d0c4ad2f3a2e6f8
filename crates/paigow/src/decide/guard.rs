//! Who may do a thing, and whether it can be done now.
//!
//! Clauses: star-2016 1.1#5, 1.1#13; vcga-2000 1.1.2, 1.1.7; crown-6.1 1.2; `[ranks]` of each book.

use crate::decide::Turn;
use crate::rules::{cite, cites};
use crate::{Area, Hand, PaiGow, Performer, Phase, Player, State, Step};
use game::{Cites, Person, Rank, Refusal};
use money::PlayerId;
use rulebook::{Cited, Method, Power, UnsharedArea};

/// A refusal on which no book has a word.
pub(crate) fn plain(code: &'static str, message: impl Into<String>) -> Refusal {
    Refusal::new(code, Cites::default(), message)
}

/// A refusal of whoever acts, with what the book says of the act first.
pub(crate) fn of_act(act: &Cites, refusal: Refusal) -> Refusal {
    Refusal { clauses: act.and(&refusal.clauses), ..refusal }
}

impl<'t> Turn<'t> {
    /// What the book says of a step.
    pub(crate) fn says(&self, step: Step) -> Cites {
        self.rules.says(self.state, step)
    }

    /// Whether the table is in one of these phases.
    pub(crate) fn phase(&self, wanted: &[Phase], act: &str) -> Result<(), Refusal> {
        self.rules.phase(self.state, wanted, act)
    }

    /// An area of the layout.
    pub(crate) fn area(&self, number: u8) -> Result<&'t Area, Refusal> {
        self.rules.area(self.state, number)
    }

    /// A hand in play.
    pub(crate) fn hand(&self, number: u8) -> Result<&'t Hand, Refusal> {
        self.rules.hand(self.state, number)
    }

    /// The bank is offered to somebody who has not answered.
    pub(crate) fn unanswered(&self, message: impl Into<String>) -> Refusal {
        Refusal::new("bank.unanswered", self.says(Step::BankOffered), message)
    }

    /// A dealer, anybody above, or the House where it performs the dealer's steps.
    pub(crate) fn dealer(&self) -> Result<(), Refusal> {
        match self.who {
            Person::Staff(..) => Ok(()),
            Person::House if self.rules.setup.dealer == Performer::House => Ok(()),
            Person::House => {
                Err(plain("person.no_automatic_dealer", "the house does not act at a table with a dealer"))
            }
            other => {
                let message = format!("{} cannot do a dealer's step", self.rules.called(other));
                Err(Refusal::new("person.not_dealer", self.rules.dealer_by.clone(), message))
            }
        }
    }

    /// Whoever acts, who has to be a player.
    pub(crate) fn a_player(&self) -> Result<PlayerId, Refusal> {
        let Person::Player(id) = self.who else {
            let message =
                format!("{} is not a player, and only a player can do this", self.rules.called(self.who));
            return Err(plain("person.not_player", message));
        };
        Ok(id)
    }

    /// A player who is at the table and not barred.
    pub(crate) fn player(&self) -> Result<&'t Player, Refusal> {
        let id = self.a_player()?;
        let player = self
            .state
            .player(id)
            .ok_or_else(|| plain("person.not_at_table", format!("{id} is not at the table")))?;
        if player.barred {
            let clauses = self.says(Step::PlayerBarred);
            return Err(Refusal::new("person.barred", clauses, format!("{id} is barred from the game")));
        }
        Ok(player)
    }

    /// A player whom a command names, who has to be at the table.
    pub(crate) fn named(&self, id: PlayerId) -> Result<&'t Player, Refusal> {
        self.state.player(id).ok_or_else(|| plain("player.not_at_table", format!("{id} is not at the table")))
    }

    /// One of those who bank; whoever does not is told what the book says of the act.
    pub(crate) fn holder(&self, act: &Cites) -> Result<PlayerId, Refusal> {
        let clauses = if act.is_empty() { self.says(Step::BankTaken) } else { act.clone() };
        if self.who.player().is_none() {
            let message =
                format!("{} does not bank, and only the banker can do this", self.rules.called(self.who));
            return Err(Refusal::new("person.not_player", clauses, message));
        }
        let id = self.player()?.id;
        if self.state.bank.is_held_by(id) && self.state.bank.method != Method::House {
            return Ok(id);
        }
        Err(Refusal::new("person.not_banker", clauses, format!("{id} does not bank")))
    }

    /// The one who speaks for those who bank: the first of them who is not barred.
    pub(crate) fn banker(&self, act: &Cites) -> Result<PlayerId, Refusal> {
        let id = self.holder(act)?;
        match self.state.speaks() {
            Some(lead) if lead != id => {
                let message = format!("{lead} speaks for those who share the bank, {id} does not");
                Err(Refusal::new("person.shares_bank", self.rules.shares_speak(), message))
            }
            _ => Ok(id),
        }
    }

    /// Somebody with the rank that a power takes; the clauses that give it.
    pub(crate) fn power(&self, power: Power) -> Result<Cites, Refusal> {
        self.ranked(power.act(), power)
    }

    /// Somebody with the last word in what the book does not cover, for such an act.
    pub(crate) fn last_word(&self, act: &str) -> Result<Cites, Refusal> {
        let rests = |clauses: Cites| clauses.and(&self.rules.reads.left_unset);
        let refused = |mut refusal: Refusal| {
            refusal.clauses = rests(refusal.clauses);
            refusal
        };
        self.ranked(act, Power::Dispute).map(rests).map_err(refused)
    }

    /// Somebody with the rank of a power, for such an act.
    pub(crate) fn ranked(&self, act: &str, by: Power) -> Result<Cites, Refusal> {
        let wanted = &self.rules.powers[by as usize];
        let rank = match self.who {
            Person::Staff(_, rank) => rank,
            Person::House => {
                self.dealer()?;
                Rank(u8::MAX)
            }
            other => {
                let clauses =
                    wanted.as_ref().map_or_else(|| self.rules.denies(by), |(_, given)| given.clone());
                let message = format!("{} has no rank, and {act} takes one", self.rules.called(other));
                return Err(Refusal::new("person.no_rank", clauses, message));
            }
        };
        let Some((place, clauses)) = wanted else {
            let message = format!("{act} is in nobody's power by this book");
            return Err(Refusal::new("book.no_power", self.rules.denies(by), message));
        };
        if rank.0 >= *place {
            return Ok(clauses.clone());
        }
        let (needed, has) = (self.rules.rank_words(*place), self.rules.called(self.who));
        let message = format!("{act} takes the rank of {needed} or above, which {has} lacks");
        Err(Refusal::new("person.rank_too_low", clauses.clone(), message))
    }

    /// A power that the book names, or else the last word in what it does not cover.
    pub(crate) fn power_or_last_word(&self, power: Power) -> Result<Cites, Refusal> {
        if self.rules.powers[power as usize].is_some() {
            return self.ranked(power.act(), power);
        }
        let refused = self.ranked(power.act(), Power::Dispute);
        match power {
            // The book speaks of the act, though not of who orders it.
            Power::OrderLaja | Power::PostCommission => {
                refused.map_err(|refusal| of_act(&self.rules.denies(power), refusal))
            }
            _ => refused,
        }
    }

    /// That an area's caller alone handles its tiles: what is most to the point of looking, and who calls.
    fn caller_alone(&self) -> Cites {
        let looked = self.says(Step::Looked);
        Cites::new(looked.iter().take(1).map(str::to_string)).and(&self.says(Step::CallerNamed))
    }

    /// Who handles the tiles of an area: the banker for the bank's, the caller for any other.
    pub(crate) fn handles(&self, number: u8, id: PlayerId) -> Result<(), Refusal> {
        let refuse = |code, message: String| {
            let clauses = self.says(Step::Looked);
            Err(Refusal::new(code, clauses, message))
        };
        if number == self.state.bank.chung {
            return match self.state.bank.method {
                // The first of those who share a bank speaks for all.
                Method::Player if self.state.speaks() == Some(id) => Ok(()),
                Method::Player if self.state.bank.is_held_by(id) => {
                    let message = format!("{id} shares the bank, and the first who banks speaks for all");
                    Err(Refusal::new("person.shares_bank", self.rules.shares_speak(), message))
                }
                Method::Player => refuse("set.not_banker", format!("{id} does not bank")),
                Method::House | Method::CoBank => {
                    let clauses = self.says(Step::BankSet);
                    let message = format!("the bank's tiles on area {number} are the dealer's to set");
                    Err(Refusal::new("set.dealers_hand", clauses, message))
                }
            };
        }
        match self.state.area(number).and_then(|area| area.caller) {
            Some(caller) if caller == id => Ok(()),
            Some(caller) if self.state.player(caller).is_none_or(|player| player.barred) => {
                let message =
                    format!("{caller}, who called area {number}, is barred, and nobody else calls it");
                let clauses = self.caller_alone().and(&self.rules.reads.barred_wager);
                Err(Refusal::new("set.not_caller", clauses, message))
            }
            Some(caller) => {
                let message = format!("{caller} calls the tiles of area {number}, {id} does not");
                Err(Refusal::new("set.not_caller", self.caller_alone(), message))
            }
            None => {
                let message = format!("the tiles of area {number} are the dealer's to set");
                Err(Refusal::new("set.dealers_hand", self.dealers_by(number), message))
            }
        }
    }

    /// Why the dealer sets an area that nobody calls.
    pub(crate) fn dealers_by(&self, number: u8) -> Cites {
        let rules = &self.rules.book.table;
        let area = self.state.area(number);
        let players = self.state.wagers.iter().any(|w| w.area == number && !w.player.is_house());
        match area {
            Some(area) if area.house_way => cite(&rules.house_way_layouts),
            Some(area) if area.blind => cite(&rules.unshared_area).and(&cite(&rules.several_areas)),
            Some(area) if area.hand.as_ref().is_some_and(|hand| hand.uncalled) => {
                self.rules.reads.call_after.clone()
            }
            _ if players => match rules.unshared_area.value {
                UnsharedArea::HouseWay => cite(&rules.unshared_area),
                // Whoever is left there calls another area, and nobody calls two.
                UnsharedArea::Refused => cite(&rules.several_areas).and(&cite(&rules.unshared_area)),
            },
            // The House's own wager against a bank.
            _ => self.says(Step::HouseWaySet).and(&cite(&self.rules.book.bank.house_may_wager)),
        }
    }
}

impl PaiGow {
    /// The clauses of a step, for a refusal.
    pub(crate) fn says(&self, state: &State, step: Step) -> Cites {
        self.step(state, step)
    }

    /// A person as people at the table would say it.
    pub(crate) fn called(&self, who: Person) -> String {
        match who {
            Person::Staff(id, rank) => format!("the {} (staff {})", self.rank_words(rank.0), id.0),
            Person::Inspector(id) => format!("the inspector (staff {})", id.0),
            Person::House => "the House".to_string(),
            Person::Player(id) => id.to_string(),
            Person::Public => "somebody who is not at the table".to_string(),
        }
    }

    /// A rank of the book in words.
    pub(crate) fn rank_words(&self, place: u8) -> String {
        let name = self.book.ranks.ladder.value.get(usize::from(place));
        name.map_or("staff without a rank".to_string(), |name| name.replace('-', " "))
    }

    /// Why one of those who share a bank speaks for all.
    fn shares_speak(&self) -> Cites {
        cite(&self.book.set.sharers_set_together).and(&self.reads.lead_speaks)
    }

    /// What a decision on what the book does not cover rests on.
    pub(crate) fn left_open(&self) -> Cites {
        let given = self.powers[Power::Dispute as usize].as_ref();
        given.map(|(_, clauses)| clauses.clone()).unwrap_or_default().and(&self.reads.left_unset)
    }

    /// What the book says where it gives a power to nobody.
    pub(crate) fn denies(&self, power: Power) -> Cites {
        let rules = &self.book;
        match power {
            Power::CloseAtOnce => cite(&rules.notice.closing_at_once),
            Power::ReviewDispute => cite(&rules.notice.review),
            Power::SeeConceded => cite(&rules.set.conceded_may_be_seen),
            Power::SetForPlayer => cite(&rules.set.left_unset),
            Power::RefuseWager => cite(&rules.wager.may_be_refused),
            Power::PartColluders => cite(&rules.mishap.colluders_apart),
            Power::SetFirst => cite(&rules.mishap.suspect_sets_first),
            Power::VoidHand => cite(&rules.mishap.telling),
            Power::RemoveArea | Power::RestoreArea => cite(&rules.mishap.removal_layouts),
            Power::ShareBank => cite(&rules.bank.may_share),
            Power::ExtraBanks => cite(&rules.bank.banks_per_area_most),
            Power::ShareArea => cite(&rules.table.players_per_area),
            Power::Reshuffle => cite(&rules.wall.reshuffle),
            Power::PermitLaja => cite(&rules.wall.laja),
            Power::OrderLaja => cite(&rules.wall.shown_in_stacking),
            Power::RegisterCut => cite(&rules.wall.unlisted_cuts),
            Power::DecideCut => cite(&rules.wall.cut_declined),
            Power::PersonalLimits => cite(&rules.limits.personal),
            Power::PostCommission => cite(&rules.commission.lower_on_sign),
            Power::ExceedTotal => {
                // Without a bound on all wagers together there is the one on each.
                let each = || self.clauses_of(&rules.limits.maximum_per.clauses);
                rules.limits.table_total.as_ref().map_or_else(each, cite)
            }
            Power::CheckTiles => self.step_under(Method::House, Step::TilesLaidOut),
            _ => cite(&rules.ranks.ladder),
        }
    }

    /// Whether the table is in one of these phases.
    pub(crate) fn phase(&self, state: &State, wanted: &[Phase], act: &str) -> Result<(), Refusal> {
        if wanted.contains(&state.phase) {
            return Ok(());
        }
        let times: Vec<&str> = wanted.iter().map(|phase| phase.when()).collect();
        let message = format!("{act} is possible only {}, but {}", times.join(" or "), state.phase.now());
        // What the book says of it is added where the command is known (`time_of`).
        Err(plain("phase.wrong", message))
    }

    /// An area that the layout has.
    pub(crate) fn area<'t>(&self, state: &'t State, number: u8) -> Result<&'t Area, Refusal> {
        state.area(number).filter(|_| number <= self.areas).ok_or_else(|| {
            let clauses = cite(&self.book.table.areas);
            Refusal::new(
                "area.unknown",
                clauses,
                format!("area {number} is not on the layout, 1 to {} are", self.areas),
            )
        })
    }

    /// What is said to who wants the dealer's own place.
    pub(crate) fn at_the_dealer(&self, number: u8) -> String {
        let last = self.areas;
        format!(
            "area {number} is the dealer's own place: positions 1 to {} are areas 2 to {last}",
            last.saturating_sub(1)
        )
    }

    /// Whether an area is the dealer's own place, where nobody else sits or wagers; the rule that says so.
    pub(crate) fn dealers_place(&self, number: u8) -> Option<&Cited<bool>> {
        let bank = &self.book.bank;
        bank.dealers_place.as_ref().filter(|rule| rule.value && number == bank.house_area.value)
    }

    /// The tiles that lie on an area and take part.
    pub(crate) fn hand<'t>(&self, state: &'t State, number: u8) -> Result<&'t Hand, Refusal> {
        let hand = self.area(state, number)?.hand.as_ref();
        hand.filter(|hand| hand.plays()).ok_or_else(|| {
            let clauses = match hand {
                Some(hand) if hand.conceded => cite(&self.book.set.may_concede),
                Some(hand) if hand.void && hand.voidable => self.says(state, Step::HandVoid),
                Some(hand) if hand.void => cite(&self.book.mishap.telling),
                Some(hand) if hand.unused => self.says(state, Step::Retrieved),
                _ => Cites::default(),
            };
            Refusal::new("hand.none", clauses, format!("area {number} has no tiles in play"))
        })
    }

    /// The clauses of several parameters.
    pub(crate) fn clauses_of(&self, clauses: &[rulebook::Citation]) -> Cites {
        cites(clauses, None)
    }
}
