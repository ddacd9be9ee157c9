//! Disclosure: how much of an NPC the GM shows to players, level by level, up and down.
//!
//! [`Combatant::name`] is always the public name: the true name, an alias, or "Something". So every
//! sentence, offer and refusal may use it. The true name, while another one is used, and the public
//! detail ([`DetailLevel`]) are kept beside it. The `visibility.rs` of each system asks only
//! [`Fight::detail_for`].

use serde::{Deserialize, Serialize};

use crate::System;
use crate::core::body_fields::{BodyFields, FieldAudience};
use crate::core::command::{Refusal, split_comma_list_heeding_quotes};
use crate::core::fight::{Combatant, Event, Fight};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::keyed_enum::keyed_enum;
use crate::core::names::{NameShape, UNNAMED, UNNAMED_LABELS, find_look_alike, is_same_name};
use crate::resolution::orders::Orders;
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::visibility::facts::Fact;
use crate::visibility::view::{FightView, Viewer};

keyed_enum! {
    /// How much of an NPC is disclosed. Each level includes the ones before it.
    DisclosureLevel {
        Unseen = "unseen",
        Something = "something",
        Alias = "alias",
        Name = "name",
        Wounds = "wounds",
        Numbers = "numbers",
    }
}

impl DisclosureLevel {
    /// Returns how much everybody may know at this level besides the name; `None` if the level
    /// does not say.
    fn public_detail(self) -> Option<DetailLevel> {
        match self {
            Self::Unseen => None,
            Self::Something | Self::Alias | Self::Name => Some(DetailLevel::Nothing),
            Self::Wounds => Some(DetailLevel::Wounds),
            Self::Numbers => Some(DetailLevel::Numbers),
        }
    }
}

/// How much may be known of a combatant besides its name, place and acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DetailLevel {
    /// Neither its health nor its losses.
    Nothing,
    /// How hurt it looks, in words.
    #[default]
    Wounds,
    /// All that everybody knows of a player's character.
    Numbers,
}

impl DetailLevel {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What is disclosed of an NPC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disclosure {
    pub is_hidden: bool,
    pub name: String,
    /// The true name. `None` if `name` is the true one or the reader does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_name: Option<String>,
    #[serde(default, skip_serializing_if = "DetailLevel::is_default")]
    #[serde(rename = "look")]
    pub public_detail: DetailLevel,
}

impl Disclosure {
    /// Makes the usual disclosure: visible, under its own name, with wounds.
    pub fn new(name: String) -> Self {
        Self { is_hidden: false, name, true_name: None, public_detail: DetailLevel::default() }
    }

    /// Returns the highest level that is disclosed in full.
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

    /// Returns the disclosure as players may know it.
    fn redact_true_name(&self) -> Self {
        Self { true_name: None, ..self.clone() }
    }
}

/// Formats a name for a viewer. The GM also gets the true name: `Hooded figure (Vorn)`.
pub(crate) fn format_name_for(viewer: Viewer, name: &str, true_name: Option<&str>) -> String {
    match (viewer, true_name) {
        (Viewer::Gm, Some(true_name)) => format!("{name} ({true_name})"),
        (Viewer::Gm, None) | (Viewer::Player(_) | Viewer::Public, _) => name.to_string(),
    }
}

/// Returns whether a public name is "Something" in one of the languages, perhaps with a number.
pub fn is_unnamed(name: &str) -> bool {
    UNNAMED_LABELS.iter().any(|label| {
        let number = name.strip_prefix(label).map(str::trim_start);
        number.is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
    })
}

/// Returns the label of [`UNNAMED_LABELS`] that a text is, without regard to case.
fn find_unnamed_label(text: &str) -> Option<&'static str> {
    UNNAMED_LABELS.into_iter().find(|label| label.to_lowercase() == text.trim().to_lowercase())
}

impl<S: System> Combatant<S> {
    /// Returns what is disclosed of the combatant now.
    pub fn disclosure(&self) -> Disclosure {
        let (name, true_name) = (self.name.clone(), self.true_name.clone());
        Disclosure { is_hidden: self.is_hidden, name, true_name, public_detail: self.public_detail }
    }

