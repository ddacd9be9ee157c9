//! A forecast: how a fight will go, and what would change it.

use engine::agents::forecast::Forecast;
use engine::core::ids::CombatantId;
use engine::visibility::view::FightView;
use store::ids::FightId;

#[derive(Clone, Debug, PartialEq)]
pub struct ForecastCard {
    pub fight: FightId,
    /// As the GM knows it.
    pub view: FightView,
    pub forecast: Forecast,
    /// How many fights were to be played for it.
    pub target_runs: u32,
    /// Other fights, played less often.
    pub variants: Vec<(FightVariant, Forecast)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightVariant {
    /// Without this NPC.
    WithoutNpc(CombatantId),
    /// With another one like this NPC.
    WithAnotherNpc(CombatantId),
    /// The NPCs begin with an ambush.
    WithAmbush,
}
