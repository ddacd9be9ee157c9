//! How a fight will go, for its GM: in words, and as bars.

use serenity::all::CreateEmbed;

use super::super::map::{Bar, bars};
use super::text::{cut, escaped};
use super::{DESCRIPTION, LOCALE, STYLE, Written};
use app::forecast::{ForecastCard, WhatIf};
use engine::forecast::{Forecast, Outlook, Share};
use engine::ids::CombatantId;
use engine::view::View;
use narration::catalogue::{Key, Set};
use narration::{say, words};

/// The most bars of a picture.
const MOST_BARS: usize = 16;

pub fn write(card: &ForecastCard) -> Written {
    let ForecastCard { view, forecast, wanted, others, .. } = card;
    let all = forecast.fights;
    let ends = ends(forecast);
    let mut lines =
        vec![say!(STYLE, "forecast-of", count = all, is_short = all < *wanted, wanted = *wanted)];
    lines.extend(ends.iter().map(|(outcome, share)| {
        let Share { is, least, most } = *share;
        let (is, least, most) = (percent(is), percent(least), percent(most));
        say!(STYLE, "forecast-end", outcome, is, least, most)
    }));
    let [few, half, most] = forecast.rounds;
    lines.push(say!(STYLE, "forecast-rounds", few, half, most));
    lines.push(String::new());
    lines.extend(forecast.ones.iter().filter_map(|one| outlook(view, one, all)));
    if let Some((first, _)) = forecast.ends.first().filter(|_| !others.is_empty()) {
        let outcome = words::outcome(LOCALE, first);
        lines.push(String::new());
        lines.push(say!(STYLE, "forecast-else", outcome));
        lines.extend(others.iter().filter_map(|(what, other)| change(view, *what, other, first)));
    }
    lines.push(say!(STYLE, "forecast-how"));
    let text = lines.join("\n");
    let title = say!(LOCALE, "forecast-title", system = words::system(LOCALE, &view.system));
    let embed = CreateEmbed::new().title(title).description(cut(&text, DESCRIPTION));
    let alt = text.replace("**", "");
    let picture = bars(&drawn(view, forecast, &ends), &alt);
    Written { embeds: vec![embed], picture, ..Written::default() }
}

/// How it may end, and how likely that is.
fn ends(forecast: &Forecast) -> Vec<(String, Share)> {
    let share = |count| Share::of(count, forecast.fights);
    let known = forecast.ends.iter();
    let known = known.map(|(key, count)| (words::outcome(LOCALE, key), share(*count)));
    let open = (forecast.open > 0).then(|| (say!(LOCALE, "forecast-open"), share(forecast.open)));
    known.chain(open).collect()
}

/// `**Brute 1**: goes down in 34 %, leaves in 2 %; else 61 % is left`.
fn outlook(view: &View, one: &Outlook, all: u32) -> Option<String> {
    let name = Set(format!("**{}**", escaped(named(view, one.who)?)));
    let share = |count| percent(Share::of(count, all).is);
    let gone = (one.gone > 0).then(|| share(one.gone));
    let left = (one.down + one.gone < all).then(|| percent(one.left));
    Some(say!(STYLE, "forecast-one", name, down = share(one.down), gone, left))
}

/// How likely the commonest end would be in another fight.
fn change(view: &View, what: WhatIf, other: &Forecast, end: &str) -> Option<String> {
    let count = other.ends.iter().find(|(key, _)| key == end).map_or(0, |(_, count)| *count);
    let is = percent(Share::of(count, other.fights).is);
    let (what, who) = match what {
        WhatIf::Without(who) => ("without", Some(who)),
        WhatIf::Another(who) => ("another", Some(who)),
        WhatIf::Ambush => ("from-ambush", None),
    };
    let name = who.and_then(|who| named(view, who));
    let name = name.map(|name| Set(format!("**{}**", escaped(name))));
    Some(say!(STYLE, "forecast-change", name, what = Key(what), is, count = other.fights))
}

fn drawn(view: &View, forecast: &Forecast, ends: &[(String, Share)]) -> Vec<Bar> {
    let number = |share: u16| say!(LOCALE, "forecast-share", is = percent(share));
    let ends = ends.iter().map(|(what, share)| Bar {
        what: what.clone(),
        share: share.is,
        number: number(share.is),
    });
    let ones = forecast.ones.iter().filter_map(|one| {
        let share = Share::of(one.down, forecast.fights).is;
        let what = say!(LOCALE, "forecast-down", name = named(view, one.who)?);
        Some(Bar { what, share, number: number(share) })
    });
    ends.chain(ones).take(MOST_BARS).collect()
}

fn named(view: &View, who: CombatantId) -> Option<&str> {
    view.everybody().find(|one| one.id == who).map(|one| one.name.as_str())
}

/// Of thousandths.
fn percent(share: u16) -> u16 {
    (share + 5) / 10
}

#[cfg(test)]
mod tests {
    use super::super::super::map::tests::named as fight;
    use super::*;
    use app::ids::FightId;

    fn card(fights: u32) -> ForecastCard {
        let one = |who, down, gone| Outlook { who: CombatantId(who), down, gone, left: 504 };
        let forecast = Forecast {
            fights,
            ends: vec![("won".into(), fights * 6 / 10), ("lost".into(), fights * 3 / 10)],
            open: fights / 10,
            rounds: [3, 5, 9],
            ones: vec![one(0, fights / 4, 0), one(1, fights / 2, fights / 2)],
        };
        let other =
            Forecast { fights: 300, ends: vec![("won".into(), 270)], ..Forecast::default() };
        let others =
            vec![(WhatIf::Without(CombatantId(1)), other.clone()), (WhatIf::Ambush, other)];
        let view = View { system: "dr12".into(), ..fight(&["Mira", "Brute"]) };
        ForecastCard { fight: FightId(1), view, forecast, wanted: 1000, others }
    }

    #[test]
    fn a_forecast_is_told_in_words_and_drawn_as_bars() {
        let written = write(&card(1000));
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
        assert!(picture.png.starts_with(b"\x89PNG") && picture.alt.contains("Mira goes down"));
    }

    #[test]
    fn it_says_when_there_was_no_time_for_all_of_it() {
        let written = write(&card(400));
        let embed = serde_json::to_value(&written.embeds[0]).unwrap();
        let text = embed["description"].as_str().unwrap();
        assert!(
            text.starts_with("400 fights instead of 1000, since the time was over, "),
            "{text}"
        );
    }
}
