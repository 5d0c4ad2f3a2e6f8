//! Sentence forms: words that have to be said, slots that are filled, parts that may be left out.
//!
//! `wagers AMOUNT [on AREA] [KIND] [in tokens]`: words as they stand, `a|b` either of them, capitals a
//! slot, brackets a part that may be left out; parts that stand together may come in any order. Articles
//! and commas do not count. Knows nothing of tables.

use crate::{Kind, LimitKind};
use money::{Amount, PlayerId, Rate};
use rulebook::Orientation;

/// A word, or what stood between quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Word(&'t str),
    Quote(&'t str),
}

/// An area: by its number, or the bank's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Number(u8),
    Bank,
}

/// What filled the slots of a form.
#[derive(Clone, Debug, Default)]
pub(super) struct Caught<'t> {
    pub(super) area: Option<Place>,
    pub(super) players: Vec<PlayerId>,
    pub(super) numbers: Vec<i64>,
    pub(super) amounts: Vec<Amount>,
    /// Least, most, and the multiple if it was said.
    pub(super) limit: Option<(Amount, Amount, Option<i64>)>,
    pub(super) kind: Option<Kind>,
    pub(super) limits: Option<LimitKind>,
    pub(super) tiles: Option<&'t str>,
    pub(super) lots: Vec<(u8, &'t str)>,
    pub(super) dice: Vec<u8>,
    pub(super) cut: Option<(&'t str, Option<Orientation>)>,
    /// Seconds of the day.
    pub(super) time: Option<i64>,
    pub(super) rate: Option<Rate>,
    pub(super) name: Option<&'t str>,
    said: Vec<&'t str>,
}

impl Caught<'_> {
    /// Whether a word of a part that may be left out, or of several, was said.
    pub(super) fn said(&self, word: &str) -> bool {
        self.said.iter().any(|said| said.eq_ignore_ascii_case(word))
    }

    /// Where among such words it was said.
    pub(super) fn place(&self, word: &str) -> Option<usize> {
        self.said.iter().position(|said| said.eq_ignore_ascii_case(word))
    }

    pub(super) fn number(&self) -> i64 {
        self.numbers.first().copied().unwrap_or(0)
    }

    /// A number that fits; whether the rules take it is theirs to say.
    ///
    /// # Errors
    /// A number that a command cannot carry.
    pub(super) fn fits<T: TryFrom<i64>>(&self, least: i64, most: i64) -> Result<T, String> {
        fits(self.number(), least, most)
    }

    /// A number as a byte.
    pub(super) fn byte(&self) -> Result<u8, String> {
        self.fits(0, 255)
    }

    pub(super) fn amount(&self) -> Amount {
        self.amounts.first().copied().unwrap_or(Amount::ZERO)
    }

    /// The player at a place among those named; the House stands for nobody.
    pub(super) fn player(&self, place: usize) -> PlayerId {
        self.players.get(place).copied().unwrap_or(PlayerId::HOUSE)
    }
}

/// A number between two others, as a command carries it.
pub(super) fn fits<T: TryFrom<i64>>(number: i64, least: i64, most: i64) -> Result<T, String> {
    let within = (least..=most).contains(&number).then(|| T::try_from(number).ok()).flatten();
    within.ok_or_else(|| format!("{number} is not {least} to {most}"))
}

/// A line without its comment.
pub(super) fn bare(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

fn is_noise(word: &str) -> bool {
    ["the", "a", "an"].iter().any(|noise| word.eq_ignore_ascii_case(noise))
}

/// The words of a line whose comment is gone; `None` if a quote is not closed.
pub(super) fn tokens(line: &str) -> Option<Vec<Token<'_>>> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        let (plain, after) = match rest.split_once('"') {
            Some((plain, after)) => (plain, Some(after)),
            None => (rest, None),
        };
        let words =
            plain.split(|c: char| c.is_whitespace() || c == ',').map(|w| w.trim_end_matches([':', ';']));
        for word in words.filter(|w| !w.is_empty()) {
            // Layouts and pay tables are called by letters, of which A is one.
            let letter = matches!(found.last(), Some(Token::Word("layout" | "table")));
            if letter || !is_noise(word) {
                found.push(Token::Word(word));
            }
        }
        let Some(after) = after else { return Some(found) };
        let (quote, more) = after.split_once('"')?;
        found.push(Token::Quote(quote));
        rest = more;
    }
}

/// A part of a form.
enum Item<'f> {
    Word(&'f str),
    Slot(&'f str),
    Maybe(Vec<Item<'f>>),
}

fn items<'f>(words: &mut impl Iterator<Item = &'f str>) -> Vec<Item<'f>> {
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "[" => found.push(Item::Maybe(items(words))),
            "]" => break,
            slot if slot.bytes().all(|b| b.is_ascii_uppercase()) => found.push(Item::Slot(slot)),
            noise if is_noise(noise) => {}
            word => found.push(Item::Word(word)),
        }
    }
    found
}

/// What fills the slots, if the words are of this form.
pub(super) fn matches<'t>(form: &str, tokens: &[Token<'t>]) -> Option<Caught<'t>> {
    let spaced = form.replace('[', " [ ").replace(']', " ] ");
    let mut reader = Reader { tokens, at: 0, caught: Caught::default() };
    reader.all(&items(&mut spaced.split_whitespace()), false)?;
    (reader.at == tokens.len()).then_some(reader.caught)
}

/// The word that a form begins with.
pub(super) fn verb(form: &str) -> &str {
    form.split_whitespace().find(|word| !is_noise(word)).unwrap_or_default()
}

#[derive(Clone)]
struct Reader<'s, 't> {
    tokens: &'s [Token<'t>],
    at: usize,
    caught: Caught<'t>,
}

