//! The scene: the fight while one act is resolved. Rules read the fight through it, roll and ask
//! through it, and change the fight only by leaving a note.
//!
//! Invariant (I1): nothing random and nothing from outside reaches a rule but through here.
//! Invariant (I5): [`Scene::note`] is the only way to change the fight, so what happened and what
//! is told of it cannot drift apart.

use crate::agents::agent::Agent;
use crate::core::command::Refusal;
use crate::core::dice::{Dice, DicePool, DiceRoll};
use crate::core::fight::{Event, Fight, Order};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::json;
use crate::resolution::orders;
use crate::resolution::prompt::PromptRequest;
use crate::resolution::tape::{Tape, TapeEntry, TapeUsage};
use crate::{Rules, System};

/// The most steps that may follow by themselves: more would be a fight in which nobody can act.
const MAX_AUTOMATIC_STEPS: usize = 2_000;

/// What a rule gives back: it went through, or it stopped.
pub type RuleResult<S, T = ()> = Result<T, Interrupt<S>>;

/// Why a rule stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Interrupt<S: System> {
    /// Somebody must answer first, or a decoy wait run out.
    AwaitInput(OpenPrompts<S>),
    /// It may not be done. Nothing has happened.
    Refuse(Box<Refusal>),
    /// What has happened stands, the rest of the act does not take place.
    EndAct,
}

/// What an act waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenPrompts<S: System> {
    /// The questions that are open now, optional ones included.
    pub requests: Vec<PromptRequest<S>>,
    /// A decoy wait, by its place on the tape.
    pub decoy_delay_index: Option<usize>,
}

/// The decoy of one window: where the rules hide from the public who may be asked there, it waits
/// although nobody unseen is asked (only in fights with decoys).
#[derive(Clone, Copy, Debug, Default)]
pub struct DecoyDelay {
    /// Where on the tape its window was opened: what tells it from the next.
    tape_index: Option<usize>,
    /// It is over, or somebody unseen is waited for in its place.
    is_over: bool,
}

impl DecoyDelay {
    /// In a window in which nobody is hidden.
    pub const NONE: Self = Self { tape_index: None, is_over: true };

    /// In a window that the public may not know of; else none.
    pub fn new_if_hidden(is_hidden: bool) -> Self {
        if is_hidden { Self::default() } else { Self::NONE }
    }
}

impl<S: System> From<Refusal> for Interrupt<S> {
    fn from(refusal: Refusal) -> Self {
        Interrupt::Refuse(Box::new(refusal))
    }
}

/// Where dice and answers come from.
enum InputSource<'a, S: System> {
    /// The tape first; past its end dice are rolled and recorded, and questions stop the run.
    /// Beats before `settled` were taken earlier: an order among them is not refused any more.
    /// Past its end a mind may answer in their place.
    Tape {
        tape: &'a mut Tape<S>,
        position: usize,
        accepted_len: usize,
        dice: &'a mut dyn Dice,
        agent: Option<&'a mut dyn Agent<S>>,
        usage: TapeUsage,
    },
    /// Simulation: answers come at once, nothing is recorded.
    Agent { agent: &'a mut dyn Agent<S>, dice: &'a mut dyn Dice },
}

/// Is shown each note of the rules.
type EventObserver<'a, S> = &'a mut dyn FnMut(&<S as System>::Event);

pub struct Resolver<'a, S: System> {
    fight: &'a mut Fight<S>,
    source: InputSource<'a, S>,
    events: Option<Vec<Event<S>>>,
    is_interjection: bool,
    /// It stops as soon as the fight is decided: nothing that follows matters.
    stops_when_decided: bool,
    /// Is shown what the rules note.
    observer: Option<EventObserver<'a, S>>,
}

impl<'a, S: System> Resolver<'a, S> {
    /// A scene over a tape, with its notes kept. The first `settled` beats were taken before.
    pub fn from_tape(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        accepted_len: usize,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let fit = TapeUsage::default();
        let source =
            InputSource::Tape { tape, position: 0, accepted_len, dice, agent: None, usage: fit };
        Self { events: Some(Vec::new()), ..Self::from_source(fight, source) }
    }

