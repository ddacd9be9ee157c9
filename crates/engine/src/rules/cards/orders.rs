//! Set-up and the start (CARDS-INIT), and everything else that the GM orders.

use serde::{Deserialize, Serialize};

use super::hazards::{self, Fear};
use super::pools;
use super::sheet::{Action, Body, Harm, Intensity, Item, ItemId, Name, Raise, Track};
use super::state::{Ambush, Cause, Flag, Ground, Note, Obstacle, Position, Scope, Way};
use super::turns;
use super::verbs;
use super::{Cards, Fight, Scene, Step, ambush, damage, end, gear, holding, initiative, movement};
use crate::command::Refusal;
use crate::fight::{Combatant, Note as CoreNote, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::orders::{Orders, RefusedBy};
use crate::things::Thing;
use crate::why::Why;
use crate::zones::{MOST_ZONES, Zones};

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Assign {
        who: CombatantId,
        side: Name,
    },
    /// CARDS-INIT-3; an empty name: each a card of its own.
    Group {
        who: Vec<CombatantId>,
        name: Name,
    },
    /// CARDS-AMB-1.
    Ambush(Option<Ambush>),
    /// CARDS-SWAP-3.
    Bar {
        one: CombatantId,
        other: CombatantId,
        is_on: bool,
    },
    Link(ZoneId, ZoneId),
    /// CARDS-ZONE-1.
    Exit {
        zone: ZoneId,
        is_on: bool,
    },
    /// CARDS-MOVE-3: one more place of so many dice; none: there are none any more.
    Cover {
        zone: ZoneId,
        dice: Option<u8>,
    },
    /// CARDS-ZONE-3.
    Obstacle {
        zone: ZoneId,
        obstacle: Obstacle,
        is_on: bool,
    },
    /// CARDS-ZONE-2.
    Blocked {
        zone: ZoneId,
        to: ZoneId,
        is_on: bool,
    },
    /// CARDS-CIRC-1.
    Circumstance {
        scope: Option<Scope>,
        zone: Option<ZoneId>,
        raise: Raise,
    },
    /// CARDS-TEST-6.
    Call {
        who: CombatantId,
        action: Action,
        need: u8,
        position: Position,
        /// The type of Harm of a failure, where it harms.
        harm: Option<Harm>,
    },
    /// CARDS-FEAR-1; nobody named: every Active PC.
    Fear {
        who: Vec<CombatantId>,
        value: u8,
        position: Position,
        source: Option<CombatantId>,
        is_waived: bool,
    },
    /// CARDS-FIRE-1; none: the fire is out.
    Fire {
        who: CombatantId,
        intensity: Option<Intensity>,
    },
    Poison {
        who: CombatantId,
        toxicity: u8,
        harm: Harm,
    },
    Fall {
        who: CombatantId,
        feet: u8,
    },
    Fatigue {
        who: CombatantId,
        harm: Harm,
    },
    Harm {
        who: CombatantId,
        amount: u8,
        harm: Harm,
    },
    Heal {
        who: CombatantId,
        amount: u8,
        harm: Harm,
    },
    Cure(CombatantId),
    Flag {
        who: CombatantId,
        flag: Flag,
        is_on: bool,
    },
    Place {
        who: CombatantId,
        zone: ZoneId,
    },
    /// CARDS-END-3.
    Recover {
        who: CombatantId,
        by: Option<CombatantId>,
    },
    Day,
}

fn bad_target(scene: &Scene, who: CombatantId, rule: &'static str) -> Refusal {
    Why::new("bad-target", rule).about(who).refusal(scene.fight(), who)
}

