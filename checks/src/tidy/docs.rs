//! Documents: invariants that name their check, short decisions without gaps, links that lead somewhere.
//!
//! May touch: the Markdown files in the tree, and the tests they name.

use super::tree::Tree;
use crate::fault::Fault;
use crate::source::functions;

const DECISIONS: &str = "docs/decisions";
const DECISION_LINES_MAX: usize = 40;

/// Check `invariants`: each line with "Invariant:" ends in `[tidy: NAME]` or `[test: PATH::FN]`, or several.
pub fn invariants(tree: &Tree, checks: &[&str]) -> Vec<Fault> {
    let path = "ARCHITECTURE.md";
    let mut faults = Vec::new();
    for (index, line) in tree.text(path).unwrap_or_default().lines().enumerate() {
        if !line.contains("Invariant:") {
            continue;
        }
        let tags = tags(line);
        if tags.is_empty() {
            let reason = "an invariant must end with its check: [tidy: NAME] or [test: PATH::FN]";
            faults.push(Fault::new(path, index + 1, reason));
        }
        for tag in tags {
            if let Err(reason) = understand(tag, tree, checks) {
                faults.push(Fault::new(path, index + 1, reason));
            }
        }
    }
    faults
}

/// The tags at the end of a line, without their brackets.
fn tags(line: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = line.trim_end();
    while let Some((before, tag)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        if !tag.starts_with("tidy:") && !tag.starts_with("test:") {
            break;
        }
        tags.push(tag);
        rest = before.trim_end();
    }
    tags
}

fn understand(tag: &str, tree: &Tree, checks: &[&str]) -> Result<(), String> {
    if let Some(name) = tag.strip_prefix("tidy:").map(str::trim) {
        let known = checks.contains(&name);
        return if known {
            Ok(())
        } else {
            Err(format!("tidy has no check \"{name}\"; it has {}", checks.join(", ")))
        };
    }
    let named = tag.trim_start_matches("test:").trim();
    let Some((path, name)) = named.rsplit_once("::") else {
        return Err(format!("the test \"{named}\" is not written PATH::FN"));
    };
    let Some(text) = tree.text(path) else { return Err(format!("the test's file {path} does not exist")) };
    if functions(text).iter().any(|function| function.name == name && function.is_test) {
        return Ok(());
    }
    Err(format!("{path} has no test called {name}"))
}

/// Check `decisions`: `NNNN-title.md`, from 0001 without gaps, 40 lines each at most.
pub fn decisions(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut expected = 1;
    for name in tree.folder(DECISIONS).into_iter().filter(|name| *name != "README.md") {
        let path = format!("{DECISIONS}/{name}");
        let Some(number) = number(name) else {
            faults.push(Fault::new(&path, 1, "is not named NNNN-title.md"));
            continue;
        };
        if number != expected {
            faults.push(Fault::new(
                &path,
                1,
                format!("is numbered {number:04} where {expected:04} comes next"),
            ));
        }
        expected = number + 1;
        let lines = tree.text(&path).unwrap_or_default().lines().count();
        if lines > DECISION_LINES_MAX {
            let reason = format!("has {lines} lines; a decision has {DECISION_LINES_MAX} at most");
            faults.push(Fault::new(&path, DECISION_LINES_MAX + 1, reason));
        }
    }
    faults
}

fn number(name: &str) -> Option<u32> {
    let (digits, title) = name.strip_suffix(".md")?.split_once('-')?;
    if digits.len() != 4 || title.is_empty() { None } else { digits.parse().ok() }
}

/// Check `readme`: it names the two commands one starts with.
pub fn readme(tree: &Tree) -> Vec<Fault> {
    let text = tree.text("README.md").unwrap_or_default();
    let missing =
        ["cargo xtask test", "cargo xtask serve"].into_iter().filter(|command| !text.contains(command));
    missing.map(|command| Fault::new("README.md", 1, format!("does not name `{command}`"))).collect()
}

/// Check `links`: relative links in the Markdown files at the root and in docs/ lead to files.
pub fn links(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.with_ending(&[".md"]) {
        if path.contains('/') && !path.starts_with("docs/") {
            continue;
        }
        let mut fenced = false;
        for (index, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            }
            if fenced {
                continue;
            }
            for target in targets(&without_code(line)) {
                let file = target.split(['#', '?']).next().unwrap_or_default();
                // What has a scheme is outside; what is only a fragment is in this file.
                if file.is_empty() || file.contains(':') {
                    continue;
                }
                if !resolve(path, file).is_some_and(|file| tree.has(&file)) {
                    faults.push(Fault::new(
                        path,
                        index + 1,
                        format!("links to {target}, which does not exist"),
                    ));
                }
            }
        }
    }
    faults
}

/// The line with `code` taken out.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// The targets of `[text](target)` and `[name]: target`.
fn targets(line: &str) -> Vec<String> {
    let inline = line.match_indices("](").filter_map(|(at, _)| line[at + 2..].split(')').next());
    let named = line.strip_prefix('[').and_then(|rest| rest.split_once("]:")).map(|(_, target)| target);
    let words = inline.chain(named).filter_map(|target| target.split_whitespace().next());
    words.map(|target| target.trim_matches(['<', '>']).replace("%20", " ")).collect()
}

