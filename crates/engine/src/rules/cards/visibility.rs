//! Decides who may know what of a fight (CARDS-HID-1, CARDS-HID-2).
//!
//! Players do not see NPCs' pools, caps and Harm points, Hidden NPCs with their cards and places,
//! and standing orders of others. They see the dice of every test and how hurt an NPC looks.
//! The events say themselves who may know them ([`super::state::Event`]).

use super::sheet::{
    Body, DifficultyRaise, HarmSlots, HarmTrack, HarmType, Item, Name, StandingOrder,
};
use super::state::{Event, State, Terrain, WoundLevel};
use super::zones::zone_of;
use super::{Cards, Fight, damage, turns};
use crate::Visibility;
use crate::core::fight::{Combatant, Exit, FightPhase};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::zones::Zone;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::facts::{Fact, FactValue};
use crate::visibility::knowledge::Knowledge;
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleAttack, VisibleWounds, ZoneView,
};

impl Knowledge<'_, Cards> {
    /// Returns whether the viewer may know that a side exists, because they have known one of its
    /// members.
    pub fn knows_side(&self, side: &Name) -> bool {
        self.fight.viewer_ever_knew_side(self.viewer, side)
    }

    /// Returns whether the viewer may know that the side that lies in ambush exists, if any does.
    pub fn knows_ambushing_side(&self) -> bool {
        self.fight.state.ambush.as_ref().is_none_or(|ambush| self.knows_side(&ambush.side))
    }
}

impl Visibility for Cards {
    /// Returns the view of a fight, with the turn order that the viewer may know.
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let view = FightView {
            groups: group_views(fight, viewer),
            turn_order: visible_turn_order(fight, viewer),
            zones: fight.zones.iter().map(|(id, zone)| zone_view(fight, id, zone)).collect(),
            facts: fight_facts(fight, viewer),
            ..FightView::without_groups_and_zones(fight)
        };
        // No side has another for a friend.
        view.with_camps_seen_by_players(|side, other| side == other)
    }

    /// Returns the attack that an event declares; nothing for any other event.
    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::AttackDeclared { who, target, .. } => {
                vec![VisibleAttack { attacker: *who, target: *target }]
            }
            _ => Vec::new(),
        }
    }

    /// Returns a body in which optional fields are set, so that tests can change them at random.
    fn sample_body_with_optional_fields() -> Body {
        randomize::parse_sample(
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

    /// Restores what the public sees: what is in hand, and how hurt it looks. Harm is recorded in
    /// points, which look like the original's. Changes nothing where the numbers are public.
    fn restore_public_looks(
        fight: &Fight,
        original: &Combatant<Cards>,
        random_body: Body,
        randomized_body: &mut Body,
    ) {
        let own = &original.body;
        let detail = original.detail_for(Viewer::Public);
        if detail == DetailLevel::Numbers {
            // Nothing of what is restored below was randomized.
            return;
        }
        randomize_harm(own, detail, &random_body, randomized_body);
        let is_bound = own.held_by.is_some() || own.holding.is_some();
        if original.is_hidden && !is_bound {
            randomized_body.zone = randomize::wrap_to_zone(fight, random_body.zone);
        }
        // Everybody sees what it holds, and nothing else of its gear.
        let mut held_items = Vec::new();
        for item in &own.gear {
            if item.is_held {
                held_items.push(with_values_of_random_item(item, random_body.gear.first()));
            }
        }
        randomized_body.gear =
            randomize::with_unseen_items_of(held_items, random_body.gear, |item| item.is_held);
    }

    /// Restores the whole terrain, which is public.
    fn copy_public_terrain(own: &Terrain, randomized: &mut Terrain) {
        let Terrain { is_exit, cover_dice, obstacles, sight_blocked_to, difficulty_raises, items } =
            own.clone();
        *randomized =
            Terrain { is_exit, cover_dice, obstacles, sight_blocked_to, difficulty_raises, items };
    }

    /// Restores who acts and who is near whom. The ambush and the suggestions to the GM stay
    /// randomised, but not which side lies in ambush: those who know it know of its ambush.
    fn copy_public_state(own: &State, randomized: &mut State) {
        let own = own.clone();
        if let (Some(random_ambush), Some(own_ambush)) = (&mut randomized.ambush, own.ambush) {
            random_ambush.side = own_ambush.side;
        }
        randomized.is_swap_open = own.is_swap_open;
        randomized.is_swap_hold = own.is_swap_hold;
        randomized.swap_ready = own.swap_ready;
        randomized.swap_offers = own.swap_offers;
        randomized.turn = own.turn;
        randomized.closed_in_pairs = own.closed_in_pairs;
        randomized.deaf_pairs = own.deaf_pairs;
        randomized.difficulty_raises = own.difficulty_raises;
        randomized.is_continued_by_gm = own.is_continued_by_gm;
        randomized.outcome = own.outcome;
    }

    /// Randomises an NPC's standing order, which only its owner and the GM know (CARDS-REACT-5).
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        if let Event::StandingOrderSet { who, order, .. } = event
            && fight.combatant(*who).is_npc()
        {
            *order = StandingOrder::ALL[pick(3)];
        }
    }
}

