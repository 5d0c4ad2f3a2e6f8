//! A stream whose other end has to take what is sent to it: one that takes nothing for as long as the house is patient
//! is gone, and what it was sent with it.
//!
//! What the house has written lies in the kernel until the other end takes it, also after the connection was closed, and
//! counts for nobody then. So little may lie there, it does not lie for long, and a connection that is given up while
//! there was no room for more is reset: what lies there is thrown away.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// How many bytes that were sent wait in the kernel for one reader; Linux keeps twice that, with what it needs itself.
const WAITING: usize = 128 * 1024;
/// How many times the house's patience the other end may not answer at all, before the kernel gives it up.
#[cfg(target_os = "linux")]
const SILENT: u128 = 3;

/// Bounds what lies in the kernel for whoever comes to a listener, and for how long.
///
/// # Errors
/// The kernel does not do it.
pub fn bound(listener: &TcpListener, patience: Duration) -> io::Result<()> {
    // Connections have what their listener has.
    rustix::net::sockopt::set_socket_send_buffer_size(listener, WAITING)?;
    #[cfg(target_os = "linux")]
    {
        let silent = u32::try_from(patience.as_millis() * SILENT).unwrap_or(u32::MAX);
        rustix::net::sockopt::set_tcp_user_timeout(listener, silent)?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = patience;
    Ok(())
}

/// A connection whose other end has to take what is sent to it.
pub struct Patient {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    /// Whether there was no room for what was written last.
    full: bool,
}

impl Patient {
    /// A connection, with how long its other end may take nothing.
    pub fn new(stream: TcpStream, patience: Duration) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        Self { stream: Box::pin(stream), full: false }
    }

    fn wrote(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.full = !matches!(written, Poll::Ready(Ok(_)));
        written
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        if self.full {
            let stream = self.stream.as_ref().get_ref().get_ref();
            // One that cannot be reset is closed, as it would be anyway.
            let _ = rustix::net::sockopt::set_socket_linger(stream, Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream.as_mut().poll_write(cx, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream.as_mut().poll_write_vectored(cx, bytes);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(cx)
    }
}
