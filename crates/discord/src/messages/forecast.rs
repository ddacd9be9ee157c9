//! Renders the forecast of a fight for its GM: as text and as a bar chart.

use std::cmp::Reverse;

use serenity::all::CreateEmbed;

use super::super::map::{BarChart, ChartBar, ChartSection, render_bar_chart};
use super::text::{cut_to_length, escape_markdown, join_names};
use super::{MAX_DESCRIPTION, RenderedMessage, reader_locale, reader_style};
use app::forecast::{FightVariant, ForecastCard, TurningPoint};
use engine::agents::forecast::{CombatantForecast, Forecast, Proportion};
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::visibility::view::{Camp, FightView, MemberView};
use narration::catalogue::{FormattedText, VariantKey};
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// The most bars in the picture.
const MAX_BARS: usize = 16;

/// The most combatants whose outlooks are told one by one.
const MAX_OUTLOOKS: usize = 16;

/// Renders a forecast as an embed with a chart: outcomes with their confidence intervals, rounds,
/// combatants, and what would change the fight.
pub fn render_forecast(card: &ForecastCard) -> RenderedMessage {
    let ForecastCard { view, forecast, .. } = card;
    let fights_played = forecast.fights_played;
    let outcomes = list_outcome_shares(view, forecast);
    let outlooks = group_outlooks_by_kind_if_crowd(view, forecast);
    let text = format_forecast_lines(card, &outcomes, &outlooks).join("\n");
    let system = terms::system_name(reader_locale(), &view.system);
    let title = say!(reader_locale(), "forecast-title", system);
    let embed = CreateEmbed::new().title(&title).description(cut_to_length(&text, MAX_DESCRIPTION));
    let alt = text.replace("**", "");
    let chart = BarChart {
        title,
        subtitle: String::new(),
        sections: build_chart_sections(view, &outlooks, &outcomes, fights_played),
    };
    let picture = render_bar_chart(&chart, &alt);
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

/// Formats all that a forecast says, a line each.
fn format_forecast_lines(
    card: &ForecastCard,
    outcomes: &[OutcomeShare],
    outlooks: &[Vec<&CombatantForecast>],
) -> Vec<String> {
    let ForecastCard { view, forecast, target_runs, .. } = card;
    let fights_played = forecast.fights_played;
    let is_short = fights_played < *target_runs;
    let mut lines = vec![say!(
        reader_style(),
        "forecast-of",
        count = fights_played,
        is_short,
        wanted = *target_runs
    )];
    lines.extend(outcomes.iter().map(|share| format_outcome_share(share, fights_played)));
    let [few, half, most] = forecast.round_percentiles;
    lines.push(say!(reader_style(), "forecast-rounds", few, half, most));
    lines.push(String::new());
    lines.extend(format_outlooks(view, outlooks, fights_played));
    lines.extend(format_what_would_change_outcome(card));
    lines.push(say!(reader_style(), "forecast-how"));
    lines
}

/// Formats how often the fight ends with an outcome: `60 % (57–63 %): The party wins.`
fn format_outcome_share(share: &OutcomeShare, fights_played: u32) -> String {
    let interval = Proportion::from_counts_with_wilson_bounds(share.count, fights_played);
    let least = format_percent(interval.lower_bound, 1000);
    let most = format_percent(interval.upper_bound, 1000);
    say!(
        reader_style(),
        "forecast-end",
        outcome = share.outcome,
        is = share.percent,
        is_range = least.0 != most.0,
        least,
        most
    )
}

/// An outcome with the number of fights that ended so, and their share in percent.
struct OutcomeShare {
    outcome: String,
    /// The camp of those who win.
    winners: Camp,
    count: u32,
    percent: FormattedText,
}

/// Returns the possible outcomes. The shares add up to 100 percent.
fn list_outcome_shares(view: &FightView, forecast: &Forecast) -> Vec<OutcomeShare> {
    let mut counts: Vec<u32> = forecast.outcome_counts.iter().map(|(_, count)| *count).collect();
    counts.push(forecast.unfinished_count);
    let mut percents = format_percents_adding_to_100(&counts);
    let percent_unfinished = percents.pop();
    let mut shares = Vec::new();
    for ((key, count), percent) in forecast.outcome_counts.iter().zip(percents) {
        shares.push(OutcomeShare {
            outcome: terms::outcome_text(reader_locale(), key),
            winners: find_camp_of_winners(view, key),
            count: *count,
            percent,
        });
    }
    if let Some(percent) = percent_unfinished
        && forecast.unfinished_count > 0
    {
        shares.push(OutcomeShare {
            outcome: say!(reader_locale(), "forecast-open"),
            winners: Camp::Others,
            count: forecast.unfinished_count,
            percent,
        });
    }
    shares
}

/// Returns the camp of the side that wins with an outcome; [`Camp::Others`] if no side wins.
fn find_camp_of_winners(view: &FightView, outcome: &str) -> Camp {
    match outcome {
        "won" => Camp::Players,
        "lost" => Camp::Foes,
        side => {
            let winner = view.members().find(|member| member.side == side);
            winner.map_or(Camp::Others, |member| member.camp)
        }
    }
}

/// Returns the outlooks of all combatants, the players' side first. In a crowd, numbered NPCs of
/// one kind are together.
fn group_outlooks_by_kind_if_crowd<'a>(
    view: &FightView,
    forecast: &'a Forecast,
) -> Vec<Vec<&'a CombatantForecast>> {
    let is_crowd = forecast.combatants.len() > MAX_OUTLOOKS;
    let camp_of = |outlook: &CombatantForecast| {
        let member = view.members().find(|member| member.id == outlook.who);
        member.map_or(Camp::Others, |member| member.camp)
    };
    let kind_of =
        |outlook: &CombatantForecast| find_name(view, outlook.who).and_then(base_of_number);
    let mut outlooks: Vec<&CombatantForecast> = forecast.combatants.iter().collect();
    outlooks.sort_by_key(|outlook| camp_of(outlook));
    let mut groups: Vec<Vec<&CombatantForecast>> = Vec::new();
    for outlook in outlooks {
        let kind = if is_crowd { kind_of(outlook) } else { None };
        let group_of_kind =
            groups.iter_mut().find(|group| kind.is_some() && kind_of(group[0]) == kind);
        match group_of_kind {
            Some(group) => group.push(outlook),
            None => groups.push(vec![outlook]),
        }
    }
    groups
}

