-- What the third version adds to that.
INSERT INTO sheet VALUES
    (1, 11, 'dr12', 'Ana', 'ana', NULL, '{"hp":7}', 2),
    (3, 11, 'dr12', 'Bea', 'bea', 'https://example.org/bea.png', '{"hp":8}', 1);
INSERT INTO lent VALUES (3, 1, 1);
INSERT INTO returned VALUES (2, 1, 1, 2, '{"hp":8}');
INSERT INTO template VALUES (1, 'the yard', 'The Yard', 'dr12', '{"n":1}');
INSERT INTO kit VALUES (400, 'dr12', '[items.spoon]');
