//! How sheets come into a fight, and what of the fight comes back into them.
//!
//! A fight plays on a copy. While it is open its sheets do not change; with its end what lasts is
//! written into them, in the same transaction (I8); and where the end is undone, what stood there
//! before holds again. A sheet that has gone on since then (changed, in another fight, deleted) is
//! left as it is, and the fight keeps its copy.

use engine::core::ids::SheetRef;
use store::error::StoreError;
use store::rows::{Checkout, JournalKind, SheetRow};

use crate::runtime::app::App;
use crate::state::fight_state::FightState;

impl App {
    /// What an input does to the sheets of a fight's combatants.
    pub(crate) async fn build_sheet_checkouts(
        &self,
        before: &FightState,
        after: &FightState,
        kind: JournalKind,
    ) -> Result<Vec<Checkout>, StoreError> {
        let (had, has) = (before.combatant_sheets(), after.combatant_sheets());
        let (was_open, is_open) = (before.is_open, after.is_open);
        let is_same = was_open == is_open && had == has;
        if is_same || (had.is_empty() && has.is_empty()) || !(was_open || is_open) {
            return Ok(Vec::new());
        }
        let lent = self.inner.store.load_checked_out_sheets(before.id).await?;
        let mut lendings = Vec::new();
        for row in &lent {
            let is_there = has.iter().any(|sheet| sheet.id == row.id);
            match (is_open, is_there) {
                (true, true) => {}
                (false, true) => lendings.push(build_sheet_return(after, row)),
                (_, false) => lendings.push(Checkout::Released { sheet: row.id }),
            }
        }
        // Joining and end may be taken back in one go; and done again.
        let is_gone = |sheet: &&SheetRef| !was_open && !has.contains(sheet);
        for sheet in had.iter().filter(is_gone) {
            if let Some(again) = self.find_repeated_checkout(before, *sheet).await? {
                lendings.extend([again, Checkout::Released { sheet: sheet.id }]);
            }
        }
        let is_new = |sheet: &&SheetRef| !was_open || !had.contains(sheet);
        for sheet in has.iter().filter(is_new) {
            let out = match kind {
                // Whoever brings a sheet has it as it stands, or the input is begun anew.
                JournalKind::Played => {
                    Some(Checkout::CheckedOut { sheet: sheet.id, revision: sheet.revision })
                }
                JournalKind::Opened
                | JournalKind::Administrative
                | JournalKind::Undone
                | JournalKind::Redone => self.find_repeated_checkout(before, *sheet).await?,
            };
            let Some(out) = out else { continue };
            lendings.push(out);
            if !is_open && let Some(row) = self.inner.store.load_sheet(sheet.id).await? {
                lendings.push(build_sheet_return(after, &row));
            }
        }
        Ok(lendings)
    }

    /// A sheet comes into the fight again, since something is taken back.
    async fn find_repeated_checkout(
        &self,
        before: &FightState,
        sheet: SheetRef,
    ) -> Result<Option<Checkout>, StoreError> {
        let Some(row) = self.inner.store.load_sheet(sheet.id).await? else { return Ok(None) };
        if row.fight.is_some() {
            return Ok(None);
        }
        if row.revision == sheet.revision {
            return Ok(Some(Checkout::CheckedOut { sheet: row.id, revision: row.revision }));
        }
        let returned = self.inner.store.load_overwritten_sheets(before.id).await?;
        let was_returned = returned.into_iter().find(|one| {
            (one.sheet, one.before, one.after) == (row.id, sheet.revision, row.revision)
        });
        Ok(was_returned.map(|one| Checkout::WriteBackUndone {
            sheet: row.id,
            revision: row.revision,
            before: one.before,
            body: one.body,
        }))
    }
}

/// The fight is over: what lasts of its combatant is written into the sheet.
fn build_sheet_return(after: &FightState, row: &SheetRow) -> Checkout {
    let is_of = |sheet: Option<SheetRef>| sheet.is_some_and(|sheet| sheet.id == row.id);
    let member = after.members.iter().find(|one| is_of(one.sheet));
    match member.and_then(|one| after.game.body_json_after_fight(one.id)) {
        Some(body) => Checkout::WrittenBack {
            sheet: row.id,
            revision: row.revision,
            before: row.body.clone(),
            after: body.to_string(),
        },
        None => Checkout::Released { sheet: row.id },
    }
}

impl FightState {
    /// The sheets its combatants were copied from.
    fn combatant_sheets(&self) -> Vec<SheetRef> {
        self.members.iter().filter_map(|one| one.sheet).collect()
    }
}
