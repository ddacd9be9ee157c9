//! What somebody may answer though nobody waits for it: its acts as buttons, as long as it is open.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::{ButtonPayload, CustomId};
use super::text::{cut, escaped};
use super::{BUTTON, LOCALE, Written, mention};
use app::ids::FightId;
use app::outbox::InvitationCard;
use engine::command::Offer;
use narration::catalogue::Set;
use narration::{self, say};

pub fn card(fight: FightId, card: &InvitationCard) -> Written {
    let who = Set(escaped(&card.actor.name));
    let button = |offer: &Offer| {
        let acting_as = Some(card.actor.acting_as.clone());
        let said = ButtonPayload { words: offer.words.clone(), acting_as };
        let id = CustomId::Invited { fight, round: card.round, said }.write()?;
        let label = cut(&narration::offer_label(LOCALE, card.actor.system, offer), BUTTON);
        Some(CreateButton::new(id).label(label).style(ButtonStyle::Primary))
    };
    let buttons: Vec<CreateButton> = card.actor.offers.iter().filter_map(button).take(5).collect();
    let rows =
        if buttons.is_empty() { Vec::new() } else { vec![CreateActionRow::Buttons(buttons)] };
    let user = mention(card.user);
    Written {
        components: rows,
        pings: card.is_pinged.then_some(card.user).into_iter().collect(),
        ..Written::text(say!(LOCALE, "invitation-open", user, who))
    }
}
