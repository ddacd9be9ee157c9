//! DR12 in words: notes, questions, answers, and the refusals that its rules explain best.

use std::collections::BTreeMap;

use super::page::Page;
use super::refusals::detail;
use super::{Ink, Slot, capital, common, listed, words};
use crate::engine::fight::Note as CoreNote;
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::rules::dr12::Dr12;
use crate::engine::rules::dr12::prompts::Question;
use crate::engine::rules::dr12::sheet::{
    Ailment, Attribute, Cure, Kind, Mood, Name, NextTest, Side, Spot,
};
use crate::engine::rules::dr12::state::{
    At, Cause, Ground, Note, Outcome, Purpose, Rolled, Scar, Suggestion, Way, Wound,
};
use crate::engine::view::Told;
use crate::engine::words::{Refusal, Words};

/// What happened, a paragraph an act.
pub fn tell(ink: Ink, told: &Told<Dr12>) -> Vec<String> {
    let mut teller = Teller { ink, told, page: Page::default(), thrown: None };
    for seen in &told.notes {
        teller.core(seen.note());
    }
    teller.page.finish()
}

struct Teller<'a> {
    ink: Ink,
    told: &'a Told<Dr12>,
    page: Page,
    /// The weapon of the ranged attack that is being told: it may land somewhere.
    thrown: Option<Name>,
}

