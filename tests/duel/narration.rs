//! Narrates the events, questions and answers of the duel.

use engine::core::command::Command;
use engine::core::fight::Event as CoreEvent;
use engine::visibility::view::VisibleEvents;
use narration::catalogue::{Locale, SerdeVariantKey, VariantKey, say};
use narration::core_events::narrate_core_event;
use narration::formatter::NarrativeFormatter;
use narration::paragraphs::ParagraphBuilder;
use narration::{Style, SystemNarration};

use crate::rules::Duel;
use crate::rules::prompts::Question;
use crate::rules::state::Event;

impl SystemNarration for Duel {
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let mut paragraphs = ParagraphBuilder::new(style.locale);
        for visible_event in &events.events {
            match visible_event.event() {
                CoreEvent::System(event) => narrate_event(formatter, event, &mut paragraphs),
                other => narrate_core_event(formatter, other, &mut paragraphs),
            }
        }
        paragraphs.into_paragraphs()
    }

    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        let Question::Riposte { who, attacker } = question;
        say!(formatter, "duel-ask-riposte", who, attacker)
    }

    fn answer_label(locale: Locale, _: &Question, answer: &Command) -> String {
        say!(locale, "duel-answer", verb = VariantKey(&answer.verb))
    }
}

/// Narrates an event of the duel, by itself or in the paragraph that is open.
fn narrate_event(
    formatter: NarrativeFormatter<'_>,
    event: &Event,
    paragraphs: &mut ParagraphBuilder,
) {
    match event {
        Event::InitiativeRolled { who, face, total } => {
            paragraphs.add_sentence(say!(formatter, "duel-initiative", who, face, total));
        }
        // Whose turn it is, and who has won, is told elsewhere.
        Event::OrderSet(_) | Event::OutcomeDecided(_) => {}
        Event::TurnBegan(_) | Event::TurnEnded(_) => paragraphs.end_paragraph(),
        Event::Guarded(who) => paragraphs.add_sentence(say!(formatter, "duel-guarded", who)),
        Event::Stepped { who, zone } => {
            paragraphs.add_sentence(say!(formatter, "duel-stepped", who, zone));
        }
        Event::Struck { who, target, is_riposte, face, total, is_hit } => {
            paragraphs.add_sentence(say!(
                formatter,
                "duel-struck",
                who,
                target,
                riposte = is_riposte,
                face,
                total,
                hit = is_hit
            ));
        }
        Event::RiposteDeclined(who) => {
            paragraphs.add_sentence(say!(formatter, "duel-riposte-declined", who));
        }
        Event::HealthLost { who, amount, left, wound } => {
            let wound = SerdeVariantKey(wound);
            paragraphs.add_sentence(say!(formatter, "duel-lost", who, amount, left, wound));
        }
        Event::Fell(who) => paragraphs.add_sentence(say!(formatter, "goes-down", who)),
    }
}
