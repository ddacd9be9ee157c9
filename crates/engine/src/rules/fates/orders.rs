//! The GM's orders (FATES-GM-3): set-up and the start, and all later orders.

use serde::{Deserialize, Serialize};

use super::sheet::{AimEffect, Body, DamageType, Item, Name, Side, Skill};
use super::state::{
    DoorState, Event, ExitReason, FightOutcome, FightStage, MovementKind, ResolveGainCause, Terrain,
};
use super::zones::{default_zones, zone_of};
use super::{
    Fates, Fight, Resolver, RuleResult, damage, fight_end, grapple, held_actions, initiative,
};
use super::{turns, wounded};
use crate::core::body_fields::BodyFields as _;
use crate::core::command::{Refusal, refuse_out_of_bounds};
use crate::core::fight::{Combatant, Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::ItemLike;
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::ZoneMap;
use crate::resolution::orders::{OrderRuleIds, Orders};

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    #[serde(rename = "link")]
    LinkZones(ZoneId, ZoneId),
    /// Sets the door on a link; `None` removes it (FATES-ZONE-5).
    #[serde(rename = "door")]
    SetDoor { zone: ZoneId, to: ZoneId, state: Option<DoorState> },
    /// Kept for old tapes; replaced by [`PlaceItem`](crate::core::fight::Order::PlaceItem).
    #[serde(rename = "loose")]
    PlaceLooseItem { zone: ZoneId, item: Name },
    #[serde(rename = "drop")]
    DropItem { who: CombatantId, item: Name },
    #[serde(rename = "place")]
    PlaceInZone { who: CombatantId, zone: ZoneId },
    /// Changes the order of turns (FATES-INIT-6).
    #[serde(rename = "before")]
    MoveBefore { who: CombatantId, before: CombatantId },
    #[serde(rename = "harm")]
    DealDamage {
        who: CombatantId,
        amount: u8,
        #[serde(rename = "damage")]
        damage_type: Option<DamageType>,
    },
    #[serde(rename = "heal")]
    RestoreResolve { who: CombatantId, amount: u8 },
    /// Cancels the last Help that this helper gave to the open roll (FATES-HELP-2).
    #[serde(rename = "strike")]
    CancelHelp(CombatantId),
    /// Fires a held action, whatever its trigger (FATES-HOLD-3).
    #[serde(rename = "fire")]
    FireHeldAction(CombatantId),
    /// Lets one combatant rest, or with `None` everybody who is not dead (FATES-END-3).
    Rest(Option<CombatantId>),
}

impl Orders for Fates {
    const ORDER_RULE_IDS: OrderRuleIds = OrderRuleIds {
        prompt_open: "FATES-TURN-11",
        zones_after_start: "FATES-ZONE-1",
        bad_end: "FATES-END-1",
    };
    const CAN_JOIN_DURING_PROMPT: bool = true;

    /// Returns whether an order is accepted while a prompt is open. Only Rest is not, since it
    /// belongs before the start.
    fn is_order_allowed_during_prompt(order: &Order) -> bool {
        !matches!(order, Order::Rest(_))
    }

    /// Returns the event that ends the fight (FATES-END-1); `None` for an unknown outcome.
    fn outcome_event(_: &Fight, outcome: &str) -> Option<Event> {
        FightOutcome::parse(outcome).map(Event::OutcomeDecided)
    }

