//! From what was said to what it does to the fight: authorised, then played by the engine.

use engine::command::{Command, Refusal};
use engine::fight::Phase;
use engine::game::{Game, Happened, Joining};
use engine::ids::{By, CombatantId, UserId};
use store::ids::PromptId;

use crate::change::{Change, InputRecord};
use crate::deeds::arrangements::Arrangement;
use crate::deeds::permissions::{self, Right};
use crate::deeds::roster;
use crate::deeds::supplies::Supplies;
use crate::fight::fight_state::{FightState, OpenPrompt};
use crate::fight::ordered::{filled_in, fits};
use crate::fight::roles::{GM, Role};
use crate::held::app::App;
use crate::terms::export::Format;
use crate::terms::input::{Input, Origin};
use crate::terms::log::Wanted;
use crate::terms::outbox::{Audience, Notice, PromptResult};
use crate::terms::seals::Lane;

/// What an input means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
    Do(Deed),
    /// The last acts are taken back.
    Undo {
        steps: usize,
    },
    /// What whoever says it did last is taken back.
    TakeBack,
    /// The last undo is taken back.
    Redo,
    Look(Look),
    /// How the fight will go.
    Forecast,
    /// What may be done, or why not that.
    Guide {
        why: String,
        acting_as: Option<String>,
    },
    /// Dice without a rule, for the GM to see.
    Roll {
        words: Command,
    },
    /// Standing orders are given, taken back or looked at.
    Orders {
        words: Command,
        acting_as: Option<String>,
    },
    /// The own next turn is planned, or that is taken back or looked at.
    Plan {
        words: Command,
        acting_as: Option<String>,
    },
    /// The set-up is kept as a template.
    Save {
        name: String,
    },
}

/// What needs nothing but the fight and dice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    Act {
        who: CombatantId,
        words: Command,
    },
    Order(Command),
    Answer {
        prompt: PromptId,
        words: Command,
    },
    /// Nobody waits any longer: for one who is named, or for what is waited for.
    Skip {
        whose: Option<By>,
    },
    Join(Command),
    Add(Command),
    /// A thing is brought into the fight, as the kit has it.
    Supply(Command),
    Pause(bool),
    HandOver(UserId),
    /// Whether the GM is told what the channel is not.
    TellGm(bool),
    /// Whether everybody can have the secret of the dice in the end.
    Unseal(bool),
    /// Mixes a line into the dice.
    Salt(String),
    Arrange(Arrangement),
}

/// What changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Status { is_short: bool },
    Map,
    Mine,
    Log(Wanted),
    Export(Format),
}

/// Finds out what an input means in this fight, and whether whoever says it may.
///
/// # Errors
/// The refusal; nothing has happened.
pub(crate) fn authorise(
    now: &FightState,
    origin: &Origin,
    input: &Input,
) -> Result<Intent, Refusal> {
    match input {
        Input::Press { prompt, choice } => {
            let open = open_prompt(now, origin, *prompt)?;
            let words = open.prompt.choices.get(*choice);
            let words = words.ok_or_else(|| Refusal::new("bad-target", ""))?.clone();
            answer(now, open, words)
        }
        Input::Form { prompt, words } => {
            let open = open_prompt(now, origin, *prompt)?;
            answer(now, open, words.clone())
        }
        Input::Invited { round, words, acting_as, .. } => {
            let mut open = now.game.invitations().into_iter();
            let open = open.find(|one| {
                let name = now.member(one.who).map(|member| &member.name);
                one.round == *round && one.choices.contains(words) && name == acting_as.as_ref()
            });
            let open = open.ok_or_else(|| Refusal::new("prompt-closed", ""))?;
            if !now.may_play(origin.user, By::Combatant(open.who)) {
                return Err(now.not_yours(&[By::Combatant(open.who)]));
            }
            command(now, origin, words, acting_as.as_deref())
        }
        Input::Turn { turn, words, acting_as } => {
            let running = now.running(now.turn_meant(*turn));
            let running = running.ok_or_else(|| Refusal::new("turn-over", ""))?;
            let is_theirs = running.waited.on.iter().any(|by| now.may_play(origin.user, *by));
            if !is_theirs {
                return Err(now.not_yours(&running.waited.on));
            }
            command(now, origin, words, acting_as.as_deref())
        }
        Input::Sure { turn, words, acting_as, .. } => {
            // It may be an act out of turn: whose turn it is, the rules look at.
            let said = || command(now, origin, words, acting_as.as_deref());
            let is_on = now.running(now.turn_meant(*turn)).is_some();
            if is_on { said() } else { Err(Refusal::new("turn-over", "")) }
        }
        Input::Command { words, acting_as, .. } => {
            command(now, origin, words, acting_as.as_deref())
        }
    }
}

