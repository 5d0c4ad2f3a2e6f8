//! `test`: the one test command; what it runs is what CI runs.
//!
//! May touch: cargo, Node, Chromium, a throw-away PostgreSQL; installs what of these is missing, if it may.
//! Needs no network when all of it is there and everything it builds is cached.

use crate::postgres::Postgres;
use crate::run::{Failure, cargo, has_crate, run, say, succeeds, target};
use crate::steps::{self, Done, Step};
use crate::{app, checks, types, web};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the steps share: the project, and what one step starts and a later one uses.
struct Site {
    root: PathBuf,
    postgres: Option<Postgres>,
    /// For nextest, to pick tests.
    filters: Vec<String>,
}

impl Site {
    /// What tests are told of PostgreSQL, which is started on first use; nothing before there is a journal.
    fn postgres(&mut self) -> Result<Option<&Postgres>, Failure> {
        if self.postgres.is_none() && has_crate(&self.root, "journal") {
            self.postgres = Some(Postgres::start()?);
        }
        Ok(self.postgres.as_ref())
    }
}

/// Every step, in order.
const STEPS: [Step<Site>; 12] = [
    Step { name: "room", run: |site| room(&site.root) },
    Step { name: "format", run: |site| format(&site.root) },
    // Before anything is built that has it inside.
    Step { name: "app", run: |site| ran(app::ready(&site.root)) },
    Step { name: "clippy", run: |site| clippy(&site.root) },
    Step { name: "tidy", run: |site| ran(checks::tidy(&site.root, &[])) },
    Step { name: "postgres", run: postgres },
    Step { name: "rust", run: rust },
    Step {
        name: "doc",
        run: |site| ran(run(&mut cargo(&site.root, &["test", "--workspace", "--doc", "--locked"]))),
    },
    Step { name: "clauses", run: |site| ran(checks::clauses(&site.root, &[])) },
    Step { name: "types", run: |site| types::check(&site.root) },
    Step { name: "web", run: |site| web::unit(&site.root) },
    Step { name: "browser", run: browser },
];

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    keep_going: bool,
    /// The names of steps; none for all of them.
    only: Vec<String>,
    filters: Vec<String>,
}

/// Runs every step, or those named.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let asked = understand(arguments)?;
    let steps: Vec<Step<Site>> = STEPS
        .into_iter()
        .filter(|step| asked.only.is_empty() || asked.only.iter().any(|name| name == step.name))
        .collect();
    let mut site = Site { root: root.to_path_buf(), postgres: None, filters: asked.filters };
    steps::run(&steps, &mut site, asked.keep_going)
}

fn understand(arguments: &[String]) -> Result<Asked, Failure> {
    let mut asked = Asked { keep_going: false, only: Vec::new(), filters: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            asked.filters = rest.by_ref().cloned().collect();
        } else if word == "--keep-going" {
            asked.keep_going = true;
        } else if STEPS.iter().any(|step| step.name == word) {
            asked.only.push(word.clone());
        } else {
            let names = STEPS.map(|step| step.name).join(", ");
            return Err(Failure::usage(format!(
                "test takes --keep-going or steps ({names}), got \"{word}\""
            )));
        }
    }
    // Whoever picks tests must say so, or a run would look whole that was not.
    if !asked.filters.is_empty() && asked.only != ["rust"] {
        return Err(Failure::usage("arguments after -- are for nextest: test rust -- ARGUMENTS"));
    }
    Ok(asked)
}

fn ran(result: Result<(), Failure>) -> Result<Done, Failure> {
    result.map(|()| Done::Ran)
}

/// What a run writes at most, in MiB: everything built anew, and what tests leave until they end.
const ROOM_MIB: u64 = 12 * 1024;

/// Refuses to begin where a disk would be full before the end: linkers and databases say so in strange words.
fn room(root: &Path) -> Result<Done, Failure> {
    let target = target(root);
    let built = match target.join("debug").exists() {
        // What is built already is not written again.
        true => ROOM_MIB / 2,
        false => ROOM_MIB,
    };
    let place = if target.exists() { target } else { root.to_path_buf() };
    match free_mib(&place) {
        Some(free) if free < built => Err(Failure::failed(format!(
            "{} has {free} MiB free, and a run takes up to {built}: remove what is not needed (`cargo clean`)",
            place.display()
        ))),
        // Where nobody can say how much is free, the run will tell.
        _ => Ok(Done::Ran),
    }
}

