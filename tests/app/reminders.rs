//! Reminders, quiet hours, time limits that stretch over them, and players who are away.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_log::{LogAuthor, LogPage};
use riposte::app::input::QueryResult;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

impl Table {
    /// Advances the clock by some hours and returns the reminders that are posted meanwhile.
    async fn collect_reminders(&self, hours: i64) -> Vec<String> {
        self.deliver_posts().await;
        self.advance_hours(hours).await;
        let posts = self.deliver_posts().await;
        posts.into_iter().filter(|post| post.contains("nudge")).collect()
    }

    async fn next_deadline_in_hours(&self) -> Option<f64> {
        let due = self.app.next_deadline_time().await.unwrap()?;
        let remaining = due.duration_since(self.clock.now());
        Some(remaining.as_secs_f64() / 3600.0)
    }
}

const ANA_REMINDER: &str = "channel: nudge Ana pings 11, a reply";

#[tokio::test]
async fn prompt_reminds_at_half_and_four_fifths() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    assert_eq!(table.collect_reminders(5).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, [ANA_REMINDER]);
    assert_eq!(table.collect_reminders(3).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, [ANA_REMINDER]);
    assert_eq!(table.collect_reminders(1).await, Vec::<String>::new());
    table.run_command("Ana", "dodge").await;
    // The Wolf's turn goes on, of which only the GM is reminded.
    assert_eq!(table.collect_reminders(13).await, ["dm 1: nudge Wolf pings 1, a reply"]);
}

#[tokio::test]
async fn turn_without_default_reminds_until_gm_notice() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    // A second reminder replaces the first.
    assert_eq!(table.collect_reminders(13).await.len(), 1);
    assert_eq!(table.collect_reminders(10).await.len(), 1);
    table.advance_hours(2).await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"dm 1: reminder".to_string()), "{posts:?}");
    assert_eq!(table.collect_reminders(100).await, Vec::<String>::new());
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
}

/// The log attributes what a deadline did to no user.
#[tokio::test]
async fn log_shows_what_deadlines_did() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.advance_hours(12).await;
    let QueryResult::Log(LogPage { entries, .. }) =
        expect_query_result(table.send_command("GM", "log last:3").await)
    else {
        panic!()
    };
    assert!(entries.iter().all(|entry| entry.author == LogAuthor::Clock));
    let verbs = entries.iter().map(|entry| entry.command.as_ref().unwrap().verb.as_str());
    assert_eq!(verbs.collect::<Vec<_>>(), ["nudge", "nudge", "dodge"]);
}

#[tokio::test]
async fn reminders_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.set_up_wolf_attack().await;
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.load_state().await);
    assert_eq!(table.collect_reminders(6).await, [ANA_REMINDER]);
}

/// The clock starts at 13:00 in Berlin.
#[tokio::test]
async fn reminder_waits_for_end_of_quiet_hours() {
    let table = Table::new().await;
    expect_query_result(
        table.send_command("Ana", "clock zone:Europe/Berlin quiet_hours:\"18:00-8:00\"").await,
    );
    table.set_up_ana_turn().await;
    // Half of the 24 hours is in the night; the reminder in the morning stands for both.
    assert_eq!(table.collect_reminders(18).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, [ANA_REMINDER]);
    assert_eq!(table.collect_reminders(4).await, Vec::<String>::new());
}

#[tokio::test]
async fn ping_waits_for_end_of_quiet_hours() {
    let table = Table::new().await;
    expect_query_result(
        table.send_command("Ana", "clock zone:Europe/Berlin quiet_hours:\"12:00-15:00\"").await,
    );
    table.set_up_ana_turn().await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: turn Ana quietly"), "{posts:?}");
    assert_eq!(table.collect_reminders(1).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, [ANA_REMINDER]);
    assert_eq!(table.collect_reminders(10).await, [ANA_REMINDER], "at half of the time");
}

