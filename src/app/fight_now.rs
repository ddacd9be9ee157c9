//! A fight as the app holds it: its row, its game, who is waited for, and their clocks.
//!
//! Kept in memory from one input to the next. What is kept is what is stored: the journal refuses
//! an input that was worked out from anything older (I9).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedMutexGuard;

use crate::engine::Wait;
use crate::engine::fight::Phase;
use crate::engine::game::{Game, Member, Prompt};
use crate::engine::ids::{By, CombatantId, UserId};
use crate::engine::view::Viewer;
use crate::store::fault::Fault;
use crate::store::fights::Stored;
use crate::store::ids::{ChannelId, FightId, PromptId, TurnId};
use crate::store::rows::{Alarm, FightRow, Timed};

use super::change::json;
use super::clock::moment;
use super::outbox::{Audience, Outcome};
use super::people::People;

/// A fight as it stands. Secrets included, so never to be shown to people as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FightNow {
    pub id: FightId,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub is_open: bool,
    /// The clocks stand still, and nobody may act.
    pub is_paused: bool,
    /// The GM gets what the channel is not told of players' acts.
    pub is_gm_told: bool,
    /// Who helps, and who is away.
    pub people: People,
    /// The number of the last journal row.
    pub revision: i64,
    pub game: Game,
    /// Everybody in it, hidden ones included.
    pub members: Vec<Member>,
    pub prompts: Vec<OpenPrompt>,
    /// Answered, but not to be shown yet.
    pub sealed: Vec<Sealed>,
    pub turn: Option<OpenTurn>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    /// Who is asked.
    pub user: UserId,
    /// Where it is shown.
    pub shown: Audience,
    pub alarm: Option<Alarm>,
    /// When whoever is asked is nudged next.
    pub nudge: Option<Alarm>,
}

/// An answer that is not shown until all who were asked at the time have answered too.
#[derive(Clone, Debug, PartialEq)]
pub struct Sealed {
    pub id: PromptId,
    pub shown: Audience,
    pub is_shared: bool,
    /// The revision that answered it.
    pub closed: i64,
}

/// A time of waiting for somebody to act.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenTurn {
    pub id: TurnId,
    pub waited: Waited,
    /// None once the GM has been reminded.
    pub alarm: Option<Alarm>,
    pub nudge: Option<Alarm>,
}

/// Whom a turn waits for, and when in the fight: what tells it from the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waited {
    pub round: u16,
    /// The keys of the groups whose time it is.
    pub groups: Vec<String>,
    pub on: Vec<By>,
    #[serde(default)]
    pub part: String,
    pub clock_secs: u32,
    /// When the clock runs out: skipped, or only reminded.
    pub is_skipped: bool,
}

impl OpenPrompt {
    /// When the default is taken; none while the clocks stand still.
    pub fn due(&self) -> Option<Timestamp> {
        due(self.alarm)
    }
}

impl OpenTurn {
    /// When it is over by itself, or the GM reminded; none while the clocks stand still.
    pub fn due(&self) -> Option<Timestamp> {
        due(self.alarm)
    }
}

pub(super) fn due(alarm: Option<Alarm>) -> Option<Timestamp> {
    match alarm {
        Some(Alarm::At(due)) => Some(moment(due)),
        Some(Alarm::Standing(_)) | None => None,
    }
}

