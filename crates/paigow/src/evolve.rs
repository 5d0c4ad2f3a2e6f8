//! Follows events: no rule is in here, only what an event says has become of the table.

mod end;

use crate::{
    Dice, Dispute, Event, Found, FoundLate, Hand, Holder, Kind, LajaBy, Lasting, LimitKind, Notice, Offer,
    PaiGow, Personal, Phase, Player, Registered, Setter, Table, Wager, Wall, What, Why,
};
use end::end_round;
use money::{Account, Amount, PlayerId};
use rulebook::Method;

impl PaiGow {
    /// Changes the table as an event says.
    ///
    /// # Panics
    /// Moves that take an account below zero: `decide` never makes them, so the table must not go on.
    pub(crate) fn follow(&self, table: &mut Table, event: &Event) {
        if !event.moves.is_empty()
            && let Err(error) = table.ledger.apply(&event.moves)
        {
            panic!("event {:?} is not covered: {error}", event.what);
        }
        self.follow_what(table, event);
        follow_brought(table, event);
    }

    fn follow_what(&self, table: &mut Table, event: &Event) {
        if let What::WagerReturned { player, area, kind: kind @ Kind::Regular, why: Why::Void } = &event.what
            && table.phase > Phase::Wall
            && table.bank.method != Method::House
            && let Some(wager) = table.wager(*player, *area, *kind)
        {
            // What it would have played covers nothing that was not declared (reading `found-above-bank`).
            let set_aside = self.in_cover(table, wager);
            table.bank.set_aside += set_aside;
        }
        match &event.what {
            What::TilesLaidOut { found } => match found {
                Found::Whole => table.tiles.laid_out = true,
                Found::Wrong => table.tiles.suspect = true,
            },
            What::TilesChecked => {
                table.tiles.checked = true;
                table.tiles.suspect = false;
                table.tiles.displayed = table.phase == Phase::Shut && table.players.is_empty();
            }
            What::TilesReplaced { .. } | What::SetWrong => {
                table.tiles.suspect = true;
                table.tiles.laid_out = false;
                table.tiles.checked = false;
            }
            What::TableOpened => {
                table.phase = Phase::Bank;
                table.tiles.suspect = false;
            }
            What::TableClosed => table.phase = Phase::Closed,
            What::PlayEnded => {
                table.tiles.closing = true;
                table.tiles.laid_out = false;
                table.tiles.checked = false;
                table.notices.clear();
            }
            What::ClosingPosted { posted, at } => {
                // A round whose tiles are dealt is not one of those to come.
                let dealt = matches!(table.phase, Phase::Set | Phase::Match | Phase::Clear);
                let round = table.counted + u32::from(dealt);
                table.notices.push(Notice::Closing { posted: *posted, round, at: *at });
            }
            What::Dealt { .. }
            | What::Retrieved { .. }
            | What::Looked { .. }
            | What::TurnedUp { .. }
            | What::HandSet { .. }
            | What::HouseWayAsked { .. }
            | What::HouseWaySet { .. }
            | What::BankSet { .. }
            | What::Touched { .. }
            | What::HouseWayChecked { .. }
            | What::HouseWayCorrected { .. }
            | What::HouseWayDirected { .. }
            | What::Conceded { .. }
            | What::ConcededSeen { .. }
            | What::OwnShown { .. }
            | What::BankShown { .. }
            | What::HandOpened { .. }
            | What::HandMatched { .. }
            | What::AreaCleared { .. }
            | What::AreaReopened { .. }
            | What::TilesExposed { .. }
            | What::HandVoid { .. }
            | What::HandKnocked { .. } => follow_hand(table, &event.what),
            What::BankOffered { .. }
            | What::BankDeclined { .. }
            | What::BankPassed { .. }
            | What::BankTaken { .. }
            | What::BankJoined { .. }
            | What::BankAdded { .. }
            | What::HouseBanks { .. }
            | What::BanksAllowed { .. }
            | What::BankSharing
            | What::ShakerNamed { .. }
            | What::BankShort { .. }
            | What::BankCovers { .. }
            | What::MethodChanged { .. }
            | What::CoBankFunded { .. } => {
                self.turn_of_the_bank(table, &event.what);
                follow_bank(table, &event.what);
            }
            What::BankSettled { .. } => {
                table.bank.settled = Some(event.moves.clone());
                table.phase = Phase::Clear;
            }
            What::BankReopened => {
                table.bank.settled = None;
                table.phase = Phase::Match;
            }
            What::RoundOver => {
                let areas = 1..=table.areas.len() as u8;
                let lines = areas.map(|number| self.line_up(table, number)).collect();
                end_round(table, Some(lines));
            }
            What::RoundVoid { .. } => end_round(table, None),
            what => follow_rest(table, what),
        }
    }
}

