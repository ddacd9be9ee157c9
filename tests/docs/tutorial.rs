//! The code that `docs/TUTORIAL.md` shows is that of `tests/duel/`, which is compiled and played.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::check_document;

const TUTORIAL: &str = "docs/TUTORIAL.md";
const FOLDER: &str = "tests/duel";

/// Files of the folder that play the duel and are not part of it.
const PLAYERS: [&str; 2] = ["tests/duel/main.rs", "tests/duel/script_player.rs"];

/// Between the mark `<!-- code: FILE -->` and the next `<!-- end -->` stands that file. Every file
/// of the duel is shown once.
#[test]
fn tutorial_shows_the_code_that_is_tested() {
    let tutorial = fs::read_to_string(TUTORIAL).unwrap();
    let (mut generated, mut shown) = (String::new(), Vec::new());
    let mut lines = tutorial.lines();
    while let Some(line) = lines.next() {
        generated += &format!("{line}\n");
        let mark = line.strip_prefix("<!-- code: ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some(file) = mark else { continue };
        let code = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let language = match Path::new(file).extension().and_then(|extension| extension.to_str()) {
            Some("rs") => "rust",
            Some("toml") => "toml",
            Some("md") => "markdown",
            _ => "",
        };
        generated += &format!("```{language}\n{code}```\n<!-- end -->\n");
        shown.push(file.to_string());
        assert!(lines.any(|line| line == "<!-- end -->"), "{file}: no end of the code");
    }
    check_document(TUTORIAL, &generated);
    shown.sort();
    let files: BTreeSet<String> = list_files(Path::new(FOLDER)).into_iter().collect();
    let expected = files.into_iter().filter(|file| !PLAYERS.contains(&file.as_str()));
    assert_eq!(shown, expected.collect::<Vec<_>>());
}

/// Returns the paths of all files below a folder.
fn list_files(folder: &Path) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let list = |path: std::path::PathBuf| match path.is_dir() {
        true => list_files(&path),
        false => vec![path.to_str().unwrap().into()],
    };
    paths.flat_map(list).collect()
}
