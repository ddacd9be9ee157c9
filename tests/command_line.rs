//! The program on the command line. No command prints a secret from `.env`, from the environment or
//! from its arguments when it reports an error. Errors are explained in sentences, and signals stop
//! the program cleanly.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Serves as token and as password. No message contains six letters of it in a row by chance.
const SECRET: &str = "Zq7Xw9Kp2LvB4Tn8Rj";
/// A token of the right form.
const VALID_TOKEN: &str = "Zq7Xw9Kp2LvB4Tn8Rj.Zq7Xw9.Kp2LvB4Tn8Rj";
/// This many letters of a secret in a row are a leak.
const LEAK_LENGTH: usize = 6;
/// A command that runs longer than this is killed, because it has started to serve.
const RUN_TIMEOUT: Duration = Duration::from_secs(8);

/// Invalid values of settings. `{}` stands for the secret.
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
    ("RIPOSTE_DISCORD_URL", "https://bot:{}@127.0.0.1:1"),
    ("RIPOSTE_TEST_GUILD", "{}"),
    ("RIPOSTE_LOG_FORMAT", "{}"),
    ("RIPOSTE_METRICS", "{}"),
    ("RIPOSTE_BARRED", "12, {}"),
    ("RIPOSTE_SHARDS", "{}"),
    ("RIPOSTE_FORGET_SERVERS_AFTER", "{}"),
];

/// Invalid lines, which are tested as the second line of `.env`. `{}` stands for the secret.
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

/// One run of the program, with its arguments, one variable of the environment and a `.env` file.
struct ProgramRun<'a> {
    args: &'a [String],
    setting: Option<(&'a str, String)>,
    dot_env: Option<String>,
}

impl ProgramRun<'_> {
    /// Runs the program in the folder. Returns its exit code (`None` if it was killed) and its
    /// output.
    fn execute(&self, folder: &Path) -> (Option<i32>, String) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_riposte"));
        program.env_clear().current_dir(folder).args(self.args).stdin(Stdio::null());
        program.env("RIPOSTE_DISCORD_URL", "http://127.0.0.1:1").env("RIPOSTE_LOG", "trace");
        if let Some(text) = &self.dot_env {
            fs::write(folder.join(".env"), text).unwrap();
        } else {
            program.env("DISCORD_TOKEN", VALID_TOKEN);
        }
        if let Some((name, value)) = &self.setting {
            program.env(name, value);
        }
        let (out, log) = (folder.join("out.txt"), folder.join("log.txt"));
        program.stdout(fs::File::create(&out).unwrap());
        program.stderr(fs::File::create(&log).unwrap());
        let mut program = program.spawn().unwrap();
        let started_at = Instant::now();
        let code = loop {
            match program.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if started_at.elapsed() < RUN_TIMEOUT => {
                    thread::sleep(Duration::from_millis(5))
                }
                None => {
                    program.kill().unwrap();
                    program.wait().unwrap();
                    break None;
                }
            }
        };
        let read_output = |file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
        (code, read_output(&out) + &read_output(&log))
    }
}

/// Returns a part of the secret that the text contains.
fn find_leak(text: &str) -> Option<&'static str> {
    let starts = 0..=SECRET.len() - LEAK_LENGTH;
    starts.map(|start| &SECRET[start..start + LEAK_LENGTH]).find(|part| text.contains(part))
}

/// Returns what the program prints for these arguments.
fn read_help(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_riposte")).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns every command with its required arguments, as the program's help lists them.
fn list_commands() -> Vec<Vec<String>> {
    let help = read_help(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 8 && names.contains(&"copy"), "{names:?}");
    let mut commands = vec![Vec::new()];
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = read_help(&[name, "--help"]);
        let (_, usage) = help.split_once(&format!("Usage: riposte {name}")).unwrap();
        let words = usage.lines().next().unwrap().split_whitespace();
        let words = words.filter(|word| !word.starts_with('['));
        let arguments = words.map(|word| match word.trim_end_matches("...") {
            "<COMMAND>" if name == "language" => "kits",
            "<COMMAND>" => "upload",
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

/// Makes all runs, as many at once as there are processors. It asserts that none prints the secret,
/// and checks each result.
fn run_all(runs: &[ProgramRun], check: impl Fn(&ProgramRun, Option<i32>, &str) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let folder = tempfile::tempdir().unwrap();
                    let (code, text) = run.execute(folder.path());
                    let description = (run.args, &run.setting, &run.dot_env);
                    assert_eq!(find_leak(&text), None, "{description:?} prints\n{text}");
                    check(run, code, &text);
                }
            });
        }
    });
}

