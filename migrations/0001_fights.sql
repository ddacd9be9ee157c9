-- Fights, what happened in them, who is waited for, and what is still to be told.
-- Times are milliseconds since 1970. Users, channels and messages are the chat service's numbers.

-- How a fight stands is the state of its last journal row.
CREATE TABLE fight (
    id INTEGER PRIMARY KEY,
    system TEXT NOT NULL,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    gm INTEGER NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    -- The clocks stand still, and nobody may act.
    is_paused INTEGER NOT NULL CHECK (is_paused IN (0, 1)),
    -- The GM gets what the channel is not told of players' acts.
    is_gm_told INTEGER NOT NULL CHECK (is_gm_told IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX fight_open_here ON fight (channel) WHERE is_open = 1;
CREATE INDEX fight_by_channel ON fight (channel, id);

-- Who is in which open fight, the GM included: for direct messages.
CREATE TABLE participant (
    user INTEGER NOT NULL,
    fight INTEGER NOT NULL REFERENCES fight (id),
    -- The fight their direct messages are about.
    is_chosen INTEGER NOT NULL DEFAULT 0 CHECK (is_chosen IN (0, 1)),
    PRIMARY KEY (user, fight)
) STRICT, WITHOUT ROWID;
CREATE INDEX participant_by_fight ON participant (fight);

-- One row for each input. Never changed, never removed.
CREATE TABLE journal (
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- Null: the clock.
    user INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('opened', 'played', 'aside', 'undone', 'redone')),
    -- For what was undone or redone: the row whose state holds again.
    back_to INTEGER,
    said TEXT NOT NULL,
    tape TEXT NOT NULL,
    notes TEXT NOT NULL,
    state TEXT NOT NULL,
    input_key INTEGER,
    PRIMARY KEY (fight, revision)
) STRICT;
CREATE UNIQUE INDEX journal_by_key ON journal (input_key) WHERE input_key IS NOT NULL;

-- A question: the revision that opened it, and its place among those opened with it.
CREATE TABLE prompt (
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL,
    asked TEXT NOT NULL,
    -- How it was closed, and by which revision; null while it is open.
    outcome TEXT,
    closed INTEGER,
    PRIMARY KEY (fight, revision, place),
    CHECK ((outcome IS NULL) = (closed IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_open ON prompt (fight) WHERE closed IS NULL;
CREATE INDEX prompt_closed ON prompt (fight, closed) WHERE closed IS NOT NULL;

-- A time of waiting for somebody to act: the revision that began it.
CREATE TABLE turn (
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    waited TEXT NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    PRIMARY KEY (fight, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_running ON turn (fight) WHERE is_over = 0;

-- The clock of a prompt, or (place -1) of a turn. It runs until `due`, or stands with so much left.
CREATE TABLE timer (
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL,
    due INTEGER,
    millis_left INTEGER,
    PRIMARY KEY (fight, revision, place),
    CHECK ((due IS NULL) <> (millis_left IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX timer_due ON timer (due) WHERE due IS NOT NULL;

-- The outbox: what is still to be told. A row goes when it has arrived; what never will stays,
-- with the failure.
CREATE TABLE post (
    id INTEGER PRIMARY KEY,
    fight INTEGER NOT NULL REFERENCES fight (id),
    -- Whom to tell; posts of one audience go out in order.
    audience TEXT NOT NULL,
    -- The message it sends or edits, where that is more than a passing word.
    subject TEXT,
    letter TEXT NOT NULL,
    -- The revision of the fight it tells of, and its place among the posts of that revision.
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    failure TEXT
) STRICT;
CREATE INDEX post_waiting ON post (audience, id) WHERE failure IS NULL;
CREATE INDEX post_failed ON post (fight, audience) WHERE failure IS NOT NULL;
CREATE UNIQUE INDEX post_summary ON post (fight) WHERE subject = 'summary' AND failure IS NULL;

-- Where the messages are that are edited later.
CREATE TABLE message (
    fight INTEGER NOT NULL REFERENCES fight (id),
    subject TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (fight, subject)
) STRICT, WITHOUT ROWID;
