//! News about a fight that are not of its rules.

use jiff::Timestamp;

use super::text::{code, fitting};
use super::{CONTENT, STYLE, Written, link, mention, orders, paragraphs, roll, soon};
use app::outbox::{Audience, Notice, UndoneAct};
use narration::catalogue::{Key, Set};
use narration::{self, say};

pub fn write(notice: &Notice) -> Option<Written> {
    let text = match notice {
        Notice::Opened { gm, seal } => {
            let opened = say!(STYLE, "notice-opened", gm = mention(*gm));
            match seal {
                None => opened,
                Some(seal) => {
                    format!("{opened}\n{}", say!(STYLE, "notice-sealed", seal = code(seal)))
                }
            }
        }
        Notice::Salted { by, line } => say!(STYLE, "notice-salted", by = mention(*by), line),
        Notice::Undone { by, acts, marked } => undone(mention(*by), acts, *marked),
        Notice::Redone { by } => say!(STYLE, "notice-redone", by = mention(*by)),
        Notice::Paused { by } => say!(STYLE, "notice-paused", by = mention(*by)),
        Notice::Resumed { by } => say!(STYLE, "notice-resumed", by = mention(*by)),
        Notice::Asleep => say!(STYLE, "notice-asleep"),
        Notice::Awake => say!(STYLE, "notice-awake"),
        Notice::HandedOver { from, to } if from == to => return None,
        Notice::HandedOver { from, to } => {
            say!(STYLE, "notice-handed-over", from = mention(*from), to = mention(*to))
        }
        Notice::CoGm { user, is_added } => {
            say!(STYLE, "notice-co-gm", user = mention(*user), is_added = *is_added)
        }
        Notice::StandsIn { name, user, until } => {
            let until = until.and_then(|until| Timestamp::from_millisecond(until).ok()).map(soon);
            say!(STYLE, "notice-stands-in", name, user = user.map(mention), until)
        }
        Notice::Absence { name, policy } => {
            say!(STYLE, "notice-absence", name, policy = policy.as_deref().map(Key))
        }
        Notice::PlayerGone { names } => say!(STYLE, "notice-player-gone", names),
        Notice::Nature { names, nature } => {
            let temper = nature.map(|nature| Key(nature.temper.key()));
            let spares = nature.is_some_and(|nature| nature.is_sparing);
            say!(STYLE, "notice-nature", names, temper, spares)
        }
        Notice::Portrait { name, is_given } => {
            say!(STYLE, "notice-portrait", name, is_given = *is_given)
        }
        Notice::Rolled { by, roll } => {
            say!(STYLE, "notice-rolled", by = mention(*by), roll = Set(roll::sealed(roll)))
        }
        Notice::Refitted => say!(STYLE, "notice-refitted"),
        Notice::Undelivered { to: Audience::Channel(channel), why } => {
            say!(STYLE, "notice-undelivered", channel = link(*channel), why)
        }
        Notice::Undelivered { to: Audience::Dm(user), why } => {
            say!(STYLE, "notice-undelivered-dm", user = mention(*user), why)
        }
        Notice::PlanGivenUp { who, words, why } => {
            let (act, why) = (Set(orders::code(words)), Set(narration::refuse(STYLE, why)));
            say!(STYLE, "notice-plan-given-up", who, act, why)
        }
        Notice::PlanDropped { who, words, is_undone } => {
            let act = Set(orders::code(words));
            say!(STYLE, "notice-plan-dropped", who, act, is_undone = *is_undone)
        }
        Notice::Stuck(refusal) => {
            say!(STYLE, "notice-stuck", why = Set(narration::refuse(STYLE, refusal)))
        }
    };
    Some(Written::text(text))
}

/// What is marked as taken back where it is told is not told again.
fn undone(by: Set, acts: &[UndoneAct], marked: usize) -> String {
    if acts.is_empty() {
        return say!(STYLE, "notice-undone-marked", by, count = marked);
    }
    let mut lines = vec![say!(STYLE, "notice-undone", by, count = acts.len())];
    for act in acts {
        let mut what = Vec::new();
        what.extend(
            act.words.as_ref().map(|words| format!("`{}`", words.to_string().replace('`', "'"))),
        );
        what.extend(act.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))));
        if what.is_empty() {
            what.push(say!(STYLE, "notice-undone-order"));
        }
        lines.push(format!("- {}", what.join(" · ")));
    }
    fitting(&lines, CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::command::Command;
    use engine::dice::Seeded;
    use engine::game::Game;
    use engine::ids::UserId;
    use engine::view::Viewer;

    #[test]
    fn a_command_is_set_apart_from_what_it_did() {
        let words = Command::new("zones").with("layout", "Gate");
        let laid = Game::new("dr12").unwrap().order(&words, &mut Seeded::new(0)).unwrap();
        let (user, told) = (Some(UserId(1)), laid.tell(Viewer::Gm));
        let acts = vec![UndoneAct { user, words: Some(words), told }];
        let text = write(&Notice::Undone { by: UserId(1), acts, marked: 0 }).unwrap().content;
        assert!(text.contains("- `zones layout:Gate` · The zones"), "{text}");
    }
}