/// The prompt a button belongs to. Checked in order: gone, closed, not theirs.
pub(crate) fn open_prompt<'a>(
    now: &'a FightState,
    origin: &Origin,
    id: PromptId,
) -> Result<&'a OpenPrompt, Refusal> {
    let open = now.open(now.prompt_meant(id));
    let open = open.ok_or_else(|| Refusal::new("prompt-closed", ""))?;
    // DR12-REF-2 and its likes: a button is for whom it was made.
    let is_theirs = now.may_play(origin.user, open.prompt.to);
    if is_theirs { Ok(open) } else { Err(now.not_yours(&[open.prompt.to])) }
}

fn answer(now: &FightState, open: &OpenPrompt, words: Command) -> Result<Intent, Refusal> {
    if now.is_paused {
        return Err(Refusal::new("fight-paused", ""));
    }
    Ok(Intent::Do(Deed::Answer { prompt: open.id, words }))
}

fn command(
    now: &FightState,
    origin: &Origin,
    words: &Command,
    acting_as: Option<&str>,
) -> Result<Intent, Refusal> {
    if let Some(typed) = typed_answer(now, origin, words, acting_as) {
        return typed;
    }
    if is_answer(now, words) {
        let is_act = permissions::right(now.system(), &words.verb).is_some();
        let why = unasked(now, origin, words, acting_as);
        match why.filter(|_| !is_act || !now.prompts.is_empty()) {
            Some(why) => return Err(why),
            None if is_act => {}
            None => return Err(Refusal::new("nothing-asked", "").with("verb", &words.verb)),
        }
    }
    let right = permissions::permit(now, origin.user, origin.is_admin, &words.verb)?;
    if words.verb == "roll" && now.role(origin.user) == Role::Stranger {
        // The GM is not told what strangers roll.
        return Err(Refusal::new("not-joined", "").with("verb", "roll"));
    }
    match words.verb.split_once('-') {
        Some(("orders", _)) => {
            let (words, acting_as) = (words.clone(), acting_as.map(String::from));
            return Ok(Intent::Orders { words, acting_as });
        }
        Some(("queue", _)) => {
            let (words, acting_as) = (words.clone(), acting_as.map(String::from));
            return Ok(Intent::Plan { words, acting_as });
        }
        _ => {}
    }
    if let Some(meant) = outside_the_rules(origin, words, acting_as)? {
        return Ok(meant);
    }
    if !now.is_open && !now.game.is_of_aftermath(&words.verb) {
        return Err(Refusal::new("fight-over", ""));
    }
    let words = words.clone();
    let deed = match words.verb.as_str() {
        _ if right == Right::Controller => {
            let who = permissions::actor(now, origin.user, acting_as)?.id;
            if now.is_paused {
                return Err(Refusal::new("fight-paused", ""));
            }
            Deed::Act { who, words }
        }
        "reveal" if words.has("alias") => {
            let alias = roster::name(words.get("alias"))?;
            Deed::Order(words.with("alias", alias))
        }
        "join" => Deed::Join(words),
        "add" => Deed::Add(words),
        "supply" | "loose" => Deed::Supply(words),
        "skip" => Deed::Skip { whose: skipped(now, origin, words.get("who"))? },
        "set" if matches!(words.get("key"), "mirror" | "nudges" | "odds" | "stretch") => {
            Deed::Arrange(Arrangement::read(now, origin.user, &words)?)
        }
        "co-gm" | "stand-in" | "absence" | "portrait" => {
            Deed::Arrange(Arrangement::read(now, origin.user, &words)?)
        }
        "pause" if now.is_paused => return Err(Refusal::new("fight-paused", "")),
        "pause" => Deed::Pause(true),
        "resume" if !now.is_paused => return Err(Refusal::new("not-paused", "")),
        "resume" => Deed::Pause(false),
        "set" if words.get("key") == "tell_gm" => Deed::TellGm(words.get("value") != "false"),
        "set" if words.get("key") == "unseal" => Deed::Unseal(words.get("value") != "false"),
        "roll" => Deed::Salt(words.get("salt").into()),
        _ => Deed::Order(words),
    };
    Ok(Intent::Do(deed))
}

