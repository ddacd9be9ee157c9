//! Sight: who may know what of a fight (FATES-GM-1, FATES-GM-2, FATES-HOLD-8).
//!
//! Players do not see: NPCs' Resolve, Defense, AR, ranks, scores and what they hold. They see the
//! order, zones, public states, totals of rolls, and how hurt an NPC looks. Invariant: no `_` arm
//! here decides what a viewer sees.

use super::checks::Check;
use super::edge::write_hold;
use super::holds::{Event, Scope, Trigger};
use super::sheet::{Aim, Attribute, Body, Skill};
use super::state::{Band, Note};
use super::wounded::side_of;
use super::zones::zone_of;
use super::{Fates, Fight, Scene, acts};
use crate::engine::Sight;
use crate::engine::fight::{Combatant, Phase};
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::ladder::Look;
use crate::engine::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// FATES-GM-1: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Look::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Look::Wounds
}

/// What an NPC is up to is no number: it is the GM's however far the NPC is shown (FATES-HOLD-8,
/// FATES-FATE-11).
fn knows_mind(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    viewer == Viewer::Gm || !fight.one(who).is_npc()
}

/// FATES-GM-2: what an NPC does is told: one that was hidden is not any more.
pub fn show(scene: &mut Scene, who: CombatantId) {
    scene.reveal(who);
}

