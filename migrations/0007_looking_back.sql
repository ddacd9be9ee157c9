-- The dice that fell in each input, and those that are ahead after it: the dice of acts that were
-- taken back, which fall again before any new ones do.
ALTER TABLE journal ADD COLUMN dice TEXT NOT NULL DEFAULT '{}';

-- The last row of a fight's journal that somebody has looked at.
CREATE TABLE seen (
    user INTEGER NOT NULL,
    fight INTEGER NOT NULL REFERENCES fight (id),
    revision INTEGER NOT NULL,
    PRIMARY KEY (user, fight)
) STRICT, WITHOUT ROWID;
