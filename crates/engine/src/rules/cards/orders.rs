//! The GM's orders: set-up and the start (CARDS-INIT), and all later orders.

use serde::{Deserialize, Serialize};

use super::hazards::{self, FearTest};
use super::rolls;
use super::sheet::{
    Action, Body, DifficultyRaise, FireIntensity, HarmTrack, HarmType, Item, ItemId, Name,
};
use super::state::{
    Ambush, ConditionFlag, Event, HarmCause, MovementKind, Obstacle, RaiseScope, Terrain,
    TestPosition, set_difficulty_raise,
};
use super::turns;
use super::verbs;
use super::{
    Cards, Fight, Resolver, RuleResult, ambush, damage, fight_end, grapple, initiative, items,
    movement,
};
use crate::core::body_fields::BodyFields as _;
use crate::core::command::{Refusal, refuse_out_of_bounds};
use crate::core::fight::{Combatant, Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::ItemLike;
use crate::core::zones::{MAX_ZONES, ZoneMap};
use crate::resolution::orders::{OrderRuleIds, Orders, find_possible_outcome};

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    #[serde(rename = "assign")]
    AssignSide {
        who: CombatantId,
        side: Name,
    },
    /// Lets NPCs share a card (CARDS-INIT-3); with an empty name each has a card of its own.
    #[serde(rename = "group")]
    AssignGroup {
        who: Vec<CombatantId>,
        name: Name,
    },
    /// Sets up an ambush, or cancels it (CARDS-AMB-1).
    #[serde(rename = "ambush")]
    SetAmbush(Option<Ambush>),
    /// Sets whether two combatants cannot hear each other (CARDS-SWAP-3).
    #[serde(rename = "bar")]
    SetDeafness {
        one: CombatantId,
        other: CombatantId,
        is_on: bool,
    },
    #[serde(rename = "link")]
    LinkZones(ZoneId, ZoneId),
    /// Sets whether a zone is an exit (CARDS-ZONE-1).
    #[serde(rename = "exit")]
    SetExit {
        zone: ZoneId,
        is_on: bool,
    },
    /// Adds a place of cover with this many dice; `None` removes all cover in the zone
    /// (CARDS-MOVE-3).
    #[serde(rename = "cover")]
    ChangeCover {
        zone: ZoneId,
        dice: Option<u8>,
    },
    /// Sets or removes the obstacle on a border (CARDS-ZONE-3).
    #[serde(rename = "obstacle")]
    SetObstacle {
        zone: ZoneId,
        obstacle: Obstacle,
        is_on: bool,
    },
    /// Sets whether a border blocks sight (CARDS-ZONE-2).
    #[serde(rename = "blocked")]
    BlockSight {
        zone: ZoneId,
        to: ZoneId,
        is_on: bool,
    },
    /// Raises the need of an Action in the scene, in a zone or for a combatant (CARDS-CIRC-1).
    #[serde(rename = "circumstance")]
    RaiseDifficulty {
        scope: Option<RaiseScope>,
        zone: Option<ZoneId>,
        raise: DifficultyRaise,
    },
    /// Calls a test of any Action (CARDS-TEST-6).
    #[serde(rename = "call")]
    CallTest {
        who: CombatantId,
        action: Action,
        #[serde(rename = "need")]
        required: u8,
        position: TestPosition,
        /// The type of Harm that a failure gives; `None` if it gives none.
        harm: Option<HarmType>,
    },
    /// Calls a Fear test; if nobody is named, on every Active PC (CARDS-FEAR-1).
    #[serde(rename = "fear")]
    CallFearTest {
        who: Vec<CombatantId>,
        #[serde(rename = "value")]
        fear_value: u8,
        position: TestPosition,
        source: Option<CombatantId>,
        #[serde(rename = "is_waived")]
        is_shaken_waived: bool,
    },
    /// Sets a combatant on fire (CARDS-FIRE-1); `None` puts the fire out.
    #[serde(rename = "fire")]
    SetFire {
        who: CombatantId,
        intensity: Option<FireIntensity>,
    },
    Poison {
        who: CombatantId,
        toxicity: u8,
        harm: HarmType,
    },
    Fall {
        who: CombatantId,
        feet: u8,
    },
    Fatigue {
        who: CombatantId,
        harm: HarmType,
    },
    #[serde(rename = "harm")]
    DealHarm {
        who: CombatantId,
        amount: u8,
        harm: HarmType,
    },
    #[serde(rename = "heal")]
    HealHarm {
        who: CombatantId,
        amount: u8,
        harm: HarmType,
    },
    #[serde(rename = "cure")]
    CurePoisons(CombatantId),
    #[serde(rename = "flag")]
    SetCondition {
        who: CombatantId,
        flag: ConditionFlag,
        is_on: bool,
    },
    #[serde(rename = "place")]
    PlaceInZone {
        who: CombatantId,
        zone: ZoneId,
    },
    /// Lets a PC recover after the fight (CARDS-END-3).
    Recover {
        who: CombatantId,
        #[serde(rename = "by")]
        healer: Option<CombatantId>,
    },
    #[serde(rename = "day")]
    BeginDay,
}

