//! Random play over all stations: whatever is legal, and every irregularity.

use crate::play::{CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, player};
use game::laws::{Die, Walker};
use game::{Context, Game, Moment, Person, StaffId};
use money::{Account, Amount};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use roulette::command::{account, claim, limit, mishap, spin, table, wager};
use roulette::{
    Choice, ClaimAbout, Command, Evidence, Found, Limits, Numbers, Open, Phase, Place, Roulette, Spot, State,
    StationId, Whom,
};
use rulebook::BuyIn;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Dice from a seed.
pub struct Dice(pub ChaCha8Rng);

impl Die for Dice {
    fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.0.next_u64() % bound }
    }
}

/// Random players at a table, and a clock that moves on.
pub struct Crowd {
    pub game: Roulette,
    pub clock: Cell<i64>,
    /// How fast the clock runs, in milliseconds a command at most.
    pub pace: u64,
}

fn below(die: &mut dyn Die, bound: u64) -> u8 {
    u8::try_from(die.below(bound)).expect("small")
}

fn some_place(die: &mut dyn Die) -> Place {
    if die.below(3) > 0 {
        return Place::On(Spot(below(die, 160)));
    }
    let numbers: Vec<u8> = (0..die.below(5)).map(|_| below(die, 38)).collect();
    Place::Run(Numbers::new(&numbers).expect("at most four"))
}

fn numbers(die: &mut dyn Die, spins: u8) -> Numbers {
    // Few numbers, so that sequences hit.
    let numbers: Vec<u8> = (0..spins).map(|_| below(die, 4)).collect();
    Numbers::new(&numbers).expect("at most four")
}

/// A pocket among few, so that sequences hit.
fn pocket(die: &mut dyn Die) -> u8 {
    if die.below(8) == 0 { below(die, 37) } else { below(die, 4) }
}

fn other_limits(limits: &Limits, die: &mut dyn Die) -> Limits {
    let mut other = limits.clone();
    let at = usize::try_from(die.below(other.bets.len() as u64)).expect("small");
    other.bets[at].least = Amount::of(1 + i64::from(below(die, 20)));
    other.bets[at].step = 1 + i64::from(below(die, 5));
    other.aggregate = Amount::of(i64::from(below(die, 10)));
    other
}

/// The amount in a command, if there is one.
fn amount_in(command: &mut Command) -> Option<&mut Amount> {
    match command {
        Command::Account(
            account::Command::BuyIn { amount, .. } | account::Command::Insert { amount, .. },
        )
        | Command::Wager(wager::Command::Put { amount, .. } | wager::Command::Take { amount, .. }) => {
            Some(amount)
        }
        _ => None,
    }
}

/// One of several.
fn one_of<'o, T>(of: &'o [T], die: &mut dyn Die) -> &'o T {
    &of[usize::try_from(die.below(of.len() as u64)).expect("small")]
}