    /// Adds a combatant to the fight, on the default side of PCs or NPCs unless it has one. Who has
    /// no Resolve is Wounded or down. One who owes a pick or is dead cannot join (FATES-END-4).
    /// In a running fight an NPC comes with its score, and a PC rolls with `/init` (FATES-INIT-11).
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Fates>,
    ) -> RuleResult {
        let fight = resolver.fight();
        let is_npc = combatant.is_npc();
        check_body(fight, is_npc, &combatant.body)?;
        if combatant.body.is_dead {
            return Err(Refusal::bad_setup("FATES-END-4", "dead").into());
        }
        if combatant.body.owes_attribute_pick {
            return Err(Refusal::bad_setup("FATES-END-4", "pick-owed").into());
        }
        let body = &mut combatant.body;
        body.side = body.side.or(Some(if is_npc { Side::Opposition } else { Side::Party }));
        if body.is_wounded || body.resolve == 0 {
            body.resolve = 0;
            body.is_wounded = wounded::can_be_wounded(is_npc, body);
            body.is_down |= !body.is_wounded;
        }
        let (stage, is_scored) = (fight.state.stage, body.initiative_score.is_some());
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        if stage != FightStage::Setup && is_npc && !is_scored {
            initiative::set_npc_initiative(resolver, who);
        }
        insert_in_turn_order_if_scored_and_missing(resolver, who);
        Ok(())
    }

    /// Removes a combatant, whose grapples end, also from the order of turns.
    fn remove_combatant_with_consequences(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        grapple::end_all_grapples(resolver, who);
        resolver.emit(CoreEvent::Removed(who));
        let mut order = resolver.fight().state.turn_order.clone();
        order.retain(|other| *other != who);
        resolver.emit(Event::TurnOrderChanged { who, order });
        Ok(())
    }

    /// Replaces the map: each combatant stands in the zone of the same name, else in the first one
    /// (FATES-ZONE-1).
    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver,
        zones: &ZoneMap<Terrain>,
    ) -> RuleResult {
        let previous_zones = resolver.fight().zones.clone();
        resolver.emit(CoreEvent::ZonesSet(zones.clone()));
        let mut moves = Vec::new();
        for (who, combatant) in resolver.fight().present_combatants() {
            let Some(from) = combatant.body.zone else { continue };
            let to = zones.find_by_name(previous_zones.name(from)).unwrap_or(ZoneId(0));
            if to != from {
                moves.push(Event::Moved { who, from, to, kind: MovementKind::Placed });
            }
        }
        for moved in moves {
            resolver.emit(moved);
        }
        Ok(())
    }

    /// Sets a field of a combatant, within its range, and applies the consequences (FATES-COND): at
    /// 0 Resolve it is Wounded or down, one that is out loses its place, and one that is back gets
    /// one. Setting `wounded` sets Resolve to fit.
    fn set_field_with_consequences(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        let fight = resolver.fight();
        let is_npc = fight.combatant(who).is_npc();
        check_body(fight, is_npc, body)?;
        let previous = fight.body(who);
        let was_active = previous.is_active();
        let new_body = Box::new(fit_resolve_and_conditions(previous, body, field, is_npc));
        // A minor NPC at 0 Resolve is never Wounded but goes down (FATES-COND-2).
        let goes_down = new_body.resolve == 0 && !new_body.is_wounded;
        let exit = exit_reason(&new_body).or(goes_down.then_some(ExitReason::Down));
        resolver.emit(CoreEvent::FieldSet { who, field: field.to_string(), body: new_body });
        if was_active && let Some(reason) = exit {
            wounded::make_inactive(resolver, who, reason);
        }
        grapple::end_grapples_across_zones(resolver, who);
        insert_in_turn_order_if_scored_and_missing(resolver, who);
        Ok(())
    }

    /// Ends set-up, after which players roll for initiative (state machine, 1 and 2).
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        if fight_end::has_side_without_active(fight) {
            return Err(Refusal::bad_setup("FATES-END-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            Self::set_zones_and_relocate_combatants(resolver, &default_zones())?;
        }
        resolver.emit(CoreEvent::Started);
        resolver.emit(Event::InitiativeBegan);
        let mut npcs_without_score = Vec::new();
        for (who, combatant) in resolver.fight().present_combatants() {
            if combatant.is_npc() && combatant.body.initiative_score.is_none() {
                npcs_without_score.push(who);
            }
        }
        for who in npcs_without_score {
            initiative::set_npc_initiative(resolver, who);
        }
        Ok(())
    }

    /// Rolls for all who have not rolled (FATES-INIT-7), or skips the running turn (FATES-TURN-10).
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        let is_running = fight.phase == FightPhase::Running;
        let acting = fight.state.turn.as_ref().map(|turn| turn.who);
        let must_anybody_roll = initiative::pcs_without_initiative(fight).next().is_some();
        match acting {
            Some(who) if is_running => turns::defend_if_set_and_pass_absent_turn(resolver, who),
            None if is_running && must_anybody_roll => {
                initiative::roll_initiative_for_absent(resolver)
            }
            _ => return Err(Refusal::bad_setup("FATES-TURN-10", "nobody-waited-for").into()),
        }
        Ok(())
    }

    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::LinkZones(one, other) => resolver.emit_zone_link(*one, *other),
            Order::SetDoor { zone, to, state } => set_door(resolver, *zone, *to, *state)?,
            Order::PlaceLooseItem { zone, item } => {
                resolver.emit(Event::LooseItemPlaced { zone: *zone, item: item.clone() });
            }
            Order::DropItem { who, item } => drop_carried_item(resolver, *who, item)?,
            Order::PlaceInZone { who, zone } => {
                place_without_triggers_ending_grapples(resolver, *who, *zone)?
            }
            Order::MoveBefore { who, before } => {
                place_all_in_turn_order_and_move_before(resolver, *who, *before)?
            }
            Order::DealDamage { who, amount, damage_type } => {
                check_active(resolver, *who)?;
                return damage::deal_gm_damage(resolver, *who, *amount, *damage_type);
            }
            Order::RestoreResolve { who, amount } => {
                check_active(resolver, *who)?;
                wounded::regain_resolve_and_end_wounded(
                    resolver,
                    *who,
                    *amount,
                    ResolveGainCause::Gm,
                );
            }
            Order::CancelHelp(who) => cancel_last_help_of(resolver, *who)?,
            Order::FireHeldAction(who) => {
                if resolver.fight().body(*who).held_action.is_none() {
                    return Err(Refusal::new("no-hold", "FATES-HOLD-3").into());
                }
                return held_actions::fire_or_lose_held_action(resolver, *who, CombatantId::NOBODY);
            }
            Order::Rest(who) => rest_one_or_all_alive_before_fight(resolver, *who)?,
        }
        Ok(())
    }
}

