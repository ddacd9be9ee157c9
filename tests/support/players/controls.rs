//! What can be pressed on a message, what it says and by whom it is for, and how far from a turn's
//! message each legal act is.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::ids::{ChannelId, PromptId, TurnId};
use riposte::app::input::{RequestContext, RequestPlace, UserInput};
use riposte::discord::custom_id::{ButtonPayload, CustomId, MenuValue, hash_command};
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::fake_discord::{BotAnswer, Snowflake, VisibleMessage};

use super::Seated;

/// How deep choosers may lie inside each other.
const DEEPEST: usize = 3;

/// Something to press, and where it is.
#[derive(Clone, Debug)]
pub struct Control {
    pub message: Snowflake,
    pub channel: Snowflake,
    /// Who alone sees it: in their direct messages, or in a private answer.
    pub seen_by: Option<UserId>,
    pub is_in_dm: bool,
    pub id: String,
    /// What is chosen, where it is a menu.
    pub value: Option<String>,
}

/// What a press comes to.
#[derive(Clone, Debug)]
pub enum Press {
    Says(UserId, UserInput),
    /// A form of that question.
    Asks(UserId, PromptId),
    /// Something else: a form, a look, or more to choose from. For that user, or for anybody.
    Opens(Option<UserId>),
}

/// What somebody is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Prompt(PromptId),
    Turn(TurnId),
}

/// How far away an act is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// What is pressed, chosen or sent.
    pub presses: u32,
    /// What is tapped: a menu is opened before something is chosen in it.
    pub taps: u32,
}

impl Way {
    const HERE: Self = Self { presses: 0, taps: 0 };

    pub fn then(self, control: &Control) -> Self {
        let taps = if control.value.is_some() { 2 } else { 1 };
        Self { presses: self.presses + 1, taps: self.taps + taps }
    }
}

impl Control {
    /// What is pressed; of a menu of questions, what is chosen.
    fn read(&self) -> Option<CustomId> {
        let picked = self.value.as_deref().and_then(CustomId::parse);
        match (CustomId::parse(&self.id)?, picked) {
            (
                CustomId::PickMenu { .. },
                Some(id @ (CustomId::Answer { .. } | CustomId::OpenPromptForm { .. })),
            ) => Some(id),
            (id, _) => Some(id),
        }
    }

    /// What it is about, as far as it says so.
    pub fn about(&self) -> Option<What> {
        match self.read()? {
            CustomId::Answer { prompt, .. } | CustomId::OpenPromptForm { prompt, .. } => {
                Some(What::Prompt(prompt))
            }
            CustomId::TurnAct { turn, .. }
            | CustomId::TurnMenu { turn, .. }
            | CustomId::TurnChoice { turn, .. }
            | CustomId::ConfirmedAct { turn, .. } => Some(What::Turn(turn)),
            _ => None,
        }
    }
}

