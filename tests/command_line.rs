//! The program on the command line. No command prints a secret that it could not read: not from
//! `.env`, not from the environment, not from its arguments. What is wrong is said in sentences,
//! and signals end the program in good order.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A token and a password in one. No six letters of it stand in any message by chance.
const SECRET: &str = "Zq7Xw9Kp2LvB4Tn8Rj";
/// A token of the right form.
const TOKEN: &str = "Zq7Xw9Kp2LvB4Tn8Rj.Zq7Xw9.Kp2LvB4Tn8Rj";
/// So many letters of a secret in a row are a leak.
const LEAK: usize = 6;
/// A command that has not ended by then serves somebody, and is stopped.
const PATIENCE: Duration = Duration::from_secs(8);

/// What a setting must not be.
const BAD_SETTINGS: &[(&str, &str)] = &[
    ("DISCORD_TOKEN", "Bot {}"),
    ("DISCORD_TOKEN", "{}"),
    ("DISCORD_TOKEN", "\"{}.x.{}\""),
    ("DISCORD_TOKEN", "\u{201c}{}.x.{}\u{201d}"),
    ("DISCORD_TOKEN", "{}.x.{}\u{200b}"),
    ("RIPOSTE_DATABASE", "\"postgres://bot:{}@127.0.0.1:1/fights\""),
    ("RIPOSTE_DATABASE", "'postgres://bot:{}@127.0.0.1:1/fights'"),
    ("RIPOSTE_DATABASE", "mysql://bot:{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgress://bot:{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgres:/bot:{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgres//bot:{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "bot:{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "host=127.0.0.1 user=bot password={}"),
    ("RIPOSTE_DATABASE", "postgres://bot:{}"),
    ("RIPOSTE_DATABASE", "postgres://bot:{}@[127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgres://bot:12/{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgres://bot:12#{}@127.0.0.1/fights"),
    ("RIPOSTE_DATABASE", "postgres://bot@127.0.0.1:1/fights?passwrd={}"),
    ("RIPOSTE_DATABASE", "postgres://bot@127.0.0.1:1/fights?sslmode={}"),
    ("RIPOSTE_DISCORD_PROXY", "bot:{}@127.0.0.1:1"),
    ("RIPOSTE_DISCORD_PROXY", "socks5://bot:{}@127.0.0.1:1"),
    ("RIPOSTE_DISCORD_PROXY", "http://bot:{}@127.0.0.1:1"),
    ("RIPOSTE_DISCORD_URL", "bot:{}@127.0.0.1:1"),
    ("RIPOSTE_TEST_GUILD", "{}"),
    ("RIPOSTE_LOG_FORMAT", "{}"),
    ("RIPOSTE_METRICS", "{}"),
    ("RIPOSTE_BARRED", "12, {}"),
    ("RIPOSTE_SHARDS", "{}"),
    ("RIPOSTE_FORGET_SERVERS_AFTER", "{}"),
];

/// What a line of `.env` must not be. It is the second one.
const BAD_LINES: &[&str] = &[
    "DISCORD_TOKEN=Bot {}",
    "DISCORD_TOKEN {}",
    "DISCORD_TOKEN: {}",
    "DISCORD_TOKEN=\"{}",
    "DISCORD_TOKEN='{}\nRIPOSTE_LOG=warn",
    "DISCORD_TOKEN=\\q{}",
    "DISCORD_TOKEN=a\0{}",
    "export DISCORD_TOKEN = a {}",
    "{}",
    "Bot {}",
    "{} = 1 2",
];

/// A folder, the program in it, and what is to be tried.
struct Attempt<'a> {
    args: &'a [String],
    setting: Option<(&'a str, String)>,
    dot_env: Option<String>,
}

impl Attempt<'_> {
    /// Runs the command and returns its exit code (none if it had to be stopped) and all that it
    /// has written.
    fn run(&self, folder: &Path) -> (Option<i32>, String) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_riposte"));
        program.env_clear().current_dir(folder).args(self.args).stdin(Stdio::null());
        program.env("RIPOSTE_DISCORD_URL", "http://127.0.0.1:1").env("RIPOSTE_LOG", "trace");
        if let Some(text) = &self.dot_env {
            fs::write(folder.join(".env"), text).unwrap();
        } else {
            program.env("DISCORD_TOKEN", TOKEN);
        }
        if let Some((name, value)) = &self.setting {
            program.env(name, value);
        }
        let (out, log) = (folder.join("out.txt"), folder.join("log.txt"));
        program.stdout(fs::File::create(&out).unwrap());
        program.stderr(fs::File::create(&log).unwrap());
        let mut program = program.spawn().unwrap();
        let begun = Instant::now();
        let code = loop {
            match program.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
                None => {
                    program.kill().unwrap();
                    program.wait().unwrap();
                    break None;
                }
            }
        };
        let read = |file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
        (code, read(&out) + &read(&log))
    }
}

