//! The scene: the fight while one act is resolved. Rules read the fight through it, roll and ask
//! through it, and change the fight only by leaving a note.
//!
//! Invariant (I1): nothing random and nothing from outside reaches a rule but through here.
//! Invariant (I5): [`Scene::note`] is the only way to change the fight, so what happened and what
//! is told of it cannot drift apart.

use super::command::Refusal;
use super::dice::{Dice, Pool, Thrown};
use super::fight::{Fight, Note, Order};
use super::ids::{By, CombatantId};
use super::json;
use super::mind::Mind;
use super::orders;
use super::prompt::Ask;
use super::tape::{Fit, Tape, TapeEntry};
use super::{Rules, System};

/// The most steps that may follow by themselves: more would be a fight in which nobody can act.
const MOST_STEPS: usize = 2_000;

/// What a rule gives back: it went through, or it stopped.
pub type Step<S, T = ()> = Result<T, Stop<S>>;

/// Why a rule stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop<S: System> {
    /// Somebody must answer first, or a decoy wait run out.
    Ask(Open<S>),
    /// It may not be done. Nothing has happened.
    Refuse(Box<Refusal>),
    /// What has happened stands, the rest of the act does not take place.
    Cut,
}

/// What an act waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Open<S: System> {
    /// The questions that are open now, optional ones included.
    pub asks: Vec<Ask<S>>,
    /// A decoy wait, by its place on the tape.
    pub lull: Option<usize>,
}

/// The decoy of one window: where the rules hide from the public who may be asked there, it waits
/// although nobody unseen is asked (only in fights with decoys).
#[derive(Clone, Copy, Debug, Default)]
pub struct DecoyWait {
    /// Where on the tape its window was opened: what tells it from the next.
    at: Option<usize>,
    /// It is over, or somebody unseen is waited for in its place.
    is_over: bool,
}

impl DecoyWait {
    /// In a window in which nobody is hidden.
    pub const NONE: Self = Self { at: None, is_over: true };

    /// In a window that the public may not know of; else none.
    pub fn if_hidden(is_hidden: bool) -> Self {
        if is_hidden { Self::default() } else { Self::NONE }
    }
}

impl<S: System> From<Refusal> for Stop<S> {
    fn from(refusal: Refusal) -> Self {
        Stop::Refuse(Box::new(refusal))
    }
}

/// Where dice and answers come from.
enum Source<'a, S: System> {
    /// The tape first; past its end dice are rolled and recorded, and questions stop the run.
    /// Beats before `settled` were taken earlier: an order among them is not refused any more.
    /// Past its end a mind may answer in their place.
    Tape {
        tape: &'a mut Tape<S>,
        next: usize,
        settled: usize,
        dice: &'a mut dyn Dice,
        mind: Option<&'a mut dyn Mind<S>>,
        fit: Fit,
    },
    /// Simulation: answers come at once, nothing is recorded.
    Mind { mind: &'a mut dyn Mind<S>, dice: &'a mut dyn Dice },
}

/// Is shown each note of the rules.
type Watch<'a, S> = &'a mut dyn FnMut(&<S as System>::Note);

pub struct Scene<'a, S: System> {
    fight: &'a mut Fight<S>,
    source: Source<'a, S>,
    notes: Option<Vec<Note<S>>>,
    is_interjection: bool,
    /// It stops as soon as the fight is decided: nothing that follows matters.
    is_cut_short: bool,
    /// Is shown what the rules note.
    watch: Option<Watch<'a, S>>,
}

impl<'a, S: System> Scene<'a, S> {
    /// A scene over a tape, with its notes kept. The first `settled` beats were taken before.
    pub fn over(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        settled: usize,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let fit = Fit::default();
        let source = Source::Tape { tape, next: 0, settled, dice, mind: None, fit };
        Self { notes: Some(Vec::new()), ..Self::of(fight, source) }
    }

    /// A scene over a tape, past whose end a mind answers at once; nothing is kept but the fight.
    pub fn imagined_over(
        fight: &'a mut Fight<S>,
        tape: &'a mut Tape<S>,
        mind: &'a mut dyn Mind<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        let (settled, fit) = (tape.0.len(), Fit::default());
        let source = Source::Tape { tape, next: 0, settled, dice, mind: Some(mind), fit };
        Self::of(fight, source)
    }

    /// A scene in which a mind answers at once and nothing is kept but the fight.
    pub fn imagined(
        fight: &'a mut Fight<S>,
        mind: &'a mut dyn Mind<S>,
        dice: &'a mut dyn Dice,
    ) -> Self {
        Self::of(fight, Source::Mind { mind, dice })
    }

    fn of(fight: &'a mut Fight<S>, source: Source<'a, S>) -> Self {
        let (notes, is_interjection, is_cut_short, watch) = (None, false, false, None);
        Self { fight, source, notes, is_interjection, is_cut_short, watch }
    }

