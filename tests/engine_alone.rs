//! The engine compiled alone: it needs no other room. That this file compiles is the test.

#[allow(dead_code)]
#[path = "../src/engine/mod.rs"]
mod engine;

/// Nothing of it is called, so that it is checked and not built a second time.
#[test]
fn the_engine_needs_no_other_room() {}
