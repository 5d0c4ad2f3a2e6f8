//! One table's rules, made ready: the book's parameters, its chart of all hands, its pay tables, and
//! the clauses of every step.

use crate::decide::Turn;
use crate::reads::Reads;
use crate::setup::fits;
use crate::{
    Area, Bank, Cutting, Dice, Event, Faces, LimitKind, Orders, Phase, Setup, SetupError, State, Step, Tiles,
    Wall, What, choice, decide, evolve, legal,
};
use game::Cites;
use houseway::{Chart, Matching, Way};
use money::{Ledger, Moves, Rate};
use rulebook::{
    BigSmall, BigSmallDice, BonusTable, Book, Citation, Cited, Cuts, Game, Layout, Method, NeedsRegular,
    PaiGowBook, Parameters, Power, SideWager, TieTable,
};
use std::sync::OnceLock;

/// The rules of one Pai Gow table.
#[derive(Clone, Debug)]
pub struct PaiGow {
    pub(crate) setup: Setup,
    /// What the book says, of the variant that is played.
    pub(crate) book: Parameters,
    pub(crate) layout: Layout,
    /// Areas on the layout; the book may count more.
    pub(crate) areas: u8,
    pub(crate) cuts: Cuts,
    pub(crate) chart: Chart,
    pub(crate) matching: Matching,
    pub(crate) reads: Reads,
    pub(crate) bonus: Option<BonusTable>,
    pub(crate) tie: Option<TieTable>,
    pub(crate) big_small: Option<BigSmall>,
    /// The clauses of each step under each method.
    steps: Vec<[Cites; 3]>,
    /// The same with those of the parameter that led to it, once it happened.
    reasons: Vec<[OnceLock<Cites>; 3]>,
    /// The clauses of a cut that the dice chose, by the row of their table, once it happened.
    pub(crate) chosen: Vec<[OnceLock<Cites>; 3]>,
    /// The clauses of a match by which of [`PaiGow::special`] apply, one bit each, once it happened.
    pub(crate) matched: Vec<[OnceLock<Cites>; 3]>,
    /// The step on the ladder that each power takes, and its clauses.
    pub(crate) powers: Vec<Option<(u8, Cites)>>,
    /// What decides a hand that is a copy, zero against zero, a zero low hand with the high hand lost, or a copy
    /// of a hand that has a name and no points; or what a single Gee Jun counts.
    pub(crate) special: [Cites; 5],
    /// What gives the table a dealer, and those above who may do a dealer's step.
    pub(crate) dealer_by: Cites,
    /// What stations may not say at a live table (reading `no-advice`).
    pub(crate) no_advice: Cites,
}

