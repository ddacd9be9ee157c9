//! Copies of prompts: a prompt of the GM also goes to the co-GMs, and prompts of players go to all
//! GMs where the setting asks for it.

use crate::app_table::*;

#[tokio::test]
async fn the_first_gm_who_answers_has_answered() {
    for (who, other) in [("Dora", "GM"), ("GM", "Dora")] {
        let table = Table::new().await;
        table.ana_to_act().await;
        table.does("GM", "co-gm do:add user:14").await;
        table.does("Ana", "skill attribute:str text:\"lift it\"").await;
        let posts = table.posts().await;
        assert!(has(&posts, "dm 1: prompt GM") && has(&posts, "dm 14: prompt GM"), "{posts:?}");
        let open = table.prompt().await;
        let verb = open.prompt.default_choice.verb.clone();
        done(table.presses(who, &verb, &open).await, "either may");
        assert_eq!(refused(table.presses(other, &verb, &open).await), "prompt-closed");
        let posts = table.posts().await;
        for line in ["dm 1: edit closed GM answered", "dm 14: edit closed GM answered"] {
            assert!(has(&posts, line), "{posts:?}");
        }
    }
}

#[tokio::test]
async fn who_comes_to_help_gets_what_is_open() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "skill attribute:str text:\"lift it\"").await;
    table.posts().await;
    table.does("GM", "co-gm do:add user:14").await;
    let posts = table.posts().await;
    assert!(has(&posts, "dm 14: prompt GM") && !has(&posts, "dm 1: prompt GM"), "{posts:?}");
    // The GM already has the turn's message and gets no second one.
    table.does("GM", "pause").await;
    table.does("GM", "resume").await;
    let posts = table.posts().await;
    assert!(!posts.iter().any(|post| post.contains("prompt")), "{posts:?}");
}

/// The co-GM also gets the turn of an NPC, even while a prompt is open in it.
#[tokio::test]
async fn who_comes_to_help_gets_the_turn_that_goes_on() {
    for is_asked in [false, true] {
        let table = Table::new().await;
        table.wolf_to_act().await;
        if is_asked {
            table.does("GM", "attack target:Ana as:Wolf").await;
        }
        table.posts().await;
        table.does("GM", "co-gm do:add user:14").await;
        let posts = table.posts().await;
        let turns = |to: &str| posts.iter().filter(|post| post.starts_with(to)).count();
        assert_eq!((turns("dm 14: "), turns("dm 1: ")), (1, 0), "{posts:?}");
        table.does("GM", "pause").await;
        table.does("GM", "resume").await;
        let posts = table.posts().await;
        assert!(!posts.iter().any(|post| post.contains(": turn")), "{posts:?}");
    }
}

/// A copy only informs: the answer stays with the player.
#[tokio::test]
async fn gms_read_what_players_are_asked() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("GM", "co-gm do:add user:14").await;
    table.may_not("GM", "set key:mirror value:perhaps", "bad-setup").await;
    table.does("GM", "set key:mirror value:true").await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    let posts = table.posts().await;
    for line in ["channel: prompt Ana", "dm 1: prompt Ana", "dm 14: prompt Ana"] {
        assert!(has(&posts, line), "{line}: {posts:?}");
    }
    let open = table.prompt().await;
    for who in ["GM", "Dora"] {
        assert_eq!(refused(table.presses(who, "dodge", &open).await), "bad-target", "{who}");
    }
    done(table.presses("Ana", "dodge", &open).await, "hers");
    let posts = table.posts().await;
    assert!(has(&posts, "dm 14: edit closed Ana answered"), "{posts:?}");
    table.does("GM", "set key:mirror value:false").await;
}

#[tokio::test]
async fn usually_a_question_is_asked_once() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    let posts = table.posts().await;
    assert_eq!(posts.iter().filter(|post| post.contains("prompt")).count(), 1, "{posts:?}");
}
