//! Formats a fight as a Markdown story with a heading per round and statistics at the end. Also
//! renders these statistics alone, for the message at the end of a fight.

use serenity::all::ButtonStyle;

use super::super::custom_id::CustomId;
use super::text::{escape_markdown, format_code};
use super::{LOCALE, RenderedMessage, STYLE, arrange_in_rows, format_paragraphs, set_up};
use app::export::StoryExport;
use app::fight_log::LogEntry;
use app::ids::FightId;
use app::report::{DiceSum, FightReport};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::{say, terms};

pub fn format_story(story: &StoryExport) -> String {
    let outcome = story.view.outcome.as_deref().unwrap_or_default();
    let outcome = terms::outcome_text(LOCALE, outcome);
    let system = terms::system_name(LOCALE, &story.view.system);
    let mut lines = vec![format!("# {}", say!(LOCALE, "status-title-over", system, outcome))];
    let mut round = 0;
    for entry in story.entries.iter().filter(|entry| !entry.is_undone) {
        if entry.round != round {
            round = entry.round;
            lines.push(format!("## {}", say!(LOCALE, "story-round", round)));
        }
        lines.extend(format_entry(entry));
    }
    lines.push(format_report(&story.report));
    lines.join("\n\n") + "\n"
}

fn format_entry(entry: &LogEntry) -> Option<String> {
    let paragraphs: Vec<String> = entry
        .narrative
        .iter()
        .flat_map(|paragraphs| format_paragraphs(std::slice::from_ref(paragraphs)))
        .collect();
    let command_text = entry
        .command
        .as_ref()
        .map(|command| format!("`{}`", escape_markdown(&command.to_string())));
    if paragraphs.is_empty() { command_text } else { Some(paragraphs.join("  \n")) }
}

pub fn render_report(fight: FightId, report: &FightReport) -> RenderedMessage {
    let button = |label: String, command: Command| {
        set_up::build_button(
            &label,
            ButtonStyle::Secondary,
            CustomId::RunCommand { payload: command.into() },
        )
    };
    let export = button(say!(LOCALE, "report-export"), Command::new("export"));
    let again = Command::new("again").with("fight", fight);
    let again = button(say!(LOCALE, "report-again"), again);
    let buttons: Vec<_> = export.into_iter().chain(again).collect();
    RenderedMessage {
        components: arrange_in_rows(&buttons),
        ..RenderedMessage::from_text(self::format_report(report))
    }
}

fn format_report(report: &FightReport) -> String {
    let (rounds, acts) = (report.rounds, report.acts);
    let minutes_a_round = report.minutes / i64::from(rounds.max(1));
    let pace = format!("{}.{}", minutes_a_round / 60, minutes_a_round % 60 / 6);
    let pace = (minutes_a_round >= 6).then_some(pace);
    let mut lines = vec![say!(STYLE, "report", rounds, acts, pace)];
    let losses = report
        .losses
        .iter()
        .map(|(name, losses)| format!("**{}** {losses}", escape_markdown(name)));
    let losses: Vec<String> = losses.collect();
    if !losses.is_empty() {
        lines.push(say!(STYLE, "report-lost", lost = FormattedText(losses.join(", "))));
    }
    if !report.dice_sums.is_empty() {
        let dice: Vec<String> = report.dice_sums.iter().map(|sum| format_dice_sum(*sum)).collect();
        lines.push(say!(STYLE, "report-dice", dice = FormattedText(dice.join(", "))));
    }
    if let (false, Some(seal)) = (report.dice_secrets.is_empty(), &report.dice_seal) {
        let secrets = report.dice_secrets.iter().map(|secret| format_code(secret).0);
        let secrets = FormattedText(secrets.collect::<Vec<_>>().join(", "));
        lines.push(say!(STYLE, "report-secret", secrets, seal = format_code(seal)));
    }
    lines.join("\n")
}

fn format_dice_sum(dice: DiceSum) -> String {
    let doubled = dice.doubled_expected_sum();
    let expected = format!("{}{}", doubled / 2, if doubled % 2 == 1 { ".5" } else { "" });
    let DiceSum { sides, count, sum } = dice;
    say!(STYLE, "report-dice-sum", sides, count, sum, expected = FormattedText(expected))
}
