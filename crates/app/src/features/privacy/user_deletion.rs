//! Forgetting somebody: what is theirs goes at once, then one fight after the other forgets them,
//! each behind its lock (I9), and each by its owner. Broken off, it is taken up again at the next
//! start.
//!
//! In a fight that goes on, the characters they play are the GM's from then on.

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
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;
use crate::transaction::{InputRecord, StateChange};

impl App {
    /// Goes on with forgetting whom a crash has interrupted, or whom another program has begun to
    /// forget.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn resume_forgetting(&self) -> Result<(), StoreError> {
        for user in self.inner.store.load_users_being_erased().await? {
            self.forget_user_in_fights(UserId(user)).await?;
        }
        Ok(())
    }

    /// Forgets somebody.
    ///
    /// # Errors
    /// The store could not be used. What is left goes with the next start.
    pub(super) async fn forget_user(&self, user: UserId) -> Result<(), StoreError> {
        self.inner.store.begin_user_erasure(user.0).await?;
        self.forget_user_in_fights(user).await
    }

    /// Every program forgets somebody in its own fights; whoever sees that nothing is left anywhere
    /// ends it.
    async fn forget_user_in_fights(&self, user: UserId) -> Result<(), StoreError> {
        let _one_at_a_time = self.inner.forgetting_lock.lock().await;
        let store = &self.inner.store;
        for fight in store.load_fights_mentioning(user.0).await? {
            if store.owns_guild(fight.guild) {
                self.forget_user_in_fight(fight.fight_id(), user).await?;
            }
        }
        self.inner.presence.forget_user(user);
        let is_done = |fight: &FightRow| {
            // … or opened by them since they said so.
            store.owns_guild(fight.guild) || fight.is_open && fight.gm == user.0
        };
        if store.shard_range().is_none()
            || store.load_fights_mentioning(user.0).await?.iter().all(is_done)
        {
            store.finish_user_erasure(user.0).await?;
        }
        self.wake_background_tasks();
        Ok(())
    }

    async fn forget_user_in_fight(&self, fight: FightId, user: UserId) -> Result<(), StoreError> {
        let mut exclusive = self.inner.fight_cache.lock_fight(fight).await;
        let Some(row) = self.inner.store.load_fight_row(fight).await? else { return Ok(()) };
        // They have opened it since they said so.
        if row.is_open && row.gm == user.0 {
            return Ok(());
        }
        let said = self.inner.store.load_inputs(fight).await?;
        let leaver = UserRedaction::from_inputs(user, &row.system, &said);
        let combatants =
            match self.remove_user_from_open_fight(&mut exclusive, fight, user, &leaver).await {
                // What nobody can read nobody goes on with.
                Err(StoreError::Corrupt(_)) => Vec::new(),
                left => left?,
            };
        let (user, gone) = (user.0, leaver.placeholder.0);
        let without = |text: &str| leaver.redact(text);
        let leaving =
            UserErasure { user, replacement: gone, combatants: &combatants, erase_user: &without };
        exclusive.clear_state();
        self.inner.store.erase_user_in_fight(fight, leaving).await
    }

    /// Somebody leaves a fight that is open; the combatants that they played.
    async fn remove_user_from_open_fight(
        &self,
        exclusive: &mut FightLock,
        fight: FightId,
        user: UserId,
        redaction: &UserRedaction,
    ) -> Result<Vec<u8>, StoreError> {
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(now) = self.load_migrated_fight(exclusive, fight).await? else {
                return Ok(Vec::new());
            };
            let own = now.members.iter().filter(|one| one.user == Some(user));
            let combatants: Vec<u8> = own.map(|one| one.id.0).collect();
            if !now.is_open || (combatants.is_empty() && !now.people.has_role_or_is_away(user)) {
                return Ok(combatants);
            }
            let change = now.build_forget_change(user, redaction)?;
            if let CommitOutcome::Stored(_) = self.commit_change(exclusive, &now, change).await? {
                return Ok(combatants);
            }
        }
        Err(StoreError::Locked)
    }
}

impl FightState {
    /// What changes when somebody leaves.
    fn build_forget_change(
        &self,
        user: UserId,
        redaction: &UserRedaction,
    ) -> Result<StateChange, StoreError> {
        let game: Game = from_json(&redaction.redact(&to_json(&self.game)?))?;
        let mut change = StateChange::without_game_change(
            self,
            InputRecord::from_command(Command::new("forget")),
        );
        let own: Vec<_> = self.members.iter().filter(|one| one.user == Some(user)).collect();
        if !own.is_empty() {
            let names: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
            let notice = Notice::PlayerForgotten { names: names.join(", ") };
            change.notices.push((Audience::Dm(self.gm), notice));
        }
        change.plan_updates = own.iter().map(|one| (one.id, None)).collect();
        change.prompts = game.open_prompts();
        change.after = change.after.with_game(game);
        change.after.standing_orders.retain(|who, _| own.iter().all(|one| one.id != *who));
        change.after.people.remove_users(|one| one == user);
        Ok(change)
    }
}
