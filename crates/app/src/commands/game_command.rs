//! Authorises an input and resolves it with the rules.

use engine::core::body_fields::FieldReference;
use engine::core::command::{Command, Refusal};
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::core::values::ValueKind;
use engine::core::verbs::ActMenu;
use engine::game::{Game, GameOutcome, JoinRequest};
use engine::visibility::disclosure::is_unnamed;
use engine::visibility::view::Viewer;
use store::ids::{MessageId, PromptId, TurnId};

use crate::api::encounter::EncounterRequest;
use crate::api::export::ExportFormat;
use crate::api::fight_log::LogQuery;
use crate::api::input::{RequestContext, UserInput};
use crate::api::outbox::{Audience, Notice, PromptOutcome};
use crate::api::sealed_dice::DiceLane;
use crate::api::speech::{DESCRIBE_VERB, TEXT_SLOT};
use crate::commands::combatant_names::NameValidator;
use crate::commands::command_resources::CommandResources;
use crate::commands::intent::{GameCommand, Intent, Query};
use crate::commands::nearest_verb::nearest_verb;
use crate::commands::people_changes::{PeopleChange, PeopleSetting};
use crate::commands::permissions::{self, Permission};
use crate::commands::relocation::RELOCATE;
use crate::commands::roster;
use crate::commands::scenes::SCENE_VERB;
use crate::commands::undo::MAX_UNDO_STEPS;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, OpenPrompt};
use crate::state::order_matching::{fill_in_choice, typed_slots_fit_choice};
use crate::state::roles::{GM_NAME, Role};
use crate::transaction::{InputRecord, StateChange};

/// Returns what an input means in this fight, if the user may give it.
///
/// # Errors
/// The refusal; nothing has changed.
pub(crate) fn authorise_input(
    state: &FightState,
    context: &RequestContext,
    input: &UserInput,
) -> Result<Intent, Refusal> {
    match input {
        UserInput::PromptButton { prompt, choice } => {
            let open = own_open_prompt_or_refuse(state, context, *prompt)?;
            let command = open.prompt.choices.get(*choice);
            let command = command.ok_or_else(|| Refusal::new("bad-target", ""))?.clone();
            answer_intent_unless_paused(state, open, command)
        }
        UserInput::PromptForm { prompt, command } => {
            let open = own_open_prompt_or_refuse(state, context, *prompt)?;
            answer_intent_unless_paused(state, open, command.clone())
        }
        UserInput::InvitationButton { round, command, actor_name, .. } => {
            let actor_name = actor_name.as_deref();
            check_own_open_invitation(state, context.user, *round, command, actor_name)?;
            interpret_and_authorise_command(state, context, command, actor_name)
        }
        UserInput::TurnButton { turn, command, actor_name } => {
            check_own_open_turn(state, context.user, *turn)?;
            interpret_and_authorise_command(state, context, command, actor_name.as_deref())
        }
        UserInput::Confirmed { turn, command, actor_name, .. } => {
            // An act out of turn is possible here, so the rules check whose turn it is.
            if state.find_open_turn(state.decrypt_turn_id(*turn)).is_none() {
                return Err(Refusal::new("turn-over", ""));
            }
            interpret_and_authorise_command(state, context, command, actor_name.as_deref())
        }
        UserInput::Command { command, actor_name, .. } => {
            interpret_and_authorise_command(state, context, command, actor_name.as_deref())
        }
    }
}

/// Refuses the button of an invitation that is not open any more (`prompt-closed`), or that is not
/// the user's.
fn check_own_open_invitation(
    state: &FightState,
    user: UserId,
    round: u16,
    command: &Command,
    actor_name: Option<&str>,
) -> Result<(), Refusal> {
    let mut open_invitations = state.game.list_optional_responses().into_iter();
    let invitation = open_invitations.find(|invitation| {
        let name = state.member(invitation.who).map(|member| member.name.as_str());
        invitation.round == round && invitation.choices.contains(command) && name == actor_name
    });
    let Some(invitation) = invitation else { return Err(Refusal::new("prompt-closed", "")) };
    let invited = Initiator::Combatant(invitation.who);
    let is_theirs = state.can_play_or_replace_absent_player(user, invited);
    if is_theirs { Ok(()) } else { Err(state.not_yours_refusal(&[invited])) }
}

/// Refuses the button of a turn that is over (`turn-over`), or that does not wait for the user.
/// `turn` is the id as the button holds it.
fn check_own_open_turn(state: &FightState, user: UserId, turn: TurnId) -> Result<(), Refusal> {
    let Some(open_turn) = state.find_open_turn(state.decrypt_turn_id(turn)) else {
        return Err(Refusal::new("turn-over", ""));
    };
    let is_theirs = state.can_play_turn(user, open_turn);
    if is_theirs { Ok(()) } else { Err(state.not_yours_refusal(&open_turn.awaited.actors)) }
}

