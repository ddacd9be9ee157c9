//! Prompts: the nine windows of the rule text, the attacker's chance to offer a stunt while one of
//! them is open, and the GM's ruling on a skill.
//!
//! A question to a player contains only what everybody may know. FACT-ROUND-8 sets the time limits.

use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::{AttackManner, AttackMeans};
use super::sheet::{Ability, Name, OpportunityStance};
use super::zones::is_active_on_map;
use super::{
    Fight, PromptRequest, Resolver, RuleResult, chases, damage, opportunity_attacks, reactions,
};
use crate::Prompts;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{AnswerCost, GivenAnswer, PromptContext, PromptKind};
use crate::resolution::resolver::DecoyDelay;

/// What a prompt asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether the GM approves of a stunt (FACT-STUNT-1).
    StuntApproval { who: CombatantId, target: CombatantId, text: String },
    /// Whether the target accepts the effect in place of damage (FACT-STUNT-2).
    Stunt { who: CombatantId, attacker: CombatantId, text: String },
    /// Whether the attacker offers a stunt while the target has not answered (FACT-STUNT-1). The
    /// fight does not wait for the answer.
    StuntOffer { who: CombatantId, target: CombatantId },
    /// How the target of an attack reacts (FACT-REACT-3).
    Reaction {
        who: CombatantId,
        attacker: CombatantId,
        manner: AttackManner,
        is_opportunity: bool,
        /// Whether the attack is made out of concealment (FACT-SNEAK-3).
        is_surprise: bool,
        /// Whether another target counters already (FACT-BLAST-6).
        is_counter_taken: bool,
        /// Who cannot become the target any more (FACT-REACT-9).
        #[serde(rename = "been")]
        past_targets: Vec<CombatantId>,
    },
    /// Whether a possible guard steps in for the target (FACT-REACT-10).
    Guard {
        who: CombatantId,
        attacker: CombatantId,
        target: CombatantId,
        manner: AttackManner,
        is_opportunity: bool,
        /// Whether the attack is made out of concealment (FACT-SNEAK-3).
        is_surprise: bool,
        /// Whether another target counters already (FACT-BLAST-6).
        is_counter_taken: bool,
        /// Who cannot become the target any more (FACT-REACT-9).
        #[serde(default)]
        #[serde(rename = "been")]
        past_targets: Vec<CombatantId>,
    },
    /// Whether `who` lets `target` hide behind them (FACT-REACT-8).
    #[serde(rename = "consent")]
    ShelterConsent { who: CombatantId, target: CombatantId, attacker: CombatantId },
    /// Whether an enemy attacks a mover who steps away (FACT-OPP-1).
    Opportunity { who: CombatantId, mover: CombatantId },
    /// Whether the GM approves of hiding (FACT-SNEAK-6).
    HideApproval { who: CombatantId, text: String },
    /// Whether a faction pursues those who left (FACT-CHASE-2).
    Pursuit { faction: Name, leavers: Vec<CombatantId> },
    /// How the GM rules on a skill or power (FACT-TURN-2).
    Ruling { who: CombatantId, ability: Ability, text: String },
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Approve,
    Refuse,
    Accept,
    Decline,
    OfferStunt(String),
    Dodge,
    Counter {
        means: AttackMeans,
        hold_back: bool,
    },
    HideBehind(CombatantId),
    #[serde(rename = "take_it")]
    TakeHit,
    Guard(GuardAction),
    No,
    #[serde(rename = "agree")]
    AgreeToShelter,
    Strike {
        means: AttackMeans,
        hold_back: bool,
        /// The effect that is offered in place of damage (FACT-STUNT-1).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stunt: Option<String>,
    },
    LetGo,
    Pursue(Vec<CombatantId>),
    /// One save with this ability, and the effect of a pass in words.
    Rule {
        ability: Ability,
        effect: String,
    },
}

/// How a guard takes the attack (FACT-REACT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardAction {
    #[serde(rename = "plain")]
    TakeHit,
    Dodge,
    Counter(AttackMeans),
    /// A counter that spares the attacker's life (FACT-ATK-6).
    CounterHeldBack(AttackMeans),
}

