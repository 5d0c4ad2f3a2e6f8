//! A store on a PostgreSQL server: one connection, and one call for a commit of any size.
//!
//! Whoever writes holds an advisory lock for as long as its connection lives, and a turn number in the
//! database keeps out whoever lost it. A connection that is gone is made again at the next use, and goes on
//! only if nobody took a turn in between. Connections are not encrypted: the server stands in the house.
//!
//! The driver waits by blocking, and panics on a thread that runs asynchronous tasks: use it from threads.

mod archive;
mod back;
mod schema;
mod writing;

use crate::memory::{hash_of, sort_balances};
use crate::posting::read_account;
use crate::rows::{Fresh, Rows, turn_of};
use crate::{
    Balance, Base, Batch, Error, Head, Key, Migration, Record, Round, Search, Snapshot, State, Store,
};
use money::Account;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::ToSql;
use postgres::{Client, Config, NoTls, Row, Statement};
use std::collections::HashMap;
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

/// The lock of the one who writes …
const WRITER: i64 = i64::from_be_bytes(*b"houseway");
/// … and of the one who changes the schema.
const SCHEMA: i64 = WRITER + 1;
/// Where names are looked for: the system's own catalogs come first, then the house's tables, and whatever a connection
/// made for itself last.
const PATH: &str = "public, pg_temp";
const COLUMNS: &str = "r.sequence, r.at, r.form, r.key, r.asked, r.moves, r.body, r.hash, r.stream_id";
const ROUND: &str = "stream, number, first, last, began, ended, players, staked, most, irregular";

/// A store on a PostgreSQL server.
pub struct Postgres {
    config: Config,
    /// What to call the server: no password.
    name: String,
    link: Option<Link>,
    /// Whose turn it is; 0 for a handle that only reads.
    turn: i64,
    /// Whether the rows have to be read again before the next commit.
    stale: bool,
    /// How often it is held: everything is read as it stood at one moment.
    holding: u32,
    /// Whether nobody else writes until this one is done.
    alone: bool,
    /// Streams and accounts by their rows, for the writer.
    streams: HashMap<Arc<str>, StreamRow>,
    accounts: HashMap<(i64, Account), i64>,
    /// Those that the batch in hand has made.
    fresh: Fresh,
    /// Whether all rows are as they were known, until a batch is kept: not so after the journal was cut.
    known: bool,
    position: i64,
    /// Whatever could act within a commit, as it was when the turn was taken or the schema was compared since.
    version: Option<String>,
    /// Whether the end of the commit in hand was sent: from then on only the database knows whether it is kept.
    sent: bool,
}

/// A connection with what was prepared on it.
struct Link {
    client: Client,
    /// Whether it has the writer's lock.
    locked: bool,
    /// The call that commits.
    keep: Option<Statement>,
    /// The question what it left.
    back: Option<Statement>,
    /// Whether a transaction is open.
    open: bool,
}

#[derive(Clone, Copy)]
struct StreamRow {
    id: i64,
    sequence: u64,
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        Self::Store(match (error.as_db_error(), error.source()) {
            (Some(said), _) => said.message().to_string(),
            (None, Some(source)) => format!("{error}: {source}"),
            (None, None) => error.to_string(),
        })
    }
}

impl Postgres {
    /// Opens a database by its connection string, and brings its schema up to date.
    ///
    /// # Errors
    /// It cannot be reached, or has a schema from the future.
    pub fn open(url: &str) -> Result<Self, Error> {
        let mut store = Self::reach(url)?;
        store.migrate(Migration::POSTGRES)?;
        Ok(store)
    }

    /// Opens a database as it is, whatever its schema.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn reach(url: &str) -> Result<Self, Error> {
        let mut config: Config = url.parse().map_err(|error: postgres::Error| {
            Error::Store(format!("invalid connection string: {}", Error::from(error)))
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(Duration::from_secs(15));
        }
        if config.get_application_name().is_none() {
            config.application_name("houseway");
        }
        let mut store = Self {
            config,
            name: crate::Place::Postgres(url.into()).to_string(),
            link: None,
            turn: 0,
            stale: false,
            holding: 0,
            alone: false,
            streams: HashMap::new(),
            accounts: HashMap::new(),
            fresh: Fresh::default(),
            known: false,
            position: 0,
            version: None,
            sent: false,
        };
        store.link()?;
        Ok(store)
    }

