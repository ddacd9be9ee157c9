//! The roles of users in a fight: who is asked for a combatant, who else may play it, and what each
//! user sees.

use std::collections::BTreeSet;

use engine::core::command::Refusal;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::Member;
use engine::visibility::view::Viewer;

use crate::api::outbox::Audience;
use crate::state::fight_state::{FightState, OpenTurn};
use crate::state::perspective::Perspective;

/// The name of the GM in texts that name people.
pub(crate) const GM_NAME: &str = "GM";

/// The role of a user in a fight; each may do more than those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Stranger,
    /// Plays another player's combatant for now.
    StandIn,
    /// Plays a combatant of the fight.
    Player,
    /// Helps the GM, and may do what the GM may, except to decide who is the GM.
    CoGm,
    Gm,
}

impl FightState {
    /// Returns the highest role of a user in the fight.
    pub fn highest_role_of(&self, user: UserId) -> Role {
        if user == self.gm {
            Role::Gm
        } else if self.people.co_gms.contains(&user) {
            Role::CoGm
        } else if self.members.iter().any(|member| member.user == Some(user)) {
            Role::Player
        } else if self.members.iter().any(|member| self.active_stand_in(member.id) == Some(user)) {
            Role::StandIn
        } else {
            Role::Stranger
        }
    }

    /// Whether the user is the GM or a co-GM.
    pub fn is_gm(&self, user: UserId) -> bool {
        self.highest_role_of(user) >= Role::CoGm
    }

    /// Returns the user who plays a combatant in its player's place now.
    pub fn active_stand_in(&self, who: CombatantId) -> Option<UserId> {
        self.people.active_stand_in(who).map(|stand_in| stand_in.user)
    }

    /// Returns the user who is asked and pinged: for a player's combatant its stand-in or else its
    /// player, otherwise the GM.
    pub fn controller_of(&self, actor: Initiator) -> UserId {
        let Initiator::Combatant(who) = actor else { return self.gm };
        match self.member(who).and_then(|member| member.user) {
            Some(player) => self.active_stand_in(who).unwrap_or(player),
            None => self.gm,
        }
    }

    /// Whether the user plays the combatant, as its player or as its stand-in.
    pub fn is_player_of(&self, user: UserId, member: &Member) -> bool {
        member.user == Some(user)
            || (member.user.is_some() && self.active_stand_in(member.id) == Some(user))
    }

    /// Returns who gets copies of a prompt with this audience: the other GMs for prompts to a GM,
    /// and all GMs for prompts to players if they want that.
    pub(crate) fn prompt_copy_recipients(&self, audience: Audience) -> BTreeSet<UserId> {
        let is_copied = match audience {
            Audience::Dm(user) => self.is_gm(user),
            Audience::Channel(_) => self.people.is_copied_to_gms,
        };
        if !is_copied {
            return BTreeSet::new();
        }
        let mut recipients = self.people.co_gms.clone();
        recipients.insert(self.gm);
        // Whoever is asked has the original.
        if let Audience::Dm(asked) = audience {
            recipients.remove(&asked);
        }
        recipients
    }

    /// Returns the other GMs, for a message that only one of them gets.
    pub(crate) fn other_gms_for_dm(&self, audience: Audience) -> BTreeSet<UserId> {
        match audience {
            Audience::Dm(_) => self.prompt_copy_recipients(audience),
            Audience::Channel(_) => BTreeSet::new(),
        }
    }

    /// Whether the user may act and answer for the initiator: whoever plays it, and the GMs for
    /// NPCs and for players who are absent.
    pub fn can_play_or_replace_absent_player(&self, user: UserId, actor: Initiator) -> bool {
        let member = match actor {
            Initiator::Gm => None,
            Initiator::Combatant(who) => self.member(who),
        };
        match member {
            Some(member) if member.user.is_some() => {
                self.is_player_of(user, member)
                    || (self.is_gm(user) && self.is_away_or_missed_turn_deadline(member.id))
            }
            _ => self.is_gm(user),
        }
    }

    /// Whether the user may act for any of those whom a turn waits for.
    pub(crate) fn can_play_turn(&self, user: UserId, turn: &OpenTurn) -> bool {
        let mut actors = turn.awaited.actors.iter();
        actors.any(|actor| self.can_play_or_replace_absent_player(user, *actor))
    }

    /// Returns the open turn if the user may play it now: not while a prompt is open, because
    /// nobody can act before its answer.
    pub(crate) fn turn_playable_now(&self, user: UserId) -> Option<&OpenTurn> {
        let turn = self.turn.as_ref()?;
        if self.prompts.is_empty() && self.can_play_turn(user, turn) { Some(turn) } else { None }
    }

    /// Whether whoever is asked for the combatant is away, or has let the deadline of the turn
    /// pass.
    pub fn is_away_or_missed_turn_deadline(&self, who: CombatantId) -> bool {
        let initiator = Initiator::Combatant(who);
        let has_missed_deadline = self.turn.as_ref().is_some_and(|turn| {
            // A limited turn has no deadline any more once that has passed.
            let is_overdue = turn.awaited.clock_secs > 0 && turn.deadline.is_none();
            is_overdue && turn.awaited.actors.contains(&initiator)
        });
        has_missed_deadline || self.people.away_until.contains_key(&self.controller_of(initiator))
    }

    /// Returns the combatants that a user plays; for a GM these include all NPCs.
    pub fn combatants_of(&self, user: UserId) -> impl Iterator<Item = &Member> {
        let is_gm = self.is_gm(user);
        self.members.iter().filter(move |member| match member.user {
            Some(_) => self.is_player_of(user, member),
            None => is_gm,
        })
    }

    /// Returns the refusal of a user whose turn or prompt it is not. It names those who are
    /// awaited, as far as they are visible.
    pub(crate) fn not_yours_refusal(&self, awaited: &[Initiator]) -> Refusal {
        let mut names = Vec::new();
        for initiator in awaited {
            let is_visible =
                matches!(self.channel_or_private_audience_for(*initiator), Audience::Channel(_));
            if let (Initiator::Combatant(who), true) = (initiator, is_visible) {
                names.push(self.member_name(*who));
            }
        }
        let names = names.join(", ");
        self.game.not_yours_refusal().with("because", "not-yours").with("names", names)
    }

    /// Returns everybody who is in the fight; nobody once it is over.
    pub fn participants_if_open(&self) -> BTreeSet<UserId> {
        if !self.is_open {
            return BTreeSet::new();
        }
        let mut participants = self.people.co_gms.clone();
        participants.insert(self.gm);
        for member in &self.members {
            participants.extend(member.user);
            participants.extend(self.active_stand_in(member.id));
        }
        participants
    }

    /// Returns how an audience sees the fight.
    pub(crate) fn perspective_of_audience(&self, audience: Audience) -> Perspective {
        match audience {
            Audience::Channel(_) => Perspective::from_viewer(Viewer::Public),
            Audience::Dm(user) => self.perspective_of_user(user),
        }
    }

    /// Returns how a user sees the fight.
    pub(crate) fn perspective_of_user(&self, user: UserId) -> Perspective {
        let viewer = match self.highest_role_of(user) {
            Role::Gm | Role::CoGm => return Perspective::from_viewer(Viewer::Gm),
            Role::Player | Role::StandIn => Viewer::Player(user),
            Role::Stranger => Viewer::Public,
        };
        let is_lent =
            |member: &&Member| member.user != Some(user) && self.is_player_of(user, member);
        Perspective {
            viewer,
            lent_combatants: self.members.iter().filter(is_lent).map(|member| member.id).collect(),
        }
    }
}
