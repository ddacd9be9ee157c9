//! The form of the database, version by version: `migrations/`, named here one by one. They are in
//! the program, so that a new one needs no other file to bring an old database to its form.
//!
//! Each has a form for a file and one for a server, in `migrations/postgres/`. A server's first is
//! what a file had come to when servers came.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, name of the file, SQL. What is released never changes: its checksum is in every
/// database.
type MigrationScript = (i64, &'static str, &'static str);

macro_rules! scripts {
    ($folder:literal $($version:literal $name:literal,)*) => {
        &[$((
            $version,
            $name,
            include_str!(concat!("../../../migrations/", $folder, $name, ".sql")),
        )),*]
    };
}

const SQLITE_SCRIPTS: &[MigrationScript] = scripts![
    ""
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
    15 "0015_growth",
    16 "0016_leaving",
];

const POSTGRES_SCRIPTS: &[MigrationScript] = scripts![
    "postgres/"
    14 "0014_all",
    15 "0015_growth",
    16 "0016_leaving",
];

pub static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| build_migrator(SQLITE_SCRIPTS));

/// Whoever makes these changes is the one that writes (`server.rs`): no other lock is needed.
pub static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut all = build_migrator(POSTGRES_SCRIPTS);
    all.set_locking(false);
    all
});

fn build_migrator(scripts: &[MigrationScript]) -> Migrator {
    let migration = |(version, name, sql): &MigrationScript| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(scripts.iter().map(migration).collect())
}

/// The last change to the form of a database that this version knows.
pub fn newest_version() -> i64 {
    SQLITE_MIGRATIONS.iter().map(|one| one.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named() {
        for (scripts, folder) in
            [(SQLITE_SCRIPTS, "migrations"), (POSTGRES_SCRIPTS, "migrations/postgres")]
        {
            let folder = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
            let names = files.map(|name| name.into_string().unwrap());
            let mut files: Vec<_> = names.filter(|name| name.ends_with(".sql")).collect();
            files.sort();
            let named: Vec<_> = scripts.iter().map(|(_, name, _)| format!("{name}.sql")).collect();
            assert_eq!(files, named);
            for (version, name, _) in scripts {
                assert_eq!(name[..4].parse(), Ok(*version));
            }
        }
    }

    #[test]
    fn every_change_has_a_form_for_both() {
        let versions =
            |scripts: &[MigrationScript]| scripts.iter().map(|(it, ..)| *it).collect::<Vec<_>>();
        let since = versions(SQLITE_SCRIPTS).into_iter().filter(|version| *version >= 14);
        assert_eq!(since.collect::<Vec<_>>(), versions(POSTGRES_SCRIPTS));
    }
}
