//! A bot on a thread and a runtime of its own, so that all of it dies at once.
//!
//! The runtime has this one thread: nothing of it runs any more while it is taken down.

use std::future::Future;
use std::thread::{JoinHandle, spawn};

use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// What runs apart. Dropped: killed in the middle of whatever it does.
pub struct Apart {
    life: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Apart {
    /// Begins what is made on the thread itself.
    pub fn begin<F: Future<Output = ()>>(make: impl FnOnce() -> F + Send + 'static) -> Self {
        let (life, killed) = oneshot::channel::<()>();
        let thread = spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                tokio::select! {
                    () = make() => {}
                    _ = killed => {}
                }
            });
            // A file that is being written in another thread is not waited for.
            runtime.shutdown_background();
        });
        Self { life: Some(life), thread: Some(thread) }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        drop(self.life.take());
        if let Some(thread) = self.thread.take() {
            // One that has panicked is gone as well.
            let _ = thread.join();
        }
    }
}
