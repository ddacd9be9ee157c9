//! Narrates the events, questions and answers of Ranks.

use super::catalogue::{
    FluentArg, FormattedText, Locale, SerdeVariantKey, TextContext, ToFluentArg, VariantKey,
    impl_to_fluent_arg_by_name, non_empty, say, slot,
};
use super::formatter::NarrativeFormatter;
use super::paragraphs::ParagraphBuilder;
use super::roll::{self, RollParts, format_signed};
use super::{PromptFormField, Style, SystemNarration, core_events, terms, uppercase_first};
use engine::core::command::Command;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::CombatantId;
use engine::core::modifier::Modifier;
use engine::rules::ranks::Ranks;
use engine::rules::ranks::advantages::{AdvantageGain, Boon, BoonEffect};
use engine::rules::ranks::conditions::{Condition, Expiry};
use engine::rules::ranks::maneuvers::Maneuver;
use engine::rules::ranks::prompts::Question;
use engine::rules::ranks::readied::{ReadiedAction, ReadiedCheck};
use engine::rules::ranks::recovery::TreatmentResult;
use engine::rules::ranks::sheet::{Ability, Attribute, Mark, Skill};
use engine::rules::ranks::state::{
    ChaosMode, CheckPurpose, Event, Hindrance, MovementKind, Terrain,
};
use engine::visibility::view::{VisibleEvent, VisibleEvents};

