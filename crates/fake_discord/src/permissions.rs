//! The permission bits that the fake Discord checks.

pub const ADMINISTRATOR: u64 = 1 << 3;
pub const ADD_REACTIONS: u64 = 1 << 6;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const MENTION_EVERYONE: u64 = 1 << 17;
pub const MANAGE_WEBHOOKS: u64 = 1 << 29;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
pub const PIN_MESSAGES: u64 = 1 << 51;

/// The permissions of a guild's owner, and of administrators.
pub const ALL_PERMISSIONS: u64 = (1 << 53) - 1;

/// The permissions of everybody in a new guild.
pub const EVERYONE_DEFAULT: u64 = VIEW_CHANNEL
    | ADD_REACTIONS
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// The bot's permissions in a channel, unless a test changes them: those that its invitation asks
/// for, without those that a server gives to everybody.
pub const BOT_DEFAULT: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MANAGE_WEBHOOKS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
    | PIN_MESSAGES;
