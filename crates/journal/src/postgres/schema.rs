//! Whether a database has the triggers, functions, rules and views that the migrations make, and no others.

use super::Postgres;
use crate::{Error, Migration};
use std::collections::BTreeSet;

/// The triggers there are to be, with their tables.
const TRIGGERS: [(&str, &str); 5] = [
    ("accounts_begin_empty", "balances"),
    ("accounts_stay", "balances"),
    ("money_stays", "balances"),
    ("records_remain", "records"),
    ("records_stay", "records"),
];

const TABLES: &str = "('records', 'streams', 'balances', 'keys', 'shelf', 'turn', 'rounds', 'states', 'snapshots', \
                      'bases')";

impl Postgres {
    /// What the schema has and should not, or has not and should.
    pub(super) fn odd_schema(&mut self) -> Result<Vec<String>, Error> {
        let client = self.client()?;
        let mut odd = Vec::new();
        let own = format!("c.relnamespace = current_schema()::regnamespace AND c.relname IN {TABLES}");
        let mut wanted: BTreeSet<(String, String)> =
            TRIGGERS.iter().map(|(name, table)| (name.to_string(), table.to_string())).collect();
        let query = format!(
            "SELECT t.tgname::text, c.relname::text, t.tgenabled::text, p.prosrc FROM pg_trigger t \
             JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid \
             WHERE NOT t.tgisinternal AND {own} ORDER BY 1, 2"
        );
        for row in client.query(&query, &[])? {
            let (name, table, enabled): (String, String, String) = (row.get(0), row.get(1), row.get(2));
            if !wanted.remove(&(name.clone(), table.clone())) {
                odd.push(format!("trigger {name} on {table} was not made by the house"));
            } else if enabled != "O" {
                odd.push(format!("trigger {name} on {table} is switched off"));
            } else if !is_ours(row.get(3)) {
                odd.push(format!("what trigger {name} on {table} does is not as the house made it"));
            }
        }
        odd.extend(wanted.into_iter().map(|(name, table)| format!("trigger {name} on {table} is missing")));
        let query = format!(
            "SELECT r.rulename::text, c.relname::text FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class \
             WHERE {own} ORDER BY 1, 2"
        );
        for row in client.query(&query, &[])? {
            let (name, table): (String, String) = (row.get(0), row.get(1));
            odd.push(format!("rule {name} on {table} was not made by the house"));
        }
        let query = format!(
            "SELECT c.relname::text FROM pg_class c WHERE {own} AND (c.relkind <> 'r' OR c.relrowsecurity)"
        );
        for row in client.query(&query, &[])? {
            odd.push(format!("{} is not the table that the house made", row.get::<_, String>(0)));
        }
        let query = "SELECT prosrc FROM pg_proc WHERE proname = 'keep' AND pronamespace = current_schema()::regnamespace";
        let keeps: Vec<String> = client.query(query, &[])?.iter().map(|row| row.get(0)).collect();
        if keeps.len() != 1 || !keeps.iter().all(|source| is_ours(source)) {
            odd.push("function keep is not as the house made it".into());
        }
        for table in ["balances", "bases", "states", "snapshots", "keys"] {
            let query = format!(
                "SELECT stream_id FROM {table} WHERE stream_id NOT IN (SELECT id FROM streams) LIMIT 1"
            );
            for row in client.query(&query, &[])? {
                let id: i64 = row.get(0);
                odd.push(format!("table {table} has rows of a stream {id} that there is not"));
            }
        }
        Ok(odd)
    }
}

/// Whether a function does what one of the migrations says.
fn is_ours(source: &str) -> bool {
    Migration::POSTGRES.iter().any(|step| step.sql.contains(&format!("$${source}$$")))
}
