//! Exports of a fight as a file.

use serde_json::Value;

use engine::core::command::Refusal;
use engine::visibility::view::FightView;
use store::ids::ChannelId;

use crate::api::fight_log::LogEntry;
use crate::api::report::FightReport;

#[derive(Clone, Debug, PartialEq)]
pub enum FightExport {
    /// The story of the fight, which the client still has to render.
    Story(Box<StoryExport>),
    /// The fight act by act, which the client still has to render as a page.
    Replay(Box<ReplayExport>),
    /// A finished file: its name and its text.
    File(String, String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoryExport {
    pub file_name: String,
    pub view: FightView,
    pub report: FightReport,
    pub entries: Vec<LogEntry>,
    pub place: FightPlace,
}

/// A fight that its reader can watch again, as they may know it. The view of the story has the
/// portraits.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayExport {
    pub story: StoryExport,
    /// How the fight stood after each entry of the story, with the last attacks as on a board.
    pub views: Vec<FightView>,
    /// The dice ledger of docs/DICE.md. `None` if the dice follow from no secret.
    pub dice: Option<Value>,
    pub reader: ReplayReader,
}

/// Whose knowledge a replay shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayReader {
    Gm,
    /// A player, with the names of the combatants that they play.
    Player(Vec<String>),
    Onlooker,
}

/// Where a fight was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightPlace {
    /// 0 outside of a server.
    pub guild: u64,
    pub channel: ChannelId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    Story,
    Json,
    Script,
    Replay,
}

impl ExportFormat {
    /// Parses the `format` slot; an empty one means the story.
    ///
    /// # Errors
    /// Refuses any other text with `bad-setup`.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        match text {
            "" | "story" => Ok(Self::Story),
            "json" => Ok(Self::Json),
            "script" => Ok(Self::Script),
            "replay" => Ok(Self::Replay),
            _ => Err(Refusal::new("bad-setup", "").with("format", text)),
        }
    }
}
