//! Clocks with mercy: nudges, quiet hours, limits that stretch, people who are away.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_log::LogPage;
use riposte::app::input::QueryResult;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

impl Table {
    /// The nudges among what is posted while so many hours pass.
    async fn nudges(&self, hours: i64) -> Vec<String> {
        self.posts().await;
        self.wait(hours).await;
        let posts = self.posts().await;
        posts.into_iter().filter(|post| post.contains("nudge")).collect()
    }

    async fn next_due_in_hours(&self) -> Option<f64> {
        let due = self.app.next_deadline_time().await.unwrap()?;
        let left = due.duration_since(self.clock.now());
        Some(left.as_secs_f64() / 3600.0)
    }
}

const ANA: &str = "channel: nudge Ana pings 11, a reply";

#[tokio::test]
async fn a_question_nudges_at_half_and_at_four_fifths_of_its_time() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    assert_eq!(table.nudges(5).await, Vec::<String>::new());
    assert_eq!(table.nudges(1).await, [ANA]);
    assert_eq!(table.nudges(3).await, Vec::<String>::new());
    assert_eq!(table.nudges(1).await, [ANA]);
    assert_eq!(table.nudges(1).await, Vec::<String>::new());
    table.does("Ana", "dodge").await;
    // The wolf's turn goes on, in private.
    assert_eq!(table.nudges(13).await, ["dm 1: nudge Wolf pings 1, a reply"]);
}

#[tokio::test]
async fn whoever_is_only_reminded_is_nudged_until_the_gm_is_told() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    // One that is still to come takes the place of the one before.
    assert_eq!(table.nudges(13).await.len(), 1);
    assert_eq!(table.nudges(10).await.len(), 1);
    table.wait(2).await;
    let told = table.posts().await;
    assert!(told.contains(&"dm 1: reminder".to_string()), "{told:?}");
    assert_eq!(table.nudges(100).await, Vec::<String>::new());
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
}

/// What a clock did stands in the log as done by the clock.
#[tokio::test]
async fn the_clock_is_in_the_log() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.wait(12).await;
    let QueryResult::Log(LogPage { entries, .. }) = shown(table.say("GM", "log last:3").await)
    else {
        panic!()
    };
    let said = entries.iter().map(|one| (one.user, one.command.as_ref().unwrap().verb.as_str()));
    assert_eq!(said.collect::<Vec<_>>(), [(None, "nudge"), (None, "nudge"), (None, "dodge")]);
}

#[tokio::test]
async fn nudges_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    table.wolf_attacks_ana().await;
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.now().await);
    assert_eq!(table.nudges(6).await, [ANA]);
}

/// It is 13:00 in Berlin.
#[tokio::test]
async fn a_nudge_waits_for_the_end_of_quiet_hours() {
    let table = Table::new().await;
    shown(table.say("Ana", "clock zone:Europe/Berlin quiet_hours:\"18:00-8:00\"").await);
    table.ana_to_act().await;
    // Half of 24 hours is in the night; the one in the morning stands for both.
    assert_eq!(table.nudges(18).await, Vec::<String>::new());
    assert_eq!(table.nudges(1).await, [ANA]);
    assert_eq!(table.nudges(4).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_ping_waits_for_the_end_of_quiet_hours() {
    let table = Table::new().await;
    shown(table.say("Ana", "clock zone:Europe/Berlin quiet_hours:\"12:00-15:00\"").await);
    table.ana_to_act().await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: turn Ana quietly"), "{posts:?}");
    assert_eq!(table.nudges(1).await, Vec::<String>::new());
    assert_eq!(table.nudges(1).await, [ANA]);
    assert_eq!(table.nudges(10).await, [ANA], "at half of the time");
}

/// The limit of a question is 12 hours, of which seven are in the day.
#[tokio::test]
async fn limits_stretch_where_the_fight_says_so() {
    let table = Table::new().await;
    shown(table.say("Ana", "clock zone:UTC quiet_hours:\"19:00-7:00\"").await);
    table.sets_up().await;
    table.may_not("Ana", "set key:stretch value:true", "not-gm").await;
    table.may_not("GM", "set key:stretch value:perhaps", "bad-setup").await;
    table.does("GM", "set key:stretch value:true").await;
    table.does("GM", "start").await;
    while table.now().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
        table.does("GM", "skip").await;
    }
    table.does("GM", "attack target:Ana as:Wolf").await;
    let left = table.prompt().await.deadline_time().unwrap().duration_since(table.clock.now());
    assert_eq!(left.as_hours(), 24);
    // At half of the waking hours, and what is left of them survives a pause.
    assert_eq!(table.nudges(6).await, [ANA]);
    table.does("GM", "pause").await;
    table.clock.advance(SignedDuration::from_hours(100));
    table.does("GM", "resume").await;
    let due = table.prompt().await.deadline_time().unwrap();
    let left = due.duration_since(table.clock.now());
    assert!(left.as_hours() >= 6, "{left:?}");
}

#[tokio::test]
async fn a_pause_stops_the_nudges() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.does("GM", "pause").await;
    assert_eq!(table.next_due_in_hours().await, None);
    assert_eq!(table.nudges(100).await, Vec::<String>::new());
    table.does("GM", "resume").await;
    assert_eq!(table.nudges(6).await, [ANA]);
}

