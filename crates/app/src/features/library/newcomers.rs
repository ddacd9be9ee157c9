//! The forms of new characters and of a GM's own NPCs: what they show, and what is made of what was
//! filled in. An NPC is kept for the fight here, for its maker (as a sheet) or for the server (as
//! an entry of its kit).

use std::sync::Arc;

use serde_json::Value;

use content::creature_entry::{
    has_filled_in_character_only_fields, list_entry_names, merge_kit_texts,
    write_creature_entry_as_toml,
};
use content::creatures::{CreatureProfile, CreatureTags};
use content::newcomers::{
    AskedContent, AskedValue, NewcomerKind, fields_for_asked_values, list_form_fields_with_values,
};
use content::tables::{no_such_entry, to_kit_name};
use content::{Fields, Kit, TemplateKind, no_such_system, with_outer_place};
use engine::core::body_fields::AskedField;
use engine::core::command::{Command, Refusal, split_comma_list_heeding_quotes};
use engine::core::keyed_enum::matches_key;
use engine::core::values::ValueKind;
use engine::game::Game;
use engine::visibility::view::Viewer;
use store::rows::SheetRow;

use super::bestiary::Bestiary;
use crate::api::bestiary::BestiaryPurpose;
use crate::api::input::{RequestContext, RequestPlace};
use crate::api::library::{LibraryReply, LibraryUpdate, NewcomerForm, NpcStorage};
use crate::api::value_reader::{ServerNames, ValueReader};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::combatant_names::NameValidator;
use crate::commands::roster::{capitalise_each_word, default_npc_name};
use crate::commands::typed_slots::replace_kit_names_in_command;
use crate::features::library::{bad_file_refusal, check_file_length, file_stem};
use crate::runtime::app::App;
use crate::state::fight_state::from_json;

/// The verb of a GM's own NPC.
pub(crate) const NPC_VERB: &str = "npc-new";

/// The slots of a form, each with several fields of the sheet.
const NUMBERS: &str = "numbers";
const GEAR: &str = "gear";
const TRAITS: &str = "traits";

/// The slots that are no fields of the sheet, also those by which a creature is looked for.
const RESERVED: [&str; 12] = [
    "name", "from", "system", "portrait", "keep", NUMBERS, GEAR, TRAITS, "family", "strength",
    "place", "page",
];

/// The most characters of a number or a dice code.
const MAX_NUMBER_CHARS: usize = 8;

/// What an export writes of a creature, with the kit that it belongs to.
struct ExportedCreature {
    system: String,
    kit: Arc<dyn Kit>,
    name: String,
    body: Value,
    about: Option<String>,
    tags: CreatureTags,
}

/// What becomes of a command for a new NPC.
pub(crate) enum NewNpc {
    Reply(LibraryReply),
    /// It joins the fight here by this command.
    Joins(Command),
}

/// Returns whether a command for a new combatant lacks what its form asks for. Buttons open the
/// form, and a command without a name says too little.
pub(crate) fn needs_form(command: &Command, kind: NewcomerKind) -> bool {
    match kind {
        NewcomerKind::Character => !command.has_slot("name"),
        NewcomerKind::Npc => {
            let says_what = |slot: &String| slot != "from" && slot != "system";
            !command.slots.keys().any(says_what)
        }
    }
}

