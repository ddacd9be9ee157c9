//! The guide says what is possible, why something is not, and what the rules say. It changes
//! nothing.

use riposte::app::guide::GuideReply;
use riposte::app::input::{InputReply, QueryResult, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::game::{Game, SYSTEM_KEYS};

use crate::app_table::*;

#[track_caller]
fn guide(reply: InputReply) -> GuideReply {
    match shown(reply) {
        QueryResult::Guide(guide) => guide,
        other => panic!("no guide: {other:?}"),
    }
}

/// Returns why the guide finds an act impossible: each refusal key with the targets it applies to.
#[track_caller]
fn reasons(reply: InputReply) -> Vec<(String, String)> {
    match guide(reply) {
        GuideReply::NotAllowed { refusals: why, .. } => {
            why.into_iter().map(|(on, refusal)| (on.join("+"), refusal.key)).collect()
        }
        other => panic!("possible: {other:?}"),
    }
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(on, key)| ((*on).into(), (*key).into())).collect()
}

#[tokio::test]
async fn says_what_can_be_done_now() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let GuideReply::AvailableActs { name, offers, prompts, .. } =
        guide(table.say("Ana", "guide").await)
    else {
        panic!()
    };
    assert_eq!((name.as_str(), prompts.len()), ("Ana", 0));
    assert_eq!(offers, table.now().await.game.list_offers(CombatantId(0)));
    let GuideReply::AvailableActs { offers, awaited, .. } = guide(table.say("Ben", "guide").await)
    else {
        panic!()
    };
    assert_eq!((offers.len(), awaited.len()), (0, 1));
    // A player who is asked reads which answers are possible.
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    let GuideReply::AvailableActs { prompts, .. } = guide(table.say("Ana", "guide").await) else {
        panic!()
    };
    assert_eq!(prompts.len(), 1);
    assert!(matches!(guide(table.say("Ana", "guide why:dodge").await), GuideReply::Allowed { .. }));
    assert_eq!(reasons(table.say("Ana", "guide why:attack").await), pairs(&[("", "prompt-open")]));
}

#[tokio::test]
async fn says_why_not() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let not_now = table.say("Ben", "guide why:Attack").await;
    assert_eq!(reasons(not_now), pairs(&[("", "not-your-turn")]));
    assert!(matches!(guide(table.say("Ana", "guide why:move").await), GuideReply::Allowed { .. }));
    table.does("Ana", "move zone:Gate").await;
    assert_eq!(reasons(table.say("Ana", "guide why:move").await), pairs(&[("", "no-move")]));
    // Each reason comes with the targets that it applies to.
    let grapple = reasons(table.say("Ana", "guide why:grapple").await);
    assert_eq!(grapple, pairs(&[("Wolf", "not-close"), ("Ben", "bad-target")]));
    assert_eq!(reasons(table.say("Ana", "guide why:skip").await), pairs(&[("", "not-gm")]));
    let unknown = reasons(table.say("Ana", "guide why:atack").await);
    assert_eq!(unknown, pairs(&[("", "not-in-system")]));
}

/// A whole command is tried with its slots.
#[tokio::test]
async fn says_why_not_that() {
    let table = Table::new().await;
    table.ana_to_act().await;
    let why = async |who: &str, text: &str| {
        let words = Command::new("guide").with("why", text);
        table.input(&table.origin(who), UserInput::from_command(words)).await
    };
    assert!(matches!(guide(why("Ana", "/move zone:Gate").await), GuideReply::Allowed { .. }));
    table.does("Ana", "move zone:Gate").await;
    assert_eq!(reasons(why("Ana", "move zone:Yard").await), pairs(&[("", "no-move")]));
    assert_eq!(reasons(why("Ana", "grapple target:Ben").await), pairs(&[("", "bad-target")]));
    assert_eq!(reasons(why("Ana", "grapple target:Wolf").await), pairs(&[("", "not-close")]));
    assert_eq!(
        reasons(why("GM", "attack target:Ana as:Wolf").await),
        pairs(&[("", "not-your-turn")])
    );
    assert!(matches!(
        guide(why("GM", "adjust who:Ana field:hp value:3").await),
        GuideReply::Allowed { .. }
    ));
    assert_eq!(
        reasons(why("GM", "adjust who:Ana field:hps value:3").await),
        pairs(&[("", "bad-setup")])
    );
    assert_eq!(
        reasons(why("Ana", "adjust who:Ana field:hp value:3").await),
        pairs(&[("", "not-gm")])
    );
    // Text that is no valid command is reduced to its verb.
    assert_eq!(reasons(why("Ben", "attack the Wolf").await), pairs(&[("", "not-your-turn")]));
}

/// The guide changes no state and rolls no dice, and its reasons are those that the user would get
/// by trying.
#[tokio::test]
async fn tries_without_doing() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.plays(system).await;
        let before = table.now().await.game.full_state_json();
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        let answers = Game::answer_verbs(system).unwrap().iter().map(|verb| verb.name);
        let own = acts.iter().chain(orders).map(|verb| verb.name);
        for verb in own.chain(answers).chain(["undo", "join", "status"]) {
            for who in ["Ana", "Ben", "GM"] {
                let reply = table.say(who, &format!("guide why:{verb}")).await;
                let case = format!("{system}: {who} asks for {verb}: {reply:?}");
                let InputReply::QueryResult(it) = &reply else { panic!("{case}") };
                let QueryResult::Guide(GuideReply::NotAllowed { refusals, .. }) = &**it else {
                    continue;
                };
                assert!(!refusals.is_empty(), "{case}");
                let [(on, refusal)] = refusals.as_slice() else { continue };
                if on.is_empty() && matches!(refusal.key.as_str(), "not-in-system" | "not-gm") {
                    assert_eq!(refused(table.say(who, verb).await), refusal.key, "{case}");
                }
            }
        }
        assert_eq!(table.now().await.game.full_state_json(), before, "{system}");
    }
}

