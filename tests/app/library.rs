//! The library: what is stored outside of fights, namely sheets, kits and templates.

use riposte::app::input::{InputReply, UserInput};
use riposte::app::library::{LibraryReply, LibraryUpdate, SheetCard, SheetCardField};
use riposte::engine::agents::evaluator::RiskAttitude;
use riposte::engine::core::command::Command;

use crate::app_table::*;

const PORTRAIT: &str = "https://example.org/npc.png";

impl Table {
    /// Runs a command about the library and returns its reply.
    async fn run_library_command(&self, who: &str, text: &str) -> LibraryReply {
        expect_library_reply(self.send_command(who, text).await, text)
    }

    async fn load_sheet(&self, who: &str, name: &str) -> SheetCard {
        match self.run_library_command(who, &format!("sheet-show name:{name}")).await {
            LibraryReply::Sheet { card, update: LibraryUpdate::Shown } => card,
            other => panic!("{other:?}"),
        }
    }

    async fn import_sheet(&self, who: &str, text: &str) -> InputReply {
        let command = Command::new("sheet-import").with("text", text);
        self.send_input(&self.request_context(who), UserInput::from_command(command)).await
    }

    async fn upload_kit(&self, who: &str, system: &str, text: &str) -> InputReply {
        let command = Command::new("kit").with("system", system).with("text", text);
        self.send_input(&self.request_context(who), UserInput::from_command(command)).await
    }
}

#[track_caller]
fn expect_library_reply(reply: InputReply, what: &str) -> LibraryReply {
    match reply {
        InputReply::Library(library) => *library,
        other => panic!("{what}: {other:?}"),
    }
}

#[track_caller]
fn refusal_text(reply: InputReply) -> String {
    match reply {
        InputReply::Refused(refusal) => format!("{} {:?}", refusal.key, refusal.details),
        other => panic!("not refused: {other:?}"),
    }
}

fn sheet_field<'a>(card: &'a SheetCard, key: &str) -> &'a SheetCardField {
    let fields = card.pages.iter().flat_map(|page| &page.fields);
    fields.into_iter().find(|field| field.key == key).unwrap()
}

#[tokio::test]
async fn sheet_is_created_edited_copied_and_deleted() {
    let table = Table::new().await;
    table.assert_refused("Ana", "sheet-new from:warrior name:Ana", "which-system").await;
    table.run_library_command("Ana", "sheet-new from:warrior name:Ana system:dr12 hp:3").await;
    table.run_library_command("Ana", "sheet-new from:hunter name:Bea system:factions").await;
    table
        .assert_refused("Ana", "sheet-new from:rogue name:ANA system:dr12", "sheet-name-taken")
        .await;
    for name in ["Аna", "Ana.", "the Ana"] {
        for text in [
            format!("sheet-new from:rogue name:\"{name}\" system:dr12"),
            format!("sheet-copy name:Bea to:\"{name}\""),
            format!("sheet-edit name:Bea to:\"{name}\""),
        ] {
            table.assert_refused("Ana", &text, "sheet-name-taken").await;
        }
    }
    table.assert_refused("Ana", "sheet-new from:knight name:Cat system:dr12", "bad-file").await;
    table
        .assert_refused("Ana", "sheet-new from:rogue name:Cat system:dr12 hp:200", "bad-setup")
        .await;
    table
        .assert_refused("Ana", "sheet-new from:rogue name:Cat system:chess", "no-such-system")
        .await;
    let ana = table.load_sheet("Ana", "ana").await;
    assert_eq!((ana.name.as_str(), &sheet_field(&ana, "hp").value), ("Ana", &3.into()));
    assert_eq!(sheet_field(&ana, "hands").form_text, "longsword, small shield");

    let edit = "sheet-edit name:Ana to:Annie hp:5 portrait:https://example.org/a.png";
    let LibraryReply::Sheet { card, update } = table.run_library_command("Ana", edit).await else {
        panic!()
    };
    assert_eq!((card.name.as_str(), update), ("Annie", LibraryUpdate::Changed));
    assert_eq!(card.portrait.as_deref(), Some("https://example.org/a.png"));
    assert_eq!((card.id, card.revision), (ana.id, ana.revision + 1));
    // A change based on an outdated view is refused.
    let stale = format!("sheet-edit id:{} revision:{} field.hp:1", ana.id, ana.revision);
    table.assert_refused("Ana", &stale, "sheet-changed").await;
    table.assert_refused("Ana", "sheet-edit name:Annie hpp:5", "bad-file").await;
    for portrait in [
        "http://example.org/a",
        "https://a b.org/",
        "javascript:alert(1)",
        "https://x",
        "https://.",
        "https://example.org:abc/a.png",
        "https://me@example.org/a.png",
        "https://ana_b.example.org/a.png",
        "https://example.org/[a].png",
    ] {
        let edit = format!("sheet-edit name:Annie portrait:\"{portrait}\"");
        table.assert_refused("Ana", &edit, "bad-portrait").await;
    }

    table.run_library_command("Ana", "sheet-copy name:Annie to:Twin").await;
    let LibraryReply::Sheet { card, update } =
        table.run_library_command("Ana", "sheet-delete name:Twin").await
    else {
        panic!()
    };
    assert_eq!(update, LibraryUpdate::ConfirmDelete);
    let confirmed_delete = format!("sheet-delete id:{} revision:{}", card.id, card.revision);
    table.assert_refused("Ben", &confirmed_delete, "no-sheet").await;
    table.run_library_command("Ana", &confirmed_delete).await;
    table.assert_refused("Ana", "sheet-show name:Twin", "no-sheet").await;
    let LibraryReply::Sheets(lines) = table.run_library_command("Ana", "sheet-list").await else {
        panic!()
    };
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["Annie", "Bea"]);
    // Users learn nothing about the sheets of others.
    assert_eq!(
        table.run_library_command("Ben", "sheet-list").await,
        LibraryReply::Sheets(Vec::new())
    );
    table.assert_refused("Ben", &format!("sheet-show id:{}", ana.id), "no-sheet").await;
}

