//! A fight as the app holds it: its row, its game, who is waited for, and their clocks.
//!
//! Kept in memory from one input to the next. What is kept is what is stored: the journal refuses
//! an input that was worked out from anything older (I9).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use engine::PendingTurn;
use engine::core::command::Command;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, Member, Prompt};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::fights::StoredFight;
use store::ids::{ChannelId, FightId, Millis, PromptId, TurnId};
use store::rows::{Deadline, DeadlineKind, FightRow, StoredAnswer};

use crate::api::clock::timestamp_from_millis;
use crate::api::dice_source::{RecordedRoll, RollLog};
use crate::api::outbox::{Audience, PromptOutcome};
use crate::api::plans::Plan;
use crate::api::sealed_dice::{DiceLane, DrawCounts, FightSecrets};
use crate::api::standing_orders::StandingOrder;
use crate::state::people::FightPeople;
use crate::state::roles::ViewerSet;

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
    pub is_gm_shown_details: bool,
    /// Who helps, and who is away.
    pub people: FightPeople,
    /// The number of the last journal row.
    pub revision: i64,
    pub game: Arc<Game>,
    /// Everybody in it, hidden ones included.
    pub members: Vec<Member>,
    pub prompts: Vec<OpenPrompt>,
    /// Answered, but not to be shown yet.
    pub sealed_answers: Vec<SealedAnswer>,
    pub turn: Option<OpenTurn>,
    /// Dice that fall before any new ones do: those of acts that were taken back.
    pub queued_rolls: Vec<RecordedRoll>,
    /// How many have been drawn, and the secrets that they follow from.
    pub draw_counts: DrawCounts,
    pub secrets: FightSecrets,
    /// What is prepared, by combatant. Its owner's secret.
    pub standing_orders: BTreeMap<CombatantId, Vec<StandingOrder>>,
    pub plans: BTreeMap<CombatantId, Plan>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    /// Who is asked.
    pub user: UserId,
    /// Where it is shown.
    pub audience: Audience,
    pub deadline: Option<Deadline>,
    /// When whoever is asked is nudged next.
    pub reminder: Option<Deadline>,
    /// When a standing order answers it.
    pub order_deadline: Option<Deadline>,
    /// What the GM has answered, though it counts only when its clock runs out.
    pub provisional_answer: Option<Command>,
}

/// An answer that is not shown until all who were asked at the time have answered too.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedAnswer {
    pub prompt: PromptId,
    pub audience: Audience,
    pub is_shared: bool,
    /// The revision that answered it.
    pub closed_revision: i64,
}

/// A time of waiting for somebody to act.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenTurn {
    pub id: TurnId,
    /// When it was begun.
    pub started_at: Millis,
    pub awaited: AwaitedTurn,
    /// None once the GM has been reminded.
    pub deadline: Option<Deadline>,
    pub reminder: Option<Deadline>,
    /// When the next act of a plan is played.
    pub plan_deadline: Option<Deadline>,
}

/// Whom a turn waits for, and when in the fight: what tells it from the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AwaitedTurn {
    pub round: u16,
    /// The keys of the groups whose time it is.
    #[serde(rename = "groups")]
    pub group_keys: Vec<String>,
    #[serde(rename = "on")]
    pub actors: Vec<Initiator>,
    /// Whom it waited for when it began, where those were others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "began_with")]
    initial_actors: Vec<Initiator>,
    #[serde(default)]
    #[serde(rename = "part")]
    pub initiative_part: String,
    pub clock_secs: u32,
    /// When the clock runs out: skipped, or only reminded.
    #[serde(rename = "is_skipped")]
    pub is_skipped_at_deadline: bool,
    /// Each of them must act.
    #[serde(default)]
    #[serde(rename = "is_each")]
    pub is_each_required: bool,
}

impl AwaitedTurn {
    /// Whom it waited for when it began.
    pub(crate) fn initial_actors(&self) -> &[Initiator] {
        if self.initial_actors.is_empty() { &self.actors } else { &self.initial_actors }
    }

