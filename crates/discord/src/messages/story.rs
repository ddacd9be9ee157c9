//! A fight as a story to keep: Markdown, a heading a round, the figures at the end. And those
//! figures by themselves, posted when a fight is over.

use serenity::all::ButtonStyle;

use super::super::custom_id::CustomId;
use super::text::{code, escaped};
use super::{LOCALE, STYLE, Written, in_rows, paragraphs, set_up};
use app::export::Story;
use app::ids::FightId;
use app::log::Entry;
use app::report::{DiceSum, Report};
use engine::command::Command;
use narration::catalogue::Set;
use narration::{say, words};

pub fn write(story: &Story) -> String {
    let outcome = story.view.outcome.as_deref().unwrap_or_default();
    let outcome = words::outcome(LOCALE, outcome);
    let system = words::system(LOCALE, &story.view.system);
    let mut lines = vec![format!("# {}", say!(LOCALE, "status-title-over", system, outcome))];
    let mut round = 0;
    for entry in story.entries.iter().filter(|entry| !entry.is_undone) {
        if entry.round != round {
            round = entry.round;
            lines.push(format!("## {}", say!(LOCALE, "story-round", round)));
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
    let button = |label: String, words: Command| {
        set_up::button(&label, ButtonStyle::Secondary, CustomId::Say { said: words.into() })
    };
    let export = button(say!(LOCALE, "report-export"), Command::new("export"));
    let again = Command::new("again").with("fight", fight);
    let again = button(say!(LOCALE, "report-again"), again);
    let buttons: Vec<_> = export.into_iter().chain(again).collect();
    Written { components: in_rows(&buttons), ..Written::text(self::report(report)) }
}

fn report(report: &Report) -> String {
    let (rounds, acts) = (report.rounds, report.acts);
    let minutes_a_round = report.minutes / i64::from(rounds.max(1));
    let pace = format!("{}.{}", minutes_a_round / 60, minutes_a_round % 60 / 6);
    let pace = (minutes_a_round >= 6).then_some(pace);
    let mut lines = vec![say!(STYLE, "report", rounds, acts, pace)];
    let lost = report.lost.iter().map(|(name, lost)| format!("**{}** {lost}", escaped(name)));
    let lost: Vec<String> = lost.collect();
    if !lost.is_empty() {
        lines.push(say!(STYLE, "report-lost", lost = Set(lost.join(", "))));
    }
    if !report.dice.is_empty() {
        let dice: Vec<String> = report.dice.iter().map(|sum| dice_sum(*sum)).collect();
        lines.push(say!(STYLE, "report-dice", dice = Set(dice.join(", "))));
    }
    if let (false, Some(seal)) = (report.secrets.is_empty(), &report.seal) {
        let secrets = report.secrets.iter().map(|secret| code(secret).0);
        let secrets = Set(secrets.collect::<Vec<_>>().join(", "));
        lines.push(say!(STYLE, "report-secret", secrets, seal = code(seal)));
    }
    lines.join("\n")
}

fn dice_sum(of: DiceSum) -> String {
    let expected = of.expected_twice();
    let expected = format!("{}{}", expected / 2, if expected % 2 == 1 { ".5" } else { "" });
    let DiceSum { sides, count, sum } = of;
    say!(STYLE, "report-dice-sum", sides, count, sum, expected = Set(expected))
}
