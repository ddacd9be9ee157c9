//! Set-up and the start (DR12-SURP, DR12-INIT), and everything else that the GM orders.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::sheet::{Ailment, AilmentRider, Body, Cure, Item, ItemId, Mood, NextTest, Side};
use super::state::{Event, Hazard, HealthChangeCause, MovementKind, Outcome, Terrain};
use super::zones::{default_zones, start_zone};
use super::{Dr12, Fight, Resolver, RuleResult, ailments, damage, fight_end, morale, turns};
use crate::core::command::Refusal;
use crate::core::fight::{Combatant, Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::ItemLike;
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::ZoneMap;
use crate::resolution::orders::{OrderRuleIds, Orders};

/// The orders that only DR12 has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// DR12-SURP-1.
    #[serde(rename = "surprise")]
    SetSurprise(Option<Side>),
    #[serde(rename = "link")]
    LinkZones(ZoneId, ZoneId),
    /// DR12-ZONE-4.
    #[serde(rename = "limit")]
    SetZoneLimit(ZoneId, Option<u8>),
    /// DR12-ZONE-5.
    #[serde(rename = "hazard")]
    SetHazard(ZoneId, Option<Hazard>),
    /// DR12-FLEE-1.
    #[serde(rename = "exit")]
    SetExit(ZoneId, Vec<Side>),
    #[serde(rename = "start_zone")]
    SetStartZone(ZoneId, Side),
    /// The next NPC's Turn, in join order (DR12-INIT-6).
    #[serde(rename = "next")]
    NextNpcTurn,
    /// DR12-INIT-7.
    #[serde(rename = "pass_all")]
    PassBlock,
    /// DR12-TEST-3.
    #[serde(rename = "bend")]
    SetNextTest {
        who: CombatantId,
        next: NextTest,
    },
    /// DR12-HIND-1, DR12-ONG-2.
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
    /// DR12-RCT-1.
    #[serde(rename = "reaction")]
    RollReaction(Vec<CombatantId>),
    /// DR12-MORALE-1, DR12-MORALE-3.
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

    fn remove_combatant(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
        resolver.emit(CoreEvent::Removed(who));
        fight_end::resolve_drop_out(resolver, who)
    }

    /// DR12-REF-2: while a window is open only its answer and the GM's rulings are accepted: the
    /// row "rulings" of the rule text's commands. Everything else would move the fight on.
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

    /// DR12-SURP-1.
    fn ambush_orders(fight: &Fight) -> Vec<Order> {
        let is_surprised = fight.state.surprised_side.is_some();
        (!is_surprised).then_some(Order::SetSurprise(Some(Side::Party))).into_iter().collect()
    }

    /// DR12-END-1: the GM ends the fight as won, lost or truce.
    fn outcome_event(_: &Fight, outcome: &str) -> Option<Event> {
        let outcome = match outcome {
            "won" => Outcome::Won,
            "lost" => Outcome::Lost,
            "truce" => Outcome::Truce,
            _ => return None,
        };
        Some(Event::OutcomeDecided(outcome))
    }

    fn is_decided(fight: &Fight) -> bool {
        fight.state.outcome.is_some()
    }

    /// DR12-INIT-8: a latecomer joins its side's block; a Character rolls d6 + DEX on joining.
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Dr12>,
    ) -> RuleResult {
        let fight = resolver.fight();
        check_body(&combatant.body)?;
        assign_item_ids(fight, Vec::new(), &mut combatant.body);
        let (is_late, is_npc) = (fight.phase == FightPhase::Running, combatant.is_npc());
        if is_late {
            let start = start_zone(fight, combatant.body.side);
            combatant.body.zone.get_or_insert(start);
        }
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        if is_late && !is_npc {
            roll_initiative(resolver, who);
            insert_in_initiative_order(resolver, who);
        }
        Ok(())
    }

    /// DR12-ZONE-1: the GM lays out the zones before the fight. Laid anew, everybody is in the zone
    /// of the same name again, else in the start of their side.
    fn set_zones(resolver: &mut Resolver, zones: &ZoneMap<Terrain>) -> RuleResult {
        let fight = resolver.fight();
        let places: Vec<_> = fight
            .iter()
            .filter_map(|(who, one)| {
                Some((who, zones.find_by_name(fight.zones.name(one.body.zone?))))
            })
            .collect();
        resolver.emit(CoreEvent::ZonesSet(zones.clone()));
        for (who, zone) in places {
            resolver.emit(Event::StartZoneSet { who, zone });
        }
        Ok(())
    }

    /// The GM sets a field, with what the rules make of it: DR12-OOA-1 for who falls by it,
    /// DR12-FLEE-2 for who is gone, DR12-STUNT-3 for the grapples of who is elsewhere or Paralysed.
    fn set_field(
        resolver: &mut Resolver,
        who: CombatantId,
        field: &str,
        body: &Body,
    ) -> RuleResult {
        check_body(body)?;
        let before = resolver.fight().body(who).clone();
        let mut body = Box::new(body.clone());
        assign_item_ids(resolver.fight(), before.items().map(|item| item.id).collect(), &mut body);
        let (has_fallen, has_fled) =
            (before.hp > 0 && body.hp == 0, !before.has_fled && body.has_fled);
        let is_paralysed = before.paralysed.is_none() && body.paralysed.is_some();
        let is_elsewhere = before.zone != body.zone;
        if is_elsewhere && body.zone.is_some_and(|zone| resolver.fight().zones.get(zone).is_none())
        {
            return Err(Refusal::bad_setup("", "out-of-bounds").with("field", "zone").into());
        }
        resolver.emit(CoreEvent::FieldSet { who, field: field.into(), body });
        if has_fallen {
            return damage::take_out_of_action(resolver, who);
        }
        if has_fled {
            return fight_end::resolve_drop_out(resolver, who);
        }
        if is_paralysed || is_elsewhere {
            ailments::release_grappled(resolver, who);
        }
        fight_end::end_if_one_sided(resolver)?;
        morale::suggest_morale_tests(resolver);
        Ok(())
    }

    /// The start of the fight. DR12-INIT-1: the side die first: 1–3 enemies, 4–6 Characters; it is
    /// rolled also when a side is surprised. DR12-INIT-2: then each Character, in join order.
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        let fight = resolver.fight();
        let stands = |side: Side| {
            fight.iter().any(|(_, one)| one.body.side == side && one.body.is_standing())
        };
        if !stands(Side::Party) || !stands(Side::Enemy) {
            return Err(Refusal::bad_setup("DR12-END-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            resolver.emit(CoreEvent::ZonesSet(default_zones()));
        }
        resolver.emit(CoreEvent::Started);
        place_in_start_zones(resolver);
        let face = resolver.roll_die(6);
        let first = if face <= 3 { Side::Enemy } else { Side::Party };
        resolver.emit(Event::FirstSideRolled { face, first });
        let characters: Vec<_> =
            resolver.fight().iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect();
        for who in characters {
            roll_initiative(resolver, who);
        }
        set_initiative_order(resolver);
        Ok(())
    }

    /// DR12-TURN-7: the Turn that runs passes, or that of whoever is waited for.
    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        let running = resolver.fight().state.turn.map(|turn| turn.who);
        let who = match running {
            Some(who) => who,
            None => {
                let first = turns::combatants_able_to_begin(resolver.fight()).next();
                let who =
                    first.ok_or_else(|| Refusal::bad_setup("DR12-TURN-7", "nobody-waited-for"))?;
                turns::begin_turn(resolver, who)?;
                who
            }
        };
        resolver.emit(Event::TurnPassed(who));
        Ok(())
    }

    fn perform_system_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
        match order {
            Order::SetSurprise(side) => {
                if resolver.fight().phase != FightPhase::Setup {
                    return Err(Refusal::bad_setup("DR12-SURP-1", "already-started").into());
                }
                resolver.emit(Event::SurpriseSet(*side));
            }
            Order::LinkZones(a, b) => {
                let mut zones = resolver.fight().zones.clone();
                zones.link_zones(*a, *b);
                resolver.emit(CoreEvent::ZonesSet(zones));
            }
            Order::SetZoneLimit(zone, limit) => {
                change_terrain(resolver, *zone, |ground| ground.combatant_limit = *limit)
            }
            Order::SetHazard(zone, hazard) => {
                change_terrain(resolver, *zone, |ground| ground.hazard.clone_from(hazard));
            }
            Order::SetExit(zone, sides) => {
                change_terrain(resolver, *zone, |ground| ground.exit_for.clone_from(sides));
            }
            Order::SetStartZone(zone, side) => {
                check_in_setup(resolver)?;
                mark_start_zone(resolver, *zone, *side);
            }
            Order::NextNpcTurn | Order::PassBlock => return resolve_block_order(resolver, order),
            Order::SetNextTest { who, next } => {
                resolver.emit(Event::NextTestSet { who: *who, next: *next })
            }
            Order::InflictAilment { who, ailment, cure } => {
                check_standing(resolver, *who)?;
                ailments::check_can_be_action_bound(*ailment, *cure)?;
                ailments::inflict_ailment(resolver, *who, *ailment, *cure)?;
            }
            Order::CureAilment { who, ailment } => {
                if resolver.fight().body(*who).cure(*ailment).is_none() {
                    let why = RefusalReason::new("bad-target", "DR12-HIND-1").with_combatant(*who);
                    return Err(why
                        .with_cause(ailment.key())
                        .to_refusal(resolver.fight(), *who)
                        .into());
                }
                resolver.emit(Event::AilmentEnded { who: *who, ailment: *ailment });
            }
            Order::Heal { who, amount } => {
                damage::restore_hp(resolver, *who, (*amount).into(), HealthChangeCause::Gm)
            }
            Order::Harm { who, amount } => {
                check_standing(resolver, *who)?;
                damage::lose_hp(resolver, *who, (*amount).into(), HealthChangeCause::Gm)?;
            }
            Order::Place { who, zone } => {
                let from = super::zones::zone_of(resolver.fight(), *who);
                resolver.emit(Event::Moved {
                    who: *who,
                    from,
                    to: *zone,
                    movement: MovementKind::Placed,
                });
                if from != *zone {
                    ailments::release_grappled(resolver, *who);
                }
            }
            Order::RollReaction(npcs) => {
                check_all_npcs(resolver.fight(), npcs, "DR12-RCT-1")?;
                morale::roll_reaction(resolver, npcs);
            }
            Order::RollMorale { npcs, on_fail } => {
                check_all_npcs(resolver.fight(), npcs, "DR12-MORALE-2")?;
                check_all_enemies(resolver.fight(), npcs)?;
                for who in npcs {
                    check_standing(resolver, *who)?;
                }
                morale::roll_morale_tests(resolver, npcs, *on_fail);
            }
        }
        Ok(())
    }
}

