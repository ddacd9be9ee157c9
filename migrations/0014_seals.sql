-- The secrets that the dice of a fight follow from. Those of earlier fights follow from none.
ALTER TABLE fight ADD COLUMN seals TEXT NOT NULL DEFAULT '{}';

-- The same of dice without a rule, of each server and day; and how many have fallen.
CREATE TABLE day_of_dice (
    guild INTEGER NOT NULL,
    day TEXT NOT NULL,
    secret TEXT NOT NULL,
    drawn TEXT NOT NULL,
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;