/// Formats the outlook of each combatant, or group of numbered NPCs, as a line.
fn format_outlooks(
    view: &FightView,
    groups: &[Vec<&CombatantForecast>],
    fight_count: u32,
) -> Vec<String> {
    let format = |group: &Vec<&CombatantForecast>| match group.as_slice() {
        [outlook] => format_outlook(view, outlook, fight_count),
        several => Some(format_shared_outlook(view, several, fight_count)),
    };
    groups.iter().filter_map(format).collect()
}

/// Formats the outlook of numbered NPCs: `**Rat 1 to 30** go down in 2 to 24 %`.
fn format_shared_outlook(
    view: &FightView,
    namesakes: &[&CombatantForecast],
    fight_count: u32,
) -> String {
    let names = namesakes.iter().filter_map(|outlook| find_name(view, outlook.who));
    let names: Vec<String> = names.map(escape_markdown).collect();
    let name = FormattedText(format!(
        "**{}**",
        join_names(&collapse_numbered_names(reader_locale(), &names))
    ));
    let downed = || namesakes.iter().map(|outlook| outlook.downed_count);
    let percent = |count: Option<u32>| format_percent(count.unwrap_or(0), fight_count);
    say!(
        reader_style(),
        "forecast-several",
        name,
        least = percent(downed().min()),
        most = percent(downed().max())
    )
}

