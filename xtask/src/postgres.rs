//! `postgres`: a throw-away PostgreSQL for tests and benchmarks, in a temporary folder, gone afterwards.
//!
//! May touch: PostgreSQL's programs, the temporary folder, free ports of this machine. Two clusters: one
//! that stays up, and one that tests may restart without disturbing the others. Tests find them by:
//!
//! - `HOUSEWAY_POSTGRES`: the address of the one that stays up;
//! - `HOUSEWAY_POSTGRES_RESTART`: the address of the one that may go down;
//! - `HOUSEWAY_POSTGRES_CTL`: the shell command that rules the second, but for its last words, such as
//!   `restart -m immediate`.

mod cluster;
mod keeper;
mod programs;

use crate::run::{Failure, no_arguments, output, say};
use cluster::Cluster;
use programs::Programs;
use std::path::Path;
use std::process::Command;

/// Both clusters; they end with this value.
pub struct Postgres {
    programs: Programs,
    steady: Cluster,
    shaken: Cluster,
}

impl Postgres {
    /// Installs PostgreSQL if need be, clears what killed runs left, and starts both clusters.
    pub fn start() -> Result<Self, Failure> {
        let programs = Programs::find()?;
        cluster::sweep(&programs);
        let steady = Cluster::start(&programs, 0)?;
        let shaken = Cluster::start(&programs, 1)?;
        Ok(Self { programs, steady, shaken })
    }

    /// What tests look for, by name.
    pub fn environment(&self) -> [(&'static str, String); 3] {
        [
            ("HOUSEWAY_POSTGRES", self.steady.url()),
            ("HOUSEWAY_POSTGRES_RESTART", self.shaken.url()),
            ("HOUSEWAY_POSTGRES_CTL", self.shaken.control()),
        ]
    }

    /// Asks both clusters a question, the second after a restart as tests would do it.
    pub fn prove(&self) -> Result<(), Failure> {
        self.ask(&self.steady)?;
        output(Command::new("sh").arg("-c").arg(format!("{} restart -m immediate", self.shaken.control())))?;
        self.ask(&self.shaken)
    }

    fn ask(&self, cluster: &Cluster) -> Result<(), Failure> {
        let question = ["-X", "-A", "-t", "-c", "select 8 * 4", &cluster.url()];
        let said = output(Command::new(self.programs.file("psql")).args(question))?;
        let said = String::from_utf8_lossy(&said);
        if said.trim() == "32" {
            return Ok(());
        }
        Err(Failure::failed(format!("PostgreSQL at {} said \"{}\", not 32", cluster.url(), said.trim())))
    }
}

/// Starts both clusters, says where they are, and waits to be interrupted.
pub fn task(_root: &Path, arguments: &[String]) -> Result<(), Failure> {
    no_arguments("postgres", arguments)?;
    let postgres = Postgres::start()?;
    postgres.prove()?;
    for (name, value) in postgres.environment() {
        say(&format!("export {name}={}\n", quoted(&value)));
    }
    say("PostgreSQL runs until Ctrl-C; paste the lines above into the shell that runs the tests.\n");
    // Ctrl-C ends this process at once; the keepers of the clusters see it end and tidy up.
    loop {
        std::thread::park();
    }
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_back_what_was_quoted() {
        for word in ["plain-1.0/x", "", "two words", "it's", "a \"b\" $c `d` \\ ;"] {
            let said = output(Command::new("sh").arg("-c").arg(format!("printf %s {}", quoted(word))));
            assert_eq!(said.expect("printf works"), word.as_bytes(), "{word}");
        }
        assert_eq!(quoted("restart"), "restart");
    }
}
