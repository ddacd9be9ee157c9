//! How one user, or everybody, sees a fight.

use std::borrow::Cow;

use engine::PendingTurn;
use engine::core::ids::CombatantId;
use engine::game::{Game, Member, Narrative};
use engine::visibility::view::{FightView, Viewer};

/// What a user, or everybody in the channel, knows of a fight: what one viewer knows, and what the
/// player knows of a combatant that was lent to the user as a stand-in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Perspective {
    pub viewer: Viewer,
    pub(super) lent_combatants: Vec<CombatantId>,
}

impl Perspective {
    pub fn from_viewer(viewer: Viewer) -> Self {
        Self { viewer, lent_combatants: Vec::new() }
    }

    pub fn is_gm(&self) -> bool {
        self.viewer == Viewer::Gm
    }

    /// Whether they may know that the combatant is there at all.
    pub fn can_know_of(&self, member: &Member) -> bool {
        let is_own = match self.viewer {
            Viewer::Gm => true,
            Viewer::Player(user) => {
                member.user == Some(user) || self.lent_combatants.contains(&member.id)
            }
            Viewer::Public => false,
        };
        is_own || !member.is_hidden
    }

    /// Returns what they may know of the fight.
    pub fn view_of(&self, game: &Game) -> FightView {
        self.game_with_lent_combatants_as_own(game).view_for(self.viewer)
    }

    /// Returns who is awaited to act, as they may know it.
    pub fn visible_pending_turn(&self, game: &Game) -> Option<PendingTurn> {
        self.game_with_lent_combatants_as_own(game).visible_pending_turn(self.viewer)
    }

    /// Finds the combatant of that name, if they may know of it.
    pub fn find_combatant(&self, game: &Game, name: &str) -> Option<CombatantId> {
        self.game_with_lent_combatants_as_own(game).find_combatant(self.viewer, name)
    }

    /// Returns the narrative of stored events for them, given the fight as it stood after the
    /// events.
    pub fn narrative_from_journal(&self, game: &Game, events: &str) -> Option<Narrative> {
        self.game_with_lent_combatants_as_own(game).narrative_from_journal(events, self.viewer)
    }

    /// Returns the game in which lent combatants are played by the viewer; the game itself where
    /// none are lent.
    fn game_with_lent_combatants_as_own<'a>(&self, game: &'a Game) -> Cow<'a, Game> {
        match self.viewer {
            Viewer::Player(user) if !self.lent_combatants.is_empty() => {
                Cow::Owned(game.viewing_copy_with_combatants_played_by(&self.lent_combatants, user))
            }
            Viewer::Player(_) | Viewer::Gm | Viewer::Public => Cow::Borrowed(game),
        }
    }
}
