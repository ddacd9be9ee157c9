//! Late and repeated presses: every kind of button, menu and form takes effect once. A second
//! press, one by somebody else, or one after a restart or a week changes nothing and is refused in
//! private.

use riposte::app::ids::FightId;
use riposte::fake_discord::{
    BotAnswer, BotAnswerKind, ClientError, Modal, Snowflake, User, VisibleMessage,
};
use serde_json::Value;

use crate::table::{TIMEOUT, Table};

/// A control that a user's client may go on showing after it has been used.
enum Control {
    Button { message: Snowflake, id: String },
    Menu { message: Snowflake, id: String, value: String },
    Form { modal: Modal, fields: Vec<(&'static str, &'static str)> },
}

impl Control {
    /// Finds a button by its label.
    fn button(message: &VisibleMessage, label: &str) -> Self {
        let button =
            message.find_button(label).unwrap_or_else(|| panic!("{}", message.full_text()));
        Self::Button { message: message.id, id: button.custom_id.unwrap() }
    }

    /// Finds the first option with that text in a menu.
    fn menu(message: &VisibleMessage, menu: &str, text: &str) -> Self {
        let menu = message.find_menu(menu).unwrap_or_else(|| panic!("{}", message.full_text()));
        let mut options = menu.options.into_iter();
        let (_, value) = options.find(|(label, _)| label.contains(text)).unwrap();
        Self::Menu { message: message.id, id: menu.custom_id, value }
    }

    /// Presses the button, chooses the option or submits the form.
    async fn press(&self, user: &User) -> BotAnswer {
        let answer = match self {
            Self::Button { message, id } => user.press_custom_id(*message, id).await,
            Self::Menu { message, id, value } => user.choose_custom_id(*message, id, value).await,
            Self::Form { modal, fields } => user.submit_modal(modal, fields).await,
        };
        answer.unwrap()
    }
}

/// Loads the revision and the full state of the fight.
async fn load_stored_state(table: &Table) -> (i64, Value) {
    let state = table.app.load_fight(FightId(1)).await.unwrap().unwrap();
    (state.revision, state.game.full_state_json())
}

/// Whether an answer is private, has a text and has nothing to press.
fn is_refusal(answer: &BotAnswer) -> bool {
    let Some(message) = &answer.message else { return false };
    // A form gives back what was written in it.
    let only_gives_back = message.buttons().iter().all(|button| button.label == "Try again");
    let is_bare = only_gives_back && message.menus().is_empty();
    let has_reason = !message.content.is_empty() && !message.content.starts_with("Done.");
    answer.kind == BotAnswerKind::Message && answer.is_ephemeral && is_bare && has_reason
}

/// Panics unless a press of each of these users is refused and changes nothing.
async fn assert_refused_unchanged(table: &Table, control: &Control, users: &[&User]) {
    for user in users {
        table.assert_no_dice_errors();
        let before = load_stored_state(table).await;
        let answer = control.press(user).await;
        table.assert_no_dice_errors();
        assert!(is_refusal(&answer), "{}: {:?} {}", user.name, answer.kind, answer.text());
        assert_eq!(before, load_stored_state(table).await, "{}", answer.text());
    }
}

/// Panics unless the control works exactly once and only for its owner, also when it is pressed
/// twice at once. Returns the answer to the press that worked.
async fn assert_works_once(
    table: &Table,
    control: &Control,
    owner: &User,
    others: &[&User],
) -> BotAnswer {
    assert_refused_unchanged(table, control, others).await;
    let (before, _) = load_stored_state(table).await;
    let foreign = async {
        match others.first() {
            Some(other) => is_refusal(&control.press(other).await),
            None => true,
        }
    };
    let (first, is_refused, second) =
        tokio::join!(control.press(owner), foreign, control.press(owner));
    assert!(is_refused, "it worked for somebody else");
    let (done, refused) = if is_refusal(&first) { (second, first) } else { (first, second) };
    assert!(!is_refusal(&done) && is_refusal(&refused), "{} / {}", done.text(), refused.text());
    assert_eq!(load_stored_state(table).await.0, before + 1);
    assert_refused_unchanged(table, control, &[owner]).await;
    assert_refused_unchanged(table, control, others).await;
    done
}

