//! How much players must read and press: seeded fights of each system, two against two and six
//! against six, played by sensible players (`tests/support/players/`) through the client of the
//! fake Discord.
//!
//! `cargo bench --bench table` prints the table of docs/TABLE.md. `RIPOSTE_FIGHTS=20` plays more
//! fights, `RIPOSTE_SYSTEM=dr12` only those of one system, and `RIPOSTE_TOLD=1` prints all messages
//! at the end. Without `--bench`, as the tests start it, it plays a few inputs of each and is
//! silent.

#[path = "../tests/support/killable.rs"]
mod killable;
// The tests of message invariants use the rest of it.
#[allow(dead_code)]
#[path = "../tests/support/players/mod.rs"]
mod players;

use std::collections::{BTreeMap, BTreeSet};

use players::controls::{PressCost, WaitSubject};
use players::people::TURN_END_VERBS;
use players::waits::WaitTracker;
use players::{Cast, PlayedFight, ShownMessage, Step};
use riposte::app::fight_state::FightState;
use riposte::app::ids::TurnId;
use riposte::engine::core::command::Command;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::fake_discord::{MessageChangeKind, Snowflake};

const FIGHTS: u64 = 4;
const MAX_INPUTS: usize = 120;
/// In how many turns of a fight the presses for each legal act are counted.
const MAX_CHECKED_TURNS: usize = 6;
/// How many characters a phone shows in one line.
const PHONE_LINE_CHARS: usize = 60;

fn main() {
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let fights_given = std::env::var("RIPOSTE_FIGHTS").ok().and_then(|number| number.parse().ok());
    let (fights, max_inputs) =
        if is_bench { (fights_given.unwrap_or(FIGHTS), MAX_INPUTS) } else { (1, 8) };
    if is_bench {
        println!("{}", Figures::format_head());
    }
    let only_system = std::env::var("RIPOSTE_SYSTEM").ok();
    for system in SYSTEM_KEYS
        .iter()
        .filter(|system| only_system.as_ref().is_none_or(|only_system| only_system == **system))
    {
        for side_size in [2, 6] {
            let mut sum = Figures::default();
            for seed in 0..fights {
                let play = move || play(system, side_size, seed, max_inputs);
                let played = players::run_on_large_stack(async move || play().await);
                sum.add(played.expect("the fight plays without a panic"));
            }
            if is_bench {
                println!("{}", sum.format_row(system, side_size));
            }
        }
    }
}

/// The counts of one fight, or the sums of several.
#[derive(Default)]
struct Figures {
    turns: u32,
    public_messages: u32,
    /// Waits for which a message in the channel was the first to ping.
    waits_in_public: u32,
    /// Messages in the channel that were the first to ping for no wait.
    extra_messages: u32,
    private_messages: u32,
    attacks: u32,
    /// Messages in the channel about attacks.
    attack_messages: u32,
    waits: u32,
    pings: u32,
    reminders: u32,
    /// The cost of each act that was done, by its verb.
    costs_by_verb: BTreeMap<String, Vec<PressCost>>,
    /// Acts that were typed for want of a control.
    typed: u32,
    legal_acts: u32,
    /// Legal acts for which there is no control.
    uncontrolled: u32,
    worst_cost: Option<PressCost>,
    characters: usize,
    board_lines: usize,
    board_combatants: usize,
    widest_line: usize,
    late_edits: u32,
    refused_edits: u32,
}

/// Plays a fight until it is over or so many inputs are given, and returns its figures.
async fn play(system: &'static str, side_size: usize, seed: u64, max_inputs: usize) -> Figures {
    let (mut fight, first) = PlayedFight::start(system, Cast::even(side_size), seed).await;
    let mut tally = Tally::default();
    tally.follow(&fight, &first);
    for _ in 0..max_inputs {
        let state = fight.load_state().await;
        tally.count_legal_acts(&fight, &state).await;
        let Some(step) = fight.play_step().await else { break };
        tally.follow(&fight, &step);
    }
    fight.discord.assert_no_violations();
    if is_verbose() {
        eprintln!("{}\n{}", fight.case, fight.transcript());
    }
    tally.into_figures(&fight)
}

/// Counts a fight while it is played.
#[derive(Default)]
struct Tally {
    figures: Figures,
    waits: WaitTracker,
    /// Each round with each actor in it.
    turns: BTreeSet<(u16, String)>,
    /// The greatest length of each public message.
    max_lengths: BTreeMap<Snowflake, usize>,
    /// The attack that is being resolved, with the turn in which it was made.
    attack: Option<Option<TurnId>>,
    /// The turns in which the presses for each legal act were counted.
    checked_turns: BTreeSet<TurnId>,
}

impl Tally {
    /// Counts all that happened in one step.
    fn follow(&mut self, fight: &PlayedFight, step: &Step) {
        self.waits.follow(fight, step);
        self.count_turns(step);
        self.count_messages(fight, step);
        self.count_attacks(fight, step);
        if let Some((_, command)) = &step.action.act {
            match step.action.cost {
                Some(cost) => {
                    self.figures.costs_by_verb.entry(command.verb.clone()).or_default().push(cost);
                }
                None => self.figures.typed += 1,
            }
        }
    }

