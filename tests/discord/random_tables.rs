//! Fights in which users do anything at random: they press whatever they see, type, undo, lend
//! characters and hand over, and the clock moves on. After every input the invariants T1, T2, T3,
//! T6 and T7 of [`super::message_invariants`] hold. T4 and T5 are only checked for sensible
//! players.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test discord random_tables` plays more of them, from
//! the seed `RIPOSTE_FIRST` on.

use riposte::app::fight_state::FightState;
use riposte::app::input::UserInput;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::Initiator;

use crate::message_invariants::{self, Invariant, InvariantChecker};
use crate::players::controls::{Control, PressEffect, list_controls};
use crate::players::people::StepAction;
use crate::players::{self, Cast, PlayedFight, ShownMessage, Step};

const FIGHTS: u64 = 4;
const MAX_INPUTS: usize = 45;
/// How many opened messages a user presses on in a row.
const MAX_DEPTH: usize = 3;
const CHECKED_INVARIANTS: [Invariant; 5] =
    [Invariant::T1, Invariant::T2, Invariant::T3, Invariant::T6, Invariant::T7];

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            for seed in message_invariants::seeds(FIGHTS) {
                let system = stringify!($name);
                let played = players::run_on_large_stack(async move || play(system, seed).await);
                let mut violations = played.expect("the fight plays without a panic");
                violations.retain(|(invariant, _)| CHECKED_INVARIANTS.contains(invariant));
                let first = violations.first();
                let first = first.map(|(invariant, why)| format!("{invariant:?}: {why}"));
                let count = violations.len();
                assert!(count == 0, "{count} times: {}", first.unwrap_or_default());
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

async fn play(system: &'static str, seed: u64) -> Vec<(Invariant, String)> {
    let cast = Cast {
        players: 2 + seed as usize % 2,
        foes: 2 + seed as usize % 3,
        has_lurker: seed % 3 == 2,
        is_shared: seed.is_multiple_of(2),
    };
    let (mut fight, first) = PlayedFight::start(system, cast, seed).await;
    let (mut checker, mut choice) = (InvariantChecker::default(), SeededDice::new(seed ^ 0xC401CE));
    checker.check_step(&mut fight, &first).await;
    for _ in 0..MAX_INPUTS {
        if !fight.load_state().await.is_open {
            break;
        }
        for step in play_random_steps(&mut fight, &mut choice).await {
            checker.check_step(&mut fight, &step).await;
        }
    }
    fight.discord.assert_no_violations();
    checker.violations
}

/// Plays one random press, act or command, or moves the clock on by some hours.
async fn play_random_steps(fight: &mut PlayedFight, choice: &mut SeededDice) -> Vec<Step> {
    let state = fight.load_state().await;
    let text = match choice.number_below(100) {
        0..=64 => return vec![press_random_control(fight, choice, &state).await],
        65..=74 => return vec![type_random_act(fight, choice, &state).await],
        75..=82 => format!("undo steps:{}", 1 + choice.number_below(3)),
        83..=85 => "redo".into(),
        // Ben lends his character to Cleo, or takes it back.
        86..=87 => {
            let is_lent = !state.people.stand_ins.is_empty();
            let to =
                if is_lent { String::new() } else { format!(" user:{}", fight.user_id("Cleo").0) };
            let command = Command::parse(&format!("stand-in{to}")).expect("it parses");
            return vec![
                fight.step_by_input(fight.user_id("Ben"), UserInput::from_command(command)).await,
            ];
        }
        88..=89 => {
            let verb = ["add", "remove"][choice.number_below(2)];
            format!("co-gm do:{verb} user:{}", fight.user_id("Dora").0)
        }
        90..=91 => {
            let to = ["GM", "Eve", "Dora"][choice.number_below(3)];
            format!("hand-over user:{}", fight.user_id(to).0)
        }
        92..=95 => return fight.advance_hours(1 + choice.number_below(14) as i64).await,
        _ => "skip".into(),
    };
    vec![
        fight
            .step_by_input(
                state.gm,
                UserInput::from_command(Command::parse(&text).expect("it parses")),
            )
            .await,
    ]
}

/// A user presses a random control on their screen, and goes on with what it opens.
async fn press_random_control(
    fight: &mut PlayedFight,
    choice: &mut SeededDice,
    state: &FightState,
) -> Step {
    let mut candidates = Vec::new();
    for control in fight.messages.values().flat_map(ShownMessage::controls) {
        let Ok(press) = fight.resolve_press(state, &control).await else { continue };
        if let PressEffect::Input(user, _)
        | PressEffect::PromptForm(user, _)
        | PressEffect::Open(Some(user)) = press
            && fight.try_press(&press, &control).await.is_ok()
        {
            candidates.push((user, control, press));
        }
    }
    if candidates.is_empty() {
        return fight.step_by_input(state.gm, UserInput::from_command(Command::new("skip"))).await;
    }
    let (user, control, press) = candidates.swap_remove(choice.number_below(candidates.len()));
    let before = fight.load_state().await;
    let mut description = format!("{} presses {} {:?}", user.0, control.id, control.value);
    let mut answer = fight.press_control(user, &control).await.expect("it can be pressed");
    for _ in 0..MAX_DEPTH {
        let Some(message) = answer.message.clone().filter(|_| answer.is_ephemeral) else { break };
        let mut controls = list_controls(&message, None);
        let is_confirmation = |control: &Control| control.id.starts_with("sure");
        match controls.iter().position(is_confirmation) {
            // An act that needs confirmation is confirmed.
            Some(index) => controls = vec![controls.swap_remove(index)],
            None if matches!(press, PressEffect::Open(_)) => {
                // What plays several NPCs is more than one input.
                controls.retain(|control| {
                    !["say:", "block:"].iter().any(|kind| control.id.starts_with(kind))
                });
            }
            None => break,
        }
        if controls.is_empty() {
            break;
        }
        let next = controls.swap_remove(choice.number_below(controls.len()));
        description += &format!(", {} {:?}", next.id, next.value);
        answer = fight.press_control(user, &next).await.expect("it can be pressed");
        if fight.load_state().await.revision > before.revision {
            break;
        }
    }
    if let Some(form) = &answer.modal
        && let Ok(answered) = fight.user(user).submit_modal(form, &[]).await
    {
        answer = answered;
    }
    let action = StepAction {
        user: Some(user),
        answers: vec![answer],
        description,
        ..StepAction::default()
    };
    fight.record_step(action, before).await
}

/// A user for whom the fight waits types a random legal act.
pub async fn type_random_act(
    fight: &mut PlayedFight,
    choice: &mut SeededDice,
    state: &FightState,
) -> Step {
    let turn = state.turn.as_ref().filter(|_| state.prompts.is_empty());
    let awaited = turn.map(|turn| turn.awaited.actors.as_slice()).unwrap_or_default();
    let mut offers = Vec::new();
    for member in &state.members {
        let initiator = Initiator::Combatant(member.id);
        if awaited.contains(&initiator)
            || (member.user.is_none() && awaited.contains(&Initiator::Gm))
        {
            let new_offers = state.game.list_legal_act_offers(member.id).into_iter();
            offers.extend(new_offers.map(|offer| (member.name.clone(), initiator, offer.command)));
        }
    }
    if offers.is_empty() {
        return fight.step_by_input(state.gm, UserInput::from_command(Command::new("skip"))).await;
    }
    let (name, initiator, command) = offers.swap_remove(choice.number_below(offers.len()));
    fight
        .step_by_input(state.controller_of(initiator), UserInput::from_command_as(&name, command))
        .await
}
