//! Narrates the events, questions and answers of Cards.

use super::catalogue::{
    FormattedText, Locale, SerdeVariantKey, TextContext, VariantKey, impl_to_fluent_arg_by_name,
    non_empty, say,
};
use super::dice_marks::format_success_faces;
use super::formatter::NarrativeFormatter;
use super::kit_names::KitEntry;
use super::paragraphs::ParagraphBuilder;
use super::roll;
use super::{
    Style, SystemNarration, core_events, join_list, join_with_commas, terms, uppercase_first,
};
use engine::core::command::Command;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::CombatantId;
use engine::core::modifier::Modifier;
use engine::rules::cards::Cards;
use engine::rules::cards::prompts::{BoughtEffect, Question};
use engine::rules::cards::sheet::{Action, DifficultyRaise, Reaction};
use engine::rules::cards::state::{
    AttackMethod, Event, ItemLocation, Obstacle, RaiseScope, RollPurpose, Terrain, WoundLevel,
};
use engine::visibility::view::VisibleEvents;

impl SystemNarration for Cards {
    /// Narrates what happened, one paragraph for each act.
    fn narrate(style: Style, events: &VisibleEvents<Self>) -> Vec<String> {
        let formatter = NarrativeFormatter::for_events(style, events);
        let mut feared_combatants = Vec::new();
        for visible_event in &events.events {
            if let CoreEvent::System(Event::FearTestSuggested { source, who }) =
                visible_event.event()
            {
                feared_combatants.push((*source, who.as_slice()));
            }
        }
        let mut narrator = CardsNarrator {
            formatter,
            paragraphs: ParagraphBuilder::new(style.locale),
            slow_reactors: Vec::new(),
            last_reaction: None,
            follows_other_acts: events.follows_other_acts,
            feared_combatants,
        };
        for visible_event in &events.events {
            match visible_event.event() {
                CoreEvent::System(event) => narrator.narrate_event(event),
                other => {
                    core_events::narrate_core_event(formatter, other, &mut narrator.paragraphs)
                }
            }
        }
        narrator.paragraphs.into_paragraphs()
    }

    /// Lists what is special about a zone's terrain.
    fn terrain_notes(formatter: NarrativeFormatter<'_>, terrain: &Terrain) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        if let Some(is) = terrain.is_exit {
            parts.push(say!(formatter, "cards-ground-exit", is));
        }
        for dice in &terrain.cover_dice {
            parts.push(say!(formatter, "cards-ground-cover", dice));
        }
        for obstacle in &terrain.obstacles {
            let Obstacle { to, maneuver, action, required: need, .. } = obstacle;
            let maneuver = SerdeVariantKey(maneuver);
            parts.push(say!(formatter, "cards-ground-obstacle", to, maneuver, action, need));
        }
        parts.extend(core_events::no_sight_note(formatter, &terrain.sight_blocked_to));
        for raise in &terrain.difficulty_raises {
            let DifficultyRaise { action, amount: by, is_from_darkness: darkness } = raise;
            parts.push(say!(formatter, "cards-raise", action, by, darkness));
        }
        let items: Vec<String> =
            terrain.items.iter().map(|item| formatter.item_name(&item.name)).collect();
        if !items.is_empty() {
            let items = FormattedText(join_list(formatter.locale(), &items));
            parts.push(say!(formatter, "cards-ground-items", items));
        }
        parts
    }

    /// Returns the text of a question for its respondent.
    fn prompt_text(formatter: NarrativeFormatter<'_>, question: &Question) -> String {
        match question {
            Question::Reaction { who: target, attacker: who, method } => {
                let name = attack_means_name(formatter, method);
                let manner = SerdeVariantKey(method);
                say!(formatter, "cards-ask-reaction", who, target, manner, name)
            }
            Question::KeepGrapple { who, held } => say!(formatter, "cards-ask-hold", who, held),
            Question::Chase { who, runner } => say!(formatter, "cards-ask-chase", who, runner),
            Question::Extras { who, target, remaining: left, .. } => {
                say!(formatter, "cards-ask-extras", who, target, left)
            }
            Question::ReactionSwap { who, attacker } => {
                say!(formatter, "cards-ask-swap", who, attacker)
            }
            Question::Fate { who, target } => say!(formatter, "cards-ask-fate", who, target),
            Question::Shaken { who, source } => say!(formatter, "cards-ask-shaken", who, source),
            Question::ConfirmEnd { remaining_side: left } => {
                let left = Some(left).filter(|_| *left != "nobody");
                say!(formatter, "cards-ask-end", left)
            }
        }
    }

    /// Returns the label of an answer, with the slot that it costs where it costs one.
    fn answer_label(locale: Locale, question: &Question, choice: &Command) -> String {
        let verb = &*choice.verb;
        // CARDS-TURN-5: only these answers cost a Maneuver.
        let is_paid = !matches!(verb, "take-it" | "no")
            && matches!(
                question,
                Question::Reaction { .. } | Question::KeepGrapple { .. } | Question::Chase { .. }
            );
        let is_slow = is_paid.then(|| choice.get("slow") == "true");
        let action = terms::action_name(locale, choice.get("action"));
        let item = KitEntry::Item.name(locale, choice.get("item"));
        let (zone, card) = (choice.get("zone"), choice.get("card"));
        let count = match question {
            Question::Extras { remaining: left, .. } => *left,
            _ => 0,
        };
        let named = uppercase_first(&terms::key_to_words(verb));
        say!(
            locale,
            "cards-answer",
            verb = VariantKey(verb),
            named,
            action,
            zone,
            item,
            card,
            count,
            is_slow
        )
    }
}

