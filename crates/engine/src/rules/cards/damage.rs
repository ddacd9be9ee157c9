//! Harm (CARDS-HARM): how it is recorded, which dice it takes away, and when a combatant is Out.

use super::prompts::{self, Answer};
use super::sheet::{Body, CombatantTrait, CriticalInjury, HarmSlots, HarmTrack, HarmType, NpcFate};
use super::state::{Event, HarmCause, HarmDiceDuration, TestPosition, WoundLevel};
use super::{Resolver, RuleResult, grapple};
use crate::core::ids::CombatantId;
use crate::resolution::prompt::ThreatLevel;

/// Fills slots with levels of Harm (CARDS-HARM-2). Returns the slots and the levels that overflow.
///
/// Two or more levels go into a moderate slot, a single level into a lesser one. Where none is free
/// the level takes the next heavier slot; a severe slot takes up to three levels.
fn fill_harm_slots_and_overflow(mut slots: HarmSlots, mut levels: u8) -> (HarmSlots, u8) {
    while levels > 0 {
        let capacity = HarmSlots::CAPACITY;
        if levels >= 2 && slots.moderate < capacity.moderate {
            slots.moderate += 1;
            levels -= 2;
        } else if slots.lesser < capacity.lesser {
            slots.lesser += 1;
            levels -= 1;
        } else if slots.moderate < capacity.moderate {
            slots.moderate += 1;
            levels -= 1;
        } else if slots.severe < capacity.severe {
            slots.severe += 1;
            levels = levels.saturating_sub(3);
        } else {
            return (slots, levels);
        }
    }
    (slots, 0)
}

fn harm_slots_mut(body: &mut Body, harm: HarmType) -> &mut HarmSlots {
    match harm {
        HarmType::Physical => &mut body.phys_slots,
        HarmType::Mental => &mut body.ment_slots,
    }
}

fn harm_points_mut(body: &mut Body, harm: HarmType) -> &mut u8 {
    match harm {
        HarmType::Physical => &mut body.phys_points,
        HarmType::Mental => &mut body.ment_points,
    }
}

/// Adds Harm to a combatant. With slots, the levels fill them (CARDS-HARM-2). With points, they add
/// up and may cost the next test as many dice, unless the NPC is `relentless` (CARDS-HARM-6).
pub fn add_harm_and_next_test_penalty(
    body: &mut Body,
    harm: HarmType,
    amount: u8,
    penalty_duration: HarmDiceDuration,
) {
    match body.track {
        HarmTrack::Slots => {
            let (filled, _) = fill_harm_slots_and_overflow(body.harm_slots(harm), amount);
            *harm_slots_mut(body, harm) = filled;
        }
        HarmTrack::Points => {
            let points = harm_points_mut(body, harm);
            *points = points.saturating_add(amount);
            if penalty_duration == HarmDiceDuration::NextTest
                && !body.has_trait(CombatantTrait::Relentless)
            {
                body.fewer_dice = body.fewer_dice.saturating_add(amount);
            }
        }
    }
}

/// Removes levels of Harm, as the GM orders (CARDS-END-3): the lightest first; when it is gone,
/// heavier Harm becomes lighter.
pub fn remove_harm(body: &mut Body, harm: HarmType, amount: u8) {
    if body.track == HarmTrack::Points {
        let points = harm_points_mut(body, harm);
        *points = points.saturating_sub(amount);
        return;
    }
    let slots = harm_slots_mut(body, harm);
    for _ in 0..amount {
        if slots.lesser > 0 {
            slots.lesser -= 1;
        } else if slots.moderate > 0 {
            slots.moderate -= 1;
            slots.lesser += 1;
        } else if slots.severe > 0 {
            slots.severe -= 1;
            slots.moderate += 1;
        }
    }
}

/// Applies a recovery after a fight (CARDS-END-3): lesser Harm clears. With one success of the
/// healer moderate Harm becomes lesser, and treatable critical injuries end; with two severe Harm
/// becomes moderate. The combatant has then recovered today.
pub fn apply_daily_recovery(body: &mut Body, healer_successes: u8) {
    body.has_recovered_today = true;
    for slots in [&mut body.phys_slots, &mut body.ment_slots] {
        slots.lesser = 0;
        if healer_successes >= 1 {
            slots.lesser = slots.moderate;
            slots.moderate = 0;
        }
        if healer_successes >= 2 {
            slots.moderate += slots.severe;
            slots.severe = 0;
        }
    }
    if healer_successes >= 1 {
        body.criticals.retain(|critical| !critical.is_treatable());
    }
}