impl SystemNarration for Ranks {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let paragraphs = ParagraphBuilder::new(style.locale);
        let mut narrator = RanksNarrator {
            formatter,
            paragraphs,
            pending_roll: None,
            pending_movement: None,
            pending_condition: None,
            ruled_effect: None,
            last_resistance_total: None,
        };
        let mut remaining = events.events.iter().map(VisibleEvent::event).peekable();
        while let Some(event) = remaining.next() {
            // Combatants who are placed on the same mark are named together.
            if let Some((first, to)) = placement_in_event(event) {
                let mut placed = vec![first];
                while let Some(next_event) = remaining.peek()
                    && let Some((next, next_mark)) = placement_in_event(next_event)
                    && next_mark == to
                {
                    placed.push(next);
                    remaining.next();
                }
                let count = placed.len();
                narrator.add_sentence(say!(formatter, "ranks-placed", who = placed, count, to));
                continue;
            }
            match event {
                CoreEvent::System(event) => narrator.narrate_event(event),
                other => {
                    narrator.flush_pending_narration();
                    core_events::narrate_core_event(formatter, other, &mut narrator.paragraphs);
                }
            }
        }
        narrator.flush_pending_narration();
        narrator.paragraphs.into_paragraphs()
    }

    /// Lists the length of a zone, and what is special about its terrain.
    fn terrain_notes(formatter: NarrativeFormatter<'_>, terrain: &Terrain) -> Vec<String> {
        let mut parts = vec![say!(formatter, "ranks-ground-length", feet = terrain.length)];
        if let Some(hindrance) = terrain.movement_hindrance {
            parts.push(say!(formatter, "ranks-ground-over", hindrance, is_border = false));
        }
        if let Some(hindrance) = terrain.border_obstacle {
            parts.push(say!(formatter, "ranks-ground-over", hindrance, is_border = true));
        }
        if terrain.is_narrow {
            parts.push(say!(formatter, "ranks-ground-narrow"));
        }
        if let Some(hazard) = &terrain.hazard {
            let (damage, secret) = (hazard.damage.to_string(), hazard.is_secret);
            parts.push(say!(formatter, "ranks-ground-hazard", damage, secret));
        }
        for object in &terrain.objects {
            let (name, difficulty) = (&object.name, object.difficulty);
            let damage = object.damage.to_string();
            parts.push(say!(formatter, "ranks-ground-object", name, difficulty, damage));
        }
        for dropped in &terrain.dropped_items {
            let (item, mark) = (&dropped.item.name, dropped.mark);
            parts.push(say!(formatter, "ranks-ground-item", item, mark));
        }
        parts
    }

    /// Returns the text of a question for its respondent.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        match question {
            Question::Resist { who, actor, purpose, rank, abilities } => {
                let names: Vec<String> = abilities
                    .iter()
                    .map(|ability| say!(formatter, "ranks-with", one = ability))
                    .collect();
                let with = FormattedText(names.join(" / "));
                say!(
                    formatter,
                    "ranks-ask-resist",
                    who,
                    actor,
                    purpose = SerdeVariantKey(purpose),
                    rank,
                    with
                )
            }
            Question::Soak { who, attacker, rank } => {
                say!(formatter, "ranks-ask-soak", who, by = attacker, rank)
            }
            Question::Match {
                who,
                mover,
                goes_left,
                feet,
                hindrance,
                mover_rolled,
                is_incidental,
            } => {
                say!(
                    formatter,
                    "ranks-ask-match",
                    who,
                    mover,
                    is_left = goes_left,
                    feet,
                    over = hindrance,
                    is_rolled = mover_rolled,
                    is_free = is_incidental
                )
            }
            Question::ForcedMove { who, actor, hindrance } => {
                say!(formatter, "ranks-ask-driven", who, actor, over = hindrance)
            }
            Question::Advantage { who, method, rank, target } => {
                say!(
                    formatter,
                    "ranks-ask-advantage",
                    who,
                    how = SerdeVariantKey(method),
                    rank,
                    target
                )
            }
            Question::Recovery { who, patient, rank } => {
                say!(formatter, "ranks-ask-recovery", who, patient, rank)
            }
            Question::Ruling { who, ability, text, is_readied } => {
                say!(
                    formatter,
                    "ranks-ask-ruling",
                    who,
                    ability,
                    text = non_empty(text),
                    is_readied
                )
            }
            Question::NewAbility { who, receiver } => {
                say!(formatter, "ranks-ask-ability", who, receiver)
            }
        }
    }

    /// Returns the fields of a question's form; none if only its choices are answers.
    fn question_form_fields(locale: Locale, question: &Question) -> Vec<PromptFormField> {
        let difficulty = || slot!(locale, "difficulty", "ranks-form-difficulty");
        let effect = || slot!(locale, "effect", "ranks-form-effect");
        match question {
            Question::Ruling { is_readied: false, .. } => {
                vec![difficulty(), slot!(locale, "action", "ranks-form-action"), effect()]
            }
            Question::Ruling { is_readied: true, .. } => vec![difficulty(), effect()],
            Question::NewAbility { .. } => vec![slot!(locale, "effect", "ranks-form-ability")],
            Question::Resist { .. }
            | Question::Soak { .. }
            | Question::Match { .. }
            | Question::ForcedMove { .. }
            | Question::Advantage { .. }
            | Question::Recovery { .. } => Vec::new(),
        }
    }

    /// Returns the label of an answer, which includes what it costs.
    fn answer_label(locale: Locale, question: &Question, choice: &Command) -> String {
        let slot = |slot: &str| non_empty(choice.get(slot));
        let luck = choice.get("luck") == "true";
        match choice.verb.as_str() {
            "resist" => {
                // A single ability need not be named.
                let can_choose =
                    matches!(question, Question::Resist { abilities, .. } if abilities.len() > 1);
                let named_skill = slot("skill").filter(|_| can_choose);
                let skill = named_skill.map(|key| terms::skill_name(locale, key));
                let action = slot("action").map(VariantKey);
                say!(locale, "ranks-answer-resist", action, skill, luck)
            }
            "match" => {
                say!(locale, "ranks-answer-match", action = slot("action").map(VariantKey), luck)
            }
            "gain" => {
                let (effect, target) = (VariantKey(choice.get("effect")), slot("target"));
                let skill = slot("skill").map(|key| terms::skill_name(locale, key));
                say!(locale, "ranks-answer-gain", effect, target, skill)
            }
            "treat" => {
                let condition = slot("condition").map(|key| terms::condition_name(locale, key));
                say!(
                    locale,
                    "ranks-answer-treat",
                    effect = VariantKey(choice.get("effect")),
                    condition
                )
            }
            "rule" => {
                let (difficulty, action) = (slot("difficulty"), slot("action").map(VariantKey));
                say!(locale, "ranks-answer-rule", difficulty, action)
            }
            verb => {
                let named = uppercase_first(&terms::key_to_words(verb));
                say!(locale, "ranks-answer", verb = VariantKey(verb), named)
            }
        }
    }
}

/// Returns who is placed in an event without moving there, and on which mark; `None` for any other
/// event.
fn placement_in_event(event: &CoreEvent<Ranks>) -> Option<(CombatantId, Mark)> {
    match event {
        CoreEvent::System(Event::Moved { who, to, kind: MovementKind::Placed, .. }) => {
            Some((*who, *to))
        }
        _ => None,
    }
}

