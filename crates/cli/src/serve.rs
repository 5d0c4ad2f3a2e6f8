//! `houseway serve`: serves live tables until it is told to stop.
//!
//! May touch: the network, the folder of the house, the database, the clock, chance.

use crate::answer::{Answer, Failure};
use crate::args::{PaceArg, ProxyArg, ServeArgs};
use floor::Pace;
use server::{Config, ProxySays, Served};
use std::io::Write;
use std::net::SocketAddr;

pub(crate) fn answer(args: &ServeArgs) -> Result<Answer, Failure> {
    log(args.log_json)?;
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
    config.accept_missing_checkpoint = args.accept_missing_checkpoint;
    config.tls = args.tls_cert.clone().zip(args.tls_key.clone());
    config.origins = args.origins.clone();
    config.rate = args.rate;
    config.connections_each = args.connections_each as usize;
    config.stations_each = args.stations_each as usize;
    config.host_names = args.host_names.clone();
    config.trusted_proxies = args.trusted_proxies.clone();
    config.proxy_says = match args.proxy_says {
        ProxyArg::XForwardedFor => ProxySays::XForwardedFor,
        ProxyArg::Forwarded => ProxySays::Forwarded,
        ProxyArg::ProxyProtocol => ProxySays::ProxyProtocol,
    };
    config.guest_rate = args.guest_rate;
    config.terms.guests_max = args.guests as usize;
    config.terms.guests_each = args.guests_each as usize;
    config.terms.seats_each = args.seats_each as usize;
    config.terms.guest_away = i64::from(args.guest_away) * 1000;
    config.terms.player_away = i64::from(args.player_away) * 1000;
    for table in &mut config.tables {
        let pace = args.pace.unwrap_or(PaceArg::Calm);
        table.pace = match pace {
            PaceArg::Calm => Pace::default(),
            PaceArg::Quick => Pace::QUICK,
            PaceArg::Flat => Pace::FAST,
        };
        table.pace.alone |= args.alone;
        if let floor::GameSetup::RapidRoulette { setup, .. } = &mut table.game {
            setup.period = match pace {
                PaceArg::Calm => setup.period,
                PaceArg::Quick => Some(5),
                PaceArg::Flat => Some(1),
            };
        }
    }
    config.clock_jump = args.clock_jump * 60_000;
    config.disk_low = args.disk_low.saturating_mul(1 << 20);
    config.large_win = args.large_win;
    config.cage_alone = args.cage_alone;
    config.cage_day = args.cage_day;
    config.self_check = std::time::Duration::from_secs(args.self_check);
    config
}

/// The tables that go on at the pace they were opened with, whatever was asked for.
fn set_in_their_ways(args: &ServeArgs, wanted: &[floor::TableSetup], served: &Served) -> Option<String> {
    if args.pace.is_none() && !args.alone {
        return None;
    }
    let other = |table: &floor::Handle| {
        let setup = table.setup();
        wanted.iter().any(|one| one.id == setup.id && (one.pace != setup.pace || one.game != setup.game))
    };
    let tables = served.house.floor.tables();
    let other: Vec<&str> =
        tables.iter().filter(|table| other(table)).map(|table| table.setup().id.as_str()).collect();
    (!other.is_empty()).then(|| {
        format!(
            "--pace and --alone apply to new tables only: {} stay as they were opened before",
            other.join(", ")
        )
    })
}

/// As many connections as the server counts, and files beside them.
const FILES: u64 = 32_768;

async fn serve(args: &ServeArgs) -> Result<(), Failure> {
    // Many systems let a process have 1,024 unless it asks for more; what it gets is what there is.
    let handles = rlimit::increase_nofile_limit(FILES);
    // Before anything else: a signal that nobody hears ends the house.
    let mut again =
        Again::new().map_err(|error| Failure::one(format!("cannot listen for signals: {error}")))?;
    let stop = Stop::new().map_err(|error| Failure::one(format!("cannot listen for signals: {error}")))?;
    let mut config = config(args);
    if let Ok(handles) = handles {
        config.connections = server::within(config.connections, handles);
    }
    let wanted = config.tables.clone();
    let served = Served::open(config).await.map_err(|error| Failure::one(error.to_string()))?;
    if let Some(said) = set_in_their_ways(args, &wanted, &served) {
        let _ = writeln!(std::io::stderr(), "houseway: {said}");
    }
    let reloads = served.reloads();
    tokio::spawn(async move {
        while again.wait().await.is_some() {
            reloads.reload().await;
        }
    });
    let ready = served.house.started.elapsed().as_millis();
    let mut text = format!("houseway serves at {}  (ready after {ready} ms)\n", served.url());
    for table in served.house.floor.tables() {
        let info = table.info();
        let (book, whose) = (table.setup().book(), whose(&info));
        text +=
            &format!("  {:<12} {}, book {book}, dealt by {}, {whose}\n", info.id, info.name, dealer(&info));
    }
    match hand_out(args, &served) {
        Ok(codes) => text += &codes,
        Err(failure) => {
            served.house.stop().await;
            return Err(failure);
        }
    }
    let url = served.url();
    text += &format!(
        "Open {url} in a browser to play, {url}/office to deal and manage. Ctrl-C shuts down cleanly.\n"
    );
    // Nobody may be reading.
    let _ = std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush());
    served.run(stop.wait()).await;
    Ok(())
}

