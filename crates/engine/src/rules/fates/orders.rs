//! Set-up and the start, and everything else that the GM orders (FATES-GM-3).

use serde::{Deserialize, Serialize};

use super::sheet::{Aim, Attribute, Body, DamageType, Item, Name, Side, Skill};
use super::state::{DoorState, Exit, Ground, Note, Outcome, Relief, Stage, Way};
use super::zones::{default_zones, zone_of};
use super::{Fates, Fight, Scene, Step, damage, end, fallen, grapple, holds, initiative};
use super::{turns, wounded};
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
    Link(ZoneId, ZoneId),
    /// FATES-ZONE-5; none: no door.
    Door {
        zone: ZoneId,
        to: ZoneId,
        state: Option<DoorState>,
    },
    /// As old tapes have it; now [`LayDown`](crate::fight::Order::LayDown).
    Loose {
        zone: ZoneId,
        item: Name,
    },
    Drop {
        who: CombatantId,
        item: Name,
    },
    Place {
        who: CombatantId,
        zone: ZoneId,
    },
    /// FATES-INIT-6.
    Before {
        who: CombatantId,
        before: CombatantId,
    },
    Harm {
        who: CombatantId,
        amount: u8,
        damage: Option<DamageType>,
    },
    Heal {
        who: CombatantId,
        amount: u8,
    },
    /// FATES-HELP-2.
    Strike(CombatantId),
    /// FATES-HOLD-3.
    Fire(CombatantId),
    /// FATES-END-3; none: everybody.
    Rest(Option<CombatantId>),
}

impl Orders for Fates {
    const REFUSED_BY: RefusedBy =
        RefusedBy { meanwhile: "FATES-TURN-11", zones: "FATES-ZONE-1", end: "FATES-END-1" };
    const JOINS_MEANWHILE: bool = true;

    /// While a window is open the GM may order all but what would begin the fight or move its
    /// turns.
    fn is_taken_meanwhile(order: &Order) -> bool {
        !matches!(order, Order::Rest(_))
    }

    /// FATES-END-1: the GM may end the fight at any time.
    fn decided(_: &Fight, outcome: &str) -> Option<Note> {
        Outcome::read(outcome).map(Note::Decided)
    }

    /// FATES-END-4: a sheet with an owed pick, or a dead one, cannot join. FATES-INIT-11: into a
    /// running fight an NPC comes with its score, a PC rolls with `/init`.
    fn join(scene: &mut Scene, who: CombatantId, mut one: Combatant<Fates>) -> Step {
        let fight = scene.fight();
        let is_npc = one.is_npc();
        check_body(fight, is_npc, &one.body)?;
        if one.body.dead {
            return Err(Refusal::setup("FATES-END-4", "dead").into());
        }
        if one.body.pick_owed {
            return Err(Refusal::setup("FATES-END-4", "pick-owed").into());
        }
        let body = &mut one.body;
        body.side = body.side.or(Some(if is_npc { Side::Opposition } else { Side::Party }));
        if body.wounded || body.resolve == 0 {
            body.resolve = 0;
            body.wounded = wounded::can_be_wounded(is_npc, body);
            body.down |= !body.wounded;
        }
        let (stage, is_scored) = (fight.state.stage, body.score.is_some());
        scene.note(CoreNote::Joined(who, Box::new(one)));
        if stage != Stage::Setup && is_npc && !is_scored {
            initiative::score_npc(scene, who);
        }
        come_back(scene, who);
        Ok(())
    }

    fn remove(scene: &mut Scene, who: CombatantId) -> Step {
        grapple::end_all(scene, who);
        scene.note(CoreNote::Removed(who));
        let mut order = scene.fight().state.order.clone();
        order.retain(|one| *one != who);
        scene.note(Note::Placed { who, order });
        Ok(())
    }

    /// FATES-ZONE-1: on a map that is laid anew each stands in the zone of the same name, else in
    /// the first.
    fn lay(scene: &mut Scene, zones: &Zones<Ground>) -> Step {
        let before = scene.fight().zones.clone();
        scene.note(CoreNote::Laid(zones.clone()));
        let anew = |from: ZoneId| zones.find(before.name(from)).unwrap_or(ZoneId(0));
        let stood =
            scene.fight().iter().filter_map(|(who, one)| one.body.zone.map(|from| (who, from)));
        let stood: Vec<(CombatantId, ZoneId)> = stood.collect();
        for (who, from) in stood.into_iter().filter(|(_, from)| anew(*from) != *from) {
            scene.note(Note::Moved { who, from, to: anew(from), way: Way::Placed });
        }
        Ok(())
    }

