//! The resolver: the context in which one act is resolved. Rules read the fight through it, roll
//! and ask through it, and change the fight only by emitting events.
//!
//! Invariant (I1): randomness and outside input reach a rule only through the resolver.
//! Invariant (I5): [`Resolver::emit`] is the only way to change the fight, so the state and the
//! events that tell of it cannot drift apart.

use std::collections::BTreeMap;

use crate::agents::agent::Agent;
use crate::core::command::Refusal;
use crate::core::dice::{Dice, DicePool, DiceRoll};
use crate::core::fight::{Event, Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::json;
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::hidden_actor::HiddenActor;
use crate::resolution::orders;
use crate::resolution::prompt::{GivenAnswer, PromptRequest};
use crate::resolution::tape::{Tape, TapeEntry, TapeUsage};
use crate::{Rules, StepOutcome, System};

/// The most automatic steps in a row. A fight that takes more is one in which nobody can act.
const MAX_AUTOMATIC_STEPS: usize = 2_000;

/// The result of a rule: a value, or the reason why the rule stopped.
pub type RuleResult<S, T = ()> = Result<T, Interrupt<S>>;

/// The reason why a rule stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Interrupt<S: System> {
    /// Somebody must answer first, or a decoy delay must end.
    AwaitInput(OpenPrompts<S>),
    /// The act is refused. Nothing has happened.
    Refuse(Box<Refusal>),
    /// What has happened so far stands. The rest of the act does not take place.
    EndAct,
}

/// The prompts that an act waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompts<S: System> {
    /// The open requests, optional ones included.
    pub requests: Vec<PromptRequest<S>>,
    /// The tape index of the decoy delay that runs, if any.
    pub decoy_delay_index: Option<usize>,
}

/// Whether what was under way goes on after something that may have stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActProgress {
    GoesOn,
    Stopped,
}

/// The decoy delay of one window, that is of one point in an act where the public must not see
/// whether anybody is asked. In fights with decoys the act waits there although nobody unseen is
/// asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecoyDelay {
    /// The tape index at which the window was opened. It identifies the window.
    tape_index: Option<usize>,
    /// Whether the delay is over, or not needed because somebody unseen really is asked.
    is_over: bool,
}

impl DecoyDelay {
    /// The delay of a window in which nobody is hidden: none.
    pub const NONE: Self = Self { tape_index: None, is_over: true };

    /// Makes the delay of a window that the public may not know of, or none if `is_hidden` is
    /// false.
    pub fn new_if_hidden(is_hidden: bool) -> Self {
        if is_hidden { Self::default() } else { Self::NONE }
    }
}

impl<S: System> From<Refusal> for Interrupt<S> {
    fn from(refusal: Refusal) -> Self {
        Interrupt::Refuse(Box::new(refusal))
    }
}

/// The source of dice and answers.
enum InputSource<'a, S: System> {
    /// Reads the tape. Past its end, dice are rolled and recorded, and a prompt interrupts the run
    /// unless there is an agent to answer it.
    ///
    /// The first `accepted_len` entries were taken in earlier runs, so an order among them that the
    /// rules refuse now is skipped.
    Tape {
        tape: &'a mut Tape<S>,
        position: usize,
        accepted_len: usize,
        dice: &'a mut dyn Dice,
        agent: Option<&'a mut dyn Agent<S>>,
        usage: TapeUsage,
    },
    /// Simulates: the agent answers at once, and nothing is recorded.
    Agent { agent: &'a mut dyn Agent<S>, dice: &'a mut dyn Dice },
}

/// A callback that gets each event of the system's rules.
type EventObserver<'a, S> = &'a mut dyn FnMut(&<S as System>::Event);

/// Who may know that dice fall. Dice of which not everybody may know are drawn apart from the
/// others, so that nobody can count them.
#[derive(Clone, Copy, Debug)]
pub enum RollAudience<'a> {
    /// Whoever knows all of these combatants: for none, everybody.
    WhoKnowsAll(&'a [CombatantId]),
    GmAlone,
}

