//! DR12 in words: its notes, questions and answers.

use super::catalogue::{Key, Locale, Sayable, Set, Speaks, Value, Variant, given, say, slot};
use super::formatter::Formatter;
use super::page::Page;
use super::roll::{self, Roll};
use super::{Slot, Style, capital, common, listed, words};
use engine::command::Command;
use engine::fight::Note as CoreNote;
use engine::ids::CombatantId;
use engine::rules::dr12::Dr12;
use engine::rules::dr12::prompts::{Proposal, Question};
use engine::rules::dr12::sheet::{Ailment, Attribute, Cure, Kind, Name, NextTest, Spot};
use engine::rules::dr12::state::{At, Cause, Ground, Note, Purpose, Rolled, Scar, Way, Wound};
use engine::view::Told;

/// What happened, a paragraph an act.
pub fn tell(style: Style, told: &Told<Dr12>) -> Vec<String> {
    let formatter = Formatter::telling(style, told);
    let (page, is_after_more) = (Page::new(style.locale), told.is_after_more);
    let mut teller = Teller { formatter, page, thrown: None, is_after_more };
    for seen in &told.notes {
        teller.core(seen.note());
    }
    teller.page.finish()
}

impl<S: Speaks> Sayable<S> for Attribute {
    fn said(&self, speaker: &S) -> Value {
        words::attribute(speaker.locale(), self.key()).said(speaker)
    }
}

impl<S: Speaks> Sayable<S> for Ailment {
    fn said(&self, speaker: &S) -> Value {
        words::condition(speaker.locale(), self.key()).said(speaker)
    }
}

struct Teller<'a> {
    formatter: Formatter<'a>,
    page: Page,
    /// The weapon of the ranged attack that is being told: it may land somewhere.
    thrown: Option<Name>,
    is_after_more: bool,
}

