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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightVariant {
    /// Without this NPC.
    WithoutNpc(CombatantId),
    /// With a second NPC like this one.
    WithAnotherNpc(CombatantId),
    /// The NPCs start with an ambush.
    WithAmbush,
}
