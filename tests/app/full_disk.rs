//! A full disk: an input that does not fit is not stored.

use std::sync::Arc;

use riposte::app::clock::ManualClock;
use riposte::app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use riposte::app::{App, StoreError, dice_source};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::UserId;
use riposte::store::Store;
use riposte::store::ids::ChannelId;

/// An input that the full disk refused succeeds once there is room again.
#[tokio::test]
async fn input_refused_by_full_disk_succeeds_later() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app =
        App::new(store.clone(), Arc::new(ManualClock::default()), dice_source::seeded_dice(1));
    let place = RequestPlace::Channel { guild: 1, channel: ChannelId(2) };
    let context = RequestContext {
        user: UserId(3),
        place,
        is_admin: false,
        manages_messages: false,
        idempotency_key: Some(4),
        chosen_fight: None,
    };
    let new = Command::new("new").with("system", "dr12");
    app.handle_input(&context, UserInput::from_command(new)).await.unwrap();
    let fight = app.find_open_or_latest_fight(ChannelId(2)).await.unwrap().unwrap();
    let before = app.load_fight(fight).await.unwrap();

    store.limit_file_pages(1).await.unwrap();
    let zones: Vec<String> = (0..20).map(|n| format!("{n:039}")).collect();
    let zones_command = Command::new("zones").with("layout", zones.join(" - "));
    let context = RequestContext { idempotency_key: Some(5), ..context };
    let mut failure = None;
    for key in 5..40 {
        let context = RequestContext { idempotency_key: Some(key), ..context.clone() };
        if let Err(error) =
            app.handle_input(&context, UserInput::from_command(zones_command.clone())).await
        {
            failure = Some((key, error, app.load_fight(fight).await.unwrap().unwrap()));
            break;
        }
    }
    let (key, failure, state_after) = failure.expect("a full disk");
    assert!(matches!(failure, StoreError::DiskFull), "{failure:?}");
    assert!(state_after.revision >= before.unwrap().revision);

    store.limit_file_pages(1_000_000).await.unwrap();
    let context = RequestContext { idempotency_key: Some(key), ..context };
    let reply = app.handle_input(&context, UserInput::from_command(zones_command)).await.unwrap();
    let InputReply::Done(done) = reply else { panic!("{reply:?}") };
    assert_eq!((done.is_duplicate, done.revision), (false, state_after.revision + 1));
}
