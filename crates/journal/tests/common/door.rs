//! The back door: a journal of three streams, its database open to whoever has the password, and hashes made to
//! fit again.

use super::{Ground, block, bought, paid, player, step, word};
use journal::{Checkpoint, Draft, Hash, Head, Place, Unit};
use money::Account;
use std::collections::HashMap;
use std::sync::Arc;

pub const CHECKPOINTS: &str = Checkpoint::STREAM;

/// Streams a (70 records), b (7) and c (3), interleaved; checkpoints after a 35 and after a 60.
pub fn write(ground: &Ground, signer: &Arc<journal::Signer>) {
    let journal = ground.journal();
    for number in 1..=70i64 {
        let draft = match number {
            1 => bought(1, 100),
            3 => Draft { key: Some(("key".into(), 33)), ..word(3, "keyed") },
            5 => paid(&[step(player(1), Account::Pool, 25)]),
            _ => word(number, &format!("record {number} of a")),
        };
        journal.keep_blocking(Unit::draft("a", draft)).unwrap();
        if number % 10 == 0 {
            journal.keep_blocking(Unit::draft("b", bought(2, number))).unwrap();
        }
        if number % 20 == 0 {
            journal.keep_blocking(Unit::draft("c", word(number, "c"))).unwrap();
        }
        if number == 35 || number == 60 {
            block(journal.checkpoint(number, signer.clone())).unwrap().unwrap();
        }
    }
    block(journal.stop());
}

/// A database open to whoever has its password.
pub enum Access {
    Sqlite(rusqlite::Connection),
    Postgres(Box<postgres::Client>),
}

impl Access {
    pub fn to(ground: &Ground) -> Self {
        match &ground.place {
            Place::Sqlite(path) => {
                let db = rusqlite::Connection::open(path).unwrap();
                // As one would who knows how, without a trace in the schema.
                db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
                db.execute_batch("PRAGMA ignore_check_constraints = on").unwrap();
                Self::Sqlite(db)
            }
            Place::Postgres(_) => {
                let mut client = ground.client();
                client.batch_execute("SET session_replication_role = replica").unwrap();
                Self::Postgres(Box::new(client))
            }
            Place::Memory(_) => panic!("memory has no back door"),
        }
    }

    /// Runs statements in which `@a` stands for the number of stream a, `@at(a,5)` for the place of its
    /// record 5, `@stream` for the name of the column with a record's stream, `#aabb#` for bytes.
    pub fn run(&mut self, sql: &str) {
        let column = if matches!(self, Self::Sqlite(_)) { "stream" } else { "stream_id" };
        let mut sql = sql.replace("@stream", column);
        while let Some(start) = sql.find("@at(") {
            let end = start + sql[start..].find(')').unwrap();
            let (stream, sequence) = sql[start + 4..end].split_once(',').unwrap();
            let place = format!("{column} = @{stream} AND sequence = {sequence}");
            sql.replace_range(start..=end, &place);
        }
        for name in ["a", "b", "c", "p"] {
            let full = if name == "p" { CHECKPOINTS } else { name };
            sql =
                sql.replace(&format!("@{name}"), &format!("(SELECT id FROM streams WHERE name = '{full}')"));
        }
        let parts: Vec<&str> = sql.split('#').collect();
        let sql: String = parts
            .iter()
            .enumerate()
            .map(|(at, part)| match (at % 2, &self) {
                (0, _) => part.to_string(),
                (_, Self::Sqlite(_)) => format!("x'{part}'"),
                (_, Self::Postgres(_)) => format!("'\\x{part}'::bytea"),
            })
            .collect();
        match self {
            Self::Sqlite(db) => db.execute_batch(&sql).unwrap_or_else(|error| panic!("{sql}: {error}")),
            Self::Postgres(db) => db.batch_execute(&sql).unwrap_or_else(|error| panic!("{sql}: {error}")),
        }
    }
}

/// Makes all hashes and pointers fit again, as one would who knows how.
pub fn rechain(ground: &Ground, access: &mut Access) {
    if matches!(ground.place, Place::Sqlite(_)) {
        access.run(
            "UPDATE records SET prior = coalesce((SELECT max(position) FROM records p \
             WHERE p.stream = records.stream AND p.position < records.position), 0); \
             UPDATE streams SET position = (SELECT max(position) FROM records WHERE stream = streams.id); \
             DELETE FROM marks; \
             INSERT INTO marks SELECT stream, sequence, position FROM records WHERE sequence % 64 = 0",
        );
    }
    let mut heads: HashMap<Arc<str>, Head> = HashMap::new();
    let mut sql = String::new();
    let mut store = ground.store();
    let read = store.scan(&mut |record| {
        let head = heads
            .entry(record.stream.clone())
            .or_insert_with(|| Head { sequence: 0, hash: Hash::genesis(&record.stream) });
        let short = if &*record.stream == CHECKPOINTS { "p" } else { &record.stream };
        *head = Head { sequence: record.sequence, hash: record.link(&head.hash) };
        sql += &format!("UPDATE records SET hash = #{}# WHERE @at({short},{});", head.hash, head.sequence);
        true
    });
    read.unwrap();
    for (name, head) in heads {
        sql += &format!(
            "UPDATE streams SET sequence = {}, hash = #{}# WHERE name = '{name}';",
            head.sequence, head.hash
        );
    }
    access.run(&sql);
}
