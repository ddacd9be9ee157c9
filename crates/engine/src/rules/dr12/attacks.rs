//! Attacks (DR12-ATK), two weapons (DR12-DUAL), criticals (DR12-CRIT) and usage (DR12-USE).

use super::checks::{Bend, CLOSE, LONG, Test, WEAKENED, laid};
use super::damage::stands;
use super::prompts::Question;
use super::sheet::{Attribute, Body, Cure, Distance, Item, ItemId, Kind, Mood, Rider, UNARMED};
use super::sheet::{Name, NextTest, Spot};
use super::state::{At, AvoidRolls, Cost, Note, Purpose};
use super::zones::{distance, zone_of};
use super::{Fight, Scene, Step, checks, damage, hindrances, prompts};
use crate::dice::Thrown;
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// DR12-ATK-1: the target of an attack is one standing enemy; friends only where the GM allows it.
pub fn check_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let bad = Why::new("bad-target", "DR12-ATK-1").about(target);
    let Some(other) = fight.get(target) else { return Err(bad) };
    let is_foe = other.body.side != fight.body(who).side || fight.settings.friendly_targets;
    let is_known = fight.knows(fight.viewer_of(By::Combatant(who)), target);
    if target != who && is_foe && is_known && other.body.is_standing() { Ok(()) } else { Err(bad) }
}

/// DR12-ATK-9: the weapon must be in hand and not broken; an `ammo` weapon needs ammunition in
/// ready.
pub fn check_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Result<(), Why> {
    let body = fight.body(who);
    let is_npc = fight.one(who).is_npc();
    let because = if is_npc { "no-such-attack" } else { "" };
    let not_in_hand = Why::new("not-in-hand", "DR12-ATK-9").because(because);
    let Some(item) = find_weapon(body, weapon).filter(|_| !is_npc || weapon != ItemId::UNARMED)
    else {
        return Err(not_in_hand);
    };
    let Some(stats) = &item.weapon else { return Err(not_in_hand) };
    check_reach(fight, who, target, item)?;
    let is_natural = weapon == ItemId::UNARMED || body.attacks.iter().any(|one| one.id == weapon);
    if !is_natural && !body.is_held(weapon) {
        return Err(not_in_hand);
    }
    if item.is_broken() {
        return Err(Why::new("broken", "DR12-USE-1"));
    }
    if stats.ammo && !is_npc && body.ammunition().is_none() {
        return Err(Why::new("no-ammo", "DR12-ATK-9"));
    }
    Ok(())
}

/// DR12-ATK-2: melee needs a Close target. DR12-ATK-4: beyond `max` is refused.
fn check_reach(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    item: &Item,
) -> Result<(), Why> {
    let far = distance(fight, who, target);
    let max = item.weapon.as_ref().map_or(Distance::Close, |weapon| weapon.max);
    match way(item, far) {
        Kind::Melee if far != Distance::Close => {
            Err(Why::new("not-close", "DR12-ATK-2").about(target))
        }
        Kind::Ranged if far > max => Err(Why::new("out-of-range", "DR12-ATK-4").about(target)),
        Kind::Melee | Kind::Ranged => Ok(()),
    }
}

/// Whether an attack that has been announced still takes place: both stand (DR12-OOA-1), and the
/// weapon reaches.
pub fn is_under_way(fight: &Fight, who: CombatantId, target: CombatantId, weapon: &Name) -> bool {
    let reaches = |item: &Item| check_reach(fight, who, target, item).is_ok();
    let mut named = fight.body(who).items().filter(|item| item.name == *weapon);
    stands(fight, who) && stands(fight, target) && named.any(reaches)
}

/// The weapon of that id, wherever on the sheet it is.
pub fn find_weapon(body: &Body, weapon: ItemId) -> Option<&Item> {
    if weapon == ItemId::UNARMED {
        return Some(&UNARMED);
    }
    let natural = body.attacks.iter().find(|one| one.id == weapon);
    natural.or_else(|| body.carried(weapon).map(|(_, item)| item))
}

/// DR12-ATK-9: a thrown-capable weapon is melee against a Close target, ranged against any other.
fn way(item: &Item, far: Distance) -> Kind {
    match &item.weapon {
        Some(weapon) if weapon.kind == Kind::Ranged => Kind::Ranged,
        Some(weapon) if weapon.thrown && far != Distance::Close => Kind::Ranged,
        _ => Kind::Melee,
    }
}

/// DR12-ATK-3: a ranged attack on a Close target has Disadvantage. DR12-ATK-4: so has one beyond
/// `clean`.
fn awkward(item: &Item, kind: Kind, far: Distance) -> Bend {
    let clean = item.weapon.as_ref().map_or(Distance::Close, |weapon| weapon.clean);
    match kind {
        Kind::Ranged if far == Distance::Close => Bend::disadvantage(CLOSE),
        Kind::Ranged if far > clean => Bend::disadvantage(LONG),
        Kind::Ranged | Kind::Melee => Bend::NONE,
    }
}