#[tokio::test]
async fn every_control_works_once() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    let zoe = table.discord.find_or_add_user("Zoe");
    let (gm, ana, ben) = (table.gm.clone(), table.ana.clone(), table.ben.clone());
    let (all_but_ana, all_but_ben) = (vec![&ben, &zoe, &gm], vec![&ana, &zoe, &gm]);
    let dm = gm.in_dm();

    // A form of the GM, the button that opens it and the button beside that.
    table.wait_for_message(&ana, "**Ana**, it's your turn").await;
    table.run_command(&ana, "/skill attribute:str text:\"bring the gate down\"").await;
    let ruling = table.wait_for_message(&dm, "Rule otherwise…").await;
    let ask = Control::button(&ruling, "Rule otherwise…");
    let modal = ask.press(&gm).await.modal.unwrap();
    assert!(ask.press(&gm).await.modal.is_some(), "a form that was closed opens again");
    let allow = ruling.buttons().into_iter().find(|b| b.label != "Rule otherwise…").unwrap();
    let allow = Control::Button { message: ruling.id, id: allow.custom_id.unwrap() };
    let form = Control::Form { modal, fields: vec![("dr", "5")] };
    table.script_dice(&[(20, 8)]);
    assert_works_once(&table, &form, &gm, &[]).await;
    assert_refused_unchanged(&table, &ask, &[&gm]).await;
    assert_refused_unchanged(&table, &allow, &[&gm]).await;

    // The button and a menu on the message of a turn.
    let turn_of_ana = table.wait_for_message(&ana, "**Ana**, it's your turn").await;
    let move_of_ana = Control::menu(&turn_of_ana, "Move", "Yard");
    let end_of_ana = Control::button(&turn_of_ana, "End turn");
    assert_works_once(&table, &end_of_ana, &ana, &all_but_ana).await;
    assert_refused_unchanged(&table, &move_of_ana, &[&ana, &ben, &zoe, &gm]).await;
    let turn_of_ben = table.wait_for_message(&ben, "**Ben**, it's your turn").await;
    let attack = Control::menu(&turn_of_ben, "Attack", "bare hands");
    table.script_dice(&[(20, 2)]);
    assert_works_once(&table, &attack, &ben, &all_but_ben).await;

    // A button in his inbox, a private message that only Ben sees.
    let inbox = ben.run_command("/inbox").await.unwrap().message.unwrap();
    let end_in_turn = Control::button(&turn_of_ben, "End turn");
    let end_of_ben = Control::button(&inbox, "End turn");
    assert_works_once(&table, &end_of_ben, &ben, &[]).await;
    assert_refused_unchanged(&table, &end_in_turn, &[&ana, &ben, &zoe, &gm]).await;
    let Control::Button { message, id } = &end_of_ben else { unreachable!() };
    let foreign = ana.press_custom_id(*message, id).await;
    assert_eq!(foreign.unwrap_err(), ClientError::NoSuchMessage);

    // A button on the GM's turn, and the prompt that the attack opens.
    let turn_of_gm = table.wait_for_message(&dm, "**Wolf**, it's your turn").await;
    let npc_attack = Control::button(&turn_of_gm, "Attack Ana · shortsword");
    assert_works_once(&table, &npc_attack, &gm, &[]).await;
    let prompt = table.wait_for_message(&ana, "[Avoid (DEX Test)]").await;
    let avoid = Control::button(&prompt, "Avoid (DEX Test)");
    table.script_dice(&[(20, 19)]);
    assert_works_once(&table, &avoid, &ana, &all_but_ana).await;

    let gm_controls = [&form, &ask, &allow, &npc_attack];
    let bens_controls = [&end_of_ben];
    let public_controls = [&end_of_ana, &move_of_ana, &attack, &end_in_turn, &avoid];
    for weeks in [0, 1] {
        table.kill_and_restart().await;
        table.advance_hours(weeks * 7 * 24).await;
        for control in gm_controls {
            assert_refused_unchanged(&table, control, &[&gm]).await;
        }
        for control in bens_controls {
            assert_refused_unchanged(&table, control, &[&ben]).await;
        }
        for control in public_controls {
            assert_refused_unchanged(&table, control, &[&ana, &ben, &zoe, &gm]).await;
        }
    }
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.finish_cleanly().await;
}

/// The bot resumes its session with Discord, which has kept the press.
#[tokio::test]
async fn press_during_an_upgrade_is_not_lost() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    let turn_of_ana = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.stop_for_upgrade().await;
    let pending = table.ana.send_button_press(turn_of_ana.id, "End turn").unwrap();
    table.restart_bot().await;
    Table::assert_acknowledged(&pending.wait_for_answer().await.unwrap());
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.finish_cleanly().await;
}

/// What Discord kept is handled before a limit that ended while the bot was down. If nobody has
/// acted, the limit ends the turn.
#[tokio::test]
async fn press_during_an_upgrade_comes_before_the_limit() {
    for is_pressed in [true, false] {
        let mut table = Table::start().await;
        table.begin_fight().await;
        table.run_command(&table.gm, "/gm settings key:limit_turn value:1h").await;
        let turn_of_ana = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
        table.press_button(&table.ana, &turn_of_ana, "End turn").await;
        let turn_of_ben = table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
        table.stop_for_upgrade().await;
        let pending =
            is_pressed.then(|| table.ben.send_button_press(turn_of_ben.id, "End turn").unwrap());
        table.advance_stopped_bot_hours(2);
        table.restart_bot().await;
        if let Some(pending) = pending {
            Table::assert_acknowledged(&pending.wait_for_answer().await.unwrap());
        }
        table.wait_for_message(&table.gm, "**Ben** passes.").await;
        assert_eq!(table.gm.screen_text().contains("Time ran out"), !is_pressed);
        table.finish_cleanly().await;
    }
}
