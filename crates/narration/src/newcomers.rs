//! Tells combatants who join one after another together: one line for each side, in which the
//! numbered ones of a name are a group.

use super::catalogue::{FormattedText, Locale, TextContext as _, say};
use super::formatter::NarrativeFormatter;
use super::join_list;
use engine::core::ids::CombatantId;
use engine::core::names::split_number;

/// How many numbered names in a row a list tells as one.
pub(super) const MIN_COLLAPSED: usize = 3;

/// A combatant who joins.
pub struct Newcomer {
    /// The side, as it is written within a sentence. `None` where sides have no meaning.
    side: Option<String>,
    name: String,
    formatted_name: String,
    /// Several of the same name, without numbers: `raiders`.
    formatted_plural: String,
    /// The sentence for a newcomer who is alone on the side.
    sentence: String,
}

impl Newcomer {
    /// Creates a newcomer with the sentence that tells of it if it joins alone.
    pub fn new(
        formatter: NarrativeFormatter<'_>,
        who: CombatantId,
        side: Option<&str>,
        sentence: String,
    ) -> Self {
        let name = formatter.unformatted_name(who);
        let base = split_number(&name).map_or(name.as_str(), |(base, _)| base);
        Self {
            side: side.map(|side| formatter.escape(side)),
            formatted_name: formatter.combatant_name(who),
            formatted_plural: formatter.escape(&match formatter.locale() {
                Locale::ENGLISH => to_plural(&base.to_lowercase()),
                // How other languages form a plural is not known here.
                _ => base.to_string(),
            }),
            name,
            sentence,
        }
    }
}

/// Returns a sentence for each side: `The enemies: 20 raiders (Raider 1 to 20) and Wolf.`
pub fn narrate_newcomers(locale: Locale, newcomers: &[Newcomer]) -> Vec<String> {
    let mut sides: Vec<&Option<String>> = Vec::new();
    for newcomer in newcomers {
        if !sides.contains(&&newcomer.side) {
            sides.push(&newcomer.side);
        }
    }
    let tell_side = |side: &Option<String>| {
        let members = newcomers.iter().filter(|newcomer| newcomer.side == *side);
        let members: Vec<&Newcomer> = members.collect();
        if let [only] = members.as_slice() {
            return only.sentence.clone();
        }
        let who = FormattedText(join_list(locale, &format_groups(locale, &members)));
        let side = side.clone().map(FormattedText);
        say!(locale, "joined-side", side, who)
    };
    sides.into_iter().map(tell_side).collect()
}

/// Formats the newcomers in the order of their first appearance. Those whose names differ only by
/// their number are one text, such as "3 raiders (Raider 1 to 3)"; each other one is its own name.
fn format_groups(locale: Locale, newcomers: &[&Newcomer]) -> Vec<String> {
    let groups = group_by_base_name(newcomers);
    groups.iter().map(|members| format_group(locale, members)).collect()
}

