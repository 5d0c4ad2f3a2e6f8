//! PostgreSQL's programs: where Debian keeps them, and who may run them.
//!
//! May touch: the folders of installed programs; installs the package if there are none and it may.

use crate::apt;
use crate::run::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian keeps each version in a folder of its own here, and not on the search path.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The user that Debian's package makes; PostgreSQL refuses to run as root.
const USER: &str = "postgres";

/// The programs, and the user they run as if that is not us.
pub struct Programs {
    folder: PathBuf,
    user: Option<u32>,
}

impl Programs {
    /// The newest version there is, or the package installed.
    pub fn find() -> Result<Self, Failure> {
        let folder = apt::ensure("postgresql", || newest(Path::new(VERSIONS)).or_else(on_the_path))?;
        let user = if apt::is_root()? { Some(apt::user_id(&[USER])?) } else { None };
        Ok(Self { folder, user })
    }

    /// The user who must own a cluster's folder, if not ourselves.
    pub fn owner(&self) -> Option<u32> {
        self.user
    }

    /// A program's file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The words that run a program as the right user.
    pub fn words(&self, name: &str) -> Vec<String> {
        let mut words = Vec::new();
        if self.user.is_some() {
            words.extend(["runuser", "-u", USER, "--"].map(str::to_owned));
        }
        words.push(self.file(name).display().to_string());
        words
    }
}

/// The command of some words. It runs in the folder of all folders, since PostgreSQL's user may not be
/// allowed into ours.
pub fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir("/");
    command
}

/// The folder of programs with the highest version.
fn newest(versions: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(versions).ok()?.flatten().filter_map(|entry| {
        let version: u32 = entry.file_name().to_str()?.split('.').next()?.parse().ok()?;
        let folder = entry.path().join("bin");
        // Clients alone have such a folder too.
        ["initdb", "pg_ctl", "psql"]
            .iter()
            .all(|name| folder.join(name).is_file())
            .then_some((version, folder))
    });
    versions.max().map(|(_, folder)| folder)
}

fn on_the_path() -> Option<PathBuf> {
    let folder = apt::program("pg_ctl")?.parent()?.to_path_buf();
    ["initdb", "psql"].iter().all(|name| folder.join(name).is_file()).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_whole_version_is_taken() {
        let versions = std::env::temp_dir().join(format!("houseway-versions-{}", std::process::id()));
        for (version, files) in [
            ("9", &["initdb", "pg_ctl", "psql"][..]),
            ("15", &["initdb", "pg_ctl", "psql"]),
            ("17", &["psql"]),
        ] {
            let folder = versions.join(version).join("bin");
            std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
            for file in files {
                std::fs::write(folder.join(file), "").expect("a file can be written");
            }
        }
        let found = newest(&versions);
        std::fs::remove_dir_all(&versions).expect("the temporary folder can be removed");
        assert_eq!(found, Some(versions.join("15/bin")));
        assert_eq!(newest(&versions), None);
    }

    #[test]
    fn root_hands_over_to_the_user_and_others_run_it_themselves() {
        let folder = PathBuf::from("/usr/lib/postgresql/15/bin");
        let as_root = Programs { folder: folder.clone(), user: Some(104) };
        assert_eq!(
            as_root.words("initdb").join(" "),
            "runuser -u postgres -- /usr/lib/postgresql/15/bin/initdb"
        );
        let as_other = Programs { folder, user: None };
        assert_eq!(as_other.words("initdb"), ["/usr/lib/postgresql/15/bin/initdb"]);
    }
}
