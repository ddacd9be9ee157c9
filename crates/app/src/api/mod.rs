//! The lowest floor: the terms in which the app and those around it speak. What comes in at the
//! door and what goes back, what is posted, where time and dice come from. Types, and hardly
//! anything done with them; what makes each is on a floor above, mostly under the same name.

pub mod clock;
pub mod dice_ledger;
pub mod dice_source;
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
pub mod standing_orders;
