//! The form of the file, version by version: `migrations/`, named here one by one. They are in the
//! program, so that a new one needs no other file to bring an old file to its form.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};

macro_rules! scripts {
    ($($version:literal $name:literal,)*) => {
        [$(($version, $name, include_str!(concat!("../../migrations/", $name, ".sql")))),*]
    };
}

/// Version, name of the file, SQL. What is released never changes: its checksum is in every file.
const SCRIPTS: [(i64, &str, &str); 13] = scripts![
    1 "0001_fights",
    2 "0002_memos",
    3 "0003_shelf",
    4 "0004_people",
    5 "0005_orders",
    7 "0007_looking_back",
    8 "0008_time_left",
    9 "0009_kept_answers",
    10 "0010_fights_by_gm",
    11 "0011_systems",
    12 "0012_messages_as_they_should_be",
    13 "0013_coming_back",
    14 "0014_seals",
];

pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(SCRIPTS.map(migration).into())
});

/// The last change to the form of the file that this version knows.
pub fn newest() -> i64 {
    MIGRATIONS.iter().map(|one| one.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let mut files: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
        files.sort();
        assert_eq!(files, SCRIPTS.map(|(_, name, _)| format!("{name}.sql")));
        for (version, name, _) in SCRIPTS {
            assert_eq!(name[..4].parse(), Ok(version));
        }
    }
}
