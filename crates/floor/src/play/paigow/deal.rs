//! The automatic dealer: what the House does next, and when.
//!
//! It keeps nothing in mind: the table and the clock say where the procedure stands. For every place in it
//! there is a list of steps; the first that the rules accept is done, so that whatever staff did before, the
//! dealer goes on from there. People get their time; whoever is not there is not waited for.
//!
//! Whatever nobody can answer in between is done in one go, kept and told together: the close, the dice, the cut and
//! the deal; the bank's hand, the matching and the payments. Screens show it step by step from the notes, and the time
//! that takes is added before anybody is waited for (`since` is when they have seen it all).
//!
//! While hands are being set the House does nothing before all are set or time is up, so that the time runs
//! from the deal; then it takes all that are left at once.
//!
//! Readings: `silent-declines` (no answer to the offer of the bank or the cut), `left-unset` (a hand that its
//! player leaves; star-2016 15.16).

use crate::play::{Next, Scene};
use ::paigow::command::{bank, cut, dice, hand, limit, mishap, order, settle, table, wager, wall};
use ::paigow::{
    Area, Ask, Command, Found, Ground, Hand, Kind, LajaBy, Notice, PaiGow, Performer, Phase, Setter, State,
};
use game::{Conduct, Context, Game, Moment, Person};
use money::PlayerId;
use rulebook::{BetsClose, Check, Method, Who};

/// How long a banker's wish for another shuffle is heeded, from the start of the round, at least.
const RESHUFFLES: u32 = 60_000;

/// How long after the last chip betting closes, when everybody has wagered.
const SETTLED: u32 = 3_000;

/// How long a bot is waited for, at most.
const BOTS: u32 = 2_000;

/// What the House does next.
pub(super) fn next(game: &PaiGow, table: &State, scene: &Scene<'_>) -> Next<Command> {
    let dealer = Dealer { game, table, scene };
    if game.setup().dealer != Performer::House || !game.draws() {
        return Next::Wait;
    }
    match table.phase {
        Phase::Shut => dealer.shut(),
        Phase::Bank => dealer.bank(),
        Phase::Wall => dealer.wall(),
        Phase::Set => dealer.set(),
        Phase::Match => dealer.matches(),
        // Hands, and tiles that nobody was dealt, lie open until everybody has seen them (crown-6.1 10.1.4).
        Phase::Clear => {
            let seen = dealer.after(scene.pace.step);
            dealer.first_at(seen, [Command::Settle(settle::Command::FinishRound)]).unwrap_or(Next::Wait)
        }
        Phase::Closed => Next::Wait,
    }
}

/// When betting ends, if that is known.
pub(super) fn closes(game: &PaiGow, table: &State, scene: &Scene<'_>) -> Option<Moment> {
    let dealer = Dealer { game, table, scene };
    let ready = table.wall.stacked && !table.wall.shuffle_owed && !table.wall.laja_owed;
    let due = dealer.due();
    // Without a wager it stays open, as long as it takes.
    (ready && (dealer.is_wagered() || scene.now < due)).then_some(due)
}

struct Dealer<'d> {
    game: &'d PaiGow,
    table: &'d State,
    scene: &'d Scene<'d>,
}

fn later(moment: Moment, milliseconds: u32) -> Moment {
    Moment::new(moment.milliseconds().saturating_add(i64::from(milliseconds)))
}

impl<'d> Dealer<'d> {
    fn accepts(&self, command: &Command) -> bool {
        let context = Context::new(Person::House, self.scene.now);
        self.game.accepts(self.table, command, &context).is_ok()
    }

    /// So long after the House's last step.
    fn after(&self, milliseconds: u32) -> Moment {
        later(self.scene.since, milliseconds)
    }

    /// This at its time.
    fn at(&self, moment: Moment, command: Command) -> Next<Command> {
        if self.scene.now >= moment { Next::Do(command) } else { Next::At(moment) }
    }

