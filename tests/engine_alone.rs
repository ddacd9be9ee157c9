//! The engine compiled alone: it needs no other room. That this file compiles is the test.

#[allow(dead_code)]
#[path = "../src/engine/mod.rs"]
mod engine;

#[test]
fn the_engine_plays_without_the_rest_of_the_program() {
    let game = engine::game::Game::new("dr12").expect("the system is there");
    assert_eq!(game.system(), "dr12");
}
