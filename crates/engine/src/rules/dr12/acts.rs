//! Acts: what a combatant may attempt, the checks before it in the order of DR12-REF-1, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Dr12;
use super::actions::{self, Handling};
use super::sheet::{Ailment, Attribute, Item, ItemId, Mood};
use super::state::{Cost, Note, Way};
use super::{Fight, Scene, Step, attacks, hindrances, movement, stunts, turns, zones};
use crate::Acts;
use crate::command::Risk;
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// DR12-ACT-1: what a Turn's Move and Action may be spent on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Attack {
        target: CombatantId,
        weapon: ItemId,
    },
    /// The place of the spell on the sheet.
    Cast {
        spell: u8,
        target: CombatantId,
    },
    Move(ZoneId),
    Dash(ZoneId),
    Disengage,
    Push {
        target: CombatantId,
        zone: ZoneId,
    },
    Grapple(CombatantId),
    Stunt {
        target: CombatantId,
        attribute: Attribute,
        text: String,
    },
    Parley(CombatantId),
    Skill {
        attribute: Attribute,
        text: String,
    },
    Recover(Ailment),
    Item {
        handling: Handling,
        item: ItemId,
    },
    Flee,
    Pass,
}

impl Act {
    /// What the act costs, for its label.
    pub fn cost(&self) -> &'static str {
        match self {
            Self::Move(_) => "Move",
            Self::Flee => "Move or Action",
            _ if self.is_action() => "Action",
            _ => "",
        }
    }

    fn is_action(&self) -> bool {
        match self {
            Self::Move(_) | Self::Flee | Self::Pass => false,
            Self::Item { handling, .. } => !handling.is_free(),
            _ => true,
        }
    }

    /// The enemy it is aimed at.
    fn foe(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Cast { target, .. }
            | Self::Push { target, .. }
            | Self::Grapple(target)
            | Self::Stunt { target, .. }
            | Self::Parley(target) => Some(*target),
            _ => None,
        }
    }

    /// Who is to have the item.
    fn receiver(&self) -> Option<(Handling, CombatantId)> {
        match self {
            Self::Item { handling, .. } => Some((*handling, handling.receiver()?)),
            _ => None,
        }
    }
}

/// DR12-REF-1: the checks of an act, in the order in which refusals take precedence.
pub fn check(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    turns::check_turn(fight, who)?;
    check_in_turn(fight, who, act)
}

/// The checks that are left once it is the actor's Turn.
fn check_in_turn(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    check_budget(fight, who, act)?;
    if let Some(target) = act.foe() {
        attacks::check_target(fight, who, target)?;
    }
    if let Some((handling, other)) = act.receiver() {
        actions::check_receiver(fight, who, other, handling)?;
    }
    check_itself(fight, who, act)
}

/// The checks that are left once there is the budget for it, and whomever it is for will do.
fn check_itself(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Attack { target, weapon } => attacks::check_attack(fight, who, *target, *weapon),
        Act::Cast { spell, target } => actions::check_cast(fight, who, *spell, *target),
        Act::Move(zone) | Act::Dash(zone) => movement::check_move(fight, who, *zone),
        Act::Push { target, zone } => stunts::check_push(fight, who, *target, *zone),
        Act::Grapple(target) => stunts::check_grapple(fight, who, *target),
        Act::Parley(target) => actions::check_parley(fight, who, *target),
        Act::Recover(ailment) => check_recover(fight, who, *ailment),
        Act::Item { handling, item } => actions::check_item(fight, who, *handling, *item),
        Act::Flee => movement::check_flee(fight, who),
        Act::Stunt { .. } | Act::Disengage | Act::Skill { .. } | Act::Pass => Ok(()),
    }
}

