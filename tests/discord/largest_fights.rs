//! The most of everything at once, by the rules of every system: 28 NPCs and two players with the
//! longest names, twelve zones, names full of markup. Nothing that is shown is too long for Discord
//! or pings whom it should not; the stand-in sees to the limits.

use crate::table::{SOON, Table};

/// Thirty characters; two more number an NPC.
const WILD: &str = "**_~|`<@12>#[a](b)> @everyone ";

/// Who may be played, and what they fight.
const WHO: &[(&str, &str, &str)] = &[
    ("cards", "hunter", "wolf"),
    ("dr12", "adept", "raider"),
    ("factions", "hunter", "wolf"),
    ("fates", "sharpshooter", "thug"),
    ("ranks", "blade", "thug"),
];

async fn crowd(table: &Table, (system, archetype, creature): (&str, &str, &str)) {
    let zones: Vec<String> = (1..=12).map(|n| format!("{n:02} *Hall* of `_x_` |")).collect();
    // Only so many cards: NPCs share one.
    let group = if system == "cards" { format!(" group:\"{WILD}\"") } else { String::new() };
    let add = |n| format!("/init add from:{creature} name:\"{WILD}\" count:{n}{group}");
    let join = |name: &str| format!("/init join from:{archetype} name:\"{name}{}\"", &WILD[..29]);
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

/// Everything that can be looked at, and what a turn brings.
async fn looks(table: &Table) {
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
            // Also what this server is not shown.
            let answer = user.run_stale_command(text).await.unwrap();
            assert!(answer.is_ephemeral, "{text}: {}", answer.text());
            let text = answer.message.unwrap().content;
            assert!(!text.contains("@everyone"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_crowd_fits_into_every_message() {
    for who in WHO {
        let table = Table::set().await;
        crowd(&table, *who).await;
        looks(&table).await;
        for user in [&table.ana, &table.ben, &table.gm] {
            table.slash(user, "/plain on").await;
        }
        table.slash(&table.gm, "/plain on server:true").await;
        looks(&table).await;
        table.later(30).await;
        assert!(table.discord.wait_until_idle(SOON).await);
        table.discord.assert_no_violations();
        for user in [&table.ana, &table.ben] {
            let everyone =
                user.screen_messages().into_iter().find(|it| it.content.contains("@everyone"));
            assert!(everyone.is_none(), "{}: {everyone:?}", who.0);
        }
    }
}

#[tokio::test]
async fn every_rule_fits_into_a_message() {
    let table = Table::set().await;
    for is_plain in [false, true] {
        for (system, ..) in WHO {
            let answer = table.ana.run_command(&format!("/guide system:{system}")).await.unwrap();
            assert!(answer.is_ephemeral);
            let offered =
                table.ana.request_autocomplete(&format!("/guide system:{system} rule:")).await;
            assert_eq!(offered.unwrap().len(), 25);
            let book = riposte::content::rulebook::rulebook(system).unwrap();
            for rule in book.rules() {
                let told = table.slash(&table.ana, &format!("/guide rule:{}", rule.id)).await;
                let end = rule.text.chars().rev().take(20).collect::<String>();
                let end: String = end.chars().rev().collect();
                assert!(told.contains(rule.id) && told.contains(end.trim()), "{told}");
            }
        }
        if !is_plain {
            table.slash(&table.ana, "/plain on").await;
        }
    }
    let offered = table.ana.request_autocomplete("/guide rule:move").await.unwrap();
    // Those whose id says so come first, then those in which the word is.
    let is_one = |name: &String| name.contains("-MOVE-");
    assert!(offered.first().is_some_and(|choice| is_one(&choice.name)));
    assert!(offered.iter().any(|choice| !is_one(&choice.name)));
    table.clear().await;
}
