//! I8: the program is killed at arbitrary instants and restarted until its story is done. Then the
//! journal and the chat equal those of a run without kills.
//!
//! The program is this test in a child process. The chat stays outside of it, like Discord: it
//! receives posts through a pipe and answers with the id of the message.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::input::InputReply;
use riposte::app::outbox::{DeliveredMessage, Delivery, DeliveryError, MessageRef, MessageSender};
use riposte::app::sealed_dice::{SecretFactory, seeded_secrets};
use riposte::app::{App, dice_source};
use riposte::engine::core::dice::SeededDice;
use riposte::store::Store;
use riposte::store::ids::{ChannelId, FightId, MessageId};
use riposte::store::rows::{MessageRecordRow, OverwrittenSheetRow, SheetRow};

use crate::app_table::*;
use crate::databases;

/// The environment variable with the database of the child process. Where it is set, this process
/// is the child.
const FILE: &str = "RIPOSTE_CRASH_FILE";

/// The environment variable with the name of the story that the child plays.
const STORY: &str = "RIPOSTE_CRASH_STORY";

/// A story: who types what. `wait` advances the clock by hours, `press` answers the open prompt.
pub type Story = Vec<(&'static str, String)>;

fn story(name: &str) -> Story {
    match name {
        "players" => players(),
        "alone" => alone(),
        other => panic!("who tells of {other}?"),
    }
}

/// Two players against their GM.
pub fn players() -> Story {
    let mut story: Story = [
        ("Ana", "sheet-new name:Ana from:adept system:dr12 hp:60 hp_max:60"),
        ("GM", "new system:dr12"),
        ("GM", "set key:avoid_rolls value:prompt"),
        ("GM", "zones layout:\"Gate - Yard - Hall\""),
        ("Ana", "join sheet:Ana at:Yard"),
        ("Ben", "join name:Ben from:warrior at:Yard hp:60 hp_max:60"),
        ("GM", "add name:Wolf from:raider at:Yard hp:60 hp_max:60 count:2"),
        ("GM", "add name:Lurker from:bowman at:Hall hidden:true hp:60 hp_max:60"),
        ("GM", "start"),
    ]
    .map(|(who, text)| (who, text.to_string()))
    .to_vec();
    for round in 0..9 {
        for text in ["attack target:\"Wolf 1\"", "pass"] {
            story.push(("Ana", text.into()));
            story.push(("Ben", text.into()));
            story.push(("Ana", text.into()));
        }
        story.push(("GM", "attack target:Ana as:\"Wolf 1\"".into()));
        if round % 2 == 0 {
            story.push(("Ana", "press".into()));
        }
        story.push(("clock", "wait 13".into()));
        story.push(("GM", "attack target:Ben as:\"Wolf 2\"".into()));
        story.push(("Ben", "press".into()));
        story.push(("GM", if round == 3 { "undo" } else { "pass-all" }.into()));
        story.push(("clock", "wait 13".into()));
    }
    // The end of a fight writes to Ana's sheet; undo restores the sheet, and the next end writes it
    // again.
    for text in ["end outcome:truce", "undo", "end outcome:truce"] {
        story.push(("GM", text.into()));
    }
    story
}

/// Players against wolves that are played by agents: these answer, act, are undone and are taken
/// over by the GM.
fn alone() -> Story {
    let mut story = vec![
        ("GM", "new system:factions"),
        ("GM", "zones layout:\"Gate - Yard - Hall\""),
        ("Ana", "join name:Ana from:hunter at:Yard"),
        ("Ben", "join name:Ben from:reaver at:Yard"),
        ("GM", "add name:Wolf from:wolf at:Yard count:3"),
        ("GM", "started faction:party"),
        ("GM", "absence policy:auto temper:reckless"),
        ("GM", "start"),
    ];
    let wolves_turn = [
        ("Ana", "attack target:\"Wolf 1\""),
        ("clock", "wait 3"),
        ("Ana", "done"),
        ("clock", "wait 3"),
    ];
    // A wolf has attacked. The GM takes it over, and with it the rest of its turn.
    story.extend(wolves_turn);
    story.extend([("Ben", "press"), ("GM", "move zone:Gate as:\"Wolf 2\""), ("clock", "wait 3")]);
    story.extend([("GM", "pass as:\"Wolf 2\""), ("clock", "wait 3")]);
    // The wolf has moved back and attacked. After the undo it waits for the GM.
    story.extend(wolves_turn);
    story.extend([("GM", "undo steps:2"), ("clock", "wait 3"), ("GM", "pass as:\"Wolf 2\"")]);
    story.extend([("Ben", "attack target:\"Wolf 3\""), ("clock", "wait 3")]);
    story.extend([("Ben", "done"), ("clock", "wait 3")]);
    story.into_iter().map(|(who, text)| (who, text.to_string())).collect()
}

/// Plays the story in a child process, from the step that was reached. Like a user who got no
/// answer, it repeats the input of that step with the same key.
#[test]
fn child() {
    let Ok(file) = std::env::var(FILE) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(tell(Path::new(&file)));
}

async fn tell(file: &Path) {
    let clock = Arc::new(ManualClock::default());
    let key = Arc::new(AtomicU64::new(0));
    let seed = Arc::clone(&key);
    let dice: dice_source::DiceFactory =
        Arc::new(move || Box::new(SeededDice::new(seed.load(Ordering::SeqCst))));
    let store = Store::open(file).await.unwrap();
    // Delays and secrets are seeded by the step, so that they are equal after a kill.
    let step = Arc::clone(&key);
    let waits = Arc::new(move || dice_source::seeded_delays(step.load(Ordering::SeqCst))());
    let app = App::new_with_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, waits);
    let step = Arc::clone(&key);
    let secrets: SecretFactory = Arc::new(move || seeded_secrets(step.load(Ordering::SeqCst))());
    let app = app.with_secrets(secrets);
    let table = Table { app, clock, chat: Arc::default(), channel: CHANNEL };
    let chat = Arc::new(Pipe::default());
    let reached = chat.ask("reached", "");
    let story = story(&std::env::var(STORY).unwrap());
    for (step, (who, text)) in story.iter().enumerate() {
        // Sets the dice and the time to those of the step.
        key.store(step as u64, Ordering::SeqCst);
        let hours = text.strip_prefix("wait ").map(|hours| hours.parse().unwrap());
        if (step as u64) < reached {
            table.clock.advance(SignedDuration::from_hours(hours.unwrap_or_default()));
            continue;
        }
        if let Some(hours) = hours {
            table.wait(hours).await;
        } else {
            let mut origin = table.origin(who);
            origin.idempotency_key = Some(1 + step as u64);
            let input = match table.now_or_never().await {
                Some(now) if text == "press" && !now.prompts.is_empty() => {
                    riposte::app::input::UserInput::PromptButton {
                        prompt: now.prompts[0].id,
                        choice: 0,
                    }
                }
                _ => command(text),
            };
            let reply = table.app.handle_input(&origin, input).await.unwrap();
            assert!(!matches!(reply, InputReply::QueryResult(_)));
        }
        table.app.deliver_pending(&chat).await.unwrap();
        chat.ask("did", &step.to_string());
    }
    chat.ask("end", "");
}

