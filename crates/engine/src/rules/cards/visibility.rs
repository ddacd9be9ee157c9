//! Sight: who may know what of a fight (CARDS-HID-1, CARDS-HID-2).
//!
//! Players do not see: NPCs' pools, caps and Harm points, Hidden NPCs with their cards and places,
//! and standing orders that are not their own. They see the dice of every test and how hurt an NPC
//! looks. Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Auto, Body, Harm, Item, Name, Slots, Standing, Track};
use super::state::{At, Ground, Note, Scope, State, Wound};
use super::zones::zone_of;
use super::{Cards, Fight, damage, turns};
use crate::Visibility;
use crate::fight::{Combatant, Phase};
use crate::ids::{By, CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::scramble;
use crate::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// CARDS-HID-2: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Detail::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Detail::Wounds
}

/// Whether a viewer may know of a side: through one of its members.
fn knows_side(fight: &Fight, viewer: Viewer, side: &Name) -> bool {
    viewer == Viewer::Gm
        || fight.combatants.iter().enumerate().any(|(at, one)| {
            one.body.side == *side && fight.has_known(viewer, CombatantId(at as u8))
        })
}

impl Visibility for Cards {
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
            // Somebody unknown reads like nobody: silence would tell of them.
            Note::Recovered { who, by, successes } => {
                let (who, by, successes) = (*who, by.filter(known), *successes);
                known(&who).then_some(Note::Recovered { who, by, successes })
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
        if one.look_of(viewer) == Detail::Numbers {
            let is_own = viewer == Viewer::Gm || one.user.map(Viewer::Player) == Some(viewer);
            let auto = if is_own { one.body.auto } else { Auto::default() };
            return Body { auto, ..one.body.clone() };
        }
        let body = &one.body;
        let held = body.gear.iter().filter(|item| item.held);
        // What it is good for, and whose it is, is not seen.
        let like = |item: &Item| Item {
            natural: false,
            weapon: None,
            parry_bonus: None,
            antidote: false,
            owner: None,
            ..item.clone()
        };
        let gear = held.map(like).collect();
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

    const NUMBERS: &'static [(&'static str, &'static str)] = &[
        ("against", ""),
        ("bonus", ""),
        ("buy", ""),
        ("cause", ""),
        ("critical", ""),
        ("face", ""),
        ("faces", ""),
        ("manner", ""),
        ("need", ""),
        ("own", ""),
        ("place", ""),
        ("poison", ""),
        ("purpose", ""),
        ("questions", ""),
        ("saved", ""),
        ("shaken", ""),
        ("source", ""),
        ("successes", ""),
        ("taken_off", ""),
        ("value", ""),
    ];

