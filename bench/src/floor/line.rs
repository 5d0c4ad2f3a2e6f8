//! A station's end of a WebSocket, as cheap as it can be: stations are other machines in a real house, and
//! what they spend here is taken from the server that is measured. Only what the server sends is understood:
//! whole text frames without a mask.

use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The choices that a station was told, by number, and the numbers of what may be done.
#[derive(Default)]
pub(super) struct Known(std::collections::HashMap<String, Value>, Vec<i64>);

impl Known {
    /// Takes in a message; what may be done now, if it says so. A house of before said it in full.
    pub(super) fn hear(&mut self, said: &Value) -> Option<Vec<Value>> {
        if let Some(whole) = said["legal"]["choices"].as_array() {
            return Some(whole.clone());
        }
        let told = said["choices"].as_object().into_iter().flatten();
        self.0.extend(told.map(|(number, choice)| (number.clone(), choice.clone())));
        for number in said["legal"].as_array().into_iter().flatten().filter_map(Value::as_i64) {
            // In which order they stand is of no use here.
            match number > 0 {
                true if !self.1.contains(&number) => self.1.push(number),
                true => {}
                false => self.1.retain(|known| *known != -number),
            }
        }
        (said["legal"].is_array() || said["choices"].is_object())
            .then(|| self.1.iter().filter_map(|number| self.0.get(&number.to_string()).cloned()).collect())
    }
}

/// A station's end of a WebSocket.
pub(super) struct Line {
    stream: TcpStream,
    /// What has come, and how much of it was heard.
    come: Vec<u8>,
    heard: usize,
    out: Vec<u8>,
}

impl Line {
    /// Connects to a table, as somebody or as a display.
    pub(super) async fn open(
        address: SocketAddr,
        table: usize,
        token: Option<&str>,
        legal: bool,
    ) -> Result<Self, String> {
        let mut stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let who = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let request = format!(
            "GET /api/tables/t{table}/live?legal={legal} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \
             AAAAAAAAAAAAAAAAAAAAAA==\r\n{who}\r\n"
        );
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut line = Self { stream, come: Vec::new(), heard: 0, out: Vec::new() };
        loop {
            if let Some(end) = line.come.windows(4).position(|four| four == b"\r\n\r\n") {
                if !line.come.starts_with(b"HTTP/1.1 101") {
                    return Err(String::from_utf8_lossy(&line.come).into_owned());
                }
                line.heard = end + 4;
                return Ok(line);
            }
            line.more().await?;
        }
    }

    async fn more(&mut self) -> Result<(), String> {
        // What was heard goes when all of it was: mostly one message at a time comes.
        if self.heard == self.come.len() {
            self.come.clear();
            self.heard = 0;
        }
        self.come.reserve(8192);
        match self.stream.read_buf(&mut self.come).await {
            Ok(0) => Err("closed".into()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Puts a message with the next that go out.
    pub(super) fn put(&mut self, text: &str) {
        // A mask of nothing, so that the text stays as it is.
        match text.len() {
            short @ 0..126 => self.out.extend_from_slice(&[0x81, 0x80 | short as u8, 0, 0, 0, 0]),
            long => {
                self.out.extend_from_slice(&[0x81, 0x80 | 126]);
                self.out.extend_from_slice(&(long as u16).to_be_bytes());
                self.out.extend_from_slice(&[0; 4]);
            }
        }
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Sends what was put.
    pub(super) async fn flush(&mut self) -> Result<(), String> {
        if self.out.is_empty() {
            return Ok(());
        }
        let sent = self.stream.write_all(&self.out).await;
        self.out.clear();
        sent.map_err(|error| error.to_string())
    }

    /// The next message. Nothing is lost if it is no longer waited for.
    pub(super) async fn hear(&mut self) -> Result<&str, String> {
        loop {
            let rest = &self.come[self.heard..];
            let size = match rest {
                [_, 126, high, low, ..] => Some((4, usize::from(u16::from_be_bytes([*high, *low])))),
                [_, 127, a, b, c, d, e, f, g, h, ..] => {
                    Some((10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]) as usize))
                }
                [_, short @ 0..126, ..] => Some((2, usize::from(*short))),
                _ => None,
            };
            match size {
                Some((head, length)) if rest.len() >= head + length => {
                    let (kind, from) = (rest[0], self.heard + head);
                    self.heard = from + length;
                    let message = &self.come[from..from + length];
                    if kind == 0x89 {
                        // Whether it is there: a pong of nothing, which always finds room.
                        let _ = self.stream.try_write(&[0x8a, 0x80, 0, 0, 0, 0]);
                        continue;
                    }
                    if kind != 0x81 {
                        return Err(format!("no text: {kind:#x} {}", String::from_utf8_lossy(message)));
                    }
                    return std::str::from_utf8(&self.come[from..from + length])
                        .map_err(|error| error.to_string());
                }
                _ => self.more().await?,
            }
        }
    }
}
