//! The GM's cockpit: a whole fight run from the direct message, and what there is where that is
//! closed.

use riposte::fake_discord::{User, VisibleMessage};

use crate::table::{SOON, Table};

impl Table {
    /// What a command shows its sender, with what hangs on it.
    async fn looks(&self, user: &User, text: &str) -> VisibleMessage {
        let answer = user.run_command(text).await.unwrap();
        assert!(answer.is_ephemeral, "{text}: {}", answer.text());
        answer.message.unwrap()
    }
}

async fn file(message: &VisibleMessage) -> (String, String) {
    let file = &message.attachments()[0];
    let url = file["url"].as_str().unwrap();
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    (file["filename"].as_str().unwrap().into(), text)
}

#[tokio::test]
async fn a_whole_fight_is_run_from_the_direct_message() {
    let table = Table::set().await;
    let gm = table.gm.in_dm();
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&gm, "/gm settings key:avoid_rolls value:prompt").await;
    table.slash(&gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
    table.slash(&table.ana, "/init join from:warrior name:Ana").await;
    let add = "/init add from:raider name:Vorn at:Gate alias:\"Hooded figure\"";
    table.slash(&gm, add).await;
    table.dice(&[(6, 6), (6, 6)]);
    table.slash(&gm, "/init start").await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    table.click(&table.ana, &turn, "End turn").await;

    // The full map and numbers are there, for one pair of eyes.
    let status = table.slash(&gm, "/status").await;
    assert!(status.contains("**Hooded figure (Vorn)** ▰▰▰▰ 5/5"), "{status}");
    let mine = table.slash(&gm, "/mine").await;
    assert!(mine.contains("**Max HP** 5") && mine.contains("**Zone** Gate"), "{mine}");
    let map = table.looks(&gm, "/map").await;
    assert!(map.full_text().contains("Hooded figure (Vorn)"), "{}", map.full_text());
    assert_eq!(map.attachments().len(), 1);

    // Its turn is played with the menus of the private message.
    let with_menu =
        || gm.screen_messages().into_iter().find(|message| message.find_menu("Attack").is_some());
    let turn = table.discord.wait_for(SOON, with_menu).await.expect("its turn");
    assert!(turn.full_text().contains("**Hooded figure (Vorn)**"), "{}", turn.full_text());
    let labels: Vec<String> =
        turn.find_menu("Attack").unwrap().options.into_iter().map(|(label, _)| label).collect();
    let attack = labels.iter().find(|label| label.starts_with("Attack Ana"));
    let attack = attack.unwrap_or_else(|| panic!("{labels:?}: {}", turn.full_text()));
    gm.choose_in_menu(turn.id, "Attack", &[attack.as_str()]).await.unwrap();
    let prompt = table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    assert!(prompt.full_text().contains("Hooded figure") && !prompt.full_text().contains("Vorn"));

    // Meanwhile it is shown for who it is, and taken back.
    table.slash(&gm, "/gm reveal who:Vorn show:wounds").await;
    table.sees(&table.ana, "Hooded figure turns out to be **Vorn**.").await;
    table.slash(&gm, "/gm undo").await;
    table.sees(&table.ana, "~~Hooded figure turns out to be **Vorn**.").await;
    table.slash(&gm, "/gm reveal who:Vorn show:name quiet:true").await;
    table.dice(&[(20, 19)]);
    table.click(&table.ana, &prompt, "Avoid (DEX Test)").await;
    table.slash(&gm, "/pass as:Vorn").await;

    // A ruling.
    table.sees(&table.ana, "· round 2").await;
    table.slash(&table.ana, "/skill attribute:str text:\"lift the gate\"").await;
    let ruling = table.sees(&gm, "Rule otherwise…").await;
    let form = gm.press_button(ruling.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.dice(&[(20, 8)]);
    gm.submit_modal(&form, &[("dr", "5")]).await.unwrap();
    table.sees(&table.ana, "lift the gate").await;

    // The log, page by page.
    let page = table.looks(&gm, "/log last:3").await;
    let latest = page.full_text();
    let earlier = gm.press_button(page.id, "Earlier").await.unwrap().message.unwrap();
    assert_ne!(earlier.full_text(), latest);
    let again = gm.press_button(earlier.id, "Latest").await.unwrap().message.unwrap();
    assert_eq!(again.full_text(), latest);

    // The end, and the fight as a file.
    table.slash(&gm, "/init end outcome:truce").await;
    table.sees(&table.ana, "The fight").await;
    for (format, name, has) in [
        ("story", ".md", "Hooded figure"),
        ("json", ".json", "\"system\": \"dr12\""),
        ("script", ".fight", "alias:\"Hooded figure\""),
    ] {
        let message = table.looks(&gm, &format!("/export format:{format}")).await;
        let (file, text) = file(&message).await;
        assert!(file.ends_with(name) && text.contains(has), "{file}: {text}");
    }
    let story = table.looks(&table.ana, "/export").await;
    let (_, text) = file(&story).await;
    assert!(!text.contains("5/5") && text.contains("Hooded figure"), "{text}");
    table.clear().await;
}

/// The panel is there where the private message is not, and the channel says so once.
#[tokio::test]
async fn who_takes_no_direct_messages_has_a_panel() {
    let table = Table::set().await;
    table.begin().await;
    table.gm.set_accepts_dms(false);
    table.slash(&table.ana, "/pass").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.slash(&table.ben, "/pass").await;
    let hint = table.sees(&table.ana, "`/inbox`").await;
    assert!(!hint.full_text().contains("Wolf"), "{}", hint.full_text());
    let panel = table.looks(&table.gm, "/inbox").await;
    assert!(
        !panel.menus().is_empty() && panel.find_button("End turn").is_some(),
        "{}",
        panel.full_text()
    );
    assert!(table.ana.screen_messages().iter().all(|message| message.id != panel.id));
    table.gm.press_button(panel.id, "End turn").await.unwrap();
    table.sees(&table.ana, "· round 2").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    table.clear().await;
}

/// Both GMs are told of a hidden one's turn, and either plays it.
#[tokio::test]
async fn a_co_gm_plays_npcs_from_the_own_direct_message() {
    let table = Table::set().await;
    let dora = table.discord.find_or_add_user("Dora");
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&table.ana, "/init join from:warrior name:Ana").await;
    table.slash(&table.gm, "/init add from:raider name:Vorn hidden:true").await;
    table.slash(&table.gm, "/co-gm add user:Dora").await;
    table.dice(&[(6, 6), (6, 6)]);
    table.slash(&table.gm, "/init start").await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    table.click(&table.ana, &turn, "End turn").await;
    let has_turn = |user: &User| {
        let screen = user.in_dm().screen_messages();
        screen.into_iter().find(|message| message.find_button("End turn").is_some())
    };
    let gms = table.discord.wait_for(SOON, || has_turn(&table.gm)).await.expect("the GM's");
    let doras = table.discord.wait_for(SOON, || has_turn(&dora)).await.expect("the co-GM's");
    // Who helps from now on is told of it as well.
    let eve = table.discord.find_or_add_user("Eve");
    table.slash(&table.gm, "/co-gm add user:Eve").await;
    let eves = table.discord.wait_for(SOON, || has_turn(&eve)).await.expect("the other co-GM's");
    assert!(doras.full_text().contains("Vorn") && doras.full_text().contains(&dora.mention()));
    let inbox = dora.run_command("/inbox").await.unwrap().text();
    assert!(inbox.contains(&doras.id.0.to_string()), "{inbox}");
    table.click(&dora.in_dm(), &doras, "End turn").await;
    for (user, message) in [(&table.gm, &gms), (&dora, &doras), (&eve, &eves)] {
        let over = table.closes(&user.in_dm(), message).await.full_text();
        assert!(over.contains("**Vorn** passes.") && !over.contains("your turn"), "{over}");
    }
    assert!(
        table.ana.screen_messages().iter().all(|message| !message.full_text().contains("Vorn"))
    );
    table.clear().await;
}

