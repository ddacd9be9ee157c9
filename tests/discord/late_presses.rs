//! Pressed twice, by two at once, by a stranger, after a restart, a week later: every kind of
//! button, menu and form does what it does once, and whoever presses in vain is told so in private.

use riposte::app::ids::FightId;
use riposte::fake_discord::{
    BotAnswer, BotAnswerKind, ClientError, Modal, Snowflake, User, VisibleMessage,
};
use serde_json::Value;

use crate::table::{SOON, Table};

/// Something that somebody's Discord may go on showing.
enum Control {
    Button { message: Snowflake, id: String },
    Menu { message: Snowflake, id: String, value: String },
    Form { modal: Modal, fields: Vec<(&'static str, &'static str)> },
}

impl Control {
    fn button(message: &VisibleMessage, label: &str) -> Self {
        let button =
            message.find_button(label).unwrap_or_else(|| panic!("{}", message.full_text()));
        Self::Button { message: message.id, id: button.custom_id.unwrap() }
    }

    /// The first choice with that text in a menu.
    fn menu(message: &VisibleMessage, menu: &str, text: &str) -> Self {
        let menu = message.find_menu(menu).unwrap_or_else(|| panic!("{}", message.full_text()));
        let mut options = menu.options.into_iter();
        let (_, value) = options.find(|(label, _)| label.contains(text)).unwrap();
        Self::Menu { message: message.id, id: menu.custom_id, value }
    }

    async fn press(&self, user: &User) -> BotAnswer {
        let answer = match self {
            Self::Button { message, id } => user.press_custom_id(*message, id).await,
            Self::Menu { message, id, value } => user.choose_custom_id(*message, id, value).await,
            Self::Form { modal, fields } => user.submit_modal(modal, fields).await,
        };
        answer.unwrap()
    }
}

async fn stored(table: &Table) -> (i64, Value) {
    let now = table.app.load_fight(FightId(1)).await.unwrap().unwrap();
    (now.revision, now.game.full_state_json())
}

fn is_refusal(answer: &BotAnswer) -> bool {
    let Some(message) = &answer.message else { return false };
    let is_bare = message.buttons().is_empty() && message.menus().is_empty();
    let is_said = !message.content.is_empty() && !message.content.starts_with("Done.");
    answer.kind == BotAnswerKind::Message && answer.is_ephemeral && is_bare && is_said
}

/// Whoever presses now changes nothing, and reads why.
async fn is_dead(table: &Table, control: &Control, users: &[&User]) {
    for user in users {
        table.rolled_well();
        let before = stored(table).await;
        let answer = control.press(user).await;
        table.rolled_well();
        assert!(is_refusal(&answer), "{}: {:?} {}", user.name, answer.kind, answer.text());
        assert_eq!(before, stored(table).await, "{}", answer.text());
    }
}

/// Does what it does once: not for others, not twice at once, not again. What it answered.
async fn works_once(table: &Table, control: &Control, own: &User, others: &[&User]) -> BotAnswer {
    is_dead(table, control, others).await;
    let (before, _) = stored(table).await;
    let foreign = async {
        match others.first() {
            Some(other) => is_refusal(&control.press(other).await),
            None => true,
        }
    };
    let (one, is_refused, other) = tokio::join!(control.press(own), foreign, control.press(own));
    assert!(is_refused, "another did it");
    let (done, refused) = if is_refusal(&one) { (other, one) } else { (one, other) };
    assert!(!is_refusal(&done) && is_refusal(&refused), "{} / {}", done.text(), refused.text());
    assert_eq!(stored(table).await.0, before + 1);
    is_dead(table, control, &[own]).await;
    is_dead(table, control, others).await;
    done
}

