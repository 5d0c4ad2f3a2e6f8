//! The arguments of every command, with the help a manual page would give.

use crate::day::Day;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Pai Gow by the book: sets hands by the House Way of any gazetted rule book, and says why.
///
/// Tiles are written by id (12 2 H8 H4 H10 H6 L4 11 L10 H7 L6 9 L8 L7 5 GJ), by face (6-6) or by
/// name (teen, 天牌), separated by spaces or commas. Every answer names the clauses it rests on.
///
/// Exit status: 0 for yes, 1 for no (a wrong setting), 2 for bad input.
#[derive(Debug, Parser)]
#[command(name = "houseway", version, styles = STYLES, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Start with:  houseway set \"12 H8 9 L7\" --book star-2016")]
pub(crate) struct Args {
    /// Use the books in this folder instead of those inside the program
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) rulebooks: Option<PathBuf>,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal only
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the books, or show one: what it is, its parameters and its readings
    Books(BooksArgs),
    /// Set four tiles by a book's House Way and say why
    Set(SetArgs),
    /// Check a setting against the House Way: exit status 0 if right, 1 if wrong
    Check(CheckArgs),
    /// Print how a book sets all 3,620 hands
    Chart(ChartArgs),
    /// List the hands that two books set differently, with both reasons
    Diff(DiffArgs),
    /// Price every wager of a book, or of all books, exactly
    Odds(OddsArgs),
    /// Price every setting of four tiles exactly
    Ev(EvArgs),
    /// List the best setting of all 3,620 hands and what the House Way gives away
    Best(BestArgs),
    /// Play rounds by the House Way and estimate the edge
    Simulate(SimulateArgs),
    /// Report what a House Way leaves to readings, gives away, never uses or states twice
    Lint(LintArgs),
    /// Draw a cut of the wall: which tile goes to which lot; without a name, list the cuts
    Cut(CutArgs),
    /// Show which area receives which lot, by the dice
    Deliver(DeliverArgs),
    /// List a book's clauses, or show one: our summary, what the software has to do, where the code is
    Clauses(ClausesArgs),
    /// Play a written round, step by step with clauses
    Round(RoundArgs),
    /// Serve live tables: players, dealers, supervisors, inspectors
    Serve(ServeArgs),
    /// Verify what a house has on record
    Audit(AuditArgs),
    /// Copy a house, running or not, into a new folder, and verify the copy
    Backup(BackupArgs),
    /// Restore a house from a backup, into a new folder or an empty database
    Restore(RestoreArgs),
    /// Move finished records out of a house that is not running, into a verified and signed file
    Archive(ArchiveArgs),
    /// Describe the server's API
    Api(ApiArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages to a folder
    Manual {
        /// The folder, which has to exist
        folder: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct BooksArgs {
    /// The book to show
    pub(crate) book: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which House Way: the book and the readings of its open points.
#[derive(Debug, clap::Args)]
pub(crate) struct WayArgs {
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    #[command(flatten)]
    pub(crate) under: ReadingArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Choose another reading of an open point, as high-tiles=two-highest (may be repeated)
    #[arg(long = "reading", value_name = "ID=CHOICE")]
    pub(crate) readings: Vec<String>,
    /// State the exceptions by the book's general formats instead of its list (star-2016 App2.7#20)
    #[arg(long)]
    pub(crate) general_formats: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway set \"H8 L8 H6 L7\" --book star-2016")]
pub(crate) struct SetArgs {
    /// Four tiles, as "12 H8 9 L7" (several arguments are joined)
    #[arg(required = true, value_name = "TILES")]
    pub(crate) tiles: Vec<String>,
    #[command(flatten)]
    pub(crate) way: WayArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway check --low \"H8 9\" --high \"12 L7\" --book star-2016")]
pub(crate) struct CheckArgs {
    /// The two tiles of the low hand
    #[arg(long, value_name = "TILES")]
    pub(crate) low: String,
    /// The two tiles of the high hand
    #[arg(long, value_name = "TILES")]
    pub(crate) high: String,
    #[command(flatten)]
    pub(crate) way: WayArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ChartArgs {
    #[command(flatten)]
    pub(crate) way: WayArgs,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The one book
    pub(crate) left: String,
    /// The other
    pub(crate) right: String,
    #[command(flatten)]
    pub(crate) under: ReadingArgs,
    /// Show what each difference is worth to a player, and price both books
    #[arg(long)]
    pub(crate) cost: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The terms on which wagers are priced.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TermsArgs {
    /// Choose another reading of an open point, as zero-crown=copy (may be repeated)
    #[arg(long = "reading", value_name = "ID=CHOICE")]
    pub(crate) readings: Vec<String>,
    /// A commission other than the book's, in percent
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    pub(crate) commission: Option<String>,
    /// The amount wagered, for commission as chips allow it
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    pub(crate) bet: Option<i64>,
    /// The smallest chip, 1 unless given
    #[arg(long, value_name = "AMOUNT", requires = "bet", allow_negative_numbers = true)]
    pub(crate) chip: Option<i64>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway odds --book crown-6.1\n          houseway odds --plot edges.svg")]
pub(crate) struct OddsArgs {
    /// The book to price; without it, all books
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<String>,
    /// Only this wager: regular, banker, bonus, tie, big, small, straight-up, …
    #[arg(long, value_name = "WAGER")]
    pub(crate) wager: Option<String>,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// Show each pay table row by row
    #[arg(long, conflicts_with = "csv")]
    pub(crate) rows: bool,
    /// Price everything again with every other reading, and say which hands change and how much
    #[arg(long, conflicts_with = "csv")]
    pub(crate) sensitivity: bool,
    /// Draw the edges to a file ending in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway ev \"12 H8 9 L7\" --book crown-6.1")]
pub(crate) struct EvArgs {
    /// Four tiles
    #[arg(required = true, value_name = "TILES")]
    pub(crate) tiles: Vec<String>,
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    /// Which side of the table
    #[arg(long, value_enum, default_value = "player")]
    pub(crate) seat: SeatArg,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SeatArg {
    /// Against the bank
    Player,
    /// As the bank
    Bank,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BestArgs {
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    /// Which side of the table
    #[arg(long, value_enum, default_value = "player")]
    pub(crate) seat: SeatArg,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// Draw all hands, coloured by what the House Way gives away, to a file ending in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print CSV, all 3,620 hands
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON, all 3,620 hands
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BankerArg {
    /// The House banks; the figures are the players'
    House,
    /// A player banks; the figures are the banker's
    Player,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway simulate --book star-2016 --rounds 10000000 --seed 7")]
pub(crate) struct SimulateArgs {
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true)]
    pub(crate) rounds: i64,
    /// The seed: the same seed gives the same rounds
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: i128,
    /// Who banks
    #[arg(long, value_enum, default_value = "house")]
    pub(crate) banker: BankerArg,
    /// How many areas wager against the bank, 1 to 7
    #[arg(long, value_name = "N", default_value_t = 7, allow_negative_numbers = true)]
    pub(crate) opponents: i64,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// How many threads
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) threads: Option<i64>,
    /// Draw how the estimate settles to a file ending in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LintArgs {
    /// The book to examine
    pub(crate) book: String,
    #[command(flatten)]
    pub(crate) under: ReadingArgs,
    /// List every hand instead of the first few
    #[arg(long)]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway cut cup-say --orientation left,bottom --book crown-6.1")]
pub(crate) struct CutArgs {
    /// The cut, by traditional or English name: cup-say, "Dai Pin", "Big Slice"
    pub(crate) name: Option<String>,
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    /// The side and end it is dealt from: right or left, top or bottom
    #[arg(long, value_name = "SIDE,END", requires = "name")]
    pub(crate) orientation: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway deliver --book star-2016 --chung 1 --dice 2,5,6 --cut-die 4")]
pub(crate) struct DeliverArgs {
    /// The book to go by
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: String,
    /// A part of the book that changes the dice or the areas, as crown-pai-gow
    #[arg(long, value_name = "PART")]
    pub(crate) variant: Option<String>,
    /// The area the chung is on
    #[arg(long, value_name = "AREA", allow_negative_numbers = true)]
    pub(crate) chung: i64,
    /// The box dice, as 2,5,6
    #[arg(long, value_name = "FACES", value_delimiter = ',', required = true, allow_negative_numbers = true)]
    pub(crate) dice: Vec<i64>,
    /// The cut die
    #[arg(long, value_name = "FACE", allow_negative_numbers = true)]
    pub(crate) cut_die: Option<i64>,
    /// What the banker adds to the total to steal the cut, -4 to 4
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) steal: Option<i64>,
    /// The cut the banker named, instead of the dice's
    #[arg(long, value_name = "NAME")]
    pub(crate) cut: Option<String>,
    /// The side and end the cut is dealt from
    #[arg(long, value_name = "SIDE,END")]
    pub(crate) orientation: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ClausesArgs {
    /// The book
    pub(crate) book: String,
    /// The clause to show, as 8.4.1
    pub(crate) clause: Option<String>,
    /// Only clauses about this: houseway, cut, dice, …
    #[arg(long, conflicts_with = "clause")]
    pub(crate) theme: Option<String>,
    /// Only clauses with this duty: enforce, record, display or outside
    #[arg(long, conflicts_with = "clause")]
    pub(crate) duty: Option<String>,
    /// Only clauses that leave something open
    #[arg(long, conflicts_with = "clause")]
    pub(crate) open: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RoundArgs {
    #[command(subcommand)]
    pub(crate) command: RoundCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RoundCommand {
    /// Play a round and print it with its events, refusals, money and views
    Run(RoundRunArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:  houseway round run testdata/rounds/star-2016/house-bank.round")]
pub(crate) struct RoundRunArgs {
    /// The round, in the language of docs/rounds.md; lines printed into it before are replaced
    pub(crate) file: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:  houseway serve --data ./var\n\nThe first start prints a set-up code for the first administrator, and a founding code for each of two supervisors. Ctrl-C shuts down cleanly."
)]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) host: std::net::IpAddr,
    /// The port; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 7700, allow_negative_numbers = true)]
    pub(crate) port: u16,
    /// The folder for the database and the key of the house
    #[arg(long, value_name = "DIR", default_value = "./var")]
    pub(crate) data: PathBuf,
    /// Keep the journal in this database instead of a file in the folder: postgres://…
    #[arg(long, value_name = "URL", env = "HOUSEWAY_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// The key that signs checkpoints; made together with a new database
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Where to send checkpoints as they are made: a file, command:…, or http://… (may be repeated)
    #[arg(long, value_name = "WHERE")]
    pub(crate) checkpoints_to: Vec<server::Outside>,
    /// Write the set-up and founding codes of a start to this file, readable by its owner only, instead of printing them
    #[arg(long, value_name = "FILE")]
    pub(crate) set_up_code_file: Option<PathBuf>,
    /// Start once although checkpoint-last is missing from the folder: the database is known to be the newest
    #[arg(long)]
    pub(crate) accept_missing_checkpoint: bool,
    /// A certificate chain in PEM, for TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Its private key in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Another origin whose pages may use the API, as https://tables.example (may be repeated)
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    pub(crate) origins: Vec<String>,
    /// A name by which the house is reached, besides localhost and its address (may be repeated)
    #[arg(long = "host-name", value_name = "NAME")]
    pub(crate) host_names: Vec<String>,
    /// The address of a proxy that forwards the client's address (may be repeated)
    #[arg(long = "trusted-proxy", value_name = "IP")]
    pub(crate) trusted_proxies: Vec<std::net::IpAddr>,
    /// How trusted proxies forward the client's address
    #[arg(long, value_name = "HOW", default_value = "x-forwarded-for", value_enum)]
    pub(crate) proxy_says: ProxyArg,
    /// How fast new practice tables are dealt [default: calm]
    #[arg(long, value_name = "PACE", value_enum)]
    pub(crate) pace: Option<PaceArg>,
    /// Go on dealing at new practice tables when nobody is there
    #[arg(long)]
    pub(crate) alone: bool,
    /// Requests and messages a second from one address or station
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rate: u32,
    /// Connections from one address at once; those from this machine are not counted
    #[arg(long, value_name = "N", default_value_t = 256, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) connections_each: u32,
    /// Stations of one person at once
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) stations_each: u32,
    /// Guests at once
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..))]
    pub(crate) guests: u32,
    /// Guests at once from one address, this machine included
    #[arg(long, value_name = "N", default_value_t = 50, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..))]
    pub(crate) guests_each: u32,
    /// Seats that guests from one address may have at all tables together
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..))]
    pub(crate) seats_each: u32,
    /// Commands a second of one guest at tables
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) guest_rate: u32,
    /// Seconds without a sign of life after which a guest's seat is freed
    #[arg(long, value_name = "SECONDS", default_value_t = 120, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) guest_away: u32,
    /// Seconds without a sign of life after which the seat of a player with an account is freed
    #[arg(long, value_name = "SECONDS", default_value_t = 900, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) player_away: u32,
    /// How far the system's clock may jump ahead before an administrator has to confirm it
    #[arg(long, value_name = "MINUTES", default_value_t = 5, value_parser = clap::value_parser!(i64).range(1..=1440))]
    pub(crate) clock_jump: i64,
    /// Warn when less than this is free on the disk of the folder
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub(crate) disk_low: u64,
    /// Record payments of this much or more as significant events, at tables for money
    #[arg(long, value_name = "AMOUNT", default_value_t = 10_000, value_parser = clap::value_parser!(i64).range(1..))]
    pub(crate) large_win: i64,
    /// How much one person alone may move at the cage for a player in 24 hours
    #[arg(long, value_name = "AMOUNT", default_value_t = 10_000, value_parser = clap::value_parser!(i64).range(1..))]
    pub(crate) cage_alone: i64,
    /// How much one person alone may move at the cage for all players in 24 hours
    #[arg(long, value_name = "AMOUNT", default_value_t = 100_000)]
    pub(crate) cage_day: i64,
    /// How often the program and the books are compared with those that were started
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) self_check: u64,
    /// Write the log as JSON lines instead of text
    #[arg(long)]
    pub(crate) log_json: bool,
}

