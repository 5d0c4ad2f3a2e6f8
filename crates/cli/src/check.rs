//! `houseway check`: is this setting the House Way's?

use crate::answer::{Answer, Failure};
use crate::args::CheckArgs;
use crate::library::{Library, way_under};
use crate::set::{SetJson, because, hand, ids};
use serde::Serialize;
use tiles::{Rank, Setting, Tile, Value};

#[derive(Serialize)]
struct CheckJson {
    right: bool,
    reason: String,
    given: Given,
    house_way: SetJson,
}

#[derive(Serialize)]
struct Given {
    low: String,
    high: String,
}

pub(crate) fn answer(library: &Library<'_>, args: &CheckArgs) -> Result<Answer, Failure> {
    let side = |name: &str, text: &str| -> Result<(), Failure> {
        tiles::parse_tiles(text, 2).map(|_| ()).map_err(|e| Failure::one(format!("--{name}: {e}")))
    };
    side("low", &args.low)?;
    side("high", &args.high)?;
    // Together, so that a tile on both sides is noticed.
    let tiles = tiles::parse_tiles(&format!("{} {}", args.low, args.high), 4).map_err(Failure::new)?;
    let four = hand(&tiles)?;
    let ranks: Vec<Rank> = tiles.iter().map(|t: &Tile| t.rank()).collect();
    let (low, high) = (ordered([ranks[0], ranks[1]]), ordered([ranks[2], ranks[3]]));
    let text = library.way(&args.way.book)?;
    let way = way_under(&text, &args.way.under)?;
    let decision = way.set(&four).map_err(Failure::new)?;

    let by = decision.decided_by();
    let set = &decision.setting;
    let worth = |s: &Setting| (s.low_value(), s.high_value());
    let given = Setting::new(low, high);
    let fouled = Value::of(low[0], low[1]) > Value::of(high[0], high[1]);
    let same = given == *set || worth(&given) == worth(set);
    let (right, reason) = match (same, fouled) {
        (true, false) if (low, high) == (set.low(), set.high()) => (true, format!("right, by {by}")),
        (true, false) => {
            (true, format!("right, by {by}: worth the same as {} / {}", ids(set.low()), ids(set.high())))
        }
        (true, true) => {
            (false, format!("wrong: the better two tiles, {}, are the high hand", ids(set.high())))
        }
        (false, _) => (false, format!("wrong, by {by}: expected {} / {}", ids(set.low()), ids(set.high()))),
    };
    let answer = if args.json {
        let given = Given { low: ids(low), high: ids(high) };
        Answer::json(&CheckJson { right, reason, given, house_way: SetJson::new(&decision, &way) })?
    } else {
        let mut text = format!("{reason}\n");
        text += &because(&decision, &way);
        Answer::yes(text)
    };
    Ok(if right { answer } else { Answer::no(answer.text) })
}

fn ordered([a, b]: [Rank; 2]) -> [Rank; 2] {
    if a <= b { [a, b] } else { [b, a] }
}
