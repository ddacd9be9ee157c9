//! Set-up and start of the fight (FACT-INIT), and all other orders of the GM.

use serde::{Deserialize, Serialize};

use super::sheet::{Body, DicePool, Item, ItemId, Name};
use super::state::{
    CombatantFlag, Event, HealthChangeCause, Manoeuvre, MovementKind, PassReason, Terrain, ZoneTag,
    morale_round_of_current_losses,
};
use super::zones::{Place, place_of};
use super::{
    Factions, Fight, Resolver, RuleResult, chases, damage, grapple, initiative, movement, rounds,
};
use super::{sneaking, visibility};
use crate::core::body_fields::BodyFields as _;
use crate::core::command::{Refusal, refuse_out_of_bounds};
use crate::core::fight::{Combatant, Event as CoreEvent};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::{self, ItemLike};
use crate::core::zones::ZoneMap;
use crate::resolution::orders::{OrderRuleIds, Orders, find_possible_outcome};

/// The maximum length of the name of a faction or group, in characters.
const MAX_GROUP_NAME_LENGTH: usize = 40;

/// An order of the GM that only FACTIONS has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Assigns a combatant to a faction and a morale group; an empty group means the faction
    /// (FACT-INIT-1).
    Assign {
        who: CombatantId,
        faction: Name,
        group: Name,
    },
    /// Allies two factions, or ends that (FACT-INIT-1).
    Ally {
        one: Name,
        other: Name,
        is_on: bool,
    },
    /// Names a captain (FACT-ROUND-4).
    #[serde(rename = "captain")]
    NameCaptain(CombatantId),
    /// Names the faction that started the fight (FACT-INIT-2).
    #[serde(rename = "started")]
    SetStarter(Name),
    /// Hands the slot to this combatant (FACT-ROUND-3).
    #[serde(rename = "slot")]
    GiveSlot(CombatantId),
    #[serde(rename = "link")]
    LinkZones(ZoneId, ZoneId),
    /// Sets or removes a tag of a zone (FACT-ZONE-4).
    #[serde(rename = "tag")]
    SetZoneTag {
        zone: ZoneId,
        tag: ZoneTag,
        is_on: bool,
    },
    /// Sets the damage of a zone's hazard, which ignores armour; `None` removes it (FACT-ZONE-4).
    #[serde(rename = "hazard")]
    SetHazard(ZoneId, Option<DicePool>),
    /// Sets whether two zones cannot see each other (FACT-ZONE-3).
    #[serde(rename = "blocked")]
    SetSightBlocked {
        zone: ZoneId,
        to: ZoneId,
        is_on: bool,
    },
    /// Sets a flag or condition of one combatant (FACT-ZONE-4, FACT-ATK-2).
    #[serde(rename = "flag")]
    SetFlag {
        who: CombatantId,
        flag: CombatantFlag,
        is_on: bool,
    },
    /// Sets whether an enemy is aware of a concealed combatant (FACT-SNEAK-1).
    #[serde(rename = "noticed")]
    SetNoticed {
        who: CombatantId,
        #[serde(rename = "by")]
        observer: CombatantId,
        is_on: bool,
    },
    /// Adds a manoeuvre (FACT-NL-3).
    #[serde(rename = "manoeuvre")]
    AddManoeuvre(Manoeuvre),
    Harm {
        who: CombatantId,
        amount: u8,
    },
    Heal {
        who: CombatantId,
        amount: u8,
    },
    Place {
        who: CombatantId,
        to: Place,
    },
    /// Resolves a long chase (FACT-CHASE-2); the GM may rule who escapes (FACT-CHASE-3).
    #[serde(rename = "chase")]
    ResolveChase {
        leavers: Vec<CombatantId>,
        pursuers: Vec<CombatantId>,
        escapes: Option<bool>,
    },
    /// Ends the stretch, and with it all steadiness (FACT-MORALE-3).
    #[serde(rename = "stretch")]
    EndStretch,
    /// Sets whether an NPC's gear is rolled for (FACT-GEAR-4).
    #[serde(rename = "durability")]
    SetDurabilityRoll {
        who: CombatantId,
        is_on: bool,
    },
}

