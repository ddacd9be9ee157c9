//! Whose language: a private answer is in that of its user, a channel in that of its server. The
//! pseudo-language `xx` stands in for a translation: all its sentences begin with a mark.

use riposte::fake_discord::{User, VisibleMessage};
use riposte::narration::pseudo_language::{self, DIRECTION_MARK};

use crate::table::Table;

async fn run(user: &User, text: &str) -> VisibleMessage {
    let answer = user.run_command(text).await.unwrap();
    answer.message.unwrap_or_else(|| panic!("no answer to {text}"))
}

fn is_translated(message: &VisibleMessage) -> bool {
    pseudo_language::is_translated(&message.full_text())
}

#[tokio::test]
async fn private_answer_is_in_the_language_of_the_user() {
    let table = Table::start().await;
    table.begin_fight().await;
    let Table { ana, ben, .. } = &table;
    ana.set_locale("xx");
    assert!(is_translated(&run(ana, "/status").await));
    assert!(!is_translated(&run(ben, "/status").await));
    // A language that nobody has translated is English.
    ana.set_locale("ja");
    assert!(!is_translated(&run(ana, "/status").await));
    ana.set_locale("de");
    let answer = run(ana, "/clock").await;
    assert!(answer.full_text().contains("Deutsch"), "{}", answer.full_text());
    // A command that is refused stores no language.
    let refused = run(ana, "/clock language:français quiet_hours:always").await;
    assert!(refused.full_text().contains("always"), "{}", refused.full_text());
    let answer = run(ana, "/clock").await;
    assert!(answer.full_text().contains("Deutsch"), "{}", answer.full_text());
    // The language that somebody chooses counts more than that of their client.
    let answer = run(ana, "/clock language:français").await;
    assert!(answer.full_text().contains("Français"), "{}", answer.full_text());
    let answer = run(ana, "/clock").await;
    assert!(answer.full_text().contains("Français"), "{}", answer.full_text());
    let answer = run(ana, "/clock language:automatique").await;
    assert!(answer.full_text().contains("Deutsch"), "{}", answer.full_text());
}

#[tokio::test]
async fn channel_is_in_the_language_of_its_server() {
    let table = Table::start().await;
    table.begin_fight().await;
    let Table { gm, ana, ben, .. } = &table;
    let guild = table.discord.first_guild();
    ana.set_locale("xx");
    table.script_dice(&[(6, 3)]);
    let public_roll = run(ana, "/roll dice:d6").await;
    assert!(!is_translated(&public_roll), "{}", public_roll.full_text());
    // One fight is read in two languages: the channel follows the server, the GM reads English.
    table.discord.set_guild_locale(guild, "xx");
    let answer = run(gm, "/status").await;
    assert!(!is_translated(&answer), "{}", answer.full_text());
    run(ana, "/pass").await;
    let turn = table.wait_for_message(ben, &DIRECTION_MARK.to_string()).await;
    assert!(turn.full_text().contains("**Ben**"), "{}", turn.full_text());
    // Who manages the server chooses another.
    let answer = run(gm, "/init systems language:Deutsch").await;
    assert!(answer.full_text().contains("Deutsch"), "{}", answer.full_text());
    let stored = table.app.language_of_server(guild.0).await.unwrap();
    assert_eq!(stored.as_deref(), Some("de"));
    let refused = run(ben, "/init systems language:Deutsch").await;
    assert!(refused.full_text().contains("manage the server"), "{}", refused.full_text());
}