    /// Notes the turns in which somebody has acted, or that a deadline has ended.
    fn count_turns(&mut self, step: &Step) {
        let round = step.before.game.round();
        if let Some((actor, _)) = &step.action.act {
            self.turns.insert((round, actor.clone()));
        } else if let Some(turn) = &step.before.turn
            && step.action.is_clock
            && step.after.turn.as_ref().map(|turn| turn.id) != Some(turn.id)
        {
            // A deadline has ended the turn.
            self.turns.extend(
                turn.awaited.actors.iter().map(|initiator| (round, format!("{initiator:?}"))),
            );
        }
    }

    /// Counts the messages that were posted and edited, and notes how long the public ones are.
    fn count_messages(&mut self, fight: &PlayedFight, step: &Step) {
        for change in &step.changes {
            match change.kind {
                MessageChangeKind::Posted if is_public(fight, change.message, step) => {
                    self.figures.public_messages += 1;
                    let first_pings =
                        self.waits.first_pings.get(&change.message).copied().unwrap_or_default();
                    self.figures.waits_in_public += first_pings;
                    if first_pings == 0 {
                        self.figures.extra_messages += 1;
                        print_extra_message(fight, change.message, step);
                    }
                }
                MessageChangeKind::Posted => self.figures.private_messages += 1,
                MessageChangeKind::EditedLate => self.figures.late_edits += 1,
                MessageChangeKind::EditRefused => {
                    self.figures.late_edits += 1;
                    self.figures.refused_edits += 1;
                }
                MessageChangeKind::Edited
                | MessageChangeKind::Updated
                | MessageChangeKind::Deleted => {}
            }
            let Some(shown) = fight.messages.get(&change.message) else { continue };
            if shown.dm_of.is_none() && !shown.message.is_pinned {
                let length = fight.normalize_text(&shown.message.prose_text()).chars().count();
                let longest = self.max_lengths.entry(change.message).or_default();
                *longest = length.max(*longest);
            }
        }
    }

    /// Counts the messages from an attack until no prompt is open, without those that begin another
    /// turn.
    fn count_attacks(&mut self, fight: &PlayedFight, step: &Step) {
        let is_attack = |(_, command): &(String, Command)| command.verb == "attack";
        if step.action.act.as_ref().is_some_and(is_attack) {
            self.figures.attacks += 1;
            let turn = step.before.turn.as_ref();
            self.attack = Some(turn.map(|turn| step.before.encrypt_turn_id(turn.id)));
        }
        let Some(attack_turn) = self.attack else { return };
        let begins_next_turn = |shown: &ShownMessage| {
            let mut turns =
                shown.controls().into_iter().filter_map(|control| match control.subject()? {
                    WaitSubject::Turn(turn) => Some(turn),
                    WaitSubject::Prompt(_) => None,
                });
            turns.any(|turn| Some(turn) != attack_turn)
        };
        let messages = step.posted().filter_map(|id| fight.messages.get(&id));
        let messages = messages.filter(|shown| shown.dm_of.is_none() && !begins_next_turn(shown));
        self.figures.attack_messages += messages.count() as u32;
        if step.after.prompts.is_empty() {
            self.attack = None;
        }
    }

    /// Counts the legal acts of the turn and the presses that they take.
    async fn count_legal_acts(&mut self, fight: &PlayedFight, state: &FightState) {
        let Some(turn) = state.turn.as_ref().filter(|_| state.prompts.is_empty()) else { return };
        if self.checked_turns.len() >= MAX_CHECKED_TURNS || !self.checked_turns.insert(turn.id) {
            return;
        }
        for (_, _, cost) in fight.list_legal_acts(state).await {
            self.figures.legal_acts += 1;
            match cost {
                Some(cost) => self.figures.worst_cost = self.figures.worst_cost.max(Some(cost)),
                None => self.figures.uncontrolled += 1,
            }
        }
    }

    /// Adds up the counts at the end of the fight.
    fn into_figures(mut self, fight: &PlayedFight) -> Figures {
        let figures = &mut self.figures;
        figures.turns = self.turns.len() as u32;
        (figures.waits, figures.pings, figures.reminders) =
            (self.waits.begun, self.waits.pings, self.waits.reminders);
        figures.characters = self.max_lengths.values().sum();
        for length in board_line_lengths(fight) {
            figures.board_combatants += 1;
            figures.board_lines += length.div_ceil(PHONE_LINE_CHARS);
            figures.widest_line = figures.widest_line.max(length);
        }
        self.figures
    }
}

/// Prints a message that is the first to ping for no wait, if `RIPOSTE_TOLD` is set.
fn print_extra_message(fight: &PlayedFight, id: Snowflake, step: &Step) {
    if !is_verbose() {
        return;
    }
    let shown = fight.messages.get(&id).or(step.previous.get(&id));
    let text =
        shown.map(|shown| fight.normalize_text(&shown.message.full_text())).unwrap_or_default();
    eprintln!("=== beyond the waits: {id}, when {}\n{text}", step.action.description);
}

