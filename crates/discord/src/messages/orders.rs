//! Renders standing orders and turn plans for their owner.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{ButtonPayload, CustomId};
use super::set_up::build_button;
use super::{
    MAX_BUTTONS_PER_ROW, RenderedMessage, arrange_in_rows, reader_locale, render_long_text,
};
use app::input::{OrderList, OrderPreview};
use app::plans::{Plan, PlannedAct};
use app::standing_orders::StandingOrder;
use engine::core::command::{Command, Offer};
use narration::catalogue::{FormattedText, SerdeVariantKey, VariantKey};
use narration::{self, Style, say};

pub fn render_order_lists(style: Style, lists: &[OrderList]) -> RenderedMessage {
    render_long_text(&format_order_lists(style, lists).join("\n"))
}

/// Formats the standing orders of each combatant, its own ones and those of the rules.
pub fn format_order_lists(style: Style, lists: &[OrderList]) -> Vec<String> {
    let mut lines = Vec::new();
    for list in lists {
        lines.push(say!(style, "orders-of", who = list.combatant_name));
        if list.orders.is_empty() && list.rule_orders.is_empty() {
            lines.push(say!(style, "orders-none"));
        }
        lines.extend(list.orders.iter().map(|order| format_order(style, order)));
        lines.extend(list.rule_orders.iter().map(|act| {
            say!(
                style,
                "orders-by-rules",
                act = FormattedText(narration::act_phrase(style.locale, list.system, act))
            )
        }));
    }
    lines.push(say!(style, "orders-how"));
    lines
}

/// Formats a standing order in a line: what question it answers, how, and within what limits.
fn format_order(style: Style, order: &StandingOrder) -> String {
    let (kind, key) = question_kind_args(&order.question_kind);
    let scope = &order.scope;
    say!(
        style,
        "orders-line",
        number = order.number,
        kind,
        key,
        answer = FormattedText(format_command_as_code(&order.answer)),
        by = scope.actor.as_deref(),
        whom = scope.beneficiary.as_deref(),
        way = scope.method.as_deref(),
        threat = scope.min_threat.as_ref().map(SerdeVariantKey),
        spend = SerdeVariantKey(&scope.max_cost),
        time = SerdeVariantKey(&order.trigger)
    )
}

/// Returns the kind of a question as the key of its text, and as text itself.
fn question_kind_args(kind: &str) -> (VariantKey<'_>, FormattedText) {
    (VariantKey(kind), FormattedText(kind.into()))
}

/// Formats a command for use between backticks, where only a backtick is markup.
pub fn format_command_as_code(command: &Command) -> String {
    command.to_string().replace('`', "'")
}

pub fn render_order_previews(
    style: Style,
    whose: &str,
    previews: &[OrderPreview],
) -> RenderedMessage {
    render_long_text(&format_order_previews(style, whose, previews).join("\n"))
}

/// Says, for each kind of question, which standing orders would answer it, after a heading.
pub fn format_order_previews(style: Style, whose: &str, previews: &[OrderPreview]) -> Vec<String> {
    let format_line = |preview: &OrderPreview| {
        let (kind, key) = question_kind_args(&preview.question_kind);
        let numbers = preview.matching_orders.iter().map(|order| order.number.to_string());
        let numbers = numbers.reduce(|first, next| say!(style.locale, "order-then", first, next));
        say!(style, "orders-trial", is_open = preview.is_open, kind, key, numbers)
    };
    let heading = say!(style, "orders-of", who = whose);
    std::iter::once(heading).chain(previews.iter().map(format_line)).collect()
}

