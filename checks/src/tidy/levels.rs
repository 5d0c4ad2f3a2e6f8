//! Levels: a crate depends only on crates below it; and no crate may use unsafe code.
//!
//! May touch: the manifests in the tree.

use super::manifest::{Manifest, Purpose};
use super::tree::Tree;
use crate::fault::Fault;

/// The level of every crate there is or will be. ARCHITECTURE.md shows the same table, which `map` checks.
const LEVELS: &[(&str, u8)] = &[
    ("tiles", 0),
    ("money", 0),
    ("rulebook", 1),
    ("game", 1),
    ("houseway", 2),
    ("paigow", 3),
    ("roulette", 3),
    ("odds", 3),
    ("tournament", 4),
    ("journal", 4),
    ("floor", 5),
    ("simulator", 5),
    ("server", 6),
    ("cli", 7),
    ("bench", 8),
];

/// The crates without a level: they work on the project, and on no crate of it.
pub const TOOLS: &[&str] = &["checks", "dist", "xtask"];

/// The tool that must start at once, and so depends on nothing at all.
const ALONE: &str = "xtask";

/// The level of a crate.
pub fn level(name: &str) -> Option<u8> {
    LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
}

/// The crates in the tree: name and folder.
pub fn crates(tree: &Tree) -> Vec<(String, String)> {
    let mut crates: Vec<(String, String)> =
        tree.folder("crates").into_iter().map(|name| (name.to_owned(), format!("crates/{name}"))).collect();
    for name in ["bench"].iter().chain(TOOLS) {
        if tree.has(name) {
            crates.push(((*name).to_owned(), (*name).to_owned()));
        }
    }
    crates
}

/// Check `levels`.
pub fn levels(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, folder) in crates(tree) {
        let path = format!("{folder}/Cargo.toml");
        let Some(text) = tree.text(&path) else {
            faults.push(Fault::new(&path, 1, format!("the crate folder {folder} has no Cargo.toml")));
            continue;
        };
        let manifest = Manifest::of(text);
        // Levels go by name, so a crate under another name would slip through.
        let named = manifest.value(&["package", "name"]).and_then(|name| name.as_str()).unwrap_or_default();
        if named != name {
            faults.push(Fault::new(
                &path,
                1,
                format!("the package is called \"{named}\", its folder {folder}"),
            ));
        }
        let own = level(&name);
        if own.is_none() && !TOOLS.contains(&name.as_str()) {
            let reason = format!(
                "the crate {name} has no level: give it one in checks/src/tidy/levels.rs and ARCHITECTURE.md"
            );
            faults.push(Fault::new(&path, 1, reason));
        }
        for dependency in manifest.dependencies() {
            let other = &dependency.name;
            if name == ALONE {
                let reason = format!("{ALONE} depends on {other}; it may depend on nothing");
                faults.push(Fault::new(&path, dependency.line, reason));
            } else if TOOLS.contains(&other.as_str()) {
                let reason = format!("{name} depends on {other}; nothing may");
                faults.push(Fault::new(&path, dependency.line, reason));
            } else if TOOLS.contains(&name.as_str()) && level(other).is_some() {
                let reason = format!("{name} depends on {other}; a tool may depend on no crate of ours");
                faults.push(Fault::new(&path, dependency.line, reason));
            }
            let (Some(own), Some(level)) = (own, level(other)) else { continue };
            let (allowed, bound) = match dependency.purpose {
                Purpose::Dev => (level <= own, format!("tests of level {own} may use levels up to {own}")),
                Purpose::Normal | Purpose::Build => {
                    (level < own, format!("level {own} may use only levels below {own}"))
                }
            };
            if !allowed {
                let reason = format!("{name} depends on {other} of level {level}; {bound}");
                faults.push(Fault::new(&path, dependency.line, reason));
            }
        }
    }
    faults
}

