//! NPCs that play themselves: who does, and what they think best.
//!
//! What they do is done like what is prepared (`planned.rs`, `ordered.rs`): as an input of its own,
//! when a clock runs out that is drawn as for everybody. So it is journalled, undone and told like
//! what their GM does, and nothing tells one from the other.
//!
//! Invariant: what they think hangs on the fight alone, and none of its dice fall for it.

use engine::agents::evaluator::{Advice, SearchBudget, Temperament};
use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator, UserId};

use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt};

/// So many acts one does by itself in a turn; then it ends it.
const MAX_AUTOPLAY_ACTS: u8 = 8;

impl FightState {
    /// How a combatant plays that plays itself.
    pub(crate) fn autoplay_temperament(&self, who: CombatantId) -> Option<Temperament> {
        let npc = self.member(who).filter(|one| one.user.is_none())?;
        self.people.npc_temperaments.get(&npc.id).copied()
    }

    /// Whoever a turn waits for and plays it alone.
    pub(crate) fn find_autoplayer(&self, awaited_turn: &AwaitedTurn) -> Option<CombatantId> {
        let is_held = self.game.has_decoys() && !self.is_turn_hidden(awaited_turn);
        let mut all = self.members.iter().filter(|one| {
            self.autoplay_temperament(one.id).is_some()
                && !self.people.taken_over_npcs.contains(&one.id)
                // With decoys the hidden wait until nobody who is seen may act.
                && !(is_held && one.is_hidden)
                && self.can_take_turn(awaited_turn, one.id)
        });
        all.find(|one| !self.game.list_offers(one.id).is_empty()).map(|one| one.id)
    }

    /// What somebody does next who plays alone; none where nothing is theirs to choose.
    pub(crate) fn choose_autoplay_act(&self, who: CombatantId) -> Option<Command> {
        let thought =
            self.autoplay_temperament(who).filter(|_| !self.has_reached_autoplay_limit(who));
        let best = thought
            .and_then(|nature| self.game.advise_act(who, nature, self.search_seed_and_budget()));
        best.map(|best| best.command).or_else(|| self.find_end_turn_act(who))
    }

    /// What their GM is told that some NPCs had best do, to be worked out apart: each takes
    /// milliseconds.
    pub(crate) fn advice_task(
        &self,
        combatants: Vec<CombatantId>,
        budget: SearchBudget,
    ) -> impl FnOnce() -> Vec<Option<Advice>> + Send + 'static {
        let (game, (seed, _)) = (self.game.clone(), self.search_seed_and_budget());
        let some: Vec<_> = combatants
            .into_iter()
            .map(|who| (who, self.autoplay_temperament(who).unwrap_or_default()))
            .collect();
        move || {
            some.into_iter()
                .map(|(who, nature)| game.advise_act(who, nature, (seed, budget)))
                .collect()
        }
    }

    /// In a turn that nobody sees; none where it is over for them.
    pub(crate) fn choose_hidden_autoplay_act(
        &self,
        awaited_turn: &AwaitedTurn,
    ) -> Option<(CombatantId, Command)> {
        let who = self
            .find_autoplayer(awaited_turn)
            .filter(|who| !self.has_reached_autoplay_limit(*who))?;
        Some((who, self.choose_autoplay_act(who)?))
    }

    /// What somebody answers who plays alone.
    pub(crate) fn choose_autoplay_answer(&self, open_prompt: &OpenPrompt) -> Option<Command> {
        let Initiator::Combatant(who) = open_prompt.prompt.respondent else { return None };
        self.game.choose_answer(
            &open_prompt.prompt.subject,
            self.autoplay_temperament(who)?,
            self.search_seed_and_budget(),
        )
    }

    /// Somebody is called to their turn, who does not play alone in it.
    pub(crate) fn is_called_to_turn(&self, awaited_turn: &AwaitedTurn, user: UserId) -> bool {
        let mut own = awaited_turn.actors.iter().filter(|by| self.controller_of(**by) == user);
        let thinker = self.find_autoplayer(awaited_turn);
        thinker.is_none()
            || own.any(|by| match by {
                Initiator::Combatant(who) => {
                    self.autoplay_temperament(*who).is_none()
                        || self.people.taken_over_npcs.contains(who)
                }
                Initiator::Gm => false,
            })
    }

    /// Whoever is asked answers alone.
    pub(crate) fn is_answered_by_autoplay(&self, open_prompt: &OpenPrompt) -> bool {
        matches!(open_prompt.prompt.respondent, Initiator::Combatant(who) if self.autoplay_temperament(who).is_some())
    }

    fn has_reached_autoplay_limit(&self, who: CombatantId) -> bool {
        self.people
            .last_autoplay
            .is_some_and(|(last, acts)| last == who && acts >= MAX_AUTOPLAY_ACTS)
    }

    fn find_end_turn_act(&self, who: CombatantId) -> Option<Command> {
        let offers = self.game.list_offers(who);
        let acts = offers.into_iter().map(|offer| offer.command);
        let mut ends = acts.filter(|words| self.game.is_turn_end(words));
        ends.find(|words| words.slots.is_empty())
    }

    /// By which numbers it is imagined: others in each fight and after each input.
    fn search_seed_and_budget(&self) -> (u64, SearchBudget) {
        let of = (self.id.0 as u64).wrapping_mul(1 << 32).wrapping_add(self.revision as u64);
        (of.wrapping_mul(0x9E37_79B9_7F4A_7C15), SearchBudget::QUICK)
    }
}
