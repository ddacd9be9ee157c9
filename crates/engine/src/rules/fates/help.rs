//! Help (FATES-HELP): stored on one's own turn, added to another's roll once it is seen, or paid
//! out as Resolve.

use super::holds::{self, Heard};
use super::prompts::{self, Answer};
use super::sheet::Skill;
use super::state::{Note, Relief};
use super::{Fight, Scene, Step, wounded};
use crate::ids::{By, CombatantId};
use crate::scene::DecoyWait;

/// FATES-HELP-3: one roll takes at most two Helps in all.
pub const MOST_HELPS: usize = 2;

/// FATES-HELP-1: Help stores one Help until the start of the helper's next turn.
pub fn store(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::HelpStored(who));
}

/// FATES-HELP-5: the window opens only for those on the roller's side who have a stored Help; it
/// closes when all have used or declined, or when two are used. FATES-HELP-3: first come, first
/// served. FATES-HELP-4: never for one's own roll.
pub fn ask(scene: &mut Scene, roller: CombatantId) -> Step {
    let mut declined: Vec<CombatantId> = Vec::new();
    // Somebody unseen may help an NPC.
    let mut lull = DecoyWait::if_hidden(scene.fight().is_veiled(roller));
    loop {
        let fight = scene.fight();
        let Some(roll) = fight.state.rolls.last() else { return Ok(()) };
        if roll.helps.len() >= MOST_HELPS {
            return Ok(());
        }
        let total = roll.total;
        let open: Vec<CombatantId> =
            helpers(fight, roller).filter(|who| !declined.contains(who)).collect();
        let asks: Vec<_> =
            open.iter().map(|who| prompts::help(fight, *who, roller, total)).collect();
        match holds::listen(scene, asks, &mut lull)? {
            Heard::Nobody => return Ok(()),
            Heard::Trigger => {}
            Heard::Answer(at, Answer::Help { skill, text }) => {
                give(scene, open[at], roller, skill, text);
            }
            Heard::Answer(at, _) => declined.push(open[at]),
        }
    }
}

/// Who may help a roller, in join order.
fn helpers(fight: &Fight, roller: CombatantId) -> impl Iterator<Item = CombatantId> {
    let all = fight.iter().map(|(who, _)| who);
    all.filter(move |who| {
        let body = fight.body(*who);
        *who != roller
            && body.help > 0
            && body.is_active()
            && wounded::are_allies(fight, *who, roller)
    })
}

/// FATES-HELP-2: a stored Help adds one of the own ranks, with one line telling how.
fn give(scene: &mut Scene, by: CombatantId, who: CombatantId, skill: Skill, text: String) {
    let fight = scene.fight();
    let rank = fight.body(by).rank(skill);
    let total = fight.state.rolls.last().map(|roll| roll.helped().saturating_add(rank));
    scene.note(Note::Helped { who, by, skill, rank: Some(rank), total, text });
}

/// Whether somebody has a Help to give.
pub fn is_stored(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.help > 0)
}

/// FATES-HELP-6: each Help still stored at the start of the helper's next turn gives 1 Resolve to
/// one who is not Wounded. With decoys no turn of somebody unseen takes time: it goes where it
/// would without an answer.
pub fn pay_out(scene: &mut Scene, who: CombatantId) -> Step {
    let is_asked = !(scene.fight().decoys && scene.fight().is_hidden(By::Combatant(who)));
    while is_stored(scene.fight(), who) {
        let ask = prompts::pay_out(scene.fight(), who);
        let answer = if is_asked { scene.ask(ask)? } else { ask.default };
        // The GM may have changed them meanwhile.
        if !is_stored(scene.fight(), who) {
            return Ok(());
        }
        let to = match answer {
            Answer::Give(to) => to.filter(|to| can_be_given(scene.fight(), *to)),
            _ => None,
        };
        scene.note(Note::HelpPaid { who, to });
        if let Some(to) = to {
            wounded::regain(scene, to, 1, Relief::Help);
        }
    }
    Ok(())
}

/// FATES-HELP-6: whether somebody may be given Resolve by a Help.
pub fn can_be_given(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active() && !one.body.wounded)
}

/// FATES-HELP-6: who is given Resolve where nobody says: the helper if below maximum and not
/// Wounded, else the ally missing most, as far as the helper knows, else nobody.
pub fn default_to(fight: &Fight, who: CombatantId) -> Option<CombatantId> {
    let missing = |who: CombatantId| {
        let body = fight.body(who);
        body.resolve_max.saturating_sub(body.resolve)
    };
    let viewer = fight.viewer_of(By::Combatant(who));
    let is_for =
        |to: &CombatantId| can_be_given(fight, *to) && fight.knows(viewer, *to) && missing(*to) > 0;
    let all = fight.iter().map(|(to, _)| to).filter(|to| wounded::are_allies(fight, who, *to));
    // Of equals the first to join.
    let most = all.filter(is_for).min_by_key(|to| u8::MAX - missing(*to));
    Some(who).filter(is_for).or(most)
}
