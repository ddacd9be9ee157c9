//! Set-up and start of the fight (DR12-SURP, DR12-INIT), and all other orders of the GM.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::sheet::{Ailment, Body, Cure, Item, ItemId, Mood, NextTest, Side};
use super::state::{Event, Hazard, HealthChangeCause, MovementKind, Outcome, Terrain};
use super::zones::{default_zones, start_zone};
use super::{Dr12, Fight, Resolver, RuleResult, ailments, damage, fight_end, morale, turns};
use crate::core::body_fields::BodyFields as _;
use crate::core::command::Refusal;
use crate::core::fight::{Combatant, Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::{self, ItemLike};
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::ZoneMap;
use crate::resolution::orders::{OrderRuleIds, Orders};
use crate::resolution::resolver::RollAudience;

/// An order of the GM that only DR12 has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Names the surprised side, or none (DR12-SURP-1).
    #[serde(rename = "surprise")]
    SetSurprise(Option<Side>),
    #[serde(rename = "link")]
    LinkZones(ZoneId, ZoneId),
    /// Limits how many combatants fit in a zone; `None` lifts the limit (DR12-ZONE-4).
    #[serde(rename = "limit")]
    SetZoneLimit(ZoneId, Option<u8>),
    /// Places a hazard in a zone; `None` removes it (DR12-ZONE-5).
    #[serde(rename = "hazard")]
    SetHazard(ZoneId, Option<Hazard>),
    /// Sets the sides for which a zone is an exit (DR12-FLEE-1).
    #[serde(rename = "exit")]
    SetExit(ZoneId, Vec<Side>),
    #[serde(rename = "start_zone")]
    SetStartZone(ZoneId, Side),
    /// Starts the next NPC's Turn, in join order (DR12-INIT-6).
    #[serde(rename = "next")]
    NextNpcTurn,
    /// Closes the block early (DR12-INIT-7).
    #[serde(rename = "pass_all")]
    PassBlock,
    /// Sets DR, Advantage or Disadvantage of a combatant's next Test (DR12-TEST-3).
    #[serde(rename = "bend")]
    SetNextTest {
        who: CombatantId,
        next: NextTest,
    },
    /// Inflicts Ongoing Damage or a hindrance (DR12-HIND-1, DR12-ONG-2).
    #[serde(rename = "ail")]
    InflictAilment {
        who: CombatantId,
        ailment: Ailment,
        cure: Cure,
    },
    #[serde(rename = "cure")]
    CureAilment {
        who: CombatantId,
        ailment: Ailment,
    },
    Heal {
        who: CombatantId,
        amount: u8,
    },
    Harm {
        who: CombatantId,
        amount: u8,
    },
    Place {
        who: CombatantId,
        zone: ZoneId,
    },
    /// Rolls the attitude of these NPCs (DR12-RCT-1).
    #[serde(rename = "reaction")]
    RollReaction(Vec<CombatantId>),
    /// Rolls morale Tests for these NPCs (DR12-MORALE-1, DR12-MORALE-3).
    #[serde(rename = "morale")]
    RollMorale {
        npcs: Vec<CombatantId>,
        on_fail: Mood,
    },
}

impl Orders for Dr12 {
    const ORDER_RULE_IDS: OrderRuleIds = OrderRuleIds {
        prompt_open: "DR12-REF-2",
        zones_after_start: "DR12-ZONE-1",
        bad_end: "DR12-END-1",
    };

    /// Removes a combatant and resolves its loss, which may decide the fight.
    fn remove_combatant_with_consequences(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        resolver.emit(CoreEvent::Removed(who));
        fight_end::resolve_loss_of_combatant(resolver, who)
    }

    /// Returns whether the GM may give this order while a window is open. DR12-REF-2: only the
    /// window's answer and the GM's rulings are accepted; the other orders would move the fight on.
    fn is_order_allowed_during_prompt(order: &Order) -> bool {
        let must_wait = matches!(
            order,
            Order::SetSurprise(_)
                | Order::SetStartZone(..)
                | Order::NextNpcTurn
                | Order::PassBlock
                | Order::RollReaction(_)
                | Order::RollMorale { .. }
        );
        !must_wait
    }

