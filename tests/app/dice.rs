//! Dice that anybody can check (docs/DICE.md): every export of a sealed fight holds, what is
//! changed
//! in it is found, and before the end nothing is known of what is to come.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test app dice` plays that many of each system.

use std::path::Path;
use std::process::Command;

use riposte::app::audit::audit;
use riposte::app::export::Export;
use riposte::app::input::Shown;
use riposte::app::roles::Role;
use riposte::engine::fight::Phase;
use riposte::engine::game::SYSTEMS;
use serde_json::{Value, json};

use crate::exporting::Shady;
use crate::random::seeds;
use crate::table::*;

impl Table {
    /// The fight as it is exported for somebody.
    async fn exported(&self, who: &str) -> String {
        match shown(self.say(who, "export format:json").await) {
            Shown::Export(Export::File(_, text)) => text,
            other => panic!("not exported: {other:?}"),
        }
    }

    async fn is_over(&self) -> bool {
        matches!(self.now().await.game.phase(), Phase::Over(_))
    }
}

/// What the other checks say of each file: that of the docs in Python, that of the page in
/// JavaScript. None where that language is not here.
fn others(files: &[String]) -> Vec<(&'static str, Vec<bool>)> {
    let folder = tempfile::tempdir().unwrap();
    let names = (0..files.len()).map(|at| folder.path().join(format!("{at}.json")));
    let names: Vec<_> = names.collect();
    for (name, text) in names.iter().zip(files) {
        std::fs::write(name, text).unwrap();
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = here.join("src/standin/page/audit.js");
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

/// Fights in which much goes on unseen, with undo and redo, an end that is taken back, and another.
#[tokio::test]
async fn every_export_holds() {
    let mut files = Vec::new();
    let (mut unseen, mut partial) = (0, 0);
    for system in SYSTEMS {
        for seed in seeds(1) {
            let (table, secret) = Table::sealed(seed).await;
            let mut shady = Shady::at(table, system, seed).await;
            for _ in 0..30 {
                if shady.table.is_over().await {
                    break;
                }
                shady.goes_on().await;
                match shady.chance.below(6) {
                    0 => drop(shady.table.say("GM", "undo steps:2").await),
                    1 => drop(shady.table.say("GM", "redo").await),
                    _ => {}
                }
                let told = shady.table.posts().await.join("\n");
                assert!(shady.table.is_over().await || !told.contains(&secret), "{told}");
            }
            shady.table.say("GM", "end outcome:truce").await;
            let once = shady.table.exported("GM").await;
            shady.table.does("GM", "undo").await;
            for _ in 0..3 {
                shady.goes_on().await;
            }
            shady.table.say("GM", "end outcome:truce").await;
            let mut texts = vec![once, shady.table.exported("GM").await];
            // A player who is in it to the end has a part of the dice.
            let now = shady.table.now().await;
            let still = ["Ana", "Ben"].into_iter().find(|it| now.role(user(it)) == Role::Player);
            if let Some(player) = still {
                texts.push(shady.table.exported(player).await);
                partial += 1;
            }
            for text in texts {
                let held = audit(&text).map_err(|why| format!("{system}, seed {seed}: {why}"));
                let held = held.unwrap_or_else(|why| panic!("{why}\n{text}"));
                assert!(held.is_partial || held.draws > 0, "{system}, seed {seed}: no dice");
                unseen += text.matches("\"unseen\": true").count();
                assert!(!held.is_partial || !text.contains("\"unseen\""), "{text}");
                files.push(text);
            }
        }
    }
    assert!(unseen > 0, "nothing fell unseen");
    assert!(partial > 0, "no player was in it to the end");
    for (language, said) in others(&files) {
        for (holds, text) in said.iter().zip(&files) {
            assert!(holds, "{language}: {text}");
        }
    }
}

/// The one fight that is tampered with: with salts, quiet dice, and some that fell again.
async fn played() -> Value {
    let (table, _) = Table::sealed(3).await;
    table.sets_up().await;
    table.does("Ana", "roll salt:\"a blue door\"").await;
    table.does("Ben", "roll salt:\"1234\"").await;
    table.does("GM", "start").await;
    for _ in 0..6 {
        let now = table.now().await;
        match now.prompts.first() {
            Some(_) => drop(table.say("GM", "skip").await),
            None if now.turn.as_ref().is_some_and(|turn| turn.waited.is_skipped) => {
                let whose = crate::random::whose_turn(&now);
                drop(table.say(&whose, "attack target:Wolf").await);
                drop(table.say("GM", "skip").await);
            }
            None => {
                let quiet = table.say("GM", "attack target:Ana as:Wolf quiet:true").await;
                drop(quiet);
            }
        }
    }
    table.does("GM", "undo steps:2").await;
    table.say("GM", "skip").await;
    table.say("GM", "attack target:Ana as:Wolf").await;
    table.say("GM", "skip").await;
    table.does("GM", "end outcome:won").await;
    serde_json::from_str(&table.exported("GM").await).unwrap()
}

/// A fight in which cards were drawn.
async fn dealt() -> Value {
    let (table, _) = Table::sealed(4).await;
    table.plays("cards").await;
    table.does("GM", "end outcome:truce").await;
    serde_json::from_str(&table.exported("GM").await).unwrap()
}

/// The rows in which something fell.
fn fell(export: &mut Value) -> Vec<&mut Vec<Value>> {
    let rows = export["dice"]["rows"].as_array_mut().unwrap().iter_mut();
    let fell = rows.map(|row| row["fell"].as_array_mut().unwrap());
    fell.filter(|fell| !fell.is_empty()).collect()
}

/// Whatever is changed is found, by each of the three checks.
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
    let (fought, dealt) = (played().await, dealt().await);
    let mut files = vec![fought.to_string(), dealt.to_string()];
    let mut names = vec![];
    for (whole, tampered) in [(&fought, of_dice), (&dealt, of_cards)] {
        assert!(audit(&whole.to_string()).is_ok(), "{:?}\n{whole:#}", audit(&whole.to_string()));
        for (name, tamper) in tampered {
            let mut changed = whole.clone();
            tamper(&mut changed);
            assert_ne!(changed, *whole, "{name}");
            names.push(*name);
            files.push(changed.to_string());
        }
    }
    for (name, text) in names.iter().zip(&files[2..]) {
        assert!(audit(text).is_err(), "{name} is not found");
    }
    for (language, said) in others(&files) {
        assert_eq!(said[..2], [true, true], "{language}");
        for (name, holds) in names.iter().zip(&said[2..]) {
            assert!(!holds, "{language}: {name} is not found");
        }
    }
}

/// The seal is told when the fight is opened, the secret when it is over, unless the GM keeps it.
#[tokio::test]
async fn a_secret_is_out_at_the_end() {
    for is_kept in [false, true] {
        let (table, secret) = Table::sealed(5).await;
        table.sets_up().await;
        let Shown::Status { seal, .. } = shown(table.say("Ana", "status").await) else { panic!() };
        let seal = seal.unwrap();
        assert_eq!(riposte::app::seals::Secret::try_from(secret.clone()).unwrap().seal("1"), seal);
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
        assert_eq!(audit(&ana).is_err(), is_kept, "{ana}");
        // What may still fall is sealed anew.
        let Shown::Status { seal: next, .. } = shown(table.say("Ana", "status").await) else {
            panic!()
        };
        assert_ne!(next.unwrap(), seal);
    }
}

/// A fight that follows from no secret says so.
#[tokio::test]
async fn fights_of_before_have_no_seal() {
    let table = Table::new().await;
    table.sets_up().await;
    table.may_not("Ana", "roll salt:mine", "no-seal").await;
    let Shown::Status { seal, .. } = shown(table.say("Ana", "status").await) else { panic!() };
    assert_eq!(seal, None);
    table.does("GM", "start").await;
    table.does("GM", "end outcome:won").await;
    let why = audit(&table.exported("GM").await).unwrap_err();
    assert!(why.starts_with("There is no seal"), "{why}");
}

/// A line of each player counts, the last that they gave, and whatever the GM does changes no dice.
#[tokio::test]
async fn salts_are_mixed_in_and_undo_changes_no_dice() {
    let mut dice = Vec::new();
    for (first, last) in [("a", "b"), ("c", "b"), ("a", "c")] {
        let (table, _) = Table::sealed(6).await;
        table.sets_up().await;
        table.does("Ana", &format!("roll salt:{first}")).await;
        table.does("Ana", &format!("roll salt:{last}")).await;
        table.does("GM", "start").await;
        let before = table.now().await.drawn;
        table.does("GM", "undo").await;
        table.may_not("Ana", "roll salt:again", "salt-too-late").await;
        table.does("GM", "start").await;
        assert_eq!(table.now().await.drawn, before);
        table.does("GM", "end outcome:won").await;
        let export: Value = serde_json::from_str(&table.exported("GM").await).unwrap();
        assert!(audit(&export.to_string()).is_ok());
        let faces = export["dice"]["rows"].as_array().unwrap().iter();
        let faces = faces.flat_map(|row| row["fell"].as_array().unwrap());
        dice.push(faces.map(|fell| fell["die"].clone()).collect::<Vec<_>>());
    }
    assert!(!dice[0].is_empty());
    assert_eq!(dice[0], dice[1]);
    assert_ne!(dice[0], dice[2]);
}

/// `/roll` is sealed by server and day; the secret is out the day after.
#[tokio::test]
async fn a_day_of_dice_is_open_the_day_after() {
    let (table, _) = Table::sealed(7).await;
    let rolled = async |text: &str| {
        let Shown::Rolled { roll, .. } = shown(table.say("Ana", text).await) else { panic!() };
        roll.unwrap()
    };
    let first = rolled("roll dice:3d6").await.of_day.unwrap();
    assert_eq!(rolled("roll dice:3d6 sight:secret").await.of_day, None);
    let second = rolled("roll dice:d20").await;
    let of_day = second.of_day.unwrap();
    assert_eq!((first.first, first.last, of_day.first, of_day.last), (0, 2, 3, 3));
    assert_eq!(first.seal, of_day.seal);
    table.may_not("Ana", &format!("roll day:{}", of_day.day), "no-such-day").await;
    table.wait(24).await;
    let opened = table.say("Ana", &format!("roll day:{}", of_day.day)).await;
    let Shown::DayOfDice(opened) = shown(opened) else { panic!() };
    assert_eq!(opened.seal, of_day.seal);
    let secret = riposte::app::seals::Secret::try_from(opened.secret).unwrap();
    assert_eq!(secret.seal(&opened.name), opened.seal);
    let at = riposte::app::seals::At { lane: riposte::app::seals::Lane::Open, n: of_day.first };
    assert_eq!(i32::from(secret.stream(&[]).die(at, 20)), second.total);
    assert_ne!(rolled("roll dice:d20").await.of_day.unwrap().seal, of_day.seal);
}
