//! Every rule of the table: what a command leads to, or why it is refused.
//!
//! Checks come in one order, which the tests fix: whether such a person may do such a thing at all;
//! whether it can be done now; whether the area, player or wager it names is there; whether the book
//! allows it; whether the amount is within its bounds; whether the money is there. What
//! can only be seen of real tiles is nobody's to report where they are electronic: it is refused right after
//! who acts.

mod bank;
mod bankset;
mod caller;
mod close;
mod conduct;
mod correct;
mod cut;
mod deal;
mod dice;
mod finish;
mod found;
mod guard;
mod house_wager;
mod limit;
mod mishap;
mod notice;
mod open;
mod open_hand;
mod pay;
mod record;
mod refuse;
mod seat;
mod seen;
mod set;
mod settle;
mod time;
mod void;
mod wager;
mod wall;

pub(crate) use wager::betting;

use crate::{Chance, Command, Event, PaiGow, Table};
use game::{Call, Context, Refusal};

/// What a command leads to.
pub(crate) type Answer = Result<Vec<Event>, Refusal>;

/// Whether a refusal is of whoever acts: nothing else is looked at before that.
fn of_person(refusal: &Refusal) -> bool {
    refusal.code.starts_with("person.") || refusal.code == "book.no_power"
}

impl PaiGow {
    /// The chance that goes into a command: an order of tiles where the engine knows them, dice.
    pub(crate) fn chance_of(&self, command: &Command) -> Option<Call> {
        let (drawn, told) = (self.setup.chance == Chance::Electronic, self.setup.chance == Chance::Told);
        match command {
            // Electronic tiles are in no order before they are dealt.
            Command::Shuffle { order } | Command::DoLaja { order } => {
                told.then_some(Call { what: "wall", carried: order.is_some() })
            }
            Command::Deal { order } => drawn.then_some(Call { what: "wall", carried: order.is_some() }),
            Command::ShowDice { faces } => Some(Call { what: "dice", carried: faces.is_some() }),
            Command::DrawRemoval { boxes } => Some(Call { what: "dice", carried: boxes.is_some() }),
            _ => None,
        }
    }

    /// Whether a command may happen, whatever chance goes into it.
    pub(crate) fn allows(&self, table: &Table, command: &Command, ctx: &Context) -> Result<(), Refusal> {
        let may = match command {
            _ if self.chance_of(command).is_none() => self.answer(table, command, ctx).map(drop),
            Command::Shuffle { .. } => self.may_shuffle(table, ctx),
            Command::DoLaja { .. } => self.may_do_laja(table, ctx).map(drop),
            Command::Deal { .. } => self.may_deal(table, ctx),
            Command::ShowDice { .. } => self.may_show_dice(table, ctx),
            Command::DrawRemoval { .. } => self.may_draw_removal(table, ctx),
            command => self.answer(table, command, ctx).map(drop),
        };
        may.map_err(|refusal| self.timed(table, command, refusal))
    }

    /// Whether a command may happen, and what follows.
    pub(crate) fn answer(&self, table: &Table, command: &Command, ctx: &Context) -> Answer {
        let answer = self.ruled(table, command, ctx).map_err(|refusal| self.timed(table, command, refusal));
        match self.sightings(table, command) {
            Err(electronic) if !answer.as_ref().is_err_and(of_person) => Err(electronic),
            _ => answer,
        }
    }

    /// A refusal for coming too early or too late, or for being no dealer or no player, with what the book says of
    /// the time or of the act.
    fn timed(&self, table: &Table, command: &Command, mut refusal: Refusal) -> Refusal {
        if refusal.code == "phase.wrong" && refusal.clauses.is_empty() {
            refusal.clauses = self.time_of(table, command);
        }
        if refusal.code == "person.not_dealer" {
            let act = self.time_of(table, command);
            // Where the book has no word on the act, there is what it says of dealers.
            refusal.clauses = if act.is_empty() { self.dealer_by.clone() } else { act };
        }
        if refusal.code == "person.not_player" && refusal.clauses.is_empty() {
            refusal.clauses = self.players_act(table, command);
        }
        refusal
    }