fn follow_rest(table: &mut Table, what: &What) {
    match what {
        What::BoughtIn { player, .. } => {
            come(table, *player);
            table.tiles.displayed = false;
        }
        What::Seated { player, area } => {
            come(table, *player);
            table.tiles.displayed = false;
            if let Some(player) = table.player_mut(*player) {
                player.seat = Some(*area);
                player.skipped = 0;
            }
        }
        What::Left { player } => {
            let orders = &mut table.orders;
            orders.lasting.retain(|known| known.id != *player);
            orders
                .lasting
                .extend(table.players.iter().find(|known| known.id == *player).and_then(Lasting::of));
            if orders.lasting.len() > Table::MOST_PLAYERS {
                orders.lasting.remove(0);
            }
            table.players.retain(|known| known.id != *player);
            table.gone.retain(|known| known != player);
            if table.gone.len() >= Table::MOST_PLAYERS {
                table.gone.remove(0);
            }
            table.gone.push(*player);
        }
        What::SeatFreed { player, .. } => {
            if let Some(player) = table.player_mut(*player) {
                player.seat = None;
                player.skipped = 0;
            }
        }
        What::LimitsPosted { kind, limit, posted, at } => {
            // A new sign stands in the place of the old one.
            table.notices.retain(|n| !matches!(n, Notice::Limits { kind: k, .. } if k == kind));
            table.notices.push(Notice::Limits { kind: *kind, limit: *limit, posted: *posted, at: *at });
        }
        What::LimitsChanged { kind, limit, after_notice } => {
            let least = table.limits.of(*kind).least;
            let lies = |w: &&mut Wager| w.kind.limits() == *kind && w.stake.amount >= least;
            table.wagers.iter_mut().filter(lies).for_each(|w| w.before_raise = true);
            table.limits.set(*kind, *limit);
            if *kind == LimitKind::Regular {
                // Where the minimum is as low again, there is nothing to keep.
                let kept = |player: &Player| player.old_minimum.is_some_and(|(old, _)| old < limit.least);
                table.players.iter_mut().filter(|p| !kept(p)).for_each(|p| p.old_minimum = None);
            }
            if !after_notice {
                // The sign stays: it still announces when nobody keeps the old minimum.
                return;
            }
            table.notices.retain(
                |n| !matches!(n, Notice::Limits { kind: k, limit: l, .. } if k == kind && l == limit),
            );
            if *kind == LimitKind::Regular {
                table.players.iter_mut().for_each(|player| player.old_minimum = None);
            }
        }
        What::OldMinimumKept { player, minimum, multiple } => {
            if let Some(player) = table.player_mut(*player) {
                player.old_minimum = Some((*minimum, *multiple));
            }
        }
        What::PersonalLimits { player, area, limit, alone } => {
            if let Some(player) = table.player_mut(*player) {
                player.personal = limit.map(|limit| Personal { area: *area, limit, alone: *alone });
            }
        }
        What::CommissionPosted { rate } => table.commission = *rate,
        What::TotalAllowed { most } => table.orders.total = Some(*most),
        What::SharingAllowed { area, players } => {
            if let Some(area) = table.area_mut(*area) {
                area.players = *players;
            }
        }
        What::Consented { player } => {
            if let Some(player) = table.player_mut(*player) {
                player.consented = true;
            }
        }
        What::Warned { player } => {
            // What lies there was not made after the advice.
            table.wagers.iter_mut().filter(|w| w.player == *player).for_each(|w| w.before_advice = true);
            if let Some(player) = table.player_mut(*player) {
                player.warned = true;
            }
        }
        What::RemovalDecided => {
            table.orders.removal = true;
            table.orders.signalling = true;
        }
        What::AreaRemoved { area, .. } => {
            table.orders.removal = false;
            if let Some(seated) = table.seated(*area).and_then(|id| table.player_mut(id)) {
                seated.seat = None;
            }
            if let Some(area) = table.area_mut(*area) {
                area.off = true;
                area.last_caller = None;
                area.last_players.clear();
            }
        }
        What::AreaRestored { area } => {
            if let Some(area) = table.area_mut(*area) {
                area.off = false;
            }
            table.orders.signalling = false;
        }
        What::SetFirstOrdered { player, first } => {
            if let Some(player) = table.player_mut(*player) {
                player.sets_first = *first;
            }
        }
        What::PlayersParted { player, from } => table.orders.parted.push((*player, *from)),
        What::EnglishOrdered { only } => table.orders.english_only = *only,
        What::PlayerBarred { player } => {
            table.orders.barred.push(*player);
            table.gone.retain(|known| known != player);
            if let Some(player) = table.player_mut(*player) {
                player.barred = true;
                player.seat = None;
            }
        }
        What::WinningsHeld { player } => {
            if let Some(player) = table.player_mut(*player) {
                player.held = true;
            }
        }
        What::WinningsReleased { player, .. } => {
            if let Some(lasting) = table.orders.lasting.iter_mut().find(|known| known.id == *player) {
                lasting.held = false;
            }
            if let Some(player) = table.player_mut(*player) {
                player.held = false;
            }
        }
        What::DisputeRaised { number, by, about } => {
            table.disputes_ever = *number;
            // The oldest of somebody who has left makes room.
            if table.disputes.len() >= Table::MOST_DECIDED * 2
                && let Some(oldest) = table.disputes.iter().position(|d| table.player(d.by).is_none())
            {
                table.disputes.remove(oldest);
            }
            let banks = table.bank.method != Method::House && table.round > 0;
            let holders = table.bank.holders.iter().filter(|_| banks);
            table.disputes.push(Dispute {
                number: *number,
                by: *by,
                about: *about,
                banked: holders.map(|holder| holder.player).collect(),
                decided: None,
                review: false,
            });
        }
        What::DisputeDecided { number, by, for_player, open } => {
            if let Some(dispute) = table.disputes.iter_mut().find(|d| d.number == *number) {
                dispute.decided = Some((*by, *for_player));
            }
            // With nobody to look again, it is settled.
            if !open {
                table.disputes.retain(|d| d.number != *number);
            }
            // The oldest for which nobody asked to look again make room.
            let decided = |d: &Dispute| d.decided.is_some() && !d.review;
            if table.disputes.iter().filter(|d| decided(d)).count() > Table::MOST_DECIDED
                && let Some(oldest) = table.disputes.iter().position(decided)
            {
                table.disputes.remove(oldest);
            }
        }
        What::ReviewAsked { number } => {
            if let Some(dispute) = table.disputes.iter_mut().find(|d| d.number == *number) {
                dispute.review = true;
            }
        }
        What::DisputeReviewed { number, .. } => table.disputes.retain(|d| d.number != *number),
        What::ChungLifted => table.orders.chung_lifted = true,
        What::BankConfirmed => {
            table.orders.confirmed = true;
            // Whoever confirms a hand has seen it.
            let chung = table.bank.chung;
            if let Some(hand) = hand_mut(table, chung) {
                hand.voidable = false;
            }
        }
        What::BankAskedFor { .. } => table.orders.show_bank = true,
        _ => follow_wall(table, what),
    }
}

