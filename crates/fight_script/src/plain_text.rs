//! What is told at a table, as plain text: for transcripts, and for finding out what can be read.

use app::export::FightExport;
use app::free_rolls::FreeRoll;
use app::guide::GuideReply;
use app::input::{AwaitedPlayer, QueryResult};
use app::outbox::{
    Actor, MessageBody, MessageRecord, Notice, PromptCard, PromptOutcome, RecordEntry,
};
use discord::map;
use discord::messages::orders;
use engine::core::command::Refusal;
use engine::core::ids::UserId;
use engine::visibility::view::{FightView, MemberView};
use narration::{self, PLAIN, terms};

/// What a message tells of what happened, a line a paragraph.
pub fn record_lines(record: &MessageRecord) -> Vec<String> {
    let told = |one: &RecordEntry| {
        let mark = if one.is_undone { " (taken back)" } else { "" };
        narration::narrate(PLAIN, &one.narrative).into_iter().map(move |line| line + mark)
    };
    record.entries.iter().flat_map(told).collect()
}

/// A letter, a line a paragraph.
pub fn message_lines(
    view: &FightView,
    body: &MessageBody,
    name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    match body {
        MessageBody::Record | MessageBody::Deleted => Vec::new(),
        MessageBody::Prompt(card) => vec![prompt_line(card)],
        MessageBody::Prompts(cards) => cards.iter().map(prompt_line).collect(),
        MessageBody::Turn(card) => {
            let actor = |actor: &Actor| {
                let offers = narration::offers_summary(PLAIN, &actor.offers);
                format!("{}, it is your turn: {offers}", actor.name)
            };
            card.actors.iter().map(actor).collect()
        }
        MessageBody::Invitation(card) => {
            let offers = narration::offers_summary(PLAIN, &card.actor.offers);
            vec![format!("{} may answer: {offers}", card.actor.name)]
        }
        MessageBody::Reminder(card) => {
            let who = if card.awaited_names.is_empty() {
                "the GM".into()
            } else {
                card.awaited_names.join(", ")
            };
            vec![format!("Still waiting for {who}.")]
        }
        MessageBody::GmReminder(card) => {
            let names: Vec<&str> = card.actors.iter().map(|actor| actor.name.as_str()).collect();
            vec![format!("Everybody is waiting for you: {} can act.", names.join(", "))]
        }
        MessageBody::Summary { awaited: waiting } => status_lines(view, waiting, name),
        MessageBody::Notice(news) => vec![notice_line(news, name)],
        MessageBody::Report(report) => {
            vec![format!("{} rounds, {:?}", report.rounds, report.losses)]
        }
    }
}

fn prompt_line(card: &PromptCard) -> String {
    let question = narration::render_prompt(
        PLAIN,
        &card.subject,
        &card.combatant_names,
        &card.choices,
        &card.default_answer,
    );
    match &card.outcome {
        None => {
            let choice = |choice: &narration::PromptChoice| {
                format!("[{}]{}", choice.label, if choice.is_default { "*" } else { "" })
            };
            let choices: Vec<_> = question.choices.iter().map(choice).collect();
            format!("{} {}", question.text, choices.join(" "))
        }
        Some(outcome) => {
            let label = |words| narration::answer_label(PLAIN.locale, &card.subject, words);
            let how = match outcome {
                PromptOutcome::Answered(words) => format!("answer: {}", label(words)),
                PromptOutcome::Defaulted(words) => format!("no answer, so: {}", label(words)),
                PromptOutcome::Sealed => "answered".into(),
                PromptOutcome::Withdrawn => "not asked any more".into(),
                PromptOutcome::Undone(_) => "taken back".into(),
            };
            format!("{} ({how})", question.first_line())
        }
    }
}