/// Returns how many dice Harm of one type takes away from a pool (CARDS-HARM-3, CARDS-HARM-6).
pub fn harm_dice_penalty(body: &Body, harm: HarmType, penalty_duration: HarmDiceDuration) -> u8 {
    match (body.track, penalty_duration) {
        (HarmTrack::Slots, _) => body.harm_slots(harm).levels(),
        (HarmTrack::Points, HarmDiceDuration::NextTest) => body.fewer_dice,
        (HarmTrack::Points, HarmDiceDuration::Lasting)
            if body.has_trait(CombatantTrait::Relentless) =>
        {
            0
        }
        (HarmTrack::Points, HarmDiceDuration::Lasting) => body.harm_points(harm),
    }
}

/// Returns whether a combatant has severe Harm of either type; a PC then needs help for slow
/// Maneuvers (CARDS-HARM-4).
pub fn has_severe_harm(body: &Body) -> bool {
    body.phys_slots.severe > 0 || body.ment_slots.severe > 0
}

/// Returns how hurt a combatant looks, by the worse of its two tracks: badly hurt from half the
/// capacity on (CARDS-HID-2).
pub fn wound_level(body: &Body) -> WoundLevel {
    if body.is_out || body.is_dead() {
        return WoundLevel::Out;
    }
    let mut is_hurt = false;
    for harm in HarmType::ALL {
        let (taken, capacity) = body.harm_and_capacity(harm);
        if taken == 0 {
            continue;
        }
        is_hurt = true;
        if u16::from(taken) * 2 >= u16::from(capacity) {
            return WoundLevel::BadlyHurt;
        }
    }
    if is_hurt { WoundLevel::Hurt } else { WoundLevel::Unhurt }
}

/// Returns whether this amount of Harm overflows the slots (CARDS-HARM-5), or makes an NPC's points
/// reach the cap (CARDS-HARM-7).
fn would_take_out(body: &Body, harm: HarmType, amount: u8) -> bool {
    match body.track {
        HarmTrack::Slots => {
            let (_, overflow) = fill_harm_slots_and_overflow(body.harm_slots(harm), amount);
            overflow > 0
        }
        HarmTrack::Points => body.harm_points(harm).saturating_add(amount) >= body.harm_cap(harm),
    }
}

/// Returns the effect on a combatant of these amounts of Harm, taken one after the other.
pub fn harm_threat(body: &Body, amounts: &[(HarmType, u8)]) -> ThreatLevel {
    let mut after = body.clone();
    let mut threat = ThreatLevel::Harmless;
    for (harm, amount) in amounts.iter().copied().filter(|(harm, _)| !is_immune(body, *harm)) {
        if amount == 0 {
            continue;
        }
        if would_take_out(&after, harm, amount) {
            return ThreatLevel::Fell;
        }
        add_harm_and_next_test_penalty(&mut after, harm, amount, HarmDiceDuration::Lasting);
        threat = ThreatLevel::Wound;
    }
    threat
}

/// Returns whether Harm of this type does nothing to a combatant.
pub fn is_immune(body: &Body, harm: HarmType) -> bool {
    harm == HarmType::Mental && body.has_trait(CombatantTrait::ImmuneMental)
}

/// Deals Harm, and returns whether any was taken (CARDS-HARM-1). An amount of 0, an immune or a
/// dead combatant is only recorded as unharmed. CARDS-HARM-5: overflow puts a PC Out with a
/// critical injury; each later Harm gives one more critical injury instead. CARDS-HARM-7: an NPC
/// whose points reach the cap is Out.
pub fn try_deal_harm_with_consequences(
    resolver: &mut Resolver,
    who: CombatantId,
    harm: HarmType,
    amount: u8,
    cause: HarmCause,
) -> bool {
    let body = resolver.fight().body(who);
    if amount == 0 || is_immune(body, harm) || body.is_dead() {
        resolver.emit(Event::NoHarmTaken { who, cause });
        return false;
    }
    let has_slots = body.track == HarmTrack::Slots;
    let was_out = body.is_out;
    if has_slots && was_out {
        roll_critical(resolver, who, harm);
        return true;
    }
    let takes_out = would_take_out(body, harm, amount);
    let penalty_duration = resolver.fight().settings.harm_dice_duration;
    let wound = wound_level_after_harm(body, harm, amount, penalty_duration);
    resolver.emit(Event::HarmTaken { who, harm, cause, amount: Some(amount), wound });
    if takes_out && !was_out {
        take_out(resolver, who);
    }
    if takes_out && has_slots {
        roll_critical(resolver, who, harm);
    }
    true
}

