//! Prompts: the nine windows of the rule text, the attacker's chance to offer a stunt while one of
//! them is open, and the GM's ruling on a skill.
//!
//! A question to a player holds only what everybody may know. Clocks are those of FACT-ROUND-8.

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
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind};
use crate::resolution::resolver::DecoyDelay;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// FACT-STUNT-1: the GM approves of a stunt, or not.
    StuntApproval { who: CombatantId, target: CombatantId, text: String },
    /// FACT-STUNT-2: the target accepts the effect in place of damage, or not.
    Stunt { who: CombatantId, attacker: CombatantId, text: String },
    /// FACT-STUNT-1: the attacker may offer a stunt as long as the target has not answered. Nobody
    /// waits for it.
    StuntOffer { who: CombatantId, target: CombatantId },
    /// FACT-REACT-3: the target of an attack.
    Reaction {
        who: CombatantId,
        attacker: CombatantId,
        manner: AttackManner,
        is_opportunity: bool,
        /// FACT-SNEAK-3: made out of concealment.
        is_surprise: bool,
        /// FACT-BLAST-6: another target counters.
        is_counter_taken: bool,
        /// FACT-REACT-9: who cannot become the target any more.
        #[serde(rename = "been")]
        past_targets: Vec<CombatantId>,
    },
    /// FACT-REACT-10: one who may step in for the target.
    Guard {
        who: CombatantId,
        attacker: CombatantId,
        target: CombatantId,
        manner: AttackManner,
        is_opportunity: bool,
        /// FACT-SNEAK-3: made out of concealment.
        is_surprise: bool,
        /// FACT-BLAST-6: another target counters already.
        is_counter_taken: bool,
        /// FACT-REACT-9: who cannot become the target any more.
        #[serde(default)]
        #[serde(rename = "been")]
        past_targets: Vec<CombatantId>,
    },
    /// FACT-REACT-8: somebody wants to hide behind them.
    #[serde(rename = "consent")]
    ShelterConsent { who: CombatantId, target: CombatantId, attacker: CombatantId },
    /// FACT-OPP-1: an enemy steps away.
    Opportunity { who: CombatantId, mover: CombatantId },
    /// FACT-SNEAK-6.
    HideApproval { who: CombatantId, text: String },
    /// FACT-CHASE-2: whether a faction goes after those who left.
    Pursuit { faction: Name, leavers: Vec<CombatantId> },
    /// FACT-TURN-2: a skill or power.
    Ruling { who: CombatantId, ability: Ability, text: String },
}

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
        /// FACT-STUNT-1: what is offered in place of damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stunt: Option<String>,
    },
    LetGo,
    Pursue(Vec<CombatantId>),
    /// One save with this ability, and what a pass brings, in words.
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
    /// FACT-ATK-6.
    CounterHeldBack(AttackMeans),
}

impl Prompts for Factions {
    /// What standing orders are given for.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("reaction", &["dodge", "counter", "hide-behind", "take-it"]),
        PromptKind::new("guard", &["guard", "no"]),
        PromptKind::new("consent", &["agree", "refuse"]),
        PromptKind::new("opportunity", &["strike", "let-go"]),
        PromptKind::new("stunt", &["accept", "decline"]),
        PromptKind::new("stunt-offer", &["stunt"]),
        PromptKind::new("pursuit", &["pursue", "no"]),
    ];

    /// FACT-DMG-2, FACT-REACT-1: a question has lost its point once an order of the GM has put out
    /// of action whom it is about, or made impossible what might be answered.
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        let is_open = match &request.question {
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
        !is_open
    }

    /// FACT-OPP-4: whether an NPC answers a step away is not to be read from how long it takes.
    /// FACT-REACT-10, FACT-SNEAK-1: nor whether somebody unseen is asked.
    fn is_hidden_from_public(fight: &Fight, request: &PromptRequest) -> bool {
        let is_veiled = match request.question {
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
        is_veiled || fight.is_hidden_npc(request.respondent)
    }

    fn prompt_context(fight: &Fight, request: &PromptRequest) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Reaction { who, attacker, manner, .. } => {
                let threat = damage::worst_attack_threat(fight, *who, *attacker, manner);
                PromptContext {
                    threat,
                    ..PromptContext::new("reaction")
                        .with_actor(*attacker)
                        .with_means(manner.label())
                }
            }
            Question::Guard { who, attacker, target, manner, .. } => {
                let threat = damage::worst_attack_threat(fight, *who, *attacker, manner);
                let about =
                    PromptContext::new("guard").with_actor(*attacker).with_means(manner.label());
                PromptContext { threat, beneficiary: Some(*target), ..about }
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

    /// FACT-REACT-3: whoever reacts has had their turn.
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

    fn shares_message(question: &Question) -> bool {
        matches!(
            question,
            Question::Reaction { .. } | Question::Guard { .. } | Question::Opportunity { .. }
        )
    }

    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeHit | Answer::Guard(GuardAction::TakeHit))
    }

    fn explain_not_asked(
        fight: &Fight,
        open: &[PromptRequest],
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        reactions::unasked_reaction_refusal(fight, open, who, command)
    }
}

