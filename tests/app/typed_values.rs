//! People type the names that they read: of sides, settings, values, outcomes, attributes, zones.

use std::collections::BTreeSet;

use riposte::app::fight_state::FightState;
use riposte::app::guide::GuideReply;
use riposte::app::input::{InputReply, PartialCommand, QueryResult, UserInput};
use riposte::app::permissions::COMMON_VERBS;
use riposte::app::slot_source::{SlotSource, slot_source};
use riposte::discord::commands::command_specs::{OptionKind, SlashCommand, list_server_commands};
use riposte::discord::style_for;
use riposte::engine::core::command::{Command, Offer};
use riposte::engine::core::ids::Initiator;
use riposte::engine::core::values::ValueKind;
use riposte::engine::core::verbs::{Verb, parse_typed_command};
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::narration::catalogue::Locale;
use riposte::narration::explain_refusal;
use riposte::narration::typed_values::{read_english_name, value_names};

use serde_json::json;

use crate::app_table::*;

/// A table whose app reads names, as in front of a chat.
async fn reading_table() -> Table {
    let table = Table::new().await;
    Table { app: table.app.with_value_reader(read_english_name), ..table }
}

/// The name that people read for a value.
fn name_of(system: &str, kind: ValueKind<'_>, key: &str) -> String {
    value_names(Locale::ENGLISH, system, kind, key).swap_remove(0)
}

/// The names that a refusal lists.
async fn refused_names(table: &Table, who: &str, text: &str) -> String {
    match table.send_command(who, text).await {
        InputReply::Refused(refusal) => {
            let listed = ["names", "takes"].iter().find_map(|list| refusal.details.get(*list));
            listed.cloned().unwrap_or_default()
        }
        other => panic!("{text} is not refused: {other:?}"),
    }
}

#[tokio::test]
async fn every_setting_takes_its_values_by_name() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.run_command("GM", &format!("new system:\"the {}\"", system.to_uppercase())).await;
        let game = table.load_state().await.game.clone();
        let settings = game.full_state_json()["settings"].clone();
        for key in settings.as_object().unwrap().keys() {
            let setting = name_of(system, ValueKind::Setting, key);
            for value in game.list_values_of_enum_or_bool_setting(key) {
                let named = name_of(system, ValueKind::SettingValue(key), &value);
                table.run_command("GM", &format!("set key:\"{setting}\" value:\"{named}\"")).await;
                let now = table.load_state().await.game.full_state_json()["settings"][key].clone();
                let now = now.as_str().map_or_else(|| now.to_string(), String::from);
                assert_eq!(now, value, "{system}: {setting}: {named}");
            }
            if !game.list_values_of_enum_or_bool_setting(key).is_empty() {
                let text = format!("set key:\"{setting}\" value:nonsense");
                assert!(!refused_names(&table, "GM", &text).await.is_empty(), "{system}: {text}");
            }
        }
        let names = refused_names(&table, "GM", "set key:\"time for turn\" value:24h").await;
        assert!(names.starts_with("Time for a turn, "), "{system}: {names}");
        assert!(names.split(", ").count() <= 10, "{system}: {names}");
    }
}

#[tokio::test]
async fn every_outcome_side_and_zone_is_taken_by_name() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        for side in table.load_state().await.game.default_sides() {
            let named = name_of(system, ValueKind::Side, side);
            let reply =
                table.send_command("GM", &format!("absence policy:auto who:\"the {named}\"")).await;
            let has_npcs = side != table.load_state().await.game.default_sides()[0];
            assert_eq!(matches!(reply, InputReply::Done(_)), has_npcs, "{system}: {named}");
        }
        let outcomes = table.load_state().await.game.outcomes_gm_may_end_with();
        let names = refused_names(&table, "GM", "end outcome:nonsense").await;
        for outcome in &outcomes {
            let named = name_of(system, ValueKind::Outcome, outcome);
            assert!(names.contains(&named), "{system}: {names}");
        }
        let named = name_of(system, ValueKind::Outcome, &outcomes[0]);
        table.run_command("GM", &format!("end outcome:\"{named}\"")).await;
    }
}

