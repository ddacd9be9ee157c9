//! The reason why the checks of a rule refuse an act.

use std::fmt;

use crate::System;
use crate::core::command::Refusal;
use crate::core::fight::Fight;
use crate::core::ids::{CombatantId, Initiator, ZoneId};

/// The cause of a refusal whose target is nobody that the sender knows of.
pub const UNKNOWN_TARGET: &str = "unknown";

/// The reason why an act is refused. It is cheap to make, so that legal acts can be found by
/// trying.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefusalReason {
    key: &'static str,
    rule: &'static str,
    combatant: Option<CombatantId>,
    zone: Option<ZoneId>,
    cause: &'static str,
}

impl RefusalReason {
    /// Makes a reason with the key of a refusal and the id of the rule that refuses.
    pub fn new(key: &'static str, rule: &'static str) -> Self {
        Self { key, rule, combatant: None, zone: None, cause: "" }
    }

    /// Names the combatant whom the refusal is about, often the target.
    pub fn with_combatant(self, who: CombatantId) -> Self {
        Self { combatant: Some(who), ..self }
    }

    /// Names the zone that the refusal is about.
    pub fn with_zone(self, zone: ZoneId) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// Adds the key of a closer cause.
    pub fn with_cause(self, cause: &'static str) -> Self {
        Self { cause, ..self }
    }

    /// Refuses for this reason unless `is_allowed`.
    #[inline]
    pub fn refuse_unless(self, is_allowed: bool) -> Result<(), Self> {
        if is_allowed { Ok(()) } else { Err(self) }
    }

    /// Makes the refusal for `recipient`, without names of combatants that they may not know of.
    /// The refusal of such a target as `bad-target` has no rule and no cause but
    /// [`UNKNOWN_TARGET`].
    pub fn to_refusal<S: System>(self, fight: &Fight<S>, recipient: CombatantId) -> Refusal {
        let viewer = fight.viewer_of(Initiator::Combatant(recipient));
        let mut refusal = Refusal::new(self.key, self.rule);
        match self.combatant {
            Some(about) if fight.viewer_knows(viewer, about) => {
                refusal = refusal.with("name", fight.name(about));
            }
            // A hidden target and one that does not exist get the same refusal.
            Some(_) if self.key == "bad-target" => {
                return Refusal::new(self.key, "").with("because", UNKNOWN_TARGET);
            }
            Some(_) | None => {}
        }
        if let Some(zone) = self.zone.filter(|zone| fight.zones.get(*zone).is_some()) {
            refusal = refusal.with("zone", fight.zones.name(zone));
        }
        if !self.cause.is_empty() {
            refusal = refusal.with("because", self.cause);
        }
        refusal
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.key, self.rule)
    }
}
