//! The state of a fight in the app: its row, its game, its open prompts and turn, and their
//! deadlines.
//!
//! It stays in memory from one input to the next, and equals what is stored: the journal refuses an
//! input that was computed from an older state (I9).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use engine::core::command::{Command, Refusal};
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
use crate::api::sealed_dice::{DrawCounts, FightSecrets};
use crate::api::standing_orders::StandingOrder;
use crate::state::people::{FightPeople, FightThread, UnreachableChannel};
use crate::state::perspective::Perspective;

/// The current state of a fight. It contains secrets, so it must never be shown to people as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FightState {
    pub id: FightId,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub is_open: bool,
    /// All deadlines stand still, and nobody can act.
    pub is_paused: bool,
    /// The GM gets what the channel is not told of players' acts.
    pub is_gm_shown_details: bool,
    /// Who helps, who stands in, and who is away.
    pub people: FightPeople,
    /// The number of the last journal row.
    pub revision: i64,
    pub game: Arc<Game>,
    /// All combatants, hidden ones included.
    pub members: Vec<Member>,
    pub prompts: Vec<OpenPrompt>,
    /// Answers that are given, but not shown yet.
    pub sealed_answers: Vec<SealedAnswer>,
    pub turn: Option<OpenTurn>,
    /// Rolls of undone acts, which come before any new ones.
    pub queued_rolls: Vec<RecordedRoll>,
    /// The number of draws so far; `secrets` has the secrets that they follow from.
    pub draw_counts: DrawCounts,
    pub secrets: FightSecrets,
    /// The standing orders of each combatant: a secret of whoever plays it, like `plans`.
    pub standing_orders: BTreeMap<CombatantId, Vec<StandingOrder>>,
    pub plans: BTreeMap<CombatantId, Plan>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    /// The user who is asked.
    pub user: UserId,
    /// Where the prompt is shown.
    pub audience: Audience,
    pub deadline: Option<Deadline>,
    /// When the user who is asked gets the next reminder.
    pub reminder: Option<Deadline>,
    /// When a standing order answers the prompt.
    pub order_deadline: Option<Deadline>,
    /// The GM's answer to a hidden prompt, which counts only when the deadline passes.
    pub provisional_answer: Option<Command>,
}

/// An answer that is not shown until all who were asked at the same time have answered.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedAnswer {
    pub prompt: PromptId,
    pub audience: Audience,
    pub is_shared: bool,
    /// The revision of the answer.
    pub closed_revision: i64,
}

/// A turn that waits for somebody to act.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenTurn {
    pub id: TurnId,
    pub started_at: Millis,
    pub awaited: AwaitedTurn,
    /// `None` once the GM has been reminded.
    pub deadline: Option<Deadline>,
    pub reminder: Option<Deadline>,
    /// When the next act of a plan is played.
    pub plan_deadline: Option<Deadline>,
}

/// Whom a turn waits for, and when in the fight it is. [`FightState::is_same_turn_state`] compares
/// two of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AwaitedTurn {
    pub round: u16,
    /// The keys of the initiative groups that have the turn.
    #[serde(rename = "groups")]
    pub group_keys: Vec<String>,
    #[serde(rename = "on")]
    pub actors: Vec<Initiator>,
    /// Whom the turn waited for when it began; empty if it is the same as `actors`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "began_with")]
    initial_actors: Vec<Initiator>,
    #[serde(default)]
    #[serde(rename = "part")]
    pub initiative_part: String,
    pub clock_secs: u32,
    /// When the deadline passes the turn is skipped; otherwise the GM is only reminded.
    #[serde(rename = "is_skipped")]
    pub is_skipped_at_deadline: bool,
    /// Each of the actors must act.
    #[serde(default)]
    #[serde(rename = "is_each")]
    pub is_each_required: bool,
}

impl AwaitedTurn {
    /// Returns whom the turn waited for when it began.
    pub(crate) fn initial_actors(&self) -> &[Initiator] {
        if self.initial_actors.is_empty() { &self.actors } else { &self.initial_actors }
    }

