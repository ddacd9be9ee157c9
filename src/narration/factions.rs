//! Factions in words: notes, questions, answers, and the refusals that its rules explain best.

use std::collections::BTreeMap;

use super::page::Page;
use super::refusals::detail;
use super::{Ink, Slot, capital, common, listed, words};
use crate::engine::fight::Note as CoreNote;
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::rules::factions::Factions;
use crate::engine::rules::factions::attacks::Manner;
use crate::engine::rules::factions::prompts::Question;
use crate::engine::rules::factions::sheet::{Ability, GearState};
use crate::engine::rules::factions::state::{
    At, Cause, Flag, Ground, Note, Occasion, Passing, Purpose, Saved, Stage, Way, Wound,
};
use crate::engine::rules::factions::zones::Place;
use crate::engine::view::Told;
use crate::engine::words::{Refusal, Words};

/// What happened, a paragraph an act.
pub fn tell(ink: Ink, told: &Told<Factions>) -> Vec<String> {
    let mut teller = Teller { ink, told, page: Page::default(), is_blast: false };
    for seen in &told.notes {
        match seen.note() {
            CoreNote::Joined(who, one) => {
                let (name, faction) = (teller.name(*who), teller.text(&one.body.faction));
                teller.page.begin(format!("{name} joins {faction}."));
            }
            CoreNote::GroundLaid(zone, ground) => {
                let (zone, ground) = (teller.zone(*zone), teller.ground(ground));
                teller.page.begin(format!("{zone}: {ground}."));
            }
            CoreNote::Rule(note) => teller.rule(note),
            other => common::tell(ink, told, other, &mut teller.page),
        }
    }
    teller.page.finish()
}

struct Teller<'a> {
    ink: Ink,
    told: &'a Told<Factions>,
    page: Page,
    /// The attack that is being told has several targets, so damage names them.
    is_blast: bool,
}

