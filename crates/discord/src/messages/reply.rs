//! What goes back to one user: done and what is left, refused and why, or what they wanted to see.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use super::super::custom_id::{ButtonPayload, Chosen, CustomId, Whose, mark};
use super::super::map::{Picture, picture, strip};
use super::controls::{self, Controls};
use super::text::{cut, escaped, fitting};
use super::{
    DESCRIPTION, FIELD, LOCALE, STYLE, Written, forecast, guide, inbox, link, long, mention,
    notice, orders, paragraphs, privacy, roll, set_up, shelf, soon, status, story,
};
use app::export::Export;
use app::input::{Done, FightLine, Reply, Sheet, Shown, Unsure};
use app::log::{Entry, LogPage};
use app::outbox::{Actor, Notice};
use app::servers::{Brought, ServerCard};
use engine::command::{Command, Offer, Refusal};
use engine::game::Game;
use engine::verbs::Verb;
use engine::view::{Mark, MemberView, View};
use narration::catalogue::{Key, Set};
use narration::{self, say, words};

/// What all sheets of `/mine` may hold together: the embeds of a message have 6000 characters.
const ALL_SHEETS: usize = 5000;

pub fn write(reply: &Reply) -> Written {
    match reply {
        Reply::Done(it) => match &it.set_up {
            Some(choices) => set_up::write(long(&done(it)), it, choices),
            None => Written { components: out_of_turn(it), ..long(&done(it)) },
        },
        Reply::Shelf(shelf) => shelf::write(shelf),
        Reply::Refused(refusal) => refused(refusal),
        Reply::Unsure(unsure) => to_confirm(unsure),
        Reply::Shown(it) => shown(it),
    }
}

/// An answer for the private message in which it was said: with what is left to do there.
pub fn write_in_place(reply: &Reply) -> Written {
    match reply {
        Reply::Done(it) if it.set_up.is_none() => with_rest_of_turn(done(it), it),
        _ => write(reply),
    }
}

/// Why, and what else there is to do; an answer that nobody asks for may be ordered by a button.
fn refused(refusal: &Refusal) -> Written {
    let is_order = |offer: &&Offer| offer.words.verb == "orders-add";
    let (orders, instead): (Vec<&Offer>, Vec<&Offer>) = refusal.instead.iter().partition(is_order);
    let instead = instead.into_iter().cloned().collect();
    let why = narration::refuse(STYLE, &Refusal { instead, ..refusal.clone() });
    match orders.as_slice() {
        [] => long(&why),
        orders => orders::offered(STYLE, &why, orders),
    }
}

/// What is lost by it, and a button that does it all the same. What is too long for a button and
/// not to be found among the offers must be said in fewer words.
fn to_confirm(unsure: &Unsure) -> Written {
    let Unsure { turn, is_quiet, .. } = *unsure;
    let who = Whose::of(&unsure.acting_as);
    let acting_as = Some(unsure.acting_as.clone());
    let said = Chosen::ButtonPayload(ButtonPayload { words: unsure.words.clone(), acting_as });
    let marked = || Chosen::Marked { who, mark: mark(&unsure.words) };
    let fits = |act| CustomId::Sure { turn, act, is_quiet };
    let id = [Some(said), unsure.is_offered.then(marked)].into_iter().flatten().map(fits);
    let id = id.into_iter().find(|id| id.write().is_some());
    let label = say!(LOCALE, "confirm-do");
    let button = id.and_then(|id| set_up::button(&label, ButtonStyle::Danger, id));
    let why = narration::why(STYLE, &unsure.why);
    match button {
        Some(button) => {
            Written { components: vec![CreateActionRow::Buttons(vec![button])], ..long(&why) }
        }
        None => long(&format!("{why}\n{}", say!(STYLE, "confirm-too-long"))),
    }
}

/// What came of it, as the user may know it, and what they have left.
fn done(done: &Done) -> String {
    let mut lines: Vec<String> =
        done.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))).collect();
    if done.is_repeat {
        lines.push(say!(STYLE, "reply-done-already"));
    } else if lines.is_empty() {
        let set = |(key, value): &(String, String)| {
            say!(STYLE, "reply-set", setting = Set(words::setting(STYLE, key, value)))
        };
        lines.extend(done.set.as_ref().map(set));
        let told = |notice: &Notice| Some(notice::write(notice)?.content);
        lines.extend(done.notice.as_ref().filter(|_| done.set.is_none()).and_then(told));
    }
    lines.extend(done.brought.as_ref().map(brought));
    lines.extend(left(done));
    if lines.is_empty() {
        lines.push(say!(STYLE, "reply-seen"));
    }
    lines.join("\n")
}

