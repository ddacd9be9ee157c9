//! Asks Discord what a member of a server may do in one of its channels. Interactions tell it only
//! of the channel in which they happen.
//!
//! Only the needed parts of Discord's responses are parsed: the rest may change its form.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serenity::all::{
    ChannelId, ChannelType, GuildId, Http, LightMethod, PermissionOverwrite,
    PermissionOverwriteType, Permissions, Request, RoleId, Route, UserId,
};

use super::error::{RequestFailure, classify_error};
use app::channel_access::ChannelAccess;
use app::{BoxFuture, ids as stored};
use engine::core::ids;

#[derive(Deserialize)]
struct GuildPart {
    owner_id: UserId,
    roles: Vec<RolePart>,
}

#[derive(Deserialize)]
struct RolePart {
    id: RoleId,
    permissions: Permissions,
}

#[derive(Deserialize)]
struct MemberPart {
    roles: Vec<RoleId>,
}

#[derive(Deserialize)]
struct ChannelPart {
    guild_id: GuildId,
    #[serde(rename = "type")]
    kind: ChannelType,
    /// The channel of a thread; of a channel, its category.
    parent_id: Option<ChannelId>,
    #[serde(default)]
    permission_overwrites: Vec<PermissionOverwrite>,
}

/// Returns whether a member of a server sees one of its channels or threads and may write there.
/// What does not exist, or what the bot itself does not see, counts as unseen.
///
/// # Errors
/// Discord cannot be asked now.
pub async fn can_member_write_in(
    http: &Http,
    user: UserId,
    guild_id: GuildId,
    channel_id: ChannelId,
) -> serenity::Result<bool> {
    has_permissions(http, user, guild_id, channel_id, |needed| needed).await
}

/// Returns whether a member of a server sees one of its channels or threads, as
/// [`can_member_write_in`].
///
/// # Errors
/// Discord cannot be asked now.
pub async fn can_member_see(
    http: &Http,
    user: UserId,
    guild_id: GuildId,
    channel_id: ChannelId,
) -> serenity::Result<bool> {
    has_permissions(http, user, guild_id, channel_id, choose_view).await
}

/// What the app asks about members.
pub struct MemberAccess {
    pub http: Arc<Http>,
}

impl MemberAccess {
    /// Returns whether a member has the needed permissions in a channel. `None`, after a warning in
    /// the log, if Discord does not tell.
    async fn has_permissions(
        &self,
        user: ids::UserId,
        guild: u64,
        channel: stored::ChannelId,
        choose_needed: fn(Permissions) -> Permissions,
    ) -> Option<bool> {
        let (user, guild) = (UserId::new(user.0), GuildId::new(guild));
        let channel = ChannelId::new(channel.0);
        let answer = has_permissions(&self.http, user, guild, channel, choose_needed).await;
        answer
            .inspect_err(|error| tracing::warn!(%error, "could not read a member's permissions"))
            .ok()
    }
}

impl ChannelAccess for MemberAccess {
    fn can_see(
        &self,
        user: ids::UserId,
        guild: u64,
        channel: stored::ChannelId,
    ) -> BoxFuture<'_, Option<bool>> {
        Box::pin(self.has_permissions(user, guild, channel, choose_view))
    }

    fn can_write_in(
        &self,
        user: ids::UserId,
        guild: u64,
        channel: stored::ChannelId,
    ) -> BoxFuture<'_, Option<bool>> {
        Box::pin(self.has_permissions(user, guild, channel, |needed| needed))
    }
}

/// Chooses the permission to see a channel, whatever writing there needs.
fn choose_view(_: Permissions) -> Permissions {
    Permissions::VIEW_CHANNEL
}

/// Returns whether a member has the permissions in a channel that are chosen from those that one
/// needs to write there.
async fn has_permissions(
    http: &Http,
    user: UserId,
    guild_id: GuildId,
    channel_id: ChannelId,
    choose_needed: impl FnOnce(Permissions) -> Permissions,
) -> serenity::Result<bool> {
    match load_granted_and_needed_permissions(http, user, guild_id, channel_id).await {
        Ok(granted) => {
            Ok(granted.is_some_and(|(granted, needed)| granted.contains(choose_needed(needed))))
        }
        Err(error) if matches!(classify_error(&error), RequestFailure::Transient { .. }) => {
            Err(error)
        }
        Err(_) => Ok(false),
    }
}

/// Loads the permissions of a member in a channel, and those that are needed to see it and write
/// there. Returns `None` for a channel of another server, and for a private thread without the
/// member.
async fn load_granted_and_needed_permissions(
    http: &Http,
    user: UserId,
    guild_id: GuildId,
    channel_id: ChannelId,
) -> serenity::Result<Option<(Permissions, Permissions)>> {
    let request_channel =
        |channel_id| http.fire(Request::new(Route::Channel { channel_id }, LightMethod::Get));
    let mut channel: ChannelPart = request_channel(channel_id).await?;
    let mut needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    if is_thread(channel.kind) {
        needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES_IN_THREADS;
        if channel.kind == ChannelType::PrivateThread {
            let route = Route::ChannelThreadMember { channel_id, user_id: user };
            let member = http.fire::<IgnoredAny>(Request::new(route, LightMethod::Get));
            member.await?;
        }
        // A thread has the permissions of its channel.
        let Some(parent_id) = channel.parent_id else { return Ok(None) };
        channel = request_channel(parent_id).await?;
    }
    if channel.guild_id != guild_id {
        return Ok(None);
    }
    let guild: GuildPart =
        http.fire(Request::new(Route::Guild { guild_id }, LightMethod::Get)).await?;
    let route = Route::GuildMember { guild_id, user_id: user };
    let member: MemberPart = http.fire(Request::new(route, LightMethod::Get)).await?;
    Ok(Some((compute_channel_permissions(user, guild_id, &guild, &member, &channel), needed)))
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread)
}