#[tokio::test]
async fn what_the_bot_says_it_takes() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "ail who:Ana ailment:Stuck attribute:Strength").await;
    table.run_command("GM", "ail who:\"the wolf\" ailment:\"Ongoing Damage\" attribute:con").await;
    table.run_command("GM", "place who:Ana zone:\"the gate\"").await;
    assert_eq!(refused_names(&table, "GM", "place who:Ana zone:Gat").await, "Gate, Yard, Hall");
    assert_eq!(
        refused_names(&table, "Ana", "export format:pdf").await,
        "story, replay, json, script"
    );
    table.send_command("Ana", "export format:markdown").await;
    table.run_command("GM", "end outcome:\"The heroes win\"").await;
}

/// Words for groups mean the NPCs that the bot is to play, and lists take more than commas.
#[tokio::test]
async fn npcs_to_autoplay_are_named_in_lists_and_by_groups() {
    for system in SYSTEM_KEYS {
        for who in [
            "all",
            "everyone",
            "npcs",
            "all NPCs",
            "the enemies",
            "Wolf and Rat",
            "the wolf; @Rat",
            "Wolf & the enemies",
            "Wolf's, rat",
        ] {
            let table = reading_table().await;
            table.start_fight(system).await;
            let (.., wolf) = archetypes(system);
            table.run_command("GM", &format!("add name:Rat from:{wolf} at:Yard")).await;
            table.run_command("GM", &format!("absence policy:auto who:\"{who}\"")).await;
            let state = table.load_state().await;
            assert_eq!(state.people.npc_temperaments.len(), 2, "{system}: {who}");
        }
    }
    let table = reading_table().await;
    table.start_fight("dr12").await;
    let names = refused_names(&table, "GM", "absence policy:auto who:nobodies").await;
    assert!(names.contains("Wolf") && names.contains("Enemies"), "{names}");
    let names = refused_names(&table, "GM", "absence policy:nonsense who:Wolf").await;
    assert!(!names.is_empty() && !names.contains("Wolf"), "{names}");
}

/// A list takes ranges of numbers, as the bot writes them, plurals, and exceptions.
#[tokio::test]
async fn lists_take_ranges_plurals_and_exceptions() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "add from:raider name:Raider count:4 at:Yard").await;
    let raiders = "Raider 1, Raider 2, Raider 3, Raider 4";
    for (typed, expected) in [
        ("Raider 1 to 3", "Raider 1, Raider 2, Raider 3"),
        ("raider 1–2, 4", "Raider 1, Raider 2, Raider 4"),
        ("Raider 1-2 and 4", "Raider 1, Raider 2, Raider 4"),
        ("the raiders", raiders),
        ("all Raiders", raiders),
        ("all but Wolf", raiders),
        ("everyone except Raider 2 and the Wolf", "Raider 1, Raider 3, Raider 4"),
        ("Raider 1 to 4, but not Raider 2", "Raider 1, Raider 3, Raider 4"),
        ("all but Wolfgang", "all but Wolfgang"),
        ("Raider 7 to 9", "Raider 7 to 9"),
    ] {
        let command = Command::new("morale").with("npcs", typed);
        let read = table
            .app
            .replace_all_typed_names_with_keys(&table.request_context("GM"), &command)
            .await;
        assert_eq!(read.unwrap().get("npcs"), expected, "{typed}");
    }
}

