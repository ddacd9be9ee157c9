//! News about a fight that are not of its rules.

use jiff::Timestamp;

use super::text::{code, fitting};
use super::{CONTENT, INK, Written, link, mention, orders, paragraphs, roll, soon};
use crate::app::outbox::{Audience, Notice, UndoneAct};
use crate::narration::catalogue::Set;
use crate::narration::{self, say};

pub fn write(notice: &Notice) -> Option<Written> {
    let text = match notice {
        Notice::Opened { gm, seal } => {
            let opened = say!(INK, "notice-opened", gm = mention(*gm));
            let sealed = seal.as_ref().map(|seal| say!(INK, "notice-sealed", seal = code(seal)));
            [Some(opened), sealed].into_iter().flatten().collect::<Vec<_>>().join("\n")
        }
        Notice::Salted { by, line } => say!(INK, "notice-salted", by = mention(*by), line),
        Notice::Undone { by, acts, marked } => undone(mention(*by), acts, *marked),
        Notice::Redone { by } => say!(INK, "notice-redone", by = mention(*by)),
        Notice::Paused { by } => say!(INK, "notice-paused", by = mention(*by)),
        Notice::Resumed { by } => say!(INK, "notice-resumed", by = mention(*by)),
        Notice::Asleep => say!(INK, "notice-asleep"),
        Notice::Awake => say!(INK, "notice-awake"),
        Notice::HandedOver { from, to } if from == to => return None,
        Notice::HandedOver { from, to } => {
            say!(INK, "notice-handed-over", from = mention(*from), to = mention(*to))
        }
        Notice::CoGm { user, is_added } => {
            say!(INK, "notice-co-gm", user = mention(*user), is_added = *is_added)
        }
        Notice::StandsIn { name, user, until } => {
            let until = until.and_then(|until| Timestamp::from_millisecond(until).ok()).map(soon);
            say!(INK, "notice-stands-in", name, user = user.map(mention), until)
        }
        Notice::Rolled { by, roll } => {
            say!(INK, "notice-rolled", by = mention(*by), roll = Set(roll::line(roll)))
        }
        Notice::Refitted => say!(INK, "notice-refitted"),
        Notice::Undelivered { to: Audience::Channel(channel), why } => {
            say!(INK, "notice-undelivered", channel = link(*channel), why)
        }
        Notice::Undelivered { to: Audience::Dm(user), why } => {
            say!(INK, "notice-undelivered-dm", user = mention(*user), why)
        }
        Notice::PlanGivenUp { who, words, why } => {
            let (act, why) = (Set(orders::code(words)), Set(narration::refuse(INK, why)));
            say!(INK, "notice-plan-given-up", who, act, why)
        }
        Notice::PlanDropped { who, words, is_undone } => {
            let act = Set(orders::code(words));
            say!(INK, "notice-plan-dropped", who, act, is_undone = *is_undone)
        }
        Notice::Stuck(refusal) => {
            say!(INK, "notice-stuck", why = Set(narration::refuse(INK, refusal)))
        }
    };
    Some(Written::text(text))
}

/// What is marked as taken back where it is told is not told again.
fn undone(by: Set, acts: &[UndoneAct], marked: usize) -> String {
    if acts.is_empty() {
        return say!(INK, "notice-undone-marked", by, count = marked);
    }
    let mut lines = vec![say!(INK, "notice-undone", by, count = acts.len())];
    for act in acts {
        let mut what = Vec::new();
        what.extend(
            act.words.as_ref().map(|words| format!("`{}`", words.to_string().replace('`', "'"))),
        );
        what.extend(act.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))));
        if what.is_empty() {
            what.push(say!(INK, "notice-undone-order"));
        }
        lines.push(format!("- {}", what.join(" · ")));
    }
    fitting(&lines, CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dice::Seeded;
    use crate::engine::game::Game;
    use crate::engine::ids::UserId;
    use crate::engine::view::Viewer;
    use crate::engine::words::Words;

    #[test]
    fn a_command_is_set_apart_from_what_it_did() {
        let words = Words::new("zones").with("layout", "Gate");
        let laid = Game::new("dr12").unwrap().order(&words, &mut Seeded::new(0)).unwrap();
        let (user, told) = (Some(UserId(1)), laid.tell(Viewer::Gm));
        let acts = vec![UndoneAct { user, words: Some(words), told }];
        let text = write(&Notice::Undone { by: UserId(1), acts, marked: 0 }).unwrap().content;
        assert!(text.contains("- `zones layout:Gate` · The zones"), "{text}");
    }
}
