//! The ladder: how far the GM shows an NPC to players, one by one, up and down.
//!
//! What everybody says stays [`Combatant::name`], be it the true name, an alias, or "Something": so
//! every sentence, offer and refusal is right by itself. Beside it stands what is the GM's alone:
//! the true name while it goes by another, and how much of it is open to all ([`Look`]). Each
//! system's `sight.rs` asks [`Fight::look`] and nothing else.

use serde::{Deserialize, Serialize};

use super::fight::{Combatant, Fight, Note};
use super::ids::CombatantId;
use super::orders::Orders;
use super::scene::{Scene, Step};
use super::view::{View, Viewer};
use super::words::Refusal;
use super::{Sight, System};

/// What is called by no name is called this, and numbered.
const SOMETHING: &str = "Something";

/// How far an NPC is shown; each rung shows what those below it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    Unseen,
    Something,
    Alias,
    Name,
    Wounds,
    Numbers,
}

impl Rung {
    pub const ALL: [Self; 6] =
        [Self::Unseen, Self::Something, Self::Alias, Self::Name, Self::Wounds, Self::Numbers];

    pub fn key(self) -> &'static str {
        match self {
            Self::Unseen => "unseen",
            Self::Something => "something",
            Self::Alias => "alias",
            Self::Name => "name",
            Self::Wounds => "wounds",
            Self::Numbers => "numbers",
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rung| rung.key() == key)
    }
}

/// What may be known of a combatant besides its name, place and what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Nothing: neither how it fares nor what it has lost.
    Nothing,
    /// How hurt it looks, in words.
    #[default]
    Wounds,
    /// All that is known of a player's character.
    Numbers,
}

impl Look {
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// How an NPC stands on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guise {
    pub is_hidden: bool,
    pub name: String,
    /// None where the name is the true one, or the reader does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_name: Option<String>,
    #[serde(default, skip_serializing_if = "Look::is_usual")]
    pub look: Look,
}

impl Guise {
    /// By its own name, as NPCs and players usually are.
    pub fn open(name: String) -> Self {
        Self { is_hidden: false, name, true_name: None, look: Look::default() }
    }

    /// The highest rung of which all is shown.
    pub fn rung(&self) -> Rung {
        match (self.is_hidden, &self.true_name, self.look) {
            (true, ..) => Rung::Unseen,
            (false, Some(_), _) if is_something(&self.name) => Rung::Something,
            (false, Some(_), _) => Rung::Alias,
            (false, None, Look::Nothing) => Rung::Name,
            (false, None, Look::Wounds) => Rung::Wounds,
            (false, None, Look::Numbers) => Rung::Numbers,
        }
    }

    /// As players may know it.
    fn public(&self) -> Self {
        Self { true_name: None, ..self.clone() }
    }
}

/// `Hooded figure (Vorn)` for the GM.
pub(super) fn name_for(viewer: Viewer, name: &str, true_name: Option<&str>) -> String {
    match (viewer, true_name) {
        (Viewer::Gm, Some(true_name)) => format!("{name} ({true_name})"),
        (Viewer::Gm, None) | (Viewer::Player(_) | Viewer::Public, _) => name.to_string(),
    }
}

/// Whether a name is none, for players to hear.
pub fn is_something(name: &str) -> bool {
    let number = name.strip_prefix(SOMETHING).map(str::trim_start);
    number.is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
}

impl<S: System> Combatant<S> {
    pub fn guise(&self) -> Guise {
        let (name, true_name) = (self.name.clone(), self.true_name.clone());
        Guise { is_hidden: self.is_hidden, name, true_name, look: self.look }
    }

    /// How much a viewer may know of it besides its name: of players' characters all.
    pub fn look_of(&self, viewer: Viewer) -> Look {
        match viewer {
            Viewer::Gm => Look::Numbers,
            Viewer::Player(_) | Viewer::Public if !self.is_npc() => Look::Numbers,
            Viewer::Player(_) | Viewer::Public if self.is_hidden => Look::Nothing,
            Viewer::Player(_) | Viewer::Public => self.look,
        }
    }

