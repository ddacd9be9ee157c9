//! Renders the record of a turn for one audience: who acted in which round, and a paragraph for
//! each event.

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

/// How many names a title contains at most.
const MAX_NAMES_IN_TITLE: usize = 3;

/// Renders a record as an embed in the colour of the actors' camp. Lines that `text_above` contains
/// already are left out; returns `None` if none is left.
pub fn render_record_not_in_text_above(
    view: &FightView,
    record: &MessageRecord,
    text_above: &str,
) -> Option<CreateEmbed> {
    let mut lines = format_record_lines(record);
    lines.retain(|line| !text_above.contains(line.as_str()));
    let embed = CreateEmbed::new().description(fit_lines(&lines, MAX_DESCRIPTION));
    let embed = embed.colour(camp_colour(view, record));
    let embed = match format_title(view, record) {
        Some(title) => embed.title(cut_to_length(&title, MAX_TITLE)),
        None => embed,
    };
    // The portrait is that of the NPC who is named first.
    let is_first =
        |name: &str| lines.first().is_some_and(|line| line.starts_with(&format_bold_name(name)));
    let mut portraits = record.npc_portraits.iter();
    let npc_portrait =
        portraits.find(|(name, _)| is_first(name)).map(|(_, npc_portrait)| npc_portrait);
    let embed = match record.portrait_url.as_ref().or(npc_portrait) {
        Some(url) => embed.thumbnail(url),
        None => embed,
    };
    (!lines.is_empty()).then_some(embed)
}

/// Returns the colour of the camp that all acting combatants belong to; grey if they belong to
/// several, or nobody acts.
fn camp_colour(view: &FightView, record: &MessageRecord) -> u32 {
    let camps: Vec<Camp> =
        list_acting_members_or_group(view, record).iter().map(|member| member.camp).collect();
    match camps.first() {
        Some(first) if camps.iter().all(|camp| camp == first) => match first {
            Camp::Players => BLUE,
            Camp::Foes => RED,
            Camp::Others => GREY,
        },
        _ => GREY,
    }
}

/// Returns the members who acted, limited to the groups whose turn it was. If no actor is known,
/// all members of those groups are returned.
fn list_acting_members_or_group<'a>(
    view: &'a FightView,
    record: &MessageRecord,
) -> Vec<&'a MemberView> {
    let groups = view.groups.iter().filter(|group| record.group_keys.contains(&group.key));
    let in_groups: Vec<&MemberView> = groups.flat_map(|group| &group.members).collect();
    let is_actor =
        |member: &&MemberView| record.actors.iter().any(|(actor, _)| *actor == member.id);
    match (record.actors.is_empty(), in_groups.iter().any(is_actor)) {
        (true, _) => in_groups,
        (false, true) => in_groups.into_iter().filter(is_actor).collect(),
        (false, false) => view.members().filter(is_actor).collect(),
    }
}

/// Returns one line per event; undone ones are struck through.
pub fn format_record_lines(record: &MessageRecord) -> Vec<String> {
    record.entries.iter().flat_map(|entry| format_entry_lines(record, entry)).collect()
}

/// Formats the events of an entry in lines: struck through if undone, and marked if the turn had
/// timed out and the reader may know whose it was.
fn format_entry_lines(record: &MessageRecord, entry: &RecordEntry) -> Vec<String> {
    let mut lines = format_paragraphs(std::slice::from_ref(&entry.narrative));
    // If the audience does not know whose turn it was, it must not learn that the turn timed out.
    if let Some(first) =
        lines.first_mut().filter(|_| entry.is_timed_out && !record.actors.is_empty())
    {
        *first = say!(STYLE, "told-late", text = FormattedText(std::mem::take(first)));
    }
    let strike = |text: String| match entry.is_undone {
        true => say!(STYLE, "told-undone", text = FormattedText(text)),
        false => text,
    };
    lines.into_iter().map(strike).collect()
}

/// Formats the title of a record: who acted, or else their group, and the round. `None` where
/// neither is known.
fn format_title(view: &FightView, record: &MessageRecord) -> Option<String> {
    let round = record.round?;
    let acting_members = list_acting_members_or_group(view, record);
    // An actor who is no longer visible is named all the same.
    let is_visible_other = |id: CombatantId| {
        let has_id = |member: &&MemberView| member.id == id;
        view.members().any(|member| has_id(&member)) && !acting_members.iter().any(has_id)
    };
    let actors = record.actors.iter().filter(|(id, _)| !is_visible_other(*id));
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
