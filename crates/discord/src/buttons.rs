//! Handles buttons, menus and forms. Their ids contain everything that is needed, and nothing is
//! kept in memory, so they work after a restart and a week later.
//!
//! Every press gets a response. The app checks in this order: fight deleted, prompt closed, wrong
//! user, choice not offered.

use std::collections::BTreeMap;

use serenity::all::{
    ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, CreateActionRow,
    CreateInteractionResponse, GuildId, Interaction, InteractionId, MessageFlags, ModalInteraction,
};

use super::bot_permissions;
use super::custom_id::{ActorRef, ButtonPayload, CustomId, MenuValue, hash_command};
use super::error::{BotError, RequestFailure, classify_error};
use super::interaction_replies::{
    MessagePlacement, RepliableInteraction, format_internal_error, reply_in_place,
    reply_in_place_with, reply_privately, send_custom_response_or_reply_and_wake_tasks,
    send_form_retrying_once, send_or_replace_private_message, send_private_text,
};
use super::messages::forms::{Form, FormChoices};
use super::messages::{
    self, RenderedMessage, controls, forms, prompt, reader_locale, reader_style, render_long_text,
    set_up,
};
use super::reader::answer_in_user_language_and_record_it;
use super::request_context::{build_request_context, suggest_combatant_name};
use super::{BotContext, HeldForm};
use app::StoreError;
use app::ids::{PromptId, TurnId};
use app::input::{InputReply, PartialCommand, RequestContext, UserInput};
use app::library::SheetCardPage;
use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::game::Member;
use narration::{self, say};

/// Formats the sentence that a button is of an earlier version, for the reader.
fn format_outdated_button() -> String {
    say!(reader_style(), "button-old")
}

/// Handles a pressed button, a menu choice or a filled form. Errors are logged.
pub async fn handle_component_or_form_logging_errors(bot: &BotContext, interaction: &Interaction) {
    let outcome = match interaction {
        Interaction::Component(component) => {
            let answer = Box::pin(handle_component(bot, component));
            answer_in_user_language_and_record_it(bot, component, answer).await
        }
        Interaction::Modal(modal) => {
            let answer = Box::pin(handle_filled_form(bot, modal));
            answer_in_user_language_and_record_it(bot, modal, answer).await
        }
        _ => return,
    };
    let Err(error) = outcome else { return };
    match &error {
        BotError::Discord(error) => match classify_error(error) {
            RequestFailure::InteractionExpired | RequestFailure::AlreadyAnswered => {
                tracing::warn!(%error, "a reply came too late");
            }
            _ => tracing::error!(%error, "Discord refused a reply"),
        },
        _ => {
            tracing::error!(%error, "a press or form failed");
            send_internal_error(bot, interaction).await;
        }
    }
}

/// Sends the user a private message that something failed in the bot. If it cannot be sent, that is
/// logged.
pub async fn send_internal_error(bot: &BotContext, interaction: &Interaction) {
    let outcome = match interaction {
        Interaction::Component(component) => {
            let answer = async { send_private_text(bot, component, format_internal_error()).await };
            answer_in_user_language_and_record_it(bot, component, answer).await
        }
        Interaction::Modal(modal) => {
            let answer = async { send_private_text(bot, modal, format_internal_error()).await };
            answer_in_user_language_and_record_it(bot, modal, answer).await
        }
        _ => Ok(()),
    };
    if let Err(error) = outcome {
        tracing::warn!(%error, "could not send the error message");
    }
}

