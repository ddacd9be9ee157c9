//! Renders a finished fight as one HTML page on which it can be watched again, act by act: the
//! board, the words, the dice, and the check of their seal.
//!
//! The page needs no network and no other file. This module makes its data; scripts and styles are
//! in `data/replay/`. All that the page shows comes from the views and events of its reader, so it
//! has nothing that the reader may not know.

mod page;
mod rich_text;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::map::portraits::find_portrait;
use super::map::replay_board::{BoardParts, BoardState};
use super::messages::speech::readable_text;
use super::messages::story::{self, PlayedBy};
use super::messages::text::{join_names, remove_direction_controls};
use super::messages::{format_paragraphs, reader_locale};
use app::export::{ReplayExport, ReplayReader};
use app::fight_log::LogEntry;
use app::speech::Speech;
use engine::game::Narrative;
use engine::visibility::view::{FightView, TurnStatus};
use narration::catalogue::FormattedText;
use narration::{say, terms};
use rich_text::{TextSpan, parse_styled_text_and_dice};

/// What the scripts of the page read.
#[derive(Serialize)]
struct ReplayData<'a> {
    /// The system and how the fight ended.
    title: String,
    /// Who played, when and where, and for whose eyes the page is.
    about: Vec<Vec<TextSpan>>,
    steps: Vec<ReplayStep>,
    parts: BoardParts,
    /// The addresses of portraits by the ids of their combatants. The pictures are within them.
    portraits: BTreeMap<u8, String>,
    /// The tale of the fight, and its numbers.
    report: Vec<Vec<TextSpan>>,
    /// The dice ledger of docs/DICE.md.
    dice: &'a Option<Value>,
    /// The sentences of the page by their names in its scripts.
    words: BTreeMap<&'static str, String>,
}

/// One act with what follows from it, and how the fight stood then.
#[derive(Serialize)]
struct ReplayStep {
    /// The inputs that it tells, as the log numbers them. The board shows the fight after the last.
    revisions: Vec<i64>,
    /// The time of the last input in milliseconds since 1970.
    at: i64,
    /// The round in which it was done; 0 before the fight.
    round: u16,
    lines: Vec<StepLine>,
    board: BoardState,
}

/// A line of the record.
#[derive(Serialize)]
struct StepLine {
    /// The round that begins before this line.
    #[serde(skip_serializing_if = "Option::is_none")]
    began: Option<u16>,
    /// Who says the line, if it is words in character.
    #[serde(skip_serializing_if = "Option::is_none")]
    speaker: Option<String>,
    /// What was played when the line was said has been undone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_undone: bool,
    text: Vec<TextSpan>,
}

impl StepLine {
    /// Creates a line that nobody in particular says.
    fn new(text: Vec<TextSpan>) -> Self {
        Self { began: None, speaker: None, is_undone: false, text }
    }
}

/// Renders the page. Returns `None` if the data cannot be written as JSON.
pub fn render_replay_page(replay: &ReplayExport) -> Option<String> {
    let mut parts = BoardParts::default();
    let steps = build_steps_joining_setup_and_wordless(replay, &mut parts).ok()?;
    let data = ReplayData {
        title: format_title(&replay.story.view),
        about: format_players_and_reader(replay),
        steps,
        parts,
        portraits: list_loaded_portraits_as_data_urls(&replay.story.view),
        report: story::format_highlights_and_statistics(&replay.story.report)
            .iter()
            .map(|line| parse_styled_text_and_dice(line))
            .collect(),
        dice: &replay.dice,
        words: build_page_sentences(),
    };
    let no_script = say!(reader_locale(), "replay-no-script");
    let (language, json) = (reader_locale().tag(), serde_json::to_string(&data).ok()?);
    Some(page::assemble_page(language, &data.title, &no_script, &json))
}

/// Returns the portraits that have been loaded, as the page draws them, by the ids of their
/// combatants.
fn list_loaded_portraits_as_data_urls(view: &FightView) -> BTreeMap<u8, String> {
    let mut data_urls = BTreeMap::new();
    for (who, address) in &view.portraits {
        if let Some(Some(portrait)) = find_portrait(address)
            && let Some(data_url) = portrait.to_data_url()
        {
            data_urls.insert(who.0, data_url);
        }
    }
    data_urls
}

fn format_title(view: &FightView) -> String {
    let outcome = terms::outcome_text(reader_locale(), view.outcome.as_deref().unwrap_or_default());
    let system = terms::system_name(reader_locale(), &view.system);
    remove_direction_controls(&say!(reader_locale(), "status-title-over", system, outcome))
}

/// Says who played, when, and whose knowledge the page shows.
fn format_players_and_reader(replay: &ReplayExport) -> Vec<Vec<TextSpan>> {
    let reader = match &replay.reader {
        ReplayReader::Gm => say!(reader_locale(), "replay-for-gm"),
        ReplayReader::Onlooker => say!(reader_locale(), "replay-for-onlookers"),
        ReplayReader::Player(names) => {
            say!(reader_locale(), "replay-for-player", names = join_names(names))
        }
    };
    let players = story::format_players(&replay.story.view, PlayedBy::Users);
    let mut about: Vec<Vec<TextSpan>> =
        players.iter().map(|line| parse_styled_text_and_dice(line)).collect();
    about.push(vec![TextSpan::Plain(remove_direction_controls(&reader))]);
    about
}