impl PaiGow {
    /// A table by a book, as the House set it up.
    ///
    /// # Errors
    /// What the book does not allow.
    pub fn new(book: &Book, setup: Setup) -> Result<Self, SetupError> {
        let whole = || SetupError::NotPaiGow(book.id.clone());
        let book = book.pai_gow().ok_or_else(whole)?;
        let base = &book.parameters;
        book.steps.check(Game::PaiGow, Step::WORDS).map_err(SetupError::Steps)?;
        let mut rules = match &setup.variant {
            None => base.clone(),
            Some(id) => base.variant(id).ok_or_else(|| no_variant(book, base, id))?.parameters.clone(),
        };
        leaves_out(&mut rules, &setup.without)?;
        let layouts = &rules.table.layouts.value;
        let layout = setup.layout.or(layouts.first().copied()).ok_or_else(whole)?;
        if !layouts.contains(&layout) {
            let (has, by) = (layouts.clone(), cite(&rules.table.layouts));
            return Err(SetupError::Layout { asked: layout, has, variant: setup.variant.clone(), by });
        }
        let has = rules.table.areas.value;
        let areas = setup.areas.unwrap_or(has);
        if areas < 2 || areas > has || (areas < has && !rules.table.fewer_areas.value) {
            let by = if areas < has { cite(&rules.table.fewer_areas) } else { cite(&rules.table.areas) };
            return Err(SetupError::Areas { asked: areas, has, by });
        }
        let house_way = rules.table.house_way_layouts.value.contains(&layout);
        let house_area = rules.bank.house_area.value;
        let wrong = |area: &&u8| !house_way || **area == 0 || **area > areas || **area == house_area;
        if let Some(area) = setup.house_way_areas.iter().find(wrong) {
            return Err(SetupError::HouseWayAreas(*area, cite(&rules.table.house_way_layouts)));
        }
        for kind in LimitKind::ALL {
            let limit = setup.limits.of(kind);
            if !fits(&limit, setup.chip) {
                return Err(SetupError::Limit(kind, limit, signed(&rules, kind)));
            }
        }
        let most = Rate::percent(rules.commission.percent.value);
        if let Some(asked) =
            setup.commission.filter(|r| *r > most || (*r < most && !rules.commission.at_most.value))
        {
            let by = cite(&rules.commission.percent).and(&cite(&rules.commission.at_most));
            return Err(SetupError::Commission { asked, most, by });
        }
        let mut choices = book.default_choices();
        for (id, choice) in &setup.readings {
            choices.select(&book.readings, id, choice).map_err(|e| SetupError::Reading(e.to_string()))?;
        }
        let chart = Chart::compile(&Way::listed(&book.way, choices.clone()))
            .map_err(|open| SetupError::HouseWay(open.hand.to_string()))?;
        let offers = |wager: SideWager| rules.side.offered.value.contains(&wager);
        let pay = book.pay.clone();
        for (wager, named) in [(SideWager::Bonus, &setup.bonus), (SideWager::Tie, &setup.tie)] {
            if let Some(table) = named.as_ref().filter(|_| !offers(wager)) {
                return Err(SetupError::PayTable(wager, table.clone(), cite(&rules.side.offered)));
            }
        }
        let mut bonus = None;
        if offers(SideWager::Bonus) {
            let name =
                setup.bonus.clone().or(pay.bonus.first().map(|t| t.table.clone())).ok_or_else(whole)?;
            let found = pay.bonus(&name).cloned();
            let none = || SetupError::PayTable(SideWager::Bonus, name, cite(&rules.side.offered));
            bonus = Some(found.ok_or_else(none)?);
        }
        let mut tie = None;
        if offers(SideWager::Tie) {
            let name = setup.tie.clone().or(pay.tie.first().map(|t| t.table.clone())).ok_or_else(whole)?;
            let found = pay.tie(&name).cloned();
            let none = || SetupError::PayTable(SideWager::Tie, name, cite(&rules.side.offered));
            tie = Some(found.ok_or_else(none)?);
        }
        let may_ask = rules.side.bonus_needs.as_ref().is_some_and(|c| c.value == NeedsRegular::HouseMayAsk);
        if setup.bonus_needs_regular && !may_ask {
            let by = rules.side.bonus_needs.as_ref().map_or_else(|| cite(&rules.side.offered), cite);
            return Err(SetupError::BonusNeeds(by));
        }
        let variant = setup.variant.as_deref().and_then(|id| base.variant(id));
        let sections = variant.iter().flat_map(|v| v.clauses.iter());
        let played: Vec<String> =
            sections.filter_map(|c| c.clause.split('.').next().map(str::to_string)).collect();
        let steps: Vec<[Cites; 3]> =
            Step::ALL.iter().map(|step| steps_of(book, step.word(), &played)).collect();
        let rows = book.cuts.random.as_ref().map_or(1, |random| random.rows.len());
        let no_advice = book.reading("no-advice").map(|r| cites(&r.clauses, Some(&r.id))).unwrap_or_default();
        let reads = Reads::of(book, &choices);
        Ok(Self {
            matching: Matching::of(&rules, &choices),
            layout,
            areas,
            cuts: book.cuts.clone(),
            chart,
            bonus,
            tie,
            big_small: pay.big_small.filter(|_| offers(SideWager::BigSmall)),
            reasons: steps.iter().map(|_: &[Cites; 3]| Default::default()).collect(),
            steps,
            chosen: (0..rows).map(|_| Default::default()).collect(),
            matched: (0..1 << 6).map(|_| Default::default()).collect(),
            powers: powers_of(&rules),
            special: [
                cite(&rules.matching.copies),
                cite(&rules.matching.zero_zero),
                cite(&rules.matching.zero_low_loses),
                reads.named_copies.clone(),
                reads.gee_jun_value.clone(),
            ],
            reads,
            dealer_by: cites(&rules.ranks.ladder.clauses, None),
            no_advice,
            book: rules,
            setup,
        })
    }

    /// What the House chose.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The clauses by which the table has a dealer, and ranks above.
    pub fn dealer_clauses(&self) -> Cites {
        cite(&self.book.ranks.ladder)
    }

    /// The book's parameters, of the variant that is played.
    pub fn parameters(&self) -> &Parameters {
        &self.book
    }

