//! The journal as scripts and tests read it, secrets included. What people may read of it is told
//! by the log ([`log`](super::log)).

use engine::command::Command;
use engine::game::{Game, Replay};
use store::fault::Fault;
use store::ids::FightId;
use store::rows::Kind;

use crate::change::InputRecord;
use crate::fight::fight_state::read;
use crate::held::app::App;

/// One row of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub revision: i64,
    /// What was said, and what was done in the same breath, in order: where it was played by the
    /// rules and nothing but the tape is needed to play it again. Joining needs the sheet as well.
    pub said: Vec<Replay>,
    /// It was played by the rules; else it was an undo, or left the game as it was.
    pub is_played: bool,
    /// As they are stored.
    pub notes: String,
    pub tape: String,
    /// The fight afterwards.
    pub game: Game,
}

impl App {
    /// The rows after a revision, oldest first.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn journal(&self, fight: FightId, after: i64) -> Result<Vec<Record>, Fault> {
        let mut records = Vec::new();
        while let Some(row) =
            self.inner.store.journal_row(fight, after + 1 + records.len() as i64).await?
        {
            let is_played = row.kind == Kind::Played;
            let said: InputRecord = read(&row.said)?;
            records.push(Record {
                revision: row.revision,
                said: if is_played { replays(said) } else { Vec::new() },
                is_played,
                notes: row.notes,
                tape: row.tape,
                game: read(&row.state)?,
            });
        }
        Ok(records)
    }
}

fn replays(said: InputRecord) -> Vec<Replay> {
    let first = match (said.prompt, said.who, said.words.verb.as_str()) {
        (Some(_), ..) => Replay::Answer,
        (None, Some(who), _) => Replay::Act(who, said.words),
        (None, None, "join" | "add") => return Vec::new(),
        (None, None, _) => Replay::Order(said.words),
    };
    let unseen = said.unseen.into_iter().map(|(who, words)| match who {
        Some(who) => Replay::Act(who, words),
        None => Replay::Order(words),
    });
    let end = said.ends_turn.then(|| Replay::Order(Command::new("skip")));
    [first].into_iter().chain(end).chain(unseen).collect()
}
