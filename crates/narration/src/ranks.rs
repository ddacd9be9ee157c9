//! Ranks in words: its notes, questions and answers.

use super::catalogue::{Key, Locale, Sayable, Set, Speaks, Value, Variant, given, say, slot};
use super::formatter::Formatter;
use super::page::Page;
use super::roll::{self, Roll, signed};
use super::{Slot, Style, capital, common, listed, words};
use engine::command::Command;
use engine::fight::Note as CoreNote;
use engine::ids::CombatantId;
use engine::modifier::Modifier;
use engine::rules::ranks::Ranks;
use engine::rules::ranks::advantages::{Boon, Gain, Gift};
use engine::rules::ranks::conditions::{Condition, Until};
use engine::rules::ranks::deeds::Deed;
use engine::rules::ranks::prompts::Question;
use engine::rules::ranks::readied::{Check, Readied};
use engine::rules::ranks::recovery::Treatment;
use engine::rules::ranks::sheet::{Ability, Attribute, Skill};
use engine::rules::ranks::state::{Chaos, Ground, Hindrance, Note, Purpose, Way};
use engine::view::{Seen, Told};

/// What happened, a paragraph an act.
pub fn tell(style: Style, told: &Told<Ranks>) -> Vec<String> {
    let formatter = Formatter::telling(style, told);
    let page = Page::new(style.locale);
    let mut teller =
        Teller { formatter, page, shown: None, setting_out: None, effect: None, answered: None };
    let mut notes = told.notes.iter().map(Seen::note).peekable();
    while let Some(note) = notes.next() {
        match note {
            // All who are put on one mark are named at once.
            CoreNote::Rule(Note::Moved { who, to, way: Way::Placed, .. }) => {
                let mut all = vec![*who];
                while let Some(CoreNote::Rule(Note::Moved {
                    who, to: mark, way: Way::Placed, ..
                })) = notes.peek()
                    && mark == to
                {
                    all.push(*who);
                    notes.next();
                }
                teller.add(say!(formatter, "ranks-placed", who = all, count = all.len(), to));
            }
            CoreNote::Joined(who, one) => {
                let side = words::team(style.locale, &one.body.side);
                teller.begin(say!(formatter, "ranks-joined", who, side));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(formatter, laid));
                teller.begin(say!(formatter, "ranks-ground", zone, ground));
            }
            CoreNote::Rule(note) => teller.rule(note),
            other => {
                teller.settle();
                common::tell(formatter, other, &mut teller.page);
            }
        }
    }
    teller.settle();
    teller.page.finish()
}

impl<S: Speaks> Sayable<S> for Attribute {
    fn said(&self, speaker: &S) -> Value {
        words::attribute(speaker.locale(), self.key()).said(speaker)
    }
}

impl<S: Speaks> Sayable<S> for Skill {
    fn said(&self, speaker: &S) -> Value {
        words::skill(speaker.locale(), self.key()).said(speaker)
    }
}

impl<S: Speaks> Sayable<S> for Ability {
    fn said(&self, speaker: &S) -> Value {
        match self {
            Self::Skill(skill) => skill.said(speaker),
            Self::Attribute(attribute) => attribute.said(speaker),
        }
    }
}

impl<S: Speaks> Sayable<S> for Hindrance {
    fn said(&self, speaker: &S) -> Value {
        let Self { skill, difficulty, stops } = self;
        Set(say!(*speaker, "ranks-hindrance", skill, difficulty, stops)).said(speaker)
    }
}

/// When something ends.
impl<S: Speaks> Sayable<S> for Until {
    fn said(&self, speaker: &S) -> Value {
        let round = match self {
            Self::Round(round) => Some(round),
            _ => None,
        };
        Set(say!(*speaker, "ranks-until", until = Variant(self), round)).said(speaker)
    }
}

/// A roll whose outcome is not told yet: its dice, for who may know them.
struct Shown {
    who: CombatantId,
    purpose: Purpose,
    roll: Option<String>,
}