impl Prompts for Factions {
    /// The kinds of prompts that players can give standing orders for.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("reaction", &["dodge", "counter", "hide-behind", "take-it"]),
        PromptKind::new("guard", &["guard", "no"]),
        PromptKind::new("consent", &["agree", "refuse"]),
        PromptKind::new("opportunity", &["strike", "let-go"]),
        PromptKind::new("stunt", &["accept", "decline"]),
        PromptKind::new("stunt-offer", &["stunt"]),
        PromptKind::new("pursuit", &["pursue", "no"]),
    ];

    /// Returns whether a prompt no longer has a purpose, because an order of the GM has put out of
    /// action whom it is about, or has made an offered answer impossible (FACT-DMG-2,
    /// FACT-REACT-1).
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        let is_valid = match &request.question {
            Question::StuntApproval { who, target: other, .. }
            | Question::StuntOffer { who, target: other }
            | Question::Stunt { who, attacker: other, .. } => {
                is_active_on_map(fight, *who) && is_active_on_map(fight, *other)
            }
            Question::Reaction { .. }
            | Question::Guard { .. }
            | Question::ShelterConsent { .. } => reactions::is_prompt_still_valid(fight, request),
            Question::Opportunity { who, mover } => {
                opportunity_attacks::opportunity_prompt_if_possible(fight, *who, *mover).as_ref()
                    == Some(request)
            }
            Question::Pursuit { faction, .. } => {
                chases::pursuit_prompt_if_possible(fight, faction).as_ref() == Some(request)
            }
            Question::HideApproval { who, .. } | Question::Ruling { who, .. } => {
                is_active_on_map(fight, *who)
            }
        };
        !is_valid
    }

    /// Returns whether the public must not learn that the prompt is open. FACT-OPP-4: the time must
    /// not tell whether an NPC answers a step away. FACT-REACT-10, FACT-SNEAK-1: nor whether
    /// somebody unseen is asked.
    fn is_hidden_from_public(fight: &Fight, request: &PromptRequest) -> bool {
        let is_time_hidden = match request.question {
            Question::Opportunity { who, .. } => fight.hides_response_time(who),
            Question::StuntApproval { .. }
            | Question::Stunt { .. }
            | Question::StuntOffer { .. }
            | Question::Reaction { .. }
            | Question::Guard { .. }
            | Question::ShelterConsent { .. }
            | Question::HideApproval { .. }
            | Question::Pursuit { .. }
            | Question::Ruling { .. } => false,
        };
        is_time_hidden || fight.is_hidden_npc(request.respondent)
    }

    /// Returns the context of every question but those that the GM answers. It has a threat where
    /// an attack is answered, if the defender knows it.
    fn context_for_standing_orders(
        fight: &Fight,
        request: &PromptRequest,
    ) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Reaction { who, attacker, manner, .. } => {
                let threat = damage::worst_attack_threat_if_known(fight, *who, *attacker, manner);
                PromptContext {
                    threat,
                    ..PromptContext::new("reaction")
                        .with_actor(*attacker)
                        .with_means(manner.label())
                }
            }
            Question::Guard { who, attacker, target, manner, .. } => {
                let threat = damage::worst_attack_threat_if_known(fight, *who, *attacker, manner);
                let context =
                    PromptContext::new("guard").with_actor(*attacker).with_means(manner.label());
                PromptContext { threat, beneficiary: Some(*target), ..context }
            }
            Question::ShelterConsent { target, .. } => {
                PromptContext { beneficiary: Some(*target), ..PromptContext::new("consent") }
            }
            Question::Opportunity { mover, .. } => {
                PromptContext::new("opportunity").with_actor(*mover)
            }
            Question::Stunt { attacker, .. } => PromptContext::new("stunt").with_actor(*attacker),
            Question::StuntOffer { target, .. } => {
                PromptContext::new("stunt-offer").with_actor(*target)
            }
            Question::Pursuit { .. } => PromptContext::new("pursuit"),
            Question::StuntApproval { .. }
            | Question::HideApproval { .. }
            | Question::Ruling { .. } => return None,
        })
    }

    /// Returns what an answer costs: a reaction costs the turn of this round (FACT-REACT-3).
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::Dodge
            | Answer::Counter { .. }
            | Answer::HideBehind(_)
            | Answer::Guard(_)
            | Answer::Strike { .. } => AnswerCost::OwnTurn,
            Answer::Approve
            | Answer::Refuse
            | Answer::Accept
            | Answer::Decline
            | Answer::OfferStunt(_)
            | Answer::TakeHit
            | Answer::No
            | Answer::AgreeToShelter
            | Answer::LetGo
            | Answer::Pursue(_)
            | Answer::Rule { .. } => AnswerCost::Nothing,
        }
    }

    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(question, Question::Ruling { .. })
    }

    /// Returns whether the question is for a reaction, a guard or an opportunity attack.
    fn shares_message(question: &Question) -> bool {
        matches!(
            question,
            Question::Reaction { .. } | Question::Guard { .. } | Question::Opportunity { .. }
        )
    }

    /// Returns whether a target, or a guard in its place, takes the hit.
    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeHit | Answer::Guard(GuardAction::TakeHit))
    }

    fn explain_answer_without_prompt(
        fight: &Fight,
        open: &[PromptRequest],
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        reactions::explain_why_not_asked_to_react(fight, open, who, command)
    }
}

