//! The GM's orders: set-up, the start of the fight, and everything else that the GM changes.

use serde::{Deserialize, Serialize};

use super::advantages::{Boon, BoonEffect};
use super::conditions::{self, ConditionName};
use super::sheet::{Body, Feet, HANDS_PER_COMBATANT, Item, Mark, Name, Skill};
use super::state::{
    ChaosMode, DroppedItem, Event, ExitEnd, Hazard, Hindrance, MovementKind, Object, Terrain,
};
use super::verbs;
use super::zones::{self, MARK_STEP, default_zones, last_mark, mark_of, start_mark};
use super::{
    Fight, Ranks, Resolver, RuleResult, combined_actions, end, initiative, movement, readied,
};
use super::{engagement, points, recovery, turns};
use crate::core::body_fields::BodyFields as _;
use crate::core::command::{Refusal, refuse_out_of_bounds};
use crate::core::fight::{Combatant, Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::ItemLike;
use crate::core::lists::remove_first;
use crate::core::zones::ZoneMap;
use crate::resolution::orders::{OrderRuleIds, Orders, find_possible_outcome};

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Sets the length of a zone in feet before the fight (RANKS-DIST-3).
    #[serde(rename = "length")]
    SetZoneLength { zone: ZoneId, feet: Feet },
    /// Sets or removes the terrain of a zone (RANKS-TERR-1).
    #[serde(rename = "terrain")]
    SetMovementHindrance {
        zone: ZoneId,
        #[serde(rename = "terrain")]
        hindrance: Option<Hindrance>,
    },
    /// Sets or removes the obstacle between a zone and the next one to the right (RANKS-TERR-1).
    #[serde(rename = "obstacle")]
    SetBorderObstacle {
        zone: ZoneId,
        #[serde(rename = "obstacle")]
        hindrance: Option<Hindrance>,
    },
    #[serde(rename = "narrow")]
    SetNarrow {
        zone: ZoneId,
        #[serde(rename = "is_on")]
        is_narrow: bool,
    },
    /// Sets or removes the hazard of a zone (RANKS-TERR-3).
    #[serde(rename = "hazard")]
    SetHazard { zone: ZoneId, hazard: Option<Hazard> },
    /// Puts an object into a zone (RANKS-TERR-4).
    #[serde(rename = "object")]
    AddObject { zone: ZoneId, object: Object },
    #[serde(rename = "no_object")]
    RemoveObject { zone: ZoneId, object: Name },
    #[serde(rename = "exit")]
    SetExit { side: Name, exit: ExitEnd },
    /// Makes two sides allies, or enemies again (RANKS-END-1).
    #[serde(rename = "ally")]
    SetAlliance {
        side: Name,
        #[serde(rename = "with")]
        other_side: Name,
        #[serde(rename = "is_on")]
        is_allied: bool,
    },
    #[serde(rename = "place")]
    PlaceCombatant {
        who: CombatantId,
        #[serde(rename = "to")]
        mark: Mark,
    },
    /// Sets how long initiative is rolled (RANKS-INIT-3).
    #[serde(rename = "chaos")]
    SetChaos(ChaosMode),
    #[serde(rename = "give")]
    GiveBoon {
        who: CombatantId,
        #[serde(rename = "gift")]
        effect: BoonEffect,
    },
    #[serde(rename = "condition")]
    SetCondition {
        who: CombatantId,
        #[serde(rename = "ailment")]
        condition: ConditionName,
        is_on: bool,
    },
    #[serde(rename = "prone")]
    SetProne {
        who: CombatantId,
        #[serde(rename = "is_on")]
        is_prone: bool,
    },
    /// Gives luck points (RANKS-FREE-1).
    #[serde(rename = "luck")]
    AddLuck { who: CombatantId, amount: u8 },
    /// Removes the unused bonuses that a helper gave (RANKS-COMB-1).
    #[serde(rename = "strike")]
    RemoveCombinedBonuses(CombatantId),
    /// Fires a combatant's text trigger (RANKS-READY-2).
    #[serde(rename = "fire")]
    FireReadied(CombatantId),
    /// Ends the conditions that last until the scene ends (RANKS-END-2).
    #[serde(rename = "scene_ends")]
    EndScene,
    /// Rolls a recovery outside the fight (RANKS-END-2).
    #[serde(rename = "treat")]
    TreatOutsideFight { who: CombatantId, target: CombatantId, skill: Skill },
    /// Writes what Out of Action means for a combatant (RANKS-END-3).
    #[serde(rename = "meaning")]
    SetDefeatMeaning { who: CombatantId, text: String },
}

