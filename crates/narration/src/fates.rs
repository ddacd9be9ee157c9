//! Fates in words: its notes, questions and answers.

use super::catalogue::{Key, Locale, Sayable, Set, Speaks, Value, Variant, given, say, slot};
use super::formatter::Formatter;
use super::page::Page;
use super::roll::{self, Roll};
use super::{Slot, Style, capital, common, listed, words};
use engine::command::Command;
use engine::fight::Note as CoreNote;
use engine::ids::{CombatantId, ZoneId};
use engine::modifier::Modifier;
use engine::rules::fates::Fates;
use engine::rules::fates::checks::Check;
use engine::rules::fates::deeds::Deed;
use engine::rules::fates::fallen::{Fate, PUSH_SUCCEEDS};
use engine::rules::fates::holds::{Event, Hold, Scope, Trigger, WHOEVER};
use engine::rules::fates::items::Use;
use engine::rules::fates::prompts::{Prospect, Question};
use engine::rules::fates::sheet::{Aim, Attribute, Skill};
use engine::rules::fates::state::{Band, DoorState, Exit, Ground, Note, Relief};
use engine::view::Told;

/// What happened, a paragraph an act.
pub fn tell(style: Style, told: &Told<Fates>) -> Vec<String> {
    let formatter = Formatter::telling(style, told);
    let mut teller =
        Teller { formatter, page: Page::new(style.locale), is_lucky: false, shown: None };
    for seen in &told.notes {
        match seen.note() {
            CoreNote::Joined(who, one) => {
                let side = one.body.side.map(|side| words::team(style.locale, side.key()));
                teller.begin(say!(formatter, "fates-joined", who, side));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(formatter, laid));
                teller.begin(say!(formatter, "fates-ground", zone, ground));
            }
            CoreNote::Rule(note) => teller.rule(note),
            other => common::tell(formatter, other, &mut teller.page),
        }
    }
    teller.show_roll();
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

/// A roll that everybody sees and whose outcome is not told yet.
struct Shown {
    who: CombatantId,
    roll: String,
}

struct Teller<'a> {
    formatter: Formatter<'a>,
    page: Page,
    /// A Fate Point is spent on what is announced next.
    is_lucky: bool,
    shown: Option<Shown>,
}

