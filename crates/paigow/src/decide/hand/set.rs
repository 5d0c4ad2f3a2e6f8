//! Setting hands: by the caller, by the dealer, by nobody in time.
//!
//! Clauses: star-2016 12, 15.8, 15.10, 15.16; vcga-2000 9.9, 12.1.3–12.1.7, 17.6.3.1; crown-6.1 8.11, 10.2,
//! 13.5.2; uk-leaflet B5, B14, B22.

use crate::decide::guard::plain;
use crate::decide::{Decided, Turn};
use crate::event::hand;
use crate::rules::cite;
use crate::{Chance, Hand, Kind, PaiGow, Phase, Setter, Split, State, Step, What};
use game::{Cites, Person, Refusal};
use rulebook::{AskedSetWhen, Check, Cited, FinalWhen, LeftUnset, Method, Power, TouchedAfter};
use tiles::Tile;

impl Turn<'_> {
    pub(crate) fn look(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Set], "looking at tiles")?;
        let hand = self.hand(number)?;
        self.handles(number, id)?;
        if hand.asked {
            let message = format!("the tiles of area {number} are left to the dealer");
            return Err(Refusal::new("set.asked", self.left_to_dealer(hand), message));
        }
        if hand.looked || hand.set.is_some() {
            let set = hand.set.is_some();
            let clauses = if set { cite(&self.rules.book.set.final_when) } else { self.says(Step::Looked) };
            let message = format!("the tiles of area {number} have been looked at");
            return Err(Refusal::new("set.looked", clauses, message));
        }
        if number == self.state.bank.chung && !self.rules.reads.banker_last.is_empty() {
            // Where the bank's tiles come last, they are not looked at before either (reading uk-banker-last).
            self.rules.players_set(self.state, Step::BankSet)?;
        }
        self.in_turn(id)?;
        Ok(vec![self.event(hand::What::Looked { area: number })])
    }

    /// Why a hand is the dealer's to set: its player asked for it, or it was ordered so.
    fn left_to_dealer(&self, hand: &Hand) -> Cites {
        match hand.directed {
            true => cite(&self.rules.book.set.left_unset),
            false => self.says(Step::HouseWayAsked),
        }
    }

    /// Nobody has to set before this player handles tiles, be it to look at them or to turn them to the dealer.
    fn in_turn(&self, id: money::PlayerId) -> Result<(), Refusal> {
        let Some(first) = self.goes_first(id) else { return Ok(()) };
        let clauses = self.says(Step::SetFirstOrdered);
        Err(Refusal::new("set.not_first", clauses, format!("{first} has to set first")))
    }

    /// Somebody else who has to set before this player handles tiles.
    fn goes_first(&self, id: money::PlayerId) -> Option<money::PlayerId> {
        let mut ordered = self.state.players.iter().filter(|player| player.sets_first).peekable();
        if ordered.peek().is_none() || ordered.any(|player| player.id == id) {
            return None;
        }
        let waits = |number: u8| {
            let caller = self.state.area(number)?.caller?;
            // Who is barred sets nothing any more, and keeps nobody waiting.
            let first = self.state.player(caller).is_some_and(|player| player.sets_first && !player.barred);
            let asked = self.state.area(number)?.hand.as_ref()?.asked;
            (first && !asked && self.rules.unset(self.state).any(|n| n == number)).then_some(caller)
        };
        self.state.from_chung().find_map(waits)
    }

    /// A hand that its player may still set.
    fn settable(&self, id: money::PlayerId, number: u8) -> Result<(), Refusal> {
        let hand = self.hand(number)?;
        self.handles(number, id)?;
        if hand.asked && hand.touched {
            return Err(self.rules.answers_for(number));
        }
        if hand.asked {
            let clauses = self.left_to_dealer(hand);
            return Err(Refusal::new(
                "set.asked",
                clauses,
                format!("the dealer sets area {number} by the House Way"),
            ));
        }
        if !hand.looked {
            let message = format!("nobody has looked at the tiles of area {number}");
            return Err(Refusal::new("set.not_looked", self.says(Step::Looked), message));
        }
        let rule = &self.rules.book.set.final_when;
        if hand.set.is_some() && !self.still_open(number) {
            return Err(Refusal::new(
                "set.final",
                cite(rule),
                format!("the hand of area {number} is set, and stays so"),
            ));
        }
        if rule.value == FinalWhen::ChungLifted
            && self.state.orders.chung_lifted
            && number != self.state.bank.chung
        {
            return Err(Refusal::new(
                "set.final",
                cite(rule),
                "the chung is lifted, and hands stay as they are",
            ));
        }
        if number == self.state.bank.chung {
            let ordered = self.state.player(id).is_some_and(|player| player.sets_first);
            self.rules.players_set(self.state, Step::BankSet).map_err(|refusal| match ordered {
                true => Refusal { clauses: refusal.clauses.and(&self.rules.reads.banker_first), ..refusal },
                false => refusal,
            })?;
        }
        Ok(())
    }

    /// Whether a hand that its player has set may still be taken up.
    fn still_open(&self, number: u8) -> bool {
        self.rules.book.set.final_when.value == FinalWhen::ChungLifted
            && !self.state.orders.chung_lifted
            && number != self.state.bank.chung
    }

    pub(crate) fn set_hand(&self, number: u8, two: [Tile; 2]) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Set], "setting a hand")?;
        self.settable(id, number)?;
        let hand = self.hand(number)?;
        let Some(tiles) = hand.known() else {
            return Err(plain("set.real_tiles", "real tiles are laid down, not keyed in"));
        };
        let Some(split) = PaiGow::split(tiles, two) else {
            let message = format!("{} and {} are not two of the tiles of area {number}", two[0], two[1]);
            return Err(Refusal::new("set.not_its_tiles", self.says(Step::HandSet), message));
        };
        let mut event = self.rules.laid(self.state, number, Some(split));
        if split.high.iter().all(|tile| two.contains(tile)) {
            // Neither of two hands of nothing is the better one (reading zero-hands).
            let nothing = |two: [Tile; 2]| tiles::Value::of(two[0].rank(), two[1].rank()).points() == Some(0);
            let zero = nothing(split.low) && nothing(split.high) && !self.rules.reads.zero_hands.is_empty();
            let rests = if zero { &self.rules.reads.zero_hands } else { &self.rules.reads.no_foul };
            event.cites = event.cites.and(rests);
        }
        Ok(vec![event])
    }

    pub(crate) fn lay_down(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Set], "setting a hand")?;
        self.settable(id, number)?;
        if self.rules.setup.chance.is_known() || self.hand(number)?.set.is_some() {
            return Err(plain("set.known_tiles", "the tiles are known, and are set two and two"));
        }
        Ok(vec![self.rules.laid(self.state, number, None)])
    }

    pub(crate) fn ask_house_way(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.phase(&[Phase::Set], "asking for the House Way")?;
        let hand = self.hand(number)?;
        self.handles(number, id)?;
        let rule = &self.rules.book.set.house_way_on_request;
        if !rule.value {
            return Err(Refusal::new(
                "set.no_request",
                cite(rule),
                "in this book players set their own hands",
            ));
        }
        if let Some(rule) = self.rules.book.side.tie_house_way.as_ref().filter(|rule| !rule.value)
            && self.state.wager(id, number, Kind::Tie).is_some()
        {
            return Err(Refusal::new(
                "set.tie_own",
                cite(rule),
                format!("{id} has a Tie wager and sets the hand"),
            ));
        }
        if hand.asked {
            let message = format!("the hand of area {number} is left to the dealer already");
            return Err(Refusal::new("set.asked", self.left_to_dealer(hand), message));
        }
        if hand.set.is_some() && !self.still_open(number) {
            let message = format!("the hand of area {number} is set, and stays so");
            return Err(Refusal::new("set.final", cite(&self.rules.book.set.final_when), message));
        }
        self.in_turn(id)?;
        let mut event = self.event(hand::What::HouseWayAsked { area: number });
        let ties = |w: &crate::Wager| w.area == number && w.kind == Kind::Tie;
        if self.rules.book.side.tie_house_way.as_ref().is_some_and(|rule| !rule.value)
            && self.state.wagers.iter().any(ties)
        {
            event.cites = event.cites.and(&self.rules.reads.tie_house_way);
        }
        Ok(vec![event])
    }

    pub(crate) fn touch(&self, number: u8) -> Decided {
        // The player says so, or the dealer saw it.
        let by = match self.who {
            Person::Player(_) => Some(self.player()?.id),
            _ => {
                self.dealer()?;
                None
            }
        };
        self.phase(&[Phase::Set], "touching tiles")?;
        let hand = self.hand(number)?;
        let happens = |answers, anew, rests: &Cites| {
            let event = self.event(hand::What::Touched { area: number, answers, anew });
            Ok(vec![crate::Event { cites: event.cites.and(rests), ..event }])
        };
        if self.area(number)?.house_way {
            // Whatever a player does there, before or after, the dealer has the last hand.
            return happens(false, false, &Cites::default());
        }
        if let Some(id) = by {
            self.handles(number, id)?;
        }
        if !hand.asked {
            let own = match self.area(number)?.caller {
                Some(caller) => format!("{caller}'s to set"),
                None => "set by the dealer anyway".to_string(),
            };
            if hand.set == Some(Setter::Player) && !self.still_open(number) {
                let message =
                    format!("the tiles of area {number} are set, and nobody may take them up again");
                return Err(Refusal::new("set.final", cite(&self.rules.book.set.final_when), message));
            }
            let message = format!("the tiles of area {number} are {own}: touching them changes nothing");
            return Err(Refusal::new("set.not_dealers", self.says(Step::HandSet), message));
        }
        if hand.touched {
            return Err(self.rules.answers_for(number));
        }
        let set = hand.set == Some(Setter::Dealer);
        let rule = self.rules.book.set.touched_after.as_ref();
        // Once the chung is lifted nobody sets a hand any more.
        let lifted =
            self.rules.book.set.final_when.value == FinalWhen::ChungLifted && self.state.orders.chung_lifted;
        let anew = self.rules.reads.touched_sets && !lifted;
        match rule.map_or(TouchedAfter::NotSaid, |rule| rule.value) {
            TouchedAfter::AnswersOnceAsked | TouchedAfter::AnswersOnceSet if set => {
                happens(true, anew, &self.rules.reads.touched_hand)
            }
            // It was not set yet, and is the player's to set.
            TouchedAfter::AnswersOnceAsked => happens(true, false, &Cites::default()),
            // Nothing follows from it that a clause would name: the dealer sets them all the same.
            TouchedAfter::AnswersOnceSet | TouchedAfter::NotSaid => {
                happens(false, false, &self.rules.reads.touched_early)
            }
        }
    }

    pub(crate) fn set_house_way(&self, number: u8, two: Option<[Tile; 2]>) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Set, Phase::Match], "setting a hand")?;
        let hand = self.hand(number)?;
        if !self.rules.dealers(self.state, number) {
            let message = format!("the hand of area {number} is its player's to set");
            return Err(Refusal::new("set.players_hand", self.says(Step::HandSet), message));
        }
        if hand.set.is_some() {
            let bank = number == self.state.bank.chung;
            let step = if bank { Step::BankSet } else { Step::HouseWaySet };
            let message = format!("the hand of area {number} is set");
            return Err(Refusal::new("set.final", self.says(step), message));
        }
        self.rules.dealers_turn(self.state, number, "setting")?;
        let Some(tiles) = hand.known() else {
            return Err(plain(
                "tiles.unknown",
                format!("the tiles of area {number} have not been turned up"),
            ));
        };
        let right = self.rules.house_way(tiles);
        if two.is_some() && self.rules.setup.chance == Chance::Electronic {
            let message = format!(
                "the hand of area {number} is set by the House Way, and no tiles are named for it: electronic tiles \
                 are not laid out by hand"
            );
            let step = if number == self.state.bank.chung { Step::BankSet } else { Step::HouseWaySet };
            return Err(Refusal::new("set.not_house_way", self.says(step), message));
        }
        let split = match two {
            None => right,
            Some(two) => PaiGow::split(tiles, two).ok_or_else(|| {
                let message = format!("{} and {} are not two of the tiles of area {number}", two[0], two[1]);
                let step = if number == self.state.bank.chung { Step::BankSet } else { Step::HouseWaySet };
                Refusal::new("set.not_its_tiles", self.says(step), message)
            })?,
        };
        let wrong = split.values() != right.values();
        let what = match number == self.state.bank.chung {
            true => What::Hand(hand::What::BankSet {
                area: number,
                split: Some(split),
                by: Setter::Dealer,
                wrong,
            }),
            false => What::Hand(hand::What::HouseWaySet { area: number, split, wrong }),
        };
        let mut event = self.event(what);
        let own = |w: &crate::Wager| w.area == number && w.player.is_house();
        if self.state.wagers.iter().any(own) {
            event.cites = event.cites.and(&cite(&self.rules.book.bank.house_may_wager));
        } else if let Some(by) = self.without_request(hand) {
            // A banker's tiles are set as the way of banking has it, too.
            event.cites = if number == self.state.bank.chung { by.and(&event.cites) } else { by };
        }
        Ok(vec![event])
    }

    /// What has the dealer set a player's hand, if not its player's request or the layout.
    pub(crate) fn without_request(&self, hand: &Hand) -> Option<Cites> {
        let rules = &self.rules.book;
        let by = |rule: &Cited<LeftUnset>| match rule.value {
            LeftUnset::HouseWay => cite(rule),
            LeftUnset::NotSaid => self.rules.left_open(),
        };
        match hand {
            _ if hand.knocked => Some(by(&rules.mishap.knocked)),
            _ if hand.directed => Some(by(&rules.set.left_unset)),
            _ if hand.uncalled => Some(self.says(Step::HouseWaySet).and(&self.rules.reads.call_after)),
            _ => None,
        }
    }

    pub(crate) fn check_house_way(&self, number: u8) -> Decided {
        self.power_or_last_word(Power::CheckHouseWay)?;
        self.phase(&[Phase::Set, Phase::Match], "checking a hand")?;
        let hand = self.hand(number)?;
        let refuse = |code, why: &str| {
            let said = self.says(Step::HouseWayChecked);
            let clauses = if said.is_empty() { self.rules.reads.leaflet_silent.clone() } else { said };
            Err(Refusal::new(code, clauses, format!("the hand of area {number} {why}")))
        };
        match hand.set {
            Some(Setter::Dealer) => {}
            Some(Setter::Player) => return refuse("set.not_dealers", "was set by its player"),
            None => return refuse("set.not_dealers", "is not set"),
        }
        if hand.touched {
            return Err(self.rules.answers_for(number));
        }
        if hand.checked || hand.opened {
            return refuse("set.checked", if hand.opened { "is open" } else { "has been checked" });
        }
        if hand.wrong {
            let right = hand
                .known()
                .map(|tiles| self.rules.house_way(tiles).setting().to_string())
                .unwrap_or_default();
            let rules = &self.rules.book.set;
            let clauses = match number == self.state.bank.chung {
                // A banker's hand that was set on request, or the House's own.
                true if hand.asked => {
                    self.checked_by(number).and(&cite(&rules.wrong_house_hand)).and(&cite(&rules.house_check))
                }
                // Where a player banks too, what is set is prescribed with the way of banking.
                true if self.state.bank.method == Method::CoBank => {
                    self.says(Step::BankSet).and(&cite(&rules.house_check))
                }
                true => cite(&rules.house_check).and(&self.says(Step::BankSet)),
                false => match &rules.wrong_asked_hand {
                    Some(wrong) => cite(wrong),
                    None => self.says(Step::HouseWaySet),
                },
            };
            let message = format!("the hand of area {number} is set wrongly, the House Way is {right}");
            return Err(Refusal::new("set.wrong_house_way", clauses, message));
        }
        Ok(vec![self.event(hand::What::HouseWayChecked { area: number })])
    }

    /// What has a hand checked: the House's own, or one that the dealer set on request.
    pub(crate) fn checked_by(&self, number: u8) -> Cites {
        let rules = &self.rules.book.set;
        match number == self.state.bank.chung && self.state.bank.method != Method::Player {
            true => cite(&rules.house_check),
            false => {
                rules.asked_check.as_ref().map(cite).unwrap_or_default().and(&self.rules.reads.check_moment)
            }
        }
    }

    pub(crate) fn direct_house_way(&self, number: u8) -> Decided {
        let rule = &self.rules.book.set.left_unset;
        let clauses = match rule.value {
            LeftUnset::HouseWay => self.power(Power::SetForPlayer)?.and(&cite(rule)),
            LeftUnset::NotSaid => self.last_word("having a hand set for its player")?,
        };
        self.phase(&[Phase::Set], "having a hand set")?;
        let hand = self.hand(number)?;
        if hand.set.is_some() {
            let message = format!("the hand of area {number} is set, and stays so");
            return Err(Refusal::new("set.final", cite(&self.rules.book.set.final_when), message));
        }
        if hand.asked || self.rules.dealers(self.state, number) {
            let message = format!("the hand of area {number} is left to the dealer already");
            return Err(plain("set.asked", message));
        }
        let mut event = self.event(hand::What::HouseWayDirected { area: number });
        event.cites = clauses;
        let barred = |id: money::PlayerId| self.state.player(id).is_none_or(|player| player.barred);
        if self.area(number)?.caller.is_some_and(barred) {
            event.cites = event.cites.and(&self.rules.reads.barred_wager);
        }
        Ok(vec![event])
    }

    pub(crate) fn ask_advice(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        if !self.rules.setup.practice {
            let message = "nobody is advised how to play at a live table";
            return Err(Refusal::new("conduct.no_advice", self.rules.no_advice.clone(), message));
        }
        self.phase(&[Phase::Set], "advice")?;
        let hand = self.hand(number)?;
        self.handles(number, id)?;
        let tiles = hand.known().filter(|_| hand.looked && hand.set.is_none());
        let Some(tiles) = tiles else {
            let message = format!("{id} holds no tiles on area {number} to be advised on");
            return Err(Refusal::new("set.not_looked", self.says(Step::Advised), message));
        };
        Ok(vec![self.event(hand::What::Advised { area: number, split: self.rules.house_way(tiles) })])
    }

    pub(crate) fn turn_up(&self, number: u8, tiles: [Tile; 4]) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Set, Phase::Match], "turning up tiles")?;
        if self.rules.setup.chance.is_known() {
            return Err(plain("tiles.known", "the engine knows the tiles of this table"));
        }
        let hand = self.hand(number)?;
        let bank = number == self.state.bank.chung;
        if hand.known().is_some() {
            return Err(plain("tiles.known", format!("the tiles of area {number} are known")));
        }
        if bank {
            self.rules.players_set(self.state, Step::BankSet)?;
            if !self.rules.dealers(self.state, number) && hand.set.is_none() {
                let clauses = self.says(Step::TurnedUp);
                return Err(Refusal::new("set.not_set", clauses, "the banker has not set the hand"));
            }
        } else if hand.set.is_none() {
            if !self.rules.dealers(self.state, number) {
                let message = format!("the hand of area {number} is not set");
                return Err(Refusal::new("set.not_set", self.says(Step::TurnedUp), message));
            }
            self.rules.dealers_turn(self.state, number, "turning up")?;
        } else {
            self.phase(&[Phase::Match], "turning up tiles")?;
        }
        let tiles = self.keyed(number, tiles)?;
        let mut event = self.event(hand::What::TurnedUp { area: number, tiles });
        if !bank && self.state.phase == Phase::Set {
            // Nobody exposes it yet: the dealer sets it.
            event.cites = self.says(Step::HouseWaySet);
        }
        Ok(vec![event])
    }

    /// Tiles as keyed in: tiles that look alike are told apart, and none may appear more often than a
    /// set has it.
    pub(crate) fn keyed(&self, number: u8, tiles: [Tile; 4]) -> Result<[Tile; 4], Refusal> {
        let mut used = 0u32;
        for (place, area) in (1u8..).zip(&self.state.areas) {
            for tile in
                area.hand.iter().filter(|_| place != number).flat_map(|hand| hand.tiles.iter().flatten())
            {
                used |= 1 << tile.place();
            }
        }
        let mut shown = self.area(number)?.hand.as_ref().map_or([None; 4], |hand| hand.tiles);
        let mut found = tiles;
        for tile in &mut found {
            // A tile of this hand that everybody has seen is the same tile.
            if let Some(seen) =
                shown.iter_mut().find(|seen| seen.is_some_and(|seen| seen.face() == tile.face()))
            {
                *tile = seen.take().unwrap_or(*tile);
            } else if used >> tile.place() & 1 == 1 {
                let twin = Tile::new(tile.rank(), 1 - tile.copy());
                if twin.face() != tile.face() || used >> twin.place() & 1 == 1 {
                    let has = if twin.face() == tile.face() { "twice" } else { "once" };
                    let message = format!("tile {tile} has been turned up, and a set has it {has}");
                    return Err(Refusal::new("tiles.too_many", self.says(Step::TheSet), message));
                }
                *tile = twin;
            }
            used |= 1 << tile.place();
        }
        if shown.iter().any(Option::is_some) {
            let message = format!("a tile of area {number} that everybody saw is not among them");
            return Err(Refusal::new("tiles.not_shown", self.exposed_by(number, true), message));
        }
        Ok(found)
    }
}

