//! Renders what a table shows as plain text: for transcripts, and to check what players can read.

use app::export::FightExport;
use app::fight_log::LogEntry;
use app::free_rolls::FreeRoll;
use app::guide::GuideReply;
use app::input::{CombatantSheet, QueryResult};
use app::outbox::{
    Actor, AwaitedPlayer, MessageBody, MessageRecord, Notice, PromptCard, PromptOutcome,
    RecordEntry,
};
use discord::map;
use discord::messages::orders;
use engine::core::command::Refusal;
use engine::core::ids::UserId;
use engine::visibility::view::{FightView, MemberView};
use narration::{self, PLAIN, terms};

/// Renders the events that a message tells, one line for each paragraph.
pub fn narrate_record(record: &MessageRecord) -> Vec<String> {
    let are_alike = |entry: &RecordEntry, next: &RecordEntry| entry.is_undone == next.is_undone;
    let mut lines = Vec::new();
    for entries in record.entries.chunk_by(are_alike) {
        let is_undone = entries.iter().any(|entry| entry.is_undone);
        let mark = if is_undone { " (taken back)" } else { "" };
        let narratives: Vec<_> = entries.iter().map(|entry| entry.narrative.clone()).collect();
        for line in narration::narrate_all_merging_joins(PLAIN, &narratives) {
            lines.push(line + mark);
        }
    }
    lines
}

/// Renders the body of a message, one line for each paragraph.
pub fn message_lines(
    view: &FightView,
    body: &MessageBody,
    user_name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    match body {
        MessageBody::Record
        | MessageBody::Deleted
        | MessageBody::SpeechDeleted { .. }
        | MessageBody::OpenThread(_)
        | MessageBody::ArchiveOrReopenThread { .. } => Vec::new(),
        MessageBody::Prompt(card) => vec![prompt_line(card)],
        MessageBody::Prompts(cards) => cards.iter().map(prompt_line).collect(),
        MessageBody::Turn(card) => {
            let actor = |actor: &Actor| {
                let offers = narration::offers_summary(PLAIN, &actor.offers).unwrap_or_default();
                format!("{}, it is your turn: {offers}", actor.name)
            };
            card.actors.iter().map(actor).collect()
        }
        MessageBody::Invitation(card) => {
            let offers = narration::offers_summary(PLAIN, &card.actor.offers).unwrap_or_default();
            vec![format!("{} may answer: {offers}", card.actor.name)]
        }
        MessageBody::Reminder(card) => {
            let names = if card.awaited_names.is_empty() {
                "the GM".into()
            } else {
                card.awaited_names.join(", ")
            };
            vec![format!("Still waiting for {names}.")]
        }
        MessageBody::GmReminder(card) => {
            let names: Vec<&str> = card.actors.iter().map(|actor| actor.name.as_str()).collect();
            vec![format!("Everybody is waiting for you: {} can act.", names.join(", "))]
        }
        MessageBody::Summary { awaited } => status_lines(view, awaited, user_name),
        // It is struck through: what it told before is no news.
        MessageBody::Notice(Notice::Undone { is_redone: true, .. }) => Vec::new(),
        MessageBody::Notice(notice) => vec![notice_line(notice, user_name)],
        MessageBody::Speech(card) => vec![format!("{}: {}", card.name, card.text)],
        MessageBody::RoundDigest(digest) => {
            vec![format!("Round {}: {} attacks", digest.round, digest.attack_count)]
        }
        MessageBody::Report(report) => {
            let names = |names: &[String]| match names {
                [] => "nobody".to_string(),
                names => names.join(", "),
            };
            let losses: Vec<String> =
                report.losses.iter().map(|(name, loss)| format!("{name} {loss}")).collect();
            vec![format!(
                "Rounds: {}. Down: {}. Left: {}. Losses: {}.",
                report.rounds,
                names(&report.down),
                names(&report.left),
                names(&losses)
            )]
        }
    }
}

