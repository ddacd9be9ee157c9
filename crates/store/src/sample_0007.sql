-- What the seventh version adds to that.
UPDATE journal SET dice = '{"ahead":[{"die":{"sides":20,"face":3}}]}' WHERE fight = 1 AND revision = 5;
INSERT INTO seen VALUES (11, 1, 3);
