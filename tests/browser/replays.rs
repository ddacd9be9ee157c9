//! The page of a replay in a real browser, opened as a file: it plays a fight of each system, asks
//! nothing of the network, and reads well.

use std::path::Path;
use std::sync::Arc;

use fantoccini::Locator;
use fantoccini::key::Key;
use riposte::app::clock::WallClock;
use riposte::app::{App, dice_source};
use riposte::discord::messages::reply::to_export_file;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::fight_script::{self, PlayOptions, parse};
use riposte::store::Store;
use riposte::store::ids::FightId;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::page::{Browser, Page, Size};

/// Plays a script, and returns the page of its replay as the GM gets it.
async fn render_replay(name: &str, text: &str) -> String {
    let script = parse::parse_script(name, text).unwrap_or_else(|why| panic!("{why}"));
    let store = Store::in_memory().await.unwrap();
    let options = PlayOptions::default();
    let played = fight_script::play_script_on_store(&script, &options, store.clone()).await;
    assert_eq!(played.failure, None);
    let app = App::new(store, Arc::new(WallClock), dice_source::os_random_dice());
    let exports = app.export_all_formats_as_gm(FightId(1)).await.unwrap();
    let files = exports.iter().map(to_export_file);
    let (_, page) = files.into_iter().find(|(name, _)| name.ends_with(".html")).unwrap();
    page
}

async fn render_story_replay(system: &str) -> String {
    let file = format!("tests/scripts/{system}/story.fight");
    render_replay(&file, &std::fs::read_to_string(&file).unwrap()).await
}

/// Returns the data that a page shows.
fn page_data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"replay\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A replay in a browser, opened as a file.
struct ReplayWindow {
    browser: Browser,
    _folder: TempDir,
    url: String,
}

impl ReplayWindow {
    /// Opens a page. Prints that it is skipped and returns `None` if there is no browser.
    async fn open(size: Size, page: &str) -> Option<Self> {
        let browser = Browser::start(size).await?;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fight-1.html");
        std::fs::write(&file, page).unwrap();
        let url = format!("file://{}", file.display());
        browser.client.goto(&url).await.unwrap();
        let _ = browser.client.wait().for_element(Locator::Css(".controls")).await.unwrap();
        Some(Self { browser, _folder: folder, url })
    }

    async fn close(self) {
        self.browser.client.close().await.unwrap();
    }

    async fn evaluate(&self, script: &str) -> Value {
        self.browser.client.execute(script, Vec::new()).await.unwrap()
    }

    async fn text_of(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0]).innerText";
        let text = self.browser.client.execute(script, vec![json!(selector)]).await.unwrap();
        normalize(text.as_str().unwrap())
    }

    async fn press(&self, key: &str) {
        let body = self.browser.client.find(Locator::Css("body")).await.unwrap();
        body.send_keys(key).await.unwrap();
    }

    /// Sends a request to the driver that the client has no function for.
    async fn ask_driver(&self, path: &str, body: &Value) -> Value {
        let session = self.browser.client.session_id().await.unwrap().unwrap();
        let address = format!("{}/session/{session}/{path}", self.browser.driver_url);
        let request = reqwest::Client::new().post(address).body(body.to_string());
        let answer = request.send().await.unwrap().text().await.unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()["value"].clone()
    }

    /// Returns the addresses of everything that the browser requested.
    async fn requested_addresses(&self) -> Vec<String> {
        let log = self.ask_driver("se/log", &json!({"type": "performance"})).await;
        let entries = log.as_array().unwrap().iter();
        let events = entries.map(|entry| {
            serde_json::from_str::<Value>(entry["message"].as_str().unwrap()).unwrap()
        });
        let is_request = |event: &Value| event["message"]["method"] == "Network.requestWillBeSent";
        let address = |event: Value| {
            event["message"]["params"]["request"]["url"].as_str().unwrap().to_string()
        };
        events.filter(is_request).map(address).collect()
    }

    /// Returns what a screen reader reads: the role and name of each part of the page, in order.
    async fn accessible_parts(&self) -> Vec<(String, String)> {
        let command = json!({"cmd": "Accessibility.getFullAXTree", "params": {}});
        let tree = self.ask_driver("goog/cdp/execute", &command).await;
        let parts = tree["nodes"].as_array().unwrap().iter();
        let parts = parts.filter(|part| part["ignored"] != true);
        let text = |part: &Value, field: &str| {
            part[field]["value"].as_str().unwrap_or_default().to_string()
        };
        parts.map(|part| (text(part, "role"), text(part, "name"))).collect()
    }

    /// Panics if the console has an error, such as a breach of the content security policy.
    async fn assert_no_errors(&self) {
        let log = self.ask_driver("se/log", &json!({"type": "browser"})).await;
        assert_eq!(log, json!([]));
    }
}

