//! The way of an input: find the fight, authorise, play, commit.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Kind, no_such_system};
use engine::command::{Command, Refusal};
use engine::dice::Scripted;
use engine::fight::Phase;
use engine::game::{Game, Prompt, Telling};
use engine::ids::{By, CombatantId};
use engine::view::Viewer;
use store::Boxed;
use store::fault::Fault;
use store::ids::{FightId, PromptId};
use store::rows::{Committed, Kind as RowKind};

use crate::change::commit::MOST_TRIES;
use crate::change::{Change, InputRecord, draw_up};
use crate::deeds::permissions;
use crate::deeds::resolve::{self, Deed, Intent, authorise};
use crate::deeds::supplies::Supplies;
use crate::features::again::Opening;
use crate::features::guide;
use crate::features::shelf::templates::Template;
use crate::fight::fight_state::{FightState, OpenPrompt, read};
use crate::fight::roles::Role;
use crate::held::app::App;
use crate::held::figures::count_input;
use crate::held::guard::Entrance;
use crate::terms::guide::Guide;
use crate::terms::input::{Done, Input, Origin, Place, Reply, SetUp, Shown, refused, shown};
use crate::terms::outbox::{Audience, Notice};
use crate::terms::seals::{Counts, Lane, Seals};

/// How often a fight is given another number because another program has just taken its own.
const MOST_OPENED_AT_ONCE: usize = 16;