/// The first fight of a system brings its commands into the server.
fn brought(brought: &Brought) -> String {
    let system = words::system(LOCALE, &brought.system);
    say!(STYLE, "commands-brought", system, is_shown = brought.is_shown)
}

/// The systems of a server, and how long each stays.
fn server(card: &ServerCard) -> String {
    if card.systems.is_empty() {
        return say!(STYLE, "commands-of-none", days = card.days);
    }
    let mut lines = vec![say!(STYLE, "commands-of", is_shown = card.is_shown, days = card.days)];
    lines.extend(card.systems.iter().map(|(system, until)| {
        let system = words::system(LOCALE, system);
        say!(STYLE, "commands-until", system, until = until.map(soon))
    }));
    lines.join("\n")
}

/// What is left of the turn of whoever acted.
fn left(done: &Done) -> Option<String> {
    let one = member(&done.view, done.who?)?;
    match one.mark {
        Mark::Acting => {}
        Mark::Spent if done.has_ended_turn => return Some(say!(STYLE, "reply-turn-over")),
        Mark::Spent | Mark::Ready | Mark::Out => return None,
    }
    let left = words::budget(LOCALE, &one.budget)?;
    Some(say!(LOCALE, "reply-left", budget = narration::capital(&left)))
}

/// The menus of what is left, or what may be done although the turn is over. In private, so all
/// that their controller knows may be in them.
fn with_rest_of_turn(mut text: String, done: &Done) -> Written {
    let Controls { rows: components, is_short } = rest_of_turn(done);
    if is_short {
        text += &format!("\n{}", say!(STYLE, "turn-more"));
    }
    Written { components, ..long(&text) }
}

fn rest_of_turn(done: &Done) -> Controls {
    let nothing = Controls { rows: Vec::new(), is_short: false };
    let Some(one) = done.who.and_then(|who| member(&done.view, who)) else { return nothing };
    match (done.turn, one.mark) {
        (Some(turn), Mark::Acting) => {
            let (name, acting_as) = (one.name.clone(), done.acting_as.clone());
            let (offers, around) = (done.offers.clone(), done.around.clone());
            let system = done.system;
            let (who, cockpit) = (one.id, None);
            let actor = Actor { who, name, acting_as, system, offers, around, cockpit };
            controls::controls(turn, &[actor])
        }
        _ => Controls { rows: out_of_turn(done), ..nothing },
    }
}

