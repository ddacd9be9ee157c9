//! Sheets, kits and the set-up of a fight, by commands, menus, forms and files.

use riposte::fake_discord::{BotAnswer, BotAnswerKind, User, VisibleMessage, permissions};

use super::table::{TIMEOUT, Table};

impl Table {
    /// Chooses an option of a menu, which answers in private or opens a form.
    pub async fn choose_in_private_menu(
        &self,
        user: &User,
        message: &VisibleMessage,
        menu: &str,
        label: &str,
    ) -> BotAnswer {
        let answer = user.choose_in_menu(message.id, menu, &[label]).await.unwrap();
        assert!(answer.is_ephemeral || answer.modal.is_some(), "{}", answer.text());
        answer
    }
}

/// Downloads the text of the first attachment.
pub async fn download_file(message: &VisibleMessage) -> String {
    let url = message.attachments()[0]["url"].as_str().unwrap().to_string();
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn sheet_is_created_changed_exported_and_deleted() {
    let table = Table::start().await;
    let ana = &table.ana;
    let created = table
        .run_private_command(ana, "/sheet new from:warrior name:\"Ana *B*\" system:dr12")
        .await;
    let text = created.full_text();
    assert!(text.contains("Ana \\*B\\* is ready") && text.contains("longsword"), "{text}");

    // Forms show the present values and change them page by page.
    let form =
        table.choose_in_private_menu(ana, &created, "Change…", "Attributes").await.modal.unwrap();
    let inputs: Vec<_> =
        form.inputs.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    assert_eq!(inputs, [("STR", "2"), ("DEX", "0"), ("CON", "2")]);
    let answer = ana.submit_modal(&form, &[("DEX", "3")]).await.unwrap();
    assert_eq!(answer.kind, BotAnswerKind::Update);
    assert!(answer.text().contains("**DEX** 3"), "{}", answer.text());
    let changed = answer.message.unwrap();
    // A form that was opened before the change is refused.
    let refused = ana.submit_modal(&form, &[("DEX", "1")]).await.unwrap();
    assert!(refused.text().contains("has changed meanwhile"), "{}", refused.text());
    let form = table.choose_in_private_menu(ana, &changed, "Change…", "Gear").await.modal.unwrap();
    let refused = ana.submit_modal(&form, &[("Pack", "halberd")]).await.unwrap();
    assert!(refused.text().contains("There is no item “halberd”"), "{}", refused.text());
    // What was written is not lost: the form comes back as it was sent.
    let refused = refused.message.unwrap();
    let again = ana.press_button(refused.id, "Try again").await.unwrap().modal.unwrap();
    let pack = again.inputs.iter().find(|input| input.label == "Pack").unwrap();
    assert_eq!((again.title.as_str(), pack.value.as_str()), (form.title.as_str(), "halberd"));
    let form = table
        .choose_in_private_menu(ana, &changed, "Change…", "Name and portrait")
        .await
        .modal
        .unwrap();
    let portrait = ("portrait", "https://example.org/ana.png");
    let answer = ana.submit_modal(&form, &[("Name", "Ana"), portrait]).await.unwrap();
    let message = answer.message.unwrap();
    assert_eq!(message.embeds()[0]["thumbnail"]["url"], portrait.1);

    // Ana exports the sheet by a button, and Ben imports it.
    let taken = ana.press_button(message.id, "Export (TOML)").await.unwrap();
    assert_eq!(taken.kind, BotAnswerKind::Message);
    let text = download_file(&taken.message.unwrap()).await;
    assert!(text.contains("name = \"Ana\"") && text.contains("longsword"), "{text}");
    table.ben.upload_file_and_get_url("ana.toml", text.clone());
    let taken = table.run_private_command(&table.ben, "/sheet import file:ana.toml name:Bea").await;
    assert!(
        taken.full_text().contains("Bea is imported") && taken.full_text().contains("**DEX** 3")
    );
    let json = table.run_private_command(&table.ben, "/sheet export name:Bea format:json").await;
    table.ben.upload_file_and_get_url("bea.json", download_file(&json).await);
    let refused = table.run_command(&table.ben, "/sheet import file:bea.json").await;
    assert!(refused.contains("You have a sheet called Bea already"), "{refused}");

    // Ana copies the sheet, and deletes the copy.
    table.run_private_command(ana, "/sheet copy name:Ana to:Twin").await;
    let confirmation = table.run_private_command(ana, "/sheet delete name:Twin").await;
    assert!(confirmation.full_text().contains("Delete Twin? You cannot take that back."));
    let kept = ana.press_button(confirmation.id, "Keep the sheet").await.unwrap().message.unwrap();
    let confirmation = ana.press_button(kept.id, "Delete…").await.unwrap().message.unwrap();
    let deleted = ana.press_button(confirmation.id, "Delete Twin").await.unwrap();
    assert!(deleted.text().contains("Twin is deleted"), "{}", deleted.text());
    let list = table.run_private_command(ana, "/sheet list").await;
    assert!(list.full_text().contains("**Ana** (DR12)") && !list.full_text().contains("Twin"));
    let again = table.choose_in_private_menu(ana, &list, "Show…", "Ana").await;
    assert!(again.text().contains("longsword"));
    // Nobody else saw any of it.
    assert!(!table.gm.screen_text().contains("Ana"));
    table.finish_cleanly().await;
}

/// Three players and two groups of NPCs get from an empty channel to the first turn.
#[tokio::test]
async fn setup_takes_eight_interactions() {
    let table = Table::start().await;
    let cleo = table.discord.find_or_add_user("Cleo");
    for (user, from) in [(&table.ana, "warrior"), (&table.ben, "rogue"), (&cleo, "adept")] {
        let new = format!("/sheet new from:{from} name:{} system:dr12", user.name);
        table.run_command(user, &new).await;
    }
    let before = count_interactions(&table);
    let new = table.run_private_command(&table.gm, "/init new system:dr12").await;
    let map = table
        .choose_in_private_menu(&table.gm, &new, "Scene or zones", "A yard between gate and hall")
        .await;
    assert!(map.text().contains("**Yard**"), "{}", map.text());
    table.run_command(&table.gm, "/init add from:raider count:3 at:Hall").await;
    table.run_command(&table.gm, "/init add from:bowman count:2 at:Hall hidden:true").await;
    for user in [&table.ana, &table.ben, &cleo] {
        table.run_command(user, &format!("/init join sheet:{} at:Gate", user.name)).await;
    }
    table.script_dice(&[(6, 6), (6, 6), (6, 1), (6, 1)]);
    table.run_command(&table.gm, "/init start").await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    assert!(turn.full_text().contains("**"));
    assert_eq!(count_interactions(&table) - before, 8);
    let status = table.run_command(&table.gm, "/status").await;
    assert!(status.contains("**Raider 3**") && status.contains("**Bowman 2**"), "{status}");
    assert!(!table.run_command(&table.ana, "/status").await.contains("Bowman"));
    table.finish_cleanly().await;
}

/// A scene brings its map and NPCs with one press. Players see those that are not hidden, and its
/// line is the GM's.
#[tokio::test]
async fn scene_is_set_up_from_the_first_menu() {
    let table = Table::start().await;
    let gm = &table.gm;
    let rules = table.run_private_command(gm, "/init new").await;
    let set_up = table.choose_in_private_menu(gm, &rules, "Rules", "DR12").await.message.unwrap();
    let scene = "Scene: mass for the unburied";
    let answer = table.choose_in_private_menu(gm, &set_up, "Scene or zones", scene).await;
    let about = "The chapel has no roof";
    for text in [scene, about, "**Crypt Rattler 1, 2**", "**Grave Sentinel**", "**Ossuary**"] {
        assert!(answer.text().contains(text), "{text}: {}", answer.text());
    }
    let summary = table.wait_for_message(&table.ana, "Crypt Rattler 1, 2").await;
    let screen = table.ana.screen_text();
    for text in ["Sentinel", "sentinel", about] {
        assert!(!summary.full_text().contains(text) && !screen.contains(text), "{text}");
    }
    let answer = table.run_command(gm, "/scene set name:RATS under the tannery").await;
    assert!(answer.contains("Gutter Rat") && !answer.contains("Rattler 1, 2"), "{answer}");
    table.finish_cleanly().await;
}

pub fn count_interactions(table: &Table) -> usize {
    let is_answer = |call: &&serde_json::Value| {
        call["path"].as_str().is_some_and(|path| path.contains("/callback"))
    };
    table.discord.logged_requests().iter().filter(is_answer).count()
}

#[tokio::test]
async fn fight_is_set_up_by_menus_alone() {
    let table = Table::start().await;
    let gm = &table.gm;
    let rules = table.run_private_command(gm, "/init new").await;
    let set_up = table.choose_in_private_menu(gm, &rules, "Rules", "DR12").await.message.unwrap();
    let form = table
        .choose_in_private_menu(gm, &set_up, "Scene or zones", "Your own zones…")
        .await
        .modal
        .unwrap();
    let answer = gm.submit_modal(&form, &[("Zones", "Gate - Yard - ")]).await.unwrap();
    assert!(answer.text().contains("There is a zone without a name"), "{}", answer.text());
    let form = table
        .choose_in_private_menu(gm, &set_up, "Scene or zones", "Your own zones…")
        .await
        .modal
        .unwrap();
    let answer = gm.submit_modal(&form, &[("Zones", "Gate - Yard - Hall")]).await.unwrap();
    assert_eq!(answer.kind, BotAnswerKind::Update);
    let set_up = answer.message.unwrap();
    assert!(set_up.full_text().contains("**Hall**"), "{}", set_up.full_text());
    assert!(!set_up.full_text().to_lowercase().contains("nobody"), "{}", set_up.full_text());

    let form = table.choose_in_private_menu(gm, &set_up, "Add NPCs", "raider").await.modal.unwrap();
    assert_eq!(form.inputs.len(), 5);
    let filled = [("How many", "2"), ("Name (that of the creature)", "Wolf")];
    let answer = gm.submit_modal(&form, &filled).await.unwrap();
    assert!(answer.text().contains("**Wolf 1, 2** ▰▰▰▰ 5/5"), "{}", answer.text());
    let set_up = answer.message.unwrap();
    let menu = set_up.find_menu("Settings").unwrap();
    let shield = menu.options.iter().find(|(label, _)| label.starts_with("Shield")).unwrap();
    let (label, then) = (shield.0.clone(), shield.0.replace(" on", " off"));
    let set_up =
        table.choose_in_private_menu(gm, &set_up, "Settings", &label).await.message.unwrap();
    assert!(set_up.find_menu("Settings").unwrap().options.iter().any(|(label, _)| *label == then));
    let placed =
        table.choose_in_private_menu(gm, &set_up, "Who begins where", "Enemies: Hall").await;
    assert!(placed.text().contains("Hall: start of the enemies"), "{}", placed.text());
    let form = gm.press_button(set_up.id, "Keep as template…").await.unwrap().modal.unwrap();
    let kept = gm.submit_modal(&form, &[("Name of the template", "Two wolves")]).await.unwrap();
    assert!(kept.text().contains("Kept as Two wolves"), "{}", kept.text());

    // Players join by the button below the summary.
    let summary = table.wait_for_message(&table.ana, "· set-up").await;
    table.run_command(&table.ana, "/sheet new from:warrior name:Ana").await;
    let join_menu = table.ana.press_button(summary.id, "Join").await.unwrap();
    assert!(join_menu.is_ephemeral && join_menu.kind == BotAnswerKind::Message);
    let join_menu = join_menu.message.unwrap();
    table.choose_in_private_menu(&table.ana, &join_menu, "Join as…", "Ana").await;
    let join_menu = table.ben.press_button(summary.id, "Join").await.unwrap().message.unwrap();
    let form = table
        .choose_in_private_menu(&table.ben, &join_menu, "Join as…", "rogue")
        .await
        .modal
        .unwrap();
    // The name is suggested, and no longer one can be typed.
    let name = form.inputs.iter().find(|input| input.custom_id == "name").unwrap();
    assert_eq!((name.value.as_str(), name.max_chars), ("Ben", 32));
    let answer = table.ben.submit_modal(&form, &[("Your combatant's name", "Ben")]).await.unwrap();
    assert!(answer.text().contains("**Ben** joins"), "{}", answer.text());

    table.script_dice(&[(6, 6), (6, 6), (6, 1)]);
    let status = table.run_private_command(gm, "/init set key:npc_provoke value:true").await;
    gm.press_button(status.id, "Start the fight").await.unwrap();
    table.wait_for_message(&table.ana, "it's your turn").await;
    assert!(table.wait_for_edit(&table.ana, &summary, "· round 1").await.buttons().is_empty());

    // The template sets up another fight in another channel.
    let cellar_channel = table.discord.find_or_add_channel("cellar");
    let cellar = gm.in_channel(cellar_channel);
    let templates = table.run_private_command(&cellar, "/init load").await;
    let loaded = table.choose_in_private_menu(&cellar, &templates, "Templates", "Two wolves").await;
    assert!(loaded.text().contains("**Wolf 1, 2** ▰▰▰▰ 5/5"), "{}", loaded.text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn missing_bot_permissions_are_named() {
    let table = Table::start().await;
    let arena = table.gm.channel;
    table
        .discord
        .remove_bot_permissions(arena, permissions::PIN_MESSAGES | permissions::ATTACH_FILES);
    table.run_command(&table.gm, "/init new system:dr12").await;
    let notice = table.wait_for_message(&table.gm, "I am missing permissions").await;
    assert!(
        notice.full_text().contains("**Attach Files**, **Pin Messages**"),
        "{}",
        notice.full_text()
    );
    assert_eq!(notice.ephemeral_to, Some(table.gm.id));
    table.discord.reset_bot_permissions(arena);
    let cellar = table.gm.in_channel(table.discord.find_or_add_channel("cellar"));
    table.run_command(&cellar, "/init new system:dr12").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert!(!cellar.screen_text().contains("missing permissions"));
    table.finish_cleanly().await;
}

const KIT: &str = "[creatures.ghoul]\nlevel = 2\nattacks = [{ name = \"claws\", weapon = \
                   { kind = \"melee\", damage = \"d6\" } }]\n";

#[tokio::test]
async fn imported_files_are_read_or_refused() {
    let table = Table::start().await;
    let (gm, ana) = (&table.gm, &table.ana);
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("long.toml", vec![b'#'; 70_000], "at most 64 KiB"),
        ("picture.toml", vec![0xff, 0xfe, 0x00], "is not text"),
        ("empty.toml", Vec::new(), "line 1 of the file"),
        ("deep.json", b"{\"a\":".repeat(9000), "line 1 of the file"),
        ("deep.toml", [&b"a = "[..], &b"[".repeat(9000)].concat(), "line 1 of the file"),
        (
            "field.toml",
            b"system = \"dr12\"\nname = \"A\"\n[sheet]\nhpp = \"@everyone **x**\"\n".to_vec(),
            "line 4 of the file",
        ),
    ];
    for (name, bytes, says) in cases {
        ana.upload_file_and_get_url(name, bytes.clone());
        let refused = table.run_command(ana, &format!("/sheet import file:{name}")).await;
        assert!(refused.contains(says), "{name}: {refused}");
    }
    assert!(table.run_command(ana, "/sheet list").await.contains("no sheets yet"));

    // Only users who may manage the server can import its kit.
    ana.upload_file_and_get_url("kit.toml", KIT);
    let refused = table.run_command(ana, "/sheet kit system:dr12 file:kit.toml").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    gm.upload_file_and_get_url("kit.toml", KIT);
    let taken = table.run_command(gm, "/sheet kit system:dr12 file:kit.toml").await;
    assert!(taken.contains("ghoul"), "{taken}");
    gm.upload_file_and_get_url("bad.toml", "[items.axe]\nhand = 1\n");
    let refused = table.run_command(gm, "/sheet kit system:dr12 file:bad.toml").await;
    assert!(refused.contains("line 2 of the file") && refused.contains("hands"), "{refused}");
    table.run_command(gm, "/init new system:dr12").await;
    table.run_command(gm, "/init add from:ghoul").await;
    let offered = gm.request_autocomplete("/init add from:gh").await.unwrap();
    assert_eq!(offered[0].name, "ghoul");
    table.finish_cleanly().await;
}

/// No message is too long for Discord with the most sheets, items and creatures.
#[tokio::test]
async fn largest_library_fits_into_messages() {
    let table = Table::start().await;
    let ana = &table.ana;
    let name = |n: usize| format!("n{n:02}{}", "*".repeat(29));
    for n in 0..50 {
        let new = format!("/sheet new from:adept name:\"{}\" system:dr12", name(n));
        table.run_command(ana, &new).await;
    }
    let refused = table.run_command(ana, "/sheet new from:adept name:More system:dr12").await;
    assert!(refused.contains("50 sheets"), "{refused}");
    let list = table.run_private_command(ana, "/sheet list").await;
    assert_eq!(list.find_menu("Show…").unwrap().options.len(), 25);
    assert_eq!(ana.request_autocomplete("/sheet show name:").await.unwrap().len(), 25);

    // This sheet has a longer pack than a form can hold.
    let item = |n: usize| format!("{{ name = \"{n}{}\", hands = 0 }}", "_".repeat(900));
    let items: Vec<String> = (0..6).map(item).collect();
    let text =
        format!("system = \"dr12\"\nname = \"Packer\"\n[sheet]\npack = [{}]\n", items.join(", "));
    table.ben.upload_file_and_get_url("packer.toml", text);
    let packer = table.run_private_command(&table.ben, "/sheet import file:packer.toml").await;
    let answer = table.ben.choose_in_menu(packer.id, "Change…", &["Gear"]).await.unwrap();
    assert!(answer.text().contains("too long for a form"), "{}", answer.text());

    // This kit has more creatures than a menu holds, with the longest names there are.
    let creature = |n: usize| format!("[creatures.\"{n:02} {}\"]\nattacks = []\n", "x".repeat(29));
    let kit: String = (0..60).map(creature).collect();
    table.gm.upload_file_and_get_url("kit.toml", kit);
    table.run_command(&table.gm, "/sheet kit system:dr12 file:kit.toml").await;
    let set_up = table.run_private_command(&table.gm, "/init new system:dr12").await;
    assert_eq!(set_up.find_menu("Add NPCs").unwrap().options.len(), 25);
    // The rest follows page by page, and every page fits.
    let pages = table.choose_in_private_menu(&table.gm, &set_up, "Add NPCs", "More…").await;
    assert_eq!(pages.kind, BotAnswerKind::Message, "the set-up stays");
    let mut pages = pages.message.unwrap();
    let mut seen = 0;
    loop {
        let menu = pages.find_menu("Add NPCs").unwrap();
        seen += menu.options.iter().filter(|(label, _)| label != "More…").count();
        if menu.options.iter().all(|(label, _)| label != "More…") {
            break;
        }
        let next = table.choose_in_private_menu(&table.gm, &pages, "Add NPCs", "More…").await;
        assert_eq!(next.kind, BotAnswerKind::Update);
        pages = next.message.unwrap();
    }
    let built_in = riposte::content::built_in_kit("dr12").unwrap().creatures().len();
    assert_eq!(seen, 60 + built_in);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn roll_results_follow_their_visibility() {
    let table = Table::start().await;
    table.script_dice(&[(6, 5), (6, 1), (6, 4), (6, 4)]);
    let answer = table.ana.run_command("/roll dice:4d6kh3+1").await.unwrap();
    assert!(!answer.is_ephemeral);
    table.wait_for_message(&table.ben, "5\u{2002}~~1~~\u{2002}4\u{2002}4 = **14**").await;
    table.script_dice(&[(20, 7)]);
    assert!(table.run_command(&table.ana, "/roll dice:d20 sight:secret").await.contains("= **7**"));
    let refused = table.run_command(&table.ana, "/roll dice:d20 sight:blind").await;
    assert!(refused.contains("no fight here"), "{refused}");
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    table.script_dice(&[(20, 19)]);
    let blind = table.run_command(&table.ana, "/roll dice:d20 sight:blind").await;
    assert!(!blind.contains("19"), "{blind}");
    table.wait_for_message(&table.gm.in_dm(), "= **19**").await;
    let refused = table.run_command(&table.ana, "/roll dice:\"**@everyone**\"").await;
    assert!(refused.contains("as dice") && !refused.contains("@everyone"), "{refused}");
    table.finish_cleanly().await;
}