impl Sight for Fates {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn seen(fight: &Fight, viewer: Viewer, note: &Note) -> Option<Note> {
        let known = |who: &CombatantId| fight.has_known(viewer, *who);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        let wounds = |who: &CombatantId| knows_wounds(fight, viewer, *who);
        let mind = |who: &CombatantId| knows_mind(fight, viewer, *who);
        let copied_if = |is_known: bool| is_known.then(|| note.clone());
        match note {
            // Everybody's: no combatant in it.
            Note::InitBegan
            | Note::TiesBegan
            | Note::Refreshed
            | Note::LooseLaid { .. }
            | Note::WentOn
            | Note::Decided(_)
            | Note::Settled => Some(note.clone()),
            // FATES-INIT-2: the scores of NPCs are the GM's.
            Note::Scored { who, .. } => copied_if(known(who) && numbers(who)),
            Note::Ordered(order) => {
                Some(Note::Ordered(order.iter().copied().filter(|who| known(who)).collect()))
            }
            // Told again as it was, it would tell that somebody unknown came or went.
            Note::Placed { who, order } => known(who).then(|| {
                let order = order.iter().copied().filter(|who| known(who)).collect();
                Note::Placed { who: *who, order }
            }),
            // FATES-FATE-11: the GM is asked privately for an NPC.
            Note::Ignored { who, .. } => copied_if(known(who) && mind(who)),
            // Facts of one combatant, without a number that may be hidden.
            Note::GoesFirst(who)
            | Note::CountsAsActed(who)
            | Note::TurnBegan { who, .. }
            | Note::TurnEnded(who)
            | Note::Finished(who)
            | Note::Spent { who, .. }
            | Note::FpSpent(who)
            | Note::FpGained(who)
            | Note::Moved { who, .. }
            | Note::CheckLost(who)
            | Note::DifficultySet { who, .. }
            | Note::DestinyRolled { who, .. }
            | Note::Momentum(who)
            | Note::HelpStruck(who)
            | Note::RollClosed { who, .. }
            | Note::Succeeded { who, .. }
            | Note::Failed { who, .. }
            | Note::Wounded(who)
            | Note::Out { who, .. }
            | Note::DefendEnded { who, .. }
            | Note::AimUsed(who)
            | Note::HelpStored(who)
            | Note::HoldFired(who)
            | Note::HoldWasted(who)
            | Note::HoldEnded(who)
            | Note::Swapped { who, .. }
            | Note::PickedUp { who, .. }
            | Note::Dropped { who, .. }
            | Note::Interacted { who, .. }
            | Note::DoorTried { who, .. }
            | Note::UseLost(who)
            | Note::FateChosen { who, .. }
            | Note::PickOwed(who)
            | Note::PushRolled { who, .. }
            | Note::DemiseRolled { who, .. }
            | Note::Blazed(who)
            | Note::Escaping(who)
            | Note::EscapeFailed(who)
            | Note::Rested(who) => copied_if(known(who)),
            Note::NoEffect(who) => copied_if(known(who) && wounds(who)),
            Note::DoorSet { by, .. } => copied_if(by.as_ref().is_none_or(known)),
            Note::HelpPaid { who, to } => copied_if(known(who) && to.as_ref().is_none_or(known)),
            Note::Tried { who, check, .. } => {
                let at = if let Check::Grapple(target) = check { Some(target) } else { None };
                copied_if(known(who) && at.is_none_or(known))
            }
            // Facts between two.
            Note::Delayed { who, after: other }
            | Note::Attacked { who, target: other, .. }
            | Note::AttackLost { who, target: other }
            | Note::Grappled { who, by: other, .. }
            | Note::Freed { who, by: other }
            | Note::Using { who, on: other, .. }
            | Note::UsedUp { who, on: other, .. } => copied_if(known(who) && known(other)),
            Note::Lowered { who, attributes, left } => {
                let (attributes, left) =
                    (attributes.clone(), left.clone().filter(|_| numbers(who)));
                known(who).then_some(Note::Lowered { who: *who, attributes, left })
            }
            // Dice would tell how many there are, and so attribute and rank.
            Note::Rolled { who, faces, total, modifiers } => {
                let is_own = numbers(who);
                let faces = faces.clone().filter(|_| is_own);
                let modifiers = if is_own { modifiers.clone() } else { Vec::new() };
                known(who).then_some(Note::Rolled { who: *who, faces, total: *total, modifiers })
            }
            Note::Helped { who, by, skill, rank, total, text } => {
                let (rank, total) = (rank.filter(|_| numbers(by)), total.filter(|_| numbers(by)));
                let (who, by, skill, text) = (*who, *by, *skill, text.clone());
                let is_known = known(&who) && known(&by);
                is_known.then_some(Note::Helped { who, by, skill, rank, total, text })
            }
            Note::Hit { who, target, total, defense } => {
                let (defense, total) = (defense.filter(|_| numbers(target)), *total);
                let is_known = known(who) && known(target);
                is_known.then_some(Note::Hit { who: *who, target: *target, total, defense })
            }
            Note::Missed { who, target, total, defense } => {
                let (defense, total) = (defense.filter(|_| numbers(target)), *total);
                let is_known = known(who) && known(target);
                is_known.then_some(Note::Missed { who: *who, target: *target, total, defense })
            }
            Note::DamageRolled { who, target, total, armour, halved, dice } => {
                let dice = dice.clone().filter(|_| numbers(who));
                let armour = armour.filter(|_| numbers(target));
                let halved = halved.filter(|_| numbers(target));
                let (who, target, total) = (*who, *target, *total);
                let is_known = known(&who) && known(&target);
                let told = Note::DamageRolled { who, target, total, armour, halved, dice };
                is_known.then_some(told)
            }
            Note::Lost { who, amount, left, band } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                (known(who) && wounds(who)).then_some(Note::Lost {
                    who: *who,
                    amount,
                    left,
                    band: *band,
                })
            }
            Note::Regained { who, amount, left, band, relief } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let (who, band, relief) = (*who, *band, *relief);
                (known(&who) && wounds(&who)).then_some(Note::Regained {
                    who,
                    amount,
                    left,
                    band,
                    relief,
                })
            }
            Note::Defended { who, with, bonus } => {
                let bonus = bonus.filter(|_| numbers(who));
                known(who).then_some(Note::Defended { who: *who, with: *with, bonus })
            }
            Note::Aimed { who, with, aim } => {
                let aim = aim.filter(|_| numbers(who));
                known(who).then_some(Note::Aimed { who: *who, with: *with, aim })
            }
            // FATES-HOLD-8: an NPC just holds.
            Note::Held { who, hold } => {
                let hold = hold.clone().filter(|_| mind(who));
                known(who).then_some(Note::Held { who: *who, hold })
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its side and its place.
    fn seen_body(_: &Fight, viewer: Viewer, one: &Combatant<Fates>) -> Body {
        if one.look_of(viewer) == Look::Numbers {
            return one.body.clone();
        }
        let (side, zone) = (one.body.side, one.body.zone);
        Body { side, zone, ..Body::default() }
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        let outcome = match &fight.phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            Phase::Setup | Phase::Running => None,
        };
        let is_running = fight.phase == Phase::Running;
        let facts = vec![("scene".to_string(), fight.settings.scene.to_string())];
        let facts = if &*fight.settings.scene == "combat" { Vec::new() } else { facts };
        View {
            system: "fates".into(),
            round: fight.round,
            outcome,
            is_running,
            groups: vec![GroupView {
                key: "order".into(),
                is_current: is_running && fight.state.turn.is_some(),
                members: in_order(fight)
                    .filter(|who| fight.has_known(viewer, *who))
                    .map(|who| member(fight, viewer, who))
                    .collect(),
            }],
            zones: fight.zones.iter().map(|(id, _)| zone(fight, id)).collect(),
            facts,
            ..View::default()
        }
        .encamped(|one, other| one == other)
    }

