//! Permissions: one table for every verb (I10), NPC and GM verbs too.
//!
//! Answers are not in the table: each prompt names its respondent.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{Initiator, UserId};
use engine::core::verbs::{Slot, Verb, free_text_slot, verb, word_slot};
use engine::game::{Game, Member};

use crate::api::speech::{DESCRIBE_VERB, TEXT_SLOT};
use crate::state::fight_state::FightState;

/// Who may use a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    Anyone,
    /// Users who play a combatant of the fight, and the GMs.
    Player,
    /// The user who performed the last act, and the GM.
    Author,
    /// Users who control the acting combatant: its player and stand-in; the GMs for NPCs and for
    /// absent players.
    Controller,
    /// The GM and the co-GMs.
    Gm,
    /// The GM, and the admins of the server.
    GmOrAdmin,
}

/// Slots of verbs that take any sheet field; the kit checks those.
const SHEET_FIELDS: &[Slot] = &[word_slot("with")];

/// Words that are posted as a character, or replace such words in a message.
const SPEECH: &[Slot] = &[free_text_slot(TEXT_SLOT).required(), word_slot("fight")];
const EDITED_SPEECH: &[Slot] = &[free_text_slot(TEXT_SLOT).required(), word_slot("message")];

/// A verb with the names of its slots; the slash commands are defined in the front end.
macro_rules! verb_with_slots {
    ($name:literal $(, $slot:literal $(in $values:expr)?)*) => {
        verb($name, &[$(word_slot($slot)$(.with_allowed_values(&$values))?),*])
    };
}