#[tokio::test]
async fn misleading_sheet_names_are_refused() {
    let table = Table::new().await;
    let long = "x".repeat(33);
    for name in ["A\u{202e}na", "A\u{200b}na", "A\u{7}na"] {
        let new = format!("sheet-new from:rogue name:\"{name}\" system:dr12");
        table.assert_refused("Ana", &new, "bad-name").await;
    }
    let new = format!("sheet-new from:rogue name:{long} system:dr12");
    table.assert_refused("Ana", &new, "bad-setup").await;
    table
        .run_library_command("Ana", "sheet-new from:rogue name:\"  Ana   the\tGreat \" system:dr12")
        .await;
    assert_eq!(table.load_sheet("Ana", "\"Ana the Great\"").await.name, "Ana the Great");
}

#[tokio::test]
async fn sheet_is_exported_and_imported() {
    let table = Table::new().await;
    for (system, from) in [("dr12", "adept"), ("factions", "reaver")] {
        let new = format!("sheet-new from:{from} name:Ana system:{system}");
        table.run_library_command("Ana", &new).await;
        for format in ["toml", "json"] {
            let export = format!("sheet-export name:Ana format:{format}");
            let LibraryReply::SheetFile { name, text } =
                table.run_library_command("Ana", &export).await
            else {
                panic!()
            };
            assert_eq!(name, format!("Ana.{format}"));
            expect_library_reply(table.import_sheet("Ben", &text).await, "import");
            let (own, imported) =
                (table.load_sheet("Ana", "Ana").await, table.load_sheet("Ben", "Ana").await);
            assert_eq!(own.pages, imported.pages);
            let id = imported.id;
            table.run_library_command("Ben", &format!("sheet-delete id:{id} revision:1")).await;
        }
        let id = table.load_sheet("Ana", "Ana").await.id;
        table.run_library_command("Ana", &format!("sheet-delete id:{id} revision:1")).await;
    }
    let refused = refusal_text(
        table.import_sheet("Ana", "system = \"dr12\"\nname = \"A\"\n[sheet]\nhpp = 1").await,
    );
    assert!(refused.starts_with("bad-file") && refused.contains("\"4\""), "{refused}");
    assert!(refused.contains("hp_max"), "{refused}");
    let refused =
        refusal_text(table.import_sheet("Ana", "system = \"chess\"\nname = \"A\"\n[sheet]").await);
    assert!(refused.starts_with("no-such-system"), "{refused}");
    let refused = refusal_text(table.import_sheet("Ana", &"#".repeat(70_000)).await);
    assert!(refused.starts_with("file-too-long"), "{refused}");
    let refused = refusal_text(table.import_sheet("Ana", "{\"sheet\": [[[[").await);
    assert!(refused.starts_with("bad-file"), "{refused}");
}