impl Teller<'_> {
    fn name(&self, who: CombatantId) -> String {
        common::name(self.ink, &self.told.names, who)
    }

    fn names(&self, who: &[CombatantId]) -> String {
        common::names(self.ink, &self.told.names, who)
    }

    fn zone(&self, zone: ZoneId) -> String {
        common::zone(self.ink, self.told, zone)
    }

    fn place(&self, place: Place) -> String {
        match place.border {
            Some(border) => {
                format!("the border of {} and {}", self.zone(place.zone), self.zone(border))
            }
            None => self.zone(place.zone),
        }
    }

    fn text(&self, text: &str) -> String {
        (self.ink.text)(text)
    }

    fn add(&mut self, sentence: impl Into<String>) {
        self.page.add(sentence.into());
    }

    fn begin(&mut self, sentence: impl Into<String>) {
        self.page.begin(sentence.into());
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
        match note {
            Note::Assigned { who, faction, group } => {
                let (who, faction) = (self.name(*who), self.text(faction));
                let group = match group.as_ref() {
                    "" => String::new(),
                    group => format!(", group {}", self.text(group)),
                };
                self.begin(format!("{who} belongs to {faction}{group}."));
            }
            Note::AllianceSet { one, other, is_on } => {
                let are = if *is_on { "are allies" } else { "are enemies" };
                let (one, other) = (self.text(one), self.text(other));
                self.begin(format!("{one} and {other} {are}."));
            }
            Note::CaptainNamed(who) => {
                let who = self.name(*who);
                self.begin(format!("{who} is captain."));
            }
            Note::InitiativeSet { faction, face } => {
                let rolled = face.map(|face| format!(" (rolled {face})")).unwrap_or_default();
                let faction = self.text(faction);
                self.add(format!("{faction} has initiative{rolled}."));
            }
            Note::FirstSet(faction) => {
                let faction = self.text(faction);
                self.begin(format!("{faction} has the first slot."));
            }
            Note::StageBegan { stage, threshold } => {
                match stage {
                    Stage::Ambush => self.begin("Ambush: only those in hiding act."),
                    Stage::Fast => {
                        let threshold = threshold.unwrap_or(0);
                        self.add(format!("Fast phase, d20 {threshold}: WIT {threshold} or more."));
                    }
                    Stage::Slow => self.begin("Slow phase."),
                    Stage::Round | Stage::RoundEnd => {}
                }
                self.page.cut();
            }
            Note::SlotPassed { faction, how } => {
                let faction = self.text(faction);
                match how {
                    Passing::All | Passing::Captain => self.begin(format!("{faction} passes.")),
                    Passing::Skipped => {
                        self.begin(format!("{faction} is not waited for and passes."));
                    }
                    Passing::Nobody => self.begin(format!("{faction} has nobody left to act.")),
                }
            }
            Note::PassPressed(all) => {
                let names = self.names(all);
                self.begin(format!("{names} will not take this slot."));
            }
            Note::TurnBegan(_) | Note::TurnEnded(_) => self.page.cut(),
            Note::StretchEnded => self.begin("A stretch of time has passed."),
            Note::Decided(who) => {
                let who = self.text(who);
                match who.as_str() {
                    "" => self.begin("Nobody is left standing."),
                    _ => self.begin(format!("{who} hold the field.")),
                }
            }
            Note::Listed { broken, surrendered } => {
                for (who, how) in [(broken, "broken"), (surrendered, "surrendered")] {
                    if !who.is_empty() {
                        let names = self.names(who);
                        self.begin(format!("{}: {names}.", capital(how)));
                    }
                }
            }
            _ => {}
        }
    }

    fn attack(&mut self, note: &Note) {
        match note {
            Note::Attacked { who, target, manner, occasion, hold_back, indirect } => {
                let (who, target) = (self.name(*who), self.name(*target));
                let does = match occasion {
                    Occasion::Counter => format!("{who} counters: {}", self.does(manner, &target)),
                    Occasion::Turn | Occasion::Opportunity => {
                        format!("{who} {}", self.does(manner, &target))
                    }
                };
                let how = [
                    (*occasion == Occasion::Opportunity, ", an opportunity attack"),
                    (*hold_back, ", holding back"),
                    (*indirect, ", indirectly"),
                ];
                let how = how.into_iter().filter(|(is, _)| *is).map(|(_, how)| how);
                self.page.announce(does + &how.collect::<String>());
                self.is_blast = false;
            }
            Note::Blasted { who, zone, manner, targets } => {
                let (who, zone) = (self.name(*who), self.zone(*zone));
                let with = self.with(manner);
                let targets = match targets.as_slice() {
                    [] => String::new(),
                    targets => format!(": {}", self.names(targets)),
                };
                self.page.announce(format!("{who} strikes all of {zone}{with}{targets}"));
                self.is_blast = true;
            }
            Note::Deviated { zone, face } => {
                let rolled = face.map(|face| format!(" (rolled {face})")).unwrap_or_default();
                match zone {
                    Some(zone) => {
                        let zone = self.zone(*zone);
                        self.add(format!("It goes astray to {zone}{rolled}."));
                    }
                    None => self.add("It goes astray and does nothing."),
                }
            }
            Note::DamageRolled { who, target, die, face, is_impaired } => {
                let (who, target) = (self.name(*who), self.name(*target));
                let to = if self.is_blast { format!(" to {target}") } else { String::new() };
                let impaired = if *is_impaired { ", impaired" } else { "" };
                self.add(format!("{who}'s damage{to}: d{die} {face}{impaired}."));
            }
            Note::Lost { who, cause, amount, left, wound, .. } => {
                let name = self.name(*who);
                let by = match cause {
                    Cause::Poison => "Poison: ",
                    Cause::Hazard => "Hazard: ",
                    Cause::Attack | Cause::Item | Cause::Gm => "",
                };
                match (amount.zip(*left), wound) {
                    (Some((amount, left)), _) => {
                        self.add(format!("{by}{name} loses {amount} health, {left} left."));
                    }
                    // That it falls is told next.
                    (None, Wound::Down) => {}
                    (None, wound) => self.add(format!("{by}{name} is {}.", wounded(*wound))),
                }
            }
            Note::NoLoss(who) => {
                let who = self.name(*who);
                self.add(format!("{who} takes no harm."));
            }
            Note::Fell(who) => {
                let who = self.name(*who);
                self.add(format!("{who} goes down."));
            }
            Note::Died(who) => {
                let who = self.name(*who);
                self.add(format!("{who} is dead."));
            }
            Note::AttackLost(who) => {
                let who = self.name(*who);
                self.add(format!("{who}'s own attack does not land."));
            }
            Note::Saved { who, ability, purpose, face, value, passed } => {
                self.saved(*who, *ability, *purpose, (*face, *value), *passed);
            }
            Note::GroupSaved { ability, purpose, face, members } => {
                let what = match purpose {
                    Purpose::Morale => "Morale",
                    Purpose::Chase => "The chase",
                    _ => "All together",
                };
                let all: Vec<String> = members.iter().map(|one| self.one_of(one)).collect();
                let ability = ability.key().to_uppercase();
                self.begin(format!("{what}, {ability} save d20 {face}: {}.", all.join(", ")));
            }
            _ => {}
        }
    }

    fn one_of(&self, one: &Saved) -> String {
        let value = one.value.map(|value| format!(" ({value})")).unwrap_or_default();
        format!("{}{value} {}", self.name(one.who), if one.passed { "passes" } else { "fails" })
    }

    fn saved(
        &mut self,
        who: CombatantId,
        ability: Ability,
        purpose: Purpose,
        (face, value): (u8, Option<u8>),
        passed: bool,
    ) {
        let name = self.name(who);
        let (pass, fail) = match purpose {
            Purpose::Hit => ("hit", "missed"),
            Purpose::Dodge => ("dodged", "not dodged"),
            Purpose::Disarm | Purpose::Grapple | Purpose::Manoeuvre | Purpose::Poison => {
                ("resisted", "not resisted")
            }
            Purpose::Break => ("broken free", "still held"),
            Purpose::Morale | Purpose::Chase | Purpose::Skill => ("passed", "failed"),
        };
        let against = value.map(|value| format!(" vs {value}")).unwrap_or_default();
        let verdict = if passed { pass } else { fail };
        let ability = ability.key().to_uppercase();
        let text = format!("{ability} save d20 {face}{against}, {verdict}");
        match purpose {
            Purpose::Hit | Purpose::Break | Purpose::Skill => self.page.result(&name, &text),
            _ => self.add(format!("{name}: {text}.")),
        }
    }

    /// `attacks Wolf with sword`.
    fn does(&self, manner: &Manner, target: &str) -> String {
        match manner {
            Manner::Weapon(weapon) => format!("attacks {target} with {}", self.text(weapon)),
            Manner::Disarm(weapon) => {
                format!("tries to strike {target}'s {} away", self.text(weapon))
            }
            Manner::Grapple => format!("tries to grab {target}"),
            Manner::Manoeuvre(name) => format!("tries {} on {target}", self.text(name)),
            Manner::FinalBlow => format!("deals {target} the final blow"),
        }
    }

    fn with(&self, manner: &Manner) -> String {
        match manner {
            Manner::Weapon(weapon) => format!(" with {}", self.text(weapon)),
            _ => String::new(),
        }
    }

    /// Stunts, and who steps in for whom.
    fn answered(&mut self, note: &Note) {
        let sentence = match note {
            Note::StuntOffered { who, target, text } => {
                let (who, target, text) = (self.name(*who), self.name(*target), self.text(text));
                format!("{who} offers {target} in place of damage: “{text}”.")
            }
            Note::StuntRefused { who, .. } => {
                format!("The GM refuses {}'s stunt: the attack goes on.", self.name(*who))
            }
            Note::StuntDeclined { target, .. } => {
                format!("{} would rather face the attack.", self.name(*target))
            }
            Note::StuntTaken { target, text, .. } => {
                let target = self.name(*target);
                format!("{target} takes it: {}", common::sentence(self.ink, text))
            }
            Note::HidBehind { who, behind } => {
                format!("{} hides behind {}.", self.name(*who), self.name(*behind))
            }
            Note::ShelterRefused { who, by } => {
                format!("{} does not shield {}.", self.name(*by), self.name(*who))
            }
            Note::Guarded { who, target } => {
                format!("{} steps in for {}.", self.name(*who), self.name(*target))
            }
            _ => return,
        };
        self.add(sentence);
    }

    fn moved(&mut self, note: &Note) {
        match note {
            Note::Dashed(who) => {
                let who = self.name(*who);
                self.begin(format!("{who} dashes: two more halves of movement."));
            }
            Note::Moved { who, from, to, way, .. } => {
                let (name, to) = (self.name(*who), self.place(*to));
                let from = from.map(|from| format!(" from {}", self.place(from)));
                let from = from.unwrap_or_default();
                match way {
                    Way::Move => self.begin(format!("{name} moves{from} to {to}.")),
                    Way::Sneak => self.begin(format!("{name} sneaks{from} to {to}.")),
                    Way::Dragged => self.add(format!("{name} is dragged to {to}.")),
                    Way::Shoved => self.add(format!("{name} is shoved to {to}.")),
                    Way::Placed => self.begin(format!("The GM places {name} in {to}.")),
                    Way::Reached => self.add(format!("{name} is in {to}.")),
                }
            }
            Note::StepCancelled(who) => {
                let who = self.name(*who);
                self.add(format!("{who} gets no further."));
            }
            Note::Covered { who, is_on } => {
                let who = self.name(*who);
                self.begin(match is_on {
                    true => format!("{who} gets behind the barrier."),
                    false => format!("{who} leaves the barrier."),
                });
            }
            Note::Concealed(who) => {
                let who = self.name(*who);
                self.begin(format!("{who} is in hiding."));
            }
            Note::Revealed(who) => {
                let who = self.name(*who);
                self.add(format!("{who} is no longer hidden."));
            }
            Note::HideTried { who, text } => {
                let (who, text) = (self.name(*who), self.text(text));
                self.begin(match text.as_str() {
                    "" => format!("{who} wants to hide."),
                    _ => format!("{who} wants to hide: “{text}”."),
                });
            }
            Note::HideRefused(who) => {
                let who = self.name(*who);
                self.add(format!("{who} cannot hide now; nothing is spent."));
            }
            Note::Left { who, exit } => {
                let (who, exit) = (self.name(*who), self.zone(*exit));
                self.begin(format!("{who} leaves the map by {exit}."));
            }
            Note::Pursued { faction, pursuers, leavers } => {
                let (faction, leavers) = (self.text(faction), self.names(leavers));
                self.begin(match pursuers.as_slice() {
                    [] => format!("{faction} lets {leavers} go."),
                    pursuers => {
                        format!("{} of {faction} go after {leavers}.", self.names(pursuers))
                    }
                });
            }
            Note::Fled(who) => {
                let who = self.name(*who);
                self.add(format!("{who} has fled."));
            }
            Note::Reached(who) => {
                let who = self.name(*who);
                self.add(format!("{who} is caught up with."));
            }
            _ => {}
        }
    }

    fn handled(&mut self, note: &Note) {
        match note {
            Note::Held { who, name, is_on, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                let does = if *is_on { "readies" } else { "puts away" };
                self.add(format!("{who} {does} the {item}."));
            }
            Note::ItemMoved { name, by, from, to, .. } => {
                let (item, who) = (self.text(name), self.name(*by));
                let sentence = match (from, to) {
                    (At::With(owner), At::Floor(_)) if owner == by => {
                        format!("{who} lets the {item} fall.")
                    }
                    (At::With(owner), At::Floor(_)) => {
                        format!("{} drops the {item}.", self.name(*owner))
                    }
                    (At::Floor(_), At::With(_)) => format!("{who} picks up the {item}."),
                    (At::With(_), At::With(other)) => {
                        format!("{who} hands the {item} to {}.", self.name(*other))
                    }
                    (At::With(_), At::Gone) => format!("{who} uses the {item}."),
                    (At::Floor(_) | At::Gone, _) => format!("The {item} is gone."),
                };
                self.add(sentence);
            }
            Note::Coated { who, name, is_on: true, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.add(format!("{who} coats the {item} with poison."));
            }
            Note::Emptied { who, name, is_on: false, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.begin(format!("{who} reloads the {item}."));
            }
            Note::Worn { who, name, state, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.add(match state {
                    GearState::Destroyed => format!("{who}'s {item} is destroyed."),
                    state => format!("{who}'s {item} is {}.", state.key()),
                });
            }
            Note::DurabilityRolled { who, name, face, .. } => {
                let (who, item) = (self.name(*who), self.text(name));
                self.begin(format!("Durability of {who}'s {item}: d6 {face}."));
            }
            Note::DurabilityOrdered { who, is_on } => {
                let (who, not) = (self.name(*who), if *is_on { "" } else { "not " });
                self.begin(format!("The gear of {who} is {not}rolled for after the fight."));
            }
            // What these do shows in what follows them.
            _ => {}
        }
    }

    /// What becomes of people.
    fn state(&mut self, note: &Note) {
        match note {
            Note::Healed { who, amount, left, wound, .. } => {
                let name = self.name(*who);
                self.add(match amount.zip(*left) {
                    Some((amount, left)) => format!("{name} regains {amount} health: {left} now."),
                    None => format!("{name} recovers and is {}.", wounded(*wound)),
                });
            }
            Note::PoisonEnded(who) => {
                let who = self.name(*who);
                self.add(format!("{who}'s poison is gone."));
            }
            Note::Effect { text, .. } => {
                let text = common::sentence(self.ink, text);
                self.add(format!("Effect: {text}"));
            }
            Note::Grabbed { who, by } => {
                let (who, by) = (self.name(*who), self.name(*by));
                self.add(format!("{by} holds {who}."));
            }
            Note::Freed { who, by } => {
                let (who, by) = (self.name(*who), self.name(*by));
                self.add(format!("{who} is free of {by}."));
            }
            Note::Shoved { who, by } => {
                let (who, by) = (self.name(*who), self.name(*by));
                self.begin(format!("{by} shoves {who}."));
            }
            Note::HazardStruck { who, zone } => {
                let (who, zone) = (self.name(*who), self.zone(*zone));
                self.add(format!("{who} meets the hazard of {zone}."));
            }
            Note::Said { who, text } => {
                let (who, text) = (self.name(*who), self.text(text));
                self.begin(format!("{who}: “{text}”"));
            }
            Note::Interacted { who, text } => {
                let who = self.name(*who);
                let text = common::sentence(self.ink, text);
                self.begin(format!("{who}: {text}"));
            }
            Note::SkillTried { who, ability, text } => {
                let (who, text) = (self.name(*who), self.text(text));
                let ability = ability.key().to_uppercase();
                self.page.announce(match text.as_str() {
                    "" => format!("{who} tries something else ({ability})"),
                    _ => format!("{who} tries “{text}” ({ability})"),
                });
            }
            Note::SkillRefused(who) => {
                let who = self.name(*who);
                self.add(format!("The GM refuses; nothing of {who}'s turn is spent."));
            }
            Note::Steadied(who) => {
                let who = self.name(*who);
                self.add(format!("{who} stands firm."));
            }
            Note::Broke(who) => {
                let who = self.name(*who);
                self.add(format!("{who} is broken."));
            }
            Note::Surrendered { who, is_forced } => {
                let who = self.name(*who);
                match is_forced {
                    true => self.begin(format!("{who} has nowhere to go and surrenders.")),
                    false => self.begin(format!("{who} surrenders.")),
                }
            }
            Note::Rallied(who) => {
                let who = self.name(*who);
                self.add(format!("{who} fights again from the next round on."));
            }
            Note::FlagSet { who, flag, is_on } => {
                let (who, not) = (self.name(*who), if *is_on { "" } else { "no longer " });
                self.begin(format!("{who} is {not}{}.", flagged(*flag)));
            }
            Note::NoticedSet { who, by, is_on } => {
                let (who, by) = (self.name(*who), self.name(*by));
                let not = if *is_on { "" } else { "not " };
                self.begin(format!("{by} is {not}aware of {who}."));
            }
            Note::ManoeuvreAdded(one) => {
                let (name, effect) = (self.text(&one.name), self.text(&one.effect));
                let save = one.save.key().to_uppercase();
                self.begin(format!("A new manoeuvre, {name}: {save} save or {effect}."));
            }
            // What these do shows in what follows them.
            _ => {}
        }
    }

    fn ground(&self, ground: &Ground) -> String {
        let tags = [
            (ground.cover, "cover"),
            (ground.obscured, "obscured"),
            (ground.barrier, "barrier"),
            (ground.hard, "hard going"),
            (ground.exit, "exit"),
        ];
        let tags = tags.into_iter().filter(|(is, _)| *is);
        let mut parts: Vec<String> = tags.map(|(_, tag)| tag.to_string()).collect();
        parts.extend(ground.hazard.map(|damage| format!("hazard ({damage})")));
        let blocked: Vec<String> = ground.blocked.iter().map(|zone| self.zone(*zone)).collect();
        if !blocked.is_empty() {
            parts.push(format!("no sight of {}", listed(&blocked)));
        }
        if parts.is_empty() { "nothing special".into() } else { listed(&parts) }
    }
}

