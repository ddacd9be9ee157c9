//! The journal as scripts and tests read it, secrets included. People read the log instead
//! ([`log`](super::log)).

use engine::core::command::Command;
use engine::game::{Game, ReplayStep};
use store::error::StoreError;
use store::ids::FightId;
use store::rows::JournalKind;

use crate::runtime::app::App;
use crate::state::fight_state::from_json;
use crate::transaction::InputRecord;

/// One row of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalRecord {
    pub revision: i64,
    /// The commands of the row in order, if the rules played it: with the tape they are enough to
    /// play it again. Empty for joining, which also needs the sheet, and for a scene.
    pub replay_steps: Vec<ReplayStep>,
    /// The rules played it; else it was an undo, or left the game as it was.
    pub is_played_by_rules: bool,
    /// The stored JSON.
    pub events: String,
    pub tape: String,
    /// The game after the row.
    pub game_after: Game,
}

impl App {
    /// Loads the rows after a revision, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_journal(
        &self,
        fight: FightId,
        after_revision: i64,
    ) -> Result<Vec<JournalRecord>, StoreError> {
        let mut records = Vec::new();
        while let Some(row) = self
            .inner
            .store
            .load_journal_row(fight, after_revision + 1 + records.len() as i64)
            .await?
        {
            let is_played = row.kind == JournalKind::Played;
            let input: InputRecord = from_json(&row.said)?;
            records.push(JournalRecord {
                revision: row.revision,
                replay_steps: if is_played { to_replay_steps(input) } else { Vec::new() },
                is_played_by_rules: is_played,
                events: row.notes,
                tape: row.tape,
                game_after: from_json(&row.state)?,
            });
        }
        Ok(records)
    }
}

/// Returns the steps that play an input again: its act, order or answer, the end of the turn, and
/// the acts that followed unseen. Empty for a join and for a scene, which brings NPCs.
fn to_replay_steps(input: InputRecord) -> Vec<ReplayStep> {
    if !input.steps.is_empty() {
        return Vec::new();
    }
    let first = match (input.prompt, input.actor, input.command.verb.as_str()) {
        (Some(_), ..) => ReplayStep::Answer,
        (None, Some(who), _) => ReplayStep::Act(who, input.command),
        (None, None, "join" | "add") => return Vec::new(),
        (None, None, _) => ReplayStep::Order(input.command),
    };
    let mut steps = vec![first];
    if input.ends_turn {
        steps.push(ReplayStep::Order(Command::new("skip")));
    }
    for (who, command) in input.unseen_commands {
        steps.push(match who {
            Some(who) => ReplayStep::Act(who, command),
            None => ReplayStep::Order(command),
        });
    }
    steps
}
