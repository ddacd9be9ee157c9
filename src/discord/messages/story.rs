//! A fight as a story to keep: Markdown, a heading a round, the figures at the end. And those
//! figures by themselves, posted when a fight is over.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::custom_id::CustomId;
use super::text::{code, escaped};
use super::{INK, TONGUE, Written, paragraphs, set_up};
use crate::app::export::Story;
use crate::app::ids::FightId;
use crate::app::log::Entry;
use crate::app::report::{DiceSum, Report};
use crate::engine::words::Words;
use crate::narration::catalogue::Set;
use crate::narration::{say, words};

pub fn write(story: &Story) -> String {
    let outcome = story.view.outcome.as_deref().unwrap_or_default();
    let outcome = words::outcome(TONGUE, outcome);
    let system = words::system(TONGUE, &story.view.system);
    let mut lines = vec![format!("# {}", say!(TONGUE, "status-title-over", system, outcome))];
    let mut round = 0;
    for entry in story.entries.iter().filter(|entry| !entry.is_undone) {
        if entry.round != round {
            round = entry.round;
            lines.push(format!("## {}", say!(TONGUE, "story-round", round)));
        }
        lines.extend(told(entry));
    }
    lines.push(report(&story.report));
    lines.join("\n\n") + "\n"
}

fn told(entry: &Entry) -> Option<String> {
    let told: Vec<String> =
        entry.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))).collect();
    let said = entry.words.as_ref().map(|words| format!("`{}`", escaped(&words.to_string())));
    if told.is_empty() { said } else { Some(told.join("  \n")) }
}

pub fn card(fight: FightId, report: &Report) -> Written {
    let button = |label: String, words: Words| {
        set_up::button(&label, ButtonStyle::Secondary, CustomId::Say { said: words.into() })
    };
    let export = button(say!(TONGUE, "report-export"), Words::new("export"));
    let again = Words::new("again").with("fight", fight);
    let again = button(say!(TONGUE, "report-again"), again);
    let buttons = export.into_iter().chain(again).collect();
    let components = vec![CreateActionRow::Buttons(buttons)];
    Written { components, ..Written::text(self::report(report)) }
}

fn report(report: &Report) -> String {
    let (rounds, acts) = (report.rounds, report.acts);
    let minutes_a_round = report.minutes / i64::from(rounds.max(1));
    let pace = format!("{}.{}", minutes_a_round / 60, minutes_a_round % 60 / 6);
    let pace = (minutes_a_round >= 6).then_some(pace);
    let mut lines = vec![say!(INK, "report", rounds, acts, pace)];
    let lost = report.lost.iter().map(|(name, lost)| format!("**{}** {lost}", escaped(name)));
    let lost: Vec<String> = lost.collect();
    if !lost.is_empty() {
        lines.push(say!(INK, "report-lost", lost = Set(lost.join(", "))));
    }
    if !report.dice.is_empty() {
        let dice: Vec<String> = report.dice.iter().map(|sum| dice_sum(*sum)).collect();
        lines.push(say!(INK, "report-dice", dice = Set(dice.join(", "))));
    }
    if let (false, Some(seal)) = (report.secrets.is_empty(), &report.seal) {
        let secrets = report.secrets.iter().map(|secret| code(secret).0);
        let secrets = Set(secrets.collect::<Vec<_>>().join(", "));
        lines.push(say!(INK, "report-secret", secrets, seal = code(seal)));
    }
    lines.join("\n")
}

fn dice_sum(of: DiceSum) -> String {
    let expected = of.expected_twice();
    let expected = format!("{}{}", expected / 2, if expected % 2 == 1 { ".5" } else { "" });
    let DiceSum { sides, count, sum } = of;
    say!(INK, "report-dice-sum", sides, count, sum, expected = Set(expected))
}
