//! Renders the acts of a turn as buttons and menus. Everything they do can also be typed.
//!
//! The verbs ([`Verb`]) say in which menu an act belongs, which are likely, which end the turn,
//! which are irreversible and which need a text. If a menu has too many acts, it lists groups of
//! them by target or verb, and each group opens a private message. If several combatants may act,
//! their list comes first. So no act is more than three presses away.

use std::collections::BTreeMap;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use super::super::custom_id::{
    ActorRef, ButtonPayload, CustomId, MenuValue, hash_command, hash_text,
};
use super::set_up::{build_menu, build_option};
use super::text::{cut_to_length, escape_markdown, fit_lines, format_number_ranges, join_names};
use super::turn::join_known_names;
use super::{
    MAX_BUTTON_LABEL, MAX_BUTTONS_PER_ROW, MAX_CONTENT, MAX_OPTION, MAX_OPTIONS, MAX_ROWS,
    RenderedMessage, arrange_in_rows, reader_locale, reader_style,
};
use app::ids::TurnId;
use app::input::{AttackChoices, BlockAct, PlayedBlock};
use app::outbox::{Actor, NearbyCombatant};
use engine::agents::evaluator::AdviceReason;
use engine::core::command::{Command, Offer};
use engine::core::verbs::{ActMenu, Verb};
use engine::game::Game;
use narration::catalogue::{FormattedText, VariantKey};
use narration::{self, say, terms};

/// The verb that shows the board.
pub const BOARD_VERB: &str = "status";

/// The most acts of a group that fit into one message.
const MAX_GROUP_ACTS: usize = MAX_ROWS * MAX_OPTIONS;

/// The verb that shows a GM the forecast.
pub const FORECAST_VERB: &str = "forecast";

/// The characters that are kept free for a link to the fight.
const LINK_LENGTH: usize = 100;

/// The menus and buttons of a turn.
pub struct ActControls {
    pub rows: Vec<CreateActionRow>,
    /// Whether some acts did not fit and must be typed.
    pub lacks_room: bool,
}

/// Builds the controls for the actors; if there are several, one of them is chosen first.
pub fn build_act_controls(turn: TurnId, actors: &[Actor]) -> ActControls {
    let is_among_turns = false;
    build_controls_naming_actor_among_turns(turn, actors, is_among_turns)
}

/// Builds the controls of a turn like [`build_act_controls`]. With `is_among_turns` they name their
/// actor, for messages that hold controls of several turns.
pub fn build_controls_naming_actor_among_turns(
    turn: TurnId,
    actors: &[Actor],
    is_among_turns: bool,
) -> ActControls {
    let able_actors: Vec<&Actor> = actors.iter().filter(|actor| !actor.offers.is_empty()).collect();
    match able_actors.as_slice() {
        [] => ActControls { rows: Vec::new(), lacks_room: false },
        [actor] => build_single_actor_controls(turn, actor, is_among_turns || actors.len() > 1),
        several => build_actor_menu_or_act_buttons(turn, several, is_among_turns),
    }
}

/// Renders the submenu of a turn's menu: all acts of an actor, or those of one group. Returns
/// `None` if none of them is on offer any more.
pub fn render_acts_submenu(
    turn: TurnId,
    actor: &Actor,
    group_hash: Option<u64>,
) -> Option<RenderedMessage> {
    if actor.offers.is_empty() {
        return None;
    }
    let Some(group_hash) = group_hash else {
        let who = FormattedText((reader_style().format_name)(&actor.name));
        let title = say!(reader_style(), "turn-choose-act", who);
        let is_one_of_several = false;
        let controls = build_single_actor_controls(turn, actor, is_one_of_several);
        return Some(combine_text_and_controls(&title, controls));
    };
    let acts = list_known_acts_with_rarity(actor);
    let groups = list_act_groups(actor, &acts);
    let group = groups.iter().find(|group| hash_text(&group.key) == group_hash)?;
    let (title, controls) = render_act_group(turn, actor, group);
    Some(combine_text_and_controls(&title, controls))
}

/// Renders the attacks on some combatants that are possible now: those of one actor on one target
/// as a chooser, and otherwise a menu of who attacks whom. Returns `None` if there are none.
pub fn render_attack_choices(choices: &AttackChoices) -> Option<RenderedMessage> {
    let turn = choices.turn?;
    let pairs = list_possible_attack_pairs(choices);
    if let [(actor, target)] = pairs.as_slice() {
        let mut acts = list_known_acts_with_rarity(actor);
        acts.retain(|act| act.is_attack_on(target));
        let (family, subject) = (ActMenu::Attack, GroupSubject::Target(target));
        let group = ActGroup { key: String::new(), family, subject, acts };
        let (title, controls) = render_act_group(turn, actor, &group);
        return Some(combine_text_and_controls(&title, controls));
    }
    let mut options: Vec<CreateSelectMenuOption> = Vec::new();
    for (actor, target) in pairs {
        options.extend(build_attack_pair_option(actor, target));
    }
    let title = say!(reader_locale(), "menu-choose-attack");
    let rows = build_menus(turn, &title, &options, MAX_ROWS);
    if rows.is_empty() {
        return None;
    }
    Some(RenderedMessage { components: rows, ..RenderedMessage::from_text(title) })
}

/// Returns each actor with each target whom that actor can attack now.
fn list_possible_attack_pairs(choices: &AttackChoices) -> Vec<(&Actor, &str)> {
    let mut pairs = Vec::new();
    for actor in &choices.actors {
        let acts = list_known_acts_with_rarity(actor);
        for target in &choices.target_names {
            if acts.iter().any(|act| act.is_attack_on(target)) {
                pairs.push((actor, target.as_str()));
            }
        }
    }
    pairs
}

/// Builds the option that opens the submenu with the attacks of an actor on a target. `None` if
/// there are none.
fn build_attack_pair_option(actor: &Actor, target: &str) -> Option<CreateSelectMenuOption> {
    let acts = list_known_acts_with_rarity(actor);
    let groups = list_act_groups(actor, &acts);
    let has_attack = |group: &&ActGroup<'_>| group.acts.iter().any(|act| act.is_attack_on(target));
    let group = groups.iter().find(has_attack)?;
    let label = say!(reader_locale(), "menu-choose-attack-pair", name = actor.name, target);
    let actor_ref = ActorRef::from_name(&actor.public_name);
    let value = MenuValue::Submenu { actor: actor_ref, group: Some(hash_text(&group.key)) };
    Some(build_option(&label, value.encode(), &format_appearance_if_nearby(actor, target)))
}

/// Renders the acts of a group of an actor: the title, and the controls with the way back.
fn render_act_group(turn: TurnId, actor: &Actor, group: &ActGroup<'_>) -> (String, ActControls) {
    let (group_name, about) = group.format_name_and_description(actor);
    let about = (!about.is_empty()).then_some(FormattedText(escape_markdown(&about)));
    let title = say!(
        reader_style(),
        "turn-choose-way",
        who = FormattedText((reader_style().format_name)(&actor.name)),
        group = FormattedText((reader_style().format_name)(&group_name)),
        about
    );
    let mut controls = build_group_buttons_or_menus(turn, actor, group, &group_name);
    let back = build_back_row(turn, actor).filter(|_| controls.rows.len() < MAX_ROWS);
    controls.rows.extend(back);
    (title, controls)
}

/// Puts a text above controls, and a hint between them if some acts must be typed.
fn combine_text_and_controls(title: &str, controls: ActControls) -> RenderedMessage {
    let hint = if controls.lacks_room { say!(reader_style(), "turn-more") } else { String::new() };
    let rendered = RenderedMessage::from_text(format!("{title}\n{hint}").trim());
    RenderedMessage { components: controls.rows, ..rendered }
}

/// Builds buttons for the likeliest act, the end of the turn and the board, and one menu per family
/// of acts. For one of several actors the labels have its name, and the board has no button here.
fn build_single_actor_controls(
    turn: TurnId,
    actor: &Actor,
    is_one_of_several: bool,
) -> ActControls {
    let acts = list_known_acts_with_rarity(actor);
    let buttons = build_single_actor_buttons(turn, actor, &acts, is_one_of_several);
    let mut rows: Vec<CreateActionRow> = arrange_in_rows(&buttons);
    for (position, family) in ActMenu::ALL.into_iter().enumerate() {
        let groups = group_family_acts_without_own_button(actor, &acts, family);
        let options = build_menu_options(actor, &list_entries_collapsing_groups_to_fit(&groups));
        let mut name = say!(reader_locale(), "turn-menu", family = VariantKey(family.key()));
        if is_one_of_several {
            name = format_label_naming_actor(actor, name);
        }
        rows.extend(build_menu(CustomId::TurnMenu { turn, position }, &name, options));
    }
    ActControls { rows, lacks_room: false }
}

