//! What is done for players who are absent. A standing order goes before all of this: it answers
//! and acts in the player's own name, and whoever has one is not absent as far as it goes.

use crate::engine::ids::{By, CombatantId};
use crate::engine::words::{Offer, Refusal, Words};
use crate::store::ids::TurnId;
use crate::store::rows::Alarm;

use super::App;
use super::change::{Change, Said, clock};
use super::fight_now::{FightNow, OpenTurn, Waited};
use super::people::Absence;
use super::resolve::Deed;
use super::roster::Supplies;

/// Acts of defence in the systems' words, best first.
const DEFENCES: &[&str] = &["defend", "take-cover"];

impl FightNow {
    /// Nobody waits for whoever is away and has said what is to be done meanwhile.
    pub(super) fn is_left_alone(&self, by: By, is_prompt: bool) -> bool {
        let By::Combatant(who) = by else { return false };
        let is_said = match self.people.absences.get(&who) {
            // The GM or the stand-in may still answer in time.
            Some(Absence::Wait | Absence::StandIn) => !is_prompt,
            Some(Absence::Pass | Absence::Defend) => true,
            None => false,
        };
        is_said && self.people.away.contains_key(&self.controller(by))
    }

    /// The same of a turn that waits for one combatant alone.
    pub(super) fn is_turn_left_alone(&self, waited: &Waited) -> bool {
        matches!(waited.on.as_slice(), [by] if self.is_left_alone(*by, false))
    }

    /// Who has let the time of a turn run out, and what is to be done for them.
    fn absence(&self, turn: &OpenTurn) -> Option<(CombatantId, Absence)> {
        match turn.waited.on.as_slice() {
            [By::Combatant(who)] => Some((*who, *self.people.absences.get(who)?)),
            _ => None,
        }
    }
}

impl App {
    /// The time of a turn has run out.
    ///
    /// # Errors
    /// The rules do not take what is done then.
    pub(super) fn run_out_of_time(&self, now: &FightNow, id: TurnId) -> Result<Change, Refusal> {
        let over = || Refusal::new("turn-over", "");
        let turn = now.turn.as_ref().filter(|turn| turn.id == id).ok_or_else(over)?;
        match now.absence(turn) {
            Some((_, Absence::Wait)) => Ok(remind(now, id)),
            Some((_, Absence::Pass)) => self.skip(now),
            Some((who, Absence::Defend)) => self.defend(now, turn, who),
            Some((who, Absence::StandIn)) if is_on_call(now, who) => Ok(call(now, turn, who)),
            Some((_, Absence::StandIn)) | None if turn.waited.is_skipped => self.skip(now),
            Some((_, Absence::StandIn)) | None => Ok(remind(now, id)),
        }
    }

    fn skip(&self, now: &FightNow) -> Result<Change, Refusal> {
        self.play(now, None, &Deed::Order(Words::new("skip")), &Supplies::default())
    }

    /// An act of defence, and the turn is over.
    fn defend(&self, now: &FightNow, turn: &OpenTurn, who: CombatantId) -> Result<Change, Refusal> {
        let offers = now.game.offers(who);
        let is_defence = |offer: &&Offer, verb: &str| offer.words.verb == verb;
        let mut defences = DEFENCES.iter();
        let defence = defences.find_map(|verb| offers.iter().find(|one| is_defence(one, verb)));
        let Some(Offer { words, .. }) = defence else { return self.skip(now) };
        let mut dice = self.dice(now);
        let mut happened = now.game.act(who, words, &mut dice)?;
        let waits = FightNow::waits(&happened.game);
        if waits.is_some_and(|waits| now.is_same_turn(&waits, &turn.waited)) {
            let over = happened.game.order(&Words::new("skip"), &mut dice)?;
            happened = happened.then(over);
        }
        let said = Said { who: Some(who), words: words.clone(), ..Said::default() };
        Ok(Change::played(now, said, happened, dice))
    }
}

fn remind(now: &FightNow, id: TurnId) -> Change {
    Change { reminded: Some(id), ..Change::aside(now, Said::of(Words::new("remind"))) }
}

fn is_on_call(now: &FightNow, who: CombatantId) -> bool {
    now.people.stand_ins.get(&who).is_some_and(|stand_in| !stand_in.is_called)
}

/// The stand-in is asked now, and has the whole time of the turn.
fn call(now: &FightNow, turn: &OpenTurn, who: CombatantId) -> Change {
    let mut change = Change::aside(now, Said::of(Words::new("call").with("who", now.name(who))));
    if let Some(stand_in) = change.after.people.stand_ins.get_mut(&who) {
        stand_in.is_called = true;
    }
    if let Some(running) = &mut change.after.turn {
        running.alarm = clock(turn.waited.clock_secs);
    }
    change
}

/// A clock that runs out as soon as it runs.
pub(super) const AT_ONCE: Option<Alarm> = Some(Alarm::Standing(0));