impl App {
    /// Handles `npc-new from: [name: numbers: gear: traits: keep:]`, with any field of the sheet.
    /// With `from:` alone its form is to be filled in; without, a creature is to be chosen.
    pub(crate) async fn create_npc_or_ask_creature_or_form(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<NewNpc> {
        let bestiary = ok_or_return_refusal!(
            self.load_bestiary_or_refuse_hidden_numbers(context, command).await?
        );
        let (system, kit) = (bestiary.system.as_str(), &*bestiary.kit);
        if command.get("from").is_empty() {
            let page = self.look_up_creatures(&bestiary, command, BestiaryPurpose::NewNpc);
            return Ok(page.map(NewNpc::Reply));
        }
        let mut command = command.clone();
        replace_kit_names_in_command(self.value_reader(), system, kit, &mut command);
        let profile = ok_or_return_refusal!(find_base_creature_or_refuse(&bestiary, &command));
        let storages = list_allowed_npc_storages(context, &bestiary);
        let kind = NewcomerKind::Npc;
        if needs_form(&command, kind) {
            let mut form = ok_or_return_refusal!(
                self.build_newcomer_form_from_template(system, kit, &command, kind, storages)
            );
            form.name =
                default_npc_name(system, &profile.name, &self.load_names_of_server(context).await?);
            return Ok(Ok(NewNpc::Reply(LibraryReply::NewcomerForm(Box::new(form)))));
        }
        let storage = ok_or_return_refusal!(NpcStorage::parse(&command));
        let storage = storage.or(storages.first().copied()).unwrap_or(NpcStorage::Mine);
        self.store_npc_or_build_join(context, &bestiary, &profile, &command, storage).await
    }

    /// Stores an NPC like a creature of the bestiary, with the name and the fields of the command,
    /// or returns the command by which it joins the fight here. Refuses with `npc-no-fight` to add
    /// it where no fight takes it.
    async fn store_npc_or_build_join(
        &self,
        context: &RequestContext,
        bestiary: &Bestiary,
        profile: &CreatureProfile,
        command: &Command,
        storage: NpcStorage,
    ) -> RefusableResult<NewNpc> {
        let (system, kit) = (bestiary.system.as_str(), &*bestiary.kit);
        let fields = self.read_newcomer_fields(system, kit, command, NewcomerKind::Npc);
        let fields = ok_or_return_refusal!(fields.map_err(bad_file_refusal));
        let name = command.get("name");
        match storage {
            NpcStorage::Fight | NpcStorage::Hidden if !bestiary.can_add => {
                Ok(Err(Refusal::new("npc-no-fight", "")))
            }
            NpcStorage::Fight | NpcStorage::Hidden => {
                let is_hidden = storage == NpcStorage::Hidden;
                let add = build_add_order(command, &profile.name, is_hidden, fields);
                Ok(Ok(NewNpc::Joins(add)))
            }
            NpcStorage::Mine => {
                let stored =
                    self.store_npc_as_sheet(context, bestiary, profile, name, &fields).await?;
                Ok(stored.map(NewNpc::Reply))
            }
            NpcStorage::Server => {
                let added = self
                    .add_creature_to_server_kit(context, bestiary, profile, name, &fields)
                    .await?;
                Ok(added.map(NewNpc::Reply))
            }
        }
    }

    /// Stores an NPC like a creature of the kit as a sheet of its maker, with fields of its own.
    /// Without a name it is called like the creature.
    async fn store_npc_as_sheet(
        &self,
        context: &RequestContext,
        bestiary: &Bestiary,
        base: &CreatureProfile,
        name: &str,
        fields: &Fields,
    ) -> RefusableResult<LibraryReply> {
        let system = bestiary.system.as_str();
        let body = bestiary.kit.make_body(&base.name, fields).map_err(bad_file_refusal);
        let body = ok_or_return_refusal!(body);
        let name = if name.is_empty() {
            default_npc_name(system, &base.name, &self.load_names_of_server(context).await?)
        } else {
            name.to_string()
        };
        let sheet = ok_or_return_refusal!(self.build_valid_sheet(system, &name, None, body));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::CreatedNpc).await
    }