impl RollAudience<'_> {
    /// Everybody may know of the roll.
    pub const EVERYBODY: Self = Self::WhoKnowsAll(&[]);
}

impl<'a> From<&'a [CombatantId]> for RollAudience<'a> {
    fn from(parties: &'a [CombatantId]) -> Self {
        Self::WhoKnowsAll(parties)
    }
}

impl<'a, const COUNT: usize> From<&'a [CombatantId; COUNT]> for RollAudience<'a> {
    fn from(parties: &'a [CombatantId; COUNT]) -> Self {
        Self::WhoKnowsAll(parties)
    }
}

/// The context in which one act is resolved.
pub struct Resolver<'a, S: System> {
    fight: &'a mut Fight<S>,
    source: InputSource<'a, S>,
    /// The emitted events. `None` if nobody needs them.
    events: Option<Vec<Event<S>>>,
    is_interjection: bool,
    /// Whether automatic steps stop as soon as the fight is decided.
    stops_when_decided: bool,
    observer: Option<EventObserver<'a, S>>,
    /// The actor, while it is hidden. `None` in simulations, which nobody watches.
    hidden_actor: Option<HiddenActor<S>>,
}

impl<'a, S: System> Resolver<'a, S> {
    /// Makes a resolver that reads from a tape and collects events. The first `accepted_len`
    /// entries were taken in earlier runs.
    pub fn from_tape(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        accepted_len: usize,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let usage = TapeUsage::default();
        let source =
            InputSource::Tape { tape, position: 0, accepted_len, dice, agent: None, usage };
        Self { events: Some(Vec::new()), ..Self::from_source(fight, source) }
    }

    /// Makes a resolver that reads from a tape, past whose end an agent answers at once. It
    /// collects no events.
    pub fn new_simulation_from_tape(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        agent: &'a mut dyn Agent<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let accepted_len = tape.0.len();
        let source = InputSource::Tape {
            tape,
            position: 0,
            accepted_len,
            dice,
            agent: Some(agent),
            usage: TapeUsage::default(),
        };
        Self::from_source(fight, source)
    }

    /// Makes a resolver whose agent answers at once. It collects no events.
    pub fn new_simulation(
        fight: &'a mut Fight<S>,
        agent: &'a mut dyn Agent<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        Self::from_source(fight, InputSource::Agent { agent, dice })
    }

    /// Makes a resolver that collects no events.
    fn from_source(fight: &'a mut Fight<S>, source: InputSource<'a, S>) -> Self {
        Self {
            fight,
            source,
            events: None,
            is_interjection: false,
            stops_when_decided: false,
            observer: None,
            hidden_actor: None,
        }
    }

    /// Makes automatic steps stop as soon as the fight is decided.
    #[must_use]
    pub fn stop_when_decided(self) -> Self {
        Self { stops_when_decided: true, ..self }
    }

    /// Sets whether the orders performed by this resolver are given while a prompt is open.
    #[must_use]
    pub fn with_interjection(self, is_interjection: bool) -> Self {
        Self { is_interjection, ..self }
    }