/// Makes a step of each entry. What comes before the fight is one step, and an entry without words
/// belongs to the step before it.
fn build_steps_joining_setup_and_wordless(
    replay: &ReplayExport,
    parts: &mut BoardParts,
) -> Result<Vec<ReplayStep>, serde_json::Error> {
    let entries = &replay.story.entries;
    let set_up_length = entries.iter().take_while(|entry| entry.round == 0).count();
    let (set_up, played) = entries.split_at(set_up_length);
    let (set_up_views, views) = replay.views.split_at(set_up_length.min(replay.views.len()));
    let mut steps: Vec<ReplayStep> = Vec::new();
    if let (Some(last), Some(view)) = (set_up.last(), set_up_views.last()) {
        steps.push(ReplayStep {
            revisions: set_up.iter().map(|entry| entry.revision).collect(),
            at: last.timestamp.as_millisecond(),
            round: 0,
            lines: build_set_up_lines(set_up),
            board: parts.add_view(view)?,
        });
    }
    for (entry, view) in played.iter().zip(views) {
        let lines = build_step_lines(entry);
        let board = parts.add_view(view)?;
        if lines.is_empty()
            && let Some(previous) = steps.last_mut()
        {
            previous.revisions.push(entry.revision);
            previous.board = board;
            continue;
        }
        steps.push(ReplayStep {
            revisions: vec![entry.revision],
            at: entry.timestamp.as_millisecond(),
            round: entry.round,
            lines,
            board,
        });
    }
    Ok(steps)
}

/// Formats the lines of all entries before the fight: what was done, and then what was said.
fn build_set_up_lines(set_up: &[LogEntry]) -> Vec<StepLine> {
    let narratives: Vec<Narrative> =
        set_up.iter().filter_map(|entry| entry.narrative.clone()).collect();
    let mut lines = to_step_lines_marking_round_start(None, &format_paragraphs(&narratives));
    lines.extend(set_up.iter().flat_map(|entry| &entry.speech).flat_map(to_spoken_lines));
    lines
}

/// Formats the lines of an entry, with the rounds that begin between them. Words in character are
/// a line of their own.
fn build_step_lines(entry: &LogEntry) -> Vec<StepLine> {
    let mut lines = Vec::new();
    if let Some(narrative) = &entry.narrative {
        for part in narrative.split_at_round_starts() {
            let paragraphs = format_paragraphs(&[part.narrative]);
            lines.extend(to_step_lines_marking_round_start(part.started_round, &paragraphs));
        }
    }
    if let Some(speech) = &entry.speech {
        lines.extend(to_spoken_lines(speech));
    }
    lines
}

/// Makes a line of each line of words in character, without empty ones. They are shown as they were
/// typed.
fn to_spoken_lines(speech: &Speech) -> Vec<StepLine> {
    let mut spoken_lines = Vec::new();
    for line in readable_text(speech).lines() {
        let text = remove_direction_controls(line);
        if text.trim().is_empty() {
            continue;
        }
        spoken_lines.push(StepLine {
            speaker: Some(remove_direction_controls(&speech.name)),
            is_undone: speech.is_undone_moment,
            ..StepLine::new(vec![TextSpan::Plain(text)])
        });
    }
    spoken_lines
}

/// Makes a line of each line of some paragraphs. The round that begins, if any, is marked at the
/// first of them, or at an empty one if there is none.
fn to_step_lines_marking_round_start(began: Option<u16>, paragraphs: &[String]) -> Vec<StepLine> {
    let mut step_lines = Vec::new();
    for line in paragraphs.iter().flat_map(|paragraph| paragraph.lines()) {
        step_lines.push(StepLine::new(parse_styled_text_and_dice(line)));
    }
    if began.is_none() {
        return step_lines;
    }
    match step_lines.first_mut() {
        Some(first) => first.began = began,
        None => step_lines.push(StepLine { began, ..StepLine::new(Vec::new()) }),
    }
    step_lines
}

/// Returns the sentences of the page in the reader's language, by the keys that its script uses.
fn build_page_sentences() -> BTreeMap<&'static str, String> {
    board_sentences()
        .into_iter()
        .chain(control_sentences())
        .chain(record_sentences())
        .chain(dice_sentences())
        .collect()
}

/// Returns a part of a sentence in braces, which the script of the page replaces by a value.
fn placeholder(name: &str) -> FormattedText {
    FormattedText(format!("{{{name}}}"))
}