/// Whose question or turn nobody waits for any longer; none: what is waited for, whosever it is.
fn skipped(now: &FightState, origin: &Origin, name: &str) -> Result<Option<By>, Refusal> {
    let waited = now.first_waited_for().map(|by| match by {
        By::Combatant(who) => now.name(who),
        By::Gm => GM,
    });
    if name.is_empty() {
        let must_name = now.game.has_decoys() && now.meant(None).is_none();
        return match waited.filter(|_| must_name) {
            Some(waited) => Err(Refusal::new("skip-whom", "").with("name", waited)),
            None => Ok(None),
        };
    }
    let found = now.eyes(origin.user).find(&now.game, name).map(By::Combatant);
    let by = found.or_else(|| name.eq_ignore_ascii_case(GM).then_some(By::Gm));
    let by = by.ok_or_else(|| Refusal::new("bad-target", "").with("name", name))?;
    if now.is_waited_for(by) {
        return Ok(Some(by));
    }
    let refusal = Refusal::new("nothing-asked", "").with("name", name);
    Err(refusal.with("names", waited.unwrap_or_default()))
}

/// What may also be done once the fight is over.
fn outside_the_rules(
    origin: &Origin,
    words: &Command,
    acting_as: Option<&str>,
) -> Result<Option<Intent>, Refusal> {
    let number = |slot: &str, default: u32| match words.get(slot) {
        "" => Ok(default),
        text => text.parse().map_err(|_| Refusal::new("bad-setup", "").with(slot, text)),
    };
    Ok(Some(match words.verb.as_str() {
        "status" => Intent::Look(Look::Status { is_short: words.has("short") }),
        "forecast" => Intent::Forecast,
        "map" => Intent::Look(Look::Map),
        "mine" => Intent::Look(Look::Mine),
        "log" => Intent::Look(Look::Log(Wanted::read(words)?)),
        "export" => Intent::Look(Look::Export(Format::read(words.get("format"))?)),
        "guide" => {
            Intent::Guide { why: words.get("why").into(), acting_as: acting_as.map(String::from) }
        }
        "roll" if !words.has("salt") => Intent::Roll { words: words.clone() },
        "save" => Intent::Save { name: words.get("name").into() },
        "undo" => Intent::Undo { steps: number("steps", 1)?.clamp(1, 20) as usize },
        "take-back" => Intent::TakeBack,
        "redo" => Intent::Redo,
        "hand-over" => {
            // An admin who names nobody takes the fight over.
            let unknown = |_| Refusal::new("bad-target", "").with("name", words.get("user"));
            let user = match words.get("user") {
                "" => origin.user.0,
                text => text.parse().map_err(unknown)?,
            };
            Intent::Do(Deed::HandOver(UserId(user)))
        }
        _ => return Ok(None),
    }))
}

