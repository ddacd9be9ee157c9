//! The way of an input: find the fight, authorise, play, commit.

use std::sync::Arc;

use crate::engine::game::{Game, SYSTEMS, Telling};
use crate::engine::ids::{By, CombatantId};
use crate::engine::view::Viewer;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::ids::{FightId, PromptId};
use crate::store::rows::{Committed, Kind};

use super::App;
use super::change::{Change, Said, draw_up};
use super::fight_now::{Exclusive, FightNow, OpenPrompt};
use super::input::{Done, Input, Place, Reply, Seat, Shown};
use super::outbox::{Audience, Notice};
use super::resolve::{self, Meant, authorise};

/// How often an input is worked out anew because another program was faster. In one program the
/// lock of the fight makes that impossible.
pub(super) const MOST_TRIES: usize = 3;

impl App {
    /// One input, from who may say it to what is stored of it.
    ///
    /// # Errors
    /// The store could not be used; nothing has happened.
    pub async fn handle(&self, seat: &Seat, input: Input) -> Result<Reply, Fault> {
        let reply = self.admit(seat, &input).await?;
        // It may be refused only because it was done before.
        if let (Reply::Refused(_), Some(key)) = (&reply, seat.input_key)
            && let Some((fight, revision)) = self.inner.store.by_key(key).await?
        {
            return self.repeated(seat, fight, revision).await;
        }
        Ok(reply)
    }

    async fn admit(&self, seat: &Seat, input: &Input) -> Result<Reply, Fault> {
        if let Input::Command { words, .. } = input {
            match words.verb.as_str() {
                "new" => return self.open_fight(seat, words).await,
                "fight" => return self.choose_fight(seat, words).await,
                "roll" => return Ok(self.roll_freely(words)),
                _ => {}
            }
        }
        match self.find(seat, input).await? {
            Ok(fight) => self.take(seat, input, fight).await,
            Err(refusal) => Ok(refused(refusal)),
        }
    }

    /// The fight an input is about.
    pub(super) async fn find(
        &self,
        seat: &Seat,
        input: &Input,
    ) -> Result<Result<FightId, Refusal>, Fault> {
        Ok(match input {
            Input::Press { prompt, .. } | Input::Form { prompt, .. } => Ok(prompt.fight),
            Input::Turn { turn, .. } => Ok(turn.fight),
            Input::Command { .. } => match seat.place {
                Place::Channel { channel, .. } => {
                    self.fight_in(channel).await?.ok_or_else(|| Refusal::new("no-fight", ""))
                }
                Place::Dm { .. } => {
                    let fights = self.inner.store.fights_of(seat.user.0).await?;
                    match fights.as_slice() {
                        [] => Err(Refusal::new("no-fight", "")),
                        [(only, _)] => Ok(only.id()),
                        several => several
                            .iter()
                            .find(|(_, is_chosen)| *is_chosen)
                            .map(|(fight, _)| fight.id())
                            .ok_or_else(|| Refusal::new("which-fight", "")),
                    }
                }
            },
        })
    }