/// Builds the buttons of an actor, in this order: the advised act, the likeliest act, the end of
/// the turn; and unless the actor is one of several, the board, the forecast for a GM, and a form
/// for words in character if there is room.
fn build_single_actor_buttons(
    turn: TurnId,
    actor: &Actor,
    acts: &[MenuAct<'_>],
    is_one_of_several: bool,
) -> Vec<CreateButton> {
    let act_button = |act: &MenuAct<'_>, label: String, style: ButtonStyle| {
        let label = if is_one_of_several { format_label_naming_actor(actor, label) } else { label };
        build_act_button(turn, actor, act, &label, style)
    };
    let mut buttons: Vec<CreateButton> = Vec::new();
    let advised = find_advised_act(actor, acts);
    if let Some(act) = advised {
        let label = format_advised_label(actor, act);
        buttons.extend(act_button(act, label, ButtonStyle::Primary));
    }
    let is_advised = |act: &MenuAct<'_>| advised.is_some_and(|advised| advised.offer == act.offer);
    if let Some(act) = find_likeliest_act(actor, acts)
        && !is_advised(act)
    {
        let command = &act.offer.command;
        let label = narration::short_act_label(reader_locale(), actor.system, command);
        let style = if advised.is_some() { ButtonStyle::Secondary } else { ButtonStyle::Primary };
        buttons.extend(act_button(act, label, style));
    }
    let is_end_advised = advised.is_some_and(MenuAct::is_slotless_turn_end);
    if let Some(act) = find_turn_end_act(actor, acts)
        && !is_end_advised
    {
        let label = format_turn_end_label(actor, act);
        buttons.extend(act_button(act, label, ButtonStyle::Secondary));
    }
    if is_one_of_several {
        return buttons;
    }
    buttons.extend(build_board_button(turn));
    if actor.gm_controls.is_some() {
        buttons.extend(build_forecast_button(turn));
    }
    if actor.can_speak && buttons.len() < MAX_BUTTONS_PER_ROW {
        buttons.extend(build_describe_button(turn, actor));
    }
    buttons
}

/// Formats a label with the name of its actor before it, for a message about several actors.
fn format_label_naming_actor(actor: &Actor, label: String) -> String {
    say!(reader_locale(), "turn-option-of", name = actor.name, label)
}

/// Builds a menu of the actors. If none of them has a choice to make, there is a button for each
/// act instead.
fn build_actor_menu_or_act_buttons(
    turn: TurnId,
    actors: &[&Actor],
    is_among_turns: bool,
) -> ActControls {
    if let Some(buttons) = build_all_act_buttons_if_no_choice(turn, actors) {
        return ActControls { rows: arrange_in_rows(&buttons), lacks_room: false };
    }
    let mut buttons = build_advised_act_buttons(turn, actors);
    let is_gms = |actor: &&Actor| actor.gm_controls.is_some();
    if !is_among_turns {
        if actors.iter().all(is_gms) {
            buttons.extend(build_block_button(turn, BlockAct::Preview));
            buttons.extend(build_block_button(turn, BlockAct::EndAll));
        }
        buttons.extend(build_board_button(turn));
        if actors.iter().any(is_gms) {
            buttons.extend(build_forecast_button(turn));
        }
    }
    let mut rows = arrange_in_rows(&buttons);
    let free_rows = MAX_ROWS - rows.len();
    let options: Vec<CreateSelectMenuOption> =
        actors.iter().map(|actor| build_actor_option(actor)).collect();
    let name = say!(reader_locale(), "turn-menu-who");
    rows.extend(build_menus(turn, &name, &options, free_rows));
    ActControls { rows, lacks_room: options.len() > free_rows * MAX_OPTIONS }
}

/// Builds a button for each act of each actor. Returns `None` if an act has slots to choose among,
/// or if a message has no room for so many buttons.
fn build_all_act_buttons_if_no_choice(
    turn: TurnId,
    actors: &[&Actor],
) -> Option<Vec<CreateButton>> {
    let mut buttons = Vec::new();
    for actor in actors {
        let acts = list_known_acts_with_rarity(actor);
        if acts.iter().any(|act| !act.offer.command.slots.is_empty()) {
            return None;
        }
        // Of several verbs that end the turn, one has a button, after the other acts.
        for act in acts.iter().filter(|act| !act.verb.is_turn_end) {
            let label = format_label_naming_actor(actor, act.format_label());
            buttons.extend(build_act_button(turn, actor, act, &label, ButtonStyle::Secondary));
        }
        if let Some(turn_end) = find_turn_end_act(actor, &acts) {
            let label = format_turn_end_label(actor, turn_end);
            let label = format_label_naming_actor(actor, label);
            buttons.extend(build_act_button(turn, actor, turn_end, &label, ButtonStyle::Secondary));
        }
    }
    let has_room = buttons.len() <= MAX_ROWS * MAX_BUTTONS_PER_ROW;
    has_room.then_some(buttons)
}

/// Builds a button for each act that is advised to the GM, unless it only ends a turn: a button of
/// its own ends the turns of all.
fn build_advised_act_buttons(turn: TurnId, actors: &[&Actor]) -> Vec<CreateButton> {
    let mut buttons = Vec::new();
    for actor in actors {
        let acts = list_known_acts_with_rarity(actor);
        if let Some(act) = find_advised_act(actor, &acts)
            && !act.is_slotless_turn_end()
        {
            // The message itself says that this is advised.
            let label = format_label_naming_actor(actor, format_short_label(actor, act));
            buttons.extend(build_act_button(turn, actor, act, &label, ButtonStyle::Primary));
        }
    }
    buttons
}

/// Builds the menu option that opens all acts of an actor.
fn build_actor_option(actor: &Actor) -> CreateSelectMenuOption {
    let actor_ref = ActorRef::from_name(&actor.public_name);
    let value = MenuValue::Submenu { actor: actor_ref, group: None };
    let about = format_appearance_if_nearby(actor, &actor.public_name);
    build_option(&actor.name, value.encode(), &about)
}

/// Builds a button that concerns all NPCs of a turn.
fn build_block_button(turn: TurnId, act: BlockAct) -> Option<CreateButton> {
    let (label, style) = match act {
        BlockAct::Preview => (say!(reader_locale(), "block-look"), ButtonStyle::Secondary),
        BlockAct::PlaySuggested => (say!(reader_locale(), "block-play"), ButtonStyle::Primary),
        BlockAct::EndAll => (say!(reader_locale(), "block-end"), ButtonStyle::Secondary),
    };
    let id = CustomId::Block { turn, act }.encode()?;
    Some(CreateButton::new(id).label(label).style(style))
}

/// Renders what is suggested first for each NPC of a turn, with the button that plays it. Of many
/// NPCs as many are listed as there is room for, and the rest are counted.
pub fn render_npc_block_preview(turn: TurnId, actors: &[Actor]) -> RenderedMessage {
    let reasons: Vec<String> = actors.iter().filter_map(format_advice_reason).collect();
    if reasons.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "block-nothing"));
    }
    let note = say!(reader_style(), "block-note");
    let free_length = MAX_CONTENT - LINK_LENGTH - note.chars().count();
    let text = format!("{}\n{note}", fit_lines(&reasons, free_length));
    let button = build_block_button(turn, BlockAct::PlaySuggested);
    let components = arrange_in_rows(&Vec::from_iter(button));
    RenderedMessage { components, ..RenderedMessage::from_text(text) }
}