    /// Returns how much a viewer may know of the combatant besides its name. Everybody may know all
    /// of players' characters.
    pub fn detail_for(&self, viewer: Viewer) -> DetailLevel {
        match viewer {
            Viewer::Gm => DetailLevel::Numbers,
            Viewer::Player(_) | Viewer::Public if !self.is_npc() => DetailLevel::Numbers,
            Viewer::Player(_) | Viewer::Public if self.is_hidden => DetailLevel::Nothing,
            Viewer::Player(_) | Viewer::Public => self.public_detail,
        }
    }

    /// Returns the body as one viewer may know it when the combatant joins. Those who may not know
    /// its numbers get the public fields that last beyond the fight.
    pub fn redact_body_for(&self, viewer: Viewer) -> S::Body {
        let initial = S::Body::default();
        if self.detail_for(viewer) < DetailLevel::Numbers {
            let mut known = initial;
            known.copy_fields_of(FieldAudience::Public, &self.body);
            known.reset_fight_fields();
            return known;
        }
        let mut known = self.body.clone();
        for audience in [FieldAudience::Owner, FieldAudience::GmOfNpcs, FieldAudience::Gm] {
            if self.hides_fields_of(audience, viewer) {
                known.copy_fields_of(audience, &initial);
            }
        }
        known
    }

    /// Returns whether a viewer who knows the combatant's numbers must not know the fields that
    /// declare this audience.
    fn hides_fields_of(&self, audience: FieldAudience, viewer: Viewer) -> bool {
        let is_hidden = match audience {
            FieldAudience::Public => false,
            FieldAudience::Owner => self.user.map(Viewer::Player) != Some(viewer),
            FieldAudience::GmOfNpcs => self.is_npc(),
            FieldAudience::Gm => true,
        };
        is_hidden && viewer != Viewer::Gm
    }

    /// Returns whether a viewer may know that the GM has set this field. `path` begins with the
    /// key of a field of the body: `health` or `needs.read`.
    pub fn may_know_set_field(&self, path: &str, viewer: Viewer) -> bool {
        let audience = S::Body::declared_audience_of_field(path);
        self.detail_for(viewer) == DetailLevel::Numbers
            && audience.is_none_or(|audience| !self.hides_fields_of(audience, viewer))
    }

    /// Returns the name for a viewer. The GM gets both names.
    pub fn name_for(&self, viewer: Viewer) -> String {
        format_name_for(viewer, &self.name, self.true_name.as_deref())
    }

    /// Returns the names by which a viewer currently knows the combatant.
    pub fn names_known_to(&self, viewer: Viewer) -> impl Iterator<Item = &str> {
        let true_name = self.true_name.as_deref().filter(|_| viewer == Viewer::Gm);
        let names = std::iter::once(self.name.as_str()).chain(true_name);
        names.filter(move |_| self.is_known_to(viewer))
    }

    /// Returns whether a viewer currently knows the combatant by a name that looks like this one.
    fn has_name_like(&self, viewer: Viewer, shape: &NameShape) -> bool {
        self.names_known_to(viewer).any(|own_name| NameShape::new(own_name).looks_like(shape))
    }

    /// Returns whether `name` is a former name, or for the GM the true name or both names together.
    fn matches_former_or_true_name(&self, viewer: Viewer, name: &str) -> bool {
        let is_same = |own_name: &str| is_same_name(own_name, name);
        let is_true_name = || self.true_name.as_deref().is_some_and(is_same);
        self.former_names.iter().any(|former_name| is_same(former_name))
            || (viewer == Viewer::Gm && (is_true_name() || is_same(&self.name_for(viewer))))
    }
}