/// Whether a verb is one by which the questions of this fight's rules are answered.
fn is_answer(now: &FightState, words: &Command) -> bool {
    Game::answers(now.system()).is_some_and(|all| all.iter().any(|verb| verb.name == words.verb))
}

/// Why somebody is not asked, where the rules know.
fn unasked(
    now: &FightState,
    origin: &Origin,
    words: &Command,
    acting_as: Option<&str>,
) -> Option<Refusal> {
    let actor = permissions::actor(now, origin.user, acting_as).ok()?;
    now.game.unasked(actor.id, words)
}

/// A command that answers an open prompt (`/dodge`), where its verb is one of the choices. None
/// where it is something else.
fn typed_answer(
    now: &FightState,
    origin: &Origin,
    words: &Command,
    acting_as: Option<&str>,
) -> Option<Result<Intent, Refusal>> {
    // Where an act or an order has the same verb, the slots must fit the choice as well.
    let is_own_verb = permissions::right(now.system(), &words.verb).is_none();
    let takes = |open: &&OpenPrompt| {
        let same_verb = |choice: &&Command| choice.verb == words.verb;
        let mut choices = open.prompt.choices.iter().filter(same_verb);
        if is_own_verb { choices.next().is_some() } else { choices.any(|one| fits(words, one)) }
    };
    let is_for = |open: &&OpenPrompt| match (acting_as, open.prompt.to) {
        (None, _) => true,
        (Some(name), By::Combatant(who)) => {
            now.eyes(origin.user).find(&now.game, name) == Some(who)
        }
        (Some(_), By::Gm) => false,
    };
    let is_theirs = |open: &OpenPrompt| now.may_play(origin.user, open.prompt.to);
    let (own, others): (Vec<&OpenPrompt>, Vec<&OpenPrompt>) =
        now.prompts.iter().filter(takes).partition(|open| is_theirs(open));
    let own: Vec<&OpenPrompt> = own.into_iter().filter(is_for).collect();
    match own.as_slice() {
        [open] => Some(answer(now, open, spelled_out(now, open, words))),
        [] => {
            // What they are asked does not take that answer: the rules know why.
            let asked = now.prompts.iter().filter(|open| is_theirs(open) && is_for(open));
            let asked: Vec<_> = asked.filter(|open| !open.prompt.is_optional).collect();
            let is_own_answer = is_own_verb && is_answer(now, words);
            if let ([open], true) = (asked.as_slice(), is_own_answer) {
                return Some(answer(now, open, words.clone()));
            }
            // Known to be asked of another: as a button pressed by anyone but the addressee.
            let is_seen = others.iter().any(|open| matches!(open.shown, Audience::Channel(_)));
            let why = || unasked(now, origin, words, acting_as);
            let asked: Vec<By> = others.iter().map(|open| open.prompt.to).collect();
            let plain = || now.not_yours(&asked);
            (is_seen && is_own_verb).then(|| Err(why().unwrap_or_else(plain)))
        }
        _ => Some(Err(Refusal::new("as-whom", ""))),
    }
}

/// The choice that is meant: the first that fits, with what was typed filled in; else just what
/// was typed, as where the rules know better what else is meant.
fn spelled_out(now: &FightState, open: &OpenPrompt, words: &Command) -> Command {
    if now.game.fills_in(words) {
        return words.clone();
    }
    let mut choices = open.prompt.choices.iter();
    choices.find_map(|choice| filled_in(choice, words)).unwrap_or_else(|| words.clone())
}

