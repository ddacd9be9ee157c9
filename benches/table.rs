//! What people are asked to read and press: seeded fights of each system, two against two and six
//! against six, played by sensible people through the real client and the stand-in
//! (`tests/seated/`).
//!
//! `cargo bench --bench table` prints the table of docs/TABLE.md. `RIPOSTE_FIGHTS=20` plays more of
//! them, `RIPOSTE_SYSTEM=dr12` those of one system, `RIPOSTE_TOLD=1` tells what everybody read in
//! the end. Without `--bench`, as the tests start it, it plays a few inputs of each and is silent.

#[path = "../tests/support/killable.rs"]
mod killable;
// The tests of the laws use the rest of it.
#[allow(dead_code)]
#[path = "../tests/support/players/mod.rs"]
mod players;

use std::collections::{BTreeMap, BTreeSet};

use players::controls::{Way, What};
use players::people::ENDS;
use players::waits::Waits;
use players::{Cast, Seated, Shown, Step};
use riposte::app::fight_state::FightState;
use riposte::app::ids::TurnId;
use riposte::engine::core::command::Command;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::fake_discord::{MessageChangeKind, Snowflake};

const FIGHTS: u64 = 4;
const MOST_INPUTS: usize = 120;
/// How often in a fight all that can be done is looked for.
const LOOKS: usize = 6;
/// What a phone shows in one line.
const LINE: usize = 60;

fn main() {
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let given = std::env::var("RIPOSTE_FIGHTS").ok().and_then(|number| number.parse().ok());
    let (fights, inputs) = if is_bench { (given.unwrap_or(FIGHTS), MOST_INPUTS) } else { (1, 8) };
    if is_bench {
        println!("{}", Figures::head());
    }
    let one = std::env::var("RIPOSTE_SYSTEM").ok();
    for system in SYSTEM_KEYS.iter().filter(|system| one.as_ref().is_none_or(|one| one == **system))
    {
        for each in [2, 6] {
            let mut all = Figures::default();
            for seed in 0..fights {
                let played = move || play(system, each, seed, inputs);
                let played = players::with_room(async move || played().await);
                all.add(played.expect("see above"));
            }
            if is_bench {
                println!("{}", all.row(system, each));
            }
        }
    }
}

/// What one fight, or several, came to.
#[derive(Default)]
struct Figures {
    turns: u32,
    public: u32,
    /// Waits that began with a message in the channel, and the messages there with which none did.
    openly: u32,
    beyond: u32,
    private: u32,
    attacks: u32,
    of_attacks: u32,
    waits: u32,
    pings: u32,
    nudges: u32,
    /// By verb, how far away what was done was, and how often it was done.
    done: BTreeMap<String, Vec<Way>>,
    typed: u32,
    legal: u32,
    /// Legal acts that no control says.
    unsaid: u32,
    worst: Option<Way>,
    letters: usize,
    board_lines: usize,
    board_people: usize,
    widest: usize,
    late_edits: u32,
    too_often: u32,
}

async fn play(system: &'static str, each: usize, seed: u64, inputs: usize) -> Figures {
    let (mut seated, first) = Seated::set(system, Cast::even(each), seed).await;
    let mut tally = Tally::default();
    tally.follow(&seated, &first);
    for _ in 0..inputs {
        let now = seated.now().await;
        tally.looks_for_ways(&seated, &now).await;
        let Some(step) = seated.goes_on().await else { break };
        tally.follow(&seated, &step);
    }
    seated.discord.assert_no_violations();
    if is_told() {
        eprintln!("{}\n{}", seated.case, seated.story());
    }
    tally.closes(&seated)
}

/// A fight that is being counted.
#[derive(Default)]
struct Tally {
    figures: Figures,
    waits: Waits,
    /// Who acted in which round.
    turns: BTreeSet<(u16, String)>,
    /// The longest that each public message ever was.
    letters: BTreeMap<Snowflake, usize>,
    /// The attack that is going on: the turn in which it was made.
    attack: Option<Option<TurnId>>,
    /// The turns in which all that can be done was looked for.
    looked: BTreeSet<TurnId>,
}

