UPDATE fight SET seals = '{"all":[]}' WHERE id = 1;
INSERT INTO day_of_dice (name, secret, drawn) VALUES ('400/2026-11-22', 'aa', 3);
