//! Sheets, kits and the set-up of a fight, as people meet them in chat.

use riposte::fake_discord::{BotAnswer, BotAnswerKind, User, VisibleMessage, permissions};

use super::table::{SOON, Table};

impl Table {
    /// Chooses in a menu of a private answer.
    async fn picks(
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

    /// Types a command and keeps the answer.
    async fn asks(&self, user: &User, text: &str) -> VisibleMessage {
        let answer = user.run_command(text).await.unwrap();
        assert!(answer.is_ephemeral, "{text} is answered in public: {}", answer.text());
        answer.message.unwrap()
    }
}

async fn file(message: &VisibleMessage) -> String {
    let url = message.attachments()[0]["url"].as_str().unwrap().to_string();
    reqwest::get(url).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn a_sheet_from_its_making_to_its_end() {
    let table = Table::set().await;
    let ana = &table.ana;
    let made = table.asks(ana, "/sheet new from:warrior name:\"Ana *B*\" system:dr12").await;
    let text = made.full_text();
    assert!(text.contains("Ana \\*B\\* is ready") && text.contains("longsword"), "{text}");

    // Page by page, by forms that show what is there.
    let form = table.picks(ana, &made, "Change…", "Attributes").await.modal.unwrap();
    let shown: Vec<_> =
        form.inputs.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    assert_eq!(shown, [("STR", "2"), ("DEX", "0"), ("CON", "2")]);
    let answer = ana.submit_modal(&form, &[("DEX", "3")]).await.unwrap();
    assert_eq!(answer.kind, BotAnswerKind::Update);
    assert!(answer.text().contains("**DEX** 3"), "{}", answer.text());
    let changed = answer.message.unwrap();
    // The same form again is of yesterday.
    let refused = ana.submit_modal(&form, &[("DEX", "1")]).await.unwrap();
    assert!(refused.text().contains("has changed meanwhile"), "{}", refused.text());
    let form = table.picks(ana, &changed, "Change…", "Gear").await.modal.unwrap();
    let refused = ana.submit_modal(&form, &[("Pack", "halberd")]).await.unwrap();
    assert!(refused.text().contains("There is no item “halberd”"), "{}", refused.text());
    let form = table.picks(ana, &changed, "Change…", "Name and portrait").await.modal.unwrap();
    let portrait = ("portrait", "https://example.org/ana.png");
    let answer = ana.submit_modal(&form, &[("Name", "Ana"), portrait]).await.unwrap();
    let message = answer.message.unwrap();
    assert_eq!(message.embeds()[0]["thumbnail"]["url"], portrait.1);

    // Out, by a button, and in again for Ben.
    let taken = ana.press_button(message.id, "Export (TOML)").await.unwrap();
    assert_eq!(taken.kind, BotAnswerKind::Message);
    let text = file(&taken.message.unwrap()).await;
    assert!(text.contains("name = \"Ana\"") && text.contains("longsword"), "{text}");
    table.ben.add_upload("ana.toml", text.clone());
    let taken = table.asks(&table.ben, "/sheet import file:ana.toml name:Bea").await;
    assert!(
        taken.full_text().contains("Bea is imported") && taken.full_text().contains("**DEX** 3")
    );
    let json = table.asks(&table.ben, "/sheet export name:Bea format:json").await;
    table.ben.add_upload("bea.json", file(&json).await);
    let refused = table.slash(&table.ben, "/sheet import file:bea.json").await;
    assert!(refused.contains("You have a sheet called Bea already"), "{refused}");

    // A copy, and the end of it.
    table.asks(ana, "/sheet copy name:Ana to:Twin").await;
    let asked = table.asks(ana, "/sheet delete name:Twin").await;
    assert!(asked.full_text().contains("Delete Twin? You cannot take that back."));
    let kept = ana.press_button(asked.id, "Keep the sheet").await.unwrap().message.unwrap();
    let asked = ana.press_button(kept.id, "Delete…").await.unwrap().message.unwrap();
    let gone = ana.press_button(asked.id, "Delete Twin").await.unwrap();
    assert!(gone.text().contains("Twin is deleted"), "{}", gone.text());
    let list = table.asks(ana, "/sheet list").await;
    assert!(list.full_text().contains("**Ana** (DR12)") && !list.full_text().contains("Twin"));
    let again = table.picks(ana, &list, "Show…", "Ana").await;
    assert!(again.text().contains("longsword"));
    // Nobody else saw any of it.
    assert!(!table.gm.screen_text().contains("Ana"));
    table.clear().await;
}

/// From an empty channel to the first turn, with three players and two groups of NPCs.
#[tokio::test]
async fn eight_interactions_to_the_first_turn() {
    let table = Table::set().await;
    let cleo = table.discord.find_or_add_user("Cleo");
    for (user, from) in [(&table.ana, "warrior"), (&table.ben, "rogue"), (&cleo, "adept")] {
        let new = format!("/sheet new from:{from} name:{} system:dr12", user.name);
        table.slash(user, &new).await;
    }
    let before = interactions(&table);
    let new = table.asks(&table.gm, "/init new system:dr12").await;
    let map = table.picks(&table.gm, &new, "Zones", "A yard between gate and hall").await;
    assert!(map.text().contains("**Yard**: nobody"), "{}", map.text());
    table.slash(&table.gm, "/init add from:raider count:3 at:Hall").await;
    table.slash(&table.gm, "/init add from:bowman count:2 at:Hall hidden:true").await;
    for user in [&table.ana, &table.ben, &cleo] {
        table.slash(user, &format!("/init join sheet:{} at:Gate", user.name)).await;
    }
    table.dice(&[(6, 6), (6, 6), (6, 1), (6, 1)]);
    table.slash(&table.gm, "/init start").await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    assert!(turn.full_text().contains("**"));
    assert_eq!(interactions(&table) - before, 8);
    let status = table.slash(&table.gm, "/status").await;
    assert!(status.contains("**Raider 3**") && status.contains("**Bowman 2**"), "{status}");
    assert!(!table.slash(&table.ana, "/status").await.contains("Bowman"));
    table.clear().await;
}

fn interactions(table: &Table) -> usize {
    let is_answer = |call: &&serde_json::Value| {
        call["path"].as_str().is_some_and(|path| path.contains("/callback"))
    };
    table.discord.logged_requests().iter().filter(is_answer).count()
}

#[tokio::test]
async fn a_fight_is_set_up_by_menus_alone() {
    let table = Table::set().await;
    let gm = &table.gm;
    let rules = table.asks(gm, "/init new").await;
    let set_up = table.picks(gm, &rules, "Rules", "DR12").await.message.unwrap();
    let form = table.picks(gm, &set_up, "Zones", "Type them…").await.modal.unwrap();
    let answer = gm.submit_modal(&form, &[("Zones", "Gate - Yard - ")]).await.unwrap();
    assert!(answer.text().contains("There is a zone without a name"), "{}", answer.text());
    let form = table.picks(gm, &set_up, "Zones", "Type them…").await.modal.unwrap();
    let answer = gm.submit_modal(&form, &[("Zones", "Gate - Yard - Hall")]).await.unwrap();
    assert_eq!(answer.kind, BotAnswerKind::Update);
    let set_up = answer.message.unwrap();
    assert!(set_up.full_text().contains("**Hall**: nobody"), "{}", set_up.full_text());

    let form = table.picks(gm, &set_up, "Add NPCs", "raider").await.modal.unwrap();
    assert_eq!(form.inputs.len(), 5);
    let filled = [("How many", "2"), ("Name (that of the creature)", "Wolf")];
    let answer = gm.submit_modal(&form, &filled).await.unwrap();
    assert!(answer.text().contains("**Wolf 2** ▰▰▰▰ 5/5"), "{}", answer.text());
    let set_up = answer.message.unwrap();
    let menu = set_up.find_menu("Settings").unwrap();
    let shield = menu.options.iter().find(|(label, _)| label.starts_with("Shield")).unwrap();
    let (label, then) = (shield.0.clone(), shield.0.replace(" on", " off"));
    let set_up = table.picks(gm, &set_up, "Settings", &label).await.message.unwrap();
    assert!(set_up.find_menu("Settings").unwrap().options.iter().any(|(label, _)| *label == then));
    let begins = table.picks(gm, &set_up, "Who begins where", "Enemies: Hall").await;
    assert!(begins.text().contains("Hall: start of the enemies"), "{}", begins.text());
    let form = gm.press_button(set_up.id, "Keep as template…").await.unwrap().modal.unwrap();
    let kept = gm.submit_modal(&form, &[("Name of the template", "Two wolves")]).await.unwrap();
    assert!(kept.text().contains("Kept as Two wolves"), "{}", kept.text());

    // Players join by the button below the summary.
    let news = table.sees(&table.ana, "· set-up").await;
    table.slash(&table.ana, "/sheet new from:warrior name:Ana").await;
    let whom = table.ana.press_button(news.id, "Join").await.unwrap();
    assert!(whom.is_ephemeral && whom.kind == BotAnswerKind::Message);
    let whom = whom.message.unwrap();
    table.picks(&table.ana, &whom, "Join as…", "Ana").await;
    let whom = table.ben.press_button(news.id, "Join").await.unwrap().message.unwrap();
    let form = table.picks(&table.ben, &whom, "Join as…", "rogue").await.modal.unwrap();
    let answer = table.ben.submit_modal(&form, &[("Your combatant's name", "Ben")]).await.unwrap();
    assert!(answer.text().contains("**Ben** joins"), "{}", answer.text());

    table.dice(&[(6, 6), (6, 6), (6, 1)]);
    let status = table.asks(gm, "/init set key:npc_provoke value:true").await;
    gm.press_button(status.id, "Start the fight").await.unwrap();
    table.sees(&table.ana, "it's your turn").await;
    assert!(table.becomes(&table.ana, &news, "· round 1").await.buttons().is_empty());

    // The template opens another one elsewhere.
    let elsewhere = table.discord.find_or_add_channel("cellar");
    let there = gm.in_channel(elsewhere);
    let which = table.asks(&there, "/init load").await;
    let loaded = table.picks(&there, &which, "Templates", "Two wolves").await;
    assert!(loaded.text().contains("**Wolf 1** ▰▰▰▰ 5/5"), "{}", loaded.text());
    table.clear().await;
}

#[tokio::test]
async fn what_the_bot_may_not_is_named() {
    let table = Table::set().await;
    let arena = table.gm.channel;
    table
        .discord
        .remove_bot_permissions(arena, permissions::PIN_MESSAGES | permissions::ATTACH_FILES);
    table.slash(&table.gm, "/init new system:dr12").await;
    let told = table.sees(&table.gm, "I am missing permissions").await;
    assert!(
        told.full_text().contains("**Attach Files**, **Pin Messages**"),
        "{}",
        told.full_text()
    );
    assert_eq!(told.ephemeral_to, Some(table.gm.id));
    table.discord.reset_bot_permissions(arena);
    let there = table.gm.in_channel(table.discord.find_or_add_channel("cellar"));
    table.slash(&there, "/init new system:dr12").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    assert!(!there.screen_text().contains("missing permissions"));
    table.clear().await;
}

const KIT: &str = "[creatures.ghoul]\nlevel = 2\nattacks = [{ name = \"claws\", weapon = \
                   { kind = \"melee\", damage = \"d6\" } }]\n";

#[tokio::test]
async fn files_are_read_or_refused() {
    let table = Table::set().await;
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
        ana.add_upload(name, bytes.clone());
        let refused = table.slash(ana, &format!("/sheet import file:{name}")).await;
        assert!(refused.contains(says), "{name}: {refused}");
    }
    assert!(table.slash(ana, "/sheet list").await.contains("no sheets yet"));

    // The kit of a server is for who runs it.
    ana.add_upload("kit.toml", KIT);
    let refused = table.slash(ana, "/sheet kit system:dr12 file:kit.toml").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    gm.add_upload("kit.toml", KIT);
    let taken = table.slash(gm, "/sheet kit system:dr12 file:kit.toml").await;
    assert!(taken.contains("ghoul"), "{taken}");
    gm.add_upload("bad.toml", "[items.axe]\nhand = 1\n");
    let refused = table.slash(gm, "/sheet kit system:dr12 file:bad.toml").await;
    assert!(refused.contains("line 2 of the file") && refused.contains("hands"), "{refused}");
    table.slash(gm, "/init new system:dr12").await;
    table.slash(gm, "/init add from:ghoul").await;
    let offered = gm.request_autocomplete("/init add from:gh").await.unwrap();
    assert_eq!(offered[0].name, "ghoul");
    table.clear().await;
}

/// Nothing is too long for Discord, however much there is.
#[tokio::test]
async fn the_most_of_everything_fits() {
    let table = Table::set().await;
    let ana = &table.ana;
    let name = |n: usize| format!("{n:02}{}", "*".repeat(30));
    for n in 0..50 {
        let new = format!("/sheet new from:adept name:\"{}\" system:dr12", name(n));
        table.slash(ana, &new).await;
    }
    let refused = table.slash(ana, "/sheet new from:adept name:More system:dr12").await;
    assert!(refused.contains("50 sheets"), "{refused}");
    let list = table.asks(ana, "/sheet list").await;
    assert_eq!(list.find_menu("Show…").unwrap().options.len(), 25);
    assert_eq!(ana.request_autocomplete("/sheet show name:").await.unwrap().len(), 25);

    // A sheet with more than a form can hold.
    let item = |n: usize| format!("{{ name = \"{n}{}\", hands = 0 }}", "_".repeat(900));
    let items: Vec<String> = (0..6).map(item).collect();
    let text =
        format!("system = \"dr12\"\nname = \"Packer\"\n[sheet]\npack = [{}]\n", items.join(", "));
    table.ben.add_upload("packer.toml", text);
    let packer = table.asks(&table.ben, "/sheet import file:packer.toml").await;
    let answer = table.ben.choose_in_menu(packer.id, "Change…", &["Gear"]).await.unwrap();
    assert!(answer.text().contains("too long for a form"), "{}", answer.text());

    // A server with more creatures than a menu holds, some with names too long for it.
    let creature = |n: usize| format!("[creatures.\"{n:02} {}\"]\nattacks = []\n", "x".repeat(57));
    let kit: String = (0..60).map(creature).collect();
    table.gm.add_upload("kit.toml", kit);
    table.slash(&table.gm, "/sheet kit system:dr12 file:kit.toml").await;
    let set_up = table.asks(&table.gm, "/init new system:dr12").await;
    assert_eq!(set_up.find_menu("Add NPCs").unwrap().options.len(), 25);
    table.clear().await;
}

#[tokio::test]
async fn dice_are_shown_to_whom_they_are_for() {
    let table = Table::set().await;
    table.dice(&[(6, 5), (6, 1), (6, 4), (6, 4)]);
    let answer = table.ana.run_command("/roll dice:4d6kh3+1").await.unwrap();
    assert!(!answer.is_ephemeral);
    table.sees(&table.ben, "5, ~~1~~, 4, 4 = **14**").await;
    table.dice(&[(20, 7)]);
    assert!(table.slash(&table.ana, "/roll dice:d20 sight:secret").await.contains("= **7**"));
    let refused = table.slash(&table.ana, "/roll dice:d20 sight:blind").await;
    assert!(refused.contains("no fight here"), "{refused}");
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&table.ana, "/init join from:warrior name:Ana").await;
    table.dice(&[(20, 19)]);
    let blind = table.slash(&table.ana, "/roll dice:d20 sight:blind").await;
    assert!(!blind.contains("19"), "{blind}");
    table.sees(&table.gm.in_dm(), "= **19**").await;
    let refused = table.slash(&table.ana, "/roll dice:\"**@everyone**\"").await;
    assert!(refused.contains("as dice") && !refused.contains("@everyone"), "{refused}");
    table.clear().await;
}
