//! Sight: who may know what of a fight (CARDS-HID-1, CARDS-HID-2).
//!
//! Players do not see: NPCs' pools, caps and Harm points, Hidden NPCs with their cards and places,
//! and standing orders that are not their own. They see the dice of every test and how hurt an NPC
//! looks. Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Actions, Body, Harm, Item, Name, Slots, Standing, Track};
use super::state::{At, Note, Scope, Wound};
use super::zones::zone_of;
use super::{Cards, Fight, damage, turns};
use crate::engine::Sight;
use crate::engine::fight::{Combatant, Phase};
use crate::engine::ids::{By, CombatantId, ZoneId};
use crate::engine::ladder::Look;
use crate::engine::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// CARDS-HID-2: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Look::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Look::Wounds
}

/// Whether a viewer may know of a side: through one of its members.
fn knows_side(fight: &Fight, viewer: Viewer, side: &Name) -> bool {
    viewer == Viewer::Gm
        || fight.combatants.iter().enumerate().any(|(at, one)| {
            one.body.side == *side && fight.has_known(viewer, CombatantId(at as u8))
        })
}

impl Sight for Cards {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn seen(fight: &Fight, viewer: Viewer, note: &Note) -> Option<Note> {
        let is_gm = viewer == Viewer::Gm;
        let known = |who: &CombatantId| fight.has_known(viewer, *who);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        let wounds = |who: &CombatantId| knows_wounds(fight, viewer, *who);
        let only = |all: &[CombatantId]| -> Vec<CombatantId> {
            all.iter().copied().filter(|who| known(who)).collect()
        };
        let copied = || Some(note.clone());
        let copied_if = |is_known: bool| is_known.then(|| note.clone());
        match note {
            // The GM's alone.
            Note::AmbushSet(_) | Note::FearSuggested { .. } | Note::Dying(_) => copied_if(is_gm),
            // Everybody's: no combatant in it.
            Note::AmbushBonusLost
            | Note::Refreshed
            | Note::HoldBegan
            | Note::HoldEnded
            | Note::SwapClosed
            | Note::ZoneOpened { .. }
            | Note::ObstacleRemoved { .. }
            | Note::GoingOn(_)
            | Note::Decided(_)
            | Note::Cleared
            | Note::DayBegan => copied(),
            // CARDS-HID-1: what the GM rolls against a Hidden NPC.
            Note::Rolled { who: None, against, .. } => {
                copied_if(against.as_ref().is_none_or(known))
            }
            Note::RaiseSet { scope, .. } => match scope {
                Scope::Scene => copied(),
                Scope::Combatant(who) => copied_if(known(who)),
            },
            Note::Assigned { who, side } => {
                copied_if(known(who) && knows_side(fight, viewer, side))
            }
            Note::AmbushSettled { side, succeeded, bonus, ambushers } => {
                let (side, succeeded, bonus) = (side.clone(), *succeeded, *bonus);
                let ambushers = only(ambushers);
                let is_told = knows_side(fight, viewer, &side);
                is_told.then_some(Note::AmbushSettled { side, succeeded, bonus, ambushers })
            }
            // Those of several who are known.
            Note::Grouped { who, name } => {
                let (who, name) = (only(who), name.clone());
                (is_gm && !who.is_empty()).then_some(Note::Grouped { who, name })
            }
            Note::Dealt { who, cards, deal } => {
                let (who, cards, deal) = (only(who), cards.clone(), *deal);
                (!who.is_empty()).then_some(Note::Dealt { who, cards, deal })
            }
            Note::ExtraDrawn { who, card, kept } => {
                let (who, card, kept) = (only(who), *card, kept.clone());
                (!who.is_empty()).then_some(Note::ExtraDrawn { who, card, kept })
            }
            // Facts of one combatant, without a number that may be hidden.
            Note::Ready(who)
            | Note::TurnBegan { who, .. }
            | Note::Passed(who)
            | Note::TurnEnded(who)
            | Note::Spent { who, .. }
            | Note::BonusSaved(who)
            | Note::AttackLost(who)
            | Note::SwapKept(who)
            | Note::FellOut(who)
            | Note::CriticalRolled { who, .. }
            | Note::FateSet { who, .. }
            | Note::Moved { who, .. }
            | Note::PairsEnded(who)
            | Note::ApartSet { who, .. }
            | Note::CoverSet { who, .. }
            | Note::ProneSet { who, .. }
            | Note::Pinned(who)
            | Note::Gagged(who)
            | Note::FlagSet { who, .. }
            | Note::Equipped { who, .. }
            | Note::Said { who, .. }
            | Note::Interacted { who, .. }
            | Note::FleeTried { who, .. }
            | Note::FleeFailed { who, .. }
            | Note::Fled(who)
            | Note::Left(who)
            | Note::Surveyed { who, .. }
            | Note::Shaken { who, .. }
            | Note::CaughtFire { who, .. }
            | Note::FireOut(who)
            | Note::Poisoned { who, .. }
            | Note::PoisonsTicked(who)
            | Note::PoisonsEnded(who) => copied_if(known(who)),
            // The dice lie on the table; what makes them so many does not.
            Note::Rolled { who: Some(who), action, purpose, faces, against, modifiers } => {
                let modifiers = if numbers(who) { modifiers.clone() } else { Vec::new() };
                let (action, purpose, faces) = (*action, *purpose, faces.clone());
                let (who, against) = (Some(*who), *against);
                let told = Note::Rolled { who, action, purpose, faces, against, modifiers };
                who.as_ref().is_some_and(known).then_some(told)
            }
            Note::Unharmed { who, .. } => copied_if(known(who) && wounds(who)),
            // Facts between two.
            Note::DeafSet { one: who, other, .. }
            | Note::FightCalled { who, target: other }
            | Note::SwapOffered { from: who, to: other }
            | Note::SwapDeclined { from: who, to: other }
            | Note::CardsSwapped { who, with: other, .. }
            | Note::Attacked { who, target: other, .. }
            | Note::Reacted { who, to: other, .. }
            | Note::Settled { who, target: other, .. }
            | Note::Bought { who, target: other, .. }
            | Note::Stabilised { who, by: other }
            | Note::ClosedIn { who, with: other }
            | Note::Held { who, by: other }
            | Note::Freed { who, by: other }
            | Note::BreakTried { who, by: other }
            | Note::HoldKept { who, by: other }
            | Note::Helped { who, by: other }
            | Note::Doused { who, by: other, .. } => copied_if(known(who) && known(other)),
            Note::Recovered { who, by, .. } => {
                copied_if(known(who) && by.as_ref().is_none_or(known))
            }
            Note::Tested { who, action, purpose, successes, need, text, target } => {
                let (who, action, purpose) = (*who, *action, *purpose);
                let (successes, need, text) = (*successes, *need, text.clone());
                let target = target.filter(known);
                let tested = Note::Tested { who, action, purpose, successes, need, text, target };
                known(&who).then_some(tested)
            }
            Note::Feared { who, source, value, position, successes } => {
                let (who, value, position, successes) = (*who, *value, *position, *successes);
                let source = source.filter(known);
                known(&who).then_some(Note::Feared { who, source, value, position, successes })
            }
            Note::ItemMoved { by, from, to, .. } => {
                let is_told = |at: &At| match at {
                    At::With(who) => known(who),
                    At::Floor(_) | At::Gone => true,
                };
                copied_if(known(by) && is_told(from) && is_told(to))
            }
            // CARDS-REACT-5: a standing order is its owner's and the GM's.
            Note::AutoSet { who, .. } => {
                let is_own = viewer == fight.viewer_of(By::Combatant(*who));
                copied_if(is_gm || is_own)
            }
            Note::Harmed { who, harm, cause, amount, wound } => {
                let amount = amount.filter(|_| numbers(who));
                let (who, harm, cause, wound) = (*who, *harm, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Harmed {
                    who,
                    harm,
                    cause,
                    amount,
                    wound,
                })
            }
            Note::Healed { who, harm, amount, wound } => {
                let amount = amount.filter(|_| numbers(who));
                let (who, harm, wound) = (*who, *harm, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Healed { who, harm, amount, wound })
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its side, place and what it
    /// holds.
    fn seen_body(_: &Fight, viewer: Viewer, one: &Combatant<Cards>) -> Body {
        if one.look_of(viewer) == Look::Numbers {
            return one.body.clone();
        }
        let body = &one.body;
        let held = body.gear.iter().filter(|item| item.held);
        let gear = held.map(|item| Item { weapon: None, ..item.clone() }).collect();
        let (side, zone) = (body.side.clone(), body.zone);
        Body { side, zone, gear, ..Body::default() }
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        let outcome = match &fight.phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            Phase::Setup | Phase::Running => None,
        };
        View {
            system: "cards".into(),
            round: fight.round,
            outcome,
            is_running: fight.phase == Phase::Running,
            groups: groups(fight, viewer),
            order: order(fight, viewer),
            zones: fight.zones.iter().map(|(id, _)| zone(fight, id)).collect(),
            facts: facts(fight, viewer),
            ..View::default()
        }
        .encamped(|one, other| one == other)
    }

    /// Other hidden facts, the same public ones: numbers of NPCs within their wound word, standing
    /// orders, and who hides where under which name.
    fn scramble(fight: &mut Fight, pick: &mut dyn FnMut(usize) -> usize) {
        let size = fight.zones.len();
        for one in fight.closed_mut() {
            let is_seen = one.look_of(Viewer::Public) == Look::Wounds;
            let body = &mut one.body;
            scramble_harm(body, is_seen, pick);
            if body.pools.is_some() {
                body.pools = Some(Actions::all(pick(13) as u8));
            }
            (body.fear, body.fewer_dice) = (pick(7) as u8, pick(9) as u8);
            for reaction in super::sheet::Reaction::ALL {
                body.auto.set(reaction, Standing::ALL[pick(3)]);
            }
            let is_bound = body.held_by.is_some() || body.holding.is_some();
            if one.is_hidden && !is_bound && size > 0 {
                body.zone = Some(ZoneId(pick(size) as u8));
            }
            if one.is_hidden {
                one.name = format!("Somebody {}", pick(1_000_000));
            }
        }
    }

    /// The same for a note: the numbers of NPCs that players do not see.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: &mut dyn FnMut(usize) -> usize) {
        let is_closed = |who: &CombatantId| fight.look(Viewer::Public, *who) < Look::Numbers;
        match note {
            Note::Harmed { who, amount: Some(amount), .. }
            | Note::Healed { who, amount: Some(amount), .. }
                if is_closed(who) =>
            {
                *amount = pick(40) as u8;
            }
            Note::AutoSet { who, standing, .. } if is_closed(who) => {
                *standing = Standing::ALL[pick(3)]
            }
            _ => {}
        }
    }
}

/// CARDS-INIT-6: by the lowest card that has not acted, else the last that has; without a card at
/// the end.
fn order(fight: &Fight, viewer: Viewer) -> Vec<CombatantId> {
    let next = |body: &Body| {
        let cards = body.card.iter().zip(&body.slots);
        let to_act = cards.filter(|(_, slots)| !slots.acted).map(|(card, _)| *card).min();
        to_act.or_else(|| body.card.iter().max().copied()).unwrap_or(u8::MAX)
    };
    let all = fight.iter().filter(|(who, _)| fight.has_known(viewer, *who));
    let mut all: Vec<_> = all.map(|(who, one)| (next(&one.body), who)).collect();
    all.sort();
    all.into_iter().map(|(_, who)| who).collect()
}

/// Whether the swap window is open, and what is harder in the scene.
fn facts(fight: &Fight, viewer: Viewer) -> Vec<(String, String)> {
    let state = &fight.state;
    let mut facts = Vec::new();
    if fight.phase == Phase::Running && state.swap_open {
        facts.push(("swaps".into(), if state.hold { "hold" } else { "open" }.into()));
    }
    for offer in &state.offers {
        if fight.knows(viewer, offer.from) && fight.knows(viewer, offer.to) {
            let name = |who| fight.one(who).name_for(viewer);
            let text = format!("{} to {}", name(offer.from), name(offer.to));
            facts.push(("swap-offer".into(), text));
        }
    }
    for raise in &state.raises {
        facts.push(("harder".into(), format!("{} +{}", raise.action.key(), raise.by)));
    }
    facts
}

/// CARDS-INIT-2: sides in joining order, the members of each in the order of their cards.
fn groups(fight: &Fight, viewer: Viewer) -> Vec<GroupView> {
    let mut groups: Vec<GroupView> = Vec::new();
    let acting = match fight.state.turn {
        Some(turn) => vec![turn.who],
        None => turns::due(fight),
    };
    let mut all: Vec<_> = fight.iter().filter(|(who, _)| fight.has_known(viewer, *who)).collect();
    for (_, one) in &all {
        if !groups.iter().any(|group| *group.key == *one.body.side) {
            let key = one.body.side.to_string();
            groups.push(GroupView { key, is_current: false, members: Vec::new() });
        }
    }
    all.sort_by_key(|(_, one)| one.body.card.iter().min().copied().unwrap_or(u8::MAX));
    for (who, one) in all {
        for group in groups.iter_mut().filter(|group| *group.key == *one.body.side) {
            group.is_current |= fight.phase == Phase::Running && acting.contains(&who);
            group.members.push(member(fight, viewer, who));
        }
    }
    groups
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let wound = damage::wound(body);
    let is_placed = !body.fled && !fight.zones.is_empty();
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: body.side.to_string(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: is_placed.then(|| zone_of(fight, who).0),
        border: None,
        feet: None,
        wounds: match look {
            Look::Numbers | Look::Wounds => Wounds::Word(wound.key().into()),
            Look::Nothing => Wounds::Unknown,
        },
        conditions: conditions(body),
        mark: mark(fight, who),
        budget: budget(body),
        facts: if look == Look::Numbers { numbers(fight, viewer, who) } else { cards(body) },
    }
}

/// The set of the rule text's sheet, in its order.
fn conditions(body: &Body) -> Vec<String> {
    let shaken = body.shaken.map(|shaken| shaken.how.key());
    let all = [
        ("prone", body.prone),
        ("held", body.held_by.is_some()),
        ("holding", body.holding.is_some()),
        ("gagged", body.gagged),
        ("pinned", body.pinned),
        ("burning", body.fire.is_some()),
        ("poisoned", !body.poisons.is_empty()),
        ("in-cover", body.cover.is_some()),
        ("apart", body.apart),
        ("helped", body.helped),
        ("out", body.out && !body.is_dead()),
        ("dying", body.dies_after.is_some()),
        ("dead", body.is_dead()),
        ("fled", body.fled),
    ];
    let all = all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string());
    all.chain(shaken.map(|how| format!("shaken-{how}"))).collect()
}

