//! `/gm forecast`: how the fight will go from here, for its GM alone.
//!
//! The fights are played beside the bot, on one thread for all that is asked, so that nobody else
//! waits for it. Nothing of it is stored, and no dice of the fight fall.

use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use engine::command::{Command, Refusal};
use engine::dice::Seeded;
use engine::fight::Phase;
use engine::forecast::Forecast;
use engine::game::{Game, Joining, Member};
use engine::ladder::Disclosure;
use engine::view::{Mark, Viewer};
use store::fault::Fault;

use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::terms::forecast::{ForecastCard, WhatIf};
use crate::terms::input::Shown;

/// How many fights are played, and for how long at most.
const FIGHTS: u32 = 1_000;
const LONGEST: Duration = Duration::from_secs(6);

/// The same of each other fight.
const OTHER_FIGHTS: u32 = 300;
const LONGEST_OTHER: Duration = Duration::from_millis(800);

/// The pause between two fights: a forecast takes a little longer, and nobody waits for it.
const BREATH: Duration = Duration::from_micros(100);

/// The most NPCs without whom it is tried.
const MOST_WITHOUT: usize = 4;

/// One forecast is worked out at a time, whoever asks.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

impl App {
    /// How the fight will go.
    ///
    /// # Errors
    /// The bot is about to end. Within: the fight is over, or cannot begin yet.
    pub(crate) async fn forecast(&self, now: &FightState) -> Result<Result<Shown, Refusal>, Fault> {
        if let Phase::Over(_) = now.game.phase() {
            return Ok(Err(Refusal::new("fight-over", "")));
        }
        let ended = |_| Fault::Damaged("the bot ends".into());
        let _turn = ONE_AT_A_TIME.acquire().await.map_err(|_| ended(()))?;
        let (game, members) = (now.game.clone(), now.members.clone());
        let worked_out = tokio::task::spawn_blocking(move || worked_out(&game, &members));
        let worked_out = worked_out.await.map_err(|_| ended(()))?;
        let (fight, view) = (now.id, now.game.view(Viewer::Gm));
        Ok(worked_out.map(|(forecast, others)| {
            let card = ForecastCard { fight, view, forecast, wanted: FIGHTS, others };
            Shown::Forecast(Box::new(card))
        }))
    }
}

type WorkedOut = (Forecast, Vec<(WhatIf, Forecast)>);

fn worked_out(game: &Game, members: &[Member]) -> Result<WorkedOut, Refusal> {
    let forecast = played(game, FIGHTS, LONGEST)?;
    let others = others(game, members).into_iter().filter_map(|(what, other)| {
        Some((what, played(&other, OTHER_FIGHTS, LONGEST_OTHER).ok()?))
    });
    Ok((forecast, others.collect()))
}

fn played(game: &Game, fights: u32, longest: Duration) -> Result<Forecast, Refusal> {
    let began = Instant::now();
    let goes_on = &mut || {
        // Whoever waits for an answer finds a core free.
        std::thread::sleep(BREATH);
        began.elapsed() < longest
    };
    game.forecast((fights, u64::from(fights)), goes_on)
}

/// Fights that differ in one NPC, or begin with an ambush, as far as the rules let them.
fn others(game: &Game, members: &[Member]) -> Vec<(WhatIf, Game)> {
    let view = game.view(Viewer::Gm);
    let is_out = |who| view.everybody().any(|one| one.id == who && one.mark == Mark::Out);
    let npcs = members.iter().filter(|one| one.user.is_none() && !is_out(one.id));
    let npcs: Vec<&Member> = npcs.collect();
    let without = npcs.iter().take(MOST_WITHOUT).filter_map(|one| {
        let remove = Command::new("remove").with("who", &one.name);
        let happened = game.order(&remove, &mut Seeded::new(0)).ok()?;
        Some((WhatIf::Without(one.id), happened.game))
    });
    let last = npcs.last().and_then(|one| Some((WhatIf::Another(one.id), another(game, one)?)));
    let ambush = game.ambushed().map(|game| (WhatIf::Ambush, game));
    without.chain(last).chain(ambush).collect()
}

/// The fight with one more like this one.
fn another(game: &Game, like: &Member) -> Option<Game> {
    let name = (2..).map(|n| format!("{} {n}", like.name));
    let name = name.take(99).find(|name| game.check_name(name).is_ok())?;
    let guise = Disclosure { is_hidden: like.is_hidden, ..Disclosure::open(name) };
    let joining = Joining { guise, user: None, sheet: None, body: game.body(like.id)? };
    Some(game.join(joining, &mut Seeded::new(0)).ok()?.game)
}
