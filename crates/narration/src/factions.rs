//! Narrates the events, questions and answers of Factions.

use super::catalogue::{
    FluentArg, FormattedText, Locale, SerdeVariantKey, SideName, TextContext, ToFluentArg,
    VariantKey, impl_to_fluent_arg_by_name, non_empty, say, slot,
};
use super::formatter::NarrativeFormatter;
use super::paragraphs::ParagraphBuilder;
use super::roll::{self, RollParts};
use super::{
    PromptFormField, Style, SystemNarration, core_events, join_with_commas, terms, uppercase_first,
};
use engine::core::command::Command;
use engine::core::dice::DiceRoll;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::CombatantId;
use engine::rules::factions::Factions;
use engine::rules::factions::attacks::AttackManner;
use engine::rules::factions::prompts::Question;
use engine::rules::factions::sheet::{Ability, Body};
use engine::rules::factions::state::{
    AttackOccasion, Event, HealthChangeCause, ItemLocation, MAX_WEARING_FACE, MovementKind,
    PassReason, RoundStage, SavePurpose, SaveResult, Terrain, WoundLevel,
};
use engine::rules::factions::zones::Place;
use engine::visibility::view::VisibleEvents;

impl SystemNarration for Factions {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let mut narrator = FactionsNarrator {
            formatter,
            paragraphs: ParagraphBuilder::new(style.locale),
            pending_damage: Vec::new(),
            last_attack: None,
            is_poison_rolled: false,
        };
        for visible_event in &events.events {
            match visible_event.event() {
                CoreEvent::System(event) => narrator.narrate_event(event),
                other => {
                    core_events::narrate_core_event(formatter, other, &mut narrator.paragraphs)
                }
            }
        }
        narrator.flush_damage_dice();
        narrator.paragraphs.into_paragraphs()
    }

    fn side_name(locale: Locale, body: &Body) -> Option<String> {
        Some(SideName(&body.faction).in_language(locale))
    }

    fn joined_sentence(formatter: NarrativeFormatter<'_>, who: CombatantId, body: &Body) -> String {
        say!(formatter, "fact-joined", who, faction = SideName(&body.faction))
    }

    /// Lists what is special about a zone's terrain.
    fn terrain_notes(formatter: NarrativeFormatter<'_>, terrain: &Terrain) -> Vec<String> {
        let tags = [
            ("cover", terrain.cover),
            ("obscured", terrain.obscured),
            ("barrier", terrain.barrier),
            ("hard", terrain.hard),
            ("exit", terrain.exit),
        ];
        let mut parts = Vec::new();
        for (tag, is_present) in tags {
            if is_present {
                parts.push(say!(formatter, "fact-ground-tag", tag = VariantKey(tag)));
            }
        }
        if let Some(damage) = terrain.hazard {
            parts.push(say!(formatter, "fact-ground-hazard", damage = damage.to_string()));
        }
        parts.extend(core_events::no_sight_note(formatter, &terrain.sight_blocked_to));
        parts
    }

    /// Returns the text of a question for its respondent.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        match question {
            Question::StuntApproval { who, target, text } => {
                say!(formatter, "fact-ask-stunt-approval", who, target, text = non_empty(text))
            }
            Question::Stunt { who, attacker, text } => {
                say!(formatter, "fact-ask-stunt", attacker, who, text = non_empty(text))
            }
            Question::StuntOffer { who, target } => {
                say!(formatter, "fact-ask-stunt-offer", who, target)
            }
            Question::Reaction { who: target, attacker, manner, is_opportunity, .. } => {
                let (manner, name) =
                    (SerdeVariantKey(manner), attack_means_name(formatter, manner));
                say!(formatter, "fact-ask-reaction", attacker, target, manner, name, is_opportunity)
            }
            Question::Guard { who, attacker, target, manner, is_opportunity, .. } => {
                let (manner, name) =
                    (SerdeVariantKey(manner), attack_means_name(formatter, manner));
                say!(
                    formatter,
                    "fact-ask-guard",
                    who,
                    attacker,
                    target,
                    manner,
                    name,
                    is_opportunity
                )
            }
            Question::ShelterConsent { who, target, attacker } => {
                say!(formatter, "fact-ask-consent", who, target, attacker)
            }
            Question::Opportunity { who, mover } => {
                say!(formatter, "fact-ask-opportunity", who, mover)
            }
            Question::HideApproval { who, text } => {
                say!(formatter, "fact-ask-hide-approval", who, text = non_empty(text))
            }
            Question::Pursuit { faction, leavers } => {
                say!(formatter, "fact-ask-pursuit", faction = SideName(faction), leavers)
            }
            Question::Ruling { who, ability, text } => {
                say!(formatter, "fact-ask-ruling", who, ability, text = non_empty(text))
            }
        }
    }

    /// Returns the fields of a question's form; none if only its choices are answers.
    fn question_form_fields(locale: Locale, question: &Question) -> Vec<PromptFormField> {
        match question {
            Question::Ruling { .. } => vec![
                slot!(locale, "ability", "fact-form-ability"),
                slot!(locale, "effect", "fact-form-effect"),
            ],
            _ => Vec::new(),
        }
    }

    /// Returns the fields that may complete an answer.
    fn answer_form_fields(locale: Locale, choice: &Command) -> Vec<PromptFormField> {
        match choice.verb.as_str() {
            "stunt" => vec![slot!(locale, "text", "fact-form-text")],
            _ => Vec::new(),
        }
    }

    /// Returns the label of an answer, which includes what it costs.
    fn answer_label(locale: Locale, _: &Question, choice: &Command) -> String {
        let slot = |slot: &str| non_empty(choice.get(slot));
        match choice.verb.as_str() {
            "guard" if choice.get("how") != "counter" => {
                say!(locale, "fact-answer-guard", how = slot("how").map(VariantKey))
            }
            verb @ ("counter" | "guard" | "strike") => {
                let (verb, kind, held) =
                    (VariantKey(verb), slot("kind"), choice.get("hold_back") == "true");
                let [item, weapon] = ["item", "weapon"]
                    .map(|name| slot(name).map(|name| terms::weapon_name(locale, name)));
                say!(locale, "fact-answer-strike", verb, kind, item, weapon, held)
            }
            "hide-behind" => say!(locale, "fact-answer-hide-behind", target = choice.get("target")),
            "pursue" => say!(locale, "fact-answer-pursue", who = choice.get("who")),
            "rule" => {
                let ability = slot("ability").map(|key| terms::attribute_abbreviation(locale, key));
                say!(locale, "fact-answer-rule", ability)
            }
            verb => say!(
                locale,
                "fact-answer",
                verb = VariantKey(verb),
                named = uppercase_first(&terms::key_to_words(verb))
            ),
        }
    }
}