impl Teller<'_> {
    fn add(&mut self, sentence: String) {
        self.show_roll();
        self.page.add(sentence);
    }

    fn begin(&mut self, sentence: String) {
        self.show_roll();
        self.page.begin(sentence);
    }

    fn announce(&mut self, what: String) {
        self.show_roll();
        self.page.announce(what);
    }

    /// A roll by itself: what comes of it is still open.
    fn show_roll(&mut self) {
        if let Some(Shown { who, roll }) = self.shown.take() {
            self.result(who, roll);
        }
    }

    /// What became of an announcement; a paragraph of its own where something came between.
    fn result(&mut self, who: CombatantId, result: String) {
        if !self.page.is_announcing() {
            self.page.cut();
        }
        self.page.result(self.formatter.name(who), result);
    }

    /// The roll as it was shown, or the total that came of it since.
    fn roll(&mut self, total: u8) -> String {
        self.shown.take().map_or_else(|| total.to_string(), |shown| shown.roll)
    }

    fn came_out(&mut self, who: CombatantId, roll: String, needs: Option<u8>, outcome: &str) {
        let needs = needs.map(|needs| Set(needs.to_string()));
        let verdict = roll::verdict(self.formatter.locale(), needs, outcome);
        self.result(who, roll + &verdict);
    }

    /// What comes of dice that were told last.
    fn follow(&mut self, sentence: String) {
        self.show_roll();
        self.page.follow(sentence);
    }

    fn rule(&mut self, note: &Note) {
        match note {
            Note::InitBegan
            | Note::Scored { .. }
            | Note::GoesFirst(_)
            | Note::Ordered(_)
            | Note::Placed { .. }
            | Note::TiesBegan
            | Note::CountsAsActed(_)
            | Note::TurnBegan { .. }
            | Note::TurnEnded(_)
            | Note::Finished(_)
            | Note::Delayed { .. }
            | Note::Spent { .. }
            | Note::Refreshed
            | Note::WentOn
            | Note::Decided(_)
            | Note::Settled => self.course(note),
            Note::FpSpent(_)
            | Note::Attacked { .. }
            | Note::AttackLost { .. }
            | Note::Tried { .. }
            | Note::CheckLost(_)
            | Note::DifficultySet { .. }
            | Note::Rolled { .. }
            | Note::DestinyRolled { .. }
            | Note::Momentum(_)
            | Note::RollClosed { .. }
            | Note::Hit { .. }
            | Note::Missed { .. }
            | Note::Succeeded { .. }
            | Note::Failed { .. } => self.rolled(note),
            Note::DamageRolled { .. }
            | Note::Lost { .. }
            | Note::NoEffect(_)
            | Note::Wounded(_)
            | Note::Regained { .. }
            | Note::Out { .. }
            | Note::Grappled { .. }
            | Note::Freed { .. }
            | Note::Rested(_) => self.suffered(note),
            Note::FateChosen { .. }
            | Note::Ignored { .. }
            | Note::Lowered { .. }
            | Note::PickOwed(_)
            | Note::PushRolled { .. }
            | Note::DemiseRolled { .. }
            | Note::FpGained(_)
            | Note::Blazed(_) => self.fate(note),
            Note::Helped { .. }
            | Note::HelpStruck(_)
            | Note::HelpStored(_)
            | Note::HelpPaid { .. }
            | Note::Defended { .. }
            | Note::DefendEnded { .. }
            | Note::Aimed { .. }
            | Note::AimUsed(_)
            | Note::Held { .. }
            | Note::HoldFired(_)
            | Note::HoldWasted(_)
            | Note::HoldEnded(_) => self.readied(note),
            Note::Moved { .. }
            | Note::Escaping(_)
            | Note::EscapeFailed(_)
            | Note::DoorSet { .. }
            | Note::DoorTried { .. }
            | Note::Swapped { .. }
            | Note::PickedUp { .. }
            | Note::Dropped { .. }
            | Note::LooseLaid { .. }
            | Note::Using { .. }
            | Note::UsedUp { .. }
            | Note::UseLost(_)
            | Note::Interacted { .. } => self.did(note),
        }
    }

    /// Initiative, rounds and turns.
    fn course(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::InitBegan => {
                let command = formatter.command("init");
                self.begin(say!(formatter, "fates-init-began", command));
            }
            Note::Scored { who, face, score } => {
                let dice = face.map(|face| roll::of_one(formatter.locale(), 6, face, *score));
                self.add(say!(formatter, "fates-scored", who, dice, score));
            }
            Note::GoesFirst(who) => self.begin(say!(formatter, "fates-goes-first", who)),
            Note::Ordered(order) | Note::Placed { order, .. } if order.len() > 1 => {
                let names: Vec<_> = order.iter().map(|who| formatter.name(*who)).collect();
                self.begin(say!(formatter, "fates-ordered", names = Set(names.join(", "))));
            }
            Note::CountsAsActed(who) => self.add(say!(formatter, "fates-counts-as-acted", who)),
            Note::TurnBegan { who, blaze: true } => {
                self.begin(say!(formatter, "fates-last-turn", who));
                self.page.cut();
            }
            Note::TurnBegan { .. } | Note::TurnEnded(_) => {
                self.show_roll();
                self.page.cut();
            }
            Note::Delayed { who, after } => {
                self.begin(say!(formatter, "fates-delayed", who, after))
            }
            Note::WentOn => self.begin(say!(formatter, "fates-went-on")),
            Note::Decided(outcome) => self.begin(words::outcome(formatter.locale(), outcome.key())),
            // What these do shows in what follows them.
            _ => {}
        }
    }

    /// From a declaration to the outcome of its roll.
    fn rolled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::FpSpent(_) => self.is_lucky = true,
            Note::Attacked { who, target, weapon, .. } => {
                let is_lucky = std::mem::take(&mut self.is_lucky);
                self.announce(say!(formatter, "fates-attacked", who, target, weapon, is_lucky));
            }
            Note::Tried { who, check, .. } => {
                let (is_lucky, tried) =
                    (std::mem::take(&mut self.is_lucky), tried(formatter, check));
                self.announce(say!(formatter, "fates-tried", who, tried, is_lucky));
            }
            Note::AttackLost { who, .. } | Note::CheckLost(who) => {
                self.add(say!(formatter, "lost-deed", who));
            }
            Note::Rolled { who, faces, total, modifiers } => {
                self.show_roll();
                let roll = rolled(formatter.locale(), faces.as_deref(), *total, modifiers);
                self.shown = Some(Shown { who: *who, roll });
            }
            Note::DestinyRolled { face, .. } => {
                if let Some(shown) = &mut self.shown {
                    let roll = Set(std::mem::take(&mut shown.roll));
                    shown.roll = say!(formatter, "fates-with-destiny", roll, face);
                }
            }
            Note::Momentum(who) => {
                // It is told with the roll, or the hit would come after it.
                if let Some(shown) = &mut self.shown {
                    let roll = Set(std::mem::take(&mut shown.roll));
                    shown.roll = say!(formatter, "fates-with-momentum", roll, who);
                }
            }
            Note::Hit { who, total, defense, .. } | Note::Missed { who, total, defense, .. } => {
                let is_hit = matches!(note, Note::Hit { .. });
                let roll = self.roll(*total);
                let outcome = say!(formatter, "fates-hit", is_hit);
                self.came_out(*who, roll, *defense, &outcome);
            }
            Note::Succeeded { who, total, difficulty }
            | Note::Failed { who, total, difficulty } => {
                let succeeds = matches!(note, Note::Succeeded { .. });
                let roll = self.roll(*total);
                let outcome = say!(formatter, "fates-checked", succeeds);
                self.came_out(*who, roll, Some(*difficulty), &outcome);
            }
            // These show in the outcome.
            _ => {}
        }
    }

    /// Resolve, and what becomes of people.
    fn suffered(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::DamageRolled { total, armour, halved, dice, .. } => {
                let locale = formatter.locale();
                let damage = roll::damage(locale, dice.as_ref(), false, (*total).into());
                self.show_roll();
                let is_halved = halved.unwrap_or(false);
                self.page.open(roll::damage_less(locale, damage, *armour, is_halved));
            }
            Note::Lost { who, amount, left, band } => self.lost(*who, amount.zip(*left), *band),
            Note::NoEffect(who) => self.follow(say!(formatter, "fates-no-effect", who)),
            Note::Wounded(who) => self.add(say!(formatter, "fates-wounded", who)),
            Note::Regained { who, amount, left, band, relief } => {
                let exact = amount.zip(*left);
                self.regained(*who, exact, *band, *relief);
            }
            Note::Out { who, exit: Exit::Down } => self.add(say!(formatter, "goes-down", who)),
            Note::Out { who, exit } => {
                self.add(say!(formatter, "fates-out", who, exit = Variant(exit)));
            }
            Note::Grappled { who, by, .. } => self.add(say!(formatter, "fates-grappled", who, by)),
            Note::Freed { who, by } => self.add(say!(formatter, "fates-freed", who, by)),
            Note::Rested(who) => self.begin(say!(formatter, "fates-rested", who)),
            _ => {}
        }
    }

    /// Resolve lost, exactly for who may know it, else in a word.
    fn lost(&mut self, who: CombatantId, exact: Option<(u8, u8)>, band: Band) {
        let formatter = self.formatter;
        match exact {
            // They had none left to lose: what it means is asked next.
            Some((0, 0)) => {}
            Some((0, _)) => self.follow(say!(formatter, "no-harm", who)),
            Some((amount, left)) => self.follow(say!(formatter, "fates-lost", who, amount, left)),
            None => self.add(say!(formatter, "fates-looks", who, band = Variant(&band))),
        }
    }

    fn regained(&mut self, who: CombatantId, exact: Option<(u8, u8)>, band: Band, relief: Relief) {
        let (formatter, relief) = (self.formatter, Variant(&relief));
        match exact {
            Some((amount, left)) => {
                self.add(say!(formatter, "fates-regained", relief, who, amount, left));
            }
            None => self.add(say!(formatter, "fates-looks", who, band = Variant(&band))),
        }
    }

    /// The Fallen Fates.
    fn fate(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            // That it goes down is told next.
            Note::FateChosen { fate: Fate::Falls, text, .. } => {
                self.page.cut();
                self.narrated(text);
            }
            Note::FateChosen { who, fate, text } => {
                self.begin(say!(formatter, "fates-fate", who, fate = Variant(fate)));
                self.narrated(text);
            }
            Note::Ignored { who, text } => {
                self.begin(say!(formatter, "fates-ignored", who));
                self.narrated(text);
            }
            Note::Lowered { who, attributes, left } => {
                self.lowered(*who, attributes, left.as_deref().unwrap_or_default());
            }
            Note::PickOwed(who) => {
                let command = formatter.command("fate");
                self.add(say!(formatter, "fates-pick-owed", who, command));
            }
            Note::PushRolled { total, .. } => {
                let lives = *total >= PUSH_SUCCEEDS;
                self.add(say!(formatter, "fates-push-rolled", total, lives));
            }
            Note::DemiseRolled { total, .. } => {
                self.add(say!(formatter, "fates-demise-rolled", total));
            }
            Note::FpGained(who) => self.add(say!(formatter, "fates-fp-gained", who)),
            Note::Blazed(who) => self.add(say!(formatter, "fates-blazed", who)),
            _ => {}
        }
    }

    /// Words of the player's own.
    fn narrated(&mut self, text: &str) {
        if !text.is_empty() {
            let text = self.formatter.ended(text);
            self.add(say!(self.formatter, "fates-narrated", text));
        }
    }

    /// For good: one attribute by 2D, or two by 1D each.
    fn lowered(&mut self, who: CombatantId, attributes: &[Attribute], left: &[u8]) {
        let formatter = self.formatter;
        let (left, left_other) = (left.first(), left.get(1));
        self.add(match attributes {
            [one, other] if one != other => {
                say!(formatter, "fates-lowered-two", who, one, left, other, left_other)
            }
            [one, ..] => say!(formatter, "fates-lowered", who, one, left),
            [] => return,
        });
    }

    /// What is kept ready for later.
    fn readied(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Helped { who, by, skill, rank, total, text } => {
                let text = given(text);
                self.begin(say!(formatter, "fates-helped", by, who, skill, rank, total, text));
            }
            Note::HelpStruck(who) => self.begin(say!(formatter, "fates-help-struck", who)),
            Note::HelpStored(who) => self.begin(say!(formatter, "fates-help-stored", who)),
            Note::HelpPaid { who, to } => self.begin(say!(formatter, "fates-help-paid", who, to)),
            Note::Defended { who, with, bonus } => {
                self.begin(say!(formatter, "fates-defended", who, with, bonus));
            }
            Note::DefendEnded { who, broken: true } => {
                self.add(say!(formatter, "fates-defend-broken", who));
            }
            Note::Aimed { who, aim, .. } => {
                let bonus = match aim {
                    Some(Aim::Bonus(bonus)) => Some(bonus),
                    Some(Aim::Steady) | None => None,
                };
                let steady = *aim == Some(Aim::Steady);
                self.begin(say!(formatter, "fates-aimed", who, bonus, steady));
            }
            Note::Held { who, hold: Some(hold) } => {
                let Hold { trigger, deed, .. } = &**hold;
                let (deed, trigger) =
                    (Set(held(formatter, deed)), Set(awaited(formatter, trigger)));
                self.begin(say!(formatter, "fates-held", who, deed, trigger));
            }
            Note::Held { who, hold: None } => {
                self.begin(say!(formatter, "fates-held-secretly", who))
            }
            Note::HoldFired(who) => self.begin(say!(formatter, "fates-hold-fired", who)),
            Note::HoldWasted(_) => self.add(say!(formatter, "fates-hold-wasted")),
            Note::HoldEnded(who) => self.begin(say!(formatter, "waited-in-vain", who)),
            // What these do shows in what follows them.
            _ => {}
        }
    }

    /// Ways and things.
    fn did(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Moved { who, from, to, way } => {
                self.begin(say!(formatter, "fates-moved", way = Variant(way), who, from, to));
            }
            Note::Escaping(who) => self.begin(say!(formatter, "fates-escaping", who)),
            Note::EscapeFailed(who) => self.add(say!(formatter, "fates-escape-failed", who)),
            // Told when it was tried.
            Note::DoorSet { by: Some(_), .. } => {}
            Note::DoorSet { zone, to, state, by: None } => {
                let door = Set(door(formatter, *to, *state));
                self.begin(say!(formatter, "fates-door-set", zone, door));
            }
            Note::DoorTried { who, to, open } => {
                self.begin(say!(formatter, "fates-door-tried", who, to, open));
            }
            Note::Swapped { who, item } => self.begin(say!(formatter, "item-in-hand", who, item)),
            Note::PickedUp { who, item, .. } => {
                self.begin(say!(formatter, "item-picked-up", who, item));
            }
            Note::Dropped { who, item, .. } => {
                self.begin(say!(formatter, "item-dropped", who, item))
            }
            Note::LooseLaid { zone, item } => {
                self.begin(say!(formatter, "fates-loose", zone, item))
            }
            Note::Using { who, item, on } => {
                let on = (on != who).then_some(on);
                self.begin(say!(formatter, "fates-using", who, item, on));
            }
            Note::UseLost(_) => self.add(say!(formatter, "fates-use-lost")),
            Note::Interacted { who, text } => {
                let text = given(text).map(|text| formatter.ended(text));
                self.begin(say!(formatter, "fates-interacted", who, text));
            }
            // What these do shows in what follows them.
            _ => {}
        }
    }
}