/// The verbs of the app itself and the orders common to all systems.
pub const COMMON_VERBS: &[(Verb, Permission)] = &[
    (verb_with_slots!("new", "system", "zones", "thread"), Permission::Anyone),
    // Opens a fight like a finished one; its GMs only.
    (verb_with_slots!("again", "fight"), Permission::Anyone),
    (verb("join", SHEET_FIELDS), Permission::Anyone),
    (verb_with_slots!("status", "fight", "short"), Permission::Anyone),
    (
        verb_with_slots!(
            "log",
            "who",
            "round",
            "kind" in ["players", "gm", "clock", "undone"],
            "since",
            "last",
            "before",
            "fight"
        ),
        Permission::Anyone,
    ),
    (
        verb_with_slots!(
            "roll",
            "dice",
            "sight" in ["public", "secret", "gm", "blind"],
            "salt",
            "date"
        ),
        Permission::Anyone,
    ),
    (verb_with_slots!("fight", "id"), Permission::Anyone),
    (verb_with_slots!("map"), Permission::Anyone),
    // The combatants of a person, and what stands behind a message. Typed by nobody: context menus
    // of people and messages give them.
    (verb_with_slots!("look-at", "user"), Permission::Anyone),
    (verb_with_slots!("explain-message", "message"), Permission::Anyone),
    // The guide itself refuses strangers.
    (verb_with_slots!("guide", "why", "rule", "system"), Permission::Anyone),
    (verb("sheet-new", SHEET_FIELDS), Permission::Anyone),
    (verb_with_slots!("sheet-show", "name", "id"), Permission::Anyone),
    (verb_with_slots!("sheet-list"), Permission::Anyone),
    (verb("sheet-edit", SHEET_FIELDS), Permission::Anyone),
    (verb_with_slots!("sheet-copy", "name", "id", "to"), Permission::Anyone),
    (verb_with_slots!("sheet-delete", "name", "id", "revision"), Permission::Anyone),
    (verb_with_slots!("sheet-import", "text", "file", "name"), Permission::Anyone),
    (
        verb_with_slots!("sheet-export", "name", "id", "format" in ["toml", "json"]),
        Permission::Anyone,
    ),
    // Only admins may change it: the library checks that.
    (verb_with_slots!("kit", "system", "text", "file", "remove"), Permission::Anyone),
    // What only GMs may know of creatures is left out for others.
    (
        verb_with_slots!(
            "bestiary",
            "name",
            "system",
            "family",
            "strength" in ["minion", "regular", "elite", "boss"],
            "place",
            "page"
        ),
        Permission::Anyone,
    ),
    // Only whoever may know the numbers of creatures; the library checks that, and where the NPC is
    // kept.
    (verb("npc-new", SHEET_FIELDS), Permission::Anyone),
    (verb_with_slots!("npc-export", "name", "system"), Permission::Anyone),
    (
        verb_with_slots!(
            "npc-import",
            "text",
            "file",
            "system",
            "name",
            "keep" in ["mine", "server"]
        ),
        Permission::Anyone,
    ),
    (verb_with_slots!("load", "name", "drop"), Permission::Anyone),
    // Only admins may change them.
    (verb_with_slots!("systems", "add", "days", "language"), Permission::Anyone),
    // For a whole server: admins only.
    (verb_with_slots!("plain", "on", "server"), Permission::Anyone),
    (verb_with_slots!("away", "until", "back"), Permission::Anyone),
    (verb_with_slots!("clock", "zone", "quiet_hours", "language"), Permission::Anyone),
    (verb_with_slots!("inbox"), Permission::Anyone),
    // Concerns the requesting user alone.
    (verb_with_slots!("privacy", "do" in ["file", "delete"], "sure"), Permission::Anyone),
    (verb_with_slots!("mine"), Permission::Player),
    // Onlookers get the replay alone.
    (
        verb_with_slots!("export", "format" in ["story", "json", "script", "replay"], "fight"),
        Permission::Anyone,
    ),
    // For one's own character; for the GM any player's.
    (verb_with_slots!("stand-in", "user", "who", "until"), Permission::Player),
    (
        verb_with_slots!(
            "absence",
            "policy",
            "who",
            "temper" in ["cautious", "plain", "reckless"],
            "spares"
        ),
        Permission::Player,
    ),
    // [`find_own_or_npc_actor_for_prepared_commands`] checks for whom, and that it is the user's.
    (
        verb_with_slots!(
            "orders-add",
            "answer",
            "question",
            "by",
            "whom",
            "way",
            "threat" in ["wound", "fell"],
            "spend" in ["anything", "keep-turn", "nothing"],
            "when" in ["soon", "at-once", "deadline"]
        ),
        Permission::Player,
    ),
    (verb_with_slots!("orders-list"), Permission::Player),
    (verb_with_slots!("orders-test", "question", "by", "whom", "way"), Permission::Player),
    (verb_with_slots!("orders-remove", "number"), Permission::Player),
    (
        verb_with_slots!(
            "queue-add",
            "act",
            "if" in ["always", "here", "there", "both"],
            "when" in ["soon", "at-once"]
        ),
        Permission::Player,
    ),
    (verb_with_slots!("queue-confirm", "draft"), Permission::Player),
    (verb_with_slots!("queue-list"), Permission::Player),
    (verb_with_slots!("queue-clear"), Permission::Player),
    // [`find_actor`] checks for whom.
    (verb(DESCRIBE_VERB, SPEECH), Permission::Player),
    // For the author of the words. The message is given by its context menu.
    (verb("words-edit", EDITED_SPEECH), Permission::Anyone),
    (verb_with_slots!("words-delete", "message"), Permission::Anyone),
    (verb_with_slots!("words-author", "message"), Permission::Anyone),
    // Only admins may change it.
    (verb_with_slots!("words-allow", "on"), Permission::Anyone),
    // For whoever does not play.
    (verb_with_slots!("follow", "stop", "fight"), Permission::Anyone),
    (verb_with_slots!("save", "name"), Permission::Gm),
    (verb("add", SHEET_FIELDS), Permission::Gm),
    (verb_with_slots!("set-scene", "name"), Permission::Gm),
    (verb_with_slots!("zones", "layout"), Permission::Gm),
    (verb_with_slots!("set", "key", "value"), Permission::Gm),
    (verb_with_slots!("adjust", "who", "field", "value"), Permission::Gm),
    (
        verb_with_slots!(
            "reveal",
            "who",
            "show" in ["unseen", "something", "alias", "name", "wounds", "numbers"],
            "alias"
        ),
        Permission::Gm,
    ),
    (verb_with_slots!("portrait", "who", "portrait"), Permission::Gm),
    (verb_with_slots!("remove", "who"), Permission::Gm),
    (verb_with_slots!("supply", "who", "item", "thing"), Permission::Gm),
    (verb_with_slots!("loose", "zone", "item", "thing"), Permission::Gm),
    (verb_with_slots!("start"), Permission::Gm),
    (verb_with_slots!("skip", "who"), Permission::Gm),
    (verb_with_slots!("end", "outcome"), Permission::Gm),
    (verb_with_slots!("take-back"), Permission::Author),
    // What a message tells; given by its context menu.
    (verb_with_slots!("undo-message", "message"), Permission::Author),
    (verb_with_slots!("undo", "steps", "last"), Permission::Gm),
    (verb_with_slots!("redo"), Permission::Gm),
    (verb_with_slots!("forecast", "fight"), Permission::Gm),
    (
        verb_with_slots!(
            "encounter",
            "difficulty" in ["easy", "fair", "hard", "deadly"],
            "family",
            "place",
            "count",
            "attempt"
        ),
        Permission::Gm,
    ),
    (verb_with_slots!("pause"), Permission::Gm),
    (verb_with_slots!("resume"), Permission::Gm),
    // Only while nothing can be posted in the fight's channel.
    (verb_with_slots!("relocate", "channel"), Permission::Gm),
    (verb_with_slots!("hand-over", "user"), Permission::GmOrAdmin),
    (verb_with_slots!("co-gm", "do" in ["add", "remove"], "user"), Permission::GmOrAdmin),
];

