//! Databases on the PostgreSQL server that `cargo xtask test` starts.

use journal::Place;
use std::sync::atomic::{AtomicU32, Ordering};

/// A database of its own on a PostgreSQL server.
pub struct Postgres {
    pub admin: String,
    pub name: String,
    pub url: String,
}

impl Postgres {
    pub fn new(variable: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let admin = std::env::var(variable).unwrap_or_else(|_| {
            panic!("{variable} is not set: run `cargo xtask test`, which starts PostgreSQL and sets it")
        });
        let name = format!("serve_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut client = postgres::Client::connect(&admin, postgres::NoTls).unwrap();
        client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        let (address, options) = admin
            .split_once('?')
            .map_or((admin.as_str(), String::new()), |(address, options)| (address, format!("?{options}")));
        let server = match address.split_once("://") {
            Some((_, rest)) if rest.contains('/') => address.rsplit_once('/').unwrap().0,
            _ => address,
        };
        let url = format!("{server}/{name}{options}");
        Self { admin, name, url }
    }

    pub fn place(&self) -> Place {
        Place::Postgres(self.url.clone())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Ok(mut client) = postgres::Client::connect(&self.admin, postgres::NoTls) {
            let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        }
    }
}
