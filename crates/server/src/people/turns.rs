//! The line at a name that is slowed down: turns go round the networks whose lines stand in it.
//!
//! A line (/56) is of a network (/48) and that of a provider (/32), as far as addresses tell; of IPv4 an address, a
//! /24 and a /16. Turns go round providers, in each round its networks, in each its lines: whoever has many lines
//! in one network has one turn in a round with it. Where all places are taken, the fullest network gives one up; where
//! none is fuller, the one that had a turn last, to one whose turn is longer ago or has not been: whoever has many networks
//! has each of them before nobody but once.

use std::collections::HashMap;
use tokio::sync::oneshot;

/// How many stand in line at one name.
const STANDING: usize = 32;
/// How many networks are remembered that had a turn.
const SERVED: usize = 1024;

/// A line's provider, network and itself.
pub(super) type Networks = [u64; 3];

/// One who stands in line.
struct Stander {
    id: u64,
    from: Networks,
    /// Whoever waits hears that it is their turn; that there is none for them, when this goes.
    turn: oneshot::Sender<()>,
}

/// Who stands in line, and whose turn it is.
#[derive(Default)]
pub(super) struct Turns {
    standing: Vec<Stander>,
    has: Option<(u64, Networks)>,
    /// When each network last had a turn.
    served: HashMap<u64, u64>,
    /// How many turns there were, and how many stood in line.
    count: u64,
    next: u64,
}

impl Turns {
    pub fn is_empty(&self) -> bool {
        self.standing.is_empty() && self.has.is_none()
    }

    /// A place in line for one more, unless their line has one, or there is none to be had.
    pub fn stand(&mut self, from: Networks) -> Option<(u64, oneshot::Receiver<()>)> {
        let own = |other: &Networks| other[2] == from[2];
        if self.standing.iter().any(|one| own(&one.from))
            || self.has.as_ref().is_some_and(|(_, one)| own(one))
        {
            return None;
        }
        if self.standing.len() >= STANDING {
            let gives = self.gives_up(&from)?;
            self.standing.remove(gives);
        }
        self.next += 1;
        let (turn, given) = oneshot::channel();
        self.standing.push(Stander { id: self.next, from, turn });
        self.go_on();
        Some((self.next, given))
    }

    /// One goes, from the line or after their turn.
    pub fn leave(&mut self, id: u64) {
        self.standing.retain(|one| one.id != id);
        if self.has.is_some_and(|(has, _)| has == id) {
            self.has = None;
            self.go_on();
        }
    }

    /// The next has a turn, if nobody has.
    fn go_on(&mut self) {
        if self.has.is_some() {
            return;
        }
        let last = |group: u64| self.last(group);
        let order = |one: &Stander| (last(one.from[0]), last(one.from[1]), last(one.from[2]), one.id);
        let Some(place) = (0..self.standing.len()).min_by_key(|place| order(&self.standing[*place])) else {
            return;
        };
        let Stander { id, from, turn } = self.standing.remove(place);
        if self.served.len() >= SERVED {
            // Each turn is three networks': half of them stay.
            let old = self.count.saturating_sub(SERVED as u64 / 6);
            self.served.retain(|_, turn| *turn > old);
        }
        self.count += 1;
        self.served.extend(from.map(|group| (group, self.count)));
        self.has = Some((id, from));
        // Whoever does not hear it has gone, and says so.
        let _ = turn.send(());
    }

    /// Which turn a network had last; 0 for none that is remembered.
    fn last(&self, group: u64) -> u64 {
        self.served.get(&group).copied().unwrap_or_default()
    }

