//! Formats a fight as a Markdown story with a heading per round and statistics at the end. Also
//! renders these statistics alone, for the message at the end of a fight.

use std::collections::BTreeMap;

use serenity::all::ButtonStyle;

use super::super::custom_id::CustomId;
use super::super::map;
use super::speech::format_in_story;
use super::text::{escape_markdown, format_code, format_seal_mark, join_names};
use super::{
    RenderedMessage, arrange_in_rows, format_paragraphs, reader_locale, reader_style, set_up,
};
use app::export::{FightPlace, StoryExport};
use app::fight_log::LogEntry;
use app::ids::FightId;
use app::report::{DiceSum, FightReport};
use engine::core::command::Command;
use engine::game::Narrative;
use engine::visibility::view::{Camp, FightView, MemberView};
use narration::catalogue::{FormattedText, VariantKey};
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// Formats the story: who played when and where, how the fight was set up, and then its rounds.
pub fn format_story(story: &StoryExport) -> String {
    let outcome_key = story.view.outcome.as_deref().unwrap_or_default();
    let outcome = terms::outcome_text(reader_locale(), outcome_key);
    let system = terms::system_name(reader_locale(), &story.view.system);
    let title = say!(reader_locale(), "status-title-over", system, outcome);
    let mut lines = vec![format!("# {title}")];
    lines.extend(format_players(&story.view, PlayedBy::UsersAndGm));
    let entries: Vec<&LogEntry> = story.entries.iter().filter(|entry| !entry.is_undone).collect();
    let fight_start = entries.iter().position(|entry| entry.round > 0).unwrap_or(entries.len());
    let (set_up, played) = entries.split_at(fight_start);
    // A fight that never began was played when it was set up.
    let timed_entries = if played.is_empty() { set_up } else { played };
    lines.extend(format_time_and_place(timed_entries, story.place));
    lines.extend(format_set_up(set_up));
    lines.extend(set_up.iter().filter_map(|entry| entry.speech.as_ref()).map(format_in_story));
    let mut rounds = RoundHeadings::default();
    for entry in played {
        rounds.write_entry_with_round_headings(entry, &mut lines);
    }
    lines.push(format_report_with_dice_secrets(&story.report));
    lines.join("\n\n") + "\n"
}

/// Formats the tale of a fight and its numbers, a line each.
pub fn format_highlights_and_statistics(report: &FightReport) -> Vec<String> {
    let text =
        [format_highlights(report, reader_style().format_name), format_report_statistics(report)]
            .join("\n");
    text.lines().filter(|line| !line.is_empty()).map(String::from).collect()
}

/// Whose combatants are named among those who played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    Users,
    UsersAndGm,
}

/// Formats who played, by the names of their combatants. `None` if no user did.
pub fn format_players(view: &FightView, played_by: PlayedBy) -> Option<String> {
    let list_names = |is_wanted: fn(&MemberView) -> bool| {
        let members = view.members().filter(|member| is_wanted(member));
        let names = members.map(|member| format!("**{}**", escape_markdown(&member.name)));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| FormattedText(join_names(&names)))
    };
    let others = match played_by {
        PlayedBy::Users => None,
        PlayedBy::UsersAndGm => list_names(|member| member.user.is_none()),
    };
    let players = list_names(|member| member.user.is_some())?;
    Some(say!(reader_locale(), "story-played-by", players, others))
}

/// Formats from when to when these entries were played, and a link to the channel.
fn format_time_and_place(entries: &[&LogEntry], place: FightPlace) -> Option<String> {
    let format_time =
        |entry: &LogEntry| FormattedText(entry.timestamp.strftime("%Y-%m-%d %H:%M").to_string());
    let (from, to) = (format_time(entries.first()?), format_time(entries.last()?));
    let FightPlace { guild, channel } = place;
    let link = (guild != 0).then(|| {
        let name = say!(reader_locale(), "story-channel");
        FormattedText(format!("[{name}](https://discord.com/channels/{guild}/{})", channel.0))
    });
    Some(say!(reader_locale(), "story-when", from, to, place = link))
}

/// Formats what was done before the fight began as one paragraph. Who joins in a row is told
/// together.
fn format_set_up(entries: &[&LogEntry]) -> Option<String> {
    let narratives: Vec<Narrative> =
        entries.iter().filter_map(|entry| entry.narrative.clone()).collect();
    let sentences = format_paragraphs(&narratives);
    let sentences = (!sentences.is_empty()).then(|| FormattedText(sentences.join(" ")))?;
    Some(say!(reader_locale(), "story-set-up", sentences))
}

