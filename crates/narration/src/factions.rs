//! Factions in words: its notes, questions and answers.

use super::catalogue::{Key, Locale, Sayable, Set, Speaks, Value, Variant, given, say, slot};
use super::formatter::Formatter;
use super::page::Page;
use super::roll::{self, Roll};
use super::{Slot, Style, capital, common, listed, words};
use engine::command::Command;
use engine::dice::Thrown;
use engine::fight::Note as CoreNote;
use engine::ids::CombatantId;
use engine::rules::factions::Factions;
use engine::rules::factions::attacks::Manner;
use engine::rules::factions::prompts::Question;
use engine::rules::factions::sheet::Ability;
use engine::rules::factions::state::{
    At, Cause, Ground, Note, Occasion, Passing, Purpose, Saved, Stage, Way, Wound,
};
use engine::rules::factions::zones::Place;
use engine::view::Told;

/// What happened, a paragraph an act.
pub fn tell(style: Style, told: &Told<Factions>) -> Vec<String> {
    let formatter = Formatter::telling(style, told);
    let mut teller = Teller {
        formatter,
        page: Page::new(style.locale),
        blows: Vec::new(),
        attack: None,
        is_poison_rolled: false,
    };
    for seen in &told.notes {
        match seen.note() {
            CoreNote::Joined(who, one) => {
                let faction = &one.body.faction;
                teller.page.begin(say!(formatter, "fact-joined", who, faction));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(formatter, laid));
                teller.page.begin(say!(formatter, "fact-ground", zone, ground));
            }
            CoreNote::Rule(note) => teller.rule(note),
            other => common::tell(formatter, other, &mut teller.page),
        }
    }
    teller.land_all();
    teller.page.finish()
}

impl<S: Speaks> Sayable<S> for Ability {
    fn said(&self, speaker: &S) -> Value {
        words::attribute(speaker.locale(), self.key()).said(speaker)
    }
}

/// A zone, or the border of two.
impl Sayable<Formatter<'_>> for Place {
    fn said(&self, formatter: &Formatter<'_>) -> Value {
        match self.border {
            Some(border) => {
                Set(say!(*formatter, "fact-border", zone = self.zone, border)).said(formatter)
            }
            None => self.zone.said(formatter),
        }
    }
}

struct Teller<'a> {
    formatter: Formatter<'a>,
    page: Page,
    /// Damage that is rolled, and whose harm is not told yet.
    blows: Vec<Blow>,
    /// The attack that was announced last: by whom, at whom.
    attack: Option<(CombatantId, CombatantId)>,
    /// The dice of poison are told: that it is poison goes without saying.
    is_poison_rolled: bool,
}

struct Blow {
    who: CombatantId,
    target: CombatantId,
    damage: String,
}

