-- A file of fights as the first version leaves it, with something in every table.
INSERT INTO fight VALUES (1, 'dr12', 400, 500, 1, 1, 0, 1), (2, 'dr12', 400, 501, 1, 0, 0, 1);
INSERT INTO participant VALUES (1, 1, 1), (11, 1, 0);
INSERT INTO journal VALUES
    (1, 1, 1000, 1, 'opened', NULL, '{}', '[]', '[]', '{"n":1}', 7001),
    (1, 2, 2000, 11, 'played', NULL, '{}', '[]', '[]', '{"n":2}', NULL),
    (1, 3, 3000, NULL, 'aside', NULL, '{}', '[]', '[]', '{"n":2}', NULL),
    (1, 4, 4000, 1, 'undone', 1, '{}', '[]', '[]', '{"n":1}', NULL),
    (1, 5, 5000, 1, 'redone', 3, '{}', '[]', '[]', '{"n":2}', NULL),
    (2, 1, 1000, 1, 'opened', NULL, '{}', '[]', '[]', '{"n":1}', NULL);
INSERT INTO prompt VALUES
    (1, 2, 0, '{}', '"void"', 3), (1, 4, 0, '{}', NULL, NULL), (1, 4, 1, '{}', '"void"', 5);
INSERT INTO turn VALUES (1, 2, '{}', 1), (1, 4, '{}', 0);
INSERT INTO timer VALUES (1, 4, 0, 90000, NULL), (1, 4, -1, NULL, 60000);
INSERT INTO post VALUES
    (1, 1, 'channel 500', 'summary', '"summary"', 5, 1, 5000, 0, 0, NULL),
    (2, 1, 'dm 1', NULL, '{}', 5, 0, 5000, 3, 9000, NULL),
    (3, 1, 'dm 1', NULL, '{}', 4, 0, 5000, 0, 0, '403');
INSERT INTO message VALUES (1, 'summary', 500, 77);
