//! What one connection may send: so many bytes a second, whatever they are. Beyond it the house does not read on, so that
//! a flood costs whoever sends it, and what a WebSocket does not count (empty pieces of a message) costs next to nothing.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// How many bytes a connection sends a second in the long run, and at once.
const RATE: u64 = 256 * 1024;
const BURST: u64 = 1024 * 1024;
/// How long the house does not read from who has sent too much.
const PAUSE: Duration = Duration::from_millis(50);

/// How many bytes a connection has sent.
#[derive(Clone, Debug, Default)]
pub struct Heard(Arc<AtomicU64>);

impl Heard {
    /// So many.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream of which only so much is read a second.
pub struct Metered<S> {
    stream: S,
    heard: Heard,
    /// What may be read now, and when that was worked out.
    left: u64,
    since: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    /// The same stream, metered.
    pub fn new(stream: S) -> Self {
        Self { stream, heard: Heard::default(), left: BURST, since: Instant::now(), pause: None }
    }

    /// How much it has sent, from now on.
    pub fn heard(&self) -> Heard {
        self.heard.clone()
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let grown = (now - self.since).as_millis() as u64 * RATE / 1000;
        if grown > 0 {
            self.left = self.left.saturating_add(grown).min(BURST);
            self.since = now;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let this = &mut *self;
        if let Some(pause) = &mut this.pause {
            ready!(pause.as_mut().poll(context));
            this.pause = None;
        }
        if this.left == 0 {
            this.refill();
        }
        if this.left == 0 {
            let mut pause = Box::pin(tokio::time::sleep(PAUSE));
            // Not over yet: whoever waits is woken when it is.
            let waits = pause.as_mut().poll(context);
            this.pause = Some(pause);
            return waits.map(|()| Ok(()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let read = (buffer.filled().len() - before) as u64;
        this.left = this.left.saturating_sub(read);
        this.heard.0.fetch_add(read, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_flood_is_read_at_a_bounded_pace() {
        let (mut sends, hears) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { while sends.write_all(&[0; 16 * 1024]).await.is_ok() {} });
        let mut metered = Metered::new(hears);
        let (begun, heard) = (Instant::now(), metered.heard());
        let mut buffer = vec![0; 8192];
        while begun.elapsed() < Duration::from_secs(2) {
            assert!(metered.read(&mut buffer).await.unwrap() > 0);
        }
        let most = BURST + 3 * RATE;
        assert!((BURST..most).contains(&heard.bytes()), "{} bytes, at most {most}", heard.bytes());
    }
}
