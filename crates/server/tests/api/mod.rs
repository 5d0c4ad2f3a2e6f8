//! A house on a real socket, whose clock is turned by hand, and a client that can also be rude.
#![allow(clippy::unwrap_used, dead_code)] // a failed unwrap is a failed test; not every test needs all of it

pub mod people;
pub mod rounds;
pub mod schema;
pub mod socket;

use floor::{Clock, Purses, TableSetup};
use game::Moment;
use serde_json::{Value, json};
use server::people::{Cost, Terms};
use server::{Config, House, Served};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";
pub const MINUTE: i64 = 60_000;

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A house that is served.
pub struct Api {
    pub house: Arc<House>,
    pub address: SocketAddr,
    pub clock: Clock,
    pub folder: PathBuf,
    /// The founding codes that the start printed, and nobody used.
    founding: Mutex<Vec<String>>,
    stop: Option<oneshot::Sender<()>>,
    served: Option<tokio::task::JoinHandle<()>>,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal; nothing if it is none.
    pub fn code(&self) -> String {
        let value: Value = serde_json::from_str(&self.body).unwrap_or_default();
        value["code"].as_str().unwrap_or_default().to_string()
    }

    /// What was refused: its status and code.
    pub fn refused(&self) -> (u16, String) {
        (self.status, self.code())
    }

    #[track_caller]
    pub fn ok(self) -> Self {
        assert!((200..300).contains(&self.status) && self.status != 202, "{self:?}");
        self
    }

    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let mut reply = Self { status, headers, body: String::new() };
        let body = match reply.header("transfer-encoding") {
            Some("chunked") => unchunked(&bytes[end + 4..]),
            _ => bytes[end + 4..].to_vec(),
        };
        reply.body = String::from_utf8_lossy(&body).into_owned();
        Some(reply)
    }
}

/// What came in chunks, put together.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        let Some(chunk) = bytes.get(end + 2..end + 2 + size) else { break };
        whole.extend_from_slice(chunk);
        bytes = bytes.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

/// The tables of the tests: one for practice that the house deals, and three that a person deals.
pub fn tables() -> Vec<TableSetup> {
    let mut practice = server::pai_gow("practice", "Practice", "star-2016", Purses::Practice, true).unwrap();
    practice.bots = 0;
    let bank = server::pai_gow("house", "House", "star-2016", Purses::Accounts, true).unwrap();
    let desk = server::pai_gow("desk", "Desk", "vcga-2000", Purses::Accounts, false).unwrap();
    let wheel = server::roulette("wheel", "Wheel", Purses::Cash, false).unwrap();
    vec![practice, TableSetup { bots: 0, ..bank }, desk, wheel]
}