impl PaiGow {
    /// Whether the dealer sets an area's tiles, as it stands.
    pub(crate) fn dealers(&self, state: &State, number: u8) -> bool {
        let Some(area) = state.area(number) else { return false };
        let asked = area.hand.as_ref().is_some_and(|hand| hand.asked);
        if number == state.bank.chung {
            return state.bank.method != Method::Player || asked;
        }
        asked || area.caller.is_none()
    }

    /// Whether such a hand waits until its area is settled.
    pub(crate) fn waits(&self, hand: &Hand) -> bool {
        hand.blind
            || self.book.set.asked_set_when.as_ref().is_some_and(|w| w.value == AskedSetWhen::AtSettlement)
    }

    /// Whether an area has a hand that takes part and wagers that wait for it.
    pub(crate) fn in_play(&self, state: &State, number: u8) -> bool {
        let plays = state.area(number).and_then(|area| area.hand.as_ref()).is_some_and(Hand::plays);
        plays && state.wagers.iter().any(|w| w.area == number && !w.kind.on_dice() && w.is_live())
    }

    /// Areas whose hands are not set, the bank's apart.
    pub(crate) fn unset<'t>(&'t self, state: &'t State) -> impl Iterator<Item = u8> + 't {
        state.from_chung().filter(move |number| {
            let hand = state.area(*number).and_then(|area| area.hand.as_ref());
            self.in_play(state, *number)
                && hand.is_some_and(|hand| {
                    hand.set.is_none() && !(self.dealers(state, *number) && self.waits(hand))
                })
        })
    }

