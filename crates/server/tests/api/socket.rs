//! A station's socket, written by hand, so that it can also send what no station would.

use super::{Api, Reply};
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

pub const TEXT: u8 = 1;
pub const BINARY: u8 = 2;
pub const CLOSE: u8 = 8;

/// A station's socket.
pub struct Socket {
    stream: TcpStream,
    /// What was read and not yet taken.
    rest: Vec<u8>,
}

impl Api {
    /// Somebody stands at a table from now on.
    pub async fn stands_at(&self, table: &str, somebody: &super::people::Somebody) {
        let mut socket = self.station(table, Some(&somebody.token), &[]).await.unwrap();
        tokio::spawn(async move {
            while socket.fill().await {
                socket.rest.clear();
            }
        });
    }

    /// A station at a table, with a token or as nobody; the refusal if it is refused.
    pub async fn station(
        &self,
        table: &str,
        token: Option<&str>,
        more: &[(&str, &str)],
    ) -> Result<Socket, Reply> {
        let mut text = format!(
            "GET /api/tables/{table}/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            self.address
        );
        if let Some(token) = token {
            text += &format!("authorization: Bearer {token}\r\n");
        }
        for (name, value) in more {
            text += &format!("{name}: {value}\r\n");
        }
        text += "\r\n";
        // Little is kept for whoever does not read.
        let opened = TcpSocket::new_v4().unwrap();
        opened.set_recv_buffer_size(64 * 1024).unwrap();
        let mut stream = opened.connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut socket = Socket { stream, rest: Vec::new() };
        let end = loop {
            if let Some(end) = socket.rest.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            assert!(socket.fill().await, "closed before an answer");
        };
        let reply = Reply::parse(&socket.rest[..end]).unwrap();
        if reply.status == 101 {
            socket.rest.drain(..end);
            return Ok(socket);
        }
        let length: usize = reply.header("content-length").unwrap().parse().unwrap();
        while socket.rest.len() < end + length {
            assert!(socket.fill().await, "closed within an answer");
        }
        Err(Reply::parse(&socket.rest).unwrap())
    }
}

impl Socket {
    async fn fill(&mut self) -> bool {
        let mut buffer = [0; 16 * 1024];
        let read = tokio::time::timeout(Duration::from_secs(20), self.stream.read(&mut buffer));
        let count = read.await.expect("the house says nothing").unwrap_or(0);
        self.rest.extend_from_slice(&buffer[..count]);
        count > 0
    }

    /// A frame, as any station sends it.
    pub async fn frame(&mut self, kind: u8, payload: &[u8]) {
        let mut bytes = vec![0x80 | kind];
        match payload.len() {
            short @ 0..126 => bytes.push(0x80 | short as u8),
            middle @ 126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend((middle as u16).to_be_bytes());
            }
            long => {
                bytes.push(0x80 | 127);
                bytes.extend((long as u64).to_be_bytes());
            }
        }
        let mask = [1, 2, 3, 4];
        bytes.extend(mask);
        bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.bytes(&bytes).await;
    }

    /// Bytes as they are.
    pub async fn bytes(&mut self, bytes: &[u8]) {
        // The house may have closed already.
        let _ = self.stream.write_all(bytes).await;
    }

    pub async fn say(&mut self, message: &Value) {
        self.frame(TEXT, message.to_string().as_bytes()).await;
    }

    /// The next frame; nothing once the house has closed.
    pub async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            let whole = self.rest.get(1).and_then(|second| {
                let (head, length) = match second & 0x7f {
                    126 => (4, u64::from(u16::from_be_bytes(self.rest.get(2..4)?.try_into().ok()?))),
                    127 => (10, u64::from_be_bytes(self.rest.get(2..10)?.try_into().ok()?)),
                    short => (2, u64::from(short)),
                };
                let end = head + length as usize;
                (self.rest.len() >= end).then_some((head, end))
            });
            if let Some((head, end)) = whole {
                let kind = self.rest[0] & 0x0f;
                let frame: Vec<u8> = self.rest.drain(..end).skip(head).collect();
                return Some((kind, frame));
            }
            if !self.fill().await {
                return None;
            }
        }
    }

    /// The next message.
    pub async fn hear(&mut self) -> Value {
        loop {
            match self.next().await {
                Some((TEXT, text)) => return serde_json::from_slice(&text).unwrap(),
                Some((CLOSE, why)) => panic!("closed: {}", String::from_utf8_lossy(&why[2..])),
                Some(_) => {}
                None => panic!("gone"),
            }
        }
    }

    /// The answers of the next message, each with its version: where none is said it is the message's own.
    pub async fn answers(&mut self) -> Vec<Value> {
        let update = self.hear().await;
        let mut answers = update["answers"].as_array().cloned().unwrap_or_default();
        for answer in &mut answers {
            if answer["refused"].is_null() && answer["waits"].is_null() && answer["version"].is_null() {
                answer["version"] = update["version"].clone();
            }
        }
        answers
    }

    /// The answer to a key.
    pub async fn answer(&mut self, key: &str) -> Value {
        loop {
            let answers = self.answers().await;
            if let Some(answer) = answers.into_iter().find(|answer| answer["key"] == key) {
                return answer;
            }
        }
    }

    /// The code with which something is refused.
    pub async fn refused(&mut self, key: &str, message: &Value) -> String {
        self.say(message).await;
        let answer = self.answer(key).await;
        answer["refused"]["code"].as_str().unwrap_or("not refused").to_string()
    }

    /// Why the house closes.
    pub async fn closes(&mut self) -> String {
        loop {
            match self.next().await {
                Some((CLOSE, why)) if why.len() > 2 => {
                    return String::from_utf8_lossy(&why[2..]).into_owned();
                }
                Some(_) => {}
                None => return "gone".into(),
            }
        }
    }
}