    /// One input of one fight, while no other is taken (I9).
    async fn take(&self, seat: &Seat, input: &Input, fight: FightId) -> Result<Reply, Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        for _ in 0..MOST_TRIES {
            let Some(now) = self.stand(&mut exclusive, fight).await? else {
                return Ok(refused(Refusal::new(gone(input), "")));
            };
            let meant = match authorise(&now, seat, input) {
                Ok(meant) => meant,
                Err(refusal) => return Ok(refused(refusal)),
            };
            let change = match meant {
                Meant::Look(look) => return self.look(&now, seat, look).await,
                Meant::Undo { steps } => self.undo(&now, seat.user, steps).await?,
                Meant::Redo => self.redo(&now, seat.user).await?,
                Meant::Do(deed) => self.play(&now, Some(seat.user), &deed),
            };
            let mut change = match change {
                Ok(change) => change,
                Err(refusal) => return Ok(refused(refusal)),
            };
            change.user = Some(seat.user);
            change.input_key = seat.input_key;
            change.said.is_quiet = is_quiet(input) && seat.user == now.gm;
            let told = Told::of(&change, &now, seat);
            match self.commit(&mut exclusive, &now, change).await? {
                Committed::Stored(_) => {
                    let now = self.stand(&mut exclusive, fight).await?;
                    let now = now.ok_or_else(|| Fault::Damaged("a fight is gone".into()))?;
                    return Ok(Reply::Done(Box::new(done(&now, seat, told))));
                }
                Committed::Repeated { fight, revision } => {
                    drop(exclusive);
                    return self.repeated(seat, fight, revision).await;
                }
                Committed::Overtaken | Committed::Occupied => {}
            }
        }
        Err(Fault::Locked)
    }

    /// Stores a change of a fight that is held, and keeps the fight as it stands then.
    pub(super) async fn commit(
        &self,
        exclusive: &mut Exclusive,
        before: &FightNow,
        change: Change,
    ) -> Result<Committed, Fault> {
        let (now, commit) = draw_up(before, change, self.millis())?;
        let committed = self.inner.store.commit(before.id, commit).await;
        match committed {
            Ok(Committed::Stored(_)) => {
                exclusive.keep(now);
            }
            // Whatever went wrong: what is stored is what holds.
            Ok(_) | Err(_) => exclusive.forget(),
        }
        committed
    }

    async fn open_fight(&self, seat: &Seat, words: &Words) -> Result<Reply, Fault> {
        let Place::Channel { guild, channel } = seat.place else {
            return Ok(refused(Refusal::new("not-here", "")));
        };
        let Some(game) = Game::new(words.get("system")) else {
            let refusal = Refusal::new("no-such-system", "")
                .with("system", words.get("system"))
                .with("systems", SYSTEMS.join(", "));
            return Ok(refused(refusal));
        };
        let _one_at_a_time = self.inner.opening.lock().await;
        let before = FightNow {
            id: self.inner.store.next_fight().await?,
            guild,
            channel,
            gm: seat.user,
            is_open: true,
            is_paused: false,
            is_gm_told: true,
            revision: 0,
            members: Vec::new(),
            game,
            prompts: Vec::new(),
            sealed: Vec::new(),
            turn: None,
        };
        let mut change = Change::aside(&before, Said::of(words.clone()));
        change.kind = Kind::Opened;
        change.user = Some(seat.user);
        change.input_key = seat.input_key;
        change.notices.push((Audience::Channel(channel), Notice::Opened { gm: seat.user }));
        let (now, commit) = draw_up(&before, change, self.millis())?;
        match self.inner.store.open_fight(&before.row(), commit).await? {
            Committed::Stored(id) => {
                self.remember(channel, id);
                let told = Told { who: None, telling: None };
                Ok(Reply::Done(Box::new(done(&now, seat, told))))
            }
            Committed::Repeated { fight, revision } => self.repeated(seat, fight, revision).await,
            Committed::Occupied | Committed::Overtaken => {
                Ok(refused(Refusal::new("fight-here", "")))
            }
        }
    }

    /// What was done before under the same key.
    async fn repeated(&self, seat: &Seat, fight: FightId, revision: i64) -> Result<Reply, Fault> {
        let now = self.now(fight).await?;
        let now = now.ok_or_else(|| Fault::Damaged("a fight is gone".into()))?;
        let told = Told { who: None, telling: None };
        let done = Done { revision, is_repeat: true, ..done(&now, seat, told) };
        Ok(Reply::Done(Box::new(done)))
    }

    /// An open question, for whoever may answer it: to show them a form.
    ///
    /// # Errors
    /// The store could not be read. Within: why they may not answer it.
    pub async fn open_prompt(
        &self,
        seat: &Seat,
        prompt: PromptId,
    ) -> Result<Result<OpenPrompt, Refusal>, Fault> {
        let Some(now) = self.now(prompt.fight).await? else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        Ok(resolve::open_prompt(&now, seat, prompt).cloned())
    }

    /// A fight as it stands.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn now(&self, fight: FightId) -> Result<Option<Arc<FightNow>>, Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        self.stand(&mut exclusive, fight).await
    }

    pub(super) fn millis(&self) -> i64 {
        self.inner.clock.now().as_millisecond()
    }
}

pub(super) fn refused(refusal: Refusal) -> Reply {
    Reply::Refused(Box::new(refusal))
}

pub(super) fn shown(shown: Shown) -> Reply {
    Reply::Shown(Box::new(shown))
}

/// A button of a fight that is not there is as closed as can be.
fn gone(input: &Input) -> &'static str {
    match input {
        Input::Press { .. } | Input::Form { .. } => "prompt-closed",
        Input::Turn { .. } => "turn-over",
        Input::Command { .. } => "no-fight",
    }
}

fn is_quiet(input: &Input) -> bool {
    matches!(input, Input::Command { is_quiet: true, .. })
}

/// Who acted, and what whoever said so is told beyond what the channel is.
struct Told {
    who: Option<CombatantId>,
    telling: Option<Telling>,
}

impl Told {
    fn of(change: &Change, now: &FightNow, seat: &Seat) -> Self {
        let viewer = now.viewer(seat.user);
        let telling = match viewer {
            Viewer::Gm => change.told_gm.clone(),
            Viewer::Player(_) => change.after.game.retell(&change.notes, viewer),
            Viewer::Public => None,
        };
        let is_more = |telling: &Telling| {
            let is_as_much = |told: &Telling| telling.tells_as_much_as(told);
            change.said.is_quiet || !change.told.as_ref().is_some_and(is_as_much)
        };
        Self { who: change.said.who, telling: telling.filter(is_more) }
    }
}

fn done(now: &FightNow, seat: &Seat, told: Told) -> Done {
    let is_theirs = |who: &CombatantId| now.controller(By::Combatant(*who)) == seat.user;
    let who = told.who.filter(is_theirs);
    let turn = now.turn.as_ref().filter(|turn| {
        now.prompts.is_empty() && turn.waited.on.iter().any(|by| now.controller(*by) == seat.user)
    });
    Done {
        fight: now.id,
        revision: now.revision,
        is_repeat: false,
        told: told.telling,
        offers: who.map(|who| now.game.offers(who)).unwrap_or_default(),
        who,
        turn: turn.map(|turn| turn.id),
        view: now.game.view(now.viewer(seat.user)),
    }
}
