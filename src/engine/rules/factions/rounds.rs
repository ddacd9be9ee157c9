//! Factions, initiative, rounds (FACT-INIT, FACT-ROUND).

use super::{Fight, Scene, Step};
use crate::engine::Wait;

pub fn waits(fight: &Fight) -> Option<Wait> {
    let _ = fight;
    todo!()
}

pub fn settle(scene: &mut Scene) -> Step {
    let _ = scene;
    todo!()
}
