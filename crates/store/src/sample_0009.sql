-- What the ninth version adds to that.
INSERT INTO kept_answer (fight, revision, place, said) VALUES (1, 4, 0, '{"verb":"no"}');
