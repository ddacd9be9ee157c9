//! Every event has a sentence and every question a text, in every system. Both are generated from
//! their types, so a new event or question without words fails here.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;
#[path = "support/every_variant.rs"]
mod every_variant;

use std::collections::BTreeSet;

use every_variant::{generate_variant, variant_names};
use random_fights::RegisteredGenerator;
use riposte::content::layout::sheet_pages;
use riposte::content::{self, Fields, TemplateKind, rulebook};
use riposte::engine::core::command::Command;
use riposte::engine::core::fight::Event;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::core::json;
use riposte::engine::game::{Game, PromptSubject};
use riposte::engine::visibility::facts::FactValue;
use riposte::engine::visibility::view::{FightView, Viewer};
use riposte::narration::catalogue::Locale;
use riposte::narration::{self, PLAIN, pseudo_language, terms};
use serde_json::json;

/// The number of values that are generated of each variant.
const SAMPLES: usize = 200;

/// The variant of [`Event`] that holds the events of a rule system. They are checked by themselves.
const SYSTEM_VARIANT: &str = "rule";

/// The events of all systems that have no sentence.
const SILENT_CORE_EVENTS: &[&str] = &["over_while_hidden"];

/// Returns the events of a system that have no sentence of their own, because the view or a
/// neighbouring event already says what they change.
fn silent_events(system: &str) -> &'static [&'static str] {
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
        other => panic!("no silent events are listed for {other}"),
    }
}

fn build_game<S: RegisteredGenerator>() -> Game {
    S::game_from_record(S::generate_fight(7))
}

/// Whether the GM reads any text about the event.
fn is_narrated<S: RegisteredGenerator>(game: &Game, event: &Event<S>) -> bool {
    let events = serde_json::to_string(&[event]).expect("an event is plain data");
    let narrative = game.narrative_from_journal(&events, Viewer::Gm);
    narrative.is_some_and(|narrative| !narration::narrate(PLAIN, &narrative).is_empty())
}

/// Exactly the events of [`silent_events`] have no sentence.
fn events_are_narrated_unless_listed_as_silent<S: RegisteredGenerator>() {
    let game = build_game::<S>();
    let core_events = variant_names::<Event<S>>().iter().filter(|name| **name != SYSTEM_VARIANT);
    let core_events = core_events.map(|name| {
        (*name, is_ever_narrated(name, |seed| generate_variant::<Event<S>>(name, seed), &game))
    });
    let system_events = variant_names::<S::Event>().iter();
    let system_events = system_events.map(|name| {
        let generate_event =
            |seed| generate_variant::<S::Event>(name, seed).map(Event::<S>::System);
        (*name, is_ever_narrated(name, generate_event, &game))
    });
    let silent: BTreeSet<&str> = core_events
        .chain(system_events)
        .filter(|(_, is_narrated)| !is_narrated)
        .map(|(name, _)| name)
        .collect();
    let expected = silent_events(S::KEY).iter().chain(SILENT_CORE_EVENTS);
    let expected: BTreeSet<&str> = expected.copied().collect();
    assert_eq!(silent, expected, "silent events of {}, and those that may be silent", S::KEY);
}

/// Whether the GM reads any text about at least one of the generated events.
fn is_ever_narrated<S: RegisteredGenerator>(
    name: &str,
    generate_event: impl Fn(u64) -> Option<Event<S>>,
    game: &Game,
) -> bool {
    let events: Vec<Event<S>> = (0..SAMPLES as u64).filter_map(generate_event).collect();
    assert!(!events.is_empty(), "{name} cannot be generated");
    events.iter().any(|event| is_narrated(game, event))
}

/// Facts, conditions and wounds of views are told in words of the language: the pseudo-language has
/// no English word left, but for the names that people gave.
fn views_are_told_without_english<S: RegisteredGenerator>() {
    let mut english: BTreeSet<String> = BTreeSet::new();
    for seed in 0..SAMPLES as u64 {
        let game = S::game_from_record(S::generate_fight(seed));
        for viewer in [Viewer::Gm, Viewer::Public] {
            let view = game.view_for(viewer);
            let names = list_given_names(&view);
            for text in tell_view(&view) {
                let words = pseudo_language::list_untranslated_words(&text, &names);
                english.extend(words.into_iter().map(|word| format!("{word}: {text}")));
            }
        }
    }
    let first: Vec<&String> = english.iter().take(60).collect();
    assert!(first.is_empty(), "{} says in English: {first:#?}", S::KEY);
}

/// The fields of sheets are told in words of the language, with the parts that some have.
fn sheets_are_told_without_english<S: RegisteredGenerator>() {
    let kit = content::built_in_kit(S::KEY).expect("the kit can be read");
    let mut english: BTreeSet<String> = BTreeSet::new();
    let mut note = |key: &str| {
        let name = terms::sheet_field_name(Locale::PSEUDO, key);
        english.extend(pseudo_language::list_untranslated_words(&name, &[]));
    };
    for kind in [TemplateKind::Archetype, TemplateKind::Creature] {
        for template in kit.template_names(kind) {
            let body = kit.make_body(&template, &Fields::new()).expect("the kit has it");
            for field in sheet_pages(S::KEY).iter().flat_map(|page| &page.fields) {
                note(field);
                let parts = body[field.as_str()].as_object();
                let parts = parts.filter(|parts| !parts.contains_key("name"));
                parts.into_iter().flatten().for_each(|(part, _)| note(part));
            }
        }
    }
    assert!(english.is_empty(), "{} says in English: {english:#?}", S::KEY);
}

