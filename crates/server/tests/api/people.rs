//! The people of the tests: one of every role, and some more of those it takes two of.

use super::{Api, PASSWORD, Reply};
use serde_json::{Value, json};

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct Somebody {
    pub number: u32,
    pub token: String,
    pub csrf: String,
}

/// One of every role.
#[derive(Clone, Debug)]
pub struct People {
    pub root: Somebody,
    pub guest: Somebody,
    pub pat: Somebody,
    pub quin: Somebody,
    pub dan: Somebody,
    /// Supervisors by rank.
    pub sue1: Somebody,
    pub sue2: Somebody,
    pub sam2: Somebody,
    pub sue3: Somebody,
    pub ina: Somebody,
    pub tom: Somebody,
}

/// What an administrator gives somebody new.
const GIVEN: &str = "given by the administrator";

/// The number of what waits, which a message names second.
pub fn asked(waits: &Reply) -> u64 {
    let message = waits.json()["message"].as_str().unwrap().to_string();
    message.split(' ').nth(1).unwrap().parse().unwrap()
}

fn somebody(me: &Value) -> Somebody {
    Somebody {
        number: me["number"].as_u64().unwrap() as u32,
        token: me["token"].as_str().unwrap().to_string(),
        csrf: me["csrf"].as_str().unwrap().to_string(),
    }
}

impl Api {
    pub async fn administrator(&self) -> Somebody {
        let code = self.house.people.setup_code().unwrap();
        let body = json!({"code": code, "name": "root", "password": PASSWORD});
        somebody(&self.ask("POST", "/api/set-up", None, &body.to_string()).await.ok().json())
    }

    pub async fn guest(&self) -> Somebody {
        somebody(&self.ask("POST", "/api/guest", None, "").await.ok().json())
    }

    /// A guest who comes from an address, behind a proxy on this machine.
    pub async fn guest_from(&self, address: &str) -> Somebody {
        somebody(&self.send("POST", "/api/guest", &[("x-forwarded-for", address)], "").await.ok().json())
    }

    /// Tries to sign in from an address, behind a proxy on this machine.
    pub async fn tries_from(&self, address: &str, name: &str, password: &str) -> Reply {
        let body = json!({"name": name, "password": password}).to_string();
        self.send("POST", "/api/sign-in", &[("x-forwarded-for", address)], &body).await
    }

    pub async fn sign_in(&self, name: &str) -> Somebody {
        let body = json!({"name": name, "password": PASSWORD});
        somebody(&self.ask("POST", "/api/sign-in", None, &body.to_string()).await.ok().json())
    }

    /// Somebody new, signed in with a password of their own; the first supervisor has a founding code, and vouches for
    /// the others.
    pub async fn add(&self, root: &Somebody, name: &str, role: Value) -> Somebody {
        let body = json!({"name": name, "password": GIVEN, "role": role});
        let listed = self.post(&root.token, "/api/people", body).await.ok().json();
        let body = json!({"name": name, "password": GIVEN}).to_string();
        let given = somebody(&self.ask("POST", "/api/sign-in", None, &body).await.ok().json());
        let own = json!({"old": GIVEN, "new": PASSWORD});
        self.post(&given.token, "/api/me/password", own).await.ok();
        if role["supervisor"].is_u64() || role == "dealer" {
            self.vouched(listed["number"].as_u64().unwrap() as u32).await;
        }
        let somebody = self.sign_in(name).await;
        if role["supervisor"].is_u64() && self.house.people.counts(somebody.number).is_err() {
            let code = json!({"code": self.founding_code().unwrap()});
            self.post(&somebody.token, "/api/me/founding-code", code).await.ok();
        }
        somebody
    }

    /// The first supervisor vouches for somebody, if there is one and it is wanted.
    pub async fn vouched(&self, number: u32) {
        let people = &self.house.people;
        let first = |one: &server::people::Listed| matches!(one.role, server::role::Role::Supervisor(_));
        let Some(first) = people.list().into_iter().find(first) else { return };
        if people.counts(number).is_err() && first.number != number {
            let token = people.sign_in(&first.name, PASSWORD, "the floor").await.unwrap();
            let name = people.find(number).unwrap().name;
            let mark = people.mark(number).unwrap_or_default();
            people.vouch(&people.session(&token).unwrap(), &name, &mark).await.unwrap();
            people.sign_out(&token).await.unwrap();
        }
    }

