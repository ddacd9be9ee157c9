//! The ladder: how far the GM shows an NPC to players, one by one, up and down.
//!
//! What everybody says stays [`Combatant::name`], be it the true name, an alias, or "Something": so
//! every sentence, offer and refusal is right by itself. Beside it stands what is the GM's alone:
//! the true name while it goes by another, and how much of it is open to all ([`Detail`]). Each
//! system's `sight.rs` asks [`Fight::look`] and nothing else.

use serde::{Deserialize, Serialize};

use crate::System;
use crate::core::command::Refusal;
use crate::core::fight::{Combatant, Event, Fight};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::resolution::orders::Orders;
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::visibility::view::{FightView, Viewer};

/// What is called by no name is called this, and numbered.
const UNNAMED: &str = "Something";

keyed_enum! {
    /// How far an NPC is shown; each rung shows what those below it do.
    DisclosureLevel {
        Unseen = "unseen",
        Something = "something",
        Alias = "alias",
        Name = "name",
        Wounds = "wounds",
        Numbers = "numbers",
    }
}

/// What may be known of a combatant besides its name, place and what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DetailLevel {
    /// Nothing: neither how it fares nor what it has lost.
    Nothing,
    /// How hurt it looks, in words.
    #[default]
    Wounds,
    /// All that is known of a player's character.
    Numbers,
}

impl DetailLevel {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How an NPC stands on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disclosure {
    pub is_hidden: bool,
    pub name: String,
    /// None where the name is the true one, or the reader does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_name: Option<String>,
    #[serde(default, skip_serializing_if = "DetailLevel::is_default")]
    #[serde(rename = "look")]
    pub public_detail: DetailLevel,
}

impl Disclosure {
    /// By its own name, as NPCs and players usually are.
    pub fn new(name: String) -> Self {
        Self { is_hidden: false, name, true_name: None, public_detail: DetailLevel::default() }
    }

    /// The highest rung of which all is shown.
    pub fn level(&self) -> DisclosureLevel {
        match (self.is_hidden, &self.true_name, self.public_detail) {
            (true, ..) => DisclosureLevel::Unseen,
            (false, Some(_), _) if is_unnamed(&self.name) => DisclosureLevel::Something,
            (false, Some(_), _) => DisclosureLevel::Alias,
            (false, None, DetailLevel::Nothing) => DisclosureLevel::Name,
            (false, None, DetailLevel::Wounds) => DisclosureLevel::Wounds,
            (false, None, DetailLevel::Numbers) => DisclosureLevel::Numbers,
        }
    }

    /// As players may know it.
    fn redact_true_name(&self) -> Self {
        Self { true_name: None, ..self.clone() }
    }
}

/// `Hooded figure (Vorn)` for the GM.
pub(crate) fn format_name_for(viewer: Viewer, name: &str, true_name: Option<&str>) -> String {
    match (viewer, true_name) {
        (Viewer::Gm, Some(true_name)) => format!("{name} ({true_name})"),
        (Viewer::Gm, None) | (Viewer::Player(_) | Viewer::Public, _) => name.to_string(),
    }
}

/// Whether a name is none, for players to hear.
pub fn is_unnamed(name: &str) -> bool {
    let number = name.strip_prefix(UNNAMED).map(str::trim_start);
    number.is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
}

impl<S: System> Combatant<S> {
    pub fn disclosure(&self) -> Disclosure {
        let (name, true_name) = (self.name.clone(), self.true_name.clone());
        Disclosure { is_hidden: self.is_hidden, name, true_name, public_detail: self.public_detail }
    }

    /// How much a viewer may know of it besides its name: of players' characters all.
    pub fn detail_for(&self, viewer: Viewer) -> DetailLevel {
        match viewer {
            Viewer::Gm => DetailLevel::Numbers,
            Viewer::Player(_) | Viewer::Public if !self.is_npc() => DetailLevel::Numbers,
            Viewer::Player(_) | Viewer::Public if self.is_hidden => DetailLevel::Nothing,
            Viewer::Player(_) | Viewer::Public => self.public_detail,
        }
    }

    /// As a viewer calls it: the GM by both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        format_name_for(viewer, &self.name, self.true_name.as_deref())
    }

    /// Whether a viewer knows it by that name now, letters of either case.
    pub fn is_known_as(&self, viewer: Viewer, name: &str) -> bool {
        let is_so = |own: &str| own.to_lowercase() == name.to_lowercase();
        let is_true = || viewer == Viewer::Gm && self.true_name.as_deref().is_some_and(is_so);
        self.is_known_to(viewer) && (is_so(&self.name) || is_true())
    }

    fn matches_other_name(&self, viewer: Viewer, name: &str) -> bool {
        let is_so = |own: &str| own.to_lowercase() == name;
        let is_true = || self.true_name.as_deref().is_some_and(is_so);
        self.former_names.iter().any(|was| is_so(was))
            || (viewer == Viewer::Gm && (is_true() || is_so(&self.name_for(viewer))))
    }
}