impl Teller<'_> {
    fn core(&mut self, note: &CoreNote<Dr12>) {
        let formatter = self.formatter;
        match note {
            CoreNote::Joined(who, one) => {
                let side = Variant(&one.body.side);
                self.page.begin(say!(formatter, "dr12-joined", who, side));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(formatter, laid));
                self.page.begin(say!(formatter, "dr12-ground", zone, ground));
            }
            CoreNote::Rule(note) => self.rule(note),
            other => common::tell(formatter, other, &mut self.page),
        }
    }

    fn rule(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::SurpriseSet(side) => {
                let side = side.as_ref().map(Variant);
                self.page.begin(say!(formatter, "dr12-surprise-set", side));
            }
            Note::SideRolled { face, first } => {
                let first = Variant(first);
                self.page.add(say!(formatter, "dr12-side-rolled", face, first));
            }
            Note::InitiativeRolled { who, face, total } => {
                let dice = roll::of_one(formatter.locale(), 6, *face, *total);
                self.page.add(say!(formatter, "dr12-initiative-rolled", who, dice));
            }
            Note::Ordered(order) => {
                let names: Vec<_> = order.iter().map(|who| formatter.name(*who)).collect();
                if names.len() > 1 {
                    let names = Set(names.join(", "));
                    self.page.add(say!(formatter, "dr12-ordered", names));
                }
            }
            Note::BlockBegan(side) => {
                self.page.add(say!(formatter, "dr12-block-began", side = Variant(side)));
                self.page.cut();
            }
            Note::BlockPassed => self.page.begin(say!(formatter, "dr12-block-passed")),
            Note::TurnBegan(_) | Note::TurnEnded(_) => self.page.cut(),
            Note::Passed(_) if self.is_after_more => {}
            Note::Passed(who) => self.page.add(say!(formatter, "dr12-passed", who)),
            // Used up: the Test itself shows it.
            Note::Bent { next, .. } if *next == NextTest::default() => {}
            Note::Bent { who, next } => {
                let next = Set(bent(formatter.locale(), *next));
                self.page.add(say!(formatter, "dr12-bent", who, next));
            }
            Note::Tested { who, purpose, rolled, passed } => {
                self.tested(*who, *purpose, rolled.as_ref(), *passed);
            }
            Note::Lost { who, cause, amount, left, wound } => {
                self.lost(*who, *cause, amount.zip(*left), *wound);
            }
            Note::NoLoss { who } => self.page.follow(say!(formatter, "no-harm", who)),
            Note::Healed { who, amount, left, wound, .. } => {
                let wound = Variant(wound);
                self.page.add(say!(formatter, "dr12-healed", who, amount, left, wound));
            }
            Note::Fell(who) => self.page.add(say!(formatter, "goes-down", who)),
            Note::DamageRolled { total, doubled, dice, armour, .. } => {
                let locale = formatter.locale();
                let damage = roll::damage(locale, dice.as_ref(), *doubled, *total);
                self.page.open(roll::damage_less(locale, damage, *armour, false));
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
                self.page.add(say!(formatter, "dr12-succeeds", who));
            }
            Note::Effect { text, .. } => {
                self.page.add(say!(formatter, "effect", text = formatter.ended(text)));
            }
            Note::ParleyRefused { target, .. } => {
                self.page.add(say!(formatter, "dr12-parley-refused", target));
            }
            Note::ParleyAccepted { target, .. } => {
                self.page.add(say!(formatter, "dr12-parley-accepted", target));
            }
            Note::Marked { .. }
            | Note::SpellMarked { .. }
            | Note::ShieldSacrificed { .. }
            | Note::ItemMoved { .. } => self.handled(note),
            Note::Ailing { who, ailment, cure } => {
                let (key, cure) = (Variant(ailment), cure.map(|cure| ends(formatter, cure)));
                self.page.add(say!(formatter, "dr12-ailing", who, key, ailment, cure));
            }
            Note::Recovered { who, ailment } => {
                self.page.add(say!(
                    formatter,
                    "dr12-recovered",
                    who,
                    key = Variant(ailment),
                    ailment
                ));
            }
            Note::Lapsed(who) => self.page.add(say!(formatter, "dr12-lapsed", who)),
            Note::ReactionRolled { npcs, face, attitude } => {
                let attitude = Variant(attitude);
                self.page.begin(say!(formatter, "dr12-reaction", npcs, face, attitude));
            }
            Note::StartOffered => {
                self.page.add(say!(
                    formatter,
                    "dr12-start-offered",
                    start = formatter.command("start")
                ));
            }
            Note::MoraleSuggested(why) => {
                let (why, morale) = (Variant(why), formatter.command("morale"));
                self.page.add(say!(formatter, "dr12-morale-suggested", why, morale));
            }
            Note::MoodSet { who, mood } => {
                self.page.add(say!(formatter, "dr12-mood-set", who, mood = Variant(mood)));
            }
            Note::Decided(outcome) => {
                self.page.begin(say!(formatter, "dr12-decided", outcome = Variant(outcome)));
            }
            Note::WearRolled { who, name, face, .. } => {
                self.page.begin(say!(formatter, "dr12-wear-rolled", who, item = name, face));
            }
            Note::FateRolled { who, face } => {
                self.page.begin(say!(formatter, "dr12-fate-rolled", who, face));
            }
            Note::Scarred { who, scar } => {
                let attribute = match scar {
                    Scar::Crippled(attribute) => Some(attribute),
                    _ => None,
                };
                self.page.add(say!(
                    formatter,
                    "dr12-scarred",
                    who,
                    scar = Variant(scar),
                    attribute
                ));
            }
            // What these do shows in what follows them.
            Note::StartsIn { .. } | Note::Spent(..) | Note::ArmourTook(_) | Note::Shot { .. } => {}
        }
    }

    fn announced(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.thrown = None;
        match note {
            Note::Attacked { who, target, weapon: name, kind, free } => {
                let weapon = words::weapon(formatter.locale(), name);
                self.page.announce(say!(formatter, "dr12-attacked", who, target, weapon, free));
                self.thrown = (*kind == Kind::Ranged).then(|| name.clone());
            }
            Note::CastAt { who, target, spell } => {
                self.page.announce(say!(formatter, "dr12-cast", who, target, spell));
            }
            Note::StuntTried { who, target, text } => {
                let (kind, text) = (Key(text), given(text));
                self.page.announce(say!(formatter, "dr12-stunt-tried", who, target, kind, text));
            }
            Note::SkillTried { who, attribute, text } => {
                let text = given(text);
                self.page.announce(say!(formatter, "skill-tried", who, attribute, text));
            }
            Note::ParleyTried { who, target } => {
                self.page.announce(say!(formatter, "dr12-parley-tried", who, target));
            }
            Note::HazardStruck { who, zone } => {
                self.page.announce(say!(formatter, "dr12-hazard-struck", who, zone));
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
        let (formatter, what) = (self.formatter, Variant(&purpose));
        let outcome = say!(formatter, "dr12-verdict", what, passed);
        let result = outcome_of(formatter.locale(), rolled, &outcome);
        let ailment = match purpose {
            Purpose::Recover(ailment) | Purpose::Resist(ailment) => Some(ailment),
            _ => None,
        };
        let key = ailment.as_ref().map(Variant);
        let subject = say!(formatter, "dr12-test", who, what, key, ailment);
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
        let (formatter, cause) = (self.formatter, Variant(&cause));
        match exact {
            Some((amount, left)) => {
                self.page.follow(say!(formatter, "dr12-lost", cause, who, amount, left));
            }
            // That it falls is told next.
            None if wound == Wound::Down => {}
            None => {
                let wound = Variant(&wound);
                self.page.add(say!(formatter, "dr12-lost-some", cause, who, wound));
            }
        }
    }

    fn moved(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Moved { who, from, to, way } => {
                let sentence = say!(formatter, "dr12-moved", way = Variant(way), who, from, to);
                match way {
                    Way::Move | Way::Dash | Way::Placed => self.page.begin(sentence),
                    Way::Pushed => self.page.add(sentence),
                }
            }
            Note::MovementCancelled(who) => self.page.add(say!(formatter, "no-further", who)),
            Note::Disengaged(who) => self.page.begin(say!(formatter, "dr12-disengaged", who)),
            Note::Fled(who) => self.page.begin(say!(formatter, "dr12-fled", who)),
            _ => {}
        }
    }

    fn handled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Marked { who, name, marks, .. } | Note::SpellMarked { who, name, marks } => {
                self.page.add(say!(formatter, "dr12-marked", who, item = name, marks));
            }
            Note::ShieldSacrificed { who, name, .. } => {
                self.page.add(say!(formatter, "dr12-shield-sacrificed", who, item = name));
            }
            Note::ItemMoved { name: item, by: who, from, to, .. } => {
                let is_thrown = self.thrown.as_ref() == Some(item);
                self.page.add(match (from, to) {
                    (At::On(_, Spot::Hands), At::Floor(zone)) if is_thrown => {
                        say!(formatter, "dr12-item-lands", item, zone)
                    }
                    (At::On(..), At::Floor(_)) => say!(formatter, "item-dropped", who, item),
                    (At::Floor(_), At::On(..)) => say!(formatter, "dr12-item-taken", who, item),
                    (At::On(a, _), At::On(to, _)) if a != to => {
                        say!(formatter, "item-handed", who, item, to)
                    }
                    (At::On(_, Spot::Pack), At::On(..)) => {
                        say!(formatter, "dr12-item-retrieved", who, item)
                    }
                    (At::On(..), At::On(_, Spot::Hands)) => {
                        say!(formatter, "dr12-item-drawn", who, item)
                    }
                    (At::On(..), At::On(..)) => say!(formatter, "dr12-item-stowed", who, item),
                    (At::On(..), At::Gone) => say!(formatter, "item-used", who, item),
                    (At::Floor(_) | At::Gone, _) => say!(formatter, "item-gone", item),
                });
            }
            _ => {}
        }
    }
}

