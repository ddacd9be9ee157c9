//! Sheets as files: players export, write and import them.
//!
//! ```toml
//! system = "dr12"
//! name = "Ana"
//! from = "warrior"         # an archetype, if any; the fields stand over it
//!
//! [sheet]
//! hp = 7
//! hands = ["longsword"]    # items by their names in the kit, or spelled out
//! ```
//!
//! JSON files have the same form. The fields may stand beside `system` and `name` if there is no
//! `sheet`, and a file that names an archetype needs none. A refusal has the line, the field and
//! what would fit; what the formats themselves refuse is explained in `file_fault.rs`.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::file_fault::{check_unique_json_keys, json_refusal, toml_refusal};
use super::written_items::{expand_remarked_or_mixed_items, write_field};
use super::{Fields, Kit, is_no_such_entry, with_outer_place};
use engine::core::command::Refusal;

pub const MAX_FILE_BYTES: usize = 64 * 1024;

const MAX_SHEET_FIELDS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    Toml,
    Json,
}

impl SheetFormat {
    /// Detects the format by the file's extension, or else by the first character of its text.
    pub fn detect(file_name: &str, text: &str) -> Self {
        let file = file_name.to_lowercase();
        let is_json = file.ends_with(".json")
            || (!file.ends_with(".toml") && text.trim_start().starts_with('{'));
        if is_json { Self::Json } else { Self::Toml }
    }

    /// Returns the extension of files in this format, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Json => "json",
        }
    }
}

/// The fields of a file besides the sheet itself.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SheetHeader {
    pub system: String,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(rename = "from")]
    pub template: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<String>,
}

/// Whether a file has its fields in a `sheet`, or beside its header.
#[derive(Deserialize)]
struct SheetTable {
    sheet: Option<IgnoredAny>,
}

impl SheetTable {
    /// Returns whether a file has a `sheet`. One that cannot be parsed is refused elsewhere.
    fn is_in_file(format: SheetFormat, text: &str) -> bool {
        let table: Option<Self> = match format {
            SheetFormat::Toml => toml::from_str(text).ok(),
            SheetFormat::Json => serde_json::from_str(text).ok(),
        };
        table.is_none_or(|table| table.sheet.is_some())
    }
}

const FILE_KEYS: &[&str] = &["system", "name", "from", "portrait", "sheet"];

/// Parses the header of a file, and checks that no key is in the whole file twice.
///
/// # Errors
/// Returns the refusal with the line that is wrong.
pub fn parse_header_and_check_unique_keys(
    format: SheetFormat,
    text: &str,
) -> Result<SheetHeader, Refusal> {
    match format {
        SheetFormat::Toml => toml::from_str(text).map_err(|error| toml_refusal(text, &error)),
        SheetFormat::Json => {
            check_unique_json_keys(text)?;
            serde_json::from_str(text).map_err(|error| json_refusal(text, &error))
        }
    }
}

/// Parses the sheet of a file whose header was parsed before, and sets its fields over a template
/// (or over an empty body if its name is empty).
///
/// # Errors
/// Returns the refusal with the line and the field that is wrong, and what would fit.
pub fn parse_body_over_template(
    format: SheetFormat,
    text: &str,
    template: &str,
    kit: &Arc<dyn Kit>,
) -> Result<Value, Refusal> {
    parse_body_with_field_names(format, text, template, kit, &read_no_name)
}

/// The [`FieldReader`] that knows no names besides the keys.
fn read_no_name(_: &str, _: &[String]) -> Option<String> {
    None
}

/// Returns which of the keys a name of a field means; `None` if it is the name of none.
pub type FieldReader<'a> = &'a dyn Fn(&str, &[String]) -> Option<String>;