impl Tally {
    fn follow(&mut self, seated: &Seated, step: &Step) {
        self.waits.follow(seated, step);
        self.counts_turns(step);
        self.counts_messages(seated, step);
        self.counts_attacks(seated, step);
        if let Some((_, words)) = &step.did.act {
            match step.did.way {
                Some(way) => {
                    self.figures.done.entry(words.verb.clone()).or_default().push(way);
                }
                None => self.figures.typed += 1,
            }
        }
    }

    fn counts_turns(&mut self, step: &Step) {
        let round = step.before.game.round();
        if let Some((who, _)) = &step.did.act {
            self.turns.insert((round, who.clone()));
        } else if let Some(turn) = &step.before.turn
            && step.did.is_clock
            && step.after.turn.as_ref().map(|turn| turn.id) != Some(turn.id)
        {
            // Time ran out.
            self.turns.extend(turn.awaited.actors.iter().map(|by| (round, format!("{by:?}"))));
        }
    }

    fn counts_messages(&mut self, seated: &Seated, step: &Step) {
        for touch in &step.touches {
            match touch.kind {
                MessageChangeKind::Posted if is_public(seated, touch.message, step) => {
                    self.figures.public += 1;
                    let calls = self.waits.calls.get(&touch.message).copied().unwrap_or_default();
                    self.figures.openly += calls;
                    if calls == 0 {
                        self.figures.beyond += 1;
                        tells_of_one_beyond(seated, touch.message, step);
                    }
                }
                MessageChangeKind::Posted => self.figures.private += 1,
                MessageChangeKind::EditedLate => self.figures.late_edits += 1,
                MessageChangeKind::EditRefused => {
                    self.figures.late_edits += 1;
                    self.figures.too_often += 1;
                }
                MessageChangeKind::Edited
                | MessageChangeKind::Updated
                | MessageChangeKind::Deleted => {}
            }
            let Some(shown) = seated.shown.get(&touch.message) else { continue };
            if shown.dm_of.is_none() && !shown.message.is_pinned {
                let length = seated.read(&shown.message.prose_text()).chars().count();
                let longest = self.letters.entry(touch.message).or_default();
                *longest = length.max(*longest);
            }
        }
    }

    /// From the attack until nothing is asked any more; what begins another turn is not of it.
    fn counts_attacks(&mut self, seated: &Seated, step: &Step) {
        let is_attack = |(_, words): &(String, Command)| words.verb == "attack";
        if step.did.act.as_ref().is_some_and(is_attack) {
            self.figures.attacks += 1;
            let turn = step.before.turn.as_ref();
            self.attack = Some(turn.map(|turn| step.before.encrypt_turn_id(turn.id)));
        }
        let Some(made_in) = self.attack else { return };
        let is_next = |shown: &Shown| {
            let mut turns = shown.controls().into_iter().filter_map(|one| match one.about()? {
                What::Turn(turn) => Some(turn),
                What::Prompt(_) => None,
            });
            turns.any(|turn| Some(turn) != made_in)
        };
        let own = step.posted().filter_map(|id| seated.shown.get(&id));
        let own = own.filter(|shown| shown.dm_of.is_none() && !is_next(shown));
        self.figures.of_attacks += own.count() as u32;
        if step.after.prompts.is_empty() {
            self.attack = None;
        }
    }

    /// All that those whose turn it is may do, and how far away it is.
    async fn looks_for_ways(&mut self, seated: &Seated, now: &FightState) {
        let Some(turn) = now.turn.as_ref().filter(|_| now.prompts.is_empty()) else { return };
        if self.looked.len() >= LOOKS || !self.looked.insert(turn.id) {
            return;
        }
        for (_, _, way) in seated.legal_acts(now).await {
            self.figures.legal += 1;
            match way {
                Some(way) => self.figures.worst = self.figures.worst.max(Some(way)),
                None => self.figures.unsaid += 1,
            }
        }
    }

    fn closes(mut self, seated: &Seated) -> Figures {
        let figures = &mut self.figures;
        figures.turns = self.turns.len() as u32;
        (figures.waits, figures.pings, figures.nudges) =
            (self.waits.begun, self.waits.pings, self.waits.nudges);
        figures.letters = self.letters.values().sum();
        for lines in boards(seated) {
            figures.board_people += 1;
            figures.board_lines += lines.div_ceil(LINE);
            figures.widest = figures.widest.max(lines);
        }
        self.figures
    }
}

