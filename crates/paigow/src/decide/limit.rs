//! Limits and commission: signs, changes, and what holds for one player.
//!
//! Limits change between rounds, so that no wager on the layout changes its bounds (reading
//! `limits-between-rounds`).
//! Clauses: star-2016 10.1–10.7; vcga-2000 9.7, 10.6–10.8, 13.10; crown-6.1 8.7, 9.1fn1(2), 9.3, 11.2;
//! uk-leaflet B29(b).

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::limit::Command;
use crate::event::{limit, order};
use crate::rules::cite;
use crate::setup::fits;
use crate::{Event, Kind, Limit, LimitKind, Notice, PaiGow, Phase, Player, State};
use game::{Moment, Refusal};
use money::{Amount, PlayerId, Rate};
use rulebook::{Method, Official, PersonalLimits, Power};

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::PostLimits { kind, limit, at } => turn.post_limits(*kind, *limit, *at),
        Command::ChangeLimits { kind, limit } => turn.change_limits(*kind, *limit),
        Command::SetPersonalLimits { player, area, limit } => {
            turn.set_personal_limits(*player, *area, *limit)
        }
        Command::PostCommission { rate } => turn.post_commission(*rate),
        Command::AllowTotal { most } => turn.allow_total(*most),
        Command::AllowSharing { area, players } => turn.allow_sharing(*area, *players),
    }
}

