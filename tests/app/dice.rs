//! Verifiable dice (docs/DICE.md): every export of a sealed fight passes the audit, tampering is
//! detected, and nothing about future dice is known before the end.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --test app dice::` plays that many fights of each system.

use std::path::Path;
use std::process::Command;

use riposte::app::audit::audit_export_dice;
use riposte::app::clock::Clock as _;
use riposte::app::export::FightExport;
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::roles::Role;
use riposte::app::sealed_dice::{DiceLane, DiceSecret, DrawCounts, DrawPosition, seeded_secrets};
use riposte::engine::core::fight::FightPhase;
use riposte::engine::game::SYSTEM_KEYS;
use serde_json::{Value, json};

use crate::app_table::*;
use crate::random_player::{fight_seeds, visible_reply_text};
use crate::script_export::RandomHiddenFight;

impl Table {
    /// Returns the JSON export of the fight as this user gets it.
    async fn export_json(&self, who: &str) -> String {
        match expect_query_result(self.send_command(who, "export format:json").await) {
            QueryResult::Export(FightExport::File(_, text)) => text,
            other => panic!("not exported: {other:?}"),
        }
    }

    /// Skips the players whose turns come before those of the NPCs.
    async fn skip_to_wolf_turn(&self) {
        while self.load_state().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
            self.run_command("GM", "skip").await;
        }
    }

    async fn is_over(&self) -> bool {
        matches!(self.load_state().await.game.phase(), FightPhase::Over(_))
    }
}

