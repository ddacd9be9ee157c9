//! Conversations with the sample bot, whose traffic Discord's own API description accepts.

use std::path::Path;
use std::process::Command;

use riposte::fake_discord::{BotAnswerKind, ClientError, FakeDiscord, TranscriptLine, permissions};

use crate::sample_bot::{TIMEOUT, start_sample_bot};

/// Runs the validator of recorded traffic, if it is on this machine.
pub fn validate_traffic(discord: &FakeDiscord, options: &[&str]) {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/validate.py");
    if !checker.exists() {
        eprintln!("no {} here: the recording is not validated", checker.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording.jsonl");
    discord.write_traffic_log(&recording).unwrap();
    let run = Command::new("python3").arg(checker).args(options).arg(&recording).output().unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{output}{}", String::from_utf8_lossy(&run.stderr));
}

#[tokio::test]
async fn command_with_options_buttons_and_menus_is_played() {
    let (discord, _bot) = start_sample_bot().await;
    let (ana, ben) = (discord.find_or_add_user("Ana"), discord.find_or_add_user("Ben"));
    let offered = ana.request_autocomplete("/strike target:@Ben weapon:axe").await.unwrap();
    assert_eq!(offered.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["axe", "hand axe"]);
    let answer = ana
        .run_command("/strike target:@Ben weapon:\"hand axe\" zone:left leg times:2")
        .await
        .unwrap();
    assert_eq!(answer.kind, BotAnswerKind::Message);
    let message = answer.message.unwrap();
    let expected = format!(
        "{}, Ana strikes!\nStrike\nwith hand axe\nZone: Left leg\nTimes: 2\n\
         [Parry] [Tell] [Slow] [~Gone~]\n[Aim ▾ Head | Body]",
        ben.mention()
    );
    assert_eq!(message.full_text(), expected);
    assert_eq!(ben.pinging_messages().len(), 1);
    assert!(ana.pinging_messages().is_empty());

    let private = ben.press_button(message.id, "Tell").await.unwrap();
    assert!(private.is_ephemeral);
    assert_eq!(ben.ephemeral_messages().len(), 1);
    assert!(ana.ephemeral_messages().is_empty());
    assert_eq!(ana.screen_messages().len(), 1);
    assert_eq!(ben.screen_messages().len(), 2);

    let aimed = ben.choose_in_menu(message.id, "Aim", &["Body"]).await.unwrap();
    assert_eq!(aimed.text(), "at the body");
    assert_eq!(
        ben.press_button(message.id, "Gone").await.unwrap_err(),
        ClientError::Disabled("Gone".into())
    );
    assert!(matches!(
        ben.press_button(message.id, "Flee").await.unwrap_err(),
        ClientError::NoSuchComponent(..)
    ));

    let slowly = ben.press_button(message.id, "Slow").await.unwrap();
    assert_eq!(slowly.kind, BotAnswerKind::Nothing);
    ana.wait_for_message("slowly", TIMEOUT).await.unwrap();
    let parried = ben.press_button(message.id, "Parry").await.unwrap();
    assert_eq!(parried.kind, BotAnswerKind::Update);
    assert_eq!(parried.message.unwrap().id, message.id);
    let stale = ben.press_custom_id(message.id, "parry:0").await.unwrap();
    assert_eq!(stale.text(), "no parry:0");

    let line = |author: &str, text: &str, to: Option<&str>, is_edited| TranscriptLine {
        author: author.into(),
        text: text.into(),
        ephemeral_to: to.map(str::to_owned),
        is_edited,
    };
    let parried = "Ben parries\nStrike\nwith hand axe\nZone: Left leg\nTimes: 2";
    assert_eq!(
        discord.channel_transcript(ana.channel),
        [
            line("Riposte", parried, None, true),
            line("Riposte", "psst", Some("Ben"), false),
            line("Riposte", "at the body", Some("Ben"), false),
            line("Riposte", "no parry:0", Some("Ben"), false),
        ]
    );
    assert!(discord.wait_until_idle(TIMEOUT).await);
    discord.assert_no_violations();
    validate_traffic(&discord, &[]);
}

#[tokio::test]
async fn deferred_answers_forms_dms_and_uploads_work() {
    let (discord, _bot) = start_sample_bot().await;
    let (ana, ben) = (discord.find_or_add_user("Ana"), discord.find_or_add_user("Ben"));

    let slow = ana.run_command("/slow").await.unwrap();
    assert_eq!(slow.kind, BotAnswerKind::Deferred);
    assert!(slow.is_ephemeral);
    assert_eq!(slow.text(), "thought it over");
    ana.wait_for_message("and more", TIMEOUT).await.unwrap();

    let form = ana.run_command("/ask").await.unwrap();
    assert_eq!(form.kind, BotAnswerKind::Modal);
    let form = form.modal.unwrap();
    assert_eq!(form.title, "A sheet");
    let short = ana.submit_modal(&form, &[("Name", "A")]).await.unwrap_err();
    assert!(matches!(short, ClientError::BadValue { .. }), "{short}");
    let filled = ana.submit_modal(&form, &[("Name", "Ana"), ("story", "long\nago")]).await.unwrap();
    assert_eq!(filled.text(), "Ana: long\nago");

    assert_eq!(ana.run_command("/letter to:Ben text:come at dawn").await.unwrap().text(), "sent");
    assert_eq!(ben.direct_messages().len(), 1);
    assert_eq!(ben.direct_messages()[0].full_text(), "come at dawn");
    ben.set_accepts_dms(false);
    let refused = ana.run_command("/letter to:Ben text:please").await.unwrap();
    assert_eq!(refused.text(), "refused: Cannot send messages to this user");
    let in_dm = ben.in_dm().run_command("/letter to:Ana text:hello").await.unwrap();
    assert_eq!(in_dm.message.unwrap().channel, ben.in_dm().channel);

    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 3, 0, 0, 0, 2]);
    ana.upload_file_and_get_url("plan.png", png.clone());
    // The invitation does not ask for the permission to create threads.
    discord.add_bot_permissions(ana.channel, permissions::CREATE_PUBLIC_THREADS);
    let posted = ana.run_command("/post file:plan.png").await.unwrap();
    assert_eq!(posted.text(), "done");
    let seen = ana.wait_for_message("seen", TIMEOUT).await.unwrap();
    assert_eq!(seen.full_text(), "seen\nMap\n<map.png the map>");
    assert_eq!(seen.attachments()[0]["width"], 3);
    let url = seen.embeds()[0]["image"]["url"].as_str().unwrap();
    assert_eq!(reqwest::get(url).await.unwrap().bytes().await.unwrap(), png);
    let (thread, name) = discord.threads_under(ana.channel).remove(0);
    assert_eq!(name, "Duel");
    assert_eq!(ana.in_channel(thread).screen_text(), "Riposte: in here\n");
    discord.assert_no_violations();
    validate_traffic(&discord, &[]);
}
