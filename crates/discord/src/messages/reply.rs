//! Renders the private reply to an input: what was done and what is left, why it was refused, or
//! the result of a query.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use super::super::custom_id::{ActorRef, ButtonPayload, CustomId, MenuValue, hash_command};
use super::super::map::{Picture, format_text_map, render_map_picture_cached};
use super::super::reader::locale_for_tag;
use super::super::replay::render_replay_page;
use super::controls::{self, ActControls};
use super::text::{
    cut_to_length, escape_markdown, fit_lines, format_code, format_code_block, format_seal_mark,
    join_names,
};
use super::{
    MAX_BUTTONS_PER_ROW, MAX_DESCRIPTION, MAX_FIELD, MAX_OPTIONS, RenderedMessage, arrange_in_rows,
    encounter, forecast, format_absolute_time, format_bold_name, format_channel_link,
    format_mention, format_paragraphs, format_relative_time, format_thread_name, guide, inbox,
    library, notice, orders, privacy, reader_locale, reader_style, render_long_text, roll, set_up,
    speech, status, story, turn,
};
use app::export::FightExport;
use app::fight_log::{LogAuthor, LogEntry, LogPage};
use app::input::{
    ActDone, CombatantSheet, ConfirmationRequest, Explanation, FightSummary, InputReply,
    QueryResult, UndoChoice,
};
use app::outbox::{Actor, Presentation};
use app::servers::{AddedSystem, ServerCard};
use engine::core::command::{Command, Offer, Refusal};
use engine::game::Game;
use engine::visibility::view::{FightView, MemberView, TurnStatus, ZoneView};
use narration::catalogue::{FormattedText, VariantKey};
use narration::dice_marks::{MarkRendering, resolve_marks};
use narration::kit_names::KitEntry;
use narration::{self, say, terms};

/// The most characters of all sheets of `/mine`. The embeds of a message may have 6000 in all.
const MAX_ALL_SHEETS: usize = 5000;

/// The most characters of a rule in a list of rules, and of an act that may be undone.
const MAX_RULE_LINE: usize = 160;
const MAX_UNDONE_ACT: usize = 300;

/// The most menus of fights in one message.
const MAX_FIGHT_MENUS: usize = 4;

/// Says which commands are in a group whose name was typed alone.
pub fn format_command_group(typed: &str, commands: &[(String, &str)]) -> String {
    let group = typed.trim().trim_start_matches('/').to_lowercase();
    let commands: Vec<String> = commands.iter().map(|(name, _)| format!("`/{name}`")).collect();
    let commands = FormattedText(join_names(&commands));
    say!(reader_style(), "reply-command-group", group = FormattedText(group), commands)
}

/// Renders the reply to an input for its sender.
pub fn render_reply(reply: &InputReply) -> RenderedMessage {
    match reply {
        InputReply::Done(done) => match &done.setup {
            Some(choices) => {
                set_up::render_set_up(render_long_text(&format_done(done)), done, choices)
            }
            None => RenderedMessage {
                components: build_free_off_turn_act_buttons(done),
                ..render_long_text(&format_done(done))
            },
        },
        InputReply::Library(reply) => library::render_library_reply(reply),
        InputReply::Refused(refusal) => render_refusal(refusal),
        InputReply::NeedsConfirmation(request) => render_confirmation_request(request),
        InputReply::QueryResult(result) => render_query_result(result),
    }
}

/// Renders a reply that replaces the private message whose button was pressed, with controls for
/// what is left of the turn.
pub fn render_reply_in_place(reply: &InputReply) -> RenderedMessage {
    match reply {
        InputReply::Done(done) if done.setup.is_none() => {
            render_text_with_turn_or_free_act_controls(format_done(done), done)
        }
        _ => render_reply(reply),
    }
}

/// Renders a refusal with the alternatives. If the answer could be ordered in advance, there are
/// buttons for that.
fn render_refusal(refusal: &Refusal) -> RenderedMessage {
    let is_order_offer = |offer: &&Offer| offer.command.verb == "orders-add";
    let (orders, alternatives): (Vec<&Offer>, Vec<&Offer>) =
        refusal.alternatives.iter().partition(is_order_offer);
    let alternatives = alternatives.into_iter().cloned().collect();
    let reason =
        narration::explain_refusal(reader_style(), &Refusal { alternatives, ..refusal.clone() });
    match orders.as_slice() {
        [] => render_long_text(&reason),
        orders => orders::render_order_offers(reader_style(), &reason, orders),
    }
}