/// Sets up Ana's sheet in a `dr12` fight against a Wolf, at Ana's turn.
async fn set_up_sheet_in_fight() -> Table {
    let table = Table::new().await;
    table
        .run_library_command("Ana", "sheet-new from:adept name:Ana system:dr12 hp_max:20 hp:20")
        .await;
    table.run_command("GM", "new system:dr12 zones:\"Gate - Yard\"").await;
    table.run_command("Ana", "join sheet:Ana at:Yard").await;
    table.run_command("GM", ADD_WOLF).await;
    table.run_command("GM", "start").await;
    table
}

#[tokio::test]
async fn end_writes_lasting_changes_to_the_sheet() {
    let table = set_up_sheet_in_fight().await;
    let before = table.load_sheet("Ana", "Ana").await;
    assert!(before.fight.is_some());
    table.assert_refused("Ana", "sheet-edit name:Ana hp:1", "sheet-in-fight").await;
    table.run_command("GM", "adjust who:Ana field:hp value:7").await;
    table.run_command("GM", "ail who:Ana ailment:stuck").await;
    assert_eq!(
        sheet_field(&table.load_sheet("Ana", "Ana").await, "hp").value,
        20,
        "not before the end"
    );

    table.run_command("GM", "end outcome:truce").await;
    let after = table.load_sheet("Ana", "Ana").await;
    assert_eq!((sheet_field(&after, "hp").value.clone(), after.fight), (7.into(), None));

    // Undoing the end restores the sheet, and a second end writes it again.
    table.run_command("GM", "undo").await;
    assert_eq!(table.load_sheet("Ana", "Ana").await, before);
    table.run_command("GM", "adjust who:Ana field:hp value:2").await;
    table.run_command("GM", "end outcome:truce").await;
    let again = table.load_sheet("Ana", "Ana").await;
    assert_eq!((sheet_field(&again, "hp").value.clone(), again.fight), (2.into(), None));

    // A sheet that was edited since the end is not restored.
    table.run_library_command("Ana", "sheet-edit name:Ana hp:9").await;
    table.run_command("GM", "undo").await;
    let edited = table.load_sheet("Ana", "Ana").await;
    assert_eq!((sheet_field(&edited, "hp").value.clone(), edited.fight), (9.into(), None));
    table.run_command("GM", "end outcome:truce").await;
    assert_eq!(sheet_field(&table.load_sheet("Ana", "Ana").await, "hp").value, 9);
}

/// Undo restores the sheet that the end has overwritten, also where the same undo takes back the
/// joining.
#[tokio::test]
async fn undo_restores_sheet_with_its_joining() {
    let table = set_up_sheet_in_fight().await;
    let in_fight = table.load_sheet("Ana", "Ana").await;
    table.run_command("GM", "adjust who:Ana field:hp value:7").await;
    table.run_command("GM", "end outcome:truce").await;
    // The five steps are the end, the order, the start, the Wolf and the joining.
    table.run_command("GM", "undo steps:5").await;
    assert_eq!(table.load_sheet("Ana", "Ana").await, SheetCard { fight: None, ..in_fight.clone() });

    // Redo writes the sheet again.
    table.run_command("GM", "redo").await;
    let again = table.load_sheet("Ana", "Ana").await;
    assert_eq!((sheet_field(&again, "hp").value.clone(), again.fight), (7.into(), None));
    table.run_command("GM", "undo").await;
    assert_eq!(table.load_sheet("Ana", "Ana").await, in_fight);
}

/// A fight that the sheet joined in between, by an undone step, must not overwrite what a second
/// end of the first fight has written.
#[tokio::test]
async fn redone_joining_does_not_overwrite_sheet() {
    let first = set_up_sheet_in_fight().await;
    first.run_command("GM", "adjust who:Ana field:hp value:7").await;
    first.run_command("GM", "end outcome:truce").await;

    let second = first.with_next_channel();
    second.run_command("Ben", "new system:dr12").await;
    second.run_command("Ana", "join sheet:Ana").await;
    second.run_command("Ben", "undo").await;

    first.run_command("GM", "undo").await;
    first.run_command("GM", "adjust who:Ana field:hp value:2").await;
    first.run_command("GM", "end outcome:truce").await;
    second.run_command("Ben", "redo").await;
    assert_eq!(second.combatant_field("Ana", "hp").await, 7);
    assert_eq!(
        second.load_sheet("Ana", "Ana").await.fight,
        None,
        "it plays with a copy of its own"
    );
    second.run_command("Ben", "end outcome:truce").await;
    assert_eq!(sheet_field(&first.load_sheet("Ana", "Ana").await, "hp").value, 2);
}

