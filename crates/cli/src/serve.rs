//! `houseway serve`: serves live tables until it is told to stop.
//!
//! May touch: the network, the folder of the house, the database, the clock, chance.

use crate::answer::{Answer, Failure};
use crate::args::{PaceArg, ServeArgs};
use floor::Pace;
use server::{Config, Served};
use std::io::Write;
use std::net::SocketAddr;

/// A few seconds a round.
const QUICK: Pace =
    Pace { step: 60, wagers: 4000, bank: 1500, hands: 5000, pause: 600, round: 500, alone: false };

pub(crate) fn answer(args: &ServeArgs) -> Result<Answer, Failure> {
    log(args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::one(format!("cannot start: {error}")))?;
    runtime.block_on(serve(args))?;
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    Ok(Answer::yes(String::new()))
}

fn config(args: &ServeArgs) -> Config {
    let mut config = Config::new(SocketAddr::new(args.host, args.port), args.data.clone());
    config.database = args.db.clone();
    config.key = args.key.clone();
    config.checkpoints_to = args.checkpoints_to.clone();
    config.tls = args.tls_cert.clone().zip(args.tls_key.clone());
    config.origins = args.origins.clone();
    config.rate = args.rate;
    config.connections_each = args.connections_each as usize;
    for table in &mut config.tables {
        table.pace = match args.pace {
            PaceArg::Calm => Pace::default(),
            PaceArg::Quick => QUICK,
            PaceArg::Flat => Pace::FAST,
        };
        table.pace.alone |= args.alone;
        if let floor::GameSetup::RapidRoulette { setup, .. } = &mut table.game {
            setup.period = match args.pace {
                PaceArg::Calm => setup.period,
                PaceArg::Quick => Some(5),
                PaceArg::Flat => Some(1),
            };
        }
    }
    config
}

/// As many connections as the server counts, and files beside them.
const FILES: u64 = 32_768;

async fn serve(args: &ServeArgs) -> Result<(), Failure> {
    // Many systems let a process have 1,024 unless it asks for more; what it gets is what there is.
    let _ = rlimit::increase_nofile_limit(FILES);
    let stop = Stop::new().map_err(|error| Failure::one(format!("cannot hear signals: {error}")))?;
    let served = Served::open(config(args)).await.map_err(|error| Failure::one(error.to_string()))?;
    let ready = served.house.started.elapsed().as_millis();
    let mut text = format!("houseway serves at {}  (ready after {ready} ms)\n", served.url());
    for table in served.house.floor.tables() {
        let info = table.info();
        text += &format!("  {:<12} {}, {} by {}\n", info.id, info.name, table.setup().book(), dealer(&info));
    }
    if let Some(code) = served.house.people.setup_code() {
        text += &format!("set-up code: {code}  (for the first administrator; shown at this start only)\n");
    }
    text += "Open the address in a browser. Ctrl-C finishes in good order.\n";
    // Nobody may be reading.
    let _ = std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush());
    served.run(stop.wait()).await;
    Ok(())
}

fn dealer(info: &floor::Info) -> &'static str {
    if info.house_deals { "the house" } else { "a dealer" }
}

/// The signals that end it.
struct Stop {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Stop {
    #[cfg(unix)]
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(not(unix))]
    fn new() -> std::io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn wait(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn wait(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Logs on stderr: warnings, and more if HOUSEWAY_LOG says so.
fn log(json: bool) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_env("HOUSEWAY_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A log that somebody set before stays.
    let _ = if json { log.json().try_init() } else { log.with_ansi(false).try_init() };
}
