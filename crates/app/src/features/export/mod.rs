//! Exports a finished fight: its story, its data, a page to watch it again, or a fight script that
//! plays it again.
//!
//! Players get what they were shown; the GM gets everything. A script holds every number of every
//! NPC, so it is for the GM alone. Somebody who has no part in the fight gets the replay, with what
//! everybody may know.

mod ledger;
mod visible_ids;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use content::{self, Fields};
use engine::core::command::{Command, Refusal, format_slots, quote_and_escape_text};
use engine::core::dice::SeededDice;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, JoinRequest};
use engine::visibility::disclosure::Disclosure;
use engine::visibility::view::{FightView, Viewer, VisibleAttack};
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{JournalKind, JournalRow};

use crate::api::dice_ledger::DiceLedger;
use crate::api::dice_source::RollLog;
use crate::api::export::{
    ExportFormat, FightExport, FightPlace, ReplayExport, ReplayReader, StoryExport,
};
use crate::api::fight_log::LogEntry;
use crate::api::input::{InputReply, QueryResult, RequestContext};
use crate::api::report::FightReport;
use crate::api::speech::{DESCRIBE_VERB, TEXT_SLOT};
use crate::commands::roster::capitalise_each_word;
use crate::commands::scenes::SCENE_VERB;
use crate::delivery::recent_events::MAX_SEARCHED_INPUTS;
use crate::delivery::report::build_report;
use crate::features::export::visible_ids::to_json_with_renumbered_ids;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::state::roles::GM_NAME;
use crate::transaction::InputRecord;
use crate::transaction::journal_view::{
    build_log_entry_from_game_if_visible, build_log_entry_if_visible,
};

impl App {
    /// Exports a fight that is over, as far as the user may know it. Scripts are for GMs alone.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner refusal is `not-over` or `not-gm`.
    pub(crate) async fn export_finished_fight(
        &self,
        state: &FightState,
        context: &RequestContext,
        format: ExportFormat,
    ) -> Result<InputReply, StoreError> {
        let refuse = |refusal| Ok(InputReply::Refused(Box::new(refusal)));
        if !matches!(state.game.phase(), FightPhase::Over(_)) {
            return refuse(Refusal::new("not-over", ""));
        }
        let perspective = state.perspective_of_user(context.user);
        if format == ExportFormat::Script && !perspective.is_gm() {
            return refuse(Refusal::new("not-gm", "").with("verb", "export"));
        }
        let rows = self.load_effective_rows(state).await?;
        let export = self.build_export(state, &rows, &perspective, format).await?;
        Ok(InputReply::QueryResult(Box::new(QueryResult::Export(export))))
    }