impl_to_fluent_arg_by_name!(Action: terms::action_name);

struct CardsNarrator<'a> {
    formatter: NarrativeFormatter<'a>,
    paragraphs: ParagraphBuilder,
    /// Those whose reactions are paid for with the slow Maneuver, until their dice are narrated.
    slow_reactors: Vec<CombatantId>,
    /// The reaction to the attack that is being narrated.
    last_reaction: Option<Reaction>,
    /// Whether other acts were narrated before these events; a passed turn then needs no sentence.
    follows_other_acts: bool,
    /// Each feared combatant with those who have to test fear.
    feared_combatants: Vec<(CombatantId, &'a [CombatantId])>,
}

impl CardsNarrator<'_> {
    fn add_sentence(&mut self, sentence: String) {
        self.paragraphs.add_sentence(sentence);
    }

    fn begin_paragraph(&mut self, sentence: String) {
        self.paragraphs.begin_paragraph(sentence);
    }

    /// Passes an event to the function that narrates events of its kind.
    fn narrate_event(&mut self, event: &Event) {
        match event {
            Event::SideAssigned { .. }
            | Event::GroupAssigned { .. }
            | Event::AmbushSet(_)
            | Event::DeafnessSet { .. }
            | Event::DifficultyRaiseSet { .. }
            | Event::FightRequested { .. }
            | Event::ZoneAdded { .. }
            | Event::ObstacleRemoved { .. }
            | Event::ContinuationSet(_)
            | Event::OutcomeDecided(_)
            | Event::DyingReported(_)
            | Event::Recovered { .. }
            | Event::DayBegan => self.narrate_setup_and_aftermath(event),
            Event::CardsDealt { .. }
            | Event::ExtraCardDrawn { .. }
            | Event::AmbushResolved { .. }
            | Event::AmbushBonusLost { .. }
            | Event::LegacyAmbushBonusLost
            | Event::SwapHoldBegan
            | Event::SwapHoldReady(_)
            | Event::SwapHoldEnded
            | Event::SwapOffered { .. }
            | Event::SwapDeclined { .. }
            | Event::CardsSwapped { .. }
            | Event::ReactionSwapDeclined(_)
            | Event::TurnBegan { .. }
            | Event::TurnEnded(_)
            | Event::TurnPassed(_)
            | Event::StandingOrderSet { .. } => self.narrate_cards_and_turns(event),
            Event::DiceRolled { .. }
            | Event::TestResolved { .. }
            | Event::BonusDieSaved(_)
            | Event::AttackDeclared { .. }
            | Event::ReactionDeclared { .. }
            | Event::AttackResolved { .. }
            | Event::AttackAborted(_)
            | Event::EffectBought { .. }
            | Event::BreakFreeAttempted { .. }
            | Event::FleeAttempted { .. } => self.narrate_attempts_and_dice(event),
            Event::HarmTaken { .. }
            | Event::NoHarmTaken { .. }
            | Event::HarmHealed { .. }
            | Event::TakenOut(_)
            | Event::CriticalRolled { .. }
            | Event::FateSet { .. }
            | Event::Stabilised { .. } => self.narrate_harm(event),
            Event::Equipped { .. }
            | Event::ItemMoved { .. }
            | Event::Spoke { .. }
            | Event::Interacted { .. }
            | Event::Surveyed { .. } => self.narrate_items_and_speech(event),
            Event::FearTestSuggested { .. }
            | Event::FearTested { .. }
            | Event::BecameShaken { .. }
            | Event::CaughtFire { .. }
            | Event::DouseAttempted { .. }
            | Event::FirePutOut(_)
            | Event::Poisoned { .. }
            | Event::PoisonsEnded(_) => self.narrate_fear_fire_and_poison(event),
            _ => self.narrate_movement_and_conditions(event),
        }
    }

    /// Narrates what happens before, after and around the fight.
    fn narrate_setup_and_aftermath(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.paragraphs.begin_paragraph(match event {
            Event::SideAssigned { who, side } => {
                say!(
                    formatter,
                    "cards-assigned",
                    who,
                    side = terms::team_name(formatter.locale(), side)
                )
            }
            Event::GroupAssigned { who, name } => {
                say!(formatter, "cards-grouped", who, name = non_empty(name))
            }
            Event::AmbushSet(ambush) => {
                let auto = ambush.as_ref().is_some_and(|ambush| ambush.is_automatic);
                let side = ambush
                    .as_ref()
                    .map(|ambush| terms::team_name(formatter.locale(), &ambush.side));
                say!(formatter, "cards-ambush-set", side, auto)
            }
            Event::DeafnessSet { one, other, is_on } => {
                say!(formatter, "cards-deaf-set", one, other, is_on)
            }
            Event::DifficultyRaiseSet { scope, raise } => {
                let DifficultyRaise { action, amount: by, is_from_darkness: darkness } = raise;
                let who = match scope {
                    RaiseScope::Scene => None,
                    RaiseScope::Combatant(who) => Some(who),
                };
                say!(formatter, "cards-raise-set", who, action, by, darkness)
            }
            Event::FightRequested { who, target } => {
                let start = formatter.format_command("start");
                say!(formatter, "cards-fight-called", who, target, start)
            }
            Event::ZoneAdded { behind: of, name } => {
                return self.add_sentence(say!(formatter, "cards-zone-opened", of, name));
            }
            Event::ObstacleRemoved { zone, to } => {
                return self.add_sentence(say!(formatter, "cards-obstacle-removed", zone, to));
            }
            Event::ContinuationSet(true) => say!(formatter, "fight-goes-on"),
            Event::OutcomeDecided(outcome) => terms::outcome_text(formatter.locale(), outcome),
            Event::DyingReported(who) => say!(formatter, "cards-dying", who),
            Event::Recovered { who, successes, .. } => {
                say!(formatter, "cards-recovered", who, successes)
            }
            Event::DayBegan => say!(formatter, "cards-day-began"),
            _ => return,
        });
    }

    /// Narrates cards, swaps, ambushes and turns. A pass after other acts of the turn is not told.
    fn narrate_cards_and_turns(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::CardsDealt { who, cards, .. } => {
                let (many, cards) = (who.len(), FormattedText(join_numbers(cards)));
                self.add_sentence(say!(formatter, "cards-dealt", who, many, cards));
            }
            Event::ExtraCardDrawn { who, card, kept } => {
                let (many, kept) = (who.len(), FormattedText(join_numbers(kept)));
                self.add_sentence(say!(formatter, "cards-extra-drawn", who, many, card, kept));
            }
            Event::AmbushResolved { side, succeeded, bonus, .. } => {
                let side = terms::team_name(formatter.locale(), side);
                self.add_sentence(say!(formatter, "cards-ambush-settled", side, succeeded, bonus));
            }
            Event::AmbushBonusLost { .. } | Event::LegacyAmbushBonusLost => {
                self.begin_paragraph(say!(formatter, "cards-ambush-bonus-lost"))
            }
            Event::SwapHoldBegan => {
                let swap = formatter.format_command("swap");
                self.add_sentence(say!(formatter, "cards-hold-began", swap));
            }
            Event::SwapHoldReady(who) => self.begin_paragraph(say!(formatter, "cards-ready", who)),
            Event::SwapHoldEnded => self.begin_paragraph(say!(formatter, "cards-hold-ended")),
            Event::SwapOffered { from, to } => {
                self.begin_paragraph(say!(formatter, "cards-swap-offered", from, to));
            }
            Event::SwapDeclined { from, to } => {
                self.begin_paragraph(say!(formatter, "cards-swap-declined", from, to));
            }
            Event::CardsSwapped { who, own_card: own, with, other_card: other, reason: swap } => {
                let swap = SerdeVariantKey(swap);
                self.add_sentence(say!(formatter, "cards-swapped", who, own, with, other, swap));
            }
            Event::ReactionSwapDeclined(who) => {
                self.add_sentence(say!(formatter, "cards-swap-kept", who))
            }
            Event::TurnPassed(_) if self.follows_other_acts => {}
            Event::TurnPassed(who) => self.begin_paragraph(say!(formatter, "cards-passed", who)),
            Event::TurnBegan { .. } | Event::TurnEnded(_) => self.paragraphs.end_paragraph(),
            Event::StandingOrderSet { who, reaction, order } => {
                let reaction =
                    say!(formatter, "cards-reaction", reaction = SerdeVariantKey(reaction));
                let standing = SerdeVariantKey(order);
                self.begin_paragraph(say!(formatter, "cards-auto-set", who, reaction, standing));
            }
            _ => {}
        }
    }

    /// Narrates attempts, and the dice that decide them.
    fn narrate_attempts_and_dice(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::AttackDeclared { who, target, method } => {
                self.last_reaction = None;
                let name = attack_means_name(formatter, method);
                let manner = SerdeVariantKey(method);
                self.paragraphs.open_paragraph(say!(
                    formatter,
                    "cards-attacked",
                    who,
                    target,
                    manner,
                    name
                ));
            }
            Event::BreakFreeAttempted { who, holder: by } => {
                self.paragraphs.open_paragraph(say!(formatter, "cards-break-tried", who, by));
            }
            Event::FleeAttempted { who, exit } => {
                self.paragraphs.open_paragraph(say!(formatter, "cards-flee-tried", who, exit));
            }
            Event::ReactionDeclared { who, reaction, is_slow, .. } => {
                self.last_reaction = Some(*reaction);
                self.slow_reactors.extend(is_slow.then_some(*who));
            }
            Event::DiceRolled { who, action, purpose, faces, modifiers, .. } => {
                let dice = format_success_dice(formatter, *action, faces, modifiers);
                self.narrate_roll(*who, *purpose, dice);
            }
            Event::AttackResolved { method, successes, cancelled, required, .. } => {
                self.narrate_attack_result(method, *successes, *cancelled, *required);
            }
            // The next event narrates how a flight comes out.
            Event::TestResolved { purpose: RollPurpose::Flee, required: 1, .. } => {}
            Event::TestResolved { successes, required: need, text, target, .. } => {
                let (passed, text) = (successes >= need, non_empty(text));
                self.narrate_test_result(
                    *need,
                    say!(formatter, "cards-tested", text, passed, target),
                );
            }
            Event::BonusDieSaved(who) => {
                self.add_sentence(say!(formatter, "cards-bonus-saved", who))
            }
            Event::AttackAborted(who) => {
                self.add_sentence(say!(formatter, "cards-attack-lost", who))
            }
            Event::EffectBought { who, effect, .. } => {
                // Other effects show in later events.
                let count = match effect {
                    BoughtEffect::Damage(count) => *count,
                    BoughtEffect::Stress => 1,
                    _ => return,
                };
                self.add_sentence(say!(
                    formatter,
                    "cards-bought",
                    who,
                    buy = SerdeVariantKey(effect),
                    count
                ));
            }
            _ => {}
        }
    }

    /// Narrates whether an attack hits. If a reaction cancelled some of its successes, a sentence
    /// of its own tells how many are left; otherwise the outcome completes the dice.
    fn narrate_attack_result(
        &mut self,
        method: &AttackMethod,
        successes: u8,
        cancelled: u8,
        need: u8,
    ) {
        let formatter = self.formatter;
        let left = successes.saturating_sub(cancelled);
        let is_hit = left >= need;
        let manner = SerdeVariantKey(method);
        let last_reaction = self.last_reaction.take();
        let reaction = last_reaction.as_ref().map(SerdeVariantKey);
        let outcome = say!(formatter, "cards-verdict", manner, is_hit, reaction);
        if cancelled == 0 || successes == 0 {
            return self.narrate_test_result(need, outcome);
        }
        let outcome = FormattedText(outcome);
        self.add_sentence(say!(formatter, "cards-settled", successes, left, need, outcome));
    }

    /// Adds the outcome of a test to its dice, or by itself if something came between.
    fn narrate_test_result(&mut self, need: u8, outcome: String) {
        let formatter = self.formatter;
        let verdict = roll::format_verdict(
            formatter.locale(),
            Some(FormattedText(need.to_string())),
            &outcome,
        );
        if !self.paragraphs.try_append_verdict_to_open_dice(&verdict) {
            self.add_sentence(say!(
                formatter,
                "cards-verdict-alone",
                need,
                outcome = FormattedText(outcome)
            ));
        }
    }

    /// Tells the dice of a roll, in the sentence of the attempt that they belong to or in one of
    /// their own. `None` stands for the GM.
    fn narrate_roll(&mut self, who: Option<CombatantId>, purpose: RollPurpose, dice: String) {
        let formatter = self.formatter;
        let Some(who) = who else {
            let what = say!(formatter, "cards-rolled-by-gm", purpose = SerdeVariantKey(&purpose));
            return self.paragraphs.open_dice_sentence(what, dice);
        };
        match purpose {
            RollPurpose::Attack
            | RollPurpose::Shove
            | RollPurpose::Grapple
            | RollPurpose::Cast
            | RollPurpose::BreakFree
            | RollPurpose::Flee => self.paragraphs.complete_announcement_with_dice_or_add_sentence(
                formatter.combatant_name(who),
                dice,
            ),
            RollPurpose::React(reaction) => {
                let what = self.take_reaction_phrase(who, reaction);
                self.paragraphs.open_dice_sentence(what, dice);
            }
            RollPurpose::Douse
            | RollPurpose::Skill
            | RollPurpose::Stabilise
            | RollPurpose::Obstacle
            | RollPurpose::CalledByGm
            | RollPurpose::Fatigue
            | RollPurpose::Treatment
            | RollPurpose::Fear => {
                let what =
                    say!(formatter, "cards-rolled", who, purpose = SerdeVariantKey(&purpose));
                self.paragraphs.open_paragraph(what);
                self.paragraphs.complete_announcement_with_dice_or_add_sentence(
                    formatter.combatant_name(who),
                    dice,
                );
            }
            RollPurpose::Ambush
            | RollPurpose::Watch
            | RollPurpose::Fire
            | RollPurpose::Poison
            | RollPurpose::Fall
            | RollPurpose::Armour
            | RollPurpose::Cover => {
                let what =
                    say!(formatter, "cards-rolled", who, purpose = SerdeVariantKey(&purpose));
                self.paragraphs.open_dice_sentence(what, dice);
            }
        }
    }

    /// Returns the phrase for a reaction that is rolled, and forgets whether the slow slot paid for
    /// it.
    fn take_reaction_phrase(&mut self, who: CombatantId, reaction: Reaction) -> String {
        let formatter = self.formatter;
        let is_slow = self.slow_reactors.contains(&who);
        self.slow_reactors.retain(|reactor| *reactor != who);
        say!(formatter, "cards-reacted", who, reaction = SerdeVariantKey(&reaction), is_slow)
    }

    /// Narrates Harm, healing, and what becomes of those who are Out. Of harm whose amount is not
    /// known, a fall is told by the next event alone.
    fn narrate_harm(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.add_sentence(match event {
            // The next event narrates the fall.
            Event::HarmTaken { amount: None, wound: WoundLevel::Out, .. } => return,
            Event::HarmTaken { who, harm, cause, amount, wound } => {
                let (harm, cause, wound) =
                    (SerdeVariantKey(harm), SerdeVariantKey(cause), SerdeVariantKey(wound));
                say!(formatter, "cards-harmed", who, harm, cause, amount, wound)
            }
            Event::NoHarmTaken { who, cause } => {
                say!(formatter, "cards-unharmed", who, cause = SerdeVariantKey(cause))
            }
            Event::HarmHealed { who, harm, amount, wound } => {
                let (harm, wound) = (SerdeVariantKey(harm), SerdeVariantKey(wound));
                say!(formatter, "cards-healed", who, harm, amount, wound)
            }
            Event::TakenOut(who) => say!(formatter, "cards-fell-out", who),
            Event::CriticalRolled { who, face, critical, .. } => {
                say!(
                    formatter,
                    "cards-critical-rolled",
                    who,
                    face,
                    critical = SerdeVariantKey(critical)
                )
            }
            Event::FateSet { who, fate } => {
                say!(formatter, "cards-fate-set", who, fate = SerdeVariantKey(fate))
            }
            Event::Stabilised { who, healer: by } => say!(formatter, "cards-stabilised", who, by),
            _ => return,
        });
    }

    /// Narrates movement, conditions and grapples.
    fn narrate_movement_and_conditions(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.add_sentence(match event {
            Event::Moved { who, from, to, kind } => {
                say!(formatter, "cards-moved", way = SerdeVariantKey(kind), who, from, to)
            }
            Event::ClosedIn { who, with } => say!(formatter, "cards-closed-in", who, with),
            Event::ApartSet { who, is_on } => say!(formatter, "cards-apart-set", who, is_on),
            Event::CoverSet { who, place } => {
                say!(formatter, "cards-cover-set", who, is_on = place.is_some())
            }
            Event::ProneSet { who, is_on } => say!(formatter, "cards-prone-set", who, is_on),
            Event::Pinned(who) => say!(formatter, "cards-pinned", who),
            Event::Gagged(who) => say!(formatter, "cards-gagged", who),
            Event::Grappled { who, holder: by } => say!(formatter, "held", who, by),
            Event::Freed { who, holder: by } => say!(formatter, "freed", who, by),
            Event::GrappleMaintained { who, holder: by } => {
                say!(formatter, "cards-hold-kept", who, by)
            }
            Event::Assisted { who, helper: by } => say!(formatter, "cards-helped", who, by),
            Event::ConditionSet { who, flag, is_on } => {
                return self.begin_paragraph(say!(
                    formatter,
                    "cards-flag-set",
                    who,
                    flag = SerdeVariantKey(flag),
                    is_on
                ));
            }
            Event::FleeFailed { who, is_chased } => {
                say!(formatter, "cards-flee-failed", who, is_chased)
            }
            Event::Fled(who) => say!(formatter, "fled", who),
            // Their effects show in later events.
            _ => return,
        });
    }

    /// Narrates items that change hands or place, speech, and what surveys find.
    fn narrate_items_and_speech(&mut self, event: &Event) {
        let formatter = self.formatter;
        match event {
            Event::Equipped { who, names, .. } => {
                let names: Vec<String> =
                    names.iter().map(|name| formatter.item_name(name)).collect();
                let items = non_empty(&join_list(formatter.locale(), &names))
                    .map(|list| FormattedText(list.into()));
                self.add_sentence(say!(formatter, "cards-equipped", who, items));
            }
            Event::ItemMoved { name: item, by: who, from, to, .. } => {
                self.add_sentence(match (from, to) {
                    (ItemLocation::CarriedBy(owner), ItemLocation::Floor(_)) if owner != who => {
                        say!(formatter, "cards-item-knocked", who = owner, item)
                    }
                    (ItemLocation::CarriedBy(_), ItemLocation::Floor(zone)) => {
                        say!(formatter, "cards-item-landed", who, item, zone)
                    }
                    (ItemLocation::Floor(_), ItemLocation::CarriedBy(_)) => {
                        say!(formatter, "cards-item-picked-up", who, item)
                    }
                    (ItemLocation::CarriedBy(_), ItemLocation::CarriedBy(to)) => {
                        say!(formatter, "item-handed", who, item, to)
                    }
                    (ItemLocation::CarriedBy(_), ItemLocation::UsedUp) => {
                        say!(formatter, "item-used", who, item)
                    }
                    (ItemLocation::Floor(_) | ItemLocation::UsedUp, _) => {
                        say!(formatter, "item-gone", item)
                    }
                });
            }
            Event::Spoke { who, text, is_shout } => {
                self.begin_paragraph(say!(
                    formatter,
                    "cards-said",
                    who,
                    text = non_empty(text),
                    is_shout
                ));
            }
            Event::Interacted { who, text } => {
                let text = non_empty(text).map(|text| formatter.end_sentence(text));
                self.begin_paragraph(say!(formatter, "cards-interacted", who, text));
            }
            Event::Surveyed { who, questions } => {
                self.add_sentence(say!(formatter, "cards-surveyed", who, questions));
            }
            _ => {}
        }
    }

    /// Narrates a suggested fear test. Sources that the same combatants have to fear are named
    /// together, with the first of them.
    fn narrate_fear_suggestion_with_all_sources_once(
        &mut self,
        source: CombatantId,
        who: &[CombatantId],
    ) {
        let same_testers = self.feared_combatants.iter().filter(|(_, testers)| *testers == who);
        let sources: Vec<CombatantId> = same_testers.map(|(source, _)| *source).collect();
        if sources.first() == Some(&source) {
            let (formatter, count) = (self.formatter, sources.len());
            let fear = formatter.format_command("fear");
            self.begin_paragraph(say!(
                formatter,
                "cards-fear-suggested",
                sources,
                count,
                who,
                fear
            ));
        }
    }

    /// Narrates fear, fire and poison.
    fn narrate_fear_fire_and_poison(&mut self, event: &Event) {
        let formatter = self.formatter;
        self.add_sentence(match event {
            Event::FearTestSuggested { source, who } => {
                return self.narrate_fear_suggestion_with_all_sources_once(*source, who);
            }
            Event::FearTested { fear_value: value, successes, .. } => {
                let outcome = say!(formatter, "cards-feared", passed = successes >= value);
                return self.narrate_test_result(*value, outcome);
            }
            Event::BecameShaken { who, shaken, is_repeated } => {
                let (how, source) = (SerdeVariantKey(&shaken.panic), shaken.source);
                say!(formatter, "cards-shaken", who, how, source, is_repeated)
            }
            Event::CaughtFire { who, intensity, is_repeated } => {
                let intensity = SerdeVariantKey(intensity);
                say!(formatter, "cards-caught-fire", who, intensity, is_repeated)
            }
            Event::DouseAttempted { who, saved_successes: saved, .. } => {
                say!(formatter, "cards-doused", who, saved)
            }
            Event::FirePutOut(who) => say!(formatter, "cards-fire-out", who),
            Event::Poisoned { who, is_repeated, .. } => {
                say!(formatter, "cards-poisoned", who, is_repeated)
            }
            Event::PoisonsEnded(who) => say!(formatter, "cards-poisons-ended", who),
            _ => return,
        });
    }
}