/// Renders a prompt in a line: the question with its choices, or how it ended.
fn prompt_line(card: &PromptCard) -> String {
    let rendered = narration::render_prompt(
        PLAIN,
        &card.subject,
        &card.combatant_names,
        &card.choices,
        &card.default_answer,
    );
    match &card.outcome {
        None => {
            let format_choice = |choice: &narration::PromptChoice| {
                format!("[{}]{}", choice.label, if choice.is_default { "*" } else { "" })
            };
            let choices: Vec<_> = rendered.choices.iter().map(format_choice).collect();
            format!("{} {}", rendered.text, choices.join(" "))
        }
        Some(outcome) => {
            let label = |command| narration::answer_label(PLAIN.locale, &card.subject, command);
            let outcome_text = match outcome {
                PromptOutcome::Answered(command) => format!("answer: {}", label(command)),
                PromptOutcome::Defaulted(command) => format!("no answer, so: {}", label(command)),
                PromptOutcome::Sealed => "answered".into(),
                PromptOutcome::Withdrawn => "not asked any more".into(),
                PromptOutcome::Undone(_) => "taken back".into(),
            };
            format!("{} ({outcome_text})", rendered.first_line())
        }
    }
}

/// Renders a notice in a line of English, which is not the bot's own sentence.
fn notice_line(notice: &Notice, user_name: &dyn Fn(UserId) -> String) -> String {
    match notice {
        Notice::Opened { gm, .. } => format!("{} opens a fight.", user_name(*gm)),
        Notice::Undone { user, acts, .. } => {
            let narratives = acts.iter().flat_map(|act| &act.narrative);
            let lines: Vec<_> =
                narratives.flat_map(|narrative| narration::narrate(PLAIN, narrative)).collect();
            format!("{} undoes: {}", user_name(*user), lines.join(" ")).trim().to_string()
        }
        Notice::Redone { user } => format!("{} takes the undo back.", user_name(*user)),
        Notice::Paused { user } => format!("{} pauses the fight.", user_name(*user)),
        Notice::Resumed { user } => format!("{} lets the fight go on.", user_name(*user)),
        Notice::Moved { user } => format!("{} moves the fight here.", user_name(*user)),
        Notice::Asleep => "The fight falls asleep.".into(),
        Notice::Awake => "The fight is awake.".into(),
        Notice::PendingActMigrated => "The rules have changed: the rest is asked again.".into(),
        Notice::FreeRoll { user, roll } => {
            format!("{} rolls {}", user_name(*user), roll_line(roll))
        }
        Notice::SaltAdded { user, line } => {
            format!("{} mixes “{line}” into the dice.", user_name(*user))
        }
        Notice::Following { is_on } => format!("follows: {is_on}"),
        Notice::FollowingEnded => "follows no more: the channel is not seen".into(),
        Notice::GmHandedOver { .. }
        | Notice::CoGmChanged { .. }
        | Notice::StandInChanged { .. }
        | Notice::AbsencePolicyChanged { .. }
        | Notice::PlayerForgotten { .. }
        | Notice::NpcAutoplayChanged { .. }
        | Notice::PortraitChanged { .. } => player_role_notice_line_or_empty(notice, user_name),
        Notice::SpeechChanged { .. }
        | Notice::WordsNotPosted { .. }
        | Notice::WordsNotChanged { .. }
        | Notice::WordsTakenOut { .. } => speech_notice_line_or_empty(notice),
        Notice::Blocked { .. }
        | Notice::ThreadNotOpened { .. }
        | Notice::Undelivered { .. }
        | Notice::PlanAbandoned { .. }
        | Notice::PlanDropped { .. }
        | Notice::DefaultRefused(_) => failure_notice_line_or_empty(notice),
    }
}

