//! A throw-away cluster of PostgreSQL: one folder, one port, one process tree.
//!
//! May touch: its folder in the temporary folder, its port, and PostgreSQL's programs.

use super::keeper::Keeper;
use super::programs::{Programs, command};
use super::quoted;
use crate::run::{Failure, output, say, succeeds};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, chown};
use std::path::{Path, PathBuf};

/// How the folders of clusters begin; the number of the process that made it follows, then which it is.
const PREFIX: &str = "houseway-postgres-";

/// Below the ports that systems hand out by themselves, so that nobody is given ours during a restart.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// How many ports are tried before giving up.
const ATTEMPTS: usize = 4;

/// A cluster that runs until this value is dropped, or this process ends in any other way.
pub struct Cluster {
    port: u16,
    control: Vec<String>,
    _keeper: Keeper,
}

impl Cluster {
    /// Makes a cluster and starts it on a free port.
    pub fn start(programs: &Programs, number: usize) -> Result<Self, Failure> {
        let process = std::process::id();
        let folder = std::env::temp_dir().join(format!("{PREFIX}{process}-{number}"));
        let named = |e: std::io::Error| Failure::failed(format!("{}: {e}", folder.display()));
        // It fails if something is there already: nobody else can have prepared the folder for us.
        std::fs::DirBuilder::new().mode(0o700).create(&folder).map_err(named)?;
        let places = Places::of(&folder);
        // Posted first, so that an interrupted initdb is tidied up as well.
        let keeper = Keeper::post(&folder, &places.stop(programs))?;
        if let Some(owner) = programs.owner() {
            chown(&folder, Some(owner), None).map_err(named)?;
        }
        output(&mut command(&places.init(programs)))?;
        let mut failure = Failure::failed("no port was tried");
        for attempt in 0..ATTEMPTS {
            let port = free_port(process as usize * 16 + number * ATTEMPTS + attempt)?;
            let control = places.control(programs, port);
            let mut start = control.clone();
            start.push("start".to_owned());
            match output(&mut command(&start)) {
                Ok(_) => return Ok(Self { port, control, _keeper: keeper }),
                Err(found) => failure = found,
            }
        }
        // What PostgreSQL wrote says more than pg_ctl does.
        say(&std::fs::read_to_string(folder.join("log")).unwrap_or_default());
        Err(failure)
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// The shell command that rules it, but for its last words.
    pub fn control(&self) -> String {
        let words: Vec<String> = self.control.iter().map(|word| quoted(word)).collect();
        format!("cd / && {}", words.join(" "))
    }
}

/// The places inside a cluster's folder, as words of commands.
struct Places {
    folder: String,
    files: String,
    log: String,
}

impl Places {
    fn of(folder: &Path) -> Self {
        let inside = |name| folder.join(name).display().to_string();
        Self { folder: folder.display().to_string(), files: inside("data"), log: inside("log") }
    }

    fn init(&self, programs: &Programs) -> Vec<String> {
        let fixed = ["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
        with(programs.words("initdb"), &[&["-D", self.files.as_str()], &fixed[..]].concat())
    }

    fn control(&self, programs: &Programs, port: u16) -> Vec<String> {
        // Tests run side by side, each with a pool of its own.
        let options = format!(
            "-p {port} -k {} -c listen_addresses=127.0.0.1 -c max_connections=200",
            quoted(&self.folder)
        );
        with(programs.words("pg_ctl"), &["-D", &self.files, "-w", "-l", &self.log, "-o", &options])
    }

    fn stop(&self, programs: &Programs) -> Vec<String> {
        with(programs.words("pg_ctl"), &["-D", &self.files, "-w", "-t", "20", "-m", "immediate", "stop"])
    }
}

fn with(mut words: Vec<String>, more: &[&str]) -> Vec<String> {
    words.extend(more.iter().map(|word| (*word).to_owned()));
    words
}

/// A port nobody listens on, searched from a place that differs from run to run.
fn free_port(from: usize) -> Result<u16, Failure> {
    let count = PORTS.len();
    let ports = (0..count).filter_map(|step| PORTS.clone().nth((from + step) % count));
    let mut free = ports.filter(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok());
    free.next()
        .ok_or_else(|| Failure::failed(format!("no port from {} to {} is free", PORTS.start, PORTS.end)))
}

/// Stops and removes the clusters whose makers are gone, and whose keepers were killed as well.
pub fn sweep(programs: &Programs) {
    for folder in abandoned(&std::env::temp_dir(), Path::new("/proc")) {
        say(&format!("{} was left by a run that is gone; it is removed\n", folder.display()));
        succeeds(&mut command(&Places::of(&folder).stop(programs)));
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            // Its keeper may just be at it.
            if folder.exists() {
                say(&format!("{} could not be removed: {error}\n", folder.display()));
            }
        }
    }
}

/// The folders of clusters in `temporary` whose makers are no longer among `processes`.
fn abandoned(temporary: &Path, processes: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(temporary).into_iter().flatten().flatten();
    let gone = entries.filter(|entry| {
        let name = entry.file_name();
        let Some(maker) = name.to_str().and_then(maker) else { return false };
        // Another program may have been given the number since.
        let program = std::fs::read_to_string(processes.join(maker.to_string()).join("comm"));
        processes.join("self").exists() && !program.is_ok_and(|program| program.starts_with("xtask"))
    });
    gone.map(|entry| entry.path()).collect()
}

/// The process that made the folder of this name.
fn maker(name: &str) -> Option<u32> {
    let (maker, number) = name.strip_prefix(PREFIX)?.split_once('-')?;
    number.parse::<u32>().ok()?;
    maker.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_maker() {
        assert_eq!(maker("houseway-postgres-4711-0"), Some(4711));
        for name in
            ["houseway-postgres-4711", "houseway-postgres-x-0", "houseway-4711-0", "houseway-postgres-1-x"]
        {
            assert_eq!(maker(name), None, "{name}");
        }
    }

    #[test]
    fn only_clusters_of_processes_that_are_gone_are_abandoned() {
        let place = std::env::temp_dir().join(format!("houseway-abandoned-{}", std::process::id()));
        let (temporary, processes) = (place.join("tmp"), place.join("proc"));
        for folder in ["houseway-postgres-7-0", "houseway-postgres-8-0", "houseway-postgres-9-1", "other-9-0"]
        {
            std::fs::create_dir_all(temporary.join(folder)).expect("a folder can be made");
        }
        for (process, program) in [("7", "xtask\n"), ("8", "sleep\n")] {
            std::fs::create_dir_all(processes.join(process)).expect("a folder can be made");
            std::fs::write(processes.join(process).join("comm"), program).expect("a file can be written");
        }
        assert_eq!(
            abandoned(&temporary, &processes),
            [""; 0].map(PathBuf::from),
            "no process is known: no proof"
        );
        std::fs::create_dir_all(processes.join("self")).expect("a folder can be made");
        let mut found = abandoned(&temporary, &processes);
        found.sort();
        std::fs::remove_dir_all(&place).expect("the folder can be removed");
        assert_eq!(
            found,
            ["houseway-postgres-8-0", "houseway-postgres-9-1"].map(|name| temporary.join(name))
        );
    }

    #[test]
    fn a_free_port_is_in_the_range_and_a_taken_one_is_passed_over() {
        let port = free_port(5).expect("some port is free");
        assert!(PORTS.contains(&port));
        let _taken = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).expect("it was free");
        let at = usize::from(port - PORTS.start);
        assert_ne!(free_port(at).expect("another port is free"), port);
    }
}
