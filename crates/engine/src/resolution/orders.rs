//! Orders of the GM and of the set-up that all systems have. [`Orders`] is what each system does
//! in its own way.

use crate::core::body_fields::BodyFields as _;
use crate::core::command::Refusal;
use crate::core::fight::{Combatant, Event, Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Name};
use crate::core::items;
use crate::core::zones::ZoneMap;
use crate::resolution::amounts;
use crate::resolution::resolver::{Interrupt, Resolver, RuleResult};
use crate::visibility::disclosure;
use crate::{Rules, System};

/// The outcome of a fight that is ended before it began.
pub const CANCELLED_OUTCOME: &str = "called-off";

/// The ids of the rules that a system cites when it refuses a common order.
pub struct OrderRuleIds {
    /// For an order that must wait because a prompt is open.
    pub prompt_open: &'static str,
    /// For a map that is set after the start.
    pub zones_after_start: &'static str,
    /// For an unknown outcome, and for a fight that is already over.
    pub bad_end: &'static str,
}

/// What the common orders do in a system. Implemented in `orders.rs`.
pub trait Orders: System {
    const ORDER_RULE_IDS: OrderRuleIds;
    /// Whether combatants may join while a prompt is open.
    const CAN_JOIN_DURING_PROMPT: bool = false;
    /// The verbs of orders that are also allowed when the fight is over.
    const AFTER_FIGHT_VERBS: &'static [&'static str] = &[];

    /// Refuses a body whose numbers are not in the ranges that its fields declare.
    fn check_body(body: &Self::Body) -> Result<(), Refusal> {
        body.check_ranges()
    }
    /// Adds a combatant whose name was checked to be free.
    fn add_combatant(
        resolver: &mut Resolver<'_, Self>,
        who: CombatantId,
        combatant: Combatant<Self>,
    ) -> RuleResult<Self> {
        Self::check_body(&combatant.body)?;
        resolver.emit(Event::Joined(who, Box::new(combatant)));
        Ok(())
    }
    /// Takes a combatant out of the fight.
    fn remove_combatant_with_consequences(
        resolver: &mut Resolver<'_, Self>,
        who: CombatantId,
    ) -> RuleResult<Self> {
        resolver.emit(Event::Removed(who));
        Ok(())
    }
    /// Sets the map before the fight has begun.
    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver<'_, Self>,
        zones: &ZoneMap<Self::Terrain>,
    ) -> RuleResult<Self> {
        resolver.emit(Event::ZonesSet(zones.clone()));
        Ok(())
    }
    /// Sets a field of a combatant. `body` is the body with the new value.
    fn set_field_with_consequences(
        resolver: &mut Resolver<'_, Self>,
        who: CombatantId,
        field: &str,
        body: &Self::Body,
    ) -> RuleResult<Self> {
        Self::check_body(body)?;
        let field = field.to_string();
        resolver.emit(Event::FieldSet { who, field, body: Box::new(body.clone()) });
        Ok(())
    }
    /// Shows a hidden combatant to everybody. Rules that must react to it do so here.
    fn reveal_combatant(resolver: &mut Resolver<'_, Self>, who: CombatantId) {
        resolver.emit(Event::Revealed(who));
    }
    /// Reacts to a change of an NPC's disclosure, which may have hidden it.
    fn handle_disclosure_change(_resolver: &mut Resolver<'_, Self>, _who: CombatantId) {}
    /// Returns the orders by which the NPCs start the fight with an ambush. The list is empty if
    /// the rules have no ambushes or one is already set. Valid only in the set-up.
    fn npc_ambush_orders_unless_set(_fight: &Fight<Self>) -> Vec<Self::Order> {
        Vec::new()
    }
    /// Ends the set-up and starts the fight.
    fn start_fight(resolver: &mut Resolver<'_, Self>) -> RuleResult<Self>;
    /// Passes the pending turn, or what else the fight waits for instead of a turn: a slot, a hold,
    /// or rolls of initiative. Refuses if it waits for nobody.
    fn skip_turn(resolver: &mut Resolver<'_, Self>) -> RuleResult<Self>;
    /// Returns the event that ends the fight with this outcome, or `None` if there is no such
    /// outcome.
    fn outcome_event(fight: &Fight<Self>, outcome: &str) -> Option<Self::Event>;
    /// Returns whether an order that only this system has is allowed while a prompt is open.
    fn is_order_allowed_during_prompt(_order: &Self::Order) -> bool {
        false
    }
    /// Performs an order that only this system has.
    fn perform_system_order(
        resolver: &mut Resolver<'_, Self>,
        order: &Self::Order,
    ) -> RuleResult<Self>;
}

/// Returns an outcome in lower case if it is one of [`System::outcomes_gm_may_end_with`]. Case is
/// ignored.
pub fn find_possible_outcome<S: System>(fight: &Fight<S>, outcome: &str) -> Option<Name> {
    let name = outcome.to_lowercase();
    let is_known =
        S::outcomes_gm_may_end_with(fight).iter().any(|known| known.to_lowercase() == name);
    is_known.then(|| name.as_str().into())
}

/// Performs an order, from its checks to its last consequence.
pub fn perform_order<S: Rules>(resolver: &mut Resolver<'_, S>, order: &Order<S>) -> RuleResult<S> {
    if resolver.is_interjection() && !is_order_allowed_during_prompt(order) {
        return Err(Refusal::new("prompt-open", S::ORDER_RULE_IDS.prompt_open).into());
    }
    match order {
        Order::Join(newcomer) => {
            disclosure::check_newcomer_and_rename_namesake(resolver, newcomer)?;
            let who = CombatantId(resolver.fight().combatants.len() as u8);
            let combatant = Combatant {
                name: newcomer.name.trim().into(),
                final_standing: None,
                ..(**newcomer).clone()
            };
            S::add_combatant(resolver, who, combatant)
        }
        Order::Remove(who) => S::remove_combatant_with_consequences(resolver, *who),
        Order::SetZones(zones) => {
            let rule = S::ORDER_RULE_IDS.zones_after_start;
            resolver.fight().check_in_setup(rule, "zones-before-start")?;
            S::set_zones_and_relocate_combatants(resolver, zones)
        }
        Order::ChangeSettings(settings) => {
            resolver.emit_settings_change(settings);
            Ok(())
        }
        Order::SetDecoys(is_enabled) => {
            resolver.emit(Event::DecoysToggled(*is_enabled));
            Ok(())
        }
        Order::SetAskSingle(is_enabled) => {
            resolver.emit(Event::AskSingleToggled(*is_enabled));
            Ok(())
        }
        Order::GiveItem { who, item } => items::give_item(resolver, *who, item),
        Order::PlaceItem { zone, item } => items::place_item(resolver, *zone, item),
        Order::SetField { who, field, body } => {
            S::set_field_with_consequences(resolver, *who, field, body)
        }
        Order::Reveal(who) => {
            S::reveal_combatant(resolver, *who);
            Ok(())
        }
        Order::SetDisclosure { who, level, alias } => {
            disclosure::set_disclosure_revealing_if_hidden(
                resolver,
                *who,
                *level,
                alias.as_deref(),
            )?;
            S::handle_disclosure_change(resolver, *who);
            Ok(())
        }
        Order::Start => {
            resolver.fight().check_in_setup("", "already-started")?;
            S::start_fight(resolver)
        }
        Order::Skip => S::skip_turn(resolver),
        Order::End(outcome) => cancel_or_decide_outcome_by_order(resolver, outcome),
        Order::RollAmounts { command, slots } => {
            amounts::roll_amounts_and_perform_order(resolver, command, slots)
        }
        Order::System(order) => S::perform_system_order(resolver, order),
    }
}

/// Returns whether an order is allowed while a prompt is open. Orders that would start the fight or
/// move it on must wait.
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
        // It is checked again with the amounts filled in.
        | Order::RollAmounts { .. }
        | Order::End(_) => true,
    }
}

/// Cancels a fight in the set-up. Of a running fight it records the outcome (a truce if `outcome`
/// is blank) and returns `Interrupt::EndAct`; the aftermath follows as a step of its own.
fn cancel_or_decide_outcome_by_order<S: Rules>(
    resolver: &mut Resolver<'_, S>,
    outcome: &str,
) -> RuleResult<S> {
    let rule = S::ORDER_RULE_IDS.bad_end;
    let fight = resolver.fight();
    let outcome_key = if outcome.trim().is_empty() { "truce" } else { outcome.trim() };
    let unknown_outcome = || Refusal::bad_setup(rule, "outcome").with("name", outcome);
    let outcome_event = S::outcome_event(fight, outcome_key).ok_or_else(unknown_outcome)?;
    match fight.phase {
        FightPhase::Setup => {
            resolver.emit(Event::Ended(CANCELLED_OUTCOME.into()));
            Ok(())
        }
        FightPhase::Running if S::decided_outcome(fight).is_none() => {
            resolver.emit(Event::System(outcome_event));
            Err(Interrupt::EndAct)
        }
        FightPhase::Running | FightPhase::Over(_) => {
            Err(Refusal::bad_setup(rule, "fight-over").into())
        }
    }
}
