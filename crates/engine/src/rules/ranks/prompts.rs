//! Prompts. The rule text calls them windows (W1 to W7).
//!
//! A question to a player holds only what everybody may know: of an NPC's check the rank that
//! threatens, no number (RANKS-HID-1).

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{self, AdvantageEffect, AdvantageMethod};
use super::codec;
use super::conditions::{self, ConditionTrack};
use super::maneuvers::{are_both_in_action, is_in_action};
use super::matching::{self, MatchPayment};
use super::recovery::{self, ConditionRef, TreatmentKind};
use super::responses::actions_left;
use super::sheet::{Ability, ActionKind, Feet, Skill};
use super::state::{CheckPurpose, Hindrance};
use super::{Fight, PromptRequest, attacks, checks};
use crate::Prompts;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind, ThreatLevel};

/// What a prompt asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// W1: which rank the fixed value would suffer, and what may be rolled in its place.
    Resist {
        who: CombatantId,
        actor: CombatantId,
        purpose: CheckPurpose,
        rank: u8,
        #[serde(rename = "with")]
        abilities: Vec<Ability>,
    },
    /// W1 against damage: which rank of condition threatens (RANKS-OPT-1).
    Soak {
        who: CombatantId,
        #[serde(rename = "by")]
        attacker: Option<CombatantId>,
        rank: u8,
    },
    /// W2: an enemy moves; whether to match it, and what a matcher must overcome.
    Match {
        who: CombatantId,
        mover: CombatantId,
        #[serde(rename = "is_left")]
        goes_left: bool,
        feet: Feet,
        #[serde(rename = "over")]
        hindrance: Option<Hindrance>,
        /// Whether the mover rolled for the hindrance (RANKS-MATCH-3).
        #[serde(default)]
        #[serde(rename = "is_rolled")]
        mover_rolled: bool,
        /// Whether it is an incidental movement (RANKS-MATCH-2).
        #[serde(default)]
        #[serde(rename = "is_free")]
        is_incidental: bool,
    },
    /// W3: whether to roll the check of a forced movement.
    #[serde(rename = "driven")]
    ForcedMove {
        who: CombatantId,
        actor: CombatantId,
        #[serde(rename = "over")]
        hindrance: Hindrance,
    },
    /// W4: which effect the maker picks, and for whom.
    Advantage {
        who: CombatantId,
        #[serde(rename = "how")]
        method: AdvantageMethod,
        rank: u8,
        target: Option<CombatantId>,
    },
    /// W6: what the recoverer does about the patient's conditions.
    Recovery { who: CombatantId, patient: CombatantId, rank: u8 },
    /// W7: how the GM rules on another check.
    Ruling { who: CombatantId, ability: Ability, text: String, is_readied: bool },
    /// W7: whether the GM grants a new ability (rank 5).
    #[serde(rename = "ability")]
    NewAbility { who: CombatantId, receiver: CombatantId },
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Resist {
        action: ActionKind,
        #[serde(rename = "with")]
        ability: Ability,
        #[serde(rename = "luck")]
        spends_luck: bool,
    },
    #[serde(rename = "stand")]
    UseFixedValue,
    Match {
        #[serde(rename = "action")]
        payment: MatchPayment,
        #[serde(rename = "luck")]
        spends_luck: bool,
    },
    #[serde(rename = "let_go")]
    DoNotMatch,
    /// Picks an effect; `skill` is `None` unless a skill is to be raised.
    #[serde(rename = "gain")]
    PickAdvantage {
        effect: AdvantageEffect,
        #[serde(rename = "to")]
        receiver: CombatantId,
        skill: Option<Skill>,
    },
    Treat {
        #[serde(rename = "cure")]
        kind: TreatmentKind,
        #[serde(rename = "which")]
        condition: ConditionRef,
    },
    #[serde(rename = "recovering")]
    AddRecoveryDie,
    /// Rules on a check; `action` is `None` if it costs none.
    Rule {
        difficulty: u8,
        action: Option<ActionKind>,
        effect: String,
    },
    /// Grants an ability, described in words.
    #[serde(rename = "grant")]
    GrantAbility(String),
    Refuse,
}

/// Returns what a check that `who` may resist threatens: for an attack the worst that `who` can
/// know of, for a taunt the condition of this rank. `None` for any other check.
fn threat_of_attack_or_taunt(
    fight: &Fight,
    who: CombatantId,
    actor: CombatantId,
    purpose: CheckPurpose,
    rank: u8,
) -> Option<ThreatLevel> {
    match purpose {
        CheckPurpose::Attack => attacks::worst_attack_threat_if_known(fight, who, actor, rank),
        CheckPurpose::Interact => Some(conditions::threat_of_one_more_condition(
            fight,
            who,
            ConditionTrack::Composure,
            rank,
        )),
        _ => None,
    }
}

