//! A fight to take away.

use engine::core::command::Refusal;
use engine::visibility::view::FightView;

use crate::api::fight_log::LogEntry;
use crate::api::report::FightReport;

/// What is taken away.
#[derive(Clone, Debug, PartialEq)]
pub enum FightExport {
    /// To be put into words.
    Story(Box<StoryExport>),
    /// A file: its name and text.
    File(String, String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoryExport {
    /// The name of its file.
    pub file_name: String,
    pub view: FightView,
    pub report: FightReport,
    pub entries: Vec<LogEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    Story,
    Json,
    Script,
}

impl ExportFormat {
    /// # Errors
    /// `bad-setup`: there is no such format.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        match text {
            "" | "story" => Ok(Self::Story),
            "json" => Ok(Self::Json),
            "script" => Ok(Self::Script),
            _ => Err(Refusal::new("bad-setup", "").with("format", text)),
        }
    }
}