struct Teller<'a> {
    formatter: Formatter<'a>,
    page: Page,
    shown: Option<Shown>,
    /// A movement that is announced, and told only if something comes between.
    setting_out: Option<(CombatantId, String)>,
    /// What the GM has ruled that a success brings.
    effect: Option<String>,
    /// The total of who resists what is rolled for.
    answered: Option<i16>,
}

impl Teller<'_> {
    fn add(&mut self, sentence: String) {
        self.settle();
        self.page.add(sentence);
    }

    fn begin(&mut self, sentence: String) {
        self.settle();
        self.page.begin(sentence);
    }

    /// What comes of dice that were told last.
    fn follow(&mut self, sentence: String) {
        self.settle();
        self.page.follow(sentence);
    }

    fn announce(&mut self, what: String) {
        self.settle();
        self.page.announce(what);
    }

    /// What waited for more to come is told by itself.
    fn settle(&mut self) {
        if let Some(Shown { who, roll: Some(roll), .. }) = self.shown.take() {
            self.page.result(self.formatter.name(who), roll);
        }
        if let Some((_, what)) = self.setting_out.take() {
            self.page.announce(what);
        }
    }

    fn rule(&mut self, note: &Note) {
        match note {
            Note::Refreshed
            | Note::Scored { .. }
            | Note::Ordered(_)
            | Note::Placed { .. }
            | Note::PlacePassed(_)
            | Note::TurnBegan(_)
            | Note::TurnEnded(_)
            | Note::LastCalled
            | Note::Done(_)
            | Note::Spent { .. }
            | Note::PointSpent { .. }
            | Note::LuckSpent(_)
            | Note::LuckGained { .. }
            | Note::Attention { .. }
            | Note::Holds(_)
            | Note::StandingOrder { .. }
            | Note::Decided(_)
            | Note::Settled
            | Note::SceneEnded => self.course(note),
            Note::Declared { .. }
            | Note::Lost(_)
            | Note::Rolled { .. }
            | Note::Succeeded { .. }
            | Note::Failed { .. }
            | Note::BoonsUsed { .. }
            | Note::CombinedUsed { .. }
            | Note::Combining { .. }
            | Note::Combined { .. }
            | Note::CombinedEnded { .. }
            | Note::SkillRuled { .. }
            | Note::SkillRefused(_) => self.rolled(note),
            Note::DamageRolled { .. }
            | Note::Unhurt(_)
            | Note::Suffered { .. }
            | Note::Overwhelmed { .. }
            | Note::WentOut(_)
            | Note::ConditionEnded { .. }
            | Note::Treated { .. }
            | Note::RecoveringUsed(_)
            | Note::Meant { .. } => self.suffered(note),
            Note::Defends(_)
            | Note::StanceEnded(_)
            | Note::Alert { .. }
            | Note::Gained { .. }
            | Note::Given { .. }
            | Note::BoonEnded { .. }
            | Note::Readied { .. }
            | Note::ReadyFired(_)
            | Note::ReadyLost(_)
            | Note::ReadyEnded(_) => self.prepared(note),
            Note::SetsOut { .. }
            | Note::Moved { .. }
            | Note::Stopped { .. }
            | Note::Matches { .. }
            | Note::HazardStruck { .. }
            | Note::Prone(_)
            | Note::StoodUp(_)
            | Note::Fled(_)
            | Note::Cornered(_)
            | Note::Conceded(_) => self.moved(note),
            Note::ObjectUsed { .. }
            | Note::Tipped { .. }
            | Note::Equipped { .. }
            | Note::PickedUp { .. }
            | Note::Stowed { .. }
            | Note::Dropped { .. }
            | Note::UsedUp { .. }
            | Note::Said { .. }
            | Note::ChaosSet(_)
            | Note::ExitSet { .. }
            | Note::Allied { .. } => self.handled(note),
        }
    }

    /// Rounds and turns, and what is spent in them.
    fn course(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Ordered(order) | Note::Placed { order, .. } if order.len() > 1 => {
                let names: Vec<_> = order.iter().map(|who| formatter.name(*who)).collect();
                self.begin(say!(formatter, "ranks-ordered", names = Set(names.join(", "))));
            }
            Note::PlacePassed(who) => self.add(say!(formatter, "ranks-place-passed", who)),
            Note::TurnBegan(_) | Note::TurnEnded(_) => {
                self.settle();
                self.page.cut();
            }
            Note::LastCalled => self.begin(say!(formatter, "ranks-last-called")),
            Note::PointSpent { who, action } => {
                self.begin(say!(formatter, "ranks-point-spent", who, action = Variant(action)));
            }
            Note::LuckGained { who, amount } => {
                self.begin(say!(formatter, "ranks-luck-gained", who, amount));
            }
            Note::Holds(who) => self.begin(say!(formatter, "ranks-holds", who)),
            Note::StandingOrder { who, matching, resisting } => {
                let matching = matching.as_ref().map(Variant);
                let resisting = resisting.as_ref().map(Variant);
                self.begin(say!(formatter, "ranks-standing-order", who, matching, resisting));
            }
            Note::Decided(side) => {
                let named = words::team(formatter.locale(), side);
                self.begin(say!(formatter, "ranks-decided", side = Key(side), named));
            }
            Note::SceneEnded => self.begin(say!(formatter, "ranks-scene-ended")),
            // What these do shows in what follows them, and in the summary.
            _ => {}
        }
    }

    /// From a declaration to the outcome of its check.
    fn rolled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Declared { who, deed, readied } => {
                let (deed, readied) = (Set(done(formatter, deed)), *readied);
                self.announce(say!(formatter, "ranks-declared", who, deed, readied));
            }
            Note::Combining { who, target, kind, skill, hinders } => {
                let kind = Variant(kind);
                self.announce(say!(
                    formatter,
                    "ranks-combining",
                    who,
                    target,
                    kind,
                    skill,
                    hinders
                ));
            }
            Note::Combined { who, combined } => {
                let (kind, plus) = (Variant(&combined.kind), signed(combined.plus));
                self.add(say!(formatter, "ranks-combined", who, kind, plus));
            }
            Note::Lost(who) => self.add(say!(formatter, "lost-deed", who)),
            Note::Rolled { who, purpose, ability, faces, dropped, total, modifiers } => {
                // A check that was not announced announces itself.
                match self.setting_out.take_if(|(mover, _)| mover == who) {
                    Some((_, what)) => {
                        self.announce(say!(
                            formatter,
                            "ranks-sets-out-by",
                            what = Set(what),
                            ability
                        ));
                    }
                    None if !self.page.is_announcing()
                        || self.shown.is_some()
                        || is_answer(*purpose) =>
                    {
                        let purpose = Variant(purpose);
                        self.announce(say!(formatter, "ranks-check", who, purpose, ability));
                    }
                    None => {}
                }
                let roll = total.map(|total| {
                    let faces = faces.as_deref().unwrap_or_default();
                    rolled(formatter.locale(), faces, *dropped, modifiers, total)
                });
                if is_answer(*purpose) {
                    self.answered = *total;
                }
                self.shown = Some(Shown { who: *who, purpose: *purpose, roll });
            }
            Note::Succeeded { who, target, purpose, against, rank } => {
                self.verdict(*who, *target, *purpose, *against, Some(*rank));
                if let Some(text) = self.effect.take() {
                    self.add(say!(formatter, "effect", text = formatter.ended(&text)));
                }
            }
            Note::Failed { who, target, purpose, against } => {
                self.verdict(*who, *target, *purpose, *against, None);
                self.effect = None;
            }
            Note::SkillRuled { difficulty, effect, .. } => {
                self.effect = given(effect).map(str::to_string);
                self.add(say!(formatter, "ranks-skill-ruled", difficulty));
            }
            Note::SkillRefused(who) => self.add(say!(formatter, "skill-refused", who)),
            // What these do shows in the roll.
            _ => {}
        }
    }

    /// How a check came out: after its roll, or by itself where something came between.
    fn verdict(
        &mut self,
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: Purpose,
        against: Option<i16>,
        rank: Option<u8>,
    ) {
        let formatter = self.formatter;
        let is_own = |shown: &mut Shown| shown.who == who && shown.purpose == purpose;
        let own = self.shown.take_if(is_own);
        let roll = own.as_ref().and_then(|shown| shown.roll.clone());
        // Who rolls to resist keeps the fixed value where that is higher.
        let answered = self.answered.take().filter(|_| !is_answer(purpose));
        let needs = against.map(|needs| {
            let is_fixed = answered.is_some_and(|total| total < needs);
            Set(say!(formatter, "ranks-needs", needs, is_fixed))
        });
        let (purpose, is_success) = (Variant(&purpose), rank.is_some());
        let outcome = say!(formatter, "ranks-verdict", purpose, is_success, rank);
        if own.is_some() {
            let text = roll::result(formatter.locale(), roll, needs, &outcome);
            self.page.result(formatter.name(who), text);
        } else {
            self.settle();
            let what = say!(formatter, "ranks-against", who, target, purpose, needs);
            self.page.add_result(what, outcome);
        }
    }

    /// Damage, conditions, and how they end.
    fn suffered(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::DamageRolled { faces, total: Some(total), against, .. } => {
                let faces = faces.as_deref().unwrap_or_default();
                let roll = Set(rolled(formatter.locale(), faces, None, &[], *total));
                self.settle();
                self.page.open(say!(formatter, "ranks-damage", roll, against));
            }
            Note::Unhurt(who) => self.follow(say!(formatter, "no-harm", who)),
            Note::Suffered { who, condition } => {
                let (kind, until) = (condition.kind(), condition.until);
                let condition = named(formatter, condition);
                let kind = Variant(&kind);
                self.follow(say!(formatter, "ranks-suffered", who, kind, condition, until));
            }
            Note::Overwhelmed { who, track } => {
                self.add(say!(formatter, "ranks-overwhelmed", who, track = Variant(track)));
            }
            Note::ConditionEnded { who, condition } => {
                let condition = named(formatter, condition);
                self.add(say!(formatter, "ranks-condition-ended", who, condition));
            }
            Note::Treated { patient, treatment, .. } => self.treated(*patient, treatment),
            Note::Meant { who, text } => {
                self.begin(say!(formatter, "ranks-meant", who, text = formatter.ended(text)));
            }
            // What these do shows in what goes before them.
            _ => {}
        }
    }

    fn treated(&mut self, patient: CombatantId, treatment: &Treatment) {
        let formatter = self.formatter;
        self.add(match treatment {
            Treatment::Removed(condition) => {
                let condition = named(formatter, condition);
                say!(formatter, "ranks-condition-ended", who = patient, condition)
            }
            Treatment::Changed { from, to } => {
                let is_lowered = from.rank != to.rank;
                let (from, until, to) = (named(formatter, from), to.until, named(formatter, to));
                say!(formatter, "ranks-changed", who = patient, from, to, until, is_lowered)
            }
            Treatment::Recovering => say!(formatter, "ranks-recovering", patient),
        });
    }

    /// What is kept ready for later.
    fn prepared(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Defends(who) => self.begin(say!(formatter, "ranks-defends", who)),
            Note::StanceEnded(who) => self.add(say!(formatter, "ranks-stance-ended", who)),
            Note::Alert { who, points } => self.add(say!(formatter, "ranks-alert", who, points)),
            Note::Gained { who, gain, .. } => {
                let gain = Set(gained(formatter, gain));
                self.add(say!(formatter, "ranks-gained", who, gain));
            }
            Note::Given { who, boon } => {
                let gain = Set(gift(formatter, boon));
                self.begin(say!(formatter, "ranks-gained", who, gain));
            }
            Note::Readied { who, readied: Some(readied) } => {
                let Readied { trigger, enemy, check, text } = &**readied;
                let (trigger, check) = (Variant(trigger), Set(readied_check(formatter, check)));
                let text = given(text);
                self.begin(say!(formatter, "ranks-readied", who, check, trigger, enemy, text));
            }
            Note::Readied { who, readied: None } => {
                self.begin(say!(formatter, "ranks-readied-secretly", who));
            }
            Note::ReadyLost(who) => self.add(say!(formatter, "ranks-ready-lost", who)),
            Note::ReadyEnded(who) => self.begin(say!(formatter, "waited-in-vain", who)),
            // What these do shows in what follows them.
            _ => {}
        }
    }

    fn moved(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::SetsOut { who, to, way, flees } => {
                self.settle();
                let way = Variant(way);
                let sentence = say!(formatter, "ranks-sets-out", who, to, way, flees);
                self.setting_out = Some((*who, sentence));
            }
            Note::Moved { who, from, to, way } => {
                let sentence = say!(formatter, "ranks-moved", who, from, to, way = Variant(way));
                // They set out, and nothing came between.
                match self.setting_out.take_if(|(mover, _)| mover == who) {
                    Some(_) => self.begin(sentence),
                    None => self.add(sentence),
                }
            }
            Note::Stopped { who, at } => self.add(say!(formatter, "ranks-stopped", who, at)),
            Note::Matches { who, mover, action } => {
                self.add(say!(formatter, "ranks-matches", who, mover, action = Variant(action)));
            }
            Note::HazardStruck { who, zone } => {
                self.add(say!(formatter, "hazard-struck", who, zone));
            }
            Note::Prone(who) => self.add(say!(formatter, "ranks-prone", who)),
            Note::StoodUp(who) => self.begin(say!(formatter, "ranks-stood-up", who)),
            Note::Fled(who) => self.add(say!(formatter, "ranks-fled", who)),
            Note::Cornered(who) => self.add(say!(formatter, "ranks-cornered", who)),
            Note::Conceded(who) => self.begin(say!(formatter, "ranks-conceded", who)),
            _ => {}
        }
    }

    /// Things, words, and what the GM sets.
    fn handled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Tipped { object, .. } => self.add(say!(formatter, "ranks-tipped", object)),
            Note::Equipped { who, item } => self.begin(say!(formatter, "item-in-hand", who, item)),
            Note::PickedUp { who, item, .. } => {
                self.begin(say!(formatter, "item-picked-up", who, item));
            }
            Note::Stowed { who, item } => self.begin(say!(formatter, "item-put-away", who, item)),
            Note::Dropped { who, item, .. } => {
                self.begin(say!(formatter, "item-dropped", who, item))
            }
            Note::UsedUp { who, item } => self.add(say!(formatter, "item-used", who, item)),
            Note::Said { who, text } => self.begin(say!(formatter, "said", who, text)),
            Note::ChaosSet(chaos) => {
                let round = match chaos {
                    Chaos::Until(round) => Some(round),
                    Chaos::Off | Chaos::Encounter => None,
                };
                self.begin(say!(formatter, "ranks-chaos", chaos = Variant(chaos), round));
            }
            Note::ExitSet { side, exit } => {
                let side = words::team(formatter.locale(), side);
                self.begin(say!(formatter, "ranks-exit-set", side, exit = Variant(exit)));
            }
            Note::Allied { side, with, is_on } => {
                let [one, other] = [side, with].map(|key| words::team(formatter.locale(), key));
                self.begin(say!(formatter, "ranks-allied", one, other, is_on));
            }
            // Told with the deed.
            _ => {}
        }
    }
}

