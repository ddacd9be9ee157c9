//! Extra successes (CARDS-ATK-4 to CARDS-ATK-7, CARDS-GRAP-2): what they buy, one window after the
//! other, and what that does.

use super::prompts::{self, Answer, Buy, Question};
use super::state::{At, Manner, Note, Swap, Way};
use super::zones::{is_open, zone_of};
use super::{Fight, Scene, Step, movement, swapping, turns};
use crate::ids::CombatantId;

/// Which list of purchases counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Strike,
    Force,
    Shoot,
    Cast,
    Shove,
    Grapple,
    Skill,
}

/// CARDS-ATK-6: the attacker chooses after the roll, one window after the other, as long as there
/// are successes left; no answer puts all into damage (a grapple: gag; a shove: throw down; words
/// and wiles: nothing). CARDS-SWAP-4: outmaneuver takes effect at once, and shows who was hidden.
/// No window without a success to spend. None where one of the two has left meanwhile.
pub fn spend(
    scene: &mut Scene,
    (who, target): (CombatantId, CombatantId),
    manner: &Manner,
    field: Field,
    mut left: u8,
) -> Step<Option<Vec<Buy>>> {
    let mut bought: Vec<Buy> = Vec::new();
    while left > 0 {
        let (choices, default) = offered(scene.fight(), (who, target), field, left, &bought);
        if choices.len() < 2 && default == Answer::Enough {
            break;
        }
        let (manner, bought_so_far) = (manner.clone(), bought.clone());
        let question = Question::Extras { who, target, manner, left, bought: bought_so_far };
        let ask = prompts::window(scene.fight(), who, question, choices, default);
        let answer = scene.ask(ask)?;
        if !are_both_here(scene.fight(), who, target) {
            scene.note(Note::AttackLost(who));
            return Ok(None);
        }
        let Answer::Buy(buy) = answer else { break };
        left -= if let Buy::Damage(all) = buy { all } else { 1 };
        bought.push(buy);
        scene.note(Note::Bought { who, target, buy });
        if let Buy::Outmaneuver(card) = buy {
            scene.reveal(who);
            let place = usize::from(turns::turn_of(scene.fight(), who).place);
            let own = scene.fight().body(who).card.get(place).copied();
            swapping::swap(scene, who, own, target, card, Swap::Outmaneuver);
        }
    }
    Ok(Some(bought))
}

/// CARDS-INIT-7: neither has left the fight.
pub fn are_both_here(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    !fight.body(who).fled && !fight.body(target).fled
}

/// CARDS-ATK-4, CARDS-ATK-5, CARDS-ATK-7, CARDS-MAG-1, CARDS-GRAP-2: what can be bought now, and
/// what no answer buys. All but damage once each.
fn offered(
    fight: &Fight,
    (who, target): (CombatantId, CombatantId),
    field: Field,
    left: u8,
    bought: &[Buy],
) -> (Vec<Answer>, Answer) {
    let has = |kind: fn(&Buy) -> bool| bought.iter().any(kind);
    let has_moved = has(|buy| matches!(buy, Buy::Push(_)));
    let has_apart = has(|buy| matches!(buy, Buy::Apart));
    let has_thrown = has(|buy| matches!(buy, Buy::ThrowDown));
    let zones = || {
        let from = zone_of(fight, target);
        let near = fight.zones.neighbours(from).filter(move |to| is_open(fight, from, *to));
        near.map(Buy::Push)
    };
    let mut buys: Vec<Buy> = Vec::new();
    // A shove has bought an effect before it buys anything else.
    let is_shoved = field != Field::Shove || !bought.is_empty();
    if !has(|buy| matches!(buy, Buy::Outmaneuver(_))) && is_shoved {
        buys.extend(swapping::cards_of(fight, who, target).map(Buy::Outmaneuver));
    }
    match field {
        Field::Strike | Field::Force => {
            if !has(|buy| matches!(buy, Buy::Stress)) {
                buys.push(Buy::Stress);
            }
            if !has_moved && !has_apart {
                buys.extend(zones());
                buys.push(Buy::Apart);
            }
            if field == Field::Force && !has_thrown {
                buys.push(Buy::ThrowDown);
            }
            if !has(|buy| matches!(buy, Buy::Disarm(_))) {
                let held = fight.body(target).gear.iter().filter(|item| item.held && !item.natural);
                buys.extend(held.map(|item| Buy::Disarm(item.id)));
            }
        }
        Field::Shoot => {
            for buy in [Buy::Stress, Buy::Pin] {
                if !bought.contains(&buy) {
                    buys.push(buy);
                }
            }
        }
        Field::Cast => {}
        Field::Shove => {
            if !has_moved {
                buys.extend(zones());
            }
            if !has_apart {
                buys.push(Buy::Apart);
            }
        }
        Field::Grapple | Field::Skill => {}
    }
    let default = match field {
        Field::Strike | Field::Force | Field::Shoot | Field::Cast => Answer::Buy(Buy::Damage(left)),
        Field::Shove if !has_thrown => Answer::Buy(Buy::ThrowDown),
        Field::Grapple if !bought.contains(&Buy::Gag) => Answer::Buy(Buy::Gag),
        Field::Shove | Field::Grapple | Field::Skill => Answer::Enough,
    };
    let mut choices = vec![default];
    choices.extend(buys.into_iter().map(Answer::Buy));
    let is_done = matches!(field, Field::Grapple) || (field == Field::Shove && is_shoved);
    if is_done && default != Answer::Enough {
        choices.push(Answer::Enough);
    }
    (choices, default)
}

/// What was bought happens, after damage and Harm: CARDS-ATK-4: push, Apart, throw down, disarm;
/// CARDS-ATK-5: pin.
pub fn take_effect(scene: &mut Scene, who: CombatantId, target: CombatantId, bought: &[Buy]) {
    for buy in bought {
        match *buy {
            Buy::Push(zone) => {
                if is_open(scene.fight(), zone_of(scene.fight(), target), zone) {
                    movement::force(scene, target, zone, Way::Pushed);
                }
            }
            Buy::Apart => movement::set_apart(scene, target),
            Buy::ThrowDown => scene.note(Note::ProneSet { who: target, is_on: true }),
            Buy::Disarm(item) => {
                let found = scene.fight().body(target).item(item).filter(|item| item.held);
                if let Some(name) = found.map(|item| item.name.clone()) {
                    let to = At::Floor(zone_of(scene.fight(), target));
                    let from = At::With(target);
                    scene.note(Note::ItemMoved { item, name, by: who, from, to });
                }
            }
            Buy::Pin => scene.note(Note::Pinned(target)),
            // Spent on the damage, at once, or by the grapple.
            Buy::Damage(_) | Buy::Stress | Buy::Outmaneuver(_) | Buy::Gag => {}
        }
    }
}
