//! The proxies that the environment names: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in
//! capitals or not. reqwest uses them for requests; here they are looked up for error messages and
//! for the gateway. Servers on this machine are reached without them.

use std::error::Error;

use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::http::Uri;
use tower_service::Service as _;

/// The variables that may name a proxy for Discord, whose addresses begin with https:// and wss://.
const VARIABLES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// A proxy of the environment that is used for an address.
pub struct Proxy(Intercept);

impl Proxy {
    /// Finds the proxy for a server's address. `None` if it is reached directly.
    pub fn find(address: &str) -> Option<Self> {
        Self::find_with(&Matcher::from_env(), address)
    }

    /// Returns the proxy for an address, by these settings. This machine is always reached
    /// directly.
    fn find_with(matcher: &Matcher, address: &str) -> Option<Self> {
        if is_on_this_machine(address) {
            return None;
        }
        matcher.intercept(&to_http_uri(address)?).map(Self)
    }

    /// Returns host and port. Whatever else its address has may be a secret.
    pub fn host(&self) -> String {
        let uri = self.0.uri();
        let host = uri.host().unwrap_or_default();
        uri.port_u16().map_or_else(|| host.into(), |port| format!("{host}:{port}"))
    }

    /// Opens a connection through the proxy (the method CONNECT).
    ///
    /// # Errors
    /// The proxy cannot be reached, is none of HTTP, or refuses.
    pub async fn connect(&self, address: &str) -> Result<TcpStream, Box<dyn Error + Send + Sync>> {
        let target = to_http_uri(address).ok_or("the address has another form")?;
        let mut tunnel = Tunnel::new(self.0.uri().clone(), HttpConnector::new());
        if let Some(credentials) = self.0.basic_auth() {
            tunnel = tunnel.with_auth(credentials.clone());
        }
        let stream = tunnel.call(target).await?.into_inner();
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// Returns the address of a server with http:// for ws://, and https:// for wss://. A proxy is
/// looked up by these.
fn to_http_uri(address: &str) -> Option<Uri> {
    let rest = address.strip_prefix("ws");
    rest.map_or_else(|| address.into(), |rest| format!("http{rest}")).parse().ok()
}

/// Returns whether a server runs on this machine, as the sandbox does.
pub fn is_on_this_machine(address: &str) -> bool {
    let uri = to_http_uri(address);
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

/// Says in a clause which proxy is between the bot and a server; empty without one.
pub fn describe_proxy(address: &str) -> String {
    Proxy::find(address)
        .map(|proxy| format!(" through the proxy {}", proxy.host()))
        .unwrap_or_default()
}

/// Checks the proxy that the environment names for connections to a server. Returns a sentence
/// about it, or `None` if the environment names none or the server is on this machine.
///
/// # Errors
/// A sentence about a proxy that cannot be used. It quotes nothing of its address.
pub fn check_proxy_from_env(server_url: &str) -> Option<Result<String, String>> {
    if is_on_this_machine(server_url) {
        return None;
    }
    let is_set = |name: &&&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let variable = VARIABLES.iter().find(is_set)?;
    let value = std::env::var(variable).unwrap_or_default();
    if !is_proxy_address(&value) {
        return Some(Err(format!(
            "{variable} is no address of the form http://HOST:PORT, with USER:PASSWORD@ before \
             HOST if need be; other proxies cannot be used. Its value is not shown, as it may be \
             a secret."
        )));
    }
    Some(Ok(match Proxy::find(server_url) {
        Some(proxy) => {
            format!("requests and the gateway go through {} ({variable})", proxy.host())
        }
        None => format!("{variable} is set, but NO_PROXY takes Discord out of it"),
    }))
}

/// Returns whether a text is the address of a proxy that can be used. Without a scheme it counts
/// as http://.
fn is_proxy_address(text: &str) -> bool {
    let has_scheme = text.contains("://");
    let uri = if has_scheme { text.into() } else { format!("http://{text}") }.parse::<Uri>();
    uri.is_ok_and(|uri| {
        uri.scheme_str() == Some("http") && uri.host().is_some_and(|host| !host.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use app::describe_network_error;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn proxy_is_found_for_servers_elsewhere_and_named_without_its_password() {
        let matcher = Matcher::builder()
            .https("http://bot:hush@proxy.example:3128")
            .no("internal.example")
            .build();
        let find = |address| Proxy::find_with(&matcher, address).map(|proxy| proxy.host());
        let proxy = Some("proxy.example:3128".to_string());
        assert_eq!(find("https://discord.com"), proxy);
        assert_eq!(find("wss://gateway.discord.gg/?v=10"), proxy);
        for direct in ["wss://127.0.0.1:1", "https://localhost:1", "https://[::1]:1"] {
            assert_eq!(find(direct), None, "{direct}");
        }
        assert_eq!(find("https://internal.example"), None);
        assert_eq!(find("ws://discord.com"), None);
    }

    #[test]
    fn only_http_proxies_can_be_used() {
        for good in ["http://proxy:3128", "proxy:3128", "http://bot:hush@10.0.0.1", "bot:hush@p:1"]
        {
            assert!(is_proxy_address(good), "{good}");
        }
        for bad in ["socks5://proxy:1", "https://proxy:1", ":::", "http://", "\"http://proxy:1\""] {
            assert!(!is_proxy_address(bad), "{bad}");
        }
    }

    /// Connects through a proxy that gives this answer. Returns the proxy's request and the error.
    async fn connect_through(answer: &'static str) -> (String, Option<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://bot:hush@{}", listener.local_addr().unwrap());
        let matcher = Matcher::builder().http(address).build();
        let proxy = Proxy::find_with(&matcher, "ws://gateway.example:8080/?v=10").unwrap();
        let serve = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                request.push(stream.read_u8().await.unwrap());
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            String::from_utf8(request).unwrap()
        };
        let (connected, request) =
            tokio::join!(proxy.connect("ws://gateway.example:8080/?v=10"), serve);
        (request, connected.err().map(|error| describe_network_error(&*error)))
    }

    #[tokio::test]
    async fn gateway_is_reached_by_the_method_connect() {
        let (request, error) = connect_through("HTTP/1.1 200 OK\r\n\r\n").await;
        assert!(request.starts_with("CONNECT gateway.example:8080 HTTP/1.1\r\n"), "{request}");
        assert!(request.to_lowercase().contains("proxy-authorization: basic "), "{request}");
        assert_eq!(error, None);
        for (answer, problem) in [
            ("HTTP/1.1 403 Forbidden\r\n\r\n", "the proxy does not let it through"),
            (
                "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
                "the proxy wants a name and a password in its address",
            ),
            ("SSH-2.0-OpenSSH_9.6\r\n\r\n", "the proxy does not let it through"),
        ] {
            assert_eq!(connect_through(answer).await.1.as_deref(), Some(problem), "{answer}");
        }
    }
}
