INSERT INTO played VALUES (400, 'cards', 6000);
INSERT INTO server VALUES (400, 30);
-- What waits to be told, as it was written before messages were shown as they should be.
INSERT INTO post (id, fight, audience, subject, letter, revision, place, at) VALUES
    (901, 2, 'channel 500', 'told 7 channel 500', '{"told":[{"dr12":{"notes":[]}}]}', 7, 0, 7000),
    (902, 2, 'channel 500', 'turn 7',
     '{"turn":{"turn":{"fight":2,"revision":7},"ping":11,"until":null,"copy":null}}', 7, 1, 7000),
    (903, 2, 'channel 500', 'turn 7',
     '{"turn_now":{"turn":{"fight":2,"revision":7},"copy":null}}', 8, 0, 8000),
    (904, 2, 'dm 1', 'mirror 7-0 1',
     '{"mirror":{"prompt":{"fight":2,"revision":7,"place":0},"to":1,"is_silent":true}}', 7, 2, 7000),
    (905, 2, 'channel 500', NULL, '{"notice":"asleep"}', 7, 3, 7000);
