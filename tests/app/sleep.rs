//! Sleep: a fight in which only deadlines act falls asleep, by public criteria alone, and wakes
//! with the first input of a participant.

use riposte::app::input::InputReply;

use crate::app_table::*;

/// Starts a fight of Ana and Ben in which every turn ends by its deadline, the Wolf's too.
async fn start_unattended_fight(table: &Table) {
    table.start_fight("factions").await;
    table.run_command("GM", "set key:limit_turn value:1m").await;
    table.deliver_posts().await;
}

fn sleep_notices(posts: &[String]) -> Vec<&str> {
    let notices = posts.iter().filter_map(|post| post.strip_prefix("channel: notice "));
    notices.filter(|notice| notice.ends_with("asleep") || notice.ends_with("awake")).collect()
}

#[tokio::test]
async fn forgotten_fight_falls_asleep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    start_unattended_fight(&table).await;
    let round = table.load_state().await.game.round();
    table.advance_hours(24 * 30).await;
    assert_eq!(sleep_notices(&table.deliver_posts().await), ["asleep"]);
    let state = table.load_state().await;
    assert!(state.people.is_asleep);
    assert_eq!(state.game.round(), round + 3, "two whole rounds");
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    // It stays asleep over a restart and another month.
    let table = table.restart(&path).await;
    table.advance_hours(24 * 30).await;
    assert_eq!(table.revision().await, state.revision);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    // An outsider does not wake it.
    expect_query_result(table.send_command("Cleo", "status").await);
    assert!(table.load_state().await.people.is_asleep);
    // A query by a participant does.
    expect_query_result(table.send_command("Ben", "status").await);
    assert_eq!(sleep_notices(&table.deliver_posts().await), ["awake"]);
    assert!(table.app.next_deadline_time().await.unwrap().is_some());
    table.advance_hours(24).await;
    assert_eq!(table.load_state().await.game.round(), round + 6, "two whole rounds once more");
    assert_eq!(sleep_notices(&table.deliver_posts().await), ["asleep"]);
}

/// A refused command wakes the fight as well, and a command that is done takes effect at once.
#[tokio::test]
async fn any_command_wakes_the_fight() {
    for (who, text) in [("Ana", "turn"), ("GM", "undo"), ("Ana", "attack target:Nobody")] {
        let table = Table::new().await;
        start_unattended_fight(&table).await;
        table.advance_hours(48).await;
        assert!(table.load_state().await.people.is_asleep);
        let reply = table.send_command(who, text).await;
        assert_eq!(
            matches!(reply, InputReply::Done(_)),
            !text.ends_with("Nobody"),
            "{text}: {reply:?}"
        );
        assert!(!table.load_state().await.people.is_asleep, "{text}");
    }
}

/// One player who acts once a round keeps the fight awake, however long the others are skipped.
#[tokio::test]
async fn active_player_keeps_fight_awake() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    for _ in 0..8 {
        let round = table.load_state().await.game.round();
        // Ana's turn comes after the deadlines of the others.
        while !matches!(table.send_command("Ana", "turn").await, InputReply::Done(_)) {
            table.advance_hours(24).await;
        }
        while table.load_state().await.game.round() < round + 1 {
            table.advance_hours(24).await;
        }
        assert!(!table.load_state().await.people.is_asleep, "after round {round}");
    }
    assert_eq!(sleep_notices(&table.deliver_posts().await), Vec::<&str>::new());
}

/// I6: quiet acts of the GM delay sleep no more than no acts at all.
#[tokio::test]
async fn quiet_acts_do_not_delay_sleep() {
    let mut outcomes = Vec::new();
    for is_busy in [false, true] {
        let table = Table::new().await;
        start_unattended_fight(&table).await;
        let mut rounds = Vec::new();
        for _ in 0..60 {
            if is_busy && !table.load_state().await.people.is_asleep {
                table.run_command("GM", "adjust who:Wolf field:health value:3 quiet:true").await;
            }
            table.advance_hours(1).await;
            rounds.push(table.load_state().await.game.round());
        }
        outcomes.push((rounds.last().copied(), sleep_notices(&table.deliver_posts().await).len()));
    }
    assert_eq!(outcomes[0], outcomes[1]);
}