/// Groups the numbered newcomers that share a base name. A newcomer without a number is alone.
fn group_by_base_name<'a>(newcomers: &[&'a Newcomer]) -> Vec<Vec<&'a Newcomer>> {
    let mut groups: Vec<(Option<&str>, Vec<&Newcomer>)> = Vec::new();
    for &newcomer in newcomers {
        let base = split_number(&newcomer.name).map(|(base, _)| base);
        match groups.iter_mut().find(|(other, _)| base.is_some() && *other == base) {
            Some((_, members)) => members.push(newcomer),
            None => groups.push((base, vec![newcomer])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Formats the newcomers of one group: the name of a single one, else the count, the plural and
/// the numbers of all.
fn format_group(locale: Locale, members: &[&Newcomer]) -> String {
    if let [only] = members {
        return only.formatted_name.clone();
    }
    let lowest = members.iter().min_by_key(|member| split_number(&member.name));
    let Some(lowest) = lowest else { return String::new() };
    let numbers: Vec<u32> =
        members.iter().filter_map(|member| Some(split_number(&member.name)?.1)).collect();
    let numbers = format_number_ranges(locale, &lowest.formatted_name, &numbers);
    let plural = FormattedText(lowest.formatted_plural.clone());
    say!(locale, "joined-group", count = members.len(), plural, numbers)
}

/// Formats the numbers of a group in ascending order, as ranges: `Raider 1 to 5, 7 and 8`. `first`
/// is the full name with the lowest number; it stands in place of that number.
fn format_number_ranges(locale: Locale, first: &str, numbers: &[u32]) -> FormattedText {
    let mut parts = Vec::new();
    for (from, to) in number_ranges(numbers.iter().copied()) {
        let from_text = if parts.is_empty() { first.to_string() } else { from.to_string() };
        match to - from {
            0 => parts.push(from_text),
            1 => parts.extend([from_text, to.to_string()]),
            _ => parts.push(say!(locale, "joined-range", from = FormattedText(from_text), to)),
        }
    }
    FormattedText(join_list(locale, &parts))
}

/// Returns numbers as ranges of consecutive ones, in order: 1 to 5, 7 to 8.
pub fn number_ranges(numbers: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if number <= *last + 1 => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

/// Returns names in their order, with those that are numbered one after another as one: `Wolf 1 to
/// 12`.
pub fn collapse_numbered_names(locale: Locale, names: &[String]) -> Vec<String> {
    let mut collapsed = Vec::new();
    let mut told_ranges: Vec<(&str, u32)> = Vec::new();
    for name in names {
        match range_to_collapse(name, names) {
            None => collapsed.push(name.clone()),
            Some(NameRange { base, from, .. }) if told_ranges.contains(&(base, from)) => {}
            Some(NameRange { base, from, to }) => {
                told_ranges.push((base, from));
                let from = FormattedText(format!("{base} {from}"));
                collapsed.push(say!(locale, "joined-range", from, to));
            }
        }
    }
    collapsed
}

/// Names that differ only by their numbers, which follow one another: `Wolf 1` to `Wolf 12`.
struct NameRange<'a> {
    base: &'a str,
    from: u32,
    to: u32,
}

/// Returns the range of numbered names to which a name belongs. `None` if it has no number, or if
/// the range is too short to be told as one.
fn range_to_collapse<'a>(name: &'a str, names: &[String]) -> Option<NameRange<'a>> {
    let (base, number) = split_number(name)?;
    let numbered = names.iter().filter_map(|other| split_number(other));
    let numbers = numbered.filter(|(other, _)| *other == base).map(|(_, number)| number);
    let mut ranges = number_ranges(numbers).into_iter();
    let (from, to) = ranges.find(|(from, to)| (*from..=*to).contains(&number))?;
    let length = (to - from + 1) as usize;
    if length >= MIN_COLLAPSED { Some(NameRange { base, from, to }) } else { None }
}

/// Returns the English plural of a word: `wolves`, `witches`, `bandits`.
pub(super) fn to_plural(word: &str) -> String {
    // Of several words it is the one before `of` that is counted: skeletons of the army.
    for link in [" of ", " from ", " with ", " in "] {
        if let Some((head, rest)) = word.split_once(link) {
            return format!("{}{link}{rest}", to_plural(head));
        }
    }
    let ends_with_any = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let replace_end =
        |length: usize, ending: &str| format!("{}{ending}", &word[..word.len() - length]);
    if ends_with_any(&["wolf", "elf", "thief", "half"]) {
        let stem = word.trim_end_matches('f').trim_end_matches("ie");
        return if word.ends_with("thief") { format!("{stem}ieves") } else { format!("{stem}ves") };
    }
    if ends_with_any(&["man"]) && !ends_with_any(&["human", "shaman", "german"]) {
        return replace_end(2, "en");
    }
    if word.ends_with('y') && !ends_with_any(&["ay", "ey", "oy", "uy"]) {
        return replace_end(1, "ies");
    }
    let hisses = ends_with_any(&["s", "x", "z", "ch", "sh"]);
    format!("{word}{}", if hisses { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newcomer(side: &str, name: &str) -> Newcomer {
        Newcomer {
            side: Some(side.into()),
            name: name.into(),
            formatted_name: name.into(),
            formatted_plural: to_plural(&name.split(' ').next().unwrap().to_lowercase()),
            sentence: format!("{name} joins the {side}."),
        }
    }

    fn told(names: &[(&str, &str)]) -> Vec<String> {
        let newcomers: Vec<_> = names.iter().map(|(side, name)| newcomer(side, name)).collect();
        narrate_newcomers(Locale::ENGLISH, &newcomers)
    }

    #[test]
    fn newcomers_are_told_in_a_line_a_side() {
        assert_eq!(told(&[("foes", "Wolf")]), ["Wolf joins the foes."]);
        let raiders: Vec<String> = (1..=20).map(|number| format!("Raider {number}")).collect();
        let mut names: Vec<(&str, &str)> = raiders.iter().map(|name| ("foes", &**name)).collect();
        names.extend([("party", "Ana"), ("foes", "Wolf 2"), ("foes", "Wolf 1"), ("party", "Ben")]);
        assert_eq!(
            told(&names),
            [
                "The foes: 20 raiders (Raider 1 to 20) and 2 wolves (Wolf 1 and 2).",
                "The party: Ana and Ben."
            ]
        );
        let names = ["Rat 1", "Rat 2", "Rat 3", "Rat 5", "Old 7", "Cat"].map(|name| ("foes", name));
        assert_eq!(told(&names), ["The foes: 4 rats (Rat 1 to 3 and 5), Old 7 and Cat."]);
    }

    #[test]
    fn plurals_are_those_of_english() {
        let plurals = ["wolf", "thief", "swordsman", "human", "harpy", "ray", "witch", "boss"]
            .map(to_plural)
            .join(" ");
        assert_eq!(plurals, "wolves thieves swordsmen humans harpies rays witches bosses");
    }
}