/// Says which NPCs have acted by suggestion or had their turns ended, which have done nothing, and
/// whether the rest waits for an answer. A button goes on if some are left.
pub fn render_played_npc_block(played: &PlayedBlock) -> RenderedMessage {
    let names: Vec<String> =
        played.names.iter().map(|name| (reader_style().format_name)(name)).collect();
    let names = (!names.is_empty()).then(|| FormattedText(join_names(&names)));
    let (acts, is_end) = (played.acts, played.ends_turns);
    let idle = join_known_names(&played.idle_names);
    let waiting = played.is_waiting_for_answer.then(|| {
        let whom = join_known_names(&played.awaited_names);
        let is_own = whom.is_none();
        FormattedText(say!(reader_style(), "block-waits", whom, is_own))
    });
    let text = say!(reader_style(), "block-played", names, is_end, acts, idle, waiting);
    let button = played
        .turn_to_go_on_with
        .and_then(|turn| build_block_button(turn, BlockAct::PlaySuggested))
        .map(|button| button.label(say!(reader_locale(), "block-go-on")));
    let components = arrange_in_rows(&Vec::from_iter(button));
    RenderedMessage { components, ..RenderedMessage::from_text(text) }
}

/// Builds the acts of a group as buttons if they are few, and otherwise as menus.
fn build_group_buttons_or_menus(
    turn: TurnId,
    actor: &Actor,
    group: &ActGroup<'_>,
    placeholder: &str,
) -> ActControls {
    let mut acts = group.acts.clone();
    acts.sort_by_key(|act| (act.verb.is_irreversible, act.rarity));
    if acts.len() <= MAX_BUTTONS_PER_ROW {
        let mut buttons = Vec::new();
        for (act, label) in label_acts_uniquely(&acts) {
            let style = match act.verb.is_irreversible {
                true => ButtonStyle::Danger,
                false => ButtonStyle::Secondary,
            };
            buttons.extend(build_act_button(turn, actor, act, &label, style));
        }
        return ActControls { rows: arrange_in_rows(&buttons), lacks_room: false };
    }
    let mut options: Vec<CreateSelectMenuOption> = Vec::new();
    for (act, label) in label_acts_uniquely(&acts) {
        options.push(build_option(
            &label,
            act.encode_or_hash_menu_value(actor),
            &act.format_prospects(),
        ));
    }
    let lacks_room = options.len() > MAX_ROWS * MAX_OPTIONS;
    ActControls { rows: build_menus(turn, placeholder, &options, MAX_ROWS), lacks_room }
}

/// An act on offer, with its verb.
#[derive(Clone, Copy)]
struct MenuAct<'a> {
    system: &'static str,
    offer: &'a Offer,
    verb: &'static Verb,
    /// How rarely the act is done in just this way; larger is rarer.
    rarity: usize,
    /// Whether this is the least rare of all ways to do the same.
    is_usual: bool,
}

impl<'a> MenuAct<'a> {
    /// Returns the target by which the act is grouped in a menu; `None` if it has none, or if its
    /// verb lets the manner be chosen before the target.
    fn grouping_target_name(&self) -> Option<&'a str> {
        let target = self.offer.command.slots.get("target").map(String::as_str);
        target.filter(|_| !self.verb.asks_manner_first)
    }

    /// Returns whether this is an attack on the combatant with this name.
    fn is_attack_on(&self, target: &str) -> bool {
        self.verb.menu == ActMenu::Attack && self.offer.command.get("target") == target
    }

    /// Returns whether the player has to describe the act in words.
    fn needs_text(&self) -> bool {
        !self.verb.missing_description_slots(&self.offer.command).is_empty()
    }

    /// Returns whether the act is kept out of the plain acts of a menu: a standing order, or one
    /// that needs a text.
    fn needs_own_group(&self) -> bool {
        self.verb.is_standing_order || self.needs_text()
    }

    /// Formats the act, with a mark if it opens a form for a description.
    fn format_label(&self) -> String {
        let label = narration::offer_label(reader_locale(), self.system, self.offer);
        if self.needs_text() { say!(reader_locale(), "turn-option-told", label) } else { label }
    }

    /// Formats the chance of success and the risks; empty where nothing is known.
    fn format_prospects(&self) -> String {
        narration::odds_and_risks_text(reader_locale(), self.offer).unwrap_or_default()
    }

    /// Returns what the act does in a menu: an act that needs words opens a form.
    fn to_menu_value(self, actor: &Actor) -> MenuValue {
        let command = &self.offer.command;
        match self.needs_text() {
            true => MenuValue::HashedActForm {
                actor: ActorRef::from_name(&actor.public_name),
                hash: hash_command(command),
            },
            false => MenuValue::Act(self.to_payload(actor)),
        }
    }

    fn to_payload(self, actor: &Actor) -> ButtonPayload {
        ButtonPayload {
            command: self.offer.command.clone(),
            actor_name: Some(actor.public_name.clone()),
        }
    }

    /// Encodes the value of the act in a menu. An act that is too long becomes a hash, by which it
    /// is found again among the acts that are possible then.
    fn encode_or_hash_menu_value(&self, actor: &Actor) -> String {
        match self.to_menu_value(actor) {
            MenuValue::Act(payload) => {
                MenuValue::encode_act_or_hash(payload, ActorRef::from_name(&actor.public_name))
            }
            value => value.encode(),
        }
    }
}

/// Returns the acts on offer whose verb the system has, each with its rarity. `is_usual` is set
/// for the least rare of those that differ only in add-ons and payment.
fn list_known_acts_with_rarity(actor: &Actor) -> Vec<MenuAct<'_>> {
    let system = actor.system;
    let mut acts: Vec<MenuAct<'_>> = Vec::new();
    for offer in &actor.offers {
        if let Some(verb) = Game::find_act_verb(system, &offer.command.verb) {
            let rarity = verb.add_on_and_payment_score(&offer.command);
            acts.push(MenuAct { system, offer, verb, rarity, is_usual: true });
        }
    }
    let mut lowest_rarity: BTreeMap<Command, usize> = BTreeMap::new();
    for act in &acts {
        let plain_command = act.verb.strip_add_ons_and_payment(&act.offer.command);
        let lowest = lowest_rarity.entry(plain_command).or_insert(act.rarity);
        *lowest = act.rarity.min(*lowest);
    }
    for act in &mut acts {
        let plain_command = act.verb.strip_add_ons_and_payment(&act.offer.command);
        act.is_usual = lowest_rarity.get(&plain_command) == Some(&act.rarity);
    }
    acts
}

/// Finds the likeliest act: an attack on the nearest enemy with the first weapon, or else a step
/// towards an enemy, or else any likely act without slots, or else what may open the way to one
/// (such as breaking free, or opening a door), or else the only act that there is.
fn find_likeliest_act<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    find_attack_on_nearest_enemy(actor, acts)
        .or_else(|| find_step_to_zone_closer_to_enemy(actor, acts))
        .or_else(|| find_cheapest_step_towards_enemy_on_line(actor, acts))
        .or_else(|| likely_acts(acts).find(|act| act.offer.command.slots.is_empty()))
        .or_else(|| likely_acts(acts).find(|act| act.verb.menu == ActMenu::Other))
        .or_else(|| find_only_usual_act(actor, acts))
}

/// Finds the act that is left if one sets aside the end of the turn, standing orders, acts that
/// need a text or are irreversible, unusual ways to act, and attacks on friends. `None` if there
/// are several.
fn find_only_usual_act<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let mut candidates = acts.iter().filter(|act| {
        let verb = act.verb;
        let is_aside = verb.is_turn_end || verb.is_standing_order || verb.is_irreversible;
        act.is_usual && !is_aside && !act.needs_text() && !is_attack_on_spared(actor, act)
    });
    candidates.next().filter(|_| candidates.next().is_none())
}

/// Returns whether an act harms somebody who is no enemy in the fight: a friend, or somebody who is
/// out.
fn is_attack_on_spared(actor: &Actor, act: &MenuAct<'_>) -> bool {
    let find_target = |name| actor.surroundings.nearby.iter().find(|nearby| nearby.name == name);
    let target = act.grouping_target_name().and_then(find_target);
    act.verb.menu == ActMenu::Attack && target.is_some_and(|target| !target.is_enemy)
}

/// Returns the acts that are likely next, each only in its usual way.
fn likely_acts<'b, 'a>(acts: &'b [MenuAct<'a>]) -> impl Iterator<Item = &'b MenuAct<'a>> {
    acts.iter().filter(|act| act.verb.is_likely_next && act.is_usual)
}