impl Orders for Cards {
    const ORDER_RULE_IDS: OrderRuleIds =
        OrderRuleIds { prompt_open: "", zones_after_start: "CARDS-ZONE-1", bad_end: "CARDS-END-1" };
    const AFTER_FIGHT_VERBS: &'static [&'static str] = verbs::AFTERMATH;

    /// Removes a combatant: first its holds and its running turn end, and its cards go back to the
    /// deck.
    fn remove_combatant_with_consequences(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        grapple::end_all_grapples(resolver, who);
        if resolver.fight().state.turn.is_some_and(|turn| turn.who == who) {
            resolver.emit(Event::TurnEnded(who));
        }
        resolver.emit(Event::LeftFight(who));
        resolver.emit(CoreEvent::Removed(who));
        Ok(())
    }

    fn set_zones_and_relocate_combatants(
        resolver: &mut Resolver,
        zones: &ZoneMap<Terrain>,
    ) -> RuleResult {
        replace_map_end_cover_and_relocate_by_name(resolver, zones.clone());
        Ok(())
    }

    /// Ends the swap hold or the turn that is waited for; refused if there is none (CARDS-TURN-8).
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        turns::skip_swap_hold_or_turn(resolver)
            .map_err(|_| Refusal::bad_setup("CARDS-TURN-8", "nobody-waited-for"))?;
        Ok(())
    }

    /// Returns whether an order is accepted while a prompt is open (CARDS-TURN-7). Orders that move
    /// the fight on, deal cards or ask somebody must wait.
    fn is_order_allowed_during_prompt(order: &Order) -> bool {
        let must_wait = matches!(
            order,
            Order::CallFearTest { .. }
                | Order::AssignGroup { .. }
                | Order::SetAmbush(_)
                | Order::Recover { .. }
        );
        !must_wait
    }

    /// Returns the event that ends the fight: the outcome is a side's name or `truce`
    /// (CARDS-END-1). `None` for any other word.
    fn outcome_event(fight: &Fight, outcome: &str) -> Option<Event> {
        find_possible_outcome(fight, outcome).map(Event::OutcomeDecided)
    }

    /// Adds a combatant to the fight. Without a side, players are Heroes and NPCs Foes. Only NPCs
    /// can be Hidden (CARDS-HID-1). A late arrival draws from the undealt cards (CARDS-INIT-7). The
    /// dead cannot join (CARDS-HARM-5).
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Cards>,
    ) -> RuleResult {
        check_body(&combatant.body)?;
        let fight = resolver.fight();
        check_zone_exists_once_map_is_set(fight, &combatant.body)?;
        assign_new_item_ids_and_owner(fight, who, &mut combatant.body);
        check_references_exist(fight, who, &combatant.body)?;
        if combatant.body.is_dead() {
            return Err(Refusal::bad_setup("CARDS-HARM-5", "dead").into());
        }
        combatant.is_hidden &= combatant.is_npc();
        if combatant.body.side.trim().is_empty() {
            combatant.body.side = combatant.default_side().into();
        }
        let is_late = fight.phase == FightPhase::Running;
        if is_late {
            let checked = initiative::check_cards_for_late_arrival(
                fight,
                &combatant.body,
                combatant.is_npc(),
            );
            checked.map_err(|reason| reason.to_refusal(fight, who))?;
        }
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        if is_late {
            initiative::share_or_draw_cards_for_late_arrival(resolver, who);
        }
        Ok(())
    }

    /// Sets a field of a combatant, within its range. A change of zone places the combatant there,
    /// and clearing a hold ends it for both.
    fn set_field_with_consequences(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        let fight = resolver.fight();
        let previous = fight.body(who).clone();
        check_zone_exists_once_map_is_set(fight, body)?;
        // A change of zone is an event of its own, so the body that is set keeps its old zone.
        let changes_zone = previous.zone.is_some() && previous.zone != body.zone;
        let moved_to = if changes_zone { body.zone } else { None };
        let zone = if moved_to.is_some() { previous.zone } else { body.zone };
        let new_body = Body { zone, ..body.clone() };
        check_body(&new_body)?;
        check_references_exist(fight, who, &new_body)?;
        if new_body.card_numbers != previous.card_numbers {
            let checked =
                initiative::check_cards_are_valid_and_free(fight, who, &new_body.card_numbers);
            checked.map_err(|reason| reason.to_refusal(fight, who))?;
        }
        let former_holder = previous.held_by.filter(|_| new_body.held_by.is_none());
        let formerly_held = previous.holding.filter(|_| new_body.holding.is_none());
        resolver.emit(CoreEvent::FieldSet { who, field: field.into(), body: Box::new(new_body) });
        if let Some(holder) = former_holder {
            resolver.emit(Event::Freed { who, holder });
        }
        if let Some(held) = formerly_held {
            resolver.emit(Event::Freed { who: held, holder: who });
        }
        if let Some(zone) = moved_to {
            movement::force_into_zone(resolver, who, zone, MovementKind::Placed);
        }
        take_out_if_order_downed(resolver, who, previous.is_active());
        Ok(())
    }

    /// Reveals a Hidden combatant (CARDS-HID-1).
    fn reveal_combatant(resolver: &mut Resolver, who: CombatantId) {
        resolver.reveal_if_hidden(who);
    }

    /// Suggests an ambush without a test, by the side of the first NPC (CARDS-AMB-5).
    fn npc_ambush_orders_unless_set(fight: &Fight) -> Vec<Order> {
        if fight.state.ambush.is_some() {
            return Vec::new();
        }
        let first_npc = fight.present_combatants().find(|(_, combatant)| combatant.is_npc());
        let Some((_, first_npc)) = first_npc else { return Vec::new() };
        let ambush = Ambush {
            side: first_npc.body.side.clone(),
            ambusher: None,
            watcher: None,
            action: None,
            is_automatic: true,
        };
        vec![Order::SetAmbush(Some(ambush))]
    }

    /// Ends set-up (state machine, 1 and 2): rolls the ambush test, deals the cards and the extra
    /// cards, and begins round 1 (CARDS-AMB-1). Refused without enough cards (CARDS-INIT-5).
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        if !fight_end::has_two_active_sides(fight) {
            return Err(Refusal::bad_setup("", "empty-side").into());
        }
        if let Err(reason) = initiative::check_preset_cards_and_deck_size(fight) {
            return Err(reason.to_refusal(fight, CombatantId::NOBODY).into());
        }
        if fight.zones.is_empty() {
            // CARDS-ZONE-1: the default map.
            replace_map_end_cover_and_relocate_by_name(
                resolver,
                ZoneMap::from_row(["Near", "Middle", "Far"]),
            );
        }
        if resolver.fight().settings.starts_with_weapons_stowed {
            items::stow_items_at_fight_start(resolver);
        }
        resolver.emit(CoreEvent::Started);
        let extra_draw = ambush::resolve_ambush_and_find_who_draws_extra(resolver);
        initiative::deal_all_cards(resolver);
        if let Some(extra_draw) = extra_draw {
            ambush::draw_extra_card_for_each_ambush_winner(resolver, &extra_draw);
        }
        turns::begin_round_with_hazards_and_fresh_slots(resolver);
        Ok(())
    }

    /// Performs an order of this system. One that affects a single combatant is refused for one who
    /// has Fled (CARDS-TEST-6).
    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::AssignSide { .. }
            | Order::AssignGroup { .. }
            | Order::SetAmbush(_)
            | Order::SetDeafness { .. } => {
                apply_side_group_ambush_or_deafness_order(resolver, order)?;
            }
            Order::LinkZones(..)
            | Order::SetExit { .. }
            | Order::ChangeCover { .. }
            | Order::SetObstacle { .. }
            | Order::BlockSight { .. }
            | Order::RaiseDifficulty { .. } => apply_map_or_difficulty_order(resolver, order)?,
            Order::CallFearTest { who, fear_value, position, source, is_shaken_waived } => {
                let fear = FearTest {
                    value: *fear_value,
                    position: *position,
                    source: *source,
                    is_shaken_waived: *is_shaken_waived,
                };
                roll_fear_tests_of_named_or_all_pcs(resolver, who, fear)?;
            }
            Order::CallTest { who, .. }
            | Order::SetFire { who, .. }
            | Order::Poison { who, .. }
            | Order::Fall { who, .. }
            | Order::Fatigue { who, .. }
            | Order::DealHarm { who, .. }
            | Order::HealHarm { who, .. }
            | Order::CurePoisons(who)
            | Order::SetCondition { who, .. }
            | Order::PlaceInZone { who, .. } => {
                if resolver.fight().body(*who).has_fled {
                    return Err(resolver.refuse_target(*who, "CARDS-TEST-6").into());
                }
                apply_combatant_order(resolver, order);
            }
            Order::Recover { who, healer } => {
                check_and_recover_outside_fight(resolver, *who, *healer)?
            }
            Order::BeginDay => resolver.emit(Event::DayBegan),
        }
        Ok(())
    }
}

