//! Sensible players: they act when the fight waits for them, answer prompts, mostly by the default,
//! attack an enemy if they can, else move, and end their turn.

use riposte::app::fight_state::FightState;
use riposte::app::ids::{PromptId, TurnId};
use riposte::app::input::UserInput;
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::fake_discord::BotAnswer;

use super::controls::{
    Control, PressCost, PressEffect, WaitSubject, act_in_input, find_open_prompt, list_controls,
};
use super::waits::{Wait, list_waits};
use super::{FOES, PlayedFight};

/// After so many acts a player ends the turn if they can.
const MAX_ACTS: u32 = 3;
/// Verbs that end a turn.
pub const TURN_END_VERBS: [&str; 3] = ["done", "pass", "turn"];
/// Verbs that a sensible player does not choose among other acts.
const RELUCTANT_VERBS: [&str; 6] = ["flee", "surrender", "concede", "drop", "escape", "yield"];

/// The cause of a step of the fight.
#[derive(Debug, Default)]
pub struct StepAction {
    /// The user who acted, or `None` for a deadline.
    pub user: Option<UserId>,
    pub is_clock: bool,
    /// Whether it was typed, for want of a control that does it.
    pub is_typed: bool,
    /// The actor and the act, or `None` for answers to prompts.
    pub act: Option<(String, Command)>,
    /// The presses that it took.
    pub cost: Option<PressCost>,
    /// The answers of the bot to the presses.
    pub answers: Vec<BotAnswer>,
    /// The description for the message of a failing test.
    pub description: String,
}

impl StepAction {
    /// A deadline that has passed.
    pub fn from_deadline() -> Self {
        Self { is_clock: true, description: "a clock".into(), ..Self::default() }
    }

    /// A command that the user typed.
    pub fn from_typed(user: UserId, command: Command) -> Self {
        let description = format!("{} types {command}", user.0);
        Self { user: Some(user), is_typed: true, description, ..Self::default() }
    }
}

/// How far the turn that is being played has come.
#[derive(Debug, Default)]
pub struct TurnProgress {
    /// The user who acted last.
    pub last_user: Option<UserId>,
    /// The turn, the actor in it, and how often they have acted.
    turn: Option<(TurnId, String, u32)>,
}

/// A control that a player may press, with its input and cost.
#[derive(Clone)]
struct Candidate {
    control: Control,
    input: UserInput,
    cost: PressCost,
}

impl PlayedFight {
    /// Lets one of the users for whom the fight waits act.
    pub(super) async fn act_for_awaited_user(&mut self, state: &FightState) -> StepAction {
        let waits: Vec<Wait> = list_waits(state).into_iter().collect();
        let Some(wait) = self.pick(&waits).copied() else { return self.type_skip(state).await };
        self.progress.last_user = Some(wait.user);
        let candidates = self.list_candidates(state, wait).await;
        let candidate = match wait.subject {
            WaitSubject::Prompt(prompt) => {
                let is_default =
                    |candidate: &&Candidate| is_default(state, prompt, &candidate.input);
                let takes_default = self.choice.number_below(3) > 0;
                let default_answer =
                    candidates.iter().find(is_default).filter(|_| takes_default).cloned();
                default_answer.or_else(|| self.pick(&candidates).cloned())
            }
            WaitSubject::Turn(turn) => self.choose_turn_act(turn, &candidates),
        };
        match candidate {
            Some(candidate) => self.press_candidate(wait.user, candidate).await,
            None => self.type_offered_act(state, wait.user).await,
        }
    }