    /// Numbers and states set by the GM, and what follows from them (FATES-COND).
    fn adjust(scene: &mut Scene, who: CombatantId, field: &str, body: &Body) -> Step {
        let before = scene.fight().body(who).clone();
        let is_npc = scene.fight().one(who).is_npc();
        check_body(scene.fight(), is_npc, body)?;
        let mut body = body.clone();
        if field == "wounded" {
            body.resolve = if body.wounded { 0 } else { body.resolve.max(1) };
        }
        let can_be_wounded = wounded::can_be_wounded(is_npc, &body);
        if !can_be_wounded && before.resolve == 0 && body.resolve > 0 {
            body.down = false;
        }
        let is_raised = !before.is_active() && body.is_active();
        if is_raised && !can_be_wounded {
            body.resolve = body.resolve.max(1);
        }
        body.wounded = body.resolve == 0 && can_be_wounded;
        let is_down = body.resolve == 0 && !body.wounded;
        let exit = exit_of(&body);
        let field = field.to_string();
        scene.note(CoreNote::Adjusted { who, field, body: Box::new(body) });
        if before.is_active() && (is_down || exit.is_some()) {
            wounded::leave(scene, who, exit.unwrap_or(Exit::Down));
        }
        grapple::end_stretched(scene, who);
        come_back(scene, who);
        Ok(())
    }

    /// State machine, 1 and 2: set-up ends, and players roll for initiative.
    fn start(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        if end::is_one_sided(fight) {
            return Err(Refusal::setup("FATES-END-1", "empty-side").into());
        }
        if fight.zones.is_empty() {
            Self::lay(scene, &default_zones())?;
        }
        scene.note(CoreNote::Started);
        scene.note(Note::InitBegan);
        let fight = scene.fight();
        let npcs = fight.iter().filter(|(_, one)| one.is_npc() && one.body.score.is_none());
        let npcs: Vec<CombatantId> = npcs.map(|(who, _)| who).collect();
        npcs.into_iter().for_each(|who| initiative::score_npc(scene, who));
        Ok(())
    }

    /// FATES-INIT-7: the start without all rolls. FATES-TURN-10: the turn is skipped.
    fn skip(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        let nobody = Refusal::setup("FATES-TURN-10", "nobody-waited-for");
        match (fight.phase == Phase::Running, &fight.state.turn) {
            (true, Some(turn)) => {
                let who = turn.who;
                turns::skip(scene, who);
            }
            (true, None) if initiative::absent(fight).next().is_some() => {
                initiative::roll_for_absent(scene);
            }
            _ => return Err(nobody.into()),
        }
        Ok(())
    }

    fn own(scene: &mut Scene, order: &Order) -> Step {
        match order {
            Order::Link(one, other) => {
                let mut zones = scene.fight().zones.clone();
                zones.link(*one, *other);
                scene.note(CoreNote::Laid(zones));
            }
            Order::Door { zone, to, state } => {
                if !scene.fight().zones.are_adjacent(*zone, *to) {
                    return Err(Refusal::setup("FATES-ZONE-5", "no-link").into());
                }
                scene.note(Note::DoorSet { zone: *zone, to: *to, state: *state, by: None });
            }
            Order::Loose { zone, item } => {
                scene.note(Note::LooseLaid { zone: *zone, item: item.clone() });
            }
            Order::Drop { who, item } => {
                let found = scene.fight().body(*who).item(item).filter(|item| !item.natural);
                if found.is_none() {
                    return Err(Refusal::new("not-in-hand", "FATES-TURN-7").into());
                }
                let zone = zone_of(scene.fight(), *who);
                scene.note(Note::Dropped { who: *who, zone, item: item.clone() });
            }
            Order::Place { who, zone } => {
                active(scene, *who)?;
                let from = zone_of(scene.fight(), *who);
                scene.note(Note::Moved { who: *who, from, to: *zone, way: Way::Placed });
                grapple::end_stretched(scene, *who);
            }
            Order::Before { who, before } => set_before(scene, *who, *before)?,
            Order::Harm { who, amount, damage } => {
                active(scene, *who)?;
                return damage::harm(scene, *who, *amount, *damage);
            }
            Order::Heal { who, amount } => {
                active(scene, *who)?;
                wounded::regain(scene, *who, *amount, Relief::Gm);
            }
            Order::Strike(who) => {
                let roll = scene.fight().state.rolls.last();
                if !roll.is_some_and(|roll| roll.helps.iter().any(|help| help.by == *who)) {
                    let why = Why::new("bad-target", "FATES-HELP-2").about(*who);
                    return Err(why.refusal(scene.fight(), *who).into());
                }
                scene.note(Note::HelpStruck(*who));
            }
            Order::Fire(who) => {
                if scene.fight().body(*who).hold.is_none() {
                    return Err(Refusal::new("no-hold", "FATES-HOLD-3").into());
                }
                return holds::fire(scene, *who, CombatantId::NOBODY);
            }
            Order::Rest(who) => {
                if scene.fight().phase != Phase::Setup {
                    return Err(Refusal::setup("FATES-END-3", "already-started").into());
                }
                let all: Vec<CombatantId> = match who {
                    Some(who) => vec![*who],
                    None => scene.fight().iter().map(|(who, _)| who).collect(),
                };
                all.into_iter().for_each(|who| end::rest(scene, who));
            }
        }
        Ok(())
    }
}