impl Orders for Factions {
    const ORDER_RULE_IDS: OrderRuleIds =
        OrderRuleIds { prompt_open: "", zones_after_start: "FACT-ZONE-1", bad_end: "FACT-END-1" };

    /// Removes a combatant, after ending its holds and its running turn.
    fn remove_combatant_with_consequences(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        grapple::end_holds(resolver, who);
        if resolver.fight().state.turn.is_some_and(|turn| turn.who == who) {
            resolver.emit(Event::TurnEnded(who));
        }
        resolver.emit(CoreEvent::Removed(who));
        Ok(())
    }

    /// Replaces a combatant's body by one with a changed field. New items get ids, a new faction is
    /// formed, a change of place leaves a barrier and ends holds, and whoever is no longer active
    /// counts as lost, falls and ends its holds.
    fn set_field_with_consequences(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        check_body(resolver.fight(), body)?;
        let mut body = Box::new(body.clone());
        let fight = resolver.fight();
        let previous = fight.body(who);
        assign_item_ids(fight, assigned_item_ids(previous), &mut body);
        let was_active = previous.is_active();
        let place_fields = |body: &Body| (body.zone, body.border, body.left_through);
        let is_elsewhere = place_fields(previous) != place_fields(&body);
        // FACT-PROT-3: whoever leaves a barrier is not behind it any more.
        body.behind_barrier &= !is_elsewhere;
        // FACT-MORALE-1: those not active count as lost.
        if was_active && !body.is_active() {
            body.lost_in_round = morale_round_of_current_losses(resolver.fight());
        }
        add_faction_if_new(resolver, &body.faction);
        let is_on_map = body.is_on_map();
        resolver.emit(CoreEvent::FieldSet { who, field: field.into(), body });
        record_fall_and_end_holds_if_downed(resolver, who, was_active);
        // FACT-GRAP-5: holds end where the two are no longer nearby.
        match (is_elsewhere, is_on_map) {
            (true, true) => grapple::end_holds_no_longer_nearby(resolver, who),
            (true, false) => grapple::end_holds(resolver, who),
            (false, _) => {}
        }
        Ok(())
    }

    fn reveal_combatant(resolver: &mut Resolver, who: CombatantId) {
        sneaking::reveal_if_concealed(resolver, who);
    }

    /// Conceals the combatant if the GM has hidden it from players.
    fn handle_disclosure_change(resolver: &mut Resolver, who: CombatantId) {
        sneaking::conceal_if_hidden_npc(resolver, who);
    }

    /// Returns whether the GM may give this order while a window is open. Only its answer and
    /// rulings are accepted, not orders that would move the fight on.
    fn is_order_allowed_during_prompt(order: &Order) -> bool {
        !matches!(order, Order::SetStarter(_) | Order::GiveSlot(_) | Order::ResolveChase { .. })
    }

    /// Returns the event of ending the fight with a faction's name or truce (FACT-END-1); `None`
    /// for any other outcome.
    fn outcome_event(fight: &Fight, outcome: &str) -> Option<Event> {
        find_possible_outcome(fight, outcome).map(Event::OutcomeDecided)
    }