    /// Exports a fight in all formats as its GM may; empty where there is no such fight.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn export_all_formats_as_gm(
        &self,
        fight: FightId,
    ) -> Result<Vec<FightExport>, StoreError> {
        let Some(state) = self.load_fight(fight).await? else { return Ok(Vec::new()) };
        let (rows, perspective) =
            (self.load_effective_rows(&state).await?, state.perspective_of_user(state.gm));
        let mut exports = Vec::new();
        let formats =
            [ExportFormat::Story, ExportFormat::Json, ExportFormat::Script, ExportFormat::Replay];
        for format in formats {
            exports.push(self.build_export(&state, &rows, &perspective, format).await?);
        }
        Ok(exports)
    }

    /// Builds the file of an export from these rows: the story and the JSON as the viewers may know
    /// the fight, the script in full.
    async fn build_export(
        &self,
        state: &FightState,
        rows: &[JournalRow],
        perspective: &Perspective,
        format: ExportFormat,
    ) -> Result<FightExport, StoreError> {
        let name = format!("fight-{}", state.id);
        Ok(match format {
            ExportFormat::Story => {
                let name = format!("{name}.md");
                let mut story = self.load_story(state, rows, perspective).await?;
                if !perspective.is_gm() {
                    number_visible_rows(&mut story.entries, None);
                }
                FightExport::Story(Box::new(StoryExport { file_name: name, ..story }))
            }
            ExportFormat::Json => {
                let mut dice = self.load_dice_ledger_hiding_secrets(state, perspective).await?;
                let mut story = self.load_story(state, rows, perspective).await?;
                if !perspective.is_gm() {
                    number_visible_rows(&mut story.entries, dice.as_mut());
                }
                let text = build_json_export(state, &story, perspective, &dice)?;
                FightExport::File(format!("{name}.json"), text)
            }
            ExportFormat::Script => FightExport::File(
                format!("{name}.fight"),
                self.build_fight_script(state, rows).await?,
            ),
            ExportFormat::Replay => {
                let mut dice = self.load_dice_ledger_hiding_secrets(state, perspective).await?;
                let undone_speech_rows = self.load_undone_speech_rows(state, rows).await?;
                let name = format!("{name}.html");
                let mut replay = build_replay(state, rows, &undone_speech_rows, perspective, name)?;
                let view = replay.story.view;
                replay.story.view =
                    self.with_portraits_and_last_attacks(state, perspective, view).await?;
                if !perspective.is_gm() {
                    number_visible_rows(&mut replay.story.entries, dice.as_mut());
                    number_visible_combatants(&mut replay);
                }
                FightExport::Replay(Box::new(ReplayExport {
                    dice: dice.map(|dice| json!(dice)),
                    ..replay
                }))
            }
        })
    }

    /// Builds the story of these rows, which must be all that were not undone, as the viewers may
    /// know it. Words in character are told even if what was played at that moment was undone.
    async fn load_story(
        &self,
        state: &FightState,
        rows: &[JournalRow],
        perspective: &Perspective,
    ) -> Result<StoryExport, StoreError> {
        build_story(state, rows, &self.load_undone_speech_rows(state, rows).await?, perspective)
    }

    /// Loads the rows with words in character that are not among `rows`, because they were undone:
    /// the words were posted and stay in the log. `rows` must be all that were not undone.
    async fn load_undone_speech_rows(
        &self,
        state: &FightState,
        rows: &[JournalRow],
    ) -> Result<Vec<JournalRow>, StoreError> {
        let effective: BTreeSet<i64> = rows.iter().map(|row| row.revision).collect();
        let mut undone_speech_rows = Vec::new();
        for revision in self.inner.store.load_speech_revisions(state.id).await? {
            if !effective.contains(&revision) {
                undone_speech_rows
                    .extend(self.inner.store.load_journal_row(state.id, revision).await?);
            }
        }
        Ok(undone_speech_rows)
    }

    /// Exports the fight as a script that leads to the same end. For the GM and for tests: it
    /// reveals everything.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn export_script(&self, state: &FightState) -> Result<String, StoreError> {
        self.build_fight_script(state, &self.load_effective_rows(state).await?).await
    }

    /// Writes the fight script of these rows, which must be oldest first and not undone, and its
    /// outcome.
    async fn build_fight_script(
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
        let mut previous_game: Option<Game> = None;
        for row in rows {
            let game: Game = from_json(&row.state)?;
            match (row.kind, previous_game) {
                (JournalKind::Opened, _) => script.write_opening(row, &game)?,
                (JournalKind::Played, Some(previous_game)) => {
                    script.write_row(state, row, &previous_game, &game)?
                }
                (JournalKind::Administrative, _) => script.write_speech(row)?,
                (JournalKind::Played | JournalKind::Undone | JournalKind::Redone, _) => {}
            }
            previous_game = Some(game);
        }
        if let FightPhase::Over(outcome) = state.game.phase() {
            let _ = writeln!(script.text, "end {outcome}");
        }
        Ok(script.text)
    }
}

/// Builds the story of these rows as the viewers may know it, with a report. `undone_speech_rows`
/// are undone rows whose words in character were posted. The file has no name yet.
fn build_story(
    state: &FightState,
    rows: &[JournalRow],
    undone_speech_rows: &[JournalRow],
    perspective: &Perspective,
) -> Result<StoryExport, StoreError> {
    let effective: BTreeSet<i64> = rows.iter().map(|row| row.revision).collect();
    let mut entries = Vec::new();
    let mut previous = None;
    for row in merge_rows(rows, undone_speech_rows) {
        entries.extend(build_log_entry_if_visible(row, previous, perspective, &effective)?);
        // What was undone does not count for the round of what follows.
        if effective.contains(&row.revision) {
            previous = Some(row);
        }
    }
    let (name, view) = (String::new(), perspective.view_of(&state.game));
    let report = build_report(rows, perspective)?;
    let place = FightPlace { guild: state.guild, channel: state.channel };
    Ok(StoryExport { file_name: name, view, report, entries, place })
}

