//! Every setting of every hand against the field, the best one, and what the House Way gives away.

use crate::{Commission, Duel, Field, Fraction, Seat, SetHand};
use houseway::Chart;
use houseway::Matching;
use tiles::{HANDS, Hand, Setting};

/// One setting and what it does against the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingPlay {
    /// The setting.
    pub setting: Setting,
    /// Wins, pushes and losses over the 20,475 deals left.
    pub duel: Duel,
    /// In how many of them exactly one hand is higher than the bank's: what a Tie wager is about.
    pub one_higher: i64,
}

/// A hand with all its settings.
#[derive(Clone, Copy, Debug)]
pub struct HandPlay {
    /// The hand.
    pub hand: Hand,
    plays: [SettingPlay; 3],
    count: usize,
    house: usize,
    best: usize,
}

impl HandPlay {
    /// The two or three different settings.
    pub fn plays(&self) -> &[SettingPlay] {
        &self.plays[..self.count]
    }

    /// What the House Way does.
    pub fn house(&self) -> &SettingPlay {
        &self.plays[self.house]
    }

    /// The best setting; the House Way's if none is better.
    pub fn best(&self) -> &SettingPlay {
        &self.plays[self.best]
    }

    /// What the House Way gives away on this hand, for each unit wagered.
    pub fn given_away(&self, commission: Commission) -> Fraction {
        commission.expectation(&self.best().duel) - commission.expectation(&self.house().duel)
    }
}

/// Every hand, from one seat.
#[derive(Clone, Debug)]
pub struct Best {
    /// The seat.
    pub seat: Seat,
    /// In the order of hands.
    pub hands: Vec<HandPlay>,
    /// All deals, by the House Way.
    pub by_house_way: Duel,
    /// All deals, by best play.
    pub by_best_play: Duel,
}

/// A field that plays a chart.
pub(crate) fn field(chart: &Chart) -> Field {
    Field::new(Hand::all().map(|hand| SetHand::of(&chart.setting(&hand))).collect())
}

impl Best {
    /// Plays every setting of every hand against a field.
    pub fn of(chart: &Chart, field: &Field, seat: Seat, matching: &Matching, commission: Commission) -> Self {
        let mut hands = Vec::with_capacity(HANDS);
        let (mut by_house_way, mut by_best_play) = (Duel::default(), Duel::default());
        for hand in Hand::all() {
            let house = chart.setting(&hand);
            let play = Self::hand(&hand, &house, field, seat, matching, commission);
            by_house_way.add(play.house().duel, i64::from(hand.deals()));
            by_best_play.add(play.best().duel, i64::from(hand.deals()));
            hands.push(play);
        }
        Self { seat, hands, by_house_way, by_best_play }
    }

    /// Plays every setting of one hand; `house` is what the House Way does.
    pub fn hand(
        hand: &Hand,
        house: &Setting,
        field: &Field,
        seat: Seat,
        matching: &Matching,
        commission: Commission,
    ) -> HandPlay {
        let none = SettingPlay { setting: *house, duel: Duel::default(), one_higher: 0 };
        let mut play = HandPlay { hand: *hand, plays: [none; 3], count: 0, house: 0, best: 0 };
        let mut settings = hand.settings();
        // The House Way's first, so that it stays the best where nothing beats it.
        settings.sort_by_key(|s| s != house);
        for (i, setting) in settings.iter().enumerate() {
            if settings[..i].contains(setting) {
                continue;
            }
            let (duel, one_higher) = Duel::with_ties(hand, setting, seat, field, matching);
            play.plays[play.count] = SettingPlay { setting: *setting, duel, one_higher };
            if commission.score(&duel) > commission.score(&play.plays[play.best].duel) && play.count > 0 {
                play.best = play.count;
            }
            play.count += 1;
        }
        play
    }
}