/// Finds the first likely attack on the enemy that stands first among those nearby and can be
/// attacked.
fn find_attack_on_nearest_enemy<'b, 'a>(
    actor: &Actor,
    acts: &'b [MenuAct<'a>],
) -> Option<&'b MenuAct<'a>> {
    let mut enemies = actor.surroundings.nearby.iter().filter(|nearby| nearby.is_enemy);
    enemies.find_map(|enemy| {
        likely_acts(acts).find(|act| {
            act.verb.menu == ActMenu::Attack
                && act.grouping_target_name() == Some(enemy.name.as_str())
        })
    })
}

/// Finds a step into the first zone that is closer to an enemy.
fn find_step_to_zone_closer_to_enemy<'b, 'a>(
    actor: &Actor,
    acts: &'b [MenuAct<'a>],
) -> Option<&'b MenuAct<'a>> {
    let closer_zone = actor.surroundings.zones_closer_to_enemy.first()?;
    likely_acts(acts).filter(|act| act.verb.menu == ActMenu::Move).find(|act| {
        let command = &act.offer.command;
        command.slots.len() == 1 && command.get("zone") == closer_zone
    })
}

/// Finds, on a line, the cheapest step that gets closer to the nearest enemy; of equally cheap ones
/// the one that gets closest.
fn find_cheapest_step_towards_enemy_on_line<'b, 'a>(
    actor: &Actor,
    acts: &'b [MenuAct<'a>],
) -> Option<&'b MenuAct<'a>> {
    let (own_position, enemy_position) = actor.surroundings.line_positions?;
    let own_distance = own_position.abs_diff(enemy_position);
    let mut closer_steps = Vec::new();
    for act in likely_acts(acts).filter(|act| act.verb.menu == ActMenu::Move) {
        if let Some(destination) = step_destination_feet(act) {
            let distance = destination.abs_diff(enemy_position);
            if distance < own_distance {
                closer_steps.push((act, distance));
            }
        }
    }
    let cheapest = closer_steps.into_iter().min_by_key(|(act, distance)| (act.rarity, *distance));
    cheapest.map(|(act, _)| act)
}

/// Returns the position to which a step on a line leads, in feet. `None` if the act says more than
/// where to, apart from add-ons and payment.
fn step_destination_feet(act: &MenuAct<'_>) -> Option<u16> {
    let plain_command = act.verb.strip_add_ons_and_payment(&act.offer.command);
    if plain_command.slots.len() != 1 {
        return None;
    }
    plain_command.get("to").parse().ok()
}

/// Finds the act that is advised to the GM of an NPC.
fn find_advised_act<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let advice = actor.gm_controls.as_ref()?.advice.as_ref()?;
    acts.iter().find(|act| act.offer.command == advice.command)
}

/// Returns the label of the act that is advised to the GM of an NPC, as raw text.
pub fn format_advised_act(actor: &Actor) -> Option<String> {
    let acts = list_known_acts_with_rarity(actor);
    Some(format_short_label(actor, find_advised_act(actor, &acts)?))
}

/// Formats an act as briefly as narration can; an act that just ends the turn is labelled like its
/// button.
fn format_short_label(actor: &Actor, act: &MenuAct<'_>) -> String {
    match act.is_slotless_turn_end() {
        true => format_turn_end_label(actor, act),
        false => narration::short_act_label(reader_locale(), actor.system, &act.offer.command),
    }
}

fn format_advised_label(actor: &Actor, act: &MenuAct<'_>) -> String {
    say!(reader_locale(), "turn-suggested", label = format_short_label(actor, act))
}

/// Formats why an act is advised for an NPC: a line for its GM. Returns `None` if nothing is
/// advised, or if the act is not on offer any more.
pub fn format_advice_reason(actor: &Actor) -> Option<String> {
    let acts = list_known_acts_with_rarity(actor);
    let advice = actor.gm_controls.as_ref()?.advice.as_ref()?;
    let act = find_advised_act(actor, &acts)?;
    let label = FormattedText(escape_markdown(&format_advised_label(actor, act)));
    let name = FormattedText((reader_style().format_name)(&actor.name));
    let why = FormattedText(explain_advice(actor, act, advice.reason));
    Some(say!(reader_style(), "turn-why", name, label, why))
}

/// Says in a clause about an act why it is advised: what stands out about its target, or where it
/// leads; otherwise what it is good for.
fn explain_advice(actor: &Actor, act: &MenuAct<'_>, reason: AdviceReason) -> String {
    let format_name = |name: &str| FormattedText((reader_style().format_name)(name));
    let enemies: Vec<&NearbyCombatant> =
        actor.surroundings.nearby.iter().filter(|nearby| nearby.is_enemy).collect();
    if let Some(target_name) = act.grouping_target_name()
        && let Some(target) = enemies.iter().find(|enemy| enemy.name == target_name)
    {
        let stands_out = VariantKey(what_stands_out(target, &enemies));
        let target = format_name(&target.name);
        return say!(reader_style(), "advice-target", target, stands_out);
    }
    let who = format_name(&actor.name);
    let zone = act.offer.command.get("zone");
    let leads_to_zone = act.verb.menu == ActMenu::Move && !zone.is_empty();
    if leads_to_zone && let Some(nearest) = enemies.first() {
        let is_closer = actor.surroundings.zones_closer_to_enemy.iter().any(|near| near == zone);
        let enemy = format_name(&nearest.name);
        return say!(reader_style(), "advice-move", who, enemy, is_closer);
    }
    say!(reader_style(), "advice-other", who, why = VariantKey(reason.key()))
}

/// Returns what tells a target from the other enemies nearby, as the key of its text. The enemies
/// are in the order of their distance.
fn what_stands_out(target: &NearbyCombatant, enemies: &[&NearbyCombatant]) -> &'static str {
    let is_nearest = enemies.first().is_some_and(|first| first.name == target.name);
    if enemies.len() == 1 {
        "only"
    } else if is_weakest(target, enemies) {
        "weakest"
    } else if is_nearest {
        "nearest"
    } else {
        "most"
    }
}

/// Returns whether an enemy is hurt, and all others whose wounds are known are hurt less.
fn is_weakest(target: &NearbyCombatant, enemies: &[&NearbyCombatant]) -> bool {
    const UNHURT_QUARTERS: u8 = 4;
    let Some(own_quarters) = target.wounds.remaining_quarters() else { return false };
    let is_hurt_less = |other: &NearbyCombatant| {
        other.wounds.remaining_quarters().is_none_or(|quarters| quarters > own_quarters)
    };
    own_quarters < UNHURT_QUARTERS
        && enemies.iter().all(|enemy| enemy.name == target.name || is_hurt_less(enemy))
}

/// Finds the act that only ends the turn. If two verbs do, the first in the system's table gets the
/// button.
fn find_turn_end_act<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let (verbs, _) = Game::act_and_order_verbs(actor.system)?;
    let mut end_verbs = verbs.iter().filter(|verb| verb.is_turn_end);
    end_verbs.find_map(|verb| {
        acts.iter().find(|act| act.is_slotless_turn_end() && act.verb.name == verb.name)
    })
}

impl MenuAct<'_> {
    /// Returns whether the act just ends the turn.
    fn is_slotless_turn_end(&self) -> bool {
        self.verb.is_turn_end && self.offer.command.slots.is_empty()
    }
}

/// Formats the label of the button that ends the turn. If the turn has not begun, it passes up the
/// slot.
fn format_turn_end_label(actor: &Actor, act: &MenuAct<'_>) -> String {
    let starts_turn = |offer: &Offer| {
        let verb = Game::find_act_verb(actor.system, &offer.command.verb);
        verb.is_some_and(|verb| verb.is_turn_start)
    };
    let is_slot = actor.offers.iter().any(starts_turn);
    narration::label_with_cost(
        reader_locale(),
        say!(reader_locale(), "turn-end", is_slot),
        act.offer.cost_label.as_deref(),
    )
}

/// A group of acts that share a menu entry.
#[derive(Clone)]
struct ActGroup<'a> {
    /// Identifies the group in a custom id, by its hash.
    key: String,
    family: ActMenu,
    subject: GroupSubject<'a>,
    acts: Vec<MenuAct<'a>>,
}

