//! `dist`: builds the `houseway` command as it is released, and packs it with what belongs to it into one file.
//!
//! May touch: cargo, git, Node, the crate `dist`, which packs.

use crate::app;
use crate::run::{Failure, cargo, git, houseway, output, run, say, target};
use std::path::{Path, PathBuf};

/// Builds unless told which command to pack; packs into `packed` in the target folder.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let binary = match understand(arguments)? {
        Some(binary) => binary,
        None => {
            app::ready(root)?;
            say("building the release with optimisation across all crates: half an hour on two cores\n");
            run(&mut cargo(root, &["build", "--profile", "dist", "--locked", "-p", "cli"]))?;
            houseway(root, "dist")
        }
    };
    let folder = target(root).join("packed");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
    let [binary, folder] = [binary, folder].map(|path| path.to_string_lossy().into_owned());
    let time = time(root)?;
    let words = ["run", "--quiet", "--package", "dist", "--"];
    let packing = ["--binary", &binary, "--to", &folder, "--time", &time];
    // It has said what went wrong.
    run(cargo(root, &words).args(packing)).map_err(|failure| Failure { line: String::new(), ..failure })
}

/// The command to pack, if one is named.
fn understand(arguments: &[String]) -> Result<Option<PathBuf>, Failure> {
    match arguments {
        [] => Ok(None),
        [flag, binary] if flag == "--binary" => {
            let binary = std::path::absolute(binary);
            binary.map(Some).map_err(|error| Failure::failed(format!("--binary: {error}")))
        }
        [flag] if flag == "--binary" => Err(Failure::usage("--binary needs a file")),
        [other, ..] => Err(Failure::usage(format!("dist takes --binary FILE, got \"{other}\""))),
    }
}

/// The time that every packed file gets: `SOURCE_DATE_EPOCH`, or when the commit was made.
fn time(root: &Path) -> Result<String, Failure> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(time);
    }
    let said = output(&mut git(root, &["log", "-1", "--format=%ct"]))?;
    Ok(String::from_utf8_lossy(&said).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_be_named() {
        assert_eq!(understand(&[]).expect("nothing is fine"), None);
        let named = understand(&["--binary".to_owned(), "houseway".to_owned()]).expect("a file is fine");
        assert!(named.is_some_and(|path| path.is_absolute() && path.ends_with("houseway")));
    }
}
