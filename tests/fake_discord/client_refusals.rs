//! What the client refuses before the bot hears of it.

use riposte::fake_discord::{ClientError, permissions};

use crate::sample_bot::table;

#[tokio::test]
async fn commands_are_read_as_the_client_reads_them() {
    let (discord, _bot) = table().await;
    let ana = discord.find_or_add_user("Ana");
    let refused = async |text: &str| ana.run_command(text).await.unwrap_err();
    let option = |name: &str| name.to_owned();
    assert_eq!(refused("hello").await, ClientError::NotACommand);
    assert_eq!(refused("/flee").await, ClientError::UnknownCommand("/flee".into()));
    assert_eq!(refused("/guard").await, ClientError::UnknownCommand("/guard".into()));
    assert_eq!(
        refused("/strike target:Ben by:night").await,
        ClientError::UnknownOption("by".into())
    );
    assert_eq!(refused("/strike").await, ClientError::MissingOption("target".into()));
    for (text, bad) in [
        ("/strike target:Nobody", "target"),
        ("/strike target:Ben times:4", "times"),
        ("/strike target:Ben times:x", "times"),
        ("/strike target:Ben zone:tail", "zone"),
        ("/strike target:Ben quiet:perhaps", "quiet"),
        ("/strike target:Ben target:Ana", "target"),
        ("/post file:none.png", "file"),
    ] {
        let ClientError::BadValue { option: named, .. } = refused(text).await else {
            panic!("{text} was refused otherwise");
        };
        assert_eq!(named, option(bad), "{text}");
    }
    assert_eq!(
        ana.request_autocomplete("/letter to:Ben text:x").await.unwrap_err(),
        ClientError::NoAutocomplete("text".into())
    );
    assert_eq!(ana.run_command("/guard up how:high").await.unwrap().text(), "up, high");
    assert_eq!(refused("/aim").await, ClientError::NotAllowed("/aim".into()));
    let referee = discord.add_role("Referee", permissions::MANAGE_MESSAGES);
    discord.give_role(&ana, referee);
    assert_eq!(ana.run_command("/aim").await.unwrap().text(), "aimed");
    assert_eq!(
        ana.in_dm().run_command("/aim").await.unwrap_err(),
        ClientError::WrongContext("/aim".into())
    );
    discord.assert_no_violations();
}