    /// Every player's hand is set, so that the turn of the bank's tiles has come: to be set, or to be shown.
    pub(crate) fn players_set(&self, state: &State, turn: Step) -> Result<(), Refusal> {
        if let Some(number) = self.unset(state).next() {
            let mut clauses = self.says(state, turn);
            if state.bank.method == Method::Player {
                clauses = clauses.and(&self.reads.banker_last);
            }
            return Err(Refusal::new(
                "set.players_first",
                clauses,
                format!("the hand of area {number} is not set"),
            ));
        }
        let lifted = self.book.set.final_when.value != FinalWhen::ChungLifted || state.orders.chung_lifted;
        if !lifted {
            let clauses = cite(&self.book.set.final_when);
            return Err(Refusal::new("set.chung_not_lifted", clauses, "the chung lies on the bank's tiles"));
        }
        Ok(())
    }

    /// A hand stays as the dealer set it, because its player touched it.
    pub(crate) fn answers_for(&self, number: u8) -> Refusal {
        let clauses = self.book.set.touched_after.as_ref().map(cite).unwrap_or_default();
        let message =
            format!("the tiles of area {number} were touched: the player answers for them as they lie");
        Refusal::new("set.touched", clauses.and(&self.reads.touched_hand), message)
    }

    /// Two of four tiles and the other two.
    pub(crate) fn split(tiles: [Tile; 4], two: [Tile; 2]) -> Option<Split> {
        let [one, other] = two;
        if one == other || !tiles.contains(&one) || !tiles.contains(&other) {
            return None;
        }
        let mut rest = tiles.iter().copied().filter(|tile| *tile != one && *tile != other);
        Some(Split::new(two, [rest.next()?, rest.next()?]))
    }