impl Teller<'_> {
    fn add(&mut self, sentence: String) {
        self.page.add(sentence);
    }

    fn begin(&mut self, sentence: String) {
        self.land_all();
        self.page.begin(sentence);
    }

    fn announce(&mut self, what: String) {
        self.land_all();
        self.page.announce(what);
    }

    /// What the rolled damage does to somebody follows its dice.
    fn land(&mut self, target: CombatantId) {
        if let Some(at) = self.blows.iter().position(|blow| blow.target == target) {
            let Blow { who, damage, .. } = self.blows.remove(at);
            let what = say!(self.formatter, "fact-hits", who, target);
            if self.attack == Some((who, target)) {
                self.page.dice(what, damage);
            } else {
                self.page.add_dice(what, damage);
            }
        }
    }

    /// Damage whose harm nobody may know.
    fn land_all(&mut self) {
        while let Some(Blow { target, .. }) = self.blows.first() {
            self.land(*target);
        }
    }

    fn rule(&mut self, note: &Note) {
        match note {
            Note::FactionFormed(_)
            | Note::Assigned { .. }
            | Note::AllianceSet { .. }
            | Note::CaptainNamed(_)
            | Note::InitiativeSet { .. }
            | Note::FirstSet(_)
            | Note::StageBegan { .. }
            | Note::SlotBegan(_)
            | Note::PassPressed(_)
            | Note::SlotPassed { .. }
            | Note::TurnBegan(_)
            | Note::TurnEnded(_)
            | Note::StretchEnded
            | Note::Decided(_)
            | Note::Listed { .. } => self.course(note),
            Note::Attacked { .. }
            | Note::Blasted { .. }
            | Note::Deviated { .. }
            | Note::DamageRolled { .. }
            | Note::PoisonRolled { .. }
            | Note::Lost { .. }
            | Note::NoLoss(_)
            | Note::Fell(_)
            | Note::Died(_)
            | Note::AttackLost(_)
            | Note::Saved { .. }
            | Note::GroupSaved { .. } => self.attack(note),
            Note::StuntOffered { .. }
            | Note::StuntRefused { .. }
            | Note::StuntDeclined { .. }
            | Note::StuntTaken { .. }
            | Note::HidBehind { .. }
            | Note::ShelterRefused { .. }
            | Note::Guarded { .. } => self.answered(note),
            Note::Dashed(_)
            | Note::Moved { .. }
            | Note::StepCancelled(_)
            | Note::Covered { .. }
            | Note::Concealed(_)
            | Note::Revealed(_)
            | Note::HideTried { .. }
            | Note::HideRefused(_)
            | Note::Left { .. }
            | Note::Pursued { .. }
            | Note::Fled(_)
            | Note::Reached(_) => self.moved(note),
            Note::Held { .. }
            | Note::ItemMoved { .. }
            | Note::Coated { .. }
            | Note::Emptied { .. }
            | Note::Worn { .. }
            | Note::DurabilityRolled { .. }
            | Note::DurabilityOrdered { .. } => self.handled(note),
            _ => self.state(note),
        }
    }

    /// Rounds, slots and turns.
    fn course(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Assigned { who, faction, group } => {
                self.begin(say!(formatter, "fact-assigned", who, faction, group = given(group)));
            }
            Note::AllianceSet { one, other, is_on } => {
                self.begin(say!(formatter, "fact-alliance-set", one, other, is_on));
            }
            Note::CaptainNamed(who) => self.begin(say!(formatter, "fact-captain-named", who)),
            Note::InitiativeSet { faction, face } => {
                self.add(say!(formatter, "fact-initiative-set", faction, face));
            }
            Note::FirstSet(faction) => self.begin(say!(formatter, "fact-first-set", faction)),
            Note::StageBegan { stage, threshold } => {
                match stage {
                    Stage::Ambush => self.begin(say!(formatter, "fact-ambush-began")),
                    Stage::Fast => {
                        let threshold = threshold.unwrap_or(0);
                        self.add(say!(formatter, "fact-fast-began", threshold));
                    }
                    Stage::Slow => self.begin(say!(formatter, "fact-slow-began")),
                    Stage::Round | Stage::RoundEnd => {}
                }
                self.land_all();
                self.page.cut();
            }
            // Whose message comes next says it.
            Note::SlotPassed { how: Passing::Nobody, .. } => {}
            Note::SlotPassed { faction, how } => {
                self.begin(say!(formatter, "fact-slot-passed", faction, how = Variant(how)));
            }
            Note::PassPressed(all) => self.begin(say!(formatter, "fact-pass-pressed", who = all)),
            Note::TurnBegan(_) | Note::TurnEnded(_) => {
                self.land_all();
                self.page.cut();
            }
            Note::StretchEnded => self.begin(say!(formatter, "fact-stretch-ended")),
            Note::Decided(who) => {
                self.begin(say!(formatter, "fact-decided", outcome = Key(who), who))
            }
            Note::Listed { broken, surrendered } => {
                if !broken.is_empty() {
                    self.begin(say!(formatter, "fact-listed-broken", who = broken));
                }
                if !surrendered.is_empty() {
                    self.begin(say!(formatter, "fact-listed-surrendered", who = surrendered));
                }
            }
            _ => {}
        }
    }

    fn attack(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Attacked { who, target, manner, occasion, hold_back, indirect } => {
                let (manner, name) = (Variant(manner), named(formatter, manner));
                let is_counter = *occasion == Occasion::Counter;
                let is_opportunity = *occasion == Occasion::Opportunity;
                self.announce(say!(
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
                self.attack = Some((*who, *target));
            }
            Note::Blasted { who, zone, manner, targets } => {
                let weapon = match manner {
                    Manner::Weapon(weapon) => Some(weapon),
                    _ => None,
                };
                let targets = Some(targets).filter(|targets| !targets.is_empty());
                self.announce(say!(formatter, "fact-blasted", who, zone, weapon, targets));
                self.attack = None;
            }
            Note::Deviated { zone, face } => {
                self.add(say!(formatter, "fact-deviated", zone, face));
            }
            Note::DamageRolled { who, target, die, face, is_impaired, armour } => {
                let (who, target) = (*who, *target);
                let damage = Set(damage(formatter.locale(), *die, *face));
                let damage = say!(formatter, "fact-damage", damage, is_impaired);
                let damage = roll::damage_less(formatter.locale(), damage, *armour, false);
                self.blows.push(Blow { who, target, damage });
            }
            Note::PoisonRolled { face, .. } => {
                let damage = Set(damage(formatter.locale(), 4, *face));
                self.page.open(say!(formatter, "fact-poison-rolled", damage));
                self.is_poison_rolled = true;
            }
            Note::Lost { who, cause, amount, left, wound, .. } => {
                self.lost(*who, *cause, amount.zip(*left), *wound);
            }
            Note::NoLoss(who) => {
                self.land(*who);
                self.page.follow(say!(formatter, "no-harm", who));
            }
            Note::Fell(who) => {
                self.land(*who);
                self.add(say!(formatter, "goes-down", who));
            }
            Note::Died(who) => {
                self.land(*who);
                self.add(say!(formatter, "fact-died", who));
            }
            Note::AttackLost(who) => {
                let lost = self.blows.extract_if(.., |blow| blow.who == *who).next();
                let target = lost.map(|blow| blow.target);
                self.add(say!(formatter, "fact-attack-lost", who, target));
            }
            Note::Saved { who, ability, purpose, face, value, passed } => {
                let result = saved(formatter, *ability, *purpose, (*face, *value), *passed);
                let subject = say!(formatter, "fact-saves", who, what = Variant(purpose));
                match purpose {
                    Purpose::Hit | Purpose::Break | Purpose::Skill => {
                        self.page.result(subject, result);
                    }
                    _ => self.page.add_result(subject, result),
                }
            }
            Note::GroupSaved { ability, purpose, face, members } => {
                let one = |one: &Saved| {
                    let Saved { who, value, passed } = one;
                    say!(formatter, "fact-group-saved-one", who, value, passed)
                };
                let members: Vec<String> = members.iter().map(one).collect();
                let (what, members) = (Variant(purpose), Set(members.join(", ")));
                self.begin(say!(formatter, "fact-group-saved", what, ability, face, members));
            }
            _ => {}
        }
    }

    /// Health lost, exactly for who may know it, else in a word.
    fn lost(&mut self, who: CombatantId, cause: Cause, exact: Option<(u8, u8)>, wound: Wound) {
        if cause == Cause::Attack {
            self.land(who);
        }
        let is_told = std::mem::take(&mut self.is_poison_rolled) && cause == Cause::Poison;
        let cause = if is_told { Cause::Attack } else { cause };
        let (formatter, cause) = (self.formatter, Variant(&cause));
        match exact {
            Some((amount, left)) => {
                self.page.follow(say!(formatter, "fact-lost", cause, who, amount, left));
            }
            // That it falls is told next.
            None if wound == Wound::Down => {}
            None => {
                self.add(say!(formatter, "fact-lost-some", cause, who, wound = Variant(&wound)))
            }
        }
    }

    /// Stunts, and who steps in for whom.
    fn answered(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.add(match note {
            Note::StuntOffered { who, target, text } => {
                say!(formatter, "fact-stunt-offered", who, target, text = given(text))
            }
            Note::StuntRefused { who, .. } => say!(formatter, "fact-stunt-refused", who),
            Note::StuntDeclined { target, .. } => say!(formatter, "fact-stunt-declined", target),
            Note::StuntTaken { target, text, .. } => {
                let text = given(text).map(|text| formatter.ended(text));
                say!(formatter, "fact-stunt-taken", target, text)
            }
            Note::HidBehind { who, behind } => say!(formatter, "fact-hid-behind", who, behind),
            Note::ShelterRefused { who, by } => say!(formatter, "fact-shelter-refused", who, by),
            Note::Guarded { who, target } => say!(formatter, "fact-guarded", who, target),
            _ => return,
        });
    }

    fn moved(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Dashed(who) => self.begin(say!(formatter, "fact-dashed", who)),
            Note::Moved { who, from, to, way, .. } => {
                let sentence = say!(formatter, "fact-moved", way = Variant(way), who, from, to);
                match way {
                    Way::Move | Way::Sneak | Way::Placed => self.begin(sentence),
                    Way::Dragged | Way::Shoved | Way::Reached => self.add(sentence),
                }
            }
            Note::StepCancelled(who) => self.add(say!(formatter, "no-further", who)),
            Note::Covered { who, is_on } => self.begin(say!(formatter, "fact-covered", who, is_on)),
            Note::Concealed(who) => self.begin(say!(formatter, "fact-concealed", who)),
            Note::Revealed(who) => self.add(say!(formatter, "fact-revealed", who)),
            Note::HideTried { who, text } => {
                self.begin(say!(formatter, "fact-hide-tried", who, text = given(text)));
            }
            Note::HideRefused(who) => self.add(say!(formatter, "fact-hide-refused", who)),
            Note::Left { who, exit } => self.begin(say!(formatter, "fact-left", who, exit)),
            Note::Pursued { faction, pursuers, leavers } => {
                let pursuers = Some(pursuers).filter(|all| !all.is_empty());
                self.begin(say!(formatter, "fact-pursued", faction, pursuers, leavers));
            }
            Note::Fled(who) => self.add(say!(formatter, "fact-fled", who)),
            Note::Reached(who) => self.add(say!(formatter, "fact-reached", who)),
            _ => {}
        }
    }

    fn handled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Held { who, name: item, is_on, .. } => {
                self.add(say!(formatter, "fact-held", who, item, is_on));
            }
            Note::ItemMoved { name: item, by: who, from, to, .. } => {
                self.add(match (from, to) {
                    (At::With(owner), At::Floor(_)) if owner == who => {
                        say!(formatter, "fact-item-let-fall", who, item)
                    }
                    (At::With(owner), At::Floor(_)) => {
                        say!(formatter, "item-dropped", who = owner, item)
                    }
                    (At::Floor(_), At::With(_)) => say!(formatter, "item-picked-up", who, item),
                    (At::With(_), At::With(to)) => say!(formatter, "item-handed", who, item, to),
                    (At::With(_), At::Gone) => say!(formatter, "item-used", who, item),
                    (At::Floor(_) | At::Gone, _) => say!(formatter, "item-gone", item),
                });
            }
            Note::Coated { who, name: item, is_on: true, .. } => {
                self.add(say!(formatter, "fact-coated", who, item));
            }
            Note::Emptied { who, name: item, is_on: false, .. } => {
                self.begin(say!(formatter, "fact-reloaded", who, item));
            }
            Note::Worn { who, name: item, state, .. } => {
                self.add(say!(formatter, "fact-worn", who, item, state = Variant(state)));
            }
            Note::DurabilityRolled { who, name: item, face, .. } => {
                self.begin(say!(formatter, "fact-durability-rolled", who, item, face));
            }
            Note::DurabilityOrdered { who, is_on } => {
                self.begin(say!(formatter, "fact-durability-ordered", who, is_on));
            }
            // What these do shows in what follows them.
            _ => {}
        }
    }

    /// What becomes of people.
    fn state(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Healed { who, amount, left, wound, .. } => {
                let wound = Variant(wound);
                self.add(say!(formatter, "fact-healed", who, amount, left, wound));
            }
            Note::PoisonEnded(who) => self.add(say!(formatter, "fact-poison-ended", who)),
            Note::Effect { text, .. } => {
                self.add(say!(formatter, "effect", text = formatter.ended(text)))
            }
            Note::Grabbed { who, by } => self.add(say!(formatter, "fact-grabbed", who, by)),
            Note::Freed { who, by } => self.add(say!(formatter, "fact-freed", who, by)),
            Note::Shoved { who, by } => self.begin(say!(formatter, "fact-shoved", who, by)),
            Note::HazardStruck { who, zone } => {
                self.add(say!(formatter, "hazard-struck", who, zone));
            }
            Note::Said { who, text } => self.begin(say!(formatter, "said", who, text)),
            Note::Interacted { who, text } => {
                self.begin(say!(formatter, "fact-interacted", who, text = formatter.ended(text)));
            }
            Note::SkillTried { who, ability: attribute, text } => {
                let text = given(text);
                self.announce(say!(formatter, "skill-tried", who, attribute, text));
            }
            Note::SkillRefused(who) => self.add(say!(formatter, "skill-refused", who)),
            Note::Steadied(who) => self.add(say!(formatter, "fact-steadied", who)),
            Note::Broke(who) => self.add(say!(formatter, "fact-broke", who)),
            Note::Surrendered { who, is_forced } => {
                self.begin(say!(formatter, "fact-surrendered", who, is_forced));
            }
            Note::Rallied(who) => self.add(say!(formatter, "fact-rallied", who)),
            Note::FlagSet { who, flag, is_on } => {
                self.begin(say!(formatter, "fact-flag-set", who, flag = Variant(flag), is_on));
            }
            Note::NoticedSet { who, by, is_on } => {
                self.begin(say!(formatter, "fact-noticed-set", who, by, is_on));
            }
            Note::ManoeuvreAdded(one) => {
                let (name, save, effect) = (&one.name, one.save, &one.effect);
                self.begin(say!(formatter, "fact-manoeuvre-added", name, save, effect));
            }
            // What these do shows in what follows them.
            _ => {}
        }
    }
}