/// What a player changes at the table, or is paid at the cage, is theirs and was not won here.
fn follow_brought(table: &mut Table, event: &Event) {
    for step in &event.moves {
        let (player, units) = match (step.from, step.to) {
            (Account::Cage, Account::Player(player)) => (player, step.amount.units()),
            (Account::Player(player), Account::Cage) => (player, -step.amount.units()),
            _ => continue,
        };
        if let Some(player) = table.players.iter_mut().find(|known| known.id == player) {
            player.brought += units;
        }
    }
}

fn come(table: &mut Table, id: PlayerId) {
    table.gone.retain(|known| *known != id);
    if table.player(id).is_none() {
        let mut player = Player::new(id);
        if let Some(lasting) = table.orders.lasting.iter().find(|known| known.id == id) {
            lasting.lay_on(&mut player);
        }
        table.orders.lasting.retain(|known| known.id != id);
        table.players.push(player);
    }
}

fn follow_wall(table: &mut Table, what: &What) {
    match what {
        What::Stacked { order } => {
            let wall = &mut table.wall;
            *wall =
                Wall { order: order.clone(), stacked: true, laja_done: wall.laja_done, ..Wall::default() };
        }
        What::ShownInStacking { laja, .. } => {
            table.wall.shown = true;
            table.wall.laja_owed |= laja;
        }
        What::LajaOrdered => table.wall.laja_owed = true,
        What::ShownInLaja { count, reshuffle } => {
            table.wall.shown = true;
            table.wall.shown_in_laja = table.wall.shown_in_laja.saturating_add(*count);
            table.wall.shuffle_owed |= reshuffle;
        }
        What::LajaAsked { by, .. } => table.wall.laja_asked = Some(*by),
        What::LajaAllowed { by } => {
            table.wall.laja_asked = None;
            table.wall.laja_allowed = Some(*by);
        }
        What::LajaDone { by, order } => {
            let banker = by.is_some_and(|player| table.bank.is_held_by(player));
            let held = table.bank.method != Method::House;
            let wall = &mut table.wall;
            wall.order.clone_from(order);
            wall.laja_done = true;
            wall.shown_in_laja = 0;
            let owed = wall.laja_owed && by.is_none();
            wall.laja_owed &= by.is_some();
            if !owed {
                let own = matches!((wall.laja_allowed, by), (Some(LajaBy::Player(a)), Some(b)) if a == *b);
                if own || by.is_none() {
                    wall.laja_allowed = None;
                }
                if banker {
                    wall.banker_laja = false;
                } else if by.is_some() {
                    wall.player_laja = true;
                    wall.banker_laja = held;
                }
            }
        }
        What::ReshuffleAsked => table.wall.reshuffle_asked = true,
        What::ReshuffleOrdered => table.wall.shuffle_owed = true,
        What::CutStolen { value } => {
            table.dice.steal = *value;
            // Adding nothing is not stealing the cut.
            table.dice.stolen = *value != 0;
        }
        What::Shaken { .. } => table.dice.shaken = true,
        What::DiceCocked => table.dice.shaken = false,
        What::DiceShown { faces, .. } => table.dice.faces = Some(*faces),
        What::CutNamed { cut, orientation } => table.cutting.named = Some((cut.clone(), *orientation)),
        What::CutDeclined => table.cutting.declined = true,
        What::CutRegistered { cut, orientation, grid } => {
            table.registered.push(Registered { cut: cut.clone(), orientation: *orientation, grid: *grid });
        }
        _ => follow_wager(table, what),
    }
}

