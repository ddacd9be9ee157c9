INSERT INTO leaver (user) VALUES (13);
INSERT INTO left_server (guild, at) VALUES (401, 8000);
