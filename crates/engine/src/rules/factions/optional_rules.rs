//! Optional rules: fast and slow (FACT-FAT), chaos of combat (FACT-CHAOS).

use super::state::RoundStage;
use super::{Fight, Resolver};
use crate::ChatPolicy;
use crate::core::ids::CombatantId;
use crate::resolution::resolver::RollAudience;

/// Returns the first stage of a round and, with fast and slow phases, the threshold. FACT-FAT-1:
/// one open d20 at the start of each round; the round begins with its fast phase.
pub fn roll_first_stage_and_threshold(resolver: &mut Resolver) -> (RoundStage, Option<u8>) {
    let is_fast_slow = resolver.fight().settings.fast_slow;
    let threshold = is_fast_slow.then(|| resolver.roll_die(RollAudience::EVERYBODY, 20));
    (first_stage_with_threshold(threshold), threshold)
}

/// Returns the first stage of a round: the fast phase if it has a threshold (FACT-FAT-1).
pub fn first_stage_with_threshold(threshold: Option<u8>) -> RoundStage {
    if threshold.is_some() { RoundStage::Fast } else { RoundStage::Round }
}

/// Returns whether a combatant is too slow for the present phase. FACT-FAT-1: in the fast phase WIT
/// must reach the threshold. FACT-FAT-2: not in the slow phase. FACT-FAT-3: reactions never check
/// this.
pub fn is_too_slow(fight: &Fight, who: CombatantId) -> bool {
    let is_fast_phase = fight.state.stage == Some(RoundStage::Fast);
    is_fast_phase
        && fight.state.fast_threshold.is_some_and(|threshold| fight.body(who).wit < threshold)
}

/// Returns what happens to chat messages. FACT-CHAOS-1: with chaos, players may speak to each other
/// only through `say`; other messages get a warning mark, or are deleted if the GM set it so.
pub fn chat_policy(fight: &Fight) -> ChatPolicy {
    match (fight.settings.chaos, fight.settings.chaos_delete) {
        (false, _) => ChatPolicy::Allow,
        (true, false) => ChatPolicy::Warn,
        (true, true) => ChatPolicy::Delete,
    }
}

/// Returns the seconds to claim a slot and to finish a turn: 15, or as the GM set (FACT-CHAOS-2).
/// `None` without chaos.
pub fn chaos_secs(fight: &Fight) -> Option<u32> {
    fight.settings.chaos.then_some(fight.settings.chaos_secs)
}