/// Returns the rows and the undone ones with speech in the order in which they were written.
fn merge_rows<'a>(
    rows: &'a [JournalRow],
    undone_speech_rows: &'a [JournalRow],
) -> Vec<&'a JournalRow> {
    let mut merged: Vec<&JournalRow> = rows.iter().chain(undone_speech_rows).collect();
    merged.sort_by_key(|row| row.revision);
    merged
}

/// Builds the replay of these rows as the viewers may know it, without its dice: the entries of the
/// story, and how the fight stood after each of them.
fn build_replay(
    state: &FightState,
    rows: &[JournalRow],
    undone_speech_rows: &[JournalRow],
    perspective: &Perspective,
    file_name: String,
) -> Result<ReplayExport, StoreError> {
    let effective: BTreeSet<i64> = rows.iter().map(|row| row.revision).collect();
    let (mut entries, mut views) = (Vec::new(), Vec::new());
    let mut recent_attacks = RecentAttacks::default();
    let mut current_view = FightView::default();
    for row in merge_rows(rows, undone_speech_rows) {
        let game: Game = from_json(&row.state)?;
        let round_before = current_view.round;
        // What was undone does not come back for the words that were posted then.
        if effective.contains(&row.revision) {
            current_view = perspective.view_of(&game);
        }
        let entry = build_log_entry_from_game_if_visible(
            row,
            &game,
            round_before,
            perspective,
            &effective,
        )?;
        if let Some(entry) = entry {
            recent_attacks.record_attacks_of_entry_or_age(&entry);
            views.push(FightView {
                last_attacks: recent_attacks.attacks_if_recent(),
                ..current_view.clone()
            });
            entries.push(entry);
        }
    }
    let story = StoryExport {
        file_name,
        view: perspective.view_of(&state.game),
        report: build_report(rows, perspective)?,
        entries,
        place: FightPlace { guild: state.guild, channel: state.channel },
    };
    let reader = match perspective.viewer {
        Viewer::Gm => ReplayReader::Gm,
        Viewer::Public => ReplayReader::Onlooker,
        Viewer::Player(_) => ReplayReader::Player(own_combatant_names(state, perspective)),
    };
    Ok(ReplayExport { story, views, dice: None, reader })
}

/// Numbers the rows of an export 1, 2, 3, … in their order. The numbers of the journal also count
/// inputs that players may not know of.
fn number_visible_rows(entries: &mut [LogEntry], dice: Option<&mut DiceLedger>) {
    let mut no_rows = Vec::new();
    let dice_rows = dice.map_or(&mut no_rows, |dice| &mut dice.rows);
    let told = entries.iter().map(|entry| entry.revision);
    let rolled = dice_rows.iter().map(|row| row.revision);
    let revisions: BTreeSet<i64> = told.chain(rolled).collect();
    let revisions: Vec<i64> = revisions.into_iter().collect();
    // The number is how many of the rows come up to this one; it also works for a `back_to` whose
    // row is not in the file.
    let number_of =
        |revision: i64| revisions.partition_point(|visible| *visible <= revision) as i64;
    for entry in entries {
        entry.revision = number_of(entry.revision);
    }
    for row in dice_rows {
        row.revision = number_of(row.revision);
        row.back_to = row.back_to.map(number_of);
    }
}

/// Numbers the combatants in the views of a replay 0, 1, 2, … in the order of their ids, which also
/// count those that players may not know of.
fn number_visible_combatants(replay: &mut ReplayExport) {
    let mut ids: BTreeSet<CombatantId> = BTreeSet::new();
    for view in replay.views.iter().chain([&replay.story.view]) {
        ids.extend(view.members().map(|member| member.id));
    }
    let numbers: BTreeMap<CombatantId, CombatantId> =
        ids.into_iter().zip((0..).map(CombatantId)).collect();
    for view in replay.views.iter_mut().chain([&mut replay.story.view]) {
        view.renumber_combatants(&numbers);
    }
}

