//! A fight that is exported as a script ends the same when the script is played, hidden acts
//! included.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test app script_export` plays more of them, beginning
//! at the seed `RIPOSTE_FIRST`.

use riposte::app::fight_state::FightState;
use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::FightPhase;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::fight_script::{self, PlayOptions, parse};
use riposte::store::ids::FightId;
use serde_json::Value;

use crate::app_table::*;
use crate::random_player::{RandomPlayer, fight_seeds, turn_actor_name};

/// Returns the state that must be equal, without users, sheets and the ids of items.
fn comparable_state(state: &FightState) -> Value {
    let mut state_json = state.game.full_state_json();
    remove_item_ids(&mut state_json);
    for combatant in state_json["combatants"].as_array_mut().unwrap() {
        combatant["user"] = Value::Bool(combatant["user"].is_null());
        combatant["sheet"] = Value::Null;
    }
    state_json
}

/// Removes the ids of items, because an item that an order sets gets a new one.
fn remove_item_ids(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !matches!(key.as_str(), "id" | "ready"));
            fields.values_mut().for_each(remove_item_ids);
        }
        Value::Array(all) => all.iter_mut().for_each(remove_item_ids),
        _ => {}
    }
}

/// Exports the fight, plays the script in a new database, and compares the ends. Returns the
/// script, or how the ends differ.
pub async fn replay_script(table: &Table) -> Result<String, String> {
    let state = table.load_state().await;
    let text = table.app.export_script(&state).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.db");
    let script =
        parse::parse_script("exported.fight", &text).map_err(|why| format!("{why}\n{text}"))?;
    let options = PlayOptions { database_file: Some(path.clone()), ..PlayOptions::default() };
    let played = fight_script::play_script(&script, &options).await;
    if let Some(failure) = played.failure {
        return Err(format!("{failure}\n{text}"));
    }
    let replayed_table = Table::open_file(&path).await;
    let replayed = replayed_table.app.load_fight(FightId(1)).await.unwrap().unwrap();
    if comparable_state(&replayed) == comparable_state(&state) {
        return Ok(text);
    }
    Err(format!(
        "another end: {:#}\nnot {:#}\n{text}",
        comparable_state(&replayed),
        comparable_state(&state)
    ))
}

/// The fight comes from a template, with a sheet and a creature of the server's own kit. The script
/// works where none of these exist.
#[tokio::test]
async fn script_is_independent_of_the_library() {
    let kit = "[creatures.\"yard's ghoul\"]\nlevel = 2\n\
               attacks = [{ name = \"claws\", weapon = { kind = \"melee\", damage = \"d6\" } }]\n";
    let table = Table::new().await;
    let upload = Command::new("kit").with("system", "dr12").with("text", kit);
    let uploaded =
        table.send_input(&table.request_context("Admin"), UserInput::from_command(upload)).await;
    assert!(matches!(uploaded, InputReply::Library(_)), "{uploaded:?}");
    drop(table.send_command("Ben", "sheet-new from:warrior name:Ben system:dr12 hp:7").await);
    table.run_command("GM", "new system:dr12").await;
    table.set_up_combatants().await;
    table.run_command("GM", "add from:\"yard's ghoul\" at:Hall hidden:true").await;
    table.run_command("GM", "limit zone:Hall count:2").await;
    table.run_command("GM", "set key:shield_sacrifice value:false").await;
    assert!(matches!(table.send_command("GM", "save name:yard").await, InputReply::Library(_)));
    table.run_command("GM", "start").await;
    table.run_command("GM", "end outcome:won").await;

    table.run_command("GM", "load name:yard").await;
    table.run_command("Ana", "join name:Ana from:adept at:Yard").await;
    table.run_command("Ben", "join sheet:Ben at:Gate").await;
    table.run_command("GM", "add from:\"yard's ghoul\" at:Hall count:2").await;
    table.run_command("GM", "start").await;
    for _ in 0..4 {
        table.run_command("GM", "skip").await;
    }
    table.run_command("GM", "harm who:Wolf amount:3").await;
    table.run_command("GM", "end outcome:won").await;

    replay_script(&table).await.unwrap();
}

/// Names, zones and texts may contain characters that mean something in a script.
#[tokio::test]
async fn script_quotes_names_with_special_characters() {
    let table = Table::new().await;
    let run = async |who: &str, command: Command| {
        let what = command.to_string();
        expect_done(
            table.send_input(&table.request_context(who), UserInput::from_command(command)).await,
            &what,
        )
    };
    let (hall, ana, foe) = ("Hall \\ \"9: /pass\"", "Big Al \\", "Tis #1: [Pass]");
    let zones = format!("Gate - {hall}\nYard # {hall} - Gate");
    run("GM", Command::new("new").with("system", "dr12").with("zones", &zones)).await;
    run("GM", Command::new("zones").with("layout", &zones)).await;
    let join = Command::new("join").with("name", ana).with("from", "adept");
    run("Ana", join.with("at", hall)).await;
    let add = Command::new("add").with("name", foe).with("from", "raider");
    run("GM", add.with("at", "Gate").with("hidden", true).with("alias", "x: /y")).await;
    table.run_command("GM", "start").await;
    table.run_command("GM", "skip").await;
    run("GM", Command::new("harm").with("who", foe).with("amount", 3)).await;
    run("GM", Command::new("harm").with("who", ana).with("amount", 3)).await;
    table.run_command("GM", "end outcome:won").await;
    replay_script(&table).await.unwrap();
}