/// The child's connection to the chat.
#[derive(Default)]
struct Pipe(Mutex<()>);

impl Pipe {
    fn ask(&self, what: &str, more: &str) -> u64 {
        let _one = self.0.lock().unwrap();
        println!("\nCHAT\t{what}\t{more}");
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).unwrap();
        answer.trim().parse().unwrap()
    }
}

impl MessageSender for Pipe {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let line = format!("{}: {}", place(parcel.audience), text(parcel));
        let shown = mark(&line);
        let (message, mark) = match parcel.edit_target {
            Some((at, mark)) if mark == Some(shown) => (at.message.0, mark),
            Some((at, _)) => {
                let message = self.ask("edit", &format!("{}\t{line}", at.message.0));
                (message, Some(shown))
            }
            None => {
                let message = self.ask("post", &format!("{}\t{line}", parcel.nonce));
                (message, Some(shown).filter(|_| !parcel.may_be_duplicate))
            }
        };
        Ok(DeliveredMessage {
            message: MessageRef { channel: ChannelId(1), message: MessageId(message) },
            content_mark: mark,
        })
    }
}

/// The chat, kept by the parent process.
#[derive(Default)]
struct Outside {
    messages: Vec<String>,
    nonces: BTreeMap<String, u64>,
    reached: u64,
    is_over: bool,
}

impl Outside {
    fn answer(&mut self, what: &str, more: &str) -> u64 {
        match what {
            "reached" => self.reached,
            "did" => {
                self.reached = more.parse::<u64>().unwrap() + 1;
                self.reached
            }
            "post" => {
                let (nonce, line) = more.split_once('\t').unwrap();
                *self.nonces.entry(nonce.into()).or_insert_with(|| {
                    self.messages.push(line.into());
                    self.messages.len() as u64
                })
            }
            "edit" => {
                let (message, line) = more.split_once('\t').unwrap();
                let message: u64 = message.parse().unwrap();
                self.messages[message as usize - 1] = line.into();
                message
            }
            "end" => {
                self.is_over = true;
                0
            }
            other => panic!("{other}"),
        }
    }

    /// Returns the messages of each audience. Their order is compared for each audience alone,
    /// because different audiences are served in parallel.
    fn channels(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut channels: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for message in &self.messages {
            let (audience, text) = message.split_once(": ").unwrap();
            channels.entry(audience).or_default().push(text);
        }
        channels
    }
}

