//! Stations over real sockets: latency, processor time, memory. The server is a process of its own.

use super::line::{Known, Line};
use super::{Folder, sync_latency, tables};
use crate::contest::Outcome;
use floor::Pace;
use server::{Config, Served};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Betting that stays open: the stations are what is busy.
const OPEN: Pace = Pace { step: 1, wagers: 3_600_000, bank: 0, hands: 0, pause: 0, round: 0, alone: true };
/// How often processor time is measured.
const TURNS: usize = 3;
/// Places that can be had: the bank is the house's, at the first.
pub(super) const SEATS: std::ops::RangeInclusive<u8> = 2..=8;

/// Serves so many tables until it is killed: the other process of these benchmarks.
pub(crate) fn serve(folder: &str, count: &str, pace: Option<&str>) -> Result<(), String> {
    let pace = match pace {
        Some(text) => serde_json::from_str(text).map_err(|error| format!("pace {text:?}: {error}"))?,
        None => OPEN,
    };
    let count: usize = count.parse().map_err(|_| format!("{count:?} is no number of tables"))?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), Path::new(folder).to_path_buf());
        config.tables = tables(count, pace, 0);
        (config.rate, config.guest_rate) = (1_000_000, 1_000_000);
        (config.terms.guests_max, config.terms.guests_each) = (100_000, 100_000);
        (config.terms.seats_each, config.terms.commands_each) = (100_000, u32::MAX);
        let served = Served::open(config).await.map_err(|error| error.to_string())?;
        println!("{}", served.address);
        served.run(std::future::pending()).await;
        Ok(())
    })
}

pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
    pub(super) folder: Folder,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(name: &str, count: usize) -> Result<Self, String> {
        Self::start_at(name, count, None, None)
    }

    /// Starts this program or another build of it, at a pace.
    pub(super) fn start_at(
        name: &str,
        count: usize,
        program: Option<PathBuf>,
        pace: Option<&str>,
    ) -> Result<Self, String> {
        let folder = Folder::new(name)?;
        let here = || std::env::current_exe().map_err(|error| error.to_string());
        let mut child = Command::new(program.map_or_else(here, Ok)?)
            .arg("--serve")
            .arg(folder.path())
            .arg(count.to_string())
            .args(pace)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().parse().map_err(|_| format!("the server said {line:?}"))?;
        Ok(Self { child, address, folder })
    }

    /// Processor time it has used, user's and system's.
    pub(super) fn processor(&self) -> Result<Duration, String> {
        let path = format!("/proc/{}/stat", self.child.id());
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        // A tick is a hundredth of a second on every Linux of today.
        Ok(Duration::from_millis((ticks(11) + ticks(12)) * 10))
    }

    /// Memory it holds.
    fn memory(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kib: u64 = line.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or(0);
        Ok(kib * 1024)
    }
}

/// A guest's token.
pub(super) async fn guest(address: SocketAddr) -> Result<String, String> {
    let mut stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let request = format!(
        "POST /api/guest HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.map_err(|error| error.to_string())?;
    let (_, rest) = text.split_once("\"token\":\"").ok_or_else(|| format!("no token in {text:?}"))?;
    Ok(rest.split('"').next().unwrap_or_default().to_string())
}

/// A station with a seat, and the command that it can repeat: with one amount, and with another.
async fn seated(address: SocketAddr, table: usize, place: u8) -> Result<(Line, [String; 2]), String> {
    let token = guest(address).await?;
    let mut line = Line::open(address, table, Some(&token), true).await?;
    line.put(&format!("{{\"key\":\"join\",\"join\":{{\"place\":{place}}}}}"));
    line.flush().await?;
    // Betting opens when the house has gone through its steps.
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut known = Known::default();
    while Instant::now() < deadline {
        let text = line.hear().await?;
        if text.contains("\"refused\"") {
            return Err(format!("place {place} of table {table}: {text}"));
        }
        let update: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let choices = known.hear(&update).unwrap_or_default();
        // Everybody on an area of their own: no more than three may wager on one.
        let wager = choices.into_iter().find(|choice| {
            let command = &choice["command"];
            command["do"] == "place" && command["kind"] == "regular" && command["area"] == place
        });
        if let Some(mut wager) = wager {
            let amounts = wager["amount"]["least"].as_i64().zip(wager["amount"]["step"].as_i64());
            let (least, step) = amounts.ok_or("no bounds")?;
            let mut with = |amount: i64| {
                wager["command"]["stake"]["amount"] = amount.into();
                wager["command"].to_string()
            };
            return Ok((line, [with(least), with(least + step)]));
        }
    }
    Err(format!("place {place} of table {table}: nothing can be wagered"))
}

pub(super) fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
}

/// Seven stations with a seat at every table, and a display, which only listens.
async fn fill(address: SocketAddr, count: usize) -> Result<Vec<(Line, [String; 2])>, String> {
    let mut all = Vec::new();
    for table in 0..count {
        for place in SEATS {
            let found = tokio::time::timeout(Duration::from_secs(20), seated(address, table, place)).await;
            let late = |_| format!("place {place} of table {table}: nothing happens");
            all.push(found.map_err(late)??);
        }
        let mut display = Line::open(address, table, None, true).await?;
        tokio::spawn(async move { while display.hear().await.is_ok() {} });
    }
    Ok(all)
}

