//! Prompts: the windows of the rule text.
//!
//! A question to a player holds only what everybody may know.

use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::{Check, MODERATE};
use super::codec;
use super::fallen::{self, Fate, check_ignore, check_never};
use super::holds::Event;
use super::sheet::{Attribute, Skill};
use super::{Ask, Fight, help, initiative, wounded};
use crate::Prompts;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId};
use crate::prompt::{About, Kind, Price, Threat};
use crate::view::Viewer;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// FATES-INIT-5.
    Tie { tied: Vec<CombatantId> },
    /// FATES-ROLL-3.
    Difficulty { who: CombatantId, check: Check },
    /// FATES-HELP-2: the total as it was rolled; not whether it hits.
    Help { who: CombatantId, roller: CombatantId, total: u8 },
    /// FATES-HELP-6.
    PayOut { who: CombatantId },
    /// FATES-FATE-1, FATES-FATE-11: so much damage after armour.
    Fate { who: CombatantId, amount: u8, prospect: Prospect },
    /// FATES-FATE-12: the GM chooses for a player.
    SecondFate { who: CombatantId, amount: u8, prospect: Prospect },
    /// FATES-HOLD-3: nobody waits for it.
    Trigger { who: CombatantId, text: String },
    /// FATES-END-1.
    End,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    First(CombatantId),
    Rule(u8),
    Help {
        skill: Skill,
        text: String,
    },
    Decline,
    /// None: nobody.
    Give(Option<CombatantId>),
    /// With words of the player's own, as the Fates have (FATES-FATE-1).
    Ignore {
        text: String,
    },
    /// None named: the pick is owed.
    Never {
        attributes: Vec<Attribute>,
        text: String,
    },
    Fate {
        fate: Fate,
        text: String,
    },
    /// To the GM.
    Leave,
    Trigger,
    End,
    GoOn,
}

impl Answer {
    /// A Fate without words of the player's own.
    pub fn fate(fate: Fate) -> Self {
        Self::Fate { fate, text: String::new() }
    }
}

/// What each Fate means for whoever is asked, as far as everybody may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prospect {
    /// Ignored since the last Rest, and how often that is possible (FATES-FATE-2).
    pub ignores: u8,
    pub limit: u8,
    /// Too much damage to ignore (FATES-FATE-3).
    pub is_too_big: bool,
    /// How often Never the Same is still possible (FATES-FATE-5).
    pub never_left: u8,
    /// Whose turn a Blaze of Glory ends (FATES-FATE-7).
    pub turn: Option<CombatantId>,
    /// Whom a Tragic Demise gives heart (FATES-FATE-10).
    pub witnesses: Vec<CombatantId>,
}

impl Prospect {
    fn of(fight: &Fight, who: CombatantId, amount: u8) -> Self {
        let body = fight.body(who);
        let is_known = |one: &CombatantId| fight.has_known(Viewer::Public, *one);
        let witnesses = fallen::witnesses(fight, who).into_iter();
        Self {
            ignores: body.ignores,
            limit: fallen::most_ignores(body),
            is_too_big: fallen::is_too_big(body, amount),
            never_left: fallen::never_left(body),
            turn: fight.state.turn.as_ref().map(|turn| turn.who).filter(is_known),
            witnesses: witnesses.filter(is_known).collect(),
        }
    }
}

/// FATES-INIT-5: no answer takes the first of the tied.
pub fn tie(fight: &Fight, who: CombatantId, tied: &[CombatantId]) -> Ask {
    let choices: Vec<Answer> = tied.iter().copied().map(Answer::First).collect();
    let question = Question::Tie { tied: tied.to_vec() };
    let default = choices.first().cloned().unwrap_or(Answer::First(who));
    window(By::Combatant(who), question, choices, default, fight.settings.tie_secs)
}

/// FATES-ROLL-3: no answer is moderate.
pub fn difficulty(fight: &Fight, who: CombatantId, check: &Check) -> Ask {
    let (default, clock_secs) = (Answer::Rule(MODERATE), fight.settings.difficulty_secs);
    let question = Question::Difficulty { who, check: check.clone() };
    window(By::Gm, question, vec![default.clone()], default, clock_secs)
}

/// FATES-HELP-5: no answer is no Help. The highest rank is offered, any other may be said.
pub fn help(fight: &Fight, who: CombatantId, roller: CombatantId, total: u8) -> Ask {
    let skill = fight.body(who).best(&Skill::ALL).unwrap_or(Skill::Agility);
    let choices = vec![Answer::Help { skill, text: String::new() }, Answer::Decline];
    let question = Question::Help { who, roller, total };
    let clock_secs = fight.settings.help_secs;
    window(By::Combatant(who), question, choices, Answer::Decline, clock_secs)
}

/// FATES-HELP-6: one's own side is offered, any other who is known may be said.
pub fn pay_out(fight: &Fight, who: CombatantId) -> Ask {
    let default = Answer::Give(help::default_to(fight, who));
    let viewer = fight.viewer_of(By::Combatant(who));
    let can = |to: &CombatantId| {
        help::can_be_given(fight, *to)
            && wounded::are_allies(fight, who, *to)
            && fight.knows(viewer, *to)
    };
    let all = fight.iter().map(|(to, _)| to).filter(can);
    let mut choices: Vec<Answer> = all.map(|to| Answer::Give(Some(to))).collect();
    if !choices.contains(&default) {
        choices.push(default.clone());
    }
    let clock_secs = fight.settings.help_secs;
    window(By::Combatant(who), Question::PayOut { who }, choices, default, clock_secs)
}

