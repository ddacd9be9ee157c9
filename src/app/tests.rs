//! What cannot be tested from outside: a file that cannot be used, and questions that are asked of
//! several at once (no rule system that is there asks so).

use std::sync::{Arc, Mutex};

use crate::engine::ids::{By, CombatantId, UserId};
use crate::engine::words::Words;
use crate::store::Store;
use crate::store::ids::{ChannelId, MessageId};
use crate::store::rows::Committed;

use super::{App, Fault, chance};
use crate::app::change::{Change, Said};
use crate::app::fight::fight_now::FightNow;
use crate::app::terms::clock::ManualClock;
use crate::app::terms::input::{Input, Place, Reply, Seat};
use crate::app::terms::outbox::{Courier, Letter, MessageRef, Outcome, Parcel, Sent, Undelivered};

/// Remembers how prompts read.
#[derive(Default)]
struct Prompts(Mutex<Vec<(String, Option<Outcome>)>>);

impl Courier for Prompts {
    async fn deliver(&self, parcel: &Parcel) -> Result<Sent, Undelivered> {
        if let Letter::Prompt(card) = &parcel.letter {
            let (_, name) = card.who.clone().unwrap();
            self.0.lock().unwrap().push((name, card.outcome.clone()));
        }
        let at = MessageRef { channel: ChannelId(2), message: MessageId(3) };
        Ok(Sent { at, mark: Some(0) })
    }
}

async fn change(app: &App, how: impl FnOnce(&FightNow) -> Change) {
    let fight = app.fight_in(ChannelId(2)).await.unwrap().unwrap();
    let mut exclusive = app.inner.fights.enter(fight).await;
    let now = app.stand(&mut exclusive, fight).await.unwrap().unwrap();
    let committed = app.commit(&mut exclusive, &now, how(&now)).await.unwrap();
    assert_eq!(committed, Committed::Stored(fight));
    // As after a start, by rules that ask so.
    let stored = app.inner.store.load(fight).await.unwrap().unwrap();
    exclusive.keep(Arc::new(FightNow::read(stored).unwrap()));
}

/// What one of several has answered stays sealed until the last has.
#[tokio::test]
async fn answers_stay_sealed_until_the_last_is_in() {
    let app = App::new(
        Store::in_memory().await.unwrap(),
        Arc::new(ManualClock::default()),
        chance::seeded(1),
    );
    let place = Place::Channel { guild: 1, channel: ChannelId(2) };
    let seat = Seat { user: UserId(3), place, is_admin: false, input_key: None };
    for text in [
        "new system=dr12",
        "set key=avoid_rolls value=prompt",
        "zones layout=Yard",
        "join name=Ana from=adept at=Yard",
        "join name=Ben from=adept at=Yard",
        "add name=Wolf from=raider at=Yard",
        "start",
        "skip",
        "skip",
        "attack target=Ana",
    ] {
        let mut parts = text.split(' ');
        let words = parts.next().map(Words::new).unwrap();
        let words = parts
            .filter_map(|part| part.split_once('='))
            .fold(words, |words, (at, is)| words.with(at, is));
        let acting_as = (words.verb == "attack").then(|| "Wolf".to_string());
        let input = Input::Command { words, acting_as, is_quiet: false };
        let reply = app.handle(&seat, input).await.unwrap();
        assert!(matches!(reply, Reply::Done(_)), "{text}: {reply:?}");
    }
    let courier = Arc::new(Prompts::default());
    let read = async || {
        app.deliver_pending(&courier).await.unwrap();
        std::mem::take(&mut *courier.0.lock().unwrap())
    };
    let (ana, ben) = (By::Combatant(CombatantId(0)), By::Combatant(CombatantId(1)));
    change(&app, |now| {
        let asked = &now.prompts[0].prompt;
        let of = |to| crate::engine::game::Prompt { to, ..asked.clone() };
        Change { asked: vec![of(ana), of(ben)], ..Change::aside(now, Said::default()) }
    })
    .await;
    read().await;
    let answer = Outcome::Answered(Words::new("dodge"));
    let answers = |now: &FightNow, who: By| {
        let (own, others): (Vec<_>, Vec<_>) =
            now.prompts.iter().partition(|open| open.prompt.to == who);
        let answered = Some((own[0].id, answer.clone()));
        let asked = others.into_iter().map(|open| open.prompt.clone()).collect();
        Change { asked, answered, ..Change::aside(now, Said::default()) }
    };
    // Ben, who was asked second, answers first.
    change(&app, |now| answers(now, ben)).await;
    assert_eq!(read().await, [("Ben".to_string(), Some(Outcome::Sealed))]);
    change(&app, |now| answers(now, ana)).await;
    let open = |name: &str| (name.to_string(), Some(answer.clone()));
    assert_eq!(read().await, [open("Ben"), open("Ana")]);
}

/// Nothing of an input is stored that the disk has no room for; later the same input goes through.
#[tokio::test]
async fn a_full_disk_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("fights.db")).await.unwrap();
    let app = App::new(store.clone(), Arc::new(ManualClock::default()), chance::seeded(1));
    let place = Place::Channel { guild: 1, channel: ChannelId(2) };
    let seat = Seat { user: UserId(3), place, is_admin: false, input_key: Some(4) };
    let new = Words::new("new").with("system", "dr12");
    app.handle(&seat, Input::command(new)).await.unwrap();
    let fight = app.fight_in(ChannelId(2)).await.unwrap().unwrap();
    let before = app.now(fight).await.unwrap();

    store.limit_pages(1).await;
    let zones: Vec<String> = (0..20).map(|n| format!("{n:039}")).collect();
    let lay = Words::new("zones").with("layout", zones.join(" - "));
    let seat = Seat { input_key: Some(5), ..seat };
    let mut fault = None;
    for key in 5..40 {
        let seat = Seat { input_key: Some(key), ..seat.clone() };
        if let Err(wrong) = app.handle(&seat, Input::command(lay.clone())).await {
            fault = Some((key, wrong, app.now(fight).await.unwrap().unwrap()));
            break;
        }
    }
    let (key, fault, now) = fault.expect("a full disk");
    assert!(matches!(fault, Fault::Full), "{fault:?}");
    assert!(now.revision >= before.unwrap().revision);

    store.limit_pages(1_000_000).await;
    let seat = Seat { input_key: Some(key), ..seat };
    let reply = app.handle(&seat, Input::command(lay)).await.unwrap();
    let Reply::Done(done) = reply else { panic!("{reply:?}") };
    assert_eq!((done.is_repeat, done.revision), (false, now.revision + 1));
}