    /// What the same turn waits for now.
    pub(crate) fn with_initial_actors_of(self, previous: &Self) -> Self {
        let began_with = previous.initial_actors();
        let began_with = if began_with == self.actors { Vec::new() } else { began_with.to_vec() };
        Self { initial_actors: began_with, ..self }
    }

    /// It begins with whom it waits for.
    pub(crate) fn into_new_turn(self) -> Self {
        Self { initial_actors: Vec::new(), ..self }
    }
}

impl OpenPrompt {
    /// When its clock runs out; none while the clocks stand still.
    pub fn deadline_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.deadline)
    }

    /// When the default is taken; none where nothing is answered for whoever is asked.
    pub fn default_answer_time(&self) -> Option<Timestamp> {
        self.deadline_time().filter(|_| !self.prompt.only_reminds_on_timeout)
    }

    /// When a standing order answers it.
    pub(crate) fn order_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.order_deadline)
    }
}

impl OpenTurn {
    /// When it is over by itself, or the GM reminded; none while the clocks stand still.
    pub fn deadline_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.deadline)
    }

    /// When the next act of a plan is played.
    pub(crate) fn plan_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.plan_deadline)
    }
}

pub(crate) fn running_deadline_time(deadline: Option<Deadline>) -> Option<Timestamp> {
    match deadline {
        Some(Deadline::At(due)) => Some(timestamp_from_millis(due)),
        Some(Deadline::Paused(_)) | None => None,
    }
}

