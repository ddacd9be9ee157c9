//! What things look like: letters of the outbox and replies of the app as messages.
//!
//! A view in, a message out, nothing asked or remembered. Sentences come from `narration` and its
//! catalogue; here they are put into content, embeds, buttons and menus, and cut to what Discord
//! takes. Meaning
//! is never carried by colour or emoji alone.

pub mod controls;
mod forecast;
pub mod forms;
mod gate;
mod guide;
mod inbox;
mod invitation;
pub mod missed;
mod notice;
mod nudge;
pub mod orders;
mod plain;
mod privacy;
pub mod prompt;
mod record;
pub mod reply;
mod roll;
pub mod set_up;
pub mod shelf;
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

use super::commands::table;
use super::map::Picture;
use app::ids::ChannelId;
use app::outbox::{Audience, Letter, MessageRef, Parcel};
use engine::game::Telling;
use engine::ids::UserId;
use narration::catalogue::{Locale, Set};
use narration::say;
use narration::{self, Style};
use text::{cut, escaped};

/// Discord's limits, in characters.
const CONTENT: usize = 2000;
const DESCRIPTION: usize = 4096;
const TITLE: usize = 256;
pub(super) const FIELD: usize = 1024;
const BUTTON: usize = 80;
const OPTION: usize = 100;
/// The most of one menu, of a message's rows, and of buttons in a row.
const MOST_OPTIONS: usize = 25;
const MOST_ROWS: usize = 5;
const BUTTONS_A_ROW: usize = 5;

/// The most users that one message may ping.
const MOST_PINGS: usize = 100;

/// The name of the file a picture is attached as.
const PICTURE: &str = "map.png";

/// The language of the bot.
pub const LOCALE: Locale = Locale::ENGLISH;

/// How users' words are set on Discord: escaped, names bold.
pub const STYLE: Style =
    Style { locale: LOCALE, text: escaped, name: bold, command: table::typed, system: None };