    /// Adds a combatant. FACT-INIT-1: without a faction named, players join the party, NPCs the
    /// enemies. FACT-SNEAK-1: a concealed NPC is hidden from players altogether.
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Factions>,
    ) -> RuleResult {
        check_body(resolver.fight(), &combatant.body)?;
        assign_item_ids(resolver.fight(), Vec::new(), &mut combatant.body);
        if combatant.body.faction.trim().is_empty() {
            combatant.body.faction = combatant.default_side().into();
        }
        combatant.body.concealed |= combatant.is_hidden;
        combatant.is_hidden = combatant.body.concealed && combatant.is_npc();
        let faction = combatant.body.faction.clone();
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        add_faction_if_new(resolver, &faction);
        Ok(())
    }

    /// Sets the zones (FACT-ZONE-1). If they replace others, everybody stays in the zone of the
    /// same name, or else comes into the first.
    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver,
        zones: &ZoneMap<Terrain>,
    ) -> RuleResult {
        let fight = resolver.fight();
        let mut moved = Vec::new();
        for (who, combatant) in fight.present_combatants() {
            let Some(zone) = combatant.body.zone else { continue };
            let old_place = Place { zone, border: combatant.body.border };
            let to = same_named_place_or_first_zone(&fight.zones, zones, old_place);
            if to != place_of(fight, who) {
                moved.push((who, to));
            }
        }
        resolver.emit(CoreEvent::ZonesSet(zones.clone()));
        for (who, to) in moved {
            let is_secret = visibility::is_position_secret(resolver.fight(), who);
            resolver.emit(Event::Moved {
                who,
                from: None,
                to,
                movement: MovementKind::Placed,
                is_secret,
            });
        }
        Ok(())
    }

    /// Returns orders that conceal each NPC in the fight: enemies cannot name it as a target, and
    /// players see neither its position nor its moves (FACT-SNEAK-1). Empty if an NPC or a player's
    /// character is concealed already.
    fn npc_ambush_orders_unless_set(fight: &Fight) -> Vec<Order> {
        if fight.present_combatants().any(|(_, combatant)| combatant.body.concealed) {
            return Vec::new();
        }
        let npcs = fight.present_combatants().filter(|(_, combatant)| combatant.is_npc());
        let conceal =
            |(who, _)| Order::SetFlag { who, flag: CombatantFlag::Concealed, is_on: true };
        npcs.map(conceal).collect()
    }

    /// Starts the fight (state machine, 1). FACT-INIT-2: initiative is rolled. FACT-SNEAK-2: if
    /// anyone is concealed, an ambush precedes round 1.
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        if initiative::are_all_active_combatants_allied(fight) {
            return Err(Refusal::bad_setup("FACT-INIT-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            resolver.emit(CoreEvent::ZonesSet(ZoneMap::from_row(["Field"])));
        }
        resolver.emit(CoreEvent::Started);
        initiative::roll_initiative_holder_unless_set(resolver);
        let is_ambush =
            resolver.fight().present_combatants().any(|(_, combatant)| combatant.body.concealed);
        if is_ambush {
            rounds::begin_ambush_as_round_1_if_secret(resolver);
        } else {
            rounds::begin_round_and_roll_threshold(resolver);
        }
        Ok(())
    }

    /// Ends the open turn as it is, or passes the slot (FACT-ROUND-8).
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        let state = &resolver.fight().state;
        match (state.turn, state.slot_faction.clone()) {
            (Some(turn), _) => resolver.emit(Event::TurnEndRequested(turn.who)),
            (None, Some(faction)) => {
                rounds::pass_slot_hiding_hidden_npcs(resolver, faction, PassReason::Skipped);
            }
            (None, None) => {
                return Err(Refusal::bad_setup("FACT-ROUND-8", "nobody-waited-for").into());
            }
        }
        Ok(())
    }

    /// Performs an order of this system.
    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::Assign { who, faction, group } => {
                assign_faction_and_group(resolver, *who, faction, group)?;
            }
            Order::Ally { one, other, is_on } => set_alliance(resolver, one, other, *is_on)?,
            Order::NameCaptain(who) => resolver.emit(Event::CaptainNamed(*who)),
            Order::SetStarter(faction) => {
                resolver.fight().check_in_setup("FACT-INIT-2", "already-started")?;
                resolver.emit(Event::InitiativeSet { faction: faction.clone(), face: None });
            }
            Order::GiveSlot(who) => begin_turn_in_open_slot_or_refuse(resolver, *who)?,
            Order::LinkZones(one, other) => resolver.emit_zone_link(*one, *other),
            Order::SetZoneTag { zone, tag, is_on } => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    *tag_mut(terrain, *tag) = *is_on
                });
            }
            Order::SetHazard(zone, pool) => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| terrain.hazard = *pool)
            }
            Order::SetSightBlocked { zone, to, is_on } => {
                resolver.emit_change_of_both_terrains(*zone, *to, |terrain, to| {
                    terrain.sight_blocked_to.retain(|blocked| *blocked != to);
                    terrain.sight_blocked_to.extend(is_on.then_some(to));
                });
            }
            Order::SetFlag { who, flag, is_on } => {
                let (who, flag, is_on) = (*who, *flag, *is_on);
                let was_active = resolver.fight().body(who).is_active();
                resolver.emit(Event::FlagSet { who, flag, is_on });
                record_fall_and_end_holds_if_downed(resolver, who, was_active);
            }
            Order::SetNoticed { who, observer, is_on } => {
                if !resolver.fight().body(*who).concealed {
                    return Err(resolver.refuse_target(*who, "FACT-SNEAK-1").into());
                }
                let (who, observer, is_on) = (*who, *observer, *is_on);
                resolver.emit(Event::NoticedSet { who, observer, is_on });
            }
            Order::AddManoeuvre(manoeuvre) => {
                resolver.emit(Event::ManoeuvreAdded(manoeuvre.clone()))
            }
            Order::Harm { who, amount } => {
                harm_or_refuse_off_map(resolver, *who, (*amount).into())?
            }
            Order::Heal { who, amount } => heal_or_refuse_dead(resolver, *who, (*amount).into())?,
            Order::Place { who, to } => place_or_refuse_off_map(resolver, *who, *to)?,
            Order::ResolveChase { leavers, pursuers, escapes } => {
                resolve_gm_chase_or_refuse_inactive(resolver, leavers, pursuers, *escapes)?;
            }
            Order::EndStretch => resolver.emit(Event::StretchEnded),
            Order::SetDurabilityRoll { who, is_on } => {
                resolver.emit(Event::DurabilityOrdered { who: *who, is_on: *is_on });
            }
        }
        Ok(())
    }
}