#[tokio::test]
async fn who_is_away_is_not_pinged() {
    let table = Table::new().await;
    shown(table.say("Ana", "away until:8h").await);
    table.wolf_attacks_ana().await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: prompt Ana quietly"), "{posts:?}");
    assert_eq!(table.nudges(7).await, Vec::<String>::new());
    // Back again.
    assert_eq!(table.nudges(4).await, [ANA]);
}

#[tokio::test]
async fn a_fight_may_do_without_nudges() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.does("GM", "set key:nudges value:false").await;
    assert_eq!(table.nudges(5).await, Vec::<String>::new());
    table.does("GM", "set key:nudges value:true").await;
    assert_eq!(table.nudges(5).await, [ANA]);
}

/// Where each of several must act before it goes on, all of them are called, once.
#[tokio::test]
async fn all_who_must_act_are_pinged_once() {
    let table = Table::new().await;
    table.plays("fates").await;
    let turns = |posts: Vec<String>| -> Vec<String> {
        posts.into_iter().filter(|post| post.contains(": turn ")).collect()
    };
    assert_eq!(turns(table.posts().await), ["channel: turn Ana+Ben pings 11 pings 12"]);
    table.does("Ana", "init").await;
    let after = turns(table.posts().await);
    assert!(after.iter().all(|post| !post.contains("pings")), "{after:?}");
    assert_eq!(table.now().await.turn.as_ref().unwrap().awaited.actors.len(), 1);
}

/// Who is away is called with nobody.
#[tokio::test]
async fn of_all_who_must_act_the_absent_are_not_pinged() {
    let table = Table::new().await;
    shown(table.say("Ana", "away until:8h").await);
    table.plays("fates").await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: turn Ana+Ben pings 12"), "{posts:?}");
}

/// Nobody learns by a nudge that somebody in hiding is waited for.
#[tokio::test]
async fn nudges_tell_no_secrets() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("GM", "start").await;
    for _ in 0..9 {
        let nudges = table.nudges(25).await;
        let public: Vec<_> = nudges.iter().filter(|post| post.starts_with("channel")).collect();
        assert!(!format!("{public:?}").contains("Lurker"), "{public:?}");
        assert!(public.iter().all(|post| !post.contains("pings 1,")), "{public:?}");
        drop(table.say("GM", "pass-all").await);
    }
}

