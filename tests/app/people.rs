//! Stand-ins, co-GMs and players who are away.

use riposte::app::fight_log::{LogAuthor, LogPage};
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::roles::Role;
use riposte::engine::core::ids::UserId;
use riposte::engine::visibility::view::{FightView, MemberView};
use riposte::narration;

use crate::app_table::*;

const DODGE: &str = "dodge as:Ana";

fn expect_status(reply: InputReply) -> FightView {
    let QueryResult::Status { view, .. } = expect_query_result(reply) else { panic!() };
    view
}

/// Returns what somebody sees of the members, without the users who play them.
fn members_without_users(view: FightView) -> Vec<MemberView> {
    let members = view.groups.into_iter().flat_map(|group| group.members);
    members.map(|member| MemberView { user: None, ..member }).collect()
}

#[tokio::test]
async fn stand_in_is_asked_instead_of_player() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("Ana", "stand-in user:13").await;
    assert!(table.deliver_posts().await.contains(&"channel: notice stands_in".to_string()));
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let open = table.single_prompt().await;
    assert_eq!(open.user, user_id("Cleo"));
    for who in ["Ben", "GM", "Stranger"] {
        assert_eq!(
            refusal_key(table.press_choice(who, "dodge", &open).await),
            "bad-target",
            "{who}"
        );
    }
    expect_done(table.press_choice("Cleo", "dodge", &open).await, "the stand-in answers");
    let fight = table.load_state().await.id;
    let QueryResult::Log(LogPage { entries, .. }) =
        expect_query_result(table.send_command("Ben", "log last:5").await)
    else {
        panic!()
    };
    let is_by_stand_in =
        entries.iter().any(|entry| entry.author == LogAuthor::User(user_id("Cleo")));
    assert!(is_by_stand_in, "the log of {fight} says who did it");
}

/// Either may answer, and the first answer counts.
#[tokio::test]
async fn player_may_answer_despite_stand_in() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("Ana", "stand-in user:13").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let open = table.single_prompt().await;
    expect_done(table.press_choice("Ana", "dodge", &open).await, "the player answers");
    assert_eq!(refusal_key(table.press_choice("Cleo", "dodge", &open).await), "prompt-closed");
}

#[tokio::test]
async fn open_prompt_moves_to_the_stand_in() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.deliver_posts().await;
    table.run_command("GM", "stand-in user:13 who:Ana").await;
    let reissued = table.single_prompt().await;
    assert_eq!((reissued.deadline_time(), reissued.user), (open.deadline_time(), user_id("Cleo")));
    let posts = table.deliver_posts().await;
    // The prompt is posted again; the narrative in the old message stays.
    for line in ["channel: edit told 1", "channel: prompt Ana"] {
        assert!(any_starts_with(&posts, line), "{posts:?}");
    }
    table.run_command("Cleo", DODGE).await;
}

#[tokio::test]
async fn player_or_gm_ends_the_substitution() {
    for who in ["Ana", "GM"] {
        let table = Table::new().await;
        table.set_up_ana_turn().await;
        table.assert_refused("Ana", "stand-in", "nobody-stands-in").await;
        table.assert_refused("Ana", "stand-in who:Ana", "nobody-stands-in").await;
        table.assert_refused("Ana", "stand-in who:Ana user:11", "nobody-stands-in").await;
        table.assert_refused("Ana", "stand-in who:Ben user:13", "bad-target").await;
        table.assert_refused("GM", "stand-in who:Wolf user:13", "bad-target").await;
        table.assert_refused("GM", "stand-in user:13", "which-character").await;
        table.assert_refused("Ana", "stand-in who:Ana user:13 until:yesterday", "bad-time").await;
        table.run_command("Ana", "stand-in who:Ana user:13").await;
        table.assert_refused("Cleo", "stand-in who:Ana user:99", "bad-target").await;
        assert_eq!(table.load_state().await.highest_role_of(user_id("Cleo")), Role::StandIn);
        table.run_command("Cleo", "move zone:Gate").await;
        table.run_command(who, "stand-in who:Ana").await;
        assert_eq!(table.load_state().await.highest_role_of(user_id("Cleo")), Role::Stranger);
        table.assert_refused("Cleo", "pass", "not-joined").await;
        assert_eq!(refusal_key(table.send_dm_command("Cleo", "status").await), "no-fight");
        table.run_command("Ana", "pass").await;
    }
}