impl_to_fluent_arg_by_name!(Attribute: terms::attribute_abbreviation, Skill: terms::skill_name);

impl<S: TextContext> ToFluentArg<S> for Ability {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        match self {
            Self::Skill(skill) => skill.to_fluent_arg(context),
            Self::Attribute(attribute) => attribute.to_fluent_arg(context),
        }
    }
}

impl<S: TextContext> ToFluentArg<S> for Hindrance {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        let Self { skill, difficulty, stops_on_failure } = self;
        FormattedText(say!(
            *context,
            "ranks-hindrance",
            skill,
            difficulty,
            stops = stops_on_failure
        ))
        .to_fluent_arg(context)
    }
}

impl<S: TextContext> ToFluentArg<S> for Expiry {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        let round = match self {
            Self::Round(round) => Some(round),
            _ => None,
        };
        FormattedText(say!(*context, "ranks-until", until = SerdeVariantKey(self), round))
            .to_fluent_arg(context)
    }
}

/// A roll whose outcome is not narrated yet, with its dice if the reader may know them.
struct RanksPendingRoll {
    who: CombatantId,
    purpose: CheckPurpose,
    roll: Option<String>,
}

struct RanksNarrator<'a> {
    formatter: NarrativeFormatter<'a>,
    paragraphs: ParagraphBuilder,
    pending_roll: Option<RanksPendingRoll>,
    /// A movement that is announced; it is narrated only if something comes before it is done.
    pending_movement: Option<(CombatantId, String)>,
    /// What somebody suffers, which need not be told if it puts them out of action.
    pending_condition: Option<(CombatantId, String)>,
    /// The effect of a success, as the GM has ruled.
    ruled_effect: Option<String>,
    /// The total of the last roll that resists the actor's check.
    last_resistance_total: Option<i16>,
}

