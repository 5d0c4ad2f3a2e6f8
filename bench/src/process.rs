//! `houseway set` from process start to exit, against a program that prints one line. Wanted: at
//! most 3 times its time.

use crate::contest::Outcome;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

const RUNS: usize = 300;

fn beside(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let path = here.with_file_name(name);
    if path.is_file() { Ok(path) } else { Err(format!("{} is not built", path.display())) }
}

fn run_once(mut command: Command) -> Result<f64, String> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status().map_err(|e| e.to_string())?;
    let taken = start.elapsed().as_secs_f64();
    if status.success() { Ok(taken) } else { Err(format!("{command:?} ended with {status}")) }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

pub(crate) fn run() -> Result<Outcome, String> {
    let (houseway, hello) = (beside("houseway")?, beside("hello")?);
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let mut set = Command::new(&houseway);
        set.args(["set", "12 H8 9 L7", "--book", "star-2016"]);
        ours.push(run_once(set)?);
        bare.push(run_once(Command::new(&hello))?);
    }
    let (ours, bare) = (median(&mut ours), median(&mut bare));
    let ratio = ours / bare;
    let text = format!(
        "houseway set takes {:.2} ms, {ratio:.2} times the {:.2} ms of a program that prints one line (wanted: 3)",
        ours * 1e3,
        bare * 1e3
    );
    Ok(Outcome { text, met: ratio <= 3.0 })
}
