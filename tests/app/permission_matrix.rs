//! I10: the permission matrix, every command by every role.
//!
//! The expectations are written by the names of the commands, independently of the table in the
//! app.

use riposte::app::input::{InputReply, UserInput};
use riposte::discord::commands::command_specs::{SlashCommand, VerbCommand, list_server_commands};
use riposte::engine::core::command::Command;
use riposte::engine::core::verbs::Verb;
use riposte::engine::game::{Game, SYSTEM_KEYS};

use crate::app_table::*;

/// It is Ana's turn, Ben is another player, Cleo is Ben's stand-in, and Dora is a co-GM.
const PEOPLE: &[&str] = &["Stranger", "Ben", "Ana", "Cleo", "Dora", "GM", "Admin"];

/// Refusal keys that say that this user may not use the command.
const NO_PERMISSION_KEYS: &[&str] =
    &["not-gm", "not-joined", "not-admin", "numbers-hidden", "export-onlooker"];

/// The users who may use a command.
#[derive(Clone, Copy, PartialEq, Debug)]
enum AllowedUsers {
    Everybody,
    /// The players and GMs of the fight.
    Participants,
    /// Whoever controls the combatant that acts.
    Controllers,
    /// The GM and the co-GMs.
    Gms,
    /// The GM and the administrators of the server.
    GmsOrAdmins,
}

fn allowed_users(system: &str, name: &str, verb: &str) -> AllowedUsers {
    let has_verb = |verbs: &[Verb]| verbs.iter().any(|known| known.name == verb);
    let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
    match name {
        // Some rules make these an act of combatants, others an order of the GM.
        _ if has_verb(acts) => AllowedUsers::Controllers,
        _ if has_verb(orders) && matches!(verb, "drop" | "recover" | "strike") => AllowedUsers::Gms,
        "gm hand-over" | "co-gm add" | "co-gm remove" => AllowedUsers::GmsOrAdmins,
        "gm fight" | "init new" | "init load" | "init join" => AllowedUsers::Everybody,
        "status" | "map" | "bestiary" | "log" | "roll" | "plain on" | "plain off"
        | "plain light" => AllowedUsers::Everybody,
        // Everybody may view these; only an administrator may change a system.
        "away" | "clock" | "inbox" | "privacy" | "init systems" => AllowedUsers::Everybody,
        // Only an administrator may change the kit of the server.
        "npc import" => AllowedUsers::Everybody,
        // The guide gives first steps to whoever plays nobody.
        "guide" | "help" => AllowedUsers::Everybody,
        // Whoever wrote them; only an administrator may change whether there are any.
        "words edit" | "words delete" | "words allow" => AllowedUsers::Everybody,
        // It is refused to those who play, since they are told anyway.
        "follow" => AllowedUsers::Everybody,
        "mine" | "undo" | "export" | "stand-in" | "absence" => AllowedUsers::Participants,
        _ if name.starts_with("orders ") || name.starts_with("queue ") => {
            AllowedUsers::Participants
        }
        _ if name.starts_with("ranks ") => AllowedUsers::Gms,
        "skip" | "reaction" | "morale" | "rest" => AllowedUsers::Gms,
        "npc new" | "npc export" | "npc next" | "npc pass-all" => AllowedUsers::Gms,
        _ => match name.split_once(' ') {
            Some(("sheet", _)) => AllowedUsers::Everybody,
            Some(("init" | "gm" | "faction" | "scene", _)) => AllowedUsers::Gms,
            _ => AllowedUsers::Controllers,
        },
    }
}

fn is_allowed(who: &str, allowed: AllowedUsers) -> bool {
    let is_in = matches!(who, "Ana" | "Ben" | "Cleo" | "Dora" | "GM");
    match allowed {
        AllowedUsers::Everybody => true,
        AllowedUsers::Participants | AllowedUsers::Controllers => is_in,
        AllowedUsers::Gms => matches!(who, "Dora" | "GM"),
        AllowedUsers::GmsOrAdmins => matches!(who, "GM" | "Admin"),
    }
}

async fn set_up_fight(system: &str) -> Table {
    let table = Table::new().await;
    table.start_fight(system).await;
    table.add_co_gm_and_stand_in().await;
    table
}

