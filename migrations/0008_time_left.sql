-- What was left of the limit of a question when it was closed, or of a turn when it was over: so
-- much it has when it is taken back. Null where none ran.
ALTER TABLE prompt ADD COLUMN millis_left INTEGER;
ALTER TABLE turn ADD COLUMN millis_left INTEGER;