impl Orders for Ranks {
    const ORDER_RULE_IDS: OrderRuleIds = OrderRuleIds {
        prompt_open: "RANKS-REF-2",
        zones_after_start: "RANKS-DIST-3",
        bad_end: "RANKS-END-1",
    };
    const CAN_JOIN_DURING_PROMPT: bool = true;
    const AFTER_FIGHT_VERBS: &'static [&'static str] = verbs::AFTERMATH;

    /// Removes a combatant, as if it went out of action: from the order of turns as well, its turn
    /// ends, and the fight too if one side is left.
    fn remove_combatant_with_consequences(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        resolver.emit(Event::WentOutOfAction(who));
        resolver.emit(CoreEvent::Removed(who));
        let mut order = resolver.fight().state.turn_order.clone();
        order.retain(|other| *other != who);
        resolver.emit(Event::TurnOrderChanged { who, order });
        if resolver.fight().state.current_combatant == Some(who) {
            resolver.emit(Event::TurnEnded(who));
        }
        end::decide_outcome_if_no_enemies_left(resolver)
    }

    /// Sets the map and moves combatants who are beyond the new line back onto it. Refuses zones
    /// that are not in one row, and a zone whose name is a number.
    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver,
        zones: &ZoneMap<Terrain>,
    ) -> RuleResult {
        if !zones::are_in_one_row(zones) {
            return Err(Refusal::bad_setup("RANKS-DIST-2", "not-a-row").into());
        }
        // A number in the place of a zone is a mark.
        let is_number = |name: &str| name.parse::<i64>().is_ok();
        if let Some((_, zone)) = zones.iter().find(|(_, zone)| is_number(&zone.name)) {
            let refusal = Refusal::bad_setup("RANKS-DIST-2", "zone-number");
            return Err(refusal.with("name", &zone.name).into());
        }
        resolver.emit(CoreEvent::ZonesSet(zones.clone()));
        move_combatants_back_onto_line(resolver);
        Ok(())
    }

    /// Ends the current turn, or in the last call all holding (RANKS-TURN-4).
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        turns::end_turn_or_all_holding(resolver)
            .map_err(|reason| reason.to_refusal(resolver.fight(), CombatantId::NOBODY))?;
        Ok(())
    }

    /// While a prompt is open the GM may order anything but what would redraw the line, fire a
    /// readied check or roll a recovery (RANKS-REF-2).
    fn is_order_allowed_during_prompt(order: &Order) -> bool {
        !matches!(
            order,
            Order::SetZoneLength { .. } | Order::FireReadied(_) | Order::TreatOutsideFight { .. }
        )
    }

    /// Decides the outcome that the GM names (RANKS-END-1): a side, `truce` or `nobody`. Returns
    /// `None` for any other word.
    fn outcome_event(fight: &Fight, outcome: &str) -> Option<Event> {
        let nobody = || (outcome.to_lowercase() == "nobody").then(|| "nobody".into());
        find_possible_outcome(fight, outcome).or_else(nobody).map(Event::OutcomeDecided)
    }

    /// Lets a combatant join, on the default side unless it has one, with its first gear in hand.
    /// RANKS-INIT-4: one that joins a running fight gets a place and a score at once.
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Ranks>,
    ) -> RuleResult {
        let fight = resolver.fight();
        let default_side = combatant.default_side();
        let body = &mut combatant.body;
        if body.side.trim().is_empty() {
            body.side = default_side.into();
        }
        check_body(fight, body)?;
        body.hold_first_gear_if_hands_empty();
        let is_running = fight.phase == FightPhase::Running;
        if is_running && body.mark.is_none() {
            body.mark = Some(start_mark(fight, body));
        }
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        if is_running && resolver.fight().body(who).is_active() {
            initiative::score_and_insert_latecomer_passing_if_late(resolver, who);
        }
        Ok(())
    }

    /// Replaces a combatant's body with the one that the GM edited, and records what follows from
    /// the change.
    fn set_field_with_consequences(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        let was_active = resolver.fight().body(who).is_active();
        check_body(resolver.fight(), body)?;
        let field = field.to_string();
        resolver.emit(CoreEvent::FieldSet { who, field, body: Box::new(body.clone()) });
        if was_active && !body.is_active() {
            conditions::record_out_of_action(resolver, who);
        }
        engagement::end_attention_on_non_enemies(resolver);
        end::decide_outcome_if_no_enemies_left(resolver)
    }

    /// Starts the fight, on the default zones if there are none, with everybody placed, and its
    /// first round. There must be active combatants on two sides that are enemies, and nobody
    /// beyond the line (state machine, 1).
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        if end::are_all_active_combatants_allied(fight) {
            return Err(Refusal::bad_setup("RANKS-END-1", "empty-side").into());
        }
        let zones = if fight.zones.is_empty() { &default_zones() } else { &fight.zones };
        let is_off_the_line =
            |body: &Body| body.mark.is_some_and(|mark| mark > zones::last_mark_of_zones(zones));
        if fight.present_combatants().any(|(_, combatant)| is_off_the_line(&combatant.body)) {
            return Err(Refusal::bad_setup("RANKS-DIST-1", "off-the-line").into());
        }
        if fight.zones.is_empty() {
            resolver.emit(CoreEvent::ZonesSet(default_zones()));
        }
        resolver.emit(CoreEvent::Started);
        let combatants = resolver.fight().present_combatants();
        let unplaced = combatants.filter(|(_, combatant)| combatant.body.mark.is_none());
        let unplaced: Vec<CombatantId> = unplaced.map(|(who, _)| who).collect();
        for who in unplaced {
            let to = mark_of(resolver.fight(), who);
            resolver.emit(Event::Moved { who, from: to, to, kind: MovementKind::Placed });
        }
        turns::begin_round(resolver);
        Ok(())
    }

    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::SetZoneLength { zone, feet } => {
                set_zone_length_before_start(resolver, *zone, *feet)?
            }
            Order::SetMovementHindrance { zone, hindrance } => resolver
                .emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.movement_hindrance = *hindrance
                }),
            Order::SetBorderObstacle { zone, hindrance } => {
                set_obstacle_to_next_zone(resolver, *zone, *hindrance)?
            }
            Order::SetNarrow { zone, is_narrow } => resolver
                .emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.is_narrow = *is_narrow
                }),
            Order::SetHazard { zone, hazard } => resolver
                .emit_terrain_change_if_zone_exists(*zone, |terrain| terrain.hazard = *hazard),
            Order::AddObject { zone, object } => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    terrain.objects.push(object.clone())
                });
            }
            Order::RemoveObject { zone, object } => {
                resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                    remove_object_named(terrain, object)
                });
            }
            Order::SetExit { side, exit } => {
                resolver.emit(Event::ExitSet { side: side.clone(), exit: *exit });
            }
            Order::SetAlliance { side, other_side, is_allied } => {
                set_alliance_and_end_attention_or_fight(resolver, side, other_side, *is_allied)?
            }
            Order::PlaceCombatant { who, mark } => {
                place_combatant_without_triggers(resolver, *who, *mark)?
            }
            Order::SetChaos(chaos) => resolver.emit(Event::ChaosSet(*chaos)),
            Order::GiveBoon { who, effect } => {
                resolver.emit(Event::BoonGiven { who: *who, boon: Boon::for_next_check(*effect) });
            }
            Order::SetCondition { who, condition, is_on: true } => {
                conditions::add_condition_and_knock_out_if_track_full(resolver, *who, *condition)?
            }
            Order::SetCondition { who, condition, is_on: false } => {
                end_first_condition_named(resolver, *who, *condition)?
            }
            Order::SetProne { who, is_prone: true } => {
                movement::record_fall_prone_and_end_defend(resolver, *who)
            }
            Order::SetProne { who, is_prone: false } => stand_up_without_cost(resolver, *who)?,
            Order::AddLuck { who, amount } => add_luck_up_to_maximum(resolver, *who, *amount)?,
            Order::RemoveCombinedBonuses(who) => remove_combined_bonuses(resolver, *who)?,
            Order::FireReadied(who) => fire_text_trigger(resolver, *who)?,
            Order::EndScene => resolver.emit(Event::SceneEnded),
            Order::TreatOutsideFight { who, target, skill } => {
                roll_treatment_outside_fight(resolver, *who, *target, *skill)?
            }
            Order::SetDefeatMeaning { who, text } => {
                resolver.emit(Event::DefeatMeaningSet { who: *who, text: text.clone() });
            }
        }
        Ok(())
    }
}

