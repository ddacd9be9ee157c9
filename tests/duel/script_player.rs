//! Plays fight scripts on the rules themselves, without the app: for a system that is no part of
//! the program.

use std::sync::Arc;

use content::Kit;
use engine::Rules;
use engine::core::command::{Command, Refusal};
use engine::core::dice::{ScriptedDice, ScriptedRoll};
use engine::core::fight::{Combatant, Event, Fight, FightPhase, Order};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::core::json;
use engine::resolution::commands;
use engine::resolution::fight_record::{ActResult, FightInput, FightRecord, RecordedAction};
use engine::resolution::prompt::PromptRequest;
use engine::visibility::view::{Viewer, visible_events_for};
use fight_script::grammar::{
    ExpectedButton, ExpectedText, FactSubject, Newcomer, Script, ScriptAction, ScriptInput,
    Statement,
};
use narration::catalogue::Locale;
use narration::{PLAIN, SystemNarration};

/// A fight that a script plays.
pub struct ScriptPlayer<S: Rules + SystemNarration> {
    kit: Arc<dyn Kit>,
    record: FightRecord<S>,
    dice: ScriptedDice,
    /// What everybody reads of the last input.
    public_text: String,
}

impl<S: Rules + SystemNarration> ScriptPlayer<S> {
    /// Plays a script. Panics at the first line that does not hold.
    pub fn play(script: &Script, kit: Arc<dyn Kit>) {
        let (record, dice) = (FightRecord::default(), ScriptedDice::default());
        let mut player = Self { kit, record, dice, public_text: String::new() };
        for line in &script.lines {
            let result = player.play_statement(&line.statement);
            let errors = player.dice.take_errors().join(", ");
            let result = if errors.is_empty() { result } else { Err(errors) };
            if let Err(problem) = result {
                panic!("{}, line {}: {}: {problem}", script.file, line.number, line.text);
            }
        }
        assert_eq!(player.dice.take_errors_and_unused(), Vec::<String>::new(), "{}", script.file);
    }

    fn fight(&self) -> Fight<S> {
        self.record.clone_fight_and_requests().0
    }

    fn play_statement(&mut self, statement: &Statement) -> Result<(), String> {
        match statement {
            Statement::System(system) => expect(system, &S::KEY.to_string()),
            Statement::Rules(_) => Ok(()),
            Statement::Zones(layout) => {
                self.perform_order(&Command::new("zones").with("layout", layout))
            }
            Statement::Set { key, value } => {
                self.perform_order(&Command::new("set").with("key", key).with("value", value))
            }
            Statement::Pc(newcomer) => {
                let user = UserId(1 + self.fight().combatants.len() as u64);
                self.join(newcomer, Some(user))
            }
            Statement::Npc(newcomer) => self.join(newcomer, None),
            Statement::Start => self.perform_order(&Command::new("start")),
            Statement::QueueDice(rolls) => {
                for roll in rolls {
                    match roll {
                        ScriptedRoll::Die { sides, face } => self.dice.push_die(*sides, *face),
                        ScriptedRoll::Card(card) => self.dice.push_card(*card),
                    }
                }
                Ok(())
            }
            Statement::Input(input) => {
                let result = self.perform_input(input)?;
                self.store(result)
            }
            Statement::ExpectRefusal { input, key, .. } => match self.perform_input(input)? {
                Ok(_) => Err("it was done".into()),
                Err(refusal) => expect(&refusal.key, key),
            },
            Statement::ExpectPrompt { addressee, choices } => self.check_prompt(addressee, choices),
            Statement::ExpectFacts { subject: FactSubject::Combatant(name), facts } => {
                let fight = self.fight();
                let body = json::to_value(fight.body(find_combatant(&fight, name)?));
                let body = body.map_err(|error| error.to_string())?;
                let mut facts = facts.iter();
                facts.try_for_each(|(field, value)| expect(&body[field].to_string(), value))
            }
            Statement::ExpectTurn(names) => {
                let fight = self.fight();
                let actors = S::pending_turn(&fight).map(|turn| turn.actors).unwrap_or_default();
                let actors = actors.iter().map(|actor| initiator_name(&fight, *actor));
                expect(&actors.collect::<Vec<_>>(), names)
            }
            Statement::ExpectPublic(ExpectedText { text, is_expected }) => {
                match self.public_text.contains(text) == *is_expected {
                    true => Ok(()),
                    false => Err(self.public_text.clone()),
                }
            }
            Statement::ExpectUnreadable(text) => {
                let view = json::to_value(&S::view_for(&self.fight(), Viewer::Public));
                let shown = format!("{:?} {}", view, self.public_text);
                if shown.contains(text) { Err(shown) } else { Ok(()) }
            }
            Statement::ExpectEnd(outcome) => {
                expect(&self.fight().phase, &FightPhase::Over(outcome.clone()))
            }
            other => Err(format!("this player knows no such line: {other:?}")),
        }
    }

