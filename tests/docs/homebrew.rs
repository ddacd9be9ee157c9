//! The tables of `docs/HOMEBREW.md`. The fields of a kit and the values that they take come from
//! the parser's errors about invalid input; their meanings are written here. The parser must accept
//! the examples of the document.

use std::fmt::Write as _;

use riposte::content::{Fields, TemplateKind, parse_and_check_custom_kit};
use riposte::engine::core::command::Refusal;
use riposte::engine::game::SYSTEM_KEYS;

/// Documents one table of a kit file.
struct KitTable {
    system: &'static str,
    /// The title in the document.
    title: &'static str,
    /// TOML that precedes the table, with an entry that uses it.
    preamble: &'static str,
    header: &'static str,
    /// Name, default (`needed` for a required field, `–` for no default) and meaning of each field.
    fields: &'static [(&'static str, &'static str, &'static str)],
    /// A valid value for each required field.
    required: &'static [(&'static str, &'static str)],
}

const TABLES: &[KitTable] = &[
    KitTable {
        system: "cards",
        title: "items.<name>",
        preamble: CARDS_CREATURE_WITH_ITEM,
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("natural", "false", "part of the body, or a spell: always ready, never dropped"),
            ("weapon", "–", "makes it a weapon or a spell, see below"),
            ("parry_bonus", "–", "makes it a shield: its dice"),
            ("antidote", "false", "ends poison, once"),
        ],
        required: &[],
    },
    KitTable {
        system: "cards",
        title: "weapon",
        preamble: CARDS_CREATURE_WITH_ITEM,
        header: "[items.it.weapon]",
        fields: &[
            ("action", "needed", "the Action it attacks with; `cast` for a spell"),
            ("damage", "needed", "Harm of a hit"),
            ("min", "0", "nearest range, in zones"),
            ("max", "0", "furthest range, in zones"),
            ("bonus", "0", "dice it adds to attacks and parries"),
            ("thrown", "false", "leaves the hand; a Strike weapon may be thrown"),
            ("used_up", "false", "gone once it is thrown"),
            ("fire", "–", "sets on fire with that intensity"),
            ("poison", "–", "poisons with that toxicity"),
            ("harm", "\"phys\"", "which Harm it does"),
            ("resist", "\"endure\"", "what a spell is resisted with"),
        ],
        required: &[("action", "\"strike\""), ("damage", "1")],
    },
    KitTable {
        system: "cards",
        title: "armour.<name>",
        preamble: "[creatures.one]\nphys_cap = 1\nment_cap = 1\narmour = \"it\"\n",
        header: "[armour.it]",
        fields: &[
            ("dice", "needed", "dice against damage"),
            ("finesse_penalty", "0", "dice less for Finesse"),
        ],
        required: &[("dice", "1")],
    },
    KitTable {
        system: "cards",
        title: "archetypes.<name>",
        preamble: "",
        header: "[archetypes.one]",
        fields: &[
            ("strength", "needed", "the five attributes"),
            ("dexterity", "needed", ""),
            ("intuition", "needed", ""),
            ("reason", "needed", ""),
            ("presence", "needed", ""),
            ("actions", "{}", "a number for each Action: `{ strike = 2, endure = 1 }`"),
            ("gear", "[]", "names of items"),
            ("armour", "–", "the name of an armour"),
        ],
        required: &[
            ("strength", "2"),
            ("dexterity", "2"),
            ("intuition", "2"),
            ("reason", "2"),
            ("presence", "2"),
        ],
    },
    KitTable {
        system: "cards",
        title: "creatures.<name>",
        preamble: "",
        header: "[creatures.one]",
        fields: &[
            ("pools", "{}", "dice for each Action; 2 where none are given"),
            ("phys_cap", "needed", "Physical Harm it can take"),
            ("ment_cap", "needed", "Mental Harm it can take"),
            ("cards", "1", "initiative cards a round"),
            ("fear", "0", "how frightening it is"),
            ("traits", "[]", "what else is true of it"),
            ("gear", "[]", "names of items"),
            ("armour", "–", "the name of an armour"),
            ("natural", "[]", "weapons of its body: items with a `name`"),
            ("about", "–", "what it is and how it fights, in one line"),
            ("tags", "{}", "by what GMs find it, see above"),
        ],
        required: &[("phys_cap", "3"), ("ment_cap", "3")],
    },
    KitTable {
        system: "dr12",
        title: "items.<name>",
        preamble: "[archetypes.one]\nhands = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes: 0, 1 or 2"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("armour", "–", "makes it armour, see below"),
            ("ammo", "false", "it is ammunition"),
            ("heals", "–", "one use restores so much HP"),
        ],
        required: &[],
    },
    KitTable {
        system: "dr12",
        title: "weapon",
        preamble: "[archetypes.one]\nhands = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("kind", "needed", "how it attacks"),
            ("damage", "needed", "damage dice"),
            ("clean", "\"close\"", "furthest distance without penalty"),
            ("max", "\"close\"", "furthest distance at all"),
            ("thrown", "false", "may be thrown"),
            ("ammo", "false", "needs ammunition in ready"),
            ("rider", "–", "what a hit does besides, see below"),
            ("avoid", "\"dex\"", "what a Character Tests to avoid it (attacks of NPCs)"),
        ],
        required: &[("kind", "\"melee\""), ("damage", "\"d6\"")],
    },
    KitTable {
        system: "dr12",
        title: "rider",
        preamble: "[archetypes.one]\nhands = [\"it\"]\n[items.it.weapon]\nkind = \"melee\"\n\
                 damage = \"d6\"\n",
        header: "[items.it.weapon.rider]",
        fields: &[
            ("ailment", "needed", "Ongoing Damage or a hindrance"),
            ("ends", "needed", "the attribute that ends it"),
            ("dr", "12", "the Difficulty Rating of that Test"),
            ("bound", "false", "ends by an Action only"),
            ("resist", "–", "the attribute that prevents it"),
        ],
        required: &[("ailment", "\"ongoing\""), ("ends", "\"con\"")],
    },
    KitTable {
        system: "dr12",
        title: "armour",
        preamble: "[archetypes.one]\narmour = \"it\"\n",
        header: "[items.it.armour]",
        fields: &[
            ("ap", "needed", "Armour Points"),
            ("dex_dr", "0", "added to the DR of the wearer's DEX Tests"),
            ("wear", "needed", "where it is worn or held"),
        ],
        required: &[("ap", "1"), ("wear", "\"armour\"")],
    },
    KitTable {
        system: "dr12",
        title: "spells.<name>",
        preamble: "[archetypes.one]\nspells = [\"it\"]\n",
        header: "[spells.it]",
        fields: &[
            ("casts", "needed", "the attribute it is cast with"),
            ("clean", "needed", "furthest distance without penalty"),
            ("max", "needed", "furthest distance at all"),
            ("damage", "–", "damage dice"),
            ("rider", "–", "what it does besides, as a weapon's"),
        ],
        required: &[("casts", "\"int\""), ("clean", "\"close\""), ("max", "\"close\"")],
    },
    KitTable {
        system: "dr12",
        title: "archetypes.<name>",
        preamble: "",
        header: "[archetypes.one]",
        fields: &[
            ("str", "0", "the six attributes, −3 to 6"),
            ("dex", "0", ""),
            ("con", "0", ""),
            ("int", "0", ""),
            ("wis", "0", ""),
            ("cha", "0", ""),
            ("level", "1", "level"),
            ("hp", "8", "HP"),
            ("hands", "[]", "names of items: in hand,"),
            ("ready", "[]", "quick to reach,"),
            ("pack", "[]", "slow to reach"),
            ("armour", "–", "the name of an item"),
            ("helmet", "–", "the name of an item"),
            ("spells", "[]", "names of spells"),
        ],
        required: &[],
    },
    KitTable {
        system: "dr12",
        title: "creatures.<name>",
        preamble: "",
        header: "[creatures.one]",
        fields: &[
            ("level", "1", "level"),
            ("skill", "–", "its level, at most 6, where left out"),
            ("hp", "–", "4 + 4 × level where left out"),
            ("ap", "0", "Armour Points"),
            ("attacks", "needed", "items with a `name` and a `weapon`, the usual one first"),
            ("attitude", "–", "how it takes to the party"),
            ("leader", "false", "morale is Tested when it falls"),
            ("about", "–", "what it is and how it fights, in one line"),
            ("tags", "{}", "by what GMs find it, see above"),
        ],
        required: &[("attacks", "[]")],
    },
    KitTable {
        system: "factions",
        title: "items.<name>",
        preamble: FACTIONS_CREATURE_WITH_ITEM,
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("shield", "0", "value as a shield"),
            ("remedy", "–", "`{ heals = \"d6\" }`, or one of the others"),
        ],
        required: &[],
    },
    KitTable {
        system: "factions",
        title: "weapon",
        preamble: FACTIONS_CREATURE_WITH_ITEM,
        header: "[items.it.weapon]",
        fields: &[
            ("die", "needed", "sides of the damage die"),
            ("kind", "needed", "how it attacks"),
            ("range", "0", "in zones: ranged weapons, and those that are thrown"),
            ("indirect", "false", "may be shot over obstacles"),
            ("blast", "false", "hits everyone in a zone"),
            ("penetrating", "false", "goes through cover"),
            ("thrown", "false", "lands in the target's zone when it is thrown"),
            ("reload", "false", "needs a bonus action after each shot"),
            ("improvised", "false", "counts as damaged already"),
            ("gone_when_thrown", "false", "used up when it is thrown"),
            ("impaired", "false", "its damage is always impaired"),
        ],
        required: &[("die", "6"), ("kind", "\"melee\"")],
    },
    KitTable {
        system: "factions",
        title: "archetypes.<name> and creatures.<name>",
        preamble: "",
        header: "[creatures.one]",
        fields: &[
            ("str", "needed", "the three abilities"),
            ("agi", "needed", ""),
            ("wit", "needed", ""),
            ("health", "needed", "health"),
            ("armour", "0", "value of the armour worn"),
            ("pace", "\"normal\"", "for long chases"),
            ("traits", "[]", "what else is true of it"),
            ("gear", "[]", "names of items"),
            ("natural", "[]", "attacks of its body: items with a `name`"),
            ("about", "–", "what it is and how it fights, in one line (NPCs)"),
            ("tags", "{}", "by what GMs find it, see above (NPCs)"),
        ],
        required: &[("str", "10"), ("agi", "10"), ("wit", "10"), ("health", "6")],
    },
    KitTable {
        system: "fates",
        title: "items.<name>",
        preamble: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("weapon", "–", "makes it a weapon, see below"),
            ("heals", "–", "a consumable that restores so much Resolve, once"),
        ],
        required: &[],
    },
    KitTable {
        system: "fates",
        title: "weapon",
        preamble: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("attribute", "needed", "the attribute it attacks with"),
            ("skill", "needed", "the skill it attacks with"),
            ("dice", "needed", "damage: so many d6"),
            ("plus", "0", "and a number added"),
            ("damage", "needed", "of which type"),
            ("ranged", "false", "shot, not struck"),
            ("band", "\"close\"", "how far it reaches"),
            ("piercing", "false", "half of the armour does not count"),
        ],
        required: &[
            ("attribute", "\"strength\""),
            ("skill", "\"brawl\""),
            ("dice", "1"),
            ("damage", "\"physical\""),
        ],
    },
    KitTable {
        system: "fates",
        title: "armour.<name>",
        preamble: "[archetypes.one]\narmour = \"it\"\n",
        header: "[armour.it]",
        fields: &[
            ("physical", "needed", "taken off physical damage"),
            ("energy", "needed", "taken off energy damage"),
        ],
        required: &[("physical", "1"), ("energy", "1")],
    },
    KitTable {
        system: "fates",
        title: "archetypes.<name> and creatures.<name>",
        preamble: "",
        header: "[creatures.one]",
        fields: &[
            ("tier", "\"minor\"", "what 0 Resolve means to it (NPCs)"),
            ("major", "false", "acts early (NPCs)"),
            ("dexterity", "2", "dice of the seven attributes"),
            ("strength", "2", ""),
            ("perception", "2", ""),
            ("knowledge", "2", ""),
            ("mechanical", "2", ""),
            ("technical", "2", ""),
            ("power", "0", ""),
            ("skills", "{}", "a rank for each skill: `{ firearms = 1 }`"),
            ("initiative", "–", "counted from its attributes where left out"),
            ("defense", "–", "counted from its attributes where left out"),
            ("resolve", "–", "counted from its attributes where left out"),
            ("fp", "1", "Fate Points"),
            ("armour", "–", "the name of an armour"),
            (
                "ar",
                "{ physical = 0, energy = 0 }",
                "what its hide takes off, where it wears nothing",
            ),
            ("gear", "[]", "names of items"),
            ("natural", "[]", "weapons of its body: items with a `name`"),
            ("about", "–", "what it is and how it fights, in one line (NPCs)"),
            ("tags", "{}", "by what GMs find it, see above (NPCs)"),
        ],
        required: &[],
    },
    KitTable {
        system: "ranks",
        title: "items.<name>",
        preamble: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("aids", "–", "a skill whose checks it helps by one die, in hand"),
            ("once", "false", "used up when it has helped"),
        ],
        required: &[],
    },
    KitTable {
        system: "ranks",
        title: "weapon",
        preamble: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("category", "needed", "sets its skill, its reach and what defends against it"),
            ("damage", "needed", "damage, as a code"),
        ],
        required: &[("category", "\"light\""), ("damage", "\"4D\"")],
    },
    KitTable {
        system: "ranks",
        title: "archetypes.<name> and creatures.<name>",
        preamble: "",
        header: "[creatures.one]",
        fields: &[
            ("dexterity", "\"3D\"", "the five attributes"),
            ("strength", "\"3D\"", ""),
            ("perception", "\"3D\"", ""),
            ("presence", "\"3D\"", ""),
            ("knowledge", "\"3D\"", ""),
            ("skills", "{}", "a code for each that is not as its attribute"),
            ("move", "30", "feet of a walk"),
            ("armour", "–", "the name of an armour, or what it adds"),
            ("gear", "[]", "names of items, in hand as far as two hands go"),
            ("natural", "[]", "weapons of its body: items with a `name` and `hands = 0`"),
            ("luck", "1", "Luck points"),
            ("action_points", "0", "Action points"),
            ("rarity", "15", "the difficulty of knowing it (NPCs)"),
            ("understands", "true", "speech means something to it"),
            ("about", "–", "what it is and how it fights, in one line (NPCs)"),
            ("tags", "{}", "by what GMs find it, see above (NPCs)"),
        ],
        required: &[],
    },
];

