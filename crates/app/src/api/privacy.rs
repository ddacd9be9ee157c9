//! What is kept about somebody, as they are told of it.

use store::ids::ChannelId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrivacyReply {
    Summary(StoredPersonalData),
    /// All of it to take away: the name of a file, and its text.
    File(String, String),
    /// It is to be deleted, if they are sure.
    ConfirmDelete(StoredPersonalData),
    /// First they must hand over or end the open fights in these channels: they are their GM.
    StillGm(Vec<ChannelId>),
    Deleted,
}

/// How much is kept about somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredPersonalData {
    pub sheet_count: usize,
    pub template_count: usize,
    /// Their time zone, quiet hours or absence.
    pub has_time_settings: bool,
    pub is_plain_text: bool,
    /// Days on which they rolled dice for their own eyes.
    pub secret_dice_days: usize,
    pub fight_count: usize,
    /// Those of them that are open.
    pub open_fight_count: usize,
    /// What they said and pressed in fights.
    pub input_count: i64,
}