/// DR12-ATK-1: an attack is one Action.
pub fn attack(scene: &mut Scene, who: CombatantId, target: CombatantId, weapon: ItemId) -> Step {
    scene.note(Note::Spent(who, Cost::Action));
    strike(scene, who, target, weapon, false)
}

/// One attack, from its announcement to its last effect.
///
/// DR12-ATK-6: an NPC's attack on a Character rolls no attack; DR12-ATK-8: in every other case only
/// the attacker Tests.
pub fn strike(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    free: bool,
) -> Step {
    let Some(item) = find_weapon(scene.fight().body(who), weapon).cloned() else { return Ok(()) };
    let far = distance(scene.fight(), who, target);
    let kind = way(&item, far);
    provoke(scene, who, target);
    scene.note(Note::Attacked { who, target, weapon: item.name.clone(), kind, free });
    let bend = awkward(&item, kind, far);
    if scene.fight().one(who).is_npc() && !scene.fight().one(target).is_npc() {
        be_avoided(scene, who, target, &item, bend, free)
    } else {
        roll_to_hit(scene, who, target, &item, kind, bend)
    }
}

/// DR12-ATK-1: a hidden attacker shows itself, and so does a hidden target. DR12-MORALE-4: who
/// parleys fights again when attacked by a Character.
pub fn provoke(scene: &mut Scene, who: CombatantId, target: CombatantId) {
    scene.reveal(who);
    scene.reveal(target);
    let parleys = scene.fight().body(target).mood == Mood::Parleying;
    if parleys && !scene.fight().one(who).is_npc() {
        scene.note(Note::MoodSet { who: target, mood: Mood::Fighting });
    }
}

/// DR12-ATK-2: a Character's melee attack Tests STR. DR12-ATK-3: a ranged one Tests DEX.
/// DR12-ATK-5: a pass rolls the damage dice, a fail deals nothing. DR12-ATK-8: NPC against
/// NPC Tests Skill, without criticals. DR12-CRIT-1: a natural 20 doubles the damage dice.
/// DR12-CRIT-3: a natural 1 marks one usage on the weapon; unarmed is never marked.
fn roll_to_hit(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    item: &Item,
    kind: Kind,
    bend: Bend,
) -> Step {
    let attribute = if kind == Kind::Melee { Attribute::Str } else { Attribute::Dex };
    let second = second_weapon(scene.fight(), who, target, item, kind).cloned();
    shoot(scene, who, item);
    second.iter().for_each(|second| shoot(scene, who, second));
    let test = Test { bend, ..Test::of(who, attribute, Purpose::Attack) };
    let tested = checks::roll(scene, test);
    let is_character = !scene.fight().one(who).is_npc();
    if is_character && tested.natural == 1 {
        mark(scene, who, item.id);
    }
    throw(scene, who, target, item, kind);
    if !tested.passed {
        return Ok(());
    }
    let dice = roll_damage(scene, item, second.as_ref());
    let doubled = is_character && tested.natural == 20;
    let lost = damage::blow(scene, who, target, dice, doubled)?;
    ride(scene, target, item.weapon.as_ref().and_then(|weapon| weapon.rider.as_ref()), lost)
}

/// DR12-ATK-6: the Character Tests DEX (or the attack's own avoid attribute); a pass avoids the
/// attack, a fail takes its damage dice. DR12-ATK-7: what gives the attacker Disadvantage gives the
/// avoider Advantage, and the other way round. DR12-CRIT-2: a natural 1 takes them doubled.
/// DR12-CRIT-4: a natural 20 here does nothing more. DR12-OPT-2: the window (W1) or no window.
fn be_avoided(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    item: &Item,
    bend: Bend,
    free: bool,
) -> Step {
    let Some(weapon) = &item.weapon else { return Ok(()) };
    if scene.fight().settings.avoid_rolls == AvoidRolls::Prompt {
        let (attribute, name) = (weapon.avoid, item.name.clone());
        let question =
            Question::Avoid { who: target, attacker: who, weapon: name, attribute, free };
        let ask = prompts::avoid(scene.fight(), question, target);
        if scene.ask_open(ask)?.is_none() {
            return Ok(());
        }
    }
    let next = scene.fight().body(who).next_test;
    let weakened = scene.fight().body(who).weakened.is_some();
    let felt =
        bend.and(laid(scene.fight(), who)).and(Bend::disadvantage_if(weakened, WEAKENED)).turned();
    if next != NextTest::default() {
        scene.note(Note::Bent { who, next: NextTest::default() });
    }
    let test = Test::of(target, weapon.avoid, Purpose::Avoid);
    let tested = checks::roll(scene, Test { bend: felt, dr: next.dr.unwrap_or(12), ..test });
    if tested.passed || damage::shield_takes_it(scene, target, who, &item.name)? {
        return Ok(());
    }
    let dice = scene.throw(weapon.damage);
    let lost = damage::blow(scene, who, target, dice, tested.natural == 1)?;
    ride(scene, target, weapon.rider.as_ref(), lost)
}