/// Runs the other two auditors, the Python one of the docs and the JavaScript one of the page, and
/// returns the verdict of each on each file. A language that is not installed is left out.
fn run_other_auditors(files: &[String]) -> Vec<(&'static str, Vec<bool>)> {
    let folder = tempfile::tempdir().unwrap();
    let names = (0..files.len()).map(|at| folder.path().join(format!("{at}.json")));
    let names: Vec<_> = names.collect();
    for (name, text) in names.iter().zip(files) {
        std::fs::write(name, text).unwrap();
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::write(folder.path().join("package.json"), "{\"type\": \"module\"}").unwrap();
    for name in ["dice_check.js", "sha256.js"] {
        let script = here.join("data/replay").join(name);
        std::fs::copy(script, folder.path().join(name)).unwrap();
    }
    let script = format!(
        "import {{ checkDice }} from {:?};
         import {{ readFileSync }} from 'node:fs';
         for (const file of process.argv.slice(1)) {{
           try {{
             checkDice(JSON.parse(readFileSync(file, 'utf8')));
             console.log('ok');
           }} catch (why) {{
             console.log('broken', why.message);
           }}
         }}",
        folder.path().join("dice_check.js").display().to_string()
    );
    let mut python = Command::new("python3");
    python.arg(here.join("tests/docs/dice.py"));
    let mut node = Command::new("node");
    node.args(["--input-type=module", "-e", &script]);
    let mut verdicts_by_language = Vec::new();
    for (language, mut command) in [("python", python), ("javascript", node)] {
        let Ok(output) = command.args(&names).output() else { continue };
        assert!(output.status.success(), "{language}: {}", String::from_utf8_lossy(&output.stderr));
        let stdout = String::from_utf8(output.stdout).unwrap();
        let verdicts: Vec<bool> = stdout.lines().map(|line| line == "ok").collect();
        assert_eq!(verdicts.len(), files.len(), "{language}");
        verdicts_by_language.push((language, verdicts));
    }
    verdicts_by_language
}

/// Audits fights with many hidden acts, undo and redo, an end that is undone, and a second end.
async fn assert_exports_pass_audit(system: &str) {
    let mut files = Vec::new();
    let (mut draws, mut hidden_count, mut partial_count) = (0, 0, 0);
    for seed in fight_seeds(3) {
        let (table, _) = Table::with_sealed_dice(seed).await;
        let mut fight = RandomHiddenFight::start_on(table, system, seed).await;
        for _ in 0..30 {
            if fight.table.is_over().await {
                break;
            }
            fight.play_step().await;
            match fight.choices.number_below(6) {
                0 => drop(fight.table.send_command("GM", "undo steps:2").await),
                1 => drop(fight.table.send_command("GM", "redo").await),
                2 | 3 => fight.act_quietly().await,
                _ => {}
            }
        }
        fight.table.send_command("GM", "end outcome:truce").await;
        let mut texts = vec![fight.table.export_json("GM").await];
        fight.table.run_command("GM", "undo").await;
        for _ in 0..3 {
            fight.play_step().await;
        }
        fight.table.send_command("GM", "end outcome:truce").await;
        texts.push(fight.table.export_json("GM").await);
        // A player who is still in the fight at the end gets a partial export.
        let state = fight.table.load_state().await;
        let remaining_player = ["Ana", "Ben"]
            .into_iter()
            .find(|it| state.highest_role_of(user_id(it)) == Role::Player);
        if let Some(player) = remaining_player {
            texts.push(fight.table.export_json(player).await);
            partial_count += 1;
        }
        for text in texts {
            let audited =
                audit_export_dice(&text).map_err(|why| format!("{system}, seed {seed}: {why}"));
            let audit = audited.unwrap_or_else(|why| panic!("{why}\n{text}"));
            draws += audit.draws;
            let export: Value = serde_json::from_str(&text).unwrap();
            let hidden_in_export = export["dice"].to_string().matches("unseen").count();
            assert!(!audit.is_partial || hidden_in_export == 0, "{text}");
            hidden_count += hidden_in_export;
            files.push(text);
        }
    }
    assert!(
        draws > hidden_count && hidden_count > 0,
        "{draws} dice, {hidden_count} of them unseen"
    );
    assert!(partial_count > 0, "no player was in it to the end");
    for (language, verdicts) in run_other_auditors(&files) {
        for (holds, text) in verdicts.iter().zip(&files) {
            assert!(holds, "{language}: {text}");
        }
    }
}

macro_rules! audited_systems {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            assert_exports_pass_audit(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_audited() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

audited_systems!(cards dr12 factions fates ranks);

/// Plays the fight that is tampered with and returns the exports of the GM and of Ana. It has
/// salts, quiet dice and dice that were rolled again after an undo.
async fn play_fight_to_tamper() -> (Value, Value) {
    let (table, _) = Table::with_sealed_dice(3).await;
    table.set_up_fight().await;
    table.run_command("Ana", "roll salt:\"a blue door\"").await;
    table.run_command("Ben", "roll salt:\"1234\"").await;
    table.run_command("GM", "set key:avoid_rolls value:auto").await;
    table.run_command("GM", "start").await;
    table.skip_to_wolf_turn().await;
    table.run_command("GM", "attack target:Ana as:Wolf quiet:true").await;
    table.run_command("GM", "undo").await;
    table.run_command("GM", "attack target:Ben as:Wolf").await;
    table.run_command("GM", "undo").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    table.run_command("GM", "pass-all").await;
    table.skip_to_wolf_turn().await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    table.run_command("GM", "end outcome:won").await;
    let parse = |text: String| serde_json::from_str(&text).unwrap();
    (parse(table.export_json("GM").await), parse(table.export_json("Ana").await))
}

/// Plays a fight in which cards are drawn and returns its export.
async fn play_card_fight() -> Value {
    let (table, _) = Table::with_sealed_dice(4).await;
    table.start_fight("cards").await;
    table.run_command("GM", "end outcome:truce").await;
    serde_json::from_str(&table.export_json("GM").await).unwrap()
}

/// Returns the rolls of each row that has any.
fn rolls_by_row(export: &mut Value) -> Vec<&mut Vec<Value>> {
    let rows = export["dice"]["rows"].as_array_mut().unwrap().iter_mut();
    let rolls = rows.map(|row| row["fell"].as_array_mut().unwrap());
    rolls.filter(|rolls| !rolls.is_empty()).collect()
}

/// Each of the three auditors detects every kind of tampering.
#[tokio::test]
async fn every_tampering_is_detected() {
    type Tampering = (&'static str, fn(&mut Value));
    let dice_tamperings: &[Tampering] = &[
        ("a face", |it| {
            let die = &mut rolls_by_row(it)[0][0]["die"];
            die["face"] = json!(die["face"].as_u64().unwrap() % die["sides"].as_u64().unwrap() + 1);
        }),
        ("the sides", |it| rolls_by_row(it)[0][0]["die"]["sides"] = json!(7)),
        ("an order", |it| {
            let mut rows = rolls_by_row(it);
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
        ("a dropped die", |it| drop(rolls_by_row(it)[0].remove(0))),
        ("a dropped row", |it| drop(it["dice"]["rows"].as_array_mut().unwrap().remove(0))),
        ("the last die dropped", |it| drop(rolls_by_row(it).last_mut().unwrap().pop())),
        ("the last die dropped and not counted", |it| {
            let last = rolls_by_row(it).last_mut().unwrap().pop().unwrap();
            let drawn = &mut it["dice"]["drawn"][last["stream"].as_str().unwrap()];
            *drawn = json!(last["n"]);
        }),
        ("a die that fell twice", |it| {
            let again = rolls_by_row(it)[0][0].clone();
            rolls_by_row(it)[0].push(again);
        }),
        ("another fight's secret", |it| {
            it["dice"]["seals"][0]["secret"] = json!("ab".repeat(32));
        }),
        ("another seal", |it| it["dice"]["seals"][0]["seal"] = json!("ab".repeat(32))),
        ("another fight's number", |it| it["dice"]["seals"][0]["name"] = json!("2")),
        ("a secret that is kept", |it| {
            it["dice"]["seals"][0].as_object_mut().unwrap().remove("secret");
        }),
        ("another stream", |it| rolls_by_row(it)[0][0]["stream"] = json!("hidden")),
        ("dice of no secret", |it| {
            rolls_by_row(it)[0][0].as_object_mut().unwrap().remove("n");
        }),
        ("an undo that was not", |it| {
            let rows = it["dice"]["rows"].as_array_mut().unwrap();
            rows.retain(|row| row["kind"] != "undone");
        }),
    ];
    let card_tamperings: &[Tampering] = &[
        ("a card", |it| {
            let card = &mut rolls_by_row(it)[0][0];
            card["card"] = card["left"]
                .as_array()
                .unwrap()
                .iter()
                .find(|it| **it != card["card"])
                .unwrap()
                .clone();
        }),
        ("a stacked deck", |it| {
            let card = &mut rolls_by_row(it)[0][0];
            let drawn = card["card"].clone();
            card["left"].as_array_mut().unwrap().retain(|left| *left != drawn);
        }),
    ];
    let (gm_export, player_export) = play_fight_to_tamper().await;
    let card_export = play_card_fight().await;
    let detectable_in_part =
        ["a face", "a salt", "a dropped die", "a dropped row", "another fight's secret"];
    let partial_tamperings: Vec<Tampering> = dice_tamperings
        .iter()
        .copied()
        .filter(|(name, _)| detectable_in_part.contains(name))
        .collect();
    let mut files = vec![gm_export.to_string(), card_export.to_string(), player_export.to_string()];
    let mut names = vec![];
    let cases = [
        (&gm_export, dice_tamperings),
        (&card_export, card_tamperings),
        (&player_export, &partial_tamperings),
    ];
    for (export, tamperings) in cases {
        let audited = audit_export_dice(&export.to_string());
        assert!(audited.is_ok(), "{audited:?}\n{export:#}");
        for (name, tamper) in tamperings {
            let mut changed = export.clone();
            tamper(&mut changed);
            assert_ne!(changed, *export, "{name}");
            names.push(*name);
            files.push(changed.to_string());
        }
    }
    for (name, text) in names.iter().zip(&files[3..]) {
        assert!(audit_export_dice(text).is_err(), "{name} is not found:\n{text}");
    }
    for (language, verdicts) in run_other_auditors(&files) {
        assert_eq!(verdicts[..3], [true, true, true], "{language}");
        for (name, holds) in names.iter().zip(&verdicts[3..]) {
            assert!(!holds, "{language}: {name} is not found");
        }
    }
}

/// The seal is published when the fight is opened, and the secret at the end unless the GM
/// withholds it.
#[tokio::test]
async fn secret_is_published_at_the_end() {
    for is_kept in [false, true] {
        let (table, secret) = Table::with_sealed_dice(5).await;
        table.set_up_fight().await;
        let QueryResult::Status { dice_seal, .. } =
            expect_query_result(table.send_command("Ana", "status").await)
        else {
            panic!()
        };
        let seal = dice_seal.unwrap();
        assert_eq!(DiceSecret::try_from(secret.clone()).unwrap().compute_seal("1"), seal);
        table.run_command("GM", &format!("set key:unseal value:{}", !is_kept)).await;
        table.assert_refused("Ana", "export format:json", "not-over").await;
        table.assert_refused("GM", "export format:json", "not-over").await;
        assert!(!format!("{:?}", table.load_state().await).contains(&secret));
        table.run_command("GM", "start").await;
        table.assert_refused("Ana", "roll salt:late", "salt-too-late").await;
        table.run_command("GM", "end outcome:won").await;
        let (gm, ana) = (table.export_json("GM").await, table.export_json("Ana").await);
        assert!(gm.contains(&secret) && gm.contains(&seal) && ana.contains(&seal));
        assert_eq!(ana.contains(&secret), !is_kept);
        assert_eq!(audit_export_dice(&ana).is_err(), is_kept, "{ana}");
        // Later dice get a new seal.
        let QueryResult::Status { dice_seal: next, .. } =
            expect_query_result(table.send_command("Ana", "status").await)
        else {
            panic!()
        };
        assert_ne!(next.unwrap(), seal);
    }
}

/// A fight without sealed dice says so.
#[tokio::test]
async fn unsealed_fight_is_reported_by_audit() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.assert_refused("Ana", "roll salt:mine", "no-seal").await;
    let QueryResult::Status { dice_seal, .. } =
        expect_query_result(table.send_command("Ana", "status").await)
    else {
        panic!()
    };
    assert_eq!(dice_seal, None);
    table.run_command("GM", "start").await;
    table.run_command("GM", "end outcome:won").await;
    let why = audit_export_dice(&table.export_json("GM").await).unwrap_err();
    assert!(why.starts_with("There is no seal"), "{why}");
}

/// The last salt of each player counts, and undoing the start changes no dice.
#[tokio::test]
async fn last_salts_determine_the_dice() {
    let mut dice = Vec::new();
    for (first, last) in [("a", "b"), ("c", "b"), ("a", "c")] {
        let (table, _) = Table::with_sealed_dice(6).await;
        table.set_up_fight().await;
        table.run_command("Ana", &format!("roll salt:{first}")).await;
        table.run_command("Ana", &format!("roll salt:{last}")).await;
        table.run_command("GM", "start").await;
        let before = table.load_state().await.draw_counts;
        table.run_command("GM", "undo").await;
        table.assert_refused("Ana", "roll salt:again", "salt-too-late").await;
        table.run_command("GM", "start").await;
        assert_eq!(table.load_state().await.draw_counts, before);
        table.run_command("GM", "end outcome:won").await;
        let export: Value = serde_json::from_str(&table.export_json("GM").await).unwrap();
        assert!(audit_export_dice(&export.to_string()).is_ok());
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
async fn no_die_is_rolled_before_start() {
    for system in SYSTEM_KEYS {
        let (table, _) = Table::with_sealed_dice(9).await;
        table.run_command("GM", &format!("new system:{system}")).await;
        table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        let kind = ["raider", "wolf", "thug"];
        let kind = kind.map(|kind| format!("add name:Shade from:{kind} at:Yard hidden:true"));
        for add in kind {
            table.send_command("GM", &add).await;
        }
        assert!(!table.load_state().await.members.is_empty(), "{system}");
        assert!(matches!(table.send_command("GM", "save name:yard").await, InputReply::Library(_)));
        table.run_command("GM", "end").await;
        table.run_command("GM", "load name:yard").await;
        table.run_command("GM", "end").await;
        table.run_command("GM", "again fight:2").await;
        table.run_command("GM", "roll salt:\"a blue door\"").await;
        table.assert_refused("Stranger", "roll salt:mine", "not-joined").await;
        assert_eq!(table.load_state().await.draw_counts, DrawCounts::default(), "{system}");
        table.run_command("GM", "end").await;
        assert_eq!(
            audit_export_dice(&table.export_json("GM").await).unwrap().name,
            "3",
            "{system}"
        );
    }
}

/// The program restarts after every input, also while a prompt is open.
#[tokio::test]
async fn restart_changes_no_dice() {
    let inputs = ["start", "skip", "attack target:Ana as:Wolf", "skip", "undo", "redo", "skip"];
    let mut exports = Vec::new();
    for restarts in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let table = Table::open_at(&path).await;
        let mut table = Table { app: table.app.with_secrets(seeded_secrets(5)), ..table };
        table.set_up_fight().await;
        for input in inputs.into_iter().chain(inputs).chain(inputs) {
            table.send_command("GM", input).await;
            if restarts {
                let restarted = table.restart(&path).await;
                table = Table { app: restarted.app.with_secrets(seeded_secrets(6)), ..restarted };
            }
        }
        table.run_command("GM", "end outcome:won").await;
        let export: Value = serde_json::from_str(&table.export_json("GM").await).unwrap();
        audit_export_dice(&export.to_string()).unwrap();
        exports.push(export["dice"]["rows"].clone());
    }
    assert!(exports[0].as_array().unwrap().len() > 5, "{}", exports[0]);
    assert_eq!(exports[0], exports[1]);
}

/// Hidden rolls change neither the visible dice nor anything that players are told.
#[tokio::test]
async fn hidden_rolls_change_nothing_visible() {
    let mut readings = Vec::new();
    for hidden in 0..3 {
        let (table, _) = Table::with_sealed_dice(8).await;
        table.set_up_fight().await;
        table.run_command("GM", "set key:avoid_rolls value:auto").await;
        table.run_command("GM", "add name:Shade from:raider at:Yard hidden:true").await;
        table.run_command("GM", "start").await;
        table.skip_to_wolf_turn().await;
        for _ in 0..hidden {
            table.run_command("GM", "reaction npcs:Shade").await;
        }
        assert_eq!(table.load_state().await.draw_counts.hidden > 0, hidden > 0);
        let mut read_by_ana = Vec::new();
        for (who, text) in [("GM", "attack target:Ana as:Wolf"), ("GM", "skip"), ("GM", "pass-all")]
        {
            table.send_command(who, text).await;
            read_by_ana.push(visible_reply_text(&table.send_command("Ana", "status").await));
        }
        table.run_command("GM", "end outcome:truce").await;
        let export: Value = serde_json::from_str(&table.export_json("Ana").await).unwrap();
        assert!(!export["dice"].to_string().contains("hidden"), "{}", export["dice"]);
        readings.push((read_by_ana, export["dice"]["drawn"].clone()));
    }
    assert_eq!(readings[0], readings[1]);
    assert_eq!(readings[0], readings[2]);
}

/// A hidden NPC adds neither a die nor a row to what a player gets, also where it rolls in an input
/// that everybody sees.
#[tokio::test]
async fn hidden_npcs_add_nothing_to_a_players_ledger() {
    for system in SYSTEM_KEYS {
        let mut ledgers = Vec::new();
        for has_hidden_npc in [false, true] {
            let (table, _) = Table::with_sealed_dice(5).await;
            table.prepare_fight(system).await;
            let mut npcs = "Wolf";
            if has_hidden_npc {
                let wolf = archetypes(system).2;
                let shade = format!("add name:Shade from:{wolf} at:Yard hidden:true");
                table.run_command("GM", &shade).await;
                npcs = "Wolf, Shade";
            }
            table.run_command("GM", "start").await;
            // Of these each system takes some.
            for order in [format!("morale npcs:\"{npcs}\""), format!("reaction npcs:\"{npcs}\"")] {
                table.send_command("GM", &order).await;
            }
            if has_hidden_npc {
                let harmed = table.send_command("GM", "harm who:Shade amount:1d2").await;
                if !matches!(harmed, InputReply::Refused(_)) {
                    table.run_command("GM", "undo").await;
                }
            }
            table.run_command("GM", "end outcome:truce").await;
            let export: Value = serde_json::from_str(&table.export_json("Ana").await).unwrap();
            // In some systems nothing is rolled at the start.
            let rows = export["dice"]["rows"].as_array().cloned().unwrap_or_default();
            let rolls_of = |row: &Value| row["fell"].as_array().unwrap().len();
            let rows: Vec<_> = rows.iter().map(|row| (row["row"].clone(), rolls_of(row))).collect();
            ledgers.push((export["dice"]["drawn"].clone(), rows));
        }
        assert_eq!(ledgers[0], ledgers[1], "{system}");
    }
}

/// `/roll` is sealed by server, reader and day; the secret is published the day after.
#[tokio::test]
async fn day_secret_is_published_the_next_day() {
    let (table, _) = Table::with_sealed_dice(7).await;
    let rolled = async |text: &str| {
        let QueryResult::FreeRoll { roll, .. } =
            expect_query_result(table.send_command("Ana", text).await)
        else {
            panic!()
        };
        roll.unwrap()
    };
    let days = async |who: &str, day: &str| {
        let days = table.send_command(who, &format!("roll date:{day}")).await;
        let QueryResult::DiceDays(days) = expect_query_result(days) else { panic!() };
        days
    };
    let day = table.clock.now().strftime("%Y-%m-%d").to_string();
    let sealed = days("Ana", &day).await;
    assert!(sealed.iter().all(|day| day.secret.is_none()));
    let first = rolled("roll dice:3d6").await.day_draws.unwrap();
    let own = rolled("roll dice:d20 sight:secret").await;
    let second = rolled("roll dice:d20").await;
    let (own_draws, draws) = (own.day_draws.clone().unwrap(), second.day_draws.clone().unwrap());
    assert_eq!((first.first, first.last, draws.first, draws.last), (0, 2, 3, 3));
    assert_eq!((own_draws.first, own_draws.last), (0, 0), "numbered apart");
    assert_eq!(
        [&first.seal, &draws.seal, &own_draws.seal],
        [&sealed[0].seal, &sealed[0].seal, &sealed[1].seal]
    );
    table.assert_refused("Ana", "roll date:2026-01-01", "no-such-day").await;
    table.assert_refused("Ana", "roll date:9999-01-01", "no-such-day").await;
    table.advance_hours(24).await;
    let opened = days("Ana", &day).await;
    for (day, roll) in opened.iter().zip([&second, &own]) {
        let secret = DiceSecret::try_from(day.secret.clone().unwrap()).unwrap();
        let draws = roll.day_draws.as_ref().unwrap();
        assert_eq!((secret.compute_seal(&day.name), &day.seal), (draws.seal.clone(), &draws.seal));
        let at = DrawPosition { lane: DiceLane::Open, index: draws.first.unsigned_abs() };
        assert_eq!(i32::from(secret.derive_stream(&[]).face_at(at, 20)), roll.total);
    }
    assert_eq!(days("Ben", &day).await, opened[..1], "what Ana alone has read is hers");
    assert_ne!(rolled("roll dice:d20").await.day_draws.unwrap().seal, draws.seal);
}

/// Rolls for the GM follow from a secret of the GM, and only the GM learns their numbers. So a
/// player who rolls blind can never compute the result.
#[tokio::test]
async fn blind_roll_is_sealed_for_the_gm() {
    let (table, _) = Table::with_sealed_dice(7).await;
    table.set_up_fight().await;
    let QueryResult::FreeRoll { roll, .. } =
        expect_query_result(table.send_command("Ana", "roll dice:d20 sight:gm").await)
    else {
        panic!()
    };
    assert_eq!(roll.unwrap().day_draws, None);
    expect_query_result(table.send_command("Ana", "roll dice:d20 sight:blind").await);
    table.advance_hours(24).await;
    let day = "roll date:".to_string() + &day_before(&table);
    table.assert_refused("Ana", &day, "no-such-day").await;
    let QueryResult::DiceDays(days) = expect_query_result(table.send_command("GM", &day).await)
    else {
        panic!()
    };
    assert!(days[0].name.ends_with("/1"), "{}", days[0].name);
}

fn day_before(table: &Table) -> String {
    let day = table.clock.now() - jiff::SignedDuration::from_hours(24);
    day.strftime("%Y-%m-%d").to_string()
}
