//! What the orders of the GM that all systems have do in a duel. It has no others.

use engine::core::command::Refusal;
use engine::core::fight::{Combatant, Event as CoreEvent, NoOrder};
use engine::core::ids::CombatantId;
use engine::core::zones::ZoneMap;
use engine::resolution::orders::{OrderRuleIds, Orders};

use super::state::Event;
use super::{Duel, Fight, Resolver, RuleResult, turns};

impl Orders for Duel {
    const ORDER_RULE_IDS: OrderRuleIds = OrderRuleIds {
        prompt_open: "DUEL-RIP-1",
        zones_after_start: "DUEL-ZONE-1",
        bad_end: "DUEL-END-1",
    };

    /// Adds a combatant, on its default side if it names none.
    fn add_combatant(
        resolver: &mut Resolver,
        who: CombatantId,
        mut combatant: Combatant<Duel>,
    ) -> RuleResult {
        Self::check_body(&combatant.body)?;
        if combatant.body.side.trim().is_empty() {
            combatant.body.side = combatant.default_side().into();
        }
        resolver.emit(CoreEvent::Joined(who, Box::new(combatant)));
        Ok(())
    }

    /// Starts the duel on two zones, if the GM has set none (DUEL-ZONE-1, DUEL-INIT-1).
    fn start_fight(resolver: &mut Resolver) -> RuleResult {
        if turns::standing_sides(resolver.fight()).len() < 2 {
            return Err(Refusal::bad_setup("DUEL-END-1", "empty-side").into());
        }
        if resolver.fight().zones.is_empty() {
            resolver.emit(CoreEvent::ZonesSet(ZoneMap::from_row(["Near", "Far"])));
        }
        resolver.emit(CoreEvent::Started);
        turns::roll_initiative(resolver);
        resolver.emit(CoreEvent::RoundStarted(1));
        Ok(())
    }

    fn skip_turn(resolver: &mut Resolver) -> RuleResult {
        let turn = resolver.fight().state.turn;
        let who = turn.ok_or_else(|| Refusal::bad_setup("DUEL-TURN-3", "nobody-waited-for"))?;
        resolver.emit(Event::TurnEnded(who));
        Ok(())
    }

    fn outcome_event(fight: &Fight, outcome: &str) -> Option<Event> {
        let name = outcome.to_lowercase();
        let is_side = fight.present_combatants().any(|(_, combatant)| combatant.body.side == *name);
        (is_side || name == "truce").then(|| Event::OutcomeDecided(name.as_str().into()))
    }

    fn perform_system_order(_: &mut Resolver, order: &NoOrder) -> RuleResult {
        match *order {}
    }
}
