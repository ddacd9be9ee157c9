//! DR12 in words: its notes, questions and answers.

use super::catalogue::{Key, Said, Set, Speaks, Tongue, Value, Variant, given, say, slot};
use super::page::Page;
use super::roll::{self, Roll};
use super::voice::Voice;
use super::{Ink, Slot, capital, common, listed, words};
use crate::engine::fight::Note as CoreNote;
use crate::engine::ids::CombatantId;
use crate::engine::rules::dr12::Dr12;
use crate::engine::rules::dr12::prompts::{Proposal, Question};
use crate::engine::rules::dr12::sheet::{Ailment, Attribute, Cure, Kind, Name, NextTest, Spot};
use crate::engine::rules::dr12::state::{
    At, Cause, Ground, Note, Purpose, Rolled, Scar, Way, Wound,
};
use crate::engine::view::Told;
use crate::engine::words::Words;

/// What happened, a paragraph an act.
pub fn tell(ink: Ink, told: &Told<Dr12>) -> Vec<String> {
    let voice = Voice::telling(ink, told);
    let (page, is_after_more) = (Page::new(ink.tongue), told.is_after_more);
    let mut teller = Teller { voice, page, thrown: None, is_after_more };
    for seen in &told.notes {
        teller.core(seen.note());
    }
    teller.page.finish()
}

impl<S: Speaks> Said<S> for Attribute {
    fn said(&self, speaker: &S) -> Value {
        words::attribute(speaker.tongue(), self.key()).said(speaker)
    }
}

impl<S: Speaks> Said<S> for Ailment {
    fn said(&self, speaker: &S) -> Value {
        words::condition(speaker.tongue(), self.key()).said(speaker)
    }
}

struct Teller<'a> {
    voice: Voice<'a>,
    page: Page,
    /// The weapon of the ranged attack that is being told: it may land somewhere.
    thrown: Option<Name>,
    is_after_more: bool,
}

