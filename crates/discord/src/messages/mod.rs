//! What things look like: letters of the outbox and replies of the app as messages.
//!
//! A view in, a message out, nothing asked or remembered. Sentences come from `narration` and its
//! catalogue; here they are put into content, embeds, buttons and menus, and cut to what Discord
//! takes. Meaning
//! is never carried by colour or emoji alone.

pub mod controls;
mod discord_limits;
mod forecast;
pub mod forms;
mod guide;
mod inbox;
mod invitation;
pub mod library;
pub mod missed;
mod notice;
pub mod orders;
mod plain_mode;
mod privacy;
pub mod prompt;
mod record;
mod reminder;
pub mod reply;
mod roll;
pub mod set_up;
pub(super) mod status;
mod story;
pub mod text;
mod turn;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateMessage, EditAttachments, EditMessage, MessageReference,
};

use super::commands::command_specs;
use super::map::Picture;
use app::ids::ChannelId;
use app::outbox::{Audience, Delivery, MessageBody, MessageRef};
use engine::core::ids::UserId;
use engine::game::Narrative;
use narration::catalogue::{FormattedText, Locale};
use narration::say;
use narration::{self, Style};
use text::{cut_to_length, escape_markdown};

/// Discord's limits, in characters.
const MAX_CONTENT: usize = 2000;
const MAX_DESCRIPTION: usize = 4096;
const MAX_TITLE: usize = 256;
pub(super) const MAX_FIELD: usize = 1024;
const MAX_BUTTON_LABEL: usize = 80;
const MAX_OPTION: usize = 100;
/// The most of one menu, of a message's rows, and of buttons in a row.
const MAX_OPTIONS: usize = 25;
const MAX_ROWS: usize = 5;
const MAX_BUTTONS_PER_ROW: usize = 5;

/// The most users that one message may ping.
const MAX_PINGS: usize = 100;

/// The name of the file a picture is attached as.
const PICTURE_FILE: &str = "map.png";

/// The language of the bot.
pub const LOCALE: Locale = Locale::ENGLISH;

/// How users' words are set on Discord: escaped, names bold.
pub const STYLE: Style = Style {
    locale: LOCALE,
    escape_text: escape_markdown,
    format_name: format_bold_name,
    format_command: command_specs::format_as_typed,
    system: None,
};

/// As many rows as these buttons need and a message has.
fn arrange_in_rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    let rows = buttons.chunks(MAX_BUTTONS_PER_ROW).take(MAX_ROWS);
    rows.map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

fn format_bold_name(name: &str) -> String {
    format!("**{}**", escape_markdown(name))
}

/// A message, written but not sent.
#[derive(Clone, Debug, Default)]
pub struct RenderedMessage {
    pub content: String,
    pub embeds: Vec<CreateEmbed>,
    pub components: Vec<CreateActionRow>,
    /// Whom it may ping: one user, or all who are asked in it.
    pub pings: BTreeSet<UserId>,
    /// The message it replies to.
    pub replies_to: Option<MessageRef>,
    pub is_pinned: bool,
    /// As an answer it is for everybody in the channel.
    pub is_public: bool,
    /// Shown in the first embed.
    pub picture: Option<Picture>,
    /// A file to take away: its name and text.
    pub attachment: Option<(String, String)>,
}

impl RenderedMessage {
    pub fn from_text(text: impl AsRef<str>) -> Self {
        Self { content: cut_to_length(text.as_ref(), MAX_CONTENT), ..Self::default() }
    }

    /// Sent in private: which fight it is about, since somebody may be in several.
    fn with_fight_link(mut self, fight_channel: ChannelId) -> Self {
        let place = say!(STYLE, "from-fight", channel = format_channel_link(fight_channel));
        self.content = format!("{}\n{place}", cut_to_length(&self.content, MAX_CONTENT - 50))
            .trim()
            .to_string();
        self
    }

    /// As its reader wants it, and as Discord takes it.
    pub fn into_sendable(self, is_plain_mode: bool) -> Self {
        discord_limits::fit_to_limits(if is_plain_mode {
            plain_mode::to_plain_text(self)
        } else {
            self
        })
    }

    /// As text alone: for when Discord refuses it all the same.
    pub fn to_text_only(&self) -> Self {
        let text = plain_mode::to_plain_text(self.clone());
        Self { components: Vec::new(), replies_to: None, ..text }
    }

    fn allowed_mentions(&self) -> CreateAllowedMentions {
        let known = self.pings.iter().filter(|user| !user.is_forgotten());
        CreateAllowedMentions::new().users(known.take(MAX_PINGS).map(|user| user.0))
    }

    /// Embeds with the picture in the first of them.
    pub fn embeds_with_picture(&self) -> Vec<CreateEmbed> {
        let mut embeds = self.embeds.clone();
        if self.picture.is_some()
            && let Some(first) = embeds.first_mut()
        {
            *first = first.clone().attachment(PICTURE_FILE);
        }
        embeds
    }

    pub fn to_attachments(&self) -> Vec<CreateAttachment> {
        let picture = self.picture.as_ref().map(|picture| {
            CreateAttachment::bytes(&*picture.png, PICTURE_FILE).description(&picture.alt_text)
        });
        let paper = self.attachment.as_ref();
        let paper = paper.map(|(name, text)| CreateAttachment::bytes(text.as_bytes(), name));
        picture.into_iter().chain(paper).collect()
    }