#[test]
fn bad_setting_is_named_without_its_value() {
    let commands = list_commands();
    let mut runs = Vec::new();
    for (name, value) in BAD_SETTINGS {
        for args in &commands {
            let setting = Some((*name, value.replace("{}", SECRET)));
            runs.push(ProgramRun { args, setting, dot_env: None });
        }
    }
    run_all(&runs, |run, code, text| {
        let (name, _) = run.setting.as_ref().unwrap();
        assert_eq!(code, Some(2), "{:?} {:?}: {text}", run.args, run.setting);
        assert!(text.contains(name), "{:?}: {text}", run.setting);
    });
}

#[test]
fn bad_dot_env_line_is_named_without_its_text() {
    let commands = list_commands();
    let mut runs = Vec::new();
    for line in BAD_LINES {
        for args in &commands {
            let text = format!("RIPOSTE_LOG=warn\n{}\n", line.replace("{}", SECRET));
            runs.push(ProgramRun { args, setting: None, dot_env: Some(text) });
        }
    }
    run_all(&runs, |run, code, text| {
        let line = run.dot_env.as_ref().unwrap();
        assert_eq!(code, Some(2), "{:?} {line:?}: {text}", run.args);
        assert!(text.contains("line 2"), "{line:?}: {text}");
        assert_eq!(text.contains("DISCORD_TOKEN"), line.contains("DISCORD_TOKEN"), "{text}");
    });
}

/// The database address is valid, in unusual case, but nothing listens there, so every command logs
/// its failure to connect.
#[test]
fn password_of_a_valid_address_is_not_logged() {
    let commands = list_commands();
    let address = format!("Postgres://bot:{SECRET}@127.0.0.1:1/fights");
    let run = |args| ProgramRun {
        args,
        setting: Some(("RIPOSTE_DATABASE", address.clone())),
        dot_env: None,
    };
    let runs: Vec<ProgramRun> = commands.iter().map(|args| run(args)).collect();
    run_all(&runs, |run, _, text| {
        if run.args.first().is_some_and(|name| name == "check") {
            assert!(text.contains("the database fights at 127.0.0.1:1"), "{text}");
        }
    });
}

#[test]
fn address_among_arguments_is_not_printed() {
    let commands = list_commands();
    let addresses: Vec<String> = [
        "mysql://bot:{}@127.0.0.1/fights",
        "\"Postgres://bot:{}@127.0.0.1\"",
        "bot:{}@127.0.0.1",
        "DISCORD_TOKEN={}",
    ]
    .map(|address| address.replace("{}", SECRET))
    .to_vec();
    let mut argument_lists: Vec<Vec<String>> = Vec::new();
    for address in &addresses {
        for command in &commands {
            // The address replaces each argument, or is added as one too many.
            for place in 1..=command.len() {
                let mut args = command.clone();
                match args.get_mut(place) {
                    Some(argument) if !argument.starts_with("--") => *argument = address.clone(),
                    Some(_) => continue,
                    None => args.push(address.clone()),
                }
                argument_lists.push(args);
            }
        }
        argument_lists.push(vec![address.clone()]);
        argument_lists.push(vec![format!("--{address}")]);
        argument_lists.push(vec!["run".into(), format!("--shards={address}")]);
    }
    let run = |args| ProgramRun { args, setting: None, dot_env: None };
    let runs: Vec<ProgramRun> = argument_lists.iter().map(|args| run(args)).collect();
    run_all(&runs, |run, code, text| {
        assert!(code.is_some_and(|code| code > 0), "{:?}: {code:?} {text}", run.args);
    });
}

