//! Reactions and morale (DR12-RCT, DR12-MORALE).

use super::checks::Test;
use super::sheet::{Attitude, Attribute, Mood, Side};
use super::state::{Note, Purpose, Suggestion, Wound};
use super::{Fight, Scene, checks};
use crate::fight::Phase;
use crate::ids::CombatantId;

/// DR12-RCT-1: one d10 for all NPCs named whose attitude is not fixed: 1 Hostile, 2–3 Wary, 4–7
/// Curious, 8–9 Kind, 10 Helpful. DR12-RCT-2: it binds nothing, and is the GM's alone; on
/// Hostile the bot offers to start the fight.
pub fn react(scene: &mut Scene, npcs: &[CombatantId]) {
    let is_open = |who: &CombatantId| scene.fight().body(*who).attitude.is_none();
    let npcs: Vec<_> = npcs.iter().copied().filter(is_open).collect();
    if npcs.is_empty() {
        return;
    }
    let face = scene.roll(10);
    let attitude = match face {
        1 => Attitude::Hostile,
        2..=3 => Attitude::Wary,
        4..=7 => Attitude::Curious,
        8..=9 => Attitude::Kind,
        _ => Attitude::Helpful,
    };
    scene.note(Note::ReactionRolled { npcs, face, attitude });
    if attitude == Attitude::Hostile && scene.fight().phase == Phase::Setup {
        scene.note(Note::StartOffered);
    }
}

/// DR12-MORALE-2: each named enemy Tests Skill, DR 12, separately, in join order; a pass: it fights
/// on, or again. DR12-MORALE-3: a fail: it flees or parleys, as the GM picks.
pub fn test(scene: &mut Scene, npcs: &[CombatantId], on_fail: Mood) {
    let mut npcs = npcs.to_vec();
    npcs.sort_unstable();
    npcs.dedup();
    for who in npcs {
        let passed = checks::roll(scene, Test::of(who, Attribute::Wis, Purpose::Morale)).passed;
        let mood = if passed { Mood::Fighting } else { on_fail };
        if scene.fight().body(who).mood != mood {
            scene.note(Note::MoodSet { who, mood });
        }
    }
}

/// DR12-MORALE-1: the bot suggests morale Tests to the GM, once each: when half the enemy side is
/// out, when its leader falls, and when the last one is at half HP or less.
pub fn suggest(scene: &mut Scene) {
    let fight = scene.fight();
    if fight.phase != Phase::Running || fight.state.outcome.is_some() {
        return;
    }
    if fight.state.suggested.len() == 3 {
        return;
    }
    for (suggestion, holds) in [
        (Suggestion::HalfOut, is_half_out(fight)),
        (Suggestion::LeaderFell, has_leader_fallen(fight)),
        (Suggestion::LastAtHalf, is_last_at_half(fight)),
    ] {
        if holds && !scene.fight().state.suggested.contains(&suggestion) {
            scene.note(Note::MoraleSuggested(suggestion));
        }
    }
}

fn enemies(fight: &Fight) -> impl Iterator<Item = &super::sheet::Body> {
    fight.iter().map(|(_, one)| &one.body).filter(|body| body.side == Side::Enemy)
}

fn is_half_out(fight: &Fight) -> bool {
    let all = enemies(fight).count();
    let out = enemies(fight).filter(|body| !body.is_standing()).count();
    all > 1 && out * 2 >= all
}

fn has_leader_fallen(fight: &Fight) -> bool {
    enemies(fight).any(|body| body.leader && body.hp == 0)
}

fn is_last_at_half(fight: &Fight) -> bool {
    let mut standing = enemies(fight).filter(|body| body.is_standing());
    match (standing.next(), standing.next()) {
        (Some(last), None) => Wound::of(last.hp, last.hp_max) == Wound::BadlyHurt,
        _ => false,
    }
}
