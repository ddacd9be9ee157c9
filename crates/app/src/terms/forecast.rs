//! A forecast: how a fight will go, and what would change it.

use engine::forecast::Forecast;
use engine::ids::CombatantId;
use engine::view::View;
use store::ids::FightId;

#[derive(Clone, Debug, PartialEq)]
pub struct ForecastCard {
    pub fight: FightId,
    /// As the GM knows it.
    pub view: View,
    pub forecast: Forecast,
    /// How many fights were to be played for it.
    pub wanted: u32,
    /// Other fights, played less often.
    pub others: Vec<(WhatIf, Forecast)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatIf {
    /// Without this NPC.
    Without(CombatantId),
    /// With another one like this NPC.
    Another(CombatantId),
    /// The NPCs begin with an ambush.
    Ambush,
}