/// Sides, choices and switches of a sheet are taken as they are shown.
#[tokio::test]
async fn values_of_sheet_fields_are_taken_by_name() {
    for (system, field, typed, expected) in [
        ("dr12", "side", "the enemies", json!("enemy")),
        ("dr12", "Leader", "yes", json!(true)),
        ("cards", "Side", "The foes", json!("Foes")),
        ("factions", "faction", "Enemies", json!("enemies")),
        ("factions", "Pace in chases", "Fast", json!("fast")),
        ("factions", "dead", "no", json!(false)),
        ("fates", "side", "the opposition", json!("opposition")),
        ("fates", "tier", "The Significant", json!("significant")),
        ("ranks", "understands", "No", json!(false)),
    ] {
        let table = reading_table().await;
        table.start_fight(system).await;
        table
            .run_command("GM", &format!("adjust who:Wolf field:\"{field}\" value:\"{typed}\""))
            .await;
        let state = table.load_state().await;
        let wolf = state.members.iter().find(|member| member.name == "Wolf").unwrap().id;
        let body = state.game.body_json(wolf).unwrap();
        let key = match field {
            "Pace in chases" => "pace".to_string(),
            other => other.to_lowercase(),
        };
        assert_eq!(body[&key], expected, "{system}: {field} {typed}");
    }
    let table = reading_table().await;
    table.start_fight("dr12").await;
    let reply = table.send_command("GM", "adjust who:Wolf field:side value:nobodies").await;
    let InputReply::Refused(refusal) = reply else { panic!("{reply:?}") };
    let sentence = explain_refusal(style_for(Locale::ENGLISH), &refusal);
    assert_eq!(sentence, "Side cannot be “nobodies”. Choose one of: Party, Enemies.");
}

/// The word for oneself is whoever acts, and a chat command in an act means its verb.
#[tokio::test]
async fn acts_take_oneself_and_names_of_chat_commands() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    let read = async |text: &str| {
        let command = Command::parse(text).unwrap();
        table
            .app
            .replace_all_typed_names_with_keys(&table.request_context("Ana"), &command)
            .await
            .unwrap()
    };
    for word in ["me", "Yourself", "myself"] {
        let read = read(&format!("use item:rope target:{word}")).await;
        assert_eq!(read.get("target"), "Ana", "{word}");
    }
    for (typed, act) in [
        ("/item draw item:dagger", "draw item:dagger"),
        ("stunt push target:Wolf zone:Gate", "push target:Wolf zone:Gate"),
        ("npc attack target:Wolf", "attack target:Wolf"),
    ] {
        let command = Command::new("queue-add").with("act", typed);
        let read = read(&command.to_string()).await;
        let plan = Game::act_and_order_verbs("dr12").unwrap().0;
        let parsed = parse_typed_command(plan, read.get("act")).unwrap();
        assert_eq!(parsed, Command::parse(act).unwrap(), "{typed}");
    }
}

/// Fields of a sheet have the names that people read: in commands, and in files.
#[tokio::test]
async fn fields_of_sheets_are_taken_by_name() {
    let table = reading_table().await;
    let file = "system = 'dr12'\nname = 'Mo'\nfrom = 'warrior'\n[sheet]\nHP = 7\nStrength = 2\n";
    for command in [
        Command::new("sheet-import").with("text", file),
        Command::new("sheet-edit").with("name", "Mo").with("STR", 1).with("max HP", 9),
    ] {
        let input = UserInput::from_command(command.clone());
        let reply = table.send_input(&table.request_context("Ana"), input).await;
        assert!(!matches!(reply, InputReply::Refused(_)), "{command}: {reply:?}");
    }
    let command = Command::new("sheet-edit").with("name", "Mo").with("strenght", 1);
    let InputReply::Refused(refusal) = table.send_command("Ana", &command.to_string()).await else {
        panic!("{command} is not refused");
    };
    let sentence = explain_refusal(style_for(Locale::ENGLISH), &refusal);
    assert!(sentence.contains("STR") && !sentence.contains("next_test"), "{sentence}");
}

