//! Outages of a channel: permissions that are taken and given back, threads that are archived or
//! locked, deleted channels, servers that are not available, and texts that AutoMod blocks.
//!
//! After random outages of fights of each system T1 and T6 of [`super::message_invariants`] hold:
//! everybody for whom the fight waits has been pinged, and every message is as it should be.
//! `RIPOSTE_FIGHTS=50 cargo test --release --test discord outages` plays more of them.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use riposte::app::fight_state::FightState;
use riposte::app::input::UserInput;
use riposte::app::outbox::Audience;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::Initiator;
use riposte::fake_discord::permissions::{SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL};
use riposte::fake_discord::{PermissionEvent, Snowflake};

use crate::message_invariants::{self, InvariantChecker};
use crate::players::people::StepAction;
use crate::players::waits::{Wait, list_waits};
use crate::players::{self, Cast, PlayedFight};
use crate::random_tables::type_random_act;
use crate::table::{TIMEOUT, Table};

const FIGHTS: u64 = 3;
const OUTAGES: usize = 3;
const MAX_INPUTS: usize = 8;
/// All that the bot needs to write in a channel or thread.
const SENDING: u64 = SEND_MESSAGES | SEND_MESSAGES_IN_THREADS;
const PERMISSION_EVENTS: [PermissionEvent; 4] = [
    PermissionEvent::ChannelUpdate,
    PermissionEvent::GuildRoleUpdate,
    PermissionEvent::GuildMemberUpdate,
    PermissionEvent::None,
];

/// What keeps the bot from posting for a while.
#[derive(Clone, Copy, Debug)]
enum Outage {
    /// The permissions come back with this event.
    PermissionsTaken(u64, PermissionEvent),
    ThreadLocked,
    ServerUnavailable,
}

impl Outage {
    fn random(choice: &mut SeededDice, is_thread: bool) -> Self {
        let event = PERMISSION_EVENTS[choice.number_below(PERMISSION_EVENTS.len())];
        match choice.number_below(if is_thread { 4 } else { 3 }) {
            0 => Self::PermissionsTaken(SENDING, event),
            1 => Self::PermissionsTaken(VIEW_CHANNEL, event),
            2 => Self::ServerUnavailable,
            _ => Self::ThreadLocked,
        }
    }

    fn begin(self, fight: &PlayedFight) {
        let channel = Snowflake(fight.channel.0);
        match self {
            Self::PermissionsTaken(bits, _) => {
                fight.discord.remove_bot_permissions(channel, bits);
            }
            Self::ThreadLocked => fight.discord.archive_and_lock_thread(channel),
            Self::ServerUnavailable => {
                fight.discord.make_guild_unavailable(fight.discord.first_guild());
            }
        }
    }

    fn end(self, fight: &PlayedFight) {
        let channel = Snowflake(fight.channel.0);
        match self {
            Self::PermissionsTaken(_, event) => {
                fight.discord.reset_bot_permissions_by(channel, event);
            }
            Self::ThreadLocked => fight.discord.reopen_thread(channel),
            Self::ServerUnavailable => {
                fight.discord.add_bot_to_guild(fight.discord.first_guild());
            }
        }
    }

