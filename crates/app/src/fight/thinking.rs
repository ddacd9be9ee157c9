//! NPCs that play themselves: who does, and what they think best.
//!
//! What they do is done like what is prepared (`planned.rs`, `ordered.rs`): as an input of its own,
//! when a clock runs out that is drawn as for everybody. So it is journalled, undone and told like
//! what their GM does, and nothing tells one from the other.
//!
//! Invariant: what they think hangs on the fight alone, and none of its dice fall for it.

use engine::command::Command;
use engine::ids::{By, CombatantId, UserId};
use engine::judgement::{Advice, Effort, Nature};

use crate::fight::fight_state::{FightState, OpenPrompt, Waited};

/// So many acts one does by itself in a turn; then it ends it.
const MOST_ACTS: u8 = 8;

impl FightState {
    /// How a combatant plays that plays itself.
    pub(crate) fn nature(&self, who: CombatantId) -> Option<Nature> {
        let npc = self.member(who).filter(|one| one.user.is_none())?;
        self.people.natures.get(&npc.id).copied()
    }

    /// Whoever a turn waits for and plays it alone.
    pub(crate) fn thinker(&self, waited: &Waited) -> Option<CombatantId> {
        let is_held = self.game.has_decoys() && !self.is_unseen(waited);
        let mut all = self.members.iter().filter(|one| {
            self.nature(one.id).is_some()
                && !self.people.taken_over.contains(&one.id)
                // With decoys the hidden wait until nobody who is seen may act.
                && !(is_held && one.is_hidden)
                && self.is_on(waited, one.id)
        });
        all.find(|one| !self.game.offers(one.id).is_empty()).map(|one| one.id)
    }

    /// What somebody does next who plays alone; none where nothing is theirs to choose.
    pub(crate) fn next_act(&self, who: CombatantId) -> Option<Command> {
        let thought = self.nature(who).filter(|_| !self.is_tired(who));
        let best = thought.and_then(|nature| self.game.advice(who, nature, self.thought()));
        best.map(|best| best.words).or_else(|| self.end_of_turn(who))
    }

    /// What their GM is told that some NPCs had best do, to be worked out apart: each takes
    /// milliseconds.
    pub(crate) fn advice(
        &self,
        some: Vec<CombatantId>,
        effort: Effort,
    ) -> impl FnOnce() -> Vec<Option<Advice>> + Send + 'static {
        let (game, (seed, _)) = (self.game.clone(), self.thought());
        let some: Vec<_> =
            some.into_iter().map(|who| (who, self.nature(who).unwrap_or_default())).collect();
        move || {
            some.into_iter().map(|(who, nature)| game.advice(who, nature, (seed, effort))).collect()
        }
    }

    /// In a turn that nobody sees; none where it is over for them.
    pub(crate) fn next_unseen(&self, waited: &Waited) -> Option<(CombatantId, Command)> {
        let who = self.thinker(waited).filter(|who| !self.is_tired(*who))?;
        Some((who, self.next_act(who)?))
    }

    /// What somebody answers who plays alone.
    pub(crate) fn retort(&self, open: &OpenPrompt) -> Option<Command> {
        let By::Combatant(who) = open.prompt.to else { return None };
        self.game.retort(&open.prompt.asked, self.nature(who)?, self.thought())
    }

    /// Somebody is called to their turn, who does not play alone in it.
    pub(crate) fn is_called(&self, waited: &Waited, user: UserId) -> bool {
        let mut own = waited.on.iter().filter(|by| self.controller(**by) == user);
        let thinker = self.thinker(waited);
        thinker.is_none()
            || own.any(|by| match by {
                By::Combatant(who) => {
                    self.nature(*who).is_none() || self.people.taken_over.contains(who)
                }
                By::Gm => false,
            })
    }

    /// Whoever is asked answers alone.
    pub(crate) fn thinks(&self, open: &OpenPrompt) -> bool {
        matches!(open.prompt.to, By::Combatant(who) if self.nature(who).is_some())
    }

    fn is_tired(&self, who: CombatantId) -> bool {
        self.people.self_played.is_some_and(|(last, acts)| last == who && acts >= MOST_ACTS)
    }

    fn end_of_turn(&self, who: CombatantId) -> Option<Command> {
        let offers = self.game.offers(who);
        let acts = offers.into_iter().map(|offer| offer.words);
        let mut ends = acts.filter(|words| self.game.is_end(words));
        ends.find(|words| words.slots.is_empty())
    }

    /// By which numbers it is imagined: others in each fight and after each input.
    fn thought(&self) -> (u64, Effort) {
        let of = (self.id.0 as u64).wrapping_mul(1 << 32).wrapping_add(self.revision as u64);
        (of.wrapping_mul(0x9E37_79B9_7F4A_7C15), Effort::QUICK)
    }
}