fn wounded(wound: Wound) -> String {
    match wound {
        Wound::HalfOrLess => "at half health or less".into(),
        other => words::plain(other.key()),
    }
}

fn flagged(flag: Flag) -> &'static str {
    match flag {
        Flag::Unseen => "out of sight",
        Flag::Cover => "in cover",
        Flag::Obscured => "obscured",
        Flag::Hard => "hard put to attack",
        Flag::Barrier => "behind a barrier",
        Flag::Concealed => "in hiding",
        Flag::Broken => "broken",
        Flag::Steady => "steady",
        Flag::Surrendered => "out by surrender",
        Flag::Poisoned => "poisoned",
        Flag::Dead => "dead",
    }
}

/// A question, to whoever is asked.
pub fn ask(ink: Ink, names: &BTreeMap<CombatantId, String>, question: &Question) -> String {
    let name = |who: &CombatantId| common::name(ink, names, *who);
    let text = |text: &str| match text {
        "" => String::new(),
        text => format!(": “{}”", (ink.text)(text)),
    };
    match question {
        Question::StuntApproval { who, target, text: what } => format!(
            "{} wants to do something to {} in place of damage{}. Do you approve?",
            name(who),
            name(target),
            text(what)
        ),
        Question::Stunt { who, attacker, text: what } => format!(
            "{} offers {} in place of damage{}. Declined, the attack goes on.",
            name(attacker),
            name(who),
            text(what)
        ),
        Question::StuntOffer { who, target } => {
            format!("{} has hit {}: a stunt may be offered.", name(who), name(target))
        }
        Question::Reaction { who, attacker, manner, is_opportunity, .. } => {
            format!(
                "{}{} What now?",
                against(ink, names, *attacker, *who, manner),
                occasion(*is_opportunity)
            )
        }
        Question::Guard { who, attacker, target, manner, is_opportunity, .. } => format!(
            "{}{} {} may step in.",
            against(ink, names, *attacker, *target, manner),
            occasion(*is_opportunity),
            name(who)
        ),
        Question::Consent { who, target, attacker } => format!(
            "{} wants to hide behind {} from {}'s attack.",
            name(target),
            name(who),
            name(attacker)
        ),
        Question::Opportunity { who, mover } => {
            format!("{} is leaving: {} may strike.", name(mover), name(who))
        }
        Question::HideApproval { who, text: what } => {
            format!("{} wants to hide{}. Do you allow it?", name(who), text(what))
        }
        Question::Pursuit { faction, leavers } => {
            let leavers = common::names(ink, names, leavers);
            format!("{leavers} left the map. Does {} go after them?", (ink.text)(faction))
        }
        Question::PassCheck { who } => {
            format!("If {} passes now, the round or phase ends.", name(who))
        }
        Question::Ruling { who, ability, text: what } => format!(
            "{} tries something{}. Proposed: one {} save. Rule on it.",
            name(who),
            text(what),
            ability.key().to_uppercase()
        ),
    }
}