/// A roll that answers what somebody else has rolled.
fn is_answer(purpose: Purpose) -> bool {
    use Purpose::{Defend, Driven, Match, Resist, Soak, Stance};
    matches!(purpose, Defend | Driven | Match | Resist | Soak | Stance)
}

/// The dice of a roll, where they are known, and its total: `6+5 (1 dropped: luck) + 1 = 12`.
fn rolled(
    locale: Locale,
    faces: &[u8],
    dropped: Option<u8>,
    modifiers: &[Modifier],
    total: i16,
) -> String {
    if faces.is_empty() {
        return total.to_string();
    }
    let mut kept = faces.to_vec();
    if let Some(at) = kept.iter().position(|face| Some(*face) == dropped) {
        kept.remove(at);
    }
    Roll { sides: None, faces: kept, left_out: dropped, modifiers, total }.told(locale)
}

fn named(formatter: Formatter<'_>, condition: &Condition) -> Set {
    Set(words::condition(formatter.locale(), condition.kind().key()))
}

/// What somebody does, after their name.
fn done(formatter: Formatter<'_>, deed: &Deed) -> String {
    match deed {
        Deed::Attack { target, weapon } => {
            let weapon = words::weapon(formatter.locale(), weapon);
            say!(formatter, "ranks-do-attack", target, weapon)
        }
        Deed::Force { how, target, direction } => {
            let (how, direction) = (how.as_ref().map(Variant), direction.as_ref().map(Variant));
            say!(formatter, "ranks-do-force", how, target, direction)
        }
        Deed::Dash { to } => say!(formatter, "ranks-do-dash", to),
        Deed::Shift { object, target } => say!(formatter, "ranks-do-shift", object, target),
        Deed::Advantage { how, target, .. } => {
            say!(formatter, "ranks-do-advantage", how = how.as_ref().map(Variant), target)
        }
        Deed::Interact { how, target } => {
            say!(formatter, "ranks-do-interact", how = how.as_ref().map(Variant), target)
        }
        Deed::Recover { skill, patient } => say!(formatter, "ranks-do-recover", skill, patient),
        Deed::Skill { ability, text } => {
            say!(formatter, "ranks-do-skill", ability, text = given(text))
        }
    }
}