/// Returns the open prompt of a button. Refuses, in this order, a prompt that is gone, closed, or
/// of somebody else.
pub(crate) fn own_open_prompt_or_refuse<'a>(
    state: &'a FightState,
    context: &RequestContext,
    id: PromptId,
) -> Result<&'a OpenPrompt, Refusal> {
    let open = state.find_open_prompt(state.decrypt_prompt_id(id));
    let open = open.ok_or_else(|| Refusal::new("prompt-closed", ""))?;
    // DR12-REF-2 and similar rules: only the addressee may press a button.
    let is_theirs = state.can_play_or_replace_absent_player(context.user, open.prompt.respondent);
    if is_theirs { Ok(open) } else { Err(state.not_yours_refusal(&[open.prompt.respondent])) }
}

/// Returns the intent to answer a prompt. Refuses with `fight-paused` while the fight is paused;
/// the rules check the answer later.
fn answer_intent_unless_paused(
    state: &FightState,
    prompt: &OpenPrompt,
    command: Command,
) -> Result<Intent, Refusal> {
    if state.is_paused {
        return Err(Refusal::new("fight-paused", ""));
    }
    Ok(Intent::Command(GameCommand::Answer { prompt: prompt.id, command }))
}

/// Checks that the user's role may use a verb, and returns its permission.
/// [`permissions::find_actor`] checks for whom a controller acts.
///
/// # Errors
/// `not-in-system`, `not-gm`, `not-joined`, in this order.
fn permission_of_verb_or_refuse(
    state: &FightState,
    user: UserId,
    is_admin: bool,
    verb: &str,
) -> Result<Permission, Refusal> {
    let role = state.highest_role_of(user);
    let Some(permission) = permissions::permission_for_verb(state.system(), verb) else {
        let refusal = Refusal::new("not-in-system", "").with("verb", verb);
        let refusal = refusal.with("system", state.system());
        return Err(match nearest_verb(state.system(), role, verb) {
            Some(nearest) => refusal.with("nearest", nearest),
            None => refusal,
        });
    };
    let (is_allowed, refusal_key) = match permission {
        Permission::Anyone => (true, ""),
        Permission::Player | Permission::Author | Permission::Controller => {
            (role >= Role::StandIn, "not-joined")
        }
        Permission::Gm => (role >= Role::CoGm, "not-gm"),
        Permission::GmOrAdmin => (role == Role::Gm || is_admin, "not-gm"),
    };
    if is_allowed { Ok(permission) } else { Err(Refusal::new(refusal_key, "").with("verb", verb)) }
}

/// Returns what a typed command means: an answer to the user's open prompt if one takes it, else an
/// act, an order or an app command that their role may use. The rules check acts and orders later.
fn interpret_and_authorise_command(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
) -> Result<Intent, Refusal> {
    if let Some(answer) = authorise_typed_answer(state, context, command, actor_name) {
        return answer;
    }
    if is_answer_verb(state, command) {
        check_answer_verb_means_act(state, context, command, actor_name)?;
    }
    let permission =
        permission_of_verb_or_refuse(state, context.user, context.is_admin, &command.verb)?;
    if state.highest_role_of(context.user) == Role::Stranger {
        check_stranger_may_roll_or_export(command)?;
    }
    if let Some(intent) = parse_intent_of_prepared_commands(command, actor_name) {
        return Ok(intent);
    }
    if let Some(intent) = parse_intent_allowed_after_end(context, command, actor_name)? {
        return Ok(intent);
    }
    if !state.is_open && !state.game.is_order_allowed_after_fight(&command.verb) {
        return Err(Refusal::new("fight-over", ""));
    }
    if is_leaving(command) {
        let name = Some(command.get("name")).filter(|name| !name.is_empty()).or(actor_name);
        return authorise_leaving(state, context.user, name);
    }
    if command.verb == DESCRIBE_VERB {
        let speaker = permissions::find_actor(state, context.user, actor_name)?.id;
        return Ok(Intent::Describe { speaker, text: command.get(TEXT_SLOT).into() });
    }
    if permission == Permission::Controller {
        let actor = permissions::find_actor(state, context.user, actor_name)?.id;
        if state.is_paused {
            return Err(Refusal::new("fight-paused", ""));
        }
        return Ok(Intent::Command(GameCommand::Act { actor, command: command.clone() }));
    }
    parse_game_command_or_gm_order(state, context, command).map(Intent::Command)
}

/// Refuses a command with the verb of an answer that no open prompt takes, unless the verb is also
/// that of an act or an order and can be meant as such. An actor whom the user does not know is
/// refused as `bad-target`.
fn check_answer_verb_means_act(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
) -> Result<(), Refusal> {
    let is_act = permissions::permission_for_verb(state.system(), &command.verb).is_some();
    if is_act && state.prompts.is_empty() {
        return Ok(());
    }
    if let Some(name) = actor_name {
        state.find_member_or_refuse(&state.perspective_of_user(context.user), name)?;
    }
    match explain_answer_without_prompt(state, context, command, actor_name) {
        Some(refusal) => Err(refusal),
        None if is_act => Ok(()),
        None => Err(Refusal::new("nothing-asked", "").with("verb", &command.verb)),
    }
}

