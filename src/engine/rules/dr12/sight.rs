//! Sight: who may know what of a DR12 fight (DR12-TEST-5, DR12-RCT-2, DR12-MORALE-2, DR12-ZONE-5).
//!
//! Players do not see: dice and totals of NPC Tests, and NPCs' HP, Level, Skill, AP and exact
//! losses. They see outcomes in words and unhurt, hurt, badly hurt (half or less) or down.
//! Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Ailment, Attitude, Body, NextTest, Side};
use super::state::{Note, Purpose, Wound};
use super::{Dr12, Fight};
use crate::engine::Sight;
use crate::engine::fight::{Combatant, Phase};
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::ladder::Look;
use crate::engine::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// Whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Look::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Look::Wounds
}

impl Sight for Dr12 {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn seen(fight: &Fight, viewer: Viewer, note: &Note) -> Option<Note> {
        let is_gm = viewer == Viewer::Gm;
        let known = |who: &CombatantId| fight.has_known(viewer, *who);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        let wounds = |who: &CombatantId| knows_wounds(fight, viewer, *who);
        let copied = || Some(note.clone());
        match note {
            // The GM's alone.
            Note::ReactionRolled { .. }
            | Note::StartOffered
            | Note::MoraleSuggested(_)
            | Note::Bent { .. } => {
                if is_gm {
                    copied()
                } else {
                    None
                }
            }
            // The fight's own facts, without a secret in them.
            Note::SurpriseSet(_)
            | Note::SideRolled { .. }
            | Note::BlockBegan(_)
            | Note::BlockPassed
            | Note::Decided(_) => copied(),
            Note::Ordered(order) => {
                Some(Note::Ordered(order.iter().copied().filter(|who| known(who)).collect()))
            }
            // Facts of one combatant, without a number that may be hidden.
            Note::StartsIn { who, .. }
            | Note::TurnBegan(who)
            | Note::Passed(who)
            | Note::TurnEnded(who)
            | Note::Spent(who, _)
            | Note::Moved { who, .. }
            | Note::MovementCancelled(who)
            | Note::Disengaged(who)
            | Note::Fled(who)
            | Note::Fell(who)
            | Note::ArmourTook(who)
            | Note::Shot { who, .. }
            | Note::Recovered { who, .. }
            | Note::HazardStruck { who, .. }
            | Note::Lapsed(who)
            | Note::SkillTried { who, .. }
            | Note::Effect { who, .. }
            | Note::MoodSet { who, .. }
            | Note::FateRolled { who, .. }
            | Note::Scarred { who, .. }
            | Note::WearRolled { who, .. }
            | Note::Marked { who, .. }
            | Note::SpellMarked { who, .. }
            | Note::ShieldSacrificed { who, .. }
            | Note::InitiativeRolled { who, .. }
            | Note::ItemMoved { by: who, .. } => {
                if known(who) {
                    copied()
                } else {
                    None
                }
            }
            Note::NoLoss { who } => {
                if known(who) && wounds(who) {
                    copied()
                } else {
                    None
                }
            }
            // Facts between two.
            Note::Attacked { who, target, .. }
            | Note::CastAt { who, target, .. }
            | Note::StuntTried { who, target, .. }
            | Note::ParleyTried { who, target }
            | Note::ParleyRefused { who, target }
            | Note::ParleyAccepted { who, target } => {
                if known(who) && known(target) {
                    copied()
                } else {
                    None
                }
            }
            // The dice of damage lie on the table; what AP leaves of them does not.
            Note::DamageRolled { who, target, total, doubled, dice, armour } => {
                let dice = dice.clone().filter(|_| numbers(who));
                let armour = armour.filter(|_| numbers(target));
                let (who, target, total, doubled) = (*who, *target, *total, *doubled);
                let is_known = known(&who) && known(&target);
                let told = Note::DamageRolled { who, target, total, doubled, dice, armour };
                is_known.then_some(told)
            }
            // Morale is Tested in secret; every other NPC Test shows its outcome alone.
            Note::Tested { who, purpose, rolled, passed } => {
                let is_open = known(who) && (is_gm || *purpose != Purpose::Morale);
                let rolled = rolled.clone().filter(|_| numbers(who));
                let (who, purpose, passed) = (*who, *purpose, *passed);
                is_open.then_some(Note::Tested { who, purpose, rolled, passed })
            }
            Note::Lost { who, cause, amount, left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Lost {
                    who,
                    cause,
                    amount,
                    left,
                    wound,
                })
            }
            Note::Healed { who, cause, amount, left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Healed {
                    who,
                    cause,
                    amount,
                    left,
                    wound,
                })
            }
            Note::Ailing { who, ailment, cure } => {
                let cure = cure.filter(|_| numbers(who));
                let (who, ailment) = (*who, *ailment);
                known(&who).then_some(Note::Ailing { who, ailment, cure })
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its side and its zone.
    fn seen_body(_: &Fight, viewer: Viewer, one: &Combatant<Dr12>) -> Body {
        if one.look_of(viewer) == Look::Numbers {
            return one.body.clone();
        }
        Body { side: one.body.side, zone: one.body.zone, ..Body::default() }
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        let outcome = match &fight.phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            Phase::Setup | Phase::Running => None,
        };
        let first = fight.state.first;
        View {
            system: "dr12".into(),
            round: fight.round,
            outcome,
            is_running: fight.phase == Phase::Running,
            groups: [first, first.other()].map(|side| group(fight, viewer, side)).to_vec(),
            zones: fight.zones.iter().map(|(id, _)| zone(fight, viewer, id)).collect(),
            facts: facts(fight),
            ..View::default()
        }
        .encamped(|one, other| one == other)
    }