/// DR12-TURN-1: one Move and one Action. DR12-HIND-6 to DR12-HIND-8: what bars them.
/// DR12-MORALE-4: what who flees or parleys may not do.
fn check_budget(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let hindered = |by: &'static str, rule| Err(Why::new("hindered", rule).because(by));
    let bars_move = hindrances::bars_move(fight, who);
    let bars_action = hindrances::bars_action(fight, who);
    let turn = turns::turn_of(fight, who);
    match fight.body(who).mood {
        Mood::Fleeing if !matches!(act, Act::Move(_) | Act::Dash(_) | Act::Flee | Act::Pass) => {
            return hindered("fleeing", "DR12-MORALE-4");
        }
        Mood::Fleeing => {
            if let Act::Move(zone) | Act::Dash(zone) = act
                && !movement::is_flight(fight, who, *zone)
            {
                return hindered("fleeing", "DR12-MORALE-4");
            }
        }
        Mood::Parleying if matches!(act, Act::Attack { .. } | Act::Cast { .. }) => {
            return hindered("parleying", "DR12-MORALE-4");
        }
        _ => {}
    }
    if let (Act::Move(_) | Act::Dash(_) | Act::Flee, Some(by)) = (act, bars_move) {
        return hindered(by.key(), rule_of(by));
    }
    if let (true, Some(by)) = (act.is_action(), bars_action) {
        return hindered(by.key(), rule_of(by));
    }
    match act {
        Act::Move(_) if turn.moved => Err(Why::new("no-move", "DR12-TURN-1")),
        Act::Flee if turn.moved && turn.acted => Err(Why::new("no-move", "DR12-FLEE-2")),
        Act::Flee if turn.moved => match bars_action {
            Some(by) => hindered(by.key(), rule_of(by)),
            None => Ok(()),
        },
        _ if act.is_action() && turn.acted => Err(Why::new("no-action", "DR12-TURN-1")),
        _ => Ok(()),
    }
}

fn rule_of(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Ongoing => "DR12-ONG-1",
        Ailment::Weakened => "DR12-HIND-5",
        Ailment::Distracted => "DR12-HIND-6",
        Ailment::Stuck => "DR12-HIND-7",
        Ailment::Paralysed => "DR12-HIND-8",
    }
}

/// DR12-FLEE-2: the Move, or the Action if the Move is used.
pub fn budget_for_flight(fight: &Fight, who: CombatantId) -> Cost {
    if turns::turn_of(fight, who).moved { Cost::Action } else { Cost::Move }
}

/// DR12-HIND-3: only an Action-bound hindrance of one's own can be worked at.
fn check_recover(fight: &Fight, who: CombatantId, ailment: Ailment) -> Result<(), Why> {
    match fight.body(who).cure(ailment) {
        Some(cure) if cure.bound => Ok(()),
        _ => Err(Why::new("bad-target", "DR12-HIND-3").because(ailment.key())),
    }
}

impl Acts for Dr12 {
    /// DR12-REF-1: a refused act costs nothing, rolls nothing and changes nothing. An act may start
    /// the actor's Turn (DR12-INIT-6, DR12-OPT-1); its start step then runs first, and if that
    /// leaves the act impossible it lapses, while the Turn goes on.
    fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
        check(scene.fight(), who, act).map_err(|why| why.refusal(scene.fight(), who))?;
        if scene.fight().state.turn.is_none() {
            turns::begin(scene, who)?;
            if scene.fight().state.turn.is_none() {
                return Ok(());
            }
            if check(scene.fight(), who, act).is_err() {
                scene.note(Note::Lapsed(who));
                return Ok(());
            }
        }
        match act {
            Act::Attack { target, weapon } => attacks::attack(scene, who, *target, *weapon),
            Act::Cast { spell, target } => actions::cast(scene, who, *spell, *target),
            Act::Move(zone) => movement::go(scene, who, *zone, Way::Move),
            Act::Dash(zone) => movement::go(scene, who, *zone, Way::Dash),
            Act::Disengage => movement::disengage(scene, who),
            Act::Push { target, zone } => stunts::push(scene, who, *target, *zone),
            Act::Grapple(target) => stunts::grapple(scene, who, *target),
            Act::Stunt { target, attribute, text } => {
                stunts::other(scene, who, *target, *attribute, text)
            }
            Act::Parley(target) => actions::parley(scene, who, *target),
            Act::Skill { attribute, text } => actions::skill(scene, who, *attribute, text),
            Act::Recover(ailment) => {
                scene.note(Note::Spent(who, Cost::Action));
                hindrances::recover(scene, who, *ailment)
            }
            Act::Item { handling, item } => actions::handle(scene, who, *handling, *item),
            Act::Flee => movement::flee(scene, who),
            Act::Pass => {
                scene.note(Note::Passed(who));
                Ok(())
            }
        }
    }

    /// Every legal act of a combatant. DR12-TURN-5: passing is among them whenever it has the Turn.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind, what it asks of a
    /// target once for the target, and the rest of each act by itself.
    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        if turns::check_turn(fight, who).is_err() {
            return;
        }
        let has_budget = |act: &Act| check_budget(fight, who, act).is_ok();
        let can_act = has_budget(&Act::Disengage);
        let can_strike = has_budget(&Act::Attack { target: who, weapon: ItemId::NONE });
        let mut offers = Offers { fight, who, out };
        for zone in fight.zones.neighbours(zones::zone_of(fight, who)) {
            [Act::Move(zone), Act::Dash(zone)]
                .into_iter()
                .filter(has_budget)
                .for_each(|act| offers.add(act));
        }
        if has_budget(&Act::Flee) {
            offers.add(Act::Flee);
        }
        if can_act {
            for (target, _) in fight.iter() {
                if attacks::check_target(fight, who, target).is_ok() {
                    offers.against(target, can_strike);
                }
            }
            offers.actions();
        }
        if !fight.one(who).is_npc() {
            offers.items(can_act);
        }
        offers.add(Act::Pass);
    }

    fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        movement::risks(fight, who, act)
    }

    fn cost(act: &Act) -> &'static str {
        act.cost()
    }
}

