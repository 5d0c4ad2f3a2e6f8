//! Node and the packages of `web/`, as its lock names them.
//!
//! May touch: node, npm, `web/node_modules`.

use crate::run::{Failure, output, run, say};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The oldest version of Node that the packages run on.
const VERSION_MIN: u32 = 20;

/// Makes sure that Node is there and that the packages are those of the lock.
pub fn ready(root: &Path) -> Result<(), Failure> {
    let version = output(Command::new("node").arg("--version")).map_err(|failure| {
        Failure::failed(format!(
            "node is missing: version {VERSION_MIN} or newer is needed ({})",
            failure.line
        ))
    })?;
    recent(&String::from_utf8_lossy(&version))?;
    if installed(root) {
        return Ok(());
    }
    say("web/node_modules is absent or older than web/package-lock.json: npm ci\n");
    run(Command::new("npm").arg("ci").current_dir(web(root))).map_err(|failure| {
        Failure::failed(format!("the packages of web/ could not be installed: {}", failure.line))
    })
}

/// Node, in the folder `web/`.
pub fn node(root: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(web(root));
    command
}

/// A program that a package brought, in the folder `web/`.
pub fn program(root: &Path, name: &str) -> Command {
    let mut command = Command::new(web(root).join("node_modules/.bin").join(name));
    command.current_dir(web(root));
    command
}

fn web(root: &Path) -> PathBuf {
    root.join("web")
}

/// Refuses a version of Node that is too old.
fn recent(said: &str) -> Result<(), Failure> {
    let version = said.trim();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= VERSION_MIN => Ok(()),
        Some(_) => {
            Err(Failure::failed(format!("node is {version}; version {VERSION_MIN} or newer is needed")))
        }
        None => Err(Failure::failed(format!("`node --version` said \"{version}\", which is not a version"))),
    }
}

/// Whether the packages were installed after the lock was last written. npm leaves the list of what it
/// installed when it is done, so an installation that broke off does not count.
fn installed(root: &Path) -> bool {
    let written = |file: &str| -> Option<SystemTime> {
        std::fs::metadata(web(root).join(file)).and_then(|file| file.modified()).ok()
    };
    match (written("node_modules/.package-lock.json"), written("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::Duration;

    #[test]
    fn an_old_node_is_refused_with_its_version() {
        assert!(recent("v20.1.0\n").is_ok() && recent("v24.0.0").is_ok());
        let old = recent("v18.19.0\n").expect_err("it is too old");
        assert!(old.line.contains("v18.19.0") && old.line.contains("20"), "{}", old.line);
        assert!(recent("soon").expect_err("no version").line.contains("\"soon\""));
    }

    #[test]
    fn packages_older_than_the_lock_do_not_count() {
        let root = std::env::temp_dir().join(format!("houseway-node-{}", std::process::id()));
        let web = root.join("web");
        std::fs::create_dir_all(web.join("node_modules")).expect("a folder can be made");
        let lock = File::create(web.join("package-lock.json")).expect("a file can be made");
        assert!(!installed(&root), "nothing is installed");
        let list = File::create(web.join("node_modules/.package-lock.json")).expect("a file can be made");
        let noon = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        list.set_modified(noon).expect("its time can be set");
        for (locked, counts) in
            [(noon, true), (noon + Duration::from_secs(1), false), (SystemTime::UNIX_EPOCH, true)]
        {
            lock.set_modified(locked).expect("its time can be set");
            assert_eq!(installed(&root), counts, "{locked:?}");
        }
        std::fs::remove_dir_all(&root).expect("the folder can be removed");
    }
}