    /// Surprises the party, unless a side is surprised already (DR12-SURP-1).
    fn npc_ambush_orders_unless_set(fight: &Fight) -> Vec<Order> {
        let is_surprised = fight.state.surprised_side.is_some();
        (!is_surprised).then_some(Order::SetSurprise(Some(Side::Party))).into_iter().collect()
    }

    /// Returns the event of ending the fight as won, lost or truce (DR12-END-1); `None` for any
    /// other outcome.
    fn outcome_event(_: &Fight, outcome: &str) -> Option<Event> {
        Outcome::parse(outcome).map(Event::OutcomeDecided)
    }

    /// Adds a combatant, whose items get new ids. DR12-INIT-8: a latecomer joins its side's block,
    /// in its start zone unless it has a zone; a Character rolls d6 + DEX on joining. Refuses a
    /// sheet out of its ranges.
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Dr12>,
    ) -> RuleResult {
        let fight = resolver.fight();
        check_body(&combatant.body)?;
        assign_item_ids(fight, Vec::new(), &mut combatant.body);
        let is_late = fight.phase == FightPhase::Running;
        let is_npc = combatant.is_npc();
        if is_late {
            let zone = start_zone(fight, combatant.body.side);
            combatant.body.zone.get_or_insert(zone);
        }
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        if is_late && !is_npc {
            roll_initiative(resolver, who);
            insert_in_initiative_order(resolver, who);
        }
        Ok(())
    }

    /// Sets the zones before the fight (DR12-ZONE-1). If they replace others, each combatant moves
    /// to the zone of the same name, or else to the start zone of its side.
    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver,
        zones: &ZoneMap<Terrain>,
    ) -> RuleResult {
        let fight = resolver.fight();
        let mut new_zones = Vec::new();
        for (who, combatant) in fight.present_combatants() {
            if let Some(zone) = combatant.body.zone {
                new_zones.push((who, zones.find_by_name(fight.zones.name(zone))));
            }
        }
        resolver.emit(CoreEvent::ZonesSet(zones.clone()));
        for (who, zone) in new_zones {
            resolver.emit(Event::StartZoneSet { who, zone });
        }
        Ok(())
    }

    /// Replaces a combatant's sheet and resolves what follows from the change. DR12-OOA-1: it may
    /// fall. DR12-FLEE-2: it may be gone. DR12-STUNT-3: its grapples end if it is elsewhere or
    /// Paralysed.
    fn set_field_with_consequences(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        check_body(body)?;
        let previous = resolver.fight().body(who).clone();
        let mut body = Box::new(body.clone());
        let previous_ids = previous.items().map(|item| item.id).collect();
        assign_item_ids(resolver.fight(), previous_ids, &mut body);
        let has_fallen = previous.hp > 0 && body.hp == 0;
        let has_fled = !previous.has_fled && body.has_fled;
        let is_paralysed = previous.paralysed.is_none() && body.paralysed.is_some();
        let is_elsewhere = previous.zone != body.zone;
        let is_nowhere = body.zone.is_some_and(|zone| resolver.fight().zones.get(zone).is_none());
        if is_elsewhere && is_nowhere {
            return Err(Refusal::bad_setup("", "out-of-bounds").with("field", "zone").into());
        }
        resolver.emit(CoreEvent::FieldSet { who, field: field.into(), body });
        if has_fallen {
            return damage::take_out_of_action(resolver, who);
        }
        if has_fled {
            return fight_end::resolve_loss_of_combatant(resolver, who);
        }
        if is_paralysed || is_elsewhere {
            ailments::release_grappled(resolver, who);
        }
        fight_end::decide_and_interrupt_if_side_is_out(resolver)?;
        morale::suggest_due_morale_tests_once(resolver);
        Ok(())
    }

    /// Starts the fight, on the default zones if there are none, with everybody placed.
    ///
    /// DR12-INIT-1: the side die comes first: 1–3 enemies, 4–6 Characters; it is rolled also when a
    /// side is surprised. DR12-INIT-2: then each Character rolls, in join order.
    ///
    /// # Errors
    /// Refuses to start unless each side has a combatant in action.
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        if Side::ALL.into_iter().any(|side| !fight_end::has_member_in_action(fight, side)) {
            return Err(Refusal::bad_setup("DR12-END-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            resolver.emit(CoreEvent::ZonesSet(default_zones()));
        }
        resolver.emit(CoreEvent::Started);
        place_unplaced_in_start_zones(resolver);
        let face = resolver.roll_die(RollAudience::EVERYBODY, 6);
        let first = if face <= 3 { Side::Enemy } else { Side::Party };
        resolver.emit(Event::FirstSideRolled { face, first });
        for who in fight_end::player_character_ids(resolver.fight()) {
            roll_initiative(resolver, who);
        }
        set_initiative_order(resolver);
        Ok(())
    }

    /// Lets the running Turn pass; if none runs, begins the next one as
    /// `begin_turn_of_character_else_npc` does, and lets that pass (DR12-TURN-7).
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        let running = resolver.fight().state.turn.map(|turn| turn.who);
        let who = match running {
            Some(who) => who,
            None => begin_turn_of_character_else_npc(resolver)?,
        };
        resolver.emit(Event::TurnPassed(who));
        Ok(())
    }

    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::SetSurprise(side) => set_surprised_side(resolver, *side)?,
            Order::LinkZones(one, other) => resolver.emit_zone_link(*one, *other),
            Order::SetZoneLimit(zone, limit) => resolver
                .emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.combatant_limit = *limit
                }),
            Order::SetHazard(zone, hazard) => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.hazard.clone_from(hazard)
                });
            }
            Order::SetExit(zone, sides) => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.exit_for.clone_from(sides)
                });
            }
            Order::SetStartZone(zone, side) => {
                resolver.fight().check_in_setup("DR12-ZONE-1", "zones-before-start")?;
                replace_start_zone_of_side(resolver, *zone, *side);
            }
            Order::NextNpcTurn => begin_next_npc_turn(resolver)?,
            Order::PassBlock => pass_npc_block(resolver)?,
            Order::SetNextTest { who, next } => {
                resolver.emit(Event::NextTestSet { who: *who, next: *next })
            }
            Order::InflictAilment { who, ailment, cure } => {
                check_in_action(resolver, *who)?;
                ailments::check_action_bound_cure_can_end(*ailment, *cure)?;
                ailments::inflict_or_renew_ailment(resolver, *who, *ailment, *cure)?;
            }
            Order::CureAilment { who, ailment } => cure_ailment(resolver, *who, *ailment)?,
            Order::Heal { who, amount } => {
                let (amount, cause) = ((*amount).into(), HealthChangeCause::Gm);
                damage::restore_hp_unless_downed_npc(resolver, *who, amount, cause);
            }
            Order::Harm { who, amount } => {
                check_in_action(resolver, *who)?;
                let (amount, cause) = ((*amount).into(), HealthChangeCause::Gm);
                damage::lose_hp_and_fall_at_zero(resolver, *who, amount, cause)?;
            }
            Order::Place { who, zone } => place_without_hazard(resolver, *who, *zone),
            Order::RollReaction(npcs) => {
                check_all_npcs(resolver, npcs, "DR12-RCT-1")?;
                morale::roll_one_shared_npc_attitude(resolver, npcs);
            }
            Order::RollMorale { npcs, on_fail } => {
                check_all_npcs(resolver, npcs, "DR12-MORALE-2")?;
                check_all_enemies_in_action(resolver, npcs)?;
                morale::roll_morale_tests_and_set_moods(resolver, npcs, *on_fail);
            }
        }
        Ok(())
    }
}

