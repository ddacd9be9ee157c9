//! Explains problems with files in plain sentences, without the operating system's error texts.

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
