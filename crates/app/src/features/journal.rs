//! The journal as scripts and tests read it, secrets included. What people may read of it is told
//! by the log ([`log`](super::log)).

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
    /// What was said, and what was done in the same breath, in order: where it was played by the
    /// rules and nothing but the tape is needed to play it again. Joining needs the sheet as well.
    pub replay_steps: Vec<ReplayStep>,
    /// It was played by the rules; else it was an undo, or left the game as it was.
    pub is_played_by_rules: bool,
    /// As they are stored.
    pub events: String,
    pub tape: String,
    /// The fight afterwards.
    pub game_after: Game,
}

impl App {
    /// The rows after a revision, oldest first.
    ///
    /// # Errors
    /// The store could not be read.
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
            let said: InputRecord = from_json(&row.said)?;
            records.push(JournalRecord {
                revision: row.revision,
                replay_steps: if is_played { to_replay_steps(said) } else { Vec::new() },
                is_played_by_rules: is_played,
                events: row.notes,
                tape: row.tape,
                game_after: from_json(&row.state)?,
            });
        }
        Ok(records)
    }
}

fn to_replay_steps(input: InputRecord) -> Vec<ReplayStep> {
    let first = match (input.prompt, input.actor, input.command.verb.as_str()) {
        (Some(_), ..) => ReplayStep::Answer,
        (None, Some(who), _) => ReplayStep::Act(who, input.command),
        (None, None, "join" | "add") => return Vec::new(),
        (None, None, _) => ReplayStep::Order(input.command),
    };
    let unseen = input.unseen_commands.into_iter().map(|(who, words)| match who {
        Some(who) => ReplayStep::Act(who, words),
        None => ReplayStep::Order(words),
    });
    let end = input.ends_turn.then(|| ReplayStep::Order(Command::new("skip")));
    [first].into_iter().chain(end).chain(unseen).collect()
}
