//! Attacks (CARDS-ATK) and spells (CARDS-MAG), and the damage that they do (CARDS-DMG).

use std::sync::LazyLock;

use super::extra_successes::{self, PurchaseList};
use super::prompts::BoughtEffect;
use super::reactions::{self, ChosenReaction, SpellResistance};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Body, FireIntensity, HarmType, Item, ItemId, Reaction, Weapon};
use super::state::{AttackMethod, Event, HarmCause, RollPurpose};
use super::zones::{
    check_close_combat, check_enemy_target, share_zone, sight_distance_or_max, zone_of,
};
use super::{Fight, Resolver, RuleResult, card_swaps, damage, hazards, items};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::prompt::ThreatLevel;
use crate::visibility::disclosure::DetailLevel;

/// How far a Strike weapon can be thrown, in zones.
const THROW_RANGE: u8 = 1;

/// The weapon of a combatant who fights with bare hands.
static UNARMED_ITEM: LazyLock<Item> = LazyLock::new(|| Item {
    id: ItemId::UNARMED,
    hands: 0,
    is_natural: true,
    weapon: Some(Weapon::close_combat_with_1_damage(Action::Force)),
    ..Item::improvised_weapon("unarmed")
});

/// An attack, shove, grapple or spell of one combatant on another, before the dice.
#[derive(Clone, Debug)]
pub struct OpposedAttack {
    pub who: CombatantId,
    pub target: CombatantId,
    pub method: AttackMethod,
    test: ActionTest,
    is_close_combat: bool,
    spell_resistance: SpellResistance,
}

impl OpposedAttack {
    /// Creates a shove or a grapple, both of which roll Force in close combat.
    pub fn new_shove_or_grapple(
        who: CombatantId,
        target: CombatantId,
        method: AttackMethod,
    ) -> Self {
        let purpose =
            if method == AttackMethod::Shove { RollPurpose::Shove } else { RollPurpose::Grapple };
        let test = ActionTest::new(Action::Force, purpose);
        let spell_resistance = SpellResistance::UNUSED;
        Self { who, target, method, test, is_close_combat: true, spell_resistance }
    }

    /// Creates an attack with a weapon, which rolls Shoot if it is thrown, else the weapon's own
    /// Action.
    fn new_with_weapon(
        who: CombatantId,
        target: CombatantId,
        item: &Item,
        weapon: &Weapon,
        is_thrown: bool,
    ) -> Self {
        let name = item.name.clone();
        let (action, method) = if is_thrown {
            (Action::Shoot, AttackMethod::Thrown(name))
        } else {
            (weapon.action, AttackMethod::Weapon(name))
        };
        Self {
            who,
            target,
            method,
            test: weapon_test(weapon, action, RollPurpose::Attack),
            is_close_combat: action != Action::Shoot,
            spell_resistance: SpellResistance::UNUSED,
        }
    }
}

/// Returns the test of an Action with the bonus dice of a weapon or spell.
fn weapon_test(weapon: &Weapon, action: Action, purpose: RollPurpose) -> ActionTest {
    ActionTest { bonus_dice: weapon.bonus_dice, ..ActionTest::new(action, purpose) }
}

/// The outcome of an attack's dice against those of the reaction.
#[derive(Clone, Copy, Debug)]
pub struct OpposedResult {
    /// The attacker's successes, less those of the reaction.
    pub net_successes: u8,
    pub required: u8,
    /// The reaction rolled more successes than the attack, so the defender may swap cards
    /// (CARDS-SWAP-5).
    pub allows_reaction_swap: bool,
}

impl OpposedResult {
    /// Returns whether enough successes are left after the reaction.
    pub fn is_hit(self) -> bool {
        self.net_successes >= self.required
    }

    /// Returns the successes above the need (CARDS-TEST-2).
    pub fn extra_successes(self) -> u8 {
        self.net_successes.saturating_sub(self.required)
    }
}

/// Returns a weapon that can be used now: in hand, natural, or bare hands. Returns `None` for any
/// other item, and for spells.
pub fn find_weapon_in_hand_or_natural(body: &Body, weapon: ItemId) -> Option<(&Item, &Weapon)> {
    let item = if weapon == ItemId::UNARMED { &*UNARMED_ITEM } else { body.item(weapon)? };
    let weapon_stats = item
        .weapon
        .as_ref()
        .filter(|weapon_stats| item.is_in_hand() && weapon_stats.action != Action::Cast)?;
    Some((item, weapon_stats))
}