impl RanksNarrator<'_> {
    /// Adds a sentence to the paragraph. First tells what was held back.
    fn add_sentence(&mut self, sentence: String) {
        self.flush_pending_narration();
        self.paragraphs.add_sentence(sentence);
    }

    /// Begins a paragraph with a sentence. First tells what was held back.
    fn begin_paragraph(&mut self, sentence: String) {
        self.flush_pending_narration();
        self.paragraphs.begin_paragraph(sentence);
    }

    /// Completes the open sentence with what the last dice led to, or adds that by itself.
    fn complete_open_sentence_or_add(&mut self, sentence: String) {
        self.flush_pending_narration();
        self.paragraphs.complete_open_sentence_or_add(sentence);
    }

    /// Begins a paragraph with a sentence that a result may complete. First tells what was held
    /// back.
    fn announce_action(&mut self, sentence: String) {
        self.flush_pending_narration();
        self.paragraphs.open_paragraph(sentence);
    }

    /// Writes what was held back for a later event: a condition, a roll and a movement, each as a
    /// sentence of its own.
    fn flush_pending_narration(&mut self) {
        if let Some((_, sentence)) = self.pending_condition.take() {
            self.paragraphs.complete_open_sentence_or_add(sentence);
        }
        if let Some(RanksPendingRoll { who, roll: Some(roll), .. }) = self.pending_roll.take() {
            self.paragraphs.complete_announcement_with_result_or_add_sentence(
                self.formatter.combatant_name(who),
                roll,
            );
        }
        if let Some((_, sentence)) = self.pending_movement.take() {
            self.paragraphs.open_paragraph(sentence);
        }
    }

    /// Passes an event to the function that narrates events of its kind.
    fn narrate_event(&mut self, event: &Event) {
        match event {
            Event::RoundBudgetsReset
            | Event::InitiativeScored { .. }
            | Event::TurnOrderSet(_)
            | Event::TurnOrderChanged { .. }
            | Event::TurnPassed(_)
            | Event::TurnBegan(_)
            | Event::TurnEnded(_)
            | Event::LastCallBegan
            | Event::HoldingEnded(_)
            | Event::ResourceSpent { .. }
            | Event::ActionPointSpent { .. }
            | Event::LuckSpent(_)
            | Event::LuckGained { .. }
            | Event::AttentionSet { .. }
            | Event::ActionsHeld(_)
            | Event::StandingOrdersSet { .. }
            | Event::OutcomeDecided(_)
            | Event::EncounterEffectsEnded
            | Event::SceneEnded => self.narrate_turns_points_and_orders(event),
            Event::ManeuverDeclared { .. }
            | Event::ManeuverLost(_)
            | Event::CheckRolled { .. }
            | Event::CheckSucceeded { .. }
            | Event::CheckFailed { .. }
            | Event::BoonsUsed { .. }
            | Event::CombinedBonusesUsed { .. }
            | Event::CombinedActionDeclared { .. }
            | Event::CombinedBonusGained { .. }
            | Event::CombinedBonusesEnded { .. }
            | Event::SkillCheckRuled { .. }
            | Event::SkillCheckRefused(_) => self.narrate_declarations_and_checks(event),
            Event::DamageRolled { .. }
            | Event::DamageResisted(_)
            | Event::ConditionGained { .. }
            | Event::TrackFilled { .. }
            | Event::WentOutOfAction(_)
            | Event::ConditionEnded { .. }
            | Event::ConditionTreated { .. }
            | Event::RecoveryDiceUsed(_)
            | Event::DefeatMeaningSet { .. } => self.narrate_harm_and_conditions(event),
            Event::DefendStanceTaken(_)
            | Event::DefendStanceEnded(_)
            | Event::InitiativePointsGained { .. }
            | Event::AdvantageGained { .. }
            | Event::BoonGiven { .. }
            | Event::BoonEnded { .. }
            | Event::CheckReadied { .. }
            | Event::ReadiedCheckFired(_)
            | Event::ReadiedCheckLost(_)
            | Event::ReadiedCheckExpired(_) => self.narrate_stances_and_readied_checks(event),
            Event::MovementDeclared { .. }
            | Event::Moved { .. }
            | Event::MovementStopped { .. }
            | Event::MovementMatched { .. }
            | Event::HazardStruck { .. }
            | Event::FellProne(_)
            | Event::StoodUp(_)
            | Event::Fled(_)
            | Event::Cornered(_)
            | Event::Conceded(_) => self.narrate_movement(event),
            Event::ObjectUsed { .. }
            | Event::ObjectTipped { .. }
            | Event::Equipped { .. }
            | Event::PickedUp { .. }
            | Event::Stowed { .. }
            | Event::Dropped { .. }
            | Event::ItemUsedUp { .. }
            | Event::Said { .. }
            | Event::ChaosSet(_)
            | Event::ExitSet { .. }
            | Event::AllianceSet { .. } => self.narrate_items_and_gm_settings(event),
        }
    }

    /// Narrates rounds and turns, and what is spent in them.
    fn narrate_turns_points_and_orders(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::TurnOrderSet(order) | Event::TurnOrderChanged { order, .. }
                if order.len() > 1 =>
            {
                self.begin_paragraph(formatter.turn_order_sentence(order));
            }
            Event::TurnPassed(who) => self.add_sentence(say!(formatter, "acts-next-round", who)),
            Event::TurnBegan(_) | Event::TurnEnded(_) => {
                self.flush_pending_narration();
                self.paragraphs.end_paragraph();
            }
            Event::LastCallBegan => self.begin_paragraph(say!(formatter, "ranks-last-called")),
            Event::ActionPointSpent { who, action } => {
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-point-spent",
                    who,
                    action = SerdeVariantKey(action)
                ));
            }
            Event::LuckGained { who, amount } => {
                self.begin_paragraph(say!(formatter, "ranks-luck-gained", who, amount));
            }
            Event::ActionsHeld(who) => self.begin_paragraph(say!(formatter, "ranks-holds", who)),
            Event::StandingOrdersSet { who, match_order, resist_order } => {
                let matching = match_order.as_ref().map(SerdeVariantKey);
                let resisting = resist_order.as_ref().map(SerdeVariantKey);
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-standing-order",
                    who,
                    matching,
                    resisting
                ));
            }
            Event::OutcomeDecided(outcome) => {
                self.begin_paragraph(terms::outcome_text(formatter.locale(), outcome))
            }
            Event::SceneEnded => self.begin_paragraph(say!(formatter, "ranks-scene-ended")),
            // Their effects show in later events and in the summary.
            _ => {}
        }
    }

    /// Narrates what combatants declare, the checks that they roll for it, and how these come out.
    fn narrate_declarations_and_checks(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::ManeuverDeclared { who, maneuver, is_readied } => {
                self.announce_action(say!(
                    formatter,
                    "ranks-declared",
                    who,
                    deed = FormattedText(maneuver_phrase(formatter, maneuver)),
                    readied = *is_readied
                ));
            }
            Event::CombinedActionDeclared { who, target, kind, skill, is_hindrance: hinders } => {
                let kind = SerdeVariantKey(kind);
                self.announce_action(say!(
                    formatter,
                    "ranks-combining",
                    who,
                    target,
                    kind,
                    skill,
                    hinders
                ));
            }
            Event::CombinedBonusGained { who, bonus } => {
                let (kind, plus) = (SerdeVariantKey(&bonus.kind), format_signed(bonus.bonus));
                self.add_sentence(say!(formatter, "ranks-combined", who, kind, plus));
            }
            Event::ManeuverLost(who) => self.add_sentence(say!(formatter, "lost-deed", who)),
            Event::CheckRolled { who, purpose, ability, faces, dropped_face, total, modifiers } => {
                self.announce_check_unless_announced(*who, *purpose, ability);
                let roll = total.map(|total| {
                    let faces = faces.as_deref().unwrap_or_default();
                    format_roll(formatter.style(), faces, *dropped_face, modifiers, total)
                });
                if is_response_roll(*purpose) {
                    self.last_resistance_total = *total;
                }
                self.pending_roll = Some(RanksPendingRoll { who: *who, purpose: *purpose, roll });
            }
            Event::CheckSucceeded { who, target, purpose, threshold, rank } => {
                self.narrate_check_result(*who, *target, *purpose, *threshold, Some(*rank));
                if let Some(text) = self.ruled_effect.take() {
                    self.add_sentence(say!(
                        formatter,
                        "effect",
                        text = formatter.end_sentence(&text)
                    ));
                }
            }
            Event::CheckFailed { who, target, purpose, threshold } => {
                self.narrate_check_result(*who, *target, *purpose, *threshold, None);
                self.ruled_effect = None;
            }
            Event::SkillCheckRuled { difficulty, effect, .. } => {
                self.ruled_effect = non_empty(effect).map(str::to_string);
                self.add_sentence(say!(formatter, "ranks-skill-ruled", difficulty));
            }
            Event::SkillCheckRefused(who) => {
                self.add_sentence(say!(formatter, "skill-refused", who))
            }
            // Their effects show in the roll.
            _ => {}
        }
    }

    /// Announces a check that belongs to a movement of the same combatant, together with it, and
    /// one that answers another's or that no open announcement can take up. Any other check
    /// continues the announcement that is open.
    fn announce_check_unless_announced(
        &mut self,
        who: CombatantId,
        purpose: CheckPurpose,
        ability: &Ability,
    ) {
        let formatter = self.formatter;
        match self.pending_movement.take_if(|(mover, _)| *mover == who) {
            Some((_, sentence)) => {
                let what = FormattedText(sentence);
                self.announce_action(say!(formatter, "ranks-sets-out-by", what, ability));
            }
            None if !self.paragraphs.has_open_announcement()
                || self.pending_roll.is_some()
                || is_response_roll(purpose) =>
            {
                let purpose = SerdeVariantKey(&purpose);
                self.announce_action(say!(formatter, "ranks-check", who, purpose, ability));
            }
            None => {}
        }
    }

    /// Narrates how a check came out: with its roll, or by itself if something came between.
    fn narrate_check_result(
        &mut self,
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: CheckPurpose,
        threshold: Option<i16>,
        rank: Option<u8>,
    ) {
        let formatter = self.formatter;
        let is_same_check =
            |pending: &mut RanksPendingRoll| pending.who == who && pending.purpose == purpose;
        let own_roll = self.pending_roll.take_if(is_same_check);
        let roll = own_roll.as_ref().and_then(|pending| pending.roll.clone());
        // The fixed value counts where the rolled resistance is lower.
        let resistance_total =
            self.last_resistance_total.take().filter(|_| !is_response_roll(purpose));
        let needs = threshold.map(|needs| {
            let is_fixed = resistance_total.is_some_and(|total| total < needs);
            FormattedText(say!(formatter, "ranks-needs", needs, is_fixed))
        });
        let (purpose, is_success) = (SerdeVariantKey(&purpose), rank.is_some());
        let outcome = say!(formatter, "ranks-verdict", purpose, is_success, rank);
        if own_roll.is_some() {
            let text = roll::format_roll_and_outcome(formatter.locale(), roll, needs, &outcome);
            self.paragraphs.complete_announcement_with_result_or_add_sentence(
                formatter.combatant_name(who),
                text,
            );
        } else {
            self.flush_pending_narration();
            let subject = say!(formatter, "ranks-against", who, target, purpose, needs);
            self.paragraphs.add_result_sentence(subject, outcome);
        }
    }

    /// Narrates damage, conditions, and their ends.
    fn narrate_harm_and_conditions(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::DamageRolled { faces, total: Some(total), toughness, .. } => {
                let faces = faces.as_deref().unwrap_or_default();
                let roll = FormattedText(format_roll(formatter.style(), faces, None, &[], *total));
                self.flush_pending_narration();
                self.paragraphs.open_sentence(say!(
                    formatter,
                    "ranks-damage",
                    roll,
                    against = toughness
                ));
            }
            Event::DamageResisted(who) => {
                self.complete_open_sentence_or_add(say!(formatter, "no-harm", who))
            }
            Event::ConditionGained { who, condition, is_repeated } => {
                let (kind, until) = (condition.name(), condition.expiry);
                let condition = condition_text(formatter, condition);
                let kind = SerdeVariantKey(&kind);
                let sentence =
                    say!(formatter, "ranks-suffered", who, kind, condition, until, is_repeated);
                self.flush_pending_narration();
                self.pending_condition = Some((*who, sentence));
            }
            Event::TrackFilled { who, track } => {
                // What they suffer no longer matters.
                self.pending_condition.take_if(|(suffering, _)| suffering == who);
                self.add_sentence(say!(
                    formatter,
                    "ranks-overwhelmed",
                    who,
                    track = SerdeVariantKey(track)
                ));
            }
            Event::ConditionEnded { who, condition } => {
                let condition = condition_text(formatter, condition);
                self.add_sentence(say!(formatter, "ranks-condition-ended", who, condition));
            }
            Event::ConditionTreated { patient, treatment, .. } => {
                self.narrate_treatment(*patient, treatment)
            }
            Event::DefeatMeaningSet { who, text } => {
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-meant",
                    who,
                    text = formatter.end_sentence(text)
                ));
            }
            // Earlier events show them.
            _ => {}
        }
    }

    /// Narrates what a treatment has done for its patient.
    fn narrate_treatment(&mut self, patient: CombatantId, result: &TreatmentResult) {
        let formatter = self.formatter;
        self.add_sentence(match result {
            TreatmentResult::Removed(condition) => {
                let condition = condition_text(formatter, condition);
                say!(formatter, "ranks-condition-ended", who = patient, condition)
            }
            TreatmentResult::Changed { from, to } => {
                let is_lowered = from.rank != to.rank;
                let (from, until, to) =
                    (condition_text(formatter, from), to.expiry, condition_text(formatter, to));
                say!(formatter, "ranks-changed", who = patient, from, to, until, is_lowered)
            }
            TreatmentResult::RecoveryDieAdded => say!(formatter, "ranks-recovering", patient),
        });
    }

    /// Narrates stances, advantages and readied checks.
    fn narrate_stances_and_readied_checks(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::DefendStanceTaken(who) => {
                self.begin_paragraph(say!(formatter, "ranks-defends", who))
            }
            Event::DefendStanceEnded(who) => {
                self.add_sentence(say!(formatter, "ranks-stance-ended", who))
            }
            Event::InitiativePointsGained { who, points } => {
                self.add_sentence(say!(formatter, "ranks-alert", who, points))
            }
            Event::AdvantageGained { who, gain, .. } => {
                let gain = FormattedText(gain_phrase(formatter, gain));
                self.add_sentence(say!(formatter, "ranks-gained", who, gain));
            }
            Event::BoonGiven { who, boon } => {
                let gain = FormattedText(boon_phrase(formatter, boon));
                self.begin_paragraph(say!(formatter, "ranks-gained", who, gain));
            }
            Event::CheckReadied { who, readied: Some(readied) } => {
                let ReadiedCheck { trigger, enemy, action, trigger_text } = &**readied;
                let trigger = SerdeVariantKey(trigger);
                let check = FormattedText(readied_action_phrase(formatter, action));
                let text = non_empty(trigger_text);
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-readied",
                    who,
                    check,
                    trigger,
                    enemy,
                    text
                ));
            }
            Event::CheckReadied { who, readied: None } => {
                self.begin_paragraph(say!(formatter, "ranks-readied-secretly", who));
            }
            Event::ReadiedCheckLost(who) => {
                self.add_sentence(say!(formatter, "ranks-ready-lost", who))
            }
            Event::ReadiedCheckExpired(who) => {
                self.begin_paragraph(say!(formatter, "waited-in-vain", who))
            }
            // Their effects show in later events.
            _ => {}
        }
    }

    /// Narrates movement, flight, and what stops it.
    fn narrate_movement(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::MovementDeclared { who, to, kind, is_flight } => {
                self.flush_pending_narration();
                let way = SerdeVariantKey(kind);
                let sentence = say!(formatter, "ranks-sets-out", who, to, way, flees = is_flight);
                self.pending_movement = Some((*who, sentence));
            }
            Event::Moved { who, from, to, kind } => {
                let sentence =
                    say!(formatter, "ranks-moved", who, from, to, way = SerdeVariantKey(kind));
                // Nothing came between: the movement itself tells where they go.
                match self.pending_movement.take_if(|(mover, _)| mover == who) {
                    Some(_) => self.begin_paragraph(sentence),
                    None => self.add_sentence(sentence),
                }
            }
            Event::MovementStopped { who, mark } => {
                self.add_sentence(say!(formatter, "ranks-stopped", who, at = mark))
            }
            Event::MovementMatched { who, mover, payment } => {
                self.add_sentence(say!(
                    formatter,
                    "ranks-matches",
                    who,
                    mover,
                    action = SerdeVariantKey(payment)
                ));
            }
            Event::HazardStruck { who, zone } => {
                self.add_sentence(say!(formatter, "hazard-struck", who, zone));
            }
            Event::FellProne(who) => self.add_sentence(say!(formatter, "ranks-prone", who)),
            Event::StoodUp(who) => self.begin_paragraph(say!(formatter, "ranks-stood-up", who)),
            Event::Fled(who) => self.add_sentence(say!(formatter, "ranks-fled", who)),
            Event::Cornered(who) => self.add_sentence(say!(formatter, "ranks-cornered", who)),
            Event::Conceded(who) => self.begin_paragraph(say!(formatter, "ranks-conceded", who)),
            _ => {}
        }
    }

    /// Narrates items, speech and what the GM sets.
    fn narrate_items_and_gm_settings(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::ObjectTipped { object, .. } => {
                self.add_sentence(say!(formatter, "ranks-tipped", object))
            }
            Event::Equipped { who, item } => {
                self.begin_paragraph(say!(formatter, "item-in-hand", who, item))
            }
            Event::PickedUp { who, item, .. } => {
                self.begin_paragraph(say!(formatter, "item-picked-up", who, item));
            }
            Event::Stowed { who, item } => {
                self.begin_paragraph(say!(formatter, "item-put-away", who, item))
            }
            Event::Dropped { who, item, .. } => {
                self.begin_paragraph(say!(formatter, "item-dropped", who, item))
            }
            Event::ItemUsedUp { who, item } => {
                self.add_sentence(say!(formatter, "item-used", who, item))
            }
            Event::Said { who, text } => self.begin_paragraph(say!(formatter, "said", who, text)),
            Event::ChaosSet(chaos) => {
                let round = match chaos {
                    ChaosMode::UntilRound(round) => Some(round),
                    ChaosMode::Off | ChaosMode::WholeEncounter => None,
                };
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-chaos",
                    chaos = SerdeVariantKey(chaos),
                    round
                ));
            }
            Event::ExitSet { side, exit } => {
                let side = terms::team_name(formatter.locale(), side);
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-exit-set",
                    side,
                    exit = SerdeVariantKey(exit)
                ));
            }
            Event::AllianceSet { side, other_side, is_allied } => {
                let [one, other] =
                    [side, other_side].map(|key| terms::team_name(formatter.locale(), key));
                self.begin_paragraph(say!(
                    formatter,
                    "ranks-allied",
                    one,
                    other,
                    is_on = is_allied
                ));
            }
            // The maneuver's own events show it.
            _ => {}
        }
    }
}

