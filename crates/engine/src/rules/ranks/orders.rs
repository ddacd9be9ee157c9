//! Set-up and the start, and everything else that the GM orders.

use serde::{Deserialize, Serialize};

use super::advantages::{Boon, Gift};
use super::conditions::{self, Ailment, Condition};
use super::sheet::{Attribute, Body, Feet, Item, Name, Skill};
use super::state::{Chaos, Exit, Ground, Hazard, Hindrance, Lying, Note, Object, Way};
use super::verbs;
use super::zones::{self, STEP, default_zones, last_mark, mark_of, start_mark};
use super::{Fight, Ranks, Scene, Step, combine, end, initiative, movement, readied};
use super::{engagement, points, recovery, turns};
use crate::command::Refusal;
use crate::fight::{Combatant, Note as CoreNote, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::orders::{Orders, RefusedBy};
use crate::scene::Stop;
use crate::things::Thing;
use crate::why::Why;
use crate::zones::Zones;

/// The orders that only this system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// RANKS-DIST-3.
    Length {
        zone: ZoneId,
        feet: Feet,
    },
    /// RANKS-TERR-1.
    Terrain {
        zone: ZoneId,
        terrain: Option<Hindrance>,
    },
    Obstacle {
        zone: ZoneId,
        obstacle: Option<Hindrance>,
    },
    Narrow {
        zone: ZoneId,
        is_on: bool,
    },
    /// RANKS-TERR-3.
    Hazard {
        zone: ZoneId,
        hazard: Option<Hazard>,
    },
    /// RANKS-TERR-4.
    Object {
        zone: ZoneId,
        object: Object,
    },
    NoObject {
        zone: ZoneId,
        object: Name,
    },
    Exit {
        side: Name,
        exit: Exit,
    },
    /// RANKS-END-1.
    Ally {
        side: Name,
        with: Name,
        is_on: bool,
    },
    Place {
        who: CombatantId,
        to: Feet,
    },
    /// RANKS-INIT-3.
    Chaos(Chaos),
    Give {
        who: CombatantId,
        gift: Gift,
    },
    Condition {
        who: CombatantId,
        ailment: Ailment,
        is_on: bool,
    },
    Prone {
        who: CombatantId,
        is_on: bool,
    },
    /// RANKS-FREE-1.
    Luck {
        who: CombatantId,
        amount: u8,
    },
    /// RANKS-COMB-1.
    Strike(CombatantId),
    /// RANKS-READY-2.
    Fire(CombatantId),
    /// RANKS-END-2.
    SceneEnds,
    Treat {
        who: CombatantId,
        target: CombatantId,
        skill: Skill,
    },
    /// RANKS-END-3.
    Meaning {
        who: CombatantId,
        text: String,
    },
}

