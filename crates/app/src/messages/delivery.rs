//! Delivery: posts go out in order for each audience, different audiences side by side, each at
//! most once. What is not delivered stays in the outbox.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::task::JoinSet;

use engine::command::Offer;
use engine::game::{Invitation, Member, Prompt};
use engine::ids::{By, CombatantId, UserId};
use engine::view::Viewer;
use store::fault::Fault;
use store::ids::{Millis, PromptId, TurnId};
use store::rows::{PostRow, PromptRow, RecordRow, SUMMARY, SentMessage};

use crate::change::InputRecord;
use crate::fight::fight_state::{FightState, OpenPrompt, Waited, read};
use crate::fight::posts::OutboxEntry;
use crate::fight::roles::Eyes;
use crate::fight::slots::{Slot, Together, What};
use crate::held::app::App;
use crate::held::figures::count_post;
use crate::terms::clock::moment;
use crate::terms::outbox::{
    Actor, Around, Audience, Cockpit, Courier, InvitationCard, Letter, MessageRef, Notice,
    NudgeCard, Nudged, Parcel, PromptCard, PromptResult, Record, Recorded, Sent, TurnCard,
    Undelivered,
};

/// The first wait after a failure doubles up to the longest.
const FIRST_WAIT_MILLIS: i64 = 1_000;
const LONGEST_WAIT_MILLIS: i64 = 300_000;
/// … unless the chat service asks for a longer one.
const LONGEST_ASKED_MILLIS: i64 = 900_000;

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
    pub(crate) async fn next_deliveries(&self) -> Result<Vec<Timestamp>, Fault> {
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
    fn ripens(&self, not_before: Millis) -> Millis {
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
            let _place = self.inner.lanes.places(parcel.to).acquire().await;
            courier.deliver(&parcel).await
        };
        match delivered {
            Ok(_) if parcel.letter == Letter::Gone => self.inner.store.taken_away(&post).await?,
            Ok(Sent { at: MessageRef { channel, message }, mark }) => {
                count_post("delivered");
                // A nudge is never edited, whatever it shows.
                let is_nudge = matches!(parcel.letter, Letter::Nudge(_));
                let mark = mark.or(is_nudge.then_some(0));
                let sent = SentMessage { channel, message, mark };
                self.inner.store.arrived(&post, Some(sent)).await?;
            }
            Err(Undelivered::Worn) => {
                let subject = post.subject.as_deref().unwrap_or_default();
                self.inner.store.forget_message(parcel.fight, subject).await?;
            }
            // What happened is told all the same.
            Err(Undelivered::Gone) if waits(&parcel.letter) || !parcel.record.told.is_empty() => {
                let subject = post.subject.as_deref().unwrap_or_default();
                self.inner.store.forget_message(parcel.fight, subject).await?;
            }
            Err(Undelivered::Gone | Undelivered::Empty) => {
                self.inner.store.taken_away(&post).await?;
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
                Some(OutboxEntry::Notice(notice).to(to)?)
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
        let eyes = now.eyes_of(to);
        let edit = edit.map(|sent| (MessageRef::of(&sent), sent.mark));
        let (letter, record) = match read(&post.letter)? {
            OutboxEntry::Show { what, copy, pings } => {
                let slot = Slot { what, to, copy };
                let record = self.record(&now, &slot, &eyes).await?;
                let letter = self.shown(&now, &slot, &pings, &eyes).await?;
                let letter = letter.or_else(|| (!record.told.is_empty()).then_some(Letter::Record));
                (letter, record)
            }
            OutboxEntry::Nudge { of, on, pings, until } => {
                let card = self.nudge_card(&now, of, to).await?;
                let members = on.iter().filter_map(|by| match by {
                    By::Gm => None,
                    By::Combatant(who) => now.member(*who).filter(|one| eyes.know(one)),
                });
                let names: Vec<_> = members.map(|one| one.name_for(eyes.viewer)).collect();
                let letter = card.map(|card| {
                    let until = card.until.map(|_| moment(until));
                    Letter::Nudge(NudgeCard { pings, names, until, ..card })
                });
                (letter, Record::default())
            }
            OutboxEntry::Nudged(_) => (None, Record::default()),
            OutboxEntry::Reminder { turn } => {
                let card = self.turn_card(&now, turn, to);
                let letter = card.map(|card| {
                    let gm = BTreeSet::from([now.gm]);
                    Letter::Reminder(TurnCard { users: gm.clone(), pings: gm, ..card })
                });
                (letter, Record::default())
            }
            OutboxEntry::Notice(notice) => (Some(Letter::Notice(notice)), Record::default()),
            // The end may have been taken back.
            OutboxEntry::Report if now.is_open => (None, Record::default()),
            OutboxEntry::Report => {
                (Some(Letter::Report(self.report(&now, &eyes).await?)), Record::default())
            }
        };
        let letter = match (letter, edit) {
            (Some(letter), _) => letter,
            (None, Some(_)) => Letter::Gone,
            (None, None) => return Ok(None),
        };
        let parcel = Parcel { edit, ..self.drawn(&now, to, &eyes, letter, record).await? };
        Ok(Some(Parcel { nonce: nonce(&now, post), is_doubtful: post.tries > 0, ..parcel }))
    }

    async fn drawn(
        &self,
        now: &FightState,
        to: Audience,
        eyes: &Eyes,
        letter: Letter,
        record: Record,
    ) -> Result<Parcel, Fault> {
        Ok(Parcel {
            to,
            fight: now.id,
            home: now.channel,
            system: now.system().into(),
            nonce: String::new(),
            is_doubtful: false,
            edit: None,
            is_plain: self.is_plain(now, to).await?,
            view: eyes.view(&now.game),
            letter,
            record,
        })
    }

    /// The messages that wait for somebody, and the summary, drawn anew from a fight and what is
    /// stored of it, with where each is. Proof by test that nothing else is shown (T6, T7).
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn drawn_anew(&self, now: &FightState) -> Result<Vec<Parcel>, Fault> {
        let mut all = Vec::new();
        let summary = Slot::of(What::Summary, Audience::Channel(now.channel));
        for slot in now.live().into_iter().map(|live| live.slot).chain([summary]) {
            let eyes = now.eyes_of(slot.to);
            let record = self.record(now, &slot, &eyes).await?;
            if let Some(letter) = self.shown(now, &slot, &BTreeSet::new(), &eyes).await? {
                let sent = self.inner.store.message(now.id, &slot.subject()).await?;
                let edit = sent.map(|sent| (MessageRef::of(&sent), sent.mark));
                let parcel = self.drawn(now, slot.to, &eyes, letter, record).await?;
                all.push(Parcel { edit, ..parcel });
            }
        }
        Ok(all)
    }

    /// What a message shows besides what it tells; none where nothing is left of it.
    async fn shown(
        &self,
        now: &FightState,
        slot: &Slot,
        pings: &BTreeSet<UserId>,
        eyes: &Eyes,
    ) -> Result<Option<Letter>, Fault> {
        Ok(match &slot.what {
            What::Turn(turn) => {
                let is_here = now.running(*turn).is_some_and(|turn| match slot.copy {
                    Some(user) => now.turn_copies(turn).contains(&user),
                    None => now.turn_audience(turn) == slot.to,
                });
                let card = self.turn_card(now, *turn, slot.to).filter(|_| is_here);
                match card {
                    Some(card) => {
                        let actors = self.weighed(now, card.actors).await;
                        Some(Letter::Turn(TurnCard { pings: pings.clone(), actors, ..card }))
                    }
                    None => None,
                }
            }
            What::Prompt(id) => {
                let card = now.still_open(self.prompt_card(now, *id).await?, slot.copy);
                let is_pinged = card.user.is_some_and(|user| pings.contains(&user));
                let has_copy =
                    slot.copy.is_none_or(|user| card.outcome.is_some() || now.has_copy(*id, user));
                let is_void = card.outcome == Some(PromptResult::Void);
                let card = Box::new(PromptCard { is_pinged, ..card });
                (has_copy && !is_void).then_some(Letter::Prompt(card))
            }
            What::Prompts(together) => {
                let mut cards = self.shared_cards(now, *together, slot.to).await?;
                cards.retain(|card| card.outcome != Some(PromptResult::Void));
                for card in &mut cards {
                    card.is_pinged = card.user.is_some_and(|user| pings.contains(&user));
                }
                (!cards.is_empty()).then_some(Letter::Prompts(cards))
            }
            What::Invitation(invitation) => now
                .invitation_card(invitation)
                .map(|card| InvitationCard { is_pinged: pings.contains(&card.user), ..card })
                .map(Letter::Invitation),
            What::Record(_) => None,
            What::Summary => Some(Letter::Summary { waiting: now.waiting(eyes) }),
        })
    }

    /// What a message tells.
    async fn record(&self, now: &FightState, slot: &Slot, eyes: &Eyes) -> Result<Record, Fault> {
        let (mut told, mut acted) = (Vec::new(), Vec::new());
        // Who is told in private is told what is theirs alone to know.
        let is_told = slot.copy.is_none() || eyes.is_gms();
        let rows = match is_told {
            true => self.inner.store.told_by(now.id, &slot.record()).await?,
            false => Vec::new(),
        };
        let is_theirs = |row: &RecordRow| slot.copy.is_some() || row.audience == slot.to.key();
        for row in rows.iter().filter(|row| is_theirs(row)) {
            let (revision, is_undone) = (row.revision, row.is_undone);
            let said =
                row.said.as_deref().map(read::<InputRecord>).transpose()?.unwrap_or_default();
            let is_late = row.user.is_none() && said.words.verb == "skip";
            acted.extend(said.who.filter(|_| said.prompt.is_none()));
            told.push(Recorded { revision, telling: read(&row.told)?, is_undone, is_late });
        }
        let turn = match &slot.what {
            What::Turn(turn) => Some(turn.revision),
            What::Record(chapter) => Some(chapter.turn),
            What::Prompt(prompt) => self.inner.store.turn_at(now.id, prompt.revision).await?,
            What::Prompts(some) => self.inner.store.turn_at(now.id, some.revision).await?,
            What::Invitation(_) | What::Summary => None,
        };
        let turn = turn.map(|revision| TurnId { fight: now.id, revision });
        let row = match turn.filter(|_| !told.is_empty()) {
            Some(turn) => self.inner.store.turn(turn).await?,
            None => None,
        };
        let Some(row) = row else { return Ok(Record { told, ..Record::default() }) };
        let waited: Waited = read(&row.waited)?;
        let actors = now.actors(&waited, slot.to, true).into_iter();
        let mut actors: Vec<_> = actors.map(|one| (one.who, one.name)).collect();
        // Where several NPCs act in a block, the turn may be kept as that of the first.
        let is_npc = |who: CombatantId| now.member(who).is_some_and(|one| one.user.is_none());
        let is_told = |who: &CombatantId| actors.iter().any(|(actor, _)| actor == who);
        if actors.iter().all(|(who, _)| is_npc(*who))
            && acted.iter().any(|who| is_npc(*who) && !is_told(who))
        {
            actors.clear();
        }
        let portrait = match actors.as_slice() {
            [(only, _)] => self.portrait(now, *only).await?,
            _ => None,
        };
        let (round, groups, faces) = (Some(waited.round), waited.groups, now.faces(eyes));
        Ok(Record { round, actors, groups, portrait, faces, told })
    }

    /// The address of a combatant's picture, as the sheet has it that they were copied from.
    async fn portrait(&self, now: &FightState, who: CombatantId) -> Result<Option<String>, Fault> {
        let sheet = match now.member(who).and_then(|one| one.sheet) {
            Some(sheet) => self.inner.store.sheet(sheet.id).await?,
            None => None,
        };
        Ok(sheet.and_then(|sheet| sheet.portrait))
    }

    /// The card of a turn, without whom it pings; none where it is over.
    pub(crate) fn turn_card(&self, now: &FightState, id: TurnId, to: Audience) -> Option<TurnCard> {
        let turn = now.running(id)?;
        let mut actors = now.actors(&turn.waited, to, false);
        if now.prompts.is_empty() && matches!(to, Audience::Dm(user) if now.is_gm(user)) {
            let is_npc = |who| now.member(who).is_some_and(|one| one.user.is_none());
            for actor in actors.iter_mut().filter(|one| is_npc(one.who) && !one.offers.is_empty()) {
                actor.cockpit = Some(Cockpit::default());
            }
        }
        let users = match to {
            Audience::Dm(user) if now.turn_copies(turn).contains(&user) => [user].into(),
            _ => now.places(turn).remove(&now.turn_audience(turn)).unwrap_or_default().1,
        };
        let until = turn.due().filter(|_| turn.waited.is_skipped);
        let eyes = now.eyes_of(to);
        let asked = now.prompts.iter().filter(|open| !open.prompt.is_optional);
        let waits_for = asked.filter(|open| !open.prompt.is_unseen || eyes.is_gms());
        let name = |open: &OpenPrompt| match open.prompt.to {
            By::Gm => String::new(),
            By::Combatant(who) => {
                let known = now.member(who).filter(|one| eyes.know(one));
                known.map_or_else(String::new, |one| one.name_for(eyes.viewer))
            }
        };
        let mut waits_for: Vec<String> = waits_for.map(name).collect();
        waits_for.sort();
        waits_for.dedup();
        let (round, pings) = (turn.waited.round, BTreeSet::new());
        let id = now.turn_on_button(id);
        Some(TurnCard { id, round, users, pings, actors, until, waits_for })
    }

    /// The actors of a turn with the odds of what players may do, and where a GM reads of them,
    /// with what the first few NPCs had best do.
    async fn weighed(&self, now: &FightState, mut actors: Vec<Actor>) -> Vec<Actor> {
        for actor in &mut actors {
            self.add_odds(now, actor.who, &mut actor.offers).await;
        }
        let Some(effort) = self.inner.advises.get().filter(|_| now.prompts.is_empty()) else {
            return actors;
        };
        let cockpits = actors.iter_mut().filter(|one| one.cockpit.is_some()).take(MOST_ADVISED);
        let (some, cockpits): (Vec<_>, Vec<_>) =
            cockpits.map(|one| (one.who, &mut one.cockpit)).unzip();
        if !some.is_empty() {
            let all = self.inner.for_gms.work_out(now.advice(some, *effort)).await;
            for (cockpit, advice) in cockpits.into_iter().zip(all.unwrap_or_default()) {
                *cockpit = Some(Cockpit { advice });
            }
        }
        actors
    }

    /// A nudge without whom it pings; none where they are not waited for any more.
    async fn nudge_card(
        &self,
        now: &FightState,
        of: Nudged,
        to: Audience,
    ) -> Result<Option<NudgeCard>, Fault> {
        let (slot, until) = match of {
            Nudged::Prompt(id) => {
                let Some(open) = now.open(id) else { return Ok(None) };
                (Slot::of(open.what(), open.shown), open.until())
            }
            Nudged::Turn(id) => {
                let Some(turn) = now.running(id) else { return Ok(None) };
                let until = turn.due().filter(|_| turn.waited.is_skipped);
                (now.slot_of_turn(turn, to), until)
            }
        };
        let about = match slot.to == to {
            true => self.inner.store.message(now.id, &slot.subject()).await?,
            false => None,
        };
        let about = about.map(|sent| MessageRef::of(&sent));
        let (pings, names) = (BTreeSet::new(), Vec::new());
        Ok(Some(NudgeCard { of, about, pings, names, until }))
    }

    pub(crate) async fn prompt_card(
        &self,
        now: &FightState,
        id: PromptId,
    ) -> Result<PromptCard, Fault> {
        let row = self.inner.store.prompt(id).await?;
        let row = row.ok_or_else(|| Fault::Damaged(format!("no prompt {id}")))?;
        now.prompt_card(&row)
    }

    /// The cards of the questions that share a message.
    async fn shared_cards(
        &self,
        now: &FightState,
        together: Together,
        to: Audience,
    ) -> Result<Vec<PromptCard>, Fault> {
        let mut cards = Vec::new();
        for row in self.inner.store.prompts_of(now.id, together.revision).await? {
            let prompt: Prompt = read(&row.asked)?;
            let is_one = prompt.is_shared && now.audience(prompt.to) == to;
            if is_one && Together::of(row.id) == together {
                cards.push(now.still_open(now.prompt_card(&row)?, None));
            }
        }
        Ok(cards)
    }
}

impl FightState {
    /// The pictures of NPCs with the names that their reader has for them. What one looks like that
    /// goes by another name is the GM's alone.
    fn faces(&self, eyes: &Eyes) -> Vec<(String, String)> {
        let face = |(who, portrait): (&CombatantId, &String)| {
            let one = self.member(*who).filter(|one| eyes.know(one))?;
            let is_open = one.true_name.is_none() || eyes.is_gms();
            is_open.then(|| (one.name_for(eyes.viewer), portrait.clone()))
        };
        self.people.portraits.iter().filter_map(face).collect()
    }

    /// A prompt's card without its ping.
    fn prompt_card(&self, row: &PromptRow) -> Result<PromptCard, Fault> {
        let id = row.id;
        let prompt: Prompt = read(&row.asked)?;
        let Prompt { to, asked, names, choices, default, .. } = prompt;
        let Prompt { risks, is_optional, is_patient, is_unseen, .. } = prompt;
        let outcome = match &row.closed {
            None => None,
            Some(_) if self.sealed.iter().any(|sealed| sealed.id == id) => {
                Some(PromptResult::Sealed)
            }
            Some((_, outcome)) => Some(match read(outcome)? {
                // What was answered may have been sealed.
                PromptResult::TakenBack(_) => {
                    PromptResult::TakenBack(Box::new(PromptResult::Sealed))
                }
                outcome => outcome,
            }),
        };
        let who = match to {
            By::Gm => None,
            By::Combatant(who) => self.member(who).map(|one| (who, one.name_for(viewer_of(one)))),
        };
        Ok(PromptCard {
            id: self.prompt_on_button(id),
            user: None,
            is_pinged: false,
            who,
            asked,
            names,
            choices,
            risks,
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

    /// The card of a question that is open, or of a copy of it, names whoever it is for.
    fn still_open(&self, card: PromptCard, copy: Option<UserId>) -> PromptCard {
        let Some(open) = self.open(self.prompt_meant(card.id)) else { return card };
        let is_copy = copy.is_some_and(|to| !self.may_play(to, open.prompt.to));
        PromptCard { user: Some(copy.unwrap_or(open.user)), until: open.until(), is_copy, ..card }
    }

    fn has_copy(&self, prompt: PromptId, user: UserId) -> bool {
        self.open(prompt).is_some_and(|open| self.mirrors(open.shown).contains(&user))
    }

    /// An invitation; none where it stands no more.
    fn invitation_card(&self, invitation: &Invitation) -> Option<InvitationCard> {
        let all = self.game.invitations();
        let found = all.into_iter().find(|one| one == invitation)?;
        let Invitation { who, round, mut choices } = found;
        choices.retain(|words| self.prompts.is_empty() || self.game.is_aside(who, words));
        let member = self.member(who)?;
        let actor = Actor {
            who,
            name: member.name_for(viewer_of(member)),
            acting_as: member.name.clone(),
            system: self.system(),
            offers: choices.into_iter().map(Offer::free).collect(),
            around: Around::default(),
            cockpit: None,
        };
        let user = self.controller(By::Combatant(who));
        Some(InvitationCard { round, user, is_pinged: false, actor })
    }

    /// Who may act in a turn, as its audience may know it, and what they may do while it runs: in
    /// the channel those who are spoken to there, in private those whom the reader may play.
    pub(crate) fn actors(&self, waited: &Waited, to: Audience, is_over: bool) -> Vec<Actor> {
        let is_public = matches!(to, Audience::Channel(_));
        let is_shown = |member: &&Member| match to {
            Audience::Channel(_) => !member.is_hidden,
            Audience::Dm(user) if is_over => self.eyes(user).know(member),
            Audience::Dm(user) => self.may_play(user, By::Combatant(member.id)),
        };
        let is_offered = |who| !is_over && (!is_public || self.audience(By::Combatant(who)) == to);
        let npcs = || self.members.iter().filter(|one| one.user.is_none() && !is_public);
        let on = if is_over { waited.began_with() } else { &waited.on };
        let picked: Vec<_> = on
            .iter()
            .flat_map(|by| match by {
                By::Gm => npcs().collect::<Vec<_>>(),
                By::Combatant(who) => self.member(*who).into_iter().collect(),
            })
            .filter(is_shown)
            .collect();
        // The controller of an actor may know of somebody the channel does not.
        let offers = |who| match is_offered(who) {
            true if is_public => self.game.public_offers(who),
            true => self.game.offers(who),
            false => Vec::new(),
        };
        let eyes = self.eyes_of(to);
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

/// A message that is sent anew where the one to edit is gone: somebody needs it.
fn waits(letter: &Letter) -> bool {
    match letter {
        Letter::Turn(_) | Letter::Summary { .. } => true,
        Letter::Prompt(card) => card.outcome.is_none(),
        Letter::Prompts(cards) => cards.iter().any(|card| card.outcome.is_none()),
        _ => false,
    }
}

/// For so many NPCs of a turn it is thought of what they had best do.
const MOST_ADVISED: usize = 3;

/// What the chat service allows.
const LONGEST_NONCE: usize = 25;

/// The same on every try, and never the same for another post, nor for another file of fights. What
/// it is made of counts inputs, so where there are secrets it is covered: everybody can read it.
fn nonce(now: &FightState, post: &PostRow) -> String {
    // Of the summary, which may be sent anew, it goes by the post.
    let of = match &post.subject {
        Some(subject) if subject == SUMMARY => format!("s{:x}", post.id),
        _ => format!("{:x}.{:x}", post.revision, post.place),
    };
    let nonce = format!("{:x}.{:x}.{of}", post.at, post.fight);
    let cover = now.seals.cover();
    let nonce = cover.map_or_else(|| nonce.clone(), |cover| cover.over(&nonce));
    // What changes most is at the end.
    nonce[nonce.len().saturating_sub(LONGEST_NONCE)..].to_string()
}