/// Names the surprised side, or none; refuses once the fight has started (DR12-SURP-1).
fn set_surprised_side(resolver: &mut Resolver, side: Option<Side>) -> RuleResult {
    resolver.fight().check_in_setup("DR12-SURP-1", "already-started")?;
    resolver.emit(Event::SurpriseSet(side));
    Ok(())
}

/// Ends an ailment; refuses one that the combatant does not suffer from.
fn cure_ailment(resolver: &mut Resolver, who: CombatantId, ailment: Ailment) -> RuleResult {
    if resolver.fight().body(who).active_cure_for(ailment).is_none() {
        let reason = RefusalReason::new("bad-target", "DR12-HIND-1")
            .with_combatant(who)
            .with_cause(ailment.key());
        return Err(reason.to_refusal(resolver.fight(), who).into());
    }
    resolver.emit(Event::AilmentEnded { who, ailment });
    Ok(())
}

/// Places a combatant in a zone, whose hazard does not Test it. Grapples that it holds end if the
/// zone is another one (DR12-STUNT-3).
fn place_without_hazard(resolver: &mut Resolver, who: CombatantId, zone: ZoneId) {
    let from = super::zones::zone_of(resolver.fight(), who);
    resolver.emit(Event::Moved { who, from, to: zone, movement: MovementKind::Placed });
    if from != zone {
        ailments::release_grappled(resolver, who);
    }
}

