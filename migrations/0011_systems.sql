-- Which systems a server plays: it is shown their commands.
CREATE TABLE played (
    guild INTEGER NOT NULL,
    system TEXT NOT NULL,
    -- When a fight of it was opened or ended last, or somebody asked for its commands.
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, system)
) STRICT, WITHOUT ROWID;
INSERT INTO played
SELECT guild, system, max((
    SELECT at FROM journal WHERE fight = fight.id ORDER BY revision DESC LIMIT 1
)) AS at FROM fight GROUP BY guild, system HAVING at IS NOT NULL;

-- For how many days a server keeps the commands of a system without a fight of it.
CREATE TABLE server (
    guild INTEGER PRIMARY KEY,
    days INTEGER NOT NULL CHECK (days > 0)
) STRICT;