/// Writes the entries of the rounds under their headings.
#[derive(Default)]
struct RoundHeadings {
    /// The round whose heading was written last.
    round: u16,
}

impl RoundHeadings {
    /// Writes the paragraphs of an entry and its words in character, under the headings of the
    /// rounds that begin before and within it. An entry that tells nothing, such as a reminder,
    /// writes at most the heading of its round.
    fn write_entry_with_round_headings(&mut self, entry: &LogEntry, lines: &mut Vec<String>) {
        self.begin_round_if_later(entry.round, lines);
        let parts = entry.narrative.iter().flat_map(Narrative::split_at_round_starts);
        for part in parts {
            if let Some(round) = part.started_round {
                self.begin_round_if_later(round, lines);
            }
            let paragraphs = format_paragraphs(&[part.narrative]);
            if !paragraphs.is_empty() {
                lines.push(paragraphs.join("  \n"));
            }
        }
        lines.extend(entry.speech.as_ref().map(format_in_story));
    }

    /// Writes the heading of a round later than that of the last heading.
    fn begin_round_if_later(&mut self, round: u16, lines: &mut Vec<String>) {
        if round > self.round {
            self.round = round;
            lines.push(format!("## {}", say!(reader_locale(), "story-round", round)));
        }
    }
}

/// Renders the report of a fight, with buttons to export it, to watch it and to play it
/// again.
pub fn render_report(fight: FightId, report: &FightReport) -> RenderedMessage {
    let button = |label: String, command: Command| {
        let id = CustomId::RunCommand { payload: command.into() };
        set_up::build_button(&label, ButtonStyle::Secondary, id)
    };
    let export = Command::new("export");
    // Whoever follows the fight gets the report in a direct message, where only this says which.
    let replay = Command::new("export").with("format", "replay").with("fight", fight);
    let again = Command::new("again").with("fight", fight);
    let mut buttons = Vec::new();
    buttons.extend(button(say!(reader_locale(), "report-export"), export));
    buttons.extend(button(say!(reader_locale(), "report-replay"), replay));
    buttons.extend(button(say!(reader_locale(), "report-again"), again));
    let tale = format_outcome_and_highlights(report, reader_style().format_name);
    let alt_text = format_outcome_and_highlights(report, str::to_string);
    let mut lines = vec![tale, format_report_statistics(report)];
    lines.extend(format_seals_if_dice_revealed(report));
    lines.retain(|line| !line.is_empty());
    RenderedMessage {
        components: arrange_in_rows(&buttons),
        picture: map::render_report_picture(report, &alt_text),
        ..RenderedMessage::from_text(lines.join("\n"))
    }
}

/// Formats the outcome of a fight, where it has one, and its highlights.
fn format_outcome_and_highlights(report: &FightReport, format_name: fn(&str) -> String) -> String {
    let highlights = format_highlights(report, format_name);
    let Some(key) = report.outcome.as_deref() else { return highlights };
    let outcome = terms::outcome_text(reader_locale(), key);
    let sentence = say!(reader_locale(), "report-outcome", outcome);
    format!("{sentence} {highlights}")
}

/// Tells a fight in at most three sentences: who attacked most, who fell first and last, and whose
/// escape was the narrowest.
fn format_highlights(report: &FightReport, format_name: fn(&str) -> String) -> String {
    let bold = |name: &str| FormattedText(format_name(name));
    let mut sentences = Vec::new();
    if let Some(most) = find_busiest_attacker_unless_tied(report) {
        let (who, target) = (bold(&most.attacker), bold(&most.target));
        let is_only_target = most.target_count == most.count;
        sentences.push(say!(
            reader_style(),
            "report-most-attacks",
            who,
            count = most.count,
            target,
            is_only = is_only_target
        ));
    }
    sentences.push(match report.falls.as_slice() {
        [] => say!(reader_style(), "report-no-falls"),
        [(only, round)] => {
            say!(reader_style(), "report-only-fall", who = bold(only), round = *round)
        }
        [(first, first_round), .., (last, last_round)] => say!(
            reader_style(),
            "report-falls",
            first = bold(first),
            first_round = *first_round,
            last = bold(last),
            last_round = *last_round,
            is_same_round = first_round == last_round
        ),
    });
    sentences.extend(find_most_wounded_surviving_player(report).map(|(name, share)| {
        say!(reader_style(), "report-closest", who = bold(name), percent = share.div_ceil(10))
    }));
    sentences.join(" ")
}

/// Who attacked most often, and whom most often of all.
struct BusiestAttacker {
    attacker: String,
    count: u32,
    target: String,
    target_count: u32,
}