fn normalize(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of spans in the data.
fn span_text(spans: &Value) -> String {
    let text = |span: &Value| match span {
        Value::String(text) => text.clone(),
        Value::Object(fields) => match fields.get("die") {
            Some(die) => die.to_string(),
            None => fields.values().next().unwrap().as_str().unwrap().to_string(),
        },
        other => panic!("{other}"),
    };
    spans.as_array().unwrap().iter().map(text).collect()
}

/// Goes through a fight by key, and asserts that the page shows each act as its data have it.
async fn assert_each_act_is_shown(window: &ReplayWindow, data: &Value, case: &str) {
    let steps = data["steps"].as_array().unwrap();
    window.press(&Key::Home.to_string()).await;
    for (index, step) in steps.iter().enumerate() {
        let case = format!("{case}, step {index}");
        let words = window.text_of(".act").await;
        for line in step["lines"].as_array().unwrap() {
            let line = normalize(&span_text(&line["text"]));
            assert!(words.contains(&line), "{case}: {line}\n{words}");
        }
        let rows = window
            .evaluate(
                "return [...document.querySelectorAll('tbody tr')].map((row) => row.innerText)",
            )
            .await;
        let map = window.evaluate("return document.querySelector('svg[role=img]').ariaLabel").await;
        let members = step["board"]["members"].as_array().unwrap();
        assert_eq!(rows.as_array().unwrap().len(), members.len(), "{case}");
        for (row, member) in rows.as_array().unwrap().iter().zip(members) {
            let member = &data["parts"]["members"][member.as_u64().unwrap() as usize];
            let row = normalize(row.as_str().unwrap());
            for field in ["name", "place", "health"] {
                let text = normalize(member[field].as_str().unwrap_or_default());
                assert!(row.contains(&text), "{case}: {text}\n{row}");
            }
        }
        // The picture has a token for each that the data have, and its label names them.
        let tokens = step["board"]["tokens"].as_array().unwrap();
        let tokens = tokens.iter().flat_map(|zone| zone.as_array().unwrap());
        let names: Vec<&str> = tokens
            .map(|token| &data["parts"]["tokens"][token.as_u64().unwrap() as usize]["name"])
            .map(|name| name.as_str().unwrap())
            .collect();
        let drawn = window.evaluate("return document.querySelectorAll('g.token').length").await;
        assert_eq!(drawn, json!(names.len()), "{case}");
        assert!(names.iter().all(|name| map.as_str().unwrap().contains(name)), "{case}: {map}");
        window.press(&Key::Right.to_string()).await;
    }
}

/// Asserts that all that can be used has a role and a name.
async fn assert_reads_well(window: &ReplayWindow, case: &str) {
    let parts = window.accessible_parts().await;
    let names_of = |role: &str| -> Vec<&str> {
        let of_role = parts.iter().filter(|part| part.0 == role);
        of_role.map(|part| part.1.as_str()).collect()
    };
    for role in ["button", "link", "slider", "combobox", "image", "table", "navigation"] {
        let names = names_of(role);
        assert!(!names.is_empty(), "{case}: there is no {role}\n{parts:?}");
        assert!(names.iter().all(|name| !name.trim().is_empty()), "{case}: {role}: {names:?}");
    }
    let buttons = names_of("button");
    for name in ["Play", "One act on", "One act back", "To the beginning", "To the end", "Round 1"]
    {
        assert!(buttons.contains(&name), "{case}: {name}: {buttons:?}");
    }
    assert!(names_of("image")[0].starts_with("Map of the zones. "), "{case}");
    assert_eq!(names_of("columnheader"), ["Name", "Health", "Place", "State"], "{case}");
    assert!(names_of("heading").len() > 4, "{case}");
    let live = window.evaluate("return document.querySelector('[aria-live=polite]').className");
    assert_eq!(live.await, json!("lines"), "{case}");
    let value =
        window.evaluate("return document.querySelector('[type=range]').ariaValueText").await;
    let value = value.as_str().unwrap();
    assert!(value.starts_with("Act ") && value.contains("Round "), "{case}: {value}");
}

/// The fewest pixels that letters on the board and the shapes of tokens may have.
const MIN_LETTER_PIXELS: f64 = 10.0;
const MIN_TOKEN_PIXELS: f64 = 20.0;

/// Asserts that names, tags and tokens of the shown act can be read in a window of this size.
async fn assert_board_is_large_enough(window: &ReplayWindow, case: &str) {
    let script = "const svg = document.querySelector('svg[role=img]');
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const sizes = [...svg.querySelectorAll('text:not(.ink)')];
        const letters = sizes.map((text) => text.getAttribute('font-size') * scale);
        const shapes = [...svg.querySelectorAll('.token .players, .token .foes, .token .others')];
        const tokens = shapes.map((shape) => shape.getBoundingClientRect().width);
        return [Math.min(...letters), Math.min(...tokens)]";
    let found = window.evaluate(script).await;
    let [letters, tokens] = [0_usize, 1].map(|index| found[index].as_f64().unwrap());
    assert!(letters >= MIN_LETTER_PIXELS, "{case}: letters of {letters} pixels");
    assert!(tokens >= MIN_TOKEN_PIXELS, "{case}: tokens of {tokens} pixels");
}

#[tokio::test]
async fn replay_of_each_system_plays_offline() {
    for (system, size) in SYSTEM_KEYS.iter().zip([Size::Wide, Size::Phone].into_iter().cycle()) {
        let page = render_story_replay(system).await;
        let data = page_data(&page);
        let Some(window) = ReplayWindow::open(size, &page).await else { return };
        assert_each_act_is_shown(&window, &data, system).await;
        assert_reads_well(&window, system).await;
        assert_board_is_large_enough(&window, system).await;
        assert_eq!(window.text_of("h1").await, data["title"].as_str().unwrap(), "{system}");
        // It is no wider than the window, which on a phone would cut it.
        let width = window.evaluate("return document.documentElement.scrollWidth").await;
        let most = if size == Size::Wide { 1280 } else { 390 };
        assert!(width.as_u64().unwrap() <= most, "{system}: {width}");
        assert_eq!(window.requested_addresses().await, [window.url.as_str()], "{system}");
        window.assert_no_errors().await;
        window.close().await;
    }
}

/// A picture of one pixel.
const PIXEL: &str = concat!(
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/// Portraits are a part of the page, and the policy of the page allows no other pictures.
#[tokio::test]
async fn replay_draws_portraits_that_are_in_the_page() {
    let page = render_story_replay("dr12").await;
    let data = page_data(&page);
    let mut members = data["parts"]["members"].as_array().unwrap().iter();
    let character = members.find(|member| member["camp"] == "players").unwrap();
    let portraits = json!({ character["id"].to_string(): PIXEL });
    let page = page.replace("\"portraits\":{}", &format!("\"portraits\":{portraits}"));
    assert_eq!(page_data(&page)["portraits"], portraits);
    let Some(window) = ReplayWindow::open(Size::Wide, &page).await else { return };
    window.press(&Key::PageDown.to_string()).await;
    let drawn = window.evaluate("return document.querySelectorAll('image.portrait').length").await;
    assert_eq!(drawn, json!(1));
    let width = "return document.querySelector('image.portrait').getBoundingClientRect().width";
    assert!(window.evaluate(width).await.as_f64().unwrap() > 10.0);
    let mut requested = window.requested_addresses().await;
    requested.retain(|address| !address.starts_with("data:"));
    assert_eq!(requested, [window.url.as_str()]);
    window.assert_no_errors().await;
    window.close().await;
}

/// The strip of who acts has the cards, and the cross of who is out stands behind the letters.
#[tokio::test]
async fn replay_board_shows_cards_and_who_is_out() {
    let page = render_story_replay("cards").await;
    let Some(window) = ReplayWindow::open(Size::Wide, &page).await else { return };
    window.press(&Key::PageDown.to_string()).await;
    let cards = "return [...document.querySelectorAll('.turns .card')].map((one) => one.innerText)";
    assert_eq!(window.evaluate(cards).await, json!(["2", "4", "6", "8"]));
    window.press(&Key::End.to_string()).await;
    let token = "const { children } = document.querySelector('.cross').parentNode;
        return [...children].slice(0, 4).map((one) => one.classList[0])";
    assert_eq!(window.evaluate(token).await, json!(["cross", "cross", "out", "ink"]));
    window.close().await;
}

#[tokio::test]
async fn replay_is_driven_by_keys_buttons_and_links() {
    let page = render_story_replay("dr12").await;
    let data = page_data(&page);
    let last = data["steps"].as_array().unwrap().len() - 1;
    let Some(window) = ReplayWindow::open(Size::Wide, &page).await else { return };
    let position = async || {
        let value = window.evaluate("return Number(document.querySelector('[type=range]').value)");
        value.await.as_u64().unwrap() as usize
    };
    for (key, expected) in [
        (Key::End, last),
        (Key::Left, last - 1),
        (Key::Home, 0),
        (Key::Left, 0),
        (Key::Right, 1),
        (Key::Right, 2),
    ] {
        window.press(&key.to_string()).await;
        assert_eq!(position().await, expected);
    }
    window.press(&Key::PageDown.to_string()).await;
    let second_round = position().await;
    assert_eq!(data["steps"][second_round]["board"]["round"], 2);
    assert_ne!(data["steps"][second_round - 1]["board"]["round"], 2);
    let click = async |selector: &str| {
        let element = window.browser.client.find(Locator::Css(selector)).await.unwrap();
        element.click().await.unwrap();
    };
    click(".record a[href='#act-1']").await;
    assert_eq!(position().await, 1);
    click(".rounds button:last-child").await;
    assert!(position().await >= second_round);
    // Following somebody tells where they were.
    let raider = "//tbody//button[contains(., 'Raider')]";
    let raider = window.browser.client.find(Locator::XPath(raider)).await.unwrap();
    raider.click().await.unwrap();
    assert!(window.text_of(".way").await.contains(" → "), "{}", window.text_of(".way").await);
    // Playing from the end begins anew; the page plays by itself from there.
    window.press(&Key::End.to_string()).await;
    window.evaluate("document.querySelector('select').value = 'fast'").await;
    click(".play").await;
    let _ = window.browser.client.wait().for_element(Locator::Css("[aria-label=Pause]")).await;
    let is_at = "return location.hash === '#act-1'";
    while window.evaluate(is_at).await != json!(true) {
        tokio::task::yield_now().await;
    }
    window.press(&Key::End.to_string()).await;
    let label = window.evaluate("return document.querySelector('.play').ariaLabel").await;
    assert_eq!(label, json!("Play"));
    window.close().await;
}

/// The example of docs/DICE.md holds, and another face breaks it.
#[tokio::test]
async fn replay_checks_its_dice() {
    let page = render_story_replay("dr12").await;
    let text = std::fs::read_to_string("docs/DICE.md").unwrap();
    let (_, example) = text.split_once("```json\n").unwrap();
    let example: Value = serde_json::from_str(example.split_once("```").unwrap().0).unwrap();
    let dice = example["dice"].to_string();
    let mut kept = example["dice"].clone();
    kept.as_object_mut().unwrap().remove("drawn");
    for (dice, expected) in [
        (dice.clone(), "all 3 dice follow from the sealed secret"),
        (dice.clone(), "062f8a385ce086fc18c328646fe056b407cab870cd12d05635466569eeb733f4"),
        (dice.replacen("\"face\":9", "\"face\":10", 1), "The dice do not follow from the seal."),
        (kept.to_string(), "The GM keeps the secret"),
        ("null".into(), "follow from no secret"),
    ] {
        let changed = page.replacen("\"dice\":null", &format!("\"dice\":{dice}"), 1);
        let Some(window) = ReplayWindow::open(Size::Wide, &changed).await else { return };
        let found = window.text_of("#seal").await;
        assert!(found.contains(expected), "{found}");
        window.close().await;
    }
}

/// Names of people and places stay text, whatever they hold.
#[tokio::test]
async fn hostile_names_run_no_script() {
    let zone = "</script><img src=x onerror=alert(2)>";
    let script = format!(
        "system dr12\nzones \"{zone}\" - Gate\npc \"<b onclick=alert(3)>\" from adept at Gate\n\
         npc Wolf from brute at \"{zone}\"\ndice d6=6 d6=1\nstart\nGM: /end outcome:won\n"
    );
    let page = render_replay("hostile.fight", &script).await;
    let Some(window) = ReplayWindow::open(Size::Phone, &page).await else { return };
    window.press(&Key::End.to_string()).await;
    let found = window.evaluate("return document.querySelectorAll('img, b[onclick]').length").await;
    assert_eq!(found, json!(0));
    assert!(window.text_of("table").await.contains(zone));
    assert!(window.text_of("table").await.contains("<b onclick=alert(3)>"));
    window.assert_no_errors().await;
    window.close().await;
}

/// Opens the replay of a finished fight from the page of the sandbox.
#[tokio::test]
async fn sandbox_opens_the_replay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.fight");
    write_finished_fight(&file);
    let fight = file.to_str().unwrap();
    let Some(page) = Page::open(Size::Wide, &["--fight", fight]).await else { return };
    page.wait_for_user("Mia").await;
    page.wait_for_message("Export the story").await;
    page.press_button("Watch it again").await;
    page.wait_for_message("Open it").await;
    let before = page.client.windows().await.unwrap();
    page.follow_link("Open it").await;
    let windows = page.client.windows().await.unwrap();
    let opened = windows.into_iter().find(|window| !before.contains(window)).unwrap();
    page.client.switch_to_window(opened).await.unwrap();
    let heading = page.client.wait().for_element(Locator::Css("h1")).await.unwrap();
    assert!(heading.text().await.unwrap().contains("DR12"));
    let controls = page.client.find(Locator::Css(".controls")).await.unwrap();
    assert!(controls.is_displayed().await.unwrap());
    page.close().await;
}

fn write_finished_fight(file: &Path) {
    let scene = "system dr12\nzones Bridge\npc Mia from adept\nnpc Troll from brute\n\
                 dice d6=6 d6=1\nstart\nGM: /end outcome:won\n";
    std::fs::write(file, scene).unwrap();
}
