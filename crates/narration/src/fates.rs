//! Narrates the events, questions and answers of Fates.

use super::catalogue::{
    FormattedText, Locale, SerdeVariantKey, TextContext, VariantKey, impl_to_fluent_arg_by_name,
    non_empty, say, slot,
};
use super::formatter::NarrativeFormatter;
use super::paragraphs::ParagraphBuilder;
use super::roll::{self, RollParts};
use super::{PromptFormField, Style, SystemNarration, core_events, terms, uppercase_first};
use engine::core::command::Command;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::{CombatantId, ZoneId};
use engine::core::modifier::Modifier;
use engine::rules::fates::Fates;
use engine::rules::fates::checks::SkillCheck;
use engine::rules::fates::fallen_fates::{FallenFate, PUSH_SUCCESS_TOTAL};
use engine::rules::fates::held_actions::{
    HeldAction, HoldEvent, HoldTrigger, TriggerScope, WHOEVER_TRIGGERS,
};
use engine::rules::fates::holdable_actions::HoldableAction;
use engine::rules::fates::items::ItemUse;
use engine::rules::fates::prompts::{FateProspect, Question};
use engine::rules::fates::sheet::{AimEffect, Attribute, Skill};
use engine::rules::fates::state::{
    DoorState, Event, ExitReason, ResolveBand, ResolveGainCause, Terrain,
};
use engine::visibility::view::VisibleEvents;