/// The ping that quiet hours hold back is no reminder.
#[tokio::test]
async fn ping_after_quiet_hours_comes_without_reminders_too() {
    let table = Table::new().await;
    expect_query_result(
        table.send_command("Ana", "clock zone:Europe/Berlin quiet_hours:\"12:00-15:00\"").await,
    );
    table.set_up_fight().await;
    table.run_command("GM", "set key:nudges value:false").await;
    table.start_and_advance_to_ana().await;
    table.deliver_posts().await;
    assert_eq!(table.collect_reminders(1).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, [ANA_REMINDER]);
    assert_eq!(table.collect_reminders(10).await, Vec::<String>::new());
}

/// The limit of a prompt is 12 hours, of which seven fall outside of Ana's quiet hours.
#[tokio::test]
async fn stretch_setting_extends_limits_over_quiet_hours() {
    let table = Table::new().await;
    expect_query_result(
        table.send_command("Ana", "clock zone:UTC quiet_hours:\"19:00-7:00\"").await,
    );
    table.set_up_fight().await;
    table.assert_refused("Ana", "set key:stretch value:true", "not-gm").await;
    table.assert_refused("GM", "set key:stretch value:perhaps", "bad-setup").await;
    table.run_command("GM", "set key:stretch value:true").await;
    table.run_command("GM", "start").await;
    while table.load_state().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
        table.run_command("GM", "skip").await;
    }
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let remaining =
        table.single_prompt().await.deadline_time().unwrap().duration_since(table.clock.now());
    assert_eq!(remaining.as_hours(), 24);
    // The reminder comes at half of the waking hours; a pause keeps what is left of them.
    assert_eq!(table.collect_reminders(6).await, [ANA_REMINDER]);
    table.run_command("GM", "pause").await;
    table.clock.advance(SignedDuration::from_hours(100));
    table.run_command("GM", "resume").await;
    let due = table.single_prompt().await.deadline_time().unwrap();
    let remaining = due.duration_since(table.clock.now());
    assert!(remaining.as_hours() >= 6, "{remaining:?}");
}

/// Ana's quiet hours extend the limit of a turn that she shares with a hidden combatant, as they do
/// where nobody hidden acts.
#[tokio::test]
async fn hidden_combatant_in_shared_turn_moves_no_limit() {
    let mut deadlines = Vec::new();
    for act_of_hidden in ["pass", "hold"] {
        let table = Table::new().await;
        expect_query_result(
            table.send_command("Ana", "clock zone:UTC quiet_hours:\"19:00-7:00\"").await,
        );
        table.run_command("GM", "new system:ranks").await;
        table.run_command("GM", "set key:stretch value:true").await;
        table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
        table.run_command("Ana", "join name:Ana from:blade").await;
        table.run_command("GM", "add name:Lurker from:thug hidden:true").await;
        table.run_command("GM", "add name:Moe from:thug").await;
        table.run_command("GM", "start").await;
        for _ in 0..3 {
            match table.awaited_name().await.as_str() {
                "Ana" => table.run_command("Ana", "hold").await,
                "Lurker" => table.run_command("GM", &format!("{act_of_hidden} as:Lurker")).await,
                _ => table.run_command("GM", "pass as:Moe").await,
            };
        }
        let turn = table.load_state().await.turn.clone().unwrap();
        assert_eq!(turn.awaited.actors.len(), if act_of_hidden == "hold" { 2 } else { 1 });
        deadlines.push((turn.deadline, turn.reminder));
    }
    assert_eq!(deadlines[0], deadlines[1]);
}

#[tokio::test]
async fn pause_stops_reminders() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.run_command("GM", "pause").await;
    assert_eq!(table.next_deadline_in_hours().await, None);
    assert_eq!(table.collect_reminders(100).await, Vec::<String>::new());
    table.run_command("GM", "resume").await;
    assert_eq!(table.collect_reminders(6).await, [ANA_REMINDER]);
}

