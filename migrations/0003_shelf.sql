-- What is kept outside of fights: players' sheets, GMs' templates of fights, servers' kits.

CREATE TABLE sheet (
    -- Never given twice: fights know their combatants' sheets by it.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL,
    system TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is looked for: in lower case.
    name_key TEXT NOT NULL,
    -- The address of a picture.
    portrait TEXT,
    body TEXT NOT NULL,
    -- Another one after every change.
    revision INTEGER NOT NULL,
    UNIQUE (user, name_key),
    UNIQUE (id, revision)
) STRICT;

-- Sheets that open fights have a copy of. As long as a row is here, its sheet cannot change.
CREATE TABLE lent (
    sheet INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    fight INTEGER NOT NULL REFERENCES fight (id),
    FOREIGN KEY (sheet, revision) REFERENCES sheet (id, revision)
) STRICT;
CREATE INDEX lent_by_fight ON lent (fight);

-- What stood in a sheet before the end of a fight was written into it, for taking the end back.
CREATE TABLE returned (
    fight INTEGER NOT NULL REFERENCES fight (id),
    sheet INTEGER NOT NULL REFERENCES sheet (id),
    -- The revisions before the end and after it.
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (fight, sheet)
) STRICT, WITHOUT ROWID;
CREATE INDEX returned_by_sheet ON returned (sheet);

CREATE TABLE template (
    user INTEGER NOT NULL,
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    system TEXT NOT NULL,
    -- A fight before its start.
    state TEXT NOT NULL,
    PRIMARY KEY (user, name_key)
) STRICT, WITHOUT ROWID;

-- What a server has uploaded beside the built-in kit of a system.
CREATE TABLE kit (
    guild INTEGER NOT NULL,
    system TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (guild, system)
) STRICT, WITHOUT ROWID;
