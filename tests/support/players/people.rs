//! Sensible people: they look in when they are waited for, answer what they are asked, mostly as
//! they are advised, attack an enemy if they can, else go where they can, and end their turn.

use riposte::app::fight_state::FightState;
use riposte::app::ids::{PromptId, TurnId};
use riposte::app::input::UserInput;
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::fake_discord::BotAnswer;

use super::controls::{Control, Press, Way, What, act_of, controls_of, open};
use super::waits::{Wait, waits};
use super::{FOES, Seated};

/// The most acts in one turn.
const MOST_ACTS: u32 = 3;
/// What ends a turn, and what comes before any.
pub const ENDS: [&str; 3] = ["done", "pass", "turn"];
/// What nobody does lightly.
const LAST: [&str; 6] = ["flee", "surrender", "concede", "drop", "escape", "yield"];

/// What somebody did.
#[derive(Debug, Default)]
pub struct Did {
    /// None: a clock.
    pub by: Option<UserId>,
    pub is_clock: bool,
    /// It was typed, since nothing on the screen says it.
    pub is_typed: bool,
    /// Who acted, and the act; none for answers.
    pub act: Option<(String, Command)>,
    /// How much was pressed for it.
    pub way: Option<Way>,
    /// What only they were answered.
    pub answers: Vec<BotAnswer>,
    /// As a failing test tells of it.
    pub told: String,
}

impl Did {
    pub fn clock() -> Self {
        Self { is_clock: true, told: "a clock".into(), ..Self::default() }
    }

    pub fn typed(by: UserId, words: Command) -> Self {
        let told = format!("{} types {words}", by.0);
        Self { by: Some(by), is_typed: true, told, ..Self::default() }
    }
}

/// Where somebody is in their turn.
#[derive(Debug, Default)]
pub struct Pace {
    /// Who looked in last.
    pub last: Option<UserId>,
    /// Whose turn it is, who acts in it, and how often they have.
    turn: Option<(TurnId, String, u32)>,
}

/// Something that can be pressed, and what it says.
#[derive(Clone)]
struct Wish {
    control: Control,
    input: UserInput,
    way: Way,
}