/// Computes the permissions of a member in a channel by Discord's rules: those of its roles, then
/// what the channel denies and grants to everybody, to the roles, and to the member.
fn compute_channel_permissions(
    user: UserId,
    guild_id: GuildId,
    guild: &GuildPart,
    member: &MemberPart,
    channel: &ChannelPart,
) -> Permissions {
    // The role of everybody has the id of the server.
    let everybody = RoleId::new(guild_id.get());
    let has_role = |role: RoleId| role == everybody || member.roles.contains(&role);
    let mut granted = Permissions::empty();
    for role in &guild.roles {
        if has_role(role.id) {
            granted |= role.permissions;
        }
    }
    if guild.owner_id == user || granted.administrator() {
        return Permissions::all();
    }
    let is_for_everybody = |kind: PermissionOverwriteType| match kind {
        PermissionOverwriteType::Role(role) => role == everybody,
        _ => false,
    };
    let is_for_own_role = |kind: PermissionOverwriteType| match kind {
        PermissionOverwriteType::Role(role) => role != everybody && has_role(role),
        _ => false,
    };
    let is_for_member =
        |kind: PermissionOverwriteType| kind == PermissionOverwriteType::Member(user);
    granted = apply_overwrites(granted, channel, is_for_everybody);
    granted = apply_overwrites(granted, channel, is_for_own_role);
    apply_overwrites(granted, channel, is_for_member)
}

/// Returns permissions after the overwrites of a channel whose kind applies: first all denials, and
/// then all grants.
fn apply_overwrites(
    granted: Permissions,
    channel: &ChannelPart,
    applies: impl Fn(PermissionOverwriteType) -> bool,
) -> Permissions {
    let (mut allowed, mut denied) = (Permissions::empty(), Permissions::empty());
    for overwrite in &channel.permission_overwrites {
        if applies(overwrite.kind) {
            allowed |= overwrite.allow;
            denied |= overwrite.deny;
        }
    }
    (granted - denied) | allowed
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, from_value, json};

    const VIEW: Permissions = Permissions::VIEW_CHANNEL;

    /// Computes the permissions of user 5, who has role 7, in server 1 of user 2.
    fn permissions_with(roles: &Value, overwrites: &Value) -> Permissions {
        let guild: GuildPart = from_value(json!({ "owner_id": "2", "roles": roles })).unwrap();
        let member: MemberPart = from_value(json!({ "roles": ["7"] })).unwrap();
        let channel: ChannelPart = from_value(json!({
            "guild_id": "1", "type": 0, "parent_id": null, "permission_overwrites": overwrites,
        }))
        .unwrap();
        compute_channel_permissions(UserId::new(5), GuildId::new(1), &guild, &member, &channel)
    }

    fn overwrite(id: u64, kind: u8, allow: Permissions, deny: Permissions) -> Value {
        json!({ "id": id.to_string(), "type": kind, "allow": allow, "deny": deny })
    }

    #[test]
    fn overwrites_of_member_beat_those_of_roles_and_everybody() {
        let none = Permissions::empty();
        let roles = json!([{ "id": "1", "permissions": VIEW }]);
        let can_view =
            |overwrites: &[Value]| permissions_with(&roles, &overwrites.into()).contains(VIEW);
        let hidden = overwrite(1, 0, none, VIEW);
        assert!(can_view(&[]));
        assert!(!can_view(std::slice::from_ref(&hidden)));
        assert!(can_view(&[overwrite(7, 0, VIEW, none), hidden.clone()]));
        assert!(!can_view(&[overwrite(8, 0, VIEW, none), hidden.clone()]));
        assert!(!can_view(&[overwrite(5, 1, none, VIEW), overwrite(7, 0, VIEW, none)]));
        assert!(can_view(&[hidden, overwrite(5, 1, VIEW, none)]));
    }

    #[test]
    fn roles_grant_and_administrators_may_do_everything() {
        let granted = |role: u64, permissions: Permissions| {
            let roles = json!([{ "id": role.to_string(), "permissions": permissions }]);
            permissions_with(&roles, &json!([overwrite(1, 0, Permissions::empty(), VIEW)]))
        };
        let admin = Permissions::ADMINISTRATOR;
        assert_eq!(granted(7, admin), Permissions::all());
        assert_eq!(granted(8, admin), Permissions::empty());
        assert_eq!(granted(7, VIEW | Permissions::SEND_MESSAGES), Permissions::SEND_MESSAGES);
    }
}