/// Sets the door on a link, or with `None` removes it; refuses if there is no link (FATES-ZONE-5).
fn set_door(
    resolver: &mut Resolver,
    zone: ZoneId,
    to: ZoneId,
    state: Option<DoorState>,
) -> RuleResult {
    if !resolver.fight().zones.are_adjacent(zone, to) {
        return Err(Refusal::bad_setup("FATES-ZONE-5", "no-link").into());
    }
    resolver.emit(Event::DoorSet { zone, to, state, opener: None });
    Ok(())
}

/// Drops an item in its carrier's zone; refuses one that is not carried or is a part of the body
/// (FATES-TURN-7).
fn drop_carried_item(resolver: &mut Resolver, who: CombatantId, item: &Name) -> RuleResult {
    let droppable = resolver.fight().body(who).item(item).filter(|item| !item.is_natural);
    if droppable.is_none() {
        return Err(Refusal::new("not-in-hand", "FATES-TURN-7").into());
    }
    let zone = zone_of(resolver.fight(), who);
    resolver.emit(Event::ItemDropped { who, zone, item: item.clone() });
    Ok(())
}

/// Places an active combatant in a zone, which fires no held action. Grapples with those elsewhere
/// end (FATES-SKILL-3).
fn place_without_triggers_ending_grapples(
    resolver: &mut Resolver,
    who: CombatantId,
    zone: ZoneId,
) -> RuleResult {
    check_active(resolver, who)?;
    let from = zone_of(resolver.fight(), who);
    resolver.emit(Event::Moved { who, from, to: zone, kind: MovementKind::Placed });
    grapple::end_grapples_across_zones(resolver, who);
    Ok(())
}