impl_to_fluent_arg_by_name!(Ability: terms::attribute_abbreviation);

/// Formats a zone, or the border of two zones.
impl ToFluentArg<NarrativeFormatter<'_>> for Place {
    fn to_fluent_arg(&self, formatter: &NarrativeFormatter<'_>) -> FluentArg {
        match self.border {
            Some(border) => {
                FormattedText(say!(*formatter, "fact-border", zone = self.zone, border))
                    .to_fluent_arg(formatter)
            }
            None => self.zone.to_fluent_arg(formatter),
        }
    }
}

struct FactionsNarrator<'a> {
    formatter: NarrativeFormatter<'a>,
    paragraphs: ParagraphBuilder,
    /// Rolled damage whose harm is not narrated yet.
    pending_damage: Vec<DamageDice>,
    /// The attacker and the target of the last announced attack.
    last_attack: Option<(CombatantId, CombatantId)>,
    /// Whether the dice of poison were just narrated, so that the loss need not name it.
    is_poison_rolled: bool,
}

struct DamageDice {
    who: CombatantId,
    target: CombatantId,
    damage: String,
}

impl FactionsNarrator<'_> {
    /// Adds a sentence to the paragraph.
    fn add_sentence(&mut self, sentence: String) {
        self.paragraphs.add_sentence(sentence);
    }

    /// Begins a paragraph with a sentence. First tells the damage dice that are pending.
    fn begin_paragraph(&mut self, sentence: String) {
        self.flush_damage_dice();
        self.paragraphs.begin_paragraph(sentence);
    }

    /// Begins a paragraph with a sentence that a result may complete. First tells the damage dice
    /// that are pending.
    fn announce_action(&mut self, sentence: String) {
        self.flush_damage_dice();
        self.paragraphs.open_paragraph(sentence);
    }

    /// Narrates the pending damage dice against a target; the caller tells its harm after them. If
    /// the last thing told is this very attack, the dice complete that sentence; otherwise they get
    /// one of their own, `A hits B: 2d6 …`.
    fn narrate_pending_damage_dice(&mut self, target: CombatantId) {
        if let Some(index) = self.pending_damage.iter().position(|dice| dice.target == target) {
            let DamageDice { who, damage, .. } = self.pending_damage.remove(index);
            let subject = say!(self.formatter, "fact-hits", who, target);
            if self.last_attack == Some((who, target)) {
                self.paragraphs.complete_announcement_with_dice_or_add_sentence(subject, damage);
            } else {
                self.paragraphs.open_dice_sentence(subject, damage);
            }
        }
    }

    /// Narrates the damage dice whose harm the reader may not know.
    fn flush_damage_dice(&mut self) {
        while let Some(DamageDice { target, .. }) = self.pending_damage.first() {
            self.narrate_pending_damage_dice(*target);
        }
    }

    /// Passes an event to the function that narrates events of its kind.
    fn narrate_event(&mut self, event: &Event) {
        match event {
            Event::FactionFormed(_)
            | Event::FactionAssigned { .. }
            | Event::AllianceSet { .. }
            | Event::CaptainNamed(_)
            | Event::InitiativeSet { .. }
            | Event::FirstFactionSet(_) => self.narrate_factions_and_initiative(event),
            Event::StageBegan { .. }
            | Event::AmbushEnded { .. }
            | Event::SlotBegan(_)
            | Event::PassPressed(_)
            | Event::SlotPassed { .. }
            | Event::TurnBegan(_)
            | Event::TurnEnded(_)
            | Event::StretchEnded
            | Event::OutcomeDecided(_)
            | Event::BrokenAndSurrenderedListed { .. } => self.narrate_rounds_and_turns(event),
            Event::Attacked { .. } | Event::Blasted { .. } | Event::BlastDeviated { .. } => {
                self.announce_attack(event)
            }
            Event::SaveRolled { .. } | Event::GroupSaveRolled { .. } => self.narrate_saves(event),
            Event::DamageRolled { .. }
            | Event::PoisonRolled { .. }
            | Event::HealthLost { .. }
            | Event::NoHealthLost(_)
            | Event::Fell(_)
            | Event::Died(_)
            | Event::AttackLost(_) => self.narrate_damage_and_falls(event),
            Event::StuntOffered { .. }
            | Event::StuntRefused { .. }
            | Event::StuntDeclined { .. }
            | Event::StuntAccepted { .. }
            | Event::HidBehind { .. }
            | Event::ShelterRefused { .. }
            | Event::Guarded { .. } => self.narrate_stunts_and_guards(event),
            Event::Dashed(_)
            | Event::Moved { .. }
            | Event::MovementCancelled(_)
            | Event::CoverSet { .. }
            | Event::Concealed(_)
            | Event::Revealed(_)
            | Event::HideTried { .. }
            | Event::HideRefused(_)
            | Event::LeftMap { .. }
            | Event::Pursued { .. }
            | Event::Fled(_)
            | Event::CaughtUp(_) => self.narrate_movement(event),
            Event::ItemHeldSet { .. }
            | Event::ItemMoved { .. }
            | Event::CoatingSet { .. }
            | Event::WeaponUnloadedSet { .. }
            | Event::GearStateSet { .. }
            | Event::DurabilityRolled { .. }
            | Event::DurabilityOrdered { .. } => self.narrate_items(event),
            _ => self.narrate_other_events(event),
        }
    }

    /// Narrates who is of which faction, who leads it, and which one begins.
    fn narrate_factions_and_initiative(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::FactionAssigned { who, faction, group } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fact-assigned",
                    who,
                    faction = SideName(faction),
                    group = non_empty(group)
                ));
            }
            Event::AllianceSet { one, other, is_on } => {
                let [one, other] = [SideName(one), SideName(other)];
                self.begin_paragraph(say!(formatter, "fact-alliance-set", one, other, is_on));
            }
            Event::CaptainNamed(who) => {
                self.begin_paragraph(say!(formatter, "fact-captain-named", who))
            }
            Event::InitiativeSet { faction, face } => {
                let faction = SideName(faction);
                self.add_sentence(say!(formatter, "fact-initiative-set", faction, face));
            }
            Event::FirstFactionSet(faction) => {
                let faction = SideName(faction);
                self.begin_paragraph(say!(formatter, "fact-first-set", faction))
            }
            _ => {}
        }
    }

    /// Narrates stages, slots and turns, and how the fight ends.
    fn narrate_rounds_and_turns(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::StageBegan { stage, threshold } => {
                self.narrate_stage_and_end_paragraph(*stage, *threshold)
            }
            Event::AmbushEnded { threshold, .. } => {
                self.begin_paragraph(say!(formatter, "fact-ambush-ended"));
                if let Some(threshold) = threshold {
                    self.add_sentence(say!(formatter, "fact-fast-began", threshold));
                }
                self.flush_damage_dice();
                self.paragraphs.end_paragraph();
            }
            // The message of the next slot shows it.
            Event::SlotPassed { reason: PassReason::NobodyEligible, .. } => {}
            Event::SlotPassed { faction, reason } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fact-slot-passed",
                    faction = SideName(faction),
                    how = SerdeVariantKey(reason)
                ));
            }
            Event::PassPressed(members) => {
                self.begin_paragraph(say!(formatter, "fact-pass-pressed", who = members))
            }
            Event::TurnBegan(_) | Event::TurnEnded(_) => {
                self.flush_damage_dice();
                self.paragraphs.end_paragraph();
            }
            Event::StretchEnded => self.begin_paragraph(say!(formatter, "fact-stretch-ended")),
            Event::OutcomeDecided(outcome) => {
                self.begin_paragraph(terms::outcome_text(formatter.locale(), outcome))
            }
            Event::BrokenAndSurrenderedListed { broken, surrendered } => {
                if !broken.is_empty() {
                    self.begin_paragraph(say!(formatter, "fact-listed-broken", who = broken));
                }
                if !surrendered.is_empty() {
                    self.begin_paragraph(say!(
                        formatter,
                        "fact-listed-surrendered",
                        who = surrendered
                    ));
                }
            }
            _ => {}
        }
    }

    /// Narrates that a stage begins, with the threshold of a fast phase, and ends the paragraph. A
    /// round without phases and the end of a round have no sentence.
    fn narrate_stage_and_end_paragraph(&mut self, stage: RoundStage, threshold: Option<u8>) {
        let formatter = self.formatter;
        match stage {
            RoundStage::Ambush => self.begin_paragraph(say!(formatter, "fact-ambush-began")),
            RoundStage::Fast => {
                let threshold = threshold.unwrap_or(0);
                self.add_sentence(say!(formatter, "fact-fast-began", threshold));
            }
            RoundStage::Slow => self.begin_paragraph(say!(formatter, "fact-slow-began")),
            RoundStage::Round | RoundStage::RoundEnd => {}
        }
        self.flush_damage_dice();
        self.paragraphs.end_paragraph();
    }

    /// Announces an attack or a blast, in a sentence that its dice may complete; also tells where a
    /// blast lands that missed.
    fn announce_attack(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Attacked { attacker: who, target, manner, occasion, hold_back, indirect } => {
                let (manner, name) =
                    (SerdeVariantKey(manner), attack_means_name(formatter, manner));
                let is_counter = *occasion == AttackOccasion::Counter;
                let is_opportunity = *occasion == AttackOccasion::Opportunity;
                self.announce_action(say!(
                    formatter,
                    "fact-attacked",
                    who,
                    target,
                    manner,
                    name,
                    is_counter,
                    is_opportunity,
                    hold_back,
                    indirect,
                ));
                self.last_attack = Some((*who, *target));
            }
            Event::Blasted { attacker: who, zone, manner, targets } => {
                let weapon = match manner {
                    AttackManner::Weapon(weapon) => Some(weapon),
                    _ => None,
                };
                let targets = Some(targets).filter(|targets| !targets.is_empty());
                self.announce_action(say!(formatter, "fact-blasted", who, zone, weapon, targets));
                self.last_attack = None;
            }
            Event::BlastDeviated { zone, face } => {
                self.add_sentence(say!(formatter, "fact-deviated", zone, face));
            }
            _ => {}
        }
    }

    /// Narrates damage, health that is lost, and falls. Damage dice wait until the harm that they
    /// do is told.
    fn narrate_damage_and_falls(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::DamageRolled {
                attacker: who,
                target,
                die,
                face,
                is_impaired,
                armour_reduction: armour,
            } => {
                let (who, target) = (*who, *target);
                let damage = FormattedText(format_damage(formatter.style(), *die, *face));
                let damage = say!(formatter, "fact-damage", damage, is_impaired);
                let damage =
                    roll::format_reduced_damage(formatter.locale(), damage, *armour, false);
                self.pending_damage.push(DamageDice { who, target, damage });
            }
            Event::PoisonRolled { face, .. } => {
                let damage = FormattedText(format_damage(formatter.style(), POISON_DIE, *face));
                self.paragraphs.open_sentence(say!(formatter, "fact-poison-rolled", damage));
                self.is_poison_rolled = true;
            }
            Event::HealthLost { who, cause, amount, remaining: left, wound, .. } => {
                self.narrate_health_loss(*who, *cause, amount.zip(*left), *wound);
            }
            Event::NoHealthLost(who) => {
                self.narrate_pending_damage_dice(*who);
                self.paragraphs.complete_open_sentence_or_add(say!(formatter, "no-harm", who));
            }
            Event::Fell(who) => {
                self.narrate_pending_damage_dice(*who);
                self.add_sentence(say!(formatter, "goes-down", who));
            }
            Event::Died(who) => {
                self.narrate_pending_damage_dice(*who);
                self.add_sentence(say!(formatter, "fact-died", who));
            }
            Event::AttackLost(who) => {
                let lost = self.pending_damage.extract_if(.., |dice| dice.who == *who).next();
                let target = lost.map(|dice| dice.target);
                self.add_sentence(say!(formatter, "fact-attack-lost", who, target));
            }
            _ => {}
        }
    }

    /// Narrates a save in the sentence that it decides, or by itself, and a save of a group in a
    /// paragraph of its own.
    fn narrate_saves(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::SaveRolled { who, ability, purpose, face, ability_value: value, passed } => {
                let result = format_save(formatter, *ability, *purpose, *face, *value, *passed);
                let subject = say!(formatter, "fact-saves", who, what = SerdeVariantKey(purpose));
                match purpose {
                    SavePurpose::Hit | SavePurpose::BreakFree | SavePurpose::Skill => {
                        self.paragraphs
                            .complete_announcement_with_result_or_add_sentence(subject, result);
                    }
                    _ => self.paragraphs.add_result_sentence(subject, result),
                }
            }
            Event::GroupSaveRolled { ability, purpose, face, members } => {
                let member_text = |member: &SaveResult| {
                    let SaveResult { who, ability_value: value, passed } = member;
                    say!(formatter, "fact-group-saved-one", who, value, passed)
                };
                let members: Vec<String> = members.iter().map(member_text).collect();
                let (what, members) = (
                    SerdeVariantKey(purpose),
                    FormattedText(join_with_commas(formatter.locale(), &members)),
                );
                self.begin_paragraph(say!(
                    formatter,
                    "fact-group-saved",
                    what,
                    ability,
                    face,
                    members
                ));
            }
            _ => {}
        }
    }

    /// Narrates lost health: exactly for those who may know it, else with a word.
    fn narrate_health_loss(
        &mut self,
        who: CombatantId,
        cause: HealthChangeCause,
        amount_and_left: Option<(u8, u8)>,
        wound: WoundLevel,
    ) {
        if cause == HealthChangeCause::Attack {
            self.narrate_pending_damage_dice(who);
        }
        let follows_poison_dice = std::mem::take(&mut self.is_poison_rolled);
        // The dice have named the poison, so the loss is told like that of an attack.
        let told_cause = match cause {
            HealthChangeCause::Poison if follows_poison_dice => HealthChangeCause::Attack,
            other => other,
        };
        let (formatter, cause) = (self.formatter, SerdeVariantKey(&told_cause));
        match amount_and_left {
            Some((amount, left)) => {
                self.paragraphs.complete_open_sentence_or_add(say!(
                    formatter,
                    "fact-lost",
                    cause,
                    who,
                    amount,
                    left
                ));
            }
            // The next event narrates the fall.
            None if wound == WoundLevel::Down => {}
            None => self.add_sentence(say!(
                formatter,
                "fact-lost-some",
                cause,
                who,
                wound = SerdeVariantKey(&wound)
            )),
        }
    }

    /// Narrates stunts, shelter and guarding.
    fn narrate_stunts_and_guards(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.add_sentence(match event {
            Event::StuntOffered { who, target, text } => {
                say!(formatter, "fact-stunt-offered", who, target, text = non_empty(text))
            }
            Event::StuntRefused { who, .. } => say!(formatter, "fact-stunt-refused", who),
            Event::StuntDeclined { target, .. } => say!(formatter, "fact-stunt-declined", target),
            Event::StuntAccepted { target, text, .. } => {
                let text = non_empty(text).map(|text| formatter.end_sentence(text));
                say!(formatter, "fact-stunt-taken", target, text)
            }
            Event::HidBehind { who, behind } => say!(formatter, "fact-hid-behind", who, behind),
            Event::ShelterRefused { who, refuser: by } => {
                say!(formatter, "fact-shelter-refused", who, by)
            }
            Event::Guarded { who, target } => say!(formatter, "fact-guarded", who, target),
            _ => return,
        });
    }

    /// Narrates movement, hiding, flight and pursuit.
    fn narrate_movement(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Dashed(who) => self.begin_paragraph(say!(formatter, "fact-dashed", who)),
            Event::Moved { who, from, to, movement, .. } => {
                let sentence =
                    say!(formatter, "fact-moved", way = SerdeVariantKey(movement), who, from, to);
                match movement {
                    MovementKind::Move | MovementKind::Sneak | MovementKind::Placed => {
                        self.begin_paragraph(sentence)
                    }
                    MovementKind::Dragged | MovementKind::Shoved | MovementKind::Reached => {
                        self.add_sentence(sentence)
                    }
                }
            }
            Event::MovementCancelled(who) => self.add_sentence(say!(formatter, "no-further", who)),
            Event::CoverSet { who, is_on } => {
                self.begin_paragraph(say!(formatter, "fact-covered", who, is_on))
            }
            Event::Concealed(who) => self.begin_paragraph(say!(formatter, "fact-concealed", who)),
            Event::Revealed(who) => self.add_sentence(say!(formatter, "fact-revealed", who)),
            Event::HideTried { who, text } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fact-hide-tried",
                    who,
                    text = non_empty(text)
                ));
            }
            Event::HideRefused(who) => self.add_sentence(say!(formatter, "fact-hide-refused", who)),
            Event::LeftMap { who, exit } => {
                self.begin_paragraph(say!(formatter, "fact-left", who, exit))
            }
            Event::Pursued { faction, pursuers, leavers } => {
                let pursuers = Some(pursuers).filter(|pursuers| !pursuers.is_empty());
                let faction = SideName(faction);
                self.begin_paragraph(say!(formatter, "fact-pursued", faction, pursuers, leavers));
            }
            Event::Fled(who) => self.add_sentence(say!(formatter, "fled", who)),
            Event::CaughtUp(who) => self.add_sentence(say!(formatter, "fact-reached", who)),
            _ => {}
        }
    }

    /// Narrates items that change hands or place, and the state of gear.
    fn narrate_items(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::ItemHeldSet { who, name: item, is_on, .. } => {
                self.add_sentence(say!(formatter, "fact-held", who, item, is_on));
            }
            Event::ItemMoved { name: item, actor: who, from, to, .. } => {
                self.add_sentence(match (from, to) {
                    (ItemLocation::CarriedBy(owner), ItemLocation::InZone(_)) if owner == who => {
                        say!(formatter, "fact-item-let-fall", who, item)
                    }
                    (ItemLocation::CarriedBy(owner), ItemLocation::InZone(_)) => {
                        say!(formatter, "item-dropped", who = owner, item)
                    }
                    (ItemLocation::InZone(_), ItemLocation::CarriedBy(_)) => {
                        say!(formatter, "item-picked-up", who, item)
                    }
                    (ItemLocation::CarriedBy(_), ItemLocation::CarriedBy(to)) => {
                        say!(formatter, "item-handed", who, item, to)
                    }
                    (ItemLocation::CarriedBy(_), ItemLocation::Gone) => {
                        say!(formatter, "item-used", who, item)
                    }
                    (ItemLocation::InZone(_) | ItemLocation::Gone, _) => {
                        say!(formatter, "item-gone", item)
                    }
                });
            }
            Event::CoatingSet { who, name: item, is_on: true, .. } => {
                self.add_sentence(say!(formatter, "fact-coated", who, item));
            }
            Event::WeaponUnloadedSet { who, name: item, is_on: false, .. } => {
                self.begin_paragraph(say!(formatter, "fact-reloaded", who, item));
            }
            Event::GearStateSet { who, name: item, state, .. } => {
                self.add_sentence(say!(
                    formatter,
                    "fact-worn",
                    who,
                    item,
                    state = SerdeVariantKey(state)
                ));
            }
            Event::DurabilityRolled { who, name: item, face, .. } => {
                let holds = *face > MAX_WEARING_FACE;
                let rolled = say!(formatter, "fact-durability-rolled", who, item, face, holds);
                self.begin_paragraph(rolled);
            }
            Event::DurabilityOrdered { who, is_on } => {
                self.begin_paragraph(say!(formatter, "fact-durability-ordered", who, is_on));
            }
            // Their effects show in later events.
            _ => {}
        }
    }

    /// Narrates healing, conditions, morale and everything else.
    fn narrate_other_events(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Healed { who, amount, remaining: left, wound, .. } => {
                let wound = SerdeVariantKey(wound);
                self.add_sentence(say!(formatter, "fact-healed", who, amount, left, wound));
            }
            Event::PoisonEnded(who) => self.add_sentence(say!(formatter, "fact-poison-ended", who)),
            Event::EffectDescribed { text, .. } => {
                self.add_sentence(say!(formatter, "effect", text = formatter.end_sentence(text)))
            }
            Event::Grabbed { who, grabber: by } => {
                self.add_sentence(say!(formatter, "held", who, by))
            }
            Event::GrabEnded { who, grabber: by } => {
                self.add_sentence(say!(formatter, "freed", who, by))
            }
            Event::Shoved { who, shover: by } => {
                self.begin_paragraph(say!(formatter, "fact-shoved", who, by))
            }
            Event::HazardTriggered { who, zone } => {
                self.add_sentence(say!(formatter, "hazard-struck", who, zone));
            }
            Event::Said { who, text } => self.begin_paragraph(say!(formatter, "said", who, text)),
            Event::Interacted { who, text } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fact-interacted",
                    who,
                    text = formatter.end_sentence(text)
                ));
            }
            Event::SkillTried { who, ability: attribute, text } => {
                let text = non_empty(text);
                self.announce_action(say!(formatter, "skill-tried", who, attribute, text));
            }
            Event::SkillRefused(who) => self.add_sentence(say!(formatter, "skill-refused", who)),
            Event::Steadied(who) => self.add_sentence(say!(formatter, "fact-steadied", who)),
            Event::MoraleBroke(who) => self.add_sentence(say!(formatter, "fact-broke", who)),
            Event::Surrendered { who, is_forced } => {
                self.begin_paragraph(say!(formatter, "fact-surrendered", who, is_forced));
            }
            Event::Rallied(who) => self.add_sentence(say!(formatter, "fact-rallied", who)),
            Event::FlagSet { who, flag, is_on } => {
                self.begin_paragraph(say!(
                    formatter,
                    "fact-flag-set",
                    who,
                    flag = SerdeVariantKey(flag),
                    is_on
                ));
            }
            Event::NoticedSet { who, observer: by, is_on } => {
                self.begin_paragraph(say!(formatter, "fact-noticed-set", who, by, is_on));
            }
            Event::ManoeuvreAdded(manoeuvre) => {
                let name = &manoeuvre.name;
                let save = manoeuvre.save_ability;
                let effect = &manoeuvre.effect;
                self.begin_paragraph(say!(formatter, "fact-manoeuvre-added", name, save, effect));
            }
            // Their effects show in later events.
            _ => {}
        }
    }
}