    /// The same, up to where the fight is decided.
    #[must_use]
    pub fn until_decided(self) -> Self {
        Self { is_cut_short: true, ..self }
    }

    /// The same, which shows what the rules note.
    #[must_use]
    pub fn watched(self, watch: &'a mut dyn FnMut(&S::Note)) -> Self {
        Self { watch: Some(watch), ..self }
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
    pub fn note(&mut self, note: impl Into<Note<S>>) {
        let note = note.into();
        self.fight.apply(&note);
        if let (Some(watch), Note::Rule(note)) = (&mut self.watch, &note) {
            watch(note);
        }
        if let Some(notes) = &mut self.notes {
            notes.push(note);
        }
    }

    /// The settings are these from now on: which of them are others than before is told.
    pub fn configure(&mut self, settings: &S::Settings) {
        let fields = |settings: &S::Settings| json::written(settings).unwrap_or_default();
        let (before, after) = (fields(&self.fight.settings), fields(settings));
        let all = after.as_object().into_iter().flatten();
        let changed = all.filter(|(key, value)| before.get(key) != Some(value));
        let changed = changed.map(|(key, value)| (key.clone(), value.clone())).collect();
        self.note(Note::Set { settings: Box::new(settings.clone()), changed });
    }

    /// Whoever is hidden shows itself.
    pub fn reveal(&mut self, who: CombatantId) {
        if self.fight.one(who).is_hidden {
            self.note(Note::Revealed(who));
        }
    }

    /// One die of so many sides.
    pub fn roll(&mut self, sides: u8) -> u8 {
        let is_laid = |beat: &TapeEntry<S>| match beat {
            TapeEntry::Die { sides: laid, face } if *laid == sides => Some(*face),
            _ => None,
        };
        self.chance(is_laid, |dice| dice.roll(sides), |face| TapeEntry::Die { sides, face })
    }

    /// One of the cards that are left, of which there must be some.
    pub fn draw(&mut self, left: &[u8]) -> u8 {
        let is_laid = |beat: &TapeEntry<S>| match beat {
            TapeEntry::Card(card) if left.contains(card) => Some(*card),
            _ => None,
        };
        self.chance(is_laid, |dice| dice.draw(left), TapeEntry::Card)
    }

    /// What chance brings: the next beat of the tape if it is of this kind, else it is thrown now
    /// and recorded.
    fn chance(
        &mut self,
        laid: impl Fn(&TapeEntry<S>) -> Option<u8>,
        throw: impl Fn(&mut dyn Dice) -> u8,
        beat: impl Fn(u8) -> TapeEntry<S>,
    ) -> u8 {
        match &mut self.source {
            Source::Mind { dice, .. } => throw(*dice),
            Source::Tape { tape, next, dice, fit, .. } => {
                if let Some(face) = tape.0.get(*next).and_then(laid) {
                    *next += 1;
                    fit.kept = self.notes.as_ref().map_or(0, Vec::len);
                    return face;
                }
                fit.was_cut |= *next < tape.0.len();
                fit.was_rolled_on = true;
                tape.0.truncate(*next);
                let face = throw(*dice);
                tape.0.push(beat(face));
                *next += 1;
                face
            }
        }
    }

    /// The total of a pool of dice, never below 0.
    pub fn total(&mut self, pool: Pool) -> u16 {
        self.throw(pool).total()
    }

    /// A pool of dice, face by face.
    pub fn throw(&mut self, pool: Pool) -> Thrown {
        let faces = self.faces(pool.count, pool.sides);
        Thrown { sides: pool.sides, faces, plus: pool.plus }
    }

    /// So many dice of so many sides, of which nobody minds the order.
    pub fn faces(&mut self, count: u8, sides: u8) -> Vec<u8> {
        match &mut self.source {
            Source::Mind { dice, .. } => dice.throw(count, sides),
            Source::Tape { .. } => (0..count).map(|_| self.roll(sides)).collect(),
        }
    }

    /// The notes left, and how the tape fitted. Beats that nobody took did not.
    pub fn finish(self) -> (Vec<Note<S>>, Fit) {
        let fit = match self.source {
            Source::Mind { .. } => Fit::default(),
            Source::Tape { tape, next, fit, .. } => {
                let was_cut = fit.was_cut || next < tape.0.len();
                tape.0.truncate(next);
                Fit { was_cut, ..fit }
            }
        };
        (self.notes.unwrap_or_default(), fit)
    }
}

impl<S: Rules> Scene<'_, S> {
    /// What follows by itself, until somebody must decide or the fight is over.
    pub fn settle(&mut self) -> Step<S> {
        until_settled(|| match self.is_cut_short && S::is_decided(self.fight) {
            true => Ok(false),
            false => S::advance(self),
        })
    }

