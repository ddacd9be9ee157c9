//! The guide says what is possible, why something is not, and what the rules say. It changes
//! nothing.

use riposte::app::guide::GuideReply;
use riposte::app::input::{InputReply, QueryResult, UserInput};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::store::ids::ChannelId;

use crate::app_table::*;

#[track_caller]
fn expect_guide(reply: InputReply) -> GuideReply {
    match expect_query_result(reply) {
        QueryResult::Guide(guide) => guide,
        other => panic!("no guide: {other:?}"),
    }
}

/// Returns why the guide finds an act impossible: each refusal key with the targets it applies to.
#[track_caller]
fn expect_reasons(reply: InputReply) -> Vec<(String, String)> {
    match expect_guide(reply) {
        GuideReply::NotAllowed { refusals, .. } => refusals
            .into_iter()
            .map(|(targets, refusal)| (targets.join("+"), refusal.key))
            .collect(),
        other => panic!("possible: {other:?}"),
    }
}

fn to_pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(targets, key)| ((*targets).into(), (*key).into())).collect()
}

#[tokio::test]
async fn guide_lists_possible_acts() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let GuideReply::AvailableActs { name, offers, prompts, .. } =
        expect_guide(table.send_command("Ana", "guide").await)
    else {
        panic!()
    };
    assert_eq!((name.as_str(), prompts.len()), ("Ana", 0));
    assert_eq!(offers, table.load_state().await.game.list_legal_act_offers(CombatantId(0)));
    let GuideReply::AvailableActs { offers, awaited, .. } =
        expect_guide(table.send_command("Ben", "guide").await)
    else {
        panic!()
    };
    assert_eq!((offers.len(), awaited.len()), (0, 1));
    // A player who is asked reads which answers are possible.
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    let GuideReply::AvailableActs { prompts, .. } =
        expect_guide(table.send_command("Ana", "guide").await)
    else {
        panic!()
    };
    assert_eq!(prompts.len(), 1);
    assert!(matches!(
        expect_guide(table.send_command("Ana", "guide why:dodge").await),
        GuideReply::Allowed { .. }
    ));
    assert_eq!(
        expect_reasons(table.send_command("Ana", "guide why:attack").await),
        to_pairs(&[("", "prompt-open")])
    );
}

#[tokio::test]
async fn guide_explains_why_a_verb_is_impossible() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let not_now = table.send_command("Ben", "guide why:Attack").await;
    assert_eq!(expect_reasons(not_now), to_pairs(&[("", "not-your-turn")]));
    assert!(matches!(
        expect_guide(table.send_command("Ana", "guide why:move").await),
        GuideReply::Allowed { .. }
    ));
    table.run_command("Ana", "move zone:Gate").await;
    assert_eq!(
        expect_reasons(table.send_command("Ana", "guide why:move").await),
        to_pairs(&[("", "no-move")])
    );
    // Each reason comes with the targets that it applies to.
    let grapple = expect_reasons(table.send_command("Ana", "guide why:grapple").await);
    assert_eq!(grapple, to_pairs(&[("Wolf", "not-close"), ("Ben", "bad-target")]));
    assert_eq!(
        expect_reasons(table.send_command("Ana", "guide why:skip").await),
        to_pairs(&[("", "not-gm")])
    );
    // The verb is found in a sentence.
    for question in ["Why can't I grapple?", "the grapple", "how do I grapple"] {
        let asked = Command::new("guide").with("why", question);
        let input = UserInput::from_command(asked);
        let reply = table.send_input(&table.request_context("Ana"), input).await;
        assert_eq!(expect_reasons(reply), grapple, "{question}");
    }
    let unknown = expect_reasons(table.send_command("Ana", "guide why:atack").await);
    assert_eq!(unknown, to_pairs(&[("", "not-in-system")]));
}

