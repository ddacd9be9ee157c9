//! The lowest floor: the terms in which the app and those around it speak. What comes in at the
//! door and what goes back, what is posted, where time and dice come from. Types, and hardly
//! anything done with them; what makes each is on a floor above, mostly under the same name.

pub mod chance;
pub mod clock;
pub mod export;
pub mod forecast;
pub mod guide;
pub mod inbox;
pub mod input;
pub mod ledger;
pub mod log;
pub mod missed;
pub mod orders;
pub mod outbox;
pub mod plans;
pub mod portrait;
pub mod privacy;
pub mod report;
pub mod rolls;
pub mod seals;
pub mod servers;
pub mod shelf;