/// `d8 3 = 3 damage`.
fn damage(locale: Locale, sides: u8, face: u8) -> String {
    let dice = Thrown { sides, faces: vec![face], plus: 0 };
    roll::damage(locale, Some(&dice), false, face.into())
}

/// `AGI save d20 7, needs 12 or less: DODGED`; what is needed where that may be known.
fn saved(
    formatter: Formatter<'_>,
    ability: Ability,
    purpose: Purpose,
    (face, value): (u8, Option<u8>),
    passed: bool,
) -> String {
    let locale = formatter.locale();
    let (faces, total) = (vec![face], face.into());
    let roll = Roll { sides: Some(20), faces, left_out: None, modifiers: &[], total };
    let needs = value.map(|value| Set(say!(formatter, "fact-or-less", value)));
    let outcome = say!(formatter, "fact-verdict", what = Variant(&purpose), passed);
    let result = roll.told(locale) + &roll::verdict(locale, needs, &outcome);
    say!(formatter, "fact-saved", ability, result = Set(result))
}

fn ground(formatter: Formatter<'_>, ground: &Ground) -> String {
    let tags = [
        ("cover", ground.cover),
        ("obscured", ground.obscured),
        ("barrier", ground.barrier),
        ("hard", ground.hard),
        ("exit", ground.exit),
    ];
    let tags = tags.into_iter().filter(|(_, is)| *is);
    let mut parts: Vec<String> =
        tags.map(|(tag, _)| say!(formatter, "fact-ground-tag", tag = Key(tag))).collect();
    parts.extend(ground.hazard.map(|damage| {
        let damage = damage.to_string();
        say!(formatter, "fact-ground-hazard", damage)
    }));
    let blocked: Vec<String> = ground.blocked.iter().map(|zone| formatter.zone(*zone)).collect();
    if !blocked.is_empty() {
        let zones = Set(listed(formatter.locale(), &blocked));
        parts.push(say!(formatter, "fact-ground-no-sight", zones));
    }
    if parts.is_empty() {
        say!(formatter, "nothing-special")
    } else {
        listed(formatter.locale(), &parts)
    }
}

