//! A browser window on the page of a sandbox. All checks wait until the page shows what they
//! expect.

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
const TIMEOUT: Duration = Duration::from_secs(20);
/// How often the page is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How often the driver may be started, each time with another port.
const MAX_PORT_ATTEMPTS: usize = 5;

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];
const DRIVERS: &[&str] = &["chromedriver", "chromium.chromedriver"];

#[derive(Clone, Copy, PartialEq)]
pub enum Size {
    Wide,
    Phone,
}

/// A program that was started, which is killed when this is dropped.
struct ChildProcess(Child);

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The page in a browser, with the sandbox that serves it.
pub struct Page {
    pub client: Client,
    size: Size,
    _browser: Browser,
    _sandbox: ChildProcess,
    folder: TempDir,
}

fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|file| file.is_file())
}

/// Starts a program, waits for a line of its output that has `mark` in it, and returns what follows
/// the mark. Returns `None` if the program ends before that.
fn start_program(command: &mut Command, mark: &str) -> Option<(ChildProcess, String)> {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let out = child.stdout.take().expect("its output is piped");
    let running = ChildProcess(child);
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let found = lines.find_map(|line| Some(line.split_once(mark)?.1.to_string()));
    // Later output must be read, or the program would block.
    std::thread::spawn(move || lines.count());
    Some((running, found?))
}

/// A browser of some size with its driver, which ends when this is dropped.
pub struct Browser {
    pub client: Client,
    /// The address of the driver.
    pub driver_url: String,
    _driver: ChildProcess,
}

impl Browser {
    /// Starts a browser. Prints that it is skipped and returns `None` if there is none.
    pub async fn start(size: Size) -> Option<Self> {
        let (Some(browser), Some(driver)) = (find_program(BROWSERS), find_program(DRIVERS)) else {
            eprintln!("skipped: there is no Chromium with its driver here");
            return None;
        };
        // The driver takes a free port of one address and then binds another address to it as well.
        // It ends if that is in use.
        let start_driver = |_| {
            start_program(Command::new(&driver).arg("--port=0"), "started successfully on port ")
        };
        let (driver, port) =
            (0..MAX_PORT_ATTEMPTS).find_map(start_driver).expect("a driver with a port");
        let driver_url = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(browser_capabilities(&browser, size));
        let client = builder.connect(&driver_url).await.unwrap();
        Some(Self { client, driver_url, _driver: driver })
    }
}

