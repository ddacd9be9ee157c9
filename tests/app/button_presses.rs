//! I9: late, repeated, foreign and stale presses get a private refusal and change nothing.

use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::discord::messages;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;

use crate::app_table::*;
use crate::full_message::comparable_text;
use crate::random_player::RandomPlayer;

#[tokio::test]
async fn prompt_is_answered_once_by_its_respondent() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    let before = table.revision().await;
    for who in ["Ben", "GM", "Stranger", "Admin"] {
        assert_eq!(
            refusal_key(table.press_choice(who, "dodge", &open).await),
            "bad-target",
            "{who}"
        );
    }
    let context = table.request_context("Ana");
    let wrong = UserInput::PromptButton { prompt: open.id, choice: 99 };
    assert_eq!(refusal_key(table.send_input(&context, wrong).await), "bad-target");
    let form = UserInput::PromptForm { prompt: open.id, command: Command::new("dance") };
    assert!(matches!(table.send_input(&context, form).await, InputReply::Refused(_)));
    table.assert_refused("Wolf", "dodge", "bad-target").await;
    table.assert_refused("Ben", "pass", "prompt-open").await;
    assert_eq!(table.revision().await, before);

    expect_done(table.press_choice("Ana", "dodge", &open).await, "the answer");
    assert_eq!(table.revision().await, before + 1);
    for who in ["Ana", "Ben", "GM"] {
        assert_eq!(
            refusal_key(table.press_choice(who, "dodge", &open).await),
            "prompt-closed",
            "{who}"
        );
    }
    // The button is still refused a week later.
    table.clock.advance(jiff::SignedDuration::from_hours(7 * 24));
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &open).await), "prompt-closed");
    assert_eq!(table.revision().await, before + 1);
}

/// The refusal names the player who is asked, as the channel does, but tells nothing about prompts
/// of the GM.
#[tokio::test]
async fn foreign_press_names_the_respondent() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    for reply in
        [table.press_choice("Ben", "dodge", &open).await, table.send_command("Ben", "dodge").await]
    {
        let InputReply::Refused(refusal) = reply else { panic!("{reply:?}") };
        assert_eq!(refusal.details["names"], "Ana");
    }
    table.press_choice("Ana", "dodge", &open).await;
    let turn = table.load_state().await.turn.as_ref().unwrap().id;
    let pass = UserInput::TurnButton {
        turn,
        command: Command::new("pass"),
        actor_name: Some("Wolf".into()),
    };
    let InputReply::Refused(refusal) = table.send_input(&table.request_context("Ben"), pass).await
    else {
        panic!()
    };
    assert_eq!(refusal.details["names"], "");
}

/// An unknown name gets the same refusal as the name of a hidden combatant.
#[tokio::test]
async fn unknown_and_hidden_targets_get_the_same_refusal() {
    for system in ["cards", "dr12", "factions", "fates", "ranks"] {
        let table = Table::new().await;
        table.start_fight(system).await;
        for name in ["Ana", "Ben"].into_iter().filter(|_| system == "fates") {
            table.run_command(name, "init").await;
        }
        let creature = if ["cards", "factions"].contains(&system) { "wolf" } else { "thug" };
        let creature = if system == "dr12" { "raider" } else { creature };
        table
            .run_command("GM", &format!("add name:Lurker from:{creature} at:Yard hidden:true"))
            .await;
        for _ in 0..6 {
            if table.awaited_name().await == "Ana" {
                break;
            }
            let is_open_slot = system == "factions" && table.awaited_name().await == "nobody";
            drop(
                table
                    .send_command(
                        if is_open_slot { "Ana" } else { "GM" },
                        if is_open_slot { "turn" } else { "skip" },
                    )
                    .await,
            );
        }
        let mut refusals = Vec::new();
        for name in ["Zzzzzz", "Lurker"] {
            let reply = table.send_command("Ana", &format!("attack target:{name}")).await;
            let InputReply::Refused(refusal) = reply else { panic!("{system}: {reply:?}") };
            assert_eq!(refusal.rule, "", "{system}: {refusal:?}");
            assert_eq!(refusal.details["names"], "Ben, Wolf", "{system}");
            assert_eq!(refusal.details["because"], "unknown", "{system}");
            refusals.push(refusal);
        }
        assert_eq!(refusals[0], refusals[1], "{system}");
    }
}