    /// As a viewer calls it: the GM by both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        name_for(viewer, &self.name, self.true_name.as_deref())
    }

    /// Whether a viewer knows it by that name now, letters of either case.
    pub fn goes_by(&self, viewer: Viewer, name: &str) -> bool {
        let is_so = |own: &str| own.to_lowercase() == name.to_lowercase();
        let is_true = || viewer == Viewer::Gm && self.true_name.as_deref().is_some_and(is_so);
        self.is_known_to(viewer) && (is_so(&self.name) || is_true())
    }

    fn answers_to(&self, viewer: Viewer, name: &str) -> bool {
        let is_so = |own: &str| own.to_lowercase() == name;
        let is_true = || self.true_name.as_deref().is_some_and(is_so);
        self.known_as.iter().any(|was| is_so(was))
            || (viewer == Viewer::Gm && (is_true() || is_so(&self.name_for(viewer))))
    }
}

impl<S: System> Fight<S> {
    /// How much a viewer may know of a combatant besides its name; nothing of one that is not
    /// there.
    pub fn look(&self, viewer: Viewer, who: CombatantId) -> Look {
        match (viewer, self.combatants.get(who.index())) {
            (Viewer::Gm, None) => Look::Numbers,
            (Viewer::Player(_) | Viewer::Public, None) => Look::Nothing,
            (_, Some(one)) => one.look_of(viewer),
        }
    }

    /// The combatant of that name, letters of either case, if the viewer may know of it. What
    /// everybody calls it comes first, then what it was called before, for the GM its true name.
    pub fn find(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        let name = name.trim().to_lowercase();
        let known = || self.iter().filter(|(who, _)| self.knows(viewer, *who));
        let called = known().find(|(_, one)| one.name.to_lowercase() == name);
        let found = called.or_else(|| known().find(|(_, one)| one.answers_to(viewer, &name)));
        found.map(|(who, _)| who)
    }

    /// Those of whom players do not know all. For the proof of I6.
    pub fn closed_mut(&mut self) -> impl Iterator<Item = &mut Combatant<S>> {
        let all = self.combatants.iter_mut();
        all.filter(|one| one.look_of(Viewer::Public) < Look::Numbers)
    }

