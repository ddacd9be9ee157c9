//! Delivery: posts go out in order for each audience, different audiences side by side, each at
//! most once. What is not delivered stays in the outbox.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::engine::game::{Invitation, Member, Prompt};
use crate::engine::ids::{By, UserId};
use crate::engine::view::Viewer;
use crate::engine::words::Offer;
use crate::store::fault::Fault;
use crate::store::ids::{PromptId, TurnId};
use crate::store::rows::{PostRow, PromptRow, SUMMARY};

use super::App;
use super::clock::moment;
use super::fight_now::{FightNow, OpenTurn, Waited, read};
use super::figures::count_post;
use super::outbox::{
    Actor, Around, Audience, Courier, InvitationCard, Letter, MessageRef, Notice, NudgeCard,
    Nudged, Outcome, Parcel, Post, PromptCard, Together, TurnCard, Undelivered,
};
use super::roles::Eyes;

/// The first wait after a failure doubles up to the longest.
const FIRST_WAIT_MILLIS: i64 = 1_000;
const LONGEST_WAIT_MILLIS: i64 = 300_000;
/// … unless the chat service asks for a longer one.
const LONGEST_ASKED_MILLIS: i64 = 900_000;

/// The most posts that are under way at once: after an outage there are some for every fight.
const MOST_UNDER_WAY: usize = 32;

/// The audiences that somebody is delivering to.
pub(super) struct Lanes {
    busy: Mutex<BTreeSet<String>>,
    /// Places for posts under way; who comes first has the next.
    places: Semaphore,
}

impl Default for Lanes {
    fn default() -> Self {
        Self { busy: Mutex::default(), places: Semaphore::new(MOST_UNDER_WAY) }
    }
}

/// The right to deliver to one audience.
struct Lane<'a> {
    lanes: &'a Lanes,
    audience: &'a str,
}

impl Lanes {
    fn enter<'a>(&'a self, audience: &'a str) -> Option<Lane<'a>> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        // Lazily: a lane that is made and dropped here would leave the lane of another.
        busy.insert(audience.to_string()).then(|| Lane { lanes: self, audience })
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        let mut busy = self.lanes.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(self.audience);
    }
}

/// What became of the next post of an audience.
enum Progress {
    Delivered,
    /// Nothing is left that may be tried now.
    Over,
}

impl App {
    /// Delivers what is in the outbox, in order for each audience, until nothing is left that may
    /// be tried now; how many went out. May run several times at once.
    ///
    /// # Errors
    /// The store could not be used; nothing is lost, and nothing will be sent twice.
    pub async fn deliver_pending<C: Courier>(&self, courier: &Arc<C>) -> Result<usize, Fault> {
        let mut lanes = JoinSet::new();
        for audience in self.inner.store.audiences().await? {
            let (app, courier) = (self.clone(), Arc::clone(courier));
            lanes.spawn(async move { app.deliver_to(&audience, &*courier).await });
        }
        let mut sum = 0;
        let mut fault = None;
        while let Some(lane) = lanes.join_next().await {
            match lane {
                Ok(Ok(delivered)) => sum += delivered,
                Ok(Err(wrong)) => fault = Some(wrong),
                Err(wrong) => fault = Some(Fault::Other(wrong.to_string())),
            }
        }
        fault.map_or(Ok(sum), Err)
    }

