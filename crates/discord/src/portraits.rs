//! Loads the portraits that tokens show. People choose the addresses, so nothing is trusted: only
//! HTTPS on its usual port, only public addresses, no redirects, and limits on size and time.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use tokio::task::JoinSet;

use crate::download::{DISCORD_FILE_HOSTS, read_at_most};
use crate::map::portraits::{Portrait, cache_portrait, find_portrait};

/// How long one portrait may take. A message waits for it the first time.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The size limit of a file, in bytes.
const MAX_FILE_BYTES: usize = 2 * 1024 * 1024;
/// The most portraits that one message loads.
const MAX_AT_ONCE: usize = 16;

/// The host of Discord that converts its files to small PNGs, and how it is asked to.
const CONVERTING_HOST: &str = "media.discordapp.net";
const CONVERSION: &str = "format=png&width=128&height=128";

#[derive(Clone)]
pub struct PortraitLoader {
    client: Client,
    source: PortraitSource,
}

/// Where portraits come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortraitSource {
    Internet,
    /// Beside a server that replaces Discord, nothing is loaded from elsewhere.
    Nowhere,
}

impl PortraitLoader {
    /// Creates a loader that asks only public addresses, and follows no redirects.
    ///
    /// # Errors
    /// The HTTP client cannot be built.
    pub fn new(source: PortraitSource) -> Result<Self, reqwest::Error> {
        // A proxy would look names up itself, past the check of addresses.
        let client = Client::builder()
            .timeout(TIMEOUT)
            .redirect(Policy::none())
            .https_only(true)
            .no_proxy()
            .dns_resolver(Arc::new(PublicAddressResolver))
            .build()?;
        Ok(Self { client, source })
    }

    /// Loads the portraits that nobody has tried to load yet into the cache, at most
    /// [`MAX_AT_ONCE`] and all at once. An address that occurs twice counts once. What cannot be
    /// loaded is not tried again, so that pictures do not change by chance.
    pub async fn load_missing(&self, addresses: impl Iterator<Item = &String>) {
        let mut loads = JoinSet::new();
        let mut seen = BTreeSet::new();
        for address in addresses {
            if loads.len() == MAX_AT_ONCE {
                break;
            }
            let is_tried_already = find_portrait(address).is_some();
            if is_tried_already || seen.contains(address) {
                continue;
            }
            seen.insert(address);
            let (loader, address) = (self.clone(), address.clone());
            loads.spawn(async move {
                let portrait = loader.load(&address).await;
                cache_portrait(&address, portrait);
            });
        }
        // Waits for all of them.
        while loads.join_next().await.is_some() {}
    }

    /// Loads a portrait. Returns `None` if the address is not allowed, does not answer in time, or
    /// has no PNG of a sensible size.
    async fn load(&self, address: &str) -> Option<Portrait> {
        let url =
            parse_portrait_url(address).filter(|_| self.source == PortraitSource::Internet)?;
        let log_failure = |error: reqwest::Error| {
            tracing::info!(error = %error.without_url(), "could not download a portrait");
        };
        let response = self.client.get(url).send().await.map_err(log_failure).ok()?;
        if !response.status().is_success() {
            return None;
        }
        let file = read_at_most(response, MAX_FILE_BYTES).await.map_err(log_failure).ok()??;
        // Decoding a large picture takes a while.
        let decoded =
            tokio::task::spawn_blocking(move || Portrait::decode_png_cropped_to_square(&file));
        decoded.await.ok()?.ok()
    }
}

/// Parses the address of a portrait. Returns `None` unless it is HTTPS with a host name, without
/// port and credentials. An address of Discord's files is rewritten so that Discord delivers a
/// small PNG.
fn parse_portrait_url(address: &str) -> Option<Url> {
    let url = parse_https_url_without_port_or_credentials(address)?;
    let is_file_of_discord = url.domain().is_some_and(|host| DISCORD_FILE_HOSTS.contains(&host));
    if is_file_of_discord { to_small_png_url(url) } else { Some(url) }
}