/// Refuses a roll and any export but a replay to somebody who has no part in the fight.
fn check_stranger_may_roll_or_export(command: &Command) -> Result<(), Refusal> {
    match command.verb.as_str() {
        // Rolls of strangers do not reach the GM.
        "roll" => Err(Refusal::new("not-joined", "").with("verb", "roll")),
        "export" if command.get("format") != "replay" => Err(Refusal::new("export-onlooker", "")),
        _ => Ok(()),
    }
}

/// Returns the intent of the verbs for standing orders (`orders-…`) and plans (`queue-…`); `None`
/// for other verbs.
fn parse_intent_of_prepared_commands(
    command: &Command,
    actor_name: Option<&str>,
) -> Option<Intent> {
    let (verb_group, _) = command.verb.split_once('-')?;
    let command = command.clone();
    let actor_name = actor_name.map(String::from);
    match verb_group {
        "orders" => Some(Intent::StandingOrders { command, actor_name }),
        "queue" => Some(Intent::Plan { command, actor_name }),
        _ => None,
    }
}

/// Returns whether a command takes back that somebody joined.
pub(crate) fn is_leaving(command: &Command) -> bool {
    command.verb == "join" && command.get("leave") == "true"
}

/// Returns the order that takes a player's own combatant out again, which they may do until the
/// fight starts.
///
/// # Errors
/// As [`permissions::find_actor`], `bad-target` for a combatant that somebody else plays, and
/// `leave-started`.
fn authorise_leaving(
    state: &FightState,
    user: UserId,
    name: Option<&str>,
) -> Result<Intent, Refusal> {
    let member = permissions::find_actor(state, user, name)?;
    if member.user != Some(user) {
        return Err(Refusal::new("bad-target", "").with("name", &member.name));
    }
    if state.game.phase() != FightPhase::Setup {
        let refusal = Refusal::new("leave-started", "").with("name", &member.name);
        let (acts, _) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
        let mut escapes =
            acts.iter().filter(|act| act.is_irreversible && act.menu == ActMenu::Move);
        return Err(match escapes.next() {
            Some(escape) => refusal.with("nearest", escape.name),
            None => refusal,
        });
    }
    let order = Command::new("remove").with("who", &member.name);
    Ok(Intent::Command(GameCommand::GmOrder(order)))
}

/// Parses a command of the app that changes the fight. Every other verb is an order of the GM,
/// which the rules check later.
///
/// # Errors
/// Refuses to pause a paused fight and to resume one that is not, and what a command names wrongly.
fn parse_game_command_or_gm_order(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
) -> Result<GameCommand, Refusal> {
    let is_on = || command.get("value") != "false";
    Ok(match (command.verb.as_str(), command.get("key")) {
        ("join", _) => GameCommand::Join(command.clone()),
        ("add", _) => GameCommand::AddNpcs(command.clone()),
        (SCENE_VERB, _) => GameCommand::SetScene(command.clone()),
        ("supply" | "loose", _) => GameCommand::SupplyItem(command.clone()),
        ("skip", _) => GameCommand::Skip {
            awaited: parse_skip_target_if_named(state, context, command.get("who"))?,
        },
        ("co-gm" | "stand-in" | "absence" | "portrait" | "follow", _) => {
            GameCommand::ChangePeople(PeopleChange::parse(state, context.user, command)?)
        }
        ("set", key) if PeopleSetting::from_key(key).is_some() => {
            GameCommand::ChangePeople(PeopleChange::parse(state, context.user, command)?)
        }
        ("set", "tell_gm") => GameCommand::SetGmTold(is_on()),
        ("set", "unseal") => GameCommand::SetDiceUnsealed(is_on()),
        (RELOCATE, _) => {
            GameCommand::Relocate(state.parse_new_channel_if_own_refuses_posts(context, command)?)
        }
        ("pause", _) if state.is_paused => return Err(Refusal::new("fight-paused", "")),
        ("pause", _) => GameCommand::SetPaused(true),
        ("resume", _) if !state.is_paused => return Err(Refusal::new("not-paused", "")),
        ("resume", _) => GameCommand::SetPaused(false),
        ("roll", _) => GameCommand::SaltDice(command.get("salt").into()),
        _ => GameCommand::GmOrder(command.clone()),
    })
}