/// Joins numbers: `6, 3, 1`.
fn join_numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// The face of a die that is a success.
const SUCCESS_FACE: u8 = 6;

/// Formats dice of which every 6 is a success: `Strike 6, 3, 1 (+1D gear) = 1 success`. The dice of
/// the action itself are no change of the roll, and have no note.
fn format_success_dice(
    formatter: NarrativeFormatter<'_>,
    action: Option<Action>,
    faces: &[u8],
    modifiers: &[Modifier],
) -> String {
    let locale = formatter.locale();
    let is_success = |face: u8| face == SUCCESS_FACE;
    let count = faces.iter().filter(|face| is_success(**face)).count();
    let changes = modifiers.iter().filter(|modifier| modifier.cause != "own");
    let changes: Vec<Modifier> = changes.cloned().collect();
    let notes = join_with_commas(locale, &roll::dice_change_notes(locale, &changes));
    let notes = non_empty(&notes).map(|notes| FormattedText(notes.into()));
    let shown_faces = FormattedText(format_success_faces(formatter.style(), faces, is_success));
    say!(formatter, "cards-dice", action, faces = shown_faces, notes, count)
}

/// Returns the name of what an attack is made with; `None` if it needs nothing.
fn attack_means_name(formatter: NarrativeFormatter<'_>, method: &AttackMethod) -> Option<String> {
    match method {
        AttackMethod::Weapon(name) | AttackMethod::Thrown(name) | AttackMethod::Spell(name) => {
            Some(terms::weapon_name(formatter.locale(), name))
        }
        AttackMethod::Shove | AttackMethod::Grapple | AttackMethod::Skill(_) => None,
    }
}
