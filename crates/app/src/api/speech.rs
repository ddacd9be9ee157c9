//! What characters say and do in their players' own words.

use engine::core::ids::{CombatantId, UserId};
use serde::Serialize;

/// The command that posts words as a character, and its slot with the words.
pub(crate) const DESCRIBE_VERB: &str = "describe";
pub(crate) const TEXT_SLOT: &str = "text";

/// The most characters of the words of one post. Discord takes 2,000 in a message.
pub const MAX_SPEECH_CHARS: usize = 1800;

/// Words that were posted as a character. Everybody in the channel has read them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speech {
    /// The name under which they were posted.
    pub name: String,
    pub text: String,
    pub is_edited: bool,
    /// What was played at that moment has been undone.
    pub is_undone_moment: bool,
    /// Somebody other than their author has taken the words out: no text is left.
    pub is_taken_out: bool,
}

/// Words to post as a character.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeechCard {
    pub name: String,
    pub text: String,
    /// The address of the character's picture, if everybody may see it.
    pub portrait_url: Option<String>,
}

/// Who wrote the words of a message, as far as the asking user may know.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeechAuthor {
    pub name: String,
    /// `None` where only GMs may know which of them wrote it.
    pub user: Option<UserId>,
    pub is_npc: bool,
}

/// The words of a message, for the form in which their author changes them.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnSpeech {
    pub name: String,
    pub text: String,
}

/// How words in the channel changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeechChangeKind {
    Posted,
    Edited,
    Deleted,
}

/// Why words could not be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnpostedReason {
    /// The server does not allow the text.
    Blocked,
    /// Players do not know of their speaker any more.
    SpeakerHidden,
}

/// The stored words of an input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredSpeech {
    pub speaker: CombatantId,
    pub name: String,
    pub text: String,
    pub is_edited: bool,
}