/// Renders a notice about who plays whom; empty for any other notice.
fn player_role_notice_line_or_empty(
    notice: &Notice,
    user_name: &dyn Fn(UserId) -> String,
) -> String {
    match notice {
        Notice::GmHandedOver { from, to } => {
            format!("{} hands the fight over to {}.", user_name(*from), user_name(*to))
        }
        Notice::CoGmChanged { user, is_added: true } => {
            format!("{} helps the GM.", user_name(*user))
        }
        Notice::CoGmChanged { user, is_added: false } => {
            format!("{} helps the GM no longer.", user_name(*user))
        }
        Notice::StandInChanged { name: combatant, user, .. } => match user {
            Some(user) => format!("{} plays {combatant} for now.", user_name(*user)),
            None => format!("{combatant} is played by their own player again."),
        },
        Notice::AbsencePolicyChanged { name: combatant, .. } => {
            format!("It is settled what {combatant} does while their player is absent.")
        }
        Notice::PlayerForgotten { names } => format!("The player of {names} is gone."),
        Notice::NpcAutoplayChanged { names, temperament: Some(_), .. } => {
            format!("{names}: played by the bot.")
        }
        Notice::NpcAutoplayChanged { names, temperament: None, .. } => {
            format!("{names}: played by the GM.")
        }
        Notice::PortraitChanged { name: combatant, is_set: true } => {
            format!("{combatant} has a picture.")
        }
        Notice::PortraitChanged { name: combatant, is_set: false } => {
            format!("{combatant} has no picture.")
        }
        _ => String::new(),
    }
}

/// Renders a notice about words in character; empty for any other notice.
fn speech_notice_line_or_empty(notice: &Notice) -> String {
    match notice {
        Notice::SpeechChanged { name, change } => {
            format!("{name}: words {change:?}")
        }
        Notice::WordsNotPosted { name, reason, .. } => {
            format!("{name}: words not posted, {reason:?}")
        }
        Notice::WordsNotChanged { name, .. } => format!("{name}: words not changed"),
        Notice::WordsTakenOut { name, .. } => format!("{name}: words taken out"),
        _ => String::new(),
    }
}

/// Renders a notice about what could not be posted or done; empty for any other notice.
fn failure_notice_line_or_empty(notice: &Notice) -> String {
    match notice {
        Notice::Blocked { text, .. } => format!("The server blocks a text: {text}"),
        Notice::ThreadNotOpened { reason, .. } => format!("No thread was opened: {reason}"),
        Notice::Undelivered { reason, .. } => format!("Something was not delivered: {reason}"),
        Notice::PlanAbandoned { name: combatant, command, refusal } => {
            format!(
                "{combatant} could not do /{command}: {}",
                narration::explain_refusal(PLAIN, refusal)
            )
        }
        Notice::PlanDropped { name: combatant, command, .. } => {
            format!("{combatant} does no more of what was planned: /{command}")
        }
        Notice::DefaultRefused(refusal) => {
            format!("A default was refused: {}", narration::explain_refusal(PLAIN, refusal))
        }
        _ => String::new(),
    }
}

/// Renders a free roll in a line: the expression, all faces, the total and the comment.
fn roll_line(roll: &FreeRoll) -> String {
    let faces: Vec<i32> =
        roll.pools.iter().flat_map(|pool| &pool.faces).map(|rolled| rolled.face).collect();
    let comment = roll.comment.iter().map(|comment| format!(" # {comment}")).collect::<String>();
    format!("{}: {faces:?} = {}{comment}", roll.expression, roll.total)
}

/// Renders the state of a fight, as its viewer knows it: round or outcome, facts, who acts, a line
/// for each combatant and each zone, and who is waited for.
pub fn status_lines(
    view: &FightView,
    awaited: &[AwaitedPlayer],
    user_name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    let mut lines = vec![match &view.outcome {
        Some(key) => terms::outcome_text(PLAIN.locale, key),
        None => format!("Round {}.", view.round),
    }];
    lines.extend(view.facts.iter().map(|fact| terms::fight_fact_text(PLAIN.locale, fact)));
    let current_groups = view.groups.iter().filter(|group| group.is_current);
    lines.extend(
        current_groups
            .map(|group| format!("Acting: {}", terms::group_name(PLAIN.locale, &group.key))),
    );
    lines.extend(view.members_in_turn_order().into_iter().map(|member| member_line(view, member)));
    for (index, zone) in view.zones.iter().enumerate() {
        let members_on_line = view
            .members_in_zone_by_group_or_position(index)
            .into_iter()
            .filter(|(_, member)| member.position_feet.is_some());
        let names = members_on_line.map(|(_, member)| {
            terms::name_with_position(PLAIN.locale, &member.name, member.position_feet)
        });
        let facts = zone.facts.iter().map(|fact| terms::zone_fact_text(PLAIN.locale, fact));
        let parts: Vec<_> = names.chain(facts).collect();
        lines.push(format!("{}: {}", terms::zone_label(PLAIN.locale, zone), parts.join(", ")));
    }
    for player in awaited {
        let member =
            player.combatant.and_then(|who| view.members().find(|member| member.id == who));
        let user_name = player.user.map(user_name).unwrap_or_default();
        let awaited_name = member.map_or(user_name, |member| member.name.clone());
        lines.push(format!("Waiting for {awaited_name}."));
    }
    lines
}

