//! Standing orders and plans, as their owner sees them.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{ButtonPayload, CustomId};
use super::set_up::button;
use super::{BUTTONS_A_ROW, LOCALE, Written, in_rows, long};
use app::input::{OrderList, Trial};
use app::orders::StandingOrder;
use app::plans::{Plan, Planned};
use engine::command::{Command, Offer};
use narration::catalogue::{Key, Set, Variant};
use narration::{self, Style, say};

pub fn list(style: Style, lists: &[OrderList]) -> Written {
    long(&list_lines(style, lists).join("\n"))
}

pub fn list_lines(style: Style, lists: &[OrderList]) -> Vec<String> {
    let mut lines = Vec::new();
    for one in lists {
        lines.push(say!(style, "orders-of", who = one.whose));
        if one.orders.is_empty() && one.by_rules.is_empty() {
            lines.push(say!(style, "orders-none"));
        }
        lines.extend(one.orders.iter().map(|order| line(style, order)));
        lines.extend(one.by_rules.iter().map(|act| {
            say!(
                style,
                "orders-by-rules",
                act = Set(narration::phrase(style.locale, one.system, act))
            )
        }));
    }
    lines.push(say!(style, "orders-how"));
    lines
}

fn line(style: Style, order: &StandingOrder) -> String {
    let (kind, key) = question(&order.question);
    let number = order.number;
    let only = &order.only;
    let (by, whom, way) = (only.by.as_deref(), only.whom.as_deref(), only.way.as_deref());
    let (threat, spend) = (only.threat.as_ref().map(Variant), Variant(&only.spend));
    let (answer, time) = (Set(code(&order.answer)), Variant(&order.when));
    say!(style, "orders-line", number, kind, key, answer, by, whom, way, threat, spend, time)
}

/// A kind of question: what chooses its words, and its key.
fn question(kind: &str) -> (Key<'_>, Set) {
    (Key(kind), Set(kind.into()))
}

/// Between backticks nothing is markup but a backtick.
pub fn code(words: &Command) -> String {
    words.to_string().replace('`', "'")
}

pub fn trials(style: Style, whose: &str, trials: &[Trial]) -> Written {
    long(&trial_lines(style, whose, trials).join("\n"))
}

pub fn trial_lines(style: Style, whose: &str, trials: &[Trial]) -> Vec<String> {
    let line = |trial: &Trial| {
        let (kind, key) = question(&trial.question);
        let numbers = trial.orders.iter().map(|order| order.number.to_string());
        let numbers = numbers.reduce(|first, next| say!(style.locale, "order-then", first, next));
        say!(style, "orders-trial", is_open = trial.is_open, kind, key, numbers)
    };
    let head = say!(style, "orders-of", who = whose);
    std::iter::once(head).chain(trials.iter().map(line)).collect()
}

/// Why an answer is not taken now, with buttons to give it in advance.
pub fn offered(style: Style, why: &str, orders: &[&Offer]) -> Written {
    let order = |offer: &&Offer| {
        let (kind, key) = question(offer.words.get("question"));
        let label = say!(LOCALE, "orders-keep", kind, key);
        let said = ButtonPayload::from(offer.words.clone());
        button(&label, ButtonStyle::Secondary, CustomId::Say { said })
    };
    let buttons: Vec<_> = orders.iter().filter_map(order).take(BUTTONS_A_ROW).collect();
    if buttons.is_empty() {
        return long(why);
    }
    let written = long(&format!("{why} {}", say!(style, "orders-instead")));
    Written { components: in_rows(&buttons), ..written }
}

/// For each of a player's own whose next turn can be planned, what opens their plan.
pub fn plan_buttons(own: &[String]) -> Vec<CreateActionRow> {
    let button = |name: &String| {
        let whose = (own.len() > 1).then_some(name);
        let said =
            ButtonPayload { words: Command::new("queue-list"), acting_as: Some(name.clone()) };
        let label = say!(LOCALE, "plan-button", whose);
        button(&label, ButtonStyle::Secondary, CustomId::Say { said })
    };
    let buttons: Vec<CreateButton> = own.iter().filter_map(button).take(BUTTONS_A_ROW).collect();
    in_rows(&buttons)
}

/// A plan, with buttons to add to it, to confirm and to withdraw it.
pub fn plan(style: Style, whose: &str, plan: Option<&Plan>) -> Written {
    let written = long(&plan_lines(style, whose, plan).join("\n"));
    let said = |words: Command| ButtonPayload { words, acting_as: Some(whose.into()) };
    let say = |words: Command| CustomId::Say { said: said(words) };
    let add = CustomId::Open { said: said(Command::new("queue-add")) };
    let add = button(&say!(LOCALE, "plan-add"), ButtonStyle::Secondary, add);
    let Some(plan) = plan else {
        return Written { components: in_rows(add.as_slice()), ..written };
    };
    let confirm = say(Command::new("queue-confirm").with("draft", plan.draft));
    let confirm = button(&say!(LOCALE, "plan-confirm"), ButtonStyle::Success, confirm);
    let clear = say(Command::new("queue-clear"));
    let clear = button(&say!(LOCALE, "plan-withdraw"), ButtonStyle::Secondary, clear);
    let confirm = confirm.filter(|_| !plan.is_confirmed).into_iter();
    let buttons: Vec<_> = confirm.chain(add).chain(clear).collect();
    Written { components: in_rows(&buttons), ..written }
}

pub fn plan_lines(style: Style, whose: &str, plan: Option<&Plan>) -> Vec<String> {
    let Some(plan) = plan else { return vec![say!(style, "plan-none", who = whose)] };
    let (is_confirmed, time) = (plan.is_confirmed, Variant(&plan.when));
    let act = |(at, planned): (usize, &Planned)| {
        let stays = planned.stays.iter().map(|stay| (style.name)(&stay.name));
        let stays = stays.reduce(|first, next| say!(style.locale, "order-then", first, next));
        let act = Set(code(&planned.words));
        say!(style, "plan-act", number = at + 1, act, stays = stays.map(Set))
    };
    let acts = plan.acts.iter().enumerate().map(act);
    let head = say!(style, "plan-of", who = whose, is_confirmed, time);
    let how = say!(style, "plan-how", is_confirmed);
    std::iter::once(head).chain(acts).chain([how]).collect()
}
