//! Renders the set-up of a fight for its GM: NPCs and zones, and menus and buttons for the next
//! steps. Everything they do can also be typed.

use serde_json::Value;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::CustomId;
use super::bestiary::translate_about_line_if_built_in;
use super::text::cut_to_length;
use super::{
    MAX_BUTTON_LABEL, MAX_CONTENT, MAX_OPTION, MAX_OPTIONS, RenderedMessage, bestiary,
    reader_locale, reader_style, status,
};
use app::bestiary::CreatureProfile;
use app::input::{ActDone, FightSetup, SceneSummary};
use engine::core::command::Command;
use engine::game::SYSTEM_KEYS;
use engine::visibility::view::FightView;
use narration::catalogue::{FormattedText, VariantKey};
use narration::kit_names::KitEntry;
use narration::{say, terms};

/// Prepared maps that suit many fights. Their names and zones are in the catalogue.
const KNOWN_MAPS: &[&str] = &["field", "yard", "road", "woods", "court", "ship"];

/// Renders the set-up as the GM sees it after each step.
pub fn render_set_up(
    rendered: RenderedMessage,
    done: &ActDone,
    setup: &FightSetup,
) -> RenderedMessage {
    let content = match done.revision {
        1 => say!(reader_style(), "set-up-begins", done = FormattedText(rendered.content)),
        _ => rendered.content,
    };
    let content = match &setup.set_scene {
        Some(SceneSummary { name, about }) => {
            let about =
                translate_about_line_if_built_in(KitEntry::Scene, &done.view.system, name, about);
            let name = KitEntry::Scene.name(reader_locale(), name);
            say!(reader_style(), "set-up-scene-laid", name, about, done = FormattedText(content))
        }
        None => content,
    };
    let mut embeds = rendered.embeds;
    embeds.push(status::render_set_up_except_players(&done.view, &setup.time_limits));
    let content = cut_to_length(&content, MAX_CONTENT);
    RenderedMessage {
        content,
        embeds,
        components: build_set_up_components(setup, &done.view),
        ..RenderedMessage::default()
    }
}

/// Builds the menus and buttons by which the GM sets up a fight and starts it.
fn build_set_up_components(setup: &FightSetup, view: &FightView) -> Vec<CreateActionRow> {
    let start_zones = match setup.start_zone_order {
        Some(verb) => build_zone_and_side_options(verb, view),
        None => Vec::new(),
    };
    let menus = [
        build_pick_menu(
            0,
            &say!(reader_locale(), "set-up-zones"),
            build_options_for_scenes_and_prepared_maps(&view.system, &setup.scenes),
        ),
        build_pick_menu(
            1,
            &say!(reader_locale(), "set-up-npcs"),
            build_creature_own_and_more_options(&setup.creatures),
        ),
        build_pick_menu(2, &say!(reader_locale(), "set-up-sides"), start_zones),
        build_pick_menu(
            3,
            &say!(reader_locale(), "set-up-settings"),
            build_switch_options(&setup.settings),
        ),
    ];
    let mut rows: Vec<CreateActionRow> = menus.into_iter().flatten().collect();
    rows.push(CreateActionRow::Buttons(build_set_up_buttons()));
    rows
}

/// Builds the buttons that start a fight, forecast it, look for line-ups, and save it.
fn build_set_up_buttons() -> Vec<CreateButton> {
    let button = |label: String, style: ButtonStyle, id: CustomId| build_button(&label, style, id);
    let encounter = Command::new("encounter").with("difficulty", "fair");
    let buttons = [
        button(
            say!(reader_locale(), "set-up-start"),
            ButtonStyle::Success,
            run_command_id(Command::new("start")),
        ),
        button(
            say!(reader_locale(), "set-up-forecast"),
            ButtonStyle::Secondary,
            run_command_id(Command::new("forecast")),
        ),
        button(
            say!(reader_locale(), "set-up-encounter"),
            ButtonStyle::Secondary,
            run_command_id(encounter),
        ),
        button(
            say!(reader_locale(), "set-up-save"),
            ButtonStyle::Secondary,
            open_form_id(Command::new("save")),
        ),
    ];
    buttons.into_iter().flatten().collect()
}

/// Builds an option for each scene of the kit and each prepared map (`KNOWN_MAPS`), and a last one
/// that opens a form for a map of one's own. Scenes that do not fit into the menu must be typed.
fn build_options_for_scenes_and_prepared_maps(
    system: &str,
    scenes: &[SceneSummary],
) -> Vec<CreateSelectMenuOption> {
    let (name, example) =
        (say!(reader_locale(), "set-up-own-map"), say!(reader_locale(), "set-up-own-map-like"));
    let own_map = build_pick_option(&name, &example, open_form_id(Command::new("zones")));
    let prepared = KNOWN_MAPS.iter().map(|map| {
        let name = say!(reader_locale(), "set-up-map", map = VariantKey(map));
        let layout = say!(reader_locale(), "set-up-map-zones", map = VariantKey(map));
        build_pick_option(
            &name,
            &layout,
            run_command_id(Command::new("zones").with("layout", &layout)),
        )
    });
    let maps: Vec<CreateSelectMenuOption> = prepared.chain([own_map]).flatten().collect();
    let scene_option = |scene: &SceneSummary| {
        let command = Command::new("set-scene").with("name", &scene.name);
        let name = KitEntry::Scene.name(reader_locale(), &scene.name);
        let about =
            translate_about_line_if_built_in(KitEntry::Scene, system, &scene.name, &scene.about);
        let label = say!(reader_locale(), "set-up-scene", name);
        build_pick_option(&label, &about, run_command_id(command))
    };
    let shown_scenes = scenes.iter().filter_map(scene_option).take(MAX_OPTIONS - maps.len());
    shown_scenes.chain(maps).collect()
}