    /// When the outbox should be looked at again; in the past where it should be now.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn next_delivery(&self) -> Result<Option<Timestamp>, Fault> {
        Ok(self.next_deliveries().await?.into_iter().min())
    }

    /// When the next post for each audience may go out.
    pub(super) async fn next_deliveries(&self) -> Result<Vec<Timestamp>, Fault> {
        let all = self.inner.store.next_deliveries().await?;
        Ok(all.into_iter().map(|not_before| moment(self.ripens(not_before))).collect())
    }

    async fn deliver_to<C: Courier>(&self, audience: &str, courier: &C) -> Result<usize, Fault> {
        let mut delivered = 0;
        // Once more after leaving the lane: a post may have come while nobody else could enter.
        while self.inner.store.next_post(audience).await?.is_some_and(|post| self.is_ripe(&post)) {
            let Some(_lane) = self.inner.lanes.enter(audience) else { break };
            while let Progress::Delivered = self.deliver_next(audience, courier).await? {
                delivered += 1;
            }
        }
        Ok(delivered)
    }

    fn is_ripe(&self, post: &PostRow) -> bool {
        self.ripens(post.not_before) <= self.millis()
    }

    /// When a post may go out. No wait is so long as one that was set before the clock went back.
    fn ripens(&self, not_before: i64) -> i64 {
        let now = self.millis();
        if not_before > now + LONGEST_ASKED_MILLIS { now } else { not_before }
    }

    async fn deliver_next<C: Courier>(
        &self,
        audience: &str,
        courier: &C,
    ) -> Result<Progress, Fault> {
        let post = self.inner.store.next_post(audience).await?;
        let Some(post) = post.filter(|post| self.is_ripe(post)) else { return Ok(Progress::Over) };
        let parcel = match self.parcel(&post).await {
            // What cannot be read now never can, and must not hold up what comes after it.
            Err(Fault::Damaged(why)) => {
                self.give_up(&post, &why).await?;
                return Ok(Progress::Delivered);
            }
            parcel => parcel?,
        };
        let Some(parcel) = parcel else {
            self.inner.store.arrived(&post, None).await?;
            return Ok(Progress::Delivered);
        };
        let delivered = {
            let _place = self.inner.lanes.places.acquire().await;
            courier.deliver(&parcel).await
        };
        match delivered {
            Ok(MessageRef { channel, message }) => {
                count_post("delivered");
                self.inner.store.arrived(&post, Some((channel, message))).await?;
            }
            Err(Undelivered::Gone) if post.subject.as_deref() == Some(SUMMARY) => {
                self.inner.store.forget_message(parcel.fight, SUMMARY).await?;
            }
            Err(Undelivered::Gone | Undelivered::Empty) => {
                self.inner.store.arrived(&post, None).await?
            }
            Err(Undelivered::ForNow { why, retry_after }) => {
                let wait = FIRST_WAIT_MILLIS << post.tries.clamp(0, 16);
                let asked = retry_after.map_or(0, |after| after.as_millis() as i64);
                let asked = asked.min(LONGEST_ASKED_MILLIS);
                let wait = wait.min(LONGEST_WAIT_MILLIS).max(asked);
                count_post("later");
                tracing::warn!(post = post.id, %why, wait, "not delivered for now");
                self.inner.store.try_again(&post, self.millis() + wait).await?;
                // Whoever sleeps until the next errand must know of this one.
                self.inner.news.notify_one();
                return Ok(Progress::Over);
            }
            Err(Undelivered::ForGood { why }) => self.give_up(&post, &why).await?,
        }
        Ok(Progress::Delivered)
    }

    /// What will never arrive is marked, and the first time somebody else is told: the GM, or the
    /// channel where it is the GM who cannot be reached.
    async fn give_up(&self, post: &PostRow, why: &str) -> Result<(), Fault> {
        count_post("given-up");
        tracing::warn!(post = post.id, %why, "never to be delivered");
        let is_first = !self.inner.store.has_failed(post.fight(), &post.audience).await?;
        let now = match self.now(post.fight()).await {
            Err(Fault::Damaged(_)) => None,
            now => now?.filter(|_| is_first),
        };
        let word = match (now, Audience::from_key(&post.audience)) {
            (Some(now), Some(missed)) => {
                let gm = Audience::Dm(now.gm);
                let to = if missed == gm { Audience::Channel(now.channel) } else { gm };
                let notice = Notice::Undelivered { to: missed, why: why.into() };
                Some(Post::Notice(notice).to(to)?)
            }
            (None, _) | (_, None) => None,
        };
        self.inner.store.give_up(post, why, word).await?;
        self.inner.news.notify_one();
        Ok(())
    }

    /// All that is needed to render a post, as its audience may know it. None where nothing is to
    /// be sent: the message that would be edited was never there.
    async fn parcel(&self, post: &PostRow) -> Result<Option<Parcel>, Fault> {
        let damaged = || Fault::Damaged(format!("post {} is for nobody", post.id));
        let to = Audience::from_key(&post.audience).ok_or_else(damaged)?;
        let fight = post.fight();
        let now = self.now(fight).await?.ok_or_else(damaged)?;
        let edit = match &post.subject {
            None => None,
            Some(subject) => self.inner.store.message(fight, subject).await?,
        };
        let edit = edit.map(|(channel, message)| MessageRef { channel, message });
        let eyes = match to {
            Audience::Channel(_) => Eyes::of(Viewer::Public),
            Audience::Dm(user) => now.eyes(user),
        };
        let letter: Post = read(&post.letter)?;
        let (letter, edit) = match letter {
            Post::TurnNow { .. }
            | Post::PromptClosed { .. }
            | Post::MirrorClosed { .. }
            | Post::InvitationOver { .. }
            | Post::Retold { .. }
                if edit.is_none() =>
            {
                return Ok(None);
            }
            Post::Told(told) => (Letter::Told(told), None),
            Post::Retold { told, is_undone, .. } => (Letter::Retold { told, is_undone }, edit),
            Post::Turn { turn, ping, until, is_silent, pings, .. } => {
                let (until, card) = (until.map(moment), self.turn_card(&now, turn, to).await?);
                (Letter::Turn(TurnCard { ping, is_silent, pings, until, ..card }), None)
            }
            Post::TurnNow { turn, copy } => {
                let card = self.turn_card(&now, turn, to).await?;
                let running = now.running(turn);
                let is_gone = |turn| copy.is_some_and(|to| !now.turn_copies(turn).contains(&to));
                let card = match running.is_some_and(is_gone) {
                    true => TurnCard { is_over: true, is_elsewhere: true, ..card },
                    false => card,
                };
                let ping = running.and_then(|turn| copy.or(now.turn_user(turn)));
                let until = running.filter(|turn| turn.waited.is_skipped).and_then(OpenTurn::due);
                // They are named still, and an edit pings nobody.
                (Letter::Turn(TurnCard { ping, is_silent: true, until, ..card }), edit)
            }
            Post::Invitation { invitation, ping } => {
                (Letter::Invitation(now.invitation_card(invitation, ping)), None)
            }
            Post::InvitationOver { invitation } => {
                (Letter::Invitation(now.invitation_card(invitation, None)), edit)
            }
            Post::Reminder { turn } => {
                let ping = Some(now.gm);
                (Letter::Reminder(TurnCard { ping, ..self.turn_card(&now, turn, to).await? }), None)
            }
            Post::Prompt { prompt, ping, until, is_silent } => {
                let (ping, until) = (Some(ping), until.map(moment));
                let card = self.prompt_card(&now, prompt).await?;
                let card = PromptCard { ping, is_silent, until, outcome: None, ..card };
                (Letter::Prompt(Box::new(card)), None)
            }
            Post::PromptClosed { prompt } => {
                let card = self.prompt_card(&now, prompt).await?;
                (Letter::Prompt(Box::new(now.still_open(card, None))), edit)
            }
            Post::Mirror { prompt, to, until, is_silent } => {
                let (ping, until) = (Some(to), until.map(moment));
                let card = self.prompt_card(&now, prompt).await?;
                let is_copy = now.is_copy(prompt, to);
                let card = PromptCard { ping, is_silent, until, is_copy, ..card };
                (Letter::Prompt(Box::new(card)), None)
            }
            Post::MirrorClosed { prompt, to } => {
                let card = self.prompt_card(&now, prompt).await?;
                (Letter::Prompt(Box::new(now.still_open(card, Some(to)))), edit)
            }
            Post::Shared { is_new: false, .. } if edit.is_none() => return Ok(None),
            Post::Shared { prompts, until, is_new, silent, .. } => {
                let mut cards = self.shared_cards(&now, prompts, to, until, is_new).await?;
                for card in &mut cards {
                    card.is_silent = card.ping.is_some_and(|user| silent.contains(&user));
                }
                (Letter::Prompts(cards), edit.filter(|_| !is_new))
            }
            Post::Nudge { of, on, pings, until } => {
                let Some(card) = self.nudge_card(&now, of, to).await? else { return Ok(None) };
                let members = on.iter().filter_map(|by| match by {
                    By::Gm => None,
                    By::Combatant(who) => now.member(*who).filter(|one| eyes.know(one)),
                });
                let names = members.map(|one| one.name_for(eyes.viewer)).collect();
                let until = card.until.map(|_| moment(until));
                (Letter::Nudge(NudgeCard { pings, names, until, ..card }), None)
            }
            Post::Summary => (Letter::Summary { waiting: now.waiting(&eyes) }, edit),
            Post::Notice(notice) => (Letter::Notice(notice), None),
            // The end may have been taken back.
            Post::Report if now.is_open => return Ok(None),
            Post::Report => (Letter::Report(self.report(&now, &eyes).await?), None),
        };
        Ok(Some(Parcel {
            to,
            fight,
            home: now.channel,
            system: now.system().into(),
            nonce: nonce(post),
            is_doubtful: post.tries > 0,
            edit,
            is_plain: self.is_plain(&now, to).await?,
            view: eyes.view(&now.game),
            letter,
        }))
    }

    /// A turn's card without its ping; over, unless it is the one that runs.
    pub(super) async fn turn_card(
        &self,
        now: &FightNow,
        id: TurnId,
        to: Audience,
    ) -> Result<TurnCard, Fault> {
        let running = now.turn.as_ref().filter(|turn| turn.id == id);
        let waited = match running {
            Some(turn) => turn.waited.clone(),
            None => {
                let row = self.inner.store.turn(id).await?;
                let row = row.ok_or_else(|| Fault::Damaged(format!("no turn {id}")))?;
                read::<Waited>(&row.waited)?
            }
        };
        let is_over = running.is_none();
        let goes_on = |turn: &&OpenTurn| is_over && now.is_same_turn(&turn.waited, &waited);
        let is_elsewhere = now.turn.as_ref().filter(goes_on).is_some();
        let actors = now.actors(&waited, to, is_over);
        let round = waited.round;
        let (ping, is_silent, until, pings) = (None, false, None, BTreeSet::new());
        let card =
            TurnCard { id, round, ping, is_silent, pings, actors, until, is_over, is_elsewhere };
        Ok(card)
    }

    /// A nudge without whom it pings; none where they are not waited for any more.
    async fn nudge_card(
        &self,
        now: &FightNow,
        of: Nudged,
        to: Audience,
    ) -> Result<Option<NudgeCard>, Fault> {
        let (post, shown, until) = match of {
            Nudged::Prompt(prompt) => {
                let open = now.prompts.iter().find(|open| open.id == prompt);
                let Some(open) = open else { return Ok(None) };
                let post = Post::closing(prompt, open.prompt.is_shared, to);
                (post, open.shown, open.until())
            }
            Nudged::Turn(id) | Nudged::Resumed(id) => {
                let running = now.turn.as_ref().filter(|turn| turn.id == id);
                let Some(turn) = running else { return Ok(None) };
                let until = turn.due().filter(|_| turn.waited.is_skipped);
                match to {
                    Audience::Dm(user) if now.turn_copies(turn).contains(&user) => {
                        (Post::TurnNow { turn: id, copy: Some(user) }, to, until)
                    }
                    _ => (Post::TurnNow { turn: id, copy: None }, now.turn_audience(turn), until),
                }
            }
        };
        let subject = post.subject().filter(|_| shown == to);
        let about = match subject {
            None => None,
            Some(subject) => self.inner.store.message(now.id, &subject).await?,
        };
        let about = about.map(|(channel, message)| MessageRef { channel, message });
        let (pings, names) = (BTreeSet::new(), Vec::new());
        Ok(Some(NudgeCard { of, about, pings, names, until }))
    }

    pub(super) async fn prompt_card(
        &self,
        now: &FightNow,
        id: PromptId,
    ) -> Result<PromptCard, Fault> {
        let row = self.inner.store.prompt(id).await?;
        let row = row.ok_or_else(|| Fault::Damaged(format!("no prompt {id}")))?;
        now.prompt_card(&row)
    }

    /// The cards of the questions that share a message; when it is new it pings who is asked.
    async fn shared_cards(
        &self,
        now: &FightNow,
        prompts: Together,
        to: Audience,
        until: Option<i64>,
        is_new: bool,
    ) -> Result<Vec<PromptCard>, Fault> {
        let mut cards = Vec::new();
        for row in self.inner.store.prompts_of(now.id, prompts.revision).await? {
            let prompt: Prompt = read(&row.asked)?;
            let is_one = prompt.is_shared && now.audience(prompt.to) == to;
            if is_one && Together::of(row.id) == prompts {
                let ping = Some(now.controller(prompt.to)).filter(|_| is_new);
                cards.push(PromptCard { ping, until: until.map(moment), ..now.prompt_card(&row)? });
            }
        }
        Ok(cards)
    }
}