impl<S: System> Fight<S> {
    /// Returns how much a viewer may know of a combatant besides its name. Nobody but the GM may
    /// know anything of one that does not exist.
    pub fn detail_for(&self, viewer: Viewer, who: CombatantId) -> DetailLevel {
        match (viewer, self.combatants.get(who.index())) {
            (Viewer::Gm, None) => DetailLevel::Numbers,
            (Viewer::Player(_) | Viewer::Public, None) => DetailLevel::Nothing,
            (_, Some(combatant)) => combatant.detail_for(viewer),
        }
    }

    /// Finds the combatant with this name, as [`is_same_name`] compares, if the viewer may know of
    /// it. Public names come first, then former names and, for the GM, true names.
    pub fn find_combatant(&self, viewer: Viewer, name: &str) -> Option<CombatantId> {
        let name = name.trim();
        let known = || self.present_combatants().filter(|(who, _)| self.viewer_knows(viewer, *who));
        let by_public_name = known().find(|(_, combatant)| is_same_name(&combatant.name, name));
        if let Some((who, _)) = by_public_name {
            return Some(who);
        }
        let mut candidates = known();
        let by_other_name =
            candidates.find(|(_, combatant)| combatant.matches_former_or_true_name(viewer, name));
        by_other_name.map(|(who, _)| who)
    }

    /// Finds the combatant that an actor means by a name: [`CombatantId::NOBODY`] if the actor
    /// knows none of that name.
    pub fn find_known_or_nobody(&self, actor: CombatantId, name: &str) -> CombatantId {
        let viewer = self.viewer_of(Initiator::Combatant(actor));
        self.find_combatant(viewer, name).unwrap_or(CombatantId::NOBODY)
    }

    /// Finds the combatant that an order of the GM names.
    ///
    /// # Errors
    /// `bad-target` if no combatant has this name.
    pub fn find_named_or_refuse(&self, name: &str) -> Result<CombatantId, Refusal> {
        let missing = || Refusal::new("bad-target", "").with("name", name);
        self.find_combatant(Viewer::Gm, name).ok_or_else(missing)
    }

    /// Finds the combatants of a list that an order of the GM names. A combatant of an early
    /// version may have commas in its name.
    ///
    /// # Errors
    /// `bad-target` if no combatant has one of the names.
    pub fn find_listed_or_refuse(&self, list: &str) -> Result<Vec<CombatantId>, Refusal> {
        if let Some(one) = self.find_combatant(Viewer::Gm, list) {
            return Ok(vec![one]);
        }
        split_comma_list_heeding_quotes(list)
            .iter()
            .map(|name| self.find_named_or_refuse(name))
            .collect()
    }