/// What the acts of a group have in common.
#[derive(Clone, Copy, PartialEq)]
enum GroupSubject<'a> {
    Target(&'a str),
    /// A verb, done in its usual or in other ways; `slot_value` narrows a group that is
    /// too large.
    Verb {
        verb: &'static str,
        is_usual: bool,
        slot_value: Option<&'a str>,
    },
    /// Attacks on several who are no enemies in the fight.
    Spared,
    /// The acts that did not fit elsewhere.
    Rest,
}

impl ActGroup<'_> {
    /// Returns the group's name, and what is visible of its target.
    fn format_name_and_description(&self, actor: &Actor) -> (String, String) {
        match self.subject {
            GroupSubject::Target(name) => {
                let family = VariantKey(self.family.key());
                let label = say!(reader_locale(), "turn-whom", name, family);
                (label, format_appearance_if_nearby(actor, name))
            }
            GroupSubject::Verb { verb, is_usual, slot_value } => {
                let what = narration::verb_label(reader_locale(), actor.system, verb);
                let part = slot_value.map(terms::key_to_words);
                let label = say!(reader_locale(), "turn-group", what, is_usual, part);
                (label, String::new())
            }
            GroupSubject::Spared => (say!(reader_locale(), "turn-group-spared"), String::new()),
            GroupSubject::Rest => (say!(reader_locale(), "turn-group-rest"), String::new()),
        }
    }
}

/// Formats wounds and zone of a combatant: `badly hurt · Yard`.
fn format_appearance(actor: &Actor, combatant: &NearbyCombatant) -> String {
    let wounds = terms::known_wounds_text(reader_locale(), actor.system, &combatant.wounds);
    let parts: Vec<String> = wounds.into_iter().chain(combatant.zone_name.clone()).collect();
    parts.join(" · ")
}

/// Formats wounds and zone of the combatant with this name; empty if nobody nearby has it.
fn format_appearance_if_nearby(actor: &Actor, name: &str) -> String {
    let combatant = actor.surroundings.nearby.iter().find(|nearby| nearby.name == name);
    combatant.map(|combatant| format_appearance(actor, combatant)).unwrap_or_default()
}

/// Returns the groups of acts in all menus of an actor, menu by menu.
fn list_act_groups<'a>(actor: &Actor, acts: &[MenuAct<'a>]) -> Vec<ActGroup<'a>> {
    let mut groups = Vec::new();
    for family in ActMenu::ALL {
        groups.extend(group_family_acts_without_own_button(actor, acts, family));
    }
    groups
}

/// Groups the acts of a family by target or verb, without those that have a button of their own.
/// The groups are in the order of [`MenuRank`]. Attacks on those who are no enemies are one group,
/// in the last menu if there are no others. What does not fit into a menu is in one last group.
fn group_family_acts_without_own_button<'a>(
    actor: &Actor,
    acts: &[MenuAct<'a>],
    family: ActMenu,
) -> Vec<ActGroup<'a>> {
    let mut family_acts = list_family_acts_without_own_button(actor, acts, family);
    family_acts.sort_by_key(|act| MenuRank::new(actor, act, family));
    let spared_count = acts.iter().filter(|act| is_attack_on_spared(actor, act)).count();
    let mut whole_groups: Vec<ActGroup<'a>> = Vec::new();
    for act in family_acts {
        let is_spared = is_attack_on_spared(actor, &act);
        let subject = match act.grouping_target_name() {
            Some(_) if is_spared && spared_count <= MAX_GROUP_ACTS => GroupSubject::Spared,
            Some(name) => GroupSubject::Target(name),
            None => {
                GroupSubject::Verb { verb: act.verb.name, is_usual: act.is_usual, slot_value: None }
            }
        };
        add_to_group(&mut whole_groups, family, subject, act);
    }
    let mut groups = Vec::new();
    for group in whole_groups {
        groups.extend(split_by_slot_value_if_too_large(family, group));
    }
    join_groups_without_room(family, groups)
}

/// Returns the acts of a family's menu, without those that have a button of their own: the end of
/// the turn, and the likeliest act if it has no slots.
fn list_family_acts_without_own_button<'a>(
    actor: &Actor,
    acts: &[MenuAct<'a>],
    family: ActMenu,
) -> Vec<MenuAct<'a>> {
    let likely = find_likeliest_act(actor, acts).filter(|act| act.offer.command.slots.is_empty());
    let has_attack_on_enemy =
        acts.iter().any(|act| act.verb.menu == ActMenu::Attack && !is_attack_on_spared(actor, act));
    let mut family_acts = Vec::new();
    for act in acts {
        let is_likely = likely.is_some_and(|likely| likely.offer == act.offer);
        let has_own_button = act.is_slotless_turn_end() || is_likely;
        // Without an enemy in reach there is no menu of attacks.
        let menu = if is_attack_on_spared(actor, act) && !has_attack_on_enemy {
            ActMenu::Other
        } else {
            act.verb.menu
        };
        if menu == family && !has_own_button {
            family_acts.push(*act);
        }
    }
    family_acts
}

/// The place of an act among those of its menu, the first field first; `false` comes before `true`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MenuRank {
    is_irreversible: bool,
    /// Standing orders and acts that need a text come late.
    needs_own_group: bool,
    is_on_spared: bool,
    has_no_target: bool,
    /// The place of the target among those nearby, of whom the nearest comes first.
    target_rank: Option<usize>,
    is_unusual: bool,
    /// Only of movements: a plain step comes before one that costs more.
    is_unlikely_step: bool,
    step_rarity: usize,
}

impl MenuRank {
    fn new(actor: &Actor, act: &MenuAct<'_>, family: ActMenu) -> Self {
        let find_rank = |name: &str| {
            let nearby = &actor.surroundings.nearby;
            nearby.iter().position(|combatant| combatant.name == name).unwrap_or(usize::MAX)
        };
        let target_rank = act.grouping_target_name().map(find_rank);
        let is_movement = family == ActMenu::Move;
        Self {
            is_irreversible: act.verb.is_irreversible,
            needs_own_group: act.needs_own_group(),
            is_on_spared: is_attack_on_spared(actor, act),
            has_no_target: target_rank.is_none(),
            target_rank,
            is_unusual: !act.is_usual,
            is_unlikely_step: is_movement && !act.verb.is_likely_next,
            step_rarity: if is_movement { act.rarity } else { 0 },
        }
    }
}

/// Makes one group of all for which a menu has no room. Groups about a target stay before others.
fn join_groups_without_room(family: ActMenu, mut groups: Vec<ActGroup<'_>>) -> Vec<ActGroup<'_>> {
    if groups.len() <= MAX_OPTIONS {
        return groups;
    }
    groups.sort_by_key(|group| !matches!(group.subject, GroupSubject::Target(_)));
    let without_room = groups.split_off(MAX_OPTIONS - 1);
    for act in without_room.into_iter().flat_map(|group| group.acts) {
        add_to_group(&mut groups, family, GroupSubject::Rest, act);
    }
    groups
}

/// Adds an act to the group of its subject, and begins that group if it is the first.
fn add_to_group<'a>(
    groups: &mut Vec<ActGroup<'a>>,
    family: ActMenu,
    subject: GroupSubject<'a>,
    act: MenuAct<'a>,
) {
    match groups.iter_mut().find(|group| group.subject == subject) {
        Some(group) => group.acts.push(act),
        None => {
            let key = match subject {
                GroupSubject::Target(name) => format!("{} whom {name}", family.key()),
                GroupSubject::Verb { verb, is_usual, slot_value: value } => {
                    format!("{verb} {is_usual} {}", value.unwrap_or_default())
                }
                GroupSubject::Spared => "spared".into(),
                GroupSubject::Rest => format!("{} rest", family.key()),
            };
            groups.push(ActGroup { key, family, subject, acts: vec![act] });
        }
    }
}

/// Splits a group that does not fit into one message, by the first slot whose values make parts
/// that do fit. If there is none, the group stays whole.
fn split_by_slot_value_if_too_large<'a>(family: ActMenu, group: ActGroup<'a>) -> Vec<ActGroup<'a>> {
    let GroupSubject::Verb { verb, is_usual, .. } = group.subject else { return vec![group] };
    if group.acts.len() <= MAX_GROUP_ACTS {
        return vec![group];
    }
    for slot in group.acts[0].verb.slots {
        let mut parts: Vec<ActGroup<'a>> = Vec::new();
        for act in &group.acts {
            let slot_value = act.offer.command.slots.get(slot.name).map(String::as_str);
            let subject = GroupSubject::Verb { verb, is_usual, slot_value };
            add_to_group(&mut parts, family, subject, *act);
        }
        if parts.iter().all(|part| part.acts.len() <= MAX_GROUP_ACTS) {
            return parts;
        }
    }
    vec![group]
}