    /// A scene over a tape, past whose end a mind answers at once; nothing is kept but the fight.
    pub fn new_simulation_from_tape(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        agent: &'a mut dyn Agent<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let (settled, fit) = (tape.0.len(), TapeUsage::default());
        let source = InputSource::Tape {
            tape,
            position: 0,
            accepted_len: settled,
            dice,
            agent: Some(agent),
            usage: fit,
        };
        Self::from_source(fight, source)
    }

    /// A scene in which a mind answers at once and nothing is kept but the fight.
    pub fn new_simulation(
        fight: &'a mut Fight<S>,
        agent: &'a mut dyn Agent<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        Self::from_source(fight, InputSource::Agent { agent, dice })
    }

    fn from_source(fight: &'a mut Fight<S>, source: InputSource<'a, S>) -> Self {
        let (events, is_interjection, stops_when_decided, observer) = (None, false, false, None);
        Self { fight, source, events, is_interjection, stops_when_decided, observer }
    }

    /// The same, up to where the fight is decided.
    #[must_use]
    pub fn stop_when_decided(self) -> Self {
        Self { stops_when_decided: true, ..self }
    }

    /// The same, which shows what the rules note.
    #[must_use]
    pub fn with_observer(self, observer: &'a mut dyn FnMut(&S::Event)) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Whether the order that runs was given while a question was open: one that would move the
    /// turns on must wait (`prompt-open`).
    pub fn is_interjection(&self) -> bool {
        self.is_interjection
    }

    pub fn fight(&self) -> &Fight<S> {
        self.fight
    }

    /// Makes it so, and leaves the note of it: the one way to change the fight.
    pub fn emit(&mut self, event: impl Into<Event<S>>) {
        let note = event.into();
        self.fight.apply(&note);
        if let (Some(watch), Event::System(note)) = (&mut self.observer, &note) {
            watch(note);
        }
        if let Some(notes) = &mut self.events {
            notes.push(note);
        }
    }

    /// The settings are these from now on: which of them are others than before is told.
    pub fn change_settings(&mut self, settings: &S::Settings) {
        let fields = |settings: &S::Settings| json::to_value(settings).unwrap_or_default();
        let (before, after) = (fields(&self.fight.settings), fields(settings));
        let all = after.as_object().into_iter().flatten();
        let changed = all.filter(|(key, value)| before.get(key) != Some(value));
        let changed = changed.map(|(key, value)| (key.clone(), value.clone())).collect();
        self.emit(Event::SettingsChanged { settings: Box::new(settings.clone()), changed });
    }

    /// Whoever is hidden shows itself.
    pub fn reveal_if_hidden(&mut self, who: CombatantId) {
        if self.fight.combatant(who).is_hidden {
            self.emit(Event::Revealed(who));
        }
    }

    /// One die of so many sides.
    pub fn roll_die(&mut self, sides: u8) -> u8 {
        let is_laid = |beat: &TapeEntry<S>| match beat {
            TapeEntry::Die { sides: laid, face } if *laid == sides => Some(*face),
            _ => None,
        };
        self.replay_or_roll(
            is_laid,
            |dice| dice.roll_die(sides),
            |face| TapeEntry::Die { sides, face },
        )
    }

    /// One of the cards that are left, of which there must be some.
    pub fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        let is_laid = |beat: &TapeEntry<S>| match beat {
            TapeEntry::Card(card) if remaining.contains(card) => Some(*card),
            _ => None,
        };
        self.replay_or_roll(is_laid, |dice| dice.draw_card(remaining), TapeEntry::Card)
    }

    /// What chance brings: the next beat of the tape if it is of this kind, else it is thrown now
    /// and recorded.
    fn replay_or_roll(
        &mut self,
        match_entry: impl Fn(&TapeEntry<S>) -> Option<u8>,
        roll: impl Fn(&mut dyn Dice) -> u8,
        build_entry: impl Fn(u8) -> TapeEntry<S>,
    ) -> u8 {
        match &mut self.source {
            InputSource::Agent { dice, .. } => roll(*dice),
            InputSource::Tape { tape, position: next, dice, usage: fit, .. } => {
                if let Some(face) = tape.0.get(*next).and_then(match_entry) {
                    *next += 1;
                    fit.kept_event_count = self.events.as_ref().map_or(0, Vec::len);
                    return face;
                }
                fit.was_truncated |= *next < tape.0.len();
                fit.rolled_past_end = true;
                tape.0.truncate(*next);
                let face = roll(*dice);
                tape.0.push(build_entry(face));
                *next += 1;
                face
            }
        }
    }

