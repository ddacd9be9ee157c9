//! Orders of the GM and of the set-up: what all systems take alike, and what each does in its own
//! way ([`Orders`]).

use super::command::Refusal;
use super::fight::{Combatant, Fight, Note, Order, Phase};
use super::ids::CombatantId;
use super::scene::{Scene, Step, Stop};
use super::zones::Zones;
use super::{Rules, System, ladder, things};

/// How a fight ends that has not begun.
pub const CALLED_OFF: &str = "called-off";

/// The ids of the rules by which orders are refused that all systems refuse alike.
pub struct RefusedBy {
    /// What must wait while a question is open.
    pub meanwhile: &'static str,
    /// A map that is laid after the start.
    pub zones: &'static str,
    /// An outcome that there is not, and the end of what is over.
    pub end: &'static str,
}

/// What orders do that all systems know, in the way of one of them; in `start.rs`.
pub trait Orders: System {
    const REFUSED_BY: RefusedBy;
    /// Somebody may join while a question is open.
    const JOINS_MEANWHILE: bool = false;
    /// The verbs of orders that are given also once the fight is over.
    const AFTERMATH: &'static [&'static str] = &[];

    /// Somebody joins, whose name is free.
    fn join(scene: &mut Scene<'_, Self>, who: CombatantId, one: Combatant<Self>) -> Step<Self>;
    /// The GM takes somebody out of the fight.
    fn remove(scene: &mut Scene<'_, Self>, who: CombatantId) -> Step<Self>;
    /// The map, before the fight has begun.
    fn lay(scene: &mut Scene<'_, Self>, zones: &Zones<Self::Ground>) -> Step<Self>;
    /// The GM has set a field of somebody: the body with it.
    fn adjust(
        scene: &mut Scene<'_, Self>,
        who: CombatantId,
        field: &str,
        body: &Self::Body,
    ) -> Step<Self>;
    fn reveal(scene: &mut Scene<'_, Self>, who: CombatantId) {
        scene.note(Note::Revealed(who));
    }
    /// An NPC is shown more or less than before, of which it may be hidden now.
    fn shown(_scene: &mut Scene<'_, Self>, _who: CombatantId) {}
    /// In the set-up: by which orders the NPCs begin with an ambush; none where the rules know
    /// none, or there is one already.
    fn ambush(_fight: &Fight<Self>) -> Vec<Self::Order> {
        Vec::new()
    }
    /// The set-up is over.
    fn start(scene: &mut Scene<'_, Self>) -> Step<Self>;
    /// Takes the default of whoever is waited for.
    fn skip(scene: &mut Scene<'_, Self>) -> Step<Self>;
    /// The note that decides a fight so; none: there is no such outcome.
    fn decided(fight: &Fight<Self>, outcome: &str) -> Option<Self::Note>;
    /// Whether it is decided, and only its aftermath runs.
    fn is_decided(_fight: &Fight<Self>) -> bool {
        false
    }
    /// Whether an order of the system's own is taken while a question is open.
    fn is_taken_meanwhile(order: &Self::Order) -> bool;
    /// An order of the system's own.
    fn own(scene: &mut Scene<'_, Self>, order: &Self::Order) -> Step<Self>;
}

/// An order, from its checks to its last consequence.
pub fn perform<S: Rules>(scene: &mut Scene<'_, S>, order: &Order<S>) -> Step<S> {
    if scene.is_interjection() && !is_taken_meanwhile(order) {
        return Err(Refusal::new("prompt-open", S::REFUSED_BY.meanwhile).into());
    }
    match order {
        Order::Join(one) => {
            ladder::make_room(scene, one)?;
            let who = CombatantId(scene.fight().combatants.len() as u8);
            S::join(scene, who, Combatant { name: one.name.trim().into(), ..(**one).clone() })
        }
        Order::Remove(who) => S::remove(scene, *who),
        Order::Lay(_) if scene.fight().phase != Phase::Setup => {
            Err(Refusal::setup(S::REFUSED_BY.zones, "zones-before-start").into())
        }
        Order::Lay(zones) => S::lay(scene, zones),
        Order::Configure(settings) => {
            scene.configure(settings);
            Ok(())
        }
        Order::Decoys(is_on) => {
            scene.note(Note::Decoys(*is_on));
            Ok(())
        }
        Order::AskSingle(is_on) => {
            scene.note(Note::AskSingle(*is_on));
            Ok(())
        }
        Order::Give { who, item } => things::give(scene, *who, item),
        Order::LayDown { zone, item } => things::lay(scene, *zone, item),
        Order::Adjust { who, field, body } => S::adjust(scene, *who, field, body),
        Order::Reveal(who) => {
            S::reveal(scene, *who);
            Ok(())
        }
        Order::Show { who, rung, alias } => {
            ladder::show(scene, *who, *rung, alias.as_deref())?;
            S::shown(scene, *who);
            Ok(())
        }
        Order::Start if scene.fight().phase != Phase::Setup => {
            Err(Refusal::setup("", "already-started").into())
        }
        Order::Start => S::start(scene),
        Order::Skip => S::skip(scene),
        Order::End(outcome) => end(scene, outcome),
        Order::Rule(order) => S::own(scene, order),
    }
}

/// Whether an order is taken while a question is open: what would begin the fight or move it on
/// must wait.
fn is_taken_meanwhile<S: Rules>(order: &Order<S>) -> bool {
    match order {
        Order::Lay(_) | Order::Start | Order::Skip => false,
        Order::Join(_) => S::JOINS_MEANWHILE,
        Order::Rule(order) => S::is_taken_meanwhile(order),
        Order::Remove(_)
        | Order::Configure(_)
        | Order::Decoys(_)
        | Order::AskSingle(_)
        | Order::Adjust { .. }
        | Order::Give { .. }
        | Order::LayDown { .. }
        | Order::Reveal(_)
        | Order::Show { .. }
        | Order::End(_) => true,
    }
}

/// The GM ends the fight: with a truce where nothing else is said.
fn end<S: Rules>(scene: &mut Scene<'_, S>, outcome: &str) -> Step<S> {
    let rule = S::REFUSED_BY.end;
    let fight = scene.fight();
    let named = if outcome.trim().is_empty() { "truce" } else { outcome.trim() };
    let unknown = || Refusal::setup(rule, "outcome").with("name", outcome);
    let decided = S::decided(fight, named).ok_or_else(unknown)?;
    match fight.phase {
        Phase::Setup => {
            scene.note(Note::Ended(CALLED_OFF.into()));
            Ok(())
        }
        Phase::Running if !S::is_decided(fight) => {
            scene.note(Note::Rule(decided));
            Err(Stop::Cut)
        }
        Phase::Running | Phase::Over(_) => Err(Refusal::setup(rule, "fight-over").into()),
    }
}
