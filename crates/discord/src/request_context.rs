//! Who says something and where, in the app's form.

use serenity::all::{ChannelId, GuildId, InteractionId, Member, Permissions, User};

use app::ids;
use app::input::{RequestContext, RequestPlace};
use engine::core::ids::UserId;

/// The seat of whoever made an interaction. Its id tells it from every other, so that one that
/// comes twice is taken once.
pub fn build_request_context(
    interaction: InteractionId,
    user: &User,
    member: Option<&Member>,
    guild: Option<GuildId>,
    channel: ChannelId,
) -> RequestContext {
    let channel = ids::ChannelId(channel.get());
    let runs_server = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
    let permissions = member.and_then(|member| member.permissions).unwrap_or_default();
    RequestContext {
        user: UserId(user.id.get()),
        place: match guild {
            Some(guild) => RequestPlace::Channel { guild: guild.get(), channel },
            None => RequestPlace::Dm { channel },
        },
        is_admin: permissions.intersects(runs_server),
        idempotency_key: Some(interaction.get()),
    }
}