impl FightNow {
    /// A prompt's card without its ping.
    fn prompt_card(&self, row: &PromptRow) -> Result<PromptCard, Fault> {
        let id = row.id;
        let prompt: Prompt = read(&row.asked)?;
        let Prompt { to, asked, names, choices, default, .. } = prompt;
        let Prompt { is_optional, is_patient, is_unseen, .. } = prompt;
        let outcome = match &row.closed {
            None => None,
            Some(_) if self.sealed.iter().any(|sealed| sealed.id == id) => Some(Outcome::Sealed),
            Some((_, outcome)) => Some(match read(outcome)? {
                // What was answered may have been sealed.
                Outcome::TakenBack(_) => Outcome::TakenBack(Box::new(Outcome::Sealed)),
                outcome => outcome,
            }),
        };
        let who = match to {
            By::Gm => None,
            By::Combatant(who) => self.member(who).map(|one| (who, one.name_for(viewer_of(one)))),
        };
        Ok(PromptCard {
            id,
            ping: None,
            is_silent: false,
            who,
            asked,
            names,
            choices,
            default,
            is_optional,
            is_patient,
            is_unseen,
            until: None,
            outcome,
            kept: self.open(id).and_then(|open| open.kept.clone()),
            is_copy: false,
        })
    }

    /// A card that is edited while its question is open, or a copy of it: whoever it is for is
    /// named still, and an edit pings nobody.
    fn still_open(&self, card: PromptCard, copy: Option<UserId>) -> PromptCard {
        let Some(open) = self.open(card.id) else { return card };
        let is_copy = copy.is_some_and(|to| self.is_copy(card.id, to));
        let ping = Some(copy.unwrap_or(open.user));
        PromptCard { ping, is_silent: true, until: open.until(), is_copy, ..card }
    }