/// Asks several questions side by side and returns the next answer with the key of its question;
/// `None` if nobody is waited for. The questions are built again from the present fight when one
/// has become obsolete, so that nobody answers a question that an order of the GM has overtaken.
pub fn ask_for_next_answer<Key: Copy>(
    resolver: &mut Resolver,
    decoy_delay: &mut DecoyDelay,
    make_prompts: impl Fn(&Fight) -> Vec<(Key, PromptRequest)>,
) -> RuleResult<Option<(Key, Answer)>> {
    loop {
        let fight = resolver.fight();
        let (mut keys, mut requests) = (Vec::new(), Vec::new());
        for (key, request) in make_prompts(fight) {
            if !Factions::is_obsolete(fight, &request) {
                keys.push(key);
                requests.push(request);
            }
        }
        let next = resolver.await_next_answer_with_decoy_delay(&requests, decoy_delay)?;
        let Some(GivenAnswer { request_index, answer }) = next else { return Ok(None) };
        if !Factions::is_obsolete(resolver.fight(), &requests[request_index]) {
            return Ok(Some((keys[request_index], answer)));
        }
    }
}

/// Builds a question that the GM approves or refuses. The default refuses.
pub fn gm_approval_prompt(fight: &Fight, question: Question) -> PromptRequest {
    let choices = vec![Answer::Approve, Answer::Refuse];
    gm_prompt(fight, question, choices, Answer::Refuse)
}

/// Builds the GM's ruling on a skill (FACT-TURN-2): the GM names one save. The default refuses, and
/// nothing is spent.
pub fn ruling_prompt(
    fight: &Fight,
    who: CombatantId,
    ability: Ability,
    text: &str,
) -> PromptRequest {
    let mut choices: Vec<Answer> =
        Ability::ALL.map(|ability| Answer::Rule { ability, effect: text.into() }).to_vec();
    choices.push(Answer::Refuse);
    gm_prompt(fight, Question::Ruling { who, ability, text: text.into() }, choices, Answer::Refuse)
}

/// Builds a prompt for a combatant. The default is the last choice.
pub fn combatant_prompt_with_last_as_default(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
) -> PromptRequest {
    let default = choices.last().cloned().unwrap_or(Answer::No);
    let timeout_secs = fight.settings.answer_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds the question of an opportunity attack (FACT-OPP-1). The default lets go; for an NPC whose
/// response time is hidden, its standing order decides.
pub fn opportunity_prompt(
    fight: &Fight,
    attacker: CombatantId,
    mover: CombatantId,
    choices: Vec<Answer>,
) -> PromptRequest {
    let attacks_by_default = fight.hides_response_time(attacker)
        && fight.body(attacker).stance == OpportunityStance::Always;
    let default = if attacks_by_default { choices.first().cloned() } else { None };
    let prompt = combatant_prompt_with_last_as_default(
        fight,
        attacker,
        Question::Opportunity { who: attacker, mover },
        choices,
    );
    PromptRequest { default: default.unwrap_or(Answer::LetGo), ..prompt }
}

/// Builds the attacker's chance to offer a stunt (FACT-STUNT-1). It is open beside the reaction
/// window, and the fight does not wait for it.
pub fn optional_stunt_offer_prompt(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> PromptRequest {
    let choices = vec![Answer::OfferStunt(String::new())];
    PromptRequest {
        is_optional: true,
        ..combatant_prompt_with_last_as_default(
            fight,
            attacker,
            Question::StuntOffer { who: attacker, target },
            choices,
        )
    }
}

/// Builds the question whether a faction pursues (FACT-CHASE-2). Its captain answers, for NPCs the
/// GM. The default is no.
pub fn pursuit_prompt(
    fight: &Fight,
    decider: Initiator,
    faction: Name,
    leavers: Vec<CombatantId>,
    able_pursuers: &[CombatantId],
) -> PromptRequest {
    let mut choices = vec![Answer::Pursue(able_pursuers.to_vec())];
    if able_pursuers.len() > 1 {
        choices.extend(able_pursuers.iter().map(|who| Answer::Pursue(vec![*who])));
    }
    choices.push(Answer::No);
    let question = Question::Pursuit { faction, leavers };
    PromptRequest::new(decider, question, choices, Answer::No, fight.settings.answer_secs)
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
