//! The library: what is stored outside of fights, namely sheets, kits and templates.

use riposte::app::input::{InputReply, UserInput};
use riposte::app::library::{LibraryReply, LibraryUpdate, SheetCard, SheetCardField};
use riposte::engine::agents::evaluator::RiskAttitude;
use riposte::engine::core::command::Command;

use crate::app_table::*;

const PORTRAIT: &str = "https://example.org/npc.png";

impl Table {
    /// Runs a command about the library and returns its reply.
    async fn keeps(&self, who: &str, text: &str) -> LibraryReply {
        kept(self.say(who, text).await, text)
    }

    async fn sheet(&self, who: &str, name: &str) -> SheetCard {
        match self.keeps(who, &format!("sheet-show name:{name}")).await {
            LibraryReply::Sheet { card, update: LibraryUpdate::Shown } => card,
            other => panic!("{other:?}"),
        }
    }

    async fn imports(&self, who: &str, text: &str) -> InputReply {
        let words = Command::new("sheet-import").with("text", text);
        self.input(&self.origin(who), UserInput::from_command(words)).await
    }

    async fn uploads(&self, who: &str, system: &str, text: &str) -> InputReply {
        let words = Command::new("kit").with("system", system).with("text", text);
        self.input(&self.origin(who), UserInput::from_command(words)).await
    }
}

#[track_caller]
fn kept(reply: InputReply, what: &str) -> LibraryReply {
    match reply {
        InputReply::Library(shelf) => *shelf,
        other => panic!("{what}: {other:?}"),
    }
}

#[track_caller]
fn why(reply: InputReply) -> String {
    match reply {
        InputReply::Refused(refusal) => format!("{} {:?}", refusal.key, refusal.details),
        other => panic!("not refused: {other:?}"),
    }
}

fn field<'a>(card: &'a SheetCard, key: &str) -> &'a SheetCardField {
    let fields = card.pages.iter().flat_map(|page| &page.fields);
    fields.into_iter().find(|field| field.key == key).unwrap()
}

#[tokio::test]
async fn a_sheet_is_made_changed_copied_and_deleted() {
    let table = Table::new().await;
    table.may_not("Ana", "sheet-new from:warrior name:Ana", "which-system").await;
    table.keeps("Ana", "sheet-new from:warrior name:Ana system:dr12 hp:3").await;
    table.keeps("Ana", "sheet-new from:hunter name:Bea system:factions").await;
    table.may_not("Ana", "sheet-new from:rogue name:ANA system:dr12", "sheet-name-taken").await;
    table.may_not("Ana", "sheet-new from:knight name:Cat system:dr12", "bad-file").await;
    table.may_not("Ana", "sheet-new from:rogue name:Cat system:dr12 hp:200", "bad-setup").await;
    table.may_not("Ana", "sheet-new from:rogue name:Cat system:chess", "no-such-system").await;
    let ana = table.sheet("Ana", "ana").await;
    assert_eq!((ana.name.as_str(), &field(&ana, "hp").value), ("Ana", &3.into()));
    assert_eq!(field(&ana, "hands").form_text, "longsword, small shield");

    let edit = "sheet-edit name:Ana to:Annie hp:5 portrait:https://example.org/a.png";
    let LibraryReply::Sheet { card, update } = table.keeps("Ana", edit).await else { panic!() };
    assert_eq!((card.name.as_str(), update), ("Annie", LibraryUpdate::Changed));
    assert_eq!(card.portrait.as_deref(), Some("https://example.org/a.png"));
    assert_eq!((card.id, card.revision), (ana.id, ana.revision + 1));
    // A change based on an outdated view is refused.
    let stale = format!("sheet-edit id:{} revision:{} field.hp:1", ana.id, ana.revision);
    table.may_not("Ana", &stale, "sheet-changed").await;
    table.may_not("Ana", "sheet-edit name:Annie hpp:5", "bad-file").await;
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
        table.may_not("Ana", &edit, "bad-portrait").await;
    }

    table.keeps("Ana", "sheet-copy name:Annie to:Twin").await;
    let LibraryReply::Sheet { card, update } = table.keeps("Ana", "sheet-delete name:Twin").await
    else {
        panic!()
    };
    assert_eq!(update, LibraryUpdate::ConfirmDelete);
    let sure = format!("sheet-delete id:{} revision:{}", card.id, card.revision);
    table.may_not("Ben", &sure, "no-sheet").await;
    table.keeps("Ana", &sure).await;
    table.may_not("Ana", "sheet-show name:Twin", "no-sheet").await;
    let LibraryReply::Sheets(lines) = table.keeps("Ana", "sheet-list").await else { panic!() };
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["Annie", "Bea"]);
    // Users learn nothing about the sheets of others.
    assert_eq!(table.keeps("Ben", "sheet-list").await, LibraryReply::Sheets(Vec::new()));
    table.may_not("Ben", &format!("sheet-show id:{}", ana.id), "no-sheet").await;
}

