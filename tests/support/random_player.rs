//! A random player who acts for everybody through the public interface of the app.

use std::ops::Range;

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::input::{InputReply, RequestContext, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::{Initiator, UserId};

use crate::app_table::*;

pub struct Player(SeededDice);

impl Player {
    pub fn new(seed: u64) -> Self {
        Self(SeededDice::new(seed))
    }

    /// Sends a random input of somebody who is awaited. Returns false where nobody is, or the fight
    /// is over.
    pub async fn plays(&mut self, table: &Table) -> bool {
        let now = table.now().await;
        let Some((user, input)) = self.input(&now) else { return false };
        table.insists(&RequestContext { user, ..table.origin("GM") }, input).await;
        true
    }

    /// Draws the next input and its user; never that of a hidden combatant.
    pub fn input(&mut self, now: &FightState) -> Option<(UserId, UserInput)> {
        if !now.is_running() {
            return None;
        }
        let is_waited_for =
            |open: &&OpenPrompt| !open.prompt.is_optional && !open.prompt.is_hidden_from_public;
        let prompts: Vec<_> = now.prompts.iter().filter(is_waited_for).collect();
        if !prompts.is_empty() {
            let open = prompts[self.0.number_below(prompts.len())];
            let choice = self.0.number_below(open.prompt.choices.len());
            return Some((open.user, UserInput::PromptButton { prompt: open.id, choice }));
        }
        let turn = now.turn.as_ref()?;
        let is_on = |by: Initiator| turn.awaited.actors.contains(&by);
        let offered = now.members.iter().filter(|one| {
            let is_picked = one.user.is_none() && is_on(Initiator::Gm);
            !one.is_hidden && (is_on(Initiator::Combatant(one.id)) || is_picked)
        });
        let hidden: Vec<&str> =
            now.members.iter().filter(|one| one.is_hidden).map(|one| &*one.name).collect();
        let mut offers = Vec::new();
        for one in offered {
            let all = now.game.list_offers(one.id).into_iter().map(|offer| offer.command);
            let is_known = |words: &Command| {
                words.slots.values().all(|value| !hidden.contains(&value.as_str()))
            };
            offers.extend(all.filter(is_known).map(|words| (one, words)));
        }
        if offers.is_empty() {
            return Some((
                now.gm,
                UserInput::from_command(Command::new("skip").with("who", whose_turn(now))),
            ));
        }
        let (one, words) = offers.swap_remove(self.0.number_below(offers.len()));
        Some((
            now.controller_of(Initiator::Combatant(one.id)),
            UserInput::from_command_as(&one.name, words),
        ))
    }
}

/// Returns the name of the combatant whose turn it is (of several, the first), or `GM`.
pub fn whose_turn(now: &FightState) -> String {
    match now.turn.as_ref().and_then(|turn| turn.awaited.actors.first()) {
        Some(Initiator::Combatant(who)) => now.member(*who).unwrap().name.clone(),
        _ => "GM".into(),
    }
}

/// Returns the seeds of the fights to play: this many from 0 on, unless `RIPOSTE_FIRST` and
/// `RIPOSTE_FIGHTS` say otherwise.
pub fn seeds(fights: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first = number("RIPOSTE_FIRST").unwrap_or(0);
    first..first + number("RIPOSTE_FIGHTS").unwrap_or(fights)
}

/// Returns what a player may read of a reply.
pub fn read(reply: &InputReply) -> String {
    match reply {
        InputReply::Done(done) => format!("{:?}", (&done.narrative, &done.offers, &done.view)),
        InputReply::Refused(refusal) => format!("{refusal:?}"),
        InputReply::NeedsConfirmation(unsure) => {
            format!("{:?}", (&unsure.warning, &unsure.command))
        }
        InputReply::QueryResult(shown) => format!("{shown:?}"),
        InputReply::Library(shelf) => format!("{shelf:?}"),
    }
}
