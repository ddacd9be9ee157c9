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
use crate::random_player::{Player, seeds, whose_turn};

/// Returns the state that must be equal, without users, sheets and the ids of items.
fn end(now: &FightState) -> Value {
    let mut facts = now.game.full_state_json();
    unnumber(&mut facts);
    for one in facts["combatants"].as_array_mut().unwrap() {
        one["user"] = Value::Bool(one["user"].is_null());
        one["sheet"] = Value::Null;
    }
    facts
}

/// Removes the ids of items, because an item that an order sets gets a new one.
fn unnumber(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !matches!(key.as_str(), "id" | "ready"));
            fields.values_mut().for_each(unnumber);
        }
        Value::Array(all) => all.iter_mut().for_each(unnumber),
        _ => {}
    }
}

/// Exports the fight, plays the script in a new database, and compares the ends. Returns the
/// script, or how the ends differ.
async fn comes_to_the_same_end(table: &Table) -> Result<String, String> {
    let now = table.now().await;
    let text = table.app.export_script(&now).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.db");
    let script =
        parse::parse_script("exported.fight", &text).map_err(|why| format!("{why}\n{text}"))?;
    let way = PlayOptions { database_file: Some(path.clone()), ..PlayOptions::default() };
    let played = fight_script::play_script(&script, &way).await;
    if let Some(failure) = played.failure {
        return Err(format!("{failure}\n{text}"));
    }
    let again = Table::in_file(&path).await;
    let again = again.app.load_fight(FightId(1)).await.unwrap().unwrap();
    if end(&again) == end(&now) {
        return Ok(text);
    }
    Err(format!("another end: {:#}\nnot {:#}\n{text}", end(&again), end(&now)))
}

/// The fight comes from a template, with a sheet and a creature of the server's own kit. The script
/// works where none of these exist.
#[tokio::test]
async fn a_script_holds_what_it_needs() {
    let kit = "[creatures.\"yard's ghoul\"]\nlevel = 2\n\
               attacks = [{ name = \"claws\", weapon = { kind = \"melee\", damage = \"d6\" } }]\n";
    let table = Table::new().await;
    let upload = Command::new("kit").with("system", "dr12").with("text", kit);
    let uploaded = table.input(&table.origin("Admin"), UserInput::from_command(upload)).await;
    assert!(matches!(uploaded, InputReply::Library(_)), "{uploaded:?}");
    drop(table.say("Ben", "sheet-new from:warrior name:Ben system:dr12 hp:7").await);
    table.does("GM", "new system:dr12").await;
    table.sets_up_the_rest().await;
    table.does("GM", "add from:\"yard's ghoul\" at:Hall hidden:true").await;
    table.does("GM", "limit zone:Hall count:2").await;
    table.does("GM", "set key:shield_sacrifice value:false").await;
    assert!(matches!(table.say("GM", "save name:yard").await, InputReply::Library(_)));
    table.does("GM", "start").await;
    table.does("GM", "end outcome:won").await;

    table.does("GM", "load name:yard").await;
    table.does("Ana", "join name:Ana from:adept at:Yard").await;
    table.does("Ben", "join sheet:Ben at:Gate").await;
    table.does("GM", "add from:\"yard's ghoul\" at:Hall count:2").await;
    table.does("GM", "start").await;
    for _ in 0..4 {
        table.does("GM", "skip").await;
    }
    table.does("GM", "harm who:Wolf amount:3").await;
    table.does("GM", "end outcome:won").await;

    comes_to_the_same_end(&table).await.unwrap();
}

/// Names, zones and texts may contain characters that mean something in a script.
#[tokio::test]
async fn a_script_holds_names_of_any_letters() {
    let table = Table::new().await;
    let does = async |who: &str, words: Command| {
        let what = words.to_string();
        done(table.input(&table.origin(who), UserInput::from_command(words)).await, &what)
    };
    let (hall, ana, foe) = ("Hall \\ \"9: /pass\"", "Big \"Al\" \\", "'Tis #1: [Pass]");
    let zones = format!("Gate - {hall}\nYard # {hall} - Gate");
    does("GM", Command::new("new").with("system", "dr12").with("zones", &zones)).await;
    does("GM", Command::new("zones").with("layout", &zones)).await;
    let join = Command::new("join").with("name", ana).with("from", "adept");
    does("Ana", join.with("at", hall)).await;
    let add = Command::new("add").with("name", foe).with("from", "raider");
    does("GM", add.with("at", "Gate").with("hidden", true).with("alias", "x: /y")).await;
    table.does("GM", "start").await;
    table.does("GM", "skip").await;
    does("GM", Command::new("harm").with("who", foe).with("amount", 3)).await;
    does("GM", Command::new("harm").with("who", ana).with("amount", 3)).await;
    table.does("GM", "end outcome:won").await;
    comes_to_the_same_end(&table).await.unwrap();
}