impl<S: System> Fight<S> {
    /// How much a viewer may know of a combatant besides its name; nothing of one that is not
    /// there.
    pub fn detail_for(&self, viewer: Viewer, who: CombatantId) -> DetailLevel {
        match (viewer, self.combatants.get(who.index())) {
            (Viewer::Gm, None) => DetailLevel::Numbers,
            (Viewer::Player(_) | Viewer::Public, None) => DetailLevel::Nothing,
            (_, Some(one)) => one.detail_for(viewer),
        }
    }

    /// The combatant of that name, letters of either case, if the viewer may know of it. What
    /// everybody calls it comes first, then what it was called before, for the GM its true name.
    pub fn find_combatant(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        let name = name.trim().to_lowercase();
        let known = || self.iter().filter(|(who, _)| self.viewer_knows(viewer, *who));
        let called = known().find(|(_, one)| one.name.to_lowercase() == name);
        let found =
            called.or_else(|| known().find(|(_, one)| one.matches_other_name(viewer, &name)));
        found.map(|(who, _)| who)
    }

    /// Whom an order of the GM names.
    ///
    /// # Errors
    /// `bad-target`: nobody is called that.
    pub fn find_named_or_refuse(&self, name: &str) -> Result<CombatantId, Refusal> {
        let missing = || Refusal::new("bad-target", "").with("name", name);
        self.find_combatant(Viewer::Gm, name).ok_or_else(missing)
    }

    /// Whether a name may be given, as far as its giver knows who goes by it: the GM of all, also
    /// by their true names, the public of whoever it sees.
    ///
    /// # Errors
    /// `bad-setup`, and why.
    pub(crate) fn check_name_is_free(
        &self,
        owner: Option<CombatantId>,
        name: &str,
        giver: Viewer,
    ) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::bad_setup("", "name-length").with("most", 40));
        }
        let mut others = self.iter().filter(|(who, _)| Some(*who) != owner);
        if others.any(|(_, one)| one.is_known_as(giver, name)) {
            return Err(Refusal::bad_setup("", "name-in-use").with("name", name));
        }
        Ok(())
    }

    /// How an NPC stands on that rung. An alias counts for whatever is above it as well: so wounds
    /// and numbers may be shown of one whose name is not.
    ///
    /// # Errors
    /// `bad-target`: it is no NPC. `bad-setup`: the alias is missing, or cannot be.
    pub fn disclosure_at_level(
        &self,
        who: CombatantId,
        level: DisclosureLevel,
        alias: Option<&str>,
    ) -> Result<Disclosure, Refusal> {
        let npc = self.get(who).filter(|one| one.is_npc());
        let is_whose = || Refusal::new("bad-target", "").with("name", self.name(who));
        let one = npc.ok_or_else(is_whose)?;
        let own = one.true_name.as_ref().unwrap_or(&one.name);
        let has_alias = one.true_name.is_some() && !is_unnamed(&one.name);
        let (name, look) = match (level, alias) {
            (DisclosureLevel::Something | DisclosureLevel::Name, Some(_)) => {
                return Err(Refusal::bad_setup("", "alias-or-name"));
            }
            (DisclosureLevel::Alias, None) if !has_alias => {
                return Err(Refusal::bad_setup("", "alias-missing"));
            }
            (DisclosureLevel::Unseen, alias) => {
                (alias.unwrap_or(&one.name).to_string(), one.public_detail)
            }
            (DisclosureLevel::Something, None) => (self.unnamed_label(who), DetailLevel::Nothing),
            (DisclosureLevel::Alias, alias) => {
                (alias.unwrap_or(&one.name).to_string(), DetailLevel::Nothing)
            }
            (DisclosureLevel::Name, None) => (own.clone(), DetailLevel::Nothing),
            (DisclosureLevel::Wounds, alias) => {
                (alias.unwrap_or(own).to_string(), DetailLevel::Wounds)
            }
            (DisclosureLevel::Numbers, alias) => {
                (alias.unwrap_or(own).to_string(), DetailLevel::Numbers)
            }
        };
        self.check_name_is_free(Some(who), &name, Viewer::Gm)?;
        let true_name = (name != *own).then(|| own.clone());
        Ok(Disclosure {
            is_hidden: level == DisclosureLevel::Unseen,
            name,
            true_name,
            public_detail: look,
        })
    }

    /// `Something`, or numbered past those that are there. Who is something already stays it.
    fn unnamed_label(&self, who: CombatantId) -> String {
        let is_taken = |name: &str| {
            let mut others = self.iter().filter(|(other, _)| *other != who);
            others.any(|(_, one)| one.name.eq_ignore_ascii_case(name))
        };
        let own = self.combatant(who);
        if own.true_name.is_some() && is_unnamed(&own.name) {
            return own.name.clone();
        }
        let numbered = (2..).map(|number: u8| format!("{UNNAMED} {number}"));
        let mut all = std::iter::once(UNNAMED.to_string()).chain(numbered);
        all.find(|name| !is_taken(name)).unwrap_or_else(|| UNNAMED.into())
    }

    /// A name like that one by which nobody goes: `Raider 3` for `Raider 1`.
    fn next_free_name(&self, name: &str) -> String {
        let numbered = name.rsplit_once(' ').filter(|(_, number)| number.parse::<u8>().is_ok());
        let name = numbered.map_or(name, |(name, _)| name);
        let is_free =
            |name: &String| !self.iter().any(|(_, one)| one.is_known_as(Viewer::Gm, name));
        let mut all = (2..=u8::MAX).map(|number| format!("{name} {number}"));
        all.find(is_free).unwrap_or_else(|| name.into())
    }

    /// Makes it stand so. Shown more it still answers to what players called it; else it does not,
    /// since that would tell who it is.
    pub(crate) fn apply_disclosure(
        &mut self,
        who: CombatantId,
        before: &Disclosure,
        after: &Disclosure,
    ) {
        let one = &mut self.combatants[who.index()];
        if after.name != before.name {
            if !before.is_hidden && after.level() > before.level() {
                one.former_names.push(before.name.clone());
            } else {
                one.former_names.clear();
            }
        }
        let Disclosure { is_hidden, name, true_name, public_detail: look } = after.clone();
        (one.is_hidden, one.name, one.true_name, one.public_detail) =
            (is_hidden, name, true_name, look);
    }
}

