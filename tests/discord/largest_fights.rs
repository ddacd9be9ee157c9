//! The largest fights of every system: 28 NPCs, two players and twelve zones, with the longest
//! names and full of markup. No message is too long for Discord, whose limits the fake Discord
//! enforces, or pings anybody that it should not.

use crate::table::{TIMEOUT, Table};

/// A name of 30 characters: the number of an NPC fills it up to the limit of 32.
const MARKUP_NAME: &str = "**_~|`<@12>#[a](b)> @everyone ";

/// Each system with an archetype for the players and a creature for the NPCs.
const FIGHTERS: &[(&str, &str, &str)] = &[
    ("cards", "hunter", "wolf"),
    ("dr12", "adept", "raider"),
    ("factions", "hunter", "wolf"),
    ("fates", "sharpshooter", "thug"),
    ("ranks", "blade", "thug"),
];

/// Begins a fight with the most combatants and zones that a system takes.
async fn begin_crowded_fight(table: &Table, (system, archetype, creature): (&str, &str, &str)) {
    let zones: Vec<String> = (1..=12).map(|n| format!("{n:02} *Hall* of `_x_` |")).collect();
    // Cards has too few cards for so many NPCs, so a group of them shares one.
    let group = if system == "cards" { format!(" group:\"{MARKUP_NAME}\"") } else { String::new() };
    let add = |n| format!("/init add from:{creature} name:\"{MARKUP_NAME}\" count:{n}{group}");
    let join =
        |name: &str| format!("/init join from:{archetype} name:\"{name}{}\"", &MARKUP_NAME[..29]);
    for (user, text) in [
        (&table.gm, format!("/init new system:{system}")),
        (&table.gm, format!("/init zones layout:\"{}\"", zones.join(" - "))),
        (&table.ana, join("Ana")),
        (&table.ben, join("Ben")),
        (&table.gm, add(20)),
        (&table.gm, add(8)),
    ] {
        user.run_command(&text).await.unwrap();
    }
    let members = table.gm.request_autocomplete("/gm reveal who:").await.unwrap();
    assert_eq!(members.len(), 25, "{system}");
    table.gm.run_command("/init start").await.unwrap();
}

/// Runs every command that shows something, and some that are refused: no answer has a live
/// `@everyone`.
async fn assert_views_escape_markup(table: &Table) {
    for user in [&table.ana, &table.ben, &table.gm] {
        for text in [
            "/status",
            "/map",
            "/mine",
            "/log last:50",
            "/guide",
            "/guide why:attack",
            "/guide why:move",
            "/guide why:\"/stunt push\"",
            "/guide why:\"**@everyone** `x`\"",
            "/attack target:\"@everyone\"",
            "/move zone:\"**nowhere**\"",
            "/pass",
            "/roll-initiative",
        ] {
            // Some of these commands are not registered in this server.
            let answer = user.run_stale_command(text).await.unwrap();
            assert!(answer.is_ephemeral, "{text}: {}", answer.text());
            let text = answer.message.unwrap().content;
            assert!(!text.contains("@everyone"), "{text}");
        }
    }
}

#[tokio::test]
async fn crowded_fights_fit_into_messages() {
    for fighters in FIGHTERS {
        let table = Table::start().await;
        begin_crowded_fight(&table, *fighters).await;
        assert_views_escape_markup(&table).await;
        for user in [&table.ana, &table.ben, &table.gm] {
            table.run_command(user, "/plain on").await;
        }
        table.run_command(&table.gm, "/plain on server:true").await;
        assert_views_escape_markup(&table).await;
        table.advance_hours(30).await;
        assert!(table.discord.wait_until_idle(TIMEOUT).await);
        table.discord.assert_no_violations();
        for user in [&table.ana, &table.ben] {
            let everyone =
                user.screen_messages().into_iter().find(|it| it.content.contains("@everyone"));
            assert!(everyone.is_none(), "{}: {everyone:?}", fighters.0);
        }
    }
}

#[tokio::test]
async fn every_rule_fits_into_a_message() {
    let table = Table::start().await;
    for is_plain in [false, true] {
        for (system, ..) in FIGHTERS {
            let answer = table.ana.run_command(&format!("/guide system:{system}")).await.unwrap();
            assert!(answer.is_ephemeral);
            let offered =
                table.ana.request_autocomplete(&format!("/guide system:{system} rule:")).await;
            assert_eq!(offered.unwrap().len(), 25);
            let book = riposte::content::rulebook::rulebook(system).unwrap();
            for rule in book.rules() {
                let answer =
                    table.run_command(&table.ana, &format!("/guide rule:{}", rule.id)).await;
                let end = rule.text.chars().rev().take(20).collect::<String>();
                let end: String = end.chars().rev().collect();
                assert!(answer.contains(rule.id) && answer.contains(end.trim()), "{answer}");
            }
        }
        if !is_plain {
            table.run_command(&table.ana, "/plain on").await;
        }
    }
    let offered = table.ana.request_autocomplete("/guide rule:move").await.unwrap();
    // First come headings, then rules that have the word in their id, then those that have it in
    // their text.
    let place = |name: &String| match name.split_once(' ') {
        Some((id, _)) if id.contains("-MOVE-") => 1,
        Some((id, _)) if id.contains('-') && id == id.to_uppercase() => 2,
        _ => 0,
    };
    let places: Vec<usize> = offered.iter().map(|choice| place(&choice.name)).collect();
    assert!(places.is_sorted() && (0..3).all(|kind| places.contains(&kind)), "{offered:?}");
    table.finish_cleanly().await;
}
