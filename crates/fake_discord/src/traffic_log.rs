//! The log of REST requests, each as one line of JSON: method, path, query, bodies, status and
//! time. It is the format of the traffic checker, which compares requests and responses with
//! Discord's API description.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::{Serialize, Serializer};
use serde_json::Value;

/// The hashes of the lists of commands that this process has written to files.
static WRITTEN_COMMAND_LISTS: LazyLock<Mutex<HashSet<u64>>> = LazyLock::new(Mutex::default);

/// Where requests are logged.
pub(crate) enum TrafficLog {
    Memory(Vec<String>),
    /// `error` is the first error in writing the file.
    File {
        file: BufWriter<File>,
        error: Option<io::Error>,
    },
    Off,
}

/// A request and its response.
#[derive(Serialize)]
pub(crate) struct TrafficRecord<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub query: &'a str,
    #[serde(rename = "request_body")]
    pub request: Option<&'a Value>,
    pub status: u16,
    #[serde(rename = "response_body")]
    pub response: Option<&'a Value>,
    #[serde(rename = "ts", serialize_with = "serialize_ms_as_secs")]
    pub received_ms: i64,
}

fn serialize_ms_as_secs<S: Serializer>(time_ms: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*time_ms as f64 / 1000.0)
}

impl TrafficRecord<'_> {
    /// Returns whether the request registered commands.
    fn is_command_list(&self) -> bool {
        self.method == "PUT" && self.path.ends_with("/commands") && self.status == 200
    }

    /// Returns whether this is the first time that this process registers these commands, globally
    /// or for a guild.
    fn remember_command_list(&self) -> bool {
        let mut hasher = DefaultHasher::new();
        self.path.contains("/guilds/").hash(&mut hasher);
        self.request.hash(&mut hasher);
        let mut written = WRITTEN_COMMAND_LISTS.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(hasher.finish())
    }
}

impl TrafficLog {
    /// Creates the file, and its folder if that is missing.
    pub fn create_file(path: &Path) -> io::Result<TrafficLog> {
        path.parent().map(fs::create_dir_all).transpose()?;
        Ok(TrafficLog::File { file: BufWriter::new(File::create(path)?), error: None })
    }

    /// Appends a request as a line of JSON, unless the log is off. The first error of a file is
    /// kept for later.
    ///
    /// Every fight registers the same commands, which are 20 times longer than all else that it
    /// sends. So files contain each list of commands only once in a process.
    pub fn append(&mut self, record: &TrafficRecord) {
        let repeats_command_list = || record.is_command_list() && !record.remember_command_list();
        match self {
            // JSON and text can always be written as JSON.
            TrafficLog::Memory(lines) => lines.extend(serde_json::to_string(record)),
            TrafficLog::File { .. } if repeats_command_list() => {}
            TrafficLog::File { file, error } => {
                // Each line is flushed at once, since the process may be killed.
                let result = serde_json::to_writer(&mut *file, record)
                    .map_err(io::Error::from)
                    .and_then(|()| writeln!(file))
                    .and_then(|()| file.flush());
                if let Err(write_error) = result {
                    error.get_or_insert(write_error);
                }
            }
            TrafficLog::Off => {}
        }
    }

    /// Returns the lines that are kept in memory.
    pub fn lines_in_memory(&self) -> Vec<String> {
        match self {
            TrafficLog::Memory(lines) => lines.clone(),
            TrafficLog::File { .. } | TrafficLog::Off => Vec::new(),
        }
    }

    /// Returns the error that writing the file met, once.
    pub fn take_error(&mut self) -> Option<io::Error> {
        match self {
            TrafficLog::File { error, .. } => error.take(),
            TrafficLog::Memory(_) | TrafficLog::Off => None,
        }
    }
}
