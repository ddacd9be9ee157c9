//! Loads what a command needs besides the fight and dice: kits and sheets.

use std::sync::Arc;

use content::tables::to_kit_name;
use content::{self, Kit, TemplateKind};
use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::core::names::is_same_name;
use store::error::StoreError;
use store::rows::SheetRow;

use crate::api::input::{RequestContext, RequestPlace};
use crate::api::sealed_dice::DiceLane;
use crate::api::value_reader::ServerNames;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::intent::GameCommand;
use crate::runtime::app::App;
use crate::state::availability::Availability;
use crate::state::fight_state::FightState;

/// The stored data that a command needs.
#[derive(Default)]
pub(crate) struct CommandResources {
    pub(crate) kit: Option<Arc<dyn Kit>>,
    pub(crate) sheet: Option<SheetRow>,
    /// The NPCs that earlier scenes have brought.
    pub(crate) scene_npcs: Vec<CombatantId>,
    /// The time settings of the requesting user.
    pub requester: Availability,
    /// What the server calls the creatures and zones of the kit.
    pub names: ServerNames,
    /// The dice stream: hidden where the channel is not told of the command.
    pub dice_lane: DiceLane,
}

impl App {
    /// Loads what a command needs besides the fight: the kit, a sheet, the NPCs of scenes, the time
    /// settings of the user, and the server's names. Loads nothing for commands that need none.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error refuses a sheet that is missing or
    /// cannot join, and a channel that has a fight already.
    pub(crate) async fn load_command_resources(
        &self,
        state: &FightState,
        context: &RequestContext,
        game_command: &GameCommand,
    ) -> RefusableResult<CommandResources> {
        let command = match game_command {
            GameCommand::Join(command)
            | GameCommand::AddNpcs(command)
            | GameCommand::SetScene(command)
            | GameCommand::SupplyItem(command) => command,
            GameCommand::ChangePeople(_) => {
                let availability = self.load_availability(context.user).await?;
                return Ok(Ok(CommandResources {
                    requester: availability,
                    ..CommandResources::default()
                }));
            }
            GameCommand::Relocate(to) if self.inner.store.has_open_fight(*to).await? => {
                return Ok(Err(Refusal::new("fight-here", "")));
            }
            _ => return Ok(Ok(CommandResources::default())),
        };
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let may_know_creatures = state.is_gm(context.user) || context.is_admin;
        if let GameCommand::Join(command) = game_command
            && !may_know_creatures
            && let Err(refusal) = check_template_is_no_creature(&*kit, command.get("from"))
        {
            return Ok(Err(refusal));
        }
        let names = self.load_server_names(state.guild).await?;
        let mut resources =
            CommandResources { kit: Some(kit), names, ..CommandResources::default() };
        if let GameCommand::SetScene(_) = game_command {
            resources.scene_npcs = self.load_scene_npcs(state).await?;
        }
        let takes_sheet = matches!(game_command, GameCommand::Join(_) | GameCommand::AddNpcs(_));
        if takes_sheet && command.has_slot("sheet") {
            let sheet = self.load_own_sheet_for_fight(state, context.user, command).await?;
            let sheet = ok_or_return_refusal!(sheet);
            // An NPC is a copy of its sheet, and the sheet is free.
            if sheet.fight.is_some() && matches!(game_command, GameCommand::Join(_)) {
                return Ok(Err(sheet_in_fight_refusal(&sheet)));
            }
            resources.sheet = Some(sheet);
        }
        Ok(Ok(resources))
    }

    /// Loads the user's own sheet that `sheet:` names. Refuses with `other-system` a sheet of
    /// another system than that of the fight.
    async fn load_own_sheet_for_fight(
        &self,
        state: &FightState,
        user: UserId,
        command: &Command,
    ) -> RefusableResult<SheetRow> {
        let wanted = Command::new("sheet-show").with("name", command.get("sheet"));
        let sheet = ok_or_return_refusal!(self.load_own_sheet(user, &wanted).await?);
        if sheet.system != state.system() {
            let refusal = Refusal::new("other-system", "").with("name", &sheet.name);
            return Ok(Err(refusal.with("system", &sheet.system)));
        }
        Ok(Ok(sheet))
    }
}

impl App {
    /// Loads the kit for a request: the server's own where it has one, else the built-in one.
    pub(crate) async fn load_kit_for_request(
        &self,
        context: &RequestContext,
        system: &str,
    ) -> Result<Arc<dyn Kit>, StoreError> {
        match self.find_guild_of_request(context).await? {
            Some(guild) => self.load_kit_for_server(guild, system).await,
            None => content::built_in_kit(system).map_err(damaged_content_error),
        }
    }

