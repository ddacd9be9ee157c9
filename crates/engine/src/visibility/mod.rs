//! Who may know what (I6).
//!
//! - [`view`]: the views and events that a viewer gets. Only they leave the engine.
//! - [`knowledge`]: what a viewer may know of combatants, and of the systems' events.
//! - [`disclosure`]: how much of an NPC the GM shows to players.
//! - [`facts`]: what views say besides their fields.
//! - [`visible_turn`]: whose turn it is, without revealing hidden NPCs.
//! - [`wounds`]: how hurt a combatant looks.
//! - [`randomize`]: fights with other hidden facts, for the tests of I6 and for odds.

pub mod disclosure;
pub mod facts;
pub mod knowledge;
pub mod randomize;
pub mod view;
pub mod visible_turn;
pub mod wounds;