fn browser_capabilities(browser: &std::path::Path, size: Size) -> serde_json::Map<String, Value> {
    let is_phone = size == Size::Phone;
    let (width, height) = if is_phone { (390, 844) } else { (1280, 800) };
    let capabilities = json!({
        "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
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
    /// Starts a sandbox with a fixed seed and opens it in a browser. Prints that it is skipped and
    /// returns `None` if there is no browser.
    pub async fn open(size: Size, arguments: &[&str]) -> Option<Page> {
        let browser = Browser::start(size).await?;
        let folder = tempfile::tempdir().unwrap();
        let mut sandbox = Command::new(env!("CARGO_BIN_EXE_riposte"));
        sandbox.args(["sandbox", "--port", "0", "--seed", "1"]).args(arguments);
        let stack = std::env::var("RUST_MIN_STACK").map(|size| ("RUST_MIN_STACK", size));
        sandbox.env_clear().envs(stack).env("RIPOSTE_LOG", "warn").current_dir(folder.path());
        let (sandbox, url) = start_program(&mut sandbox, "is open at ").expect("a sandbox");
        browser.client.goto(&url).await.unwrap();
        let client = browser.client.clone();
        Some(Page { client, size, _browser: browser, _sandbox: sandbox, folder })
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }

    // Reading the page.

    async fn visible_text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let text = self.client.execute(script, vec![json!(selector)]).await.unwrap();
        let text = text.as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Waits until the text of an element is as expected.
    async fn wait_until(&self, selector: &str, expected: &str, is_met: impl Fn(&str) -> bool) {
        let until = Instant::now() + TIMEOUT;
        loop {
            let text = self.visible_text(selector).await;
            if is_met(&text) {
                return;
            }
            assert!(Instant::now() < until, "expected in {selector}: {expected}\nfound: {text}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits for a text anywhere on the page.
    pub async fn wait_for_text(&self, text: &str) {
        self.wait_until("body", text, |found| found.contains(text)).await;
    }

    /// Waits for a text among the messages.
    pub async fn wait_for_message(&self, text: &str) {
        self.wait_until("#messages", text, |found| found.contains(text)).await;
    }

    /// Panics if a text is among the messages. Wait first for something that comes later.
    pub async fn assert_no_message(&self, text: &str) {
        let found = self.visible_text("#messages").await;
        assert!(!found.contains(text), "not expected: {text}\nfound: {found}");
    }

    /// Waits until the page is shown as this user.
    pub async fn wait_for_user(&self, name: &str) {
        self.wait_until(".chip:has(:checked)", name, |found| found.contains(name)).await;
        // The list of messages must have switched to this user as well.
        let script = "return document.querySelector('#messages').dataset.place.split(' ')[0] \
                      === document.querySelector('.chip :checked').value";
        let until = Instant::now() + TIMEOUT;
        while self.client.execute(script, Vec::new()).await.unwrap() != json!(true) {
            assert!(Instant::now() < until, "the messages are not those of {name}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits for a suggestion.
    pub async fn wait_for_suggestion(&self, name: &str) {
        self.wait_until("#offers", name, |found| found.contains(name)).await;
    }

    /// Panics unless the command line has this text.
    pub async fn assert_command_line(&self, text: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        let found = line.prop("value").await.unwrap();
        assert_eq!(found.as_deref(), Some(text));
    }

    // Acting on the page.

    /// Clicks the element at an XPath, and tries again if the page replaces it meanwhile.
    async fn click(&self, path: &str) {
        let until = Instant::now() + TIMEOUT;
        loop {
            let clicked = match self.client.find(Locator::XPath(path)).await {
                Ok(found) => found.click().await,
                Err(error) => Err(error),
            };
            let Err(error) = clicked else { return };
            assert!(Instant::now() < until, "{path} cannot be clicked: {error}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Clicks the last button of that name among the messages. The odds may follow the name.
    pub async fn press_button(&self, name: &str) {
        let label = "normalize-space()";
        let matches_name = format!("{label}='{name}' or starts-with({label}, '{name} ·')");
        let of_name = format!("//ol[@id='messages']//button[{matches_name}]");
        self.click(&format!("({of_name})[last()]")).await;
    }

    /// Opens the last menu of that name.
    pub async fn open_menu(&self, menu: &str) {
        let inside =
            format!("//button[@aria-haspopup and starts-with(normalize-space(), '{menu}')]");
        self.click(&format!("(//ol[@id='messages']{inside})[last()]")).await;
    }

    /// Opens the last menu of that name and chooses an option.
    pub async fn choose_in_menu(&self, menu: &str, option: &str) {
        self.open_menu(menu).await;
        let inside = "//div[@class='options' and not(@hidden)]";
        // The description follows the label.
        let matches_name = format!("starts-with(normalize-space(), '{option}')");
        self.click(&format!("({inside}//button[{matches_name}])[1]")).await;
    }

    /// Switches to another user.
    pub async fn switch_user(&self, name: &str) {
        self.click(&format!("//label[contains(@class, 'chip')][contains(., '{name}')]")).await;
        self.wait_for_user(name).await;
    }

    async fn open_sidebar(&self) {
        if self.size == Size::Phone {
            self.click("//button[@id='open-side']").await;
        }
    }

    /// Opens a channel, or the direct messages.
    pub async fn open_channel(&self, channel: &str) {
        self.open_sidebar().await;
        self.click(&format!("//nav//li/button[contains(., '{channel}')]")).await;
        self.wait_until("#title", channel, |found| found.contains(channel)).await;
    }

    /// Moves the clock by the button of that name.
    pub async fn move_clock(&self, name: &str) {
        self.open_sidebar().await;
        self.click(&format!("//section[@id='clock']//button[.='{name}']")).await;
        self.wait_until("#wound", "Moved on", |found| found.contains("Moved on")).await;
        if self.size == Size::Phone {
            self.click("//button[@id='close-side']").await;
        }
    }

    /// Adds a user, channel or thread by its form.
    pub async fn add_by_form(&self, button: &str, name: &str) {
        self.click(&format!("//button[@id='{button}']")).await;
        self.client.active_element().await.unwrap().send_keys(name).await.unwrap();
        self.click("//button[@id='submit']").await;
    }

    /// Fills a field of the form that is open, and submits it.
    pub async fn fill_form(&self, field: &str, text: &str) {
        let path = format!("//div[@id='inputs']//*[@name='{field}']");
        self.click(&path).await;
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
        self.click("//button[@id='submit']").await;
    }

    /// Hides the steps for newcomers.
    pub async fn hide_hints(&self) {
        self.click("//button[.='Hide']").await;
    }

    /// Follows a link to another page.
    pub async fn follow_link(&self, link: &str) {
        self.client.find(Locator::LinkText(link)).await.unwrap().click().await.unwrap();
    }

    /// Uploads a file of this name and text.
    pub async fn upload_file(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let field = self.client.find(Locator::Css("input[type=file]")).await.unwrap();
        field.send_keys(&file.display().to_string()).await.unwrap();
    }

    /// Types into the command line.
    pub async fn type_keys(&self, text: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        line.send_keys(text).await.unwrap();
    }

    /// Takes the first suggestion by the tab key.
    pub async fn press_tab(&self) {
        self.type_keys(&Key::Tab.to_string()).await;
    }

    pub async fn press_enter(&self) {
        self.type_keys(&Key::Return.to_string()).await;
    }
}
