//! `types`: the TypeScript types of the API, made from the description that the command prints.
//!
//! May touch: cargo, the packages of `web/`, a temporary folder, and `web/src/wire/api.ts`.

use crate::node;
use crate::run::{Failure, build_for_tests, has_crate, no_arguments, output, say, succeeds};
use crate::steps::Done;
use std::path::Path;
use std::process::Command;

/// Where the types are kept.
const PATH: &str = "web/src/wire/api.ts";

/// Writes the types anew.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    no_arguments("types", arguments)?;
    let text = types(root, &build_for_tests(root)?)?;
    let failed = |e: std::io::Error| Failure::failed(format!("{PATH} cannot be written: {e}"));
    let changed = std::fs::read_to_string(root.join(PATH)).ok().as_ref() != Some(&text);
    if changed {
        std::fs::create_dir_all(root.join("web/src/wire")).map_err(failed)?;
        std::fs::write(root.join(PATH), text).map_err(failed)?;
    }
    say(&format!("{PATH} {}\n", if changed { "is written anew" } else { "is as it was" }));
    Ok(())
}

/// Whether the types kept are those of the description.
pub fn check(root: &Path) -> Result<Done, Failure> {
    if !has_crate(root, "server") {
        return Ok(Done::Skipped("there is no crates/server yet".to_owned()));
    }
    let houseway = build_for_tests(root)?;
    let kept = std::fs::read_to_string(root.join(PATH)).ok();
    // Types that are kept need the command they were made with; before there are any, it may be missing.
    if kept.is_none() && !succeeds(Command::new(&houseway).args(["api", "describe", "--help"])) {
        return Ok(Done::Skipped(format!(
            "there is neither a command `houseway api describe` nor {PATH} yet"
        )));
    }
    if kept == Some(types(root, &houseway)?) {
        return Ok(Done::Ran);
    }
    Err(Failure::failed(format!("{PATH} is stale: run cargo xtask types")))
}

/// The types that the command's description asks for.
fn types(root: &Path, houseway: &Path) -> Result<String, Failure> {
    node::ready(root)?;
    let description = output(Command::new(houseway).args(["api", "describe"]))?;
    let folder = std::env::temp_dir().join(format!("houseway-types-{}", std::process::id()));
    let result = in_folder(root, &folder, &description);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn in_folder(root: &Path, folder: &Path, description: &[u8]) -> Result<String, Failure> {
    let named = |e: std::io::Error| Failure::failed(format!("{}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(named)?;
    let (from, to) = (folder.join("openapi.json"), folder.join("api.ts"));
    std::fs::write(&from, description).map_err(named)?;
    output(node::program(root, "openapi-typescript").arg(&from).arg("--output").arg(&to))?;
    std::fs::read_to_string(&to).map_err(named)
}