    /// Exactly the dice that the book has in the cup, each showing what is given.
    pub fn throw(&self, mut face: impl FnMut() -> u8) -> Faces {
        let dice = &self.book.dice;
        let mut boxes = [0; 3];
        for die in boxes.iter_mut().take(usize::from(dice.box_dice.value)) {
            *die = face();
        }
        let cut = dice.cut_die.value.then(&mut face);
        let third = dice.big_small.value == BigSmallDice::AllThree && self.big_small.is_some();
        Faces { boxes, cut, big_small: third.then(&mut face) }
    }

    /// The table before it opens.
    pub(crate) fn shut(&self) -> State {
        let rules = &self.book;
        let sharing = if rules.table.sharing_by_leave.value { 1 } else { rules.table.players_per_area.value };
        let area = |number: u8| {
            let mut area = Area::new(self.setup.house_way_areas.contains(&number), sharing);
            area.off = number > self.areas;
            area
        };
        State {
            phase: Phase::Shut,
            round: 0,
            counted: 0,
            tiles: Tiles::default(),
            limits: self.setup.limits,
            commission: self.setup.commission.unwrap_or(Rate::percent(rules.commission.percent.value)),
            notices: Vec::new(),
            players: Vec::new(),
            gone: Vec::new(),
            areas: (1..=rules.table.areas.value).map(area).collect(),
            wagers: Vec::new(),
            bank: Bank::house(rules.bank.house_area.value, rules.bank.banks_per_area.value),
            wall: Wall::default(),
            dice: Dice::default(),
            cutting: Cutting::default(),
            registered: Vec::new(),
            orders: Orders::default(),
            disputes: Vec::new(),
            disputes_ever: 0,
            ledger: Ledger::default(),
        }
    }

    /// The clauses of a step under the method of play.
    pub(crate) fn step(&self, state: &State, step: Step) -> Cites {
        self.steps[step as usize][state.bank.method as usize].clone()
    }

    /// The clauses of a step under a method.
    pub(crate) fn step_under(&self, method: Method, step: Step) -> Cites {
        self.steps[step as usize][method as usize].clone()
    }

    /// What happened, without money.
    pub(crate) fn event(&self, state: &State, what: impl Into<What>) -> Event {
        self.moved(state, what, Moves::new())
    }

    /// What happened, with the money that moved.
    pub(crate) fn moved(&self, state: &State, what: impl Into<What>, moves: Moves) -> Event {
        let what = what.into();
        let cites = self.step(state, what.step());
        Event { what, cites, moves }
    }

    /// What happened, because of this parameter; a step always has the same one.
    pub(crate) fn because<T>(&self, state: &State, what: impl Into<What>, cause: &Cited<T>) -> Event {
        let what = what.into();
        let step = what.step();
        let known = &self.reasons[step as usize][state.bank.method as usize];
        let cites = known.get_or_init(|| cite(cause).and(&self.step(state, step))).clone();
        Event::new(what, cites)
    }
}

/// Takes out the side wagers that the House does not offer, where the book lets it leave them out.
fn leaves_out(rules: &mut Parameters, without: &[SideWager]) -> Result<(), SetupError> {
    let side = &mut rules.side;
    let may = side.may_leave_out.as_ref().map_or(&[][..], |may| &may.value);
    let by = side.may_leave_out.as_ref().map_or_else(|| cite(&side.offered), cite);
    if let Some(kept) = without.iter().find(|wager| !may.contains(wager)) {
        return Err(SetupError::SideWager(*kept, by));
    }
    let tiles = |offered: &[SideWager]| offered.iter().any(|wager| *wager != SideWager::BigSmall);
    let had = tiles(&side.offered.value);
    side.offered.value.retain(|wager| !without.contains(wager));
    match had && !tiles(&side.offered.value) {
        // Without a Bonus or a Tie it would not be the variant that it is called.
        true => Err(SetupError::SideWager(SideWager::Bonus, by)),
        false => Ok(()),
    }
}

/// What variants there are, for who asks for another.
fn no_variant(book: &PaiGowBook, base: &Parameters, asked: &str) -> SetupError {
    let has = base.variants().iter().map(|variant| variant.id.clone()).collect();
    let clauses: Vec<Citation> = base.variants().iter().flat_map(|v| v.clauses.iter()).cloned().collect();
    // A book that rests on another does not take over what is only played in a variant of it.
    let base = book.readings.iter().map(|reading| reading.id.as_str()).find(|id| id.ends_with("-base"));
    SetupError::Variant { asked: asked.to_string(), has, by: cites(&clauses, base) }
}

