//! Cards in words: its notes, questions and answers.

use super::catalogue::{Key, Locale, Sayable, Set, Speaks, Value, Variant, given, say};
use super::formatter::Formatter;
use super::page::Page;
use super::roll;
use super::{Style, capital, common, listed, words};
use engine::command::Command;
use engine::fight::Note as CoreNote;
use engine::ids::CombatantId;
use engine::modifier::Modifier;
use engine::rules::cards::Cards;
use engine::rules::cards::prompts::{Buy, Question};
use engine::rules::cards::sheet::{Action, Raise, Reaction};
use engine::rules::cards::state::{At, Ground, Manner, Note, Obstacle, Purpose, Scope, Wound};
use engine::view::Told;

/// What happened, a paragraph an act.
pub fn tell(style: Style, told: &Told<Cards>) -> Vec<String> {
    let formatter = Formatter::telling(style, told);
    let page = Page::new(style.locale);
    let is_after_more = told.is_after_more;
    let fearsome = told.notes.iter().filter_map(|seen| match seen.note() {
        CoreNote::Rule(Note::FearSuggested { source, who }) => Some((*source, who.as_slice())),
        _ => None,
    });
    let (fearsome, slow) = (fearsome.collect(), Vec::new());
    let mut teller = Teller { formatter, page, slow, reaction: None, is_after_more, fearsome };
    for seen in &told.notes {
        match seen.note() {
            CoreNote::Joined(who, one) => {
                let side = words::team(style.locale, &one.body.side);
                teller.page.begin(say!(formatter, "cards-joined", who, side));
            }
            CoreNote::GroundLaid(zone, laid) => {
                let ground = Set(ground(formatter, laid));
                teller.page.begin(say!(formatter, "cards-ground", zone, ground));
            }
            CoreNote::Rule(note) => teller.rule(note),
            other => common::tell(formatter, other, &mut teller.page),
        }
    }
    teller.page.finish()
}

impl<S: Speaks> Sayable<S> for Action {
    fn said(&self, speaker: &S) -> Value {
        words::action(speaker.locale(), self.key()).said(speaker)
    }
}

struct Teller<'a> {
    formatter: Formatter<'a>,
    page: Page,
    /// Whose reactions are paid with the slow Maneuver, until their dice are told.
    slow: Vec<CombatantId>,
    /// How the attack that is being told was answered.
    reaction: Option<Reaction>,
    is_after_more: bool,
    /// Whoever is to be feared, and by whom.
    fearsome: Vec<(CombatantId, &'a [CombatantId])>,
}

