//! Sight: who may know what of a fight (RANKS-HID-1).
//!
//! Players do not see: NPCs' codes, fixed values, dice and totals, armour, budgets, readied
//! triggers and initiative numbers, and secret hazards. They see the order, zones with marks, what
//! is done and the ranks made, names of conditions, stances, and that somebody holds or has readied
//! something. Invariant: no `_` arm here decides what a viewer sees.

use super::advantages::Gift;
use super::codec::write_readied;
use super::conditions::{Condition, Until};
use super::deeds::Deed;
use super::engagement::are_allied;
use super::sheet::{Body, Code, Item, Skill};
use super::state::{Chaos, Ground, Hazard, Hindrance, Note, Stage, State};
use super::zones::{exit_of, mark_of, span, zone_at};
use super::{Fight, Ranks, Scene, holding, initiative};
use crate::Visibility;
use crate::command::Command;
use crate::fight::{Combatant, Phase};
use crate::ids::{CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::scramble;
use crate::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// RANKS-HID-1: numbers of player characters are everybody's, those of NPCs the GM's.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Detail::Numbers
}

/// RANKS-HID-1: what an NPC does is told: one that was hidden is not any more.
pub fn show(scene: &mut Scene, who: CombatantId) {
    scene.reveal(who);
}

impl Visibility for Ranks {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn seen(fight: &Fight, viewer: Viewer, note: &Note) -> Option<Note> {
        let known = |who: &CombatantId| fight.has_known(viewer, *who);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        // A number that is somebody's own, or nobody's.
        let own = |who: &Option<CombatantId>| who.as_ref().is_none_or(numbers);
        let copied_if = |is_known: bool| is_known.then(|| note.clone());
        match note {
            // Everybody's: no combatant in it.
            Note::Refreshed
            | Note::ObjectUsed { .. }
            | Note::ChaosSet(_)
            | Note::ExitSet { .. }
            | Note::Allied { .. }
            | Note::Decided(_)
            | Note::Settled
            | Note::SceneEnded => Some(note.clone()),
            // That somebody unseen holds is not told.
            Note::LastCalled => copied_if(holding::holders(fight).any(|who| known(&who))),
            Note::Ordered(order) => {
                Some(Note::Ordered(order.iter().copied().filter(|who| known(who)).collect()))
            }
            // Told again as it was, it would tell that somebody unknown came or went.
            Note::Placed { who, order } => known(who).then(|| {
                let order = order.iter().copied().filter(|who| known(who)).collect();
                Note::Placed { who: *who, order }
            }),
            // Initiative numbers, budgets and points of NPCs are the GM's.
            Note::Scored { who, .. }
            | Note::Spent { who, .. }
            | Note::PointSpent { who, .. }
            | Note::LuckSpent(who)
            | Note::LuckGained { who, .. }
            | Note::BoonsUsed { who, .. }
            | Note::StandingOrder { who, .. }
            | Note::Given { who, .. } => copied_if(known(who) && numbers(who)),
            // Facts of one combatant, without a number that may be hidden.
            Note::PlacePassed(who)
            | Note::TurnBegan(who)
            | Note::TurnEnded(who)
            | Note::Done(who)
            | Note::Lost(who)
            | Note::Unhurt(who)
            | Note::Suffered { who, .. }
            | Note::Overwhelmed { who, .. }
            | Note::WentOut(who)
            | Note::ConditionEnded { who, .. }
            | Note::BoonEnded { who, .. }
            | Note::Defends(who)
            | Note::StanceEnded(who)
            | Note::SetsOut { who, .. }
            | Note::Moved { who, .. }
            | Note::Stopped { who, .. }
            | Note::HazardStruck { who, .. }
            | Note::Prone(who)
            | Note::StoodUp(who)
            | Note::Tipped { who, .. }
            | Note::ReadyFired(who)
            | Note::ReadyLost(who)
            | Note::ReadyEnded(who)
            | Note::Holds(who)
            | Note::CombinedUsed { who, .. }
            | Note::CombinedEnded { by: who }
            | Note::RecoveringUsed(who)
            | Note::SkillRuled { who, .. }
            | Note::SkillRefused(who)
            | Note::Fled(who)
            | Note::Cornered(who)
            | Note::Conceded(who)
            | Note::Equipped { who, .. }
            | Note::PickedUp { who, .. }
            | Note::Stowed { who, .. }
            | Note::Dropped { who, .. }
            | Note::UsedUp { who, .. }
            | Note::Said { who, .. }
            | Note::Meant { who, .. } => copied_if(known(who)),
            // Facts between two.
            Note::Matches { who, mover: other, .. }
            | Note::Gained { who, by: other, .. }
            | Note::Combining { who, target: other, .. }
            | Note::Treated { who, patient: other, .. } => copied_if(known(who) && known(other)),
            // Somebody unknown reads like nobody, here and below: silence would tell of them.
            Note::Attention { who, on } => {
                let on = on.filter(known);
                known(who).then_some(Note::Attention { who: *who, on })
            }
            Note::Declared { who, deed, readied } => {
                let deed = visible_deed(deed, known);
                let (who, readied) = (*who, *readied);
                deed.filter(|_| known(&who)).map(|deed| Note::Declared { who, deed, readied })
            }
            // Dice would tell how many there are, and a total nearly as much.
            Note::Rolled { who, purpose, ability, faces, dropped, total, modifiers } => {
                let is_own = numbers(who);
                let modifiers = if is_own { modifiers.clone() } else { Vec::new() };
                let faces = faces.clone().filter(|_| is_own);
                let (dropped, total) = (dropped.filter(|_| is_own), total.filter(|_| is_own));
                let (who, purpose, ability) = (*who, *purpose, *ability);
                let rolled =
                    Note::Rolled { who, purpose, ability, faces, dropped, total, modifiers };
                known(&who).then_some(rolled)
            }
            // What an NPC is measured against is its own affair, or that of whoever it is about.
            Note::Succeeded { who, target, purpose, against, rank } => {
                let against = against.filter(|_| own(target) && numbers(who));
                let (who, target, purpose, rank) = (*who, target.filter(known), *purpose, *rank);
                known(&who).then_some(Note::Succeeded { who, target, purpose, against, rank })
            }
            Note::Failed { who, target, purpose, against } => {
                let against = against.filter(|_| own(target) && numbers(who));
                let (who, target, purpose) = (*who, target.filter(known), *purpose);
                known(&who).then_some(Note::Failed { who, target, purpose, against })
            }
            Note::DamageRolled { target, by, faces, total, against } => {
                let faces = faces.clone().filter(|_| own(by));
                let total = total.filter(|_| own(by));
                let against = against.filter(|_| numbers(target));
                let (target, by) = (*target, by.filter(known));
                known(&target).then_some(Note::DamageRolled { target, by, faces, total, against })
            }
            Note::Alert { who, points } => {
                let points = points.filter(|_| numbers(who));
                known(who).then_some(Note::Alert { who: *who, points })
            }
            // An NPC has just readied something.
            Note::Readied { who, readied } => {
                let readied = readied.clone().filter(|_| numbers(who));
                known(who).then_some(Note::Readied { who: *who, readied })
            }
            Note::Combined { who, combined } => {
                copied_if(known(who) && known(&combined.by) && numbers(&combined.by))
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its side, its place and its
    /// conditions.
    fn seen_body(_: &Fight, viewer: Viewer, one: &Combatant<Ranks>) -> Body {
        if one.look_of(viewer) == Detail::Numbers {
            return one.body.clone();
        }
        let (side, mark) = (one.body.side.clone(), one.body.mark);
        let conditions = one.body.conditions.clone();
        Body { side, mark, conditions, ..Body::default() }
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        let outcome = match &fight.phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            Phase::Setup | Phase::Running => None,
        };
        let is_running = fight.phase == Phase::Running;
        View {
            system: "ranks".into(),
            round: fight.round,
            outcome,
            is_running,
            groups: vec![GroupView {
                key: "order".into(),
                is_current: is_running && !knows_last_call(fight, viewer),
                members: fight
                    .placed(&fight.state.order)
                    .filter(|who| fight.has_known(viewer, *who))
                    .map(|who| member(fight, viewer, who))
                    .collect(),
            }],
            zones: fight.zones.iter().map(|(id, _)| zone(fight, viewer, id)).collect(),
            facts: fight_facts(fight, viewer),
            ..View::default()
        }
        .encamped(|one, other| one == other || are_allied(fight, one, other))
    }

    const NUMBERS: &'static [(&'static str, &'static str)] = &[
        ("boon_ended.boon", ""),
        ("combined", ""),
        ("condition", ""),
        ("damage_rolled.faces", "by"),
        ("damage_rolled.total", "by"),
        ("damage_rolled.against", "target"),
        ("deed", ""),
        ("difficulty", ""),
        ("gain", ""),
        ("mark", ""),
        ("mover", ""),
        ("order", ""),
        ("patient", ""),
        ("rank", ""),
        ("treatment", ""),
    ];

