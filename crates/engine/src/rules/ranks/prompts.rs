//! Prompts: the windows of the rule text.
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
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// W1: what would come of the fixed value, and with what one may roll.
    Resist {
        who: CombatantId,
        actor: CombatantId,
        purpose: CheckPurpose,
        rank: u8,
        #[serde(rename = "with")]
        abilities: Vec<Ability>,
    },
    /// W1 against damage (RANKS-OPT-1): what condition threatens.
    Soak {
        who: CombatantId,
        #[serde(rename = "by")]
        attacker: Option<CombatantId>,
        rank: u8,
    },
    /// W2: an enemy moves, to the left or to the right; and what a matcher has to get over.
    Match {
        who: CombatantId,
        mover: CombatantId,
        #[serde(rename = "is_left")]
        goes_left: bool,
        feet: Feet,
        #[serde(rename = "over")]
        hindrance: Option<Hindrance>,
        /// The mover rolled for it (RANKS-MATCH-3).
        #[serde(default)]
        #[serde(rename = "is_rolled")]
        mover_rolled: bool,
        /// It is an incidental movement (RANKS-MATCH-2).
        #[serde(default)]
        #[serde(rename = "is_free")]
        is_incidental: bool,
    },
    /// W3.
    #[serde(rename = "driven")]
    ForcedMove {
        who: CombatantId,
        actor: CombatantId,
        #[serde(rename = "over")]
        hindrance: Hindrance,
    },
    /// W4.
    Advantage {
        who: CombatantId,
        #[serde(rename = "how")]
        method: AdvantageMethod,
        rank: u8,
        target: Option<CombatantId>,
    },
    /// W6.
    Recovery { who: CombatantId, patient: CombatantId, rank: u8 },
    /// W7.
    Ruling { who: CombatantId, ability: Ability, text: String, is_readied: bool },
    /// W7: a rank 5 ability.
    #[serde(rename = "ability")]
    NewAbility { who: CombatantId, receiver: CombatantId },
}

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
    /// The skill to be raised; none: it is not that effect.
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
    /// None: not asked for.
    Rule {
        difficulty: u8,
        action: Option<ActionKind>,
        effect: String,
    },
    /// The ability in words.
    #[serde(rename = "grant")]
    GrantAbility(String),
    Refuse,
}

/// W1 and W3: RANKS-RESP-2, a roll for a full or a bonus action, whichever is left; a luck point
/// may be said as well. No answer: the fixed value.
pub fn resist_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
) -> PromptRequest {
    let mut choices = Vec::new();
    for action in actions_left(fight, who) {
        choices.extend(abilities.iter().map(|&with| Answer::Resist {
            action,
            ability: with,
            spends_luck: false,
        }));
    }
    choices.push(Answer::UseFixedValue);
    combatant_prompt(fight, who, question, choices, Answer::UseFixedValue)
}

/// W2: No answer lets go.
pub fn match_prompt(fight: &Fight, who: CombatantId, question: Question) -> PromptRequest {
    let choices = match_answers(fight, who, &question);
    combatant_prompt(fight, who, question, choices, Answer::DoNotMatch)
}

/// RANKS-MATCH-2: every way to match, and to let go.
pub fn match_answers(fight: &Fight, who: CombatantId, question: &Question) -> Vec<Answer> {
    let all = matching::match_payments(fight, who, question).into_iter();
    let all = all.map(|action| Answer::Match { payment: action, spends_luck: false });
    all.chain([Answer::DoNotMatch]).collect()
}

/// W4: every effect for the maker, those of the rank made for allies; any other may be said.
pub fn advantage_prompt(
    fight: &Fight,
    who: CombatantId,
    method: AdvantageMethod,
    rank: u8,
    target: Option<CombatantId>,
) -> PromptRequest {
    let choices = advantages::advantage_answers(fight, who, rank);
    let default = advantages::default_answer(&choices);
    combatant_prompt(
        fight,
        who,
        Question::Advantage { who, method, rank, target },
        choices,
        default,
    )
}

/// W6: RANKS-REC-5 says what no answer does.
pub fn recovery_prompt(
    fight: &Fight,
    who: CombatantId,
    patient: CombatantId,
    skill: Skill,
    rank: u8,
) -> PromptRequest {
    let choices = recovery::treatment_answers(fight, patient, skill, rank);
    let default = recovery::default_treatment(&choices);
    combatant_prompt(fight, who, Question::Recovery { who, patient, rank }, choices, default)
}