/// What the book says of the limits on a sign.
fn signed(rules: &Parameters, kind: LimitKind) -> Cites {
    let side = &rules.side;
    let own = match kind {
        LimitKind::Regular => None,
        LimitKind::Bonus => side.bonus_limits.as_ref(),
        LimitKind::Tie => side.tie_limits.as_ref(),
        LimitKind::BigSmall => side.big_small_limits.as_ref(),
    };
    let regular = || cites(&rules.limits.minimum_under.clauses, None);
    own.map_or_else(regular, |own| cites(&own.clauses, None))
}

/// The clauses of a parameter, and its reading.
pub(crate) fn cite<T>(cited: &Cited<T>) -> Cites {
    Cites::shared(cited.texts().clone())
}

/// Clauses and a reading as text.
pub(crate) fn cites(clauses: &[Citation], reading: Option<&str>) -> Cites {
    let reading = reading.map(|id| format!("reading {id}"));
    Cites::new(clauses.iter().map(Citation::to_string).chain(reading))
}

/// What each power takes, in the order of [`Power::ALL`].
fn powers_of(rules: &Parameters) -> Vec<Option<(u8, Cites)>> {
    let ladder = &rules.ranks.ladder.value;
    let wanted = |power: &Power| {
        let cited = rules.ranks.wanted(*power)?;
        let place = ladder.iter().position(|name| *name == cited.value)?;
        Some((u8::try_from(place).ok()?, cite(cited)))
    };
    Power::ALL.iter().map(wanted).collect()
}

/// The clauses of a step under each method.
fn steps_of(book: &PaiGowBook, step: &str, played: &[String]) -> [Cites; 3] {
    let readings = book.steps.readings(step);
    let section = |clause: &str| clause.split('.').next().unwrap_or_default().to_string();
    let variants = book.parameters.variants().iter();
    // Clauses of a section that makes another variant do not hold here, nor those of a book that this one
    // extends.
    let others: Vec<(&str, String)> = variants
        .flat_map(|variant| variant.clauses.iter().map(|c| (c.book.as_str(), section(&c.clause))))
        .filter(|(_, section)| !played.contains(section))
        .collect();
    let holds = |c: &&Citation| !others.contains(&(c.book.as_str(), section(&c.clause)));
    [Method::House, Method::Player, Method::CoBank].map(|method| {
        let kept: Vec<Citation> = book.steps.clauses(step, method).iter().filter(holds).cloned().collect();
        // A step on which the book says nothing under this method rests on no reading either.
        let elsewhere = [Method::House, Method::Player, Method::CoBank]
            .iter()
            .any(|other| !book.steps.clauses(step, *other).is_empty());
        let readings = if kept.is_empty() && elsewhere { &[] } else { readings };
        let readings = readings.iter().map(|id| format!("reading {id}"));
        Cites::new(kept.iter().map(Citation::to_string).chain(readings))
    })
}

impl game::Game for PaiGow {
    type State = State;
    type Command = crate::Command;
    type Event = Event;
    type Choice = crate::Choice;
    type View = crate::View;

    fn start(&self) -> State {
        self.shut()
    }

    fn decide(
        &self,
        state: &State,
        command: &crate::Command,
        context: &game::Context,
    ) -> Result<game::Decision<Event>, game::Refusal> {
        Turn::new(self, state, context).decide(command)
    }

    fn calls(&self, command: &crate::Command) -> Option<game::Call> {
        decide::calls(self, command)
    }

    fn accepts(
        &self,
        state: &State,
        command: &crate::Command,
        context: &game::Context,
    ) -> Result<(), game::Refusal> {
        Turn::new(self, state, context).accepts(command)
    }

    fn evolve(&self, state: &mut State, event: &Event) {
        evolve::evolve(self, state, event);
    }

    fn legal(&self, state: &State, context: &game::Context) -> Vec<crate::Choice> {
        legal::legal(self, state, context)
    }

    fn candidates(&self, state: &State, context: &game::Context) -> Vec<crate::Choice> {
        legal::candidates(self, state, context)
    }

    fn is_legal(&self, state: &State, candidate: &crate::Choice, context: &game::Context) -> bool {
        legal::is_legal(self, state, candidate, context)
    }

    fn covers(&self, choice: &crate::Choice, command: &crate::Command) -> bool {
        choice::covers(self, choice, command)
    }

    fn view(&self, state: &State, viewer: &game::Person) -> crate::View {
        self.view_as(state, viewer, true)
    }

    fn ledger<'s>(&self, state: &'s State) -> &'s Ledger {
        &state.ledger
    }

    fn moves<'e>(&self, event: &'e Event) -> &'e [money::Move] {
        &event.moves
    }

    fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Closed
    }
}