/// The number of sides of the die for poison damage.
const POISON_DIE: u8 = 4;

/// Formats one damage die: `d8 3 = 3 damage`.
fn format_damage(style: &Style, sides: u8, face: u8) -> String {
    let dice = DiceRoll { sides, faces: vec![face], modifier: 0 };
    roll::format_damage(style, Some(&dice), false, face.into())
}

/// Formats a save: `AGI save d20 7, needs 12 or less: DODGED`; what is needed only where it is
/// known.
fn format_save(
    formatter: NarrativeFormatter<'_>,
    ability: Ability,
    purpose: SavePurpose,
    face: u8,
    highest_pass: Option<u8>,
    passed: bool,
) -> String {
    let locale = formatter.locale();
    let (faces, total) = (vec![face], face.into());
    let roll = RollParts { sides: Some(20), faces, dropped_face: None, modifiers: &[], total };
    let needs = highest_pass.map(|value| FormattedText(say!(formatter, "fact-or-less", value)));
    let outcome = say!(formatter, "fact-verdict", what = SerdeVariantKey(&purpose), passed);
    let result = roll.format(formatter.style()) + &roll::format_verdict(locale, needs, &outcome);
    say!(formatter, "fact-saved", ability, result = FormattedText(result))
}

/// Returns the name of what an attack is made with, or of the attack itself; `None` if it has none.
fn attack_means_name(formatter: NarrativeFormatter<'_>, manner: &AttackManner) -> Option<String> {
    match manner {
        AttackManner::Weapon(name) | AttackManner::Disarm(name) | AttackManner::Manoeuvre(name) => {
            Some(terms::weapon_name(formatter.locale(), name))
        }
        AttackManner::Grapple | AttackManner::FinalBlow => None,
    }
}