/// What is readied, in words.
fn readied_check(formatter: Formatter<'_>, check: &Check) -> String {
    match check {
        Check::Strike { weapon, .. } => {
            say!(
                formatter,
                "ranks-ready-strike",
                weapon = words::weapon(formatter.locale(), weapon)
            )
        }
        Check::Force { how, direction } => {
            let (how, direction) = (how.as_ref().map(Variant), direction.as_ref().map(Variant));
            say!(formatter, "ranks-ready-force", how, direction)
        }
        Check::Pursue { weapon, .. } => {
            say!(
                formatter,
                "ranks-ready-pursue",
                weapon = words::weapon(formatter.locale(), weapon)
            )
        }
        Check::Defend => say!(formatter, "ranks-ready-defend"),
        Check::Do(deed) => done(formatter, deed),
    }
}

fn gained(formatter: Formatter<'_>, gain: &Gain) -> String {
    match gain {
        Gain::Boon(boon) => gift(formatter, boon),
        Gain::Action { action, is_due } => {
            say!(formatter, "ranks-gain-action", action = Variant(action), is_due)
        }
        Gain::Skill(skill) => say!(formatter, "ranks-gain-skill", skill),
        Gain::Point => say!(formatter, "ranks-gain-point"),
        Gain::Ability(text) => say!(formatter, "ranks-gain-ability", text),
    }
}

