//! Fights in which people do whatever they can: they press anything that they see, type, undo,
//! lend and hand over, and time goes by. The laws of what people see hold after every input
//! ([`super::laws`]), but for those of what is told twice and of what sensible people reach.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test discord at_random` plays more of them, from the
//! seed `RIPOSTE_FIRST` on.

use riposte::app::fight_state::FightState;
use riposte::app::input::UserInput;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::Initiator;

use crate::message_invariants::{self, Law, Watch};
use crate::players::controls::{Control, Press, controls_of};
use crate::players::people::Did;
use crate::players::{self, Cast, Seated, Shown, Step};

const FIGHTS: u64 = 4;
const MOST_INPUTS: usize = 45;
/// How often what was opened is gone on with.
const DEEPEST: usize = 3;
const HELD: [Law; 5] = [Law::T1, Law::T2, Law::T3, Law::T6, Law::T7];

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            for seed in message_invariants::seeds(FIGHTS) {
                let system = stringify!($name);
                let played = players::with_room(async move || play(system, seed).await);
                let mut broken = played.expect("see above");
                broken.retain(|(law, _)| HELD.contains(law));
                let told = broken.first().map(|(law, why)| format!("{law:?}: {why}"));
                assert!(broken.is_empty(), "{} times: {}", broken.len(), told.unwrap_or_default());
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

async fn play(system: &'static str, seed: u64) -> Vec<(Law, String)> {
    let cast = Cast {
        players: 2 + seed as usize % 2,
        foes: 2 + seed as usize % 3,
        has_lurker: seed % 3 == 2,
        is_shared: seed.is_multiple_of(2),
    };
    let (mut seated, first) = Seated::set(system, cast, seed).await;
    let (mut watch, mut choice) = (Watch::default(), SeededDice::new(seed ^ 0xC401CE));
    watch.looks(&mut seated, &first).await;
    for _ in 0..MOST_INPUTS {
        if !seated.now().await.is_open {
            break;
        }
        for step in goes_on(&mut seated, &mut choice).await {
            watch.looks(&mut seated, &step).await;
        }
    }
    seated.discord.assert_no_violations();
    watch.broken
}

async fn goes_on(seated: &mut Seated, choice: &mut SeededDice) -> Vec<Step> {
    let now = seated.now().await;
    let typed = match choice.number_below(100) {
        0..=64 => return vec![presses(seated, choice, &now).await],
        65..=74 => return vec![acts(seated, choice, &now).await],
        75..=82 => format!("undo steps:{}", 1 + choice.number_below(3)),
        83..=85 => "redo".into(),
        // Ben lends his Character to Cleo, or takes it back.
        86..=87 => {
            let is_lent = !now.people.stand_ins.is_empty();
            let to = if is_lent { String::new() } else { format!(" user:{}", seated.id("Cleo").0) };
            let words = Command::parse(&format!("stand-in{to}")).expect("it reads");
            return vec![seated.is_told(seated.id("Ben"), UserInput::from_command(words)).await];
        }
        88..=89 => {
            let verb = ["add", "remove"][choice.number_below(2)];
            format!("co-gm do:{verb} user:{}", seated.id("Dora").0)
        }
        90..=91 => {
            let to = ["GM", "Eve", "Dora"][choice.number_below(3)];
            format!("hand-over user:{}", seated.id(to).0)
        }
        92..=95 => return seated.waits(1 + choice.number_below(14) as i64).await,
        _ => "skip".into(),
    };
    vec![
        seated
            .is_told(now.gm, UserInput::from_command(Command::parse(&typed).expect("it reads")))
            .await,
    ]
}

/// Somebody presses something that they see, and goes on with what that opens.
async fn presses(seated: &mut Seated, choice: &mut SeededDice, now: &FightState) -> Step {
    let mut all = Vec::new();
    for control in seated.shown.values().flat_map(Shown::controls) {
        let Ok(press) = seated.press(now, &control).await else { continue };
        if let Press::Says(user, _) | Press::Asks(user, _) | Press::Opens(Some(user)) = press
            && seated.tries(&press, &control).await.is_ok()
        {
            all.push((user, control, press));
        }
    }
    if all.is_empty() {
        return seated.is_told(now.gm, UserInput::from_command(Command::new("skip"))).await;
    }
    let (user, control, press) = all.swap_remove(choice.number_below(all.len()));
    let before = seated.now().await;
    let mut told = format!("{} presses {} {:?}", user.0, control.id, control.value);
    let mut answer = seated.taps(user, &control).await.expect("it can be pressed");
    for _ in 0..DEEPEST {
        let Some(message) = answer.message.clone().filter(|_| answer.is_ephemeral) else { break };
        let mut inside = controls_of(&message, None);
        let is_sure = |one: &Control| one.id.starts_with("sure");
        match inside.iter().position(is_sure) {
            // What cannot be taken back is confirmed.
            Some(sure) => inside = vec![inside.swap_remove(sure)],
            None if matches!(press, Press::Opens(_)) => {
                inside.retain(|one| !one.id.starts_with("say:"));
            }
            None => break,
        }
        if inside.is_empty() {
            break;
        }
        let next = inside.swap_remove(choice.number_below(inside.len()));
        told += &format!(", {} {:?}", next.id, next.value);
        answer = seated.taps(user, &next).await.expect("it can be pressed");
        if seated.now().await.revision > before.revision {
            break;
        }
    }
    if let Some(form) = &answer.modal
        && let Ok(filled) = seated.user(user).submit_modal(form, &[]).await
    {
        answer = filled;
    }
    let did = Did { by: Some(user), answers: vec![answer], told, ..Did::default() };
    seated.looks(did, before).await
}

/// Somebody who is waited for types something that they can do.
async fn acts(seated: &mut Seated, choice: &mut SeededDice, now: &FightState) -> Step {
    let turn = now.turn.as_ref().filter(|_| now.prompts.is_empty());
    let on = turn.map(|turn| turn.awaited.actors.as_slice()).unwrap_or_default();
    let mut offers = Vec::new();
    for one in &now.members {
        let by = Initiator::Combatant(one.id);
        if on.contains(&by) || (one.user.is_none() && on.contains(&Initiator::Gm)) {
            let all = now.game.list_offers(one.id).into_iter();
            offers.extend(all.map(|offer| (one.name.clone(), by, offer.command)));
        }
    }
    if offers.is_empty() {
        return seated.is_told(now.gm, UserInput::from_command(Command::new("skip"))).await;
    }
    let (name, by, words) = offers.swap_remove(choice.number_below(offers.len()));
    seated.is_told(now.controller_of(by), UserInput::from_command_as(&name, words)).await
}
