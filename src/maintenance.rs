//! Maintenance commands for whoever runs the bot: check the environment, back up, restore, copy and
//! prune the database, audit an exported fight. Each returns the text to print, or an error text.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::SignedDuration;
use riposte::app::App;
use riposte::app::audit::{self, AuditResult};
use riposte::app::clock::{Clock, WallClock};
use riposte::app::dice_source;
use riposte::discord::check::{self, CheckResult};
use riposte::discord::messages::reply::to_export_file;
use riposte::store::backup::{self, DatabaseSummary, MaintenanceError};
use riposte::store::database::Database;
use riposte::store::database_copy::{self, CopySummary};
use riposte::store::error::StoreError;
use riposte::store::ids::FightId;
use riposte::store::io_problem::describe_io_error;
use riposte::store::pruning::FightPruner;
use serde_json::Value;

use crate::config::Config;

/// Copies the database to a new file and checks the copy. Returns the text to print.
pub async fn back_up(database: &Database, file: &Path) -> Result<String, String> {
    let summary =
        backup::back_up_and_check_file(database, file).await.map_err(|error| error.to_string())?;
    Ok(format!("{} is whole, {} fights.", file.display(), summary.fight_count))
}

/// Replaces the database by a backup. The previous file is kept beside it under a name with the
/// time. Returns the text to print.
pub async fn restore(database: &Database, backup_file: &Path) -> Result<String, String> {
    let timestamp = WallClock.now().strftime("%Y%m%d-%H%M%S").to_string();
    let previous = backup::restore_file_keeping_previous(database, backup_file, &timestamp)
        .await
        .map_err(|error| error.to_string())?;
    let kept =
        previous.map(|previous| format!("; what was there is kept as {}", previous.display()));
    Ok(format!("{database} is in place{}.", kept.unwrap_or_default()))
}

/// Copies all rows of a database to an empty one and compares them. Returns the text to print.
///
/// # Errors
/// A database cannot be used, the target is not empty, or the two differ; the error is a sentence.
pub async fn copy(from: &Database, to: &Database) -> Result<String, String> {
    let CopySummary { table_count: tables, row_count: rows } =
        database_copy::copy_database(from, to)
            .await
            .map_err(|error| format!("Nothing was moved. {error}"))?;
    Ok(format!("{to} has all of {from}: {rows} rows in {tables} tables, compared one by one."))
}

/// Deletes the fights that have been over for `days` days. If a folder is given, each is exported
/// into it first. With `is_dry_run`, nothing is changed and the text says what would be deleted.
///
/// # Errors
/// Fails if the database cannot be used or the folder cannot be written. Fails at the end if fights
/// could not be exported: those stay, and the text names them.
pub async fn prune_fights(
    database: &Database,
    days: i64,
    folder: Option<&Path>,
    is_dry_run: bool,
) -> Result<String, String> {
    let pruning = FightPruner::open(database).await.map_err(|error| error.to_string())?;
    let mut totals = PruneTotals::default();
    let outcome =
        export_and_delete_finished_fights(&pruning, days, folder, is_dry_run, &mut totals).await;
    pruning.store.close().await;
    let space_text =
        outcome.map_err(|error| format!("{error}\nBefore that: {totals} were taken away."))?;
    let over = format!("{totals}, over for {days} days");
    let report = if is_dry_run {
        format!("Would be taken away: {over}.")
    } else {
        format!("Gone: {over}. {space_text}")
    };
    match totals.kept_fights.as_slice() {
        [] => Ok(report),
        kept => Err(format!("{report}\nKept, because not exported:\n{}", kept.join("\n"))),
    }
}

/// Why pruning stopped.
#[derive(Debug, thiserror::Error)]
enum PruneError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Maintenance(#[from] MaintenanceError),
    #[error("{}: {}", folder.display(), describe_io_error(error))]
    Folder { folder: PathBuf, error: std::io::Error },
}

/// How much was deleted; `bytes` counts the rows as JSON text.
#[derive(Default)]
struct PruneTotals {
    fights: usize,
    rows: usize,
    bytes: usize,
    /// The fights that could not be exported, each with the reason.
    kept_fights: Vec<String>,
}

impl fmt::Display for PruneTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fights, rows, bytes, .. } = self;
        write!(f, "{fights} fights with {rows} rows ({})", ByteSize(*bytes as i64))
    }
}

struct ByteSize(i64);

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} MB", self.0 as f64 / 1e6)
    }
}

/// Writes a fight into a folder: its rows, and its export in every format.
async fn export_fight(
    app: &App,
    fight: FightId,
    rows: &str,
    folder: &Path,
) -> Result<(), PruneError> {
    let rows_file = (format!("fight-{fight}.rows.json"), rows.to_string());
    let exports = app.export_all_formats_as_gm(fight).await?;
    for (name, text) in exports.iter().map(to_export_file).chain([rows_file]) {
        backup::create_owner_only_file_or_accept_identical(&folder.join(name), &text)?;
    }
    Ok(())
}

