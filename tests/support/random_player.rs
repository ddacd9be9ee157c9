//! A random player who acts for everybody through the public interface of the app.

use std::ops::Range;

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::{Initiator, UserId};

use crate::app_table::*;

pub struct RandomPlayer(SeededDice);

impl RandomPlayer {
    pub fn new(seed: u64) -> Self {
        Self(SeededDice::new(seed))
    }

    /// Sends a random input of somebody who is awaited. Returns false where nobody is, or the fight
    /// is over.
    pub async fn play_input(&mut self, table: &Table) -> bool {
        let state = table.load_state().await;
        let Some((user, input)) = self.next_input(&state) else { return false };
        table.send_confirmed(&RequestContext { user, ..table.request_context("GM") }, input).await;
        true
    }

    /// Draws the next input and its user; never that of a hidden combatant.
    pub fn next_input(&mut self, state: &FightState) -> Option<(UserId, UserInput)> {
        if !state.is_running() {
            return None;
        }
        let is_waited_for =
            |open: &&OpenPrompt| !open.prompt.is_optional && !open.prompt.is_hidden_from_public;
        let prompts: Vec<_> = state.prompts.iter().filter(is_waited_for).collect();
        if !prompts.is_empty() {
            let open = prompts[self.0.number_below(prompts.len())];
            let choice = self.0.number_below(open.prompt.choices.len());
            return Some((open.user, UserInput::PromptButton { prompt: open.id, choice }));
        }
        let turn = state.turn.as_ref()?;
        let is_actor = |by: Initiator| turn.awaited.actors.contains(&by);
        let offered = state.members.iter().filter(|member| {
            let is_chosen_by_gm = member.user.is_none() && is_actor(Initiator::Gm);
            !member.is_hidden && (is_actor(Initiator::Combatant(member.id)) || is_chosen_by_gm)
        });
        let hidden: Vec<&str> = state
            .members
            .iter()
            .filter(|member| member.is_hidden)
            .map(|member| &*member.name)
            .collect();
        let mut offers = Vec::new();
        for member in offered {
            let commands =
                state.game.list_legal_act_offers(member.id).into_iter().map(|offer| offer.command);
            let is_known = |command: &Command| {
                command.slots.values().all(|value| !hidden.contains(&value.as_str()))
            };
            offers.extend(commands.filter(is_known).map(|command| (member, command)));
        }
        if offers.is_empty() {
            return Some((
                state.gm,
                UserInput::from_command(Command::new("skip").with("who", turn_actor_name(state))),
            ));
        }
        let (member, command) = offers.swap_remove(self.0.number_below(offers.len()));
        Some((
            state.controller_of(Initiator::Combatant(member.id)),
            UserInput::from_command_as(&member.name, command),
        ))
    }
}

/// Returns the name of the combatant whose turn it is (of several, the first), or `GM`.
pub fn turn_actor_name(state: &FightState) -> String {
    match state.turn.as_ref().and_then(|turn| turn.awaited.actors.first()) {
        Some(Initiator::Combatant(who)) => state.member(*who).unwrap().name.clone(),
        _ => "GM".into(),
    }
}

/// Returns the seeds of the fights to play: this many from 0 on, unless `RIPOSTE_FIRST` and
/// `RIPOSTE_FIGHTS` say otherwise.
pub fn fight_seeds(fights: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first = number("RIPOSTE_FIRST").unwrap_or(0);
    first..first + number("RIPOSTE_FIGHTS").unwrap_or(fights)
}

/// Returns what a player may read of a reply.
pub fn visible_reply_text(reply: &InputReply) -> String {
    match reply {
        InputReply::Done(done) => format!("{:?}", (&done.narrative, &done.offers, &done.view)),
        InputReply::Refused(refusal) => format!("{refusal:?}"),
        InputReply::NeedsConfirmation(confirmation) => {
            format!("{:?}", (&confirmation.warning, &confirmation.command))
        }
        InputReply::QueryResult(result) => format!("{result:?}"),
        InputReply::Library(library) => format!("{library:?}"),
    }
}
