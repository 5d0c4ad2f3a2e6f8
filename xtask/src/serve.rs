//! `serve`: builds the `houseway` command and becomes its server, on port 7700 with its files in `./var`.
//!
//! May touch: cargo, Node, the command it built.

use crate::app;
use crate::run::{Failure, cargo, houseway, run, say};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Builds, then becomes `houseway serve`.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    // Whoever has no Node plays all the same.
    if let Err(failure) = app::ready(root) {
        say(&format!("{}\nthe house serves its small page in place of the web app\n", failure.line));
    }
    let binary = houseway(root, "serve");
    if !binary.exists() {
        say("building the server: about five minutes on two cores the first time, seconds after that\n");
    }
    let build = ["build", "--profile", "serve", "--no-default-features", "--locked", "-p", "cli"];
    run(&mut cargo(root, &build))?;
    // In place of this process, so that signals reach the server and its exit status is ours.
    let error = Command::new(&binary).current_dir(root).arg("serve").args(words(arguments)).exec();
    Err(Failure::failed(format!("{} did not start: {error}", binary.display())))
}

/// What `houseway serve` is told: the arguments, and the usual port and folder unless they are among them.
fn words(arguments: &[String]) -> Vec<String> {
    let given = arguments.strip_prefix(&["--".to_owned()]).unwrap_or(arguments);
    let mut words = Vec::new();
    for (flag, value) in [("--port", "7700"), ("--data", "./var")] {
        let has = |word: &String| {
            word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        if !given.iter().any(has) {
            words.extend([flag.to_owned(), value.to_owned()]);
        }
    }
    words.extend(given.iter().cloned());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_port_and_folder_unless_told_otherwise() {
        let told = |line: &str| {
            let given: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            words(&given).join(" ")
        };
        assert_eq!(told(""), "--port 7700 --data ./var");
        assert_eq!(told("--port 80"), "--data ./var --port 80");
        assert_eq!(told("--data=x --ports"), "--port 7700 --data=x --ports");
        assert_eq!(told("-- --help"), "--port 7700 --data ./var --help");
    }
}