    /// Checks that `giver` may give this name to a combatant (`owner`) or a newcomer.
    ///
    /// Only names that the giver knows count as taken: for the GM all names, true ones included,
    /// for the public those of visible combatants. A name that looks like a taken one is taken.
    ///
    /// # Errors
    /// `bad-setup` if the name is taken, empty or too long.
    pub(crate) fn check_name_is_usable(
        &self,
        owner: Option<CombatantId>,
        name: &str,
        giver: Viewer,
    ) -> Result<(), Refusal> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::bad_setup("", "name-length").with("most", 40));
        }
        let others = self.present_combatants().filter(|(who, _)| Some(*who) != owner);
        let known_names = others.flat_map(|(_, other)| other.names_known_to(giver));
        let Some(taken) = find_look_alike(name, known_names) else { return Ok(()) };
        let reason = if is_same_name(taken, name) { "name-in-use" } else { "name-looks-like" };
        Err(Refusal::bad_setup("", reason).with("name", name).with("found", taken))
    }

    /// Returns what is disclosed of an NPC at a level: the name that players see, and whether they
    /// see wounds or numbers. With an alias, wounds and numbers are disclosed without the true
    /// name. At the level `Something`, `alias` may be the label of an unnamed one in any language.
    ///
    /// # Errors
    /// `bad-target` if the combatant is no NPC. `bad-setup` if the level needs an alias or allows
    /// none, or if the alias is taken.
    pub fn build_disclosure_at_level(
        &self,
        who: CombatantId,
        level: DisclosureLevel,
        alias: Option<&str>,
    ) -> Result<Disclosure, Refusal> {
        let npc = self
            .get_present(who)
            .filter(|combatant| combatant.is_npc())
            .ok_or_else(|| Refusal::new("bad-target", "").with("name", self.name(who)))?;
        let own_name = npc.true_name.as_ref().unwrap_or(&npc.name);
        // "Something" may be said in the language of the server.
        let unnamed_label = if level == DisclosureLevel::Something {
            alias.and_then(find_unnamed_label)
        } else {
            None
        };
        let alias = if unnamed_label.is_some() { None } else { alias };
        let takes_no_alias = matches!(level, DisclosureLevel::Something | DisclosureLevel::Name);
        if takes_no_alias && alias.is_some() {
            return Err(Refusal::bad_setup("", "alias-or-name"));
        }
        let has_alias = npc.true_name.is_some() && !is_unnamed(&npc.name);
        let needs_alias = level == DisclosureLevel::Alias && !has_alias;
        if needs_alias && alias.is_none() {
            return Err(Refusal::bad_setup("", "alias-missing"));
        }
        let name = match level {
            DisclosureLevel::Unseen | DisclosureLevel::Alias => {
                alias.unwrap_or(&npc.name).to_string()
            }
            DisclosureLevel::Something => {
                self.current_or_free_unnamed_label(who, unnamed_label.unwrap_or(UNNAMED))
            }
            DisclosureLevel::Name => own_name.clone(),
            DisclosureLevel::Wounds | DisclosureLevel::Numbers => {
                alias.unwrap_or(own_name).to_string()
            }
        };
        // What was public of an NPC that hides is public again when it comes out.
        let public_detail = level.public_detail().unwrap_or(npc.public_detail);
        self.check_name_is_usable(Some(who), &name, Viewer::Gm)?;
        let true_name = (name != *own_name).then(|| own_name.clone());
        Ok(Disclosure {
            is_hidden: level == DisclosureLevel::Unseen,
            name,
            true_name,
            public_detail,
        })
    }

    /// Returns the label for an NPC without a name (`Something`), or the first free one with a
    /// number: `Something 2`, `Something 3` … A combatant that already has such a name keeps it.
    fn current_or_free_unnamed_label(&self, who: CombatantId, label: &str) -> String {
        let combatant = self.combatant(who);
        if combatant.true_name.is_some() && is_unnamed(&combatant.name) {
            return combatant.name.clone();
        }
        let is_taken = |candidate: &str| {
            let mut others = self.present_combatants().filter(|(other, _)| *other != who);
            others.any(|(_, other)| other.name.eq_ignore_ascii_case(candidate))
        };
        let mut candidate = label.to_string();
        let mut number = 2;
        while is_taken(&candidate) {
            candidate = format!("{label} {number}");
            number += 1;
        }
        candidate
    }

    /// Returns the first free name of the same series: `Raider 3` for `Raider 1`.
    fn first_free_numbered_name(&self, name: &str) -> String {
        let numbered = name.rsplit_once(' ').filter(|(_, number)| number.parse::<u8>().is_ok());
        let base_name = numbered.map_or(name, |(base_name, _)| base_name);
        for number in 2..=u8::MAX {
            let candidate = format!("{base_name} {number}");
            let shape = NameShape::new(&candidate);
            let mut combatants = self.present_combatants();
            if !combatants.any(|(_, combatant)| combatant.has_name_like(Viewer::Gm, &shape)) {
                return candidate;
            }
        }
        base_name.into()
    }

    /// Applies a change of disclosure. If more is disclosed, the old name becomes a former name by
    /// which the combatant is still found. If less is, all former names are dropped, because they
    /// would reveal who it is.
    pub(crate) fn set_disclosure_and_keep_or_drop_former_names(
        &mut self,
        who: CombatantId,
        before: &Disclosure,
        after: &Disclosure,
    ) {
        let combatant = &mut self.combatants[who.index()];
        if after.name != before.name {
            if !before.is_hidden && after.level() > before.level() {
                combatant.former_names.push(before.name.clone());
            } else {
                combatant.former_names.clear();
            }
        }
        let Disclosure { is_hidden, name, true_name, public_detail } = after.clone();
        combatant.is_hidden = is_hidden;
        combatant.name = name;
        combatant.true_name = true_name;
        combatant.public_detail = public_detail;
    }
}