impl Teller<'_> {
    fn name(&self, who: CombatantId) -> String {
        common::name(self.ink, &self.told.names, who)
    }

    fn zone(&self, zone: ZoneId) -> String {
        common::zone(self.ink, self.told, zone)
    }

    fn text(&self, text: &str) -> String {
        (self.ink.text)(text)
    }

    fn core(&mut self, note: &CoreNote<Dr12>) {
        match note {
            CoreNote::Joined(who, one) => {
                let side = if one.body.side == Side::Party { "party" } else { "enemies" };
                self.page.begin(format!("{} joins the {side}.", self.name(*who)));
            }
            CoreNote::GroundLaid(zone, ground) => {
                self.page.begin(format!("{}: {}.", self.zone(*zone), self.ground(ground)));
            }
            CoreNote::Rule(note) => self.rule(note),
            other => common::tell(self.ink, self.told, other, &mut self.page),
        }
    }

    fn rule(&mut self, note: &Note) {
        match note {
            Note::SurpriseSet(Some(side)) => {
                self.page.begin(format!("{} surprised.", capital(&are(*side))));
            }
            Note::SurpriseSet(None) => self.page.begin("Nobody is surprised.".into()),
            Note::SideRolled { face, first } => {
                self.page.add(format!("Side die d6 {face}: {} first.", acts(*first)));
            }
            Note::InitiativeRolled { who, face, total } => {
                let plus = i16::from(*total) - i16::from(*face);
                let name = self.name(*who);
                self.page.add(format!("{name}: initiative d6 {face} {plus:+} = {total}."));
            }
            Note::Ordered(order) => {
                let names: Vec<_> = order.iter().map(|who| self.name(*who)).collect();
                if names.len() > 1 {
                    self.page.add(format!("Order: {}.", names.join(", ")));
                }
            }
            Note::BlockBegan(side) => {
                self.page.add(format!("{}.", capital(acts(*side))));
                self.page.cut();
            }
            Note::BlockPassed => self.page.begin("The rest of the block passes.".into()),
            Note::TurnBegan(_) | Note::TurnEnded(_) => self.page.cut(),
            Note::Passed(who) => self.page.add(format!("{} passes.", self.name(*who))),
            // Used up: the Test itself shows it.
            Note::Bent { next, .. } if *next == NextTest::default() => {}
            Note::Bent { who, next } => {
                self.page.add(format!("{}'s next Test: {}.", self.name(*who), bent(*next)));
            }
            Note::Tested { who, purpose, rolled, passed } => {
                self.tested(*who, *purpose, rolled.as_ref(), *passed);
            }
            Note::Lost { who, cause, amount, left, wound } => {
                self.lost(*who, *cause, amount.zip(*left), *wound);
            }
            Note::NoLoss { who } => {
                self.page.add(format!("{} takes no harm.", self.name(*who)));
            }
            Note::Healed { who, amount, left, wound, .. } => {
                let name = self.name(*who);
                self.page.add(match amount.zip(*left) {
                    Some((amount, left)) => format!("{name} regains {amount} HP: {left} now."),
                    None => format!("{name} recovers and is {}.", wounded(*wound)),
                });
            }
            Note::Fell(who) => self.page.add(format!("{} goes down.", self.name(*who))),
            Note::DamageRolled { total, doubled, .. } => {
                let doubled = if *doubled { ", doubled" } else { "" };
                self.page.add(format!("Damage {total}{doubled}."));
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
                self.page.add(format!("{} succeeds.", self.name(*who)));
            }
            Note::Effect { text, .. } => {
                self.page.add(format!("Effect: {}", common::sentence(self.ink, text)))
            }
            Note::ParleyRefused { target, .. } => {
                self.page.add(format!("{} turns the offer down.", self.name(*target)));
            }
            Note::ParleyAccepted { target, .. } => {
                self.page.add(format!("{} accepts.", self.name(*target)));
            }
            Note::Marked { .. }
            | Note::SpellMarked { .. }
            | Note::ShieldSacrificed { .. }
            | Note::ItemMoved { .. } => self.handled(note),
            Note::Ailing { who, ailment, cure } => {
                let (name, ends) = (self.name(*who), cure.map(ends).unwrap_or_default());
                self.page.add(match ailment {
                    Ailment::Ongoing => format!("{name} takes Ongoing Damage{ends}."),
                    other => format!("{name} is {}{ends}.", condition(*other)),
                });
            }
            Note::Recovered { who, ailment } => {
                let name = self.name(*who);
                self.page.add(match ailment {
                    Ailment::Ongoing => format!("{name}'s Ongoing Damage ends."),
                    other => format!("{name} is no longer {}.", condition(*other)),
                });
            }
            Note::Lapsed(who) => {
                let name = self.name(*who);
                self.page.add(format!("What {name} meant to do is not possible any more."));
            }
            Note::ReactionRolled { npcs, face, attitude } => {
                let names: Vec<_> = npcs.iter().map(|who| self.name(*who)).collect();
                let start = (self.ink.command)("start");
                let start = format!(" `{start}` begins the fight.");
                let start = if *face == 1 { start.as_str() } else { "" };
                let (names, attitude) = (listed(&names), attitude.key());
                self.page.begin(format!("Reaction of {names}: d10 {face}, {attitude}.{start}"));
            }
            Note::MoraleSuggested(why) => {
                let why = suggested(*why);
                let morale = (self.ink.command)("morale");
                self.page.add(format!("{why}: you may call for morale Tests (`{morale}`)."));
            }
            Note::MoodSet { who, mood } => {
                let name = self.name(*who);
                self.page.add(match mood {
                    Mood::Fighting => format!("{name} fights again."),
                    Mood::Fleeing => format!("{name} wants to flee."),
                    Mood::Parleying => format!("{name} wants to parley."),
                });
            }
            Note::Decided(outcome) => self.page.begin(
                match outcome {
                    Outcome::Won => "The party wins.",
                    Outcome::Lost => "The party loses.",
                    Outcome::Truce => "A truce is made.",
                }
                .into(),
            ),
            Note::WearRolled { who, name, face, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.page.begin(format!("Wear of {who}'s {item}: d6 {face}."));
            }
            Note::FateRolled { who, face } => {
                self.page.begin(format!("What becomes of {}: d6 {face}.", self.name(*who)));
            }
            Note::Scarred { who, scar } => {
                let name = self.name(*who);
                self.page.add(scarred(&name, *scar));
            }
            // What these do shows in what follows them.
            Note::Spent(..) | Note::ArmourTook(_) | Note::Shot { .. } => {}
        }
    }

    fn announced(&mut self, note: &Note) {
        self.thrown = None;
        match note {
            Note::Attacked { who, target, weapon, kind, free } => {
                let (who, target) = (self.name(*who), self.name(*target));
                let free = if *free { ", a free attack" } else { "" };
                let named = self.text(weapon);
                self.page.announce(format!("{who} attacks {target} with {named}{free}"));
                self.thrown = (*kind == Kind::Ranged).then(|| weapon.clone());
            }
            Note::CastAt { who, target, spell } => {
                let (who, target) = (self.name(*who), self.name(*target));
                self.page.announce(format!("{who} casts {} on {target}", self.text(spell)));
            }
            Note::StuntTried { who, target, text } => {
                let (who, target) = (self.name(*who), self.name(*target));
                self.page.announce(match text.as_str() {
                    "push" | "grapple" => format!("{who} tries to {text} {target}"),
                    "" => format!("{who} tries a stunt on {target}"),
                    _ => format!("{who} tries a stunt on {target}, “{}”", self.text(text)),
                });
            }
            Note::SkillTried { who, attribute, text } => {
                let (who, attribute) = (self.name(*who), upper(*attribute));
                self.page.announce(match text.as_str() {
                    "" => format!("{who} tries something else ({attribute})"),
                    _ => format!("{who} tries “{}” ({attribute})", self.text(text)),
                });
            }
            Note::ParleyTried { who, target } => {
                let (who, target) = (self.name(*who), self.name(*target));
                self.page.announce(format!("{who} tries to parley with {target}"));
            }
            Note::HazardStruck { who, zone } => {
                let (who, zone) = (self.name(*who), self.zone(*zone));
                self.page.announce(format!("{who} meets the hazard of {zone}"));
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
        let name = self.name(who);
        let (subject, pass, fail) = match purpose {
            Purpose::Attack => ("attacks".into(), "hit", "missed"),
            Purpose::Avoid => ("tries to avoid it".into(), "avoided", "not avoided"),
            Purpose::Cast => ("casts".into(), "it works", "it fails"),
            Purpose::Push | Purpose::Grapple | Purpose::Stunt => {
                ("tries it".into(), "it works", "it fails")
            }
            Purpose::Skill => ("tries it".into(), "passed", "failed"),
            Purpose::Parley => ("parleys".into(), "listened to", "not listened to"),
            Purpose::Recover(Ailment::Ongoing) => {
                ("Tests against Ongoing Damage".into(), "passed", "failed")
            }
            Purpose::Recover(ailment) => {
                (format!("Tests to be rid of {}", condition(ailment)), "passed", "failed")
            }
            Purpose::Resist(ailment) => {
                (format!("resists {}", condition(ailment)), "resisted", "not resisted")
            }
            Purpose::Hazard => ("Tests".into(), "unharmed", "struck"),
            Purpose::Morale => ("Tests morale".into(), "passed", "failed"),
        };
        let verdict = if passed { pass } else { fail };
        let text = match rolled {
            Some(rolled) => format!("{}, {verdict}", dice(rolled)),
            None => verdict.into(),
        };
        let subject = format!("{name} {subject}");
        match purpose {
            // These answer an announcement of somebody else, or stand for themselves.
            Purpose::Avoid | Purpose::Recover(_) | Purpose::Resist(_) | Purpose::Morale => {
                self.page.add(format!("{subject}: {text}."));
            }
            _ => self.page.result(&subject, &text),
        }
    }

    /// HP lost, exactly for who may know it, else in a word.
    fn lost(&mut self, who: CombatantId, cause: Cause, exact: Option<(u8, u8)>, wound: Wound) {
        let name = self.name(who);
        let by = match cause {
            Cause::Ongoing => "Ongoing Damage: ",
            Cause::Hazard => "Hazard: ",
            Cause::Blow | Cause::Item | Cause::Gm | Cause::Aftermath => "",
        };
        match exact {
            Some((amount, left)) => {
                self.page.add(format!("{by}{name} loses {amount} HP, {left} left."));
            }
            // That it falls is told next.
            None if wound == Wound::Down => {}
            None => self.page.add(format!("{by}{name} is {}.", wounded(wound))),
        }
    }

    fn moved(&mut self, note: &Note) {
        match note {
            Note::Moved { who, from, to, way } => {
                let (name, from, to) = (self.name(*who), self.zone(*from), self.zone(*to));
                match way {
                    Way::Move => self.page.begin(format!("{name} moves from {from} to {to}.")),
                    Way::Dash => self.page.begin(format!("{name} dashes from {from} to {to}.")),
                    Way::Pushed => self.page.add(format!("{name} is pushed to {to}.")),
                    Way::Placed => self.page.begin(format!("The GM places {name} in {to}.")),
                }
            }
            Note::MovementCancelled(who) => {
                self.page.add(format!("{} gets no further.", self.name(*who)));
            }
            Note::Disengaged(who) => self.page.begin(format!(
                "{} disengages: no free attacks on leaving this turn.",
                self.name(*who)
            )),
            Note::Fled(who) => {
                self.page.begin(format!("{} flees the fight.", self.name(*who)));
            }
            _ => {}
        }
    }

    fn handled(&mut self, note: &Note) {
        match note {
            Note::Marked { who, name, marks, .. } | Note::SpellMarked { who, name, marks } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.page.add(match marks {
                    3.. => format!("{who}'s {item} takes its third mark and is broken."),
                    _ => format!("{who}'s {item} takes a usage mark ({marks} of 3)."),
                });
            }
            Note::ShieldSacrificed { who, name, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.page.add(format!("{who} sacrifices the {item}: the attack does nothing."));
            }
            Note::ItemMoved { name, by, from, to, .. } => {
                let (item, who) = (self.text(name), self.name(*by));
                let is_thrown = self.thrown.as_ref() == Some(name);
                let sentence = match (from, to) {
                    (At::On(_, Spot::Hands), At::Floor(zone)) if is_thrown => {
                        format!("The {item} lands in {}.", self.zone(*zone))
                    }
                    (At::On(..), At::Floor(_)) => format!("{who} drops the {item}."),
                    (At::Floor(_), At::On(..)) => format!("{who} takes the {item}."),
                    (At::On(a, _), At::On(b, _)) if a != b => {
                        format!("{who} hands the {item} to {}.", self.name(*b))
                    }
                    (At::On(_, Spot::Pack), At::On(..)) => format!("{who} retrieves the {item}."),
                    (At::On(..), At::On(_, Spot::Hands)) => format!("{who} draws the {item}."),
                    (At::On(..), At::On(..)) => format!("{who} stows the {item}."),
                    (At::On(..), At::Gone) => format!("{who} uses the {item}."),
                    (At::Floor(_) | At::Gone, _) => format!("The {item} is gone."),
                };
                self.page.add(sentence);
            }
            _ => {}
        }
    }

    fn ground(&self, ground: &Ground) -> String {
        let mut parts = Vec::new();
        if let Some(limit) = ground.limit {
            parts.push(format!("room for {limit}"));
        }
        if let Some(hazard) = &ground.hazard {
            let secret = if hazard.secret { "secret hazard" } else { "hazard" };
            parts.push(format!("{secret} ({}, DR {})", upper(hazard.attribute), hazard.dr));
        }
        if let Some(side) = ground.start {
            parts.push(format!("start of the {}", plural(side)));
        }
        for side in &ground.exit_for {
            parts.push(format!("exit of the {}", plural(*side)));
        }
        if parts.is_empty() { "nothing special".into() } else { listed(&parts) }
    }
}

