//! Checks sheets out into a fight and writes lasting changes back.
//!
//! A fight plays on a copy of the sheet. While it is open the sheet does not change; when it ends,
//! lasting changes are written back in the same transaction (I8); when the end is undone, the
//! earlier sheet is restored. A sheet that has changed since (edited, in another fight, deleted) is
//! left alone, and the fight keeps its copy.

use engine::core::ids::SheetRef;
use store::error::StoreError;
use store::rows::{Checkout, JournalKind, SheetRow};

use crate::runtime::app::App;
use crate::state::fight_state::FightState;

impl App {
    /// Returns the checkouts and write-backs that a change causes.
    pub(crate) async fn build_sheet_checkouts_and_write_backs(
        &self,
        before: &FightState,
        after: &FightState,
        kind: JournalKind,
    ) -> Result<Vec<Checkout>, StoreError> {
        let (sheets_before, sheets_after) = (before.combatant_sheets(), after.combatant_sheets());
        let (was_open, is_open) = (before.is_open, after.is_open);
        let is_unchanged = was_open == is_open && sheets_before == sheets_after;
        let has_no_sheets = sheets_before.is_empty() && sheets_after.is_empty();
        let stays_closed = !was_open && !is_open;
        if is_unchanged || has_no_sheets || stays_closed {
            return Ok(Vec::new());
        }
        let mut checkouts = Vec::new();
        for row in &self.inner.store.load_checked_out_sheets(before.id).await? {
            let is_still_in_fight = sheets_after.iter().any(|sheet| sheet.id == row.id);
            if !is_still_in_fight {
                checkouts.push(Checkout::Released { sheet: row.id });
            } else if !is_open {
                checkouts.push(build_write_back_or_release(after, row));
            }
        }
        // The end of the fight and joining may be undone in one step: the sheet gets its earlier
        // body back, and leaves the fight.
        let was_removed = |sheet: &&SheetRef| !was_open && !sheets_after.contains(sheet);
        for sheet in sheets_before.iter().filter(was_removed) {
            if let Some(checkout) = self.find_checkout_unless_sheet_changed(before, *sheet).await? {
                checkouts.extend([checkout, Checkout::Released { sheet: sheet.id }]);
            }
        }
        let is_new = |sheet: &&SheetRef| !was_open || !sheets_before.contains(sheet);
        for sheet in sheets_after.iter().filter(is_new) {
            let checkout = self.build_checkout_of_new_sheet(before, *sheet, kind).await?;
            let Some(checkout) = checkout else { continue };
            checkouts.push(checkout);
            // Joining and the end of the fight may be redone in one step.
            if !is_open && let Some(row) = self.inner.store.load_sheet(sheet.id).await? {
                checkouts.push(build_write_back_or_release(after, &row));
            }
        }
        Ok(checkouts)
    }

    /// Builds the checkout of a sheet that enters the fight. One that joins must still have the
    /// revision that was copied, or the input is tried again. `None` where an undo or redo would
    /// bring back a sheet that has changed since.
    async fn build_checkout_of_new_sheet(
        &self,
        before: &FightState,
        sheet: SheetRef,
        kind: JournalKind,
    ) -> Result<Option<Checkout>, StoreError> {
        match kind {
            JournalKind::Played => {
                Ok(Some(Checkout::CheckedOut { sheet: sheet.id, revision: sheet.revision }))
            }
            JournalKind::Opened
            | JournalKind::Administrative
            | JournalKind::Undone
            | JournalKind::Redone => self.find_checkout_unless_sheet_changed(before, sheet).await,
        }
    }

    /// Returns the checkout of a sheet that an undo or redo brings back. `None` where the sheet is
    /// gone, in another fight, or changed since.
    async fn find_checkout_unless_sheet_changed(
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
        let overwritten = returned.into_iter().find(|write_back| {
            (write_back.sheet, write_back.before, write_back.after)
                == (row.id, sheet.revision, row.revision)
        });
        Ok(overwritten.map(|write_back| Checkout::WriteBackUndone {
            sheet: row.id,
            revision: row.revision,
            before: write_back.before,
            body: write_back.body,
        }))
    }
}

/// Builds the write-back of a sheet with the body that its combatant has after the fight, or the
/// release of a sheet that no combatant has.
fn build_write_back_or_release(after: &FightState, row: &SheetRow) -> Checkout {
    let is_of = |sheet: Option<SheetRef>| sheet.is_some_and(|sheet| sheet.id == row.id);
    let member = after.members.iter().find(|candidate| is_of(candidate.sheet));
    match member.and_then(|candidate| after.game.body_json_after_fight(candidate.id)) {
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
    /// Returns the sheets from which the combatants were copied.
    fn combatant_sheets(&self) -> Vec<SheetRef> {
        self.members.iter().filter_map(|member| member.sheet).collect()
    }
}
