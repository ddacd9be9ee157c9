//! NPCs that play themselves: which do, and which acts and answers they choose.
//!
//! Their acts are played like prepared ones (`plan_execution.rs`, `order_matching.rs`): each is an
//! input of its own, played when a deadline passes that is drawn as for everybody. So they are
//! journalled, undone and told like the acts of their GM, and nothing tells one from the other.
//!
//! Invariant: a choice depends on the fight alone, and uses none of its dice.

use engine::agents::evaluator::{Advice, SearchBudget, Temperament};
use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator, UserId};

use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt};

/// An odd number with irregular bits: fights and revisions that differ little get seeds that differ
/// much.
const SEED_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The most acts that an NPC plays by itself in a turn; then it ends the turn.
const MAX_AUTOPLAY_ACTS: u8 = 8;

impl FightState {
    /// Returns how an NPC plays itself; `None` for a combatant that somebody plays.
    pub(crate) fn autoplay_temperament(&self, who: CombatantId) -> Option<Temperament> {
        let npc = self.member(who).filter(|member| member.user.is_none())?;
        self.people.npc_temperaments.get(&npc.id).copied()
    }

    /// Returns the first combatant that the turn waits for and that plays itself.
    pub(crate) fn find_autoplayer_to_act(&self, awaited_turn: &AwaitedTurn) -> Option<CombatantId> {
        let hidden_must_wait = self.game.has_decoys() && !self.is_turn_hidden(awaited_turn);
        for member in &self.members {
            let plays_itself = self.autoplay_temperament(member.id).is_some()
                && !self.people.taken_over_npcs.contains(&member.id);
            if !plays_itself || !self.can_take_turn(awaited_turn, member.id) {
                continue;
            }
            // With decoys, hidden combatants wait until no visible one can act.
            if hidden_must_wait && member.is_hidden {
                continue;
            }
            if !self.game.list_legal_act_offers(member.id).is_empty() {
                return Some(member.id);
            }
        }
        None
    }

    /// Returns the next act of an NPC that plays itself: the one that it chooses, else the end of
    /// its turn, also once it has acted as often as it may. `None` where it cannot end its turn
    /// either.
    pub(crate) fn choose_autoplay_act_or_end(&self, who: CombatantId) -> Option<Command> {
        if let Some(temperament) = self.autoplay_temperament(who)
            && !self.has_reached_autoplay_limit(who)
        {
            let seed = self.search_seed();
            let advice = self.game.advise_act(who, temperament, seed, SearchBudget::QUICK);
            if let Some(advice) = advice {
                return Some(advice.command);
            }
        }
        self.find_end_turn_act(who)
    }

    /// Returns what an NPC would do now if it played itself, whoever plays it, or the act that ends
    /// its turn.
    pub(crate) fn suggest_act_or_end(&self, who: CombatantId) -> Option<Command> {
        let temperament = self.autoplay_temperament(who).unwrap_or_default();
        let advice =
            self.game.advise_act(who, temperament, self.search_seed(), SearchBudget::QUICK);
        advice.map(|advice| advice.command).or_else(|| self.find_end_turn_act(who))
    }

    /// Returns a job that searches the best act for each of these NPCs, as advice for their GM.
    /// Each search takes milliseconds, so the job runs in a background worker.
    pub(crate) fn advice_task(
        &self,
        combatants: Vec<CombatantId>,
        budget: SearchBudget,
    ) -> impl FnOnce() -> Vec<Option<Advice>> + Send + 'static {
        let game = self.game.clone();
        let seed = self.search_seed();
        let searches: Vec<_> = combatants
            .into_iter()
            .map(|who| (who, self.autoplay_temperament(who).unwrap_or_default()))
            .collect();
        move || {
            searches
                .into_iter()
                .map(|(who, temperament)| game.advise_act(who, temperament, seed, budget))
                .collect()
        }
    }

    /// Returns the next act in a hidden turn; `None` where no NPC plays itself in it, or its acts
    /// are used up.
    pub(crate) fn choose_hidden_autoplay_act(
        &self,
        awaited_turn: &AwaitedTurn,
    ) -> Option<(CombatantId, Command)> {
        let who = self
            .find_autoplayer_to_act(awaited_turn)
            .filter(|who| !self.has_reached_autoplay_limit(*who))?;
        Some((who, self.choose_autoplay_act_or_end(who)?))
    }

    /// Returns the answer of an NPC that plays itself; `None` for a prompt to anybody else.
    pub(crate) fn choose_autoplay_answer(&self, open_prompt: &OpenPrompt) -> Option<Command> {
        let Initiator::Combatant(who) = open_prompt.prompt.respondent else { return None };
        self.game.choose_combatants_answer_if_open(
            &open_prompt.prompt.subject,
            self.autoplay_temperament(who)?,
            self.search_seed(),
            SearchBudget::QUICK,
        )
    }

    /// Whether the turn message pings a user: not where only NPCs act that play themselves.
    pub(crate) fn is_pinged_for_turn_despite_autoplay(
        &self,
        awaited_turn: &AwaitedTurn,
        user: UserId,
    ) -> bool {
        if self.find_autoplayer_to_act(awaited_turn).is_none() {
            return true;
        }
        let mut own_actors =
            awaited_turn.actors.iter().filter(|actor| self.controller_of(**actor) == user);
        own_actors.any(|actor| match actor {
            Initiator::Combatant(who) => {
                self.autoplay_temperament(*who).is_none()
                    || self.people.taken_over_npcs.contains(who)
            }
            Initiator::Gm => false,
        })
    }

    /// Whether the prompt is to an NPC that plays itself.
    pub(crate) fn is_answered_by_autoplay(&self, open_prompt: &OpenPrompt) -> bool {
        matches!(
         open_prompt.prompt.respondent,
         Initiator::Combatant(who) if self.autoplay_temperament(who).is_some()
        )
    }

    /// Returns whether the combatant has played by itself as often in a row as it may.
    fn has_reached_autoplay_limit(&self, who: CombatantId) -> bool {
        self.people
            .last_autoplay
            .is_some_and(|(last, acts)| last == who && acts >= MAX_AUTOPLAY_ACTS)
    }

    /// Returns the act by which a combatant only ends its turn, if it can.
    pub(crate) fn find_end_turn_act(&self, who: CombatantId) -> Option<Command> {
        let offers = self.game.list_legal_act_offers(who);
        let mut commands = offers.into_iter().map(|offer| offer.command);
        commands.find(|command| self.game.is_turn_end(command) && command.slots.is_empty())
    }

    /// Returns the seed of the search for an act or answer, different in each fight and after each
    /// input.
    fn search_seed(&self) -> u64 {
        let fight_and_revision =
            (self.id.0 as u64).wrapping_mul(1 << 32).wrapping_add(self.revision as u64);
        fight_and_revision.wrapping_mul(SEED_MULTIPLIER)
    }
}