/// Returns whom `skip` names; `None` where it names nobody and means whoever is awaited.
///
/// # Errors
/// `skip-whom` where a system with decoys has no hidden prompt and nobody is named, `bad-target`
/// for a name that nobody has, and `nothing-asked` for somebody who is not awaited.
fn parse_skip_target_if_named(
    state: &FightState,
    context: &RequestContext,
    name: &str,
) -> Result<Option<Initiator>, Refusal> {
    let first_awaited_name = state.first_awaited().map(|initiator| match initiator {
        Initiator::Combatant(who) => state.member_name(who),
        Initiator::Gm => GM_NAME,
    });
    if name.is_empty() {
        // Where there are decoys, a skip that names nobody is meant for the hidden prompt. If that
        // has just ended, it must not hit whoever is awaited next.
        let is_too_late = state.game.has_decoys() && state.find_prompt_to_skip(None).is_none();
        if is_too_late && let Some(awaited_name) = first_awaited_name {
            return Err(Refusal::new("skip-whom", "").with("name", awaited_name));
        }
        return Ok(None);
    }
    let initiator = find_initiator_or_refuse(state, context, name)?;
    if state.is_awaited(initiator) {
        return Ok(Some(initiator));
    }
    let refusal = Refusal::new("nothing-asked", "").with("name", name);
    Err(refusal.with("names", first_awaited_name.unwrap_or_default()))
}

/// Returns the combatant of a name, or the GM.
///
/// # Errors
/// `bad-target` for a name that nobody has.
fn find_initiator_or_refuse(
    state: &FightState,
    context: &RequestContext,
    name: &str,
) -> Result<Initiator, Refusal> {
    if let Some(who) = state.perspective_of_user(context.user).find_combatant(&state.game, name) {
        return Ok(Initiator::Combatant(who));
    }
    if name.eq_ignore_ascii_case(GM_NAME) {
        return Ok(Initiator::Gm);
    }
    Err(Refusal::new("bad-target", "").with("name", name))
}