/// Both GMs are asked; the copy of the one who comes second closes.
#[tokio::test]
async fn a_co_gm_answers_from_the_own_direct_message() {
    let table = Table::set().await;
    table.begin().await;
    let dora = table.discord.find_or_add_user("Dora");
    table.slash(&table.gm, "/co-gm add user:Dora").await;
    table.slash(&table.ana, "/skill attribute:str text:\"lift the gate\"").await;
    let gms = table.sees(&table.gm.in_dm(), "Rule otherwise…").await;
    let doras = table.sees(&dora.in_dm(), "Rule otherwise…").await;
    let form = dora.in_dm().press_button(doras.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.dice(&[(20, 8)]);
    dora.in_dm().submit_modal(&form, &[("dr", "5")]).await.unwrap();
    for (user, message) in [(&table.gm, &gms), (&dora, &doras)] {
        let closed = table.becomes(&user.in_dm(), message, "needs 5").await;
        assert!(closed.buttons().is_empty());
    }
    table.clear().await;
}

/// An answer that nobody asks for is kept for the question by a button, and then given unasked.
#[tokio::test]
async fn an_answer_given_too_early_is_kept_as_an_order() {
    let table = Table::set().await;
    table.begin().await;
    let early = table.looks(&table.ben, "/dodge").await;
    assert!(early.full_text().contains("as a standing order"), "{}", early.full_text());
    let keep = early.buttons().into_iter().find(|it| it.label.starts_with("Keep it for: "));
    let keep = keep.expect("a button that keeps it").label;
    let kept = table.click(&table.ben, &early, &keep).await;
    assert!(kept.contains("`dodge`"), "{kept}");
    let list = table.slash(&table.ben, "/orders list").await;
    assert!(list.contains("`dodge`") && list.contains("after a while"), "{list}");
    // Nobody else reads of it.
    for user in [&table.ana, &table.gm, &table.ben] {
        let public =
            user.screen_messages().into_iter().filter(|message| message.ephemeral_to.is_none());
        assert!(public.into_iter().all(|message| !message.full_text().contains("standing order")));
    }
    table.clear().await;
}