/// The tags of creatures, which are the same in all systems.
const TAGS: KitTable = KitTable {
    system: "dr12",
    title: "tags",
    preamble: "[creatures.one]\nattacks = []\n",
    header: "[creatures.one.tags]",
    fields: &[
        ("family", "–", "what it belongs to: `beasts`, `watch`"),
        ("strength", "–", "how dangerous it is to one character"),
        ("place", "[]", "where it is met: `[\"wood\", \"road\"]`"),
        ("role", "–", "what it does in a fight"),
    ],
    required: &[],
};

const CARDS_CREATURE_WITH_ITEM: &str =
    "[creatures.one]\nphys_cap = 1\nment_cap = 1\ngear = [\"it\"]\n";
const FACTIONS_CREATURE_WITH_ITEM: &str =
    "[creatures.one]\nstr = 10\nagi = 10\nwit = 10\nhealth = 6\ngear = [\"it\"]\n";

impl KitTable {
    /// Parses a kit whose table has these fields. Returns the body that is made from it, or the
    /// parser's error.
    fn parse_with_fields(&self, fields: &[(&str, &str)]) -> Result<String, String> {
        let lines: Vec<String> =
            fields.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let text = format!("{}\n{}\n{}\n", self.preamble, self.header, lines.join("\n"));
        let error_text = |refusal: Refusal| format!("{:?}", refusal.details);
        let kit = parse_and_check_custom_kit(self.system, &text).map_err(error_text)?;
        let body = kit.make_body("one", &Fields::new()).map_err(error_text)?;
        Ok(body.to_string())
    }

