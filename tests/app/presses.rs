//! Late, double, foreign and stale presses (I9): a private sentence, and nothing changes.

use riposte::app::input::{Input, Reply};
use riposte::engine::words::Words;

use crate::table::*;

#[tokio::test]
async fn a_prompt_is_answered_once_and_by_whom_it_asks() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    let before = table.revision().await;
    for who in ["Ben", "GM", "Stranger", "Admin"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "bad-target", "{who}");
    }
    let seat = table.seat("Ana");
    let wrong = Input::Press { prompt: open.id, choice: 99 };
    assert_eq!(refused(table.input(&seat, wrong).await), "bad-target");
    let form = Input::Form { prompt: open.id, words: Words::new("dance") };
    assert!(matches!(table.input(&seat, form).await, Reply::Refused(_)));
    table.may_not("Wolf", "dodge", "bad-target").await;
    table.may_not("Ben", "pass", "prompt-open").await;
    assert_eq!(table.revision().await, before);

    done(table.presses("Ana", "dodge", &open).await, "the answer");
    assert_eq!(table.revision().await, before + 1);
    for who in ["Ana", "Ben", "GM"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "prompt-closed", "{who}");
    }
    // A week later.
    table.clock.advance(jiff::SignedDuration::from_hours(7 * 24));
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "prompt-closed");
    assert_eq!(table.revision().await, before + 1);
}

/// Whose it is stands in the channel; of what the GM is asked, nothing does.
#[tokio::test]
async fn a_foreign_press_says_whose_it_is() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    for reply in [table.presses("Ben", "dodge", &open).await, table.say("Ben", "dodge").await] {
        let Reply::Refused(refusal) = reply else { panic!("{reply:?}") };
        assert_eq!(refusal.details["names"], "Ana");
    }
    table.presses("Ana", "dodge", &open).await;
    let turn = table.now().await.turn.as_ref().unwrap().id;
    let pass = Input::Turn { turn, words: Words::new("pass"), acting_as: Some("Wolf".into()) };
    let Reply::Refused(refusal) = table.input(&table.seat("Ben"), pass).await else { panic!() };
    assert_eq!(refusal.details["names"], "");
}

/// A name that is not there reads like one that is hidden.
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
            let Reply::Refused(refusal) = reply else { panic!("{system}: {reply:?}") };
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
    let is_done = |reply: &&Reply| matches!(reply, Reply::Done(_));
    assert_eq!(replies.iter().filter(is_done).count(), 1, "{replies:?}");
    assert_eq!(table.revision().await, before + 1);
}

#[tokio::test]
async fn the_same_input_is_not_done_twice() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let mut seat = table.seat("Ana");
    seat.input_key = Some(77);
    let first = done(table.input(&seat, command("move zone:Gate")).await, "move");
    let again = done(table.input(&seat, command("move zone:Gate")).await, "again");
    assert!(!first.is_repeat && again.is_repeat);
    assert_eq!(first.revision, again.revision);
    assert_eq!(table.revision().await, first.revision);
    // Also where it would still be possible.
    seat.input_key = Some(78);
    let seat = riposte::app::input::Seat { user: user("GM"), ..seat };
    let harm = "harm who:Ana amount:1";
    done(table.input(&seat, command(harm)).await, harm);
    let hp = table.field("Ana", "hp").await;
    assert!(done(table.input(&seat, command(harm)).await, harm).is_repeat);
    assert_eq!(table.field("Ana", "hp").await, hp);
    // And a fight is opened once.
    let other = Table { channel: riposte::store::ids::ChannelId(600), ..table };
    let mut seat = other.seat("GM");
    seat.input_key = Some(79);
    let first = done(other.input(&seat, command("new system:dr12")).await, "new");
    let again = done(other.input(&seat, command("new system:dr12")).await, "again");
    assert!(again.is_repeat);
    assert_eq!(first.fight, again.fight);
}

#[tokio::test]
async fn a_turns_button_is_good_for_that_turn() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let turn = table.now().await.turn.clone().unwrap().id;
    let press = |verb: &str| Input::Turn { turn, words: Words::new(verb), acting_as: None };
    assert_eq!(refused(table.input(&table.seat("Ben"), press("pass")).await), "bad-target");
    done(table.input(&table.seat("Ana"), press("disengage")).await, "disengage");
    done(table.input(&table.seat("Ana"), press("pass")).await, "pass");
    assert_eq!(refused(table.input(&table.seat("Ana"), press("pass")).await), "turn-over");
    // Not for the next turn of the same one either.
    for _ in 0..9 {
        match table.waited_for().await.as_str() {
            "Ana" => break,
            "Ben" => drop(table.does("GM", "skip").await),
            _ => drop(table.does("GM", "pass-all").await),
        }
    }
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(refused(table.input(&table.seat("Ana"), press("pass")).await), "turn-over");
}

#[tokio::test]
async fn buttons_of_fights_that_are_not_there_are_closed() {
    let table = Table::new().await;
    let prompt = "12-3-0".parse().unwrap();
    let seat = table.seat("Ana");
    let press = Input::Press { prompt, choice: 0 };
    assert_eq!(refused(table.input(&seat, press).await), "prompt-closed");
    let turn = "12-3".parse().unwrap();
    let press = Input::Turn { turn, words: Words::new("pass"), acting_as: None };
    assert_eq!(refused(table.input(&seat, press).await), "turn-over");
}

/// What the GM changes meanwhile leaves the question, its button and its clock as they were.
#[tokio::test]
async fn a_question_that_stays_the_same_keeps_its_button() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.clock.advance(jiff::SignedDuration::from_hours(5));
    table.does("GM", "adjust who:Ben field:hp value:3").await;
    let now = table.prompt().await;
    assert_eq!((now.id, now.due()), (open.id, open.due()));
    done(table.presses("Ana", "dodge", &open).await, "the answer");
}
