//! What goes into a release, and where.
//!
//! May touch: the command that is packed, files of the project, a folder for the manual pages meanwhile.

use crate::archive::{Contents, File};
use crate::licence::Licences;
use std::path::Path;
use std::process::Command;

/// Files of the project, and where they go.
const OWN: [(&str, &str); 6] = [
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("dist/system/houseway.service", "lib/systemd/system/houseway.service"),
    ("dist/system/houseway.conf", "lib/sysusers.d/houseway.conf"),
];

/// Shells, and where their completions go.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/houseway"),
    ("fish", "share/fish/vendor_completions.d/houseway.fish"),
    ("zsh", "share/zsh/site-functions/_houseway"),
];

/// Everything that is packed. `scratch` is a folder to write in.
pub fn of(root: &Path, binary: &Path, scratch: &Path, licences: &Licences) -> Result<Contents, String> {
    let mut contents = Contents::new();
    contents.insert("bin/houseway".to_owned(), File { bytes: read(binary)?, runs: true });
    for (from, to) in OWN {
        contents.insert(to.to_owned(), File::of(read(&root.join(from))?));
    }
    for (shell, to) in SHELLS {
        contents.insert(to.to_owned(), File::of(said(Command::new(binary).args(["completions", shell]))?));
    }
    contents.extend(manual(binary, scratch)?);
    contents.insert("licences/LIST".to_owned(), File::of(licences.list.as_str()));
    let files = licences.files.iter();
    contents.extend(files.map(|(path, bytes)| (format!("licences/{path}"), File::of(bytes.clone()))));
    Ok(contents)
}

/// The manual pages that the command writes.
fn manual(binary: &Path, scratch: &Path) -> Result<Contents, String> {
    let folder = scratch.join("manual");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(failed)?;
    }
    std::fs::create_dir_all(&folder).map_err(failed)?;
    said(Command::new(binary).arg("manual").arg(&folder))?;
    let mut pages = Contents::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        pages.insert(format!("share/man/man1/{name}"), File::of(read(&entry.path())?));
    }
    std::fs::remove_dir_all(&folder).map_err(failed)?;
    if pages.is_empty() {
        return Err(format!("{} manual wrote no page", binary.display()));
    }
    Ok(pages)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a command prints, if it succeeds.
fn said(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?} did not start: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!(
        "{command:?} ended with {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::licence;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    /// A folder of this test's own.
    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("houseway-dist-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        folder
    }

    /// A command that prints completions and writes a page, as the real one does.
    fn command(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("houseway");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("it can be run");
        path
    }

    #[test]
    fn a_release_holds_what_it_should() {
        let folder = scratch("whole");
        let binary =
            command(&folder, "if [ $1 = manual ]; then echo page > \"$2/houseway.1\"; else echo $2; fi");
        let licences =
            licence::of_dependencies(&root(), &crate::host().expect("rustc says")).expect("they are known");
        let contents = of(&root(), &binary, &folder, &licences).expect("all is there");
        for path in [
            "bin/houseway",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
            "lib/systemd/system/houseway.service",
            "lib/sysusers.d/houseway.conf",
            "licences/LIST",
            "share/bash-completion/completions/houseway",
            "share/fish/vendor_completions.d/houseway.fish",
            "share/man/man1/houseway.1",
            "share/zsh/site-functions/_houseway",
        ] {
            assert!(contents.contains_key(path), "{path}");
        }
        assert!(contents["bin/houseway"].runs);
        assert_eq!(contents["share/zsh/site-functions/_houseway"].bytes, b"zsh\n");
        // Dependencies of the command are listed with their licences; those of tests and of ours are not.
        let listed = |name: &str| licences.list.lines().any(|line| line.starts_with(&format!("{name} ")));
        assert!(listed("axum") && listed("clap") && listed("rusqlite"), "{}", licences.list);
        assert!(!listed("proptest") && !listed("paigow") && !listed("syn"), "{}", licences.list);
        assert!(contents.keys().any(|path| path.starts_with("licences/axum-")));
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }

    #[test]
    fn a_command_that_fails_or_writes_no_page_is_named() {
        let folder = scratch("broken");
        for (text, why) in [("exit 3", "completions"), ("true", "wrote no page")] {
            let binary = command(&folder, text);
            let error = of(&root(), &binary, &folder, &Licences::default()).err().expect("it is refused");
            assert!(error.contains(why), "{error}");
        }
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }

    #[test]
    fn the_unit_is_hardened_and_systemd_understands_it() {
        let unit = include_str!("../system/houseway.service");
        for line in [
            "User=houseway",
            "StateDirectory=houseway",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "ProtectHome=yes",
            "PrivateTmp=yes",
            "CapabilityBoundingSet=",
            "SystemCallFilter=@system-service",
            "MemoryDenyWriteExecute=yes",
        ] {
            assert!(unit.lines().any(|own| own == line), "{line}");
        }
        let systemd = || Command::new("systemd-analyze");
        if systemd().arg("--version").output().is_err() {
            return;
        }
        // It wants the command to be there, which it is not before it is installed.
        let folder = scratch("unit");
        let binary = command(&folder, "true");
        let installed = unit.replace("/usr/local/bin/houseway", &binary.display().to_string());
        let path = folder.join("houseway.service");
        std::fs::write(&path, installed).expect("it can be written");
        let output = systemd().args(["verify", "--man=no"]).arg(&path).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // Units of the machine itself may be wrong; ours may not.
        let ours: Vec<&str> = said.lines().filter(|line| line.contains("houseway")).collect();
        assert!(ours.is_empty(), "{said}");
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
