//! Prompts: the windows of the rule text (W1 to W4), and one of the aftermath (DR12-END-4).
//!
//! A question to a player holds only what everybody may know.

use serde::{Deserialize, Serialize};

use super::Dr12;
use super::damage::stands;
use super::sheet::{Ailment, Attribute, Cure, Name, Rider};
use super::{Ask, Fight, attacks, damage, movement, turns};
use crate::Prompts;
use crate::ids::{By, CombatantId};
use crate::prompt::{About, Kind, Price};

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
        free: bool,
    },
    /// W2: the attack was not avoided; a shield may take it.
    Shield { who: CombatantId, attacker: CombatantId, weapon: Name, shield: Name },
    /// W3: an NPC leaves; a Character may attack it.
    FreeAttack { who: CombatantId, mover: CombatantId },
    /// W4: the GM rules on a skill or a stunt.
    Ruling(Proposal),
    /// W4: the GM answers a passed parley.
    Parley { who: CombatantId, target: CombatantId },
    /// DR12-END-4: which attribute is lowered for good.
    Cripple { who: CombatantId },
}

/// What a player proposes to the GM.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
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
    Sacrifice,
    TakeHit,
    Attack,
    LetGo,
    Rule(Ruling),
    Accept,
    /// A morale Test; who fails flees.
    Morale,
    /// A morale Test; who fails parleys (DR12-MORALE-3).
    MoraleToParley,
    Refuse,
    Lower(Attribute),
}

/// What the GM rules: the Test, and what a pass brings (in words, and if wanted an ailment of the
/// stunt's target).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    pub attribute: Attribute,
    pub dr: u8,
    pub effect: String,
    pub ailment: Option<(Ailment, Cure)>,
}

/// W1 (DR12-ATK-6, DR12-DIS-4): the default is the roll itself.
pub fn avoid(fight: &Fight, question: Question, who: CombatantId) -> Ask {
    window(fight, who, question, vec![Answer::Avoid], Answer::Avoid)
}

/// W2 (DR12-SHLD-1): no answer takes the hit.
pub fn shield(fight: &Fight, question: Question, who: CombatantId) -> Ask {
    window(fight, who, question, vec![Answer::Sacrifice, Answer::TakeHit], Answer::TakeHit)
}

/// W3 (DR12-DIS-7): no answer attacks.
pub fn free_attack(fight: &Fight, who: CombatantId, mover: CombatantId) -> Ask {
    let question = Question::FreeAttack { who, mover };
    window(fight, who, question, vec![Answer::Attack, Answer::LetGo], Answer::Attack)
}

/// DR12-END-4: no answer lowers STR.
pub fn cripple(fight: &Fight, who: CombatantId) -> Ask {
    let choices = vec![Answer::Lower(Attribute::Str), Answer::Lower(Attribute::Dex)];
    window(fight, who, Question::Cripple { who }, choices, Answer::Lower(Attribute::Str))
}

/// W4 (DR12-ACT-5, DR12-STUNT-4): no answer rules as proposed, DR 12, effect in words only.
pub fn ruling(fight: &Fight, proposal: Proposal) -> Ask {
    let as_proposed = Answer::Rule(Ruling {
        attribute: proposal.attribute,
        dr: 12,
        effect: proposal.text.clone(),
        ailment: None,
    });
    gm(fight, Question::Ruling(proposal), vec![as_proposed.clone()], as_proposed)
}

/// W4 (DR12-ACT-6): no answer refuses.
pub fn parley(fight: &Fight, who: CombatantId, target: CombatantId) -> Ask {
    let choices = vec![Answer::Accept, Answer::Morale, Answer::MoraleToParley, Answer::Refuse];
    gm(fight, Question::Parley { who, target }, choices, Answer::Refuse)
}

impl Prompts for Dr12 {
    /// What standing orders are given for.
    const KINDS: &'static [Kind] = &[
        Kind::new("avoid", &["dodge"]),
        Kind::new("shield", &["sacrifice-shield", "take-it"]),
        Kind::new("free-attack", &["strike", "let-go"]),
        Kind::new("cripple", &["lower"]),
    ];

    /// Rulings of the GM are taken in an open window (DR12-REF-2), and may end what it is about: an
    /// attack needs two who stand and the weapon's reach (DR12-OOA-1, DR12-ATK-2, DR12-ATK-4), the
    /// sacrifice of a shield the shield and hands that are free to give it (DR12-SHLD-1), a free
    /// attack all that gave it (DR12-DIS-1 to DR12-DIS-5), an Action the Turn that it is of
    /// (DR12-TURN-6), and an enemy who stands.
    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        let can_act_on = |who, target| turns::has_turn(fight, who) && stands(fight, target);
        match &ask.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                !attacks::is_under_way(fight, *attacker, *who, weapon)
            }
            Question::Shield { who, attacker, weapon, shield } => {
                let given = damage::shield_to_give(fight, *who);
                let is_held = given.is_some_and(|held| held.name == *shield);
                !is_held || !attacks::is_under_way(fight, *attacker, *who, weapon)
            }
            Question::FreeAttack { who, mover } => !movement::has_free_attack(fight, *who, *mover),
            Question::Ruling(Proposal { who, target, .. }) => {
                !can_act_on(*who, target.unwrap_or(*who))
            }
            Question::Parley { who, target } => !can_act_on(*who, *target),
            Question::Cripple { who } => fight.get(*who).is_none(),
        }
    }

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        Some(match &ask.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                let threat = damage::threat(fight, *who, *attacker, weapon);
                About { threat, ..About::of("avoid").by(*attacker).way(weapon) }
            }
            Question::Shield { who, attacker, weapon, .. } => {
                let threat = damage::threat(fight, *who, *attacker, weapon);
                About { threat, ..About::of("shield").by(*attacker).way(weapon) }
            }
            Question::FreeAttack { mover, .. } => About::of("free-attack").by(*mover),
            Question::Cripple { .. } => About::of("cripple"),
            Question::Ruling(_) | Question::Parley { .. } => return None,
        })
    }

    /// A shield is gone for good; nothing else is spent.
    fn price(answer: &Answer) -> Price {
        match answer {
            Answer::Sacrifice => Price::Little,
            Answer::Avoid
            | Answer::TakeHit
            | Answer::Attack
            | Answer::LetGo
            | Answer::Rule(_)
            | Answer::Accept
            | Answer::Morale
            | Answer::MoraleToParley
            | Answer::Refuse
            | Answer::Lower(_) => Price::Nothing,
        }
    }

    /// DR12-OPT-2: to avoid is asked where the press is wanted.
    fn takes_more(question: &Question) -> bool {
        matches!(question, Question::Avoid { .. } | Question::Ruling(_))
    }

    fn is_shared(question: &Question) -> bool {
        matches!(question, Question::FreeAttack { .. })
    }

    fn lets_come(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeHit)
    }
}

fn window(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> Ask {
    let (to, clock_secs) = (By::Combatant(who), fight.settings.window_secs);
    Ask { to, question, choices, default, clock_secs, is_optional: false }
}

fn gm(fight: &Fight, question: Question, choices: Vec<Answer>, default: Answer) -> Ask {
    let clock_secs = fight.settings.ruling_secs;
    Ask { to: By::Gm, question, choices, default, clock_secs, is_optional: false }
}

impl From<&Rider> for Cure {
    fn from(rider: &Rider) -> Self {
        Cure { bound: rider.bound, ..Cure::new(rider.ends, rider.dr) }
    }
}
