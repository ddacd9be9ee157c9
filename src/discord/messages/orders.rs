//! Standing orders and plans, as their owner sees them.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{CustomId, Said};
use super::set_up::button;
use super::{TONGUE, Written, long};
use crate::app::input::{OrderList, Trial};
use crate::app::orders::StandingOrder;
use crate::app::plans::{Plan, Planned};
use crate::engine::words::{Offer, Words};
use crate::narration::catalogue::{Key, Set, Variant};
use crate::narration::{self, Ink, say};

/// Buttons of a row.
const MOST_BUTTONS: usize = 5;

pub fn list(ink: Ink, lists: &[OrderList]) -> Written {
    long(&list_lines(ink, lists).join("\n"))
}

pub fn list_lines(ink: Ink, lists: &[OrderList]) -> Vec<String> {
    let mut lines = Vec::new();
    for one in lists {
        lines.push(say!(ink, "orders-of", who = one.whose));
        if one.orders.is_empty() && one.by_rules.is_empty() {
            lines.push(say!(ink, "orders-none"));
        }
        lines.extend(one.orders.iter().map(|order| line(ink, order)));
        lines.extend(one.by_rules.iter().map(|act| {
            say!(ink, "orders-by-rules", act = Set(narration::phrase(ink.tongue, one.system, act)))
        }));
    }
    lines.push(say!(ink, "orders-how"));
    lines
}

fn line(ink: Ink, order: &StandingOrder) -> String {
    let (kind, key) = question(&order.question);
    let number = order.number;
    let only = &order.only;
    let (by, whom, way) = (only.by.as_deref(), only.whom.as_deref(), only.way.as_deref());
    let (threat, spend) = (only.threat.as_ref().map(Variant), Variant(&only.spend));
    let (answer, time) = (Set(code(&order.answer)), Variant(&order.when));
    say!(ink, "orders-line", number, kind, key, answer, by, whom, way, threat, spend, time)
}

/// A kind of question: what chooses its words, and its key.
fn question(kind: &str) -> (Key<'_>, Set) {
    (Key(kind), Set(kind.into()))
}

/// Between backticks nothing is markup but a backtick.
pub fn code(words: &Words) -> String {
    words.to_string().replace('`', "'")
}

pub fn trials(ink: Ink, whose: &str, trials: &[Trial]) -> Written {
    long(&trial_lines(ink, whose, trials).join("\n"))
}

pub fn trial_lines(ink: Ink, whose: &str, trials: &[Trial]) -> Vec<String> {
    let line = |trial: &Trial| {
        let (kind, key) = question(&trial.question);
        let numbers = trial.orders.iter().map(|order| order.number.to_string());
        let numbers = numbers.reduce(|first, next| say!(ink.tongue, "order-then", first, next));
        say!(ink, "orders-trial", is_open = trial.is_open, kind, key, numbers)
    };
    let head = say!(ink, "orders-of", who = whose);
    std::iter::once(head).chain(trials.iter().map(line)).collect()
}

/// Why an answer is not taken now, with buttons to give it in advance.
pub fn offered(ink: Ink, why: &str, orders: &[&Offer]) -> Written {
    let order = |offer: &&Offer| {
        let (kind, key) = question(offer.words.get("question"));
        let label = say!(TONGUE, "orders-keep", kind, key);
        let said = Said::from(offer.words.clone());
        button(&label, ButtonStyle::Secondary, CustomId::Say { said })
    };
    let buttons: Vec<_> = orders.iter().filter_map(order).take(MOST_BUTTONS).collect();
    if buttons.is_empty() {
        return long(why);
    }
    let written = long(&format!("{why} {}", say!(ink, "orders-instead")));
    Written { components: vec![CreateActionRow::Buttons(buttons)], ..written }
}

/// For each of a player's own whose next turn can be planned, what opens their plan.
pub fn plan_buttons(own: &[String]) -> Vec<CreateActionRow> {
    let button = |name: &String| {
        let whose = (own.len() > 1).then_some(name);
        let said = Said { words: Words::new("queue-list"), acting_as: Some(name.clone()) };
        let label = say!(TONGUE, "plan-button", whose);
        button(&label, ButtonStyle::Secondary, CustomId::Say { said })
    };
    let buttons: Vec<CreateButton> = own.iter().filter_map(button).take(MOST_BUTTONS).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

/// A plan, with buttons to add to it, to confirm and to withdraw it.
pub fn plan(ink: Ink, whose: &str, plan: Option<&Plan>) -> Written {
    let written = long(&plan_lines(ink, whose, plan).join("\n"));
    let said = |words: Words| Said { words, acting_as: Some(whose.into()) };
    let say = |words: Words| CustomId::Say { said: said(words) };
    let add = CustomId::Open { said: said(Words::new("queue-add")) };
    let add = button(&say!(TONGUE, "plan-add"), ButtonStyle::Secondary, add);
    let Some(plan) = plan else {
        let components = add.map(|add| CreateActionRow::Buttons(vec![add])).into_iter().collect();
        return Written { components, ..written };
    };
    let confirm = say(Words::new("queue-confirm").with("draft", plan.draft));
    let confirm = button(&say!(TONGUE, "plan-confirm"), ButtonStyle::Success, confirm);
    let clear = say(Words::new("queue-clear"));
    let clear = button(&say!(TONGUE, "plan-withdraw"), ButtonStyle::Secondary, clear);
    let buttons =
        confirm.filter(|_| !plan.is_confirmed).into_iter().chain(add).chain(clear).collect();
    Written { components: vec![CreateActionRow::Buttons(buttons)], ..written }
}

pub fn plan_lines(ink: Ink, whose: &str, plan: Option<&Plan>) -> Vec<String> {
    let Some(plan) = plan else { return vec![say!(ink, "plan-none", who = whose)] };
    let (is_confirmed, time) = (plan.is_confirmed, Variant(&plan.when));
    let act = |(at, planned): (usize, &Planned)| {
        let stays = planned.stays.iter().map(|stay| (ink.name)(&stay.name));
        let stays = stays.reduce(|first, next| say!(ink.tongue, "order-then", first, next));
        let act = Set(code(&planned.words));
        say!(ink, "plan-act", number = at + 1, act, stays = stays.map(Set))
    };
    let acts = plan.acts.iter().enumerate().map(act);
    let head = say!(ink, "plan-of", who = whose, is_confirmed, time);
    let how = say!(ink, "plan-how", is_confirmed);
    std::iter::once(head).chain(acts).chain([how]).collect()
}