/// Returns the first creatures, and after them an option for an NPC of one's own and one that finds
/// the others.
fn build_creature_own_and_more_options(
    creatures: &[CreatureProfile],
) -> Vec<CreateSelectMenuOption> {
    let more = build_pick_option(
        &say!(reader_locale(), "bestiary-more"),
        &say!(reader_locale(), "set-up-more", count = creatures.len()),
        run_command_id(Command::new("bestiary")),
    );
    let own = build_pick_option(
        &say!(reader_locale(), "set-up-own-npc"),
        &say!(reader_locale(), "set-up-own-npc-how"),
        run_command_id(Command::new("npc-new")),
    );
    let creatures = creatures.iter().filter_map(bestiary::build_add_option);
    creatures.take(MAX_OPTIONS - 2).chain(own).chain(more).collect()
}

/// Returns an option for each zone and side.
fn build_zone_and_side_options(verb: &str, view: &FightView) -> Vec<CreateSelectMenuOption> {
    let sides = view.groups.iter().map(|group| &group.key);
    let options = sides.flat_map(|side| {
        view.zones.iter().filter_map(move |zone| {
            let command = Command::new(verb).with("zone", &zone.name).with("side", side);
            let label = format!("{}: {}", terms::group_name(reader_locale(), side), zone.name);
            build_pick_option(&label, "", run_command_id(command))
        })
    });
    options.collect()
}

/// Returns an option for each setting that is on or off, which switches it.
fn build_switch_options(settings: &Value) -> Vec<CreateSelectMenuOption> {
    let settings = settings.as_object().into_iter().flatten();
    let switch_option = |(key, value): (&String, &Value)| {
        let is_on = value.as_bool()?;
        let label = terms::on_off_setting_text(reader_locale(), key, is_on);
        let effect = say!(reader_locale(), "set-up-turn", is_on);
        let command = Command::new("set").with("key", key).with("value", !is_on);
        build_pick_option(&label, &effect, run_command_id(command))
    };
    settings.filter_map(switch_option).take(MAX_OPTIONS).collect()
}

/// Renders the choice of the system for a new fight.
pub fn render_system_choice() -> RenderedMessage {
    let option_for = |system: &&str| {
        let command = Command::new("new").with("system", system);
        let name = terms::system_name(reader_locale(), system);
        let about = say!(reader_locale(), "set-up-rules-about", system = VariantKey(system));
        build_pick_option(&name, &about, run_command_id(command))
    };
    let options = SYSTEM_KEYS.iter().filter_map(option_for).collect();
    RenderedMessage {
        content: say!(reader_locale(), "set-up-which-rules"),
        components: build_pick_menu(0, &say!(reader_locale(), "set-up-rules"), options)
            .into_iter()
            .collect(),
        ..RenderedMessage::default()
    }
}

/// Builds the button for joining, below the summary of a fight that has not begun; empty once it
/// runs or is over. Whoever presses it is asked whom they play.
pub fn build_join_button_before_start(view: &FightView) -> Vec<CreateActionRow> {
    if view.is_running || view.outcome.is_some() {
        return Vec::new();
    }
    let join = build_button(
        &say!(reader_locale(), "set-up-join"),
        ButtonStyle::Primary,
        run_command_id(Command::new("join")),
    );
    vec![CreateActionRow::Buttons(join.into_iter().collect())]
}

/// Returns the id of a button that runs a command.
pub fn run_command_id(command: Command) -> CustomId {
    CustomId::RunCommand { payload: command.into() }
}

/// Returns the id of a button that opens the form of a command.
pub fn open_form_id(command: Command) -> CustomId {
    CustomId::OpenForm { payload: command.into() }
}

/// Returns `None` if the id is too long for Discord; the command can then be typed.
pub fn build_pick_option(
    label: &str,
    description: &str,
    id: CustomId,
) -> Option<CreateSelectMenuOption> {
    Some(build_option(label, id.encode()?, description))
}

/// Builds an option of a menu, with its texts cut to what Discord takes.
pub fn build_option(label: &str, value: String, description: &str) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut_to_length(label, MAX_OPTION), value);
    if description.is_empty() {
        option
    } else {
        option.description(cut_to_length(description, MAX_OPTION))
    }
}

/// Builds a button. Returns `None` if its id is too long for Discord.
pub fn build_button(label: &str, style: ButtonStyle, id: CustomId) -> Option<CreateButton> {
    Some(CreateButton::new(id.encode()?).label(cut_to_length(label, MAX_BUTTON_LABEL)).style(style))
}

/// Builds a menu of the first options, or returns `None` if there are none. The ids in the options
/// must be unique.
pub fn build_pick_menu(
    position: usize,
    placeholder: &str,
    mut options: Vec<CreateSelectMenuOption>,
) -> Option<CreateActionRow> {
    options.truncate(MAX_OPTIONS);
    build_menu(CustomId::PickMenu { position }, placeholder, options)
}

/// Builds a menu, or returns `None` if there are no options.
pub fn build_menu(
    id: CustomId,
    placeholder: &str,
    options: Vec<CreateSelectMenuOption>,
) -> Option<CreateActionRow> {
    if options.is_empty() {
        return None;
    }
    let menu = CreateSelectMenu::new(id.encode()?, CreateSelectMenuKind::String { options });
    Some(CreateActionRow::SelectMenu(menu.placeholder(cut_to_length(placeholder, MAX_OPTION))))
}
