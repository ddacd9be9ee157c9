//! What one viewer may know of the combatants of a fight.

use crate::System;
use crate::core::fight::Fight;
use crate::core::ids::{CombatantId, Initiator};
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::view::Viewer;

/// A viewer of a fight, as the conditions of [`Redact`] ask about them.
pub struct Knowledge<'a, S: System> {
    pub fight: &'a Fight<S>,
    pub viewer: Viewer,
}

impl<'a, S: System> Knowledge<'a, S> {
    pub fn new(fight: &'a Fight<S>, viewer: Viewer) -> Self {
        Self { fight, viewer }
    }

    pub fn is_gm(&self) -> bool {
        self.viewer == Viewer::Gm
    }

    /// Returns whether the viewer knows, or knew, that the combatant is in the fight.
    pub fn knows(&self, who: &CombatantId) -> bool {
        self.fight.viewer_ever_knew(self.viewer, *who)
    }

    /// Returns whether the viewer knows of everybody in a list, or of somebody optional.
    pub fn knows_all<'b>(&self, who: impl IntoIterator<Item = &'b CombatantId>) -> bool {
        who.into_iter().all(|who| self.knows(who))
    }

    /// Returns whether the viewer knows of anybody in a list.
    pub fn knows_any<'b>(&self, who: impl IntoIterator<Item = &'b CombatantId>) -> bool {
        who.into_iter().any(|who| self.knows(who))
    }

    /// Returns whether the viewer knows of a combatant, how hurt it looks, and whether it is hurt
    /// at all.
    pub fn knows_wounds(&self, who: &CombatantId) -> bool {
        self.knows(who) && self.fight.detail_for(self.viewer, *who) >= DetailLevel::Wounds
    }

    /// Returns whether the viewer is the player of a combatant.
    pub fn plays(&self, who: &CombatantId) -> bool {
        self.viewer == self.fight.viewer_of(Initiator::Combatant(*who))
    }

    /// Returns whether the viewer may know the numbers of a combatant. Numbers that belong to
    /// nobody are known to all.
    pub fn knows_numbers<'b>(&self, who: impl Into<Option<&'b CombatantId>>) -> bool {
        let is_known = |who| self.fight.detail_for(self.viewer, who) == DetailLevel::Numbers;
        who.into().copied().is_none_or(is_known)
    }
}

/// Events that know who may know them. `#[derive(declare::Redact)]` implements it from what each
/// event and field declares.
pub trait Redact<S: System>: Sized {
    /// The numbers that are not secret as soon as anybody in the event is closed: event and field
    /// (`lost.amount`), with the field that names their owner, or "" for numbers that are always
    /// open. See [`randomize`](crate::visibility::randomize).
    const NUMBER_OWNERS: &'static [(&'static str, &'static str)];

    /// The stored key of each event with the condition under which it is known ("" for the GM
    /// alone), and of each field that says who may know it (`lost.amount`) what it says.
    const DECLARED_AUDIENCES: &'static [(&'static str, &'static str)];

    /// Returns the event as one viewer may know it; `None` if they may not know of it.
    fn redact(&self, viewer: &Knowledge<'_, S>) -> Option<Self>;
}
