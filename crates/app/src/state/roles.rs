//! What everybody is to a fight: who is asked for a combatant, who else may play it, and through
//! whose eyes somebody sees.

use std::borrow::Cow;
use std::collections::BTreeSet;

use engine::PendingTurn;
use engine::core::command::Refusal;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, Member, Narrative};
use engine::visibility::view::{FightView, Viewer};

use crate::api::outbox::Audience;
use crate::state::fight_state::FightState;

/// What the GM is called where somebody is named.
pub(crate) const GM_NAME: &str = "GM";

/// What somebody is to a fight; the later, the more they may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Stranger,
    /// Plays a combatant of another player's, for now.
    StandIn,
    /// Plays a combatant of the fight.
    Player,
    /// Helps the GM, and may do what the GM may, but for arranging who is the GM.
    CoGm,
    Gm,
}

impl FightState {
    pub fn role_of(&self, user: UserId) -> Role {
        if user == self.gm {
            Role::Gm
        } else if self.people.co_gms.contains(&user) {
            Role::CoGm
        } else if self.members.iter().any(|one| one.user == Some(user)) {
            Role::Player
        } else if self.members.iter().any(|one| self.active_stand_in(one.id) == Some(user)) {
            Role::StandIn
        } else {
            Role::Stranger
        }
    }

    /// The GM, or one of those who help them.
    pub fn is_gm(&self, user: UserId) -> bool {
        self.role_of(user) >= Role::CoGm
    }

    /// Who plays a combatant in its player's place now.
    pub fn active_stand_in(&self, who: CombatantId) -> Option<UserId> {
        self.people.active_stand_in(who).map(|stand_in| stand_in.user)
    }

    /// Who is asked and pinged: its stand-in, else its player; the GM for NPCs.
    pub fn controller_of(&self, actor: Initiator) -> UserId {
        let Initiator::Combatant(who) = actor else { return self.gm };
        match self.member(who).and_then(|one| one.user) {
            Some(player) => self.active_stand_in(who).unwrap_or(player),
            None => self.gm,
        }
    }

    /// Whether a combatant is somebody's to play: its player's and its stand-in's. Whichever of
    /// them is first.
    pub fn is_player_of(&self, user: UserId, member: &Member) -> bool {
        member.user == Some(user)
            || (member.user.is_some() && self.active_stand_in(member.id) == Some(user))
    }

    /// Who gets copies of a question: the other GMs of what the GM is asked, and all of them of
    /// what players are asked, if they want that.
    pub(crate) fn prompt_copy_recipients(&self, audience: Audience) -> BTreeSet<UserId> {
        let gms = self.people.co_gms.iter().copied().chain([self.gm]);
        let is_mirrored = match audience {
            Audience::Dm(user) => self.is_gm(user),
            Audience::Channel(_) => self.people.is_copied_to_gms,
        };
        gms.filter(|gm| is_mirrored && audience != Audience::Dm(*gm)).collect()
    }

    /// The other GMs of something that only one of them is told.
    pub(crate) fn other_gms_of(&self, audience: Audience) -> BTreeSet<UserId> {
        match audience {
            Audience::Dm(_) => self.prompt_copy_recipients(audience),
            Audience::Channel(_) => BTreeSet::new(),
        }
    }

    /// Whether somebody may act and answer for this one: those whose it is, the GMs for NPCs, and
    /// for players who are absent.
    pub fn can_play(&self, user: UserId, actor: Initiator) -> bool {
        let member = match actor {
            Initiator::Gm => None,
            Initiator::Combatant(who) => self.member(who),
        };
        match member {
            Some(member) if member.user.is_some() => {
                self.is_player_of(user, member) || (self.is_gm(user) && self.is_absent(member.id))
            }
            _ => self.is_gm(user),
        }
    }

    /// Whoever is asked for this one is away, or has let the time of the turn run out.
    pub fn is_absent(&self, who: CombatantId) -> bool {
        let by = Initiator::Combatant(who);
        let has_run_out = self.turn.as_ref().is_some_and(|turn| {
            turn.awaited.actors.contains(&by)
                && turn.awaited.clock_secs > 0
                && turn.deadline.is_none()
        });
        has_run_out || self.people.away_until.contains_key(&self.controller_of(by))
    }