/// Parses a sheet as [`parse_body_over_template`] does. Its fields may have the names that people
/// read, which `read_field` knows.
///
/// # Errors
/// As [`parse_body_over_template`].
pub fn parse_body_with_field_names(
    format: SheetFormat,
    text: &str,
    template: &str,
    kit: &Arc<dyn Kit>,
    read_field: FieldReader<'_>,
) -> Result<Value, Refusal> {
    // A template that the kit lacks would be blamed on the first field.
    if !template.is_empty()
        && let Err(refusal) = kit.make_body(template, &Fields::new())
        && is_no_such_entry(&refusal)
    {
        return Err(with_outer_place(refusal, "from"));
    }
    let mut builder = BodyBuilder { read_field, ..BodyBuilder::new(kit, template) };
    let has_sheet = SheetTable::is_in_file(format, text);
    match format {
        SheetFormat::Toml => {
            let seed = FileSeed { builder: &mut builder, has_sheet };
            let parsed = toml::Deserializer::parse(text).and_then(|file| seed.deserialize(file));
            parsed.map_err(|error| builder.take_field_refusal_or(toml_refusal(text, &error)))?;
        }
        SheetFormat::Json => {
            let seed = FileSeed { builder: &mut builder, has_sheet };
            let mut file = serde_json::Deserializer::from_str(text);
            let parsed = seed.deserialize(&mut file).and_then(|()| file.end());
            parsed.map_err(|error| builder.take_field_refusal_or(json_refusal(text, &error)))?;
        }
    }
    builder.make_body()
}

/// Writes the fields of a sheet that differ from an empty one, as a person would: items by their
/// names in the kit, others spelled out.
///
/// # Errors
/// Returns a refusal if the body has no form in the file format.
pub fn format_sheet_file(
    format: SheetFormat,
    header: &SheetHeader,
    body: &Value,
    kit: &Arc<dyn Kit>,
) -> Result<String, Refusal> {
    let blank = kit.make_body("", &Fields::new())?;
    let mut sheet: Map<String, Value> = Map::new();
    for (key, value) in body.as_object().into_iter().flatten() {
        if blank.get(key) != Some(value) {
            sheet.insert(key.clone(), write_field(kit, key, value));
        }
    }
    let mut file = super::to_json(header)?;
    if let Value::Object(file_fields) = &mut file {
        file_fields.insert("sheet".into(), sheet.into());
    }
    match format {
        SheetFormat::Toml => toml::to_string(&file).map_err(Refusal::parse_error),
        SheetFormat::Json => serde_json::to_string_pretty(&file).map_err(Refusal::parse_error),
    }
}

/// Collects the fields of a body one by one and checks each, so that the first one that does not
/// fit is known.
pub(super) struct BodyBuilder<'a> {
    kit: &'a Arc<dyn Kit>,
    template: &'a str,
    fields: Fields,
    read_field: FieldReader<'a>,
    /// The refusal of the field at which parsing was stopped.
    field_refusal: Option<Refusal>,
}

impl<'a> BodyBuilder<'a> {
    /// Begins a body from a template, or from an empty body if its name is empty.
    pub(super) fn new(kit: &'a Arc<dyn Kit>, template: &'a str) -> Self {
        let read_field: FieldReader<'a> = &read_no_name;
        Self { kit, template, fields: Fields::new(), read_field, field_refusal: None }
    }

    /// Returns the key of the field that a name in the file means. The name stays if it is a key or
    /// a path (with a dot), if it means none, or if the file has given that field already.
    fn field_key_or_name(&self, name: String) -> String {
        let keys = self.list_field_keys();
        if keys.contains(&name) || name.contains('.') {
            return name;
        }
        match (self.read_field)(&name, &keys) {
            Some(key) if !self.fields.contains_key(&key) => key,
            _ => name,
        }
    }

    /// Returns whether a name in the file means a field of the body.
    fn has_field(&self, name: &str) -> bool {
        let field = self.field_key_or_name(name.into());
        self.list_field_keys().contains(&field)
    }

    /// Returns the keys of all fields that a body has.
    fn list_field_keys(&self) -> Vec<String> {
        let blank = self.kit.make_body("", &Fields::new()).unwrap_or_default();
        let fields = blank.as_object().into_iter().flatten();
        fields.map(|(key, _)| key.clone()).collect()
    }

