//! The GM's cockpit: a fight run from direct messages, and `/inbox` for a GM who takes none.

use riposte::fake_discord::{User, VisibleMessage};

use crate::table::{TIMEOUT, Table};

/// Downloads the attachment of a message: its file name and its text.
async fn download_file(message: &VisibleMessage) -> (String, String) {
    let file = &message.attachments()[0];
    let url = file["url"].as_str().unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    (file["filename"].as_str().unwrap().into(), text)
}

#[tokio::test]
async fn gm_runs_a_fight_from_direct_messages() {
    let table = Table::start().await;
    let gm = table.gm.in_dm();
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&gm, "/gm settings key:avoid_rolls value:prompt").await;
    table.run_command(&gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    let add = "/init add from:raider name:Vorn at:Gate alias:\"Hooded figure\"";
    table.run_command(&gm, add).await;
    table.script_dice(&[(6, 6), (6, 6)]);
    table.run_command(&gm, "/init start").await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    table.press_button(&table.ana, &turn, "End turn").await;

    // The GM alone sees the full map and all numbers.
    let status = table.run_command(&gm, "/status").await;
    assert!(status.contains("**Hooded figure (Vorn)** ▰▰▰▰ 5/5"), "{status}");
    let mine = table.run_command(&gm, "/mine").await;
    assert!(mine.contains("**Max HP** 5") && mine.contains("**Zone** Gate"), "{mine}");
    let map = table.run_private_command(&gm, "/map").await;
    assert!(map.full_text().contains("Hooded figure (Vorn)"), "{}", map.full_text());
    assert_eq!(map.attachments().len(), 1);

    // The GM plays its turn with the menus of the direct message.
    let find_turn =
        || gm.screen_messages().into_iter().find(|message| message.find_menu("Attack").is_some());
    let turn = table.discord.wait_for(TIMEOUT, find_turn).await.expect("its turn");
    assert!(turn.full_text().contains("**Hooded figure (Vorn)**"), "{}", turn.full_text());
    let labels: Vec<String> =
        turn.find_menu("Attack").unwrap().options.into_iter().map(|(label, _)| label).collect();
    let attack = labels.iter().find(|label| label.starts_with("Attack Ana"));
    let attack = attack.unwrap_or_else(|| panic!("{labels:?}: {}", turn.full_text()));
    gm.choose_in_menu(turn.id, "Attack", &[attack.as_str()]).await.unwrap();
    let prompt = table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    assert!(prompt.full_text().contains("Hooded figure") && !prompt.full_text().contains("Vorn"));

    // Meanwhile the GM reveals its name and undoes that.
    table.run_command(&gm, "/gm reveal who:Vorn show:wounds").await;
    table.wait_for_message(&table.ana, "Hooded figure turns out to be **Vorn**.").await;
    table.run_command(&gm, "/gm undo").await;
    table.wait_for_message(&table.ana, "~~Hooded figure turns out to be **Vorn**.").await;
    table.run_command(&gm, "/gm reveal who:Vorn show:name quiet:true").await;
    table.script_dice(&[(20, 19)]);
    table.press_button(&table.ana, &prompt, "Avoid (DEX Test)").await;
    table.run_command(&gm, "/pass as:Vorn").await;

    // The GM rules on a skill by a form.
    table.wait_for_message(&table.ana, "· round 2").await;
    table.run_command(&table.ana, "/skill attribute:str text:\"lift the gate\"").await;
    let ruling = table.wait_for_message(&gm, "Rule otherwise…").await;
    let form = gm.press_button(ruling.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.script_dice(&[(20, 8)]);
    gm.submit_modal(&form, &[("dr", "5")]).await.unwrap();
    table.wait_for_message(&table.ana, "lift the gate").await;

    // The GM turns the pages of the log.
    let page = table.run_private_command(&gm, "/log last:3").await;
    let latest = page.full_text();
    let earlier = gm.press_button(page.id, "Earlier").await.unwrap().message.unwrap();
    assert_ne!(earlier.full_text(), latest);
    let again = gm.press_button(earlier.id, "Latest").await.unwrap().message.unwrap();
    assert_eq!(again.full_text(), latest);

    // A player's page has as many lines as are asked for, and each tells something.
    let page = table.run_private_command(&table.ana, "/log last:5").await.full_text();
    let lines: Vec<&str> = page.lines().filter(|line| line.contains("<t:")).collect();
    assert_eq!(lines.len(), 5, "{page}");
    assert!(lines.iter().all(|line| !line.ends_with("something was done")), "{page}");

    // The GM ends the fight and exports it.
    table.run_command(&gm, "/init end outcome:truce").await;
    table.wait_for_message(&table.ana, "The fight").await;
    for (format, name, has) in [
        ("story", ".md", "Hooded figure"),
        ("json", ".json", "\"system\": \"dr12\""),
        ("script", ".fight", "alias:\"Hooded figure\""),
    ] {
        let message = table.run_private_command(&gm, &format!("/export format:{format}")).await;
        let (file, text) = download_file(&message).await;
        assert!(file.ends_with(name) && text.contains(has), "{file}: {text}");
    }
    let story = table.run_private_command(&table.ana, "/export").await;
    let (_, text) = download_file(&story).await;
    assert!(!text.contains("5/5") && text.contains("Hooded figure"), "{text}");
    table.finish_cleanly().await;
}

/// The channel points to `/inbox` once, and that shows the controls of the turn.
#[tokio::test]
async fn inbox_replaces_closed_direct_messages() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.gm.set_accepts_dms(false);
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.run_command(&table.ben, "/pass").await;
    let hint = table.wait_for_message(&table.ana, "`/inbox`").await;
    assert!(!hint.full_text().contains("Wolf"), "{}", hint.full_text());
    let panel = table.run_private_command(&table.gm, "/inbox").await;
    assert!(
        !panel.menus().is_empty() && panel.find_button("End turn").is_some(),
        "{}",
        panel.full_text()
    );
    assert!(table.ana.screen_messages().iter().all(|message| message.id != panel.id));
    table.gm.press_button(panel.id, "End turn").await.unwrap();
    table.wait_for_message(&table.ana, "· round 2").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.finish_cleanly().await;
}

