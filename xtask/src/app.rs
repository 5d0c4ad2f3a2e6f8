//! The web app: built into `web/dist`, where `server` embeds it from; or served as it is worked on.
//!
//! May touch: Node, the packages of `web/`, `web/dist`.

use crate::node;
use crate::run::{Failure, run, say};
use std::path::Path;

#[path = "../../crates/server/build/fresh.rs"]
mod fresh;

/// Where a house is taken to run for whoever works on the app.
const HOUSE: &str = "http://127.0.0.1:7700";

/// Builds the app, unless it is of the sources that are there.
pub fn ready(root: &Path) -> Result<(), Failure> {
    let web = root.join("web");
    let wanted = fresh::imprint(&web).map_err(|error| Failure::failed(format!("web/: {error}")))?;
    let stamp = web.join(fresh::STAMP);
    if std::fs::read_to_string(&stamp).is_ok_and(|built| built.trim() == wanted) {
        return Ok(());
    }
    node::ready(root)?;
    say("building the web app: seconds\n");
    // What was built before is gone first, with what it said of itself.
    run(node::program(root, "vite").args(["build", "--emptyOutDir", "--logLevel", "warn"]))?;
    run(node::node(root).arg("scripts/pack.mjs"))?;
    let failed = |error: std::io::Error| Failure::failed(format!("{}: {error}", stamp.display()));
    std::fs::write(&stamp, format!("{wanted}\n")).map_err(failed)
}

/// `web`: the app with hot reload, in front of a running house.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let house = match arguments {
        [] => HOUSE,
        [house] if house.starts_with("http://") || house.starts_with("https://") => house,
        [other, ..] => {
            return Err(Failure::usage(format!(
                "web takes the address of a house such as {HOUSE}, got \"{other}\""
            )));
        }
    };
    node::ready(root)?;
    say(&format!("the app in front of {house}, which has to run: cargo xtask serve\n"));
    run(node::program(root, "vite").env("HOUSEWAY_URL", house))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_file_of_the_sources_is_another_app() {
        let web = std::env::temp_dir().join(format!("houseway-app-{}", std::process::id()));
        let put = |name: &str, text: &str| {
            let path = web.join(name);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
            fresh::imprint(&web).expect("it can be read")
        };
        let first = put("src/main.ts", "let a = 1;");
        assert_eq!(put("src/main.ts", "let a = 1;"), first);
        assert_eq!(put("tests/a.mjs", "no source of the app"), first);
        let second = put("src/main.ts", "let a = 2;");
        assert_ne!(second, first);
        let third = put("src/felt/tile.ts", "");
        assert!(third != first && third != second);
        std::fs::remove_dir_all(&web).expect("it can be removed");
    }

    #[test]
    fn whoever_works_on_the_app_names_a_house_or_nothing() {
        let refused = task(Path::new("nowhere"), &["7700".to_owned()]).expect_err("no address");
        assert!(refused.line.contains("\"7700\""), "{}", refused.line);
    }
}
