//! Buttons, menus and forms. Nothing of them is kept in memory: what they mean is in their ids, so
//! they work after a restart and a week later.
//!
//! Every press is answered. The order of the checks is the app's: fight gone, prompt closed, not
//! yours, not offered.

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, CreateInteractionResponse, CreateModal,
    Interaction, MessageFlags, ModalInteraction,
};

use super::Front;
use super::answers::{
    Asking, answer, answer_as, answer_in_place, answer_in_place_by, private, respond, show,
};
use super::custom_id::{ButtonPayload, Chosen, CustomId, mark};
use super::faults::broken;
use super::messages::{self, STYLE, controls, forms, prompt};
use super::origin::origin;
use super::rights;
use super::trouble::{Failure, Trouble, failure};
use app::Fault;
use app::ids::{PromptId, TurnId};
use app::input::{Input, Origin, Reply};
use engine::command::{Command, Refusal};
use engine::game::Member;
use narration::{self, say};

fn old() -> String {
    say!(STYLE, "button-old")
}

/// An interaction that is no command: pressed, chosen or filled in.
pub async fn take(front: &Front, interaction: &Interaction) {
    let taken = match interaction {
        Interaction::Component(pressed) => press(front, pressed).await,
        Interaction::Modal(filled) => fill(front, filled).await,
        _ => return,
    };
    let Err(trouble) = taken else { return };
    match &trouble {
        Trouble::Discord(error) => match failure(error) {
            Failure::TooLate | Failure::AnsweredAlready => {
                tracing::warn!(%trouble, "an answer came too late");
            }
            _ => tracing::error!(%trouble, "an answer was not taken"),
        },
        _ => {
            tracing::error!(%trouble, "a press failed");
            apologise(front, interaction).await;
        }
    }
}

/// The last word where ours failed.
pub async fn apologise(front: &Front, interaction: &Interaction) {
    let said = match interaction {
        Interaction::Component(pressed) => private(&front.http, pressed, broken()).await,
        Interaction::Modal(filled) => private(&front.http, filled, broken()).await,
        _ => Ok(()),
    };
    if let Err(trouble) = said {
        tracing::warn!(%trouble, "nor could that be said");
    }
}

async fn press(front: &Front, pressed: &ComponentInteraction) -> Result<(), Trouble> {
    let origin = origin(
        pressed.id,
        &pressed.user,
        pressed.member.as_ref(),
        pressed.guild_id,
        pressed.channel_id,
    );
    let id = match CustomId::read(&pressed.data.custom_id) {
        Some(CustomId::Pick { .. }) => picked(pressed),
        id => id,
    };
    match id {
        Some(CustomId::Answer { prompt, choice }) => {
            let reply = front.app.handle(&origin, Input::Press { prompt, choice });
            changed(front, pressed, reply).await
        }
        Some(CustomId::Ask { prompt, choice }) => {
            ask(front, pressed, &origin, prompt, choice).await
        }
        Some(CustomId::Invited { fight, round, said: ButtonPayload { words, acting_as } }) => {
            let input = Input::Invited { fight, round, words, acting_as };
            changed(front, pressed, front.app.handle(&origin, input)).await
        }
        Some(CustomId::Turn { turn, said }) => {
            Box::pin(act(front, pressed, &origin, turn, said)).await
        }
        Some(CustomId::Sure { turn, act, is_quiet }) => {
            match spelled_out(front, turn, Some(act)).await? {
                Ok(ButtonPayload { words, acting_as }) => {
                    let input = Input::Sure { turn, words, acting_as, is_quiet };
                    let reply = front.app.handle(&origin, input);
                    answer_in_place_by(front, pressed, reply, messages::reply::write).await
                }
                Err(why) => private(&front.http, pressed, why).await,
            }
        }
        Some(CustomId::Menu { turn, .. }) => {
            let value = match &pressed.data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values.first(),
                _ => None,
            };
            let chosen = value.and_then(|value| Chosen::read(value));
            // Boxed, as all that is long: the stack of a worker is small.
            Box::pin(choose(front, pressed, &origin, turn, chosen)).await
        }
        Some(CustomId::Choice { turn, chosen }) => {
            Box::pin(choose(front, pressed, &origin, turn, Some(chosen))).await
        }
        Some(id @ (CustomId::Say { .. } | CustomId::Open { .. })) => {
            command(front, pressed, &origin, id).await
        }
        Some(
            CustomId::Form { .. }
            | CustomId::Fill { .. }
            | CustomId::Told { .. }
            | CustomId::Pick { .. },
        )
        | None => private(&front.http, pressed, old()).await,
    }
}

fn picked(pressed: &ComponentInteraction) -> Option<CustomId> {
    match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => CustomId::read(values.first()?),
        _ => None,
    }
}

