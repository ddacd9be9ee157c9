-- What the fourth version adds to that.
UPDATE fight SET people = '{"co_gms":[12]}' WHERE id = 1;
INSERT INTO timer VALUES (1, 'nudge', 4, 0, 70000, NULL), (1, 'people', 0, 0, 95000, NULL);
INSERT INTO person VALUES (11, 'Europe/Berlin', 1320, 480, NULL), (12, NULL, NULL, NULL, 95000);
