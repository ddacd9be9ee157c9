-- What the second version adds to that.
INSERT INTO memo VALUES ('commands', 'as they were registered');
