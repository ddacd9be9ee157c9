-- What the fifteenth version adds to that.
UPDATE journal SET is_packed = 1 WHERE fight = 1;
UPDATE journal SET state = '[4260322336,[[0,5],"2}"]]' WHERE fight = 1 AND revision IN (2, 5);
UPDATE journal SET state = '[4259777883,[[0,7]]]' WHERE fight = 1 AND revision = 3;