/// Formats the outlook of a combatant: `**Brute 1** goes down in 34 % and leaves in 2 %; otherwise
/// 61 % of their health is left on average`.
fn format_outlook(
    view: &FightView,
    outlook: &CombatantForecast,
    fight_count: u32,
) -> Option<String> {
    let name = FormattedText(format!("**{}**", escape_markdown(find_name(view, outlook.who)?)));
    let [down, gone, _] = format_downed_left_active(outlook, fight_count)?;
    let gone = (outlook.left_count > 0).then_some(gone);
    let is_ever_active = outlook.downed_count + outlook.left_count < fight_count;
    let left = is_ever_active.then(|| format_percent(outlook.average_remaining, 1000));
    Some(say!(reader_style(), "forecast-one", name, down, gone, left))
}

/// Formats in how many percent of the fights a combatant goes down, leaves, and stays active.
fn format_downed_left_active(
    outlook: &CombatantForecast,
    fight_count: u32,
) -> Option<[FormattedText; 3]> {
    let (downed, left) = (outlook.downed_count, outlook.left_count);
    let active = fight_count.saturating_sub(downed + left);
    format_percents_adding_to_100(&[downed, left, active]).try_into().ok()
}

/// Formats what would change the fight: the variants, or for a one-sided fight what would turn it.
fn format_what_would_change_outcome(card: &ForecastCard) -> Vec<String> {
    let ForecastCard { view, forecast, variants, turning_point, .. } = card;
    let Some((commonest, _)) = forecast.outcome_counts.first() else { return Vec::new() };
    let changes: Vec<String> = match turning_point {
        Some(TurningPoint::Change(variant, changed)) => {
            let change = format_outcome_chance_in_variant(view, *variant, changed, commonest, &[]);
            vec![say!(reader_style(), "forecast-turn", change = FormattedText(change))]
        }
        Some(TurningPoint::OutOfReach { winners_remaining }) => {
            let left = format_percent(*winners_remaining, 1000);
            vec![say!(reader_style(), "forecast-far", left)]
        }
        None => format_variant_lines_merging_equal_npcs(view, variants, commonest),
    };
    if changes.is_empty() {
        return Vec::new();
    }
    let outcome = terms::outcome_text(reader_locale(), commonest);
    let mut lines = vec![String::new(), say!(reader_style(), "forecast-else", outcome)];
    lines.extend(changes);
    lines
}

/// Formats a line for each variant of the fight. Numbered NPCs without whom it would go equally are
/// in one.
fn format_variant_lines_merging_equal_npcs(
    view: &FightView,
    variants: &[(FightVariant, Forecast)],
    outcome: &str,
) -> Vec<String> {
    let percent = |forecast: &Forecast| {
        format_percent(count_outcome(forecast, outcome), forecast.fights_played).0
    };
    let mut groups: Vec<VariantGroup<'_>> = Vec::new();
    for (variant, forecast) in variants {
        let name = find_name_of_numbered_npc(view, *variant);
        let kind = name.and_then(base_of_number);
        let group_of_equals = groups.iter_mut().find(|group| {
            kind.is_some() && kind == group.kind() && percent(forecast) == percent(group.forecast)
        });
        match (group_of_equals, name) {
            (Some(group), Some(name)) => group.names.push(name),
            _ => {
                let names = Vec::from_iter(name);
                groups.push(VariantGroup { variant: *variant, forecast, names });
            }
        }
    }
    let mut lines = Vec::new();
    for VariantGroup { variant, forecast, names } in groups {
        lines.push(format_outcome_chance_in_variant(view, variant, forecast, outcome, &names));
    }
    lines
}

/// A variant of the fight, or several that leave out one of some namesakes.
struct VariantGroup<'a> {
    variant: FightVariant,
    forecast: &'a Forecast,
    /// The names of numbered NPCs that are left out, one in each variant; empty for any other
    /// variant.
    names: Vec<&'a str>,
}

impl<'a> VariantGroup<'a> {
    /// Returns the name that the NPCs have in common, without their numbers.
    fn kind(&self) -> Option<&'a str> {
        base_of_number(self.names.first()?)
    }
}

/// Returns the name of the NPC without whom a variant is played, if it has a number.
fn find_name_of_numbered_npc(view: &FightView, variant: FightVariant) -> Option<&str> {
    let FightVariant::WithoutNpc(who) = variant else { return None };
    find_name(view, who).filter(|name| split_number(name).is_some())
}