    /// Loads the bestiary. Refuses with `numbers-hidden` a reader who may not know the numbers in
    /// it.
    async fn load_bestiary_or_refuse_hidden_numbers(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<Bestiary> {
        let bestiary = ok_or_return_refusal!(self.load_bestiary(context, command).await?);
        match bestiary.knows_numbers {
            true => Ok(Ok(bestiary)),
            false => Ok(Err(Refusal::new("numbers-hidden", ""))),
        }
    }

    /// Loads what the server of the request calls creatures and zones; the kit's names in direct
    /// messages.
    async fn load_names_of_server(
        &self,
        context: &RequestContext,
    ) -> Result<ServerNames, store::error::StoreError> {
        match context.place {
            RequestPlace::Channel { guild, .. } => self.load_server_names(guild).await,
            RequestPlace::Dm { .. } => Ok(ServerNames::default()),
        }
    }

    /// Adds a creature like another one to the kit of the server, under a name and with fields of
    /// its own. With other fields it has no strength, which nobody has measured.
    async fn add_creature_to_server_kit(
        &self,
        context: &RequestContext,
        bestiary: &Bestiary,
        base: &CreatureProfile,
        name: &str,
        fields: &Fields,
    ) -> RefusableResult<LibraryReply> {
        let (system, kit) = (bestiary.system.as_str(), &*bestiary.kit);
        let name = ok_or_return_refusal!(self.parse_entry_name(system, name));
        let body =
            ok_or_return_refusal!(kit.make_body(&base.name, fields).map_err(bad_file_refusal));
        let mut tags = base.tags.clone();
        if !fields.is_empty() {
            tags.strength = None;
        }
        let about = base.about.as_deref();
        let entry = write_creature_entry_as_toml(system, kit, &name, &body, about, &tags);
        let entry = ok_or_return_refusal!(entry.map_err(bad_file_refusal));
        ok_or_return_refusal!(self.merge_into_server_kit(context, system, &entry).await?);
        let kit = self.load_kit_for_request(context, system).await?;
        let profile = kit.creatures().into_iter().find(|creature| creature.name == name);
        let profile = ok_or_return_refusal!(profile.ok_or_else(|| Refusal::new("bad-setup", "")));
        let bestiary = Bestiary { kit, ..bestiary.clone() };
        let card = bestiary.build_creature_card_for_reader(&profile).map(Box::new);
        Ok(card.map(LibraryReply::CreatureKept))
    }

    /// Parses the name of an entry of a kit. Creatures of it are called like it.
    fn parse_entry_name(&self, system: &str, name: &str) -> Result<String, Refusal> {
        let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
        let reader = self.value_reader();
        let name = NameValidator { game: &game, giver: Viewer::Gm, reader }.parse(name)?;
        Ok(to_kit_name(&name))
    }

    /// Merges entries into the kit of the server, where they replace those of the same name.
    /// Refuses whoever does not manage the server.
    async fn merge_into_server_kit(
        &self,
        context: &RequestContext,
        system: &str,
        entries: &str,
    ) -> RefusableResult<()> {
        let RequestPlace::Channel { guild, .. } = context.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        if !context.is_admin {
            return Ok(Err(Refusal::new("not-admin", "")));
        }
        // Merging drops unknown tables, so they are refused before it.
        let kit = self.load_kit_for_server(guild, system).await?;
        ok_or_return_refusal!(kit.with_overlay(entries).map_err(bad_file_refusal));
        let _kit_lock = self.inner.kit_lock.lock().await;
        let present = self.inner.store.load_kit(guild, system).await?.unwrap_or_default();
        let merged = merge_kit_texts(&present, entries).map_err(bad_file_refusal);
        let merged = ok_or_return_refusal!(merged);
        ok_or_return_refusal!(self.check_kit_is_usable(system, &merged));
        self.inner.store.replace_or_delete_kit(guild, system, Some(&merged)).await?;
        Ok(Ok(()))
    }

    /// Handles `npc-export name: [system:]`: a creature of the kit, or a sheet of the user's, as
    /// the entry of a kit.
    pub(super) async fn export_creature_or_own_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let by_name = Command::new("sheet-show").with("name", command.get("name"));
        let exported = match self.load_own_sheet(context.user, &by_name).await? {
            Ok(row) => self.load_exported_sheet(context, row).await?,
            Err(_) => self.load_exported_creature(context, command).await?,
        };
        let ExportedCreature { system, kit, name, body, about, tags } =
            ok_or_return_refusal!(exported);
        let entry =
            write_creature_entry_as_toml(&system, &*kit, &name, &body, about.as_deref(), &tags);
        let text = ok_or_return_refusal!(entry.map_err(bad_file_refusal));
        let name = format!("{}.toml", file_stem(&name, "npc"));
        Ok(Ok(LibraryReply::CreatureFile { name, text }))
    }

    /// Loads what an NPC's sheet becomes as an entry of a kit. Refuses with `npc-character` the
    /// sheet of a character.
    async fn load_exported_sheet(
        &self,
        context: &RequestContext,
        row: SheetRow,
    ) -> RefusableResult<ExportedCreature> {
        let kit = self.load_kit_for_request(context, &row.system).await?;
        let body: Value = from_json(&row.body)?;
        let is_character = has_filled_in_character_only_fields(&row.system, &*kit, &body);
        if ok_or_return_refusal!(is_character) {
            return Ok(Err(Refusal::new("npc-character", "").with("name", row.name)));
        }
        Ok(Ok(ExportedCreature {
            system: row.system,
            kit,
            name: row.name.to_lowercase(),
            body,
            about: None,
            tags: CreatureTags::default(),
        }))
    }