#[tokio::test]
async fn names_are_what_they_look_like() {
    let table = Table::new().await;
    let long = "x".repeat(33);
    for name in ["A\u{202e}na", "A\u{200b}na", "A\u{7}na"] {
        let new = format!("sheet-new from:rogue name:\"{name}\" system:dr12");
        table.may_not("Ana", &new, "bad-name").await;
    }
    let new = format!("sheet-new from:rogue name:{long} system:dr12");
    table.may_not("Ana", &new, "bad-setup").await;
    table.keeps("Ana", "sheet-new from:rogue name:\"  Ana   the\tGreat \" system:dr12").await;
    assert_eq!(table.sheet("Ana", "\"Ana the Great\"").await.name, "Ana the Great");
}

#[tokio::test]
async fn a_sheet_goes_out_and_comes_in() {
    let table = Table::new().await;
    for (system, from) in [("dr12", "adept"), ("factions", "reaver")] {
        let new = format!("sheet-new from:{from} name:Ana system:{system}");
        table.keeps("Ana", &new).await;
        for format in ["toml", "json"] {
            let export = format!("sheet-export name:Ana format:{format}");
            let LibraryReply::SheetFile { name, text } = table.keeps("Ana", &export).await else {
                panic!()
            };
            assert_eq!(name, format!("Ana.{format}"));
            kept(table.imports("Ben", &text).await, "import");
            let (own, taken) = (table.sheet("Ana", "Ana").await, table.sheet("Ben", "Ana").await);
            assert_eq!(own.pages, taken.pages);
            let id = taken.id;
            table.keeps("Ben", &format!("sheet-delete id:{id} revision:1")).await;
        }
        let id = table.sheet("Ana", "Ana").await.id;
        table.keeps("Ana", &format!("sheet-delete id:{id} revision:1")).await;
    }
    let refused =
        why(table.imports("Ana", "system = \"dr12\"\nname = \"A\"\n[sheet]\nhpp = 1").await);
    assert!(refused.starts_with("bad-file") && refused.contains("\"4\""), "{refused}");
    assert!(refused.contains("hp_max"), "{refused}");
    let refused = why(table.imports("Ana", "system = \"chess\"\nname = \"A\"\n[sheet]").await);
    assert!(refused.starts_with("no-such-system"), "{refused}");
    let refused = why(table.imports("Ana", &"#".repeat(70_000)).await);
    assert!(refused.starts_with("file-too-long"), "{refused}");
    let refused = why(table.imports("Ana", "{\"sheet\": [[[[").await);
    assert!(refused.starts_with("bad-file"), "{refused}");
}

/// Sets up Ana's sheet in a `dr12` fight against a Wolf, at Ana's turn.
async fn brought() -> Table {
    let table = Table::new().await;
    table.keeps("Ana", "sheet-new from:adept name:Ana system:dr12 hp_max:20 hp:20").await;
    table.does("GM", "new system:dr12 zones:\"Gate - Yard\"").await;
    table.does("Ana", "join sheet:Ana at:Yard").await;
    table.does("GM", WOLF).await;
    table.does("GM", "start").await;
    table
}

#[tokio::test]
async fn what_lasts_comes_back_with_the_end() {
    let table = brought().await;
    let before = table.sheet("Ana", "Ana").await;
    assert!(before.fight.is_some());
    table.may_not("Ana", "sheet-edit name:Ana hp:1", "sheet-in-fight").await;
    table.does("GM", "adjust who:Ana field:hp value:7").await;
    table.does("GM", "ail who:Ana ailment:stuck").await;
    assert_eq!(field(&table.sheet("Ana", "Ana").await, "hp").value, 20, "not before the end");

    table.does("GM", "end outcome:truce").await;
    let after = table.sheet("Ana", "Ana").await;
    assert_eq!((field(&after, "hp").value.clone(), after.fight), (7.into(), None));

    // Undoing the end restores the sheet, and a second end writes it again.
    table.does("GM", "undo").await;
    assert_eq!(table.sheet("Ana", "Ana").await, before);
    table.does("GM", "adjust who:Ana field:hp value:2").await;
    table.does("GM", "end outcome:truce").await;
    let again = table.sheet("Ana", "Ana").await;
    assert_eq!((field(&again, "hp").value.clone(), again.fight), (2.into(), None));

    // A sheet that was edited since the end is not restored.
    table.keeps("Ana", "sheet-edit name:Ana hp:9").await;
    table.does("GM", "undo").await;
    let edited = table.sheet("Ana", "Ana").await;
    assert_eq!((field(&edited, "hp").value.clone(), edited.fight), (9.into(), None));
    table.does("GM", "end outcome:truce").await;
    assert_eq!(field(&table.sheet("Ana", "Ana").await, "hp").value, 9);
}