    /// Takes the steps that the database has not taken yet.
    ///
    /// # Errors
    /// A schema from the future; a step that fails, which is then not taken, nor any other.
    pub fn migrate(&mut self, steps: &[Migration]) -> Result<(), Error> {
        let known = steps.last().map_or(0, |step| step.number);
        let client = self.client()?;
        let found = schema(client)?;
        if found > known {
            return Err(Error::Schema { found, known });
        }
        if found == known {
            return Ok(());
        }
        let mut taken = client.transaction()?;
        taken.execute("SELECT pg_advisory_xact_lock($1)", &[&SCHEMA])?;
        taken.batch_execute(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)",
        )?;
        // Somebody else may have been faster.
        let found: i64 = taken.query_one("SELECT coalesce(max(number), 0) FROM migrations", &[])?.get(0);
        for step in steps.iter().filter(|step| step.number > found) {
            taken.batch_execute(step.sql)?;
            taken.execute("INSERT INTO migrations VALUES ($1, $2)", &[&step.number, &step.name])?;
        }
        taken.commit()?;
        Ok(())
    }

    /// The connection, for those who look at the schema.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub fn client(&mut self) -> Result<&mut Client, Error> {
        Ok(&mut self.link()?.client)
    }

    /// The connection; a new one if the last is gone.
    fn link(&mut self) -> Result<&mut Link, Error> {
        if self.holding > 0 {
            return self.working();
        }
        if self.link.as_ref().is_none_or(|link| link.client.is_closed()) {
            self.link = None;
            self.stale = true;
            let client = self.config.connect(NoTls).map_err(|error| {
                Error::Store(format!("{} cannot be reached: {}", self.name, Error::from(error)))
            })?;
            let mut link = Link { client, locked: false, keep: None, back: None, open: false };
            // Whatever the database or the role says.
            let set = format!("SET search_path = {PATH}; SET default_transaction_read_only = off");
            link.client.batch_execute(&set)?;
            surely(&mut link.client)?;
            if self.turn != 0 {
                let theirs = turn(&mut link.client)?;
                self.in_turn(theirs)?;
                lock(&mut link, &self.name)?;
            }
            self.link = Some(link);
        }
        self.link.as_mut().ok_or_else(|| Error::Store("no connection".into()))
    }

    /// The connection as it is: inside a transaction another would be wrong.
    fn working(&mut self) -> Result<&mut Link, Error> {
        let link = self.link.as_mut().filter(|link| !link.client.is_closed());
        link.ok_or_else(|| Error::Store(format!("the connection to {} is gone", self.name)))
    }

    /// Ends what a commit that failed has begun; a connection that does not say that it has is given up.
    fn give_up(&mut self) {
        self.stale = true;
        let gone = self.link.as_mut().is_none_or(|link| {
            link.open = false;
            link.client.is_closed() || link.client.batch_execute("ROLLBACK").is_err()
        });
        if gone {
            self.link = None;
        }
    }

    /// Whether the turn that counts is this one's.
    fn in_turn(&self, theirs: i64) -> Result<(), Error> {
        match theirs == self.turn {
            true => Ok(()),
            false => Err(Error::Fenced { ours: self.turn, theirs }),
        }
    }

    /// What the writer has to know about rows.
    fn learn(&mut self) -> Result<(), Error> {
        self.stale = true;
        let theirs = turn(self.client()?)?;
        self.in_turn(theirs)?;
        let found = self.rows()?;
        if let Some(odd) = self.odd_rows(&found) {
            return Err(Error::Strange(odd));
        }
        let client = self.client()?;
        let streams = client.query("SELECT name, id, sequence FROM streams", &[])?;
        let position = client.query_one("SELECT coalesce(max(position), 0) FROM records", &[])?.get(0);
        self.fresh.clear();
        self.streams.clear();
        for row in streams {
            let (id, sequence) = (row.get(1), row.get::<_, i64>(2) as u64);
            self.streams.insert(row.get::<_, String>(0).into(), StreamRow { id, sequence });
        }
        self.accounts = found.accounts;
        self.position = position;
        (self.stale, self.known) = (false, true);
        Ok(())
    }

    /// The rows of streams and accounts.
    fn rows(&mut self) -> Result<Rows, Error> {
        let (client, mut found) = (self.client()?, Rows::default());
        for row in client.query("SELECT name, id FROM streams", &[])? {
            found.streams.insert(row.get::<_, String>(0).into(), row.get(1));
        }
        for row in client.query("SELECT stream_id, account, id FROM balances", &[])? {
            found.accounts.insert((row.get(0), account_of(row.get(1))?), row.get(2));
        }
        Ok(found)
    }

    /// Which row is not as the writer knows it, if one is.
    fn odd_rows(&self, found: &Rows) -> Option<String> {
        let streams = self.streams.iter().map(|(name, row)| (name.clone(), row.id)).collect();
        let known = Rows { streams, accounts: self.accounts.clone() };
        self.known.then(|| self.fresh.odd(&known, found)).flatten()
    }
}