/// Renders what an act would cost, with a button that does it all the same. If the act neither fits
/// into a custom id nor is among the offers, the user is asked to use fewer words.
fn render_confirmation_request(request: &ConfirmationRequest) -> RenderedMessage {
    let act = narration::act_phrase(reader_locale(), request.system, &request.command);
    let reason = FormattedText(narration::refusal_with_rule(reader_style(), &request.warning));
    let warning = say!(reader_style(), "confirm-act", act, warning = reason);
    let label = say!(reader_locale(), "confirm-do");
    let button = find_confirmation_id_that_fits(request)
        .and_then(|id| set_up::build_button(&label, ButtonStyle::Danger, id));
    match button {
        Some(button) => RenderedMessage {
            components: vec![CreateActionRow::Buttons(vec![button])],
            ..render_long_text(&warning)
        },
        None => {
            render_long_text(&format!("{warning}\n{}", say!(reader_style(), "confirm-too-long")))
        }
    }
}

/// Returns the id of a button that confirms an act: with the whole act, or if that is too long and
/// the act is among the offers, with its hash. `None` if neither is possible.
fn find_confirmation_id_that_fits(request: &ConfirmationRequest) -> Option<CustomId> {
    let ConfirmationRequest { turn, is_private: is_quiet, .. } = *request;
    let id_for = |act: MenuValue| CustomId::ConfirmedAct { turn, act, is_quiet };
    let actor_name = Some(request.actor_name.clone());
    let payload = ButtonPayload { command: request.command.clone(), actor_name };
    let whole_act = id_for(MenuValue::Act(payload));
    if whole_act.encode().is_some() {
        return Some(whole_act);
    }
    let actor = ActorRef::from_name(&request.actor_name);
    let hash = hash_command(&request.command);
    let hashed_act = id_for(MenuValue::HashedAct { actor, hash });
    let is_possible = request.is_offered && hashed_act.encode().is_some();
    is_possible.then_some(hashed_act)
}

/// Formats what an input has changed, as far as its user may know: what happened, else the settings
/// that changed, else what it did to the fight; and what is left of the turn.
fn format_done(done: &ActDone) -> String {
    let mut lines = format_paragraphs(done.narrative.as_slice());
    if done.is_duplicate {
        lines.push(say!(reader_style(), "reply-done-already"));
    } else if lines.is_empty() {
        lines.extend(format_changed_setting_or_notice(done));
    }
    let tells_of_hidden_newcomer =
        done.is_hidden_newcomer && done.narrative.is_some() && !done.is_duplicate;
    if tells_of_hidden_newcomer {
        lines.push(say!(reader_style(), "reply-hidden-newcomer"));
    }
    // A step of which nobody may know whether it is answered.
    if lines.is_empty() && done.waits_for_gm && done.combatant.is_some() {
        lines.push(turn::format_turn_waits_for_gm());
    }
    if let Some(parent) = done.wanted_thread_parent {
        let name = format_thread_name(done.system, done.fight);
        let channel = format_channel_link(parent);
        lines.push(say!(reader_style(), "thread-soon", channel, name));
    }
    lines.extend(done.added_system.as_ref().map(format_added_commands));
    // Whoever ends the turn knows that it is over, unless nothing else is said.
    let says_turn_end = !done.is_turn_end || lines.is_empty();
    lines.extend(format_remaining_budget_or_turn_end(done, says_turn_end));
    if lines.is_empty() {
        lines.push(format_noted_or_seen(&done.awaited_names));
    }
    lines.join("\n")
}

/// Formats that an answer is noted and whom the turn still waits for, or if that is nobody, that
/// the channel tells what happened.
fn format_noted_or_seen(awaited_names: &[String]) -> String {
    if awaited_names.is_empty() {
        return say!(reader_style(), "reply-seen");
    }
    let whom = turn::join_known_names(awaited_names);
    let is_own = whom.is_none();
    say!(reader_style(), "reply-noted", whom, is_own)
}

/// Formats the setting that an input has changed, or else the notice of what it did to the fight.
/// `None` if it did neither, or there is nothing to tell of it.
fn format_changed_setting_or_notice(done: &ActDone) -> Option<String> {
    if let Some((key, value)) = &done.changed_setting {
        let setting = FormattedText(terms::setting_text(reader_style(), key, value));
        return Some(say!(reader_style(), "reply-set", setting));
    }
    let rendered = notice::render_notice(done.notice.as_ref()?)?;
    Some(rendered.content)
}

/// Formats that the first fight of a system has added commands to the server.
fn format_added_commands(added: &AddedSystem) -> String {
    let system = terms::system_name(reader_locale(), &added.system);
    say!(reader_style(), "commands-brought", system, is_shown = added.has_commands)
}

/// Formats the systems of a server, and how long each stays.
fn format_server_systems_and_language(server: &ServerCard) -> String {
    let own_name = locale_for_tag(server.language.as_deref()).own_name();
    let is_automatic = !server.has_own_language;
    let language = say!(reader_style(), "server-language", language = own_name, is_automatic);
    if server.systems.is_empty() {
        let none = say!(reader_style(), "commands-of-none", days = server.retention_days);
        return format!("{none}\n{language}");
    }
    let mut lines = vec![say!(
        reader_style(),
        "commands-of",
        is_shown = server.has_commands,
        days = server.retention_days
    )];
    lines.extend(server.systems.iter().map(|(system, until)| {
        let system = terms::system_name(reader_locale(), system);
        say!(reader_style(), "commands-until", system, until = until.map(format_relative_time))
    }));
    lines.push(language);
    lines.join("\n")
}

