//! Verifiable dice (docs/DICE.md): every export of a sealed fight passes the audit, tampering is
//! detected, and nothing about future dice is known before the end.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --test app dice::` plays that many fights of each system.

use std::path::Path;
use std::process::Command;

use riposte::app::audit::audit_export;
use riposte::app::clock::Clock as _;
use riposte::app::export::FightExport;
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::roles::Role;
use riposte::app::sealed_dice::{DiceLane, DiceSecret, DrawCounts, DrawPosition, seeded_secrets};
use riposte::engine::core::fight::FightPhase;
use riposte::engine::game::SYSTEM_KEYS;
use serde_json::{Value, json};

use crate::app_table::*;
use crate::random_player::{read, seeds};
use crate::script_export::Shady;

impl Table {
    /// Returns the JSON export of the fight as this user gets it.
    async fn exported(&self, who: &str) -> String {
        match shown(self.say(who, "export format:json").await) {
            QueryResult::Export(FightExport::File(_, text)) => text,
            other => panic!("not exported: {other:?}"),
        }
    }

    /// Skips the players whose turns come before those of the NPCs.
    async fn comes_to_the_wolf(&self) {
        while self.now().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
            self.does("GM", "skip").await;
        }
    }

    async fn is_over(&self) -> bool {
        matches!(self.now().await.game.phase(), FightPhase::Over(_))
    }
}

