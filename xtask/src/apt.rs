//! Programs of the machine: found, or installed by Debian's package tool, or named as missing.
//!
//! May touch: the search path, `id`, and apt-get when something is missing and we are root.

use crate::run::{Failure, output, run, say};
use std::path::PathBuf;
use std::process::Command;

/// What `find` finds; if that is nothing, the package is installed first. Without the right to install, or
/// if the package does not bring it, the failure says what to do.
pub fn ensure<T>(package: &str, find: impl Fn() -> Option<T>) -> Result<T, Failure> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let by_hand = format!("{package} is missing: apt-get install -y {package}, as root");
    if !is_root()? || program("apt-get").is_none() {
        return Err(Failure::failed(by_hand));
    }
    say(&format!("{package} is missing: apt-get install -y {package}\n"));
    // A fresh machine has no list of packages, or one too old to be true.
    if install(package).is_err() {
        let update = run(Command::new("apt-get").args(["update", "-q"]));
        update.and_then(|()| install(package)).map_err(|failure| {
            Failure::failed(format!("{package} is missing and could not be installed: {}", failure.line))
        })?;
    }
    find().ok_or_else(|| Failure::failed(format!("{package} is installed, but its programs were not found")))
}

fn install(package: &str) -> Result<(), Failure> {
    // The package and what it needs, not what it recommends: for Chromium that would be printers. Another
    // apt-get may be at work: wait for it.
    let quiet = ["-y", "-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300"];
    let mut install = Command::new("apt-get");
    install.arg("install").args(quiet).arg("--no-install-recommends").arg(package);
    run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Whether we may do everything.
pub fn is_root() -> Result<bool, Failure> {
    Ok(user_id(&[])? == 0)
}

/// The number of a user, or ours.
pub fn user_id(user: &[&str]) -> Result<u32, Failure> {
    let said = output(Command::new("id").arg("-u").args(user))?;
    let said = String::from_utf8_lossy(&said);
    said.trim().parse().map_err(|_| Failure::failed(format!("`id -u` said \"{}\"", said.trim())))
}

/// Where a program is on the search path.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed() {
        assert_eq!(ensure("no-such-package", || Some(7)).expect("it is there"), 7);
    }

    #[test]
    fn programs_are_found_by_name() {
        assert!(program("sh").is_some_and(|file| file.ends_with("sh")));
        assert_eq!(program("no-such-program-here"), None);
    }
}