    /// Other hidden facts, the same public ones: numbers of NPCs within their wound word, what the
    /// GM laid on their next Test, attitudes, secret hazards, who hides under which name and where.
    fn scramble(fight: &mut Fight, pick: &mut dyn FnMut(usize) -> usize) {
        for one in fight.closed_mut() {
            let is_seen = one.look_of(Viewer::Public) == Look::Wounds;
            let body = &mut one.body;
            let wound = match Wound::of(body.hp, body.hp_max) {
                Wound::Down => Wound::Down,
                wound if is_seen => wound,
                _ => [Wound::Unhurt, Wound::Hurt, Wound::BadlyHurt][pick(3)],
            };
            body.hp_max = 2 + pick(97) as u8;
            body.hp = match wound {
                Wound::Down => 0,
                Wound::Unhurt => body.hp_max,
                Wound::BadlyHurt => 1 + pick(usize::from(body.hp_max / 2)) as u8,
                Wound::Hurt => {
                    body.hp_max = body.hp_max.max(3);
                    body.hp_max / 2 + 1 + pick(usize::from((body.hp_max - 1) / 2)) as u8
                }
            };
            body.level = pick(11) as u8;
            body.skill = pick(8) as i8 - 1;
            body.ap = pick(7) as u8;
            body.leader = pick(2) == 1;
            let attitudes = [None, Some(Attitude::Hostile), Some(Attitude::Kind)];
            body.attitude = attitudes[pick(attitudes.len())];
            let dr = [None, Some(5), Some(19)][pick(3)];
            body.next_test = NextTest { dr, advantage: pick(2) == 1, disadvantage: pick(2) == 1 };
            for ailment in Ailment::ALL {
                if let Some(cure) = body.cure_mut(ailment) {
                    cure.dr = 1 + pick(30) as u8;
                }
            }
        }
        // Who is hidden may be called anything, and be anywhere.
        let size = fight.zones.len();
        for one in fight.combatants.iter_mut().filter(|one| one.is_hidden && one.is_npc()) {
            one.name = format!("Somebody {}", pick(1_000_000));
            if size > 0 {
                one.body.zone = Some(ZoneId(pick(size) as u8));
            }
        }
        let ids: Vec<_> = fight.zones.iter().map(|(id, _)| id).collect();
        for id in ids {
            let Some(zone) = fight.zones.get_mut(id) else { continue };
            if zone.ground.hazard.as_ref().is_some_and(|hazard| hazard.secret) {
                zone.ground.hazard = None;
            }
        }
    }

    /// The same for a note: the numbers of NPCs that players do not see.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: &mut dyn FnMut(usize) -> usize) {
        let is_closed = |who: &CombatantId| fight.look(Viewer::Public, *who) < Look::Numbers;
        match note {
            Note::Tested { who, rolled: Some(rolled), .. } if is_closed(who) => {
                rolled.total += 1 + pick(20) as i16;
            }
            Note::DamageRolled { who, target, dice, armour, .. } => {
                if is_closed(who) {
                    *dice = None;
                }
                if is_closed(target) {
                    *armour = armour.map(|_| pick(7) as u8);
                }
            }
            Note::Lost { who, amount: Some(amount), left: Some(left), .. } if is_closed(who) => {
                (*amount, *left) = (pick(99) as u8, pick(99) as u8);
            }
            Note::ReactionRolled { face, .. } => *face = 1 + pick(10) as u8,
            _ => {}
        }
    }
}