impl Crowd {
    /// Puts something that is open into a command.
    fn fill(&self, state: &State, open: &Open, command: &mut Command, die: &mut dyn Die) {
        match (open, command) {
            (
                Open::BuyIn { whom, tenders },
                Command::Account(account::Command::BuyIn { player: buyer, tender, .. }),
            ) => {
                if let Whom::AnybodyBut(others) = whom {
                    let mut free = (0..).map(|_| player(1 + u32::from(below(die, 60))));
                    *buyer = free.find(|player| !others.contains(player)).expect("there are more");
                }
                *tender = *one_of(tenders, die);
            }
            (Open::Spots(spots), Command::Wager(wager::Command::Put { place, .. })) => {
                *place = Place::On(*one_of(spots, die));
            }
            (Open::Numbers { spins, except }, Command::Wager(wager::Command::Put { place, .. })) => {
                let drawn = (0..50).map(|_| numbers(die, *spins)).find(|numbers| !except.contains(numbers));
                let high = || Numbers::new(&vec![36; usize::from(*spins)]).expect("at most four");
                *place = Place::Run(drawn.unwrap_or_else(high));
            }
            (Open::Shift { from, to }, Command::Wager(wager::Command::Shift { from: off, to: on, .. })) => {
                let pairs = from.iter().flat_map(|wager| {
                    let fits = to.iter().filter(move |o| o.spot != wager.spot && o.least <= wager.amount);
                    fits.map(move |opening| (wager.spot, opening.spot))
                });
                (*off, *on) = *one_of(&pairs.take(300).collect::<Vec<_>>(), die);
            }
            (Open::Pockets { .. }, Command::Spin(spin::Command::Enter { pocket: entered })) => {
                *entered = Some(pocket(die));
            }
            (Open::Pockets { .. }, Command::Mishap(mishap::Command::Correct { pocket: was, .. })) => {
                *was = pocket(die);
            }
            (
                Open::Pockets { except: Some(pocket) },
                Command::Mishap(mishap::Command::DisplayShows { shown }),
            ) => *shown = (pocket + 1) % 37,
            (Open::Grounds(grounds), Command::Mishap(mishap::Command::CallNoSpin { ground })) => {
                ground.clone_from(one_of(grounds, die));
            }
            (Open::Spins { first, last }, Command::Mishap(mishap::Command::Freeze { spin })) => {
                *spin = first + u32::from(below(die, u64::from(last - first + 1)));
            }
            (
                Open::Records { most, runs, limits },
                Command::Mishap(mishap::Command::Establish { evidence, .. }),
            ) => *evidence = self.evidence(*most, *runs, limits, die),
            (Open::Seconds { .. }, Command::Limit(limit::Command::SetPeriod { seconds })) => {
                *seconds = (die.below(2) == 0).then(|| 1 + u16::from(below(die, 60)));
            }
            (
                Open::Limits { now, raised_from, .. },
                Command::Limit(limit::Command::SetLimits { limits, at }),
            ) => {
                assert_eq!(state.limits(), limits.as_ref());
                let other = other_limits(limits, die);
                *at = if other.raise(limits) { *raised_from } else { *now };
                **limits = other;
            }
            (open, command) => panic!("{open:?} in {command:?}"),
        }
    }

    /// What records of a station in doubt may show.
    fn evidence(&self, most: Amount, runs: usize, limits: &Limits, die: &mut dyn Die) -> Evidence {
        match die.below(3) {
            0 => Evidence::AsShown,
            1 => Evidence::None,
            _ => {
                let spot = Spot(below(die, 157));
                let (place, bounds, least) = if die.below(2) == 0 || runs == 0 {
                    let bet = self.game.layout().spot(spot).expect("it is there").bet;
                    (Place::On(spot), limits.bet(bet), limits.aggregate)
                } else {
                    (Place::Run(numbers(die, 2)), limits.sequences.first(), Amount::ZERO)
                };
                let bounds = bounds.expect("every bet has limits");
                let amounts = (bounds.least.units()..=bounds.most.units()).step_by(bounds.step as usize);
                let amount = amounts.map(Amount::of).find(|amount| *amount >= least);
                let found = amount.filter(|amount| *amount <= most).map(|amount| Found { place, amount });
                Evidence::Wagers(found.into_iter().collect())
            }
        }
    }
}

impl Walker for Crowd {
    type Game = Roulette;

    fn people(&self, _: &State, die: &mut dyn Die) -> Vec<Context> {
        let now = self.clock.get() + i64::try_from(die.below(self.pace)).expect("small");
        self.clock.set(now);
        let staff = [DEALER, DEALER, DEALER, GAME_SUPERVISOR, CASINO_SUPERVISOR, Person::House];
        let watching = [Person::Public, Person::Inspector(StaffId(9))];
        let players = (1..=28).map(|number| Person::Player(player(number)));
        let all = players.chain(staff).chain(watching);
        all.map(|who| Context::new(who, Moment::new(now))).collect()
    }

