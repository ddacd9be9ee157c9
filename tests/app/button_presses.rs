//! I9: late, repeated, foreign and stale presses get a private refusal and change nothing.

use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::discord::messages;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;

use crate::app_table::*;
use crate::full_message::rendered;
use crate::random_player::Player;

#[tokio::test]
async fn a_prompt_is_answered_once_and_by_whom_it_asks() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    let before = table.revision().await;
    for who in ["Ben", "GM", "Stranger", "Admin"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "bad-target", "{who}");
    }
    let origin = table.origin("Ana");
    let wrong = UserInput::PromptButton { prompt: open.id, choice: 99 };
    assert_eq!(refused(table.input(&origin, wrong).await), "bad-target");
    let form = UserInput::PromptForm { prompt: open.id, command: Command::new("dance") };
    assert!(matches!(table.input(&origin, form).await, InputReply::Refused(_)));
    table.may_not("Wolf", "dodge", "bad-target").await;
    table.may_not("Ben", "pass", "prompt-open").await;
    assert_eq!(table.revision().await, before);

    done(table.presses("Ana", "dodge", &open).await, "the answer");
    assert_eq!(table.revision().await, before + 1);
    for who in ["Ana", "Ben", "GM"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "prompt-closed", "{who}");
    }
    // The button is still refused a week later.
    table.clock.advance(jiff::SignedDuration::from_hours(7 * 24));
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "prompt-closed");
    assert_eq!(table.revision().await, before + 1);
}

/// The refusal names the player who is asked, as the channel does, but tells nothing about prompts
/// of the GM.
#[tokio::test]
async fn a_foreign_press_says_whose_it_is() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    for reply in [table.presses("Ben", "dodge", &open).await, table.say("Ben", "dodge").await] {
        let InputReply::Refused(refusal) = reply else { panic!("{reply:?}") };
        assert_eq!(refusal.details["names"], "Ana");
    }
    table.presses("Ana", "dodge", &open).await;
    let turn = table.now().await.turn.as_ref().unwrap().id;
    let pass = UserInput::TurnButton {
        turn,
        command: Command::new("pass"),
        actor_name: Some("Wolf".into()),
    };
    let InputReply::Refused(refusal) = table.input(&table.origin("Ben"), pass).await else {
        panic!()
    };
    assert_eq!(refusal.details["names"], "");
}

/// An unknown name gets the same refusal as the name of a hidden combatant.
#[tokio::test]
async fn an_unknown_name_is_refused_in_plain_words() {
    for system in ["cards", "dr12", "factions", "fates", "ranks"] {
        let table = Table::new().await;
        table.plays(system).await;
        for name in ["Ana", "Ben"].into_iter().filter(|_| system == "fates") {
            table.does(name, "init").await;
        }
        let creature = if ["cards", "factions"].contains(&system) { "wolf" } else { "thug" };
        let creature = if system == "dr12" { "raider" } else { creature };
        table.does("GM", &format!("add name:Lurker from:{creature} at:Yard hidden:true")).await;
        for _ in 0..6 {
            if table.waited_for().await == "Ana" {
                break;
            }
            let slot = system == "factions" && table.waited_for().await == "nobody";
            drop(
                table
                    .say(if slot { "Ana" } else { "GM" }, if slot { "turn" } else { "skip" })
                    .await,
            );
        }
        let mut told = Vec::new();
        for name in ["Zzzzzz", "Lurker"] {
            let reply = table.say("Ana", &format!("attack target:{name}")).await;
            let InputReply::Refused(refusal) = reply else { panic!("{system}: {reply:?}") };
            assert_eq!(refusal.rule, "", "{system}: {refusal:?}");
            assert_eq!(refusal.details["names"], "Ben, Wolf", "{system}");
            assert_eq!(refusal.details["because"], "unknown", "{system}");
            told.push(refusal);
        }
        assert_eq!(told[0], told[1], "{system}");
    }
}

#[tokio::test]
async fn an_answer_can_be_typed() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.may_not("Ben", "dodge", "bad-target").await;
    table.does("Ana", "dodge").await;
    table.may_not("Ana", "dodge", "nothing-asked").await;
}

#[tokio::test]
async fn of_two_presses_at_once_one_counts() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    let before = table.revision().await;
    let press = || table.presses("Ana", "dodge", &open);
    let replies = tokio::join!(press(), press(), press(), table.presses("Ben", "dodge", &open));
    let replies = [replies.0, replies.1, replies.2, replies.3];
    let is_done = |reply: &&InputReply| matches!(reply, InputReply::Done(_));
    assert_eq!(replies.iter().filter(is_done).count(), 1, "{replies:?}");
    assert_eq!(table.revision().await, before + 1);
}