/// Builds the prompt for a resistance or a forced movement. Its choices are a roll of each ability
/// for each kind of action that the combatant has left, full or bonus (RANKS-RESP-2), and the fixed
/// value, which costs nothing and counts without an answer. A luck point may be added to the answer
/// by command.
pub fn resist_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
) -> PromptRequest {
    let mut choices = Vec::new();
    for action in actions_left(fight, who) {
        choices.extend(abilities.iter().map(|&ability| Answer::Resist {
            action,
            ability,
            spends_luck: false,
        }));
    }
    choices.push(Answer::UseFixedValue);
    combatant_prompt(fight, who, question, choices, Answer::UseFixedValue)
}

/// Builds the prompt whether an enemy moves along with a movement. Without an answer it does not.
pub fn match_prompt(fight: &Fight, who: CombatantId, question: Question) -> PromptRequest {
    let choices = match_answers(fight, who, &question);
    combatant_prompt(fight, who, question, choices, Answer::DoNotMatch)
}

/// Returns every way to match a movement, and not to match it (RANKS-MATCH-2).
pub fn match_answers(fight: &Fight, who: CombatantId, question: &Question) -> Vec<Answer> {
    let payments = matching::list_affordable_match_payments(fight, who, question).into_iter();
    let matches = payments.map(|payment| Answer::Match { payment, spends_luck: false });
    matches.chain([Answer::DoNotMatch]).collect()
}

/// Builds the prompt in which the maker of an advantage picks its effect. It offers every effect
/// for the maker and those of the rank made for allies; lower ranks for allies can be named by
/// command.
pub fn advantage_prompt(
    fight: &Fight,
    who: CombatantId,
    method: AdvantageMethod,
    rank: u8,
    target: Option<CombatantId>,
) -> PromptRequest {
    let choices = advantages::list_advantage_choices(fight, who, rank);
    let default = advantages::default_answer(&choices);
    combatant_prompt(
        fight,
        who,
        Question::Advantage { who, method, rank, target },
        choices,
        default,
    )
}

/// Builds the prompt in which whoever treats picks what the success does. RANKS-REC-5 sets what
/// happens without an answer.
pub fn recovery_prompt(
    fight: &Fight,
    who: CombatantId,
    patient: CombatantId,
    skill: Skill,
    rank: u8,
) -> PromptRequest {
    let choices = recovery::treatment_answers(fight, patient, skill, rank);
    let default = recovery::default_treatment_answer(&choices);
    combatant_prompt(fight, who, Question::Recovery { who, patient, rank }, choices, default)
}

/// Builds the GM's prompt on another skill: how hard the check is, what it costs and what it does,
/// or that it is refused. RANKS-TURN-2: it can only cost an action that is left.
pub fn ruling_prompt(
    fight: &Fight,
    who: CombatantId,
    ability: Ability,
    text: &str,
    is_readied: bool,
) -> PromptRequest {
    let question = Question::Ruling { who, ability, text: text.into(), is_readied };
    let choices = affordable_ruling_and_refusal_answers(fight, who, is_readied);
    let default = choices[0].clone();
    gm_prompt(fight, question, choices, default)
}

/// Returns the default ruling, if an action is left to pay for it (RANKS-TURN-2), and the refusal.
pub fn affordable_ruling_and_refusal_answers(
    fight: &Fight,
    who: CombatantId,
    is_readied: bool,
) -> Vec<Answer> {
    // RANKS-READY-1: a readied check is paid for already.
    let action = if is_readied { None } else { actions_left(fight, who).next() };
    let mut answers = Vec::new();
    if is_readied || action.is_some() {
        let difficulty = checks::MODERATE_DIFFICULTY;
        answers.push(Answer::Rule { difficulty, action, effect: String::new() });
    }
    answers.push(Answer::Refuse);
    answers
}

/// Builds the GM's prompt for a new ability. Without an answer it is refused.
pub fn new_ability_prompt(fight: &Fight, who: CombatantId, receiver: CombatantId) -> PromptRequest {
    gm_prompt(fight, Question::NewAbility { who, receiver }, vec![Answer::Refuse], Answer::Refuse)
}

