//! Citations: whether a text names a book, and whether it names a clause and not a longer one.
//!
//! May touch: nothing; it is given text.

/// The books that tests cite.
const BOOKS: [&str; 6] =
    ["star-2016", "vcga-2000", "crown-6.1", "nz-1999", "uk-leaflet", "rapid-roulette-2000"];

/// A clause to look for in texts.
pub struct Clause<'a> {
    book: &'a str,
    id: &'a str,
    /// Longer ids of the same book that hold this one, with where in them it stands. `1.1#ATS` is not cited
    /// by "1.1#ATS chip account", and no rule about characters could tell.
    longer: Vec<(&'a str, usize)>,
}

impl<'a> Clause<'a> {
    /// A clause of a book, among all ids of that book.
    pub fn new(book: &'a str, id: &'a str, all: &[&'a str]) -> Self {
        let longer = all.iter().filter(|other| other.len() > id.len());
        let longer = longer.flat_map(|other| other.match_indices(id).map(|(at, _)| (*other, at))).collect();
        Self { book, id, longer }
    }

    /// Whether a text names the book: `star-2016`, but not `star-2016b` or `old-star-2016`.
    pub fn names_book(&self, text: &str) -> bool {
        text.match_indices(self.book).any(|(at, book)| {
            let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            let before = text[..at].chars().next_back();
            let mut after = text[at + book.len()..].chars();
            let next = after.next();
            let goes_on = next == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit());
            !before.is_some_and(joins) && !next.is_some_and(joins) && !goes_on
        })
    }

    /// Whether a text names the clause: an id belongs to the last book named before it, so that
    /// `star-2016 8.2; crown-6.1 4.1` cites no 4.1 of star-2016. Where none is named before, it may be
    /// this one's.
    pub fn is_cited(&self, text: &str) -> bool {
        text.match_indices(self.id).any(|(at, id)| {
            let (before, after) = (&text[..at], &text[at + id.len()..]);
            self.begins_after(before)
                && ends_before(after)
                && !self.is_longer(text, at)
                && self.is_meant(before)
                && self.is_own(before)
        })
    }

    /// Whether the last book named before an id is this one, or none is.
    fn is_own(&self, before: &str) -> bool {
        let last = BOOKS.iter().filter_map(|book| before.rfind(book).map(|at| (at, *book))).max();
        last.is_none_or(|(_, book)| book == self.book || !BOOKS.contains(&self.book))
    }

    /// Whether an id may begin after this text.
    fn begins_after(&self, before: &str) -> bool {
        let Some(last) = before.chars().next_back() else { return true };
        if last.is_alphanumeric() || matches!(last, '_' | '#' | '.' | '-') {
            return false;
        }
        let earlier = &before[..before.len() - last.len_utf8()];
        match last {
            // `star-2016/8.4` is a citation; `App2.2/8.4` would be another clause.
            '/' => earlier.ends_with(self.book) || !earlier.ends_with(joins),
            // `(8.4)` is a citation; `Order(1)` is another clause than `1`.
            '(' => !earlier.ends_with(joins),
            _ => true,
        }
    }

    /// Whether a longer id of the book stands here, around this one.
    fn is_longer(&self, text: &str, at: usize) -> bool {
        self.longer.iter().any(|(longer, offset)| {
            at.checked_sub(*offset)
                .and_then(|start| text.get(start..))
                .is_some_and(|text| text.starts_with(longer))
        })
    }

    /// Whether an id as short as `5` or `P3` is meant as a clause: only after the book's id or the word
    /// "clause" on the same line. Such ids are also numbers and names of players.
    fn is_meant(&self, before: &str) -> bool {
        if !self.is_short() {
            return true;
        }
        let line = before.rsplit('\n').next().unwrap_or(before);
        self.names_book(line) || line.to_lowercase().contains("clause")
    }

    /// Whether the id is so short that it may mean something else.
    pub fn is_short(&self) -> bool {
        self.id.len() <= 3 && self.id.chars().all(|c| c.is_ascii_alphanumeric())
    }
}

fn joins(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ')')
}