impl FightState {
    pub fn system(&self) -> &'static str {
        self.game.system_key()
    }

    pub(crate) fn with_game(mut self, game: Game) -> Self {
        self.members = game.members();
        self.is_open = !matches!(game.phase(), FightPhase::Over(_));
        self.game = Arc::new(game);
        self
    }

    /// With hidden facts changed at random. Proof of I6 by test.
    #[must_use]
    pub fn randomize_hidden(&self, pick: &mut dyn FnMut(usize) -> usize) -> Self {
        self.clone().with_game(self.game.randomize_hidden(pick).0)
    }

    /// What of the people in this fight comes with its set-up into another one: how NPCs look and
    /// play, and what people are sent.
    pub(crate) fn people_for_new_fight(&self, new_game: &Game) -> FightPeople {
        let again = |who: &CombatantId| new_game.find_combatant(Viewer::Gm, self.member_name(*who));
        let FightPeople { npc_portraits: portraits, npc_temperaments: natures, .. } = &self.people;
        let portraits = portraits.iter().filter_map(|(who, it)| Some((again(who)?, it.clone())));
        let natures = natures.iter().filter_map(|(who, it)| Some((again(who)?, *it)));
        FightPeople {
            npc_portraits: portraits.collect(),
            npc_temperaments: natures.collect(),
            is_extended_by_quiet_hours: self.people.is_extended_by_quiet_hours,
            has_no_reminders: self.people.has_no_reminders,
            is_copied_to_gms: self.people.is_copied_to_gms,
            is_without_odds: self.people.is_without_odds,
            ..FightPeople::default()
        }
    }

    /// The clocks stand.
    pub(crate) fn are_clocks_stopped(&self) -> bool {
        self.is_paused || self.people.is_asleep
    }

    pub fn is_running(&self) -> bool {
        self.game.phase() == FightPhase::Running
    }

    pub fn member(&self, who: CombatantId) -> Option<&Member> {
        self.members.iter().find(|one| one.id == who)
    }

    pub(crate) fn member_name(&self, who: CombatantId) -> &str {
        self.member(who).map_or("", |one| &one.name)
    }

    pub(crate) fn find_open_prompt(&self, id: PromptId) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open| open.id == id)
    }

    /// The question that is meant where nobody waits any longer: of one who is named, else the
    /// first that is waited for. Those that may be seen come first. With decoys a decoy wait is
    /// meant: what comes after it is not lost to who says so too late.
    pub(crate) fn find_prompt_to_skip(&self, actor: Option<Initiator>) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open| match actor {
            Some(by) => open.prompt.respondent == by,
            None if self.game.has_decoys() => open.prompt.is_hidden_from_public,
            None => !open.prompt.is_optional,
        })
    }

    /// Who is waited for first, to answer or to act.
    pub(crate) fn first_awaited(&self) -> Option<Initiator> {
        let asked = self.prompts.iter().find(|open| !open.prompt.is_optional);
        let turn = self.turn.as_ref().filter(|_| self.prompts.is_empty());
        let on = || turn.and_then(|turn| turn.awaited.actors.first().copied());
        asked.map(|open| open.prompt.respondent).or_else(on)
    }

    /// Whether they may have the secrets of the dice: when it is over, and the GM keeps them not.
    pub(crate) fn can_see_secrets(&self, viewers: &ViewerSet) -> bool {
        !self.is_open && (viewers.is_gm() || !self.secrets.is_gm_only)
    }

    /// Which numbers the dice of somebody's act are of; of the GM's, where it is nobody's.
    pub(crate) fn dice_lane_of(&self, actor: Option<CombatantId>) -> DiceLane {
        DiceLane::from_is_hidden(
            actor.and_then(|who| self.member(who)).is_some_and(|one| one.is_hidden),
        )
    }

    /// The public must not see whether this is asked.
    pub(crate) fn is_prompt_hidden(&self, id: PromptId) -> bool {
        self.find_open_prompt(id).is_some_and(|open| open.prompt.is_hidden_from_public)
    }

    pub(crate) fn find_open_turn(&self, id: TurnId) -> Option<&OpenTurn> {
        self.turn.as_ref().filter(|turn| turn.id == id)
    }

    /// It is their turn, or a question is open for them.
    pub fn is_awaited(&self, actor: Initiator) -> bool {
        let is_asked = self.prompts.iter().any(|open| open.prompt.respondent == actor);
        let is_on = |turn: &OpenTurn| turn.awaited.actors.contains(&actor);
        is_asked || (self.prompts.is_empty() && self.turn.as_ref().is_some_and(is_on))
    }

    /// Still the same turn: of the same one in the same round; or of some of those who share a
    /// slot, or whom the GM plays. In a block in which the GM chooses who acts all is one turn.
    pub(crate) fn is_same_turn(&self, first: &AwaitedTurn, second: &AwaitedTurn) -> bool {
        let is_gms = |waited: &AwaitedTurn| {
            waited.actors.iter().all(|by| match by {
                Initiator::Gm => true,
                Initiator::Combatant(who) => {
                    self.member(*who).is_some_and(|one| one.user.is_none())
                }
            })
        };
        let are_some = |few: &AwaitedTurn, all: &AwaitedTurn| {
            few.actors.iter().all(|by| all.actors.contains(by))
        };
        let is_chosen = |waited: &AwaitedTurn| waited.actors.contains(&Initiator::Gm);
        let are_gms = is_gms(first) && is_gms(second);
        let is_shared = !first.initiative_part.is_empty() || are_gms;
        (first.round, &first.group_keys, &first.initiative_part)
            == (second.round, &second.group_keys, &second.initiative_part)
            && (first.actors == second.actors
                || (is_shared && (are_some(first, second) || are_some(second, first)))
                || (are_gms && (is_chosen(first) || is_chosen(second))))
    }

    /// Whether an audience may know that a turn is played: the channel, where somebody acts who is
    /// seen.
    pub(crate) fn can_audience_see_turn(&self, turn: &OpenTurn, audience: Audience) -> bool {
        let is_seen = |one: &Member| !one.is_hidden;
        let is_known = |by: &Initiator| match by {
            Initiator::Combatant(who) => self.member(*who).is_some_and(is_seen),
            Initiator::Gm => self.members.iter().any(|one| one.user.is_none() && is_seen(one)),
        };
        match audience {
            Audience::Channel(_) => turn.awaited.actors.iter().any(is_known),
            Audience::Dm(_) => true,
        }
    }

    /// A turn waits for them, or for the GM, who may choose them.
    pub(crate) fn can_take_turn(&self, awaited_turn: &AwaitedTurn, who: CombatantId) -> bool {
        let is_npc = self.member(who).is_some_and(|one| one.user.is_none());
        awaited_turn.actors.contains(&Initiator::Combatant(who))
            || (is_npc && awaited_turn.actors.contains(&Initiator::Gm))
    }

    /// A turn is theirs, or will be when all that is asked is answered.
    pub(crate) fn is_turn_actor(&self, who: CombatantId) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| turn.awaited.actors.contains(&Initiator::Combatant(who)))
    }

    /// With decoys: nobody may act in this turn but those whom nobody sees. It takes no time.
    pub(crate) fn is_turn_hidden(&self, awaited_turn: &AwaitedTurn) -> bool {
        if !self.game.has_decoys() {
            return false;
        }
        let is_hidden = |one: &Member| one.is_hidden && one.user.is_none();
        let is_unseen = |by: &Initiator| match by {
            Initiator::Combatant(who) => self.member(*who).is_some_and(is_hidden),
            Initiator::Gm => {
                let npcs = self.members.iter().filter(|one| one.user.is_none());
                let mut able =
                    npcs.filter(|one| !self.game.list_offers(one.id).is_empty()).peekable();
                able.peek().is_some() && able.all(|one| one.is_hidden)
            }
        };
        awaited_turn.actors.iter().all(is_unseen)
    }

    /// Where something for this one is shown: players are spoken to in the channel, the GM and
    /// whoever is hidden in private.
    pub fn audience_for(&self, actor: Initiator) -> Audience {
        let is_public = match actor {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                self.member(who).is_some_and(|one| one.user.is_some() && !one.is_hidden)
            }
        };
        if is_public {
            Audience::Channel(self.channel)
        } else {
            Audience::Dm(self.controller_of(actor))
        }
    }

    /// Those that are stored: nobody before the fight is opened.
    pub(crate) fn stored_participants(&self) -> BTreeSet<UserId> {
        if self.revision == 0 { BTreeSet::new() } else { self.participants() }
    }

    pub(crate) fn to_row(&self) -> Result<FightRow, StoreError> {
        Ok(FightRow {
            id: self.id.0,
            system: self.system().into(),
            guild: self.guild,
            channel: self.channel.0,
            gm: self.gm.0,
            is_open: self.is_open,
            is_paused: self.is_paused,
            is_gm_told: self.is_gm_shown_details,
            people: to_json(&self.people)?,
            seals: to_json(&self.secrets)?,
        })
    }

    /// Who is waited for once no question is open.
    pub(crate) fn awaited_turn_in(game: &Game) -> Option<AwaitedTurn> {
        if game.phase() != FightPhase::Running {
            return None;
        }
        let PendingTurn {
            actors: mut on,
            discriminator: part,
            timeout_secs: clock_secs,
            is_skipped_on_timeout: is_skipped,
            needs_all_actors: is_each,
        } = game.pending_turn()?;
        // With decoys nobody waits for whom nobody sees.
        let hidden = if game.has_decoys() { hidden_npcs(game) } else { BTreeSet::new() };
        if on.iter().any(|by| !hidden.contains(by)) {
            on.retain(|by| !hidden.contains(by));
        }
        let view = game.view_for(Viewer::Gm);
        let current = view.groups.into_iter().filter(|group| group.is_current);
        let groups = current.map(|group| group.key).collect();
        let (round, part) = (view.round, part.into());
        let began_with = Vec::new();
        Some(AwaitedTurn {
            round,
            group_keys: groups,
            actors: on,
            initial_actors: began_with,
            initiative_part: part,
            clock_secs,
            is_skipped_at_deadline: is_skipped,
            is_each_required: is_each,
        })
    }

    pub(crate) fn from_stored(stored: StoredFight) -> Result<Self, StoreError> {
        let game: Game = from_json(&stored.state)?;
        let RollLog { queued: ahead, draw_counts: drawn, .. } = from_json(&stored.dice)?;
        let row = &stored.fight;
        let mut people: FightPeople = from_json(&row.people)?;
        people.remove_users(UserId::is_forgotten);
        let mut now = Self {
            id: row.fight_id(),
            guild: row.guild,
            channel: row.channel_id(),
            gm: UserId(row.gm),
            is_open: row.is_open,
            is_paused: row.is_paused,
            is_gm_shown_details: row.is_gm_told,
            people,
            revision: stored.revision,
            members: game.members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed_answers: Vec::new(),
            turn: None,
            queued_rolls: ahead,
            draw_counts: drawn,
            secrets: from_json(&row.seals)?,
            standing_orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        };
        for row in &stored.plans {
            let planned = row.planned.as_deref().map(from_json).transpose()?;
            now.plans.extend(planned.map(|plan| (CombatantId(row.combatant), plan)));
        }
        for (who, given) in &stored.standing_orders {
            now.standing_orders.entry(CombatantId(*who)).or_default().push(from_json(given)?);
        }
        let timed =
            |timed| stored.timers.iter().find(|(of, _)| *of == timed).map(|(_, alarm)| *alarm);
        for row in &stored.prompts {
            let prompt: Prompt = from_json(&row.question)?;
            match &row.closed {
                None => {
                    let (alarm, nudge) = (
                        timed(DeadlineKind::PromptLimit(row.id)),
                        timed(DeadlineKind::PromptReminder(row.id)),
                    );
                    let open = now.new_open_prompt(row.id, prompt, alarm, nudge);
                    let order = timed(DeadlineKind::StandingOrder(row.id));
                    let (revision, place) = (row.id.revision, row.id.place);
                    let is_its =
                        |one: &&StoredAnswer| (one.revision, one.place) == (revision, place);
                    let kept = stored.stored_answers.iter().find(is_its);
                    let kept = kept.map(|one| from_json(&one.said)).transpose()?;
                    now.prompts.push(OpenPrompt {
                        order_deadline: order,
                        provisional_answer: kept,
                        ..open
                    });
                }
                Some((closed, outcome)) if from_json::<PromptOutcome>(outcome)?.is_answered() => {
                    let (shown, is_shared) =
                        (now.audience_for(prompt.respondent), prompt.shares_message);
                    now.sealed_answers.push(SealedAnswer {
                        prompt: row.id,
                        audience: shown,
                        is_shared,
                        closed_revision: *closed,
                    });
                }
                Some(_) => {}
            }
        }
        if let Some((row, since)) = &stored.running_turn {
            let was: AwaitedTurn = from_json(&row.awaited)?;
            let waits =
                Self::awaited_turn_in(&now.game).filter(|waits| now.is_same_turn(waits, &was));
            let (alarm, nudge) =
                (timed(DeadlineKind::TurnLimit(row.id)), timed(DeadlineKind::TurnReminder(row.id)));
            let waited = waits.map(|waits| waits.with_initial_actors_of(&was)).unwrap_or(was);
            let plan = timed(DeadlineKind::TurnPlan(row.id));
            now.turn = Some(OpenTurn {
                id: row.id,
                started_at: *since,
                awaited: waited,
                deadline: alarm,
                reminder: nudge,
                plan_deadline: plan,
            });
        }
        Ok(now)
    }

    pub(crate) fn new_open_prompt(
        &self,
        id: PromptId,
        prompt: Prompt,
        deadline: Option<Deadline>,
        reminder: Option<Deadline>,
    ) -> OpenPrompt {
        let (user, shown) =
            (self.controller_of(prompt.respondent), self.audience_for(prompt.respondent));
        OpenPrompt {
            id,
            prompt,
            user,
            audience: shown,
            deadline,
            reminder,
            order_deadline: None,
            provisional_answer: None,
        }
    }
}

fn hidden_npcs(game: &Game) -> BTreeSet<Initiator> {
    let hidden = game.members().into_iter().filter(|one| one.is_hidden && one.user.is_none());
    hidden.map(|one| Initiator::Combatant(one.id)).collect()
}

/// Writes what the app stores.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|wrong| StoreError::Corrupt(wrong.to_string()))
}

/// Reads what the app has stored.
pub(crate) fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|wrong| StoreError::Corrupt(wrong.to_string()))
}
