//! A PostgreSQL server of one test's own (`.ci/postgres`): it can be ended as others' cannot.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::served;

pub struct OwnServer {
    address: String,
    folder: TempDir,
}

/// How a server ends, after which it comes back by itself.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// All its processes at once, by `kill -9`.
    Crash,
    /// One of its processes by `kill -9`: it ends all others.
    Hurt,
    /// In good order.
    Restart,
}

impl OwnServer {
    /// None where tests have no server at all, or this machine has not the programs of one.
    pub fn start() -> Option<Self> {
        served::server()?;
        let folder = tempfile::tempdir().unwrap();
        let address = control("start", folder.path())?;
        Some(Self { address: address.trim().into(), folder })
    }

    pub fn place(&self) -> PathBuf {
        (&self.address).into()
    }

    /// Ends it, and returns when it is on its way back.
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

fn control(verb: &str, folder: &Path) -> Option<String> {
    let done = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres"))
        .args([verb.as_ref(), folder.join("note").as_os_str()])
        .stderr(Stdio::inherit())
        .output()
        .ok()?;
    done.status.success().then(|| String::from_utf8(done.stdout).unwrap())
}
