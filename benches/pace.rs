//! Simulates the pace of play by post: how many days four rounds take for four players against five
//! NPCs. Everybody looks in every eight hours, spread over time zones, and then does all that waits
//! for them. It compares play with and without standing orders, queued turns, short deadlines and
//! decoys.
//!
//! `cargo bench --bench pace` prints the table of docs/PACE.md; `RIPOSTE_ROWS=NPCs` limits it to
//! the first row and the rows whose name contains that text. Nothing sleeps: the clock is moved
//! from one due time to the next, and all inputs go through the app.

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
const LOOK_IN_INTERVAL: SignedDuration = SignedDuration::from_hours(8);
const GM: UserId = UserId(1);
const CHANNEL: ChannelId = ChannelId(5);
/// A longer pause counts as a wait.
const MIN_WAIT: SignedDuration = SignedDuration::from_mins(60);
/// A fight that takes longer than this counts as stuck and is ended.
const MAX_DURATION: SignedDuration = SignedDuration::from_hours(24 * 120);
const MAX_PLANNED_ACTS: usize = 8;

/// The features of the app that people use.
#[derive(Clone, Copy)]
struct UsedFeatures {
    standing_orders: bool,
    planned_turns: bool,
    short_deadlines: bool,
    decoys: bool,
    npcs_play_themselves: bool,
}

const NO_FEATURES: UsedFeatures = UsedFeatures {
    standing_orders: false,
    planned_turns: false,
    short_deadlines: false,
    decoys: false,
    npcs_play_themselves: false,
};
const THREE_FEATURES: UsedFeatures = UsedFeatures {
    standing_orders: true,
    planned_turns: true,
    short_deadlines: true,
    ..NO_FEATURES
};

const ROWS: [(&str, UsedFeatures); 9] = [
    ("nothing", NO_FEATURES),
    ("clocks (4 h)", UsedFeatures { short_deadlines: true, ..NO_FEATURES }),
    ("orders", UsedFeatures { standing_orders: true, ..NO_FEATURES }),
    ("queued turns", UsedFeatures { planned_turns: true, ..NO_FEATURES }),
    ("all three", THREE_FEATURES),
    ("decoys alone", UsedFeatures { decoys: true, ..NO_FEATURES }),
    ("all three, decoys", UsedFeatures { decoys: true, ..THREE_FEATURES }),
    ("NPCs play themselves", UsedFeatures { npcs_play_themselves: true, ..NO_FEATURES }),
    (
        "all three, NPCs play themselves",
        UsedFeatures { npcs_play_themselves: true, ..THREE_FEATURES },
    ),
];

struct Pace {
    /// The hours that four rounds take.
    hours: f64,
    waits_per_round: f64,
}

struct Table {
    app: App,
    clock: Arc<ManualClock>,
    rng: SeededDice,
    features: UsedFeatures,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be had");
    println!("| system | with | days | waits a round | times faster |");
    println!("|---|---|---:|---:|---:|");
    for system in SYSTEM_KEYS {
        let mut days_without_features = None;
        let wanted_rows = std::env::var("RIPOSTE_ROWS").unwrap_or_default();
        let is_wanted = |name: &str| name == ROWS[0].0 || name.contains(&wanted_rows);
        for (name, features) in ROWS.into_iter().filter(|(name, _)| is_wanted(name)) {
            let paces: Vec<Pace> = (0..FIGHTS)
                .map(|seed| runtime.block_on(simulate_fight(system, features, seed)))
                .collect();
            let mean_of =
                |figure: fn(&Pace) -> f64| paces.iter().map(figure).sum::<f64>() / FIGHTS as f64;
            let (days, waits_per_round) =
                (mean_of(|pace| pace.hours) / 24.0, mean_of(|pace| pace.waits_per_round));
            let speed_up = *days_without_features.get_or_insert(days) / days;
            println!("| {system} | {name} | {days:.1} | {waits_per_round:.1} | {speed_up:.1} |");
        }
    }
}