/// Renders why an answer is not accepted now, with buttons that order it in advance.
pub fn render_order_offers(style: Style, reason: &str, orders: &[&Offer]) -> RenderedMessage {
    let button = |offer: &&Offer| {
        let (kind, key) = question_kind_args(offer.command.get("question"));
        let label = say!(reader_locale(), "orders-keep", kind, key);
        let payload = ButtonPayload::from(offer.command.clone());
        build_button(&label, ButtonStyle::Secondary, CustomId::RunCommand { payload })
    };
    let buttons: Vec<_> = orders.iter().filter_map(button).take(MAX_BUTTONS_PER_ROW).collect();
    if buttons.is_empty() {
        return render_long_text(reason);
    }
    let rendered = render_long_text(&format!("{reason} {}", say!(style, "orders-instead")));
    RenderedMessage { components: arrange_in_rows(&buttons), ..rendered }
}

/// Builds a button for each of a player's combatants whose next turn can be planned; it opens the
/// plan.
pub fn build_open_plan_buttons(names: &[String]) -> Vec<CreateActionRow> {
    let button = |name: &String| {
        let whose = (names.len() > 1).then_some(name);
        let payload =
            ButtonPayload { command: Command::new("queue-list"), actor_name: Some(name.clone()) };
        let label = say!(reader_locale(), "plan-button", whose);
        build_button(&label, ButtonStyle::Secondary, CustomId::RunCommand { payload })
    };
    let buttons: Vec<CreateButton> =
        names.iter().filter_map(button).take(MAX_BUTTONS_PER_ROW).collect();
    arrange_in_rows(&buttons)
}

/// Renders a plan, with buttons to add to it, confirm it and withdraw it. Without a plan one can
/// only add to it, and a confirmed one needs no confirmation.
pub fn render_plan(style: Style, whose: &str, plan: Option<&Plan>) -> RenderedMessage {
    let payload_for = |command: Command| ButtonPayload { command, actor_name: Some(whose.into()) };
    let run_id = |command: Command| CustomId::RunCommand { payload: payload_for(command) };
    let mut buttons = Vec::new();
    if let Some(plan) = plan
        && !plan.is_confirmed
    {
        let id = run_id(Command::new("queue-confirm").with("draft", plan.version));
        let label = say!(reader_locale(), "plan-confirm");
        buttons.extend(build_button(&label, ButtonStyle::Success, id));
    }
    let add_id = CustomId::OpenForm { payload: payload_for(Command::new("queue-add")) };
    let add_label = say!(reader_locale(), "plan-add");
    buttons.extend(build_button(&add_label, ButtonStyle::Secondary, add_id));
    if plan.is_some() {
        let id = run_id(Command::new("queue-clear"));
        let label = say!(reader_locale(), "plan-withdraw");
        buttons.extend(build_button(&label, ButtonStyle::Secondary, id));
    }
    let rendered = render_long_text(&format_plan(style, whose, plan).join("\n"));
    RenderedMessage { components: arrange_in_rows(&buttons), ..rendered }
}

/// Formats a plan: its acts in order, who must stay where for each, and whether it is confirmed.
pub fn format_plan(style: Style, whose: &str, plan: Option<&Plan>) -> Vec<String> {
    let Some(plan) = plan else { return vec![say!(style, "plan-none", who = whose)] };
    let (is_confirmed, time) = (plan.is_confirmed, SerdeVariantKey(&plan.trigger));
    let mut lines = vec![say!(style, "plan-of", who = whose, is_confirmed, time)];
    for (index, planned) in plan.acts.iter().enumerate() {
        lines.push(format_planned_act(style, index + 1, planned));
    }
    lines.push(say!(style, "plan-how", is_confirmed));
    lines
}

/// Formats an act of a plan with its number, and who must stay where they are for it.
fn format_planned_act(style: Style, number: usize, planned: &PlannedAct) -> String {
    let names = planned.required_positions.iter().map(|stay| (style.format_name)(&stay.name));
    let stays = names.reduce(|first, next| say!(style.locale, "order-then", first, next));
    let act = FormattedText(format_command_as_code(&planned.command));
    say!(style, "plan-act", number, act, stays = stays.map(FormattedText))
}
