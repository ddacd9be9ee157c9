//! The rows of the database, and the changes that are written to it. Columns that hold JSON are
//! texts here; the app parses them.

use super::error::StoreError;
use super::ids::{ChannelId, FightId, MessageId, Millis, PromptId, TurnId};
use super::sql::{FromRow, SqlRow};

/// Defines the struct of a table's row. Each field is read from the column of its name; `as` names
/// the type of the column where it differs from that of the field.
macro_rules! row {
    ($(#[$struct_attribute:meta])* pub struct $name:ident {
        $($(#[$field_attribute:meta])* pub $field:ident: $kind:ty $(as $stored:ty)?,)*
    }) => {
        $(#[$struct_attribute])*
        pub struct $name {
            $($(#[$field_attribute])* pub $field: $kind,)*
        }

        impl FromRow for $name {
            fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
                Ok(Self { $($field: read_column!(row, $field $(as $stored)?),)* })
            }
        }
    };
}

macro_rules! read_column {
    ($row:ident, $field:ident) => {
        $row.try_get(stringify!($field))?
    };
    ($row:ident, $field:ident as $stored:ty) => {
        $row.try_get::<$stored>(stringify!($field))?
            .try_into()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?
    };
}

row! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct FightRow {
        pub id: i64,
        pub system: String,
        pub guild: u64 as i64,
        pub channel: u64 as i64,
        pub gm: u64 as i64,
        pub is_open: bool,
        pub is_paused: bool,
        pub is_gm_told: bool,
        /// JSON: everything about the fight outside its rules, such as co-GMs and who is away.
        pub people: String,
        /// JSON: the secrets from which the fight's dice are drawn.
        pub seals: String,
    }
}

impl FightRow {
    pub fn fight_id(&self) -> FightId {
        FightId(self.id)
    }

    pub fn channel_id(&self) -> ChannelId {
        ChannelId(self.channel)
    }
}

/// What kind of input a journal row records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalKind {
    /// The fight was opened.
    Opened,
    /// An act, an order or an answer. Only these can be undone.
    Played,
    /// An input outside of the rules. It leaves the state as it is, or migrates it to changed
    /// rules.
    Administrative,
    Undone,
    Redone,
}

impl JournalKind {
    const ALL: [Self; 5] =
        [Self::Opened, Self::Played, Self::Administrative, Self::Undone, Self::Redone];

    /// Returns the name under which the kind is stored.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Played => "played",
            Self::Administrative => "aside",
            Self::Undone => "undone",
            Self::Redone => "redone",
        }
    }
}

impl TryFrom<String> for JournalKind {
    type Error = StoreError;

    fn try_from(key: String) -> Result<Self, StoreError> {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == key);
        known.ok_or_else(|| StoreError::Corrupt(format!("no row of the journal is “{key}”")))
    }
}

row! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct JournalRow {
        pub revision: i64,
        pub at: Millis,
        pub user: Option<i64>,
        pub kind: JournalKind as String,
        /// The revision whose state an undo or redo went back to.
        pub back_to: Option<i64>,
        /// JSON: the input.
        pub said: String,
        /// JSON: what a replay of the input needs, such as answers to prompts.
        pub tape: String,
        /// JSON: the events of the input.
        pub notes: String,
        /// JSON: the fight's state after the input.
        pub state: String,
        /// Identifies the input, so that a repeated one is stored only once.
        pub input_key: Option<i64>,
        /// JSON: the dice that were rolled, and those that are rolled next.
        pub dice: String,
    }
}

/// When a user was last present in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPresence {
    /// The last revision of the fight at that time.
    pub revision: i64,
    pub time: Millis,
}

row! {
    /// A journal row without its texts, for walking back through the journal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct JournalHeader {
        pub revision: i64,
        pub kind: JournalKind as String,
        pub back_to: Option<i64>,
    }
}

