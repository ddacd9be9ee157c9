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
const FILE_VARIABLE: &str = "RIPOSTE_CRASH_FILE";

/// The environment variable with the name of the story that the child plays.
const STORY_VARIABLE: &str = "RIPOSTE_CRASH_STORY";

/// Inputs with the person who types each. `wait` advances the clock by hours, `press` answers the
/// open prompt.
pub type Story = Vec<(&'static str, String)>;

fn story_named(name: &str) -> Story {
    match name {
        "players" => player_story(),
        "alone" => agent_story(),
        other => panic!("who tells of {other}?"),
    }
}

/// Two players against their GM.
pub fn player_story() -> Story {
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
fn agent_story() -> Story {
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
fn child_process_plays_story() {
    let Ok(file) = std::env::var(FILE_VARIABLE) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(play_story(Path::new(&file)));
}

async fn play_story(file: &Path) {
    let clock = Arc::new(ManualClock::default());
    let current_step = Arc::new(AtomicU64::new(0));
    let seed = Arc::clone(&current_step);
    let dice: dice_source::DiceFactory =
        Arc::new(move || Box::new(SeededDice::new(seed.load(Ordering::SeqCst))));
    let store = Store::open(file).await.unwrap();
    // Delays and secrets are seeded by the step, so that they are equal after a kill.
    let step = Arc::clone(&current_step);
    let delays = Arc::new(move || dice_source::seeded_delays(step.load(Ordering::SeqCst))());
    let app = App::new_with_decoy_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, delays);
    let step = Arc::clone(&current_step);
    let secrets: SecretFactory = Arc::new(move || seeded_secrets(step.load(Ordering::SeqCst))());
    let app = app.with_secrets(secrets);
    let table = Table { app, clock, chat: Arc::default(), channel: CHANNEL };
    let chat = Arc::new(ParentChat::default());
    let reached = chat.request("reached", "");
    let inputs = story_named(&std::env::var(STORY_VARIABLE).unwrap());
    for (step, (who, text)) in inputs.iter().enumerate() {
        // Sets the dice and the time to those of the step.
        current_step.store(step as u64, Ordering::SeqCst);
        let hours = text.strip_prefix("wait ").map(|hours| hours.parse().unwrap());
        if (step as u64) < reached {
            table.clock.advance(SignedDuration::from_hours(hours.unwrap_or_default()));
            continue;
        }
        if let Some(hours) = hours {
            table.advance_hours(hours).await;
        } else {
            let mut context = table.request_context(who);
            context.idempotency_key = Some(1 + step as u64);
            let input = match table.load_state_if_any().await {
                Some(state) if text == "press" && !state.prompts.is_empty() => {
                    riposte::app::input::UserInput::PromptButton {
                        prompt: state.prompts[0].id,
                        choice: 0,
                    }
                }
                _ => parse_input(text),
            };
            let reply = table.app.handle_input(&context, input).await.unwrap();
            assert!(!matches!(reply, InputReply::QueryResult(_)));
        }
        table.app.deliver_due_outbox(&chat).await.unwrap();
        chat.request("did", &step.to_string());
    }
    chat.request("end", "");
}

/// Connects the child process to the chat of its parent.
#[derive(Default)]
struct ParentChat(Mutex<()>);

impl ParentChat {
    fn request(&self, verb: &str, argument: &str) -> u64 {
        let _one = self.0.lock().unwrap();
        println!("\nCHAT\t{verb}\t{argument}");
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).unwrap();
        answer.trim().parse().unwrap()
    }
}

impl MessageSender for ParentChat {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let line =
            format!("{}: {}", format_audience(delivery.audience), describe_delivery(delivery));
        let line_hash = content_hash(&line);
        let (message, mark) = match delivery.edit_target {
            Some((at, mark)) if mark == Some(line_hash) => (at.message.0, mark),
            Some((at, _)) => {
                let message = self.request("edit", &format!("{}\t{line}", at.message.0));
                (message, Some(line_hash))
            }
            None => {
                let message = self.request("post", &format!("{}\t{line}", delivery.nonce));
                (message, Some(line_hash).filter(|_| !delivery.may_be_duplicate))
            }
        };
        Ok(DeliveredMessage {
            message: MessageRef { channel: ChannelId(1), message: MessageId(message) },
            content_hash: mark,
        })
    }
}