impl Teller<'_> {
    fn core(&mut self, note: &CoreNote<Dr12>) {
        let voice = self.voice;
        match note {
            CoreNote::Joined(who, one) => {
                let side = Variant(&one.body.side);
                self.page.begin(say!(voice, "dr12-joined", who, side));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(voice, laid));
                self.page.begin(say!(voice, "dr12-ground", zone, ground));
            }
            CoreNote::Rule(note) => self.rule(note),
            other => common::tell(voice, other, &mut self.page),
        }
    }

    fn rule(&mut self, note: &Note) {
        let voice = self.voice;
        match note {
            Note::SurpriseSet(side) => {
                let side = side.as_ref().map(Variant);
                self.page.begin(say!(voice, "dr12-surprise-set", side));
            }
            Note::SideRolled { face, first } => {
                let first = Variant(first);
                self.page.add(say!(voice, "dr12-side-rolled", face, first));
            }
            Note::InitiativeRolled { who, face, total } => {
                let total = i16::from(*total);
                let bonus = format!("{:+}", total - i16::from(*face));
                self.page.add(say!(voice, "dr12-initiative-rolled", who, face, bonus, total));
            }
            Note::Ordered(order) => {
                let names: Vec<_> = order.iter().map(|who| voice.name(*who)).collect();
                if names.len() > 1 {
                    let names = Set(names.join(", "));
                    self.page.add(say!(voice, "dr12-ordered", names));
                }
            }
            Note::BlockBegan(side) => {
                self.page.add(say!(voice, "dr12-block-began", side = Variant(side)));
                self.page.cut();
            }
            Note::BlockPassed => self.page.begin(say!(voice, "dr12-block-passed")),
            Note::TurnBegan(_) | Note::TurnEnded(_) => self.page.cut(),
            Note::Passed(_) if self.is_after_more => {}
            Note::Passed(who) => self.page.add(say!(voice, "dr12-passed", who)),
            // Used up: the Test itself shows it.
            Note::Bent { next, .. } if *next == NextTest::default() => {}
            Note::Bent { who, next } => {
                let next = Set(bent(voice.tongue(), *next));
                self.page.add(say!(voice, "dr12-bent", who, next));
            }
            Note::Tested { who, purpose, rolled, passed } => {
                self.tested(*who, *purpose, rolled.as_ref(), *passed);
            }
            Note::Lost { who, cause, amount, left, wound } => {
                self.lost(*who, *cause, amount.zip(*left), *wound);
            }
            Note::NoLoss { who } => self.page.follow(say!(voice, "no-harm", who)),
            Note::Healed { who, amount, left, wound, .. } => {
                let wound = Variant(wound);
                self.page.add(say!(voice, "dr12-healed", who, amount, left, wound));
            }
            Note::Fell(who) => self.page.add(say!(voice, "goes-down", who)),
            Note::DamageRolled { total, doubled, dice, armour, .. } => {
                let tongue = voice.tongue();
                let damage = roll::damage(tongue, dice.as_ref(), *doubled, *total);
                self.page.open(roll::damage_less(tongue, damage, *armour, false));
            }
            Note::Moved { .. }
            | Note::MovementCancelled(_)
            | Note::Disengaged(_)
            | Note::Fled(_) => self.moved(note),
            Note::Attacked { .. }
            | Note::CastAt { .. }
            | Note::StuntTried { .. }
            | Note::SkillTried { .. }
            | Note::ParleyTried { .. }
            | Note::HazardStruck { .. } => self.announced(note),
            Note::Effect { who, text } if text.is_empty() => {
                self.page.add(say!(voice, "dr12-succeeds", who));
            }
            Note::Effect { text, .. } => {
                self.page.add(say!(voice, "effect", text = voice.ended(text)));
            }
            Note::ParleyRefused { target, .. } => {
                self.page.add(say!(voice, "dr12-parley-refused", target));
            }
            Note::ParleyAccepted { target, .. } => {
                self.page.add(say!(voice, "dr12-parley-accepted", target));
            }
            Note::Marked { .. }
            | Note::SpellMarked { .. }
            | Note::ShieldSacrificed { .. }
            | Note::ItemMoved { .. } => self.handled(note),
            Note::Ailing { who, ailment, cure } => {
                let (key, cure) = (Variant(ailment), cure.map(|cure| ends(voice, cure)));
                self.page.add(say!(voice, "dr12-ailing", who, key, ailment, cure));
            }
            Note::Recovered { who, ailment } => {
                self.page.add(say!(voice, "dr12-recovered", who, key = Variant(ailment), ailment));
            }
            Note::Lapsed(who) => self.page.add(say!(voice, "dr12-lapsed", who)),
            Note::ReactionRolled { npcs, face, attitude } => {
                let attitude = Variant(attitude);
                self.page.begin(say!(voice, "dr12-reaction", npcs, face, attitude));
            }
            Note::StartOffered => {
                self.page.add(say!(voice, "dr12-start-offered", start = voice.command("start")));
            }
            Note::MoraleSuggested(why) => {
                let (why, morale) = (Variant(why), voice.command("morale"));
                self.page.add(say!(voice, "dr12-morale-suggested", why, morale));
            }
            Note::MoodSet { who, mood } => {
                self.page.add(say!(voice, "dr12-mood-set", who, mood = Variant(mood)));
            }
            Note::Decided(outcome) => {
                self.page.begin(say!(voice, "dr12-decided", outcome = Variant(outcome)));
            }
            Note::WearRolled { who, name, face, .. } => {
                self.page.begin(say!(voice, "dr12-wear-rolled", who, item = name, face));
            }
            Note::FateRolled { who, face } => {
                self.page.begin(say!(voice, "dr12-fate-rolled", who, face));
            }
            Note::Scarred { who, scar } => {
                let attribute = match scar {
                    Scar::Crippled(attribute) => Some(attribute),
                    _ => None,
                };
                self.page.add(say!(voice, "dr12-scarred", who, scar = Variant(scar), attribute));
            }
            // What these do shows in what follows them.
            Note::StartsIn { .. } | Note::Spent(..) | Note::ArmourTook(_) | Note::Shot { .. } => {}
        }
    }

    fn announced(&mut self, note: &Note) {
        let voice = self.voice;
        self.thrown = None;
        match note {
            Note::Attacked { who, target, weapon: name, kind, free } => {
                let weapon = words::weapon(voice.tongue(), name);
                self.page.announce(say!(voice, "dr12-attacked", who, target, weapon, free));
                self.thrown = (*kind == Kind::Ranged).then(|| name.clone());
            }
            Note::CastAt { who, target, spell } => {
                self.page.announce(say!(voice, "dr12-cast", who, target, spell));
            }
            Note::StuntTried { who, target, text } => {
                let (kind, text) = (Key(text), given(text));
                self.page.announce(say!(voice, "dr12-stunt-tried", who, target, kind, text));
            }
            Note::SkillTried { who, attribute, text } => {
                let text = given(text);
                self.page.announce(say!(voice, "skill-tried", who, attribute, text));
            }
            Note::ParleyTried { who, target } => {
                self.page.announce(say!(voice, "dr12-parley-tried", who, target));
            }
            Note::HazardStruck { who, zone } => {
                self.page.announce(say!(voice, "dr12-hazard-struck", who, zone));
            }
            _ => {}
        }
    }

    fn tested(
        &mut self,
        who: CombatantId,
        purpose: Purpose,
        rolled: Option<&Rolled>,
        passed: bool,
    ) {
        let (voice, what) = (self.voice, Variant(&purpose));
        let outcome = say!(voice, "dr12-verdict", what, passed);
        let result = outcome_of(voice.tongue(), rolled, &outcome);
        let ailment = match purpose {
            Purpose::Recover(ailment) | Purpose::Resist(ailment) => Some(ailment),
            _ => None,
        };
        let key = ailment.as_ref().map(Variant);
        let subject = say!(voice, "dr12-test", who, what, key, ailment);
        match purpose {
            // These answer an announcement of somebody else, or stand for themselves.
            Purpose::Avoid | Purpose::Recover(_) | Purpose::Resist(_) | Purpose::Morale => {
                self.page.add_result(subject, result);
            }
            _ => self.page.result(subject, result),
        }
    }

    /// HP lost, exactly for who may know it, else in a word.
    fn lost(&mut self, who: CombatantId, cause: Cause, exact: Option<(u8, u8)>, wound: Wound) {
        let (voice, cause) = (self.voice, Variant(&cause));
        match exact {
            Some((amount, left)) => {
                self.page.follow(say!(voice, "dr12-lost", cause, who, amount, left));
            }
            // That it falls is told next.
            None if wound == Wound::Down => {}
            None => {
                let wound = Variant(&wound);
                self.page.add(say!(voice, "dr12-lost-some", cause, who, wound));
            }
        }
    }

    fn moved(&mut self, note: &Note) {
        let voice = self.voice;
        match note {
            Note::Moved { who, from, to, way } => {
                let sentence = say!(voice, "dr12-moved", way = Variant(way), who, from, to);
                match way {
                    Way::Move | Way::Dash | Way::Placed => self.page.begin(sentence),
                    Way::Pushed => self.page.add(sentence),
                }
            }
            Note::MovementCancelled(who) => self.page.add(say!(voice, "no-further", who)),
            Note::Disengaged(who) => self.page.begin(say!(voice, "dr12-disengaged", who)),
            Note::Fled(who) => self.page.begin(say!(voice, "dr12-fled", who)),
            _ => {}
        }
    }

    fn handled(&mut self, note: &Note) {
        let voice = self.voice;
        match note {
            Note::Marked { who, name, marks, .. } | Note::SpellMarked { who, name, marks } => {
                self.page.add(say!(voice, "dr12-marked", who, item = name, marks));
            }
            Note::ShieldSacrificed { who, name, .. } => {
                self.page.add(say!(voice, "dr12-shield-sacrificed", who, item = name));
            }
            Note::ItemMoved { name: item, by: who, from, to, .. } => {
                let is_thrown = self.thrown.as_ref() == Some(item);
                self.page.add(match (from, to) {
                    (At::On(_, Spot::Hands), At::Floor(zone)) if is_thrown => {
                        say!(voice, "dr12-item-lands", item, zone)
                    }
                    (At::On(..), At::Floor(_)) => say!(voice, "item-dropped", who, item),
                    (At::Floor(_), At::On(..)) => say!(voice, "dr12-item-taken", who, item),
                    (At::On(a, _), At::On(to, _)) if a != to => {
                        say!(voice, "item-handed", who, item, to)
                    }
                    (At::On(_, Spot::Pack), At::On(..)) => {
                        say!(voice, "dr12-item-retrieved", who, item)
                    }
                    (At::On(..), At::On(_, Spot::Hands)) => {
                        say!(voice, "dr12-item-drawn", who, item)
                    }
                    (At::On(..), At::On(..)) => say!(voice, "dr12-item-stowed", who, item),
                    (At::On(..), At::Gone) => say!(voice, "item-used", who, item),
                    (At::Floor(_) | At::Gone, _) => say!(voice, "item-gone", item),
                });
            }
            _ => {}
        }
    }
}

