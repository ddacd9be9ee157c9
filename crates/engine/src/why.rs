//! Why an act is refused, as the checks of the rules say it.

use std::fmt;

use super::System;
use super::command::Refusal;
use super::fight::Fight;
use super::ids::{By, CombatantId, ZoneId};

/// The reason of a refusal: whoever is meant is nobody of whom its sender knows.
pub const UNKNOWN: &str = "unknown";

/// Why an act is refused; cheap to make, so that legal acts can be found by trying.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Why {
    key: &'static str,
    rule: &'static str,
    about: Option<CombatantId>,
    zone: Option<ZoneId>,
    because: &'static str,
}

impl Why {
    pub fn new(key: &'static str, rule: &'static str) -> Self {
        Self { key, rule, about: None, zone: None, because: "" }
    }

    pub fn about(self, who: CombatantId) -> Self {
        Self { about: Some(who), ..self }
    }

    pub fn at(self, zone: ZoneId) -> Self {
        Self { zone: Some(zone), ..self }
    }

    pub fn because(self, because: &'static str) -> Self {
        Self { because, ..self }
    }

    /// The refusal as its sender may know it: nobody is named of whom they cannot know.
    pub fn refusal<S: System>(self, fight: &Fight<S>, who: CombatantId) -> Refusal {
        let viewer = fight.viewer_of(By::Combatant(who));
        let mut refusal = Refusal::new(self.key, self.rule);
        match self.about {
            Some(about) if fight.knows(viewer, about) => {
                refusal = refusal.with("name", fight.name(about));
            }
            // Whoever is hidden and whoever there is not are refused alike.
            Some(_) if self.key == "bad-target" => {
                return Refusal::new(self.key, "").with("because", UNKNOWN);
            }
            Some(_) | None => {}
        }
        if let Some(zone) = self.zone.filter(|zone| fight.zones.get(*zone).is_some()) {
            refusal = refusal.with("zone", fight.zones.name(zone));
        }
        if !self.because.is_empty() {
            refusal = refusal.with("because", self.because);
        }
        refusal
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.key, self.rule)
    }
}
