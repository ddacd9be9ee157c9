//! What the page tells a newcomer to do, step by step.

use serde::Serialize;

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    pub says: String,
    /// It is ticked off once the user of this name did something that was answered.
    pub who: String,
}
