//! News about a fight that are not of its rules.

use super::text::{escaped, fitting};
use super::{CONTENT, INK, Written, mention, paragraphs, roll};
use crate::app::outbox::{Audience, Notice, UndoneAct};
use crate::narration;

pub fn write(notice: &Notice) -> Option<Written> {
    let text = match notice {
        Notice::Opened { gm } => format!(
            "{} opens a fight here and is its GM. Players join with `/init join`; the GM adds \
             NPCs with `/init add` and begins with `/init start`.",
            mention(*gm)
        ),
        Notice::Undone { by, acts } => undone(&mention(*by), acts),
        Notice::Redone { by } => format!("{} takes the undo back.", mention(*by)),
        Notice::Paused { by } => {
            format!("{} pauses the fight: the clocks stand still.", mention(*by))
        }
        Notice::Resumed { by } => format!("{} goes on with the fight.", mention(*by)),
        Notice::HandedOver { from, to } if from == to => return None,
        Notice::HandedOver { from, to } => {
            format!("{} hands the fight over: {} is its GM now.", mention(*from), mention(*to))
        }
        Notice::Rolled { by, roll } => format!("{} rolls {}", mention(*by), roll::line(roll)),
        Notice::Refitted => "The rules have changed since this act began. What fitted was kept, \
                             the rest is asked again."
            .into(),
        Notice::Undelivered { to, why } => {
            let place = match to {
                Audience::Channel(channel) => format!("<#{}>", channel.0),
                Audience::Dm(user) => format!("direct messages to {}", mention(*user)),
            };
            format!("I cannot write in {place}: {}.", escaped(why))
        }
        Notice::Stuck(refusal) => format!(
            "A clock has run out, but its default is not possible: {} `/gm` can settle it.",
            narration::refuse(INK, refusal)
        ),
    };
    Some(Written::text(text))
}

fn undone(by: &str, acts: &[UndoneAct]) -> String {
    let mut lines = vec![match acts.len() {
        1 => format!("{by} takes this back:"),
        many => format!("{by} takes the last {many} acts back, latest first:"),
    }];
    for act in acts {
        let mut what = Vec::new();
        what.extend(
            act.words.as_ref().map(|words| format!("`{}`", words.to_string().replace('`', "'"))),
        );
        what.extend(act.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))));
        if what.is_empty() {
            what.push("something the GM did".into());
        }
        lines.push(format!("- {}", what.join(" ")));
    }
    fitting(&lines, CONTENT)
}