/// The next answer to questions that are open side by side, and whose it is. They are made anew
/// from the fight as it stands when one of them has lost its point, so that nobody answers a
/// question that an order of the GM has left behind.
pub fn ask_for_next_answer<Key: Copy>(
    resolver: &mut Resolver,
    decoy_delay: &mut DecoyDelay,
    make_prompts: impl Fn(&Fight) -> Vec<(Key, PromptRequest)>,
) -> RuleResult<Option<(Key, Answer)>> {
    loop {
        let fight = resolver.fight();
        let asks =
            make_prompts(fight).into_iter().filter(|(_, ask)| !Factions::is_obsolete(fight, ask));
        let (keys, asks): (Vec<Key>, Vec<PromptRequest>) = asks.unzip();
        let Some((at, answer)) = resolver.ask_next_with_decoy(&asks, decoy_delay)? else {
            return Ok(None);
        };
        if !Factions::is_obsolete(resolver.fight(), &asks[at]) {
            return Ok(Some((keys[at], answer)));
        }
    }
}

/// The GM approves or refuses; no answer refuses.
pub fn gm_approval_prompt(fight: &Fight, question: Question) -> PromptRequest {
    let choices = vec![Answer::Approve, Answer::Refuse];
    gm_prompt(fight, question, choices, Answer::Refuse)
}

/// FACT-TURN-2: the GM names one save; no answer refuses, and nothing is spent.
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

/// A window of a combatant; no answer is the last of the choices.
pub fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
) -> PromptRequest {
    let default = choices.last().cloned().unwrap_or(Answer::No);
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

/// FACT-OPP-1: no answer lets go, but for an NPC whose standing order counts in place of it.
pub fn opportunity_prompt(
    fight: &Fight,
    attacker: CombatantId,
    mover: CombatantId,
    choices: Vec<Answer>,
) -> PromptRequest {
    let strikes = fight.hides_response_time(attacker)
        && fight.body(attacker).stance == OpportunityStance::Always;
    let default = choices.first().filter(|_| strikes).cloned();
    let ask =
        combatant_prompt(fight, attacker, Question::Opportunity { who: attacker, mover }, choices);
    PromptRequest { default: default.unwrap_or(Answer::LetGo), ..ask }
}

/// FACT-STUNT-1: open beside the reaction window, and not waited for.
pub fn stunt_offer_prompt(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> PromptRequest {
    let choices = vec![Answer::OfferStunt(String::new())];
    PromptRequest {
        is_optional: true,
        ..combatant_prompt(fight, attacker, Question::StuntOffer { who: attacker, target }, choices)
    }
}

/// FACT-CHASE-2: asked of the faction's captain, of the GM for NPCs. No answer: No.
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
    let clock_secs = fight.settings.answer_secs;
    let question = Question::Pursuit { faction, leavers };
    PromptRequest {
        respondent: decider,
        question,
        choices,
        default: Answer::No,
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
