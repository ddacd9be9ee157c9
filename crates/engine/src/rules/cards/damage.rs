//! Harm (CARDS-HARM): how it is recorded, what it takes away, and when somebody is Out.

use super::prompts::{self, Answer};
use super::sheet::{Body, Critical, Fate, Harm, Slots, Track, Trait};
use super::state::{Cause, HarmDice, Note, Wound};
use super::{Scene, Step, holding};
use crate::ids::CombatantId;
use crate::prompt::Threat;

/// CARDS-HARM-2: the slots after so many levels, and what overflows.
fn fill(mut slots: Slots, mut levels: u8) -> (Slots, u8) {
    while levels > 0 {
        let most = Slots::MOST;
        if levels >= 2 && slots.moderate < most.moderate {
            slots.moderate += 1;
            levels -= 2;
        } else if slots.lesser < most.lesser {
            slots.lesser += 1;
            levels -= 1;
        } else if slots.moderate < most.moderate {
            slots.moderate += 1;
            levels -= 1;
        } else if slots.severe < most.severe {
            slots.severe += 1;
            levels = levels.saturating_sub(3);
        } else {
            return (slots, levels);
        }
    }
    (slots, 0)
}

fn slots_mut(body: &mut Body, harm: Harm) -> &mut Slots {
    match harm {
        Harm::Phys => &mut body.phys_slots,
        Harm::Ment => &mut body.ment_slots,
    }
}

fn points_mut(body: &mut Body, harm: Harm) -> &mut u8 {
    match harm {
        Harm::Phys => &mut body.phys,
        Harm::Ment => &mut body.ment,
    }
}

/// CARDS-HARM-2: levels fill the slots of a PC. CARDS-HARM-6: an NPC adds points, which cost its
/// next test as many dice; `relentless` ignores that.
pub fn record(body: &mut Body, harm: Harm, amount: u8, harm_dice: HarmDice) {
    match body.track {
        Track::Slots => *slots_mut(body, harm) = fill(body.slots_of(harm), amount).0,
        Track::Points => {
            let points = points_mut(body, harm);
            *points = points.saturating_add(amount);
            if harm_dice == HarmDice::NextTest && !body.has(Trait::Relentless) {
                body.fewer_dice = body.fewer_dice.saturating_add(amount);
            }
        }
    }
}

/// CARDS-END-3: what the GM restores in a fight: the lightest Harm first, heavier becomes lighter.
pub fn restore(body: &mut Body, harm: Harm, amount: u8) {
    if body.track == Track::Points {
        let points = points_mut(body, harm);
        *points = points.saturating_sub(amount);
        return;
    }
    let slots = slots_mut(body, harm);
    for _ in 0..amount {
        if slots.lesser > 0 {
            slots.lesser -= 1;
        } else if slots.moderate > 0 {
            (slots.moderate, slots.lesser) = (slots.moderate - 1, slots.lesser + 1);
        } else if slots.severe > 0 {
            (slots.severe, slots.moderate) = (slots.severe - 1, slots.moderate + 1);
        }
    }
}

/// CARDS-END-3: lesser Harm clears after a rest; with one success of the healer moderate becomes
/// lesser, with two severe becomes moderate. One success treats critical injuries as well.
pub fn recover(body: &mut Body, successes: u8) {
    body.recovered = true;
    for slots in [&mut body.phys_slots, &mut body.ment_slots] {
        slots.lesser = 0;
        if successes >= 1 {
            (slots.lesser, slots.moderate) = (slots.moderate, 0);
        }
        if successes >= 2 {
            (slots.moderate, slots.severe) = (slots.moderate + slots.severe, 0);
        }
    }
    if successes >= 1 {
        body.criticals.retain(|critical| !critical.is_treatable());
    }
}

/// CARDS-HARM-3, CARDS-HARM-6: so many dice Harm of one type takes away.
pub fn penalty(body: &Body, harm: Harm, harm_dice: HarmDice) -> u8 {
    match (body.track, harm_dice) {
        (Track::Slots, _) => body.slots_of(harm).levels(),
        (Track::Points, HarmDice::NextTest) => body.fewer_dice,
        (Track::Points, HarmDice::Lasting) if body.has(Trait::Relentless) => 0,
        (Track::Points, HarmDice::Lasting) => body.points(harm),
    }
}

/// CARDS-HARM-4: severe Harm of either type, with which a PC needs help for slow Maneuvers.
pub fn needs_help(body: &Body) -> bool {
    body.phys_slots.severe > 0 || body.ment_slots.severe > 0
}

/// CARDS-HID-2: by the worse track.
pub fn wound(body: &Body) -> Wound {
    if body.out || body.is_dead() {
        return Wound::Out;
    }
    let look = |harm| {
        let (now, most) = match body.track {
            Track::Slots => (body.slots_of(harm).levels(), Slots::MOST.levels()),
            Track::Points => (body.points(harm), body.cap(harm)),
        };
        match now {
            0 => 0,
            now if u16::from(now) * 2 < u16::from(most) => 1,
            _ => 2,
        }
    };
    match look(Harm::Phys).max(look(Harm::Ment)) {
        0 => Wound::Unhurt,
        1 => Wound::Hurt,
        _ => Wound::BadlyHurt,
    }
}

