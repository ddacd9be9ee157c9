//! A bot on a thread and a runtime of its own, which a test can kill at any await point.
//!
//! The runtime has only this one thread, so none of its tasks runs any more once it shuts down.

use std::future::Future;
use std::thread::{JoinHandle, spawn};

use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// A future on a thread of its own, which is killed when this is dropped.
pub struct KillableThread {
    kill_sender: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl KillableThread {
    /// Starts a thread that builds the future and runs it.
    pub fn start<F: Future<Output = ()>>(build: impl FnOnce() -> F + Send + 'static) -> Self {
        let (kill_sender, killed) = oneshot::channel::<()>();
        let thread = spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                tokio::select! {
                    () = build() => {}
                    _ = killed => {}
                }
            });
            // This does not wait for blocking writes to files, which run on other threads.
            runtime.shutdown_background();
        });
        Self { kill_sender: Some(kill_sender), thread: Some(thread) }
    }
}

impl Drop for KillableThread {
    fn drop(&mut self) {
        drop(self.kill_sender.take());
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has ended as well.
            let _ = thread.join();
        }
    }
}
