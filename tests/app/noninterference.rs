//! I6: a database is copied and all hidden facts in the copy are randomised. Everything that a user
//! other than a GM can read, complete, try or look up is the same in both, to the last byte:
//! rendered messages with their attachments, answers and refusals.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use riposte::app::App;
use riposte::app::clock::Clock;
use riposte::app::dice_source;
use riposte::app::fight_state::FightState;
use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::app::outbox::Audience;
use riposte::app::sealed_dice;
use riposte::discord::messages;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::visibility::view::Viewer;
use riposte::store::Store;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;

use crate::app_table::*;
use crate::full_message::rendered;
use crate::random_player::Player;

/// The number of inputs of a fight, and the number of inputs between two comparisons.
const INPUTS: usize = 14;
const BETWEEN: usize = 7;

/// Two participants and an outsider.
const READERS: [&str; 3] = ["Ana", "Ben", "Stranger"];

/// The queries that are compared.
const LOOKS: &[&str] = &[
    "status",
    "map",
    "mine",
    "guide",
    "guide why:attack",
    "log last:50",
    "log kind:gm",
    "log who:Wolf",
    "log who:Lurker",
    "inbox",
    "orders-list",
    "queue-list",
    "export format:json",
    "export",
];

/// Slots whose completions are compared, besides those of the rules.
const SLOTS: &[(&str, &str, &str)] = &[
    ("log", "who", ""),
    ("guide", "why", ""),
    ("guide", "why", "/attack "),
    ("queue-add", "act", "attack "),
    ("orders-add", "question", ""),
    ("orders-add", "answer", ""),
    ("join", "side", ""),
];

/// Everything that players can read of one copy: a label of each reading with its text.
type Readings = Vec<(String, String)>;

/// Starts a fight with a hidden combatant and with one that players know by an alias.
async fn begins(path: &Path, system: &str, seed: u64) -> Table {
    let table = Table::in_file(path).await;
    let table = Table {
        app: table.app.with_secrets(sealed_dice::seeded_secrets(seed)).with_odds(),
        ..table
    };
    let (ana, ben, wolf) = archetypes(system);
    table.does("GM", &format!("new system:{system}")).await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("GM", &format!("set key:decoys value:{}", seed % 2 == 1)).await;
    table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.does("GM", &format!("add name:Lurker from:{wolf} at:Yard hidden:true")).await;
    table.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
    table.does("GM", &format!("add name:Vorn alias:Wolf show:wounds from:{wolf} at:Yard")).await;
    table.does("GM", &format!("add name:Rat from:{wolf} at:Hall")).await;
    if system == "factions" {
        table.does("GM", "started faction:party").await;
    }
    table.does("GM", "start").await;
    table
}

/// Opens an app on a copy of the database that `change` has modified.
async fn copied(
    table: &Table,
    path: &Path,
    to: PathBuf,
    change: impl AsyncFnOnce(&mut SqliteConnection),
) -> Table {
    let name = |path: &Path| format!("sqlite:{}", path.display());
    let mut file = SqliteConnection::connect(&name(path)).await.unwrap();
    sqlx::query("VACUUM INTO ?").bind(to.to_str().unwrap()).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    let mut file = SqliteConnection::connect(&name(&to)).await.unwrap();
    change(&mut file).await;
    file.close().await.unwrap();
    let clock = Arc::clone(&table.clock);
    let app = App::new_with_delays(
        Store::open(&to).await.unwrap(),
        Arc::clone(&clock) as Arc<dyn Clock>,
        dice_source::seeded_dice(8),
        dice_source::seeded_delays(8),
    );
    Table { app: app.with_odds(), clock, chat: Arc::default(), channel: table.channel }
}

/// Randomises hidden facts in each journal row in which no prompt is open.
async fn scrambles(file: &mut SqliteConnection, seed: u64) {
    let mut choice = SeededDice::new(seed);
    let mut pick = |below| choice.number_below(below);
    let rows: Vec<(i64, i64, String, String)> =
        sqlx::query_as("SELECT fight, revision, notes, state FROM journal")
            .fetch_all(&mut *file)
            .await
            .unwrap();
    for (fight, revision, notes, state) in rows {
        let game: Game = serde_json::from_str(&state).unwrap();
        if !game.open_prompts().is_empty() {
            continue;
        }
        let notes = game.randomize_hidden_in_events(&notes, &mut pick);
        let (game, _) = game.randomize_hidden(&mut pick);
        sqlx::query("UPDATE journal SET notes = ?, state = ? WHERE fight = ? AND revision = ?")
            .bind(notes)
            .bind(serde_json::to_string(&game).unwrap())
            .bind(fight)
            .bind(revision)
            .execute(&mut *file)
            .await
            .unwrap();
    }
}

fn written(reply: &InputReply) -> String {
    rendered(messages::reply::render_reply(reply).into_sendable(false))
}