    fn join(&mut self, newcomer: &Newcomer, user: Option<UserId>) -> Result<(), String> {
        let mut fields: content::Fields = newcomer.fields.iter().cloned().collect();
        if let Some(zone) = &newcomer.zone {
            let zone = self.fight().zones.find_or_nowhere(zone);
            fields.insert("zone".into(), zone.0.to_string());
        }
        let body = self.kit.make_body(&newcomer.kit_entry, &fields).map_err(describe)?;
        let body = json::from_value(&body)?;
        let is_hidden = newcomer.is_hidden;
        let combatant = Combatant { is_hidden, ..Combatant::new(&newcomer.name, user, body) };
        let join = RecordedAction::Order(Order::Join(Box::new(combatant)));
        let result = self.record.apply_input(FightInput::Action(join), &mut self.dice);
        self.store(result)
    }

    fn perform_order(&mut self, order: &Command) -> Result<(), String> {
        let result = commands::perform_order_command(&self.record, order, &mut self.dice);
        self.store(result)
    }

    /// Performs what somebody does, without storing what becomes of the fight.
    fn perform_input(
        &mut self,
        ScriptInput { actor, action }: &ScriptInput,
    ) -> Result<Result<ActResult<S>, Refusal>, String> {
        Ok(match action {
            ScriptAction::Command(order) if actor == "GM" => {
                commands::perform_order_command(&self.record, order, &mut self.dice)
            }
            ScriptAction::Command(act) => {
                let who = find_combatant(&self.fight(), actor)?;
                commands::perform_act_command(&self.record, who, act, &mut self.dice)
            }
            ScriptAction::Press { button, .. } | ScriptAction::Form { button, .. } => {
                let (fight, requests) = self.record.clone_fight_and_requests();
                let request = find_request(&fight, &requests, actor)?;
                let answers = request.choices.iter().map(|answer| S::format_answer(&fight, answer));
                let label =
                    |answer: &Command| S::answer_label(Locale::ENGLISH, &request.question, answer);
                let pressed = answers.into_iter().find(|answer| label(answer) == *button);
                let pressed = pressed.ok_or_else(|| format!("there is no button [{button}]"))?;
                commands::answer_with_command(&self.record, request, &pressed, &mut self.dice)
            }
        })
    }

    /// Stores a result, and what everybody reads of it. Checks that the events alone give the fight
    /// (I5).
    fn store(&mut self, result: Result<ActResult<S>, Refusal>) -> Result<(), String> {
        let result = result.map_err(describe)?;
        let mut fight = self.fight();
        result.events.iter().for_each(|event: &Event<S>| fight.apply(event));
        if fight != result.current_fight {
            return Err("the events give another fight".into());
        }
        let visible = visible_events_for(&fight, Viewer::Public, &result.events);
        let paragraphs = visible.map(|events| S::narrate(PLAIN, &events)).unwrap_or_default();
        self.public_text = paragraphs.join("\n");
        self.record = result.record;
        Ok(())
    }

    /// Checks who is asked, and the buttons.
    fn check_prompt(&self, addressee: &str, choices: &[ExpectedButton]) -> Result<(), String> {
        let (fight, requests) = self.record.clone_fight_and_requests();
        let request = find_request(&fight, &requests, addressee)?;
        let button = |answer: &S::Answer| ExpectedButton {
            label: S::answer_label(
                Locale::ENGLISH,
                &request.question,
                &S::format_answer(&fight, answer),
            ),
            is_default: *answer == request.default,
        };
        expect(&request.choices.iter().map(button).collect::<Vec<_>>(), &choices.to_vec())
    }
}

/// Finds the open request that a combatant, by its name, or the GM answers.
fn find_request<'a, S: Rules>(
    fight: &Fight<S>,
    requests: &'a [PromptRequest<S>],
    respondent: &str,
) -> Result<&'a PromptRequest<S>, String> {
    let is_theirs =
        |request: &&PromptRequest<S>| initiator_name(fight, request.respondent) == respondent;
    requests.iter().find(is_theirs).ok_or_else(|| format!("{respondent} is not asked"))
}

fn find_combatant<S: Rules>(fight: &Fight<S>, name: &str) -> Result<CombatantId, String> {
    let found = fight.find_combatant(Viewer::Gm, name);
    found.ok_or_else(|| format!("there is nobody called {name}"))
}

fn initiator_name<S: Rules>(fight: &Fight<S>, initiator: Initiator) -> String {
    match initiator {
        Initiator::Gm => "GM".into(),
        Initiator::Combatant(who) => fight.name(who).into(),
    }
}

fn describe(refusal: Refusal) -> String {
    format!("refused: {refusal:?}")
}

fn expect<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}")) }
}