/// A whole command is tried with its slots.
#[tokio::test]
async fn guide_explains_why_a_command_is_impossible() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    let ask_why = async |who: &str, text: &str| {
        let command = Command::new("guide").with("why", text);
        table.send_input(&table.request_context(who), UserInput::from_command(command)).await
    };
    assert!(matches!(
        expect_guide(ask_why("Ana", "/move zone:Gate").await),
        GuideReply::Allowed { .. }
    ));
    table.run_command("Ana", "move zone:Gate").await;
    assert_eq!(
        expect_reasons(ask_why("Ana", "move zone:Yard").await),
        to_pairs(&[("", "no-move")])
    );
    assert_eq!(
        expect_reasons(ask_why("Ana", "grapple target:Ben").await),
        to_pairs(&[("", "bad-target")])
    );
    assert_eq!(
        expect_reasons(ask_why("Ana", "grapple target:Wolf").await),
        to_pairs(&[("", "not-close")])
    );
    assert_eq!(
        expect_reasons(ask_why("GM", "attack target:Ana as:Wolf").await),
        to_pairs(&[("", "not-your-turn")])
    );
    assert!(matches!(
        expect_guide(ask_why("GM", "adjust who:Ana field:hp value:3").await),
        GuideReply::Allowed { .. }
    ));
    assert_eq!(
        expect_reasons(ask_why("GM", "adjust who:Ana field:hps value:3").await),
        to_pairs(&[("", "bad-setup")])
    );
    assert_eq!(
        expect_reasons(ask_why("Ana", "adjust who:Ana field:hp value:3").await),
        to_pairs(&[("", "not-gm")])
    );
    // Text that is no valid command is reduced to its verb.
    assert_eq!(
        expect_reasons(ask_why("Ben", "attack the Wolf").await),
        to_pairs(&[("", "not-your-turn")])
    );
}

/// The guide changes no state and rolls no dice, and its reasons are those that the user would get
/// by trying.
#[tokio::test]
async fn guide_changes_nothing() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        let before = table.load_state().await.game.full_state_json();
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        let answers = Game::answer_verbs(system).unwrap().iter().map(|verb| verb.name);
        let own = acts.iter().chain(orders).map(|verb| verb.name);
        for verb in own.chain(answers).chain(["undo", "join", "status"]) {
            for who in ["Ana", "Ben", "GM"] {
                let reply = table.send_command(who, &format!("guide why:{verb}")).await;
                let case = format!("{system}: {who} asks for {verb}: {reply:?}");
                let InputReply::QueryResult(it) = &reply else { panic!("{case}") };
                let QueryResult::Guide(GuideReply::NotAllowed { refusals, .. }) = &**it else {
                    continue;
                };
                assert!(!refusals.is_empty(), "{case}");
                let [(targets, refusal)] = refusals.as_slice() else { continue };
                if targets.is_empty() && matches!(refusal.key.as_str(), "not-in-system" | "not-gm")
                {
                    assert_eq!(
                        refusal_key(table.send_command(who, verb).await),
                        refusal.key,
                        "{case}"
                    );
                }
            }
        }
        assert_eq!(table.load_state().await.game.full_state_json(), before, "{system}");
    }
}

#[tokio::test]
async fn guide_reveals_nothing_hidden() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    table.run_command("GM", "start").await;
    let (acts, _) = Game::act_and_order_verbs("dr12").unwrap();
    for who in ["Ana", "Ben"] {
        for verb in acts.iter().map(|verb| format!(" why:{}", verb.name)).chain(["".into()]) {
            let reply_text =
                format!("{:?}", table.send_command(who, &format!("guide{verb}")).await);
            assert!(!reply_text.contains("Lurker"), "{who}{verb}: {reply_text}");
        }
    }
    // Strangers are told nothing of a fight, and a hidden combatant looks like an unknown name.
    let for_stranger = expect_guide(table.send_command("Stranger", "guide").await);
    assert_eq!(for_stranger, GuideReply::FirstSteps { has_open_fight: true });
    // Nor is anybody left without help where there is no fight.
    let nowhere = expect_guide(table.send_dm_command("Stranger", "guide").await);
    assert_eq!(nowhere, GuideReply::FirstSteps { has_open_fight: false });
    let elsewhere = Table { channel: ChannelId(900), ..Table::new().await };
    let no_fight = expect_guide(elsewhere.send_command("Ana", "guide").await);
    assert_eq!(no_fight, GuideReply::FirstSteps { has_open_fight: false });
    let lurker = expect_guide(table.send_command("Ana", "guide why:pass as:Lurker").await);
    let nobody = expect_guide(table.send_command("Ana", "guide why:pass as:Nobody").await);
    assert_eq!(format!("{lurker:?}").replace("Lurker", "Nobody"), format!("{nobody:?}"));
}

