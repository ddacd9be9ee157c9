//! Figures for whoever runs the bot: how much there is to do, how it goes. Sums over all fights,
//! without names, numbers of users or anything of what happens in them.

use store::error::StoreError;

use crate::api::input::InputReply;
use crate::runtime::app::App;

pub(crate) fn count_input(reply: &Result<InputReply, StoreError>) {
    let result = match reply {
        Ok(InputReply::Done(_)) => "done",
        Ok(InputReply::Refused(_)) => "refused",
        Ok(InputReply::NeedsConfirmation(_)) => "unsure",
        Ok(InputReply::QueryResult(_)) => "shown",
        Ok(InputReply::Library(_)) => "shelf",
        Err(_) => "fault",
    };
    metrics::counter!("riposte_inputs_total", "result" => result).increment(1);
}

/// What became of a post that was to be delivered: `delivered`, `later`, `given-up`.
pub(crate) fn count_delivery(result: &'static str) {
    metrics::counter!("riposte_posts_total", "result" => result).increment(1);
}

pub(crate) fn count_fired_deadline() {
    metrics::counter!("riposte_clocks_total").increment(1);
}

impl App {
    /// How many posts wait to be delivered.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn outbox_depth(&self) -> Result<u32, StoreError> {
        self.inner.store.count_pending_outbox_rows().await
    }
}