#[tokio::test]
async fn knows_no_more_than_who_asks() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    table.does("GM", "start").await;
    let (acts, _) = Game::act_and_order_verbs("dr12").unwrap();
    for who in ["Ana", "Ben"] {
        for verb in acts.iter().map(|verb| format!(" why:{}", verb.name)).chain(["".into()]) {
            let said = format!("{:?}", table.say(who, &format!("guide{verb}")).await);
            assert!(!said.contains("Lurker"), "{who}{verb}: {said}");
        }
    }
    // Strangers are told nothing of a fight, and a hidden combatant looks like an unknown name.
    assert_eq!(refused(table.say("Stranger", "guide").await), "not-joined");
    let lurker = guide(table.say("Ana", "guide why:pass as:Lurker").await);
    let nobody = guide(table.say("Ana", "guide why:pass as:Nobody").await);
    assert_eq!(format!("{lurker:?}").replace("Lurker", "Nobody"), format!("{nobody:?}"));
}

#[tokio::test]
async fn knows_the_rules() {
    let table = Table::new().await;
    for origin in ["Ana", "Stranger"] {
        let GuideReply::Rule(rule) = guide(table.whispers(origin, "guide rule:dr12-move-1").await)
        else {
            panic!()
        };
        assert_eq!(rule.id, "DR12-MOVE-1");
    }
    let GuideReply::Rule(rule) = guide(table.say("Ana", "guide rule:\"dr12-move-1: On\"").await)
    else {
        panic!()
    };
    assert_eq!(rule.id, "DR12-MOVE-1");
    assert_eq!(refused(table.say("Ana", "guide rule:DR12-MOVE-99").await), "no-such-rule");
    assert_eq!(refused(table.say("Ana", "guide rule:\"\"").await), "no-such-rule");
    assert_eq!(refused(table.say("Ana", "guide system:chess").await), "no-such-system");
    for system in SYSTEM_KEYS {
        let GuideReply::Rulebook(book) =
            guide(table.say("Ana", &format!("guide system:{system}")).await)
        else {
            panic!()
        };
        assert_eq!(book.system, *system);
    }
    // Without a fight, only rules can be looked up.
    assert_eq!(refused(table.say("Ana", "guide").await), "no-fight");
    assert_eq!(refused(table.say("Ana", "guide why:attack").await), "no-fight");
}

/// Rules are found by their words; in a fight only those of its system.
#[tokio::test]
async fn finds_rules_by_their_words() {
    let table = Table::new().await;
    let found = async |said: &str| match guide(table.say("Ana", said).await) {
        GuideReply::MatchingRules(rules) => {
            rules.into_iter().map(|rule| rule.id).collect::<Vec<_>>()
        }
        GuideReply::Rule(rule) => vec![rule.id],
        other => panic!("{other:?}"),
    };
    let everywhere = found("guide rule:grapple").await;
    assert!(everywhere.iter().any(|id| id.starts_with("CARDS")), "{everywhere:?}");
    table.sets_up().await;
    let here = found("guide rule:grapple").await;
    assert!(!here.is_empty() && here.iter().all(|id| id.starts_with("DR12-")), "{here:?}");
    let there = found("guide rule:grapple system:fates").await;
    assert!(there.iter().all(|id| id.starts_with("FATES-")), "{there:?}");
    assert_eq!(refused(table.say("Ana", "guide rule:xyzzy").await), "no-such-rule");
}

/// After the end, the guide offers only orders that are still accepted.
#[tokio::test]
async fn after_the_end_there_is_little_to_order() {
    for (system, of_aftermath) in [("dr12", None), ("cards", Some("recover"))] {
        let table = Table::new().await;
        table.plays(system).await;
        table.does("GM", "end outcome:truce").await;
        let GuideReply::GmOrders { verbs } = guide(table.say("GM", "guide").await) else {
            panic!()
        };
        assert!(verbs.contains(&"undo") && verbs.len() < 6, "{system}: {verbs:?}");
        assert!(of_aftermath.is_none_or(|verb| verbs.contains(&verb)), "{system}: {verbs:?}");
    }
}

#[tokio::test]
async fn tells_the_gm_what_there_is_to_order() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Cub from:raider at:Yard").await;
    let GuideReply::GmOrders { verbs } = guide(table.say("GM", "guide").await) else { panic!() };
    assert!(verbs.contains(&"start") && verbs.contains(&"undo") && !verbs.contains(&"attack"));
    let GuideReply::AvailableActs { name, .. } = guide(table.say("GM", "guide as:Cub").await)
    else {
        panic!()
    };
    assert_eq!(name, "Cub");
    assert_eq!(refused(table.say("GM", "guide as:Ana").await), "bad-target");
}