/// What an attack is made with, or what it is called.
fn named(formatter: Formatter<'_>, manner: &Manner) -> Option<String> {
    match manner {
        Manner::Weapon(name) => Some(words::weapon(formatter.locale(), name)),
        Manner::Disarm(name) | Manner::Manoeuvre(name) => Some(name.to_string()),
        Manner::Grapple | Manner::FinalBlow => None,
    }
}

/// A question, to whoever is asked.
pub fn ask(formatter: Formatter<'_>, question: &Question) -> String {
    match question {
        Question::StuntApproval { who, target, text } => {
            say!(formatter, "fact-ask-stunt-approval", who, target, text = given(text))
        }
        Question::Stunt { who, attacker, text } => {
            say!(formatter, "fact-ask-stunt", attacker, who, text = given(text))
        }
        Question::StuntOffer { who, target } => {
            say!(formatter, "fact-ask-stunt-offer", who, target)
        }
        Question::Reaction { who: target, attacker, manner, is_opportunity, .. } => {
            let (manner, name) = (Variant(manner), named(formatter, manner));
            say!(formatter, "fact-ask-reaction", attacker, target, manner, name, is_opportunity)
        }
        Question::Guard { who, attacker, target, manner, is_opportunity, .. } => {
            let (manner, name) = (Variant(manner), named(formatter, manner));
            say!(formatter, "fact-ask-guard", who, attacker, target, manner, name, is_opportunity)
        }
        Question::Consent { who, target, attacker } => {
            say!(formatter, "fact-ask-consent", who, target, attacker)
        }
        Question::Opportunity { who, mover } => say!(formatter, "fact-ask-opportunity", who, mover),
        Question::HideApproval { who, text } => {
            say!(formatter, "fact-ask-hide-approval", who, text = given(text))
        }
        Question::Pursuit { faction, leavers } => {
            say!(formatter, "fact-ask-pursuit", faction, leavers)
        }
        Question::Ruling { who, ability, text } => {
            say!(formatter, "fact-ask-ruling", who, ability, text = given(text))
        }
    }
}

