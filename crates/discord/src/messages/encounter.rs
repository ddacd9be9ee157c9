//! Renders line-ups that fit the party, for the GM alone.

use std::cmp::Reverse;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use super::forecast::format_percent;
use super::set_up::{build_button, build_pick_menu, build_pick_option, run_command_id};
use super::text::{cut_to_length, escape_markdown, join_names};
use super::{MAX_DESCRIPTION, RenderedMessage, bestiary, reader_locale, reader_style};
use app::encounter::{Difficulty, EncounterCard, EncounterRequest, ProposedLineUp, TooHardFight};
use engine::core::command::Command;
use narration::catalogue::{FormattedText, VariantKey};
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// How many of the party are named who are likely to go down.
const MAX_NAMED: usize = 3;

/// From this share of fights on, in thousandths, somebody is likely to go down.
const LIKELY_DOWN: u32 = 250;

/// Renders the proposed line-ups, with buttons to add one or to look for others.
pub fn render_line_ups_for_encounter(card: &EncounterCard) -> RenderedMessage {
    let EncounterCard { request, line_ups, .. } = card;
    let mut lines = vec![format_what_is_wanted(card)];
    match &card.too_hard {
        Some(too_hard) => lines.push(format_too_hard(too_hard)),
        None if line_ups.is_empty() => lines.push(say!(reader_style(), "encounter-none")),
        None => {}
    }
    let fits = |line_up: &ProposedLineUp| line_up.fits(request.difficulty);
    let none_of_several_fits = line_ups.len() > 1 && !line_ups.iter().any(fits);
    for (line_up, number) in line_ups.iter().zip(1..) {
        // If none of several fits, one sentence below them says so of all.
        let says_unfit = !fits(line_up) && !none_of_several_fits;
        lines.push(format_line_up(card, line_up, number, says_unfit));
    }
    if none_of_several_fits {
        lines.push(say!(reader_style(), "encounter-nearest"));
    }
    lines.push(say!(reader_style(), "forecast-how"));
    let system = terms::system_name(reader_locale(), &card.system);
    let title = say!(reader_locale(), "encounter-title", system);
    let text = cut_to_length(&lines.join("\n"), MAX_DESCRIPTION);
    RenderedMessage {
        embeds: vec![CreateEmbed::new().title(title).description(text)],
        components: build_rows(card),
        ..RenderedMessage::default()
    }
}

/// Formats what line-ups are looked for: how often the party should win, and among which creatures.
fn format_what_is_wanted(card: &EncounterCard) -> String {
    let request = &card.request;
    let (least, most) = request.difficulty.win_share_bounds_thousandths();
    say!(
        reader_style(),
        "encounter-wanted",
        difficulty = VariantKey(request.difficulty.key()),
        least = format_percent(least, 1000),
        most = format_percent(most, 1000),
        family = request.family.as_deref().map(bestiary::family_name),
        place = request.place.as_deref().map(bestiary::place_name),
        count = request.count,
        has_npcs = card.has_other_npcs
    )
}

/// Says how often the party wins a fight that is too hard already, and who should leave it.
fn format_too_hard(too_hard: &TooHardFight) -> String {
    let share = too_hard.win_share;
    let without = too_hard.without.as_ref();
    let names = without.map(|(names, _)| {
        let names: Vec<String> = names.iter().map(|name| escape_markdown(name)).collect();
        FormattedText(join_names(&collapse_numbered_names(reader_locale(), &names)))
    });
    say!(
        reader_style(),
        "encounter-too-hard",
        is = format_percent(share.value, 1000),
        least = format_percent(share.lower_bound, 1000),
        most = format_percent(share.upper_bound, 1000),
        names,
        then = without.map(|(_, share)| format_percent(share.value, 1000))
    )
}

/// Formats a line-up: who is in it, how likely the party wins, and who is likely to go down. With
/// `says_unfit` it also says that the line-up does not fit and is only the nearest.
fn format_line_up(
    card: &EncounterCard,
    line_up: &ProposedLineUp,
    number: usize,
    says_unfit: bool,
) -> String {
    let groups = line_up.groups.iter().map(|group| {
        let name = escape_markdown(&bestiary::creature_name(&group.creature));
        say!(reader_locale(), "encounter-group", count = group.count, name = FormattedText(name))
    });
    let groups: Vec<String> = groups.collect();
    let downed = list_likely_downed(card, line_up);
    let names = (!downed.is_empty()).then(|| FormattedText(join_names(&downed)));
    let share = line_up.win_share();
    let least = format_percent(share.lower_bound, 1000);
    let most = format_percent(share.upper_bound, 1000);
    let is_range = least.0 != most.0;
    let [_, median_rounds, _] = line_up.forecast.round_percentiles;
    say!(
        reader_style(),
        "encounter-line-up",
        number,
        groups = FormattedText(join_names(&groups)),
        is = format_percent(share.value, 1000),
        is_range,
        least,
        most,
        rounds = median_rounds,
        fights = line_up.forecast.fights_played,
        fits = !says_unfit,
        is_long = line_up.is_long(),
        names
    )
}