/// Formats what is left of the actor's turn, or with `says_turn_end` that it has ended. Returns
/// `None` if they have had no turn.
fn format_remaining_budget_or_turn_end(done: &ActDone, says_turn_end: bool) -> Option<String> {
    let member = find_member(&done.view, done.combatant?)?;
    match member.turn_status {
        TurnStatus::Acting => {}
        TurnStatus::Spent if done.has_ended_turn && says_turn_end => {
            return Some(say!(reader_style(), "reply-turn-over"));
        }
        TurnStatus::Spent | TurnStatus::Ready | TurnStatus::Out => return None,
    }
    let budget = terms::budget_text(reader_locale(), &member.remaining_budget)?;
    Some(say!(reader_locale(), "reply-left", budget = narration::uppercase_first(&budget)))
}

/// Renders a text with menus of what is left of the turn, or with acts that are possible outside of
/// it. The message is private, so it may show everything that the player knows.
fn render_text_with_turn_or_free_act_controls(mut text: String, done: &ActDone) -> RenderedMessage {
    let ActControls { rows: components, lacks_room: is_short } =
        build_turn_controls_or_free_act_buttons(done);
    if is_short {
        text += &format!("\n{}", say!(reader_style(), "turn-more"));
    }
    RenderedMessage { components, ..render_long_text(&text) }
}

/// Builds the controls for what is left of the actor's turn, or outside of a turn the buttons of
/// acts that cost nothing. Empty if no combatant acted.
fn build_turn_controls_or_free_act_buttons(done: &ActDone) -> ActControls {
    let member = done.combatant.and_then(|combatant| find_member(&done.view, combatant));
    let Some(member) = member else {
        return ActControls { rows: Vec::new(), lacks_room: false };
    };
    let (Some(turn), TurnStatus::Acting) = (done.turn, member.turn_status) else {
        return ActControls { rows: build_free_off_turn_act_buttons(done), lacks_room: false };
    };
    let actor = Actor {
        combatant: member.id,
        name: member.name.clone(),
        public_name: done.public_name.clone(),
        system: done.system,
        offers: done.offers.clone(),
        surroundings: done.surroundings.clone(),
        can_speak: false,
        gm_controls: None,
    };
    controls::build_act_controls(turn, &[actor])
}

/// Builds up to five buttons for acts outside of one's own turn that cost nothing and have no
/// slots, such as triggering a held act. Empty during the own turn, and for somebody who is out.
fn build_free_off_turn_act_buttons(done: &ActDone) -> Vec<CreateActionRow> {
    let member = done.combatant.and_then(|who| find_member(&done.view, who));
    let is_between_turns = member
        .is_some_and(|member| matches!(member.turn_status, TurnStatus::Ready | TurnStatus::Spent));
    if done.turn.is_some() || !is_between_turns {
        return Vec::new();
    }
    let mut buttons: Vec<CreateButton> = Vec::new();
    for offer in done.offers.iter().filter(|offer| is_free_one_press_act(done.system, offer)) {
        let command = offer.command.clone();
        let payload = ButtonPayload { command, actor_name: Some(done.public_name.clone()) };
        let label = narration::offer_label(reader_locale(), done.system, offer);
        let id = CustomId::RunCommand { payload };
        buttons.extend(set_up::build_button(&label, ButtonStyle::Secondary, id));
    }
    buttons.truncate(MAX_BUTTONS_PER_ROW);
    arrange_in_rows(&buttons)
}

/// Returns whether an act costs nothing and a press says all that there is to say about it.
fn is_free_one_press_act(system: &str, offer: &Offer) -> bool {
    let Some(verb) = Game::find_act_verb(system, &offer.command.verb) else { return false };
    let is_free = offer.command.slots.is_empty() && offer.cost_label.is_none();
    let needs_more_than_a_press = verb.is_turn_start
        || verb.is_irreversible
        || !verb.missing_description_slots(&offer.command).is_empty();
    is_free && !needs_more_than_a_press
}

/// Returns the member with this id; `None` if the view lacks them.
fn find_member(view: &FightView, combatant: engine::core::ids::CombatantId) -> Option<&MemberView> {
    view.members().find(|member| member.id == combatant)
}