fn facts(fight: &Fight) -> Vec<(String, String)> {
    let surprised = fight.state.surprised.filter(|_| fight.round <= 1);
    surprised.map(|side| ("surprised".into(), side.key().into())).into_iter().collect()
}

/// A side: Characters in their rolled order, then NPCs in join order.
fn group(fight: &Fight, viewer: Viewer, side: Side) -> GroupView {
    let place = |who: CombatantId| {
        let at = fight.state.order.iter().position(|one| *one == who);
        (at.unwrap_or(usize::MAX), who)
    };
    let mut members: Vec<CombatantId> = fight
        .iter()
        .filter(|(who, one)| one.body.side == side && fight.has_known(viewer, *who))
        .map(|(who, _)| who)
        .collect();
    members.sort_by_key(|who| place(*who));
    GroupView {
        key: side.key().into(),
        is_current: fight.phase == Phase::Running && fight.state.block == Some(side),
        members: members.into_iter().map(|who| member(fight, viewer, who)).collect(),
    }
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let wounds = match look {
        Look::Numbers => Wounds::Exact { now: body.hp.into(), max: body.hp_max.into() },
        Look::Wounds => Wounds::Word(Wound::of(body.hp, body.hp_max).key().into()),
        Look::Nothing => Wounds::Unknown,
    };
    let mut conditions: Vec<_> = Ailment::ALL
        .into_iter()
        .filter_map(|ailment| Some((body.cure(ailment)?.age, ailment.key().to_string())))
        .collect();
    conditions.sort();
    let mut conditions: Vec<String> = conditions.into_iter().map(|(_, key)| key).collect();
    if body.mood != super::sheet::Mood::Fighting {
        conditions.push(body.mood.key().into());
    }
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: body.side.key().into(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: (!body.fled && !fight.zones.is_empty()).then(|| super::zones::zone_of(fight, who).0),
        border: None,
        feet: None,
        wounds,
        conditions,
        mark: mark(fight, who),
        budget: budget(fight, who),
        facts: if look == Look::Numbers { numbers(one) } else { Vec::new() },
    }
}

fn mark(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_standing() {
        Mark::Out
    } else if fight.state.turn.is_some_and(|turn| turn.who == who) {
        Mark::Acting
    } else if fight.phase == Phase::Running && body.last_turn >= fight.round {
        Mark::Spent
    } else {
        Mark::Ready
    }
}

/// What is left of the running Turn.
fn budget(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == who) else { return Vec::new() };
    let left = |spent: bool| if spent { "spent" } else { "left" }.to_string();
    vec![("move".into(), left(turn.moved)), ("action".into(), left(turn.acted))]
}

fn numbers(one: &Combatant<Dr12>) -> Vec<(String, String)> {
    let body = &one.body;
    let mut facts = vec![("level".into(), body.level.to_string())];
    if one.is_npc() {
        facts.push(("skill".into(), format!("{:+}", body.skill)));
        facts.push(("ap".into(), body.ap.to_string()));
    } else {
        facts.push(("ap".into(), body.worn_ap().to_string()));
    }
    facts
}

fn zone(fight: &Fight, viewer: Viewer, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let ground = &zone.ground;
    let mut facts = Vec::new();
    if let Some(limit) = ground.limit {
        facts.push(("limit".to_string(), limit.to_string()));
    }
    // DR12-ZONE-5: a secret hazard is the GM's until it first triggers.
    if let Some(hazard) = ground.hazard.as_ref().filter(|one| viewer == Viewer::Gm || !one.secret) {
        facts.push(("hazard".into(), hazard.attribute.key().into()));
    }
    for side in [Side::Party, Side::Enemy] {
        if super::zones::is_exit(fight, id, side) {
            facts.push(("exit".into(), side.key().into()));
        }
    }
    for item in &ground.items {
        facts.push(("item".into(), item.name.to_string()));
    }
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    ZoneView { name: zone.name.clone(), neighbours, span: None, facts }
}