    /// For somebody who may not answer it.
    fn is_copy(&self, prompt: PromptId, to: UserId) -> bool {
        self.open(prompt).is_none_or(|open| !self.may_play(to, open.prompt.to))
    }
}

impl FightNow {
    /// An invitation; over, unless it still stands.
    fn invitation_card(&self, invitation: Invitation, ping: Option<UserId>) -> InvitationCard {
        let is_over = !self.game.invitations().contains(&invitation);
        let Invitation { who, round, choices } = invitation;
        let offer = |words| Offer { words, cost: String::new() };
        let member = self.member(who);
        let actor = Actor {
            who,
            name: member.map_or_else(String::new, |one| one.name_for(viewer_of(one))),
            acting_as: member.map_or_else(String::new, |one| one.name.clone()),
            system: self.system(),
            offers: choices.into_iter().map(offer).collect(),
            around: Around::default(),
        };
        InvitationCard { round, ping, actor, is_over }
    }

    /// Who may act in a turn, as its audience may know it, and what they may do while it runs: in
    /// the channel those who are spoken to there, in private those whom the reader may play.
    pub(super) fn actors(&self, waited: &Waited, to: Audience, is_over: bool) -> Vec<Actor> {
        let is_public = matches!(to, Audience::Channel(_));
        let is_shown = |member: &&Member| match to {
            Audience::Channel(_) => !member.is_hidden,
            Audience::Dm(user) if is_over => self.eyes(user).know(member),
            Audience::Dm(user) => self.may_play(user, By::Combatant(member.id)),
        };
        let is_offered = |who| !is_over && (!is_public || self.audience(By::Combatant(who)) == to);
        let npcs = || self.members.iter().filter(|one| one.user.is_none() && !is_public);
        let picked: Vec<_> = waited
            .on
            .iter()
            .flat_map(|by| match by {
                By::Gm => npcs().collect::<Vec<_>>(),
                By::Combatant(who) => self.member(*who).into_iter().collect(),
            })
            .filter(is_shown)
            .collect();
        let hidden: Vec<&str> =
            self.members.iter().filter(|one| one.is_hidden).map(|one| one.name.as_str()).collect();
        // The controller of an actor may know of somebody the channel does not.
        let may_be_shown = |offer: &Offer| {
            !is_public || offer.words.slots.values().all(|value| !hidden.contains(&value.as_str()))
        };
        let offers = |who| {
            let offers = if is_offered(who) { self.game.offers(who) } else { Vec::new() };
            offers.into_iter().filter(may_be_shown).collect()
        };
        let eyes = match to {
            Audience::Channel(_) => Eyes::of(Viewer::Public),
            Audience::Dm(user) => self.eyes(user),
        };
        let view = eyes.view(&self.game);
        let actors = picked.into_iter().filter_map(|one| {
            let name = one.name_for(eyes.viewer);
            Some(Actor { name, ..self.actor(one.id, &view, offers(one.id))? })
        });
        // Where the GM picks, only who can be picked.
        let is_pick = waited.on.contains(&By::Gm);
        actors.filter(|actor| !is_pick || is_over || !actor.offers.is_empty()).collect()
    }
}

/// What whoever plays somebody knows: of NPCs, the GM.
fn viewer_of(one: &Member) -> Viewer {
    one.user.map_or(Viewer::Gm, Viewer::Player)
}

/// What the chat service allows.
const LONGEST_NONCE: usize = 25;

/// The same on every try, and never the same for another post, nor for another file of fights.
fn nonce(post: &PostRow) -> String {
    // A summary that waits may come to tell of a later revision.
    let of = match &post.subject {
        Some(subject) if subject == SUMMARY => format!("s{:x}", post.id),
        _ => format!("{:x}.{:x}", post.revision, post.place),
    };
    let nonce = format!("{:x}.{:x}.{of}", post.at, post.fight);
    // What changes most is at the end.
    nonce[nonce.len().saturating_sub(LONGEST_NONCE)..].to_string()
}