/// DR12-DUAL-1: with an unbroken one-handed weapon in each hand that both can make this attack,
/// both weapons' damage is rolled, the named one first, and the higher counts. DR12-DUAL-2: by
/// itself, whenever two such weapons are held; not thrown, not unarmed.
fn second_weapon<'a>(
    fight: &'a Fight,
    who: CombatantId,
    target: CombatantId,
    item: &Item,
    kind: Kind,
) -> Option<&'a Item> {
    let far = distance(fight, who, target);
    let body = fight.body(who);
    let is_thrown = |one: &Item| way(one, far) != one.weapon.as_ref().map_or(kind, |arm| arm.kind);
    let is_fit = |one: &Item| {
        let is_one_handed = one.hands == 1 && body.is_held(one.id);
        is_one_handed && way(one, far) == kind && !is_thrown(one)
    };
    let mut others = body.hands.iter().filter(|one| one.id != item.id && is_fit(one));
    let second = others.find(|one| check_attack(fight, who, target, one.id).is_ok());
    second.filter(|_| is_fit(item))
}

fn roll_damage(scene: &mut Scene, item: &Item, second: Option<&Item>) -> Thrown {
    let pool = |item: &Item| item.weapon.as_ref().map(|weapon| weapon.damage);
    let pools = [Some(item), second].into_iter().flatten().filter_map(pool);
    // The named one first: of equal totals it is the one that counts.
    let thrown: Vec<Thrown> = pools.map(|pool| scene.throw(pool)).collect();
    let best = thrown.into_iter().rev().max_by_key(Thrown::total);
    best.unwrap_or(Thrown { sides: 4, faces: Vec::new(), plus: 0 })
}

/// DR12-CRIT-3, DR12-DUAL-2: the weapon named in the command is marked; DR12-USE-1: three marks
/// break it.
fn mark(scene: &mut Scene, who: CombatantId, item: ItemId) {
    let body = scene.fight().body(who);
    if item == ItemId::UNARMED {
        return;
    }
    if let Some(one) = find_weapon(body, item) {
        let (name, marks) = (one.name.clone(), (one.marks + 1).min(3));
        scene.note(Note::Marked { who, item, name, marks });
    }
}

/// DR12-ATK-9: single shots are not counted; that ammunition was shot is (DR12-END-3).
fn shoot(scene: &mut Scene, who: CombatantId, item: &Item) {
    let needs_ammo = item.weapon.as_ref().is_some_and(|weapon| weapon.ammo);
    if needs_ammo && let Some(item) = scene.fight().body(who).ammunition() {
        scene.note(Note::Shot { who, item });
    }
}

/// DR12-ATK-9: a thrown weapon lands in the target's zone.
fn throw(scene: &mut Scene, who: CombatantId, target: CombatantId, item: &Item, kind: Kind) {
    let thrown = item.weapon.as_ref().is_some_and(|weapon| weapon.thrown);
    if thrown && kind == Kind::Ranged && scene.fight().body(who).is_held(item.id) {
        let (from, to) = (At::On(who, Spot::Hands), At::Floor(zone_of(scene.fight(), target)));
        scene.note(Note::ItemMoved { item: item.id, name: item.name.clone(), by: who, from, to });
    }
}

/// DR12-DMG-4: a rider takes effect only if the attack cost the target at least 1 HP and left it
/// standing; if it has a resist attribute the target Tests it, DR 12, and a pass prevents it.
pub fn ride(scene: &mut Scene, target: CombatantId, rider: Option<&Rider>, lost: u8) -> Step {
    match rider {
        Some(rider) if lost > 0 && scene.fight().body(target).is_standing() => {
            afflict(scene, target, rider)
        }
        _ => Ok(()),
    }
}

/// A rider takes effect, unless it is resisted (DR12-DMG-4).
pub fn afflict(scene: &mut Scene, target: CombatantId, rider: &Rider) -> Step {
    if let Some(attribute) = rider.resist {
        let test = Test::of(target, attribute, Purpose::Resist(rider.ailment));
        if checks::roll(scene, test).passed {
            return Ok(());
        }
    }
    hindrances::ail(scene, target, rider.ailment, Cure::from(rider))
}