    /// Somebody says yes to what waits, as they see it now.
    pub async fn yes(&self, token: &str, number: u64) -> Reply {
        let seen = self.get(token, "/api/approvals").await;
        let seen: Value = serde_json::from_str(&seen.body).unwrap_or_default();
        let mut all = seen.as_array().into_iter().flatten();
        let effect = all.find(|one| one["number"] == number).map(|one| one["effect"]["hash"].clone());
        let verdict = json!({"approve": true, "effect": effect.unwrap_or_else(|| json!("not seen"))});
        self.post(token, &format!("/api/approvals/{number}"), verdict).await
    }

    /// One of every role.
    pub async fn everybody(&self) -> People {
        let root = self.administrator().await;
        let people = People {
            guest: self.guest().await,
            pat: self.add(&root, "pat", json!("player")).await,
            quin: self.add(&root, "quin", json!("player")).await,
            dan: self.add(&root, "dan", json!("dealer")).await,
            sue1: self.add(&root, "sue1", json!({"supervisor": 1})).await,
            sue2: self.add(&root, "sue2", json!({"supervisor": 2})).await,
            sam2: self.add(&root, "sam2", json!({"supervisor": 2})).await,
            sue3: self.add(&root, "sue3", json!({"supervisor": 3})).await,
            ina: self.add(&root, "ina", json!("inspector")).await,
            tom: self.add(&root, "tom", json!("tournament-director")).await,
            root,
        };
        for somebody in [&people.pat, &people.quin, &people.dan, &people.ina] {
            self.vouched(somebody.number).await;
        }
        people
    }

    /// Money for a player's account.
    pub async fn deposit(&self, people: &People, player: &Somebody, amount: i64) {
        let body = json!({"player": player.number, "what": "deposit", "amount": amount});
        self.post(&people.sue1.token, "/api/cage", body).await.ok();
    }

    /// Somebody takes a table to deal at it.
    pub async fn deals(&self, table: &str, dealer: &Somebody) {
        self.post(&dealer.token, &format!("/api/tables/{table}/dealer"), json!({"takes": true})).await.ok();
    }

    /// A dealer buys something for a player out of their account, who says yes on their station.
    pub async fn buys(&self, table: &str, dealer: &Somebody, player: &Somebody, buy_in: Value) -> Reply {
        let waits = self.act(&dealer.token, table, buy_in).await;
        assert_eq!(waits.refused(), (202, "confirm.waits".into()), "{waits:?}");
        self.says(table, player, asked(&waits), true).await
    }

    /// A player says yes or no to what a dealer asks for.
    pub async fn says(&self, table: &str, player: &Somebody, number: u64, yes: bool) -> Reply {
        let seen = self.get(&player.token, &format!("/api/tables/{table}")).await;
        let seen: Value = serde_json::from_str(&seen.body).unwrap_or_default();
        let mut asks = seen["house"]["asks"].as_array().into_iter().flatten();
        let effect = asks.find(|one| one["number"] == number).map(|one| one["effect"].clone());
        let word = json!({"number": number, "yes": yes, "effect": effect});
        self.post(&player.token, &format!("/api/tables/{table}/confirm"), word).await
    }

    /// The desk is opened, and a player sits at an area with an amount.
    pub async fn open_desk(&self, people: &People, seats: &[(&Somebody, u8, i64)]) {
        self.deals("desk", &people.dan).await;
        let whole = json!({"do": "lay-out-tiles", "found": "whole"});
        self.act(&people.dan.token, "desk", whole).await.ok();
        self.act(&people.sue3.token, "desk", json!({"do": "check-tiles"})).await.ok();
        self.act(&people.dan.token, "desk", json!({"do": "open-table"})).await.ok();
        for (player, area, amount) in seats {
            // Nobody spends from the account of somebody who is not there.
            self.stands_at("desk", player).await;
            let stake = json!({"amount": amount, "with": "chips"});
            let buy_in = json!({"do": "buy-in", "player": player.number, "stake": stake});
            self.buys("desk", &people.dan, player, buy_in).await.ok();
            self.act(&player.token, "desk", json!({"do": "sit", "area": area})).await.ok();
        }
    }
}