    /// The first of these that the rules accept, at its time.
    fn first_at<const N: usize>(&self, moment: Moment, commands: [Command; N]) -> Option<Next<Command>> {
        let found = commands.into_iter().find(|command| self.accepts(command))?;
        Some(self.at(moment, found))
    }

    /// The first of these that the rules accept, at once: nobody could answer what was before it.
    fn first<const N: usize>(&self, commands: [Command; N]) -> Option<Next<Command>> {
        self.first_at(self.scene.now, commands)
    }

    /// Whether somebody is there to act; bots do nothing where nobody plays.
    fn is_there(&self, player: PlayerId) -> bool {
        let barred = self.table.player(player).is_none_or(|known| known.barred);
        let bot = || self.is_wanted() && self.scene.bots.contains(&player);
        !barred && (self.is_person(player) || bot())
    }

    /// Whether somebody is a person who is there, with a station or without one.
    fn is_person(&self, player: PlayerId) -> bool {
        self.scene.people.contains(&player) || self.scene.lately.contains(&player)
    }

    /// Whether something is asked of somebody that they have not done.
    fn is_asked(&self, player: PlayerId, what: Ask) -> bool {
        self.game.asked(self.table, player).is_some_and(|asked| asked.what == what && !asked.done)
    }

    /// How long somebody is waited for of whom this is asked; nobody is waited for who cannot do it.
    fn patience_for(&self, player: Option<PlayerId>, what: Ask, milliseconds: u32) -> Moment {
        self.patience(player.filter(|id| self.is_asked(*id, what)), milliseconds)
    }

    /// How long somebody is waited for; bots answer at once, and who is not there cannot answer.
    fn patience(&self, player: Option<PlayerId>, milliseconds: u32) -> Moment {
        let waited = match player.filter(|id| self.is_there(*id)) {
            Some(id) if self.is_person(id) => milliseconds,
            Some(_) => milliseconds.min(BOTS),
            None => return self.scene.now,
        };
        self.after(waited.max(self.scene.pace.step))
    }

    /// Whether there is anybody to play for.
    fn is_wanted(&self) -> bool {
        self.scene.pace.alone || !self.scene.people.is_empty()
    }

    fn shut(&self) -> Next<Command> {
        if !self.is_wanted() {
            return Next::Wait;
        }
        let whole = Command::Table(table::Command::LayOutTiles { found: Found::Whole });
        self.first([
            whole,
            Command::Table(table::Command::CheckTiles),
            Command::Table(table::Command::OpenTable),
        ])
        .unwrap_or(Next::Wait)
    }

    /// Between rounds: what supervisors left to do, then the offer of the bank.
    fn bank(&self) -> Next<Command> {
        let (table, pace) = (self.table, self.scene.pace);
        let whole = Command::Table(table::Command::LayOutTiles { found: Found::Whole });
        if table.tiles.closing {
            return self.first([whole, Command::Table(table::Command::CheckTiles)]).unwrap_or(Next::Wait);
        }
        if let Some(offer) = table.bank.offer {
            // Reading silent-declines.
            return self.at(
                self.patience_for(Some(offer.player), Ask::Bank, pace.bank),
                Command::Bank(bank::Command::DeclineBank),
            );
        }
        if !self.is_wanted() {
            return Next::Wait;
        }
        if table.tiles.suspect
            && let Some(next) = self.first([whole, Command::Table(table::Command::CheckTiles)])
        {
            return next;
        }
        if let Some(next) = table.notices.iter().find_map(|notice| self.announced(notice)) {
            return next;
        }
        if table.orders.removal {
            return self
                .first([Command::Order(order::Command::DrawRemoval { boxes: None })])
                .unwrap_or(Next::Wait);
        }
        let fresh = table.round > 0 && table.bank.declined.is_empty();
        let start = match fresh {
            true => self.after(pace.pause.max(pace.step)).max(later(self.scene.began, pace.round)),
            false => self.scene.now,
        };
        self.first_at(start, [Command::Bank(bank::Command::OfferBank)]).unwrap_or(Next::Wait)
    }

