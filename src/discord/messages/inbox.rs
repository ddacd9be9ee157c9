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
    let embed = CreateEmbed::new()
        .title(say!(TONGUE, "inbox-title", count = all.len()))
        .description(fitting(&lines, DESCRIPTION));
    Written { embeds: vec![embed], components: rows(all), ..Written::default() }
}

/// The rows of each that has room: of a turn all, of a question at least the first, and more
/// where there is room when all have theirs.
fn rows(all: &[Waits]) -> Vec<CreateActionRow> {
    let own: Vec<Vec<CreateActionRow>> = all.iter().map(|one| own(one, all.len() > 1)).collect();
    let mut free = MOST_ROWS;
    let mut kept = vec![0; own.len()];
    for is_first in [true, false] {
        for ((one, own), kept) in all.iter().zip(&own).zip(&mut kept) {
            let more = match &one.decision {
                Decision::Turn(_) if own.len() - *kept > free => 0,
                Decision::Prompt(_) if is_first => own.len().min(1).min(free),
                Decision::Turn(_) | Decision::Prompt(_) => (own.len() - *kept).min(free),
            };
            *kept += more;
            free -= more;
        }
    }
    own.into_iter().zip(kept).flat_map(|(own, kept)| own.into_iter().take(kept)).collect()
}

fn own(one: &Waits, is_among_others: bool) -> Vec<CreateActionRow> {
    match &one.decision {
        Decision::Prompt(card) if matches!(card.asked, Asked::Lull(_)) => Vec::new(),
        Decision::Prompt(card) => prompt::rows(card, is_among_others, MOST_ROWS),
        Decision::Turn(card) => turn::controls(card.id, &card.actors).rows,
    }
}

fn line(one: &Waits) -> String {
    let (place, jump) = (link(one.channel), Set(jump(one)));
    match &one.decision {
        Decision::Prompt(card) => {
            let until = card.until.map(soon);
            let what = cut(prompt::question(card).in_short(), LONGEST);
            let what = Set(what + &prompt::kept(card));
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