/// As many rows as these buttons need and a message has.
fn in_rows(buttons: &[CreateButton]) -> Vec<CreateActionRow> {
    let rows = buttons.chunks(BUTTONS_A_ROW).take(MOST_ROWS);
    rows.map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

fn bold(name: &str) -> String {
    format!("**{}**", escaped(name))
}

/// A message, written but not sent.
#[derive(Clone, Debug, Default)]
pub struct Written {
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
    pub paper: Option<(String, String)>,
}

impl Written {
    pub fn text(text: impl AsRef<str>) -> Self {
        Self { content: cut(text.as_ref(), CONTENT), ..Self::default() }
    }

    /// Sent in private: which fight it is about, since somebody may be in several.
    fn from(mut self, home: ChannelId) -> Self {
        let place = say!(STYLE, "from-fight", channel = link(home));
        self.content = format!("{}\n{place}", cut(&self.content, CONTENT - 50)).trim().to_string();
        self
    }

    /// As its reader wants it, and as Discord takes it.
    pub fn read(self, is_plain: bool) -> Self {
        gate::fit(if is_plain { plain::plain(self) } else { self })
    }

    /// As text alone: for when Discord refuses it all the same.
    pub fn bare(&self) -> Self {
        let text = plain::plain(self.clone());
        Self { components: Vec::new(), replies_to: None, ..text }
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let known = self.pings.iter().filter(|user| !user.is_gone());
        CreateAllowedMentions::new().users(known.take(MOST_PINGS).map(|user| user.0))
    }

    /// Embeds with the picture in the first of them.
    pub fn embeds(&self) -> Vec<CreateEmbed> {
        let mut embeds = self.embeds.clone();
        if self.picture.is_some()
            && let Some(first) = embeds.first_mut()
        {
            *first = first.clone().attachment(PICTURE);
        }
        embeds
    }

    pub fn files(&self) -> Vec<CreateAttachment> {
        let picture = self.picture.as_ref().map(|picture| {
            CreateAttachment::bytes(&*picture.png, PICTURE).description(&picture.alt)
        });
        let paper = self.paper.as_ref();
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
            .add_files(self.files())
            .content(&self.content)
            .embeds(self.embeds())
            .components(self.components.clone())
            .allowed_mentions(self.mentions())
    }

    pub fn to_edit(&self) -> EditMessage {
        // What was attached before goes, since it is attached anew or not there any more.
        let files = self.files().into_iter().fold(EditAttachments::new(), EditAttachments::add);
        EditMessage::new()
            .attachments(files)
            .content(&self.content)
            .embeds(self.embeds())
            .components(self.components.clone())
            .allowed_mentions(self.mentions())
    }
}

/// Discord refuses what was written, although the gate let it through: it is said as bare text.
pub fn count_refused(error: &serenity::Error) {
    metrics::counter!("riposte_mended_total", "what" => "refused").increment(1);
    tracing::warn!(%error, "Discord refuses a message: it is sent as text alone");
}

/// What a parcel looks like. None where there is nothing worth a message.
pub fn write(parcel: &Parcel) -> Option<Written> {
    let is_told = !parcel.record.told.is_empty();
    let mut written = match &parcel.letter {
        Letter::Gone => return None,
        Letter::Record => Written::default(),
        Letter::Turn(card) => turn::card(&parcel.view, card),
        Letter::Nudge(card) => nudge::card(card),
        Letter::Reminder(card) => turn::reminder(card),
        Letter::Invitation(card) => invitation::card(parcel.fight, card),
        Letter::Prompt(card) => prompt::card(card, is_told),
        Letter::Prompts(cards) => prompt::shared(cards, is_told),
        Letter::Summary { waiting } => {
            let components = set_up::join_button(&parcel.view);
            let board = status::board(&parcel.view, waiting);
            Written { components, is_pinned: true, ..board }
        }
        Letter::Notice(notice) => notice::write(notice)?,
        Letter::Report(report) => story::card(parcel.fight, report),
    };
    written.embeds.extend(record::embed(&parcel.view, &parcel.record, &written.content));
    if written.content.is_empty() && written.embeds.is_empty() {
        return None;
    }
    let written = match parcel.to {
        Audience::Channel(_) => written,
        Audience::Dm(_) => written.from(parcel.home),
    };
    Some(written.read(parcel.is_plain))
}

fn paragraphs(tellings: &[Telling]) -> Vec<String> {
    tellings.iter().flat_map(|telling| narration::tell(STYLE, telling)).collect()
}

fn long(text: &str) -> Written {
    if text.chars().count() <= CONTENT {
        return Written::text(text);
    }
    let embed = CreateEmbed::new().description(cut(text, DESCRIPTION));
    Written { embeds: vec![embed], ..Written::default() }
}

/// What the bot lacks in a channel where a fight is opened.
pub fn missing_rights(missing: &[&str]) -> String {
    say!(STYLE, "rights-missing", rights = Set(format!("**{}**", missing.join("**, **"))))
}

/// What the bot lacks where the rules forbid talk past it: to delete it, or even to mark it.
pub fn chatter_right(channel: ChannelId, right: &str, is_deleting: bool) -> String {
    let right = Set(format!("**{right}**"));
    say!(STYLE, "rights-chatter", channel = link(channel), right, is_deleting)
}

/// A time as each reader's Discord shows it: "in 3 hours".
fn soon(at: Timestamp) -> Set {
    Set(format!("<t:{}:R>", at.as_second()))
}

/// A point in time, for what is still read when it is past: "22 November 2026 09:00".
fn point(at: Timestamp) -> Set {
    Set(format!("<t:{}:f>", at.as_second()))
}

fn mention(user: UserId) -> Set {
    match user.is_gone() {
        true => Set(say!(STYLE, "person-gone")),
        false => Set(format!("<@{}>", user.0)),
    }
}

/// None where there is nobody.
fn mentions(users: &BTreeSet<UserId>) -> Option<Set> {
    let all: Vec<String> = users.iter().map(|user| mention(*user).0).collect();
    (!all.is_empty()).then(|| Set(all.join(", ")))
}

fn link(channel: ChannelId) -> Set {
    Set(format!("<#{}>", channel.0))
}
