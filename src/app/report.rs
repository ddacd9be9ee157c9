//! How a fight went, in figures: counted from what the viewer was shown, so the players' report
//! holds nothing that they could not have counted themselves. Dice are counted for the GM alone.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::dice::Laid;
use crate::engine::game::Game;
use crate::engine::ids::CombatantId;
use crate::engine::view::{View, Wounds};
use crate::store::fault::Fault;
use crate::store::rows::JournalRow;

use super::App;
use super::chance::Luck;
use super::fight_now::{FightNow, read};
use super::log::retold;
use super::roles::Eyes;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub rounds: u16,
    /// What somebody did, from the start to the end.
    pub acts: u32,
    pub minutes: i64,
    /// What each lost over the whole fight, where the viewer knows the numbers.
    pub lost: Vec<(String, u32)>,
    /// For the GM: how the dice fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<DiceSum>,
}

/// All dice of so many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DiceSum {
    pub sides: u8,
    pub count: u32,
    pub sum: u32,
}

impl DiceSum {
    /// Twice what they would have come to on average: a whole number.
    pub fn expected_twice(self) -> u32 {
        self.count * (u32::from(self.sides) + 1)
    }
}

impl App {
    pub(super) async fn report(&self, now: &FightNow, eyes: &Eyes) -> Result<Report, Fault> {
        report(&self.standing_rows(now).await?, eyes)
    }
}

/// Counts the rows of a fight, oldest first.
pub(super) fn report(rows: &[JournalRow], eyes: &Eyes) -> Result<Report, Fault> {
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
        for (who, name, left) in known(&view) {
            let before = wounds.insert(who, left).unwrap_or(left);
            let so_far = lost.entry(who).or_insert((name, 0));
            so_far.1 += u32::from(before.saturating_sub(left));
        }
        for fallen in read::<Luck>(&row.dice)?.fallen {
            if let Laid::Die { sides, face } = fallen {
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
fn known(view: &View) -> impl Iterator<Item = (CombatantId, String, u16)> {
    let members = view.groups.iter().flat_map(|group| &group.members);
    members.filter_map(|one| match one.wounds {
        Wounds::Exact { now, .. } => Some((one.id, one.name.clone(), now)),
        Wounds::Word(_) | Wounds::Unknown => None,
    })
}
