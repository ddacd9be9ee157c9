//! Replies about the data that is stored about a user.

use store::ids::ChannelId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrivacyReply {
    Summary(StoredPersonalData),
    /// An export of all of it: the name of the file, and its text.
    File(String, String),
    /// The user still has to confirm the deletion.
    ConfirmDelete(StoredPersonalData),
    /// The user is the GM of open fights in these channels, and must hand them over or end them
    /// first.
    StillGm(Vec<ChannelId>),
    Deleted,
}

/// How much is stored about a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredPersonalData {
    pub sheet_count: usize,
    pub template_count: usize,
    /// They have set a time zone, quiet hours or an absence.
    pub has_time_settings: bool,
    /// They have chosen plain text or light pictures.
    pub has_presentation: bool,
    /// They have chosen a language, or it is known which one their client has.
    pub has_language: bool,
    /// The number of days on which they rolled dice that only they could see.
    pub secret_dice_days: usize,
    pub fight_count: usize,
    pub open_fight_count: usize,
    /// The number of their inputs in fights.
    pub input_count: i64,
}
