//! Renders an invitation: optional acts for a player, as buttons that stay until the chance is
//! over.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{ButtonPayload, CustomId};
use super::text::{cut_to_length, escape_markdown};
use super::{MAX_BUTTON_LABEL, RenderedMessage, format_mention, reader_locale};
use app::ids::FightId;
use app::outbox::OutOfTurnInvitation;
use engine::core::command::Offer;
use narration::catalogue::FormattedText;
use narration::{self, say};

/// Renders the invitation to act out of turn, with a button for each of up to five acts.
pub fn render_out_of_turn_invitation(
    fight: FightId,
    card: &OutOfTurnInvitation,
) -> RenderedMessage {
    let who = FormattedText(escape_markdown(&card.actor.name));
    let button = |offer: &Offer| {
        let actor_name = Some(card.actor.public_name.clone());
        let payload = ButtonPayload { command: offer.command.clone(), actor_name };
        let id = CustomId::InvitedAct { fight, round: card.round, payload }.encode()?;
        let label = cut_to_length(
            &narration::offer_label(reader_locale(), card.actor.system, offer),
            MAX_BUTTON_LABEL,
        );
        Some(CreateButton::new(id).label(label).style(ButtonStyle::Primary))
    };
    let buttons: Vec<CreateButton> = card.actor.offers.iter().filter_map(button).take(5).collect();
    let rows =
        if buttons.is_empty() { Vec::new() } else { vec![CreateActionRow::Buttons(buttons)] };
    let user = format_mention(card.user);
    RenderedMessage {
        components: rows,
        pings: card.is_pinged.then_some(card.user).into_iter().collect(),
        ..RenderedMessage::from_text(say!(reader_locale(), "invitation-open", user, who))
    }
}
