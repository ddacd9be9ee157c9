//! Renders the forecast of a fight for its GM: as text and as a bar chart.

use serenity::all::CreateEmbed;

use super::super::map::{ChartBar, render_bar_chart};
use super::text::{cut_to_length, escape_markdown};
use super::{LOCALE, MAX_DESCRIPTION, RenderedMessage, STYLE};
use app::forecast::{FightVariant, ForecastCard};
use engine::agents::forecast::{CombatantForecast, Forecast, Proportion};
use engine::core::ids::CombatantId;
use engine::visibility::view::FightView;
use narration::catalogue::{FormattedText, VariantKey};
use narration::{say, terms};

/// The most bars in the picture.
const MAX_BARS: usize = 16;

pub fn render_forecast(card: &ForecastCard) -> RenderedMessage {
    let ForecastCard { view, forecast, target_runs, variants, .. } = card;
    let fights_played = forecast.fights_played;
    let outcome_shares = list_outcome_shares(forecast);
    let mut lines = vec![say!(
        STYLE,
        "forecast-of",
        count = fights_played,
        is_short = fights_played < *target_runs,
        wanted = *target_runs
    )];
    lines.extend(outcome_shares.iter().map(|(outcome, share)| {
        let Proportion { value, lower_bound: lower, upper_bound: upper } = *share;
        let (value, lower, upper) = (to_percent(value), to_percent(lower), to_percent(upper));
        say!(STYLE, "forecast-end", outcome, is = value, least = lower, most = upper)
    }));
    let [few, half, most] = forecast.round_percentiles;
    lines.push(say!(STYLE, "forecast-rounds", few, half, most));
    lines.push(String::new());
    lines.extend(
        forecast
            .combatants
            .iter()
            .filter_map(|combatant| format_outlook(view, combatant, fights_played)),
    );
    if let Some((first, _)) = forecast.outcome_counts.first().filter(|_| !variants.is_empty()) {
        let outcome = terms::outcome_text(LOCALE, first);
        lines.push(String::new());
        lines.push(say!(STYLE, "forecast-else", outcome));
        lines.extend(variants.iter().filter_map(|(variant, variant_forecast)| {
            format_what_if(view, *variant, variant_forecast, first)
        }));
    }
    lines.push(say!(STYLE, "forecast-how"));
    let text = lines.join("\n");
    let title = say!(LOCALE, "forecast-title", system = terms::system_name(LOCALE, &view.system));
    let embed = CreateEmbed::new().title(title).description(cut_to_length(&text, MAX_DESCRIPTION));
    let alt = text.replace("**", "");
    let picture = render_bar_chart(&build_bars(view, forecast, &outcome_shares), &alt);
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

/// Returns the possible outcomes with their shares of the fights.
fn list_outcome_shares(forecast: &Forecast) -> Vec<(String, Proportion)> {
    let share = |count| Proportion::from_counts(count, forecast.fights_played);
    let finished = forecast.outcome_counts.iter();
    let finished = finished.map(|(key, count)| (terms::outcome_text(LOCALE, key), share(*count)));
    let unfinished = (forecast.unfinished_count > 0)
        .then(|| (say!(LOCALE, "forecast-open"), share(forecast.unfinished_count)));
    finished.chain(unfinished).collect()
}

/// Formats the outlook of a combatant: `**Brute 1** goes down in 34 %, and leaves in 2 %; else 61 %
/// is left`.
fn format_outlook(
    view: &FightView,
    outlook: &CombatantForecast,
    fight_count: u32,
) -> Option<String> {
    let name = FormattedText(format!("**{}**", escape_markdown(find_name(view, outlook.who)?)));
    let share = |count| to_percent(Proportion::from_counts(count, fight_count).value);
    let gone = (outlook.left_count > 0).then(|| share(outlook.left_count));
    let left = (outlook.downed_count + outlook.left_count < fight_count)
        .then(|| to_percent(outlook.average_remaining));
    Some(say!(STYLE, "forecast-one", name, down = share(outlook.downed_count), gone, left))
}

/// Formats how likely the commonest outcome would be in a variant of the fight.
fn format_what_if(
    view: &FightView,
    variant: FightVariant,
    variant_forecast: &Forecast,
    outcome: &str,
) -> Option<String> {
    let count = variant_forecast
        .outcome_counts
        .iter()
        .find(|(key, _)| key == outcome)
        .map_or(0, |(_, count)| *count);
    let percent = to_percent(Proportion::from_counts(count, variant_forecast.fights_played).value);
    let (variant_key, who) = match variant {
        FightVariant::WithoutNpc(who) => ("without", Some(who)),
        FightVariant::WithAnotherNpc(who) => ("another", Some(who)),
        FightVariant::WithAmbush => ("from-ambush", None),
    };
    let name = who.and_then(|who| find_name(view, who));
    let name = name.map(|name| FormattedText(format!("**{}**", escape_markdown(name))));
    Some(say!(
        STYLE,
        "forecast-change",
        name,
        what = VariantKey(variant_key),
        is = percent,
        count = variant_forecast.fights_played
    ))
}

fn build_bars(
    view: &FightView,
    forecast: &Forecast,
    outcome_shares: &[(String, Proportion)],
) -> Vec<ChartBar> {
    let format_percent = |share: u16| say!(LOCALE, "forecast-share", is = to_percent(share));
    let outcome_bars = outcome_shares.iter().map(|(label, share)| ChartBar {
        label: label.clone(),
        share: share.value,
        share_text: format_percent(share.value),
    });
    let combatant_bars = forecast.combatants.iter().filter_map(|combatant| {
        let share = Proportion::from_counts(combatant.downed_count, forecast.fights_played).value;
        let label = say!(LOCALE, "forecast-down", name = find_name(view, combatant.who)?);
        Some(ChartBar { label, share, share_text: format_percent(share) })
    });
    outcome_bars.chain(combatant_bars).take(MAX_BARS).collect()
}

fn find_name(view: &FightView, combatant: CombatantId) -> Option<&str> {
    view.members().find(|member| member.id == combatant).map(|member| member.name.as_str())
}

/// Converts thousandths to percent.
fn to_percent(share: u16) -> u16 {
    (share + 5) / 10
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
        ForecastCard { fight: FightId(1), view, forecast, target_runs: 1000, variants: others }
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
                "**Mira** goes down in 25 %; else 50 % is left.",
                "**Brute** goes down in 50 %, and leaves in 50 %.",
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

    #[test]
    fn incomplete_forecast_says_so() {
        let written = render_forecast(&card(400));
        let embed = serde_json::to_value(&written.embeds[0]).unwrap();
        let text = embed["description"].as_str().unwrap();
        assert!(
            text.starts_with("400 fights instead of 1000, since the time was over, "),
            "{text}"
        );
    }
}
