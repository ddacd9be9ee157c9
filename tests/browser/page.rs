//! A browser window at a sandbox, and what one does there. Everything waits for what must come.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take, in real time.
const SOON: Duration = Duration::from_secs(20);
/// How often the page is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How many ports the driver may try.
const MOST_PORTS: usize = 5;

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];
const DRIVERS: &[&str] = &["chromedriver", "chromium.chromedriver"];

#[derive(Clone, Copy, PartialEq)]
pub enum Size {
    Wide,
    Phone,
}

/// Ends a program that was started.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub struct Page {
    pub client: Client,
    size: Size,
    _driver: Running,
    _sandbox: Running,
    folder: TempDir,
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|file| file.is_file())
}

/// Starts a program and waits for the line that has `mark` in it: what follows the mark. None if it
/// ends without one.
fn start(command: &mut Command, mark: &str) -> Option<(Running, String)> {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let out = child.stdout.take().expect("its output is piped");
    let running = Running(child);
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let found = lines.find_map(|line| Some(line.split_once(mark)?.1.to_string()));
    // What it says later is read and dropped, so that it can go on saying it.
    std::thread::spawn(move || lines.count());
    Some((running, found?))
}

fn capabilities(browser: &std::path::Path, size: Size) -> serde_json::Map<String, Value> {
    let is_phone = size == Size::Phone;
    let (width, height) = if is_phone { (390, 844) } else { (1280, 800) };
    let capabilities = json!({
        "goog:chromeOptions": {
            "binary": browser,
            // In a container there is neither a sandbox for root nor much shared memory.
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
            "mobileEmulation": {"deviceMetrics": {
                "width": width, "height": height, "pixelRatio": 1,
                "mobile": is_phone, "touch": is_phone,
            }},
        },
    });
    capabilities.as_object().cloned().unwrap_or_default()
}

impl Page {
    /// A sandbox with a seed, and a browser at it; none, with a word, where there is no browser.
    pub async fn open(size: Size, arguments: &[&str]) -> Option<Page> {
        let (Some(browser), Some(driver)) = (find(BROWSERS), find(DRIVERS)) else {
            eprintln!("skipped: there is no Chromium with its driver here");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut sandbox = Command::new(env!("CARGO_BIN_EXE_riposte"));
        sandbox.args(["sandbox", "--port", "0", "--seed", "1"]).args(arguments);
        let stack = std::env::var("RUST_MIN_STACK").map(|size| ("RUST_MIN_STACK", size));
        sandbox.env_clear().envs(stack).env("RIPOSTE_LOG", "warn").current_dir(folder.path());
        let (sandbox, url) = start(&mut sandbox, "is open at ").expect("a sandbox");
        // The driver is given a port for one address and takes it for another one too. Where that
        // is somebody else's, it ends.
        let drive =
            |_| start(Command::new(&driver).arg("--port=0"), "started successfully on port ");
        let (driver, port) = (0..MOST_PORTS).find_map(drive).expect("a driver with a port");
        let port = port.trim_end_matches('.');
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(&browser, size));
        let client = builder.connect(&format!("http://127.0.0.1:{port}")).await.unwrap();
        client.goto(&url).await.unwrap();
        Some(Page { client, size, _driver: driver, _sandbox: sandbox, folder })
    }

    /// The console said nothing of errors.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }

    // What is seen.

