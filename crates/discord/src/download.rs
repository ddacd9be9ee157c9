//! Downloads files that users attach to a command: short text files, from Discord's hosts only.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use serenity::all::Attachment;

use super::http_client::{DISCORD_URL, client_builder};
use engine::core::command::Refusal;

/// The size limit, in bytes.
const MAX_FILE_BYTES: usize = 64 * 1024;

/// Well below the time that Discord waits for a deferred answer, yet enough for a good connection.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(8);

/// The hosts from which Discord serves the files of users.
pub(super) const DISCORD_FILE_HOSTS: &[&str] = &["cdn.discordapp.com", "media.discordapp.net"];

/// Reads the body of a response. Returns `None` for a body of more than `max_bytes`.
///
/// # Errors
/// The connection fails.
pub(super) async fn read_at_most(
    mut response: Response,
    max_bytes: usize,
) -> Result<Option<Vec<u8>>, reqwest::Error> {
    if response.content_length().is_some_and(|length| length > max_bytes as u64) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > max_bytes {
            return Ok(None);
        }
    }
    Ok(Some(bytes))
}

/// Downloads attachments.
#[derive(Clone)]
pub struct AttachmentDownloader {
    client: Client,
    /// A server that replaces Discord, and serves attachments itself.
    test_server: Option<Url>,
}

impl AttachmentDownloader {
    /// Creates a downloader for Discord, or for the server that replaces it.
    ///
    /// # Errors
    /// The HTTP client cannot be built.
    pub fn new(test_server: Option<&str>) -> Result<Self, reqwest::Error> {
        // A redirect could lead anywhere.
        let server = test_server.unwrap_or(DISCORD_URL);
        let client = client_builder(server).timeout(DOWNLOAD_TIMEOUT).redirect(Policy::none());
        let client = client.build()?;
        Ok(Self { client, test_server: test_server.and_then(|address| Url::parse(address).ok()) })
    }

    /// Downloads a text file, and removes a byte order mark at its start.
    ///
    /// # Errors
    /// The file is too long, is not on a trusted host, cannot be downloaded, or is not UTF-8.
    pub async fn download_text(&self, file: &Attachment) -> Result<String, Refusal> {
        let too_long = || Refusal::new("file-too-long", "").with("most", MAX_FILE_BYTES / 1024);
        if file.size as usize > MAX_FILE_BYTES {
            return Err(too_long());
        }
        let unavailable = || Refusal::new("file-not-there", "");
        let url = Url::parse(&file.url).ok().filter(|url| self.is_on_trusted_host(url));
        let url = url.ok_or_else(unavailable)?;
        let log_failure = |error: reqwest::Error| {
            tracing::warn!(error = %error.without_url(), "could not download a file");
            Refusal::new("file-not-there", "")
        };
        let response = self.client.get(url).send().await.map_err(log_failure)?;
        if !response.status().is_success() {
            return Err(unavailable());
        }
        let bytes = read_at_most(response, MAX_FILE_BYTES).await.map_err(log_failure)?;
        let bytes = bytes.ok_or_else(too_long)?;
        let text = String::from_utf8(bytes).map_err(|_| Refusal::new("file-not-text", ""))?;
        Ok(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text))
    }

    /// Returns whether a file is on one of Discord's hosts, over HTTPS and the usual port. With a
    /// test server, only its own files are trusted.
    fn is_on_trusted_host(&self, url: &Url) -> bool {
        match &self.test_server {
            Some(server) => url.origin() == server.origin(),
            None => {
                let is_host = url.host_str().is_some_and(|host| DISCORD_FILE_HOSTS.contains(&host));
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
            assert_eq!(files.is_on_trusted_host(&Url::parse(url).unwrap()), expected, "{url}");
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
