//! Deletes a user's data: what is theirs goes at once, then each fight forgets them in turn, behind
//! its lock (I9) and in the process that owns it. An interrupted deletion resumes at the next
//! start.
//!
//! In open fights the GM takes over their characters.

use engine::core::command::Command;
use engine::core::ids::UserId;
use engine::game::Game;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{CommitOutcome, FightRow, UserErasure};

use crate::api::outbox::{Audience, Notice};
use crate::features::privacy::user_redaction::UserRedaction;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, from_json, to_json};
use crate::transaction::StateChange;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;

impl App {
    /// Resumes deletions that a crash interrupted or another process began.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub(crate) async fn resume_user_deletions(&self) -> Result<(), StoreError> {
        for user in self.inner.store.load_users_being_erased().await? {
            self.forget_user_in_local_fights_and_finish(UserId(user)).await?;
        }
        Ok(())
    }

    /// Deletes a user's data everywhere.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The rest follows at the next start.
    pub(super) async fn forget_user(&self, user: UserId) -> Result<(), StoreError> {
        self.inner.store.erase_user_data_and_queue_fights(user.0).await?;
        self.forget_user_in_local_fights_and_finish(user).await
    }

    /// Erases a user in the fights of this process, and finishes the deletion if no other process
    /// has fights left that mention them.
    async fn forget_user_in_local_fights_and_finish(&self, user: UserId) -> Result<(), StoreError> {
        let _one_at_a_time = self.inner.forgetting_lock.lock().await;
        let store = &self.inner.store;
        for fight in store.load_fights_mentioning(user.0).await? {
            if store.owns_guild(fight.guild) {
                self.forget_user_in_fight_unless_gm(fight.fight_id(), user).await?;
            }
        }
        self.inner.presence.forget_user(user);
        self.forget_noted_language(user);
        self.inner.held_inputs.forget_user(user);
        let is_done = |fight: &FightRow| {
            // Or the user has opened it since the request.
            store.owns_guild(fight.guild) || fight.is_open && fight.gm == user.0
        };
        let is_only_process = store.shard_range().is_none();
        let is_erased_everywhere =
            is_only_process || store.load_fights_mentioning(user.0).await?.iter().all(is_done);
        if is_erased_everywhere {
            store.finish_user_erasure(user.0).await?;
        }
        self.wake_background_tasks();
        Ok(())
    }

    /// Takes a user out of a fight if it is open, and erases their id and texts from all its rows.
    /// Does nothing if they lead it and it is open again.
    async fn forget_user_in_fight_unless_gm(
        &self,
        fight: FightId,
        user: UserId,
    ) -> Result<(), StoreError> {
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        let Some(row) = self.inner.store.load_fight_row(fight).await? else { return Ok(()) };
        // The user has opened it since the request.
        if row.is_open && row.gm == user.0 {
            return Ok(());
        }
        let inputs = self.inner.store.load_inputs(fight).await?;
        let redaction = UserRedaction::from_all_inputs(user, &row.system, &inputs);
        let combatants = match self
            .remove_user_from_open_fight(&mut fight_lock, fight, user, &redaction)
            .await
        {
            // Nobody can continue a damaged fight.
            Err(StoreError::Corrupt(_)) => Vec::new(),
            combatants => combatants?,
        };
        let (user, replacement) = (user.0, redaction.placeholder.0);
        let redact = |text: &str| redaction.redact(text);
        let leaving =
            UserErasure { user, replacement, combatants: &combatants, erase_user: &redact };
        fight_lock.clear_state();
        self.inner.store.delete_or_replace_user_in_fight(fight, leaving).await
    }

    /// Removes a user from an open fight. Returns the combatants that they played.
    async fn remove_user_from_open_fight(
        &self,
        fight_lock: &mut FightLock,
        fight: FightId,
        user: UserId,
        redaction: &UserRedaction,
    ) -> Result<Vec<u8>, StoreError> {
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(state) = self.load_and_migrate_fight(fight_lock, fight).await? else {
                return Ok(Vec::new());
            };
            let own_members = state.members.iter().filter(|member| member.user == Some(user));
            let combatants: Vec<u8> = own_members.map(|member| member.id.0).collect();
            let has_part = !combatants.is_empty() || state.people.has_part_besides_playing(user);
            if !state.is_open || !has_part {
                return Ok(combatants);
            }
            let change = state.build_forget_change(user, redaction)?;
            if let CommitOutcome::Stored(_) =
                self.commit_and_cache_change_or_clear_cache(fight_lock, &state, change).await?
            {
                return Ok(combatants);
            }
        }
        Err(StoreError::Locked)
    }
}

impl FightState {
    /// Builds the change that removes a user.
    fn build_forget_change(
        &self,
        user: UserId,
        redaction: &UserRedaction,
    ) -> Result<StateChange, StoreError> {
        let game: Game = from_json(&redaction.redact(&to_json(&self.game)?))?;
        let mut change = StateChange::without_game_change(self, Command::new("forget"));
        let own_members: Vec<_> =
            self.members.iter().filter(|member| member.user == Some(user)).collect();
        if !own_members.is_empty() {
            let names: Vec<&str> = own_members.iter().map(|member| member.name.as_str()).collect();
            let notice = Notice::PlayerForgotten { names: names.join(", ") };
            change.notices.push((Audience::Dm(self.gm), notice));
        }
        change.plan_updates = own_members.iter().map(|member| (member.id, None)).collect();
        change.prompts = game.open_prompts();
        change.after = change.after.with_game(game);
        change
            .after
            .standing_orders
            .retain(|who, _| own_members.iter().all(|member| member.id != *who));
        change.after.people.remove_users(|removed| removed == user);
        Ok(change)
    }
}
