//! Whole rounds as a house has them: seven stations at every table, one command on its way from each, every station
//! told of every change, everything kept. The server is a process of its own; what it spends is divided by the wagers
//! made and hands set.
//!
//! A station is told what it may do and does it: passes the bank, wagers, has the hand set. So the same stations play
//! at an older house, whose program `HOUSEWAY_BENCH_BEFORE` names (an older build of this one), and both are measured
//! in one run.

use super::line::{Known, Line};
use super::stations::{SEATS, Server, guest, runtime};
use super::sync_latency;
use crate::contest::Outcome;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior};

/// The house waits for everybody, and for nothing else.
const NO_PAUSES: &str =
    r#"{"step":0,"wagers":60000,"bank":60000,"hands":60000,"pause":0,"round":0,"alone":true}"#;
/// Bytes for all stations of a table together.
const BYTES_MOST: f64 = 1500.0;
/// What today's code spends of what the code before views travelled in parts spent.
const SHARE_MOST: f64 = 0.2;

/// What was seen while rounds were played.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Microseconds of the server's processor per command.
    spent: f64,
    /// Bytes to all stations of a table per command.
    bytes: f64,
    /// Messages to all stations of a table per command.
    messages: f64,
    commands: u64,
    median: Duration,
    late: Duration,
}

/// What all stations count together.
#[derive(Default)]
struct Counted {
    commands: AtomicU64,
    bytes: AtomicU64,
    messages: AtomicU64,
}

/// Server's processor time, bytes and latency at ten tables without pauses.
pub(crate) fn busy() -> Result<Outcome, String> {
    measured("ten tables without pauses", 10, None)
}

/// The same at 200 tables with about a command a second each.
pub(crate) fn paced() -> Result<Outcome, String> {
    measured("200 tables with a command a second each", 200, Some(Duration::from_secs(1)))
}

fn measured(what: &str, tables: usize, every: Option<Duration>) -> Result<Outcome, String> {
    let (now, sync) = play(None, tables, every)?;
    let before = match std::env::var_os("HOUSEWAY_BENCH_BEFORE") {
        Some(program) => Some(play(Some(program.into()), tables, every)?.0),
        None => None,
    };
    let say = |seen: &Seen| {
        format!(
            "{:.0} µs of the server's processor, {:.0} bytes in {:.1} messages to all stations per wager or set, median \
             {:.2} ms, 99th percentile {:.2} ms over {} commands",
            seen.spent,
            seen.bytes,
            seen.messages,
            seen.median.as_secs_f64() * 1e3,
            seen.late.as_secs_f64() * 1e3,
            seen.commands
        )
    };
    let mut text = format!("whole rounds at {what}: {}; a bare commit {} µs", say(&now), sync.as_micros());
    let mut met = now.bytes <= BYTES_MOST;
    text.push_str(&format!(" (wanted: at most {BYTES_MOST:.0} bytes"));
    if every.is_some() {
        text.push_str(", median under 1 ms and 99th percentile under 15 ms above the bare commit");
        met &= now.median.saturating_sub(sync) < Duration::from_millis(1)
            && now.late.saturating_sub(sync) < Duration::from_millis(15);
    }
    match before {
        Some(before) => {
            let share = now.spent / before.spent;
            met &= share <= SHARE_MOST;
            text.push_str(&format!(
                ", {SHARE_MOST} of the processor time before); {share:.2} of the time before, which was: {}",
                say(&before)
            ));
        }
        None => text.push_str("; name an older build in HOUSEWAY_BENCH_BEFORE to compare processor time)"),
    }
    Ok(Outcome { text, met })
}

/// Plays for a while; what was seen, and what a bare commit takes.
fn play(
    program: Option<std::path::PathBuf>,
    tables: usize,
    every: Option<Duration>,
) -> Result<(Seen, Duration), String> {
    let server = Server::start_at("play", tables, program, Some(NO_PAUSES))?;
    let (address, counted) = (server.address, Arc::new(Counted::default()));
    let seconds = Duration::from_secs(if every.is_some() { 40 } else { 15 });
    let (spent, mut times) = runtime()?.block_on(async {
        let mut tasks = Vec::new();
        for table in 0..tables {
            let turn = every.map(|every| {
                let mut turn = tokio::time::interval(every);
                // What a table missed it does not make up for: never two commands in a second.
                turn.set_missed_tick_behavior(MissedTickBehavior::Delay);
                Arc::new(Mutex::new(turn))
            });
            for place in SEATS {
                let (counted, turn) = (counted.clone(), turn.clone());
                let station = Station::sit(address, table, place, counted, turn).await?;
                tasks.push(tokio::spawn(station.play()));
            }
        }
        // Until everybody has passed the bank, rounds go on, and nearly every kind of note and choice was told: a round
        // takes about 15 seconds where commands are paced, and in the first ones much is told that is told once.
        let warm = if every.is_some() { 45 } else { 3 };
        tokio::time::sleep(Duration::from_secs(warm)).await;
        let totals = || {
            let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
            (server.processor(), of(&counted.commands), of(&counted.bytes), of(&counted.messages))
        };
        let (processor, commands, bytes, messages) = totals();
        let begun = Instant::now();
        tokio::time::sleep(seconds).await;
        let after = totals();
        let mut times = Vec::new();
        for task in &tasks {
            task.abort();
        }
        for task in tasks {
            // Only a station that could not go on has ended by itself.
            if let Ok(Err(reason)) = task.await {
                return Err(reason);
            }
        }
        times.extend(TIMES.lock().await.drain(..).filter(|(at, _)| *at >= begun).map(|(_, took)| took));
        let commands = (after.1 - commands) as f64;
        let seen = Seen {
            spent: after.0?.saturating_sub(processor?).as_secs_f64() * 1e6 / commands,
            bytes: (after.2 - bytes) as f64 / commands,
            messages: (after.3 - messages) as f64 / commands,
            commands: commands as u64,
            ..Seen::default()
        };
        Ok::<_, String>((seen, times))
    })?;
    if times.is_empty() {
        return Err("nothing was played".into());
    }
    times.sort();
    let at = |share: usize| times[(times.len() * share / 1000).min(times.len() - 1)];
    let sync = sync_latency(server.folder.path())?;
    Ok((Seen { median: at(500), late: at(990), ..spent }, sync))
}

