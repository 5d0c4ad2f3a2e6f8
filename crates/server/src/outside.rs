//! Checkpoints elsewhere: as they are made, to a file, a command or an HTTP address.
//!
//! Whoever has them sees later that a journal was cut off or written anew (`houseway audit verify --against`).
//! Sending never holds up play: each place has a queue of its own, which is bounded, and is tried again. What
//! is lost of a queue is no gap in the proof: every later checkpoint stands for what was before it. That a
//! place cannot be reached, and that it can again, are significant events.

use crate::house::House;
use axum::body::Body;
use floor::Significant;
use hyper_util::rt::TokioIo;
use journal::Checkpoint;
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::process::Stdio;
use std::str::FromStr;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::broadcast::error::RecvError;

/// How many checkpoints wait for a place: an hour of them, and more.
const QUEUE: usize = 256;
/// How long one may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Before the first second try, and before every one after many.
const AGAIN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// Where checkpoints are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// To the end of a file, a line each.
    File(PathBuf),
    /// To the standard input of a command.
    Command(String),
    /// To an address, by POST.
    Http(String),
}

/// A checkpoint as it is sent: a line.
fn line_of(checkpoint: &Checkpoint) -> String {
    format!("{}\n", String::from_utf8_lossy(&checkpoint.to_body()))
}

/// Whether the port of an address can be one, if it names any.
fn has_port(uri: &hyper::Uri) -> bool {
    let after = uri.authority().and_then(|all| all.as_str().rsplit_once(':'));
    let named = after.is_some_and(|(host, port)| !port.contains(']') && !host.is_empty());
    !named || uri.port_u16().is_some()
}

impl FromStr for Outside {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("command", command)) if !command.trim().is_empty() => Ok(Self::Command(command.into())),
            Some(("http", rest)) if rest.starts_with("//") => match text.parse::<hyper::Uri>() {
                Ok(uri) if uri.host().is_some_and(|host| !host.is_empty()) && has_port(&uri) => {
                    Ok(Self::Http(text.into()))
                }
                _ => Err(format!("{text:?} is not an address")),
            },
            Some(("https", _)) => {
                Err("https: is sent through a command, as command:curl --data-binary @- https://…".into())
            }
            Some(("file", path)) => Ok(Self::File(path.into())),
            Some(("command", _)) => Err("expected a command after command:, got none".into()),
            Some((scheme, rest)) if rest.starts_with("//") => {
                Err(format!("expected file:, command: or http:, got {scheme:?}"))
            }
            _ if text.is_empty() => Err("expected a file, command:… or http://…, got nothing".into()),
            _ => Ok(Self::File(text.into())),
        }
    }
}

/// Says what it is, and no more of an address or a command than its first part: the rest may be secret.
impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::Command(command) => {
                write!(f, "command {}", command.split_whitespace().next().unwrap_or_default())
            }
            Self::Http(address) => {
                let host = address.parse::<hyper::Uri>().ok();
                write!(f, "http://{}", host.as_ref().and_then(|uri| uri.host()).unwrap_or_default())
            }
        }
    }
}

impl Outside {
    async fn send(&self, line: &str) -> Result<(), String> {
        let sent = async {
            match self {
                Self::File(path) => append(path.clone(), line.to_string()).await,
                Self::Command(command) => run(command, line).await,
                Self::Http(address) => post(address, line).await,
            }
        };
        let late = |_| Err(format!("no end within {} s", PATIENCE.as_secs()));
        tokio::time::timeout(PATIENCE, sent).await.unwrap_or_else(late)
    }
}

async fn append(path: PathBuf, line: String) -> Result<(), String> {
    let write = move || {
        use std::io::{Seek, SeekFrom, Write};
        let mut file = std::fs::OpenOptions::new().create(true).read(true).append(true).open(&path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let kept = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        if kept.is_err() {
            // Half a line, as a full disk leaves it, would spoil the next. What is no file cannot be cut.
            let _ = file.set_len(length);
        }
        kept
    };
    let written = tokio::task::spawn_blocking(write).await.map_err(|error| error.to_string())?;
    written.map_err(|error| error.to_string())
}

/// All that a command has started: whatever of it is there still ends with this.
struct Started(Option<rustix::process::Pid>);

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // There may be nobody left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

async fn run(command: &str, line: &str) -> Result<(), String> {
    let said = |error: std::io::Error| error.to_string();
    let mut child = tokio::process::Command::new("/bin/sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(said)?;
    let pid = child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()));
    let started = Started(pid);
    if let Some(mut input) = child.stdin.take() {
        input.write_all(line.as_bytes()).await.map_err(said)?;
    }
    let status = child.wait().await.map_err(said)?;
    drop(started);
    if status.success() { Ok(()) } else { Err(format!("it ended with {status}")) }
}

