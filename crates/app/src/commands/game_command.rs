//! From what was said to what it does to the fight: authorised, then played by the engine.

use engine::core::command::{Command, Refusal};
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, GameOutcome, JoinRequest};
use store::ids::PromptId;

use crate::api::export::ExportFormat;
use crate::api::fight_log::LogQuery;
use crate::api::input::{RequestContext, UserInput};
use crate::api::outbox::{Audience, Notice, PromptOutcome};
use crate::api::sealed_dice::DiceLane;
use crate::commands::arrangements::Arrangement;
use crate::commands::command_resources::CommandResources;
use crate::commands::permissions::{self, Permission};
use crate::commands::roster;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenPrompt};
use crate::state::order_matching::{fill_in_choice, fits_choice};
use crate::state::roles::{GM_NAME, Role};
use crate::transaction::{InputRecord, StateChange};

/// What an input means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
    Command(GameCommand),
    /// The last acts are taken back.
    Undo {
        steps: usize,
    },
    /// What whoever says it did last is taken back.
    TakeBack,
    /// The last undo is taken back.
    Redo,
    Query(Query),
    /// How the fight will go.
    Forecast,
    /// What may be done, or why not that.
    Guide {
        blocked_act: String,
        acting_as: Option<String>,
    },
    /// Dice without a rule, for the GM to see.
    Roll {
        command: Command,
    },
    /// Standing orders are given, taken back or looked at.
    StandingOrders {
        command: Command,
        acting_as: Option<String>,
    },
    /// The own next turn is planned, or that is taken back or looked at.
    Plan {
        command: Command,
        acting_as: Option<String>,
    },
    /// The set-up is kept as a template.
    SaveTemplate {
        name: String,
    },
}

/// What needs nothing but the fight and dice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GameCommand {
    Act {
        actor: CombatantId,
        command: Command,
    },
    GmOrder(Command),
    Answer {
        prompt: PromptId,
        command: Command,
    },
    /// Nobody waits any longer: for one who is named, or for what is waited for.
    Skip {
        awaited: Option<Initiator>,
    },
    Join(Command),
    AddNpcs(Command),
    /// A thing is brought into the fight, as the kit has it.
    SupplyItem(Command),
    SetPaused(bool),
    HandOver(UserId),
    /// Whether the GM is told what the channel is not.
    SetGmTold(bool),
    /// Whether everybody can have the secret of the dice in the end.
    SetDiceUnsealed(bool),
    /// Mixes a line into the dice.
    SaltDice(String),
    Arrange(Arrangement),
}

/// What changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    Status { is_short: bool },
    Map,
    OwnCombatants,
    Log(LogQuery),
    Export(ExportFormat),
}

/// Finds out what an input means in this fight, and whether whoever says it may.
///
/// # Errors
/// The refusal; nothing has happened.
pub(crate) fn authorise_input(
    state: &FightState,
    context: &RequestContext,
    input: &UserInput,
) -> Result<Intent, Refusal> {
    match input {
        UserInput::PromptButton { prompt, choice } => {
            let open = own_open_prompt_or_refuse(state, context, *prompt)?;
            let words = open.prompt.choices.get(*choice);
            let words = words.ok_or_else(|| Refusal::new("bad-target", ""))?.clone();
            answer_intent(state, open, words)
        }
        UserInput::PromptForm { prompt, command: words } => {
            let open = own_open_prompt_or_refuse(state, context, *prompt)?;
            answer_intent(state, open, words.clone())
        }
        UserInput::InvitationButton { round, command: words, actor_name: acting_as, .. } => {
            let mut open = state.game.list_optional_responses().into_iter();
            let open = open.find(|one| {
                let name = state.member(one.who).map(|member| &member.name);
                one.round == *round && one.choices.contains(words) && name == acting_as.as_ref()
            });
            let open = open.ok_or_else(|| Refusal::new("prompt-closed", ""))?;
            if !state.can_play(context.user, Initiator::Combatant(open.who)) {
                return Err(state.not_yours_refusal(&[Initiator::Combatant(open.who)]));
            }
            authorise_command(state, context, words, acting_as.as_deref())
        }
        UserInput::TurnButton { turn, command: words, actor_name: acting_as } => {
            let running = state.find_open_turn(state.decrypt_turn_id(*turn));
            let running = running.ok_or_else(|| Refusal::new("turn-over", ""))?;
            let is_theirs =
                running.awaited.actors.iter().any(|by| state.can_play(context.user, *by));
            if !is_theirs {
                return Err(state.not_yours_refusal(&running.awaited.actors));
            }
            authorise_command(state, context, words, acting_as.as_deref())
        }
        UserInput::Confirmed { turn, command: words, actor_name: acting_as, .. } => {
            // It may be an act out of turn: whose turn it is, the rules look at.
            let said = || authorise_command(state, context, words, acting_as.as_deref());
            let is_on = state.find_open_turn(state.decrypt_turn_id(*turn)).is_some();
            if is_on { said() } else { Err(Refusal::new("turn-over", "")) }
        }
        UserInput::Command { command: words, actor_name: acting_as, .. } => {
            authorise_command(state, context, words, acting_as.as_deref())
        }
    }
}

