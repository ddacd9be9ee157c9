//! Autocomplete offers what is legal now, as far as the user who types may know it.

use std::collections::BTreeSet;

use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::app::permissions::{Permission, permission_for_verb};
use riposte::discord::commands::command_specs::{OptionKind, SlashCommand, list_server_commands};
use riposte::engine::core::command::{Command, Refusal};
use riposte::engine::game::{Game, SYSTEM_KEYS};

use crate::app_table::*;

#[tokio::test]
async fn completions_are_legal_values() {
    let table = Table::new().await;
    assert_eq!(table.complete("GM", "new", "system", "").await, SYSTEM_KEYS);
    table.set_up_ana_turn().await;
    let before = table.revision().await;
    assert_eq!(table.complete("Ana", "attack", "target", "").await, ["Wolf"]);
    assert_eq!(table.complete("Ana", "attack", "target", "x").await, Vec::<String>::new());
    assert_eq!(table.complete("Ana", "move", "zone", "").await, ["Gate", "Hall"]);
    assert_eq!(table.complete("Ana", "move", "zone", "h").await, ["Hall"]);
    assert_eq!(table.complete("Ana", "attack", "as", "").await, ["Ana"]);
    assert_eq!(table.complete("GM", "attack", "as", "").await, ["Wolf"]);
    // It offers nothing to a player out of turn, to a stranger, or for a command of the GM.
    assert_eq!(table.complete("Ben", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(table.complete("Stranger", "move", "zone", "").await, Vec::<String>::new());
    assert_eq!(table.complete("Ana", "adjust", "who", "").await, Vec::<String>::new());
    assert_eq!(table.complete("GM", "adjust", "who", "w").await, ["Wolf"]);
    assert!(table.complete("GM", "adjust who:Wolf", "field", "hp").await.contains(&"hp".into()));
    assert!(table.complete("GM", "set", "key", "npc").await.contains(&"npc_provoke".into()));
    assert_eq!(table.revision().await, before);
}

/// Discord shows 25 choices; typing narrows down a longer list.
#[tokio::test]
async fn typing_narrows_down_long_lists() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add from:raider count:20").await;
    table.run_command("GM", "add from:bowman count:20").await;
    assert_eq!(table.complete("GM", "reveal", "who", "").await.len(), 25);
    let found = table.complete("GM", "reveal", "who", "man 2").await;
    assert_eq!(found, ["Bowman 2", "Bowman 20"]);
    // Matches at the beginning of a name come first.
    let found = table.complete("GM", "reveal", "who", "r").await;
    assert!(found[0].starts_with("Raider"), "{found:?}");
}

#[tokio::test]
async fn hidden_combatants_are_not_completed() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    assert_eq!(table.complete("Ana", "attack", "target", "").await, ["Wolf"]);
    assert_eq!(table.complete("Ana", "attack", "as", "").await, ["Ana"]);
    assert!(table.complete("GM", "attack", "as", "").await.contains(&"Lurker".into()));
}

/// Of two slots that name different combatants or zones, one does not offer what the other names.
#[tokio::test]
async fn partner_of_a_named_one_is_somebody_else() {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("Ana", "join name:Ana from:warden").await;
    table.run_command("Ben", "join name:Ben from:hunter").await;
    assert_eq!(table.complete("GM", "bar", "who", "").await, ["Ana", "Ben"]);
    assert_eq!(table.complete("GM", "bar who:ana", "with", "").await, ["Ben"]);
    assert_eq!(table.complete("GM", "bar with:Ben", "who", "").await, ["Ana"]);
    // Who heals may be the one who is healed.
    assert_eq!(table.complete("GM", "recover who:Ana", "by", "").await, ["Ana", "Ben"]);
    table.run_command("GM", "zones layout:\"Gate - Hall\"").await;
    assert_eq!(table.complete("GM", "block-sight zone:gate", "to", "").await, ["Hall"]);
    assert_eq!(table.complete("GM", "block-sight to:Hall", "zone", "").await, ["Gate"]);
}