/// Settings and their values are told in words of the language.
fn settings_are_told_without_english<S: RegisteredGenerator>() {
    let game = Game::new(S::KEY).expect("the system exists");
    let settings = game.full_state_json()["settings"].clone();
    let settings = settings.as_object().expect("settings have names");
    let mut english: BTreeSet<String> = BTreeSet::new();
    for setting in settings.keys() {
        let mut texts = vec![terms::setting_name(Locale::PSEUDO, setting)];
        for value in game.list_values_of_enum_or_bool_setting(setting) {
            texts.push(terms::setting_value_text(Locale::PSEUDO, setting, &value));
        }
        for text in texts {
            let words = pseudo_language::list_untranslated_words(&text, &[]);
            english.extend(words.into_iter().map(|word| format!("{setting}: {word}")));
        }
    }
    assert!(english.is_empty(), "{} says in English: {english:#?}", S::KEY);
}

/// Returns the names in a view that people gave, and what they wrote.
fn list_given_names(view: &FightView) -> Vec<String> {
    let mut names: Vec<String> = view.members().map(|member| member.name.clone()).collect();
    names.extend(view.members().map(|member| member.side.clone()));
    names.extend(view.zones.iter().map(|zone| zone.name.clone()));
    let facts = view.facts.iter().chain(view.zones.iter().flat_map(|zone| &zone.facts));
    for fact in facts.chain(view.members().flat_map(|member| &member.facts)) {
        for value in [Some(&fact.value), fact.detail.as_ref()].into_iter().flatten() {
            match value {
                FactValue::Text(text) => names.push(text.clone()),
                FactValue::Act { command, .. } => {
                    names.extend(["at", "text", "trigger"].map(|slot| command.get(slot).into()));
                    names.extend(["who", "target"].map(|slot| command.get(slot).into()));
                }
                _ => {}
            }
        }
    }
    names
}

/// Returns the sentences that boards, pictures and replays make of a view.
fn tell_view(view: &FightView) -> Vec<String> {
    let locale = Locale::PSEUDO;
    let mut texts: Vec<String> =
        view.facts.iter().map(|fact| terms::fight_fact_text(locale, fact)).collect();
    for zone in &view.zones {
        texts.extend(zone.facts.iter().map(|fact| terms::zone_fact_text(locale, fact)));
        let borders = zone.facts.iter().filter(|fact| fact.key.starts_with("border"));
        texts.extend(borders.map(|fact| terms::border_text(locale, fact)));
    }
    for member in view.members() {
        texts.extend(member.facts.iter().map(|fact| terms::combatant_fact_text(locale, fact)));
        texts.extend(terms::budget_text(locale, &member.remaining_budget));
        texts.extend(terms::known_wounds_text(locale, &view.system, &member.wounds));
        let conditions = member.conditions.iter();
        texts.extend(conditions.map(|key| terms::condition_with_end(locale, key)));
        texts.push(terms::turn_mark_text(locale, member.turn_status));
    }
    texts
}

/// Every question is asked in words, whatever its default answer.
fn every_question_has_a_text<S: RegisteredGenerator>() {
    let game = build_game::<S>();
    let names =
        game.list_present_members().into_iter().map(|member| (member.id, member.name)).collect();
    for name in variant_names::<S::Question>() {
        let mut asked_count = 0;
        for seed in 0..SAMPLES as u64 {
            let Some(question) = generate_variant::<S::Question>(name, seed) else { continue };
            let answers = variant_names::<S::Answer>();
            let answer =
                generate_variant::<S::Answer>(answers[seed as usize % answers.len()], seed);
            let Some(answer) = answer else { continue };
            let subject = json!({
                "to": { "combatant": CombatantId(0) },
                "question": json::to_value(&question).expect("plain data"),
                "choices": [],
                "default": json::to_value(&answer).expect("plain data"),
                "clock_secs": 60,
            });
            let subject: PromptSubject =
                json::from_value(&json!({ S::KEY: subject })).expect("a question");
            assert_eq!(subject.system_key(), Some(S::KEY), "{name} is not parsed: {subject:?}");
            let default = Command::new("pass");
            let prompt_text = narration::render_prompt(PLAIN, &subject, &names, &[], &default);
            assert!(!prompt_text.text.trim().is_empty(), "{}: no text for {name}", S::KEY);
            asked_count += 1;
        }
        assert!(asked_count > 0, "{}: {name} cannot be generated", S::KEY);
    }
}

/// The table of the rules behind events names exactly the events of the system that are told.
fn rules_are_behind_all_told_events<S: RegisteredGenerator>() {
    let listed: BTreeSet<&str> =
        rulebook::rule_ids_by_event()[S::KEY].keys().map(String::as_str).collect();
    let silent = silent_events(S::KEY);
    let told = variant_names::<S::Event>().iter().copied().filter(|name| !silent.contains(name));
    let told: BTreeSet<&str> = told.collect();
    assert_eq!(listed, told, "events of {} in data/rules_of_events.toml", S::KEY);
}

test_each_system! {
    events_are_narrated_unless_listed_as_silent
    every_question_has_a_text
    rules_are_behind_all_told_events
    views_are_told_without_english
    settings_are_told_without_english
    sheets_are_told_without_english
}
