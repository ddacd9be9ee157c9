-- The dice that fell in each input, and those that are ahead after it: the dice of acts that were
-- taken back, which fall again before any new ones do.
ALTER TABLE journal ADD COLUMN dice TEXT NOT NULL DEFAULT '{}';
