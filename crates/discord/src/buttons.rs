//! Buttons, menus and forms. Nothing of them is kept in memory: what they mean is in their ids, so
//! they work after a restart and a week later.
//!
//! Every press is answered. The order of the checks is the app's: fight gone, prompt closed, not
//! yours, not offered.

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, CreateInteractionResponse, CreateModal,
    Interaction, MessageFlags, ModalInteraction,
};

use super::BotContext;
use super::bot_permissions;
use super::custom_id::{ButtonPayload, CustomId, MenuValue, hash_command};
use super::error::{BotError, RequestFailure, classify_error};
use super::framework_errors::format_internal_error;
use super::interaction_replies::{
    RepliableInteraction, reply_in_place, reply_in_place_with, reply_privately,
    reply_privately_or_with, send_private_message, send_private_text, send_response_with_retry,
};
use super::messages::{self, STYLE, controls, forms, prompt};
use super::request_context::build_request_context;
use app::StoreError;
use app::ids::{PromptId, TurnId};
use app::input::{InputReply, RequestContext, UserInput};
use engine::core::command::{Command, Refusal};
use engine::game::Member;
use narration::{self, say};

fn format_outdated_button() -> String {
    say!(STYLE, "button-old")
}

/// An interaction that is no command: pressed, chosen or filled in.
pub async fn handle_component_or_form(bot: &BotContext, interaction: &Interaction) {
    let taken = match interaction {
        Interaction::Component(pressed) => handle_press(bot, pressed).await,
        Interaction::Modal(filled) => handle_filled_form(bot, filled).await,
        _ => return,
    };
    let Err(trouble) = taken else { return };
    match &trouble {
        BotError::Discord(error) => match classify_error(error) {
            RequestFailure::InteractionExpired | RequestFailure::AlreadyAnswered => {
                tracing::warn!(%trouble, "an answer came too late");
            }
            _ => tracing::error!(%trouble, "an answer was not taken"),
        },
        _ => {
            tracing::error!(%trouble, "a press failed");
            send_internal_error(bot, interaction).await;
        }
    }
}

/// The last word where ours failed.
pub async fn send_internal_error(bot: &BotContext, interaction: &Interaction) {
    let said = match interaction {
        Interaction::Component(pressed) => {
            send_private_text(&bot.http, pressed, format_internal_error()).await
        }
        Interaction::Modal(filled) => {
            send_private_text(&bot.http, filled, format_internal_error()).await
        }
        _ => Ok(()),
    };
    if let Err(trouble) = said {
        tracing::warn!(%trouble, "nor could that be said");
    }
}

async fn handle_press(bot: &BotContext, component: &ComponentInteraction) -> Result<(), BotError> {
    let origin = build_request_context(
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
            let reply = bot.app.handle_input(&origin, UserInput::PromptButton { prompt, choice });
            acknowledge_or_reply(bot, component, reply).await
        }
        Some(CustomId::OpenPromptForm { prompt, choice }) => {
            open_prompt_form(bot, component, &origin, prompt, choice).await
        }
        Some(CustomId::InvitedAct {
            fight,
            round,
            payload: ButtonPayload { command: words, acting_as },
        }) => {
            let input =
                UserInput::InvitationButton { fight, round, command: words, actor_name: acting_as };
            acknowledge_or_reply(bot, component, bot.app.handle_input(&origin, input)).await
        }
        Some(CustomId::TurnAct { turn, payload: said }) => {
            Box::pin(perform_turn_act(bot, component, &origin, turn, said)).await
        }
        Some(CustomId::ConfirmedAct { turn, act, is_quiet }) => {
            match resolve_menu_value(bot, turn, Some(act)).await? {
                Ok(ButtonPayload { command: words, acting_as }) => {
                    let input = UserInput::Confirmed {
                        turn,
                        command: words,
                        actor_name: acting_as,
                        is_private: is_quiet,
                    };
                    let reply = bot.app.handle_input(&origin, input);
                    reply_in_place_with(bot, component, reply, messages::reply::render_reply).await
                }
                Err(why) => send_private_text(&bot.http, component, why).await,
            }
        }
        Some(CustomId::TurnMenu { turn, .. }) => {
            let value = match &component.data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values.first(),
                _ => None,
            };
            let chosen = value.and_then(|value| MenuValue::parse(value));
            // Boxed, as all that is long: the stack of a worker is small.
            Box::pin(handle_menu_choice(bot, component, &origin, turn, chosen)).await
        }
        Some(CustomId::TurnChoice { turn, value: chosen }) => {
            Box::pin(handle_menu_choice(bot, component, &origin, turn, Some(chosen))).await
        }
        Some(id @ (CustomId::RunCommand { .. } | CustomId::OpenForm { .. })) => {
            handle_command_button(bot, component, &origin, id).await
        }
        Some(
            CustomId::PromptForm { .. }
            | CustomId::CommandForm { .. }
            | CustomId::ActForm { .. }
            | CustomId::PickMenu { .. },
        )
        | None => send_private_text(&bot.http, component, format_outdated_button()).await,
    }
}

