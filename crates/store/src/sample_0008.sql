-- What the eighth version adds to that.
UPDATE prompt SET millis_left = 7000 WHERE fight = 1 AND revision = 4 AND place = 1;
UPDATE turn SET millis_left = 8000 WHERE fight = 1 AND revision = 2;