    /// The total of a pool of dice, never below 0.
    pub fn roll_total(&mut self, pool: DicePool) -> u16 {
        self.roll_pool(pool).total()
    }

    /// A pool of dice, face by face.
    pub fn roll_pool(&mut self, pool: DicePool) -> DiceRoll {
        let faces = self.roll_faces(pool.count, pool.sides);
        DiceRoll { sides: pool.sides, faces, modifier: pool.modifier }
    }

    /// So many dice of so many sides, of which nobody minds the order.
    pub fn roll_faces(&mut self, count: u8, sides: u8) -> Vec<u8> {
        match &mut self.source {
            InputSource::Agent { dice, .. } => dice.roll_dice(count, sides),
            InputSource::Tape { .. } => (0..count).map(|_| self.roll_die(sides)).collect(),
        }
    }

    /// The notes left, and how the tape fitted. Beats that nobody took did not.
    pub fn into_events_and_usage(self) -> (Vec<Event<S>>, TapeUsage) {
        let fit = match self.source {
            InputSource::Agent { .. } => TapeUsage::default(),
            InputSource::Tape { tape, position: next, usage: fit, .. } => {
                let was_cut = fit.was_truncated || next < tape.0.len();
                tape.0.truncate(next);
                TapeUsage { was_truncated: was_cut, ..fit }
            }
        };
        (self.events.unwrap_or_default(), fit)
    }
}