/// Sides are those that the system names, and those that exist in the fight besides.
#[tokio::test]
async fn sides_are_completed_by_system() {
    for (system, sides) in [
        ("cards", ["Heroes", "Foes"]),
        ("dr12", ["party", "enemy"]),
        ("factions", ["party", "enemies"]),
        ("fates", ["party", "opposition"]),
        ("ranks", ["party", "opposition"]),
    ] {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        for (who, verb) in [("GM", "add"), ("Ana", "join")] {
            assert_eq!(table.complete(who, verb, "side", "").await, sides, "{system} {verb}");
        }
        let [player_side, npc_side] = sides;
        let creature = table.complete("GM", "add", "from", "").await.remove(0);
        let creature = format!("from:\"{creature}\"");
        let archetype = table.complete("Ana", "join", "from", "").await.remove(0);
        let join = format!("join name:Ana from:\"{archetype}\" side:{player_side}");
        table.run_command("Ana", &join).await;
        // Sides are compared without regard to case where a side may have any name.
        let respelled_side =
            if system == "dr12" { npc_side.to_string() } else { npc_side.to_uppercase() };
        table.run_command("GM", &format!("add name:Wolf {creature} side:{respelled_side}")).await;
        assert_eq!(table.complete("GM", "add", "side", "").await, sides, "{system}");
        if system == "ranks" || system == "cards" {
            table.run_command("GM", &format!("add name:Cur {creature} side:Curs")).await;
            assert!(table.complete("GM", "add", "side", "").await.contains(&"Curs".into()));
            // A player is not told of sides that only NPCs have.
            assert_eq!(table.complete("Ben", "join", "side", "").await, sides);
        }
    }
}

#[tokio::test]
async fn enemies_are_completed_before_allies() {
    let table = Table::new().await;
    table.start_fight("fates").await;
    table.run_command("GM", "add name:Lurker from:thug at:Yard hidden:true").await;
    table.run_command("Ana", "init").await;
    table.run_command("Ben", "init").await;
    while table.awaited_name().await != "Ana" {
        table.run_command("GM", "skip").await;
    }
    assert_eq!(table.complete("Ana", "attack", "target", "").await, ["Wolf", "Ben"]);
}

/// A planned act is completed up to its names, which need no quotes.
#[tokio::test]
async fn planned_act_is_completed_without_quotes() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("GM", "add name:\"Old Tom\" from:raider at:Yard").await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    let act = async |text: &str| table.complete("Ana", "queue-add", "act", text).await;
    assert!(act("att").await.contains(&"attack".into()));
    let known = ["Ana", "Ben", "Wolf", "Old Tom"].map(|name| format!("attack target:{name}"));
    assert_eq!(act("attack target:").await, known);
    assert_eq!(act("attack target:ol").await, ["attack target:Old Tom"]);
    let more = act("attack target:Old Tom").await;
    assert!(more.contains(&"attack target:Old Tom weapon:".into()), "{more:?}");
    assert_eq!(act("move zone:h").await, ["move zone:Hall"]);
}

/// Rules are found by id or by their words. In a fight, only rules of its system are offered.
#[tokio::test]
async fn rules_are_completed_by_id_or_words() {
    let table = Table::new().await;
    assert!(table.complete("Ana", "guide", "rule", "").await[0].starts_with("CARDS-"));
    table.set_up_fight().await;
    for word in ["", "move", "zone stuck"] {
        let found = table.complete("Ana", "guide", "rule", word).await;
        assert!(
            !found.is_empty() && found.iter().all(|rule| rule.starts_with("DR12-")),
            "{found:?}"
        );
        for rule in &found {
            assert!(rule.chars().count() <= 100, "{rule}");
            expect_query_result(
                table
                    .send_command("Ana", &format!("guide rule:\"{}\"", rule.replace('"', "'")))
                    .await,
            );
        }
    }
    assert!(table.complete("Ana", "guide system:fates", "rule", "").await[0].starts_with("FATES-"));
}

