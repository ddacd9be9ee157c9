//! What everybody is to a fight: who is asked for a combatant, who else may play it, and through
//! whose eyes somebody sees.

use std::borrow::Cow;
use std::collections::BTreeSet;

use engine::Wait;
use engine::command::Refusal;
use engine::game::{Game, Member, Telling};
use engine::ids::{By, CombatantId, UserId};
use engine::view::{View, Viewer};

use crate::fight::fight_state::FightState;
use crate::terms::outbox::Audience;

/// What the GM is called where somebody is named.
pub(crate) const GM: &str = "GM";

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
    pub fn role(&self, user: UserId) -> Role {
        if user == self.gm {
            Role::Gm
        } else if self.people.co_gms.contains(&user) {
            Role::CoGm
        } else if self.members.iter().any(|one| one.user == Some(user)) {
            Role::Player
        } else if self.members.iter().any(|one| self.stand_in(one.id) == Some(user)) {
            Role::StandIn
        } else {
            Role::Stranger
        }
    }

    /// The GM, or one of those who help them.
    pub fn is_gm(&self, user: UserId) -> bool {
        self.role(user) >= Role::CoGm
    }

    /// Who plays a combatant in its player's place now.
    pub fn stand_in(&self, who: CombatantId) -> Option<UserId> {
        self.people.stand_in(who).map(|stand_in| stand_in.user)
    }

    /// Who is asked and pinged: its stand-in, else its player; the GM for NPCs.
    pub fn controller(&self, by: By) -> UserId {
        let By::Combatant(who) = by else { return self.gm };
        match self.member(who).and_then(|one| one.user) {
            Some(player) => self.stand_in(who).unwrap_or(player),
            None => self.gm,
        }
    }

    /// Whether a combatant is somebody's to play: its player's and its stand-in's. Whichever of
    /// them is first.
    pub fn is_own(&self, user: UserId, member: &Member) -> bool {
        member.user == Some(user)
            || (member.user.is_some() && self.stand_in(member.id) == Some(user))
    }

    /// Who gets copies of a question: the other GMs of what the GM is asked, and all of them of
    /// what players are asked, if they want that.
    pub(crate) fn mirrors(&self, shown: Audience) -> BTreeSet<UserId> {
        let gms = self.people.co_gms.iter().copied().chain([self.gm]);
        let is_mirrored = match shown {
            Audience::Dm(user) => self.is_gm(user),
            Audience::Channel(_) => self.people.is_mirrored,
        };
        gms.filter(|gm| is_mirrored && shown != Audience::Dm(*gm)).collect()
    }

    /// The other GMs of something that only one of them is told.
    pub(crate) fn other_gms(&self, told: Audience) -> BTreeSet<UserId> {
        match told {
            Audience::Dm(_) => self.mirrors(told),
            Audience::Channel(_) => BTreeSet::new(),
        }
    }

    /// Whether somebody may act and answer for this one: those whose it is, the GMs for NPCs, and
    /// for players who are absent.
    pub fn may_play(&self, user: UserId, by: By) -> bool {
        let member = match by {
            By::Gm => None,
            By::Combatant(who) => self.member(who),
        };
        match member {
            Some(member) if member.user.is_some() => {
                self.is_own(user, member) || (self.is_gm(user) && self.is_absent(member.id))
            }
            _ => self.is_gm(user),
        }
    }

    /// Whoever is asked for this one is away, or has let the time of the turn run out.
    pub fn is_absent(&self, who: CombatantId) -> bool {
        let by = By::Combatant(who);
        let has_run_out = self.turn.as_ref().is_some_and(|turn| {
            turn.waited.on.contains(&by) && turn.waited.clock_secs > 0 && turn.alarm.is_none()
        });
        has_run_out || self.people.away.contains_key(&self.controller(by))
    }

    /// The combatants somebody has at hand: the GM all NPCs.
    pub fn controlled_by(&self, user: UserId) -> impl Iterator<Item = &Member> {
        let is_gm = self.is_gm(user);
        self.members.iter().filter(move |one| match one.user {
            Some(_) => self.is_own(user, one),
            None => is_gm,
        })
    }

    /// The question or the turn is somebody else's: whose, is said of those who are seen.
    pub(crate) fn not_yours(&self, on: &[By]) -> Refusal {
        let seen = on.iter().filter(|by| matches!(self.audience(**by), Audience::Channel(_)));
        let names = seen.filter_map(|by| match by {
            By::Gm => None,
            By::Combatant(who) => Some(self.name(*who)),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        self.game.not_yours().with("because", "not-yours").with("names", names)
    }

    /// Everybody who is in it; nobody once it is closed.
    pub fn participants(&self) -> BTreeSet<UserId> {
        if !self.is_open {
            return BTreeSet::new();
        }
        let stand_ins = self.members.iter().filter_map(|one| self.stand_in(one.id));
        let players = self.members.iter().filter_map(|one| one.user);
        let gms = self.people.co_gms.iter().copied().chain([self.gm]);
        players.chain(stand_ins).chain(gms).collect()
    }

    /// How an audience sees the fight.
    pub(crate) fn eyes_of(&self, to: Audience) -> Eyes {
        match to {
            Audience::Channel(_) => Eyes::of(Viewer::Public),
            Audience::Dm(user) => self.eyes(user),
        }
    }

    /// How somebody sees the fight.
    pub(crate) fn eyes(&self, user: UserId) -> Eyes {
        let viewer = match self.role(user) {
            Role::Gm | Role::CoGm => return Eyes::of(Viewer::Gm),
            Role::Player | Role::StandIn => Viewer::Player(user),
            Role::Stranger => Viewer::Public,
        };
        let is_lent = |one: &&Member| one.user != Some(user) && self.is_own(user, one);
        Eyes { viewer, lent: self.members.iter().filter(is_lent).map(|one| one.id).collect() }
    }
}

/// Through whose eyes a fight is seen. A stand-in sees with those of the player as well, as far as
/// the combatant goes that they were lent: to them it is as if it was their own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Eyes {
    pub viewer: Viewer,
    lent: Vec<CombatantId>,
}

