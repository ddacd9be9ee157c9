//! What goes back to one user: done and what is left, refused and why, or what they wanted to see.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use super::super::custom_id::{ActorRef, ButtonPayload, CustomId, MenuValue, hash_command};
use super::super::map::{Picture, format_strip, render_picture};
use super::controls::{self, ActControls};
use super::text::{cut_to_length, escape_markdown, fit_lines};
use super::{
    LOCALE, MAX_DESCRIPTION, MAX_FIELD, RenderedMessage, STYLE, forecast, format_channel_link,
    format_mention, format_paragraphs, format_relative_time, guide, inbox, library, notice, orders,
    privacy, render_long_text, roll, set_up, status, story,
};
use app::export::FightExport;
use app::fight_log::{LogEntry, LogPage};
use app::input::{
    ActDone, CombatantSheet, ConfirmationRequest, FightSummary, InputReply, QueryResult,
};
use app::outbox::{Actor, Notice};
use app::servers::{AddedSystem, ServerCard};
use engine::core::command::{Command, Offer, Refusal};
use engine::core::verbs::Verb;
use engine::game::Game;
use engine::visibility::view::{FightView, MemberView, TurnStatus};
use narration::catalogue::{FormattedText, VariantKey};
use narration::{self, say, terms};

/// What all sheets of `/mine` may hold together: the embeds of a message have 6000 characters.
const MAX_ALL_SHEETS: usize = 5000;

pub fn render_reply(reply: &InputReply) -> RenderedMessage {
    match reply {
        InputReply::Done(it) => match &it.setup {
            Some(choices) => set_up::render_set_up(render_long_text(&format_done(it)), it, choices),
            None => RenderedMessage {
                components: build_free_act_buttons(it),
                ..render_long_text(&format_done(it))
            },
        },
        InputReply::Library(shelf) => library::render_library_reply(shelf),
        InputReply::Refused(refusal) => render_refusal(refusal),
        InputReply::NeedsConfirmation(unsure) => render_confirmation(unsure),
        InputReply::QueryResult(it) => render_query_result(it),
    }
}

/// An answer for the private message in which it was said: with what is left to do there.
pub fn render_reply_in_place(reply: &InputReply) -> RenderedMessage {
    match reply {
        InputReply::Done(it) if it.setup.is_none() => {
            render_with_turn_controls(format_done(it), it)
        }
        _ => render_reply(reply),
    }
}

/// Why, and what else there is to do; an answer that nobody asks for may be ordered by a button.
fn render_refusal(refusal: &Refusal) -> RenderedMessage {
    let is_order = |offer: &&Offer| offer.command.verb == "orders-add";
    let (orders, instead): (Vec<&Offer>, Vec<&Offer>) =
        refusal.alternatives.iter().partition(is_order);
    let instead = instead.into_iter().cloned().collect();
    let why =
        narration::explain_refusal(STYLE, &Refusal { alternatives: instead, ..refusal.clone() });
    match orders.as_slice() {
        [] => render_long_text(&why),
        orders => orders::render_order_offers(STYLE, &why, orders),
    }
}

/// What is lost by it, and a button that does it all the same. What is too long for a button and
/// not to be found among the offers must be said in fewer words.
fn render_confirmation(unsure: &ConfirmationRequest) -> RenderedMessage {
    let ConfirmationRequest { turn, is_private: is_quiet, .. } = *unsure;
    let who = ActorRef::from_name(&unsure.actor_name);
    let acting_as = Some(unsure.actor_name.clone());
    let said = MenuValue::Act(ButtonPayload { command: unsure.command.clone(), acting_as });
    let marked = || MenuValue::HashedAct { actor: who, hash: hash_command(&unsure.command) };
    let fits = |act| CustomId::ConfirmedAct { turn, act, is_quiet };
    let id = [Some(said), unsure.is_offered.then(marked)].into_iter().flatten().map(fits);
    let id = id.into_iter().find(|id| id.encode().is_some());
    let label = say!(LOCALE, "confirm-do");
    let button = id.and_then(|id| set_up::build_button(&label, ButtonStyle::Danger, id));
    let why = narration::refusal_with_rule(STYLE, &unsure.warning);
    match button {
        Some(button) => RenderedMessage {
            components: vec![CreateActionRow::Buttons(vec![button])],
            ..render_long_text(&why)
        },
        None => render_long_text(&format!("{why}\n{}", say!(STYLE, "confirm-too-long"))),
    }
}

