//! Who is waited for, as somebody may know it.

use engine::command::Refusal;
use engine::ids::{By, UserId};

use crate::fight::fight_state::{FightState, OpenPrompt};
use crate::fight::roles::{Eyes, GM};
use crate::terms::input::Waiting;

impl FightState {
    /// A refusal because others are waited for says whom, as far as whoever is refused may know.
    pub(crate) fn or_waited_for(&self, user: UserId, refusal: Refusal) -> Refusal {
        if !matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") {
            return refusal;
        }
        let eyes = self.eyes(user);
        let name = |one: Waiting| match one.who.and_then(|who| self.member(who)) {
            Some(member) => member.name_for(eyes.viewer),
            None => GM.into(),
        };
        let names: Vec<String> = self.waiting(&eyes).into_iter().map(name).collect();
        refusal.with("names", names.join(", "))
    }

    /// Who is waited for, as somebody may know it.
    pub(crate) fn waiting(&self, eyes: &Eyes) -> Vec<Waiting> {
        let waiting = |by: By, is_prompt, until| {
            let (who, user) = match by {
                By::Gm => (None, Some(self.gm)),
                By::Combatant(who) => {
                    let member = self.member(who)?;
                    let user = member.user.map(|_| self.controller(by));
                    // Somebody nobody knows of is waited for as the GM is.
                    if eyes.know(member) { (Some(who), user) } else { (None, Some(self.gm)) }
                }
            };
            Some(Waiting { who, user, is_prompt, until })
        };
        let asked = self.prompts.iter().filter(|open| !open.prompt.is_optional);
        // Whatever must not be seen is waited for as the GM is, once.
        let is_veiled = |open: &OpenPrompt| open.prompt.is_unseen && !eyes.is_gms();
        let mut all: Vec<Waiting> = asked
            .filter_map(|open| {
                let to = if is_veiled(open) { By::Gm } else { open.prompt.to };
                waiting(to, true, open.until())
            })
            .collect();
        if let (true, Some(turn)) = (self.prompts.is_empty(), &self.turn) {
            let until = turn.due().filter(|_| turn.waited.is_skipped);
            let is_shown = eyes.is_gms() || !self.is_unseen(&turn.waited);
            let on = turn.waited.on.iter().filter(|_| is_shown);
            all.extend(on.filter_map(|by| waiting(*by, false, until)));
        }
        all.dedup();
        all
    }
}
