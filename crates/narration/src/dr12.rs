//! Narrates the events, questions and answers of DR12.

use super::catalogue::{
    FormattedText, Locale, SerdeVariantKey, TextContext, VariantKey, impl_to_fluent_arg_by_name,
    non_empty, say, slot,
};
use super::formatter::NarrativeFormatter;
use super::paragraphs::ParagraphBuilder;
use super::roll::{self, RollParts};
use super::{
    PromptFormField, Style, SystemNarration, core_events, join_list, terms, uppercase_first,
};
use engine::core::command::Command;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::CombatantId;
use engine::rules::dr12::Dr12;
use engine::rules::dr12::fight_end::MAX_WEARING_FACE;
use engine::rules::dr12::prompts::{Question, RulingProposal};
use engine::rules::dr12::sheet::{
    Ailment, AttackKind, Attribute, Body, Cure, InventorySlot, Name, NextTest,
};
use engine::rules::dr12::state::{
    Event, FallConsequence, HealthChangeCause, ItemLocation, MovementKind, Terrain, TestPurpose,
    TestRoll, WoundLevel,
};
use engine::visibility::view::VisibleEvents;

impl SystemNarration for Dr12 {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let mut narrator = Dr12Narrator {
            formatter,
            paragraphs: ParagraphBuilder::new(style.locale),
            ranged_weapon: None,
            follows_other_acts: events.follows_other_acts,
            is_block_passing: false,
        };
        // The wear of gear is rolled before what becomes of the fallen, and told after it.
        let mut wear_events = Vec::new();
        let mut is_wear = false;
        for visible_event in &events.events {
            let event = visible_event.event();
            is_wear = match event {
                CoreEvent::System(Event::WearRolled { .. }) => true,
                // A mark directly behind a roll is its result.
                CoreEvent::System(Event::ItemMarked { .. }) => is_wear,
                _ => false,
            };
            if is_wear {
                wear_events.push(event);
                continue;
            }
            if matches!(event, CoreEvent::Ended(_)) {
                for wear_event in wear_events.drain(..) {
                    narrator.narrate_any_event(wear_event);
                }
            }
            narrator.narrate_any_event(event);
        }
        for wear_event in wear_events {
            narrator.narrate_any_event(wear_event);
        }
        narrator.paragraphs.into_paragraphs()
    }

    fn joined_sentence(formatter: NarrativeFormatter<'_>, who: CombatantId, body: &Body) -> String {
        say!(formatter, "dr12-joined", who, side = SerdeVariantKey(&body.side))
    }

    /// Lists what is special about a zone's terrain.
    fn terrain_notes(formatter: NarrativeFormatter<'_>, terrain: &Terrain) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(limit) = terrain.combatant_limit {
            notes.push(say!(formatter, "dr12-ground-limit", limit));
        }
        if let Some(hazard) = &terrain.hazard {
            let (secret, attribute, dr) = (hazard.is_secret, hazard.attribute, hazard.dr);
            notes.push(say!(formatter, "dr12-ground-hazard", secret, attribute, dr));
        }
        for side in &terrain.start_of {
            notes.push(say!(formatter, "dr12-ground-start", side = SerdeVariantKey(side)));
        }
        for side in &terrain.exit_for {
            notes.push(say!(formatter, "dr12-ground-exit", side = SerdeVariantKey(side)));
        }
        notes
    }

    /// Returns the text of a question for its respondent.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        match question {
            Question::Avoid { who, attacker, weapon, attribute, is_free_attack: free } => {
                let weapon = terms::weapon_name(formatter.locale(), weapon);
                say!(formatter, "dr12-ask-avoid", attacker, who, weapon, attribute, free)
            }
            Question::Shield { who, attacker, weapon, shield } => {
                let weapon = terms::weapon_name(formatter.locale(), weapon);
                say!(formatter, "dr12-ask-shield", attacker, who, weapon, shield)
            }
            Question::FreeAttack { who, mover } => {
                say!(formatter, "dr12-ask-free-attack", who, mover)
            }
            Question::Ruling(RulingProposal { who, target, attribute, text }) => {
                let text = non_empty(text);
                match target {
                    Some(target) => say!(formatter, "dr12-ask-stunt", who, target, attribute, text),
                    None => say!(formatter, "dr12-ask-skill", who, attribute, text),
                }
            }
            Question::Parley { who, target } => say!(formatter, "dr12-ask-parley", who, target),
            Question::Cripple { who } => say!(formatter, "dr12-ask-cripple", who),
        }
    }

    /// Returns the fields of a question's form; none if only its choices are answers.
    fn question_form_fields(locale: Locale, question: &Question) -> Vec<PromptFormField> {
        let Question::Ruling(proposal) = question else { return Vec::new() };
        let mut slots = vec![
            slot!(locale, "attribute", "dr12-form-attribute"),
            slot!(locale, "dr", "dr12-form-dr"),
            slot!(locale, "effect", "dr12-form-effect"),
        ];
        if proposal.target.is_some() {
            slots.push(slot!(locale, "ailment", "dr12-form-ailment"));
            slots.push(slot!(locale, "cure", "dr12-form-cure"));
        }
        slots
    }

    /// Returns the label of an answer for its button.
    fn answer_label(locale: Locale, question: &Question, choice: &Command) -> String {
        match choice.verb.as_str() {
            "dodge" => {
                let attribute = match question {
                    Question::Avoid { attribute, .. } => Some(attribute),
                    _ => None,
                };
                say!(locale, "dr12-answer-avoid", attribute)
            }
            "lower" => {
                let attribute = terms::attribute_abbreviation(locale, choice.get("attribute"));
                say!(locale, "dr12-answer-lower", attribute)
            }
            "rule" => ruling_label(locale, question, choice),
            "morale" if choice.has_slot("on_fail") => say!(locale, "dr12-answer-morale-to-parley"),
            verb => say!(
                locale,
                "dr12-answer",
                verb = VariantKey(verb),
                named = uppercase_first(&terms::key_to_words(verb))
            ),
        }
    }
}