/// What came of it, as the user may know it, and what they have left.
fn format_done(done: &ActDone) -> String {
    let mut lines: Vec<String> = done
        .narrative
        .iter()
        .flat_map(|told| format_paragraphs(std::slice::from_ref(told)))
        .collect();
    if done.is_duplicate {
        lines.push(say!(STYLE, "reply-done-already"));
    } else if lines.is_empty() {
        let set = |(key, value): &(String, String)| {
            say!(
                STYLE,
                "reply-set",
                setting = FormattedText(terms::setting_text(STYLE, key, value))
            )
        };
        lines.extend(done.changed_setting.as_ref().map(set));
        let told = |notice: &Notice| Some(notice::render_notice(notice)?.content);
        lines
            .extend(done.notice.as_ref().filter(|_| done.changed_setting.is_none()).and_then(told));
    }
    lines.extend(done.added_system.as_ref().map(format_brought_commands));
    lines.extend(format_remaining_budget(done));
    if lines.is_empty() {
        lines.push(say!(STYLE, "reply-seen"));
    }
    lines.join("\n")
}

/// The first fight of a system brings its commands into the server.
fn format_brought_commands(brought: &AddedSystem) -> String {
    let system = terms::system_name(LOCALE, &brought.system);
    say!(STYLE, "commands-brought", system, is_shown = brought.has_commands)
}

/// The systems of a server, and how long each stays.
fn format_server_systems(card: &ServerCard) -> String {
    if card.systems.is_empty() {
        return say!(STYLE, "commands-of-none", days = card.retention_days);
    }
    let mut lines =
        vec![say!(STYLE, "commands-of", is_shown = card.has_commands, days = card.retention_days)];
    lines.extend(card.systems.iter().map(|(system, until)| {
        let system = terms::system_name(LOCALE, system);
        say!(STYLE, "commands-until", system, until = until.map(format_relative_time))
    }));
    lines.join("\n")
}

/// What is left of the turn of whoever acted.
fn format_remaining_budget(done: &ActDone) -> Option<String> {
    let one = find_member(&done.view, done.combatant?)?;
    match one.turn_status {
        TurnStatus::Acting => {}
        TurnStatus::Spent if done.has_ended_turn => return Some(say!(STYLE, "reply-turn-over")),
        TurnStatus::Spent | TurnStatus::Ready | TurnStatus::Out => return None,
    }
    let left = terms::budget_text(LOCALE, &one.remaining_budget)?;
    Some(say!(LOCALE, "reply-left", budget = narration::uppercase_first(&left)))
}

/// The menus of what is left, or what may be done although the turn is over. In private, so all
/// that their controller knows may be in them.
fn render_with_turn_controls(mut text: String, done: &ActDone) -> RenderedMessage {
    let ActControls { rows: components, lacks_room: is_short } = build_turn_controls(done);
    if is_short {
        text += &format!("\n{}", say!(STYLE, "turn-more"));
    }
    RenderedMessage { components, ..render_long_text(&text) }
}

fn build_turn_controls(done: &ActDone) -> ActControls {
    let nothing = ActControls { rows: Vec::new(), lacks_room: false };
    let Some(one) = done.combatant.and_then(|who| find_member(&done.view, who)) else {
        return nothing;
    };
    match (done.turn, one.turn_status) {
        (Some(turn), TurnStatus::Acting) => {
            let (name, acting_as) = (one.name.clone(), done.public_name.clone());
            let (offers, around) = (done.offers.clone(), done.surroundings.clone());
            let system = done.system;
            let (who, cockpit) = (one.id, None);
            let actor = Actor {
                combatant: who,
                name,
                public_name: acting_as,
                system,
                offers,
                surroundings: around,
                gm_controls: cockpit,
            };
            controls::build_controls(turn, &[actor])
        }
        _ => ActControls { rows: build_free_act_buttons(done), ..nothing },
    }
}