    /// Passes each event of the system's rules to `observer`.
    #[must_use]
    pub fn with_observer(self, observer: &'a mut dyn FnMut(&S::Event)) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Returns whether the running order was given while a prompt was open. An order that would
    /// move the turns on must then wait (`prompt-open`).
    pub fn is_interjection(&self) -> bool {
        self.is_interjection
    }

    pub fn fight(&self) -> &Fight<S> {
        self.fight
    }

    /// Applies an event to the fight and records it. This is the only way to change the fight. A
    /// hidden actor shows itself first if the event changes what players see of others.
    pub fn emit(&mut self, event: impl Into<Event<S>>) {
        let event = event.into();
        let fight = &*self.fight;
        let shows = |actor: &mut HiddenActor<S>| (actor.shows_in)(fight, &event, actor.who);
        // It is taken before it is revealed: revealing emits events, too.
        if let Some(actor) = self.hidden_actor.take_if(shows) {
            (actor.reveal)(self, actor.who);
        }
        self.fight.apply(&event);
        if let (Some(observer), Event::System(system_event)) = (&mut self.observer, &event) {
            observer(system_event);
        }
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Changes the settings and records which of them differ from before.
    pub fn emit_settings_change(&mut self, settings: &S::Settings) {
        let before = json::to_value(&self.fight.settings).unwrap_or_default();
        let after = json::to_value(settings).unwrap_or_default();
        let mut changed = BTreeMap::new();
        for (key, value) in after.as_object().into_iter().flatten() {
            if before.get(key) != Some(value) {
                changed.insert(key.clone(), value.clone());
            }
        }
        self.emit(Event::SettingsChanged { settings: Box::new(settings.clone()), changed });
    }

    /// Changes a copy of a zone's terrain by `change` and records it as the new terrain; does
    /// nothing if there is no such zone.
    pub fn emit_terrain_change_if_zone_exists(
        &mut self,
        zone: ZoneId,
        change: impl FnOnce(&mut S::Terrain),
    ) {
        let Some(known_zone) = self.fight.zones.get(zone) else { return };
        let mut terrain = known_zone.terrain.clone();
        change(&mut terrain);
        self.emit(Event::TerrainSet(zone, terrain));
    }

    /// Changes the terrain of each of two zones by `change`, which is given the other zone.
    pub fn emit_change_of_both_terrains(
        &mut self,
        zone: ZoneId,
        other: ZoneId,
        change: impl Fn(&mut S::Terrain, ZoneId),
    ) {
        for (zone, beyond) in [(zone, other), (other, zone)] {
            self.emit_terrain_change_if_zone_exists(zone, |terrain| change(terrain, beyond));
        }
    }

    /// Makes two zones neighbours and records the new map.
    pub fn emit_zone_link(&mut self, one: ZoneId, other: ZoneId) {
        let mut zones = self.fight.zones.clone();
        zones.link_zones(one, other);
        self.emit(Event::ZonesSet(zones));
    }

    /// Builds the refusal `bad-target` of an order that does not fit the combatant it names, by
    /// this rule. Refuses nothing by itself.
    pub fn refuse_target(&self, who: CombatantId, rule: &'static str) -> Refusal {
        RefusalReason::new("bad-target", rule).with_combatant(who).to_refusal(self.fight, who)
    }

    /// Refuses, as [`Self::refuse_target`], an order to several combatants if one of them does not
    /// fit.
    pub fn check_each_target<'g>(
        &self,
        targets: impl IntoIterator<Item = &'g CombatantId>,
        rule: &'static str,
        fits: impl Fn(CombatantId) -> bool,
    ) -> Result<(), Refusal> {
        match targets.into_iter().find(|who| !fits(**who)) {
            Some(wrong) => Err(self.refuse_target(*wrong, rule)),
            None => Ok(()),
        }
    }

    /// Emits [`Event::Revealed`] if the combatant is hidden.
    pub fn reveal_if_hidden(&mut self, who: CombatantId) {
        if self.fight.combatant(who).is_hidden {
            self.emit(Event::Revealed(who));
        }
    }

    /// Tells the dice whether the next rolls are secret: those for the GM alone, and those of a
    /// hidden combatant.
    fn set_dice_secrecy_for_audience(&mut self, audience: RollAudience<'_>) {
        // Agents try acts in their minds, where nobody looks at dice.
        let InputSource::Tape { dice, .. } = &mut self.source else { return };
        let fight = &self.fight;
        let is_secret = match audience {
            RollAudience::GmAlone => true,
            RollAudience::WhoKnowsAll(parties) => {
                parties.iter().any(|who| fight.combatant(*who).is_hidden)
            }
        };
        dice.set_secrecy(is_secret);
    }

    /// Rolls one die with `sides` sides, or takes the recorded face from the tape.
    pub fn roll_die<'r>(&mut self, audience: impl Into<RollAudience<'r>>, sides: u8) -> u8 {
        self.set_dice_secrecy_for_audience(audience.into());
        let recorded_face = |entry: &TapeEntry<S>| match entry {
            TapeEntry::Die { sides: recorded_sides, face } if *recorded_sides == sides => {
                Some(*face)
            }
            _ => None,
        };
        self.replay_or_cut_tape_and_roll(
            recorded_face,
            |dice| dice.roll_die(sides),
            |face| TapeEntry::Die { sides, face },
        )
    }