impl_to_fluent_arg_by_name!(
    Attribute: terms::attribute_abbreviation,
    Ailment: terms::condition_name
);

struct Dr12Narrator<'a> {
    formatter: NarrativeFormatter<'a>,
    paragraphs: ParagraphBuilder,
    /// The weapon of the ranged attack that is being narrated, which may land somewhere.
    ranged_weapon: Option<Name>,
    /// Whether other acts were narrated before these events; a passed turn then needs no sentence.
    follows_other_acts: bool,
    /// Whether these events have closed the block early; who passes by it needs no sentence.
    is_block_passing: bool,
}

impl Dr12Narrator<'_> {
    /// Narrates an event of this system or of the engine.
    fn narrate_any_event(&mut self, event: &CoreEvent<Dr12>) {
        match event {
            CoreEvent::System(event) => self.narrate_event(event),
            other => core_events::narrate_core_event(self.formatter, other, &mut self.paragraphs),
        }
    }

    /// Passes an event to the function that narrates events of its kind.
    fn narrate_event(&mut self, event: &Event) {
        match event {
            Event::SurpriseSet(_)
            | Event::FirstSideRolled { .. }
            | Event::InitiativeRolled { .. }
            | Event::InitiativeOrderSet(_)
            | Event::BlockBegan(_)
            | Event::BlockPassed
            | Event::TurnBegan(_)
            | Event::TurnEnded(_)
            | Event::TurnPassed(_)
            | Event::ActLapsed(_)
            | Event::OutcomeDecided(_) => self.narrate_initiative_and_turns(event),
            Event::NextTestSet { .. }
            | Event::TestRolled { .. }
            | Event::HealthLost { .. }
            | Event::NoHealthLost { .. }
            | Event::Healed { .. }
            | Event::Fell(_)
            | Event::DamageRolled { .. } => self.narrate_tests_and_damage(event),
            Event::AilmentInflicted { .. }
            | Event::AilmentEnded { .. }
            | Event::FallConsequenceRolled { .. }
            | Event::FallConsequenceSet { .. } => self.narrate_ailments_and_falls(event),
            Event::Moved { .. }
            | Event::MovementCancelled(_)
            | Event::Disengaged(_)
            | Event::Fled(_) => self.narrate_movement(event),
            Event::Attacked { .. }
            | Event::SpellCast { .. }
            | Event::StuntTried { .. }
            | Event::SkillTried { .. }
            | Event::ParleyTried { .. }
            | Event::HazardTriggered { .. } => self.open_attempt_paragraph(event),
            Event::EffectDescribed { .. }
            | Event::ParleyRefused { .. }
            | Event::ParleyAccepted { .. }
            | Event::ReactionRolled { .. }
            | Event::StartSuggested
            | Event::MoraleSuggested(_)
            | Event::MoodSet { .. } => self.narrate_effects_and_attitudes(event),
            Event::ItemMarked { .. }
            | Event::SpellMarked { .. }
            | Event::ShieldSacrificed { .. }
            | Event::ItemMoved { .. }
            | Event::WearRolled { .. } => self.narrate_items(event),
            // Their effects show in later events.
            Event::StartZoneSet { .. }
            | Event::CostSpent(..)
            | Event::ArmourReducedHit(_)
            | Event::AmmunitionUsed { .. } => {}
        }
    }

    /// Narrates surprise, initiative, turns, acts that came to nothing, and the outcome.
    fn narrate_initiative_and_turns(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::SurpriseSet(side) => {
                let side = side.as_ref().map(SerdeVariantKey);
                self.paragraphs.begin_paragraph(say!(formatter, "dr12-surprise-set", side));
            }
            Event::FirstSideRolled { face, first } => {
                let first = SerdeVariantKey(first);
                self.paragraphs.add_sentence(say!(formatter, "dr12-side-rolled", face, first));
            }
            Event::InitiativeRolled { who, face, total } => {
                let dice = roll::format_single_die(formatter.style(), 6, *face, *total);
                self.paragraphs.add_sentence(say!(formatter, "dr12-initiative-rolled", who, dice));
            }
            Event::InitiativeOrderSet(order) if order.len() > 1 => {
                self.paragraphs.add_sentence(formatter.turn_order_sentence(order));
            }
            Event::BlockBegan(side) => {
                self.is_block_passing = false;
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-block-began",
                    side = SerdeVariantKey(side)
                ));
                self.paragraphs.end_paragraph();
            }
            Event::BlockPassed => {
                self.is_block_passing = true;
                self.paragraphs.begin_paragraph(say!(formatter, "dr12-block-passed"));
            }
            Event::TurnBegan(_) | Event::TurnEnded(_) => self.paragraphs.end_paragraph(),
            Event::TurnPassed(_) if self.follows_other_acts || self.is_block_passing => {}
            Event::TurnPassed(who) => {
                self.paragraphs.add_sentence(say!(formatter, "dr12-passed", who))
            }
            Event::ActLapsed(who) => {
                self.paragraphs.add_sentence(say!(formatter, "lost-deed", who))
            }
            Event::OutcomeDecided(outcome) => {
                let outcome = terms::outcome_text(formatter.locale(), outcome.key());
                self.paragraphs.begin_paragraph(outcome);
            }
            _ => {}
        }
    }

    /// Narrates Tests and what bends them, damage, and health that is lost or regained.
    fn narrate_tests_and_damage(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            // The modifiers are used up, which the Test itself shows.
            Event::NextTestSet { next, .. } if *next == NextTest::default() => {}
            Event::NextTestSet { who, next } => {
                let next = FormattedText(format_next_test_modifiers(formatter.locale(), *next));
                self.paragraphs.add_sentence(say!(formatter, "dr12-bent", who, next));
            }
            Event::TestRolled { who, purpose, roll: rolled, passed } => {
                self.narrate_test(*who, *purpose, rolled.as_ref(), *passed);
            }
            Event::HealthLost { who, cause, amount, remaining: left, wound } => {
                self.narrate_hp_loss(*who, *cause, amount.zip(*left), *wound);
            }
            Event::NoHealthLost { who } => {
                self.paragraphs.complete_open_sentence_or_add(say!(formatter, "no-harm", who))
            }
            Event::Healed { who, amount, remaining: left, wound, .. } => {
                let wound = SerdeVariantKey(wound);
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-healed",
                    who,
                    amount,
                    left,
                    wound
                ));
            }
            Event::Fell(who) => self.paragraphs.add_sentence(say!(formatter, "goes-down", who)),
            Event::DamageRolled {
                total,
                is_doubled: doubled,
                dice,
                armour_reduction: armour,
                ..
            } => {
                let locale = formatter.locale();
                let damage =
                    roll::format_damage(formatter.style(), dice.as_ref(), *doubled, *total);
                self.paragraphs
                    .open_sentence(roll::format_reduced_damage(locale, damage, *armour, false));
            }
            _ => {}
        }
    }

    /// Narrates ailments, their ends, and what becomes of those who fell.
    fn narrate_ailments_and_falls(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::AilmentInflicted { who, ailment, cure, is_repeated } => {
                let (key, cure) =
                    (SerdeVariantKey(ailment), cure.map(|cure| cure_text(formatter, cure)));
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-ailing",
                    who,
                    key,
                    ailment,
                    cure,
                    is_repeated
                ));
            }
            Event::AilmentEnded { who, ailment } => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-recovered",
                    who,
                    key = SerdeVariantKey(ailment),
                    ailment
                ));
            }
            Event::FallConsequenceRolled { who, face } => {
                self.paragraphs.begin_paragraph(say!(formatter, "dr12-fate-rolled", who, face));
            }
            Event::FallConsequenceSet { who, consequence } => {
                let attribute = match consequence {
                    FallConsequence::Crippled(attribute) => Some(attribute),
                    _ => None,
                };
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-scarred",
                    who,
                    scar = SerdeVariantKey(consequence),
                    attribute
                ));
            }
            _ => {}
        }
    }

    /// Narrates the effects of stunts and skills in the GM's words, parleys, what NPCs feel, and
    /// what is suggested to the GM.
    fn narrate_effects_and_attitudes(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::EffectDescribed { who, text } if text.is_empty() => {
                self.paragraphs.add_sentence(say!(formatter, "dr12-succeeds", who));
            }
            Event::EffectDescribed { text, .. } => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "effect",
                    text = formatter.end_sentence(text)
                ));
            }
            Event::ParleyRefused { target, .. } => {
                self.paragraphs.add_sentence(say!(formatter, "dr12-parley-refused", target));
            }
            Event::ParleyAccepted { target, .. } => {
                self.paragraphs.add_sentence(say!(formatter, "dr12-parley-accepted", target));
            }
            Event::ReactionRolled { npcs, face, attitude } => {
                let attitude = SerdeVariantKey(attitude);
                self.paragraphs.begin_paragraph(say!(
                    formatter,
                    "dr12-reaction",
                    npcs,
                    face,
                    attitude
                ));
            }
            Event::StartSuggested => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-start-offered",
                    start = formatter.format_command("start")
                ));
            }
            Event::MoraleSuggested(cause) => {
                let why = SerdeVariantKey(cause);
                let morale = formatter.format_command("morale");
                self.paragraphs.add_sentence(say!(formatter, "dr12-morale-suggested", why, morale));
            }
            Event::MoodSet { who, mood } => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-mood-set",
                    who,
                    mood = SerdeVariantKey(mood)
                ));
            }
            _ => {}
        }
    }

    /// Tells that somebody tries something, in a paragraph that the dice then continue.
    fn open_attempt_paragraph(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.ranged_weapon = None;
        match event {
            Event::Attacked { attacker: who, target, weapon: name, kind, is_free_attack: free } => {
                let weapon = terms::weapon_name(formatter.locale(), name);
                self.paragraphs.open_paragraph(say!(
                    formatter,
                    "dr12-attacked",
                    who,
                    target,
                    weapon,
                    free
                ));
                self.ranged_weapon = (*kind == AttackKind::Ranged).then(|| name.clone());
            }
            Event::SpellCast { caster: who, target, spell } => {
                self.paragraphs.open_paragraph(say!(formatter, "dr12-cast", who, target, spell));
            }
            Event::StuntTried { who, target, text } => {
                let (kind, text) = (VariantKey(text), non_empty(text));
                self.paragraphs.open_paragraph(say!(
                    formatter,
                    "dr12-stunt-tried",
                    who,
                    target,
                    kind,
                    text
                ));
            }
            Event::SkillTried { who, attribute, text } => {
                let text = non_empty(text);
                self.paragraphs.open_paragraph(say!(
                    formatter,
                    "skill-tried",
                    who,
                    attribute,
                    text
                ));
            }
            Event::ParleyTried { who, target } => {
                self.paragraphs.open_paragraph(say!(formatter, "dr12-parley-tried", who, target));
            }
            Event::HazardTriggered { who, zone } => {
                self.paragraphs.open_paragraph(say!(formatter, "dr12-hazard-struck", who, zone));
            }
            _ => {}
        }
    }

    /// Narrates a Test: in the sentence of the attempt that it belongs to, or by itself if it
    /// answers another's.
    fn narrate_test(
        &mut self,
        who: CombatantId,
        purpose: TestPurpose,
        roll: Option<&TestRoll>,
        passed: bool,
    ) {
        let (formatter, what) = (self.formatter, SerdeVariantKey(&purpose));
        let outcome = say!(formatter, "dr12-verdict", what, passed);
        let result = format_test_result(formatter.style(), roll, &outcome);
        let ailment = match purpose {
            TestPurpose::Recover(ailment) | TestPurpose::Resist(ailment) => Some(ailment),
            _ => None,
        };
        let key = ailment.as_ref().map(SerdeVariantKey);
        let subject = say!(formatter, "dr12-test", who, what, key, ailment);
        match purpose {
            // These answer another combatant's announcement, or stand by themselves.
            TestPurpose::Avoid
            | TestPurpose::Recover(_)
            | TestPurpose::Resist(_)
            | TestPurpose::Morale => {
                self.paragraphs.add_result_sentence(subject, result);
            }
            _ => self.paragraphs.complete_announcement_with_result_or_add_sentence(subject, result),
        }
    }

    /// Narrates lost HP: exactly for those who may know it, else with a word.
    fn narrate_hp_loss(
        &mut self,
        who: CombatantId,
        cause: HealthChangeCause,
        amount_and_left: Option<(u8, u8)>,
        wound: WoundLevel,
    ) {
        let (formatter, cause) = (self.formatter, SerdeVariantKey(&cause));
        match amount_and_left {
            Some((amount, left)) => {
                self.paragraphs.complete_open_sentence_or_add(say!(
                    formatter,
                    "dr12-lost",
                    cause,
                    who,
                    amount,
                    left
                ));
            }
            // The next event narrates the fall.
            None if wound == WoundLevel::Down => {}
            None => {
                let wound = SerdeVariantKey(&wound);
                self.paragraphs.add_sentence(say!(formatter, "dr12-lost-some", cause, who, wound));
            }
        }
    }

    /// Narrates movement, flight, and what cancels it.
    fn narrate_movement(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Moved { who, from, to, movement } => {
                let sentence =
                    say!(formatter, "dr12-moved", way = SerdeVariantKey(movement), who, from, to);
                match movement {
                    MovementKind::Move | MovementKind::Dash | MovementKind::Placed => {
                        self.paragraphs.begin_paragraph(sentence)
                    }
                    MovementKind::Pushed => self.paragraphs.add_sentence(sentence),
                }
            }
            Event::MovementCancelled(who) => {
                self.paragraphs.add_sentence(say!(formatter, "no-further", who))
            }
            Event::Disengaged(who) => {
                self.paragraphs.begin_paragraph(say!(formatter, "dr12-disengaged", who))
            }
            Event::Fled(who) => self.paragraphs.begin_paragraph(say!(formatter, "dr12-fled", who)),
            _ => {}
        }
    }

    /// Narrates items that change hands or place, and their wear.
    fn narrate_items(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::ItemMarked { who, name, usage_marks: marks, .. }
            | Event::SpellMarked { who, name, usage_marks: marks } => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-marked",
                    who,
                    item = name,
                    marks
                ));
            }
            Event::ShieldSacrificed { who, name, .. } => {
                self.paragraphs.add_sentence(say!(
                    formatter,
                    "dr12-shield-sacrificed",
                    who,
                    item = name
                ));
            }
            Event::ItemMoved { name, actor, from, to, .. } => {
                let sentence = self.item_move_sentence(name, *actor, *from, *to);
                self.paragraphs.add_sentence(sentence);
            }
            Event::WearRolled { who, name, face, .. } => {
                self.paragraphs.begin_paragraph(say!(
                    formatter,
                    "dr12-wear-rolled",
                    who,
                    item = name,
                    face,
                    holds = *face > MAX_WEARING_FACE
                ));
            }
            _ => {}
        }
    }

    /// Returns the sentence about an item that changes hands or place: thrown, dropped, taken,
    /// handed over, drawn, stowed, used up or gone.
    fn item_move_sentence(
        &self,
        item: &Name,
        who: CombatantId,
        from: ItemLocation,
        to: ItemLocation,
    ) -> String {
        let formatter = self.formatter;
        let is_thrown = self.ranged_weapon.as_ref() == Some(item);
        match (from, to) {
            (ItemLocation::CarriedBy(_, InventorySlot::Hands), ItemLocation::InZone(zone))
                if is_thrown =>
            {
                say!(formatter, "dr12-item-lands", item, zone)
            }
            (ItemLocation::CarriedBy(..), ItemLocation::InZone(_)) => {
                say!(formatter, "item-dropped", who, item)
            }
            (ItemLocation::InZone(_), ItemLocation::CarriedBy(..)) => {
                say!(formatter, "dr12-item-taken", who, item)
            }
            (ItemLocation::CarriedBy(owner, _), ItemLocation::CarriedBy(to, _)) if owner != to => {
                say!(formatter, "item-handed", who, item, to)
            }
            (ItemLocation::CarriedBy(_, InventorySlot::Pack), ItemLocation::CarriedBy(..)) => {
                say!(formatter, "dr12-item-retrieved", who, item)
            }
            (ItemLocation::CarriedBy(..), ItemLocation::CarriedBy(_, InventorySlot::Hands)) => {
                say!(formatter, "dr12-item-drawn", who, item)
            }
            (ItemLocation::CarriedBy(..), ItemLocation::CarriedBy(..)) => {
                say!(formatter, "dr12-item-stowed", who, item)
            }
            (ItemLocation::CarriedBy(..), ItemLocation::Gone) => {
                say!(formatter, "item-used", who, item)
            }
            (ItemLocation::InZone(_) | ItemLocation::Gone, _) => say!(formatter, "item-gone", item),
        }
    }
}

