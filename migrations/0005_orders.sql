-- What is prepared for a combatant of a fight by whoever plays it. Nobody else sees it.

-- Answers given in advance, in the order in which they are tried.
CREATE TABLE standing_order (
    fight INTEGER NOT NULL REFERENCES fight (id),
    combatant INTEGER NOT NULL,
    place INTEGER NOT NULL,
    given TEXT NOT NULL,
    PRIMARY KEY (fight, combatant, place)
) STRICT, WITHOUT ROWID;

-- Acts for the next turn of their own.
CREATE TABLE plan (
    fight INTEGER NOT NULL REFERENCES fight (id),
    combatant INTEGER NOT NULL,
    planned TEXT NOT NULL,
    PRIMARY KEY (fight, combatant)
) STRICT, WITHOUT ROWID;