/// Rolls a Fear test of each named PC, or of every PC if nobody is named; those who are not Active
/// are passed over (CARDS-FEAR-1).
///
/// # Errors
///
/// Refuses the whole order if an NPC is named.
fn roll_fear_tests_of_named_or_all_pcs(
    resolver: &mut Resolver,
    named: &[CombatantId],
    fear: FearTest,
) -> RuleResult {
    let combatants = resolver.fight().present_combatants();
    let players: Vec<_> =
        combatants.filter(|(_, combatant)| !combatant.is_npc()).map(|(player, _)| player).collect();
    resolver.check_each_target(named, "CARDS-FEAR-1", |who| players.contains(&who))?;
    let testers: &[CombatantId] = if named.is_empty() { &players } else { named };
    hazards::resolve_fear_tests(resolver, testers, fear)
}

/// Lets a PC recover, with a roll of the healer if there is one (CARDS-END-3).
///
/// # Errors
///
/// Refuses while the fight runs, and whoever may not recover today.
fn check_and_recover_outside_fight(
    resolver: &mut Resolver,
    who: CombatantId,
    healer: Option<CombatantId>,
) -> Result<(), Refusal> {
    let fight = resolver.fight();
    if fight.phase == FightPhase::Running {
        return Err(Refusal::bad_setup("CARDS-END-3", "not-over"));
    }
    fight_end::check_pc_can_recover_today(fight, who, healer)
        .map_err(|reason| reason.to_refusal(fight, who))?;
    fight_end::recover_with_healer_roll(resolver, who, healer);
    Ok(())
}