fn ground(formatter: Formatter<'_>, ground: &Ground) -> String {
    let limit = ground.limit.map(|limit| say!(formatter, "dr12-ground-limit", limit));
    let hazard = ground.hazard.as_ref().map(|one| {
        let (secret, attribute, dr) = (one.secret, one.attribute, one.dr);
        say!(formatter, "dr12-ground-hazard", secret, attribute, dr)
    });
    let start = |side| say!(formatter, "dr12-ground-start", side = Variant(side));
    let starts = ground.start.iter().map(start);
    let exit = |side| say!(formatter, "dr12-ground-exit", side = Variant(side));
    let exits = ground.exit_for.iter().map(exit);
    let parts: Vec<_> = [limit, hazard].into_iter().flatten().chain(starts).chain(exits).collect();
    if parts.is_empty() {
        say!(formatter, "nothing-special")
    } else {
        listed(formatter.locale(), &parts)
    }
}

/// `d20 14 + 2 (STR) = 16, needs 12: HIT`; the outcome alone where the dice are hidden.
fn outcome_of(locale: Locale, rolled: Option<&Rolled>, outcome: &str) -> String {
    let Some(Rolled { natural, other, total, dr, modifiers }) = rolled else {
        return outcome.into();
    };
    let (faces, left_out, total) = (vec![*natural], *other, *total);
    let roll = Roll { sides: Some(20), faces, left_out, modifiers, total };
    roll.told(locale) + &roll::verdict(locale, Some(roll.needs(locale, *dr)), outcome)
}