impl Orders for Cards {
    const REFUSED_BY: RefusedBy =
        RefusedBy { meanwhile: "", zones: "CARDS-ZONE-1", end: "CARDS-END-1" };
    const AFTERMATH: &'static [&'static str] = verbs::AFTERMATH;

    fn remove(scene: &mut Scene, who: CombatantId) -> Step {
        holding::end_holds(scene, who);
        if scene.fight().state.turn.is_some_and(|turn| turn.who == who) {
            scene.note(Note::TurnEnded(who));
        }
        scene.note(Note::Left(who));
        scene.note(CoreNote::Removed(who));
        Ok(())
    }

    fn lay(scene: &mut Scene, zones: &Zones<Ground>) -> Step {
        lay_map(scene, zones.clone());
        Ok(())
    }

    fn skip(scene: &mut Scene) -> Step {
        turns::skip(scene).map_err(|_| Refusal::setup("CARDS-TURN-8", "nobody-waited-for"))?;
        Ok(())
    }

    /// CARDS-TURN-7: while a window is open only its answer and the GM's tools are accepted: not
    /// what would move the fight on, deal cards or ask somebody.
    fn is_taken_meanwhile(order: &Order) -> bool {
        let must_wait = matches!(
            order,
            Order::Fear { .. } | Order::Group { .. } | Order::Ambush(_) | Order::Recover { .. }
        );
        !must_wait
    }

    /// CARDS-END-1: the GM ends the fight at any time: a side's name, or truce.
    fn decided(fight: &Fight, outcome: &str) -> Option<Note> {
        let name = outcome.to_lowercase();
        let is_side = fight.iter().any(|(_, one)| one.body.side.to_lowercase() == name);
        (is_side || name == "truce").then(|| Note::Decided(name.as_str().into()))
    }

    /// Who joins is of a side; without one named, players are Heroes, NPCs Foes. CARDS-HID-1: only
    /// NPCs are Hidden. CARDS-INIT-7: a late arrival draws from the undealt cards. CARDS-HARM-5:
    /// the dead stay away.
    fn join(scene: &mut Scene, who: CombatantId, mut one: Combatant<Cards>) -> Step {
        check_body(&one.body)?;
        let fight = scene.fight();
        check_zone(fight, &one.body)?;
        number_items(fight, who, &mut one.body);
        check_ties(fight, who, &one.body)?;
        if one.body.is_dead() {
            return Err(Refusal::setup("CARDS-HARM-5", "dead").into());
        }
        one.is_hidden &= one.is_npc();
        if one.body.side.trim().is_empty() {
            one.body.side = one.usual_side().into();
        }
        let is_late = fight.phase == Phase::Running;
        if is_late {
            let checked = initiative::check_late(fight, &one.body, one.is_npc());
            checked.map_err(|why| why.refusal(fight, who))?;
        }
        scene.note(CoreNote::Joined(who, Box::new(one)));
        if is_late {
            initiative::deal_late(scene, who);
        }
        Ok(())
    }

    /// The GM sets a field of somebody, within the ranges. One who is set into another zone is
    /// placed there, and a hold that is set to none ends for both.
    fn adjust(scene: &mut Scene, who: CombatantId, field: &str, body: &Body) -> Step {
        let fight = scene.fight();
        let was = fight.body(who).clone();
        let zone = body.zone.filter(|_| was.zone.is_some() && was.zone != body.zone);
        check_zone(fight, body)?;
        let body = Body { zone: zone.map_or(body.zone, |_| was.zone), ..body.clone() };
        check_body(&body)?;
        check_ties(fight, who, &body)?;
        if body.card != was.card {
            let checked = initiative::check_cards(fight, who, &body.card);
            checked.map_err(|why| why.refusal(fight, who))?;
        }
        let (held_by, holding) = (body.held_by, body.holding);
        scene.note(CoreNote::Adjusted { who, field: field.into(), body: Box::new(body) });
        if let Some(by) = was.held_by.filter(|_| held_by.is_none()) {
            scene.note(Note::Freed { who, by });
        }
        if let Some(held) = was.holding.filter(|_| holding.is_none()) {
            scene.note(Note::Freed { who: held, by: who });
        }
        if let Some(zone) = zone {
            movement::force(scene, who, zone, Way::Placed);
        }
        settle_state(scene, who, was.is_active());
        Ok(())
    }

    /// CARDS-HID-1: hidden no more.
    fn reveal(scene: &mut Scene, who: CombatantId) {
        scene.reveal(who);
    }

    /// CARDS-AMB-5: of the side of the first NPC, without a test.
    fn ambush(fight: &Fight) -> Vec<Order> {
        let npc = fight.iter().find(|(_, one)| one.is_npc());
        let npc = npc.filter(|_| fight.state.ambush.is_none());
        let ambush = npc.map(|(_, one)| Ambush {
            side: one.body.side.clone(),
            by: None,
            against: None,
            action: None,
            auto: true,
        });
        ambush.map(|ambush| Order::Ambush(Some(ambush))).into_iter().collect()
    }

    /// State machine, 1 and 2: set-up ends. CARDS-INIT-5: not without enough cards. CARDS-AMB-1:
    /// the ambush test, then the deal, then the extra cards; then round 1.
    fn start(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        if !end::is_contested(fight) {
            return Err(Refusal::setup("", "empty-side").into());
        }
        if let Err(why) = initiative::check_deck(fight) {
            return Err(why.refusal(fight, CombatantId::NOBODY).into());
        }
        if fight.zones.is_empty() {
            // CARDS-ZONE-1.
            lay_map(scene, Zones::row(["Near", "Middle", "Far"]));
        }
        if scene.fight().settings.stowed {
            gear::stow_all(scene);
        }
        scene.note(CoreNote::Started);
        let drawing = ambush::test(scene);
        initiative::deal_all(scene);
        if let Some(drawing) = drawing {
            ambush::draw(scene, &drawing);
        }
        turns::begin_round(scene);
        Ok(())
    }

    fn own(scene: &mut Scene, order: &Order) -> Step {
        match order {
            Order::Assign { .. } | Order::Group { .. } | Order::Ambush(_) | Order::Bar { .. } => {
                set_up(scene, order)?;
            }
            Order::Link(..)
            | Order::Exit { .. }
            | Order::Cover { .. }
            | Order::Obstacle { .. }
            | Order::Blocked { .. }
            | Order::Circumstance { .. } => lay(scene, order)?,
            Order::Fear { who, value, position, source, is_waived } => {
                let players = scene.fight().iter().filter(|(_, one)| !one.is_npc());
                let players: Vec<_> = players.map(|(who, _)| who).collect();
                if let Some(wrong) = who.iter().find(|who| !players.contains(who)) {
                    return Err(bad_target(scene, *wrong, "CARDS-FEAR-1").into());
                }
                let (value, position, source) = (*value, *position, *source);
                let fear = Fear { value, position, source, is_waived: *is_waived };
                let all = if who.is_empty() { &players } else { who };
                hazards::fear(scene, all, fear)?;
            }
            Order::Call { who, .. }
            | Order::Fire { who, .. }
            | Order::Poison { who, .. }
            | Order::Fall { who, .. }
            | Order::Fatigue { who, .. }
            | Order::Harm { who, .. }
            | Order::Heal { who, .. }
            | Order::Cure(who)
            | Order::Flag { who, .. }
            | Order::Place { who, .. } => {
                if scene.fight().body(*who).fled {
                    return Err(bad_target(scene, *who, "CARDS-TEST-6").into());
                }
                befall(scene, order);
            }
            Order::Recover { who, by } => {
                let fight = scene.fight();
                if fight.phase == Phase::Running {
                    return Err(Refusal::setup("CARDS-END-3", "not-over").into());
                }
                end::check_recover(fight, *who, *by).map_err(|why| why.refusal(fight, *who))?;
                end::recover(scene, *who, *by);
            }
            Order::Day => scene.note(Note::DayBegan),
        }
        Ok(())
    }
}

