//! Invariants of messages, over fights that sensible players play through the client, with two to
//! twelve combatants. After every press, typed input and deadline:
//!
//! - T1: each user for whom the fight waits has been pinged since the wait began, by a message that
//!   has controls for it or replies to one that has;
//! - T2: the app takes every press, tried on a copy of the fight by the user whom the control is
//!   for, or the press opens something whose controls are taken; a settled message has no controls;
//! - T3: nobody else is pinged, and nobody twice for the same wait, reminders aside; phones keep
//!   silent at a post that pings nobody;
//! - T4: no sentence about one event stands in two messages of the channel, no message says only
//!   that something is over, and no private answer says only that something is done; a heading
//!   stands over acts and is said once in a row, and a round begins under its own;
//! - T5: every legal act of a turn takes at most three presses;
//! - T6: every message is the one that the stored fight renders now, and a fight in which requests
//!   failed and the bot was killed at random moments ends with the same messages as one without;
//! - T7: with other hidden facts the same is rendered for everybody but the GMs;
//! - no player gets a prompt with only one possible answer, unless a setting wants the press.
//!
//! In every second fight requests fail and the bot is killed at random moments. Messages are
//! identified by their ids and followed through their edits, whatever their text says.
//! `RIPOSTE_FIGHTS=200 cargo test --release --test discord message_invariants` plays more fights of
//! each system, from the seed `RIPOSTE_FIRST` on; `RIPOSTE_TOLD=1` prints all of them.
//!
//! [`super::random_tables`] does what these players do not: undo, lend characters and hand over.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use riposte::app::fight_state::FightState;
use riposte::app::ids::TurnId;
use riposte::app::outbox::{Audience, Delivery};
use riposte::discord::messages;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::UserId;
use riposte::engine::game::{Game, Prompt};
use riposte::engine::visibility::view::Viewer;
use riposte::fake_discord::{MessageChangeKind, Snowflake, spell_out_command_mentions};
use riposte::narration::pseudo_language;
use serde_json::Value;

use crate::full_message::comparable_text;
use crate::players::controls::{Control, PressCost, PressEffect, WaitSubject, list_controls};
use crate::players::waits::{PingFault, WaitTracker};
use crate::players::{self, Cast, PlayedFight, ShownMessage, Step};

const FIGHTS: u64 = 2;
const MAX_INPUTS: usize = 40;
/// Seeds of fights that have violated an invariant in the past.
const REGRESSION_SEEDS: [(&str, u64); 6] = [
    ("cards", 1011),
    ("fates", 1016),
    ("factions", 2006),
    ("factions", 2010),
    ("factions", 2102),
    ("factions", 2112),
];
/// T3: Discord's flag for a message that makes no sound.
const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
/// Discord's type of the message that tells of a pin.
const PIN_NOTICE: i64 = 6;
/// How many violations of an invariant are printed for each system.
const MAX_REPORTED: usize = 3;
/// T5: the most presses that an act may take.
const MAX_PRESSES: u32 = 3;
/// T4: shorter sentences, such as names and results, may be repeated.
const MIN_WORDS: usize = 4;
/// T4: marks of lines with a question, an answer or dice, which may be the same at a later event.
const RECURRING: [&str; 7] = ["?", " may step in", "Answer", "No answer", " = ", " d20 ", " d6 "];
/// T4: how close together two messages are that one heading serves, in milliseconds.
const MAX_APART_MS: i64 = 50 * 60 * 1000;
/// T5: in how many turns of a fight all legal acts are looked for.
const MAX_CHECKED_TURNS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Invariant {
    T1,
    T2,
    /// A control of a turn that is refused only because a prompt suspends the turn.
    T2Suspended,
    T3,
    /// A sentence that stands in two messages.
    T4Repeated,
    /// A message that says only that something is over.
    T4OnlyClosed,
    /// A private answer without news.
    T4NoNews,
    /// A heading over nothing, over what it does not name, or said twice in a row.
    T4Heading,
    T5,
    T6,
    T7,
    /// A prompt with only one answer.
    SingleAnswer,
}

