//! What goes back to whoever said something: private, short, and before anything else is done.
//!
//! Discord waits three seconds for the first word. If the file of fights is in use for longer than
//! two, we say "thinking" and answer by an edit.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use serenity::all::{
    Builder, CommandInteraction, ComponentInteraction, CreateAllowedMentions,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, InteractionId, ModalInteraction,
};

use super::Front;
use super::faults::broken;
use super::messages::{self, STYLE, Written};
use super::trouble::{Failure, Trouble, failure};
use app::Fault;
use app::input::{Reply, Shown};
use app::privacy::Privacy;
use app::shelf::Shelf;
use engine::ids::UserId;
use narration::say;

const SOON: Duration = Duration::from_secs(2);

/// How long an answer waits for the commands that it speaks of.
const FOR_COMMANDS: Duration = Duration::from_millis(1500);

/// Anything that must be answered.
pub trait Asking: Sync {
    fn id(&self) -> InteractionId;
    fn token(&self) -> &str;
    /// Who is answered.
    fn user(&self) -> UserId;
}

macro_rules! asking {
    ($($kind:ty),*) => {$(
        impl Asking for $kind {
            fn id(&self) -> InteractionId {
                self.id
            }
            fn token(&self) -> &str {
                &self.token
            }
            fn user(&self) -> UserId {
                UserId(self.user.id.get())
            }
        }
    )*};
}

asking!(CommandInteraction, ComponentInteraction, ModalInteraction);

/// Answers with what the app says, privately.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn answer(
    front: &Front,
    asking: &impl Asking,
    reply: impl Future<Output = Result<Reply, Fault>>,
) -> Result<(), Trouble> {
    answer_as(front, asking, reply, |_, _| None).await
}

/// Answers; where `quietly` says so (of the reply, and whether it is read in plain mode) with
/// another answer.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn answer_as(
    front: &Front,
    asking: &impl Asking,
    reply: impl Future<Output = Result<Reply, Fault>>,
    quietly: impl Fn(&Reply, bool) -> Option<CreateInteractionResponse>,
) -> Result<(), Trouble> {
    // Boxed, as whatever is tried twice: the stack of a worker is small.
    let answered = Box::pin(first_answer(front, asking, reply, quietly)).await;
    // Whoever asked comes first, the channel after.
    front.app.look_again();
    answered
}

async fn first_answer(
    front: &Front,
    asking: &impl Asking,
    reply: impl Future<Output = Result<Reply, Fault>>,
    quietly: impl Fn(&Reply, bool) -> Option<CreateInteractionResponse>,
) -> Result<(), Trouble> {
    let mut reply = pin!(async {
        let reply = with_commands(front, reply.await).await;
        (reply, is_plain(front, asking.user()).await)
    });
    if let Ok((reply, is_plain)) = tokio::time::timeout(SOON, &mut reply).await {
        let response = reply.as_ref().ok().and_then(|reply| quietly(reply, is_plain));
        let in_words = || written(&reply, is_plain);
        let missed = front.app.missed_by(asking.user());
        let message = |written: &Written| CreateInteractionResponse::Message(whisper(written));
        let (response, missed) = match response {
            Some(by_change) => (by_change, missed.map(|it| messages::missed::write(&it))),
            None => {
                let (answer, missed) = messages::missed::beside(in_words(), missed);
                (message(&answer), missed)
            }
        };
        let answered = match respond(&front.http, asking, response).await {
            Err(Trouble::Discord(error)) if failure(&error) == Failure::Unfit => {
                messages::count_refused(&error);
                let bare = message(&in_words().bare());
                Box::pin(respond(&front.http, asking, bare)).await
            }
            responded => responded,
        };
        answered?;
        return Box::pin(follow_up(front, asking, missed)).await;
    }
    let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
    let deferred = respond(&front.http, asking, CreateInteractionResponse::Defer(thinking)).await;
    // Whether or not the user hears of it, what was begun is done.
    let (reply, is_plain) = reply.await;
    let missed = front.app.missed_by(asking.user());
    let (written, missed) = messages::missed::beside(written(&reply, is_plain), missed);
    deferred?;
    match Box::pin(edit(front, asking, &written)).await {
        Err(error) if failure(&error) == Failure::Unfit => {
            messages::count_refused(&error);
            Box::pin(edit(front, asking, &written.bare())).await?;
        }
        edited => edited?,
    }
    Box::pin(follow_up(front, asking, missed)).await
}

/// What whoever comes back has missed, where the answer has no room for it.
async fn follow_up(
    front: &Front,
    asking: &impl Asking,
    missed: Option<Written>,
) -> Result<(), Trouble> {
    let Some(missed) = missed else { return Ok(()) };
    let message = CreateInteractionResponseFollowup::new().ephemeral(true);
    let message = message.content(&missed.content).components(missed.components.clone());
    message.execute(&front.http, (None, asking.token())).await?;
    Ok(())
}