#[tokio::test]
async fn away_player_is_not_pinged() {
    let table = Table::new().await;
    expect_query_result(table.send_command("Ana", "away until:8h").await);
    table.set_up_wolf_attack().await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: prompt Ana quietly"), "{posts:?}");
    assert_eq!(table.collect_reminders(7).await, Vec::<String>::new());
    // Ana is back.
    assert_eq!(table.collect_reminders(4).await, [ANA_REMINDER]);
}

#[tokio::test]
async fn setting_turns_reminders_off() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.run_command("GM", "set key:nudges value:false").await;
    assert_eq!(table.collect_reminders(5).await, Vec::<String>::new());
    table.run_command("GM", "set key:nudges value:true").await;
    assert_eq!(table.collect_reminders(5).await, [ANA_REMINDER]);
}

/// Where several must act before the fight goes on, all of them are pinged, once.
#[tokio::test]
async fn awaited_players_are_pinged_once() {
    let table = Table::new().await;
    table.start_fight("fates").await;
    let turns = |posts: Vec<String>| -> Vec<String> {
        posts.into_iter().filter(|post| post.contains(": turn ")).collect()
    };
    assert_eq!(turns(table.deliver_posts().await), ["channel: turn Ana+Ben pings 11 pings 12"]);
    table.run_command("Ana", "init").await;
    let after = turns(table.deliver_posts().await);
    assert!(after.iter().all(|post| !post.contains("pings")), "{after:?}");
    assert_eq!(table.load_state().await.turn.as_ref().unwrap().awaited.actors.len(), 1);
}

#[tokio::test]
async fn away_player_of_shared_slot_is_not_pinged() {
    let table = Table::new().await;
    expect_query_result(table.send_command("Ana", "away until:8h").await);
    table.start_fight("fates").await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: turn Ana+Ben pings 12"), "{posts:?}");
}

/// A reminder does not reveal that the turn belongs to a hidden combatant.
#[tokio::test]
async fn reminders_reveal_no_hidden_combatant() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "start").await;
    for _ in 0..9 {
        let reminders = table.collect_reminders(25).await;
        let public: Vec<_> = reminders.iter().filter(|post| post.starts_with("channel")).collect();
        assert!(!format!("{public:?}").contains("Lurker"), "{public:?}");
        assert!(public.iter().all(|post| !post.contains("pings 1,")), "{public:?}");
        drop(table.send_command("GM", "pass-all").await);
    }
}

#[tokio::test]
async fn time_zone_and_quiet_hours_are_validated() {
    let table = Table::new().await;
    assert_eq!(refusal_key(table.send_command("Ana", "clock zone:Atlantis").await), "no-such-zone");
    assert_eq!(
        refusal_key(table.send_command("Ana", "clock quiet_hours:always").await),
        "bad-hours"
    );
    assert_eq!(refusal_key(table.send_command("Ana", "clock zone:EST").await), "zone-unclear");
    assert_eq!(refusal_key(table.send_command("Ana", "away until:3/4").await), "date-unclear");
    let not_friday = table.send_command("Ana", "away until:\"fri 9.1.\"").await;
    assert_eq!(refusal_key(not_friday), "other-weekday");
    let reply = expect_query_result(
        table.send_command("Ana", "clock zone:europe/berlin quiet_hours:22-8").await,
    );
    let berlin = || "Europe/Berlin".to_string();
    let expected = QueryResult::Availability {
        away_until: None,
        time_zone: berlin(),
        local_time: "13:00".into(),
        quiet_hours: Some((1320, 480)),
        language: None,
    };
    assert_eq!(reply, expected);
    let reply = expect_query_result(table.send_command("Ana", "clock quiet_hours:none").await);
    assert_eq!(
        reply,
        QueryResult::Availability {
            away_until: None,
            time_zone: berlin(),
            local_time: "13:00".into(),
            quiet_hours: None,
            language: None,
        }
    );
    // Dates and weekdays are taken in the user's time zone, in which it is Tuesday, 1 January 2030.
    for (until, midnight) in [
        ("2030-01-09", "2030-01-08T23:00:00Z"),
        ("tomorrow", "2030-01-01T23:00:00Z"),
        ("Tuesday", "2030-01-07T23:00:00Z"),
        ("next tuesday", "2030-01-07T23:00:00Z"),
        ("9.1.", "2030-01-08T23:00:00Z"),
    ] {
        let person = expect_query_result(
            table.send_command("Ana", &format!("away until:\"{until}\"")).await,
        );
        let QueryResult::Availability { away_until, .. } = person else { panic!() };
        assert_eq!(away_until, midnight.parse().ok(), "{until}");
    }
    assert_eq!(refusal_key(table.send_command("Ana", "away until:someday").await), "bad-time");
}

