//! Random fights that are undone to each of their steps and played again come out the same.
//!
//! `RIPOSTE_FIGHTS=1000 cargo test --release --test app undo_of_random_fights` plays more of them,
//! beginning at the seed `RIPOSTE_FIRST`.

use riposte::app::fight_state::FightState;
use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::FightPhase;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::engine::game::{Game, Prompt, PromptSubject, SYSTEM_KEYS};

use crate::app_table::*;
use crate::random_player::fight_seeds;

/// The largest number of inputs of a fight, few enough to be undone at once.
const MAX_MOVES: usize = 14;

/// An act or an answer of a user.
#[derive(Clone, Debug)]
enum Move {
    Act { user: UserId, name: String, command: Command },
    Answer { user: UserId, respondent: Initiator, subject: PromptSubject, choice: usize },
}

/// Returns what must be the same again: the game and its open prompts.
fn comparable_state(state: &FightState) -> (Game, Vec<Prompt>) {
    let open_prompts = state.game.open_prompts();
    let is_open = |prompt: &Prompt| state.prompts.iter().any(|open| open.prompt == *prompt);
    assert!(open_prompts.len() == state.prompts.len() && open_prompts.iter().all(is_open));
    (Game::clone(&state.game), open_prompts)
}

async fn play_move(table: &Table, next: &Move) -> InputReply {
    let state = table.load_state().await;
    let (user, input) = match next {
        Move::Act { user, name, command } => {
            (*user, UserInput::from_command_as(name, command.clone()))
        }
        Move::Answer { user, respondent, subject, choice } => {
            let mut open = state.prompts.iter();
            let open = open.find(|open| {
                open.prompt.respondent == *respondent && open.prompt.subject == *subject
            });
            let prompt = open.expect("it is asked again").id;
            (*user, UserInput::PromptButton { prompt, choice: *choice })
        }
    };
    table.send_confirmed(&RequestContext { user, ..table.request_context("GM") }, input).await
}

/// Draws a random act or answer that is possible now.
fn draw_move(state: &FightState, choice: &mut SeededDice) -> Option<Move> {
    if !state.prompts.is_empty() {
        let open = &state.prompts[choice.number_below(state.prompts.len())];
        let place = choice.number_below(open.prompt.choices.len());
        // A choice with an empty slot would need a form, so the default is taken.
        let is_whole = open.prompt.choices[place].slots.values().all(|value| !value.is_empty());
        let default =
            open.prompt.choices.iter().position(|next| *next == open.prompt.default_choice);
        let choice = if is_whole { place } else { default? };
        let (respondent, subject) = (open.prompt.respondent, open.prompt.subject.clone());
        return Some(Move::Answer { user: open.user, respondent, subject, choice });
    }
    let able =
        state.members.iter().filter(|next| !state.game.list_legal_act_offers(next.id).is_empty());
    let able: Vec<_> = able.collect();
    let next = able.get(choice.number_below(able.len()))?;
    let offers = state.game.list_legal_act_offers(next.id);
    let command = offers[choice.number_below(offers.len())].command.clone();
    let user = state.controller_of(Initiator::Combatant(next.id));
    Some(Move::Act { user, name: next.name.clone(), command })
}

async fn check_fight(system: &str, seed: u64) {
    let table = Table::with_dice_seed(seed).await;
    table.start_fight(system).await;
    let mut choice = SeededDice::new(seed ^ 0xC401CE);
    let (mut moves, mut states) = (Vec::new(), vec![comparable_state(&*table.load_state().await)]);
    for _ in 0..4 * MAX_MOVES {
        let state = table.load_state().await;
        if moves.len() == MAX_MOVES || matches!(state.game.phase(), FightPhase::Over(_)) {
            break;
        }
        let Some(next) = draw_move(&state, &mut choice) else { break };
        // An input that is refused or opens a form is drawn again.
        if let InputReply::Done(_) = play_move(&table, &next).await {
            moves.push(next);
            states.push(comparable_state(&*table.load_state().await));
        }
    }
    assert!(!moves.is_empty(), "{system}, seed {seed}: nobody does anything");
    for kept in (0..moves.len()).rev() {
        table.run_command("GM", &format!("undo steps:{}", moves.len() - kept)).await;
        let case = format!("{system}, seed {seed}, {kept} of {}", moves.len());
        assert!(comparable_state(&*table.load_state().await) == states[kept], "{case}: undone");
        for (next, after) in moves.iter().zip(&states[1..]).skip(kept) {
            let reply = play_move(&table, next).await;
            assert!(matches!(reply, InputReply::Done(_)), "{case}: {next:?}: {reply:?}");
            assert!(
                comparable_state(&*table.load_state().await) == *after,
                "{case}: {next:?} goes otherwise"
            );
        }
        assert!(
            table.load_state().await.queued_rolls.is_empty(),
            "{case}: all dice have fallen again"
        );
    }
}

async fn assert_replays_are_equal(system: &str) {
    for seed in fight_seeds(6) {
        check_fight(system, seed).await;
    }
}

macro_rules! undone_systems {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            assert_replays_are_equal(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_undone() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

undone_systems!(cards dr12 factions fates ranks);