    fn asked(&self, state: &State, context: &Context) -> Option<game::Asked<()>> {
        // What ends by the clock is not asked any more, though nobody has said so yet.
        let over = matches!(state.phase(), Phase::Wagering { ends } if context.now >= ends);
        let player = context.who.player().filter(|_| !over)?;
        self.game.asked(state, player).map(game::Asked::of_any)
    }

    fn bare(&self, command: &Command) -> Command {
        match command {
            Command::Spin(spin::Command::Enter { .. }) => spin::Command::Enter { pocket: None }.into(),
            command => command.clone(),
        }
    }

    fn as_it_stands(&self, choice: &Choice) -> Option<Command> {
        Some(choice.command.clone())
    }

    fn command(&self, state: &State, choice: &Choice, die: &mut dyn Die) -> Command {
        let mut command = choice.command.clone();
        if let Some(open) = &choice.open {
            self.fill(state, open, &mut command, die);
        }
        if let Command::Spin(spin::Command::Enter { pocket: entered @ None }) = &mut command {
            *entered = Some(pocket(die));
        }
        if let (Some(bounds), Some(amount)) = (&choice.amount, amount_in(&mut command)) {
            let most = if die.below(10) == 0 { bounds.count() } else { bounds.count().min(12) };
            *amount = bounds.at(die.below(most));
        }
        command
    }

    fn weight(&self, state: &State, choice: &Choice) -> u64 {
        let fixed = choice.open.is_none();
        match &choice.command {
            Command::Table(command) => match command {
                table::Command::OpenTable => 300,
                table::Command::CloseTable => 0,
            },
            Command::Account(command) => match command {
                account::Command::BuyIn { .. } => {
                    let anybody = matches!(&choice.open, Some(Open::BuyIn { whom: Whom::AnybodyBut(_), .. }));
                    if anybody { 40 } else { 1 }
                }
                account::Command::Insert { .. } => 8 + 40 * u64::from(state.open().count() < 20),
                account::Command::Leave { .. } | account::Command::Dismiss { .. } => 1,
                account::Command::PayOut { .. } | account::Command::PayHeld { .. } => 20,
            },
            Command::Limit(command) => match command {
                limit::Command::SetPeriod { .. } => 40,
                limit::Command::SetLimits { .. } => 4,
            },
            Command::Wager(command) => match command {
                wager::Command::Put { place: Place::On(_), .. } => 60,
                wager::Command::Put { place: Place::Run(_), .. } => {
                    if fixed {
                        6
                    } else {
                        12
                    }
                }
                wager::Command::Take { .. } => 4,
                wager::Command::Shift { .. } => 6,
                wager::Command::Clear { .. } => 1,
            },
            Command::Spin(command) => match command {
                spin::Command::EndPeriod => 50,
                spin::Command::Spin => 300,
                spin::Command::Enter { .. } => 200,
            },
            Command::Mishap(command) => match command {
                mishap::Command::CallNoSpin { .. } => 20,
                mishap::Command::Freeze { .. } => 40,
                mishap::Command::Correct { .. } | mishap::Command::RestoreSystem => 300,
                mishap::Command::DisplayShows { .. } => 4,
                mishap::Command::StationFails { .. } => 1,
                mishap::Command::SystemFails if state.phase() == Phase::Closed => 20,
                mishap::Command::SystemFails => 1,
                mishap::Command::Establish { .. } => {
                    if fixed {
                        1
                    } else {
                        100
                    }
                }
                mishap::Command::RestoreStation { .. } => 20,
            },
            Command::Claim(command) => match command {
                // Whoever has left can do little else.
                claim::Command::Claim { .. } => u64::from(state.claims().len() < 2),
                claim::Command::Answer { .. } => 4,
            },
        }
    }

