//! Scenes: every one opens and is played, and a scene is one input like any other for undo, the
//! journal and exports.

use riposte::content::{self, Kit, TemplateKind};
use riposte::engine::core::command::Command;
use riposte::engine::game::SYSTEM_KEYS;
use serde_json::Value;

use crate::app_table::*;
use crate::random_player::RandomPlayer;
use crate::script_export::replay_script;

/// How many random inputs are played of each scene.
const PLAYED_INPUTS: usize = 12;

async fn set_scene(table: &Table, name: &str) {
    let command = Command::new("set-scene").with("name", name);
    let input = riposte::app::input::UserInput::from_command(command);
    expect_done(table.send_input(&table.request_context("GM"), input).await, name);
}

async fn full_state(table: &Table) -> Value {
    table.load_state().await.game.full_state_json()
}

/// Returns the names of the NPCs that are in the fight, in join order.
async fn npc_names(table: &Table) -> Vec<String> {
    let state = table.load_state().await;
    let npcs = state.members.iter().filter(|member| member.user.is_none());
    npcs.map(|member| member.name.clone()).collect()
}

/// Two archetypes join, the fight starts, and somebody does something.
async fn join_start_and_play(table: &Table, kit: &dyn Kit, seed: usize) {
    let archetypes = kit.template_names(TemplateKind::Archetype);
    for (index, user) in ["Ana", "Ben"].into_iter().enumerate() {
        let archetype = &archetypes[(2 * seed + index) % archetypes.len()];
        table.run_command(user, &format!("join name:{user} from:\"{archetype}\"")).await;
    }
    table.run_command("GM", "start").await;
    let mut player = RandomPlayer::new(seed as u64);
    for _ in 0..PLAYED_INPUTS {
        if !player.play_input(table).await {
            break;
        }
    }
}

async fn assert_scenes_are_played(system: &str) {
    let kit = content::built_in_kit(system).unwrap();
    for (seed, name) in kit.scene_names().iter().enumerate() {
        let scene = kit.find_scene(name).unwrap();
        let npc_count: usize = scene.npcs.iter().map(|npc| npc.count).sum();
        let table = Table::with_dice_seed(seed as u64).await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let before = full_state(&table).await;
        set_scene(&table, name).await;
        let with_scene = full_state(&table).await;
        assert_eq!(npc_names(&table).await.len(), npc_count);
        let terrains = with_scene["zones"]["list"].as_array().unwrap();
        let grounds = terrains.iter().map(|zone| &zone["ground"]);
        let is_plain = grounds.collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]);
        assert!(!is_plain, "{system}: {name}: no zone differs from another");

        table.run_command("GM", "undo").await;
        assert_eq!(full_state(&table).await, before, "{system}: {name}: undone");
        table.run_command("GM", "redo").await;
        assert_eq!(full_state(&table).await, with_scene, "{system}: {name}: redone");

        join_start_and_play(&table, &*kit, seed).await;
        if seed % 5 == 0 {
            table.send_command("GM", "end outcome:truce").await;
            replay_script(&table).await.unwrap();
        }
    }
}

macro_rules! played_systems {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            assert_scenes_are_played(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_played() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

played_systems!(cards dr12 factions fates ranks);

/// Another scene takes the place of the NPCs of the one before; others and players stay. Names are
/// taken in any case.
#[tokio::test]
async fn another_scene_replaces_the_one_before() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "add name:Raider from:raider").await;
    set_scene(&table, "toll on the broken bridge").await;
    table.run_command("Ana", "join name:\"Toll Taker 2\" from:adept").await;
    let first = ["Raider", "Toll Taker", "Raider 2", "Raider 3", "Bowman 1", "Bowman 2"];
    assert_eq!(npc_names(&table).await, first);
    let before = full_state(&table).await;

    set_scene(&table, "  RATS under the Tannery").await;
    let names = npc_names(&table).await;
    assert_eq!(names[0], "Raider", "{names:?}");
    assert!(names[1..].iter().all(|name| name.contains("Rat")), "{names:?}");
    let state = table.load_state().await;
    assert!(state.members.iter().any(|member| member.name == "Toll Taker 2"));

    table.run_command("GM", "undo").await;
    assert_eq!(full_state(&table).await, before);
}

/// A player who has the name of a scene's NPC is not taken for it.
#[tokio::test]
async fn player_with_the_name_of_an_npc_stays() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    set_scene(&table, "mass for the unburied").await;
    table.run_command("Ana", "join name:\"Grave Sentinel\" from:adept").await;
    set_scene(&table, "rats under the tannery").await;
    let state = table.load_state().await;
    let ana = state.members.iter().find(|member| member.name == "Grave Sentinel").unwrap();
    assert_eq!(ana.user, Some(user_id("Ana")));
    let names = npc_names(&table).await;
    assert!(names.iter().all(|name| name.contains("Rat")), "{names:?}");
}

#[tokio::test]
async fn scene_is_refused_by_name_role_and_time() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.assert_refused("GM", "set-scene name:tanery", "bad-setup").await;
    table.assert_refused("Ana", "set-scene name:\"rats under the tannery\"", "not-gm").await;
    table.run_command("Ana", "join name:Ana from:adept").await;
    table.run_command("GM", "set-scene name:\"rats under the tannery\"").await;
    table.run_command("GM", "start").await;
    table.assert_refused("GM", "set-scene name:\"rats under the tannery\"", "bad-setup").await;
}

/// What players can read does not name the hidden NPCs of a scene, its secret hazards or its line.
#[tokio::test]
async fn hidden_npcs_of_a_scene_stay_hidden() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("Ana", "join name:Ana from:adept").await;
    set_scene(&table, "mass for the unburied").await;
    let posts = table.deliver_posts().await.join("\n");
    let messages = format!("{:?}", table.chat.messages.lock().unwrap());
    let status = format!("{:?}", table.send_command("Ana", "status").await);
    for text in [posts, messages, status] {
        for secret in ["Grave Sentinel", "grave sentinel", "hazard", "no priest"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
}

/// A server's own scene is offered first, and its fight can be exported to where it is unknown.
#[tokio::test]
async fn own_scene_is_played_and_exported() {
    let kit = "[creatures.ghoul]\nlevel = 2\n\
               attacks = [{ name = \"claws\", weapon = { kind = \"melee\", damage = \"d6\" } }]\n\
               [scenes.\"the ghoul yard\"]\nabout = \"A yard.\"\nzones = \"Gate - Yard - Pit\"\n\
               orders = [\"limit zone:Yard count:3\", \"loose zone:Pit item:dagger\"]\n\
               npcs = [{ from = \"ghoul\", count = 2, at = \"Pit\", hidden = true },\n\
                       { from = \"raider\", at = \"Yard\", name = \"Old Tom\" }]\n";
    let table = Table::new().await;
    let upload = Command::new("kit").with("system", "dr12").with("text", kit);
    let input = riposte::app::input::UserInput::from_command(upload);
    table.send_input(&table.request_context("Admin"), input).await;
    let done = table.run_command("GM", "new system:dr12").await;
    assert_eq!(done.setup.unwrap().scenes[0].name, "the ghoul yard");
    let done = table.run_command("GM", "set-scene name:\"The Ghoul Yard\"").await;
    assert_eq!(done.setup.unwrap().set_scene.unwrap().about, "A yard.");
    assert_eq!(npc_names(&table).await, ["Ghoul 1", "Ghoul 2", "Old Tom"]);
    table.run_command("Ana", "join name:Ana from:adept").await;
    table.run_command("GM", "start").await;
    table.run_command("GM", "end outcome:won").await;
    replay_script(&table).await.unwrap();
}
