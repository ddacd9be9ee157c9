//! How a fight went, in figures: counted from what the viewer was shown, so the players' report
//! holds nothing that they could not have counted themselves. Dice are counted for the GM alone.

use std::collections::BTreeMap;

use engine::dice::Laid;
use engine::game::Game;
use engine::ids::CombatantId;
use engine::view::{MemberView, View, Wounds};
use store::fault::Fault;
use store::rows::JournalRow;

use crate::change::told::retold;
use crate::fight::fight_state::{FightState, read};
use crate::fight::roles::Eyes;
use crate::held::app::App;
use crate::terms::chance::ReplayQueue;
use crate::terms::report::{DiceSum, Report};

impl App {
    pub(crate) async fn report(&self, now: &FightState, eyes: &Eyes) -> Result<Report, Fault> {
        let mut report = report(&self.standing_rows(now).await?, eyes)?;
        if now.unseals(eyes) {
            report.secrets = now.seals.out().iter().map(|seal| seal.secret.reveal()).collect();
            report.seal = now.seals.seal(now.id);
        }
        Ok(report)
    }
}

/// Counts the rows of a fight, oldest first.
pub(crate) fn report(rows: &[JournalRow], eyes: &Eyes) -> Result<Report, Fault> {
    let mut report = Report::default();
    let mut wounds = BTreeMap::new();
    let mut lost: BTreeMap<CombatantId, (String, u32)> = BTreeMap::new();
    let mut dice: BTreeMap<u8, (u32, u32)> = BTreeMap::new();
    let mut began = None;
    for row in rows {
        let game: Game = read(&row.state)?;
        let view = eyes.view(&game);
        report.rounds = report.rounds.max(view.round);
        if !view.is_running && began.is_none() {
            continue;
        }
        let from = *began.get_or_insert(row.at);
        report.minutes = (row.at - from) / 60_000;
        report.acts += u32::from(row.user.is_some() && retold(row, eyes)?.is_some());
        for (one, left) in known(&view) {
            let before = wounds.insert(one.id, left).unwrap_or(left);
            let so_far = lost.entry(one.id).or_insert_with(|| (one.name.clone(), 0));
            so_far.1 += u32::from(before.saturating_sub(left));
        }
        for fallen in read::<ReplayQueue>(&row.dice)?.fallen {
            if let Laid::Die { sides, face } = fallen.laid {
                let (count, sum) = dice.entry(sides).or_default();
                (*count, *sum) = (*count + 1, *sum + u32::from(face));
            }
        }
    }
    report.lost = lost.into_values().filter(|(_, lost)| *lost > 0).collect();
    if eyes.is_gms() {
        let sum = |(sides, (count, sum))| DiceSum { sides, count, sum };
        report.dice = dice.into_iter().map(sum).collect();
    }
    Ok(report)
}

/// Whose numbers the view tells, and what they have left.
fn known(view: &View) -> impl Iterator<Item = (&MemberView, u16)> {
    let members = view.groups.iter().flat_map(|group| &group.members);
    members.filter_map(|one| match one.wounds {
        Wounds::Exact { now, .. } => Some((one, now)),
        Wounds::Word(_) | Wounds::Unknown => None,
    })
}