use Invariant::{
    SingleAnswer, T1, T2, T2Suspended, T3, T4Heading, T4NoNews, T4OnlyClosed, T4Repeated, T5, T6,
    T7,
};

/// The seeds of the fights to play: `fights` of them, unless the environment says otherwise.
pub fn seeds(fights: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first = number("RIPOSTE_FIRST").unwrap_or(0);
    first..first + number("RIPOSTE_FIGHTS").unwrap_or(fights)
}

/// Plays fights of a system, and panics with the violations that it finds.
#[track_caller]
fn assert_invariants_hold(system: &'static str) {
    let (mut counts, mut report) = (BTreeMap::<_, usize>::new(), String::new());
    let known = REGRESSION_SEEDS
        .iter()
        .filter(|(of_system, _)| *of_system == system)
        .map(|(_, seed)| *seed);
    for seed in seeds(FIGHTS).chain(known) {
        let found = players::run_on_large_stack(async move || play(system, seed).await);
        for (invariant, explanation) in found.expect("the fight plays without a panic") {
            let count = counts.entry(invariant).or_default();
            *count += 1;
            if *count <= MAX_REPORTED {
                report += &format!("{invariant:?}: {explanation}\n");
            }
        }
    }
    assert!(counts.is_empty(), "{system}: {counts:?}\n{report}");
}

/// Plays a fight in the pseudo-language, which is longer than English and has other letters.
/// Nothing that the bot says is without its mark.
#[track_caller]
fn assert_invariants_hold_in_pseudo_language(system: &'static str) {
    let found = players::run_on_large_stack(async move || {
        let locale = pseudo_language::TAG;
        let (mut fight, first) =
            PlayedFight::start_in_language(system, Cast::random(2), 2, locale).await;
        let mut checker = InvariantChecker::default();
        checker.check_step(&mut fight, &first).await;
        for _ in 0..MAX_INPUTS {
            let Some(step) = fight.play_step().await else { break };
            checker.check_step(&mut fight, &step).await;
        }
        fight.discord.assert_no_violations();
        let is_of_bot = |shown: &&ShownMessage| shown.message.json["type"] != PIN_NOTICE;
        let said = fight.messages.values().filter(is_of_bot);
        let said: Vec<String> = said.map(|shown| shown.message.full_text()).collect();
        let state = fight.load_state().await;
        let names = list_given_names(&state);
        let english: BTreeSet<String> = said
            .iter()
            .flat_map(|text| pseudo_language::list_untranslated_words(text, &names))
            .collect();
        let told = |word: &String| said.iter().find(|text| text.contains(word.as_str())).cloned();
        let english: Vec<_> =
            english.into_iter().map(|word| (told(&word).unwrap_or_default(), word)).collect();
        let mut violations = checker.violations;
        // Headings are recognized by their English words.
        violations.retain(|(invariant, _)| *invariant != T4Heading);
        (violations, english)
    });
    let (violations, english) = found.expect("the fight plays without a panic");
    assert!(violations.is_empty(), "{system}: {violations:?}");
    let words: Vec<&String> = english.iter().map(|(_, word)| word).collect();
    assert!(words.is_empty(), "{system} says in English: {words:?}\n{english:#?}");
}

/// Returns the names in a fight that people gave, which are the same in every language.
fn list_given_names(state: &FightState) -> Vec<String> {
    let members = state.members.iter();
    let of_members =
        members.flat_map(|member| [Some(member.name.clone()), member.true_name.clone()]);
    let view = state.game.view_for(Viewer::Gm);
    let of_zones = view.zones.iter().map(|zone| zone.name.clone());
    of_members.flatten().chain(of_zones).collect()
}