/// Acts of somebody whose turn it is not that cost nothing and need nothing but a word, such as
/// setting off what is held.
fn out_of_turn(done: &Done) -> Vec<CreateActionRow> {
    let one = done.who.and_then(|who| member(&done.view, who));
    if done.turn.is_some() || !one.is_some_and(|it| matches!(it.mark, Mark::Ready | Mark::Spent)) {
        return Vec::new();
    }
    let is_plain = |offer: &&Offer| {
        let Offer { words, cost, .. } = *offer;
        let verb = Game::act_verb(done.system, &words.verb);
        let is_more =
            |verb: &Verb| verb.is_begin || verb.is_final || !verb.to_tell(words).is_empty();
        words.slots.is_empty() && cost.is_empty() && !verb.is_none_or(is_more)
    };
    let plain = done.offers.iter().filter(is_plain);
    let button = |offer: &Offer| {
        let said =
            ButtonPayload { words: offer.words.clone(), acting_as: Some(done.acting_as.clone()) };
        let label = narration::offer_label(LOCALE, done.system, offer);
        set_up::button(&label, ButtonStyle::Secondary, CustomId::Say { said })
    };
    let buttons: Vec<CreateButton> = plain.filter_map(button).take(5).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

fn member(view: &View, who: engine::ids::CombatantId) -> Option<&MemberView> {
    view.everybody().find(|one| one.id == who)
}

fn shown(shown: &Shown) -> Written {
    match shown {
        Shown::Status { is_short, view, waiting, limits, seal, plannable, .. } => {
            let board = match is_short {
                true => status::board(view, waiting),
                false => status::in_full(view, waiting, limits, seal.as_deref()),
            };
            Written { components: orders::plan_buttons(plannable), ..board }
        }
        Shown::Forecast(card) => forecast::write(card),
        Shown::Map(view) => map(view),
        Shown::Guide(it) => guide::write(it),
        Shown::Mine { view, sheets } => mine(view, sheets),
        Shown::Log(page) => log(page),
        Shown::Export(it) => export(it),
        Shown::Orders(lists) => orders::list(STYLE, lists),
        Shown::Plan { whose, plan } => orders::plan(STYLE, whose, plan.as_ref()),
        Shown::Trials { whose, trials } => orders::trials(STYLE, whose, trials),
        Shown::Kept { until } => Written::text(say!(STYLE, "reply-kept", until = until.map(soon))),
        Shown::WaitOver => Written::text(say!(STYLE, "reply-wait-over")),
        Shown::DaysOfDice(days) => roll::days(days),
        Shown::Rolled { roll, sight } => roll::write(roll.as_ref(), *sight),
        Shown::Inbox(all) => inbox::write(all),
        Shown::Person { away_until, zone, quiet } => {
            let time = |minutes: i64| format!("{}:{:02}", minutes / 60, minutes % 60);
            let hours = quiet.map(|(from, to)| format!("{}–{}", time(from), time(to)));
            let away = say!(STYLE, "reply-away", until = away_until.map(soon));
            Written::text(format!("{away}\n{}", say!(STYLE, "reply-clock", zone, hours)))
        }
        Shown::Fights(lines) => fights(lines),
        Shown::Plain { is_on, is_server } => {
            Written::text(say!(STYLE, "plain-set", is_on = *is_on, is_server = *is_server))
        }
        Shown::Privacy(it) => privacy::write(it),
        Shown::Server(card) => Written::text(server(card)),
        Shown::Chosen(line) => {
            Written::text(say!(STYLE, "reply-chosen", channel = link(line.channel)))
        }
    }
}

/// The map as a picture, and as a strip for whoever cannot see it.
fn map(view: &View) -> Written {
    if view.zones.is_empty() {
        return Written::text(say!(STYLE, "reply-no-zones"));
    }
    let strip = strip(view).join("\n").replace('`', "'");
    let embed = CreateEmbed::new()
        .title(say!(LOCALE, "reply-map"))
        .description(format!("```\n{strip}\n```"))
        .field(say!(LOCALE, "status-zones"), fitting(&status::zones(view), FIELD), false);
    // In words it stands there already.
    let picture = picture(view).map(|drawn| Picture { in_words: String::new(), ..drawn });
    Written { embeds: vec![embed], picture, ..Written::default() }
}

fn mine(view: &View, sheets: &[Sheet]) -> Written {
    if sheets.is_empty() {
        return Written::text(say!(STYLE, "reply-plays-nobody"));
    }
    let most = 10;
    let room = (ALL_SHEETS / sheets.len().min(most)).min(DESCRIPTION);
    let embed = |sheet: &Sheet| {
        let mut lines = Vec::new();
        if let Some(one) = member(view, sheet.who) {
            let mut parts = Vec::from_iter(words::wounds(LOCALE, &view.system, &one.wounds));
            parts.extend(one.conditions.iter().map(|key| words::condition_with_end(LOCALE, key)));
            lines.push(parts.join(" · "));
            lines.push(status::more(one));
        }
        let offers = narration::offers(STYLE.of(&view.system), &sheet.offers);
        if !offers.is_empty() {
            lines.push(say!(STYLE, "reply-now", offers = Set(offers)));
        }
        match sheet.pages.as_slice() {
            [] => lines.push(facts(view, &sheet.body)),
            pages => lines.extend(pages.iter().map(shelf::in_a_line)),
        }
        if sheet.plan.is_some() {
            lines.extend(orders::plan_lines(STYLE, &sheet.name, sheet.plan.as_ref()));
        }
        lines.retain(|line| !line.is_empty());
        let text = cut(&lines.join("\n"), room);
        CreateEmbed::new().title(escaped(&sheet.name)).description(text)
    };
    let mut written =
        Written { embeds: sheets.iter().take(most).map(embed).collect(), ..Written::default() };
    if sheets.len() > most {
        written.content = say!(STYLE, "reply-first-of", most, count = sheets.len());
    }
    written
}

/// A sheet in one breath: `HP 8 · STR 2 · Hands longsword, dagger`. What is empty is left out.
fn facts(view: &View, body: &Value) -> String {
    let fields = body.as_object().into_iter().flatten();
    let fact = |(key, value): (&String, &Value)| {
        let text = match (key.as_str(), value) {
            ("zone" | "border", Value::Number(place)) => {
                let zone = place.as_u64().and_then(|place| view.zones.get(place as usize));
                zone.map(|zone| escaped(&zone.name))
            }
            (_, Value::Number(number)) => Some(number.to_string()),
            (_, Value::String(text)) => Some(escaped(&words::plain(text))),
            (_, Value::Bool(is)) => is.then(String::new),
            (_, Value::Array(list)) => {
                Some(list.iter().filter_map(name).collect::<Vec<_>>().join(", "))
            }
            (_, Value::Object(counted)) => {
                Some(name(value).unwrap_or_else(|| shelf::counts(counted)))
            }
            (_, Value::Null) => None,
        };
        let is_flag = value.is_boolean();
        let text = text.filter(|text| is_flag || !text.is_empty())?;
        Some(format!("**{}** {text}", words::field(LOCALE, key)).trim().to_string())
    };
    fields.filter_map(fact).collect::<Vec<_>>().join(" · ")
}

fn name(thing: &Value) -> Option<String> {
    let own = || thing.get("name")?.as_str().map(String::from);
    let name = thing.as_str().map(words::plain).or_else(own)?;
    Some(escaped(&name))
}

/// A page of the log, and buttons for those before it and for the latest.
fn log(page: &LogPage) -> Written {
    let is_about = |text: &String| {
        let is_in = |who: &String| text.to_lowercase().contains(&who.to_lowercase());
        page.who.is_empty() || page.who.iter().any(|who| is_in(&escaped(who)))
    };
    let lines =
        page.entries.iter().map(|entry| (entry.revision, log_line(entry, page.is_numbered)));
    let all: Vec<(i64, String)> = lines.filter(|(_, text)| is_about(text)).collect();
    // The latest are the ones wanted, so what is too long is cut at the front.
    let mut kept: Vec<&str> = Vec::new();
    let mut before = page.goes_on_before;
    let mut length = 0;
    for (at, (revision, text)) in all.iter().rev().enumerate() {
        length += text.chars().count() + 1;
        if at == page.most || (length > DESCRIPTION && at > 0) {
            break;
        }
        let is_first = at + 1 == all.len();
        before = if is_first { page.goes_on_before } else { Some(*revision) };
        kept.push(text);
    }
    kept.reverse();
    let written = match kept.as_slice() {
        [] => Written::text(say!(STYLE, "reply-log-empty")),
        lines => long(&lines.join("\n")),
    };
    Written { components: pages(page, before), ..written }
}

fn pages(page: &LogPage, before: Option<i64>) -> Vec<CreateActionRow> {
    let button = |label: String, words: Command| {
        let id = CustomId::Say { said: words.into() };
        set_up::button(&label, ButtonStyle::Secondary, id)
    };
    let asked = || page.asked.clone();
    let earlier = before.and_then(|before| {
        button(say!(LOCALE, "reply-log-earlier"), asked().with("before", before))
    });
    let latest = button(say!(LOCALE, "reply-log-latest"), asked()).filter(|_| page.is_earlier);
    let buttons: Vec<CreateButton> = earlier.into_iter().chain(latest).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons)).into_iter().collect()
}