row! {
    /// An answer that does not count yet. `revision` and `place` name its prompt.
    #[derive(Clone, Debug, PartialEq)]
    pub struct StoredAnswer {
        pub revision: i64,
        pub place: i64,
        /// JSON: the answer.
        pub said: String,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptRow {
    pub id: PromptId,
    pub question: String,
    /// The revision that closed the prompt, and its outcome. `None` while it is open.
    pub closed: Option<(i64, String)>,
    /// The time that was left until its deadline when it was closed.
    pub millis_left: Option<Millis>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnRow {
    pub id: TurnId,
    /// JSON: whose action the turn waits for.
    pub awaited: String,
    pub is_over: bool,
    /// The time that was left until its deadline when it was over.
    pub millis_left: Option<Millis>,
}

/// What happens when a timer runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeadlineKind {
    /// The time to answer a prompt is over.
    PromptLimit(PromptId),
    /// The time to act in a turn is over.
    TurnLimit(TurnId),
    /// Whoever must answer a prompt is reminded.
    PromptReminder(PromptId),
    /// Whoever must act in a turn is reminded.
    TurnReminder(TurnId),
    /// Somebody is back, or a stand-in's time is over.
    Availability(FightId),
    /// A standing order answers an open prompt.
    StandingOrder(PromptId),
    /// A turn plan is played.
    TurnPlan(TurnId),
}

/// The value of the column `place` for a turn's timers. Prompts have places from 0.
const TURN_PLACE: i64 = -1;
/// The value of `place` for a turn plan's timer.
const PLAN_PLACE: i64 = -2;
/// The value of `place` for the timer of a standing order for the prompt in place 0. Those for
/// later prompts lie below it.
const FIRST_ORDER_PLACE: i64 = -1000;

impl DeadlineKind {
    pub fn fight_id(self) -> FightId {
        match self {
            Self::PromptLimit(id) | Self::PromptReminder(id) | Self::StandingOrder(id) => id.fight,
            Self::TurnLimit(id) | Self::TurnReminder(id) | Self::TurnPlan(id) => id.fight,
            Self::Availability(fight) => fight,
        }
    }

    /// Returns the values of the columns `kind`, `revision` and `place`.
    pub(super) fn to_kind_revision_and_place(self) -> (&'static str, i64, i64) {
        match self {
            Self::PromptLimit(id) => ("limit", id.revision, id.place),
            Self::TurnLimit(id) => ("limit", id.revision, TURN_PLACE),
            Self::PromptReminder(id) => ("nudge", id.revision, id.place),
            Self::TurnReminder(id) => ("nudge", id.revision, TURN_PLACE),
            Self::StandingOrder(id) => ("limit", id.revision, FIRST_ORDER_PLACE - id.place),
            Self::TurnPlan(id) => ("limit", id.revision, PLAN_PLACE),
            Self::Availability(_) => ("people", 0, 0),
        }
    }

    /// Returns the deadline that these columns of a timer row stand for: the reverse of
    /// [`Self::to_kind_revision_and_place`]. Prompts have places from 0, so a negative place tells
    /// the other deadlines from theirs.
    pub(super) fn from_columns(fight: i64, kind: &str, revision: i64, place: i64) -> Self {
        let fight = FightId(fight);
        let turn = TurnId { fight, revision };
        let prompt_in = |place: i64| PromptId { fight, revision, place };
        match (kind, place) {
            ("people", _) => Self::Availability(fight),
            ("nudge", TURN_PLACE) => Self::TurnReminder(turn),
            ("nudge", _) => Self::PromptReminder(prompt_in(place)),
            (_, TURN_PLACE) => Self::TurnLimit(turn),
            (_, PLAN_PLACE) => Self::TurnPlan(turn),
            (_, ..=FIRST_ORDER_PLACE) => {
                let place_of_prompt = FIRST_ORDER_PLACE - place;
                Self::StandingOrder(prompt_in(place_of_prompt))
            }
            _ => Self::PromptLimit(prompt_in(place)),
        }
    }
}

/// When a timer runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// At this time, in milliseconds since 1970.
    At(Millis),
    /// The timer is stopped, with this many milliseconds left.
    Paused(Millis),
}

row! {
    /// A delivery that is pending, or was given up.
    #[derive(Clone, Debug, PartialEq)]
    pub struct OutboxRow {
        pub id: i64,
        pub fight: i64,
        /// For whom: a channel or a user, such as `channel 5` or `dm 1`.
        pub audience: String,
        /// Which message of the fight is sent or edited. `None` for one that is never edited.
        pub subject: Option<String>,
        /// JSON: what to send.
        pub letter: String,
        pub revision: i64,
        pub place: i64,
        pub at: Millis,
        /// How often delivery has been tried.
        pub tries: i64,
        pub not_before: Millis,
        /// Why delivery was given up. `None` while it is pending.
        pub failure: Option<String>,
        /// The last revision that the message must show.
        pub reaches: i64,
    }
}

impl OutboxRow {
    /// Returns whether both are the same row of the outbox, whatever has been changed in it. SQLite
    /// gives the id of a deleted row to a new one, so the id alone does not tell.
    pub fn is_same_row(&self, other: &Self) -> bool {
        let key = |row: &Self| (row.id, row.fight, row.revision, row.place);
        key(self) == key(other)
    }

    pub fn fight_id(&self) -> FightId {
        FightId(self.fight)
    }
}

/// An outbox row that is to be inserted.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOutboxRow {
    pub audience: String,
    pub subject: Option<String>,
    pub message_body: String,
}