impl Orders for Ranks {
    const REFUSED_BY: RefusedBy =
        RefusedBy { meanwhile: "RANKS-REF-2", zones: "RANKS-DIST-3", end: "RANKS-END-1" };
    const JOINS_MEANWHILE: bool = true;
    const AFTERMATH: &'static [&'static str] = verbs::AFTERMATH;

    fn remove(scene: &mut Scene, who: CombatantId) -> Step {
        scene.note(Note::WentOut(who));
        scene.note(CoreNote::Removed(who));
        let mut order = scene.fight().state.order.clone();
        order.retain(|one| *one != who);
        scene.note(Note::Placed { who, order });
        if scene.fight().state.turn == Some(who) {
            scene.note(Note::TurnEnded(who));
        }
        end::check(scene)
    }

    fn lay(scene: &mut Scene, zones: &Zones<Ground>) -> Step {
        if !zones::are_in_a_row(zones) {
            return Err(Refusal::setup("RANKS-DIST-2", "not-a-row").into());
        }
        scene.note(CoreNote::Laid(zones.clone()));
        keep_on_the_line(scene);
        Ok(())
    }

    fn skip(scene: &mut Scene) -> Step {
        turns::skip(scene).map_err(|why| why.refusal(scene.fight(), CombatantId::NOBODY))?;
        Ok(())
    }

    /// RANKS-REF-2: while a window is open the GM may order all but what would begin the fight,
    /// move its turns, or set something off.
    fn is_taken_meanwhile(order: &Order) -> bool {
        !matches!(order, Order::Length { .. } | Order::Fire(_) | Order::Treat { .. })
    }

    /// RANKS-END-1: the GM may end the fight at any time.
    fn decided(fight: &Fight, outcome: &str) -> Option<Note> {
        let name = outcome.to_lowercase();
        let is_side = fight.iter().any(|(_, one)| one.body.side.to_lowercase() == name);
        let is_known = is_side || matches!(name.as_str(), "truce" | "nobody");
        is_known.then(|| Note::Decided(name.as_str().into()))
    }

    /// Somebody joins. RANKS-INIT-4: into a running fight with a score of its own.
    fn join(scene: &mut Scene, who: CombatantId, mut one: Combatant<Ranks>) -> Step {
        let fight = scene.fight();
        let usual_side = one.usual_side();
        let body = &mut one.body;
        if body.side.trim().is_empty() {
            body.side = usual_side.into();
        }
        check_body(fight, body)?;
        body.take_in_hand();
        let is_running = fight.phase == Phase::Running;
        if is_running && body.mark.is_none() {
            body.mark = Some(start_mark(fight, body));
        }
        scene.note(CoreNote::Joined(who, Box::new(one)));
        if is_running && scene.fight().body(who).is_active() {
            initiative::come_late(scene, who);
        }
        Ok(())
    }

    /// Numbers and states set by the GM, and what follows from them.
    fn adjust(scene: &mut Scene, who: CombatantId, field: &str, body: &Body) -> Step {
        let was_active = scene.fight().body(who).is_active();
        check_body(scene.fight(), body)?;
        let field = field.to_string();
        scene.note(CoreNote::Adjusted { who, field, body: Box::new(body.clone()) });
        if was_active && !body.is_active() {
            conditions::fall(scene, who);
        }
        engagement::leave_friends(scene);
        end::check(scene)
    }

    /// State machine, 1: set-up ends with somebody active on two sides.
    fn start(scene: &mut Scene) -> Step {
        let fight = scene.fight();
        if end::is_one_sided(fight) {
            return Err(Refusal::setup("RANKS-END-1", "empty-side").into());
        }
        let laid = if fight.zones.is_empty() { &default_zones() } else { &fight.zones };
        let is_off = |body: &Body| body.mark.is_some_and(|mark| mark > zones::end_of(laid));
        if fight.iter().any(|(_, one)| is_off(&one.body)) {
            return Err(Refusal::setup("RANKS-DIST-1", "off-the-line").into());
        }
        if fight.zones.is_empty() {
            scene.note(CoreNote::Laid(default_zones()));
        }
        scene.note(CoreNote::Started);
        let unplaced = scene.fight().iter().filter(|(_, one)| one.body.mark.is_none());
        let unplaced: Vec<CombatantId> = unplaced.map(|(who, _)| who).collect();
        for who in unplaced {
            let to = mark_of(scene.fight(), who);
            scene.note(Note::Moved { who, from: to, to, way: Way::Placed });
        }
        turns::begin_round(scene);
        Ok(())
    }

    fn own(scene: &mut Scene, order: &Order) -> Step {
        match order {
            Order::Length { zone, feet } => {
                if scene.fight().phase != Phase::Setup {
                    return Err(Refusal::setup("RANKS-DIST-3", "zones-before-start").into());
                }
                lay(scene, *zone, |ground| ground.length = *feet);
                keep_on_the_line(scene);
            }
            Order::Terrain { zone, terrain } => {
                lay(scene, *zone, |ground| ground.terrain = *terrain)
            }
            Order::Obstacle { zone, obstacle } => {
                if zone.index() + 1 >= scene.fight().zones.len() {
                    return Err(Refusal::setup("RANKS-TERR-1", "no-border").into());
                }
                lay(scene, *zone, |ground| ground.obstacle = *obstacle);
            }
            Order::Narrow { zone, is_on } => lay(scene, *zone, |ground| ground.narrow = *is_on),
            Order::Hazard { zone, hazard } => lay(scene, *zone, |ground| ground.hazard = *hazard),
            Order::Object { zone, object } => {
                lay(scene, *zone, |ground| ground.objects.push(object.clone()));
            }
            Order::NoObject { zone, object } => {
                lay(scene, *zone, |ground| {
                    let is_it = |one: &Object| one.name.eq_ignore_ascii_case(object);
                    let at = ground.objects.iter().position(is_it);
                    at.map(|at| ground.objects.remove(at));
                });
            }
            Order::Exit { side, exit } => {
                scene.note(Note::ExitSet { side: side.clone(), exit: *exit });
            }
            Order::Ally { side, with, is_on } => {
                if side == with {
                    return Err(Refusal::setup("RANKS-END-1", "same-side").into());
                }
                let (side, with) = (side.clone(), with.clone());
                scene.note(Note::Allied { side, with, is_on: *is_on });
                engagement::leave_friends(scene);
                return end::check(scene);
            }
            Order::Place { who, to } => return place(scene, *who, *to),
            Order::Chaos(chaos) => scene.note(Note::ChaosSet(*chaos)),
            Order::Give { who, gift } => {
                scene.note(Note::Given { who: *who, boon: Boon::on_next_check(*gift) });
            }
            Order::Condition { who, ailment, is_on: true } => {
                return conditions::put(scene, *who, *ailment);
            }
            Order::Condition { who, ailment, is_on: false } => {
                let is_it = |one: &&Condition| one.kind() == *ailment;
                let condition = scene.fight().body(*who).conditions.iter().find(is_it).copied();
                let missing = || bad_target(scene, "RANKS-COND-1", *who);
                let condition = condition.ok_or_else(missing)?;
                scene.note(Note::ConditionEnded { who: *who, condition });
            }
            Order::Prone { who, is_on: true } => movement::fall_prone(scene, *who),
            Order::Prone { who, is_on: false } => {
                if !scene.fight().body(*who).prone {
                    return Err(bad_target(scene, "RANKS-MOVE-7", *who));
                }
                scene.note(Note::StoodUp(*who));
            }
            Order::Luck { who, amount } => {
                let room = points::MOST.saturating_sub(scene.fight().body(*who).luck);
                if room == 0 {
                    return Err(bad_target(scene, "RANKS-LUCK-1", *who));
                }
                scene.note(Note::LuckGained { who: *who, amount: room.min(*amount) });
            }
            Order::Strike(who) => {
                if !combine::has_combined(scene.fight(), *who) {
                    return Err(bad_target(scene, "RANKS-COMB-1", *who));
                }
                combine::end(scene, *who);
            }
            Order::Fire(who) => {
                readied::check_trigger(scene.fight(), *who)
                    .map_err(|why| why.refusal(scene.fight(), *who))?;
                return readied::fire(scene, *who, None);
            }
            Order::SceneEnds => scene.note(Note::SceneEnded),
            Order::Treat { who, target, skill } => treat(scene, *who, *target, *skill)?,
            Order::Meaning { who, text } => {
                scene.note(Note::Meant { who: *who, text: text.clone() });
            }
        }
        Ok(())
    }
}