async fn post(address: &str, line: &str) -> Result<(), String> {
    let uri: hyper::Uri = address.parse().map_err(|_| "no address".to_string())?;
    let (host, port) = (uri.host().unwrap_or_default(), uri.port_u16().unwrap_or(80));
    let stream = tokio::net::TcpStream::connect((host.trim_matches(['[', ']']), port))
        .await
        .map_err(|error| error.to_string())?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let connection = tokio::spawn(connection);
    let authority = uri.authority().map(|authority| authority.to_string()).unwrap_or_default();
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = hyper::Request::post(path)
        .header("host", authority)
        .header("content-type", "application/json")
        .body(Body::from(line.to_string()))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(|error| error.to_string());
    connection.abort();
    match answer?.status() {
        status if status.is_success() => Ok(()),
        status => Err(format!("it answered {status}")),
    }
}

/// Begins to send, wherever the house is to.
pub fn send(house: &Arc<House>) {
    for place in house.config.checkpoints_to.iter().cloned() {
        let (checkpoints, house) = (house.floor.checkpoints(), Arc::downgrade(house));
        tokio::spawn(keep_sending(place, checkpoints, house));
    }
}

async fn keep_sending(
    place: Outside,
    mut checkpoints: tokio::sync::broadcast::Receiver<Checkpoint>,
    house: Weak<House>,
) {
    let mut queue: VecDeque<String> = VecDeque::new();
    let (mut failing, mut wait) = (false, AGAIN.0);
    loop {
        let heard = match queue.is_empty() {
            true => Some(checkpoints.recv().await),
            false => tokio::time::timeout(if failing { wait } else { Duration::ZERO }, checkpoints.recv())
                .await
                .ok(),
        };
        match heard {
            Some(Ok(checkpoint)) => {
                queue.push_back(line_of(&checkpoint));
                if queue.len() > QUEUE {
                    queue.pop_front();
                    metrics::counter!("houseway_checkpoints_not_sent").increment(1);
                }
                if failing {
                    continue;
                }
            }
            Some(Err(RecvError::Lagged(lost))) => {
                metrics::counter!("houseway_checkpoints_not_sent").increment(lost);
                continue;
            }
            Some(Err(RecvError::Closed)) => return,
            None => {}
        }
        let Some(line) = queue.front() else { continue };
        let sent = place.send(line).await;
        let Some(house) = house.upgrade() else { return };
        match sent {
            Ok(()) => {
                queue.pop_front();
                wait = AGAIN.0;
                if std::mem::take(&mut failing) {
                    let what = format!("{place} takes checkpoints again");
                    tell(&house, Significant::new("checkpoint.sent-again", "house", None, what)).await;
                }
            }
            Err(why) => {
                wait = (wait * 2).min(AGAIN.1);
                metrics::counter!("houseway_checkpoints_failed").increment(1);
                if !std::mem::replace(&mut failing, true) {
                    tracing::error!(%place, %why, "a checkpoint cannot be sent");
                    let what = format!("{place} does not take checkpoints: {why}");
                    tell(&house, Significant::new("checkpoint.not-sent", "house", None, what)).await;
                }
            }
        }
    }
}

async fn tell(house: &House, event: Significant) {
    if let Err(error) = house.floor.significant(event).await {
        tracing::error!(%error, "what became of checkpoints is not on record");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Whether a process runs; one that has ended and that nobody has asked after does not.
    fn runs(pid: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
    }

    #[test]
    fn a_place_that_cannot_be_is_refused() {
        for text in ["http://127.0.0.1:8080/x", "http://[::1]/x", "command:cat", "file:/tmp/x", "/tmp/x"] {
            assert!(text.parse::<Outside>().is_ok(), "{text}");
        }
        for text in ["", "command:", "command: ", "ftp://x", "https://x", "http://x:99999/", "http:///x"] {
            assert!(text.parse::<Outside>().is_err(), "{text}");
        }
    }

    #[tokio::test]
    async fn what_a_command_started_ends_with_it() {
        let path = std::env::temp_dir().join(format!("houseway-started-{}", std::process::id()));
        let command = format!("sleep 1000 & echo $! > {}; wait", path.display());
        let sent = tokio::spawn(async move { run(&command, "line").await });
        let pid = loop {
            let pid = std::fs::read_to_string(&path).unwrap_or_default();
            if pid.ends_with('\n') {
                break pid.trim().to_string();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert!(runs(&pid));
        sent.abort();
        while runs(&pid) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        std::fs::remove_file(path).unwrap();
    }
}