/// Simulates one fight and returns its pace.
async fn simulate_fight(system: &str, features: UsedFeatures, seed: u64) -> Pace {
    let mut table = Table::new(features, seed).await;
    table.start_fight(system).await;
    let mut started_at = table.clock.now();
    let (mut waits, mut changed_at, mut revision) = (0, started_at, 0);
    // Players two hours apart, the GM between the first two.
    let people = (0..PLAYERS).map(|index| (player_id(index), 2 * index as i64)).chain([(GM, 1)]);
    let mut looks: Vec<(Timestamp, UserId)> = people
        .map(|(user, hours)| (started_at + SignedDuration::from_hours(hours), user))
        .collect();
    loop {
        let state = table.load_state().await;
        if state.revision != revision {
            waits += u32::from(table.clock.now().duration_since(changed_at) > MIN_WAIT);
            (revision, changed_at) = (state.revision, table.clock.now());
        }
        let round = state.game.view_for(Viewer::Gm).round;
        if round == 0 {
            // The clock starts after initiative, which is rolled once, however long the fight is.
            (started_at, waits) = (table.clock.now(), 0);
        }
        let is_over = !state.is_running() || round > ROUNDS;
        let elapsed = table.clock.now().duration_since(started_at);
        if is_over || elapsed > MAX_DURATION {
            // The pace of a fight that ends early is extrapolated to four rounds.
            let rounds = f64::from(round.saturating_sub(u16::from(state.is_running())).max(1));
            return Pace {
                hours: elapsed.as_secs_f64() / 3600.0 / rounds * f64::from(ROUNDS),
                waits_per_round: f64::from(waits) / rounds,
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
                looks[0].0 = look + LOOK_IN_INTERVAL;
            }
        }
    }
}

/// Returns the user id of a player by its index.
fn player_id(index: u64) -> UserId {
    UserId(10 + index)
}

