//! The messages of a fight that wait for somebody now, and whom each pings.

use std::collections::BTreeSet;

use engine::core::ids::{Initiator, UserId};
use engine::game::PromptSubject;
use store::ids::Millis;

use crate::api::outbox::Audience;
use crate::state::fight_state::{FightState, OpenPrompt, OpenTurn};
use crate::state::message_slots::{MessageKind, MessageSlot};

/// A message that waits for somebody.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AwaitingMessage {
    pub slot: MessageSlot,
    /// The users that it pings.
    pub users_to_ping: BTreeSet<UserId>,
    /// When it stops waiting; `None` while the clocks are stopped.
    pub deadline: Option<Millis>,
    /// There is a deadline, running or stopped.
    pub has_time_limit: bool,
}

impl OpenPrompt {
    /// Returns the message that shows the prompt: its own, or that of its group.
    pub(crate) fn message_kind(&self) -> MessageKind {
        MessageKind::for_prompt(self.id, self.prompt.shares_message)
    }
}

impl FightState {
    /// Returns the message by which a user is asked: the original or their copy.
    pub(crate) fn prompt_slot_for(&self, open_prompt: &OpenPrompt, user: UserId) -> MessageSlot {
        let gets_copy = self.prompt_copy_recipients(open_prompt.audience).contains(&user);
        if gets_copy {
            MessageSlot::new_copy(MessageKind::Prompt(open_prompt.id), user)
        } else {
            MessageSlot::new(open_prompt.message_kind(), open_prompt.audience)
        }
    }

    /// Returns the message of a turn that an audience has: the original or a copy.
    pub(crate) fn turn_slot_for(&self, turn: &OpenTurn, audience: Audience) -> MessageSlot {
        match audience {
            Audience::Dm(user) if self.turn_copy_recipients(turn).contains(&user) => {
                MessageSlot::new_copy(MessageKind::Turn(turn.id), user)
            }
            _ => MessageSlot::new(MessageKind::Turn(turn.id), self.turn_audience(turn)),
        }
    }

    /// Returns all messages that wait for somebody, in the order in which they are sent.
    pub(crate) fn messages_awaiting_users(&self) -> Vec<AwaitingMessage> {
        if self.revision == 0 || !self.is_open {
            return Vec::new();
        }
        let mut pending: Vec<AwaitingMessage> = Vec::new();
        // A decoy delay asks nobody, so it has no message.
        let has_message = |open_prompt: &&OpenPrompt| {
            !matches!(open_prompt.prompt.subject, PromptSubject::DecoyDelay(_))
        };
        for open_prompt in self.prompts.iter().filter(has_message) {
            self.push_or_extend_prompt_messages(open_prompt, &mut pending);
        }
        if let Some(turn) = &self.turn {
            self.push_turn_messages(turn, &mut pending);
        }
        for invitation in self.game.list_optional_responses() {
            let invited = Initiator::Combatant(invitation.who);
            let kind = MessageKind::Invitation(invitation);
            pending.push(AwaitingMessage {
                slot: MessageSlot::new(kind, self.channel_or_private_audience_for(invited)),
                users_to_ping: [self.controller_of(invited)].into(),
                deadline: None,
                has_time_limit: true,
            });
        }
        pending
    }

    /// Adds the message of a prompt and its copies. Prompts that share a message extend the one
    /// that is there.
    fn push_or_extend_prompt_messages(
        &self,
        open_prompt: &OpenPrompt,
        pending: &mut Vec<AwaitingMessage>,
    ) {
        let slot = MessageSlot::new(open_prompt.message_kind(), open_prompt.audience);
        let deadline = open_prompt.default_answer_time().map(|time| time.as_millisecond());
        let mut users_to_ping = BTreeSet::new();
        if !self.is_answered_by_autoplay(open_prompt) {
            users_to_ping.insert(open_prompt.user);
        }
        match pending.iter_mut().find(|message| message.slot == slot) {
            Some(shared) => shared.users_to_ping.extend(users_to_ping),
            None => pending.push(AwaitingMessage {
                slot,
                users_to_ping,
                deadline,
                has_time_limit: open_prompt.deadline.is_some(),
            }),
        }
        for gm in self.prompt_copy_recipients(open_prompt.audience) {
            pending.push(AwaitingMessage {
                slot: MessageSlot::new_copy(MessageKind::Prompt(open_prompt.id), gm),
                users_to_ping: [gm].into(),
                deadline,
                has_time_limit: true,
            });
        }
    }

    /// Adds the message of a turn and its copies.
    fn push_turn_messages(&self, turn: &OpenTurn, pending: &mut Vec<AwaitingMessage>) {
        let skip_time = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
        let deadline = skip_time.map(|time| time.as_millisecond());
        let has_time_limit = turn.deadline.is_some();
        let audience = self.turn_audience(turn);
        let mut users_to_ping = match self.sole_turn_user(turn) {
            Some(user) => [user].into(),
            None => self.awaited_by_audience(turn).remove(&audience).unwrap_or_default().users,
        };
        users_to_ping.retain(|user| self.is_pinged_for_turn_despite_autoplay(&turn.awaited, *user));
        let kind = MessageKind::Turn(turn.id);
        pending.push(AwaitingMessage {
            slot: MessageSlot::new(kind.clone(), audience),
            users_to_ping,
            deadline,
            has_time_limit,
        });
        for user in self.turn_copy_recipients(turn) {
            pending.push(AwaitingMessage {
                slot: MessageSlot::new_copy(kind.clone(), user),
                users_to_ping: [user].into(),
                deadline,
                has_time_limit,
            });
        }
    }
}