#[tokio::test]
async fn prompt_can_be_answered_by_command() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.assert_refused("Ben", "dodge", "bad-target").await;
    table.run_command("Ana", "dodge").await;
    table.assert_refused("Ana", "dodge", "nothing-asked").await;
}

#[tokio::test]
async fn simultaneous_presses_count_once() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    let before = table.revision().await;
    let press_dodge = || table.press_choice("Ana", "dodge", &open);
    let replies = tokio::join!(
        press_dodge(),
        press_dodge(),
        press_dodge(),
        table.press_choice("Ben", "dodge", &open)
    );
    let replies = [replies.0, replies.1, replies.2, replies.3];
    let is_done = |reply: &&InputReply| matches!(reply, InputReply::Done(_));
    assert_eq!(replies.iter().filter(is_done).count(), 1, "{replies:?}");
    assert_eq!(table.revision().await, before + 1);
}

#[tokio::test]
async fn input_with_known_key_is_not_repeated() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let mut context = table.request_context("Ana");
    context.idempotency_key = Some(77);
    let first =
        expect_done(table.send_input(&context, parse_input("move zone:Gate")).await, "move");
    let again =
        expect_done(table.send_input(&context, parse_input("move zone:Gate")).await, "again");
    assert!(!first.is_duplicate && again.is_duplicate);
    assert_eq!(first.revision, again.revision);
    assert_eq!(table.revision().await, first.revision);
    // A command that would be legal twice is also done once.
    context.idempotency_key = Some(78);
    let context = riposte::app::input::RequestContext { user: user_id("GM"), ..context };
    let harm = "harm who:Ana amount:1";
    expect_done(table.send_input(&context, parse_input(harm)).await, harm);
    let hp = table.combatant_field("Ana", "hp").await;
    assert!(expect_done(table.send_input(&context, parse_input(harm)).await, harm).is_duplicate);
    assert_eq!(table.combatant_field("Ana", "hp").await, hp);
    // A fight is also opened once.
    let other = Table { channel: riposte::store::ids::ChannelId(600), ..table };
    let mut context = other.request_context("GM");
    context.idempotency_key = Some(79);
    let first =
        expect_done(other.send_input(&context, parse_input("new system:dr12")).await, "new");
    let again =
        expect_done(other.send_input(&context, parse_input("new system:dr12")).await, "again");
    assert!(again.is_duplicate);
    assert_eq!(first.fight, again.fight);
}

#[tokio::test]
async fn turn_button_works_only_in_its_turn() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let turn = table.load_state().await.turn.clone().unwrap().id;
    let turn_button =
        |verb: &str| UserInput::TurnButton { turn, command: Command::new(verb), actor_name: None };
    assert_eq!(
        refusal_key(table.send_input(&table.request_context("Ben"), turn_button("pass")).await),
        "bad-target"
    );
    expect_done(
        table.send_input(&table.request_context("Ana"), turn_button("disengage")).await,
        "disengage",
    );
    expect_done(table.send_input(&table.request_context("Ana"), turn_button("pass")).await, "pass");
    assert_eq!(
        refusal_key(table.send_input(&table.request_context("Ana"), turn_button("pass")).await),
        "turn-over"
    );
    // The button stays invalid when the same combatant has its next turn.
    for _ in 0..9 {
        match table.awaited_name().await.as_str() {
            "Ana" => break,
            "Ben" => drop(table.run_command("GM", "skip").await),
            _ => drop(table.run_command("GM", "pass-all").await),
        }
    }
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(
        refusal_key(table.send_input(&table.request_context("Ana"), turn_button("pass")).await),
        "turn-over"
    );
}

