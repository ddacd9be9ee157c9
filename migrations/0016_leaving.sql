-- Who is being forgotten: it is taken up again where it was broken off.
CREATE TABLE leaver (
    user INTEGER PRIMARY KEY
) STRICT;

-- Servers that have removed the bot, and since when: they are forgotten after a while.
CREATE TABLE left_server (
    guild INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

-- The fights in which somebody has said something.
CREATE INDEX journal_by_user ON journal (user, fight);
