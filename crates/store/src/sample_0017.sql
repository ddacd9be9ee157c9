INSERT INTO memo (name, text) VALUES ('gateway session 0 of 1', '{}');