    /// Returns the server of a request: in a direct message that of the fight that the messages are
    /// about, if there is one.
    async fn find_guild_of_request(
        &self,
        context: &RequestContext,
    ) -> Result<Option<u64>, StoreError> {
        if let RequestPlace::Channel { guild, .. } = context.place {
            return Ok(Some(guild));
        }
        let fight = self.load_fight_if_any(context, &Command::new("kit")).await?;
        Ok(fight.ok().flatten().map(|state| state.guild))
    }

    /// Refuses a creature as the template of a sheet, unless the user leads a fight in the server
    /// or manages it.
    pub(crate) async fn check_template_is_no_creature_unless_gm_or_admin(
        &self,
        context: &RequestContext,
        kit: &dyn Kit,
        template: &str,
    ) -> RefusableResult<()> {
        let Err(refusal) = check_template_is_no_creature(kit, template) else {
            return Ok(Ok(()));
        };
        if context.is_admin {
            return Ok(Ok(()));
        }
        let guild = self.find_guild_of_request(context).await?;
        for row in self.inner.store.load_open_fights_of_user(context.user.0).await? {
            let state = self.load_fight(row.fight_id()).await?;
            let is_in_server = |state: &FightState| guild.is_none_or(|guild| state.guild == guild);
            if state.is_some_and(|state| is_in_server(&state) && state.is_gm(context.user)) {
                return Ok(Ok(()));
            }
        }
        Ok(Err(refusal))
    }

    /// Returns the server's own kit of a system if it has a readable one, else the built-in kit.
    pub(crate) async fn load_kit_for_server(
        &self,
        guild: u64,
        system: &str,
    ) -> Result<Arc<dyn Kit>, StoreError> {
        let built_in = || content::built_in_kit(system).map_err(damaged_content_error);
        let Some(custom) = self.inner.store.load_kit(guild, system).await? else {
            return built_in();
        };
        content::parse_and_check_custom_kit(system, &custom).or_else(|refusal| {
            // An earlier version accepted it; the built-in kit is better than none.
            tracing::warn!(
                guild, system, reason = ?refusal,
                "a server's kit is invalid; using the built-in one"
            );
            built_in()
        })
    }

    /// Loads the user's own sheet that `name:` or `id:` names.
    pub(crate) async fn load_own_sheet(
        &self,
        user: UserId,
        command: &Command,
    ) -> RefusableResult<SheetRow> {
        let wanted = command.get("name").trim();
        let id: Option<i64> = command.get("id").parse().ok();
        let rows = self.inner.store.load_user_sheets(user.0).await?;
        let is_named = |row: &&SheetRow| is_same_name(&row.name, wanted);
        let found = match id {
            Some(id) => rows.iter().find(|row| row.id == id),
            // Sheets of early versions may have names that are the same but for their marks.
            None => rows.iter().find(|row| row.name == wanted).or(rows.iter().find(is_named)),
        };
        Ok(found.cloned().ok_or_else(|| no_sheet_refusal(command)))
    }

    /// Loads the names of a user's sheets, of one system or of all.
    pub(crate) async fn load_sheet_names(
        &self,
        context: &RequestContext,
        system: Option<&str>,
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.inner.store.load_user_sheets(context.user.0).await?;
        let fits = |row: &SheetRow| system.is_none_or(|system| row.system == system);
        Ok(rows.into_iter().filter(fits).map(|row| row.name).collect())
    }
}

/// Refuses the name of a creature (`archetypes-only`): players may not know what numbers it has.
fn check_template_is_no_creature(kit: &dyn Kit, template: &str) -> Result<(), Refusal> {
    let name = to_kit_name(template);
    let archetypes = kit.template_names(TemplateKind::Archetype);
    let is_creature = kit.template_names(TemplateKind::Creature).contains(&name);
    if !is_creature || archetypes.contains(&name) {
        return Ok(());
    }
    let refusal = Refusal::new("archetypes-only", "").with("name", template);
    Err(refusal.with_names_of("from", &archetypes))
}

pub(crate) fn sheet_in_fight_refusal(row: &SheetRow) -> Refusal {
    Refusal::new("sheet-in-fight", "").with("name", &row.name)
}

fn no_sheet_refusal(command: &Command) -> Refusal {
    Refusal::new("no-sheet", "").with("name", command.get("name"))
}

/// Returns the error of stored content that the kit refuses.
pub(crate) fn damaged_content_error(refusal: Refusal) -> StoreError {
    StoreError::Corrupt(format!("{refusal:?}"))
}