/// The attacks of the last entry that told of one, as boards show them: as long as hardly anything
/// was told since.
#[derive(Default)]
struct RecentAttacks {
    attacks: Vec<VisibleAttack>,
    /// The number of entries that told something after the attacks.
    told_since: usize,
}

impl RecentAttacks {
    /// Remembers the attacks of an entry; one without attacks makes the earlier ones older.
    fn record_attacks_of_entry_or_age(&mut self, entry: &LogEntry) {
        let Some(narrative) = &entry.narrative else { return };
        let attacks = narrative.attacks_between_known_combatants();
        if attacks.is_empty() {
            self.told_since += 1;
        } else {
            *self = Self { attacks, told_since: 0 };
        }
    }

    /// Returns the attacks of the last entry that had any; empty where too many entries came since.
    fn attacks_if_recent(&self) -> Vec<VisibleAttack> {
        let is_recent = self.told_since < MAX_SEARCHED_INPUTS;
        if is_recent { self.attacks.clone() } else { Vec::new() }
    }
}

/// Returns the names of the combatants that a player plays or is lent, as the player knows them.
fn own_combatant_names(state: &FightState, perspective: &Perspective) -> Vec<String> {
    let view = perspective.view_of(&state.game);
    let is_own = |user: Option<UserId>| user.map(Viewer::Player) == Some(perspective.viewer);
    view.members().filter(|member| is_own(member.user)).map(|member| member.name.clone()).collect()
}

/// The part of a JSON export that tells the fight.
#[derive(Serialize)]
struct ExportedStory<'a> {
    system: &'a str,
    report: &'a FightReport,
    #[serde(rename = "end")]
    final_view: &'a FightView,
    #[serde(rename = "log")]
    entries: &'a [LogEntry],
}

/// Formats the export as JSON. The whole state of the fight is in the GM's export only.
///
/// # Errors
/// Fails if something cannot be written as JSON.
fn build_json_export(
    state: &FightState,
    story: &StoryExport,
    perspective: &Perspective,
    ledger: &Option<DiceLedger>,
) -> Result<String, StoreError> {
    let story = ExportedStory {
        system: state.system(),
        report: &story.report,
        final_view: &story.view,
        entries: &story.entries,
    };
    let mut document = match perspective.is_gm() {
        true => serde_json::to_value(&story),
        false => to_json_with_renumbered_ids(&story),
    }
    .map_err(|error| StoreError::from_unreadable_json(&error))?;
    if let Some(dice) = ledger {
        document["dice"] = json!(dice);
    }
    if perspective.is_gm() {
        document["fight"] = state.game.full_state_json();
    }
    Ok(format!("{document:#}\n"))
}

/// Writes a fight script, one line per journal row and its dice before it.
struct ScriptWriter {
    system: &'static str,
    /// The server's own kit may have joined combatants that the built-in kit does not have.
    is_own_kit: bool,
    text: String,
    /// The names of users in the script: the first combatant that each plays.
    user_names: BTreeMap<UserId, String>,
}

impl ScriptWriter {
    /// Writes how the fight was opened. A fight from a template begins with the stored state.
    fn write_opening(&mut self, row: &JournalRow, game: &Game) -> Result<(), StoreError> {
        let InputRecord { command, .. } = from_json(&row.said)?;
        if matches!(command.verb.as_str(), "load" | "again") {
            let state = quote_and_escape_text(&crate::state::fight_state::to_json(game)?, '\'');
            let _ = writeln!(self.text, "template {state}");
            return Ok(());
        }
        let _ = writeln!(self.text, "system {}", self.system);
        if command.has_slot("zones") {
            let _ =
                writeln!(self.text, "zones {}", quote_unless_plain(command.get("zones"), " -,"));
        }
        Ok(())
    }