#[tokio::test]
async fn sheet_joins_one_fight_at_a_time() {
    let table = set_up_sheet_in_fight().await;
    table.assert_refused("Ana", "join sheet:Ana name:Twin", "sheet-in-fight").await;
    table.run_library_command("Ana", "sheet-copy name:Ana to:Twin").await;
    table.run_command("Ana", "join sheet:Twin").await;
    // Undoing the joining releases the sheet unchanged.
    table.run_command("GM", "undo").await;
    assert_eq!(table.load_sheet("Ana", "Twin").await.fight, None);
    table.run_command("GM", "redo").await;
    assert!(table.load_sheet("Ana", "Twin").await.fight.is_some());
    table.run_command("GM", "remove who:Twin").await;
    assert_eq!(table.load_sheet("Ana", "Twin").await.fight, None);
    // The fight goes on without a sheet that is deleted.
    let ana = table.load_sheet("Ana", "Ana").await;
    table
        .run_library_command(
            "Ana",
            &format!("sheet-delete id:{} revision:{}", ana.id, ana.revision),
        )
        .await;
    table.run_command("GM", "end outcome:truce").await;
    table.assert_refused("Ana", "sheet-show name:Ana", "no-sheet").await;
}

#[tokio::test]
async fn sheet_joins_only_fights_of_its_system() {
    let table = Table::new().await;
    table.run_command("GM", "new system:factions").await;
    // The system of the fight in this channel is the default.
    table.run_library_command("Ana", "sheet-new from:hunter name:Hunter").await;
    table.run_library_command("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    table.assert_refused("Ana", "join sheet:Ana", "other-system").await;
    table.assert_refused("Ben", "join sheet:Hunter", "no-sheet").await;
    let LibraryReply::ChooseCharacter { sheets, archetypes } =
        table.run_library_command("Ana", "join").await
    else {
        panic!()
    };
    assert_eq!((sheets.as_slice(), &*archetypes[0].name), (&["Hunter".to_string()][..], "hunter"));
    // What each has tells them apart.
    assert!(!archetypes[0].gear.is_empty(), "{archetypes:?}");
    table.run_command("Ana", "join sheet:hunter name:Orla side:Heroes health:3").await;
    assert_eq!(table.combatant_field("Orla", "faction").await, "Heroes");
    assert_eq!(table.combatant_field("Orla", "health").await, 3);
}

#[tokio::test]
async fn sheet_keeps_damage_to_gear() {
    let table = Table::new().await;
    table.run_library_command("Ana", "sheet-new from:reaver name:Ana system:factions").await;
    table.run_command("GM", "new system:factions zones:Yard").await;
    table.run_command("Ana", "join sheet:Ana").await;
    table.run_command("GM", "add from:wolf").await;
    table.run_command("GM", "start").await;
    table.run_command("GM", "adjust who:Ana field:\"gear.great weapon.state\" value:damaged").await;
    table.run_command("GM", "flag who:Ana flag:steady").await;
    table.run_command("GM", "flag who:Ana flag:unseen").await;
    table.run_command("GM", "end outcome:truce").await;
    let ana = table.load_sheet("Ana", "Ana").await;
    let gear = &sheet_field(&ana, "gear").value;
    assert_eq!((&gear[0]["state"], &gear[0]["id"]), (&"damaged".into(), &0.into()));
    assert_eq!(sheet_field(&ana, "steady").value, true);
    // The sheet can join the next fight in this state.
    table.run_command("GM", "new system:factions").await;
    table.run_command("Ana", "join sheet:Ana").await;
    assert_eq!(table.combatant_field("Ana", "unseen").await, false);
    assert_eq!(table.combatant_field("Ana", "gear").await[0]["state"], "damaged");
}

const KIT: &str = r#"
[items.Halberd]
hands = 2
weapon = { kind = "melee", damage = "d10" }

[archetypes.knight]
str = 2
hp = 12
hands = ["halberd"]

[creatures.ghoul]
level = 2
attacks = [{ name = "claws", weapon = { kind = "melee", damage = "d6" } }]
"#;

#[tokio::test]
async fn kit_belongs_to_one_server() {
    let table = Table::new().await;
    table.assert_refused("Ana", "kit system:dr12 remove:true", "not-admin").await;
    assert!(refusal_text(table.upload_kit("Ana", "dr12", KIT).await).starts_with("not-admin"));
    let kit = expect_library_reply(table.upload_kit("Admin", "dr12", KIT).await, "kit");
    let LibraryReply::Kit { card, .. } = kit else { panic!() };
    assert!(card.is_customized && card.archetypes.contains(&"knight".into()));
    table.run_command("GM", "new system:dr12").await;
    table.run_command("Ana", "join from:Knight name:Ana").await;
    assert_eq!(table.combatant_field("Ana", "hands").await[0]["name"], "halberd");
    table.run_command("GM", "add from:ghoul count:2").await;
    table.run_library_command("Ben", "sheet-new from:warrior name:Ben hands:halberd").await;
    // The kit of one server does not exist on another.
    let elsewhere =
        riposte::app::input::RequestPlace::Channel { guild: 401, channel: table.channel };
    let context =
        riposte::app::input::RequestContext { place: elsewhere, ..table.request_context("Ana") };
    let new =
        table.send_input(&context, parse_input("sheet-new from:knight name:Ana system:dr12")).await;
    assert!(refusal_text(new).starts_with("bad-file"));
    table.run_library_command("Admin", "kit system:dr12 remove:true").await;
    table.assert_refused("GM", "add from:ghoul", "bad-setup").await;

    for (text, expected) in [
        ("[items.axe]\nhand = 1", "\"2\""),
        ("[archetypes.a]\nhands = [\"lance\"]", "lance"),
        ("[creatures.a]\nlevel = 1\nhp = 200\nattacks = []", "out-of-bounds"),
        ("[things.a]", "things"),
        ("[items.\"a,b\"]", "a,b"),
    ] {
        let refused = refusal_text(table.upload_kit("Admin", "dr12", text).await);
        assert!(refused.contains(expected), "{refused}");
    }
    let LibraryReply::Kit { card, .. } = table.run_library_command("Ana", "kit system:dr12").await
    else {
        panic!()
    };
    assert!(!card.is_customized);
}

#[tokio::test]
async fn template_restores_the_set_up() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "set key:shield_sacrifice value:false").await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "set key:nudges value:false").await;
    table.run_command("GM", &format!("portrait who:Lurker portrait:{PORTRAIT}")).await;
    table.run_command("GM", "absence policy:auto who:Wolf temper:reckless").await;
    table.assert_refused("Ana", "save name:Yard", "not-gm").await;
    assert!(matches!(
        table.run_library_command("GM", "save name:Yard").await,
        LibraryReply::Template { .. }
    ));
    table.assert_refused("GM", "load name:Yard", "fight-here").await;
    table.run_command("GM", "start").await;
    table.assert_refused("GM", "save name:Late", "bad-setup").await;
    table.run_command("GM", "end outcome:truce").await;

    table.assert_refused("Ana", "load name:Yard", "no-template").await;
    table.run_command("GM", "load name:yard").await;
    let state = table.load_state().await;
    let names: Vec<&str> = state.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["Wolf", "Lurker"]);
    assert!(state.members[1].is_hidden);
    // A template includes portraits, temperaments and the reminder setting.
    let [wolf, lurker] = [0, 1].map(|at: usize| state.members[at].id);
    assert!(state.people.npc_portraits.iter().eq([(&lurker, &PORTRAIT.to_string())]));
    let temperaments = state
        .people
        .npc_temperaments
        .iter()
        .map(|(who, temperament)| (*who, temperament.risk_attitude));
    assert!(temperaments.eq([(wolf, RiskAttitude::Reckless)]));
    assert!(state.people.has_no_reminders);
    let state_json = state.game.full_state_json();
    assert_eq!(state_json["settings"]["shield_sacrifice"], false);
    assert_eq!(state_json["zones"]["list"][2]["name"], "Hall");
    table.run_command("Ana", "join name:Ana from:adept at:Yard").await;
    table.run_command("GM", "start").await;
    let posts = format!("{:?}", table.chat.messages.lock().unwrap());
    assert!(!posts.contains("Lurker"));
    let templates = table.run_library_command("GM", "load").await;
    assert!(matches!(templates, LibraryReply::Templates(lines) if lines.len() == 1));
    table.run_library_command("GM", "load name:Yard drop:true").await;
    table.assert_refused("GM", "load name:Yard drop:true", "no-template").await;
}