fn bent(locale: Locale, next: NextTest) -> String {
    let dr = next.dr.map(|dr| say!(locale, "dr12-bent-dr", dr));
    let advantage = next.advantage.then(|| say!(locale, "dr12-bent-advantage"));
    let disadvantage = next.disadvantage.then(|| say!(locale, "dr12-bent-disadvantage"));
    let all: Vec<_> = [dr, advantage, disadvantage].into_iter().flatten().collect();
    listed(locale, &all)
}

fn ends(formatter: Formatter<'_>, cure: Cure) -> Set {
    let Cure { attribute, dr, bound, .. } = cure;
    Set(say!(formatter, "dr12-cure", attribute, dr, bound))
}

/// A question, to whoever is asked.
pub fn ask(formatter: Formatter<'_>, question: &Question) -> String {
    match question {
        Question::Avoid { who, attacker, weapon, attribute, free } => {
            let weapon = words::weapon(formatter.locale(), weapon);
            say!(formatter, "dr12-ask-avoid", attacker, who, weapon, attribute, free)
        }
        Question::Shield { who, attacker, weapon, shield } => {
            let weapon = words::weapon(formatter.locale(), weapon);
            say!(formatter, "dr12-ask-shield", attacker, who, weapon, shield)
        }
        Question::FreeAttack { who, mover } => say!(formatter, "dr12-ask-free-attack", who, mover),
        Question::Ruling(Proposal { who, target, attribute, text }) => {
            let text = given(text);
            match target {
                Some(target) => say!(formatter, "dr12-ask-stunt", who, target, attribute, text),
                None => say!(formatter, "dr12-ask-skill", who, attribute, text),
            }
        }
        Question::Parley { who, target } => say!(formatter, "dr12-ask-parley", who, target),
        Question::Cripple { who } => say!(formatter, "dr12-ask-cripple", who),
    }
}

/// What the form of a question asks for.
pub fn form(locale: Locale, question: &Question) -> Vec<Slot> {
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

/// The label of an answer.
pub fn label(locale: Locale, question: &Question, choice: &Command) -> String {
    match choice.verb.as_str() {
        "dodge" => {
            let attribute = match question {
                Question::Avoid { attribute, .. } => Some(attribute),
                _ => None,
            };
            say!(locale, "dr12-answer-avoid", attribute)
        }
        "lower" => {
            let attribute = words::attribute(locale, choice.get("attribute"));
            say!(locale, "dr12-answer-lower", attribute)
        }
        "rule" => ruling(locale, question, choice),
        "morale" if choice.has("on_fail") => say!(locale, "dr12-answer-morale-to-parley"),
        verb => say!(locale, "dr12-answer", verb = Key(verb), named = capital(&words::plain(verb))),
    }
}

fn ruling(locale: Locale, question: &Question, choice: &Command) -> String {
    let Question::Ruling(proposal) = question else { return say!(locale, "dr12-answer-bare-rule") };
    // What was left out is as proposed.
    let or = |slot: &str, proposed: &str| given(choice.get(slot)).unwrap_or(proposed).to_string();
    let attribute = or("attribute", proposal.attribute.key());
    let (dr, effect) = (or("dr", "12"), or("effect", &proposal.text));
    let ailment = Some(or("ailment", "none")).filter(|key| key != "none");
    let is_proposed = attribute == proposal.attribute.key()
        && dr == "12"
        && effect == proposal.text
        && ailment.is_none();
    let attribute = words::attribute(locale, &attribute);
    let condition = ailment.map(|key| words::condition(locale, &key));
    say!(locale, "dr12-answer-rule", is_proposed, attribute, dr, condition)
}