/// What a one-check effect gives, to which check, and how long it waits for that.
fn gift(formatter: Formatter<'_>, boon: &Boon) -> String {
    let plus = match boon.gives {
        Gift::Flat(plus) => Some(signed(plus)),
        Gift::Die | Gift::Advantage | Gift::Disadvantage => None,
    };
    let (gives, against, until) = (Variant(&boon.gives), boon.against, boon.until);
    say!(formatter, "ranks-gift", gives, plus, against, until)
}

fn ground(formatter: Formatter<'_>, ground: &Ground) -> String {
    let mut parts = vec![say!(formatter, "ranks-ground-length", feet = ground.length)];
    let over = |is_border: bool| {
        move |hindrance: Hindrance| say!(formatter, "ranks-ground-over", hindrance, is_border)
    };
    parts.extend(ground.terrain.map(over(false)));
    parts.extend(ground.obstacle.map(over(true)));
    parts.extend(ground.narrow.then(|| say!(formatter, "ranks-ground-narrow")));
    parts.extend(ground.hazard.map(|hazard| {
        let (damage, secret) = (hazard.damage.to_string(), hazard.secret);
        say!(formatter, "ranks-ground-hazard", damage, secret)
    }));
    parts.extend(ground.objects.iter().map(|one| {
        let (name, difficulty, damage) = (&one.name, one.difficulty, one.damage.to_string());
        say!(formatter, "ranks-ground-object", name, difficulty, damage)
    }));
    parts.extend(ground.items.iter().map(|one| {
        let (item, mark) = (&one.item.name, one.mark);
        say!(formatter, "ranks-ground-item", item, mark)
    }));
    listed(formatter.locale(), &parts)
}

