//! A PostgreSQL server for one test alone (`.ci/postgres`), which the test may stop or crash.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

use crate::databases;

pub struct PostgresServer {
    address: String,
    folder: TempDir,
}

/// How a server is stopped; afterwards it starts again.
#[derive(Clone, Copy, Debug)]
pub enum ShutdownKind {
    /// All its processes are killed with SIGKILL.
    Crash,
    /// One backend is killed with SIGKILL, after which the server ends all others.
    KillBackend,
    /// The server shuts down in order.
    Restart,
}

impl PostgresServer {
    /// Starts a server. Returns `None` if the tests use no server, or this machine cannot run one.
    pub fn start() -> Option<Self> {
        databases::server_address()?;
        let folder = tempfile::tempdir().unwrap();
        let address = run_script("start", folder.path())?;
        Some(Self { address, folder })
    }

    /// Starts a server whose tables are on a small disk, which only root can mount.
    pub async fn start_on_small_disk() -> Option<Self> {
        databases::server_address()?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let disk = folder.path().join("disk");
        std::fs::create_dir(&disk).unwrap();
        // The mount lives as long as the server's processes.
        let mount = r#"mount -t tmpfs -o size=16m,uid=postgres disk "$0" && exec "$@""#;
        let mut start = Command::new("unshare");
        start.args(["--mount", "sh", "-c", mount]).arg(&disk).arg(SERVER_SCRIPT).arg("start");
        let address = read_stdout(start.arg(folder.path().join("note")))?;
        let mut connection = PgConnection::connect(&address).await.unwrap();
        let statement = format!("CREATE TABLESPACE disk LOCATION '{}'", disk.display());
        connection.execute(AssertSqlSafe(statement)).await.unwrap();
        Some(Self { address: format!("{address}?options[default_tablespace]=disk"), folder })
    }

    /// Fills the small disk until [`free_disk`] closes the connection that is returned.
    pub async fn fill_disk(&self) -> PgConnection {
        let mut connection = PgConnection::connect(&self.address).await.unwrap();
        let statement =
            "CREATE TABLE filler (x TEXT); ALTER TABLE filler ALTER x SET STORAGE PLAIN;
             DO $$ BEGIN
                 LOOP INSERT INTO filler VALUES (repeat('x', 8000)); END LOOP;
             EXCEPTION WHEN disk_full THEN NULL; END $$";
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        connection
    }

    /// Returns the server's address, in the form in which a store takes it.
    pub fn path(&self) -> PathBuf {
        (&self.address).into()
    }

    /// Returns a closure that stops the server and returns once it starts again.
    pub fn stop_and_restart(&self, kind: ShutdownKind) -> impl FnOnce() + Send + 'static {
        let folder = self.folder.path().to_path_buf();
        let verb = match kind {
            ShutdownKind::Crash => "crash",
            ShutdownKind::KillBackend => "hurt",
            ShutdownKind::Restart => "restart",
        };
        move || drop(run_script(verb, &folder).expect("the server does not come back"))
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        run_script("stop", self.folder.path());
    }
}

/// Removes what [`PostgresServer::fill_disk`] has written.
pub async fn free_disk(mut connection: PgConnection) {
    connection.execute("DROP TABLE filler").await.unwrap();
    connection.close().await.unwrap();
}

const SERVER_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres");

/// Runs `.ci/postgres` with this verb, and returns what it prints. `None` if it fails.
fn run_script(verb: &str, folder: &Path) -> Option<String> {
    read_stdout(Command::new(SERVER_SCRIPT).arg(verb).arg(folder.join("note")))
}

/// Returns what the command prints, if it succeeds.
fn read_stdout(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::inherit()).output().ok()?;
    let stdout = String::from_utf8(output.stdout).unwrap();
    output.status.success().then(|| stdout.trim().into())
}