/// The prompt a button belongs to. Checked in order: gone, closed, not theirs.
pub(crate) fn own_open_prompt_or_refuse<'a>(
    state: &'a FightState,
    context: &RequestContext,
    id: PromptId,
) -> Result<&'a OpenPrompt, Refusal> {
    let open = state.find_open_prompt(state.decrypt_prompt_id(id));
    let open = open.ok_or_else(|| Refusal::new("prompt-closed", ""))?;
    // DR12-REF-2 and its likes: a button is for whom it was made.
    let is_theirs = state.can_play(context.user, open.prompt.respondent);
    if is_theirs { Ok(open) } else { Err(state.not_yours_refusal(&[open.prompt.respondent])) }
}

fn answer_intent(
    state: &FightState,
    prompt: &OpenPrompt,
    command: Command,
) -> Result<Intent, Refusal> {
    if state.is_paused {
        return Err(Refusal::new("fight-paused", ""));
    }
    Ok(Intent::Command(GameCommand::Answer { prompt: prompt.id, command }))
}

fn authorise_command(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    acting_as: Option<&str>,
) -> Result<Intent, Refusal> {
    if let Some(typed) = authorise_typed_answer(state, context, command, acting_as) {
        return typed;
    }
    if is_answer_verb(state, command) {
        let is_act = permissions::permission_for_verb(state.system(), &command.verb).is_some();
        let why = explain_not_asked(state, context, command, acting_as);
        match why.filter(|_| !is_act || !state.prompts.is_empty()) {
            Some(why) => return Err(why),
            None if is_act => {}
            None => return Err(Refusal::new("nothing-asked", "").with("verb", &command.verb)),
        }
    }
    let right =
        permissions::check_permission(state, context.user, context.is_admin, &command.verb)?;
    if command.verb == "roll" && state.role_of(context.user) == Role::Stranger {
        // The GM is not told what strangers roll.
        return Err(Refusal::new("not-joined", "").with("verb", "roll"));
    }
    match command.verb.split_once('-') {
        Some(("orders", _)) => {
            let (words, acting_as) = (command.clone(), acting_as.map(String::from));
            return Ok(Intent::StandingOrders { command: words, acting_as });
        }
        Some(("queue", _)) => {
            let (words, acting_as) = (command.clone(), acting_as.map(String::from));
            return Ok(Intent::Plan { command: words, acting_as });
        }
        _ => {}
    }
    if let Some(meant) = parse_intent_outside_rules(context, command, acting_as)? {
        return Ok(meant);
    }
    if !state.is_open && !state.game.is_order_allowed_after_fight(&command.verb) {
        return Err(Refusal::new("fight-over", ""));
    }
    let words = command.clone();
    let deed = match words.verb.as_str() {
        _ if right == Permission::Controller => {
            let who = permissions::find_actor(state, context.user, acting_as)?.id;
            if state.is_paused {
                return Err(Refusal::new("fight-paused", ""));
            }
            GameCommand::Act { actor: who, command: words }
        }
        "reveal" if words.has_slot("alias") => {
            let alias = roster::parse_name(words.get("alias"))?;
            GameCommand::GmOrder(words.with("alias", alias))
        }
        "join" => GameCommand::Join(words),
        "add" => GameCommand::AddNpcs(words),
        "supply" | "loose" => GameCommand::SupplyItem(words),
        "skip" => {
            GameCommand::Skip { awaited: parse_skip_target(state, context, words.get("who"))? }
        }
        "set" if matches!(words.get("key"), "mirror" | "nudges" | "odds" | "stretch") => {
            GameCommand::Arrange(Arrangement::parse(state, context.user, &words)?)
        }
        "co-gm" | "stand-in" | "absence" | "portrait" => {
            GameCommand::Arrange(Arrangement::parse(state, context.user, &words)?)
        }
        "pause" if state.is_paused => return Err(Refusal::new("fight-paused", "")),
        "pause" => GameCommand::SetPaused(true),
        "resume" if !state.is_paused => return Err(Refusal::new("not-paused", "")),
        "resume" => GameCommand::SetPaused(false),
        "set" if words.get("key") == "tell_gm" => {
            GameCommand::SetGmTold(words.get("value") != "false")
        }
        "set" if words.get("key") == "unseal" => {
            GameCommand::SetDiceUnsealed(words.get("value") != "false")
        }
        "roll" => GameCommand::SaltDice(words.get("salt").into()),
        _ => GameCommand::GmOrder(words),
    };
    Ok(Intent::Command(deed))
}

