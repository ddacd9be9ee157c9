//! A finished fight to take away: its story, its data, or a fight script that plays it again.
//!
//! Players get what they were shown; the GM gets all. A script holds every number of every NPC, so
//! it is the GM's.

mod ledger;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use content::{self, Fields};
use engine::core::command::{Command, Refusal, format_slots, quote_text};
use engine::core::dice::SeededDice;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, JoinRequest};
use engine::visibility::disclosure::Disclosure;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{JournalKind, JournalRow};

use crate::api::dice_ledger::DiceLedger;
use crate::api::dice_source::RollLog;
use crate::api::export::{ExportFormat, FightExport, StoryExport};
use crate::api::input::{InputReply, QueryResult, RequestContext};
use crate::delivery::report::build_report;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::roles::{GM_NAME, ViewerSet};
use crate::transaction::InputRecord;
use crate::transaction::journal_view::build_log_entry;

impl App {
    /// # Errors
    /// The store could not be read. Within: `not-over`, `not-gm`.
    pub(crate) async fn export_finished_fight(
        &self,
        state: &FightState,
        context: &RequestContext,
        format: ExportFormat,
    ) -> Result<InputReply, StoreError> {
        let refused = |refusal| Ok(InputReply::Refused(Box::new(refusal)));
        if !matches!(state.game.phase(), FightPhase::Over(_)) {
            return refused(Refusal::new("not-over", ""));
        }
        let eyes = state.viewers_for(context.user);
        if format == ExportFormat::Script && !eyes.is_gm() {
            return refused(Refusal::new("not-gm", "").with("verb", "export"));
        }
        let rows = self.load_effective_rows(state).await?;
        let export = self.build_export(state, &rows, &eyes, format).await?;
        Ok(InputReply::QueryResult(Box::new(QueryResult::Export(export))))
    }

    /// All that the GM of a fight can export of it, for whoever takes it away.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn export_all_formats(&self, fight: FightId) -> Result<Vec<FightExport>, StoreError> {
        let Some(now) = self.load_fight(fight).await? else { return Ok(Vec::new()) };
        let (rows, eyes) = (self.load_effective_rows(&now).await?, now.viewers_for(now.gm));
        let mut exports = Vec::new();
        for format in [ExportFormat::Story, ExportFormat::Json, ExportFormat::Script] {
            exports.push(self.build_export(&now, &rows, &eyes, format).await?);
        }
        Ok(exports)
    }

    async fn build_export(
        &self,
        state: &FightState,
        rows: &[JournalRow],
        viewers: &ViewerSet,
        format: ExportFormat,
    ) -> Result<FightExport, StoreError> {
        let name = format!("fight-{}", state.id);
        Ok(match format {
            ExportFormat::Story => {
                let name = format!("{name}.md");
                FightExport::Story(Box::new(StoryExport {
                    file_name: name,
                    ..build_story(state, rows, viewers)?
                }))
            }
            ExportFormat::Json => {
                let dice = self.load_dice_ledger(state, viewers).await?;
                let text =
                    build_json_export(state, &build_story(state, rows, viewers)?, viewers, &dice);
                FightExport::File(format!("{name}.json"), text)
            }
            ExportFormat::Script => {
                FightExport::File(format!("{name}.fight"), self.build_script(state, rows).await?)
            }
        })
    }

    /// The fight as a script that comes to the same end. For the GM and for tests: it holds all.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn export_script(&self, state: &FightState) -> Result<String, StoreError> {
        self.build_script(state, &self.load_effective_rows(state).await?).await
    }

    async fn build_script(
        &self,
        state: &FightState,
        rows: &[JournalRow],
    ) -> Result<String, StoreError> {
        let is_own_kit = self.inner.store.load_kit(state.guild, state.system()).await?.is_some();
        let mut script = ScriptWriter {
            system: state.system(),
            is_own_kit,
            text: String::new(),
            user_names: BTreeMap::new(),
        };
        let mut before: Option<Game> = None;
        for row in rows {
            let game: Game = from_json(&row.state)?;
            match (row.kind, before) {
                (JournalKind::Opened, _) => script.write_opening(row, &game)?,
                (JournalKind::Played, Some(before)) => {
                    script.write_row(state, row, &before, &game)?
                }
                (
                    JournalKind::Played
                    | JournalKind::Administrative
                    | JournalKind::Undone
                    | JournalKind::Redone,
                    _,
                ) => {}
            }
            before = Some(game);
        }
        if let FightPhase::Over(outcome) = state.game.phase() {
            let _ = writeln!(script.text, "end {outcome}");
        }
        Ok(script.text)
    }
}