/// The dice of a roll, where they are known, and its total.
fn rolled(locale: Locale, faces: Option<&[u8]>, total: u8, modifiers: &[Modifier]) -> String {
    let Some(faces) = faces else { return total.to_string() };
    let (faces, total) = (faces.to_vec(), total.into());
    Roll { sides: None, faces, left_out: None, modifiers, total }.told(locale)
}

/// What a check tries, in words.
fn tried(formatter: Formatter<'_>, check: &Check) -> Set {
    Set(match check {
        Check::Skill { attribute, skill, text } => {
            say!(formatter, "fates-try-skill", text = given(text), attribute, skill)
        }
        Check::Grapple(target) => {
            say!(formatter, "fates-try-grapple", target = whom(formatter, *target))
        }
        Check::Break(with) => say!(formatter, "fates-try-break", with),
    })
}

/// A target, or whoever sets a held act off.
fn whom(formatter: Formatter<'_>, target: CombatantId) -> Set {
    if target == WHOEVER {
        Set(say!(formatter, "fates-whoever"))
    } else {
        Set(formatter.name(target))
    }
}

/// What is held, in words.
fn held(formatter: Formatter<'_>, deed: &Deed) -> String {
    match deed {
        Deed::Attack { target, weapon } => {
            say!(formatter, "fates-hold-attack", target = whom(formatter, *target), weapon)
        }
        Deed::Use(Use::Item { item, on }) => {
            say!(formatter, "fates-hold-use", item, on = whom(formatter, *on))
        }
        Deed::Use(Use::Door { to, open }) => say!(formatter, "fates-hold-door", to, open),
        Deed::Use(Use::Interact(text)) => {
            say!(formatter, "fates-hold-interact", text = given(text))
        }
        Deed::Check(check) => say!(formatter, "fates-hold-try", tried = tried(formatter, check)),
    }
}