impl FightNow {
    pub fn system(&self) -> &'static str {
        self.game.system()
    }

    pub fn is_running(&self) -> bool {
        self.game.phase() == Phase::Running
    }

    pub fn member(&self, who: CombatantId) -> Option<&Member> {
        self.members.iter().find(|one| one.id == who)
    }

    pub(super) fn name(&self, who: CombatantId) -> &str {
        self.member(who).map_or("", |one| &one.name)
    }

    /// It is their turn, or a question is open for them.
    pub fn is_waited_for(&self, who: CombatantId) -> bool {
        let by = By::Combatant(who);
        let is_asked = self.prompts.iter().any(|open| open.prompt.to == by);
        let is_on = |turn: &OpenTurn| turn.waited.on.contains(&by);
        is_asked || (self.prompts.is_empty() && self.turn.as_ref().is_some_and(is_on))
    }

    /// Still the same turn: of the same one in the same round, or the same slot. All that the GM
    /// does in one block is one turn, whoever of theirs acts.
    pub(super) fn is_same_turn(&self, one: &Waited, other: &Waited) -> bool {
        let is_gms = |waited: &Waited| {
            waited.on.iter().all(|by| match by {
                By::Gm => true,
                By::Combatant(who) => self.member(*who).is_some_and(|one| one.user.is_none()),
            })
        };
        (one.round, &one.groups, &one.part) == (other.round, &other.groups, &other.part)
            && (!one.part.is_empty() || one.on == other.on || (is_gms(one) && is_gms(other)))
    }

    /// Where something for this one is shown: players are spoken to in the channel, the GM and
    /// whoever is hidden in private.
    pub fn audience(&self, by: By) -> Audience {
        let is_public = match by {
            By::Gm => false,
            By::Combatant(who) => {
                self.member(who).is_some_and(|one| one.user.is_some() && !one.is_hidden)
            }
        };
        if is_public { Audience::Channel(self.channel) } else { Audience::Dm(self.controller(by)) }
    }

    /// Those that are stored: nobody before the fight is opened.
    pub(super) fn known_participants(&self) -> BTreeSet<UserId> {
        if self.revision == 0 { BTreeSet::new() } else { self.participants() }
    }

    pub(super) fn row(&self) -> Result<FightRow, Fault> {
        Ok(FightRow {
            id: self.id.0,
            system: self.system().into(),
            guild: self.guild,
            channel: self.channel.0,
            gm: self.gm.0,
            is_open: self.is_open,
            is_paused: self.is_paused,
            is_gm_told: self.is_gm_told,
            people: json(&self.people)?,
        })
    }

    /// Who is waited for once no question is open.
    pub(super) fn waits(game: &Game) -> Option<Waited> {
        if game.phase() != Phase::Running {
            return None;
        }
        let Wait { on, part, clock_secs, is_skipped } = game.waits()?;
        let view = game.view(Viewer::Gm);
        let current = view.groups.into_iter().filter(|group| group.is_current);
        let groups = current.map(|group| group.key).collect();
        Some(Waited { round: view.round, groups, on, part: part.into(), clock_secs, is_skipped })
    }

    pub(super) fn read(stored: Stored) -> Result<Self, Fault> {
        let game: Game = read(&stored.state)?;
        let row = &stored.fight;
        let mut now = Self {
            id: row.id(),
            guild: row.guild,
            channel: row.channel(),
            gm: UserId(row.gm),
            is_open: row.is_open,
            is_paused: row.is_paused,
            is_gm_told: row.is_gm_told,
            people: read(&row.people)?,
            revision: stored.revision,
            members: game.members(),
            game,
            prompts: Vec::new(),
            sealed: Vec::new(),
            turn: None,
        };
        let alarm =
            |timed| stored.timers.iter().find(|(of, _)| *of == timed).map(|(_, alarm)| *alarm);
        for row in &stored.prompts {
            let prompt: Prompt = read(&row.asked)?;
            match &row.closed {
                None => {
                    let nudge = alarm(Timed::NudgePrompt(row.id));
                    let alarm = alarm(Timed::Prompt(row.id));
                    now.prompts.push(now.open_prompt(row.id, prompt, alarm, nudge));
                }
                Some((closed, outcome)) if read::<Outcome>(outcome)? != Outcome::Void => {
                    let (shown, is_shared) = (now.audience(prompt.to), prompt.is_shared);
                    now.sealed.push(Sealed { id: row.id, shown, is_shared, closed: *closed });
                }
                Some(_) => {}
            }
        }
        if let Some(row) = &stored.turn {
            let began: Waited = read(&row.waited)?;
            let waits = Self::waits(&now.game).filter(|waits| now.is_same_turn(waits, &began));
            let (waited, nudge) = (waits.unwrap_or(began), alarm(Timed::NudgeTurn(row.id)));
            let alarm = alarm(Timed::Turn(row.id));
            now.turn = Some(OpenTurn { id: row.id, waited, alarm, nudge });
        }
        Ok(now)
    }

    pub(super) fn open_prompt(
        &self,
        id: PromptId,
        prompt: Prompt,
        alarm: Option<Alarm>,
        nudge: Option<Alarm>,
    ) -> OpenPrompt {
        let (user, shown) = (self.controller(prompt.to), self.audience(prompt.to));
        OpenPrompt { id, prompt, user, shown, alarm, nudge }
    }
}

/// Reads what the app has stored.
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|wrong| Fault::Damaged(wrong.to_string()))
}

/// The fights that were asked for lately, each behind the lock that lets one input in at a time.
#[derive(Default)]
pub(super) struct Fights {
    entries: Mutex<BTreeMap<FightId, Entry>>,
}

type Entry = Arc<tokio::sync::Mutex<Option<Arc<FightNow>>>>;

/// The most fights that are kept in memory.
const MOST_KEPT: usize = 256;

/// The right to change one fight.
pub(super) struct Exclusive {
    guard: OwnedMutexGuard<Option<Arc<FightNow>>>,
}

impl Exclusive {
    /// What holds once an input is stored.
    pub fn keep(&mut self, now: Arc<FightNow>) {
        *self.guard = Some(now);
    }

    /// What was kept is not what is stored.
    pub fn forget(&mut self) {
        *self.guard = None;
    }

    /// The fight as it stands; none where it must be read first.
    pub fn kept(&self) -> Option<Arc<FightNow>> {
        self.guard.clone()
    }
}

impl Fights {
    /// Waits until no other input of this fight is being taken.
    pub async fn enter(&self, fight: FightId) -> Exclusive {
        let entry = {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            if entries.len() >= MOST_KEPT {
                // Those nobody holds can be read again.
                entries.retain(|_, entry| Arc::strong_count(entry) > 1);
            }
            Arc::clone(entries.entry(fight).or_default())
        };
        Exclusive { guard: entry.lock_owned().await }
    }
}