    /// Loads the creature of the kit that a command names. Refuses readers who may not know its
    /// numbers.
    async fn load_exported_creature(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<ExportedCreature> {
        let bestiary = self.load_bestiary_or_refuse_hidden_numbers(context, command).await?;
        let bestiary = ok_or_return_refusal!(bestiary);
        let mut named = Command::new(NPC_VERB).with("from", command.get("name"));
        let (reader, kit) = (self.value_reader(), &*bestiary.kit);
        replace_kit_names_in_command(reader, &bestiary.system, kit, &mut named);
        let profile = ok_or_return_refusal!(find_base_creature_or_refuse(&bestiary, &named));
        let body = ok_or_return_refusal!(kit.make_body(&profile.name, &Fields::new()));
        Ok(Ok(ExportedCreature {
            system: bestiary.system,
            kit: bestiary.kit,
            name: profile.name,
            body,
            about: profile.about,
            tags: profile.tags,
        }))
    }

    /// Handles `npc-import text: [file: system: name: keep:]`: keeps the creature of a kit file as
    /// a sheet, or all entries of the file in the kit of the server.
    pub(super) async fn import_creature_or_extend_kit(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let text = command.get("text");
        ok_or_return_refusal!(check_file_length(text));
        let system =
            ok_or_return_refusal!(self.find_named_or_fight_system(context, command).await?);
        let storage = ok_or_return_refusal!(NpcStorage::parse(command)).unwrap_or(NpcStorage::Mine);
        if storage == NpcStorage::Server {
            return self.add_to_server_kit_and_show_it(context, &system, text).await;
        }
        let kit = self.load_kit_for_request(context, &system).await?;
        let names = list_entry_names(text, "creatures").map_err(bad_file_refusal);
        let names = ok_or_return_refusal!(names);
        let creature =
            ok_or_return_refusal!(find_named_else_only_creature(&names, command.get("name")));
        let body = kit.with_overlay(text).and_then(|kit| kit.make_creature_body(creature));
        let body = ok_or_return_refusal!(body.map_err(bad_file_refusal));
        let name = match command.get("name") {
            "" => capitalise_each_word(creature),
            name => name.to_string(),
        };
        let sheet = ok_or_return_refusal!(self.build_valid_sheet(&system, &name, None, body));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::CreatedNpc).await
    }

    /// Adds the entries of a text to the kit of the server, and returns the kit as it is then.
    async fn add_to_server_kit_and_show_it(
        &self,
        context: &RequestContext,
        system: &str,
        text: &str,
    ) -> RefusableResult<LibraryReply> {
        ok_or_return_refusal!(self.merge_into_server_kit(context, system, text).await?);
        let show = Command::new("kit").with("system", system);
        let shown = self.handle_kit_command(context, &show).await?;
        Ok(shown.map(|reply| match reply {
            LibraryReply::Kit { card, .. } => {
                LibraryReply::Kit { card, update: LibraryUpdate::Changed }
            }
            other => other,
        }))
    }

    /// Returns the form of a new combatant, filled in with what its template has.
    pub(super) fn build_newcomer_form_from_template(
        &self,
        system: &str,
        kit: &dyn Kit,
        command: &Command,
        kind: NewcomerKind,
        storages: Vec<NpcStorage>,
    ) -> Result<NewcomerForm, Refusal> {
        let template = command.get("from");
        if template.is_empty() {
            return Err(Refusal::new("from-what", ""));
        }
        let body = kit.make_body(template, &Fields::new())?;
        Ok(NewcomerForm {
            system: system.into(),
            kind,
            template: to_kit_name(template),
            name: String::new(),
            values: list_form_fields_with_values(system, kind, &body),
            storages,
        })
    }

    /// Returns the fields of a new combatant: those that a form or a command names, and what is
    /// typed in the slots of the form.
    pub(super) fn read_newcomer_fields(
        &self,
        system: &str,
        kit: &dyn Kit,
        command: &Command,
        kind: NewcomerKind,
    ) -> Result<Fields, Refusal> {
        let template = command.get("from");
        let body = kit.make_body(template, &Fields::new())?;
        let form = FormReader {
            reader: self.value_reader(),
            system,
            kit,
            shown: list_form_fields_with_values(system, kind, &body),
        };
        let values = form.read_typed_values(command)?;
        let mut fields = fields_for_asked_values(kit, system, kind, template, &values)?;
        let named = command.slots.iter().filter(|(slot, _)| !RESERVED.contains(&slot.as_str()));
        fields.extend(named.map(|(slot, text)| (slot.clone(), text.clone())));
        Ok(fields)
    }
}

