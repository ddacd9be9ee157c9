//! The controls of messages: which input a press sends and for which user, and how many presses
//! each legal act of a turn takes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::ids::{ChannelId, PromptId, TurnId};
use riposte::app::input::{BlockAct, RequestContext, RequestPlace, UserInput};
use riposte::discord::custom_id::{ButtonPayload, CustomId, MenuValue, hash_command};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::fake_discord::{BotAnswer, Snowflake, VisibleMessage};

use super::PlayedFight;

/// The greatest depth of menus that open further menus.
const MAX_DEPTH: usize = 3;

/// A button, or one option of a menu, and the message that it is on.
#[derive(Clone, Debug)]
pub struct Control {
    pub message: Snowflake,
    pub channel: Snowflake,
    /// The only user who sees it, in direct messages or in a private answer.
    pub seen_by: Option<UserId>,
    pub is_in_dm: bool,
    pub id: String,
    /// The value of the option, for a menu.
    pub value: Option<String>,
}

/// The effect of a press.
#[derive(Clone, Debug)]
pub enum PressEffect {
    /// The user sends an input.
    Input(UserId, UserInput),
    /// It opens the form of a prompt.
    PromptForm(UserId, PromptId),
    /// It opens another form, a view or a further menu, for that user or for anybody.
    Open(Option<UserId>),
    /// The GM plays several NPCs at once.
    PlayBlock,
}

/// A prompt or a turn for which the fight waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitSubject {
    Prompt(PromptId),
    Turn(TurnId),
}

/// How much a user must press to do an act from the messages on their screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PressCost {
    /// The number of buttons pressed, options chosen and forms sent.
    pub presses: u32,
    /// The number of taps on a phone, where choosing an option takes two.
    pub taps: u32,
}

impl PressCost {
    const ZERO: Self = Self { presses: 0, taps: 0 };

    /// Adds one press of this control.
    pub fn plus(self, control: &Control) -> Self {
        let taps = if control.value.is_some() { 2 } else { 1 };
        Self { presses: self.presses + 1, taps: self.taps + taps }
    }
}

impl Control {
    /// Parses its custom id, or the value of an option that is a custom id itself.
    fn parse_id(&self) -> Option<CustomId> {
        let picked = self.value.as_deref().and_then(CustomId::parse);
        match (CustomId::parse(&self.id)?, picked) {
            (
                CustomId::PickMenu { .. },
                Some(id @ (CustomId::Answer { .. } | CustomId::OpenPromptForm { .. })),
            ) => Some(id),
            (id, _) => Some(id),
        }
    }

    /// The prompt or turn that its custom id names.
    pub fn subject(&self) -> Option<WaitSubject> {
        match self.parse_id()? {
            CustomId::Answer { prompt, .. } | CustomId::OpenPromptForm { prompt, .. } => {
                Some(WaitSubject::Prompt(prompt))
            }
            CustomId::TurnAct { turn, .. }
            | CustomId::TurnMenu { turn, .. }
            | CustomId::TurnChoice { turn, .. }
            | CustomId::Block { turn, .. }
            | CustomId::ConfirmedAct { turn, .. } => Some(WaitSubject::Turn(turn)),
            _ => None,
        }
    }
}

/// Lists all enabled controls of a message.
pub fn list_controls(message: &VisibleMessage, dm_of: Option<UserId>) -> Vec<Control> {
    let control = |custom: String, value| Control {
        message: message.id,
        channel: message.channel,
        seen_by: dm_of.or(message.ephemeral_to.map(|id| UserId(id.0))),
        is_in_dm: dm_of.is_some(),
        id: custom,
        value,
    };
    let buttons = message.buttons().into_iter().filter(|button| !button.is_disabled);
    let buttons = buttons.filter_map(|button| Some(control(button.custom_id?, None)));
    let menus = message.menus().into_iter().filter(|menu| !menu.is_disabled);
    let options = menus.flat_map(|menu| {
        let custom = menu.custom_id;
        menu.options.into_iter().map(move |(_, value)| (custom.clone(), value))
    });
    let options = options.map(|(custom, value)| control(custom, Some(value)));
    buttons.chain(options).collect()
}