/// An entry of a menu: an act, or a group of acts.
enum MenuEntry<'b, 'a> {
    Act(&'b MenuAct<'a>),
    Group(&'b ActGroup<'a>),
}

/// Lists all acts of the groups if they fit, and otherwise the larger groups as one entry each. If
/// there are several acts against each of several targets, the target is chosen first. Standing
/// orders form one entry, since they do nothing now, and so do acts that need a text.
fn list_entries_collapsing_groups_to_fit<'b, 'a>(
    groups: &'b [ActGroup<'a>],
) -> Vec<MenuEntry<'b, 'a>> {
    let is_about_target = |group: &&ActGroup<'_>| matches!(group.subject, GroupSubject::Target(_));
    let has_several_targets = groups.iter().filter(is_about_target).count() > 1;
    let is_collapsed = |group: &ActGroup<'_>| {
        let should_collapse = match group.subject {
            GroupSubject::Target(_) => has_several_targets,
            GroupSubject::Verb { .. } => group.acts.iter().all(MenuAct::needs_own_group),
            GroupSubject::Spared | GroupSubject::Rest => true,
        };
        group.acts.len() > 1 && should_collapse
    };
    let mut collapsed: Vec<bool> = groups.iter().map(is_collapsed).collect();
    while count_entries(groups, &collapsed) > MAX_OPTIONS {
        let Some(index) = find_group_to_collapse(groups, &collapsed) else { break };
        collapsed[index] = true;
    }
    let mut entries = Vec::new();
    for (group, is_one_entry) in groups.iter().zip(collapsed) {
        if is_one_entry {
            entries.push(MenuEntry::Group(group));
        } else {
            entries.extend(group.acts.iter().map(MenuEntry::Act));
        }
    }
    entries
}