    fn stray(&self, state: &State, die: &mut dyn Die) -> Command {
        let station = StationId(below(die, 26));
        let amount = Amount::of(i64::try_from(die.below(700)).expect("small"));
        let someone = player(1 + u32::from(below(die, 30)));
        let spin = u32::try_from(die.below(u64::from(state.spin()) + 2)).expect("small");
        match die.below(28) {
            0 => table::Command::OpenTable.into(),
            1 => table::Command::CloseTable.into(),
            2 => account::Command::BuyIn { station, player: someone, tender: BuyIn::Cash, amount }.into(),
            3 => account::Command::BuyIn { station, player: someone, tender: BuyIn::Notes, amount }.into(),
            4 => account::Command::Insert { station, amount }.into(),
            5..=8 => wager::Command::Put { station, place: some_place(die), amount }.into(),
            9..=10 => wager::Command::Take { station, place: some_place(die), amount }.into(),
            11 => wager::Command::Shift { station, from: Spot(below(die, 160)), to: Spot(below(die, 160)) }
                .into(),
            12 => wager::Command::Clear { station }.into(),
            13 => account::Command::Leave { station }.into(),
            14 => account::Command::Dismiss { station }.into(),
            15 => account::Command::PayOut { station }.into(),
            16 => account::Command::PayHeld { player: someone }.into(),
            17 => spin::Command::EndPeriod.into(),
            18 => spin::Command::Spin.into(),
            19 => spin::Command::Enter { pocket: Some(below(die, 40)) }.into(),
            20 => {
                let ground = if die.below(2) == 0 { "settled-early" } else { "earthquake" };
                mishap::Command::CallNoSpin { ground: ground.to_string() }.into()
            }
            21 => mishap::Command::Freeze { spin }.into(),
            22 => mishap::Command::Correct { spin, pocket: below(die, 40) }.into(),
            23 => mishap::Command::StationFails { station }.into(),
            24 => {
                let found = (0..die.below(3)).map(|_| Found { place: some_place(die), amount });
                mishap::Command::Establish { station, evidence: Evidence::Wagers(found.collect()) }.into()
            }
            25 => claim::Command::Claim { station, about: ClaimAbout::Outcome }.into(),
            26 => limit::Command::SetPeriod { seconds: Some(u16::from(below(die, 3))) }.into(),
            _ => {
                let at = Moment::new(self.clock.get() + i64::try_from(die.below(3_000_000)).expect("small"));
                limit::Command::SetLimits { limits: Box::new(other_limits(state.limits(), die)), at }.into()
            }
        }
    }

    fn twin(&self, state: &State, viewer: &Person, die: &mut dyn Die) -> Option<State> {
        let own = match viewer {
            Person::Player(player) => Some(player.number()),
            Person::Public => None,
            Person::Staff(_, rank) if rank.0 == 0 => return Some(console_twin(state)),
            _ => return None,
        };
        let is_own = |holder: &Value| own.is_some() && holder["player"] == json!(own);
        let mut twin = serde_json::to_value(state).expect("it can be stored");
        for station in twin["stations"].as_array_mut().expect("a list") {
            if !is_own(&station["holder"]) {
                station["wagers"] = json!([{"spot": die.below(157), "amount": 77}]);
                station["runs"] = json!([{"first": 1, "numbers": [1, 2], "amount": 3}]);
                station["in_doubt"] = json!(true);
            }
        }
        for record in twin["records"].as_array_mut().expect("a list") {
            record["shown"].as_array_mut().expect("a list").retain(is_own);
        }
        for account in twin["ledger"].as_array_mut().expect("a list") {
            let named = account[0].as_object().and_then(|named| named.values().next().cloned());
            if named.is_none_or(|named| own.is_none() || named != json!(own)) {
                account[1] = json!(account[1].as_i64().expect("a number") + 5);
            }
        }
        if let Some(absent) = twin.get_mut("absent") {
            absent.as_array_mut().expect("a list").retain(is_own);
        }
        twin["claims"].as_array_mut().expect("a list").retain(is_own);
        twin["unrecovered"] = json!([]);
        twin["owing"] = json!([]);
        twin["at_close"] = json!([]);
        twin["since"] = json!([]);
        twin["dismissed"] = json!([]);
        twin["display"] = json!(null);
        Some(serde_json::from_value(twin).expect("it can be read"))
    }

