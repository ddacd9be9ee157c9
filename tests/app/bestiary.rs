//! Creatures are found by names, tags and words, and nobody reads more of them than they may know.

use riposte::app::bestiary::{BestiaryPage, CreatureCard};
use riposte::app::input::{InputReply, QueryResult, RequestContext, RequestPlace};
use riposte::app::library::LibraryReply;
use riposte::content::built_in_kit;
use riposte::engine::core::command::Command;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

async fn look_up(table: &Table, who: &str, text: &str) -> LibraryReply {
    match table.send_command(who, text).await {
        InputReply::Library(library) => *library,
        other => panic!("{who}: {text}: {other:?}"),
    }
}

async fn look_up_page(table: &Table, who: &str, text: &str) -> BestiaryPage {
    match look_up(table, who, text).await {
        LibraryReply::Bestiary(page) => *page,
        other => panic!("{who}: {text}: {other:?}"),
    }
}

async fn look_up_creature(table: &Table, who: &str, text: &str) -> CreatureCard {
    match look_up(table, who, text).await {
        LibraryReply::Creature(card) => *card,
        other => panic!("{who}: {text}: {other:?}"),
    }
}

#[tokio::test]
async fn numbers_and_strength_of_creatures_are_for_the_gm() {
    let table = Table::new().await;
    table.set_up_fight().await;
    let card = look_up_creature(&table, "GM", "bestiary name:RAIDER").await;
    assert_eq!(card.body.as_ref().unwrap()["level"], 1);
    assert!(card.can_add && card.profile.tags.strength.is_some());
    for who in ["Ana", "Stranger"] {
        let card = look_up_creature(&table, who, "bestiary name:raider").await;
        assert!(card.profile.about.is_some() && card.profile.tags.family.is_some());
        let tags = &card.profile.tags;
        assert_eq!((card.body, tags.strength, tags.role), (None, None, None), "{who}");
        assert!(!card.can_add);
        let page = look_up_page(&table, who, "bestiary").await;
        assert!(!page.knows_numbers && !page.can_add);
        let knows_strength = |tags: &riposte::app::bestiary::CreatureTags| tags.strength.is_some();
        assert!(!page.creatures.iter().any(|creature| knows_strength(&creature.tags)));
        // Neither a filter nor words tell it.
        table.assert_refused(who, "bestiary strength:boss", "strength-hidden").await;
        table.assert_refused(who, "bestiary name:boss", "no-creature").await;
        assert!(table.complete(who, "bestiary", "strength", "").await.is_empty());
    }
    // An admin knows them only where nobody plays.
    let card = look_up_creature(&table, "Admin", "bestiary name:raider").await;
    assert_eq!(card.body, None);
    let elsewhere = table.with_next_channel();
    let card = look_up_creature(&elsewhere, "Admin", "bestiary name:raider system:dr12").await;
    assert!(card.body.is_some());
    elsewhere.assert_refused("Ana", "bestiary", "which-system").await;
    elsewhere.assert_refused("Ana", "bestiary system:chess", "no-such-system").await;
}

/// In direct messages the GM of several fights is asked which one is meant.
#[tokio::test]
async fn bestiary_in_direct_messages_is_that_of_the_chosen_fight() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.with_next_channel().run_command("GM", "new system:dr12").await;
    let place = RequestPlace::Dm { channel: ChannelId(9000 + user_id("GM").0) };
    let gm = RequestContext { place, ..table.request_context("GM") };
    for text in ["bestiary name:raider", "npc-new from:raider", "bestiary name:raider system:dr12"]
    {
        let choice = expect_query_result(table.send_dm_command("GM", text).await);
        let QueryResult::FightChoice { held_input, fights } = choice else { panic!("{choice:?}") };
        let fight = fights[1].fight;
        let reply = table.app.resume_held_input_in_fight(&gm, held_input, fight).await.unwrap();
        match reply {
            InputReply::Library(reply) => match *reply {
                LibraryReply::Creature(card) => assert!(card.body.is_some(), "{text}"),
                LibraryReply::NewcomerForm(form) => assert_eq!(form.template, "raider"),
                other => panic!("{text}: {other:?}"),
            },
            other => panic!("{text}: {other:?}"),
        }
    }
    // A sheet of a named system needs no fight.
    let made = table.send_dm_command("GM", "sheet-new system:cards from:hunter name:Ana").await;
    assert!(matches!(made, InputReply::Library(_)), "{made:?}");
    let choice = table.send_dm_command("GM", "sheet-new from:rogue name:Ben").await;
    let choice = expect_query_result(choice);
    assert!(matches!(choice, QueryResult::FightChoice { .. }), "{choice:?}");
}