/// Returns how many entries a menu has if these groups are one entry each, and all acts of the
/// others are listed.
fn count_entries(groups: &[ActGroup<'_>], collapsed: &[bool]) -> usize {
    let mut count = 0;
    for (group, is_collapsed) in groups.iter().zip(collapsed) {
        count += if *is_collapsed { 1 } else { group.acts.len() };
    }
    count
}

/// Returns the index of the group that is made one entry next: unusual ways to do something first,
/// and then the group with the most acts. `None` if all that have several acts are one already.
fn find_group_to_collapse(groups: &[ActGroup<'_>], collapsed: &[bool]) -> Option<usize> {
    let can_collapse = |index: &usize| !collapsed[*index] && groups[*index].acts.len() > 1;
    let priority = |index: &usize| {
        let ActGroup { subject, acts, .. } = &groups[*index];
        let is_unusual = matches!(subject, GroupSubject::Verb { is_usual: false, .. });
        (is_unusual, acts.len())
    };
    (0..groups.len()).filter(can_collapse).max_by_key(priority)
}

/// Builds an option for each entry: an act, under a label that no other has, or a group that opens
/// a submenu.
fn build_menu_options(actor: &Actor, entries: &[MenuEntry<'_, '_>]) -> Vec<CreateSelectMenuOption> {
    let mut acts: Vec<MenuAct<'_>> = Vec::new();
    for entry in entries {
        if let MenuEntry::Act(act) = entry {
            acts.push(**act);
        }
    }
    // The labels come in the order in which the acts stand among the entries.
    let mut labels = label_acts_uniquely(&acts).map(|(_, label)| label);
    let mut options = Vec::new();
    for entry in entries {
        match entry {
            MenuEntry::Act(act) => {
                let label = labels.next().unwrap_or_default();
                let (value, prospects) =
                    (act.encode_or_hash_menu_value(actor), act.format_prospects());
                options.push(build_option(&label, value, &prospects));
            }
            MenuEntry::Group(group) => {
                let actor_ref = ActorRef::from_name(&actor.public_name);
                let group_hash = Some(hash_text(&group.key));
                let value = MenuValue::Submenu { actor: actor_ref, group: group_hash };
                let (name, about) = group.format_name_and_description(actor);
                options.push(build_option(&name, value.encode(), &about));
            }
        }
    }
    options
}

/// Labels acts so that no two labels are equal: where they would be, the slots that the label does
/// not tell are appended.
fn label_acts_uniquely<'b, 'a>(
    acts: &'b [MenuAct<'a>],
) -> impl Iterator<Item = (&'b MenuAct<'a>, String)> {
    let labels: Vec<String> =
        acts.iter().map(|act| cut_to_length(&act.format_label(), MAX_OPTION)).collect();
    let mut label_counts: BTreeMap<&String, usize> = BTreeMap::new();
    for label in &labels {
        *label_counts.entry(label).or_default() += 1;
    }
    let mut unique_labels = Vec::new();
    for (act, label) in acts.iter().zip(&labels) {
        let is_shared = label_counts[label] > 1;
        let details = format_slots_missing_in_label(&act.offer.command, label);
        unique_labels.push(match is_shared && !details.is_empty() {
            true => format!("{label} ({details})"),
            false => label.clone(),
        });
    }
    acts.iter().zip(unique_labels)
}

/// Formats the values of a command's slots that its label does not contain; of a flag, its name.
fn format_slots_missing_in_label(command: &Command, label: &str) -> String {
    let lowercase_label = label.to_lowercase();
    let mut details: Vec<String> = Vec::new();
    for (slot, value) in &command.slots {
        let key: &str = if value == "true" { slot } else { value };
        let detail = terms::key_to_words(key);
        if !lowercase_label.contains(&detail.to_lowercase()) {
            details.push(detail);
        }
    }
    join_names(&details)
}

/// Builds as many menus as the options need, up to `max_menus`; several are numbered.
fn build_menus(
    turn: TurnId,
    name: &str,
    options: &[CreateSelectMenuOption],
    max_menus: usize,
) -> Vec<CreateActionRow> {
    let is_single = options.len() <= MAX_OPTIONS;
    let parts = options.chunks(MAX_OPTIONS).take(max_menus).enumerate();
    let build_part = |(position, part): (usize, &[CreateSelectMenuOption])| {
        let numbers = (1..).skip(position * MAX_OPTIONS).take(part.len());
        let numbers = FormattedText(format_number_ranges(numbers));
        let part_name = say!(reader_locale(), "turn-menu-part", name, numbers);
        let placeholder: &str = if is_single { name } else { &part_name };
        build_menu(CustomId::TurnMenu { turn, position }, placeholder, part.to_vec())
    };
    parts.filter_map(build_part).collect()
}

/// Builds the button of an act. Returns `None` if its id is too long even with only a hash of the
/// command.
fn build_act_button(
    turn: TurnId,
    actor: &Actor,
    act: &MenuAct<'_>,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let actor_ref = ActorRef::from_name(&actor.public_name);
    let hash = hash_command(&act.offer.command);
    let id = if act.needs_text() {
        let value = MenuValue::HashedActForm { actor: actor_ref, hash };
        CustomId::TurnChoice { turn, value }.encode()?
    } else {
        // The id holds the whole command if that is short enough, else its hash.
        let whole_command = CustomId::TurnAct { turn, payload: act.to_payload(actor) }.encode();
        let value = MenuValue::HashedAct { actor: actor_ref, hash };
        whole_command.or_else(|| CustomId::TurnChoice { turn, value }.encode())?
    };
    let prospects = act.format_prospects();
    let label =
        if prospects.is_empty() { label.to_string() } else { format!("{label} · {prospects}") };
    Some(CreateButton::new(id).label(cut_to_length(&label, MAX_BUTTON_LABEL)).style(style))
}

/// Builds the button for the board. It carries the fight, since its user may be in several.
fn build_board_button(turn: TurnId) -> Option<CreateButton> {
    let command = Command::new(BOARD_VERB).with("fight", turn.fight).with("short", true);
    let id = CustomId::RunCommand { payload: command.into() }.encode()?;
    let label = say!(reader_locale(), "turn-board");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// Builds the button that opens the form for words in character. It carries the fight, since a
/// direct message may be about another one.
fn build_describe_button(turn: TurnId, actor: &Actor) -> Option<CreateButton> {
    let command = Command::new("describe").with("fight", turn.fight);
    let actor_name = Some(actor.public_name.clone());
    let id = CustomId::OpenForm { payload: ButtonPayload { command, actor_name } }.encode()?;
    let label = say!(reader_locale(), "turn-describe");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// Builds the button for the forecast.
fn build_forecast_button(turn: TurnId) -> Option<CreateButton> {
    let command = Command::new(FORECAST_VERB).with("fight", turn.fight);
    let id = CustomId::RunCommand { payload: command.into() }.encode()?;
    let label = say!(reader_locale(), "turn-forecast");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// Builds the button that leads back to all acts of the actor.
fn build_back_row(turn: TurnId, actor: &Actor) -> Option<CreateActionRow> {
    let value = MenuValue::Submenu { actor: ActorRef::from_name(&actor.public_name), group: None };
    let id = CustomId::TurnChoice { turn, value }.encode()?;
    let button = CreateButton::new(id).label(say!(reader_locale(), "turn-back"));
    Some(CreateActionRow::Buttons(vec![button.style(ButtonStyle::Secondary)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::FightId;
    use app::outbox::{GmControls, Surroundings};
    use engine::agents::evaluator::Advice;
    use engine::core::command::Risk;
    use engine::core::ids::CombatantId;
    use engine::visibility::view::VisibleWounds;

    const TURN: TurnId = TurnId { fight: FightId(1), revision: 2 };

    fn actor(system: &'static str, name: &str, offers: Vec<Command>) -> Actor {
        let offers = offers.into_iter().map(Offer::free);
        let (name, public_name) = (name.to_string(), name.to_string());
        let (offers, surroundings) = (offers.collect(), Surroundings::default());
        let gm_controls = None;
        Actor {
            combatant: CombatantId(0),
            name,
            public_name,
            system,
            offers,
            surroundings,
            can_speak: false,
            gm_controls,
        }
    }

    fn nearby(name: &str, is_enemy: bool) -> NearbyCombatant {
        let (wounds, zone) = (VisibleWounds::Word("hurt".into()), Some("Yard".into()));
        NearbyCombatant { name: name.into(), wounds, zone_name: zone, is_enemy }
    }

    fn commands_with(verb: &str, slot: &str, names: &[&str]) -> Vec<Command> {
        names.iter().map(|name| Command::new(verb).with(slot, name)).collect()
    }

    #[test]
    fn played_npcs_are_told_with_whom_they_wait_for() {
        let render = |played: PlayedBlock| render_played_npc_block(&played).content;
        let (names, idle_names) = (vec!["Wolf".into()], vec!["Cub".into()]);
        let played = PlayedBlock { acts: 2, names, idle_names, ..PlayedBlock::default() };
        assert_eq!(render(played), "**Wolf**: 2 acts. Without an act: Cub.");
        let names = vec!["Wolf".into(), "Cub".into()];
        let ended = PlayedBlock { acts: 1, names, ends_turns: true, ..PlayedBlock::default() };
        assert_eq!(render(ended), "**Wolf**, **Cub**: ended.");
        let waiting = |name: &str| PlayedBlock {
            is_waiting_for_answer: true,
            awaited_names: vec![name.into()],
            ..PlayedBlock::default()
        };
        let waits_for =
            |whom: &str| format!("The turn waits for {whom}; press again after the answer.");
        assert_eq!(render(waiting("Ana")), waits_for("Ana to answer"));
        assert_eq!(render(waiting("")), waits_for("your answer"));
        assert_eq!(render(PlayedBlock::default()), "Nobody could act.");
    }

    /// Formats each row as a text: labels of buttons, or placeholder and options of a menu.
    fn rows(rows: &[CreateActionRow]) -> Vec<String> {
        let mut texts = Vec::new();
        for row in rows {
            let json = serde_json::to_value(row).unwrap();
            texts.push(json["components"].as_array().unwrap().iter().map(format_part).collect());
        }
        texts
    }

    /// Formats a button as `[label]`, and a menu as `placeholder: option / option`.
    fn format_part(part: &serde_json::Value) -> String {
        let Some(options) = part["options"].as_array() else {
            return format!("[{}]", text_of(part, "label"));
        };
        let labels: Vec<String> = options.iter().map(format_option).collect();
        format!("{}: {}", text_of(part, "placeholder"), labels.join(" / "))
    }

    /// Formats an option by its label, and by its description if that says what others may do.
    fn format_option(option: &serde_json::Value) -> String {
        let (label, about) = (text_of(option, "label"), text_of(option, "description"));
        if about.contains(" may ") { format!("{label} ({about})") } else { label }
    }

    fn text_of(json: &serde_json::Value, key: &str) -> String {
        json[key].as_str().unwrap_or_default().to_string()
    }

    #[test]
    fn likeliest_button_attacks_nearest_enemy() {
        let strike = |target: &str, weapon: &str| {
            Command::new("attack").with("target", target).with("weapon", weapon)
        };
        let mut ana = actor(
            "dr12",
            "Ana",
            vec![
                strike("Wolf 1", "bow"),
                strike("Old Tom", "bow"),
                strike("Wolf 2", "bow"),
                strike("Wolf 2", "fist"),
                Command::new("flee"),
                Command::new("move").with("zone", "Hall"),
                Command::new("pass"),
            ],
        );
        let others = [("Old Tom", false), ("Wolf 2", true), ("Wolf 1", true)];
        ana.surroundings.nearby = others.map(|(name, is_enemy)| nearby(name, is_enemy)).to_vec();
        let shown = build_act_controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(
            rows(&shown.rows),
            [
                "[Attack Wolf 2 · bow][End turn][Board]",
                "Attack: Wolf 2 / Attack Wolf 1 with bow / Attack Old Tom with bow",
                "Move: Move to Hall / Flee",
            ]
        );
        // Without an enemy in reach it is a step. Its risks are part of the label.
        ana.offers.retain(|offer| offer.command.verb != "attack");
        ana.surroundings.zones_closer_to_enemy = vec!["Hall".into()];
        let strike = Risk { actors: vec!["Wolf 2".into()], ..Risk::new("strike") };
        for offer in ana.offers.iter_mut().filter(|offer| offer.command.verb != "pass") {
            offer.risks = vec![strike.clone()];
        }
        let shown = build_act_controls(TURN, &[ana]);
        assert_eq!(
            rows(&shown.rows),
            [
                "[Move to Hall · Wolf 2 may strike][End turn][Board]",
                "Move: Move to Hall (Wolf 2 may strike) / Flee (Wolf 2 may strike)",
            ]
        );
    }

    #[test]
    fn attacks_on_friends_come_last_and_apart() {
        let strike = |target: &str| Command::new("attack").with("target", target);
        let mut ana = actor("dr12", "Ana", vec![strike("Ben"), strike("Wolf"), strike("Old Tom")]);
        let others = [("Ben", false), ("Old Tom", false), ("Wolf", true)];
        ana.surroundings.nearby = others.map(|(name, is_enemy)| nearby(name, is_enemy)).to_vec();
        let shown = rows(&build_act_controls(TURN, std::slice::from_ref(&ana)).rows);
        assert_eq!(shown[1], "Attack: Attack Wolf / Attack friends or the fallen…");
        // Without an enemy in reach there is no menu of attacks.
        ana.offers.retain(|offer| offer.command.get("target") != "Wolf");
        let shown = rows(&build_act_controls(TURN, std::slice::from_ref(&ana)).rows);
        assert_eq!(shown, ["[Board]", "More: Attack friends or the fallen…"]);
        let opened = render_acts_submenu(TURN, &ana, Some(hash_text("spared"))).unwrap();
        assert_eq!(rows(&opened.components)[0], "[Attack Ben][Attack Old Tom]");
    }

    #[test]
    fn what_opens_the_way_has_a_button() {
        let first_row = |system, offers: Vec<Command>| {
            let offers = [offers, vec![Command::new("pass")]].concat();
            rows(&build_act_controls(TURN, &[actor(system, "Ana", offers)]).rows).remove(0)
        };
        let held = vec![Command::new("break"), Command::new("break").with("slow", true)];
        assert_eq!(first_row("cards", held), "[Break free][End turn][Board]");
        let door = ["open", "move"].map(|verb| Command::new(verb).with("zone", "Hall"));
        let shut_in = first_row("fates", door[..1].to_vec());
        assert!(shut_in.starts_with("[Open the door to Hall]"), "{shut_in}");
        // An act that is the only one has a button, but not one of several.
        let stow = |item: &str| Command::new("stow").with("item", item);
        let only = first_row("dr12", vec![stow("bow"), Command::new("drop").with("item", "bow")]);
        assert_eq!(only, "[Put away bow][End turn][Board]");
        let several = first_row("dr12", vec![stow("bow"), stow("dagger")]);
        assert_eq!(several, "[End turn][Board]");
    }

    #[test]
    fn advised_act_is_suggested_to_the_gm() {
        let zones = commands_with("move", "zone", &["Yard", "Hall"]);
        let mut wolf = actor("dr12", "Wolf", [zones, vec![Command::new("pass")]].concat());
        let command = Command::new("move").with("zone", "Hall");
        let advise = |command| {
            Some(GmControls { advice: Some(Advice { command, reason: AdviceReason::Guard }) })
        };
        wolf.gm_controls = advise(command);
        let shown = build_act_controls(TURN, std::slice::from_ref(&wolf));
        let buttons = "[Suggested: Move to Hall][End turn][Board][Forecast]";
        assert_eq!(rows(&shown.rows)[0], buttons);
        let reason = format_advice_reason(&wolf).unwrap();
        assert!(reason.contains("Move to Hall · **Wolf** is safer with it"), "{reason}");
        // The advised end of the turn is not shown twice, and an act that is not on offer is not
        // advised.
        wolf.gm_controls = advise(Command::new("pass"));
        let shown = build_act_controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[Suggested: End turn][Board][Forecast]");
        wolf.gm_controls = advise(Command::new("flee"));
        let shown = build_act_controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[End turn][Board][Forecast]");
        assert_eq!(super::format_advice_reason(&wolf), None);
    }

    #[test]
    fn preview_of_many_npcs_ends_with_a_whole_line_and_counts_the_rest() {
        let wolf = |number: u32| {
            let acts = commands_with("move", "zone", &["Yard", "Hall"]);
            let mut wolf = actor("dr12", &format!("Wolf {number}"), acts);
            let command = Command::new("move").with("zone", "Hall");
            let advice = Some(Advice { command, reason: AdviceReason::Guard });
            wolf.gm_controls = Some(GmControls { advice });
            wolf
        };
        let wolves: Vec<Actor> = (1..=60).map(wolf).collect();
        let preview = super::render_npc_block_preview(TURN, &wolves).content;
        let lines: Vec<&str> = preview.lines().collect();
        let [listed @ .., more, note] = &lines[..] else { panic!("{preview}") };
        assert!(listed.len() > 20 && listed.len() < 60, "{preview}");
        assert!(listed.iter().all(|line| line.ends_with("is safer with it")), "{preview}");
        assert_eq!(*more, format!("… and {} more", 60 - listed.len()));
        assert!(note.starts_with("Each does this first"), "{preview}");
    }

    #[test]
    fn one_of_several_actors_is_chosen_first() {
        let act =
            |name: &str| actor("dr12", name, commands_with("move", "zone", &["Yard", "Hall"]));
        let two = build_act_controls(TURN, &[act("Ana"), act("Ben")]);
        assert_eq!(rows(&two.rows), ["[Board]", "Who acts: Ana / Ben"]);
        let ana = render_acts_submenu(TURN, &act("Ana"), None).unwrap();
        assert_eq!(rows(&ana.components), ["[Board]", "Move: Move to Yard / Move to Hall"]);
        let wolves: Vec<Actor> = (0..26).map(|n| act(&format!("Wolf {n}"))).collect();
        let menus = rows(&build_act_controls(TURN, &wolves).rows);
        assert!(menus[1].starts_with("Who acts 1–25: Wolf 0"), "{menus:?}");
        assert_eq!(menus[2], "Who acts 26: Wolf 25");
        // If there is nothing to choose, each act has its own button.
        let roll = |name: &str| actor("fates", name, vec![Command::new("init")]);
        let six: Vec<Actor> = (0..6).map(|n| roll(&format!("Ana {n}"))).collect();
        let six = rows(&build_act_controls(TURN, &six).rows);
        assert!(six[0].starts_with("[Ana 0: Roll for initiative][Ana 1"), "{six:?}");
        assert_eq!(six[1], "[Ana 5: Roll for initiative]");
    }

    #[test]
    fn too_many_acts_become_one_option() {
        let marks: Vec<String> = (0..30).map(|mark| mark.to_string()).collect();
        let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
        let moves_by = |action: &str| {
            let all = commands_with("move", "to", &marks).into_iter();
            all.map(|command| command.with("action", action)).collect::<Vec<_>>()
        };
        let ana = actor(
            "ranks",
            "Ana",
            [moves_by("full"), moves_by("free"), commands_with("flee", "action", &["full"])]
                .concat(),
        );
        let shown = build_act_controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(rows(&shown.rows)[1..], ["Move: Move… / Move, other ways… / Flee (Full)"]);
        let group = hash_text("move true ");
        let opened = render_acts_submenu(TURN, &ana, Some(group)).unwrap();
        let opened = rows(&opened.components);
        assert_eq!((opened.len(), &*opened[2]), (3, "[Back]"));
        assert!(opened[0].starts_with("Move… 1–25: Move to 0 / Move to 1"), "{opened:?}");
        assert!(opened[1].starts_with("Move… 26–30: Move to 25"), "{opened:?}");
        assert!(render_acts_submenu(TURN, &ana, Some(7)).is_none());
    }

    #[test]
    fn plain_step_comes_before_one_that_costs_more() {
        let offers = ["dash", "move"].map(|verb| commands_with(verb, "to", &["20"])).concat();
        let shown = build_act_controls(TURN, &[actor("ranks", "Ana", offers)]);
        let all = rows(&shown.rows).concat();
        assert!(all.contains("Move: Move to 20 / Sprint to 20"), "{all}");
    }

    #[test]
    fn irreversible_act_comes_last() {
        let drop_item = |item: &str| Command::new("drop").with("item", item);
        let at_tom = |verb: &str| Command::new(verb).with("target", "Tom").with("item", "rope");
        let offers =
            vec![drop_item("bow"), Command::new("stow").with("item", "bow"), at_tom("give")];
        let shown = build_act_controls(TURN, &[actor("dr12", "Ana", offers)]);
        assert_eq!(rows(&shown.rows)[2], "More: Put away bow / Drop bow");
    }

    #[test]
    fn standing_orders_form_one_option() {
        let orders = commands_with("stance", "match", &["ask", "always", "never"]);
        let stand = vec![Command::new("stand"), Command::new("concede")];
        let ana = actor("ranks", "Ana", [orders, stand].concat());
        let shown = build_act_controls(TURN, std::slice::from_ref(&ana));
        let all = rows(&shown.rows).concat();
        assert!(all.contains("Standing orders…") && !all.contains("ask me"), "{all}");
        let opened = render_acts_submenu(TURN, &ana, Some(hash_text("stance true "))).unwrap();
        let opened = rows(&opened.components).concat();
        assert!(opened.contains("[When enemies step away: never]"), "{opened}");
    }

    #[test]
    fn two_turn_end_verbs_share_a_button() {
        let ends = |verbs: &[&str]| verbs.iter().map(|verb| Command::new(verb)).collect::<Vec<_>>();
        let shown = build_act_controls(TURN, &[actor("ranks", "Ana", ends(&["pass", "done"]))]);
        assert_eq!(rows(&shown.rows), ["[End turn][Board]"]);
        let mut last = actor("factions", "Ana", ends(&["turn", "pass"]));
        last.offers[1].cost_label = Some("Ends the round".into());
        let shown = build_act_controls(TURN, &[last]);
        assert_eq!(rows(&shown.rows), ["[Take the slot][Pass · ends the round][Board]"]);
    }

    #[test]
    fn actor_without_offers_has_no_controls() {
        assert!(build_act_controls(TURN, &[actor("dr12", "Ana", Vec::new())]).rows.is_empty());
    }
}