#[tokio::test]
async fn substitution_ends_at_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "stand-in user:13 who:Ana until:6h").await;
    table.deliver_posts().await;
    table.advance_hours(5).await;
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.load_state().await);
    table.assert_refused("Cleo", "pass as:Ben", "bad-target").await;
    table.advance_hours(2).await;
    table.assert_refused("Cleo", "pass", "not-joined").await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: notice stands_in".to_string()), "{posts:?}");
    // The turn goes on and waits for Ana again.
    assert!(any_starts_with(&posts, "channel: turn Ana"), "{posts:?}");
    table.run_command("Ana", "pass").await;
}

/// A stand-in knows what the player may know of that character, and no more.
#[tokio::test]
async fn stand_in_sees_what_the_player_sees() {
    for system in riposte::engine::game::SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        let npc = match *system {
            "dr12" => "raider",
            "fates" => "thug",
            _ => "wolf",
        };
        let lurker = format!("add name:Lurker from:{npc} at:Hall hidden:true");
        table.run_command("GM", &lurker).await;
        let outside =
            members_without_users(expect_status(table.send_command("Cleo", "status").await));
        table.run_command("Ben", "stand-in user:13").await;
        let inside =
            members_without_users(expect_status(table.send_command("Cleo", "status").await));
        assert_eq!(
            inside,
            members_without_users(expect_status(table.send_command("Ben", "status").await)),
            "{system}"
        );
        assert!(!format!("{inside:?}").contains("Lurker"));
        let QueryResult::OwnCombatants { sheets, .. } =
            expect_query_result(table.send_command("Cleo", "mine").await)
        else {
            panic!()
        };
        let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(names, ["Ben"], "{system}: of one character only");
        let QueryResult::OwnCombatants { sheets: own, .. } =
            expect_query_result(table.send_command("Ben", "mine").await)
        else {
            panic!()
        };
        assert_eq!(sheets, own);
        let logs =
            [table.send_command("Cleo", "log").await, table.send_command("Ben", "log").await];
        let entries = logs.map(|log| match expect_query_result(log) {
            QueryResult::Log(page) => page.entries.len(),
            other => panic!("{other:?}"),
        });
        assert_eq!(entries[0], entries[1], "{system}");
        table.run_command("Ben", "stand-in").await;
        assert_eq!(
            members_without_users(expect_status(table.send_command("Cleo", "status").await)),
            outside,
            "{system}"
        );
    }
}

#[tokio::test]
async fn co_gm_has_the_rights_of_the_gm() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.assert_refused("Ana", "co-gm do:add user:14", "not-gm").await;
    table.assert_refused("GM", "co-gm do:remove user:14", "bad-target").await;
    table.run_command("GM", "co-gm do:add user:14").await;
    table.assert_refused("GM", "co-gm do:add user:14", "bad-target").await;
    table.assert_refused("GM", "co-gm do:add user:1", "bad-target").await;
    assert_eq!(table.load_state().await.highest_role_of(user_id("Dora")), Role::CoGm);
    table.run_command("Dora", "add name:Lurker from:raider at:Hall hidden:true").await;
    assert!(format!("{:?}", table.send_command("Dora", "status").await).contains("Lurker"));
    expect_done(table.send_dm_command("Dora", "attack target:Ana as:Wolf").await, "in private");
    table.assert_refused("Dora", DODGE, "bad-target").await;
    table.run_command("Dora", "skip").await;
    for order in ["hand-over", "co-gm do:add user:99", "co-gm do:remove user:14"] {
        table.assert_refused("Dora", order, "not-gm").await;
    }
    // A co-GM who becomes the GM is no longer a co-GM.
    table.run_command("GM", "hand-over user:14").await;
    assert!(table.load_state().await.people.co_gms.is_empty());
    table.assert_refused("GM", "skip", "not-gm").await;
    table.run_command("Dora", "co-gm do:add user:1").await;
    table.run_command("Dora", "co-gm do:remove user:1").await;
    table.assert_refused("GM", "skip", "not-gm").await;
}