/// Returns whether transcripts are printed: if `RIPOSTE_TOLD` is set.
fn is_verbose() -> bool {
    std::env::var_os("RIPOSTE_TOLD").is_some()
}

/// Returns whether a message is, or was before this step, in the channel.
fn is_public(fight: &PlayedFight, id: Snowflake, step: &Step) -> bool {
    let shown = fight.messages.get(&id).or(step.previous.get(&id));
    shown.is_some_and(|shown| shown.dm_of.is_none())
}

/// Returns the length in characters of each combatant's line on the board, which begins with its
/// name.
fn board_line_lengths(fight: &PlayedFight) -> Vec<usize> {
    let board = fight.messages.values().find(|shown| shown.message.is_pinned);
    let text =
        board.map(|shown| fight.normalize_text(&shown.message.prose_text())).unwrap_or_default();
    let line_length = |name: &&str| {
        let is_own = |line: &&str| {
            line.trim_start_matches(|letter: char| !letter.is_alphanumeric()).starts_with(*name)
        };
        text.lines().find(is_own).map(|line| line.chars().count())
    };
    players::combatant_names().filter_map(|name| line_length(&name)).collect()
}

impl Figures {
    /// Adds the figures of another fight.
    fn add(&mut self, other: Self) {
        for (total, more) in [
            (&mut self.turns, other.turns),
            (&mut self.public_messages, other.public_messages),
            (&mut self.waits_in_public, other.waits_in_public),
            (&mut self.extra_messages, other.extra_messages),
            (&mut self.private_messages, other.private_messages),
            (&mut self.attacks, other.attacks),
            (&mut self.attack_messages, other.attack_messages),
            (&mut self.waits, other.waits),
            (&mut self.pings, other.pings),
            (&mut self.reminders, other.reminders),
            (&mut self.typed, other.typed),
            (&mut self.legal_acts, other.legal_acts),
            (&mut self.uncontrolled, other.uncontrolled),
            (&mut self.late_edits, other.late_edits),
            (&mut self.refused_edits, other.refused_edits),
        ] {
            *total += more;
        }
        for (total, more) in [
            (&mut self.characters, other.characters),
            (&mut self.board_lines, other.board_lines),
            (&mut self.board_combatants, other.board_combatants),
        ] {
            *total += more;
        }
        for (verb, costs) in other.costs_by_verb {
            self.costs_by_verb.entry(verb).or_default().extend(costs);
        }
        self.worst_cost = self.worst_cost.max(other.worst_cost);
        self.widest_line = self.widest_line.max(other.widest_line);
    }

    fn format_head() -> String {
        let names = [
            "system",
            "against",
            "turns",
            "public messages a turn",
            "of them beyond one a wait",
            "waits a turn",
            "messages an attack",
            "private messages a turn",
            "pings a wait",
            "presses (taps): commonest act",
            "worst act",
            "acts to be typed",
            "characters a turn",
            "lines a combatant (widest)",
            "late edits a turn (refused in all)",
        ];
        let rule = names.map(|name| if name == "system" { "---" } else { "---:" });
        format!("| {} |\n|{}|", names.join(" | "), rule.join("|"))
    }

    fn format_row(&self, system: &str, side_size: usize) -> String {
        let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let per_turn = |part: u32| format!("{:.1}", ratio(f64::from(part), f64::from(self.turns)));
        let is_counted = |verb: &str| verb != "init" && !TURN_END_VERBS.contains(&verb);
        let commonest = self.costs_by_verb.iter().filter(|(verb, _)| is_counted(verb));
        let commonest = commonest.max_by_key(|(_, costs)| costs.len());
        let commonest = commonest.map_or_else(String::new, |(verb, costs)| {
            let mean = |count: fn(&PressCost) -> u32| {
                f64::from(costs.iter().map(count).sum::<u32>()) / costs.len() as f64
            };
            format!("{verb} {:.1} ({:.1})", mean(|cost| cost.presses), mean(|cost| cost.taps))
        });
        let worst = self
            .worst_cost
            .map_or_else(String::new, |cost| format!("{} ({})", cost.presses, cost.taps));
        let cells = [
            system.to_string(),
            format!("{side_size}"),
            self.turns.to_string(),
            per_turn(self.public_messages),
            per_turn(self.extra_messages),
            per_turn(self.waits_in_public),
            format!("{:.1}", ratio(f64::from(self.attack_messages), f64::from(self.attacks))),
            per_turn(self.private_messages),
            format!("{:.2}", ratio(f64::from(self.pings), f64::from(self.waits))),
            commonest,
            worst,
            format!(
                "{:.0} %",
                100.0 * ratio(f64::from(self.uncontrolled), f64::from(self.legal_acts))
            ),
            format!("{:.0}", ratio(self.characters as f64, f64::from(self.turns))),
            format!(
                "{:.1} ({})",
                ratio(self.board_lines as f64, self.board_combatants as f64),
                self.widest_line
            ),
            format!("{} ({})", per_turn(self.late_edits), self.refused_edits),
        ];
        format!("| {} |", cells.join(" | "))
    }
}