/// Returns who attacked most often, and whom. `None` if that was once, or as often as somebody
/// else.
fn find_busiest_attacker_unless_tied(report: &FightReport) -> Option<BusiestAttacker> {
    let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
    for attack in &report.attack_counts {
        *sums.entry(&attack.attacker).or_default() += attack.count;
    }
    let count = *sums.values().max()?;
    let busiest: Vec<&str> =
        sums.iter().filter(|(_, sum)| **sum == count).map(|(attacker, _)| *attacker).collect();
    let [attacker] = busiest.as_slice() else { return None };
    if count < 2 {
        return None;
    }
    // The counts are sorted, so the first one of the attacker is the highest.
    let mut attack_counts = report.attack_counts.iter();
    let commonest = attack_counts.find(|attack| attack.attacker == *attacker)?;
    Some(BusiestAttacker {
        attacker: commonest.attacker.clone(),
        count,
        target: commonest.target.clone(),
        target_count: commonest.count,
    })
}

/// Returns who of the players' side was left with the least health at the end, and how much, in
/// thousandths. `None` if no survivor of that side was hurt.
fn find_most_wounded_surviving_player(report: &FightReport) -> Option<(&str, u16)> {
    let mut wounded: Vec<(&str, u16)> = Vec::new();
    for course in &report.health_courses {
        // The last share is that at the end; it may be unknown.
        if let Some(Some(share)) = course.shares.last()
            && course.camp == Camp::Players
            && (1..1000).contains(share)
        {
            wounded.push((course.name.as_str(), *share));
        }
    }
    wounded.into_iter().min_by_key(|(_, share)| *share)
}

/// Formats all of a report for an export: with the seal and the secrets of the dice.
fn format_report_with_dice_secrets(report: &FightReport) -> String {
    let mut lines = vec![
        format_highlights(report, reader_style().format_name),
        format_report_statistics(report),
    ];
    if let (false, Some(seal)) = (report.dice_secrets.is_empty(), &report.dice_seal) {
        let secrets = report.dice_secrets.iter().map(|secret| format_code(secret).0);
        let secrets = FormattedText(join_names(&secrets.collect::<Vec<_>>()));
        lines.push(say!(reader_style(), "report-secret", secrets, seal = format_code(seal)));
    }
    lines.join("\n")
}

/// Formats where the dice can be checked, with the marks of the seal that has been opened and of
/// the one that later dice follow from. `None` while the GM keeps the secret.
fn format_seals_if_dice_revealed(report: &FightReport) -> Option<String> {
    if report.dice_secrets.is_empty() {
        return None;
    }
    let opened = format_seal_mark(report.first_dice_seal.as_ref()?);
    let next = format_seal_mark(report.dice_seal.as_ref()?);
    Some(say!(reader_style(), "report-sealed", seal = opened, next))
}

/// Formats rounds, acts and pace, who went down or left, losses and dice.
fn format_report_statistics(report: &FightReport) -> String {
    let mut lines = vec![format_rounds_acts_and_pace(report)];
    if !report.down.is_empty() {
        lines.push(say!(reader_style(), "report-down", names = format_names(&report.down)));
    }
    if !report.left.is_empty() {
        lines.push(say!(reader_style(), "report-left", names = format_names(&report.left)));
    }
    if !report.losses.is_empty() {
        let losses: Vec<String> = report
            .losses
            .iter()
            .map(|(name, losses)| format!("**{}** {losses}", escape_markdown(name)))
            .collect();
        lines.push(say!(reader_style(), "report-lost", lost = FormattedText(join_names(&losses))));
    }
    if !report.dice_sums.is_empty() {
        let dice: Vec<String> = report.dice_sums.iter().map(|sum| format_dice_sum(*sum)).collect();
        lines.push(say!(reader_style(), "report-dice", dice = FormattedText(join_names(&dice))));
    }
    lines.join("\n")
}

/// Formats how many rounds and acts a fight had, and how long a round took: in minutes, or from two
/// hours on in hours. The pace of a fight in one evening is not told.
fn format_rounds_acts_and_pace(report: &FightReport) -> String {
    let (rounds, acts) = (report.rounds, report.acts);
    let minutes_a_round = report.minutes / i64::from(rounds.max(1));
    let (pace, unit) = match minutes_a_round {
        ..6 => (None, VariantKey("minutes")),
        6..120 => (Some(minutes_a_round.to_string()), VariantKey("minutes")),
        _ => {
            let (hours, tenths) = (minutes_a_round / 60, minutes_a_round % 60 / 6);
            (Some(format!("{hours}.{tenths}")), VariantKey("hours"))
        }
    };
    say!(reader_style(), "report", rounds, acts, pace, unit)
}