    fn sample() -> Body {
        let mut body: Body = scramble::sample(
            r#"{"side": "party",
            "gear": [{"name": "hook", "aids": "parry",
                "weapon": {"category": "long", "damage": "4D"}}],
            "zone": 0, "mark": 5, "attention": 0,
            "conditions": [{"track": "damage", "rank": 1, "until": "encounter"}],
            "readied": {"trigger": "attacked", "enemy": 0, "check": "defend", "text": "so"},
            "boons": [{"gives": "die", "against": 0, "until": "encounter"}],
            "combined": [{"by": 0, "kind": "attack", "plus": 2}], "raised": ["parry"],
            "abilities": ["flies"], "score": 9, "match": "always",
            "resist": "never", "meaning": "lost"}"#,
        );
        Skill::ALL.iter().for_each(|skill| body.skills.set(*skill, Some(Code::d(7))));
        body
    }

    /// Its side and place, its conditions and stance, what it holds, and that it has readied
    /// something.
    fn take_back(fight: &Fight, was: &Combatant<Ranks>, is: &mut Body) {
        let (look, own) = (was.look_of(Viewer::Public), &was.body);
        if look == Detail::Numbers {
            *is = own.clone();
            return;
        }
        let last = super::zones::last_mark(fight);
        let anywhere = is.mark.unwrap_or_default() / 5 * 5 % (last + 5);
        let is_held = |item: &Item| item.held;
        let held = own.gear.iter().filter(|item| is_held(item)).cloned();
        let gear = held.chain(is.gear.drain(..).filter(|item| !is_held(item))).collect();
        // Whom the last call waits for is public.
        let (full, bonus) = if own.held { (own.full, own.bonus) } else { (is.full, is.bonus) };
        *is = Body {
            side: own.side.clone(),
            // RANKS-TALK-1: who cannot understand is no target of talk, as anybody may try.
            understands: own.understands,
            gear,
            // Where it stands before the start (RANKS-DIST-3).
            zone: if was.is_hidden { scramble::somewhere(fight, is.zone) } else { own.zone },
            mark: if was.is_hidden { own.mark.map(|_| anywhere) } else { own.mark },
            attention: own.attention,
            full,
            bonus,
            conditions: own.conditions.clone(),
            prone: own.prone,
            recovering: own.recovering,
            defending: own.defending,
            readied: own.readied.as_ref().map(|own| is.readied.clone().unwrap_or(own.clone())),
            held: own.held,
            score: own.score.map(|own| is.score.unwrap_or(own)),
            acted: own.acted,
            conceded: own.conceded,
            gone: own.gone,
            meaning: own.meaning.clone(),
            ..std::mem::take(is)
        };
    }

