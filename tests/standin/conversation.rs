//! A whole conversation with the real client, whose traffic Discord's own description accepts.

use std::path::Path;
use std::process::Command;

use riposte::fake_discord::{AnswerKind, ClientError, Discord, TranscriptLine, permissions};

use crate::pong::{SOON, table};

/// Runs the checker of recorded traffic, where it is at hand.
pub fn validate(discord: &Discord, options: &[&str]) {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/validate.py");
    if !checker.exists() {
        eprintln!("no {} here: the recording is not validated", checker.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording.jsonl");
    discord.write_recording(&recording).unwrap();
    let run = Command::new("python3").arg(checker).args(options).arg(&recording).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
}

#[tokio::test]
async fn a_command_with_options_and_buttons() {
    let (discord, _bot) = table().await;
    let (ana, ben) = (discord.add_user("Ana"), discord.add_user("Ben"));
    let offered = ana.autocomplete("/strike target:@Ben weapon:axe").await.unwrap();
    assert_eq!(offered.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["axe", "hand axe"]);
    let answer =
        ana.slash("/strike target:@Ben weapon:\"hand axe\" zone:left leg times:2").await.unwrap();
    assert_eq!(answer.kind, AnswerKind::Message);
    let message = answer.message.unwrap();
    let expected = format!(
        "{}, Ana strikes!\nStrike\nwith hand axe\nZone: Left leg\nTimes: 2\n\
         [Parry] [Tell] [Slow] [~Gone~]\n[Aim ▾ Head | Body]",
        ben.mention()
    );
    assert_eq!(message.text(), expected);
    assert_eq!(ben.pings().len(), 1);
    assert!(ana.pings().is_empty());

    let told = ben.press(message.id, "Tell").await.unwrap();
    assert!(told.is_ephemeral);
    assert_eq!(ben.whispers().len(), 1);
    assert!(ana.whispers().is_empty());
    assert_eq!(ana.screen().len(), 1);
    assert_eq!(ben.screen().len(), 2);

    let aimed = ben.choose(message.id, "Aim", &["Body"]).await.unwrap();
    assert_eq!(aimed.text(), "at the body");
    assert_eq!(
        ben.press(message.id, "Gone").await.unwrap_err(),
        ClientError::Disabled("Gone".into())
    );
    assert!(matches!(
        ben.press(message.id, "Flee").await.unwrap_err(),
        ClientError::NoSuchComponent(..)
    ));

    let slowly = ben.press(message.id, "Slow").await.unwrap();
    assert_eq!(slowly.kind, AnswerKind::Nothing);
    ana.waits_for("slowly", SOON).await.unwrap();
    let parried = ben.press(message.id, "Parry").await.unwrap();
    assert_eq!(parried.kind, AnswerKind::Update);
    assert_eq!(parried.message.unwrap().id, message.id);
    let stale = ben.press_raw(message.id, "parry:0").await.unwrap();
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
    assert!(discord.quiet(SOON).await);
    discord.assert_no_faults();
    validate(&discord, &[]);
}

#[tokio::test]
async fn deferred_modal_letter_and_uploads() {
    let (discord, _bot) = table().await;
    let (ana, ben) = (discord.add_user("Ana"), discord.add_user("Ben"));

    let slow = ana.slash("/slow").await.unwrap();
    assert_eq!(slow.kind, AnswerKind::Deferred);
    assert!(slow.is_ephemeral);
    assert_eq!(slow.text(), "thought it over");
    ana.waits_for("and more", SOON).await.unwrap();

    let form = ana.slash("/ask").await.unwrap();
    assert_eq!(form.kind, AnswerKind::Modal);
    let form = form.modal.unwrap();
    assert_eq!(form.title, "A sheet");
    let short = ana.fill(&form, &[("Name", "A")]).await.unwrap_err();
    assert!(matches!(short, ClientError::BadValue { .. }), "{short}");
    let filled = ana.fill(&form, &[("Name", "Ana"), ("story", "long\nago")]).await.unwrap();
    assert_eq!(filled.text(), "Ana: long\nago");

    assert_eq!(ana.slash("/letter to:Ben text:come at dawn").await.unwrap().text(), "sent");
    assert_eq!(ben.dms().len(), 1);
    assert_eq!(ben.dms()[0].text(), "come at dawn");
    ben.take_dms(false);
    let refused = ana.slash("/letter to:Ben text:please").await.unwrap();
    assert_eq!(refused.text(), "refused: Cannot send messages to this user");
    let in_dm = ben.in_dm().slash("/letter to:Ana text:hello").await.unwrap();
    assert_eq!(in_dm.message.unwrap().channel, ben.in_dm().channel);

    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 3, 0, 0, 0, 2]);
    ana.attach("plan.png", png.clone());
    // Threads are nothing that it is invited with.
    discord.let_bot(ana.channel, permissions::CREATE_PUBLIC_THREADS);
    let posted = ana.slash("/post file:plan.png").await.unwrap();
    assert_eq!(posted.text(), "done");
    let seen = ana.waits_for("seen", SOON).await.unwrap();
    assert_eq!(seen.text(), "seen\nMap\n<map.png the map>");
    assert_eq!(seen.attachments()[0]["width"], 3);
    let url = seen.embeds()[0]["image"]["url"].as_str().unwrap();
    assert_eq!(reqwest::get(url).await.unwrap().bytes().await.unwrap(), png);
    let (thread, name) = discord.threads(ana.channel).remove(0);
    assert_eq!(name, "Duel");
    assert_eq!(ana.at(thread).screen_text(), "Riposte: in here\n");
    discord.assert_no_faults();
    validate(&discord, &[]);
}
