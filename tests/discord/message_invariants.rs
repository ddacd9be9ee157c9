//! The laws of what people see, over fights that sensible people play through the client, with two
//! to twelve combatants. After every press, typed input and clock:
//!
//! - T1: whoever is waited for was pinged since that wait began, by a message, or a reply to one,
//!   with controls for it;
//! - T2: what can be pressed is taken by the app on a copy of the fight, by whom it is for, or
//!   opens what is taken; what is settled has nothing to press;
//! - T3: nobody else is pinged, and nobody twice for the same wait, nudges apart;
//! - T4: no sentence stands in two messages of the channel for one happening, no message says only
//!   that something is over, no private answer says only that it is done;
//! - T5: whatever may be done on a turn is at most three presses away;
//! - T6: what stands is what is drawn anew from the fight and what is stored of it; and a fight in
//!   which the bot was killed and refused between any two messages shows in the end what one shows
//!   that nobody disturbed;
//! - no player is asked what has one possible answer, unless a setting wants the press;
//! - T7: with other hidden facts the same is drawn for everybody but the GMs.
//!
//! In every second fight the bot is killed and refused between any two messages. Messages are known
//! by their ids, and followed through their edits; what is written in them does not matter here.
//! `RIPOSTE_FIGHTS=200 cargo test --release --test discord laws` plays more fights of each system,
//! from the seed `RIPOSTE_FIRST` on; `RIPOSTE_TOLD=1` tells all of them.
//!
//! What people do besides (undo, lend, hand over) is tried in `at_random`.

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
use riposte::fake_discord::{MessageChangeKind, Snowflake};
use serde_json::Value;

use crate::full_message::comparable_text;
use crate::players::controls::{Control, Press, Way, What, controls_of};
use crate::players::waits::{Waits, Wrong};
use crate::players::{self, Cast, Seated, Shown, Step};

const FIGHTS: u64 = 2;
const MOST_INPUTS: usize = 40;
/// Fights in which a law was broken once.
const ONCE_BROKEN: [(&str, u64); 6] = [
    ("cards", 1011),
    ("fates", 1016),
    ("factions", 2006),
    ("factions", 2010),
    ("factions", 2102),
    ("factions", 2112),
];
/// How many breaches of a law are told, of each system.
const TOLD: usize = 3;
/// The most presses that any act takes.
const MOST_PRESSES: u32 = 3;
/// What is shorter may be said again: names, results.
const LEAST_WORDS: usize = 4;
/// In lines with a question, with an answer, or with dice.
const RECURRING: [&str; 7] = ["?", " may step in", "Answer", "No answer", " = ", " d20 ", " d6 "];
/// The turns of a fight in which all that can be done is looked for.
const MOST_LOOKS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    T1,
    T2,
    /// A control that is refused only because the turn stands still.
    T2Still,
    T3,
    /// A sentence in two messages.
    T4Twice,
    /// A message that says only that something is over.
    T4Over,
    /// A private answer without news.
    T4Done,
    T5,
    T6,
    T7,
    /// A question with one answer.
    OneAnswer,
}

use Law::{OneAnswer, T1, T2, T2Still, T3, T4Done, T4Over, T4Twice, T5, T6, T7};

/// The seeds of the fights to play, so many where nothing else is said.
pub fn seeds(fights: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first = number("RIPOSTE_FIRST").unwrap_or(0);
    first..first + number("RIPOSTE_FIGHTS").unwrap_or(fights)
}

/// Plays fights of some systems, and tells where these laws are broken.
#[track_caller]
fn hold(system: &'static str) {
    let (mut counts, mut told) = (BTreeMap::<_, usize>::new(), String::new());
    let known = ONCE_BROKEN.iter().filter(|(of, _)| *of == system).map(|(_, seed)| *seed);
    for seed in seeds(FIGHTS).chain(known) {
        let found = players::with_room(async move || play(system, seed).await);
        for (law, why) in found.expect("see above") {
            let count = counts.entry(law).or_default();
            *count += 1;
            if *count <= TOLD {
                told += &format!("{law:?}: {why}\n");
            }
        }
    }
    assert!(counts.is_empty(), "{system}: {counts:?}\n{told}");
}

