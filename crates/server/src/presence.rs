//! Who is there: seats are for people who are.
//!
//! A sign of life is a request, a word over a socket, or the socket itself. Whoever gives none for long
//! enough leaves the tables they sit at as soon as the rules let them, with everything that is theirs: a
//! guest after two minutes, or at once when their session is over; a player with an account after a quarter
//! of an hour; both unless the house chose otherwise. Where money is cash the dealer sees who is there. A dealer
//! who does not work any more is relieved.

use crate::house::House;
use crate::limit::{Limits, networks};
use crate::people::{People, Terms};
use crate::role::Role;
use floor::{Clock, Handle, Lines, Numbers, Presence, Purses};
use game::{Moment, Person, Refusal};
use money::PlayerId;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// How often the house looks, in milliseconds.
const LOOK: i64 = 5_000;

/// What the house says of its people to the tables.
pub struct Doorman {
    /// Its people.
    pub people: People,
    /// What it chose about them.
    pub terms: Terms,
    /// Its clock.
    pub clock: Clock,
    /// How often somebody may come to a table, or bring money to it.
    pub passages: Arc<Limits<u32>>,
}

impl Presence for Doorman {
    fn lines(&self, player: PlayerId) -> Option<Lines> {
        let line = Numbers::is_guest(player).then(|| self.people.guest_line(player.number())).flatten();
        line.map(networks)
    }

    fn is_gone(&self, player: PlayerId) -> bool {
        let seen = self.people.last_seen(player.number());
        seen.is_none_or(|seen| is_past(seen, self.terms.guest_away, self.clock.now()))
    }

    fn plays(&self, player: PlayerId) -> bool {
        let number = player.number();
        Numbers::is_bot(player) || Numbers::is_guest(player) || self.people.plays(number)
    }

    fn counts(&self, number: u32) -> Result<(), Refusal> {
        self.people.counts(number)
    }

    fn comes(&self, player: PlayerId) -> Result<(), Refusal> {
        let named = player.number() < Numbers::GUEST && !player.is_house();
        if named { crate::house::comes(&self.passages, player.number()) } else { Ok(()) }
    }

    fn seats_each(&self) -> usize {
        self.terms.seats_each
    }

    fn commands_each(&self) -> u32 {
        self.terms.commands_each
    }
}

const fn is_past(seen: Moment, span: i64, now: Moment) -> bool {
    now.milliseconds() - seen.milliseconds() >= span
}

/// Frees the seats of those who are gone, again and again, until the house is.
pub async fn keep_seats_free(house: Weak<House>, clock: Clock) {
    // Since when somebody with an account has no session.
    let mut without = HashMap::new();
    loop {
        clock.until(Moment::new(clock.now().milliseconds() + LOOK)).await;
        let Some(house) = house.upgrade() else { return };
        house.free_seats(&mut without).await;
        house.free_idle_seats().await;
        house.relieve().await;
    }
}

impl House {
    /// Frees the seats of those who are gone.
    async fn free_seats(self: &Arc<Self>, without: &mut HashMap<PlayerId, Moment>) {
        let (now, terms) = (self.floor.clock().now(), self.config.terms);
        let mut seated = Vec::new();
        for table in self.floor.tables() {
            // Who sits before a dealer with cash need have no station.
            if table.setup().money == Purses::Cash {
                continue;
            }
            let players = self.floor.seats().at(&table.setup().id).into_iter();
            seated.extend(players.filter(|one| !Numbers::is_bot(*one)).map(|one| (one, table.clone())));
        }
        without.retain(|player, _| seated.iter().any(|(one, _)| one == player));
        for (player, table) in seated {
            let seen = self.people.last_seen(player.number());
            let gone = match (seen, Numbers::is_guest(player)) {
                // Nobody can be that guest again.
                (None, true) => true,
                (Some(seen), true) => is_past(seen, terms.guest_away, now),
                (Some(seen), false) => {
                    without.remove(&player);
                    is_past(seen, terms.player_away, now)
                }
                (None, false) => is_past(*without.entry(player).or_insert(now), terms.player_away, now),
            };
            if gone {
                let_go(&table, player).await;
            }
        }
    }

    /// Where a practice table is full, whoever has sat there longest without a wager gives up the seat, if that is long
    /// enough: seats are for people who play.
    async fn free_idle_seats(&self) {
        let (seats, now) = (self.floor.seats(), self.floor.clock().now());
        for table in self.floor.tables() {
            let (info, setup) = (table.info(), table.setup());
            // A bot makes room by itself.
            if setup.money != Purses::Practice || !info.free.is_empty() || info.bots > 0 {
                continue;
            }
            let idle = seats.at(&setup.id).into_iter().filter(|one| seats.is_idle(&setup.id, *one, now));
            if let Some(player) = idle.min_by_key(|one| seats.idle_since(&setup.id, *one)) {
                seats.send_away(&setup.id, player, now);
                let_go(&table, player).await;
            }
        }
    }

    /// Relieves dealers who do not work any more: signed out, disabled, away for too long, or with a password that
    /// another gave them. Where the house deals it goes on by itself, elsewhere another takes the table.
    async fn relieve(&self) {
        for table in self.floor.tables() {
            let Some(dealer) = table.info().dealer_number else { continue };
            if !self.works(dealer, table.setup().money)
                && let Err(refused) = table.deal(Person::House, false).await
            {
                tracing::warn!(table = %table.setup().id, dealer, %refused, "a dealer who is gone still has a table");
            }
        }
    }

    /// Whether somebody who deals can go on: they are here as themselves, and their word counts where money is played
    /// for.
    fn works(&self, number: u32, money: Purses) -> bool {
        let staff = |role| matches!(role, Role::Dealer | Role::Supervisor(_));
        self.people.find(number).is_some_and(|person| person.enabled && staff(person.role))
            && self.people.is_here_as_themselves(number)
            && (money == Purses::Practice || self.people.counts(number).is_ok())
    }

    /// A guest who goes leaves the tables, too.
    pub async fn guest_went(&self, player: PlayerId) {
        for table in self.floor.tables() {
            if self.floor.seats().at(&table.setup().id).contains(&player) {
                let_go(&table, player).await;
            }
        }
    }
}

async fn let_go(table: &Handle, player: PlayerId) {
    if let Err(refused) = table.let_go(player).await {
        // It is tried again.
        tracing::warn!(table = %table.setup().id, %player, %refused, "somebody who is gone still has a seat");
    }
}
