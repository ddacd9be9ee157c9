//! Adds to the view of a board what the fight alone does not tell: portraits, who attacked whom
//! last, and how wounded everybody looked to the reader after their own last input.

use engine::core::ids::UserId;
use engine::game::Game;
use engine::visibility::view::FightView;
use store::error::StoreError;

use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::transaction::journal_view::narrate_row_for;

/// How many of the last inputs that tell the reader something are searched for an attack: the
/// attack itself, and what ends a turn after it.
pub(crate) const MAX_SEARCHED_INPUTS: usize = 3;

impl App {
    /// Returns a view with what every board shows: the portraits and the last attacks.
    pub(crate) async fn with_portraits_and_last_attacks(
        &self,
        state: &FightState,
        perspective: &Perspective,
        view: FightView,
    ) -> Result<FightView, StoreError> {
        let mut portraits = state.visible_npc_portraits_by_id(perspective);
        for member in view.members().filter(|member| member.user.is_some()) {
            let portrait = self.load_portrait_of_own_sheet(state, member.id).await?;
            portraits.extend(portrait.map(|address| (member.id, address)));
        }
        portraits.retain(|who, _| view.members().any(|member| member.id == *who));
        self.with_attacks_of_last_attacking_input(
            state,
            perspective,
            FightView { portraits, ..view },
        )
        .await
    }

    /// Returns a view with the attacks of the last input that told the viewers of one, if hardly
    /// anything was told since. Inputs that tell them nothing do not count.
    async fn with_attacks_of_last_attacking_input(
        &self,
        state: &FightState,
        perspective: &Perspective,
        view: FightView,
    ) -> Result<FightView, StoreError> {
        let (mut revision, mut told_inputs) = (state.revision, 0);
        while view.is_running && told_inputs < MAX_SEARCHED_INPUTS {
            let Some(row) = self.inner.store.load_journal_row(state.id, revision).await? else {
                break;
            };
            revision = row.back_to.unwrap_or(row.revision - 1);
            let Some(narrative) = narrate_row_for(&row, perspective)? else { continue };
            told_inputs += 1;
            let last_attacks = narrative.attacks_between_known_combatants();
            if !last_attacks.is_empty() {
                return Ok(FightView { last_attacks, ..view });
            }
        }
        Ok(view)
    }

    /// Returns a view with how wounded everybody looked to a user after that user's last input. The
    /// view is unchanged if they have given none.
    pub(crate) async fn with_earlier_wounds_at_users_last_input(
        &self,
        state: &FightState,
        perspective: &Perspective,
        user: UserId,
        view: FightView,
    ) -> Result<FightView, StoreError> {
        let revision = self.inner.store.load_last_input_revision_or_zero(user.0, state.id).await?;
        let Some(row) = self.inner.store.load_journal_row(state.id, revision).await? else {
            return Ok(view);
        };
        let earlier_view = perspective.view_of(&from_json::<Game>(&row.state)?);
        if !earlier_view.is_running {
            return Ok(view);
        }
        let earlier_wounds =
            earlier_view.members().map(|member| (member.id, member.wounds.clone())).collect();
        Ok(FightView { earlier_wounds, ..view })
    }
}