/// A log begins where somebody stopped to read, or a day ago, in the words that people have for it.
#[tokio::test]
async fn log_takes_words_for_what_is_new() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    for since in [
        "seen",
        "new",
        "Unread",
        "yesterday",
        "since yesterday",
        "a day ago",
        "the last hour",
        "last 3 hours",
        "today",
        "monday",
        "since last friday 8pm",
        "yesterday 8pm",
        "yesterday 8pm CET",
        "<t:1500000000:f>",
        "10:00",
    ] {
        let text = format!("log since:\"{since}\"");
        let reply = table.send_command("Ana", &text).await;
        assert!(matches!(reply, InputReply::QueryResult(_)), "{since}: {reply:?}");
    }
    for since in ["tomorrow", "next monday", "nonsense", "2999-01-01"] {
        let text = format!("log since:\"{since}\"");
        let reply = table.send_command("Ana", &text).await;
        let InputReply::Refused(refusal) = &reply else { panic!("{since}: {reply:?}") };
        let sentence = explain_refusal(style_for(Locale::ENGLISH), refusal);
        assert!(sentence.contains("yesterday 8pm"), "{since}: {sentence}");
    }
}

/// Whoever plays several combatants is told what the first of them can do.
#[tokio::test]
async fn guide_answers_a_player_of_several_combatants() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        let (archetype, ..) = archetypes(system);
        table.run_command("Ana", &format!("join name:Mira from:{archetype} at:Yard")).await;
        let reply = table.send_command("Ana", "guide").await;
        assert!(matches!(reply, InputReply::QueryResult(_)), "{system}: {reply:?}");
    }
}

/// An act that no skill or way fits lists those that do.
#[tokio::test]
async fn refused_skill_lists_those_that_fit() {
    let table = reading_table().await;
    table.start_fight("ranks").await;
    let ana = table.load_state().await.members.iter().find(|one| one.name == "Ana").unwrap().id;
    let is_ana = |state: &FightState| {
        state.turn.as_ref().unwrap().awaited.actors.contains(&Initiator::Combatant(ana))
    };
    while !is_ana(&*table.load_state().await) {
        table.run_command("GM", "skip").await;
    }
    let names = refused_names(&table, "Ana", "assist target:Ben kind:dash skill:sprint").await;
    assert!(names.contains("move"), "{names}");
    let names = refused_names(&table, "Ana", "assist target:Ben kind:move skill:ego").await;
    assert!(names.contains("Sprint") && !names.contains("Ego"), "{names}");
    table.run_command("Ana", "assist target:Ben kind:Move skill:\"the Sprint\"").await;
}

/// A hidden NPC's name with an article is nobody's, like one that nobody has.
#[tokio::test]
async fn names_of_hidden_npcs_are_not_read() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    for name in ["Lurker", "the Lurker", "the Nobody"] {
        let reply =
            table.send_command("Ana", &format!("attack target:\"{name}\" weapon:knife")).await;
        let InputReply::Refused(refusal) = reply else { panic!("{name}: {reply:?}") };
        let details: Vec<_> =
            refusal.details.into_iter().filter(|(_, detail)| detail != name).collect();
        assert_eq!(refusal.key, "bad-target", "{name}");
        assert!(details.iter().all(|(_, detail)| !detail.contains("Lurker")), "{details:?}");
    }
}

/// The first word of a known combatant's name is enough where no other known one has it. Hidden
/// combatants change nothing of that.
#[tokio::test]
async fn combatants_are_named_by_a_word_that_only_one_known_one_has() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "add name:\"Rat Swarm\" from:raider at:Yard").await;
    let read_target = async |who: &str, name: &str| {
        let command = Command::new("attack").with("target", name);
        let context = table.request_context(who);
        let read = table.app.replace_all_typed_names_with_keys(&context, &command).await;
        read.unwrap().get("target").to_string()
    };
    let rat_names = ["rat", "the Swarm", "SWARM", "rat's"];
    for name in rat_names {
        assert_eq!(read_target("Ana", name).await, "Rat Swarm", "{name}");
    }
    table.run_command("GM", "add name:\"Rat King\" from:raider at:Yard hidden:true").await;
    for name in rat_names {
        assert_eq!(read_target("Ana", name).await, "Rat Swarm", "{name}");
    }
    // What only the hidden one is called is as unknown as what nobody is called.
    let reply_without = async |name: &str| {
        let reply = table.send_command("Ana", &format!("attack target:\"{name}\"")).await;
        format!("{reply:?}").replace("king", "qing")
    };
    assert_eq!(reply_without("king").await, reply_without("qing").await);
    assert_eq!(read_target("Ana", "king").await, "king");
    // The GM knows both.
    assert_eq!(read_target("GM", "king").await, "Rat King");
    let names = refused_names(&table, "GM", "harm who:rat amount:1").await;
    assert!(names.contains("Rat Swarm") && names.contains("Rat King"), "{names}");
    assert!(!names.contains("Ana"), "{names}");
    table.run_command("GM", "harm who:king amount:1").await;
}

