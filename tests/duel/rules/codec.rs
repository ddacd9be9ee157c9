//! Converts acts and answers from and to the commands that all systems share.

use engine::Codec;
use engine::core::command::Command;
use engine::core::ids::CombatantId;
use engine::core::verbs::Verb;

use super::acts::Act;
use super::prompts::Answer;
use super::{Duel, Fight, verbs};

impl Codec for Duel {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const DEFENCE_VERBS: &'static [&'static str] = &["guard"];

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        Some(match command.verb.as_str() {
            "strike" => Act::Strike(fight.find_known_or_nobody(who, command.get("target"))),
            "step" => Act::Step(fight.zones.find_or_nowhere(command.get("zone"))),
            "guard" => Act::Guard,
            _ => return None,
        })
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        match act {
            Act::Strike(target) => Command::new("strike").with("target", fight.name(*target)),
            Act::Guard => Command::new("guard"),
            Act::Step(zone) => Command::new("step").with("zone", fight.zones.name(*zone)),
        }
    }

    fn format_answer(_: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::Riposte => Command::new("riposte"),
            Answer::Decline => Command::new("decline"),
        }
    }
}