/// Handles a pressed button or a menu choice: answers a prompt, performs an act, runs a command or
/// opens a form. Ids that this version does not know get a private note.
async fn handle_component(
    bot: &BotContext,
    component: &ComponentInteraction,
) -> Result<(), BotError> {
    let context = build_request_context(
        component.id,
        &component.user,
        component.member.as_ref(),
        component.guild_id,
        component.channel_id,
    );
    let id = match CustomId::parse(&component.data.custom_id) {
        Some(CustomId::PickMenu { .. }) => parse_picked_id(component),
        id => id,
    };
    match id {
        Some(CustomId::Answer { prompt, choice }) => {
            let input = UserInput::PromptButton { prompt, choice };
            let reply = bot.app.handle_input(&context, input);
            acknowledge_or_reply_privately(bot, component, reply).await
        }
        Some(CustomId::OpenPromptForm { prompt, choice }) => {
            open_prompt_form(bot, component, &context, prompt, choice).await
        }
        Some(CustomId::InvitedAct { fight, round, payload }) => {
            let ButtonPayload { command, actor_name } = payload;
            let input = UserInput::InvitationButton { fight, round, command, actor_name };
            let reply = bot.app.handle_input(&context, input);
            acknowledge_or_reply_privately(bot, component, reply).await
        }
        Some(CustomId::TurnAct { turn, payload }) => {
            Box::pin(perform_turn_act(bot, component, &context, turn, payload)).await
        }
        // Boxed, because the stack of a worker thread is small.
        Some(CustomId::ConfirmedAct { turn, act, is_quiet }) => {
            Box::pin(perform_confirmed_act(bot, component, &context, turn, act, is_quiet)).await
        }
        Some(CustomId::TurnMenu { turn, .. }) => {
            let choice = parse_turn_menu_value(component);
            Box::pin(handle_turn_menu_choice(bot, component, &context, turn, choice)).await
        }
        Some(CustomId::TurnChoice { turn, value: choice }) => {
            Box::pin(handle_turn_menu_choice(bot, component, &context, turn, Some(choice))).await
        }
        Some(CustomId::Block { turn, act }) => {
            let reply = bot.app.handle_button_for_all_npcs_of_turn(&context, turn, act);
            reply_in_place_or_privately(bot, component, reply).await
        }
        Some(CustomId::RetryForm { held_form }) => {
            reopen_held_form_or_tell_why(bot, component, &context, held_form).await
        }
        Some(CustomId::ChooseFight { held_input, fight }) => {
            let reply = bot.app.resume_held_input_in_fight(&context, held_input, fight);
            reply_in_place(bot, component, reply).await
        }
        Some(CustomId::RunCommand { payload }) => {
            run_button_command_and_warn_of_missing_permissions(bot, component, &context, payload)
                .await
        }
        Some(CustomId::OpenForm { payload }) => {
            open_requested_form_or_tell_why(bot, component, &context, &payload).await
        }
        Some(
            CustomId::PromptForm { .. }
            | CustomId::CommandForm { .. }
            | CustomId::ActForm { .. }
            | CustomId::PickMenu { .. },
        )
        | None => send_private_text(bot, component, format_outdated_button()).await,
    }
}

/// Returns the value that was chosen in a turn's menu; `None` if this version does not know it.
fn parse_turn_menu_value(component: &ComponentInteraction) -> Option<MenuValue> {
    MenuValue::parse(first_chosen_value(component)?)
}

/// Returns the custom id that was chosen in a menu of ids; `None` if this version does not know it.
fn parse_picked_id(component: &ComponentInteraction) -> Option<CustomId> {
    CustomId::parse(first_chosen_value(component)?)
}

