-- What stands in a message, asked of the message itself.
CREATE INDEX message_by_place ON message (channel, message);