    /// Returns this state of a turn that began as `previous`.
    pub(crate) fn with_initial_actors_of(self, previous: &Self) -> Self {
        let mut initial_actors = previous.initial_actors().to_vec();
        if initial_actors == self.actors {
            initial_actors.clear();
        }
        Self { initial_actors, ..self }
    }

    /// Returns this as a turn that begins now.
    pub(crate) fn into_new_turn(self) -> Self {
        Self { initial_actors: Vec::new(), ..self }
    }
}

impl OpenPrompt {
    /// Returns the time of the deadline; `None` without one, and while the clocks are stopped.
    pub fn deadline_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.deadline)
    }

    /// Returns when the default is taken; `None` where no default is ever taken.
    pub fn default_answer_time(&self) -> Option<Timestamp> {
        self.deadline_time().filter(|_| !self.prompt.only_reminds_on_timeout)
    }

    /// Returns when a standing order answers the prompt.
    pub(crate) fn order_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.order_deadline)
    }
}

impl OpenTurn {
    /// Returns when the turn ends by itself or the GM is reminded; `None` while the clocks are
    /// stopped.
    pub fn deadline_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.deadline)
    }

    /// Returns when the next act of a plan is played.
    pub(crate) fn plan_time(&self) -> Option<Timestamp> {
        running_deadline_time(self.plan_deadline)
    }
}

