//! A full disk: an input that does not fit is not stored.

use std::sync::Arc;

use riposte::app::clock::ManualClock;
use riposte::app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use riposte::app::{App, StoreError, dice_source};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::UserId;
use riposte::store::Store;
use riposte::store::ids::ChannelId;

/// The same input succeeds once there is room again.
#[tokio::test]
async fn a_full_disk_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app =
        App::new(store.clone(), Arc::new(ManualClock::default()), dice_source::seeded_dice(1));
    let place = RequestPlace::Channel { guild: 1, channel: ChannelId(2) };
    let origin =
        RequestContext { user: UserId(3), place, is_admin: false, idempotency_key: Some(4) };
    let new = Command::new("new").with("system", "dr12");
    app.handle_input(&origin, UserInput::from_command(new)).await.unwrap();
    let fight = app.find_latest_fight(ChannelId(2)).await.unwrap().unwrap();
    let before = app.load_fight(fight).await.unwrap();

    store.limit_file_pages(1).await.unwrap();
    let zones: Vec<String> = (0..20).map(|n| format!("{n:039}")).collect();
    let lay = Command::new("zones").with("layout", zones.join(" - "));
    let origin = RequestContext { idempotency_key: Some(5), ..origin };
    let mut fault = None;
    for key in 5..40 {
        let origin = RequestContext { idempotency_key: Some(key), ..origin.clone() };
        if let Err(wrong) = app.handle_input(&origin, UserInput::from_command(lay.clone())).await {
            fault = Some((key, wrong, app.load_fight(fight).await.unwrap().unwrap()));
            break;
        }
    }
    let (key, fault, now) = fault.expect("a full disk");
    assert!(matches!(fault, StoreError::DiskFull), "{fault:?}");
    assert!(now.revision >= before.unwrap().revision);

    store.limit_file_pages(1_000_000).await.unwrap();
    let origin = RequestContext { idempotency_key: Some(key), ..origin };
    let reply = app.handle_input(&origin, UserInput::from_command(lay)).await.unwrap();
    let InputReply::Done(done) = reply else { panic!("{reply:?}") };
    assert_eq!((done.is_duplicate, done.revision), (false, now.revision + 1));
}
