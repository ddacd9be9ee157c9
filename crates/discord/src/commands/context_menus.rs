//! The context menus of people (*Attack…*, *Look at*) and of messages (*Undo this*, *Why?*, *Edit
//! my words*, *Delete words*, *Who said that?*: as many as Discord allows). Each leads to what a
//! slash command does, and replies privately.

use poise::{Command as PoiseCommand, ContextMenuCommandAction};
use serenity::all::{Message, User};

use super::super::BotContext;
use super::super::error::BotError;
use super::super::interaction_replies::{
    MessagePlacement, reply_privately, send_form_retrying_once, send_or_replace_private_message,
    send_private_text,
};
use super::super::messages::{controls, forms, reader_style};
use super::super::request_context::build_command_request_context;
use super::{CommandContext, HandlerFuture, answer_before_stop};
use app::ids::MessageId;
use app::input::UserInput;
use engine::core::command::Command;
use engine::core::ids::UserId;
use narration::catalogue::{Locale, sentence_or_first_key};

/// An entry in the context menu of a person or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextMenu {
    Attack,
    LookAt,
    UndoMessage,
    ExplainMessage,
    EditWords,
    DeleteWords,
    AskSpeaker,
}

/// What a context menu belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuSubject {
    Person,
    Message,
}

impl ContextMenu {
    pub const ALL: [Self; 7] = [
        Self::Attack,
        Self::LookAt,
        Self::UndoMessage,
        Self::ExplainMessage,
        Self::EditWords,
        Self::DeleteWords,
        Self::AskSpeaker,
    ];

    pub fn subject(self) -> MenuSubject {
        match self {
            Self::Attack | Self::LookAt => MenuSubject::Person,
            Self::UndoMessage
            | Self::ExplainMessage
            | Self::EditWords
            | Self::DeleteWords
            | Self::AskSpeaker => MenuSubject::Message,
        }
    }

    /// Returns the key of its name in the catalogue.
    pub fn catalogue_key(self) -> &'static str {
        match self {
            Self::Attack => "context-menu-attack",
            Self::LookAt => "context-menu-look",
            Self::UndoMessage => "context-menu-undo",
            Self::ExplainMessage => "context-menu-why",
            Self::EditWords => "context-menu-edit-words",
            Self::DeleteWords => "context-menu-delete-words",
            Self::AskSpeaker => "context-menu-who-said",
        }
    }
}

/// Builds the context menus for the framework.
pub fn build_context_menus() -> impl Iterator<Item = PoiseCommand<BotContext, BotError>> {
    ContextMenu::ALL.into_iter().map(|menu| {
        let name = sentence_or_first_key(Locale::ENGLISH, &[menu.catalogue_key()]);
        PoiseCommand {
            name: name.clone().into(),
            name_localizations: super::localizations(&[menu.catalogue_key()]),
            qualified_name: name.clone().into(),
            identifying_name: name.into(),
            context_menu_action: Some(match menu.subject() {
                MenuSubject::Person => ContextMenuCommandAction::User(handle_person_menu),
                MenuSubject::Message => ContextMenuCommandAction::Message(handle_message_menu),
            }),
            custom_data: Box::new(menu),
            ..PoiseCommand::default()
        }
    })
}

