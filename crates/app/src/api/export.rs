//! Exports of a fight as a file.

use engine::core::command::Refusal;
use engine::visibility::view::FightView;
use store::ids::ChannelId;

use crate::api::fight_log::LogEntry;
use crate::api::report::FightReport;

#[derive(Clone, Debug, PartialEq)]
pub enum FightExport {
    /// The story of the fight, which the client still has to render.
    Story(Box<StoryExport>),
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
            _ => Err(Refusal::new("bad-setup", "").with("format", text)),
        }
    }
}
