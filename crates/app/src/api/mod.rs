//! The lowest layer: inputs and replies of the app, outbox messages, and the injected clock and
//! dice. It has types and hardly any behaviour; what builds them is in a layer above, mostly in a
//! file of the same name.

pub mod bestiary;
pub mod channel_access;
pub mod clock;
pub mod dice_ledger;
pub mod dice_source;
pub mod encounter;
pub mod export;
pub mod fight_log;
pub mod forecast;
pub mod free_rolls;
pub mod guide;
pub mod inbox;
pub mod input;
pub mod library;
pub mod missed_events;
pub mod outbox;
pub mod plans;
pub mod portrait_url;
pub mod privacy;
pub mod report;
pub mod sealed_dice;
pub mod servers;
pub mod speech;
pub mod standing_orders;
pub mod value_reader;

use engine::core::command::Refusal;
use store::error::StoreError;

/// The result of what the app may refuse. The outer error means that the store failed; the inner
/// one is the refusal for the user.
pub type RefusableResult<T> = Result<Result<T, Refusal>, StoreError>;

/// Unwraps an `Ok`, or returns the refusal as `Ok(Err(refusal))` from the function.
macro_rules! ok_or_return_refusal {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}
pub(crate) use ok_or_return_refusal;
