//! The log of REST requests, each as one line of JSON: method, path, query, bodies, status and
//! time. It is the format of the traffic checker, which compares requests and responses with
//! Discord's API description.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

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
pub(crate) struct TrafficRecord<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub query: &'a str,
    pub request: Option<&'a Value>,
    pub status: u16,
    pub response: Option<&'a Value>,
    pub received_ms: i64,
}

impl TrafficLog {
    /// Creates the file, and its folder if that is missing.
    pub fn create_file(path: &Path) -> io::Result<TrafficLog> {
        path.parent().map(fs::create_dir_all).transpose()?;
        Ok(TrafficLog::File { file: BufWriter::new(File::create(path)?), error: None })
    }

    /// Appends a request as a line of JSON, unless the log is off. The first error of a file is
    /// kept for later.
    pub fn append(&mut self, record: &TrafficRecord) {
        if matches!(self, TrafficLog::Off) {
            return;
        }
        let line = json!({
            "method": record.method,
            "path": record.path,
            "query": record.query,
            "request_body": record.request,
            "status": record.status,
            "response_body": record.response,
            "ts": record.received_ms as f64 / 1000.0,
        })
        .to_string();
        match self {
            TrafficLog::Memory(lines) => lines.push(line),
            TrafficLog::File { file, error } => {
                // Each line is flushed at once, since the process may be killed.
                let result = writeln!(file, "{line}").and_then(|()| file.flush());
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