/// Renders the answer to a read-only request, or to a command about settings of one's own.
fn render_query_result(result: &QueryResult) -> RenderedMessage {
    match result {
        QueryResult::Status { is_short: true, view, awaited, plannable_names: names, .. } => {
            with_plan_buttons(status::render_own_board(view, awaited), names)
        }
        QueryResult::Status {
            is_short: false,
            view,
            awaited,
            time_limits,
            dice_seal,
            is_first_seal,
            plannable_names: names,
            ..
        } => {
            let format = if *is_first_seal { format_seal_mark } else { format_code };
            let seal = dice_seal.as_deref().map(format);
            let board = status::render_board_in_full(view, awaited, time_limits, seal);
            with_plan_buttons(board, names)
        }
        QueryResult::BlockPreview { turn, actors } => {
            controls::render_npc_block_preview(*turn, actors)
        }
        QueryResult::BlockPlayed(played) => controls::render_played_npc_block(played),
        QueryResult::Forecast(card) => forecast::render_forecast(card),
        QueryResult::Encounter(card) => encounter::render_line_ups_for_encounter(card),
        QueryResult::Map(view) => render_map(view),
        QueryResult::Guide(reply) => guide::render_guide_reply(reply),
        QueryResult::OwnCombatants { view, sheets } => render_own_sheets(view, sheets),
        QueryResult::Combatants { view, combatants, awaited } => {
            status::render_combatants_in_full(view, combatants, awaited)
        }
        QueryResult::Explanation(explanation) => render_explanation_with_rule_menu(explanation),
        QueryResult::UndoChoice(choice) => render_undo_choice(choice),
        QueryResult::Log(page) => render_log_page(page),
        QueryResult::Export(reply) => render_export(reply),
        QueryResult::StandingOrders(lists) => orders::render_order_lists(reader_style(), lists),
        QueryResult::Plan { combatant_name, plan } => {
            orders::render_plan(reader_style(), combatant_name, plan.as_ref())
        }
        QueryResult::OrderPreviews { combatant_name, previews } => {
            orders::render_order_previews(reader_style(), combatant_name, previews)
        }
        QueryResult::AnswerHeld { .. }
        | QueryResult::DecoyDelayEnded
        | QueryResult::Availability { .. }
        | QueryResult::PresentationChosen { .. }
        | QueryResult::SpeechAllowed(_)
        | QueryResult::ServerSystems(_)
        | QueryResult::FightChosen(_) => RenderedMessage::from_text(format_setting_reply(result)),
        QueryResult::DiceDays(days) => roll::render_dice_days(days),
        QueryResult::FreeRoll { roll, visibility } => {
            roll::render_free_roll(roll.as_ref(), *visibility)
        }
        QueryResult::Inbox(decisions) => inbox::render_inbox(decisions),
        QueryResult::FightChoice { held_input, fights } => render_fight_choice(*held_input, fights),
        QueryResult::OpenFights(summaries) => render_fight_list(summaries),
        QueryResult::Privacy(reply) => privacy::render_privacy_reply(reply),
        QueryResult::SpeechAuthor(author) => speech::render_speech_author(author),
    }
}

/// Adds the buttons that open the plans of these combatants to a board.
fn with_plan_buttons(board: RenderedMessage, names: &[String]) -> RenderedMessage {
    RenderedMessage { components: orders::build_open_plan_buttons(names), ..board }
}

/// Formats the reply to a command about settings, or to an answer that is held back. Empty for any
/// other result.
fn format_setting_reply(result: &QueryResult) -> String {
    let style = reader_style();
    match result {
        QueryResult::AnswerHeld { until } => {
            say!(style, "reply-kept", until = until.map(format_relative_time))
        }
        QueryResult::DecoyDelayEnded => say!(style, "reply-wait-over"),
        QueryResult::Availability { away_until, time_zone, local_time, quiet_hours, language } => {
            let (until, date) =
                (away_until.map(format_relative_time), away_until.map(format_absolute_time));
            let away = say!(style, "reply-away", until, date);
            let hours = quiet_hours.map(format_quiet_hours);
            let clock = say!(style, "reply-clock", zone = time_zone, local_time, hours);
            let own_name = reader_locale().own_name();
            let is_automatic = language.is_none();
            let language = say!(style, "reply-language", language = own_name, is_automatic);
            [away, clock, language].join("\n")
        }
        QueryResult::PresentationChosen { presentation, is_server_wide } => say!(
            style,
            "plain-set",
            is_on = *presentation == Presentation::PlainText,
            is_light = *presentation == Presentation::LightPictures,
            is_server = *is_server_wide
        ),
        QueryResult::SpeechAllowed(is_allowed) => {
            say!(style, "voices-set", is_allowed = *is_allowed)
        }
        QueryResult::ServerSystems(card) => format_server_systems_and_language(card),
        QueryResult::FightChosen(fight) => {
            say!(style, "reply-chosen", channel = format_channel_link(fight.channel))
        }
        _ => String::new(),
    }
}

