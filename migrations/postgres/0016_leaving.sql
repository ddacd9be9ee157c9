CREATE TABLE leaver (
    "user" BIGINT PRIMARY KEY
);

CREATE TABLE left_server (
    guild BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);

CREATE INDEX journal_by_user ON journal ("user", fight);
