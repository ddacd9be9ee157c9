//! Set-up and the start (FACT-INIT), and everything else that the GM orders.

use serde::{Deserialize, Serialize};

use super::sheet::{Body, Item, ItemId, Name, Pool};
use super::state::{Cause, Flag, Ground, Manoeuvre, Note, Passing, Stage, Tag, Way, loss_round};
use super::zones::{Place, place_of};
use super::{Factions, Fight, Scene, Step, chases, damage, grapple, initiative, movement, rounds};
use super::{sneaking, visibility};
use crate::command::Refusal;
use crate::fight::{Combatant, Note as CoreNote, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::orders::{Orders, RefusedBy};
use crate::things::Thing;
use crate::why::Why;
use crate::zones::Zones;

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// FACT-INIT-1; an empty group is the faction.
    Assign {
        who: CombatantId,
        faction: Name,
        group: Name,
    },
    /// FACT-INIT-1.
    Ally {
        one: Name,
        other: Name,
        is_on: bool,
    },
    /// FACT-ROUND-4.
    Captain(CombatantId),
    /// FACT-INIT-2: who started the fight.
    Started(Name),
    /// FACT-ROUND-3: hands the slot to this one.
    Slot(CombatantId),
    Link(ZoneId, ZoneId),
    /// FACT-ZONE-4.
    Tag {
        zone: ZoneId,
        tag: Tag,
        is_on: bool,
    },
    /// FACT-ZONE-4: damage that ignores armour; none: no hazard.
    Hazard(ZoneId, Option<Pool>),
    /// FACT-ZONE-3: whether two zones cannot see each other.
    Blocked {
        zone: ZoneId,
        to: ZoneId,
        is_on: bool,
    },
    /// FACT-ZONE-4, FACT-ATK-2, and conditions.
    Flag {
        who: CombatantId,
        flag: Flag,
        is_on: bool,
    },
    /// FACT-SNEAK-1: whether an enemy is aware of a concealed one.
    Noticed {
        who: CombatantId,
        by: CombatantId,
        is_on: bool,
    },
    /// FACT-NL-3.
    Manoeuvre(Manoeuvre),
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
    /// FACT-CHASE-2: a long chase; who gets away, where the GM says so (FACT-CHASE-3).
    Chase {
        leavers: Vec<CombatantId>,
        pursuers: Vec<CombatantId>,
        escapes: Option<bool>,
    },
    /// FACT-MORALE-3.
    Stretch,
    /// FACT-GEAR-4.
    Durability {
        who: CombatantId,
        is_on: bool,
    },
}

fn bad_target(scene: &Scene, who: CombatantId, rule: &'static str) -> Refusal {
    Why::new("bad-target", rule).about(who).refusal(scene.fight(), who)
}

impl Orders for Factions {
    const REFUSED_BY: RefusedBy =
        RefusedBy { meanwhile: "", zones: "FACT-ZONE-1", end: "FACT-END-1" };

    fn remove(scene: &mut Scene, who: CombatantId) -> Step {
        grapple::end_holds(scene, who);
        if scene.fight().state.turn.is_some_and(|turn| turn.who == who) {
            scene.note(Note::TurnEnded(who));
        }
        scene.note(CoreNote::Removed(who));
        Ok(())
    }

    fn adjust(scene: &mut Scene, who: CombatantId, field: &str, body: &Body) -> Step {
        check_body(scene.fight(), body)?;
        let mut body = Box::new(body.clone());
        let was_active = scene.fight().body(who).is_active();
        // FACT-MORALE-1: those not active count as lost.
        if was_active && !body.is_active() {
            body.lost_in = loss_round(scene.fight());
        }
        form_faction(scene, &body.faction);
        scene.note(CoreNote::Adjusted { who, field: field.into(), body });
        settle_state(scene, who, was_active);
        Ok(())
    }

    fn reveal(scene: &mut Scene, who: CombatantId) {
        sneaking::reveal(scene, who);
    }

    fn shown(scene: &mut Scene, who: CombatantId) {
        sneaking::vanish(scene, who);
    }

    /// While a window is open only its answer and the GM's rulings are accepted: not what would
    /// move the fight on.
    fn is_taken_meanwhile(order: &Order) -> bool {
        !matches!(order, Order::Started(_) | Order::Slot(_) | Order::Chase { .. })
    }

