//! The app behind its door: who may do what, what is stored, what is told to whom.

mod table;

use table::*;

#[tokio::test]
async fn a_fight_goes_from_set_up_to_its_end() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    println!("{:#?}", table.posts().await);
    let r = table.say("GM", "attack target:Ana as:Wolf").await;
    println!("{:?}", r);
    println!("{:#?}", table.posts().await);
    let open = table.prompt().await;
    println!("{:?}", table.presses("Ana", "avoid", &open).await);
    println!("{:#?}", table.posts().await);
    println!("{:#?}", table.now().await.turn);
}
