//! Renders messages from the outbox and replies of the app.
//!
//! The functions are pure: a view goes in, a message comes out. Sentences come from `narration` and
//! its catalogue; this module puts them into content, embeds, buttons and menus, within Discord's
//! limits. Colour or emoji alone never carries meaning.

mod bestiary;
pub mod controls;
mod dice;
mod discord_limits;
mod encounter;
mod follow;
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
pub mod speech;
pub(super) mod status;
pub(super) mod story;
pub mod text;
mod turn;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateMessage, EditAttachments, EditMessage, MessageReference,
};

use super::commands::command_specs;
use super::commands::mentions::CommandIds;
use super::map::{Picture, ThemeName};
use super::reader;
pub use super::reader::{reader_locale, reader_style};
use app::ids::{ChannelId, FightId};
use app::outbox::{Audience, Delivery, MessageBody, MessageRef, Presentation};
use engine::core::ids::UserId;
use engine::game::Narrative;
use narration::catalogue::{FormattedText, Locale, VariantKey};
use narration::dice_marks::DiceNotation;
use narration::{self, Style, say, terms};
use text::{cut_to_length, escape_markdown, join_names};

/// Discord's limits, in characters.
const MAX_CONTENT: usize = 2000;
const MAX_DESCRIPTION: usize = 4096;
const MAX_TITLE: usize = 256;
pub(super) const MAX_FIELD: usize = 1024;
const MAX_BUTTON_LABEL: usize = 80;
const MAX_OPTION: usize = 100;
/// The most options of a menu, rows of a message, and buttons in a row.
const MAX_OPTIONS: usize = 25;
const MAX_ROWS: usize = 5;
const MAX_BUTTONS_PER_ROW: usize = 5;

/// The most users that Discord pings in one message.
const MAX_PINGS: usize = 100;

/// The file name of an attached picture.
const PICTURE_FILE: &str = "map.png";

/// Returns how text is formatted for Discord: text of users escaped, names bold.
pub const fn style_for(locale: Locale) -> Style {
    Style {
        locale,
        escape_text: escape_markdown,
        format_name: format_bold_name,
        format_command: command_specs::format_slash_name,
        system: None,
        dice: DiceNotation::Marks,
    }
}

/// Arranges buttons in as many rows as are needed and a message may have.
fn arrange_in_rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    let rows = buttons.chunks(MAX_BUTTONS_PER_ROW).take(MAX_ROWS);
    rows.map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

fn format_bold_name(name: &str) -> String {
    format!("**{}**", escape_markdown(name))
}

/// A message that is rendered but not sent.
#[derive(Clone, Debug, Default)]
pub struct RenderedMessage {
    pub content: String,
    pub embeds: Vec<CreateEmbed>,
    pub components: Vec<CreateActionRow>,
    /// The users it may ping.
    pub pings: BTreeSet<UserId>,
    /// The message it replies to.
    pub replies_to: Option<MessageRef>,
    pub is_pinned: bool,
    /// As a reply, it is visible to everybody in the channel.
    pub is_public: bool,
    /// The picture that the first embed shows.
    pub picture: Option<Picture>,
    /// The name and text of an attached file.
    pub attachment: Option<(String, String)>,
}

impl RenderedMessage {
    /// Makes a message of a text, which is cut to what Discord takes.
    pub fn from_text(text: impl AsRef<str>) -> Self {
        Self { content: cut_to_length(text.as_ref(), MAX_CONTENT), ..Self::default() }
    }

    /// Adds a link to the fight's channel, because the reader of a direct message may be in several
    /// fights.
    fn with_fight_link(mut self, fight_channel: ChannelId) -> Self {
        let place =
            say!(reader_style(), "from-fight", channel = format_channel_link(fight_channel));
        self.content = format!("{}\n{place}", cut_to_length(&self.content, MAX_CONTENT - 50))
            .trim()
            .to_string();
        self
    }

