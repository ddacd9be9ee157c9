//! The rows as they are stored. What is JSON here is the app's to read.

use super::ids::Millis;

use super::error::StoreError;
use super::ids::{ChannelId, FightId, MessageId, PromptId, TurnId};
use super::sql::{FromRow, SqlRow};

/// A row of a table: each field is the column of its name, `as` what it is stored.
macro_rules! row {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$note:meta])* pub $field:ident: $kind:ty $(as $stored:ty)?,)*
    }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$note])* pub $field: $kind,)*
        }

        impl FromRow for $name {
            fn from_row(row: &SqlRow) -> sqlx::Result<Self> {
                Ok(Self { $($field: column!(row, $field $(as $stored)?),)* })
            }
        }
    };
}

macro_rules! column {
    ($row:ident, $field:ident) => {
        $row.try_get(stringify!($field))?
    };
    ($row:ident, $field:ident as $stored:ty) => {
        $row.try_get::<$stored>(stringify!($field))?
            .try_into()
            .map_err(|wrong| sqlx::Error::Decode(Box::new(wrong)))?
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
        /// Who helps in it and who is away.
        pub people: String,
        /// The secrets that its dice follow from.
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

/// What a journal row is a record of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalKind {
    /// The fight was opened.
    Opened,
    /// An act, an order or an answer: what can be undone.
    Played,
    /// What nobody did by the rules: it leaves the state as it is, or refits it to changed rules.
    Administrative,
    Undone,
    Redone,
}

impl JournalKind {
    const ALL: [Self; 5] =
        [Self::Opened, Self::Played, Self::Administrative, Self::Undone, Self::Redone];

    /// As it is stored.
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
        pub back_to: Option<i64>,
        pub said: String,
        pub tape: String,
        pub notes: String,
        pub state: String,
        pub input_key: Option<i64>,
        /// The dice that fell, and those that are ahead.
        pub dice: String,
    }
}

row! {
    /// A journal row without what it holds: for walking back through the journal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct JournalHeader {
        pub revision: i64,
        pub kind: JournalKind as String,
        pub back_to: Option<i64>,
    }
}

row! {
    /// An answer that does not count yet, and where its open question was asked.
    #[derive(Clone, Debug, PartialEq)]
    pub struct StoredAnswer {
        pub revision: i64,
        pub place: i64,
        pub said: String,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptRow {
    pub id: PromptId,
    pub question: String,
    /// How it was closed, and by which revision; none while it is open.
    pub closed: Option<(i64, String)>,
    /// What was left of its limit when it was closed.
    pub millis_left: Option<Millis>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnRow {
    pub id: TurnId,
    pub awaited: String,
    pub is_over: bool,
    /// What was left of its limit when it was over.
    pub millis_left: Option<Millis>,
}

/// What a timer is the clock of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeadlineKind {
    /// The limit of a question, or of a turn.
    PromptLimit(PromptId),
    TurnLimit(TurnId),
    /// The next nudge to whoever a question or a turn waits for.
    PromptReminder(PromptId),
    TurnReminder(TurnId),
    /// Somebody is back, or stands in no longer.
    Availability(FightId),
    /// A standing order for an open question.
    StandingOrder(PromptId),
    /// What was planned for a turn.
    TurnPlan(TurnId),
}

/// The places that are no prompt's: a turn's, a plan's, and from where on (and down) orders have
/// theirs.
const TURN_PLACE: i64 = -1;
const PLAN_PLACE: i64 = -2;
const FIRST_ORDER_PLACE: i64 = -1000;

impl DeadlineKind {
    pub fn fight_id(self) -> FightId {
        match self {
            Self::PromptLimit(id) | Self::PromptReminder(id) | Self::StandingOrder(id) => id.fight,
            Self::TurnLimit(id) | Self::TurnReminder(id) | Self::TurnPlan(id) => id.fight,
            Self::Availability(fight) => fight,
        }
    }

    /// The columns it is stored in.
    pub(super) fn to_columns(self) -> (&'static str, i64, i64) {
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

    pub(super) fn from_columns(fight: i64, kind: &str, revision: i64, place: i64) -> Self {
        let fight = FightId(fight);
        let (prompt, turn) = (PromptId { fight, revision, place }, TurnId { fight, revision });
        match (kind, place) {
            ("people", _) => Self::Availability(fight),
            ("nudge", TURN_PLACE) => Self::TurnReminder(turn),
            ("nudge", _) => Self::PromptReminder(prompt),
            (_, TURN_PLACE) => Self::TurnLimit(turn),
            (_, PLAN_PLACE) => Self::TurnPlan(turn),
            _ if place <= FIRST_ORDER_PLACE => {
                Self::StandingOrder(PromptId { place: FIRST_ORDER_PLACE - place, ..prompt })
            }
            _ => Self::PromptLimit(prompt),
        }
    }
}

/// A clock: it runs out at a time, or stands with so many milliseconds left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    At(Millis),
    Paused(Millis),
}

row! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct OutboxRow {
        pub id: i64,
        pub fight: i64,
        pub audience: String,
        pub subject: Option<String>,
        pub letter: String,
        pub revision: i64,
        pub place: i64,
        pub at: Millis,
        pub tries: i64,
        pub not_before: Millis,
        pub failure: Option<String>,
        /// The last revision it must tell of.
        pub reaches: i64,
    }
}

impl OutboxRow {
    pub fn fight_id(&self) -> FightId {
        FightId(self.fight)
    }
}

/// A post that is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOutboxRow {
    pub audience: String,
    pub subject: Option<String>,
    pub message_body: String,
}