fn wrong(field: &str) -> Result<(), Refusal> {
    Err(Refusal::setup("", "out-of-bounds").with("field", field))
}

/// Before there are zones anything goes: the map decides (CARDS-ZONE-1).
fn check_zone(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let is_there = body.zone.is_none_or(|zone| fight.zones.get(zone).is_some());
    if is_there || fight.zones.is_empty() { Ok(()) } else { wrong("zone (one that there is)") }
}

/// What somebody refers to is there: a place of cover in the zone, and whoever holds them or is
/// held, who knows of it.
fn check_ties(fight: &Fight, who: CombatantId, body: &Body) -> Result<(), Refusal> {
    let zone = fight.zones.get(body.zone.unwrap_or(ZoneId(0)));
    let places = zone.map_or(0, |zone| zone.ground.cover.len());
    if body.cover.is_some_and(|place| usize::from(place) >= places) {
        return wrong("cover (a place in the zone)");
    }
    let holds = |by, held| fight.get(by).is_some_and(|one| one.body.holding == Some(held));
    let is_held = body.held_by.is_none_or(|by| holds(by, who));
    if !is_held || body.holding.is_some_and(|held| !holds(who, held)) {
        return wrong("held_by, holding (none)");
    }
    let source = body.shaken.and_then(|shaken| shaken.source);
    let mut named = body.gear.iter().filter_map(|item| item.owner).chain(source);
    if named.any(|one| one != who && fight.combatants.get(one.index()).is_none()) {
        return wrong("owner, source (combatants)");
    }
    Ok(())
}