/// Refuses a sheet with values outside the ranges of the rule text's "Sheet" section, and an
/// Action-bound ailment that would never end (DR12-HIND-3).
fn check_body(body: &Body) -> Result<(), Refusal> {
    let refuse = |field: &str, accepted: &str| Err(Refusal::out_of_bounds(field, accepted));
    body.check_ranges()?;
    if body.hp > body.hp_max {
        return refuse("hp", "0 to hp_max");
    }
    if body.hands.iter().map(|item| u16::from(item.hands_needed)).sum::<u16>() > 2 {
        return refuse("hands", "2 hands' worth");
    }
    if body.ready.len() > 2 {
        return refuse("ready", "2 items");
    }
    if body.pack.len() > 6 {
        return refuse("pack", "6 items");
    }
    if has_ailment_bound_for_ever(body) || has_rider_bound_for_ever(body) {
        return refuse("bound", "stuck and weakened alone");
    }
    Ok(())
}

/// Returns whether a combatant suffers from an ailment that is Action-bound although only Weakened
/// and Stuck may be, so that it would never end (DR12-HIND-3).
fn has_ailment_bound_for_ever(body: &Body) -> bool {
    Ailment::ALL.into_iter().any(|ailment| {
        let cure = body.active_cure_for(ailment);
        cure.is_some_and(|cure| cure.is_action_bound) && !ailment.can_be_action_bound()
    })
}

/// Returns whether a weapon or spell of a combatant inflicts such an ailment (DR12-HIND-3).
fn has_rider_bound_for_ever(body: &Body) -> bool {
    let of_weapons = body.items().filter_map(|item| item.weapon.as_ref()?.rider.as_ref());
    let of_spells = body.spells.iter().filter_map(|spell| spell.rider.as_ref());
    let mut riders = of_weapons.chain(of_spells);
    riders.any(|rider| rider.is_action_bound && !rider.ailment.can_be_action_bound())
}

/// Gives the items of a body ids that no other item of the fight has. An item keeps its id if that
/// is in `ids_to_keep`; each of those ids stays with the first item that has it.
fn assign_item_ids(fight: &Fight, ids_to_keep: Vec<ItemId>, body: &mut Body) {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let carried = fight.combatants.iter().flat_map(|combatant| combatant.body.items());
    let new_id = ItemId::after_all(lying.chain(carried).map(|item| item.id));
    items::assign_ids(body.items_mut().map(|item| &mut item.id), ids_to_keep, new_id);
}

