//! Renders creatures of a kit, and menus to find and add them.

use serde_json::{Map, Value, json};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenuOption,
};

use super::super::custom_id::CustomId;
use super::set_up::{
    build_button, build_pick_menu, build_pick_option, open_form_id, run_command_id,
};
use super::text::{cut_to_length, escape_markdown, fit_lines, join_names};
use super::{MAX_DESCRIPTION, MAX_TITLE, RenderedMessage, reader_locale, reader_style, reply};
use app::bestiary::{
    BestiaryPage, BestiaryPurpose, CreatureCard, CreatureFilter, CreatureProfile, CreatureStrength,
    CreatureTags, is_built_in_line,
};
use engine::core::command::Command;
use engine::game::Game;
use narration::catalogue::{FormattedText, Locale, VariantKey};
use narration::kit_names::KitEntry;
use narration::{say, terms};

/// Returns what a creature of the kit is called in the reader's language.
pub fn creature_name(name: &str) -> String {
    KitEntry::Creature.name(reader_locale(), name)
}

/// Returns the line about a creature in the reader's language.
fn creature_about(system: &str, name: &str, about: &str) -> String {
    translate_about_line_if_built_in(KitEntry::Creature, system, name, about)
}

/// Returns the line about an entry of a kit in the reader's language. A line that a server wrote
/// itself stays as it is.
pub fn translate_about_line_if_built_in(
    entry: KitEntry,
    system: &str,
    name: &str,
    about: &str,
) -> String {
    match reader_locale() {
        Locale::ENGLISH => about.into(),
        _ if !is_built_in_line(about) => about.into(),
        locale => entry.translate_about_line(locale, system, name, about),
    }
}

/// Returns what a family of creatures is called in the reader's language.
pub fn family_name(family: &str) -> String {
    KitEntry::Family.name(reader_locale(), family)
}

/// Returns what a place where creatures live is called in the reader's language.
pub fn place_name(place: &str) -> String {
    KitEntry::Place.name(reader_locale(), place)
}

/// Renders a creature: what it is like, its tags and its sheet if the reader may know it. The
/// buttons add it to the fight, open the form of an NPC like it, and show its family.
pub fn render_creature(card: &CreatureCard) -> RenderedMessage {
    RenderedMessage {
        embeds: vec![creature_embed(card)],
        components: vec![CreateActionRow::Buttons(creature_buttons(card))],
        ..RenderedMessage::default()
    }
}

/// Builds the embed of a creature: what it is like, its tags, and its sheet if the reader may know
/// it.
fn creature_embed(card: &CreatureCard) -> CreateEmbed {
    let CreatureCard { system, profile, body, .. } = card;
    let about = profile.about.as_deref().map(|about| creature_about(system, &profile.name, about));
    let mut lines: Vec<String> = about.iter().map(|about| escape_markdown(about)).collect();
    lines.push(format_tag_line(&profile.tags));
    if let Some(body) = body {
        lines.push(String::new());
        lines.push(reply::format_sheet_in_one_line(&[], &to_creature_sheet(system, body)));
    }
    let title = say!(
        reader_locale(),
        "bestiary-creature",
        name = creature_name(&profile.name),
        system = terms::system_name(reader_locale(), system)
    );
    CreateEmbed::new()
        .title(cut_to_length(&title, MAX_TITLE))
        .description(cut_to_length(&lines.join("\n"), MAX_DESCRIPTION))
}

/// Builds the buttons that add a creature to the fight (if the reader may), open the form of an NPC
/// like it (if the reader knows its numbers), and show its family, in this order.
fn creature_buttons(card: &CreatureCard) -> Vec<CreateButton> {
    let CreatureCard { system, profile, body, can_add } = card;
    let mut buttons = Vec::new();
    if *can_add {
        let form_id = open_form_id(Command::new("add").with("from", &profile.name));
        let label = say!(reader_locale(), "bestiary-add-this");
        buttons.extend(build_button(&label, ButtonStyle::Primary, form_id));
    }
    if body.is_some() {
        let form_id = open_form_id(new_npc_command(system, &profile.name));
        let label = say!(reader_locale(), "bestiary-own");
        buttons.extend(build_button(&label, ButtonStyle::Secondary, form_id));
    }
    let family = profile.tags.family.as_ref().map(|family| family.as_str().to_string());
    let family_filter = CreatureFilter { family, ..CreatureFilter::default() };
    buttons.extend(build_button(
        &say!(
            reader_locale(),
            "bestiary-family",
            family = family_filter.family.as_deref().map(family_name)
        ),
        ButtonStyle::Secondary,
        run_command_id(page_command(BestiaryPurpose::LookUp, system, &family_filter, 1)),
    ));
    buttons
}

