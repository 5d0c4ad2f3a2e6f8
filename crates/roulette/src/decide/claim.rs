//! Claims by players, and what the dealer answers.
//!
//! Clauses: rapid-roulette-2000 8.5, 8.4; readings `claim-gone`, `claim-upheld`, `drawn-ball`.

use super::{Decided, Turn, event, refuse};
use crate::command::claim::Command;
use crate::event::claim::What;
use crate::{Claim, ClaimAbout, StationId, Step};
use game::Refusal;
use money::PlayerId;

/// What follows from a command about a claim.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::Claim { station, about } => turn.claim(*station, *about),
        Command::Answer { claim, upheld } => turn.answer(*claim, *upheld),
    }
}

impl Turn<'_> {
    pub(crate) fn claim(&self, id: StationId, about: ClaimAbout) -> Decided {
        let (player, gone) = self.claimant(id)?;
        if about == ClaimAbout::Outcome && self.state.records.is_empty() {
            let message = "expected an outcome that was entered, and none has been";
            return refuse("claim.no_outcome", self.step(Step::Claimed), message);
        }
        let same = |claim: &&Claim| claim.player == player && claim.about == about;
        if let Some(open) = self.state.claims.iter().find(same) {
            let message = format!("claim {} of {player} says the same, and waits for an answer", open.claim);
            return refuse("claim.open", self.step(Step::Claimed), message);
        }
        let claim = self.state.claims_made + 1;
        let drawn = about == ClaimAbout::Outcome && self.rules.house_deals();
        let cites = if drawn { self.step(Step::DrawnClaimed) } else { self.step(Step::Claimed) };
        let cites = if gone { cites.and(self.step(Step::ClaimedWhenGone)) } else { cites.clone() };
        Ok(vec![event(What::Claimed { claim, station: id, player, about }, &cites)])
    }

    /// Who claims something of a station, and whether they have left it: then a spin on record has to show
    /// them there (reading `claim-gone`).
    fn claimant(&self, id: StationId) -> Result<(PlayerId, bool), Refusal> {
        let player = self.player(self.step(Step::Claimed))?;
        if self.left(player).contains(&id) {
            return Ok((player, true));
        }
        self.controlled(id, self.step(Step::Claimed)).map(|_| (player, false))
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

    pub(crate) fn answer(&self, claim: u32, upheld: bool) -> Decided {
        self.dealer()?;
        let cites = self.step(Step::Answered);
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
        let cites = if upheld { self.step(Step::Upheld) } else { cites };
        follows.insert(0, event(What::Answered { claim, upheld }, cites));
        Ok(follows)
    }

    /// What follows from a wrong outcome, by the dealer's own judgement: accounts are frozen for it, unless
    /// they are, it was put right since, or it is not on record any more (reading `claim-upheld`).
    fn wrong_outcome(&self, claim: u32) -> Decided {
        self.entered()?;
        let claimed = self.state.claimed.iter().find(|(open, _)| *open == claim);
        let spin = claimed.map(|(_, spin)| *spin).filter(|spin| self.state.record(*spin).is_some());
        match spin.filter(|spin| self.state.frozen != Some(*spin)) {
            Some(spin) => self.freeze(spin),
            None => Ok(Vec::new()),
        }
    }

    /// What follows from a malfunction: the claimant's station has failed, as the dealer would report it now.
    fn malfunction(&self, claim: &Claim) -> Decided {
        let station = self.station(claim.station)?;
        let controls = station.holder.is_some_and(|holder| holder.player == claim.player);
        if controls && !station.out_of_order { self.station_fails(claim.station) } else { Ok(Vec::new()) }
    }
}
