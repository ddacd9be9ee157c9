//! Who plays in whose place, who helps the GM, and who is away.

use riposte::app::fight_log::LogPage;
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::roles::Role;
use riposte::engine::core::ids::UserId;
use riposte::engine::visibility::view::{FightView, MemberView};

use crate::app_table::*;

const DODGE: &str = "dodge as:Ana";

fn status(reply: InputReply) -> FightView {
    let QueryResult::Status { view, .. } = shown(reply) else { panic!() };
    view
}

/// All that somebody sees of the members, but for who plays them.
fn members(view: FightView) -> Vec<MemberView> {
    let members = view.groups.into_iter().flat_map(|group| group.members);
    members.map(|one| MemberView { user: None, ..one }).collect()
}

#[tokio::test]
async fn a_stand_in_is_asked_in_the_players_place() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("Ana", "stand-in user:13").await;
    assert!(table.posts().await.contains(&"channel: notice stands_in".to_string()));
    table.does("GM", "attack target:Ana as:Wolf").await;
    let open = table.prompt().await;
    assert_eq!(open.user, user("Cleo"));
    for who in ["Ben", "GM", "Stranger"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "bad-target", "{who}");
    }
    done(table.presses("Cleo", "dodge", &open).await, "the stand-in answers");
    let fight = table.now().await.id;
    let QueryResult::Log(LogPage { entries, .. }) = shown(table.say("Ben", "log last:1").await)
    else {
        panic!()
    };
    assert_eq!(entries[0].user, Some(user("Cleo")), "the log of {fight} says who did it");
}

/// Whoever is first.
#[tokio::test]
async fn the_player_may_still_answer() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("Ana", "stand-in user:13").await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    let open = table.prompt().await;
    done(table.presses("Ana", "dodge", &open).await, "the player answers");
    assert_eq!(refused(table.presses("Cleo", "dodge", &open).await), "prompt-closed");
}

#[tokio::test]
async fn an_open_question_goes_to_the_stand_in() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.posts().await;
    table.does("GM", "stand-in user:13 who:Ana").await;
    let now = table.prompt().await;
    assert_eq!((now.deadline_time(), now.user), (open.deadline_time(), user("Cleo")));
    let posts = table.posts().await;
    // The question is asked anew; what was told with the old one stays.
    for line in ["channel: edit told 1", "channel: prompt Ana"] {
        assert!(has(&posts, line), "{posts:?}");
    }
    table.does("Cleo", DODGE).await;
}

#[tokio::test]
async fn what_is_lent_is_taken_back() {
    for who in ["Ana", "GM"] {
        let table = Table::new().await;
        table.ana_to_act().await;
        table.may_not("Ana", "stand-in", "nobody-stands-in").await;
        table.may_not("Ana", "stand-in who:Ana", "nobody-stands-in").await;
        table.may_not("Ana", "stand-in who:Ana user:11", "nobody-stands-in").await;
        table.may_not("Ana", "stand-in who:Ben user:13", "bad-target").await;
        table.may_not("GM", "stand-in who:Wolf user:13", "bad-target").await;
        table.may_not("GM", "stand-in user:13", "which-character").await;
        table.may_not("Ana", "stand-in who:Ana user:13 until:yesterday", "bad-time").await;
        table.does("Ana", "stand-in who:Ana user:13").await;
        table.may_not("Cleo", "stand-in who:Ana user:99", "bad-target").await;
        assert_eq!(table.now().await.role_of(user("Cleo")), Role::StandIn);
        table.does("Cleo", "move zone:Gate").await;
        table.does(who, "stand-in who:Ana").await;
        assert_eq!(table.now().await.role_of(user("Cleo")), Role::Stranger);
        table.may_not("Cleo", "pass", "not-joined").await;
        assert_eq!(refused(table.whispers("Cleo", "status").await), "no-fight");
        table.does("Ana", "pass").await;
    }
}

#[tokio::test]
async fn standing_in_ends_by_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    table.ana_to_act().await;
    table.does("Ana", "stand-in user:13 who:Ana until:6h").await;
    table.posts().await;
    table.wait(5).await;
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.now().await);
    table.may_not("Cleo", "pass as:Ben", "bad-target").await;
    table.wait(2).await;
    table.may_not("Cleo", "pass", "not-joined").await;
    let posts = table.posts().await;
    assert!(posts.contains(&"channel: notice stands_in".to_string()), "{posts:?}");
    // The turn goes on and waits for Ana again.
    assert!(has(&posts, "channel: turn Ana"), "{posts:?}");
    table.does("Ana", "pass").await;
}