    /// Asks one answerer and gives back the answer.
    pub fn ask(&mut self, ask: Ask<S>) -> Step<S, S::Answer> {
        let answered = self.ask_next(std::slice::from_ref(&ask))?;
        Ok(answered.map_or(ask.default, |(_, answer)| answer))
    }

    /// [`Self::ask`]; none where the question has lost its point meanwhile ([`is_pointless`]), and
    /// with it all that would follow.
    ///
    /// [`is_pointless`]: super::Prompts::is_pointless
    pub fn ask_open(&mut self, ask: Ask<S>) -> Step<S, Option<S::Answer>> {
        let answer = self.ask(ask.clone())?;
        Ok((!S::is_pointless(self.fight, &ask)).then_some(answer))
    }

    /// Asks several and gives back all answers, in the order of the questions; they stay sealed
    /// until the last is in.
    pub fn ask_all(&mut self, asks: Vec<Ask<S>>) -> Step<S, Vec<S::Answer>> {
        self.ask_all_in(asks, DecoyWait::NONE)
    }

    /// [`Self::ask_all`] in a window with a decoy.
    pub fn ask_all_in(
        &mut self,
        asks: Vec<Ask<S>>,
        mut lull: DecoyWait,
    ) -> Step<S, Vec<S::Answer>> {
        let mut answers: Vec<_> = asks.iter().map(|ask| ask.default.clone()).collect();
        let mut open: Vec<_> = asks.into_iter().enumerate().collect();
        loop {
            let asked: Vec<_> = open.iter().map(|(_, ask)| ask.clone()).collect();
            let Some((at, answer)) = self.ask_next_in(&asked, &mut lull)? else { break };
            answers[open.remove(at).0] = answer;
        }
        Ok(answers)
    }

    /// Asks somebody of whom the public must not see whether they are asked; none: nobody is.
    pub fn ask_unseen(&mut self, ask: Option<Ask<S>>) -> Step<S, Option<S::Answer>> {
        let asks = Vec::from_iter(ask);
        let answered = self.ask_next_in(&asks, &mut DecoyWait::default())?;
        Ok(answered.map(|(_, answer)| answer))
    }

    /// Asks several and gives back the first answer that binds, with the place of its question;
    /// none when all who are waited for have given answers that do not.
    pub fn ask_first(
        &mut self,
        mut asks: Vec<Ask<S>>,
        binds: impl Fn(&S::Answer) -> bool,
    ) -> Step<S, Option<(By, S::Answer)>> {
        while let Some((at, answer)) = self.ask_next(&asks)? {
            let asked = asks.remove(at);
            if binds(&answer) {
                return Ok(Some((asked.to, answer)));
            }
        }
        Ok(None)
    }

    /// The next answer to any of several open questions: the place of the question, and the
    /// answer. None once nobody is left who is waited for. The other two ways of asking, and every
    /// loop over windows that are open side by side, are made of this one.
    pub fn ask_next(&mut self, asks: &[Ask<S>]) -> Step<S, Option<(usize, S::Answer)>> {
        let mut none = DecoyWait::NONE;
        self.ask_next_in(asks, &mut none)
    }

