//! A round as proof: the clauses that it says it shows, and those that its played lines assert.
//!
//! May touch: nothing; it is given text.
//!
//! The line `# Shows: BOOK CLAUSE, …` lists what a round shows. A line `  = …  # BOOK CLAUSE` asserts an
//! event, with the amounts that follow it; `  ! …  # BOOK CLAUSE` asserts a refusal. A comment line
//! `# Proves: BOOK CLAUSE, …` marks the sentence below it, whose played lines would change if the clause
//! were broken.

use super::list::{Clause, Registers, clauses, unknown};
use std::collections::HashSet;

/// A round that was read.
#[derive(Debug, Default)]
pub struct Round {
    /// What it says it shows, and the line that says so.
    pub shows: Vec<Clause>,
    /// The line of `# Shows:`, or the first.
    pub line: usize,
    /// What its events cite.
    pub events: HashSet<Clause>,
    /// What its refusals cite.
    pub refusals: HashSet<Clause>,
    /// What its sentences are marked to prove.
    pub marked: HashSet<Clause>,
    /// What is wrong with the lists and marks, with the line.
    pub faults: Vec<(usize, String)>,
}

impl Round {
    /// Reads a round of a book.
    pub fn of(book: &str, text: &str, registers: &Registers) -> Self {
        let mut round = Self { line: 1, ..Self::default() };
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let number = at + 1;
            if let Some(list) = line.strip_prefix("# Shows:") {
                let shows = round.list(number, list, registers);
                if !round.shows.is_empty() {
                    round.faults.push((number, format!("# Shows: is there already, on line {}", round.line)));
                }
                round.line = number;
                round.shows.extend(shows);
            } else if let Some(list) = line.trim_start().strip_prefix("# Proves:") {
                let marked = round.list(number, list, registers);
                if is_played(&lines[at + 1..]) {
                    round.marked.extend(marked);
                } else {
                    let reason = "# Proves: has to stand above a sentence that something was played for";
                    round.faults.push((number, reason.to_owned()));
                }
            } else if let Some((mark, rest)) = played(line) {
                let cited = rest.rsplit_once(" # ").map(|(_, list)| clauses(list, Some(book), registers));
                match mark {
                    '=' => round.events.extend(cited.into_iter().flatten()),
                    '!' => round.refusals.extend(cited.into_iter().flatten()),
                    _ => {}
                }
            }
        }
        for clause in &round.marked {
            if !round.shows.contains(clause) {
                round
                    .faults
                    .push((round.line, format!("is marked to prove {clause}, and # Shows: lacks it")));
            }
        }
        round.faults.sort();
        round
    }

    fn list(&mut self, line: usize, list: &str, registers: &Registers) -> Vec<Clause> {
        let list = clauses(list, None, registers);
        match unknown(&list, registers) {
            Some(clause) if clause.book.is_empty() => {
                self.faults.push((line, format!("no book is named before {}", clause.id)));
            }
            Some(clause) => self.faults.push((line, format!("{} has no clause {}", clause.book, clause.id))),
            None if list.is_empty() => self.faults.push((line, "the list names no clause".to_owned())),
            None => {}
        }
        list
    }

    /// Whether a played line cites the clause, or a sentence is marked as its proof.
    pub fn asserts(&self, clause: &Clause) -> bool {
        self.events.contains(clause) || self.refusals.contains(clause) || self.marked.contains(clause)
    }

    /// Whether the clause is cited by events alone, with no refusal and no mark.
    pub fn only_mentions(&self, clause: &Clause) -> bool {
        !self.refusals.contains(clause) && !self.marked.contains(clause)
    }
}

/// The mark of a played line, and what follows it.
fn played(line: &str) -> Option<(char, &str)> {
    let line = line.strip_prefix("  ")?;
    let mark = line.chars().next().filter(|mark| "=!$?".contains(*mark))?;
    Some((mark, line[1..].strip_prefix(' ')?))
}

/// Whether the first of these lines that is no comment is a sentence with a played line below it.
fn is_played(lines: &[&str]) -> bool {
    let mut rest = lines.iter().skip_while(|line| line.trim_start().starts_with('#'));
    let sentence = rest.next().is_some_and(|line| !line.trim().is_empty() && played(line).is_none());
    sentence && rest.next().is_some_and(|line| played(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::registers;
    use super::*;

    const ROUND: &str = "# The first lot.\n# Shows: star-2016 8.4, 9.2\n\
        book star-2016, limits 25..1000\nopen\n  = the table is open   # star-2016 8.4.1\n\
        # Proves: star-2016 8.4\ndealer deals\n  = the lots lie right  # star-2016 1.1#Box Dice\n\
        P3 wagers 5\n  ! wager.below_minimum: 5 is below 25  # star-2016 9.2\n";

    fn clause(id: &str) -> Clause {
        Clause { book: "star-2016".to_owned(), id: id.to_owned() }
    }

    #[test]
    fn events_refusals_and_marks_assert() {
        let round = Round::of("star-2016", ROUND, &registers());
        assert_eq!(round.faults, []);
        assert_eq!((round.shows, round.line), (vec![clause("8.4"), clause("9.2")], 2));
        let round = Round::of("star-2016", ROUND, &registers());
        for id in ["8.4", "9.2", "8.4.1", "1.1#Box Dice"] {
            assert!(round.asserts(&clause(id)), "{id}");
        }
        assert!(!round.asserts(&clause("App3#2(Right,Top)")));
        assert!(!round.only_mentions(&clause("8.4")) && !round.only_mentions(&clause("9.2")));
        assert!(round.only_mentions(&clause("8.4.1")));
    }

    #[test]
    fn a_citation_without_a_book_is_of_the_rounds_own() {
        let round = Round::of("star-2016", "dealer deals\n  = it lies   # 8.4, 9.2 …\n", &registers());
        assert!(round.asserts(&clause("8.4")) && round.asserts(&clause("9.2")));
    }

    #[test]
    fn a_sentence_is_no_assertion() {
        let text = "# star-2016 8.4: about it.\nP3 looks  # star-2016 8.4\n? area 3  # star-2016 8.4\n";
        assert!(!Round::of("star-2016", text, &registers()).asserts(&clause("8.4")));
    }

    #[test]
    fn lists_and_marks_that_are_wrong_are_named() {
        for (text, line, why) in [
            ("# Shows: star-2016 8.5\n", 1, "star-2016 has no clause 8.5"),
            ("# Shows: 8.4\n", 1, "no book is named before 8.4"),
            ("# Shows:\n", 1, "names no clause"),
            ("# Shows: star-2016 8.4\n# Shows: star-2016 9.2\n", 2, "there already, on line 1"),
            ("# Shows: star-2016 8.4\n# Proves: star-2016 8.4\nopen\n", 2, "above a sentence"),
            ("# Shows: star-2016 8.4\n# Proves: star-2016 8.4\n\nopen\n  = x\n", 2, "above a sentence"),
            ("# Shows: star-2016 8.4\nopen\n# Proves: star-2016 8.4\n  = x\n", 3, "above a sentence"),
            ("# Shows: star-2016 9.2\n# Proves: star-2016 8.4\nopen\n  = x\n", 1, "# Shows: lacks it"),
        ] {
            let faults = Round::of("star-2016", text, &registers()).faults;
            let found = faults.iter().any(|(at, reason)| *at == line && reason.contains(why));
            assert!(found, "{text}: {faults:?}");
        }
    }
}
