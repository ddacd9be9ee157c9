//! A forecast: how a fight is likely to end, and what would change that.

use engine::agents::forecast::Forecast;
use engine::core::ids::CombatantId;
use engine::visibility::view::FightView;
use store::ids::FightId;

#[derive(Clone, Debug, PartialEq)]
pub struct ForecastCard {
    pub fight: FightId,
    /// The fight as the GM knows it.
    pub view: FightView,
    pub forecast: Forecast,
    /// The number of simulated fights that were planned for the forecast.
    pub target_runs: u32,
    /// Changed set-ups, each simulated less often.
    pub variants: Vec<(FightVariant, Forecast)>,
    /// What is known beyond the variants where the fight and all of them end alike.
    pub turning_point: Option<TurningPoint>,
}

/// What it takes to turn a one-sided fight.
#[derive(Clone, Debug, PartialEq)]
pub enum TurningPoint {
    /// The smallest change found that makes another outcome the commonest.
    Change(FightVariant, Forecast),
    /// No change that was tried does.
    OutOfReach {
        /// What is left of the winners' strength on average, in thousandths.
        winners_remaining: u16,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightVariant {
    /// Without this NPC.
    WithoutNpc(CombatantId),
    /// Without this number of NPCs.
    WithoutNpcs(u8),
    /// With this number of combatants more that are like this one.
    WithMore { model: CombatantId, count: u8 },
    /// The NPCs start with an ambush.
    WithAmbush,
}