/// Returns whether the attack throws the weapon: a Strike weapon that can be thrown, at a target in
/// another zone or on request (CARDS-ATK-2).
fn is_attack_thrown(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: &Weapon,
    is_requested: bool,
) -> bool {
    let is_far = fight.get_present(target).is_some() && !share_zone(fight, who, target);
    weapon.action == Action::Strike && weapon.can_be_thrown && (is_requested || is_far)
}

/// Checks an attack (CARDS-ATK-1, CARDS-ATK-2).
///
/// # Errors
///
/// Refuses, in this order, a weapon that is not in hand, a wrong target, and a distance out of
/// range; in close combat also a target that is not closed in (CARDS-ZONE-4).
pub fn check_weapon_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    is_throw_requested: bool,
) -> Result<(), RefusalReason> {
    let usable_weapon = find_weapon_in_hand_or_natural(fight.body(who), weapon);
    let Some((_, weapon_stats)) = usable_weapon else {
        let rule = rule_for_weapon_not_in_hand(fight, who, target, weapon, is_throw_requested);
        return Err(RefusalReason::new("not-in-hand", rule));
    };
    check_enemy_target(fight, who, target)?;
    if is_attack_thrown(fight, who, target, weapon_stats, is_throw_requested) {
        return check_range(fight, who, target, 0, THROW_RANGE);
    }
    if is_throw_requested {
        return Err(RefusalReason::new("bad-target", "CARDS-ATK-2").with_combatant(target));
    }
    if weapon_stats.action == Action::Shoot {
        return check_range(fight, who, target, weapon_stats.min_range, weapon_stats.max_range);
    }
    check_close_combat(fight, who, target)
}

/// Returns the rule by which a weapon that is not in hand is refused: that of attacks from afar if
/// it would be shot or thrown, else that of close combat.
fn rule_for_weapon_not_in_hand(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    is_throw_requested: bool,
) -> &'static str {
    let weapon_stats = fight.body(who).item(weapon).and_then(|item| item.weapon.as_ref());
    let is_from_afar = weapon_stats.is_some_and(|weapon_stats| {
        weapon_stats.action == Action::Shoot
            || is_attack_thrown(fight, who, target, weapon_stats, is_throw_requested)
    });
    if is_throw_requested || is_from_afar { "CARDS-ATK-2" } else { "CARDS-ATK-1" }
}

/// Refuses a target fewer than `min_zones` or more than `max_zones` away.
fn check_range(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    min_zones: u8,
    max_zones: u8,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("out-of-range", "CARDS-ATK-2").with_combatant(target);
    let distance = sight_distance_or_max(fight, who, target);
    reason.refuse_unless((min_zones..=max_zones).contains(&distance))
}

/// Checks a spell: it must be on the sheet, and the target within its range (CARDS-MAG-1).
pub fn check_cast(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    spell: ItemId,
) -> Result<(), RefusalReason> {
    let not_in_hand = RefusalReason::new("not-in-hand", "CARDS-MAG-1");
    let spell = find_ready_spell(fight.body(who), spell).ok_or(not_in_hand)?.1;
    check_enemy_target(fight, who, target)?;
    check_range(fight, who, target, spell.min_range, spell.max_range)
}

/// Returns a spell of the combatant that is ready for use; `None` for any other item.
fn find_ready_spell(body: &Body, spell: ItemId) -> Option<(&Item, &Weapon)> {
    let item = body.item(spell)?;
    Some((item, item.ready_weapon(Action::Cast)?))
}

/// Checks a shove, which needs close combat (CARDS-ATK-7).
pub fn check_shove(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_enemy_target(fight, who, target)?;
    check_close_combat(fight, who, target)
}

