//! Purity: the crates that hold rules know no float, clock, disk, network, thread, chance or screen.
//!
//! May touch: the sources and manifests in the tree. Comments and literals do not count.

use super::manifest::{Manifest, Purpose};
use super::tree::Tree;
use crate::fault::Fault;
use crate::source::{is_sign, walk};
use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::Lit;

/// The crates that hold rules. `odds` is not among them: it computes with floats.
const PURE: &[&str] = &["tiles", "money", "rulebook", "game", "houseway", "paigow", "roulette", "tournament"];

/// What one file may use although its crate is pure, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "crates/rulebook/src/folder.rs",
    "std::fs",
    "books are folders; this is the one place that opens them",
)];

/// Words that no pure source has.
const WORDS: &[&str] = &[
    "f32",
    "f64",
    "SystemTime",
    "Instant",
    "tokio",
    "rand",
    "rand_core",
    "rand_chacha",
    "getrandom",
    "fastrand",
];

/// Modules of the standard library that no pure source has.
const MODULES: &[&str] = &["time", "fs", "net", "thread", "process", "env"];

/// Macros that print.
const PRINTS: &[&str] = &["println", "eprintln", "print", "eprint"];

/// Crates that no pure crate depends on, in its tests excepted. `rand_…` goes with `rand`.
const CRATES: &[&str] = &[
    "rand",
    "getrandom",
    "fastrand",
    "tokio",
    "async-std",
    "smol",
    "mio",
    "hyper",
    "reqwest",
    "jiff",
    "chrono",
    "time",
];

/// Check `pure`.
pub fn pure(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for name in PURE {
        let path = format!("crates/{name}/Cargo.toml");
        for dependency in Manifest::of(tree.text(&path).unwrap_or_default()).dependencies() {
            let banned = CRATES.contains(&dependency.name.as_str()) || dependency.name.starts_with("rand_");
            if banned && dependency.purpose != Purpose::Dev {
                let reason = format!("{name} is pure; it may not depend on {}", dependency.name);
                faults.push(Fault::new(&path, dependency.line, reason));
            }
        }
        let sources = format!("crates/{name}/src/");
        for (path, text) in tree.with_ending(&[".rs"]).filter(|(path, _)| path.starts_with(&sources)) {
            let Ok(tokens) = text.parse() else { continue };
            for (line, what) in impurities(tokens) {
                if !EXCEPTIONS.iter().any(|(file, allowed, _)| *file == path && *allowed == what) {
                    faults.push(Fault::new(path, line, format!("{name} is pure; it may not use {what}")));
                }
            }
        }
    }
    faults
}

/// What is impure among these tokens, with its line.
fn impurities(tokens: TokenStream) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    walk(tokens, &mut |trees, at| match &trees[at] {
        TokenTree::Ident(word) => {
            let (name, line, after) = (word.to_string(), word.span().start().line, &trees[at + 1..]);
            if WORDS.contains(&name.as_str()) {
                found.push((line, name));
            } else if PRINTS.contains(&name.as_str()) && after.first().is_some_and(|next| is_sign(next, '!'))
            {
                found.push((line, format!("{name}!")));
            } else if name == "std" {
                let banned =
                    modules(after).into_iter().filter(|(_, module)| MODULES.contains(&module.as_str()));
                found.extend(banned.map(|(line, module)| (line, format!("std::{module}"))));
            }
        }
        TokenTree::Literal(number) if is_float(&trees[..at], number) => {
            found.push((number.span().start().line, format!("the float {number}")));
        }
        _ => {}
    });
    found
}

/// The modules named after `std`, one or a group: `::fs`, or `::{fs, io::{Read, Write}}`.
fn modules(after: &[TokenTree]) -> Vec<(usize, String)> {
    let [first, second, named, ..] = after else { return Vec::new() };
    if !is_sign(first, ':') || !is_sign(second, ':') {
        return Vec::new();
    }
    let all: Vec<TokenTree> = match named {
        TokenTree::Group(group) => group.stream().into_iter().collect(),
        one => vec![one.clone()],
    };
    let firsts = all.split(|tree| is_sign(tree, ',')).filter_map(<[TokenTree]>::first);
    firsts.map(|first| (first.span().start().line, first.to_string())).collect()
}

/// Whether a literal is a float: `0.5`, `1e9`, `2f64`. In `x.0.5` the point before it says that it is two fields.
fn is_float(before: &[TokenTree], literal: &Literal) -> bool {
    let field = match before {
        [.., earlier, point] => is_sign(point, '.') && !is_sign(earlier, '.'),
        _ => false,
    };
    !field
        && match Lit::new(literal.clone()) {
            Lit::Float(_) => true,
            Lit::Int(number) => matches!(number.suffix(), "f32" | "f64"),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        impurities(text.parse().expect("it has tokens")).into_iter().map(|(_, what)| what).collect()
    }

    #[test]
    fn every_impure_thing_is_found() {
        for (text, what) in [
            ("fn edge() -> f64 {}", "f64"),
            ("let x = 1.5;", "the float 1.5"),
            ("let x = 2f32;", "the float 2f32"),
            ("let x = 1e9;", "the float 1e9"),
            ("use std::time::Duration;", "std::time"),
            ("let t = Instant::now();", "Instant"),
            ("std::fs::read(path)", "std::fs"),
            ("use std::{fmt, net::TcpStream};", "std::net"),
            ("use std::{collections::{BTreeMap, HashMap}, thread};", "std::thread"),
            ("std::process::exit(1)", "std::process"),
            ("std::env::var(\"X\")", "std::env"),
            ("use tokio::task;", "tokio"),
            ("rand::random()", "rand"),
            ("println!(\"{x}\")", "println!"),
            ("eprint!(\"{x}\")", "eprint!"),
        ] {
            assert_eq!(found(text), [what], "{text}");
        }
    }

    #[test]
    fn what_only_looks_impure_is_fine() {
        for text in [
            "// f64, std::fs, println!",
            "let s = \"std::time f32\";",
            "env!(\"CARGO_PKG_VERSION\"); include_str!(\"x\")",
            "let t = x.0.1; let r = 0..5; let h = 0x1f32; let n = 1usize;",
            "use std::{fmt, io::{self, time}};",
            "fn print(time: u8, fs: u8) {}",
            "let operand = grand;",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn only_sources_of_pure_crates_count() {
        let text = "use std::fs;\n";
        for (path, count) in [
            ("crates/tiles/src/lib.rs", 1),
            ("crates/rulebook/src/book.rs", 1),
            ("crates/rulebook/src/folder.rs", 0),
            ("crates/tiles/tests/goldens.rs", 0),
            ("crates/odds/src/lib.rs", 0),
            ("crates/cli/src/main.rs", 0),
        ] {
            assert_eq!(pure(&Tree::of(&[(path, text)])).len(), count, "{path}");
        }
    }

    #[test]
    fn the_exception_is_for_one_thing_only() {
        let tree = Tree::of(&[("crates/rulebook/src/folder.rs", "use std::fs;\nlet x = Instant::now();\n")]);
        let faults = pure(&tree);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].line == 2 && faults[0].reason.contains("Instant"));
    }

    #[test]
    fn dependencies_count_those_of_tests_do_not() {
        let path = "crates/paigow/Cargo.toml";
        assert_eq!(
            pure(&Tree::of(&[(path, "[dependencies]\nrand = \"1\"\nrand_chacha = \"1\"\nserde = \"1\"\n")]))
                .len(),
            2
        );
        assert_eq!(pure(&Tree::of(&[(path, "[dev-dependencies]\nrand = \"1\"\n")])), []);
    }
}