/// All that can be pressed on a message.
pub fn controls_of(message: &VisibleMessage, dm_of: Option<UserId>) -> Vec<Control> {
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

pub fn open(now: &FightState, id: PromptId) -> Option<&OpenPrompt> {
    now.prompts.iter().find(|open| open.id == now.decrypt_prompt_id(id))
}

/// Whoever says something by the name of a combatant.
fn named(now: &FightState, said: &ButtonPayload) -> Option<UserId> {
    let name = said.acting_as.as_ref()?;
    let one = now.members.iter().find(|one| one.name == *name)?;
    Some(now.controller_of(Initiator::Combatant(one.id)))
}

fn turned(user: UserId, turn: TurnId, said: ButtonPayload) -> Press {
    let ButtonPayload { command: words, acting_as } = said;
    Press::Says(user, UserInput::TurnButton { turn, command: words, actor_name: acting_as })
}

impl Seated {
    /// What a press says, by whom it is for; an error where nobody could say it.
    pub async fn press(&self, now: &FightState, control: &Control) -> Result<Press, String> {
        let user = |of: Option<UserId>| control.seen_by.or(of).ok_or("it is for nobody");
        let asked = |prompt: PromptId| {
            let open = open(now, prompt).ok_or("it is of a question that is closed")?;
            user(Some(open.user))
        };
        let read = control.read().ok_or("nobody can read it")?;
        Ok(match read {
            CustomId::Answer { prompt, choice } => {
                Press::Says(asked(prompt)?, UserInput::PromptButton { prompt, choice })
            }
            CustomId::OpenPromptForm { prompt, .. } => Press::Asks(asked(prompt)?, prompt),
            CustomId::TurnAct { turn, payload: said } => {
                turned(user(named(now, &said))?, turn, said)
            }
            CustomId::ConfirmedAct { turn, act: MenuValue::Act(said), is_quiet } => {
                let user = user(named(now, &said))?;
                let ButtonPayload { command: words, acting_as } = said;
                Press::Says(
                    user,
                    UserInput::Confirmed {
                        turn,
                        command: words,
                        actor_name: acting_as,
                        is_private: is_quiet,
                    },
                )
            }
            CustomId::TurnMenu { turn, .. } => {
                let value = control.value.as_deref().unwrap_or_default();
                self.chosen(now, control, turn, MenuValue::parse(value)).await?
            }
            CustomId::TurnChoice { turn, value: chosen } => {
                self.chosen(now, control, turn, Some(chosen)).await?
            }
            CustomId::InvitedAct { fight, round, payload: said } => {
                let user = user(named(now, &said))?;
                let ButtonPayload { command: words, acting_as } = said;
                Press::Says(
                    user,
                    UserInput::InvitationButton {
                        fight,
                        round,
                        command: words,
                        actor_name: acting_as,
                    },
                )
            }
            // What the end of a fight offers to everybody, its GM can do.
            CustomId::RunCommand { payload: said }
                if control.is_in_dm || said.command.verb == "again" =>
            {
                let ButtonPayload { command: words, acting_as } = said;
                let input =
                    UserInput::Command { command: words, actor_name: acting_as, is_private: false };
                Press::Says(user(Some(now.gm))?, input)
            }
            _ => Press::Opens(control.seen_by),
        })
    }

    /// What a choice says; one that shows more to choose from, or a form, opens that.
    async fn chosen(
        &self,
        now: &FightState,
        control: &Control,
        turn: TurnId,
        chosen: Option<MenuValue>,
    ) -> Result<Press, String> {
        let said = match chosen {
            Some(MenuValue::Act(said)) => said,
            Some(MenuValue::HashedAct { actor: who, hash: wanted }) => {
                let is_it = |words: &Command| hash_command(words) == wanted;
                let found = self
                    .app
                    .find_offered_command(turn, |one| who.matches(one), is_it)
                    .await
                    .unwrap();
                let (words, name) = found.ok_or("it is not offered any more")?;
                ButtonPayload { command: words, acting_as: Some(name) }
            }
            Some(
                MenuValue::Submenu { actor: who, .. } | MenuValue::HashedActForm { actor: who, .. },
            ) => {
                let actor =
                    now.members.iter().find(|one| who.matches(one)).ok_or("it is nobody's")?;
                let user =
                    control.seen_by.unwrap_or(now.controller_of(Initiator::Combatant(actor.id)));
                return Ok(Press::Opens(Some(user)));
            }
            None => return Ok(Press::Opens(control.seen_by)),
        };
        let user = control.seen_by.or(named(now, &said)).ok_or("it is for nobody")?;
        Ok(turned(user, turn, said))
    }

    /// The act for which a control opens a form.
    async fn told(&self, control: &Control) -> Option<(String, Command)> {
        let (turn, chosen) = match CustomId::parse(&control.id)? {
            CustomId::TurnMenu { turn, .. } => (turn, MenuValue::parse(control.value.as_deref()?)?),
            CustomId::TurnChoice { turn, value: chosen } => (turn, chosen),
            _ => return None,
        };
        let MenuValue::HashedActForm { actor: who, hash: wanted } = chosen else { return None };
        let is_it = |words: &Command| hash_command(words) == wanted;
        let (words, name) =
            self.app.find_offered_command(turn, |one| who.matches(one), is_it).await.unwrap()?;
        Some((name, words))
    }

    /// Whether the app would take it on a copy of the fight: a refusal is an error.
    pub async fn tries(&self, press: &Press, control: &Control) -> Result<(), String> {
        let dm = control.is_in_dm.then_some(control.channel);
        let refusal = match press {
            Press::Says(user, input) => {
                self.app.try_refusal(&self.origin(*user, dm), input).await.unwrap()
            }
            Press::Asks(user, prompt) => self
                .app
                .load_own_open_prompt(&self.origin(*user, dm), *prompt, None)
                .await
                .unwrap()
                .err(),
            Press::Opens(_) => None,
        };
        match refusal {
            None => Ok(()),
            Some(refusal) => Err(format!("{press:?} is refused: {}", refusal.key)),
        }
    }

    pub fn origin(&self, user: UserId, dm: Option<Snowflake>) -> RequestContext {
        let place = match dm {
            Some(channel) => RequestPlace::Dm { channel: ChannelId(channel.0) },
            None => {
                RequestPlace::Channel { guild: self.discord.first_guild().0, channel: self.channel }
            }
        };
        RequestContext { user, place, is_admin: false, idempotency_key: None }
    }

    /// Presses it at the client.
    pub async fn taps(&self, user: UserId, control: &Control) -> Result<BotAnswer, String> {
        let who = self.user(user);
        let answer = match &control.value {
            Some(value) => who.choose_custom_id(control.message, &control.id, value).await,
            None => who.press_custom_id(control.message, &control.id).await,
        };
        answer.map_err(|wrong| format!("{}: {wrong}", control.id))
    }

    /// All that those whose turn it is may do: who does it, the act, and how far away it is where
    /// any control says it.
    pub async fn legal_acts(&self, now: &FightState) -> Vec<(String, Command, Option<Way>)> {
        let Some(turn) = now.turn.as_ref().filter(|_| now.prompts.is_empty()) else {
            return Vec::new();
        };
        let mut ways: BTreeMap<UserId, BTreeMap<(String, String), Way>> = BTreeMap::new();
        let mut acts = Vec::new();
        for one in &now.members {
            let by = Initiator::Combatant(one.id);
            let is_picked = one.user.is_none() && turn.awaited.actors.contains(&Initiator::Gm);
            if !is_picked && !turn.awaited.actors.contains(&by) {
                continue;
            }
            let user = now.controller_of(by);
            if let Entry::Vacant(ways) = ways.entry(user) {
                ways.insert(self.ways(now, user).await);
            }
            for offer in now.game.list_offers(one.id) {
                let way = ways[&user].get(&(one.name.clone(), offer.command.to_string())).copied();
                acts.push((one.name.clone(), offer.command, way));
            }
        }
        acts
    }

    /// The acts that this user can do from messages, and how far away they are. What opens
    /// something is pressed, which must do nothing else.
    async fn ways(&self, now: &FightState, user: UserId) -> BTreeMap<(String, String), Way> {
        let mut ways = BTreeMap::new();
        let on_screen = self.controls_for(user).into_iter();
        let of_turns = on_screen.filter(|one| matches!(one.about(), Some(What::Turn(_))));
        let mut left: Vec<(Way, Control)> = of_turns.map(|one| (Way::HERE, one)).collect();
        for depth in 0..DEEPEST {
            let mut opened = Vec::new();
            for (way, control) in left {
                let way = way.then(&control);
                match self.press(now, &control).await {
                    Ok(Press::Says(of, input)) if of == user => {
                        if let Some((who, words)) = act_of(&input)
                            && self.tries(&Press::Says(of, input), &control).await.is_ok()
                        {
                            let known = ways.entry((who, words.to_string())).or_insert(way);
                            *known = way.min(*known);
                        }
                    }
                    Ok(Press::Opens(of)) if of.is_none_or(|of| of == user) => {
                        // What it is told in a form is said by sending that.
                        if let Some((who, words)) = self.told(&control).await {
                            let known = ways.entry((who, words.to_string())).or_insert(way);
                            *known = way.min(*known);
                            continue;
                        }
                        let Ok(answer) = self.taps(user, &control).await else { continue };
                        let shown = answer.message.filter(|_| depth + 1 < DEEPEST);
                        let inside = shown.iter().flat_map(|one| controls_of(one, None));
                        opened.extend(inside.map(|one| (way, one)));
                    }
                    _ => {}
                }
            }
            left = opened;
        }
        ways
    }
}

/// Who acts, and what they do.
pub fn act_of(input: &UserInput) -> Option<(String, Command)> {
    match input {
        UserInput::TurnButton { command: words, actor_name: acting_as, .. }
        | UserInput::Confirmed { command: words, actor_name: acting_as, .. }
        | UserInput::Command { command: words, actor_name: acting_as, .. } => {
            Some((acting_as.clone()?, words.clone()))
        }
        UserInput::InvitationButton { .. }
        | UserInput::PromptButton { .. }
        | UserInput::PromptForm { .. } => None,
    }
}
