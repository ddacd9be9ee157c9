//! Every die of a fight that is over, in its place: what an export has of them (docs/DICE.md, "The
//! export").

use serde::Serialize;

use crate::store::fault::Fault;
use crate::store::rows::{JournalRow, Kind};

use crate::app::fight::fight_now::{FightNow, read};
use crate::app::fight::roles::Eyes;
use crate::app::held::app::App;
use crate::app::terms::chance::{Fallen, Luck};
use crate::app::terms::seals::{Counts, Seal, name};

const VERSION: u8 = 1;

/// How many rows of the journal are read at once.
const PAGE: u32 = 200;

#[derive(Serialize)]
pub(super) struct Ledger {
    version: u8,
    seals: Vec<Sealed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Drawn>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Sealed {
    name: String,
    seal: String,
    from: Drawn,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    salts: Vec<Salted>,
}

#[derive(Serialize)]
struct Salted {
    by: String,
    line: String,
}

/// Nobody but the GM hears how many dice fell unseen.
#[derive(Serialize)]
struct Drawn {
    open: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<u64>,
}

#[derive(Serialize)]
struct Row {
    row: i64,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    back_to: Option<i64>,
    fell: Vec<Fallen>,
}

impl App {
    /// None for a fight whose dice follow from no secret. Where the GM keeps the secrets, others
    /// get the seals alone.
    pub(super) async fn ledger(
        &self,
        now: &FightNow,
        eyes: &Eyes,
    ) -> Result<Option<Ledger>, Fault> {
        if now.seals.all.is_empty() {
            return Ok(None);
        }
        let (is_whole, is_out) = (eyes.is_gms(), now.unseals(eyes));
        let drawn = |Counts { open, hidden }| Drawn { open, hidden: is_whole.then_some(hidden) };
        let secrets = now.seals.out(now.id).filter(|_| is_out);
        let mut secrets = secrets.map(|(_, seal)| seal.secret.reveal());
        let sealed = |(place, seal): (usize, &Seal)| {
            let name = name(now.id, place);
            let salts = seal.salts.iter();
            let salts = salts.map(|it| Salted { by: it.by.0.to_string(), line: it.line.clone() });
            Sealed {
                seal: seal.secret.seal(&name),
                name,
                from: drawn(seal.from),
                secret: secrets.next(),
                salts: salts.collect(),
            }
        };
        let seals = now.seals.all.iter().enumerate().map(sealed).collect();
        let (counts, rows) = match is_out {
            true => (Some(drawn(now.drawn)), self.rows_of_dice(now, is_whole).await?),
            false => (None, Vec::new()),
        };
        Ok(Some(Ledger { version: VERSION, seals, drawn: counts, rows }))
    }

    async fn rows_of_dice(&self, now: &FightNow, is_whole: bool) -> Result<Vec<Row>, Fault> {
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
        Kind::Undone => ("undone", true),
        Kind::Redone => ("redone", true),
        Kind::Played => ("played", false),
        Kind::Opened | Kind::Aside => ("aside", false),
    };
    let mut fell = read::<Luck>(&row.dice)?.fallen;
    fell.retain(|fallen| is_whole || !fallen.is_unseen);
    let is_listed = is_step || !fell.is_empty();
    Ok(is_listed.then_some(Row { row: row.revision, kind, back_to: row.back_to, fell }))
}
