//! Reactions and morale (DR12-RCT, DR12-MORALE).

use super::sheet::{Attitude, Attribute, Mood, Side};
use super::state::{Event, MoraleSuggestion, TestPurpose, WoundLevel};
use super::test_rolls::Test;
use super::{Fight, Resolver, test_rolls};
use crate::core::fight::FightPhase;
use crate::core::ids::CombatantId;
use crate::resolution::resolver::RollAudience;

/// Rolls the attitude of NPCs at first contact and records it.
///
/// DR12-RCT-1: one d10 for all NPCs named whose attitude is not fixed: 1 Hostile, 2–3 Wary, 4–7
/// Curious, 8–9 Kind, 10 Helpful. DR12-RCT-2: the result binds nothing and is the GM's alone; on
/// Hostile the bot offers to start the fight.
pub fn roll_one_shared_npc_attitude(resolver: &mut Resolver, npcs: &[CombatantId]) {
    let has_no_attitude = |who: &CombatantId| resolver.fight().body(*who).attitude.is_none();
    let undecided: Vec<CombatantId> = npcs.iter().copied().filter(has_no_attitude).collect();
    if undecided.is_empty() {
        return;
    }
    let face = resolver.roll_die(RollAudience::GmAlone, 10);
    let attitude = match face {
        1 => Attitude::Hostile,
        2..=3 => Attitude::Wary,
        4..=7 => Attitude::Curious,
        8..=9 => Attitude::Kind,
        _ => Attitude::Helpful,
    };
    resolver.emit(Event::ReactionRolled { npcs: undecided, face, attitude });
    if attitude == Attitude::Hostile && resolver.fight().phase == FightPhase::Setup {
        resolver.emit(Event::StartSuggested);
    }
}

/// Rolls a morale Test for each of these NPCs and sets their mood.
///
/// DR12-MORALE-2: each Tests Skill, DR 12, separately, in join order; on a pass it fights on, or
/// again. DR12-MORALE-3: on a fail it takes `mood_on_fail`: it flees or parleys, as the GM picks.
pub fn roll_morale_tests_and_set_moods(
    resolver: &mut Resolver,
    npcs: &[CombatantId],
    mood_on_fail: Mood,
) {
    let mut npcs = npcs.to_vec();
    npcs.sort_unstable();
    npcs.dedup();
    for who in npcs {
        let test = Test::new(who, Attribute::Wis, TestPurpose::Morale);
        let passed = test_rolls::roll_test(resolver, test).passed;
        let mood = if passed { Mood::Fighting } else { mood_on_fail };
        if resolver.fight().body(who).mood != mood {
            resolver.emit(Event::MoodSet { who, mood });
        }
    }
}

/// How many suggestions there are, each of which is made once in a fight (DR12-MORALE-1).
const SUGGESTION_COUNT: usize = 3;

/// Suggests morale Tests to the GM when one of three events has happened, once each. DR12-MORALE-1:
/// half the enemy side is out, its leader falls, or the last one is at half HP or less.
pub fn suggest_due_morale_tests_once(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let are_all_made = fight.state.morale_suggestions.len() == SUGGESTION_COUNT;
    if are_all_made || !fight.is_undecided() {
        return;
    }
    for (suggestion, is_due) in [
        (MoraleSuggestion::HalfOfEnemiesOut, is_half_of_enemies_out(fight)),
        (MoraleSuggestion::LeaderFell, has_enemy_leader_fallen(fight)),
        (MoraleSuggestion::LastEnemyAtHalfHp, is_last_enemy_at_half_hp(fight)),
    ] {
        if is_due && !resolver.fight().state.morale_suggestions.contains(&suggestion) {
            resolver.emit(Event::MoraleSuggested(suggestion));
        }
    }
}

/// Returns the bodies of the enemy side, in action or not.
fn enemy_bodies(fight: &Fight) -> impl Iterator<Item = &super::sheet::Body> {
    fight
        .present_combatants()
        .map(|(_, combatant)| &combatant.body)
        .filter(|body| body.side == Side::Enemy)
}

/// Returns whether half of the enemies or more are out. False for a side of one, or of none.
fn is_half_of_enemies_out(fight: &Fight) -> bool {
    let enemy_count = enemy_bodies(fight).count();
    let out_count = enemy_bodies(fight).filter(|body| !body.is_in_action()).count();
    enemy_count > 1 && out_count * 2 >= enemy_count
}

/// Returns whether a leader of the enemies has no HP left.
fn has_enemy_leader_fallen(fight: &Fight) -> bool {
    enemy_bodies(fight).any(|body| body.is_leader && body.hp == 0)
}

/// Returns whether exactly one enemy stands and has half its HP or less.
fn is_last_enemy_at_half_hp(fight: &Fight) -> bool {
    let mut in_action = enemy_bodies(fight).filter(|body| body.is_in_action());
    match (in_action.next(), in_action.next()) {
        (Some(last), None) => WoundLevel::from_hp(last.hp, last.hp_max) == WoundLevel::BadlyHurt,
        _ => false,
    }
}