/// A question, to whoever is asked.
pub fn ask(formatter: Formatter<'_>, question: &Question) -> String {
    match question {
        Question::Resist { who, actor, purpose, rank, with } => {
            let with: Vec<String> =
                with.iter().map(|one| say!(formatter, "ranks-with", one)).collect();
            let with = Set(with.join(" / "));
            say!(formatter, "ranks-ask-resist", who, actor, purpose = Variant(purpose), rank, with)
        }
        Question::Soak { who, by, rank } => say!(formatter, "ranks-ask-soak", who, by, rank),
        Question::Match { who, mover, is_left, feet, over, is_rolled, is_free } => {
            say!(formatter, "ranks-ask-match", who, mover, is_left, feet, over, is_rolled, is_free)
        }
        Question::Driven { who, actor, over } => {
            say!(formatter, "ranks-ask-driven", who, actor, over)
        }
        Question::Advantage { who, how, rank, target } => {
            say!(formatter, "ranks-ask-advantage", who, how = Variant(how), rank, target)
        }
        Question::Recovery { who, patient, rank } => {
            say!(formatter, "ranks-ask-recovery", who, patient, rank)
        }
        Question::Ruling { who, ability, text, is_readied } => {
            say!(formatter, "ranks-ask-ruling", who, ability, text = given(text), is_readied)
        }
        Question::Ability { who, receiver } => say!(formatter, "ranks-ask-ability", who, receiver),
    }
}