fn ground(voice: Voice<'_>, ground: &Ground) -> String {
    let limit = ground.limit.map(|limit| say!(voice, "dr12-ground-limit", limit));
    let hazard = ground.hazard.as_ref().map(|one| {
        let (secret, attribute, dr) = (one.secret, one.attribute, one.dr);
        say!(voice, "dr12-ground-hazard", secret, attribute, dr)
    });
    let start = |side| say!(voice, "dr12-ground-start", side = Variant(side));
    let starts = ground.start.iter().map(start);
    let exit = |side| say!(voice, "dr12-ground-exit", side = Variant(side));
    let exits = ground.exit_for.iter().map(exit);
    let parts: Vec<_> = [limit, hazard].into_iter().flatten().chain(starts).chain(exits).collect();
    if parts.is_empty() { say!(voice, "nothing-special") } else { listed(voice.tongue(), &parts) }
}

/// `d20 14 + 2 (STR) = 16, needs 12: HIT`; the outcome alone where the dice are hidden.
fn outcome_of(tongue: Tongue, rolled: Option<&Rolled>, outcome: &str) -> String {
    let Some(Rolled { natural, other, total, dr, modifiers }) = rolled else {
        return outcome.into();
    };
    let (faces, left_out, total) = (vec![*natural], *other, *total);
    let roll = Roll { sides: Some(20), faces, left_out, modifiers, total };
    roll.told(tongue) + &roll::verdict(tongue, Some(roll.needs(tongue, *dr)), outcome)
}