    /// RANKS-TERR-3: a secret hazard is the GM's.
    fn take_back_ground(fight: &Fight, zone: ZoneId, is: &mut Ground) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.ground.clone()) else { return };
        let Ground { length, terrain, obstacle, narrow, hazard, objects, items } = own;
        let drawn = is.hazard.map(|hazard| Hazard { secret: true, ..hazard });
        let hazard = if hazard.is_none_or(|hazard| hazard.secret) { drawn } else { hazard };
        *is = Ground { length, terrain, obstacle, narrow, hazard, objects, items };
    }

    /// Who acts, and whose friend everybody is.
    fn take_back_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            stage: own.stage,
            order: own.order,
            turn: own.turn,
            chaos: own.chaos,
            rolled: own.rolled,
            exits: own.exits,
            allied: own.allied,
            outcome: own.outcome,
        };
    }

    /// What is combined by an NPC is a number of its own.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: scramble::Pick) {
        let is_closed = |who: CombatantId| fight.look(Viewer::Public, who) < Detail::Numbers;
        match note {
            Note::Combined { combined, .. } if is_closed(combined.by) => {
                combined.plus = pick(6) as i8;
            }
            _ => {}
        }
    }
}

/// Returns a deed as a viewer may know it: against nobody in particular where its target is unknown
/// and it can do without one; `None` where it cannot.
fn visible_deed(deed: &Deed, known: impl Fn(&CombatantId) -> bool) -> Option<Deed> {
    let mut deed = deed.clone();
    match &mut deed {
        Deed::Attack { target, .. }
        | Deed::Force { target, .. }
        | Deed::Interact { target, .. }
        | Deed::Recover { patient: target, .. } => known(target).then_some(deed),
        Deed::Shift { target, .. } | Deed::Advantage { target, .. } => {
            *target = target.filter(known);
            Some(deed)
        }
        Deed::Dash { .. } | Deed::Skill { .. } => Some(deed),
    }
}

