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
use super::answers::{answer, answer_as, answer_in_place, private, respond};
use super::custom_id::{Chosen, CustomId, Said, mark};
use super::faults::broken;
use super::messages::{INK, forms, prompt};
use super::rights;
use super::seat::seat;
use super::trouble::{Failure, Trouble, failure};
use crate::app::Fault;
use crate::app::ids::{PromptId, TurnId};
use crate::app::input::{Input, Reply, Seat};
use crate::engine::words::{Refusal, Words};
use crate::narration::{self, say};

fn old() -> String {
    say!(INK, "button-old")
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
    let seat = seat(
        pressed.id,
        &pressed.user,
        pressed.member.as_ref(),
        pressed.guild_id,
        pressed.channel_id,
    );
    match CustomId::read(&pressed.data.custom_id) {
        Some(CustomId::Answer { prompt, choice }) => {
            let reply = front.app.handle(&seat, Input::Press { prompt, choice });
            changed(front, pressed, reply).await
        }
        Some(CustomId::Ask { prompt, choice }) => ask(front, pressed, &seat, prompt, choice).await,
        Some(CustomId::Invited { fight, round, said: Said { words, acting_as } }) => {
            let input = Input::Invited { fight, round, words, acting_as };
            changed(front, pressed, front.app.handle(&seat, input)).await
        }
        Some(CustomId::Turn { turn, said }) => act(front, pressed, &seat, turn, said).await,
        Some(CustomId::Sure { turn, act, is_quiet }) => {
            match spelled_out(front, turn, Some(act)).await? {
                Ok(Said { words, acting_as }) => {
                    let input = Input::Sure { turn, words, acting_as, is_quiet };
                    answer_in_place(front, pressed, front.app.handle(&seat, input)).await
                }
                Err(why) => private(&front.http, pressed, why).await,
            }
        }
        Some(CustomId::Menu { turn, .. }) => choose(front, pressed, &seat, turn).await,
        Some(CustomId::Pick { .. }) => match picked(pressed) {
            Some(id) => command(front, pressed, &seat, id).await,
            None => private(&front.http, pressed, old()).await,
        },
        Some(id @ (CustomId::Say { .. } | CustomId::Open { .. })) => {
            command(front, pressed, &seat, id).await
        }
        Some(CustomId::Form { .. } | CustomId::Fill { .. }) | None => {
            private(&front.http, pressed, old()).await
        }
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
    seat: &Seat,
    id: CustomId,
) -> Result<(), Trouble> {
    match id {
        CustomId::Say { said } => {
            let is_opening = rights::is_opening(&said.words) && pressed.guild_id.is_some();
            let Said { words, acting_as } = said;
            let input = Input::Command { words, acting_as, is_quiet: false };
            let reply = front.app.handle(seat, input);
            if is_private(pressed) {
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
        CustomId::Open { said } => match form(front, seat, &said.words).await? {
            Ok(form) => respond(&front.http, pressed, CreateInteractionResponse::Modal(form)).await,
            Err(why) => private(&front.http, pressed, why).await,
        },
        _ => private(&front.http, pressed, old()).await,
    }
}

/// The form of that name, or why there is none.
async fn form(
    front: &Front,
    seat: &Seat,
    about: &Words,
) -> Result<Result<CreateModal, String>, Trouble> {
    if !matches!(about.verb.as_str(), "page" | "about") {
        let sides = front.app.usual_sides(seat, about).await?;
        return Ok(forms::of(about, sides).ok_or_else(old));
    }
    let card = match front.app.sheet_to_change(seat, about).await? {
        Ok(card) => card,
        Err(refusal) => return Ok(Err(narration::refuse(INK, &refusal))),
    };
    let page = about.get("page").parse().ok().and_then(|page: usize| card.pages.get(page));
    let form = match page {
        Some(page) => forms::page(&card, page),
        None => forms::about(&card),
    };
    Ok(form.ok_or_else(|| say!(INK, "form-too-long")))
}

fn is_private(pressed: &ComponentInteraction) -> bool {
    pressed.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// An act of a menu.
async fn choose(
    front: &Front,
    pressed: &ComponentInteraction,
    seat: &Seat,
    turn: TurnId,
) -> Result<(), Trouble> {
    let value = match &pressed.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first(),
        _ => None,
    };
    let chosen = value.and_then(|value| Chosen::read(value));
    match spelled_out(front, turn, chosen).await? {
        Ok(said) => act(front, pressed, seat, turn, said).await,
        Err(why) => private(&front.http, pressed, why).await,
    }
}

/// What was chosen, as it is or found among what may be done.
async fn spelled_out(
    front: &Front,
    turn: TurnId,
    chosen: Option<Chosen>,
) -> Result<Result<Said, String>, Trouble> {
    Ok(match chosen {
        None => Err(old()),
        Some(Chosen::Said(said)) => Ok(said),
        Some(Chosen::Marked { who, mark: wanted }) => {
            let found = front.app.offered(turn, who, |words| mark(words) == wanted).await?;
            let said = found.map(|(words, name)| Said { words, acting_as: Some(name) });
            said.ok_or_else(|| say!(INK, "choice-gone"))
        }
    })
}

async fn act(
    front: &Front,
    pressed: &ComponentInteraction,
    seat: &Seat,
    turn: TurnId,
    said: Said,
) -> Result<(), Trouble> {
    let Said { words, acting_as } = said;
    let input = Input::Turn { turn, words, acting_as };
    let reply = front.app.handle(seat, input);
    changed(front, pressed, reply).await
}

/// What is pressed is answered by what it changes: the message itself. Where there is more to say
/// that not everybody may read, that is the answer.
async fn changed(
    front: &Front,
    pressed: &ComponentInteraction,
    reply: impl Future<Output = Result<Reply, Fault>>,
) -> Result<(), Trouble> {
    if is_private(pressed) {
        return answer_in_place(front, pressed, reply).await;
    }
    let is_dm = pressed.guild_id.is_none();
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
    seat: &Seat,
    id: PromptId,
    choice: Option<usize>,
) -> Result<(), Trouble> {
    let open = match front.app.open_prompt(seat, id, choice).await? {
        Ok(open) => open.prompt,
        Err(refusal) => {
            let text = narration::refuse(INK, &refusal);
            return private(&front.http, pressed, text).await;
        }
    };
    let question = narration::ask(INK, &open.asked, &open.names, &open.choices, &open.default);
    match prompt::form(id, &question, choice) {
        Some(form) => respond(&front.http, pressed, CreateInteractionResponse::Modal(form)).await,
        None => private(&front.http, pressed, old()).await,
    }
}

async fn fill(front: &Front, filled: &ModalInteraction) -> Result<(), Trouble> {
    let seat =
        seat(filled.id, &filled.user, filled.member.as_ref(), filled.guild_id, filled.channel_id);
    match CustomId::read(&filled.data.custom_id) {
        Some(CustomId::Form { prompt, choice }) => {
            let words = match said(front, &seat, prompt, choice).await? {
                Ok(answer) => prompt::filled(answer, fields(filled)),
                Err(refusal) => {
                    return private(&front.http, filled, narration::refuse(INK, &refusal)).await;
                }
            };
            answer(front, filled, front.app.handle(&seat, Input::Form { prompt, words })).await
        }
        Some(CustomId::Fill { said }) => {
            let words = forms::filled(said.words, fields(filled));
            let reply = front.app.handle(&seat, Input::command(words));
            // The private message that the form was opened from becomes the answer.
            let flags = filled.message.as_ref().and_then(|message| message.flags);
            if flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) {
                answer_in_place(front, filled, reply).await
            } else {
                answer(front, filled, reply).await
            }
        }
        _ => private(&front.http, filled, old()).await,
    }
}

/// The answer that a form was opened for.
async fn said(
    front: &Front,
    seat: &Seat,
    prompt: PromptId,
    choice: Option<usize>,
) -> Result<Result<Words, Refusal>, Trouble> {
    let Some(choice) = choice else { return Ok(Ok(Words::new("rule"))) };
    let gone = || Refusal::new("prompt-closed", "");
    let open = front.app.open_prompt(seat, prompt, Some(choice)).await?;
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