impl App {
    /// One input, from who may say it to what is stored of it.
    ///
    /// # Errors
    /// The store could not be used; nothing has happened.
    ///
    pub fn handle<'a>(
        &'a self,
        origin: &'a Origin,
        input: Input,
    ) -> Boxed<'a, Result<Reply, Fault>> {
        Box::pin(async move {
            let reply = match self.let_in(origin, Entrance::Input) {
                Ok(()) => self.take_once(origin, input).await,
                Err(refusal) => Ok(refused(refusal)),
            };
            count_input(&reply);
            reply
        })
    }

    async fn take_once(&self, origin: &Origin, input: Input) -> Result<Reply, Fault> {
        let reply = self.admit(origin, &input).await?;
        // It may be refused, or asked about, only because it was done before.
        if let (Reply::Refused(_) | Reply::Unsure(_), Some(key)) = (&reply, origin.input_key)
            && let Some((fight, revision)) = self.inner.store.by_key(key).await?
        {
            return self.repeated(origin, fight, revision).await;
        }
        Ok(match reply {
            Reply::Refused(refusal) => refused(self.or_of_another_system(origin, *refusal).await?),
            Reply::Done(_) | Reply::Unsure(_) | Reply::Shown(_) | Reply::Shelf(_) => reply,
        })
    }

    async fn admit(&self, origin: &Origin, input: &Input) -> Result<Reply, Fault> {
        if let Input::Command { words, .. } = input {
            if let Err(refusal) = permissions::check_slots(words) {
                return Ok(refused(refusal));
            }
            if let Some(reply) = self.on_shelf(origin, words).await? {
                return Ok(reply);
            }
            if let Some(reply) = self.on_person(origin, words).await? {
                return Ok(reply);
            }
            match words.verb.as_str() {
                "new" | "load" | "again" => return self.open_fight(origin, words).await,
                "inbox" => return Ok(shown(Shown::Inbox(self.inbox(origin.user).await?))),
                "fight" => return self.choose_fight(origin, words).await,
                "privacy" => return self.privacy(origin, words).await,
                "plain" => return self.set_plain(origin, words).await,
                "systems" => return self.server_systems(origin, words).await,
                "roll" if !is_of_fight(words) => return self.roll_freely(origin, words).await,
                "guide" if guide::is_of_rules(words) => {
                    let fought = self.system_of(origin, words).await?;
                    return Ok(guided(guide::of_rules(words, fought)));
                }
                _ => {}
            }
        }
        match self.find(origin, input).await? {
            Ok(fight) => self.take(origin, input, fight).await,
            Err(refusal) => Ok(refused(refusal)),
        }
    }

    /// One input of one fight, while no other is taken (I9).
    async fn take(&self, origin: &Origin, input: &Input, fight: FightId) -> Result<Reply, Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        for _ in 0..MOST_TRIES {
            let Some(now) = self.stand(&mut exclusive, fight).await? else {
                return Ok(refused(Refusal::new(gone(input), "")));
            };
            if now.people.is_asleep && now.role(origin.user) != Role::Stranger {
                let change = Change { user: Some(origin.user), ..now.awoken() };
                self.commit(&mut exclusive, &now, change).await?;
                continue;
            }
            let meant = match authorise(&now, origin, input) {
                Ok(meant) => meant,
                Err(refusal) => {
                    let refusal = self.or_too_late(&now, origin, input, refusal).await?;
                    return Ok(refused(now.or_ordered(origin, input, refusal)));
                }
            };
            self.look_back(&now, origin.user).await?;
            if let Some(unsure) = now.unsure(input, &meant) {
                return Ok(Reply::Unsure(Box::new(unsure)));
            }
            let is_quiet = is_quiet(input) && now.is_gm(origin.user);
            let mut rolled = None;
            let change = match meant {
                Intent::Look(look) => return self.look(&now, origin, look).await,
                Intent::Forecast => {
                    // It takes a while, and needs nobody to wait for it.
                    drop(exclusive);
                    return Ok(self.forecast(&now).await?.map_or_else(refused, shown));
                }
                Intent::Guide { why, acting_as } => {
                    let guide = now.guide(origin, &why, acting_as.as_deref());
                    drop(exclusive);
                    return Ok(guided(self.with_odds(&now, guide).await));
                }
                Intent::Orders { words, acting_as } => {
                    let said = (&words, acting_as.as_deref());
                    let kept = self.keep_orders(&mut exclusive, &now, origin.user, said).await?;
                    return Ok(kept.map_or_else(refused, shown));
                }
                Intent::Plan { words, acting_as } => {
                    let said = (&words, acting_as.as_deref());
                    let kept = self.keep_plan(&mut exclusive, &now, origin.user, said).await?;
                    return Ok(kept.map_or_else(refused, shown));
                }
                Intent::Do(Deed::Answer { prompt, words }) if now.is_veiled(prompt) => {
                    let kept = self.keep_answer(&mut exclusive, &now, prompt, &words).await?;
                    return Ok(kept.map_or_else(refused, shown));
                }
                Intent::Do(Deed::Skip { whose })
                    if now.meant(whose).is_some_and(|open| open.prompt.is_unseen) =>
                {
                    let over = self.end_wait(exclusive, &now, whose).await?;
                    return Ok(over.map_or_else(refused, shown));
                }
                Intent::Undo { steps } => self.undo(&now, origin.user, steps).await?,
                Intent::TakeBack => self.take_back(&now, origin.user).await?,
                Intent::Redo => self.redo(&now, origin.user).await?,
                Intent::Save { name } => {
                    return Ok(match self.save_template(&now, origin, &name).await? {
                        Ok(shelf) => Reply::Shelf(Box::new(shelf)),
                        Err(refusal) => refused(refusal),
                    });
                }
                Intent::Roll { words } => match self.roll_for_gm(&now, origin, &words).await? {
                    Ok((change, shown)) => {
                        rolled = Some(shown);
                        Ok(change)
                    }
                    Err(refusal) => Err(refusal),
                },
                Intent::Do(deed) => match self.supplies(&now, origin, &deed).await? {
                    Ok(supplies) => {
                        let supplies = Supplies { lane: Lane::hidden_if(is_quiet), ..supplies };
                        self.play(&now, Some(origin.user), &deed, &supplies)
                    }
                    Err(refusal) => Err(refusal),
                },
            };
            let mut change = match change {
                Ok(change) => change,
                Err(refusal) => return Ok(refused(now.or_waited_for(origin.user, refusal))),
            };
            // Whoever takes the end of a fight back needs its channel again.
            if change.after.is_open
                && !now.is_open
                && self.inner.store.has_open_fight(now.channel).await?
            {
                return Ok(refused(Refusal::new("fight-here", "")));
            }
            change.user = Some(origin.user);
            change.input_key = origin.input_key;
            change.said.is_quiet = is_quiet;
            let told = Told::of(&change, &now, origin);
            match self.commit(&mut exclusive, &now, change).await? {
                Committed::Stored(_) => {
                    if let Some(rolled) = rolled {
                        return Ok(shown(rolled));
                    }
                    let now = self.stand(&mut exclusive, fight).await?;
                    let now = now.ok_or_else(|| Fault::Damaged("a fight is gone".into()))?;
                    return Ok(Reply::Done(Box::new(self.done(&now, origin, told).await?)));
                }
                Committed::Repeated { fight, revision } => {
                    drop(exclusive);
                    return self.repeated(origin, fight, revision).await;
                }
                Committed::Overtaken | Committed::Occupied => {}
            }
        }
        Err(Fault::Locked)
    }

    async fn open_fight(&self, origin: &Origin, words: &Command) -> Result<Reply, Fault> {
        let opening = match self.opening(origin, words).await? {
            Ok(opening) => opening,
            Err(refusal) => return Ok(refused(refusal)),
        };
        let _one_at_a_time = self.inner.opening.lock().await;
        if let Err(refusal) = self.let_open(origin.user, opening.guild).await? {
            return Ok(refused(refusal));
        }
        for _ in 0..MOST_OPENED_AT_ONCE {
            match self.open(origin, words, &opening).await? {
                Some(reply) => return Ok(reply),
                // Another program was faster, somewhere else.
                None if !self.inner.store.has_open_fight(opening.channel).await? => {}
                None => return Ok(refused(Refusal::new("fight-here", ""))),
            }
        }
        Err(Fault::Locked)
    }

    /// Opens a fight; none where its channel has one, or its number has another.
    async fn open(
        &self,
        origin: &Origin,
        words: &Command,
        opening: &Opening,
    ) -> Result<Option<Reply>, Fault> {
        let Opening { game, guild, channel, gm, people } = opening.clone();
        let mut seals = Seals::default();
        if let Some(secrets) = self.inner.secrets.get() {
            seals.add(secrets(), Counts::default());
        }
        let before = FightState {
            id: self.inner.store.next_fight().await?,
            guild,
            channel,
            gm,
            is_open: true,
            is_paused: false,
            is_gm_told: true,
            people,
            revision: 0,
            members: game.members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed: Vec::new(),
            turn: None,
            ahead: Vec::new(),
            drawn: Counts::default(),
            seals,
            orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        };
        let mut change = Change::aside(&before, InputRecord::of(words.clone()));
        change.kind = RowKind::Opened;
        change.user = Some(origin.user);
        change.input_key = origin.input_key;
        let opened = Notice::Opened { gm, seal: before.seals.seal(before.id) };
        change.notices.push((Audience::Channel(channel), opened));
        let present = self.present(&change.after).await?;
        let (now, commit) = draw_up(&before, change, (self.inner.waits)(), &present)?;
        let played = self.systems_in(guild).await?;
        Ok(match self.inner.store.open_fight(&before.row()?, commit).await? {
            Committed::Stored(id) => {
                self.remember(channel, id);
                let brought = self.brings(guild, now.system(), &played);
                let done = self.done(&now, origin, Told::default()).await?;
                Some(Reply::Done(Box::new(Done { brought, ..done })))
            }
            Committed::Repeated { fight, revision } => {
                Some(self.repeated(origin, fight, revision).await?)
            }
            Committed::Occupied | Committed::Overtaken => None,
        })
    }

    /// What is opened by `new`, `load` or `again`.
    async fn opening(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Result<Opening, Refusal>, Fault> {
        if words.verb == "again" {
            return self.again(origin, words).await;
        }
        let Place::Channel { guild, channel } = origin.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        let gm = origin.user;
        let set_up = match words.verb.as_str() {
            "load" => self.template(origin, words).await?,
            _ => new_game(words).map(Template::alone),
        };
        Ok(set_up.map(|Template { game, people }| Opening { game, guild, channel, gm, people }))
    }

    /// What was done before under the same key.
    async fn repeated(
        &self,
        origin: &Origin,
        fight: FightId,
        revision: i64,
    ) -> Result<Reply, Fault> {
        let now = self.now(fight).await?;
        let now = now.ok_or_else(|| Fault::Damaged("a fight is gone".into()))?;
        let told = Told::default();
        let done = self.done(&now, origin, told).await?;
        let done = Done { revision, is_repeat: true, ..done };
        Ok(Reply::Done(Box::new(done)))
    }

    /// An open question, for whoever may answer it: to show them a form, for one of its choices or
    /// for whatever they say.
    ///
    /// # Errors
    /// The store could not be read. Within: why they may not answer it.
    pub async fn open_prompt(
        &self,
        origin: &Origin,
        prompt: PromptId,
        choice: Option<usize>,
    ) -> Result<Result<OpenPrompt, Refusal>, Fault> {
        let Some(now) = self.now(prompt.fight).await? else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        Ok(match (resolve::open_prompt(&now, origin, prompt), choice) {
            (Ok(open), _) => Ok(open.clone()),
            (Err(refusal), None) => Err(refusal),
            (Err(refusal), Some(choice)) => {
                let press = Input::Press { prompt, choice };
                Err(self.or_too_late(&now, origin, &press, refusal).await?)
            }
        })
    }

    /// Where a question is closed, why it takes this answer no more, if the rules know.
    async fn or_too_late(
        &self,
        now: &FightState,
        origin: &Origin,
        input: &Input,
        refusal: Refusal,
    ) -> Result<Refusal, Fault> {
        let (Input::Press { prompt: id, .. } | Input::Form { prompt: id, .. }) = input else {
            return Ok(refusal);
        };
        let row = match refusal.key.as_str() {
            "prompt-closed" => self.inner.store.prompt(now.prompt_meant(*id)).await?,
            _ => None,
        };
        let Some(row) = row else { return Ok(refusal) };
        let asked: Prompt = read(&row.asked)?;
        let words = match input {
            Input::Press { choice, .. } => asked.choices.get(*choice),
            Input::Form { words, .. } => Some(words),
            Input::Command { .. }
            | Input::Invited { .. }
            | Input::Turn { .. }
            | Input::Sure { .. } => None,
        };
        let is_theirs = now.may_play(origin.user, asked.to);
        let why = words.filter(|_| is_theirs).and_then(|it| now.game.too_late(&asked.asked, it));
        Ok(why.unwrap_or(refusal))
    }
}