/// Renders a combatant's state in a line, as the viewer knows it.
fn member_line(view: &FightView, member: &MemberView) -> String {
    let (wounds, conditions) =
        terms::distinct_wounds_text_and_condition_keys(PLAIN.locale, &view.system, member);
    let mut parts = Vec::from_iter(wounds);
    parts.extend(conditions.into_iter().map(|key| terms::condition_with_end(PLAIN.locale, key)));
    let zone = member.zone.and_then(|zone| view.zones.get(usize::from(zone)));
    parts.extend(zone.map(|zone| zone.name.clone()));
    parts.push(terms::turn_mark_text(PLAIN.locale, member.turn_status));
    parts.extend(terms::budget_text(PLAIN.locale, &member.remaining_budget));
    parts.extend(member.facts.iter().map(|fact| terms::combatant_fact_text(PLAIN.locale, fact)));
    parts.extend(terms::side_name_unless_obvious(PLAIN.locale, view, member));
    format!("  {} {}", member.name, parts.join(", "))
}

/// Renders the reply to a read-only request, or to a command about settings.
pub fn query_result_lines(
    result: &QueryResult,
    user_name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    match result {
        QueryResult::Status { view, awaited, .. } => status_lines(view, awaited, user_name),
        QueryResult::Forecast(card) => {
            vec![format!("A forecast of {} fights.", card.forecast.fights_played)]
        }
        QueryResult::Encounter(card) => {
            card.line_ups.iter().map(|line_up| line_up.to_typed_text()).collect()
        }
        QueryResult::Map(view) => map::format_text_map(view),
        QueryResult::Guide(reply) => guide_lines(reply),
        QueryResult::OwnCombatants { view, sheets } => {
            let mut lines = status_lines(view, &[], user_name);
            lines.extend(sheets.iter().map(sheet_line));
            lines
        }
        QueryResult::Log(page) => page.entries.iter().map(log_line).collect(),
        QueryResult::Combatants { view, combatants, .. } => {
            let shown = view.members().filter(|member| combatants.contains(&member.id));
            shown.map(|member| member_line(view, member)).collect()
        }
        QueryResult::Explanation(explanation) => {
            let rules = explanation.rules.iter().map(|rule| rule.id.to_string());
            explanation.entries.iter().map(log_line).chain(rules).collect()
        }
        QueryResult::UndoChoice(choice) => vec![format!("undo {:?} acts", choice.steps)],
        QueryResult::SpeechAuthor(author) => {
            let user = author.user.map_or_else(|| "the GM".to_string(), user_name);
            vec![format!("{user} wrote that as {}", author.name)]
        }
        QueryResult::Export(export) => export_lines(export),
        QueryResult::StandingOrders(lists) => orders::format_order_lists(PLAIN, lists),
        QueryResult::Plan { combatant_name, plan } => {
            orders::format_plan(PLAIN, combatant_name, plan.as_ref())
        }
        QueryResult::OrderPreviews { combatant_name, previews } => {
            orders::format_order_previews(PLAIN, combatant_name, previews)
        }
        QueryResult::DiceDays(days) => {
            days.iter().map(|day| format!("dice of {}", day.name)).collect()
        }
        QueryResult::FreeRoll { roll, .. } => roll.iter().map(roll_line).collect(),
        QueryResult::Inbox(decisions) => vec![format!("{} decisions wait", decisions.len())],
        QueryResult::FightChoice { fights, .. } | QueryResult::OpenFights(fights) => {
            fights.iter().map(|summary| format!("fight {}", summary.fight)).collect()
        }
        QueryResult::BlockPreview { actors, .. } => {
            actors.iter().map(|actor| format!("suggestion for {}", actor.name)).collect()
        }
        QueryResult::BlockPlayed(played) => vec![format!("{played:?}")],
        QueryResult::Privacy(reply) => vec![format!("{reply:?}")],
        QueryResult::ServerSystems(card) => {
            card.systems.iter().map(|(system, _)| system.clone()).collect()
        }
        QueryResult::AnswerHeld { .. }
        | QueryResult::DecoyDelayEnded
        | QueryResult::Availability { .. }
        | QueryResult::PresentationChosen { .. }
        | QueryResult::SpeechAllowed(_)
        | QueryResult::FightChosen(_) => vec![setting_reply_line_or_empty(result)],
    }
}

