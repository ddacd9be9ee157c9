//! Renders the record of a turn for one audience: who acted in which round, and a paragraph for
//! each event.

use std::mem;
use std::slice;

use serenity::all::CreateEmbed;

use super::text::{cut_to_length, escape_markdown, fit_lines, join_names};
use super::{
    MAX_DESCRIPTION, MAX_TITLE, format_bold_name, format_paragraphs, reader_locale, reader_style,
};
use app::outbox::{MessageRecord, RecordEntry};
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::game::Narrative;
use engine::visibility::view::{Camp, FightView, MemberView};
use narration::catalogue::FormattedText;
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// The colours of the camps, as on the maps.
const BLUE: u32 = 0x3b_82_f6;
const RED: u32 = 0xef_44_44;
const GREY: u32 = 0x9c_a3_af;

/// The room that a later part of a record has at least, in characters.
const MIN_DESCRIPTION: usize = 1024;

/// How many parts a record has at most: a message takes ten embeds.
const MAX_PARTS: usize = 8;

/// How many names a title contains at most.
const MAX_NAMES_IN_TITLE: usize = 3;

/// Renders a record: an embed in the colour of the actors' camp with what they did, a grey one for
/// what others did or the GM ordered, and a grey one for each round that begins. Lines that
/// `text_above` contains already are left out; returns nothing if none is left.
pub fn render_record_not_in_text_above(
    view: &FightView,
    record: &MessageRecord,
    text_above: &str,
) -> Vec<CreateEmbed> {
    let mut room = MAX_DESCRIPTION;
    let mut embeds = Vec::new();
    for mut part in split_record_by_round_and_actor(record) {
        part.lines.retain(|line| !text_above.contains(line.as_str()));
        part.lines = merge_lines_of_namesakes(part.lines);
        let embed = match part.heading {
            Heading::RoundStart(round) => Some(render_round_start(round, &part.lines, room)),
            Heading::Actors => render_actors_acts(view, record, &part.lines, room),
            Heading::Nobody => render_others_acts(&part.lines, room),
        };
        let length: usize = part.lines.iter().map(|line| line.chars().count() + 1).sum();
        room = room.saturating_sub(length).max(MIN_DESCRIPTION);
        embeds.extend(embed);
    }
    embeds
}

/// Renders what the actors of a record did; `None` without lines. What the message before began has
/// no title, nor has a single line that begins with the name of its only actor.
fn render_actors_acts(
    view: &FightView,
    record: &MessageRecord,
    lines: &[String],
    room: usize,
) -> Option<CreateEmbed> {
    let first_line = lines.first()?;
    let is_named_first = |name: &str| first_line.starts_with(&format_bold_name(name));
    let mut embed =
        CreateEmbed::new().description(fit_lines(lines, room)).colour(camp_colour(view, record));
    let line_names_only_actor = match record.actors.as_slice() {
        [(_, name)] => lines.len() == 1 && is_named_first(name),
        _ => false,
    };
    let needs_title = !record.continues_heading && !line_names_only_actor;
    if needs_title && let Some(title) = format_title(view, record) {
        embed = embed.title(cut_to_length(&title, MAX_TITLE));
    }
    // The portrait is that of the NPC who is named first.
    let mut portraits = record.npc_portraits.iter();
    let npc_portrait = portraits.find(|(name, _)| is_named_first(name)).map(|(_, url)| url);
    if let Some(url) = record.portrait_url.as_ref().or(npc_portrait) {
        embed = embed.thumbnail(url);
    }
    Some(embed)
}

/// Renders what the actors of a record did not do; `None` without lines.
fn render_others_acts(lines: &[String], room: usize) -> Option<CreateEmbed> {
    let embed = || CreateEmbed::new().description(fit_lines(lines, room)).colour(GREY);
    (!lines.is_empty()).then(embed)
}

/// Renders that a round begins, and what follows from it.
fn render_round_start(round: u16, lines: &[String], room: usize) -> CreateEmbed {
    let embed = CreateEmbed::new().title(say!(reader_locale(), "record-round", round)).colour(GREY);
    if lines.is_empty() { embed } else { embed.description(fit_lines(lines, room)) }
}

/// Returns the colour of the camp that all acting combatants belong to; grey if they belong to
/// several, or nobody acts.
fn camp_colour(view: &FightView, record: &MessageRecord) -> u32 {
    let members = list_acting_members_or_group(view, record);
    let Some(first) = members.first() else { return GREY };
    if members.iter().any(|member| member.camp != first.camp) {
        return GREY;
    }
    match first.camp {
        Camp::Players => BLUE,
        Camp::Foes => RED,
        Camp::Others => GREY,
    }
}