/// FATES-FATE-1: asked of the player; FATES-FATE-11: of the GM for an NPC. FATES-FATE-12: no answer
/// ignores where that is allowed, else the GM may choose; an NPC falls.
pub fn fate(fight: &Fight, who: CombatantId, amount: u8) -> Ask {
    let body = fight.body(who);
    let can_ignore = check_ignore(body, amount).is_ok();
    let mut choices = Vec::new();
    if can_ignore {
        choices.push(Answer::Ignore { text: String::new() });
    }
    choices.extend(fates(fight, who));
    let last = if fight.one(who).is_npc() { Answer::fate(Fate::Falls) } else { Answer::Leave };
    choices.push(last.clone());
    let is_ignored = can_ignore && !fight.one(who).is_npc();
    let default = if is_ignored { choices[0].clone() } else { last };
    let question = Question::Fate { who, amount, prospect: Prospect::of(fight, who, amount) };
    window(By::Combatant(who), question, choices, default, fight.settings.fate_secs)
}

/// FATES-FATE-12: no answer is Never the Same with the pick owed, else Desperate Push.
pub fn second_fate(fight: &Fight, who: CombatantId, amount: u8) -> Ask {
    let choices: Vec<Answer> = fates(fight, who).collect();
    let default = choices.first().cloned().unwrap_or(Answer::fate(Fate::Push));
    let prospect = Prospect::of(fight, who, amount);
    let question = Question::SecondFate { who, amount, prospect };
    window(By::Gm, question, choices, default, fight.settings.second_fate_secs)
}

/// The four Fates, as far as they can be chosen (FATES-FATE-5).
fn fates(fight: &Fight, who: CombatantId) -> impl Iterator<Item = Answer> {
    let can_never = check_never(fight.body(who), &[]).is_ok();
    let never = Answer::Never { attributes: Vec::new(), text: String::new() };
    let others = [Fate::Push, Fate::Blaze, Fate::Demise].map(Answer::fate);
    can_never.then_some(never).into_iter().chain(others)
}

/// FATES-HOLD-3: open beside other windows.
pub fn trigger(fight: &Fight, who: CombatantId) -> Ask {
    let event = fight.body(who).hold.as_ref().map(|hold| &hold.trigger.event);
    let text = if let Some(Event::Text(text)) = event { text.to_string() } else { String::new() };
    let (question, choices) = (Question::Trigger { who, text }, vec![Answer::Trigger]);
    let (to, clock_secs) = (By::Combatant(who), fight.settings.help_secs);
    Ask { is_optional: true, ..window(to, question, choices, Answer::Trigger, clock_secs) }
}

/// FATES-END-1: no answer ends the fight.
pub fn end(fight: &Fight) -> Ask {
    let choices = vec![Answer::End, Answer::GoOn];
    window(By::Gm, Question::End, choices, Answer::End, fight.settings.end_secs)
}

impl Prompts for Fates {
    /// What standing orders are given for.
    const KINDS: &'static [Kind] = &[
        Kind::new("tie", &["first"]),
        Kind::new("help", &["help", "decline"]),
        Kind::new("pay-out", &["give"]),
        Kind::new("fate", &["fate"]),
        Kind::new("trigger", &["trigger"]),
    ];

    /// What the GM rules meanwhile takes the point from a question. FATES-COND-5: who goes out has
    /// no Help to give any more and no place in the order. FATES-FATE-1: who is Wounded no more
    /// meets no Fate; where others can be chosen than before, what is open now is asked anew.
    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        match &ask.question {
            Question::Help { who, .. } | Question::PayOut { who } => !help::is_stored(fight, *who),
            Question::Tie { tied } => !initiative::have_places(fight, tied),
            Question::Fate { who, amount, .. } => {
                !fallen::is_met(fight, *who) || fate(fight, *who, *amount).choices != ask.choices
            }
            Question::SecondFate { who, amount, .. } => {
                !fallen::is_met(fight, *who)
                    || second_fate(fight, *who, *amount).choices != ask.choices
            }
            Question::Difficulty { .. } | Question::Trigger { .. } | Question::End => false,
        }
    }

    fn about(_: &Fight, ask: &Ask) -> Option<About> {
        Some(match &ask.question {
            Question::Tie { .. } => About::of("tie"),
            Question::Help { roller, .. } => About::of("help").by(*roller),
            Question::PayOut { .. } => About::of("pay-out"),
            // FATES-FATE-1: it is asked of who goes down.
            Question::Fate { .. } => About { threat: Some(Threat::Fell), ..About::of("fate") },
            Question::Trigger { .. } => About::of("trigger"),
            Question::Difficulty { .. } | Question::SecondFate { .. } | Question::End => {
                return None;
            }
        })
    }

    /// Help is spent, and so is the action that was held; the Fates have their own price.
    fn price(answer: &Answer) -> Price {
        match answer {
            Answer::Help { .. } => Price::Little,
            Answer::Trigger => Price::Turn,
            Answer::First(_)
            | Answer::Rule(_)
            | Answer::Decline
            | Answer::Give(_)
            | Answer::Ignore { .. }
            | Answer::Never { .. }
            | Answer::Fate { .. }
            | Answer::Leave
            | Answer::End
            | Answer::GoOn => Price::Nothing,
        }
    }

    fn takes_more(question: &Question) -> bool {
        matches!(question, Question::Difficulty { .. } | Question::PayOut { .. })
    }

    fn is_shared(question: &Question) -> bool {
        matches!(question, Question::Tie { .. } | Question::Help { .. })
    }

    fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Command) -> Option<Refusal> {
        codec::unasked(fight, open, who, words)
    }

    fn too_late(fight: &Fight, ask: &Ask, words: &Command) -> Option<Refusal> {
        codec::too_late(fight, ask, words)
    }
}

fn window(
    to: By,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
    clock_secs: u32,
) -> Ask {
    Ask { to, question, choices, default, clock_secs, is_optional: false }
}
