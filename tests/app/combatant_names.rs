//! Names that commands cannot say, or that look like somebody else's, are refused on every way into
//! a fight.

use riposte::app::input::InputReply;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::visibility::view::Viewer;
use riposte::narration::typed_values::read_english_name;

use crate::app_table::*;

/// Names that no way in takes, with what the refusal is about.
const UNUSABLE_NAMES: [(&str, &str); 35] = [
    ("none", "name-reserved"),
    ("ALL", "name-reserved"),
    ("me", "name-reserved"),
    ("Everybody", "name-reserved"),
    ("nobody", "name-reserved"),
    ("Something 2", "name-reserved"),
    // What is a word in another language is none of a combatant either.
    ("Niemand", "name-reserved"),
    ("todos", "name-reserved"),
    ("Quelque chose 2", "name-reserved"),
    ("Spielleiterin", "name-role"),
    ("nоne", "name-reserved"),
    ("GM", "name-role"),
    ("the Game Master", "name-role"),
    ("whoever", "name-reserved"),
    ("Friends", "name-reserved"),
    ("NPCs", "name-reserved"),
    ("undo", "name-reserved"),
    ("none.", "name-reserved"),
    ("1", "name-letters"),
    ("-", "name-letters"),
    ("Rat; Wolf", "name-marks"),
    ("Rat and Wolf", "name-marks"),
    ("Rat & Wolf", "name-marks"),
    ("Rat, Wolf", "name-marks"),
    ("“Rat", "name-marks"),
    ("\u{34f}", "bad-name"),
    ("\u{17b4}", "bad-name"),
    ("\u{301}", "bad-name"),
    ("\u{fe0f}", "name-length"),
    ("An\u{200d}a", "bad-name"),
    ("Ana\u{200c}", "bad-name"),
    ("An\u{34f}a", "bad-name"),
    ("Аna", "name-looks-like"),
    ("*Ana*", "name-looks-like"),
    ("The Ana", "name-looks-like"),
];

/// Common first names of English, German, Spanish, French and Brazilian people, and some that end
/// like the plural of a word for others.
const FIRST_NAMES: &str = "\
    James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara \
    Richard Susan Joseph Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy \
    Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew \
    Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Edward Deborah \
    Ronald Stephanie Allen Alan Ian Al Sam Max Ben Ella Ally Allie Mia Peter Wolfgang Klaus \
    Jürgen Günter Stefan Uwe Andreas Bernd Frank Martin Karin Ursula Monika Petra Renate Sabine \
    Helga Gisela Brigitte Ingrid Christine Claudia Birgit Heike Gabriele Hans Werner Heinz \
    Dieter Manfred Horst Jens Jan Lukas Leon Finn Jonas Noah Elias Emma Hannah Lea Lena Leonie \
    Marie Sophie Anna Mila Emilia Clara Ida Greta Frieda Fritz Kurt Otto Emil Anton Beate Niels \
    Miren Mirjam Ilse Elke Elli Icko Selma Antonio José Manuel Francisco Juan Javier Jesús \
    Carlos Alejandro Miguel Rafael Pedro Pablo Ángel Sergio Fernando Jorge Luis Alberto Álvaro \
    Diego Adrián Raúl Iván Rubén Óscar Ramón Enrique Vicente Andrés Carmen María Josefa Isabel \
    Dolores Pilar Teresa Ana Cristina Lucía Laura Marta Elena Mercedes Rosario Concepción Paula \
    Sara Alba Irene Nuria Silvia Rocío Inés Nieves Mercè Ainhoa Yolanda Olga Beatriz Rosa Nadia \
    Jean Pierre Michel André Philippe René Louis Alain Jacques Bernard Marcel Gérard Roger \
    Claude Henri Christian Nicolas Georges Laurent Frédéric Éric Julien Pascal Bruno Mathieu \
    Camille Léa Manon Chloé Inès Jade Louise Alice Juliette Nathalie Sylvie Catherine Françoise \
    Martine Christiane Jacqueline Isabelle Jeanne Monique Nicole Valérie Hélène Céline Aurélie \
    Élodie Gaëlle Moïse Tristan Hugo Théo Enzo Noé João Antônio Luiz Lucas Gabriel Marcos Felipe \
    Eduardo Rodrigo Gustavo Guilherme Matheus Vinícius Thiago Leandro Márcio Sebastião Otávio \
    Caio Davi Heitor Bernardo Murilo Adriana Juliana Fernanda Patrícia Aline Camila Bruna \
    Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Rita Raimunda Francisca Larissa \
    Rafaela Natália Débora Renata Simone Cláudia Edna Lúcia Eunice Alzira Otília Neusa Mes Alles \
    Mire";