/// What is waited for, in words.
fn awaited(formatter: Formatter<'_>, trigger: &Trigger) -> String {
    let who = match trigger.who {
        Scope::One(one) => Set(formatter.name(one)),
        Scope::Allies => Set(say!(formatter, "fates-an-ally")),
        Scope::Enemies => Set(say!(formatter, "fates-an-enemy")),
    };
    match &trigger.event {
        Event::Enters(zone) => say!(formatter, "fates-when-enters", who, zone),
        Event::Leaves(zone) => say!(formatter, "fates-when-leaves", who, zone),
        Event::LastLeaves(zone) => say!(formatter, "fates-when-last-leaves", zone),
        Event::Attacks(at) => say!(formatter, "fates-when-attacks", who, at),
        Event::UsesItem => say!(formatter, "fates-when-uses-item", who),
        Event::UsesSkill => say!(formatter, "fates-when-uses-skill", who),
        Event::Wounded => say!(formatter, "fates-when-wounded", who),
        Event::Flees => say!(formatter, "fates-when-flees", who),
        Event::Text(text) => say!(formatter, "fates-when-text", text),
    }
}

fn ground(formatter: Formatter<'_>, ground: &Ground) -> String {
    let doors = ground.doors.iter().map(|one| door(formatter, one.to, Some(one.state)));
    let items = ground.items.iter().map(|item| formatter.set(&item.name));
    let parts: Vec<String> = doors.chain(items).collect();
    if parts.is_empty() {
        say!(formatter, "nothing-special")
    } else {
        listed(formatter.locale(), &parts)
    }
}