/// Takes the last Help of a helper off the open roll; refuses if it has none there (FATES-HELP-2).
fn cancel_last_help_of(resolver: &mut Resolver, helper: CombatantId) -> RuleResult {
    let open_roll = resolver.fight().state.open_rolls.last();
    let has_helped =
        open_roll.is_some_and(|roll| roll.helps.iter().any(|help| help.helper == helper));
    if !has_helped {
        return Err(resolver.refuse_target(helper, "FATES-HELP-2").into());
    }
    resolver.emit(Event::HelpCancelled(helper));
    Ok(())
}

/// Lets one combatant rest, or with `None` everybody who is not dead; only before the fight.
/// Refuses a single one who is dead (FATES-END-3).
fn rest_one_or_all_alive_before_fight(
    resolver: &mut Resolver,
    who: Option<CombatantId>,
) -> RuleResult {
    let fight = resolver.fight();
    fight.check_in_setup("FATES-END-3", "already-started")?;
    let alive = fight.present_combatants().filter(|(_, combatant)| !combatant.body.is_dead);
    let is_resting = |other: &CombatantId| who.is_none_or(|who| who == *other);
    let resting: Vec<CombatantId> = alive.map(|(who, _)| who).filter(is_resting).collect();
    if resting.is_empty()
        && let Some(dead) = who
    {
        return Err(resolver.refuse_target(dead, "FATES-END-3").into());
    }
    for who in resting {
        fight_end::restore_by_rest(resolver, who);
    }
    Ok(())
}

/// Gives a place to an active combatant who has a score and no place in the order.
fn insert_in_turn_order_if_scored_and_missing(resolver: &mut Resolver, who: CombatantId) {
    let state = &resolver.fight().state;
    let body = resolver.fight().body(who);
    let is_order_set = state.stage >= FightStage::Ties;
    let is_missing = !state.turn_order.contains(&who);
    if is_order_set && is_missing && body.is_active() && body.initiative_score.is_some() {
        initiative::insert_newcomer_in_order_as_acted_if_late(resolver, who);
    }
}

/// Refuses a body whose values are out of the ranges in the rule text's "Sheet" section, or whose
/// state does not fit the fight (see [`check_fight_fields_of_body`]).
fn check_body(fight: &Fight, is_npc: bool, body: &Body) -> Result<(), Refusal> {
    body.check_ranges()?;
    if let Some(skill) = Skill::ALL.iter().find(|skill| body.rank(**skill) > 6) {
        return refuse_out_of_bounds(&format!("skills.{} (0 to 6)", skill.key()));
    }
    let is_minor_npc = !wounded::can_be_wounded(is_npc, body);
    let highest_resolve_max = if is_minor_npc { 250 } else { 60 };
    let is_max_valid = (1..=highest_resolve_max).contains(&body.resolve_max);
    if !is_max_valid || body.resolve > body.resolve_max {
        return refuse_out_of_bounds("resolve (0 to resolve_max, at most 60; minor NPCs 250)");
    }
    let has_valid_dice = |item: &Item| {
        let has_valid_damage = item
            .weapon
            .as_ref()
            .is_none_or(|weapon| weapon.damage_dice <= 20 && weapon.damage_bonus <= 20);
        has_valid_damage && item.healing_pool.is_none_or(|pool| pool.count <= 20)
    };
    if !body.gear.iter().all(has_valid_dice) {
        return refuse_out_of_bounds("gear (damage and healing dice 0 to 20, plus 0 to 20)");
    }
    check_fight_fields_of_body(fight, body)
}

