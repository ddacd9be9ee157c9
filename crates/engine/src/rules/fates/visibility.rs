//! Sight: who may know what of a fight (FATES-GM-1, FATES-GM-2, FATES-HOLD-8).
//!
//! Players do not see: NPCs' Resolve, Defense, AR, ranks, scores and what they hold. They see the
//! order, zones, public states, totals of rolls, and how hurt an NPC looks. Invariant: no `_` arm
//! here decides what a viewer sees.

use super::checks::Check;
use super::codec::write_hold;
use super::holds::{Event, Scope, Trigger};
use super::sheet::Body;
use super::state::{Band, Ground, Note, State};
use super::wounded::side_of;
use super::zones::zone_of;
use super::{Fates, Fight, Scene, acts};
use crate::Visibility;
use crate::fight::{Combatant, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::scramble;
use crate::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// FATES-GM-1: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Detail::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Detail::Wounds
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

impl Visibility for Fates {
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
            // Somebody unknown reads like nobody: silence would tell of them.
            Note::DoorSet { zone, to, state, by } => {
                let (zone, to, state, by) = (*zone, *to, *state, by.filter(known));
                Some(Note::DoorSet { zone, to, state, by })
            }
            Note::HelpPaid { who, to } => {
                let to = to.filter(known);
                known(who).then_some(Note::HelpPaid { who: *who, to })
            }
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
        if viewer == Viewer::Gm || !one.is_npc() {
            return one.body.clone();
        }
        if one.look_of(viewer) == Detail::Numbers {
            return Body { hold: None, ignores: 0, ..one.body.clone() };
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
                members: fight
                    .placed(&fight.state.order)
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

    const NUMBERS: &'static [(&'static str, &'static str)] = &[
        ("after", ""),
        ("check", ""),
        ("difficulty", ""),
        ("face", ""),
        ("help", ""),
        ("order", ""),
        ("armour", "target"),
        ("defense", "target"),
        ("dice", "who"),
        ("helped.total", "by"),
        ("helped.rank", "by"),
        ("total", ""),
    ];

    fn sample() -> Body {
        scramble::sample(
            r#"{"side": "party", "tier": "significant", "in_hand": "hook",
            "gear": [{"name": "hook", "weapon": {"attribute": "strength", "skill": "brawl",
                "dice": 4, "damage": "energy"}, "heals": "d6"}],
            "zone": 0, "score": 7, "defend": 2, "aim": {"bonus": 2},
            "hold": {"trigger": {"event": "flees", "who": "enemies"},
                "deed": {"attack": {"target": 0, "weapon": "hook"}}, "difficulty": 3},
            "grappled_by": 0}"#,
        )
    }

    /// Its side and place, its public states, what is in its hand, and how hurt it looks; where
    /// hidden NPCs are too: a refused escape tells that there is somebody (FATES-FLEE-2).
    fn take_back(_: &Fight, was: &Combatant<Fates>, is: &mut Body) {
        let (look, own, ignores) = (was.look_of(Viewer::Public), &was.body, is.ignores);
        let hold = own.hold.as_ref().map(|own| is.hold.take().unwrap_or_else(|| own.clone()));
        if look == Detail::Numbers {
            *is = Body { hold, ignores, ..own.clone() };
            return;
        }
        let (is_seen, drawn) = (look == Detail::Wounds, (is.resolve, is.resolve_max));
        let (resolve, resolve_max) =
            scramble::looking_alike((own.resolve, own.resolve_max), is_seen, drawn);
        let in_hand = own.gear.iter().filter(|item| item.name == own.in_hand).cloned();
        let others = is.gear.drain(..).filter(|item| item.name != own.in_hand);
        *is = Body {
            side: own.side,
            resolve,
            resolve_max,
            wounded: own.wounded,
            pick_owed: own.pick_owed,
            in_hand: own.in_hand.clone(),
            gear: in_hand.chain(others).collect(),
            zone: own.zone,
            score: own.score.map(|own| is.score.unwrap_or(own)),
            acted: own.acted,
            started: own.started,
            delayed: own.delayed,
            defend: own.defend.map(|own| is.defend.unwrap_or(own)),
            aim: own.aim.map(|own| is.aim.unwrap_or(own)),
            help: own.help,
            hold,
            grappled_by: own.grappled_by,
            grapple_total: own.grapple_total,
            down: own.down,
            dead: own.dead,
            removed: own.removed,
            escaped: own.escaped,
            ..std::mem::take(is)
        };
    }

    /// All that is there is seen.
    fn take_back_ground(fight: &Fight, zone: ZoneId, is: &mut Ground) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.ground.clone()) else { return };
        let Ground { doors, items } = own;
        *is = Ground { doors, items };
    }

    /// Who acts, and what has been rolled.
    fn take_back_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            stage: own.stage,
            order: own.order,
            chosen: own.chosen,
            turn: own.turn,
            blaze: own.blaze,
            later_blazes: own.later_blazes,
            rolls: own.rolls,
            help_full: own.help_full,
            turn_over: own.turn_over,
            outcome: own.outcome,
        };
    }

    /// FATES-HOLD-8: what an NPC holds is the GM's.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: scramble::Pick) {
        match note {
            Note::Held { who, hold: Some(hold) } if fight.one(*who).is_npc() => {
                hold.trigger = Trigger { event: Event::Flees, who: Scope::Enemies };
                hold.difficulty = pick(60) as u8;
            }
            _ => {}
        }
    }
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let wounds = match look {
        Detail::Numbers => Wounds::Exact { now: body.resolve.into(), max: body.resolve_max.into() },
        Detail::Wounds => Wounds::Word(Band::of(body.resolve, body.resolve_max).key().into()),
        Detail::Nothing => Wounds::Unknown,
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
        facts: facts(fight, viewer, who, look == Detail::Numbers),
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