/// Acts of somebody whose turn it is not that cost nothing and need nothing but a word, such as
/// setting off what is held.
fn build_free_act_buttons(done: &ActDone) -> Vec<CreateActionRow> {
    let one = done.combatant.and_then(|who| find_member(&done.view, who));
    if done.turn.is_some()
        || !one.is_some_and(|it| matches!(it.turn_status, TurnStatus::Ready | TurnStatus::Spent))
    {
        return Vec::new();
    }
    let is_plain = |offer: &&Offer| {
        let Offer { command: words, cost_label: cost, .. } = *offer;
        let verb = Game::find_act_verb(done.system, &words.verb);
        let is_more = |verb: &Verb| {
            verb.is_turn_start
                || verb.is_irreversible
                || !verb.missing_description_slots(words).is_empty()
        };
        words.slots.is_empty() && cost.is_empty() && !verb.is_none_or(is_more)
    };
    let plain = done.offers.iter().filter(is_plain);
    let button = |offer: &Offer| {
        let said = ButtonPayload {
            command: offer.command.clone(),
            acting_as: Some(done.public_name.clone()),
        };
        let label = narration::offer_label(LOCALE, done.system, offer);
        set_up::build_button(&label, ButtonStyle::Secondary, CustomId::RunCommand { payload: said })
    };
    let buttons: Vec<CreateButton> = plain.filter_map(button).take(5).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

fn find_member(view: &FightView, who: engine::core::ids::CombatantId) -> Option<&MemberView> {
    view.members().find(|one| one.id == who)
}

fn render_query_result(shown: &QueryResult) -> RenderedMessage {
    match shown {
        QueryResult::Status {
            is_short,
            view,
            awaited: waiting,
            time_limits: limits,
            dice_seal: seal,
            plannable_names: plannable,
            ..
        } => {
            let board = match is_short {
                true => status::render_board(view, waiting),
                false => status::render_full_status(view, waiting, limits, seal.as_deref()),
            };
            RenderedMessage { components: orders::build_plan_buttons(plannable), ..board }
        }
        QueryResult::Forecast(card) => forecast::render_forecast(card),
        QueryResult::Map(view) => render_map(view),
        QueryResult::Guide(it) => guide::render_guide(it),
        QueryResult::OwnCombatants { view, sheets } => render_own_sheets(view, sheets),
        QueryResult::Log(page) => render_log_page(page),
        QueryResult::Export(it) => render_export(it),
        QueryResult::StandingOrders(lists) => orders::render_order_lists(STYLE, lists),
        QueryResult::Plan { combatant_name: whose, plan } => {
            orders::render_plan(STYLE, whose, plan.as_ref())
        }
        QueryResult::OrderPreviews { combatant_name: whose, previews: trials } => {
            orders::render_trials(STYLE, whose, trials)
        }
        QueryResult::AnswerHeld { until } => RenderedMessage::from_text(say!(
            STYLE,
            "reply-kept",
            until = until.map(format_relative_time)
        )),
        QueryResult::DecoyDelayEnded => RenderedMessage::from_text(say!(STYLE, "reply-wait-over")),
        QueryResult::DiceDays(days) => roll::render_dice_days(days),
        QueryResult::FreeRoll { roll, visibility: sight } => {
            roll::render_roll(roll.as_ref(), *sight)
        }
        QueryResult::Inbox(all) => inbox::render_inbox(all),
        QueryResult::Availability { away_until, time_zone: zone, quiet_hours: quiet } => {
            let time = |minutes: i64| format!("{}:{:02}", minutes / 60, minutes % 60);
            let hours = quiet.map(|(from, to)| format!("{}–{}", time(from), time(to)));
            let away = say!(STYLE, "reply-away", until = away_until.map(format_relative_time));
            RenderedMessage::from_text(format!(
                "{away}\n{}",
                say!(STYLE, "reply-clock", zone, hours)
            ))
        }
        QueryResult::OpenFights(lines) => render_fight_list(lines),
        QueryResult::PlainText { is_enabled: is_on, is_server_wide: is_server } => {
            RenderedMessage::from_text(say!(
                STYLE,
                "plain-set",
                is_on = *is_on,
                is_server = *is_server
            ))
        }
        QueryResult::Privacy(it) => privacy::render_privacy(it),
        QueryResult::ServerSystems(card) => RenderedMessage::from_text(format_server_systems(card)),
        QueryResult::FightChosen(line) => RenderedMessage::from_text(say!(
            STYLE,
            "reply-chosen",
            channel = format_channel_link(line.channel)
        )),
    }
}

/// The map as a picture, and as a strip for whoever cannot see it.
fn render_map(view: &FightView) -> RenderedMessage {
    if view.zones.is_empty() {
        return RenderedMessage::from_text(say!(STYLE, "reply-no-zones"));
    }
    let strip = format_strip(view).join("\n").replace('`', "'");
    let embed = CreateEmbed::new()
        .title(say!(LOCALE, "reply-map"))
        .description(format!("```\n{strip}\n```"))
        .field(
            say!(LOCALE, "status-zones"),
            fit_lines(&status::format_zones(view), MAX_FIELD),
            false,
        );
    // In words it stands there already.
    let picture = render_picture(view).map(|drawn| Picture { plain_text: String::new(), ..drawn });
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

fn render_own_sheets(view: &FightView, sheets: &[CombatantSheet]) -> RenderedMessage {
    if sheets.is_empty() {
        return RenderedMessage::from_text(say!(STYLE, "reply-plays-nobody"));
    }
    let most = 10;
    let room = (MAX_ALL_SHEETS / sheets.len().min(most)).min(MAX_DESCRIPTION);
    let embed = |sheet: &CombatantSheet| {
        let mut lines = Vec::new();
        if let Some(one) = find_member(view, sheet.combatant) {
            let mut parts = Vec::from_iter(terms::wounds_text(LOCALE, &view.system, &one.wounds));
            parts.extend(one.conditions.iter().map(|key| terms::condition_with_end(LOCALE, key)));
            lines.push(parts.join(" · "));
            lines.push(status::format_details(one));
        }
        let offers = narration::offers_summary(STYLE.for_system(&view.system), &sheet.offers);
        if !offers.is_empty() {
            lines.push(say!(STYLE, "reply-now", offers = FormattedText(offers)));
        }
        match sheet.pages.as_slice() {
            [] => lines.push(format_sheet_body(view, &sheet.fields)),
            pages => lines.extend(pages.iter().map(library::format_page_in_line)),
        }
        if sheet.plan.is_some() {
            lines.extend(orders::format_plan(STYLE, &sheet.name, sheet.plan.as_ref()));
        }
        lines.retain(|line| !line.is_empty());
        let text = cut_to_length(&lines.join("\n"), room);
        CreateEmbed::new().title(escape_markdown(&sheet.name)).description(text)
    };
    let mut written = RenderedMessage {
        embeds: sheets.iter().take(most).map(embed).collect(),
        ..RenderedMessage::default()
    };
    if sheets.len() > most {
        written.content = say!(STYLE, "reply-first-of", most, count = sheets.len());
    }
    written
}

/// A sheet in one breath: `HP 8 · STR 2 · Hands longsword, dagger`. What is empty is left out.
fn format_sheet_body(view: &FightView, body: &Value) -> String {
    let fields = body.as_object().into_iter().flatten();
    let fact = |(key, value): (&String, &Value)| {
        let text = match (key.as_str(), value) {
            ("zone" | "border", Value::Number(place)) => {
                let zone = place.as_u64().and_then(|place| view.zones.get(place as usize));
                zone.map(|zone| escape_markdown(&zone.name))
            }
            (_, Value::Number(number)) => Some(number.to_string()),
            (_, Value::String(text)) => Some(escape_markdown(&terms::key_to_words(text))),
            (_, Value::Bool(is)) => is.then(String::new),
            (_, Value::Array(list)) => {
                Some(list.iter().filter_map(format_item_name).collect::<Vec<_>>().join(", "))
            }
            (_, Value::Object(counted)) => {
                Some(format_item_name(value).unwrap_or_else(|| library::format_counts(counted)))
            }
            (_, Value::Null) => None,
        };
        let is_flag = value.is_boolean();
        let text = text.filter(|text| is_flag || !text.is_empty())?;
        Some(format!("**{}** {text}", terms::sheet_field_name(LOCALE, key)).trim().to_string())
    };
    fields.filter_map(fact).collect::<Vec<_>>().join(" · ")
}

fn format_item_name(item: &Value) -> Option<String> {
    let own = || item.get("name")?.as_str().map(String::from);
    let name = item.as_str().map(terms::key_to_words).or_else(own)?;
    Some(escape_markdown(&name))
}

/// A page of the log, and buttons for those before it and for the latest.
fn render_log_page(page: &LogPage) -> RenderedMessage {
    let is_about = |text: &String| {
        let is_in = |who: &String| text.to_lowercase().contains(&who.to_lowercase());
        page.subject_names.is_empty()
            || page.subject_names.iter().any(|who| is_in(&escape_markdown(who)))
    };
    let lines = page
        .entries
        .iter()
        .map(|entry| (entry.revision, format_log_entry(entry, page.is_numbered)));
    let all: Vec<(i64, String)> = lines.filter(|(_, text)| is_about(text)).collect();
    // The latest are the ones wanted, so what is too long is cut at the front.
    let mut kept: Vec<&str> = Vec::new();
    let mut before = page.next_before;
    let mut length = 0;
    for (at, (revision, text)) in all.iter().rev().enumerate() {
        length += text.chars().count() + 1;
        if at == page.limit || (length > MAX_DESCRIPTION && at > 0) {
            break;
        }
        let is_first = at + 1 == all.len();
        before = if is_first { page.next_before } else { Some(*revision) };
        kept.push(text);
    }
    kept.reverse();
    let written = match kept.as_slice() {
        [] => RenderedMessage::from_text(say!(STYLE, "reply-log-empty")),
        lines => render_long_text(&lines.join("\n")),
    };
    RenderedMessage { components: build_log_buttons(page, before), ..written }
}

fn build_log_buttons(page: &LogPage, before: Option<i64>) -> Vec<CreateActionRow> {
    let button = |label: String, words: Command| {
        let id = CustomId::RunCommand { payload: words.into() };
        set_up::build_button(&label, ButtonStyle::Secondary, id)
    };
    let asked = || page.command.clone();
    let earlier = before.and_then(|before| {
        button(say!(LOCALE, "reply-log-earlier"), asked().with("before", before))
    });
    let latest = button(say!(LOCALE, "reply-log-latest"), asked()).filter(|_| page.is_earlier);
    let buttons: Vec<CreateButton> = earlier.into_iter().chain(latest).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

fn format_log_entry(entry: &LogEntry, is_numbered: bool) -> String {
    let told: Vec<String> = entry
        .narrative
        .iter()
        .flat_map(|told| format_paragraphs(std::slice::from_ref(told)))
        .collect();
    let done = |words: &Command| {
        let act = FormattedText(escape_markdown(&words.to_string()));
        say!(STYLE, "reply-log-done", verb = VariantKey(&words.verb), act)
    };
    let what = match entry.command.as_ref() {
        _ if !told.is_empty() => told.join(" "),
        Some(words) => done(words),
        None => say!(STYLE, "reply-log-something"),
    };
    let what = FormattedText(if entry.is_undone { format!("~~{what}~~") } else { what });
    let number = is_numbered.then_some(entry.revision);
    let (at, who) = (format_relative_time(entry.timestamp), entry.user.map(format_mention));
    say!(STYLE, "reply-log-line", number, at, who, what)
}

fn render_export(export: &FightExport) -> RenderedMessage {
    RenderedMessage {
        attachment: Some(to_export_file(export)),
        ..RenderedMessage::from_text(say!(STYLE, "reply-export"))
    }
}

/// A file to take away: its name and text.
pub fn to_export_file(export: &FightExport) -> (String, String) {
    match export {
        FightExport::Story(story) => (story.file_name.clone(), story::format_story(story)),
        FightExport::File(name, text) => (name.clone(), text.clone()),
    }
}

fn render_fight_list(lines: &[FightSummary]) -> RenderedMessage {
    if lines.is_empty() {
        return RenderedMessage::from_text(say!(STYLE, "reply-no-fights"));
    }
    let line = |one: &FightSummary| {
        let (channel, is_gm, is_chosen) =
            (format_channel_link(one.channel), one.is_gm, one.is_chosen);
        say!(STYLE, "reply-fight", fight = one.fight.to_string(), channel, is_gm, is_chosen)
    };
    let lines: Vec<String> = lines.iter().map(line).collect();
    let how = say!(STYLE, "reply-choose-fight");
    render_long_text(&format!("{}\n{how}", lines.join("\n")))
}