fn guided(guide: Result<Guide, Refusal>) -> Reply {
    guide.map_or_else(refused, |guide| shown(Shown::Guide(guide)))
}

/// A new fight, with `zones:` where they are given.
fn new_game(words: &Command) -> Result<Game, Refusal> {
    let system = words.get("system");
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    if words.get("zones").is_empty() {
        return Ok(game);
    }
    let zones = Command::new("zones").with("layout", words.get("zones"));
    Ok(game.order(&zones, &mut Scripted::default())?.game)
}

/// The GM of the fight here is to see it, or it is mixed into its dice.
fn is_of_fight(words: &Command) -> bool {
    matches!(words.get("sight"), "gm" | "blind") || words.has("salt")
}

/// A button of a fight that is not there is as closed as can be.
fn gone(input: &Input) -> &'static str {
    match input {
        Input::Press { .. } | Input::Form { .. } | Input::Invited { .. } => "prompt-closed",
        Input::Turn { .. } | Input::Sure { .. } => "turn-over",
        Input::Command { .. } => "no-fight",
    }
}

fn is_quiet(input: &Input) -> bool {
    matches!(input, Input::Command { is_quiet: true, .. } | Input::Sure { is_quiet: true, .. })
}

/// Who acted, and what whoever said so is told beyond what the channel is.
#[derive(Default)]
struct Told {
    who: Option<CombatantId>,
    /// It was their turn, and what they did is not called the end of it.
    had_turn: bool,
    telling: Option<Telling>,
    /// The channel is told less.
    is_more: bool,
    /// The setting that was set, and its value.
    set: Option<(String, String)>,
    /// What the channel is told that is not of the rules, or else nobody but them.
    notice: Option<Notice>,
}

