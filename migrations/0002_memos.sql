-- What the program must remember about itself from one start to the next, by name.
CREATE TABLE memo (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