/// The ranges of the rule text's "Sheet" section.
fn check_body(fight: &Fight, body: &Body) -> Result<(), Refusal> {
    let wrong = |field: &str| Err(Refusal::setup("", "out-of-bounds").with("field", field));
    let is_low = |one: &&Attribute| !(1..=6).contains(&body.attribute(**one).dice);
    if let Some(attribute) = Attribute::ALL.iter().find(is_low) {
        return wrong(&format!("{} (1D to 6D+2)", attribute.key()));
    }
    let is_below = |skill: &&Skill| {
        let own = body.attribute(skill.attribute());
        body.skills.get(**skill).is_some_and(|code| code < own)
    };
    if let Some(skill) = Skill::ALL.iter().find(is_below) {
        return wrong(&format!("skills.{} (at least its attribute)", skill.key()));
    }
    if !(10..=60).contains(&body.pace) || !body.pace.is_multiple_of(STEP) {
        return wrong("move (10 to 60, steps of 5)");
    }
    if body.armour > 9 || body.luck > 9 || body.action_points > 9 {
        return wrong("armour, luck, action_points (0 to 9)");
    }
    if !matches!(body.rarity, 5 | 10 | 15 | 20 | 25) {
        return wrong("rarity (5, 10, 15, 20 or 25)");
    }
    if body.side.chars().count() > 40 {
        return wrong("side (at most 40 characters)");
    }
    if body.gear.iter().any(|item| item.hands > 2) || body.hands_full() > super::sheet::HANDS {
        return wrong("gear (two hands)");
    }
    if body.conditions.iter().any(|one| !(1..=conditions::OUT).contains(&one.rank)) {
        return wrong("conditions (ranks 1 to 5)");
    }
    if body.attention.is_some_and(|on| fight.get(on).is_none()) {
        return wrong("attention (somebody in the fight)");
    }
    let is_mark = |mark: Feet| {
        mark.is_multiple_of(STEP) && (fight.zones.is_empty() || mark <= last_mark(fight))
    };
    if !body.mark.is_none_or(is_mark) {
        return wrong("mark (on the line, steps of 5)");
    }
    Ok(())
}

