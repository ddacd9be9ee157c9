//! The guide: what somebody may do now, why not something, and what a rule says.
//!
//! Why not is found by trying: the act is played on the fight as it stands, and what comes of it is
//! thrown away. It is tried by the names that the asker knows, and refused as it would be if they
//! said it themselves; so they learn nothing that saying it would not tell them.

pub use content::rulebook::Rule;
use content::{no_such_system, rulebook};
use engine::command::{Command, Offer, Refusal};
use engine::dice::Seeded;
use engine::game::{Game, Prompt};
use engine::ids::{By, CombatantId};
use store::fault::Fault;

use crate::deeds::resolve::{Deed, Intent, authorise};
use crate::deeds::{nearest, permissions};
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::terms::guide::Guide;
use crate::terms::input::{Input, Origin};

/// What somebody asks for: a verb, or a whole command; none where nothing is said.
fn asked_for(why: &str) -> Option<Command> {
    let why = why.trim().trim_start_matches('/');
    let verb = why.split_whitespace().next()?;
    let words = Command::read(why).unwrap_or_else(|| Command::new(verb));
    Some(Command { verb: words.verb.to_lowercase(), ..words })
}

/// Whether it is asked what the rules say, whatever is fought.
pub(crate) fn is_of_rules(words: &Command) -> bool {
    words.has("rule") || words.has("system")
}

/// What the chat service takes as a choice, in characters.
const LONGEST_OPENING: usize = 100;

/// The most rules that are named at once.
const MOST_FOUND: usize = 25;

/// A rule by its id or by its words, of the system that is said, else of the fight's own; or all
/// that a system has.
///
/// # Errors
/// `no-such-rule`, `no-such-system`.
pub(crate) fn of_rules(words: &Command, fought: Option<&str>) -> Result<Guide, Refusal> {
    let (asked, system) = (words.get("rule"), words.get("system"));
    if words.has("rule") {
        let unknown = || Refusal::new("no-such-rule", "").with("name", asked);
        if let Some(rule) = rulebook::rule(asked) {
            return Ok(Guide::Rule(rule));
        }
        if asked.trim().is_empty() {
            return Err(unknown());
        }
        let system = Some(system).filter(|system| !system.is_empty()).or(fought);
        let found: Vec<Rule> = rulebook::search(system, asked).take(MOST_FOUND).collect();
        match found.as_slice() {
            [] => Err(unknown()),
            [only] => Ok(Guide::Rule(*only)),
            _ => Ok(Guide::Found(found)),
        }
    } else {
        rulebook::book(system).map(Guide::Book).ok_or_else(|| no_such_system(system))
    }
}

impl App {
    /// Why an input would be refused just now, found by trying it: none where it would be taken.
    /// For tests.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn refusal(&self, origin: &Origin, input: &Input) -> Result<Option<Refusal>, Fault> {
        // It opens another fight, so no fight is asked.
        if let Input::Command { words, .. } = input
            && words.verb == "again"
        {
            return Ok(self.again(origin, words).await?.err());
        }
        let fight = match self.find(origin, input).await? {
            Ok(fight) => fight,
            Err(refusal) => return Ok(Some(refusal)),
        };
        let Some(now) = self.now(fight).await? else {
            return Ok(Some(Refusal::new("no-fight", "")));
        };
        Ok(match authorise(&now, origin, input) {
            Ok(Intent::Do(deed)) => match self.supplies(&now, origin, &deed).await? {
                Ok(supplies) => self.play(&now, Some(origin.user), &deed, &supplies).err(),
                Err(refusal) => Some(refusal),
            },
            Ok(_) => None,
            Err(refusal) => Some(refusal),
        })
    }
}

impl App {
    /// The guide with the odds of what it offers.
    pub(crate) async fn with_odds(
        &self,
        now: &FightState,
        mut guide: Result<Guide, Refusal>,
    ) -> Result<Guide, Refusal> {
        if let Ok(Guide::Now { who, offers, .. } | Guide::Can { who: Some(who), offers, .. }) =
            &mut guide
        {
            self.add_odds(now, *who, offers).await;
        }
        guide
    }
}

impl FightState {
    /// What the asker's combatant may do now, or why it may not do what is asked for.
    ///
    /// # Errors
    /// They play nobody here, or must say whom they ask for.
    pub(crate) fn guide(
        &self,
        origin: &Origin,
        why: &str,
        acting_as: Option<&str>,
    ) -> Result<Guide, Refusal> {
        if let Some(words) = asked_for(why) {
            return Ok(self.why_not(origin, words, acting_as));
        }
        if !self.is_open && acting_as.is_none() && self.is_gm(origin.user) {
            let mut verbs = nearest::orders(self.system());
            verbs.retain(|verb| self.is_for_the_end(verb));
            return Ok(Guide::Orders { verbs });
        }
        let actor = match permissions::actor(self, origin.user, acting_as) {
            Ok(actor) => actor,
            Err(_) if acting_as.is_none() && self.is_gm(origin.user) => {
                return Ok(Guide::Orders { verbs: nearest::orders(self.system()) });
            }
            Err(refusal) => return Err(refusal),
        };
        let eyes = self.eyes(origin.user);
        let is_asked = |prompt: &&Prompt| prompt.to == By::Combatant(actor.id);
        let asked = self.prompts.iter().map(|open| &open.prompt).filter(is_asked);
        Ok(Guide::Now {
            who: actor.id,
            view: eyes.view(&self.game),
            name: actor.name_for(eyes.viewer),
            offers: if self.is_paused { Vec::new() } else { self.game.offers(actor.id) },
            asked: asked.cloned().collect(),
            waiting: self.waiting(&eyes),
        })
    }

