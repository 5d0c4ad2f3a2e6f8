//! Random play over all stations: whatever is legal, and every irregularity.

use crate::play::{CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, player};
use game::laws::{Die, Walker};
use game::{Context, Game, Moment, Person, StaffId};
use money::{Account, Amount};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use roulette::{
    Choice, ClaimAbout, Command, Evidence, Found, Limits, Numbers, Phase, Place, Roulette, Spot, State,
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

    fn bare(&self, command: &Command) -> Command {
        match command {
            Command::Enter { .. } => Command::Enter { pocket: None },
            command => command.clone(),
        }
    }

    fn command(&self, state: &State, choice: &Choice, die: &mut dyn Die) -> Command {
        match choice {
            Choice::Enter | Choice::Only(Command::Enter { .. }) => {
                Command::Enter { pocket: Some(pocket(die)) }
            }
            Choice::Only(command) => command.clone(),
            Choice::BuyIn { station, whom, tenders, bounds } => {
                let player = match whom {
                    Whom::Holder(player) => *player,
                    Whom::AnybodyBut(others) => {
                        let mut free = (0..).map(|_| player(1 + u32::from(below(die, 60))));
                        free.find(|player| !others.contains(player)).expect("there are more")
                    }
                };
                let tender = tenders[usize::from(below(die, tenders.len() as u64))];
                let amount = bounds.at(die.below(bounds.count().min(400)));
                Command::BuyIn { station: *station, player, tender, amount }
            }
            Choice::Insert { station, bounds } => {
                let amount = bounds.at(die.below(bounds.count().min(200)));
                Command::Insert { station: *station, amount }
            }
            Choice::Put { station, spots, bounds } => {
                let spot = spots[usize::from(below(die, spots.len() as u64))];
                let most = if die.below(10) == 0 { bounds.count() } else { bounds.count().min(12) };
                let amount = bounds.at(die.below(most));
                Command::Put { station: *station, place: Place::On(spot), amount }
            }
            Choice::PutRun { station, spins, except, bounds } => {
                let numbers = (0..50).map(|_| numbers(die, *spins)).find(|numbers| !except.contains(numbers));
                let numbers = numbers.unwrap_or_else(|| {
                    let all: Vec<u8> = (0..*spins).map(|_| 36).collect();
                    Numbers::new(&all).expect("at most four")
                });
                let amount = bounds.at(die.below(bounds.count().min(12)));
                Command::Put { station: *station, place: Place::Run(numbers), amount }
            }
            Choice::PutMore { station, numbers, bounds } => {
                let amount = bounds.at(die.below(bounds.count().min(12)));
                Command::Put { station: *station, place: Place::Run(*numbers), amount }
            }
            Choice::Take { station, place, bounds } => {
                let amount = bounds.at(die.below(bounds.count()));
                Command::Take { station: *station, place: *place, amount }
            }
            Choice::Shift { station, from, to } => {
                let pairs = from.iter().flat_map(|wager| {
                    let fits = to.iter().filter(move |o| o.spot != wager.spot && o.least <= wager.amount);
                    fits.map(move |opening| (wager.spot, opening.spot))
                });
                let pairs: Vec<_> = pairs.take(300).collect();
                let (from, to) = pairs[usize::try_from(die.below(pairs.len() as u64)).expect("small")];
                Command::Shift { station: *station, from, to }
            }
            Choice::CallNoSpin { grounds } => {
                Command::CallNoSpin { ground: grounds[usize::from(below(die, grounds.len() as u64))].clone() }
            }
            Choice::Freeze { first, last } => {
                Command::Freeze { spin: first + u32::from(below(die, u64::from(last - first + 1))) }
            }
            Choice::Correct { spin } => Command::Correct { spin: *spin, pocket: pocket(die) },
            Choice::DisplayShows { pocket } => Command::DisplayShows { shown: (pocket + 1) % 37 },
            Choice::Establish { station, most, runs, limits } => {
                let evidence = match die.below(3) {
                    0 => Evidence::AsShown,
                    1 => Evidence::None,
                    _ => {
                        let spot = Spot(below(die, 157));
                        let (place, bounds, least) = if die.below(2) == 0 || *runs == 0 {
                            let bet = self.game.layout().spot(spot).expect("it is there").bet;
                            (Place::On(spot), limits.bet(bet), limits.aggregate)
                        } else {
                            (Place::Run(numbers(die, 2)), limits.sequences.first(), Amount::ZERO)
                        };
                        let bounds = bounds.expect("every bet has limits");
                        let amounts =
                            (bounds.least.units()..=bounds.most.units()).step_by(bounds.step as usize);
                        let amount = amounts.map(Amount::of).find(|amount| *amount >= least);
                        match amount.filter(|amount| amount <= most) {
                            Some(amount) => Evidence::Wagers(vec![Found { place, amount }]),
                            None => Evidence::Wagers(Vec::new()),
                        }
                    }
                };
                Command::Establish { station: *station, evidence }
            }
            Choice::SetPeriod { most } => {
                let seconds = (*most > 0 && die.below(2) == 0).then(|| 1 + u16::from(below(die, 60)));
                Command::SetPeriod { seconds }
            }
            Choice::SetLimits { standing, now, raised_from, .. } => {
                let limits = other_limits(standing, die);
                let at = if limits.raise(standing) { *raised_from } else { *now };
                assert_eq!(state.limits(), standing.as_ref());
                Command::SetLimits { limits: Box::new(limits), at }
            }
        }
    }

    fn weight(&self, state: &State, choice: &Choice) -> u64 {
        match choice {
            Choice::Put { .. } => 60,
            Choice::PutRun { .. } => 12,
            Choice::PutMore { .. } | Choice::Shift { .. } => 6,
            Choice::Take { .. } => 4,
            Choice::Insert { .. } => 8 + 40 * u64::from(state.open().count() < 20),
            Choice::BuyIn { whom: Whom::AnybodyBut(_), .. } => 40,
            Choice::BuyIn { .. } => 1,
            Choice::Enter | Choice::Only(Command::Enter { .. }) => 200,
            Choice::Correct { .. } => 300,
            Choice::Establish { .. } => 100,
            Choice::CallNoSpin { .. } => 20,
            Choice::Freeze { .. } => 40,
            Choice::SetPeriod { .. } => 40,
            Choice::SetLimits { .. } | Choice::DisplayShows { .. } => 4,
            Choice::Only(Command::CloseTable) => 0,
            Choice::Only(Command::Spin | Command::RestoreSystem | Command::OpenTable) => 300,
            Choice::Only(Command::EndPeriod) => 50,
            Choice::Only(
                Command::RestoreStation { .. } | Command::PayOut { .. } | Command::PayHeld { .. },
            ) => 20,
            Choice::Only(Command::Answer { .. }) => 4,
            // Whoever has left can do little else.
            Choice::Only(Command::Claim { .. }) => u64::from(state.claims().len() < 2),
            Choice::Only(Command::SystemFails) => {
                if state.phase() == Phase::Closed {
                    20
                } else {
                    1
                }
            }
            Choice::Only(_) => 1,
        }
    }

    fn stray(&self, state: &State, die: &mut dyn Die) -> Command {
        let station = StationId(below(die, 26));
        let amount = Amount::of(i64::try_from(die.below(700)).expect("small"));
        let someone = player(1 + u32::from(below(die, 30)));
        let spin = u32::try_from(die.below(u64::from(state.spin()) + 2)).expect("small");
        match die.below(28) {
            0 => Command::OpenTable,
            1 => Command::CloseTable,
            2 => Command::BuyIn { station, player: someone, tender: BuyIn::Cash, amount },
            3 => Command::BuyIn { station, player: someone, tender: BuyIn::Notes, amount },
            4 => Command::Insert { station, amount },
            5..=8 => Command::Put { station, place: some_place(die), amount },
            9..=10 => Command::Take { station, place: some_place(die), amount },
            11 => Command::Shift { station, from: Spot(below(die, 160)), to: Spot(below(die, 160)) },
            12 => Command::Clear { station },
            13 => Command::Leave { station },
            14 => Command::Dismiss { station },
            15 => Command::PayOut { station },
            16 => Command::PayHeld { player: someone },
            17 => Command::EndPeriod,
            18 => Command::Spin,
            19 => Command::Enter { pocket: Some(below(die, 40)) },
            20 => {
                let ground = if die.below(2) == 0 { "settled-early" } else { "earthquake" };
                Command::CallNoSpin { ground: ground.to_string() }
            }
            21 => Command::Freeze { spin },
            22 => Command::Correct { spin, pocket: below(die, 40) },
            23 => Command::StationFails { station },
            24 => {
                let found = (0..die.below(3)).map(|_| Found { place: some_place(die), amount });
                Command::Establish { station, evidence: Evidence::Wagers(found.collect()) }
            }
            25 => Command::Claim { station, about: ClaimAbout::Outcome },
            26 => Command::SetPeriod { seconds: Some(u16::from(below(die, 3))) },
            _ => {
                let at = Moment::new(self.clock.get() + i64::try_from(die.below(3_000_000)).expect("small"));
                Command::SetLimits { limits: Box::new(other_limits(state.limits(), die)), at }
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
