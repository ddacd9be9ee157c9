//! The prompts of the rule text's table of windows.
//!
//! A question to a player holds only what everybody may know.

use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::{MODERATE_DIFFICULTY, SkillCheck};
use super::codec;
use super::fallen_fates::{
    self, FallenFate, check_fate_can_be_ignored, check_may_choose_fate_of_lowered_attributes,
};
use super::held_actions::{self, HoldEvent};
use super::sheet::{Attribute, Skill};
use super::{Fight, PromptRequest, help, initiative, turns, wounded};
use crate::Prompts;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, ThreatLevel};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Asks tied players who goes first (FATES-INIT-5).
    Tie { tied: Vec<CombatantId> },
    /// Asks the GM for the difficulty of a check (FATES-ROLL-3).
    Difficulty { who: CombatantId, check: SkillCheck },
    /// Asks for a Help (FATES-HELP-2). It shows the total as it was rolled, but not whether it
    /// hits.
    Help { who: CombatantId, roller: CombatantId, total: u8 },
    /// Asks who gets the Resolve of an unused Help (FATES-HELP-6).
    #[serde(rename = "pay_out")]
    PayOutHelp { who: CombatantId },
    /// Asks for a Fate, after this much damage below the armour (FATES-FATE-1, FATES-FATE-11).
    Fate { who: CombatantId, amount: u8, prospect: FateProspect },
    /// Asks the GM for the Fate of a player's character (FATES-FATE-12).
    SecondFate { who: CombatantId, amount: u8, prospect: FateProspect },
    /// Offers to fire a held action with a text trigger (FATES-HOLD-3). Nobody waits for it.
    #[serde(rename = "trigger")]
    FireHeldAction { who: CombatantId, text: String },
    /// Proposes the end of the fight to the GM (FATES-END-1).
    #[serde(rename = "end")]
    ConfirmEnd,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    #[serde(rename = "first")]
    GoFirst(CombatantId),
    #[serde(rename = "rule")]
    SetDifficulty(u8),
    Help {
        skill: Skill,
        text: String,
    },
    Decline,
    /// Gives Resolve to this combatant, or with `None` to nobody.
    #[serde(rename = "give")]
    GiveResolve(Option<CombatantId>),
    /// Ignores the Fate. The text is the player's own story, as with all Fates (FATES-FATE-1).
    #[serde(rename = "ignore")]
    IgnoreFate {
        text: String,
    },
    /// Chooses Never the Same; without attributes the pick is owed.
    #[serde(rename = "never")]
    NeverTheSame {
        attributes: Vec<Attribute>,
        text: String,
    },
    Fate {
        fate: FallenFate,
        text: String,
    },
    /// Leaves the choice to the GM.
    #[serde(rename = "leave")]
    LeaveToGm,
    #[serde(rename = "trigger")]
    FireHeldAction,
    #[serde(rename = "end")]
    ConfirmEnd,
    #[serde(rename = "go_on")]
    ContinueFight,
}

impl Answer {
    /// Chooses a Fate without a text.
    pub fn from_fate(fate: FallenFate) -> Self {
        Self::Fate { fate, text: String::new() }
    }
}

/// What each Fate means for whoever is asked, as far as everybody may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FateProspect {
    /// Fates ignored since the last Rest, and how many can be (FATES-FATE-2).
    #[serde(rename = "ignores")]
    pub ignores_used: u8,
    #[serde(rename = "limit")]
    pub max_ignores: u8,
    /// The damage is too much to ignore (FATES-FATE-3).
    #[serde(rename = "is_too_big")]
    pub is_too_big_to_ignore: bool,
    /// How often Never the Same is still possible (FATES-FATE-5).
    #[serde(rename = "never_left")]
    pub remaining_never_the_same_choices: u8,
    /// The combatant whose turn a Blaze of Glory would end (FATES-FATE-7).
    #[serde(rename = "turn")]
    pub interrupted_turn: Option<CombatantId>,
    /// The allies whom a Tragic Demise would strengthen (FATES-FATE-10).
    pub witnesses: Vec<CombatantId>,
}