    /// Whether an order is of use once the fight is over.
    fn is_for_the_end(&self, verb: &str) -> bool {
        matches!(verb, "undo" | "redo") || self.game.is_of_aftermath(verb)
    }

    fn why_not(&self, origin: &Origin, mut words: Command, acting_as: Option<&str>) -> Guide {
        let said = words.slots.remove("as");
        let acting_as = acting_as.map(String::from).or(said);
        let (verb, is_whole) = (words.verb.clone(), !words.slots.is_empty());
        let input = Input::Command { words, acting_as, is_quiet: false };
        let cannot = |why: Refusal| Guide::Cannot {
            verb: verb.clone(),
            instead: why.instead.clone(),
            why: vec![(Vec::new(), self.or_waited_for(origin.user, why))],
        };
        match authorise(self, origin, &input) {
            Err(why) => cannot(why),
            Ok(Intent::Do(Deed::Act { who, words })) if is_whole => {
                match self.game.act(who, &words, &mut Seeded::new(0)) {
                    Ok(_) => self.can(verb, None, Vec::new()),
                    Err(why) => cannot(why),
                }
            }
            Ok(Intent::Do(Deed::Order(words))) if is_whole => {
                match self.game.order(&words, &mut Seeded::new(0)) {
                    Ok(_) => self.can(verb, None, Vec::new()),
                    Err(why) => cannot(why),
                }
            }
            Ok(Intent::Do(Deed::Act { who, .. })) => {
                let mut offers = self.game.offers(who);
                offers.retain(|offer| offer.words.verb == verb);
                if offers.is_empty() {
                    self.try_out(origin, who, &verb)
                } else {
                    self.can(verb, Some(who), offers)
                }
            }
            Ok(Intent::Do(Deed::Answer { prompt, words })) => {
                let open = self.prompts.iter().find(|open| open.id == prompt);
                let tried = open
                    .map(|open| self.game.answer(&open.prompt.asked, &words, &mut Seeded::new(0)));
                match tried {
                    Some(Err(why)) => cannot(why),
                    Some(Ok(_)) | None => self.can(verb, None, Vec::new()),
                }
            }
            // Looks and orders: what else an order needs is not known, so it cannot be tried.
            Ok(_) => Guide::May { verb },
        }
    }

    fn can(&self, verb: String, who: Option<CombatantId>, offers: Vec<Offer>) -> Guide {
        Guide::Can { who, verb, system: self.system(), offers }
    }

    /// An act that is not offered, tried on everybody and everywhere the asker knows of.
    fn try_out(&self, origin: &Origin, who: CombatantId, verb: &str) -> Guide {
        let mut why: Vec<(Vec<String>, Refusal)> = Vec::new();
        let mut instead = Vec::new();
        for (on, words) in self.tries(origin, who, verb) {
            let refusal = match self.game.act(who, &words, &mut Seeded::new(0)) {
                Ok(_) => return self.can(verb.into(), None, Vec::new()),
                Err(refusal) => refusal,
            };
            let refusal = self.or_waited_for(origin.user, refusal);
            instead = refusal.instead;
            let refusal = Refusal { instead: Vec::new(), ..refusal };
            match why.iter_mut().find(|(_, known)| *known == refusal) {
                Some((tried_on, _)) => tried_on.extend(on),
                None => why.push((on.into_iter().collect(), refusal)),
            }
        }
        if let [(tried_on, _)] = why.as_mut_slice() {
            tried_on.clear();
        }
        Guide::Cannot { verb: verb.into(), why, instead }
    }

    /// The act on everybody else, or in every zone, by name, if it takes one of them.
    fn tries(
        &self,
        origin: &Origin,
        who: CombatantId,
        verb: &str,
    ) -> Vec<(Option<String>, Command)> {
        let (acts, _) = Game::verbs(self.system()).unwrap_or_default();
        let takes =
            |slot: &str| acts.iter().any(|act| act.name == verb && act.slot(slot).is_some());
        let view = self.eyes(origin.user).view(&self.game);
        let members = view.groups.iter().flat_map(|group| &group.members);
        let others = members.filter(|one| one.id != who).map(|one| one.name.clone());
        let zones = view.zones.iter().map(|zone| zone.name.clone());
        let on = |slot: &'static str, names: Vec<String>| {
            let one = |name: String| (Some(name.clone()), Command::new(verb).with(slot, name));
            names.into_iter().map(one).collect::<Vec<_>>()
        };
        let tries = match (takes("target"), takes("zone")) {
            (true, _) => on("target", others.collect()),
            (false, true) => on("zone", zones.collect()),
            (false, false) => Vec::new(),
        };
        if tries.is_empty() { vec![(None, Command::new(verb))] } else { tries }
    }
}

/// Rules by id or by words, each with how it begins.
pub(crate) fn rules_like(system: Option<&str>, typed: &str) -> Vec<String> {
    let id = typed.trim().to_uppercase();
    let (mut found, of_words): (Vec<Rule>, Vec<Rule>) =
        rulebook::search(system, typed).partition(|rule| rule.id.contains(&id));
    found.extend(of_words);
    found.truncate(MOST_FOUND);
    found.iter().map(|rule| rule.opening(LONGEST_OPENING)).collect()
}
