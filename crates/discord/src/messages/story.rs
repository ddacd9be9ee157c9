//! Formats a fight as a Markdown story with a heading per round and statistics at the end. Also
//! renders these statistics alone, for the message at the end of a fight.

use serenity::all::ButtonStyle;

use super::super::custom_id::CustomId;
use super::text::{escape_markdown, format_code};
use super::{LOCALE, RenderedMessage, STYLE, arrange_in_rows, format_paragraphs, set_up};
use app::export::{FightPlace, StoryExport};
use app::fight_log::LogEntry;
use app::ids::FightId;
use app::report::{DiceSum, FightReport};
use engine::core::command::Command;
use engine::game::Narrative;
use engine::visibility::view::{FightView, MemberView};
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// Formats the story: who played when and where, how the fight was set up, and then its rounds.
pub fn format_story(story: &StoryExport) -> String {
    let outcome = story.view.outcome.as_deref().unwrap_or_default();
    let outcome = terms::outcome_text(LOCALE, outcome);
    let system = terms::system_name(LOCALE, &story.view.system);
    let mut lines = vec![format!("# {}", say!(LOCALE, "status-title-over", system, outcome))];
    lines.extend(format_players(&story.view));
    let entries: Vec<&LogEntry> = story.entries.iter().filter(|entry| !entry.is_undone).collect();
    let fight_start = entries.iter().position(|entry| entry.round > 0).unwrap_or(entries.len());
    let (set_up, played) = entries.split_at(fight_start);
    lines.extend(format_time_and_place(
        if played.is_empty() { set_up } else { played },
        story.place,
    ));
    lines.extend(format_set_up(set_up));
    let mut rounds = RoundHeadings::default();
    for entry in played {
        rounds.write_entry(entry, &mut lines);
    }
    lines.push(format_report(&story.report));
    lines.join("\n\n") + "\n"
}

/// Formats who played: the combatants of users, and those of the GM by their names.
fn format_players(view: &FightView) -> Option<String> {
    let list_names = |is_wanted: fn(&MemberView) -> bool| {
        let members = view.members().filter(|member| is_wanted(member));
        let names = members.map(|member| format!("**{}**", escape_markdown(&member.name)));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| FormattedText(names.join(", ")))
    };
    let others = list_names(|member| member.user.is_none());
    let players = list_names(|member| member.user.is_some())?;
    Some(say!(LOCALE, "story-played-by", players, others))
}

/// Formats from when to when these entries were played, and a link to the channel.
fn format_time_and_place(entries: &[&LogEntry], place: FightPlace) -> Option<String> {
    let format_time =
        |entry: &LogEntry| FormattedText(entry.timestamp.strftime("%Y-%m-%d %H:%M").to_string());
    let (from, to) = (format_time(entries.first()?), format_time(entries.last()?));
    let FightPlace { guild, channel } = place;
    let link = (guild != 0).then(|| {
        let name = say!(LOCALE, "story-channel");
        FormattedText(format!("[{name}](https://discord.com/channels/{guild}/{})", channel.0))
    });
    Some(say!(LOCALE, "story-when", from, to, place = link))
}

/// Formats what was done before the fight began as one paragraph. Who joins in a row is told
/// together.
fn format_set_up(entries: &[&LogEntry]) -> Option<String> {
    let narratives: Vec<Narrative> =
        entries.iter().filter_map(|entry| entry.narrative.clone()).collect();
    let sentences = format_paragraphs(&narratives);
    let sentences = (!sentences.is_empty()).then(|| FormattedText(sentences.join(" ")))?;
    Some(say!(LOCALE, "story-set-up", sentences))
}

/// Writes the entries of the rounds under their headings.
#[derive(Default)]
struct RoundHeadings {
    /// The round whose heading was written last.
    round: u16,
}

impl RoundHeadings {
    /// Writes the paragraphs of an entry, each under the heading of its round. An entry without
    /// events shows its command.
    fn write_entry(&mut self, entry: &LogEntry, lines: &mut Vec<String>) {
        if entry.round > self.round {
            self.begin_round(entry.round, lines);
        }
        let parts = entry.narrative.iter().flat_map(Narrative::split_at_round_starts);
        for part in parts {
            if let Some(round) = part.started_round.filter(|round| *round > self.round) {
                self.begin_round(round, lines);
            }
            let paragraphs = format_paragraphs(&[part.narrative]);
            if !paragraphs.is_empty() {
                lines.push(paragraphs.join("  \n"));
            }
        }
        if entry.narrative.is_none()
            && let Some(command) = &entry.command
        {
            lines.push(format!("`{}`", escape_markdown(&command.to_string())));
        }
    }

    fn begin_round(&mut self, round: u16, lines: &mut Vec<String>) {
        self.round = round;
        lines.push(format!("## {}", say!(LOCALE, "story-round", round)));
    }
}

/// Renders the report of a fight, with buttons to export it and to play it again.
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

/// Formats rounds, acts and pace, who went down or left, losses, dice, and the revealed secrets of
/// the dice.
fn format_report(report: &FightReport) -> String {
    let (rounds, acts) = (report.rounds, report.acts);
    let minutes_a_round = report.minutes / i64::from(rounds.max(1));
    let pace = format!("{}.{}", minutes_a_round / 60, minutes_a_round % 60 / 6);
    let pace = (minutes_a_round >= 6).then_some(pace);
    let mut lines = vec![say!(STYLE, "report", rounds, acts, pace)];
    if !report.down.is_empty() {
        lines.push(say!(STYLE, "report-down", names = format_names(&report.down)));
    }
    if !report.left.is_empty() {
        lines.push(say!(STYLE, "report-left", names = format_names(&report.left)));
    }
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

fn format_names(names: &[String]) -> FormattedText {
    let names = names.iter().map(|name| format!("**{}**", escape_markdown(name)));
    FormattedText(names.collect::<Vec<_>>().join(", "))
}

fn format_dice_sum(dice: DiceSum) -> String {
    let doubled = dice.doubled_expected_sum();
    let expected = format!("{}{}", doubled / 2, if doubled % 2 == 1 { ".5" } else { "" });
    let DiceSum { sides, count, sum } = dice;
    say!(STYLE, "report-dice-sum", sides, count, sum, expected = FormattedText(expected))
}
