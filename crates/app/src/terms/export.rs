//! A fight to take away.

use engine::command::Refusal;
use engine::view::View;

use crate::terms::log::Entry;
use crate::terms::report::Report;

/// What is taken away.
#[derive(Clone, Debug, PartialEq)]
pub enum Export {
    /// To be put into words.
    Story(Box<Story>),
    /// A file: its name and text.
    File(String, String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// The name of its file.
    pub name: String,
    pub view: View,
    pub report: Report,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Story,
    Json,
    Script,
}

impl Format {
    /// # Errors
    /// `bad-setup`: there is no such format.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        match text {
            "" | "story" => Ok(Self::Story),
            "json" => Ok(Self::Json),
            "script" => Ok(Self::Script),
            _ => Err(Refusal::new("bad-setup", "").with("format", text)),
        }
    }
}
