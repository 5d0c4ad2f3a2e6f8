//! Places: no file may name a folder or a package server of the machine it was written on.
//!
//! May touch: the text files in the tree. Its patterns are in halves, or it would find itself.

use super::tree::Tree;
use crate::fault::Fault;

/// Folders that exist on somebody's machine only.
const FOLDERS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/fa", "rm/"), concat!("/tmp/b", "ash")];

/// Home folders: this, a name, and a slash.
const HOMES: &str = concat!("/ho", "me/");

/// Package servers that a lock file may pick up from a machine's own settings.
const SERVERS: &[&str] = &[
    concat!("artif", "actory"),
    concat!("jfr", "og"),
    concat!("index.crates", ".io:"),
    concat!("registry.npm", "js.org"),
    concat!("registry.yarn", "pkg.com"),
    concat!("npm.pkg.", "github.com"),
];

/// Where every locked crate comes from.
const CRATES: &str = "\"registry+https://github.com/rust-lang/crates.io-index\"";

/// Check `paths`.
pub fn paths(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts() {
        let config = is_config(path);
        for (index, line) in text.lines().enumerate() {
            if let Some(folder) = machine_folder(line) {
                faults.push(Fault::new(path, index + 1, format!("names a folder of one machine: {folder}")));
            }
            if config && let Some(server) = SERVERS.iter().find(|server| line.contains(*server)) {
                faults.push(Fault::new(path, index + 1, format!("names a package server: {server}")));
            } else if let Some(server) = locked_server(path, line) {
                faults.push(Fault::new(path, index + 1, format!("names a package server: {server}")));
            }
        }
    }
    faults
}

/// The package server, whatever its name, that a line of a lock file or of npm's settings names.
fn locked_server<'a>(path: &str, line: &'a str) -> Option<&'a str> {
    let line = line.trim();
    let value = match path.rsplit('/').next()? {
        "package-lock.json" => line.strip_prefix("\"resolved\":")?,
        "Cargo.lock" => line.strip_prefix("source = ").filter(|source| *source != CRATES)?,
        ".npmrc" => line.split_once('=').filter(|(key, _)| key.trim().ends_with("registry"))?.1,
        _ => return None,
    };
    Some(value.trim().trim_end_matches(',').trim_matches('"'))
}

/// Whether a file is one that package tools read or write.
fn is_config(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let endings = [".lock", ".json", ".toml", ".yaml", ".yml", ".ini", ".cfg"];
    name.starts_with('.') || path.starts_with('.') || endings.iter().any(|ending| name.ends_with(ending))
}

/// The first machine folder in a line. `docs/x/` is no match for `/x/`: a path must begin there.
fn machine_folder(line: &str) -> Option<&str> {
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '}' | ')'))
    };
    for folder in FOLDERS {
        if let Some((at, found)) = line.match_indices(folder).find(|(at, _)| begins(*at)) {
            return Some(&line[at..at + found.len()]);
        }
    }
    line.match_indices(HOMES).filter(|(at, _)| begins(*at)).find_map(|(at, _)| {
        let name = at + HOMES.len();
        let length = line[name..].find('/')?;
        let plain =
            line[name..name + length].chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        (length > 0 && plain).then(|| &line[at..=name + length])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        paths(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn machine_folders_are_found_anywhere() {
        for folder in FOLDERS {
            assert_eq!(count("docs/a.md", &format!("fine\nsee {folder}x\n")), 1, "{folder}");
            assert_eq!(count("a.rs", &format!("\"{folder}x\"")), 1, "{folder}");
            assert_eq!(count("a.txt", &format!("file://{folder}x")), 1, "{folder}");
        }
        assert_eq!(count("a.rs", &format!("let p = \"{HOMES}mei/x\";")), 1);
    }

    #[test]
    fn paths_inside_the_project_are_fine() {
        for folder in FOLDERS {
            assert_eq!(count("a.md", &format!("docs{folder}x and ..{folder}x")), 0, "{folder}");
        }
        assert_eq!(count("a.md", &format!("{HOMES} and {HOMES}<name>/x")), 0);
    }

    #[test]
    fn package_servers_are_found_in_locks_and_settings() {
        for server in SERVERS {
            for path in ["Cargo.lock", "web/package-lock.json", ".npmrc", ".cargo/config.toml", ".ci/run"] {
                assert_eq!(count(path, &format!("url = {server}443/x")), 1, "{path} {server}");
            }
            assert_eq!(count("docs/a.md", server), 0);
        }
    }

    #[test]
    fn the_ordinary_lock_file_is_fine() {
        assert_eq!(
            count("Cargo.lock", "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n"),
            0
        );
    }

    #[test]
    fn a_lock_names_no_server_at_all() {
        for (path, line) in [
            ("web/package-lock.json", "      \"resolved\": \"http://10.0.0.5:4873/x.tgz\","),
            ("Cargo.lock", "source = \"registry+http://10.0.0.5/index\""),
            ("web/.npmrc", "registry = http://10.0.0.5:4873/"),
            ("web/.npmrc", "@felt:registry=http://10.0.0.5:4873/"),
        ] {
            let faults = paths(&Tree::of(&[(path, line)]));
            assert!(faults.len() == 1 && faults[0].reason.contains("10.0.0.5"), "{path}: {faults:?}");
        }
        assert_eq!(count("web/package-lock.json", "      \"integrity\": \"sha512-x\","), 0);
        assert_eq!(count("web/.npmrc", "omit-lockfile-registry-resolved=true"), 0);
    }

    #[test]
    fn this_file_does_not_find_itself() {
        assert_eq!(count("checks/src/tidy/places.rs", include_str!("places.rs")), 0);
    }
}