    /// Writes the lines that play one row again: planned acts of hidden turns, its dice, its
    /// command, and a skip where the turn ended or an answer was kept.
    fn write_row(
        &mut self,
        state: &FightState,
        row: &JournalRow,
        before: &Game,
        after: &Game,
    ) -> Result<(), StoreError> {
        let input: InputRecord = from_json(&row.said)?;
        for (who, act) in &input.unseen_commands {
            // A turn without a plan passes on its own.
            if let Some(who) = who {
                self.write_planned_act(&name_in_script(before, Some(*who)), act);
            }
        }
        let dice = from_json::<RollLog>(&row.dice)?.rolled;
        if !dice.is_empty() {
            let dice: Vec<String> = dice.iter().map(|roll| roll.result.to_string()).collect();
            let _ = writeln!(self.text, "dice {}", dice.join(" "));
        }
        let actor = name_in_script(before, input.actor);
        let mut command = input.command.clone();
        if input.is_quiet {
            command = command.with("quiet", true);
        }
        match (input.prompt, command.verb.as_str()) {
            (Some(_), _) => {
                self.write_answer(&actor, &command);
                if has_hidden_prompt_for(before, input.actor) {
                    // The answer was kept until the decoy delay was over.
                    self.write_skip(&actor);
                }
            }
            (None, "skip") => {
                let turn = FightState::turn_awaited_once_no_prompt_open(before);
                let skipped = match turn.and_then(|turn| turn.actors.first().copied()) {
                    Some(Initiator::Combatant(who)) => Some(who),
                    Some(Initiator::Gm) | None => None,
                };
                self.write_skip(&name_in_script(before, skipped));
            }
            (None, "join" | "add") => {
                self.write_joins_and_adjustments(
                    state,
                    row,
                    &command,
                    &list_combatants_joined_in_row(row),
                    before,
                    after,
                );
            }
            (None, SCENE_VERB) => self.write_scene_orders(state, row, &input.steps, before, after),
            (None, _) => self.write_command(&actor, &command),
        }
        if input.ends_turn {
            self.write_skip(&actor);
        }
        Ok(())
    }

    /// Writes the line that posts the words of a row, if it has any.
    fn write_speech(&mut self, row: &JournalRow) -> Result<(), StoreError> {
        let input: InputRecord = from_json(&row.said)?;
        if let Some(speech) = input.speech() {
            // A line of a script is one line.
            let text = speech.text.replace('\n', " ");
            self.write_command(&speech.name, &Command::new(DESCRIBE_VERB).with(TEXT_SLOT, text));
        }
        Ok(())
    }

    /// Writes an act that a hidden turn performs when it comes.
    fn write_planned_act(&mut self, actor: &str, act: &Command) {
        self.write_command(actor, &Command::new("queue-add").with("act", act));
        self.write_command(actor, &Command::new("queue-confirm"));
    }

    /// Writes a line in which somebody types a command.
    fn write_command(&mut self, actor: &str, command: &Command) {
        let _ = writeln!(self.text, "{}: /{command}", quote_actor_name(actor));
    }

    /// Writes the line in which the GM skips somebody.
    fn write_skip(&mut self, skipped: &str) {
        self.write_command(GM_NAME, &Command::new("skip").with("who", skipped));
    }

    /// Writes the line in which somebody answers a prompt.
    fn write_answer(&mut self, actor: &str, command: &Command) {
        let (verb, whom) = (&command.verb, quote_actor_name(actor));
        let _ = writeln!(self.text, "{whom}: [{verb}] {whom}{}", format_slots(&command.slots));
    }

    /// Writes the orders that a scene stands for, so that the script does not need the scene.
    fn write_scene_orders(
        &mut self,
        state: &FightState,
        row: &JournalRow,
        steps: &[Command],
        before: &Game,
        after: &Game,
    ) {
        let newcomers = list_combatants_joined_in_row(row);
        let mut game = before.clone();
        for step in steps {
            if step.verb == "add" {
                let is_of_step = |newcomer: &&Value| newcomer["name"] == step.get("name");
                let joined: Vec<Value> = newcomers.iter().filter(is_of_step).cloned().collect();
                game = self.write_joins_and_adjustments(state, row, step, &joined, &game, after);
                continue;
            }
            self.write_command(GM_NAME, step);
            if let Ok(outcome) = game.perform_order(step, &mut SeededDice::new(0)) {
                game = outcome.game;
            }
        }
    }

