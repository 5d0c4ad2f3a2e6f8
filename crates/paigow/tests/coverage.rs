//! The rounds of a book, taken together, use every method, wager and step that it has.
#![allow(clippy::unwrap_used)]

use paigow::event::{bank, settle};
use paigow::script::{self, Played};
use paigow::{Kind, Step, What};
use rulebook::Shelf;
use rulebook::{Method, SideWager};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().unwrap());

fn played(path: &Path) -> Played {
    let text = fs::read_to_string(path).unwrap();
    let book = SHELF.book(&script::book_of(&text).unwrap()).unwrap();
    script::play(&text, book).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All that happened in the rounds of a book.
fn happened(book: &str) -> Vec<What> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(book);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rounds = files.filter(|file| file.extension().is_some_and(|e| e == "round"));
    rounds.flat_map(|file| played(&file).events).map(|event| event.what).collect()
}

/// A book whose rounds lack a method, a wager or a step that it has is not shown.
#[test]
fn no_book_lacks_a_method_a_wager_or_a_step() {
    let mut missing = Vec::new();
    for on_shelf in SHELF.pai_gow() {
        let (book, rules) = (on_shelf.id.as_str(), &on_shelf.parameters);
        let all = happened(book);
        for method in &rules.bank.methods.value {
            let used = all.iter().any(|what| match what {
                What::Bank(bank::What::BankTaken { method: taken, .. }) => taken == method,
                What::Bank(bank::What::HouseBanks { .. }) => *method == Method::House,
                _ => false,
            });
            if !used {
                missing.push(format!("{book}: method {method}"));
            }
        }
        let offered: BTreeSet<SideWager> =
            rules.games().flat_map(|(_, rules)| rules.side.offered.value.clone()).collect();
        for kind in Kind::ALL {
            let wanted = match kind {
                Kind::Regular => true,
                Kind::Bonus => offered.contains(&SideWager::Bonus),
                Kind::Tie => offered.contains(&SideWager::Tie),
                Kind::Big | Kind::Small => offered.contains(&SideWager::BigSmall),
            };
            let paid = |what: &What| matches!(what, What::Settle(settle::What::WagerPaid { kind: k, .. }) if *k == kind);
            let taken = |what: &What| matches!(what, What::Settle(settle::What::WagerTaken { kind: k, .. }) if *k == kind);
            if wanted && !(all.iter().any(paid) && all.iter().any(taken)) {
                missing.push(format!("{book}: a {kind} wager won and lost"));
            }
        }
        // What a book takes from the one it extends, the rounds of that one show.
        if on_shelf.extends.is_none() {
            let steps: BTreeSet<Step> = all.iter().map(What::step).collect();
            let prescribed = Step::ALL.iter().filter(|step| on_shelf.steps.names().any(|n| n == step.word()));
            let happens = |step: &Step| *step != Step::Advised && !Step::GROUNDS.contains(step);
            let lacking = prescribed.filter(|step| !steps.contains(step) && happens(step));
            missing.extend(lacking.map(|step| format!("{book}: step {}", step.word())));
        }
    }
    assert!(missing.is_empty(), "no round shows {missing:#?}");
}