impl Teller<'_> {
    fn add(&mut self, sentence: String) {
        self.page.add(sentence);
    }

    fn begin(&mut self, sentence: String) {
        self.page.begin(sentence);
    }

    fn rule(&mut self, note: &Note) {
        match note {
            Note::Assigned { .. }
            | Note::Grouped { .. }
            | Note::AmbushSet(_)
            | Note::DeafSet { .. }
            | Note::RaiseSet { .. }
            | Note::FightCalled { .. }
            | Note::ZoneOpened { .. }
            | Note::ObstacleRemoved { .. }
            | Note::GoingOn(_)
            | Note::Decided(_)
            | Note::Dying(_)
            | Note::Recovered { .. }
            | Note::DayBegan => self.set_up(note),
            Note::Dealt { .. }
            | Note::ExtraDrawn { .. }
            | Note::AmbushSettled { .. }
            | Note::AmbushBonusLost
            | Note::HoldBegan
            | Note::Ready(_)
            | Note::HoldEnded
            | Note::SwapOffered { .. }
            | Note::SwapDeclined { .. }
            | Note::CardsSwapped { .. }
            | Note::SwapKept(_)
            | Note::TurnBegan { .. }
            | Note::TurnEnded(_)
            | Note::Passed(_)
            | Note::AutoSet { .. } => self.cards(note),
            Note::Rolled { .. }
            | Note::Tested { .. }
            | Note::BonusSaved(_)
            | Note::Attacked { .. }
            | Note::Reacted { .. }
            | Note::Settled { .. }
            | Note::AttackLost(_)
            | Note::Bought { .. }
            | Note::BreakTried { .. }
            | Note::FleeTried { .. } => self.dice(note),
            Note::Harmed { .. }
            | Note::Unharmed { .. }
            | Note::Healed { .. }
            | Note::FellOut(_)
            | Note::CriticalRolled { .. }
            | Note::FateSet { .. }
            | Note::Stabilised { .. } => self.harm(note),
            Note::Equipped { .. }
            | Note::ItemMoved { .. }
            | Note::Said { .. }
            | Note::Interacted { .. }
            | Note::Surveyed { .. } => self.handled(note),
            Note::FearSuggested { .. }
            | Note::Feared { .. }
            | Note::Shaken { .. }
            | Note::CaughtFire { .. }
            | Note::Doused { .. }
            | Note::FireOut(_)
            | Note::Poisoned { .. }
            | Note::PoisonsEnded(_) => self.hazard(note),
            _ => self.state(note),
        }
    }

    /// Before, after and around the fight.
    fn set_up(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.page.begin(match note {
            Note::Assigned { who, side } => {
                say!(formatter, "cards-assigned", who, side = words::team(formatter.locale(), side))
            }
            Note::Grouped { who, name } => {
                say!(formatter, "cards-grouped", who, name = given(name))
            }
            Note::AmbushSet(ambush) => {
                let auto = ambush.as_ref().is_some_and(|ambush| ambush.auto);
                let side = ambush.as_ref().map(|one| words::team(formatter.locale(), &one.side));
                say!(formatter, "cards-ambush-set", side, auto)
            }
            Note::DeafSet { one, other, is_on } => {
                say!(formatter, "cards-deaf-set", one, other, is_on)
            }
            Note::RaiseSet { scope, raise } => {
                let Raise { action, by, darkness } = raise;
                let who = match scope {
                    Scope::Scene => None,
                    Scope::Combatant(who) => Some(who),
                };
                say!(formatter, "cards-raise-set", who, action, by, darkness)
            }
            Note::FightCalled { who, target } => {
                let start = formatter.command("start");
                say!(formatter, "cards-fight-called", who, target, start)
            }
            Note::ZoneOpened { of, name } => {
                return self.add(say!(formatter, "cards-zone-opened", of, name));
            }
            Note::ObstacleRemoved { zone, to } => {
                return self.add(say!(formatter, "cards-obstacle-removed", zone, to));
            }
            Note::GoingOn(true) => say!(formatter, "cards-going-on"),
            Note::Decided(outcome) => {
                let how = match outcome.as_ref() {
                    "truce" => Key("truce"),
                    "nobody" => Key("nobody"),
                    _ => Key("side"),
                };
                say!(
                    formatter,
                    "cards-decided",
                    how,
                    side = words::team(formatter.locale(), outcome)
                )
            }
            Note::Dying(who) => say!(formatter, "cards-dying", who),
            Note::Recovered { who, successes, .. } => {
                say!(formatter, "cards-recovered", who, successes)
            }
            Note::DayBegan => say!(formatter, "cards-day-began"),
            _ => return,
        });
    }

    /// Cards and turns.
    fn cards(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Dealt { who, cards, .. } => {
                let (many, cards) = (who.len(), Set(numbers(cards)));
                self.add(say!(formatter, "cards-dealt", who, many, cards));
            }
            Note::ExtraDrawn { who, card, kept } => {
                let (many, kept) = (who.len(), Set(numbers(kept)));
                self.add(say!(formatter, "cards-extra-drawn", who, many, card, kept));
            }
            Note::AmbushSettled { side, succeeded, bonus, .. } => {
                let side = words::team(formatter.locale(), side);
                self.add(say!(formatter, "cards-ambush-settled", side, succeeded, bonus));
            }
            Note::AmbushBonusLost => self.begin(say!(formatter, "cards-ambush-bonus-lost")),
            Note::HoldBegan => {
                let swap = formatter.command("swap");
                self.add(say!(formatter, "cards-hold-began", swap));
            }
            Note::Ready(who) => self.begin(say!(formatter, "cards-ready", who)),
            Note::HoldEnded => self.begin(say!(formatter, "cards-hold-ended")),
            Note::SwapOffered { from, to } => {
                self.begin(say!(formatter, "cards-swap-offered", from, to));
            }
            Note::SwapDeclined { from, to } => {
                self.begin(say!(formatter, "cards-swap-declined", from, to));
            }
            Note::CardsSwapped { who, own, with, other, swap } => {
                let swap = Variant(swap);
                self.add(say!(formatter, "cards-swapped", who, own, with, other, swap));
            }
            Note::SwapKept(who) => self.add(say!(formatter, "cards-swap-kept", who)),
            Note::Passed(_) if self.is_after_more => {}
            Note::Passed(who) => self.begin(say!(formatter, "cards-passed", who)),
            Note::TurnBegan { .. } | Note::TurnEnded(_) => self.page.cut(),
            Note::AutoSet { who, reaction, standing } => {
                let reaction = say!(formatter, "cards-reaction", reaction = Variant(reaction));
                let standing = Variant(standing);
                self.begin(say!(formatter, "cards-auto-set", who, reaction, standing));
            }
            _ => {}
        }
    }

    /// What is tried, and the dice that say how it comes out.
    fn dice(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Attacked { who, target, manner } => {
                self.reaction = None;
                let (name, manner) = (named(formatter, manner), Variant(manner));
                self.page.announce(say!(formatter, "cards-attacked", who, target, manner, name));
            }
            Note::BreakTried { who, by } => {
                self.page.announce(say!(formatter, "cards-break-tried", who, by));
            }
            Note::FleeTried { who, exit } => {
                self.page.announce(say!(formatter, "cards-flee-tried", who, exit));
            }
            Note::Reacted { who, reaction, is_slow, .. } => {
                self.reaction = Some(*reaction);
                self.slow.extend(is_slow.then_some(*who));
            }
            Note::Rolled { who, action, purpose, faces, modifiers, .. } => {
                let dice = dice(formatter, *action, faces, modifiers);
                self.rolled(*who, *purpose, dice);
            }
            Note::Settled { manner, successes, taken_off, need, .. } => {
                let left = successes.saturating_sub(*taken_off);
                let (is_hit, manner) = (left >= *need, Variant(manner));
                let reaction = self.reaction.take();
                let reaction = reaction.as_ref().map(Variant);
                let outcome = say!(formatter, "cards-verdict", manner, is_hit, reaction);
                if *taken_off == 0 {
                    return self.verdict(*need, outcome);
                }
                let outcome = Set(outcome);
                self.add(say!(formatter, "cards-settled", successes, left, need, outcome));
            }
            // How a flight comes out is told next.
            Note::Tested { purpose: Purpose::Flee, need: 1, .. } => {}
            Note::Tested { successes, need, text, target, .. } => {
                let (passed, text) = (successes >= need, given(text));
                self.verdict(*need, say!(formatter, "cards-tested", text, passed, target));
            }
            Note::BonusSaved(who) => self.add(say!(formatter, "cards-bonus-saved", who)),
            Note::AttackLost(who) => self.add(say!(formatter, "cards-attack-lost", who)),
            Note::Bought { who, buy, .. } => {
                // What else was bought shows in what follows.
                let count = match buy {
                    Buy::Damage(count) => *count,
                    Buy::Stress => 1,
                    _ => return,
                };
                self.add(say!(formatter, "cards-bought", who, buy = Variant(buy), count));
            }
            _ => {}
        }
    }

    /// How a test came out: with its dice, or by itself where something came between.
    fn verdict(&mut self, need: u8, outcome: String) {
        let formatter = self.formatter;
        let verdict = roll::verdict(formatter.locale(), Some(Set(need.to_string())), &outcome);
        if !self.page.verdict(&verdict) {
            self.add(say!(formatter, "cards-verdict-alone", need, outcome = Set(outcome)));
        }
    }

    fn rolled(&mut self, who: Option<CombatantId>, purpose: Purpose, dice: String) {
        let formatter = self.formatter;
        let Some(who) = who else {
            let what = say!(formatter, "cards-rolled-by-gm", purpose = Variant(&purpose));
            return self.page.add_dice(what, dice);
        };
        match purpose {
            Purpose::Attack
            | Purpose::Shove
            | Purpose::Grapple
            | Purpose::Cast
            | Purpose::BreakFree
            | Purpose::Flee => self.page.dice(formatter.name(who), dice),
            Purpose::React(reaction) => {
                let what = self.reacts(who, reaction);
                self.page.add_dice(what, dice);
            }
            Purpose::Douse
            | Purpose::Skill
            | Purpose::Stabilise
            | Purpose::Obstacle
            | Purpose::Called
            | Purpose::Fatigue
            | Purpose::Treatment
            | Purpose::Fear => {
                let what = say!(formatter, "cards-rolled", who, purpose = Variant(&purpose));
                self.page.announce(what);
                self.page.dice(formatter.name(who), dice);
            }
            Purpose::Ambush
            | Purpose::Watch
            | Purpose::Fire
            | Purpose::Poison
            | Purpose::Fall
            | Purpose::Armour
            | Purpose::Cover => {
                let what = say!(formatter, "cards-rolled", who, purpose = Variant(&purpose));
                self.page.add_dice(what, dice);
            }
        }
    }

    fn reacts(&mut self, who: CombatantId, reaction: Reaction) -> String {
        let formatter = self.formatter;
        let is_slow = self.slow.contains(&who);
        self.slow.retain(|one| *one != who);
        say!(formatter, "cards-reacted", who, reaction = Variant(&reaction), is_slow)
    }

    fn harm(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.add(match note {
            // That it falls is told next.
            Note::Harmed { amount: None, wound: Wound::Out, .. } => return,
            Note::Harmed { who, harm, cause, amount, wound } => {
                let (harm, cause, wound) = (Variant(harm), Variant(cause), Variant(wound));
                say!(formatter, "cards-harmed", who, harm, cause, amount, wound)
            }
            Note::Unharmed { who, cause } => {
                say!(formatter, "cards-unharmed", who, cause = Variant(cause))
            }
            Note::Healed { who, harm, amount, wound } => {
                let (harm, wound) = (Variant(harm), Variant(wound));
                say!(formatter, "cards-healed", who, harm, amount, wound)
            }
            Note::FellOut(who) => say!(formatter, "cards-fell-out", who),
            Note::CriticalRolled { who, face, critical, .. } => {
                say!(formatter, "cards-critical-rolled", who, face, critical = Variant(critical))
            }
            Note::FateSet { who, fate } => {
                say!(formatter, "cards-fate-set", who, fate = Variant(fate))
            }
            Note::Stabilised { who, by } => say!(formatter, "cards-stabilised", who, by),
            _ => return,
        });
    }

    /// Movement, conditions and holds.
    fn state(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.add(match note {
            Note::Moved { who, from, to, way } => {
                say!(formatter, "cards-moved", way = Variant(way), who, from, to)
            }
            Note::ClosedIn { who, with } => say!(formatter, "cards-closed-in", who, with),
            Note::ApartSet { who, is_on } => say!(formatter, "cards-apart-set", who, is_on),
            Note::CoverSet { who, place } => {
                say!(formatter, "cards-cover-set", who, is_on = place.is_some())
            }
            Note::ProneSet { who, is_on } => say!(formatter, "cards-prone-set", who, is_on),
            Note::Pinned(who) => say!(formatter, "cards-pinned", who),
            Note::Gagged(who) => say!(formatter, "cards-gagged", who),
            Note::Held { who, by } => say!(formatter, "cards-held", who, by),
            Note::Freed { who, by } => say!(formatter, "cards-freed", who, by),
            Note::HoldKept { who, by } => say!(formatter, "cards-hold-kept", who, by),
            Note::Helped { who, by } => say!(formatter, "cards-helped", who, by),
            Note::FlagSet { who, flag, is_on } => {
                return self.begin(say!(
                    formatter,
                    "cards-flag-set",
                    who,
                    flag = Variant(flag),
                    is_on
                ));
            }
            Note::FleeFailed { who, is_chased } => {
                say!(formatter, "cards-flee-failed", who, is_chased)
            }
            Note::Fled(who) => say!(formatter, "cards-fled", who),
            // What these do shows in what follows them.
            _ => return,
        });
    }

    /// Things and words.
    fn handled(&mut self, note: &Note) {
        let formatter = self.formatter;
        match note {
            Note::Equipped { who, names, .. } => {
                let names: Vec<String> = names.iter().map(|name| formatter.set(name)).collect();
                let items = given(&listed(formatter.locale(), &names)).map(|all| Set(all.into()));
                self.add(say!(formatter, "cards-equipped", who, items));
            }
            Note::ItemMoved { name: item, by: who, from, to, .. } => {
                self.add(match (from, to) {
                    (At::With(owner), At::Floor(_)) if owner != who => {
                        say!(formatter, "cards-item-knocked", who = owner, item)
                    }
                    (At::With(_), At::Floor(zone)) => {
                        say!(formatter, "cards-item-landed", who, item, zone)
                    }
                    (At::Floor(_), At::With(_)) => {
                        say!(formatter, "cards-item-picked-up", who, item)
                    }
                    (At::With(_), At::With(to)) => say!(formatter, "item-handed", who, item, to),
                    (At::With(_), At::Gone) => say!(formatter, "item-used", who, item),
                    (At::Floor(_) | At::Gone, _) => say!(formatter, "item-gone", item),
                });
            }
            Note::Said { who, text, is_shout } => {
                self.begin(say!(formatter, "cards-said", who, text = given(text), is_shout));
            }
            Note::Interacted { who, text } => {
                let text = given(text).map(|text| formatter.ended(text));
                self.begin(say!(formatter, "cards-interacted", who, text));
            }
            Note::Surveyed { who, questions } => {
                self.add(say!(formatter, "cards-surveyed", who, questions));
            }
            _ => {}
        }
    }

    /// All whom the same have to fear are named at once.
    fn suggest_fear(&mut self, source: CombatantId, who: &[CombatantId]) {
        let alike = self.fearsome.iter().filter(|(_, of)| *of == who);
        let sources: Vec<CombatantId> = alike.map(|(source, _)| *source).collect();
        if sources.first() == Some(&source) {
            let (formatter, count) = (self.formatter, sources.len());
            let fear = formatter.command("fear");
            self.begin(say!(formatter, "cards-fear-suggested", sources, count, who, fear));
        }
    }

    fn hazard(&mut self, note: &Note) {
        let formatter = self.formatter;
        self.add(match note {
            Note::FearSuggested { source, who } => return self.suggest_fear(*source, who),
            Note::Feared { value, successes, .. } => {
                let outcome = say!(formatter, "cards-feared", passed = successes >= value);
                return self.verdict(*value, outcome);
            }
            Note::Shaken { who, shaken } => {
                let (how, source) = (Variant(&shaken.how), shaken.source);
                say!(formatter, "cards-shaken", who, how, source)
            }
            Note::CaughtFire { who, intensity } => {
                say!(formatter, "cards-caught-fire", who, intensity = Variant(intensity))
            }
            Note::Doused { who, saved, .. } => say!(formatter, "cards-doused", who, saved),
            Note::FireOut(who) => say!(formatter, "cards-fire-out", who),
            Note::Poisoned { who, .. } => say!(formatter, "cards-poisoned", who),
            Note::PoisonsEnded(who) => say!(formatter, "cards-poisons-ended", who),
            _ => return,
        });
    }
}