    /// Whether a name may be given, as far as its giver knows who goes by it: the GM of all, also
    /// by their true names, the public of whoever it sees.
    ///
    /// # Errors
    /// `bad-setup`, and why.
    pub(super) fn check_name(
        &self,
        whose: Option<CombatantId>,
        name: &str,
        giver: Viewer,
    ) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::setup("", "name-length").with("most", 40));
        }
        let mut others = self.iter().filter(|(who, _)| Some(*who) != whose);
        if others.any(|(_, one)| one.goes_by(giver, name)) {
            return Err(Refusal::setup("", "name-in-use").with("name", name));
        }
        Ok(())
    }

    /// How an NPC stands on that rung. An alias counts for whatever is above it as well: so wounds
    /// and numbers may be shown of one whose name is not.
    ///
    /// # Errors
    /// `bad-target`: it is no NPC. `bad-setup`: the alias is missing, or cannot be.
    pub fn guise_on(
        &self,
        who: CombatantId,
        rung: Rung,
        alias: Option<&str>,
    ) -> Result<Guise, Refusal> {
        let npc = self.get(who).filter(|one| one.is_npc());
        let is_whose = || Refusal::new("bad-target", "").with("name", self.name(who));
        let one = npc.ok_or_else(is_whose)?;
        let own = one.true_name.as_ref().unwrap_or(&one.name);
        let has_alias = one.true_name.is_some() && !is_something(&one.name);
        let (name, look) = match (rung, alias) {
            (Rung::Something | Rung::Name, Some(_)) => {
                return Err(Refusal::setup("", "alias-or-name"));
            }
            (Rung::Alias, None) if !has_alias => return Err(Refusal::setup("", "alias-missing")),
            (Rung::Unseen, alias) => (alias.unwrap_or(&one.name).to_string(), one.look),
            (Rung::Something, None) => (self.something(who), Look::Nothing),
            (Rung::Alias, alias) => (alias.unwrap_or(&one.name).to_string(), Look::Nothing),
            (Rung::Name, None) => (own.clone(), Look::Nothing),
            (Rung::Wounds, alias) => (alias.unwrap_or(own).to_string(), Look::Wounds),
            (Rung::Numbers, alias) => (alias.unwrap_or(own).to_string(), Look::Numbers),
        };
        self.check_name(Some(who), &name, Viewer::Gm)?;
        let true_name = (name != *own).then(|| own.clone());
        Ok(Guise { is_hidden: rung == Rung::Unseen, name, true_name, look })
    }

    /// `Something`, or numbered past those that are there. Who is something already stays it.
    fn something(&self, who: CombatantId) -> String {
        let is_taken = |name: &str| {
            let mut others = self.iter().filter(|(other, _)| *other != who);
            others.any(|(_, one)| one.name.eq_ignore_ascii_case(name))
        };
        let own = self.one(who);
        if own.true_name.is_some() && is_something(&own.name) {
            return own.name.clone();
        }
        let numbered = (2..).map(|number: u8| format!("{SOMETHING} {number}"));
        let mut all = std::iter::once(SOMETHING.to_string()).chain(numbered);
        all.find(|name| !is_taken(name)).unwrap_or_else(|| SOMETHING.into())
    }

    /// A name like that one by which nobody goes: `Raider 3` for `Raider 1`.
    fn other_name(&self, name: &str) -> String {
        let numbered = name.rsplit_once(' ').filter(|(_, number)| number.parse::<u8>().is_ok());
        let name = numbered.map_or(name, |(name, _)| name);
        let is_free = |name: &String| !self.iter().any(|(_, one)| one.goes_by(Viewer::Gm, name));
        let mut all = (2..=u8::MAX).map(|number| format!("{name} {number}"));
        all.find(is_free).unwrap_or_else(|| name.into())
    }

    /// Makes it stand so. Shown more it still answers to what players called it; else it does not,
    /// since that would tell who it is.
    pub(super) fn disguise(&mut self, who: CombatantId, was: &Guise, is: &Guise) {
        let one = &mut self.combatants[who.index()];
        if is.name != was.name {
            if !was.is_hidden && is.rung() > was.rung() {
                one.known_as.push(was.name.clone());
            } else {
                one.known_as.clear();
            }
        }
        let Guise { is_hidden, name, true_name, look } = is.clone();
        (one.is_hidden, one.name, one.true_name, one.look) = (is_hidden, name, true_name, look);
    }
}

/// The GM shows an NPC so far and no further. `reveal` is what the system does with one that comes
/// out of hiding.
pub fn show<S: Orders>(
    scene: &mut Scene<'_, S>,
    who: CombatantId,
    rung: Rung,
    alias: Option<&str>,
) -> Step<S> {
    let is = scene.fight().guise_on(who, rung, alias)?;
    let was = scene.fight().one(who).guise();
    if is == was {
        return Err(Refusal::setup("", "shown-so-already").into());
    }
    if was.is_hidden && !is.is_hidden {
        S::reveal(scene, who);
    }
    scene.note(Note::Shown { who, was, is });
    Ok(())
}

/// Somebody may join, by a name that the public knows nobody by: whoever bears it unknown to the
/// public gives way, so that joining tells nobody of them (I6).
pub fn make_room<S: System>(scene: &mut Scene<'_, S>, newcomer: &Combatant<S>) -> Step<S> {
    scene.fight().check_joining(newcomer)?;
    let fight = scene.fight();
    let name = newcomer.name.trim();
    let bears = |own: &str| own.to_lowercase() == name.to_lowercase();
    let mut giving_way = Vec::new();
    for (who, one) in fight.iter().filter(|(_, one)| one.goes_by(Viewer::Gm, name)) {
        let other = fight.other_name(name);
        let public = if bears(&one.name) { other.clone() } else { one.name.clone() };
        let is_true = |own: &String| if bears(own) { other.clone() } else { own.clone() };
        let true_name = one.true_name.as_ref().map(is_true);
        giving_way.push(Note::GaveWay { who, was: name.into(), name: public, true_name });
    }
    giving_way.into_iter().for_each(|note| scene.note(note));
    Ok(())
}