    /// What a sign announced for now (star-2016 10.6, 16.8; crown-6.1 9.1fn1(2), 16.8).
    fn announced(&self, notice: &Notice) -> Option<Next<Command>> {
        match notice {
            Notice::Limits { kind, limit, at, .. } if *at <= self.scene.now => {
                self.first([Command::Limit(limit::Command::ChangeLimits { kind: *kind, limit: *limit })])
            }
            Notice::Closing { at, .. } if *at <= self.scene.now => {
                self.first([Command::Table(table::Command::EndPlay { at_once: false })])
            }
            Notice::Limits { .. } | Notice::Closing { .. } => None,
        }
    }

    fn wall(&self) -> Next<Command> {
        let (table, scene) = (self.table, self.scene);
        let wall_now = &table.wall;
        let heeded = scene.now < later(scene.began, RESHUFFLES.max(scene.pace.wagers.saturating_mul(4)));
        if (!wall_now.stacked || wall_now.shuffle_owed || (wall_now.reshuffle_asked && heeded))
            && let Some(next) = self.first([Command::Wall(wall::Command::Shuffle { order: None })])
        {
            return next;
        }
        // One laja a round by leave, so that nobody keeps the others waiting.
        if wall_now.laja_asked.is_some()
            && !wall_now.laja_done
            && let Some(next) = self.first([Command::Wall(wall::Command::AllowLaja)])
        {
            return next;
        }
        if (wall_now.laja_owed || wall_now.laja_allowed == Some(LajaBy::Dealer))
            && let Some(next) = self.first([Command::Wall(wall::Command::DoLaja { order: None })])
        {
            return next;
        }
        if table.bank.short.is_some() {
            // The banker may add, or go on with the House (readings bank-stake, uncovered-bank); else it banks.
            let moment = self.patience_for(table.bank.banker(), Ask::Cover, scene.pace.bank);
            let house = Command::Bank(bank::Command::ChangeMethod { method: Method::House });
            return self.first_at(moment, [house]).unwrap_or(Next::Wait);
        }
        if table.cutting.closed { self.dice() } else { self.betting() }
    }

    /// Whether anybody has wagered on tiles.
    fn is_wagered(&self) -> bool {
        self.game.wagered(self.table)
    }

    fn closes(&self) -> BetsClose {
        let rule = &self.game.parameters().wager.close.value;
        rule.of(self.table.bank.method).copied().unwrap_or(BetsClose::BeforeShake)
    }

    /// Whether everybody who is there has wagered, or cannot.
    fn is_complete(&self) -> bool {
        let table = self.table;
        let sides = !self.game.parameters().side.offered.value.is_empty();
        let done = |id: &PlayerId| {
            if self.game.asked(table, *id).is_none_or(|asked| asked.what != Ask::Wager) {
                return true;
            }
            let down = || table.wagers.iter().filter(|wager| wager.player == *id);
            // A stand-off plays as it lies, if nothing is said.
            let wagered = down().any(|wager| !wager.kind.on_dice());
            // Where there are side wagers, somebody with one wager may still think of another.
            let enough = !sides || self.scene.bots.contains(id) || down().count() > 1;
            wagered && enough
        };
        self.scene.people.iter().chain(self.scene.lately).chain(self.scene.bots).all(done)
    }

    /// When betting may end.
    fn due(&self) -> Moment {
        let (table, scene) = (self.table, self.scene);
        let exposed = match self.closes() {
            // Only the House shows them, and shakes for its own bank, when time was up.
            BetsClose::TilesDealt => table.dice.faces.is_some(),
            BetsClose::DiceExposed | BetsClose::BeforeShake | BetsClose::BeforeCut => false,
        };
        let shaken = table.dice.shaken && table.bank.method == Method::House;
        if exposed || shaken {
            return scene.now;
        }
        let full = self.after(scene.pace.wagers.max(scene.pace.step));
        let moment = if scene.pace.step == 0 { 0 } else { SETTLED.min(scene.pace.wagers) };
        let settled = |last| later(last, moment);
        if scene.first > full {
            // Nobody had wagered in time: the first who does has a moment to complete it, and nobody makes it longer.
            return settled(scene.first);
        }
        if self.is_wagered() && self.is_complete() { settled(scene.last).min(full) } else { full }
    }