/// Finds the creature of a file that is named. The only one in a file is found by any name.
///
/// # Errors
/// `npc-file` lists the creatures of a file with several.
fn find_named_else_only_creature<'a>(
    names: &'a [String],
    name: &str,
) -> Result<&'a String, Refusal> {
    let wanted = to_kit_name(name);
    match (names, names.iter().find(|name| **name == wanted)) {
        (_, Some(named)) => Ok(named),
        ([only], None) => Ok(only),
        (_, None) => Err(Refusal::new("npc-file", "").with("names", names.join(", "))),
    }
}

/// Builds the order that adds an NPC to the fight: like a creature of the kit, but with the name of
/// the command, if it has one, and with these fields.
fn build_add_order(
    npc_command: &Command,
    creature: &str,
    is_hidden: bool,
    fields: Fields,
) -> Command {
    let mut add = Command::new("add").with("from", creature);
    if npc_command.has_slot("name") {
        add = add.with("name", npc_command.get("name"));
    }
    if is_hidden {
        add = add.with("hidden", true);
    }
    add.slots.extend(fields);
    add
}

/// Returns where the user may store an NPC, the likeliest first.
fn list_allowed_npc_storages(context: &RequestContext, bestiary: &Bestiary) -> Vec<NpcStorage> {
    let may = |storage: &NpcStorage| match storage {
        NpcStorage::Fight | NpcStorage::Hidden => bestiary.can_add,
        NpcStorage::Mine => true,
        NpcStorage::Server => {
            context.is_admin && matches!(context.place, RequestPlace::Channel { .. })
        }
    };
    NpcStorage::ALL.into_iter().filter(may).collect()
}

/// Returns the creature from which an NPC begins.
fn find_base_creature_or_refuse(
    bestiary: &Bestiary,
    command: &Command,
) -> Result<CreatureProfile, Refusal> {
    let wanted = to_kit_name(command.get("from"));
    let creatures = bestiary.kit.template_names(TemplateKind::Creature);
    match bestiary.creatures.iter().find(|creature| creature.name == wanted) {
        Some(profile) if creatures.contains(&wanted) => Ok(profile.clone()),
        _ => Err(no_such_entry("creature", command.get("from"), creatures.iter())),
    }
}

/// Reads what is typed in the slots of a form. Fields, their parts and items are typed by their
/// names or keys.
struct FormReader<'a> {
    reader: ValueReader,
    system: &'a str,
    kit: &'a dyn Kit,
    /// The fields of the form with what it shows.
    shown: Vec<AskedValue>,
}