#[tokio::test]
async fn gm_answers_for_away_player() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    assert_eq!(refusal_key(table.press_choice("GM", "dodge", &open).await), "bad-target");
    expect_query_result(table.send_command("Ana", "away until:3d").await);
    assert_eq!(refusal_key(table.press_choice("Ben", "dodge", &open).await), "bad-target");
    // The prompt stays Ana's, in case she comes back.
    assert_eq!(table.single_prompt().await.user, user_id("Ana"));
    table.run_command("GM", DODGE).await;
    let QueryResult::Log(LogPage { entries, .. }) =
        expect_query_result(table.send_command("Ana", "log last:1").await)
    else {
        panic!()
    };
    assert_eq!(entries[0].author, LogAuthor::User(user_id("GM")));
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &open).await), "prompt-closed");
}

#[tokio::test]
async fn absence_ends_by_time_or_command() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    assert_eq!(refusal_key(table.send_command("Ana", "away until:whenever").await), "bad-time");
    let nothing = QueryResult::Availability {
        away_until: None,
        time_zone: "UTC".into(),
        local_time: "12:00".into(),
        quiet_hours: None,
        language: None,
    };
    assert_eq!(expect_query_result(table.send_command("Ana", "away").await), nothing);
    expect_query_result(table.send_dm_command("Ana", "away until:2h").await);
    let away =
        |people: &riposte::app::people::FightPeople| people.away_until.keys().copied().collect();
    let is_away: Vec<UserId> = away(&table.load_state().await.people);
    assert_eq!(is_away, [user_id("Ana")]);
    table.advance_hours(3).await;
    let is_away: Vec<UserId> = away(&table.load_state().await.people);
    assert_eq!(is_away, []);
    table.assert_refused("GM", "pass as:Ana", "bad-target").await;
    expect_query_result(table.send_command("Ana", "away until:2h").await);
    expect_query_result(table.send_command("Ana", "away back:true").await);
    table.assert_refused("GM", "pass as:Ana", "bad-target").await;
}

/// A player whose turn has timed out counts as absent.
#[tokio::test]
async fn gm_acts_for_player_after_timeout() {
    let table = Table::new().await;
    table.start_fight("cards").await;
    let awaited = table.awaited_name().await;
    let who = if awaited == "GM" || awaited == "Wolf" { None } else { Some(awaited) };
    let Some(who) = who else { return };
    table.assert_refused("GM", &format!("pass as:{who}"), "bad-target").await;
    table.advance_hours(25).await;
    table.run_command("GM", &format!("pass as:{who}")).await;
}

/// In every system fifty NPCs join at once, and everybody reads it in one line.
#[tokio::test]
async fn fifty_join_at_once_and_are_told_in_one_line() {
    let creatures = [
        ("cards", "brigand"),
        ("dr12", "raider"),
        ("factions", "bandit"),
        ("fates", "thug"),
        ("ranks", "thug"),
    ];
    for (system, creature) in creatures {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let done = table.run_command("GM", &format!("add from:{creature} count:50")).await;
        let told = narration::narrate(narration::PLAIN, &done.narrative.unwrap());
        assert_eq!(told.len(), 1, "{system}: {told:?}");
        let expected = format!("50 {creature}s (");
        assert!(told[0].contains(&expected) && told[0].contains(" 1 to 50)"), "{told:?}");
        table.assert_refused("GM", &format!("add from:{creature} count:51"), "bad-setup").await;
    }
}