    /// Draws one of the remaining cards, or takes the recorded one from the tape. `remaining` must
    /// not be empty.
    pub fn draw_card<'r>(&mut self, audience: impl Into<RollAudience<'r>>, remaining: &[u8]) -> u8 {
        self.set_dice_secrecy_for_audience(audience.into());
        let recorded_card = |entry: &TapeEntry<S>| match entry {
            TapeEntry::Card(card) if remaining.contains(card) => Some(*card),
            _ => None,
        };
        self.replay_or_cut_tape_and_roll(
            recorded_card,
            |dice| dice.draw_card(remaining),
            TapeEntry::Card,
        )
    }

    /// Returns the result of the next tape entry if `match_entry` accepts it. Otherwise cuts off
    /// the rest of the tape, rolls a new result and records it.
    fn replay_or_cut_tape_and_roll(
        &mut self,
        match_entry: impl Fn(&TapeEntry<S>) -> Option<u8>,
        roll: impl Fn(&mut dyn Dice) -> u8,
        build_entry: impl Fn(u8) -> TapeEntry<S>,
    ) -> u8 {
        match &mut self.source {
            InputSource::Agent { dice, .. } => roll(*dice),
            InputSource::Tape { tape, position, dice, usage, .. } => {
                if let Some(face) = tape.0.get(*position).and_then(match_entry) {
                    *position += 1;
                    usage.kept_event_count = self.events.as_ref().map_or(0, Vec::len);
                    return face;
                }
                usage.was_truncated |= *position < tape.0.len();
                usage.rolled_past_end = true;
                tape.0.truncate(*position);
                let face = roll(*dice);
                tape.0.push(build_entry(face));
                *position += 1;
                face
            }
        }
    }

    /// Rolls a pool of dice and returns its total, at least 0.
    pub fn roll_total<'r>(&mut self, audience: impl Into<RollAudience<'r>>, pool: DicePool) -> u16 {
        self.roll_pool(audience, pool).total()
    }

    /// Rolls a pool of dice and returns all faces.
    pub fn roll_pool<'r>(
        &mut self,
        audience: impl Into<RollAudience<'r>>,
        pool: DicePool,
    ) -> DiceRoll {
        let faces = self.roll_faces(audience, pool.count, pool.sides);
        DiceRoll { sides: pool.sides, faces, modifier: pool.modifier }
    }

    /// Rolls `count` dice with `sides` sides. The order of the faces has no meaning.
    pub fn roll_faces<'r>(
        &mut self,
        audience: impl Into<RollAudience<'r>>,
        count: u8,
        sides: u8,
    ) -> Vec<u8> {
        let audience = audience.into();
        match &mut self.source {
            InputSource::Agent { dice, .. } => dice.roll_dice(count, sides),
            InputSource::Tape { .. } => {
                (0..count).map(|_| self.roll_die(audience, sides)).collect()
            }
        }
    }

    /// Returns the emitted events and how the tape was used. Cuts off entries that were not used.
    pub fn finish_tape_cutting_unused(self) -> (Vec<Event<S>>, TapeUsage) {
        let usage = match self.source {
            InputSource::Agent { .. } => TapeUsage::default(),
            InputSource::Tape { tape, position, usage, .. } => {
                let was_truncated = usage.was_truncated || position < tape.0.len();
                tape.0.truncate(position);
                TapeUsage { was_truncated, ..usage }
            }
        };
        (self.events.unwrap_or_default(), usage)
    }
}