impl FormReader<'_> {
    /// Returns the values of the fields that are typed.
    fn read_typed_values(&self, command: &Command) -> Result<Vec<AskedValue>, Refusal> {
        let mut values = Vec::new();
        for line in split_lines(command.get(NUMBERS)) {
            values.push(self.read_number_or_counts_line(line)?);
        }
        if let Some(text) = command.slots.get(GEAR) {
            values.extend(self.read_gear(text)?);
        }
        if let Some(text) = command.slots.get(TRAITS) {
            values.extend(self.read_traits(text)?);
        }
        Ok(values)
    }

    /// Finds the field that a label names among those of some contents.
    fn find_form_field_by_label(
        &self,
        label: &str,
        is_asked: fn(&AskedContent) -> bool,
    ) -> Result<&AskedValue, Refusal> {
        let asked = || self.shown.iter().filter(|value| is_asked(&value.content));
        // `hp` means the most that it can be, as in a kit.
        if let Some(value) = asked().find(|value| matches_key(value.field.kit_key, label)) {
            return Ok(value);
        }
        let keys: Vec<String> = asked().map(|value| value.field.key.to_string()).collect();
        let read = (self.reader)(self.system, ValueKind::SheetField, label, &keys);
        let key = read.map_err(|names| {
            let refusal = Refusal::bad_setup("", "no-field").with("slot", label);
            refusal.with("names", names.join(", "))
        })?;
        let value = asked().find(|value| value.field.key == key);
        value.ok_or_else(|| Refusal::bad_setup("", "no-field").with("slot", label))
    }

    /// Reads `HP: 8`, `HP 8` or `Skills: Strike 3, Read 1`.
    fn read_number_or_counts_line(&self, line: &str) -> Result<AskedValue, Refusal> {
        let no_number = || Refusal::bad_setup("", "no-number").with("value", line);
        let labelled = line.split_once([':', '=']);
        let (label, text) =
            labelled.or_else(|| line.rsplit_once(char::is_whitespace)).ok_or_else(no_number)?;
        let is_asked = |content: &AskedContent| {
            matches!(content, AskedContent::Number(_) | AskedContent::Counts(_))
        };
        let shown = self.find_form_field_by_label(label.trim(), is_asked)?;
        let content = if matches!(shown.content, AskedContent::Counts(_)) {
            let counts = self
                .read_counts_of_known_parts(shown.field, text)
                .map_err(|refusal| with_outer_place(refusal, label))?;
            AskedContent::Counts(counts)
        } else {
            AskedContent::Number(parse_number(text.trim()).ok_or_else(no_number)?)
        };
        Ok(AskedValue { field: shown.field, content })
    }

    /// Returns the parts that a field of counts has in a blank sheet, and those that the form
    /// shows.
    fn known_count_parts_of_field(
        &self,
        field: &'static AskedField,
    ) -> Result<Vec<String>, Refusal> {
        let blank_body = self.kit.make_body("", &Fields::new())?;
        let blank_counts = blank_body[field.key].as_object().into_iter().flatten();
        let mut parts: Vec<String> = blank_counts.map(|(part, _)| part.clone()).collect();
        let shown = self.shown.iter().find(|value| value.field == field);
        if let Some(AskedContent::Counts(counts)) = shown.map(|value| &value.content) {
            parts.extend(counts.iter().map(|(part, _)| part.clone()));
        }
        Ok(parts)
    }

    /// Parses counts like `arrows 3, gold: 5` for the parts that the field has, whose names may be
    /// in the reader's language. Refuses a part without a number, and one that there is not.
    fn read_counts_of_known_parts(
        &self,
        field: &'static AskedField,
        text: &str,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let known_parts = self.known_count_parts_of_field(field)?;
        let mut counts = Vec::new();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let no_number = || Refusal::bad_setup("", "no-number").with("value", pair);
            let (name, number) = pair.rsplit_once([' ', ':', '=']).ok_or_else(no_number)?;
            let name = name.trim().trim_end_matches([':', '=']);
            let part = (self.reader)(self.system, ValueKind::SheetField, name, &known_parts);
            let part = part.map_err(|names| {
                let refusal = Refusal::bad_setup("", "no-field").with("slot", name);
                refusal.with("names", names.join(", "))
            })?;
            counts.push((part, parse_number(number.trim()).ok_or_else(no_number)?));
        }
        Ok(counts)
    }

    /// Reads lines like `Pack: rope, torch`. A line without a label is of the field `gear`, or else
    /// of the first one. Without any line nothing is carried.
    fn read_gear(&self, text: &str) -> Result<Vec<AskedValue>, Refusal> {
        let is_gear = |content: &AskedContent| matches!(content, AskedContent::Gear(_));
        let gear_fields: Vec<&AskedValue> =
            self.shown.iter().filter(|value| is_gear(&value.content)).collect();
        let mut values: Vec<AskedValue> = Vec::new();
        let lines = split_lines(text);
        if lines.is_empty() {
            for value in &gear_fields {
                let content = AskedContent::Gear(Vec::new());
                values.push(AskedValue { field: value.field, content });
            }
            return Ok(values);
        }
        let field_named_gear = gear_fields.iter().find(|value| value.field.key == GEAR);
        let usual = field_named_gear.or(gear_fields.first()).copied();
        for line in lines {
            let (value, names) = match (line.split_once(':'), usual) {
                (Some((label, names)), _) => {
                    (self.find_form_field_by_label(label.trim(), is_gear)?, names)
                }
                (None, Some(usual)) => (usual, line),
                (None, None) => {
                    return Err(Refusal::bad_setup("", "no-field").with("slot", line));
                }
            };
            let AskedContent::Gear(carried) = &value.content else { continue };
            let names = self.read_item_names(names, carried);
            match values.iter_mut().find(|known| known.field == value.field) {
                Some(AskedValue { content: AskedContent::Gear(all), .. }) => all.extend(names),
                _ => values
                    .push(AskedValue { field: value.field, content: AskedContent::Gear(names) }),
            }
        }
        Ok(values)
    }

    /// Reads a list of items, whose names may be in the reader's language. What neither the kit nor
    /// `carried` has stays as it is typed.
    fn read_item_names(&self, text: &str, carried: &[String]) -> Vec<String> {
        let mut known = self.kit.item_names();
        known.extend(carried.iter().cloned());
        let mut names = Vec::new();
        for typed in split_comma_list_heeding_quotes(text) {
            if !matches!(typed.as_str(), "" | "none" | "–") {
                let key = (self.reader)(self.system, ValueKind::Item, &typed, &known);
                names.push(key.unwrap_or(typed));
            }
        }
        names
    }

    /// Reads `elusive, pace=fast`: all that is chosen. Whatever is not named is not chosen.
    fn read_traits(&self, text: &str) -> Result<Vec<AskedValue>, Refusal> {
        let mut values = self.list_shown_traits_with_none_chosen();
        for word in text.split(',').map(str::trim) {
            if matches!(word, "" | "none") {
                continue;
            }
            if !choose_typed_trait_if_known(&mut values, word) {
                let names = list_trait_words(&values).join(", ");
                let refusal = Refusal::bad_setup("", "value").with("slot", TRAITS);
                return Err(refusal.with("value", word).with("names", names));
            }
        }
        Ok(values)
    }

    /// Returns the flags and choices that the form shows: no flag set, and nothing chosen.
    fn list_shown_traits_with_none_chosen(&self) -> Vec<AskedValue> {
        let mut values = Vec::new();
        for shown in &self.shown {
            let content = match shown.content {
                AskedContent::Choice(_) => AskedContent::Choice(Vec::new()),
                AskedContent::Flag(_) => AskedContent::Flag(false),
                AskedContent::Number(_) | AskedContent::Counts(_) | AskedContent::Gear(_) => {
                    continue;
                }
            };
            values.push(AskedValue { field: shown.field, content });
        }
        values
    }
}