fn occasion(is_opportunity: bool) -> &'static str {
    if is_opportunity { " (an opportunity attack)." } else { "." }
}

/// `Wolf has hit Ana with bite`.
fn against(
    ink: Ink,
    names: &BTreeMap<CombatantId, String>,
    attacker: CombatantId,
    target: CombatantId,
    manner: &Manner,
) -> String {
    let (attacker, target) = (common::name(ink, names, attacker), common::name(ink, names, target));
    match manner {
        Manner::Weapon(weapon) => format!("{attacker} hits {target} with {}", (ink.text)(weapon)),
        Manner::Disarm(weapon) => {
            format!("{attacker} is about to strike {target}'s {} away", (ink.text)(weapon))
        }
        Manner::Grapple => format!("{attacker} is about to grab {target}"),
        Manner::Manoeuvre(name) => format!("{attacker} tries {} on {target}", (ink.text)(name)),
        Manner::FinalBlow => format!("{attacker} is about to kill {target}"),
    }
}

/// What the form of a question asks for.
pub fn form(question: &Question) -> &'static [Slot] {
    match question {
        Question::Ruling { .. } => RULING,
        Question::StuntOffer { .. } => STUNT,
        _ => &[],
    }
}

const RULING: &[Slot] = &[
    Slot { key: "ability", label: "Ability of the save", example: "str, agi or wit" },
    Slot { key: "effect", label: "What a pass brings, in words", example: "the door is shut" },
];
const STUNT: &[Slot] =
    &[Slot { key: "text", label: "What happens in place of damage", example: "is thrown down" }];