/// The GM shows an NPC so far and no further. `reveal` is what the system does with one that comes
/// out of hiding.
pub fn set_disclosure<S: Orders>(
    resolver: &mut Resolver<'_, S>,
    who: CombatantId,
    level: DisclosureLevel,
    alias: Option<&str>,
) -> RuleResult<S> {
    let is = resolver.fight().disclosure_at_level(who, level, alias)?;
    let was = resolver.fight().combatant(who).disclosure();
    if is == was {
        return Err(Refusal::bad_setup("", "shown-so-already").into());
    }
    if was.is_hidden && !is.is_hidden {
        S::reveal_combatant(resolver, who);
    }
    resolver.emit(Event::DisclosureChanged { who, before: was, after: is });
    Ok(())
}

/// Somebody may join, by a name that the public knows nobody by: whoever bears it unknown to the
/// public gives way, so that joining tells nobody of them (I6).
pub fn free_name_for_newcomer<S: System>(
    resolver: &mut Resolver<'_, S>,
    newcomer: &Combatant<S>,
) -> RuleResult<S> {
    resolver.fight().check_can_join(newcomer)?;
    let fight = resolver.fight();
    let name = newcomer.name.trim();
    let bears = |own: &str| own.to_lowercase() == name.to_lowercase();
    let mut giving_way = Vec::new();
    for (who, one) in fight.iter().filter(|(_, one)| one.is_known_as(Viewer::Gm, name)) {
        let other = fight.next_free_name(name);
        let public = if bears(&one.name) { other.clone() } else { one.name.clone() };
        let is_true = |own: &String| if bears(own) { other.clone() } else { own.clone() };
        let true_name = one.true_name.as_ref().map(is_true);
        giving_way.push(Event::RenamedForNewcomer {
            who,
            previous_name: name.into(),
            name: public,
            true_name,
        });
    }
    giving_way.into_iter().for_each(|note| resolver.emit(note));
    Ok(())
}

/// What a viewer may know of it; none where nothing of it is for them. That one is there who was
/// hidden, its system tells.
pub(crate) fn redact_disclosure_change<S: System>(
    viewer: Viewer,
    who: CombatantId,
    before: &Disclosure,
    after: &Disclosure,
) -> Option<Event<S>> {
    match viewer {
        Viewer::Gm => {
            Some(Event::DisclosureChanged { who, before: before.clone(), after: after.clone() })
        }
        Viewer::Player(_) | Viewer::Public if before.is_hidden => None,
        Viewer::Player(_) | Viewer::Public => {
            let was = before.redact_true_name();
            // Of the unseen they know what they knew before.
            let gone = Disclosure { is_hidden: true, ..was.clone() };
            let is = if after.is_hidden { gone } else { after.redact_true_name() };
            (was != is).then_some(Event::DisclosureChanged { who, before: was, after: is })
        }
    }
}

/// Where an NPC stands on the ladder, in the GM's view of those who are not where NPCs usually are.
pub(crate) fn add_disclosure_facts<S: System>(fight: &Fight<S>, view: &mut FightView) {
    for member in view.groups.iter_mut().flat_map(|group| &mut group.members) {
        let Some(one) = fight.get(member.id).filter(|one| one.is_npc()) else { continue };
        let rung = one.disclosure().level();
        if !matches!(rung, DisclosureLevel::Unseen | DisclosureLevel::Wounds) {
            member.facts.push(("shown".into(), rung.key().into()));
        }
        // An alias may stand beside more than belongs to its rung.
        let beside = match one.public_detail {
            DetailLevel::Wounds if rung == DisclosureLevel::Alias => Some(DisclosureLevel::Wounds),
            DetailLevel::Numbers if rung == DisclosureLevel::Alias => {
                Some(DisclosureLevel::Numbers)
            }
            DetailLevel::Nothing | DetailLevel::Wounds | DetailLevel::Numbers => None,
        };
        member.facts.extend(beside.map(|rung| ("shown".into(), rung.key().into())));
    }
}
