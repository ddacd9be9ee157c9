//! Reactions to an attack (FACT-REACT).

use super::{Ask, Fight};
use crate::engine::words::Words;

pub fn why_not(_: &Fight, _: &Ask, _: &Words) -> (&'static str, &'static str) {
    todo!()
}