impl Told {
    fn of(change: &Change, now: &FightState, origin: &Origin) -> Self {
        let eyes = now.eyes(origin.user);
        let telling = match eyes.viewer {
            Viewer::Gm => change.told_gm.clone(),
            Viewer::Player(_) => eyes.retell(&change.after.game, &change.notes),
            // Who joins is told what everybody is.
            Viewer::Public => change.told.clone(),
        };
        let is_more = |telling: &Telling| {
            let is_as_much = |told: &Telling| telling.tells_as_much_as(told);
            change.said.is_quiet || !change.told.as_ref().is_some_and(is_as_much)
        };
        let words = &change.said.words;
        let set =
            (words.verb == "set").then(|| (words.get("key").into(), words.get("value").into()));
        let who = change.said.who;
        let turn = now.turn.as_ref();
        let is_on = |who| turn.is_some_and(|it| now.is_on(&it.waited, who));
        let had_turn = !now.game.is_end(words) && who.is_some_and(is_on);
        let is_more = telling.as_ref().is_some_and(is_more);
        let mut notices = change.notices.iter();
        let notice = notices.find(|(to, _)| matches!(to, Audience::Channel(_)));
        let notice = notice.map(|(_, notice)| notice).or(change.answer.as_ref()).cloned();
        Self { who, had_turn, telling, is_more, set, notice }
    }
}

