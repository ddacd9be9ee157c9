//! The commands of a server: those of the table that all fights know, and those of the systems that
//! are played there, with the options that these take.

use super::table::{Does, Kind, Opt, Saying, Slash, table};
use crate::app::permissions::VERBS;
use crate::engine::Verb;
use crate::engine::game::Game;

/// The table as a server sees it that plays these systems.
pub fn for_systems(systems: &[&str]) -> Vec<Slash> {
    let known: Vec<&Verb> = systems.iter().flat_map(|system| verbs(system)).collect();
    table().into_iter().filter_map(|slash| kept(slash, &known)).collect()
}

fn verbs(system: &str) -> impl Iterator<Item = &'static Verb> {
    let (acts, orders) = Game::verbs(system).unwrap_or_default();
    acts.iter().chain(orders).chain(Game::answers(system).unwrap_or_default())
}

fn kept(slash: Slash, known: &[&Verb]) -> Option<Slash> {
    let does = match slash.does {
        Does::Say(saying) => Does::Say(said(saying, known)?),
        Does::Offer(within) => {
            let within: Vec<Slash> =
                within.into_iter().filter_map(|slash| kept(slash, known)).collect();
            if within.is_empty() {
                return None;
            }
            Does::Offer(within)
        }
    };
    Some(Slash { name: slash.name, does })
}

fn said(mut saying: Saying, known: &[&Verb]) -> Option<Saying> {
    if VERBS.iter().any(|(verb, _)| verb.name == saying.verb) {
        return Some(saying);
    }
    let named = known.iter().filter(|verb| verb.name == saying.verb);
    let slots: Vec<&str> = named.clone().flat_map(|verb| verb.slots).copied().collect();
    let is_fixed = |(slot, _): &(&str, &str)| slots.contains(slot);
    if named.count() == 0 || !saying.fixed.iter().all(is_fixed) {
        return None;
    }
    saying.options.retain(|option| is_taken(option, &slots));
    Some(saying)
}

fn is_taken(option: &Opt, slots: &[&str]) -> bool {
    match option.kind {
        Kind::Actor | Kind::Quiet | Kind::Fields => true,
        Kind::Word
        | Kind::List
        | Kind::Prose
        | Kind::Number
        | Kind::Flag
        | Kind::Person
        | Kind::File => slots.contains(&option.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::SYSTEMS;

    fn names(systems: &[&str]) -> Vec<String> {
        let table = for_systems(systems);
        Slash::all(&table).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn a_server_sees_what_it_plays() {
        let has = |systems: &[&str], name: &str| names(systems).contains(&name.to_string());
        assert!(has(&["dr12"], "attack") && has(&["dr12"], "init new") && has(&[], "init new"));
        assert!(!has(&[], "attack") && !has(&["dr12"], "swap") && has(&["cards"], "swap"));
        assert!(has(&["dr12", "cards"], "swap") && has(&["dr12", "cards"], "stunt push"));
        assert_eq!(names(&SYSTEMS), {
            let table = table();
            Slash::all(&table).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        });
    }

    /// What a system's own verbs take can be typed where it is played.
    #[test]
    fn a_system_misses_nothing() {
        for system in SYSTEMS {
            let table = for_systems(&[system]);
            let all = Slash::all(&table);
            for verb in verbs(system) {
                let has = |saying: &Saying, slot: &str| {
                    saying.options.iter().any(|option| option.name == slot)
                        || saying.fixed.iter().any(|(fixed, _)| *fixed == slot)
                };
                let fits = |saying: &Saying| verb.slots.iter().all(|slot| has(saying, slot));
                let mut sayings = all.iter().filter(|(_, saying)| saying.verb == verb.name);
                let is_answer =
                    Game::answers(system).unwrap().iter().any(|answer| std::ptr::eq(answer, verb));
                let can = sayings.clone().any(|(_, saying)| fits(saying));
                assert!(can || is_answer && sayings.next().is_some(), "{system}: {}", verb.name);
            }
        }
    }
}