    /// How long it may take until everything is posted after the end.
    fn recovery_time(self) -> SignedDuration {
        match self {
            Self::PermissionsTaken(_, PermissionEvent::None) => SignedDuration::from_hours(1),
            Self::PermissionsTaken(..) | Self::ThreadLocked | Self::ServerUnavailable => {
                SignedDuration::from_secs(10)
            }
        }
    }
}

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            for seed in message_invariants::seeds(FIGHTS) {
                let system = stringify!($name);
                let played = players::run_on_large_stack(async move || play(system, seed).await);
                let violations = played.expect("the fight plays without a panic");
                assert!(violations.is_empty(), "{}", violations.join("\n"));
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

/// Plays a fight with several outages, and returns what is wrong after each.
async fn play(system: &'static str, seed: u64) -> Vec<String> {
    let mut choice = SeededDice::new(seed ^ 0x0074_A6E5);
    let cast = Cast {
        players: 2 + seed as usize % 2,
        foes: 1 + seed as usize % 3,
        has_lurker: seed % 3 == 2,
        is_shared: false,
    };
    let is_thread = seed % 2 == 1;
    let (mut fight, _) = match is_thread {
        true => PlayedFight::start_in_thread(system, cast, seed).await,
        false => PlayedFight::start(system, cast, seed).await,
    };
    let mut violations = Vec::new();
    for number in 0..OUTAGES {
        if !fight.load_state().await.is_open {
            break;
        }
        let outage = Outage::random(&mut choice, is_thread);
        let case = format!("{}, outage {number}: {outage:?}", fight.case);
        let waits_before = list_waits(&*fight.load_state().await);
        let newest_before = fight.messages.keys().next_back().copied();
        outage.begin(&fight);
        for _ in 0..1 + choice.number_below(MAX_INPUTS) {
            let state = fight.load_state().await;
            if !state.is_open {
                break;
            }
            if choice.number_below(4) == 0 {
                for _ in 0..2 {
                    let undo = UserInput::from_command(Command::new("undo"));
                    fight.step_by_input(state.gm, undo).await;
                }
            } else {
                type_random_act(&mut fight, &mut choice, &state).await;
            }
            let state = fight.load_state().await;
            let announced = list_announced_waits(&fight, &state);
            // Nobody runs out of time who was never told.
            fight.advance_hours(1 + choice.number_below(60) as i64).await;
            let later = fight.load_state().await;
            let missed = waits_in_channel(&state)
                .into_iter()
                .filter(|wait| !announced.contains(wait))
                // A question may be asked again under another number.
                .filter(|wait| !list_waits(&later).iter().any(|later| later.user == wait.user));
            let missed: Vec<Wait> = missed.collect();
            if !missed.is_empty() {
                violations.push(format!("{case}: never told, and out of time: {missed:?}"));
            }
        }
        outage.end(&fight);
        fight.deliver_all_within(outage.recovery_time()).await;
        let before = fight.load_state().await;
        fight.record_step(StepAction::default(), before).await;
        let state = fight.load_state().await;
        let pinged = list_announced_waits(&fight, &state);
        // After an undo a message of the same wait may have pinged them that is settled by now.
        let was_pinged_since = |wait: &&Wait| {
            let since = fight.messages.iter().filter(|(id, _)| Some(**id) > newest_before);
            since.flat_map(|(_, shown)| &shown.message.pings).any(|id| id.0 == wait.user.0)
        };
        let waits = waits_in_channel(&state);
        let missed = waits.difference(&pinged).filter(|wait| !was_pinged_since(wait));
        let missed: Vec<Wait> = missed.copied().collect();
        if !missed.is_empty() {
            violations.push(format!("{case}: T1: {missed:?}\n{}", fight.transcript()));
        }
        for wait in waits_in_channel(&state).difference(&waits_before) {
            let pings = count_pings(&fight, wait);
            if pings > 1 {
                violations.push(format!("{case}: T3: {pings} pings for {wait:?}"));
            }
        }
        let mut checker = InvariantChecker::default();
        checker.check_rebuilt_messages(&fight, &state, &case).await;
        let found = checker.violations.into_iter();
        violations.extend(found.map(|(invariant, why)| format!("{invariant:?}: {why}")));
        let has_deadlines = |state: &FightState| {
            let turn = state.turn.as_ref().filter(|_| state.prompts.is_empty());
            turn.is_none_or(|turn| turn.deadline.is_none() || turn.deadline_time().is_some())
        };
        if state.is_open && !state.people.is_asleep && !has_deadlines(&state) {
            violations.push(format!("{case}: the clock stands still"));
        }
    }
    fight.discord.assert_no_violations();
    violations
}

/// The waits about which something must stand in the channel.
fn waits_in_channel(state: &FightState) -> BTreeSet<Wait> {
    let public = Audience::Channel(state.channel);
    let is_public = |wait: &Wait| {
        let plays_in_public = |actor| {
            state.controller_of(actor) == wait.user
                && state.channel_or_private_audience_for(actor) == public
        };
        let members = state.members.iter();
        let mut actors = members
            .map(|member| Initiator::Combatant(member.id))
            .filter(|actor| state.is_awaited(*actor));
        actors.any(plays_in_public)
    };
    list_waits(state).into_iter().filter(is_public).collect()
}

/// The waits whose user is pinged by a message with controls for it.
fn list_announced_waits(fight: &PlayedFight, state: &FightState) -> BTreeSet<Wait> {
    list_waits(state).into_iter().filter(|wait| count_pings(fight, wait) > 0).collect()
}

/// Counts the messages that ping the user of a wait and have controls for it, reminders aside.
fn count_pings(fight: &PlayedFight, wait: &Wait) -> usize {
    let is_ping = |shown: &&players::ShownMessage| {
        let is_reminder = !shown.message.json["message_reference"].is_null();
        !is_reminder
            && shown.message.pings.iter().any(|id| id.0 == wait.user.0)
            && fight.message_subjects(shown).contains(&wait.subject)
    };
    fight.messages.values().filter(is_ping).count()
}

/// The requests about messages of a channel that Discord has refused.
fn list_refused_requests(table: &Table, channel: Snowflake) -> Vec<String> {
    let is_refused = |call: &serde_json::Value| {
        let path = call["path"].as_str().unwrap_or_default();
        path.contains(&format!("/channels/{channel}/messages"))
            && call["status"].as_u64() >= Some(400)
    };
    let calls = table.discord.logged_requests().into_iter().filter(is_refused);
    calls.map(|call| format!("{} {} {}", call["method"], call["path"], call["status"])).collect()
}

/// The permissions are taken, a busy fight goes on, and they return in different ways.
#[tokio::test]
async fn debts_are_paid_when_permissions_return() {
    for event in PERMISSION_EVENTS {
        for bits in [SENDING, VIEW_CHANNEL] {
            let table = Table::start().await;
            table.begin_fight().await;
            let channel = table.ana.channel;
            table.discord.remove_bot_permissions(channel, bits);
            table.run_command(&table.ana, "/pass").await;
            table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
            for hp in 1..20 {
                let adjust = format!("/gm set who:Wolf field:hp value:{}", 1 + hp % 4);
                table.run_command(&table.gm, &adjust).await;
            }
            assert!(table.discord.wait_until_idle(TIMEOUT).await);
            let refused = list_refused_requests(&table, channel);
            assert!(refused.len() <= 2, "{event:?}: {refused:?}");
            assert!(!table.ben.screen_text().contains("**Ben**, it's your turn"));
            table.discord.reset_bot_permissions_by(channel, event);
            if event == PermissionEvent::None {
                table.advance_hours(1).await;
                table.app.wake_background_tasks();
            }
            let turn = table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
            assert_eq!(turn.pings, [table.ben.id]);
            table.wait_for_edit(&table.ben, &turn, "[End turn]").await;
            table.press_button(&table.ben, &turn, "End turn").await;
            table.wait_until_closed(&table.ben, &turn).await;
            assert_eq!(table.ben.pinging_messages().len(), 1);
            table.finish_cleanly().await;
        }
    }
}

/// A thread is archived while the bot is down: it is reopened, and everything in it made right.
#[tokio::test]
async fn thread_archived_while_the_bot_was_down_is_reopened() {
    let mut table = Table::start().await;
    let thread = table.discord.add_thread(table.gm.channel, &table.gm, "duel");
    let (gm, ana) = (table.gm.in_channel(thread), table.ana.in_channel(thread));
    table.run_command(&gm, "/init new system:dr12").await;
    let summary = table.wait_for_message(&ana, "pinned").await;
    let summary = ana.screen_messages().into_iter().find(|it| it.is_pinned).unwrap_or(summary);
    table.stop().await;
    table.discord.archive_thread(thread);
    table.restart_bot().await;
    table.run_command(&ana, "/init join from:warrior name:Ana").await;
    table.wait_for_message(&ana, "**Ana** joins").await;
    table.wait_for_edit(&ana, &summary, "**Ana**").await;
    assert!(!table.discord.is_thread_archived(thread));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn debts_are_paid_when_a_thread_is_unlocked() {
    let table = Table::start().await;
    let thread = table.discord.add_thread(table.gm.channel, &table.gm, "duel");
    let (gm, ana) = (table.gm.in_channel(thread), table.ana.in_channel(thread));
    table.run_command(&gm, "/init new system:dr12").await;
    table.wait_for_message(&ana, "pinned").await;
    table.discord.archive_and_lock_thread(thread);
    table.run_command(&ana, "/init join from:warrior name:Ana").await;
    let notice = table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
    assert!(notice.full_text().contains("locked"), "{}", notice.full_text());
    table.run_command(&table.ben.in_channel(thread), "/init join from:rogue name:Ben").await;
    table.discord.reopen_thread(thread);
    table.wait_for_message(&ana, "The party: **Ana** and **Ben**.").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn debts_are_paid_when_a_server_is_available_again() {
    let table = Table::start().await;
    table.begin_fight().await;
    let guild = table.discord.first_guild();
    table.discord.make_guild_unavailable(guild);
    table.run_command(&table.ana, "/pass").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.add_bot_to_guild(guild);
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.finish_cleanly().await;
}

/// A fight whose channel was deleted goes on in direct messages.
#[tokio::test]
async fn deleted_channel_is_tried_once_an_hour() {
    let table = Table::start().await;
    table.begin_fight().await;
    let channel = table.ana.channel;
    while table.app.next_delivery_time().await.unwrap().is_some() {
        tokio::task::yield_now().await;
    }
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.delete_channel(channel);
    for _ in 0..5 {
        table.run_command(&table.ana.in_dm(), "/pass").await;
        table.run_command(&table.ben.in_dm(), "/pass").await;
        table.run_command(&table.gm.in_dm(), "/npc pass-all").await;
    }
    let notice = table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
    assert!(notice.full_text().contains("deleted"), "{}", notice.full_text());
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let refused = list_refused_requests(&table, channel);
    assert_eq!(refused.len(), 1, "{refused:?}");
    table.finish_cleanly().await;
}

/// AutoMod blocks a name: whoever is waited for is pinged all the same, and the GM reads which text
/// it was.
#[tokio::test]
async fn blocked_words_stop_only_the_messages_that_have_them() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.block_words_of_bot_in_first_guild(&["rogue", "ben"]);
    table.run_command(&table.ana, "/pass").await;
    let turn = table.wait_for_message(&table.ben, "AutoMod of this server").await;
    assert_eq!(turn.pings, [table.ben.id]);
    assert!(!turn.full_text().contains("**Ben**"), "{}", turn.full_text());
    let notice = table.wait_for_message(&table.gm.in_dm(), "**Ben**, it's your turn").await;
    assert!(notice.full_text().contains("AutoMod of the server"), "{}", notice.full_text());
    table.press_button(&table.ben, &turn, "End turn").await;
    table.run_command(&table.gm, "/npc pass-all").await;
    // The fight has the words no longer.
    table.discord.block_words_of_bot_in_first_guild(&[]);
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.finish_cleanly().await;
}

/// AutoMod blocks what a record says: the fight goes on, and its place says where to read it.
#[tokio::test]
async fn blocked_record_leaves_a_place_that_says_where_to_read_it() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.advance_hours(2).await;
    table.discord.block_words_of_bot_in_first_guild(&["yard"]);
    table.run_command(&table.ana, "/move zone:Yard").await;
    let record = table.wait_for_message(&table.ben, "and `/log` what was done").await;
    assert!(!record.full_text().contains("Yard"), "{}", record.full_text());
    let notice = table.wait_for_message(&table.gm.in_dm(), "AutoMod of the server").await;
    assert!(notice.full_text().contains("can let my role pass"), "{}", notice.full_text());
    let log = table.run_command(&table.ben, "/log").await;
    assert!(log.contains("Yard"), "{log}");
    table.discord.block_words_of_bot_in_first_guild(&[]);
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.finish_cleanly().await;
}

/// AutoMod blocks even the text that takes the place of others: the channel is like a closed one.
#[tokio::test]
async fn channel_in_which_every_text_is_blocked_keeps_its_clocks_and_debts() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.block_words_of_bot_in_first_guild(&["ben", "automod"]);
    table.run_command(&table.ana, "/pass").await;
    let notice = table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
    assert!(notice.full_text().contains("can let my role pass"), "{}", notice.full_text());
    table.advance_hours(200).await;
    table.run_command(&table.gm, "/status").await;
    assert_eq!(table.ben.pinging_messages().len(), 0);
    assert_eq!(table.app_round().await, 1, "Ben's turn passed before it was told");
    table.discord.block_words_of_bot_in_first_guild(&[]);
    let turn = table.advance_until_message(&table.ben, "**Ben**, it's your turn").await;
    assert_eq!(turn.pings, [table.ben.id]);
    table.wait_for_edit(&table.ben, &turn, "[End turn]").await;
    table.finish_cleanly().await;
}