    fn sample() -> Body {
        scramble::sample(
            r#"{"side": "", "pools": {"cast": 3}, "track": "points", "traits": ["relentless"],
            "armour": {"name": "mail", "dice": 3},
            "gear": [{"name": "hook", "weapon": {"action": "force", "damage": 5, "fire": "large",
                "poison": 2}, "parry_bonus": 1, "owner": 0}],
            "zone": 0, "card": [1], "slots": [{}],
            "auto": {"dodge": "fast", "parry": "never", "resist": "fast", "break": "never",
                "hold": "fast", "chase": "never"},
            "held_by": 0, "holding": 0, "fire": {"intensity": "inferno"},
            "poisons": [{"next": 4}], "shaken": {"how": "flee", "source": 0}, "cover": 0,
            "fate": "dying", "dies_after": 1, "criticals": ["mortal"],
            "raises": [{"action": "cast", "by": 1}]}"#,
        )
    }

    /// Its side and place, its cards, its conditions, what it holds, and how hurt it looks.
    fn take_back(fight: &Fight, was: &Combatant<Cards>, is: &mut Body) {
        let (look, own, auto) = (was.look_of(Viewer::Public), &was.body, is.auto);
        if look == Detail::Numbers {
            *is = Body { auto, ..own.clone() };
            return;
        }
        let (phys_cap, ment_cap) = (3 + is.phys_cap, 3 + is.ment_cap);
        let phys = match damage::wound(own) {
            _ if look == Detail::Nothing => is.phys % phys_cap,
            Wound::Unhurt => 0,
            Wound::Hurt => scramble::within(1, (phys_cap - 1) / 2, is.phys),
            Wound::BadlyHurt | Wound::Out => {
                scramble::within(phys_cap.div_ceil(2), phys_cap - 1, is.phys)
            }
        };
        let is_bound = own.held_by.is_some() || own.holding.is_some();
        let is_anywhere = was.is_hidden && !is_bound;
        let zone = if is_anywhere { scramble::somewhere(fight, is.zone) } else { own.zone };
        // What it holds is seen, not what it is good for.
        let like = is.gear.first().cloned();
        let held = own.gear.iter().filter(|item| item.held).map(|item| {
            let Item { id, name, hands, held, .. } = item.clone();
            Item { id, name, hands, held, ..like.clone().unwrap_or_else(|| item.clone()) }
        });
        let gear = held.chain(is.gear.drain(..).filter(|item| !item.held)).collect();
        *is = Body {
            side: own.side.clone(),
            track: Track::Points,
            phys,
            ment: if phys == 0 { 0 } else { is.ment % 2 },
            phys_cap,
            ment_cap,
            gear,
            zone,
            card: own.card.clone(),
            slots: own.slots.clone(),
            prone: own.prone,
            held_by: own.held_by,
            holding: own.holding,
            gagged: own.gagged,
            has_broken: own.has_broken,
            pinned: own.pinned,
            fire: own.fire,
            poisons: own.poisons.clone(),
            shaken: own.shaken,
            cover: own.cover,
            apart: own.apart,
            out: own.out,
            fled: own.fled,
            fate: own.fate,
            dies_after: own.dies_after,
            criticals: own.criticals.clone(),
            helped: own.helped,
            raises: own.raises.clone(),
            ..std::mem::take(is)
        };
    }

    /// All that is there is seen.
    fn take_back_ground(fight: &Fight, zone: ZoneId, is: &mut Ground) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.ground.clone()) else { return };
        let Ground { exit, cover, obstacles, blocked, raises, items } = own;
        *is = Ground { exit, cover, obstacles, blocked, raises, items };
    }

    /// Who acts, and who is near whom; not who lies in wait, nor what was suggested to the GM.
    fn take_back_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            swap_open: own.swap_open,
            hold: own.hold,
            ready: own.ready,
            offers: own.offers,
            turn: own.turn,
            pairs: own.pairs,
            deaf: own.deaf,
            raises: own.raises,
            is_going_on: own.is_going_on,
            outcome: own.outcome,
            ..std::mem::take(is)
        };
    }

    /// CARDS-REACT-5: a standing order is its owner's and the GM's.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: scramble::Pick) {
        if let Note::AutoSet { who, standing, .. } = note
            && fight.one(*who).is_npc()
        {
            *standing = Standing::ALL[pick(3)];
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
        None => turns::due_among(fight, |who| fight.has_known(viewer, who)),
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
    let is_placed = !has_left(fight, body) && !fight.zones.is_empty();
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
            Detail::Numbers | Detail::Wounds => Wounds::Word(wound.key().into()),
            Detail::Nothing => Wounds::Unknown,
        },
        conditions: conditions(body),
        mark: mark(fight, who),
        budget: budget(body),
        facts: if look == Detail::Numbers { numbers(fight, viewer, who) } else { cards(body) },
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

/// Also once the end has cleared what they were (CARDS-END-2): who fled stands in no zone.
fn has_left(fight: &Fight, body: &Body) -> bool {
    body.fled || (matches!(fight.phase, Phase::Over(_)) && body.zone.is_none())
}

fn mark(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_active() || has_left(fight, body) {
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