fn mark(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_active() {
        return Mark::Out;
    }
    if fight.state.turn.is_some_and(|turn| turn.who == who) {
        return Mark::Acting;
    }
    let has_acted = !body.slots.is_empty() && body.slots.iter().all(|slots| slots.acted);
    if has_acted { Mark::Spent } else { Mark::Ready }
}

/// CARDS-TURN-2: what is left of each card; reactions make it matter all round.
fn budget(body: &Body) -> Vec<(String, String)> {
    let left = |is_left: bool| if is_left { "left" } else { "spent" };
    let several = body.slots.len() > 1;
    let slots = body.card.iter().zip(&body.slots).flat_map(|(card, slots)| {
        let key = |slot: &str| if several { format!("{slot} of {card}") } else { slot.to_string() };
        [(key("slow"), left(slots.slow).into()), (key("fast"), left(slots.fast).into())]
    });
    if body.is_active() { slots.collect() } else { Vec::new() }
}

/// CARDS-INIT-2: cards are public.
fn cards(body: &Body) -> Vec<(String, String)> {
    let cards: Vec<String> = body.card.iter().map(u8::to_string).collect();
    if cards.is_empty() { Vec::new() } else { vec![("card".into(), cards.join(", "))] }
}

fn numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts = cards(body);
    for harm in Harm::ALL {
        let Slots { lesser, moderate, severe } = body.slots_of(harm);
        let text = match body.track {
            Track::Slots if body.slots_of(harm).levels() == 0 => continue,
            Track::Slots => format!("{lesser}/{moderate}/{severe}"),
            Track::Points => format!("{} of {}", body.points(harm), body.cap(harm)),
        };
        facts.push((harm.key().into(), text));
    }
    if body.bonus > 0 {
        facts.push(("bonus".into(), body.bonus.to_string()));
    }
    if body.fewer_dice > 0 {
        facts.push(("fewer-dice".into(), body.fewer_dice.to_string()));
    }
    if viewer == Viewer::Gm || viewer == fight.viewer_of(By::Combatant(who)) {
        for reaction in super::sheet::Reaction::ALL {
            let standing = body.auto.of(reaction);
            if standing != Standing::Ask {
                facts.push((format!("auto {}", reaction.key()), standing.key().into()));
            }
        }
    }
    facts
}