fn follow_wager(table: &mut Table, what: &What) {
    match what {
        What::WagerPlaced { player, area, kind, stake, .. } => {
            let found = |w: &&mut Wager| w.player == *player && w.area == *area && w.kind == *kind;
            match table.wagers.iter_mut().find(found) {
                Some(wager) => {
                    wager.stake = *stake;
                    wager.carried = false;
                    wager.before_advice = false;
                    wager.before_raise = false;
                }
                None => table.wagers.push(Wager::new(*player, *area, *kind, *stake)),
            }
        }
        What::HouseWagered { amount, area } => {
            let stake = crate::Stake::chips(*amount);
            match table.wagers.iter_mut().find(|w| w.player.is_house()) {
                Some(wager) => wager.stake = stake,
                None => table.wagers.push(Wager::new(PlayerId::HOUSE, *area, Kind::Regular, stake)),
            }
        }
        What::WagerWithdrawn { player, area, kind }
        | What::WagerRefused { player, area, kind }
        | What::WagerReturned { player, area, kind, .. }
        | What::StakeForfeited { player, area, kind } => {
            table.wagers.retain(|w| !(w.player == *player && w.area == *area && w.kind == *kind));
            // Before the deal an area that nobody plays has nobody to call it.
            let empty = !table.wagers.iter().any(|w| w.area == *area && !w.kind.on_dice());
            let before = table.phase == Phase::Wall;
            if let Some(area) = table.area_mut(*area).filter(|_| empty && before) {
                area.caller = None;
                area.blind = false;
            }
        }
        What::WagerFound { player, area, kind, amount } => {
            // What was declared keeps its place; what is found beyond it comes after everything declared.
            let turns = table.wagers.iter().filter_map(|w| w.found.map(|found| found.turn));
            let turn = turns.max().map_or(0, |last| last.saturating_add(1));
            change(table, *player, *area, *kind, |wager| {
                let declared = wager.declared().min(*amount);
                wager.before_raise &= *amount >= wager.stake.amount;
                wager.stake = wager.stake.at(*amount);
                wager.found = Some(FoundLate { declared, turn });
            });
        }
        What::SideWaived { player, area } => {
            if let Some(area) = table.area_mut(*area) {
                area.waived.push(*player);
            }
        }
        What::BetsClosed => table.cutting.closed = true,
        What::CallerNamed { area, player, blind } => {
            if let Some(area) = table.area_mut(*area) {
                area.caller = *player;
                area.blind = *blind;
            }
        }
        What::Yielded { area } => {
            if let Some(area) = table.area_mut(*area) {
                area.yielded = true;
            }
        }
        What::Surrendered { player, area } => {
            change(table, *player, *area, Kind::Tie, |wager| wager.surrendered = true);
        }
        What::WagerTaken { player, area, kind, settled }
        | What::WagerPaid { player, area, kind, settled }
        | What::WagerStays { player, area, kind, settled } => {
            let counted = !matches!(what, What::WagerTaken { .. });
            change(table, *player, *area, *kind, |wager| {
                wager.counted |= counted;
                wager.settled = Some(*settled);
            });
        }
        What::WagerReopened { player, area, kind } => {
            change(table, *player, *area, *kind, |wager| wager.settled = None);
        }
        _ => {}
    }
}