/// Check `unsafe`.
pub fn unsafe_code(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let root = Manifest::of(tree.text("Cargo.toml").unwrap_or_default());
    let unsafe_code = root.value(&["workspace", "lints", "rust", "unsafe_code"]);
    if unsafe_code.and_then(|level| level.as_str()) != Some("forbid") {
        let reason = "[workspace.lints.rust] must say unsafe_code = \"forbid\"";
        faults.push(Fault::new("Cargo.toml", 1, reason));
    }
    for (_, folder) in crates(tree) {
        let path = format!("{folder}/Cargo.toml");
        let manifest = Manifest::of(tree.text(&path).unwrap_or_default());
        if manifest.value(&["lints", "workspace"]).and_then(|value| value.as_bool()) != Some(true) {
            faults.push(Fault::new(
                &path,
                1,
                "must say [lints] workspace = true, or unsafe code is not forbidden",
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels_of(name: &str, rest: &str) -> Vec<Fault> {
        let folder =
            if name == "bench" || TOOLS.contains(&name) { name.to_owned() } else { format!("crates/{name}") };
        let text = format!("[package]\nname = \"{name}\"\n{rest}");
        levels(&Tree::of(&[(&format!("{folder}/Cargo.toml"), &text)]))
    }

    #[test]
    fn downwards_is_fine() {
        assert_eq!(
            levels_of("houseway", "[dependencies]\ntiles.workspace = true\nrulebook.workspace = true\n"),
            []
        );
        assert_eq!(levels_of("bench", "[dependencies]\ncli = { path = \"x\" }\n"), []);
        assert_eq!(levels_of("tiles", "[dependencies]\nserde = \"1\"\n"), []);
    }

    #[test]
    fn upwards_and_sideways_are_not() {
        let faults =
            levels_of("rulebook", "[dependencies]\ngame.workspace = true\nhouseway.workspace = true\n");
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [4, 5]);
        assert!(faults[0].reason.contains("game of level 1") && faults[0].reason.contains("below 1"));
        assert_eq!(levels_of("tiles", "[build-dependencies]\nmoney.workspace = true\n").len(), 1);
    }

    #[test]
    fn a_new_name_does_not_hide_a_crate() {
        assert_eq!(
            levels_of("tiles", "[dependencies]\nx = { package = \"cli\", path = \"../cli\" }\n").len(),
            1
        );
    }

    #[test]
    fn tests_may_use_their_own_level_but_none_above() {
        assert_eq!(levels_of("rulebook", "[dev-dependencies]\ngame.workspace = true\n"), []);
        assert_eq!(levels_of("rulebook", "[dev-dependencies]\nhouseway.workspace = true\n").len(), 1);
    }

    #[test]
    fn every_crate_needs_a_level_a_manifest_and_its_own_name() {
        assert!(levels_of("mahjong", "")[0].reason.contains("mahjong has no level"));
        assert!(levels(&Tree::of(&[("crates/tiles/src/lib.rs", "")]))[0].reason.contains("no Cargo.toml"));
        let other = Tree::of(&[("crates/tiles/Cargo.toml", "[package]\nname = \"dominoes\"\n")]);
        assert!(levels(&other)[0].reason.contains("\"dominoes\""));
    }

    #[test]
    fn xtask_stands_alone() {
        assert_eq!(levels_of("xtask", ""), []);
        assert_eq!(levels_of("xtask", "[dev-dependencies]\nproptest = \"1\"\n").len(), 1);
        assert_eq!(levels_of("cli", "[dependencies]\nxtask = { path = \"x\" }\n").len(), 1);
    }

    #[test]
    fn other_tools_use_crates_of_others_and_none_of_ours() {
        assert_eq!(levels_of("checks", "[dependencies]\nsyn = \"3\"\n"), []);
        assert_eq!(levels_of("checks", "[dependencies]\nrulebook.workspace = true\n").len(), 1);
        assert_eq!(levels_of("cli", "[dev-dependencies]\nchecks = { path = \"x\" }\n").len(), 1);
    }

    #[test]
    fn unsafe_is_forbidden_for_all() {
        let root = ("Cargo.toml", "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n");
        let good = ("crates/tiles/Cargo.toml", "[lints]\nworkspace = true\n");
        assert_eq!(unsafe_code(&Tree::of(&[root, good])), []);
        assert_eq!(unsafe_code(&Tree::of(&[root, ("crates/tiles/Cargo.toml", "")])).len(), 1);
        assert_eq!(
            unsafe_code(&Tree::of(&[root, ("crates/tiles/Cargo.toml", "[lints]\nworkspace = false\n")]))
                .len(),
            1
        );
        let deny = ("Cargo.toml", "[workspace.lints.rust]\nunsafe_code = \"deny\"\n");
        assert_eq!(unsafe_code(&Tree::of(&[deny, good])).len(), 1);
    }
}