#[tokio::test]
async fn guide_shows_rules_by_id() {
    let table = Table::new().await;
    for who in ["Ana", "Stranger"] {
        let GuideReply::Rule(rule) =
            expect_guide(table.send_dm_command(who, "guide rule:dr12-move-1").await)
        else {
            panic!()
        };
        assert_eq!(rule.id, "DR12-MOVE-1");
    }
    let GuideReply::Rule(rule) =
        expect_guide(table.send_command("Ana", "guide rule:\"dr12-move-1: On\"").await)
    else {
        panic!()
    };
    assert_eq!(rule.id, "DR12-MOVE-1");
    assert_eq!(
        refusal_key(table.send_command("Ana", "guide rule:DR12-MOVE-99").await),
        "no-such-rule"
    );
    assert_eq!(refusal_key(table.send_command("Ana", "guide rule:\"\"").await), "no-such-rule");
    assert_eq!(
        refusal_key(table.send_command("Ana", "guide system:chess").await),
        "no-such-system"
    );
    for system in SYSTEM_KEYS {
        let GuideReply::Rulebook(book) =
            expect_guide(table.send_command("Ana", &format!("guide system:{system}")).await)
        else {
            panic!()
        };
        assert_eq!(book.system, *system);
    }
    // Without a fight, only rules can be looked up.
    assert!(matches!(
        expect_guide(table.send_command("Ana", "guide").await),
        GuideReply::FirstSteps { has_open_fight: false }
    ));
    assert_eq!(refusal_key(table.send_command("Ana", "guide why:attack").await), "no-fight");
}

/// Rules are found by their words; in a fight only those of its system.
#[tokio::test]
async fn guide_finds_rules_by_words() {
    let table = Table::new().await;
    let found = async |text: &str| match expect_guide(table.send_command("Ana", text).await) {
        GuideReply::MatchingRules(rules) => {
            rules.into_iter().map(|rule| rule.id).collect::<Vec<_>>()
        }
        GuideReply::Rule(rule) => vec![rule.id],
        other => panic!("{other:?}"),
    };
    let everywhere = found("guide rule:grapple").await;
    assert!(everywhere.iter().any(|id| id.starts_with("CARDS")), "{everywhere:?}");
    table.set_up_fight().await;
    let here = found("guide rule:grapple").await;
    assert!(!here.is_empty() && here.iter().all(|id| id.starts_with("DR12-")), "{here:?}");
    let there = found("guide rule:grapple system:fates").await;
    assert!(there.iter().all(|id| id.starts_with("FATES-")), "{there:?}");
    assert_eq!(refusal_key(table.send_command("Ana", "guide rule:xyzzy").await), "no-such-rule");
}

/// After the end, the guide offers only orders that are still accepted.
#[tokio::test]
async fn guide_lists_few_orders_after_the_end() {
    for (system, aftermath_verb) in [("dr12", None), ("cards", Some("recover"))] {
        let table = Table::new().await;
        table.start_fight(system).await;
        table.run_command("GM", "end outcome:truce").await;
        let GuideReply::GmOrders { verbs } = expect_guide(table.send_command("GM", "guide").await)
        else {
            panic!()
        };
        assert!(verbs.contains(&"undo") && verbs.len() < 6, "{system}: {verbs:?}");
        assert!(aftermath_verb.is_none_or(|verb| verbs.contains(&verb)), "{system}: {verbs:?}");
    }
}

#[tokio::test]
async fn guide_lists_orders_for_the_gm() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Cub from:raider at:Yard").await;
    let GuideReply::GmOrders { verbs } = expect_guide(table.send_command("GM", "guide").await)
    else {
        panic!()
    };
    assert!(verbs.contains(&"start") && verbs.contains(&"undo") && !verbs.contains(&"attack"));
    let GuideReply::AvailableActs { name, .. } =
        expect_guide(table.send_command("GM", "guide as:Cub").await)
    else {
        panic!()
    };
    assert_eq!(name, "Cub");
    assert_eq!(refusal_key(table.send_command("GM", "guide as:Ana").await), "bad-target");
}