/// Formats a Test: `d20 14 + 2 (STR) = 16, needs 12: HIT`; only the outcome where the dice are
/// hidden.
fn format_test_result(style: &Style, test: Option<&TestRoll>, outcome: &str) -> String {
    let Some(TestRoll { kept_face, discarded_face, total, dr, modifiers }) = test else {
        return outcome.into();
    };
    let (faces, dropped_face, total) = (vec![*kept_face], *discarded_face, *total);
    let parts = RollParts { sides: Some(20), faces, dropped_face, modifiers, total };
    let needs = parts.format_needed_with_modifiers(style.locale, *dr);
    let verdict = roll::format_verdict(style.locale, Some(needs), outcome);
    parts.format(style) + &verdict
}

/// Lists what changes somebody's next Test: the DR, advantage and disadvantage.
fn format_next_test_modifiers(locale: Locale, next: NextTest) -> String {
    let dr = next.dr.map(|dr| say!(locale, "dr12-bent-dr", dr));
    let advantage = next.has_advantage.then(|| say!(locale, "dr12-bent-advantage"));
    let disadvantage = next.has_disadvantage.then(|| say!(locale, "dr12-bent-disadvantage"));
    let parts: Vec<_> = [dr, advantage, disadvantage].into_iter().flatten().collect();
    join_list(locale, &parts)
}