/// Returns the intent of verbs outside the rules, which also work once the fight is over; `None`
/// for other verbs.
fn parse_intent_allowed_after_end(
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
) -> Result<Option<Intent>, Refusal> {
    Ok(Some(match command.verb.as_str() {
        "status" => Intent::Query(Query::Status { is_short: command.has_slot("short") }),
        "forecast" => Intent::Forecast,
        "encounter" => Intent::Encounter(EncounterRequest::parse(command)?),
        "map" => Intent::Query(Query::Map),
        "mine" => Intent::Query(Query::OwnCombatants),
        "log" => Intent::Query(Query::Log(LogQuery::parse(command)?)),
        "export" => Intent::Query(Query::Export(ExportFormat::parse(command.get("format"))?)),
        "guide" => Intent::Guide {
            blocked_act: command.get("why").into(),
            actor_name: actor_name.map(String::from),
        },
        "roll" if !command.has_slot("salt") => Intent::Roll { command: command.clone() },
        "save" => Intent::SaveTemplate { name: command.get("name").into() },
        "undo" => Intent::Undo {
            steps: parse_undo_steps_up_to_most(command)?,
            expected_last: command.get("last").parse().ok(),
        },
        "take-back" => Intent::TakeBack,
        "undo-message" => Intent::UndoMessage(parse_message(command)?),
        "explain-message" => Intent::Query(Query::Explanation(parse_message(command)?)),
        "words-edit" => Intent::EditOrDeleteSpeech {
            message: parse_message_if_given(command)?,
            text: Some(command.get(TEXT_SLOT).into()),
        },
        "words-delete" => {
            Intent::EditOrDeleteSpeech { message: parse_message_if_given(command)?, text: None }
        }
        "words-author" => Intent::Query(Query::SpeechAuthor(parse_message(command)?)),
        "look-at" => match command.get("user").parse().map(UserId) {
            Ok(user) if user == context.user => Intent::Query(Query::OwnCombatants),
            Ok(user) => Intent::Query(Query::Combatants(user)),
            Err(_) => return Err(Refusal::new("bad-target", "").with("name", command.get("user"))),
        },
        "redo" => Intent::Redo,
        "hand-over" => {
            // An admin who names nobody takes over the fight.
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

/// Returns how many acts `undo` takes back; one where it does not say. More than can be taken back
/// at once are as many as can.
fn parse_undo_steps_up_to_most(command: &Command) -> Result<usize, Refusal> {
    match command.parse_number_or::<usize>("steps", 1) {
        Ok(0) | Err(_) => {
            let refusal = Refusal::bad_value("steps", command.get("steps"));
            Err(refusal.with("least", 1).with("most", MAX_UNDO_STEPS))
        }
        Ok(steps) => Ok(steps.min(MAX_UNDO_STEPS)),
    }
}

/// Returns the message that a command is about.
fn parse_message(command: &Command) -> Result<MessageId, Refusal> {
    let message = command.get("message").parse().map(MessageId);
    message.map_err(|_| Refusal::new("no-record", ""))
}

/// Returns the message that a command is about; `None` where it names none.
fn parse_message_if_given(command: &Command) -> Result<Option<MessageId>, Refusal> {
    if command.has_slot("message") { parse_message(command).map(Some) } else { Ok(None) }
}

/// Returns whether the rules of this fight use the verb for answers to prompts.
fn is_answer_verb(state: &FightState, command: &Command) -> bool {
    Game::answer_verbs(state.system())
        .is_some_and(|all| all.iter().any(|verb| verb.name == command.verb))
}

/// Returns why the actor has no prompt for this answer, if the rules know.
fn explain_answer_without_prompt(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
) -> Option<Refusal> {
    let actor = permissions::find_actor(state, context.user, actor_name).ok()?;
    state.game.explain_answer_without_prompt(actor.id, command)
}

/// Authorises a typed command that answers an open prompt (`/dodge`). Refuses an answer to a
/// visible prompt of somebody else, and with `as-whom` where several own prompts take it. `None`
/// where the command may be something else.
fn authorise_typed_answer(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
) -> Option<Result<Intent, Refusal>> {
    // If an act or an order has the same verb, the slots must match a choice as well.
    let is_answer_only = permissions::permission_for_verb(state.system(), &command.verb).is_none();
    let takes_command = |open: &OpenPrompt| {
        open.prompt.choices.iter().any(|choice| {
            choice.verb == command.verb
                && (is_answer_only || typed_slots_fit_choice(command, choice))
        })
    };
    let mut own_prompts: Vec<&OpenPrompt> = Vec::new();
    let mut prompts_of_others: Vec<&OpenPrompt> = Vec::new();
    for open in state.prompts.iter().filter(|open| takes_command(open)) {
        if !state.can_play_or_replace_absent_player(context.user, open.prompt.respondent) {
            prompts_of_others.push(open);
        } else if is_respondent_named(state, context.user, open, actor_name) {
            own_prompts.push(open);
        }
    }
    match own_prompts.as_slice() {
        [open] => {
            let answer = fill_in_first_fitting_choice(state, open, command);
            Some(answer_intent_unless_paused(state, open, answer))
        }
        [] if is_answer_only => {
            explain_unfit_answer(state, context, command, actor_name, &prompts_of_others)
        }
        [] => None,
        _ => Some(Err(Refusal::new("as-whom", ""))),
    }
}

/// Returns whether a prompt's respondent is the combatant that the user names as the actor. Without
/// a name, any respondent will do.
fn is_respondent_named(
    state: &FightState,
    user: UserId,
    open: &OpenPrompt,
    actor_name: Option<&str>,
) -> bool {
    let Some(name) = actor_name else { return true };
    let Initiator::Combatant(who) = open.prompt.respondent else { return false };
    state.perspective_of_user(user).find_combatant(&state.game, name) == Some(who)
}

/// Says why no own prompt takes a command that can only be an answer. `prompts_of_others` are those
/// that do take it. `None` where nothing is to be said about it.
fn explain_unfit_answer(
    state: &FightState,
    context: &RequestContext,
    command: &Command,
    actor_name: Option<&str>,
    prompts_of_others: &[&OpenPrompt],
) -> Option<Result<Intent, Refusal>> {
    let is_asked = |open: &OpenPrompt| {
        !open.prompt.is_optional
            && state.can_play_or_replace_absent_player(context.user, open.prompt.respondent)
            && is_respondent_named(state, context.user, open, actor_name)
    };
    let asked_prompts: Vec<&OpenPrompt> =
        state.prompts.iter().filter(|open| is_asked(open)).collect();
    if let [open] = asked_prompts.as_slice()
        && is_answer_verb(state, command)
    {
        // Their prompt does not take that answer: the rules explain why.
        return Some(answer_intent_unless_paused(state, open, command.clone()));
    }
    // If the prompt is visibly somebody else's, the answer is refused like a button that anyone but
    // the addressee presses.
    if !prompts_of_others.iter().any(|open| matches!(open.audience, Audience::Channel(_))) {
        return None;
    }
    let refusal = explain_answer_without_prompt(state, context, command, actor_name);
    let respondents: Vec<Initiator> =
        prompts_of_others.iter().map(|open| open.prompt.respondent).collect();
    Some(Err(refusal.unwrap_or_else(|| state.not_yours_refusal(&respondents))))
}

/// Returns the first choice that fits, with the typed slots filled in; else the typed command, also
/// where the rules infer the rest better.
fn fill_in_first_fitting_choice(
    state: &FightState,
    prompt: &OpenPrompt,
    command: &Command,
) -> Command {
    if state.game.can_infer_answer(command) {
        return command.clone();
    }
    let mut choices = prompt.prompt.choices.iter();
    choices.find_map(|choice| fill_in_choice(choice, command)).unwrap_or_else(|| command.clone())
}

impl App {
    /// Builds the change that a command makes, and stores nothing. Acts, orders, answers and joins
    /// are performed by the rules. Dice of which not everybody may know are drawn from the hidden
    /// lane, and all dice of a quiet command.
    ///
    /// # Errors
    /// The refusal; nothing has changed.
    pub(crate) fn resolve_command(
        &self,
        state: &FightState,
        user: Option<UserId>,
        game_command: &GameCommand,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        let lane = resources.dice_lane;
        match game_command {
            GameCommand::Act { actor, command } => self.resolve_act(state, *actor, command, lane),
            GameCommand::GmOrder(command) => self.resolve_gm_order(state, command, lane),
            GameCommand::Answer { prompt, command } => {
                let outcome = PromptOutcome::Answered(command.clone());
                self.resolve_answer(state, *prompt, command, outcome, lane)
            }
            GameCommand::Skip { awaited } => match state.find_prompt_to_skip(*awaited) {
                None => self.resolve_gm_order(state, &Command::new("skip"), lane),
                Some(open) => self.resolve_prepared_or_default_answer(state, open.id),
            },
            GameCommand::Join(command) => {
                self.resolve_join_and_mix_in_salt(state, user, command, resources)
            }
            GameCommand::AddNpcs(command) => {
                let joinings = roster::build_numbered_npc_join_requests(
                    state,
                    command,
                    resources,
                    self.value_reader(),
                )?;
                self.resolve_joins_one_by_one(state, command, joinings, resources)
            }
            GameCommand::SetScene(command) => self.set_up_scene(state, command, resources),
            GameCommand::SupplyItem(command) => {
                let command = roster::fill_in_item_from_kit(command, resources)?;
                self.resolve_gm_order(state, &command, lane)
            }
            GameCommand::SetPaused(is_paused) => {
                Ok(build_pause_or_resume_change(state, user.unwrap_or(state.gm), *is_paused))
            }
            GameCommand::Relocate(to) => {
                Ok(state.build_relocation_change(user.unwrap_or(state.gm), *to))
            }
            GameCommand::ChangePeople(people_change) => {
                people_change.build_change(state, &resources.requester, self.inner.clock.now())
            }
            GameCommand::HandOver(to) => Ok(build_handover_change(state, *to)),
            GameCommand::SetGmTold(is_told) => {
                let mut change = build_setting_change(state, "tell_gm", *is_told);
                change.after.is_gm_shown_details = *is_told;
                Ok(change)
            }
            GameCommand::SetDiceUnsealed(is_unsealed) => {
                let mut change = build_setting_change(state, "unseal", *is_unsealed);
                change.after.secrets.is_gm_only = !is_unsealed;
                Ok(change)
            }
            GameCommand::SaltDice(salt_line) => {
                let change = StateChange::without_game_change(
                    state,
                    Command::new("roll").with("salt", salt_line),
                );
                add_salt_and_notice(change, user.unwrap_or(state.gm), salt_line)
            }
        }
    }

    /// Performs an act of a combatant, with dice of this lane.
    ///
    /// # Errors
    /// The refusal of the rules.
    fn resolve_act(
        &self,
        state: &FightState,
        actor: CombatantId,
        command: &Command,
        lane: DiceLane,
    ) -> Result<StateChange, Refusal> {
        let mut dice = self.dice_for_input(state, lane);
        let outcome = state.game.perform_act(actor, command, &mut dice)?;
        let input =
            InputRecord { actor: Some(actor), command: command.clone(), ..InputRecord::default() };
        Ok(StateChange::from_outcome_playing_hidden_turns(state, input, outcome, dice))
    }

    /// Performs an order of the GM, with dice of this lane, after checking the names that it gives.
    ///
    /// # Errors
    /// The refusal of a name, or of the rules.
    fn resolve_gm_order(
        &self,
        state: &FightState,
        order: &Command,
        lane: DiceLane,
    ) -> Result<StateChange, Refusal> {
        let mut dice = self.dice_for_input(state, lane);
        let command = self.with_checked_new_names(state, order)?;
        let outcome = state.game.perform_order(&command, &mut dice)?;
        let input = InputRecord::from(command);
        Ok(StateChange::from_outcome_playing_hidden_turns(state, input, outcome, dice))
    }

    /// Adds a player's combatant to the fight, and mixes the line in `salt` into the dice, if there
    /// is one.
    ///
    /// # Errors
    /// The refusal of the sheet, of its name or of the line.
    fn resolve_join_and_mix_in_salt(
        &self,
        state: &FightState,
        user: Option<UserId>,
        command: &Command,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        let mut join_command = command.clone();
        let salt = join_command.slots.remove("salt");
        let joining = roster::build_player_join_request(
            state,
            user,
            &join_command,
            resources,
            self.value_reader(),
        )?;
        let change =
            self.resolve_joins_one_by_one(state, &join_command, vec![joining], resources)?;
        match salt.filter(|salt_line| !salt_line.is_empty()) {
            Some(salt_line) => add_salt_and_notice(change, user.unwrap_or(state.gm), &salt_line),
            None => Ok(change),
        }
    }

    /// Answers an open prompt with its default choice.
    ///
    /// # Errors
    /// The refusal of the rules, or `prompt-closed`.
    pub(crate) fn resolve_default_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<StateChange, Refusal> {
        let default_choice = state
            .find_open_prompt(id)
            .ok_or_else(|| Refusal::new("prompt-closed", ""))?
            .prompt
            .default_choice
            .clone();
        self.resolve_answer(
            state,
            id,
            &default_choice,
            PromptOutcome::Defaulted(default_choice.clone()),
            DiceLane::Open,
        )
    }

    /// Answers a prompt as prepared, else with its default.
    ///
    /// # Errors
    /// The refusal of the default answer.
    pub(crate) fn resolve_prepared_or_default_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<StateChange, Refusal> {
        match self.resolve_prepared_answer(state, id) {
            Some(change) => Ok(change),
            None => self.resolve_default_answer(state, id),
        }
    }

    /// Answers an open prompt with the stored answer, the first standing order that the rules
    /// accept, or the choice of an autoplayed NPC. `None` where nothing is prepared.
    pub(crate) fn resolve_prepared_answer(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Option<StateChange> {
        let open = state.find_open_prompt(id)?;
        let mut prepared: Vec<Command> = open.provisional_answer.iter().cloned().collect();
        prepared.extend(state.matching_orders(open).into_iter().map(|(_, answer)| answer));
        let change = match self.resolve_first_accepted_answer(state, id, prepared) {
            Some(change) => change,
            None => {
                let autoplay_answer = state.choose_autoplay_answer(open);
                self.resolve_first_accepted_answer(state, id, autoplay_answer)?
            }
        };
        let input = InputRecord { is_prepared: true, ..change.input };
        // The answer must look as if the deadline caused it, as with a decoy.
        let user = if open.prompt.is_hidden_from_public { None } else { Some(open.user) };
        Some(StateChange { user, input, ..change })
    }

    /// Answers an open prompt with the first of these answers that the rules accept; `None` where
    /// they accept none.
    fn resolve_first_accepted_answer(
        &self,
        state: &FightState,
        id: PromptId,
        answers: impl IntoIterator<Item = Command>,
    ) -> Option<StateChange> {
        for answer in answers {
            let outcome = PromptOutcome::Answered(answer.clone());
            if let Ok(change) = self.resolve_answer(state, id, &answer, outcome, DiceLane::Open) {
                return Some(change);
            }
        }
        None
    }

    /// Builds the change that answers an open prompt with a command and closes it with the given
    /// outcome. Refuses with `prompt-closed` where it is not open.
    pub(crate) fn resolve_answer(
        &self,
        state: &FightState,
        id: PromptId,
        command: &Command,
        prompt_outcome: PromptOutcome,
        lane: DiceLane,
    ) -> Result<StateChange, Refusal> {
        let open = state.find_open_prompt(id).ok_or_else(|| Refusal::new("prompt-closed", ""))?;
        let combatant = match open.prompt.respondent {
            Initiator::Gm => None,
            Initiator::Combatant(combatant) => Some(combatant),
        };
        let mut dice = self.dice_for_input(state, lane);
        let outcome = state.game.answer_prompt(&open.prompt.subject, command, &mut dice)?;
        let input = InputRecord {
            command: command.clone(),
            actor: combatant,
            prompt: Some(id),
            ..InputRecord::default()
        };
        let change = StateChange::from_outcome_playing_hidden_turns(state, input, outcome, dice);
        Ok(StateChange { answered_prompt: Some((id, prompt_outcome)), ..change })
    }

    /// Returns an order with the new names in it as names are stored: the alias that it gives to an
    /// NPC, and the side or group on which it puts somebody.
    ///
    /// # Errors
    /// As [`NameValidator::parse`], [`NameValidator::parse_side`] and
    /// [`NameValidator::parse_known_or_new_group`]; and `bad-setup` for an item put into the hand
    /// of somebody who does not carry it.
    fn with_checked_new_names(
        &self,
        state: &FightState,
        order: &Command,
    ) -> Result<Command, Refusal> {
        let reader = self.value_reader();
        let gate = NameValidator { game: &state.game, giver: Viewer::Gm, reader };
        match order.verb.as_str() {
            // The label of the unnamed is no name that anybody else may have.
            "reveal" if order.get("show") == "something" && is_unnamed(order.get("alias")) => {
                Ok(order.clone())
            }
            "reveal" if order.has_slot("alias") => {
                Ok(order.clone().with("alias", gate.parse(order.get("alias"))?))
            }
            "adjust" => self.with_adjusted_name_or_item_resolved(state, &gate, order),
            // The name of the group has a slot of another name there.
            "group" if order.has_slot("name") => {
                Ok(order.clone().with("name", gate.parse_known_or_new_group(order.get("name"))?))
            }
            // An order that puts somebody on a side may found it.
            _ if order.has_slot("who") => gate.with_parsed_sides_and_groups(order),
            _ => Ok(order.clone()),
        }
    }

    /// Returns an `adjust` order with its new side or group as names are stored, or with the
    /// carried item that it puts into somebody's hand. Orders that adjust another field stay as
    /// they are.
    fn with_adjusted_name_or_item_resolved(
        &self,
        state: &FightState,
        gate: &NameValidator<'_>,
        order: &Command,
    ) -> Result<Command, Refusal> {
        let value = match state.game.reference_of_field(order.get("field")) {
            Some(FieldReference::Side) => gate.parse_side(order.get("value"))?,
            Some(FieldReference::Group) => gate.parse_known_or_new_group(order.get("value"))?,
            Some(FieldReference::CarriedItem) => {
                self.parse_carried_item_or_empty_hand(state, order)?
            }
            // The rules read zones and combatants by their names themselves.
            Some(FieldReference::Zone | FieldReference::Combatant) | None => {
                return Ok(order.clone());
            }
        };
        Ok(order.clone().with("value", value))
    }

    /// Returns the item that an order puts into somebody's hand: one that they carry, or "" for an
    /// empty hand.
    ///
    /// # Errors
    /// `bad-setup` with the items that they carry.
    fn parse_carried_item_or_empty_hand(
        &self,
        state: &FightState,
        order: &Command,
    ) -> Result<String, Refusal> {
        let text = order.get("value").trim();
        if matches!(text.to_lowercase().as_str(), "" | "none" | "nothing" | "null") {
            return Ok(String::new());
        }
        let who = state.game.find_combatant(Viewer::Gm, order.get("who"));
        let body = who.and_then(|who| state.game.body_json(who)).unwrap_or_default();
        let mut items: Vec<String> = Vec::new();
        for item in body["gear"].as_array().into_iter().flatten() {
            items.extend(item["name"].as_str().map(String::from));
        }
        let read = (self.value_reader())(state.system(), ValueKind::Item, text, &items);
        read.map_err(|names| Refusal::bad_value("value", text).with("names", names.join(", ")))
    }

    /// Adds the combatants one after the other and merges the results into one change. Refuses an
    /// empty list with `bad-setup`.
    fn resolve_joins_one_by_one(
        &self,
        state: &FightState,
        command: &Command,
        joinings: Vec<JoinRequest>,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        let lane =
            resources.dice_lane.max(DiceLane::from_is_hidden(command.get("hidden") == "true"));
        let mut dice = self.dice_for_input(state, lane);
        let mut merged: Option<GameOutcome> = None;
        for joining in joinings {
            let game = merged.as_ref().map_or(&*state.game, |outcome| &outcome.game);
            let outcome = game.add_combatant(joining, &mut dice)?;
            merged = Some(match merged {
                None => outcome,
                Some(earlier) => earlier.merge_with_next_outcome(outcome),
            });
        }
        let outcome = merged.ok_or_else(|| Refusal::new("bad-setup", ""))?;
        Ok(StateChange::from_outcome_playing_hidden_turns(state, command.clone(), outcome, dice))
    }
}

/// Mixes a line into the dice of the change, and tells the channel.
fn add_salt_and_notice(
    mut change: StateChange,
    user: UserId,
    salt: &str,
) -> Result<StateChange, Refusal> {
    let state = &mut change.after;
    let is_too_late = state.game.phase() != FightPhase::Setup || !state.draw_counts.is_zero();
    state.secrets.add_or_replace_salt(user, salt, is_too_late)?;
    let notice = Notice::SaltAdded { user, line: salt.into() };
    change.notices.push((Audience::Channel(state.channel), notice));
    Ok(change)
}

/// Builds a change that records `set key: value:` and changes nothing yet.
fn build_setting_change(state: &FightState, key: &str, is_on: bool) -> StateChange {
    let command = Command::new("set").with("key", key).with("value", is_on);
    StateChange::without_game_change(state, command)
}

/// Builds the change that pauses or resumes a fight, and tells the channel.
fn build_pause_or_resume_change(state: &FightState, user: UserId, is_paused: bool) -> StateChange {
    let (verb, notice) = if is_paused {
        ("pause", Notice::Paused { user })
    } else {
        ("resume", Notice::Resumed { user })
    };
    let mut change = StateChange::without_game_change(state, Command::new(verb));
    change.after.is_paused = is_paused;
    change.notices.push((Audience::Channel(state.channel), notice));
    change
}

/// Builds the change that makes a user the GM, who is no co-GM then, and tells the channel.
fn build_handover_change(state: &FightState, new_gm: UserId) -> StateChange {
    let command = Command::new("hand-over").with("user", new_gm.0);
    let mut change = StateChange::without_game_change(state, command);
    change.after.gm = new_gm;
    change.after.people.co_gms.remove(&new_gm);
    let notice = Notice::GmHandedOver { from: state.gm, to: new_gm };
    change.notices.push((Audience::Channel(state.channel), notice));
    change
}

/// Parses a slot with a closed list of values; an empty slot means the first one.
pub(crate) fn parse_choice_or_first<T: Copy>(
    command: &Command,
    slot: &str,
    choices: &[(&str, T)],
) -> Result<T, Refusal> {
    let text = command.get(slot).trim().to_lowercase();
    let found = choices.iter().find(|(key, _)| text.is_empty() || *key == text);
    found.map(|(_, value)| *value).ok_or_else(|| bad_order_refusal("value", command, slot))
}

/// Returns the refusal `bad-order` with a reason (`why`), the slot and what was typed in it.
pub(crate) fn bad_order_refusal(reason: &str, command: &Command, slot: &str) -> Refusal {
    let refusal = Refusal::new("bad-order", "").with("why", reason).with("slot", slot);
    refusal.with("value", command.get(slot))
}