/// MiB that are free where a folder is.
fn free_mib(place: &Path) -> Option<u64> {
    let said = Command::new("df").arg("-Pk").arg(place).output().ok()?;
    free_of(&String::from_utf8(said.stdout).ok()?)
}

/// The fourth column of the last line of `df -Pk`, in MiB.
fn free_of(said: &str) -> Option<u64> {
    let kib: u64 = said.lines().last()?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kib / 1024)
}

fn format(root: &Path) -> Result<Done, Failure> {
    if !succeeds(&mut cargo(root, &["fmt", "--version"])) {
        return Err(Failure::failed("rustfmt is missing: rustup component add rustfmt"));
    }
    ran(run(&mut cargo(root, &["fmt", "--all", "--", "--check"])))
}

fn clippy(root: &Path) -> Result<Done, Failure> {
    if !succeeds(&mut cargo(root, &["clippy", "--version"])) {
        return Err(Failure::failed("clippy is missing: rustup component add clippy"));
    }
    ran(run(&mut cargo(
        root,
        &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    )))
}

/// Starts PostgreSQL for the tests that follow, and proves that it answers and can be restarted.
fn postgres(site: &mut Site) -> Result<Done, Failure> {
    match site.postgres()? {
        Some(postgres) => ran(postgres.prove()),
        None => Ok(Done::Skipped("there is no crates/journal yet".to_owned())),
    }
}

fn rust(site: &mut Site) -> Result<Done, Failure> {
    if !succeeds(&mut cargo(&site.root, &["nextest", "--version"])) {
        say("cargo-nextest is missing: cargo install cargo-nextest --locked\n");
        run(&mut cargo(&site.root, &["install", "cargo-nextest", "--locked"])).map_err(|failure| {
            Failure::failed(format!("cargo-nextest is missing and could not be installed: {}", failure.line))
        })?;
    }
    let environment = environment(site)?;
    // Every failure is worth knowing, above all on a machine that one cannot look into.
    let mut tests = cargo(&site.root, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"]);
    let scratch = Scratch::new()?;
    ran(run(tests.args(&site.filters).envs(environment).env("TMPDIR", &scratch.0)))
}

/// A folder for what tests leave behind, gone with the step: names are made of process numbers, which come again, and
/// what a killed test left would be found by another.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let folder = std::env::temp_dir().join(format!("houseway-tests-{began:x}"));
        std::fs::create_dir(&folder)
            .map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn browser(site: &mut Site) -> Result<Done, Failure> {
    let environment = environment(site)?;
    web::browser(&site.root, environment)
}

/// How tests find PostgreSQL.
fn environment(site: &mut Site) -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(site.postgres()?.into_iter().flat_map(Postgres::environment).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(line: &str) -> Result<Asked, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        understand(&words)
    }

    #[test]
    fn all_steps_or_those_named() {
        let all = understood("").expect("nothing is fine");
        assert_eq!(all, Asked { keep_going: false, only: vec![], filters: vec![] });
        let some = understood("web --keep-going browser").expect("steps are fine");
        assert!(some.keep_going && some.only == ["web", "browser"]);
        let picked = understood("rust -- -E package(journal) restart").expect("filters are fine");
        assert_eq!(picked.filters, ["-E", "package(journal)", "restart"]);
    }

    #[test]
    fn free_room_is_read_from_df() {
        let said = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264108736 42 52428800 46% /\n";
        assert_eq!(free_of(said), Some(51_200));
        assert_eq!(free_of("df: nowhere: No such file\n"), None);
    }

    #[test]
    fn what_it_cannot_read_it_names() {
        for (line, named) in
            [("rest", "\"rest\""), ("--fast", "\"--fast\""), ("-- -p journal", "test rust --")]
        {
            let failure = understood(line).expect_err(line);
            assert!(failure.code == 2 && failure.line.contains(named), "{}", failure.line);
        }
    }

    #[test]
    fn postgres_is_not_started_before_there_is_a_journal() {
        let mut site = Site { root: PathBuf::from("no-such-folder"), postgres: None, filters: vec![] };
        assert!(matches!(postgres(&mut site), Ok(Done::Skipped(_))));
        assert_eq!(environment(&mut site).expect("nothing is started"), []);
    }
}
