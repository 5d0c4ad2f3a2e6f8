//! The numbers under which one station was told choices: its own, so that they say nothing of what others were told.

use std::sync::Arc;

/// How many choices a station has to remember at most, but for what may be done at one time.
const MOST: usize = 1024;

/// The choices that a station was told.
pub(super) struct Numbered {
    /// The station's number of each choice, by the table's number of it.
    told: Vec<Option<u32>>,
    /// How many it was told, and so what the next is told as.
    next: u32,
}

/// Numbers begin with 1: less than zero they say what may not be done any more.
impl Default for Numbered {
    fn default() -> Self {
        Self { told: Vec::new(), next: 1 }
    }
}

impl Numbered {
    /// The station's numbers of what may be done now; `tell` hears of choices that it was not told.
    pub(super) fn of(&mut self, legal: &[u32], mut tell: impl FnMut(u32, u32)) -> Arc<[u32]> {
        if self.next as usize + legal.len() > MOST {
            self.forget();
        }
        let number = |choice: &u32| {
            let place = *choice as usize;
            if self.told.len() <= place {
                self.told.resize(place + 1, None);
            }
            *self.told[place].get_or_insert_with(|| {
                let number = self.next;
                self.next += 1;
                tell(number, *choice);
                number
            })
        };
        legal.iter().map(number).collect()
    }

    /// What waited for the station under a number came and went before it took it.
    pub(super) fn was_not_told(&mut self, number: u32) {
        self.told.iter_mut().filter(|told| **told == Some(number)).for_each(|told| *told = None);
    }

    /// Forgets all: whatever may be done next is told anew, under numbers from the first on.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(station: &mut Numbered, legal: &[u32]) -> (Vec<u32>, Vec<(u32, u32)>) {
        let mut new = Vec::new();
        let numbers = station.of(legal, |number, choice| new.push((number, choice)));
        (numbers.to_vec(), new)
    }

    #[test]
    fn a_station_counts_by_itself() {
        let mut station = Numbered::default();
        assert_eq!(told(&mut station, &[700, 9]), (vec![1, 2], vec![(1, 700), (2, 9)]));
        assert_eq!(told(&mut station, &[9, 12]), (vec![2, 3], vec![(3, 12)]));
        station.was_not_told(2);
        assert_eq!(told(&mut station, &[9]), (vec![4], vec![(4, 9)]), "it is told once it can be used");
    }

    #[test]
    fn a_station_remembers_so_many_and_is_then_told_anew() {
        let mut station = Numbered::default();
        let first: Vec<u32> = (0..1000).collect();
        told(&mut station, &first);
        let (numbers, new) = told(&mut station, &(990..1030).collect::<Vec<u32>>());
        assert_eq!(
            (numbers[0], new.len()),
            (1, 40),
            "all that may be done is told, from the first number on"
        );
        station.was_not_told(999);
    }
}
