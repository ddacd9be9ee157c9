//! Lists the languages of the catalogue: each folder of `data/words/` is one, named by its Discord
//! tag, and each `.ftl` file in it is compiled into the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The language that all others fall back to. It is listed first.
const ENGLISH: &str = "en";

/// Writes `languages.rs`: the list of all languages, English first, each with its tag and the texts
/// of its catalogue files.
fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let words = variable("CARGO_MANIFEST_DIR")?.join("../../data/words").canonicalize()?;
    println!("cargo::rerun-if-changed={}", words.display());
    let mut folders = list_folder_sorted(&words)?;
    folders.retain(|folder| folder.is_dir());
    folders.sort_by_key(|folder| file_stem(folder) != ENGLISH);
    let mut code = String::from("&[\n");
    for folder in folders {
        let mut includes = String::new();
        for file in list_folder_sorted(&folder)? {
            if file.extension().is_some_and(|extension| extension == "ftl") {
                // Writing to a string cannot fail.
                let _ = writeln!(includes, "        include_str!({file:?}),");
            }
        }
        if !includes.is_empty() {
            let tag = folder.file_name().unwrap_or_default().to_string_lossy();
            let _ = writeln!(code, "    ({tag:?}, &[\n{includes}    ]),");
        }
    }
    code.push(']');
    fs::write(variable("OUT_DIR")?.join("languages.rs"), code)
}

fn list_folder_sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

fn file_stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