/// The chat, kept by the parent process.
#[derive(Default)]
struct ChatState {
    messages: Vec<String>,
    nonces: BTreeMap<String, u64>,
    reached: u64,
    is_over: bool,
}

impl ChatState {
    fn answer(&mut self, verb: &str, argument: &str) -> u64 {
        match verb {
            "reached" => self.reached,
            "did" => {
                self.reached = argument.parse::<u64>().unwrap() + 1;
                self.reached
            }
            "post" => {
                let (nonce, line) = argument.split_once('\t').unwrap();
                *self.nonces.entry(nonce.into()).or_insert_with(|| {
                    self.messages.push(line.into());
                    self.messages.len() as u64
                })
            }
            "edit" => {
                let (message, line) = argument.split_once('\t').unwrap();
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
    fn messages_by_audience(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut channels: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for message in &self.messages {
            let (audience, text) = message.split_once(": ").unwrap();
            channels.entry(audience).or_default().push(text);
        }
        channels
    }
}

fn spawn_child(story: &str, file: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child_process_plays_story", "--nocapture", "--test-threads=1"])
        .env(FILE_VARIABLE, file)
        .env(STORY_VARIABLE, story)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Runs the child until it ends, or kills it after `kill_after`. Returns whether it was killed.
fn run_child(
    (story, file): (&str, &Path),
    chat_state: &Arc<Mutex<ChatState>>,
    kill_after: Option<Duration>,
) -> bool {
    let mut child = spawn_child(story, file);
    let (mut to_child, from_child) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let chat = Arc::clone(chat_state);
    let chat_thread = std::thread::spawn(move || {
        for line in BufReader::new(from_child).lines() {
            let Ok(line) = line else { break };
            let Some((verb, argument)) =
                line.strip_prefix("CHAT\t").and_then(|line| line.split_once('\t'))
            else {
                continue;
            };
            let answer = chat.lock().unwrap().answer(verb, argument);
            // The child may be dead by now; then the chat has a message of which the child knows
            // nothing.
            let _ = writeln!(to_child, "{answer}");
        }
    });
    if let Some(kill_after) = kill_after {
        std::thread::sleep(kill_after);
        let _ = child.kill();
    }
    let end = child.wait().unwrap();
    chat_thread.join().unwrap();
    end.code().is_none()
}

pub type JournalRow = (i64, Option<i64>, String, String, String, String);

async fn load_journal(file: &Path) -> Vec<JournalRow> {
    load_journal_rows(&Store::open(file).await.unwrap()).await
}

/// Returns all journal rows of the first fight.
pub async fn load_journal_rows(store: &Store) -> Vec<JournalRow> {
    let rows = store.load_journal_rows_before(FightId(1), i64::MAX, 1000).await.unwrap();
    rows.into_iter()
        .map(|row| (row.revision, row.user, row.said, row.tape, row.notes, row.state))
        .collect()
}

/// Returns, for each journal row, the message records that show it.
async fn load_records_shown_by_message(file: &Path) -> Vec<MessageRecordRow> {
    let rows = load_journal(file).await;
    let store = Store::open(file).await.unwrap();
    let mut records = Vec::new();
    for (revision, ..) in rows {
        for (_, subject) in
            store.load_audiences_and_subjects_showing(FightId(1), revision).await.unwrap()
        {
            let shown_records = store
                .load_records_shown_by_message(FightId(1), &subject)
                .await
                .unwrap()
                .into_iter();
            records.extend(shown_records.filter(|row| row.revision == revision));
        }
    }
    records
}

/// Returns Ana's sheets, and the sheets that the end of the fight has overwritten.
async fn load_sheets(file: &Path) -> (Vec<SheetRow>, Vec<OverwrittenSheetRow>) {
    let store = Store::open(file).await.unwrap();
    let sheets = store.load_user_sheets(user_id("Ana").0).await.unwrap();
    (sheets, store.load_overwritten_sheets(FightId(1)).await.unwrap())
}

#[tokio::test]
async fn killed_runs_leave_the_same_data() {
    let folder = tempfile::tempdir().unwrap();
    let clean_run = run_undisturbed("players", folder.path()).await;
    let rows = load_journal(&clean_run.file).await.len();
    assert!(rows > 50, "{rows} rows");
    assert!(!load_records_shown_by_message(&clean_run.file).await.is_empty());
    let (known, _) = load_sheets(&clean_run.file).await;
    assert_eq!((known[0].revision, known[0].fight), (3, None), "the sheet came back twice");
    clean_run.assert_survives_kills(200).await;
}

/// The agent answers prompts, acts, is undone and is taken over by its GM.
#[tokio::test]
async fn killed_runs_with_agents_leave_the_same_data() {
    let folder = tempfile::tempdir().unwrap();
    let clean_run = run_undisturbed("alone", folder.path()).await;
    let rows = load_journal(&clean_run.file).await.into_iter();
    let inputs: Vec<_> = rows.filter_map(|(_, user, inputs, ..)| user.map(|_| inputs)).collect();
    let (by_agent, by_hand): (Vec<&String>, Vec<_>) =
        inputs.iter().partition(|inputs| inputs.contains("\"is_prepared\":true"));
    let lines = story_named("alone").iter().filter(|(who, _)| *who != "clock").count();
    assert_eq!(by_hand.len(), lines, "something was refused: {inputs:#?}");
    let answers = by_agent.iter().filter(|inputs| inputs.contains("\"prompt\"")).count();
    assert!(answers > 2 && by_agent.len() - answers > 4, "{by_agent:#?}");
    clean_run.assert_survives_kills(40).await;
}

/// The result of a story that ran without kills.
struct CleanRun<'a> {
    story: &'static str,
    folder: &'a Path,
    file: PathBuf,
    chat_state: Arc<Mutex<ChatState>>,
    duration: Duration,
}

async fn run_undisturbed<'a>(story: &'static str, folder: &'a Path) -> CleanRun<'a> {
    let chat_state = Arc::new(Mutex::new(ChatState::default()));
    let began = std::time::Instant::now();
    let file = databases::path_for(&folder.join("calm.db")).await;
    run_child((story, &file), &chat_state, None);
    assert!(chat_state.lock().unwrap().is_over, "the undisturbed run did not end");
    CleanRun { story, folder, file, chat_state, duration: began.elapsed() }
}

impl CleanRun<'_> {
    /// Plays the story with this many kills at arbitrary instants, and asserts that the result is
    /// the same.
    async fn assert_survives_kills(&self, kill_limit: usize) {
        let mut dice = SeededDice::new(1);
        let (mut kills, mut stories) = (0, 0);
        while kills < kill_limit {
            let file = databases::path_for(&self.folder.join(format!("killed{stories}.db"))).await;
            let chat_state = Arc::new(Mutex::new(ChatState::default()));
            // Most kills come early in what is left of the story, so that one story meets many.
            while !chat_state.lock().unwrap().is_over {
                let kill_after = self.duration.mul_f64(dice.number_below(1000) as f64 / 3000.0);
                let was_killed = run_child(
                    (self.story, &file),
                    &chat_state,
                    (kills < kill_limit).then_some(kill_after),
                );
                kills += usize::from(was_killed);
            }
            stories += 1;
            assert_eq!(
                self.chat_state.lock().unwrap().messages_by_audience(),
                chat_state.lock().unwrap().messages_by_audience()
            );
            assert_eq!(load_journal(&self.file).await, load_journal(&file).await);
            assert_eq!(
                load_records_shown_by_message(&self.file).await,
                load_records_shown_by_message(&file).await
            );
            assert_eq!(load_sheets(&self.file).await, load_sheets(&file).await);
        }
    }
}