/// A stand-in knows what the player may know of that character, and no more.
#[tokio::test]
async fn a_stand_in_sees_with_the_players_eyes() {
    for system in riposte::engine::game::SYSTEM_KEYS {
        let table = Table::new().await;
        table.plays(system).await;
        let npc = match *system {
            "dr12" => "raider",
            "fates" => "thug",
            _ => "wolf",
        };
        let lurker = format!("add name:Lurker from:{npc} at:Hall hidden:true");
        table.does("GM", &lurker).await;
        let outside = members(status(table.say("Cleo", "status").await));
        table.does("Ben", "stand-in user:13").await;
        let inside = members(status(table.say("Cleo", "status").await));
        assert_eq!(inside, members(status(table.say("Ben", "status").await)), "{system}");
        assert!(!format!("{inside:?}").contains("Lurker"));
        let QueryResult::OwnCombatants { sheets, .. } = shown(table.say("Cleo", "mine").await)
        else {
            panic!()
        };
        let names: Vec<&str> = sheets.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Ben"], "{system}: of one character only");
        let QueryResult::OwnCombatants { sheets: own, .. } = shown(table.say("Ben", "mine").await)
        else {
            panic!()
        };
        assert_eq!(sheets, own);
        let logs = [table.say("Cleo", "log").await, table.say("Ben", "log").await];
        let entries = logs.map(|log| match shown(log) {
            QueryResult::Log(page) => page.entries.len(),
            other => panic!("{other:?}"),
        });
        assert_eq!(entries[0], entries[1], "{system}");
        table.does("Ben", "stand-in").await;
        assert_eq!(members(status(table.say("Cleo", "status").await)), outside, "{system}");
    }
}

#[tokio::test]
async fn a_co_gm_does_what_the_gm_does() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.may_not("Ana", "co-gm do:add user:14", "not-gm").await;
    table.may_not("GM", "co-gm do:remove user:14", "bad-target").await;
    table.does("GM", "co-gm do:add user:14").await;
    table.may_not("GM", "co-gm do:add user:14", "bad-target").await;
    table.may_not("GM", "co-gm do:add user:1", "bad-target").await;
    assert_eq!(table.now().await.role_of(user("Dora")), Role::CoGm);
    table.does("Dora", "add name:Lurker from:raider at:Hall hidden:true").await;
    assert!(format!("{:?}", table.say("Dora", "status").await).contains("Lurker"));
    done(table.whispers("Dora", "attack target:Ana as:Wolf").await, "in private");
    table.may_not("Dora", DODGE, "bad-target").await;
    table.does("Dora", "skip").await;
    for order in ["hand-over", "co-gm do:add user:99", "co-gm do:remove user:14"] {
        table.may_not("Dora", order, "not-gm").await;
    }
    // Whoever becomes the GM helps no more.
    table.does("GM", "hand-over user:14").await;
    assert!(table.now().await.people.co_gms.is_empty());
    table.may_not("GM", "skip", "not-gm").await;
    table.does("Dora", "co-gm do:add user:1").await;
    table.does("Dora", "co-gm do:remove user:1").await;
    table.may_not("GM", "skip", "not-gm").await;
}

#[tokio::test]
async fn the_gm_answers_for_who_is_away() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    assert_eq!(refused(table.presses("GM", "dodge", &open).await), "bad-target");
    shown(table.say("Ana", "away until:3d").await);
    assert_eq!(refused(table.presses("Ben", "dodge", &open).await), "bad-target");
    // The question is still hers, in case she looks in.
    assert_eq!(table.prompt().await.user, user("Ana"));
    table.does("GM", DODGE).await;
    let QueryResult::Log(LogPage { entries, .. }) = shown(table.say("Ana", "log last:1").await)
    else {
        panic!()
    };
    assert_eq!(entries[0].user, Some(user("GM")));
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "prompt-closed");
}

#[tokio::test]
async fn whoever_is_away_comes_back() {
    let table = Table::new().await;
    table.ana_to_act().await;
    assert_eq!(refused(table.say("Ana", "away until:whenever").await), "bad-time");
    let nothing = QueryResult::Availability {
        away_until: None,
        time_zone: "UTC".into(),
        local_time: "12:00".into(),
        quiet_hours: None,
    };
    assert_eq!(shown(table.say("Ana", "away").await), nothing);
    shown(table.whispers("Ana", "away until:2h").await);
    let away =
        |people: &riposte::app::people::FightPeople| people.away_until.keys().copied().collect();
    let is_away: Vec<UserId> = away(&table.now().await.people);
    assert_eq!(is_away, [user("Ana")]);
    table.wait(3).await;
    let is_away: Vec<UserId> = away(&table.now().await.people);
    assert_eq!(is_away, []);
    table.may_not("GM", "pass as:Ana", "bad-target").await;
    shown(table.say("Ana", "away until:2h").await);
    shown(table.say("Ana", "away back:true").await);
    table.may_not("GM", "pass as:Ana", "bad-target").await;
}

/// Who let the time of a turn run out is absent as well.
#[tokio::test]
async fn the_gm_acts_for_who_let_the_time_run_out() {
    let table = Table::new().await;
    table.plays("cards").await;
    let waits_for = table.waited_for().await;
    let who = if waits_for == "GM" || waits_for == "Wolf" { None } else { Some(waits_for) };
    let Some(who) = who else { return };
    table.may_not("GM", &format!("pass as:{who}"), "bad-target").await;
    table.wait(25).await;
    table.does("GM", &format!("pass as:{who}")).await;
}