/// A message on Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentMessage {
    pub channel: ChannelId,
    pub message: MessageId,
    /// A hash of what the message shows. `None` if that is unknown.
    pub content_hash: Option<i64>,
}

/// The subject of the outbox row that opens a fight's thread.
pub const OPEN_THREAD_SUBJECT: &str = "open thread";
/// The subject of the pinned summary message.
pub const SUMMARY_SUBJECT: &str = "summary";

row! {
    /// What a message shows of one journal row.
    #[derive(Clone, Debug, PartialEq)]
    pub struct MessageRecordRow {
        pub subject: String,
        pub audience: String,
        pub revision: i64,
        /// JSON: the narrative.
        pub told: String,
        pub is_undone: bool,
        /// The user of the journal row. `None` for a deadline.
        pub user: Option<i64>,
        /// JSON: the input of the journal row. `None` if that row is gone.
        pub said: Option<String>,
    }
}

/// What a message shows of one input, to be inserted.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMessageRecord {
    pub subject: String,
    pub audience: String,
    pub narrative: String,
}

/// All changes of one input, stored in one transaction (I8).
#[derive(Clone, Debug)]
pub struct Commit {
    /// The server of the fight.
    pub guild: u64,
    pub journal: JournalRow,
    /// The fight's own row, if it changes.
    pub fight: Option<FightRow>,
    pub joined_users: Vec<u64>,
    pub left_users: Vec<u64>,
    /// Prompts that open, and prompts that close (those with an outcome).
    pub prompts: Vec<PromptRow>,
    /// A turn that begins, and one that is over.
    pub turns: Vec<TurnRow>,
    /// Timers to set, and timers to delete (those without a deadline).
    pub timers: Vec<(DeadlineKind, Option<Deadline>)>,
    pub outbox_rows: Vec<NewOutboxRow>,
    /// What messages show of this input.
    pub message_records: Vec<NewMessageRecord>,
    /// Revisions that are undone (`true`) or redone (`false`).
    pub undone_flags: Vec<(i64, bool)>,
    /// Turn plans that are played or given up.
    pub plans: Vec<PlanRow>,
    /// Sheets that come into the fight or leave it.
    pub checkouts: Vec<Checkout>,
    /// There are no combatants any more from this number on. Their preparations are deleted.
    pub first_removed_combatant: Option<u8>,
    /// The channel that the fight leaves: its messages there are forgotten.
    pub left_channel: Option<ChannelId>,
    /// The fight goes on in the second channel, a thread that was opened for it, with all that was
    /// to be told in the first.
    pub opened_thread: Option<(ChannelId, ChannelId)>,
    /// Earlier inputs that change: their revisions, and the inputs as they are from now on.
    pub edited_inputs: Vec<(i64, String)>,
}