/// Returns true for a roll that answers another combatant's roll.
fn is_response_roll(purpose: CheckPurpose) -> bool {
    use CheckPurpose::{Defend, Driven, Match, Resist, Soak, Stance};
    matches!(purpose, Defend | Driven | Match | Resist | Soak | Stance)
}

/// Formats a roll with its dice, if they are known, and its total: `6+5 (1 dropped: luck) + 1 =
/// 12`.
fn format_roll(
    style: &Style,
    faces: &[u8],
    dropped_face: Option<u8>,
    modifiers: &[Modifier],
    total: i16,
) -> String {
    if faces.is_empty() {
        return total.to_string();
    }
    let mut kept = faces.to_vec();
    if let Some(index) = kept.iter().position(|face| Some(*face) == dropped_face) {
        kept.remove(index);
    }
    RollParts { sides: None, faces: kept, dropped_face, modifiers, total }.format(style)
}

/// Returns the name of a condition, without its rank and end.
fn condition_text(formatter: NarrativeFormatter<'_>, condition: &Condition) -> FormattedText {
    FormattedText(terms::condition_name(formatter.locale(), condition.name().key()))
}

/// Returns what a combatant does, to follow its name.
fn maneuver_phrase(formatter: NarrativeFormatter<'_>, maneuver: &Maneuver) -> String {
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            let weapon = terms::weapon_name(formatter.locale(), weapon);
            say!(formatter, "ranks-do-attack", target, weapon)
        }
        Maneuver::Force { method, target, direction } => {
            let how = method.as_ref().map(SerdeVariantKey);
            let direction = direction.as_ref().map(SerdeVariantKey);
            say!(formatter, "ranks-do-force", how, target, direction)
        }
        Maneuver::Dash { to } => say!(formatter, "ranks-do-dash", to),
        Maneuver::ShiftObject { object, target } => {
            say!(formatter, "ranks-do-shift", object, target)
        }
        Maneuver::GainAdvantage { method, target, .. } => {
            say!(
                formatter,
                "ranks-do-advantage",
                how = method.as_ref().map(SerdeVariantKey),
                target
            )
        }
        Maneuver::Taunt { kind, target } => {
            say!(formatter, "ranks-do-interact", how = kind.as_ref().map(SerdeVariantKey), target)
        }
        Maneuver::TreatCondition { skill, patient } => {
            say!(formatter, "ranks-do-recover", skill, patient)
        }
        Maneuver::OtherSkill { ability, text } => {
            say!(formatter, "ranks-do-skill", ability, text = non_empty(text))
        }
    }
}