/// Whose question or turn nobody waits for any longer; none: what is waited for, whosever it is.
fn parse_skip_target(
    state: &FightState,
    context: &RequestContext,
    name: &str,
) -> Result<Option<Initiator>, Refusal> {
    let waited = state.first_awaited().map(|by| match by {
        Initiator::Combatant(who) => state.member_name(who),
        Initiator::Gm => GM_NAME,
    });
    if name.is_empty() {
        let must_name = state.game.has_decoys() && state.find_prompt_to_skip(None).is_none();
        return match waited.filter(|_| must_name) {
            Some(waited) => Err(Refusal::new("skip-whom", "").with("name", waited)),
            None => Ok(None),
        };
    }
    let found =
        state.viewers_for(context.user).find_combatant(&state.game, name).map(Initiator::Combatant);
    let by = found.or_else(|| name.eq_ignore_ascii_case(GM_NAME).then_some(Initiator::Gm));
    let by = by.ok_or_else(|| Refusal::new("bad-target", "").with("name", name))?;
    if state.is_awaited(by) {
        return Ok(Some(by));
    }
    let refusal = Refusal::new("nothing-asked", "").with("name", name);
    Err(refusal.with("names", waited.unwrap_or_default()))
}

/// What may also be done once the fight is over.
fn parse_intent_outside_rules(
    context: &RequestContext,
    command: &Command,
    acting_as: Option<&str>,
) -> Result<Option<Intent>, Refusal> {
    let number = |slot: &str, default: u32| match command.get(slot) {
        "" => Ok(default),
        text => text.parse().map_err(|_| Refusal::new("bad-setup", "").with(slot, text)),
    };
    Ok(Some(match command.verb.as_str() {
        "status" => Intent::Query(Query::Status { is_short: command.has_slot("short") }),
        "forecast" => Intent::Forecast,
        "map" => Intent::Query(Query::Map),
        "mine" => Intent::Query(Query::OwnCombatants),
        "log" => Intent::Query(Query::Log(LogQuery::parse(command)?)),
        "export" => Intent::Query(Query::Export(ExportFormat::parse(command.get("format"))?)),
        "guide" => Intent::Guide {
            blocked_act: command.get("why").into(),
            acting_as: acting_as.map(String::from),
        },
        "roll" if !command.has_slot("salt") => Intent::Roll { command: command.clone() },
        "save" => Intent::SaveTemplate { name: command.get("name").into() },
        "undo" => Intent::Undo { steps: number("steps", 1)?.clamp(1, 20) as usize },
        "take-back" => Intent::TakeBack,
        "redo" => Intent::Redo,
        "hand-over" => {
            // An admin who names nobody takes the fight over.
            let unknown = |_| Refusal::new("bad-target", "").with("name", command.get("user"));
            let user = match command.get("user") {
                "" => context.user.0,
                text => text.parse().map_err(unknown)?,
            };
            Intent::Command(GameCommand::HandOver(UserId(user)))
        }
        _ => return Ok(None),
    }))
}

/// Whether a verb is one by which the questions of this fight's rules are answered.
fn is_answer_verb(state: &FightState, command: &Command) -> bool {
    Game::answer_verbs(state.system())
        .is_some_and(|all| all.iter().any(|verb| verb.name == command.verb))
}