#[tokio::test]
async fn a_time_zone_and_hours_are_checked() {
    let table = Table::new().await;
    assert_eq!(refused(table.say("Ana", "clock zone:Atlantis").await), "no-such-zone");
    assert_eq!(refused(table.say("Ana", "clock quiet_hours:always").await), "bad-hours");
    assert_eq!(refused(table.say("Ana", "clock zone:EST").await), "zone-unclear");
    assert_eq!(refused(table.say("Ana", "away until:3/4").await), "date-unclear");
    let reply = shown(table.say("Ana", "clock zone:europe/berlin quiet_hours:22-8").await);
    let berlin = || "Europe/Berlin".to_string();
    let expected = QueryResult::Availability {
        away_until: None,
        time_zone: berlin(),
        local_time: "13:00".into(),
        quiet_hours: Some((1320, 480)),
    };
    assert_eq!(reply, expected);
    let reply = shown(table.say("Ana", "clock quiet_hours:none").await);
    assert_eq!(
        reply,
        QueryResult::Availability {
            away_until: None,
            time_zone: berlin(),
            local_time: "13:00".into(),
            quiet_hours: None,
        }
    );
    // A date is one of theirs, and so is a day: it is the first of 2030 in Berlin, a Tuesday.
    for (until, midnight) in [
        ("2030-01-09", "2030-01-08T23:00:00Z"),
        ("tomorrow", "2030-01-01T23:00:00Z"),
        ("Tuesday", "2030-01-07T23:00:00Z"),
        ("next tuesday", "2030-01-07T23:00:00Z"),
        ("9.1.", "2030-01-08T23:00:00Z"),
    ] {
        let person = shown(table.say("Ana", &format!("away until:\"{until}\"")).await);
        let QueryResult::Availability { away_until, .. } = person else { panic!() };
        assert_eq!(away_until, midnight.parse().ok(), "{until}");
    }
    assert_eq!(refused(table.say("Ana", "away until:someday").await), "bad-time");
}

/// While the GM is away, those who help them are nudged.
#[tokio::test]
async fn a_co_gm_is_nudged_for_a_gm_who_is_away() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("GM", "co-gm do:add user:14").await;
    shown(table.say("GM", "away until:9d").await);
    assert_eq!(table.nudges(13).await, ["dm 14: nudge  pings 14, a reply"]);
}

/// Whoever is asked in another's place is pinged when they can be, too.
#[tokio::test]
async fn a_stand_in_has_quiet_hours_as_well() {
    let table = Table::new().await;
    shown(table.say("Cleo", "clock zone:UTC quiet_hours:11-15").await);
    table.wolf_attacks_ana().await;
    table.does("Ana", "stand-in user:13").await;
    let posts = table.posts().await;
    assert!(has(&posts, "channel: prompt Ana quietly"), "{posts:?}");
    assert_eq!(table.nudges(2).await, Vec::<String>::new());
    assert_eq!(table.nudges(1).await, ["channel: nudge Ana pings 13, a reply"]);
}

/// The limits of every system are set by equal words; what is asked from then on has them.
#[tokio::test]
async fn limits_have_the_same_names_everywhere() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.does("GM", &format!("new system:{system}")).await;
        let limits = async || match shown(table.say("GM", "status").await) {
            QueryResult::Status { time_limits, .. } => time_limits,
            other => panic!("{other:?}"),
        };
        let whole = limits().await;
        assert_eq!(whole[0].key, "limit_turn");
        assert_eq!((whole[0].min_secs, whole[0].max_secs), (86_400, 86_400), "{system}");
        for (key, value, secs) in
            [("turn", "2d", 172_800), ("answer", "90m", 5_400), ("ruling", "none", 0)]
        {
            table.may_not("Ana", &format!("set key:limit_{key} value:{value}"), "not-gm").await;
            table.does("GM", &format!("set key:limit_{key} value:{value}")).await;
            let limits = limits().await;
            let limit = limits.iter().find(|one| one.key == format!("limit_{key}")).unwrap();
            assert_eq!((limit.min_secs, limit.max_secs), (secs, secs), "{system}: {key}");
        }
        table.may_not("GM", "set key:limit_turn value:soon", "bad-setup").await;
        // No clock of theirs is shorter than anybody could answer.
        table.may_not("GM", "set key:limit_turn value:59s", "bad-setup").await;
        let settings = table.now().await.game.full_state_json()["settings"].clone();
        let clocks = settings.as_object().unwrap().keys().filter(|key| key.ends_with("_secs"));
        for key in clocks {
            table.may_not("GM", &format!("set key:{key} value:1"), "bad-setup").await;
            table.does("GM", &format!("set key:{key} value:60")).await;
        }
        table.may_not("GM", "set key:limit_turns value:2h", "bad-setup").await;
    }
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "set key:limit_answer value:3").await;
    table.does("GM", "start").await;
    while table.waited_for().await != "GM" && table.waited_for().await != "Wolf" {
        table.does("GM", "skip").await;
    }
    table.does("GM", "attack target:Ana as:Wolf").await;
    let due = table.clock.now() + SignedDuration::from_hours(3);
    assert_eq!(table.prompt().await.deadline_time(), Some(due));
}
