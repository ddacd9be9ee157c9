//! What was done, as its audience was told: who acted and in which round, then a paragraph for
//! each thing that happened.

use serenity::all::CreateEmbed;

use super::text::{cut, escaped, fitting};
use super::{DESCRIPTION, INK, TITLE, TONGUE, paragraphs};
use crate::app::outbox::{Record, Recorded};
use crate::engine::view::{Camp, MemberView, View};
use crate::narration::catalogue::Set;
use crate::narration::{say, words};

/// The colours of the camps, as on the maps.
const BLUE: u32 = 0x3b_82_f6;
const RED: u32 = 0xef_44_44;
const GREY: u32 = 0x9c_a3_af;

/// The most who are named in a title.
const MOST_NAMED: usize = 3;

/// None where nothing was told that does not stand above it already. Its colour is that of the camp
/// of who acted.
pub fn embed(view: &View, record: &Record, above: &str) -> Option<CreateEmbed> {
    let mut lines = lines(record);
    lines.retain(|line| !above.contains(line.as_str()));
    let embed = CreateEmbed::new().description(fitting(&lines, DESCRIPTION));
    let embed = embed.colour(colour(view, record));
    let embed = match title(view, record) {
        Some(title) => embed.title(cut(&title, TITLE)),
        None => embed,
    };
    let embed = match &record.portrait {
        Some(address) => embed.thumbnail(address),
        None => embed,
    };
    (!lines.is_empty()).then_some(embed)
}

fn colour(view: &View, record: &Record) -> u32 {
    let acted = |one: &&MemberView| match record.actors.is_empty() {
        true => in_groups(view, record).any(|known| known.id == one.id),
        false => record.actors.iter().any(|(who, _)| *who == one.id),
    };
    let camps: Vec<Camp> = view.everybody().filter(acted).map(|one| one.camp).collect();
    match camps.first() {
        Some(first) if camps.iter().all(|camp| camp == first) => match first {
            Camp::Players => BLUE,
            Camp::Foes => RED,
            Camp::Others => GREY,
        },
        _ => GREY,
    }
}

/// Those whose time it was, where nobody is named.
fn in_groups<'a>(view: &'a View, record: &'a Record) -> impl Iterator<Item = &'a MemberView> {
    let groups = view.groups.iter().filter(|group| record.groups.contains(&group.key));
    groups.flat_map(|group| &group.members)
}

/// A line for each thing that happened; what was taken back is struck through.
pub fn lines(record: &Record) -> Vec<String> {
    record.told.iter().flat_map(told).collect()
}

fn told(one: &Recorded) -> Vec<String> {
    let lines = paragraphs(std::slice::from_ref(&one.telling)).into_iter();
    let strike = |text: String| match one.is_undone {
        true => say!(INK, "told-undone", text = Set(text)),
        false => text,
    };
    lines.map(strike).collect()
}

fn title(view: &View, record: &Record) -> Option<String> {
    let round = record.round?;
    let names = record.actors.iter().map(|(_, name)| escaped(name)).collect::<Vec<_>>();
    let names = match (names.len(), record.groups.as_slice()) {
        (1..=MOST_NAMED, _) => Some(Set(names.join(", "))),
        (_, [group]) if view.groups.len() > 1 => Some(Set(words::group(TONGUE, group))),
        _ => None,
    };
    (round > 0 || names.is_some()).then(|| say!(TONGUE, "record-title", names, round))
}
