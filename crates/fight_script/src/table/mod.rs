//! A table: the place where a script is played. It takes the inputs of users and returns what
//! everybody sees.
//!
//! There are two: `direct` goes straight through the app, `chat` through a fake Discord and the
//! real client. Both have an app, a manual clock and scripted dice.

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
use narration::typed_values::read_english_name;
use store::Store;
use store::ids::ChannelId;

/// The name of the user who is the GM.
pub const GM: &str = "GM";

/// The reply of a table to an input.
#[derive(Clone, Debug, PartialEq)]
pub enum TableReply {
    Done,
    Refused(Box<Refusal>),
    /// The input needs a confirmation: the warning about what is lost, and the confirming input.
    NeedsConfirmation(Box<Refusal>, UserInput),
}

/// The audience of a shown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownTo {
    Everybody,
    User(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownText {
    pub audience: ShownTo,
    pub text: String,
    /// It tells an event or asks something; otherwise it shows the current state.
    pub is_news: bool,
}

pub trait ScriptTable {
    /// Submits an input of a user, and reads what is shown afterwards.
    ///
    /// # Errors
    /// The table fails, or what it shows does not fit the reply.
    fn submit(
        &mut self,
        user: &str,
        input: UserInput,
    ) -> impl Future<Output = Result<TableReply, String>> + Send;

    /// Fires all deadlines that are due, and reads what is shown afterwards.
    fn fire_due_deadlines(&mut self) -> impl Future<Output = Result<(), String>> + Send;

    /// Returns what was shown since the last call.
    fn take_shown_texts(&mut self) -> Vec<ShownText>;

    /// Returns the user of that name, and creates them if necessary.
    fn find_or_add_user_id(&mut self, name: &str) -> UserId;

    /// Returns the name of a user, or `somebody` for one who is unknown.
    fn user_name(&self, user: UserId) -> String;

    /// Returns the app, the clock, the dice and the channel of the table.
    fn shared(&self) -> &SharedTable;

    /// Returns errors of the table itself, at the end of a script. There are none if the table does
    /// not check itself.
    fn table_faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The parts that every table has.
pub struct SharedTable {
    pub app: App,
    pub clock: Arc<ManualClock>,
    pub dice: Arc<Mutex<ScriptedDice>>,
    pub channel: ChannelId,
}

impl SharedTable {
    /// Creates an app on a clock that stands still, with scripted dice only. A script cannot
    /// control the decoy delays, so they are the same each time.
    fn new(store: Store, channel: ChannelId) -> Self {
        let clock = Arc::new(ManualClock::default());
        let dice: Arc<Mutex<ScriptedDice>> = Arc::default();
        let app_clock = Arc::clone(&clock) as Arc<dyn Clock>;
        let app = App::new_with_decoy_delays(
            store,
            app_clock,
            dice_source::scripted_dice(&dice),
            dice_source::seeded_delays(0),
        );
        Self { app: app.with_value_reader(read_english_name), clock, dice, channel }
    }

    /// Locks the dice that the script lays, even if another thread panicked while it held them.
    pub fn lock_dice(&self) -> MutexGuard<'_, ScriptedDice> {
        self.dice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Users by name. A new user gets the next number.
#[derive(Default)]
pub struct ScriptUsers(pub BTreeMap<String, UserId>);

impl ScriptUsers {
    /// Returns the id of the user with this name, who gets the next number if they are new.
    pub fn find_or_add_id(&mut self, name: &str) -> UserId {
        let next = self.0.len() as u64 + 1;
        *self.0.entry(name.into()).or_insert(UserId(next))
    }

    /// Returns the name of a user, or `somebody` for one who is unknown.
    pub fn name_of(&self, user: UserId) -> String {
        let found = self.0.iter().find(|(_, id)| **id == user);
        found.map_or_else(|| "somebody".into(), |(name, _)| name.clone())
    }
}

/// Returns the current lines that were not there before. A line that occurs more often than before
/// is returned as often as it is new.
pub fn added_lines(previous: &[String], current: &[String]) -> Vec<String> {
    let mut unmatched = previous.to_vec();
    let mut added = Vec::new();
    for line in current {
        match unmatched.iter().position(|previous_line| previous_line == line) {
            Some(index) => {
                unmatched.remove(index);
            }
            None => added.push(line.clone()),
        }
    }
    added
}

/// Describes an error of the store, for a script failure.
pub fn store_error_text(error: app::StoreError) -> String {
    format!("the store: {error}")
}
