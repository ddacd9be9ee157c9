//! What the page tells a newcomer to do, step by step.

use serde::Serialize;

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct PageHint {
    #[serde(rename = "says")]
    pub text: String,
    /// It is ticked off once the user of this name did something that was answered.
    #[serde(rename = "who")]
    pub user_name: String,
}