fn bent(tongue: Tongue, next: NextTest) -> String {
    let dr = next.dr.map(|dr| say!(tongue, "dr12-bent-dr", dr));
    let advantage = next.advantage.then(|| say!(tongue, "dr12-bent-advantage"));
    let disadvantage = next.disadvantage.then(|| say!(tongue, "dr12-bent-disadvantage"));
    let all: Vec<_> = [dr, advantage, disadvantage].into_iter().flatten().collect();
    listed(tongue, &all)
}

fn ends(voice: Voice<'_>, cure: Cure) -> Set {
    let Cure { attribute, dr, bound, .. } = cure;
    Set(say!(voice, "dr12-cure", attribute, dr, bound))
}

/// A question, to whoever is asked.
pub fn ask(voice: Voice<'_>, question: &Question) -> String {
    match question {
        Question::Avoid { who, attacker, weapon, attribute, free } => {
            say!(voice, "dr12-ask-avoid", attacker, who, weapon, attribute, free)
        }
        Question::Shield { who, attacker, weapon, shield } => {
            say!(voice, "dr12-ask-shield", attacker, who, weapon, shield)
        }
        Question::FreeAttack { who, mover } => say!(voice, "dr12-ask-free-attack", who, mover),
        Question::Ruling(Proposal { who, target, attribute, text }) => {
            let text = given(text);
            match target {
                Some(target) => say!(voice, "dr12-ask-stunt", who, target, attribute, text),
                None => say!(voice, "dr12-ask-skill", who, attribute, text),
            }
        }
        Question::Parley { who, target } => say!(voice, "dr12-ask-parley", who, target),
        Question::Cripple { who } => say!(voice, "dr12-ask-cripple", who),
    }
}

/// What the form of a question asks for.
pub fn form(tongue: Tongue, question: &Question) -> Vec<Slot> {
    let Question::Ruling(proposal) = question else { return Vec::new() };
    let mut slots = vec![
        slot!(tongue, "attribute", "dr12-form-attribute"),
        slot!(tongue, "dr", "dr12-form-dr"),
        slot!(tongue, "effect", "dr12-form-effect"),
    ];
    if proposal.target.is_some() {
        slots.push(slot!(tongue, "ailment", "dr12-form-ailment"));
        slots.push(slot!(tongue, "cure", "dr12-form-cure"));
    }
    slots
}

/// The label of an answer.
pub fn label(tongue: Tongue, question: &Question, choice: &Words) -> String {
    match choice.verb.as_str() {
        "dodge" => {
            let attribute = match question {
                Question::Avoid { attribute, .. } => Some(attribute),
                _ => None,
            };
            say!(tongue, "dr12-answer-avoid", attribute)
        }
        "lower" => {
            let attribute = words::attribute(tongue, choice.get("attribute"));
            say!(tongue, "dr12-answer-lower", attribute)
        }
        "rule" => ruling(tongue, question, choice),
        "morale" if choice.has("on_fail") => say!(tongue, "dr12-answer-morale-to-parley"),
        verb => say!(tongue, "dr12-answer", verb = Key(verb), named = capital(&words::plain(verb))),
    }
}

fn ruling(tongue: Tongue, question: &Question, choice: &Words) -> String {
    let Question::Ruling(proposal) = question else { return say!(tongue, "dr12-answer-bare-rule") };
    // What was left out is as proposed.
    let or = |slot: &str, proposed: &str| given(choice.get(slot)).unwrap_or(proposed).to_string();
    let attribute = or("attribute", proposal.attribute.key());
    let (dr, effect) = (or("dr", "12"), or("effect", &proposal.text));
    let ailment = Some(or("ailment", "none")).filter(|key| key != "none");
    let is_proposed = attribute == proposal.attribute.key()
        && dr == "12"
        && effect == proposal.text
        && ailment.is_none();
    let attribute = words::attribute(tongue, &attribute);
    let condition = ailment.map(|key| words::condition(tongue, &key));
    say!(tongue, "dr12-answer-rule", is_proposed, attribute, dr, condition)
}
