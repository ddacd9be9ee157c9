//! Kits: what a server adds to the built-in kit of a system; its fights use both.

use content::creature_entry::list_entry_names;
use content::{self, Kit, TemplateKind, no_such_system, with_outer_place};
use engine::core::command::{Command, Refusal};
use engine::game::{Game, SYSTEM_KEYS};
use engine::visibility::view::Viewer;

use crate::api::input::{RequestContext, RequestPlace};
use crate::api::library::{KitCard, LibraryReply, LibraryUpdate};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::combatant_names::NameValidator;
use crate::commands::roster::{capitalise_each_word, check_body_can_join};
use crate::features::library::{bad_file_refusal, check_file_length};
use crate::runtime::app::App;

impl App {
    /// Handles `kit system: [text: remove:]`: installs a custom kit, removes it, or shows it.
    pub(crate) async fn handle_kit_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let RequestPlace::Channel { guild, .. } = context.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        let system = command.get("system");
        if !SYSTEM_KEYS.contains(&system) {
            return Ok(Err(no_such_system(system)));
        }
        let is_removed = command.get("remove") == "true";
        let is_replaced = command.has_slot("text") && !is_removed;
        if (is_removed || is_replaced) && !context.is_admin {
            return Ok(Err(Refusal::new("not-admin", "")));
        }
        let update = if is_removed {
            let _kit_lock = self.inner.kit_lock.lock().await;
            self.inner.store.replace_or_delete_kit(guild, system, None).await?;
            LibraryUpdate::Removed
        } else if is_replaced {
            let text = command.get("text");
            ok_or_return_refusal!(self.check_kit_is_usable(system, text));
            let _kit_lock = self.inner.kit_lock.lock().await;
            self.inner.store.replace_or_delete_kit(guild, system, Some(text)).await?;
            LibraryUpdate::Changed
        } else {
            LibraryUpdate::Shown
        };
        let kit = self.load_kit_for_server(guild, system).await?;
        let card = KitCard {
            system: system.into(),
            archetypes: kit.template_names(TemplateKind::Archetype),
            creatures: kit.template_names(TemplateKind::Creature),
            is_customized: self.inner.store.load_kit(guild, system).await?.is_some(),
        };
        Ok(Ok(LibraryReply::Kit { card, update }))
    }

    /// Checks that everything in a kit can be made and may join a fight under its name.
    pub(super) fn check_kit_is_usable(&self, system: &str, text: &str) -> Result<(), Refusal> {
        check_file_length(text)?;
        let kit = content::parse_and_check_custom_kit(system, text).map_err(bad_file_refusal)?;
        let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
        self.check_names_in_kit(&game, &*kit, text).map_err(bad_file_refusal)?;
        for kind in [TemplateKind::Archetype, TemplateKind::Creature] {
            for name in kit.template_names(kind) {
                let body = kit.make_body(&name, &content::Fields::new());
                let body = body.map_err(bad_file_refusal)?;
                check_body_can_join(&game, body, &mut *(self.inner.dice_factory)())
                    .map_err(|refusal| refusal.with("entry", &name))?;
            }
        }
        Ok(())
    }

    /// Checks the names in the text of a custom kit: creatures and the NPCs of scenes are called so
    /// in fights, and a creature that is called like an archetype could not be added.
    fn check_names_in_kit(&self, game: &Game, kit: &dyn Kit, text: &str) -> Result<(), Refusal> {
        let validator = NameValidator { game, giver: Viewer::Gm, reader: self.value_reader() };
        let creatures = list_entry_names(text, "creatures")?;
        for creature in &creatures {
            validator
                .parse(&capitalise_each_word(creature))
                .map_err(|refusal| with_outer_place(refusal, creature))?;
        }
        // Either name may be one of the built-in kit, which the server's kit adds to.
        let own_archetypes = list_entry_names(text, "archetypes").unwrap_or_default();
        let all_archetypes = kit.template_names(TemplateKind::Archetype);
        let all_creatures = kit.template_names(TemplateKind::Creature);
        let creature_clash = creatures.iter().find(|name| all_archetypes.contains(name));
        let archetype_clash = own_archetypes.iter().find(|name| all_creatures.contains(name));
        if let Some(name) = creature_clash.or(archetype_clash) {
            return Err(Refusal::bad_setup("", "entry-twice").with("value", name));
        }
        for scene in list_entry_names(text, "scenes")? {
            for name in kit.find_scene(&scene)?.npcs.iter().filter_map(|npc| npc.name.as_ref()) {
                validator.parse(name).map_err(|refusal| with_outer_place(refusal, &scene))?;
            }
        }
        Ok(())
    }
}