/// Undo restores the sheet that the end has overwritten, also where the same undo takes back the
/// joining.
#[tokio::test]
async fn an_end_is_taken_back_with_the_joining() {
    let table = brought().await;
    let in_fight = table.sheet("Ana", "Ana").await;
    table.does("GM", "adjust who:Ana field:hp value:7").await;
    table.does("GM", "end outcome:truce").await;
    // The five steps are the end, the order, the start, the Wolf and the joining.
    table.does("GM", "undo steps:5").await;
    assert_eq!(table.sheet("Ana", "Ana").await, SheetCard { fight: None, ..in_fight.clone() });

    // Redo writes the sheet again.
    table.does("GM", "redo").await;
    let again = table.sheet("Ana", "Ana").await;
    assert_eq!((field(&again, "hp").value.clone(), again.fight), (7.into(), None));
    table.does("GM", "undo").await;
    assert_eq!(table.sheet("Ana", "Ana").await, in_fight);
}

/// A fight that the sheet joined in between, by an undone step, must not overwrite what a second
/// end of the first fight has written.
#[tokio::test]
async fn a_stale_copy_does_not_come_back() {
    let first = brought().await;
    first.does("GM", "adjust who:Ana field:hp value:7").await;
    first.does("GM", "end outcome:truce").await;

    let second = first.beside();
    second.does("Ben", "new system:dr12").await;
    second.does("Ana", "join sheet:Ana").await;
    second.does("Ben", "undo").await;

    first.does("GM", "undo").await;
    first.does("GM", "adjust who:Ana field:hp value:2").await;
    first.does("GM", "end outcome:truce").await;
    second.does("Ben", "redo").await;
    assert_eq!(second.field("Ana", "hp").await, 7);
    assert_eq!(second.sheet("Ana", "Ana").await.fight, None, "it plays with a copy of its own");
    second.does("Ben", "end outcome:truce").await;
    assert_eq!(field(&first.sheet("Ana", "Ana").await, "hp").value, 2);
}

#[tokio::test]
async fn a_sheet_is_in_one_fight_at_a_time() {
    let table = brought().await;
    table.may_not("Ana", "join sheet:Ana name:Twin", "sheet-in-fight").await;
    table.keeps("Ana", "sheet-copy name:Ana to:Twin").await;
    table.does("Ana", "join sheet:Twin").await;
    // Undoing the joining releases the sheet unchanged.
    table.does("GM", "undo").await;
    assert_eq!(table.sheet("Ana", "Twin").await.fight, None);
    table.does("GM", "redo").await;
    assert!(table.sheet("Ana", "Twin").await.fight.is_some());
    table.does("GM", "remove who:Twin").await;
    assert_eq!(table.sheet("Ana", "Twin").await.fight, None);
    // The fight goes on without a sheet that is deleted.
    let ana = table.sheet("Ana", "Ana").await;
    table.keeps("Ana", &format!("sheet-delete id:{} revision:{}", ana.id, ana.revision)).await;
    table.does("GM", "end outcome:truce").await;
    table.may_not("Ana", "sheet-show name:Ana", "no-sheet").await;
}