impl App {
    /// Plays a deed that needs nothing but the fight and dice.
    ///
    /// # Errors
    /// The refusal; nothing has happened.
    pub(crate) fn play(
        &self,
        now: &FightState,
        user: Option<UserId>,
        deed: &Deed,
        supplies: &Supplies,
    ) -> Result<Change, Refusal> {
        let by = if let Deed::Act { who, .. } = deed { Some(*who) } else { None };
        let mut dice = self.dice(now, supplies.lane.max(now.lane(by)));
        match deed {
            Deed::Act { who, words } => {
                let happened = now.game.act(*who, words, &mut dice)?;
                let said =
                    InputRecord { who: Some(*who), words: words.clone(), ..InputRecord::default() };
                Ok(Change::played(now, said, happened, dice))
            }
            Deed::Order(words) => {
                let happened = now.game.order(words, &mut dice)?;
                Ok(Change::played(now, InputRecord::of(words.clone()), happened, dice))
            }
            Deed::Answer { prompt, words } => {
                let outcome = PromptResult::Answered(words.clone());
                self.reply_to(now, *prompt, words, outcome, supplies.lane)
            }
            Deed::Skip { whose } => match now.meant(*whose) {
                None => self.play(now, user, &Deed::Order(Command::new("skip")), supplies),
                Some(open) => self.wait_no_longer(now, open.id),
            },
            Deed::Join(words) => {
                let mut plain = words.clone();
                let salt = plain.slots.remove("salt");
                let joining = roster::joining(now, user, &plain, supplies)?;
                let change = self.joined(now, &plain, vec![joining], supplies)?;
                match salt.filter(|line| !line.is_empty()) {
                    Some(line) => salted(change, user.unwrap_or(now.gm), &line),
                    None => Ok(change),
                }
            }
            Deed::Add(words) => {
                let joining = roster::adding(now, words, supplies)?;
                self.joined(now, words, joining, supplies)
            }
            Deed::Supply(words) => {
                let words = roster::supplied(words, supplies)?;
                self.play(now, user, &Deed::Order(words), supplies)
            }
            Deed::Pause(is_paused) => Ok(paused(now, user.unwrap_or(now.gm), *is_paused)),
            Deed::Arrange(arrangement) => {
                arrangement.change(now, &supplies.person, self.inner.clock.now())
            }
            Deed::HandOver(to) => Ok(handed_over(now, *to)),
            Deed::TellGm(is_told) => {
                let words = Command::new("set").with("key", "tell_gm").with("value", is_told);
                let mut change = Change::aside(now, InputRecord::of(words));
                change.after.is_gm_told = *is_told;
                Ok(change)
            }
            Deed::Unseal(is_unsealed) => {
                let words = Command::new("set").with("key", "unseal").with("value", is_unsealed);
                let mut change = Change::aside(now, InputRecord::of(words));
                change.after.seals.is_kept = !is_unsealed;
                Ok(change)
            }
            Deed::Salt(line) => {
                let change =
                    Change::aside(now, InputRecord::of(Command::new("roll").with("salt", line)));
                salted(change, user.unwrap_or(now.gm), line)
            }
        }
    }

    /// The default of an open prompt is taken.
    ///
    /// # Errors
    /// The refusal, or that it is closed.
    pub(crate) fn take_default(&self, now: &FightState, id: PromptId) -> Result<Change, Refusal> {
        let words =
            now.open(id).ok_or_else(|| Refusal::new("prompt-closed", ""))?.prompt.default.clone();
        self.reply_to(now, id, &words, PromptResult::Defaulted(words.clone()), Lane::Open)
    }

    /// What was prepared for a question is said; else its default is taken.
    ///
    /// # Errors
    /// The refusal of the default.
    pub(crate) fn wait_no_longer(&self, now: &FightState, id: PromptId) -> Result<Change, Refusal> {
        self.obey(now, id).map_or_else(|| self.take_default(now, id), Ok)
    }

    /// An open question answered by what was kept for it, by the first order that does, or as an
    /// NPC that plays itself thinks best; none where nothing is prepared.
    pub(crate) fn obey(&self, now: &FightState, id: PromptId) -> Option<Change> {
        let open = now.open(id)?;
        let ordered = now.ordered(open).into_iter().map(|(_, words)| words);
        let thought = std::iter::once_with(|| now.retort(open)).flatten();
        let mut prepared = open.kept.iter().cloned().chain(ordered).chain(thought);
        let change = prepared.find_map(|words| {
            self.reply_to(now, id, &words, PromptResult::Answered(words.clone()), Lane::Open).ok()
        })?;
        let said = InputRecord { is_prepared: true, ..change.said };
        // Nobody must see that anybody has answered: it is the clock's doing, as a decoy is.
        let user = Some(open.user).filter(|_| !open.prompt.is_unseen);
        Some(Change { user, said, ..change })
    }