/// RANKS-HID-1: the last call is known where a holder is.
fn knows_last_call(fight: &Fight, viewer: Viewer) -> bool {
    fight.state.stage == Stage::LastCall
        && holding::holders(fight).any(|who| fight.has_known(viewer, who))
}

fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let chaos = match fight.state.chaos {
        Chaos::Off => None,
        Chaos::Until(round) if round < fight.round.max(1) => None,
        Chaos::Until(round) => Some(format!("until round {round}")),
        Chaos::Encounter => Some("encounter".into()),
    };
    facts.extend(chaos.map(|chaos| ("chaos".into(), chaos)));
    if knows_last_call(fight, viewer) {
        facts.push(("last-call".into(), "on".into()));
    }
    facts
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let knows_all = look == Detail::Numbers;
    let is_on_map = !body.gone && !fight.zones.is_empty();
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: body.side.to_string(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: is_on_map.then(|| zone_at(fight, mark_of(fight, who)).0),
        border: None,
        feet: is_on_map.then(|| mark_of(fight, who)),
        // The names of conditions stay public; that they come to this is left to the reader.
        wounds: match look {
            Detail::Numbers | Detail::Wounds => Wounds::Word(wounds(body).into()),
            Detail::Nothing => Wounds::Unknown,
        },
        conditions: conditions(body),
        mark: place(fight, who),
        budget: if knows_all { budget(fight, who) } else { Vec::new() },
        facts: facts(fight, viewer, who, knows_all),
    }
}

/// How somebody looks, from the highest rank of what everybody can see.
fn wounds(body: &Body) -> &'static str {
    match body.conditions.iter().map(|one| one.rank).max() {
        None => "fresh",
        Some(1 | 2) => "shaken",
        Some(3 | 4) => "battered",
        Some(_) => "out",
    }
}

/// RANKS-HID-1: names of conditions (with their ends, which follow from the rules), stance,
/// "holds", "readied something".
fn conditions(body: &Body) -> Vec<String> {
    let named = body.conditions.iter().map(ending);
    let states = [
        ("prone", body.prone),
        ("recovering", body.recovering > 0),
        ("defends", body.defending),
        ("readied", body.readied.is_some()),
        ("holds", body.held),
        ("conceded", body.conceded),
        ("gone", body.gone),
    ];
    let states = states.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.into());
    named.chain(states).collect()
}

fn place(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_active() {
        Mark::Out
    } else if fight.state.turn == Some(who) {
        Mark::Acting
    } else if fight.state.stage == Stage::LastCall && body.held {
        // Whether anything is left of an NPC's is the GM's.
        Mark::Ready
    } else if fight.phase == Phase::Running && initiative::is_past(fight, who) {
        Mark::Spent
    } else {
        Mark::Ready
    }
}

