//! Closing the table: the sign, the end of play, the last count.
//!
//! Clauses: star-2016 16.8; vcga-2000 15.6; crown-6.1 12.6.5, 16.8.

use crate::decide::guard::plain;
use crate::decide::limit::OPEN;
use crate::decide::{Decided, Turn};
use crate::event::table;
use crate::rules::cite;
use crate::{Event, Notice, Phase, Step, Why};
use game::{Moment, Refusal};
use money::Account;
use rulebook::{Cited, ClosingNotice, Power};

/// How far ahead a sign may say that the table closes, in minutes: a sign cannot be taken down, and nobody keeps a
/// table open for good with one.
const CLOSING_MOST: i64 = 24 * 60;

impl Turn<'_> {
    pub(crate) fn post_closing(&self, at: Moment) -> Decided {
        self.power_or_last_word(Power::CloseTable)?;
        self.phase(&OPEN, "announcing the end")?;
        if self.state.tiles.closing {
            return Err(plain("closing.closing", "play has ended"));
        }
        if self.state.notices.iter().any(|notice| matches!(notice, Notice::Closing { .. })) {
            // Where hands are counted, no clause and no reading is about a second sign.
            let timed = |closing: &Cited<ClosingNotice>| matches!(closing.value, ClosingNotice::Minutes(_));
            let mut clauses = self.says(Step::ClosingPosted);
            if self.rules.book.notice.closing.as_ref().is_some_and(timed) {
                clauses = clauses.and(&self.rules.reads.sign_kept);
            }
            let message = "the sign that the table closes stands already";
            return Err(Refusal::new("notice.posted", clauses, message));
        }
        let ahead = at.minutes_since(self.now);
        if ahead > CLOSING_MOST {
            let message = format!(
                "closing {} ahead, expected at most {CLOSING_MOST}: the time on a sign is kept to",
                crate::decide::limit::minutes(ahead)
            );
            return Err(Refusal::new("closing.too_far", self.says(Step::ClosingPosted), message));
        }
        if let Some(closing) = &self.rules.book.notice.closing
            && let ClosingNotice::Minutes(minutes) = closing.value
            && ahead < i64::from(minutes)
        {
            let message = format!(
                "closing {} ahead, expected {minutes} at least",
                crate::decide::limit::minutes(ahead)
            );
            return Err(Refusal::new("closing.too_soon", cite(closing), message));
        }
        Ok(vec![self.event(table::What::ClosingPosted { posted: self.now, at })])
    }

    /// Whether notice has been given long enough.
    fn notice_given(&self) -> Result<(), Refusal> {
        if self.state.players.is_empty() {
            return Ok(());
        }
        let sign = self.state.notices.iter().find_map(|notice| match notice {
            Notice::Closing { posted, round, at } => Some((*posted, *round, *at)),
            Notice::Limits { .. } => None,
        });
        // A time on the sign is kept to, unless the book counts hands.
        let hands = self
            .rules
            .book
            .notice
            .closing
            .as_ref()
            .is_some_and(|c| matches!(c.value, ClosingNotice::Hands(_)));
        if let Some((_, _, at)) = sign
            && self.now < at
            && !hands
        {
            let message = format!("the sign says {at}, it is {}", self.now);
            let clauses = self.says(Step::ClosingPosted).and(&self.rules.reads.sign_kept);
            return Err(Refusal::new("closing.before_time", clauses, message));
        }
        let Some(closing) = &self.rules.book.notice.closing else { return Ok(()) };
        let Some((posted, round, _)) = sign else {
            let message =
                format!("players are at the table and no notice was given, expected {}", closing.value);
            return Err(Refusal::new("closing.no_notice", cite(closing), message));
        };
        let (has, wanted, unit) = match closing.value {
            ClosingNotice::Minutes(minutes) => (self.now.minutes_since(posted), i64::from(minutes), "minute"),
            ClosingNotice::Hands(hands) => {
                ((i64::from(self.state.counted) - i64::from(round)).max(0), i64::from(hands), "hand")
            }
        };
        if has < wanted {
            let several = if has == 1 { "" } else { "s" };
            let message = format!("notice was given {has} {unit}{several} ago, expected {wanted} at least");
            let clauses = cite(closing).and(&self.rules.reads.notice_hands);
            return Err(Refusal::new("closing.short_notice", clauses, message));
        }
        Ok(())
    }

    pub(crate) fn end_play(&self, at_once: bool) -> Decided {
        if at_once {
            self.power(Power::CloseAtOnce)?;
        } else {
            self.power_or_last_word(Power::CloseTable)?;
        }
        let idle = self.no_round_yet();
        if !idle {
            self.phase(&[Phase::Bank], "closing")?;
        }
        if self.state.tiles.closing {
            return Err(plain("closing.closing", "play has ended"));
        }
        if self.state.bank.offer.is_some() {
            return Err(self.unanswered("the bank is offered, and not answered"));
        }
        let held = self.state.ledger.accounts().iter().find_map(|(account, balance)| match account {
            Account::Held(player) if *balance > 0 => Some((*player, *balance)),
            _ => None,
        });
        if let Some((player, held)) = held {
            // Nobody could release it any more at a table that is closed.
            let message = format!("{held} that {player} won is held, and has to be released first");
            return Err(Refusal::new(
                "closing.held",
                cite(&self.rules.book.mishap.winnings_may_be_held).and(&self.rules.reads.held_at_closing),
                message,
            ));
        }
        if at_once {
            let rule = &self.rules.book.notice.closing_at_once;
            if !rule.value || !self.state.orders.signalling {
                let message = "a table closes at once only where signalling goes on that an area was to be taken out for";
                return Err(Refusal::new("closing.no_signalling", cite(rule), message));
            }
        } else {
            self.notice_given()?;
        }
        let mut events = if idle { self.unwinds() } else { Vec::new() };
        let mut ended = self.event(table::What::PlayEnded);
        if at_once {
            ended.cites = cite(&self.rules.book.notice.closing_at_once);
        }
        let back = ended.cites.clone();
        events.push(ended);
        for wager in &self.state.wagers {
            events.push(Event { cites: back.clone(), ..self.gives_back(wager, Why::Closing) });
        }
        Ok(events)
    }
}
