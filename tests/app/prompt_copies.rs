//! Copies of prompts: a prompt of the GM also goes to the co-GMs, and prompts of players go to all
//! GMs where the setting asks for it.

use crate::app_table::*;

#[tokio::test]
async fn first_gm_to_answer_closes_all_copies() {
    for (who, other) in [("Dora", "GM"), ("GM", "Dora")] {
        let table = Table::new().await;
        table.set_up_ana_turn().await;
        table.run_command("GM", "co-gm do:add user:14").await;
        table.run_command("Ana", "skill attribute:str text:\"lift it\"").await;
        let posts = table.deliver_posts().await;
        assert!(
            any_starts_with(&posts, "dm 1: prompt GM")
                && any_starts_with(&posts, "dm 14: prompt GM"),
            "{posts:?}"
        );
        let open = table.single_prompt().await;
        let verb = open.prompt.default_choice.verb.clone();
        expect_done(table.press_choice(who, &verb, &open).await, "either may");
        assert_eq!(refusal_key(table.press_choice(other, &verb, &open).await), "prompt-closed");
        let posts = table.deliver_posts().await;
        for line in ["dm 1: edit closed GM answered", "dm 14: edit closed GM answered"] {
            assert!(any_starts_with(&posts, line), "{posts:?}");
        }
    }
}

#[tokio::test]
async fn new_co_gm_gets_open_prompts() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "skill attribute:str text:\"lift it\"").await;
    table.deliver_posts().await;
    table.run_command("GM", "co-gm do:add user:14").await;
    let posts = table.deliver_posts().await;
    assert!(
        any_starts_with(&posts, "dm 14: prompt GM") && !any_starts_with(&posts, "dm 1: prompt GM"),
        "{posts:?}"
    );
    // The GM already has the turn's message and gets no second one.
    table.run_command("GM", "pause").await;
    table.run_command("GM", "resume").await;
    let posts = table.deliver_posts().await;
    assert!(!posts.iter().any(|post| post.contains("prompt")), "{posts:?}");
}

/// The co-GM also gets the turn of an NPC, even while a prompt is open in it.
#[tokio::test]
async fn new_co_gm_gets_the_npc_turn() {
    for is_asked in [false, true] {
        let table = Table::new().await;
        table.set_up_wolf_turn().await;
        if is_asked {
            table.run_command("GM", "attack target:Ana as:Wolf").await;
        }
        table.deliver_posts().await;
        table.run_command("GM", "co-gm do:add user:14").await;
        let posts = table.deliver_posts().await;
        let turns = |to: &str| posts.iter().filter(|post| post.starts_with(to)).count();
        assert_eq!((turns("dm 14: "), turns("dm 1: ")), (1, 0), "{posts:?}");
        table.run_command("GM", "pause").await;
        table.run_command("GM", "resume").await;
        let posts = table.deliver_posts().await;
        assert!(!posts.iter().any(|post| post.contains(": turn")), "{posts:?}");
    }
}

/// A copy only informs: the answer stays with the player.
#[tokio::test]
async fn mirror_setting_copies_player_prompts_to_gms() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("GM", "co-gm do:add user:14").await;
    table.assert_refused("GM", "set key:mirror value:perhaps", "bad-setup").await;
    table.run_command("GM", "set key:mirror value:true").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let posts = table.deliver_posts().await;
    for line in ["channel: prompt Ana", "dm 1: prompt Ana", "dm 14: prompt Ana"] {
        assert!(any_starts_with(&posts, line), "{line}: {posts:?}");
    }
    let open = table.single_prompt().await;
    for who in ["GM", "Dora"] {
        assert_eq!(
            refusal_key(table.press_choice(who, "dodge", &open).await),
            "bad-target",
            "{who}"
        );
    }
    expect_done(table.press_choice("Ana", "dodge", &open).await, "hers");
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "dm 14: edit closed Ana answered"), "{posts:?}");
    table.run_command("GM", "set key:mirror value:false").await;
}

#[tokio::test]
async fn prompt_is_not_copied_by_default() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    let posts = table.deliver_posts().await;
    assert_eq!(posts.iter().filter(|post| post.contains("prompt")).count(), 1, "{posts:?}");
}