impl Seated {
    /// Somebody who is waited for does something.
    pub(super) async fn acts(&mut self, now: &FightState) -> Did {
        let waits: Vec<Wait> = waits(now).into_iter().collect();
        let Some(wait) = self.one_of(&waits).copied() else { return self.skips(now).await };
        self.pace.last = Some(wait.user);
        let wishes = self.wishes(now, wait).await;
        let wish = match wait.what {
            What::Prompt(prompt) => {
                let is_default = |wish: &&Wish| is_default(now, prompt, &wish.input);
                let is_advised = self.choice.number_below(3) > 0;
                let advised = wishes.iter().find(is_default).filter(|_| is_advised).cloned();
                advised.or_else(|| self.one_of(&wishes).cloned())
            }
            What::Turn(turn) => self.wanted(turn, &wishes),
        };
        match wish {
            Some(wish) => self.does(wait.user, wish).await,
            None => self.types_something(now, wait.user).await,
        }
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.choice.number_below(all.len())) }
    }

    /// What they see that does something for which they are waited for.
    async fn wishes(&self, now: &FightState, wait: Wait) -> Vec<Wish> {
        let mut wishes = Vec::new();
        for control in self.controls_for(wait.user) {
            if control.about() != Some(wait.what) {
                continue;
            }
            let input = match self.press(now, &control).await {
                Ok(Press::Says(user, input)) if user == wait.user => input,
                Ok(Press::Asks(user, prompt)) if user == wait.user => {
                    UserInput::PromptForm { prompt, command: Command::default() }
                }
                _ => continue,
            };
            let is_form = matches!(input, UserInput::PromptForm { .. });
            let press = Press::Says(wait.user, input.clone());
            if is_form || self.tries(&press, &control).await.is_ok() {
                let way = Way { presses: 0, taps: 0 }.then(&control);
                wishes.push(Wish { control, input, way });
            }
        }
        wishes
    }

    /// What somebody does on their turn.
    fn wanted(&mut self, turn: TurnId, wishes: &[Wish]) -> Option<Wish> {
        let acts: Vec<(&Wish, String, Command)> = wishes
            .iter()
            .filter_map(|wish| act_of(&wish.input).map(|(who, words)| (wish, who, words)))
            .collect();
        // Whoever has begun goes on; then one of those who can.
        let has_begun = |who: &String| {
            self.pace.turn.as_ref().is_some_and(|(of, acting, _)| *of == turn && acting == who)
        };
        let begun = acts.iter().map(|(_, who, _)| who).find(|who| has_begun(who)).cloned();
        let who = match begun {
            Some(who) => who,
            None => {
                let mut all: Vec<String> = acts.iter().map(|(_, who, _)| who.clone()).collect();
                all.dedup();
                self.one_of(&all)?.clone()
            }
        };
        let done = match &self.pace.turn {
            Some((of, acting, done)) if *of == turn && *acting == who => *done,
            _ => 0,
        };
        self.pace.turn = Some((turn, who.clone(), done + 1));
        let is_foe = |name: &str| FOES.contains(&name) || name == "Lurker";
        let own: Vec<_> = acts.into_iter().filter(|(_, of, _)| *of == who).collect();
        let of_verbs = |is_it: &dyn Fn(&Command) -> bool| -> Vec<Wish> {
            let found = own.iter().filter(|(_, _, words)| is_it(words));
            found.map(|(wish, ..)| (*wish).clone()).collect()
        };
        let first = of_verbs(&|words| words.verb == "init");
        let attacks = of_verbs(&|words| {
            words.verb == "attack" && is_foe(words.get("target")) != is_foe(&who)
        });
        // Nobody walks up and down.
        let moves = of_verbs(&|words| words.verb == "move" && done == 0);
        let ends = of_verbs(&|words| ENDS.contains(&words.verb.as_str()));
        let others = of_verbs(&|words| {
            let verb = words.verb.as_str();
            !ENDS.contains(&verb) && !LAST.contains(&verb) && verb != "attack"
        });
        let mood = self.choice.number_below(100);
        let order: [&[Wish]; 5] = match () {
            () if done >= MOST_ACTS => [&first, &ends, &attacks, &moves, &others],
            () if mood < 80 => [&first, &attacks, &moves, &ends, &others],
            () if mood < 90 => [&first, &others, &attacks, &ends, &moves],
            () => [&first, &ends, &attacks, &moves, &others],
        };
        let found = order.into_iter().find(|some| !some.is_empty())?;
        self.one_of(found).cloned()
    }

    /// Presses it, and what is asked about it at once.
    async fn does(&mut self, user: UserId, wish: Wish) -> Did {
        let Wish { control, input, mut way } = wish;
        let told = format!("{} presses {} {:?}", user.0, control.id, control.value);
        let answer = self.taps(user, &control).await;
        let mut answers: Vec<BotAnswer> = answer.into_iter().collect();
        let form = answers.first().and_then(|answer| answer.modal.clone());
        if let Some(form) = form
            && let Ok(filled) = self.user(user).submit_modal(&form, &[]).await
        {
            way = Way { presses: way.presses + 1, taps: way.taps + 1 };
            answers.push(filled);
        }
        let asked = answers.first().and_then(|answer| answer.message.clone());
        let is_sure = |control: &Control| control.id.starts_with("sure");
        let sure = asked.iter().flat_map(|message| controls_of(message, None)).find(is_sure);
        if let Some(sure) = sure {
            way = way.then(&sure);
            answers.extend(self.taps(user, &sure).await);
        }
        let act = act_of(&input);
        Did { by: Some(user), act, way: Some(way), answers, told, ..Did::default() }
    }

    /// What no control says: the first of what they may do that ends something, else anything.
    async fn types_something(&mut self, now: &FightState, user: UserId) -> Did {
        let turn = now.turn.as_ref().filter(|_| now.prompts.is_empty());
        let mut offers = Vec::new();
        for one in now.members.iter().filter(|_| turn.is_some()) {
            let by = Initiator::Combatant(one.id);
            let on = turn.map(|turn| turn.awaited.actors.as_slice()).unwrap_or_default();
            let is_picked = one.user.is_none() && on.contains(&Initiator::Gm);
            if (is_picked || on.contains(&by)) && now.controller_of(by) == user {
                let all = now.game.list_offers(one.id).into_iter();
                offers.extend(all.map(|offer| (one.name.clone(), offer.command)));
            }
        }
        let end = offers.iter().position(|(_, words)| ENDS.contains(&words.verb.as_str()));
        let at =
            end.or((!offers.is_empty()).then(|| self.choice.number_below(offers.len().max(1))));
        let Some((name, words)) = at.map(|at| offers.swap_remove(at)) else {
            return self.skips(now).await;
        };
        self.says(user, UserInput::from_command_as(&name, words.clone())).await;
        Did { act: Some((name, words.clone())), ..Did::typed(user, words) }
    }

    /// The GM does not wait.
    async fn skips(&mut self, now: &FightState) -> Did {
        let skip = Command::new("skip");
        self.says(now.gm, UserInput::from_command(skip.clone())).await;
        Did::typed(now.gm, skip)
    }
}

/// It answers a question as the clock would.
fn is_default(now: &FightState, asked: PromptId, input: &UserInput) -> bool {
    let Some(open) = open(now, asked) else { return false };
    match input {
        UserInput::PromptButton { choice, .. } => {
            open.prompt.choices.get(*choice) == Some(&open.prompt.default_choice)
        }
        _ => false,
    }
}