/// Sets the length of a zone, and moves back whoever then stands beyond the line. Refuses once the
/// fight has started (RANKS-DIST-3).
fn set_zone_length_before_start(resolver: &mut Resolver, zone: ZoneId, feet: Feet) -> RuleResult {
    resolver.fight().check_in_setup("RANKS-DIST-3", "zones-before-start")?;
    resolver.emit_terrain_change_if_zone_exists(zone, |terrain| terrain.length = feet);
    move_combatants_back_onto_line(resolver);
    Ok(())
}

/// Sets or removes the obstacle between a zone and the next one to the right; refuses the last
/// zone, which has none (RANKS-TERR-1).
fn set_obstacle_to_next_zone(
    resolver: &mut Resolver,
    zone: ZoneId,
    obstacle: Option<Hindrance>,
) -> RuleResult {
    if zone.index() + 1 >= resolver.fight().zones.len() {
        return Err(Refusal::bad_setup("RANKS-TERR-1", "no-border").into());
    }
    resolver.emit_terrain_change_if_zone_exists(zone, |terrain| terrain.border_obstacle = obstacle);
    Ok(())
}

/// Removes the unused bonuses that a helper gave; refuses one who has given none (RANKS-COMB-1).
fn remove_combined_bonuses(resolver: &mut Resolver, helper: CombatantId) -> RuleResult {
    if !combined_actions::has_given_combined_bonuses(resolver.fight(), helper) {
        return Err(resolver.refuse_target(helper, "RANKS-COMB-1").into());
    }
    combined_actions::end_combined_bonuses(resolver, helper);
    Ok(())
}