    /// Converts the message to what its reader wants, and fits it into Discord's limits.
    pub fn into_sendable(self, presentation: Presentation) -> Self {
        let converted = match presentation {
            Presentation::Rich => dice::show_dice_as_faces_or_emoji(self),
            Presentation::LightPictures => {
                let picture = self.picture.map(|picture| picture.in_theme(ThemeName::Light));
                dice::show_dice_as_faces_or_emoji(Self { picture, ..self })
            }
            Presentation::PlainText => plain_mode::to_plain_text(dice::show_dice_in_words(self)),
        };
        discord_limits::fit_to_limits(converted)
    }

    /// Makes the commands that the message names mentions that can be tapped, except in plain text.
    /// Called last, so that the ids of commands are no part of what is compared or cut.
    pub(super) fn with_command_mentions(
        &self,
        ids: &CommandIds,
        presentation: Presentation,
    ) -> Self {
        match presentation {
            Presentation::PlainText => self.clone(),
            Presentation::Rich | Presentation::LightPictures => {
                discord_limits::replace_command_names_within_limits(self, ids)
            }
        }
    }

    /// Reduces the message to plain text, for when Discord rejects the full one.
    pub fn to_text_only(&self) -> Self {
        let text = plain_mode::to_plain_text(self.clone());
        Self { components: Vec::new(), replies_to: None, ..text }
    }

    /// Keeps what needs no permission but that to send messages: text and controls.
    pub fn to_text_with_controls(&self) -> Self {
        Self { replies_to: None, ..plain_mode::to_plain_text_without_file(self) }
    }

    /// Whether it has nothing but text and controls.
    pub fn is_text_with_controls(&self) -> bool {
        self.embeds.is_empty()
            && self.picture.is_none()
            && self.attachment.is_none()
            && self.replies_to.is_none()
    }

    /// Replaces everything that the message says, because the server does not allow it. Pings and
    /// controls stay.
    pub fn to_blocked_notice_keeping_controls(&self) -> Self {
        let users = self.pings.iter().take(MAX_PINGS).map(|user| format_mention(*user).0);
        let notice = say!(reader_style(), "message-blocked");
        let content = users.chain([notice]).collect::<Vec<_>>().join(" ");
        Self {
            content,
            embeds: Vec::new(),
            picture: None,
            attachment: None,
            replies_to: None,
            ..self.clone()
        }
    }

    /// Allows pings of no one but [`Self::pings`].
    fn allowed_mentions(&self) -> CreateAllowedMentions {
        let users = self.pings.iter().filter(|user| !user.is_forgotten());
        CreateAllowedMentions::new().users(users.take(MAX_PINGS).map(|user| user.0))
    }

    /// Returns the embeds, with the picture in the first of them.
    pub fn embeds_with_picture_in_first(&self) -> Vec<CreateEmbed> {
        let mut embeds = self.embeds.clone();
        if self.picture.is_some()
            && let Some(first) = embeds.first_mut()
        {
            *first = first.clone().attachment(PICTURE_FILE);
        }
        embeds
    }

    /// Returns the files of the message: its picture with a description, and its text file, as far
    /// as it has them.
    pub fn to_attachments(&self) -> Vec<CreateAttachment> {
        let picture = self.picture.as_ref().map(|picture| {
            CreateAttachment::bytes(&*picture.png, PICTURE_FILE).description(&picture.alt_text)
        });
        let file = self.attachment.as_ref();
        let file = file.map(|(name, text)| CreateAttachment::bytes(text.as_bytes(), name));
        picture.into_iter().chain(file).collect()
    }

    /// Converts the message for posting. If it replies to a message that is gone, it is posted all
    /// the same.
    pub fn to_message(&self) -> CreateMessage {
        let message = match self.replies_to {
            None => CreateMessage::new(),
            Some(MessageRef { channel, message }) => {
                let (channel, message) = (channel.0.into(), message.0.into());
                let reference: MessageReference = (channel, message).into();
                // The message is still worth sending if the original has been deleted.
                CreateMessage::new().reference_message(reference.fail_if_not_exists(false))
            }
        };
        message
            .add_files(self.to_attachments())
            .content(&self.content)
            .embeds(self.embeds_with_picture_in_first())
            .components(self.components.clone())
            .allowed_mentions(self.allowed_mentions())
    }