/// A test of its own for each system.
macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn what_people_see_is_lawful() {
                super::hold(stringify!($name));
            }

            #[test]
            fn a_fight_in_ruin_shows_what_an_undisturbed_one_shows() {
                super::is_the_same_in_ruin(stringify!($name));
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

async fn play(system: &'static str, seed: u64) -> Vec<(Law, String)> {
    let (mut seated, first) = sits(system, seed, seed % 2 == 1).await;
    let mut watch = Watch::default();
    watch.looks(&mut seated, &first).await;
    for _ in 0..MOST_INPUTS {
        let Some(step) = seated.goes_on().await else { break };
        watch.looks(&mut seated, &step).await;
    }
    if std::env::var_os("RIPOSTE_TOLD").is_some() {
        println!("{}\n{}", seated.case, seated.story());
    }
    seated.discord.assert_no_violations();
    watch.broken
}

async fn sits(system: &'static str, seed: u64, is_ruined: bool) -> (Seated, Step) {
    let cast = Cast::drawn(seed);
    match is_ruined {
        true => Seated::set_in_ruin(system, cast, seed).await,
        false => Seated::set(system, cast, seed).await,
    }
}

/// A sentence of the channel.
#[derive(Clone, Copy)]
struct Said {
    /// The step in which it was said.
    step: usize,
    /// The same may be said of something else that happens later: questions are asked anew, and
    /// dice can fall alike.
    recurs: bool,
}

impl Said {
    fn may_follow(self, first: Self) -> bool {
        first.recurs && self.recurs && first.step != self.step
    }
}

/// Whoever looks whether the laws are kept.
#[derive(Default)]
pub struct Watch {
    pub broken: Vec<(Law, String)>,
    waits: Waits,
    /// What the channel was told since nothing was asked: sentence by sentence, by message.
    said: BTreeMap<Snowflake, BTreeMap<String, Said>>,
    steps: usize,
    /// The turns in which all that can be done was looked for.
    reached: BTreeSet<TurnId>,
}

impl Watch {
    pub async fn looks(&mut self, seated: &mut Seated, step: &Step) {
        self.steps += 1;
        let case = format!("{}, step {}: {}", seated.case, self.steps, step.did.told);
        self.pings(seated, step, &case);
        self.sentences(seated, step, &case);
        self.answers(seated, step, &case).await;
        let now = seated.now().await;
        self.asks(&now, &case);
        if !now.is_paused {
            self.presses(seated, &now, &case).await;
        }
        if !now.is_paused {
            self.reaches(seated, &now, &case).await;
        }
        self.draws_anew(seated, &now, &case).await;
    }

    fn breaks(&mut self, law: Law, case: &str, why: &str) {
        self.broken.push((law, format!("{case}\n{why}")));
    }

    /// T1, T3.
    fn pings(&mut self, seated: &Seated, step: &Step, case: &str) {
        let told: String = step
            .posted()
            .filter_map(|id| seated.shown.get(&id))
            .map(|one| text(seated, one))
            .collect();
        for wrong in self.waits.follow(seated, step) {
            let law = match wrong {
                Wrong::Missed(_) => T1,
                Wrong::Twice(_) | Wrong::ForNothing(..) => T3,
            };
            self.breaks(law, case, &format!("{wrong:?}\n{told}"));
        }
    }

    /// Whoever is asked can answer in several ways. Help that nobody needed may be given to others
    /// than those who are offered (FATES-HELP-6).
    fn asks(&mut self, now: &FightState, case: &str) {
        let wants_press = |choice: &Command| {
            let settings = &now.game.full_state_json()["settings"];
            choice.verb == "give" || settings["avoid_rolls"] == "prompt" && choice.verb == "dodge"
        };
        for open in &now.prompts {
            let Prompt { subject: asked, choices, is_optional, .. } = &open.prompt;
            let is_public = matches!(open.audience, Audience::Channel(_));
            if is_public
                && !is_optional
                && let [only] = choices.as_slice()
                && !wants_press(only)
            {
                self.breaks(OneAnswer, case, &format!("{asked:?}"));
            }
        }
    }

    /// T2.
    async fn presses(&mut self, seated: &Seated, now: &FightState, case: &str) {
        let mut opening = Vec::new();
        let mut broken = Vec::new();
        for shown in seated.shown.values() {
            for control in shown.controls() {
                match tried(seated, now, &control).await {
                    Ok(Press::Opens(user)) => opening.push((user, control)),
                    Ok(_) => {}
                    Err(why) => {
                        // A turn stands still while a question is open, and its message with it.
                        let stands_still = !now.prompts.is_empty() && why.contains("prompt-open");
                        let law = if stands_still { T2Still } else { T2 };
                        let is_known = stands_still && broken.iter().any(|(of, _)| *of == law);
                        if is_known {
                            continue;
                        }
                        broken.push((law, format!("{control:?}: {why}\n{}", text(seated, shown))));
                    }
                }
            }
        }
        // One of them at a time: each makes a private message.
        if !opening.is_empty() {
            let (user, control) = opening.swap_remove(self.steps % opening.len());
            let user = user.unwrap_or(now.gm);
            broken.extend(opens(seated, now, user, &control).await.err().map(|why| (T2, why)));
        }
        for (law, why) in broken {
            self.breaks(law, case, &why);
        }
    }

    /// T5, once a turn.
    async fn reaches(&mut self, seated: &Seated, now: &FightState, case: &str) {
        let Some(turn) = now.turn.as_ref().filter(|_| now.prompts.is_empty()) else { return };
        if self.reached.len() >= MOST_LOOKS || !self.reached.insert(turn.id) {
            return;
        }
        let acts = seated.legal_acts(now).await;
        let ends = |words: &Command| {
            let verb = Game::find_act_verb(now.game.system_key(), &words.verb);
            words.slots.is_empty() && verb.is_some_and(|verb| verb.is_turn_end)
        };
        let is_near = |way: &Option<Way>| way.is_some_and(|way| way.presses <= MOST_PRESSES);
        // Two verbs for the end of a turn are one button.
        let has_end = |who: &String| {
            acts.iter().any(|(of, words, way)| of == who && ends(words) && is_near(way))
        };
        let far = acts.iter().filter(|(_, _, way)| !is_near(way));
        let far = far.filter(|(who, words, _)| !(ends(words) && has_end(who)));
        let far: Vec<String> = far.map(|(who, words, _)| format!("{who}: {words}")).collect();
        if !far.is_empty() {
            self.breaks(T5, case, &far.join("\n"));
        }
    }

    /// What a private answer offers can be pressed while it is new (T2), and it has something to
    /// say (T4).
    async fn answers(&mut self, seated: &Seated, step: &Step, case: &str) {
        let (Some(user), now) = (step.did.by, &step.after) else { return };
        for answer in step.did.answers.iter().filter(|answer| answer.is_ephemeral) {
            // It may have been changed by what was pressed in it since.
            let message = answer.message.as_ref();
            let Some(message) = message.and_then(|one| seated.user(user).visible_message(one.id))
            else {
                continue;
            };
            let said = seated.read(&message.prose_text());
            let said = said.trim();
            if ["Done", "Done.", "OK", "Ok."].contains(&said) {
                self.breaks(T4Done, case, said);
            }
            for control in controls_of(&message, None) {
                if let Err(why) = tried(seated, now, &control).await {
                    let why = format!("privately: {control:?}: {why}\n{said}");
                    self.breaks(T2, case, &why);
                }
            }
        }
    }

    /// T4: what the channel reads from an input until nothing is asked any more.
    fn sentences(&mut self, seated: &Seated, step: &Step, case: &str) {
        if step.before.prompts.is_empty() {
            self.said.clear();
        }
        let mut broken = Vec::new();
        for touch in &step.touches {
            let Some(shown) = seated.shown.get(&touch.message) else {
                self.said.remove(&touch.message);
                continue;
            };
            let is_nudge = step.did.is_clock
                && touch.kind == MessageChangeKind::Posted
                && !shown.message.pings.is_empty();
            if shown.dm_of.is_some() || shown.message.is_pinned || is_nudge {
                continue;
            }
            let mut new = sentences(seated, shown, self.steps);
            if let Some(was) = step.were.get(&touch.message) {
                let was = sentences(seated, was, self.steps);
                let of_before = self.said.get(&touch.message).cloned().unwrap_or_default();
                new.retain(|one, _| !was.contains_key(one) || of_before.contains_key(one));
                for (one, said) in &mut new {
                    said.step = of_before.get(one).map_or(said.step, |before| before.step);
                }
            }
            if is_only_over(seated, shown) {
                broken.push((T4Over, text(seated, shown)));
            }
            self.said.insert(touch.message, new);
        }
        let mut first: BTreeMap<&String, (Snowflake, Said)> = BTreeMap::new();
        for (id, sentences) in &self.said {
            for (sentence, said) in sentences {
                match first.get(sentence) {
                    Some((_, was)) if said.may_follow(*was) => {}
                    Some((other, _)) => {
                        let both = [other, id].map(|id| text(seated, &seated.shown[id]));
                        broken.push((T4Twice, format!("{sentence:?}\n{}", both.concat())));
                    }
                    None => {
                        first.insert(sentence, (*id, *said));
                    }
                }
            }
        }
        for (law, why) in broken {
            self.breaks(law, case, &why);
        }
    }

    /// T6, T7: what stands is what is drawn now, whatever is hidden.
    async fn draws_anew(&mut self, seated: &Seated, now: &FightState, case: &str) {
        let drawn = seated.app.rebuild_all_deliveries(now).await.expect("the store works");
        for parcel in &drawn {
            let Some((at, _)) = parcel.edit_target else {
                self.breaks(T6, case, &format!("it is not there: {:?}", parcel.body));
                continue;
            };
            let is = seated.shown.get(&Snowflake(at.message.0));
            let is = is.map(|shown| gist(&shown.message.json)).unwrap_or_default();
            let should = seen(parcel);
            if is != should {
                self.breaks(T6, case, &format!("drawn: {should:#?}\nshown: {is:#?}"));
            }
        }
        let mut choice = SeededDice::new(self.steps as u64);
        let other = now.randomize_hidden(&mut |below| choice.number_below(below));
        let others = seated.app.rebuild_all_deliveries(&other).await.expect("the store works");
        let is_told = |parcel: &&Delivery| match parcel.audience {
            Audience::Channel(_) => true,
            Audience::Dm(user) => !now.is_gm(user),
        };
        // To the last byte, pings and pictures as well.
        let look = |parcel: &Delivery| {
            messages::render_delivery(parcel).map(comparable_text).unwrap_or_default()
        };
        let read =
            |all: &[Delivery]| -> Vec<String> { all.iter().filter(is_told).map(look).collect() };
        let (is, would_be) = (read(&drawn), read(&others));
        if is != would_be {
            self.breaks(T7, case, &format!("{is:#?}\nand {would_be:#?}"));
        }
    }
}

/// What can be read and pressed on a message that is drawn.
fn seen(parcel: &Delivery) -> Vec<String> {
    let written = messages::render_delivery(parcel).map(|written| written.to_message());
    gist(&serde_json::to_value(written).expect("a message"))
}

/// What can be read and pressed on a message as Discord has it.
fn gist(of: &Value) -> Vec<String> {
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
    let texts = TEXTS.iter().filter_map(|key| of[key].as_str()).filter(|text| !text.is_empty());
    let texts = texts.map(String::from);
    let parts = PARTS.iter().filter_map(|key| of[key].as_array()).flatten().flat_map(gist);
    texts.chain(parts).collect()
}

fn is_the_same_in_ruin(system: &'static str) {
    for seed in seeds(FIGHTS.div_ceil(2)) {
        let last = |is_ruined| {
            players::with_room(async move || last_seen(system, seed, is_ruined).await)
                .expect("see above")
        };
        let (calm, ruined) = (last(false), last(true));
        for (place, messages) in &calm {
            let others = ruined.get(place).map(Vec::as_slice).unwrap_or_default();
            let pairs = messages.iter().zip(others).enumerate();
            for (at, (one, other)) in pairs {
                assert_eq!(one, other, "{system}, seed {seed}: T6: {place:?}, message {at}");
            }
            let lengths = (messages.len(), others.len());
            assert_eq!(lengths.0, lengths.1, "{system}, seed {seed}: T6: {place:?}: messages");
        }
    }
}

/// What everybody reads in the end.
async fn last_seen(
    system: &'static str,
    seed: u64,
    is_ruined: bool,
) -> BTreeMap<Option<UserId>, Vec<String>> {
    let (mut seated, _) = sits(system, seed, is_ruined).await;
    // What is tried again may make a message that takes no more edits come anew.
    seated.discord.limit_hourly_old_edits(usize::MAX);
    for _ in 0..MOST_INPUTS {
        if seated.goes_on().await.is_none() {
            break;
        }
    }
    seated.places()
}

/// What a press says, if the app would take it.
async fn tried(seated: &Seated, now: &FightState, control: &Control) -> Result<Press, String> {
    let press = seated.press(now, control).await?;
    seated.tries(&press, control).await?;
    Ok(press)
}

/// Something else than an act is pressed, which changes nothing: it shows something, and what can
/// be pressed there is taken.
async fn opens(
    seated: &Seated,
    now: &FightState,
    user: UserId,
    control: &Control,
) -> Result<(), String> {
    let answer = seated.taps(user, control).await?;
    if seated.now().await.revision != now.revision {
        return Err(format!("{control:?} does something that nobody knows"));
    }
    let Some(message) = answer.message.filter(|_| answer.is_ephemeral) else {
        let is_form = answer.modal.is_some();
        return if is_form { Ok(()) } else { Err(format!("{control:?} opens nothing")) };
    };
    for inside in controls_of(&message, None) {
        let taken = tried(seated, now, &inside).await;
        taken.map_err(|why| {
            format!("{control:?} opens {inside:?}: {why}\n{}", message.full_text())
        })?;
    }
    Ok(())
}

fn text(seated: &Seated, shown: &Shown) -> String {
    let Shown { message, dm_of } = shown;
    let to = dm_of.map(|user| format!(" to {}", seated.user(user).name)).unwrap_or_default();
    format!("--- {}{to}\n{}\n", message.id, seated.read(&message.full_text()))
}

/// What a message says, sentence by sentence; small print, titles and deadlines apart.
fn sentences(seated: &Seated, shown: &Shown, step: usize) -> BTreeMap<String, Said> {
    let prose = shown.message.prose_text();
    let prose: Vec<&str> = prose.lines().filter(|line| !line.contains("<t:")).collect();
    let said = seated.read(&prose.join("\n"));
    let embeds = shown.message.json["embeds"].as_array().into_iter().flatten();
    let titles: Vec<&str> = embeds.filter_map(|embed| embed["title"].as_str()).collect();
    let is_said = |line: &&str| !line.starts_with("-# ") && !titles.contains(line);
    let lines = said.lines().filter(is_said);
    let of = |line: &str| {
        let recurs = RECURRING.iter().any(|it| line.contains(it));
        let parts = line.split(". ").map(|part| part.trim().trim_end_matches('.').to_string());
        let parts = parts.filter(|part| part.split_whitespace().count() >= LEAST_WORDS);
        parts.map(|part| (part, Said { step, recurs })).collect::<Vec<_>>()
    };
    lines.flat_map(of).collect()
}

/// It has nothing to press and one line, which says that it is settled, and leads nowhere.
fn is_only_over(seated: &Seated, shown: &Shown) -> bool {
    const OVER: [&str; 5] = [" is over", " settled", "not asked any more", "answered", " closed"];
    let said = seated.read(&shown.message.prose_text());
    let mut lines = said.lines().filter(|line| !line.starts_with("-# "));
    let (Some(only), None) = (lines.next(), lines.next()) else { return false };
    let says_so = OVER.iter().any(|words| only.contains(words));
    let leads_on = only.contains("discord.com/channels/") || only.contains("](");
    let is_of_a_turn = |control: &Control| matches!(control.about(), Some(What::Turn(_)));
    says_so && !leads_on && !shown.controls().iter().any(is_of_a_turn)
}