/// Returns when a deadline comes due; `None` while it stands still.
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

    /// Returns the fight with another game, and with the members and `is_open` that follow from it.
    pub(crate) fn with_game(mut self, game: Game) -> Self {
        self.members = game.list_present_members();
        self.is_open = !matches!(game.phase(), FightPhase::Over(_));
        self.game = Arc::new(game);
        self
    }

    /// Returns the fight with its hidden facts changed at random, for tests of I6.
    #[must_use]
    pub fn with_hidden_randomized(&self, pick: &mut dyn FnMut(usize) -> usize) -> Self {
        self.clone().with_game(self.game.randomize_hidden_in_fight_and_prompts(pick).0)
    }

    /// Returns what a fight with the same set-up takes over of the people in this one: how NPCs
    /// look and play, and which messages people get.
    pub(crate) fn npc_and_message_settings_for_new_fight(&self, new_game: &Game) -> FightPeople {
        let find_in_new_game =
            |who: &CombatantId| new_game.find_combatant(Viewer::Gm, self.member_name(*who));
        let FightPeople { npc_portraits, npc_temperaments, .. } = &self.people;
        let npc_portraits = npc_portraits
            .iter()
            .filter_map(|(who, url)| Some((find_in_new_game(who)?, url.clone())))
            .collect();
        let npc_temperaments = npc_temperaments
            .iter()
            .filter_map(|(who, temperament)| Some((find_in_new_game(who)?, *temperament)))
            .collect();
        FightPeople {
            npc_portraits,
            npc_temperaments,
            is_extended_by_quiet_hours: self.people.is_extended_by_quiet_hours,
            has_no_reminders: self.people.has_no_reminders,
            is_copied_to_gms: self.people.is_copied_to_gms,
            is_without_odds: self.people.is_without_odds,
            ..FightPeople::default()
        }
    }

    /// Returns the channel in which a thread for the fight is still to be opened.
    pub(crate) fn wanted_thread_parent(&self) -> Option<ChannelId> {
        match self.people.thread {
            Some(FightThread::Wanted(parent)) => Some(parent),
            Some(FightThread::Open) | None => None,
        }
    }

    /// Returns the fight as if the thread that was opened for it had always been its channel.
    pub(crate) fn with_thread_as_channel(&self, thread: ChannelId) -> Self {
        let channel_audience = Audience::Channel(self.channel);
        let move_if_in_channel = |audience: &mut Audience| {
            if *audience == channel_audience {
                *audience = Audience::Channel(thread);
            }
        };
        let mut state = Self { channel: thread, ..self.clone() };
        for open in &mut state.prompts {
            move_if_in_channel(&mut open.audience);
        }
        for answer in &mut state.sealed_answers {
            move_if_in_channel(&mut answer.audience);
        }
        for (audience, _) in &mut state.people.current_records {
            move_if_in_channel(audience);
        }
        for (audience, _) in &mut state.people.active_reminders {
            move_if_in_channel(audience);
        }
        state
    }

    /// Whether all deadlines stand still.
    pub(crate) fn are_deadlines_stopped(&self) -> bool {
        self.is_paused || self.people.is_asleep
    }

    /// Returns the audience's channel if nothing can be posted there for now.
    pub(crate) fn unreachable_channel(&self, audience: Audience) -> Option<UnreachableChannel> {
        let unreachable = self.people.unreachable?;
        if audience == Audience::Channel(unreachable.channel) { Some(unreachable) } else { None }
    }

    /// Returns whether the fight has begun and has no outcome yet.
    pub fn is_running(&self) -> bool {
        self.game.phase() == FightPhase::Running
    }

    /// Returns a combatant that is in the fight; `None` for one that was removed.
    pub fn member(&self, who: CombatantId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == who)
    }

    /// Returns the combatant of that name. Refuses one whom the reader may not know.
    pub(crate) fn find_member_or_refuse(
        &self,
        reader: &Perspective,
        name: &str,
    ) -> Result<&Member, Refusal> {
        let member = reader.find_combatant(&self.game, name).and_then(|who| self.member(who));
        member.ok_or_else(|| Refusal::new("bad-target", "").with("name", name))
    }

    /// Returns whether a combatant is in the fight and played by the GM.
    pub(crate) fn is_npc(&self, who: CombatantId) -> bool {
        self.member(who).is_some_and(|member| member.user.is_none())
    }

    /// Returns the combatants in the fight that the GM plays.
    pub(crate) fn npcs(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.user.is_none())
    }

    /// Returns the name that everybody uses; empty for a combatant that is not in the fight.
    pub(crate) fn member_name(&self, who: CombatantId) -> &str {
        self.member(who).map_or("", |member| &member.name)
    }

    pub(crate) fn find_open_prompt(&self, id: PromptId) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open_prompt| open_prompt.id == id)
    }

    /// Returns the prompt that a skip is about: that of the named respondent, otherwise the first
    /// one that is awaited. Where the system has decoys it is the hidden prompt instead, so that a
    /// skip that comes too late does not hit the prompt after it.
    pub(crate) fn find_prompt_to_skip(&self, respondent: Option<Initiator>) -> Option<&OpenPrompt> {
        self.prompts.iter().find(|open_prompt| match respondent {
            Some(respondent) => open_prompt.prompt.respondent == respondent,
            None if self.game.has_decoys() => open_prompt.prompt.is_hidden_from_public,
            None => !open_prompt.prompt.is_optional,
        })
    }

    /// Returns who is awaited first, to answer or to act; `None` while only optional prompts are
    /// open, which interrupt the turn.
    pub(crate) fn first_awaited(&self) -> Option<Initiator> {
        let required_prompt =
            self.prompts.iter().find(|open_prompt| !open_prompt.prompt.is_optional);
        if let Some(open_prompt) = required_prompt {
            return Some(open_prompt.prompt.respondent);
        }
        if !self.prompts.is_empty() {
            return None;
        }
        self.turn.as_ref()?.awaited.actors.first().copied()
    }

    /// Whether these viewers may have the secrets of the dice: once the fight is over, unless only
    /// the GM gets them.
    pub(crate) fn can_see_secrets(&self, perspective: &Perspective) -> bool {
        !self.is_open && (perspective.is_gm() || !self.secrets.is_gm_only)
    }

    /// Whether the public must not see that this prompt is open.
    pub(crate) fn is_prompt_hidden(&self, id: PromptId) -> bool {
        self.find_open_prompt(id)
            .is_some_and(|open_prompt| open_prompt.prompt.is_hidden_from_public)
    }

    pub(crate) fn find_open_turn(&self, id: TurnId) -> Option<&OpenTurn> {
        self.turn.as_ref().filter(|turn| turn.id == id)
    }

    /// Whether it is their turn, or a prompt is open for them.
    pub fn is_awaited(&self, actor: Initiator) -> bool {
        // A prompt interrupts the turn.
        if !self.prompts.is_empty() {
            return self.prompts.iter().any(|open_prompt| open_prompt.prompt.respondent == actor);
        }
        self.turn.as_ref().is_some_and(|turn| turn.awaited.actors.contains(&actor))
    }

    /// Whether both are states of the same turn: of the same combatant in the same round, or of
    /// some of those who share a slot or whom the GM plays. A block in which the GM chooses who
    /// acts is one turn.
    pub(crate) fn is_same_turn_state(&self, first: &AwaitedTurn, second: &AwaitedTurn) -> bool {
        let is_played_by_gm = |turn: &AwaitedTurn| {
            turn.actors.iter().all(|actor| match actor {
                Initiator::Gm => true,
                Initiator::Combatant(who) => self.is_npc(*who),
            })
        };
        let is_subset = |some: &AwaitedTurn, all: &AwaitedTurn| {
            some.actors.iter().all(|actor| all.actors.contains(actor))
        };
        let lets_gm_choose = |turn: &AwaitedTurn| turn.actors.contains(&Initiator::Gm);
        let is_same_slot = first.round == second.round
            && first.group_keys == second.group_keys
            && first.initiative_part == second.initiative_part;
        if !is_same_slot {
            return false;
        }
        if first.actors == second.actors {
            return true;
        }
        let are_played_by_gm = is_played_by_gm(first) && is_played_by_gm(second);
        let is_gms_block = are_played_by_gm && (lets_gm_choose(first) || lets_gm_choose(second));
        let is_shared = !first.initiative_part.is_empty() || are_played_by_gm;
        let is_part_of_other = is_subset(first, second) || is_subset(second, first);
        is_gms_block || (is_shared && is_part_of_other)
    }

    /// Returns the running turn, if an audience may know that it is played.
    pub(crate) fn turn_visible_to(&self, audience: Audience) -> Option<&OpenTurn> {
        self.turn.as_ref().filter(|turn| self.can_audience_see_turn(turn, audience))
    }

    /// Whether an audience may know that a turn is played. The channel may where somebody acts who
    /// is visible.
    fn can_audience_see_turn(&self, turn: &OpenTurn, audience: Audience) -> bool {
        let is_visible = |member: &Member| !member.is_hidden;
        let is_known = |actor: &Initiator| match actor {
            Initiator::Combatant(who) => self.member(*who).is_some_and(is_visible),
            Initiator::Gm => self.npcs().any(is_visible),
        };
        match audience {
            Audience::Channel(_) => turn.awaited.actors.iter().any(is_known),
            Audience::Dm(_) => true,
        }
    }

    /// Whether a turn waits for the combatant, or for the GM who may choose it.
    pub(crate) fn can_take_turn(&self, awaited_turn: &AwaitedTurn, who: CombatantId) -> bool {
        awaited_turn.actors.contains(&Initiator::Combatant(who))
            || (self.is_npc(who) && awaited_turn.actors.contains(&Initiator::Gm))
    }

    /// Whether the open turn waits for the combatant, now or once all prompts are answered.
    pub(crate) fn is_turn_actor(&self, who: CombatantId) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| turn.awaited.actors.contains(&Initiator::Combatant(who)))
    }

    /// Whether only hidden NPCs can act in this turn. Only systems with decoys have such turns;
    /// they take no time.
    pub(crate) fn is_turn_hidden(&self, awaited_turn: &AwaitedTurn) -> bool {
        if !self.game.has_decoys() {
            return false;
        }
        let is_hidden_npc = |member: &Member| member.is_hidden && member.user.is_none();
        let is_hidden_actor = |actor: &Initiator| match actor {
            Initiator::Combatant(who) => self.member(*who).is_some_and(is_hidden_npc),
            Initiator::Gm => self.are_all_able_npcs_hidden(),
        };
        awaited_turn.actors.iter().all(is_hidden_actor)
    }

    /// Whether any NPC can act now, and all that can are hidden.
    fn are_all_able_npcs_hidden(&self) -> bool {
        let mut can_any_act = false;
        for npc in self.npcs() {
            let can_act = !self.game.list_legal_act_offers(npc.id).is_empty();
            if can_act && !npc.is_hidden {
                return false;
            }
            can_any_act |= can_act;
        }
        can_any_act
    }

    /// Returns where something for this initiator is shown: in the channel for a player's visible
    /// combatant, otherwise in the direct messages of whoever plays it.
    pub fn channel_or_private_audience_for(&self, actor: Initiator) -> Audience {
        let is_public = match actor {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                self.member(who).is_some_and(|member| member.user.is_some() && !member.is_hidden)
            }
        };
        if is_public {
            Audience::Channel(self.channel)
        } else {
            Audience::Dm(self.controller_of(actor))
        }
    }

    /// Returns the participants that are stored; nobody before the fight is opened.
    pub(crate) fn stored_participants(&self) -> BTreeSet<UserId> {
        if self.revision == 0 { BTreeSet::new() } else { self.participants_if_open() }
    }

    /// Returns the fight's row as it is stored.
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

    /// Returns whom the fight waits for once no prompt is open; `None` while it does not run.
    pub(crate) fn turn_awaited_once_no_prompt_open(game: &Game) -> Option<AwaitedTurn> {
        if game.phase() != FightPhase::Running {
            return None;
        }
        let pending = game.pending_turn()?;
        let mut actors = pending.actors;
        // With decoys nobody waits for hidden NPCs, unless only they can act.
        let hidden = if game.has_decoys() { hidden_npcs(game) } else { BTreeSet::new() };
        if actors.iter().any(|actor| !hidden.contains(actor)) {
            actors.retain(|actor| !hidden.contains(actor));
        }
        let view = game.view_for(Viewer::Gm);
        let current_groups = view.groups.into_iter().filter(|group| group.is_current);
        Some(AwaitedTurn {
            round: view.round,
            group_keys: current_groups.map(|group| group.key).collect(),
            actors,
            initial_actors: Vec::new(),
            initiative_part: pending.discriminator.into(),
            clock_secs: pending.timeout_secs,
            is_skipped_at_deadline: pending.is_skipped_on_timeout,
            is_each_required: pending.needs_all_actors,
        })
    }

    /// Rebuilds the state of a fight from its rows. Users whose data was erased are removed, and
    /// the stored turn waits for whom the game awaits now if it is still the same turn.
    pub(crate) fn from_stored(stored: StoredFight) -> Result<Self, StoreError> {
        let game: Game = from_json(&stored.state)?;
        let roll_log: RollLog = from_json(&stored.dice)?;
        let row = &stored.fight;
        let mut people: FightPeople = from_json(&row.people)?;
        people.remove_users(UserId::is_forgotten);
        let mut state = Self {
            id: row.fight_id(),
            guild: row.guild,
            channel: row.channel_id(),
            gm: UserId(row.gm),
            is_open: row.is_open,
            is_paused: row.is_paused,
            is_gm_shown_details: row.is_gm_told,
            people,
            revision: stored.revision,
            members: game.list_present_members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed_answers: Vec::new(),
            turn: None,
            queued_rolls: roll_log.queued,
            draw_counts: roll_log.draw_counts,
            secrets: from_json(&row.seals)?,
            standing_orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        };
        for row in &stored.plans {
            if let Some(plan) = &row.planned {
                state.plans.insert(CombatantId(row.combatant), from_json(plan)?);
            }
        }
        for (who, order) in &stored.standing_orders {
            state.standing_orders.entry(CombatantId(*who)).or_default().push(from_json(order)?);
        }
        state.restore_prompts_and_sealed_answers(&stored)?;
        state.turn = state.restore_turn_with_current_actors(&stored)?;
        Ok(state)
    }

    /// Adds the open prompts, and the answers that stay sealed until others have answered: of
    /// closed prompts, `stored` has those that were closed after the oldest open one was asked.
    fn restore_prompts_and_sealed_answers(
        &mut self,
        stored: &StoredFight,
    ) -> Result<(), StoreError> {
        for row in &stored.prompts {
            let prompt: Prompt = from_json(&row.question)?;
            match &row.closed {
                None => {
                    let open_prompt = self.restore_open_prompt(stored, row.id, prompt)?;
                    self.prompts.push(open_prompt);
                }
                Some((closed_revision, outcome)) => {
                    if from_json::<PromptOutcome>(outcome)?.is_answered() {
                        self.sealed_answers.push(SealedAnswer {
                            prompt: row.id,
                            audience: self.channel_or_private_audience_for(prompt.respondent),
                            is_shared: prompt.shares_message,
                            closed_revision: *closed_revision,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Builds the running turn, if there is one. It waits for whom the game awaits now if that is
    /// still the same turn.
    fn restore_turn_with_current_actors(
        &self,
        stored: &StoredFight,
    ) -> Result<Option<OpenTurn>, StoreError> {
        let Some(running_turn) = &stored.running_turn else { return Ok(None) };
        let row = &running_turn.row;
        let stored_turn: AwaitedTurn = from_json(&row.awaited)?;
        let current_turn = Self::turn_awaited_once_no_prompt_open(&self.game)
            .filter(|current| self.is_same_turn_state(current, &stored_turn));
        let awaited = match current_turn {
            Some(current) => current.with_initial_actors_of(&stored_turn),
            None => stored_turn,
        };
        Ok(Some(OpenTurn {
            id: row.id,
            started_at: running_turn.started_at,
            awaited,
            deadline: find_deadline(stored, DeadlineKind::TurnLimit(row.id)),
            reminder: find_deadline(stored, DeadlineKind::TurnReminder(row.id)),
            plan_deadline: find_deadline(stored, DeadlineKind::TurnPlan(row.id)),
        }))
    }

    /// Builds an open prompt from its stored deadlines and its stored answer, if there is one.
    fn restore_open_prompt(
        &self,
        stored: &StoredFight,
        id: PromptId,
        prompt: Prompt,
    ) -> Result<OpenPrompt, StoreError> {
        let deadline = find_deadline(stored, DeadlineKind::PromptLimit(id));
        let reminder = find_deadline(stored, DeadlineKind::PromptReminder(id));
        let is_answer_to_this =
            |answer: &&StoredAnswer| (answer.revision, answer.place) == (id.revision, id.place);
        let answer = stored.stored_answers.iter().find(is_answer_to_this);
        Ok(OpenPrompt {
            order_deadline: find_deadline(stored, DeadlineKind::StandingOrder(id)),
            provisional_answer: answer.map(|answer| from_json(&answer.said)).transpose()?,
            ..self.new_open_prompt(id, prompt, deadline, reminder)
        })
    }

    /// Builds an open prompt for whoever plays its respondent, without an answer or a standing
    /// order.
    pub(crate) fn new_open_prompt(
        &self,
        id: PromptId,
        prompt: Prompt,
        deadline: Option<Deadline>,
        reminder: Option<Deadline>,
    ) -> OpenPrompt {
        OpenPrompt {
            id,
            user: self.controller_of(prompt.respondent),
            audience: self.channel_or_private_audience_for(prompt.respondent),
            prompt,
            deadline,
            reminder,
            order_deadline: None,
            provisional_answer: None,
        }
    }
}

/// Returns the stored deadline of this kind.
fn find_deadline(stored: &StoredFight, kind: DeadlineKind) -> Option<Deadline> {
    let found = stored.timers.iter().find(|(timer_kind, _)| *timer_kind == kind);
    found.map(|(_, deadline)| *deadline)
}

/// Returns the NPCs that players do not know of.
fn hidden_npcs(game: &Game) -> BTreeSet<Initiator> {
    let hidden = game
        .list_present_members()
        .into_iter()
        .filter(|member| member.is_hidden && member.user.is_none());
    hidden.map(|member| Initiator::Combatant(member.id)).collect()
}

/// Serialises a value that the app stores.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::from_unreadable_json(&error))
}

/// Parses a value that the app has stored.
pub(crate) fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::from_unreadable_json(&error))
}