/// The handler of the context menus of people.
fn handle_person_menu(context: CommandContext<'_>, target: User) -> HandlerFuture<'_> {
    let answer = look_at_person_or_offer_attacks(context, UserId(target.id.get()));
    answer_before_stop(context, Box::pin(answer))
}

/// The handler of the context menus of messages.
fn handle_message_menu(context: CommandContext<'_>, message: Message) -> HandlerFuture<'_> {
    let answer = run_message_menu_and_reply(context, message.id.get());
    answer_before_stop(context, Box::pin(answer))
}

/// Returns which menu was chosen; `None` for a command that is no context menu.
fn chosen_menu(context: &CommandContext<'_>) -> Option<ContextMenu> {
    context.command().custom_data.downcast_ref().copied()
}

/// Shows a person's combatants, or the attacks on them.
async fn look_at_person_or_offer_attacks(
    context: CommandContext<'_>,
    target: UserId,
) -> Result<(), BotError> {
    match chosen_menu(&context) {
        Some(ContextMenu::Attack) => {
            Box::pin(offer_attacks_or_explain_why_none(context, target)).await
        }
        Some(ContextMenu::LookAt) => {
            run_command_and_reply_privately(context, Command::new("look-at").with("user", target.0))
                .await
        }
        _ => Err(BotError::UnknownCommand),
    }
}

/// Explains a message, undoes the act that it tells of, or edits, deletes or names the author of
/// the words in it.
async fn run_message_menu_and_reply(
    context: CommandContext<'_>,
    message: u64,
) -> Result<(), BotError> {
    let verb = match chosen_menu(&context) {
        Some(ContextMenu::UndoMessage) => "undo-message",
        Some(ContextMenu::ExplainMessage) => "explain-message",
        Some(ContextMenu::EditWords) => {
            return Box::pin(open_own_speech_edit_form(context, message)).await;
        }
        Some(ContextMenu::DeleteWords) => "words-delete",
        Some(ContextMenu::AskSpeaker) => "words-author",
        _ => return Err(BotError::UnknownCommand),
    };
    run_command_and_reply_privately(context, Command::new(verb).with("message", message)).await
}

/// Opens the form in which the author of words in character changes them, or tells the user why
/// there is none.
async fn open_own_speech_edit_form(
    context: CommandContext<'_>,
    message: u64,
) -> Result<(), BotError> {
    let (bot, interaction) = (context.framework.user_data, context.interaction);
    let request_context = build_command_request_context(interaction);
    let own = bot.app.load_own_speech(&request_context, MessageId(message)).await?;
    let form = own.map(|own| forms::build_speech_edit_form(message, &own));
    match form {
        Ok(Some(form)) => send_form_retrying_once(&bot.http, interaction, &form).await,
        Ok(None) => Err(BotError::UnknownCommand),
        Err(refusal) => {
            let reason = narration::explain_refusal(reader_style(), &refusal);
            send_private_text(bot, interaction, reason).await
        }
    }
}

/// Runs a command as if it were typed, and replies privately.
async fn run_command_and_reply_privately(
    context: CommandContext<'_>,
    command: Command,
) -> Result<(), BotError> {
    let bot = context.framework.user_data;
    let request_context = build_command_request_context(context.interaction);
    let input = UserInput::from_command(command);
    let reply = bot.app.handle_input(&request_context, input);
    reply_privately(bot, context.interaction, reply).await
}

/// Offers the attacks on a person's combatants that are possible now. If there are none, replies as
/// to `guide why:` with such an attack, which says the rules.
async fn offer_attacks_or_explain_why_none(
    context: CommandContext<'_>,
    target: UserId,
) -> Result<(), BotError> {
    let (bot, interaction) = (context.framework.user_data, context.interaction);
    let request_context = build_command_request_context(interaction);
    let choices = match bot.app.load_attack_choices(&request_context, target).await? {
        Ok(choices) => choices,
        Err(refusal) => {
            let reason = narration::explain_refusal(reader_style(), &refusal);
            return send_private_text(bot, interaction, reason).await;
        }
    };
    match controls::render_attack_choices(&choices) {
        Some(rendered) => {
            send_or_replace_private_message(
                bot,
                interaction,
                rendered,
                MessagePlacement::NewMessage,
            )
            .await
        }
        None => {
            let target = choices.target_names.first().map_or("", String::as_str);
            let attack = Command::new(choices.verb.unwrap_or_default()).with("target", target);
            run_command_and_reply_privately(context, Command::new("guide").with("why", attack))
                .await
        }
    }
}