impl Prompts for Ranks {
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("resist", &["resist", "stand"]),
        PromptKind::new("soak", &["resist", "stand"]),
        PromptKind::new("match", &["match", "let-go"]),
        PromptKind::new("driven", &["resist", "stand"]),
        PromptKind::new("advantage", &["gain"]),
        PromptKind::new("recovery", &["treat"]),
    ];

    const NOT_YOURS_KEY: &'static str = "not-yours";

    /// RANKS-COND-5: whoever is out of action responds to nothing, and nobody responds to them. A
    /// patient may be out of action, but not out of the fight.
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        match request.question {
            Question::Resist { who, actor: other, .. }
            | Question::Soak { who, attacker: Some(other), .. }
            | Question::ForcedMove { who, actor: other, .. }
            | Question::Match { who, mover: other, .. }
            | Question::NewAbility { who, receiver: other } => {
                !are_both_in_action(fight, who, other)
            }
            // Damage without an attacker is that of a hazard or of the GM.
            Question::Soak { who, attacker: None, .. }
            | Question::Advantage { who, .. }
            | Question::Ruling { who, .. } => !is_in_action(fight, who),
            Question::Recovery { who, patient, .. } => {
                !is_in_action(fight, who) || !recovery::is_in_fight(fight, patient)
            }
        }
    }

    /// Returns whether the public must not see that this is asked: the respondent is a hidden NPC,
    /// or the time that the answer takes would tell something. RANKS-HID-1: that is whether an NPC
    /// has an action left, or that somebody unseen is engaged.
    fn is_hidden_from_public(fight: &Fight, request: &PromptRequest) -> bool {
        let hides_response_time = match request.question {
            Question::Resist { who, .. }
            | Question::Soak { who, .. }
            | Question::ForcedMove { who, .. }
            | Question::Match { who, .. } => fight.hides_response_time(who),
            Question::Advantage { .. }
            | Question::Recovery { .. }
            | Question::Ruling { .. }
            | Question::NewAbility { .. } => false,
        };
        hides_response_time || fight.is_hidden_npc(request.respondent)
    }

    /// Returns what a question is about, as standing orders read it: its kind, the actor, and the
    /// threat where that is known. That is the damage to be soaked, the condition of a taunt at
    /// this rank, or the worst of an attack whose dice the respondent knows.
    fn context_for_standing_orders(
        fight: &Fight,
        request: &PromptRequest,
    ) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Resist { who, actor, purpose, rank, .. } => PromptContext {
                threat: threat_of_attack_or_taunt(fight, *who, *actor, *purpose, *rank),
                ..PromptContext::new("resist").with_actor(*actor).with_means(purpose.key())
            },
            Question::Soak { who, attacker, rank } => {
                let threat = Some(conditions::threat_of_one_more_condition(
                    fight,
                    *who,
                    ConditionTrack::Damage,
                    *rank,
                ));
                PromptContext { threat, actor: *attacker, ..PromptContext::new("soak") }
            }
            Question::Match { mover, .. } => PromptContext::new("match").with_actor(*mover),
            Question::ForcedMove { actor, .. } => PromptContext::new("driven").with_actor(*actor),
            Question::Advantage { .. } => PromptContext::new("advantage"),
            Question::Recovery { .. } => PromptContext::new("recovery"),
            Question::Ruling { .. } | Question::NewAbility { .. } => return None,
        })
    }

    /// Returns `OwnTurn` for a full action, which the own turn needs, `Reserve` for a bonus action
    /// or incidental movement (RANKS-RESP-2), and `Nothing` for all else.
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::Resist { action: ActionKind::Full, .. }
            | Answer::Match { payment: MatchPayment::Full, .. } => AnswerCost::OwnTurn,
            Answer::Resist { action: ActionKind::Bonus, .. }
            | Answer::Match {
                payment: MatchPayment::IncidentalMove | MatchPayment::Bonus, ..
            } => AnswerCost::Reserve,
            Answer::UseFixedValue
            | Answer::DoNotMatch
            | Answer::PickAdvantage { .. }
            | Answer::Treat { .. }
            | Answer::AddRecoveryDie
            | Answer::Rule { .. }
            | Answer::GrantAbility(_)
            | Answer::Refuse => AnswerCost::Nothing,
        }
    }

    /// Returns whether the question is for the effect of an advantage, for a ruling, or for a new
    /// ability.
    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(
            question,
            Question::Advantage { .. } | Question::Ruling { .. } | Question::NewAbility { .. }
        )
    }

    /// Returns whether the question is whether to match a movement.
    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::Match { .. })
    }

    /// Returns whether the combatant keeps its fixed value and rolls nothing.
    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::UseFixedValue)
    }

    fn remove_unavailable_choices(fight: &Fight, request: PromptRequest) -> PromptRequest {
        codec::recompute_possible_choices_and_default(fight, request)
    }
}

/// Builds a prompt that a combatant must answer, with the time limit of answers.
fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let timeout_secs = fight.settings.answer_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds a prompt that the GM must answer, with the time limit of rulings.
fn gm_prompt(
    fight: &Fight,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    PromptRequest::new(Initiator::Gm, question, choices, default, fight.settings.ruling_secs)
}