/// Returns every verb of a system: common ones, acts, orders and answers.
fn all_verbs(system: &str) -> Vec<&'static Verb> {
    COMMON_VERBS.iter().map(|(verb, _)| verb).chain(Game::all_verbs(system)).collect()
}

/// A new slot fails here until `slot_source` says where its values come from.
#[test]
fn every_slot_has_a_source_of_its_values() {
    let mut unsorted = Vec::new();
    for system in SYSTEM_KEYS {
        for verb in all_verbs(system) {
            for slot in
                verb.slots.iter().filter(|slot| slot_source(system, verb.name, slot.name).is_none())
            {
                unsorted.push(format!("{system} {} {}:", verb.name, slot.name));
            }
        }
    }
    assert!(unsorted.is_empty(), "{unsorted:#?}");
}

/// What completion offers is taken by its name, in any case and with an article.
#[tokio::test]
async fn whatever_completion_offers_is_read_by_its_name() {
    let (mut checked, mut unread) = (BTreeSet::new(), Vec::new());
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        for verb in all_verbs(system) {
            for slot in slot_names(verb) {
                let source = slot_source(system, verb.name, slot).unwrap();
                if source == SlotSource::OwnText || is_read_elsewhere(verb.name, slot) {
                    continue;
                }
                for who in ["GM", "Ana"] {
                    for key in complete(&table, who, verb.name, slot).await {
                        let slot_of_verb = (verb.name, slot);
                        unread.extend(
                            find_unread_names(&table, who, source, slot_of_verb, &key).await,
                        );
                        checked.insert((*system, format!("{source:?}")));
                    }
                }
            }
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
    for system in SYSTEM_KEYS {
        for source in ["Words", "Side", "Zone", "Combatant", "Template", "KitItem", "QuestionKind"]
        {
            // No command of `fates` names a side.
            let is_needed = (*system, source) != ("fates", "Side");
            let is_checked = checked.contains(&(*system, source.to_string()));
            assert!(is_checked || !is_needed, "{system}: no {source}");
        }
    }
}

/// The names of a verb's slots. Those of who joins are the fields of a sheet, and more.
fn slot_names(verb: &Verb) -> Vec<&'static str> {
    let is_joining = matches!(verb.name, "join" | "add");
    let more = if is_joining { &["from", "side", "at"][..] } else { &[] };
    let own = verb.slots.iter().map(|slot| slot.name).filter(|_| !is_joining);
    own.chain(more.iter().copied()).collect()
}

/// Slots whose values depend on other slots of the command.
fn is_read_elsewhere(verb: &str, slot: &str) -> bool {
    matches!((verb, slot), ("set", "value") | ("adjust", "field") | ("orders-add", "answer"))
}

async fn complete(table: &Table, who: &str, verb: &str, slot: &str) -> Vec<String> {
    let typed_input = PartialCommand {
        command: Command::new(verb),
        actor_name: None,
        slot: slot.into(),
        typed_text: String::new(),
    };
    table.app.complete_slot(&table.request_context(who), &typed_input).await.unwrap()
}