impl SystemNarration for Fates {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let mut narrator = FatesNarrator {
            formatter,
            paragraphs: ParagraphBuilder::new(style.locale),
            is_lucky: false,
            pending_roll: None,
            equal_scores: None,
        };
        for visible_event in &events.events {
            match visible_event.event() {
                CoreEvent::System(event) => narrator.narrate_event(event),
                other => {
                    narrator.flush_pending_roll_and_ties();
                    core_events::narrate_core_event(formatter, other, &mut narrator.paragraphs);
                }
            }
        }
        narrator.flush_pending_roll_and_ties();
        narrator.paragraphs.into_paragraphs()
    }

    /// Lists the doors and items of a zone.
    fn terrain_notes(formatter: NarrativeFormatter<'_>, terrain: &Terrain) -> Vec<String> {
        let doors =
            terrain.doors.iter().map(|door| door_text(formatter, door.to, Some(door.state)));
        let items = terrain.items.iter().map(|item| formatter.item_name(&item.name));
        doors.chain(items).collect()
    }

    /// Returns the text of a question for its respondent.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        match question {
            Question::Tie { tied } => say!(formatter, "fates-ask-tie", tied),
            Question::Difficulty { who, check } => {
                say!(
                    formatter,
                    "fates-ask-difficulty",
                    who,
                    tried = check_attempt_phrase(formatter, check)
                )
            }
            Question::Help { who, roller, total } => {
                say!(formatter, "fates-ask-help", roller, total, who)
            }
            Question::PayOutHelp { who } => say!(formatter, "fates-ask-pay-out", who),
            Question::Fate { who, amount, prospect } => {
                let FateProspect {
                    ignores_used,
                    max_ignores: limit,
                    is_too_big_to_ignore: is_too_big,
                    remaining_never_the_same_choices,
                    interrupted_turn,
                    witnesses,
                } = prospect;
                let turn = interrupted_turn.filter(|turn| turn != who);
                let left = limit.saturating_sub(*ignores_used);
                let count = witnesses.len();
                say!(
                    formatter,
                    "fates-ask-fate",
                    who,
                    amount,
                    is_too_big,
                    left,
                    limit,
                    never = remaining_never_the_same_choices,
                    turn,
                    witnesses,
                    count,
                )
            }
            Question::SecondFate { who, amount, prospect } => {
                let FateProspect {
                    remaining_never_the_same_choices,
                    interrupted_turn,
                    witnesses,
                    ..
                } = prospect;
                let turn = interrupted_turn.filter(|turn| turn != who);
                let count = witnesses.len();
                say!(
                    formatter,
                    "fates-ask-second-fate",
                    who,
                    amount,
                    never = remaining_never_the_same_choices,
                    turn,
                    witnesses,
                    count,
                )
            }
            Question::FireHeldAction { who, text } => {
                say!(formatter, "fates-ask-trigger", who, text)
            }
            Question::ConfirmEnd => say!(formatter, "fates-ask-end"),
        }
    }

    /// Returns the fields of a question's form; none if only its choices are answers.
    fn question_form_fields(locale: Locale, question: &Question) -> Vec<PromptFormField> {
        match question {
            Question::Difficulty { .. } => {
                vec![slot!(locale, "difficulty", "fates-form-difficulty")]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the fields that may complete an answer: how a Help helps, or how a Fate goes.
    fn answer_form_fields(locale: Locale, choice: &Command) -> Vec<PromptFormField> {
        let story = || slot!(locale, "text", "fates-form-story");
        match (choice.verb.as_str(), choice.get("choose")) {
            ("help", _) => {
                vec![
                    slot!(locale, "text", "fates-form-help"),
                    slot!(locale, "skill", "fates-form-skill"),
                ]
            }
            ("fate", "never") => {
                vec![slot!(locale, "attributes", "fates-form-attributes"), story()]
            }
            ("fate", "ignore" | "push" | "blaze" | "demise" | "falls") => vec![story()],
            _ => Vec::new(),
        }
    }

    /// Returns the label of an answer for its button.
    fn answer_label(locale: Locale, _: &Question, choice: &Command) -> String {
        let slot = |slot: &str| non_empty(choice.get(slot));
        match choice.verb.as_str() {
            "first" => say!(locale, "fates-answer-first", who = choice.get("who")),
            "rule" => say!(locale, "fates-answer-rule", difficulty = slot("difficulty")),
            "help" => {
                let skill = slot("skill").map(|key| terms::skill_name(locale, key));
                say!(locale, "fates-answer-help", skill)
            }
            "give" => say!(locale, "fates-answer-give", target = slot("target")),
            "fate" => {
                let fate = VariantKey(choice.get("choose"));
                say!(
                    locale,
                    "fates-answer-fate",
                    fate,
                    named = uppercase_first(choice.get("choose"))
                )
            }
            verb => {
                let named = uppercase_first(&terms::key_to_words(verb));
                say!(locale, "fates-answer", verb = VariantKey(verb), named)
            }
        }
    }
}

impl_to_fluent_arg_by_name!(Attribute: terms::attribute_abbreviation, Skill: terms::skill_name);

/// A public roll whose outcome is not narrated yet.
struct FatesPendingRoll {
    who: CombatantId,
    roll: String,
}

struct FatesNarrator<'a> {
    formatter: NarrativeFormatter<'a>,
    paragraphs: ParagraphBuilder,
    /// Whether a Fate Point is spent on what is announced next.
    is_lucky: bool,
    pending_roll: Option<FatesPendingRoll>,
    equal_scores: Option<EqualScores>,
}

/// Those who have the same initiative without a roll, until they are told together.
struct EqualScores {
    who: Vec<CombatantId>,
    score: u8,
}

impl FatesNarrator<'_> {
    /// Adds a sentence to the paragraph. First tells what was held back.
    fn add_sentence(&mut self, sentence: String) {
        self.flush_pending_roll_and_ties();
        self.paragraphs.add_sentence(sentence);
    }

    /// Begins a paragraph with a sentence. First tells what was held back.
    fn begin_paragraph(&mut self, sentence: String) {
        self.flush_pending_roll_and_ties();
        self.paragraphs.begin_paragraph(sentence);
    }

    /// Begins a paragraph with a sentence that a result may complete. First tells what was held
    /// back.
    fn announce_action(&mut self, sentence: String) {
        self.flush_pending_roll_and_ties();
        self.paragraphs.open_paragraph(sentence);
    }

    /// Writes what was held back for a later event: combatants with equal initiative, and a roll
    /// whose outcome is still open.
    fn flush_pending_roll_and_ties(&mut self) {
        if let Some(EqualScores { who, score }) = self.equal_scores.take() {
            let (dice, many): (Option<String>, usize) = (None, who.len());
            let sentence = say!(self.formatter, "fates-scored", who, dice, score, many);
            self.paragraphs.add_sentence(sentence);
        }
        if let Some(FatesPendingRoll { who, roll }) = self.pending_roll.take() {
            self.complete_announcement_or_begin_paragraph(who, roll);
        }
    }

    /// Adds the result of an announcement, in a paragraph of its own if something came between.
    fn complete_announcement_or_begin_paragraph(&mut self, who: CombatantId, result: String) {
        if !self.paragraphs.has_open_announcement() {
            self.paragraphs.end_paragraph();
        }
        self.paragraphs.complete_announcement_with_result_or_add_sentence(
            self.formatter.combatant_name(who),
            result,
        );
    }

    /// Takes the pending roll's text, or returns the total if the roll was narrated already.
    fn take_roll_text(&mut self, total: u8) -> String {
        self.pending_roll.take().map_or_else(|| total.to_string(), |pending| pending.roll)
    }

    /// Adds a roll with its outcome, and the number needed if that is given, to the announcement.
    fn add_roll_outcome(
        &mut self,
        who: CombatantId,
        roll: String,
        needs: Option<u8>,
        outcome: &str,
    ) {
        let needs = needs.map(|needs| FormattedText(needs.to_string()));
        let verdict = roll::format_verdict(self.formatter.locale(), needs, outcome);
        self.complete_announcement_or_begin_paragraph(who, roll + &verdict);
    }

    /// Completes the open sentence with what the last dice led to, or adds that by itself.
    fn complete_open_sentence_or_add(&mut self, sentence: String) {
        self.flush_pending_roll_and_ties();
        self.paragraphs.complete_open_sentence_or_add(sentence);
    }

    /// Passes an event to the function that narrates events of its kind.
    fn narrate_event(&mut self, event: &Event) {
        match event {
            Event::InitiativeBegan
            | Event::InitiativeScored { .. }
            | Event::TieWinnerChosen(_)
            | Event::TurnOrderSet(_)
            | Event::TurnOrderChanged { .. }
            | Event::TieBreakBegan
            | Event::MarkedAsActed(_)
            | Event::TurnBegan { .. }
            | Event::TurnEnded(_)
            | Event::TurnPassed(_)
            | Event::TurnDelayed { .. }
            | Event::AllowanceSpent { .. }
            | Event::RoundRefreshed
            | Event::FightContinued
            | Event::OutcomeDecided(_)
            | Event::FightStateCleared => self.narrate_initiative_and_turns(event),
            Event::FatePointSpent(_)
            | Event::AttackDeclared { .. }
            | Event::AttackAborted { .. }
            | Event::CheckDeclared { .. }
            | Event::CheckAborted(_)
            | Event::DifficultySet { .. }
            | Event::DiceRolled { .. }
            | Event::DestinyRolled { .. }
            | Event::MomentumGained(_)
            | Event::RollClosed { .. }
            | Event::AttackHit { .. }
            | Event::AttackMissed { .. }
            | Event::CheckSucceeded { .. }
            | Event::CheckFailed { .. } => self.narrate_attempts_and_rolls(event),
            Event::DamageRolled { .. }
            | Event::ResolveLost { .. }
            | Event::DamageWithoutEffect(_)
            | Event::BecameWounded(_)
            | Event::ResolveRegained { .. }
            | Event::BecameInactive { .. }
            | Event::Grappled { .. }
            | Event::Freed { .. }
            | Event::Rested(_) => self.narrate_harm(event),
            Event::FateChosen { .. }
            | Event::FateIgnored { .. }
            | Event::AttributesLowered { .. }
            | Event::AttributePickOwed(_)
            | Event::PushRolled { .. }
            | Event::DemiseRolled { .. }
            | Event::FatePointGained(_)
            | Event::BlazeOfGloryBegan(_) => self.narrate_fallen_fates(event),
            Event::HelpGiven { .. }
            | Event::HelpCancelled(_)
            | Event::HelpStored(_)
            | Event::HelpPaidOut { .. }
            | Event::DefendTaken { .. }
            | Event::DefendEnded { .. }
            | Event::AimTaken { .. }
            | Event::AimUsed(_)
            | Event::ActionHeld { .. }
            | Event::HeldActionFired(_)
            | Event::HeldActionWasted(_)
            | Event::HeldActionEnded(_) => self.narrate_held_and_helped(event),
            Event::Moved { .. }
            | Event::EscapeAttempted(_)
            | Event::EscapeFailed(_)
            | Event::DoorSet { .. }
            | Event::DoorUseDeclared { .. }
            | Event::ItemTakenInHand { .. }
            | Event::ItemPickedUp { .. }
            | Event::ItemDropped { .. }
            | Event::LooseItemPlaced { .. }
            | Event::ItemUseDeclared { .. }
            | Event::ItemUsedUp { .. }
            | Event::UseAborted(_)
            | Event::Interacted { .. } => self.narrate_movement_and_items(event),
        }
    }

    /// Narrates initiative, rounds and turns.
    fn narrate_initiative_and_turns(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::InitiativeBegan => {
                let command = formatter.format_command("init");
                self.begin_paragraph(say!(formatter, "fates-init-began", command));
            }
            Event::InitiativeScored { who, face: None, score } => {
                self.hold_back_initiative_score(*who, *score);
            }
            Event::InitiativeScored { who, face: Some(face), score } => {
                let dice = roll::format_single_die(formatter.style(), 6, *face, *score);
                let (dice, many) = (Some(dice), 1usize);
                self.add_sentence(say!(formatter, "fates-scored", who, dice, score, many));
            }
            Event::TieWinnerChosen(who) => {
                self.begin_paragraph(say!(formatter, "fates-goes-first", who))
            }
            Event::TurnOrderSet(order) | Event::TurnOrderChanged { order, .. }
                if order.len() > 1 =>
            {
                self.begin_paragraph(formatter.turn_order_sentence(order));
            }
            Event::MarkedAsActed(who) => self.add_sentence(say!(formatter, "acts-next-round", who)),
            Event::TurnBegan { who, is_blaze: true } => {
                self.begin_paragraph(say!(formatter, "fates-last-turn", who));
                self.paragraphs.end_paragraph();
            }
            Event::TurnBegan { .. } | Event::TurnEnded(_) => {
                self.flush_pending_roll_and_ties();
                self.paragraphs.end_paragraph();
            }
            Event::TurnDelayed { who, after } => {
                self.begin_paragraph(say!(formatter, "fates-delayed", who, after))
            }
            Event::FightContinued => self.begin_paragraph(say!(formatter, "fight-goes-on")),
            Event::OutcomeDecided(outcome) => {
                self.begin_paragraph(terms::outcome_text(formatter.locale(), outcome.key()))
            }
            // Their effects show in later events.
            _ => {}
        }
    }

    /// Holds back an initiative without a roll, so that those with the same one are told together.
    /// First tells those with another one.
    fn hold_back_initiative_score(&mut self, who: CombatantId, score: u8) {
        let has_other_score = self.equal_scores.as_ref().is_some_and(|held| held.score != score);
        if self.pending_roll.is_some() || has_other_score {
            self.flush_pending_roll_and_ties();
        }
        match &mut self.equal_scores {
            Some(held) => held.who.push(who),
            None => self.equal_scores = Some(EqualScores { who: vec![who], score }),
        }
    }

    /// Narrates from a declaration to the outcome of its roll.
    fn narrate_attempts_and_rolls(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::FatePointSpent(_) => self.is_lucky = true,
            Event::AttackDeclared { who, target, weapon, .. } => {
                let is_lucky = std::mem::take(&mut self.is_lucky);
                self.announce_action(say!(
                    formatter,
                    "fates-attacked",
                    who,
                    target,
                    weapon,
                    is_lucky
                ));
            }
            Event::CheckDeclared { who, check, .. } => {
                let is_lucky = std::mem::take(&mut self.is_lucky);
                let tried = check_attempt_phrase(formatter, check);
                self.announce_action(say!(formatter, "fates-tried", who, tried, is_lucky));
            }
            Event::AttackAborted { who, .. } | Event::CheckAborted(who) => {
                self.add_sentence(say!(formatter, "lost-deed", who));
            }
            Event::DiceRolled { who, faces, total, modifiers } => {
                self.flush_pending_roll_and_ties();
                let roll = format_roll(formatter.style(), faces.as_deref(), *total, modifiers);
                self.pending_roll = Some(FatesPendingRoll { who: *who, roll });
            }
            Event::DestinyRolled { face, .. } => {
                if let Some(pending) = &mut self.pending_roll {
                    let roll = FormattedText(std::mem::take(&mut pending.roll));
                    pending.roll = say!(formatter, "fates-with-destiny", roll, face);
                }
            }
            Event::MomentumGained(who) => {
                // It is narrated with the roll; otherwise the hit would come after it.
                if let Some(pending) = &mut self.pending_roll {
                    let roll = FormattedText(std::mem::take(&mut pending.roll));
                    pending.roll = say!(formatter, "fates-with-momentum", roll, who);
                }
            }
            Event::AttackHit { who, total, defense, .. }
            | Event::AttackMissed { who, total, defense, .. } => {
                let is_hit = matches!(event, Event::AttackHit { .. });
                let roll = self.take_roll_text(*total);
                let outcome = say!(formatter, "fates-hit", is_hit);
                self.add_roll_outcome(*who, roll, *defense, &outcome);
            }
            Event::CheckSucceeded { who, total, difficulty }
            | Event::CheckFailed { who, total, difficulty } => {
                let succeeds = matches!(event, Event::CheckSucceeded { .. });
                let roll = self.take_roll_text(*total);
                let outcome = say!(formatter, "fates-checked", succeeds);
                self.add_roll_outcome(*who, roll, Some(*difficulty), &outcome);
            }
            // Their effects show in the outcome.
            _ => {}
        }
    }

    /// Narrates Resolve, and what becomes of combatants.
    fn narrate_harm(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::DamageRolled { total, armour, is_armour_halved, dice, .. } => {
                let locale = formatter.locale();
                let damage =
                    roll::format_damage(formatter.style(), dice.as_ref(), false, (*total).into());
                self.flush_pending_roll_and_ties();
                let is_halved = is_armour_halved.unwrap_or(false);
                self.paragraphs
                    .open_sentence(roll::format_reduced_damage(locale, damage, *armour, is_halved));
            }
            Event::ResolveLost { who, amount, remaining: left, band } => {
                self.narrate_resolve_loss(*who, amount.zip(*left), *band)
            }
            Event::DamageWithoutEffect(who) => {
                self.complete_open_sentence_or_add(say!(formatter, "fates-no-effect", who))
            }
            Event::BecameWounded(who) => self.add_sentence(say!(formatter, "fates-wounded", who)),
            Event::ResolveRegained { who, amount, remaining: left, band, cause: relief } => {
                let exact = amount.zip(*left);
                self.narrate_resolve_gain(*who, exact, *band, *relief);
            }
            Event::BecameInactive { who, reason: ExitReason::Down } => {
                self.paragraphs.drop_wound_of(*who);
                self.add_sentence(say!(formatter, "goes-down", who))
            }
            Event::BecameInactive { who, reason } => {
                self.add_sentence(say!(
                    formatter,
                    "fates-out",
                    who,
                    exit = SerdeVariantKey(reason)
                ));
            }
            Event::Grappled { who, holder: by, .. } => {
                self.add_sentence(say!(formatter, "fates-grappled", who, by))
            }
            Event::Freed { who, holder: by } => {
                self.add_sentence(say!(formatter, "fates-freed", who, by))
            }
            Event::Rested(who) => self.begin_paragraph(say!(formatter, "fates-rested", who)),
            _ => {}
        }
    }

    /// Narrates lost Resolve: exactly for those who may know it, else with a word.
    fn narrate_resolve_loss(
        &mut self,
        who: CombatantId,
        amount_and_left: Option<(u8, u8)>,
        band: ResolveBand,
    ) {
        let formatter = self.formatter;
        match amount_and_left {
            // They had none left to lose; the next prompt asks what that means.
            Some((0, 0)) => {}
            Some((0, _)) => self.complete_open_sentence_or_add(say!(formatter, "no-harm", who)),
            Some((amount, left)) => {
                self.complete_open_sentence_or_add(say!(formatter, "fates-lost", who, amount, left))
            }
            None => {
                self.flush_pending_roll_and_ties();
                let sentence = say!(formatter, "fates-looks", who, band = SerdeVariantKey(&band));
                self.paragraphs.add_wound_sentence(who, sentence);
            }
        }
    }

    /// Narrates regained Resolve: exactly for those who may know it, else with a word.
    fn narrate_resolve_gain(
        &mut self,
        who: CombatantId,
        amount_and_left: Option<(u8, u8)>,
        band: ResolveBand,
        relief: ResolveGainCause,
    ) {
        let (formatter, relief) = (self.formatter, SerdeVariantKey(&relief));
        match amount_and_left {
            Some((amount, left)) => {
                self.add_sentence(say!(formatter, "fates-regained", relief, who, amount, left));
            }
            None => self.add_sentence(say!(
                formatter,
                "fates-looks",
                who,
                band = SerdeVariantKey(&band)
            )),
        }
    }

    /// Narrates the Fallen Fates.
    fn narrate_fallen_fates(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            // The next event narrates that it goes down.
            Event::FateChosen { fate: FallenFate::Falls, text, .. } => {
                self.paragraphs.end_paragraph();
                self.narrate_player_text(text);
            }
            Event::FateChosen { who, fate, text } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fates-fate",
                    who,
                    fate = SerdeVariantKey(fate)
                ));
                self.narrate_player_text(text);
            }
            Event::FateIgnored { who, text } => {
                self.begin_paragraph(say!(formatter, "fates-ignored", who));
                self.narrate_player_text(text);
            }
            Event::AttributesLowered { who, attributes, remaining_dice } => {
                self.narrate_lowered_attributes(
                    *who,
                    attributes,
                    remaining_dice.as_deref().unwrap_or_default(),
                );
            }
            Event::AttributePickOwed(who) => {
                let command = formatter.format_command("fate");
                self.add_sentence(say!(formatter, "fates-pick-owed", who, command));
            }
            Event::PushRolled { total, .. } => {
                let lives = *total >= PUSH_SUCCESS_TOTAL;
                self.add_sentence(say!(formatter, "fates-push-rolled", total, lives));
            }
            Event::DemiseRolled { total, .. } => {
                self.add_sentence(say!(formatter, "fates-demise-rolled", total));
            }
            Event::FatePointGained(who) => {
                self.add_sentence(say!(formatter, "fates-fp-gained", who))
            }
            Event::BlazeOfGloryBegan(who) => {
                self.add_sentence(say!(formatter, "fates-blazed", who))
            }
            _ => {}
        }
    }

    /// Adds the player's own description, if there is one.
    fn narrate_player_text(&mut self, text: &str) {
        if !text.is_empty() {
            let text = self.formatter.end_sentence(text);
            self.add_sentence(say!(self.formatter, "fates-narrated", text));
        }
    }

    /// Narrates attributes that are lowered for good: one by 2D, or two by 1D each.
    fn narrate_lowered_attributes(
        &mut self,
        who: CombatantId,
        attributes: &[Attribute],
        remaining_dice: &[u8],
    ) {
        let formatter = self.formatter;
        let left = remaining_dice.first();
        let left_other = remaining_dice.get(1);
        self.add_sentence(match attributes {
            [one, other] if one != other => {
                say!(formatter, "fates-lowered-two", who, one, left, other, left_other)
            }
            [one, ..] => say!(formatter, "fates-lowered", who, one, left),
            [] => return,
        });
    }

    /// Narrates help, defence, aim and held actions.
    fn narrate_held_and_helped(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::HelpGiven { who, helper: by, skill, rank, total, text } => {
                let text = non_empty(text);
                self.begin_paragraph(say!(
                    formatter,
                    "fates-helped",
                    by,
                    who,
                    skill,
                    rank,
                    total,
                    text
                ));
            }
            Event::HelpCancelled(who) => {
                self.begin_paragraph(say!(formatter, "fates-help-struck", who))
            }
            Event::HelpStored(who) => {
                self.begin_paragraph(say!(formatter, "fates-help-stored", who))
            }
            Event::HelpPaidOut { who, to } => {
                self.begin_paragraph(say!(formatter, "fates-help-paid", who, to))
            }
            Event::DefendTaken { who, skill: with, bonus } => {
                self.begin_paragraph(say!(formatter, "fates-defended", who, with, bonus));
            }
            Event::DefendEnded { who, is_broken: true } => {
                self.add_sentence(say!(formatter, "fates-defend-broken", who));
            }
            Event::AimTaken { who, aim, .. } => {
                let bonus = match aim {
                    Some(AimEffect::Bonus(bonus)) => Some(bonus),
                    Some(AimEffect::Steady) | None => None,
                };
                let steady = *aim == Some(AimEffect::Steady);
                self.begin_paragraph(say!(formatter, "fates-aimed", who, bonus, steady));
            }
            Event::ActionHeld { who, action: Some(held_action) } => {
                let HeldAction { trigger, action, .. } = &**held_action;
                let deed = FormattedText(held_act_phrase(formatter, action));
                let trigger = FormattedText(trigger_phrase(formatter, trigger));
                self.begin_paragraph(say!(formatter, "fates-held", who, deed, trigger));
            }
            Event::ActionHeld { who, action: None } => {
                self.begin_paragraph(say!(formatter, "fates-held-secretly", who))
            }
            Event::HeldActionFired(who) => {
                self.begin_paragraph(say!(formatter, "fates-hold-fired", who))
            }
            Event::HeldActionWasted(_) => self.add_sentence(say!(formatter, "fates-hold-wasted")),
            Event::HeldActionEnded(who) => {
                self.begin_paragraph(say!(formatter, "waited-in-vain", who))
            }
            // Their effects show in later events.
            _ => {}
        }
    }

    /// Narrates movement, doors and items.
    fn narrate_movement_and_items(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Moved { who, from, to, kind } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fates-moved",
                    way = SerdeVariantKey(kind),
                    who,
                    from,
                    to
                ));
            }
            Event::EscapeAttempted(who) => {
                self.begin_paragraph(say!(formatter, "fates-escaping", who))
            }
            Event::EscapeFailed(who) => {
                self.add_sentence(say!(formatter, "fates-escape-failed", who))
            }
            // The attempt was narrated already.
            Event::DoorSet { opener: Some(_), .. } => {}
            Event::DoorSet { zone, to, state, opener: None } => {
                let door = FormattedText(door_text(formatter, *to, *state));
                self.begin_paragraph(say!(formatter, "fates-door-set", zone, door));
            }
            Event::DoorUseDeclared { who, to, is_opening: open } => {
                self.begin_paragraph(say!(formatter, "fates-door-tried", who, to, open));
            }
            Event::ItemTakenInHand { who, item } => {
                self.begin_paragraph(say!(formatter, "item-in-hand", who, item))
            }
            Event::ItemPickedUp { who, item, .. } => {
                self.begin_paragraph(say!(formatter, "item-picked-up", who, item));
            }
            Event::ItemDropped { who, item, .. } => {
                self.begin_paragraph(say!(formatter, "item-dropped", who, item))
            }
            Event::LooseItemPlaced { zone, item } => {
                self.begin_paragraph(say!(formatter, "fates-loose", zone, item))
            }
            Event::ItemUseDeclared { who, item, target: on } => {
                let on = (on != who).then_some(on);
                self.begin_paragraph(say!(formatter, "fates-using", who, item, on));
            }
            Event::UseAborted(_) => self.add_sentence(say!(formatter, "fates-use-lost")),
            Event::Interacted { who, text } => {
                let text = non_empty(text).map(|text| formatter.end_sentence(text));
                self.begin_paragraph(say!(formatter, "fates-interacted", who, text));
            }
            // Their effects show in later events.
            _ => {}
        }
    }
}

