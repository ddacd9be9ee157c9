//! Figures for whoever runs the bot: how much there is to do, how it goes. Sums over all fights,
//! without names, numbers of users or anything of what happens in them.

use store::fault::Fault;

use crate::held::app::App;
use crate::terms::input::Reply;

pub(crate) fn count_input(reply: &Result<Reply, Fault>) {
    let result = match reply {
        Ok(Reply::Done(_)) => "done",
        Ok(Reply::Refused(_)) => "refused",
        Ok(Reply::Unsure(_)) => "unsure",
        Ok(Reply::Shown(_)) => "shown",
        Ok(Reply::Shelf(_)) => "shelf",
        Err(_) => "fault",
    };
    metrics::counter!("riposte_inputs_total", "result" => result).increment(1);
}

/// What became of a post that was to be delivered: `delivered`, `later`, `given-up`.
pub(crate) fn count_post(result: &'static str) {
    metrics::counter!("riposte_posts_total", "result" => result).increment(1);
}

pub(crate) fn count_clock() {
    metrics::counter!("riposte_clocks_total").increment(1);
}

impl App {
    /// How many posts wait to be delivered.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn outbox_depth(&self) -> Result<u32, Fault> {
        self.inner.store.outbox_depth().await
    }
}