/// Returns the worst that an attack can do to the defender; `None` if the defender may not know the
/// attacker's pools (CARDS-HID-2), or the attacker or its weapon is gone.
///
/// The worst case: every die is a success, each one above the first buys damage (CARDS-ATK-4),
/// armour and cover save nothing, and the fire and poison on the weapon take effect as well
/// (CARDS-DMG-1). A shove or a grapple does no damage (CARDS-ATK-7, CARDS-GRAP-2).
pub fn worst_attack_threat_if_known(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    method: &AttackMethod,
) -> Option<ThreatLevel> {
    let combatant = fight.get_present(attacker)?;
    let (AttackMethod::Weapon(name) | AttackMethod::Thrown(name) | AttackMethod::Spell(name)) =
        method
    else {
        return Some(ThreatLevel::Harmless);
    };
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    if combatant.detail_for(viewer) < DetailLevel::Numbers {
        return None;
    }
    let mut items = combatant.body.gear.iter().chain([&*UNARMED_ITEM]);
    let weapon_stats = items.find(|item| item.name == *name)?.weapon.as_ref()?;
    let test = match method {
        AttackMethod::Spell(_) => weapon_test(weapon_stats, Action::Cast, RollPurpose::Cast),
        AttackMethod::Thrown(_) => weapon_test(weapon_stats, Action::Shoot, RollPurpose::Attack),
        _ => weapon_test(weapon_stats, weapon_stats.action, RollPurpose::Attack),
    };
    let most_bought_damage = rolls::pool_size(fight, attacker, test).saturating_sub(1);
    let worst_damage = weapon_stats.damage.saturating_add(most_bought_damage);
    let body = fight.body(defender);
    let threat =
        threat_of_hit_fire_and_poison(body, weapon_stats, weapon_stats.harm_type, worst_damage);
    if matches!(method, AttackMethod::Spell(_)) {
        return Some(threat);
    }
    // The attacker may buy stress, which makes all damage Mental (CARDS-ATK-4).
    let stress_threat =
        threat_of_hit_fire_and_poison(body, weapon_stats, HarmType::Mental, worst_damage);
    Some(threat.max(stress_threat))
}

/// Returns the effect on a body of this much damage by a weapon, as Harm of this type, together
/// with the worst of the weapon's fire and poison. Poison works only if the damage gives Harm
/// (CARDS-DMG-1).
fn threat_of_hit_fire_and_poison(
    body: &Body,
    weapon: &Weapon,
    damage_type: HarmType,
    amount: u8,
) -> ThreatLevel {
    let is_harm_dealt = amount > 0 && !damage::is_immune(body, damage_type);
    let burn_damage = weapon.fire.map_or(0, |fire| hazards::worst_burn_damage(body, fire));
    let poison_damage = match weapon.poison {
        Some(toxicity) if is_harm_dealt => hazards::worst_poison_damage(body, toxicity),
        _ => 0,
    };
    let amounts = [
        (damage_type, amount),
        (HarmType::Physical, burn_damage),
        (HarmType::Physical, poison_damage),
    ];
    damage::harm_threat(body, &amounts)
}

/// Returns whether a combatant can attack, or go on with an attack: it is Active (CARDS-HARM-8) and
/// not Burning (CARDS-FIRE-3), neither frozen nor fainted (CARDS-FEAR-5), and not Held
/// (CARDS-GRAP-3).
pub fn can_attack(body: &Body) -> bool {
    reactions::can_react(body) && body.held_by.is_none()
}

/// Declares an attack, asks the target for a reaction, and rolls both (CARDS-ATK-3). Returns the
/// result; `None` if the attacker can no longer go on, or the target is gone.
///
/// Declaring reveals a hidden attacker (CARDS-HID-1). Each success of the reaction cancels one of
/// the attack. CARDS-TEST-5: the dice fall in this order: acting side, reaction, armour, cover,
/// critical injury.
pub fn reveal_ask_reaction_and_roll_unless_aborted(
    resolver: &mut Resolver,
    attack: &OpposedAttack,
) -> RuleResult<Option<OpposedResult>> {
    let OpposedAttack { who, target, .. } = *attack;
    resolver.reveal_if_hidden(who);
    let method = attack.method.clone();
    resolver.emit(Event::AttackDeclared { who, target, method: method.clone() });
    let chosen =
        reactions::ask_target_for_reaction(resolver, target, who, &method, attack.is_close_combat)?;
    let fight = resolver.fight();
    let target_body = fight.body(target);
    let is_target_gone = target_body.has_fled || target_body.is_dead();
    if is_target_gone || !can_attack(fight.body(who)) {
        resolver.emit(Event::AttackAborted(who));
        return Ok(None);
    }
    if let Some(chosen) = chosen {
        reactions::pay_and_declare_reaction(resolver, target, who, chosen);
    }
    let required =
        rolls::required_successes_with_difficulty_raises(resolver.fight(), who, attack.test.action);
    let successes = rolls::roll_test(resolver, who, attack.test);
    let cancelled = match chosen {
        Some(ChosenReaction { reaction, .. }) => {
            reactions::roll_reaction(resolver, target, reaction, attack.spell_resistance)
        }
        None => 0,
    };
    resolver.emit(Event::AttackResolved { who, target, method, successes, cancelled, required });
    // Breaking free never gives a swap of cards (CARDS-SWAP-4).
    let can_reaction_give_swap =
        chosen.is_some_and(|chosen| chosen.reaction != Reaction::BreakFree);
    Ok(Some(OpposedResult {
        net_successes: successes.saturating_sub(cancelled),
        required,
        allows_reaction_swap: can_reaction_give_swap && cancelled > successes,
    }))
}