/// Returns how the name of a key is read wrongly, in capital letters or with an article.
async fn find_unread_names(
    table: &Table,
    who: &str,
    source: SlotSource,
    (verb, slot): (&str, &str),
    key: &str,
) -> Vec<String> {
    let (system, mut unread) = (table.load_state().await.system(), Vec::new());
    let name = name_of(system, source.value_kind(slot, ""), key);
    for typed in [name.to_uppercase(), format!("the {name}")] {
        let command = Command::new(verb).with(slot, &typed);
        let context = table.request_context(who);
        let read = table.app.replace_all_typed_names_with_keys(&context, &command).await.unwrap();
        let read = read.get(slot);
        // A time has the same name as the limit that sets it and others.
        let is_namesake = name_of(system, source.value_kind(slot, ""), read) == name;
        if !is_namesake && !read.eq_ignore_ascii_case(key) && !typed.eq_ignore_ascii_case(key) {
            unread
                .push(format!("{system} {who} {verb} {slot}:{typed} is read as {read}, not {key}"));
        }
    }
    unread
}

/// A name that differs only in case, article or plural founds no new side.
#[tokio::test]
async fn side_of_a_newcomer_is_one_that_is_there() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        let sides = table.load_state().await.game.default_sides();
        for side in sides {
            let slot = if *system == "factions" { "faction" } else { "side" };
            let typed = format!("The {}S", side.trim_end_matches('s').to_uppercase());
            let command = Command::new("add").with(slot, &typed);
            let read = table
                .app
                .replace_all_typed_names_with_keys(&table.request_context("GM"), &command)
                .await;
            assert_eq!(read.unwrap().get(slot), side, "{system}: {typed}");
        }
    }
}

/// A slot of a command that a server shows, with values that are fixed or completed.
struct CompletedOption {
    verb: &'static str,
    slot: &'static str,
    /// A command with everything else that it needs.
    command: Command,
    keys: Vec<String>,
}

/// Returns the options of all commands of a system that complete values for this person.
async fn list_completed_options(table: &Table, who: &str, system: &str) -> Vec<CompletedOption> {
    let commands = list_server_commands(&[SYSTEM_KEYS.iter().find(|key| **key == system).unwrap()]);
    let mut found = Vec::new();
    for (_, spec) in SlashCommand::flatten(&commands) {
        let mut command = Command::new(spec.verb);
        for (slot, value) in spec.fixed_slots {
            command = command.with(slot, value);
        }
        let mut completed = Vec::new();
        for option in &spec.options {
            let is_word = matches!(option.kind, OptionKind::Word | OptionKind::List);
            let mut keys = match is_word {
                true => complete_after(table, who, &command, option.name).await,
                false => Vec::new(),
            };
            if is_word && keys.is_empty() {
                keys = option.choices.iter().map(ToString::to_string).collect();
            }
            let example = match option.kind {
                OptionKind::Number | OptionKind::Amount => Some("1".to_string()),
                OptionKind::User => Some("12".to_string()),
                OptionKind::Prose => Some("Something else".to_string()),
                _ => keys.first().cloned(),
            };
            if let Some(example) = example.filter(|_| option.is_required) {
                command = command.with(option.name, example);
            }
            if !keys.is_empty() {
                completed.push((option.name, keys));
            }
        }
        let of_slot = |(slot, keys)| CompletedOption {
            verb: spec.verb,
            slot,
            command: command.clone(),
            keys,
        };
        found.extend(completed.into_iter().map(of_slot));
    }
    found
}

async fn complete_after(table: &Table, who: &str, command: &Command, slot: &str) -> Vec<String> {
    let mut command = command.clone();
    command.slots.remove(slot);
    let typed_text = if slot == "rule" { "move" } else { "" };
    let typed_input = PartialCommand {
        command,
        actor_name: None,
        slot: slot.into(),
        typed_text: typed_text.into(),
    };
    table.app.complete_slot(&table.request_context(who), &typed_input).await.unwrap()
}

