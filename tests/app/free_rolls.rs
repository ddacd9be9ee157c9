//! Dice without a rule, and who sees them.

use riposte::app::input::{QueryResult, RollVisibility};

use crate::app_table::*;

impl Table {
    async fn rolls(&self, who: &str, text: &str) -> (bool, RollVisibility) {
        let QueryResult::FreeRoll { roll, visibility: sight } = shown(self.say(who, text).await)
        else {
            panic!()
        };
        (roll.is_some(), sight)
    }
}

#[tokio::test]
async fn dice_are_seen_by_whom_they_are_for() {
    let table = Table::new().await;
    assert_eq!(table.rolls("Ana", "roll dice:2d6").await, (true, RollVisibility::Public));
    assert_eq!(
        table.rolls("Ana", "roll dice:2d6 sight:secret").await,
        (true, RollVisibility::RollerOnly)
    );
    table.may_not("Ana", "roll dice:2d6 sight:gm", "no-fight").await;
    table.may_not("Ana", "roll dice:999d6", "dice-out-of-bounds").await;
    table.may_not("Ana", "roll dice:swords", "not-dice").await;
    table.may_not("Ana", "roll dice:1d6+", "dice-unfinished").await;
    table.sets_up().await;
    table.posts().await;
    assert_eq!(
        table.rolls("Ana", "roll dice:4d6kh3 sight:gm").await,
        (true, RollVisibility::RollerAndGm)
    );
    assert_eq!(
        table.rolls("Ana", "roll dice:d20 sight:blind").await,
        (false, RollVisibility::GmOnly)
    );
    let mut posts = table.posts().await;
    posts.retain(|post| post.contains("rolled"));
    assert_eq!(posts, ["dm 1: notice rolled", "dm 1: notice rolled"]);
    table.may_not("Stranger", "roll dice:d20 sight:blind", "not-joined").await;
    table.may_not("Ana", "roll dice:d1 sight:blind", "dice-out-of-bounds").await;
    // Nothing of it is undone with an act.
    table.does("GM", "undo").await;
}