impl App {
    async fn done(&self, now: &FightState, origin: &Origin, told: Told) -> Result<Done, Fault> {
        let is_set_up = now.game.phase() == Phase::Setup && now.is_gm(origin.user);
        let set_up = if is_set_up { Some(self.set_up(now).await?) } else { None };
        let is_theirs = |who: &CombatantId| now.may_play(origin.user, By::Combatant(*who));
        let who = told.who.filter(is_theirs);
        let turn = now.turn.as_ref().filter(|turn| {
            let mut on = turn.waited.on.iter();
            now.prompts.is_empty() && on.any(|by| now.may_play(origin.user, *by))
        });
        let view = now.eyes(origin.user).view(&now.game);
        Ok(Done {
            fight: now.id,
            revision: now.revision,
            is_repeat: false,
            told: told.telling,
            is_more: told.is_more,
            set: told.set,
            notice: told.notice,
            has_ended_turn: told.had_turn && who.is_some_and(|who| !now.is_acting(who)),
            offers: who.map(|who| now.game.offers(who)).unwrap_or_default(),
            acting_as: who.map_or_else(String::new, |who| now.name(who).to_string()),
            system: now.system(),
            around: who.map(|who| now.around(who, &view)).unwrap_or_default(),
            who,
            turn: turn.map(|turn| now.turn_on_button(turn.id)),
            view,
            set_up,
            brought: None,
        })
    }

    /// What there is to choose from before the start.
    async fn set_up(&self, now: &FightState) -> Result<SetUp, Fault> {
        let kit = self.kit_of(now.guild, now.system()).await?;
        let (_, orders) = Game::verbs(now.system()).unwrap_or_default();
        Ok(SetUp {
            creatures: kit.names(Kind::Creature),
            settings: now.game.facts()["settings"].clone(),
            limits: now.game.limits(),
            start_zone: orders.iter().find(|verb| verb.is_start).map(|verb| verb.name),
        })
    }
}
