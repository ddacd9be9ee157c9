//! What happens is told to somebody, and what is asked is asked in words: every note and every
//! question of every system, made of its type alone. A new one that has no sentence fails here.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;
#[path = "support/every_variant.rs"]
mod every_variant;

use std::collections::BTreeSet;

use every_variant::{made, variants};
use random_fights::Drawn;
use riposte::engine::core::command::Command;
use riposte::engine::core::fight::Event;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::core::json;
use riposte::engine::game::{Game, PromptSubject};
use riposte::engine::visibility::view::Viewer;
use riposte::narration::{self, PLAIN};
use serde_json::json;

/// So many of each are made, with other things in them.
const TRIES: usize = 200;

/// The notes of the engine itself, of which that of a rule is another list.
const OF_RULES: &str = "rule";

/// Notes by which rules keep their books: the view shows what they change, or the notes beside them
/// tell it. None of them is worth a sentence by itself.
fn silent(system: &str) -> &'static [&'static str] {
    match system {
        "cards" => &[
            "cleared",
            "left",
            "pairs_ended",
            "poisons_ticked",
            "reacted",
            "refreshed",
            "spent",
            "swap_closed",
            "turn_began",
            "turn_ended",
        ],
        "dr12" => &["armour_took", "shot", "spent", "starts_in", "turn_began", "turn_ended"],
        "factions" => &[
            "faction_formed",
            "finished",
            "free_dodge_used",
            "missed",
            "retreated",
            "slot_began",
            "spent",
            "stance_set",
            "turn_began",
            "turn_ended",
            "turn_spent",
            "used",
        ],
        "fates" => &[
            "aim_used",
            "destiny_rolled",
            "difficulty_set",
            "finished",
            "fp_spent",
            "momentum",
            "refreshed",
            "roll_closed",
            "settled",
            "spent",
            "ties_began",
            "turn_ended",
            "used_up",
        ],
        "ranks" => &[
            "attention",
            "boon_ended",
            "boons_used",
            "combined_ended",
            "combined_used",
            "done",
            "last_called",
            "luck_spent",
            "object_used",
            "ready_fired",
            "recovering_used",
            "refreshed",
            "scored",
            "settled",
            "spent",
            "turn_began",
            "turn_ended",
            "went_out",
        ],
        other => panic!("what are the notes of {other}?"),
    }
}

fn game<S: Drawn>() -> Game {
    S::game(S::fight(7))
}

/// Whether the GM reads anything of it.
fn is_told<S: Drawn>(game: &Game, note: &Event<S>) -> bool {
    let notes = serde_json::to_string(&[note]).expect("a note is plain data");
    let telling = game.narrative_from_journal(&notes, Viewer::Gm);
    telling.is_some_and(|telling| !narration::narrate(PLAIN, &telling).is_empty())
}

/// Every note, and that no other is silent than those that may be.
fn notes_are_told<S: Drawn>() {
    let game = game::<S>();
    let core = variants::<Event<S>>().iter().filter(|name| **name != OF_RULES);
    let core = core.map(|name| (*name, is_ever(name, |seed| made::<Event<S>>(name, seed), &game)));
    let rules = variants::<S::Event>().iter();
    let rules = rules.map(|name| {
        let rule = |seed| made::<S::Event>(name, seed).map(Event::<S>::System);
        (*name, is_ever(name, rule, &game))
    });
    let untold: BTreeSet<&str> =
        core.chain(rules).filter(|(_, is_told)| !is_told).map(|(name, _)| name).collect();
    let silent: BTreeSet<&str> = silent(S::KEY).iter().copied().collect();
    assert_eq!(untold, silent, "notes of {} that nobody is told, and those that may be", S::KEY);
}

/// Whether one of that kind is told, whatever else is in it.
fn is_ever<S: Drawn>(name: &str, make: impl Fn(u64) -> Option<Event<S>>, game: &Game) -> bool {
    let all: Vec<Event<S>> = (0..TRIES as u64).filter_map(make).collect();
    assert!(!all.is_empty(), "{name} cannot be made");
    all.iter().any(|note| is_told(game, note))
}

/// Every question is asked in words, and so is each of its answers.
fn questions_are_asked<S: Drawn>() {
    let game = game::<S>();
    let names = game.members().into_iter().map(|one| (one.id, one.name)).collect();
    for name in variants::<S::Question>() {
        let mut asked = 0;
        for seed in 0..TRIES as u64 {
            let Some(question) = made::<S::Question>(name, seed) else { continue };
            let answers = variants::<S::Answer>();
            let answer = made::<S::Answer>(answers[seed as usize % answers.len()], seed);
            let Some(answer) = answer else { continue };
            let ask = json!({
                "to": { "combatant": CombatantId(0) },
                "question": json::to_value(&question).expect("plain data"),
                "choices": [],
                "default": json::to_value(&answer).expect("plain data"),
                "clock_secs": 60,
            });
            let ask: PromptSubject = json::from_value(&json!({ S::KEY: ask })).expect("a question");
            assert_eq!(ask.system_key(), Some(S::KEY), "{name} is not read: {ask:?}");
            let default = Command::new("pass");
            let words = narration::render_prompt(PLAIN, &ask, &names, &[], &default);
            assert!(!words.text.trim().is_empty(), "{}: nothing is asked by {name}", S::KEY);
            asked += 1;
        }
        assert!(asked > 0, "{}: {name} cannot be made", S::KEY);
    }
}

of_each_system! {
    notes_are_told
    questions_are_asked
}
