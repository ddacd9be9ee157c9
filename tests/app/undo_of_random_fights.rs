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
use crate::random_player::seeds;

/// The largest number of inputs of a fight, few enough to be undone at once.
const MOST_MOVES: usize = 14;

/// An act or an answer of a user.
#[derive(Clone, Debug)]
enum Move {
    Act { user: UserId, name: String, words: Command },
    Answer { user: UserId, to: Initiator, asked: PromptSubject, choice: usize },
}

/// Returns what must be the same again: the game and its open prompts.
fn standing(now: &FightState) -> (Game, Vec<Prompt>) {
    let asked = now.game.open_prompts();
    let is_open = |prompt: &Prompt| now.prompts.iter().any(|open| open.prompt == *prompt);
    assert!(asked.len() == now.prompts.len() && asked.iter().all(is_open));
    (Game::clone(&now.game), asked)
}

async fn make(table: &Table, one: &Move) -> InputReply {
    let now = table.now().await;
    let (user, input) = match one {
        Move::Act { user, name, words } => (*user, UserInput::from_command_as(name, words.clone())),
        Move::Answer { user, to, asked, choice } => {
            let mut open = now.prompts.iter();
            let open =
                open.find(|open| open.prompt.respondent == *to && open.prompt.subject == *asked);
            let prompt = open.expect("it is asked again").id;
            (*user, UserInput::PromptButton { prompt, choice: *choice })
        }
    };
    table.insists(&RequestContext { user, ..table.origin("GM") }, input).await
}

/// Draws a random act or answer that is possible now.
fn drawn(now: &FightState, choice: &mut SeededDice) -> Option<Move> {
    if !now.prompts.is_empty() {
        let open = &now.prompts[choice.number_below(now.prompts.len())];
        let place = choice.number_below(open.prompt.choices.len());
        // A choice with an empty slot would need a form, so the default is taken.
        let is_whole = open.prompt.choices[place].slots.values().all(|value| !value.is_empty());
        let default = open.prompt.choices.iter().position(|one| *one == open.prompt.default_choice);
        let choice = if is_whole { place } else { default? };
        let (to, asked) = (open.prompt.respondent, open.prompt.subject.clone());
        return Some(Move::Answer { user: open.user, to, asked, choice });
    }
    let able = now.members.iter().filter(|one| !now.game.list_offers(one.id).is_empty());
    let able: Vec<_> = able.collect();
    let one = able.get(choice.number_below(able.len()))?;
    let offers = now.game.list_offers(one.id);
    let words = offers[choice.number_below(offers.len())].command.clone();
    let user = now.controller_of(Initiator::Combatant(one.id));
    Some(Move::Act { user, name: one.name.clone(), words })
}

async fn check(system: &str, seed: u64) {
    let table = Table::rolling(seed).await;
    table.plays(system).await;
    let mut choice = SeededDice::new(seed ^ 0xC401CE);
    let (mut moves, mut stood) = (Vec::new(), vec![standing(&*table.now().await)]);
    for _ in 0..4 * MOST_MOVES {
        let now = table.now().await;
        if moves.len() == MOST_MOVES || matches!(now.game.phase(), FightPhase::Over(_)) {
            break;
        }
        let Some(one) = drawn(&now, &mut choice) else { break };
        // An input that is refused or opens a form is drawn again.
        if let InputReply::Done(_) = make(&table, &one).await {
            moves.push(one);
            stood.push(standing(&*table.now().await));
        }
    }
    assert!(!moves.is_empty(), "{system}, seed {seed}: nobody does anything");
    for kept in (0..moves.len()).rev() {
        table.does("GM", &format!("undo steps:{}", moves.len() - kept)).await;
        let case = format!("{system}, seed {seed}, {kept} of {}", moves.len());
        assert!(standing(&*table.now().await) == stood[kept], "{case}: undone");
        for (one, after) in moves.iter().zip(&stood[1..]).skip(kept) {
            let reply = make(&table, one).await;
            assert!(matches!(reply, InputReply::Done(_)), "{case}: {one:?}: {reply:?}");
            assert!(standing(&*table.now().await) == *after, "{case}: {one:?} goes otherwise");
        }
        assert!(table.now().await.queued_rolls.is_empty(), "{case}: all dice have fallen again");
    }
}

async fn what_is_undone_and_done_again_is_the_same(system: &str) {
    for seed in seeds(6) {
        check(system, seed).await;
    }
}

macro_rules! undoing {
    ($($system:ident)*) => {$(
        #[tokio::test]
        async fn $system() {
            what_is_undone_and_done_again_is_the_same(stringify!($system)).await;
        }
    )*
        #[test]
        fn every_system_is_undone() {
            assert_eq!(SYSTEM_KEYS, [$(stringify!($system)),*]);
        }
    };
}

undoing!(cards dr12 factions fates ranks);