/// Latency with 200 tables and 1,600 stations, each with a wager about once a second.
pub(crate) fn latency() -> Result<Outcome, String> {
    let server = Server::start("latency", 200)?;
    let runtime = runtime()?;
    let address = server.address;
    let mut times: Vec<Duration> = runtime.block_on(async {
        let stations = fill(address, 200).await?;
        let mut tasks = Vec::new();
        for (number, (line, commands)) in stations.into_iter().enumerate() {
            tasks.push(tokio::spawn(wager_slowly(line, commands, number as u64)));
        }
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await.map_err(|error| error.to_string())??);
        }
        Ok::<_, String>(times)
    })?;
    times.sort();
    let at = |share: usize| times[(times.len() * share / 1000).min(times.len() - 1)];
    let sync = sync_latency(server.folder.path())?;
    let text = format!(
        "from command sent to view received with 200 tables and 1,600 stations, 1,400 of them with a wager a second: median {:.1} ms, 99th percentile \
         {:.1} ms over {} commands (wanted: under 100); a bare commit takes {} µs",
        at(500).as_secs_f64() * 1e3,
        at(990).as_secs_f64() * 1e3,
        times.len(),
        sync.as_micros()
    );
    Ok(Outcome { text, met: at(990) < Duration::from_millis(100) })
}

async fn wager_slowly(mut line: Line, commands: [String; 2], number: u64) -> Result<Vec<Duration>, String> {
    let mut times = Vec::new();
    let mut wait = tokio::time::interval(Duration::from_millis(1000));
    tokio::time::sleep(Duration::from_millis(number * 611 % 1000)).await;
    wait.reset();
    for turn in 0..12u64 {
        // What others do is heard meanwhile.
        loop {
            tokio::select! {
                _ = wait.tick() => break,
                heard = line.hear() => { heard?; }
            }
        }
        let key = format!("k{turn}");
        let begun = Instant::now();
        line.put(&format!("{{\"key\":\"{key}\",\"do\":{}}}", commands[turn as usize % 2]));
        line.flush().await?;
        let wanted = format!("\"key\":\"{key}\"");
        loop {
            let text = line.hear().await?;
            if text.contains(&wanted) {
                if text.contains("\"refused\"") {
                    return Err(text.to_string());
                }
                break;
            }
        }
        // The first two warm up.
        if turn >= 2 {
            times.push(begun.elapsed());
        }
    }
    Ok(times)
}

/// Processor time of the server per command, at ten tables without pauses: with many commands on their way,
/// and with one of each station, so that nearly every command has views of its own. The least of a few turns:
/// what else the machine does only adds.
pub(crate) fn busy() -> Result<Outcome, String> {
    let least = |window, each| {
        let mut turns = (0..TURNS).map(|_| used(window, each)).collect::<Result<Vec<_>, _>>()?;
        turns.sort_by(|one, other| one.0.total_cmp(&other.0));
        Ok::<_, String>((turns[0], turns[TURNS - 1].0))
    };
    let ((many, updates), most) = least(16, 3000)?;
    let ((one, each), one_most) = least(1, 1000)?;
    let text = format!(
        "{many:.1} µs (at most {most:.1}) of the server's processor per command at ten tables with eight stations \
         each, seven of them with 16 commands on their way, {updates:.2} views sent for each (wanted: under 30); \
         with one on its way {one:.1} µs (at most {one_most:.1}) and {each:.2} views"
    );
    Ok(Outcome { text, met: many < 30.0 })
}

/// Microseconds of the server's processor, and updates heard by the seven, per command.
fn used(window: usize, each: usize) -> Result<(f64, f64), String> {
    let server = Server::start("busy", 10)?;
    let runtime = runtime()?;
    let address = server.address;
    let heard = Arc::new(AtomicU64::new(0));
    let (used, commands) = runtime.block_on(async {
        let stations = fill(address, 10).await?;
        let before = server.processor()?;
        let mut tasks = Vec::new();
        for (line, commands) in stations {
            tasks.push(tokio::spawn(wager_fast(line, commands, each, window, heard.clone())));
        }
        let mut done = 0;
        for task in tasks {
            done += task.await.map_err(|error| error.to_string())??;
        }
        Ok::<_, String>((server.processor()?.saturating_sub(before), done))
    })?;
    let commands = commands as f64;
    Ok((used.as_secs_f64() * 1e6 / commands, heard.load(Ordering::Relaxed) as f64 / commands))
}

async fn wager_fast(
    mut line: Line,
    commands: [String; 2],
    count: usize,
    window: usize,
    heard: Arc<AtomicU64>,
) -> Result<usize, String> {
    let (mut sent, mut answered) = (0, 0);
    while answered < count {
        while sent < count && sent - answered < window {
            line.put(&format!("{{\"key\":\"f{sent}\",\"do\":{}}}", commands[sent % 2]));
            sent += 1;
        }
        line.flush().await?;
        let text = line.hear().await?;
        heard.fetch_add(1, Ordering::Relaxed);
        if text.contains("\"refused\"") {
            return Err(text.to_string());
        }
        answered += text.matches("\"key\":\"f").count();
    }
    Ok(answered)
}

/// Memory with 5,000 stations that only look.
pub(crate) fn idle() -> Result<Outcome, String> {
    const STATIONS: usize = 5000;
    let server = Server::start("idle", 10)?;
    let runtime = runtime()?;
    let address = server.address;
    let before = server.memory()?;
    let held = runtime.block_on(async {
        let mut lines = Vec::new();
        for number in 0..STATIONS {
            let mut line = Line::open(address, number % 10, None, true).await?;
            line.hear().await?;
            lines.push(line);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let held = server.memory()?;
        drop(lines);
        Ok::<_, String>(held)
    })?;
    let mib = |bytes: u64| bytes / (1 << 20);
    let text = format!(
        "{} MiB with {STATIONS} idle stations, {} MiB without (wanted: under 1024)",
        mib(held),
        mib(before)
    );
    Ok(Outcome { text, met: held < 1 << 30 })
}