#[tokio::test]
async fn the_same_input_is_not_done_twice() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let mut origin = table.origin("Ana");
    origin.idempotency_key = Some(77);
    let first = done(table.input(&origin, command("move zone:Gate")).await, "move");
    let again = done(table.input(&origin, command("move zone:Gate")).await, "again");
    assert!(!first.is_duplicate && again.is_duplicate);
    assert_eq!(first.revision, again.revision);
    assert_eq!(table.revision().await, first.revision);
    // A command that would be legal twice is also done once.
    origin.idempotency_key = Some(78);
    let origin = riposte::app::input::RequestContext { user: user("GM"), ..origin };
    let harm = "harm who:Ana amount:1";
    done(table.input(&origin, command(harm)).await, harm);
    let hp = table.field("Ana", "hp").await;
    assert!(done(table.input(&origin, command(harm)).await, harm).is_duplicate);
    assert_eq!(table.field("Ana", "hp").await, hp);
    // A fight is also opened once.
    let other = Table { channel: riposte::store::ids::ChannelId(600), ..table };
    let mut origin = other.origin("GM");
    origin.idempotency_key = Some(79);
    let first = done(other.input(&origin, command("new system:dr12")).await, "new");
    let again = done(other.input(&origin, command("new system:dr12")).await, "again");
    assert!(again.is_duplicate);
    assert_eq!(first.fight, again.fight);
}

#[tokio::test]
async fn a_turns_button_is_good_for_that_turn() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let turn = table.now().await.turn.clone().unwrap().id;
    let press =
        |verb: &str| UserInput::TurnButton { turn, command: Command::new(verb), actor_name: None };
    assert_eq!(refused(table.input(&table.origin("Ben"), press("pass")).await), "bad-target");
    done(table.input(&table.origin("Ana"), press("disengage")).await, "disengage");
    done(table.input(&table.origin("Ana"), press("pass")).await, "pass");
    assert_eq!(refused(table.input(&table.origin("Ana"), press("pass")).await), "turn-over");
    // The button stays invalid when the same combatant has its next turn.
    for _ in 0..9 {
        match table.waited_for().await.as_str() {
            "Ana" => break,
            "Ben" => drop(table.does("GM", "skip").await),
            _ => drop(table.does("GM", "pass-all").await),
        }
    }
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(refused(table.input(&table.origin("Ana"), press("pass")).await), "turn-over");
}

/// Sets up a fight in which it is Ana's turn and Ben has offered Cleo a swap of cards.
async fn while_an_offer_stands() -> Table {
    let table = Table::new().await;
    table.does("GM", "new system:cards").await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    for (name, card) in [("Ana", 1), ("Ben", 5), ("Cleo", 7)] {
        let join = format!("join name:{name} from:adept at:Yard card:{card}");
        table.does(name, &join).await;
    }
    table.does("GM", "add name:Wolf from:wolf at:Yard card:9").await;
    table.does("GM", "start").await;
    table.does("Ben", "swap target:Cleo").await;
    table
}

/// Asserts that the command needs a confirmation and has changed nothing; returns the confirming
/// input.
async fn asked(table: &Table, origin: &RequestContext, text: &str) -> UserInput {
    let before = table.now().await;
    let reply = table.input(origin, command(text)).await;
    let InputReply::NeedsConfirmation(unsure) = &reply else { panic!("{text}: {reply:?}") };
    assert_eq!((unsure.warning.key.as_str(), &*unsure.warning.details["names"]), ("lapses", "Ben"));
    let now = table.now().await;
    assert_eq!((now.revision, &now.game), (before.revision, &before.game));
    unsure.to_confirmed_input()
}

/// CARDS-SWAP-2: only a Maneuver asks for a confirmation, and only once. The confirmation is valid
/// in the turn in which it was asked, for whoever may act then.
#[tokio::test]
async fn what_is_lost_is_confirmed_by_whoever_was_asked() {
    let table = while_an_offer_stands().await;
    let ana = table.origin("Ana");
    let sure = asked(&table, &ana, "move zone:Gate").await;
    assert_eq!(sure, asked(&table, &ana, "move zone:Gate").await);
    for who in ["Ben", "Cleo", "GM", "Stranger"] {
        let reply = table.input(&table.origin(who), sure.clone()).await;
        assert!(matches!(reply, InputReply::Refused(_)), "{who}: {reply:?}");
    }
    // An illegal act is refused without a question, and talking is no Maneuver.
    table.may_not("Ana", "move zone:Nowhere", "no-path").await;
    table.may_not("Cleo", "move zone:Gate", "not-your-turn").await;
    table.does("Ana", "say text:Well").await;
    done(table.input(&ana, sure.clone()).await, "sure");
    assert!(table.now().await.game.list_optional_responses().is_empty());
    // No offer is left, so the next Maneuver of anybody needs no confirmation.
    table.does("Ana", "shout text:Ho").await;
    // In the next round the confirmation belongs to another turn.
    for who in ["Ben", "Cleo", "Wolf", "Ana"].into_iter().cycle().take(40) {
        if table.now().await.game.full_state_json()["round"] == 2 {
            break;
        }
        let by = if who == "Wolf" { "GM" } else { who };
        table.say(by, &format!("pass as:{who}")).await;
    }
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(refused(table.input(&ana, sure).await), "turn-over");
}