/// The path from the project's folder of a link in a file; nothing if it leads out of the project.
fn resolve(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if link.starts_with('/') {
        parts.clear();
    }
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invariant(line: &str) -> Vec<Fault> {
        let test = "/// One.\n#[test]\nfn postings_balance() {}\nfn plain() {}\n";
        invariants(
            &Tree::of(&[("ARCHITECTURE.md", line), ("crates/money/tests/laws.rs", test)]),
            &["pure", "levels"],
        )
    }

    #[test]
    fn an_invariant_names_its_check() {
        for line in [
            "No invariant here.",
            "- Invariant: no clock. [tidy: pure]",
            "Invariant: money is conserved. [test: crates/money/tests/laws.rs::postings_balance]  ",
            "Invariant: both [see this]. [tidy: levels] [test: crates/money/tests/laws.rs::postings_balance]",
        ] {
            assert_eq!(invariant(line), [], "{line}");
        }
    }

    #[test]
    fn an_invariant_that_nothing_checks_is_named() {
        for (line, why) in [
            ("Invariant: no clock.", "must end with"),
            ("Invariant: no clock [tidy: pure], ever.", "must end with"),
            ("Invariant: no clock. [docs](x)", "must end with"),
            ("Invariant: no luck. [tidy: luck]", "no check \"luck\""),
            ("Invariant: x. [test: postings_balance]", "PATH::FN"),
            ("Invariant: x. [test: crates/x/tests/y.rs::z]", "does not exist"),
            ("Invariant: x. [test: crates/money/tests/laws.rs::posting]", "no test called posting"),
            ("Invariant: x. [test: crates/money/tests/laws.rs::plain]", "no test called plain"),
            ("Invariant: x. [tidy: pure] [tidy: luck]", "no check \"luck\""),
        ] {
            let found = invariant(line);
            assert!(found.len() == 1 && found[0].reason.contains(why), "{line}: {found:?}");
        }
    }

    fn decided(files: &[(&str, usize)]) -> Vec<Fault> {
        let texts: Vec<(String, String)> =
            files.iter().map(|(name, lines)| (format!("{DECISIONS}/{name}"), "x\n".repeat(*lines))).collect();
        let files: Vec<(&str, &str)> =
            texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        decisions(&Tree::of(&files))
    }

    #[test]
    fn decisions_are_short_and_in_order() {
        assert_eq!(decided(&[]), []);
        assert_eq!(decided(&[("0001-books.md", 40), ("0002-money.md", 3), ("README.md", 90)]), []);
        assert_eq!(decided(&[("0001-books.md", 41)]).len(), 1);
        assert_eq!(decided(&[("0002-books.md", 4)]).len(), 1);
        assert_eq!(decided(&[("0001-a.md", 4), ("0003-b.md", 4), ("0004-c.md", 4)]).len(), 1);
        assert_eq!(decided(&[("0001-a.md", 4), ("0001-b.md", 4)]).len(), 1);
        assert_eq!(decided(&[("1-a.md", 4)]).len(), 1);
    }

    #[test]
    fn the_readme_names_the_first_commands() {
        assert_eq!(readme(&Tree::of(&[("README.md", "`cargo xtask test`, `cargo xtask serve`")])), []);
        assert_eq!(readme(&Tree::of(&[("README.md", "`cargo xtask test`")])).len(), 1);
        assert_eq!(readme(&Tree::of(&[])).len(), 2);
    }

    fn linked(path: &str, text: &str) -> usize {
        links(&Tree::of(&[(path, text), ("docs/notation.md", ""), ("LICENSE", "")])).len()
    }

    #[test]
    fn links_that_lead_somewhere() {
        for text in [
            "[a](docs/notation.md) ![b](LICENSE) [c](docs/)",
            "[a](docs/notation.md#tiles \"Title\") [b](#here) [c](https://example.org/x.md) [d](mailto:a@b)",
            "[a]: docs/notation.md",
            "`[a](nowhere.md)`\n```\n[a](nowhere.md)\n```\n",
            "[a](/LICENSE) [b](./LICENSE)",
        ] {
            assert_eq!(linked("README.md", text), 0, "{text}");
        }
        assert_eq!(linked("docs/manual/play.md", "[a](../notation.md) [b](../../LICENSE)"), 0);
        assert_eq!(linked("web/README.md", "[a](nowhere.md)"), 0);
    }

    #[test]
    fn links_that_do_not() {
        for text in ["[a](nowhere.md)", "[a](docs/notatio.md#x)", "[a]: nowhere.md", "[a](../other/x.md)"] {
            assert_eq!(linked("README.md", text), 1, "{text}");
        }
        assert_eq!(linked("docs/play.md", "[a](LICENSE)"), 1);
    }
}