/// Returns where somebody who stands at this place of the old map comes to stand on the new one: in
/// the zone of the same name, or else in the first; on a border only if it still exists.
fn same_named_place_or_first_zone(
    old_zones: &ZoneMap<Terrain>,
    new_zones: &ZoneMap<Terrain>,
    place: Place,
) -> Place {
    let find_same_named = |zone: ZoneId| new_zones.find_by_name(old_zones.name(zone));
    let zone = find_same_named(place.zone);
    let border = place.border.and_then(find_same_named);
    match (zone, border) {
        (Some(zone), Some(border)) if new_zones.are_adjacent(zone, border) => {
            Place::on_border(zone, border)
        }
        (Some(zone), _) => Place::in_zone(zone),
        (None, _) => Place::in_zone(ZoneId(0)),
    }
}

/// Returns whether the name of a faction or group is longer than allowed.
fn is_group_name_too_long(name: &Name) -> bool {
    name.chars().count() > MAX_GROUP_NAME_LENGTH
}

/// Assigns a combatant to a faction, which is formed if it is new, and to a morale group
/// (FACT-INIT-1). Refuses a faction without a name, and names of more than 40 characters.
fn assign_faction_and_group(
    resolver: &mut Resolver,
    who: CombatantId,
    faction: &Name,
    group: &Name,
) -> Result<(), Refusal> {
    if faction.is_empty() || is_group_name_too_long(faction) || is_group_name_too_long(group) {
        return Err(Refusal::bad_setup("FACT-INIT-1", "out-of-bounds").with("field", "faction"));
    }
    add_faction_if_new(resolver, faction);
    let (faction, group) = (faction.clone(), group.clone());
    resolver.emit(Event::FactionAssigned { who, faction, group });
    Ok(())
}

/// Sets whether two factions are allied; refuses a faction and itself (FACT-INIT-1).
fn set_alliance(
    resolver: &mut Resolver,
    one: &Name,
    other: &Name,
    is_on: bool,
) -> Result<(), Refusal> {
    if one == other {
        return Err(Refusal::bad_setup("FACT-INIT-1", "same-side"));
    }
    resolver.emit(Event::AllianceSet { one: one.clone(), other: other.clone(), is_on });
    Ok(())
}