/// Somebody who is active, has a score and no place in an order that stands gets one.
fn come_back(scene: &mut Scene, who: CombatantId) {
    let state = &scene.fight().state;
    let body = scene.fight().body(who);
    let has_place = state.order.contains(&who);
    if state.stage >= Stage::Ties && body.is_active() && body.score.is_some() && !has_place {
        initiative::take_place(scene, who);
    }
}

fn wrong(field: &str) -> Result<(), Refusal> {
    Err(Refusal::setup("", "out-of-bounds").with("field", field))
}

/// The ranges of the rule text's "Sheet" section.
fn check_body(fight: &Fight, is_npc: bool, body: &Body) -> Result<(), Refusal> {
    let is_wrong = |attribute: &Attribute| {
        let least = u8::from(*attribute != Attribute::Power);
        !(least..=6).contains(&body.attribute(*attribute))
    };
    if let Some(attribute) = Attribute::ALL.iter().find(|one| is_wrong(one)) {
        return wrong(&format!("{} (1 to 6, power 0 to 6)", attribute.key()));
    }
    if let Some(skill) = Skill::ALL.iter().find(|skill| body.rank(**skill) > 6) {
        return wrong(&format!("skills.{} (0 to 6)", skill.key()));
    }
    if body.initiative > 6 {
        return wrong("initiative (0 to 6)");
    }
    if !(1..=30).contains(&body.defense) {
        return wrong("defense (1 to 30)");
    }
    let most = if wounded::can_be_wounded(is_npc, body) { 60 } else { 250 };
    if !(1..=most).contains(&body.resolve_max) || body.resolve > body.resolve_max {
        return wrong("resolve (0 to resolve_max, at most 60; minor NPCs 250)");
    }
    if body.ar_physical > 10 || body.ar_energy > 10 {
        return wrong("ar_physical, ar_energy (0 to 10)");
    }
    let is_dice = |item: &super::sheet::Item| {
        item.weapon.as_ref().is_none_or(|weapon| weapon.dice <= 20 && weapon.plus <= 20)
            && item.heals.is_none_or(|pool| pool.count <= 20)
    };
    if !body.gear.iter().all(is_dice) {
        return wrong("gear (damage and healing dice 0 to 20, plus 0 to 20)");
    }
    if body.never_the_same > fallen::MOST_NEVER {
        return wrong("never_the_same (0 to 2)");
    }
    check_state(fight, body)
}

/// What of a combatant the fight gives: numbers within what may be counted with, and nobody and
/// no zone that there is not.
fn check_state(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    if matches!(body.aim, Some(Aim::Bonus(rank)) if rank > 30) || body.defend > Some(30) {
        return wrong("aim, defend (0 to 30)");
    }
    if body.help > 20 {
        return wrong("help (0 to 20)");
    }
    if body.grappled_by.is_some_and(|by| fight.get(by).is_none()) {
        return wrong("grappled_by");
    }
    let has_zone = |zone: ZoneId| fight.zones.is_empty() || fight.zones.get(zone).is_some();
    if !body.zone.is_none_or(has_zone) {
        return wrong("zone");
    }
    Ok(())
}

fn exit_of(body: &Body) -> Option<Exit> {
    let all = [
        (body.dead, Exit::Dead),
        (body.removed, Exit::Removed),
        (body.escaped, Exit::Escaped),
        (body.down, Exit::Down),
    ];
    all.into_iter().find(|(holds, _)| *holds).map(|(_, exit)| exit)
}

impl Thing<super::Fates> for Item {
    fn of_name(name: &str) -> Self {
        Self::thing(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn carried(&self, fight: &Fight, who: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        body.gear.push(self.clone());
        check_body(fight, fight.one(who).is_npc(), body)
    }

    fn laid(&self, _: &Fight, _: ZoneId, ground: &mut Ground) {
        ground.items.push(self.clone());
    }
}

/// Who is out of it takes no damage, no relief and no place.
fn active(scene: &Scene, who: CombatantId) -> Result<(), Refusal> {
    if scene.fight().body(who).is_active() {
        Ok(())
    } else {
        Err(Why::new("bad-target", "FATES-COND-5").about(who).refusal(scene.fight(), who))
    }
}

/// FATES-INIT-6: the GM's order; before the fight, of all who are there.
fn set_before(scene: &mut Scene, who: CombatantId, before: CombatantId) -> Step {
    let fight = scene.fight();
    if fight.state.stage < Stage::Ties {
        let mut order = fight.state.order.clone();
        let missing = fight.iter().map(|(one, _)| one).filter(|one| !order.contains(one));
        let missing: Vec<CombatantId> = missing.collect();
        order.extend(missing);
        scene.note(Note::Ordered(order));
    }
    if !initiative::have_places(scene.fight(), &[who, before]) || who == before {
        let why = Why::new("bad-target", "FATES-INIT-6").about(before);
        return Err(why.refusal(scene.fight(), who).into());
    }
    initiative::put_before(scene, who, before);
    Ok(())
}