#[tokio::test]
async fn bestiary_pages_through_all_creatures() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let kit = built_in_kit(system).unwrap().creatures();
        let first = look_up_page(&table, "GM", "bestiary").await;
        assert_eq!(first.families.iter().map(|(_, count)| count).sum::<usize>(), kit.len());
        let mut names = Vec::new();
        for page in 1..=first.page_count {
            let page = look_up_page(&table, "GM", &format!("bestiary page:{page}")).await;
            names.extend(page.creatures.into_iter().map(|creature| creature.name));
        }
        let expected: Vec<String> = kit.iter().map(|creature| creature.name.clone()).collect();
        assert_eq!(names, expected, "{system}");
        let (family, count) = &first.families[0];
        let filtered = Command::new("bestiary").with("family", family).with("page", 99);
        let filtered = look_up_page(&table, "GM", &filtered.to_string()).await;
        assert_eq!((filtered.found_count, filtered.page), (*count, filtered.page_count));
        table.assert_refused("GM", "bestiary family:nobody", "bad-setup").await;
    }
}

/// Words of a name come before words of tags, and families that are in the fight before others.
#[tokio::test]
async fn creatures_to_add_are_found_by_words_and_likely_ones_come_first() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    let found = table.complete("GM", "add", "from", "raid").await;
    assert_eq!(found[0], "raider");
    let found = table.complete("GM", "add", "from", "vermin boss").await;
    let kit = built_in_kit("dr12").unwrap().creatures();
    for name in &found {
        let creature = kit.iter().find(|creature| creature.name == *name).unwrap();
        let about = creature.about.as_deref().unwrap_or_default().to_lowercase();
        let has_tags =
            creature.tags.family.as_ref().is_some_and(|family| family.as_str() == "vermin");
        assert!(has_tags || about.contains("vermin"), "{name}");
    }
    let family_of = |name: &str| {
        let creature = kit.iter().find(|creature| creature.name == name).unwrap();
        creature.tags.family.as_ref().unwrap().as_str().to_string()
    };
    let everything = table.complete("GM", "add", "from", "").await;
    assert_eq!(everything.len(), 25);
    table.run_command("GM", "add from:\"crypt rattler\" count:2 hidden:true").await;
    let likely = table.complete("GM", "add", "from", "").await;
    assert_eq!(family_of(&likely[0]), "risen");
    assert_eq!(table.complete("Ana", "add", "from", "").await, Vec::<String>::new());
    assert_eq!(table.complete("GM", "bestiary", "family", "tallow").await, ["tallow cult"]);
    // Who is hidden changes nothing that players read.
    let (before, after) = (table.with_next_channel(), table);
    before.run_command("GM", "new system:dr12").await;
    let names = async |table: &Table| table.complete("Ana", "bestiary", "name", "").await;
    assert_eq!(names(&before).await, names(&after).await);
}

#[tokio::test]
async fn several_kinds_are_added_at_once() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "add from:\"1 brute, 2 raider, bowman\" hidden:true").await;
    let names = async || -> Vec<String> {
        table.load_state().await.members.iter().map(|member| member.name.clone()).collect()
    };
    assert_eq!(names().await, ["Brute", "Raider 1", "Raider 2", "Bowman"]);
    assert!(table.load_state().await.members.iter().all(|member| member.is_hidden));
    // Names that are taken get numbers.
    table.run_command("GM", "add from:\"1 brute, 1 raider, 1 raider\" hidden:true").await;
    assert_eq!(names().await[4..], ["Brute 2", "Raider 3", "Raider 4"]);
    for wrong in [
        "add from:\"1 brute, 2 nobody\"",
        "add from:\"1 brute, 2 raider\" name:Wolf",
        "add from:\"30 brute, 30 raider\"",
        "add from:\"0 brute, 1 raider\"",
        "add from:3",
        "add from:\"3 3\"",
    ] {
        table.assert_refused("GM", wrong, "bad-setup").await;
    }
    assert_eq!(names().await.len(), 7);
    table.run_command("GM", "add from:\"1 crypt rattler\"").await;
    assert_eq!(names().await[7], "Crypt Rattler");
    // One whose kind is there gets the next number. The hidden ones do not count for those seen.
    for add in ["crypt rattler", "crypt rattler\" count:\"2", "raider", "raider"] {
        table.run_command("GM", &format!("add from:\"{add}\"")).await;
    }
    let seen = ["Crypt Rattler 2", "Crypt Rattler 3", "Crypt Rattler 4", "Raider", "Raider 2"];
    assert_eq!(names().await[8..], seen);
    table.run_command("GM", "add from:raider hidden:true").await;
    table.assert_refused("GM", "add from:raider name:Raider", "bad-setup").await;
}
