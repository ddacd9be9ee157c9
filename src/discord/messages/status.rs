//! How a fight stands, as an embed: the pinned summary, and `/status`.

use serenity::all::CreateEmbed;

use super::text::{cut, escaped, fitting};
use super::{FIELD, INK, TITLE, TONGUE, mention, soon};
use crate::app::input::Waiting;
use crate::engine::limits::{Limit, write_span};
use crate::engine::view::{GroupView, Mark, MemberView, View};
use crate::narration::catalogue::{Key, Set};
use crate::narration::{say, words};

/// All embeds of a message together have 6000 characters.
const ORDER: usize = 3600;

/// Round, order with a pointer, wounds and conditions, zones, who is waited for, and how long.
pub fn embed(system: &str, view: &View, waiting: &[Waiting], limits: &[Limit]) -> CreateEmbed {
    let embed = CreateEmbed::new()
        .title(cut(&title(system, view), TITLE))
        .description(fitting(&order(view), ORDER));
    let fields = [
        (say!(TONGUE, "status-zones"), zones(view)),
        (say!(TONGUE, "status-waiting-for"), waited_for(view, waiting)),
        (say!(TONGUE, "status-limits"), limits.iter().map(limit).collect()),
    ];
    let fields = fields.into_iter().filter(|(_, lines)| !lines.is_empty());
    embed.fields(fields.map(|(name, lines)| (name, fitting(&lines, FIELD), false)))
}

fn limit(limit: &Limit) -> String {
    let most = (limit.most != limit.least).then(|| Set(write_span(limit.most)));
    let (kind, least) = (Key(limit.key), Set(write_span(limit.least)));
    say!(INK, "status-limit", kind, least, most)
}

fn title(system: &str, view: &View) -> String {
    let system = words::system(TONGUE, system);
    match &view.outcome {
        Some(key) => {
            let outcome = words::outcome(TONGUE, key);
            say!(TONGUE, "status-title-over", system, outcome)
        }
        None if view.is_running => say!(TONGUE, "status-title", system, round = view.round),
        None => say!(TONGUE, "status-title-setup", system),
    }
}

fn order(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = view
        .facts
        .iter()
        .map(|(key, value)| escaped(&words::fight_fact(TONGUE, key, value)))
        .collect();
    for group in view.groups.iter().filter(|group| !group.members.is_empty()) {
        lines.push(heading(view, group));
        lines.extend(group.members.iter().map(|one| line(view, one)));
    }
    if view.groups.iter().all(|group| group.members.is_empty()) {
        lines.push(say!(TONGUE, "status-nobody-joined"));
    }
    lines
}

fn heading(view: &View, group: &GroupView) -> String {
    let (name, is_acting) = (words::group(TONGUE, &group.key), group.is_current && view.is_running);
    say!(INK, "status-group", name, is_acting)
}

/// `▶ **Ana** 7/10 HP · Stuck · Gate · acting: Move left, Action spent`
fn line(view: &View, one: &MemberView) -> String {
    let pointer = if one.mark == Mark::Acting { "▶ " } else { "· " };
    let mut parts = Vec::from_iter(words::wounds(TONGUE, &view.system, &one.wounds));
    parts.extend(one.conditions.iter().map(|key| words::condition_with_end(TONGUE, key)));
    let zone = one.zone.and_then(|zone| view.zones.get(usize::from(zone)));
    parts.extend(zone.map(|zone| escaped(&words::placed(TONGUE, &zone.name, one.feet))));
    if view.is_running {
        parts.push(mark(one));
    }
    if one.is_hidden {
        parts.push(say!(TONGUE, "status-hidden"));
    }
    parts.extend(one.facts.iter().map(|(key, value)| escaped(&words::fact(TONGUE, key, value))));
    format!("{pointer}**{}** {}", escaped(&one.name), parts.join(" · "))
}

fn mark(one: &MemberView) -> String {
    let mark = words::mark(TONGUE, one.mark);
    let budget: Vec<String> =
        one.budget.iter().map(|(key, value)| words::budget(TONGUE, key, value)).collect();
    if budget.is_empty() {
        return mark;
    }
    say!(TONGUE, "status-budget", mark, budget = budget.join(", "))
}

/// One line a zone: its stretch of the line (where there is one), who is there, and what is known
/// of it. Zones that are not in a row name their neighbours.
pub fn zones(view: &View) -> Vec<String> {
    let is_row = view.zones.iter().enumerate().all(|(at, zone)| {
        let next_to = |other: &u8| usize::from(*other).abs_diff(at) == 1;
        zone.neighbours.iter().all(next_to)
    });
    let line = |(at, zone): (usize, &crate::engine::view::ZoneView)| {
        let here = view.in_zone(at).into_iter().filter(|(_, one)| one.mark != Mark::Out);
        let named = here.map(|(_, one)| {
            let name = escaped(&words::placed(TONGUE, &one.name, one.feet));
            match one.is_hidden {
                true => format!("{name} ({})", say!(TONGUE, "status-hidden")),
                false => name,
            }
        });
        let here: Vec<String> = named.collect();
        let here = (!here.is_empty()).then(|| Set(here.join(", ")));
        let (from, to) = zone.span.unzip();
        let mut text = say!(INK, "status-zone", zone = zone.name, from, to, here);
        for (key, value) in &zone.facts {
            text += &format!(" · {}", escaped(&words::zone_fact(TONGUE, key, value)));
        }
        if !is_row {
            let near = zone.neighbours.iter().filter_map(|at| view.zones.get(usize::from(*at)));
            let near: Vec<String> = near.map(|zone| escaped(&zone.name)).collect();
            let near = Set(near.join(", "));
            text += &format!(" · {}", say!(INK, "next-to", zones = near));
        }
        text
    };
    view.zones.iter().enumerate().map(line).collect()
}