    /// Betting is open, the wall stands.
    fn betting(&self) -> Next<Command> {
        let (table, due) = (self.table, self.due());
        if !self.is_wagered() {
            return self.unwagered();
        }
        let show = Command::Dice(dice::Command::ShowDice { faces: None });
        let next = match self.closes() {
            BetsClose::BeforeShake | BetsClose::BeforeCut => {
                self.first_at(due, [Command::Wager(wager::Command::CloseBets)])
            }
            BetsClose::DiceExposed if table.dice.shaken => {
                self.first_at(due, [Command::Wager(wager::Command::CloseBets)])
            }
            BetsClose::DiceExposed => self.shakes(due, Command::Wager(wager::Command::CloseBets)),
            BetsClose::TilesDealt if table.dice.faces.is_some() => Some(self.dice()),
            BetsClose::TilesDealt if table.dice.shaken => self.first_at(due, [show]),
            BetsClose::TilesDealt => self.shakes(due, show),
        };
        next.unwrap_or(Next::Wait)
    }

    /// The cup while betting is open: a banker has had all that time; the House goes on at once, so that a
    /// cup it shook itself is not taken for one that a banker shook early.
    fn shakes(&self, due: Moment, then: Command) -> Option<Next<Command>> {
        if !self.accepts(&Command::Dice(dice::Command::Shake)) {
            return None;
        }
        if self.table.bank.method == Method::House {
            return Some(self.at(due, Command::Dice(dice::Command::Shake)));
        }
        let due = if self.may_shake() { due } else { due.max(self.shaker_patience(due)) };
        if self.scene.now < due {
            return Some(Next::At(due));
        }
        Some(Next::Each(vec![Command::Dice(dice::Command::Shake), then]))
    }

    /// Whether the book lets the dealer shake under the method of play.
    fn may_shake(&self) -> bool {
        let rule = &self.game.parameters().dice.shaken_by.value;
        rule.of(self.table.bank.method).is_none_or(|by| by.contains(&Who::Dealer))
    }

    /// Who is waited for to shake, from a moment on.
    fn shaker_patience(&self, from: Moment) -> Moment {
        let bank = &self.table.bank;
        let other = self.game.parameters().bank.extra_banks_other_shaker.value && bank.banks > 1;
        let shaker = if other { bank.shaker } else { bank.banker() };
        let shaker = shaker.filter(|id| self.is_asked(*id, Ask::Shake));
        let person = shaker.is_some_and(|id| self.is_there(id) && self.is_person(id));
        if person { later(from, self.scene.pace.bank) } else { from }
    }

    /// Nobody has wagered: betting stays open. A bank whose banker has gone is nobody's to play against, so
    /// the House, which has the last word here, gives the stake back.
    fn unwagered(&self) -> Next<Command> {
        let (bank, scene) = (&self.table.bank, self.scene);
        let gone =
            bank.method != Method::House && !bank.holders.iter().any(|holder| self.is_there(holder.player));
        if !gone || scene.people.iter().any(|id| self.table.player(*id).is_some()) {
            return Next::Wait;
        }
        let void = Command::Mishap(mishap::Command::VoidRound { ground: Ground::Disruption, forfeits: None });
        self.first_at(self.after(scene.pace.wagers.max(scene.pace.step)), [void]).unwrap_or(Next::Wait)
    }

