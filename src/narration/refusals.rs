//! Refusals: why something may not be done, and what may be done instead.

use super::{Ink, capital, dr12, factions, offers, words};
use crate::engine::words::Refusal;

/// A refusal in one or two sentences, for its sender only.
pub fn refuse(ink: Ink, refusal: &Refusal) -> String {
    let why = why(ink, refusal);
    let instead = offers(ink, &refusal.instead);
    if instead.is_empty() { why } else { format!("{why} You can: {instead}.") }
}

fn why(ink: Ink, refusal: &Refusal) -> String {
    let ruled = match refusal.rule.split_once('-') {
        Some(("DR12", _)) => dr12::why(ink, refusal),
        Some(("FACT", _)) => factions::why(ink, refusal),
        _ => None,
    };
    ruled.unwrap_or_else(|| common(ink, refusal))
}

/// A detail as the sentence shows it; none when it was not given.
pub fn detail(ink: Ink, refusal: &Refusal, key: &str) -> Option<String> {
    refusal.details.get(key).filter(|value| !value.is_empty()).map(|value| (ink.text)(value))
}

/// The keys that mean the same in every system, and those of the app.
fn common(ink: Ink, refusal: &Refusal) -> String {
    let detail = |key: &str| detail(ink, refusal, key);
    let name = detail("name");
    let said = |text: &str| text.to_string();
    match refusal.key.as_str() {
        "not-in-system" => {
            let system = refusal.details.get("system").map(|key| words::system(key));
            let system = system.unwrap_or_else(|| "this fight".into());
            let verb =
                detail("verb").map_or_else(|| "such command".into(), |verb| (ink.command)(&verb));
            let near = refusal.details.get("nearest");
            let near = near.map(|near| format!(" The nearest is {}.", (ink.command)(near)));
            format!("There is no {verb} in {system}.{}", near.unwrap_or_default())
        }
        "not-gm" => match name {
            Some(name) => format!("{name} is the GM's to play."),
            None => said("Only the GM may do that."),
        },
        "prompt-open" => said("A question is open, and its answer comes first."),
        "prompt-closed" => said("That question is settled already."),
        "turn-over" => said("That turn is over."),
        "not-your-turn" => match name {
            Some(name) => format!("It is not {name}'s turn."),
            None => said("It is not your turn."),
        },
        "no-move" => said("The Move of this turn is used."),
        "no-action" => said("The Action of this turn is used."),
        "bad-target" => match (name, detail("verb")) {
            (Some(name), _) => format!("{name} cannot be chosen for that."),
            (None, Some(verb)) => format!("“{verb}” is not one of the answers."),
            (None, None) => said("That cannot be chosen."),
        },
        "not-adjacent" => match detail("zone") {
            Some(zone) => format!("{zone} is not next to that zone."),
            None => said("There is no such zone next to that one."),
        },
        "zone-full" => match detail("zone") {
            Some(zone) => format!("{zone} is full."),
            None => said("That zone is full."),
        },
        "not-close" => match name {
            Some(name) => format!("{name} is not Close: you must be in the same zone."),
            None => said("The target is not Close: you must be in the same zone."),
        },
        "out-of-range" => match name {
            Some(name) => format!("{name} is out of range."),
            None => said("The target is out of range."),
        },
        "not-exit" => said("There is no exit for you here."),
        "not-in-hand" => said("You do not have that where you need it."),
        "broken" => said("That is broken: it can be repaired only outside fights."),
        "no-ammo" => said("There is no ammunition ready."),
        "no-free-slot" => said("There is no free hand or place for it."),
        "hindered" => match refusal.details.get("because") {
            Some(by) => format!("{} forbids that.", words::condition(by)),
            None => said("A hindrance forbids that."),
        },
        "bad-setup" => bad_setup(ink, refusal),
        "no-fight" => format!("There is no fight here. `{}` opens one.", (ink.command)("new")),
        "fight-here" => said("There is a fight here already: end it first."),
        "which-fight" => format!(
            "You are in several fights. `{}` chooses the one you mean here.",
            (ink.command)("fight")
        ),
        "not-here" => said("A fight is opened in a channel of a server, not in private."),
        "no-such-system" => format!(
            "There are no rules called “{}”; there are: {}.",
            detail("system").unwrap_or_default(),
            detail("systems").unwrap_or_default()
        ),
        "fight-over" => said("The fight is over."),
        "fight-paused" => said("The fight is paused: the GM can go on with it."),
        "not-paused" => said("The fight is not paused."),
        "not-joined" => {
            format!("You play nobody in this fight. `{}` brings you in.", (ink.command)("join"))
        }
        "nothing-asked" => said("Nothing of that kind is asked now."),
        "not-yours" => match name {
            Some(name) => format!("{name} is not yours to play."),
            None => said("That is not yours to answer."),
        },
        "as-whom" => match detail("names") {
            Some(names) => format!("Who acts? Choose with `as:` one of {names}."),
            None => said("Who acts? Choose with `as:`."),
        },
        "nothing-to-undo" => said("There is nothing to undo."),
        "nothing-to-redo" => said("There is nothing to take back."),
        key => format!("{}.", capital(&words::plain(key))),
    }
}

/// `bad-setup`: what in the set-up, or in what the GM ordered, does not fit.
fn bad_setup(ink: Ink, refusal: &Refusal) -> String {
    let detail = |key: &str| detail(ink, refusal, key).unwrap_or_default();
    let said = |text: &str| text.to_string();
    match refusal.details.get("why").map(String::as_str) {
        Some("name-length") => said("A name has 1 to 40 characters."),
        Some("name-in-use") => {
            format!("There is somebody called {} already: choose another name.", detail("name"))
        }
        Some("too-many") => said("The fight has as many combatants as it can hold."),
        Some("fight-over") => said("The fight is over."),
        Some("already-started") => said("The fight has started already."),
        Some("empty-side") => {
            said("Each side needs at least one standing combatant before the start.")
        }
        Some("both-sides") => said("Only one side can be surprised."),
        Some("zones-before-start") => said("Zones are laid out before the start."),
        Some("nobody-waited-for") => said("Nobody is waited for."),
        Some("out-of-bounds") => format!("Out of bounds: {}.", detail("field")),
        Some("outcome") => {
            format!("“{}” is no outcome: choose won, lost or truce.", detail("name"))
        }
        Some("value") if detail("value").is_empty() => format!("{} is missing.", detail("slot")),
        Some("value") => {
            format!("“{}” is not a value for {}.", detail("value"), detail("slot"))
        }
        Some(why) => format!("That does not fit: {}.", (ink.text)(why)),
        None => {
            let facts = refusal.details.iter();
            let facts: Vec<_> =
                facts.map(|(slot, value)| format!("{slot} “{}”", (ink.text)(value))).collect();
            if facts.is_empty() {
                said("That does not fit.")
            } else {
                format!("That does not fit: {}.", facts.join(", "))
            }
        }
    }
}