/// An origin as browsers send it: scheme, host and perhaps a port.
fn origin(text: &str) -> Result<String, String> {
    let (port, rest) = match text.split_once("://") {
        Some(("https", rest)) => ("443", rest),
        Some(("http", rest)) => ("80", rest),
        _ => return Err("expected a scheme, as https://tables.example".into()),
    };
    if let Some(place) = rest.find(['/', '?', '#', '@', '*', ' ', ',']) {
        return Err(format!("expected a host and perhaps a port, got {:?} after it", &rest[place..]));
    }
    if rest.chars().any(|c| c.is_ascii_uppercase() || !c.is_ascii_graphic()) {
        return Err("expected a host in small letters, as browsers send it (xn-- for others)".into());
    }
    // The colons of an IPv6 address stand in brackets.
    let (host, given) = match rest.rsplit_once(':') {
        Some((host, given)) if !given.contains(']') => (host, Some(given)),
        _ => (rest, None),
    };
    if host.is_empty() {
        return Err("expected a host, got none".into());
    }
    match given {
        Some(given) if given == port => Err(format!("expected no port: browsers leave {port} out")),
        Some(given) if given.parse::<u16>().map_or(true, |number| number == 0 || given.starts_with('0')) => {
            Err(format!("expected a port from 1 to 65535, got {given:?}"))
        }
        _ => Ok(text.to_string()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProxyArg {
    /// In the header X-Forwarded-For
    XForwardedFor,
    /// In the header Forwarded
    Forwarded,
    /// By the PROXY protocol, version 1 or 2
    ProxyProtocol,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PaceArg {
    /// As at a table with people
    Calm,
    /// A few seconds a round
    Quick,
    /// As fast as possible, without people: for tests
    Flat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    pub(crate) command: AuditCommand,
}

/// Which journal.
#[derive(Debug, clap::Args)]
pub(crate) struct JournalArgs {
    /// The folder of the house
    #[arg(long, value_name = "DIR", default_value = "./var")]
    pub(crate) data: PathBuf,
    /// The database, if it is not a file in the folder: postgres://…
    #[arg(long, value_name = "URL", env = "HOUSEWAY_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    /// The folder of the backup; it is created, or has to be empty
    #[arg(value_name = "DIR")]
    pub(crate) to: PathBuf,
    #[command(flatten)]
    pub(crate) journal: JournalArgs,
    /// The key of the house, which signs the backup, if it is not in its folder
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RestoreArgs {
    /// The folder of the backup
    #[arg(value_name = "DIR")]
    pub(crate) from: PathBuf,
    /// The folder of the new house; it is created, or has to be empty
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Put the journal into this empty database instead of a file in the folder: postgres://…
    #[arg(long, value_name = "URL", env = "HOUSEWAY_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// The key of the house, which signed the backup and is not in it; it is copied into the new folder
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ArchiveArgs {
    /// The file of the archive, which must not be there; archives/DATE.archive in the folder of the house unless
    /// said otherwise
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Move what was finished before this day, as 2026-01-01 (midnight UTC), at least 24 hours ago
    #[arg(long, value_name = "DATE")]
    pub(crate) before: Day,
    #[command(flatten)]
    pub(crate) journal: JournalArgs,
    /// The key of the house, if it is not in its folder
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
}

/// Which records: those of a house, or of one of its archives.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pub(crate) journal: JournalArgs,
    /// An archive instead of the house's database: a file, or a name in the folder archives of the house
    #[arg(long, value_name = "FILE")]
    pub(crate) archive: Option<PathBuf>,
    /// The public key that checkpoints have to be signed with; the one in the folder by default
    #[arg(long, value_name = "FILE")]
    pub(crate) public: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum AuditCommand {
    /// Verify every record, link, signature and balance, and name the first that is wrong
    Verify {
        #[command(flatten)]
        journal: RecordsArgs,
        /// Checkpoints that were kept elsewhere, one per line: finds a journal that was cut off or rewritten
        #[arg(long, value_name = "CHECKPOINTS")]
        against: Option<PathBuf>,
        /// The key of the house, which seals passwords and sessions; the one in the folder by default
        #[arg(long, value_name = "FILE")]
        key: Option<PathBuf>,
    },
    /// Add all balances up again from the records and compare
    Ledger {
        #[command(flatten)]
        journal: RecordsArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Draw a table's tiles, dice or ball again from the revealed seeds: all turns, or one
    Fairness {
        /// The table, as pai-gow-1, or a turn of it, as pai-gow-1/17
        #[arg(value_name = "ROUND")]
        round: String,
        #[command(flatten)]
        journal: RecordsArgs,
    },
    /// Recall a round that is over, one line of JSON per step
    Round {
        /// The table and its round, as pai-gow-1/17
        #[arg(value_name = "ROUND")]
        round: String,
        #[command(flatten)]
        journal: RecordsArgs,
    },
    /// Compare this program and its books with those that the journal says were started
    Identity {
        #[command(flatten)]
        journal: RecordsArgs,
    },
    /// Replay a table from its records alone and print the hash of its state
    Replay {
        /// The table
        table: String,
        #[command(flatten)]
        journal: RecordsArgs,
    },
    /// Write every record as a line of JSON
    Export {
        #[command(flatten)]
        journal: RecordsArgs,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct ApiArgs {
    #[command(subcommand)]
    pub(crate) command: ApiCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ApiCommand {
    /// Print the OpenAPI description as JSON
    Describe,
}