/// Returns the members who acted, limited to the groups whose turn it was if some of them are in
/// these. If no actor is known, all members of those groups are returned.
fn list_acting_members_or_group<'a>(
    view: &'a FightView,
    record: &MessageRecord,
) -> Vec<&'a MemberView> {
    let groups = view.groups.iter().filter(|group| record.group_keys.contains(&group.key));
    let in_groups: Vec<&MemberView> = groups.flat_map(|group| &group.members).collect();
    if record.actors.is_empty() {
        return in_groups;
    }
    let is_actor =
        |member: &&MemberView| record.actors.iter().any(|(actor, _)| *actor == member.id);
    let actors_in_groups: Vec<&MemberView> = in_groups.into_iter().filter(is_actor).collect();
    if actors_in_groups.is_empty() {
        return view.members().filter(is_actor).collect();
    }
    actors_in_groups
}

/// What a part of a record stands under.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    /// The actors of the record.
    Actors,
    /// No heading: the actors have nothing to do with it.
    Nobody,
    /// The round that begins.
    RoundStart(u16),
}

/// Lines of a record under one heading.
struct RecordPart {
    heading: Heading,
    lines: Vec<String>,
}

/// Returns the lines of a record, one for each event, split where rounds begin and where somebody
/// else than the actors does something. Who joins in a row is told together.
fn split_record_by_round_and_actor(record: &MessageRecord) -> Vec<RecordPart> {
    let mut parts: Vec<RecordPart> = Vec::new();
    let can_be_told_together = |earlier: &RecordEntry, later: &RecordEntry| {
        let tells_joins =
            |entry: &RecordEntry| entry.narrative.has_joins_and_otherwise_only_system_events();
        earlier.is_undone == later.is_undone && tells_joins(earlier) && tells_joins(later)
    };
    for entries in record.entries.chunk_by(can_be_told_together) {
        for (index, part) in list_entry_parts(record, entries).into_iter().enumerate() {
            let is_full = parts.len() >= MAX_PARTS;
            let is_first_of_entry = index == 0;
            match parts.last_mut() {
                // The first part of an entry goes on with the part before it.
                Some(last) if is_full || (is_first_of_entry && last.heading == part.heading) => {
                    last.lines.extend(part.lines);
                }
                _ => parts.push(part),
            }
        }
    }
    parts
}

/// Returns the lines of entries that are told together; those that were taken back are struck
/// through, in one part.
fn list_entry_parts(record: &MessageRecord, entries: &[RecordEntry]) -> Vec<RecordPart> {
    let is_undone = entries.iter().any(|entry| entry.is_undone);
    let is_of_actors = entries.iter().all(|entry| entry.is_of_actors);
    let heading = if is_of_actors { Heading::Actors } else { Heading::Nobody };
    let [entry] = entries else {
        let narratives: Vec<_> = entries.iter().map(|entry| entry.narrative.clone()).collect();
        let lines = strike_if_undone(format_paragraphs(&narratives), is_undone);
        return vec![RecordPart { heading, lines }];
    };
    let mut parts = if is_undone {
        let lines = format_paragraphs(slice::from_ref(&entry.narrative));
        vec![RecordPart { heading, lines }]
    } else {
        list_parts_by_round(&entry.narrative, heading)
    };
    // If the audience does not know whose turn it was, it must not learn that the turn timed out.
    if entry.is_timed_out
        && !record.actors.is_empty()
        && let Some(first_line) = parts.first_mut().and_then(|part| part.lines.first_mut())
    {
        let text = FormattedText(mem::take(first_line));
        *first_line = say!(reader_style(), "told-late", text);
    }
    for part in &mut parts {
        part.lines = strike_if_undone(mem::take(&mut part.lines), is_undone);
    }
    parts
}

/// Returns the lines of a narrative, split where rounds begin. What comes before any round begins
/// stands under `first_heading`.
fn list_parts_by_round(narrative: &Narrative, first_heading: Heading) -> Vec<RecordPart> {
    let mut parts = Vec::new();
    for round_part in narrative.split_at_round_starts() {
        let heading = match round_part.started_round {
            Some(round) => Heading::RoundStart(round),
            None => first_heading,
        };
        let lines = format_paragraphs(slice::from_ref(&round_part.narrative));
        parts.push(RecordPart { heading, lines });
    }
    parts
}