async fn table_with_ana(system: &str) -> Table {
    let table = Table::new().await;
    let table = Table { app: table.app.with_value_reader(read_english_name), ..table };
    let (ana, _, _) = archetypes(system);
    table.run_command("GM", &format!("new system:{system}")).await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table
}

async fn assert_refused_because(table: &Table, who: &str, text: &str, reason: &str) {
    let before = table.revision().await;
    let InputReply::Refused(refusal) = table.send_command(who, text).await else {
        panic!("{who}: {text} is taken")
    };
    let why = refusal.details.get("why").unwrap_or(&refusal.key);
    assert_eq!(why, reason, "{who}: {text}");
    assert_eq!(table.revision().await, before, "{text}");
}

/// A new side has no name that commands take for something or somebody else.
#[tokio::test]
async fn unusable_names_of_sides_are_refused() {
    for system in ["cards", "factions", "ranks"] {
        let table = table_with_ana(system).await;
        let (_, ben, wolf) = archetypes(system);
        table.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        let (slot, assign) = match system {
            "factions" => ("faction", "assign who:Wolf faction"),
            _ => ("side", "adjust who:Wolf field:side value"),
        };
        for (name, reason) in [
            ("none", "name-reserved"),
            ("All", "name-reserved"),
            ("GM", "name-role"),
            ("Rats, Wolves", "name-marks"),
            ("Аna", "side-somebody"),
            ("the wolf", "side-somebody"),
            ("Wolf.", "side-somebody"),
            ("Night\u{200b}fall", "bad-name"),
            (".", "name-letters"),
            ("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "name-length"),
        ] {
            for (who, text) in [
                ("GM", format!("add name:Rat from:{wolf} at:Yard {slot}:\"{name}\"")),
                ("Ben", format!("join name:Ben from:{ben} at:Yard {slot}:\"{name}\"")),
                ("GM", format!("{assign}:\"{name}\"")),
                ("GM", format!("adjust who:Wolf field:{slot} value:\"{name}\"")),
            ] {
                assert_refused_because(&table, who, &text, reason).await;
            }
        }
        table.run_command("GM", &format!("{assign}:\"Night Watch\"")).await;
        table
            .run_command("GM", &format!("add name:Rat from:{wolf} {slot}:\"the night watch\""))
            .await;
        let sides = table.load_state().await.game.list_default_and_known_sides_for(Viewer::Gm);
        let watches = sides.iter().filter(|side| side.to_lowercase().contains("night watch"));
        assert_eq!(watches.count(), 1, "{system}: {sides:?}");
        assert_refused_because(
            &table,
            "GM",
            &format!("{assign}:\"Nіght Watch\""),
            "side-looks-like",
        )
        .await;
        // The article is said by the sentences that name the side.
        table.run_command("GM", &format!("{assign}:\"the Bees\"")).await;
        let sides = table.load_state().await.game.list_default_and_known_sides_for(Viewer::Gm);
        assert!(sides.contains(&"Bees".to_string()), "{system}: {sides:?}");
    }
}

/// What people read of a side names it, and founds no other one.
#[tokio::test]
async fn sides_are_named_as_people_read_them() {
    for system in ["cards", "factions", "ranks"] {
        let table = table_with_ana(system).await;
        let (_, ben, _) = archetypes(system);
        let built_in = Game::new(system).unwrap().default_sides();
        let join = format!("join name:Ben from:{ben} at:Yard side:\"the enemies\"");
        table.run_command("Ben", &join).await;
        let state = table.load_state().await;
        let ben = state.game.find_combatant(Viewer::Gm, "Ben").unwrap();
        assert_eq!(state.game.side_of(ben), built_in[1], "{system}");
    }
}

/// Groups have names as sides have, and those that look alike are refused.
#[tokio::test]
async fn unusable_names_of_groups_are_refused() {
    for (system, group) in [("cards", "group who:Wolf name"), ("factions", "assign who:Wolf group")]
    {
        let table = table_with_ana(system).await;
        let (_, _, wolf) = archetypes(system);
        table.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        table.run_command("GM", &format!("add name:Rat from:{wolf} at:Yard group:pack")).await;
        for (name, reason) in [
            ("none", "name-reserved"),
            ("pack, one", "name-marks"),
            ("pаck", "group-looks-like"),
            ("ra\u{200b}bble", "bad-name"),
        ] {
            for text in [
                format!("{group}:\"{name}\""),
                format!("adjust who:Wolf field:group value:\"{name}\""),
                format!("add name:Cat from:{wolf} at:Yard group:\"{name}\""),
            ] {
                assert_refused_because(&table, "GM", &text, reason).await;
            }
        }
        table.run_command("GM", &format!("{group}:\"the Pack\"")).await;
        assert_eq!(table.combatant_field("Wolf", "group").await, "pack", "{system}");
    }
}

/// Things that lie somewhere have names that commands can say, without an article.
#[tokio::test]
async fn unusable_names_of_things_are_refused() {
    let table = table_with_ana("dr12").await;
    for (name, reason) in [
        ("no\u{200b}ose", "bad-name"),
        ("none", "name-reserved"),
        ("rope, hook", "name-marks"),
        ("12", "name-letters"),
    ] {
        let text = format!("loose zone:Gate item:\"{name}\"");
        assert_refused_because(&table, "GM", &text, reason).await;
    }
    table.run_command("GM", "loose zone:Gate item:\"a wooden spoon\"").await;
    let state = table.load_state().await.game.full_state_json().to_string();
    assert!(state.contains("\"wooden spoon\"") && !state.contains("a wooden spoon"));
}

#[tokio::test]
async fn unusable_names_are_refused_on_every_way_in() {
    for system in SYSTEM_KEYS {
        let table = table_with_ana(system).await;
        let (_, ben, wolf) = archetypes(system);
        table.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        table.send_command("Ben", &format!("sheet-new name:Ben from:{ben} system:{system}")).await;
        let sides = Game::new(system).unwrap().default_sides();
        let side_names = sides.iter().map(|side| (*side, "name-side"));
        for (name, reason) in UNUSABLE_NAMES.into_iter().chain(side_names) {
            let mut ways = vec![
                ("Ben", format!("join name:\"{name}\" from:{ben} at:Yard")),
                ("Ben", format!("join name:\"{name}\" sheet:Ben at:Yard")),
                ("GM", format!("add name:\"{name}\" from:{wolf} at:Yard")),
                ("GM", format!("add name:Rat alias:\"{name}\" from:{wolf} at:Yard")),
                ("GM", format!("reveal who:Wolf show:alias alias:\"{name}\"")),
            ];
            // One is like somebody in this fight only, and the number makes the others differ.
            if reason != "name-looks-like" {
                ways.extend([
                    ("GM", format!("add name:\"{name}\" count:2 from:{wolf} at:Yard")),
                    ("Ben", format!("sheet-new name:\"{name}\" from:{ben} system:{system}")),
                    ("Ben", format!("sheet-edit name:Ben to:\"{name}\"")),
                    ("Ben", format!("sheet-copy name:Ben to:\"{name}\"")),
                ]);
            }
            for (who, text) in ways {
                assert_refused_because(&table, who, &text, reason).await;
            }
        }
    }
}

#[tokio::test]
async fn names_of_sides_are_refused_as_people_read_them() {
    let table = table_with_ana("dr12").await;
    for name in ["Enemies", "the enemy", "The Party", "Heroes", "enemy"] {
        assert_refused_because(
            &table,
            "GM",
            &format!("add name:\"{name}\" from:raider"),
            "name-side",
        )
        .await;
    }
    let table = table_with_ana("factions").await;
    table.run_command("GM", "add name:Rat from:wolf faction:Wolfpack at:Yard").await;
    assert_refused_because(&table, "GM", "add name:\"the wolfpack\" from:wolf", "name-side").await;
    // Players do not learn from a refusal which sides the GM's NPCs are on.
    table.run_command("Ben", "join name:Wolfpack from:hunter at:Yard").await;
}

#[tokio::test]
async fn names_are_compared_and_stored_normalised() {
    for system in SYSTEM_KEYS {
        let table = table_with_ana(system).await;
        let (_, ben, _) = archetypes(system);
        table.run_command("Ben", &format!("join name:Rene\u{301} from:{ben} at:Yard")).await;
        let join = |name: &str| format!("join name:\"{name}\" from:{ben} at:Yard");
        for name in ["Ana\u{fe0f}", "René", "RENÉ"] {
            assert_refused_because(&table, "Cleo", &join(name), "name-in-use").await;
        }
        let names =
            ["علی\u{200c}رضا", "ශ\u{dca}\u{200d}රී", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}"];
        for (who, name) in ["Cleo", "Dora", "Eve"].into_iter().zip(names) {
            table.run_command(who, &join(name)).await;
        }
        let members = table.load_state().await.game.list_present_members();
        let stored: Vec<&str> = members.iter().map(|member| &*member.name).collect();
        assert_eq!(stored, ["Ana", "Ren\u{e9}", names[0], names[1], names[2]], "{system}");
        // Typed in another form, the name is still read.
        table.run_command("GM", "remove who:Rene\u{301}").await;
    }
}

#[tokio::test]
async fn newcomer_who_looks_like_a_hidden_npc_is_taken() {
    for system in SYSTEM_KEYS {
        let table = table_with_ana(system).await;
        let (_, ben, wolf) = archetypes(system);
        table.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard hidden:true")).await;
        table.run_command("Ben", &format!("join name:Wоlf from:{ben} at:Yard")).await;
        let members = table.load_state().await.game.list_present_members();
        let names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
        assert_eq!(names, ["Ana", "Wolf 2", "Wоlf"], "{system}");
    }
}

#[tokio::test]
async fn numbers_of_newcomers_skip_names_that_look_alike() {
    let table = table_with_ana("dr12").await;
    table.run_command("GM", "add name:\"Raider l\" from:raider at:Yard").await;
    table.run_command("GM", "add from:raider count:2 at:Yard").await;
    let members = table.load_state().await.game.list_present_members();
    let names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
    assert_eq!(names, ["Ana", "Raider l", "Raider 2", "Raider 3"]);
}

#[tokio::test]
async fn lists_take_quoted_names() {
    let table = table_with_ana("dr12").await;
    table.run_command("GM", "add name:\"Old Rat\" from:raider at:Yard").await;
    table.run_command("GM", "add name:Wolf from:raider at:Yard").await;
    for list in ["“Old Rat”, Wolf", "Old Rat, Wolf"] {
        table.run_command("GM", &format!("absence policy:auto who:\"{list}\"")).await;
    }
    let text = "absence policy:auto who:\"“Old Rat, Wolf”\"";
    assert!(matches!(table.send_command("GM", text).await, InputReply::Refused(_)));
}

#[tokio::test]
async fn common_first_names_are_taken() {
    let table = table_with_ana("dr12").await;
    let reply = table.send_command("Ben", "sheet-new name:Ben from:rogue system:dr12").await;
    assert!(!matches!(reply, InputReply::Refused(_)), "{reply:?}");
    let mut current = "Ben";
    let names = FIRST_NAMES.split_whitespace().filter(|name| !matches!(*name, "Ana" | "Ben"));
    assert!(names.clone().count() >= 300);
    for name in names {
        let rename = format!("sheet-edit name:\"{current}\" to:\"{name}\"");
        let reply = table.send_command("Ben", &rename).await;
        assert!(!matches!(reply, InputReply::Refused(_)), "{name}: {reply:?}");
        current = name;
    }
    // What equals a word for others is refused, and so are its listed plurals.
    for (name, reason) in [
        ("Alle", "name-reserved"),
        ("Mir", "name-reserved"),
        ("Moi", "name-reserved"),
        ("Personne", "name-reserved"),
        ("Ninguem", "name-reserved"),
        ("Spielleiterinnen", "name-role"),
        ("Mestres", "name-role"),
    ] {
        let rename = format!("sheet-edit name:\"{current}\" to:\"{name}\"");
        assert_refused_because(&table, "Ben", &rename, reason).await;
    }
}
