//! What is kept about somebody, as they are told of it, and the buttons to take it or have it
//! deleted.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::set_up::{build_button, run_command_id as saying};
use super::{LOCALE, RenderedMessage, STYLE, format_channel_link, render_long_text};
use app::ids::ChannelId;
use app::privacy::{PrivacyReply, StoredPersonalData};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::say;

pub fn render_privacy(privacy: &PrivacyReply) -> RenderedMessage {
    match privacy {
        PrivacyReply::Summary(kept) => {
            let (first, how) = (say!(STYLE, "privacy-kept"), say!(STYLE, "privacy-how"));
            let buttons = [
                (say!(LOCALE, "privacy-take"), ButtonStyle::Secondary, privacy_command("file")),
                (say!(LOCALE, "privacy-delete"), ButtonStyle::Danger, privacy_command("delete")),
            ];
            with_buttons(
                render_long_text(&format!("{first}\n{}\n{how}", format_stored_data(kept))),
                buttons,
            )
        }
        PrivacyReply::File(name, text) => RenderedMessage {
            content: say!(STYLE, "privacy-file"),
            attachment: Some((name.clone(), text.clone())),
            ..RenderedMessage::default()
        },
        PrivacyReply::ConfirmDelete(kept) => {
            let sure = say!(
                STYLE,
                "privacy-sure",
                open = kept.open_fight_count,
                fights = kept.fight_count
            );
            let delete = privacy_command("delete").with("sure", true);
            let buttons = [
                (say!(LOCALE, "privacy-delete-this"), ButtonStyle::Danger, delete),
                (say!(LOCALE, "privacy-keep"), ButtonStyle::Secondary, Command::new("privacy")),
            ];
            with_buttons(render_long_text(&sure), buttons)
        }
        PrivacyReply::StillGm(channels) => {
            let links: Vec<String> =
                channels.iter().map(|one: &ChannelId| format_channel_link(*one).0).collect();
            render_long_text(&say!(
                STYLE,
                "privacy-leads",
                channels = FormattedText(links.join(", "))
            ))
        }
        PrivacyReply::Deleted => RenderedMessage::from_text(say!(STYLE, "privacy-deleted")),
    }
}

fn privacy_command(action: &str) -> Command {
    Command::new("privacy").with("do", action)
}

fn with_buttons<const N: usize>(
    rendered: RenderedMessage,
    buttons: [(String, ButtonStyle, Command); N],
) -> RenderedMessage {
    let buttons = buttons.into_iter();
    let buttons =
        buttons.filter_map(|(label, style, words)| build_button(&label, style, saying(words)));
    RenderedMessage { components: vec![CreateActionRow::Buttons(buttons.collect())], ..rendered }
}

fn format_stored_data(kept: &StoredPersonalData) -> String {
    let StoredPersonalData {
        sheet_count: sheets,
        template_count: templates,
        has_time_settings: has_time,
        is_plain_text: is_plain,
        secret_dice_days: days_of_dice,
        ..
    } = *kept;
    let lines = [
        say!(STYLE, "privacy-shelf", sheets, templates),
        say!(STYLE, "privacy-settings", has_time, is_plain),
        say!(STYLE, "privacy-dice", days = days_of_dice),
        say!(STYLE, "privacy-fights", fights = kept.fight_count, inputs = kept.input_count),
    ];
    lines.map(|line| format!("- {line}")).join("\n")
}