impl<S: Rules> Resolver<'_, S> {
    /// Checks and performs an act. A hidden NPC shows itself before its act changes what players
    /// see of others, except in simulations.
    pub fn perform_act(&mut self, who: CombatantId, act: &S::Act) -> RuleResult<S> {
        let is_simulation = self.events.is_none();
        let hidden_actor =
            if is_simulation { None } else { HiddenActor::new_if_hidden_npc(self.fight, who) };
        // An act can be part of another; the actor of the outer one is put back afterwards.
        let outer_actor = std::mem::replace(&mut self.hidden_actor, hidden_actor);
        let result = S::check_and_perform_act(self, who, act);
        self.hidden_actor = outer_actor;
        result
    }

    /// Runs automatic steps until somebody must decide or the fight is over; where the resolver
    /// stops when decided, until its outcome is certain.
    pub fn run_steps_until_decision(&mut self) -> RuleResult<S> {
        repeat_until_settled(|| {
            if self.fight.phase != FightPhase::Running {
                return Ok(StepOutcome::Settled);
            }
            if self.stops_when_decided && S::decided_outcome(self.fight).is_some() {
                return Ok(StepOutcome::Settled);
            }
            S::advance_one_step(self)
        })
    }

    /// Asks one respondent and returns the answer. If the request is optional and the act goes on
    /// without one, returns its default.
    pub fn ask(&mut self, request: PromptRequest<S>) -> RuleResult<S, S::Answer> {
        let answered = self.await_next_answer(std::slice::from_ref(&request))?;
        Ok(answered.map_or(request.default, |given| given.answer))
    }

    /// Asks like [`Self::ask`], but returns `None` if the question became moot meanwhile
    /// ([`is_obsolete`]), so that nothing must follow from it.
    ///
    /// [`is_obsolete`]: crate::Prompts::is_obsolete
    pub fn ask_and_drop_if_obsolete(
        &mut self,
        request: PromptRequest<S>,
    ) -> RuleResult<S, Option<S::Answer>> {
        let answer = self.ask(request.clone())?;
        if S::is_obsolete(self.fight, &request) {
            return Ok(None);
        }
        Ok(Some(answer))
    }

    /// Asks several respondents and returns all answers in the order of the requests. Nobody sees
    /// an answer before the last one is in.
    pub fn ask_all(&mut self, requests: Vec<PromptRequest<S>>) -> RuleResult<S, Vec<S::Answer>> {
        self.ask_all_with_decoy(requests, DecoyDelay::NONE)
    }

    /// Asks like [`Self::ask_all`], in a window with a decoy delay.
    pub fn ask_all_with_decoy(
        &mut self,
        requests: Vec<PromptRequest<S>>,
        mut decoy_delay: DecoyDelay,
    ) -> RuleResult<S, Vec<S::Answer>> {
        let mut answers: Vec<_> = requests.iter().map(|request| request.default.clone()).collect();
        // The requests without an answer, and the place of each among all requests.
        let mut open_requests = requests;
        let mut original_indices: Vec<usize> = (0..open_requests.len()).collect();
        loop {
            let answered =
                self.await_next_answer_with_decoy_delay(&open_requests, &mut decoy_delay)?;
            let Some(GivenAnswer { request_index, answer }) = answered else { break };
            open_requests.remove(request_index);
            answers[original_indices.remove(request_index)] = answer;
        }
        Ok(answers)
    }

    /// Asks the respondent of `request`, if any, without letting the public see whether anybody is
    /// asked. Returns `None` if there is no request.
    pub fn ask_hidden(
        &mut self,
        request: Option<PromptRequest<S>>,
    ) -> RuleResult<S, Option<S::Answer>> {
        let requests = Vec::from_iter(request);
        let answered =
            self.await_next_answer_with_decoy_delay(&requests, &mut DecoyDelay::default())?;
        Ok(answered.map(|given| given.answer))
    }

    /// Asks several respondents and returns the first answer that `is_binding` accepts. Whoever
    /// gives another answer is not asked again. Returns `None` if all who are waited for gave other
    /// answers.
    pub fn ask_until_binding(
        &mut self,
        mut requests: Vec<PromptRequest<S>>,
        is_binding: impl Fn(&S::Answer) -> bool,
    ) -> RuleResult<S, Option<S::Answer>> {
        while let Some(GivenAnswer { request_index, answer }) = self.await_next_answer(&requests)? {
            if is_binding(&answer) {
                return Ok(Some(answer));
            }
            requests.remove(request_index);
        }
        Ok(None)
    }

    /// Returns the next answer to any of the open requests, or `None` if only optional requests are
    /// left, so that nobody is waited for. The other ways of asking are built on this one.
    pub fn await_next_answer(
        &mut self,
        requests: &[PromptRequest<S>],
    ) -> RuleResult<S, Option<GivenAnswer<S>>> {
        let mut no_delay = DecoyDelay::NONE;
        self.await_next_answer_with_decoy_delay(requests, &mut no_delay)
    }

    /// Asks like [`Self::await_next_answer`], in a window with a decoy delay, during which it
    /// waits even if nobody is asked. The answer comes, in this order, from an obsolete request
    /// (its default), a request with one possible answer, the tape, and the agent; without any of
    /// these the run is interrupted. Orders and acts that stand next on the tape are performed
    /// first. Pass the same `decoy_delay` to all calls of one window.
    pub fn await_next_answer_with_decoy_delay(
        &mut self,
        requests: &[PromptRequest<S>],
        decoy_delay: &mut DecoyDelay,
    ) -> RuleResult<S, Option<GivenAnswer<S>>> {
        debug_assert!(requests.iter().all(|request| request.choices.contains(&request.default)));
        let is_unseen = |request: &PromptRequest<S>| {
            !request.is_optional && S::is_hidden_from_public(self.fight, request)
        };
        // Where somebody unseen is asked, their own time to answer hides that; no decoy is needed.
        decoy_delay.is_over |= requests.iter().any(is_unseen);
        loop {
            let is_delaying = self.fight.has_decoys && !decoy_delay.is_over;
            if !is_delaying && requests.iter().all(|request| request.is_optional) {
                return Ok(None);
            }
            let forced_answer = self.take_forced_answer(requests);
            if forced_answer.is_some() {
                return Ok(forced_answer);
            }
            let given = match &mut self.source {
                InputSource::Agent { .. } if is_delaying => {
                    decoy_delay.is_over = true;
                    None
                }
                InputSource::Agent { agent, .. } => Some(agent.choose_answer(self.fight, requests)),
                InputSource::Tape { .. } => self.apply_next_tape_entry_or_answer_past_tape(
                    requests,
                    decoy_delay,
                    is_delaying,
                )?,
            };
            if given.is_some() {
                return Ok(given);
            }
        }
    }

    /// Returns the answer to one request that need not be asked, or `None` if all must be asked.
    /// - If a request is obsolete ([`is_obsolete`]), its answer is the default.
    /// - Else, if a request to a player has a single choice left, its answer is that choice. If the
    ///   tape goes on with an answer to this request, as in older fights, that answer counts and is
    ///   taken from the tape.
    ///
    /// [`is_obsolete`]: crate::Prompts::is_obsolete
    fn take_forced_answer(&mut self, requests: &[PromptRequest<S>]) -> Option<GivenAnswer<S>> {
        let is_obsolete = |request: &PromptRequest<S>| S::is_obsolete(self.fight, request);
        if let Some(request_index) = requests.iter().position(is_obsolete) {
            let answer = requests[request_index].default.clone();
            return Some(GivenAnswer { request_index, answer });
        }
        let only_choice = self.find_only_choice_of_public_prompt(requests)?;
        let request_index = only_choice.request_index;
        let recorded_answer = self.take_recorded_answer_if_next(&requests[request_index]);
        let answer = recorded_answer.unwrap_or(only_choice.answer);
        Some(GivenAnswer { request_index, answer })
    }

    /// Takes the entry that stands next on the tape: the end of the decoy delay, an answer to one
    /// of the requests, or an order or act, which is performed. `None` means that it was no answer,
    /// and that the caller must look again. If the entry does not fit, or there is none, goes on as
    /// [`Self::answer_or_end_decoy_by_agent_or_interrupt`].
    fn apply_next_tape_entry_or_answer_past_tape(
        &mut self,
        requests: &[PromptRequest<S>],
        decoy_delay: &mut DecoyDelay,
        is_delaying: bool,
    ) -> RuleResult<S, Option<GivenAnswer<S>>> {
        let InputSource::Tape { tape, position, accepted_len, usage, .. } = &mut self.source else {
            return Ok(None);
        };
        // After a newly rolled die, all events are new.
        if !usage.rolled_past_end {
            usage.kept_event_count = self.events.as_ref().map_or(0, Vec::len);
        }
        let window_index = *decoy_delay.tape_index.get_or_insert(*position);
        match tape.0.get(*position) {
            Some(TapeEntry::DecoyDelayOver) if is_delaying => {
                *position += 1;
                decoy_delay.is_over = true;
                return Ok(None);
            }
            Some(TapeEntry::Answer { respondent, question, answer }) => {
                if let Some(request_index) = find_request(requests, *respondent, question) {
                    *position += 1;
                    let answer = answer.clone();
                    return Ok(Some(GivenAnswer { request_index, answer }));
                }
            }
            Some(TapeEntry::InterjectedOrder(order)) => {
                *position += 1;
                let order = order.clone();
                let is_accepted = *position <= *accepted_len;
                self.perform_interjected_order_or_skip_if_obsolete(&order, is_accepted)?;
                return Ok(None);
            }
            Some(TapeEntry::InterjectedAct { who, act }) => {
                *position += 1;
                let (who, act) = (*who, act.clone());
                let is_accepted = *position <= *accepted_len;
                self.perform_interjected_act_or_skip_if_obsolete(who, &act, is_accepted)?;
                return Ok(None);
            }
            Some(
                TapeEntry::Die { .. }
                | TapeEntry::Card(_)
                | TapeEntry::DecoyDelayOver
                | TapeEntry::Lost(_),
            )
            | None => {}
        }
        let running_delay_index = if is_delaying { Some(window_index) } else { None };
        self.answer_or_end_decoy_by_agent_or_interrupt(requests, decoy_delay, running_delay_index)
    }

    /// Cuts off the rest of the tape, and lets the agent of a simulation answer, or end the decoy
    /// delay if one runs (`None`). Without an agent the run is interrupted, to wait for an answer.
    /// `running_delay_index` is the tape index of the delay that runs.
    fn answer_or_end_decoy_by_agent_or_interrupt(
        &mut self,
        requests: &[PromptRequest<S>],
        decoy_delay: &mut DecoyDelay,
        running_delay_index: Option<usize>,
    ) -> RuleResult<S, Option<GivenAnswer<S>>> {
        let InputSource::Tape { tape, position, agent, usage, .. } = &mut self.source else {
            return Ok(None);
        };
        usage.was_truncated |= *position < tape.0.len();
        tape.0.truncate(*position);
        if let Some(agent) = agent {
            if running_delay_index.is_some() {
                decoy_delay.is_over = true;
                return Ok(None);
            }
            return Ok(Some(agent.choose_answer(self.fight, requests)));
        }
        let current_request =
            |request: &PromptRequest<S>| S::remove_unavailable_choices(self.fight, request.clone());
        Err(Interrupt::AwaitInput(OpenPrompts {
            requests: requests.iter().map(current_request).collect(),
            decoy_delay_index: running_delay_index,
        }))
    }

    /// Returns the first request to a player that has only one possible answer, with that answer.
    ///
    /// Everybody who sees such a prompt sees its choices, so answering it at once reveals nothing
    /// hidden. For prompts to NPCs that is not so.
    fn find_only_choice_of_public_prompt(
        &self,
        requests: &[PromptRequest<S>],
    ) -> Option<GivenAnswer<S>> {
        let fight = &*self.fight;
        if fight.asks_single_choices {
            return None;
        }
        let is_to_player = |request: &PromptRequest<S>| match request.respondent {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                !fight.combatant(who).is_npc() && !S::is_hidden_from_public(fight, request)
            }
        };
        for (request_index, request) in requests.iter().enumerate() {
            let must_ask = request.is_optional || S::needs_explicit_answer(&request.question);
            if must_ask || !is_to_player(request) {
                continue;
            }
            let current_request = S::remove_unavailable_choices(fight, request.clone());
            if let [only] = current_request.choices.as_slice() {
                return Some(GivenAnswer { request_index, answer: only.clone() });
            }
        }
        None
    }

    /// Takes the recorded answer to a request from the tape. Older fights have one even where the
    /// answer was forced, because such questions were asked then.
    fn take_recorded_answer_if_next(&mut self, request: &PromptRequest<S>) -> Option<S::Answer> {
        let InputSource::Tape { tape, position, .. } = &mut self.source else { return None };
        match tape.0.get(*position) {
            Some(TapeEntry::Answer { respondent, question, answer })
                if *respondent == request.respondent && *question == request.question =>
            {
                *position += 1;
                Some(answer.clone())
            }
            _ => None,
        }
    }

    /// Performs an act that was taken while a prompt was open. One that was accepted in an earlier
    /// run and that changed rules refuse now is skipped (I7).
    fn perform_interjected_act_or_skip_if_obsolete(
        &mut self,
        who: CombatantId,
        act: &S::Act,
        was_accepted_before: bool,
    ) -> RuleResult<S> {
        match self.perform_act(who, act) {
            Err(Interrupt::Refuse(_)) if was_accepted_before => Ok(()),
            result => result,
        }
    }

    /// Performs an order that was given while a prompt was open. The order's own prompts come
    /// first. An order that was accepted in an earlier run and that changed rules refuse now is
    /// skipped (I7).
    fn perform_interjected_order_or_skip_if_obsolete(
        &mut self,
        order: &Order<S>,
        was_accepted_before: bool,
    ) -> RuleResult<S> {
        let was_interjection = std::mem::replace(&mut self.is_interjection, true);
        let result = orders::perform_order(self, order);
        self.is_interjection = was_interjection;
        match result {
            Err(Interrupt::Refuse(_)) if was_accepted_before => Ok(()),
            result => result,
        }
    }
}