    pub(crate) fn reply_to(
        &self,
        now: &FightState,
        id: PromptId,
        words: &Command,
        outcome: PromptResult,
        lane: Lane,
    ) -> Result<Change, Refusal> {
        let open = now.open(id).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
        let who = match open.prompt.to {
            By::Gm => None,
            By::Combatant(who) => Some(who),
        };
        let lane = lane.max(now.lane(who)).max(Lane::hidden_if(open.prompt.is_unseen));
        let mut dice = self.dice(now, lane);
        let happened = now.game.answer(&open.prompt.asked, words, &mut dice)?;
        let said =
            InputRecord { words: words.clone(), who, prompt: Some(id), ..InputRecord::default() };
        let change = Change::played(now, said, happened, dice);
        Ok(Change { answered: Some((id, outcome)), ..change })
    }

    fn joined(
        &self,
        now: &FightState,
        words: &Command,
        joining: Vec<Joining>,
        supplies: &Supplies,
    ) -> Result<Change, Refusal> {
        let lane = supplies.lane.max(Lane::hidden_if(words.get("hidden") == "true"));
        let mut dice = self.dice(now, lane);
        let mut so_far: Option<Happened> = None;
        for one in joining {
            let game = so_far.as_ref().map_or(&*now.game, |happened| &happened.game);
            let happened = game.join(one, &mut dice)?;
            so_far = Some(match so_far {
                None => happened,
                Some(before) => before.then(happened),
            });
        }
        let happened = so_far.ok_or_else(|| Refusal::new("bad-setup", ""))?;
        Ok(Change::played(now, InputRecord::of(words.clone()), happened, dice))
    }
}

/// The same with a line mixed into the dice, which the channel reads.
fn salted(mut change: Change, by: UserId, line: &str) -> Result<Change, Refusal> {
    let now = &mut change.after;
    let is_too_late = now.game.phase() != Phase::Setup || !now.drawn.is_none();
    now.seals.salt(by, line, is_too_late)?;
    let notice = Notice::Salted { by, line: line.into() };
    change.notices.push((Audience::Channel(now.channel), notice));
    Ok(change)
}

fn paused(now: &FightState, by: UserId, is_paused: bool) -> Change {
    let (verb, notice) = if is_paused {
        ("pause", Notice::Paused { by })
    } else {
        ("resume", Notice::Resumed { by })
    };
    let mut change = Change::aside(now, InputRecord::of(Command::new(verb)));
    change.after.is_paused = is_paused;
    change.notices.push((Audience::Channel(now.channel), notice));
    change
}

fn handed_over(now: &FightState, to: UserId) -> Change {
    let words = Command::new("hand-over").with("user", to.0);
    let mut change = Change::aside(now, InputRecord::of(words));
    change.after.gm = to;
    change.after.people.co_gms.remove(&to);
    let notice = Notice::HandedOver { from: now.gm, to };
    change.notices.push((Audience::Channel(now.channel), notice));
    change
}

/// A word of a closed list; the first of it where nothing was said.
pub(crate) fn among<T: Copy>(words: &Command, slot: &str, all: &[(&str, T)]) -> Result<T, Refusal> {
    let said = words.get(slot).trim().to_lowercase();
    let found = all.iter().find(|(word, _)| said.is_empty() || *word == said);
    found.map(|(_, one)| *one).ok_or_else(|| wrong("value", words, slot))
}

pub(crate) fn wrong(why: &str, words: &Command, slot: &str) -> Refusal {
    let refusal = Refusal::new("bad-order", "").with("why", why).with("slot", slot);
    refusal.with("value", words.get(slot))
}