/// Why somebody is not asked, where the rules know.
fn explain_not_asked(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    acting_as: Option<&str>,
) -> Option<Refusal> {
    let actor = permissions::find_actor(state, context.user, acting_as).ok()?;
    state.game.explain_not_asked(actor.id, command)
}

/// A command that answers an open prompt (`/dodge`), where its verb is one of the choices. None
/// where it is something else.
fn authorise_typed_answer(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    acting_as: Option<&str>,
) -> Option<Result<Intent, Refusal>> {
    // Where an act or an order has the same verb, the slots must fit the choice as well.
    let is_own_verb = permissions::permission_for_verb(state.system(), &command.verb).is_none();
    let takes = |open: &&OpenPrompt| {
        let same_verb = |choice: &&Command| choice.verb == command.verb;
        let mut choices = open.prompt.choices.iter().filter(same_verb);
        if is_own_verb {
            choices.next().is_some()
        } else {
            choices.any(|one| fits_choice(command, one))
        }
    };
    let is_for = |open: &&OpenPrompt| match (acting_as, open.prompt.respondent) {
        (None, _) => true,
        (Some(name), Initiator::Combatant(who)) => {
            state.viewers_for(context.user).find_combatant(&state.game, name) == Some(who)
        }
        (Some(_), Initiator::Gm) => false,
    };
    let is_theirs = |open: &OpenPrompt| state.can_play(context.user, open.prompt.respondent);
    let (own, others): (Vec<&OpenPrompt>, Vec<&OpenPrompt>) =
        state.prompts.iter().filter(takes).partition(|open| is_theirs(open));
    let own: Vec<&OpenPrompt> = own.into_iter().filter(is_for).collect();
    match own.as_slice() {
        [open] => Some(answer_intent(state, open, complete_answer(state, open, command))),
        [] => {
            // What they are asked does not take that answer: the rules know why.
            let asked = state.prompts.iter().filter(|open| is_theirs(open) && is_for(open));
            let asked: Vec<_> = asked.filter(|open| !open.prompt.is_optional).collect();
            let is_own_answer = is_own_verb && is_answer_verb(state, command);
            if let ([open], true) = (asked.as_slice(), is_own_answer) {
                return Some(answer_intent(state, open, command.clone()));
            }
            // Known to be asked of another: as a button pressed by anyone but the addressee.
            let is_seen = others.iter().any(|open| matches!(open.audience, Audience::Channel(_)));
            let why = || explain_not_asked(state, context, command, acting_as);
            let asked: Vec<Initiator> = others.iter().map(|open| open.prompt.respondent).collect();
            let plain = || state.not_yours_refusal(&asked);
            (is_seen && is_own_verb).then(|| Err(why().unwrap_or_else(plain)))
        }
        _ => Some(Err(Refusal::new("as-whom", ""))),
    }
}

/// The choice that is meant: the first that fits, with what was typed filled in; else just what
/// was typed, as where the rules know better what else is meant.
fn complete_answer(state: &FightState, prompt: &OpenPrompt, command: &Command) -> Command {
    if state.game.can_infer_answer(command) {
        return command.clone();
    }
    let mut choices = prompt.prompt.choices.iter();
    choices.find_map(|choice| fill_in_choice(choice, command)).unwrap_or_else(|| command.clone())
}