fn notice_line(notice: &Notice, name: &dyn Fn(UserId) -> String) -> String {
    match notice {
        Notice::Opened { gm, .. } => format!("{} opens a fight.", name(*gm)),
        Notice::Undone { user: by, acts, .. } => {
            let told = acts.iter().flat_map(|act| &act.narrative);
            let told: Vec<_> = told.flat_map(|told| narration::narrate(PLAIN, told)).collect();
            format!("{} undoes: {}", name(*by), told.join(" ")).trim().to_string()
        }
        Notice::Redone { user: by } => format!("{} takes the undo back.", name(*by)),
        Notice::Paused { user: by } => format!("{} pauses the fight.", name(*by)),
        Notice::Resumed { user: by } => format!("{} lets the fight go on.", name(*by)),
        Notice::Asleep => "The fight falls asleep.".into(),
        Notice::Awake => "The fight is awake.".into(),
        Notice::GmHandedOver { from, to } => {
            format!("{} hands the fight over to {}.", name(*from), name(*to))
        }
        Notice::CoGmChanged { user, is_added: true } => format!("{} helps the GM.", name(*user)),
        Notice::CoGmChanged { user, is_added: false } => {
            format!("{} helps the GM no longer.", name(*user))
        }
        Notice::StandInChanged { name: who, user, .. } => match user {
            Some(user) => format!("{} plays {who} for now.", name(*user)),
            None => format!("{who} is played by their own player again."),
        },
        Notice::AbsencePolicyChanged { name: who, .. } => {
            format!("It is settled what {who} does while their player is absent.")
        }
        Notice::PlayerForgotten { names } => format!("The player of {names} is gone."),
        Notice::NpcAutoplayChanged { names, temperament: Some(_), .. } => {
            format!("{names}: played by the bot.")
        }
        Notice::NpcAutoplayChanged { names, temperament: None, .. } => {
            format!("{names}: played by the GM.")
        }
        Notice::PortraitChanged { name: who, is_set: true } => format!("{who} has a picture."),
        Notice::PortraitChanged { name: who, is_set: false } => format!("{who} has no picture."),
        Notice::FreeRoll { user: by, roll } => format!("{} rolls {}", name(*by), roll_line(roll)),
        Notice::SaltAdded { user: by, line } => {
            format!("{} mixes “{line}” into the dice.", name(*by))
        }
        Notice::PendingActMigrated => "The rules have changed: the rest is asked again.".into(),
        Notice::Undelivered { reason: why, .. } => format!("Something was not delivered: {why}"),
        Notice::PlanAbandoned { name: who, command: words, refusal: why } => {
            format!("{who} could not do /{words}: {}", narration::explain_refusal(PLAIN, why))
        }
        Notice::PlanDropped { name: who, command: words, .. } => {
            format!("{who} does no more of what was planned: /{words}")
        }
        Notice::DefaultRefused(refusal) => {
            format!("A default was refused: {}", narration::explain_refusal(PLAIN, refusal))
        }
    }
}

fn roll_line(roll: &FreeRoll) -> String {
    let faces: Vec<i32> =
        roll.pools.iter().flat_map(|pool| &pool.faces).map(|(face, _)| *face).collect();
    format!("{}: {faces:?} = {}", roll.expression, roll.total)
}

/// How a fight stands, as its viewer knows it.
pub fn status_lines(
    view: &FightView,
    waiting: &[AwaitedPlayer],
    name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    let mut lines = vec![match &view.outcome {
        Some(key) => terms::outcome_text(PLAIN.locale, key),
        None => format!("Round {}.", view.round),
    }];
    lines.extend(
        view.facts.iter().map(|(key, value)| terms::fight_fact_text(PLAIN.locale, key, value)),
    );
    let acting = view.groups.iter().filter(|group| group.is_current);
    lines.extend(
        acting.map(|group| format!("Acting: {}", terms::group_name(PLAIN.locale, &group.key))),
    );
    lines.extend(view.members_in_turn_order().into_iter().map(|one| member_line(view, one)));
    for (at, zone) in view.zones.iter().enumerate() {
        let here =
            view.members_in_zone(at).into_iter().filter(|(_, one)| one.position_feet.is_some());
        let here =
            here.map(|(_, one)| terms::name_with_mark(PLAIN.locale, &one.name, one.position_feet));
        let facts = zone.facts.iter();
        let facts = facts.map(|(key, value)| terms::zone_fact_text(PLAIN.locale, key, value));
        let parts: Vec<_> = here.chain(facts).collect();
        lines.push(format!("{}: {}", terms::zone_label(PLAIN.locale, zone), parts.join(", ")));
    }
    for one in waiting {
        let known = one.combatant.and_then(|who| view.members().find(|member| member.id == who));
        let user = one.user.map(name).unwrap_or_default();
        let who = known.map_or(user, |member| member.name.clone());
        lines.push(format!("Waiting for {who}."));
    }
    lines
}

fn member_line(view: &FightView, member: &MemberView) -> String {
    let mut parts = Vec::from_iter(terms::wounds_text(PLAIN.locale, &view.system, &member.wounds));
    parts.extend(member.conditions.iter().map(|key| terms::condition_with_end(PLAIN.locale, key)));
    let zone = member.zone.and_then(|zone| view.zones.get(usize::from(zone)));
    parts.extend(zone.map(|zone| zone.name.clone()));
    parts.push(terms::turn_mark_text(PLAIN.locale, member.turn_status));
    parts.extend(terms::budget_text(PLAIN.locale, &member.remaining_budget));
    parts.extend(
        member
            .facts
            .iter()
            .map(|(key, value)| terms::combatant_fact_text(PLAIN.locale, key, value)),
    );
    format!("  {} {}", member.name, parts.join(", "))
}

