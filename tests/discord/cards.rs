//! What `cards` needs of the chat: offers that nobody waits for, and several asked in one message.

use riposte::standin::Modal;

use crate::table::Table;

/// Ana, Ben and a rat, all at the Gate, with these cards.
async fn begin(table: &Table, cards: [u8; 3]) {
    let [ana, ben, rat] = cards;
    table.slash(&table.gm, "/init new system:cards").await;
    table.slash(&table.gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
    let join = |name: &str, card: u8| format!("/init join from:adept name:{name} with:card={card}");
    table.slash(&table.ana, &join("Ana", ana)).await;
    table.slash(&table.ben, &join("Ben", ben)).await;
    table.slash(&table.gm, &format!("/init add from:brigand name:Rat with:card={rat}")).await;
    table.slash(&table.gm, "/init start").await;
}

#[tokio::test]
async fn an_offer_is_accepted_by_whom_it_was_made_to_or_lapses() {
    let table = Table::set().await;
    begin(&table, [2, 3, 9]).await;
    table.sees(&table.ana, "**Ana**, it is your turn").await;
    table.slash(&table.ana, "/swap target:Ben").await;
    let offer = table.sees(&table.ben, "[Accept Ana's swap]").await;
    assert!(offer.text().contains(&table.ben.mention()), "{}", offer.text());
    let foreign = table.ana.press(offer.id, "Accept Ana's swap").await.unwrap();
    assert!(foreign.is_ephemeral && foreign.text().contains("That is for Ben"));
    table.click(&table.ben, &offer, "Accept Ana's swap").await;
    table.sees(&table.ana, "swap cards. **Ana** has 3 now, **Ben** 2").await;
    let over = table.becomes(&table.ben, &offer, "not open any more").await;
    assert!(over.buttons().is_empty());

    // The first Maneuver ends what is not answered.
    table.slash(&table.ben, "/swap target:Ana").await;
    let offer = table.sees(&table.ana, "[Accept Ben's swap]").await;
    let accept = offer.button("Accept Ben's swap").unwrap().custom_id.unwrap();
    table.slash(&table.ben, "/shout text:\"To me!\"").await;
    table.becomes(&table.ana, &offer, "not open any more").await;
    let late = table.ana.press_raw(offer.id, &accept).await.unwrap();
    assert!(late.is_ephemeral && late.text().contains("settled already"), "{}", late.text());
    table.clear().await;
}

/// The forms of the set-up say the sides that this fight has.
#[tokio::test]
async fn forms_name_the_sides_of_the_system() {
    let table = Table::set().await;
    let new = table.gm.slash("/init new system:cards").await.unwrap().message.unwrap();
    let form = table.gm.choose(new.id, "Add NPCs", &["brigand"]).await.unwrap().modal.unwrap();
    let field = |form: &Modal| form.inputs.iter().find(|one| one.custom_id == "side").cloned();
    let side = field(&form).unwrap();
    assert_eq!(
        (side.label.as_str(), side.placeholder.as_str()),
        ("Side or faction (Foes, if left empty)", "Heroes")
    );
    table.gm.fill(&form, &[("How many", "1"), (&side.label, "heroes")]).await.unwrap();
    let status = table.slash(&table.gm, "/status").await;
    assert!(status.contains("**Heroes**") && !status.contains("heroes"), "{status}");
    table.clear().await;
}

#[tokio::test]
async fn chasers_are_asked_in_one_message() {
    let table = Table::set().await;
    begin(&table, [2, 3, 1]).await;
    table.slash(&table.gm, "/flee as:Rat action:finesse").await;
    let asked = table.sees(&table.ana, "[Ana: Chase by Finesse · my fast Maneuver]").await;
    assert!(asked.text().contains("[Ben: Chase by Finesse with my slow Maneuver]"));
    let both = [&table.ana, &table.ben].map(|user| asked.text().contains(&user.mention()));
    assert_eq!(both, [true, true], "{}", asked.text());
    let foreign =
        table.ben.press(asked.id, "Ana: Chase by Finesse · my fast Maneuver").await.unwrap();
    assert!(foreign.is_ephemeral);

    // What Ana answers stays sealed, and Ben's buttons stay.
    table.click(&table.ana, &asked, "Ana: Chase by Finesse · my fast Maneuver").await;
    let half = table.becomes(&table.ana, &asked, "Answered; shown when all have.").await;
    assert!(half.text().contains("[Ben: Chase by Finesse · my fast Maneuver]"), "{}", half.text());
    assert!(!half.text().contains("[Ana: "), "{}", half.text());
    let rat = [(6, 6), (6, 1), (6, 1), (6, 1)];
    let ana = [(6, 6), (6, 2), (6, 2), (6, 2)];
    table.dice(&[rat, ana].concat());
    table.click(&table.ben, &asked, "Ben: No · let it be (default)").await;
    let over =
        table.becomes(&table.ana, &asked, "Answer: **Chase by Finesse · my fast Maneuver**").await;
    assert!(over.buttons().is_empty());
    table.sees(&table.ben, "**Rat** is caught up with").await;
    table.clear().await;
}
