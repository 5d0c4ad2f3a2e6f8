//! Claims by players, and the operator's and dealer's entries: the period, the permitted wagers.
//!
//! Clauses: rapid-roulette-2000 1.1#SGC(a), 4.1, 5.1, 5.2, 8.5, fn2#66(2); readings `operator-voice`,
//! `limits-between`, `one-sign`, `claim-gone`, `claim-upheld`, `drawn-ball`.

use crate::limits::signs_down;
use crate::turn::{Answer, Turn, event, refuse};
use crate::{Claim, ClaimAbout, Limits, StationId, What};
use game::{Moment, Refusal};
use money::PlayerId;

/// The longest period that can be set, in seconds.
pub const PERIOD_MOST: u16 = 3600;

impl Turn<'_> {
    pub(crate) fn claim(&self, id: StationId, about: ClaimAbout) -> Answer {
        let clauses = &self.game.clauses;
        let (player, gone) = self.claimant(id)?;
        if about == ClaimAbout::Outcome && self.state.records.is_empty() {
            let message = "expected an outcome that was entered, and none has been";
            return refuse("claim.no_outcome", &clauses.claim, message);
        }
        let same = |claim: &&Claim| claim.player == player && claim.about == about;
        if let Some(open) = self.state.claims.iter().find(same) {
            let message = format!("claim {} of {player} says the same, and waits for an answer", open.claim);
            return refuse("claim.open", &clauses.claim, message);
        }
        let claim = self.state.claims_made + 1;
        let drawn = about == ClaimAbout::Outcome && self.game.house_deals();
        let cites = if drawn { &clauses.drawn_claim } else { &clauses.claim };
        let cites = if gone { cites.and(&clauses.claim_gone) } else { cites.clone() };
        Ok(vec![event(What::Claimed { claim, station: id, player, about }, &cites)])
    }

    /// Who claims something of a station, and whether they have left it: then a spin on record has to show
    /// them there (reading `claim-gone`).
    fn claimant(&self, id: StationId) -> Result<(PlayerId, bool), Refusal> {
        let player = self.player(&self.game.clauses.claim)?;
        if self.left(player).contains(&id) {
            return Ok((player, true));
        }
        self.controlled(id, &self.game.clauses.claim).map(|_| (player, false))
    }

    /// The stations at which spins on record show a player who controls none now.
    pub(crate) fn left(&self, player: PlayerId) -> Vec<StationId> {
        if self.state.station_of(player).is_some() {
            return Vec::new();
        }
        let shown = self.state.records.iter().flat_map(|record| &record.shown);
        let mut stations: Vec<StationId> =
            shown.filter(|shown| shown.player == player).map(|shown| shown.station).collect();
        stations.sort_unstable();
        stations.dedup();
        // A sequence that was played out for somebody who had left ended at no station.
        stations.retain(|station| station.0 > 0);
        stations
    }

    pub(crate) fn answer(&self, claim: u32, upheld: bool) -> Answer {
        self.dealer()?;
        let cites = &self.game.clauses.claim;
        let found = self.state.claims.iter().find(|open| open.claim == claim);
        let Some(found) = found else {
            let open: Vec<String> = self.state.claims.iter().map(|open| open.claim.to_string()).collect();
            let open =
                if open.is_empty() { "none is".to_string() } else { format!("open: {}", open.join(", ")) };
            return refuse("claim.unknown", cites, format!("claim {claim} is not open; {open}"));
        };
        let mut follows = match (upheld, found.about) {
            (false, _) => Vec::new(),
            (true, ClaimAbout::Outcome) => self.wrong_outcome(claim)?,
            (true, ClaimAbout::Malfunction) => self.malfunction(found)?,
        };
        let cites = if upheld { &self.game.clauses.claim_upheld } else { cites };
        follows.insert(0, event(What::Answered { claim, upheld }, cites));
        Ok(follows)
    }

    /// What follows from a wrong outcome, by the dealer's own judgement: accounts are frozen for it, unless
    /// they are, it was put right since, or it is not on record any more (reading `claim-upheld`).
    fn wrong_outcome(&self, claim: u32) -> Answer {
        self.entered()?;
        let claimed = self.state.claimed.iter().find(|(open, _)| *open == claim);
        let spin = claimed.map(|(_, spin)| *spin).filter(|spin| self.state.record(*spin).is_some());
        match spin.filter(|spin| self.state.frozen != Some(*spin)) {
            Some(spin) => self.freeze(spin),
            None => Ok(Vec::new()),
        }
    }

    /// What follows from a malfunction: the claimant's station has failed, as the dealer would report it now.
    fn malfunction(&self, claim: &Claim) -> Answer {
        let station = self.station(claim.station)?;
        let controls = station.holder.is_some_and(|holder| holder.player == claim.player);
        if controls && !station.out_of_order { self.station_fails(claim.station) } else { Ok(Vec::new()) }
    }

    pub(crate) fn set_period(&self, seconds: Option<u16>) -> Answer {
        self.operator()?;
        let cites = &self.game.clauses.period;
        if seconds.is_some() && !self.game.rules.period.may_be_set.value {
            return refuse("period.fixed", cites, "the book fixes the wagering period");
        }
        if let Some(seconds) = seconds.filter(|seconds| !(1..=PERIOD_MOST).contains(seconds)) {
            let message = format!("expected a period of 1 to {PERIOD_MOST} seconds, got {seconds}");
            return refuse("period.length", &cites.and(&self.game.clauses.bounds), message);
        }
        Ok(vec![event(What::PeriodSet { seconds }, &self.game.clauses.period_set)])
    }

    /// Why limits cannot be announced for a moment, seen from another.
    pub(crate) fn limits_fault(&self, limits: &Limits, at: Moment) -> Result<(), Refusal> {
        limits_fault(self.game, &self.state.limits, &self.state.signs(), limits, self.now, at)
    }

    pub(crate) fn set_limits(&self, limits: &Limits, at: Moment) -> Answer {
        self.dealer()?;
        self.limits_fault(limits, at)?;
        let what = What::LimitsAnnounced { limits: Box::new(limits.clone()), at };
        let clauses = &self.game.clauses;
        let cites = if limits.raise(&self.state.limits) { &clauses.notice } else { &clauses.limits };
        let replaces = !signs_down(&self.state.limits, &self.state.signs(), limits, at).is_empty();
        let cites = if replaces { cites.and(&clauses.one_sign) } else { cites.clone() };
        Ok(vec![event(what, &cites)])
    }
}

/// Why limits cannot take the place of others at a moment, seen from another.
pub(crate) fn limits_fault(
    game: &crate::Roulette,
    standing: &Limits,
    signs: &[(Moment, Box<Limits>)],
    limits: &Limits,
    now: Moment,
    at: Moment,
) -> Result<(), Refusal> {
    let clauses = &game.clauses;
    if let Some(fault) = limits.fault(&game.rules) {
        return refuse("limits.unusable", fault.cites(clauses), fault.message);
    }
    if at < now {
        return refuse("limits.past", &clauses.limits, format!("limits cannot begin at {at}: it is {now}"));
    }
    let notice = game.rules.limits.raise_notice.value;
    if at < now.after_minutes(notice)
        && let Some(kind) = limits.raises_unannounced(standing, signs, at)
    {
        let first = now.after_minutes(notice);
        let (word, least, old) =
            (limits.kind_word(&game.rules, kind), limits.least(kind), standing.least(kind));
        let message = format!(
            "a higher minimum, {least} for {word} instead of {old}, needs {notice} minutes' notice: {first} at the \
             earliest, not {at}"
        );
        return refuse("limits.notice", &clauses.notice, message);
    }
    Ok(())
}