/// Runs the program in a folder, logging warnings. Returns its exit code and what it printed.
fn run_in(folder: &TempDir, args: &[&str]) -> (Option<i32>, String) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_string()).collect();
    ProgramRun { args: &args, setting: Some(("RIPOSTE_LOG", "warn".into())), dot_env: None }
        .execute(folder.path())
}

/// Parts of the texts of libraries and of the system.
const LIBRARY_TEXTS: &[&str] = &[
    "os error",
    "(code",
    "error returned",
    "errno",
    "disk I/O",
    "is not a database",
    "expected ",
    "EOF while",
    "invalid digit",
    "invalid length",
    "invalid value",
    "unexpected argument",
    "error: ",
    "unsupported scheme",
    "relative URL",
    "builder error",
];

/// Files that no command can use: text in the place of a database, a folder, a link to itself.
fn make_bad_files(folder: &Path) {
    fs::write(folder.join("text.db"), "no database").unwrap();
    fs::write(folder.join("empty.db"), "").unwrap();
    fs::write(folder.join("bytes.fight"), b"\xff\xfe").unwrap();
    fs::write(folder.join("text.json"), "fight 1").unwrap();
    fs::write(folder.join("cut.json"), "{\"dice\": {").unwrap();
    fs::write(folder.join("list.json"), "[]").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
}

/// `check` and `run` say the same about a database that cannot be used, and what to do about it.
#[test]
fn check_and_run_refuse_a_database_with_the_same_sentence() {
    let folder = tempfile::tempdir().unwrap();
    make_bad_files(folder.path());
    let read_only = folder.path().join("read_only.db");
    fs::write(&read_only, "").unwrap();
    let mut permissions = fs::metadata(&read_only).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions).unwrap();
    // Root may write everything.
    let is_root = fs::File::options().append(true).open(&read_only).is_ok();
    let may_not = "read_only.db: Riposte may not read or write it as the user that it runs as";
    let no_host = "a host must be named and the port must be a number";
    let name_alone = "write the name alone, such as /data/riposte.db";
    let only_files = "neither the name of a file nor an address that begins with postgres://";
    let mut cases = vec![
        ("sqlite:", name_alone),
        ("sqlite://", name_alone),
        ("SQLite:///data/fights.db", name_alone),
        ("file:fights.db", name_alone),
        ("fights.db?mode=rwc", name_alone),
        (":memory:", "what is in memory alone is lost"),
        ("sqlite::memory:", "what is in memory alone is lost"),
        ("postgres:", only_files),
        ("mysql://bot:Zq7Xw9Kp2LvB4Tn8Rj@127.0.0.1/fights", only_files),
        ("https://bot:Zq7Xw9Kp2LvB4Tn8Rj@127.0.0.1/fights", only_files),
        ("postgres://bot:Zq7Xw9Kp2LvB4Tn8Rj@", no_host),
        ("postgres://bot:Zq7Xw9Kp2LvB4Tn8Rj@:5432/fights", no_host),
        ("postgres://bot:Zq7Xw9Kp2LvB4Tn8Rj@/fights", no_host),
        ("postgres://", no_host),
        ("postgresql:///fights", no_host),
        ("postgres://bot:Zq7Xw9Kp2LvB4Tn8Rj@127.0.0.1:99999/fights", no_host),
        ("postgres://bot:Zq7Xw9 Kp2LvB4Tn8Rj@127.0.0.1/fights", no_host),
        ("postgres://bot:%Zq7Xw9Kp2LvB4Tn8Rj%@127.0.0.1:1/fights", "does not answer"),
        ("folder", "folder: "),
        ("folder/", "it is a folder. Name a file."),
        (".", "it is a folder. Name a file."),
        ("nowhere/fights.db", "there is no such file or folder. Look at the name."),
        ("text.db/fights.db", "a part of its name is a file and no folder"),
        ("text.db", "text.db: The fights are damaged: their file is none"),
        #[cfg(unix)]
        ("/dev/null", "/dev/null is not a file of fights. Look at its name."),
    ];
    if !is_root {
        cases.push(("read_only.db", may_not));
    }
    for (address, advice) in cases {
        for command in ["check", "run"] {
            let args = [command.to_string()];
            let setting = Some(("RIPOSTE_DATABASE", address.to_string()));
            let (code, text) =
                ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
            assert!(code.is_some_and(|code| code > 0), "{command} {address}: {code:?} {text}");
            assert!(text.contains(advice), "{command} {address}: {text}");
            let told = text.lines().filter(|line| line.contains(advice));
            for line in told {
                assert!(!line.contains("[hidden]"), "{command} {address}: {line}");
            }
            assert_eq!(find_leak(&text), None, "{command} {address}: {text}");
        }
    }
    // Blanks are an empty setting, and other characters belong to a name.
    for name in ["  ", " a b.db ", "100%.db", "a%20b.db", "empty.db"] {
        let setting = Some(("RIPOSTE_DATABASE", name.to_string()));
        let args = ["check".to_string()];
        let (_, text) = ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
        assert!(text.contains("nothing in it yet; the first start makes it"), "{name:?}: {text}");
    }
}