/// The lowest limit of Harm that a randomised body has.
const MIN_RANDOM_HARM_CAP: u8 = 3;

/// Gives a body random limits of Harm and random points, which do not put it out. If `detail` shows
/// wounds, it looks as hurt as its `own` body.
fn randomize_harm(own: &Body, detail: DetailLevel, random_body: &Body, randomized_body: &mut Body) {
    let phys_cap = MIN_RANDOM_HARM_CAP + random_body.phys_cap;
    let phys_points = if detail == DetailLevel::Nothing {
        random_body.phys_points % phys_cap
    } else {
        let wound_level = damage::wound_level(own);
        wrap_points_into_wound_level_range(wound_level, phys_cap, random_body.phys_points)
    };
    randomized_body.track = HarmTrack::Points;
    randomized_body.phys_cap = phys_cap;
    randomized_body.phys_points = phys_points;
    randomized_body.ment_cap = MIN_RANDOM_HARM_CAP + random_body.ment_cap;
    // Points of Mental Harm would make an unhurt body look hurt.
    randomized_body.ment_points = if phys_points == 0 { 0 } else { random_body.ment_points % 2 };
}

/// Returns a held item with the use and the values of a random one. Everybody sees what it is and
/// in how many hands.
fn with_values_of_random_item(held: &Item, random_item: Option<&Item>) -> Item {
    let Some(random_item) = random_item else { return held.clone() };
    Item {
        id: held.id,
        name: held.name.clone(),
        hands: held.hands,
        is_held: held.is_held,
        ..random_item.clone()
    }
}

/// Maps random points of Physical Harm into the range in which a combatant looks hurt as
/// `wound_level` says. Out is treated as badly hurt.
fn wrap_points_into_wound_level_range(
    wound_level: WoundLevel,
    phys_cap: u8,
    random_points: u8,
) -> u8 {
    match wound_level {
        WoundLevel::Unhurt => 0,
        WoundLevel::Hurt => randomize::wrap_into_range(1, (phys_cap - 1) / 2, random_points),
        WoundLevel::BadlyHurt | WoundLevel::Out => {
            randomize::wrap_into_range(phys_cap.div_ceil(2), phys_cap - 1, random_points)
        }
    }
}

/// Returns the combatants that the viewer knows, by their lowest card that has not acted, else by
/// their highest card (CARDS-INIT-6). Those without a card come last.
fn visible_turn_order(fight: &Fight, viewer: Viewer) -> Vec<CombatantId> {
    let mut order: Vec<CombatantId> =
        fight.present_ids().filter(|who| fight.viewer_ever_knew(viewer, *who)).collect();
    order.sort_by_key(|who| (card_that_decides_turn(fight.body(*who)), *who));
    order
}

/// Returns the lowest card that has not acted, or else the highest card; without cards, a number
/// that is higher than any.
fn card_that_decides_turn(body: &Body) -> u8 {
    let mut lowest_to_act: Option<u8> = None;
    for (card, slots) in body.card_numbers.iter().zip(&body.card_slots) {
        if !slots.has_acted && lowest_to_act.is_none_or(|lowest| *card < lowest) {
            lowest_to_act = Some(*card);
        }
    }
    let highest = body.card_numbers.iter().max().copied();
    lowest_to_act.or(highest).unwrap_or(u8::MAX)
}

/// Returns the facts of the scene: the swap window, offers between combatants whom the viewer
/// knows, and raised needs.
fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<Fact> {
    let state = &fight.state;
    let mut facts = Vec::new();
    if fight.phase == FightPhase::Running && state.is_swap_open {
        facts.push(Fact::word("swaps", if state.is_swap_hold { "hold" } else { "open" }));
    }
    for offer in &state.swap_offers {
        if fight.viewer_knows(viewer, offer.from) && fight.viewer_knows(viewer, offer.to) {
            let name = |who| fight.combatant(who).name_for(viewer);
            let to = FactValue::text(name(offer.to));
            facts.push(Fact::text("swap-offer", name(offer.from)).with_detail(to));
        }
    }
    for raise in &state.difficulty_raises {
        facts.push(difficulty_raise_fact(raise));
    }
    facts
}