impl<S: Rules> Resolver<'_, S> {
    /// What follows by itself, until somebody must decide or the fight is over.
    pub fn run_automatic_steps(&mut self) -> RuleResult<S> {
        repeat_until_settled(|| match self.stops_when_decided && S::is_decided(self.fight) {
            true => Ok(false),
            false => S::advance_one_step(self),
        })
    }

    /// Asks one answerer and gives back the answer.
    pub fn ask(&mut self, request: PromptRequest<S>) -> RuleResult<S, S::Answer> {
        let answered = self.ask_next(std::slice::from_ref(&request))?;
        Ok(answered.map_or(request.default, |(_, answer)| answer))
    }

    /// [`Self::ask`]; none where the question has lost its point meanwhile ([`is_pointless`]), and
    /// with it all that would follow.
    ///
    /// [`is_pointless`]: crate::Prompts::is_pointless
    pub fn ask_unless_obsolete(
        &mut self,
        request: PromptRequest<S>,
    ) -> RuleResult<S, Option<S::Answer>> {
        let answer = self.ask(request.clone())?;
        Ok((!S::is_obsolete(self.fight, &request)).then_some(answer))
    }

    /// Asks several and gives back all answers, in the order of the questions; they stay sealed
    /// until the last is in.
    pub fn ask_all(&mut self, requests: Vec<PromptRequest<S>>) -> RuleResult<S, Vec<S::Answer>> {
        self.ask_all_with_decoy(requests, DecoyDelay::NONE)
    }

    /// [`Self::ask_all`] in a window with a decoy.
    pub fn ask_all_with_decoy(
        &mut self,
        requests: Vec<PromptRequest<S>>,
        mut decoy_delay: DecoyDelay,
    ) -> RuleResult<S, Vec<S::Answer>> {
        let mut answers: Vec<_> = requests.iter().map(|ask| ask.default.clone()).collect();
        let mut open: Vec<_> = requests.into_iter().enumerate().collect();
        loop {
            let asked: Vec<_> = open.iter().map(|(_, ask)| ask.clone()).collect();
            let Some((at, answer)) = self.ask_next_with_decoy(&asked, &mut decoy_delay)? else {
                break;
            };
            answers[open.remove(at).0] = answer;
        }
        Ok(answers)
    }

    /// Asks somebody of whom the public must not see whether they are asked; none: nobody is.
    pub fn ask_hidden(
        &mut self,
        request: Option<PromptRequest<S>>,
    ) -> RuleResult<S, Option<S::Answer>> {
        let asks = Vec::from_iter(request);
        let answered = self.ask_next_with_decoy(&asks, &mut DecoyDelay::default())?;
        Ok(answered.map(|(_, answer)| answer))
    }

    /// Asks several and gives back the first answer that binds, with the place of its question;
    /// none when all who are waited for have given answers that do not.
    pub fn ask_until_binding(
        &mut self,
        mut requests: Vec<PromptRequest<S>>,
        is_binding: impl Fn(&S::Answer) -> bool,
    ) -> RuleResult<S, Option<(Initiator, S::Answer)>> {
        while let Some((at, answer)) = self.ask_next(&requests)? {
            let asked = requests.remove(at);
            if is_binding(&answer) {
                return Ok(Some((asked.respondent, answer)));
            }
        }
        Ok(None)
    }

    /// The next answer to any of several open questions: the place of the question, and the
    /// answer. None once nobody is left who is waited for. The other two ways of asking, and every
    /// loop over windows that are open side by side, are made of this one.
    pub fn ask_next(
        &mut self,
        requests: &[PromptRequest<S>],
    ) -> RuleResult<S, Option<(usize, S::Answer)>> {
        let mut none = DecoyDelay::NONE;
        self.ask_next_with_decoy(requests, &mut none)
    }

    /// [`Self::ask_next`] in a window with a decoy, one for the whole of the window: it
    /// waits also while nobody is asked.
    pub fn ask_next_with_decoy(
        &mut self,
        requests: &[PromptRequest<S>],
        decoy_delay: &mut DecoyDelay,
    ) -> RuleResult<S, Option<(usize, S::Answer)>> {
        debug_assert!(requests.iter().all(|ask| ask.choices.contains(&ask.default)));
        let is_unseen =
            |ask: &PromptRequest<S>| !ask.is_optional && S::is_hidden_from_public(self.fight, ask);
        decoy_delay.is_over |= requests.iter().any(is_unseen);
        loop {
            let is_lull = self.fight.has_decoys && !decoy_delay.is_over;
            if !is_lull && requests.iter().all(|ask| ask.is_optional) {
                return Ok(None);
            }
            if let Some(at) = requests.iter().position(|ask| S::is_obsolete(self.fight, ask)) {
                return Ok(Some((at, requests[at].default.clone())));
            }
            if let Some((at, only)) = self.find_forced_answer(requests) {
                return Ok(Some((at, self.take_recorded_answer(&requests[at]).unwrap_or(only))));
            }
            match &mut self.source {
                InputSource::Agent { .. } if is_lull => decoy_delay.is_over = true,
                InputSource::Agent { agent: mind, .. } => {
                    let (at, answer) = mind.choose_answer(self.fight, requests);
                    return Ok(Some((at, answer)));
                }
                InputSource::Tape {
                    tape,
                    position: next,
                    accepted_len: settled,
                    agent: mind,
                    usage: fit,
                    ..
                } => {
                    // Past a die that was rolled anew, nothing was told before.
                    if !fit.rolled_past_end {
                        fit.kept_event_count = self.events.as_ref().map_or(0, Vec::len);
                    }
                    let window = *decoy_delay.tape_index.get_or_insert(*next);
                    match tape.0.get(*next) {
                        Some(TapeEntry::DecoyDelayOver) if is_lull => {
                            *next += 1;
                            decoy_delay.is_over = true;
                            continue;
                        }
                        Some(TapeEntry::Answer { respondent: to, question, answer }) => {
                            if let Some(at) = find_request(requests, *to, question) {
                                *next += 1;
                                return Ok(Some((at, answer.clone())));
                            }
                        }
                        Some(TapeEntry::InterjectedOrder(order)) => {
                            *next += 1;
                            let (order, is_settled) = (order.clone(), *next <= *settled);
                            self.perform_interjected_order(&order, is_settled)?;
                            continue;
                        }
                        Some(TapeEntry::InterjectedAct { who, act }) => {
                            *next += 1;
                            let (who, act, is_settled) = (*who, act.clone(), *next <= *settled);
                            match S::perform(self, who, &act) {
                                Err(Interrupt::Refuse(_)) if is_settled => {}
                                step => step?,
                            }
                            continue;
                        }
                        Some(
                            TapeEntry::Die { .. }
                            | TapeEntry::Card(_)
                            | TapeEntry::DecoyDelayOver
                            | TapeEntry::Lost(_),
                        )
                        | None => {}
                    }
                    fit.was_truncated |= *next < tape.0.len();
                    tape.0.truncate(*next);
                    match mind {
                        Some(_) if is_lull => {
                            decoy_delay.is_over = true;
                            continue;
                        }
                        Some(mind) => {
                            let (at, answer) = mind.choose_answer(self.fight, requests);
                            return Ok(Some((at, answer)));
                        }
                        None => {}
                    }
                    let lull = is_lull.then_some(window);
                    let left = |ask: &PromptRequest<S>| {
                        S::remove_unavailable_choices(self.fight, ask.clone())
                    };
                    return Err(Interrupt::AwaitInput(OpenPrompts {
                        requests: requests.iter().map(left).collect(),
                        decoy_delay_index: lull,
                    }));
                }
            }
        }
    }

    /// A question to a player that has one possible answer is answered at once. Those who see the
    /// question see its choices, so nobody learns by it what is hidden; of NPCs they do not.
    fn find_forced_answer(&self, requests: &[PromptRequest<S>]) -> Option<(usize, S::Answer)> {
        let fight = &*self.fight;
        if fight.asks_single_choices {
            return None;
        }
        let is_players = |ask: &PromptRequest<S>| match ask.respondent {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                !fight.combatant(who).is_npc() && !S::is_hidden_from_public(fight, ask)
            }
        };
        let only = |(at, ask): (usize, &PromptRequest<S>)| {
            if ask.is_optional || S::needs_explicit_answer(&ask.question) || !is_players(ask) {
                return None;
            }
            match S::remove_unavailable_choices(fight, ask.clone()).choices.as_slice() {
                [only] => Some((at, only.clone())),
                _ => None,
            }
        };
        requests.iter().enumerate().find_map(only)
    }

    /// The answer on the tape of a question that was asked all the same when that was the rule.
    fn take_recorded_answer(&mut self, request: &PromptRequest<S>) -> Option<S::Answer> {
        let InputSource::Tape { tape, position: next, .. } = &mut self.source else { return None };
        match tape.0.get(*next) {
            Some(TapeEntry::Answer { respondent: to, question, answer })
                if *to == request.respondent && *question == request.question =>
            {
                *next += 1;
                Some(answer.clone())
            }
            _ => None,
        }
    }

    /// An order that was given while a question was open, at the place where it was given. What it
    /// asks itself is asked first. One that was taken before and that changed rules refuse now is
    /// passed over (I7).
    fn perform_interjected_order(&mut self, order: &Order<S>, is_accepted: bool) -> RuleResult<S> {
        let was_interjection = std::mem::replace(&mut self.is_interjection, true);
        let step = orders::perform_order(self, order);
        self.is_interjection = was_interjection;
        match step {
            Err(Interrupt::Refuse(_)) if is_accepted => Ok(()),
            step => step,
        }
    }
}