/// Every setting is offered, and for settings that are on or off their two values.
#[tokio::test]
async fn every_setting_is_completed() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let known = table.complete("GM", "set", "key", "").await;
        let state_json = table.load_state().await.game.full_state_json();
        let own = state_json["settings"].as_object().unwrap().keys();
        let common = ["limit_turn", "limit_answer", "limit_ruling", "decoys", "mirror", "nudges"];
        let common =
            common.into_iter().chain(["odds", "stretch", "tell_gm", "unseal"]).map(String::from);
        let missing: Vec<String> =
            own.cloned().chain(common).filter(|key| !known.contains(key)).collect();
        assert!(missing.is_empty(), "{system}: {missing:?}");
        assert_eq!(table.complete("GM", "set key:decoys", "value", "").await, ["true", "false"]);
        assert_eq!(table.complete("Ana", "set", "key", "").await, Vec::<String>::new());
    }
}

/// Every completion of every command, in every system, is accepted: it may come at the wrong time,
/// but it is never refused as an invalid value.
#[tokio::test]
async fn no_completion_is_refused_as_invalid() {
    let mut faults = BTreeSet::new();
    for system in SYSTEM_KEYS {
        let commands = list_server_commands(&[system]);
        let slash_commands = SlashCommand::flatten(&commands);
        let table = Table::new().await;
        table.start_fight(system).await;
        let mut tried_count = 0;
        for (name, verb_command) in &slash_commands {
            let verb = verb_command.verb;
            let is_answer =
                Game::answer_verbs(system).unwrap().iter().any(|answer| answer.name == verb);
            // Commands that leave the fight or are not about it have tests of their own.
            let is_elsewhere = verb.starts_with("sheet-") || ["new", "load", "kit"].contains(&verb);
            if is_elsewhere || (permission_for_verb(system, verb).is_none() && !is_answer) {
                continue;
            }
            let is_gms = matches!(
                permission_for_verb(system, verb),
                Some(Permission::Gm | Permission::GmOrAdmin)
            );
            let who = if is_gms || name.starts_with("npc ") { "GM" } else { "Ana" };
            let mut command = Command::new(verb);
            for (slot, value) in verb_command.fixed_slots {
                command = command.with(slot, value);
            }
            for option in &verb_command.options {
                let is_completed = matches!(option.kind, OptionKind::Word | OptionKind::List);
                let typing = PartialCommand {
                    command: command.clone(),
                    actor_name: None,
                    slot: option.name.into(),
                    typed_text: String::new(),
                };
                let context = table.request_context(who);
                let mut found = match is_completed {
                    true => table.app.complete_slot(&context, &typing).await.unwrap(),
                    false => Vec::new(),
                };
                if found.is_empty() && is_completed {
                    found = option.choices.iter().map(|word| (*word).to_string()).collect();
                }
                for value in &found {
                    let command = command.clone().with(option.name, value);
                    let case = format!("{system}: {who}: /{name} says {command}");
                    let before = table.load_state().await.game.clone();
                    let reply = table.send_input(&context, UserInput::from_command(command)).await;
                    tried_count += 1;
                    if let InputReply::Refused(refusal) = &reply
                        && rejects_value(refusal, option.name, value)
                    {
                        faults.insert(format!("{case}: {refusal:?}"));
                    }
                    if table.load_state().await.game != before {
                        table.run_command("GM", "undo").await;
                        assert_eq!(table.load_state().await.game, before, "{case}");
                    }
                }
                if option.is_required
                    && let Some(first) = found.first()
                {
                    command = command.with(option.name, first);
                }
            }
        }
        assert!(tried_count > 100, "{system}: {tried_count}");
    }
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Returns whether the refusal rejects this value, as an invalid one or an unknown name.
fn rejects_value(refusal: &Refusal, slot: &str, value: &str) -> bool {
    let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
    // These refusals ask for a second slot, or say that two zones have no border, or that two slots
    // name the same one.
    if ["which-question", "named-twice"].contains(&detail("why"))
        || slot == "to" && !refusal.rule.is_empty()
    {
        return false;
    }
    let is_slots = detail("slot") == slot && detail("why") != "no-field";
    let is_value = ["value", "name", "system", "verb"].iter().any(|name| detail(name) == value);
    let is_unknown = refusal.key.starts_with("no-such") || detail("because") == "unknown";
    match refusal.key.as_str() {
        "bad-setup" | "bad-order" | "bad-plan" => is_slots || is_value,
        "no-such-slot" => is_slots,
        _ => is_unknown,
    }
}