    /// Makes the body of all fields that are set.
    ///
    /// # Errors
    /// As [`Kit::make_body`].
    pub(super) fn make_body(&self) -> Result<Value, Refusal> {
        self.kit.make_body(self.template, &self.fields)
    }

    /// Takes the refusal of the field that stopped the parser and adds the line of the format's
    /// error. Returns the format's own refusal if no field was refused.
    fn take_field_refusal_or(&mut self, format_refusal: Refusal) -> Refusal {
        match (self.field_refusal.take(), format_refusal.details.get("line")) {
            (Some(field_refusal), Some(line)) => field_refusal.with("line", line),
            _ => format_refusal,
        }
    }

    /// Sets a field and checks that a body can be made with it.
    pub(super) fn set_and_check_field(
        &mut self,
        field: &str,
        value: &Value,
    ) -> Result<(), Refusal> {
        if self.fields.len() >= MAX_SHEET_FIELDS {
            return Err(Refusal::bad_setup("", "too-many-fields").with("most", MAX_SHEET_FIELDS));
        }
        let expanded = expand_remarked_or_mixed_items(self.kit, field, value)
            .map_err(|refusal| with_outer_place(refusal, field))?;
        let value = expanded.as_ref().unwrap_or(value);
        self.fields.insert(field.into(), value_to_field_text(value));
        let mut body = self.make_body();
        let is_unfit = body.as_ref().is_err_and(|refusal| !is_no_such_entry(refusal));
        if value.is_array() && is_unfit {
            // The field is a list of plain words, which takes no names of items.
            self.fields.insert(field.into(), value.to_string());
            body = self.make_body();
        }
        body.map(drop).map_err(|refusal| with_outer_place(refusal, field))
    }
}

/// Formats a value as [`Fields`] take it: plain text, names separated by commas, or JSON.
fn value_to_field_text(value: &Value) -> String {
    let join_names = |list: &[Value]| {
        let names: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
        names.filter(|names| !names.is_empty()).map(|names| names.join(", "))
    };
    match value {
        Value::String(text) if serde_json::from_str::<Value>(text).is_err() => text.clone(),
        Value::Array(list) => join_names(list).unwrap_or_else(|| value.to_string()),
        other => other.to_string(),
    }
}

/// Deserialises a file: passes its sheet to the builder and skips the header. Without a sheet the
/// fields beside the header are those of the sheet.
struct FileSeed<'a, 'b> {
    builder: &'a mut BodyBuilder<'b>,
    has_sheet: bool,
}

impl<'de> DeserializeSeed<'de> for FileSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        file.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sheet")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // A file may be all header if it names an archetype.
        let mut is_complete = !self.builder.template.is_empty();
        let mut has_loose_field = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "sheet" {
                is_complete = true;
                map.next_value_seed(SheetSeed(self.builder))?;
            } else if FILE_KEYS.contains(&key.as_str()) {
                map.next_value::<IgnoredAny>()?;
            } else if !self.has_sheet && (has_loose_field || self.builder.has_field(&key)) {
                // Behind the first field of the sheet at the top every other key is one as well.
                is_complete = true;
                has_loose_field = true;
                let field = self.builder.field_key_or_name(key);
                map.next_value_seed(FieldSeed { builder: self.builder, field })?;
            } else {
                map.next_value_seed(UnknownKeySeed(&key))?;
            }
        }
        if is_complete { Ok(()) } else { Err(A::Error::missing_field("sheet")) }
    }
}

/// Refuses an unknown key at its place in the file.
struct UnknownKeySeed<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for UnknownKeySeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(D::Error::unknown_field(self.0, FILE_KEYS))
    }
}

/// Deserialises the `sheet` of a file field by field.
struct SheetSeed<'a, 'b>(&'a mut BodyBuilder<'b>);

impl<'de> DeserializeSeed<'de> for SheetSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        file.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SheetSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a sheet")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let field = self.0.field_key_or_name(name);
            map.next_value_seed(FieldSeed { builder: self.0, field })?;
        }
        Ok(())
    }
}