/// The label of an answer. What it costs stands in it.
pub fn label(_question: &Question, choice: &Words) -> String {
    let with = |verb: &str| {
        let back = if choice.get("hold_back") == "true" { ", holding back" } else { "" };
        match (choice.get("kind"), choice.get("item"), choice.get("weapon")) {
            ("", _, "") => format!("{verb}{back}"),
            ("", _, weapon) => format!("{verb} with {weapon}{back}"),
            (kind, "", _) => format!("{verb}: {kind}"),
            (kind, item, _) => format!("{verb}: {kind} ({item})"),
        }
    };
    match choice.verb.as_str() {
        "dodge" => "Dodge (AGI save) · your turn".into(),
        "counter" => format!("{} · your turn", with("Counter")),
        "hide-behind" => format!("Hide behind {} · your turn", choice.get("target")),
        "take-it" => "Take it".into(),
        "guard" => match choice.get("how") {
            "dodge" => "Guard and dodge (AGI save) · your turn".into(),
            "counter" => format!("{} · your turn", with("Guard and counter")),
            _ => "Guard · your turn".into(),
        },
        "strike" => format!("{} · your turn", with("Strike")),
        "let-go" => "Let go".into(),
        "pursue" => format!("Pursue: {}", choice.get("who")),
        "rule" => match choice.get("ability") {
            "" => "Rule".into(),
            ability => format!("One {} save", ability.to_uppercase()),
        },
        verb => capital(&words::plain(verb)),
    }
}