/// Resolves an attack with a weapon: in close combat with Strike, or unarmed with Force
/// (CARDS-ATK-1); from afar with Shoot, or thrown (CARDS-ATK-2). A thrown weapon then lies in the
/// target's zone.
pub fn resolve_weapon_attack(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    is_throw_requested: bool,
) -> RuleResult {
    let fight = resolver.fight();
    let Some((item, weapon_stats)) = find_weapon_in_hand_or_natural(fight.body(who), weapon) else {
        return Ok(());
    };
    let is_thrown = is_attack_thrown(fight, who, target, weapon_stats, is_throw_requested);
    let (item, weapon_stats) = (item.clone(), weapon_stats.clone());
    let target_zone = zone_of(fight, target);
    let attack = OpposedAttack::new_with_weapon(who, target, &item, &weapon_stats, is_thrown);
    let list = match attack.test.action {
        Action::Shoot => PurchaseList::Shoot,
        Action::Force => PurchaseList::Force,
        _ => PurchaseList::Strike,
    };
    // An attack that came to nothing before its dice threw nothing.
    let Some(result) = reveal_ask_reaction_and_roll_unless_aborted(resolver, &attack)? else {
        return Ok(());
    };
    card_swaps::ask_defender_to_swap_cards_after_reaction(resolver, &attack, result)?;
    spend_successes_and_deal_damage_if_hit(resolver, &attack, result, &weapon_stats, list)?;
    // Burning oil and the like roll Shoot and are thrown with every attack.
    let is_thrown_when_shot = weapon_stats.can_be_thrown && weapon_stats.action == Action::Shoot;
    if is_thrown || is_thrown_when_shot {
        items::land_or_use_up_weapon_if_still_carried(
            resolver,
            who,
            &item,
            target_zone,
            weapon_stats.is_used_up,
        );
    }
    Ok(())
}

/// Resolves an attack with Cast (CARDS-MAG-1). Neither parry nor dodge works against it
/// (CARDS-MAG-2).
pub fn resolve_spell(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    spell: ItemId,
) -> RuleResult {
    let Some((item, weapon_stats)) = find_ready_spell(resolver.fight().body(who), spell) else {
        return Ok(());
    };
    let (method, weapon_stats) = (AttackMethod::Spell(item.name.clone()), weapon_stats.clone());
    let attack = OpposedAttack {
        who,
        target,
        method,
        test: weapon_test(&weapon_stats, Action::Cast, RollPurpose::Cast),
        is_close_combat: false,
        spell_resistance: SpellResistance {
            action: weapon_stats.resisted_with,
            harm: weapon_stats.harm_type,
        },
    };
    let Some(result) = reveal_ask_reaction_and_roll_unless_aborted(resolver, &attack)? else {
        return Ok(());
    };
    card_swaps::ask_defender_to_swap_cards_after_reaction(resolver, &attack, result)?;
    spend_successes_and_deal_damage_if_hit(
        resolver,
        &attack,
        result,
        &weapon_stats,
        PurchaseList::Cast,
    )
}