/// Exports and deletes the finished fights, and adds to `totals` what was deleted and what was
/// kept. Returns a text about the disk space that became free, empty with `is_dry_run`.
async fn export_and_delete_finished_fights(
    pruner: &FightPruner,
    days: i64,
    folder: Option<&Path>,
    is_dry_run: bool,
    totals: &mut PruneTotals,
) -> Result<String, PruneError> {
    let app = App::new(pruner.store.clone(), Arc::new(WallClock), dice_source::os_random_dice());
    let end = WallClock.now() - SignedDuration::from_hours(24 * days);
    let size_before = pruner.store.load_file_size().await?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| PruneError::Folder { folder: folder.into(), error })?;
    }
    for fight in pruner.load_closed_fights_idle_and_delivered(end.as_millisecond()).await? {
        let rows = pruner.load_fight_rows(fight).await?;
        let text = Value::from(rows.clone()).to_string();
        if let Some(folder) = folder {
            match export_fight(&app, fight, &text, folder).await {
                // The fight is damaged, or another export of it is there: the others go on.
                Err(
                    error @ (PruneError::Store(StoreError::Corrupt(_))
                    | PruneError::Maintenance(MaintenanceError::AlreadyExists(_))),
                ) => {
                    totals.kept_fights.push(format!("Fight {fight}: {error}"));
                    continue;
                }
                exported => exported?,
            }
        }
        if is_dry_run || pruner.delete_fight_if_closed(fight).await? {
            let count = |rows: &Value| rows.as_array().map_or(0, Vec::len);
            totals.fights += 1;
            totals.rows += rows.values().map(count).sum::<usize>();
            totals.bytes += text.len();
        }
    }
    if is_dry_run {
        return Ok(String::new());
    }
    let free_bytes = pruner.shrink_and_load_free_bytes().await?;
    let Some((size_before, size_after)) = size_before.zip(pruner.store.load_file_size().await?)
    else {
        return Ok("The server fills their room again by itself.".into());
    };
    Ok(format_freed_space(size_before, size_after, free_bytes))
}

/// Says how the size of the file has changed, and how much in it will be filled again.
fn format_freed_space(size_before: i64, size_after: i64, free_bytes: i64) -> String {
    let file =
        format!("The file had {}, and has {} now", ByteSize(size_before), ByteSize(size_after));
    match free_bytes {
        0 => format!("{file}."),
        _ => format!(
            "{file}. {} are free in it and will be filled again. To have them on the disk, stop \
             the bot once and run this again.",
            ByteSize(free_bytes)
        ),
    }
}

/// Checks database, `.env` file, token and Discord, and returns the report: one line per check,
/// which begins with `ok`, `warn` or `bad`.
///
/// # Errors
/// Any check failed; the error is the whole report.
pub async fn check_environment(config: &Config) -> Result<String, String> {
    let mut results =
        vec![CheckResult { name: "database", outcome: check_database(&config.database).await }];
    results.extend(config.dot_env.as_deref().map(check_only_owner_can_read));
    results.extend(check_discord(config).await);
    let format_result = |CheckResult { name, outcome: found }: &CheckResult| match found {
        Ok(text) => format!("ok   {name}: {text}"),
        Err(text) => format!("bad  {name}: {text}"),
    };
    let warnings = config.warnings.iter().map(|warning| format!("warn settings: {warning}"));
    let lines: Vec<String> = results.iter().map(format_result).chain(warnings).collect();
    let is_good = results.iter().all(|result| result.outcome.is_ok());
    if is_good { Ok(lines.join("\n")) } else { Err(lines.join("\n")) }
}

/// Runs the checks against Discord, after one of the token. Without a token there is only that.
async fn check_discord(config: &Config) -> Vec<CheckResult> {
    let token_result = |found| CheckResult { name: "token", outcome: found };
    let Some(token) = &config.token else {
        return vec![token_result(Err("DISCORD_TOKEN is not set".into()))];
    };
    let mut results = vec![token_result(Ok("DISCORD_TOKEN has the form of one".into()))];
    let address = config.discord_address(token.clone());
    results.extend(check::run_checks(&address).await);
    results
}

/// Checks that only the owner can read the file with the token in it.
fn check_only_owner_can_read(file: &Path) -> CheckResult {
    let name = file.display();
    let outcome = match backup::is_accessible_to_others(file) {
        false => Ok(format!("{name} can be read by its owner only")),
        true => Err(format!("others here can read {name}, and the token in it: chmod 600 {name}")),
    };
    CheckResult { name: "environment", outcome }
}

/// Checks that the database can be read and written. A database that does not exist yet is fine if
/// the first start can create it.
async fn check_database(database: &Database) -> Result<String, String> {
    backup::check_sqlite_files_are_writable(database).map_err(|error| error.to_string())?;
    let summary = backup::inspect_database(database).await.map_err(|error| error.to_string())?;
    let Some(DatabaseSummary { version, newest_version: newest, fight_count: fights }) = summary
    else {
        return Ok(format!("{database} has nothing in it yet; the first start makes it"));
    };
    let upgrade = if version < newest { "; the next start brings it up to date" } else { "" };
    let is_open = database.file_path().is_some_and(backup::is_accessible_to_others);
    let warning = if is_open { "; others here can read it (chmod 600)" } else { "" };
    Ok(format!("{database} is whole, {fights} fights, form {version}{upgrade}{warning}"))
}

/// Checks that every die of an exported fight follows from its secret (docs/DICE.md).
///
/// # Errors
/// The file cannot be read, or a die does not follow from the secret.
pub fn audit_export(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file);
    let text =
        text.map_err(|error| format!("{}: {}", file.display(), describe_io_error(&error)))?;
    let AuditResult { name, seal, draws, is_partial } = audit::audit_export_dice(&text)?;
    let (dice, except) = match is_partial {
        true => ("open dice", " (What fell unseen is in the GM's export.)"),
        false => ("dice", ""),
    };
    Ok(format!(
        "Fight {name}: all {draws} {dice} follow from the secret, and none is missing.{except}\n\
         Compare the seal with the opening message: {seal}"
    ))
}