fn door(formatter: Formatter<'_>, to: ZoneId, state: Option<DoorState>) -> String {
    say!(formatter, "fates-door", to, state = state.as_ref().map(Variant))
}

/// A question, to whoever is asked.
pub fn ask(formatter: Formatter<'_>, question: &Question) -> String {
    match question {
        Question::Tie { tied } => say!(formatter, "fates-ask-tie", tied),
        Question::Difficulty { who, check } => {
            say!(formatter, "fates-ask-difficulty", who, tried = tried(formatter, check))
        }
        Question::Help { who, roller, total } => {
            say!(formatter, "fates-ask-help", roller, total, who)
        }
        Question::PayOut { who } => say!(formatter, "fates-ask-pay-out", who),
        Question::Fate { who, amount, prospect } => {
            let Prospect { ignores, limit, is_too_big, never_left, turn, witnesses } = prospect;
            let turn = turn.filter(|turn| turn != who);
            let (left, count) = (limit.saturating_sub(*ignores), witnesses.len());
            say!(
                formatter,
                "fates-ask-fate",
                who,
                amount,
                is_too_big,
                left,
                limit,
                never = never_left,
                turn,
                witnesses,
                count,
            )
        }
        Question::SecondFate { who, amount, prospect } => {
            let Prospect { never_left, turn, witnesses, .. } = prospect;
            let turn = turn.filter(|turn| turn != who);
            let count = witnesses.len();
            say!(
                formatter,
                "fates-ask-second-fate",
                who,
                amount,
                never = never_left,
                turn,
                witnesses,
                count,
            )
        }
        Question::Trigger { who, text } => say!(formatter, "fates-ask-trigger", who, text),
        Question::End => say!(formatter, "fates-ask-end"),
    }
}

