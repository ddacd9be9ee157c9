INSERT INTO message (fight, subject, channel, message, mark) VALUES (1, 'turn 7', 500, 7007, 78);