fn parse_picked_id(component: &ComponentInteraction) -> Option<CustomId> {
    match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => CustomId::parse(values.first()?),
        _ => None,
    }
}

/// A command that is said by a button or a menu, at once or by a form.
async fn handle_command_button(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    id: CustomId,
) -> Result<(), BotError> {
    match id {
        CustomId::RunCommand { payload: said } => {
            let is_opening =
                bot_permissions::is_fight_opening(&said.command) && component.guild_id.is_some();
            let ButtonPayload { command: words, acting_as } = said;
            // The controls of a turn stay where they are, and so does the board.
            let is_look = matches!(&*words.verb, controls::BOARD_VERB | "queue-list");
            let input =
                UserInput::Command { command: words, actor_name: acting_as, is_private: false };
            let reply = bot.app.handle_input(context, input);
            if is_ephemeral_message(component) && !is_look {
                reply_in_place(bot, component, reply).await?;
            } else {
                reply_privately(bot, component, reply).await?;
            }
            if is_opening {
                let (channel, has) = (component.channel_id, component.app_permissions);
                bot_permissions::send_missing_permissions(&bot.http, component, channel, has)
                    .await?;
            }
            Ok(())
        }
        CustomId::OpenForm { payload: said } => {
            match build_requested_form(bot, context, &said).await? {
                Ok(form) => {
                    send_response_with_retry(
                        &bot.http,
                        component,
                        CreateInteractionResponse::Modal(form),
                    )
                    .await
                }
                Err(why) => send_private_text(&bot.http, component, why).await,
            }
        }
        _ => send_private_text(&bot.http, component, format_outdated_button()).await,
    }
}

/// The form of that name, or why there is none.
async fn build_requested_form(
    bot: &BotContext,
    context: &RequestContext,
    payload: &ButtonPayload,
) -> Result<Result<CreateModal, String>, BotError> {
    let about = &payload.command;
    if !matches!(about.verb.as_str(), "page" | "about") {
        let sides = bot.app.load_usual_sides(context, about).await?;
        return Ok(forms::build_form(payload, sides).ok_or_else(format_outdated_button));
    }
    let card = match bot.app.load_sheet_for_form(context, about).await? {
        Ok(card) => card,
        Err(refusal) => return Ok(Err(narration::explain_refusal(STYLE, &refusal))),
    };
    let page = about.get("page").parse().ok().and_then(|page: usize| card.pages.get(page));
    let form = match page {
        Some(page) => forms::build_sheet_page_form(&card, page),
        None => forms::build_sheet_about_form(&card),
    };
    Ok(form.ok_or_else(|| say!(STYLE, "form-too-long")))
}