/// `d20 14 +2 = 16 vs DR 12`.
fn dice(rolled: &Rolled) -> String {
    let Rolled { natural, other, total, dr } = rolled;
    let plus = total - i16::from(*natural);
    let die = match other {
        Some(other) => format!("2d20 {natural} (and {other})"),
        None => format!("d20 {natural}"),
    };
    let natural = match natural {
        1 => " (natural 1)",
        20 => " (natural 20)",
        _ => "",
    };
    format!("{die} {plus:+} = {total} vs DR {dr}{natural}")
}

fn upper(attribute: Attribute) -> String {
    attribute.key().to_uppercase()
}

fn condition(ailment: Ailment) -> String {
    words::condition(ailment.key())
}

fn wounded(wound: Wound) -> String {
    words::plain(wound.key())
}

fn plural(side: Side) -> &'static str {
    match side {
        Side::Party => "party",
        Side::Enemy => "enemies",
    }
}

fn are(side: Side) -> String {
    match side {
        Side::Party => "the party is".into(),
        Side::Enemy => "the enemies are".into(),
    }
}

fn acts(side: Side) -> &'static str {
    match side {
        Side::Party => "the party acts",
        Side::Enemy => "the enemies act",
    }
}

fn bent(next: NextTest) -> String {
    let dr = next.dr.map(|dr| format!("DR {dr}"));
    let advantage = next.advantage.then(|| "Advantage".to_string());
    let disadvantage = next.disadvantage.then(|| "Disadvantage".to_string());
    listed(&[dr, advantage, disadvantage].into_iter().flatten().collect::<Vec<_>>())
}