    fn viewers(&self, state: &State) -> Vec<Person> {
        let players = state.open().map(|(_, _, holder)| Person::Player(holder.player)).take(3);
        let others = [Person::Player(player(27)), Person::Public, DEALER, GAME_SUPERVISOR];
        players.chain(others).collect()
    }

    fn invariant(&self, state: &State) -> Result<(), String> {
        let ledger = self.game.ledger(state);
        let mut layout = BTreeMap::new();
        for (id, station, holder) in state.open() {
            let runs = station.runs.iter().map(|run| run.amount.units()).sum::<i64>();
            let chips = station.wagers.iter().map(|wager| wager.amount.units()).sum::<i64>() + runs;
            layout.insert(holder.player, chips);
            if station.in_doubt && !matches!(state.phase(), Phase::Closed | Phase::Wagering { .. }) {
                return Err(format!("{id} is in doubt in {:?}", state.phase()));
            }
            let sorted = station.wagers.windows(2).all(|pair| pair[0].spot < pair[1].spot);
            if !sorted || station.wagers.iter().any(|wager| wager.amount.is_zero()) {
                return Err(format!("{id} shows {:?}", station.wagers));
            }
            if let Some(run) = station.runs.iter().find(|run| run.first > state.spin()) {
                return Err(format!("{id} has {run:?} before spin {}", state.spin()));
            }
            let over = |run: &&roulette::Run| run.first + u32::from(run.numbers.count()) <= state.spin();
            if let Some(run) = station.runs.iter().find(over) {
                return Err(format!("{id} has {run:?} after its last spin, at {}", state.spin()));
            }
        }
        for absent in state.absent() {
            if state.station_of(absent.player).is_some() {
                return Err(format!("{} is back, and {:?} is not theirs", absent.player, absent.run));
            }
            *layout.entry(absent.player).or_default() += absent.run.amount.units();
        }
        for (account, balance) in ledger.accounts() {
            let right = match account {
                Account::Layout(player) => layout.remove(player) == Some(*balance),
                Account::Player(player) => state.station_of(*player).is_some(),
                _ => true,
            };
            if !right {
                return Err(format!("{account} holds {balance}"));
            }
        }
        let unpaid: i64 = layout.values().sum();
        if unpaid != 0 {
            return Err(format!("{layout:?} lies on layouts and in no account"));
        }
        for player in (1..100).map(player) {
            let (owing, lost) = (state.owing(player), state.unrecovered(player));
            let lies = ledger.balance(Account::Layout(player));
            if owing > lost || (lies == 0 && !owing.is_zero()) {
                return Err(format!("{player} owes {owing}: not recovered {lost}, on the layout {lies}"));
            }
        }
        let lost: i64 = (1..100).map(|number| state.unrecovered(player(number)).units()).sum();
        if lost != -ledger.balance(Account::Adjustments) {
            return Err(format!("{lost} not recovered, and adjustments differ"));
        }
        Ok(())
    }
}

/// A state that the dealer's console cannot tell from another: wagers that are not in doubt differ.
fn console_twin(state: &State) -> State {
    let mut twin = serde_json::to_value(state).expect("it can be stored");
    for station in twin["stations"].as_array_mut().expect("a list") {
        // Whether anything lies there the dealer may know; what it is, and where, not.
        if station["in_doubt"] == json!(false) && station["wagers"] != json!([]) {
            station["wagers"] = json!([{"spot": 3, "amount": 77}]);
        }
    }
    for record in twin["records"].as_array_mut().expect("a list") {
        record["shown"] = json!([]);
    }
    twin["unrecovered"] = json!([]);
    twin["owing"] = json!([]);
    serde_json::from_value(twin).expect("it can be read")
}