/// The message says what to do, and contains no error text of a library.
#[test]
fn bad_files_and_arguments_are_reported_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    make_bad_files(folder.path());
    for (args, advice) in [
        (&["restore", "nope.db"][..], "nope.db. Name a copy"),
        (&["restore", "folder"], "folder: it is a folder. Name a file."),
        (&["restore", "text.db"], "text.db: The fights are damaged: their file is none"),
        (&["restore", "empty.db"], "empty.db is not a file of fights"),
        (&["restore", ""], "<FILE> needs a value"),
        (&["restore"], "<FILE> is missing"),
        (&["backup", "copy.db"], "riposte.db. Look at RIPOSTE_DATABASE"),
        (&["copy", "a.db", "a.db"], "Name two different ones"),
        (&["copy", "a.db", "./a.db"], "Name two different ones"),
        (&["copy", "a.db", "b.db"], "There is nothing at a.db"),
        (&["copy", "folder", "b.db"], "folder: it is a folder"),
        (&["copy", "text.db", "b.db"], "look at its name"),
        (&["copy", "mysql://127.0.0.1/x", "b.db"], "other databases are not known"),
        (&["play", "nope.fight"], "nope.fight: there is no such file"),
        (&["play", "folder"], "folder: it is a folder"),
        (&["play", "."], ".: it is a folder"),
        (&["play", "bytes.fight"], "bytes.fight: it is no text"),
        (&["play", "text.json"], "text.json:1: `fight` begins no statement"),
        (&["play"], "is missing"),
        (&["audit", "nope.json"], "nope.json: there is no such file"),
        (&["audit", "folder"], "folder: it is a folder"),
        (&["audit", "text.json"], "it is no JSON (line 1, column"),
        (&["audit", "cut.json"], "has this one arrived whole?"),
        (&["audit", "list.json"], "`/export format:json` gives one"),
        (&["sandbox", "--fight", "nope.fight"], "nope.fight: there is no such file"),
        (&["sandbox", "--port", "x"], "a port is a number from 0 to 65535"),
        (&["sandbox", "--port", "99999"], "a port is a number from 0 to 65535"),
        (&["sandbox", "--seed", "x"], "it must be a whole number"),
        (&["sandbox", "--port", "0", "--keep", "folder"], "folder is there already"),
        (&["sandbox", "--port", "0", "--keep", "no/a.db"], "there is no such file or folder"),
        (&["prune", "--finished-before", "1d"], "riposte.db"),
        (&["prune", "--finished-before", "x"], "a number of days, such as 180d"),
        (&["prune", "--finished-before", "2 moons"], "a number of days, such as 180d"),
        (&["prune", "--finished-before", "3"], "riposte.db"),
        (&["prune", "--finished-before", "3 days"], "riposte.db"),
        (&["prune", "--finished-before", "2w"], "riposte.db"),
        (&["language", "check", "nope"], "nope: there is no such file or folder"),
        (&["language", "check", "text.json"], "text.json is a file. Name the folder"),
        (&["prune", "--finished-before"], "--finished-before <DAYS> needs a value"),
        (&["prune"], "--finished-before <DAYS> is missing"),
        (&["run", "--shards", "4/2"], "RIPOSTE_SHARDS: it must be a number of shards"),
        (&["soup"], "There is no command “soup”"),
        (&["chek"], "Is check meant?"),
        (&["check", "--soup"], "“--soup” has no meaning here"),
        (&["health"], "not connected"),
    ] {
        if args.first() == Some(&"sandbox") && !cfg!(feature = "sandbox") {
            continue;
        }
        let (code, text) = run_in(&folder, args);
        assert!(code.is_some_and(|code| code > 0) && text.contains(advice), "{args:?}: {text}");
        for library in LIBRARY_TEXTS {
            assert!(!text.contains(library), "{args:?}: {text}");
        }
    }
}