/// The answer to a look.
pub fn query_result_lines(shown: &QueryResult, name: &dyn Fn(UserId) -> String) -> Vec<String> {
    match shown {
        QueryResult::Status { view, awaited: waiting, .. } => status_lines(view, waiting, name),
        QueryResult::Forecast(card) => {
            vec![format!("A forecast of {} fights.", card.forecast.fights_played)]
        }
        QueryResult::Map(view) => map::format_strip(view),
        QueryResult::Guide(it) => guide_lines(it),
        QueryResult::OwnCombatants { view, sheets } => {
            let mut lines = status_lines(view, &[], name);
            for sheet in sheets {
                let offers = narration::offers_summary(PLAIN, &sheet.offers);
                lines.push(format!("{}: {}. {offers}", sheet.name, sheet.fields));
            }
            lines
        }
        QueryResult::Log(page) => page
            .entries
            .iter()
            .map(|entry| {
                let told = entry.narrative.iter().flat_map(|told| narration::narrate(PLAIN, told));
                let words = entry.command.iter().map(|words| format!("/{words}"));
                let undone = entry.is_undone.then(|| "(undone)".to_string());
                words.chain(told).chain(undone).collect::<Vec<_>>().join(" ")
            })
            .collect(),
        QueryResult::Export(FightExport::Story(story)) => {
            let told = story.entries.iter().flat_map(|entry| &entry.narrative);
            told.flat_map(|told| narration::narrate(PLAIN, told)).collect()
        }
        QueryResult::Export(FightExport::File(_, text)) => text.lines().map(String::from).collect(),
        QueryResult::StandingOrders(lists) => orders::format_order_lists(PLAIN, lists),
        QueryResult::Plan { combatant_name: whose, plan } => {
            orders::format_plan(PLAIN, whose, plan.as_ref())
        }
        QueryResult::OrderPreviews { combatant_name: whose, previews: trials } => {
            orders::format_order_previews(PLAIN, whose, trials)
        }
        QueryResult::AnswerHeld { .. } => vec!["kept".into()],
        QueryResult::DiceDays(days) => {
            days.iter().map(|day| format!("dice of {}", day.name)).collect()
        }
        QueryResult::DecoyDelayEnded => vec!["the wait is over".into()],
        QueryResult::FreeRoll { roll, .. } => roll.iter().map(roll_line).collect(),
        QueryResult::Inbox(all) => vec![format!("{} decisions wait", all.len())],
        QueryResult::Availability { away_until, .. } => {
            vec![away_until.map_or("not away".into(), |until| format!("away until {until}"))]
        }
        QueryResult::OpenFights(lines) => {
            lines.iter().map(|line| format!("fight {}", line.fight)).collect()
        }
        QueryResult::PlainText { is_enabled: is_on, .. } => vec![format!("plain {is_on}")],
        QueryResult::Privacy(it) => vec![format!("{it:?}")],
        QueryResult::ServerSystems(card) => {
            card.systems.iter().map(|(system, _)| system.clone()).collect()
        }
        QueryResult::FightChosen(line) => vec![format!("fight {}", line.fight)],
    }
}

fn guide_lines(guide: &GuideReply) -> Vec<String> {
    let why = |(on, refusal): &(Vec<String>, Refusal)| {
        format!("{} {}", on.join(", "), narration::refusal_with_rule(PLAIN, refusal))
            .trim()
            .to_string()
    };
    match guide {
        GuideReply::AvailableActs { view, offers, .. } => {
            narration::offers_by_cost(PLAIN, &view.system, offers)
        }
        GuideReply::Allowed { system, offers, .. } => {
            narration::offers_by_cost(PLAIN, system, offers)
        }
        GuideReply::MaybeAllowed { verb } => vec![format!("may say {verb}")],
        GuideReply::GmOrders { verbs } => vec![verbs.join(", ")],
        GuideReply::NotAllowed { refusals: all, .. } => all.iter().map(why).collect(),
        GuideReply::Rule(rule) => vec![rule.text.into()],
        GuideReply::MatchingRules(found) => found.iter().map(|rule| rule.id.to_string()).collect(),
        GuideReply::Rulebook(book) => book.rules().map(|rule| rule.id.to_string()).collect(),
    }
}