fn format_names(names: &[String]) -> FormattedText {
    let names = collapse_numbered_names(reader_locale(), names);
    let names = names.iter().map(|name| format!("**{}**", escape_markdown(name)));
    FormattedText(join_names(&names.collect::<Vec<_>>()))
}

/// Formats how many dice of a kind were rolled, their sum, and the sum to be expected.
fn format_dice_sum(dice: DiceSum) -> String {
    let doubled = dice.doubled_expected_sum();
    let expected = format!("{}{}", doubled / 2, if doubled % 2 == 1 { ".5" } else { "" });
    let DiceSum { sides, count, sum } = dice;
    say!(reader_style(), "report-dice-sum", sides, count, sum, expected = FormattedText(expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::report::{AttackCount, HealthCourse};

    fn attack(attacker: &str, target: &str, camp: Camp, count: u32) -> AttackCount {
        AttackCount { attacker: attacker.into(), target: target.into(), camp, count, loss: 0 }
    }

    /// Returns the report of a fight of three rounds, in which Mira attacked most often.
    fn sample_report() -> FightReport {
        let course = |name: &str, share| HealthCourse {
            name: name.into(),
            camp: Camp::Players,
            shares: vec![Some(1000), Some(share)],
        };
        FightReport {
            rounds: 3,
            acts: 9,
            attack_counts: vec![
                attack("Mira", "Wolf", Camp::Players, 3),
                attack("Brute", "Ben", Camp::Foes, 2),
                attack("Mira", "Brute", Camp::Players, 1),
            ],
            falls: vec![("Wolf".into(), 1), ("Ben".into(), 2), ("Brute".into(), 3)],
            health_courses: vec![course("Mira", 250), course("Ben", 0), course("Old Tom", 900)],
            dice_secrets: vec!["5ec7e7".repeat(10)],
            first_dice_seal: Some("0123456789abcdef".into()),
            dice_seal: Some("fedcba9876543210".into()),
            ..FightReport::default()
        }
    }

    #[test]
    fn report_tells_the_fight_in_three_sentences_and_marks_the_seal() {
        let message = render_report(FightId(7), &sample_report());
        let lines: Vec<&str> = message.content.lines().collect();
        assert_eq!(
            lines[0],
            "**Mira** attacked most often: 4 times, mostly **Wolf**. **Wolf** fell first, in round \
             1, and **Brute** last, in round 3. **Mira** came closest to falling, with 25 % left."
        );
        let last = lines.last().unwrap();
        assert!(last.contains("`012345`") && last.contains("`fedcba`"), "{last}");
        assert!(!message.content.contains("5ec7e7"), "{}", message.content);
        let picture = message.picture.unwrap();
        assert!(picture.alt_text.starts_with("Mira attacked"), "{}", picture.alt_text);
        // An export has all that a check needs.
        assert!(format_report_with_dice_secrets(&sample_report()).contains(&"5ec7e7".repeat(10)));
    }

    #[test]
    fn report_begins_with_the_outcome_also_beside_the_picture() {
        let won = FightReport { outcome: Some("won".into()), ..sample_report() };
        let won = render_report(FightId(7), &won);
        let told = "Outcome: The party wins. **Mira** attacked";
        assert!(won.content.starts_with(told), "{}", won.content);
        let alt_text = won.picture.unwrap().alt_text;
        assert!(alt_text.starts_with("Outcome: The party wins. Mira attacked"), "{alt_text}");
    }

    #[test]
    fn nobody_attacked_most_often_if_all_did_so_equally_often_or_once() {
        for attack_counts in [
            vec![attack("Mira", "Wolf", Camp::Players, 2), attack("Wolf", "Mira", Camp::Foes, 2)],
            vec![attack("Mira", "Wolf", Camp::Players, 1)],
        ] {
            let equal =
                render_report(FightId(7), &FightReport { attack_counts, ..sample_report() });
            assert!(equal.content.starts_with("**Wolf** fell first"), "{}", equal.content);
        }
    }

    #[test]
    fn long_fight_is_told_in_hours_and_one_of_an_evening_in_minutes() {
        for (minutes, pace) in
            [(15, "9 acts."), (36, ", 12 minutes a round."), (420, ", 2.3 hours a round.")]
        {
            let numbers = format_report_statistics(&FightReport { minutes, ..sample_report() });
            assert!(numbers.lines().next().unwrap().ends_with(pace), "{numbers}");
        }
    }

    #[test]
    fn quiet_fight_has_a_report_without_a_picture() {
        let quiet = render_report(FightId(7), &FightReport::default());
        assert_eq!(quiet.content.lines().next(), Some("Nobody fell."));
        assert_eq!(quiet.picture, None);
    }
}
