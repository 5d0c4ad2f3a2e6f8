//! The keeper of a cluster: a process that waits for us to end, however we end, and then tidies up.
//!
//! May touch: one shell. We hold the writing end of its input and never write: when we drop it, are
//! interrupted or are killed, the input ends, and the keeper does its one job. A handler for signals would
//! need unsafe code or a dependency, and would not survive a kill.

use crate::run::Failure;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Waits for its input to end; then runs the words, and removes the folder. What is being written there
/// at that moment (an initdb that is interrupted too) gets a second sweep.
const SCRIPT: &str = r#"trap '' HUP INT TERM
folder=$1; shift
while read -r line; do :; done
"$@"
rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }"#;

/// A keeper at its post; dropping it sets it to work and waits until it is done.
pub struct Keeper {
    process: Child,
}

impl Keeper {
    /// Posts a keeper that will run the words and remove the folder.
    pub fn post(folder: &Path, stop: &[String]) -> Result<Self, Failure> {
        let process = Command::new("sh")
            .args(["-c", SCRIPT, "keeper"])
            .arg(folder)
            .args(stop)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A terminal's Ctrl-C goes to our group; the keeper must not be in it.
            .process_group(0)
            .spawn()
            .map_err(|e| Failure::failed(format!("the keeper of {} did not start: {e}", folder.display())))?;
        Ok(Self { process })
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("houseway-keeper-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("data")).expect("a temporary folder can be made");
        folder
    }

    #[test]
    fn dropping_the_keeper_runs_the_words_and_removes_the_folder() {
        let (kept, witness) = (folder("dropped"), folder("witness"));
        let words = ["touch".to_owned(), witness.join("stopped").display().to_string()];
        let keeper = Keeper::post(&kept, &words).expect("sh starts");
        assert!(kept.is_dir(), "nothing happens while we live");
        drop(keeper);
        assert!(!kept.exists() && witness.join("stopped").is_file());
        std::fs::remove_dir_all(witness).expect("the witness can be removed");
    }

    #[test]
    fn the_folder_goes_even_if_the_words_fail() {
        let kept = folder("failing");
        drop(Keeper::post(&kept, &["false".to_owned()]).expect("sh starts"));
        assert!(!kept.exists());
    }
}