/// Co-GMs are reminded while the GM is away.
#[tokio::test]
async fn co_gm_is_reminded_while_gm_is_away() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("GM", "co-gm do:add user:14").await;
    expect_query_result(table.send_command("GM", "away until:9d").await);
    assert_eq!(table.collect_reminders(13).await, ["dm 14: nudge  pings 14, a reply"]);
}

/// A stand-in is pinged after their own quiet hours.
#[tokio::test]
async fn stand_in_quiet_hours_delay_pings() {
    let table = Table::new().await;
    expect_query_result(table.send_command("Cleo", "clock zone:UTC quiet_hours:11-15").await);
    table.set_up_wolf_attack().await;
    table.run_command("Ana", "stand-in user:13").await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "channel: prompt Ana quietly"), "{posts:?}");
    assert_eq!(table.collect_reminders(2).await, Vec::<String>::new());
    assert_eq!(table.collect_reminders(1).await, ["channel: nudge Ana pings 13, a reply"]);
}

/// Every system has the same names for its limits; a new limit applies to later prompts.
#[tokio::test]
async fn time_limits_have_equal_names_in_all_systems() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let limits = async || match expect_query_result(table.send_command("GM", "status").await) {
            QueryResult::Status { time_limits, .. } => time_limits,
            other => panic!("{other:?}"),
        };
        let default_limits = limits().await;
        assert_eq!(default_limits[0].key, "limit_turn");
        assert_eq!(
            (default_limits[0].min_secs, default_limits[0].max_secs),
            (86_400, 86_400),
            "{system}"
        );
        for (key, value, secs) in
            [("turn", "2d", 172_800), ("answer", "90m", 5_400), ("ruling", "none", 0)]
        {
            table
                .assert_refused("Ana", &format!("set key:limit_{key} value:{value}"), "not-gm")
                .await;
            table.run_command("GM", &format!("set key:limit_{key} value:{value}")).await;
            let limits = limits().await;
            let limit = limits.iter().find(|limit| limit.key == format!("limit_{key}")).unwrap();
            assert_eq!((limit.min_secs, limit.max_secs), (secs, secs), "{system}: {key}");
        }
        table.assert_refused("GM", "set key:limit_turn value:soon", "bad-setup").await;
        // A limit is long enough for somebody to answer.
        table.assert_refused("GM", "set key:limit_turn value:59s", "bad-setup").await;
        let settings = table.load_state().await.game.full_state_json()["settings"].clone();
        let duration_keys =
            settings.as_object().unwrap().keys().filter(|key| key.ends_with("_secs"));
        for key in duration_keys {
            table.assert_refused("GM", &format!("set key:{key} value:1"), "bad-setup").await;
            table.run_command("GM", &format!("set key:{key} value:60")).await;
        }
        table.assert_refused("GM", "set key:limit_turns value:2h", "bad-setup").await;
    }
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "set key:limit_answer value:3").await;
    table.run_command("GM", "start").await;
    while table.awaited_name().await != "GM" && table.awaited_name().await != "Wolf" {
        table.run_command("GM", "skip").await;
    }
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let due = table.clock.now() + SignedDuration::from_hours(3);
    assert_eq!(table.single_prompt().await.deadline_time(), Some(due));
}