/// Formats from when to when it is quiet, given in minutes of the day: `22:00–7:30`.
fn format_quiet_hours((from, to): (i64, i64)) -> String {
    let format_time = |minutes: i64| format!("{}:{:02}", minutes / 60, minutes % 60);
    format!("{}–{}", format_time(from), format_time(to))
}

/// Renders the map as a picture, and as a text strip for readers who cannot see it.
fn render_map(view: &FightView) -> RenderedMessage {
    if view.zones.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "reply-no-zones"));
    }
    let embed = CreateEmbed::new()
        .title(say!(reader_locale(), "reply-map"))
        .description(format_code_block(&format_text_map(view)))
        .field(
            say!(reader_locale(), "status-zones"),
            fit_lines(&status::format_zones(view), MAX_FIELD),
            false,
        );
    // The message already contains the zones as text.
    let picture = render_map_picture_cached(view).map(Picture::without_plain_text);
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

/// Renders the user's combatants, at most ten: state, sheet, what they can do now, and their plans.
fn render_own_sheets(view: &FightView, sheets: &[CombatantSheet]) -> RenderedMessage {
    if sheets.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "reply-plays-nobody"));
    }
    let max_sheets = 10;
    let max_length = (MAX_ALL_SHEETS / sheets.len().min(max_sheets)).min(MAX_DESCRIPTION);
    let shown = sheets.iter().take(max_sheets);
    let mut rendered = RenderedMessage {
        embeds: shown.map(|sheet| render_own_sheet(view, sheet, max_length)).collect(),
        ..RenderedMessage::default()
    };
    if sheets.len() > max_sheets {
        rendered.content =
            say!(reader_style(), "reply-first-of", most = max_sheets, count = sheets.len());
    }
    rendered
}

/// Renders one combatant of the user's as an embed, with a text of at most `max_length` characters.
fn render_own_sheet(view: &FightView, sheet: &CombatantSheet, max_length: usize) -> CreateEmbed {
    let mut lines = Vec::new();
    if let Some(member) = find_member(view, sheet.combatant) {
        lines.push(turn::format_wounds_and_conditions(view, member).join(" · "));
        lines.push(status::format_budget_and_facts(member));
    }
    let style = reader_style().for_system(&view.system);
    if let Some(offers) = narration::offers_summary(style, &sheet.offers) {
        lines.push(say!(reader_style(), "reply-now", offers = FormattedText(offers)));
    }
    if sheet.pages.is_empty() {
        lines.push(format_sheet_in_one_line(&view.zones, &sheet.fields));
    }
    for page in &sheet.pages {
        // The first line says the conditions in words.
        let fields = page.fields.iter().filter(|field| field.key != "conditions");
        lines.push(library::format_fields_in_line(fields));
    }
    if sheet.plan.is_some() {
        lines.extend(orders::format_plan(reader_style(), &sheet.name, sheet.plan.as_ref()));
    }
    lines.retain(|line| !line.is_empty());
    let text = cut_to_length(&lines.join("\n"), max_length);
    CreateEmbed::new().title(escape_markdown(&sheet.name)).description(text)
}

/// Formats a sheet in one line: `HP 8 · STR 2 · Hands longsword, dagger`. Empty fields are left
/// out.
pub fn format_sheet_in_one_line(zones: &[ZoneView], body: &Value) -> String {
    let mut parts = Vec::new();
    for (key, value) in body.as_object().into_iter().flatten() {
        let name = terms::sheet_field_name(reader_locale(), key);
        if *value == Value::Bool(true) {
            // The name says all of a flag that is set.
            parts.push(format!("**{name}**"));
        } else if let Some(text) = format_sheet_value(zones, key, value)
            && !text.is_empty()
        {
            parts.push(format!("**{name}** {text}").trim().to_string());
        }
    }
    parts.join(" · ")
}

/// Formats the value of a field of a sheet: a zone by its name, items by their names. `None` for a
/// flag, for nothing, and for a zone that does not exist.
fn format_sheet_value(zones: &[ZoneView], key: &str, value: &Value) -> Option<String> {
    match (key, value) {
        ("zone" | "border", Value::Number(index)) => {
            let zone = zones.get(index.as_u64()? as usize)?;
            Some(escape_markdown(&zone.name))
        }
        (_, Value::Number(number)) => Some(terms::with_real_minus(&number.to_string())),
        (_, Value::String(text)) => {
            Some(escape_markdown(&terms::sheet_value_text(reader_locale(), key, text)))
        }
        (_, Value::Array(list)) => {
            let names: Vec<String> = list.iter().filter_map(format_item_name).collect();
            Some(join_names(&names))
        }
        (_, Value::Object(counts)) => {
            let item_name = format_item_name(value);
            Some(item_name.unwrap_or_else(|| library::format_nonzero_counts(counts)))
        }
        (_, Value::Bool(_) | Value::Null) => None,
    }
}

