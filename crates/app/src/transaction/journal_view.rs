//! Reads the journal as one viewer may know it.

use std::collections::BTreeSet;

use engine::core::command::Command;
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Narrative};
use store::error::StoreError;
use store::rows::{JournalKind, JournalRow};

use crate::api::clock::timestamp_from_millis;
use crate::api::fight_log::{LogAuthor, LogEntry};
use crate::api::speech::{Speech, TEXT_SLOT};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::transaction::{InputRecord, SpeechState};

/// How many rows are read at once: those between two whole states.
const ROWS_PER_PAGE: u32 = 64;

impl App {
    /// Loads all rows that have not been undone, oldest first.
    pub(crate) async fn load_effective_rows(
        &self,
        state: &FightState,
    ) -> Result<Vec<JournalRow>, StoreError> {
        self.load_effective_rows_back_to(state, |_| Ok(false)).await
    }

    /// Loads rows that have not been undone, oldest first. They are read from the latest one back
    /// to the first for which `is_enough` holds, or to the beginning.
    pub(crate) async fn load_effective_rows_back_to(
        &self,
        state: &FightState,
        mut is_enough: impl FnMut(&JournalRow) -> Result<bool, StoreError> + Send,
    ) -> Result<Vec<JournalRow>, StoreError> {
        let effective = self.load_effective_revisions(state).await?;
        let (mut rows, mut before) = (Vec::new(), state.revision + 1);
        'pages: loop {
            let page =
                self.inner.store.load_journal_rows_before(state.id, before, ROWS_PER_PAGE).await?;
            let Some(oldest) = page.last() else { break };
            before = oldest.revision;
            for row in page.into_iter().filter(|row| effective.contains(&row.revision)) {
                let is_last = is_enough(&row)?;
                rows.push(row);
                if is_last {
                    break 'pages;
                }
            }
        }
        rows.reverse();
        Ok(rows)
    }

    /// Loads the revisions of all rows that have not been undone.
    pub(crate) async fn load_effective_revisions(
        &self,
        state: &FightState,
    ) -> Result<BTreeSet<i64>, StoreError> {
        let headers = self.inner.store.load_journal_headers(state.id).await?;
        let mut effective = BTreeSet::new();
        let mut revision = state.revision;
        while let Ok(position) = headers.binary_search_by_key(&revision, |header| header.revision) {
            effective.insert(revision);
            revision = headers[position].back_to.unwrap_or(revision - 1);
        }
        Ok(effective)
    }
}

/// Builds the log entry of a journal row. `None` where the viewer knows nothing of it.
pub(crate) fn build_log_entry_if_visible(
    row: &JournalRow,
    previous_row: Option<&JournalRow>,
    perspective: &Perspective,
    effective_revisions: &BTreeSet<i64>,
) -> Result<Option<LogEntry>, StoreError> {
    let round_before = match previous_row {
        Some(previous) => perspective.view_of(&from_json::<Game>(&previous.state)?).round,
        None => 0,
    };
    let game: Game = from_json(&row.state)?;
    build_log_entry_from_game_if_visible(row, &game, round_before, perspective, effective_revisions)
}

/// Builds the log entry of a journal row, given the fight after it and the round before it. `None`
/// where the viewer knows nothing of it.
pub(crate) fn build_log_entry_from_game_if_visible(
    row: &JournalRow,
    game: &Game,
    round_before: u16,
    perspective: &Perspective,
    effective_revisions: &BTreeSet<i64>,
) -> Result<Option<LogEntry>, StoreError> {
    let input: InputRecord = from_json(&row.said)?;
    let narrative = narrate_input_for(row, &input, game, perspective)?;
    let speech = build_speech(row, &input, effective_revisions);
    let is_gm = perspective.is_gm();
    if !is_gm && narrative.is_none() && speech.is_none() {
        return Ok(None);
    }
    let author = match row.user {
        None => LogAuthor::Clock,
        // Players read the words of an NPC, but do not learn which GM typed them.
        Some(_) if !is_gm && speech.is_some() && is_speaker_npc(&input, game) => {
            LogAuthor::UnnamedGm
        }
        Some(user) => LogAuthor::User(UserId(user as u64)),
    };
    // The act that starts the fight belongs to the first round.
    let round = if round_before == 0 { perspective.view_of(game).round } else { round_before };
    let mut entry = LogEntry {
        revision: row.revision,
        timestamp: timestamp_from_millis(row.at),
        round,
        author,
        narrative,
        command: None,
        actor_name: None,
        tape: None,
        is_undone: row.kind == JournalKind::Played && !effective_revisions.contains(&row.revision),
        speech,
    };
    if is_gm {
        entry.command = Some(typed_command_without_unposted_text(&input));
        entry.actor_name = actor_name_if_present(&input, game, perspective);
        entry.tape = Some(from_json(&row.tape)?);
    }
    Ok(Some(entry))
}

/// Returns whether an input's words in character are those of an NPC.
fn is_speaker_npc(input: &InputRecord, game: &Game) -> bool {
    input.is_speaker_npc || input.actor.is_some_and(|speaker| is_npc(game, speaker))
}

/// Returns the command of an input as it was typed, without words that were never posted.
fn typed_command_without_unposted_text(input: &InputRecord) -> Command {
    let mut command = input.typed_command();
    if input.speech_state == SpeechState::Unposted {
        command.slots.remove(TEXT_SLOT);
    }
    command
}

/// Returns the name of the combatant who acted; `None` if nobody did, or if they are gone.
fn actor_name_if_present(
    input: &InputRecord,
    game: &Game,
    perspective: &Perspective,
) -> Option<String> {
    let actor = input.actor?;
    let members = game.list_present_members();
    let member = members.iter().find(|member| member.id == actor)?;
    Some(member.name_for(perspective.viewer))
}

/// Builds the words in character of an input, as everybody reads them. Of words that somebody else
/// has taken out, only that there were some.
fn build_speech(
    row: &JournalRow,
    input: &InputRecord,
    effective_revisions: &BTreeSet<i64>,
) -> Option<Speech> {
    let is_taken_out = input.speech_state == SpeechState::TakenOut;
    let (name, text) = match input.speech() {
        Some(speech) => (speech.name, speech.text),
        None if is_taken_out => (input.speaker_name.clone()?, String::new()),
        None => return None,
    };
    let is_undone_moment = !effective_revisions.contains(&row.revision);
    Some(Speech { name, text, is_edited: input.is_edited, is_undone_moment, is_taken_out })
}

fn is_npc(game: &Game, who: CombatantId) -> bool {
    game.list_present_members().iter().any(|member| member.id == who && member.user.is_none())
}

/// Returns the events of a journal row that the viewers may see; `None` where they see nothing.
pub(crate) fn narrate_row_for(
    row: &JournalRow,
    perspective: &Perspective,
) -> Result<Option<Narrative>, StoreError> {
    narrate_input_for(row, &from_json(&row.said)?, &from_json(&row.state)?, perspective)
}

/// Returns what an input's row of the journal tells these viewers; `None` if it tells them nothing.
/// `game` is the fight after it.
fn narrate_input_for(
    row: &JournalRow,
    input: &InputRecord,
    game: &Game,
    perspective: &Perspective,
) -> Result<Option<Narrative>, StoreError> {
    // Only the GM sees quiet acts.
    if input.is_quiet && !perspective.is_gm() {
        return Ok(None);
    }
    Ok(perspective.narrative_from_journal(game, &row.notes))
}