impl Thing<super::Ranks> for Item {
    fn of_name(name: &str) -> Self {
        Self::thing(name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// It is carried, not held.
    fn carried(&self, fight: &Fight, _: CombatantId, body: &mut Body) -> Result<(), Refusal> {
        body.gear.push(Self { held: false, ..self.clone() });
        check_body(fight, body)
    }

    /// It lies in the middle of the zone.
    fn laid(&self, fight: &Fight, zone: ZoneId, ground: &mut Ground) {
        let (first, last) = zones::span(fight, zone);
        let mark = first + (last - first) / 2 / zones::STEP * zones::STEP;
        ground.items.push(Lying { mark, item: Self { held: false, ..self.clone() } });
    }
}

/// RANKS-DIST-1: whom a line laid anew leaves beyond its end stands on its last mark.
fn keep_on_the_line(scene: &mut Scene) {
    let to = last_mark(scene.fight());
    let all = scene.fight().iter().filter_map(|(who, one)| Some((who, one.body.mark?)));
    let beyond: Vec<_> = all.filter(|(_, mark)| *mark > to).collect();
    for (who, from) in beyond {
        scene.note(Note::Moved { who, from, to, way: Way::Placed });
    }
}

/// Changes the ground of a zone.
fn lay(scene: &mut Scene, zone: ZoneId, change: impl FnOnce(&mut Ground)) {
    if let Some(found) = scene.fight().zones.get(zone) {
        let mut ground = found.ground.clone();
        change(&mut ground);
        scene.note(CoreNote::GroundLaid(zone, ground));
    }
}

fn bad_target(scene: &Scene, rule: &'static str, who: CombatantId) -> Stop<Ranks> {
    Why::new("bad-target", rule).about(who).refusal(scene.fight(), who).into()
}

/// Placed by the GM; triggers nothing.
fn place(scene: &mut Scene, who: CombatantId, to: Feet) -> Step {
    let fight = scene.fight();
    if !to.is_multiple_of(STEP) || (!fight.zones.is_empty() && to > last_mark(fight)) {
        return Err(Refusal::setup("RANKS-DIST-1", "no-mark").into());
    }
    if fight.body(who).gone {
        return Err(bad_target(scene, "RANKS-DIST-1", who));
    }
    let from = mark_of(fight, who);
    scene.note(Note::Moved { who, from, to, way: Way::Placed });
    Ok(())
}

/// RANKS-END-2: outside the fight, as often as the GM allows.
fn treat(scene: &mut Scene, who: CombatantId, target: CombatantId, skill: Skill) -> Step {
    let fight = scene.fight();
    if fight.phase == Phase::Running {
        return Err(Refusal::setup("RANKS-END-2", "fight-runs").into());
    }
    if fight.body(who).is_out() {
        return Err(bad_target(scene, "RANKS-END-2", who));
    }
    recovery::check_what(fight, who, Some(skill), target)
        .and_then(|()| recovery::check_condition(fight, Some(skill), target))
        .map_err(|why| why.refusal(scene.fight(), who))?;
    recovery::treat_outside(scene, who, skill, target);
    Ok(())
}
