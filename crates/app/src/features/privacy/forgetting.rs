//! Forgetting somebody: what is theirs goes at once, then one fight after the other forgets them,
//! each behind its lock (I9), and each by its owner. Broken off, it is taken up again at the next
//! start.
//!
//! In a fight that goes on, the characters they play are the GM's from then on.

use engine::command::Command;
use engine::game::Game;
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::FightId;
use store::rows::{Committed, FightRow, Leaving};

use crate::change::commit::MOST_TRIES;
use crate::change::{Change, InputRecord};
use crate::features::privacy::leaver::Leaver;
use crate::fight::fight_state::{FightState, json, read};
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::outbox::{Audience, Notice};

impl App {
    /// Goes on with forgetting whom a crash has interrupted, or whom another program has begun to
    /// forget.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn go_on_forgetting(&self) -> Result<(), Fault> {
        for user in self.inner.store.leavers().await? {
            self.forget_in_fights(UserId(user)).await?;
        }
        Ok(())
    }

    /// Forgets somebody.
    ///
    /// # Errors
    /// The store could not be used. What is left goes with the next start.
    pub(super) async fn forget(&self, user: UserId) -> Result<(), Fault> {
        self.inner.store.begin_forgetting(user.0).await?;
        self.forget_in_fights(user).await
    }

    /// Every program forgets somebody in its own fights; whoever sees that nothing is left anywhere
    /// ends it.
    async fn forget_in_fights(&self, user: UserId) -> Result<(), Fault> {
        let _one_at_a_time = self.inner.forgetting.lock().await;
        let store = &self.inner.store;
        for fight in store.fights_about(user.0).await? {
            if store.has(fight.guild) {
                self.forget_in(fight.id(), user).await?;
            }
        }
        self.inner.coming_back.forget(user);
        let is_done = |fight: &FightRow| {
            // … or opened by them since they said so.
            store.has(fight.guild) || fight.is_open && fight.gm == user.0
        };
        if store.shards().is_none() || store.fights_about(user.0).await?.iter().all(is_done) {
            store.has_forgotten(user.0).await?;
        }
        self.look_again();
        Ok(())
    }

    async fn forget_in(&self, fight: FightId, user: UserId) -> Result<(), Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        let Some(row) = self.inner.store.fight(fight).await? else { return Ok(()) };
        // They have opened it since they said so.
        if row.is_open && row.gm == user.0 {
            return Ok(());
        }
        let said = self.inner.store.said_in(fight).await?;
        let leaver = Leaver::of(user, &row.system, &said);
        let combatants = match self.leave(&mut exclusive, fight, user, &leaver).await {
            // What nobody can read nobody goes on with.
            Err(Fault::Damaged(_)) => Vec::new(),
            left => left?,
        };
        let (user, gone) = (user.0, leaver.gone.0);
        let without = |text: &str| leaver.out_of(text);
        let leaving = Leaving { user, gone, combatants: &combatants, without: &without };
        exclusive.forget();
        self.inner.store.forget_in(fight, leaving).await
    }

    /// Somebody leaves a fight that is open; the combatants that they played.
    async fn leave(
        &self,
        exclusive: &mut Exclusive,
        fight: FightId,
        user: UserId,
        leaver: &Leaver,
    ) -> Result<Vec<u8>, Fault> {
        for _ in 0..MOST_TRIES {
            let Some(now) = self.stand(exclusive, fight).await? else { return Ok(Vec::new()) };
            let own = now.members.iter().filter(|one| one.user == Some(user));
            let combatants: Vec<u8> = own.map(|one| one.id.0).collect();
            if !now.is_open || (combatants.is_empty() && !now.people.names(user)) {
                return Ok(combatants);
            }
            let change = now.forgets(user, leaver)?;
            if let Committed::Stored(_) = self.commit(exclusive, &now, change).await? {
                return Ok(combatants);
            }
        }
        Err(Fault::Locked)
    }
}

impl FightState {
    /// What changes when somebody leaves.
    fn forgets(&self, user: UserId, leaver: &Leaver) -> Result<Change, Fault> {
        let game: Game = read(&leaver.out_of(&json(&self.game)?))?;
        let mut change = Change::aside(self, InputRecord::of(Command::new("forget")));
        let own: Vec<_> = self.members.iter().filter(|one| one.user == Some(user)).collect();
        if !own.is_empty() {
            let names: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
            let notice = Notice::PlayerGone { names: names.join(", ") };
            change.notices.push((Audience::Dm(self.gm), notice));
        }
        change.plans = own.iter().map(|one| (one.id, None)).collect();
        change.asked = game.prompts();
        change.after = change.after.with_game(game);
        change.after.orders.retain(|who, _| own.iter().all(|one| one.id != *who));
        change.after.people.forget(|one| one == user);
        Ok(change)
    }
}
