//! Converts the origin of an interaction into the app's form.

use serenity::all::{
    ChannelId, CommandInteraction, GuildId, InteractionId, Member, Permissions, User,
};

use app::ids;
use app::input::{RequestContext, RequestPlace};
use engine::core::ids::UserId;
use engine::core::names::parse_combatant_name;

/// Returns who made an interaction, where, and with which permissions. The interaction id becomes
/// the idempotency key, so an interaction that arrives twice is handled once.
pub fn build_request_context(
    interaction: InteractionId,
    user: &User,
    member: Option<&Member>,
    guild: Option<GuildId>,
    channel: ChannelId,
) -> RequestContext {
    let channel = ids::ChannelId(channel.get());
    let admin_permissions = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
    let permissions = member.and_then(|member| member.permissions).unwrap_or_default();
    RequestContext {
        user: UserId(user.id.get()),
        place: match guild {
            Some(guild) => RequestPlace::Channel { guild: guild.get(), channel },
            None => RequestPlace::Dm { channel },
        },
        is_admin: permissions.intersects(admin_permissions),
        manages_messages: permissions
            .intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_MESSAGES),
        idempotency_key: Some(interaction.get()),
        chosen_fight: None,
    }
}

/// Returns who used a command, a context menu or a completion of options, where, and with which
/// permissions.
pub fn build_command_request_context(interaction: &CommandInteraction) -> RequestContext {
    build_request_context(
        interaction.id,
        &interaction.user,
        interaction.member.as_deref(),
        interaction.guild_id,
        interaction.channel_id,
    )
}

/// Returns what a user is called here, as a name for their combatant. `None` if no combatant may be
/// called so.
pub fn suggest_combatant_name(user: &User, member: Option<&Member>) -> Option<String> {
    let display_name = match member {
        Some(member) => member.display_name(),
        None => user.display_name(),
    };
    parse_combatant_name(display_name).ok()
}