/// The outcome of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    Stored(FightId),
    /// Another input was stored first, and nothing of this one.
    Conflict,
    /// The same input is already stored, as this row of this fight.
    AlreadyStored {
        fight: FightId,
        revision: i64,
    },
    /// The channel has an open fight already.
    ChannelOccupied,
}

row! {
    /// A user's settings about their time.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct PersonRow {
        pub user: u64 as i64,
        /// The name of a time zone, such as `Europe/Berlin`.
        pub zone: Option<String>,
        /// Minutes since midnight in that zone. Both ends of the quiet hours are set, or neither.
        pub quiet_from: Option<i64>,
        pub quiet_to: Option<i64>,
        pub away_until: Option<Millis>,
    }
}

row! {
    /// A combatant's turn plan.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PlanRow {
        pub combatant: u8,
        /// JSON: the plan. `None` deletes it.
        pub planned: Option<String>,
    }
}

row! {
    /// A player's sheet.
    #[derive(Clone, Debug, PartialEq)]
    pub struct SheetRow {
        pub id: i64,
        pub user: u64 as i64,
        pub system: String,
        pub name: String,
        pub portrait: Option<String>,
        pub body: String,
        pub revision: i64,
        /// The open fight into which the sheet is checked out.
        pub fight: Option<i64>,
    }
}

/// The content of a sheet that is to be inserted or changed.
#[derive(Clone, Debug, PartialEq)]
pub struct NewSheet {
    pub system: String,
    pub name: String,
    pub portrait: Option<String>,
    pub body: String,
}

/// The outcome of inserting or changing a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetWriteOutcome {
    Stored,
    /// Its owner has another sheet of that name.
    NameTaken,
    /// The sheet is checked out into a fight.
    CheckedOut,
}

row! {
    /// A sheet as it was before the end of a fight has overwritten it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct OverwrittenSheetRow {
        pub sheet: i64,
        /// The sheet's revision before the fight ended.
        pub before: i64,
        /// The sheet's revision after that.
        pub after: i64,
        /// The sheet's body before the fight ended.
        pub body: String,
    }
}

/// What an input of a fight does to a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Checkout {
    /// The fight takes a copy of the sheet at this revision.
    CheckedOut { sheet: i64, revision: i64 },
    /// The fight gives up its copy, and the sheet stays as it is.
    Released { sheet: i64 },
    /// The fight ends, and its lasting effects are written into the sheet. `revision` is the
    /// sheet's revision before that; `before` and `after` are its bodies.
    WrittenBack { sheet: i64, revision: i64, before: String, after: String },
    /// The end of the fight is undone, and the sheet gets its earlier body and revision (`before`)
    /// back. `revision` is the one that it has until then.
    WriteBackUndone { sheet: i64, revision: i64, before: i64, body: String },
}

row! {
    /// A fight that is set up and stored for another time.
    #[derive(Clone, Debug, PartialEq)]
    pub struct TemplateRow {
        pub name: String,
        pub system: String,
        pub state: String,
    }
}

/// A user who is to be erased from a fight.
pub struct UserErasure<'a> {
    pub user: u64,
    /// The id that is stored in place of the user's.
    pub replacement: u64,
    /// The user's combatants, whose preparations are deleted.
    pub combatants: &'a [u8],
    /// Rewrites a text of the fight so that the user is not named in it.
    pub erase_user: &'a (dyn Fn(&str) -> String + Sync),
}

/// Another input in place of the one that a row of the journal has, both as JSON.
#[derive(Clone, Copy, Debug)]
pub struct InputEdit<'a> {
    pub revision: i64,
    pub before: &'a str,
    pub after: &'a str,
}

/// An input of a fight.
pub struct StoredInput {
    pub at: Millis,
    /// `None` for a deadline.
    pub user: Option<u64>,
    /// JSON: the input.
    pub input: String,
}
