//! Every die of a fight that is over, in its place, as somebody may have them.

use store::fault::Fault;
use store::rows::{JournalRow, Kind};

use crate::fight::fight_state::{FightState, read};
use crate::fight::roles::Eyes;
use crate::held::app::App;
use crate::terms::chance::ReplayQueue;
use crate::terms::ledger::{Drawn, Ledger, Row, RowKind, Sealed, VERSION};
use crate::terms::seals::{Counts, Seal, name};

/// How many rows of the journal are read at once.
const PAGE: u32 = 200;

impl App {
    /// None for a fight whose dice follow from no secret. Where the GM keeps the secrets, others
    /// get the seals alone.
    pub(super) async fn ledger(
        &self,
        now: &FightState,
        eyes: &Eyes,
    ) -> Result<Option<Ledger>, Fault> {
        if now.seals.all.is_empty() {
            return Ok(None);
        }
        let (is_whole, is_out) = (eyes.is_gms(), now.unseals(eyes));
        let drawn = |Counts { open, hidden }| Drawn { open, hidden: is_whole.then_some(hidden) };
        let is_shown = |place| is_out && place < now.seals.out().len();
        let sealed = |(place, seal): (usize, &Seal)| {
            let name = name(now.id, place);
            Sealed {
                seal: seal.secret.seal(&name),
                name,
                from: drawn(seal.from),
                secret: is_shown(place).then(|| seal.secret.reveal()),
                salts: seal.salts.clone(),
            }
        };
        let seals = now.seals.all.iter().enumerate().map(sealed).collect();
        let (counts, rows) = match is_out {
            true => (Some(drawn(now.drawn)), self.rows_of_dice(now, is_whole).await?),
            false => (None, Vec::new()),
        };
        Ok(Some(Ledger { version: VERSION, seals, drawn: counts, rows }))
    }

    async fn rows_of_dice(&self, now: &FightState, is_whole: bool) -> Result<Vec<Row>, Fault> {
        let (mut rows, mut before) = (Vec::new(), i64::MAX);
        loop {
            let page = self.inner.store.journal_before(now.id, before, PAGE).await?;
            let Some(last) = page.last() else { break };
            before = last.revision;
            for row in &page {
                rows.extend(listed(row, is_whole)?);
            }
        }
        rows.reverse();
        Ok(rows)
    }
}

/// A row in which dice fell, or after which others waited. What fell unseen is the GM's to know.
fn listed(row: &JournalRow, is_whole: bool) -> Result<Option<Row>, Fault> {
    let (kind, is_step) = match row.kind {
        Kind::Undone => (RowKind::Undone, true),
        Kind::Redone => (RowKind::Redone, true),
        Kind::Played => (RowKind::Played, false),
        Kind::Opened | Kind::Aside => (RowKind::Aside, false),
    };
    let mut fell = read::<ReplayQueue>(&row.dice)?.fallen;
    fell.retain(|fallen| is_whole || !fallen.is_unseen);
    let is_listed = is_step || !fell.is_empty();
    Ok(is_listed.then_some(Row { row: row.revision, kind, back_to: row.back_to, fell }))
}