/// NPCs keep their equipment in a rematch, even those that joined after players, who are not
/// copied.
#[tokio::test]
async fn rematch_keeps_npcs_and_their_settings() {
    for (system, player, npc) in [
        ("cards", "hunter", "brigand"),
        ("dr12", "adept", "raider"),
        ("factions", "hunter", "bandit"),
        ("fates", "sharpshooter", "thug"),
        ("ranks", "blade", "thug"),
    ] {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
        table.run_command("Ana", &format!("join name:Ana from:{player} at:Yard")).await;
        table.run_command("GM", &format!("add name:Rob from:{npc} at:Yard")).await;
        table.run_command("GM", &format!("portrait who:Rob portrait:{PORTRAIT}")).await;
        table.run_command("GM", "absence policy:auto who:Rob").await;
        table.run_command("GM", "end").await;
        table.run_command("GM", "again fight:1").await;
        let state = table.load_state().await;
        let names: Vec<&str> = state.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["Rob"], "{system}");
        let rob = state.members[0].id;
        assert!(state.people.npc_temperaments.keys().eq([&rob]), "{system}");
        assert!(state.people.npc_portraits.keys().eq([&rob]), "{system}");
    }
}

/// Completion offers only what the user may know.
#[tokio::test]
async fn sheets_of_others_are_not_completed() {
    let table = Table::new().await;
    table.run_library_command("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    table.run_command("GM", "new system:dr12").await;
    let complete =
        async |who: &str, text: &str, slot: &str| table.complete(who, text, slot, "").await;
    assert_eq!(complete("Ana", "sheet-show", "name").await, ["Ana"]);
    assert_eq!(complete("Ana", "join", "sheet").await, ["Ana"]);
    assert!(complete("Ben", "sheet-show", "name").await.is_empty());
    assert!(complete("Ben", "join", "sheet").await.is_empty());
    assert!(complete("Ben", "sheet-new", "from").await.contains(&"warrior".to_string()));
    assert!(complete("Ben", "add", "from").await.is_empty());
}

/// A sheet that is brought into several fights at once ends up in one of them.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_joins_use_sheet_once() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open_at(&folder.path().join("fights.db")).await;
    table.run_library_command("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    let tables: Vec<Table> = (0..8)
        .map(|n| {
            let (app, clock, chat) = (table.app.clone(), table.clock.clone(), table.chat.clone());
            Table { app, clock, chat, channel: riposte::store::ids::ChannelId(900 + n) }
        })
        .collect();
    let mut tasks = tokio::task::JoinSet::new();
    for table in tables {
        tasks.spawn(async move {
            table.run_command("GM", "new system:dr12").await;
            matches!(table.send_command("Ana", "join sheet:Ana").await, InputReply::Done(_))
        });
    }
    let joined = tasks.join_all().await.into_iter().filter(|is_in| *is_in).count();
    assert_eq!(joined, 1);
}

/// Players make characters from archetypes alone: what numbers a creature has is for the GM.
#[tokio::test]
async fn players_make_nothing_from_creatures() {
    let table = Table::new().await;
    table.set_up_fight().await;
    let import = |who| {
        let text = "system = \"dr12\"\nname = \"Spy\"\nfrom = \"Raider\"\n";
        table.import_sheet(who, text)
    };
    for who in ["Ben", "Zoe"] {
        table.assert_refused(who, "sheet-new from:raider name:Spy", "archetypes-only").await;
        table.assert_refused(who, "sheet-new from:Raider", "archetypes-only").await;
        assert!(refusal_text(import(who).await).starts_with("archetypes-only"));
    }
    let refused = refusal_text(table.send_command("Zoe", "join from:raider name:Spy").await);
    assert!(refused.starts_with("archetypes-only"), "{refused}");
    assert!(refused.contains("warrior") && !refused.contains("bowman"), "{refused}");
    assert_eq!(
        table.run_library_command("Zoe", "sheet-list").await,
        LibraryReply::Sheets(Vec::new())
    );
    // Who leads a fight in the server, or manages it, knows the numbers.
    for who in ["GM", "Admin"] {
        table.run_library_command(who, "sheet-new from:raider name:Spy").await;
    }
    table.run_command("Admin", "join from:raider name:Spy").await;
}

const BOAR: &str = r#"
[creatures.boar]
level = 2
attacks = [{ name = "tusks", weapon = { kind = "melee", damage = "d6" } }]
"#;

/// A creature that is called like an archetype could not be added.
#[tokio::test]
async fn creatures_and_archetypes_have_different_names() {
    let table = Table::new().await;
    table.set_up_fight().await;
    let elsewhere = table.with_next_channel();
    let new = "npc-new system:dr12 from:raider name:Warrior numbers:\"HP 30\" keep:server";
    let refused = refusal_text(elsewhere.send_command("Admin", new).await);
    assert!(refused.contains("entry-twice") && refused.contains("warrior"), "{refused}");
    for text in [
        BOAR.replace("boar", "Rogue"),
        "[archetypes.raider]\nhands = [\"dagger\"]\n".into(),
        format!("{BOAR}\n[archetypes.boar]\n"),
    ] {
        let refused = refusal_text(elsewhere.upload_kit("Admin", "dr12", &text).await);
        assert!(refused.contains("entry-twice"), "{refused}");
    }
    // Its numbers are kept where it is a sheet.
    let text = BOAR.replace("boar", "Rogue").replace('2', "5");
    let import = Command::new("npc-import").with("text", text).with("system", "dr12");
    let reply = expect_library_reply(
        table.send_input(&table.request_context("GM"), UserInput::from_command(import)).await,
        "import",
    );
    let LibraryReply::Sheet { card, .. } = reply else { panic!("{reply:?}") };
    assert_eq!((card.name.as_str(), &*sheet_field(&card, "level").form_text), ("Rogue", "5"));
    let export = table.run_library_command("GM", "npc-export name:Rogue").await;
    let LibraryReply::CreatureFile { text, .. } = export else { panic!("{export:?}") };
    assert!(text.contains("level = 5") && text.contains("tusks"), "{text}");
}

/// Names in a kit are checked when it is uploaded, as those of combatants are.
#[tokio::test]
async fn kit_with_names_that_no_combatant_can_have_is_refused() {
    let table = Table::new().await;
    let scene = |name: &str| {
        let npc = format!("{{ from = \"raider\", name = '{name}' }}");
        format!("[scenes.hall]\nabout = \"A hall.\"\nzones = \"Hall\"\nnpcs = [{npc}]\n")
    };
    let long = "x".repeat(33);
    for text in [
        BOAR.replace("boar", &long),
        BOAR.replace("boar", "gm"),
        scene("GM"),
        scene("Rat, Wolf"),
        scene(&long),
    ] {
        let refused = refusal_text(table.upload_kit("Admin", "dr12", &text).await);
        assert!(refused.starts_with("bad-file") && refused.contains("within"), "{refused}");
    }
    let text = format!("{BOAR}{}", scene("Old Tom"));
    expect_library_reply(table.upload_kit("Admin", "dr12", &text).await, "kit");
}

/// Two entries that are added at once are both kept.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_additions_to_the_kit_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open_at(&folder.path().join("fights.db")).await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..6 {
        let (app, context) = (table.app.clone(), table.request_context("Admin"));
        let text = BOAR.replace("boar", &format!("boar {n}"));
        let text = text.replace(&format!("boar {n}"), &format!("\"boar {n}\""));
        let import = Command::new("npc-import").with("text", text).with("system", "dr12");
        let input = UserInput::from_command(import.with("keep", "server"));
        tasks.spawn(async move { app.handle_input(&context, input).await.unwrap() });
    }
    for reply in tasks.join_all().await {
        expect_library_reply(reply, "import");
    }
    let kit = table.run_library_command("Admin", "kit system:dr12").await;
    let LibraryReply::Kit { card, .. } = kit else { panic!("{kit:?}") };
    let added = card.creatures.iter().filter(|name| name.starts_with("boar ")).count();
    assert_eq!(added, 6, "{:?}", card.creatures);
    // What is in no table of a kit is refused, and comments stay.
    let import = Command::new("npc-import").with("text", "level = 2").with("system", "dr12");
    let input = UserInput::from_command(import.with("keep", "server"));
    let reply = table.send_input(&table.request_context("Admin"), input).await;
    assert!(refusal_text(reply).starts_with("bad-file"));
}

