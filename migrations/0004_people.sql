-- Who helps in a fight and who is away, the clocks of nudges, and what is known of people.

-- Co-GMs, stand-ins, and what is done for the absent.
ALTER TABLE fight ADD COLUMN people TEXT NOT NULL DEFAULT '{}';

-- A clock. It runs until `due`, or stands with so much left.
CREATE TABLE clock (
    fight INTEGER NOT NULL REFERENCES fight (id),
    -- The limit of a question or (place -1) a turn; the next nudge to whom that waits for; the
    -- return of somebody who is away or the end of standing in (revision and place 0).
    kind TEXT NOT NULL CHECK (kind IN ('limit', 'nudge', 'people')),
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL,
    due INTEGER,
    millis_left INTEGER,
    PRIMARY KEY (fight, kind, revision, place),
    CHECK ((due IS NULL) <> (millis_left IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO clock SELECT fight, 'limit', revision, place, due, millis_left FROM timer;
DROP TABLE timer;
ALTER TABLE clock RENAME TO timer;
CREATE INDEX timer_due ON timer (due) WHERE due IS NOT NULL;

-- What somebody has said about their time, for all fights.
CREATE TABLE person (
    user INTEGER PRIMARY KEY,
    -- The name of a time zone; null: UTC.
    zone TEXT,
    -- Quiet hours, in minutes since midnight there; both or neither. They may go over midnight.
    quiet_from INTEGER,
    quiet_to INTEGER,
    away_until INTEGER,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT;