/// Formats the name of an item, which is a key or an object with a name. `None` for anything else.
fn format_item_name(item: &Value) -> Option<String> {
    let name = match (item.as_str(), item.get("name").and_then(Value::as_str)) {
        (Some(key), _) => terms::sheet_value_text(reader_locale(), "", key),
        (None, Some(name)) => KitEntry::Item.name(reader_locale(), name),
        (None, None) => return None,
    };
    Some(escape_markdown(&name))
}

/// Renders a page of the log, with buttons for earlier and for the latest entries. Entries that
/// tell nothing or do not name the page's subjects are left out; if the page is too long, it loses
/// its first ones.
fn render_log_page(page: &LogPage) -> RenderedMessage {
    let entries = format_entries_naming_page_subjects(page);
    let (shown_texts, before) = select_fitting_latest_entries_and_page_cursor(page, &entries);
    let rendered = if shown_texts.is_empty() {
        RenderedMessage::from_text(say!(reader_style(), "reply-log-empty"))
    } else {
        render_long_text(&shown_texts.join("\n"))
    };
    RenderedMessage { components: build_log_buttons(page, before), ..rendered }
}

/// Formats the entries of a page that tell something and name one of the page's subjects, each with
/// its revision. A page without subjects is about everything.
fn format_entries_naming_page_subjects(page: &LogPage) -> Vec<(i64, String)> {
    let is_about = |text: &String| {
        let mentions = |name: &String| text.to_lowercase().contains(&name.to_lowercase());
        page.subject_names.is_empty()
            || page.subject_names.iter().any(|name| mentions(&escape_markdown(name)))
    };
    let lines = page
        .entries
        .iter()
        .filter_map(|entry| Some((entry.revision, format_log_entry(entry, page.is_numbered)?)));
    lines.filter(|(_, text)| is_about(text)).collect()
}

/// Returns the texts of the latest entries that one message can show, the oldest first, and the
/// revision before which the next page ends; `None` if there are no earlier entries.
fn select_fitting_latest_entries_and_page_cursor<'e>(
    page: &LogPage,
    entries: &'e [(i64, String)],
) -> (Vec<&'e str>, Option<i64>) {
    let mut shown_texts: Vec<&'e str> = Vec::new();
    let mut before = page.next_before;
    let mut length = 0;
    for (index, (revision, text)) in entries.iter().rev().enumerate() {
        length += text.chars().count() + 1;
        if index == page.limit || (length > MAX_DESCRIPTION && index > 0) {
            break;
        }
        let is_oldest = index + 1 == entries.len();
        before = if is_oldest { page.next_before } else { Some(*revision) };
        shown_texts.push(text);
    }
    shown_texts.reverse();
    (shown_texts, before)
}