impl ItemLike<super::Dr12> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::improvised_weapon(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Adds the item to a combatant. An NPC, who has no inventory, gets it as an attack. A
    /// Character takes a weapon or armour in a free hand, and puts anything else into the pack.
    fn add_item_to_body(
        &self,
        fight: &Fight,
        who: CombatantId,
        body: &mut Body,
    ) -> Result<(), Refusal> {
        let item = Self { original_owner: None, ..self.clone() };
        let is_for_hand = item.weapon.is_some() || item.armour.is_some();
        if fight.combatant(who).is_npc() {
            if item.weapon.is_none() {
                return Err(Refusal::new("bad-target", "").with("name", fight.name(who)));
            }
            body.attacks.push(item);
        } else if is_for_hand && body.free_hands() >= item.hands_needed {
            body.hands.push(item);
        } else if body.has_room_in_pack() {
            body.pack.push(item);
        } else {
            return Err(Refusal::new("no-free-slot", ""));
        }
        assign_item_ids(fight, fight.body(who).items().map(|item| item.id).collect(), body);
        check_body(body)
    }

    /// Adds a copy of the item, with a new id, to the items of the zone.
    fn drop_copy_in_zone(&self, fight: &Fight, _: ZoneId, terrain: &mut Terrain) {
        let mut carrier = Body { pack: vec![self.clone()], ..Body::default() };
        assign_item_ids(fight, Vec::new(), &mut carrier);
        terrain.items.append(&mut carrier.pack);
    }
}

/// Places every combatant without a zone in the start zone of its side (DR12-ZONE-1).
fn place_unplaced_in_start_zones(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let mut places = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        if combatant.body.zone.is_none() {
            places.push((who, start_zone(fight, combatant.body.side)));
        }
    }
    for (who, zone) in places {
        resolver.emit(Event::StartZoneSet { who, zone: Some(zone) });
    }
}

/// Rolls a Character's initiative, d6 + DEX. DR12-INIT-2: these dice are not Tests, so Advantage,
/// hindrances, natural 20 or 1 and dex_dr do not apply.
fn roll_initiative(resolver: &mut Resolver, who: CombatantId) {
    let face = resolver.roll_die(&[who], 6);
    let total = face as i8 + resolver.fight().body(who).dex;
    resolver.emit(Event::InitiativeRolled { who, face, total });
}

/// Records the order of the Characters. DR12-INIT-2: from the highest result to the lowest.
/// DR12-INIT-3: on equal results the higher DEX comes first, then whoever joined earlier.
fn set_initiative_order(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let mut order = fight_end::player_character_ids(fight);
    order.sort_by_key(|who| initiative_sort_key(fight, *who));
    resolver.emit(Event::InitiativeOrderSet(order));
}

/// Puts a latecomer at its place in the order (DR12-INIT-8). The others keep theirs (DR12-INIT-5).
fn insert_in_initiative_order(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let mut order = fight.state.initiative_order.clone();
    let is_after =
        |other: &CombatantId| initiative_sort_key(fight, *other) > initiative_sort_key(fight, who);
    let index = order.iter().position(is_after).unwrap_or(order.len());
    order.insert(index, who);
    resolver.emit(Event::InitiativeOrderSet(order));
}

/// Returns the key by which Characters are ordered: the lower, the earlier.
fn initiative_sort_key(fight: &Fight, who: CombatantId) -> (Reverse<(i8, i8)>, CombatantId) {
    let body = fight.body(who);
    (Reverse((body.initiative, body.dex)), who)
}

/// Returns the first NPC in join order that may begin a Turn now.
fn next_npc_able_to_begin(fight: &Fight) -> Option<CombatantId> {
    turns::combatants_able_to_begin(fight).find(|who| fight.combatant(*who).is_npc())
}