/// An entry of a creature has no place for what only characters have.
#[tokio::test]
async fn sheet_of_a_character_is_not_exported_as_a_creature() {
    let table = Table::new().await;
    for (system, archetype, creature) in
        [("dr12", "warrior", "raider"), ("cards", "hunter", "footpad")]
    {
        let new = format!("sheet-new system:{system} from:{archetype} name:Ana");
        table.run_library_command("GM", &new).await;
        table.assert_refused("GM", "npc-export name:Ana", "npc-character").await;
        let id = table.load_sheet("GM", "Ana").await.id;
        table.run_library_command("GM", &format!("sheet-delete id:{id} revision:1")).await;
        let new = format!("sheet-new system:{system} from:\"{creature}\" name:Grim");
        table.run_library_command("Admin", &new).await;
        let export = table.run_library_command("Admin", "npc-export name:Grim").await;
        assert!(matches!(export, LibraryReply::CreatureFile { .. }), "{export:?}");
        let id = table.load_sheet("Admin", "Grim").await.id;
        table.run_library_command("Admin", &format!("sheet-delete id:{id} revision:1")).await;
    }
}

/// Names that commands take for the same are the same name.
#[tokio::test]
async fn sheets_of_one_user_have_different_names() {
    let table = Table::new().await;
    let new = |name: &str| {
        Command::new("sheet-new").with("system", "dr12").with("from", "rogue").with("name", name)
    };
    let send = async |command: Command| {
        table.send_input(&table.request_context("Ana"), UserInput::from_command(command)).await
    };
    expect_library_reply(send(new("Ana \"Knife\" Vorn")).await, "first");
    let refused = refusal_text(send(new("Ana Knife Vorn")).await);
    assert!(refused.starts_with("sheet-name-taken"), "{refused}");
    expect_library_reply(send(new("Berta")).await, "second");
    let rename = Command::new("sheet-edit").with("name", "Berta").with("to", "Ana Knife Vorn");
    assert!(refusal_text(send(rename).await).starts_with("sheet-name-taken"));
    let respell = Command::new("sheet-edit").with("name", "Ana Knife Vorn");
    expect_library_reply(send(respell.with("to", "Ana Knife Vorn")).await, "own name");
}

