-- Answers that count once the wait is over that hides whether anybody is asked.
CREATE TABLE kept_answer (
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (fight, revision, place)
) STRICT, WITHOUT ROWID;
