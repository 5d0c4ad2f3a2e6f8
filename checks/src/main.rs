//! `checks`: the rules of this repository that no compiler knows, as `cargo xtask tidy` and `cargo xtask clauses`
//! run them.
//!
//! May touch: the arguments, standard output, the files of the project, git. Knows nothing of the other crates.

mod clauses;
mod failure;
mod fault;
mod rows;
mod source;
mod tidy;

use failure::Failure;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    match root().and_then(|root| dispatch(&root, &arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.line.is_empty() {
                // What the user typed is `cargo xtask`.
                eprintln!("xtask: {}", failure.line);
            }
            ExitCode::from(failure.code)
        }
    }
}

fn dispatch(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    match arguments.split_first() {
        Some((name, rest)) if name == "tidy" => tidy::task(root, rest),
        Some((name, rest)) if name == "clauses" => clauses::task(root, rest),
        Some((name, _)) => {
            Err(Failure::usage(format!("no check is called \"{name}\"; there are tidy, clauses")))
        }
        None => Err(Failure::usage("name a check: tidy or clauses")),
    }
}

/// The folder of the workspace. Cargo says at run time where this crate is; asking at compile time would name
/// the wrong checkout when two of them share a target folder.
fn root() -> Result<PathBuf, Failure> {
    let folder = match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(checks) => Path::new(&checks).join(".."),
        None => PathBuf::from("."),
    };
    let root = folder.canonicalize().map_err(|e| Failure::failed(format!("{}: {e}", folder.display())))?;
    if root.join("checks/Cargo.toml").is_file() {
        return Ok(root);
    }
    Err(Failure::failed(format!(
        "{} is not the project's folder: it has no checks/Cargo.toml",
        root.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_arguments_are_usage_errors() {
        for line in [
            "",
            "tdiy",
            "tidy now",
            "clauses --by moon",
            "clauses --by",
            "clauses --theme dice",
            "clauses --missing",
        ] {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let failure = dispatch(Path::new("no-such-folder"), &words).expect_err(line);
            assert_eq!(failure.code, 2, "{line}: {}", failure.line);
            assert!(!failure.line.is_empty() && !failure.line.contains('\n'), "{line}: one line");
        }
    }
}