/// `6, 3, 1`.
fn numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// Every 6 is a success: `Strike 6, 3, 1 (+1D gear) = 1 success`.
fn dice(
    formatter: Formatter<'_>,
    action: Option<Action>,
    faces: &[u8],
    made_of: &[Modifier],
) -> String {
    let count = faces.iter().filter(|face| **face == 6).count();
    let others: Vec<Modifier> = made_of.iter().filter(|one| one.why != "own").cloned().collect();
    let notes = roll::more_or_fewer(formatter.locale(), &others).join(", ");
    let notes = given(&notes).map(|notes| Set(notes.into()));
    say!(formatter, "cards-dice", action, faces = Set(numbers(faces)), notes, count)
}

/// What an attack is made with.
fn named(formatter: Formatter<'_>, manner: &Manner) -> Option<String> {
    match manner {
        Manner::Weapon(name) => Some(words::weapon(formatter.locale(), name)),
        Manner::Thrown(name) | Manner::Spell(name) => Some(name.to_string()),
        Manner::Shove | Manner::Grapple | Manner::Skill(_) => None,
    }
}

fn ground(formatter: Formatter<'_>, ground: &Ground) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(ground.exit.map(|is| say!(formatter, "cards-ground-exit", is)));
    parts.extend(ground.cover.iter().map(|dice| say!(formatter, "cards-ground-cover", dice)));
    parts.extend(ground.obstacles.iter().map(|obstacle| {
        let Obstacle { to, maneuver, action, need, .. } = obstacle;
        let maneuver = Variant(maneuver);
        say!(formatter, "cards-ground-obstacle", to, maneuver, action, need)
    }));
    let blocked: Vec<String> = ground.blocked.iter().map(|zone| formatter.zone(*zone)).collect();
    if !blocked.is_empty() {
        let zones = Set(listed(formatter.locale(), &blocked));
        parts.push(say!(formatter, "cards-ground-no-sight", zones));
    }
    parts.extend(ground.raises.iter().map(|raise| {
        let Raise { action, by, darkness } = raise;
        say!(formatter, "cards-raise", action, by, darkness)
    }));
    let items: Vec<String> = ground.items.iter().map(|item| formatter.set(&item.name)).collect();
    if !items.is_empty() {
        let items = Set(listed(formatter.locale(), &items));
        parts.push(say!(formatter, "cards-ground-items", items));
    }
    if parts.is_empty() {
        say!(formatter, "nothing-special")
    } else {
        listed(formatter.locale(), &parts)
    }
}