/// Deserialises one field of the sheet and sets it in the builder.
struct FieldSeed<'a, 'b> {
    builder: &'a mut BodyBuilder<'b>,
    field: String,
}

impl<'de> DeserializeSeed<'de> for FieldSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        let value = Value::deserialize(file)?;
        self.builder.set_and_check_field(&self.field, &value).map_err(|refusal| {
            self.builder.field_refusal = Some(refusal);
            D::Error::custom("")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_kit;

    fn parse(format: SheetFormat, text: &str) -> Result<Value, Refusal> {
        let header = parse_header_and_check_unique_keys(format, text)?;
        parse_body_over_template(format, text, &header.template, &built_in_kit(&header.system)?)
    }

    #[track_caller]
    fn assert_refused(format: SheetFormat, text: &str, line: usize, parts: &[&str]) {
        match parse(format, text) {
            Err(refusal) => {
                assert_eq!(refusal.details.get("line"), Some(&line.to_string()), "{refusal:?}");
                let text = format!("{refusal:?}");
                parts.iter().for_each(|part| assert!(text.contains(part), "{text}"));
            }
            parsed => panic!("{parsed:?}"),
        }
    }

    #[test]
    fn sheets_parse_back_as_written() {
        for (system, template) in
            [("dr12", "adept"), ("dr12", "rogue"), ("factions", "shieldbearer")]
        {
            let kit = built_in_kit(system).unwrap();
            let sheet = kit.make_body(template, &Fields::new()).unwrap();
            let portrait = Some("https://example.org/a.png".to_string());
            let header = SheetHeader {
                system: system.into(),
                name: "A \"b\"".into(),
                template: "".into(),
                portrait,
            };
            for format in [SheetFormat::Toml, SheetFormat::Json] {
                let text = format_sheet_file(format, &header, &sheet, &kit).unwrap();
                assert_eq!(
                    super::parse_header_and_check_unique_keys(format, &text).unwrap(),
                    header,
                    "{text}"
                );
                assert_eq!(parse(format, &text).unwrap(), sheet, "{text}");
            }
        }
    }

    #[test]
    fn items_parse_by_name_or_in_full() {
        let text = "system = \"dr12\"\nname = \"Ana\"\nfrom = \"warrior\"\n[sheet]\nhp = 3\n\
                    hands = [\"dagger\"]\nhelmet = \"helmet\"\n";
        let sheet = parse(SheetFormat::Toml, text).unwrap();
        assert_eq!((&sheet["hp"], &sheet["hands"][0]["name"]), (&3.into(), &"dagger".into()));
        assert_eq!(sheet["helmet"]["armour"]["ap"], 1);
    }

    #[test]
    fn fields_may_stand_beside_the_header() {
        let header = "system = \"dr12\"\nname = \"Ana\"\n";
        for text in [
            format!("{header}str = 3\nhands = [\"dagger\"]\n"),
            format!("str = 3\nhands = [\"dagger\"]\n{header}"),
            format!("{header}[sheet]\nstr = 3\nhands = [\"dagger\"]\n"),
        ] {
            let sheet = parse(SheetFormat::Toml, &text).unwrap();
            assert_eq!((&sheet["str"], &sheet["hands"][0]["name"]), (&3.into(), &"dagger".into()));
        }
        let json = "{\"system\": \"dr12\", \"name\": \"Ana\", \"str\": 3}";
        assert_eq!(parse(SheetFormat::Json, json).unwrap()["str"], 3);
        let archetype = parse(SheetFormat::Toml, &format!("{header}from = \"warrior\"\n"));
        let kit = built_in_kit("dr12").unwrap();
        assert_eq!(archetype.unwrap(), kit.make_body("warrior", &Fields::new()).unwrap());
        let toml = |rest: &str| format!("{header}{rest}");
        assert_refused(SheetFormat::Toml, &toml("str = 3\nhpp = 5\n"), 4, &["hpp", "hp_max"]);
        assert_refused(SheetFormat::Toml, &toml("str = 3\n[sheet]\n"), 3, &["str", "portrait"]);
        assert_refused(SheetFormat::Toml, &toml("weapon = 3\n"), 3, &["weapon", "portrait"]);
    }

    #[test]
    fn refusals_have_line_field_and_what_would_fit() {
        let toml = |rest: &str| format!("system = \"dr12\"\nname = \"Ana\"\n{rest}");
        let check = |rest: &str, line, parts: &[&str]| {
            assert_refused(SheetFormat::Toml, &toml(rest), line, parts)
        };
        check("[sheet]\nstr = 1\nhpp = 5\n", 5, &["hpp", "hp_max"]);
        check("[sheet]\nstr = \"strong\"\n", 4, &["\"within\": \"str\"", "strong"]);
        check("[sheet]\nhands = [\"halberd\"]\n", 4, &["halberd", "greatsword"]);
        check("sheets = 1\n[sheet]\n", 3, &["sheets", "portrait"]);
        check("[sheet]\nstr = \n", 4, &[]);
        check("", 1, &["sheet"]);
        let json = "{\"system\": \"dr12\", \"name\": \"Ana\",\n\"sheet\": {\n\"hpp\": 5}}";
        assert_refused(SheetFormat::Json, json, 3, &["hpp", "hp_max"]);
        assert_refused(SheetFormat::Json, "{\n\"system\": ", 2, &["EOF"]);
    }

    /// Checks the details of a refusal, from which narration makes its sentence.
    #[track_caller]
    fn assert_fault(format: SheetFormat, text: &str, fault: &str, line: usize, found: &str) {
        let refusal = parse(format, text).unwrap_err();
        let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
        let facts = (detail("fault"), detail("line"), detail("value"));
        assert_eq!(facts, (fault, line.to_string().as_str(), found), "{text}");
    }

    #[test]
    fn doubled_key_is_refused_with_both_lines() {
        let doubled = |format, text: &str, line, key: &str, first_line: &str| {
            assert_fault(format, text, "twice", line, key);
            let refusal = parse(format, text).unwrap_err();
            let found = refusal.details.get("first_line").map_or("", String::as_str);
            assert_eq!(found, first_line, "{text}");
        };
        let header = "system = \"dr12\"\nname = \"Ana\"\n";
        for (rest, line, key, first_line) in [
            ("name = \"Ben\"\n[sheet]\n", 3, "name", "2"),
            ("[sheet]\nhp = 1\nstr = 2\nhp = 3\n", 6, "hp", "4"),
            ("[sheet]\nhp = 1\n\"hp\" = 3\n", 5, "hp", "4"),
            ("[sheet]\nhp = 1\n[sheet]\nstr = 3\n", 5, "sheet", "3"),
            ("[sheet]\nhp = 1\nhp.most = 3\n", 5, "hp", "4"),
            ("[sheet]\nhands = [\n{ name = \"a\", d = 1,\nname = \"b\" }]\n", 6, "name", "5"),
            ("[sheet]\nhands = [{ name = \"a\", name = \"b\" }]\n", 4, "name", ""),
        ] {
            doubled(SheetFormat::Toml, &format!("{header}{rest}"), line, key, first_line);
        }
        for (text, line, key, first_line) in [
            ("{\"system\": \"dr12\",\n\"name\": \"A\",\n\"name\": \"B\"}", 3, "name", "2"),
            ("{\"sheet\": {\"hp\": 1,\n\"str\": 2,\n\"hp\": 3}}", 3, "hp", "1"),
            ("{\"sheet\": {\"hands\": [{\n\"d\": 1,\n\"\\u0064\": 2}]}}", 3, "d", "2"),
            ("{\"sheet\": {},\n\"sheet\": {}}", 2, "sheet", "1"),
            ("{\"sheet\": {\"hp\": 1, \"hp\": 1}}", 1, "hp", ""),
        ] {
            doubled(SheetFormat::Json, text, line, key, first_line);
        }
    }

    #[test]
    fn doubled_entry_of_a_kit_is_refused_with_both_lines() {
        let kit = "[archetypes.knight]\nhp = 4\n\n[archetypes.knight]\nhp = 5\n";
        let details = crate::parse_and_check_custom_kit("dr12", kit).err().unwrap().details;
        let found = ["fault", "value", "first_line", "line"].map(|name| details[name].as_str());
        assert_eq!(found, ["twice", "knight", "1", "4"]);
    }

    #[test]
    fn number_that_no_field_can_have_is_refused_with_the_number() {
        let many_digits = "9".repeat(30);
        for number in [many_digits.as_str(), "1e999"] {
            let toml =
                format!("system = \"dr12\"\nname = \"A\"\n[sheet]\nstr = 1\nhp = {number}\n");
            assert_fault(SheetFormat::Toml, &toml, "too-big", 5, number);
        }
        let json =
            "{\"system\": \"dr12\", \"name\": \"A\",\n\"sheet\": {\n\"hp\": 1e999, \"str\": 1}}";
        assert_fault(SheetFormat::Json, json, "too-big", 3, "1e999");
    }

    #[test]
    fn curly_quotation_mark_is_refused_with_the_mark() {
        let toml = |line: &str| format!("system = \"dr12\"\nname = \"A\"\n{line}\n[sheet]\n");
        for (line, mark) in [
            ("portrait = \u{201c}a\u{201d}", "\u{201c}"),
            ("portrait = \"a\u{201d}", "\u{201d}"),
            ("portrait = \u{201e}a\u{201c}", "\u{201e}"),
            ("portrait = \u{2018}a\u{2019}", "\u{2018}"),
            ("portrait = \u{201c}Ana\u{2019}s\u{201d}", "\u{201c}"),
            ("\u{201c}portrait\u{201d} = \"a\"", "\u{201c}"),
        ] {
            assert_fault(SheetFormat::Toml, &toml(line), "curly", 3, mark);
        }
        for (line, mark) in [
            ("\"name\": \u{201c}A\u{201d},", "\u{201c}"),
            ("\"name\": \"A\u{201d},", "\u{201d}"),
            ("\u{201c}name\u{201d}: \"A\",", "\u{201c}"),
        ] {
            let json = format!("{{\n{line}\n\"system\": \"dr12\", \"sheet\": {{}}}}");
            assert_fault(SheetFormat::Json, &json, "curly", 2, mark);
        }
        // Inside of straight ones they are text, and something else is wrong with the line.
        let other =
            parse(SheetFormat::Toml, &toml("portrait = \"\u{201c}a\u{201d}\" x")).unwrap_err();
        assert_eq!(other.details.get("fault"), None);
    }

    #[test]
    fn other_kinds_of_text_are_refused_by_their_name() {
        for table in ["name,hp,str\nAna,3,1\n", "\nname;hp\nAna;3\n", "\"name\"\t\"hp\"\n"] {
            let line = 1 + table.len() - table.trim_start().len();
            assert_fault(SheetFormat::Toml, table, "csv", line, "");
        }
        let toml = "system = dr12\nname = \"Ana\"\n[sheet]\n";
        assert_fault(SheetFormat::Toml, toml, "unquoted", 1, "dr12");
        assert_fault(SheetFormat::Toml, "system: dr12\nname: Ana\n", "colon", 1, "");
        assert_fault(SheetFormat::Toml, "{\"system\": \"dr12\"}", "json", 1, "");
        assert_fault(SheetFormat::Json, "{\"system\": \"dr12\",}", "comma", 1, "");
        assert_fault(SheetFormat::Json, "{'system': 'dr12'}", "single", 1, "");
        assert_fault(SheetFormat::Json, "{\"system\": \"dr12\", \"na", "cut-off", 1, "");
    }

    #[test]
    fn deeply_nested_sheets_are_refused() {
        let toml =
            format!("system = \"dr12\"\nname = \"A\"\n[sheet]\nhands = {}", "[".repeat(9000));
        assert_refused(SheetFormat::Toml, &toml, 4, &[]);
        let json = format!("{{\"sheet\": {}", "[".repeat(9000));
        assert_refused(SheetFormat::Json, &json, 1, &[]);
    }
}