/// The codes of this start: what is to be printed of them, or of where they are.
fn hand_out(args: &ServeArgs, served: &Served) -> Result<String, Failure> {
    let people = &served.house.people;
    let mut codes = String::new();
    if let Some(code) = people.setup_code() {
        codes += &format!("set-up code: {code}  (for the first administrator)\n");
    }
    for code in people.founding_codes() {
        codes += &format!("founding code: {code}  (for one supervisor, who enters it themselves)\n");
    }
    if codes.is_empty() {
        return Ok(codes);
    }
    codes += "Hand each code to another person; every start makes new ones until they are used.\n";
    let Some(path) = &args.set_up_code_file else { return Ok(codes) };
    match owners_file(path, &codes) {
        Ok(()) => Ok(format!("the codes for setting up the house are in {}\n", path.display())),
        Err(error) => Err(Failure::one(format!("--set-up-code-file {}: {error}", path.display()))),
    }
}

/// Puts a file in its place that nobody but its owner reads.
fn owners_file(path: &std::path::Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let fresh = path.with_file_name(name);
    if let Err(error) = std::fs::remove_file(&fresh)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()?;
    std::fs::rename(&fresh, path)
}

/// Whose money is played for.
const fn whose(info: &floor::Info) -> &'static str {
    match info.money {
        floor::Purses::Practice => "practice",
        floor::Purses::Accounts => "for players' accounts",
        floor::Purses::Cash => "for cash",
    }
}

fn dealer(info: &floor::Info) -> &'static str {
    if info.house_deals { "the house" } else { "a dealer" }
}

/// The signal by which it reads its files again.
struct Again {
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
}

impl Again {
    #[cfg(unix)]
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { hang_up: signal(SignalKind::hangup())? })
    }

    #[cfg(not(unix))]
    fn new() -> std::io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn wait(&mut self) -> Option<()> {
        self.hang_up.recv().await
    }

    #[cfg(not(unix))]
    async fn wait(&mut self) -> Option<()> {
        None
    }
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

/// Where the log goes: to stderr as far as that takes it. A full disk or a reader who has gone is no reason for whoever
/// logs to fail.
struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = std::io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let _ = std::io::stderr().flush();
        Ok(())
    }
}

/// Logs on stderr: warnings, and more if HOUSEWAY_LOG says so.
fn log(json: bool) -> Result<(), Failure> {
    use tracing_subscriber::EnvFilter;
    let filter = std::env::var_os("HOUSEWAY_LOG").filter(|filter| !filter.is_empty());
    let filter = filter.map_or_else(|| "warn".into(), |filter| filter.to_string_lossy().into_owned());
    let wrong = |what: String| {
        Failure::one(format!(
            "HOUSEWAY_LOG={filter}: {what}; expected, for example, info or warn,server=debug"
        ))
    };
    for part in filter.split(',') {
        let level = part.rsplit_once('=').map_or(part, |(_, level)| level).trim();
        // A word that is no level would be taken for a part of the program, and silence all others.
        if level.is_empty() || level.parse::<tracing_subscriber::filter::LevelFilter>().is_err() {
            return Err(wrong(format!(
                "{level:?} is not a log level: expected off, error, warn, info, debug or trace"
            )));
        }
    }
    let filter = EnvFilter::try_new(&filter).map_err(|error| wrong(error.to_string()))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Log);
    let log = log.log_internal_errors(false);
    // A log that somebody set before stays.
    let _ = if json { log.json().try_init() } else { log.with_ansi(false).try_init() };
    Ok(())
}