    /// [`Self::ask_next`] in a window with a decoy, one for the whole of the window: it
    /// waits also while nobody is asked.
    pub fn ask_next_in(
        &mut self,
        asks: &[Ask<S>],
        lull: &mut DecoyWait,
    ) -> Step<S, Option<(usize, S::Answer)>> {
        debug_assert!(asks.iter().all(|ask| ask.choices.contains(&ask.default)));
        let is_unseen = |ask: &Ask<S>| !ask.is_optional && S::is_unseen(self.fight, ask);
        lull.is_over |= asks.iter().any(is_unseen);
        loop {
            let is_lull = self.fight.decoys && !lull.is_over;
            if !is_lull && asks.iter().all(|ask| ask.is_optional) {
                return Ok(None);
            }
            if let Some(at) = asks.iter().position(|ask| S::is_pointless(self.fight, ask)) {
                return Ok(Some((at, asks[at].default.clone())));
            }
            if let Some((at, only)) = self.settled(asks) {
                return Ok(Some((at, self.taken(&asks[at]).unwrap_or(only))));
            }
            match &mut self.source {
                Source::Mind { .. } if is_lull => lull.is_over = true,
                Source::Mind { mind, .. } => {
                    let (at, answer) = mind.answer(self.fight, asks);
                    return Ok(Some((at, answer)));
                }
                Source::Tape { tape, next, settled, mind, fit, .. } => {
                    // Past a die that was rolled anew, nothing was told before.
                    if !fit.was_rolled_on {
                        fit.kept = self.notes.as_ref().map_or(0, Vec::len);
                    }
                    let window = *lull.at.get_or_insert(*next);
                    match tape.0.get(*next) {
                        Some(TapeEntry::DecoyWait) if is_lull => {
                            *next += 1;
                            lull.is_over = true;
                            continue;
                        }
                        Some(TapeEntry::Answer { to, question, answer }) => {
                            if let Some(at) = place(asks, *to, question) {
                                *next += 1;
                                return Ok(Some((at, answer.clone())));
                            }
                        }
                        Some(TapeEntry::Order(order)) => {
                            *next += 1;
                            let (order, is_settled) = (order.clone(), *next <= *settled);
                            self.interject(&order, is_settled)?;
                            continue;
                        }
                        Some(TapeEntry::Aside { who, act }) => {
                            *next += 1;
                            let (who, act, is_settled) = (*who, act.clone(), *next <= *settled);
                            match S::perform(self, who, &act) {
                                Err(Stop::Refuse(_)) if is_settled => {}
                                step => step?,
                            }
                            continue;
                        }
                        Some(
                            TapeEntry::Die { .. }
                            | TapeEntry::Card(_)
                            | TapeEntry::DecoyWait
                            | TapeEntry::Lost(_),
                        )
                        | None => {}
                    }
                    fit.was_cut |= *next < tape.0.len();
                    tape.0.truncate(*next);
                    match mind {
                        Some(_) if is_lull => {
                            lull.is_over = true;
                            continue;
                        }
                        Some(mind) => {
                            let (at, answer) = mind.answer(self.fight, asks);
                            return Ok(Some((at, answer)));
                        }
                        None => {}
                    }
                    let lull = is_lull.then_some(window);
                    let left = |ask: &Ask<S>| S::left(self.fight, ask.clone());
                    return Err(Stop::Ask(Open { asks: asks.iter().map(left).collect(), lull }));
                }
            }
        }
    }

    /// A question to a player that has one possible answer is answered at once. Those who see the
    /// question see its choices, so nobody learns by it what is hidden; of NPCs they do not.
    fn settled(&self, asks: &[Ask<S>]) -> Option<(usize, S::Answer)> {
        let fight = &*self.fight;
        if fight.ask_single {
            return None;
        }
        let is_players = |ask: &Ask<S>| match ask.to {
            By::Gm => false,
            By::Combatant(who) => !fight.one(who).is_npc() && !S::is_unseen(fight, ask),
        };
        let only = |(at, ask): (usize, &Ask<S>)| {
            if ask.is_optional || S::takes_more(&ask.question) || !is_players(ask) {
                return None;
            }
            match S::left(fight, ask.clone()).choices.as_slice() {
                [only] => Some((at, only.clone())),
                _ => None,
            }
        };
        asks.iter().enumerate().find_map(only)
    }

    /// The answer on the tape of a question that was asked all the same when that was the rule.
    fn taken(&mut self, ask: &Ask<S>) -> Option<S::Answer> {
        let Source::Tape { tape, next, .. } = &mut self.source else { return None };
        match tape.0.get(*next) {
            Some(TapeEntry::Answer { to, question, answer })
                if *to == ask.to && *question == ask.question =>
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
    fn interject(&mut self, order: &Order<S>, is_settled: bool) -> Step<S> {
        let was_interjection = std::mem::replace(&mut self.is_interjection, true);
        let step = orders::perform(self, order);
        self.is_interjection = was_interjection;
        match step {
            Err(Stop::Refuse(_)) if is_settled => Ok(()),
            step => step,
        }
    }
}

/// Takes step after step until none is left. An act that is cut short leaves the rest to be
/// settled.
///
/// # Errors
/// `endless`: it never ends, which is a fault of the rules. Nothing has happened then.
fn until_settled<S: System>(mut step: impl FnMut() -> Step<S, bool>) -> Step<S> {
    for _ in 0..MOST_STEPS {
        match step() {
            Ok(true) | Err(Stop::Cut) => {}
            Ok(false) => return Ok(()),
            stopped => return stopped.map(|_| ()),
        }
    }
    debug_assert!(false, "a fight that goes on by itself for ever");
    Err(Refusal::new("endless", "").into())
}

/// The place of a question among those that are open.
fn place<S: System>(asks: &[Ask<S>], to: By, question: &S::Question) -> Option<usize> {
    asks.iter().position(|ask| ask.to == to && ask.question == *question)
}

#[cfg(test)]
mod tests {
    use super::super::rules::dr12::Dr12;
    use super::*;

    #[test]
    fn what_is_cut_short_is_settled_all_the_same() {
        let mut steps = [Ok(true), Err(Stop::Cut), Ok(false)].into_iter();
        assert_eq!(until_settled::<Dr12>(|| steps.next().expect("it stops there")), Ok(()));
    }

    #[test]
    #[should_panic(expected = "for ever")]
    fn what_never_settles_is_a_fault() {
        let _ = until_settled::<Dr12>(|| Ok(true));
    }
}