impl FateProspect {
    /// Returns what each Fate would mean for a combatant who takes this amount of damage, without
    /// combatants whom not everybody may know of.
    fn new(fight: &Fight, who: CombatantId, amount: u8) -> Self {
        let body = fight.body(who);
        let is_known = |combatant: &CombatantId| fight.may_show_in_public(*combatant);
        let witnesses = fallen_fates::other_active_allies(fight, who).into_iter();
        Self {
            ignores_used: body.ignored_fates,
            max_ignores: fallen_fates::max_ignores(body),
            is_too_big_to_ignore: fallen_fates::is_too_big_to_ignore(body, amount),
            remaining_never_the_same_choices: fallen_fates::remaining_never_the_same_choices(body),
            interrupted_turn: fight.state.turn.as_ref().map(|turn| turn.who).filter(is_known),
            witnesses: witnesses.filter(is_known).collect(),
        }
    }
}

/// Builds the prompt for a tie; the default is the first of the tied (FATES-INIT-5).
pub fn tie_prompt(fight: &Fight, who: CombatantId, tied: &[CombatantId]) -> PromptRequest {
    let choices: Vec<Answer> = tied.iter().copied().map(Answer::GoFirst).collect();
    let question = Question::Tie { tied: tied.to_vec() };
    let default = choices.first().cloned().unwrap_or(Answer::GoFirst(who));
    let timeout_secs = fight.settings.tie_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds the prompt for a difficulty; the default is moderate (FATES-ROLL-3).
pub fn difficulty_prompt(
    fight: &Fight,
    who: CombatantId,
    skill_check: &SkillCheck,
) -> PromptRequest {
    let default = Answer::SetDifficulty(MODERATE_DIFFICULTY);
    let timeout_secs = fight.settings.difficulty_secs;
    let question = Question::Difficulty { who, check: skill_check.clone() };
    PromptRequest::new(Initiator::Gm, question, vec![default.clone()], default, timeout_secs)
}

/// Builds the prompt for a Help; the default is none (FATES-HELP-5). It offers the highest rank;
/// any other skill can be typed.
pub fn help_prompt(
    fight: &Fight,
    helper: CombatantId,
    roller: CombatantId,
    total: u8,
) -> PromptRequest {
    let skill = fight.body(helper).best_skill(&Skill::ALL).unwrap_or(Skill::Agility);
    let choices = vec![Answer::Help { skill, text: String::new() }, Answer::Decline];
    let question = Question::Help { who: helper, roller, total };
    let timeout_secs = fight.settings.help_secs;
    let respondent = Initiator::Combatant(helper);
    PromptRequest::new(respondent, question, choices, Answer::Decline, timeout_secs)
}

/// Builds the prompt for the Resolve of an unused Help (FATES-HELP-6). It offers the helper's own
/// side; any other known combatant can be typed.
pub fn unused_help_recipient_prompt(fight: &Fight, who: CombatantId) -> PromptRequest {
    let default = Answer::GiveResolve(help::self_or_else_ally_missing_most_resolve(fight, who));
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let can_receive = |to: &CombatantId| {
        help::can_be_given_resolve(fight, *to)
            && wounded::are_allies(fight, who, *to)
            && fight.viewer_knows(viewer, *to)
    };
    let recipients = fight.present_ids().filter(can_receive);
    let mut choices: Vec<Answer> = recipients.map(|to| Answer::GiveResolve(Some(to))).collect();
    if !choices.contains(&default) {
        choices.push(default.clone());
    }
    let (question, timeout_secs) = (Question::PayOutHelp { who }, fight.settings.help_secs);
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds the prompt for a Fate: to the player (FATES-FATE-1), or to the GM for an NPC
/// (FATES-FATE-11).
///
/// The default is to ignore it where that is allowed, else to leave it to the GM; an NPC falls
/// (FATES-FATE-12).
pub fn fallen_fate_prompt(fight: &Fight, who: CombatantId, amount: u8) -> PromptRequest {
    let is_npc = fight.combatant(who).is_npc();
    let can_ignore = check_fate_can_be_ignored(fight.body(who), amount).is_ok();
    let ignore = Answer::IgnoreFate { text: String::new() };
    let fallback = if is_npc { Answer::from_fate(FallenFate::Falls) } else { Answer::LeaveToGm };
    let mut choices = Vec::new();
    if can_ignore {
        choices.push(ignore.clone());
    }
    choices.extend(selectable_fallen_fates(fight, who));
    choices.push(fallback.clone());
    let default = if can_ignore && !is_npc { ignore } else { fallback };
    let question = Question::Fate { who, amount, prospect: FateProspect::new(fight, who, amount) };
    let timeout_secs = fight.settings.fate_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds the prompt for the GM's choice; the default is Never the Same with the pick owed, else
/// Desperate Push (FATES-FATE-12).
pub fn gm_fallen_fate_prompt(fight: &Fight, who: CombatantId, amount: u8) -> PromptRequest {
    let choices = selectable_fallen_fates(fight, who);
    let default = choices.first().cloned().unwrap_or(Answer::from_fate(FallenFate::DesperatePush));
    let prospect = FateProspect::new(fight, who, amount);
    let question = Question::SecondFate { who, amount, prospect };
    PromptRequest::new(Initiator::Gm, question, choices, default, fight.settings.second_fate_secs)
}

/// Returns the answers that pick one of the four Fates of a Wounded combatant who takes damage.
/// `Never the Same` is first if its condition is met, else left out; the others can always be
/// picked (FATES-FATE-5).
fn selectable_fallen_fates(fight: &Fight, who: CombatantId) -> Vec<Answer> {
    let mut answers = Vec::new();
    if check_may_choose_fate_of_lowered_attributes(fight.body(who), &[]).is_ok() {
        answers.push(Answer::NeverTheSame { attributes: Vec::new(), text: String::new() });
    }
    answers.push(Answer::from_fate(FallenFate::DesperatePush));
    answers.push(Answer::from_fate(FallenFate::BlazeOfGlory));
    answers.push(Answer::from_fate(FallenFate::TragicDemise));
    answers
}

/// Builds the optional prompt that fires a held action (FATES-HOLD-3).
pub fn fire_held_action_prompt(fight: &Fight, who: CombatantId) -> PromptRequest {
    let event = fight.body(who).held_action.as_ref().map(|hold| &hold.trigger.event);
    let text =
        if let Some(HoldEvent::Text(text)) = event { text.to_string() } else { String::new() };
    let question = Question::FireHeldAction { who, text };
    let choices = vec![Answer::FireHeldAction];
    let respondent = Initiator::Combatant(who);
    let timeout_secs = fight.settings.help_secs;
    PromptRequest {
        is_optional: true,
        ..PromptRequest::new(respondent, question, choices, Answer::FireHeldAction, timeout_secs)
    }
}

/// Builds the prompt that proposes the end to the GM; the default ends the fight (FATES-END-1).
pub fn gm_confirm_end_prompt(fight: &Fight) -> PromptRequest {
    let choices = vec![Answer::ConfirmEnd, Answer::ContinueFight];
    let (question, timeout_secs) = (Question::ConfirmEnd, fight.settings.end_secs);
    PromptRequest::new(Initiator::Gm, question, choices, Answer::ConfirmEnd, timeout_secs)
}

impl Prompts for Fates {
    /// The kinds of prompt that standing orders can answer.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("tie", &["first"]),
        PromptKind::new("help", &["help", "decline"]),
        PromptKind::new("pay-out", &["give"]),
        PromptKind::new("fate", &["fate"]),
        PromptKind::new("trigger", &["trigger"]),
    ];

    /// Returns whether an order of the GM has taken the point from a prompt: no Help is left to
    /// give, no action is held that could be fired (FATES-HOLD-3), whoever makes the check is out
    /// (FATES-ROLL-3), somebody tied has lost their place (FATES-COND-5), or there is no Fate to
    /// choose (FATES-FATE-1). A prompt for a Fate is also obsolete when its choices have changed;
    /// it is then asked again.
    fn is_obsolete(fight: &Fight, prompt: &PromptRequest) -> bool {
        match &prompt.question {
            Question::Help { who, .. } | Question::PayOutHelp { who } => {
                !help::has_stored_help(fight, *who)
            }
            Question::Tie { tied } => !initiative::are_all_in_turn_order(fight, tied),
            Question::Fate { who, amount, .. } => {
                !fallen_fates::must_choose_fallen_fate(fight, *who)
                    || fallen_fate_prompt(fight, *who, *amount).choices != prompt.choices
            }
            Question::SecondFate { who, amount, .. } => {
                !fallen_fates::must_choose_fallen_fate(fight, *who)
                    || gm_fallen_fate_prompt(fight, *who, *amount).choices != prompt.choices
            }
            Question::FireHeldAction { who, .. } => {
                !held_actions::holds_action_with_text_trigger(fight, *who)
            }
            Question::Difficulty { who, .. } => !turns::is_active(fight, *who),
            Question::ConfirmEnd => false,
        }
    }

    /// Returns the kind of a player's prompt, whom a Help would help, and that a Fate threatens to
    /// fell; `None` for what the GM decides.
    fn context_for_standing_orders(_: &Fight, prompt: &PromptRequest) -> Option<PromptContext> {
        Some(match &prompt.question {
            Question::Tie { .. } => PromptContext::new("tie"),
            Question::Help { roller, .. } => PromptContext::new("help").with_actor(*roller),
            Question::PayOutHelp { .. } => PromptContext::new("pay-out"),
            // FATES-FATE-1: the Fate is asked of a combatant who falls.
            Question::Fate { .. } => {
                PromptContext { threat: Some(ThreatLevel::Fell), ..PromptContext::new("fate") }
            }
            Question::FireHeldAction { .. } => PromptContext::new("trigger"),
            Question::Difficulty { .. } | Question::SecondFate { .. } | Question::ConfirmEnd => {
                return None;
            }
        })
    }

    /// Returns `Reserve` for a Help, `OwnTurn` for firing a held action, and `Nothing` for all
    /// others, because a Fate states its own price.
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::Help { .. } => AnswerCost::Reserve,
            Answer::FireHeldAction => AnswerCost::OwnTurn,
            Answer::GoFirst(_)
            | Answer::SetDifficulty(_)
            | Answer::Decline
            | Answer::GiveResolve(_)
            | Answer::IgnoreFate { .. }
            | Answer::NeverTheSame { .. }
            | Answer::Fate { .. }
            | Answer::LeaveToGm
            | Answer::ConfirmEnd
            | Answer::ContinueFight => AnswerCost::Nothing,
        }
    }

    /// Returns whether the question is for a difficulty, or for the pay-out of Help.
    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(question, Question::Difficulty { .. } | Question::PayOutHelp { .. })
    }

    /// Returns whether the question is for the order of tied PCs, or for Help.
    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::Tie { .. } | Question::Help { .. })
    }

    fn explain_answer_without_prompt(
        fight: &Fight,
        open_prompts: &[PromptRequest],
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        codec::explain_answer_without_prompt(fight, open_prompts, who, command)
    }

    fn explain_answer_after_prompt_closed(
        fight: &Fight,
        prompt: &PromptRequest,
        command: &Command,
    ) -> Option<Refusal> {
        codec::explain_answer_after_prompt_closed(fight, prompt, command)
    }
}
