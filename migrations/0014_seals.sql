-- The secrets that the dice of a fight follow from. Those of earlier fights follow from none.
ALTER TABLE fight ADD COLUMN seals TEXT NOT NULL DEFAULT '{}';

-- The same of dice without a rule, by the name of their day; and how many have fallen.
CREATE TABLE day_of_dice (
    name TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    drawn INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
