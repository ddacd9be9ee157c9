//! Prompts: the windows of the rule text (W1 to W4), and one of the aftermath (DR12-END-4).
//!
//! A question to a player holds only what everybody may know.

use serde::{Deserialize, Serialize};

use super::Dr12;
use super::damage::is_standing;
use super::sheet::{Ailment, AilmentRider, Attribute, Cure, Name};
use super::{Fight, PromptRequest, attacks, damage, movement, turns};
use crate::Prompts;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// W1: an attack must be avoided.
    Avoid {
        who: CombatantId,
        attacker: CombatantId,
        weapon: Name,
        attribute: Attribute,
        /// A free attack: the movement waits (DR12-DIS-1).
        #[serde(rename = "free")]
        is_free_attack: bool,
    },
    /// W2: the attack was not avoided; a shield may take it.
    Shield { who: CombatantId, attacker: CombatantId, weapon: Name, shield: Name },
    /// W3: an NPC leaves; a Character may attack it.
    FreeAttack { who: CombatantId, mover: CombatantId },
    /// W4: the GM rules on a skill or a stunt.
    Ruling(RulingProposal),
    /// W4: the GM answers a passed parley.
    Parley { who: CombatantId, target: CombatantId },
    /// DR12-END-4: which attribute is lowered for good.
    Cripple { who: CombatantId },
}

/// What a player proposes to the GM.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulingProposal {
    pub who: CombatantId,
    /// The enemy of a stunt; none for a skill.
    pub target: Option<CombatantId>,
    pub attribute: Attribute,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Avoid,
    #[serde(rename = "sacrifice")]
    SacrificeShield,
    TakeHit,
    Attack,
    LetGo,
    Rule(GmRuling),
    Accept,
    /// A morale Test; who fails flees.
    #[serde(rename = "morale")]
    MoraleOrFlee,
    /// A morale Test; who fails parleys (DR12-MORALE-3).
    #[serde(rename = "morale_to_parley")]
    MoraleOrParley,
    Refuse,
    Lower(Attribute),
}

/// What the GM rules: the Test, and what a pass brings (in words, and if wanted an ailment of the
/// stunt's target).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GmRuling {
    pub attribute: Attribute,
    pub dr: u8,
    pub effect: String,
    pub ailment: Option<(Ailment, Cure)>,
}

/// W1 (DR12-ATK-6, DR12-DIS-4): the default is the roll itself.
pub fn avoid_prompt(fight: &Fight, question: Question, who: CombatantId) -> PromptRequest {
    combatant_prompt(fight, who, question, vec![Answer::Avoid], Answer::Avoid)
}

/// W2 (DR12-SHLD-1): no answer takes the hit.
pub fn shield_prompt(fight: &Fight, question: Question, who: CombatantId) -> PromptRequest {
    combatant_prompt(
        fight,
        who,
        question,
        vec![Answer::SacrificeShield, Answer::TakeHit],
        Answer::TakeHit,
    )
}

/// W3 (DR12-DIS-7): no answer attacks.
pub fn free_attack_prompt(fight: &Fight, who: CombatantId, mover: CombatantId) -> PromptRequest {
    let question = Question::FreeAttack { who, mover };
    combatant_prompt(fight, who, question, vec![Answer::Attack, Answer::LetGo], Answer::Attack)
}

/// DR12-END-4: no answer lowers STR.
pub fn crippling_prompt(fight: &Fight, who: CombatantId) -> PromptRequest {
    let choices = vec![Answer::Lower(Attribute::Str), Answer::Lower(Attribute::Dex)];
    combatant_prompt(fight, who, Question::Cripple { who }, choices, Answer::Lower(Attribute::Str))
}

/// W4 (DR12-ACT-5, DR12-STUNT-4): no answer rules as proposed, DR 12, effect in words only.
pub fn ruling_prompt(fight: &Fight, proposal: RulingProposal) -> PromptRequest {
    let as_proposed = Answer::Rule(GmRuling {
        attribute: proposal.attribute,
        dr: 12,
        effect: proposal.text.clone(),
        ailment: None,
    });
    gm_prompt(fight, Question::Ruling(proposal), vec![as_proposed.clone()], as_proposed)
}

