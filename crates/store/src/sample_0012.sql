INSERT INTO record (fight, subject, audience, revision, told, is_undone)
VALUES (1, 'turn 4', 'channel 500', 5, '{"n":3}', 1);
UPDATE message SET mark = 77 WHERE fight = 1 AND subject = 'summary';
