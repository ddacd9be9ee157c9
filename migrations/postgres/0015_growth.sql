-- How a fight stood after a row of its journal is kept as what has changed since the row before
-- (src/store/states.rs). Rows that are not packed yet are whole.
ALTER TABLE journal ADD COLUMN is_packed BIGINT NOT NULL DEFAULT 0 CHECK (is_packed IN (0, 1));
CREATE INDEX journal_unpacked ON journal (fight, revision) WHERE is_packed = 0;

-- For taking away what is over.
CREATE INDEX seen_by_fight ON seen (fight);
CREATE INDEX here_by_fight ON here (fight);