/// Returns the sentences about combatants and zones on the board.
fn board_sentences() -> Vec<(&'static str, String)> {
    let mark = |status| terms::turn_mark_text(reader_locale(), status);
    let (attacker, target) = (placeholder("attacker"), placeholder("target"));
    vec![
        ("status-acting", mark(TurnStatus::Acting)),
        ("status-ready", mark(TurnStatus::Ready)),
        ("status-spent", mark(TurnStatus::Spent)),
        ("status-out", mark(TurnStatus::Out)),
        ("nobody", say!(reader_locale(), "nobody")),
        ("nextTo", say!(reader_locale(), "next-to", zones = placeholder("zones"))),
        ("gone", say!(reader_locale(), "picture-gone", names = placeholder("names"))),
        ("feet", say!(reader_locale(), "picture-feet", feet = placeholder("feet"))),
        ("attackLine", say!(reader_locale(), "map-attack", attacker, target)),
        ("offMap", say!(reader_locale(), "replay-off-map")),
        ("map", say!(reader_locale(), "replay-map")),
        ("combatants", say!(reader_locale(), "replay-combatants")),
        ("column-name", say!(reader_locale(), "replay-name")),
        ("column-health", say!(reader_locale(), "replay-health")),
        ("column-place", say!(reader_locale(), "replay-place")),
        ("column-notes", say!(reader_locale(), "replay-notes")),
    ]
}

/// Returns the sentences of the buttons and of the place in the fight.
fn control_sentences() -> Vec<(&'static str, String)> {
    let (step, steps) = (placeholder("step"), placeholder("steps"));
    vec![
        ("round", say!(reader_locale(), "story-round", round = placeholder("round"))),
        ("setUp", say!(reader_locale(), "replay-set-up")),
        ("step", say!(reader_locale(), "replay-step", step, steps)),
        ("controls", say!(reader_locale(), "replay-controls")),
        ("position", say!(reader_locale(), "replay-position")),
        ("button-first", say!(reader_locale(), "replay-first")),
        ("button-previous", say!(reader_locale(), "replay-previous")),
        ("button-play", say!(reader_locale(), "replay-play")),
        ("button-pause", say!(reader_locale(), "replay-pause")),
        ("button-next", say!(reader_locale(), "replay-next")),
        ("button-last", say!(reader_locale(), "replay-last")),
        ("speed", say!(reader_locale(), "replay-speed")),
        ("slow", say!(reader_locale(), "replay-slow")),
        ("normal", say!(reader_locale(), "replay-normal")),
        ("fast", say!(reader_locale(), "replay-fast")),
        ("keys", say!(reader_locale(), "replay-keys")),
        ("rounds", say!(reader_locale(), "replay-rounds")),
    ]
}

/// Returns the sentences about the record of the fight, and about the ways of combatants in it.
fn record_sentences() -> Vec<(&'static str, String)> {
    let (name, way) = (placeholder("name"), placeholder("way"));
    let (place, round) = (placeholder("where"), placeholder("round"));
    vec![
        ("record", say!(reader_locale(), "replay-record")),
        ("wholeRecord", say!(reader_locale(), "replay-whole-record")),
        ("way", say!(reader_locale(), "replay-way", name, way)),
        ("wayPart", say!(reader_locale(), "replay-way-part", place, round)),
        ("undone", say!(reader_locale(), "replay-undone")),
        ("report", say!(reader_locale(), "replay-report")),
    ]
}

/// Returns the sentences about dice, cards and the seal of the dice.
fn dice_sentences() -> Vec<(&'static str, String)> {
    let (dice, seal) = (placeholder("dice"), placeholder("seal"));
    let draw = placeholder("number");
    vec![
        ("dice", say!(reader_locale(), "replay-dice")),
        ("diceOfStep", say!(reader_locale(), "replay-dice-of-step")),
        ("drawNumber", say!(reader_locale(), "replay-draw", draw)),
        ("hiddenDraw", say!(reader_locale(), "replay-hidden-draw", draw)),
        ("card", say!(reader_locale(), "replay-card", card = placeholder("card"))),
        ("sealHolds", say!(reader_locale(), "replay-seal-holds", dice, seal)),
        ("sealHoldsOpen", say!(reader_locale(), "replay-seal-holds-open", dice, seal)),
        ("sealBreaks", say!(reader_locale(), "replay-seal-breaks", reason = placeholder("reason"))),
        ("sealKept", say!(reader_locale(), "replay-seal-kept", seal)),
        ("sealMissing", say!(reader_locale(), "replay-seal-missing")),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::map::portraits::tests::two_coloured_png;
    use super::super::map::portraits::{Portrait, cache_portrait};
    use super::*;
    use engine::core::ids::CombatantId;

    #[test]
    fn page_has_the_portraits_that_could_be_loaded() {
        let address = |who: u8| format!("https://replays.example/{who}.png");
        cache_portrait(
            &address(1),
            Portrait::decode_png_cropped_to_square(&two_coloured_png(50, 50)).ok(),
        );
        cache_portrait(&address(2), None);
        let portraits = (1..4).map(|who| (CombatantId(who), address(who))).collect();
        let shown =
            list_loaded_portraits_as_data_urls(&FightView { portraits, ..FightView::default() });
        assert_eq!(shown.keys().collect::<Vec<_>>(), [&1]);
        assert!(shown[&1].starts_with("data:image/png;base64,"));
    }
}