/// Returns the first value that was chosen in a menu; `None` for anything but a menu.
fn first_chosen_value(component: &ComponentInteraction) -> Option<&str> {
    match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

/// Performs an act whose costs the user has confirmed. The reply replaces the message that asked.
async fn perform_confirmed_act(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    act: MenuValue,
    is_private: bool,
) -> Result<(), BotError> {
    match find_chosen_command(bot, turn, Some(act)).await? {
        Ok(ButtonPayload { command, actor_name }) => {
            let input = UserInput::Confirmed { turn, command, actor_name, is_private };
            let reply = bot.app.handle_input(context, input);
            reply_in_place_with(bot, component, reply, messages::reply::render_reply).await
        }
        Err(problem) => send_private_text(bot, component, problem).await,
    }
}

/// Runs the command of a button or menu. The reply replaces a private message with the button,
/// unless the user still needs that one. After a command that opens a fight, it also warns of
/// missing permissions.
async fn run_button_command_and_warn_of_missing_permissions(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    payload: ButtonPayload,
) -> Result<(), BotError> {
    let is_opening =
        bot_permissions::is_fight_opening(&payload.command) && component.guild_id.is_some();
    let ButtonPayload { command, actor_name } = payload;
    let keeps_message = keeps_message_with_button(&command);
    let input = UserInput::Command { command, actor_name, is_private: false };
    let reply = bot.app.handle_input(context, input);
    if is_ephemeral_message(component) && !keeps_message {
        reply_in_place(bot, component, reply).await?;
    } else {
        reply_privately(bot, component, reply).await?;
    }
    if is_opening {
        let (channel, granted) = (component.channel_id, component.app_permissions);
        bot_permissions::probe_pinning_and_warn_of_missing_permissions(
            &bot.http, component, channel, granted,
        )
        .await?;
    }
    Ok(())
}

/// Returns whether the reply to a command must not replace the message with its button, such as the
/// controls of a turn or the menus of the set-up.
fn keeps_message_with_button(command: &Command) -> bool {
    match command.verb.as_str() {
        controls::BOARD_VERB | controls::FORECAST_VERB | "queue-list" => true,
        "encounter" => !command.has_slot("attempt"),
        "bestiary" | "npc-new" => !command.has_slot("page") && !command.has_slot("name"),
        _ => false,
    }
}

/// Opens the form that a button or menu asks for, or says privately why there is none. The form of
/// `join` suggests a name.
async fn open_requested_form_or_tell_why(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    payload: &ButtonPayload,
) -> Result<(), BotError> {
    let form = build_requested_form(bot, context, payload).await?;
    let form = form.map(|form| match payload.command.verb.as_str() {
        "join" => form.with_values(&prefill_name_field_with_display_name(component)),
        _ => form,
    });
    open_form_or_tell_why(bot, component, form).await
}

/// Suggests what the user is called here as the name of their combatant, if that is a valid one.
fn prefill_name_field_with_display_name(
    component: &ComponentInteraction,
) -> BTreeMap<String, String> {
    let name = suggest_combatant_name(&component.user, component.member.as_ref());
    name.map(|name| ("name".to_string(), name)).into_iter().collect()
}

/// Opens a form, or sends privately the sentence that says why there is none.
async fn open_form_or_tell_why(
    bot: &BotContext,
    component: &ComponentInteraction,
    form: Result<Form, String>,
) -> Result<(), BotError> {
    match form {
        Ok(form) => send_form_retrying_once(&bot.http, component, &form).await,
        Err(problem) => send_private_text(bot, component, problem).await,
    }
}

/// Loads what can be chosen in the form of `add` or `join`: sides and zones that the user knows.
/// Forms of other commands have no choices.
async fn load_form_choices(
    bot: &BotContext,
    context: &RequestContext,
    command: &Command,
) -> Result<FormChoices, BotError> {
    if !matches!(command.verb.as_str(), "add" | "join") {
        return Ok(FormChoices::default());
    }
    let complete = async |slot: &str| {
        let partial_command = PartialCommand {
            command: Command::new(&command.verb).with("from", command.get("from")),
            actor_name: None,
            slot: slot.into(),
            typed_text: String::new(),
        };
        bot.app.complete_slot(context, &partial_command).await
    };
    Ok(FormChoices {
        usual_sides: bot.app.load_default_sides(context, command).await?,
        sides: complete("side").await?,
        zones: complete("at").await?,
    })
}

/// Returns the form that a button asks for, by the verb of its command: that of a new character or
/// NPC, of a page of a sheet or what it says about itself, or of any other command. The inner error
/// is a sentence that says why there is none.
async fn build_requested_form(
    bot: &BotContext,
    context: &RequestContext,
    payload: &ButtonPayload,
) -> Result<Result<Form, String>, BotError> {
    let command = &payload.command;
    if matches!(command.verb.as_str(), "npc-new" | "sheet-new") {
        return request_newcomer_form(bot, context, command).await;
    }
    if !matches!(command.verb.as_str(), "page" | "about") {
        let choices = load_form_choices(bot, context, command).await?;
        return Ok(forms::build_form_by_verb(payload, &choices).ok_or_else(format_outdated_button));
    }
    let sheet = match bot.app.load_own_free_sheet_for_form(context, command).await? {
        Ok(sheet) => sheet,
        Err(refusal) => return Ok(Err(narration::explain_refusal(reader_style(), &refusal))),
    };
    let page = command.get("page").parse().ok().and_then(|page: usize| sheet.pages.get(page));
    let form = match page {
        Some(page) => forms::build_sheet_page_form(&sheet, page),
        None => forms::build_sheet_about_form(&sheet),
    };
    Ok(form.ok_or_else(|| say!(reader_style(), "form-too-long")))
}

/// Runs `npc-new` or `sheet-new`, to which the app replies with the form of a new NPC or character,
/// and returns that form. The inner error is a sentence that says why there is none.
async fn request_newcomer_form(
    bot: &BotContext,
    context: &RequestContext,
    command: &Command,
) -> Result<Result<Form, String>, BotError> {
    let command = command.clone();
    let input = UserInput::Command { command, actor_name: None, is_private: false };
    let reply = bot.app.handle_input(context, input).await;
    if let Some(form) = forms::form_in_reply(&reply) {
        return Ok(Ok(form));
    }
    Ok(Err(match reply? {
        InputReply::Refused(refusal) => narration::explain_refusal(reader_style(), &refusal),
        // A value is too long for a form.
        InputReply::Library(_) => say!(reader_style(), "form-too-long"),
        _ => format_outdated_button(),
    }))
}

/// Returns whether the message with the pressed button is visible to its user only.
fn is_ephemeral_message(component: &ComponentInteraction) -> bool {
    component.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// Performs the act that was chosen in a turn's menu, or opens the submenu or form that was chosen.
async fn handle_turn_menu_choice(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    choice: Option<MenuValue>,
) -> Result<(), BotError> {
    match choice {
        Some(MenuValue::Submenu { actor, group }) => {
            open_acts_submenu(bot, component, context, turn, actor, group).await
        }
        Some(MenuValue::HashedActForm { actor, hash }) => {
            let form = build_offered_act_form(bot, context, turn, actor, hash).await?;
            open_form_or_tell_why(bot, component, form).await
        }
        choice => match find_chosen_command(bot, turn, choice).await? {
            Ok(payload) => Box::pin(perform_turn_act(bot, component, context, turn, payload)).await,
            Err(problem) => send_private_text(bot, component, problem).await,
        },
    }
}

/// Sends the submenu with the acts of an actor, or those of one group of acts, privately. It
/// replaces an ephemeral message. If the actor or the group has no acts on offer, the user is told.
async fn open_acts_submenu(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    actor_ref: ActorRef,
    group: Option<u64>,
) -> Result<(), BotError> {
    let is_actor = |member: &Member| actor_ref.matches(member);
    let actor = bot.app.load_turn_actor_to_play(context, turn, is_actor).await?;
    let submenu = match &actor {
        Ok(actor) => {
            controls::render_acts_submenu(turn, actor, group).ok_or_else(format_choice_gone)
        }
        Err(refusal) => Err(narration::explain_refusal(reader_style(), refusal)),
    };
    let rendered = match submenu {
        Ok(rendered) => rendered,
        Err(problem) => return send_private_text(bot, component, problem).await,
    };
    let placement = if is_ephemeral_message(component) {
        MessagePlacement::InPlaceOfPressed
    } else {
        MessagePlacement::NewMessage
    };
    Box::pin(send_or_replace_private_message(bot, component, rendered, placement)).await
}

/// Returns the form of the act that has this hash among those on offer to an actor. The inner error
/// is a sentence that says why there is none.
async fn build_offered_act_form(
    bot: &BotContext,
    context: &RequestContext,
    turn: TurnId,
    actor_ref: ActorRef,
    hash: u64,
) -> Result<Result<Form, String>, BotError> {
    let is_actor = |member: &Member| actor_ref.matches(member);
    let actor = bot.app.load_turn_actor_to_play(context, turn, is_actor).await?;
    Ok(match &actor {
        Ok(actor) => {
            forms::build_act_form_if_still_offered(turn, actor, hash).ok_or_else(format_choice_gone)
        }
        Err(refusal) => Err(narration::explain_refusal(reader_style(), refusal)),
    })
}

/// Formats the sentence that a choice is not on offer any more, for the reader.
fn format_choice_gone() -> String {
    say!(reader_style(), "choice-gone")
}

/// Returns the command that was chosen in a turn's menu. A hashed one is looked up among those that
/// are on offer now. The inner error is a sentence for the user: the choice is unknown, a submenu,
/// or not on offer any more.
async fn find_chosen_command(
    bot: &BotContext,
    turn: TurnId,
    choice: Option<MenuValue>,
) -> Result<Result<ButtonPayload, String>, BotError> {
    Ok(match choice {
        None | Some(MenuValue::Submenu { .. }) => Err(format_outdated_button()),
        Some(MenuValue::Act(payload)) => Ok(payload),
        Some(
            MenuValue::HashedAct { actor: actor_ref, hash }
            | MenuValue::HashedActForm { actor: actor_ref, hash },
        ) => {
            let is_actor = |member: &Member| actor_ref.matches(member);
            let found = bot
                .app
                .find_command_if_still_offered(turn, is_actor, |command| {
                    hash_command(command) == hash
                })
                .await?;
            let payload =
                found.map(|(command, name)| ButtonPayload { command, actor_name: Some(name) });
            payload.ok_or_else(format_choice_gone)
        }
    })
}

/// Performs an act of a turn. If that changes only what everybody may read, the press is only
/// acknowledged.
async fn perform_turn_act(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    payload: ButtonPayload,
) -> Result<(), BotError> {
    let ButtonPayload { command, actor_name } = payload;
    let input = UserInput::TurnButton { turn, command, actor_name };
    let reply = bot.app.handle_input(context, input);
    acknowledge_or_reply_privately(bot, component, reply).await
}

/// An interaction with a message of the bot.
trait PressedInteraction: RepliableInteraction {
    /// Returns whether the message is ephemeral, that is, visible to its user only.
    fn is_on_ephemeral_message(&self) -> bool;
}

impl PressedInteraction for ComponentInteraction {
    fn is_on_ephemeral_message(&self) -> bool {
        is_ephemeral_message(self)
    }
}

/// Replies to a press. Usually it is only acknowledged, because the app then edits the message. If
/// the reply holds more than everybody may read, or fails, it is sent privately.
async fn acknowledge_or_reply_privately(
    bot: &BotContext,
    interaction: &impl PressedInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    if interaction.is_on_ephemeral_message() {
        return reply_in_place(bot, interaction, reply).await;
    }
    let is_dm = interaction.guild_id().is_none();
    send_custom_response_or_reply_and_wake_tasks(
        bot,
        interaction,
        reply,
        &|reply, _, _| match reply {
            InputReply::Done(done)
                if !done.is_duplicate && (is_dm || !done.has_more_than_public) =>
            {
                Some(CreateInteractionResponse::Acknowledge)
            }
            _ => None,
        },
    )
    .await
}

/// Replies to a press or a filled form: in place of the message if that is ephemeral, else with a
/// private message of its own.
async fn reply_in_place_or_privately(
    bot: &BotContext,
    interaction: &impl PressedInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    if interaction.is_on_ephemeral_message() {
        Box::pin(reply_in_place(bot, interaction, reply)).await
    } else {
        Box::pin(reply_privately(bot, interaction, reply)).await
    }
}

/// Opens the form of a prompt, or of one of its choices, or tells the user why there is none.
async fn open_prompt_form(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    prompt_id: PromptId,
    choice: Option<usize>,
) -> Result<(), BotError> {
    let form = build_open_prompt_form(bot, context, prompt_id, choice).await?;
    open_form_or_tell_why(bot, component, form).await
}

/// Returns the form of an open prompt of the user. The inner error is a sentence that says why
/// there is none.
async fn build_open_prompt_form(
    bot: &BotContext,
    context: &RequestContext,
    prompt_id: PromptId,
    choice: Option<usize>,
) -> Result<Result<Form, String>, BotError> {
    let open_prompt =
        match bot.app.load_open_prompt_or_explain_too_late(context, prompt_id, choice).await? {
            Ok(open_prompt) => open_prompt.prompt,
            Err(refusal) => return Ok(Err(narration::explain_refusal(reader_style(), &refusal))),
        };
    let question = narration::render_prompt(
        reader_style(),
        &open_prompt.subject,
        &open_prompt.known_names,
        &open_prompt.choices,
        &open_prompt.default_choice,
    );
    let form = prompt::build_prompt_form(prompt_id, &question, choice);
    Ok(form.ok_or_else(format_outdated_button))
}

/// Handles a form that a user has sent: fills its fields into the answer or command that its id
/// names, gives that to the app, and replies.
async fn handle_filled_form(bot: &BotContext, modal: &ModalInteraction) -> Result<(), BotError> {
    let context = build_request_context(
        modal.id,
        &modal.user,
        modal.member.as_ref(),
        modal.guild_id,
        modal.channel_id,
    );
    let Some(id) = CustomId::parse(&modal.data.custom_id) else {
        return send_private_text(bot, modal, format_outdated_button()).await;
    };
    let form = FilledForm { bot, modal, id: id.clone() };
    match id {
        CustomId::PromptForm { prompt, choice } => {
            handle_filled_prompt_form(bot, &form, &context, prompt, choice).await
        }
        CustomId::ActForm { turn, value: choice } => {
            handle_filled_act_form(bot, &form, &context, turn, choice).await
        }
        CustomId::CommandForm { payload } => {
            let ButtonPayload { command, actor_name } = payload;
            let command = forms::fill_command_from_form(command, form_fields(modal));
            let input = UserInput::Command { command, actor_name, is_private: false };
            let reply = bot.app.handle_input(&context, input);
            reply_in_place_or_privately(bot, &form, reply).await
        }
        _ => send_private_text(bot, modal, format_outdated_button()).await,
    }
}

/// Answers a prompt with what was filled into the form of one of its choices, or without a choice
/// with a ruling of the GM.
async fn handle_filled_prompt_form(
    bot: &BotContext,
    form: &FilledForm<'_>,
    context: &RequestContext,
    prompt: PromptId,
    choice: Option<usize>,
) -> Result<(), BotError> {
    let to_fill = match choice {
        Some(choice) => load_choice_to_fill(bot, context, prompt, choice).await?,
        None => Ok(Command::new("rule")),
    };
    let command = match to_fill {
        Ok(answer) => prompt::fill_answer(answer, form_fields(form.modal)),
        Err(refusal) => {
            return form.refuse(narration::explain_refusal(reader_style(), &refusal)).await;
        }
    };
    let input = UserInput::PromptForm { prompt, command };
    let reply = bot.app.handle_input(context, input);
    acknowledge_or_reply_privately(bot, form, reply).await
}

/// Performs an act of a turn with what was filled into its form.
async fn handle_filled_act_form(
    bot: &BotContext,
    form: &FilledForm<'_>,
    context: &RequestContext,
    turn: TurnId,
    choice: MenuValue,
) -> Result<(), BotError> {
    let ButtonPayload { command, actor_name } =
        match find_chosen_command(bot, turn, Some(choice)).await? {
            Ok(payload) => payload,
            Err(problem) => return form.refuse(problem).await,
        };
    let command = forms::fill_command_from_form(command, form_fields(form.modal));
    let input = UserInput::TurnButton { turn, command, actor_name };
    let reply = bot.app.handle_input(context, input);
    reply_in_place_or_privately(bot, form, reply).await
}

/// A form that somebody has filled in. If it is refused, it can be opened again as it was.
struct FilledForm<'a> {
    bot: &'a BotContext,
    modal: &'a ModalInteraction,
    id: CustomId,
}

impl FilledForm<'_> {
    /// Says why the form was not taken, with the button that opens it again.
    async fn refuse(&self, reason: String) -> Result<(), BotError> {
        let components = self.hold_form_and_build_retry_button().into_iter().collect();
        let rendered = RenderedMessage { components, ..RenderedMessage::from_text(reason) };
        send_or_replace_private_message(self.bot, self, rendered, MessagePlacement::NewMessage)
            .await
    }
}