/// The ranges of the rule text's "Sheet" section.
fn check_body(body: &Body) -> Result<(), Refusal> {
    let attributes = [body.strength, body.dexterity, body.intuition, body.reason, body.presence];
    if attributes.iter().any(|value| !(1..=5).contains(value)) {
        return wrong("attributes (1 to 5)");
    }
    if Action::ALL.iter().any(|action| body.actions.of(*action) > 5) {
        return wrong("actions (0 to 5)");
    }
    if body.pools.is_some_and(|pools| Action::ALL.iter().any(|action| pools.of(*action) > 12)) {
        return wrong("pools (0 to 12)");
    }
    let is_full = |harm| {
        let slots = body.slots_of(harm);
        slots.lesser > 2 || slots.moderate > 2 || slots.severe > 1
    };
    if Harm::ALL.into_iter().any(is_full) {
        return wrong("phys_slots, ment_slots (2 lesser, 2 moderate, 1 severe)");
    }
    if ![body.phys_cap, body.ment_cap].iter().all(|cap| (1..=20).contains(cap)) {
        return wrong("phys_cap, ment_cap (1 to 20)");
    }
    if !(1..=3).contains(&body.cards) || body.card.len() > 3 {
        return wrong("cards (1 to 3)");
    }
    if body.fear > 6 {
        return wrong("fear (0 to 6)");
    }
    if body.armour.as_ref().is_some_and(|one| one.dice > 6 || one.finesse_penalty > 2) {
        return wrong("armour (dice 0 to 6, finesse_penalty 0 to 2)");
    }
    body.gear.iter().try_for_each(check_item)?;
    let held = body.gear.iter().filter(|item| item.held && !item.natural);
    if held.map(|item| u16::from(item.hands)).sum::<u16>() > 2 {
        return wrong("held (2 hands' worth)");
    }
    if body.gear.len() > 20 {
        return wrong("gear (20 items)");
    }
    if body.side.chars().count() > 40 || body.group.chars().count() > 40 {
        return wrong("side, group (40 characters)");
    }
    Ok(())
}

fn check_item(item: &Item) -> Result<(), Refusal> {
    if item.hands > 2 {
        return wrong("hands (0 to 2)");
    }
    if item.parry_bonus.is_some_and(|dice| dice > 6) {
        return wrong("parry_bonus (0 to 6)");
    }
    let Some(arm) = &item.weapon else { return Ok(()) };
    if arm.damage > 6 || arm.bonus > 2 {
        return wrong("weapon (damage 0 to 6, bonus 0 to 2)");
    }
    if usize::from(arm.max) > MOST_ZONES || arm.poison.is_some_and(|dice| dice > 30) {
        return wrong("weapon (max 0 to 24, poison 0 to 30)");
    }
    Ok(())
}

/// Gives the items of somebody who joins ids that no other item of the fight has, and their owner.
fn number_items(fight: &Fight, who: CombatantId, body: &mut Body) {
    let mut next = free_id(fight).0;
    for item in &mut body.gear {
        (item.id, item.owner) = (ItemId(next), Some(who));
        next = next.saturating_add(1).min(ItemId::UNARMED.0 - 1);
    }
}

/// The id of the next item.
fn free_id(fight: &Fight) -> ItemId {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.ground.items);
    let carried = fight.combatants.iter().flat_map(|one| &one.body.gear);
    let last = lying.chain(carried).map(|item| item.id.0).max().unwrap_or(0);
    ItemId(last.saturating_add(1).min(ItemId::UNARMED.0 - 1))
}