/// A command that is said by a button or a menu, at once or by a form.
async fn command(
    front: &Front,
    pressed: &ComponentInteraction,
    origin: &Origin,
    id: CustomId,
) -> Result<(), Trouble> {
    match id {
        CustomId::Say { said } => {
            let is_opening = rights::is_opening(&said.words) && pressed.guild_id.is_some();
            let ButtonPayload { words, acting_as } = said;
            // The controls of a turn stay where they are, and so does the board.
            let is_look = matches!(&*words.verb, controls::BOARD | "queue-list");
            let input = Input::Command { words, acting_as, is_quiet: false };
            let reply = front.app.handle(origin, input);
            if is_private(pressed) && !is_look {
                answer_in_place(front, pressed, reply).await?;
            } else {
                answer(front, pressed, reply).await?;
            }
            if is_opening {
                let (channel, has) = (pressed.channel_id, pressed.app_permissions);
                rights::tell_missing(&front.http, pressed, channel, has).await?;
            }
            Ok(())
        }
        CustomId::Open { said } => match form(front, origin, &said).await? {
            Ok(form) => respond(&front.http, pressed, CreateInteractionResponse::Modal(form)).await,
            Err(why) => private(&front.http, pressed, why).await,
        },
        _ => private(&front.http, pressed, old()).await,
    }
}

/// The form of that name, or why there is none.
async fn form(
    front: &Front,
    origin: &Origin,
    said: &ButtonPayload,
) -> Result<Result<CreateModal, String>, Trouble> {
    let about = &said.words;
    if !matches!(about.verb.as_str(), "page" | "about") {
        let sides = front.app.usual_sides(origin, about).await?;
        return Ok(forms::of(said, sides).ok_or_else(old));
    }
    let card = match front.app.sheet_to_change(origin, about).await? {
        Ok(card) => card,
        Err(refusal) => return Ok(Err(narration::refuse(STYLE, &refusal))),
    };
    let page = about.get("page").parse().ok().and_then(|page: usize| card.pages.get(page));
    let form = match page {
        Some(page) => forms::page(&card, page),
        None => forms::about(&card),
    };
    Ok(form.ok_or_else(|| say!(STYLE, "form-too-long")))
}