    /// Dice and cut, in the book's order.
    fn dice(&self) -> Next<Command> {
        let (table, now) = (self.table, self.scene.now);
        if !table.dice.shaken {
            let moment = if self.may_shake() { now } else { now.max(self.shaker_patience(self.scene.since)) };
            if let Some(next) = self.first_at(moment, [Command::Dice(dice::Command::Shake)]) {
                return next;
            }
        }
        if table.bank.method != Method::House {
            // Reading silent-declines.
            let banker = table.bank.banker();
            let asked = banker.filter(|id| self.is_asked(*id, Ask::Cut) || self.is_asked(*id, Ask::Shake));
            let moment = self.patience(asked, self.scene.pace.bank);
            if let Some(next) = self.first_at(moment, [Command::Cut(cut::Command::DeclineCut)]) {
                return next;
            }
        }
        if let Some(next) = self.first([Command::Dice(dice::Command::ShowDice { faces: None })]) {
            return next;
        }
        if table.cutting.named.is_none() {
            return self.cut();
        }
        self.first([
            Command::Wager(wager::Command::CloseBets),
            Command::Hand(hand::Command::Deal { order: None }),
        ])
        .unwrap_or(Next::Wait)
    }

    /// The cut that the dice chose, or any; where several fit, the round's number says which, so that nobody
    /// chooses who could know the wall.
    fn cut(&self) -> Next<Command> {
        let context = Context::new(Person::House, self.scene.now);
        let offers = self.game.legal(self.table, &context).into_iter().map(|choice| choice.command);
        let mut cuts: Vec<Command> =
            offers.filter(|c| matches!(c, Command::Cut(cut::Command::NameCut { .. }))).collect();
        if cuts.is_empty() {
            return Next::Wait;
        }
        let place = self.table.round as usize % cuts.len();
        Next::Do(cuts.swap_remove(place))
    }

    fn hand(&self, number: u8) -> Option<(&'d Area, &'d Hand)> {
        let area = self.table.area(number)?;
        Some((area, area.hand.as_ref().filter(|hand| hand.plays())?))
    }

    /// Hands that their players have still to set, and whose they are.
    fn unset(&self) -> Vec<(u8, PlayerId)> {
        let table = self.table;
        let waits = |number: u8| {
            let (area, hand) = self.hand(number)?;
            let live = |w: &::paigow::Wager| w.area == number && !w.kind.on_dice() && w.is_live();
            let caller = area.caller.filter(|_| hand.set.is_none() && !hand.asked)?;
            table.wagers.iter().any(live).then_some((number, caller))
        };
        table.from_chung().filter_map(waits).collect()
    }

    /// Whether a supervisor has to look at a hand that the dealer set.
    fn is_unchecked(&self, number: u8) -> bool {
        let Some((_, hand)) = self.hand(number) else { return false };
        let rules = &self.game.parameters().set;
        let own = number == self.table.bank.chung && self.table.bank.method != Method::Player;
        let always = match own {
            true => rules.house_check.value == Check::Always,
            false => {
                hand.asked && rules.asked_check.as_ref().is_some_and(|check| check.value == Check::Always)
            }
        };
        always && hand.set == Some(Setter::Dealer) && !hand.checked
    }

    /// Whether the bank's hand stays covered because all wagers are on the Bonus (vcga-2000 17.9.1; crown-6.1
    /// 13.8.1).
    fn is_hidden(&self) -> bool {
        let (table, side) = (self.table, &self.game.parameters().side);
        let beside =
            |w: &::paigow::Wager| w.kind.on_dice() || (w.kind == Kind::Bonus && w.area != table.bank.chung);
        // A banker sets before: once the bank counts as shown, nobody but the dealer sets.
        side.bonus_only_hidden.as_ref().is_some_and(|rule| rule.value)
            && table.bank.method != Method::Player
            && !table.orders.show_bank
            && !table.orders.bank_shown
            && table.wagers.iter().all(beside)
    }

    /// A hand that the dealer sets, has checked, or puts right.
    fn handles(&self, number: u8) -> Option<Next<Command>> {
        let (_, hand) = self.hand(number)?;
        if hand.wrong
            && !hand.touched
            && let Some(next) = self.first([Command::Hand(hand::Command::CorrectHouseWay { area: number })])
        {
            return Some(next);
        }
        if hand.set.is_none() {
            return self.first([Command::Hand(hand::Command::SetHouseWay { area: number, two: None })]);
        }
        if self.is_unchecked(number) {
            return self.first([Command::Hand(hand::Command::CheckHouseWay { area: number })]);
        }
        None
    }