/// The part of the secret that stands in a text, if any does.
fn find_leak(text: &str) -> Option<&'static str> {
    let starts = 0..=SECRET.len() - LEAK;
    starts.map(|start| &SECRET[start..start + LEAK]).find(|part| text.contains(part))
}

fn program_help(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_riposte")).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Every command with the arguments that it must have, as the program itself lists them.
fn commands() -> Vec<Vec<String>> {
    let help = program_help(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 8 && names.contains(&"copy"), "{names:?}");
    let mut commands = vec![Vec::new()];
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = program_help(&[name, "--help"]);
        let (_, usage) = help.split_once(&format!("Usage: riposte {name}")).unwrap();
        let words = usage.lines().next().unwrap().split_whitespace();
        let words = words.filter(|word| !word.starts_with('['));
        let arguments = words.map(|word| match word.trim_end_matches("...") {
            "<DAYS>" => "180d",
            "<FROM>" => "from.db",
            "<TO>" => "to.db",
            word if word.starts_with('<') => "nope",
            word => word,
        });
        let mut command: Vec<String> =
            [name].into_iter().chain(arguments).map(Into::into).collect();
        if name == "sandbox" {
            command.extend(["--port".into(), "0".into()]);
        }
        commands.push(command);
    }
    commands
}

/// Runs all attempts, as many at once as there are processors, and asserts of each what it wrote.
fn run_all(attempts: &[Attempt], check: impl Fn(&Attempt, Option<i32>, &str) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(attempt) = attempts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let folder = tempfile::tempdir().unwrap();
                    let (code, text) = attempt.run(folder.path());
                    let tried = (attempt.args, &attempt.setting, &attempt.dot_env);
                    assert_eq!(find_leak(&text), None, "{tried:?} prints\n{text}");
                    check(attempt, code, &text);
                }
            });
        }
    });
}

#[test]
fn every_command_names_a_bad_setting_and_hides_its_value() {
    let commands = commands();
    let mut attempts = Vec::new();
    for (name, value) in BAD_SETTINGS {
        for args in &commands {
            let setting = Some((*name, value.replace("{}", SECRET)));
            attempts.push(Attempt { args, setting, dot_env: None });
        }
    }
    run_all(&attempts, |attempt, code, text| {
        let (name, _) = attempt.setting.as_ref().unwrap();
        assert_eq!(code, Some(2), "{:?} {:?}: {text}", attempt.args, attempt.setting);
        assert!(text.contains(name), "{:?}: {text}", attempt.setting);
    });
}

#[test]
fn every_command_names_the_line_of_a_bad_dot_env_and_hides_its_text() {
    let commands = commands();
    let mut attempts = Vec::new();
    for line in BAD_LINES {
        for args in &commands {
            let text = format!("RIPOSTE_LOG=warn\n{}\n", line.replace("{}", SECRET));
            attempts.push(Attempt { args, setting: None, dot_env: Some(text) });
        }
    }
    run_all(&attempts, |attempt, code, text| {
        let line = attempt.dot_env.as_ref().unwrap();
        assert_eq!(code, Some(2), "{:?} {line:?}: {text}", attempt.args);
        assert!(text.contains("line 2"), "{line:?}: {text}");
        assert_eq!(text.contains("DISCORD_TOKEN"), line.contains("DISCORD_TOKEN"), "{text}");
    });
}

/// An address that is read without regard to case, at which nothing answers, and the log of all
/// that happens with it.
#[test]
fn no_command_logs_the_password_of_a_good_address() {
    let commands = commands();
    let address = format!("Postgres://bot:{SECRET}@127.0.0.1:1/fights");
    let attempt = |args| Attempt {
        args,
        setting: Some(("RIPOSTE_DATABASE", address.clone())),
        dot_env: None,
    };
    let attempts: Vec<Attempt> = commands.iter().map(|args| attempt(args)).collect();
    run_all(&attempts, |attempt, _, text| {
        if attempt.args.first().is_some_and(|name| name == "check") {
            assert!(text.contains("the database fights at 127.0.0.1:1"), "{text}");
        }
    });
}