impl Thing<super::Cards> for Item {
    fn of_name(name: &str) -> Self {
        Self::thing(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn carried(&self, fight: &Fight, who: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        body.gear.push(Self { id: free_id(fight), held: false, owner: Some(who), ..self.clone() });
        check_body(body)
    }

    fn laid(&self, fight: &Fight, _: ZoneId, ground: &mut Ground) {
        ground.items.push(Self { id: free_id(fight), held: false, owner: None, ..self.clone() });
    }
}

/// What follows when the GM has changed somebody: CARDS-HARM-7: points that reach the cap.
/// CARDS-HARM-8: who is Out, as the dead are.
fn settle_state(scene: &mut Scene, who: CombatantId, was_active: bool) {
    let body = scene.fight().body(who);
    let is_capped = body.track == Track::Points
        && Harm::ALL.into_iter().any(|harm| body.points(harm) >= body.cap(harm));
    if was_active && (!body.is_active() || is_capped || body.is_dead()) {
        damage::fall(scene, who);
    }
}

/// Sides, groups and ambushes; cards are dealt once, so groups are made before.
fn set_up(scene: &mut Scene, order: &Order) -> Result<(), Refusal> {
    let is_setup = scene.fight().phase == Phase::Setup;
    match order {
        Order::Assign { who, side } => {
            if side.is_empty() || side.chars().count() > 40 {
                return Err(Refusal::setup("", "out-of-bounds").with("field", "side"));
            }
            scene.note(Note::Assigned { who: *who, side: side.clone() });
        }
        Order::Group { who, name } => {
            if !is_setup {
                return Err(Refusal::setup("CARDS-INIT-3", "already-started"));
            }
            if let Some(player) = who.iter().find(|who| !scene.fight().one(**who).is_npc()) {
                return Err(bad_target(scene, *player, "CARDS-INIT-3"));
            }
            scene.note(Note::Grouped { who: who.clone(), name: name.clone() });
        }
        Order::Ambush(ambush) => {
            if !is_setup {
                return Err(Refusal::setup("CARDS-AMB-1", "already-started"));
            }
            if let Some(ambush) = ambush {
                check_ambush(scene, ambush)?;
            }
            scene.note(Note::AmbushSet(ambush.clone()));
        }
        Order::Bar { one, other, is_on } => {
            scene.note(Note::DeafSet { one: *one, other: *other, is_on: *is_on });
        }
        _ => {}
    }
    Ok(())
}

/// CARDS-AMB-1: who rolls is of the side that does.
fn check_ambush(scene: &Scene, ambush: &Ambush) -> Result<(), Refusal> {
    let is_of_side = |who: CombatantId| scene.fight().body(who).side == ambush.side;
    if !scene.fight().iter().any(|(who, _)| is_of_side(who)) {
        return Err(Refusal::setup("CARDS-AMB-1", "value").with("slot", "side"));
    }
    let wrong = ambush.by.filter(|who| !is_of_side(*who));
    let wrong = wrong.or(ambush.against.filter(|who| is_of_side(*who)));
    match wrong {
        Some(who) => Err(bad_target(scene, who, "CARDS-AMB-1")),
        None => Ok(()),
    }
}

/// CARDS-ZONE-1 to CARDS-ZONE-3, CARDS-CIRC-1: what the map is, and what is harder there.
fn lay(scene: &mut Scene, order: &Order) -> Result<(), Refusal> {
    let are_neighbours = |scene: &Scene, one, other| scene.fight().zones.are_adjacent(one, other);
    match order {
        Order::Link(one, other) => {
            let mut zones = scene.fight().zones.clone();
            zones.link(*one, *other);
            scene.note(CoreNote::Laid(zones));
        }
        Order::Exit { zone, is_on } => ground(scene, *zone, |ground| ground.exit = Some(*is_on)),
        Order::Cover { zone, dice: Some(dice) } => {
            ground(scene, *zone, |ground| ground.cover.push(*dice));
        }
        Order::Cover { zone, dice: None } => {
            ground(scene, *zone, |ground| ground.cover.clear());
            let here = |one: &Combatant<Cards>| one.body.zone.unwrap_or(ZoneId(0)) == *zone;
            uncover(scene, here);
        }
        Order::Obstacle { zone, obstacle, is_on } => {
            if !are_neighbours(scene, *zone, obstacle.to) {
                return Err(Refusal::setup("CARDS-ZONE-3", "value").with("slot", "to"));
            }
            for (zone, to) in [(*zone, obstacle.to), (obstacle.to, *zone)] {
                ground(scene, zone, |ground| {
                    ground.obstacles.retain(|known| known.to != to);
                    if *is_on {
                        ground.obstacles.push(Obstacle { to, ..*obstacle });
                    }
                });
            }
        }
        Order::Blocked { zone, to, is_on } => {
            for (zone, to) in [(*zone, *to), (*to, *zone)] {
                ground(scene, zone, |ground| {
                    ground.blocked.retain(|known| *known != to);
                    if *is_on {
                        ground.blocked.push(to);
                    }
                });
            }
        }
        Order::Circumstance { scope: Some(scope), raise, .. } => {
            scene.note(Note::RaiseSet { scope: *scope, raise: *raise });
        }
        Order::Circumstance { zone: Some(zone), raise, .. } => ground(scene, *zone, |ground| {
            ground.raises.retain(|known| known.action != raise.action);
            if raise.by > 0 {
                ground.raises.push(*raise);
            }
        }),
        _ => {}
    }
    Ok(())
}

/// CARDS-ZONE-1: a new map: everybody stands in the zone of the same name, or else in the first. Of
/// cover there is none yet.
fn lay_map(scene: &mut Scene, zones: Zones<Ground>) {
    let fight = scene.fight();
    let place = |one: &Combatant<Cards>| {
        let zone = one.body.zone?;
        let same = match fight.zones.get(zone) {
            Some(old) => zones.find(&old.name),
            None => zones.get(zone).map(|_| zone),
        };
        Some(same.unwrap_or(ZoneId(0))).filter(|to| *to != zone)
    };
    let moved: Vec<_> = fight.iter().filter_map(|(who, one)| Some((who, place(one)?))).collect();
    scene.note(CoreNote::Laid(zones));
    uncover(scene, |_| true);
    for (who, to) in moved {
        movement::force(scene, who, to, Way::Placed);
    }
}

/// The cover of these is gone.
fn uncover(scene: &mut Scene, is_meant: impl Fn(&Combatant<Cards>) -> bool) {
    let all = scene.fight().iter();
    let covered = all.filter(|(_, one)| one.body.cover.is_some() && is_meant(one));
    let covered: Vec<_> = covered.map(|(who, _)| who).collect();
    for who in covered {
        scene.note(Note::CoverSet { who, place: None });
    }
}

fn ground(scene: &mut Scene, zone: ZoneId, change: impl FnOnce(&mut Ground)) {
    if let Some(found) = scene.fight().zones.get(zone) {
        let mut ground = found.ground.clone();
        change(&mut ground);
        scene.note(CoreNote::GroundLaid(zone, ground));
    }
}

/// What the GM lets happen to somebody.
fn befall(scene: &mut Scene, order: &Order) {
    match order {
        Order::Call { who, action, need, position, harm } => {
            let danger = harm.map(|harm| (*position, harm));
            pools::call(scene, *who, *action, *need, danger);
        }
        Order::Fire { who, intensity: Some(intensity) } => {
            hazards::catch_fire(scene, *who, *intensity);
        }
        Order::Fire { who, intensity: None } => scene.note(Note::FireOut(*who)),
        Order::Poison { who, toxicity, harm } => hazards::poison(scene, *who, *toxicity, *harm),
        Order::Fall { who, feet } => hazards::fall(scene, *who, *feet),
        Order::Fatigue { who, harm } => hazards::fatigue(scene, *who, *harm),
        Order::Harm { who, amount, harm } => {
            damage::harm(scene, *who, *harm, *amount, Cause::Gm);
        }
        Order::Heal { who, amount, harm } => damage::heal(scene, *who, *harm, *amount),
        Order::Cure(who) => scene.note(Note::PoisonsEnded(*who)),
        Order::Flag { who, flag, is_on } => {
            let (who, flag, is_on) = (*who, *flag, *is_on);
            let was_active = scene.fight().body(who).is_active();
            scene.note(Note::FlagSet { who, flag, is_on });
            if flag == Flag::Shaken && is_on {
                // CARDS-GRAP-6.
                holding::let_go(scene, who);
            }
            settle_state(scene, who, was_active);
        }
        Order::Place { who, zone } => movement::force(scene, *who, *zone, Way::Placed),
        _ => {}
    }
}