fn check_in_setup(resolver: &Resolver) -> Result<(), Refusal> {
    match resolver.fight().phase {
        FightPhase::Setup => Ok(()),
        FightPhase::Running | FightPhase::Over(_) => {
            Err(Refusal::bad_setup("DR12-ZONE-1", "zones-before-start"))
        }
    }
}

/// The ranges of the rule text's "Sheet" section.
fn check_body(body: &Body) -> Result<(), Refusal> {
    let wrong = |field: &str| Err(Refusal::bad_setup("", "out-of-bounds").with("field", field));
    let attributes = [body.str, body.dex, body.con, body.int, body.wis, body.cha];
    if attributes.iter().any(|value| !(-3..=6).contains(value)) {
        return wrong("attributes (-3 to 6)");
    }
    if body.level > 10 {
        return wrong("level (0 to 10)");
    }
    if body.hp_max > 99 || body.hp > body.hp_max {
        return wrong("hp (0 to hp_max, at most 99)");
    }
    if !(-1..=6).contains(&body.skill) {
        return wrong("skill (-1 to 6)");
    }
    if body.ap > 6 {
        return wrong("ap (0 to 6)");
    }
    if body.hands.iter().map(|item| u16::from(item.hands_needed)).sum::<u16>() > 2 {
        return wrong("hands (2 hands' worth)");
    }
    if body.ready.len() > 2 {
        return wrong("ready (2 items)");
    }
    if body.pack.len() > 6 {
        return wrong("pack (6 items)");
    }
    // DR12-HIND-3: bound, these would never end.
    let unbindable = [body.ongoing, body.distracted, body.paralysed];
    let weapons = body.items().filter_map(|item| item.weapon.as_ref()?.rider.as_ref());
    let mut riders = weapons.chain(body.spells.iter().filter_map(|spell| spell.rider.as_ref()));
    let is_wrong =
        |rider: &AilmentRider| rider.is_action_bound && !rider.ailment.can_be_action_bound();
    if unbindable.iter().flatten().any(|cure| cure.is_action_bound) || riders.any(is_wrong) {
        return wrong("bound (stuck and weakened alone)");
    }
    Ok(())
}

