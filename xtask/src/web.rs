//! The tests of `web/`: those that need nothing but Node, and those that drive a browser at a real server.
//!
//! May touch: cargo, Node and its packages, Chromium.

use crate::run::{Failure, build_for_tests, has_crate, run};
use crate::steps::Done;
use crate::{chromium, node};
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "web/tests";

/// How long a file of tests may take, in milliseconds.
const PATIENCE: &str = "--test-timeout=600000";

/// Runs `web/tests/*.test.mjs`, and what the app is checked by: its types, and the tests beside its sources.
pub fn unit(root: &Path) -> Result<Done, Failure> {
    let tests = files(root, ".test.mjs");
    if tests.is_empty() {
        return Err(Failure::failed(format!(
            "web/ exists, but {FOLDER}/*.test.mjs does not: it is not tested"
        )));
    }
    node::ready(root)?;
    run(test(root).args(tests))?;
    run(node::program(root, "svelte-check").args(["--tsconfig", "./tsconfig.json", "--fail-on-warnings"]))?;
    run(node::program(root, "vitest").arg("run"))?;
    Ok(Done::Ran)
}

/// Runs `web/tests/*.browser.mjs` at the command just built, which they find by HOUSEWAY_BIN, in the
/// browser they find by HOUSEWAY_CHROMIUM; and with more of an environment, if there is any.
pub fn browser(root: &Path, environment: Vec<(&'static str, String)>) -> Result<Done, Failure> {
    let tests = match there_are(has_crate(root, "server"), files(root, ".browser.mjs"))? {
        Ok(tests) => tests,
        Err(skipped) => return Ok(skipped),
    };
    node::ready(root)?;
    let chromium = chromium::ensure()?;
    let binary = build_for_tests(root)?;
    let mut test = test(root);
    test.env("HOUSEWAY_BIN", binary).env("HOUSEWAY_CHROMIUM", chromium).envs(environment);
    run(test.args(tests))?;
    Ok(Done::Ran)
}

/// The tests to run, or why there are none to run yet. A server without tests in a browser is a failure.
fn there_are(server: bool, tests: Vec<String>) -> Result<Result<Vec<String>, Done>, Failure> {
    if !server {
        return Ok(Err(Done::Skipped("there is no crates/server yet".to_owned())));
    }
    if tests.is_empty() {
        let line = format!("crates/server exists, but {FOLDER}/*.browser.mjs does not: no browser tests it");
        return Err(Failure::failed(line));
    }
    Ok(Ok(tests))
}

fn test(root: &Path) -> Command {
    let mut command = node::node(root);
    command.args(["--test", "--test-reporter=spec", PATIENCE]);
    command
}

/// The files of tests whose names end so, as paths from `web/`, sorted.
fn files(root: &Path, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root.join(FOLDER)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(ending)).map(|name| format!("tests/{name}")).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_tests_may_be_missing_only_while_there_is_no_server() {
        let some = vec!["tests/sign_in.browser.mjs".to_owned()];
        assert!(matches!(there_are(false, vec![]), Ok(Err(Done::Skipped(_)))));
        assert!(matches!(there_are(false, some.clone()), Ok(Err(Done::Skipped(_)))));
        let failure = there_are(true, vec![]).expect_err("a server without tests");
        assert!(failure.line.contains("web/tests/*.browser.mjs does not"), "{}", failure.line);
        assert_eq!(there_are(true, some.clone()).expect("tests").ok(), Some(some));
    }

    #[test]
    fn a_web_folder_without_unit_tests_is_a_failure() {
        assert!(
            unit(Path::new("no-such-folder")).expect_err("no tests").line.contains("*.test.mjs does not")
        );
    }
}