/// Why, where the rule says more than its key.
pub fn why(ink: Ink, refusal: &Refusal) -> Option<String> {
    let detail = |key: &str| detail(ink, refusal, key);
    let name = || detail("name").unwrap_or_else(|| "The target".into());
    let said = match refusal.key.as_str() {
        "not-your-slot" => match detail("faction") {
            Some(faction) => format!("The slot is {faction}'s."),
            None => "It is another faction's slot.".into(),
        },
        "turn-spent" => "The turn of this round is spent already.".into(),
        "own-turn" => "Whoever is acting cannot react.".into(),
        "too-slow" => match detail("threshold") {
            Some(threshold) => format!("In the fast phase only WIT {threshold} or more acts."),
            None => "In the fast phase only the quick-witted act.".into(),
        },
        "ambush" => "In the ambush only those in hiding act, and nobody reacts.".into(),
        "no-action" => "That action of this turn is used.".into(),
        "no-move" => "There is no movement left this turn.".into(),
        "worn-armour" => "Worn armour cannot be put on or off in a fight.".into(),
        "not-nearby" => format!("{} is not nearby: you must share a zone.", name()),
        "not-visible" => format!("{} cannot be seen from here.", name()),
        "moving" => "An indirect attack cannot be made after moving this turn.".into(),
        "moving-far" => "After moving, only targets within half the range can be shot at.".into(),
        "too-close" => "An indirect attack reaches only beyond half the range.".into(),
        "barrier" => format!("{} is behind a barrier.", name()),
        "unaware" => "Whoever is not aware of the attacker cannot react.".into(),
        "not-suitable" => "That attack cannot be made at the attacker now.".into(),
        "already-target" => format!("{} has been a target of this attack already.", name()),
        "counter-taken" => "Somebody else counters this attack already.".into(),
        "too-late" => "It is too late for that.".into(),
        "entangled" => "You are held: no movement, dodge, hiding behind or guarding.".into(),
        "morale-broken" => {
            "The broken only move away, flee, break free, surrender or end their turn.".into()
        }
        "sneak-half" => "Sneaking covers at most half a zone a turn.".into(),
        "not-in-hand" => "That is not in hand, or no hand is free for it.".into(),
        _ => return None,
    };
    Some(said)
}