    fn laid(&self, state: &State, area: u8, split: Option<Split>) -> crate::Event {
        match area == state.bank.chung {
            true => self.event(state, hand::What::BankSet { area, split, by: Setter::Player, wrong: false }),
            false => self.event(state, hand::What::HandSet { area, split }),
        }
    }

    /// Whether the dealer may set an area now.
    fn dealers_turn(&self, state: &State, number: u8, act: &str) -> Result<(), Refusal> {
        let hand = self.hand(state, number)?;
        if number == state.bank.chung {
            self.players_set(state, Step::BankSet)?;
            if self.bank_shows_first(state) && !state.orders.bank_shown {
                let clauses = cite(&self.book.set.bank_shows);
                let message = "the bank's tiles are shown before they are set";
                return Err(Refusal::new("set.not_shown", clauses, message));
            }
            return Ok(());
        }
        if self.waits(hand) {
            self.phase(state, &[Phase::Match], &format!("{act} a hand that waits for its settlement"))?;
            if self.next_to_open(state) != Some(number) {
                let message = format!("area {number} is set when its turn to be settled comes");
                return Err(Refusal::new("set.not_its_turn", self.says(state, Step::HouseWaySet), message));
            }
            return Ok(());
        }
        let knocked = state.phase == Phase::Match && hand.asked;
        if !knocked {
            self.phase(state, &[Phase::Set], &format!("{act} a hand"))?;
        }
        let after = self.book.set.asked_set_when.as_ref().filter(|w| w.value == AskedSetWhen::AfterOthers);
        if let Some(after) = after.filter(|_| !knocked)
            && let Some(other) = self.unset(state).find(|n| {
                let caller = state.area(*n).is_some_and(|a| a.caller.is_some());
                let own = state.area(number).is_some_and(|a| a.caller.is_none());
                !self.dealers(state, *n) || (own && caller)
            })
        {
            let message = format!("area {other} is not set, and the dealer sets after the players");
            return Err(Refusal::new("set.players_first", cite(after), message));
        }
        Ok(())
    }

