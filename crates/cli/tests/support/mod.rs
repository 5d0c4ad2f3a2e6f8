//! The real binary, started and killed, and stations that talk to it over HTTP and WebSocket.
#![allow(dead_code, clippy::unwrap_used)]

pub mod postgres;

use floor::ask::{Ask, Fault};
use floor::{Clock, Floor, Pace};
use journal::{Place, Signer};
use rulebook::Shelf;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A folder of its own, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(what: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("houseway_{what}_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn database(&self) -> PathBuf {
        self.0.join("houseway.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A round takes some tenths of a second, and stops at every step long enough to be killed there.
pub const PACE: Pace = Pace { step: 2, wagers: 60, bank: 15, hands: 60, pause: 5, round: 10, alone: true };

/// Sets the house's tables up with a pace of their own, as the journal will know them from then on; one of
/// them may be halted for a reason.
pub fn set_up(folder: &Folder, place: &Place, halted: Option<(&str, &str)>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let signer = Signer::at(&folder.0.join("house.key")).unwrap();
    let shelf = Shelf::embedded().unwrap();
    let floor = Floor::open(place, signer, shelf, Arc::new(floor::System), Clock::system).unwrap();
    let mut store = place.open().unwrap();
    let entered = runtime.enter();
    for mut setup in server::practice() {
        setup.pace = PACE;
        if let floor::GameSetup::RapidRoulette { setup, .. } = &mut setup.game {
            setup.period = Some(1);
        }
        floor.open_table(setup, &mut *store).unwrap();
    }
    drop(entered);
    runtime.block_on(async {
        if let Some((table, why)) = halted {
            floor.table(table).unwrap().ask(Ask::Fail(Fault::Broken(why.into()))).await.unwrap();
        }
        floor.stop().await;
    });
    let signer = Signer::at(&folder.0.join("house.key")).unwrap();
    tell_last(&folder.0, place, signer);
}

/// Has the house say in its folder how far its journal has come, as a house that is opened does.
pub fn tell_last(folder: &Path, place: &Place, signer: Signer) {
    let last = Some(journal::Last::at(folder.join(server::LAST)));
    let terms = journal::Terms { signer: Some(signer.into()), last, ..journal::Terms::default() };
    let (journal, thread) = loop {
        match place.open().and_then(|store| journal::Journal::with(store, place, terms.clone())) {
            // Whoever had it before may not be gone yet for PostgreSQL.
            Err(journal::Error::Held(_)) => std::thread::sleep(Duration::from_millis(50)),
            opened => break opened.unwrap(),
        }
    };
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(journal.stop());
    thread.join().unwrap();
}

/// What somebody does who has the database of a house, and no key.
pub fn behind(place: &Place, sql: &str) {
    match place {
        Place::Sqlite(path) => {
            let db = rusqlite::Connection::open(path).unwrap();
            db.busy_timeout(Duration::from_secs(20)).unwrap();
            db.execute_batch(sql).unwrap();
        }
        Place::Postgres(url) => {
            let mut client = ::postgres::Client::connect(url, ::postgres::NoTls).unwrap();
            client.batch_execute(sql).unwrap();
        }
        Place::Memory(_) => panic!("nobody else has {place}"),
    }
}

/// The significant events of a house, by code, each with what it says.
pub fn significant(place: &Place) -> Vec<(String, String)> {
    let records = place.open().unwrap().tail(floor::significant::STREAM, 0).unwrap();
    let events = records.iter().map(|record| serde_json::from_slice(&record.body).unwrap());
    events.map(|event: floor::Significant| (event.code, event.what)).collect()
}

/// `houseway serve`, running.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// The set-up code, at a first start.
    pub code: Option<String>,
    /// The founding codes for supervisors, at a first start.
    pub founding: Vec<String>,
}

/// `houseway` with some words.
pub fn houseway(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houseway"));
    command.args(words).env_remove("HOUSEWAY_DB").env_remove("HOUSEWAY_LOG");
    command
}

impl Server {
    /// Starts on a folder; what it says if it does not come up.
    pub fn start(data: &Path, more: &[&str]) -> Result<Self, String> {
        let mut command = houseway(&[
            "serve",
            "--port",
            "0",
            "--rate",
            "100000",
            "--guest-rate",
            "100000",
            "--guests-each",
            "10000",
            "--seats-each",
            "1000",
        ]);
        command.arg("--data").arg(data).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(first)) = lines.next() else {
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            let status = child.wait().unwrap();
            return Err(format!("{status}: {said}"));
        };
        let url = first.strip_prefix("houseway serves at http://").unwrap();
        let address = url.split_whitespace().next().unwrap().parse().unwrap();
        let (mut code, mut founding) = (None, Vec::new());
        let after = |line: &str, what: &str| -> Option<String> {
            line.strip_prefix(what).map(|rest| rest.split_whitespace().next().unwrap().into())
        };
        // Nobody reads the log, and a pipe that is full would hold the server up.
        let mut log = child.stderr.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        for line in lines {
            let line = line.unwrap();
            code = code.or_else(|| after(&line, "set-up code: "));
            founding.extend(after(&line, "founding code: "));
            if line.starts_with("Open http") {
                break;
            }
        }
        Ok(Self { child, address, code, founding })
    }

    /// SIGKILL: it hears nothing and finishes nothing.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM: it finishes in good order.
    pub fn stop(mut self) -> ExitStatus {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer over HTTP: the status and the body.
pub type Answered = (u16, Value);

/// One request on a connection of its own; the connection may be gone.
pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> std::io::Result<Answered> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n{bearer}\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes())?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let cut = || std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "half an answer");
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(cut)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(cut)?;
    let length = head
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    if length.is_some_and(|length: usize| length != body.len()) {
        return Err(cut());
    }
    Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

/// Somebody's session.
#[derive(Clone, Debug)]
pub struct Session {
    pub number: u64,
    pub token: String,
}

/// The session in an answer.
pub fn session(answer: &Value) -> Session {
    let token = answer["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
    Session { number: answer["number"].as_u64().unwrap(), token }
}

impl Session {
    pub fn guest(address: SocketAddr) -> std::io::Result<Self> {
        request(address, "POST", "/api/guest", None, None).map(|(_, answer)| session(&answer))
    }

    pub fn get(&self, address: SocketAddr, path: &str) -> std::io::Result<Answered> {
        request(address, "GET", path, Some(&self.token), None)
    }

    pub fn post(&self, address: SocketAddr, path: &str, body: &Value) -> std::io::Result<Answered> {
        request(address, "POST", path, Some(&self.token), Some(body))
    }
}

/// A station's socket.
pub struct Live(WebSocket<TcpStream>);

/// The socket is gone, and what was told of it.
#[derive(Debug)]
#[expect(dead_code, reason = "a test that fails prints it")]
pub struct Gone(String);

impl Gone {
    fn said(error: impl std::fmt::Debug) -> Self {
        Self(format!("{error:?}"))
    }
}

impl Live {
    pub fn open(
        address: SocketAddr,
        table: &str,
        session: Option<&Session>,
        seen: Option<u64>,
    ) -> Result<Self, Gone> {
        let seen = seen.map(|seen| format!("?seen={seen}")).unwrap_or_default();
        let mut request =
            format!("ws://{address}/api/tables/{table}/live{seen}").into_client_request().unwrap();
        if let Some(session) = session {
            let bearer = format!("Bearer {}", session.token).parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = TcpStream::connect(address).map_err(Gone::said)?;
        stream.set_nodelay(true).map_err(Gone::said)?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).map_err(Gone::said)?;
        let (socket, _) = tungstenite::client(request, stream).map_err(Gone::said)?;
        Ok(Self(socket))
    }

    /// The next message; `None` after so long without one.
    pub fn hear(&mut self, patience: Duration) -> Result<Option<Value>, Gone> {
        self.0
            .get_ref()
            .set_read_timeout(Some(patience.max(Duration::from_millis(1))))
            .map_err(Gone::said)?;
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(Some(serde_json::from_str(text.as_str()).unwrap())),
                Ok(Message::Binary(bytes)) => return Ok(Some(serde_json::from_slice(&bytes).unwrap())),
                Ok(Message::Close(why)) => return Err(Gone::said(why)),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                    ) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(Gone::said(error)),
            }
        }
    }

    pub fn say(&mut self, message: &Value) -> Result<(), Gone> {
        self.0.send(Message::text(message.to_string())).map_err(Gone::said)
    }
}

/// A small generator with a seed, so that a run can be had again.
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound.max(1) as u64) as usize
    }
}
