//! The players who are awaited, as a viewer may know it.

use jiff::Timestamp;

use engine::core::command::Refusal;
use engine::core::ids::{Initiator, UserId};

use crate::api::outbox::AwaitedPlayer;
use crate::state::fight_state::FightState;
use crate::state::perspective::Perspective;
use crate::state::roles::GM_NAME;
use crate::state::turn_audience::AwaitedInput;

impl FightState {
    /// Adds the names of those who are awaited to a refusal that says so, as far as the refused
    /// user may know them.
    pub(crate) fn name_awaited_in_refusal(&self, user: UserId, refusal: Refusal) -> Refusal {
        if !matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") {
            return refusal;
        }
        let perspective = self.perspective_of_user(user);
        // While a hidden combatant acts, the refusal names those who come next as awaited. A user
        // must not be told to wait for themselves. The GM sees who acts, and plays many: whoever is
        // refused waits for the others.
        let lists_own = perspective.is_gm() && refusal.key == "not-your-turn";
        let refused_name = refusal.details.get("name");
        let mut names: Vec<String> = Vec::new();
        let mut is_own_question = false;
        for awaited in self.visible_awaited(&perspective) {
            let member = awaited.combatant.and_then(|who| self.member(who));
            let is_own = awaited.combatant.is_some_and(|who| {
                self.can_play_or_replace_absent_player(user, Initiator::Combatant(who))
            });
            let is_refused = member.is_some_and(|member| refused_name == Some(&member.name));
            let is_left_out = is_own && (!lists_own || is_refused);
            if is_left_out {
                is_own_question |= awaited.has_open_prompt;
                continue;
            }
            names.push(match member {
                Some(member) => member.name_for(perspective.viewer),
                None => GM_NAME.into(),
            });
        }
        let refusal = if refusal.key == "prompt-open" && is_own_question {
            refusal.with("kind", "own")
        } else {
            refusal
        };
        refusal.with("names", names.join(", "))
    }

    /// Returns who is awaited, as a viewer may know it.
    pub(crate) fn visible_awaited(&self, perspective: &Perspective) -> Vec<AwaitedPlayer> {
        let mut awaited = self.awaited_to_answer(perspective);
        // A hidden prompt interrupts the turn, and only the GM may know of it.
        let is_turn_shown =
            if perspective.is_gm() { self.prompts.is_empty() } else { awaited.is_empty() };
        if is_turn_shown {
            awaited.extend(self.awaited_to_act(perspective));
        }
        awaited.dedup();
        awaited
    }

    /// Returns whose answers are awaited, as a viewer may know it. A hidden prompt reads as one to
    /// the GM where the system has decoys, and is not shown where it has none.
    fn awaited_to_answer(&self, perspective: &Perspective) -> Vec<AwaitedPlayer> {
        let required_prompts =
            self.prompts.iter().filter(|open_prompt| !open_prompt.prompt.is_optional);
        let mut awaited_players = Vec::new();
        for open_prompt in required_prompts {
            let is_secret = open_prompt.prompt.is_hidden_from_public && !perspective.is_gm();
            if is_secret && !self.game.has_decoys() {
                continue;
            }
            let shown_respondent =
                if is_secret { Initiator::Gm } else { open_prompt.prompt.respondent };
            awaited_players.extend(self.describe_awaited_if_visible(
                shown_respondent,
                perspective,
                AwaitedInput::Answer,
                open_prompt.default_answer_time(),
            ));
        }
        awaited_players
    }

    /// Returns whether an answer of the GM is awaited, as far as players may know it. For a GM it
    /// is not: they read whom they answer for.
    pub(crate) fn waits_for_gm_answer(&self, perspective: &Perspective) -> bool {
        let awaited = self.awaited_to_answer(perspective);
        !perspective.is_gm() && awaited.iter().any(|awaited| awaited.combatant.is_none())
    }

    /// Returns whose turn is awaited, as a viewer may know it.
    fn awaited_to_act(&self, perspective: &Perspective) -> Vec<AwaitedPlayer> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let (actors, is_skipped) = if perspective.is_gm() {
            (turn.awaited.actors.clone(), turn.awaited.is_skipped_at_deadline)
        } else if let Some(pending_turn) = perspective.visible_pending_turn(&self.game)
            && !self.is_turn_hidden(&turn.awaited)
        {
            (pending_turn.actors, pending_turn.is_skipped_on_timeout)
        } else {
            return Vec::new();
        };
        let skip_time = if is_skipped { turn.deadline_time() } else { None };
        let mut awaited_players = Vec::new();
        for actor in actors {
            awaited_players.extend(self.describe_awaited_if_visible(
                actor,
                perspective,
                AwaitedInput::Turn,
                skip_time,
            ));
        }
        awaited_players
    }

    /// Describes an awaited initiator; `None` for a combatant that the viewer does not know.
    fn describe_awaited_if_visible(
        &self,
        actor: Initiator,
        perspective: &Perspective,
        input: AwaitedInput,
        deadline: Option<Timestamp>,
    ) -> Option<AwaitedPlayer> {
        let has_open_prompt = input == AwaitedInput::Answer;
        let (who, user) = match actor {
            Initiator::Gm => (None, Some(self.gm)),
            Initiator::Combatant(who) => {
                let member = self.member(who).filter(|member| perspective.can_know_of(member))?;
                (Some(who), member.user.map(|_| self.controller_of(actor)))
            }
        };
        Some(AwaitedPlayer { combatant: who, user, has_open_prompt, deadline })
    }
}