/// Whether an id may end before this text. A full stop ends a sentence, unless the id goes on after it.
fn ends_before(after: &str) -> bool {
    let mut characters = after.chars();
    let Some(first) = characters.next() else { return true };
    match first {
        '_' | '#' | '(' => false,
        '.' | '-' | '/' => !characters.next().is_some_and(|c| c.is_alphanumeric() || matches!(c, '(' | '#')),
        first => !first.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(id: &str, text: &str) -> bool {
        cited_among(id, &[], text)
    }

    fn cited_among(id: &str, all: &[&str], text: &str) -> bool {
        Clause::new("star-2016", id, all).is_cited(text)
    }

    #[test]
    fn an_id_stands_as_a_whole() {
        for (id, text) in [
            ("8.4", "/// star-2016 8.4"),
            ("8.4", "/// star-2016 8.4: the first lot."),
            ("8.4", "star-2016 8.4."),
            ("8.4", "star-2016 8.4. And more"),
            ("8.4", "star-2016 8.4, 8.5; 8.6"),
            ("8.5", "star-2016 8.4, 8.5; 8.6"),
            ("8.6", "star-2016 8.4, 8.5; 8.6"),
            ("8.4", "(star-2016 8.4)"),
            ("8.4", "(8.4)"),
            ("8.4", "cite(\"8.4\")"),
            ("8.4", "star-2016/8.4"),
            ("8.4", "lots,8.4,star-2016"),
            ("8.4", "8.4 or 8.4.1"),
            ("8.4", "8.4.1 or 8.4"),
            ("8.4", "8.4’s"),
            ("App2.3#1", "star-2016 App2.3#1,"),
            ("7.5.4(a)(iii)", "star-2016 7.5.4(a)(iii): the bank"),
            ("1.1#Box Dice", "star-2016 1.1#Box Dice."),
            ("App2.2/right-top", "`App2.2/right-top`"),
            ("App3#1(Right)", "App3#1(Right) and"),
            ("App3#2(Right,Top)", "App3#2(Right,Top), App3#3"),
            ("Table2.1", "Table2.1;"),
            ("13.7#Note", "13.7#Note"),
        ] {
            assert!(cited(id, text), "{id} in {text}");
        }
    }

    #[test]
    fn an_id_belongs_to_the_last_book_named_before_it() {
        assert!(cited("8.4", "crown-6.1 4.1; star-2016 8.4"));
        assert!(!cited("4.1", "star-2016 8.4; crown-6.1 4.1"));
        assert!(!cited("8.4", "star-2016 2.1, vcga-2000 8.4"));
    }

    #[test]
    fn a_longer_id_is_another_clause() {
        for (id, text) in [
            ("8.4", "8.4.1"),
            ("8.4", "18.4"),
            ("8.4", "1.8.4"),
            ("8.4", "8.41"),
            ("8.4", "8.4(a)"),
            ("8.4", "8.4#1"),
            ("8.4", "App8.4"),
            ("8.4", "8.4_1"),
            ("8.4", "8.4-bottom"),
            ("8.4", "x_8.4"),
            ("8.4", "8.2-8.4"),
            ("App2.3#1", "App2.3#14"),
            ("App2.3", "App2.3#1"),
            ("App2.2", "App2.2/right-top"),
            ("App2.2/setup", "App2.2/setup-bottom"),
            ("App3#1", "App3#1(Right)"),
            ("7.5.4(a)", "7.5.4(a)(iii)"),
            ("13.7", "13.7#Note"),
            ("6.1", "crown-6.1"),
            ("8.4", ""),
            ("8.4", "8,4"),
        ] {
            assert!(!cited(id, text), "{id} in {text}");
        }
    }

    #[test]
    fn a_longer_id_with_a_space_or_a_comma_is_another_clause() {
        let all = ["1.1#ATS", "1.1#ATS chip account", "1.1#game system", "1.1#game system(a)"];
        assert!(!cited_among("1.1#ATS", &all, "1.1#ATS chip account"));
        assert!(cited_among("1.1#ATS", &all, "1.1#ATS chip account and 1.1#ATS chips"));
        assert!(cited_among("1.1#ATS chip account", &all, "1.1#ATS chip account."));
        assert!(!cited_among("1.1#game system", &all, "1.1#game system(a)"));
        assert!(!cited_among("Top", &["Top", "App3#2(Right,Top)"], "clause App3#2(Right,Top)"));
    }

    #[test]
    fn a_range_cites_its_ends_and_nothing_between() {
        let text = "/// star-2016 8.2–8.4.";
        assert!(cited("8.2", text) && cited("8.4", text));
        assert!(!cited("8.3", text));
    }

    #[test]
    fn a_short_id_must_be_meant_as_a_clause() {
        assert!(cited("5", "/// star-2016 5: play") && cited("5", "/// star-2016 4.2, 5"));
        assert!(cited("P3", "\"clause\": \"P3\""));
        assert!(!cited("5", "/// star-2016\nassert_eq!(x, 5);"));
        assert!(!cited("P3", "P3 wagers 100"));
        assert!(!cited("1", "clause Order(1)"));
    }

    #[test]
    fn a_book_stands_as_a_whole() {
        let names = |book: &str, text: &str| Clause::new(book, "8.4", &[]).names_book(text);
        assert!(names("star-2016", "star-2016 8.4") && names("star-2016", "testdata/star-2016/a.txt"));
        assert!(names("star-2016", "testdata/star-2016.txt") && names("crown-6.1", "crown-6.1."));
        assert!(!names("star-2016", "star-2016b") && !names("star-2016", "old-star-2016"));
        assert!(!names("crown-6", "crown-6.1") && !names("star-2016", "star_2016"));
    }
}