fn change(table: &mut Table, player: PlayerId, area: u8, kind: Kind, with: impl FnOnce(&mut Wager)) {
    let found = |w: &&mut Wager| w.player == player && w.area == area && w.kind == kind;
    if let Some(wager) = table.wagers.iter_mut().find(found) {
        with(wager);
    }
}

fn follow_bank(table: &mut Table, what: &What) {
    match what {
        What::BankOffered { area, player, round, banks, anew } => {
            let offer = Offer { area: *area, player: *player, round: *round, banks: *banks, anew: *anew };
            table.bank.offer = Some(offer);
        }
        What::BankDeclined { area, player } => {
            if table.bank.offer.take().is_none() {
                table.bank.gave_up.push(*player);
            }
            table.bank.declined.push(*player);
            table.bank.asked.push(*area);
        }
        What::BankPassed { player, pass } => {
            if let Some(player) = table.player_mut(*player) {
                player.passes = *pass;
            }
        }
        What::BankTaken { area, player, method, stake, round, banks } => {
            let anew = table.bank.offer.is_some_and(|offer| offer.anew);
            // Leave to share a bank is for all its rounds.
            let shared = table.bank.shared && *round > 1;
            start_round(table);
            let bank = &mut table.bank;
            bank.shared = shared;
            bank.anew = anew;
            bank.method = *method;
            bank.chung = *area;
            bank.holders = vec![Holder { player: *player, stake: *stake }];
            bank.round = *round;
            bank.banks = *banks;
            bank.last = Some(*area);
        }
        What::HouseBanks { area } => {
            start_round(table);
            let bank = &mut table.bank;
            bank.method = Method::House;
            bank.chung = *area;
            bank.holders.clear();
            bank.round = 1;
            bank.banks = 1;
            bank.had.clear();
        }
        What::BankJoined { player, stake } => {
            table.bank.holders.push(Holder { player: *player, stake: *stake });
        }
        What::BankAdded { player, amount, covered } => {
            if let Some(holder) = table.bank.holders.iter_mut().find(|h| h.player == *player) {
                holder.stake += *amount;
            }
            if *covered {
                table.bank.short = None;
            }
        }
        What::BanksAllowed { area, banks } => {
            if let Some(allowed) = table.bank.allowed.get_mut(usize::from(area - 1)) {
                *allowed = *banks;
            }
        }
        What::BankSharing => table.bank.shared = true,
        What::ShakerNamed { player } => table.bank.shaker = Some(*player),
        What::BankShort { needed, .. } => table.bank.short = Some(*needed),
        What::BankCovers { .. } => table.bank.short = None,
        What::MethodChanged { method, chung } => {
            let own = table.bank.banker().map(|player| (table.bank.chung, player));
            table.bank.method = *method;
            table.bank.chung = *chung;
            table.bank.short = None;
            if *method == Method::House {
                // A bank that gives way before it is played has not been had (reading gave-way).
                if table.bank.round == 1 && table.bank.banks == 1 {
                    table.bank.had.retain(|had| Some(*had) != own);
                    if std::mem::take(&mut table.bank.anew) {
                        table.bank.had.clear();
                    }
                }
                let players = table.bank.holders.drain(..).map(|holder| holder.player).collect();
                table.bank.gave_way = own.map(|(area, _)| (area, players));
                table.bank.shaker = None;
                // The House's dealer shakes anew, and nobody steals; dice that were seen stay.
                table.dice =
                    Dice { faces: table.dice.faces, shaken: table.dice.faces.is_some(), ..Dice::default() };
            }
        }
        What::CoBankFunded { amount } => table.bank.house_stake = *amount,
        _ => {}
    }
}

