//! Standing orders and plans, as their owner sees them.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{ButtonPayload, CustomId};
use super::set_up::build_button;
use super::{LOCALE, MAX_BUTTONS_PER_ROW, RenderedMessage, arrange_in_rows, render_long_text};
use app::input::{OrderList, OrderPreview};
use app::plans::{Plan, PlannedAct};
use app::standing_orders::StandingOrder;
use engine::core::command::{Command, Offer};
use narration::catalogue::{FormattedText, SerdeVariantKey, VariantKey};
use narration::{self, Style, say};

pub fn render_order_lists(style: Style, lists: &[OrderList]) -> RenderedMessage {
    render_long_text(&format_order_lists(style, lists).join("\n"))
}

pub fn format_order_lists(style: Style, lists: &[OrderList]) -> Vec<String> {
    let mut lines = Vec::new();
    for one in lists {
        lines.push(say!(style, "orders-of", who = one.combatant_name));
        if one.orders.is_empty() && one.rule_orders.is_empty() {
            lines.push(say!(style, "orders-none"));
        }
        lines.extend(one.orders.iter().map(|order| format_order(style, order)));
        lines.extend(one.rule_orders.iter().map(|act| {
            say!(
                style,
                "orders-by-rules",
                act = FormattedText(narration::act_phrase(style.locale, one.system, act))
            )
        }));
    }
    lines.push(say!(style, "orders-how"));
    lines
}

fn format_order(style: Style, order: &StandingOrder) -> String {
    let (kind, key) = to_key_and_text(&order.question_kind);
    let number = order.number;
    let only = &order.scope;
    let (by, whom, way) =
        (only.actor.as_deref(), only.beneficiary.as_deref(), only.method.as_deref());
    let (threat, spend) =
        (only.min_threat.as_ref().map(SerdeVariantKey), SerdeVariantKey(&only.max_cost));
    let (answer, time) =
        (FormattedText(format_command_as_code(&order.answer)), SerdeVariantKey(&order.trigger));
    say!(style, "orders-line", number, kind, key, answer, by, whom, way, threat, spend, time)
}

/// A kind of question: what chooses its words, and its key.
fn to_key_and_text(kind: &str) -> (VariantKey<'_>, FormattedText) {
    (VariantKey(kind), FormattedText(kind.into()))
}

/// Between backticks nothing is markup but a backtick.
pub fn format_command_as_code(command: &Command) -> String {
    command.to_string().replace('`', "'")
}

pub fn render_trials(style: Style, whose: &str, trials: &[OrderPreview]) -> RenderedMessage {
    render_long_text(&format_trials(style, whose, trials).join("\n"))
}

pub fn format_trials(style: Style, whose: &str, trials: &[OrderPreview]) -> Vec<String> {
    let line = |trial: &OrderPreview| {
        let (kind, key) = to_key_and_text(&trial.question_kind);
        let numbers = trial.matching_orders.iter().map(|order| order.number.to_string());
        let numbers = numbers.reduce(|first, next| say!(style.locale, "order-then", first, next));
        say!(style, "orders-trial", is_open = trial.is_open, kind, key, numbers)
    };
    let head = say!(style, "orders-of", who = whose);
    std::iter::once(head).chain(trials.iter().map(line)).collect()
}

/// Why an answer is not taken now, with buttons to give it in advance.
pub fn render_order_offers(style: Style, why: &str, orders: &[&Offer]) -> RenderedMessage {
    let order = |offer: &&Offer| {
        let (kind, key) = to_key_and_text(offer.command.get("question"));
        let label = say!(LOCALE, "orders-keep", kind, key);
        let said = ButtonPayload::from(offer.command.clone());
        build_button(&label, ButtonStyle::Secondary, CustomId::RunCommand { payload: said })
    };
    let buttons: Vec<_> = orders.iter().filter_map(order).take(MAX_BUTTONS_PER_ROW).collect();
    if buttons.is_empty() {
        return render_long_text(why);
    }
    let written = render_long_text(&format!("{why} {}", say!(style, "orders-instead")));
    RenderedMessage { components: arrange_in_rows(&buttons), ..written }
}

/// For each of a player's own whose next turn can be planned, what opens their plan.
pub fn build_plan_buttons(names: &[String]) -> Vec<CreateActionRow> {
    let button = |name: &String| {
        let whose = (names.len() > 1).then_some(name);
        let said =
            ButtonPayload { command: Command::new("queue-list"), acting_as: Some(name.clone()) };
        let label = say!(LOCALE, "plan-button", whose);
        build_button(&label, ButtonStyle::Secondary, CustomId::RunCommand { payload: said })
    };
    let buttons: Vec<CreateButton> =
        names.iter().filter_map(button).take(MAX_BUTTONS_PER_ROW).collect();
    arrange_in_rows(&buttons)
}

/// A plan, with buttons to add to it, to confirm and to withdraw it.
pub fn render_plan(style: Style, whose: &str, plan: Option<&Plan>) -> RenderedMessage {
    let written = render_long_text(&format_plan(style, whose, plan).join("\n"));
    let said = |words: Command| ButtonPayload { command: words, acting_as: Some(whose.into()) };
    let say = |words: Command| CustomId::RunCommand { payload: said(words) };
    let add = CustomId::OpenForm { payload: said(Command::new("queue-add")) };
    let add = build_button(&say!(LOCALE, "plan-add"), ButtonStyle::Secondary, add);
    let Some(plan) = plan else {
        return RenderedMessage { components: arrange_in_rows(add.as_slice()), ..written };
    };
    let confirm = say(Command::new("queue-confirm").with("draft", plan.version));
    let confirm = build_button(&say!(LOCALE, "plan-confirm"), ButtonStyle::Success, confirm);
    let clear = say(Command::new("queue-clear"));
    let clear = build_button(&say!(LOCALE, "plan-withdraw"), ButtonStyle::Secondary, clear);
    let confirm = confirm.filter(|_| !plan.is_confirmed).into_iter();
    let buttons: Vec<_> = confirm.chain(add).chain(clear).collect();
    RenderedMessage { components: arrange_in_rows(&buttons), ..written }
}

pub fn format_plan(style: Style, whose: &str, plan: Option<&Plan>) -> Vec<String> {
    let Some(plan) = plan else { return vec![say!(style, "plan-none", who = whose)] };
    let (is_confirmed, time) = (plan.is_confirmed, SerdeVariantKey(&plan.trigger));
    let act = |(at, planned): (usize, &PlannedAct)| {
        let stays = planned.required_positions.iter().map(|stay| (style.format_name)(&stay.name));
        let stays = stays.reduce(|first, next| say!(style.locale, "order-then", first, next));
        let act = FormattedText(format_command_as_code(&planned.command));
        say!(style, "plan-act", number = at + 1, act, stays = stays.map(FormattedText))
    };
    let acts = plan.acts.iter().enumerate().map(act);
    let head = say!(style, "plan-of", who = whose, is_confirmed, time);
    let how = say!(style, "plan-how", is_confirmed);
    std::iter::once(head).chain(acts).chain([how]).collect()
}