impl App {
    /// Plays a deed that needs nothing but the fight and dice.
    ///
    /// # Errors
    /// The refusal; nothing has happened.
    pub(crate) fn resolve_command(
        &self,
        state: &FightState,
        user: Option<UserId>,
        game_command: &GameCommand,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        let by =
            if let GameCommand::Act { actor: who, .. } = game_command { Some(*who) } else { None };
        let mut dice = self.dice_for_input(state, resources.dice_lane.max(state.dice_lane_of(by)));
        match game_command {
            GameCommand::Act { actor: who, command: words } => {
                let happened = state.game.perform_act(*who, words, &mut dice)?;
                let said = InputRecord {
                    actor: Some(*who),
                    command: words.clone(),
                    ..InputRecord::default()
                };
                Ok(StateChange::from_outcome(state, said, happened, dice))
            }
            GameCommand::GmOrder(words) => {
                let happened = state.game.perform_order(words, &mut dice)?;
                Ok(StateChange::from_outcome(
                    state,
                    InputRecord::from_command(words.clone()),
                    happened,
                    dice,
                ))
            }
            GameCommand::Answer { prompt, command: words } => {
                let outcome = PromptOutcome::Answered(words.clone());
                self.resolve_answer(state, *prompt, words, outcome, resources.dice_lane)
            }
            GameCommand::Skip { awaited: whose } => match state.find_prompt_to_skip(*whose) {
                None => self.resolve_command(
                    state,
                    user,
                    &GameCommand::GmOrder(Command::new("skip")),
                    resources,
                ),
                Some(open) => self.resolve_prepared_or_default_answer(state, open.id),
            },
            GameCommand::Join(words) => {
                let mut plain = words.clone();
                let salt = plain.slots.remove("salt");
                let joining = roster::build_player_joining(state, user, &plain, resources)?;
                let change = self.resolve_joins(state, &plain, vec![joining], resources)?;
                match salt.filter(|line| !line.is_empty()) {
                    Some(line) => add_dice_salt(change, user.unwrap_or(state.gm), &line),
                    None => Ok(change),
                }
            }
            GameCommand::AddNpcs(words) => {
                let joining = roster::build_npc_joinings(state, words, resources)?;
                self.resolve_joins(state, words, joining, resources)
            }
            GameCommand::SupplyItem(words) => {
                let words = roster::fill_in_kit_item(words, resources)?;
                self.resolve_command(state, user, &GameCommand::GmOrder(words), resources)
            }
            GameCommand::SetPaused(is_paused) => {
                Ok(build_pause_change(state, user.unwrap_or(state.gm), *is_paused))
            }
            GameCommand::Arrange(arrangement) => {
                arrangement.build_change(state, &resources.requester, self.inner.clock.now())
            }
            GameCommand::HandOver(to) => Ok(build_handover_change(state, *to)),
            GameCommand::SetGmTold(is_told) => {
                let words = Command::new("set").with("key", "tell_gm").with("value", is_told);
                let mut change =
                    StateChange::without_game_change(state, InputRecord::from_command(words));
                change.after.is_gm_shown_details = *is_told;
                Ok(change)
            }
            GameCommand::SetDiceUnsealed(is_unsealed) => {
                let words = Command::new("set").with("key", "unseal").with("value", is_unsealed);
                let mut change =
                    StateChange::without_game_change(state, InputRecord::from_command(words));
                change.after.secrets.is_gm_only = !is_unsealed;
                Ok(change)
            }
            GameCommand::SaltDice(line) => {
                let change = StateChange::without_game_change(
                    state,
                    InputRecord::from_command(Command::new("roll").with("salt", line)),
                );
                add_dice_salt(change, user.unwrap_or(state.gm), line)
            }
        }
    }

    /// The default of an open prompt is taken.
    ///
    /// # Errors
    /// The refusal, or that it is closed.
    pub(crate) fn resolve_default_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<StateChange, Refusal> {
        let words = state
            .find_open_prompt(id)
            .ok_or_else(|| Refusal::new("prompt-closed", ""))?
            .prompt
            .default_choice
            .clone();
        self.resolve_answer(
            state,
            id,
            &words,
            PromptOutcome::Defaulted(words.clone()),
            DiceLane::Open,
        )
    }

    /// What was prepared for a question is said; else its default is taken.
    ///
    /// # Errors
    /// The refusal of the default.
    pub(crate) fn resolve_prepared_or_default_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<StateChange, Refusal> {
        self.resolve_prepared_answer(state, id)
            .map_or_else(|| self.resolve_default_answer(state, id), Ok)
    }

    /// An open question answered by what was kept for it, by the first order that does, or as an
    /// NPC that plays itself thinks best; none where nothing is prepared.
    pub(crate) fn resolve_prepared_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Option<StateChange> {
        let open = state.find_open_prompt(id)?;
        let ordered = state.matching_orders(open).into_iter().map(|(_, words)| words);
        let thought = std::iter::once_with(|| state.choose_autoplay_answer(open)).flatten();
        let mut prepared = open.provisional_answer.iter().cloned().chain(ordered).chain(thought);
        let change = prepared.find_map(|words| {
            self.resolve_answer(
                state,
                id,
                &words,
                PromptOutcome::Answered(words.clone()),
                DiceLane::Open,
            )
            .ok()
        })?;
        let said = InputRecord { is_prepared: true, ..change.input };
        // Nobody must see that anybody has answered: it is the clock's doing, as a decoy is.
        let user = Some(open.user).filter(|_| !open.prompt.is_hidden_from_public);
        Some(StateChange { user, input: said, ..change })
    }