/// Whatever the database or the role says: what is kept is on disk before it is said to be, and triggers act.
fn surely(client: &mut Client) -> Result<(), Error> {
    let set = "SELECT current_setting('synchronous_commit'), current_setting('session_replication_role')";
    let row = client.query_one(set, &[])?;
    let (kept, role): (String, String) = (row.get(0), row.get(1));
    // What waits for a standby as well stays.
    if ["off", "local", "remote_write"].contains(&kept.as_str()) {
        client.batch_execute("SET synchronous_commit = on")?;
    }
    // Only a superuser may set it, and then only where it has to be.
    if role != "origin" {
        client.batch_execute("SET session_replication_role = origin").map_err(|error| {
            let why = Error::from(error);
            Error::Store(format!("session_replication_role is {role}, expected origin: {why}"))
        })?;
    }
    Ok(())
}

/// Whether the server loses nothing that it kept when its machine fails.
fn durable(client: &mut Client, name: &str) -> Result<(), Error> {
    let fsync: String = client.query_one("SELECT current_setting('fsync')", &[])?.get(0);
    match fsync.as_str() {
        "on" => Ok(()),
        other => Err(Error::Store(format!(
            "{name} runs with fsync = {other}, expected on: what it kept would be lost when its machine fails"
        ))),
    }
}

/// The schema that a database has; 0 for none.
fn schema(client: &mut Client) -> Result<i64, Error> {
    if client.query_one("SELECT to_regclass('migrations') IS NULL", &[])?.get(0) {
        return Ok(0);
    }
    Ok(client.query_one("SELECT coalesce(max(number), 0) FROM migrations", &[])?.get(0))
}

/// The turn that was taken last.
fn turn(client: &mut Client) -> Result<i64, Error> {
    let row = client.query_opt("SELECT number FROM public.turn", &[])?;
    turn_of(row.map(|row| Ok(row.get(0))))
}

/// Takes the writer's lock, which lasts as long as the connection.
fn lock(link: &mut Link, name: &str) -> Result<(), Error> {
    if link.locked {
        return Ok(());
    }
    link.locked = link.client.query_one("SELECT pg_try_advisory_lock($1)", &[&WRITER])?.get(0);
    if link.locked {
        return Ok(());
    }
    let who = link.client.query_opt(
        "SELECT pid, coalesce(host(client_addr), 'its own host'), application_name \
         FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
         AND (classid::bigint << 32 | objid::bigint) = $1 LIMIT 1",
        &[&WRITER],
    )?;
    let who = who.map_or_else(String::new, |row| {
        let (pid, host, program): (i32, String, String) = (row.get(0), row.get(1), row.get(2));
        format!(" ({program} from {host}, backend {pid})")
    });
    Err(Error::Held(format!("another server holds {name}{who}")))
}

fn account_of(name: &str) -> Result<Account, Error> {
    read_account(name).ok_or_else(|| Error::Store(format!("{name:?} is not an account in table balances")))
}

/// A round of a row with the columns of `ROUND`.
fn round(row: &Row) -> Round {
    let number = |number: i64| u32::try_from(number).unwrap_or(0);
    Round {
        stream: row.get(0),
        number: number(row.get(1)),
        first: row.get::<_, i64>(2) as u64,
        last: row.get::<_, i64>(3) as u64,
        began: row.get(4),
        ended: row.get(5),
        players: row.get::<_, Vec<i64>>(6).into_iter().map(number).collect(),
        staked: row.get(7),
        most: row.get(8),
        irregular: row.get(9),
    }
}