/// Refuses a zone that does not exist. Before there are zones every number is accepted, since the
/// map decides later (CARDS-ZONE-1).
fn check_zone_exists_once_map_is_set(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let is_there = body.zone.is_none_or(|zone| fight.zones.get(zone).is_some());
    if is_there || fight.zones.is_empty() {
        Ok(())
    } else {
        refuse_out_of_bounds("zone (one that there is)")
    }
}

/// Refuses a body that refers to what does not exist: a place of cover, a hold, or a combatant who
/// owns an item or is feared.
fn check_references_exist(fight: &Fight, who: CombatantId, body: &Body) -> Result<(), Refusal> {
    check_cover_place_exists(fight, body)?;
    check_no_new_grapple_holds(fight, who, body)?;
    check_owners_and_fear_source_exist(fight, who, body)
}

/// Refuses a place of cover that the body's zone does not have.
fn check_cover_place_exists(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let zone = fight.zones.get(body.zone.unwrap_or(ZoneId(0)));
    let place_count = zone.map_or(0, |zone| zone.terrain.cover_dice.len());
    match body.cover_place {
        Some(place) if usize::from(place) >= place_count => {
            refuse_out_of_bounds("cover (a place in the zone)")
        }
        _ => Ok(()),
    }
}

/// Refuses a hold that the fight does not have already: an order may end one, and none may begin
/// one.
fn check_no_new_grapple_holds(fight: &Fight, who: CombatantId, body: &Body) -> Result<(), Refusal> {
    let does_hold = |holder: CombatantId, held: CombatantId| {
        fight.get_present(holder).is_some_and(|combatant| combatant.body.holding == Some(held))
    };
    let is_holder_real = body.held_by.is_none_or(|holder| does_hold(holder, who));
    let is_held_real = body.holding.is_none_or(|held| does_hold(who, held));
    if is_holder_real && is_held_real {
        Ok(())
    } else {
        refuse_out_of_bounds("held_by, holding (none)")
    }
}