    pub fn to_message(&self) -> CreateMessage {
        let message = match self.replies_to {
            None => CreateMessage::new(),
            Some(MessageRef { channel, message }) => {
                let (channel, message) = (channel.0.into(), message.0.into());
                let about: MessageReference = (channel, message).into();
                // It is worth saying also where that message is gone.
                CreateMessage::new().reference_message(about.fail_if_not_exists(false))
            }
        };
        message
            .add_files(self.to_attachments())
            .content(&self.content)
            .embeds(self.embeds_with_picture())
            .components(self.components.clone())
            .allowed_mentions(self.allowed_mentions())
    }

    pub fn to_edit(&self) -> EditMessage {
        // What was attached before goes, since it is attached anew or not there any more.
        let files =
            self.to_attachments().into_iter().fold(EditAttachments::new(), EditAttachments::add);
        EditMessage::new()
            .attachments(files)
            .content(&self.content)
            .embeds(self.embeds_with_picture())
            .components(self.components.clone())
            .allowed_mentions(self.allowed_mentions())
    }
}

/// Discord refuses what was written, although the gate let it through: it is said as bare text.
pub fn count_refused_message(error: &serenity::Error) {
    metrics::counter!("riposte_mended_total", "what" => "refused").increment(1);
    tracing::warn!(%error, "Discord refuses a message: it is sent as text alone");
}

/// What a parcel looks like. None where there is nothing worth a message.
pub fn render_delivery(delivery: &Delivery) -> Option<RenderedMessage> {
    let is_told = !delivery.record.entries.is_empty();
    let mut written = match &delivery.body {
        MessageBody::Deleted => return None,
        MessageBody::Record => RenderedMessage::default(),
        MessageBody::Turn(card) => turn::render_turn(&delivery.view, card),
        MessageBody::Reminder(card) => reminder::render_reminder(card),
        MessageBody::GmReminder(card) => turn::render_gm_reminder(card),
        MessageBody::Invitation(card) => invitation::render_invitation(delivery.fight, card),
        MessageBody::Prompt(card) => prompt::render_prompt(card, is_told),
        MessageBody::Prompts(cards) => prompt::render_shared_prompts(cards, is_told),
        MessageBody::Summary { awaited: waiting } => {
            let components = set_up::build_join_button(&delivery.view);
            let board = status::render_board(&delivery.view, waiting);
            RenderedMessage { components, is_pinned: true, ..board }
        }
        MessageBody::Notice(notice) => notice::render_notice(notice)?,
        MessageBody::Report(report) => story::render_report(delivery.fight, report),
    };
    written.embeds.extend(record::render_record(
        &delivery.view,
        &delivery.record,
        &written.content,
    ));
    if written.content.is_empty() && written.embeds.is_empty() {
        return None;
    }
    let written = match delivery.audience {
        Audience::Channel(_) => written,
        Audience::Dm(_) => written.with_fight_link(delivery.fight_channel),
    };
    Some(written.into_sendable(delivery.is_plain_text))
}

fn format_paragraphs(narratives: &[Narrative]) -> Vec<String> {
    narratives.iter().flat_map(|telling| narration::narrate(STYLE, telling)).collect()
}

fn render_long_text(text: &str) -> RenderedMessage {
    if text.chars().count() <= MAX_CONTENT {
        return RenderedMessage::from_text(text);
    }
    let embed = CreateEmbed::new().description(cut_to_length(text, MAX_DESCRIPTION));
    RenderedMessage { embeds: vec![embed], ..RenderedMessage::default() }
}

/// What the bot lacks in a channel where a fight is opened.
pub fn format_missing_permissions(missing: &[&str]) -> String {
    say!(STYLE, "rights-missing", rights = FormattedText(format!("**{}**", missing.join("**, **"))))
}

/// What the bot lacks where the rules forbid talk past it: to delete it, or even to mark it.
pub fn format_missing_moderation_permission(
    channel: ChannelId,
    right: &str,
    is_deleting: bool,
) -> String {
    let right = FormattedText(format!("**{right}**"));
    say!(STYLE, "rights-chatter", channel = format_channel_link(channel), right, is_deleting)
}

/// A time as each reader's Discord shows it: "in 3 hours".
fn format_relative_time(time: Timestamp) -> FormattedText {
    FormattedText(format!("<t:{}:R>", time.as_second()))
}

/// A point in time, for what is still read when it is past: "22 November 2026 09:00".
fn format_absolute_time(time: Timestamp) -> FormattedText {
    FormattedText(format!("<t:{}:f>", time.as_second()))
}

fn format_mention(user: UserId) -> FormattedText {
    match user.is_forgotten() {
        true => FormattedText(say!(STYLE, "person-gone")),
        false => FormattedText(format!("<@{}>", user.0)),
    }
}

/// None where there is nobody.
fn format_mentions(users: &BTreeSet<UserId>) -> Option<FormattedText> {
    let all: Vec<String> = users.iter().map(|user| format_mention(*user).0).collect();
    (!all.is_empty()).then(|| FormattedText(all.join(", ")))
}

fn format_channel_link(channel: ChannelId) -> FormattedText {
    FormattedText(format!("<#{}>", channel.0))
}