/// Returns a name without its number; `None` for one that has none.
fn base_of_number(name: &str) -> Option<&str> {
    split_number(name).map(|(base, _)| base)
}

/// Returns in how many fights of a forecast an outcome came about.
fn count_outcome(forecast: &Forecast, outcome: &str) -> u32 {
    let mut counts = forecast.outcome_counts.iter();
    counts.find(|(key, _)| key == outcome).map_or(0, |(_, count)| *count)
}

/// Formats how likely the commonest outcome would be in a variant of the fight: without an NPC, or
/// without one of several namesakes.
fn format_outcome_chance_in_variant(
    view: &FightView,
    variant: FightVariant,
    variant_forecast: &Forecast,
    outcome: &str,
    namesakes: &[&str],
) -> String {
    let count = count_outcome(variant_forecast, outcome);
    let (variant_key, who, number) = match variant {
        FightVariant::WithoutNpc(who) if namesakes.len() > 1 => ("without-one", Some(who), 1),
        FightVariant::WithoutNpc(who) => ("without", Some(who), 1),
        FightVariant::WithoutNpcs(count) => ("without-several", None, count),
        FightVariant::WithMore { model, count } => ("more", Some(model), count),
        FightVariant::WithAmbush => ("from-ambush", None, 0),
    };
    let name = match namesakes {
        [] | [_] => who.and_then(|who| find_name(view, who)).map(escape_markdown),
        names => {
            let names: Vec<String> = names.iter().map(|name| escape_markdown(name)).collect();
            Some(join_names(&collapse_numbered_names(reader_locale(), &names)))
        }
    };
    let name = name.map(|name| FormattedText(format!("**{name}**")));
    say!(
        reader_style(),
        "forecast-change",
        name,
        number,
        what = VariantKey(variant_key),
        is = format_percent(count, variant_forecast.fights_played),
        count = variant_forecast.fights_played
    )
}

/// Builds a bar for each outcome, and below for how often each combatant or group goes down, up to
/// [`MAX_BARS`]; the others are counted.
fn build_chart_sections(
    view: &FightView,
    outlooks: &[Vec<&CombatantForecast>],
    outcomes: &[OutcomeShare],
    fight_count: u32,
) -> Vec<ChartSection> {
    let outcome_bars = outcomes.iter().map(|outcome| build_outcome_bar(outcome, fight_count));
    let max_fall_bars = MAX_BARS.saturating_sub(outcomes.len());
    let left_out_count = outlooks.len().saturating_sub(max_fall_bars);
    let fall_bars = outlooks
        .iter()
        .take(max_fall_bars)
        .filter_map(|group| build_fall_bar(view, group, fight_count));
    vec![
        ChartSection {
            heading: say!(reader_locale(), "forecast-outcomes"),
            bars: outcome_bars.collect(),
            note: String::new(),
        },
        ChartSection {
            heading: say!(reader_locale(), "forecast-down"),
            bars: fall_bars.collect(),
            note: match left_out_count {
                0 => String::new(),
                count => say!(reader_locale(), "and-more", count),
            },
        },
    ]
}

/// Returns the share of a count in all fights, in thousandths.
fn share_in_thousandths(count: u32, fight_count: u32) -> u16 {
    Proportion::from_counts_with_wilson_bounds(count, fight_count).value
}

/// Builds the bar that shows how often the fight ends with an outcome.
fn build_outcome_bar(outcome: &OutcomeShare, fight_count: u32) -> ChartBar {
    let share = share_in_thousandths(outcome.count, fight_count);
    ChartBar {
        label: outcome.outcome.clone(),
        camp: outcome.winners,
        shares: (share, share),
        share_text: say!(reader_locale(), "forecast-share", is = outcome.percent),
    }
}