/// The GM takes no direct messages for a while, twice. The channel is told of each time for as
/// long as it lasts, and what the GM was owed arrives.
#[tokio::test]
async fn closed_direct_messages_are_told_of_each_time_and_owed() {
    let table = Table::start().await;
    table.begin_fight().await;
    let in_dm = table.gm.in_dm();
    for outage in 0..2 {
        table.gm.set_accepts_dms(false);
        table.run_command(&table.ana, "/pass").await;
        table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
        table.run_command(&table.ben, "/pass").await;
        let notice = table.wait_for_message(&table.ana, "I cannot write in direct messages").await;
        assert!(!notice.full_text().contains("Wolf"), "{}", notice.full_text());
        assert!(!in_dm.screen_text().contains("Wolf · round"), "{}", in_dm.screen_text());
        table.gm.set_accepts_dms(true);
        // Whoever writes to the bot there takes its messages, too.
        table.run_command(&in_dm, "/status").await;
        let turn = table.wait_for_message(&in_dm, "[End turn]").await;
        table.wait_for_deletion(&table.ana, &notice).await;
        assert_eq!(table.app_round().await, 1 + outage);
        table.press_button(&in_dm, &turn, "End turn").await;
        table.wait_for_message(&table.ana, &format!("round {}", 2 + outage)).await;
        assert!(table.discord.wait_until_idle(TIMEOUT).await);
    }
    table.finish_cleanly().await;
}

