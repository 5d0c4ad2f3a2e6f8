//! Listening: plain or with TLS, bounded, patient with nobody, and finished in good order.

use crate::app::router;
use crate::config::Config;
use crate::house::{House, OpenError};
use crate::limit::line;
use crate::meter::Metered;
use crate::patient::{self, Patient};
use crate::proxy::{client, read_head};
use crate::share::{Share, Shares};
use axum::extract::ConnectInfo;
use floor::{Clock, Dials, Known, Significant};
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

/// How long requests may take to finish at the end.
const FAREWELL: Duration = Duration::from_secs(3);

/// A house that is being served.
pub struct Served {
    /// The house.
    pub house: Arc<House>,
    /// Where it listens.
    pub address: SocketAddr,
    listener: TcpListener,
    tls: Option<Certificate>,
}

/// The certificate that new connections get; its clones share it.
#[derive(Clone)]
struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    acceptor: Arc<RwLock<TlsAcceptor>>,
}

impl Certificate {
    fn read(chain: &Path, key: &Path) -> Result<Self, OpenError> {
        let acceptor = Arc::new(RwLock::new(acceptor(chain, key)?));
        Ok(Self { chain: chain.into(), key: key.into(), acceptor })
    }

    fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads it again from its files; connections that are there keep theirs.
    ///
    /// # Errors
    /// What is wrong with the files; the one before stays.
    fn reload(&self) -> Result<(), OpenError> {
        let fresh = acceptor(&self.chain, &self.key)?;
        *self.acceptor.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }
}

/// Reads the files of a house again while it runs: the certificate, if there is one.
pub struct Reloads {
    house: Arc<House>,
    tls: Option<Certificate>,
}

impl Reloads {
    /// Reads them. The house goes on whatever comes of it, and what came of it is on record.
    pub async fn reload(&self) {
        let (code, what) = match self.tls.as_ref().map(Certificate::reload) {
            None => return tracing::warn!("told to read its files again, but there is no certificate"),
            Some(Ok(())) => ("tls.reloaded", "new connections get the new certificate".into()),
            Some(Err(error)) => ("tls.kept", format!("the house keeps the old certificate: {error}")),
        };
        tracing::warn!("{what}");
        if let Err(error) = self.house.floor.significant(Significant::new(code, "house", None, what)).await {
            tracing::error!(%error, code, "not on record");
        }
    }
}

impl Served {
    /// Opens the house and listens.
    ///
    /// # Errors
    /// What cannot be opened, and why.
    pub async fn open(config: Config) -> Result<Self, OpenError> {
        let bound = config.clock_jump;
        Self::open_by(config, move |known| Clock::by(Dials::System, known, bound)).await
    }

    /// The same by another clock, which is told what the journal knows of time.
    ///
    /// # Errors
    /// What cannot be opened, and why.
    pub async fn open_by(
        config: Config,
        clock: impl FnOnce(Known) -> Clock + Send + 'static,
    ) -> Result<Self, OpenError> {
        let tls = match &config.tls {
            Some((chain, key)) => Some(Certificate::read(chain, key)?),
            None => None,
        };
        let listener = TcpListener::bind(config.address)
            .await
            .map_err(|error| format!("cannot listen on {}: {error}", config.address))?;
        if let Err(error) = patient::bound(&listener, config.patience) {
            tracing::warn!(%error, "what waits for slow readers is not bounded");
        }
        let address = listener.local_addr()?;
        let house = House::open_by(config, clock).await?;
        Ok(Self { house, address, listener, tls })
    }

    /// What reads the files of this house again while it runs.
    pub fn reloads(&self) -> Reloads {
        Reloads { house: self.house.clone(), tls: self.tls.clone() }
    }

    /// What to open in a browser.
    pub fn url(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// Serves until it is told to stop; then finishes everything in good order.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let app = router(self.house.clone());
        let shares: Arc<Shares> = Arc::default();
        let patience = self.house.config.patience;
        let (closing, closed) = watch::channel(false);
        tokio::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of file handles, most likely: others will close theirs.
                        if self.house.crowd.logs() {
                            tracing::warn!(%error, "cannot accept");
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let Some(place) = self.house.crowd.enter(peer.ip()) else {
                self.tell_full();
                continue;
            };
            let tls = self.tls.as_ref().map(Certificate::acceptor);
            let (app, closed) = (app.clone(), closed.clone());
            let (house, shares) = (self.house.clone(), Arc::clone(&shares));
            // Whoever has all their connections is turned away before anything is done for them; whom a
            // proxy speaks for is known a moment later.
            let heads = house.config.heads(peer.ip());
            let share = match heads {
                true => None,
                false => match share_of(&shares, peer.ip(), &house) {
                    None => continue,
                    share => share,
                },
            };
            tokio::spawn(async move {
                let Some(caller) = arrive(stream, peer, (place, share), &shares, &house).await else {
                    return;
                };
                let (stream, caller) = caller;
                match tls {
                    None => connection(stream, caller, app, house, closed).await,
                    Some(tls) if may_shake(&house, caller.peer.ip()) => {
                        let shaken = tokio::time::timeout(patience, tls.accept(stream)).await;
                        if let Ok(Ok(stream)) = shaken {
                            connection(stream, caller, app, house, closed).await;
                        }
                    }
                    Some(_) => {}
                }
            });
        }
        drop(self.listener);
        self.house.stop().await;
        let _ = closing.send(true);
        drop(closed);
        let _ = tokio::time::timeout(FAREWELL, closing.closed()).await;
    }
}