async fn edit(front: &Front, asking: &impl Asking, written: &Written) -> serenity::Result<()> {
    let edit = EditInteractionResponse::new()
        .content(&written.content)
        .embeds(written.embeds())
        .components(written.components.clone())
        .allowed_mentions(CreateAllowedMentions::new());
    let edit = written.files().into_iter().fold(edit, EditInteractionResponse::new_attachment);
    match edit.execute(&front.http, asking.token()).await {
        // It was taken, and there is nothing in the answer that matters.
        Ok(_) | Err(serenity::Error::Json(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Changes the private message with the button into what the app says; a refusal is said beside it,
/// and so is what is to be confirmed.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn answer_in_place(
    front: &Front,
    asking: &impl Asking,
    reply: impl Future<Output = Result<Reply, Fault>>,
) -> Result<(), Trouble> {
    answer_in_place_by(front, asking, reply, messages::reply::write_in_place).await
}

/// As [`answer_in_place`], written as this says.
///
/// # Errors
/// As [`answer_in_place`].
pub async fn answer_in_place_by(
    front: &Front,
    asking: &impl Asking,
    reply: impl Future<Output = Result<Reply, Fault>>,
    write: fn(&Reply) -> Written,
) -> Result<(), Trouble> {
    answer_as(front, asking, reply, |reply, is_plain| match reply {
        Reply::Refused(_) | Reply::Unsure(_) => None,
        // A file is to be kept, whatever becomes of the message.
        Reply::Shelf(shelf) if matches!(**shelf, Shelf::File { .. }) => None,
        Reply::Shown(shown) if matches!(**shown, Shown::Privacy(Privacy::File(..))) => None,
        Reply::Done(_) | Reply::Shown(_) | Reply::Shelf(_) => {
            let written = write(reply).read(is_plain);
            let message = CreateInteractionResponseMessage::new()
                .content(&written.content)
                .embeds(written.embeds())
                .components(written.components.clone())
                .add_files(written.files());
            Some(CreateInteractionResponse::UpdateMessage(message))
        }
    })
    .await
}

/// Where something brings commands into a server, its answer waits a moment until they are there.
async fn with_commands(front: &Front, mut reply: Result<Reply, Fault>) -> Result<Reply, Fault> {
    let (guild, is_shown) = match &mut reply {
        Ok(Reply::Done(done)) => match &mut done.brought {
            Some(brought) => (brought.guild, &mut brought.is_shown),
            None => return reply,
        },
        Ok(Reply::Shown(shown)) => match &mut **shown {
            Shown::Server(card) => (card.guild, &mut card.is_shown),
            _ => return reply,
        },
        Ok(Reply::Refused(_) | Reply::Unsure(_) | Reply::Shelf(_)) | Err(_) => return reply,
    };
    let settled = tokio::time::timeout(FOR_COMMANDS, front.app.commands_settled(guild)).await;
    *is_shown = settled.unwrap_or(false);
    reply
}

/// Whether they read in plain mode. An answer does not fail for not knowing that.
async fn is_plain(front: &Front, user: UserId) -> bool {
    front.app.is_plain_for(user).await.unwrap_or_else(|fault| {
        tracing::warn!(%fault, "plain or not, nobody knows");
        false
    })
}

fn written(reply: &Result<Reply, Fault>, is_plain: bool) -> Written {
    match reply {
        Ok(reply) => messages::reply::write(reply).read(is_plain),
        Err(fault) => {
            tracing::error!(%fault, "an input was not taken");
            Written::text(fault_sentence(fault))
        }
    }
}

/// Faults that the user can do something about; paths and codes are for the log.
fn fault_sentence(fault: &Fault) -> String {
    match fault {
        Fault::Locked => say!(STYLE, "fault-locked"),
        Fault::Lost(_) => say!(STYLE, "fault-lost"),
        Fault::Full => say!(STYLE, "fault-full"),
        Fault::ReadOnly => say!(STYLE, "fault-read-only"),
        _ => broken(),
    }
}

/// Says something to one user only.
///
/// # Errors
/// Discord does not take it.
pub async fn private(http: &Http, asking: &impl Asking, text: String) -> Result<(), Trouble> {
    let message = whisper(&Written::text(text));
    respond(http, asking, CreateInteractionResponse::Message(message)).await
}

/// Shows a message to one user only: a new one, or in place of the private one that they pressed.
///
/// # Errors
/// Discord does not take it.
pub async fn show(
    front: &Front,
    asking: &impl Asking,
    written: Written,
    is_in_place: bool,
) -> Result<(), Trouble> {
    let written = written.read(is_plain(front, asking.user()).await);
    let response = if is_in_place {
        let message = CreateInteractionResponseMessage::new()
            .content(&written.content)
            .embeds(written.embeds())
            .components(written.components.clone());
        CreateInteractionResponse::UpdateMessage(message)
    } else {
        CreateInteractionResponse::Message(whisper(&written))
    };
    respond(&front.http, asking, response).await
}

fn whisper(written: &Written) -> CreateInteractionResponseMessage {
    let mut message = CreateInteractionResponseMessage::new().ephemeral(!written.is_public);
    if !written.content.is_empty() {
        message = message.content(&written.content);
    }
    if !written.embeds.is_empty() {
        message = message.embeds(written.embeds());
    }
    message = message.add_files(written.files());
    if !written.components.is_empty() {
        message = message.components(written.components.clone());
    }
    message
}

/// Sends the first answer. Once more where the first try may not have arrived: a second one that
/// is not needed is refused by Discord and does no harm.
///
/// # Errors
/// Discord does not take it.
pub async fn respond(
    http: &Http,
    asking: &impl Asking,
    response: CreateInteractionResponse,
) -> Result<(), Trouble> {
    let place = (asking.id(), asking.token());
    let Err(error) = response.clone().execute(http, place).await else { return Ok(()) };
    if !matches!(failure(&error), Failure::Passing { .. }) {
        return Err(error.into());
    }
    match response.execute(http, place).await {
        Err(error) if failure(&error) != Failure::AnsweredAlready => Err(error.into()),
        _ => Ok(()),
    }
}