/// Finds an open prompt by its encrypted id.
pub fn find_open_prompt(state: &FightState, id: PromptId) -> Option<&OpenPrompt> {
    state.prompts.iter().find(|open| open.id == state.decrypt_prompt_id(id))
}

/// Finds the user who controls the combatant in whose name the button acts.
fn find_speaker(state: &FightState, payload: &ButtonPayload) -> Option<UserId> {
    let name = payload.actor_name.as_ref()?;
    let member = state.members.iter().find(|member| member.name == *name)?;
    Some(state.controller_of(Initiator::Combatant(member.id)))
}

/// Returns the effect of a press that sends an act of a turn.
fn turn_button(user: UserId, turn: TurnId, payload: ButtonPayload) -> PressEffect {
    let ButtonPayload { command, actor_name } = payload;
    PressEffect::Input(user, UserInput::TurnButton { turn, command, actor_name })
}

impl PlayedFight {
    /// Finds the effect of a press by the user that the control is for. Fails if nobody could press
    /// it.
    pub async fn resolve_press(
        &self,
        state: &FightState,
        control: &Control,
    ) -> Result<PressEffect, String> {
        let presser = |user: Option<UserId>| control.seen_by.or(user).ok_or("it is for nobody");
        let find_prompt_user = |prompt: PromptId| {
            let open =
                find_open_prompt(state, prompt).ok_or("it is of a question that is closed")?;
            presser(Some(open.user))
        };
        let custom_id = control.parse_id().ok_or("nobody can read it")?;
        Ok(match custom_id {
            CustomId::Answer { prompt, choice } => PressEffect::Input(
                find_prompt_user(prompt)?,
                UserInput::PromptButton { prompt, choice },
            ),
            CustomId::OpenPromptForm { prompt, .. } => {
                PressEffect::PromptForm(find_prompt_user(prompt)?, prompt)
            }
            CustomId::TurnAct { turn, payload } => {
                turn_button(presser(find_speaker(state, &payload))?, turn, payload)
            }
            CustomId::ConfirmedAct { turn, act: MenuValue::Act(payload), is_quiet } => {
                let user = presser(find_speaker(state, &payload))?;
                let ButtonPayload { command, actor_name } = payload;
                PressEffect::Input(
                    user,
                    UserInput::Confirmed { turn, command, actor_name, is_private: is_quiet },
                )
            }
            CustomId::TurnMenu { turn, .. } => {
                let value = control.value.as_deref().unwrap_or_default();
                self.resolve_choice(state, control, turn, MenuValue::parse(value)).await?
            }
            CustomId::TurnChoice { turn, value: choice } => {
                self.resolve_choice(state, control, turn, Some(choice)).await?
            }
            CustomId::InvitedAct { fight, round, payload } => {
                let user = presser(find_speaker(state, &payload))?;
                let ButtonPayload { command, actor_name } = payload;
                PressEffect::Input(
                    user,
                    UserInput::InvitationButton { fight, round, command, actor_name },
                )
            }
            // The end of a fight offers "again" to everybody, but only its GM may take it.
            CustomId::RunCommand { payload }
                if control.is_in_dm || payload.command.verb == "again" =>
            {
                let ButtonPayload { command, actor_name } = payload;
                let input = UserInput::Command { command, actor_name, is_private: false };
                PressEffect::Input(presser(Some(state.gm))?, input)
            }
            CustomId::Block { act: BlockAct::PlaySuggested | BlockAct::EndAll, .. } => {
                PressEffect::PlayBlock
            }
            _ => PressEffect::Open(control.seen_by),
        })
    }

