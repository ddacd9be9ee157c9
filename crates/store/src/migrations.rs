//! The migrations of the database schema: the files in `migrations/`, listed here one by one. They
//! are compiled into the program, so it can migrate an old database without further files.
//!
//! Each has a version for SQLite and one for PostgreSQL, in `migrations/postgres/`. PostgreSQL was
//! added at version 14, so its first migration creates the whole schema of that version.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A migration's version, the name of its file, and its SQL. A released migration never changes:
/// its checksum is stored in every database.
type MigrationScript = (i64, &'static str, &'static str);

macro_rules! migration_scripts {
    ($folder:literal $($version:literal $name:literal,)*) => {
        &[$((
            $version,
            $name,
            include_str!(concat!("../../../migrations/", $folder, $name, ".sql")),
        )),*]
    };
}

const SQLITE_SCRIPTS: &[MigrationScript] = migration_scripts![
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
    17 "0017_batches",
    18 "0018_messages_by_place",
];

const POSTGRES_SCRIPTS: &[MigrationScript] = migration_scripts![
    "postgres/"
    14 "0014_all",
    15 "0015_growth",
    16 "0016_leaving",
    17 "0017_batches",
    18 "0018_messages_by_place",
];

pub static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| build_migrator(SQLITE_SCRIPTS));

/// Runs without sqlx's own lock: whoever migrates already holds the writer's lock (`postgres.rs`).
pub static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = build_migrator(POSTGRES_SCRIPTS);
    migrator.set_locking(false);
    migrator
});

fn build_migrator(scripts: &[MigrationScript]) -> Migrator {
    let to_migration = |(version, name, sql): &MigrationScript| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(scripts.iter().map(to_migration).collect())
}

/// Returns the version of the newest migration that this program knows.
pub fn newest_version() -> i64 {
    SQLITE_MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_file_is_listed() {
        for (scripts, folder) in
            [(SQLITE_SCRIPTS, "migrations"), (POSTGRES_SCRIPTS, "migrations/postgres")]
        {
            let folder = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
            let names = files.map(|name| name.into_string().unwrap());
            let mut files: Vec<_> = names.filter(|name| name.ends_with(".sql")).collect();
            files.sort();
            let listed: Vec<_> = scripts.iter().map(|(_, name, _)| format!("{name}.sql")).collect();
            assert_eq!(files, listed);
            for (version, name, _) in scripts {
                assert_eq!(name[..4].parse(), Ok(*version));
            }
        }
    }

    #[test]
    fn every_migration_since_14_exists_for_sqlite_and_postgres() {
        let versions = |scripts: &[MigrationScript]| -> Vec<i64> {
            scripts.iter().map(|(version, ..)| *version).collect()
        };
        let mut sqlite_versions = versions(SQLITE_SCRIPTS);
        sqlite_versions.retain(|version| *version >= 14);
        assert_eq!(sqlite_versions, versions(POSTGRES_SCRIPTS));
    }
}
