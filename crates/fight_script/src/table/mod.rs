//! A table: where a script is played. It takes what users say and gives back what everybody sees.
//!
//! Two tables: `direct`, straight through the app; `chat`, through the stand-in and the real
//! client. Both hold an app, a clock moved by hand and scripted dice.

#[cfg(feature = "sandbox")]
pub mod chat;
pub mod direct;

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::clock::{Clock, ManualClock};
use app::input::UserInput;
use app::{App, dice_source};
use engine::core::command::Refusal;
use engine::core::dice::ScriptedDice;
use engine::core::ids::UserId;
use store::Store;
use store::ids::ChannelId;

/// The name of the user who is the GM.
pub const GM: &str = "GM";

/// What came of something said.
#[derive(Clone, Debug, PartialEq)]
pub enum TableReply {
    Done,
    Refused(Box<Refusal>),
    /// It is to be confirmed: what is lost by it, and what to say.
    NeedsConfirmation(Box<Refusal>, UserInput),
}

/// Who sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownTo {
    Everybody,
    User(String),
}

/// Something that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownText {
    pub audience: ShownTo,
    pub text: String,
    /// It tells what happened or asks something; else it shows how things stand.
    pub is_news: bool,
}

pub trait ScriptTable {
    /// Somebody says something; what is shown of it is seen afterwards.
    fn submit(
        &mut self,
        user: &str,
        input: UserInput,
    ) -> impl Future<Output = Result<TableReply, String>> + Send;

    /// What is due happens, and is seen afterwards.
    fn fire_due_deadlines(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// What was shown since this was asked last.
    fn take_shown_texts(&mut self) -> Vec<ShownText>;

    /// The user of that name.
    fn user_id(&mut self, name: &str) -> UserId;

    /// The name of a user.
    fn user_name(&self, user: UserId) -> String;

    fn shared(&self) -> &SharedTable;

    /// What went wrong at the table itself, at the end.
    fn table_faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What every table is made of.
pub struct SharedTable {
    pub app: App,
    pub clock: Arc<ManualClock>,
    pub dice: Arc<Mutex<ScriptedDice>>,
    pub channel: ChannelId,
}

impl SharedTable {
    /// An app on a clock that stands still, with nothing but the dice that are laid out. What it
    /// draws besides them, a script cannot know: the same each time.
    fn new(store: Store, channel: ChannelId) -> Self {
        let clock = Arc::new(ManualClock::default());
        let dice: Arc<Mutex<ScriptedDice>> = Arc::default();
        let time = Arc::clone(&clock) as Arc<dyn Clock>;
        let app = App::new_with_delays(
            store,
            time,
            dice_source::scripted_dice(&dice),
            dice_source::seeded_delays(0),
        );
        Self { app, clock, dice, channel }
    }

    pub fn lock_dice(&self) -> MutexGuard<'_, ScriptedDice> {
        self.dice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Users by name; who is new gets the next number.
#[derive(Default)]
pub struct ScriptUsers(pub BTreeMap<String, UserId>);

impl ScriptUsers {
    pub fn id_or_new(&mut self, name: &str) -> UserId {
        let next = self.0.len() as u64 + 1;
        *self.0.entry(name.into()).or_insert(UserId(next))
    }

    pub fn name_of(&self, user: UserId) -> String {
        let found = self.0.iter().find(|(_, id)| **id == user);
        found.map_or_else(|| "somebody".into(), |(name, _)| name.clone())
    }
}

/// The lines that stand there now and did not before; one that stands there twice, as often as it
/// is new.
pub fn added_lines(previous: &[String], current: &[String]) -> Vec<String> {
    let mut known = previous.to_vec();
    let mut is_new = |line: &String| match known.iter().position(|one| one == line) {
        Some(at) => {
            known.remove(at);
            false
        }
        None => true,
    };
    current.iter().filter(|line| is_new(line)).cloned().collect()
}

/// What went wrong in the store, as a script says it.
pub fn store_error_text(fault: app::StoreError) -> String {
    format!("the store: {fault}")
}