/// Parses an HTTPS address with a host name, without port and credentials. Returns `None` for any
/// other, such as one with an IP address.
fn parse_https_url_without_port_or_credentials(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    let is_allowed = url.scheme() == "https"
        && url.domain().is_some()
        && url.port().is_none()
        && !has_credentials;
    is_allowed.then_some(url)
}

/// Rewrites the address of a file of Discord so that Discord delivers it as a small PNG.
fn to_small_png_url(mut url: Url) -> Option<Url> {
    url.set_host(Some(CONVERTING_HOST)).ok()?;
    let query = url.query().map(|query| format!("{}&", query.trim_end_matches('&')));
    url.set_query(Some(&format!("{}{CONVERSION}", query.unwrap_or_default())));
    Some(url)
}

/// DNS resolver that gives back only public addresses, so that a portrait cannot be loaded from a
/// private network. The connection is made to the address that was checked.
struct PublicAddressResolver;

impl Resolve for PublicAddressResolver {
    /// Looks up the addresses of a name, and leaves out those that are not public. Fails if none is
    /// left.
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|found| is_public(found.ip())).collect();
            if public.is_empty() {
                return Err("the name has no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address belongs to the public internet, by the registries of special
/// addresses (RFC 6890 and its successors).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [first, second, third, _] = address.octets();
            let is_special = matches!(
                (first, second, third),
                (0 | 10 | 127 | 224..=255, ..)
                    | (100, 64..=127, _)
                    | (169, 254, _)
                    | (172, 16..=31, _)
                    | (192, 168, _)
                    | (192, 0, 0 | 2)
                    | (192, 88, 99)
                    | (198, 18..=19, _)
                    | (198, 51, 100)
                    | (203, 0, 113)
            );
            !is_special
        }
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Returns whether an IPv6 address is global unicast, and neither for documentation nor one that
/// leads to an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = (0x2000..0x4000).contains(&first);
    let is_special =
        matches!((first, second), (0x2001, 0..=0x1ff | 0xdb8) | (0x2002, _) | (0x3fff, 0..=0xfff));
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_asked() {
        for address in ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "172.32.0.1", "100.128.0.1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn only_plain_https_addresses_are_asked() {
        let allowed = |address: &str| parse_portrait_url(address).map(String::from);
        let example = "https://example.org/mira.png?size=1";
        assert_eq!(allowed(example).as_deref(), Some(example));
        assert_eq!(
            allowed("https://cdn.discordapp.com/attachments/1/2/a.jpg?ex=1&").as_deref(),
            Some(&*format!("https://media.discordapp.net/attachments/1/2/a.jpg?ex=1&{CONVERSION}"))
        );
        for address in [
            "http://example.org/a.png",
            "https://example.org:8443/a.png",
            "https://user@example.org/a.png",
            "https://127.0.0.1/a.png",
            "https://[::1]/a.png",
            "https://2130706433/a.png",
            "file:///etc/passwd",
            "data:image/png;base64,AAAA",
            "",
        ] {
            assert_eq!(allowed(address), None, "{address}");
        }
    }

    #[tokio::test]
    async fn portrait_that_many_share_is_loaded_once() {
        let loader = PortraitLoader::new(PortraitSource::Nowhere).unwrap();
        let shared = vec!["https://example.org/shared.png".to_string(); MAX_AT_ONCE];
        let own = "https://example.org/own.png".to_string();
        loader.load_missing(shared.iter().chain([&own])).await;
        assert_eq!(find_portrait(&own), Some(None));
    }

    #[tokio::test]
    async fn names_of_this_machine_have_no_public_address() {
        let name = "localhost".parse().unwrap();
        assert!(PublicAddressResolver.resolve(name).await.is_err());
        let loader = PortraitLoader::new(PortraitSource::Internet).unwrap();
        let address = "https://localhost/a.png".to_string();
        loader.load_missing(std::iter::once(&address)).await;
        assert_eq!(find_portrait(&address), Some(None));
    }
}
