//! A full table in full play: what speed is measured on.

use crate::command::{account, spin, table, wager};
use crate::{Command, Event, Place, Roulette, Spot, State, StationId};
use game::{Context, Game, Moment, Person, Rank, Refusal, StaffId};
use money::{Amount, PlayerId};
use rulebook::BuyIn;

/// The dealer of such a table.
const DEALER: Person = Person::Staff(StaffId(1), Rank::DEALER);

/// A table where every station has so many wagers on different spots, the period has ended and the ball was
/// spun: [`Enter`](spin::Command::Enter) settles it, by the context that comes with it.
///
/// # Errors
/// What the table refuses: more wagers than there are spots, or limits that do not let a wager of 5 to 14.
pub fn full_table(game: &Roulette, wagers: u8) -> Result<(State, Context), Refusal> {
    let mut state = game.start();
    let mut act = |who: Person, now: i64, command: Command| -> Result<Vec<Event>, Refusal> {
        let events = game.decide(&state, &command, &Context::new(who, Moment::new(now)))?.events;
        events.iter().for_each(|event| game.evolve(&mut state, event));
        Ok(events)
    };
    act(DEALER, 0, table::Command::OpenTable.into())?;
    let spots = u32::try_from(game.layout().spots().len()).unwrap_or(1).max(1);
    for number in 1..=game.setup().stations {
        let station = StationId(number);
        let Some(player) = PlayerId::new(u32::from(number)) else { continue };
        let (tender, amount) = (BuyIn::Cash, Amount::of(100_000));
        act(DEALER, 0, account::Command::BuyIn { station, player, tender, amount }.into())?;
        for wager in 0..u32::from(wagers) {
            // Spread over the layout, differently for each station; 3 has no factor in common with 157.
            let spot = (wager * 3 + u32::from(number) * 11) % spots;
            let place = Place::On(Spot(u8::try_from(spot).unwrap_or_default()));
            let amount = Amount::of(i64::from(5 + wager % 10));
            act(Person::Player(player), 0, wager::Command::Put { station, place, amount }.into())?;
        }
    }
    act(DEALER, 1000, spin::Command::Spin.into())?;
    let end = i64::from(game.period(&state)) * 1000;
    let context = Context::new(DEALER, Moment::new(end));
    let events = game.decide(&state, &spin::Command::EndPeriod.into(), &context)?.events;
    events.iter().for_each(|event| game.evolve(&mut state, event));
    Ok((state, context))
}