/// Sets how much of an NPC is disclosed. An NPC that comes out of hiding is revealed in the way of
/// its system. Refuses a level that the NPC already has.
pub fn set_disclosure_revealing_if_hidden<S: Orders>(
    resolver: &mut Resolver<'_, S>,
    who: CombatantId,
    level: DisclosureLevel,
    alias: Option<&str>,
) -> RuleResult<S> {
    let after = resolver.fight().build_disclosure_at_level(who, level, alias)?;
    let before = resolver.fight().combatant(who).disclosure();
    if after == before {
        return Err(Refusal::bad_setup("", "shown-so-already").into());
    }
    if before.is_hidden && !after.is_hidden {
        S::reveal_combatant(resolver, who);
    }
    resolver.emit(Event::DisclosureChanged { who, before, after });
    Ok(())
}

/// Checks that a newcomer may join, and renames every combatant that has its name unknown to the
/// public, so that joining reveals nothing of them (I6).
pub fn check_newcomer_and_rename_namesake<S: System>(
    resolver: &mut Resolver<'_, S>,
    newcomer: &Combatant<S>,
) -> RuleResult<S> {
    resolver.fight().check_can_join(newcomer)?;
    let fight = resolver.fight();
    let shape = NameShape::new(&newcomer.name);
    let is_taken = |own_name: &str| NameShape::new(own_name).looks_like(&shape);
    let mut events = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        let mut own_names = combatant.names_known_to(Viewer::Gm);
        let Some(taken_name) = own_names.find(|own_name| is_taken(own_name)) else { continue };
        let free_name = fight.first_free_numbered_name(taken_name);
        // Of the public and the true name, only one that the newcomer's looks like gives way.
        let replace_if_taken = |own_name: &String| {
            if is_taken(own_name) { free_name.clone() } else { own_name.clone() }
        };
        events.push(Event::RenamedForNewcomer {
            who,
            previous_name: taken_name.into(),
            name: replace_if_taken(&combatant.name),
            true_name: combatant.true_name.as_ref().map(replace_if_taken),
        });
    }
    events.into_iter().for_each(|event| resolver.emit(event));
    Ok(())
}

/// Returns a change of disclosure as a viewer may know it, or `None` if they may know nothing of
/// it. An NPC's coming out of hiding is told by its system's own event.
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
            let before = before.redact_true_name();
            let after = if after.is_hidden {
                // Players keep what they knew of an NPC that hides.
                Disclosure { is_hidden: true, ..before.clone() }
            } else {
                after.redact_true_name()
            };
            if before == after {
                return None;
            }
            Some(Event::DisclosureChanged { who, before, after })
        }
    }
}

/// Adds the disclosure level to each NPC in the GM's view whose level is not the usual one.
pub(crate) fn add_unusual_disclosure_facts<S: System>(fight: &Fight<S>, view: &mut FightView) {
    for member in view.groups.iter_mut().flat_map(|group| &mut group.members) {
        let Some(npc) = fight.get_present(member.id).filter(|combatant| combatant.is_npc()) else {
            continue;
        };
        let level = npc.disclosure().level();
        if !matches!(level, DisclosureLevel::Unseen | DisclosureLevel::Wounds) {
            member.facts.push(Fact::word("shown", level.key()));
        }
        if level != DisclosureLevel::Alias {
            continue;
        }
        // With an alias, more detail may be public than the level of an alias includes.
        let extra_level = match npc.public_detail {
            DetailLevel::Nothing => continue,
            DetailLevel::Wounds => DisclosureLevel::Wounds,
            DetailLevel::Numbers => DisclosureLevel::Numbers,
        };
        member.facts.push(Fact::word("shown", extra_level.key()));
    }
}
