//! What is kept about somebody, as they are told of it, and the buttons to take it or have it
//! deleted.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::set_up::{button, say as saying};
use super::{LOCALE, STYLE, Written, link, long};
use app::ids::ChannelId;
use app::privacy::{Kept, Privacy};
use engine::command::Command;
use narration::catalogue::Set;
use narration::say;

pub fn write(privacy: &Privacy) -> Written {
    match privacy {
        Privacy::Shown(kept) => {
            let (first, how) = (say!(STYLE, "privacy-kept"), say!(STYLE, "privacy-how"));
            let buttons = [
                (say!(LOCALE, "privacy-take"), ButtonStyle::Secondary, about("file")),
                (say!(LOCALE, "privacy-delete"), ButtonStyle::Danger, about("delete")),
            ];
            with(long(&format!("{first}\n{}\n{how}", list(kept))), buttons)
        }
        Privacy::File(name, text) => Written {
            content: say!(STYLE, "privacy-file"),
            paper: Some((name.clone(), text.clone())),
            ..Written::default()
        },
        Privacy::AskedToDelete(kept) => {
            let sure = say!(STYLE, "privacy-sure", open = kept.open_fights, fights = kept.fights);
            let delete = about("delete").with("sure", true);
            let buttons = [
                (say!(LOCALE, "privacy-delete-this"), ButtonStyle::Danger, delete),
                (say!(LOCALE, "privacy-keep"), ButtonStyle::Secondary, Command::new("privacy")),
            ];
            with(long(&sure), buttons)
        }
        Privacy::Leads(channels) => {
            let links: Vec<String> = channels.iter().map(|one: &ChannelId| link(*one).0).collect();
            long(&say!(STYLE, "privacy-leads", channels = Set(links.join(", "))))
        }
        Privacy::Deleted => Written::text(say!(STYLE, "privacy-deleted")),
    }
}

fn about(what: &str) -> Command {
    Command::new("privacy").with("do", what)
}

fn with<const N: usize>(written: Written, buttons: [(String, ButtonStyle, Command); N]) -> Written {
    let buttons = buttons.into_iter();
    let buttons = buttons.filter_map(|(label, style, words)| button(&label, style, saying(words)));
    Written { components: vec![CreateActionRow::Buttons(buttons.collect())], ..written }
}

fn list(kept: &Kept) -> String {
    let Kept { sheets, templates, has_time, is_plain, days_of_dice, .. } = *kept;
    let lines = [
        say!(STYLE, "privacy-shelf", sheets, templates),
        say!(STYLE, "privacy-settings", has_time, is_plain),
        say!(STYLE, "privacy-dice", days = days_of_dice),
        say!(STYLE, "privacy-fights", fights = kept.fights, inputs = kept.inputs),
    ];
    lines.map(|line| format!("- {line}")).join("\n")
}