/// Repeats `step` until the fight is settled. [`Interrupt::EndAct`] counts as a step.
///
/// # Errors
/// `endless` if the steps never end, which is a fault of the rules. Nothing has happened then.
fn repeat_until_settled<S: System>(
    mut step: impl FnMut() -> RuleResult<S, StepOutcome>,
) -> RuleResult<S> {
    for _ in 0..MAX_AUTOMATIC_STEPS {
        match step() {
            Ok(StepOutcome::Advanced) | Err(Interrupt::EndAct) => {}
            Ok(StepOutcome::Settled) => return Ok(()),
            interrupted => return interrupted.map(|_| ()),
        }
    }
    debug_assert!(false, "a fight that goes on by itself for ever");
    Err(Refusal::new("endless", "").into())
}

/// Returns the index of the open request with this respondent and question.
fn find_request<S: System>(
    requests: &[PromptRequest<S>],
    respondent: Initiator,
    question: &S::Question,
) -> Option<usize> {
    let is_same = |request: &PromptRequest<S>| {
        request.respondent == respondent && request.question == *question
    };
    requests.iter().position(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dr12::Dr12;

    #[test]
    fn automatic_steps_continue_after_an_act_was_ended() {
        let mut steps =
            [Ok(StepOutcome::Advanced), Err(Interrupt::EndAct), Ok(StepOutcome::Settled)]
                .into_iter();
        assert_eq!(repeat_until_settled::<Dr12>(|| steps.next().expect("it stops there")), Ok(()));
    }

    #[test]
    #[should_panic(expected = "for ever")]
    fn automatic_steps_that_never_end_panic_in_debug() {
        let _ = repeat_until_settled::<Dr12>(|| Ok(StepOutcome::Advanced));
    }
}