/// What is left of the round.
fn budget(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    if fight.phase != Phase::Running || !body.is_active() {
        return Vec::new();
    }
    let left = |count: u8| match count {
        0 => "spent".to_string(),
        1 => "left".to_string(),
        more => more.to_string(),
    };
    let bonus = if body.is_barred() { "barred".into() } else { left(body.bonus) };
    vec![
        ("full".into(), left(body.full)),
        ("bonus".into(), bonus),
        ("incidental".into(), left(body.incidental.into())),
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
    let held: Vec<&str> =
        body.gear.iter().filter(|item| item.held).map(|item| &*item.name).collect();
    if !held.is_empty() {
        facts.push(("in-hand".into(), held.join(", ")));
    }
    let on = body.attention.filter(|on| fight.has_known(viewer, *on));
    facts.extend(on.map(|on| ("attention".into(), fight.one(on).name_for(viewer))));
    if !body.meaning.is_empty() && body.is_out() {
        facts.push(("meaning".into(), body.meaning.clone()));
    }
    if knows_all {
        facts.extend(own_facts(fight, viewer, who));
    }
    facts
}

/// For who may know an NPC's numbers, and of player characters for everybody.
fn own_facts(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = vec![
        ("armour".into(), body.armour.to_string()),
        ("luck".into(), body.luck.to_string()),
        ("action-points".into(), body.action_points.to_string()),
    ];
    facts.extend(body.score.map(|score| ("score".into(), score.to_string())));
    facts.extend(body.boons.iter().map(|boon| ("boon".into(), gift(boon.gives))));
    facts.extend(body.raised.iter().map(|skill| ("raised".into(), skill.key().into())));
    facts.extend(body.abilities.iter().map(|text| ("ability".into(), text.clone())));
    // Who is seen no more goes by no name.
    facts.extend(body.readied.as_ref().map(|readied| {
        let words = match readied.names().all(|who| fight.has_known(viewer, who)) {
            true => write_readied(fight, readied),
            false => Command::new("ready").with("trigger", readied.trigger.key()),
        };
        ("readied".into(), words.to_string())
    }));
    facts
}

/// A condition and when it ends: `hurt:round:3`.
fn ending(one: &Condition) -> String {
    let name = one.kind().key();
    match one.until {
        Until::NextTurn => format!("{name}:next-turn"),
        Until::ThisTurn => format!("{name}:this-turn"),
        Until::Round(round) => format!("{name}:round:{round}"),
        Until::Encounter => format!("{name}:encounter"),
        Until::Scene => format!("{name}:scene"),
        Until::Recovered => format!("{name}:recovered"),
    }
}

fn gift(gives: Gift) -> String {
    match gives {
        Gift::Flat(number) => format!("{number:+}"),
        Gift::Die => "+1D".into(),
        Gift::Advantage => "advantage".into(),
        Gift::Disadvantage => "disadvantage".into(),
    }
}

/// RANKS-DIST-2: zones with their marks. RANKS-TERR-3: a secret hazard is the GM's.
fn zone(fight: &Fight, viewer: Viewer, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let ground = &zone.ground;
    let mut facts: Vec<(String, String)> = Vec::new();
    facts.extend(ground.terrain.map(|is| hindrance(is, ["terrain", "terrain-stops"])));
    facts.extend(ground.obstacle.map(|is| hindrance(is, ["border", "border-stops"])));
    if ground.narrow {
        facts.push(("narrow".into(), "on".into()));
    }
    let hazard = ground.hazard.filter(|hazard| !hazard.secret || viewer == Viewer::Gm);
    facts.extend(hazard.map(|hazard| {
        let key = if hazard.secret { "secret-hazard" } else { "hazard" };
        (key.into(), hazard.damage.to_string())
    }));
    let objects = ground.objects.iter();
    facts.extend(objects.map(|one| {
        ("object".into(), format!("{} ({}, {})", one.name, one.difficulty, one.damage))
    }));
    let items = ground.items.iter();
    facts.extend(items.map(|one| ("item".into(), format!("{} at {}", one.item.name, one.mark))));
    let sides = fight.iter().map(|(_, one)| one).filter(|one| one.is_known_to(viewer));
    let mut sides: Vec<_> = sides.map(|one| one.body.side.clone()).collect();
    sides.sort();
    sides.dedup();
    for side in sides {
        let exit = exit_of(fight, &side);
        let is_here = match exit {
            super::state::Exit::Left => id.0 == 0,
            super::state::Exit::Right => id.index() + 1 == fight.zones.len(),
            super::state::Exit::None => false,
        };
        if is_here {
            facts.push(("exit".into(), side.to_string()));
        }
    }
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    let marks = Some(span(fight, id));
    ZoneView { name: zone.name.clone(), neighbours, span: marks, facts }
}

/// What hinders, under the second key where a failed check ends the movement.
fn hindrance(is: Hindrance, keys: [&str; 2]) -> (String, String) {
    (keys[usize::from(is.stops)].into(), format!("{} {}", is.skill.key(), is.difficulty))
}