    pub(crate) fn resolve_answer(
        &self,
        state: &FightState,
        id: PromptId,
        command: &Command,
        result: PromptOutcome,
        lane: DiceLane,
    ) -> Result<StateChange, Refusal> {
        let open = state.find_open_prompt(id).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
        let who = match open.prompt.respondent {
            Initiator::Gm => None,
            Initiator::Combatant(who) => Some(who),
        };
        let lane = lane
            .max(state.dice_lane_of(who))
            .max(DiceLane::from_is_hidden(open.prompt.is_hidden_from_public));
        let mut dice = self.dice_for_input(state, lane);
        let happened = state.game.answer_prompt(&open.prompt.subject, command, &mut dice)?;
        let said = InputRecord {
            command: command.clone(),
            actor: who,
            prompt: Some(id),
            ..InputRecord::default()
        };
        let change = StateChange::from_outcome(state, said, happened, dice);
        Ok(StateChange { answered_prompt: Some((id, result)), ..change })
    }

    fn resolve_joins(
        &self,
        state: &FightState,
        command: &Command,
        joinings: Vec<JoinRequest>,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        let lane =
            resources.dice_lane.max(DiceLane::from_is_hidden(command.get("hidden") == "true"));
        let mut dice = self.dice_for_input(state, lane);
        let mut so_far: Option<GameOutcome> = None;
        for one in joinings {
            let game = so_far.as_ref().map_or(&*state.game, |happened| &happened.game);
            let happened = game.add_combatant(one, &mut dice)?;
            so_far = Some(match so_far {
                None => happened,
                Some(before) => before.merge_with(happened),
            });
        }
        let happened = so_far.ok_or_else(|| Refusal::new("bad-setup", ""))?;
        Ok(StateChange::from_outcome(
            state,
            InputRecord::from_command(command.clone()),
            happened,
            dice,
        ))
    }
}

/// The same with a line mixed into the dice, which the channel reads.
fn add_dice_salt(
    mut change: StateChange,
    user: UserId,
    salt: &str,
) -> Result<StateChange, Refusal> {
    let now = &mut change.after;
    let is_too_late = now.game.phase() != FightPhase::Setup || !now.draw_counts.is_zero();
    now.secrets.add_salt(user, salt, is_too_late)?;
    let notice = Notice::SaltAdded { user, line: salt.into() };
    change.notices.push((Audience::Channel(now.channel), notice));
    Ok(change)
}

fn build_pause_change(state: &FightState, user: UserId, is_paused: bool) -> StateChange {
    let (verb, notice) = if is_paused {
        ("pause", Notice::Paused { user })
    } else {
        ("resume", Notice::Resumed { user })
    };
    let mut change =
        StateChange::without_game_change(state, InputRecord::from_command(Command::new(verb)));
    change.after.is_paused = is_paused;
    change.notices.push((Audience::Channel(state.channel), notice));
    change
}

fn build_handover_change(state: &FightState, new_gm: UserId) -> StateChange {
    let words = Command::new("hand-over").with("user", new_gm.0);
    let mut change = StateChange::without_game_change(state, InputRecord::from_command(words));
    change.after.gm = new_gm;
    change.after.people.co_gms.remove(&new_gm);
    let notice = Notice::GmHandedOver { from: state.gm, to: new_gm };
    change.notices.push((Audience::Channel(state.channel), notice));
    change
}

/// A word of a closed list; the first of it where nothing was said.
pub(crate) fn parse_choice<T: Copy>(
    command: &Command,
    slot: &str,
    choices: &[(&str, T)],
) -> Result<T, Refusal> {
    let said = command.get(slot).trim().to_lowercase();
    let found = choices.iter().find(|(word, _)| said.is_empty() || *word == said);
    found.map(|(_, one)| *one).ok_or_else(|| bad_order_refusal("value", command, slot))
}

pub(crate) fn bad_order_refusal(reason: &str, command: &Command, slot: &str) -> Refusal {
    let refusal = Refusal::new("bad-order", "").with("why", reason).with("slot", slot);
    refusal.with("value", command.get(slot))
}