/// Begins the Turn of the next NPC in join order (DR12-INIT-6). Refuses if none may begin one.
fn begin_next_npc_turn(resolver: &mut Resolver) -> RuleResult {
    let next_npc = next_npc_able_to_begin(resolver.fight());
    let who = next_npc.ok_or_else(|| Refusal::new("not-your-turn", "DR12-INIT-6"))?;
    turns::begin_turn_with_damage_and_hazard(resolver, who)
}

/// Closes the block early: the running Turn of an NPC passes, and each remaining combatant gets a
/// Turn in which it passes (DR12-INIT-7). Refuses if no NPC has the Turn or may begin one.
fn pass_npc_block(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    let running_npc_turn = fight.state.turn.filter(|turn| fight.combatant(turn.who).is_npc());
    if running_npc_turn.is_none() && next_npc_able_to_begin(fight).is_none() {
        return Err(Refusal::new("not-your-turn", "DR12-INIT-6").into());
    }
    resolver.emit(Event::BlockPassed);
    if let Some(turn) = running_npc_turn {
        resolver.emit(Event::TurnPassed(turn.who));
    }
    Ok(())
}

/// Marks the start zone of a side. DR12-ZONE-1: a side has one start; both sides may share it.
fn replace_start_zone_of_side(resolver: &mut Resolver, zone: ZoneId, side: Side) {
    let is_marked = |terrain: &Terrain| terrain.start_of.contains(&side);
    let marked = resolver.fight().zones.iter().filter(|(_, zone)| is_marked(&zone.terrain));
    let old_starts: Vec<ZoneId> = marked.map(|(id, _)| id).filter(|id| *id != zone).collect();
    for old_start in old_starts {
        resolver.emit_terrain_change_if_zone_exists(old_start, |terrain| {
            terrain.start_of.retain(|other| *other != side)
        });
    }
    resolver.emit_terrain_change_if_zone_exists(zone, |terrain| {
        terrain.start_of.retain(|other| *other != side);
        terrain.start_of.push(side);
    });
}

/// Begins the Turn of the first Character who can begin one, else of the first NPC, and returns who
/// that is. Refused if nobody can.
fn begin_turn_of_character_else_npc(resolver: &mut Resolver) -> RuleResult<CombatantId> {
    let fight = resolver.fight();
    // Characters come first, since `false` is less than `true`.
    let is_npc = |who: &CombatantId| fight.combatant(*who).is_npc();
    let next = turns::combatants_able_to_begin(fight).min_by_key(is_npc);
    let who = next.ok_or_else(|| Refusal::bad_setup("DR12-TURN-7", "nobody-waited-for"))?;
    turns::begin_turn_with_damage_and_hazard(resolver, who)?;
    Ok(who)
}

/// Refuses a combatant who is Out of Action or gone: it takes no hindrance, damage or Test
/// (DR12-OOA-1).
fn check_in_action(resolver: &Resolver, who: CombatantId) -> Result<(), Refusal> {
    if damage::is_in_action(resolver.fight(), who) {
        Ok(())
    } else {
        Err(resolver.refuse_target(who, "DR12-OOA-1"))
    }
}

/// Refuses a list in which a Character stands, citing `rule`: only NPCs roll reactions and morale.
fn check_all_npcs(
    resolver: &Resolver,
    npcs: &[CombatantId],
    rule: &'static str,
) -> Result<(), Refusal> {
    resolver.check_each_target(npcs, rule, |who| resolver.fight().combatant(who).is_npc())
}

/// Refuses a list with anybody but enemies in action: only they Test morale (DR12-MORALE-1).
fn check_all_enemies_in_action(resolver: &Resolver, npcs: &[CombatantId]) -> Result<(), Refusal> {
    let is_enemy = |who| resolver.fight().body(who).side == Side::Enemy;
    resolver.check_each_target(npcs, "DR12-MORALE-1", is_enemy)?;
    for who in npcs {
        check_in_action(resolver, *who)?;
    }
    Ok(())
}