/// Checks the slots of a common verb, unless it takes any field of a sheet, which the kit checks.
/// The engine checks the slots of the rules' own verbs.
///
/// # Errors
/// `no-such-slot`.
pub(crate) fn check_common_slots(command: &Command) -> Result<(), Refusal> {
    if takes_fields(&command.verb) {
        return Ok(());
    }
    match find_common_verb(&command.verb) {
        Some(verb) => verb.check_slots(command),
        None => Ok(()),
    }
}

/// Returns whether a verb takes any field of a sheet as a slot.
pub(crate) fn takes_fields(verb: &str) -> bool {
    find_common_verb(verb).is_some_and(|verb| verb.slots == SHEET_FIELDS)
}

/// Returns the verb of that name that all systems share.
pub(crate) fn find_common_verb(name: &str) -> Option<&'static Verb> {
    COMMON_VERBS.iter().map(|(verb, _)| verb).find(|verb| verb.name == name)
}

/// Returns whether fights of all systems have the verb.
pub fn is_common_verb(verb: &str) -> bool {
    find_common_verb(verb).is_some()
}

/// Returns who may use a verb in a fight of this system; `None` where the system has no such verb.
pub fn permission_for_verb(system: &str, verb: &str) -> Option<Permission> {
    if let Some((_, permission)) = COMMON_VERBS.iter().find(|(known, _)| known.name == verb) {
        return Some(*permission);
    }
    let (acts, orders) = Game::act_and_order_verbs(system)?;
    if acts.iter().any(|act| act.name == verb) {
        Some(Permission::Controller)
    } else if orders.iter().any(|order| order.name == verb) {
        Some(Permission::Gm)
    } else {
        None
    }
}

/// Returns the combatant a user acts as: the named one, else their only one, else the only one of
/// theirs that is awaited.
///
/// # Errors
/// `bad-target` for a name that the user does not know or another player's combatant, `not-gm` for
/// an NPC, `not-joined` where the user has no combatant, `as-whom` where the choice is open.
pub(crate) fn find_actor<'a>(
    state: &'a FightState,
    user: UserId,
    actor_name: Option<&str>,
) -> Result<&'a Member, Refusal> {
    let Some(name) = actor_name else { return find_only_or_only_awaited_actor(state, user) };
    let member = state.find_member_or_refuse(&state.perspective_of_user(user), name)?;
    if state.can_play_or_replace_absent_player(user, Initiator::Combatant(member.id)) {
        return Ok(member);
    }
    match member.user {
        None => Err(Refusal::new("not-gm", "").with("name", &member.name)),
        Some(_) => Err(Refusal::new("bad-target", "").with("name", name)),
    }
}

/// Returns the combatant whose standing orders and plans the user manages: one that they play, or
/// for a GM an NPC. An absent player's are refused even to a GM, because they are the owner's
/// secret.
///
/// # Errors
/// As [`find_actor`].
pub(crate) fn find_own_or_npc_actor_for_prepared_commands<'a>(
    state: &'a FightState,
    user: UserId,
    actor_name: Option<&str>,
) -> Result<&'a Member, Refusal> {
    let member = find_actor(state, user, actor_name)?;
    if member.user.is_none() || state.is_player_of(user, member) {
        return Ok(member);
    }
    Err(Refusal::new("bad-target", "").with("name", actor_name.unwrap_or(&member.name)))
}

/// Returns the user's only combatant, else the only one of theirs that is awaited. Refuses with
/// `not-joined` or `as-whom` where there is none or the choice is open.
fn find_only_or_only_awaited_actor(state: &FightState, user: UserId) -> Result<&Member, Refusal> {
    let own_combatants: Vec<&Member> = state.combatants_of(user).collect();
    match own_combatants.as_slice() {
        [] => return Err(Refusal::new("not-joined", "")),
        [only] => return Ok(only),
        _ => {}
    }
    let is_awaited = |member: &&Member| state.is_awaited(Initiator::Combatant(member.id));
    let awaited: Vec<&Member> = own_combatants.iter().copied().filter(is_awaited).collect();
    if let [only] = awaited.as_slice() {
        return Ok(only);
    }
    let names: Vec<&str> = own_combatants.iter().map(|member| member.name.as_str()).collect();
    Err(Refusal::new("as-whom", "").with("names", names.join(", ")))
}