/// Fires a combatant's readied check; refuses one without a text trigger (RANKS-READY-2).
fn fire_text_trigger(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    readied::check_text_trigger_is_readied(resolver.fight(), who)
        .map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
    readied::use_up_and_resolve_or_lose_readied_check(resolver, who, None)
}

/// Removes the first object of this name, ignoring case, if there is one.
fn remove_object_named(terrain: &mut Terrain, name: &Name) {
    remove_first(&mut terrain.objects, |object| object.name.eq_ignore_ascii_case(name));
}

/// Allies two sides, or makes them enemies again (RANKS-END-1). Attention on those who are no
/// longer enemies ends, and the fight too if no enemies are left. Refuses one side twice.
fn set_alliance_and_end_attention_or_fight(
    resolver: &mut Resolver,
    side: &Name,
    other_side: &Name,
    is_allied: bool,
) -> RuleResult {
    if side == other_side {
        return Err(Refusal::bad_setup("RANKS-END-1", "same-side").into());
    }
    let (side, other_side) = (side.clone(), other_side.clone());
    resolver.emit(Event::AllianceSet { side, other_side, is_allied });
    engagement::end_attention_on_non_enemies(resolver);
    end::decide_outcome_if_no_enemies_left(resolver)
}

/// Ends the oldest condition of this name; refuses if the combatant has none (RANKS-COND-1).
fn end_first_condition_named(
    resolver: &mut Resolver,
    who: CombatantId,
    name: ConditionName,
) -> RuleResult {
    let conditions = &resolver.fight().body(who).conditions;
    let found = conditions.iter().find(|condition| condition.name() == name).copied();
    let condition = found.ok_or_else(|| resolver.refuse_target(who, "RANKS-COND-1"))?;
    resolver.emit(Event::ConditionEnded { who, condition });
    Ok(())
}

/// Stands a combatant up; refuses one that is not prone (RANKS-MOVE-7).
fn stand_up_without_cost(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    if !resolver.fight().body(who).is_prone {
        return Err(resolver.refuse_target(who, "RANKS-MOVE-7").into());
    }
    resolver.emit(Event::StoodUp(who));
    Ok(())
}

/// Gives luck points, as many as the maximum allows; refuses if there is room for none.
fn add_luck_up_to_maximum(resolver: &mut Resolver, who: CombatantId, amount: u8) -> RuleResult {
    let room = points::MAX_POINTS.saturating_sub(resolver.fight().body(who).luck);
    if room == 0 {
        return Err(resolver.refuse_target(who, "RANKS-LUCK-1").into());
    }
    resolver.emit(Event::LuckGained { who, amount: room.min(amount) });
    Ok(())
}