/// Who is waited for, a line each.
pub fn waited_for(view: &View, waiting: &[Waiting]) -> Vec<String> {
    let everybody = || view.groups.iter().flat_map(|group| &group.members);
    let line = |one: &Waiting| {
        let known = one.who.and_then(|who| everybody().find(|member| member.id == who));
        let (who, user) = (known.map(|member| &member.name), one.user.map(mention));
        let until = one.until.map(soon);
        say!(INK, "status-waiting", who, user, is_prompt = one.is_prompt, until)
    };
    waiting.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::{CombatantId, UserId};
    use crate::engine::view::{Wounds, ZoneView};
    use serde_json::Value;

    fn member(id: u8, name: &str, mark: Mark) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: name.into(),
            user: Some(UserId(7)),
            is_hidden: false,
            zone: Some(id),
            border: None,
            feet: None,
            wounds: Wounds::Exact { now: 7, max: 10 },
            conditions: vec!["stuck".into()],
            mark,
            budget: vec![("move".into(), "left".into())],
            facts: Vec::new(),
        }
    }

    fn view(members: Vec<MemberView>) -> View {
        let zone = |name: &str, neighbours: &[u8]| ZoneView {
            name: name.into(),
            neighbours: neighbours.to_vec(),
            span: None,
            facts: Vec::new(),
        };
        View {
            system: "dr12".into(),
            round: 2,
            is_running: true,
            groups: vec![GroupView { key: "party".into(), is_current: true, members }],
            zones: vec![zone("Gate", &[1]), zone("Yard", &[0])],
            ..View::default()
        }
    }

    fn json(view: &View, waiting: &[Waiting]) -> Value {
        serde_json::to_value(embed("dr12", view, waiting, &[])).unwrap()
    }

    #[test]
    fn shows_round_order_zones_and_who_is_waited_for() {
        let view = view(vec![member(0, "A_na", Mark::Acting), member(1, "Ben", Mark::Ready)]);
        let waiting = Waiting {
            who: Some(CombatantId(0)),
            user: Some(UserId(7)),
            is_prompt: false,
            until: jiff::Timestamp::from_second(1_900_000_000).ok(),
        };
        let json = json(&view, &[waiting]);
        assert_eq!(json["title"], "DR12 · Round 2");
        let order = json["description"].as_str().unwrap();
        assert_eq!(
            order,
            "**Party** (acting now)\n\
             ▶ **A\\_na** 7/10 HP · Stuck · Gate · acting: Move left\n\
             · **Ben** 7/10 HP · Stuck · Yard · to act: Move left"
        );
        assert_eq!(json["fields"][0]["value"], "**Gate**: A\\_na\n**Yard**: Ben");
        assert_eq!(json["fields"][1]["value"], "A\\_na (<@7>), to act, ends <t:1900000000:R>");
    }

    #[test]
    fn each_limit_has_its_name() {
        let limits = ["limit_turn", "limit_answer", "limit_ruling"]
            .map(|key| super::limit(&Limit { key, least: 3600, most: 7200 }));
        assert_eq!(
            limits,
            ["a turn: 1h to 2h", "an answer: 1h to 2h", "the GM's rulings: 1h to 2h"]
        );
    }

    #[test]
    fn a_line_is_shown_in_feet_and_conditions_with_their_end() {
        let mut view = view(vec![member(0, "Thug", Mark::Ready), member(0, "Ann", Mark::Ready)]);
        view.zones.truncate(1);
        view.zones[0].span = Some((20, 35));
        for (one, feet) in view.groups[0].members.iter_mut().zip([30, 25]) {
            one.feet = Some(feet);
            one.conditions = vec!["hurt:round:3".into(), "wounded:encounter".into()];
        }
        let json = json(&view, &[]);
        assert_eq!(json["fields"][0]["value"], "**Gate** 20–35: Ann 25, Thug 30");
        let order = json["description"].as_str().unwrap();
        let conditions =
            "Hurt (until the end of round 3) · Wounded (until the end of the fight) · Gate 30";
        assert!(order.contains(conditions), "{order}");
    }

    #[test]
    fn a_crowd_still_fits_into_discord() {
        let name = "*".repeat(32);
        let members = (0..60).map(|_| member(0, &name, Mark::Ready)).collect();
        let waiting = Waiting { who: None, user: None, is_prompt: true, until: None };
        let json = json(&view(members), &vec![waiting; 60]);
        let length = |text: &Value| text.as_str().unwrap().chars().count();
        let fields = json["fields"].as_array().unwrap();
        let all: usize = fields.iter().map(|f| length(&f["name"]) + length(&f["value"])).sum();
        assert!(all + length(&json["title"]) + length(&json["description"]) <= 6000);
    }
}