    /// Parses a kit with the required fields and this value of one field.
    fn parse_with_value(&self, field: &str, value: &str) -> Result<String, String> {
        let others = self.required.iter().filter(|(key, _)| *key != field).copied();
        self.parse_with_fields(&others.chain([(field, value)]).collect::<Vec<_>>())
    }

    fn label(&self, what: &str) -> String {
        format!("{} {}: {what}", self.system, self.title)
    }

    /// Describes the values that a field takes, from the parser's errors about invalid values.
    fn describe_values(&self, field: &str) -> String {
        let error_for = |value: &str| self.parse_with_value(field, value).err().unwrap_or_default();
        let (word_error, table_error) = (error_for("\"zzz\""), error_for("{ zzz = 1 }"));
        let list_variants = |text: &str| {
            let (_, variants) = text.split_once("unknown variant `zzz`, expected ")?;
            let variants: Vec<&str> = variants.split('`').skip(1).step_by(2).collect();
            Some(format!("`{}`", variants.join("`, `")))
        };
        if let Some(variants) = list_variants(&word_error) {
            return variants;
        }
        if word_error.is_empty() && table_error.contains("expected a string") {
            return "text".into();
        }
        let list_error = error_for("[\"zzz\"]");
        for (expected, kind) in [
            ("expected u8", "number"),
            ("expected i8", "number, may be below 0"),
            ("expected u16", "number"),
            ("expected a boolean", "`true` or `false`"),
            ("is not a code", "code, like `\"4D+2\"`"),
        ] {
            if word_error.contains(expected) {
                return kind.into();
            }
        }
        if word_error.contains("expected a sequence") {
            return match list_variants(&list_error) {
                Some(variants) => format!("list of {variants}"),
                None if list_error.contains("expected struct") => "list of tables".into(),
                None => "list of names".into(),
            };
        }
        if table_error.contains("unknown field `zzz`")
            || table_error.contains("unknown variant `zzz`")
        {
            return "table".into();
        }
        if word_error.contains("no-such-entry") {
            return "name".into();
        }
        if word_error.contains("dice") || table_error.contains("expected a string") {
            return "dice, like `\"2d6\"`".into();
        }
        panic!(
            "{}",
            self.label(&format!("`{field}` takes {word_error} / {table_error} / {list_error}"))
        );
    }