/// A random fight with decoys and two hidden NPCs: with plans, orders, provisional answers,
/// timeouts, and a GM who undoes.
pub struct RandomHiddenFight {
    pub table: Table,
    pub choices: SeededDice,
    player: RandomPlayer,
}

impl RandomHiddenFight {
    pub async fn new(system: &str, seed: u64) -> Self {
        Self::start_on(Table::with_dice_seed(seed).await, system, seed).await
    }

    pub async fn start_on(table: Table, system: &str, seed: u64) -> Self {
        table.start_fight(system).await;
        let kind = match system {
            "dr12" => "raider",
            "fates" | "ranks" => "thug",
            _ => "wolf",
        };
        table.run_command("GM", "set key:decoys value:true").await;
        for name in ["Shade", "Old Ghost"] {
            let add = format!("add name:\"{name}\" from:{kind} at:Yard hidden:true");
            table.run_command("GM", &add).await;
        }
        table.send_command("Ben", "absence policy:defend").await;
        for kind in Game::prompt_kinds(system) {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last} as:Shade", kind.key);
            expect_query_result(table.send_command("GM", &order).await);
        }
        Self { table, choices: SeededDice::new(seed), player: RandomPlayer::new(seed) }
    }

    /// Plans, for a hidden NPC, an act that somebody visible might do.
    async fn plan_hidden_act(&mut self) {
        let state = self.table.load_state().await;
        let Some((_, input)) = self.player.next_input(&state) else { return };
        let UserInput::Command { command, .. } = input else { return };
        let who = ["Shade", "Old Ghost"][self.choices.number_below(2)];
        let context = RequestContext { user: state.gm, ..self.table.request_context("GM") };
        for command in
            [Command::new("queue-add").with("act", command), Command::new("queue-confirm")]
        {
            self.table.send_input(&context, UserInput::from_command_as(who, command)).await;
        }
    }

    /// The GM answers the prompts of hidden NPCs at random.
    async fn answer_hidden_prompts(&mut self) {
        let state = self.table.load_state().await;
        for open in state.prompts.iter().filter(|open| open.prompt.is_hidden_from_public) {
            let choice = self.choices.number_below(open.prompt.choices.len());
            let input = UserInput::PromptButton { prompt: open.id, choice };
            self.table.send_input(&self.table.request_context("GM"), input).await;
        }
    }

    /// Plays a random act of an NPC quietly, so that the channel is not told.
    pub async fn act_quietly(&mut self) {
        let state = self.table.load_state().await;
        let Some((user, UserInput::Command { command, actor_name, .. })) =
            self.player.next_input(&state)
        else {
            return;
        };
        if user == state.gm {
            let quiet_input = UserInput::Command { command, actor_name, is_private: true };
            self.table.send_confirmed(&self.table.request_context("GM"), quiet_input).await;
        }
    }

    pub async fn play_step(&mut self) {
        match self.choices.number_below(8) {
            0 => self.plan_hidden_act().await,
            1 => drop(self.table.send_command("GM", "undo").await),
            2 => {
                let text =
                    format!("skip who:\"{}\"", turn_actor_name(&*self.table.load_state().await));
                drop(self.table.send_command("GM", &text).await);
                drop(self.table.send_command("GM", "skip").await);
            }
            _ => drop(self.player.play_input(&self.table).await),
        }
        if self.choices.number_below(2) == 0 {
            self.answer_hidden_prompts().await;
        }
        let hours = [0, 1, 1, 1, 30][self.choices.number_below(5)];
        self.table.advance_hours(hours).await;
    }
}

async fn assert_scripts_replay(system: &str) {
    let (mut failures, mut scripts) = (Vec::new(), String::new());
    for seed in fight_seeds(4) {
        let mut fight = RandomHiddenFight::new(system, seed).await;
        for _ in 0..40 {
            if matches!(fight.table.load_state().await.game.phase(), FightPhase::Over(_)) {
                break;
            }
            fight.play_step().await;
        }
        fight.table.send_command("GM", "end outcome:truce").await;
        match replay_script(&fight.table).await {
            Ok(script) => scripts += &script,
            Err(why) => failures.push(format!("{system}, seed {seed}: {why}")),
        }
    }
    assert!(failures.is_empty(), "{} differ:\n\n{}", failures.len(), failures.join("\n\n"));
    // The fights contain what they are meant to contain.
    assert!(scripts.contains("/queue-add"), "no plan was ever played");
    assert!(scripts.contains("/skip who:") || system == "dr12", "no answer was ever kept");
    let has_timeout = scripts.contains(": /defend\nGM: /skip who:");
    assert!(has_timeout || system != "ranks", "nobody's time has run out");
}

macro_rules! replayed_systems {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            assert_scripts_replay(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_replayed() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

replayed_systems!(cards dr12 factions fates ranks);