/// Gives items ids that no other item of the fight has; each of its `own` ids stays with the first
/// item that has it.
fn assign_item_ids(fight: &Fight, mut own: Vec<ItemId>, body: &mut Body) {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.terrain.items).map(|item| item.id.0);
    let carried = fight.combatants.iter().flat_map(|one| one.body.items()).map(|item| item.id.0);
    let mut next = lying.chain(carried).max().unwrap_or(0);
    for item in body.items_mut() {
        if let Some(at) = own.iter().position(|id| *id == item.id) {
            own.swap_remove(at);
        } else {
            next = next.saturating_add(1).min(ItemId::UNARMED.0 - 1);
            item.id = ItemId(next);
        }
    }
}

impl ItemLike<super::Dr12> for Item {
    fn new_improvised(name: &str) -> Self {
        Self::from_name(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// An NPC strikes with it, having no inventory; a Character takes it in a free hand, else puts
    /// it where it fits.
    fn add_to_body(&self, fight: &Fight, who: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        let item = Self { original_owner: None, ..self.clone() };
        if fight.combatant(who).is_npc() {
            if item.weapon.is_none() {
                return Err(Refusal::new("bad-target", "").with("name", fight.name(who)));
            }
            body.attacks.push(item);
        } else if body.free_hands() >= item.hands_needed
            && (item.weapon.is_some() || item.armour.is_some())
        {
            body.hands.push(item);
        } else if body.has_room_in_pack() {
            body.pack.push(item);
        } else {
            return Err(Refusal::new("no-free-slot", ""));
        }
        assign_item_ids(fight, fight.body(who).items().map(|item| item.id).collect(), body);
        check_body(body)
    }

    fn add_to_terrain(&self, fight: &Fight, _: ZoneId, terrain: &mut Terrain) {
        let mut one = Body { pack: vec![self.clone()], ..Body::default() };
        assign_item_ids(fight, Vec::new(), &mut one);
        terrain.items.append(&mut one.pack);
    }
}

/// DR12-ZONE-1: whoever has no other place begins in the start zone of their side.
fn place_in_start_zones(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let unplaced = fight.iter().filter(|(_, one)| one.body.zone.is_none());
    let places: Vec<_> =
        unplaced.map(|(who, one)| (who, Some(start_zone(fight, one.body.side)))).collect();
    for (who, zone) in places {
        resolver.emit(Event::StartZoneSet { who, zone });
    }
}

/// DR12-INIT-2: d6 + DEX. These dice are not Tests: no Advantage, hindrance, natural 20 or 1, or
/// dex_dr touches them.
fn roll_initiative(resolver: &mut Resolver, who: CombatantId) {
    let face = resolver.roll_die(6);
    let total = face as i8 + resolver.fight().body(who).dex;
    resolver.emit(Event::InitiativeRolled { who, face, total });
}

/// DR12-INIT-2: from the highest result to the lowest. DR12-INIT-3: equal results: higher DEX
/// first, then whoever joined earlier.
fn set_initiative_order(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let mut order: Vec<_> =
        fight.iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect();
    order.sort_by_key(|who| initiative_rank(fight, *who));
    resolver.emit(Event::InitiativeOrderSet(order));
}

/// DR12-INIT-8: a latecomer is put in its place; the others' order holds (DR12-INIT-5).
fn insert_in_initiative_order(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let mut order = fight.state.initiative_order.clone();
    let is_after =
        |other: &CombatantId| initiative_rank(fight, *other) > initiative_rank(fight, who);
    let at = order.iter().position(is_after).unwrap_or(order.len());
    order.insert(at, who);
    resolver.emit(Event::InitiativeOrderSet(order));
}

/// The lower, the earlier.
fn initiative_rank(fight: &Fight, who: CombatantId) -> (Reverse<(i8, i8)>, CombatantId) {
    let body = fight.body(who);
    (Reverse((body.initiative, body.dex)), who)
}

/// DR12-INIT-6: the next NPC in join order starts its Turn. DR12-INIT-7: closing the block early
/// gives each NPC that is left a Turn in which it passes.
fn resolve_block_order(resolver: &mut Resolver, order: &Order) -> RuleResult {
    let fight = resolver.fight();
    let next = turns::combatants_able_to_begin(fight).find(|who| fight.combatant(*who).is_npc());
    let running = fight.state.turn.filter(|turn| fight.combatant(turn.who).is_npc());
    match (order, next, running) {
        (Order::NextNpcTurn, Some(who), _) => turns::begin_turn(resolver, who),
        (Order::PassBlock, _, Some(turn)) => {
            resolver.emit(Event::BlockPassed);
            resolver.emit(Event::TurnPassed(turn.who));
            Ok(())
        }
        (Order::PassBlock, Some(_), None) => {
            resolver.emit(Event::BlockPassed);
            Ok(())
        }
        _ => Err(Refusal::new("not-your-turn", "DR12-INIT-6").into()),
    }
}

/// DR12-ZONE-1: a side has one start; both sides may have the same.
fn mark_start_zone(resolver: &mut Resolver, zone: ZoneId, side: Side) {
    let is_marked = |ground: &Terrain| ground.start_of.contains(&side);
    let marked = resolver.fight().zones.iter().filter(|(_, zone)| is_marked(&zone.terrain));
    for old in marked.map(|(old, _)| old).collect::<Vec<_>>() {
        if old != zone {
            change_terrain(resolver, old, |ground| ground.start_of.retain(|one| *one != side));
        }
    }
    change_terrain(resolver, zone, |ground| {
        ground.start_of.retain(|one| *one != side);
        ground.start_of.push(side);
    });
}

fn change_terrain(resolver: &mut Resolver, zone: ZoneId, change: impl FnOnce(&mut Terrain)) {
    if let Some(found) = resolver.fight().zones.get(zone) {
        let mut ground = found.terrain.clone();
        change(&mut ground);
        resolver.emit(CoreEvent::TerrainSet(zone, ground));
    }
}

/// DR12-OOA-1: who is Out of Action or gone takes no hindrance, no damage and no Test.
fn check_standing(resolver: &Resolver, who: CombatantId) -> Result<(), Refusal> {
    if damage::is_standing(resolver.fight(), who) {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "DR12-OOA-1")
            .with_combatant(who)
            .to_refusal(resolver.fight(), who))
    }
}

/// DR12-MORALE-2: Characters never Test morale.
fn check_all_npcs(fight: &Fight, npcs: &[CombatantId], rule: &'static str) -> Result<(), Refusal> {
    match npcs.iter().find(|who| !fight.combatant(**who).is_npc()) {
        Some(who) => {
            Err(RefusalReason::new("bad-target", rule).with_combatant(*who).to_refusal(fight, *who))
        }
        None => Ok(()),
    }
}

/// DR12-MORALE-1: morale Tests are for the enemies.
fn check_all_enemies(fight: &Fight, npcs: &[CombatantId]) -> Result<(), Refusal> {
    match npcs.iter().find(|who| fight.body(**who).side != Side::Enemy) {
        Some(who) => Err(RefusalReason::new("bad-target", "DR12-MORALE-1")
            .with_combatant(*who)
            .to_refusal(fight, *who)),
        None => Ok(()),
    }
}