#[test]
fn no_command_quotes_an_address_among_its_arguments() {
    let commands = commands();
    let addresses: Vec<String> = [
        "mysql://bot:{}@127.0.0.1/fights",
        "\"Postgres://bot:{}@127.0.0.1\"",
        "bot:{}@127.0.0.1",
        "DISCORD_TOKEN={}",
    ]
    .map(|address| address.replace("{}", SECRET))
    .to_vec();
    let mut tried: Vec<Vec<String>> = Vec::new();
    for address in &addresses {
        for command in &commands {
            // In the place of each argument, and as one too many.
            for place in 1..=command.len() {
                let mut args = command.clone();
                match args.get_mut(place) {
                    Some(argument) if !argument.starts_with("--") => *argument = address.clone(),
                    Some(_) => continue,
                    None => args.push(address.clone()),
                }
                tried.push(args);
            }
        }
        tried.push(vec![address.clone()]);
        tried.push(vec![format!("--{address}")]);
        tried.push(vec!["run".into(), format!("--shards={address}")]);
    }
    let attempt = |args| Attempt { args, setting: None, dot_env: None };
    let attempts: Vec<Attempt> = tried.iter().map(|args| attempt(args)).collect();
    run_all(&attempts, |attempt, code, text| {
        assert!(code.is_some_and(|code| code > 0), "{:?}: {code:?} {text}", attempt.args);
    });
}

fn run_in(folder: &TempDir, args: &[&str]) -> (Option<i32>, String) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_string()).collect();
    Attempt { args: &args, setting: Some(("RIPOSTE_LOG", "warn".into())), dot_env: None }
        .run(folder.path())
}

/// No words of a library, and what to do.
#[test]
fn a_file_that_is_not_there_is_answered_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["restore", "nope.db"][..], "nope.db. Name a copy"),
        (&["backup", "copy.db"], "riposte.db. Look at RIPOSTE_DATABASE"),
        (&["copy", "a.db", "a.db"], "Name two different ones"),
        (&["copy", "a.db", "./a.db"], "Name two different ones"),
        (&["copy", "a.db", "b.db"], "There is nothing at a.db"),
        (&["play", "nope.fight"], "nope.fight: there is no such file"),
        (&["audit", "nope.json"], "nope.json: there is no such file"),
        (&["sandbox", "--fight", "nope.fight"], "nope.fight: there is no such file"),
        (&["play", "."], ".: it is a folder"),
        (&["prune", "--finished-before", "1d"], "riposte.db"),
    ] {
        if args[0] == "sandbox" && !cfg!(feature = "sandbox") {
            continue;
        }
        let (code, text) = run_in(&folder, args);
        assert!(code.is_some_and(|code| code > 0) && text.contains(words), "{args:?}: {text}");
        for library in ["os error", "(code", "error returned", "errno"] {
            assert!(!text.contains(library), "{args:?}: {text}");
        }
    }
}

#[test]
fn an_unknown_setting_is_named_with_the_nearest_known_one() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["RIPOSTE_LOGG", "riposte_log"] {
        for command in ["run", "check"] {
            let args = [command.to_string()];
            let setting = Some((name, "debug".to_string()));
            let (_, text) = Attempt { args: &args, setting, dot_env: None }.run(folder.path());
            let words = format!("{name} is no setting of Riposte. Is RIPOSTE_LOG meant?");
            assert!(text.contains(&words), "{text}");
        }
    }
    let args = ["check".to_string()];
    let setting = Some(("RIPOSTE_SERVICE_HOST", "10.0.0.1".to_string()));
    let (_, text) = Attempt { args: &args, setting, dot_env: None }.run(folder.path());
    assert!(!text.contains("RIPOSTE_SERVICE_HOST"), "Kubernetes sets it: {text}");
}

/// The sandbox stops as the bot does.
#[cfg(all(unix, feature = "sandbox"))]
#[test]
fn signals_stop_the_program_in_good_order() {
    use std::io::{BufRead as _, BufReader};

    for signal in ["-HUP", "-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_riposte"));
        program.env_clear().current_dir(folder.path()).args(["sandbox", "--port", "0"]);
        let mut program = program.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains("The sandbox is open"));
        // It listens for signals once it has said so.
        thread::sleep(Duration::from_millis(500));
        let kill = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(program.wait().unwrap().code(), Some(0), "{signal}");
    }
}