/// Sets up a fight in which it is Ana's turn and Ben has offered Cleo a swap of cards.
async fn set_up_swap_offer() -> Table {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    for (name, card) in [("Ana", 1), ("Ben", 5), ("Cleo", 7)] {
        let join = format!("join name:{name} from:adept at:Yard card:{card}");
        table.run_command(name, &join).await;
    }
    table.run_command("GM", "add name:Wolf from:wolf at:Yard card:9").await;
    table.run_command("GM", "start").await;
    table.run_command("Ben", "swap target:Cleo").await;
    table
}

/// Asserts that the command needs a confirmation and has changed nothing; returns the confirming
/// input.
async fn assert_needs_confirmation(
    table: &Table,
    context: &RequestContext,
    text: &str,
) -> UserInput {
    let before = table.load_state().await;
    let reply = table.send_input(context, parse_input(text)).await;
    let InputReply::NeedsConfirmation(confirmation) = &reply else { panic!("{text}: {reply:?}") };
    assert_eq!(
        (confirmation.warning.key.as_str(), &*confirmation.warning.details["names"]),
        ("lapses", "Ben")
    );
    let state = table.load_state().await;
    assert_eq!((state.revision, &state.game), (before.revision, &before.game));
    confirmation.to_confirmed_input()
}

/// CARDS-SWAP-2: only a Maneuver asks for a confirmation, and only once. The confirmation is valid
/// in the turn in which it was asked, for whoever may act then.
#[tokio::test]
async fn confirmation_is_valid_in_its_turn_only() {
    let table = set_up_swap_offer().await;
    let ana = table.request_context("Ana");
    let confirmed_input = assert_needs_confirmation(&table, &ana, "move zone:Gate").await;
    assert_eq!(confirmed_input, assert_needs_confirmation(&table, &ana, "move zone:Gate").await);
    for who in ["Ben", "Cleo", "GM", "Stranger"] {
        let reply = table.send_input(&table.request_context(who), confirmed_input.clone()).await;
        assert!(matches!(reply, InputReply::Refused(_)), "{who}: {reply:?}");
    }
    // An illegal act is refused without a question, and talking is no Maneuver.
    table.assert_refused("Ana", "move zone:Nowhere", "no-path").await;
    table.assert_refused("Cleo", "move zone:Gate", "not-your-turn").await;
    table.run_command("Ana", "say text:Well").await;
    expect_done(table.send_input(&ana, confirmed_input.clone()).await, "sure");
    assert!(table.load_state().await.game.list_optional_responses().is_empty());
    // No offer is left, so the next Maneuver of anybody needs no confirmation.
    table.run_command("Ana", "shout text:Ho").await;
    // In the next round the confirmation belongs to another turn.
    for who in ["Ben", "Cleo", "Wolf", "Ana"].into_iter().cycle().take(40) {
        if table.load_state().await.game.full_state_json()["round"] == 2 {
            break;
        }
        let by = if who == "Wolf" { "GM" } else { who };
        table.send_command(by, &format!("pass as:{who}")).await;
    }
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(refusal_key(table.send_input(&ana, confirmed_input).await), "turn-over");
}

/// CARDS-SWAP-2: the warning appears for exactly those acts that end the offers.
#[tokio::test]
async fn warning_appears_for_acts_that_end_offers() {
    let mut warning_count = 0;
    for seed in 0..12 {
        let table = Table::with_dice_seed(seed).await;
        table.start_fight("cards").await;
        let mut player = RandomPlayer::new(seed);
        for _ in 0..60 {
            // The swap is refused where it is too late for it.
            table.send_command("Ana", "swap target:Ben").await;
            let state = table.load_state().await;
            let is_offered =
                state.prompts.is_empty() && !state.game.list_optional_responses().is_empty();
            for who in state.members.iter().map(|member| member.id).filter(|_| is_offered) {
                for command in
                    state.game.list_legal_act_offers(who).into_iter().map(|offer| offer.command)
                {
                    let outcome =
                        state.game.perform_act(who, &command, &mut SeededDice::new(seed)).unwrap();
                    let is_lost = outcome.to_journal_json().events.contains("swap_closed");
                    assert_eq!(
                        state.game.permanent_loss_warning(who, &command).is_some(),
                        is_lost,
                        "/{command}"
                    );
                    warning_count += u32::from(is_lost);
                }
            }
            if !player.play_input(&table).await {
                break;
            }
        }
    }
    assert!(warning_count > 100, "{warning_count}");
}