/// Returns how much harder tests with an action are.
fn difficulty_raise_fact(raise: &DifficultyRaise) -> Fact {
    Fact::new("harder", FactValue::Action(raise.action.key().into()))
        .with_detail(FactValue::text(format!("+{}", raise.amount)))
}

/// Returns the sides in joining order, with their members in the order of their cards
/// (CARDS-INIT-2).
fn group_views(fight: &Fight, viewer: Viewer) -> Vec<GroupView> {
    let acting = match fight.state.turn {
        Some(turn) => vec![turn.who],
        None => {
            turns::lowest_card_next_to_act_among(fight, |who| fight.viewer_ever_knew(viewer, who))
        }
    };
    let mut known: Vec<_> = fight
        .present_combatants()
        .filter(|(who, _)| fight.viewer_ever_knew(viewer, *who))
        .collect();
    let mut groups: Vec<GroupView> = Vec::new();
    for (_, combatant) in &known {
        if !groups.iter().any(|group| *group.key == *combatant.body.side) {
            let key = combatant.body.side.to_string();
            groups.push(GroupView { key, is_current: false, members: Vec::new() });
        }
    }
    known.sort_by_key(|(_, combatant)| {
        combatant.body.card_numbers.iter().min().copied().unwrap_or(u8::MAX)
    });
    let is_running = fight.phase == FightPhase::Running;
    for (who, combatant) in known {
        let own_group = groups.iter_mut().find(|group| *group.key == *combatant.body.side);
        if let Some(group) = own_group {
            group.is_current |= is_running && acting.contains(&who);
            group.members.push(member_view(fight, viewer, who));
        }
    }
    groups
}

/// Returns a combatant as one viewer may know it. Its wounds are a word or unknown, never a number.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let combatant = fight.combatant(who);
    let body = &combatant.body;
    let detail = fight.detail_for(viewer, who);
    let wound = match combatant.final_exit() {
        Some(Exit::Down) => WoundLevel::Out,
        Some(Exit::Left) | None => damage::wound_level(body),
    };
    let is_placed = !has_left(fight, who) && !fight.zones.is_empty();
    MemberView {
        zone: is_placed.then(|| zone_of(fight, who).0),
        wounds: VisibleWounds::in_words(detail, wound.key()),
        conditions: condition_keys(combatant),
        turn_status: turn_status(fight, who),
        remaining_budget: slow_and_fast_slot_facts(body),
        facts: if detail == DetailLevel::Numbers {
            number_facts(fight, viewer, who)
        } else {
            card_facts(body)
        },
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

/// Returns the conditions of the rule text's sheet, in its order. The end clears who is Out and who
/// has Fled (CARDS-END-2), so of a fight that is over they are what they were when it was decided.
fn condition_keys(combatant: &Combatant<Cards>) -> Vec<String> {
    let (body, final_exit) = (&combatant.body, combatant.final_exit());
    let is_out = body.is_out || final_exit == Some(Exit::Down);
    let shaken = body.shaken.map(|shaken| shaken.panic.key());
    let all = [
        ("prone", body.is_prone),
        ("held", body.held_by.is_some()),
        ("holding", body.holding.is_some()),
        ("gagged", body.is_gagged),
        ("pinned", body.is_pinned),
        ("burning", body.fire.is_some()),
        ("poisoned", !body.poisons.is_empty()),
        ("in-cover", body.cover_place.is_some()),
        ("apart", body.is_apart),
        ("helped", body.is_assisted),
        ("out", is_out && !body.is_dead()),
        ("dying", body.dies_after_round.is_some()),
        ("dead", body.is_dead()),
        ("fled", body.has_fled || final_exit == Some(Exit::Left)),
    ];
    let all = all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string());
    all.chain(shaken.map(|how| format!("shaken-{how}"))).collect()
}

/// Returns whether a combatant has fled. After the end its flag is cleared (CARDS-END-2), and the
/// final standing tells; in fights of versions that kept none, only who fled has no zone.
fn has_left(fight: &Fight, who: CombatantId) -> bool {
    let combatant = fight.combatant(who);
    let had_left = || match combatant.final_standing {
        Some(standing) => standing.exit == Some(Exit::Left),
        None => combatant.body.zone.is_none(),
    };
    combatant.body.has_fled || (matches!(fight.phase, FightPhase::Over(_)) && had_left())
}