/// Builds the buttons for earlier entries, if there are any `before` a revision, and for the latest
/// ones.
fn build_log_buttons(page: &LogPage, before: Option<i64>) -> Vec<CreateActionRow> {
    let button = |label: String, command: Command| {
        let id = CustomId::RunCommand { payload: command.into() };
        set_up::build_button(&label, ButtonStyle::Secondary, id)
    };
    let log_command = || page.command.clone();
    let earlier = before.and_then(|before| {
        button(say!(reader_locale(), "reply-log-earlier"), log_command().with("before", before))
    });
    let latest = button(say!(reader_locale(), "reply-log-latest"), log_command())
        .filter(|_| page.has_later_entries);
    let buttons: Vec<CreateButton> = earlier.into_iter().chain(latest).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

/// Formats a line of the log: when, who, and what happened. `None` if it tells its reader nothing.
fn format_log_entry(entry: &LogEntry, is_numbered: bool) -> Option<String> {
    let told = format_what_log_entry_tells(entry)?;
    let what = FormattedText(if entry.is_undone { format!("~~{told}~~") } else { told });
    let number = is_numbered.then_some(entry.revision);
    let at = format_relative_time(entry.timestamp);
    let who = match entry.author {
        LogAuthor::User(user) => Some(format_mention(user)),
        LogAuthor::UnnamedGm => Some(FormattedText(say!(reader_style(), "reply-log-gm"))),
        LogAuthor::Clock => None,
    };
    Some(say!(reader_style(), "reply-log-line", number, at, who, what))
}

/// Formats what an entry of the log tells: words in character, else what happened, else the command
/// that was given. `None` if it has none of them.
fn format_what_log_entry_tells(entry: &LogEntry) -> Option<String> {
    if let Some(words) = &entry.speech {
        return Some(speech::format_in_log(words));
    }
    let paragraphs = format_paragraphs(entry.narrative.as_slice());
    if !paragraphs.is_empty() {
        return Some(paragraphs.join(" "));
    }
    let command = entry.command.as_ref()?;
    let act = FormattedText(escape_markdown(&command.to_string()));
    let done = say!(reader_style(), "reply-log-done", verb = VariantKey(&command.verb), act);
    let Some(actor_name) = &entry.actor_name else { return Some(done) };
    let (name, done) = (FormattedText(format_bold_name(actor_name)), FormattedText(done));
    Some(say!(reader_style(), "reply-log-by-actor", name, done))
}

/// Renders what a message tells, with the rules behind it and a menu to read them.
fn render_explanation_with_rule_menu(explanation: &Explanation) -> RenderedMessage {
    let entries = explanation.entries.iter();
    let mut lines: Vec<String> =
        entries.filter_map(|entry| format_log_entry(entry, explanation.is_numbered)).collect();
    if !explanation.rules.is_empty() {
        lines.push(format!("**{}**", say!(reader_style(), "explain-rules")));
        let rules = explanation.rules.iter();
        lines.extend(rules.map(|rule| {
            format!("-# {}", escape_markdown(&rule.format_id_and_text_in_one_line(MAX_RULE_LINE)))
        }));
    }
    let components = guide::build_rule_menu(explanation.rules.iter().map(|rule| rule.id));
    RenderedMessage { components, ..render_long_text(&fit_lines(&lines, MAX_DESCRIPTION)) }
}

/// Renders the acts that a GM undoes, latest first, and a button for each way to go back.
fn render_undo_choice(choice: &UndoChoice) -> RenderedMessage {
    let has_others = choice.steps.len() < choice.acts.len();
    let mut lines = vec![say!(reader_style(), "undo-choice", has_others)];
    lines.extend(choice.acts.iter().enumerate().map(|(index, act)| {
        let told = format_paragraphs(act.narrative.as_slice());
        let command = act.command.as_ref().map(|command| escape_markdown(&command.to_string()));
        let what = if told.is_empty() { command.unwrap_or_default() } else { told.join(" ") };
        let what = FormattedText(cut_to_length(&what, MAX_UNDONE_ACT));
        say!(reader_style(), "undo-choice-act", count = index + 1, what)
    }));
    let buttons = choice.steps.iter().filter_map(|steps| {
        let command = Command::new("undo").with("steps", steps).with("last", choice.last_revision);
        let label = say!(reader_locale(), "undo-choice-button", steps = *steps);
        let id = CustomId::RunCommand { payload: command.into() };
        set_up::build_button(&label, ButtonStyle::Danger, id)
    });
    let components = arrange_in_rows(&buttons.collect::<Vec<_>>());
    RenderedMessage { components, ..render_long_text(&fit_lines(&lines, MAX_DESCRIPTION)) }
}

/// Discord takes files of 10 MiB; this leaves some for the rest of the message.
const MAX_EXPORT_BYTES: usize = 10_000_000;

/// Renders an export with its file, or says that Discord does not take so large a file. A replay
/// that is too large loses its portraits.
fn render_export(export: &FightExport) -> RenderedMessage {
    let (name, text) = to_export_file(export);
    if text.len() <= MAX_EXPORT_BYTES {
        return RenderedMessage {
            attachment: Some((name, text)),
            ..RenderedMessage::from_text(say!(reader_style(), "reply-export"))
        };
    }
    if let Some(rendered) = render_replay_without_portraits_if_fits(export) {
        return rendered;
    }
    let (size, most) = (to_megabytes(text.len()), to_megabytes(MAX_EXPORT_BYTES));
    RenderedMessage::from_text(say!(reader_style(), "reply-export-too-large", size, most))
}

/// Renders a replay with its file, but without portraits, and says so. `None` if it has none, is
/// still too large, or is another export.
fn render_replay_without_portraits_if_fits(export: &FightExport) -> Option<RenderedMessage> {
    let FightExport::Replay(replay) = export else { return None };
    if replay.story.view.portraits.is_empty() {
        return None;
    }
    let mut without_portraits = replay.clone();
    without_portraits.story.view.portraits.clear();
    let reduced = render_export(&FightExport::Replay(without_portraits));
    let has_file = reduced.attachment.is_some();
    let content = say!(reader_style(), "reply-export-without-portraits");
    has_file.then_some(RenderedMessage { content, ..reduced })
}

/// Returns a size in whole megabytes, rounded up.
fn to_megabytes(bytes: usize) -> usize {
    bytes.div_ceil(1_000_000)
}

/// Returns the name and text of an exported file.
pub fn to_export_file(export: &FightExport) -> (String, String) {
    match export {
        FightExport::Story(story) => {
            let text = story::format_story(story);
            (story.file_name.clone(), resolve_marks(&text, MarkRendering::Words).into_owned())
        }
        FightExport::Replay(replay) => {
            let page = render_replay_page(replay).unwrap_or_default();
            (replay.story.file_name.clone(), page)
        }
        FightExport::File(name, text) => (name.clone(), text.clone()),
    }
}

/// Renders the fights that a command may mean, as menus that send it on.
fn render_fight_choice(held_input: i64, fights: &[FightSummary]) -> RenderedMessage {
    let lines: Vec<String> = fights.iter().map(format_fight_line).collect();
    let text = format!("{}\n{}", say!(reader_style(), "fight-choice"), lines.join("\n"));
    let option = |fight: &FightSummary| {
        let (number, system) =
            (fight.fight.to_string(), terms::system_name(reader_locale(), &fight.system));
        let label = say!(reader_locale(), "fight-choice-label", number, system);
        let names = Some(join_names(&fight.own_names)).filter(|names| !names.is_empty());
        let part = say!(reader_locale(), "fight-choice-part", is_gm = fight.is_gm, names);
        let id = CustomId::ChooseFight { held_input, fight: fight.fight };
        set_up::build_pick_option(&label, &part, id)
    };
    let options: Vec<_> = fights.iter().filter_map(option).collect();
    let menus = options.chunks(MAX_OPTIONS).take(MAX_FIGHT_MENUS).enumerate();
    let placeholder = say!(reader_locale(), "fight-choice-menu");
    let rows = menus.filter_map(|(position, options)| {
        set_up::build_pick_menu(position, &placeholder, options.to_vec())
    });
    RenderedMessage { components: rows.collect(), ..render_long_text(&text) }
}

/// Formats an open fight in a line: its number, its channel, and whether the user is the GM and has
/// chosen it.
fn format_fight_line(fight: &FightSummary) -> String {
    let (channel, is_gm, is_chosen) =
        (format_channel_link(fight.channel), fight.is_gm, fight.is_chosen);
    say!(reader_style(), "reply-fight", fight = fight.fight.to_string(), channel, is_gm, is_chosen)
}

/// Renders the open fights of a user, a line each.
fn render_fight_list(fights: &[FightSummary]) -> RenderedMessage {
    if fights.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "reply-no-fights"));
    }
    let fights: Vec<String> = fights.iter().map(format_fight_line).collect();
    let how = say!(reader_style(), "reply-choose-fight");
    render_long_text(&format!("{}\n{how}", fights.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::{FightId, TurnId};
    use app::library::SheetCardField;
    use app::outbox::UndoneAct;

    #[test]
    fn sheet_has_real_minuses_and_no_empty_scars() {
        let field = |key: &str, value: Value, form_text: &str| {
            let (key, form_text) = (key.to_string(), form_text.to_string());
            SheetCardField { key, value, form_text }
        };
        let fields = [
            field("int", (-1).into(), "-1"),
            field("scars", Value::Array(Vec::new()), ""),
            field("pack", Value::Array(Vec::new()), ""),
        ];
        let line = library::format_fields_in_line(fields.iter());
        assert_eq!(line, "**INT** −1 · **Pack** –");
        let scars = [field("scars", Value::Array(vec!["limp".into()]), "limp")];
        assert!(library::format_fields_in_line(scars.iter()).ends_with("limp"));
        let body = serde_json::json!({ "int": -1, "dex": 2 });
        let line = format_sheet_in_one_line(&[], &body);
        assert!(line.contains("**INT** −1") && line.contains("**DEX** 2"), "{line}");
    }

    #[test]
    fn confirmation_names_the_act_and_how_to_take_it_back() {
        let request = ConfirmationRequest {
            warning: Refusal::new("for-good", ""),
            system: "dr12",
            turn: TurnId { fight: FightId(1), revision: 2 },
            command: Command::new("drop").with("item", "bow"),
            actor_name: "Ana".into(),
            is_private: false,
            is_offered: true,
        };
        let content = render_confirmation_request(&request).content;
        assert!(content.starts_with("**Drop bow?** Only `/undo` takes this back"), "{content}");
    }

    #[test]
    fn undo_choice_says_whether_other_acts_have_followed() {
        let act = UndoneAct { user: None, command: Some(Command::new("pass")), narrative: None };
        let choice = |steps: Vec<usize>| UndoChoice {
            acts: vec![act.clone(), act.clone()],
            steps,
            last_revision: 7,
        };
        let own_acts = render_undo_choice(&choice(vec![1, 2])).content;
        assert!(own_acts.starts_with("This message tells of several acts."), "{own_acts}");
        let others = render_undo_choice(&choice(vec![2])).content;
        assert!(others.starts_with("Other acts have followed."), "{others}");
    }

    #[test]
    fn export_that_discord_does_not_take_is_refused_with_its_size() {
        let export = |bytes: usize| FightExport::File("fight-1.json".into(), "x".repeat(bytes));
        let taken = render_export(&export(MAX_EXPORT_BYTES));
        assert!(taken.attachment.is_some());
        let refused = render_export(&export(MAX_EXPORT_BYTES + 1));
        assert!(refused.attachment.is_none());
        assert!(refused.content.contains("11 MB"), "{}", refused.content);
    }
}
