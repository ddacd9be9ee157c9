//! A fight as the app holds it: its row, its game, who is waited for, and their clocks.
//!
//! Kept in memory from one input to the next. What is kept is what is stored: the journal refuses
//! an input that was worked out from anything older (I9).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use engine::Wait;
use engine::command::Command;
use engine::fight::Phase;
use engine::game::{Game, Member, Prompt};
use engine::ids::{By, CombatantId, UserId};
use engine::view::Viewer;
use store::fault::Fault;
use store::fights::Stored;
use store::ids::{ChannelId, FightId, Millis, PromptId, TurnId};
use store::rows::{Alarm, FightRow, KeptAnswer, Timed};

use crate::fight::people::People;
use crate::fight::roles::Eyes;
use crate::terms::chance::{Fallen, ReplayQueue};
use crate::terms::clock::moment;
use crate::terms::orders::StandingOrder;
use crate::terms::outbox::{Audience, PromptResult};
use crate::terms::plans::Plan;
use crate::terms::seals::{Counts, Lane, Seals};

/// A fight as it stands. Secrets included, so never to be shown to people as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FightState {
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
    pub game: Arc<Game>,
    /// Everybody in it, hidden ones included.
    pub members: Vec<Member>,
    pub prompts: Vec<OpenPrompt>,
    /// Answered, but not to be shown yet.
    pub sealed: Vec<Sealed>,
    pub turn: Option<OpenTurn>,
    /// Dice that fall before any new ones do: those of acts that were taken back.
    pub ahead: Vec<Fallen>,
    /// How many have been drawn, and the secrets that they follow from.
    pub drawn: Counts,
    pub seals: Seals,
    /// What is prepared, by combatant. Its owner's secret.
    pub orders: BTreeMap<CombatantId, Vec<StandingOrder>>,
    pub plans: BTreeMap<CombatantId, Plan>,
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
    /// When a standing order answers it.
    pub order: Option<Alarm>,
    /// What the GM has answered, though it counts only when its clock runs out.
    pub kept: Option<Command>,
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
    /// When it was begun.
    pub since: Millis,
    pub waited: Waited,
    /// None once the GM has been reminded.
    pub alarm: Option<Alarm>,
    pub nudge: Option<Alarm>,
    /// When the next act of a plan is played.
    pub plan: Option<Alarm>,
}

/// Whom a turn waits for, and when in the fight: what tells it from the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waited {
    pub round: u16,
    /// The keys of the groups whose time it is.
    pub groups: Vec<String>,
    pub on: Vec<By>,
    /// Whom it waited for when it began, where those were others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    began_with: Vec<By>,
    #[serde(default)]
    pub part: String,
    pub clock_secs: u32,
    /// When the clock runs out: skipped, or only reminded.
    pub is_skipped: bool,
    /// Each of them must act.
    #[serde(default)]
    pub is_each: bool,
}

impl Waited {
    /// Whom it waited for when it began.
    pub(crate) fn began_with(&self) -> &[By] {
        if self.began_with.is_empty() { &self.on } else { &self.began_with }
    }

    /// What the same turn waits for now.
    pub(crate) fn since(self, was: &Self) -> Self {
        let began_with = was.began_with();
        let began_with = if began_with == self.on { Vec::new() } else { began_with.to_vec() };
        Self { began_with, ..self }
    }

    /// It begins with whom it waits for.
    pub(crate) fn begins(self) -> Self {
        Self { began_with: Vec::new(), ..self }
    }
}

impl OpenPrompt {
    /// When its clock runs out; none while the clocks stand still.
    pub fn due(&self) -> Option<Timestamp> {
        due(self.alarm)
    }

    /// When the default is taken; none where nothing is answered for whoever is asked.
    pub fn until(&self) -> Option<Timestamp> {
        self.due().filter(|_| !self.prompt.is_patient)
    }

    /// When a standing order answers it.
    pub(crate) fn order_due(&self) -> Option<Timestamp> {
        due(self.order)
    }
}

impl OpenTurn {
    /// When it is over by itself, or the GM reminded; none while the clocks stand still.
    pub fn due(&self) -> Option<Timestamp> {
        due(self.alarm)
    }