/// Formats a roll with its dice, if they are known, and its total.
fn format_roll(style: &Style, faces: Option<&[u8]>, total: u8, modifiers: &[Modifier]) -> String {
    let Some(faces) = faces else { return total.to_string() };
    let (faces, total) = (faces.to_vec(), total.into());
    RollParts { sides: None, faces, dropped_face: None, modifiers, total }.format(style)
}

/// Returns what a check attempts, as part of a sentence.
fn check_attempt_phrase(formatter: NarrativeFormatter<'_>, check: &SkillCheck) -> FormattedText {
    FormattedText(match check {
        SkillCheck::Skill { attribute, skill, text } => {
            say!(formatter, "fates-try-skill", text = non_empty(text), attribute, skill)
        }
        SkillCheck::Grapple(target) => {
            say!(formatter, "fates-try-grapple", target = target_name(formatter, *target))
        }
        SkillCheck::BreakFree(with) => say!(formatter, "fates-try-break", with),
    })
}

/// Returns the name of a target, or the phrase for whoever triggers a held action.
fn target_name(formatter: NarrativeFormatter<'_>, target: CombatantId) -> FormattedText {
    if target == WHOEVER_TRIGGERS {
        FormattedText(say!(formatter, "fates-whoever"))
    } else {
        FormattedText(formatter.combatant_name(target))
    }
}

