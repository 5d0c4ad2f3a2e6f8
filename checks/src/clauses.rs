//! `clauses`: which clauses of which book are shown by a test, and whether what the books claim is true.
//!
//! May touch: `rulebooks/*/clauses.csv`, the files those name, every round and test that says it shows a
//! clause, and the inventory they started from, if it lies beside the checkout.

mod book;
mod inventory;
mod list;
mod proof;
mod round;
mod shown;

use crate::failure::{Failure, say};
use crate::fault::Fault;
use book::{Book, DUTIES, Row};
use shown::Sources;
use std::path::Path;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    ByDuty,
    ByTheme,
    Missing { book: String, theme: Option<String> },
}

/// Prints the coverage, or what is missing; fails on a clause that claims more than it shows.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let asked = understand(arguments)?;
    let (mut books, mut faults) = read(root)?;
    let sources = Sources::of_project(root, &books);
    faults.extend(shown::unclaimed(&books, &sources));
    for book in &mut books {
        let found = shown::faults(book, &sources);
        for row in &mut book.rows {
            // A false claim is a fault, and shows nothing.
            row.shown = !row.test.is_empty() && !found.iter().any(|fault| fault.line == row.line);
        }
        faults.extend(found);
    }
    match asked {
        Asked::Missing { book, theme } => {
            say(&missing(&books, &book, theme.as_deref())?);
            return Ok(());
        }
        Asked::ByDuty => say(&by_duty(&books)),
        Asked::ByTheme => say(&by_theme(&books)),
    }
    let (found, absent) = inventory::faults(root, &books)?;
    faults.extend(found);
    let mut text: String = absent.iter().map(|line| format!("{line}\n")).collect();
    faults.sort();
    text.extend(faults.iter().map(|fault| format!("{fault}\n")));
    text.push_str(&format!("clauses: {} books, {} faults\n", books.len(), faults.len()));
    say(&text);
    if faults.is_empty() { Ok(()) } else { Err(Failure::printed()) }
}

fn understand(arguments: &[String]) -> Result<Asked, Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["--by", "duty"] => Ok(Asked::ByDuty),
        ["--by", "theme"] => Ok(Asked::ByTheme),
        ["--by", other] => Err(Failure::usage(format!("--by \"{other}\" is not duty or theme"))),
        ["--missing", book] => Ok(Asked::Missing { book: book.to_owned(), theme: None }),
        ["--missing", book, "--theme", theme] | ["--theme", theme, "--missing", book] => {
            Ok(Asked::Missing { book: book.to_owned(), theme: Some(theme.to_owned()) })
        }
        ["--by"] => Err(Failure::usage("--by needs duty or theme")),
        ["--missing", ..] => {
            Err(Failure::usage("--missing needs a book, and after it nothing but --theme T"))
        }
        ["--theme", ..] => Err(Failure::usage("--theme needs a theme, and goes with --missing BOOK")),
        [other, ..] => Err(Failure::usage(format!("clauses does not know \"{other}\""))),
    }
}

/// Every book that has clauses, by name, and what is wrong with their files.
fn read(root: &Path) -> Result<(Vec<Book>, Vec<Fault>), Failure> {
    let folder = root.join("rulebooks");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .map_err(|e| Failure::failed(format!("rulebooks: {e}")))?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| folder.join(name).join("clauses.csv").is_file())
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(Failure::failed("no book has clauses: rulebooks/*/clauses.csv does not exist"));
    }
    let (mut books, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        let path = format!("rulebooks/{name}/clauses.csv");
        let text = std::fs::read_to_string(root.join(&path))
            .map_err(|e| Failure::failed(format!("{path} cannot be read: {e}")))?;
        let (book, found) = Book::of(&name, &path, &text);
        books.push(book);
        faults.extend(found);
    }
    Ok((books, faults))
}

/// How many rows, and how many of them a test shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    total: usize,
    shown: usize,
}

impl Count {
    fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut count = Self::default();
        for row in rows {
            count.total += 1;
            count.shown += usize::from(row.shown);
        }
        count
    }

    /// Total, shown and percentage; rounded down, so that 100.0 means every one.
    fn line(self, label: &str) -> String {
        let tenths = if self.total == 0 { "-".to_owned() } else { percent(self.shown, self.total) };
        format!("  {label:<14} {:>6} {:>6} {tenths:>6}\n", self.total, self.shown)
    }
}

