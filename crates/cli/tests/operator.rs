//! What an operator meets: signals, warnings at the start, flags that cannot be right. All with the real
//! binary.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![cfg(unix)]

mod support;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::Folder;
use tokio_rustls::rustls;

const PATIENCE: Duration = Duration::from_secs(120);

/// `houseway serve`, with everything it says on stderr.
struct Watched {
    child: Child,
    address: SocketAddr,
    said: Arc<Mutex<String>>,
}

impl Watched {
    fn start(program: &Path, data: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--data"]).arg(data).args(more);
        command.env_remove("HOUSEWAY_DB").env_remove("HOUSEWAY_LOG");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said: Arc<Mutex<String>> = Arc::default();
        let (heard, errors) = (said.clone(), child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                *heard.lock().unwrap() += &(line + "\n");
            }
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(first)) = lines.next() else {
            panic!("it did not start: {}", said.lock().unwrap());
        };
        let url = first.split_whitespace().nth(3).unwrap();
        let address = url.split_once("://").unwrap().1.parse().unwrap();
        for line in lines.by_ref().map_while(Result::ok) {
            if line.starts_with("Open http") {
                break;
            }
        }
        std::thread::spawn(move || lines.count());
        Self { child, address, said }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until it has said something.
    #[track_caller]
    fn says(&self, what: &str) {
        let begun = Instant::now();
        while !self.said.lock().unwrap().contains(what) {
            assert!(begun.elapsed() < PATIENCE, "{what:?} expected, heard: {}", self.said.lock().unwrap());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_houseway").into()
}

/// The significant events of a folder, read beside the server.
fn significant(folder: &Folder) -> Vec<Value> {
    let mut store = journal::Place::Sqlite(folder.database()).open().unwrap();
    let records = store.tail(floor::significant::STREAM, 0).unwrap();
    records.iter().map(|record| serde_json::from_slice(&record.body).unwrap()).collect()
}

#[track_caller]
fn on_record(folder: &Folder, code: &str) -> Value {
    let begun = Instant::now();
    loop {
        let events = significant(folder);
        if let Some(event) = events.iter().find(|event| event["code"] == code) {
            return event.clone();
        }
        assert!(begun.elapsed() < PATIENCE, "{code} is not on record: {events:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// What `houseway serve` says when it does not start; it must not, and say one line.
#[track_caller]
fn refused(more: &[&str], filter: Option<&str>) -> String {
    let folder = Folder::new("refused");
    let mut command = Command::new(program());
    command.args(["serve", "--port", "0", "--data"]).arg(&folder.0).args(more).env_remove("HOUSEWAY_LOG");
    if let Some(filter) = filter {
        command.env("HOUSEWAY_LOG", filter);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // One that starts all the same would never end.
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{more:?} {filter:?}: {said}");
    said
}

#[test]
fn hanging_up_does_not_end_the_house() {
    let folder = Folder::new("hang-up");
    let server = Watched::start(&program(), &folder.0, &[]);
    server.signal("-HUP");
    server.says("there is no certificate");
    for _ in 0..5 {
        server.signal("-HUP");
    }
    assert!(server.get("/readyz").contains("\"ready\":true"));
}

/// Takes any certificate, and keeps it.
#[derive(Debug)]
struct Keeper(Mutex<Vec<u8>>);

impl rustls::client::danger::ServerCertVerifier for Keeper {
    fn verify_server_cert(
        &self,
        end: &rustls::pki_types::CertificateDer<'_>,
        _: &[rustls::pki_types::CertificateDer<'_>],
        _: &rustls::pki_types::ServerName<'_>,
        _: &[u8],
        _: rustls::pki_types::UnixTime,
    ) -> Result<rustls::client::danger::ServerCertVerified, rustls::Error> {
        *self.0.lock().unwrap() = end.to_vec();
        Ok(rustls::client::danger::ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &rustls::pki_types::CertificateDer<'_>,
        _: &rustls::DigitallySignedStruct,
    ) -> Result<rustls::client::danger::HandshakeSignatureValid, rustls::Error> {
        Ok(rustls::client::danger::HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &rustls::pki_types::CertificateDer<'_>,
        _: &rustls::DigitallySignedStruct,
    ) -> Result<rustls::client::danger::HandshakeSignatureValid, rustls::Error> {
        Ok(rustls::client::danger::HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<rustls::SignatureScheme> {
        vec![rustls::SignatureScheme::ECDSA_NISTP256_SHA256, rustls::SignatureScheme::ED25519]
    }
}

/// The certificate that a new connection gets, after it has been used.
fn certificate(address: SocketAddr) -> Vec<u8> {
    let keeper = Arc::new(Keeper(Mutex::default()));
    let config =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(keeper.clone())
            .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let mut connection = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = TcpStream::connect(address).unwrap();
    let mut stream = rustls::Stream::new(&mut connection, &mut socket);
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut text = Vec::new();
    // The house may close without a farewell.
    let _ = stream.read_to_end(&mut text);
    assert!(text.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&text));
    keeper.0.lock().unwrap().clone()
}

#[test]
fn hanging_up_reloads_the_certificate() {
    let folder = Folder::new("certificate");
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let (chain, key) = (folder.0.join("chain.pem"), folder.0.join("key.pem"));
    let put = |chain_of: &str, key_of: &str| {
        std::fs::copy(tls.join(format!("{chain_of}.pem")), &chain).unwrap();
        std::fs::copy(tls.join(format!("{key_of}.key.pem")), &key).unwrap();
    };
    put("one", "one");
    let more = ["--tls-cert", chain.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    let server = Watched::start(&program(), &folder.0, &more);
    let first = certificate(server.address);
    // A certificate that does not fit its key stays outside.
    put("two", "one");
    server.signal("-HUP");
    server.says("the house keeps the old certificate");
    assert_eq!(certificate(server.address), first);
    std::fs::write(&chain, "nothing").unwrap();
    server.signal("-HUP");
    on_record(&folder, "tls.kept");
    assert_eq!(certificate(server.address), first);
    put("two", "two");
    server.signal("-HUP");
    server.says("new connections get the new certificate");
    assert_ne!(certificate(server.address), first);
    on_record(&folder, "tls.reloaded");
}

#[test]
fn a_folder_that_is_open_to_others_is_told() {
    let folder = Folder::new("open");
    std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(0o755)).unwrap();
    let server = Watched::start(&program(), &folder.0, &[]);
    server.says("is open to others (mode 755): chmod 700");
    assert!(on_record(&folder, "house.open-folder")["what"].as_str().unwrap().contains("mode 755"));
    // A table that is not on record when the server is killed was never opened.
    let begun = Instant::now();
    while significant(&folder).iter().filter(|event| event["code"] == "table.opened").count() < 4 {
        assert!(begun.elapsed() < PATIENCE, "four tables are not on record");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(server);
    std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(0o700)).unwrap();
    let server = Watched::start(&program(), &folder.0, &["--pace", "quick"]);
    // What was opened before goes on as before, and it says so.
    server.says(
        "--pace and --alone apply to new tables only: pai-gow-1, pai-gow-2, pai-gow-3, roulette-1 stay",
    );
    assert!(!server.said.lock().unwrap().contains("open to others"));
}

/// Codes can be kept from a terminal that others see, or a log that they read.
#[test]
fn codes_go_to_a_file_that_only_its_owner_reads() {
    let (folder, elsewhere) = (Folder::new("codes"), Folder::new("codes-file"));
    let file = elsewhere.0.join("codes");
    // Whoever put a file there that others read gets nothing by it.
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666)).unwrap();
    let to_file = ["--set-up-code-file", file.to_str().unwrap()];
    let server = support::Server::start(&folder.0, &to_file).unwrap();
    assert_eq!((&server.code, server.founding.len()), (&None, 0), "nothing of it is printed");
    let text = std::fs::read_to_string(&file).unwrap();
    let after = |what: &str| -> Vec<String> {
        let codes = text.lines().filter_map(|line| line.strip_prefix(what));
        codes.map(|rest| rest.split_whitespace().next().unwrap().to_string()).collect()
    };
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!((after("set-up code: ").len(), after("founding code: ").len()), (1, 2), "{text}");
    let root = serde_json::json!({"code": after("set-up code: ")[0], "name": "root", "password": "long enough for it"});
    let (status, answer) =
        support::request(server.address, "POST", "/api/set-up", None, Some(&root)).unwrap();
    assert_eq!(status, 200, "{answer}");
    assert!(server.stop().success());
    // What cannot be written is said, and the house does not go on without.
    let missing = elsewhere.0.join("no/such/folder");
    let said = support::Server::start(&folder.0, &["--set-up-code-file", missing.to_str().unwrap()]);
    let said = said.err().unwrap();
    assert!(said.contains("--set-up-code-file") && said.contains("no/such/folder"), "{said}");
}

#[test]
fn plain_http_on_all_addresses_is_told() {
    let folder = Folder::new("plain");
    let server = Watched::start(&program(), &folder.0, &["--host", "0.0.0.0"]);
    server.says("plain HTTP on 0.0.0.0:");
    on_record(&folder, "house.plain-http");
    drop(server);
    let folder = Folder::new("loopback");
    let server = Watched::start(&program(), &folder.0, &["--alone"]);
    let said = server.said.lock().unwrap();
    assert!(!said.contains("plain HTTP") && !said.contains("--alone"), "{said}");
}

#[test]
fn an_origin_that_no_browser_sends_is_refused() {
    for (origin, what) in [
        ("tables.example", "expected a scheme"),
        ("ftp://tables.example", "expected a scheme"),
        ("*", "expected a scheme"),
        ("https://tables.example/", "got \"/\""),
        ("https://tables.example/app?x", "got \"/app?x\""),
        ("https://", "expected a host"),
        ("https://Tables.example", "small letters"),
        ("https://tables.example:443", "browsers leave 443 out"),
        ("http://tables.example:port", "from 1 to 65535"),
        ("http://tables.example:0", "from 1 to 65535"),
        ("https://a.example,https://b.example", "expected a host"),
    ] {
        let said = refused(&["--origin", origin], None);
        assert!(said.contains(what) && said.contains(origin), "{origin}: {said}");
    }
    let folder = Folder::new("origin");
    let more = ["--origin", "https://tables.example", "--origin", "http://[::1]:8080"];
    drop(Watched::start(&program(), &folder.0, &more));
}

#[test]
fn a_log_filter_that_is_none_is_refused() {
    for filter in ["inof", "server=loud", "warn,server", "=", "info,,"] {
        let said = refused(&[], Some(filter));
        assert!(said.contains("HOUSEWAY_LOG="), "{filter}: {said}");
    }
}

/// A log whose reader has gone, or whose disk is full, is no reason for the house to fail.
#[test]
fn a_log_that_nobody_takes_fails_nobody() {
    let folder = Folder::new("log");
    let mut command = Command::new(program());
    command.args(["serve", "--port", "0", "--data"]).arg(&folder.0).env("HOUSEWAY_LOG", "info");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = command.stdout(Stdio::piped()).stderr(full).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.split_whitespace().nth(3).unwrap().split_once("://").unwrap().1.parse().unwrap();
    std::thread::spawn(move || lines.count());
    let house = Watched { child, address, said: Arc::default() };
    let begun = Instant::now();
    // Every request is logged.
    while !house.get("/readyz").contains("\"ready\":true") {
        assert!(begun.elapsed() < PATIENCE, "{}", house.get("/readyz"));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(house.get("/healthz").contains("ok"));
    assert!(house.get("/api/tables").contains("pai-gow-1"));
}

#[test]
fn a_program_that_is_replaced_is_told_by_the_daily_check() {
    let folder = Folder::new("replaced");
    let copy = folder.0.join("houseway");
    std::fs::copy(program(), &copy).unwrap();
    let server = Watched::start(&copy, &folder.0, &["--self-check", "1"]);
    on_record(&folder, "identity.checked");
    let other = folder.0.join("other");
    std::fs::write(&other, b"something else").unwrap();
    std::fs::rename(&other, &copy).unwrap();
    let event = on_record(&folder, "identity.changed");
    assert!(event["what"].as_str().unwrap().contains("the file it was started from: program"), "{event}");
    assert!(server.get("/readyz").contains("identity.changed"));
}
