//! What whoever runs the bot does beside running it: look whether it could run, copy the file of
//! fights, put a copy back, take away what is over. Each gives back what to print, or why it was
//! not done.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use jiff::SignedDuration;
use riposte::app::App;
use riposte::app::audit::{self, AuditResult};
use riposte::app::clock::{Clock, WallClock};
use riposte::app::dice_source;
use riposte::discord::check::{self, CheckResult};
use riposte::discord::messages::reply::to_export_file;
use riposte::store::backup::{self, DatabaseSummary};
use riposte::store::database::Database;
use riposte::store::database_copy::{self, CopySummary};
use riposte::store::io_problem::describe_io_error;
use riposte::store::pruning::FightPruner;
use serde_json::Value;

use crate::config::Config;

pub async fn back_up(database: &Database, file: &Path) -> Result<String, String> {
    let whole = backup::back_up_file(database, file).await.map_err(|why| why.to_string())?;
    Ok(format!("{} is whole, {} fights.", file.display(), whole.fight_count))
}

pub async fn restore(database: &Database, file: &Path) -> Result<String, String> {
    let now = WallClock.now().strftime("%Y%m%d-%H%M%S").to_string();
    let old = backup::restore_file(database, file, &now).await.map_err(|why| why.to_string())?;
    let kept = old.map(|old| format!("; what was there is kept as {}", old.display()));
    Ok(format!("{database} is in place{}.", kept.unwrap_or_default()))
}

pub async fn copy(from: &Database, to: &Database) -> Result<String, String> {
    let CopySummary { table_count: tables, row_count: rows } =
        database_copy::copy_database(from, to)
            .await
            .map_err(|why| format!("Nothing was moved. {why}"))?;
    Ok(format!("{to} has all of {from}: {rows} rows in {tables} tables, compared one by one."))
}

/// Takes away the fights that have been over for so many days, and writes them into a folder first,
/// if one is given.
pub async fn prune_fights(
    database: &Database,
    days: i64,
    folder: Option<&Path>,
    is_dry: bool,
) -> Result<String, String> {
    let pruning = FightPruner::open(database).await.map_err(|why| why.to_string())?;
    let mut pruned = PruneTotals::default();
    let done = prune_finished_fights(&pruning, days, folder, is_dry, &mut pruned).await;
    pruning.store.close().await;
    let room = done.map_err(|why| format!("{why}\nBefore that: {pruned} were taken away."))?;
    let over = format!("{pruned}, over for {days} days");
    Ok(if is_dry {
        format!("Would be taken away: {over}.")
    } else {
        format!("Gone: {over}. {room}")
    })
}

/// How much was taken away.
#[derive(Default)]
struct PruneTotals {
    fights: usize,
    rows: usize,
    bytes: usize,
}

impl fmt::Display for PruneTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fights, rows, bytes } = self;
        write!(f, "{fights} fights with {rows} rows ({})", ByteSize(*bytes as i64))
    }
}

struct ByteSize(i64);

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} MB", self.0 as f64 / 1e6)
    }
}

/// What is said of the room on the disk.
async fn prune_finished_fights(
    pruning: &FightPruner,
    days: i64,
    folder: Option<&Path>,
    is_dry: bool,
    totals: &mut PruneTotals,
) -> Result<String, Box<dyn Error>> {
    let app = App::new(pruning.store.clone(), Arc::new(WallClock), dice_source::os_random_dice());
    let end = WallClock.now() - SignedDuration::from_hours(24 * days);
    let was = pruning.store.load_file_size().await?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {}", folder.display(), describe_io_error(&error)))?;
    }
    for fight in pruning.load_fights_over_before(end.as_millisecond()).await? {
        let rows = pruning.load_fight_rows(fight).await?;
        let text = serde_json::to_string(&rows)?;
        if let Some(folder) = folder {
            let exports = app.export_all_formats(fight).await?;
            let whole = (format!("fight-{fight}.rows.json"), text.clone());
            for (name, text) in exports.iter().map(to_export_file).chain([whole]) {
                backup::write_private_file(&folder.join(name), &text)?;
            }
        }
        if is_dry || pruning.delete_closed_fight(fight).await? {
            let count = |rows: &Value| rows.as_array().map_or(0, Vec::len);
            totals.fights += 1;
            totals.rows += rows.values().map(count).sum::<usize>();
            totals.bytes += text.len();
        }
    }
    if is_dry {
        return Ok(String::new());
    }
    let free = pruning.release_free_space().await?;
    let Some((was, is)) = was.zip(pruning.store.load_file_size().await?) else {
        return Ok("The server fills their room again by itself.".into());
    };
    let file = format!("The file had {}, and has {} now", ByteSize(was), ByteSize(is));
    Ok(match free {
        0 => format!("{file}."),
        _ => format!(
            "{file}. {} are free in it and will be filled again. To have them on the disk, stop \
             the bot once and run this again.",
            ByteSize(free)
        ),
    })
}