    fn ruled(&self, table: &Table, command: &Command, ctx: &Context) -> Answer {
        use Command as C;
        match command {
            C::LayOutTiles { found } => self.lay_out_tiles(table, ctx, *found),
            C::CheckTiles => self.check_tiles(table, ctx),
            C::ReplaceTiles { whole_set } => self.replace_tiles(table, ctx, *whole_set),
            C::OpenTable => self.open_table(table, ctx),
            C::BuyIn { player, stake } => self.buy_in(table, ctx, *player, *stake),
            C::Sit { area } => self.sit(table, ctx, *area),
            C::Leave => self.leave(table, ctx),
            C::FreeSeat { player } => self.free_seat(table, ctx, *player),
            C::PostLimits { kind, limit, at } => self.post_limits(table, ctx, *kind, *limit, *at),
            C::ChangeLimits { kind, limit } => self.change_limits(table, ctx, *kind, *limit),
            C::SetPersonalLimits { player, area, limit } => {
                self.set_personal_limits(table, ctx, *player, *area, *limit)
            }
            C::PostCommission { rate } => self.post_commission(table, ctx, *rate),
            C::AllowTotal { most } => self.allow_total(table, ctx, *most),
            C::AllowSharing { area, players } => self.allow_sharing(table, ctx, *area, *players),
            C::OfferBank => self.offer_bank(table, ctx),
            C::AcceptBank { method, stake } => self.accept_bank(table, ctx, *method, *stake),
            C::DeclineBank => self.decline_bank(table, ctx),
            C::PassBank { pass } => self.pass_bank(table, ctx, *pass),
            C::AllowBanks { area, banks } => self.allow_banks(table, ctx, *area, *banks),
            C::AllowBankSharing => self.allow_bank_sharing(table, ctx),
            C::JoinBank { stake } => self.join_bank(table, ctx, *stake),
            C::AddToBank { amount } => self.add_to_bank(table, ctx, *amount),
            C::ChangeMethod { method } => self.change_method(table, ctx, *method),
            C::NameShaker { player } => self.name_shaker(table, ctx, *player),
            C::AskHouseWager { amount } => self.ask_house_wager(table, ctx, *amount),
            C::Shuffle { order } => self.shuffle(table, ctx, order.as_deref()),
            C::ReportShown { during, count } => self.report_shown(table, ctx, *during, *count),
            C::OrderLaja => self.order_laja(table, ctx),
            C::AskLaja { by } => self.ask_laja(table, ctx, *by),
            C::AllowLaja => self.allow_laja(table, ctx),
            C::DoLaja { order } => self.do_laja(table, ctx, order.as_deref()),
            C::AskReshuffle => self.ask_reshuffle(table, ctx),
            C::OrderReshuffle { cause } => self.order_reshuffle(table, ctx, *cause),
            C::Place { area, kind, stake } => self.place(table, ctx, *area, *kind, *stake),
            C::Speak { area, kind, amount, cash } => self.speak(table, ctx, *area, *kind, *amount, *cash),
            C::Withdraw { area, kind } => self.withdraw(table, ctx, *area, *kind),
            C::WaiveSide { area } => self.waive_side(table, ctx, *area),
            C::RefuseWager { player, area, kind } => self.refuse_wager(table, ctx, *player, *area, *kind),
            C::ReportWager { player, area, kind, amount } => {
                self.report_wager(table, ctx, *player, *area, *kind, *amount)
            }
            C::Consent { player } => self.consent(table, ctx, *player),
            C::CloseBets => self.close_bets(table, ctx),
            C::Yield { area } => self.yield_area(table, ctx, *area),
            C::Steal { value } => self.steal(table, ctx, *value),
            C::Shake => self.shake(table, ctx),
            C::ReportCocked => self.report_cocked(table, ctx),
            C::ShowDice { faces } => self.show_dice(table, ctx, faces.as_ref()),
            C::NameCut { cut, orientation } => self.name_cut(table, ctx, cut, *orientation),
            C::DeclineCut => self.decline_cut(table, ctx),
            C::RegisterCut { cut, orientation, grid, approved } => {
                self.register_cut(table, ctx, cut, *orientation, grid, *approved)
            }
            C::Deal { order } => self.deal(table, ctx, order.as_deref()),
            C::Look { area } => self.look(table, ctx, *area),
            C::SetHand { area, two } => self.set_hand(table, ctx, *area, *two),
            C::LayDown { area } => self.lay_down(table, ctx, *area),
            C::AskHouseWay { area } => self.ask_house_way(table, ctx, *area),
            C::Touch { area } => self.touch(table, ctx, *area),
            C::SetHouseWay { area, two } => self.set_house_way(table, ctx, *area, *two),
            C::CheckHouseWay { area } => self.check_house_way(table, ctx, *area),
            C::CorrectHouseWay { area } => self.correct_house_way(table, ctx, *area),
            C::DirectHouseWay { area } => self.direct_house_way(table, ctx, *area),
            C::Concede { area } => self.concede(table, ctx, *area),
            C::SeeConceded { area } => self.see_conceded(table, ctx, *area),
            C::Surrender { area } => self.surrender(table, ctx, *area),
            C::ShowOwn { area } => self.show_own(table, ctx, *area),
            C::AskAdvice { area } => self.ask_advice(table, ctx, *area),
            C::TurnUp { area, tiles } => self.turn_up(table, ctx, *area, *tiles),
            C::LiftChung => self.lift_chung(table, ctx),
            C::ConfirmBank => self.confirm_bank(table, ctx),
            C::AskBank => self.ask_bank(table, ctx),
            C::ShowBank => self.show_bank(table, ctx),
            C::OpenHand { lie } => self.open_hand(table, ctx, *lie),
            C::Pay => self.pay(table, ctx),
            C::FinishRound => self.finish_round(table, ctx),
            C::ReportExposed { area, which, tiles, by_dealer } => {
                self.report_exposed(table, ctx, *area, *which, tiles, *by_dealer)
            }
            C::VoidOwn { area } => self.void_own(table, ctx, *area),
            C::ReportMisdeal { what } => self.report_misdeal(table, ctx, *what),
            C::ReportKnocked { area } => self.report_knocked(table, ctx, *area),
            C::ReportSetWrong => self.report_set_wrong(table, ctx),
            C::VoidRound { ground, forfeits } => self.void_round(table, ctx, *ground, *forfeits),
            C::VoidHand { area } => self.void_hand(table, ctx, *area),
            C::DecideRemoval => self.decide_removal(table, ctx),
            C::DrawRemoval { boxes } => self.draw_removal(table, ctx, *boxes),
            C::RestoreArea { area } => self.restore_area(table, ctx, *area),
            C::OrderSetFirst { player, first } => self.order_set_first(table, ctx, *player, *first),
            C::PartPlayers { player, from } => self.part_players(table, ctx, *player, *from),
            C::OrderEnglish { only } => self.order_english(table, ctx, *only),
            C::VoidWagers { player } => self.void_wagers(table, ctx, *player),
            C::BarPlayer { player } => self.bar_player(table, ctx, *player),
            C::HoldWinnings { player, won } => self.hold_winnings(table, ctx, *player, *won),
            C::ReleaseHeld { player, to_player } => self.release_held(table, ctx, *player, *to_player),
            C::RaiseDispute { about } => self.raise_dispute(table, ctx, *about),
            C::DecideDispute { number, for_player } => self.decide_dispute(table, ctx, *number, *for_player),
            C::AskReview { number } => self.ask_review(table, ctx, *number),
            C::ReviewDispute { number, for_player } => self.review_dispute(table, ctx, *number, *for_player),
            C::PostClosing { at } => self.post_closing(table, ctx, *at),
            C::EndPlay { at_once } => self.end_play(table, ctx, *at_once),
        }
    }
}
