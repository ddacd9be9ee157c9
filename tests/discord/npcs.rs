//! A GM's own NPCs and line-ups that fit: by menus, forms and files, in every system.

use riposte::content::{TemplateKind, built_in_kit};
use riposte::engine::game::SYSTEM_KEYS;
use riposte::fake_discord::{BotAnswer, Modal, User};

use super::library::{count_interactions, download_file};
use super::table::Table;

/// Sends a command that opens a form.
async fn open_form(user: &User, text: &str) -> Modal {
    let answer = user.run_command(text).await.unwrap();
    answer.modal.unwrap_or_else(|| panic!("{text}"))
}

fn value_of<'a>(form: &'a Modal, label: &str) -> &'a str {
    let found = form.inputs.iter().find(|input| input.label.starts_with(label));
    found.map(|input| input.value.as_str()).unwrap_or_else(|| panic!("{label}: {form:?}"))
}

async fn submit(user: &User, form: &Modal, fields: &[(&str, &str)]) -> BotAnswer {
    user.submit_modal(form, fields).await.unwrap()
}

/// The GM begins from a creature of the set-up's menu. What is refused comes back as it was filled
/// in, and players do not learn of a hidden NPC.
#[tokio::test]
async fn own_npc_is_made_in_a_form() {
    let table = Table::start().await;
    let gm = &table.gm;
    let set_up = table.run_private_command(gm, "/init new system:dr12").await;
    let page = table.choose_in_private_menu(gm, &set_up, "Add NPCs", "New NPC…").await;
    let page = page.message.unwrap();
    let form =
        table.choose_in_private_menu(gm, &page, "Begin from…", "raider").await.modal.unwrap();
    assert_eq!(form.inputs.len(), 5, "{form:?}");
    assert_eq!(value_of(&form, "Name"), "Raider");
    assert_eq!(value_of(&form, "Numbers"), "Level: 1\nMax HP: 5\nSkill: 1\nAP: 1");
    assert_eq!(value_of(&form, "Gear"), "Attacks: shortsword");
    let wrong = [("Name", "Old Wat"), ("Numbers: what you leave out stays", "Max HP: many")];
    let refused = submit(gm, &form, &wrong).await;
    assert!(refused.text().contains("Max HP: many"), "{}", refused.text());
    let again = gm.press_button(refused.message.unwrap().id, "Try again").await.unwrap();
    let again = again.modal.unwrap();
    assert_eq!(value_of(&again, "Name"), "Old Wat");
    assert_eq!(value_of(&again, "Numbers"), "Max HP: many");
    let filled = [
        ("Numbers: what you leave out stays", "HP: 9\nap 2"),
        ("Gear by name, with commas between", "Shortsword, dagger"),
        ("Traits", "Leader, Attitude: wary"),
        ("Keep it for", "This fight, hidden from players"),
    ];
    let answer = submit(gm, &again, &filled).await;
    assert!(answer.text().contains("**Old Wat** ▰▰▰▰ 9/9"), "{}", answer.text());
    assert!(!table.ana.screen_text().contains("Wat"));
    let shown = table.run_command(gm, "/gm set who:Old Wat field:ap value:2").await;
    assert!(!shown.contains("no field"), "{shown}");
    table.finish_cleanly().await;
}

/// In every system the form is sent as it was opened but for the name, and the NPC is kept for each
/// who may have it.
#[tokio::test]
async fn own_npcs_are_kept_in_every_system() {
    for system in SYSTEM_KEYS {
        let table = Table::start().await;
        let gm = &table.gm;
        table.run_command(gm, &format!("/init new system:{system}")).await;
        let creature = built_in_kit(system).unwrap().template_names(TemplateKind::Creature);
        let new = format!("/npc new from:\"{}\"", creature[0]);
        for (keep, name, done) in [
            ("This fight", "Grey One", "Grey One"),
            ("Me, among my sheets", "Grey Two", "Grey Two is ready"),
            ("This server, in its kit", "Grey Three", "in the kit of this server"),
        ] {
            let form = open_form(gm, &new).await;
            let answer = submit(gm, &form, &[("Name", name), ("Keep it for", keep)]).await;
            assert!(answer.text().contains(done), "{system} {keep}: {}", answer.text());
        }
        // The sheet and the entry of the kit join like any creature.
        for add in ["/init add sheet:\"Grey Two\" count:2", "/init add from:\"grey three\""] {
            let added = table.run_command(gm, add).await;
            assert!(added.contains("Grey T"), "{system} {add}: {added}");
        }
        // As a file it goes to somebody else, and to another server.
        for name in ["Grey Two", "grey three"] {
            let file = table.run_private_command(gm, &format!("/npc export name:\"{name}\"")).await;
            let text = download_file(&file).await;
            assert!(text.starts_with("[creatures.\"grey t"), "{system}: {text}");
            table.ben.upload_file_and_get_url("grey.toml", text);
            let import = format!("/npc import file:grey.toml system:{system} name:\"Ben {name}\"");
            let import = import.replace("grey t", "Grey T");
            let imported = table.run_command(&table.ben, &import).await;
            assert!(imported.contains("is ready"), "{system}: {imported}");
        }
        table.finish_cleanly().await;
    }
}