/// A record of a row with the columns of `COLUMNS`.
fn record(row: &Row, name: &Arc<str>) -> Result<Record, Error> {
    let sequence: i64 = row.try_get(0)?;
    let damaged =
        |what: &str| Error::damaged(name, sequence.max(0) as u64, format!("its {what} cannot be read"));
    let key = match (row.try_get::<_, Option<String>>(3)?, row.try_get::<_, Option<i64>>(4)?) {
        (None, None) => None,
        (Some(key), Some(asked)) => Some((key, asked as u64)),
        _ => return Err(damaged("key")),
    };
    Ok(Record {
        stream: name.clone(),
        sequence: u64::try_from(sequence).map_err(|_| damaged("sequence"))?,
        at: row.try_get(1)?,
        form: u16::try_from(row.try_get::<_, i32>(2)?).map_err(|_| damaged("form"))?,
        key,
        moves: row.try_get(5)?,
        body: row.try_get::<_, String>(6)?.into_bytes(),
        hash: hash_of(name, sequence.max(0) as u64, row.try_get(7)?)?,
    })
}

/// A key of a row that has it from this column on.
fn key(row: &Row, from: usize) -> Key {
    let (asked, sequence): (i64, i64) = (row.get(from + 1), row.get(from + 2));
    Key { key: row.get(from), asked: asked as u64, sequence: sequence as u64, at: row.get(from + 3) }
}

fn head(stream: &str, sequence: i64, hash: &[u8]) -> Result<Head, Error> {
    let sequence = sequence as u64;
    Ok(Head { sequence, hash: hash_of(stream, sequence, hash)? })
}