impl Served {
    /// Puts on record that there is no place for more connections, now and again.
    fn tell_full(&self) {
        if !self.house.crowd.tells() {
            return;
        }
        let (house, (count, most)) = (self.house.clone(), self.house.crowd.count());
        let what = format!("{count} of {most} connections are taken: new ones are turned away");
        tracing::warn!("{what}");
        tokio::spawn(async move {
            let event = Significant::new("connections.full", "house", None, what);
            if let Err(error) = house.floor.significant(event).await {
                tracing::error!(%error, "not on record");
            }
        });
    }
}

/// Who is at the other end of a connection, and at which address of ours.
struct Caller {
    peer: SocketAddr,
    reached: Option<SocketAddr>,
    place: Taken,
}

/// The address of ours at which a request came in.
#[derive(Clone, Copy)]
pub struct Reached(pub SocketAddr);

/// A request that a proxy passed on without a word for whom.
#[derive(Clone, Copy)]
pub struct Nameless;

/// Makes a connection ready to be served; nothing if it is not to be.
async fn arrive(
    mut stream: TcpStream,
    peer: SocketAddr,
    (place, share): (OwnedSemaphorePermit, Option<Share>),
    shares: &Arc<Shares>,
    house: &House,
) -> Option<(Patient, Caller)> {
    let config = &house.config;
    // Small messages must not wait for each other.
    stream.set_nodelay(true).ok()?;
    let reached = stream.local_addr().ok();
    let (peer, share) = match share {
        Some(share) => (peer, share),
        None => {
            let head = tokio::time::timeout(config.patience, read_head(&mut stream, peer));
            let peer = head.await.ok()??;
            (peer, share_of(shares, peer.ip(), house)?)
        }
    };
    let place = Taken(Arc::new((place, share)));
    Some((Patient::new(stream, config.patience), Caller { peer, reached, place }))
}

/// Whether an address may begin to speak in secret once more. A proxy that the house trusts speaks for many.
fn may_shake(house: &House, address: IpAddr) -> bool {
    house.config.trusts(address) || house.handshakes.take(line(address))
}

/// A connection's place among all and its address's share. Each of its requests has it too: a socket that
/// goes on after its request keeps it.
#[derive(Clone)]
pub struct Taken(#[allow(dead_code)] Arc<(OwnedSemaphorePermit, Share)>);

/// One more connection of an address, unless it has them all.
fn share_of(shares: &Arc<Shares>, address: IpAddr, house: &House) -> Option<Share> {
    let share = Share::of_line(shares, address, &house.config);
    if share.is_none() && house.crowd.logs() {
        tracing::warn!(address = %line(address), "an address has all the connections it may have");
    }
    share
}

async fn connection<S>(
    stream: S,
    caller: Caller,
    app: axum::Router,
    house: Arc<House>,
    mut closed: watch::Receiver<bool>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let patience = house.config.patience;
    let stream = Metered::new(stream);
    let heard = stream.heard();
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let from = client(&house.config, caller.peer, request.headers());
        if from.is_none() {
            request.extensions_mut().insert(Nameless);
        }
        request.extensions_mut().insert(ConnectInfo(from.unwrap_or(caller.peer)));
        request.extensions_mut().insert(caller.place.clone());
        request.extensions_mut().insert(heard.clone());
        if let Some(address) = caller.reached {
            request.extensions_mut().insert(Reached(address));
        }
        app.clone().oneshot(request.map(axum::body::Body::new))
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(16 * 1024);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(serving);
    tokio::select! {
        done = serving.as_mut() => {
            if let Err(error) = done {
                tracing::debug!(%error, "connection");
            }
        }
        () = async { drop(closed.wait_for(|closed| *closed).await) } => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, serving).await;
        }
    }
}

fn acceptor(chain: &Path, key: &Path) -> Result<TlsAcceptor, OpenError> {
    let unreadable = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain = CertificateDer::pem_file_iter(chain)
        .and_then(|certificates| certificates.collect::<Result<Vec<_>, _>>())
        .map_err(|error| unreadable(chain, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, &error))?;
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = tokio_rustls::rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| unreadable(key, &error))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Behind a proxy that the house trusts are many, whose handshakes are the proxy's.
    #[tokio::test]
    async fn a_proxy_that_speaks_for_many_shakes_as_often_as_it_wants() {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), std::env::temp_dir());
        config.database = Some("memory".into());
        config.tables = Vec::new();
        config.trusted_proxies = ["192.0.2.1", "2001:db8::1"].map(|one| one.parse().unwrap()).to_vec();
        config.data.push(format!("houseway-shakes-{}", std::process::id()));
        let folder = config.data.clone();
        let house = House::open(config).await.unwrap();
        let shakes = |from: &str| (0..1000).filter(|_| may_shake(&house, from.parse().unwrap())).count();
        assert_eq!([shakes("192.0.2.1"), shakes("2001:db8::1")], [1000, 1000]);
        assert!(shakes("192.0.2.2") < 900, "anybody else has a bound");
        house.stop().await;
        let _ = std::fs::remove_dir_all(folder);
    }
}