/// Builds the bar that shows how often a combatant goes down, or the members of a group: those who
/// do it least, and those who do it most often. `None` if the view has nobody of them.
fn build_fall_bar(
    view: &FightView,
    group: &[&CombatantForecast],
    fight_count: u32,
) -> Option<ChartBar> {
    let mut members: Vec<&MemberView> = Vec::new();
    for outlook in group {
        members.extend(view.members().find(|member| member.id == outlook.who));
    }
    let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
    let least = group.iter().map(|outlook| outlook.downed_count).min()?;
    let most = group.iter().map(|outlook| outlook.downed_count).max()?;
    let share_text = match group {
        [outlook] => {
            let [is, ..] = format_downed_left_active(outlook, fight_count)?;
            say!(reader_locale(), "forecast-share", is)
        }
        _ => say!(
            reader_locale(),
            "forecast-range",
            least = format_percent(least, fight_count),
            most = format_percent(most, fight_count)
        ),
    };
    Some(ChartBar {
        label: join_names(&collapse_numbered_names(reader_locale(), &names)),
        camp: members.first()?.camp,
        shares: (share_in_thousandths(least, fight_count), share_in_thousandths(most, fight_count)),
        share_text,
    })
}

fn find_name(view: &FightView, combatant: CombatantId) -> Option<&str> {
    view.members().find(|member| member.id == combatant).map(|member| member.name.as_str())
}

/// Formats a part of a total in percent. Only a part that is nothing is `0`, and only one that is
/// everything `100`: others are at least `<1` and at most `>99`.
pub fn format_percent(part: impl Into<u32>, total: u32) -> FormattedText {
    let part = part.into();
    format_percents_adding_to_100(&[part, total.saturating_sub(part)]).swap_remove(0)
}

