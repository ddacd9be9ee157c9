//! Pace, by simulation: how many days four rounds of play by post take, for four players against
//! five NPCs. Everybody looks in every eight hours, spread over time zones, and then does all that
//! waits for them. With and without standing orders, queued turns, short clocks and decoys.
//!
//! `cargo bench --bench pace` prints the table of docs/PACE.md, `RIPOSTE_ROWS=NPCs` only the rows of
//! that name, and the first. Nothing waits: the clock is moved
//! from one event to the next, and all goes through the door of the app.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::fight_state::FightState;
use riposte::app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use riposte::app::{App, dice_source};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::{Dice, SeededDice};
use riposte::engine::core::ids::{CombatantId, Initiator, UserId};
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::visibility::view::Viewer;
use riposte::store::Store;
use riposte::store::ids::ChannelId;

const PLAYERS: u64 = 4;
const NPCS: u64 = 5;
const ROUNDS: u16 = 4;
const FIGHTS: u64 = 12;
const LOOK_IN: SignedDuration = SignedDuration::from_hours(8);
const GM: UserId = UserId(1);
const CHANNEL: ChannelId = ChannelId(5);
/// What takes longer than that was waited for.
const NOTICED: SignedDuration = SignedDuration::from_mins(60);
/// A fight that takes longer than that stands still.
const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 120);
const MOST_ACTS: usize = 8;

/// What people make use of.
#[derive(Clone, Copy)]
struct Means {
    orders: bool,
    turns: bool,
    clocks: bool,
    decoys: bool,
    /// NPCs play themselves.
    alone: bool,
}

const NOTHING: Means =
    Means { orders: false, turns: false, clocks: false, decoys: false, alone: false };
const ALL_THREE: Means = Means { orders: true, turns: true, clocks: true, ..NOTHING };

const ALL: [(&str, Means); 9] = [
    ("nothing", NOTHING),
    ("clocks (4 h)", Means { clocks: true, ..NOTHING }),
    ("orders", Means { orders: true, ..NOTHING }),
    ("queued turns", Means { turns: true, ..NOTHING }),
    ("all three", ALL_THREE),
    ("decoys alone", Means { decoys: true, ..NOTHING }),
    ("all three, decoys", Means { decoys: true, ..ALL_THREE }),
    ("NPCs play themselves", Means { alone: true, ..NOTHING }),
    ("all three, NPCs play themselves", Means { alone: true, ..ALL_THREE }),
];

struct Pace {
    hours: f64,
    waits: f64,
}

struct Table {
    app: App,
    clock: Arc<ManualClock>,
    choice: SeededDice,
    means: Means,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be had");
    println!("| system | with | days | waits a round | times faster |");
    println!("|---|---|---:|---:|---:|");
    for system in SYSTEM_KEYS {
        let mut bare = None;
        let rows = std::env::var("RIPOSTE_ROWS").unwrap_or_default();
        let is_wanted = |name: &str| name == ALL[0].0 || name.contains(&rows);
        for (name, means) in ALL.into_iter().filter(|(name, _)| is_wanted(name)) {
            let paces: Vec<Pace> =
                (0..FIGHTS).map(|seed| runtime.block_on(fight(system, means, seed))).collect();
            let mean = |of: fn(&Pace) -> f64| paces.iter().map(of).sum::<f64>() / FIGHTS as f64;
            let (days, waits) = (mean(|pace| pace.hours) / 24.0, mean(|pace| pace.waits));
            let faster = *bare.get_or_insert(days) / days;
            println!("| {system} | {name} | {days:.1} | {waits:.1} | {faster:.1} |");
        }
    }
}

/// One fight: the hours that four rounds take, and the waits in a round.
async fn fight(system: &str, means: Means, seed: u64) -> Pace {
    let mut table = Table::new(means, seed).await;
    table.sets_up(system).await;
    let mut began = table.clock.now();
    let (mut waits, mut last, mut revision) = (0, began, 0);
    // Players two hours apart, the GM between the first two.
    let everybody = (0..PLAYERS).map(|at| (player(at), 2 * at as i64)).chain([(GM, 1)]);
    let mut looks: Vec<(Timestamp, UserId)> =
        everybody.map(|(user, hours)| (began + SignedDuration::from_hours(hours), user)).collect();
    loop {
        let now = table.now().await;
        if now.revision != revision {
            waits += u32::from(table.clock.now().duration_since(last) > NOTICED);
            (revision, last) = (now.revision, table.clock.now());
        }
        let round = now.game.view_for(Viewer::Gm).round;
        if round == 0 {
            // Initiative is rolled once, however long the fight.
            (began, waits) = (table.clock.now(), 0);
        }
        let is_done = !now.is_running() || round > ROUNDS;
        let past = table.clock.now().duration_since(began);
        if is_done || past > LONGEST {
            // One that is over before has gone on at the same pace.
            let rounds = f64::from(round.saturating_sub(u16::from(now.is_running())).max(1));
            return Pace {
                hours: past.as_secs_f64() / 3600.0 / rounds * f64::from(ROUNDS),
                waits: f64::from(waits) / rounds,
            };
        }
        looks.sort();
        let (look, user) = looks[0];
        match table
            .app
            .next_deadline_time()
            .await
            .expect("the store works")
            .filter(|due| *due <= look)
        {
            Some(due) => {
                table.clock.set(due.max(table.clock.now()));
                table.app.fire_due_deadlines().await.expect("the store works");
            }
            None => {
                table.clock.set(look);
                table.look_in(user).await;
                looks[0].0 = look + LOOK_IN;
            }
        }
    }
}