impl RepliableInteraction for FilledForm<'_> {
    fn id(&self) -> InteractionId {
        self.modal.id
    }

    fn token(&self) -> &str {
        &self.modal.token
    }

    fn user(&self) -> UserId {
        RepliableInteraction::user(self.modal)
    }

    fn guild_id(&self) -> Option<GuildId> {
        self.modal.guild_id
    }

    fn locale(&self) -> &str {
        &self.modal.locale
    }

    fn guild_locale(&self) -> Option<&str> {
        self.modal.guild_locale.as_deref()
    }

    /// Holds what was written, and returns the button that opens the form with it.
    fn hold_form_and_build_retry_button(&self) -> Option<CreateActionRow> {
        let held = HeldForm { id: self.id.clone(), values: form_fields(self.modal).collect() };
        let held_form =
            self.bot.held_forms.hold_evicting_oldest(self.user(), held, self.bot.app.now_millis());
        let id = CustomId::RetryForm { held_form };
        let button = set_up::build_button(
            &say!(reader_locale(), "form-try-again"),
            ButtonStyle::Primary,
            id,
        );
        button.map(|button| CreateActionRow::Buttons(vec![button]))
    }
}

impl PressedInteraction for FilledForm<'_> {
    fn is_on_ephemeral_message(&self) -> bool {
        is_from_ephemeral_message(self.modal)
    }
}

