//! What was done, as its audience was told: who acted and in which round, then a paragraph for
//! each thing that happened.

use serenity::all::CreateEmbed;

use super::text::{cut, escaped, fitting};
use super::{DESCRIPTION, LOCALE, STYLE, TITLE, bold, paragraphs};
use app::outbox::{Record, Recorded};
use engine::ids::CombatantId;
use engine::view::{Camp, MemberView, View};
use narration::catalogue::Set;
use narration::{say, words};

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
    // Of whoever is named first.
    let is_first = |name: &str| lines.first().is_some_and(|line| line.starts_with(&bold(name)));
    let mut faces = record.faces.iter();
    let face = faces.find(|(name, _)| is_first(name)).map(|(_, face)| face);
    let embed = match record.portrait.as_ref().or(face) {
        Some(address) => embed.thumbnail(address),
        None => embed,
    };
    (!lines.is_empty()).then_some(embed)
}

fn colour(view: &View, record: &Record) -> u32 {
    let camps: Vec<Camp> = acted(view, record).iter().map(|one| one.camp).collect();
    match camps.first() {
        Some(first) if camps.iter().all(|camp| camp == first) => match first {
            Camp::Players => BLUE,
            Camp::Foes => RED,
            Camp::Others => GREY,
        },
        _ => GREY,
    }
}

/// Those who could act then: of the groups whose time it was, where that is told.
fn acted<'a>(view: &'a View, record: &Record) -> Vec<&'a MemberView> {
    let groups = view.groups.iter().filter(|group| record.groups.contains(&group.key));
    let in_groups: Vec<&MemberView> = groups.flat_map(|group| &group.members).collect();
    let is_actor = |one: &&MemberView| record.actors.iter().any(|(who, _)| *who == one.id);
    match (record.actors.is_empty(), in_groups.iter().any(is_actor)) {
        (true, _) => in_groups,
        (false, true) => in_groups.into_iter().filter(is_actor).collect(),
        (false, false) => view.everybody().filter(is_actor).collect(),
    }
}

/// A line for each thing that happened; what was taken back is struck through.
pub fn lines(record: &Record) -> Vec<String> {
    record.told.iter().flat_map(|one| told(record, one)).collect()
}

fn told(record: &Record, one: &Recorded) -> Vec<String> {
    let mut lines = paragraphs(std::slice::from_ref(&one.telling));
    // Of whom nobody knows that it was their turn, nobody learns that their time was over.
    if let Some(first) = lines.first_mut().filter(|_| one.is_late && !record.actors.is_empty()) {
        *first = say!(STYLE, "told-late", text = Set(std::mem::take(first)));
    }
    let strike = |text: String| match one.is_undone {
        true => say!(STYLE, "told-undone", text = Set(text)),
        false => text,
    };
    lines.into_iter().map(strike).collect()
}

fn title(view: &View, record: &Record) -> Option<String> {
    let round = record.round?;
    let acted = acted(view, record);
    // Whoever is seen no more is named all the same.
    let is_other = |who: CombatantId| {
        let is_it = |one: &&MemberView| one.id == who;
        view.everybody().any(|one| is_it(&one)) && !acted.iter().any(is_it)
    };
    let actors = record.actors.iter().filter(|(who, _)| !is_other(*who));
    let names = actors.map(|(_, name)| escaped(name)).collect::<Vec<_>>();
    let names = match (names.len(), record.groups.as_slice()) {
        (1..=MOST_NAMED, _) => Some(Set(names.join(", "))),
        (_, [group]) if view.groups.len() > 1 => Some(Set(words::group(LOCALE, group))),
        _ => None,
    };
    (round > 0 || names.is_some()).then(|| say!(LOCALE, "record-title", names, round))
}