/// Takes step after step until none is left. An act that is cut short leaves the rest to be
/// settled.
///
/// # Errors
/// `endless`: it never ends, which is a fault of the rules. Nothing has happened then.
fn repeat_until_settled<S: System>(mut step: impl FnMut() -> RuleResult<S, bool>) -> RuleResult<S> {
    for _ in 0..MAX_AUTOMATIC_STEPS {
        match step() {
            Ok(true) | Err(Interrupt::EndAct) => {}
            Ok(false) => return Ok(()),
            stopped => return stopped.map(|_| ()),
        }
    }
    debug_assert!(false, "a fight that goes on by itself for ever");
    Err(Refusal::new("endless", "").into())
}

/// The place of a question among those that are open.
fn find_request<S: System>(
    requests: &[PromptRequest<S>],
    respondent: Initiator,
    question: &S::Question,
) -> Option<usize> {
    requests.iter().position(|ask| ask.respondent == respondent && ask.question == *question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dr12::Dr12;

    #[test]
    fn what_is_cut_short_is_settled_all_the_same() {
        let mut steps = [Ok(true), Err(Interrupt::EndAct), Ok(false)].into_iter();
        assert_eq!(repeat_until_settled::<Dr12>(|| steps.next().expect("it stops there")), Ok(()));
    }

    #[test]
    #[should_panic(expected = "for ever")]
    fn what_never_settles_is_a_fault() {
        let _ = repeat_until_settled::<Dr12>(|| Ok(true));
    }
}