/// Returns whether a combatant acts now, has acted in this round, has yet to act, or is out of the
/// fight.
fn turn_status(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_active() || has_left(fight, who) {
        return TurnStatus::Out;
    }
    if fight.state.turn.is_some_and(|turn| turn.who == who) {
        return TurnStatus::Acting;
    }
    let has_acted =
        !body.card_slots.is_empty() && body.card_slots.iter().all(|slots| slots.has_acted);
    if has_acted { TurnStatus::Spent } else { TurnStatus::Ready }
}

/// Returns whether the slots of each card are left or spent (CARDS-TURN-2). They matter all round,
/// because reactions use them. Nothing for a combatant who is not Active.
fn slow_and_fast_slot_facts(body: &Body) -> Vec<Fact> {
    if !body.is_active() {
        return Vec::new();
    }
    let has_several_cards = body.card_slots.len() > 1;
    let mut facts = Vec::new();
    for (card, slots) in body.card_numbers.iter().zip(&body.card_slots) {
        for (key, is_left) in [("slow", slots.has_slow), ("fast", slots.has_fast)] {
            let mut fact = Fact::word(key, if is_left { "left" } else { "spent" });
            if has_several_cards {
                fact = fact.with_detail(FactValue::text(card));
            }
            facts.push(fact);
        }
    }
    facts
}

/// Returns the numbers of the cards, which are public (CARDS-INIT-2).
fn card_facts(body: &Body) -> Vec<Fact> {
    let cards: Vec<String> = body.card_numbers.iter().map(u8::to_string).collect();
    if cards.is_empty() { Vec::new() } else { vec![Fact::text("card", cards.join(", "))] }
}

/// Returns what only viewers who may know the numbers see: cards, Harm and bonus dice; standing
/// orders only for the owner and the GM.
fn number_facts(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<Fact> {
    let body = fight.body(who);
    let mut facts = card_facts(body);
    for harm in HarmType::ALL {
        facts.extend(harm_fact(body, harm));
    }
    if body.saved_bonus_dice > 0 {
        facts.push(Fact::text("bonus", body.saved_bonus_dice));
    }
    if body.fewer_dice > 0 {
        facts.push(Fact::text("fewer-dice", body.fewer_dice));
    }
    if viewer == Viewer::Gm || viewer == fight.viewer_of(Initiator::Combatant(who)) {
        for reaction in super::sheet::Reaction::ALL {
            let order = body.standing_orders.order_for(reaction);
            if order != StandingOrder::Ask {
                let order = FactValue::Word(order.key().into());
                facts.push(Fact::word("reaction", reaction.key()).with_detail(order));
            }
        }
    }
    facts
}

/// Returns the Harm of one type: how many lesser, moderate and severe slots are filled, or the
/// points with their cap. `None` if it has slots and none is filled.
fn harm_fact(body: &Body, harm: HarmType) -> Option<Fact> {
    let HarmSlots { lesser, moderate, severe } = body.harm_slots(harm);
    match body.track {
        HarmTrack::Slots if body.harm_slots(harm).levels() == 0 => None,
        HarmTrack::Slots => Some(Fact::text(harm.key(), format!("{lesser}/{moderate}/{severe}"))),
        HarmTrack::Points => {
            let cap = FactValue::text(body.harm_cap(harm));
            Some(Fact::text(harm.key(), body.harm_points(harm)).with_detail(cap))
        }
    }
}

/// Returns a zone, all of whose terrain is public.
fn zone_view(fight: &Fight, id: ZoneId, zone: &Zone<Terrain>) -> ZoneView {
    let terrain = &zone.terrain;
    let mut facts = Vec::new();
    if super::zones::is_exit(fight, id) {
        facts.push(Fact::word("exit", "yes"));
    }
    facts.extend(terrain.cover_dice.iter().map(|dice| Fact::text("cover", dice)));
    for obstacle in &terrain.obstacles {
        facts.push(Fact::text("obstacle", fight.zones.name(obstacle.to)));
    }
    for to in &terrain.sight_blocked_to {
        facts.push(Fact::text("no-sight", fight.zones.name(*to)));
    }
    for raise in &terrain.difficulty_raises {
        facts.push(difficulty_raise_fact(raise));
    }
    facts.extend(terrain.items.iter().map(|item| Fact::item("item", &item.name)));
    ZoneView { facts, ..ZoneView::without_facts(fight, id, zone) }
}