/// Strikes the lines through if what they tell was undone.
fn strike_if_undone(lines: Vec<String>, is_undone: bool) -> Vec<String> {
    let strike = |text: String| match is_undone {
        true => say!(reader_style(), "told-undone", text = FormattedText(text)),
        false => text,
    };
    lines.into_iter().map(strike).collect()
}

/// Makes one line of those in a row that say the same of numbered namesakes: `**Raider 1** passes.
/// Likewise **Raider 2 to 17**.`
fn merge_lines_of_namesakes(lines: Vec<String>) -> Vec<String> {
    let mut merged: Vec<MergedLine> = Vec::new();
    for line in lines {
        if let Some(last) = merged.last_mut()
            && let Some(name) = name_if_line_repeats(&last.first_line, &line)
        {
            last.later_names.push(name.to_string());
            continue;
        }
        merged.push(MergedLine { first_line: line, later_names: Vec::new() });
    }
    merged.into_iter().map(MergedLine::format).collect()
}

/// A line of a record. If it is about a numbered combatant, it has the names of the next ones of
/// whom the same is said.
struct MergedLine {
    first_line: String,
    later_names: Vec<String>,
}

impl MergedLine {
    /// Formats the line, followed by the names of all others of whom the same is told.
    fn format(self) -> String {
        if self.later_names.is_empty() {
            return self.first_line;
        }
        let names = collapse_numbered_names(reader_locale(), &self.later_names).into_iter();
        let bold_names: Vec<String> = names.map(|name| format!("**{name}**")).collect();
        let names = FormattedText(join_names(&bold_names));
        say!(reader_style(), "told-likewise", text = FormattedText(self.first_line), names)
    }
}

/// Returns the name with which a line begins if it says the same as the first line, of a numbered
/// combatant of the same kind.
fn name_if_line_repeats<'l>(first_line: &str, line: &'l str) -> Option<&'l str> {
    let first = split_numbered_subject(first_line)?;
    let subject = split_numbered_subject(line)?;
    first.is_like(&subject).then_some(subject.name)
}

/// The numbered combatant with whose bold name a line begins, and what follows.
struct NumberedSubject<'l> {
    name: &'l str,
    /// The name without its number.
    base: &'l str,
    rest: &'l str,
}

impl NumberedSubject<'_> {
    fn is_like(&self, other: &NumberedSubject<'_>) -> bool {
        (self.base, self.rest) == (other.base, other.rest)
    }
}

/// Returns the subject of a line; `None` if it does not begin with a name that has a number.
fn split_numbered_subject(line: &str) -> Option<NumberedSubject<'_>> {
    let (name, rest) = line.strip_prefix("**")?.split_once("**")?;
    let (base, _) = split_number(name)?;
    Some(NumberedSubject { name, base, rest })
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
    let mut actor_names: Vec<String> = Vec::new();
    for (id, name) in &record.actors {
        if !is_visible_other(*id) {
            actor_names.push(escape_markdown(name));
        }
    }
    let collapsed_names = collapse_numbered_names(reader_locale(), &actor_names);
    let names = match (collapsed_names.len(), record.group_keys.as_slice()) {
        (1..=MAX_NAMES_IN_TITLE, _) => Some(FormattedText(join_names(&collapsed_names))),
        (_, [group]) if view.groups.len() > 1 => {
            Some(FormattedText(terms::group_name(reader_locale(), group)))
        }
        _ => None,
    };
    (round > 0 || names.is_some()).then(|| say!(reader_locale(), "record-title", names, round))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_of_namesakes_become_one() {
        let lines = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let raiders = (1..=5).map(|n| format!("**Raider {n}** moves from Hall to Yard."));
        let other = lines(&["**Ana** passes.", "**Raider 6** passes.", "**Wolf 7** passes."]);
        let merged = merge_lines_of_namesakes(raiders.chain(other.clone()).collect());
        let expected = "**Raider 1** moves from Hall to Yard. Likewise **Raider 2 to 5**.";
        assert_eq!(merged, [lines(&[expected]), other].concat());
        // Different dice are different lines.
        let rolls = lines(&["**Rat 1** rolls: d6 3.", "**Rat 2** rolls: d6 4."]);
        assert_eq!(merge_lines_of_namesakes(rolls.clone()), rolls);
    }
}