/// Renders the sheet of a combatant in a line, with what it can do now.
fn sheet_line(sheet: &CombatantSheet) -> String {
    let offers = narration::offers_summary(PLAIN, &sheet.offers).unwrap_or_default();
    format!("{}: {}. {offers}", sheet.name, sheet.fields)
}

/// Renders an export: the paragraphs of a story, the lines of a file, or how long a replay is.
fn export_lines(export: &FightExport) -> Vec<String> {
    match export {
        FightExport::Story(story) => {
            let narratives = story.entries.iter().filter_map(|entry| entry.narrative.clone());
            narration::narrate_all_merging_joins(PLAIN, &narratives.collect::<Vec<_>>())
        }
        FightExport::Replay(replay) => {
            vec![format!("A replay with {} states.", replay.views.len())]
        }
        FightExport::File(_, text) => text.lines().map(String::from).collect(),
    }
}

/// Renders the reply to a command about settings, or to an answer that is held back, in a line;
/// empty for any other result.
fn setting_reply_line_or_empty(result: &QueryResult) -> String {
    match result {
        QueryResult::AnswerHeld { .. } => "kept".into(),
        QueryResult::DecoyDelayEnded => "the wait is over".into(),
        QueryResult::Availability { away_until, .. } => {
            away_until.map_or("not away".into(), |until| format!("away until {until}"))
        }
        QueryResult::PresentationChosen { presentation, .. } => format!("{presentation:?}"),
        QueryResult::SpeechAllowed(is_allowed) => format!("characters speak here: {is_allowed}"),
        QueryResult::FightChosen(summary) => format!("fight {}", summary.fight),
        _ => String::new(),
    }
}

/// Renders an entry of the log in a line: the command if it is known, and the events.
fn log_line(entry: &LogEntry) -> String {
    let mut parts = Vec::new();
    if let Some(command) = &entry.command {
        parts.push(format!("/{command}"));
    }
    if let Some(narrative) = &entry.narrative {
        parts.extend(narration::narrate(PLAIN, narrative));
    }
    if let Some(speech) = &entry.speech {
        parts.push(format!("{}: {}", speech.name, speech.text));
    }
    if entry.is_undone {
        parts.push("(undone)".to_string());
    }
    parts.join(" ")
}

/// Renders a guide's answer in lines: acts, reasons, rule texts or only rule ids.
fn guide_lines(guide: &GuideReply) -> Vec<String> {
    let format_reason = |(targets, refusal): &(Vec<String>, Refusal)| {
        format!("{} {}", targets.join(", "), narration::refusal_with_rule(PLAIN, refusal))
            .trim()
            .to_string()
    };
    match guide {
        GuideReply::AvailableActs { view, offers, .. } => {
            narration::offer_lines_by_verb_and_cost(PLAIN, &view.system, offers)
        }
        GuideReply::Allowed { system, offers, .. } => {
            narration::offer_lines_by_verb_and_cost(PLAIN, system, offers)
        }
        GuideReply::MaybeAllowed { verb } => vec![format!("may say {verb}")],
        GuideReply::FirstSteps { .. } => vec!["first steps".into()],
        GuideReply::GmOrders { verbs } => vec![verbs.join(", ")],
        GuideReply::NotAllowed { refusals, .. } => refusals.iter().map(format_reason).collect(),
        GuideReply::Rule(rule) => vec![rule.text.into()],
        GuideReply::MatchingRules(found) => found.iter().map(|rule| rule.id.to_string()).collect(),
        GuideReply::Rulebook(book) => book.rules().map(|rule| rule.id.to_string()).collect(),
    }
}