    /// Finds the effect of choosing an option, which sends an act or opens a submenu or a form.
    async fn resolve_choice(
        &self,
        state: &FightState,
        control: &Control,
        turn: TurnId,
        choice: Option<MenuValue>,
    ) -> Result<PressEffect, String> {
        let payload = match choice {
            Some(MenuValue::Act(payload)) => payload,
            Some(MenuValue::HashedAct { actor, hash }) => {
                let has_hash = |command: &Command| hash_command(command) == hash;
                let found = self
                    .app
                    .find_command_if_still_offered(turn, |member| actor.matches(member), has_hash)
                    .await
                    .unwrap();
                let (command, name) = found.ok_or("it is not offered any more")?;
                ButtonPayload { command, actor_name: Some(name) }
            }
            Some(MenuValue::Submenu { actor, .. } | MenuValue::HashedActForm { actor, .. }) => {
                let actor = state
                    .members
                    .iter()
                    .find(|member| actor.matches(member))
                    .ok_or("it is nobody's")?;
                let user =
                    control.seen_by.unwrap_or(state.controller_of(Initiator::Combatant(actor.id)));
                return Ok(PressEffect::Open(Some(user)));
            }
            None => return Ok(PressEffect::Open(control.seen_by)),
        };
        let user = control.seen_by.or(find_speaker(state, &payload)).ok_or("it is for nobody")?;
        Ok(turn_button(user, turn, payload))
    }

    /// Finds the act, and its actor, for which a control opens a form.
    async fn find_form_act(&self, control: &Control) -> Option<(String, Command)> {
        let (turn, choice) = match CustomId::parse(&control.id)? {
            CustomId::TurnMenu { turn, .. } => (turn, MenuValue::parse(control.value.as_deref()?)?),
            CustomId::TurnChoice { turn, value: choice } => (turn, choice),
            _ => return None,
        };
        let MenuValue::HashedActForm { actor, hash } = choice else { return None };
        let has_hash = |command: &Command| hash_command(command) == hash;
        let (command, name) = self
            .app
            .find_command_if_still_offered(turn, |member| actor.matches(member), has_hash)
            .await
            .unwrap()?;
        Some((name, command))
    }

    /// Tries a press on a copy of the fight, and fails if the app would refuse it.
    pub async fn try_press(&self, press: &PressEffect, control: &Control) -> Result<(), String> {
        let dm = control.is_in_dm.then_some(control.channel);
        let refusal = match press {
            PressEffect::Input(user, input) => self
                .app
                .find_refusal_by_trial(&self.request_context(*user, dm), input)
                .await
                .unwrap(),
            PressEffect::PromptForm(user, prompt) => self
                .app
                .load_open_prompt_or_explain_too_late(
                    &self.request_context(*user, dm),
                    *prompt,
                    None,
                )
                .await
                .unwrap()
                .err(),
            PressEffect::Open(_) | PressEffect::PlayBlock => None,
        };
        match refusal {
            None => Ok(()),
            Some(refusal) => Err(format!("{press:?} is refused: {}", refusal.key)),
        }
    }

    /// The context of a request in the channel, or in direct messages.
    pub fn request_context(&self, user: UserId, dm: Option<Snowflake>) -> RequestContext {
        let place = match dm {
            Some(channel) => RequestPlace::Dm { channel: ChannelId(channel.0) },
            None => {
                RequestPlace::Channel { guild: self.discord.first_guild().0, channel: self.channel }
            }
        };
        RequestContext {
            user,
            place,
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
        }
    }

    /// Presses the button or chooses the option in the client of a user.
    pub async fn press_control(
        &self,
        user: UserId,
        control: &Control,
    ) -> Result<BotAnswer, String> {
        let client = self.user(user);
        let answer = match &control.value {
            Some(value) => client.choose_custom_id(control.message, &control.id, value).await,
            None => client.press_custom_id(control.message, &control.id).await,
        };
        answer.map_err(|error| format!("{}: {error}", control.id))
    }