/// What a viewer may know of it; none where nothing of it is for them. That one is there who was
/// hidden, its system tells.
pub(super) fn seen<S: System>(
    viewer: Viewer,
    who: CombatantId,
    was: &Guise,
    is: &Guise,
) -> Option<Note<S>> {
    match viewer {
        Viewer::Gm => Some(Note::Shown { who, was: was.clone(), is: is.clone() }),
        Viewer::Player(_) | Viewer::Public if was.is_hidden => None,
        Viewer::Player(_) | Viewer::Public => {
            let was = was.public();
            // Of the unseen they know what they knew before.
            let gone = Guise { is_hidden: true, ..was.clone() };
            let is = if is.is_hidden { gone } else { is.public() };
            (was != is).then_some(Note::Shown { who, was, is })
        }
    }
}

/// Where an NPC stands on the ladder, in the GM's view of those who are not where NPCs usually are.
pub(super) fn mark<S: System>(fight: &Fight<S>, view: &mut View) {
    for member in view.groups.iter_mut().flat_map(|group| &mut group.members) {
        let Some(one) = fight.get(member.id).filter(|one| one.is_npc()) else { continue };
        let rung = one.guise().rung();
        if !matches!(rung, Rung::Unseen | Rung::Wounds) {
            member.facts.push(("shown".into(), rung.key().into()));
        }
        // An alias may stand beside more than belongs to its rung.
        let beside = match one.look {
            Look::Wounds if rung == Rung::Alias => Some(Rung::Wounds),
            Look::Numbers if rung == Rung::Alias => Some(Rung::Numbers),
            Look::Nothing | Look::Wounds | Look::Numbers => None,
        };
        member.facts.extend(beside.map(|rung| ("shown".into(), rung.key().into())));
    }
}

/// Other hidden facts, the same public ones: what the ladder hides, and what the rules do. Proof of
/// I6 by test.
pub fn scramble_fight<S: Sight>(fight: &mut Fight<S>, pick: &mut dyn FnMut(usize) -> usize) {
    for one in fight.combatants.iter_mut().filter(|one| one.is_npc()) {
        rename(&mut one.true_name, pick);
        if one.is_hidden {
            one.look = [Look::Nothing, Look::Wounds, Look::Numbers][pick(3)];
        }
    }
    S::scramble(fight, pick);
}

/// The same for notes.
pub fn scramble_notes<S: Sight>(
    fight: &Fight<S>,
    notes: &mut [Note<S>],
    pick: &mut dyn FnMut(usize) -> usize,
) {
    for note in notes {
        match note {
            Note::Rule(note) => S::scramble_note(fight, note, pick),
            Note::Joined(_, one) => rename(&mut one.true_name, pick),
            Note::Shown { was, is, .. } => {
                rename(&mut was.true_name, pick);
                rename(&mut is.true_name, pick);
            }
            Note::Removed(_)
            | Note::GaveWay { .. }
            | Note::Given { .. }
            | Note::LaidDown { .. }
            | Note::Laid(_)
            | Note::GroundLaid(..)
            | Note::Configured(_)
            | Note::Set { .. }
            | Note::Decoys(_)
            | Note::Adjusted { .. }
            | Note::Revealed(_)
            | Note::Started
            | Note::RoundBegan(_)
            | Note::Ended(_) => {}
        }
    }
}

fn rename(true_name: &mut Option<String>, pick: &mut dyn FnMut(usize) -> usize) {
    if let Some(name) = true_name {
        *name = format!("Nobody {}", pick(1_000_000));
    }
}