#[tokio::test]
async fn a_sheet_joins_a_fight_of_its_rules() {
    let table = Table::new().await;
    table.does("GM", "new system:factions").await;
    // The system of the fight in this channel is the default.
    table.keeps("Ana", "sheet-new from:hunter name:Hunter").await;
    table.keeps("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    table.may_not("Ana", "join sheet:Ana", "other-system").await;
    table.may_not("Ben", "join sheet:Hunter", "no-sheet").await;
    let LibraryReply::ChooseCharacter { sheets, archetypes } = table.keeps("Ana", "join").await
    else {
        panic!()
    };
    assert_eq!((sheets.as_slice(), archetypes.len()), (&["Hunter".to_string()][..], 3));
    table.does("Ana", "join sheet:hunter name:Orla side:Heroes health:3").await;
    assert_eq!(table.field("Orla", "faction").await, "Heroes");
    assert_eq!(table.field("Orla", "health").await, 3);
}

#[tokio::test]
async fn gear_stays_as_worn_as_the_fight_has_left_it() {
    let table = Table::new().await;
    table.keeps("Ana", "sheet-new from:reaver name:Ana system:factions").await;
    table.does("GM", "new system:factions zones:Yard").await;
    table.does("Ana", "join sheet:Ana").await;
    table.does("GM", "add from:wolf").await;
    table.does("GM", "start").await;
    table.does("GM", "adjust who:Ana field:\"gear.great weapon.state\" value:damaged").await;
    table.does("GM", "flag who:Ana flag:steady").await;
    table.does("GM", "flag who:Ana flag:unseen").await;
    table.does("GM", "end outcome:truce").await;
    let ana = table.sheet("Ana", "Ana").await;
    let gear = &field(&ana, "gear").value;
    assert_eq!((&gear[0]["state"], &gear[0]["id"]), (&"damaged".into(), &0.into()));
    assert_eq!(field(&ana, "steady").value, true);
    // The sheet can join the next fight in this state.
    table.does("GM", "new system:factions").await;
    table.does("Ana", "join sheet:Ana").await;
    assert_eq!(table.field("Ana", "unseen").await, false);
    assert_eq!(table.field("Ana", "gear").await[0]["state"], "damaged");
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
async fn a_server_has_its_own_kit() {
    let table = Table::new().await;
    table.may_not("Ana", "kit system:dr12 remove:true", "not-admin").await;
    assert!(why(table.uploads("Ana", "dr12", KIT).await).starts_with("not-admin"));
    let kit = kept(table.uploads("Admin", "dr12", KIT).await, "kit");
    let LibraryReply::Kit { card, .. } = kit else { panic!() };
    assert!(card.is_customized && card.archetypes.contains(&"knight".into()));
    table.does("GM", "new system:dr12").await;
    table.does("Ana", "join from:Knight name:Ana").await;
    assert_eq!(table.field("Ana", "hands").await[0]["name"], "halberd");
    table.does("GM", "add from:ghoul count:2").await;
    table.keeps("Ben", "sheet-new from:warrior name:Ben hands:halberd").await;
    // The kit of one server does not exist on another.
    let elsewhere =
        riposte::app::input::RequestPlace::Channel { guild: 401, channel: table.channel };
    let origin = riposte::app::input::RequestContext { place: elsewhere, ..table.origin("Ana") };
    let new = table.input(&origin, command("sheet-new from:knight name:Ana system:dr12")).await;
    assert!(why(new).starts_with("bad-file"));
    table.keeps("Admin", "kit system:dr12 remove:true").await;
    table.may_not("GM", "add from:ghoul", "bad-setup").await;

    for (text, says) in [
        ("[items.axe]\nhand = 1", "\"2\""),
        ("[archetypes.a]\nhands = [\"lance\"]", "lance"),
        ("[creatures.a]\nlevel = 1\nhp = 200\nattacks = []", "out-of-bounds"),
        ("[things.a]", "things"),
        ("[items.\"a,b\"]", "a,b"),
    ] {
        let refused = why(table.uploads("Admin", "dr12", text).await);
        assert!(refused.contains(says), "{refused}");
    }
    let LibraryReply::Kit { card, .. } = table.keeps("Ana", "kit system:dr12").await else {
        panic!()
    };
    assert!(!card.is_customized);
}

#[tokio::test]
async fn a_set_up_is_kept_and_played_again() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "set key:shield_sacrifice value:false").await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("GM", "set key:nudges value:false").await;
    table.does("GM", &format!("portrait who:Lurker portrait:{PORTRAIT}")).await;
    table.does("GM", "absence policy:auto who:Wolf temper:reckless").await;
    table.may_not("Ana", "save name:Yard", "not-gm").await;
    assert!(matches!(table.keeps("GM", "save name:Yard").await, LibraryReply::Template { .. }));
    table.may_not("GM", "load name:Yard", "fight-here").await;
    table.does("GM", "start").await;
    table.may_not("GM", "save name:Late", "bad-setup").await;
    table.does("GM", "end outcome:truce").await;

    table.may_not("Ana", "load name:Yard", "no-template").await;
    table.does("GM", "load name:yard").await;
    let now = table.now().await;
    let names: Vec<&str> = now.members.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Wolf", "Lurker"]);
    assert!(now.members[1].is_hidden);
    // A template includes portraits, temperaments and the reminder setting.
    let [wolf, lurker] = [0, 1].map(|at: usize| now.members[at].id);
    assert!(now.people.npc_portraits.iter().eq([(&lurker, &PORTRAIT.to_string())]));
    let natures =
        now.people.npc_temperaments.iter().map(|(who, nature)| (*who, nature.risk_attitude));
    assert!(natures.eq([(wolf, RiskAttitude::Reckless)]));
    assert!(now.people.has_no_reminders);
    let facts = now.game.full_state_json();
    assert_eq!(facts["settings"]["shield_sacrifice"], false);
    assert_eq!(facts["zones"]["list"][2]["name"], "Hall");
    table.does("Ana", "join name:Ana from:adept at:Yard").await;
    table.does("GM", "start").await;
    let posts = format!("{:?}", table.chat.messages.lock().unwrap());
    assert!(!posts.contains("Lurker"));
    assert!(
        matches!(table.keeps("GM", "load").await, LibraryReply::Templates(lines) if lines.len() == 1)
    );
    table.keeps("GM", "load name:Yard drop:true").await;
    table.may_not("GM", "load name:Yard drop:true", "no-template").await;
}