/// Returns what is held, as part of a sentence.
fn held_act_phrase(formatter: NarrativeFormatter<'_>, action: &HoldableAction) -> String {
    match action {
        HoldableAction::Attack { target, weapon } => {
            say!(formatter, "fates-hold-attack", target = target_name(formatter, *target), weapon)
        }
        HoldableAction::UseItem(ItemUse::Consumable { item, target: on }) => {
            say!(formatter, "fates-hold-use", item, on = target_name(formatter, *on))
        }
        HoldableAction::UseItem(ItemUse::Door { to, is_opening: open }) => {
            say!(formatter, "fates-hold-door", to, open)
        }
        HoldableAction::UseItem(ItemUse::Interact(text)) => {
            say!(formatter, "fates-hold-interact", text = non_empty(text))
        }
        HoldableAction::UseSkill(check) => {
            say!(formatter, "fates-hold-try", tried = check_attempt_phrase(formatter, check))
        }
    }
}

/// Returns the trigger of a held action, as part of a sentence.
fn trigger_phrase(formatter: NarrativeFormatter<'_>, trigger: &HoldTrigger) -> String {
    let who = match trigger.scope {
        TriggerScope::One(combatant) => FormattedText(formatter.combatant_name(combatant)),
        TriggerScope::Allies => FormattedText(say!(formatter, "fates-an-ally")),
        TriggerScope::Enemies => FormattedText(say!(formatter, "fates-an-enemy")),
    };
    match &trigger.event {
        HoldEvent::Enters(zone) => say!(formatter, "fates-when-enters", who, zone),
        HoldEvent::Leaves(zone) => say!(formatter, "fates-when-leaves", who, zone),
        HoldEvent::LastLeaves(zone) => say!(formatter, "fates-when-last-leaves", zone),
        HoldEvent::Attacks(at) => say!(formatter, "fates-when-attacks", who, at),
        HoldEvent::UsesItem => say!(formatter, "fates-when-uses-item", who),
        HoldEvent::UsesSkill => say!(formatter, "fates-when-uses-skill", who),
        HoldEvent::Wounded => say!(formatter, "fates-when-wounded", who),
        HoldEvent::Flees => say!(formatter, "fates-when-flees", who),
        HoldEvent::Text(text) => say!(formatter, "fates-when-text", text),
    }
}

/// Returns the door to a zone, and whether it is open if `state` says so.
fn door_text(formatter: NarrativeFormatter<'_>, to: ZoneId, state: Option<DoorState>) -> String {
    say!(formatter, "fates-door", to, state = state.as_ref().map(SerdeVariantKey))
}