/// Runs the other two auditors, the Python one of the docs and the JavaScript one of the page, and
/// returns the verdict of each on each file. A language that is not installed is left out.
fn others(files: &[String]) -> Vec<(&'static str, Vec<bool>)> {
    let folder = tempfile::tempdir().unwrap();
    let names = (0..files.len()).map(|at| folder.path().join(format!("{at}.json")));
    let names: Vec<_> = names.collect();
    for (name, text) in names.iter().zip(files) {
        std::fs::write(name, text).unwrap();
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = here.join("crates/fake_discord/src/page/audit.js");
    let module = folder.path().join("audit.mjs");
    std::fs::copy(page, &module).unwrap();
    let script = format!(
        "import {{ audit }} from {:?};
         import {{ readFileSync }} from 'node:fs';
         for (const file of process.argv.slice(1))
           await audit(readFileSync(file, 'utf8')).then(
             () => console.log('ok'), (why) => console.log('broken', why.message));",
        module.display().to_string()
    );
    let mut python = Command::new("python3");
    python.arg(here.join("tests/docs/dice.py"));
    let mut node = Command::new("node");
    node.args(["--input-type=module", "-e", &script]);
    let mut all = Vec::new();
    for (language, mut command) in [("python", python), ("javascript", node)] {
        let Ok(said) = command.args(&names).output() else { continue };
        assert!(said.status.success(), "{language}: {}", String::from_utf8_lossy(&said.stderr));
        let said = String::from_utf8(said.stdout).unwrap();
        let said: Vec<bool> = said.lines().map(|line| line == "ok").collect();
        assert_eq!(said.len(), files.len(), "{language}");
        all.push((language, said));
    }
    all
}

/// Audits fights with many hidden acts, undo and redo, an end that is undone, and a second end.
async fn holds(system: &str) {
    let mut files = Vec::new();
    let (mut draws, mut unseen, mut partial) = (0, 0, 0);
    for seed in seeds(3) {
        let (table, _) = Table::sealed(seed).await;
        let mut shady = Shady::at(table, system, seed).await;
        for _ in 0..30 {
            if shady.table.is_over().await {
                break;
            }
            shady.goes_on().await;
            match shady.chance.number_below(6) {
                0 => drop(shady.table.say("GM", "undo steps:2").await),
                1 => drop(shady.table.say("GM", "redo").await),
                2 | 3 => shady.acts_quietly().await,
                _ => {}
            }
        }
        shady.table.say("GM", "end outcome:truce").await;
        let mut texts = vec![shady.table.exported("GM").await];
        shady.table.does("GM", "undo").await;
        for _ in 0..3 {
            shady.goes_on().await;
        }
        shady.table.say("GM", "end outcome:truce").await;
        texts.push(shady.table.exported("GM").await);
        // A player who is still in the fight at the end gets a partial export.
        let now = shady.table.now().await;
        let still = ["Ana", "Ben"].into_iter().find(|it| now.role_of(user(it)) == Role::Player);
        if let Some(player) = still {
            texts.push(shady.table.exported(player).await);
            partial += 1;
        }
        for text in texts {
            let held = audit_export(&text).map_err(|why| format!("{system}, seed {seed}: {why}"));
            let held = held.unwrap_or_else(|why| panic!("{why}\n{text}"));
            draws += held.draws;
            let export: Value = serde_json::from_str(&text).unwrap();
            let fell_unseen = export["dice"].to_string().matches("unseen").count();
            assert!(!held.is_partial || fell_unseen == 0, "{text}");
            unseen += fell_unseen;
            files.push(text);
        }
    }
    assert!(draws > unseen && unseen > 0, "{draws} dice, {unseen} of them unseen");
    assert!(partial > 0, "no player was in it to the end");
    for (language, said) in others(&files) {
        for (holds, text) in said.iter().zip(&files) {
            assert!(holds, "{language}: {text}");
        }
    }
}

macro_rules! exporting {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            holds(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_exported() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

exporting!(cards dr12 factions fates ranks);

/// Plays the fight that is tampered with and returns the exports of the GM and of Ana. It has
/// salts, quiet dice and dice that were rolled again after an undo.
async fn played() -> (Value, Value) {
    let (table, _) = Table::sealed(3).await;
    table.sets_up().await;
    table.does("Ana", "roll salt:\"a blue door\"").await;
    table.does("Ben", "roll salt:\"1234\"").await;
    table.does("GM", "set key:avoid_rolls value:auto").await;
    table.does("GM", "start").await;
    table.comes_to_the_wolf().await;
    table.does("GM", "attack target:Ana as:Wolf quiet:true").await;
    table.does("GM", "undo").await;
    table.does("GM", "attack target:Ben as:Wolf").await;
    table.does("GM", "pass-all").await;
    table.comes_to_the_wolf().await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    table.does("GM", "end outcome:won").await;
    let read = |text: String| serde_json::from_str(&text).unwrap();
    (read(table.exported("GM").await), read(table.exported("Ana").await))
}

/// Plays a fight in which cards are drawn and returns its export.
async fn dealt() -> Value {
    let (table, _) = Table::sealed(4).await;
    table.plays("cards").await;
    table.does("GM", "end outcome:truce").await;
    serde_json::from_str(&table.exported("GM").await).unwrap()
}

/// Returns the rolls of each row that has any.
fn fell(export: &mut Value) -> Vec<&mut Vec<Value>> {
    let rows = export["dice"]["rows"].as_array_mut().unwrap().iter_mut();
    let fell = rows.map(|row| row["fell"].as_array_mut().unwrap());
    fell.filter(|fell| !fell.is_empty()).collect()
}

/// Each of the three auditors detects every kind of tampering.
#[tokio::test]
async fn every_change_is_found() {
    type Tampering = (&'static str, fn(&mut Value));
    let of_dice: &[Tampering] = &[
        ("a face", |it| {
            let die = &mut fell(it)[0][0]["die"];
            die["face"] = json!(die["face"].as_u64().unwrap() % die["sides"].as_u64().unwrap() + 1);
        }),
        ("the sides", |it| fell(it)[0][0]["die"]["sides"] = json!(7)),
        ("an order", |it| {
            let mut rows = fell(it);
            let (first, others) = rows.split_at_mut(1);
            std::mem::swap(&mut first[0][0], &mut others[0][0]);
        }),
        ("a salt", |it| it["dice"]["seals"][0]["salts"][0]["line"] = json!("a green door")),
        ("the order of salts", |it| {
            it["dice"]["seals"][0]["salts"].as_array_mut().unwrap().reverse();
        }),
        ("a dropped salt", |it| {
            it["dice"]["seals"][0]["salts"].as_array_mut().unwrap().pop();
        }),
        ("a dropped die", |it| drop(fell(it)[0].remove(0))),
        ("a dropped row", |it| drop(it["dice"]["rows"].as_array_mut().unwrap().remove(0))),
        ("the last die dropped", |it| drop(fell(it).last_mut().unwrap().pop())),
        ("the last die dropped and not counted", |it| {
            let last = fell(it).last_mut().unwrap().pop().unwrap();
            let drawn = &mut it["dice"]["drawn"][last["stream"].as_str().unwrap()];
            *drawn = json!(last["n"]);
        }),
        ("a die that fell twice", |it| {
            let again = fell(it)[0][0].clone();
            fell(it)[0].push(again);
        }),
        ("another fight's secret", |it| {
            it["dice"]["seals"][0]["secret"] = json!("ab".repeat(32));
        }),
        ("another seal", |it| it["dice"]["seals"][0]["seal"] = json!("ab".repeat(32))),
        ("another fight's number", |it| it["dice"]["seals"][0]["name"] = json!("2")),
        ("a secret that is kept", |it| {
            it["dice"]["seals"][0].as_object_mut().unwrap().remove("secret");
        }),
        ("another stream", |it| fell(it)[0][0]["stream"] = json!("hidden")),
        ("dice of no secret", |it| {
            fell(it)[0][0].as_object_mut().unwrap().remove("n");
        }),
        ("an undo that was not", |it| {
            let rows = it["dice"]["rows"].as_array_mut().unwrap();
            rows.retain(|row| row["kind"] != "undone");
        }),
    ];
    let of_cards: &[Tampering] = &[
        ("a card", |it| {
            let card = &mut fell(it)[0][0];
            card["card"] = card["left"]
                .as_array()
                .unwrap()
                .iter()
                .find(|it| **it != card["card"])
                .unwrap()
                .clone();
        }),
        ("a stacked deck", |it| {
            let card = &mut fell(it)[0][0];
            let drawn = card["card"].clone();
            card["left"].as_array_mut().unwrap().retain(|left| *left != drawn);
        }),
    ];
    let (fought, of_a_player) = played().await;
    let dealt = dealt().await;
    let in_part = ["a face", "a salt", "a dropped die", "a dropped row", "another fight's secret"];
    let in_part: Vec<Tampering> =
        of_dice.iter().copied().filter(|(name, _)| in_part.contains(name)).collect();
    let mut files = vec![fought.to_string(), dealt.to_string(), of_a_player.to_string()];
    let mut names = vec![];
    let all = [(&fought, of_dice), (&dealt, of_cards), (&of_a_player, &in_part)];
    for (whole, tampered) in all {
        let audited = audit_export(&whole.to_string());
        assert!(audited.is_ok(), "{audited:?}\n{whole:#}");
        for (name, tamper) in tampered {
            let mut changed = whole.clone();
            tamper(&mut changed);
            assert_ne!(changed, *whole, "{name}");
            names.push(*name);
            files.push(changed.to_string());
        }
    }
    for (name, text) in names.iter().zip(&files[3..]) {
        assert!(audit_export(text).is_err(), "{name} is not found:\n{text}");
    }
    for (language, said) in others(&files) {
        assert_eq!(said[..3], [true, true, true], "{language}");
        for (name, holds) in names.iter().zip(&said[3..]) {
            assert!(!holds, "{language}: {name} is not found");
        }
    }
}

/// The seal is published when the fight is opened, and the secret at the end unless the GM
/// withholds it.
#[tokio::test]
async fn a_secret_is_out_at_the_end() {
    for is_kept in [false, true] {
        let (table, secret) = Table::sealed(5).await;
        table.sets_up().await;
        let QueryResult::Status { dice_seal, .. } = shown(table.say("Ana", "status").await) else {
            panic!()
        };
        let seal = dice_seal.unwrap();
        assert_eq!(DiceSecret::try_from(secret.clone()).unwrap().compute_seal("1"), seal);
        table.does("GM", &format!("set key:unseal value:{}", !is_kept)).await;
        table.may_not("Ana", "export format:json", "not-over").await;
        table.may_not("GM", "export format:json", "not-over").await;
        assert!(!format!("{:?}", table.now().await).contains(&secret));
        table.does("GM", "start").await;
        table.may_not("Ana", "roll salt:late", "salt-too-late").await;
        table.does("GM", "end outcome:won").await;
        let (gm, ana) = (table.exported("GM").await, table.exported("Ana").await);
        assert!(gm.contains(&secret) && gm.contains(&seal) && ana.contains(&seal));
        assert_eq!(ana.contains(&secret), !is_kept);
        assert_eq!(audit_export(&ana).is_err(), is_kept, "{ana}");
        // Later dice get a new seal.
        let QueryResult::Status { dice_seal: next, .. } = shown(table.say("Ana", "status").await)
        else {
            panic!()
        };
        assert_ne!(next.unwrap(), seal);
    }
}

/// A fight without sealed dice says so.
#[tokio::test]
async fn fights_of_before_have_no_seal() {
    let table = Table::new().await;
    table.sets_up().await;
    table.may_not("Ana", "roll salt:mine", "no-seal").await;
    let QueryResult::Status { dice_seal, .. } = shown(table.say("Ana", "status").await) else {
        panic!()
    };
    assert_eq!(dice_seal, None);
    table.does("GM", "start").await;
    table.does("GM", "end outcome:won").await;
    let why = audit_export(&table.exported("GM").await).unwrap_err();
    assert!(why.starts_with("There is no seal"), "{why}");
}

/// The last salt of each player counts, and undoing the start changes no dice.
#[tokio::test]
async fn salts_are_mixed_in_and_undo_changes_no_dice() {
    let mut dice = Vec::new();
    for (first, last) in [("a", "b"), ("c", "b"), ("a", "c")] {
        let (table, _) = Table::sealed(6).await;
        table.sets_up().await;
        table.does("Ana", &format!("roll salt:{first}")).await;
        table.does("Ana", &format!("roll salt:{last}")).await;
        table.does("GM", "start").await;
        let before = table.now().await.draw_counts;
        table.does("GM", "undo").await;
        table.may_not("Ana", "roll salt:again", "salt-too-late").await;
        table.does("GM", "start").await;
        assert_eq!(table.now().await.draw_counts, before);
        table.does("GM", "end outcome:won").await;
        let export: Value = serde_json::from_str(&table.exported("GM").await).unwrap();
        assert!(audit_export(&export.to_string()).is_ok());
        let faces = export["dice"]["rows"].as_array().unwrap().iter();
        let faces = faces.flat_map(|row| row["fell"].as_array().unwrap());
        dice.push(faces.map(|fell| fell["die"].clone()).collect::<Vec<_>>());
    }
    assert!(!dice[0].is_empty());
    assert_eq!(dice[0], dice[1]);
    assert_ne!(dice[0], dice[2]);
}

/// No die is rolled before the start, so salts are accepted until then. A fight from a template and
/// a rematch are sealed like any other.
#[tokio::test]
async fn nothing_falls_before_the_start() {
    for system in SYSTEM_KEYS {
        let (table, _) = Table::sealed(9).await;
        table.does("GM", &format!("new system:{system}")).await;
        table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        let kind = ["raider", "wolf", "thug"];
        let kind = kind.map(|kind| format!("add name:Shade from:{kind} at:Yard hidden:true"));
        for add in kind {
            table.say("GM", &add).await;
        }
        assert!(!table.now().await.members.is_empty(), "{system}");
        assert!(matches!(table.say("GM", "save name:yard").await, InputReply::Library(_)));
        table.does("GM", "end").await;
        table.does("GM", "load name:yard").await;
        table.does("GM", "end").await;
        table.does("GM", "again fight:2").await;
        table.does("GM", "roll salt:\"a blue door\"").await;
        table.may_not("Stranger", "roll salt:mine", "not-joined").await;
        assert_eq!(table.now().await.draw_counts, DrawCounts::default(), "{system}");
        table.does("GM", "end").await;
        assert_eq!(audit_export(&table.exported("GM").await).unwrap().name, "3", "{system}");
    }
}

/// The same dice are rolled however often the program restarts, even while a prompt is open.
#[tokio::test]
async fn a_restart_changes_no_dice() {
    let inputs = ["start", "skip", "attack target:Ana as:Wolf", "skip", "undo", "redo", "skip"];
    let mut exports = Vec::new();
    for restarts in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let table = Table::at(&path).await;
        let mut table = Table { app: table.app.with_secrets(seeded_secrets(5)), ..table };
        table.sets_up().await;
        for input in inputs.into_iter().chain(inputs).chain(inputs) {
            table.say("GM", input).await;
            if restarts {
                let again = table.restart(&path).await;
                table = Table { app: again.app.with_secrets(seeded_secrets(6)), ..again };
            }
        }
        table.does("GM", "end outcome:won").await;
        let export: Value = serde_json::from_str(&table.exported("GM").await).unwrap();
        audit_export(&export.to_string()).unwrap();
        exports.push(export["dice"]["rows"].clone());
    }
    assert!(exports[0].as_array().unwrap().len() > 5, "{}", exports[0]);
    assert_eq!(exports[0], exports[1]);
}

/// Hidden rolls change neither the visible dice nor anything that players are told.
#[tokio::test]
async fn hidden_dice_tell_nothing() {
    let mut told = Vec::new();
    for hidden in 0..3 {
        let (table, _) = Table::sealed(8).await;
        table.sets_up().await;
        table.does("GM", "set key:avoid_rolls value:auto").await;
        table.does("GM", "add name:Shade from:raider at:Yard hidden:true").await;
        table.does("GM", "start").await;
        table.comes_to_the_wolf().await;
        for _ in 0..hidden {
            table.does("GM", "reaction npcs:Shade quiet:true").await;
        }
        assert_eq!(table.now().await.draw_counts.hidden > 0, hidden > 0);
        let mut read_by_ana = Vec::new();
        for (who, text) in [("GM", "attack target:Ana as:Wolf"), ("GM", "skip"), ("GM", "pass-all")]
        {
            table.say(who, text).await;
            read_by_ana.push(read(&table.say("Ana", "status").await));
        }
        table.does("GM", "end outcome:truce").await;
        let export: Value = serde_json::from_str(&table.exported("Ana").await).unwrap();
        assert!(!export["dice"].to_string().contains("hidden"), "{}", export["dice"]);
        told.push((read_by_ana, export["dice"]["drawn"].clone()));
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

/// `/roll` is sealed by server, reader and day; the secret is published the day after.
#[tokio::test]
async fn a_day_of_dice_is_open_the_day_after() {
    let (table, _) = Table::sealed(7).await;
    let rolled = async |text: &str| {
        let QueryResult::FreeRoll { roll, .. } = shown(table.say("Ana", text).await) else {
            panic!()
        };
        roll.unwrap()
    };
    let days = async |who: &str, day: &str| {
        let days = table.say(who, &format!("roll date:{day}")).await;
        let QueryResult::DiceDays(days) = shown(days) else { panic!() };
        days
    };
    let day = table.clock.now().strftime("%Y-%m-%d").to_string();
    let sealed = days("Ana", &day).await;
    assert!(sealed.iter().all(|day| day.secret.is_none()));
    let first = rolled("roll dice:3d6").await.day_draws.unwrap();
    let own = rolled("roll dice:d20 sight:secret").await;
    let second = rolled("roll dice:d20").await;
    let (of_own, of_day) = (own.day_draws.clone().unwrap(), second.day_draws.clone().unwrap());
    assert_eq!((first.first, first.last, of_day.first, of_day.last), (0, 2, 3, 3));
    assert_eq!((of_own.first, of_own.last), (0, 0), "numbered apart");
    assert_eq!(
        [&first.seal, &of_day.seal, &of_own.seal],
        [&sealed[0].seal, &sealed[0].seal, &sealed[1].seal]
    );
    table.may_not("Ana", "roll date:2026-01-01", "no-such-day").await;
    table.may_not("Ana", "roll date:9999-01-01", "no-such-day").await;
    table.wait(24).await;
    let opened = days("Ana", &day).await;
    for (day, roll) in opened.iter().zip([&second, &own]) {
        let secret = DiceSecret::try_from(day.secret.clone().unwrap()).unwrap();
        let of_day = roll.day_draws.as_ref().unwrap();
        assert_eq!(
            (secret.compute_seal(&day.name), &day.seal),
            (of_day.seal.clone(), &of_day.seal)
        );
        let at = DrawPosition { lane: DiceLane::Open, index: of_day.first.unsigned_abs() };
        assert_eq!(i32::from(secret.derive_stream(&[]).face_at(at, 20)), roll.total);
    }
    assert_eq!(days("Ben", &day).await, opened[..1], "what Ana alone has read is hers");
    assert_ne!(rolled("roll dice:d20").await.day_draws.unwrap().seal, of_day.seal);
}

/// Rolls for the GM follow from a secret of the GM, and only the GM learns their numbers. So a
/// player who rolls blind can never compute the result.
#[tokio::test]
async fn a_blind_roll_is_sealed_for_the_gm() {
    let (table, _) = Table::sealed(7).await;
    table.sets_up().await;
    let QueryResult::FreeRoll { roll, .. } =
        shown(table.say("Ana", "roll dice:d20 sight:gm").await)
    else {
        panic!()
    };
    assert_eq!(roll.unwrap().day_draws, None);
    shown(table.say("Ana", "roll dice:d20 sight:blind").await);
    table.wait(24).await;
    let day = "roll date:".to_string() + &day_before(&table);
    table.may_not("Ana", &day, "no-such-day").await;
    let QueryResult::DiceDays(days) = shown(table.say("GM", &day).await) else { panic!() };
    assert!(days[0].name.ends_with("/1"), "{}", days[0].name);
}

fn day_before(table: &Table) -> String {
    let day = table.clock.now() - jiff::SignedDuration::from_hours(24);
    day.strftime("%Y-%m-%d").to_string()
}
