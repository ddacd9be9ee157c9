//! The verbs of acts and answers, with their slots and the commands that take them.

use engine::core::verbs::ActMenu::{Aid, Attack, Move};
use engine::core::verbs::{Slot, Verb, verb, word_slot};

const TARGET: Slot = word_slot("target").required();
const ZONE: Slot = word_slot("zone").required();

pub const ACTS: &[Verb] = &[
    verb("strike", &[TARGET])
        .in_menu(Attack)
        .likely_next()
        .with_command_paths(&["strike", "npc strike"])
        .with_similar_verbs(&["attack"]),
    verb("guard", &[]).in_menu(Aid).with_command_paths(&["guard", "npc guard"]),
    verb("step", &[ZONE])
        .in_menu(Move)
        .likely_next()
        .with_command_paths(&["step", "npc step"])
        .with_similar_verbs(&["move"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("riposte", &[]).with_command_paths(&["react riposte"]),
    verb("decline", &[]).with_command_paths(&["react decline"]),
];
