//! Commands that the client refuses before the bot gets them.

use riposte::fake_discord::{ClientError, permissions};

use crate::sample_bot::start_sample_bot;

#[tokio::test]
async fn client_refuses_malformed_commands() {
    let (discord, _bot) = start_sample_bot().await;
    let ana = discord.find_or_add_user("Ana");
    let run_refused = async |text: &str| ana.run_command(text).await.unwrap_err();
    let option = |name: &str| name.to_owned();
    assert_eq!(run_refused("hello").await, ClientError::NotACommand);
    assert_eq!(run_refused("/flee").await, ClientError::UnknownCommand("/flee".into()));
    // A group has commands, which the refusal names.
    for text in ["/guard", "/guard ", "/guard sideways"] {
        let refusal = run_refused(text).await;
        assert_eq!(
            refusal,
            ClientError::CommandGroup("/guard".into(), "/guard up, /guard down".into())
        );
        assert!(refusal.to_string().contains("type one of them: /guard up"), "{refusal}");
    }
    assert_eq!(
        run_refused("/strike target:Ben by:night").await,
        ClientError::UnknownOption("by".into())
    );
    assert_eq!(run_refused("/strike").await, ClientError::MissingOption("target".into()));
    for (text, expected) in [
        ("/strike target:Nobody", "target"),
        ("/strike target:Ben times:4", "times"),
        ("/strike target:Ben times:x", "times"),
        ("/strike target:Ben zone:tail", "zone"),
        ("/strike target:Ben quiet:perhaps", "quiet"),
        ("/strike target:Ben target:Ana", "target"),
        ("/post file:none.png", "file"),
    ] {
        let ClientError::BadValue { option: named_option, .. } = run_refused(text).await else {
            panic!("{text} was refused otherwise");
        };
        assert_eq!(named_option, option(expected), "{text}");
    }
    assert_eq!(
        ana.request_autocomplete("/letter to:Ben text:x").await.unwrap_err(),
        ClientError::NoAutocomplete("text".into())
    );
    assert_eq!(ana.run_command("/guard up how:high").await.unwrap().text(), "up, high");
    assert_eq!(run_refused("/aim").await, ClientError::NotAllowed("/aim".into()));
    let referee = discord.add_role_to_first_guild("Referee", permissions::MANAGE_MESSAGES);
    discord.give_role(&ana, referee);
    assert_eq!(ana.run_command("/aim").await.unwrap().text(), "aimed");
    assert_eq!(
        ana.in_dm().run_command("/aim").await.unwrap_err(),
        ClientError::WrongContext("/aim".into())
    );
    discord.assert_no_violations();
}