/// Opens a refused form again with what was written in it. If there is no such form any more, the
/// user is told why, and reads what they wrote.
async fn reopen_held_form_or_tell_why(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    held_form: i64,
) -> Result<(), BotError> {
    let held = bot.held_forms.get(context.user, held_form, bot.app.now_millis());
    let Some(HeldForm { id, values }) = held else {
        let refusal = Refusal::new("choice-expired", "");
        let text = narration::explain_refusal(reader_style(), &refusal);
        return send_private_text(bot, component, text).await;
    };
    match rebuild_unfilled_form(bot, context, id, &values).await? {
        Ok(form) => send_form_retrying_once(&bot.http, component, &form.with_values(&values)).await,
        Err(problem) => {
            let written = values.into_values().filter(|value| !value.trim().is_empty());
            let written = written.collect::<Vec<_>>().join("\n").replace('`', "'");
            let text = format!("{problem}\n{}", say!(reader_style(), "form-written"));
            let rendered = render_long_text(&format!("{text}\n```\n{written}\n```"));
            send_or_replace_private_message(bot, component, rendered, MessagePlacement::NewMessage)
                .await
        }
    }
}

/// Builds a form again from its custom id and the fields that it had. The inner error is a sentence
/// that says why there is none.
async fn rebuild_unfilled_form(
    bot: &BotContext,
    context: &RequestContext,
    id: CustomId,
    earlier_values: &BTreeMap<String, String>,
) -> Result<Result<Form, String>, BotError> {
    match id {
        CustomId::PromptForm { prompt, choice } => {
            build_open_prompt_form(bot, context, prompt, choice).await
        }
        CustomId::ActForm { turn, value: MenuValue::HashedActForm { actor, hash } } => {
            build_offered_act_form(bot, context, turn, actor, hash).await
        }
        CustomId::CommandForm { payload } if payload.command.verb == "sheet-edit" => {
            let sheet_id = payload.command.get("id");
            rebuild_sheet_form(bot, context, sheet_id, earlier_values).await
        }
        CustomId::CommandForm { mut payload } => {
            // The button that opens this form has another verb than the form itself.
            if payload.command.verb == "sheet-copy" {
                payload.command.verb = "copy".into();
            }
            build_requested_form(bot, context, &payload).await
        }
        _ => Ok(Err(format_outdated_button())),
    }
}