/// Whoever may not know a creature's numbers gets no form of it, and who does not manage the server
/// cannot put anything into its kit.
#[tokio::test]
async fn own_npcs_tell_nothing_to_players_and_change_no_server() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    for text in ["/npc new from:raider", "/npc new", "/npc export name:raider"] {
        let refused = table.run_command(&table.ana, text).await;
        assert!(refused.contains("only the GM of a fight here may know"), "{text}: {refused}");
    }
    let cellar = table.ana.in_channel(table.discord.find_or_add_channel("cellar"));
    table.run_command(&cellar, "/init new system:dr12").await;
    let form = open_form(&cellar, "/npc new from:raider").await;
    let keep = form.inputs.iter().find(|input| input.label == "Keep it for").unwrap();
    assert!(keep.options.iter().all(|(_, value)| value != "server"), "{keep:?}");
    let refused = table.run_command(&cellar, "/npc new from:raider name:Wat keep:server").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    table.finish_cleanly().await;
}

/// A character is made in one form: its numbers, its gear and its portrait.
#[tokio::test]
async fn sheet_is_made_in_one_form_in_every_system() {
    for system in SYSTEM_KEYS {
        let table = Table::start().await;
        let archetype = built_in_kit(system).unwrap().template_names(TemplateKind::Archetype);
        let new = format!("/sheet new from:\"{}\" system:{system}", archetype[0]);
        let before = count_interactions(&table);
        let form = open_form(&table.ana, &new).await;
        let (label, number) = {
            let numbers = value_of(&form, "Numbers");
            let (label, number) = numbers.lines().next().unwrap().split_once(": ").unwrap();
            (label.to_string(), number.to_string())
        };
        let line = format!("{label}: {number}");
        let fields = [("Name", "Ana"), ("Numbers: what you leave out stays", line.as_str())];
        let answer = submit(&table.ana, &form, &fields).await;
        assert!(answer.text().contains("Ana is ready"), "{system}: {}", answer.text());
        assert_eq!(count_interactions(&table) - before, 2, "{system}");
        table.finish_cleanly().await;
    }
}

/// From an empty channel to a fair fight against creatures of a family: at most six presses of the
/// GM.
#[tokio::test]
async fn fair_fight_against_a_family_takes_five_interactions() {
    let table = Table::start().await;
    let gm = &table.gm;
    let mut presses = 1;
    let set_up = table.run_private_command(gm, "/init new system:dr12").await;
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    table.run_command(&table.ben, "/init join from:rogue name:Ben").await;
    let found = gm.press_button(set_up.id, "A fight that fits…").await.unwrap();
    presses += 1;
    let found = found.message.unwrap();
    // The menus of the set-up stay, and other proposals replace the first ones.
    assert_ne!(found.id, set_up.id);
    let of_family = table.choose_in_private_menu(gm, &found, "A family", "vermin").await;
    presses += 1;
    let of_family = of_family.message.unwrap();
    assert_eq!(of_family.id, found.id);
    let families = of_family.json["components"].as_array().unwrap().last().unwrap();
    let families = families["components"][0]["options"].as_array().unwrap();
    let chosen = families.iter().find(|option| option["default"] == true).unwrap();
    assert_eq!(chosen["label"], "vermin");
    let added = gm.press_button(of_family.id, "Add line-up 1").await.unwrap();
    presses += 1;
    let added = added.message.unwrap();
    table.script_dice(&[(6, 6), (6, 6), (6, 1)]);
    gm.press_button(added.id, "Start the fight").await.unwrap();
    presses += 1;
    table.wait_for_message(&table.ana, "it's your turn").await;
    assert!(presses <= 6);
    let kit = built_in_kit("dr12").unwrap();
    let status = table.run_command(gm, "/status").await.to_lowercase();
    let vermin = kit.creatures().into_iter().filter(|creature| {
        creature.tags.family.as_ref().is_some_and(|family| family.as_str() == "vermin")
    });
    assert!(vermin.into_iter().any(|creature| status.contains(&creature.name)), "{status}");
    table.finish_cleanly().await;
}