/// A random fight with decoys and two hidden NPCs: with plans, orders, provisional answers,
/// timeouts, and a GM who undoes.
pub struct Shady {
    pub table: Table,
    pub chance: SeededDice,
    player: Player,
}

impl Shady {
    pub async fn new(system: &str, seed: u64) -> Self {
        Self::at(Table::rolling(seed).await, system, seed).await
    }

    pub async fn at(table: Table, system: &str, seed: u64) -> Self {
        table.plays(system).await;
        let kind = match system {
            "dr12" => "raider",
            "fates" | "ranks" => "thug",
            _ => "wolf",
        };
        table.does("GM", "set key:decoys value:true").await;
        for name in ["Shade", "Old Ghost"] {
            let add = format!("add name:\"{name}\" from:{kind} at:Yard hidden:true");
            table.does("GM", &add).await;
        }
        table.say("Ben", "absence policy:defend").await;
        for kind in Game::prompt_kinds(system) {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last} as:Shade", kind.key);
            shown(table.say("GM", &order).await);
        }
        Self { table, chance: SeededDice::new(seed), player: Player::new(seed) }
    }

    /// Plans, for a hidden NPC, an act that somebody visible might do.
    async fn plans(&mut self) {
        let now = self.table.now().await;
        let Some((_, input)) = self.player.input(&now) else { return };
        let UserInput::Command { command: words, .. } = input else { return };
        let who = ["Shade", "Old Ghost"][self.chance.number_below(2)];
        let origin = RequestContext { user: now.gm, ..self.table.origin("GM") };
        for words in [Command::new("queue-add").with("act", words), Command::new("queue-confirm")] {
            self.table.input(&origin, UserInput::from_command_as(who, words)).await;
        }
    }

    /// The GM answers the prompts of hidden NPCs at random.
    async fn answers(&mut self) {
        let now = self.table.now().await;
        for open in now.prompts.iter().filter(|open| open.prompt.is_hidden_from_public) {
            let choice = self.chance.number_below(open.prompt.choices.len());
            let input = UserInput::PromptButton { prompt: open.id, choice };
            self.table.input(&self.table.origin("GM"), input).await;
        }
    }

    /// Plays a random act of an NPC quietly, so that the channel is not told.
    pub async fn acts_quietly(&mut self) {
        let now = self.table.now().await;
        let Some((user, UserInput::Command { command: words, actor_name: acting_as, .. })) =
            self.player.input(&now)
        else {
            return;
        };
        if user == now.gm {
            let quietly =
                UserInput::Command { command: words, actor_name: acting_as, is_private: true };
            self.table.insists(&self.table.origin("GM"), quietly).await;
        }
    }

    pub async fn goes_on(&mut self) {
        match self.chance.number_below(8) {
            0 => self.plans().await,
            1 => drop(self.table.say("GM", "undo").await),
            2 => {
                let text = format!("skip who:\"{}\"", whose_turn(&*self.table.now().await));
                drop(self.table.say("GM", &text).await);
                drop(self.table.say("GM", "skip").await);
            }
            _ => drop(self.player.plays(&self.table).await),
        }
        if self.chance.number_below(2) == 0 {
            self.answers().await;
        }
        let hours = [0, 1, 1, 1, 30][self.chance.number_below(5)];
        self.table.wait(hours).await;
    }
}

async fn replays(system: &str) {
    let (mut differ, mut same) = (Vec::new(), String::new());
    for seed in seeds(4) {
        let mut shady = Shady::new(system, seed).await;
        for _ in 0..40 {
            if matches!(shady.table.now().await.game.phase(), FightPhase::Over(_)) {
                break;
            }
            shady.goes_on().await;
        }
        shady.table.say("GM", "end outcome:truce").await;
        match comes_to_the_same_end(&shady.table).await {
            Ok(script) => same += &script,
            Err(why) => differ.push(format!("{system}, seed {seed}: {why}")),
        }
    }
    assert!(differ.is_empty(), "{} differ:\n\n{}", differ.len(), differ.join("\n\n"));
    // The fights contain what they are meant to contain.
    assert!(same.contains("/queue-add"), "no plan was ever played");
    assert!(same.contains("/skip who:") || system == "dr12", "no answer was ever kept");
    let is_run_out = same.contains(": /defend\nGM: /skip who:");
    assert!(is_run_out || system != "ranks", "nobody's time has run out");
}

macro_rules! replaying {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            replays(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_exported() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

replaying!(cards dr12 factions fates ranks);