/// Chooses the trait that a word like `elusive` or `pace=fast` names, in the first field that has
/// it. Returns false if none has.
fn choose_typed_trait_if_known(values: &mut [AskedValue], word: &str) -> bool {
    let (field_name, key) = match word.split_once('=') {
        Some((field_name, key)) => (Some(field_name.trim()), key.trim()),
        None => (None, word),
    };
    for value in values {
        let is_field_meant = field_name.is_none_or(|name| matches_key(value.field.key, name));
        if is_field_meant && choose_trait_if_it_fits(value, key) {
            return true;
        }
    }
    false
}

/// Sets a flag whose key is typed, or adds a typed choice to those chosen. Returns false if the
/// field has no such flag or choice.
fn choose_trait_if_it_fits(value: &mut AskedValue, typed_key: &str) -> bool {
    match &mut value.content {
        AskedContent::Flag(is_set) if matches_key(value.field.key, typed_key) => {
            *is_set = true;
            true
        }
        AskedContent::Choice(chosen) => {
            let mut choices = value.field.choices.iter();
            let Some(choice) = choices.find(|choice| matches_key(choice, typed_key)) else {
                return false;
            };
            chosen.push((*choice).to_string());
            true
        }
        _ => false,
    }
}

/// Returns the words that can be typed as traits.
fn list_trait_words(values: &[AskedValue]) -> Vec<String> {
    let words = |value: &AskedValue| -> Vec<String> {
        match value.content {
            AskedContent::Flag(_) => vec![value.field.key.into()],
            _ => value.field.choices.iter().map(ToString::to_string).collect(),
        }
    };
    values.iter().flat_map(words).collect()
}

/// Returns the lines of a text that are not empty. A semicolon ends a line, too.
fn split_lines(text: &str) -> Vec<&str> {
    text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Parses a number or a dice code.
fn parse_number(text: &str) -> Option<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+-−".contains(letter);
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    let is_number = has_digit && text.len() <= MAX_NUMBER_CHARS && text.chars().all(is_part);
    if !is_number {
        return None;
    }
    Some(text.replace('−', "-").trim_start_matches('+').to_uppercase())
}