    /// Other hidden facts, the same public ones: numbers of NPCs within what they look like, what
    /// they hold, and who hides under which name. Where hidden NPCs are stays: a refused escape
    /// tells that there is somebody (FATES-FLEE-2).
    fn scramble(fight: &mut Fight, pick: &mut dyn FnMut(usize) -> usize) {
        let mut number = |least: u8, most: u8| least + pick(usize::from(most - least) + 1) as u8;
        for one in fight.closed_mut() {
            let is_seen = one.look_of(Viewer::Public) == Look::Wounds;
            let body = &mut one.body;
            let band = match Band::of(body.resolve, body.resolve_max) {
                band if is_seen || body.resolve == 0 => band,
                _ => [Band::Battered, Band::Hurt, Band::Unhurt][usize::from(number(0, 2))],
            };
            body.resolve_max = number(4, 60);
            body.resolve = match band {
                Band::Battered if body.resolve == 0 => 0,
                Band::Battered => number(1, body.resolve_max / 2),
                Band::Hurt => number(body.resolve_max / 2 + 1, body.resolve_max - 1),
                Band::Unhurt => body.resolve_max,
            };
            for attribute in Attribute::ALL {
                *body.attribute_mut(*attribute) = number(1, 6);
            }
            Skill::ALL.iter().for_each(|skill| body.skills.set(*skill, number(0, 6)));
            body.initiative = number(0, 6);
            body.score = body.score.map(|_| number(1, 12));
            body.defense = number(1, 30);
            (body.ar_physical, body.ar_energy) = (number(0, 10), number(0, 10));
            (body.fp, body.ignores) = (number(0, 3), number(0, 3));
            body.defend = body.defend.map(|_| number(0, 12));
            body.aim = body.aim.map(|_| Aim::Bonus(number(0, 6)));
            if one.is_hidden {
                one.name = format!("Somebody {}{}", number(0, 250), number(0, 250));
            }
        }
        let npcs = fight.combatants.iter_mut().filter(|one| one.is_npc());
        for hold in npcs.filter_map(|one| one.body.hold.as_mut()) {
            hold.trigger = Trigger { event: Event::Flees, who: Scope::Enemies };
            hold.difficulty = number(1, 20);
        }
    }

    /// The same for a note: the numbers of NPCs that players do not see.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: &mut dyn FnMut(usize) -> usize) {
        let is_closed = |who: &CombatantId| fight.look(Viewer::Public, *who) < Look::Numbers;
        let mut other = |number: &mut Option<u8>| *number = number.map(|_| pick(60) as u8);
        match note {
            Note::Hit { target, defense: number, .. }
            | Note::Missed { target, defense: number, .. }
            | Note::DamageRolled { target, armour: number, .. }
            | Note::Defended { who: target, bonus: number, .. }
                if is_closed(target) =>
            {
                other(number);
            }
            Note::Lost { who, amount, left, .. } | Note::Regained { who, amount, left, .. }
                if is_closed(who) =>
            {
                other(amount);
                other(left);
            }
            Note::Helped { by, rank, total, .. } if is_closed(by) => {
                other(rank);
                other(total);
            }
            Note::Scored { who, score, .. } if is_closed(who) => *score = pick(60) as u8,
            Note::Rolled { who, faces, modifiers, .. } if is_closed(who) => {
                (*faces, *modifiers) = (None, Vec::new());
            }
            Note::Lowered { who, left, .. } if is_closed(who) => *left = None,
            Note::Held { who, hold: Some(hold) } if fight.one(*who).is_npc() => {
                hold.trigger = Trigger { event: Event::Flees, who: Scope::Enemies };
                hold.difficulty = pick(60) as u8;
            }
            _ => {}
        }
    }
}

