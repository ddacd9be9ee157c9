//! What waits for somebody, over all fights: a line each with a link, and buttons for as much as
//! has room.

use serenity::all::{CreateActionRow, CreateEmbed};

use super::text::{cut, escaped, fitting};
use super::{DESCRIPTION, INK, TONGUE, Written, link, prompt, soon, turn};
use crate::app::inbox::{Decision, Waits};
use crate::engine::game::Asked;
use crate::narration::catalogue::Set;
use crate::narration::say;

/// Rows of a message.
const MOST_ROWS: usize = 5;

/// The longest question in a line.
const LONGEST: usize = 200;

pub fn write(all: &[Waits]) -> Written {
    if all.is_empty() {
        return Written::text(say!(TONGUE, "inbox-empty"));
    }
    let lines: Vec<String> = all.iter().map(line).collect();
    let mut rows: Vec<CreateActionRow> = Vec::new();
    for one in all {
        let own = match &one.decision {
            Decision::Prompt(card) if matches!(card.asked, Asked::Lull(_)) => Vec::new(),
            Decision::Prompt(card) => vec![prompt::row(card)],
            Decision::Turn(card) => turn::components(card.id, &card.actors),
        };
        if rows.len() + own.len() <= MOST_ROWS {
            rows.extend(own);
        }
    }
    let embed = CreateEmbed::new()
        .title(say!(TONGUE, "inbox-title", count = all.len()))
        .description(fitting(&lines, DESCRIPTION));
    Written { embeds: vec![embed], components: rows, ..Written::default() }
}

fn line(one: &Waits) -> String {
    let (place, jump) = (link(one.channel), Set(jump(one)));
    match &one.decision {
        Decision::Prompt(card) => {
            let until = card.until.map(soon);
            let what = Set(cut(prompt::question(card).in_short(), LONGEST));
            say!(INK, "inbox-prompt", what, until, place, jump)
        }
        Decision::Turn(card) => {
            let until = card.until.map(soon);
            let names: Vec<String> = card.actors.iter().map(|one| escaped(&one.name)).collect();
            let names = (!names.is_empty()).then(|| Set(names.join(", ")));
            say!(INK, "inbox-turn", names, until, place, jump)
        }
    }
}

/// Where the message is that asks; else the channel.
fn jump(one: &Waits) -> String {
    match &one.message {
        None => format!("https://discord.com/channels/{}/{}", one.guild, one.channel.0),
        Some((at, is_dm)) => {
            let server = if *is_dm { "@me".into() } else { one.guild.to_string() };
            format!("https://discord.com/channels/{server}/{}/{}", at.channel.0, at.message.0)
        }
    }
}
