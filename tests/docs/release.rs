//! What a release is made of agrees: the oldest Rust, the pages of the book, and the texts for the
//! bot's page on Discord.

use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn oldest_rust_is_the_same_everywhere() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let version = manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    for (file, text) in [
        ("README.md", format!("[Rust](https://rustup.rs) {version} or newer")),
        ("docs/CONTRIBUTING.md", format!("Rust {version} or newer")),
        ("Dockerfile", format!("FROM rust:{version}-")),
    ] {
        assert!(read(file).contains(&text), "{file} does not say \"{text}\"");
    }
}

/// Lists the documents in a folder of `docs`, and in the folders in it.
fn list_pages(folder: &Path, pages: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list_pages(&path, pages);
        } else if path.extension().is_some_and(|end| end == "md") {
            let page = path.strip_prefix("docs").unwrap().display().to_string();
            pages.push(page.replace('\\', "/"));
        }
    }
}

#[test]
fn every_document_is_a_page_of_the_book() {
    let summary = read("docs/SUMMARY.md");
    let mut pages = Vec::new();
    list_pages(Path::new("docs"), &mut pages);
    pages.retain(|page| page != "SUMMARY.md" && !summary.contains(&format!("]({page})")));
    assert!(pages.is_empty(), "docs/SUMMARY.md does not list {pages:?}");
}

/// mdBook calls a folder's README its index, and turns a link to it into one to `README.html`.
#[test]
fn every_readme_is_redirected_in_the_book() {
    let book = read("docs/book.toml");
    let mut pages = Vec::new();
    list_pages(Path::new("docs"), &mut pages);
    let readmes = pages.iter().filter_map(|page| page.strip_suffix("README.md"));
    for folder in readmes {
        let redirect = format!("\"/{folder}README.html\" = \"index.html\"");
        assert!(book.contains(&redirect), "docs/book.toml lacks {redirect}");
    }
}

/// The archives of a release have the README and `docs`, and nothing of the sources.
#[test]
fn links_of_the_readme_lead_to_what_is_packed() {
    let readme = read("README.md");
    let packed = ["#", "https://", "docs/", "CHANGELOG.md"];
    let targets = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let lost: Vec<_> =
        targets.filter(|target| !packed.iter().any(|start| target.starts_with(start))).collect();
    assert!(lost.is_empty(), "README.md links to {lost:?}, which .ci/pack does not pack");
}

#[test]
fn listing_texts_fit_into_their_fields() {
    let page = read("docs/self-hosting/LISTING.md");
    let blocks: Vec<&str> = page
        .split("```text\n")
        .skip(1)
        .map(|rest| rest.split("\n```").next().expect("the first part"))
        .collect();
    let [description, tags, short_description, _] = blocks[..] else {
        panic!("four texts: {blocks:?}")
    };
    assert!(description.chars().count() <= 400, "{description}");
    assert!(short_description.chars().count() <= 200, "{short_description}");
    assert!(tags.lines().count() <= 5, "{tags}");
    assert!(tags.lines().all(|tag| tag.chars().count() <= 20), "{tags}");
}