/// A bank is known: the round begins.
fn start_round(table: &mut Table) {
    table.phase = Phase::Wall;
    table.round += 1;
    table.gone.clear();
    let bank = &mut table.bank;
    bank.offer = None;
    bank.declined.clear();
    bank.asked.clear();
    bank.gave_way = None;
    bank.set_aside = Amount::ZERO;
    bank.short = None;
    bank.shared = false;
    bank.shaker = None;
    bank.house_stake = Amount::ZERO;
    bank.settled = None;
}

fn hand_mut(table: &mut Table, area: u8) -> Option<&mut Hand> {
    table.area_mut(area)?.hand.as_mut()
}

fn follow_hand(table: &mut Table, what: &What) {
    let area = match what {
        What::Dealt { hands, left_over, .. } => {
            table.phase = Phase::Set;
            table.bank.gave_up.clear();
            table.wall.left_over.clone_from(left_over);
            for (area, tiles) in table.areas.iter_mut().zip(hands) {
                area.hand = tiles.map(|tiles| Hand::dealt(tiles, false, area.blind));
            }
            return;
        }
        What::Retrieved { areas } => {
            for (place, area) in table.areas.iter_mut().enumerate() {
                if let Some(hand) = area.hand.as_mut().filter(|_| areas >> place & 1 == 1) {
                    hand.unused = true;
                    // Nobody calls tiles that nobody plays.
                    area.caller = None;
                    area.blind = false;
                }
            }
            return;
        }
        What::BankShown { area, split, hidden } => {
            table.phase = Phase::Match;
            table.orders.bank_shown = !hidden;
            if let Some(hand) = hand_mut(table, *area).filter(|_| !hidden) {
                hand.shown = 15;
                hand.split = split.or(hand.split);
            }
            return;
        }
        What::Looked { area }
        | What::TurnedUp { area, .. }
        | What::HandSet { area, .. }
        | What::HouseWayAsked { area }
        | What::HouseWaySet { area, .. }
        | What::BankSet { area, .. }
        | What::Touched { area, .. }
        | What::HouseWayChecked { area }
        | What::HouseWayCorrected { area, .. }
        | What::HouseWayDirected { area }
        | What::Conceded { area }
        | What::ConcededSeen { area }
        | What::OwnShown { area }
        | What::HandOpened { area, .. }
        | What::HandMatched { area, .. }
        | What::AreaCleared { area }
        | What::AreaReopened { area }
        | What::TilesExposed { area, .. }
        | What::HandVoid { area }
        | What::HandKnocked { area } => *area,
        _ => return,
    };
    if matches!(what, What::TilesExposed { .. }) {
        table.orders.exposed = true;
    }
    if matches!(what, What::HandVoid { .. }) {
        // Whoever had wagers on it has played the round (reading void-hand-played).
        let on = |w: &&Wager| w.area == area && !w.kind.on_dice();
        let players: Vec<PlayerId> = table.wagers.iter().filter(on).map(|w| w.player).collect();
        table.players.iter_mut().filter(|p| players.contains(&p.id)).for_each(|p| p.had_void = true);
    }
    if matches!(what, What::HouseWayCorrected { .. } | What::BankSet { .. }) && area == table.bank.chung {
        // Another hand than the one that was confirmed.
        table.orders.confirmed = false;
    }
    let house_way = table.area(area).is_some_and(|area| area.house_way);
    let Some(hand) = hand_mut(table, area) else { return };
    match what {
        What::Looked { .. } => {
            hand.looked = true;
            hand.voidable = false;
        }
        What::TurnedUp { tiles, .. } => {
            hand.tiles = tiles.map(Some);
            if hand.set == Some(Setter::Player) {
                let [a, b, c, d] = *tiles;
                hand.split = Some(crate::Split::new([a, b], [c, d]));
            }
        }
        What::HandSet { split, .. } => {
            hand.set = Some(Setter::Player);
            hand.split = *split;
        }
        // Whoever leaves the hand to the dealer unseen has still seen nothing of it.
        What::HouseWayAsked { .. } | What::HouseWayDirected { .. } => {
            hand.asked = true;
            hand.directed = matches!(what, What::HouseWayDirected { .. });
            hand.set = None;
            hand.split = None;
        }
        What::HouseWaySet { split, wrong, .. } => {
            hand.set = Some(Setter::Dealer);
            hand.split = Some(*split);
            hand.wrong = *wrong;
            hand.checked = false;
        }
        What::BankSet { split, by, wrong, .. } => {
            hand.voidable &= *by == Setter::Dealer;
            hand.set = Some(*by);
            hand.split = *split;
            hand.wrong = *wrong;
            hand.checked = false;
        }
        What::Touched { answers, .. } if house_way || !answers => {
            // The dealer sets it again.
            hand.set = None;
            hand.split = None;
        }
        What::Touched { anew, .. } => {
            hand.touched = true;
            hand.voidable = false;
            if *anew {
                hand.set = None;
                hand.split = None;
                hand.wrong = false;
            }
            if hand.set.is_none() {
                hand.asked = false;
                hand.looked = true;
            }
        }
        What::HouseWayChecked { .. } => hand.checked = true,
        What::HouseWayCorrected { split, checked, .. } => {
            hand.split = Some(*split);
            hand.wrong = false;
            hand.checked |= *checked;
        }
        What::Conceded { .. } => hand.conceded = true,
        What::ConcededSeen { .. } => hand.seen_conceded = true,
        What::OwnShown { .. } => {
            hand.shown = 15;
            hand.looked = true;
            hand.voidable = false;
        }
        What::HandOpened { split, .. } => {
            hand.opened = true;
            hand.shown = 15;
            hand.tiles = split.tiles().map(Some);
            hand.split = Some(*split);
        }
        What::HandMatched { outcome, .. } => hand.outcome = Some(*outcome),
        What::AreaCleared { .. } => hand.cleared = true,
        What::AreaReopened { .. } => hand.cleared = false,
        What::TilesExposed { which, tiles, voidable, by_dealer, .. } => {
            hand.shown |= which;
            if *by_dealer {
                hand.exposed |= which;
            }
            hand.voidable |= voidable;
            for (place, tile) in tiles.iter().enumerate() {
                hand.tiles[place] = tile.or(hand.tiles[place]);
            }
        }
        What::HandVoid { .. } => hand.void = true,
        What::HandKnocked { .. } => {
            hand.set = None;
            hand.split = None;
            hand.asked = true;
        }
        _ => {}
    }
}

impl Wager {
    /// A wager just placed.
    pub(crate) const fn new(player: PlayerId, area: u8, kind: Kind, stake: crate::Stake) -> Self {
        Self {
            player,
            area,
            kind,
            stake,
            carried: false,
            surrendered: false,
            found: None,
            before_advice: false,
            before_raise: false,
            counted: false,
            settled: None,
        }
    }
}