    /// Picks one at random.
    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.choice.number_below(all.len())) }
    }

    /// Lists the controls on the screen of a user that do what the fight waits for.
    async fn list_candidates(&self, state: &FightState, wait: Wait) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for control in self.list_controls_for(wait.user) {
            if control.subject() != Some(wait.subject) {
                continue;
            }
            let input = match self.resolve_press(state, &control).await {
                Ok(PressEffect::Input(user, input)) if user == wait.user => input,
                Ok(PressEffect::PromptForm(user, prompt)) if user == wait.user => {
                    UserInput::PromptForm { prompt, command: Command::default() }
                }
                _ => continue,
            };
            let is_form = matches!(input, UserInput::PromptForm { .. });
            let press = PressEffect::Input(wait.user, input.clone());
            if is_form || self.try_press(&press, &control).await.is_ok() {
                let cost = PressCost { presses: 0, taps: 0 }.plus(&control);
                candidates.push(Candidate { control, input, cost });
            }
        }
        candidates
    }

    /// Chooses an act for the turn, mostly an attack.
    fn choose_turn_act(&mut self, turn: TurnId, candidates: &[Candidate]) -> Option<Candidate> {
        let acts: Vec<(&Candidate, String, Command)> = candidates
            .iter()
            .filter_map(|candidate| {
                act_in_input(&candidate.input).map(|(actor, command)| (candidate, actor, command))
            })
            .collect();
        // An actor who has begun the turn goes on; else one of those who can act begins.
        let has_begun = |actor: &String| {
            self.progress
                .turn
                .as_ref()
                .is_some_and(|(begun, acting, _)| *begun == turn && acting == actor)
        };
        let current =
            acts.iter().map(|(_, actor, _)| actor).find(|actor| has_begun(actor)).cloned();
        let actor = match current {
            Some(actor) => actor,
            None => {
                let mut actors: Vec<String> =
                    acts.iter().map(|(_, actor, _)| actor.clone()).collect();
                actors.dedup();
                self.pick(&actors)?.clone()
            }
        };
        let act_count = match &self.progress.turn {
            Some((begun, acting, act_count)) if *begun == turn && *acting == actor => *act_count,
            _ => 0,
        };
        self.progress.turn = Some((turn, actor.clone(), act_count + 1));
        let is_foe = |name: &str| FOES.contains(&name) || name == "Lurker";
        let own_acts: Vec<_> = acts.into_iter().filter(|(_, other, _)| *other == actor).collect();
        let candidates_for = |fits: &dyn Fn(&Command) -> bool| -> Vec<Candidate> {
            let fitting = own_acts.iter().filter(|(_, _, command)| fits(command));
            fitting.map(|(candidate, ..)| (*candidate).clone()).collect()
        };
        let init = candidates_for(&|command| command.verb == "init");
        let attacks = candidates_for(&|command| {
            command.verb == "attack" && is_foe(command.get("target")) != is_foe(&actor)
        });
        // Moving again and again would only waste the turn.
        let moves = candidates_for(&|command| command.verb == "move" && act_count == 0);
        let ends = candidates_for(&|command| TURN_END_VERBS.contains(&command.verb.as_str()));
        let others = candidates_for(&|command| {
            let verb = command.verb.as_str();
            !TURN_END_VERBS.contains(&verb) && !RELUCTANT_VERBS.contains(&verb) && verb != "attack"
        });
        let roll = self.choice.number_below(100);
        let preferences: [&[Candidate]; 5] = match () {
            () if act_count >= MAX_ACTS => [&init, &ends, &attacks, &moves, &others],
            () if roll < 80 => [&init, &attacks, &moves, &ends, &others],
            () if roll < 90 => [&init, &others, &attacks, &ends, &moves],
            () => [&init, &ends, &attacks, &moves, &others],
        };
        let chosen = preferences.into_iter().find(|some| !some.is_empty())?;
        self.pick(chosen).cloned()
    }

    /// Presses a control, sends the form and confirms the question that it may open.
    async fn press_candidate(&mut self, user: UserId, candidate: Candidate) -> StepAction {
        let Candidate { control, input, mut cost } = candidate;
        let description = format!("{} presses {} {:?}", user.0, control.id, control.value);
        let answer = self.press_control(user, &control).await;
        let mut answers: Vec<BotAnswer> = answer.into_iter().collect();
        let form = answers.first().and_then(|answer| answer.modal.clone());
        if let Some(form) = form
            && let Ok(filled) = self.user(user).submit_modal(&form, &[]).await
        {
            cost = PressCost { presses: cost.presses + 1, taps: cost.taps + 1 };
            answers.push(filled);
        }
        let question = answers.first().and_then(|answer| answer.message.clone());
        let is_confirmation = |control: &Control| control.id.starts_with("sure");
        let confirmation =
            question.iter().flat_map(|message| list_controls(message, None)).find(is_confirmation);
        if let Some(confirmation) = confirmation {
            cost = cost.plus(&confirmation);
            answers.extend(self.press_control(user, &confirmation).await);
        }
        let act = act_in_input(&input);
        StepAction {
            user: Some(user),
            act,
            cost: Some(cost),
            answers,
            description,
            ..StepAction::default()
        }
    }

    /// Types an act for which there is no control: one that ends the turn, else any that is legal.
    async fn type_offered_act(&mut self, state: &FightState, user: UserId) -> StepAction {
        let turn = state.turn.as_ref().filter(|_| state.prompts.is_empty());
        let mut offers = Vec::new();
        for member in state.members.iter().filter(|_| turn.is_some()) {
            let initiator = Initiator::Combatant(member.id);
            let awaited = turn.map(|turn| turn.awaited.actors.as_slice()).unwrap_or_default();
            let is_gm_pick = member.user.is_none() && awaited.contains(&Initiator::Gm);
            if (is_gm_pick || awaited.contains(&initiator))
                && state.controller_of(initiator) == user
            {
                let all = state.game.list_legal_act_offers(member.id).into_iter();
                offers.extend(all.map(|offer| (member.name.clone(), offer.command)));
            }
        }
        let turn_end =
            offers.iter().position(|(_, command)| TURN_END_VERBS.contains(&command.verb.as_str()));
        let index = turn_end
            .or((!offers.is_empty()).then(|| self.choice.number_below(offers.len().max(1))));
        let Some((name, command)) = index.map(|index| offers.swap_remove(index)) else {
            return self.type_skip(state).await;
        };
        self.send_input(user, UserInput::from_command_as(&name, command.clone())).await;
        StepAction { act: Some((name, command.clone())), ..StepAction::from_typed(user, command) }
    }

    /// Lets the GM skip what the fight waits for.
    async fn type_skip(&mut self, state: &FightState) -> StepAction {
        let skip = Command::new("skip");
        self.send_input(state.gm, UserInput::from_command(skip.clone())).await;
        StepAction::from_typed(state.gm, skip)
    }
}

/// Whether an input answers a prompt as its deadline would.
fn is_default(state: &FightState, prompt: PromptId, input: &UserInput) -> bool {
    let Some(open) = find_open_prompt(state, prompt) else { return false };
    match input {
        UserInput::PromptButton { choice, .. } => {
            open.prompt.choices.get(*choice) == Some(&open.prompt.default_choice)
        }
        _ => false,
    }
}