/// Checks the state in the fight: numbers in range, and references to combatants and zones that
/// exist.
fn check_fight_fields_of_body(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let is_aim_too_big = matches!(body.aim, Some(AimEffect::Bonus(rank)) if rank > 30);
    if is_aim_too_big || body.defend_bonus > Some(30) {
        return refuse_out_of_bounds("aim, defend (0 to 30)");
    }
    if body.grappled_by.is_some_and(|holder| fight.get_present(holder).is_none()) {
        return refuse_out_of_bounds("grappled_by");
    }
    let has_zone = |zone: ZoneId| fight.zones.is_empty() || fight.zones.get(zone).is_some();
    if !body.zone.is_none_or(has_zone) {
        return refuse_out_of_bounds("zone");
    }
    Ok(())
}

/// Returns a body in which the GM set `field`, with Resolve and conditions that fit the new value.
/// `previous` is the body before. Does not mark a minor NPC at 0 Resolve as down.
fn fit_resolve_and_conditions(previous: &Body, set_body: &Body, field: &str, is_npc: bool) -> Body {
    let mut body = set_body.clone();
    // Wounded is the same as being at 0 Resolve (FATES-COND-1, FATES-COND-4).
    if field == "wounded" {
        body.resolve = if body.is_wounded { 0 } else { body.resolve.max(1) };
    }
    let can_be_wounded = wounded::can_be_wounded(is_npc, &body);
    body.is_wounded = can_be_wounded && body.resolve == 0;
    if can_be_wounded {
        return body;
    }
    // A minor NPC at 0 Resolve is down (FATES-COND-2), so with Resolve it gets up again, and one
    // that the GM brings back has at least 1.
    if previous.resolve == 0 && body.resolve > 0 {
        body.is_down = false;
    }
    let is_back = !previous.is_active() && body.is_active();
    if is_back {
        body.resolve = body.resolve.max(1);
    }
    body
}

/// Returns how a body has stopped being active, the gravest reason first; `None` if it is active.
fn exit_reason(body: &Body) -> Option<ExitReason> {
    let reasons = [
        (body.is_dead, ExitReason::Dead),
        (body.is_removed, ExitReason::Removed),
        (body.has_escaped, ExitReason::Escaped),
        (body.is_down, ExitReason::Down),
    ];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
}

impl ItemLike<super::Fates> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::new(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Adds a copy of the item to the gear. Refuses a body that is out of its ranges then.
    fn add_item_to_body(
        &self,
        fight: &Fight,
        who: CombatantId,
        body: &mut Body,
    ) -> Result<(), Refusal> {
        body.gear.push(self.clone());
        check_body(fight, fight.combatant(who).is_npc(), body)
    }

    /// Adds a copy of the item to the items of the zone.
    fn drop_copy_in_zone(&self, _: &Fight, _: ZoneId, terrain: &mut Terrain) {
        terrain.items.push(self.clone());
    }
}

/// Refuses a combatant who is out; it takes no damage, no Resolve and no place.
fn check_active(resolver: &Resolver, who: CombatantId) -> Result<(), Refusal> {
    if resolver.fight().body(who).is_active() {
        Ok(())
    } else {
        Err(resolver.refuse_target(who, "FATES-COND-5"))
    }
}

/// Moves a combatant to the place before another (FATES-INIT-6). Before the order stands, all
/// combatants get a place first. Refuses if one of them has no place, or both are the same.
fn place_all_in_turn_order_and_move_before(
    resolver: &mut Resolver,
    who: CombatantId,
    before: CombatantId,
) -> RuleResult {
    let fight = resolver.fight();
    if fight.state.stage < FightStage::Ties {
        let mut order = fight.state.turn_order.clone();
        let missing = fight.present_ids().filter(|other| !order.contains(other));
        let missing: Vec<CombatantId> = missing.collect();
        order.extend(missing);
        resolver.emit(Event::TurnOrderSet(order));
    }
    if !initiative::are_all_in_turn_order(resolver.fight(), &[who, before]) || who == before {
        let reason = RefusalReason::new("bad-target", "FATES-INIT-6").with_combatant(before);
        return Err(reason.to_refusal(resolver.fight(), who).into());
    }
    initiative::move_before_in_order(resolver, who, before);
    Ok(())
}
