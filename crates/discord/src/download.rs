//! Files that users send with a command: short, text, and from Discord's own hosts only.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serenity::all::Attachment;

use engine::core::command::Refusal;

/// The longest file, in bytes.
const MAX_FILE_BYTES: usize = 64 * 1024;

/// Shorter than Discord waits for the rest of an answer, longer than a good connection needs.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(8);

/// Where Discord keeps what users send.
const ATTACHMENT_HOSTS: &[&str] = &["cdn.discordapp.com", "media.discordapp.net"];

/// Fetches what users send.
#[derive(Clone)]
pub struct AttachmentDownloader {
    client: Client,
    /// What stands in for Discord, and keeps files itself.
    test_server: Option<Url>,
}

impl AttachmentDownloader {
    /// From Discord, or from what stands in for it.
    ///
    /// # Errors
    /// There is no client to be had.
    pub fn new(test_server: Option<&str>) -> Result<Self, reqwest::Error> {
        // A redirect could lead anywhere.
        let client =
            Client::builder().timeout(DOWNLOAD_TIMEOUT).redirect(Policy::none()).build()?;
        Ok(Self { client, test_server: test_server.and_then(|address| Url::parse(address).ok()) })
    }

    /// The text of a file.
    ///
    /// # Errors
    /// Why it is not taken.
    pub async fn download_text(&self, file: &Attachment) -> Result<String, Refusal> {
        let too_long = || Refusal::new("file-too-long", "").with("most", MAX_FILE_BYTES / 1024);
        if file.size as usize > MAX_FILE_BYTES {
            return Err(too_long());
        }
        let not_there = || Refusal::new("file-not-there", "");
        let url = Url::parse(&file.url).ok().filter(|url| self.is_trusted(url));
        let url = url.ok_or_else(not_there)?;
        let lost = |error: reqwest::Error| {
            tracing::warn!(error = %error.without_url(), "a file could not be fetched");
            Refusal::new("file-not-there", "")
        };
        let response = self.client.get(url).send().await.map_err(lost)?;
        if !response.status().is_success() {
            return Err(not_there());
        }
        let mut response = response;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(lost)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_FILE_BYTES {
                return Err(too_long());
            }
        }
        let text = String::from_utf8(bytes).map_err(|_| Refusal::new("file-not-text", ""))?;
        Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
    }

    fn is_trusted(&self, url: &Url) -> bool {
        match &self.test_server {
            Some(own) => url.origin() == own.origin(),
            None => {
                let is_host = url.host_str().is_some_and(|host| ATTACHMENT_HOSTS.contains(&host));
                url.scheme() == "https" && url.port().is_none() && is_host
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_discord_is_asked() {
        let check = |own: Option<&str>, url: &str, expected| {
            let files = AttachmentDownloader::new(own).unwrap();
            assert_eq!(files.is_trusted(&Url::parse(url).unwrap()), expected, "{url}");
        };
        check(None, "https://cdn.discordapp.com/attachments/1/2/a.toml?ex=1", true);
        check(None, "https://media.discordapp.net/attachments/1/2/a.toml", true);
        for url in [
            "http://cdn.discordapp.com/a",
            "https://cdn.discordapp.com:8443/a",
            "https://cdn.discordapp.com.evil.example/a",
            "https://cdn.discordapp.com@evil.example/a",
            "http://127.0.0.1:7700/a",
            "file:///etc/passwd",
        ] {
            check(None, url, false);
        }
        check(Some("http://127.0.0.1:7700"), "http://127.0.0.1:7700/attachments/1/2/a", true);
        check(Some("http://127.0.0.1:7700"), "http://127.0.0.1:7701/attachments/1/2/a", false);
        check(Some("http://127.0.0.1:7700"), "https://cdn.discordapp.com/a", false);
    }
}