fn fixed_command(verb_command: &VerbCommand) -> Command {
    let fixed = verb_command.fixed_slots.iter();
    fixed.fold(Command::new(verb_command.verb), |command, (slot, value)| command.with(slot, value))
}

/// A refusal for lack of permission changes nothing. A permitted command is done or refused for
/// another reason.
#[tokio::test]
async fn every_command_is_checked_for_every_role() {
    let commands = list_server_commands(SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        let mut table = set_up_fight(system).await;
        for (name, verb_command) in SlashCommand::flatten(&commands) {
            for who in PEOPLE {
                let before = table.revision().await;
                let input = UserInput::from_command(fixed_command(verb_command));
                let reply = table.send_input(&table.request_context(who), input).await;
                let is_changed =
                    table.load_state_if_any().await.is_none_or(|state| state.revision != before);
                let case = format!("{system}: {who} says /{name}");
                match &reply {
                    InputReply::Refused(refusal) if refusal.key == "not-in-system" => {}
                    // Answers to prompts are refused where no prompt is open.
                    InputReply::Refused(refusal) if refusal.key == "nothing-asked" => {}
                    InputReply::Refused(refusal) => {
                        let lacks_permission = NO_PERMISSION_KEYS.contains(&refusal.key.as_str());
                        assert_eq!(
                            !lacks_permission,
                            is_allowed(who, allowed_users(system, &name, verb_command.verb)),
                            "{case}: {}",
                            refusal.key
                        );
                    }
                    InputReply::Done(_)
                    | InputReply::NeedsConfirmation(_)
                    | InputReply::QueryResult(_)
                    | InputReply::Library(_) => {
                        assert!(
                            is_allowed(who, allowed_users(system, &name, verb_command.verb)),
                            "{case}: done"
                        );
                    }
                }
                if !matches!(reply, InputReply::Done(_)) {
                    assert!(!is_changed || name == "roll", "{case}: something has changed");
                }
                if is_changed {
                    table = set_up_fight(system).await;
                }
            }
        }
    }
}

/// GMs may not act for player characters, players not for NPCs, and a stand-in only for one
/// character.
#[tokio::test]
async fn nobody_acts_for_combatants_of_others() {
    let commands = list_server_commands(SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        let table = set_up_fight(system).await;
        for (name, verb_command) in SlashCommand::flatten(&commands) {
            if allowed_users(system, &name, verb_command.verb) != AllowedUsers::Controllers {
                continue;
            }
            for (who, actor_name, keys) in [
                ("Ben", "Ana", &["bad-target"][..]),
                ("GM", "Ana", &["bad-target"]),
                ("Dora", "Ana", &["bad-target"]),
                ("Cleo", "Ana", &["bad-target"]),
                ("Cleo", "Wolf", &["not-gm"]),
                ("Ana", "Wolf", &["not-gm"]),
                ("Stranger", "Ana", &["not-joined"]),
                ("Admin", "Wolf", &["not-joined"]),
            ] {
                let input = UserInput::from_command_as(actor_name, fixed_command(verb_command));
                let key = refusal_key(table.send_input(&table.request_context(who), input).await);
                let is_unavailable = matches!(key.as_str(), "not-in-system" | "nothing-asked");
                let case = format!("{system}: {who} as {actor_name} says /{name}: {key}");
                assert!(is_unavailable || keys.contains(&key.as_str()), "{case}");
            }
        }
    }
}

/// Every disclosure level, up and down and in every system, is for GMs only.
#[tokio::test]
async fn disclosure_is_changed_by_gms_only() {
    let levels =
        ["numbers", "name", "alias alias:Mask", "something", "wounds alias:Veil", "unseen"];
    for system in SYSTEM_KEYS {
        let table = set_up_fight(system).await;
        for level in levels {
            for who in PEOPLE.iter().filter(|who| !is_allowed(who, AllowedUsers::Gms)) {
                table.assert_refused(who, &format!("reveal who:Wolf show:{level}"), "not-gm").await;
            }
            for who in ["Dora", "GM"] {
                table.run_command(who, &format!("reveal who:Wolf show:{level}")).await;
                table
                    .assert_refused(who, &format!("reveal who:Wolf show:{level}"), "bad-setup")
                    .await;
                table.run_command(who, "undo").await;
            }
            table.run_command("GM", &format!("reveal who:Wolf show:{level}")).await;
        }
    }
}
