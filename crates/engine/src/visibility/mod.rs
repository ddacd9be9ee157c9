//! Who may know what: views of a fight, what is disclosed of an NPC, and its randomised twin for proofs.

pub mod disclosure;
pub mod randomize;
pub mod view;
pub mod visible_turn;