/// W4 (DR12-ACT-6): no answer refuses.
pub fn parley_prompt(fight: &Fight, who: CombatantId, target: CombatantId) -> PromptRequest {
    let choices =
        vec![Answer::Accept, Answer::MoraleOrFlee, Answer::MoraleOrParley, Answer::Refuse];
    gm_prompt(fight, Question::Parley { who, target }, choices, Answer::Refuse)
}

impl Prompts for Dr12 {
    /// What standing orders are given for.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("avoid", &["dodge"]),
        PromptKind::new("shield", &["sacrifice-shield", "take-it"]),
        PromptKind::new("free-attack", &["strike", "let-go"]),
        PromptKind::new("cripple", &["lower"]),
    ];

    /// Rulings of the GM are taken in an open window (DR12-REF-2), and may end what it is about: an
    /// attack needs two who stand and the weapon's reach (DR12-OOA-1, DR12-ATK-2, DR12-ATK-4), the
    /// sacrifice of a shield the shield and hands that are free to give it (DR12-SHLD-1), a free
    /// attack all that gave it (DR12-DIS-1 to DR12-DIS-5), an Action the Turn that it is of
    /// (DR12-TURN-6), and an enemy who stands.
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        let can_act_on = |who, target| turns::has_turn(fight, who) && is_standing(fight, target);
        match &request.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                !attacks::is_attack_still_possible(fight, *attacker, *who, weapon)
            }
            Question::Shield { who, attacker, weapon, shield } => {
                let given = damage::sacrificable_shield(fight, *who);
                let is_held = given.is_some_and(|held| held.name == *shield);
                !is_held || !attacks::is_attack_still_possible(fight, *attacker, *who, weapon)
            }
            Question::FreeAttack { who, mover } => !movement::has_free_attack(fight, *who, *mover),
            Question::Ruling(RulingProposal { who, target, .. }) => {
                !can_act_on(*who, target.unwrap_or(*who))
            }
            Question::Parley { who, target } => !can_act_on(*who, *target),
            Question::Cripple { who } => fight.get(*who).is_none(),
        }
    }

    fn prompt_context(fight: &Fight, request: &PromptRequest) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                let threat = damage::worst_attack_threat(fight, *who, *attacker, weapon);
                PromptContext {
                    threat,
                    ..PromptContext::new("avoid").with_actor(*attacker).with_means(weapon)
                }
            }
            Question::Shield { who, attacker, weapon, .. } => {
                let threat = damage::worst_attack_threat(fight, *who, *attacker, weapon);
                PromptContext {
                    threat,
                    ..PromptContext::new("shield").with_actor(*attacker).with_means(weapon)
                }
            }
            Question::FreeAttack { mover, .. } => {
                PromptContext::new("free-attack").with_actor(*mover)
            }
            Question::Cripple { .. } => PromptContext::new("cripple"),
            Question::Ruling(_) | Question::Parley { .. } => return None,
        })
    }

    /// A shield is gone for good; nothing else is spent.
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::SacrificeShield => AnswerCost::Reserve,
            Answer::Avoid
            | Answer::TakeHit
            | Answer::Attack
            | Answer::LetGo
            | Answer::Rule(_)
            | Answer::Accept
            | Answer::MoraleOrFlee
            | Answer::MoraleOrParley
            | Answer::Refuse
            | Answer::Lower(_) => AnswerCost::Nothing,
        }
    }

    /// DR12-OPT-2: to avoid is asked where the press is wanted.
    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(question, Question::Avoid { .. } | Question::Ruling(_))
    }

    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::FreeAttack { .. })
    }

    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeHit)
    }
}

fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let (to, clock_secs) = (Initiator::Combatant(who), fight.settings.window_secs);
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

impl From<&AilmentRider> for Cure {
    fn from(rider: &AilmentRider) -> Self {
        Cure { is_action_bound: rider.is_action_bound, ..Cure::new(rider.cure_attribute, rider.dr) }
    }
}