/// What the form of a question asks for.
pub fn form(locale: Locale, question: &Question) -> Vec<Slot> {
    match question {
        Question::Ruling { .. } => vec![
            slot!(locale, "ability", "fact-form-ability"),
            slot!(locale, "effect", "fact-form-effect"),
        ],
        _ => Vec::new(),
    }
}

/// What else may be said with an answer.
pub fn room(locale: Locale, choice: &Command) -> Vec<Slot> {
    match choice.verb.as_str() {
        "stunt" => vec![slot!(locale, "text", "fact-form-text")],
        _ => Vec::new(),
    }
}

/// The label of an answer. What it costs stands in it.
pub fn label(locale: Locale, choice: &Command) -> String {
    let slot = |slot: &str| given(choice.get(slot));
    match choice.verb.as_str() {
        "guard" if choice.get("how") != "counter" => {
            say!(locale, "fact-answer-guard", how = slot("how").map(Key))
        }
        verb @ ("counter" | "guard" | "strike") => {
            let (verb, kind, held) = (Key(verb), slot("kind"), choice.get("hold_back") == "true");
            let (item, weapon) = (slot("item"), slot("weapon"));
            let weapon = weapon.map(|name| words::weapon(locale, name));
            say!(locale, "fact-answer-strike", verb, kind, item, weapon, held)
        }
        "hide-behind" => say!(locale, "fact-answer-hide-behind", target = choice.get("target")),
        "pursue" => say!(locale, "fact-answer-pursue", who = choice.get("who")),
        "rule" => {
            let ability = slot("ability").map(|key| words::attribute(locale, key));
            say!(locale, "fact-answer-rule", ability)
        }
        verb => say!(locale, "fact-answer", verb = Key(verb), named = capital(&words::plain(verb))),
    }
}