    /// Appends the table in Markdown.
    fn write_markdown(&self, text: &mut String) {
        writeln!(text, "\n**`{}`**\n", self.title).unwrap();
        text.push_str("| field | takes | default | meaning |\n|---|---|---|---|\n");
        for (field, default, meaning) in self.fields {
            let default = match *default {
                "needed" | "–" => (*default).to_string(),
                value => format!("`{value}`"),
            };
            let kind = self.describe_values(field);
            writeln!(text, "| `{field}` | {kind} | {default} | {meaning} |").unwrap();
        }
    }
}

/// The fields are those of the parser, in its order. Required fields are required, and leaving out
/// a field gives the same body as its default.
#[test]
fn documented_fields_match_the_parser() {
    for table in TABLES.iter().chain([&TAGS]) {
        let error = table.parse_with_fields(&[("zzz", "1")]).unwrap_err();
        let (_, parser_fields) = error.split_once("expected ").unwrap_or_else(|| panic!("{error}"));
        let parser_fields: Vec<&str> = parser_fields.split('`').skip(1).step_by(2).collect();
        let documented: Vec<&str> = table.fields.iter().map(|(field, ..)| *field).collect();
        assert_eq!(documented, parser_fields, "{}", table.label("fields"));
        let expected = table
            .parse_with_fields(table.required)
            .unwrap_or_else(|error| panic!("{}", table.label(&error)));
        for (field, default, _) in table.fields {
            let others: Vec<_> =
                table.required.iter().filter(|(key, _)| key != field).copied().collect();
            match *default {
                "needed" => {
                    let error = table.parse_with_fields(&others).unwrap_err();
                    let missing = format!("missing field `{field}`");
                    assert!(error.contains(&missing), "{}", table.label(&error));
                }
                "–" => {
                    assert!(table.parse_with_fields(&others).is_ok(), "{}", table.label(field))
                }
                value => {
                    let body_with_default = table.parse_with_value(field, value);
                    assert_eq!(body_with_default.as_ref(), Ok(&expected), "{}", table.label(field));
                }
            }
        }
    }
}