fn ends(cure: Cure) -> String {
    let bound = if cure.bound { ", Action-bound" } else { "" };
    format!(" (ended by {}, DR {}{bound})", upper(cure.attribute), cure.dr)
}

fn suggested(why: Suggestion) -> &'static str {
    match why {
        Suggestion::HalfOut => "Half of the enemies are out",
        Suggestion::LeaderFell => "The enemies' leader has fallen",
        Suggestion::LastAtHalf => "The last enemy is badly hurt",
    }
}

fn scarred(name: &str, scar: Scar) -> String {
    match scar {
        Scar::KnockedOut => format!("{name} was only knocked out."),
        Scar::Shaken => format!("{name} has Disadvantage on all Tests for an hour."),
        Scar::WeakForADay => format!("{name} has STR, DEX and CON −2 for a day."),
        Scar::Crippled(attribute) => format!("{name} has {} −2 for good.", upper(attribute)),
        Scar::Disfigured => format!("{name} has CHA −2 for good."),
        Scar::Dead => format!("{name} is dead."),
        Scar::Lost => format!("{name} could not be recovered and is lost."),
    }
}

/// A question, to whoever is asked.
pub fn ask(ink: Ink, names: &BTreeMap<CombatantId, String>, question: &Question) -> String {
    let name = |who: &CombatantId| common::name(ink, names, *who);
    match question {
        Question::Avoid { who, attacker, weapon, attribute, free } => {
            let free = if *free { ", a free attack" } else { "" };
            let (weapon, attribute) = ((ink.text)(weapon), upper(*attribute));
            let (attacker, who) = (name(attacker), name(who));
            format!("{attacker} attacks {who} with {weapon}{free}. Avoid it: a {attribute} Test.")
        }
        Question::Shield { who, attacker, weapon, shield } => {
            let (weapon, shield) = ((ink.text)(weapon), (ink.text)(shield));
            let (attacker, who) = (name(attacker), name(who));
            format!(
                "{attacker}'s {weapon} will hit {who}. The {shield} can take it, and is destroyed."
            )
        }
        Question::FreeAttack { who, mover } => {
            format!("{} is leaving: {} may make a free attack.", name(mover), name(who))
        }
        Question::Ruling(proposal) => {
            let target = proposal.target.map(|who| format!(" on {}", name(&who)));
            let text = match proposal.text.as_str() {
                "" => String::new(),
                text => format!(": “{}”", (ink.text)(text)),
            };
            let kind = if proposal.target.is_some() { "a stunt" } else { "something else" };
            format!(
                "{} tries {kind}{}{text}. Proposed: {}, DR 12. Rule on attribute, DR and effect.",
                name(&proposal.who),
                target.unwrap_or_default(),
                upper(proposal.attribute)
            )
        }
        Question::Parley { who, target } => {
            format!("{} has made {} listen. How does it answer?", name(who), name(target))
        }
        Question::Cripple { who } => {
            format!("{} is crippled: which attribute drops by 2 for good?", name(who))
        }
    }
}