/// CARDS-HARM-5: more than the slots of a PC hold. CARDS-HARM-7: an NPC's cap.
fn is_too_much(body: &Body, harm: Harm, amount: u8) -> bool {
    match body.track {
        Track::Slots => fill(body.slots_of(harm), amount).1 > 0,
        Track::Points => body.points(harm).saturating_add(amount) >= body.cap(harm),
    }
}

/// The worst that so much damage of one of these types may do to somebody.
pub fn threat(body: &Body, harms: &[Harm], amount: u8) -> Threat {
    let threat = |harm: &Harm| match harm {
        _ if amount == 0 => Threat::Nothing,
        Harm::Ment if body.has(Trait::ImmuneMent) => Threat::Nothing,
        harm if is_too_much(body, *harm, amount) => Threat::Fell,
        _ => Threat::Wound,
    };
    harms.iter().map(threat).max().unwrap_or(Threat::Nothing)
}

/// CARDS-HARM-1: damage becomes that many levels of Harm; 0 does nothing. Gives back whether any
/// was taken.
///
/// CARDS-HARM-5: overflow makes a PC Out with a critical injury, and every later Harm is one more
/// of these instead. CARDS-HARM-7: an NPC whose points reach the cap is Out.
pub fn harm(scene: &mut Scene, who: CombatantId, harm: Harm, amount: u8, cause: Cause) -> bool {
    let body = scene.fight().body(who);
    let is_immune = harm == Harm::Ment && body.has(Trait::ImmuneMent);
    if amount == 0 || is_immune || body.is_dead() {
        scene.note(Note::Unharmed { who, cause });
        return false;
    }
    if body.out && body.track == Track::Slots {
        roll_critical(scene, who, harm);
        return true;
    }
    let mut after = body.clone();
    record(&mut after, harm, amount, scene.fight().settings.harm_dice);
    let is_down = is_too_much(body, harm, amount);
    let overflow = is_down && body.track == Track::Slots;
    after.out |= is_down;
    let (was_out, wound) = (body.out, wound(&after));
    scene.note(Note::Harmed { who, harm, cause, amount: Some(amount), wound });
    if overflow || (is_down && !was_out) {
        fall(scene, who);
    }
    if overflow {
        roll_critical(scene, who, harm);
    }
    true
}

/// CARDS-END-3: the GM restores Harm in a fight.
pub fn heal(scene: &mut Scene, who: CombatantId, harm: Harm, amount: u8) {
    let mut after = scene.fight().body(who).clone();
    restore(&mut after, harm, amount);
    let wound = wound(&after);
    scene.note(Note::Healed { who, harm, amount: Some(amount), wound });
}

/// CARDS-HARM-8: holds end with it, and so does what it holds on to.
pub fn fall(scene: &mut Scene, who: CombatantId) {
    holding::end_holds(scene, who);
    scene.note(Note::FellOut(who));
}

fn roll_critical(scene: &mut Scene, who: CombatantId, harm: Harm) {
    let face = scene.roll(6);
    let critical = Critical::of(harm, face);
    scene.note(Note::CriticalRolled { who, harm, face, critical });
}

/// CARDS-HARM-7: dead, dying or helpless is the choice of whoever took an NPC down, and again of
/// whoever harms it when it is down.
pub fn decide_fate(scene: &mut Scene, who: CombatantId, target: CombatantId) -> Step {
    if !is_at_mercy(scene.fight().body(target)) {
        return Ok(());
    }
    let ask = prompts::fate(scene.fight(), who, target);
    let fate = match scene.ask(ask)? {
        Answer::Fate(fate) => fate,
        _ => Fate::Helpless,
    };
    if is_at_mercy(scene.fight().body(target)) {
        scene.note(Note::FateSet { who: target, fate });
    }
    Ok(())
}

/// CARDS-HARM-7: an NPC that is down, and not dead.
pub fn is_at_mercy(body: &Body) -> bool {
    body.track == Track::Points && body.out && !body.is_dead() && !body.fled
}

/// CARDS-HARM-5: who is dying dies at the end of its last round.
pub fn die_of_wounds(scene: &mut Scene) {
    let fight = scene.fight();
    let is_due = |body: &Body| body.dies_after.is_some_and(|last| last <= fight.round);
    let due: Vec<_> = fight.iter().filter(|(_, one)| is_due(&one.body)).map(|it| it.0).collect();
    for who in due {
        scene.note(Note::FateSet { who, fate: Fate::Dead });
    }
}

/// CARDS-HARM-7: an NPC that is Out by nobody's choice is helpless.
pub fn settle_fates(scene: &mut Scene) {
    let is_open = |body: &Body| body.track == Track::Points && body.out && body.fate.is_none();
    let fight = scene.fight();
    let open: Vec<_> = fight.iter().filter(|(_, one)| is_open(&one.body)).map(|it| it.0).collect();
    for who in open {
        scene.note(Note::FateSet { who, fate: Fate::Helpless });
    }
}