/// Returns a name with its last two different neighbours swapped; `None` for a short one.
fn mistype(name: &str) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    let last = (1..letters.len()).rev().find(|index| {
        letters[*index] != letters[index - 1]
            && letters[*index].is_alphabetic()
            && letters[index - 1].is_alphabetic()
    });
    letters.swap(last?, last? - 1);
    (letters.len() > 3).then(|| letters.into_iter().collect())
}

/// Slots whose value is a command or a whole rule, or that take more than what is completed.
fn takes_other_values(verb: &str, slot: &str) -> bool {
    matches!(
        (verb, slot),
        ("guide", _) | ("queue-add", "act") | ("join" | "add", "side" | "faction" | "group")
    ) || slot_source("", verb, slot) == Some(SlotSource::OwnText) && verb != "clock"
}

/// Refusals for which something else stands in the way before a value is looked at, by their key or
/// reason.
const EARLIER_REFUSALS: &[(&str, &str)] = &[
    ("not-admin", "who asks may not do it with any value"),
    ("not-gm", "who asks may not do it with any value"),
    ("not-your-turn", "the actor cannot act now with any value"),
    ("not-your-slot", "the actor cannot act now with any value"),
    ("too-late", "it is over, whatever is chosen"),
    ("already-started", "only the set-up takes it"),
    ("nothing-asked", "no question is open"),
    ("no-help", "no Help is there to be used"),
    ("name-length", "a name is missing"),
    ("which-question", "it is not clear which question the order answers"),
];

/// Slots that take a value that is mistyped.
const OPEN_SLOTS: &[(&str, &str, &str)] = &[
    ("loose", "item", "anything may lie in a zone"),
    ("assign", "side", "a new side may be founded"),
    ("assign", "faction", "a new faction may be founded"),
    ("join", "at", "without a character, one is chosen first"),
    ("pass", "faction", "whatever stands there, all pass"),
];

/// Every value that any option of any command offers is taken as its key and by its name, in any
/// case and with an article.
#[tokio::test]
async fn every_option_reads_its_values() {
    let mut unread = Vec::new();
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        for who in ["GM", "Ana"] {
            for option in list_completed_options(&table, who, system).await {
                let CompletedOption { verb, slot, command, keys } = option;
                let source = slot_source(system, verb, slot).unwrap();
                if source == SlotSource::OwnText || takes_other_values(verb, slot) {
                    continue;
                }
                let kind = source.value_kind(slot, command.get("key"));
                for key in keys.iter().take(12) {
                    let name = name_of(system, kind, key);
                    let has_article = name.to_lowercase().starts_with("the ");
                    let with_article =
                        if has_article { name.clone() } else { format!("the {name}") };
                    for typed in [key.clone(), name.to_uppercase(), with_article] {
                        let typed_command = command.clone().with(slot, &typed);
                        let context = table.request_context(who);
                        let read = table
                            .app
                            .replace_all_typed_names_with_keys(&context, &typed_command)
                            .await;
                        let read = read.unwrap().get(slot).to_string();
                        let is_namesake = name_of(system, kind, &read) == name;
                        if !is_namesake && !read.eq_ignore_ascii_case(key) {
                            unread.push(format!("{system} {who} {verb} {slot}: {typed} is {read}"));
                        }
                    }
                }
            }
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
}

/// A mistyped value of any option is refused, and the refusal lists the one that was meant by the
/// name that people read, or the act with it among what is possible.
#[tokio::test]
async fn refusal_of_a_mistyped_value_lists_the_one_meant() {
    let open_slots = || OPEN_SLOTS.iter().map(|(verb, slot, _)| (*verb, *slot));
    let (mut unlisted, mut listed, mut excepted) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for system in SYSTEM_KEYS {
        for who in ["GM", "Ana"] {
            let table = reading_table().await;
            table.start_fight(system).await;
            for option in list_completed_options(&table, who, system).await {
                let CompletedOption { verb, slot, command, keys } = option;
                let kind =
                    slot_source(system, verb, slot).unwrap().value_kind(slot, command.get("key"));
                for key in keys.iter().take(12) {
                    let name = name_of(system, kind, key);
                    let Some(mistyped) = mistype(&name).filter(|_| !takes_other_values(verb, slot))
                    else {
                        continue;
                    };
                    let typed = command.clone().with(slot, &mistyped);
                    let reply = table.send_command(who, &typed.to_string()).await;
                    if lists_value(&reply, (verb, slot), key, &name) {
                        listed.insert((verb, slot));
                    } else if let Some(earlier) = earlier_refusal(&reply, slot) {
                        excepted.insert(earlier);
                    } else if open_slots().any(|open| open == (verb, slot)) {
                        excepted.insert(verb);
                    } else {
                        unlisted.push(format!("{system} {who}: {typed}: {reply:?}"));
                    }
                }
            }
        }
    }
    assert!(unlisted.is_empty(), "{}", unlisted.join("\n"));
    let exceptions = EARLIER_REFUSALS.iter().map(|(key, _)| *key);
    for exception in exceptions.chain(OPEN_SLOTS.iter().map(|(verb, ..)| *verb)) {
        assert!(excepted.contains(exception), "{exception} is no exception any more");
    }
    assert!(listed.len() > 40, "{listed:?}");
}

/// Returns the key or reason of a refusal that comes before the value of this slot is looked at.
fn earlier_refusal(reply: &InputReply, slot: &str) -> Option<&'static str> {
    let InputReply::Refused(refusal) = reply else { return None };
    let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
    let is_about_another_slot = detail("why") == "value" && detail("slot") != slot;
    let mut earlier = EARLIER_REFUSALS.iter().map(|(key, _)| *key);
    match is_about_another_slot {
        true => Some("not-gm"),
        false => earlier.find(|key| refusal.key == *key || detail("why") == *key),
    }
}