    /// FACT-END-1: the GM ends the fight: a faction's name, or truce.
    fn decided(fight: &Fight, outcome: &str) -> Option<Note> {
        let name = outcome.to_lowercase();
        let is_known = fight.state.factions.iter().any(|one| one.to_lowercase() == name);
        (is_known || name == "truce").then(|| Note::Decided(name.as_str().into()))
    }

    /// FACT-INIT-1: who joins is of a faction; without one named, players are the party, NPCs
    /// enemies. FACT-SNEAK-1: an NPC that is concealed is hidden from players altogether.
    fn join(scene: &mut Scene, who: CombatantId, mut one: Combatant<Factions>) -> Step {
        check_body(scene.fight(), &one.body)?;
        number_items(scene.fight(), &mut one.body);
        if one.body.faction.trim().is_empty() {
            one.body.faction = one.usual_side().into();
        }
        one.body.concealed |= one.is_hidden;
        one.is_hidden = one.body.concealed && one.is_npc();
        let faction = one.body.faction.clone();
        scene.note(CoreNote::Joined(who, Box::new(one)));
        form_faction(scene, &faction);
        Ok(())
    }

    /// FACT-ZONE-1: the map is laid anew; everybody stays in the zone of the same name, or else
    /// comes into the first.
    fn lay(scene: &mut Scene, zones: &Zones<Ground>) -> Step {
        let fight = scene.fight();
        let same = |zone: ZoneId| zones.find(fight.zones.name(zone));
        let mut moved = Vec::new();
        for (who, one) in fight.iter() {
            let Some(zone) = one.body.zone else { continue };
            let border = one.body.border.and_then(same);
            let to = match (same(zone), border) {
                (Some(zone), Some(border)) if zones.are_adjacent(zone, border) => {
                    Place::between(zone, border)
                }
                (zone, _) => Place::zone(zone.unwrap_or(ZoneId(0))),
            };
            if to != place_of(fight, who) {
                moved.push((who, to));
            }
        }
        scene.note(CoreNote::Laid(zones.clone()));
        for (who, to) in moved {
            let is_secret = visibility::is_secret(scene.fight(), who);
            scene.note(Note::Moved { who, from: None, to, way: Way::Placed, is_secret });
        }
        Ok(())
    }

    /// FACT-SNEAK-1: all NPCs are concealed.
    fn ambush(fight: &Fight) -> Vec<Order> {
        if fight.iter().any(|(_, one)| one.body.concealed) {
            return Vec::new();
        }
        let npcs = fight.iter().filter(|(_, one)| one.is_npc());
        let conceal = |(who, _)| Order::Flag { who, flag: Flag::Concealed, is_on: true };
        npcs.map(conceal).collect()
    }