/// Percents with one decimal, rounded down.
fn percent(part: usize, whole: usize) -> String {
    let tenths = part * 1000 / whole;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn by_duty(books: &[Book]) -> String {
    table(books, "duty", |rows| {
        let mut text = String::new();
        for duty in DUTIES {
            text.push_str(&Count::of(rows.iter().copied().filter(|row| row.duty == *duty)).line(duty));
        }
        text.push_str(&Count::of(rows.iter().copied().filter(|row| row.is_owed())).line("owed"));
        text
    })
}

fn by_theme(books: &[Book]) -> String {
    table(books, "theme", |rows| {
        let mut themes: Vec<&str> = rows.iter().map(|row| row.theme.as_str()).collect();
        themes.sort_unstable();
        themes.dedup();
        let of_theme = |theme| Count::of(rows.iter().copied().filter(|row| row.theme == theme)).line(theme);
        themes.into_iter().map(of_theme).collect()
    })
}

/// A table for each book, and one for all of them.
fn table(books: &[Book], head: &str, lines: impl Fn(&[&Row]) -> String) -> String {
    let mut text = String::new();
    let mut add = |name: &str, rows: &[&Row]| {
        text.push_str(&format!("{name}: {} rows\n", rows.len()));
        text.push_str(&format!("  {head:<14} {:>6} {:>6} {:>6}\n", "total", "shown", "%"));
        text.push_str(&lines(rows));
        text.push_str(&Count::of(rows.iter().copied()).line("all"));
        text.push('\n');
    };
    for book in books {
        add(&book.name, &book.rows.iter().collect::<Vec<_>>());
    }
    add("all books", &books.iter().flat_map(|book| &book.rows).collect::<Vec<_>>());
    text
}

/// The clauses of a book that are owed and that no test shows.
fn missing(books: &[Book], name: &str, theme: Option<&str>) -> Result<String, Failure> {
    let Some(book) = books.iter().find(|book| book.name == name) else {
        let names: Vec<&str> = books.iter().map(|book| book.name.as_str()).collect();
        return Err(Failure::usage(format!("no book is called \"{name}\"; there are {}", names.join(", "))));
    };
    if let Some(theme) = theme
        && !book.rows.iter().any(|row| row.theme == theme)
    {
        let mut themes: Vec<&str> = book.rows.iter().map(|row| row.theme.as_str()).collect();
        themes.sort_unstable();
        themes.dedup();
        return Err(Failure::usage(format!("{name} has no theme \"{theme}\"; it has {}", themes.join(", "))));
    }
    let owed = book.rows.iter().filter(|row| row.is_owed() && theme.is_none_or(|theme| row.theme == theme));
    let owed: Vec<&Row> = owed.collect();
    let missing: Vec<&&Row> = owed.iter().filter(|row| !row.shown).collect();
    let width = missing.iter().map(|row| row.clause.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in &missing {
        text.push_str(&format!("{:<width$}  {:<12} {:<8} {}\n", row.clause, row.theme, row.duty, row.gist));
    }
    let of_theme = theme.map(|theme| format!(" of theme {theme}")).unwrap_or_default();
    text.push_str(&format!(
        "{name}: {} of {} owed clauses{of_theme} have no test\n",
        missing.len(),
        owed.len()
    ));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn books() -> Vec<Book> {
        let text = "book,clause,theme,duty,role,gist,open,code,test,note\n\
                    star-2016,8.1,dice,enforce,engine,One,,a.rs,t.rs::x,\n\
                    star-2016,8.2,dice,enforce,engine,Two,,,,\n\
                    star-2016,8.3,deal,enforce,engine,Three,,,,\n\
                    star-2016,8.4,deal,record,dealer,Four,,,,\n\
                    star-2016,8.5,deal,outside,none,Five,,,,\n";
        let (mut book, faults) = Book::of("star-2016", "rulebooks/star-2016/clauses.csv", text);
        assert_eq!(faults, []);
        book.rows[0].shown = true;
        vec![book]
    }

    #[test]
    fn coverage_by_duty() {
        let text = by_duty(&books());
        assert!(text.starts_with("star-2016: 5 rows\n"), "{text}");
        for line in [
            "  duty            total  shown      %\n",
            "  enforce             3      1   33.3\n",
            "  record              1      0    0.0\n",
            "  display             0      0      -\n",
            "  outside             1      0    0.0\n",
            "  owed                4      1   25.0\n",
            "  all                 5      1   20.0\n",
            "all books: 5 rows\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
    }

    #[test]
    fn coverage_by_theme() {
        let text = by_theme(&books());
        assert!(
            text.contains("  deal                3      0    0.0\n  dice                2      1   50.0\n"),
            "{text}"
        );
    }

    #[test]
    fn percentages_are_rounded_down() {
        assert_eq!(percent(999, 1000), "99.9");
        assert_eq!(percent(9999, 10000), "99.9");
        assert_eq!(percent(7, 7), "100.0");
    }

    #[test]
    fn what_is_missing_is_what_is_owed_and_not_shown() {
        let text = missing(&books(), "star-2016", None).expect("the book is there");
        assert!(
            text.contains("8.2  dice         enforce  Two\n")
                && text.contains("8.4  deal         record   Four\n")
        );
        assert!(!text.contains("8.1 ") && !text.contains("8.5 "));
        assert!(text.ends_with("star-2016: 3 of 4 owed clauses have no test\n"), "{text}");
        let text = missing(&books(), "star-2016", Some("dice")).expect("the theme is there");
        assert!(text.ends_with("star-2016: 1 of 2 owed clauses of theme dice have no test\n"), "{text}");
    }

    #[test]
    fn an_unknown_book_or_theme_is_named() {
        let failure = missing(&books(), "star", None).expect_err("no such book");
        assert!(failure.code == 2 && failure.line.contains("\"star\"; there are star-2016"));
        let failure = missing(&books(), "star-2016", Some("moon")).expect_err("no such theme");
        assert!(failure.code == 2 && failure.line.contains("\"moon\"; it has deal, dice"));
    }
}