impl<'t> Reader<'_, 't> {
    fn all(&mut self, items: &[Item<'_>], optional: bool) -> Option<()> {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            match item {
                Item::Word(word) => {
                    let said = self.word()?;
                    let mut choices = word.split('|');
                    if !choices.any(|choice| choice.eq_ignore_ascii_case(said)) {
                        return None;
                    }
                    if optional || word.contains('|') {
                        self.caught.said.push(said);
                    }
                }
                Item::Slot(slot) => self.slot(slot)?,
                Item::Maybe(_) => {
                    let from = at - 1;
                    while matches!(items.get(at), Some(Item::Maybe(_))) {
                        at += 1;
                    }
                    self.any(&items[from..at]);
                }
            }
        }
        Some(())
    }

    /// As many of these parts as are there, in any order, each at most once.
    fn any(&mut self, parts: &[Item<'_>]) {
        let mut left: Vec<&[Item<'_>]> = parts
            .iter()
            .filter_map(|part| match part {
                Item::Maybe(inner) => Some(inner.as_slice()),
                _ => None,
            })
            .collect();
        loop {
            let mut tried = None;
            for (place, part) in left.iter().enumerate() {
                let mut reader = self.clone();
                if reader.all(part, true).is_some() {
                    tried = Some((place, reader));
                    break;
                }
            }
            let Some((place, reader)) = tried else { return };
            left.remove(place);
            *self = reader;
        }
    }

    fn peek(&self) -> Option<&'t str> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn word(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    fn quote(&mut self) -> Option<&'t str> {
        match self.tokens.get(self.at) {
            Some(Token::Quote(text)) => {
                self.at += 1;
                Some(text)
            }
            _ => None,
        }
    }

    fn slot(&mut self, slot: &str) -> Option<()> {
        match slot {
            "AREA" => {
                if self.peek().is_some_and(|word| word.eq_ignore_ascii_case("area")) {
                    self.at += 1;
                }
                self.caught.area = Some(match self.word()? {
                    bank if bank.eq_ignore_ascii_case("bank") => Place::Bank,
                    number => Place::Number(number.parse().ok()?),
                });
            }
            "PLAYER" => {
                let player = player(self.word()?)?;
                self.caught.players.push(player);
            }
            "N" => {
                let number = self.word()?.parse().ok()?;
                self.caught.numbers.push(number);
            }
            "AMOUNT" => {
                let amount = self.word()?.parse().ok()?;
                self.caught.amounts.push(amount);
            }
            "LIMIT" => {
                let (least, most) = self.word()?.split_once("..")?;
                let mut multiple = None;
                if self.peek() == Some("in") {
                    self.at += 1;
                    multiple = Some(self.word()?.strip_suffix('s')?.parse().ok()?);
                }
                self.caught.limit = Some((least.parse().ok()?, most.parse().ok()?, multiple));
            }
            "KIND" => {
                let said = self.word()?;
                let kind = Kind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(said))?;
                // A wager is on one thing.
                if self.caught.kind.replace(kind).is_some() {
                    return None;
                }
            }
            "LIMITS" => {
                let said = self.word()?;
                let kind = LimitKind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(said))?;
                self.caught.limits = Some(kind);
            }
            "TILES" => self.caught.tiles = Some(self.quote()?),
            "LOTS" => {
                while let Some(number) = self.peek().and_then(|word| word.parse().ok()) {
                    self.at += 1;
                    let tiles = self.quote()?;
                    self.caught.lots.push((number, tiles));
                }
                if self.caught.lots.is_empty() {
                    return None;
                }
            }
            "DICE" => {
                while let Some(face) = self.peek().and_then(|word| word.parse().ok()) {
                    self.at += 1;
                    self.caught.dice.push(face);
                }
                if !(1..=4).contains(&self.caught.dice.len()) {
                    return None;
                }
            }
            "CUT" => {
                let name = self.word()?;
                let mut turned: Vec<&str> = Vec::new();
                while let Some(word) = self.peek().filter(|word| is_turn(word)) {
                    self.at += 1;
                    turned.push(word);
                }
                let turned = match turned.is_empty() {
                    true => None,
                    false => Some(turned.join(",").parse().ok()?),
                };
                self.caught.cut = Some((name, turned));
            }
            "TIME" => self.caught.time = Some(time(self.word()?)?),
            "RATE" => {
                let said = self.word()?;
                if self.peek() == Some("%") {
                    self.at += 1;
                }
                self.caught.rate = Some(rate(said.trim_end_matches('%'))?);
            }
            "NAME" => self.caught.name = Some(self.word()?),
            _ => return None,
        }
        Some(())
    }
}

fn is_turn(word: &str) -> bool {
    ["right", "left", "top", "bottom"].iter().any(|turn| word.eq_ignore_ascii_case(turn))
}

/// `P7`.
pub(super) fn player(word: &str) -> Option<PlayerId> {
    let number = word.strip_prefix(['P', 'p'])?;
    let digits = number.bytes().all(|b| b.is_ascii_digit());
    number.parse().ok().filter(|_| digits).and_then(PlayerId::new)
}

/// `09:20` or `09:20:30`, in seconds.
fn time(word: &str) -> Option<i64> {
    let parts: Vec<i64> = word.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (hours, minutes, seconds) = match parts[..] {
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return None,
    };
    let sound = (0..24).contains(&hours) && (0..60).contains(&minutes) && (0..60).contains(&seconds);
    sound.then_some((hours * 60 + minutes) * 60 + seconds)
}

/// `4`, `2.5`: per cent.
fn rate(word: &str) -> Option<Rate> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    if part.len() > 2 || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: u16 = whole.parse().ok()?;
    let part: u16 = format!("{part:0<2}").parse().ok()?;
    Rate::new(whole.checked_mul(100)?.checked_add(part)?)
}