/// NPCs keep their equipment in a rematch, even those that joined after players, who are not
/// copied.
#[tokio::test]
async fn a_fight_is_played_again_with_its_npcs() {
    for (system, player, npc) in [
        ("cards", "hunter", "brigand"),
        ("dr12", "adept", "raider"),
        ("factions", "hunter", "bandit"),
        ("fates", "sharpshooter", "thug"),
        ("ranks", "blade", "thug"),
    ] {
        let table = Table::new().await;
        table.does("GM", &format!("new system:{system}")).await;
        table.does("GM", "zones layout:\"Gate - Yard\"").await;
        table.does("Ana", &format!("join name:Ana from:{player} at:Yard")).await;
        table.does("GM", &format!("add name:Rob from:{npc} at:Yard")).await;
        table.does("GM", &format!("portrait who:Rob portrait:{PORTRAIT}")).await;
        table.does("GM", "absence policy:auto who:Rob").await;
        table.does("GM", "end").await;
        table.does("GM", "again fight:1").await;
        let now = table.now().await;
        let names: Vec<&str> = now.members.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Rob"], "{system}");
        let rob = now.members[0].id;
        assert!(now.people.npc_temperaments.keys().eq([&rob]), "{system}");
        assert!(now.people.npc_portraits.keys().eq([&rob]), "{system}");
    }
}

/// Completion offers only what the user may know.
#[tokio::test]
async fn only_ones_own_is_completed() {
    let table = Table::new().await;
    table.keeps("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    table.does("GM", "new system:dr12").await;
    let complete = async |who: &str, words: &str, slot: &str| {
        let UserInput::Command { command, actor_name, .. } = command(words) else { panic!() };
        let typing = riposte::app::input::PartialCommand {
            command,
            actor_name,
            slot: slot.into(),
            typed_text: String::new(),
        };
        table.app.complete_slot(&table.origin(who), &typing).await.unwrap()
    };
    assert_eq!(complete("Ana", "sheet-show", "name").await, ["Ana"]);
    assert_eq!(complete("Ana", "join", "sheet").await, ["Ana"]);
    assert!(complete("Ben", "sheet-show", "name").await.is_empty());
    assert!(complete("Ben", "join", "sheet").await.is_empty());
    assert_eq!(complete("Ben", "sheet-new", "from").await.len(), 3);
    assert!(complete("Ben", "add", "from").await.is_empty());
}

/// A sheet that is brought into several fights at once ends up in one of them.
#[tokio::test(flavor = "multi_thread")]
async fn two_fights_do_not_share_a_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::at(&folder.path().join("fights.db")).await;
    table.keeps("Ana", "sheet-new from:adept name:Ana system:dr12").await;
    let tables: Vec<Table> = (0..8)
        .map(|n| {
            let (app, clock, chat) = (table.app.clone(), table.clock.clone(), table.chat.clone());
            Table { app, clock, chat, channel: riposte::store::ids::ChannelId(900 + n) }
        })
        .collect();
    let mut all = tokio::task::JoinSet::new();
    for table in tables {
        all.spawn(async move {
            table.does("GM", "new system:dr12").await;
            matches!(table.say("Ana", "join sheet:Ana").await, InputReply::Done(_))
        });
    }
    let joined = all.join_all().await.into_iter().filter(|is_in| *is_in).count();
    assert_eq!(joined, 1);
}