/// Formats the shares of counts in their sum, in percent that add up to 100: what is missing after
/// rounding down goes to the largest remainders.
fn format_percents_adding_to_100(counts: &[u32]) -> Vec<FormattedText> {
    let total = counts.iter().map(|count| u64::from(*count)).sum::<u64>().max(1);
    let mut percents: Vec<u64> = Vec::new();
    let mut remainders: Vec<u64> = Vec::new();
    for count in counts {
        let hundredfold = u64::from(*count) * 100;
        percents.push(hundredfold / total);
        remainders.push(hundredfold % total);
    }
    let missing_percents = remainders.iter().sum::<u64>() / total;
    let mut by_remainder: Vec<usize> = (0..counts.len()).collect();
    by_remainder.sort_by_key(|index| Reverse(remainders[*index]));
    for index in by_remainder.into_iter().take(missing_percents as usize) {
        percents[index] += 1;
    }
    let mut texts = Vec::new();
    for (count, percent) in counts.iter().zip(percents) {
        let hundredfold = u64::from(*count) * 100;
        let is_below_1 = hundredfold > 0 && hundredfold < total;
        let is_above_99 = hundredfold > total * 99 && u64::from(*count) < total;
        texts.push(FormattedText(if is_below_1 {
            "<1".into()
        } else if is_above_99 {
            ">99".into()
        } else {
            percent.to_string()
        }));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::super::super::map::tests::named as fight;
    use super::*;
    use app::ids::FightId;

    fn card(fights: u32) -> ForecastCard {
        let one = |who, down, gone| CombatantForecast {
            who: CombatantId(who),
            downed_count: down,
            left_count: gone,
            average_remaining: 504,
        };
        let forecast = Forecast {
            fights_played: fights,
            outcome_counts: vec![("won".into(), fights * 6 / 10), ("lost".into(), fights * 3 / 10)],
            unfinished_count: fights / 10,
            round_percentiles: [3, 5, 9],
            combatants: vec![one(0, fights / 4, 0), one(1, fights / 2, fights / 2)],
        };
        let other = Forecast {
            fights_played: 300,
            outcome_counts: vec![("won".into(), 270)],
            ..Forecast::default()
        };
        let others = vec![
            (FightVariant::WithoutNpc(CombatantId(1)), other.clone()),
            (FightVariant::WithAmbush, other),
        ];
        let view = FightView { system: "dr12".into(), ..fight(&["Mira", "Brute"]) };
        ForecastCard {
            fight: FightId(1),
            view,
            forecast,
            target_runs: 1000,
            variants: others,
            turning_point: None,
        }
    }

    /// Returns the card of a fight of twenty rats and of Mira, who has this place among them. Each
    /// combatant goes down in ten fights of 1000 more than the one before.
    fn crowd_card(place_of_mira: usize) -> ForecastCard {
        let outlook = |who: u8| CombatantForecast {
            who: CombatantId(who),
            downed_count: 10 * u32::from(who),
            left_count: 0,
            average_remaining: 504,
        };
        let rats: Vec<String> = (1..=20).map(|number| format!("Rat {number}")).collect();
        let mut names: Vec<&str> = rats.iter().map(String::as_str).collect();
        names.insert(place_of_mira, "Mira");
        let mut crowd = card(1000);
        crowd.view = FightView { system: "dr12".into(), ..fight(&names) };
        crowd.forecast.combatants = (0..21).map(outlook).collect();
        crowd
    }

    #[test]
    fn numbered_npcs_of_a_crowd_share_a_line() {
        let mut crowd = crowd_card(0);
        let lines_of = |crowd: &ForecastCard| {
            let outlooks = group_outlooks_by_kind_if_crowd(&crowd.view, &crowd.forecast);
            format_outlooks(&crowd.view, &outlooks, crowd.forecast.fights_played)
        };
        let lines = lines_of(&crowd);
        let expected = [
            "**Mira** goes down in 0 %; otherwise 50 % of their health is left on average.",
            "**Rat 1 to 20** go down in 1 to 20 %, each.",
        ];
        assert_eq!(lines, expected);
        crowd.forecast.combatants.truncate(5);
        assert_eq!(lines_of(&crowd).len(), 5);
    }

    #[test]
    fn chart_shows_players_first_and_groups_of_a_crowd() {
        let mut crowd = crowd_card(20);
        for member in &mut crowd.view.groups[0].members[..20] {
            member.camp = Camp::Foes;
        }
        let ForecastCard { view, forecast, .. } = &crowd;
        let outlooks = group_outlooks_by_kind_if_crowd(view, forecast);
        let outcomes = list_outcome_shares(view, forecast);
        let sections = build_chart_sections(view, &outlooks, &outcomes, 1000);
        let bars = |section: &ChartSection| -> Vec<(String, Camp, String)> {
            let bars = section.bars.iter();
            bars.map(|bar| (bar.label.clone(), bar.camp, bar.share_text.clone())).collect()
        };
        let bar = |label: &str, camp: Camp, share: &str| -> (String, Camp, String) {
            (label.into(), camp, share.into())
        };
        assert_eq!(
            bars(&sections[0]),
            [
                bar("The party wins.", Camp::Players, "60 %"),
                bar("The party loses.", Camp::Foes, "30 %"),
                bar("No end in sight.", Camp::Others, "10 %"),
            ]
        );
        assert_eq!(
            bars(&sections[1]),
            [bar("Mira", Camp::Players, "20 %"), bar("Rat 1 to 20", Camp::Foes, "0–19 %")]
        );
        assert_eq!((sections[1].bars[1].shares, sections[1].note.as_str()), ((0, 190), ""));
    }

    #[test]
    fn equal_changes_of_namesakes_share_a_line() {
        let view = fight(&["Mira", "Rat 1", "Rat 2", "Rat 3"]);
        let forecast = |won| Forecast {
            fights_played: 300,
            outcome_counts: vec![("won".into(), won)],
            ..Forecast::default()
        };
        let without = |who, won| (FightVariant::WithoutNpc(CombatantId(who)), forecast(won));
        let variants = [without(1, 162), without(2, 162), without(3, 162)];
        let lines = format_variant_lines_merging_equal_npcs(&view, &variants, "won");
        assert_eq!(lines, ["without one of **Rat 1 to 3**: 54 % (of 300 fights)"]);
        let different = [without(1, 162), without(2, 171)];
        assert_eq!(format_variant_lines_merging_equal_npcs(&view, &different, "won").len(), 2);
    }

    #[test]
    fn a_forecast_is_told_in_words_and_drawn_as_bars() {
        let written = render_forecast(&card(1000));
        let embed = serde_json::to_value(&written.embeds[0]).unwrap();
        assert_eq!(
            embed["description"].as_str().unwrap().lines().collect::<Vec<_>>(),
            [
                "1000 fights, played from here:",
                "60 % (57–63 %): The party wins.",
                "30 % (27–33 %): The party loses.",
                "10 % (8–12 %): No end in sight.",
                "Rounds: mostly 5, seldom fewer than 3 or more than 9.",
                "",
                "**Mira** goes down in 25 %; otherwise 50 % of their health is left on average.",
                "**Brute** goes down in 50 % and leaves in 50 %.",
                "",
                "What would change it (“The party wins.”):",
                "without **Brute**: 90 % (of 300 fights)",
                "if the NPCs begin with an ambush: 90 % (of 300 fights)",
                "-# All fight on without a plan. People who think will do better, on both sides.",
            ]
        );
        let picture = written.picture.unwrap();
        assert!(picture.png.starts_with(b"\x89PNG") && picture.alt_text.contains("Mira goes down"));
    }

    fn format_all(counts: &[u32]) -> Vec<String> {
        format_percents_adding_to_100(counts).into_iter().map(|percent| percent.0).collect()
    }

    #[test]
    fn percents_add_up_and_show_what_is_rare() {
        assert_eq!(format_all(&[335, 335, 330]), ["34", "33", "33"]);
        assert_eq!(format_all(&[505, 495, 0]), ["51", "49", "0"]);
        assert_eq!(format_all(&[996, 4]), [">99", "<1"]);
        assert_eq!(format_all(&[995, 5]), [">99", "<1"]);
        assert_eq!(format_all(&[990, 10]), ["99", "1"]);
        assert_eq!(format_all(&[300, 0]), ["100", "0"]);
        assert_eq!(format_all(&[0, 0]), ["0", "0"]);
        for first in 0..=300 {
            for second in 0..=300 - first {
                let percents = format_all(&[first, second, 300 - first - second]);
                let sum: Option<u32> = percents.iter().map(|text| text.parse::<u32>().ok()).sum();
                assert!(sum.is_none_or(|sum| sum == 100), "{first}, {second}: {percents:?}");
            }
        }
    }

    #[test]
    fn one_sided_forecast_tells_what_turns_it() {
        let lines_with = |turning_point| {
            let one_sided = ForecastCard { turning_point, ..card(1000) };
            let embed = serde_json::to_value(&render_forecast(&one_sided).embeds[0]).unwrap();
            embed["description"].as_str().unwrap().to_string()
        };
        let changed = Forecast {
            fights_played: 100,
            outcome_counts: vec![("lost".into(), 88), ("won".into(), 12)],
            ..Forecast::default()
        };
        let more = |count| FightVariant::WithMore { model: CombatantId(1), count };
        for (variant, text) in [
            (more(1), "turns it: with another **Brute**: 12 % (of 100 fights)"),
            (more(3), "turns it: with 3 more like **Brute**: 12 % (of 100 fights)"),
            (FightVariant::WithoutNpcs(2), "turns it: without 2 of the NPCs: 12 % (of 100 fights)"),
        ] {
            let told = lines_with(Some(TurningPoint::Change(variant, changed.clone())));
            assert!(told.contains(text) && !told.contains("without **Brute**"), "{told}");
        }
        let told = lines_with(Some(TurningPoint::OutOfReach { winners_remaining: 618 }));
        assert!(told.contains("The winners keep 62 % of their strength on average."), "{told}");
    }

    #[test]
    fn incomplete_forecast_says_so() {
        let written = render_forecast(&card(400));
        let embed = serde_json::to_value(&written.embeds[0]).unwrap();
        let text = embed["description"].as_str().unwrap();
        assert!(
            text.starts_with("400 fights (there was no time for all 1000), played from here:"),
            "{text}"
        );
    }
}
