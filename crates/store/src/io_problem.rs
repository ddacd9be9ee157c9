//! Explains problems with files and with the network in plain sentences, without the operating
//! system's error texts.

use std::error::Error as StdError;
use std::io::{Error, ErrorKind};

/// Returns a sentence that says what is wrong with a file or folder and what to do. Callers put it
/// after the name of the file and a colon.
pub fn describe_io_error(error: &Error) -> String {
    let problem = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder. Look at the name.",
        ErrorKind::PermissionDenied => {
            "Riposte may not read or write it as the user that it runs as. Its owner can allow it."
        }
        ErrorKind::AlreadyExists => "it is there already. Name one that is not.",
        ErrorKind::IsADirectory => "it is a folder. Name a file.",
        ErrorKind::NotADirectory => "a part of its name is a file and no folder. Look at the name.",
        ErrorKind::InvalidData => "it is no text (UTF-8). Is it the right file?",
        ErrorKind::InvalidInput | ErrorKind::InvalidFilename => {
            "it is no name that a file can have."
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full. Make room.",
        ErrorKind::ReadOnlyFilesystem => "its disk may only be read.",
        _ => "the system does not let it be read or written. Is its disk well?",
    };
    problem.into()
}

/// Parts of the texts of libraries for problems that have no kind, each with a clause for it.
const CLAUSES_BY_TEXT: &[(&str, &str)] = &[
    ("unsupported scheme", "the proxy's address must begin with http://; others are not known"),
    ("proxy authorization required", "the proxy wants a name and a password in its address"),
    ("unsuccessful tunnel", "the proxy does not let it through"),
    ("tunnel error", "the proxy does not let it through"),
    ("received fatal alert", "it refuses the encryption"),
    ("InvalidMessage", "what it sends is not encrypted; look at the port"),
    ("corrupt message", "what it sends is not encrypted; look at the port"),
    ("invalid HTTP version", "what answers there does not speak HTTP"),
    ("invalid status-line", "what answers there does not speak HTTP"),
    ("parse", "what answers there does not speak HTTP"),
    ("connection closed before", "the connection broke off"),
    ("without a base", "its address is not complete; it must begin with https://"),
    ("expected ", "its answer is not understood"),
];

/// Returns a clause that says why a connection to a server failed, or an address cannot be
/// listened at. Addresses and the library's texts around the cause are left out: they may hold a
/// secret.
pub fn describe_network_error(error: &(dyn StdError + 'static)) -> String {
    // The innermost error says what has happened, and the innermost of the system what kind it is.
    let mut root = error;
    let mut kind = root.downcast_ref::<Error>().map(Error::kind);
    while let Some(source) = root.source() {
        root = source;
        if let Some(system_error) = root.downcast_ref::<Error>() {
            kind = Some(system_error.kind());
        }
    }
    let text = root.to_string();
    let problem = match kind {
        Some(ErrorKind::ConnectionRefused) => "nothing listens at that address and port",
        Some(ErrorKind::TimedOut) => "it did not answer in time",
        Some(
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected
            | ErrorKind::UnexpectedEof,
        ) => "the connection broke off",
        Some(
            ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown,
        ) => "this machine has no way to it through the network",
        Some(ErrorKind::AddrInUse) => "another program has that port already",
        Some(ErrorKind::AddrNotAvailable) => "this machine does not have that address",
        Some(ErrorKind::PermissionDenied) => "this machine does not let Riposte use that address",
        Some(ErrorKind::NotFound) => "there is no socket of that name",
        // These have no kind of their own.
        _ if text.contains("failed to lookup address") => {
            "its name is not known here; look at how it is written, and at the network"
        }
        _ if text.contains("timed out") => "it did not answer in time",
        _ if text.contains("certificate") => {
            "its certificate is not accepted; look at the address and at this machine's clock"
        }
        _ => {
            let is_in_text = |(part, _): &&(&str, &str)| text.contains(part);
            let known = CLAUSES_BY_TEXT.iter().find(is_in_text);
            known.map_or("the connection does not come about", |(_, clause)| clause)
        }
    };
    problem.into()
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// An error around another one, as HTTP clients and database drivers have them.
    #[derive(Debug, thiserror::Error)]
    #[error("error sending request for https://bot:secret@example.org")]
    struct RequestError(#[source] Error);

    #[test]
    fn network_errors_are_clauses_without_texts_of_the_system() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let in_use = TcpListener::bind(address).unwrap_err();
        assert_eq!(describe_network_error(&in_use), "another program has that port already");
        drop(listener);
        let refused = TcpStream::connect(address).unwrap_err();
        assert!(refused.to_string().contains("os error"), "{refused}");
        let refused = describe_network_error(&RequestError(refused));
        assert_eq!(refused, "nothing listens at that address and port");
        // Every error number of the system, whether it has a kind or not.
        for number in 1..134 {
            let text = describe_network_error(&RequestError(Error::from_raw_os_error(number)));
            let is_clause = !text.is_empty() && !text.ends_with('.');
            assert!(is_clause && !text.contains("os error") && !text.contains("secret"), "{text}");
        }
    }
}