/// Of two changes to a sheet at once, the later one is told.
#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_changes_of_a_sheet_are_stored_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open_at(&folder.path().join("fights.db")).await;
    table.run_library_command("Ana", "sheet-new from:rogue name:Ana system:dr12").await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 1..=6 {
        let (app, context) = (table.app.clone(), table.request_context("Ana"));
        let input = UserInput::from_command(
            Command::new("sheet-edit").with("name", "Ana").with("level", n),
        );
        tasks.spawn(async move { (n, app.handle_input(&context, input).await.unwrap()) });
    }
    let replies = tasks.join_all().await;
    let level = sheet_field(&table.load_sheet("Ana", "Ana").await, "level").form_text.clone();
    for (n, reply) in replies {
        match reply {
            InputReply::Library(reply) => {
                let LibraryReply::Sheet { card, .. } = *reply else { panic!("{reply:?}") };
                assert_eq!(sheet_field(&card, "level").form_text, n.to_string());
            }
            InputReply::Refused(refusal) => {
                assert_eq!(refusal.key, "sheet-changed");
                assert_ne!(level, n.to_string());
            }
            other => panic!("{other:?}"),
        }
    }
}

/// In a direct message a sheet is made for the fight that it is about, from its server's kit.
#[tokio::test]
async fn sheet_in_a_direct_message_is_for_the_fight() {
    let table = Table::new().await;
    expect_library_reply(table.upload_kit("Admin", "dr12", KIT).await, "kit");
    table.set_up_fight().await;
    let made = table.send_dm_command("Ana", "sheet-new from:knight name:Own").await;
    expect_library_reply(made, "made");
    assert_eq!(table.load_sheet("Ana", "Own").await.system, "dr12");
}