/// What the form of a question asks for.
pub fn form(locale: Locale, question: &Question) -> Vec<Slot> {
    let difficulty = || slot!(locale, "difficulty", "ranks-form-difficulty");
    let effect = || slot!(locale, "effect", "ranks-form-effect");
    match question {
        Question::Ruling { is_readied: false, .. } => {
            vec![difficulty(), slot!(locale, "action", "ranks-form-action"), effect()]
        }
        Question::Ruling { is_readied: true, .. } => vec![difficulty(), effect()],
        Question::Ability { .. } => vec![slot!(locale, "effect", "ranks-form-ability")],
        Question::Resist { .. }
        | Question::Soak { .. }
        | Question::Match { .. }
        | Question::Driven { .. }
        | Question::Advantage { .. }
        | Question::Recovery { .. } => Vec::new(),
    }
}

/// The label of an answer. What it costs stands in it.
pub fn label(locale: Locale, question: &Question, choice: &Command) -> String {
    let slot = |slot: &str| given(choice.get(slot));
    let luck = choice.get("luck") == "true";
    match choice.verb.as_str() {
        "resist" => {
            // Where there is only one it goes without saying.
            let can_choose = matches!(question, Question::Resist { with, .. } if with.len() > 1);
            let (action, skill) = (slot("action").map(Key), slot("skill").filter(|_| can_choose));
            let skill = skill.map(|key| words::skill(locale, key));
            say!(locale, "ranks-answer-resist", action, skill, luck)
        }
        "match" => say!(locale, "ranks-answer-match", action = slot("action").map(Key), luck),
        "gain" => {
            let (effect, target) = (Key(choice.get("effect")), slot("target"));
            let skill = slot("skill").map(|key| words::skill(locale, key));
            say!(locale, "ranks-answer-gain", effect, target, skill)
        }
        "treat" => {
            let condition = slot("condition").map(|key| words::condition(locale, key));
            say!(locale, "ranks-answer-treat", effect = Key(choice.get("effect")), condition)
        }
        "rule" => {
            let (difficulty, action) = (slot("difficulty"), slot("action").map(Key));
            say!(locale, "ranks-answer-rule", difficulty, action)
        }
        verb => {
            let named = capital(&words::plain(verb));
            say!(locale, "ranks-answer", verb = Key(verb), named)
        }
    }
}