fn player(at: u64) -> UserId {
    UserId(10 + at)
}

impl Table {
    async fn new(means: Means, seed: u64) -> Self {
        let store = Store::in_memory().await.expect("there is memory");
        let clock = Arc::new(ManualClock::default());
        let (dice, waits) = (dice_source::seeded_dice(seed), dice_source::seeded_delays(seed));
        let app = App::new_with_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, waits);
        Self { app, clock, choice: SeededDice::new(seed), means }
    }

    async fn now(&self) -> Arc<FightState> {
        let fight = self.app.find_latest_fight(CHANNEL).await.expect("the store works");
        let now =
            self.app.load_fight(fight.expect("a fight is open")).await.expect("the store works");
        now.expect("a fight is open")
    }

    async fn says(&self, user: UserId, input: UserInput) -> InputReply {
        let place = RequestPlace::Channel { guild: 4, channel: CHANNEL };
        let origin = RequestContext { user, place, is_admin: false, idempotency_key: None };
        match self.app.handle_input(&origin, input).await.expect("the store works") {
            InputReply::NeedsConfirmation(unsure) => self
                .app
                .handle_input(&origin, unsure.to_confirmed_input())
                .await
                .expect("the store works"),
            reply => reply,
        }
    }

    async fn does(&self, user: UserId, words: Command) {
        if let InputReply::Refused(refusal) =
            self.says(user, UserInput::from_command(words.clone())).await
        {
            panic!("{words}: {refusal:?}");
        }
    }

    /// Everybody in one place, hardy enough for four rounds where the rules have numbers for it.
    async fn sets_up(&self, system: &str) {
        let (pc, npc, hardy): (_, _, &[(&str, u32)]) = match system {
            "cards" => ("hunter", "wolf", &[]),
            "dr12" => ("warrior", "raider", &[("hp", 60), ("hp_max", 60)]),
            "factions" => ("reaver", "wolf", &[("health", 40), ("health_max", 40)]),
            "fates" => ("bruiser", "thug", &[("resolve", 60), ("resolve_max", 60)]),
            "ranks" => ("blade", "thug", &[]),
            other => panic!("who fights by {other}?"),
        };
        let with = |words: Command| {
            hardy.iter().fold(words, |words, (field, number)| words.with(field, number))
        };
        self.does(GM, Command::new("new").with("system", system)).await;
        self.does(GM, Command::new("zones").with("layout", "Yard")).await;
        if self.means.decoys {
            self.does(GM, Command::new("set").with("key", "decoys").with("value", true)).await;
        }
        for at in 0..PLAYERS {
            let join = Command::new("join").with("from", pc).with("name", format!("Hero {at}"));
            self.does(player(at), with(join)).await;
        }
        for at in 0..NPCS {
            let add = Command::new("add").with("from", npc).with("name", format!("Foe {at}"));
            self.does(GM, with(add)).await;
        }
        let limits = self.now().await.game.full_state_json()["settings"].clone();
        let limits = limits.as_object().into_iter().flatten().map(|(key, _)| key);
        let secs = if self.means.clocks { 4 * 3600 } else { 0 };
        for key in limits.filter(|key| key.ends_with("_secs")) {
            self.does(GM, Command::new("set").with("key", key).with("value", secs)).await;
        }
        if system == "factions" {
            self.does(GM, Command::new("started").with("faction", "party")).await;
        }
        if self.means.alone {
            self.does(GM, Command::new("absence").with("policy", "auto")).await;
        }
        if self.means.orders {
            self.give_orders(system).await;
        }
        self.does(GM, Command::new("start")).await;
    }

    /// Everybody answers every kind of question with the first of its answers that is legal.
    async fn give_orders(&self, system: &str) {
        for one in &self.now().await.members {
            let user = one.user.unwrap_or(GM);
            let mut given = 0;
            // A stunt is offered unasked, and needs the GM.
            for kind in Game::prompt_kinds(system).iter().filter(|kind| kind.key != "stunt-offer") {
                for answer in kind.answer_verbs {
                    let words = Command::new("orders-add").with("question", kind.key);
                    let words = words.with("answer", answer);
                    if given < riposte::app::standing_orders::MAX_ORDERS {
                        self.says(user, UserInput::from_command_as(&one.name, words)).await;
                        given += 1;
                    }
                }
            }
        }
    }

    /// Somebody does all that waits for them, and prepares what does not yet.
    async fn look_in(&mut self, user: UserId) {
        for _ in 0..200 {
            let now = self.now().await;
            let Some(input) = self.next_input(&now, user) else { break };
            self.says(user, input).await;
            self.app.fire_due_deadlines().await.expect("the store works");
        }
        if self.means.turns {
            self.plan(user).await;
        }
    }

    fn next_input(&mut self, now: &FightState, user: UserId) -> Option<UserInput> {
        // The GM leaves to NPCs what they do themselves.
        let is_gms = user == GM && self.means.alone;
        let mine = now.prompts.iter().filter(|open| open.user == user && !open.prompt.is_optional);
        let mine = mine.filter(|open| !is_gms || open.prompt.respondent == Initiator::Gm);
        let mine: Vec<_> = mine.collect();
        if let Some(open) = mine.first() {
            let choice = self.choice.number_below(open.prompt.choices.len());
            return Some(UserInput::PromptButton { prompt: open.id, choice });
        }
        if !now.prompts.is_empty() || !now.is_running() || is_gms {
            return None;
        }
        let waits = now.game.pending_turn()?;
        let mut own = now.combatants_of(user).filter(|one| {
            let is_npc = one.user.is_none() && waits.actors.contains(&Initiator::Gm);
            waits.actors.contains(&Initiator::Combatant(one.id)) || is_npc
        });
        let acts = own.find_map(|one| Some((one, self.chosen(&now.game, one.id)?)));
        match acts {
            Some((one, words)) => Some(UserInput::from_command_as(&one.name, words)),
            None if user == GM && waits.actors.contains(&Initiator::Gm) => {
                Some(UserInput::from_command(Command::new("skip").with("who", "GM")))
            }
            None => None,
        }
    }

    /// What somebody does on their turn: attack an enemy if they can, else end the turn.
    fn chosen(&mut self, game: &Game, who: CombatantId) -> Option<Command> {
        let offers: Vec<Command> =
            game.list_offers(who).into_iter().map(|offer| offer.command).collect();
        let is_npc = game.members().iter().any(|one| one.id == who && one.user.is_none());
        let enemy = if is_npc { "Hero" } else { "Foe" };
        let is_attack =
            |words: &&Command| words.verb == "attack" && words.get("target").starts_with(enemy);
        let mut attacks: Vec<&Command> = offers.iter().filter(is_attack).collect();
        // Nothing fancy, which a GM would have to allow.
        let plainest = attacks.iter().map(|words| words.slots.len()).min();
        attacks.retain(|words| Some(words.slots.len()) == plainest);
        if !attacks.is_empty() {
            return Some(attacks[self.choice.number_below(attacks.len())].clone());
        }
        let verbs = ["init", "turn", "done", "pass"];
        let ending = verbs.iter().find_map(|verb| offers.iter().find(|one| one.verb == *verb));
        ending.or(offers.first()).cloned()
    }

    /// Plans the next turn of everybody somebody plays, as it would come if nothing happened before.
    async fn plan(&mut self, user: UserId) {
        let now = self.now().await;
        let own: Vec<_> = now.combatants_of(user).cloned().collect();
        for one in own.into_iter().filter(|one| !now.plans.contains_key(&one.id)) {
            let acts = self.foreseen(&now.game, one.id);
            for act in &acts {
                let add = Command::new("queue-add").with("act", act);
                self.says(user, UserInput::from_command_as(&one.name, add)).await;
            }
            if !acts.is_empty() {
                let confirm = Command::new("queue-confirm");
                self.says(user, UserInput::from_command_as(&one.name, confirm)).await;
            }
        }
    }

    /// The acts of their next turn in a fight where all the others pass.
    fn foreseen(&mut self, game: &Game, who: CombatantId) -> Vec<Command> {
        let mut dice: Box<dyn Dice> = Box::new(SeededDice::new(1));
        let mut game = game.clone();
        let mut acts = Vec::new();
        let mut waited = BTreeSet::new();
        for _ in 0..60 {
            let prompt = game.open_prompts().into_iter().find(|prompt| !prompt.is_optional);
            let is_on = game.pending_turn().is_some_and(|waits| {
                waits.actors.contains(&Initiator::Combatant(who)) || waits.actors == [Initiator::Gm]
            });
            let own = if is_on { self.chosen(&game, who) } else { None };
            let after = match (prompt, own) {
                (Some(prompt), _) => {
                    game.answer_prompt(&prompt.subject, &prompt.default_choice, &mut *dice)
                }
                (None, Some(act)) if acts.len() < MOST_ACTS => {
                    acts.push(act.clone());
                    waited.insert(game.view_for(Viewer::Gm).round);
                    game.perform_act(who, &act, &mut *dice)
                }
                (None, None) if acts.is_empty() => {
                    game.perform_order(&Command::new("skip"), &mut *dice)
                }
                (None, _) => break,
            };
            let Ok(after) = after else { break };
            game = after.game;
            if waited.len() > 1 {
                acts.pop();
                break;
            }
        }
        acts
    }
}