/// Returns the output without the log, in which libraries tell what they do.
fn remove_log_lines(text: &str) -> String {
    let is_log_line = |line: &&str| line.starts_with("20") && line.contains("Z ");
    text.lines().filter(|line| !is_log_line(line)).collect::<Vec<_>>().join("\n")
}

/// Every command that uses the file of fights says what is wrong with it.
#[test]
fn bad_database_file_is_reported_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    make_bad_files(folder.path());
    let commands: [&[&str]; 4] =
        [&["run"], &["check"], &["backup", "copy.db"], &["prune", "--finished-before", "1d"]];
    for (file, advice) in [
        ("folder", "it is a folder. Name a file."),
        ("text.db", "their file is none that Riposte has made"),
        ("no/a.db", "no/a.db"),
        ("text.db/a", "text.db/a"),
        ("loop", "loop"),
    ] {
        for command in commands {
            let args: Vec<String> = command.iter().map(|arg| (*arg).into()).collect();
            let setting = Some(("RIPOSTE_DATABASE", file.to_string()));
            let (code, text) =
                ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
            let text = remove_log_lines(&text);
            assert!(code.is_some_and(|code| code > 0), "{file} {args:?}: {text}");
            assert!(text.contains(advice), "{file} {args:?}: {text}");
            for library in LIBRARY_TEXTS {
                assert!(!text.contains(library), "{file} {args:?}: {text}");
            }
        }
    }
}

#[test]
fn file_of_fights_is_not_restored_from_itself() {
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/dr12/story.fight");
    let (code, text) = run_in(&folder, &["play", "--keep", "riposte.db", script]);
    assert_eq!(code, Some(0), "{text}");
    for name in ["riposte.db", "./riposte.db"] {
        let (code, text) = run_in(&folder, &["restore", name]);
        let advice = "is the file of fights itself. Name a copy of it.";
        assert!(code == Some(1) && text.contains(advice), "{text}");
    }
    assert_eq!(run_in(&folder, &["backup", "copy.db"]).0, Some(0));
    assert_eq!(run_in(&folder, &["restore", "copy.db"]).0, Some(0));
}

/// A script that succeeds prints its transcript, and no warning.
#[cfg(feature = "sandbox")]
#[test]
fn played_script_prints_no_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/dr12/attack.fight");
    for args in [&["play", script][..], &["play", "--discord", script]] {
        let (code, text) = run_in(&folder, args);
        assert!(code == Some(0) && !text.contains("WARN"), "{args:?}: {text}");
    }
    let (code, text) = run_in(&folder, &["play", "--discord", "--keep", "a.db", script]);
    assert!(code == Some(0) && !text.contains("WARN"), "{text}");
}

/// The sandbox is on this machine, where no proxy is.
#[cfg(feature = "sandbox")]
#[test]
fn sandbox_opens_beside_a_proxy_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["sandbox", "--port", "0"].map(String::from);
    let setting = Some(("HTTP_PROXY", "http://127.0.0.1:1".to_string()));
    let (code, text) = ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
    assert!(code.is_none() && text.contains("The sandbox is open"), "{text}");
}