/// Where a message is, and the mark of what it shows; none where nobody knows that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentMessage {
    pub channel: ChannelId,
    pub message: MessageId,
    pub fingerprint: Option<i64>,
}

/// The subject of the pinned message.
pub const SUMMARY_SUBJECT: &str = "summary";

row! {
    /// A row of the journal as a message tells it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct MessageRecordRow {
        pub subject: String,
        pub audience: String,
        pub revision: i64,
        pub told: String,
        /// It was taken back.
        pub is_undone: bool,
        /// As in the journal: none where the clock did it.
        pub user: Option<i64>,
        /// As in the journal; none where its row is gone.
        pub said: Option<String>,
    }
}

/// What a message tells of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMessageRecord {
    pub subject: String,
    pub audience: String,
    pub narrative: String,
}

/// All that one input changes, stored in one transaction (I8).
#[derive(Clone, Debug)]
pub struct Commit {
    pub journal: JournalRow,
    /// The fight's own row, where it changes.
    pub fight: Option<FightRow>,
    /// Who is in the fight from now on, and who is not any more.
    pub joined_users: Vec<u64>,
    pub left_users: Vec<u64>,
    /// Prompts opened, and prompts closed (those with an outcome).
    pub prompts: Vec<PromptRow>,
    /// A turn that begins, and one that is over.
    pub turns: Vec<TurnRow>,
    /// Clocks set, and clocks taken away.
    pub timers: Vec<(DeadlineKind, Option<Deadline>)>,
    pub outbox_rows: Vec<NewOutboxRow>,
    /// What messages tell of this input.
    pub message_records: Vec<NewMessageRecord>,
    /// Rows that were taken back, or hold again.
    pub undone_flags: Vec<(i64, bool)>,
    /// Plans that are played or given up.
    pub plans: Vec<PlanRow>,
    /// Sheets that come into the fight or leave it.
    pub checkouts: Vec<Checkout>,
    /// From this number on there are no combatants any more: nothing is kept for them.
    pub first_removed_combatant: Option<u8>,
}

/// What became of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    Stored(FightId),
    /// Another input was stored first: nothing of this one is.
    Conflict,
    /// The input is stored already, as this row of this fight.
    AlreadyStored {
        fight: FightId,
        revision: i64,
    },
    /// The channel has an open fight already.
    ChannelOccupied,
}

row! {
    /// What somebody has said about their time.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct PersonRow {
        pub user: u64 as i64,
        pub zone: Option<String>,
        /// Minutes since midnight in that zone; both or neither.
        pub quiet_from: Option<i64>,
        pub quiet_to: Option<i64>,
        pub away_until: Option<Millis>,
    }
}

row! {
    /// What a combatant will do on its next turn.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PlanRow {
        pub combatant: u8,
        /// None: nothing any more.
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
        /// The open fight that has a copy of it.
        pub fight: Option<i64>,
    }
}

/// A sheet as it is to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct NewSheet {
    pub system: String,
    pub name: String,
    pub portrait: Option<String>,
    pub body: String,
}

/// What became of a sheet that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetWriteOutcome {
    Stored,
    /// Its owner has another one of that name.
    NameTaken,
    /// A fight has a copy of it.
    CheckedOut,
}

row! {
    /// What the end of a fight has overwritten.
    #[derive(Clone, Debug, PartialEq)]
    pub struct OverwrittenSheetRow {
        pub sheet: i64,
        /// The sheet's revisions before the end and after it.
        pub before: i64,
        pub after: i64,
        /// What stood there before.
        pub body: String,
    }
}

/// What an input of a fight does to a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Checkout {
    /// The fight has a copy of it now, as it stands at this revision.
    CheckedOut { sheet: i64, revision: i64 },
    /// The fight has none any more, and the sheet is as it was.
    Released { sheet: i64 },
    /// The fight is over, and what lasts is written into the sheet.
    WrittenBack { sheet: i64, revision: i64, before: String, after: String },
    /// The end is taken back, and what stood there before holds again.
    WriteBackUndone { sheet: i64, revision: i64, before: i64, body: String },
}

row! {
    /// A fight that is set up and kept to be played another time.
    #[derive(Clone, Debug, PartialEq)]
    pub struct TemplateRow {
        pub name: String,
        pub system: String,
        pub state: String,
    }
}

/// Somebody who is to be forgotten in a fight.
pub struct UserErasure<'a> {
    pub user: u64,
    /// Who stands there for them from now on.
    pub replacement: u64,
    /// The combatants that they play: what is prepared for these goes.
    pub combatants: &'a [u8],
    /// A text of the fight without them.
    pub erase_user: &'a (dyn Fn(&str) -> String + Sync),
}

/// What somebody has said in a fight, and when; or the clock.
pub struct StoredInput {
    pub at: Millis,
    pub user: Option<u64>,
    pub input: String,
}
