//! Free rolls, which follow no rule, and who sees them.

use riposte::app::input::{QueryResult, RollVisibility};

use crate::app_table::*;

impl Table {
    async fn roll_dice(&self, who: &str, text: &str) -> (bool, RollVisibility) {
        let QueryResult::FreeRoll { roll, visibility } =
            expect_query_result(self.send_command(who, text).await)
        else {
            panic!()
        };
        (roll.is_some(), visibility)
    }
}

#[tokio::test]
async fn free_roll_is_shown_by_its_visibility() {
    let table = Table::new().await;
    assert_eq!(table.roll_dice("Ana", "roll dice:2d6").await, (true, RollVisibility::Public));
    assert_eq!(
        table.roll_dice("Ana", "roll dice:2d6 sight:secret").await,
        (true, RollVisibility::RollerOnly)
    );
    table.assert_refused("Ana", "roll dice:2d6 sight:gm", "no-fight").await;
    table.assert_refused("Ana", "roll dice:999d6", "dice-out-of-bounds").await;
    table.assert_refused("Ana", "roll dice:swords", "not-dice").await;
    table.assert_refused("Ana", "roll dice:1d6+", "dice-unfinished").await;
    table.set_up_fight().await;
    table.deliver_posts().await;
    assert_eq!(
        table.roll_dice("Ana", "roll dice:4d6kh3 sight:gm").await,
        (true, RollVisibility::RollerAndGm)
    );
    assert_eq!(
        table.roll_dice("Ana", "roll dice:d20 sight:blind").await,
        (false, RollVisibility::GmOnly)
    );
    let mut posts = table.deliver_posts().await;
    posts.retain(|post| post.contains("rolled"));
    assert_eq!(posts, ["dm 1: notice rolled", "dm 1: notice rolled"]);
    table.assert_refused("Stranger", "roll dice:d20 sight:blind", "not-joined").await;
    table.assert_refused("Ana", "roll dice:d1 sight:blind", "dice-out-of-bounds").await;
    // Undo does not touch free rolls; it takes back the last act.
    table.run_command("GM", "undo").await;
}