/// A message with which nobody began to be waited for.
fn tells_of_one_beyond(seated: &Seated, id: Snowflake, step: &Step) {
    if !is_told() {
        return;
    }
    let shown = seated.shown.get(&id).or(step.were.get(&id));
    let text = shown.map(|shown| seated.read(&shown.message.full_text())).unwrap_or_default();
    eprintln!("=== beyond the waits: {id}, when {}\n{text}", step.did.told);
}

fn is_told() -> bool {
    std::env::var_os("RIPOSTE_TOLD").is_some()
}

fn is_public(seated: &Seated, id: Snowflake, step: &Step) -> bool {
    let shown = seated.shown.get(&id).or(step.were.get(&id));
    shown.is_some_and(|shown| shown.dm_of.is_none())
}

/// How long the summary's line of each combatant is: the one that begins with their name.
fn boards(seated: &Seated) -> Vec<usize> {
    let board = seated.shown.values().find(|shown| shown.message.is_pinned);
    let text = board.map(|shown| seated.read(&shown.message.prose_text())).unwrap_or_default();
    let own_line = |name: &&str| {
        let is_own = |line: &&str| {
            line.trim_start_matches(|letter: char| !letter.is_alphanumeric()).starts_with(*name)
        };
        text.lines().find(is_own).map(|line| line.chars().count())
    };
    players::names().filter_map(|name| own_line(&name)).collect()
}

impl Figures {
    fn add(&mut self, other: Self) {
        for (sum, more) in [
            (&mut self.turns, other.turns),
            (&mut self.public, other.public),
            (&mut self.openly, other.openly),
            (&mut self.beyond, other.beyond),
            (&mut self.private, other.private),
            (&mut self.attacks, other.attacks),
            (&mut self.of_attacks, other.of_attacks),
            (&mut self.waits, other.waits),
            (&mut self.pings, other.pings),
            (&mut self.nudges, other.nudges),
            (&mut self.typed, other.typed),
            (&mut self.legal, other.legal),
            (&mut self.unsaid, other.unsaid),
            (&mut self.late_edits, other.late_edits),
            (&mut self.too_often, other.too_often),
        ] {
            *sum += more;
        }
        for (sum, more) in [
            (&mut self.letters, other.letters),
            (&mut self.board_lines, other.board_lines),
            (&mut self.board_people, other.board_people),
        ] {
            *sum += more;
        }
        for (verb, ways) in other.done {
            self.done.entry(verb).or_default().extend(ways);
        }
        self.worst = self.worst.max(other.worst);
        self.widest = self.widest.max(other.widest);
    }

    fn head() -> String {
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

    fn row(&self, system: &str, each: usize) -> String {
        let of = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let a_turn = |part: u32| format!("{:.1}", of(f64::from(part), f64::from(self.turns)));
        let is_something = |verb: &str| verb != "init" && !ENDS.contains(&verb);
        let commonest = self.done.iter().filter(|(verb, _)| is_something(verb));
        let commonest = commonest.max_by_key(|(_, ways)| ways.len());
        let commonest = commonest.map_or_else(String::new, |(verb, ways)| {
            let mean = |of: fn(&Way) -> u32| {
                f64::from(ways.iter().map(of).sum::<u32>()) / ways.len() as f64
            };
            format!("{verb} {:.1} ({:.1})", mean(|way| way.presses), mean(|way| way.taps))
        });
        let worst =
            self.worst.map_or_else(String::new, |way| format!("{} ({})", way.presses, way.taps));
        let cells = [
            system.to_string(),
            format!("{each}"),
            self.turns.to_string(),
            a_turn(self.public),
            a_turn(self.beyond),
            a_turn(self.openly),
            format!("{:.1}", of(f64::from(self.of_attacks), f64::from(self.attacks))),
            a_turn(self.private),
            format!("{:.2}", of(f64::from(self.pings), f64::from(self.waits))),
            commonest,
            worst,
            format!("{:.0} %", 100.0 * of(f64::from(self.unsaid), f64::from(self.legal))),
            format!("{:.0}", of(self.letters as f64, f64::from(self.turns))),
            format!(
                "{:.1} ({})",
                of(self.board_lines as f64, self.board_people as f64),
                self.widest
            ),
            format!("{} ({})", a_turn(self.late_edits), self.too_often),
        ];
        format!("| {} |", cells.join(" | "))
    }
}