/// A question, to whoever is asked.
pub fn ask(formatter: Formatter<'_>, question: &Question) -> String {
    match question {
        Question::Reaction { who: target, attacker: who, manner } => {
            let (name, manner) = (named(formatter, manner), Variant(manner));
            say!(formatter, "cards-ask-reaction", who, target, manner, name)
        }
        Question::Hold { who, held } => say!(formatter, "cards-ask-hold", who, held),
        Question::Chase { who, runner } => say!(formatter, "cards-ask-chase", who, runner),
        Question::Extras { who, target, left, .. } => {
            say!(formatter, "cards-ask-extras", who, target, left)
        }
        Question::Swap { who, attacker } => say!(formatter, "cards-ask-swap", who, attacker),
        Question::Fate { who, target } => say!(formatter, "cards-ask-fate", who, target),
        Question::Shaken { who, source } => say!(formatter, "cards-ask-shaken", who, source),
        Question::End { left } => {
            let left = Some(left).filter(|_| *left != "nobody");
            say!(formatter, "cards-ask-end", left)
        }
    }
}

/// The label of an answer.
pub fn label(locale: Locale, question: &Question, choice: &Command) -> String {
    let verb = &*choice.verb;
    // CARDS-TURN-5: only these are paid for.
    let is_paid = !matches!(verb, "take-it" | "no")
        && matches!(
            question,
            Question::Reaction { .. } | Question::Hold { .. } | Question::Chase { .. }
        );
    let is_slow = is_paid.then(|| choice.get("slow") == "true");
    let action = words::action(locale, choice.get("action"));
    let (zone, item, card) = (choice.get("zone"), choice.get("item"), choice.get("card"));
    let count = match question {
        Question::Extras { left, .. } => *left,
        _ => 0,
    };
    let named = capital(&words::plain(verb));
    say!(locale, "cards-answer", verb = Key(verb), named, action, zone, item, card, count, is_slow)
}