/// Returns what is readied, as part of a sentence.
fn readied_action_phrase(formatter: NarrativeFormatter<'_>, action: &ReadiedAction) -> String {
    match action {
        ReadiedAction::Strike { weapon, .. } => {
            say!(
                formatter,
                "ranks-ready-strike",
                weapon = terms::weapon_name(formatter.locale(), weapon)
            )
        }
        ReadiedAction::Force { method, direction } => {
            let how = method.as_ref().map(SerdeVariantKey);
            let direction = direction.as_ref().map(SerdeVariantKey);
            say!(formatter, "ranks-ready-force", how, direction)
        }
        ReadiedAction::Pursue { weapon, .. } => {
            say!(
                formatter,
                "ranks-ready-pursue",
                weapon = terms::weapon_name(formatter.locale(), weapon)
            )
        }
        ReadiedAction::Defend => say!(formatter, "ranks-ready-defend"),
        ReadiedAction::Maneuver(maneuver) => maneuver_phrase(formatter, maneuver),
    }
}

/// Returns what an advantage gives, as part of a sentence.
fn gain_phrase(formatter: NarrativeFormatter<'_>, gain: &AdvantageGain) -> String {
    match gain {
        AdvantageGain::Boon(boon) => boon_phrase(formatter, boon),
        AdvantageGain::Action { action, is_next_round } => {
            let action = SerdeVariantKey(action);
            say!(formatter, "ranks-gain-action", action, is_due = is_next_round)
        }
        AdvantageGain::RaisedSkill(skill) => say!(formatter, "ranks-gain-skill", skill),
        AdvantageGain::ActionPoint => say!(formatter, "ranks-gain-point"),
        AdvantageGain::NewAbility(text) => say!(formatter, "ranks-gain-ability", text),
    }
}

/// Returns what a one-check effect gives, to which check, and how long it lasts.
fn boon_phrase(formatter: NarrativeFormatter<'_>, boon: &Boon) -> String {
    let plus = match boon.effect {
        BoonEffect::FlatBonus(plus) => Some(format_signed(plus)),
        BoonEffect::ExtraDie | BoonEffect::Advantage | BoonEffect::Disadvantage => None,
    };
    let (gives, against, until) = (SerdeVariantKey(&boon.effect), boon.opponent, boon.expiry);
    say!(formatter, "ranks-gift", gives, plus, against, until)
}
