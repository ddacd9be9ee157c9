//! `riposte init`: asks for the token, tries it, and writes the `.env` file.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use riposte::discord::bot::invitation_url;
use riposte::discord::http_client::connect;
use riposte::store::backup::write_options_with_owner_only_mode;
use riposte::store::io_problem::describe_io_error;

use crate::config::{Config, parse_token};

const WHERE_TO_GET_ONE: &str = "\
Riposte needs the token of a Discord bot. It is a password, so it is not shown as you type it.

  https://discord.com/developers/applications -> New Application -> Bot -> Reset Token

Token: ";

/// Asks for a token on the terminal, or reads it from standard input, and tries it on Discord.
/// Then writes `file` and returns what to do next.
///
/// # Errors
/// `file` is there already and is left as it is, the token is none or Discord refuses it, or `file`
/// cannot be written. Each is a sentence that does not quote the token.
pub async fn write_env_file(config: &Config, file: &Path) -> Result<String, String> {
    let name = file.display();
    if file.exists() {
        return Err(format!("{name} is there already, and is left as it is."));
    }
    let token = parse_token(read_token_without_echo()?).map_err(|error| error.to_string())?;
    let line = format!("DISCORD_TOKEN={}\n", token.expose());
    let http = connect(&config.discord_address(token)).await.map_err(|error| error.to_string())?;
    let created = write_options_with_owner_only_mode().create_new(true).open(file);
    created
        .and_then(|mut created| created.write_all(line.as_bytes()))
        .map_err(|error| format!("{name}: {}", describe_io_error(&error)))?;
    let next = match http.application_id() {
        Some(application) => {
            format!("invite the bot to your server:\n\n  {}", invitation_url(application.get()))
        }
        None => "invite the bot to your server (docs/self-hosting/README.md).".into(),
    };
    // Elsewhere the file has the permissions of its folder.
    let readers = if cfg!(unix) { ", which only you can read" } else { "" };
    Ok(format!(
        "The token works. It is in {name}{readers}. Now {next}\n\n\
         Then start it:  riposte run"
    ))
}

/// Reads a line without showing it on a terminal; from a pipe, reads it as it is.
fn read_token_without_echo() -> Result<String, String> {
    let mut line = String::new();
    if io::stdin().is_terminal() {
        print!("{WHERE_TO_GET_ONE}");
        // Without the question nothing is lost but the question.
        let _ = io::stdout().flush();
        line = rpassword::read_password().map_err(|error| describe_io_error(&error))?;
    } else {
        io::stdin().lock().read_line(&mut line).map_err(|error| describe_io_error(&error))?;
    }
    match line.trim() {
        "" => Err("There was no token, so nothing was written.".into()),
        token => Ok(token.into()),
    }
}