/// An input that was done before there was anything to confirm is recognised by its key.
#[tokio::test]
async fn repeated_input_asks_for_no_confirmation() {
    let table = set_up_swap_offer().await;
    table.run_command("Cleo", "decline target:Ben").await;
    let ana = RequestContext { idempotency_key: Some(5), ..table.request_context("Ana") };
    expect_done(table.send_input(&ana, parse_input("say text:Well")).await, "say");
    table.run_command("Ben", "swap target:Cleo").await;
    assert!(
        expect_done(table.send_input(&ana, parse_input("move zone:Gate")).await, "again")
            .is_duplicate
    );
}

/// Planned acts ask for no confirmation, since nobody is there to give it.
#[tokio::test]
async fn planned_act_needs_no_confirmation() {
    let table = set_up_swap_offer().await;
    expect_query_result(table.send_command("Ben", "queue-add act:\"move zone:Gate\"").await);
    expect_query_result(table.send_command("Ben", "queue-confirm").await);
    table.run_command("Ana", "pass").await;
    assert_eq!(table.load_state().await.game.list_optional_responses().len(), 1);
    table.advance_hours(1).await;
    assert_eq!(table.combatant_field("Ben", "zone").await, 0);
    assert!(table.load_state().await.game.list_optional_responses().is_empty());
}

#[tokio::test]
async fn buttons_of_unknown_fights_are_refused() {
    let table = Table::new().await;
    let prompt = "12-3-0".parse().unwrap();
    let context = table.request_context("Ana");
    let press = UserInput::PromptButton { prompt, choice: 0 };
    assert_eq!(refusal_key(table.send_input(&context, press).await), "prompt-closed");
    let turn = "12-3".parse().unwrap();
    let press = UserInput::TurnButton { turn, command: Command::new("pass"), actor_name: None };
    assert_eq!(refusal_key(table.send_input(&context, press).await), "turn-over");
}

/// The ids in buttons are encrypted, so that they do not reveal how many hidden inputs there were.
/// Buttons of earlier releases, with plain ids, still work.
#[tokio::test]
async fn turn_buttons_hide_the_input_count() {
    let (table, _) = Table::with_sealed_dice(3).await;
    table.set_up_ana_turn().await;
    let state = table.load_state().await;
    let turn = state.turn.as_ref().unwrap().id;
    let encrypted_id = state.encrypt_turn_id(turn);
    assert_eq!((state.decrypt_turn_id(encrypted_id), state.decrypt_turn_id(turn)), (turn, turn));
    let deliveries = table.app.rebuild_awaiting_messages_and_summary(&state).await.unwrap();
    let rendered_text: String =
        deliveries.iter().filter_map(messages::render_delivery).map(comparable_text).collect();
    assert!(rendered_text.contains(&format!(":1:{encrypted_id}:")), "{rendered_text}");
    assert!(!rendered_text.contains(&format!(":1:{turn}:")), "{rendered_text}");
    for turn in [encrypted_id, turn] {
        let press =
            UserInput::TurnButton { turn, command: Command::new("dance"), actor_name: None };
        assert_eq!(
            refusal_key(table.send_input(&table.request_context("Ana"), press).await),
            "not-in-system"
        );
    }
}

/// An unrelated change by the GM keeps the prompt, its button and its deadline.
#[tokio::test]
async fn unrelated_change_keeps_prompt_and_deadline() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.clock.advance(jiff::SignedDuration::from_hours(5));
    table.run_command("GM", "adjust who:Ben field:hp value:3").await;
    let unchanged = table.single_prompt().await;
    assert_eq!((unchanged.id, unchanged.deadline_time()), (open.id, open.deadline_time()));
    expect_done(table.press_choice("Ana", "dodge", &open).await, "the answer");
}