    /// Returns the edit that replaces a message by this one, with all its attachments.
    pub fn to_edit(&self) -> EditMessage {
        // This replaces all attachments of the message.
        let files =
            self.to_attachments().into_iter().fold(EditAttachments::new(), EditAttachments::add);
        EditMessage::new()
            .attachments(files)
            .content(&self.content)
            .embeds(self.embeds_with_picture_in_first())
            .components(self.components.clone())
            .allowed_mentions(self.allowed_mentions())
    }
}

/// Counts and logs a message that Discord rejects although it was fitted to the limits. The caller
/// sends it as plain text instead.
pub fn count_refused_message(error: &serenity::Error) {
    metrics::counter!("riposte_mended_total", "what" => "refused").increment(1);
    tracing::warn!(%error, "Discord refused a message; sending its text alone");
}

/// Renders a delivery in the language of its audience. Returns `None` if it has no content worth a
/// message.
pub fn render_delivery(delivery: &Delivery) -> Option<RenderedMessage> {
    let locale = reader::locale_for_tag(delivery.language.as_deref());
    reader::render_in_locale(locale, || render_delivery_for_reader(delivery))
}

/// Renders a delivery in the language and style that are set for its reader; `None` if it shows no
/// message.
fn render_delivery_for_reader(delivery: &Delivery) -> Option<RenderedMessage> {
    let mut rendered = render_body(delivery)?;
    rendered.embeds.extend(record::render_record_not_in_text_above(
        &delivery.view,
        &delivery.record,
        &rendered.content,
    ));
    // The question stands in the channel as well, and says who must answer it.
    if is_waiting_turn_in_channel(delivery) && !rendered.embeds.is_empty() {
        rendered.content.clear();
    }
    if rendered.content.is_empty() && rendered.embeds.is_empty() {
        return None;
    }
    let rendered = match delivery.audience {
        Audience::Channel(_) => rendered,
        Audience::Dm(_) => rendered.with_fight_link(delivery.fight_channel),
    };
    Some(rendered.into_sendable(delivery.presentation))
}

/// Renders the body of a delivery, without the record of what happened. `None` for a delivery that
/// is no message, and for a notice that has nothing to tell.
fn render_body(delivery: &Delivery) -> Option<RenderedMessage> {
    let has_narrative = !delivery.record.entries.is_empty();
    Some(match &delivery.body {
        MessageBody::Deleted
        | MessageBody::OpenThread(_)
        | MessageBody::ArchiveOrReopenThread { .. }
        | MessageBody::SpeechDeleted { .. } => return None,
        MessageBody::Speech(card) => {
            speech::render_speech_as_embed_or_plain_text(card, delivery.presentation)
        }
        MessageBody::Record => RenderedMessage::default(),
        MessageBody::Turn(card) => turn::render_turn(&delivery.view, card),
        MessageBody::Reminder(card) => reminder::render_reminder(card),
        MessageBody::GmReminder(card) => turn::render_gm_reminder(card),
        MessageBody::Invitation(card) => {
            invitation::render_out_of_turn_invitation(delivery.fight, card)
        }
        MessageBody::Prompt(card) => prompt::render_prompt(card, has_narrative),
        MessageBody::Prompts(cards) => {
            prompt::render_shared_prompts_unless_all_told(cards, has_narrative)
        }
        MessageBody::Summary { awaited } => {
            let components = set_up::build_join_button_before_start(&delivery.view);
            let board = status::render_board(&delivery.view, awaited);
            RenderedMessage { components, is_pinned: true, ..board }
        }
        MessageBody::Notice(notice) => notice::render_notice(notice)?,
        MessageBody::RoundDigest(digest) => {
            follow::render_round_digest(delivery.fight, &delivery.view, digest)
        }
        MessageBody::Report(report) => story::render_report(delivery.fight, report),
    })
}