/// CARDS-SWAP-2: the warning appears for exactly those acts that end the offers.
#[tokio::test]
async fn just_what_ends_the_offers_is_asked_about() {
    let mut asked = 0;
    for seed in 0..12 {
        let table = Table::rolling(seed).await;
        table.plays("cards").await;
        let mut player = Player::new(seed);
        for _ in 0..60 {
            // The swap is refused where it is too late for it.
            table.say("Ana", "swap target:Ben").await;
            let now = table.now().await;
            let is_offered =
                now.prompts.is_empty() && !now.game.list_optional_responses().is_empty();
            for who in now.members.iter().map(|one| one.id).filter(|_| is_offered) {
                for words in now.game.list_offers(who).into_iter().map(|offer| offer.command) {
                    let tried =
                        now.game.perform_act(who, &words, &mut SeededDice::new(seed)).unwrap();
                    let is_lost = tried.to_journal_json().0.contains("swap_closed");
                    assert_eq!(
                        now.game.permanent_loss_warning(who, &words).is_some(),
                        is_lost,
                        "/{words}"
                    );
                    asked += u32::from(is_lost);
                }
            }
            if !player.plays(&table).await {
                break;
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

/// An input that was done before there was anything to confirm is recognised by its key.
#[tokio::test]
async fn what_was_done_is_not_asked_about() {
    let table = while_an_offer_stands().await;
    table.does("Cleo", "decline target:Ben").await;
    let ana = RequestContext { idempotency_key: Some(5), ..table.origin("Ana") };
    done(table.input(&ana, command("say text:Well")).await, "say");
    table.does("Ben", "swap target:Cleo").await;
    assert!(done(table.input(&ana, command("move zone:Gate")).await, "again").is_duplicate);
}

/// Planned acts ask for no confirmation, since nobody is there to give it.
#[tokio::test]
async fn a_plan_is_played_whatever_lapses_by_it() {
    let table = while_an_offer_stands().await;
    shown(table.say("Ben", "queue-add act:\"move zone:Gate\"").await);
    shown(table.say("Ben", "queue-confirm").await);
    table.does("Ana", "pass").await;
    assert_eq!(table.now().await.game.list_optional_responses().len(), 1);
    table.wait(1).await;
    assert_eq!(table.field("Ben", "zone").await, 0);
    assert!(table.now().await.game.list_optional_responses().is_empty());
}

#[tokio::test]
async fn buttons_of_fights_that_are_not_there_are_closed() {
    let table = Table::new().await;
    let prompt = "12-3-0".parse().unwrap();
    let origin = table.origin("Ana");
    let press = UserInput::PromptButton { prompt, choice: 0 };
    assert_eq!(refused(table.input(&origin, press).await), "prompt-closed");
    let turn = "12-3".parse().unwrap();
    let press = UserInput::TurnButton { turn, command: Command::new("pass"), actor_name: None };
    assert_eq!(refused(table.input(&origin, press).await), "turn-over");
}

/// The ids in buttons are encrypted, so that they do not reveal how many hidden inputs there were.
/// Buttons of earlier releases, with plain ids, still work.
#[tokio::test]
async fn buttons_count_nothing() {
    let (table, _) = Table::sealed(3).await;
    table.ana_to_act().await;
    let now = table.now().await;
    let turn = now.turn.as_ref().unwrap().id;
    let covered = now.encrypt_turn_id(turn);
    assert_eq!((now.decrypt_turn_id(covered), now.decrypt_turn_id(turn)), (turn, turn));
    let drawn = table.app.rebuild_all_deliveries(&now).await.unwrap();
    let drawn: String = drawn.iter().filter_map(messages::render_delivery).map(rendered).collect();
    assert!(drawn.contains(&format!(":1:{covered}:")), "{drawn}");
    assert!(!drawn.contains(&format!(":1:{turn}:")), "{drawn}");
    for turn in [covered, turn] {
        let press =
            UserInput::TurnButton { turn, command: Command::new("dance"), actor_name: None };
        assert_eq!(refused(table.input(&table.origin("Ana"), press).await), "not-in-system");
    }
}

/// An unrelated change by the GM keeps the prompt, its button and its deadline.
#[tokio::test]
async fn a_question_that_stays_the_same_keeps_its_button() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.clock.advance(jiff::SignedDuration::from_hours(5));
    table.does("GM", "adjust who:Ben field:hp value:3").await;
    let now = table.prompt().await;
    assert_eq!((now.id, now.deadline_time()), (open.id, open.deadline_time()));
    done(table.presses("Ana", "dodge", &open).await, "the answer");
}