/// When commands were sent, and how long they took.
static TIMES: Mutex<Vec<(Instant, Duration)>> = Mutex::const_new(Vec::new());

/// A station that plays by what it is told it may do.
struct Station {
    line: Line,
    place: u8,
    counted: Arc<Counted>,
    /// When the table may have its next command, where they are paced.
    turn: Option<Arc<Mutex<Interval>>>,
    /// Choices that it was told.
    known: Known,
    passed: bool,
    wagered: bool,
    number: u64,
}

impl Station {
    async fn sit(
        address: SocketAddr,
        table: usize,
        place: u8,
        counted: Arc<Counted>,
        turn: Option<Arc<Mutex<Interval>>>,
    ) -> Result<Self, String> {
        let token = guest(address).await?;
        let mut line = Line::open(address, table, Some(&token), true).await?;
        line.put(&format!("{{\"key\":\"join\",\"join\":{{\"place\":{place}}}}}"));
        line.flush().await?;
        let known = Known::default();
        Ok(Self { line, place, counted, turn, known, passed: false, wagered: false, number: 0 })
    }

    async fn play(mut self) -> Result<(), String> {
        let mut sent: Option<(String, Instant, bool)> = None;
        let mut next: Option<(Value, bool)> = None;
        loop {
            let text = self.line.hear().await?;
            self.counted.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            self.counted.messages.fetch_add(1, Ordering::Relaxed);
            if let Some((key, begun, counts)) = &sent
                && text.contains(key.as_str())
            {
                if *counts && !text.contains("\"refused\"") {
                    self.counted.commands.fetch_add(1, Ordering::Relaxed);
                    TIMES.lock().await.push((*begun, begun.elapsed()));
                }
                sent = None;
            }
            if text.contains("\"legal\":") || text.contains("\"choices\":") {
                let said: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
                if let Some(choices) = self.known.hear(&said) {
                    next = self.choose(&choices);
                }
            }
            if sent.is_none()
                && let Some((command, counts)) = next.take()
            {
                self.does(&command);
                if counts && let Some(turn) = &self.turn {
                    turn.lock().await.tick().await;
                }
                self.number += 1;
                let key = format!("\"key\":\"p{}\"", self.number);
                self.line.put(&format!("{{{key},\"do\":{command}}}"));
                let begun = Instant::now();
                self.line.flush().await?;
                sent = Some((key, begun, counts));
            }
        }
    }

    /// Remembers what it sends.
    fn does(&mut self, command: &Value) {
        match command["do"].as_str() {
            Some("pass-bank") => self.passed = true,
            Some("ask-house-way") => self.wagered = false,
            Some("place") => self.wagered = true,
            _ => {}
        }
    }

    /// What to do of what may be done, and whether it is a wager or a set.
    fn choose(&self, all: &[Value]) -> Option<(Value, bool)> {
        let of = |word: &str| all.iter().find(|choice| choice["command"]["do"] == word);
        let own = |word: &str| {
            all.iter()
                .find(|choice| choice["command"]["do"] == word && choice["command"]["area"] == self.place)
        };
        if let Some(choice) = of("decline-bank") {
            return Some((choice["command"].clone(), false));
        }
        if let Some(choice) = of("pass-bank").filter(|choice| choice["command"]["pass"] == true)
            && !self.passed
        {
            return Some((choice["command"].clone(), false));
        }
        if let Some(choice) = own("ask-house-way") {
            return Some((choice["command"].clone(), true));
        }
        if let Some(choice) = own("look") {
            return Some((choice["command"].clone(), false));
        }
        let wager = all.iter().find(|choice| {
            let command = &choice["command"];
            command["do"] == "place" && command["kind"] == "regular" && command["area"] == self.place
        });
        if let Some(choice) = wager
            && !self.wagered
        {
            let mut command = choice["command"].clone();
            command["stake"]["amount"] = choice["amount"]["least"].clone();
            return Some((command, true));
        }
        None
    }
}