impl Api {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// A house with a journal in memory, unless it is changed to something else.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::at(Moment::new(1_800_000_000_000), change).await
    }

    /// The same, opened at a moment.
    pub async fn at(moment: Moment, change: impl FnOnce(&mut Config)) -> Self {
        let folder =
            format!("houseway-api-{}-{}", std::process::id(), FOLDERS.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(folder);
        let _ = std::fs::remove_dir_all(&folder);
        let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder.clone());
        config.database = Some("memory".into());
        (config.cage_alone, config.cage_day) = (i64::MAX, i64::MAX);
        config.tables = tables();
        (config.rate, config.sign_ins, config.guest_rate) = (1_000_000, 1_000_000, 1_000_000);
        config.terms =
            Terms { cost: Cost::LEAST, guests_each: 10_000, seats_each: 10_000, ..Terms::default() };
        (config.terms.commands_each, config.stations_each) = (u32::MAX, 10_000);
        change(&mut config);
        Self::serve(folder, config, move |_| Clock::manual(moment)).await
    }

    /// A house on the file of a folder, by a pair of clocks.
    pub async fn by(dials: floor::Dials, data: &std::path::Path) -> Self {
        let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), data.to_path_buf());
        config.tables = tables();
        (config.rate, config.sign_ins) = (1_000_000, 1_000_000);
        config.terms = Terms { cost: Cost::LEAST, ..Terms::default() };
        let clock = move |known| Clock::by(dials, known, floor::BOUND);
        Self::serve(data.join("nothing"), config, clock).await
    }

    async fn serve(
        folder: PathBuf,
        config: Config,
        clock: impl FnOnce(floor::Known) -> Clock + Send + 'static,
    ) -> Self {
        let served = Served::open_by(config, clock).await.unwrap();
        let clock = served.house.floor.clock().clone();
        let (house, address) = (served.house.clone(), served.address);
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(served.run(async move { drop(stopped.await) }));
        let founding = Mutex::new(house.people.founding_codes());
        Self { house, address, clock, folder, founding, stop: Some(stop), served: Some(served) }
    }

    /// A house whose journal is in a file, to be opened again there.
    pub async fn in_folder(folder: &Folder, moment: Moment, change: impl FnOnce(&mut Config)) -> Self {
        Self::at(moment, |config| {
            (config.data, config.database) = (folder.0.clone(), None);
            change(config);
        })
        .await
    }

    /// Finishes in good order; what time it is then.
    pub async fn finish(mut self) -> Moment {
        drop(self.stop.take());
        self.served.take().unwrap().await.unwrap();
        self.clock.now()
    }

    /// Lets the house do what is due, until something is true.
    #[track_caller]
    pub fn until<'a>(&'a self, mut is_true: impl FnMut() -> bool + 'a) -> impl Future<Output = ()> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            for _ in 0..12_000 {
                if is_true() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            panic!("it does not become true at {caller}");
        }
    }

    /// Opens one more table.
    pub async fn open(&self, setup: TableSetup) {
        let (floor, runtime) = (self.house.floor.clone(), tokio::runtime::Handle::current());
        let open = move || {
            let _entered = runtime.enter();
            floor.open_table(setup, &mut *floor.journal().reader().unwrap()).unwrap();
        };
        tokio::task::spawn_blocking(open).await.unwrap();
    }

    /// One of the founding codes that the start printed.
    pub fn founding_code(&self) -> Option<String> {
        self.founding.lock().unwrap().pop()
    }

    pub fn turn(&self, minutes: i64) {
        self.clock.turn(minutes * MINUTE);
    }

    /// Bytes as they are; what comes back until the house closes.
    pub async fn raw(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A house that has heard enough does not read the rest.
        let _ = stream.write_all(bytes).await;
        let mut back = Vec::new();
        let read = async {
            let mut buffer = [0; 16 * 1024];
            while let Ok(count) = stream.read(&mut buffer).await {
                if count == 0 {
                    break;
                }
                back.extend_from_slice(&buffer[..count]);
            }
        };
        tokio::time::timeout(Duration::from_secs(30), read).await.unwrap();
        Reply::parse(&back)
    }

    /// A request with any headers.
    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("content-length: {}\r\n\r\n{body}", body.len());
        self.raw(text.as_bytes()).await.unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    /// A request with a token.
    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Reply {
        match token {
            None => self.send(method, path, &[], body).await,
            Some(token) => {
                self.send(method, path, &[("authorization", &format!("Bearer {token}"))], body).await
            }
        }
    }

    pub async fn get(&self, token: &str, path: &str) -> Reply {
        self.ask("GET", path, Some(token), "").await
    }

    pub async fn post(&self, token: &str, path: &str, body: Value) -> Reply {
        self.ask("POST", path, Some(token), &body.to_string()).await
    }

    /// Something at a table, under a key of its own.
    pub async fn act(&self, token: &str, table: &str, command: Value) -> Reply {
        static KEYS: AtomicU32 = AtomicU32::new(0);
        let key = format!("k{}", KEYS.fetch_add(1, Ordering::Relaxed));
        let path = format!("/api/tables/{table}/commands");
        self.post(token, &path, json!({"key": key, "command": command})).await
    }

    /// Every record of a stream, as it is kept.
    pub fn records(&self, stream: &str) -> Vec<Value> {
        let journal = self.house.floor.journal().clone();
        let read = move || journal.reader().unwrap().tail(stream, 0).unwrap();
        let records = std::thread::scope(|scope| scope.spawn(read).join().unwrap());
        let body = |record: &journal::Record| serde_json::from_slice(&record.body).unwrap();
        records.iter().map(body).collect()
    }

    /// What an account holds.
    pub async fn holds(&self, number: u32) -> i64 {
        let player = money::PlayerId::new(number).unwrap();
        let stream = floor::wallet::stream(player);
        self.house.floor.journal().balance(&stream, money::Account::Player(player)).await.unwrap()
    }
}

/// A folder that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let name =
            format!("houseway-folder-{}-{}", std::process::id(), FOLDERS.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
