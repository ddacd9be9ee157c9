//! Orders of the GM and of the set-up: what all systems take alike, and what each does in its own
//! way ([`Orders`]).

use crate::core::command::Refusal;
use crate::core::fight::{Combatant, Event, Fight, FightPhase, Order};
use crate::core::ids::CombatantId;
use crate::core::items;
use crate::core::zones::ZoneMap;
use crate::resolution::resolver::{Interrupt, Resolver, RuleResult};
use crate::visibility::disclosure;
use crate::{Rules, System};

/// How a fight ends that has not begun.
pub const CANCELLED_OUTCOME: &str = "called-off";

/// The ids of the rules by which orders are refused that all systems refuse alike.
pub struct OrderRuleIds {
    /// What must wait while a question is open.
    pub prompt_open: &'static str,
    /// A map that is laid after the start.
    pub zones_after_start: &'static str,
    /// An outcome that there is not, and the end of what is over.
    pub bad_end: &'static str,
}

/// What orders do that all systems know, in the way of one of them; in `start.rs`.
pub trait Orders: System {
    const ORDER_RULE_IDS: OrderRuleIds;
    /// Somebody may join while a question is open.
    const CAN_JOIN_DURING_PROMPT: bool = false;
    /// The verbs of orders that are given also once the fight is over.
    const AFTER_FIGHT_VERBS: &'static [&'static str] = &[];

    /// Somebody joins, whose name is free.
    fn add_combatant(
        resolver: &mut Resolver<'_, Self>,
        who: CombatantId,
        combatant: Combatant<Self>,
    ) -> RuleResult<Self>;
    /// The GM takes somebody out of the fight.
    fn remove_combatant(resolver: &mut Resolver<'_, Self>, who: CombatantId) -> RuleResult<Self>;
    /// The map, before the fight has begun.
    fn set_zones(
        resolver: &mut Resolver<'_, Self>,
        zones: &ZoneMap<Self::Terrain>,
    ) -> RuleResult<Self>;
    /// The GM has set a field of somebody: the body with it.
    fn set_field(
        resolver: &mut Resolver<'_, Self>,
        who: CombatantId,
        field: &str,
        body: &Self::Body,
    ) -> RuleResult<Self>;
    fn reveal_combatant(resolver: &mut Resolver<'_, Self>, who: CombatantId) {
        resolver.emit(Event::Revealed(who));
    }
    /// An NPC is shown more or less than before, of which it may be hidden now.
    fn handle_disclosure_change(_resolver: &mut Resolver<'_, Self>, _who: CombatantId) {}
    /// In the set-up: by which orders the NPCs begin with an ambush; none where the rules know
    /// none, or there is one already.
    fn ambush_orders(_fight: &Fight<Self>) -> Vec<Self::Order> {
        Vec::new()
    }
    /// The set-up is over.
    fn start_fight(resolver: &mut Resolver<'_, Self>) -> RuleResult<Self>;
    /// Takes the default of whoever is waited for.
    fn skip_turn(resolver: &mut Resolver<'_, Self>) -> RuleResult<Self>;
    /// The note that decides a fight so; none: there is no such outcome.
    fn outcome_event(fight: &Fight<Self>, outcome: &str) -> Option<Self::Event>;
    /// Whether it is decided, and only its aftermath runs.
    fn is_decided(_fight: &Fight<Self>) -> bool {
        false
    }
    /// Whether an order of the system's own is taken while a question is open.
    fn is_order_allowed_during_prompt(order: &Self::Order) -> bool;
    /// An order of the system's own.
    fn perform_system_order(
        resolver: &mut Resolver<'_, Self>,
        order: &Self::Order,
    ) -> RuleResult<Self>;
}

/// An order, from its checks to its last consequence.
pub fn perform_order<S: Rules>(resolver: &mut Resolver<'_, S>, order: &Order<S>) -> RuleResult<S> {
    if resolver.is_interjection() && !is_order_allowed_during_prompt(order) {
        return Err(Refusal::new("prompt-open", S::ORDER_RULE_IDS.prompt_open).into());
    }
    match order {
        Order::Join(one) => {
            disclosure::free_name_for_newcomer(resolver, one)?;
            let who = CombatantId(resolver.fight().combatants.len() as u8);
            S::add_combatant(
                resolver,
                who,
                Combatant { name: one.name.trim().into(), ..(**one).clone() },
            )
        }
        Order::Remove(who) => S::remove_combatant(resolver, *who),
        Order::SetZones(_) if resolver.fight().phase != FightPhase::Setup => {
            Err(Refusal::bad_setup(S::ORDER_RULE_IDS.zones_after_start, "zones-before-start")
                .into())
        }
        Order::SetZones(zones) => S::set_zones(resolver, zones),
        Order::ChangeSettings(settings) => {
            resolver.change_settings(settings);
            Ok(())
        }
        Order::SetDecoys(is_on) => {
            resolver.emit(Event::DecoysToggled(*is_on));
            Ok(())
        }
        Order::SetAskSingle(is_on) => {
            resolver.emit(Event::AskSingleToggled(*is_on));
            Ok(())
        }
        Order::GiveItem { who, item } => items::give_item(resolver, *who, item),
        Order::PlaceItem { zone, item } => items::place_item(resolver, *zone, item),
        Order::SetField { who, field, body } => S::set_field(resolver, *who, field, body),
        Order::Reveal(who) => {
            S::reveal_combatant(resolver, *who);
            Ok(())
        }
        Order::SetDisclosure { who, level: rung, alias } => {
            disclosure::set_disclosure(resolver, *who, *rung, alias.as_deref())?;
            S::handle_disclosure_change(resolver, *who);
            Ok(())
        }
        Order::Start if resolver.fight().phase != FightPhase::Setup => {
            Err(Refusal::bad_setup("", "already-started").into())
        }
        Order::Start => S::start_fight(resolver),
        Order::Skip => S::skip_turn(resolver),
        Order::End(outcome) => end_fight(resolver, outcome),
        Order::System(order) => S::perform_system_order(resolver, order),
    }
}

/// Whether an order is taken while a question is open: what would begin the fight or move it on
/// must wait.
fn is_order_allowed_during_prompt<S: Rules>(order: &Order<S>) -> bool {
    match order {
        Order::SetZones(_) | Order::Start | Order::Skip => false,
        Order::Join(_) => S::CAN_JOIN_DURING_PROMPT,
        Order::System(order) => S::is_order_allowed_during_prompt(order),
        Order::Remove(_)
        | Order::ChangeSettings(_)
        | Order::SetDecoys(_)
        | Order::SetAskSingle(_)
        | Order::SetField { .. }
        | Order::GiveItem { .. }
        | Order::PlaceItem { .. }
        | Order::Reveal(_)
        | Order::SetDisclosure { .. }
        | Order::End(_) => true,
    }
}

/// The GM ends the fight: with a truce where nothing else is said.
fn end_fight<S: Rules>(resolver: &mut Resolver<'_, S>, outcome: &str) -> RuleResult<S> {
    let rule = S::ORDER_RULE_IDS.bad_end;
    let fight = resolver.fight();
    let named = if outcome.trim().is_empty() { "truce" } else { outcome.trim() };
    let unknown = || Refusal::bad_setup(rule, "outcome").with("name", outcome);
    let decided = S::outcome_event(fight, named).ok_or_else(unknown)?;
    match fight.phase {
        FightPhase::Setup => {
            resolver.emit(Event::Ended(CANCELLED_OUTCOME.into()));
            Ok(())
        }
        FightPhase::Running if !S::is_decided(fight) => {
            resolver.emit(Event::System(decided));
            Err(Interrupt::EndAct)
        }
        FightPhase::Running | FightPhase::Over(_) => {
            Err(Refusal::bad_setup(rule, "fight-over").into())
        }
    }
}
