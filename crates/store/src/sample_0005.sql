-- What the fifth version adds to that.
INSERT INTO standing_order VALUES (1, 0, 0, '{"n":1}'), (1, 0, 1, '{"n":2}');
INSERT INTO plan VALUES (1, 0, '{"acts":[]}');
INSERT INTO timer VALUES (1, 'limit', 4, -1000, 95000, NULL), (1, 'limit', 4, -2, NULL, 70000);
