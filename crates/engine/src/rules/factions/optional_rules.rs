//! Optional rules: fast and slow (FACT-FAT), chaos of combat (FACT-CHAOS).

use super::state::RoundStage;
use super::{Fight, Resolver};
use crate::ChatPolicy;
use crate::core::ids::CombatantId;

/// FACT-FAT-1: at the start of each round one open d20, the threshold; the round begins with its
/// fast phase.
pub fn roll_first_stage(resolver: &mut Resolver) -> (RoundStage, Option<u8>) {
    if !resolver.fight().settings.fast_slow {
        return (RoundStage::Round, None);
    }
    (RoundStage::Fast, Some(resolver.roll_die(20)))
}

/// FACT-FAT-1: in the fast phase only WIT equal to or above the threshold can take a turn.
/// FACT-FAT-2: in the slow phase whatever WIT. FACT-FAT-3: reactions never ask for it.
pub fn is_too_slow(fight: &Fight, who: CombatantId) -> bool {
    let is_fast_phase = fight.state.stage == Some(RoundStage::Fast);
    is_fast_phase && fight.state.fast_threshold.is_some_and(|least| fight.body(who).wit < least)
}

/// FACT-CHAOS-1: players may speak to each other only through `say`; other messages get a warning
/// mark, or are deleted if the GM set it so.
pub fn chatter_rule(fight: &Fight) -> ChatPolicy {
    match (fight.settings.chaos, fight.settings.chaos_delete) {
        (false, _) => ChatPolicy::Allow,
        (true, false) => ChatPolicy::Warn,
        (true, true) => ChatPolicy::Delete,
    }
}

/// FACT-CHAOS-2: 15 seconds to claim a slot and from the start of a turn, or as the GM set it.
pub fn chaos_secs(fight: &Fight) -> Option<u32> {
    fight.settings.chaos.then_some(fight.settings.chaos_secs)
}