#[test]
fn field_tables_of_homebrew_are_current() {
    let path = "docs/HOMEBREW.md";
    let current = std::fs::read_to_string(path).unwrap();
    let mut generated = String::new();
    let mut rest = current.as_str();
    while let Some((before, after)) = rest.split_once("<!-- tables: ") {
        let (system, after) = after.split_once(" -->").unwrap();
        let (_, after) = after.split_once("<!-- end -->").unwrap();
        writeln!(generated, "{before}<!-- tables: {system} -->").unwrap();
        let tables = TABLES.iter().filter(|table| table.system == system);
        tables
            .chain(Some(&TAGS).filter(|_| system == TAGS.title))
            .for_each(|table| table.write_markdown(&mut generated));
        generated.push_str("\n<!-- end -->");
        rest = after;
    }
    generated.push_str(rest);
    for system in SYSTEM_KEYS {
        assert!(
            generated.contains(&format!("<!-- tables: {system} -->")),
            "{system} has no tables"
        );
    }
    super::check_document(path, &generated);
}

/// The parser accepts each example, and each adds at least one archetype or creature.
#[test]
fn homebrew_examples_parse() {
    let text = std::fs::read_to_string("docs/HOMEBREW.md").unwrap();
    let mut parsed_systems = Vec::new();
    for part in text.split("\n## ").skip(1) {
        let system =
            SYSTEM_KEYS.iter().find(|system| part.contains(&format!("<!-- tables: {system} -->")));
        let Some(system) = system else { continue };
        for example in part.split("```toml\n").skip(1) {
            let example = example.split("```").next().unwrap();
            let kit = parse_and_check_custom_kit(system, example)
                .unwrap_or_else(|refusal| panic!("{system}: {refusal:?}"));
            let built_in = riposte::content::built_in_kit(system).unwrap();
            let count = |kind| kit.template_names(kind).len() - built_in.template_names(kind).len();
            assert!(
                count(TemplateKind::Archetype) + count(TemplateKind::Creature) > 0,
                "{system}: nothing new"
            );
            parsed_systems.push(*system);
        }
    }
    assert_eq!(parsed_systems, SYSTEM_KEYS);
}

/// The parser accepts the example of a scene, and the table names the fields that it takes.
#[test]
fn documented_scene_matches_the_parser() {
    let text = std::fs::read_to_string("docs/HOMEBREW.md").unwrap();
    let part = text.split("\n## Scenes\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let example = part.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let kit =
        parse_and_check_custom_kit("dr12", example).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(kit.scene_names()[0], "the old bridge");
    let refusal = parse_and_check_custom_kit("dr12", "[scenes.one]\nzzz = 1\n").err().unwrap();
    let (_, fields) = refusal.details["reason"].split_once("expected ").unwrap();
    let fields: Vec<&str> = fields.split('`').skip(1).step_by(2).collect();
    assert_eq!(fields, ["about", "zones", "orders", "npcs"]);
    for field in fields {
        assert!(part.contains(&format!("| `{field}` |")), "{field} is not documented");
    }
}
