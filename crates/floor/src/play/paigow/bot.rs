//! A bot at a Pai Gow table: it wagers little, banks now and then, sets by the House Way, and never lets the
//! others wait.
//!
//! What it does only sometimes hangs on the round and the bot, not on how often it is asked.

use crate::Draw;
use crate::play::Scene;
use ::paigow::{Command, Hand, Kind, PaiGow, Phase, Setter, Stake, State, command};
use game::{Conduct, Context, Game, Person};
use money::{Account, Amount, PlayerId};
use rulebook::{BetsClose, End, Method, Orientation, Side, SideWager};
use tiles::Tile;

/// What a bot does next.
pub(super) fn acts(
    game: &PaiGow,
    table: &State,
    id: PlayerId,
    scene: &Scene<'_>,
    draw: &mut Draw,
) -> Option<Command> {
    let player = table.player(id).filter(|player| !player.barred)?;
    let bot = Bot { game, table, id, context: Context::new(Person::Player(id), scene.now) };
    match table.phase {
        Phase::Bank => bot.answers(player.passes, draw),
        Phase::Wall if table.bank.is_held_by(id) => bot.banks(),
        Phase::Wall if table.bank.shaker == Some(id) && !table.dice.shaken => {
            bot.may(command::dice::Command::Shake)
        }
        Phase::Wall => bot.wagers(player.seat, draw),
        Phase::Set => bot.sets().or_else(|| bot.confirms()),
        Phase::Match => bot.confirms().or_else(|| bot.turns(player.passes)),
        Phase::Shut | Phase::Clear => bot.turns(player.passes),
        Phase::Closed => None,
    }
}

struct Bot<'b> {
    game: &'b PaiGow,
    table: &'b State,
    id: PlayerId,
    context: Context,
}