    async fn text(&self, of: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let text = self.client.execute(script, vec![json!(of)]).await.unwrap();
        let text = text.as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    async fn waits(&self, of: &str, what: &str, is_so: impl Fn(&str) -> bool) {
        let until = Instant::now() + SOON;
        loop {
            let text = self.text(of).await;
            if is_so(&text) {
                return;
            }
            assert!(Instant::now() < until, "expected in {of}: {what}\nfound: {text}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits for a text anywhere on the page.
    pub async fn sees(&self, text: &str) {
        self.waits("body", text, |found| found.contains(text)).await;
    }

    /// Waits for a text among the messages.
    pub async fn reads(&self, text: &str) {
        self.waits("#messages", text, |found| found.contains(text)).await;
    }

    /// A text is not among the messages. Wait first for something that comes later.
    pub async fn does_not_read(&self, text: &str) {
        let found = self.text("#messages").await;
        assert!(!found.contains(text), "not expected: {text}\nfound: {found}");
    }

    pub async fn is_user(&self, name: &str) {
        self.waits(".chip:has(:checked)", name, |found| found.contains(name)).await;
        // The messages are theirs as well.
        let script = "return document.querySelector('#messages').dataset.place.split(' ')[0] \
                      === document.querySelector('.chip :checked').value";
        let until = Instant::now() + SOON;
        while self.client.execute(script, Vec::new()).await.unwrap() != json!(true) {
            assert!(Instant::now() < until, "the messages are not those of {name}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    pub async fn is_offered(&self, name: &str) {
        self.waits("#offers", name, |found| found.contains(name)).await;
    }

    pub async fn line_is(&self, text: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        let found = line.prop("value").await.unwrap();
        assert_eq!(found.as_deref(), Some(text));
    }

    // What is done.

    /// Clicks, or touches, what is found by an XPath. It may be drawn anew meanwhile.
    async fn click(&self, path: &str) {
        let until = Instant::now() + SOON;
        loop {
            let clicked = match self.client.find(Locator::XPath(path)).await {
                Ok(found) => found.click().await,
                Err(absent) => Err(absent),
            };
            let Err(why) = clicked else { return };
            assert!(Instant::now() < until, "{path} cannot be clicked: {why}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Clicks the last button of that name among the messages. Its odds may come after it.
    pub async fn press(&self, name: &str) {
        let label = "normalize-space()";
        let is_it = format!("{label}='{name}' or starts-with({label}, '{name} ·')");
        let of_name = format!("//ol[@id='messages']//button[{is_it}]");
        self.click(&format!("({of_name})[last()]")).await;
    }

    /// Opens the last menu of that name and chooses.
    pub async fn choose(&self, menu: &str, option: &str) {
        let inside =
            format!("//button[@aria-haspopup and starts-with(normalize-space(), '{menu}')]");
        self.click(&format!("(//ol[@id='messages']{inside})[last()]")).await;
        let inside = "//div[@class='options' and not(@hidden)]";
        // What describes it comes after its label.
        let is_it = format!("starts-with(normalize-space(), '{option}')");
        self.click(&format!("({inside}//button[{is_it}])[1]")).await;
    }

    pub async fn become_user(&self, name: &str) {
        self.click(&format!("//label[contains(@class, 'chip')][contains(., '{name}')]")).await;
        self.is_user(name).await;
    }

    async fn open_side(&self) {
        if self.size == Size::Phone {
            self.click("//button[@id='open-side']").await;
        }
    }

    /// Opens a channel, or the direct messages.
    pub async fn go_to(&self, channel: &str) {
        self.open_side().await;
        self.click(&format!("//nav//li/button[contains(., '{channel}')]")).await;
        self.waits("#title", channel, |found| found.contains(channel)).await;
    }

    /// Moves the clock.
    pub async fn wind(&self, name: &str) {
        self.open_side().await;
        self.click(&format!("//section[@id='clock']//button[.='{name}']")).await;
        self.waits("#wound", "Moved on", |found| found.contains("Moved on")).await;
        if self.size == Size::Phone {
            self.click("//button[@id='close-side']").await;
        }
    }

    /// Adds a person or a place by its form.
    pub async fn add(&self, button: &str, name: &str) {
        self.click(&format!("//button[@id='{button}']")).await;
        self.client.active_element().await.unwrap().send_keys(name).await.unwrap();
        self.click("//button[@id='submit']").await;
    }

    /// Fills a field of the form that is open, and submits it.
    pub async fn fill(&self, field: &str, text: &str) {
        let path = format!("//div[@id='inputs']//*[@name='{field}']");
        self.click(&path).await;
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
        self.click("//button[@id='submit']").await;
    }

    /// Follows a link to another page.
    pub async fn follow(&self, link: &str) {
        self.client.find(Locator::LinkText(link)).await.unwrap().click().await.unwrap();
    }

    /// Gives a file of this name and text to the field for one.
    pub async fn give_file(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let field = self.client.find(Locator::Css("input[type=file]")).await.unwrap();
        field.send_keys(&file.display().to_string()).await.unwrap();
    }

    pub async fn type_keys(&self, text: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        line.send_keys(text).await.unwrap();
    }

    /// Takes what is offered first.
    pub async fn tab(&self) {
        self.type_keys(&Key::Tab.to_string()).await;
    }

    pub async fn enter(&self) {
        self.type_keys(&Key::Return.to_string()).await;
    }
}
