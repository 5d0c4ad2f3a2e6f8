//! The terms that wagers are priced on, from the arguments.

use crate::answer::Failure;
use crate::args::{SeatArg, TermsArgs};
use crate::library::choices;
use odds::{Fraction, Seat, Terms};
use rulebook::Book;

/// A percentage with up to six decimals, exactly.
fn percent(text: &str) -> Option<Fraction> {
    let text = text.strip_suffix('%').unwrap_or(text).trim();
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |t: &str| !t.is_empty() && t.len() <= 6 && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !(decimals.is_empty() || digits(decimals)) || text.ends_with('.') {
        return None;
    }
    let scale = 10i128.pow(decimals.len() as u32);
    let number: i128 = format!("{whole}{decimals}").parse().ok()?;
    Some(Fraction::new(number, 100 * scale)).filter(|share| *share <= Fraction::ONE)
}

/// Money on the table, small enough that no sum overflows.
fn amount(name: &str, amount: i64) -> Result<u32, Failure> {
    u32::try_from(amount)
        .ok()
        .filter(|a| (1..=1_000_000_000).contains(a))
        .ok_or_else(|| Failure::one(format!("--{name} is {amount}, expected 1 to 1000000000")))
}

/// Whether a book's game takes no commission, so that neither rate nor chips for it mean anything.
pub(crate) fn untaxed(book: &Book) -> bool {
    matches!(book, Book::Roulette(_))
}

/// The terms for a book.
pub(crate) fn terms(book: &Book, args: &TermsArgs) -> Result<Terms, Failure> {
    let given = [("commission", args.commission.is_some()), ("bet", args.bet.is_some())];
    if let Some((name, _)) = given.into_iter().find(|(_, given)| *given && untaxed(book)) {
        let title = book.game().title();
        return Err(Failure::one(format!(
            "--{name} does not apply to {}: {title} takes no commission",
            book.id
        )));
    }
    let mut terms = Terms { choices: choices(book, &args.readings)?, ..Terms::of(book) };
    if let Some(text) = &args.commission {
        let share = percent(text);
        terms.commission = Some(share.ok_or_else(|| {
            Failure::one(format!(
                "--commission is \"{text}\", expected a number from 0 to 100 such as 2.5, six decimals at most"
            ))
        })?);
    }
    if let Some(bet) = args.bet {
        let (bet, chip) = (amount("bet", bet)?, amount("chip", args.chip.unwrap_or(1))?);
        if bet % chip != 0 {
            return Err(Failure::one(format!("--bet is {bet}, expected a multiple of the chip {chip}")));
        }
        terms.chips = Some((bet, chip));
    }
    Ok(terms)
}

pub(crate) fn seat(arg: SeatArg) -> Seat {
    match arg {
        SeatArg::Player => Seat::Player,
        SeatArg::Bank => Seat::Bank,
    }
}

/// A signed percentage with four decimals.
pub(crate) fn shown(fraction: Fraction) -> String {
    format!("{:.4} %", fraction.percent())
}

/// The command as it was typed, for a picture's source line.
pub(crate) fn command() -> String {
    let word = |arg: String| if arg.contains(' ') { format!("\"{arg}\"") } else { arg };
    let typed = std::env::args_os().skip(1).map(|arg| word(arg.to_string_lossy().into_owned()));
    std::iter::once("houseway".to_string()).chain(typed).collect::<Vec<_>>().join(" ")
}