/// Resolves a shove (CARDS-ATK-7). A hit does no damage: its first success buys one of three
/// effects, and each extra success buys another, or outmaneuver.
pub fn resolve_shove(resolver: &mut Resolver, who: CombatantId, target: CombatantId) -> RuleResult {
    let attack = OpposedAttack::new_shove_or_grapple(who, target, AttackMethod::Shove);
    let Some(result) = reveal_ask_reaction_and_roll_unless_aborted(resolver, &attack)? else {
        return Ok(());
    };
    if result.is_hit() {
        let effects_to_buy = result.extra_successes() + 1;
        let bought = extra_successes::ask_to_spend_extra_successes_unless_one_left(
            resolver,
            who,
            target,
            &attack.method,
            PurchaseList::Shove,
            effects_to_buy,
        )?;
        extra_successes::apply_remaining_bought_effects(
            resolver,
            who,
            target,
            &bought.unwrap_or_default(),
        );
    }
    card_swaps::ask_defender_to_swap_cards_after_reaction(resolver, &attack, result)
}

/// Asks how to spend the extra successes of a hit, deals the damage, applies the effects that were
/// bought, and asks for the fate of an NPC that is down. Does nothing after a miss.
fn spend_successes_and_deal_damage_if_hit(
    resolver: &mut Resolver,
    attack: &OpposedAttack,
    result: OpposedResult,
    weapon: &Weapon,
    list: PurchaseList,
) -> RuleResult {
    if !result.is_hit() {
        return Ok(());
    }
    let (who, target) = (attack.who, attack.target);
    let bought = extra_successes::ask_to_spend_extra_successes_unless_one_left(
        resolver,
        who,
        target,
        &attack.method,
        list,
        result.extra_successes(),
    )?;
    let Some(bought) = bought else { return Ok(()) };
    let is_dealt = roll_protection_and_deal_damage(resolver, attack, weapon, &bought);
    ignite_and_roll_poisoning(resolver, target, weapon.fire, weapon.poison.filter(|_| is_dealt));
    extra_successes::apply_remaining_bought_effects(resolver, who, target, &bought);
    // The fate of a target that is already down is decided again only if this attack harmed it.
    let is_undecided = resolver.fight().body(target).fate.is_none();
    if is_dealt || is_undecided {
        damage::ask_attacker_and_set_npc_fate(resolver, who, target)
    } else {
        Ok(())
    }
}

/// Rolls armour and cover, deals the damage that is left, and returns whether any Harm was dealt.
///
/// CARDS-DMG-1: weapon damage plus bought damage. CARDS-DMG-2: armour protects only against
/// Physical damage. CARDS-DMG-3: cover protects only against attacks from another zone.
fn roll_protection_and_deal_damage(
    resolver: &mut Resolver,
    attack: &OpposedAttack,
    weapon: &Weapon,
    bought: &[BoughtEffect],
) -> bool {
    let target = attack.target;
    let harm =
        if bought.contains(&BoughtEffect::Stress) { HarmType::Mental } else { weapon.harm_type };
    let mut amount = weapon.damage;
    for effect in bought {
        if let BoughtEffect::Damage(bought_damage) = effect {
            amount = amount.saturating_add(*bought_damage);
        }
    }
    if amount == 0 {
        return false;
    }
    let armour = resolver.fight().body(target).armour.as_ref().map_or(0, |armour| armour.dice);
    if harm == HarmType::Physical {
        let saved = rolls::roll_protection_dice(resolver, target, RollPurpose::Armour, armour);
        amount = amount.saturating_sub(saved);
    }
    let is_far = !attack.is_close_combat && !share_zone(resolver.fight(), attack.who, target);
    if is_far && amount > 0 {
        let cover = super::movement::cover_dice(resolver.fight(), target);
        let saved = rolls::roll_protection_dice(resolver, target, RollPurpose::Cover, cover);
        amount = amount.saturating_sub(saved);
    }
    damage::try_deal_harm_with_consequences(resolver, target, harm, amount, HarmCause::Attack)
}

/// Applies the fire of a weapon on any hit, and its poison, which is Physical (CARDS-DMG-1,
/// CARDS-POIS-1). The caller passes a poison only if Harm was dealt.
fn ignite_and_roll_poisoning(
    resolver: &mut Resolver,
    target: CombatantId,
    fire: Option<FireIntensity>,
    poison: Option<u8>,
) {
    if let Some(intensity) = fire {
        hazards::ignite_and_roll_burn(resolver, target, intensity);
    }
    if let Some(toxicity) = poison {
        hazards::roll_poison_deal_harm_and_set_later_harm(
            resolver,
            target,
            toxicity,
            HarmType::Physical,
        );
    }
}