    /// Writes the combatants that joined. Those of the built-in kit take one line. Those made from
    /// a sheet or a custom kit are made from any archetype and then adjusted field by field.
    ///
    /// Returns the game in which adjustments of the next ones are tried out: `before` with those
    /// that were adjusted. The ones of the built-in kit are not in it, as nobody's adjustments
    /// depend on them.
    fn write_joins_and_adjustments(
        &mut self,
        state: &FightState,
        row: &JournalRow,
        command: &Command,
        joined: &[Value],
        before: &Game,
        after: &Game,
    ) -> Game {
        let user = row.user.map(|user| UserId(user as u64)).filter(|user| *user != state.gm);
        let first_name = || joined.first().map(public_name_of_newcomer).unwrap_or_default();
        let actor_name = match user {
            Some(user) => self.user_names.entry(user).or_insert_with(first_name).clone(),
            None => GM_NAME.into(),
        };
        let built_in_body =
            content::make_body_from_built_in(self.system, command.get("from"), &Fields::new());
        if !self.is_own_kit && !command.has_slot("sheet") && built_in_body.is_ok() {
            self.write_kit_joins(&actor_name, command, joined);
            return before.clone();
        }
        self.write_adjusted_joins(&actor_name, user, command, joined, before, after)
    }

    /// Writes the one line with which combatants of the built-in kit join.
    fn write_kit_joins(&mut self, actor_name: &str, command: &Command, joined: &[Value]) {
        let true_name = |newcomer: &Value| {
            let true_name = newcomer["true_name"].as_str();
            true_name.map_or_else(|| public_name_of_newcomer(newcomer), String::from)
        };
        let true_names: Vec<String> = joined.iter().map(true_name).collect();
        self.write_command(actor_name, &with_localized_name_if_unnamed(command, &true_names));
    }

    /// Writes combatants that the built-in kit does not have: each joins from its first template
    /// and is then adjusted field by field to the body that it has in `after`. Returns the game
    /// with them.
    fn write_adjusted_joins(
        &mut self,
        actor_name: &str,
        user: Option<UserId>,
        command: &Command,
        joined: &[Value],
        before: &Game,
        after: &Game,
    ) -> Game {
        let kind = if command.verb == "join" {
            content::TemplateKind::Archetype
        } else {
            content::TemplateKind::Creature
        };
        let kit = content::built_in_kit(self.system);
        let template_names = kit.map(|kit| kit.template_names(kind)).unwrap_or_default();
        let template_name = template_names.first().map_or("", String::as_str);
        let mut game = before.clone();
        for newcomer in joined {
            let name = public_name_of_newcomer(newcomer);
            let body = after.find_combatant(Viewer::Gm, &name).and_then(|who| after.body_json(who));
            let target_body = body.unwrap_or_default();
            let sides = side_fields_of_body(&target_body);
            let mut join_command = build_join_command(command, newcomer, template_name);
            join_command.slots.extend(sides.clone());
            self.write_command(actor_name, &join_command);
            let template_body =
                content::make_body_from_built_in(self.system, template_name, &sides).ok();
            let outcome = template_body.and_then(|body| {
                let disclosure = Disclosure::new(name.clone());
                let request = JoinRequest { disclosure, user, sheet: None, body };
                game.add_combatant(request, &mut SeededDice::new(0)).ok()
            });
            let Some(outcome) = outcome else { continue };
            let (adjusted_game, orders) =
                build_adjust_orders_to_reach_body(outcome.game, &name, &target_body);
            game = adjusted_game;
            for order in &orders {
                self.write_command(GM_NAME, order);
            }
        }
        game
    }
}

/// Returns the name of a combatant as a script calls it; that of the GM for `None` and for a
/// combatant that is not there.
fn name_in_script(game: &Game, who: Option<CombatantId>) -> String {
    let mut members = game.list_present_members().into_iter();
    let member = members.find(|member| Some(member.id) == who);
    member.map_or_else(|| GM_NAME.to_string(), |member| member.name)
}

/// Returns whether a prompt that the public must not know of is open for a combatant, or for the GM
/// (`None`).
fn has_hidden_prompt_for(game: &Game, who: Option<CombatantId>) -> bool {
    let respondent = who.map_or(Initiator::Gm, Initiator::Combatant);
    let prompts = game.open_prompts();
    prompts.iter().any(|prompt| prompt.is_hidden_from_public && prompt.respondent == respondent)
}

/// Returns the name under which all know a combatant that joined.
fn public_name_of_newcomer(newcomer: &Value) -> String {
    newcomer["name"].as_str().unwrap_or_default().to_string()
}