/// Refuses an owner of an item, or a source of fear, who has never been in the fight. `who`, whose
/// body it is, may be joining only now.
fn check_owners_and_fear_source_exist(
    fight: &Fight,
    who: CombatantId,
    body: &Body,
) -> Result<(), Refusal> {
    let owners = body.gear.iter().filter_map(|item| item.owner);
    let fear_source = body.shaken.and_then(|shaken| shaken.source);
    let does_exist =
        |named: CombatantId| named == who || fight.combatants.get(named.index()).is_some();
    if owners.chain(fear_source).all(does_exist) {
        Ok(())
    } else {
        refuse_out_of_bounds("owner, source (combatants)")
    }
}

/// Refuses a body with a number, an item or a name out of the ranges of the rule text's section
/// "Sheet".
fn check_body(body: &Body) -> Result<(), Refusal> {
    body.check_ranges()?;
    if Action::ALL.iter().any(|action| body.actions.dice_for(*action) > 5) {
        return refuse_out_of_bounds("actions (0 to 5)");
    }
    if body.pools.is_some_and(|pools| Action::ALL.iter().any(|action| pools.dice_for(*action) > 12))
    {
        return refuse_out_of_bounds("pools (0 to 12)");
    }
    let is_overfull = |harm| {
        let slots = body.harm_slots(harm);
        slots.lesser > 2 || slots.moderate > 2 || slots.severe > 1
    };
    if HarmType::ALL.into_iter().any(is_overfull) {
        return refuse_out_of_bounds("phys_slots, ment_slots (2 lesser, 2 moderate, 1 severe)");
    }
    if body.card_numbers.len() > 3 {
        return refuse_out_of_bounds("card (at most 3 cards)");
    }
    if body.armour.as_ref().is_some_and(|armour| armour.dice > 6 || armour.finesse_penalty > 2) {
        return refuse_out_of_bounds("armour (dice 0 to 6, finesse_penalty 0 to 2)");
    }
    body.gear.iter().try_for_each(check_item)?;
    let held = body.gear.iter().filter(|item| item.is_held && !item.is_natural);
    if held.map(|item| u16::from(item.hands)).sum::<u16>() > 2 {
        return refuse_out_of_bounds("held (2 hands' worth)");
    }
    if body.gear.len() > 20 {
        return refuse_out_of_bounds("gear (20 items)");
    }
    if body.side.chars().count() > 40 || body.group.chars().count() > 40 {
        return refuse_out_of_bounds("side, group (40 characters)");
    }
    Ok(())
}

