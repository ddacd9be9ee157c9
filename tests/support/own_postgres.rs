//! A PostgreSQL server for one test alone (`.ci/postgres`), which the test may stop or crash.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

use crate::databases;

pub struct OwnServer {
    address: String,
    folder: TempDir,
}

/// How a server is stopped; afterwards it starts again.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// All its processes are killed with SIGKILL.
    Crash,
    /// One backend is killed with SIGKILL, after which the server ends all others.
    Hurt,
    /// The server shuts down in order.
    Restart,
}

impl OwnServer {
    /// Starts a server. Returns `None` if the tests use no server, or this machine cannot run one.
    pub fn start() -> Option<Self> {
        databases::server()?;
        let folder = tempfile::tempdir().unwrap();
        let address = control("start", folder.path())?;
        Some(Self { address, folder })
    }

    /// Starts a server whose tables are on a small disk, which only root can mount.
    pub async fn start_on_small_disk() -> Option<Self> {
        databases::server()?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let disk = folder.path().join("disk");
        std::fs::create_dir(&disk).unwrap();
        // The mount lives as long as the server's processes.
        let mount = r#"mount -t tmpfs -o size=16m,uid=postgres disk "$0" && exec "$@""#;
        let mut start = Command::new("unshare");
        start.args(["--mount", "sh", "-c", mount]).arg(&disk).arg(SCRIPT).arg("start");
        let address = said(start.arg(folder.path().join("note")))?;
        let mut open = PgConnection::connect(&address).await.unwrap();
        let make = format!("CREATE TABLESPACE disk LOCATION '{}'", disk.display());
        open.execute(AssertSqlSafe(make)).await.unwrap();
        Some(Self { address: format!("{address}?options[default_tablespace]=disk"), folder })
    }

    /// Fills the small disk until [`free_disk`] closes the connection that is returned.
    pub async fn fill(&self) -> PgConnection {
        let mut open = PgConnection::connect(&self.address).await.unwrap();
        let fill = "CREATE TABLE filler (x TEXT); ALTER TABLE filler ALTER x SET STORAGE PLAIN;
             DO $$ BEGIN
                 LOOP INSERT INTO filler VALUES (repeat('x', 8000)); END LOOP;
             EXCEPTION WHEN disk_full THEN NULL; END $$";
        sqlx::raw_sql(fill).execute(&mut open).await.unwrap();
        open
    }

    pub fn place(&self) -> PathBuf {
        (&self.address).into()
    }

    /// Returns a closure that stops the server and returns once it starts again.
    pub fn ends(&self, how: End) -> impl FnOnce() + Send + 'static {
        let folder = self.folder.path().to_path_buf();
        let verb = match how {
            End::Crash => "crash",
            End::Hurt => "hurt",
            End::Restart => "restart",
        };
        move || drop(control(verb, &folder).expect("the server does not come back"))
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        control("stop", self.folder.path());
    }
}

/// Removes what [`PostgresServer::fill_disk`] has written.
pub async fn empty(mut open: PgConnection) {
    open.execute("DROP TABLE filler").await.unwrap();
    open.close().await.unwrap();
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres");

fn control(verb: &str, folder: &Path) -> Option<String> {
    said(Command::new(SCRIPT).arg(verb).arg(folder.join("note")))
}

/// Returns what the command prints, if it succeeds.
fn said(command: &mut Command) -> Option<String> {
    let done = command.stderr(Stdio::inherit()).output().ok()?;
    let said = String::from_utf8(done.stdout).unwrap();
    done.status.success().then(|| said.trim().into())
}