    /// Lists all legal acts of the combatants whose turn it is: the actor, the act, and its cost,
    /// which is `None` if no control does it.
    pub async fn list_legal_acts(
        &self,
        state: &FightState,
    ) -> Vec<(String, Command, Option<PressCost>)> {
        let Some(turn) = state.turn.as_ref().filter(|_| state.prompts.is_empty()) else {
            return Vec::new();
        };
        let mut costs: BTreeMap<UserId, BTreeMap<(String, String), PressCost>> = BTreeMap::new();
        let mut acts = Vec::new();
        for member in &state.members {
            let initiator = Initiator::Combatant(member.id);
            let is_gm_pick = member.user.is_none() && turn.awaited.actors.contains(&Initiator::Gm);
            if !is_gm_pick && !turn.awaited.actors.contains(&initiator) {
                continue;
            }
            let user = state.controller_of(initiator);
            if let Entry::Vacant(costs) = costs.entry(user) {
                costs.insert(self.find_press_costs(state, user).await);
            }
            for offer in state.game.list_legal_act_offers(member.id) {
                let cost =
                    costs[&user].get(&(member.name.clone(), offer.command.to_string())).copied();
                acts.push((member.name.clone(), offer.command, cost));
            }
        }
        acts
    }

    /// Finds the acts that a user can do from messages, by actor and command, and their costs. It
    /// really presses the controls that open something, which must have no other effect.
    async fn find_press_costs(
        &self,
        state: &FightState,
        user: UserId,
    ) -> BTreeMap<(String, String), PressCost> {
        let mut costs = BTreeMap::new();
        let on_screen = self.list_controls_for(user).into_iter();
        let of_turns =
            on_screen.filter(|control| matches!(control.subject(), Some(WaitSubject::Turn(_))));
        let mut pending: Vec<(PressCost, Control)> =
            of_turns.map(|control| (PressCost::ZERO, control)).collect();
        for depth in 0..MAX_DEPTH {
            let mut next = Vec::new();
            for (cost, control) in pending {
                let cost = cost.plus(&control);
                match self.resolve_press(state, &control).await {
                    Ok(PressEffect::Input(sender, input)) if sender == user => {
                        if let Some((actor, command)) = act_in_input(&input)
                            && self
                                .try_press(&PressEffect::Input(sender, input), &control)
                                .await
                                .is_ok()
                        {
                            let best = costs.entry((actor, command.to_string())).or_insert(cost);
                            *best = cost.min(*best);
                        }
                    }
                    Ok(PressEffect::Open(owner)) if owner.is_none_or(|owner| owner == user) => {
                        // The free text of the act is typed into a form, which does the act when it
                        // is sent.
                        if let Some((actor, command)) = self.find_form_act(&control).await {
                            let best = costs.entry((actor, command.to_string())).or_insert(cost);
                            *best = cost.min(*best);
                            continue;
                        }
                        let Ok(answer) = self.press_control(user, &control).await else { continue };
                        let shown = answer.message.filter(|_| depth + 1 < MAX_DEPTH);
                        let inside = shown.iter().flat_map(|message| list_controls(message, None));
                        next.extend(inside.map(|control| (cost, control)));
                    }
                    _ => {}
                }
            }
            pending = next;
        }
        costs
    }
}

/// The actor and the act of an input, if it names them.
pub fn act_in_input(input: &UserInput) -> Option<(String, Command)> {
    match input {
        UserInput::TurnButton { command, actor_name, .. }
        | UserInput::Confirmed { command, actor_name, .. }
        | UserInput::Command { command, actor_name, .. } => {
            Some((actor_name.clone()?, command.clone()))
        }
        UserInput::InvitationButton { .. }
        | UserInput::PromptButton { .. }
        | UserInput::PromptForm { .. } => None,
    }
}