    /// State machine, 1: set-up ends. FACT-INIT-2: initiative. FACT-SNEAK-2: if anyone is
    /// concealed, an ambush precedes round 1.
    fn start(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        if initiative::is_one_sided(fight) {
            return Err(Refusal::setup("FACT-INIT-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            scene.note(CoreNote::Laid(Zones::row(["Field"])));
        }
        scene.note(CoreNote::Started);
        initiative::roll(scene);
        let is_ambush = scene.fight().iter().any(|(_, one)| one.body.concealed);
        if is_ambush {
            scene.note(Note::StageBegan { stage: Stage::Ambush, threshold: None });
        } else {
            rounds::begin_round(scene);
        }
        Ok(())
    }

    /// FACT-ROUND-8: the open turn ends as it is, or the slot is passed.
    fn skip(scene: &mut Scene) -> Step {
        let state = &scene.fight().state;
        match (state.turn, state.slot.clone()) {
            (Some(turn), _) => scene.note(Note::Finished(turn.who)),
            (None, Some(faction)) => {
                rounds::pass_slot(scene, faction, Passing::Skipped);
            }
            (None, None) => return Err(Refusal::setup("FACT-ROUND-8", "nobody-waited-for").into()),
        }
        Ok(())
    }

    fn own(scene: &mut Scene, order: &Order) -> Step {
        match order {
            Order::Assign { who, faction, group } => {
                if faction.is_empty() || faction.chars().count() > 40 || group.chars().count() > 40
                {
                    return Err(Refusal::setup("FACT-INIT-1", "out-of-bounds")
                        .with("field", "faction")
                        .into());
                }
                let (who, faction, group) = (*who, faction.clone(), group.clone());
                form_faction(scene, &faction);
                scene.note(Note::Assigned { who, faction, group });
            }
            Order::Ally { one, other, is_on } => {
                if one == other {
                    return Err(Refusal::setup("FACT-INIT-1", "value").with("slot", "with").into());
                }
                let (one, other, is_on) = (one.clone(), other.clone(), *is_on);
                scene.note(Note::AllianceSet { one, other, is_on });
            }
            Order::Captain(who) => scene.note(Note::CaptainNamed(*who)),
            Order::Started(faction) => {
                if scene.fight().phase != Phase::Setup {
                    return Err(Refusal::setup("FACT-INIT-2", "already-started").into());
                }
                scene.note(Note::InitiativeSet { faction: faction.clone(), face: None });
            }
            Order::Slot(who) => {
                let fight = scene.fight();
                rounds::check_turn(fight, *who).map_err(|why| why.refusal(fight, *who))?;
                if fight.state.turn.is_some() {
                    return Err(Refusal::new("no-action", "FACT-ROUND-3").into());
                }
                scene.note(Note::TurnBegan(*who));
            }
            Order::Link(a, b) => {
                let mut zones = scene.fight().zones.clone();
                zones.link(*a, *b);
                scene.note(CoreNote::Laid(zones));
            }
            Order::Tag { zone, tag, is_on } => ground(scene, *zone, |ground| {
                let field = match tag {
                    Tag::Cover => &mut ground.cover,
                    Tag::Obscured => &mut ground.obscured,
                    Tag::Barrier => &mut ground.barrier,
                    Tag::Hard => &mut ground.hard,
                    Tag::Exit => &mut ground.exit,
                };
                *field = *is_on;
            }),
            Order::Hazard(zone, pool) => ground(scene, *zone, |ground| ground.hazard = *pool),
            Order::Blocked { zone, to, is_on } => {
                for (zone, to) in [(*zone, *to), (*to, *zone)] {
                    ground(scene, zone, |ground| {
                        ground.blocked.retain(|one| *one != to);
                        if *is_on {
                            ground.blocked.push(to);
                        }
                    });
                }
            }
            Order::Flag { who, flag, is_on } => {
                let (who, flag, is_on) = (*who, *flag, *is_on);
                let was_active = scene.fight().body(who).is_active();
                scene.note(Note::FlagSet { who, flag, is_on });
                settle_state(scene, who, was_active);
            }
            Order::Noticed { who, by, is_on } => {
                if !scene.fight().body(*who).concealed {
                    return Err(bad_target(scene, *who, "FACT-SNEAK-1").into());
                }
                scene.note(Note::NoticedSet { who: *who, by: *by, is_on: *is_on });
            }
            Order::Manoeuvre(manoeuvre) => scene.note(Note::ManoeuvreAdded(manoeuvre.clone())),
            Order::Harm { who, amount } => {
                if !scene.fight().body(*who).is_on_map() {
                    return Err(bad_target(scene, *who, "FACT-DMG-1").into());
                }
                damage::lose(scene, *who, (*amount).into(), Cause::Gm, None);
            }
            Order::Heal { who, amount } => {
                if scene.fight().body(*who).dead {
                    return Err(bad_target(scene, *who, "FACT-DMG-2").into());
                }
                damage::heal(scene, *who, (*amount).into(), Cause::Gm);
            }
            Order::Place { who, to } => {
                let fight = scene.fight();
                let is_border = |zone| fight.zones.are_adjacent(to.zone, zone);
                let is_there =
                    fight.zones.get(to.zone).is_some() && to.border.is_none_or(is_border);
                if !is_there || !fight.body(*who).is_on_map() {
                    return Err(bad_target(scene, *who, "FACT-ZONE-1").into());
                }
                movement::put(scene, *who, *to, Way::Placed);
            }
            Order::Chase { leavers, pursuers, escapes } => {
                let fight = scene.fight();
                let gone = |who: &&CombatantId| !fight.body(**who).is_active();
                if let Some(who) = leavers.iter().chain(pursuers).find(gone) {
                    return Err(bad_target(scene, *who, "FACT-CHASE-2").into());
                }
                for who in leavers {
                    grapple::end_holds(scene, *who);
                }
                chases::settle(scene, leavers, pursuers, *escapes);
            }
            Order::Stretch => scene.note(Note::StretchEnded),
            Order::Durability { who, is_on } => {
                scene.note(Note::DurabilityOrdered { who: *who, is_on: *is_on });
            }
        }
        Ok(())
    }
}

/// FACT-INIT-1: the cycle of factions is their join order.
fn form_faction(scene: &mut Scene, faction: &Name) {
    if !faction.is_empty() && !scene.fight().state.factions.contains(faction) {
        scene.note(Note::FactionFormed(faction.clone()));
    }
}

/// The ranges of the rule text's "Sheet" section, and that all whom it names are there.
fn check_body(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let wrong = |field: &str| Err(Refusal::setup("", "out-of-bounds").with("field", field));
    let abilities = [body.str, body.agi, body.wit];
    if abilities.iter().any(|value| !(1..=20).contains(value)) {
        return wrong("str, agi, wit (1 to 20)");
    }
    if !(1..=40).contains(&body.health_max) || body.health > body.health_max {
        return wrong("health (0 to health_max, at most 40)");
    }
    if body.armour > 3 {
        return wrong("armour (0 to 3)");
    }
    let held = body.gear.iter().filter(|item| item.held && !item.natural);
    if body.hands > 2 || held.map(|item| u16::from(item.hands)).sum::<u16>() > body.hands.into() {
        return wrong("hands (2 hands' worth)");
    }
    let named = [body.grabbed_by, body.grabbing];
    let mut named = named.iter().flatten().chain(&body.noticed_by);
    if named.any(|who| who.index() >= fight.combatants.len()) {
        return wrong("grabbed_by, grabbing, noticed_by (somebody of the fight)");
    }
    let mut zones = [body.zone, body.border, body.left_by].into_iter().flatten();
    // Before there is a map it is not known which zones it has.
    if !fight.zones.is_empty() && zones.any(|zone| fight.zones.get(zone).is_none()) {
        return wrong("zone, border, left_by (a zone of the map)");
    }
    if body.gear.iter().filter_map(|item| item.weapon.as_ref()).any(|weapon| weapon.die == 0) {
        return wrong("die (at least 1)");
    }
    if body.gear.iter().any(|item| item.shield > 1) {
        return wrong("shield (0 to 1)");
    }
    if body.faction.chars().count() > 40 || body.group.chars().count() > 40 {
        return wrong("faction, group (40 characters)");
    }
    Ok(())
}

/// Gives the items of somebody who joins ids that no other item of the fight has.
fn number_items(fight: &Fight, body: &mut Body) {
    let mut next = free_id(fight).0;
    for item in &mut body.gear {
        item.id = ItemId(next);
        next = next.saturating_add(1).min(ItemId::ARMOUR.0 - 1);
    }
}

/// The id of the next item.
fn free_id(fight: &Fight) -> ItemId {
    let lying = fight.zones.iter().flat_map(|(_, zone)| &zone.ground.items);
    let carried = fight.combatants.iter().flat_map(|one| &one.body.gear);
    let last = lying.chain(carried).map(|item| item.id.0).max().unwrap_or(0);
    ItemId(last.saturating_add(1).min(ItemId::ARMOUR.0 - 1))
}

impl Thing<super::Factions> for Item {
    fn of_name(name: &str) -> Self {
        Self::thing(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn carried(&self, fight: &Fight, _: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        body.gear.push(Self { id: free_id(fight), held: false, ..self.clone() });
        check_body(fight, body)
    }

    fn laid(&self, fight: &Fight, _: ZoneId, ground: &mut Ground) {
        ground.items.push(Self { id: free_id(fight), held: false, ..self.clone() });
    }
}

/// What follows when the GM has changed somebody: FACT-DMG-2, FACT-GRAP-5.
fn settle_state(scene: &mut Scene, who: CombatantId, was_active: bool) {
    let body = scene.fight().body(who);
    if !was_active || body.is_active() {
        return;
    }
    if body.is_incapacitated() {
        scene.note(Note::Fell(who));
    }
    grapple::end_holds(scene, who);
}

fn ground(scene: &mut Scene, zone: ZoneId, change: impl FnOnce(&mut Ground)) {
    if let Some(found) = scene.fight().zones.get(zone) {
        let mut ground = found.ground.clone();
        change(&mut ground);
        scene.note(CoreNote::GroundLaid(zone, ground));
    }
}
