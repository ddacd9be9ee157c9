INSERT INTO here (user, fight, revision, at) VALUES (11, 1, 5, 90000);