/// Refuses an item whose numbers are outside the bounds of the rules.
fn check_item(item: &Item) -> Result<(), Refusal> {
    if item.hands > 2 {
        return refuse_out_of_bounds("hands (0 to 2)");
    }
    if item.parry_bonus.is_some_and(|dice| dice > 6) {
        return refuse_out_of_bounds("parry_bonus (0 to 6)");
    }
    let Some(weapon) = &item.weapon else { return Ok(()) };
    if weapon.damage > 6 || weapon.bonus_dice > 2 {
        return refuse_out_of_bounds("weapon (damage 0 to 6, bonus 0 to 2)");
    }
    if usize::from(weapon.max_range) > MAX_ZONES || weapon.poison.is_some_and(|dice| dice > 30) {
        return refuse_out_of_bounds("weapon (max 0 to 24, poison 0 to 30)");
    }
    Ok(())
}

/// Gives the items of a joining combatant their owner, and ids that no other item of the fight has.
fn assign_new_item_ids_and_owner(fight: &Fight, who: CombatantId, body: &mut Body) {
    let mut id = next_item_id(fight);
    for item in &mut body.gear {
        item.id = id;
        item.owner = Some(who);
        id = id.next();
    }
}

/// Returns an item id that is not in use.
fn next_item_id(fight: &Fight) -> ItemId {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.terrain.items);
    let carried = fight.combatants.iter().flat_map(|combatant| &combatant.body.gear);
    ItemId::after_all(lying.chain(carried).map(|item| item.id))
}

impl ItemLike<super::Cards> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::improvised_weapon(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Adds a copy of the item with a new id, not held, owned by the combatant. Refuses a body that
    /// is out of its ranges then.
    fn add_item_to_body(
        &self,
        fight: &Fight,
        who: CombatantId,
        body: &mut Body,
    ) -> Result<(), Refusal> {
        body.gear.push(Self {
            id: next_item_id(fight),
            is_held: false,
            owner: Some(who),
            ..self.clone()
        });
        check_body(body)
    }

    /// Adds a copy of the item, with a new id and no owner, to the items of the zone.
    fn drop_copy_in_zone(&self, fight: &Fight, _: ZoneId, terrain: &mut Terrain) {
        terrain.items.push(Self {
            id: next_item_id(fight),
            is_held: false,
            owner: None,
            ..self.clone()
        });
    }
}

/// Puts a combatant Out if it was Active before an order of the GM, and the order made its points
/// reach the cap (CARDS-HARM-7), or made it inactive or dead (CARDS-HARM-8).
fn take_out_if_order_downed(resolver: &mut Resolver, who: CombatantId, was_active: bool) {
    let body = resolver.fight().body(who);
    let is_capped = body.track == HarmTrack::Points
        && HarmType::ALL.into_iter().any(|harm| body.harm_points(harm) >= body.harm_cap(harm));
    let is_down = !body.is_active() || is_capped || body.is_dead();
    if was_active && is_down {
        damage::take_out(resolver, who);
    }
}

/// Applies an order about sides, groups, ambushes or hearing; ignores any other order. Refuses
/// groups and ambushes once the fight has started, and a side's name that is empty or too long.
fn apply_side_group_ambush_or_deafness_order(
    resolver: &mut Resolver,
    order: &Order,
) -> Result<(), Refusal> {
    match order {
        Order::AssignSide { who, side } => {
            if side.is_empty() || side.chars().count() > 40 {
                return refuse_out_of_bounds("side");
            }
            resolver.emit(Event::SideAssigned { who: *who, side: side.clone() });
        }
        Order::AssignGroup { who, name } => {
            resolver.fight().check_in_setup("CARDS-INIT-3", "already-started")?;
            let is_npc = |who| resolver.fight().combatant(who).is_npc();
            resolver.check_each_target(who, "CARDS-INIT-3", is_npc)?;
            resolver.emit(Event::GroupAssigned { who: who.clone(), name: name.clone() });
        }
        Order::SetAmbush(ambush) => {
            resolver.fight().check_in_setup("CARDS-AMB-1", "already-started")?;
            if let Some(ambush) = ambush {
                check_sides_of_ambush(resolver, ambush)?;
            }
            resolver.emit(Event::AmbushSet(ambush.clone()));
        }
        Order::SetDeafness { one, other, is_on } => {
            resolver.emit(Event::DeafnessSet { one: *one, other: *other, is_on: *is_on });
        }
        _ => {}
    }
    Ok(())
}

