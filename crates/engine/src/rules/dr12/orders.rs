//! Set-up and the start (DR12-SURP, DR12-INIT), and everything else that the GM orders.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::sheet::{Ailment, Body, Cure, Item, ItemId, Mood, NextTest, Rider, Side};
use super::state::{Cause, Ground, Hazard, Note, Outcome, Way};
use super::zones::{default_zones, start_zone};
use super::{Dr12, Fight, Scene, Step, damage, end, hindrances, morale, turns};
use crate::command::Refusal;
use crate::fight::{Combatant, Note as CoreNote, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::orders::{Orders, RefusedBy};
use crate::things::Thing;
use crate::why::Why;
use crate::zones::Zones;

/// The orders that only DR12 has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// DR12-SURP-1.
    Surprise(Option<Side>),
    Link(ZoneId, ZoneId),
    /// DR12-ZONE-4.
    Limit(ZoneId, Option<u8>),
    /// DR12-ZONE-5.
    Hazard(ZoneId, Option<Hazard>),
    /// DR12-FLEE-1.
    Exit(ZoneId, Vec<Side>),
    StartZone(ZoneId, Side),
    /// The next NPC's Turn, in join order (DR12-INIT-6).
    Next,
    /// DR12-INIT-7.
    PassAll,
    /// DR12-TEST-3.
    Bend {
        who: CombatantId,
        next: NextTest,
    },
    /// DR12-HIND-1, DR12-ONG-2.
    Ail {
        who: CombatantId,
        ailment: Ailment,
        cure: Cure,
    },
    Cure {
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
    Reaction(Vec<CombatantId>),
    /// DR12-MORALE-1, DR12-MORALE-3.
    Morale {
        npcs: Vec<CombatantId>,
        on_fail: Mood,
    },
}

impl Orders for Dr12 {
    const REFUSED_BY: RefusedBy =
        RefusedBy { meanwhile: "DR12-REF-2", zones: "DR12-ZONE-1", end: "DR12-END-1" };

    fn remove(scene: &mut Scene, who: CombatantId) -> Step {
        scene.note(CoreNote::Removed(who));
        end::drop_out(scene, who)
    }

    /// DR12-REF-2: while a window is open only its answer and the GM's rulings are accepted: the
    /// row "rulings" of the rule text's commands. Everything else would move the fight on.
    fn is_taken_meanwhile(order: &Order) -> bool {
        let must_wait = matches!(
            order,
            Order::Surprise(_)
                | Order::StartZone(..)
                | Order::Next
                | Order::PassAll
                | Order::Reaction(_)
                | Order::Morale { .. }
        );
        !must_wait
    }

    /// DR12-SURP-1.
    fn ambush(fight: &Fight) -> Vec<Order> {
        let is_surprised = fight.state.surprised.is_some();
        (!is_surprised).then_some(Order::Surprise(Some(Side::Party))).into_iter().collect()
    }

    /// DR12-END-1: the GM ends the fight as won, lost or truce.
    fn decided(_: &Fight, outcome: &str) -> Option<Note> {
        let outcome = match outcome {
            "won" => Outcome::Won,
            "lost" => Outcome::Lost,
            "truce" => Outcome::Truce,
            _ => return None,
        };
        Some(Note::Decided(outcome))
    }

    fn is_decided(fight: &Fight) -> bool {
        fight.state.outcome.is_some()
    }

    /// DR12-INIT-8: a latecomer joins its side's block; a Character rolls d6 + DEX on joining.
    fn join(scene: &mut Scene, who: CombatantId, mut one: Combatant<Dr12>) -> Step {
        let fight = scene.fight();
        check_body(&one.body)?;
        number_items(fight, Vec::new(), &mut one.body);
        let (is_late, is_npc) = (fight.phase == Phase::Running, one.is_npc());
        if is_late {
            let start = start_zone(fight, one.body.side);
            one.body.zone.get_or_insert(start);
        }
        scene.note(CoreNote::Joined(who, Box::new(one)));
        if is_late && !is_npc {
            roll_initiative(scene, who);
            insert_in_order(scene, who);
        }
        Ok(())
    }

    /// DR12-ZONE-1: the GM lays out the zones before the fight. Laid anew, everybody is in the zone
    /// of the same name again, else in the start of their side.
    fn lay(scene: &mut Scene, zones: &Zones<Ground>) -> Step {
        let fight = scene.fight();
        let places: Vec<_> = fight
            .iter()
            .filter_map(|(who, one)| Some((who, zones.find(fight.zones.name(one.body.zone?)))))
            .collect();
        scene.note(CoreNote::Laid(zones.clone()));
        for (who, zone) in places {
            scene.note(Note::StartsIn { who, zone });
        }
        Ok(())
    }

    /// The GM sets a field, with what the rules make of it: DR12-OOA-1 for who falls by it,
    /// DR12-FLEE-2 for who is gone, DR12-STUNT-3 for the grapples of who is elsewhere or Paralysed.
    fn adjust(scene: &mut Scene, who: CombatantId, field: &str, body: &Body) -> Step {
        check_body(body)?;
        let before = scene.fight().body(who).clone();
        let mut body = Box::new(body.clone());
        number_items(scene.fight(), before.items().map(|item| item.id).collect(), &mut body);
        let (has_fallen, has_fled) = (before.hp > 0 && body.hp == 0, !before.fled && body.fled);
        let is_paralysed = before.paralysed.is_none() && body.paralysed.is_some();
        let is_elsewhere = before.zone != body.zone;
        if is_elsewhere && body.zone.is_some_and(|zone| scene.fight().zones.get(zone).is_none()) {
            return Err(Refusal::setup("", "out-of-bounds").with("field", "zone").into());
        }
        scene.note(CoreNote::Adjusted { who, field: field.into(), body });
        if has_fallen {
            return damage::fall(scene, who);
        }
        if has_fled {
            return end::drop_out(scene, who);
        }
        if is_paralysed || is_elsewhere {
            hindrances::let_go(scene, who);
        }
        end::check(scene)?;
        morale::suggest(scene);
        Ok(())
    }

    /// The start of the fight. DR12-INIT-1: the side die first: 1–3 enemies, 4–6 Characters; it is
    /// rolled also when a side is surprised. DR12-INIT-2: then each Character, in join order.
    fn start(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        let stands = |side: Side| {
            fight.iter().any(|(_, one)| one.body.side == side && one.body.is_standing())
        };
        if !stands(Side::Party) || !stands(Side::Enemy) {
            return Err(Refusal::setup("DR12-END-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            scene.note(CoreNote::Laid(default_zones()));
        }
        scene.note(CoreNote::Started);
        take_places(scene);
        let face = scene.roll(6);
        let first = if face <= 3 { Side::Enemy } else { Side::Party };
        scene.note(Note::SideRolled { face, first });
        let characters: Vec<_> =
            scene.fight().iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect();
        for who in characters {
            roll_initiative(scene, who);
        }
        set_order(scene);
        Ok(())
    }

    /// DR12-TURN-7: the Turn that runs passes, or that of whoever is waited for.
    fn skip(scene: &mut Scene) -> Step {
        let running = scene.fight().state.turn.map(|turn| turn.who);
        let who = match running {
            Some(who) => who,
            None => {
                let first = turns::waiting(scene.fight()).next();
                let who =
                    first.ok_or_else(|| Refusal::setup("DR12-TURN-7", "nobody-waited-for"))?;
                turns::begin(scene, who)?;
                who
            }
        };
        scene.note(Note::Passed(who));
        Ok(())
    }

    fn own(scene: &mut Scene, order: &Order) -> Step {
        match order {
            Order::Surprise(side) => {
                if scene.fight().phase != Phase::Setup {
                    return Err(Refusal::setup("DR12-SURP-1", "already-started").into());
                }
                scene.note(Note::SurpriseSet(*side));
            }
            Order::Link(a, b) => {
                let mut zones = scene.fight().zones.clone();
                zones.link(*a, *b);
                scene.note(CoreNote::Laid(zones));
            }
            Order::Limit(zone, limit) => ground(scene, *zone, |ground| ground.limit = *limit),
            Order::Hazard(zone, hazard) => {
                ground(scene, *zone, |ground| ground.hazard.clone_from(hazard));
            }
            Order::Exit(zone, sides) => {
                ground(scene, *zone, |ground| ground.exit_for.clone_from(sides));
            }
            Order::StartZone(zone, side) => {
                check_set_up(scene)?;
                mark_start(scene, *zone, *side);
            }
            Order::Next | Order::PassAll => return block(scene, order),
            Order::Bend { who, next } => scene.note(Note::Bent { who: *who, next: *next }),
            Order::Ail { who, ailment, cure } => {
                standing(scene, *who)?;
                hindrances::check_bound(*ailment, *cure)?;
                hindrances::ail(scene, *who, *ailment, *cure)?;
            }
            Order::Cure { who, ailment } => {
                if scene.fight().body(*who).cure(*ailment).is_none() {
                    let why = Why::new("bad-target", "DR12-HIND-1").about(*who);
                    return Err(why.because(ailment.key()).refusal(scene.fight(), *who).into());
                }
                scene.note(Note::Recovered { who: *who, ailment: *ailment });
            }
            Order::Heal { who, amount } => damage::heal(scene, *who, (*amount).into(), Cause::Gm),
            Order::Harm { who, amount } => {
                standing(scene, *who)?;
                damage::lose(scene, *who, (*amount).into(), Cause::Gm)?;
            }
            Order::Place { who, zone } => {
                let from = super::zones::zone_of(scene.fight(), *who);
                scene.note(Note::Moved { who: *who, from, to: *zone, way: Way::Placed });
                if from != *zone {
                    hindrances::let_go(scene, *who);
                }
            }
            Order::Reaction(npcs) => {
                only_npcs(scene.fight(), npcs, "DR12-RCT-1")?;
                morale::react(scene, npcs);
            }
            Order::Morale { npcs, on_fail } => {
                only_npcs(scene.fight(), npcs, "DR12-MORALE-2")?;
                only_enemies(scene.fight(), npcs)?;
                for who in npcs {
                    standing(scene, *who)?;
                }
                morale::test(scene, npcs, *on_fail);
            }
        }
        Ok(())
    }
}

fn check_set_up(scene: &Scene) -> Result<(), Refusal> {
    match scene.fight().phase {
        Phase::Setup => Ok(()),
        Phase::Running | Phase::Over(_) => Err(Refusal::setup("DR12-ZONE-1", "zones-before-start")),
    }
}

/// The ranges of the rule text's "Sheet" section.
fn check_body(body: &Body) -> Result<(), Refusal> {
    let wrong = |field: &str| Err(Refusal::setup("", "out-of-bounds").with("field", field));
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
    if body.hands.iter().map(|item| u16::from(item.hands)).sum::<u16>() > 2 {
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
    let is_wrong = |rider: &Rider| rider.bound && !rider.ailment.may_be_bound();
    if unbindable.iter().flatten().any(|cure| cure.bound) || riders.any(is_wrong) {
        return wrong("bound (stuck and weakened alone)");
    }
    Ok(())
}

/// Gives items ids that no other item of the fight has; each of its `own` ids stays with the first
/// item that has it.
fn number_items(fight: &Fight, mut own: Vec<ItemId>, body: &mut Body) {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.ground.items).map(|item| item.id.0);
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

impl Thing<super::Dr12> for Item {
    fn of_name(name: &str) -> Self {
        Self::thing(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// An NPC strikes with it, having no inventory; a Character takes it in a free hand, else puts
    /// it where it fits.
    fn carried(&self, fight: &Fight, who: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        let item = Self { owner: None, ..self.clone() };
        if fight.one(who).is_npc() {
            if item.weapon.is_none() {
                return Err(Refusal::new("bad-target", "").with("name", fight.name(who)));
            }
            body.attacks.push(item);
        } else if body.free_hands() >= item.hands
            && (item.weapon.is_some() || item.armour.is_some())
        {
            body.hands.push(item);
        } else if body.has_pack_place() {
            body.pack.push(item);
        } else {
            return Err(Refusal::new("no-free-slot", ""));
        }
        number_items(fight, fight.body(who).items().map(|item| item.id).collect(), body);
        check_body(body)
    }

    fn laid(&self, fight: &Fight, _: ZoneId, ground: &mut Ground) {
        let mut one = Body { pack: vec![self.clone()], ..Body::default() };
        number_items(fight, Vec::new(), &mut one);
        ground.items.append(&mut one.pack);
    }
}

/// DR12-ZONE-1: whoever has no other place begins in the start zone of their side.
fn take_places(scene: &mut Scene) {
    let fight = scene.fight();
    let unplaced = fight.iter().filter(|(_, one)| one.body.zone.is_none());
    let places: Vec<_> =
        unplaced.map(|(who, one)| (who, Some(start_zone(fight, one.body.side)))).collect();
    for (who, zone) in places {
        scene.note(Note::StartsIn { who, zone });
    }
}

/// DR12-INIT-2: d6 + DEX. These dice are not Tests: no Advantage, hindrance, natural 20 or 1, or
/// dex_dr touches them.
fn roll_initiative(scene: &mut Scene, who: CombatantId) {
    let face = scene.roll(6);
    let total = face as i8 + scene.fight().body(who).dex;
    scene.note(Note::InitiativeRolled { who, face, total });
}

/// DR12-INIT-2: from the highest result to the lowest. DR12-INIT-3: equal results: higher DEX
/// first, then whoever joined earlier.
fn set_order(scene: &mut Scene) {
    let fight = scene.fight();
    let mut order: Vec<_> =
        fight.iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect();
    order.sort_by_key(|who| rank(fight, *who));
    scene.note(Note::Ordered(order));
}

/// DR12-INIT-8: a latecomer is put in its place; the others' order holds (DR12-INIT-5).
fn insert_in_order(scene: &mut Scene, who: CombatantId) {
    let fight = scene.fight();
    let mut order = fight.state.order.clone();
    let is_after = |other: &CombatantId| rank(fight, *other) > rank(fight, who);
    let at = order.iter().position(is_after).unwrap_or(order.len());
    order.insert(at, who);
    scene.note(Note::Ordered(order));
}

/// The lower, the earlier.
fn rank(fight: &Fight, who: CombatantId) -> (Reverse<(i8, i8)>, CombatantId) {
    let body = fight.body(who);
    (Reverse((body.initiative, body.dex)), who)
}

/// DR12-INIT-6: the next NPC in join order starts its Turn. DR12-INIT-7: closing the block early
/// gives each NPC that is left a Turn in which it passes.
fn block(scene: &mut Scene, order: &Order) -> Step {
    let fight = scene.fight();
    let next = turns::waiting(fight).find(|who| fight.one(*who).is_npc());
    let running = fight.state.turn.filter(|turn| fight.one(turn.who).is_npc());
    match (order, next, running) {
        (Order::Next, Some(who), _) => turns::begin(scene, who),
        (Order::PassAll, _, Some(turn)) => {
            scene.note(Note::BlockPassed);
            scene.note(Note::Passed(turn.who));
            Ok(())
        }
        (Order::PassAll, Some(_), None) => {
            scene.note(Note::BlockPassed);
            Ok(())
        }
        _ => Err(Refusal::new("not-your-turn", "DR12-INIT-6").into()),
    }
}

/// DR12-ZONE-1: a side has one start; both sides may have the same.
fn mark_start(scene: &mut Scene, zone: ZoneId, side: Side) {
    let is_marked = |ground: &Ground| ground.start.contains(&side);
    let marked = scene.fight().zones.iter().filter(|(_, zone)| is_marked(&zone.ground));
    for old in marked.map(|(old, _)| old).collect::<Vec<_>>() {
        if old != zone {
            ground(scene, old, |ground| ground.start.retain(|one| *one != side));
        }
    }
    ground(scene, zone, |ground| {
        ground.start.retain(|one| *one != side);
        ground.start.push(side);
    });
}

fn ground(scene: &mut Scene, zone: ZoneId, change: impl FnOnce(&mut Ground)) {
    if let Some(found) = scene.fight().zones.get(zone) {
        let mut ground = found.ground.clone();
        change(&mut ground);
        scene.note(CoreNote::GroundLaid(zone, ground));
    }
}

/// DR12-OOA-1: who is Out of Action or gone takes no hindrance, no damage and no Test.
fn standing(scene: &Scene, who: CombatantId) -> Result<(), Refusal> {
    if damage::stands(scene.fight(), who) {
        Ok(())
    } else {
        Err(Why::new("bad-target", "DR12-OOA-1").about(who).refusal(scene.fight(), who))
    }
}

/// DR12-MORALE-2: Characters never Test morale.
fn only_npcs(fight: &Fight, npcs: &[CombatantId], rule: &'static str) -> Result<(), Refusal> {
    match npcs.iter().find(|who| !fight.one(**who).is_npc()) {
        Some(who) => Err(Why::new("bad-target", rule).about(*who).refusal(fight, *who)),
        None => Ok(()),
    }
}

/// DR12-MORALE-1: morale Tests are for the enemies.
fn only_enemies(fight: &Fight, npcs: &[CombatantId]) -> Result<(), Refusal> {
    match npcs.iter().find(|who| fight.body(**who).side != Side::Enemy) {
        Some(who) => Err(Why::new("bad-target", "DR12-MORALE-1").about(*who).refusal(fight, *who)),
        None => Ok(()),
    }
}