/// Refuses a body whose values are out of the ranges in the rule text's "Sheet" section, or that
/// names a combatant or a mark which the fight does not have.
fn check_body(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    body.check_ranges()?;
    let is_below_attribute = |skill: &&Skill| {
        let attribute_code = body.attribute_code(skill.attribute());
        body.skills.get(**skill).is_some_and(|code| code < attribute_code)
    };
    if let Some(skill) = Skill::ALL.iter().find(is_below_attribute) {
        return refuse_out_of_bounds(&format!("skills.{} (at least its attribute)", skill.key()));
    }
    if !(10..=60).contains(&body.move_feet) || !body.move_feet.is_multiple_of(MARK_STEP) {
        return refuse_out_of_bounds("move (10 to 60, steps of 5)");
    }
    if !matches!(body.rarity, 5 | 10 | 15 | 20 | 25) {
        return refuse_out_of_bounds("rarity (5, 10, 15, 20 or 25)");
    }
    if body.side.chars().count() > 40 {
        return refuse_out_of_bounds("side (at most 40 characters)");
    }
    let needs_third_hand =
        body.gear.iter().any(|item| u16::from(item.hands_needed) > HANDS_PER_COMBATANT);
    if needs_third_hand || body.hands_in_use() > HANDS_PER_COMBATANT {
        return refuse_out_of_bounds("gear (two hands)");
    }
    let rank_range = 1..=conditions::OUT_OF_ACTION_RANK;
    if body.conditions.iter().any(|condition| !rank_range.contains(&condition.rank)) {
        return refuse_out_of_bounds("conditions (ranks 1 to 5)");
    }
    if body.attention.is_some_and(|target| fight.get_present(target).is_none()) {
        return refuse_out_of_bounds("attention (somebody in the fight)");
    }
    let is_mark = |mark: Mark| {
        mark.is_multiple_of(MARK_STEP) && (fight.zones.is_empty() || mark <= last_mark(fight))
    };
    if !body.mark.is_none_or(is_mark) {
        return refuse_out_of_bounds("mark (on the line, steps of 5)");
    }
    Ok(())
}

impl ItemLike<super::Ranks> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::one_handed_item_named(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Adds the item as carried, not held.
    fn add_item_to_body(
        &self,
        fight: &Fight,
        _: CombatantId,
        body: &mut Body,
    ) -> Result<(), Refusal> {
        body.gear.push(Self { is_held: false, ..self.clone() });
        check_body(fight, body)
    }

    /// Drops the item in the middle of the zone.
    fn drop_copy_in_zone(&self, fight: &Fight, zone: ZoneId, terrain: &mut Terrain) {
        let (first, last) = zones::first_and_last_mark(fight, zone);
        let steps_to_middle = (last - first) / 2 / MARK_STEP;
        let mark = first + steps_to_middle * MARK_STEP;
        let item = Self { is_held: false, ..self.clone() };
        terrain.dropped_items.push(DroppedItem { mark, item });
    }
}

/// Places whoever stands beyond the end of a new line on its last mark (RANKS-DIST-1).
fn move_combatants_back_onto_line(resolver: &mut Resolver) {
    let last = last_mark(resolver.fight());
    let mut combatants_beyond = Vec::new();
    for (who, combatant) in resolver.fight().present_combatants() {
        if let Some(mark) = combatant.body.mark
            && mark > last
        {
            combatants_beyond.push((who, mark));
        }
    }
    for (who, from) in combatants_beyond {
        resolver.emit(Event::Moved { who, from, to: last, kind: MovementKind::Placed });
    }
}

/// Places a combatant on a mark, which triggers no hazard and no readied check. Refuses what is no
/// mark of the line, and a combatant that has fled (RANKS-DIST-1).
fn place_combatant_without_triggers(
    resolver: &mut Resolver,
    who: CombatantId,
    mark: Mark,
) -> RuleResult {
    let fight = resolver.fight();
    if !mark.is_multiple_of(MARK_STEP) || (!fight.zones.is_empty() && mark > last_mark(fight)) {
        return Err(Refusal::bad_setup("RANKS-DIST-1", "no-mark").into());
    }
    if fight.body(who).has_fled {
        return Err(resolver.refuse_target(who, "RANKS-DIST-1").into());
    }
    let from = mark_of(fight, who);
    resolver.emit(Event::Moved { who, from, to: mark, kind: MovementKind::Placed });
    Ok(())
}

/// Treats a condition outside the fight, as often as the GM allows (RANKS-END-2). Refuses while the
/// fight runs, and whoever is out of action as the healer.
fn roll_treatment_outside_fight(
    resolver: &mut Resolver,
    who: CombatantId,
    patient: CombatantId,
    skill: Skill,
) -> RuleResult {
    let fight = resolver.fight();
    if fight.phase == FightPhase::Running {
        return Err(Refusal::bad_setup("RANKS-END-2", "fight-runs").into());
    }
    if fight.body(who).is_out_of_action() {
        return Err(resolver.refuse_target(who, "RANKS-END-2").into());
    }
    recovery::check_treatment_skill_and_patient(fight, who, Some(skill), patient)
        .map_err(|reason| reason.to_refusal(fight, who))?;
    recovery::check_skill_given_and_treats_condition(fight, Some(skill), patient)
        .map_err(|reason| reason.to_refusal(fight, who))?;
    recovery::roll_treatment_with_default_effect(resolver, who, skill, patient);
    Ok(())
}