fn start(story: &str, file: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture", "--test-threads=1"])
        .env(FILE, file)
        .env(STORY, story)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Runs the child until it ends, or kills it after `patience`. Returns whether it was killed.
fn run(
    (story, file): (&str, &Path),
    outside: &Arc<Mutex<Outside>>,
    patience: Option<Duration>,
) -> bool {
    let mut child = start(story, file);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let chat = Arc::clone(outside);
    let talk = std::thread::spawn(move || {
        for line in BufReader::new(from).lines() {
            let Ok(line) = line else { break };
            let Some((what, more)) =
                line.strip_prefix("CHAT\t").and_then(|line| line.split_once('\t'))
            else {
                continue;
            };
            let answer = chat.lock().unwrap().answer(what, more);
            // The child may be dead by now; then the chat has a message of which the child knows
            // nothing.
            let _ = writeln!(to, "{answer}");
        }
    });
    if let Some(patience) = patience {
        std::thread::sleep(patience);
        let _ = child.kill();
    }
    let end = child.wait().unwrap();
    talk.join().unwrap();
    end.code().is_none()
}

pub type Row = (i64, Option<i64>, String, String, String, String);

async fn journal(file: &Path) -> Vec<Row> {
    rows(&Store::open(file).await.unwrap()).await
}

/// Returns all journal rows of the first fight.
pub async fn rows(store: &Store) -> Vec<Row> {
    let rows = store.load_journal_rows_before(FightId(1), i64::MAX, 1000).await.unwrap();
    rows.into_iter()
        .map(|row| (row.revision, row.user, row.said, row.tape, row.notes, row.state))
        .collect()
}

/// Returns, for each journal row, the message records that show it.
async fn records(file: &Path) -> Vec<MessageRecordRow> {
    let rows = journal(file).await;
    let store = Store::open(file).await.unwrap();
    let mut records = Vec::new();
    for (revision, ..) in rows {
        for (_, subject) in store.load_messages_showing(FightId(1), revision).await.unwrap() {
            let told = store.load_message_records(FightId(1), &subject).await.unwrap().into_iter();
            records.extend(told.filter(|row| row.revision == revision));
        }
    }
    records
}

/// Returns Ana's sheets, and the sheets that the end of the fight has overwritten.
async fn sheets(file: &Path) -> (Vec<SheetRow>, Vec<OverwrittenSheetRow>) {
    let store = Store::open(file).await.unwrap();
    let sheets = store.load_user_sheets(user("Ana").0).await.unwrap();
    (sheets, store.load_overwritten_sheets(FightId(1)).await.unwrap())
}

#[tokio::test]
async fn kills_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let calm = undisturbed("players", folder.path()).await;
    let rows = journal(&calm.file).await.len();
    assert!(rows > 50, "{rows} rows");
    assert!(!records(&calm.file).await.is_empty());
    let (known, _) = sheets(&calm.file).await;
    assert_eq!((known[0].revision, known[0].fight), (3, None), "the sheet came back twice");
    calm.withstands(200).await;
}

/// The agent answers prompts, acts, is undone and is taken over by its GM.
#[tokio::test]
async fn kills_leave_no_trace_of_npcs_that_play_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let calm = undisturbed("alone", folder.path()).await;
    let rows = journal(&calm.file).await.into_iter();
    let said: Vec<_> = rows.filter_map(|(_, user, said, ..)| user.map(|_| said)).collect();
    let (alone, by_hand): (Vec<&String>, Vec<_>) =
        said.iter().partition(|said| said.contains("\"is_prepared\":true"));
    let lines = story("alone").iter().filter(|(who, _)| *who != "clock").count();
    assert_eq!(by_hand.len(), lines, "something was refused: {said:#?}");
    let answers = alone.iter().filter(|said| said.contains("\"prompt\"")).count();
    assert!(answers > 2 && alone.len() - answers > 5, "{alone:#?}");
    calm.withstands(40).await;
}

/// The result of a story that ran without kills.
struct Calm<'a> {
    story: &'static str,
    folder: &'a Path,
    file: PathBuf,
    outside: Arc<Mutex<Outside>>,
    took: Duration,
}

async fn undisturbed<'a>(story: &'static str, folder: &'a Path) -> Calm<'a> {
    let outside = Arc::new(Mutex::new(Outside::default()));
    let began = std::time::Instant::now();
    let file = databases::place(&folder.join("calm.db")).await;
    run((story, &file), &outside, None);
    assert!(outside.lock().unwrap().is_over, "the undisturbed run did not end");
    Calm { story, folder, file, outside, took: began.elapsed() }
}

impl Calm<'_> {
    /// Plays the story with this many kills at arbitrary instants, and asserts that the result is
    /// the same.
    async fn withstands(&self, most: usize) {
        let mut dice = SeededDice::new(1);
        let (mut kills, mut stories) = (0, 0);
        while kills < most {
            let file = databases::place(&self.folder.join(format!("killed{stories}.db"))).await;
            let outside = Arc::new(Mutex::new(Outside::default()));
            // Most kills come early in what is left of the story, so that one story meets many.
            while !outside.lock().unwrap().is_over {
                let patience = self.took.mul_f64(dice.number_below(1000) as f64 / 3000.0);
                let was_killed =
                    run((self.story, &file), &outside, (kills < most).then_some(patience));
                kills += usize::from(was_killed);
            }
            stories += 1;
            assert_eq!(self.outside.lock().unwrap().channels(), outside.lock().unwrap().channels());
            assert_eq!(journal(&self.file).await, journal(&file).await);
            assert_eq!(records(&self.file).await, records(&file).await);
            assert_eq!(sheets(&self.file).await, sheets(&file).await);
        }
    }
}