/// Makes the tests for each system.
macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn messages_keep_all_invariants() {
                super::assert_invariants_hold(stringify!($name));
            }

            #[test]
            fn messages_keep_all_invariants_in_another_language() {
                super::assert_invariants_hold_in_pseudo_language(stringify!($name));
            }

            #[test]
            fn faulty_fight_ends_with_the_same_messages() {
                super::assert_same_with_faults(stringify!($name));
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

async fn play(system: &'static str, seed: u64) -> Vec<(Invariant, String)> {
    let (mut fight, first) = start_fight(system, seed, seed % 2 == 1).await;
    let mut checker = InvariantChecker::default();
    checker.check_step(&mut fight, &first).await;
    for _ in 0..MAX_INPUTS {
        let Some(step) = fight.play_step().await else { break };
        checker.check_step(&mut fight, &step).await;
    }
    if std::env::var_os("RIPOSTE_TOLD").is_some() {
        println!("{}\n{}", fight.case, fight.transcript());
    }
    fight.discord.assert_no_violations();
    checker.violations
}

/// Starts a fight with a random cast.
async fn start_fight(system: &'static str, seed: u64, is_faulty: bool) -> (PlayedFight, Step) {
    let cast = Cast::random(seed);
    match is_faulty {
        true => PlayedFight::start_with_faults(system, cast, seed).await,
        false => PlayedFight::start(system, cast, seed).await,
    }
}

/// A sentence that the channel has read.
#[derive(Clone, Copy)]
struct Sentence {
    /// The step in which it was posted.
    step: usize,
    /// Whether a later event may have the same sentence, as prompts and rolls can recur.
    may_recur: bool,
}

impl Sentence {
    /// Whether it may stand in another message than an equal sentence before it.
    fn may_follow(self, first: Self) -> bool {
        first.may_recur && self.may_recur && first.step != self.step
    }
}

/// Checks the invariants step by step and collects the violations.
#[derive(Default)]
pub struct InvariantChecker {
    pub violations: Vec<(Invariant, String)>,
    waits: WaitTracker,
    /// The sentences of each message in the channel since there was no open prompt.
    sentences: BTreeMap<Snowflake, BTreeMap<String, Sentence>>,
    steps: usize,
    /// The turns in which all legal acts were looked for.
    checked_turns: BTreeSet<TurnId>,
}

impl InvariantChecker {
    /// Checks all invariants after a step.
    pub async fn check_step(&mut self, fight: &mut PlayedFight, step: &Step) {
        self.steps += 1;
        let case = format!("{}, step {}: {}", fight.case, self.steps, step.action.description);
        self.check_pings(fight, step, &case);
        self.check_repeated_sentences(fight, step, &case);
        self.check_headings(fight, step, &case);
        self.check_private_answers(fight, step, &case).await;
        let state = fight.load_state().await;
        self.check_prompts(&state, &case);
        if !state.is_paused {
            self.check_controls(fight, &state, &case).await;
        }
        if !state.is_paused {
            self.check_reachability(fight, &state, &case).await;
        }
        self.check_rebuilt_messages(fight, &state, &case).await;
    }

    fn report(&mut self, invariant: Invariant, case: &str, explanation: &str) {
        self.violations.push((invariant, format!("{case}\n{explanation}")));
    }

    /// T1 and T3: pings.
    fn check_pings(&mut self, fight: &PlayedFight, step: &Step, case: &str) {
        let posted: String = step
            .posted()
            .filter_map(|id| fight.messages.get(&id))
            .map(|shown| format_message(fight, shown))
            .collect();
        for fault in self.waits.follow(fight, step) {
            let invariant = match fault {
                PingFault::Missed(_) => T1,
                PingFault::Repeated(_) | PingFault::Needless(..) => T3,
            };
            self.report(invariant, case, &format!("{fault:?}\n{posted}"));
        }
        let is_loud = |shown: &&ShownMessage| {
            let json = &shown.message.json;
            let is_post = json["interaction_metadata"].is_null() && json["type"] != PIN_NOTICE;
            let is_silent =
                json["flags"].as_i64().is_some_and(|flags| flags & SUPPRESS_NOTIFICATIONS != 0);
            is_post && shown.dm_of.is_none() && shown.message.pings.is_empty() && !is_silent
        };
        let shown = step.posted().filter_map(|id| fight.messages.get(&id));
        for shown in shown.filter(is_loud).collect::<Vec<_>>() {
            self.report(T3, case, &format!("a loud post:\n{}", format_message(fight, shown)));
        }
    }

    /// A player who gets a prompt has several answers. `give` may have one choice, since unused
    /// help may also go to others than those that are offered (FATES-HELP-6).
    fn check_prompts(&mut self, state: &FightState, case: &str) {
        let wants_press = |choice: &Command| {
            let settings = &state.game.full_state_json()["settings"];
            choice.verb == "give" || settings["avoid_rolls"] == "prompt" && choice.verb == "dodge"
        };
        for open in &state.prompts {
            let Prompt { subject, choices, is_optional, .. } = &open.prompt;
            let is_public = matches!(open.audience, Audience::Channel(_));
            if is_public
                && !is_optional
                && let [only] = choices.as_slice()
                && !wants_press(only)
            {
                self.report(SingleAnswer, case, &format!("{subject:?}"));
            }
        }
    }

    /// T2: controls of messages.
    async fn check_controls(&mut self, fight: &PlayedFight, state: &FightState, case: &str) {
        let mut openers = Vec::new();
        let mut violations = Vec::new();
        for shown in fight.messages.values() {
            for control in shown.controls() {
                match try_control(fight, state, &control).await {
                    Ok(PressEffect::Open(user)) => openers.push((user, control)),
                    Ok(_) => {}
                    Err(explanation) => {
                        // An open prompt suspends the turn, whose message keeps its controls.
                        let is_suspended =
                            !state.prompts.is_empty() && explanation.contains("prompt-open");
                        let invariant = if is_suspended { T2Suspended } else { T2 };
                        let is_reported =
                            is_suspended && violations.iter().any(|(known, _)| *known == invariant);
                        if is_reported {
                            continue;
                        }
                        violations.push((
                            invariant,
                            format!("{control:?}: {explanation}\n{}", format_message(fight, shown)),
                        ));
                    }
                }
            }
        }
        // Each one makes a private message, so only one is pressed in a step.
        if !openers.is_empty() {
            let (user, control) = openers.swap_remove(self.steps % openers.len());
            let user = user.unwrap_or(state.gm);
            violations.extend(
                press_opening_control(fight, state, user, &control)
                    .await
                    .err()
                    .map(|explanation| (T2, explanation)),
            );
        }
        for (invariant, explanation) in violations {
            self.report(invariant, case, &explanation);
        }
    }

    /// T5: presses for each legal act, checked once a turn.
    async fn check_reachability(&mut self, fight: &PlayedFight, state: &FightState, case: &str) {
        let Some(turn) = state.turn.as_ref().filter(|_| state.prompts.is_empty()) else { return };
        if self.checked_turns.len() >= MAX_CHECKED_TURNS || !self.checked_turns.insert(turn.id) {
            return;
        }
        let acts = fight.list_legal_acts(state).await;
        let ends_turn = |command: &Command| {
            let verb = Game::find_act_verb(state.game.system_key(), &command.verb);
            command.slots.is_empty() && verb.is_some_and(|verb| verb.is_turn_end)
        };
        let is_near =
            |cost: &Option<PressCost>| cost.is_some_and(|cost| cost.presses <= MAX_PRESSES);
        // A system may have two verbs that end a turn, and one button for both.
        let has_end = |actor: &String| {
            acts.iter()
                .any(|(other, command, cost)| other == actor && ends_turn(command) && is_near(cost))
        };
        let far = acts.iter().filter(|(_, _, cost)| !is_near(cost));
        let far = far.filter(|(actor, command, _)| !(ends_turn(command) && has_end(actor)));
        let far: Vec<String> =
            far.map(|(actor, command, _)| format!("{actor}: {command}")).collect();
        if !far.is_empty() {
            self.report(T5, case, &far.join("\n"));
        }
    }

    /// T2 and T4: the controls of a new private answer are taken, and it says more than that
    /// something is done.
    async fn check_private_answers(&mut self, fight: &PlayedFight, step: &Step, case: &str) {
        let (Some(user), state) = (step.action.user, &step.after) else { return };
        for answer in step.action.answers.iter().filter(|answer| answer.is_ephemeral) {
            // A press on the message may have changed it since.
            let message = answer.message.as_ref();
            let Some(message) = message.and_then(|it| fight.user(user).visible_message(it.id))
            else {
                continue;
            };
            let prose = fight.normalize_text(&message.prose_text());
            let prose = prose.trim();
            if ["Done", "Done.", "OK", "Ok."].contains(&prose) {
                self.report(T4NoNews, case, prose);
            }
            for control in list_controls(&message, None) {
                if let Err(explanation) = try_control(fight, state, &control).await {
                    let explanation = format!("privately: {control:?}: {explanation}\n{prose}");
                    self.report(T2, case, &explanation);
                }
            }
        }
    }

    /// T4: sentences of the channel, from an input until no prompt is open.
    fn check_repeated_sentences(&mut self, fight: &PlayedFight, step: &Step, case: &str) {
        if step.before.prompts.is_empty() {
            self.sentences.clear();
        }
        let mut violations = Vec::new();
        for change in &step.changes {
            let Some(shown) = fight.messages.get(&change.message) else {
                self.sentences.remove(&change.message);
                continue;
            };
            let is_reminder = step.action.is_clock
                && change.kind == MessageChangeKind::Posted
                && !shown.message.pings.is_empty();
            if shown.dm_of.is_some() || shown.message.is_pinned || is_reminder {
                continue;
            }
            let mut new = split_sentences(fight, shown, self.steps);
            if let Some(previous) = step.previous.get(&change.message) {
                let previous = split_sentences(fight, previous, self.steps);
                let recorded = self.sentences.get(&change.message).cloned().unwrap_or_default();
                new.retain(|text, _| !previous.contains_key(text) || recorded.contains_key(text));
                for (text, sentence) in &mut new {
                    sentence.step = recorded.get(text).map_or(sentence.step, |before| before.step);
                }
            }
            if is_closing_notice(fight, shown) {
                violations.push((T4OnlyClosed, format_message(fight, shown)));
            }
            self.sentences.insert(change.message, new);
        }
        let mut first: BTreeMap<&String, (Snowflake, Sentence)> = BTreeMap::new();
        for (id, sentences) in &self.sentences {
            for (text, sentence) in sentences {
                match first.get(text) {
                    Some((_, earlier)) if sentence.may_follow(*earlier) => {}
                    Some((other, _)) => {
                        let both = [other, id].map(|id| format_message(fight, &fight.messages[id]));
                        violations.push((T4Repeated, format!("{text:?}\n{}", both.concat())));
                    }
                    None => {
                        first.insert(text, (*id, *sentence));
                    }
                }
            }
        }
        for (invariant, explanation) in violations {
            self.report(invariant, case, &explanation);
        }
    }

    /// T4: headings of the channel's records.
    fn check_headings(&mut self, fight: &PlayedFight, step: &Step, case: &str) {
        let mut violations = Vec::new();
        let mut last_heading: Option<(Snowflake, String)> = None;
        for (id, shown) in &fight.messages {
            if shown.dm_of.is_some() || shown.message.is_pinned {
                continue;
            }
            let embeds = shown.message.json["embeds"].as_array().into_iter().flatten();
            for embed in embeds {
                let text = |key: &str| embed[key].as_str().unwrap_or_default().to_string();
                let (title, lines) = (text("title"), text("description"));
                let is_of_round = title.starts_with("Round ");
                let tells_round = |line: &str| line.starts_with("Round ") && line.len() < 12;
                let is_wrong =
                    lines.split_inclusive(['.', '\n']).any(|line| tells_round(line.trim()))
                        || (lines.is_empty() && !title.is_empty() && !is_of_round);
                let is_repeated = last_heading.as_ref().is_some_and(|(other, known)| {
                    *known == title && id.created_ms() - other.created_ms() < MAX_APART_MS
                });
                if is_wrong || (is_repeated && !title.is_empty()) {
                    violations.push(format_message(fight, shown));
                }
                if !title.is_empty() {
                    last_heading = Some((*id, title));
                }
            }
        }
        // A turn that waits for others is no news by itself.
        let posted = step.posted().filter_map(|id| fight.messages.get(&id));
        let says_only_that_it_waits = |shown: &&ShownMessage| {
            shown.dm_of.is_none()
                && shown.message.content.contains("the turn waits")
                && shown.message.pings.is_empty()
        };
        let waiting = posted.filter(says_only_that_it_waits);
        violations.extend(waiting.map(|shown| format_message(fight, shown)));
        for explanation in violations {
            self.report(T4Heading, case, &explanation);
        }
    }

    /// T6 and T7: messages are those that are rendered now, whatever the hidden facts are.
    pub async fn check_rebuilt_messages(
        &mut self,
        fight: &PlayedFight,
        state: &FightState,
        case: &str,
    ) {
        let rebuilt =
            fight.app.rebuild_awaiting_messages_and_summary(state).await.expect("the store works");
        for delivery in &rebuilt {
            let Some((at, _)) = delivery.edit_target else {
                self.report(T6, case, &format!("it was not posted: {:?}", delivery.body));
                continue;
            };
            let actual = fight.messages.get(&Snowflake(at.message.0));
            let actual = actual.map(|shown| collect_texts(&shown.message.json)).unwrap_or_default();
            let expected = delivery_texts(delivery);
            if actual != expected {
                self.report(T6, case, &format!("rendered: {expected:#?}\nshown: {actual:#?}"));
            }
        }
        let mut choice = SeededDice::new(self.steps as u64);
        let randomized = state.with_hidden_randomized(&mut |below| choice.number_below(below));
        let others = fight
            .app
            .rebuild_awaiting_messages_and_summary(&randomized)
            .await
            .expect("the store works");
        let is_for_players = |delivery: &&Delivery| match delivery.audience {
            Audience::Channel(_) => true,
            Audience::Dm(user) => !state.is_gm(user),
        };
        // This compares every byte, also of pings and pictures.
        let render = |delivery: &Delivery| {
            messages::render_delivery(delivery).map(comparable_text).unwrap_or_default()
        };
        let render_all = |all: &[Delivery]| -> Vec<String> {
            all.iter().filter(is_for_players).map(render).collect()
        };
        let (actual, other) = (render_all(&rebuilt), render_all(&others));
        if actual != other {
            self.report(T7, case, &format!("{actual:#?}\nand {other:#?}"));
        }
    }
}

/// Collects the texts and custom ids of a delivery as it is rendered now.
fn delivery_texts(delivery: &Delivery) -> Vec<String> {
    let message = messages::render_delivery(delivery).map(|body| body.to_message());
    collect_texts(&serde_json::to_value(message).expect("a message"))
}

/// Collects the texts and custom ids of a message in Discord's JSON.
fn collect_texts(json: &Value) -> Vec<String> {
    const PARTS: [&str; 4] = ["embeds", "fields", "components", "options"];
    const TEXTS: [&str; 9] = [
        "content",
        "title",
        "description",
        "name",
        "value",
        "label",
        "placeholder",
        "custom_id",
        "text",
    ];
    let texts = TEXTS.iter().filter_map(|key| json[key].as_str()).filter(|text| !text.is_empty());
    // Ids of commands are no part of what is rendered.
    let texts = texts.map(spell_out_command_mentions);
    let parts =
        PARTS.iter().filter_map(|key| json[key].as_array()).flatten().flat_map(collect_texts);
    texts.chain(parts).collect()
}

/// T6: panics unless a fight with faults and kills ends with the same messages as one without.
fn assert_same_with_faults(system: &'static str) {
    for seed in seeds(FIGHTS.div_ceil(2)) {
        let play = |is_faulty| {
            players::run_on_large_stack(async move || play_to_end(system, seed, is_faulty).await)
                .expect("the fight plays without a panic")
        };
        let (faultless, faulty) = (play(false), play(true));
        for (place, messages) in &faultless {
            let others = faulty.get(place).map(Vec::as_slice).unwrap_or_default();
            let pairs = messages.iter().zip(others).enumerate();
            for (at, (expected, actual)) in pairs {
                assert_eq!(expected, actual, "{system}, seed {seed}: T6: {place:?}, message {at}");
            }
            let lengths = (messages.len(), others.len());
            assert_eq!(lengths.0, lengths.1, "{system}, seed {seed}: T6: {place:?}: messages");
        }
    }
}

/// Plays a fight to its end and returns what everybody reads then.
async fn play_to_end(
    system: &'static str,
    seed: u64,
    is_faulty: bool,
) -> BTreeMap<Option<UserId>, Vec<String>> {
    let (mut fight, _) = start_fight(system, seed, is_faulty).await;
    // Retried edits would reach the limit of edits, after which a message is posted again.
    fight.discord.limit_hourly_old_edits(usize::MAX);
    for _ in 0..MAX_INPUTS {
        if fight.play_step().await.is_none() {
            break;
        }
    }
    fight.texts_by_place()
}

/// Finds the effect of a press, and fails if the app would refuse it.
async fn try_control(
    fight: &PlayedFight,
    state: &FightState,
    control: &Control,
) -> Result<PressEffect, String> {
    let press = fight.resolve_press(state, control).await?;
    fight.try_press(&press, control).await?;
    Ok(press)
}

/// Presses a control that opens something. Fails if that changes the fight, opens nothing, or opens
/// a message with a control that would be refused.
async fn press_opening_control(
    fight: &PlayedFight,
    state: &FightState,
    user: UserId,
    control: &Control,
) -> Result<(), String> {
    let answer = fight.press_control(user, control).await?;
    if fight.load_state().await.revision != state.revision {
        return Err(format!("{control:?} changes the fight"));
    }
    let Some(message) = answer.message.filter(|_| answer.is_ephemeral) else {
        let is_form = answer.modal.is_some();
        return if is_form { Ok(()) } else { Err(format!("{control:?} opens nothing")) };
    };
    for inside in list_controls(&message, None) {
        let effect = try_control(fight, state, &inside).await;
        effect.map_err(|explanation| {
            format!("{control:?} opens {inside:?}: {explanation}\n{}", message.full_text())
        })?;
    }
    Ok(())
}

/// Formats a message for the report of a violation.
fn format_message(fight: &PlayedFight, shown: &ShownMessage) -> String {
    let ShownMessage { message, dm_of } = shown;
    let to = dm_of.map(|user| format!(" to {}", fight.user(user).name)).unwrap_or_default();
    format!("--- {}{to}\n{}\n", message.id, fight.normalize_text(&message.full_text()))
}

/// Splits the text of a message into sentences, without small print, titles and deadlines.
fn split_sentences(
    fight: &PlayedFight,
    shown: &ShownMessage,
    step: usize,
) -> BTreeMap<String, Sentence> {
    let prose = shown.message.prose_text();
    let prose: Vec<&str> = prose.lines().filter(|line| !line.contains("<t:")).collect();
    let text = fight.normalize_text(&prose.join("\n"));
    let embeds = shown.message.json["embeds"].as_array().into_iter().flatten();
    let titles: Vec<&str> = embeds.filter_map(|embed| embed["title"].as_str()).collect();
    let is_content = |line: &&str| !line.starts_with("-# ") && !titles.contains(line);
    let lines = text.lines().filter(is_content);
    let split_line = |line: &str| {
        let may_recur = RECURRING.iter().any(|it| line.contains(it));
        let parts = line.split(". ").map(|part| part.trim().trim_end_matches('.').to_string());
        let parts = parts.filter(|part| part.split_whitespace().count() >= MIN_WORDS);
        parts.map(|part| (part, Sentence { step, may_recur })).collect::<Vec<_>>()
    };
    lines.flat_map(split_line).collect()
}

/// Whether a message has no controls of a turn, and one line that says that something is over and
/// has no link.
fn is_closing_notice(fight: &PlayedFight, shown: &ShownMessage) -> bool {
    const OVER: [&str; 5] = [" is over", " settled", "not asked any more", "answered", " closed"];
    let text = fight.normalize_text(&shown.message.prose_text());
    let mut lines = text.lines().filter(|line| !line.starts_with("-# "));
    let (Some(only), None) = (lines.next(), lines.next()) else { return false };
    let says_over = OVER.iter().any(|command| only.contains(command));
    let has_link = only.contains("discord.com/channels/") || only.contains("](");
    let is_turn_control =
        |control: &Control| matches!(control.subject(), Some(WaitSubject::Turn(_)));
    says_over && !has_link && !shown.controls().iter().any(is_turn_control)
}