/// Begins the turn of `who` in the open slot. Refuses whoever may not act now, and a slot in which
/// a turn runs already (FACT-ROUND-3).
fn begin_turn_in_open_slot_or_refuse(
    resolver: &mut Resolver,
    who: CombatantId,
) -> Result<(), Refusal> {
    let fight = resolver.fight();
    rounds::check_may_act_now(fight, who).map_err(|reason| reason.to_refusal(fight, who))?;
    if fight.state.turn.is_some() {
        return Err(Refusal::new("no-action", "FACT-ROUND-3"));
    }
    resolver.emit(Event::TurnBegan(who));
    Ok(())
}

/// Returns the field of a terrain that says whether it has this tag.
fn tag_mut(terrain: &mut Terrain, tag: ZoneTag) -> &mut bool {
    match tag {
        ZoneTag::Cover => &mut terrain.cover,
        ZoneTag::Obscured => &mut terrain.obscured,
        ZoneTag::Barrier => &mut terrain.barrier,
        ZoneTag::Hard => &mut terrain.hard,
        ZoneTag::Exit => &mut terrain.exit,
    }
}

/// Takes health from a combatant as damage of the GM, with all that follows. Refuses one who is off
/// the map (FACT-DMG-1).
fn harm_or_refuse_off_map(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
) -> Result<(), Refusal> {
    if !resolver.fight().body(who).is_on_map() {
        return Err(resolver.refuse_target(who, "FACT-DMG-1"));
    }
    damage::lose_health_and_fall_or_die(resolver, who, amount, HealthChangeCause::Gm, None);
    Ok(())
}

/// Restores health; refuses to heal the dead (FACT-DMG-2).
fn heal_or_refuse_dead(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
) -> Result<(), Refusal> {
    if resolver.fight().body(who).dead {
        return Err(resolver.refuse_target(who, "FACT-DMG-2"));
    }
    damage::restore_health_unless_dead(resolver, who, amount, HealthChangeCause::Gm);
    Ok(())
}

/// Places a combatant without a step. Refuses a place that is not on the map, and a combatant who
/// is off it (FACT-ZONE-1).
fn place_or_refuse_off_map(
    resolver: &mut Resolver,
    who: CombatantId,
    to: Place,
) -> Result<(), Refusal> {
    let fight = resolver.fight();
    let is_neighbour = |zone| fight.zones.are_adjacent(to.zone, zone);
    let exists = fight.zones.get(to.zone).is_some() && to.border.is_none_or(is_neighbour);
    if !exists || !fight.body(who).is_on_map() {
        return Err(resolver.refuse_target(who, "FACT-ZONE-1"));
    }
    movement::place_combatant(resolver, who, to, MovementKind::Placed);
    Ok(())
}

/// Resolves a chase between those whom the GM names, and first ends the leavers' holds. Refuses the
/// whole chase if one of them is not active (FACT-CHASE-2).
fn resolve_gm_chase_or_refuse_inactive(
    resolver: &mut Resolver,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    ruled_escape: Option<bool>,
) -> Result<(), Refusal> {
    let fight = resolver.fight();
    let is_active = |who| fight.body(who).is_active();
    resolver.check_each_target(leavers.iter().chain(pursuers), "FACT-CHASE-2", is_active)?;
    for who in leavers {
        grapple::end_holds(resolver, *who);
    }
    chases::resolve_chase_by_ruling_pace_or_save(resolver, leavers, pursuers, ruled_escape);
    Ok(())
}

/// Adds a faction to the end of the cycle, which is the join order (FACT-INIT-1).
fn add_faction_if_new(resolver: &mut Resolver, faction: &Name) {
    if !faction.is_empty() && !resolver.fight().state.factions.contains(faction) {
        resolver.emit(Event::FactionFormed(faction.clone()));
    }
}