#[tokio::test]
async fn direct_message_is_in_the_language_that_its_user_had_last() {
    let table = Table::start().await;
    let Table { gm, ana, .. } = &table;
    let guild = table.discord.first_guild();
    let language = async |user: &User| {
        let user = riposte::engine::core::ids::UserId(user.id.0);
        table.app.language_of_user(user, guild.0).await.unwrap()
    };
    assert_eq!(language(ana).await.as_deref(), Some("en-US"), "the server's");
    ana.set_locale("pt-BR");
    run(ana, "/inbox").await;
    assert_eq!(language(ana).await.as_deref(), Some("pt-BR"));
    run(ana, "/clock language:Español").await;
    assert_eq!(language(ana).await.as_deref(), Some("es"));
    // Nothing is left of it when she has her data deleted.
    run(gm, "/inbox").await;
    let privacy = run(ana, "/privacy").await;
    assert!(privacy.full_text().contains("Discord"), "{}", privacy.full_text());
}

/// What people type is read in their own language: times, line-ups in the plural, words of the
/// rules, settings.
#[tokio::test]
async fn typed_values_are_read_in_the_language_of_the_user() {
    let table = Table::start().await;
    let Table { gm, ana, .. } = &table;
    table.discord.set_guild_locale(table.discord.first_guild(), "de");
    for user in [gm, ana] {
        user.set_locale("de");
    }
    run(gm, "/init new system:dr12").await;
    run(gm, "/init zones layout:Tor - Hof").await;
    run(ana, "/init join from:schurke name:Ana at:Hof").await;
    let added = run(gm, "/init add from:2 Räuber, 2 Rohlinge at:Tor").await.full_text();
    let status = run(gm, "/status").await.full_text();
    for name in ["Räuber 1", "Räuber 2", "Rohling 1", "Rohling 2"] {
        assert!(status.contains(name), "{added}\n{status}");
    }
    for (command, shown) in [
        ("/away until:morgen 20 Uhr", "<t:"),
        ("/away until:in zwei Stunden", "<t:"),
        ("/clock quiet_hours:22 Uhr bis 8 Uhr", "22:00"),
    ] {
        let answer = run(ana, command).await.full_text();
        assert!(answer.contains(shown), "{command}: {answer}");
    }
    run(ana, "/away back:true").await;
    // What is no time is refused as it was typed.
    let answer = run(ana, "/away until:morgen 25 Uhr").await.full_text();
    assert!(answer.contains("morgen 25 Uhr"), "{answer}");
    let answer = run(gm, "/init set key:turn value:zwei Tage").await.full_text();
    assert!(!answer.contains("zwei"), "{answer}");
    // Whoever has no name has none in the language of the server.
    run(gm, "/gm reveal who:Rohling 2 show:something").await;
    let status = run(ana, "/status").await.full_text();
    assert!(status.contains("Etwas") && !status.contains("Something"), "{status}");
}

#[tokio::test]
async fn refusal_lists_the_families_of_creatures_by_their_names() {
    let table = Table::start().await;
    let Table { gm, .. } = &table;
    run(gm, "/init new system:dr12").await;
    gm.set_locale("xx");
    let refused = run(gm, "/bestiary family:nothing").await.full_text();
    let words = pseudo_language::list_untranslated_words(&refused, &["nothing".into()]);
    assert!(words.is_empty(), "{words:?}: {refused}");
}

/// A server's own kit may say something else of a creature that the built-in kit has, too.
#[tokio::test]
async fn line_of_an_own_kit_is_not_replaced_by_a_translation() {
    let table = Table::start().await;
    let Table { gm, .. } = &table;
    gm.set_locale("de");
    let built_in = run(gm, "/bestiary system:dr12 name:raider").await.full_text();
    let kit = "[creatures.raider]\nabout = \"Only seen at noon.\"\nlevel = 2\nattacks = \
               [{ name = \"claws\", weapon = { kind = \"melee\", damage = \"d6\" } }]\n";
    gm.upload_file_and_get_url("kit.toml", kit);
    run(gm, "/sheet kit system:dr12 file:kit.toml").await;
    let own = run(gm, "/bestiary system:dr12 name:raider").await.full_text();
    assert!(own.contains("Only seen at noon."), "{own}");
    assert!(!built_in.contains("Only seen at noon."), "{built_in}");
}
