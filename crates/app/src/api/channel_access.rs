//! What a member of a server may do in one of its channels, which only the chat service knows.

use engine::core::ids::UserId;
use store::BoxFuture;
use store::ids::ChannelId;

/// Asks the chat service what members may do.
pub trait ChannelAccess: Send + Sync {
    /// Returns whether a member of a server sees one of its channels; `None` if the chat service
    /// cannot be asked now.
    fn can_see(&self, user: UserId, guild: u64, channel: ChannelId) -> BoxFuture<'_, Option<bool>>;

    /// Returns whether they may write there as well.
    fn can_write_in(
        &self,
        user: UserId,
        guild: u64,
        channel: ChannelId,
    ) -> BoxFuture<'_, Option<bool>>;
}