fn build_story(
    state: &FightState,
    rows: &[JournalRow],
    viewers: &ViewerSet,
) -> Result<StoryExport, StoreError> {
    let standing: BTreeSet<i64> = rows.iter().map(|row| row.revision).collect();
    let mut entries = Vec::new();
    let earlier = std::iter::once(None).chain(rows.iter().map(Some));
    for (row, earlier) in rows.iter().zip(earlier) {
        entries.extend(build_log_entry(row, earlier, viewers, &standing)?);
    }
    let (name, view) = (String::new(), viewers.view_of(&state.game));
    Ok(StoryExport { file_name: name, view, report: build_report(rows, viewers)?, entries })
}

fn build_json_export(
    state: &FightState,
    story: &StoryExport,
    viewers: &ViewerSet,
    ledger: &Option<DiceLedger>,
) -> String {
    let mut whole = json!({
        "system": state.system(),
        "report": story.report,
        "end": story.view,
        "log": story.entries,
    });
    if let Some(dice) = ledger {
        whole["dice"] = json!(dice);
    }
    if viewers.is_gm() {
        whole["fight"] = state.game.full_state_json();
    }
    format!("{whole:#}\n")
}

/// A script as it grows, a line a row and its dice before it.
struct ScriptWriter {
    system: &'static str,
    /// What joins may be made of what the built-in kit does not have.
    is_own_kit: bool,
    text: String,
    /// What users are called: as the first combatant that they play.
    user_names: BTreeMap<UserId, String>,
}

impl ScriptWriter {
    /// A fight from a template begins with all that was kept of it.
    fn write_opening(&mut self, row: &JournalRow, game: &Game) -> Result<(), StoreError> {
        let InputRecord { command: words, .. } = from_json(&row.said)?;
        if matches!(words.verb.as_str(), "load" | "again") {
            let state = quote_text(&crate::state::fight_state::to_json(game)?, '\'');
            let _ = writeln!(self.text, "template {state}");
            return Ok(());
        }
        let _ = writeln!(self.text, "system {}", self.system);
        if words.has_slot("zones") {
            let _ = writeln!(self.text, "zones {}", quote_unless_plain(words.get("zones"), " -,"));
        }
        Ok(())
    }

    fn write_row(
        &mut self,
        state: &FightState,
        row: &JournalRow,
        before: &Game,
        after: &Game,
    ) -> Result<(), StoreError> {
        let said: InputRecord = from_json(&row.said)?;
        let name = |who: CombatantId| {
            let member = before.members().into_iter().find(|one| one.id == who);
            member.map_or_else(|| GM_NAME.to_string(), |one| one.name)
        };
        for (who, act) in &said.unseen_commands {
            // Whoever has planned nothing passes.
            if let Some(who) = who {
                self.write_planned_act(&name(*who), act);
            }
        }
        let dice = from_json::<RollLog>(&row.dice)?.rolled;
        if !dice.is_empty() {
            let dice: Vec<String> = dice.iter().map(|fallen| fallen.result.to_string()).collect();
            let _ = writeln!(self.text, "dice {}", dice.join(" "));
        }
        let actor = said.actor.map_or_else(|| GM_NAME.to_string(), name);
        let words = match said.is_quiet {
            true => said.command.clone().with("quiet", true),
            false => said.command.clone(),
        };
        match (said.prompt, words.verb.as_str()) {
            (Some(_), _) => {
                self.write_answer(&actor, &words);
                let by = said.actor.map_or(Initiator::Gm, Initiator::Combatant);
                // It was kept until the wait was over.
                if before
                    .open_prompts()
                    .iter()
                    .any(|prompt| prompt.is_hidden_from_public && prompt.respondent == by)
                {
                    self.write_skip(&actor);
                }
            }
            (None, "skip") => {
                let on = FightState::awaited_turn_in(before)
                    .and_then(|waited| waited.actors.first().copied());
                self.write_skip(&match on {
                    Some(Initiator::Combatant(who)) => name(who),
                    Some(Initiator::Gm) | None => GM_NAME.into(),
                });
            }
            (None, "join" | "add") => self.write_newcomers(state, row, &words, (before, after)),
            (None, _) => self.write_command(&actor, &words),
        }
        if said.ends_turn {
            self.write_skip(&actor);
        }
        Ok(())
    }

    /// An act that is done unseen as soon as its turn comes.
    fn write_planned_act(&mut self, actor: &str, act: &Command) {
        self.write_command(actor, &Command::new("queue-add").with("act", act));
        self.write_command(actor, &Command::new("queue-confirm"));
    }

    fn write_command(&mut self, actor: &str, command: &Command) {
        let _ = writeln!(self.text, "{}: /{command}", quote_actor_name(actor));
    }

    fn write_skip(&mut self, skipped: &str) {
        self.write_command(GM_NAME, &Command::new("skip").with("who", skipped));
    }

