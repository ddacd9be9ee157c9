-- When somebody was last there in a fight, and the last row of its journal then: to the hour, since
-- what they do is in the journal.
CREATE TABLE here (
    user INTEGER NOT NULL,
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user, fight)
) STRICT, WITHOUT ROWID;
