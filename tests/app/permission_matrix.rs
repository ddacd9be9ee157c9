//! I10: the permission matrix, every command by every role.
//!
//! The expectations are written by the names of the commands, independently of the table in the
//! app.

use riposte::app::input::{InputReply, UserInput};
use riposte::discord::commands::command_specs::{
    SlashCommand, VerbCommand, list_commands as commands,
};
use riposte::engine::core::command::Command;
use riposte::engine::core::verbs::Verb;
use riposte::engine::game::{Game, SYSTEM_KEYS};

use crate::app_table::*;

/// It is Ana's turn, Ben is another player, Cleo is Ben's stand-in, and Dora is a co-GM.
const PEOPLE: &[&str] = &["Stranger", "Ben", "Ana", "Cleo", "Dora", "GM", "Admin"];

/// Refusal keys that say that this user may not use the command.
const NOT_YOU: &[&str] = &["not-gm", "not-joined", "not-admin"];

/// The users who may use a command.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Whose {
    Everybodys,
    /// The players and GMs of the fight.
    Players,
    /// Whoever controls the combatant that acts.
    Controllers,
    /// The GM and the co-GMs.
    Gms,
    /// The GM and the administrators of the server.
    GmsOrAdmins,
}

fn whose(system: &str, name: &str, verb: &str) -> Whose {
    let has = |verbs: &[Verb]| verbs.iter().any(|known| known.name == verb);
    let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
    match name {
        // Some rules make these an act of combatants, others an order of the GM.
        _ if has(acts) => Whose::Controllers,
        _ if has(orders) && matches!(verb, "drop" | "recover" | "strike") => Whose::Gms,
        "gm hand-over" | "co-gm add" | "co-gm remove" => Whose::GmsOrAdmins,
        "gm fight" | "init new" | "init load" | "init join" | "init status" => Whose::Everybodys,
        "status" | "map" | "log" | "roll" | "plain on" | "plain off" => Whose::Everybodys,
        // Everybody may view these; only an administrator may change a system.
        "away" | "clock" | "inbox" | "privacy" | "init systems" => Whose::Everybodys,
        // Everybody may ask the guide about rules; the rest of it is for participants.
        "guide" | "mine" | "undo" | "export" | "stand-in" | "absence" => Whose::Players,
        _ if name.starts_with("orders ") || name.starts_with("queue ") => Whose::Players,
        _ if name.starts_with("ranks ") => Whose::Gms,
        "skip" | "reaction" | "morale" | "rest" => Whose::Gms,
        "npc next" | "npc pass-all" => Whose::Gms,
        _ => match name.split_once(' ') {
            Some(("sheet", _)) => Whose::Everybodys,
            Some(("init" | "gm" | "faction" | "scene", _)) => Whose::Gms,
            _ => Whose::Controllers,
        },
    }
}

fn may(who: &str, whose: Whose) -> bool {
    let is_in = matches!(who, "Ana" | "Ben" | "Cleo" | "Dora" | "GM");
    match whose {
        Whose::Everybodys => true,
        Whose::Players | Whose::Controllers => is_in,
        Whose::Gms => matches!(who, "Dora" | "GM"),
        Whose::GmsOrAdmins => matches!(who, "GM" | "Admin"),
    }
}

async fn playing(system: &str) -> Table {
    let table = Table::new().await;
    table.plays(system).await;
    table.has_helpers().await;
    table
}

fn words(saying: &VerbCommand) -> Command {
    let fixed = saying.fixed_slots.iter();
    fixed.fold(Command::new(saying.verb), |words, (slot, value)| words.with(slot, value))
}

/// A refusal for lack of permission changes nothing. A permitted command is done or refused for
/// another reason.
#[tokio::test]
async fn every_command_is_somebodys() {
    let commands = commands(SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        let mut table = playing(system).await;
        for (name, saying) in SlashCommand::flatten(&commands) {
            for who in PEOPLE {
                let before = table.revision().await;
                let input = UserInput::from_command(words(saying));
                let reply = table.input(&table.origin(who), input).await;
                let is_changed =
                    table.now_or_never().await.is_none_or(|now| now.revision != before);
                let case = format!("{system}: {who} says /{name}");
                match &reply {
                    InputReply::Refused(refusal) if refusal.key == "not-in-system" => {}
                    // Answers to prompts are refused where no prompt is open.
                    InputReply::Refused(refusal) if refusal.key == "nothing-asked" => {}
                    InputReply::Refused(refusal) => {
                        let is_not_you = NOT_YOU.contains(&refusal.key.as_str());
                        assert_eq!(
                            !is_not_you,
                            may(who, whose(system, &name, saying.verb)),
                            "{case}: {}",
                            refusal.key
                        );
                    }
                    InputReply::Done(_)
                    | InputReply::NeedsConfirmation(_)
                    | InputReply::QueryResult(_)
                    | InputReply::Library(_) => {
                        assert!(may(who, whose(system, &name, saying.verb)), "{case}: done");
                    }
                }
                if !matches!(reply, InputReply::Done(_)) {
                    assert!(!is_changed || name == "roll", "{case}: something has changed");
                }
                if is_changed {
                    table = playing(system).await;
                }
            }
        }
    }
}

/// GMs may not act for player characters, players not for NPCs, and a stand-in only for one
/// character.
#[tokio::test]
async fn nobody_acts_for_another() {
    let commands = commands(SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        let table = playing(system).await;
        for (name, saying) in SlashCommand::flatten(&commands) {
            if whose(system, &name, saying.verb) != Whose::Controllers {
                continue;
            }
            for (who, acting_as, keys) in [
                ("Ben", "Ana", &["bad-target"][..]),
                ("GM", "Ana", &["bad-target"]),
                ("Dora", "Ana", &["bad-target"]),
                ("Cleo", "Ana", &["bad-target"]),
                ("Cleo", "Wolf", &["not-gm"]),
                ("Ana", "Wolf", &["not-gm"]),
                ("Stranger", "Ana", &["not-joined"]),
                ("Admin", "Wolf", &["not-joined"]),
            ] {
                let input = UserInput::from_command_as(acting_as, words(saying));
                let key = refused(table.input(&table.origin(who), input).await);
                let is_nothing = matches!(key.as_str(), "not-in-system" | "nothing-asked");
                let case = format!("{system}: {who} as {acting_as} says /{name}: {key}");
                assert!(is_nothing || keys.contains(&key.as_str()), "{case}");
            }
        }
    }
}

/// Every disclosure level, up and down and in every system, is for GMs only.
#[tokio::test]
async fn what_is_shown_of_an_npc_is_the_gms() {
    let steps = ["numbers", "name", "alias alias:Mask", "something", "wounds alias:Veil", "unseen"];
    for system in SYSTEM_KEYS {
        let table = playing(system).await;
        for step in steps {
            for who in PEOPLE.iter().filter(|who| !may(who, Whose::Gms)) {
                table.may_not(who, &format!("reveal who:Wolf show:{step}"), "not-gm").await;
            }
            for who in ["Dora", "GM"] {
                table.does(who, &format!("reveal who:Wolf show:{step}")).await;
                table.may_not(who, &format!("reveal who:Wolf show:{step}"), "bad-setup").await;
                table.does(who, "undo").await;
            }
            table.does("GM", &format!("reveal who:Wolf show:{step}")).await;
        }
    }
}
