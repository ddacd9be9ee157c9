//! What is done for players who are absent. A standing order goes before all of this: it answers
//! and acts in the player's own name, and whoever has one is not absent as far as it goes.

use engine::command::{Command, Refusal};
use engine::game::Game;
use engine::ids::{By, CombatantId};
use store::ids::TurnId;

use crate::change::scheduling::clock;
use crate::change::{Change, InputRecord};
use crate::deeds::resolve::Deed;
use crate::deeds::supplies::Supplies;
use crate::fight::fight_state::{FightState, OpenTurn};
use crate::fight::people::Absence;
use crate::held::app::App;

impl FightState {
    /// Who has let the time of a turn run out, and what is to be done for them.
    fn absences(&self, turn: &OpenTurn) -> Vec<(By, Option<Absence>)> {
        let absence = |by: &By| match by {
            By::Combatant(who) => self.people.absences.get(who).copied(),
            By::Gm => None,
        };
        turn.waited.on.iter().map(|by| (*by, absence(by))).collect()
    }
}

impl App {
    /// The time of a turn has run out.
    ///
    /// # Errors
    /// The rules do not take what is done then.
    pub(crate) fn run_out_of_time(&self, now: &FightState, id: TurnId) -> Result<Change, Refusal> {
        let over = || Refusal::new("turn-over", "");
        let turn = now.running(id).ok_or_else(over)?;
        let absences = now.absences(turn);
        // Of several who could have taken it the first for whom something can be done does.
        let first = |wanted, is_able: &dyn Fn(CombatantId) -> bool| {
            let mut said = absences.iter().filter(|(_, absence)| *absence == Some(wanted));
            said.find_map(|(by, _)| match by {
                By::Combatant(who) => is_able(*who).then_some(*who),
                By::Gm => None,
            })
        };
        if let Some(who) = first(Absence::StandIn, &|who| is_on_call(now, who)) {
            return Ok(call(now, turn, who));
        }
        if let Some(who) = first(Absence::Defend, &|who| defence(now, who).is_some()) {
            return self.defend(now, turn, who);
        }
        let have_all_said = |wanted: &[Absence]| {
            let mut said = absences.iter().map(|(_, absence)| *absence);
            !absences.is_empty() && said.all(|one| one.is_some_and(|one| wanted.contains(&one)))
        };
        if have_all_said(&[Absence::Wait]) {
            Ok(remind(now, id))
        } else if turn.waited.is_skipped || have_all_said(&[Absence::Pass, Absence::Defend]) {
            self.skip(now)
        } else {
            Ok(remind(now, id))
        }
    }

    fn skip(&self, now: &FightState) -> Result<Change, Refusal> {
        self.play(now, None, &Deed::Order(Command::new("skip")), &Supplies::default())
    }

    /// An act of defence, and the turn is over.
    fn defend(
        &self,
        now: &FightState,
        turn: &OpenTurn,
        who: CombatantId,
    ) -> Result<Change, Refusal> {
        let Some(words) = defence(now, who) else { return self.skip(now) };
        let mut dice = self.dice(now, now.lane(Some(who)));
        let mut happened = now.game.act(who, &words, &mut dice)?;
        let waits = FightState::waits(&happened.game);
        let ends_turn = waits.is_some_and(|waits| now.is_same_turn(&waits, &turn.waited));
        if ends_turn {
            let over = happened.game.order(&Command::new("skip"), &mut dice)?;
            happened = happened.then(over);
        }
        let said = InputRecord { who: Some(who), words, ends_turn, ..InputRecord::default() };
        Ok(Change::played(now, said, happened, dice))
    }
}

/// The act with which a combatant can defend itself now.
fn defence(now: &FightState, who: CombatantId) -> Option<Command> {
    let offers = now.game.offers(who);
    let offered = |verb: &&str| offers.iter().find(|offer| offer.words.verb == **verb);
    Game::defences(now.system()).iter().find_map(offered).map(|offer| offer.words.clone())
}

fn remind(now: &FightState, id: TurnId) -> Change {
    Change { reminded: Some(id), ..Change::aside(now, InputRecord::of(Command::new("remind"))) }
}

fn is_on_call(now: &FightState, who: CombatantId) -> bool {
    now.people.stand_ins.get(&who).is_some_and(|stand_in| !stand_in.is_called)
}

/// The stand-in is asked now, and has the whole time of the turn.
fn call(now: &FightState, turn: &OpenTurn, who: CombatantId) -> Change {
    let mut change =
        Change::aside(now, InputRecord::of(Command::new("call").with("who", now.name(who))));
    if let Some(stand_in) = change.after.people.stand_ins.get_mut(&who) {
        stand_in.is_called = true;
    }
    if let Some(running) = &mut change.after.turn {
        running.alarm = clock(turn.waited.clock_secs);
    }
    change
}