/// Both GMs get the turn of a hidden NPC, and either can play it.
#[tokio::test]
async fn co_gm_plays_npcs_from_own_direct_messages() {
    let table = Table::start().await;
    let dora = table.discord.find_or_add_user("Dora");
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    table.run_command(&table.gm, "/init add from:raider name:Vorn hidden:true").await;
    table.run_command(&table.gm, "/co-gm add user:Dora").await;
    table.script_dice(&[(6, 6), (6, 6)]);
    table.run_command(&table.gm, "/init start").await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    table.press_button(&table.ana, &turn, "End turn").await;
    let find_turn = |user: &User| {
        let screen = user.in_dm().screen_messages();
        screen.into_iter().find(|message| message.find_button("End turn").is_some())
    };
    let gm_copy = table.discord.wait_for(TIMEOUT, || find_turn(&table.gm)).await.expect("the GM's");
    let dora_copy =
        table.discord.wait_for(TIMEOUT, || find_turn(&dora)).await.expect("the co-GM's");
    // A co-GM who is added during the turn gets it as well.
    let eve = table.discord.find_or_add_user("Eve");
    table.run_command(&table.gm, "/co-gm add user:Eve").await;
    let eve_copy =
        table.discord.wait_for(TIMEOUT, || find_turn(&eve)).await.expect("the other co-GM's");
    assert!(
        dora_copy.full_text().contains("Vorn") && dora_copy.full_text().contains(&dora.mention())
    );
    let inbox = dora.run_command("/inbox").await.unwrap().text();
    assert!(inbox.contains(&dora_copy.id.0.to_string()), "{inbox}");
    table.press_button(&dora.in_dm(), &dora_copy, "End turn").await;
    for (user, message) in [(&table.gm, &gm_copy), (&dora, &dora_copy), (&eve, &eve_copy)] {
        let over = table.wait_until_closed(&user.in_dm(), message).await.full_text();
        assert!(over.contains("**Vorn** passes.") && !over.contains("your turn"), "{over}");
    }
    assert!(
        table.ana.screen_messages().iter().all(|message| !message.full_text().contains("Vorn"))
    );
    table.finish_cleanly().await;
}