impl Table {
    /// Creates an app in memory, with dice and delays of this seed.
    async fn new(features: UsedFeatures, seed: u64) -> Self {
        let store = Store::in_memory().await.expect("there is memory");
        let clock = Arc::new(ManualClock::default());
        let (dice, waits) = (dice_source::seeded_dice(seed), dice_source::seeded_delays(seed));
        let app =
            App::new_with_decoy_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, waits);
        Self { app, clock, rng: SeededDice::new(seed), features }
    }

    /// Returns the state of the fight; panics if there is none.
    async fn load_state(&self) -> Arc<FightState> {
        let fight = self.app.find_open_or_latest_fight(CHANNEL).await.expect("the store works");
        let state =
            self.app.load_fight(fight.expect("a fight is open")).await.expect("the store works");
        state.expect("a fight is open")
    }

    /// Sends an input, and confirms it if the app asks for confirmation.
    async fn send_input(&self, user: UserId, input: UserInput) -> InputReply {
        let place = RequestPlace::Channel { guild: 4, channel: CHANNEL };
        let context = RequestContext {
            user,
            place,
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
        };
        match self.app.handle_input(&context, input).await.expect("the store works") {
            InputReply::NeedsConfirmation(unconfirmed) => self
                .app
                .handle_input(&context, unconfirmed.to_confirmed_input())
                .await
                .expect("the store works"),
            reply => reply,
        }
    }

    /// Runs a command that must not be refused.
    async fn run_command(&self, user: UserId, command: Command) {
        if let InputReply::Refused(refusal) =
            self.send_input(user, UserInput::from_command(command.clone())).await
        {
            panic!("{command}: {refusal:?}");
        }
    }

    /// Starts a fight with everybody in one zone. Where the rules have numbers for it, combatants
    /// get enough health for four rounds.
    async fn start_fight(&self, system: &str) {
        let (archetype, creature, health_fields): (_, _, &[(&str, u32)]) = match system {
            "cards" => ("hunter", "wolf", &[]),
            "dr12" => ("warrior", "raider", &[("hp", 60), ("hp_max", 60)]),
            "factions" => ("reaver", "wolf", &[("health", 40), ("health_max", 40)]),
            "fates" => ("bruiser", "thug", &[("resolve", 60), ("resolve_max", 60)]),
            "ranks" => ("blade", "thug", &[]),
            other => panic!("who fights by {other}?"),
        };
        let add_health = |command: Command| {
            health_fields
                .iter()
                .fold(command, |command, (field, number)| command.with(field, number))
        };
        self.run_command(GM, Command::new("new").with("system", system)).await;
        self.run_command(GM, Command::new("zones").with("layout", "Yard")).await;
        if self.features.decoys {
            self.run_command(GM, Command::new("set").with("key", "decoys").with("value", true))
                .await;
        }
        for index in 0..PLAYERS {
            let join =
                Command::new("join").with("from", archetype).with("name", format!("Hero {index}"));
            self.run_command(player_id(index), add_health(join)).await;
        }
        for index in 0..NPCS {
            let add =
                Command::new("add").with("from", creature).with("name", format!("Foe {index}"));
            self.run_command(GM, add_health(add)).await;
        }
        let settings = self.load_state().await.game.full_state_json()["settings"].clone();
        let settings = settings.as_object().into_iter().flatten().map(|(key, _)| key);
        let deadline_secs = if self.features.short_deadlines { 4 * 3600 } else { 0 };
        for key in settings.filter(|key| key.ends_with("_secs")) {
            self.run_command(GM, Command::new("set").with("key", key).with("value", deadline_secs))
                .await;
        }
        if system == "factions" {
            self.run_command(GM, Command::new("started").with("faction", "party")).await;
        }
        if self.features.npcs_play_themselves {
            self.run_command(GM, Command::new("absence").with("policy", "auto")).await;
        }
        if self.features.standing_orders {
            self.give_standing_orders(system).await;
        }
        self.run_command(GM, Command::new("start")).await;
    }

    /// Everybody gives standing orders that answer each kind of prompt with its first legal answer.
    async fn give_standing_orders(&self, system: &str) {
        for member in &self.load_state().await.members {
            let user = member.user.unwrap_or(GM);
            let mut order_count = 0;
            // Stunt prompts are optional and need the GM.
            for kind in Game::prompt_kinds(system).iter().filter(|kind| kind.key != "stunt-offer") {
                for answer in kind.answer_verbs {
                    let command = Command::new("orders-add").with("question", kind.key);
                    let command = command.with("answer", answer);
                    if order_count < riposte::app::standing_orders::MAX_ORDERS {
                        self.send_input(user, UserInput::from_command_as(&member.name, command))
                            .await;
                        order_count += 1;
                    }
                }
            }
        }
    }

    /// A user does all that waits for them, and then plans their next turns.
    async fn look_in(&mut self, user: UserId) {
        for _ in 0..200 {
            let state = self.load_state().await;
            let Some(input) = self.next_input(&state, user) else { break };
            self.send_input(user, input).await;
            self.app.fire_due_deadlines().await.expect("the store works");
        }
        if self.features.planned_turns {
            self.plan_turns(user).await;
        }
    }

    fn next_input(&mut self, state: &FightState, user: UserId) -> Option<UserInput> {
        // The GM does nothing for NPCs that play themselves.
        let leaves_npcs_alone = user == GM && self.features.npcs_play_themselves;
        let prompts = state
            .prompts
            .iter()
            .filter(|open_prompt| open_prompt.user == user && !open_prompt.prompt.is_optional);
        let prompts = prompts.filter(|open_prompt| {
            !leaves_npcs_alone || open_prompt.prompt.respondent == Initiator::Gm
        });
        let prompts: Vec<_> = prompts.collect();
        if let Some(open_prompt) = prompts.first() {
            let choice = self.rng.number_below(open_prompt.prompt.choices.len());
            return Some(UserInput::PromptButton { prompt: open_prompt.id, choice });
        }
        if !state.prompts.is_empty() || !state.is_running() || leaves_npcs_alone {
            return None;
        }
        let turn = state.game.pending_turn()?;
        let mut combatants = state.combatants_of(user).filter(|combatant| {
            let is_npc = combatant.user.is_none() && turn.actors.contains(&Initiator::Gm);
            turn.actors.contains(&Initiator::Combatant(combatant.id)) || is_npc
        });
        let next_act = combatants
            .find_map(|combatant| Some((combatant, self.choose_act(&state.game, combatant.id)?)));
        match next_act {
            Some((combatant, command)) => {
                Some(UserInput::from_command_as(&combatant.name, command))
            }
            None if user == GM && turn.actors.contains(&Initiator::Gm) => {
                Some(UserInput::from_command(Command::new("skip").with("who", "GM")))
            }
            None => None,
        }
    }

    /// Chooses an act on a combatant's turn: a random attack on an enemy if possible, else the end
    /// of the turn.
    fn choose_act(&mut self, game: &Game, who: CombatantId) -> Option<Command> {
        let offers: Vec<Command> =
            game.list_legal_act_offers(who).into_iter().map(|offer| offer.command).collect();
        let is_npc = game
            .list_present_members()
            .iter()
            .any(|member| member.id == who && member.user.is_none());
        let enemy_prefix = if is_npc { "Hero" } else { "Foe" };
        let is_attack = |command: &&Command| {
            command.verb == "attack" && command.get("target").starts_with(enemy_prefix)
        };
        let mut attacks: Vec<&Command> = offers.iter().filter(is_attack).collect();
        // Only attacks with the fewest slots, because others may need the GM's approval.
        let fewest_slots = attacks.iter().map(|command| command.slots.len()).min();
        attacks.retain(|command| Some(command.slots.len()) == fewest_slots);
        if !attacks.is_empty() {
            return Some(attacks[self.rng.number_below(attacks.len())].clone());
        }
        let end_verbs = ["init", "turn", "done", "pass"];
        let turn_end =
            end_verbs.iter().find_map(|verb| offers.iter().find(|offer| offer.verb == *verb));
        turn_end.or(offers.first()).cloned()
    }

    /// Plans the next turn of each combatant that the user plays, as if nothing happened before it.
    async fn plan_turns(&mut self, user: UserId) {
        let state = self.load_state().await;
        let combatants: Vec<_> = state.combatants_of(user).cloned().collect();
        for combatant in
            combatants.into_iter().filter(|combatant| !state.plans.contains_key(&combatant.id))
        {
            let acts = self.simulate_next_turn(&state.game, combatant.id);
            for act in &acts {
                let add = Command::new("queue-add").with("act", act);
                self.send_input(user, UserInput::from_command_as(&combatant.name, add)).await;
            }
            if !acts.is_empty() {
                let confirm = Command::new("queue-confirm");
                self.send_input(user, UserInput::from_command_as(&combatant.name, confirm)).await;
            }
        }
    }

    /// Returns the acts of a combatant's next turn, simulated in a fight where all others pass.
    fn simulate_next_turn(&mut self, game: &Game, who: CombatantId) -> Vec<Command> {
        let mut dice: Box<dyn Dice> = Box::new(SeededDice::new(1));
        let mut game = game.clone();
        let mut acts = Vec::new();
        let mut acting_rounds = BTreeSet::new();
        for _ in 0..60 {
            let prompt = game.open_prompts().into_iter().find(|prompt| !prompt.is_optional);
            let may_act = game.pending_turn().is_some_and(|turn| {
                turn.actors.contains(&Initiator::Combatant(who)) || turn.actors == [Initiator::Gm]
            });
            let next_act = if may_act { self.choose_act(&game, who) } else { None };
            let result = match (prompt, next_act) {
                (Some(prompt), _) => {
                    game.answer_prompt(&prompt.subject, &prompt.default_choice, &mut *dice)
                }
                (None, Some(act)) if acts.len() < MAX_PLANNED_ACTS => {
                    acts.push(act.clone());
                    acting_rounds.insert(game.view_for(Viewer::Gm).round);
                    game.perform_act(who, &act, &mut *dice)
                }
                (None, None) if acts.is_empty() => {
                    game.perform_order(&Command::new("skip"), &mut *dice)
                }
                (None, _) => break,
            };
            let Ok(result) = result else { break };
            game = result.game;
            if acting_rounds.len() > 1 {
                acts.pop();
                break;
            }
        }
        acts
    }
}
