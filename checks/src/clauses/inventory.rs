//! The inventory: each book's clauses start from it, and its seven columns stay as they are there.
//!
//! May touch: the folder `shared/clauses` beside the checkout. Most checkouts have none, which is fine.

use super::book::{Book, COLUMNS, INVENTORY_COLUMNS};
use crate::failure::Failure;
use crate::fault::Fault;
use crate::rows;
use std::collections::HashMap;
use std::path::Path;

/// Where the books differ from the inventory, and a line for each inventory that has no book yet.
pub fn faults(root: &Path, books: &[Book]) -> Result<(Vec<Fault>, Vec<String>), Failure> {
    let folder = root.join("../shared/clauses");
    let Ok(files) = std::fs::read_dir(&folder) else { return Ok((Vec::new(), Vec::new())) };
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| file.file_name().to_str()?.strip_suffix(".csv").map(str::to_owned))
        .collect();
    names.sort();
    let (mut faults, mut absent) = (Vec::new(), Vec::new());
    for name in names {
        let path = folder.join(format!("{name}.csv"));
        let text = std::fs::read_to_string(&path)
            .map_err(|e| Failure::failed(format!("{} cannot be read: {e}", path.display())))?;
        let rows = rows::rows(&text).map_err(|broken| {
            Failure::failed(format!("{}:{}: {}", path.display(), broken.line, broken.reason))
        })?;
        let rows: Vec<Vec<String>> = rows.into_iter().skip(1).map(|row| row.fields).collect();
        if let Some(book) = books.iter().find(|book| book.name == name) {
            faults.extend(compare(book, &rows));
        } else if root.join("rulebooks").join(&name).exists() {
            let reason = format!("is missing; the inventory has {} rows for it", rows.len());
            faults.push(Fault::new(&format!("rulebooks/{name}/clauses.csv"), 1, reason));
        } else {
            absent.push(format!(
                "{name}: {} rows in the inventory, and no folder in rulebooks/ yet",
                rows.len()
            ));
        }
    }
    Ok((faults, absent))
}

/// Where a book differs from its inventory. Rows of its own are its own business.
fn compare(book: &Book, inventory: &[Vec<String>]) -> Vec<Fault> {
    let places: HashMap<&str, usize> =
        book.rows.iter().enumerate().map(|(at, row)| (row.clause.as_str(), at)).collect();
    let mut faults = Vec::new();
    let mut last = None;
    for expected in inventory {
        let clause = expected.get(1).map_or("", String::as_str);
        let Some(&place) = places.get(clause) else {
            faults.push(Fault::new(&book.path, 1, format!("clause {clause} of the inventory is missing")));
            continue;
        };
        let row = &book.rows[place];
        for (at, column) in COLUMNS.iter().enumerate().take(INVENTORY_COLUMNS) {
            let [ours, theirs] = [&row.inventory, expected].map(|row| row.get(at).map_or("", String::as_str));
            if ours != theirs {
                let reason =
                    format!("clause {clause}: {column} is \"{ours}\", in the inventory \"{theirs}\"");
                faults.push(Fault::new(&book.path, row.line, reason));
            }
        }
        if last.is_some_and(|last| place < last) {
            let reason = format!("clause {clause} stands further down in the inventory");
            faults.push(Fault::new(&book.path, row.line, reason));
        }
        last = last.max(Some(place));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[&str]) -> Vec<Fault> {
        let rows: String = rows.iter().map(|row| format!("{row},,,\n")).collect();
        let (book, faults) = Book::of("star-2016", "c.csv", &format!("{}\n{rows}", COLUMNS.join(",")));
        assert_eq!(faults, []);
        let inventory: Vec<Vec<String>> =
            [ONE, TWO].iter().map(|row| row.split(',').map(str::to_owned).collect()).collect();
        compare(&book, &inventory)
    }

    const ONE: &str = "star-2016,8.1,dice,enforce,engine,One,";
    const TWO: &str = "star-2016,8.2,deal,record,dealer,Two,open";
    const OWN: &str = "star-2016,8.1#own,deal,record,dealer,Own,";

    #[test]
    fn the_same_rows_in_the_same_order() {
        assert_eq!(found(&[ONE, TWO]), []);
        assert_eq!(found(&[ONE, OWN, TWO]), []);
    }

    #[test]
    fn a_missing_row_a_changed_column_and_another_order_are_named() {
        for (rows, line, why) in [
            (vec![ONE], 1, "8.2 of the inventory is missing"),
            (vec![TWO, ONE], 2, "8.2 stands further"),
            (
                vec![ONE, "star-2016,8.2,deal,display,dealer,Two,open"],
                3,
                "duty is \"display\", in the inventory \"record\"",
            ),
            (vec!["star-2016,8.1,dice,enforce,engine,one,", TWO], 2, "gist is \"one\""),
        ] {
            let found = found(&rows);
            assert!(
                found.len() == 1 && found[0].line == line && found[0].reason.contains(why),
                "{rows:?}: {found:?}"
            );
        }
    }
}