fn is_ephemeral_message(component: &ComponentInteraction) -> bool {
    component.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// An act of a turn that was chosen, or more to choose from.
async fn handle_menu_choice(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    choice: Option<MenuValue>,
) -> Result<(), BotError> {
    match choice {
        Some(MenuValue::Submenu { actor: who, group }) => {
            let shown = bot.app.load_turn_actor(context, turn, |one| who.matches(one)).await?;
            let shown = match &shown {
                Ok(actor) => {
                    controls::render_submenu(turn, actor, group).ok_or_else(format_choice_gone)
                }
                Err(refusal) => Err(narration::explain_refusal(STYLE, refusal)),
            };
            match shown {
                Ok(written) => {
                    Box::pin(send_private_message(
                        bot,
                        component,
                        written,
                        is_ephemeral_message(component),
                    ))
                    .await
                }
                Err(why) => send_private_text(&bot.http, component, why).await,
            }
        }
        Some(MenuValue::HashedActForm { actor: who, hash: wanted }) => {
            let form = match &bot.app.load_turn_actor(context, turn, |one| who.matches(one)).await?
            {
                Ok(actor) => {
                    forms::build_act_form(turn, actor, wanted).ok_or_else(format_choice_gone)
                }
                Err(refusal) => Err(narration::explain_refusal(STYLE, refusal)),
            };
            match form {
                Ok(form) => {
                    send_response_with_retry(
                        &bot.http,
                        component,
                        CreateInteractionResponse::Modal(form),
                    )
                    .await
                }
                Err(why) => send_private_text(&bot.http, component, why).await,
            }
        }
        chosen => match resolve_menu_value(bot, turn, chosen).await? {
            Ok(said) => Box::pin(perform_turn_act(bot, component, context, turn, said)).await,
            Err(why) => send_private_text(&bot.http, component, why).await,
        },
    }
}

fn format_choice_gone() -> String {
    say!(STYLE, "choice-gone")
}

/// What was chosen, as it is or found among what may be done.
async fn resolve_menu_value(
    bot: &BotContext,
    turn: TurnId,
    choice: Option<MenuValue>,
) -> Result<Result<ButtonPayload, String>, BotError> {
    Ok(match choice {
        None | Some(MenuValue::Submenu { .. }) => Err(format_outdated_button()),
        Some(MenuValue::Act(said)) => Ok(said),
        Some(
            MenuValue::HashedAct { actor: who, hash: wanted }
            | MenuValue::HashedActForm { actor: who, hash: wanted },
        ) => {
            let is_who = |one: &Member| who.matches(one);
            let found = bot
                .app
                .find_offered_command(turn, is_who, |words| hash_command(words) == wanted)
                .await?;
            let said =
                found.map(|(words, name)| ButtonPayload { command: words, acting_as: Some(name) });
            said.ok_or_else(format_choice_gone)
        }
    })
}

async fn perform_turn_act(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    turn: TurnId,
    payload: ButtonPayload,
) -> Result<(), BotError> {
    let ButtonPayload { command: words, acting_as } = payload;
    let input = UserInput::TurnButton { turn, command: words, actor_name: acting_as };
    let reply = bot.app.handle_input(context, input);
    acknowledge_or_reply(bot, component, reply).await
}

/// Where something was pressed or filled in.
trait PressedInteraction: RepliableInteraction {
    /// In a private message of its own.
    fn is_on_ephemeral_message(&self) -> bool;
    fn is_dm(&self) -> bool;
}

impl PressedInteraction for ComponentInteraction {
    fn is_on_ephemeral_message(&self) -> bool {
        is_ephemeral_message(self)
    }

    fn is_dm(&self) -> bool {
        self.guild_id.is_none()
    }
}

impl PressedInteraction for ModalInteraction {
    fn is_on_ephemeral_message(&self) -> bool {
        is_from_ephemeral_message(self)
    }

    fn is_dm(&self) -> bool {
        self.guild_id.is_none()
    }
}

/// What is pressed is answered by what it changes: the message itself. Where there is more to say
/// that not everybody may read, that is the answer.
async fn acknowledge_or_reply(
    bot: &BotContext,
    interaction: &impl PressedInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    if interaction.is_on_ephemeral_message() {
        return reply_in_place(bot, interaction, reply).await;
    }
    let is_dm = interaction.is_dm();
    let quietly = |reply: &InputReply, _| match reply {
        InputReply::Done(done) if !done.is_duplicate && (is_dm || !done.has_more_than_public) => {
            Some(CreateInteractionResponse::Acknowledge)
        }
        _ => None,
    };
    reply_privately_or_with(bot, interaction, reply, quietly).await
}

/// Opens the form of a prompt, or of one of its choices.
async fn open_prompt_form(
    bot: &BotContext,
    component: &ComponentInteraction,
    context: &RequestContext,
    id: PromptId,
    choice: Option<usize>,
) -> Result<(), BotError> {
    let open = match bot.app.load_own_open_prompt(context, id, choice).await? {
        Ok(open) => open.prompt,
        Err(refusal) => {
            let text = narration::explain_refusal(STYLE, &refusal);
            return send_private_text(&bot.http, component, text).await;
        }
    };
    let question = narration::render_prompt(
        STYLE,
        &open.subject,
        &open.known_names,
        &open.choices,
        &open.default_choice,
    );
    match prompt::build_form(id, &question, choice) {
        Some(form) => {
            send_response_with_retry(&bot.http, component, CreateInteractionResponse::Modal(form))
                .await
        }
        None => send_private_text(&bot.http, component, format_outdated_button()).await,
    }
}

async fn handle_filled_form(bot: &BotContext, modal: &ModalInteraction) -> Result<(), BotError> {
    let origin = build_request_context(
        modal.id,
        &modal.user,
        modal.member.as_ref(),
        modal.guild_id,
        modal.channel_id,
    );
    match CustomId::parse(&modal.data.custom_id) {
        Some(CustomId::PromptForm { prompt, choice }) => {
            let words = match load_form_answer(bot, &origin, prompt, choice).await? {
                Ok(answer) => prompt::fill_answer(answer, form_fields(modal)),
                Err(refusal) => {
                    return send_private_text(
                        &bot.http,
                        modal,
                        narration::explain_refusal(STYLE, &refusal),
                    )
                    .await;
                }
            };
            acknowledge_or_reply(
                bot,
                modal,
                bot.app.handle_input(&origin, UserInput::PromptForm { prompt, command: words }),
            )
            .await
        }
        Some(CustomId::ActForm { turn, value: chosen }) => {
            match resolve_menu_value(bot, turn, Some(chosen)).await? {
                Ok(ButtonPayload { command: words, acting_as }) => {
                    let words = forms::fill_command(words, form_fields(modal));
                    let input =
                        UserInput::TurnButton { turn, command: words, actor_name: acting_as };
                    let reply = bot.app.handle_input(&origin, input);
                    if is_from_ephemeral_message(modal) {
                        Box::pin(reply_in_place(bot, modal, reply)).await
                    } else {
                        Box::pin(reply_privately(bot, modal, reply)).await
                    }
                }
                Err(why) => send_private_text(&bot.http, modal, why).await,
            }
        }
        Some(CustomId::CommandForm { payload: said }) => {
            let ButtonPayload { command: words, acting_as } = said;
            let words = forms::fill_command(words, form_fields(modal));
            let input =
                UserInput::Command { command: words, actor_name: acting_as, is_private: false };
            let reply = bot.app.handle_input(&origin, input);
            if is_from_ephemeral_message(modal) {
                reply_in_place(bot, modal, reply).await
            } else {
                reply_privately(bot, modal, reply).await
            }
        }
        _ => send_private_text(&bot.http, modal, format_outdated_button()).await,
    }
}

/// The private message that a form was opened from becomes the answer.
fn is_from_ephemeral_message(modal: &ModalInteraction) -> bool {
    let flags = modal.message.as_ref().and_then(|message| message.flags);
    flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// The answer that a form was opened for.
async fn load_form_answer(
    bot: &BotContext,
    context: &RequestContext,
    prompt: PromptId,
    choice: Option<usize>,
) -> Result<Result<Command, Refusal>, BotError> {
    let Some(choice) = choice else { return Ok(Ok(Command::new("rule"))) };
    let gone = || Refusal::new("prompt-closed", "");
    let open = bot.app.load_own_open_prompt(context, prompt, Some(choice)).await?;
    Ok(open.and_then(|open| open.prompt.choices.get(choice).cloned().ok_or_else(gone)))
}

fn form_fields(modal: &ModalInteraction) -> impl Iterator<Item = (String, String)> {
    use serenity::all::ActionRowComponent::InputText;
    let all = modal.data.components.iter().flat_map(|row| &row.components);
    all.filter_map(|component| match component {
        InputText(text) => Some((text.custom_id.clone(), text.value.clone().unwrap_or_default())),
        _ => None,
    })
}
