//! What is kept about somebody, as they are told of it.

use store::ids::ChannelId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Privacy {
    Shown(Kept),
    /// All of it to take away: the name of a file, and its text.
    File(String, String),
    /// It is to be deleted, if they are sure.
    AskedToDelete(Kept),
    /// First they must hand over or end the open fights in these channels: they are their GM.
    Leads(Vec<ChannelId>),
    Deleted,
}

/// How much is kept about somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub sheets: usize,
    pub templates: usize,
    /// Their time zone, quiet hours or absence.
    pub has_time: bool,
    pub is_plain: bool,
    /// Days on which they rolled dice for their own eyes.
    pub days_of_dice: usize,
    pub fights: usize,
    /// Those of them that are open.
    pub open_fights: usize,
    /// What they said and pressed in fights.
    pub inputs: i64,
}