    fn set(&self) -> Next<Command> {
        let (table, pace) = (self.table, self.scene.pace);
        let unset = self.unset();
        if !unset.is_empty() {
            let there = |(_, caller): &(u8, PlayerId)| self.is_there(*caller);
            let waited = unset.iter().any(|own| there(own) && self.is_asked(own.1, Ask::Set));
            let moment = if waited { self.after(pace.hands.max(pace.step)) } else { self.scene.now };
            if self.scene.now < moment {
                return Next::At(moment);
            }
            // Whoever sets after somebody who is not there gets their time then.
            let gone = !waited && !unset.iter().all(there);
            let unset = unset.into_iter().filter(|own| !gone || !there(own));
            let left = unset.map(|(area, _)| Command::Hand(hand::Command::DirectHouseWay { area }));
            let left: Vec<Command> = left.filter(|command| self.accepts(command)).collect();
            return if left.is_empty() { Next::Wait } else { Next::Each(left) };
        }
        if let Some(next) = table.from_chung().find_map(|area| self.handles(area)) {
            return next;
        }
        if let Some(next) = self.first([Command::Settle(settle::Command::LiftChung)]) {
            return next;
        }
        if !self.is_hidden()
            && let Some(next) = self.banks()
        {
            return next;
        }
        self.first([Command::Settle(settle::Command::ShowBank)]).unwrap_or(Next::Wait)
    }

    /// The bank's hand: set, checked, confirmed.
    fn banks(&self) -> Option<Next<Command>> {
        let (table, pace) = (self.table, self.scene.pace);
        let chung = table.bank.chung;
        let (_, hand) = self.hand(chung)?;
        let banker = table.bank.banker();
        if table.bank.method == Method::Player && hand.set.is_none() && !hand.asked {
            // The banker could look while others set, and sets after them.
            let there = banker.is_some_and(|id| self.is_there(id) && self.is_asked(id, Ask::Set));
            let waited = pace.hands.saturating_add(pace.bank);
            let moment = if there { self.after(waited.max(pace.step)) } else { self.scene.now };
            return self.first_at(moment, [Command::Hand(hand::Command::DirectHouseWay { area: chung })]);
        }
        if let Some(next) = self.handles(chung) {
            return Some(next);
        }
        let confirms = self.game.parameters().set.banker_confirms.value;
        if confirms && hand.asked && hand.set == Some(Setter::Dealer) && !table.orders.confirmed {
            // A banker who says nothing: taken as confirmed, if the rules let the House say so; if they do
            // not, the round cannot be finished.
            let void =
                Command::Mishap(mishap::Command::VoidRound { ground: Ground::Disruption, forfeits: None });
            return self.first_at(
                self.patience_for(banker, Ask::Confirm, pace.bank),
                [Command::Settle(settle::Command::ConfirmBank), void],
            );
        }
        None
    }

    /// Hands are opened and matched, losers taken, winners paid.
    fn matches(&self) -> Next<Command> {
        if !self.is_hidden()
            && let Some(next) = self.banks()
        {
            return next;
        }
        if let Some(next) = self.first([Command::Settle(settle::Command::OpenHand { lie: None })]) {
            return next;
        }
        if let Some(next) = self.table.from_chung().find_map(|area| self.handles(area)) {
            return next;
        }
        if let Some(next) = self.first([Command::Settle(settle::Command::Pay)]) {
            return next;
        }
        // A Bonus that hangs on the bank's hand, or somebody asked for it: it is set and shown after all.
        if let Some(next) = self.banks().or_else(|| self.first([Command::Settle(settle::Command::ShowBank)]))
        {
            return next;
        }
        // What nobody can finish has no result: the House has the last word.
        let void = Command::Mishap(mishap::Command::VoidRound { ground: Ground::Disruption, forfeits: None });
        self.first_at(self.after(self.scene.pace.hands), [void]).unwrap_or(Next::Wait)
    }
}