/// Returns the members of the party who are likely to go down against a line-up, and how likely:
/// at most [`MAX_NAMED`], the likeliest first.
fn list_likely_downed(card: &EncounterCard, line_up: &ProposedLineUp) -> Vec<String> {
    let fights = line_up.forecast.fights_played;
    let mut likely: Vec<(u32, &String)> = Vec::new();
    for (who, name) in &card.party {
        let outlooks = &line_up.forecast.combatants;
        if let Some(outlook) = outlooks.iter().find(|outlook| outlook.who == *who)
            && outlook.downed_count * 1000 >= fights * LIKELY_DOWN
        {
            likely.push((outlook.downed_count, name));
        }
    }
    likely.sort_by_key(|(downed_count, _)| Reverse(*downed_count));
    let mut texts = Vec::new();
    for (downed_count, name) in likely.into_iter().take(MAX_NAMED) {
        let name = FormattedText(escape_markdown(name));
        let percent = format_percent(downed_count, fights);
        texts.push(say!(reader_style(), "encounter-downed", name, percent));
    }
    texts
}

/// Whether players see who enters.
#[derive(Clone, Copy, PartialEq)]
enum Entrance {
    Seen,
    Hidden,
}

/// Builds the rows below the line-ups: buttons that add each of them, seen or hidden, buttons for
/// another search, and a menu of families.
fn build_rows(card: &EncounterCard) -> Vec<CreateActionRow> {
    let button_rows = [
        build_add_buttons(card, Entrance::Seen),
        build_add_buttons(card, Entrance::Hidden),
        build_search_buttons(card),
    ];
    let button_rows = button_rows.into_iter().filter(|row| !row.is_empty());
    button_rows.map(CreateActionRow::Buttons).chain(build_family_menu(card)).collect()
}

/// Builds a button for each line-up that adds it to the fight.
fn build_add_buttons(card: &EncounterCard, entrance: Entrance) -> Vec<CreateButton> {
    let is_hidden = entrance == Entrance::Hidden;
    let numbered = card.line_ups.iter().zip(1..);
    let buttons = numbered.filter_map(|(line_up, number)| {
        let add = Command::new("add").with("from", line_up.to_typed_text());
        let add = if is_hidden { add.with("hidden", true) } else { add };
        let label = say!(reader_locale(), "encounter-add", number, is_hidden);
        let style = if is_hidden { ButtonStyle::Secondary } else { ButtonStyle::Success };
        build_button(&label, style, run_command_id(add))
    });
    buttons.collect()
}

/// Builds a button for a search of each difficulty, of which the present one is disabled, and one
/// that looks for other line-ups.
fn build_search_buttons(card: &EncounterCard) -> Vec<CreateButton> {
    let difficulty_buttons = Difficulty::ALL.iter().filter_map(|difficulty| {
        let request =
            EncounterRequest { difficulty: *difficulty, attempt: 0, ..card.request.clone() };
        let label = say!(reader_locale(), "difficulty", difficulty = VariantKey(difficulty.key()));
        let id = run_command_id(search_command(&request));
        let button = build_button(&label, ButtonStyle::Secondary, id)?;
        Some(button.disabled(*difficulty == card.request.difficulty))
    });
    let others = EncounterRequest { attempt: card.request.attempt + 1, ..card.request.clone() };
    let others_button = build_button(
        &say!(reader_locale(), "encounter-others"),
        ButtonStyle::Secondary,
        run_command_id(search_command(&others)),
    );
    difficulty_buttons.chain(others_button).collect()
}

/// Builds the menu that searches among all creatures or one family.
fn build_family_menu(card: &EncounterCard) -> Option<CreateActionRow> {
    let option = |label: &str, family: Option<String>| {
        let request = EncounterRequest { family, attempt: 0, ..card.request.clone() };
        let is_chosen = card.request.family == request.family;
        let option = build_pick_option(label, "", run_command_id(search_command(&request)))?;
        Some(option.default_selection(is_chosen))
    };
    let any_family = option(&say!(reader_locale(), "bestiary-all-families"), None);
    let families = card
        .families
        .iter()
        .filter_map(|family| option(&bestiary::family_name(family), Some(family.clone())));
    let options = any_family.into_iter().chain(families).collect();
    build_pick_menu(0, &say!(reader_locale(), "bestiary-pick-family"), options)
}

/// Returns the command that searches for line-ups as a request says.
fn search_command(request: &EncounterRequest) -> Command {
    Command::new("encounter")
        .with("difficulty", request.difficulty.key())
        .with_optional("family", request.family.as_ref())
        .with_optional("place", request.place.as_ref())
        .with_optional("count", request.count)
        // By this slot the next proposals replace those that are shown.
        .with("attempt", request.attempt)
}