/// Whether a reply refuses a value and names the one that was meant, or offers a command with it.
fn lists_value(reply: &InputReply, (verb, slot): (&str, &str), key: &str, name: &str) -> bool {
    let InputReply::Refused(refusal) = reply else { return false };
    let mut lists = ["names", "places", "systems"].iter();
    let is_named = lists.any(|list| {
        refusal.details.get(*list).is_some_and(|names| {
            let to_words = |text: &str| text.to_lowercase().replace(['_', '-'], " ");
            let names = to_words(names);
            names.contains(&to_words(name)) || is_in_numbered_names(&names, name)
        })
    });
    let is_offered = |offer: &Offer| {
        offer.command.verb == verb && offer.command.get(slot).eq_ignore_ascii_case(key)
    };
    is_named || refusal.alternatives.iter().any(is_offered)
}

/// Whether a name such as `Wolf 3` is among numbered ones that are listed as `Wolf 1 to 4`.
fn is_in_numbered_names(names: &str, name: &str) -> bool {
    let Some((base, number)) = name.rsplit_once(' ') else { return false };
    number.parse::<u32>().is_ok() && names.contains(&format!("{} 1 to ", base.to_lowercase()))
}

#[tokio::test]
async fn rules_are_found_by_their_headings() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    let rules = async |text: &str| {
        let reply = table.send_command("Ana", &format!("guide rule:\"{text}\"")).await;
        match reply {
            InputReply::QueryResult(result) => match *result {
                QueryResult::Guide(GuideReply::MatchingRules(rules)) => {
                    rules.into_iter().map(|rule| rule.chapter).collect::<Vec<_>>()
                }
                other => panic!("{text}: {other:?}"),
            },
            other => panic!("{text}: {other:?}"),
        }
    };
    for text in ["Attacks", "the attack", "ATTACKS"] {
        assert!(rules(text).await.iter().all(|chapter| *chapter == "Attacks"), "{text}");
    }
    let names = refused_names(&table, "Ana", "guide rule:stnuts").await;
    assert_eq!(names, "Stunts, … and 13 more");
}