/// Checks that somebody is on the ambushing side, that the ambusher is of it, and that the watcher
/// is not (CARDS-AMB-1).
fn check_sides_of_ambush(resolver: &Resolver, ambush: &Ambush) -> Result<(), Refusal> {
    let is_of_side = |who: CombatantId| resolver.fight().body(who).side == ambush.side;
    if !resolver.fight().present_combatants().any(|(who, _)| is_of_side(who)) {
        return Err(Refusal::bad_setup("CARDS-AMB-1", "value").with("slot", "side"));
    }
    let wrong_ambusher = ambush.ambusher.filter(|who| !is_of_side(*who));
    let wrong_watcher = ambush.watcher.filter(|who| is_of_side(*who));
    match wrong_ambusher.or(wrong_watcher) {
        Some(who) => Err(resolver.refuse_target(who, "CARDS-AMB-1")),
        None => Ok(()),
    }
}

/// Applies an order about the map and its difficulties; ignores any other order (CARDS-ZONE-1 to
/// CARDS-ZONE-3, CARDS-CIRC-1). Refuses an obstacle between zones that are not adjacent.
fn apply_map_or_difficulty_order(resolver: &mut Resolver, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::LinkZones(one, other) => resolver.emit_zone_link(*one, *other),
        Order::SetExit { zone, is_on } => resolver
            .emit_terrain_change_if_zone_exists(*zone, |terrain| terrain.is_exit = Some(*is_on)),
        Order::ChangeCover { zone, dice: Some(dice) } => {
            resolver.emit_terrain_change_if_zone_exists(*zone, |terrain| {
                terrain.cover_dice.push(*dice)
            });
        }
        Order::ChangeCover { zone, dice: None } => {
            resolver
                .emit_terrain_change_if_zone_exists(*zone, |terrain| terrain.cover_dice.clear());
            let is_in_zone =
                |combatant: &Combatant<Cards>| combatant.body.zone.unwrap_or(ZoneId(0)) == *zone;
            end_cover_where(resolver, is_in_zone);
        }
        Order::SetObstacle { zone, obstacle, is_on } => {
            if !resolver.fight().zones.are_adjacent(*zone, obstacle.to) {
                return Err(Refusal::bad_setup("CARDS-ZONE-3", "not-neighbours"));
            }
            resolver.emit_change_of_both_terrains(*zone, obstacle.to, |terrain, to| {
                terrain.obstacles.retain(|known| known.to != to);
                if *is_on {
                    terrain.obstacles.push(Obstacle { to, ..*obstacle });
                }
            });
        }
        Order::BlockSight { zone, to, is_on } => {
            resolver.emit_change_of_both_terrains(*zone, *to, |terrain, to| {
                terrain.sight_blocked_to.retain(|known| *known != to);
                if *is_on {
                    terrain.sight_blocked_to.push(to);
                }
            });
        }
        Order::RaiseDifficulty { scope: Some(scope), raise, .. } => {
            resolver.emit(Event::DifficultyRaiseSet { scope: *scope, raise: *raise });
        }
        Order::RaiseDifficulty { zone: Some(zone), raise, .. } => resolver
            .emit_terrain_change_if_zone_exists(*zone, |terrain| {
                set_difficulty_raise(&mut terrain.difficulty_raises, *raise)
            }),
        _ => {}
    }
    Ok(())
}