/// Refuses a sheet with values outside the ranges of the rule text's "Sheet" section, or with
/// combatants or zones that do not exist.
fn check_body(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    body.check_ranges()?;
    if body.health > body.health_max {
        return refuse_out_of_bounds("health (0 to health_max)");
    }
    let held = body.gear.iter().filter(|item| item.is_held && !item.is_natural);
    let hands_in_use: u16 = held.map(|item| u16::from(item.hands_needed)).sum();
    if hands_in_use > body.hands.into() {
        return refuse_out_of_bounds("hands (2 hands' worth)");
    }
    let holds = [body.grabbed_by, body.grabbing];
    let mut referenced = holds.iter().flatten().chain(&body.noticed_by);
    if referenced.any(|who| who.index() >= fight.combatants.len()) {
        return refuse_out_of_bounds("grabbed_by, grabbing, noticed_by (somebody of the fight)");
    }
    let mut zones = [body.zone, body.border, body.left_through].into_iter().flatten();
    // Without a map, no zone can be checked.
    if !fight.zones.is_empty() && zones.any(|zone| fight.zones.get(zone).is_none()) {
        return refuse_out_of_bounds("zone, border, left_by (a zone of the map)");
    }
    let mut weapons = body.gear.iter().filter_map(|item| item.weapon.as_ref());
    if weapons.any(|weapon| weapon.damage_die == 0) {
        return refuse_out_of_bounds("die (at least 1)");
    }
    if body.gear.iter().any(|item| item.shield_value > 1) {
        return refuse_out_of_bounds("shield (0 to 1)");
    }
    if is_group_name_too_long(&body.faction) || is_group_name_too_long(&body.group) {
        return refuse_out_of_bounds("faction, group (40 characters)");
    }
    Ok(())
}

/// Gives the items of a body ids that no item of the fight has. An item keeps its id if that
/// is in `ids_to_keep`; each of those ids stays with the first item that has it.
fn assign_item_ids(fight: &Fight, ids_to_keep: Vec<ItemId>, body: &mut Body) {
    let ids = body.gear.iter_mut().map(|item| &mut item.id);
    items::assign_ids(ids, ids_to_keep, next_item_id(fight));
}

/// Returns the ids of a body's items, without that of items which have none of their own yet.
fn assigned_item_ids(body: &Body) -> Vec<ItemId> {
    body.gear.iter().map(|item| item.id).filter(|id| *id != ItemId::default()).collect()
}

/// Returns an id that no item of the fight has.
fn next_item_id(fight: &Fight) -> ItemId {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let carried = fight.combatants.iter().flat_map(|combatant| &combatant.body.gear);
    ItemId::after_all(lying.chain(carried).map(|item| item.id))
}

impl ItemLike<super::Factions> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::from_name(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Adds a copy of the item with a new id, not held. Refuses a body that is out of its ranges
    /// then.
    fn add_item_to_body(
        &self,
        fight: &Fight,
        _: CombatantId,
        body: &mut Body,
    ) -> Result<(), Refusal> {
        body.gear.push(Self { id: next_item_id(fight), is_held: false, ..self.clone() });
        check_body(fight, body)
    }

    /// Adds a copy of the item, with a new id and not held, to the items of the zone.
    fn drop_copy_in_zone(&self, fight: &Fight, _: ZoneId, terrain: &mut Terrain) {
        terrain.items.push(Self { id: next_item_id(fight), is_held: false, ..self.clone() });
    }
}

/// Does nothing unless the GM's change has made an active combatant inactive: then records its fall
/// and ends its holds (FACT-DMG-2, FACT-GRAP-5).
fn record_fall_and_end_holds_if_downed(
    resolver: &mut Resolver,
    who: CombatantId,
    was_active: bool,
) {
    let body = resolver.fight().body(who);
    if !was_active || body.is_active() {
        return;
    }
    if body.is_incapacitated() {
        resolver.emit(Event::Fell(who));
    }
    grapple::end_holds(resolver, who);
}