/// W7: the GM says how hard it is, what it costs and what it does; or that it is nothing.
/// RANKS-TURN-2: it costs what is left.
pub fn ruling_prompt(
    fight: &Fight,
    who: CombatantId,
    ability: Ability,
    text: &str,
    is_readied: bool,
) -> PromptRequest {
    let question = Question::Ruling { who, ability, text: text.into(), is_readied };
    let choices = ruling_answers(fight, who, is_readied);
    let default = choices[0].clone();
    gm_prompt(fight, question, choices, default)
}

/// RANKS-TURN-2: the usual ruling, as long as an action is left to pay for it; or none.
pub fn ruling_answers(fight: &Fight, who: CombatantId, is_readied: bool) -> Vec<Answer> {
    let usual = |action| Answer::Rule {
        difficulty: checks::MODERATE_DIFFICULTY,
        action,
        effect: String::new(),
    };
    let usual = match (is_readied, actions_left(fight, who).next()) {
        (true, _) => Some(usual(None)),
        (false, action) => action.map(|action| usual(Some(action))),
    };
    usual.into_iter().chain([Answer::Refuse]).collect()
}

/// W7: no answer refuses.
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

    /// RANKS-COND-5: who is out of action responds to nothing, and nobody responds to them; a
    /// patient may be out of action, not out of the fight.
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        match request.question {
            Question::Resist { who, actor: other, .. }
            | Question::Match { who, mover: other, .. }
            | Question::NewAbility { who, receiver: other } => {
                !are_both_in_action(fight, who, other)
            }
            Question::Soak { who, .. }
            | Question::ForcedMove { who, .. }
            | Question::Advantage { who, .. }
            | Question::Ruling { who, .. } => !is_in_action(fight, who),
            Question::Recovery { who, patient, .. } => {
                !is_in_action(fight, who) || !recovery::is_in_fight(fight, patient)
            }
        }
    }

    /// RANKS-HID-1: whether an NPC has an action left is not to be read from how long it takes, nor
    /// that somebody unseen is engaged.
    fn is_hidden_from_public(fight: &Fight, request: &PromptRequest) -> bool {
        let is_veiled = match request.question {
            Question::Resist { who, .. }
            | Question::Soak { who, .. }
            | Question::ForcedMove { who, .. }
            | Question::Match { who, .. } => fight.hides_response_time(who),
            Question::Advantage { .. }
            | Question::Recovery { .. }
            | Question::Ruling { .. }
            | Question::NewAbility { .. } => false,
        };
        is_veiled || fight.is_hidden_npc(request.respondent)
    }

    /// What threatens is told where it is known: what damage there is to be soaked, what a talk
    /// comes to, and what an attack can do whose dice are.
    fn prompt_context(fight: &Fight, request: &PromptRequest) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Resist { who, actor, purpose, rank, .. } => {
                let threat = match purpose {
                    CheckPurpose::Attack => {
                        attacks::worst_attack_threat(fight, *who, *actor, *rank)
                    }
                    CheckPurpose::Interact => Some(conditions::condition_threat(
                        fight,
                        *who,
                        ConditionTrack::Composure,
                        *rank,
                    )),
                    _ => None,
                };
                PromptContext {
                    threat,
                    ..PromptContext::new("resist").with_actor(*actor).with_means(purpose.key())
                }
            }
            Question::Soak { who, attacker: by, rank } => {
                let threat =
                    Some(conditions::condition_threat(fight, *who, ConditionTrack::Damage, *rank));
                PromptContext { threat, actor: *by, ..PromptContext::new("soak") }
            }
            Question::Match { mover, .. } => PromptContext::new("match").with_actor(*mover),
            Question::ForcedMove { actor, .. } => PromptContext::new("driven").with_actor(*actor),
            Question::Advantage { .. } => PromptContext::new("advantage"),
            Question::Recovery { .. } => PromptContext::new("recovery"),
            Question::Ruling { .. } | Question::NewAbility { .. } => return None,
        })
    }

    /// RANKS-RESP-2: a full action is what one acts with, a bonus action is kept for such things.
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

    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(
            question,
            Question::Advantage { .. } | Question::Ruling { .. } | Question::NewAbility { .. }
        )
    }

    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::Match { .. })
    }

    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::UseFixedValue)
    }

    fn remove_unavailable_choices(fight: &Fight, request: PromptRequest) -> PromptRequest {
        codec::without_stale_answers(fight, request)
    }
}

fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let (to, clock_secs) = (Initiator::Combatant(who), fight.settings.answer_secs);
    PromptRequest {
        respondent: to,
        question,
        choices,
        default,
        timeout_secs: clock_secs,
        is_optional: false,
    }
}

fn gm_prompt(
    fight: &Fight,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let clock_secs = fight.settings.ruling_secs;
    PromptRequest {
        respondent: Initiator::Gm,
        question,
        choices,
        default,
        timeout_secs: clock_secs,
        is_optional: false,
    }
}