/// Returns how hurt a combatant will look once it has taken this amount of Harm.
fn wound_level_after_harm(
    body: &Body,
    harm: HarmType,
    amount: u8,
    penalty_duration: HarmDiceDuration,
) -> WoundLevel {
    let mut body_after = body.clone();
    add_harm_and_next_test_penalty(&mut body_after, harm, amount, penalty_duration);
    body_after.is_out |= would_take_out(body, harm, amount);
    wound_level(&body_after)
}

/// Deals the Harm of a failed test: 1, 2 or 3 by its position.
pub fn deal_failed_test_harm(
    resolver: &mut Resolver,
    who: CombatantId,
    harm: HarmType,
    position: TestPosition,
) {
    let amount = position.harm_on_failure();
    try_deal_harm_with_consequences(resolver, who, harm, amount, HarmCause::Test);
}

/// Removes Harm by an order of the GM (CARDS-END-3). The event also says how hurt the combatant
/// looks after that.
pub fn heal_harm(resolver: &mut Resolver, who: CombatantId, harm: HarmType, amount: u8) {
    let mut after = resolver.fight().body(who).clone();
    remove_harm(&mut after, harm, amount);
    let wound = wound_level(&after);
    resolver.emit(Event::HarmHealed { who, harm, amount: Some(amount), wound });
}

/// Puts a combatant Out. The holds that it exerts or suffers end (CARDS-HARM-8).
pub fn take_out(resolver: &mut Resolver, who: CombatantId) {
    grapple::end_all_grapples(resolver, who);
    resolver.emit(Event::TakenOut(who));
}

/// Rolls on the critical table of this type of Harm, and records the injury (CARDS-HARM-5).
fn roll_critical(resolver: &mut Resolver, who: CombatantId, harm: HarmType) {
    let face = resolver.roll_die(&[who], 6);
    let critical = CriticalInjury::from_roll(harm, face);
    resolver.emit(Event::CriticalRolled { who, harm, face, critical });
}

/// Asks the attacker whether an NPC that is down is dead, dying or helpless, and records the answer
/// (CARDS-HARM-7). It is asked again of whoever harms the NPC later.
pub fn ask_attacker_and_set_npc_fate(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
) -> RuleResult {
    if !is_living_downed_npc(resolver.fight().body(target)) {
        return Ok(());
    }
    let prompt = prompts::npc_fate_prompt(resolver.fight(), attacker, target);
    let fate = match resolver.ask(prompt)? {
        Answer::Fate(fate) => fate,
        _ => NpcFate::Helpless,
    };
    if is_living_downed_npc(resolver.fight().body(target)) {
        resolver.emit(Event::FateSet { who: target, fate });
    }
    Ok(())
}

/// Returns whether this is an NPC that is down and not dead (CARDS-HARM-7).
pub fn is_living_downed_npc(body: &Body) -> bool {
    body.track == HarmTrack::Points && body.is_out && !body.is_dead() && !body.has_fled
}

/// Kills the dying whose last round has ended (CARDS-HARM-5).
pub fn kill_unstabilised_dying_past_deadline(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let is_due = |body: &Body| body.dies_after_round.is_some_and(|last| last <= fight.round);
    let due: Vec<_> = fight
        .present_combatants()
        .filter(|(_, combatant)| is_due(&combatant.body))
        .map(|(who, _)| who)
        .collect();
    for who in due {
        resolver.emit(Event::FateSet { who, fate: NpcFate::Dead });
    }
}

/// Makes each NPC that is Out helpless if nobody has decided its fate (CARDS-HARM-7).
pub fn make_undecided_downed_npcs_helpless(resolver: &mut Resolver) {
    let is_undecided =
        |body: &Body| body.track == HarmTrack::Points && body.is_out && body.fate.is_none();
    let fight = resolver.fight();
    let undecided: Vec<_> = fight
        .present_combatants()
        .filter(|(_, combatant)| is_undecided(&combatant.body))
        .map(|(who, _)| who)
        .collect();
    for who in undecided {
        resolver.emit(Event::FateSet { who, fate: NpcFate::Helpless });
    }
}