/// Two acts and their undoing fall into an outage: the channel shows neither as done, and whoever
/// is awaited in the end is pinged once.
#[tokio::test]
async fn undo_in_a_closed_channel_leaves_the_true_state() {
    for event in [PermissionEvent::ChannelUpdate, PermissionEvent::None] {
        let table = Table::start().await;
        table.begin_fight().await;
        let channel = table.ana.channel;
        table.discord.remove_bot_permissions(channel, SENDING);
        table.run_command(&table.ana, "/move zone:Yard").await;
        table.run_command(&table.ana, "/pass").await;
        table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
        table.run_command(&table.gm, "/gm undo").await;
        table.run_command(&table.gm, "/gm undo").await;
        assert!(table.discord.wait_until_idle(TIMEOUT).await);
        table.discord.reset_bot_permissions_by(channel, event);
        if event == PermissionEvent::None {
            table.advance_hours(1).await;
            table.app.wake_background_tasks();
        }
        table.wait_for_message(&table.ben, "takes back what is struck through").await;
        table.wait_for_message(&table.ben, "~~**Ana** moves from Gate to Yard.~~").await;
        assert!(table.discord.wait_until_idle(TIMEOUT).await);
        let shown = table.ben.screen_text();
        assert!(!shown.contains("**Ben**, it's your turn"), "{shown}");
        assert!(shown.contains("▶ **Ana** ▰▰▰▰ 10/10 · Gate"), "{shown}");
        table.run_command(&table.ana, "/pass").await;
        table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
        // Once for her first turn, and once for the one that she has again.
        assert_eq!(table.ana.pinging_messages().len(), 2, "{}", table.ana.screen_text());
        assert_eq!(table.ben.pinging_messages().len(), 1, "{}", table.ben.screen_text());
        table.finish_cleanly().await;
    }
}