    /// Whose place goes to one more: the latest of the fullest network of the fullest provider, if it has two more
    /// than theirs; if it has one more, the one that had a turn last, after theirs.
    fn gives_up(&self, from: &Networks) -> Option<usize> {
        let mut among: Vec<usize> = (0..self.standing.len()).collect();
        for (level, own) in from.iter().enumerate() {
            let group = |place: &usize| self.standing[*place].from[level];
            let size = |wanted: u64| among.iter().filter(|place| group(place) == wanted).count();
            let full = among.iter().map(|place| size(group(place))).max()?;
            let has = size(*own);
            let gives = match full - has {
                // Theirs is as full as any: one of theirs has to.
                0 => *own,
                1 => {
                    let fullest = among.iter().map(group).filter(|group| size(*group) == full);
                    fullest
                        .max_by_key(|group| self.last(*group))
                        .filter(|one| self.last(*one) > self.last(*own))?
                }
                _ => among.iter().map(group).max_by_key(|group| size(*group))?,
            };
            among.retain(|place| self.standing[*place].from[level] == gives);
            if gives != *own {
                return self.latest(&among, level + 1);
            }
        }
        None
    }

    /// The latest of the fullest group, at each level from one on.
    fn latest(&self, among: &[usize], level: usize) -> Option<usize> {
        let mut among = among.to_vec();
        for level in level..2 {
            let group = |place: &usize| self.standing[*place].from[level];
            let size = |wanted: u64| among.iter().filter(|place| group(place) == wanted).count();
            let fullest = among.iter().map(group).max_by_key(|group| size(*group))?;
            among.retain(|place| self.standing[*place].from[level] == fullest);
        }
        among.into_iter().max_by_key(|place| self.standing[*place].id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many lines of one network stand in line, another's turn is the next but one.
    #[test]
    fn a_network_has_one_turn_in_a_round() {
        let mut turns = Turns::default();
        let mut held = Vec::new();
        for line in 0..200 {
            held.extend(turns.stand([1, 10, 100 + line]));
        }
        assert_eq!(turns.standing.len(), STANDING);
        assert!(turns.stand([1, 10, 100]).is_none(), "a line has one place");
        let (own, mut given) = turns.stand([2, 20, 999]).unwrap();
        assert_eq!(turns.standing.len(), STANDING, "the fullest gave one up");
        assert!(given.try_recv().is_err());
        let (first, _) = turns.has.unwrap();
        turns.leave(first);
        assert!(given.try_recv().is_ok(), "it is their turn");
        turns.leave(own);
        assert_eq!(turns.has.unwrap().1[1], 10);
        // Of the same provider, another network's.
        let (_, mut other) = turns.stand([1, 11, 500]).unwrap();
        turns.leave(turns.has.unwrap().0);
        assert!(other.try_recv().is_ok());
    }

    /// Whoever has many networks, and comes again from each, keeps out nobody for longer than each had one turn.
    #[test]
    fn whoever_has_had_a_turn_makes_room_for_whoever_has_not() {
        let mut turns = Turns::default();
        let networks = |one: u64| [one, 1000 + one, 2000 + one];
        let owner = networks(999);
        let mut waited = Vec::new();
        for _ in 0..3 {
            let mut place = None;
            let mut served = 0;
            loop {
                // All of them come again and again, before the owner does.
                let _places: Vec<_> = (0..60).map(|one| turns.stand(networks(one))).collect();
                if place.is_none() {
                    place = turns.stand(owner);
                }
                if place.is_some() && turns.has.is_some_and(|(_, from)| from == owner) {
                    break;
                }
                turns.leave(turns.has.unwrap().0);
                served += 1;
                assert!(served < 200, "the owner never has a turn");
            }
            waited.push(served);
            // A wrong password, say: once more.
            turns.leave(place.unwrap().0);
        }
        assert!(waited.iter().all(|turns| *turns <= 64), "{waited:?}");
    }

    /// Where every network has one place, the latest come too late, and nobody is pushed out.
    #[test]
    fn nobody_gives_up_a_place_for_as_many() {
        let mut turns = Turns::default();
        let held: Vec<_> =
            (0..=STANDING as u64).map(|one| turns.stand([one, 100 + one, 1000 + one])).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(turns.stand([77, 177, 1077]).is_none());
        let mut served = 0;
        while let Some((id, _)) = turns.has {
            turns.leave(id);
            served += 1;
        }
        assert_eq!(served, STANDING + 1);
        assert!(turns.is_empty());
    }
}