/// Everybody in the order of turns, and then who has no place in it.
fn in_order(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    let order = &fight.state.order;
    let placed = order.iter().copied().filter(|who| fight.get(*who).is_some());
    let others = fight.iter().map(|(who, _)| who).filter(|who| !order.contains(who));
    placed.chain(others)
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let wounds = match look {
        Look::Numbers => Wounds::Exact { now: body.resolve.into(), max: body.resolve_max.into() },
        Look::Wounds => Wounds::Word(Band::of(body.resolve, body.resolve_max).key().into()),
        Look::Nothing => Wounds::Unknown,
    };
    let is_on_map = body.is_active() && !fight.zones.is_empty();
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: side_of(fight, who).key().into(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: is_on_map.then(|| zone_of(fight, who).0),
        border: None,
        feet: None,
        wounds,
        conditions: conditions(body),
        mark: mark(fight, who),
        budget: budget(fight, who),
        facts: facts(fight, viewer, who, look == Look::Numbers),
    }
}

/// FATES-GM-1: the public states. FATES-HOLD-8: of what an NPC holds only that it holds.
fn conditions(body: &Body) -> Vec<String> {
    let all = [
        ("wounded", body.wounded),
        ("defends", body.defend.is_some()),
        ("aims", body.aim.is_some()),
        ("helps", body.help > 0),
        ("holds", body.hold.is_some()),
        ("grappled", body.grappled_by.is_some()),
        ("down", body.down),
        ("dead", body.dead),
        ("removed", body.removed),
        ("escaped", body.escaped),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string()).collect()
}

fn mark(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_active() {
        Mark::Out
    } else if fight.state.turn.as_ref().is_some_and(|turn| turn.who == who) {
        Mark::Acting
    } else if body.acted {
        Mark::Spent
    } else {
        Mark::Ready
    }
}

/// What is left of the running turn.
fn budget(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let Some(turn) = fight.state.turn.as_ref().filter(|turn| turn.who == who) else {
        return Vec::new();
    };
    let left = |is_left: bool| if is_left { "left" } else { "spent" }.to_string();
    vec![
        ("move".into(), left(!turn.moved)),
        ("action".into(), left(acts::has_action(turn))),
        ("handling".into(), left(!turn.handled)),
    ]
}

fn facts(
    fight: &Fight,
    viewer: Viewer,
    who: CombatantId,
    knows_all: bool,
) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = Vec::new();
    if !body.in_hand.is_empty() {
        facts.push(("in hand".into(), body.in_hand.to_string()));
    }
    if knows_all {
        facts.push(("defense".into(), body.defense.to_string()));
        facts.push(("ar".into(), format!("{}/{}", body.ar_physical, body.ar_energy)));
        facts.push(("fp".into(), body.fp.to_string()));
        facts.extend(body.score.map(|score| ("score".into(), score.to_string())));
        // Whoever is seen no more goes by no name.
        let is_open = knows_mind(fight, viewer, who);
        let is_seen = |whom| fight.has_known(viewer, whom);
        let held = body.hold.as_ref().filter(|hold| is_open && hold.named().all(is_seen));
        facts.extend(held.map(|hold| ("held".into(), write_hold(fight, hold).to_string())));
    }
    facts
}

fn zone(fight: &Fight, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let doors = zone.ground.doors.iter();
    let doors = doors.map(|door| {
        ("door".into(), format!("{}: {}", fight.zones.name(door.to), door.state.key()))
    });
    let items = zone.ground.items.iter().map(|item| ("item".into(), item.name.to_string()));
    let facts = doors.chain(items).collect();
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    ZoneView { name: zone.name.clone(), neighbours, span: None, facts }
}