    fn write_answer(&mut self, actor: &str, command: &Command) {
        let (verb, whom) = (&command.verb, quote_actor_name(actor));
        let _ = writeln!(self.text, "{whom}: [{verb}] {whom}{}", format_slots(&command.slots));
    }

    /// Whoever was made from a sheet or a kit of the server's own is made from any archetype, and
    /// then set field by field.
    fn write_newcomers(
        &mut self,
        state: &FightState,
        row: &JournalRow,
        command: &Command,
        (before, after): (&Game, &Game),
    ) {
        let notes: Value = serde_json::from_str(&row.notes).unwrap_or_default();
        let joined = notes.as_array().into_iter().flatten().filter_map(|note| note.get("joined"));
        let joined: Vec<&Value> = joined.filter_map(|joined| joined.get(1)).collect();
        let name = |one: &&Value| one["name"].as_str().unwrap_or_default().to_string();
        let user = row.user.map(|user| UserId(user as u64)).filter(|user| *user != state.gm);
        let first = || joined.first().map(name).unwrap_or_default();
        let called = match user {
            Some(user) => self.user_names.entry(user).or_insert_with(first).clone(),
            None => GM_NAME.into(),
        };
        let made =
            content::make_body_from_built_in(self.system, command.get("from"), &Fields::new());
        if !self.is_own_kit && !command.has_slot("sheet") && made.is_ok() {
            return self.write_command(&called, command);
        }
        let kind = if command.verb == "join" {
            content::TemplateKind::Archetype
        } else {
            content::TemplateKind::Creature
        };
        let kit = content::built_in_kit(self.system)
            .map(|kit| kit.template_names(kind))
            .unwrap_or_default();
        let from = kit.first().map_or("", String::as_str);
        let mut game = before.clone();
        for one in &joined {
            let name = name(one);
            let body = after.find_combatant(Viewer::Gm, &name).and_then(|who| after.body_json(who));
            let body = body.unwrap_or_default();
            // What counts when they join.
            let sides = ["side", "faction"].into_iter().filter_map(|side| {
                let text = body[side].as_str().filter(|text| !text.is_empty())?;
                Some((side.to_string(), text.to_string()))
            });
            let sides: Fields = sides.collect();
            let own = one["true_name"].as_str();
            let mut plain = Command::new(&command.verb).with("name", own.unwrap_or(&name));
            plain = plain.with("from", from);
            plain.slots.extend(sides.clone());
            if one["is_hidden"] == true {
                plain = plain.with("hidden", true);
            }
            if own.is_some() {
                plain = plain.with("alias", &name);
            }
            if command.has_slot("show") {
                plain = plain.with("show", command.get("show"));
            }
            self.write_command(&called, &plain);
            let made = content::make_body_from_built_in(self.system, from, &sides).ok();
            let joined = made.and_then(|body| {
                let guise = Disclosure::new(name.clone());
                let joining = JoinRequest { disclosure: guise, user, sheet: None, body };
                game.add_combatant(joining, &mut SeededDice::new(0)).ok()
            });
            let Some(joined) = joined else { continue };
            let (set, orders) = build_adjust_orders(joined.game, &name, &body);
            game = set;
            orders.iter().for_each(|order| self.write_command(GM_NAME, order));
        }
    }
}

/// The orders that make somebody what they are, each as soon as it is taken: what has bounds comes
/// after them. And the fight once they are given.
fn build_adjust_orders(mut game: Game, name: &str, target_body: &Value) -> (Game, Vec<Command>) {
    let now =
        |game: &Game| game.find_combatant(Viewer::Gm, name).and_then(|who| game.body_json(who));
    let mut orders = Vec::new();
    let mut open: Vec<_> = target_body.as_object().into_iter().flatten().collect();
    loop {
        let before = orders.len();
        open.retain(|(field, value)| {
            if now(&game).is_some_and(|body| body[field.as_str()] == **value) {
                return false;
            }
            let order = Command::new("adjust").with("who", name).with("field", field);
            let order = order.with("value", value);
            let taken = game.perform_order(&order, &mut SeededDice::new(0));
            let is_open = taken.is_err();
            if let Ok(happened) = taken {
                game = happened.game;
                orders.push(order);
            }
            is_open
        });
        if orders.len() == before {
            return (game, orders);
        }
    }
}

/// A name at the start of a line, where other letters have a meaning of their own.
fn quote_actor_name(name: &str) -> String {
    quote_unless_plain(name, "-_.+")
}

/// In quotes unless it is all letters, figures and such marks.
fn quote_unless_plain(text: &str, marks: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || marks.contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_string(),
        false => quote_text(text, '"'),
    }
}
