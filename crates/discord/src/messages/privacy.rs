//! Renders the data that is stored about a user, with buttons to download or delete it.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::set_up::{build_button, run_command_id};
use super::text::join_names;
use super::{RenderedMessage, format_channel_link, reader_locale, reader_style, render_long_text};
use app::ids::ChannelId;
use app::privacy::{PrivacyReply, StoredPersonalData};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::say;

/// Renders what is stored about a user, the file of it, or how their deletion stands.
pub fn render_privacy_reply(privacy: &PrivacyReply) -> RenderedMessage {
    match privacy {
        PrivacyReply::Summary(stored) => render_stored_data(stored),
        PrivacyReply::File(name, text) => RenderedMessage {
            content: say!(reader_style(), "privacy-file"),
            attachment: Some((name.clone(), text.clone())),
            ..RenderedMessage::default()
        },
        PrivacyReply::ConfirmDelete(stored) => render_delete_confirmation(stored),
        PrivacyReply::StillGm(channels) => {
            let links: Vec<String> = channels
                .iter()
                .map(|channel: &ChannelId| format_channel_link(*channel).0)
                .collect();
            let channels = FormattedText(join_names(&links));
            render_long_text(&say!(reader_style(), "privacy-leads", channels))
        }
        PrivacyReply::Deleted => {
            RenderedMessage::from_text(say!(reader_style(), "privacy-deleted"))
        }
    }
}

/// Renders what is stored about a user, with buttons that send it as a file and that delete it.
fn render_stored_data(stored: &StoredPersonalData) -> RenderedMessage {
    let first = say!(reader_style(), "privacy-kept");
    let how = say!(reader_style(), "privacy-how");
    let text = format!("{first}\n{}\n{how}", format_stored_data(stored));
    let take = say!(reader_locale(), "privacy-take");
    let delete = say!(reader_locale(), "privacy-delete");
    let buttons = [
        (take, ButtonStyle::Secondary, privacy_command("file")),
        (delete, ButtonStyle::Danger, privacy_command("delete")),
    ];
    with_buttons(render_long_text(&text), buttons)
}

/// Asks a user whether their data is really to be deleted, with a button for each answer.
fn render_delete_confirmation(stored: &StoredPersonalData) -> RenderedMessage {
    let question = say!(
        reader_style(),
        "privacy-sure",
        open = stored.open_fight_count,
        fights = stored.fight_count
    );
    let delete = say!(reader_locale(), "privacy-delete-this");
    let keep = say!(reader_locale(), "privacy-keep");
    let buttons = [
        (delete, ButtonStyle::Danger, privacy_command("delete").with("sure", true)),
        (keep, ButtonStyle::Secondary, Command::new("privacy")),
    ];
    with_buttons(render_long_text(&question), buttons)
}

fn privacy_command(action: &str) -> Command {
    Command::new("privacy").with("do", action)
}

fn with_buttons<const N: usize>(
    rendered: RenderedMessage,
    buttons: [(String, ButtonStyle, Command); N],
) -> RenderedMessage {
    let buttons = buttons.into_iter();
    let buttons = buttons
        .filter_map(|(label, style, command)| build_button(&label, style, run_command_id(command)));
    RenderedMessage { components: vec![CreateActionRow::Buttons(buttons.collect())], ..rendered }
}

/// Formats how much is stored about a user, a line for each kind.
fn format_stored_data(stored: &StoredPersonalData) -> String {
    let StoredPersonalData {
        sheet_count: sheets,
        template_count: templates,
        has_time_settings: has_time,
        has_presentation: is_plain,
        has_language: is_known,
        secret_dice_days: days_of_dice,
        ..
    } = *stored;
    let lines = [
        say!(reader_style(), "privacy-shelf", sheets, templates),
        say!(reader_style(), "privacy-settings", has_time, is_plain),
        say!(reader_style(), "privacy-language", is_known),
        say!(reader_style(), "privacy-dice", days = days_of_dice),
        say!(
            reader_style(),
            "privacy-fights",
            fights = stored.fight_count,
            inputs = stored.input_count
        ),
    ];
    lines.map(|line| format!("- {line}")).join("\n")
}