/// Builds the form of a sheet again: of the page that has one of the fields, or else that of name
/// and portrait. The inner error is a sentence that says why there is none.
async fn rebuild_sheet_form(
    bot: &BotContext,
    context: &RequestContext,
    sheet_id: &str,
    earlier_values: &BTreeMap<String, String>,
) -> Result<Result<Form, String>, BotError> {
    let about = Command::new("about").with("id", sheet_id);
    let sheet = match bot.app.load_own_free_sheet_for_form(context, &about).await? {
        Ok(sheet) => sheet,
        Err(refusal) => return Ok(Err(narration::explain_refusal(reader_style(), &refusal))),
    };
    let has_earlier_field = |page: &&SheetCardPage| {
        let mut slots = page.fields.iter().map(|field| format!("field.{}", field.key));
        slots.any(|slot| earlier_values.contains_key(&slot))
    };
    let form = match sheet.pages.iter().find(has_earlier_field) {
        Some(page) => forms::build_sheet_page_form(&sheet, page),
        None => forms::build_sheet_about_form(&sheet),
    };
    Ok(form.ok_or_else(|| say!(reader_style(), "form-too-long")))
}

/// Returns whether the form was opened from an ephemeral message, which the reply then replaces.
fn is_from_ephemeral_message(modal: &ModalInteraction) -> bool {
    let flags = modal.message.as_ref().and_then(|message| message.flags);
    flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// Returns the answer to a prompt that was chosen, whose open fields a form completes. The inner
/// error says that the prompt is closed or not the user's.
async fn load_choice_to_fill(
    bot: &BotContext,
    context: &RequestContext,
    prompt: PromptId,
    choice: usize,
) -> Result<Result<Command, Refusal>, BotError> {
    let loaded =
        bot.app.load_open_prompt_or_explain_too_late(context, prompt, Some(choice)).await?;
    let open_prompt = match loaded {
        Ok(open_prompt) => open_prompt.prompt,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let answer = open_prompt.choices.get(choice).cloned();
    Ok(answer.ok_or_else(|| Refusal::new("prompt-closed", "")))
}

/// Returns custom id and text of each field of a form; the text of one left empty is `""`.
fn form_fields(modal: &ModalInteraction) -> impl Iterator<Item = (String, String)> {
    use serenity::all::ActionRowComponent::InputText;
    let components = modal.data.components.iter().flat_map(|row| &row.components);
    components.filter_map(|component| match component {
        InputText(text) => Some((text.custom_id.clone(), text.value.clone().unwrap_or_default())),
        _ => None,
    })
}