/// Returns of a body what its kind makes it: the fields for which the form of an NPC asks, without
/// zeros. Attacks and weapons have their damage beside the name.
fn to_creature_sheet(system: &str, body: &Value) -> Value {
    let mut sheet = Map::new();
    for field in Game::asked_fields(system) {
        let Some(value) = body.get(field.key) else { continue };
        if field.of_npc.is_none() || value.as_i64() == Some(0) {
            continue;
        }
        let shown_value = match value {
            Value::Array(items) => items.iter().map(name_with_damage).collect(),
            other => other.clone(),
        };
        sheet.insert(field.key.to_string(), shown_value);
    }
    Value::Object(sheet)
}

/// Returns an item with its damage behind the name: `false blade d6`. Other values stay as they
/// are.
fn name_with_damage(item: &Value) -> Value {
    let damage = item.pointer("/weapon/damage").or_else(|| item.get("damage"));
    let damage = match damage {
        Some(Value::String(dice)) => dice.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => return item.clone(),
    };
    let Some(name) = item.get("name").and_then(Value::as_str) else { return item.clone() };
    json!({ "name": format!("{} {damage}", KitEntry::Item.name(reader_locale(), name)) })
}

/// Formats the tags of a creature as a sentence part: `beasts · regular skirmisher · wood, road`.
pub fn format_tags(tags: &CreatureTags) -> String {
    let mut parts = Vec::new();
    if let Some(family) = &tags.family {
        parts.push(family_name(family.as_str()));
    }
    parts.push(format_strength_and_role(tags));
    let places: Vec<String> = tags.places.iter().map(|place| place_name(place.as_str())).collect();
    parts.push(join_names(&places));
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// Formats how strong a creature is and how it fights: `regular skirmisher`.
fn format_strength_and_role(tags: &CreatureTags) -> String {
    let mut words = Vec::new();
    if let Some(strength) = tags.strength {
        let key = VariantKey(strength.key());
        words.push(say!(reader_locale(), "creature-strength", strength = key));
    }
    if let Some(role) = tags.role {
        let key = VariantKey(role.key());
        words.push(say!(reader_locale(), "creature-role", role = key));
    }
    words.join(" ")
}

/// Formats the tags of a creature as a small line; empty if it has none.
fn format_tag_line(tags: &CreatureTags) -> String {
    match format_tags(tags) {
        none if none.is_empty() => none,
        text => format!("-# {}", escape_markdown(&text)),
    }
}

/// Renders a page of the creatures that were looked for, with menus to narrow it down. The first
/// page without a filter also lists the families.
pub fn render_bestiary_page(page: &BestiaryPage) -> RenderedMessage {
    let BestiaryPage { system, filter, families, creatures, .. } = page;
    let mut lines = vec![format_bestiary_heading(page)];
    let reads_all_tags = filter.reads_all_tags;
    let is_unfiltered = *filter == CreatureFilter { reads_all_tags, ..CreatureFilter::default() };
    if is_unfiltered && page.page == 1 {
        let format_count = |(family, count): &(String, usize)| {
            format!("{} ({count})", escape_markdown(&family_name(family)))
        };
        let counts: Vec<String> = families.iter().map(format_count).collect();
        let families = FormattedText(join_names(&counts));
        lines.push(say!(reader_style(), "bestiary-families", families));
    }
    for creature in creatures {
        let about = creature.about.as_deref().unwrap_or_default();
        let about = creature_about(system, &creature.name, about);
        let name = creature_name(&creature.name);
        lines.push(format!("**{}** {}", escape_markdown(&name), escape_markdown(&about)));
    }
    let text = fit_lines(&lines, MAX_DESCRIPTION);
    RenderedMessage {
        embeds: vec![CreateEmbed::new().description(text)],
        components: build_bestiary_rows(page),
        ..RenderedMessage::default()
    }
}

/// Formats what was looked for, how many creatures were found, and which page this is.
fn format_bestiary_heading(page: &BestiaryPage) -> String {
    let filter = &page.filter;
    let strength = filter.strength.map(|strength| {
        let key = VariantKey(strength.key());
        FormattedText(say!(reader_locale(), "creature-strength", strength = key))
    });
    say!(
        reader_style(),
        "bestiary-found",
        system = terms::system_name(reader_locale(), &page.system),
        count = page.found_count,
        family = filter.family.as_deref().map(family_name),
        place = filter.place.as_deref().map(place_name),
        text = Some(filter.text.as_str()).filter(|text| !text.is_empty()),
        strength,
        page = page.page,
        pages = page.page_count
    )
}

/// Builds the menus that narrow a page down and choose a creature of it, and the buttons to other
/// pages.
fn build_bestiary_rows(page: &BestiaryPage) -> Vec<CreateActionRow> {
    let menus = [
        build_family_menu(page),
        build_strength_menu_if_numbers_known(page),
        build_adding_menu_for_allowed_lookup(page),
        build_creature_menu(page),
    ];
    menus.into_iter().flatten().chain(build_page_buttons(page)).collect()
}

/// Returns the id that shows a page of the same search with this filter.
fn page_id(page: &BestiaryPage, filter: &CreatureFilter, page_number: usize) -> CustomId {
    run_command_id(page_command(page.purpose, &page.system, filter, page_number))
}

/// Builds the option that searches with this filter; it is chosen if the page has that filter.
fn build_filter_option(
    page: &BestiaryPage,
    label: &str,
    filter: &CreatureFilter,
) -> Option<CreateSelectMenuOption> {
    let option = build_pick_option(label, "", page_id(page, filter, 1))?;
    Some(option.default_selection(*filter == page.filter))
}

/// Builds the menu of all families, with the one that is chosen.
fn build_family_menu(page: &BestiaryPage) -> Option<CreateActionRow> {
    let filter = &page.filter;
    let without_family = CreatureFilter { family: None, ..filter.clone() };
    let label = say!(reader_locale(), "bestiary-all-families");
    let all_families = build_filter_option(page, &label, &without_family);
    let family_option = |(family, count): &(String, usize)| {
        let wanted = CreatureFilter { family: Some(family.clone()), ..filter.clone() };
        let family = family_name(family);
        let label = say!(reader_locale(), "bestiary-family-count", family, count = *count);
        build_filter_option(page, &label, &wanted)
    };
    let options = all_families.into_iter().chain(page.families.iter().filter_map(family_option));
    build_pick_menu(0, &say!(reader_locale(), "bestiary-pick-family"), options.collect())
}

/// Builds the menu of all strengths, with the one that is chosen. `None` for a reader who may not
/// know how strong creatures are.
fn build_strength_menu_if_numbers_known(page: &BestiaryPage) -> Option<CreateActionRow> {
    if !page.knows_numbers {
        return None;
    }
    let filter = &page.filter;
    let strength_option = |strength: CreatureStrength| {
        let wanted = CreatureFilter { strength: Some(strength), ..filter.clone() };
        let label =
            say!(reader_locale(), "creature-strength", strength = VariantKey(strength.key()));
        build_filter_option(page, &label, &wanted)
    };
    let without_strength = CreatureFilter { strength: None, ..filter.clone() };
    let label = say!(reader_locale(), "bestiary-all-strengths");
    let all_strengths = build_filter_option(page, &label, &without_strength);
    let options = CreatureStrength::ALL.into_iter().filter_map(strength_option);
    let options = options.chain(all_strengths).collect();
    build_pick_menu(1, &say!(reader_locale(), "bestiary-pick-strength"), options)
}

/// Builds the menu whose options add a creature of the page to the fight. `None` for a reader who
/// may not, or who looks for a base of an NPC.
fn build_adding_menu_for_allowed_lookup(page: &BestiaryPage) -> Option<CreateActionRow> {
    if !page.can_add || page.purpose != BestiaryPurpose::LookUp {
        return None;
    }
    let options = page.creatures.iter().filter_map(build_add_option);
    let options = options.chain(build_next_page_option(page)).collect();
    build_pick_menu(2, &say!(reader_locale(), "set-up-npcs"), options)
}

/// Builds the menu whose options show a creature of the page, or open the form of an NPC like it.
fn build_creature_menu(page: &BestiaryPage) -> Option<CreateActionRow> {
    let system = &page.system;
    let option = |creature: &CreatureProfile| {
        let id = match page.purpose {
            BestiaryPurpose::LookUp => {
                let show = Command::new("bestiary").with("name", &creature.name);
                run_command_id(show.with("system", system))
            }
            BestiaryPurpose::NewNpc => open_form_id(new_npc_command(system, &creature.name)),
        };
        build_pick_option(&creature_name(&creature.name), &format_tags(&creature.tags), id)
    };
    let placeholder = match page.purpose {
        BestiaryPurpose::LookUp => say!(reader_locale(), "bestiary-pick-shown"),
        BestiaryPurpose::NewNpc => say!(reader_locale(), "bestiary-pick-base"),
    };
    let options = page.creatures.iter().filter_map(option);
    let options = options.chain(build_next_page_option(page)).collect();
    build_pick_menu(3, &placeholder, options)
}

/// Builds the menu option that shows the next page; `None` on the last one.
fn build_next_page_option(page: &BestiaryPage) -> Option<CreateSelectMenuOption> {
    if page.page >= page.page_count {
        return None;
    }
    let next = page_id(page, &page.filter, page.page + 1);
    build_pick_option(&say!(reader_locale(), "bestiary-more"), "", next)
}

/// Builds the buttons to the previous and the next page, as far as there are such pages. `None` if
/// there is only one page.
fn build_page_buttons(page: &BestiaryPage) -> Option<CreateActionRow> {
    let page_button = |page_number: usize, label: String| {
        let id = page_id(page, &page.filter, page_number);
        build_button(&label, ButtonStyle::Secondary, id)
    };
    let mut buttons = Vec::new();
    if page.page > 1 {
        buttons.extend(page_button(page.page - 1, say!(reader_locale(), "bestiary-back")));
    }
    if page.page < page.page_count {
        buttons.extend(page_button(page.page + 1, say!(reader_locale(), "bestiary-more")));
    }
    if buttons.is_empty() { None } else { Some(CreateActionRow::Buttons(buttons)) }
}

/// Builds the menu option that opens the form to add a creature.
pub fn build_add_option(creature: &CreatureProfile) -> Option<CreateSelectMenuOption> {
    let add = Command::new("add").with("from", &creature.name);
    let name = creature_name(&creature.name);
    build_pick_option(&name, &format_tags(&creature.tags), open_form_id(add))
}

/// Returns the command that opens the form of an NPC of one's own like a creature.
fn new_npc_command(system: &str, creature: &str) -> Command {
    Command::new("npc-new").with("from", creature).with("system", system)
}

/// Returns the command that shows a page of what somebody looks for. A button without a page and
/// a name opens a message of its own.
fn page_command(
    purpose: BestiaryPurpose,
    system: &str,
    filter: &CreatureFilter,
    page: usize,
) -> Command {
    let verb = match purpose {
        BestiaryPurpose::LookUp => "bestiary",
        BestiaryPurpose::NewNpc => "npc-new",
    };
    let slots = [
        ("name", Some(filter.text.as_str())),
        ("family", filter.family.as_deref()),
        ("strength", filter.strength.map(|strength| strength.key())),
        ("place", filter.place.as_deref()),
        ("system", Some(system)),
    ];
    let mut command = Command::new(verb);
    for (slot, value) in slots {
        command = command.with_text(slot, value.unwrap_or_default());
    }
    command.with("page", page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creature_is_shown_by_what_its_kind_makes_it() {
        let body = json!({
            "hp_max": 5, "cha": 0, "last_turn": 0, "mood": "fighting", "side": "enemy",
            "attacks": [{ "name": "false blade", "weapon": { "kind": "melee", "damage": "d6" } }],
        });
        let sheet = reply::format_sheet_in_one_line(&[], &to_creature_sheet("dr12", &body));
        assert!(sheet.contains("**Max HP** 5") && sheet.contains("false blade d6"), "{sheet}");
        for left_out in ["CHA", "Last turn", "Mood", "Side"] {
            assert!(!sheet.contains(left_out), "{sheet}");
        }
    }
}