/// Returns the Test that ends an ailment, and whether it takes an action.
fn cure_text(formatter: NarrativeFormatter<'_>, cure: Cure) -> FormattedText {
    let Cure { attribute, dr, is_action_bound: bound, .. } = cure;
    FormattedText(say!(formatter, "dr12-cure", attribute, dr, bound))
}

/// The DR that is proposed to the GM for a ruling.
const PROPOSED_DR: &str = "12";

/// Returns the label of a ruling, which says whether it is as proposed. A slot that is left out
/// keeps its proposed value. For another question the label says no more than that the GM rules.
fn ruling_label(locale: Locale, question: &Question, choice: &Command) -> String {
    let Question::Ruling(proposal) = question else { return say!(locale, "dr12-answer-bare-rule") };
    let given_or_proposed =
        |slot: &str, proposed: &str| non_empty(choice.get(slot)).unwrap_or(proposed).to_string();
    let attribute = given_or_proposed("attribute", proposal.attribute.key());
    let dr = given_or_proposed("dr", PROPOSED_DR);
    let effect = given_or_proposed("effect", &proposal.text);
    let ailment = Some(given_or_proposed("ailment", "none")).filter(|key| key != "none");
    let is_proposed = attribute == proposal.attribute.key()
        && dr == PROPOSED_DR
        && effect == proposal.text
        && ailment.is_none();
    let attribute = terms::attribute_abbreviation(locale, &attribute);
    let condition = ailment.map(|key| terms::condition_name(locale, &key));
    say!(locale, "dr12-answer-rule", is_proposed, attribute, dr, condition)
}