    /// When the next act of a plan is played.
    pub(crate) fn plan_due(&self) -> Option<Timestamp> {
        due(self.plan)
    }
}

pub(crate) fn due(alarm: Option<Alarm>) -> Option<Timestamp> {
    match alarm {
        Some(Alarm::At(due)) => Some(moment(due)),
        Some(Alarm::Standing(_)) | None => None,
    }
}

impl FightState {
    pub fn system(&self) -> &'static str {
        self.game.system()
    }

    pub(crate) fn with_game(mut self, game: Game) -> Self {
        self.members = game.members();
        self.is_open = !matches!(game.phase(), Phase::Over(_));
        self.game = Arc::new(game);
        self
    }

    /// With hidden facts changed at random. Proof of I6 by test.
    #[must_use]
    pub fn scrambled(&self, pick: &mut dyn FnMut(usize) -> usize) -> Self {
        self.clone().with_game(self.game.scrambled(pick).0)
    }

    /// What of the people in this fight comes with its set-up into another one: how NPCs look and
    /// play, and what people are sent.
    pub(crate) fn people_again(&self, game: &Game) -> People {
        let again = |who: &CombatantId| game.find(Viewer::Gm, self.name(*who));
        let People { portraits, natures, .. } = &self.people;
        let portraits = portraits.iter().filter_map(|(who, it)| Some((again(who)?, it.clone())));
        let natures = natures.iter().filter_map(|(who, it)| Some((again(who)?, *it)));
        People {
            portraits: portraits.collect(),
            natures: natures.collect(),
            is_stretched: self.people.is_stretched,
            is_unnudged: self.people.is_unnudged,
            is_mirrored: self.people.is_mirrored,
            is_without_odds: self.people.is_without_odds,
            ..People::default()
        }
    }

    /// The clocks stand.
    pub(crate) fn stands_still(&self) -> bool {
        self.is_paused || self.people.is_asleep
    }

    pub fn is_running(&self) -> bool {
        self.game.phase() == Phase::Running
    }

    pub fn member(&self, who: CombatantId) -> Option<&Member> {
        self.members.iter().find(|one| one.id == who)
    }

    pub(crate) fn name(&self, who: CombatantId) -> &str {
        self.member(who).map_or("", |one| &one.name)
    }

    pub(crate) fn open(&self, id: PromptId) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open| open.id == id)
    }

    /// The question that is meant where nobody waits any longer: of one who is named, else the
    /// first that is waited for. Those that may be seen come first. With decoys a decoy wait is
    /// meant: what comes after it is not lost to who says so too late.
    pub(crate) fn meant(&self, whose: Option<By>) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open| match whose {
            Some(by) => open.prompt.to == by,
            None if self.game.has_decoys() => open.prompt.is_unseen,
            None => !open.prompt.is_optional,
        })
    }

    /// Who is waited for first, to answer or to act.
    pub(crate) fn first_waited_for(&self) -> Option<By> {
        let asked = self.prompts.iter().find(|open| !open.prompt.is_optional);
        let turn = self.turn.as_ref().filter(|_| self.prompts.is_empty());
        let on = || turn.and_then(|turn| turn.waited.on.first().copied());
        asked.map(|open| open.prompt.to).or_else(on)
    }

    /// Whether they may have the secrets of the dice: when it is over, and the GM keeps them not.
    pub(crate) fn unseals(&self, eyes: &Eyes) -> bool {
        !self.is_open && (eyes.is_gms() || !self.seals.is_kept)
    }

    /// Which numbers the dice of somebody's act are of; of the GM's, where it is nobody's.
    pub(crate) fn lane(&self, by: Option<CombatantId>) -> Lane {
        Lane::hidden_if(by.and_then(|who| self.member(who)).is_some_and(|one| one.is_hidden))
    }

    /// The public must not see whether this is asked.
    pub(crate) fn is_veiled(&self, id: PromptId) -> bool {
        self.open(id).is_some_and(|open| open.prompt.is_unseen)
    }

    pub(crate) fn running(&self, id: TurnId) -> Option<&OpenTurn> {
        self.turn.as_ref().filter(|turn| turn.id == id)
    }

    /// It is their turn, or a question is open for them.
    pub fn is_waited_for(&self, by: By) -> bool {
        let is_asked = self.prompts.iter().any(|open| open.prompt.to == by);
        let is_on = |turn: &OpenTurn| turn.waited.on.contains(&by);
        is_asked || (self.prompts.is_empty() && self.turn.as_ref().is_some_and(is_on))
    }

    /// Still the same turn: of the same one in the same round; or of some of those who share a
    /// slot, or whom the GM plays. In a block in which the GM chooses who acts all is one turn.
    pub(crate) fn is_same_turn(&self, one: &Waited, other: &Waited) -> bool {
        let is_gms = |waited: &Waited| {
            waited.on.iter().all(|by| match by {
                By::Gm => true,
                By::Combatant(who) => self.member(*who).is_some_and(|one| one.user.is_none()),
            })
        };
        let are_some = |few: &Waited, all: &Waited| few.on.iter().all(|by| all.on.contains(by));
        let is_chosen = |waited: &Waited| waited.on.contains(&By::Gm);
        let are_gms = is_gms(one) && is_gms(other);
        let is_shared = !one.part.is_empty() || are_gms;
        (one.round, &one.groups, &one.part) == (other.round, &other.groups, &other.part)
            && (one.on == other.on
                || (is_shared && (are_some(one, other) || are_some(other, one)))
                || (are_gms && (is_chosen(one) || is_chosen(other))))
    }

    /// Whether an audience may know that a turn is played: the channel, where somebody acts who is
    /// seen.
    pub(crate) fn is_known_turn(&self, turn: &OpenTurn, to: Audience) -> bool {
        let is_seen = |one: &Member| !one.is_hidden;
        let is_known = |by: &By| match by {
            By::Combatant(who) => self.member(*who).is_some_and(is_seen),
            By::Gm => self.members.iter().any(|one| one.user.is_none() && is_seen(one)),
        };
        match to {
            Audience::Channel(_) => turn.waited.on.iter().any(is_known),
            Audience::Dm(_) => true,
        }
    }

    /// A turn waits for them, or for the GM, who may choose them.
    pub(crate) fn is_on(&self, waited: &Waited, who: CombatantId) -> bool {
        let is_npc = self.member(who).is_some_and(|one| one.user.is_none());
        waited.on.contains(&By::Combatant(who)) || (is_npc && waited.on.contains(&By::Gm))
    }

    /// A turn is theirs, or will be when all that is asked is answered.
    pub(crate) fn is_acting(&self, who: CombatantId) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.waited.on.contains(&By::Combatant(who)))
    }

    /// With decoys: nobody may act in this turn but those whom nobody sees. It takes no time.
    pub(crate) fn is_unseen(&self, waited: &Waited) -> bool {
        if !self.game.has_decoys() {
            return false;
        }
        let is_hidden = |one: &Member| one.is_hidden && one.user.is_none();
        let is_unseen = |by: &By| match by {
            By::Combatant(who) => self.member(*who).is_some_and(is_hidden),
            By::Gm => {
                let npcs = self.members.iter().filter(|one| one.user.is_none());
                let mut able = npcs.filter(|one| !self.game.offers(one.id).is_empty()).peekable();
                able.peek().is_some() && able.all(|one| one.is_hidden)
            }
        };
        waited.on.iter().all(is_unseen)
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
    pub(crate) fn known_participants(&self) -> BTreeSet<UserId> {
        if self.revision == 0 { BTreeSet::new() } else { self.participants() }
    }

    pub(crate) fn row(&self) -> Result<FightRow, Fault> {
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
            seals: json(&self.seals)?,
        })
    }

    /// Who is waited for once no question is open.
    pub(crate) fn waits(game: &Game) -> Option<Waited> {
        if game.phase() != Phase::Running {
            return None;
        }
        let Wait { mut on, part, clock_secs, is_skipped, is_each } = game.waits()?;
        // With decoys nobody waits for whom nobody sees.
        let hidden = if game.has_decoys() { hidden(game) } else { BTreeSet::new() };
        if on.iter().any(|by| !hidden.contains(by)) {
            on.retain(|by| !hidden.contains(by));
        }
        let view = game.view(Viewer::Gm);
        let current = view.groups.into_iter().filter(|group| group.is_current);
        let groups = current.map(|group| group.key).collect();
        let (round, part) = (view.round, part.into());
        let began_with = Vec::new();
        Some(Waited { round, groups, on, began_with, part, clock_secs, is_skipped, is_each })
    }

    pub(crate) fn read(stored: Stored) -> Result<Self, Fault> {
        let game: Game = read(&stored.state)?;
        let ReplayQueue { ahead, drawn, .. } = read(&stored.dice)?;
        let row = &stored.fight;
        let mut people: People = read(&row.people)?;
        people.forget(UserId::is_gone);
        let mut now = Self {
            id: row.id(),
            guild: row.guild,
            channel: row.channel(),
            gm: UserId(row.gm),
            is_open: row.is_open,
            is_paused: row.is_paused,
            is_gm_told: row.is_gm_told,
            people,
            revision: stored.revision,
            members: game.members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed: Vec::new(),
            turn: None,
            ahead,
            drawn,
            seals: read(&row.seals)?,
            orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        };
        for row in &stored.plans {
            let planned = row.planned.as_deref().map(read).transpose()?;
            now.plans.extend(planned.map(|plan| (CombatantId(row.combatant), plan)));
        }
        for (who, given) in &stored.orders {
            now.orders.entry(CombatantId(*who)).or_default().push(read(given)?);
        }
        let timed =
            |timed| stored.timers.iter().find(|(of, _)| *of == timed).map(|(_, alarm)| *alarm);
        for row in &stored.prompts {
            let prompt: Prompt = read(&row.asked)?;
            match &row.closed {
                None => {
                    let (alarm, nudge) =
                        (timed(Timed::Prompt(row.id)), timed(Timed::NudgePrompt(row.id)));
                    let open = now.open_prompt(row.id, prompt, alarm, nudge);
                    let order = timed(Timed::Order(row.id));
                    let (revision, place) = (row.id.revision, row.id.place);
                    let is_its = |one: &&KeptAnswer| (one.revision, one.place) == (revision, place);
                    let kept = stored.kept.iter().find(is_its);
                    let kept = kept.map(|one| read(&one.said)).transpose()?;
                    now.prompts.push(OpenPrompt { order, kept, ..open });
                }
                Some((closed, outcome)) if read::<PromptResult>(outcome)?.holds() => {
                    let (shown, is_shared) = (now.audience(prompt.to), prompt.is_shared);
                    now.sealed.push(Sealed { id: row.id, shown, is_shared, closed: *closed });
                }
                Some(_) => {}
            }
        }
        if let Some((row, since)) = &stored.turn {
            let was: Waited = read(&row.waited)?;
            let waits = Self::waits(&now.game).filter(|waits| now.is_same_turn(waits, &was));
            let (alarm, nudge) = (timed(Timed::Turn(row.id)), timed(Timed::NudgeTurn(row.id)));
            let waited = waits.map(|waits| waits.since(&was)).unwrap_or(was);
            let plan = timed(Timed::Plan(row.id));
            now.turn = Some(OpenTurn { id: row.id, since: *since, waited, alarm, nudge, plan });
        }
        Ok(now)
    }

    pub(crate) fn open_prompt(
        &self,
        id: PromptId,
        prompt: Prompt,
        alarm: Option<Alarm>,
        nudge: Option<Alarm>,
    ) -> OpenPrompt {
        let (user, shown) = (self.controller(prompt.to), self.audience(prompt.to));
        OpenPrompt { id, prompt, user, shown, alarm, nudge, order: None, kept: None }
    }
}

fn hidden(game: &Game) -> BTreeSet<By> {
    let hidden = game.members().into_iter().filter(|one| one.is_hidden && one.user.is_none());
    hidden.map(|one| By::Combatant(one.id)).collect()
}

/// Writes what the app stores.
pub(crate) fn json<T: Serialize>(thing: &T) -> Result<String, Fault> {
    serde_json::to_string(thing).map_err(|wrong| Fault::Damaged(wrong.to_string()))
}

/// Reads what the app has stored.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|wrong| Fault::Damaged(wrong.to_string()))
}