fn zone(fight: &Fight, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let ground = &zone.ground;
    let mut facts: Vec<(String, String)> = Vec::new();
    if super::zones::is_exit(fight, id) {
        facts.push(("exit".into(), "yes".into()));
    }
    facts.extend(ground.cover.iter().map(|dice| ("cover".into(), dice.to_string())));
    for obstacle in &ground.obstacles {
        facts.push(("obstacle".into(), fight.zones.name(obstacle.to).into()));
    }
    for to in &ground.blocked {
        facts.push(("no-sight".into(), fight.zones.name(*to).into()));
    }
    for raise in &ground.raises {
        facts.push(("harder".into(), format!("{} +{}", raise.action.key(), raise.by)));
    }
    facts.extend(ground.items.iter().map(|item| ("item".into(), item.name.to_string())));
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    ZoneView { name: zone.name.clone(), neighbours, span: None, facts }
}

/// Points and caps that look the same (CARDS-HID-2), or any where nobody sees how they look.
fn scramble_harm(body: &mut Body, is_seen: bool, pick: &mut dyn FnMut(usize) -> usize) {
    if body.track == Track::Slots {
        return;
    }
    let wound = match damage::wound(body) {
        Wound::Out => Wound::Out,
        wound if is_seen => wound,
        _ => [Wound::Unhurt, Wound::Hurt, Wound::BadlyHurt][pick(3)],
    };
    (body.phys_cap, body.ment_cap) = (3 + pick(18) as u8, 3 + pick(18) as u8);
    let half = body.phys_cap.div_ceil(2);
    body.phys = match wound {
        Wound::Unhurt => 0,
        Wound::Hurt => 1 + pick(usize::from(half - 1)) as u8,
        Wound::BadlyHurt => half + pick(usize::from(body.phys_cap - half)) as u8,
        Wound::Out => body.phys_cap,
    };
    body.ment = match wound {
        Wound::Unhurt => 0,
        Wound::Hurt | Wound::BadlyHurt | Wound::Out => pick(2) as u8,
    };
}