impl Eyes {
    pub fn of(viewer: Viewer) -> Self {
        Self { viewer, lent: Vec::new() }
    }

    pub fn is_gms(&self) -> bool {
        self.viewer == Viewer::Gm
    }

    /// Whether they may know that a combatant is there at all.
    pub fn know(&self, member: &Member) -> bool {
        let is_own = match self.viewer {
            Viewer::Gm => true,
            Viewer::Player(user) => member.user == Some(user) || self.lent.contains(&member.id),
            Viewer::Public => false,
        };
        is_own || !member.is_hidden
    }

    pub fn view(&self, game: &Game) -> View {
        self.on(game).view(self.viewer)
    }

    /// Returns who is waited for to act, as they may know it.
    pub fn visible_wait(&self, game: &Game) -> Option<Wait> {
        self.on(game).visible_wait(self.viewer)
    }

    /// The combatant of that name, if they may know of it.
    pub fn find(&self, game: &Game, name: &str) -> Option<CombatantId> {
        self.on(game).find(self.viewer, name)
    }

    /// What notes tell them, with the fight as it stood after them.
    pub fn retell(&self, game: &Game, notes: &str) -> Option<Telling> {
        self.on(game).retell(notes, self.viewer)
    }

    fn on<'a>(&self, game: &'a Game) -> Cow<'a, Game> {
        match self.viewer {
            Viewer::Player(user) if !self.lent.is_empty() => {
                Cow::Owned(game.as_if_played(&self.lent, user))
            }
            Viewer::Player(_) | Viewer::Gm | Viewer::Public => Cow::Borrowed(game),
        }
    }
}