impl Store for Postgres {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        let mut store = Self {
            config: self.config.clone(),
            name: self.name.clone(),
            link: None,
            turn: 0,
            stale: false,
            holding: 0,
            alone: false,
            streams: HashMap::new(),
            accounts: HashMap::new(),
            fresh: Fresh::default(),
            known: false,
            position: 0,
            version: None,
            sent: false,
        };
        store.link()?;
        Ok(Box::new(store))
    }

    fn claim(&mut self) -> Result<i64, Error> {
        if self.alone {
            return Ok(self.turn);
        }
        let name = self.name.clone();
        // A turn that was lost is given up: this is a new one.
        self.turn = 0;
        let link = self.link()?;
        lock(link, &name)?;
        durable(&mut link.client, &name)?;
        turn(&mut link.client)?;
        let turn = link.client.query_one("UPDATE turn SET number = number + 1 RETURNING number", &[])?.get(0);
        self.turn = turn;
        self.known = false;
        self.learn()?;
        // Before the schema is verified: what changes after that shows.
        self.version = Some(back::version(self.client()?)?);
        Ok(turn)
    }

    fn turn(&mut self) -> Result<i64, Error> {
        turn(self.client()?)
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        if self.turn == 0 {
            return Err(Error::Held("this handle only reads".into()));
        }
        self.link()?;
        if self.stale {
            self.learn()?;
        }
        self.sent = false;
        let done = self.write(batch);
        match done {
            Ok(()) => self.fresh.clear(),
            Err(_) => self.give_up(),
        }
        // Whatever is said after the end was sent: it may have been done all the same.
        done.map_err(|error| match error {
            Error::Store(what) if self.sent || self.link.is_none() => Error::InDoubt(what),
            other => other,
        })
    }

    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        let row =
            self.client()?.query_opt("SELECT sequence, hash FROM streams WHERE name = $1", &[&stream])?;
        row.map(|row| head(stream, row.get(0), row.get(1))).transpose()
    }

    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        let rows = self.client()?.query("SELECT name, sequence, hash FROM streams ORDER BY name", &[])?;
        let heads = rows.iter().map(|row| {
            let name: String = row.get(0);
            let head = head(&name, row.get(1), row.get(2))?;
            Ok((name, head))
        });
        heads.collect()
    }

    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.range(stream, after.saturating_add(1), u64::MAX)
    }

    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let [from, to] = [from, to].map(|end| i64::try_from(end).unwrap_or(i64::MAX));
        let query = format!(
            "SELECT {COLUMNS} FROM records r JOIN streams ON streams.id = r.stream_id \
             WHERE name = $1 AND r.sequence BETWEEN $2 AND $3 ORDER BY r.sequence"
        );
        let rows = self.client()?.query(&query, &[&stream, &from, &to])?;
        let name: Arc<str> = stream.into();
        rows.iter().map(|row| record(row, &name)).collect()
    }

    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        let client = self.client()?;
        let mut names: HashMap<i64, Arc<str>> = HashMap::new();
        for row in client.query("SELECT id, name FROM streams", &[])? {
            names.insert(row.get(0), row.get::<_, String>(1).into());
        }
        let query = format!("SELECT {COLUMNS} FROM records r ORDER BY position");
        let mut rows = client.query_raw(&query, Vec::<i64>::new())?;
        while let Some(row) = rows.next()? {
            let stream: i64 = row.try_get(8)?;
            let name = names.entry(stream).or_insert_with(|| format!("unknown/{stream}").into());
            if !each(record(&row, name)?) {
                break;
            }
        }
        Ok(())
    }

    fn times(&mut self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        const PAGE: usize = 8192;
        let query = format!(
            "SELECT position, at FROM records WHERE position < $1 ORDER BY position DESC LIMIT {PAGE}"
        );
        let mut before = i64::MAX;
        loop {
            let rows = self.client()?.query(&query, &[&before])?;
            for row in &rows {
                before = row.try_get(0)?;
                if !each(row.try_get(1)?) {
                    return Ok(());
                }
            }
            if rows.len() < PAGE {
                return Ok(());
            }
        }
    }

    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        let rows = self.client()?.query(
            "SELECT name, account, units FROM balances JOIN streams ON streams.id = stream_id WHERE units <> 0",
            &[],
        )?;
        let balances = rows.iter().map(|row| {
            Ok(Balance { stream: row.get(0), account: account_of(row.get(1))?, units: row.get(2) })
        });
        let mut balances = balances.collect::<Result<Vec<_>, Error>>()?;
        sort_balances(&mut balances);
        Ok(balances)
    }

    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        let row = self.client()?.query_opt(
            "SELECT s.sequence, s.hash, s.state, s.digest FROM snapshots s \
             JOIN streams ON streams.id = s.stream_id WHERE name = $1",
            &[&stream],
        )?;
        let Some(row) = row else { return Ok(None) };
        let Head { sequence, hash } = head(stream, row.get(0), row.get(1))?;
        let snapshot = Snapshot { stream: stream.to_string(), sequence, hash, state: row.get(2) };
        let whole = row.get::<_, &[u8]>(3) == snapshot.digest().0;
        Ok(whole.then_some(snapshot))
    }

    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let row = self.client()?.query_opt(
            "SELECT s.sequence, s.state FROM states s JOIN streams ON streams.id = s.stream_id \
             WHERE name = $1 AND s.sequence <= $2 ORDER BY s.sequence DESC LIMIT 1",
            &[&stream, &most],
        )?;
        Ok(row.map(|row| State {
            stream: stream.to_string(),
            sequence: row.get::<_, i64>(0) as u64,
            state: row.get(1),
        }))
    }

    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        let query = format!("SELECT {ROUND} FROM rounds WHERE stream = $1 AND number = $2");
        let row = self.client()?.query_opt(&query, &[&stream, &i64::from(number)])?;
        Ok(row.as_ref().map(round))
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        let rows = self.client()?.query(
            "SELECT key, asked, keys.sequence, at FROM keys JOIN streams ON streams.id = stream_id \
             WHERE name = $1 AND key = ANY ($2)",
            &[&stream, &keys],
        )?;
        Ok(rows.iter().map(|row| key(row, 0)).collect())
    }

    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        let query = "SELECT name, count(*) FROM keys JOIN streams ON streams.id = stream_id GROUP BY name";
        let rows = self.client()?.query(query, &[])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
    }

    fn old_keys(&mut self, before: i64, most: usize) -> Result<Vec<(String, Key)>, Error> {
        let rows = self.client()?.query(
            "SELECT name, key, asked, keys.sequence, at FROM keys JOIN streams ON streams.id = stream_id \
             WHERE at < $1 ORDER BY at LIMIT $2",
            &[&before, &(most as i64)],
        )?;
        Ok(rows.iter().map(|row| (row.get(0), key(row, 1))).collect())
    }

    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        let query = "SELECT coalesce(name, 'unknown/' || stream_id), key, asked, keys.sequence, at \
                     FROM keys LEFT JOIN streams ON streams.id = stream_id";
        let mut rows = self.client()?.query_raw(query, Vec::<i64>::new())?;
        while let Some(row) = rows.next()? {
            each(row.get(0), key(&row, 1));
        }
        Ok(())
    }

    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        let player = search.player.map(|player| vec![i64::from(player)]);
        let (before, from) = (search.before.map(i64::from), search.from.map(i64::from));
        let limit = i64::from(search.limit);
        type Value<'v> = Option<&'v (dyn ToSql + Sync)>;
        fn value<T: ToSql + Sync>(value: &Option<T>) -> Value<'_> {
            value.as_ref().map(|value| value as &(dyn ToSql + Sync))
        }
        // The rounds of one table end in the order of their numbers, which an index has.
        let order = match search.stream {
            Some(_) => "true ORDER BY number DESC LIMIT",
            None => "true ORDER BY ended DESC, number DESC, stream LIMIT",
        };
        let conditions: [(&str, Value<'_>); 9] = [
            ("stream =", value(&search.stream)),
            ("ended >=", value(&search.since)),
            ("began <=", value(&search.until)),
            ("most >=", value(&search.amount)),
            ("(pg_catalog.cardinality(irregular) > 0) =", value(&search.irregular)),
            ("number <", value(&before)),
            ("number >=", value(&from)),
            ("players @>", value(&player)),
            (order, Some(&limit)),
        ];
        let given: Vec<(&str, &(dyn ToSql + Sync))> =
            conditions.iter().filter_map(|(condition, value)| Some((*condition, (*value)?))).collect();
        let wanted: Vec<String> =
            given.iter().enumerate().map(|(at, (condition, _))| format!("{condition} ${}", at + 1)).collect();
        let given: Vec<&(dyn ToSql + Sync)> = given.into_iter().map(|(_, value)| value).collect();
        let query = format!("SELECT {ROUND} FROM rounds WHERE {}", wanted.join(" AND "));
        Ok(self.client()?.query(&query, &given)?.iter().map(round).collect())
    }

    fn bases(&mut self) -> Result<Vec<Base>, Error> {
        self.read_bases()
    }

    fn begin_after(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.write_bases(bases)
    }

    fn cut(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.cut_at(batch, bases)
    }

    fn alone(&mut self) -> Result<(), Error> {
        self.keep_out()
    }

    fn let_go(&mut self) {
        self.let_in();
    }

    fn shelves(&mut self) -> Result<Vec<String>, Error> {
        let rows = self.client()?.query("SELECT DISTINCT shelf FROM shelf ORDER BY shelf", &[])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let rows = self
            .client()?
            .query("SELECT name, value FROM shelf WHERE shelf = $1 ORDER BY name", &[&shelf])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn on_shelf(&mut self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let one = "SELECT value FROM shelf WHERE shelf = $1 AND name = $2";
        Ok(self.client()?.query_opt(one, &[&shelf, &name])?.map(|row| row.get(0)))
    }

    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> {
        let query = "SELECT shelf, name, value FROM shelf ORDER BY shelf, name";
        let mut rows = self.client()?.query_raw(query, Vec::<i64>::new())?;
        while let Some(row) = rows.next()? {
            each(row.get(0), row.get(1), row.get(2));
        }
        Ok(())
    }

    fn hold(&mut self) -> Result<(), Error> {
        if self.holding == 0 {
            let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT number FROM turn";
            self.client()?.batch_execute(begin)?;
        }
        self.holding += 1;
        Ok(())
    }

    fn release(&mut self) {
        self.holding = self.holding.saturating_sub(1);
        if self.holding > 0 {
            return;
        }
        if let Some(link) = &mut self.link
            && link.client.batch_execute("ROLLBACK").is_err()
        {
            self.link = None;
        }
    }

    fn strangers(&mut self) -> Result<Vec<String>, Error> {
        let mut odd = self.odd_schema()?;
        if odd.is_empty() && self.known {
            let found = self.rows()?;
            odd.extend(self.odd_rows(&found));
        }
        Ok(odd)
    }

    fn inspect(&mut self) -> Result<Vec<String>, Error> {
        let query = "SELECT stream FROM rounds WHERE stream NOT IN (SELECT name FROM streams) LIMIT 1";
        let rows = self.client()?.query(query, &[])?;
        let odd = rows.iter().map(|row| {
            format!("a round is listed for {}, a table that does not exist", row.get::<_, String>(0))
        });
        Ok(odd.collect())
    }
}