/// Both GMs are asked; when one answers, the other's copy closes.
#[tokio::test]
async fn co_gm_answers_from_own_direct_messages() {
    let table = Table::start().await;
    table.begin_fight().await;
    let dora = table.discord.find_or_add_user("Dora");
    table.run_command(&table.gm, "/co-gm add user:Dora").await;
    table.run_command(&table.ana, "/skill attribute:str text:\"lift the gate\"").await;
    let gm_copy = table.wait_for_message(&table.gm.in_dm(), "Rule otherwise…").await;
    let dora_copy = table.wait_for_message(&dora.in_dm(), "Rule otherwise…").await;
    let form =
        dora.in_dm().press_button(dora_copy.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.script_dice(&[(20, 8)]);
    dora.in_dm().submit_modal(&form, &[("dr", "5")]).await.unwrap();
    for (user, message) in [(&table.gm, &gm_copy), (&dora, &dora_copy)] {
        let closed = table.wait_for_edit(&user.in_dm(), message, "needs 5").await;
        assert!(closed.buttons().is_empty());
    }
    table.finish_cleanly().await;
}

/// An answer to no open prompt can be kept by a button as a standing order.
#[tokio::test]
async fn early_answer_is_kept_as_standing_order() {
    let table = Table::start().await;
    table.begin_fight().await;
    let early = table.run_private_command(&table.ben, "/dodge").await;
    assert!(early.full_text().contains("as a standing order"), "{}", early.full_text());
    let keep = early.buttons().into_iter().find(|it| it.label.starts_with("Keep it for: "));
    let keep = keep.expect("a button that keeps it").label;
    let kept = table.press_button(&table.ben, &early, &keep).await;
    assert!(kept.contains("`dodge`"), "{kept}");
    let list = table.run_command(&table.ben, "/orders list").await;
    assert!(list.contains("`dodge`") && list.contains("after a while"), "{list}");
    // No public message mentions it.
    for user in [&table.ana, &table.gm, &table.ben] {
        let public =
            user.screen_messages().into_iter().filter(|message| message.ephemeral_to.is_none());
        assert!(public.into_iter().all(|message| !message.full_text().contains("standing order")));
    }
    table.finish_cleanly().await;
}

/// What the GM orders in somebody's turn does not stand under that combatant's name.
#[tokio::test]
async fn orders_of_the_gm_are_not_told_as_acts_of_the_actor() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/move zone:Yard").await;
    table.run_command(&table.gm, "/gm harm who:Wolf amount:1").await;
    let record = table.wait_for_message(&table.ben, "**Wolf** is hurt.").await;
    let embeds = record.embeds();
    let part_with = |text: &str| {
        let has_text = |embed: &&serde_json::Value| {
            embed["description"].as_str().is_some_and(|description| description.contains(text))
        };
        embeds.iter().find(has_text).unwrap_or_else(|| panic!("{text}: {embeds:?}"))
    };
    assert!(part_with("is hurt")["title"].is_null(), "{embeds:?}");
    assert_ne!(part_with("is hurt"), part_with("moves"), "{embeds:?}");
    table.finish_cleanly().await;
}

/// The GM's list says once what holds for several NPCs.
#[tokio::test]
async fn equal_npcs_share_a_line_of_the_gms_turn() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    table.run_command(&table.gm, "/init add from:raider name:Wolf count:4 at:Gate").await;
    table.script_dice(&[(6, 6), (6, 1)]);
    table.run_command(&table.gm, "/init start").await;
    table.run_command(&table.ana, "/pass").await;
    let turn = table.wait_for_message(&table.gm.in_dm(), "Gate").await.full_text();
    let lines: Vec<&str> = turn.lines().filter(|line| line.contains("Gate")).collect();
    assert_eq!(lines.len(), 1, "{turn}");
    assert!(lines[0].starts_with("**Wolf 1 to 4** 5/5 HP"), "{turn}");
    table.finish_cleanly().await;
}

/// Whoever acts while their own question is open is told that it is theirs.
#[tokio::test]
async fn refusal_names_ones_own_question() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/pass").await;
    table.run_command(&table.ben, "/pass").await;
    table.run_command(&table.gm, "/npc attack npc:Wolf target:Ana").await;
    table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    let own = table.run_command(&table.ana, "/move zone:Yard").await;
    assert!(own.contains("First answer the question that you were asked."), "{own}");
    let others = table.run_command(&table.ben, "/move zone:Yard").await;
    assert!(others.contains("A question must be answered first: we wait for"), "{others}");
    table.finish_cleanly().await;
}

/// While answers of others are missing, the channel has no new line to an answer of the GM.
#[tokio::test]
async fn answer_of_the_gm_names_who_is_still_asked() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:factions").await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    table.run_command(&table.gm, "/init add from:\"stone ogre\" name:Ogre at:Yard").await;
    table.run_command(&table.ana, "/init join from:hunter name:Ana at:Yard").await;
    table.run_command(&table.ben, "/init join from:reaver name:Ben at:Yard").await;
    table.run_command(&table.gm, "/init started faction:enemies").await;
    table.run_command(&table.gm, "/init start").await;
    table.run_command(&table.gm, "/attack target:Ana weapon:\"club sweep\" as:Ogre").await;
    let skipped = table.run_command(&table.gm, "/skip").await;
    assert!(skipped.contains("Noted. The turn waits for Ben to answer."), "{skipped}");
    table.finish_cleanly().await;
}

/// An edit of an old message goes unnoticed, so the start of a fight has a message of its own.
#[tokio::test]
async fn start_of_a_fight_is_a_new_message() {
    let table = Table::start().await;
    table.begin_fight().await;
    let set_up = table.wait_for_message(&table.ana, "The zones are").await;
    let start = table.wait_for_message(&table.ana, "The fight begins").await;
    assert_ne!(set_up.id, start.id, "{}", start.full_text());
    table.finish_cleanly().await;
}