#[test]
fn proxy_of_the_environment_is_named_without_its_password() {
    for (name, address, expected) in [
        ("HTTPS_PROXY", "http://bot:{}@127.0.0.1:1", "through the proxy 127.0.0.1:1: nothing"),
        ("https_proxy", "bot:{}@127.0.0.1:1", "through the proxy 127.0.0.1:1: nothing"),
        ("ALL_PROXY", "http://bot:{}@127.0.0.1:1", "gateway go through 127.0.0.1:1 (ALL_PROXY)"),
        ("HTTPS_PROXY", "socks5://bot:{}@127.0.0.1:1", "HTTPS_PROXY is no address of the form"),
        ("HTTPS_PROXY", "::{}::", "HTTPS_PROXY is no address of the form"),
        ("HTTPS_PROXY", "\"http://bot:{}@127.0.0.1:1\"", "HTTPS_PROXY is no address of the form"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let dot_env = format!(
            "RIPOSTE_LOG=warn\nRIPOSTE_DATABASE=a.db\nDISCORD_TOKEN={VALID_TOKEN}\n{name}='{}'\n",
            address.replace("{}", SECRET)
        );
        let setting = Some(("RIPOSTE_DISCORD_URL", "https://discord.invalid".to_string()));
        for (command, expected) in [("check", expected), ("run", "discord.invalid cannot be")] {
            let args = [command.to_string()];
            let dot_env = Some(dot_env.clone());
            let setting = setting.clone();
            let (code, text) = ProgramRun { args: &args, setting, dot_env }.execute(folder.path());
            assert_eq!(find_leak(&text), None, "{name} {command}: {text}");
            let text = remove_log_lines(&text);
            assert!(code.is_some_and(|code| code > 0), "{name} {command}: {text}");
            assert!(text.contains(expected), "{name} {address} {command}: {text}");
            for library in LIBRARY_TEXTS {
                assert!(!text.contains(library), "{name} {command}: {text}");
            }
        }
    }
}

/// The first start could not make that file either.
#[test]
fn check_reports_a_database_in_a_missing_folder() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["check".to_string()];
    let setting = Some(("RIPOSTE_DATABASE", "no/such/fights.db".to_string()));
    let (code, text) = ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("database: no/such/fights.db: there is no such file"), "{text}");
}

/// Nothing listens where the runs of these tests look for Discord.
#[test]
fn refused_connection_is_reported_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = run_in(&folder, &["check"]);
    for sentence in ["cannot be reached: nothing listens", "does not tell: nothing listens"] {
        assert!(text.contains(sentence), "{text}");
    }
}

#[test]
fn unknown_setting_is_reported_with_the_nearest_known_one() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["RIPOSTE_LOGG", "riposte_log"] {
        for command in ["run", "check"] {
            let args = [command.to_string()];
            let setting = Some((name, "debug".to_string()));
            let (_, text) =
                ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
            let message = format!("{name} is no setting of Riposte. Is RIPOSTE_LOG meant?");
            assert!(text.contains(&message), "{text}");
        }
    }
    let args = ["check".to_string()];
    let setting = Some(("RIPOSTE_SERVICE_HOST", "10.0.0.1".to_string()));
    let (_, text) = ProgramRun { args: &args, setting, dot_env: None }.execute(folder.path());
    assert!(!text.contains("RIPOSTE_SERVICE_HOST"), "Kubernetes sets it: {text}");
}

/// The test stops the sandbox, which handles signals like the bot.
#[cfg(all(unix, feature = "sandbox"))]
#[test]
fn signals_stop_the_program_cleanly() {
    use std::io::{BufRead as _, BufReader};

    for signal in ["-HUP", "-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_riposte"));
        program.env_clear().current_dir(folder.path()).args(["sandbox", "--port", "0"]);
        let mut program = program.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains("The sandbox is open"));
        // It installs its signal handlers only after this line.
        thread::sleep(Duration::from_millis(500));
        let kill = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(program.wait().unwrap().code(), Some(0), "{signal}");
    }
}
