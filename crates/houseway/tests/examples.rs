//! One readable example for each clause of each House Way: `testdata/houseway/BOOK.examples`.

use houseway::{Format, Way};
use rulebook::Shelf;
use tiles::Hand;

/// Each line: clause | tiles | low | high. The setting has to be that, and the clause has to have a
/// part in it. A line that begins with `formats:` goes by the general formats.
fn examples(id: &str, text: &str) {
    let shelf = Shelf::embedded().expect("the embedded books are valid");
    let book = &shelf.book(id).and_then(|book| book.pai_gow()).expect("a Pai Gow book").way;
    let mut seen = 0;
    for (number, line) in
        text.lines().enumerate().filter(|(_, l)| !l.starts_with('#') && !l.trim().is_empty())
    {
        let (format, line) = match line.strip_prefix("formats:") {
            Some(rest) => (Format::General, rest),
            None => (Format::Listed, line),
        };
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [clause, tiles, low, high] = parts[..] else { panic!("line {}: {line}", number + 1) };
        let way = Way::new(book, book.default_choices(), format).expect("a House Way");
        let hand: Hand = tiles.parse().expect("four tiles");
        let decision = way.set(&hand).expect("decided");
        assert_eq!(decision.setting.to_string(), format!("{low} / {high}"), "line {}: {line}", number + 1);
        let cited: Vec<String> = decision.clauses().iter().map(|c| c.within(id)).collect();
        assert!(cited.iter().any(|c| c == clause), "line {}: {clause} is not among {cited:?}", number + 1);
        seen += 1;
    }
    assert!(seen > 30, "{id} has {seen} examples");
}

/// star-2016 Appendix 2, clause by clause.
#[test]
fn star_2016_clause_by_clause() {
    // Proves: star-2016 by row
    examples("star-2016", include_str!("../../../testdata/houseway/star-2016.examples"));
}

/// vcga-2000 Appendix 2, clause by clause.
#[test]
fn vcga_2000_clause_by_clause() {
    // Proves: vcga-2000 by row
    examples("vcga-2000", include_str!("../../../testdata/houseway/vcga-2000.examples"));
}

/// crown-6.1 rule 7, clause by clause.
#[test]
fn crown_6_1_clause_by_clause() {
    // Proves: crown-6.1 by row
    examples("crown-6.1", include_str!("../../../testdata/houseway/crown-6.1.examples"));
}
