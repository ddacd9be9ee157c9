-- The last fight somebody has led: what their direct messages are about when it is over.
CREATE INDEX fight_by_gm ON fight (gm, id);