/// Replaces the map (CARDS-ZONE-1), ends all cover, and places each combatant in the zone of the
/// same name, else in the first one. If there was no map, the number of the zone counts instead of
/// its name. Whoever keeps the number of its zone is not moved.
fn replace_map_end_cover_and_relocate_by_name(resolver: &mut Resolver, zones: ZoneMap<Terrain>) {
    let fight = resolver.fight();
    let mut moved = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        let Some(zone) = combatant.body.zone else { continue };
        let same_zone = match fight.zones.get(zone) {
            Some(old_zone) => zones.find_by_name(&old_zone.name),
            None => zones.get(zone).map(|_| zone),
        };
        let new_zone = same_zone.unwrap_or(ZoneId(0));
        if new_zone != zone {
            moved.push((who, new_zone));
        }
    }
    resolver.emit(CoreEvent::ZonesSet(zones));
    end_cover_where(resolver, |_| true);
    for (who, to) in moved {
        movement::force_into_zone(resolver, who, to, MovementKind::Placed);
    }
}

/// Ends the cover of each combatant in cover for whom `is_affected` holds; the places stay.
fn end_cover_where(resolver: &mut Resolver, is_affected: impl Fn(&Combatant<Cards>) -> bool) {
    let mut covered = Vec::new();
    for (who, combatant) in resolver.fight().present_combatants() {
        if combatant.body.cover_place.is_some() && is_affected(combatant) {
            covered.push(who);
        }
    }
    for who in covered {
        resolver.emit(Event::CoverSet { who, place: None });
    }
}

/// Applies an order to roll for, harm, heal, place or mark one combatant; ignores any other order.
fn apply_combatant_order(resolver: &mut Resolver, order: &Order) {
    match order {
        Order::CallTest { who, action, required, position, harm } => {
            let failure_harm = harm.map(|harm| (*position, harm));
            rolls::roll_called_test_and_deal_failure_harm(
                resolver,
                *who,
                *action,
                *required,
                failure_harm,
            );
        }
        Order::SetFire { who, intensity: Some(intensity) } => {
            hazards::ignite_and_roll_burn(resolver, *who, *intensity);
        }
        Order::SetFire { who, intensity: None } => resolver.emit(Event::FirePutOut(*who)),
        Order::Poison { who, toxicity, harm } => {
            hazards::roll_poison_deal_harm_and_set_later_harm(resolver, *who, *toxicity, *harm)
        }
        Order::Fall { who, feet } => hazards::roll_and_deal_fall_damage(resolver, *who, *feet),
        Order::Fatigue { who, harm } => {
            hazards::roll_endure_or_take_fatigue_harm(resolver, *who, *harm)
        }
        Order::DealHarm { who, amount, harm } => {
            damage::try_deal_harm_with_consequences(resolver, *who, *harm, *amount, HarmCause::Gm);
        }
        Order::HealHarm { who, amount, harm } => damage::heal_harm(resolver, *who, *harm, *amount),
        Order::CurePoisons(who) => resolver.emit(Event::PoisonsEnded(*who)),
        Order::SetCondition { who, flag, is_on } => {
            set_condition_and_release_or_take_out(resolver, *who, *flag, *is_on);
        }
        Order::PlaceInZone { who, zone } => {
            movement::force_into_zone(resolver, *who, *zone, MovementKind::Placed)
        }
        _ => {}
    }
}

/// Sets or lifts a condition. One who becomes Shaken lets go of whom it holds (CARDS-GRAP-6), and
/// one who was Active and no longer is goes Out with all that follows.
fn set_condition_and_release_or_take_out(
    resolver: &mut Resolver,
    who: CombatantId,
    flag: ConditionFlag,
    is_on: bool,
) {
    let was_active = resolver.fight().body(who).is_active();
    resolver.emit(Event::ConditionSet { who, flag, is_on });
    if flag == ConditionFlag::Shaken && is_on {
        grapple::release_grapple(resolver, who);
    }
    take_out_if_order_downed(resolver, who, was_active);
}
