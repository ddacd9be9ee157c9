//! Visibility: the duel as one viewer may know it. Events and fields of a body say themselves who
//! may know them.

use engine::Visibility;
use engine::core::fight::{Combatant, FightPhase};
use engine::core::ids::CombatantId;
use engine::visibility::disclosure::DetailLevel;
use engine::visibility::facts::Fact;
use engine::visibility::randomize;
use engine::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleAttack, VisibleWounds, ZoneView,
};
use engine::visibility::wounds::WoundLevel;

use super::sheet::Body;
use super::state::{Event, State};
use super::turns::zone_of;
use super::{Duel, Fight};

impl Visibility for Duel {
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let group = GroupView::in_turn_order(fight, viewer, &fight.state.order, |who| {
            member_view(fight, viewer, who)
        });
        let is_current = fight.phase == FightPhase::Running;
        let zones = fight.zones.iter().map(|(id, zone)| ZoneView::without_facts(fight, id, zone));
        FightView {
            groups: vec![GroupView { is_current, ..group }],
            zones: zones.collect(),
            ..FightView::without_groups_and_zones(fight)
        }
        .with_camps_seen_by_players(|one, other| one == other)
    }

    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::Struck { who, target, .. } => {
                vec![VisibleAttack { attacker: *who, target: *target }]
            }
            _ => Vec::new(),
        }
    }

    fn sample_body_with_optional_fields() -> Body {
        randomize::parse_sample(r#"{"side": "party", "skill": 3, "zone": 0, "last_turn": 1}"#)
    }

    /// Puts back how hurt an NPC looks. Where a hidden one is stays random.
    fn restore_public_looks(
        fight: &Fight,
        original: &Combatant<Duel>,
        random_body: Body,
        randomized_body: &mut Body,
    ) {
        let (detail, own) = (original.detail_for(Viewer::Public), &original.body);
        if original.is_hidden {
            randomized_body.zone = randomize::wrap_to_zone(fight, random_body.zone);
        }
        if detail != DetailLevel::Numbers {
            (randomized_body.hp, randomized_body.hp_max) = randomize::randomize_wounds(
                (own.hp, own.hp_max),
                detail == DetailLevel::Wounds,
                (random_body.hp, random_body.hp_max),
            );
        }
    }

    /// Puts back the whole state, all of which is public.
    fn copy_public_state(own: &State, randomized: &mut State) {
        let State { order, turn, outcome } = own.clone();
        *randomized = State { order, turn, outcome };
    }
}

/// Returns a combatant as one viewer may know it. Its hit points are exact, a word, or unknown, by
/// what is disclosed.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let body = fight.body(who);
    let detail = fight.detail_for(viewer, who);
    let wound = WoundLevel::from_hp(body.hp, body.hp_max).key();
    let facts = match detail {
        DetailLevel::Numbers => vec![Fact::text("skill", format!("{:+}", body.skill))],
        DetailLevel::Wounds | DetailLevel::Nothing => Vec::new(),
    };
    MemberView {
        zone: (!fight.zones.is_empty()).then(|| zone_of(fight, who).0),
        wounds: VisibleWounds::from_health_and_detail(detail, (body.hp, body.hp_max), wound),
        conditions: body.is_guarding.then(|| "guarding".to_string()).into_iter().collect(),
        turn_status: turn_status(fight, who),
        facts,
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

fn turn_status(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_standing() {
        TurnStatus::Out
    } else if fight.state.turn == Some(who) {
        TurnStatus::Acting
    } else if fight.phase == FightPhase::Running && body.last_turn >= fight.round {
        TurnStatus::Spent
    } else {
        TurnStatus::Ready
    }
}
