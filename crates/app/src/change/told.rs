//! The journal as one viewer may know it.

use std::collections::BTreeSet;

use engine::game::{Game, Telling};
use engine::ids::UserId;
use store::fault::Fault;
use store::rows::{JournalRow, Kind};

use crate::change::InputRecord;
use crate::fight::fight_state::{FightState, read};
use crate::fight::roles::Eyes;
use crate::held::app::App;
use crate::terms::clock::moment;
use crate::terms::log::Entry;

impl App {
    /// All rows that have not been undone, oldest first.
    pub(crate) async fn standing_rows(&self, now: &FightState) -> Result<Vec<JournalRow>, Fault> {
        let mut rows = Vec::new();
        for revision in self.standing(now).await? {
            rows.extend(self.inner.store.journal_row(now.id, revision).await?);
        }
        Ok(rows)
    }

    /// The rows that have not been undone.
    pub(crate) async fn standing(&self, now: &FightState) -> Result<BTreeSet<i64>, Fault> {
        let steps = self.inner.store.steps(now.id).await?;
        let mut standing = BTreeSet::new();
        let mut at = now.revision;
        while let Ok(found) = steps.binary_search_by_key(&at, |step| step.revision) {
            standing.insert(at);
            at = steps[found].back_to.unwrap_or(at - 1);
        }
        Ok(standing)
    }
}

/// A row as an entry, with the one before it; none where the viewer knows nothing of it: for them
/// it has not happened.
pub(crate) fn entry(
    row: &JournalRow,
    earlier: Option<&JournalRow>,
    eyes: &Eyes,
    standing: &BTreeSet<i64>,
) -> Result<Option<Entry>, Fault> {
    let said: InputRecord = read(&row.said)?;
    let is_gm = eyes.is_gms();
    let game: Game = read(&row.state)?;
    let told = told(row, &said, &game, eyes)?;
    if !is_gm && told.is_none() {
        return Ok(None);
    }
    let round_after = eyes.view(&game).round;
    let round_before = match earlier {
        Some(earlier) => eyes.view(&read::<Game>(&earlier.state)?).round,
        None => 0,
    };
    Ok(Some(Entry {
        revision: row.revision,
        at: moment(row.at),
        // What begins the first round is told in it.
        round: if round_before == 0 { round_after } else { round_before },
        user: row.user.map(|user| UserId(user as u64)),
        told,
        words: is_gm.then(|| said.as_typed()),
        tape: if is_gm { Some(read(&row.tape)?) } else { None },
        is_undone: row.kind == Kind::Played && !standing.contains(&row.revision),
    }))
}

/// What a journal row tells a viewer.
pub(crate) fn retold(row: &JournalRow, eyes: &Eyes) -> Result<Option<Telling>, Fault> {
    told(row, &read(&row.said)?, &read(&row.state)?, eyes)
}

fn told(
    row: &JournalRow,
    said: &InputRecord,
    game: &Game,
    eyes: &Eyes,
) -> Result<Option<Telling>, Fault> {
    // What the GM did quietly is for the GM alone.
    if said.is_quiet && !eyes.is_gms() {
        return Ok(None);
    }
    Ok(eyes.retell(game, &row.notes))
}