/// Returns everything that can be read without changing the fight.
async fn readings(table: &Table) -> Readings {
    let now = table.now().await;
    let mut all = Readings::new();
    for parcel in table.app.rebuild_all_deliveries(&now).await.unwrap() {
        let is_told = match parcel.audience {
            Audience::Channel(_) => true,
            Audience::Dm(user) => !now.is_gm(user),
        };
        if is_told {
            let read = messages::render_delivery(&parcel).map(rendered).unwrap_or_default();
            all.push(("a message".into(), read));
        }
    }
    let due = |at: Option<jiff::Timestamp>| format!("{at:?}");
    let open = now.prompts.iter().filter(|open| !now.is_gm(open.user));
    all.extend(open.map(|open| ("a clock".into(), due(open.default_answer_time()))));
    all.extend(now.turn.iter().map(|turn| ("the clock".into(), due(turn.deadline_time()))));
    for who in READERS {
        for look in LOOKS {
            all.push((format!("{who}: /{look}"), written(&table.say(who, look).await)));
        }
        for (words, slot, typed) in slots(now.system()) {
            let case = format!("{who}: /{words} {slot}:{typed}…");
            let (slot, acting_as) = (slot.to_string(), None);
            let typing = PartialCommand {
                command: words,
                actor_name: acting_as,
                slot,
                typed_text: typed.into(),
            };
            let found = table.app.complete_slot(&table.origin(who), &typing).await.unwrap();
            all.push((case, format!("{found:?}")));
        }
        for tried in tries(&now) {
            let why = Command::new("guide").with("why", &tried);
            let reply = table.input(&table.origin(who), UserInput::from_command(why)).await;
            all.push((format!("{who}: why not /{tried}"), written(&reply)));
            // The target is unknown to players, so the command must be refused.
            let target = tried.get("target");
            if !target.is_empty() && now.game.find_combatant(Viewer::Public, target).is_none() {
                let reply =
                    table.input(&table.origin(who), UserInput::from_command(tried.clone())).await;
                assert!(!matches!(reply, InputReply::Done(_)), "{tried}");
                all.push((format!("{who}: /{tried}"), written(&reply)));
            }
        }
    }
    all
}

fn slots(system: &str) -> Vec<(Command, &'static str, &'static str)> {
    let of_rules = Game::all_verbs(system)
        .flat_map(|verb| verb.slots.iter().map(|slot| (Command::new(verb.name), slot.name, "")));
    let common = SLOTS.iter().map(|(verb, slot, typed)| (Command::new(verb), *slot, *typed));
    of_rules.chain(common).collect()
}

/// Returns every act of the system, with the slots of an act that a player may do where there is
/// one. Targets are visible, hidden and unknown names.
fn tries(now: &FightState) -> Vec<Command> {
    let (verbs, _) = Game::act_and_order_verbs(now.system()).unwrap();
    let players = now.members.iter().filter(|one| one.user.is_some());
    let offered: Vec<Command> =
        players.flat_map(|one| now.game.list_offers(one.id)).map(|offer| offer.command).collect();
    let tries = verbs.iter().flat_map(|verb| {
        let is_aimed = verb.slot("target").is_some();
        let is_it = |words: &&Command| {
            words.verb == verb.name && words.slots.contains_key("target") == is_aimed
        };
        let may = offered.iter().find(is_it);
        let words = may.cloned().unwrap_or_else(|| Command::new(verb.name));
        let whom = ["Wolf", "Rat", "Lurker", "Vorn", "nobody"];
        let with_target = whom.map(|name| words.clone().with("target", name));
        let zones = ["Gate", "Yard", "Hall"].map(|zone| words.clone().with("zone", zone));
        match (is_aimed, verb.slot("zone").is_some()) {
            (true, _) => with_target.to_vec(),
            (false, true) => zones.to_vec(),
            (false, false) => vec![words],
        }
    });
    tries.collect()
}

async fn are_alike(table: &Table, path: &Path, case: &str, seed: u64) {
    let folder = TempDir::new().unwrap();
    let one = copied(table, path, folder.path().join("one.db"), async |_| {}).await;
    let other = folder.path().join("other.db");
    let other = copied(table, path, other, async |file| scrambles(file, seed).await).await;
    let (bodies, others) =
        (one.now().await.game.full_state_json(), other.now().await.game.full_state_json());
    assert_ne!(bodies, others, "{case}: nothing is hidden");
    let (all, others) = (readings(&one).await, readings(&other).await);
    for ((what, read), (_, other)) in all.iter().zip(&others) {
        assert_eq!(read, other, "{case}: {what}");
    }
    assert_eq!(all.len(), others.len(), "{case}");
}

async fn fight(system: &str, seed: u64) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("riposte.db");
    let table = begins(&path, system, seed).await;
    let mut player = Player::new(seed);
    let mut compared = 0;
    for step in 0..INPUTS {
        if step >= compared * BETWEEN && table.now().await.game.open_prompts().is_empty() {
            compared += 1;
            let case = format!("{system}, seed {seed}, step {step}");
            are_alike(&table, &path, &case, seed * 1_000 + step as u64).await;
        }
        player.plays(&table).await;
        // Let decoy delays run out.
        table.wait(1).await;
        table.posts().await;
        if !table.now().await.is_running() {
            break;
        }
    }
    assert!(compared > 1, "{system}, seed {seed}: it was looked at {compared} times");
    if table.now().await.is_running() {
        table.does("GM", "end outcome:truce").await;
    }
    are_alike(&table, &path, &format!("{system}, seed {seed}, at the end"), seed).await;
}

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            assert!(SYSTEM_KEYS.contains(&stringify!($name)));
            for seed in crate::random_player::seeds(2) {
                fight(stringify!($name), seed).await;
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }
