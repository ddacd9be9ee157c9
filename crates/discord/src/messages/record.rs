//! What was done, as its audience was told: who acted and in which round, then a paragraph for
//! each thing that happened.

use serenity::all::CreateEmbed;

use super::text::{cut_to_length, escape_markdown, fit_lines};
use super::{LOCALE, MAX_DESCRIPTION, MAX_TITLE, STYLE, format_bold_name, format_paragraphs};
use app::outbox::{MessageRecord, RecordEntry};
use engine::core::ids::CombatantId;
use engine::visibility::view::{Camp, FightView, MemberView};
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// The colours of the camps, as on the maps.
const BLUE: u32 = 0x3b_82_f6;
const RED: u32 = 0xef_44_44;
const GREY: u32 = 0x9c_a3_af;

/// The most who are named in a title.
const MAX_NAMES_IN_TITLE: usize = 3;

/// None where nothing was told that does not stand above it already. Its colour is that of the camp
/// of who acted.
pub fn render_record(
    view: &FightView,
    record: &MessageRecord,
    text_above: &str,
) -> Option<CreateEmbed> {
    let mut lines = format_lines(record);
    lines.retain(|line| !text_above.contains(line.as_str()));
    let embed = CreateEmbed::new().description(fit_lines(&lines, MAX_DESCRIPTION));
    let embed = embed.colour(camp_colour(view, record));
    let embed = match format_title(view, record) {
        Some(title) => embed.title(cut_to_length(&title, MAX_TITLE)),
        None => embed,
    };
    // Of whoever is named first.
    let is_first =
        |name: &str| lines.first().is_some_and(|line| line.starts_with(&format_bold_name(name)));
    let mut faces = record.npc_portraits.iter();
    let face = faces.find(|(name, _)| is_first(name)).map(|(_, face)| face);
    let embed = match record.portrait_url.as_ref().or(face) {
        Some(address) => embed.thumbnail(address),
        None => embed,
    };
    (!lines.is_empty()).then_some(embed)
}

fn camp_colour(view: &FightView, record: &MessageRecord) -> u32 {
    let camps: Vec<Camp> = list_acting_members(view, record).iter().map(|one| one.camp).collect();
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
fn list_acting_members<'a>(view: &'a FightView, record: &MessageRecord) -> Vec<&'a MemberView> {
    let groups = view.groups.iter().filter(|group| record.group_keys.contains(&group.key));
    let in_groups: Vec<&MemberView> = groups.flat_map(|group| &group.members).collect();
    let is_actor = |one: &&MemberView| record.actors.iter().any(|(who, _)| *who == one.id);
    match (record.actors.is_empty(), in_groups.iter().any(is_actor)) {
        (true, _) => in_groups,
        (false, true) => in_groups.into_iter().filter(is_actor).collect(),
        (false, false) => view.members().filter(is_actor).collect(),
    }
}

/// A line for each thing that happened; what was taken back is struck through.
pub fn format_lines(record: &MessageRecord) -> Vec<String> {
    record.entries.iter().flat_map(|one| format_recorded(record, one)).collect()
}

fn format_recorded(record: &MessageRecord, recorded: &RecordEntry) -> Vec<String> {
    let mut lines = format_paragraphs(std::slice::from_ref(&recorded.narrative));
    // Of whom nobody knows that it was their turn, nobody learns that their time was over.
    if let Some(first) =
        lines.first_mut().filter(|_| recorded.is_timed_out && !record.actors.is_empty())
    {
        *first = say!(STYLE, "told-late", text = FormattedText(std::mem::take(first)));
    }
    let strike = |text: String| match recorded.is_undone {
        true => say!(STYLE, "told-undone", text = FormattedText(text)),
        false => text,
    };
    lines.into_iter().map(strike).collect()
}

fn format_title(view: &FightView, record: &MessageRecord) -> Option<String> {
    let round = record.round?;
    let acted = list_acting_members(view, record);
    // Whoever is seen no more is named all the same.
    let is_other = |who: CombatantId| {
        let is_it = |one: &&MemberView| one.id == who;
        view.members().any(|one| is_it(&one)) && !acted.iter().any(is_it)
    };
    let actors = record.actors.iter().filter(|(who, _)| !is_other(*who));
    let names = actors.map(|(_, name)| escape_markdown(name)).collect::<Vec<_>>();
    let names = match (names.len(), record.group_keys.as_slice()) {
        (1..=MAX_NAMES_IN_TITLE, _) => Some(FormattedText(names.join(", "))),
        (_, [group]) if view.groups.len() > 1 => {
            Some(FormattedText(terms::group_name(LOCALE, group)))
        }
        _ => None,
    };
    (round > 0 || names.is_some()).then(|| say!(LOCALE, "record-title", names, round))
}