/// Returns the command with which a combatant joins from a template, hidden and under an alias as
/// it did with `command`.
fn build_join_command(command: &Command, newcomer: &Value, template_name: &str) -> Command {
    let public_name = public_name_of_newcomer(newcomer);
    let true_name = newcomer["true_name"].as_str();
    let mut join_command = Command::new(&command.verb)
        .with("name", true_name.unwrap_or(&public_name))
        .with("from", template_name);
    if newcomer["is_hidden"] == true {
        join_command = join_command.with("hidden", true);
    }
    if true_name.is_some() {
        join_command = join_command.with("alias", &public_name);
    }
    if command.has_slot("show") {
        join_command = join_command.with("show", command.get("show"));
    }
    join_command
}

/// Returns the fields of a body that say its side, which matters at the moment of joining.
fn side_fields_of_body(body: &Value) -> Fields {
    let mut fields = Fields::new();
    for field in ["side", "faction"] {
        let side = body[field].as_str().unwrap_or_default();
        if !side.is_empty() {
            fields.insert(field.to_string(), side.to_string());
        }
    }
    fields
}

/// Returns the combatants that joined in a row.
fn list_combatants_joined_in_row(row: &JournalRow) -> Vec<Value> {
    let events: Value = serde_json::from_str(&row.notes).unwrap_or_default();
    let mut newcomers = Vec::new();
    for event in events.as_array().into_iter().flatten() {
        // `{"joined": [id, newcomer, …]}`
        if let Some(newcomer) = event.get("joined").and_then(|joined| joined.get(1)) {
            newcomers.push(newcomer.clone());
        }
    }
    newcomers
}

/// Returns a command with the name that NPCs added without a name got in the language of their
/// server, which a script does not know. An English name follows from the creature.
fn with_localized_name_if_unnamed(command: &Command, names: &[String]) -> Command {
    let Some(first_name) = names.first() else { return command.clone() };
    let is_unnamed = command.verb == "add" && !command.has_slot("name");
    let is_english = first_name.starts_with(&capitalise_each_word(command.get("from")));
    if !is_unnamed || is_english {
        return command.clone();
    }
    if names.len() == 1 {
        return command.clone().with("name", first_name);
    }
    // Several are numbered, and are so again.
    let base_name = first_name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    command.clone().with("name", base_name.trim_end())
}

/// Returns the orders that turn a combatant into `target_body`, in an order that the rules accept,
/// since bounds may depend on other fields; and the game after them.
fn build_adjust_orders_to_reach_body(
    mut game: Game,
    name: &str,
    target_body: &Value,
) -> (Game, Vec<Command>) {
    let mut orders = Vec::new();
    let mut open_fields: Vec<(&String, &Value)> =
        target_body.as_object().into_iter().flatten().collect();
    loop {
        let order_count_before = orders.len();
        let mut refused_fields = Vec::new();
        for (field, value) in open_fields {
            if has_field_value(&game, name, field, value) {
                continue;
            }
            let order = Command::new("adjust").with("who", name).with("field", field);
            let order = order.with("value", value);
            let result = game.perform_order(&order, &mut SeededDice::new(0));
            if let Ok(outcome) = result {
                game = outcome.game;
                orders.push(order);
            } else {
                refused_fields.push((field, value));
            }
        }
        // Each accepted order may have moved a bound, so the refused ones are tried again.
        if orders.len() == order_count_before {
            return (game, orders);
        }
        open_fields = refused_fields;
    }
}

/// Returns whether a field of the named combatant's body has this value.
fn has_field_value(game: &Game, name: &str, field: &str, value: &Value) -> bool {
    let Some(who) = game.find_combatant(Viewer::Gm, name) else { return false };
    game.body_json(who).is_some_and(|body| body[field] == *value)
}

/// Quotes a name at the start of a script line unless it is plain.
fn quote_actor_name(name: &str) -> String {
    quote_unless_plain(name, "-_.+")
}

/// Quotes a text unless it consists of letters, digits and the given marks.
fn quote_unless_plain(text: &str, allowed_marks: &str) -> String {
    let is_plain_char =
        |character: char| character.is_alphanumeric() || allowed_marks.contains(character);
    match !text.is_empty() && text.chars().all(is_plain_char) {
        true => text.to_string(),
        false => quote_and_escape_text(text, '"'),
    }
}
