//! Sight: who may know what of a DR12 fight (DR12-TEST-5, DR12-RCT-2, DR12-MORALE-2, DR12-ZONE-5).
//!
//! Players do not see: dice and totals of NPC Tests, and NPCs' HP, Level, Skill, AP and exact
//! losses. They see outcomes in words and unhurt, hurt, badly hurt (half or less) or down.
//! Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Ailment, Attitude, Attribute, Body, Cure, Item, NextTest, Side};
use super::state::{Ground, Hazard, Note, Purpose, State, Wound};
use super::{Dr12, Fight};
use crate::Visibility;
use crate::fight::{Combatant, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::scramble;
use crate::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// Whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Detail::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Detail::Wounds
}

/// A combatant all of whose fields hold something.
fn sample() -> Body {
    let item: Item = scramble::sample(
        r#"{"name": "hook", "weapon": {"kind": "melee", "damage": "d6",
        "rider": {"ailment": "stuck", "ends": "str", "resist": "dex"}},
        "armour": {"ap": 2, "wear": "shield"}, "heals": "d4", "owner": 0}"#,
    );
    let spell = scramble::sample(
        r#"{"name": "hex", "casts": "wis", "clean": "nearby", "max": "distant", "damage": "d4",
        "rider": {"ailment": "weakened", "ends": "con", "resist": "con"}}"#,
    );
    let cure = Cure { held_by: Some(CombatantId(0)), ..Cure::new(Attribute::Wis, 9) };
    let items = || vec![item.clone()];
    Body {
        hands: items(),
        ready: items(),
        pack: items(),
        armour: Some(item.clone()),
        helmet: Some(item.clone()),
        spells: vec![spell],
        attacks: items(),
        attitude: Some(Attitude::Kind),
        zone: Some(ZoneId(0)),
        ongoing: Some(cure),
        weakened: Some(cure),
        distracted: Some(cure),
        stuck: Some(cure),
        paralysed: Some(cure),
        next_test: NextTest { dr: Some(19), advantage: true, disadvantage: true },
        scars: vec!["limp".into()],
        ..Body::default()
    }
}

impl Visibility for Dr12 {
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
        if viewer == Viewer::Gm {
            return one.body.clone();
        }
        if one.look_of(viewer) == Detail::Numbers {
            let (attitude, leader, next_test) = (None, false, NextTest::default());
            return Body { attitude, leader, next_test, ..one.body.clone() };
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

    const NUMBERS: &'static [(&'static str, &'static str)] = &[
        ("face", ""),
        ("total", ""),
        ("marks", ""),
        ("damage_rolled.dice", "who"),
        ("damage_rolled.armour", "target"),
    ];

    fn sample() -> Body {
        sample()
    }

    /// Its side, its place, what it does, its hindrances, and how hurt it looks.
    fn take_back(fight: &Fight, was: &Combatant<Dr12>, is: &mut Body) {
        let (look, own) = (was.look_of(Viewer::Public), &was.body);
        let (attitude, leader, next_test) = (is.attitude, is.leader, is.next_test);
        if look == Detail::Numbers {
            *is = Body { attitude, leader, next_test, ..own.clone() };
            return;
        }
        let is_seen = look == Detail::Wounds;
        let drawn = (is.hp, is.hp_max);
        let (hp, hp_max) = scramble::looking_alike((own.hp, own.hp_max), is_seen, drawn);
        let zone = if was.is_hidden { scramble::somewhere(fight, is.zone) } else { own.zone };
        for ailment in Ailment::ALL {
            let drawn = is.cure(ailment);
            *is.cure_mut(ailment) = own.cure(ailment).map(|own| {
                let Cure { attribute, dr, .. } = drawn.unwrap_or(own);
                Cure { attribute, dr, ..own }
            });
        }
        *is = Body {
            side: own.side,
            hp,
            hp_max,
            mood: own.mood,
            zone,
            last_turn: own.last_turn,
            fled: own.fled,
            ..std::mem::take(is)
        };
    }

    /// DR12-ZONE-5: a secret hazard is the GM's until it first triggers.
    fn take_back_ground(fight: &Fight, zone: ZoneId, is: &mut Ground) {
        let Some(Ground { limit, hazard, start, exit_for, items }) =
            fight.zones.get(zone).map(|zone| zone.ground.clone())
        else {
            return;
        };
        let drawn = is.hazard.take().map(|hazard| Hazard { secret: true, ..hazard });
        let is_secret = hazard.as_ref().is_none_or(|hazard| hazard.secret);
        let hazard = if is_secret { drawn } else { hazard };
        *is = Ground { limit, hazard, start, exit_for, items };
    }

    /// Who acts, and in which order; not what has been suggested to the GM.
    fn take_back_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            surprised: own.surprised,
            first: own.first,
            order: own.order,
            block: own.block,
            turn: own.turn,
            place: own.place,
            is_passing: own.is_passing,
            outcome: own.outcome,
            ..std::mem::take(is)
        };
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
        Detail::Numbers => Wounds::Exact { now: body.hp.into(), max: body.hp_max.into() },
        Detail::Wounds => Wounds::Word(Wound::of(body.hp, body.hp_max).key().into()),
        Detail::Nothing => Wounds::Unknown,
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
        facts: if look == Detail::Numbers { numbers(one) } else { Vec::new() },
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