/// A line a point: `ok`, `warn` or `bad`, and what was found. An error if any is bad.
pub async fn check_environment(config: &Config) -> Result<String, String> {
    let mut points =
        vec![CheckResult { name: "database", outcome: check_database(&config.database).await }];
    points.extend(config.dot_env.as_deref().map(check_file_permissions));
    points.extend(check_discord(config).await);
    let line = |CheckResult { name, outcome: found }: &CheckResult| match found {
        Ok(what) => format!("ok   {name}: {what}"),
        Err(what) => format!("bad  {name}: {what}"),
    };
    let warnings = config.warnings.iter().map(|warning| format!("warn settings: {warning}"));
    let lines: Vec<String> = points.iter().map(line).chain(warnings).collect();
    let is_good = points.iter().all(|point| point.outcome.is_ok());
    if is_good { Ok(lines.join("\n")) } else { Err(lines.join("\n")) }
}

async fn check_discord(config: &Config) -> Vec<CheckResult> {
    let token = |found| CheckResult { name: "token", outcome: found };
    let Some(own) = &config.token else {
        return vec![token(Err("DISCORD_TOKEN is not set".into()))];
    };
    let mut points = vec![token(Ok("DISCORD_TOKEN has the form of one".into()))];
    let address = config.discord_address(own.clone());
    points.extend(check::run_checks(&address).await);
    points
}

/// The file with the token in it is nobody else's.
fn check_file_permissions(file: &Path) -> CheckResult {
    let name = file.display();
    let found = match backup::is_readable_by_others(file) {
        false => Ok(format!("{name} can be read by its owner only")),
        true => Err(format!("others here can read {name}, and the token in it: chmod 600 {name}")),
    };
    CheckResult { name: "environment", outcome: found }
}

/// One that is not there yet is made by the first start.
async fn check_database(database: &Database) -> Result<String, String> {
    let whole = backup::inspect_database(database).await.map_err(|why| why.to_string())?;
    let Some(DatabaseSummary { version, newest_version: newest, fight_count: fights }) = whole
    else {
        return Ok(format!("{database} has nothing in it yet; the first start makes it"));
    };
    let grows = if version < newest { "; the next start brings it up to date" } else { "" };
    let is_open = database.file_path().is_some_and(backup::is_readable_by_others);
    let open = if is_open { "; others here can read it (chmod 600)" } else { "" };
    Ok(format!("{database} is whole, {fights} fights, form {version}{grows}{open}"))
}

/// Whether every die of an exported fight follows from its secret (docs/DICE.md).
pub fn audit_export(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file);
    let text =
        text.map_err(|error| format!("{}: {}", file.display(), describe_io_error(&error)))?;
    let AuditResult { name, seal, draws, is_partial } = audit::audit_export(&text)?;
    let (dice, except) = match is_partial {
        true => ("open dice", " (What fell unseen is in the GM's export.)"),
        false => ("dice", ""),
    };
    Ok(format!(
        "Fight {name}: all {draws} {dice} follow from the secret, and none is missing.{except}\n\
         Compare the seal with the opening message: {seal}"
    ))
}