fn log_line(entry: &Entry, is_numbered: bool) -> String {
    let told: Vec<String> =
        entry.told.iter().flat_map(|told| paragraphs(std::slice::from_ref(told))).collect();
    let done = |words: &Command| {
        let act = Set(escaped(&words.to_string()));
        say!(STYLE, "reply-log-done", verb = Key(&words.verb), act)
    };
    let what = match entry.words.as_ref() {
        _ if !told.is_empty() => told.join(" "),
        Some(words) => done(words),
        None => say!(STYLE, "reply-log-something"),
    };
    let what = Set(if entry.is_undone { format!("~~{what}~~") } else { what });
    let number = is_numbered.then_some(entry.revision);
    let (at, who) = (soon(entry.at), entry.user.map(mention));
    say!(STYLE, "reply-log-line", number, at, who, what)
}

fn export(export: &Export) -> Written {
    Written { paper: Some(paper(export)), ..Written::text(say!(STYLE, "reply-export")) }
}

/// A file to take away: its name and text.
pub fn paper(export: &Export) -> (String, String) {
    match export {
        Export::Story(story) => (story.name.clone(), story::write(story)),
        Export::File(name, text) => (name.clone(), text.clone()),
    }
}

fn fights(lines: &[FightLine]) -> Written {
    if lines.is_empty() {
        return Written::text(say!(STYLE, "reply-no-fights"));
    }
    let line = |one: &FightLine| {
        let (channel, is_gm, is_chosen) = (link(one.channel), one.is_gm, one.is_chosen);
        say!(STYLE, "reply-fight", fight = one.fight.to_string(), channel, is_gm, is_chosen)
    };
    let lines: Vec<String> = lines.iter().map(line).collect();
    let how = say!(STYLE, "reply-choose-fight");
    long(&format!("{}\n{how}", lines.join("\n")))
}