/// What the form of a question asks for.
pub fn form(locale: Locale, question: &Question) -> Vec<Slot> {
    match question {
        Question::Difficulty { .. } => {
            vec![slot!(locale, "difficulty", "fates-form-difficulty")]
        }
        _ => Vec::new(),
    }
}

/// What else may be said with an answer: how a Help helps, how a Fate goes.
pub fn room(locale: Locale, choice: &Command) -> Vec<Slot> {
    let story = || slot!(locale, "text", "fates-form-story");
    match (choice.verb.as_str(), choice.get("choose")) {
        ("help", _) => {
            vec![
                slot!(locale, "text", "fates-form-help"),
                slot!(locale, "skill", "fates-form-skill"),
            ]
        }
        ("fate", "never") => vec![slot!(locale, "attributes", "fates-form-attributes"), story()],
        ("fate", "ignore" | "push" | "blaze" | "demise" | "falls") => vec![story()],
        _ => Vec::new(),
    }
}

/// The label of an answer.
pub fn label(locale: Locale, choice: &Command) -> String {
    let slot = |slot: &str| given(choice.get(slot));
    match choice.verb.as_str() {
        "first" => say!(locale, "fates-answer-first", who = choice.get("who")),
        "rule" => say!(locale, "fates-answer-rule", difficulty = slot("difficulty")),
        "help" => {
            let skill = slot("skill").map(|key| words::skill(locale, key));
            say!(locale, "fates-answer-help", skill)
        }
        "give" => say!(locale, "fates-answer-give", target = slot("target")),
        "fate" => {
            let fate = Key(choice.get("choose"));
            say!(locale, "fates-answer-fate", fate, named = capital(choice.get("choose")))
        }
        verb => {
            let named = capital(&words::plain(verb));
            say!(locale, "fates-answer", verb = Key(verb), named)
        }
    }
}