impl Bot<'_> {
    /// This, if the rules accept it.
    fn may(&self, command: impl Into<Command>) -> Option<Command> {
        let command = command.into();
        self.game.decide(self.table, &command, &self.context).ok().map(|_| command)
    }

    fn purse(&self) -> i64 {
        self.table.ledger.balance(Account::Player(self.id))
    }

    /// A number below a bound that stays the same for a round.
    fn mood(&self, about: u64, bound: u64) -> u64 {
        let mut mixed = u64::from(self.table.round) << 32 | u64::from(self.id.number());
        mixed = (mixed ^ about.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 32)) % bound
    }

    /// Whether it wants the bank of the next round: one time in four.
    fn wants_bank(&self) -> bool {
        self.mood(8, 4) == 0
    }

    /// Asks to be passed over when the bank is offered, or no longer, so that nobody waits for a no.
    fn turns(&self, passes: bool) -> Option<Command> {
        if passes != self.wants_bank() {
            return None;
        }
        self.may(command::bank::Command::PassBank { pass: !passes })
    }

    /// The offer of the bank: taken by who wants it, can cover a few wagers and does not play alone.
    fn answers(&self, passes: bool, draw: &mut Draw) -> Option<Command> {
        let Some(offer) = self.table.bank.offer else { return self.turns(passes) };
        if offer.player != self.id {
            return None;
        }
        let least = self.table.limits.of(Kind::Regular.limits()).least.units();
        let covers = self.purse() >= least.saturating_mul(20) && self.table.players.len() > 1;
        if covers && self.wants_bank() {
            let chip = self.game.setup().chip.units();
            let half = self.purse() / 2;
            let stake = Amount::of((half - half % chip).max(least));
            let shared = self.game.parameters().bank.methods.value.contains(&Method::CoBank);
            let method = if shared && draw.below(3) == 0 { Method::CoBank } else { Method::Player };
            if let Some(command) = self.may(command::bank::Command::AcceptBank { method, stake }) {
                return Some(command);
            }
        }
        Some(Command::Bank(command::bank::Command::DeclineBank))
    }

    /// What the one who speaks for the bank does before the deal.
    fn banks(&self) -> Option<Command> {
        let (table, game) = (self.table, self.game);
        if table.bank.banker() != Some(self.id) || !table.wall.stacked {
            return None;
        }
        if let Some(needed) = table.bank.short {
            let missing = needed.less(table.bank.stake()).units();
            let chip = game.setup().chip.units();
            let amount = (missing + chip - 1) / chip * chip;
            let adds = (amount > 0 && amount <= self.purse())
                .then(|| self.may(command::bank::Command::AddToBank { amount: Amount::of(amount) }));
            return adds
                .flatten()
                .or_else(|| self.may(command::bank::Command::ChangeMethod { method: Method::CoBank }));
        }
        if !table.dice.shaken {
            if !table.dice.stolen && self.mood(1, 16) == 0 {
                let value = [-2, -1, 1, 2][self.mood(2, 4) as usize & 3];
                if let Some(command) = self.may(command::dice::Command::Steal { value }) {
                    return Some(command);
                }
            }
            // The cup comes last, where betting closes with it.
            let open = !table.cutting.closed && !table.wagers.iter().any(|w| !w.kind.on_dice());
            return if open { None } else { self.may(command::dice::Command::Shake) };
        }
        let close = game.parameters().wager.close.value.of(table.bank.method);
        let early = close == Some(&BetsClose::TilesDealt) && table.dice.faces.is_none();
        if table.cutting.named.is_some() || table.cutting.declined || early {
            return None;
        }
        let (name, orientation) = CUTS[self.mood(3, CUTS.len() as u64) as usize % CUTS.len()];
        let named = (self.mood(4, 4) == 0)
            .then(|| self.may(command::cut::Command::NameCut { cut: name.to_string(), orientation }));
        named.flatten().or_else(|| self.may(command::cut::Command::DeclineCut))
    }

    /// A small wager at its seat, or elsewhere if the seat is no place for one; sometimes a side wager.
    fn wagers(&self, seat: Option<u8>, draw: &mut Draw) -> Option<Command> {
        let table = self.table;
        if !self.game.betting(table) {
            return None;
        }
        let on_tiles = |w: &&::paigow::Wager| w.player == self.id && !w.kind.on_dice();
        if let Some(wager) = table.wagers.iter().find(on_tiles) {
            return self.beside(wager.area);
        }
        let amount = self.amount(Kind::Regular, draw.below(4))?;
        let place = |area: u8| {
            Command::Wager(command::wager::Command::Place {
                area,
                kind: Kind::Regular,
                stake: Stake::chips(amount),
            })
        };
        if let Some(command) = seat.and_then(|area| self.may(place(area))) {
            return Some(command);
        }
        let empty = |area: &u8| *area != table.bank.chung && !table.wagers.iter().any(|w| w.area == *area);
        (1..=table.areas.len() as u8).filter(empty).take(3).find_map(|area| self.may(place(area)))
    }

    /// So many times the least, as far as it lets the purse last and the limits go.
    fn amount(&self, kind: Kind, more: u32) -> Option<Amount> {
        let limit = self.table.limits.of(kind.limits());
        let purse = self.purse();
        let multiple = limit.multiple.max(1);
        let least = (limit.least.units() + multiple - 1) / multiple * multiple;
        let wanted = least.saturating_mul(1 + i64::from(more)).min(limit.most.units()).min(purse / 10);
        let amount = (wanted / multiple * multiple).max(least);
        (amount <= purse && amount <= limit.most.units()).then(|| Amount::of(amount))
    }

    fn beside(&self, area: u8) -> Option<Command> {
        let offered = &self.game.parameters().side.offered.value;
        if offered.is_empty() || self.mood(5, 3) != 0 {
            return None;
        }
        let side = offered.get(self.mood(6, offered.len() as u64) as usize)?;
        let kind = match side {
            SideWager::Bonus => Kind::Bonus,
            SideWager::Tie => Kind::Tie,
            SideWager::BigSmall if self.mood(7, 2) == 0 => Kind::Big,
            SideWager::BigSmall => Kind::Small,
        };
        if self.table.wager(self.id, area, kind).is_some() {
            return None;
        }
        let stake = Stake::chips(self.amount(kind, 0)?);
        self.may(command::wager::Command::Place { area, kind, stake })
    }

    /// Whether this bot handles the tiles of an area.
    fn handles(&self, number: u8) -> bool {
        let bank = &self.table.bank;
        if number == bank.chung {
            return bank.method == Method::Player && bank.banker() == Some(self.id);
        }
        self.table.area(number).is_some_and(|area| area.caller == Some(self.id))
    }

    /// Its own hands: left to the dealer, or looked at and set in the same way.
    fn sets(&self) -> Option<Command> {
        let waits = |hand: &Hand| hand.plays() && hand.set.is_none() && !hand.asked;
        for (number, area) in (1u8..).zip(&self.table.areas) {
            let Some(hand) = area.hand.as_ref().filter(|hand| waits(hand) && self.handles(number)) else {
                continue;
            };
            let leaves = self.mood(9, 2) == 0 && !hand.looked;
            let asks = || self.may(command::hand::Command::AskHouseWay { area: number });
            let sets = || match hand.looked {
                false => self.may(command::hand::Command::Look { area: number }),
                true => {
                    self.may(command::hand::Command::SetHand { area: number, two: self.house_way(number)? })
                }
            };
            let command = if leaves { asks().or_else(sets) } else { sets().or_else(asks) };
            // A bank's hand waits for the players' to be set, and is not left to the dealer for that.
            let bank = number == self.table.bank.chung && hand.looked;
            if let Some(command) = if bank { sets() } else { command } {
                return Some(command);
            }
        }
        None
    }

    /// How the dealer would set the tiles of an area.
    fn house_way(&self, number: u8) -> Option<[Tile; 2]> {
        let tiles = self.table.area(number)?.hand.as_ref()?.known()?;
        Some(self.game.house_way(tiles).low)
    }

    /// The bank's hand as the dealer set it, where the banker confirms it (star-2016 12.9).
    fn confirms(&self) -> Option<Command> {
        let table = self.table;
        if table.bank.banker() != Some(self.id) || table.orders.confirmed {
            return None;
        }
        let hand = table.area(table.bank.chung)?.hand.as_ref()?;
        if !hand.asked || hand.set != Some(Setter::Dealer) {
            return None;
        }
        self.may(command::settle::Command::ConfirmBank)
    }
}

/// Cuts that every book knows, some of them turned in a way that not every book has.
const CUTS: [(&str, Orientation); 4] = [
    ("dai-pin", Orientation { side: Some(Side::Right), end: None }),
    ("dai-pin", Orientation { side: Some(Side::Left), end: None }),
    ("cup-say", Orientation { side: Some(Side::Right), end: Some(End::Top) }),
    ("chee-yee", Orientation { side: None, end: Some(End::Top) }),
];