/// Returns whether a delivery shows a turn in the channel in which nothing can be done, because
/// others must answer first.
fn is_waiting_turn_in_channel(delivery: &Delivery) -> bool {
    matches!(delivery.audience, Audience::Channel(_))
        && matches!(&delivery.body, MessageBody::Turn(card) if !card.awaited_names.is_empty())
}

pub(super) fn format_paragraphs(narratives: &[Narrative]) -> Vec<String> {
    narration::narrate_all_merging_joins(reader_style(), narratives)
}

/// Renders a text as the content of a message, or as an embed if it is too long for that. What does
/// not fit into an embed is cut.
pub fn render_long_text(text: &str) -> RenderedMessage {
    if text.chars().count() <= MAX_CONTENT {
        return RenderedMessage::from_text(text);
    }
    let embed = CreateEmbed::new().description(cut_to_length(text, MAX_DESCRIPTION));
    RenderedMessage { embeds: vec![embed], ..RenderedMessage::default() }
}

/// Formats which permissions the bot lacks in the channel where a fight is opened.
pub fn format_missing_permissions(missing: &[&str]) -> String {
    say!(reader_style(), "rights-missing", rights = format_permissions(missing))
}

/// Formats the names of permissions as the reader's Discord has them in its settings.
pub fn format_permissions(names: &[&str]) -> FormattedText {
    let translate = |name: &&str| {
        let key = name.to_lowercase();
        let name =
            say!(reader_locale(), "permission", permission = VariantKey(&key), named = **name);
        format!("**{name}**")
    };
    FormattedText(join_names(&names.iter().map(translate).collect::<Vec<_>>()))
}

/// Formats the name of the thread of a fight: the system and the number of the fight.
pub fn format_thread_name(system: &str, fight: FightId) -> String {
    let system = terms::system_name(reader_locale(), system);
    say!(reader_locale(), "thread-name", system, number = fight.to_string())
}

/// Returns the names that the thread of a fight may have: a try before may have named it in
/// another language.
pub fn thread_names_in_all_languages(system: &str, fight: FightId) -> Vec<String> {
    let name_in = |locale| reader::render_in_locale(locale, || format_thread_name(system, fight));
    Locale::all().map(name_in).collect()
}

/// Formats the first message of a forum post that is opened for a fight.
pub fn format_first_post(system: &str) -> String {
    say!(reader_locale(), "thread-first-post", system = terms::system_name(reader_locale(), system))
}

/// What the bot does to chat messages that the fight's settings forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModerationAct {
    Delete,
    /// Adds a reaction, which the bot does where it may not delete.
    Mark,
}

/// Formats which permission the bot lacks for an act on chat messages.
pub fn format_missing_moderation_permission(
    channel: ChannelId,
    permission: &str,
    act: ModerationAct,
) -> String {
    let right = format_permissions(&[permission]);
    let is_deleting = act == ModerationAct::Delete;
    say!(
        reader_style(),
        "rights-chatter",
        channel = format_channel_link(channel),
        right,
        is_deleting
    )
}

/// Formats a time that Discord shows relative to now: "in 3 hours".
fn format_relative_time(time: Timestamp) -> FormattedText {
    FormattedText(format!("<t:{}:R>", time.as_second()))
}

/// Formats a time that Discord shows as a date, for text that is read later: "22 November 2026
/// 09:00".
fn format_absolute_time(time: Timestamp) -> FormattedText {
    FormattedText(format!("<t:{}:f>", time.as_second()))
}

/// Formats a mention of a user, or says that a user who was forgotten is gone.
fn format_mention(user: UserId) -> FormattedText {
    match user.is_forgotten() {
        true => FormattedText(say!(reader_style(), "person-gone")),
        false => FormattedText(format!("<@{}>", user.0)),
    }
}

/// Returns `None` if there are no users.
fn format_mentions(users: &BTreeSet<UserId>) -> Option<FormattedText> {
    let mentions: Vec<String> = users.iter().map(|user| format_mention(*user).0).collect();
    (!mentions.is_empty()).then(|| FormattedText(join_names(&mentions)))
}

fn format_channel_link(channel: ChannelId) -> FormattedText {
    FormattedText(format!("<#{}>", channel.0))
}