fn is_private(pressed: &ComponentInteraction) -> bool {
    pressed.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// An act of a turn that was chosen, or more to choose from.
async fn choose(
    front: &Front,
    pressed: &ComponentInteraction,
    origin: &Origin,
    turn: TurnId,
    chosen: Option<Chosen>,
) -> Result<(), Trouble> {
    match chosen {
        Some(Chosen::Opens { who, group }) => {
            let shown = front.app.acting(origin, turn, |one| who.is(one)).await?;
            let shown = match &shown {
                Ok(actor) => controls::chooser(turn, actor, group).ok_or_else(gone),
                Err(refusal) => Err(narration::refuse(STYLE, refusal)),
            };
            match shown {
                Ok(written) => Box::pin(show(front, pressed, written, is_private(pressed))).await,
                Err(why) => private(&front.http, pressed, why).await,
            }
        }
        Some(Chosen::Tells { who, mark: wanted }) => {
            let form = match &front.app.acting(origin, turn, |one| who.is(one)).await? {
                Ok(actor) => forms::act(turn, actor, wanted).ok_or_else(gone),
                Err(refusal) => Err(narration::refuse(STYLE, refusal)),
            };
            match form {
                Ok(form) => {
                    respond(&front.http, pressed, CreateInteractionResponse::Modal(form)).await
                }
                Err(why) => private(&front.http, pressed, why).await,
            }
        }
        chosen => match spelled_out(front, turn, chosen).await? {
            Ok(said) => Box::pin(act(front, pressed, origin, turn, said)).await,
            Err(why) => private(&front.http, pressed, why).await,
        },
    }
}

fn gone() -> String {
    say!(STYLE, "choice-gone")
}

/// What was chosen, as it is or found among what may be done.
async fn spelled_out(
    front: &Front,
    turn: TurnId,
    chosen: Option<Chosen>,
) -> Result<Result<ButtonPayload, String>, Trouble> {
    Ok(match chosen {
        None | Some(Chosen::Opens { .. }) => Err(old()),
        Some(Chosen::ButtonPayload(said)) => Ok(said),
        Some(Chosen::Marked { who, mark: wanted } | Chosen::Tells { who, mark: wanted }) => {
            let is_who = |one: &Member| who.is(one);
            let found = front.app.offered(turn, is_who, |words| mark(words) == wanted).await?;
            let said = found.map(|(words, name)| ButtonPayload { words, acting_as: Some(name) });
            said.ok_or_else(gone)
        }
    })
}

async fn act(
    front: &Front,
    pressed: &ComponentInteraction,
    origin: &Origin,
    turn: TurnId,
    said: ButtonPayload,
) -> Result<(), Trouble> {
    let ButtonPayload { words, acting_as } = said;
    let input = Input::Turn { turn, words, acting_as };
    let reply = front.app.handle(origin, input);
    changed(front, pressed, reply).await
}

/// Where something was pressed or filled in.
trait Pressed: Asking {
    /// In a private message of its own.
    fn is_private(&self) -> bool;
    fn is_dm(&self) -> bool;
}

impl Pressed for ComponentInteraction {
    fn is_private(&self) -> bool {
        is_private(self)
    }

    fn is_dm(&self) -> bool {
        self.guild_id.is_none()
    }
}

impl Pressed for ModalInteraction {
    fn is_private(&self) -> bool {
        is_from_private(self)
    }

    fn is_dm(&self) -> bool {
        self.guild_id.is_none()
    }
}

/// What is pressed is answered by what it changes: the message itself. Where there is more to say
/// that not everybody may read, that is the answer.
async fn changed(
    front: &Front,
    pressed: &impl Pressed,
    reply: impl Future<Output = Result<Reply, Fault>>,
) -> Result<(), Trouble> {
    if pressed.is_private() {
        return answer_in_place(front, pressed, reply).await;
    }
    let is_dm = pressed.is_dm();
    let quietly = |reply: &Reply, _| match reply {
        Reply::Done(done) if !done.is_repeat && (is_dm || !done.is_more) => {
            Some(CreateInteractionResponse::Acknowledge)
        }
        _ => None,
    };
    answer_as(front, pressed, reply, quietly).await
}

/// Opens the form of a prompt, or of one of its choices.
async fn ask(
    front: &Front,
    pressed: &ComponentInteraction,
    origin: &Origin,
    id: PromptId,
    choice: Option<usize>,
) -> Result<(), Trouble> {
    let open = match front.app.open_prompt(origin, id, choice).await? {
        Ok(open) => open.prompt,
        Err(refusal) => {
            let text = narration::refuse(STYLE, &refusal);
            return private(&front.http, pressed, text).await;
        }
    };
    let question = narration::ask(STYLE, &open.asked, &open.names, &open.choices, &open.default);
    match prompt::form(id, &question, choice) {
        Some(form) => respond(&front.http, pressed, CreateInteractionResponse::Modal(form)).await,
        None => private(&front.http, pressed, old()).await,
    }
}

async fn fill(front: &Front, filled: &ModalInteraction) -> Result<(), Trouble> {
    let origin =
        origin(filled.id, &filled.user, filled.member.as_ref(), filled.guild_id, filled.channel_id);
    match CustomId::read(&filled.data.custom_id) {
        Some(CustomId::Form { prompt, choice }) => {
            let words = match said(front, &origin, prompt, choice).await? {
                Ok(answer) => prompt::filled(answer, fields(filled)),
                Err(refusal) => {
                    return private(&front.http, filled, narration::refuse(STYLE, &refusal)).await;
                }
            };
            changed(front, filled, front.app.handle(&origin, Input::Form { prompt, words })).await
        }
        Some(CustomId::Told { turn, chosen }) => {
            match spelled_out(front, turn, Some(chosen)).await? {
                Ok(ButtonPayload { words, acting_as }) => {
                    let words = forms::filled(words, fields(filled));
                    let input = Input::Turn { turn, words, acting_as };
                    let reply = front.app.handle(&origin, input);
                    if is_from_private(filled) {
                        Box::pin(answer_in_place(front, filled, reply)).await
                    } else {
                        Box::pin(answer(front, filled, reply)).await
                    }
                }
                Err(why) => private(&front.http, filled, why).await,
            }
        }
        Some(CustomId::Fill { said }) => {
            let ButtonPayload { words, acting_as } = said;
            let words = forms::filled(words, fields(filled));
            let input = Input::Command { words, acting_as, is_quiet: false };
            let reply = front.app.handle(&origin, input);
            if is_from_private(filled) {
                answer_in_place(front, filled, reply).await
            } else {
                answer(front, filled, reply).await
            }
        }
        _ => private(&front.http, filled, old()).await,
    }
}

/// The private message that a form was opened from becomes the answer.
fn is_from_private(filled: &ModalInteraction) -> bool {
    let flags = filled.message.as_ref().and_then(|message| message.flags);
    flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// The answer that a form was opened for.
async fn said(
    front: &Front,
    origin: &Origin,
    prompt: PromptId,
    choice: Option<usize>,
) -> Result<Result<Command, Refusal>, Trouble> {
    let Some(choice) = choice else { return Ok(Ok(Command::new("rule"))) };
    let gone = || Refusal::new("prompt-closed", "");
    let open = front.app.open_prompt(origin, prompt, Some(choice)).await?;
    Ok(open.and_then(|open| open.prompt.choices.get(choice).cloned().ok_or_else(gone)))
}

fn fields(filled: &ModalInteraction) -> impl Iterator<Item = (String, String)> {
    use serenity::all::ActionRowComponent::InputText;
    let all = filled.data.components.iter().flat_map(|row| &row.components);
    all.filter_map(|component| match component {
        InputText(text) => Some((text.custom_id.clone(), text.value.clone().unwrap_or_default())),
        _ => None,
    })
}
