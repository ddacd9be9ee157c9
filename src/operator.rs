//! What whoever runs the bot does beside running it: look whether it could run, copy the file of
//! fights, put a copy back. Each gives back what to print, or why it was not done.

use std::path::Path;

use riposte::app::audit::{self, Audited};
use riposte::app::clock::{Clock, WallClock};
use riposte::discord::check::{self, Point};
use riposte::discord::connection::Address;
use riposte::store::copying::{self, Moved};
use riposte::store::database::Database;
use riposte::store::keeping::{self, Whole};

use crate::config::Config;

pub async fn back_up(database: &Database, file: &Path) -> Result<String, String> {
    let whole = keeping::back_up(database, file).await.map_err(|why| why.to_string())?;
    Ok(format!("{} is whole, {} fights.", file.display(), whole.fights))
}

pub async fn restore(database: &Database, file: &Path) -> Result<String, String> {
    let now = WallClock.now().strftime("%Y%m%d-%H%M%S").to_string();
    let old = keeping::restore(database, file, &now).await.map_err(|why| why.to_string())?;
    let kept = old.map(|old| format!("; what was there is kept as {}", old.display()));
    Ok(format!("{database} is in place{}.", kept.unwrap_or_default()))
}

pub async fn copy(from: &Database, to: &Database) -> Result<String, String> {
    let Moved { tables, rows } =
        copying::copy(from, to).await.map_err(|why| format!("Nothing was moved. {why}"))?;
    Ok(format!("{to} has all of {from}: {rows} rows in {tables} tables, compared one by one."))
}

/// A line a point: `ok` or `bad`, and what was found. An error if any is bad.
pub async fn check(config: &Config) -> Result<String, String> {
    let mut points = vec![Point { name: "database", found: database(&config.database).await }];
    points.extend(config.dot_env.as_deref().map(private));
    points.extend(discord(config).await);
    let line = |Point { name, found }: &Point| match found {
        Ok(what) => format!("ok   {name}: {what}"),
        Err(what) => format!("bad  {name}: {what}"),
    };
    let lines: Vec<String> = points.iter().map(line).collect();
    let is_good = points.iter().all(|point| point.found.is_ok());
    if is_good { Ok(lines.join("\n")) } else { Err(lines.join("\n")) }
}

async fn discord(config: &Config) -> Vec<Point> {
    let token = |found| Point { name: "token", found };
    let Some(own) = &config.token else {
        return vec![token(Err("DISCORD_TOKEN is not set".into()))];
    };
    let mut points = vec![token(Ok("DISCORD_TOKEN has the form of one".into()))];
    let address = Address { token: own.clone(), url: config.discord_url.clone() };
    points.extend(check::check(&address).await);
    points
}

/// The file with the token in it is nobody else's.
fn private(file: &Path) -> Point {
    let name = file.display();
    let found = match keeping::is_open_to_others(file) {
        false => Ok(format!("{name} can be read by its owner only")),
        true => Err(format!("others here can read {name}, and the token in it: chmod 600 {name}")),
    };
    Point { name: "environment", found }
}

/// One that is not there yet is made by the first start.
async fn database(database: &Database) -> Result<String, String> {
    let whole = keeping::look_through(database).await.map_err(|why| why.to_string())?;
    let Some(Whole { version, newest, fights }) = whole else {
        return Ok(format!("{database} has nothing in it yet; the first start makes it"));
    };
    let grows = if version < newest { "; the next start brings it up to date" } else { "" };
    let is_open = database.file().is_some_and(keeping::is_open_to_others);
    let open = if is_open { "; others here can read it (chmod 600)" } else { "" };
    Ok(format!("{database} is whole, {fights} fights, form {version}{grows}{open}"))
}

/// Whether every die of an exported fight follows from its secret (docs/DICE.md).
pub fn audit(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|wrong| format!("{}: {wrong}", file.display()))?;
    let Audited { name, seal, draws, is_partial } = audit::audit(&text)?;
    let (dice, except) = match is_partial {
        true => ("open dice", " (What fell unseen is in the GM's export.)"),
        false => ("dice", ""),
    };
    Ok(format!(
        "Fight {name}: all {draws} {dice} follow from the secret, and none is missing.{except}\n\
         Compare the seal with the opening message: {seal}"
    ))
}