    /// Whether the dealer has an area's tiles in hand, to set them.
    pub(crate) fn dealer_sets_now(&self, state: &State, number: u8) -> bool {
        matches!(state.phase, Phase::Set | Phase::Match)
            && self.dealers(state, number)
            && self.hand(state, number).is_ok_and(|hand| hand.set.is_none() && hand.known().is_some())
            && self.dealers_turn(state, number, "setting").is_ok()
    }

    /// How the House Way sets four tiles.
    pub fn house_way(&self, tiles: [Tile; 4]) -> Split {
        let (low, high) = self.chart.places(tiles).split(tiles);
        Split { low, high }
    }

    /// Whether a supervisor has to check a hand that the dealer set before anything is opened.
    pub(crate) fn unchecked(&self, state: &State, number: u8) -> bool {
        let Some(hand) = state.area(number).and_then(|area| area.hand.as_ref()) else { return false };
        let rules = &self.book.set;
        let always = match number == state.bank.chung && state.bank.method != Method::Player {
            true => rules.house_check.value == Check::Always,
            false => hand.asked && rules.asked_check.as_ref().is_some_and(|c| c.value == Check::Always),
        };
        // Who touched it answers for it, whatever a supervisor would find.
        always && hand.set == Some(Setter::Dealer) && !hand.checked && !hand.touched
    }
}