/// The legal acts of one combatant, as far as they have been found.
struct Offers<'a> {
    fight: &'a Fight,
    who: CombatantId,
    out: &'a mut Vec<Act>,
}

impl Offers<'_> {
    fn add(&mut self, act: Act) {
        if check_itself(self.fight, self.who, &act).is_ok() {
            self.out.push(act);
        }
    }

    /// What may be done to an enemy who may be chosen.
    fn against(&mut self, target: CombatantId, can_strike: bool) {
        let fight = self.fight;
        let (body, is_npc) = (fight.body(self.who), fight.one(self.who).is_npc());
        if can_strike {
            let armed = if is_npc { &body.attacks } else { &body.hands };
            for weapon in armed.iter().filter(|item| item.weapon.is_some()).map(|item| item.id) {
                self.add(Act::Attack { target, weapon });
            }
            if !is_npc {
                self.add(Act::Attack { target, weapon: ItemId::UNARMED });
            }
            for spell in 0..body.spells.len() as u8 {
                self.add(Act::Cast { spell, target });
            }
        }
        if !is_npc {
            self.add(Act::Parley(target));
        }
        for zone in fight.zones.neighbours(zones::zone_of(fight, target)) {
            self.add(Act::Push { target, zone });
        }
        self.add(Act::Grapple(target));
        // Like a skill, it needs nothing more.
        let stunt = |attribute| Act::Stunt { target, attribute, text: String::new() };
        self.out.extend(Attribute::ALL.into_iter().map(stunt));
    }

    /// Actions that need nobody else.
    fn actions(&mut self) {
        self.out.push(Act::Disengage);
        let skill = |attribute| Act::Skill { attribute, text: String::new() };
        self.out.extend(Attribute::ALL.into_iter().map(skill));
        for ailment in Ailment::ALL {
            self.add(Act::Recover(ailment));
        }
    }

    /// What may be done with things: what costs an Action only where there is one.
    fn items(&mut self, can_act: bool) {
        let (fight, who) = (self.fight, self.who);
        let body = fight.body(who);
        let at_hand = || body.hands.iter().chain(&body.ready);
        let mut item = |handling, item: &Item| self.add(Act::Item { handling, item: item.id });
        if can_act {
            body.pack.iter().for_each(|one| item(Handling::Retrieve, one));
            for (other, _) in fight.iter() {
                for handling in [Handling::Use(other), Handling::Give(other)] {
                    if actions::check_receiver(fight, who, other, handling).is_ok() {
                        at_hand().for_each(|one| item(handling, one));
                    }
                }
            }
            let here = fight.zones.get(zones::zone_of(fight, who));
            let lying = here.into_iter().flat_map(|zone| &zone.ground.items);
            lying.for_each(|one| item(Handling::Take, one));
        }
        for one in at_hand() {
            for handling in [Handling::Draw, Handling::Stow, Handling::Drop] {
                item(handling, one);
            }
        }
    }
}

/// The weapon meant where none is named: the first held one that fits the distance, else bare
/// hands; an NPC's first attack that fits.
pub fn default_weapon(fight: &Fight, who: CombatantId, target: CombatantId) -> ItemId {
    let body = fight.body(who);
    let own = if fight.one(who).is_npc() { &body.attacks } else { &body.hands };
    let fits = |item: &&Item| attacks::check_attack(fight, who, target, item.id).is_ok();
    let is_weapon = |item: &&Item| item.weapon.is_some();
    let any = || own.iter().find(is_weapon);
    let found = own.iter().filter(is_weapon).find(fits).or_else(any);
    found.map_or(ItemId::UNARMED, |item| item.id)
}