/// What the form of a question asks for.
pub fn form(question: &Question) -> &'static [Slot] {
    match question {
        Question::Ruling(proposal) if proposal.target.is_some() => STUNT,
        Question::Ruling(_) => SKILL,
        Question::Avoid { .. }
        | Question::Shield { .. }
        | Question::FreeAttack { .. }
        | Question::Parley { .. }
        | Question::Cripple { .. } => &[],
    }
}

const fn slot(key: &'static str, label: &'static str, example: &'static str) -> Slot {
    Slot { key, label, example }
}

const STUNT: &[Slot] = &[
    slot("attribute", "Attribute", "str, dex, con, int, wis or cha"),
    slot("dr", "DR", "5 trivial, 8 easy, 12 normal, 15 hard, 19 very hard"),
    slot("effect", "What a pass brings, in words", "is blinded by sand"),
    slot(
        "ailment",
        "Hindrance of the target",
        "none, weakened, distracted, stuck, paralysed, ongoing",
    ),
    slot("cure", "Attribute that ends the hindrance", "con"),
];
const SKILL: &[Slot] = &[STUNT[0], STUNT[1], STUNT[2]];

/// The label of an answer.
pub fn label(question: &Question, choice: &Words) -> String {
    match choice.verb.as_str() {
        "dodge" => match question {
            Question::Avoid { attribute, .. } => format!("Avoid ({} Test)", upper(*attribute)),
            _ => "Avoid".into(),
        },
        "sacrifice-shield" => "Sacrifice shield · it is destroyed".into(),
        "take-it" => "Take the hit".into(),
        "strike" => "Attack".into(),
        "let-go" => "Let go".into(),
        "accept" => "Accept · truce".into(),
        "morale" => "Call morale".into(),
        "refuse" => "Refuse".into(),
        "lower" => format!("Lower {}", choice.get("attribute").to_uppercase()),
        "rule" => ruling(question, choice),
        verb => capital(&words::plain(verb)),
    }
}