impl Turn<'_> {
    /// Officials who have to be told of something.
    pub(crate) fn tell(&self, officials: &[Official], news: order::News) -> Vec<Event> {
        let told = |official: &Official| {
            let cites = self.step(news.step());
            let what = order::What::Told { official: *official, step: news };
            Event::new(what, cites)
        };
        officials.iter().map(told).collect()
    }

    /// Between rounds, so that no wager on the layout changes its bounds.
    fn between_rounds(&self, act: &str) -> Result<(), Refusal> {
        self.phase(&[Phase::Shut, Phase::Bank], act)
    }

    pub(crate) fn post_limits(&self, kind: LimitKind, limit: Limit, at: Moment) -> Decided {
        self.power_or_last_word(Power::ChangeLimits)?;
        self.phase(&OPEN, "posting limits")?;
        self.rules.limits_of(kind)?;
        self.rules.sound_limit(kind, &limit)?;
        if self.state.notices.len() >= State::MOST_SIGNS {
            return Err(plain(
                "notice.too_many",
                format!("{} signs stand at the table", self.state.notices.len()),
            ));
        }
        // Only a higher minimum wants notice: the table's, or one that a player keeps below it.
        let now = self.state.limits.of(kind);
        let kept = kind == LimitKind::Regular && limit == now;
        let keeps = |player: &Player| player.old_minimum.is_some_and(|(old, _)| old < limit.least);
        let raised = limit.least > now.least || kept && self.state.players.iter().any(keeps);
        if let Some(notice) = self.rules.book.limits.raise_notice.as_ref().filter(|_| raised) {
            let ahead = at.minutes_since(self.now);
            if ahead < i64::from(notice.value) {
                let message =
                    format!("new limits {} ahead, expected {} at least", minutes(ahead), notice.value);
                return Err(Refusal::new("limit.too_soon", cite(notice), message));
            }
        }
        let mut event = self.event(limit::What::LimitsPosted { kind, limit, posted: self.now, at });
        if self
            .state
            .notices
            .iter()
            .any(|notice| matches!(notice, Notice::Limits { kind: of, .. } if *of == kind))
        {
            event.cites = event.cites.and(&self.rules.reads.one_sign);
        }
        Ok(vec![event])
    }

    /// How long the sign for these limits has stood, if its time has come.
    fn announced(&self, kind: LimitKind, limit: Limit, now: Moment) -> Option<i64> {
        let stood = self.state.notices.iter().filter_map(|notice| match notice {
            Notice::Limits { kind: k, limit: l, posted, at } if *k == kind && *l == limit && *at <= now => {
                Some(now.minutes_since(*posted))
            }
            _ => None,
        });
        stood.max()
    }

    pub(crate) fn change_limits(&self, kind: LimitKind, limit: Limit) -> Decided {
        self.power_or_last_word(Power::ChangeLimits)?;
        self.between_rounds("changing limits")?;
        self.rules.limits_of(kind)?;
        self.rules.sound_limit(kind, &limit)?;
        let Limit { least: old, multiple, .. } = self.state.limits.of(kind);
        let rules = &self.rules.book.limits;
        let stood = self.announced(kind, limit, self.now);
        let mut events = Vec::new();
        let protected =
            kind == LimitKind::Regular && self.state.players.iter().any(|p| p.old_minimum.is_some());
        let mut long = true;
        if limit.least > old || protected {
            let wanted = rules.raise_notice.as_ref();
            long = wanted.is_none_or(|w| stood.is_some_and(|stood| stood >= i64::from(w.value)));
            if limit.least > old && !long && !rules.old_minimum_kept.value {
                let needed = wanted.map_or(0, |w| w.value);
                let clauses = wanted.map(cite).unwrap_or_default();
                let shows = |n: &Notice| matches!(n, Notice::Limits { kind: k, limit: l, .. } if *k == kind && *l == limit);
                let sign = match stood {
                    Some(stood) => format!("its time has stood {}", minutes(stood)),
                    None if self.state.notices.iter().any(shows) => "its time has not come".to_string(),
                    None => "no sign shows these limits".to_string(),
                };
                let message =
                    format!("minimum {} above {old} needs a sign for {needed} minutes, {sign}", limit.least);
                return Err(Refusal::new("limit.no_notice", clauses, message));
            }
        }
        // A sign whose time has come is used up, however long it has stood.
        let after_notice = long || stood.is_some();
        let mut changed = self.event(limit::What::LimitsChanged { kind, limit, after_notice });
        if limit.least > old && rules.raise_notice.is_none() {
            changed.cites = changed.cites.and(&self.rules.reads.no_notice);
        }
        events.push(changed);
        if !long && kind == LimitKind::Regular {
            let raised = limit.least > old;
            for player in &self.state.players {
                let kept = player.old_minimum.filter(|(minimum, _)| raised || *minimum < limit.least);
                let Some((minimum, multiple)) = kept.or_else(|| raised.then_some((old, multiple))) else {
                    continue;
                };
                if raised || after_notice {
                    let what = limit::What::OldMinimumKept { player: player.id, minimum, multiple };
                    events.push(self.because(what, &rules.old_minimum_kept));
                }
            }
        }
        Ok(events)
    }

    pub(crate) fn set_personal_limits(&self, id: PlayerId, area: u8, limit: Option<Limit>) -> Decided {
        self.power(Power::PersonalLimits)?;
        self.between_rounds("changing limits")?;
        let player = self.named(id)?;
        self.area(area)?;
        let rules = &self.rules.book.limits;
        let Some(limit) = limit else {
            if player.personal.is_none() {
                return Err(plain("limit.none", format!("{id} has no limits of their own")));
            }
            let what = limit::What::PersonalLimits { player: id, area, limit: None, alone: false };
            return Ok(vec![self.event(what)]);
        };
        if rules.personal.value == PersonalLimits::None {
            let clauses = cite(&rules.personal);
            return Err(Refusal::new(
                "limit.no_personal",
                clauses,
                "this book knows no limits for one player",
            ));
        }
        self.rules.sound_limit(LimitKind::Regular, &limit)?;
        let least = self.state.limits.of(LimitKind::Regular).least;
        if rules.personal.value == PersonalLimits::Maximum && limit.least != least {
            let message = format!("a personal minimum {} is asked for, the table's is {least}", limit.least);
            return Err(Refusal::new("limit.minimum_fixed", cite(&rules.personal), message));
        }
        let most = self.state.limits.of(LimitKind::Regular).most;
        if rules.personal.value != PersonalLimits::Both && limit.most < most {
            let message = format!("a personal maximum {} is asked for, the table's is {most}", limit.most);
            return Err(Refusal::new("limit.maximum_lower", cite(&rules.personal), message));
        }
        // Only a maximum of their own gives a player the area alone.
        let alone = rules.personal_area_alone.as_ref().filter(|alone| alone.value && limit.most != most);
        if let Some(alone) = alone
            && let Some(other) = self.state.wagers.iter().find(|w| w.area == area && w.player != id)
        {
            let message = format!("{} wagers on area {area} too, which would be {id}'s alone", other.player);
            let clauses = cite(alone).and(&self.rules.reads.personal_area);
            return Err(Refusal::new("limit.area_shared", clauses, message));
        }
        let what =
            limit::What::PersonalLimits { player: id, area, limit: Some(limit), alone: alone.is_some() };
        Ok(vec![self.event(what)])
    }

    pub(crate) fn post_commission(&self, rate: Rate) -> Decided {
        self.power_or_last_word(Power::PostCommission)?;
        self.between_rounds("changing the commission")?;
        let rules = &self.rules.book.commission;
        let most = Rate::percent(rules.percent.value);
        if rate > most || (rate < most && !rules.at_most.value) {
            let word = if rules.at_most.value { "at most" } else { "exactly" };
            let message = format!("a commission of {rate} is asked for, expected {word} {most}");
            return Err(Refusal::new("commission.out_of_bounds", cite(&rules.at_most), message));
        }
        let what = limit::What::CommissionPosted { rate };
        let mut events = vec![self.event(what)];
        if rate < most {
            let told = rules.lower_told_to.as_ref().map_or(&[][..], |told| &told.value);
            events.extend(self.tell(told, order::News::CommissionPosted));
        }
        Ok(events)
    }

    pub(crate) fn allow_total(&self, most: Amount) -> Decided {
        if self.rules.book.limits.table_total.is_none() {
            let clauses = self.rules.denies(Power::ExceedTotal);
            let message = "this book has no bound on all wagers together";
            return Err(Refusal::new("limit.no_total", clauses, message));
        }
        self.power(Power::ExceedTotal)?;
        self.phase(&OPEN, "allowing a higher total")?;
        let Some(bound) = self.rules.total_bound(self.state) else {
            return Err(plain("limit.no_total", "this book has no bound on all wagers together"));
        };
        let playing = !matches!(self.state.phase, Phase::Shut | Phase::Bank);
        if playing && self.state.bank.method == Method::House {
            let clauses = self.rules.book.limits.table_total.as_ref().map(cite).unwrap_or_default();
            let message = "the House banks, and no bound holds on all wagers together";
            return Err(Refusal::new("limit.no_total", clauses, message));
        }
        let down = self.rules.total_down(self.state);
        if most <= bound || (self.state.bank.method == Method::Player && most < down) {
            let message = format!("leave for {most} in all, {bound} need none and {down} lie there");
            let clauses = self.rules.book.limits.table_total.as_ref().map(cite).unwrap_or_default();
            return Err(Refusal::new("limit.total_lower", clauses, message));
        }
        Ok(vec![self.event(limit::What::TotalAllowed { most })])
    }

    pub(crate) fn allow_sharing(&self, area: u8, players: u8) -> Decided {
        self.power(Power::ShareArea)?;
        self.phase(&OPEN, "allowing players on an area")?;
        self.area(area)?;
        let most = &self.rules.book.table.players_per_area;
        if players < 1 || players > most.value {
            let message = format!("{players} players on an area, expected 1 to {}", most.value);
            return Err(Refusal::new("area.players_out_of_bounds", cite(most), message));
        }
        let mut event = self.event(limit::What::SharingAllowed { area, players });
        let mut there: Vec<PlayerId> = self
            .state
            .wagers
            .iter()
            .filter(|w| w.area == area && !w.kind.on_dice())
            .map(|w| w.player)
            .collect();
        there.sort_unstable();
        there.dedup();
        if there.len() > usize::from(players) {
            event.cites = event.cites.and(&self.rules.reads.sharing_lowered);
        }
        Ok(vec![event])
    }
}

impl PaiGow {
    fn sound_limit(&self, kind: LimitKind, limit: &Limit) -> Result<(), Refusal> {
        if fits(limit, self.setup.chip) {
            return Ok(());
        }
        let chip = self.setup.chip.units();
        let message = format!("{kind} limits {limit} do not fit together, or with chips of {chip}");
        Err(plain("limit.unsound", message))
    }

    /// Limits of a wager that can be had at this table.
    fn limits_of(&self, kind: LimitKind) -> Result<(), Refusal> {
        let side = match kind {
            LimitKind::Regular => None,
            LimitKind::Bonus => Some(Kind::Bonus),
            LimitKind::Tie => Some(Kind::Tie),
            LimitKind::BigSmall => Some(Kind::Big),
        };
        side.map_or(Ok(()), |side| self.offered(side))
    }
}

/// A number of minutes in words.
pub(crate) fn minutes(count: i64) -> String {
    if count == 1 { "1 minute".to_string() } else { format!("{count} minutes") }
}

/// Every phase of an open table, and before it opens.
pub(crate) const OPEN: [Phase; 6] =
    [Phase::Shut, Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear];
