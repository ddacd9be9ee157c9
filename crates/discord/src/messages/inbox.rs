//! What waits for somebody, over all fights: a line each with a link, and buttons for as much as
//! has room.

use serenity::all::{CreateActionRow, CreateEmbed};

use super::text::{cut, escaped, fitting};
use super::{DESCRIPTION, LOCALE, MOST_ROWS, STYLE, Written, controls, link, prompt, soon};
use app::inbox::{Decision, Waits};
use app::outbox::Actor;
use engine::game::Asked;
use narration::catalogue::Set;
use narration::say;

/// The longest question in a line.
const LONGEST: usize = 200;

pub fn write(all: &[Waits]) -> Written {
    if all.is_empty() {
        return Written::text(say!(LOCALE, "inbox-empty"));
    }
    let lines: Vec<String> = match all {
        [only] => vec![line(only)],
        _ => (1..).zip(all).map(|(number, one)| format!("**{number}.** {}", line(one))).collect(),
    };
    let (components, is_short) = rows(all);
    let more = if is_short { say!(STYLE, "inbox-no-room") } else { String::new() };
    let text = fitting(&lines, DESCRIPTION - more.chars().count() - 1);
    let embed = CreateEmbed::new()
        .title(say!(LOCALE, "inbox-title", count = all.len()))
        .description(format!("{text}\n{more}").trim_end());
    Written { embeds: vec![embed], components, ..Written::default() }
}

/// The rows of each that has room: of a turn all, of a question at least the first, and more
/// where there is room when all have theirs; whether some are left out.
fn rows(all: &[Waits]) -> (Vec<CreateActionRow>, bool) {
    let numbers = (1..).map(|number: usize| Some(number).filter(|_| all.len() > 1));
    let own: Vec<(Vec<CreateActionRow>, bool)> =
        all.iter().zip(numbers).map(|(one, number)| own(one, number)).collect();
    let mut free = MOST_ROWS;
    let mut kept = vec![0; own.len()];
    for is_first in [true, false] {
        for ((one, (own, _)), kept) in all.iter().zip(&own).zip(&mut kept) {
            let more = match &one.decision {
                Decision::Turn(_) if own.len() - *kept > free => 0,
                Decision::Prompt(_) if is_first => own.len().min(1).min(free),
                Decision::Turn(_) | Decision::Prompt(_) => (own.len() - *kept).min(free),
            };
            *kept += more;
            free -= more;
        }
    }
    let is_cut =
        |((rows, is_short), kept): (&(Vec<_>, bool), &usize)| *is_short || rows.len() > *kept;
    let is_short = own.iter().zip(&kept).any(is_cut);
    let rows = own.into_iter().zip(kept).flat_map(|((own, _), kept)| own.into_iter().take(kept));
    (rows.collect(), is_short)
}

/// The rows of one, by its number where there are several, and whether it has more than that.
fn own(one: &Waits, number: Option<usize>) -> (Vec<CreateActionRow>, bool) {
    let numbered = |name: &str| number.map(|number| format!("{number}. {name}"));
    match &one.decision {
        Decision::Prompt(card) if matches!(card.asked, Asked::DecoyWait(_)) => (Vec::new(), false),
        Decision::Prompt(card) => {
            let name = match &card.who {
                Some((_, name)) => numbered(name),
                None => number.map(|number| number.to_string()),
            };
            (prompt::rows(card, name.as_deref()), false)
        }
        Decision::Turn(card) => {
            let actor = |one: &Actor| {
                let name = numbered(&one.name).unwrap_or_else(|| one.name.clone());
                Actor { name, ..one.clone() }
            };
            let actors: Vec<Actor> = card.actors.iter().map(actor).collect();
            let is_named = number.is_some() || actors.len() > 1;
            let controls = controls::controls_among(card.id, &actors, is_named);
            (controls.rows, controls.is_short)
        }
    }
}

fn line(one: &Waits) -> String {
    let (place, jump) = (link(one.channel), Set(jump(one)));
    match &one.decision {
        Decision::Prompt(card) => {
            let until = card.until.map(soon);
            let what = cut(prompt::question(card).in_short(), LONGEST);
            let what = Set(what + &prompt::kept(card));
            say!(STYLE, "inbox-prompt", what, until, place, jump)
        }
        Decision::Turn(card) => {
            let until = card.until.map(soon);
            let names: Vec<String> = card.actors.iter().map(|one| escaped(&one.name)).collect();
            let names = (!names.is_empty()).then(|| Set(names.join(", ")));
            say!(STYLE, "inbox-turn", names, until, place, jump)
        }
    }
}

/// Where the message is that asks; else the channel.
fn jump(one: &Waits) -> String {
    match &one.message {
        None => format!("https://discord.com/channels/{}/{}", one.guild, one.channel.0),
        Some((at, is_dm)) => {
            let server = if *is_dm { "@me".into() } else { one.guild.to_string() };
            format!("https://discord.com/channels/{server}/{}/{}", at.channel.0, at.message.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::{ChannelId, FightId, TurnId};
    use app::outbox::{Around, TurnCard};
    use engine::command::{Command, Offer};
    use engine::ids::CombatantId;

    /// A turn of somebody called Wolf, in a fight of its own.
    fn turn(fight: i64) -> Waits {
        let offers = ["attack", "move", "use", "pass"].map(|verb| {
            let words = Command::new(verb);
            let words = if verb == "pass" { words } else { words.with("zone", "Yard") };
            Offer::free(words)
        });
        let (name, acting_as) = ("Wolf".to_string(), "Wolf".to_string());
        let (who, offers) = (CombatantId(0), offers.to_vec());
        let around = Around::default();
        let (system, cockpit) = ("dr12", None);
        let actor = Actor { who, name, acting_as, system, offers, around, cockpit };
        let decision = Decision::Turn(TurnCard {
            id: TurnId { fight: FightId(fight), revision: 1 },
            round: 1,
            users: Default::default(),
            pings: Default::default(),
            actors: vec![actor],
            until: None,
            waits_for: Vec::new(),
        });
        Waits { guild: 1, channel: ChannelId(2), message: None, decision }
    }

    fn json(all: &[Waits]) -> String {
        let written = write(all);
        let parts = (&written.embeds, &written.components);
        serde_json::to_string(&parts).unwrap()
    }

    #[test]
    fn buttons_say_which_of_several_they_are_for() {
        let one = json(&[turn(1)]);
        assert!(one.contains("End turn") && !one.contains("1. Wolf"), "{one}");
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains("1. Wolf") && two.contains("**2.**"), "{two}");
    }

    #[test]
    fn what_has_no_room_is_said() {
        let no_room = "no room here for all buttons";
        assert!(!json(&[turn(1)]).contains(no_room));
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains(no_room) && !two.contains("2. Wolf:"), "{two}");
    }
}