#[tokio::test]
async fn every_control_works_once() {
    let mut table = Table::set().await;
    table.begin().await;
    let zoe = table.discord.find_or_add_user("Zoe");
    let (gm, ana, ben) = (table.gm.clone(), table.ana.clone(), table.ben.clone());
    let (by_all, by_ben) = (vec![&ben, &zoe, &gm], vec![&ana, &zoe, &gm]);
    let dm = gm.in_dm();

    // A form of the GM's, and the buttons beside what opens it.
    table.sees(&ana, "**Ana**, it's your turn").await;
    table.slash(&ana, "/skill attribute:str text:\"bring the gate down\"").await;
    let ruling = table.sees(&dm, "Rule otherwise…").await;
    let ask = Control::button(&ruling, "Rule otherwise…");
    let modal = ask.press(&gm).await.modal.unwrap();
    assert!(ask.press(&gm).await.modal.is_some(), "a form that was closed opens again");
    let allow = ruling.buttons().into_iter().find(|b| b.label != "Rule otherwise…").unwrap();
    let allow = Control::Button { message: ruling.id, id: allow.custom_id.unwrap() };
    let form = Control::Form { modal, fields: vec![("dr", "5")] };
    table.dice(&[(20, 8)]);
    works_once(&table, &form, &gm, &[]).await;
    is_dead(&table, &ask, &[&gm]).await;
    is_dead(&table, &allow, &[&gm]).await;

    // The button and the menus of a turn, which goes on in a message of its own.
    let turn_of_ana = table.sees(&ana, "**Ana**, it's your turn").await;
    let move_of_ana = Control::menu(&turn_of_ana, "Move", "Yard");
    let end_of_ana = Control::button(&turn_of_ana, "End turn");
    works_once(&table, &end_of_ana, &ana, &by_all).await;
    is_dead(&table, &move_of_ana, &[&ana, &ben, &zoe, &gm]).await;
    let turn_of_ben = table.sees(&ben, "**Ben**, it's your turn").await;
    let attack = Control::menu(&turn_of_ben, "Attack", "bare hands");
    table.dice(&[(20, 2)]);
    works_once(&table, &attack, &ben, &by_ben).await;

    // The button of what is left in a list of his own, which only he sees.
    let inbox = ben.run_command("/inbox").await.unwrap().message.unwrap();
    let end_in_turn = Control::button(&turn_of_ben, "End turn");
    let end_of_ben = Control::button(&inbox, "End turn");
    works_once(&table, &end_of_ben, &ben, &[]).await;
    is_dead(&table, &end_in_turn, &[&ana, &ben, &zoe, &gm]).await;
    let Control::Button { message, id } = &end_of_ben else { unreachable!() };
    let foreign = ana.press_custom_id(*message, id).await;
    assert_eq!(foreign.unwrap_err(), ClientError::NoSuchMessage);

    // The button of the GM's turn, and the question it leads to.
    let turn_of_gm = table.sees(&dm, "**Wolf**, it's your turn").await;
    let npc_attack = Control::button(&turn_of_gm, "Attack Ana · shortsword");
    works_once(&table, &npc_attack, &gm, &[]).await;
    let question = table.sees(&ana, "[Avoid (DEX Test)]").await;
    let avoid = Control::button(&question, "Avoid (DEX Test)");
    table.dice(&[(20, 19)]);
    works_once(&table, &avoid, &ana, &by_all).await;

    let in_dm = [&form, &ask, &allow, &npc_attack];
    let of_ben = [&end_of_ben];
    let of_all = [&end_of_ana, &move_of_ana, &attack, &end_in_turn, &avoid];
    for weeks in [0, 1] {
        table.kill_and_restart().await;
        table.later(weeks * 7 * 24).await;
        for control in in_dm {
            is_dead(&table, control, &[&gm]).await;
        }
        for control in of_ben {
            is_dead(&table, control, &[&ben]).await;
        }
        for control in of_all {
            is_dead(&table, control, &[&ana, &ben, &zoe, &gm]).await;
        }
    }
    assert!(table.discord.wait_until_idle(SOON).await);
    table.clear().await;
}
