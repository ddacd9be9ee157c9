UPDATE fight SET seals = '{"all":[]}' WHERE id = 1;
INSERT INTO day_of_dice (guild, day, secret, drawn) VALUES (400, '2026-11-22', 'aa', '{"open":3}');