    /// The combatants somebody has at hand: the GM all NPCs.
    pub fn combatants_of(&self, user: UserId) -> impl Iterator<Item = &Member> {
        let is_gm = self.is_gm(user);
        self.members.iter().filter(move |one| match one.user {
            Some(_) => self.is_player_of(user, one),
            None => is_gm,
        })
    }

    /// The question or the turn is somebody else's: whose, is said of those who are seen.
    pub(crate) fn not_yours_refusal(&self, awaited: &[Initiator]) -> Refusal {
        let seen =
            awaited.iter().filter(|by| matches!(self.audience_for(**by), Audience::Channel(_)));
        let names = seen.filter_map(|by| match by {
            Initiator::Gm => None,
            Initiator::Combatant(who) => Some(self.member_name(*who)),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        self.game.not_yours_refusal().with("because", "not-yours").with("names", names)
    }

    /// Everybody who is in it; nobody once it is closed.
    pub fn participants(&self) -> BTreeSet<UserId> {
        if !self.is_open {
            return BTreeSet::new();
        }
        let stand_ins = self.members.iter().filter_map(|one| self.active_stand_in(one.id));
        let players = self.members.iter().filter_map(|one| one.user);
        let gms = self.people.co_gms.iter().copied().chain([self.gm]);
        players.chain(stand_ins).chain(gms).collect()
    }

    /// How an audience sees the fight.
    pub(crate) fn viewers_in_audience(&self, audience: Audience) -> ViewerSet {
        match audience {
            Audience::Channel(_) => ViewerSet::from_viewer(Viewer::Public),
            Audience::Dm(user) => self.viewers_for(user),
        }
    }

    /// How somebody sees the fight.
    pub(crate) fn viewers_for(&self, user: UserId) -> ViewerSet {
        let viewer = match self.role_of(user) {
            Role::Gm | Role::CoGm => return ViewerSet::from_viewer(Viewer::Gm),
            Role::Player | Role::StandIn => Viewer::Player(user),
            Role::Stranger => Viewer::Public,
        };
        let is_lent = |one: &&Member| one.user != Some(user) && self.is_player_of(user, one);
        ViewerSet {
            viewer,
            lent_combatants: self.members.iter().filter(is_lent).map(|one| one.id).collect(),
        }
    }
}

/// Through whose eyes a fight is seen. A stand-in sees with those of the player as well, as far as
/// the combatant goes that they were lent: to them it is as if it was their own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ViewerSet {
    pub viewer: Viewer,
    lent_combatants: Vec<CombatantId>,
}

impl ViewerSet {
    pub fn from_viewer(viewer: Viewer) -> Self {
        Self { viewer, lent_combatants: Vec::new() }
    }

    pub fn is_gm(&self) -> bool {
        self.viewer == Viewer::Gm
    }

    /// Whether they may know that a combatant is there at all.
    pub fn can_know_of(&self, member: &Member) -> bool {
        let is_own = match self.viewer {
            Viewer::Gm => true,
            Viewer::Player(user) => {
                member.user == Some(user) || self.lent_combatants.contains(&member.id)
            }
            Viewer::Public => false,
        };
        is_own || !member.is_hidden
    }

    pub fn view_of(&self, game: &Game) -> FightView {
        self.game_as_seen(game).view_for(self.viewer)
    }

    /// Returns who is waited for to act, as they may know it.
    pub fn visible_wait(&self, game: &Game) -> Option<PendingTurn> {
        self.game_as_seen(game).visible_pending_turn(self.viewer)
    }

    /// The combatant of that name, if they may know of it.
    pub fn find_combatant(&self, game: &Game, name: &str) -> Option<CombatantId> {
        self.game_as_seen(game).find_combatant(self.viewer, name)
    }

    /// What notes tell them, with the fight as it stood after them.
    pub fn narrative_from_journal(&self, game: &Game, events: &str) -> Option<Narrative> {
        self.game_as_seen(game).narrative_from_journal(events, self.viewer)
    }

    fn game_as_seen<'a>(&self, game: &'a Game) -> Cow<'a, Game> {
        match self.viewer {
            Viewer::Player(user) if !self.lent_combatants.is_empty() => {
                Cow::Owned(game.with_combatants_played_by(&self.lent_combatants, user))
            }
            Viewer::Player(_) | Viewer::Gm | Viewer::Public => Cow::Borrowed(game),
        }
    }
}