fn ruling(question: &Question, choice: &Words) -> String {
    let Question::Ruling(proposal) = question else { return "Rule".into() };
    // What was left out is as proposed.
    let or = |slot: &str, proposed: &str| match choice.get(slot) {
        "" => proposed.to_string(),
        text => text.to_string(),
    };
    let attribute = or("attribute", proposal.attribute.key());
    let (dr, effect) = (or("dr", "12"), or("effect", &proposal.text));
    let ailment = or("ailment", "none");
    let is_proposed = attribute == proposal.attribute.key()
        && dr == "12"
        && effect == proposal.text
        && ailment == "none";
    let test = format!("{}, DR {dr}", attribute.to_uppercase());
    match (is_proposed, ailment.as_str()) {
        (true, _) => format!("As proposed · {test}"),
        (false, "none") => format!("Rule · {test}"),
        (false, key) => format!("Rule · {test}, {}", words::condition(key)),
    }
}

/// Why, where the rule says more than its key.
pub fn why(ink: Ink, refusal: &Refusal) -> Option<String> {
    let detail = |key: &str| detail(ink, refusal, key);
    let name = || detail("name").unwrap_or_else(|| "That target".into());
    let because = refusal.details.get("because").map_or("", String::as_str);
    let said = match (refusal.key.as_str(), refusal.rule.as_str()) {
        ("hindered", _) => hindered(because),
        ("bad-target", "DR12-ATK-1") => {
            format!("{} cannot be attacked: choose a standing enemy.", name())
        }
        ("bad-target", "DR12-ACT-4") => {
            format!("{} cannot be chosen for that: choose an ally.", name())
        }
        ("bad-target", "DR12-ACT-6") => format!("{} cannot be parleyed with.", name()),
        ("bad-target", "DR12-STUNT-2") => format!("{} is Stuck and cannot be pushed.", name()),
        ("bad-target", "DR12-OOA-1") => format!("{} is out of the fight.", name()),
        ("bad-target", "DR12-RCT-1") => format!("{} is a Character: NPCs react.", name()),
        ("bad-target", "DR12-MORALE-2") => {
            format!("{} is a Character: only NPCs Test morale.", name())
        }
        ("bad-target", "DR12-HIND-3") => {
            format!("There is no Action-bound {} to recover from.", words::condition(because))
        }
        ("no-move", "DR12-FLEE-2") => "Move and Action of this turn are used.".into(),
        ("not-in-hand", "DR12-CAST-1") => "You do not know that spell.".into(),
        ("not-in-hand", "DR12-ATK-9") => {
            "That weapon is not in your hands: draw it, or attack with `unarmed`.".into()
        }
        ("not-in-hand", "DR12-ACT-2") => "That is not in your pack.".into(),
        ("not-in-hand", "DR12-ACT-3" | "DR12-ACT-4") => {
            "That is not where it must be: in your hands, ready, or lying here.".into()
        }
        ("broken", "DR12-CAST-2") => "That spell has three marks: it needs rest first.".into(),
        ("broken", "DR12-USE-1") => {
            "That has three usage marks: it is broken until repaired outside fights.".into()
        }
        _ => return None,
    };
    Some(said)
}

fn hindered(because: &str) -> String {
    match because {
        "stuck" => "You are Stuck: no Move, no dash and no flight.",
        "distracted" => "You are Distracted: no Actions.",
        "paralysed" => "You are Paralysed: no Move and no Actions.",
        "fleeing" => "Whoever flees only moves, by the shortest way to an exit.",
        "parleying" => "Whoever parleys makes no attacks.",
        _ => "A hindrance forbids that.",
    }
    .into()
}
