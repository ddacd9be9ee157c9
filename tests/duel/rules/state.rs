//! State: what a duel remembers besides its combatants, and every event that changes it.

use declare::Redact;
use engine::core::fight::Event as CoreEvent;
use engine::core::ids::{CombatantId, Name, ZoneId};
use engine::visibility::wounds::WoundLevel;
use serde::{Deserialize, Serialize};

use super::{Duel, Fight};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// Who acts before whom (DUEL-INIT-1). Latecomers are not in it, and act last.
    pub order: Vec<CombatantId>,
    /// Whose turn it is.
    pub turn: Option<CombatantId>,
    /// The side that won, or `truce`.
    pub outcome: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub turn_secs: u32,
    pub answer_secs: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { turn_secs: 24 * 3600, answer_secs: 12 * 3600 }
    }
}

/// Everything that can happen in a duel. Each event says who may know it, and each number in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[serde(rename_all = "snake_case")]
#[redact(Duel)]
pub enum Event {
    #[visible(viewer.knows(who))]
    InitiativeRolled {
        who: CombatantId,
        #[open]
        face: u8,
        #[numbers_of(who)]
        total: Option<u8>,
    },
    #[visible(true)]
    OrderSet(#[each(viewer.knows(it))] Vec<CombatantId>),
    #[visible(viewer.knows(it))]
    TurnBegan(CombatantId),
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    #[visible(viewer.knows(it))]
    Guarded(CombatantId),
    #[visible(viewer.knows(who))]
    Stepped { who: CombatantId, zone: ZoneId },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    Struck {
        who: CombatantId,
        target: CombatantId,
        is_riposte: bool,
        #[open]
        face: u8,
        #[numbers_of(who)]
        total: Option<u8>,
        is_hit: bool,
    },
    #[visible(viewer.knows(it))]
    RiposteDeclined(CombatantId),
    #[visible(viewer.knows_wounds(who))]
    HealthLost {
        who: CombatantId,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[numbers_of(who)]
        left: Option<u8>,
        wound: WoundLevel,
    },
    #[visible(viewer.knows(it))]
    Fell(CombatantId),
    #[visible(true)]
    OutcomeDecided(Name),
}

impl From<Event> for CoreEvent<Duel> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Applies an event to the fight. The state changes nowhere else.
pub fn apply_event(fight: &mut Fight, event: &Event) {
    match event {
        Event::InitiativeRolled { .. }
        | Event::Struck { .. }
        | Event::RiposteDeclined(_)
        | Event::Fell(_) => {}
        Event::OrderSet(order) => fight.state.order.clone_from(order),
        Event::TurnBegan(who) => {
            fight.state.turn = Some(*who);
            let round = fight.round;
            let body = fight.body_mut(*who);
            body.last_turn = round;
            body.is_guarding = false;
        }
        Event::TurnEnded(_) => fight.state.turn = None,
        Event::Guarded(who) => fight.body_mut(*who).is_guarding = true,
        Event::Stepped { who, zone } => fight.body_mut(*who).zone = Some(*zone),
        Event::HealthLost { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.hp = body.hp.saturating_sub(amount.unwrap_or(0));
        }
        Event::OutcomeDecided(outcome) => fight.state.outcome = Some(outcome.clone()),
    }
}
