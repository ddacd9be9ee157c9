//! Sleep: a fight in which only deadlines act falls asleep, by public criteria alone, and wakes
//! with the first input of a participant.

use riposte::app::input::InputReply;

use crate::app_table::*;

/// Starts a fight of Ana and Ben in which every turn ends by its deadline, the Wolf's too.
async fn left_alone(table: &Table) {
    table.plays("factions").await;
    table.does("GM", "set key:limit_turn value:1m").await;
    table.posts().await;
}

fn told_of_sleep(posts: &[String]) -> Vec<&str> {
    let told = posts.iter().filter_map(|post| post.strip_prefix("channel: notice "));
    told.filter(|notice| notice.ends_with("asleep") || notice.ends_with("awake")).collect()
}

#[tokio::test]
async fn a_forgotten_fight_falls_asleep_and_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    left_alone(&table).await;
    let round = table.now().await.game.round();
    table.wait(24 * 30).await;
    assert_eq!(told_of_sleep(&table.posts().await), ["asleep"]);
    let now = table.now().await;
    assert!(now.people.is_asleep);
    assert_eq!(now.game.round(), round + 3, "two whole rounds");
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    // It stays asleep over a restart and another month.
    let table = table.restart(&path).await;
    table.wait(24 * 30).await;
    assert_eq!(table.revision().await, now.revision);
    assert_eq!(table.posts().await, Vec::<String>::new());
    // An outsider does not wake it.
    shown(table.say("Cleo", "status").await);
    assert!(table.now().await.people.is_asleep);
    // A query by a participant does.
    shown(table.say("Ben", "status").await);
    assert_eq!(told_of_sleep(&table.posts().await), ["awake"]);
    assert!(table.app.next_deadline_time().await.unwrap().is_some());
    table.wait(24).await;
    assert_eq!(table.now().await.game.round(), round + 6, "two whole rounds once more");
    assert_eq!(told_of_sleep(&table.posts().await), ["asleep"]);
}

/// A refused command wakes the fight as well, and a command that is done takes effect at once.
#[tokio::test]
async fn any_command_wakes_a_fight() {
    for (who, text) in [("Ana", "turn"), ("GM", "undo"), ("Ana", "attack target:Nobody")] {
        let table = Table::new().await;
        left_alone(&table).await;
        table.wait(48).await;
        assert!(table.now().await.people.is_asleep);
        let reply = table.say(who, text).await;
        assert_eq!(
            matches!(reply, InputReply::Done(_)),
            !text.ends_with("Nobody"),
            "{text}: {reply:?}"
        );
        assert!(!table.now().await.people.is_asleep, "{text}");
    }
}

/// One player who acts once a round keeps the fight awake, however long the others are skipped.
#[tokio::test]
async fn a_slow_table_is_never_put_to_sleep() {
    let table = Table::new().await;
    table.plays("factions").await;
    for _ in 0..8 {
        let round = table.now().await.game.round();
        // Ana's turn comes after the deadlines of the others.
        while !matches!(table.say("Ana", "turn").await, InputReply::Done(_)) {
            table.wait(24).await;
        }
        while table.now().await.game.round() < round + 1 {
            table.wait(24).await;
        }
        assert!(!table.now().await.people.is_asleep, "after round {round}");
    }
    assert_eq!(told_of_sleep(&table.posts().await), Vec::<&str>::new());
}

/// I6: quiet acts of the GM delay sleep no more than no acts at all.
#[tokio::test]
async fn what_is_done_in_secret_tells_nobody_by_the_sleep() {
    let mut slept = Vec::new();
    for is_busy in [false, true] {
        let table = Table::new().await;
        left_alone(&table).await;
        let mut rounds = Vec::new();
        for _ in 0..60 {
            if is_busy && !table.now().await.people.is_asleep {
                table.does("GM", "adjust who:Wolf field:health value:3 quiet:true").await;
            }
            table.wait(1).await;
            rounds.push(table.now().await.game.round());
        }
        slept.push((rounds.last().copied(), told_of_sleep(&table.posts().await).len()));
    }
    assert_eq!(slept[0], slept[1]);
}
