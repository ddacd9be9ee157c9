-- What each message tells: rows of the journal, as its audience was told of them.
CREATE TABLE record (
    fight INTEGER NOT NULL REFERENCES fight (id),
    -- The subject of the message.
    subject TEXT NOT NULL,
    audience TEXT NOT NULL,
    revision INTEGER NOT NULL,
    told TEXT NOT NULL,
    -- It was taken back.
    is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
    PRIMARY KEY (fight, subject, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_by_revision ON record (fight, revision);

-- A mark of what a message shows: one that would look the same is not edited.
ALTER TABLE message ADD COLUMN mark INTEGER;

-- What was waiting to be told becomes a message that shows it.
UPDATE post SET subject = 'record ' || revision || '-0 ' || audience
WHERE letter LIKE '{"told":%' AND failure IS NULL;
INSERT INTO record (fight, subject, audience, revision, told)
SELECT fight, subject, audience, revision, json_extract(letter, '$.told[0]') FROM post
WHERE letter LIKE '{"told":%' AND failure IS NULL;
DELETE FROM post WHERE letter LIKE '{"retold":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object('what', json_object('record',
    json_object('revision', revision, 'turn', 0)), 'pings', json('[]')))
WHERE letter LIKE '{"told":%' AND failure IS NULL;

-- Messages that were to be sent, with whom they ping, and messages that were to be edited.
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('turn', json_extract(letter, '$.turn.turn')),
    'copy', json_extract(letter, '$.turn.copy'),
    'pings', json(CASE
        WHEN json_extract(letter, '$.turn.is_silent') THEN '[]'
        WHEN json_extract(letter, '$.turn.ping') IS NOT NULL
            THEN json_array(json_extract(letter, '$.turn.ping'))
        ELSE coalesce(json_extract(letter, '$.turn.pings'), '[]') END)))
WHERE letter LIKE '{"turn":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('turn', json(coalesce(
        json_extract(letter, '$.turn_now.turn'), json_extract(letter, '$.turn_over.turn')))),
    'copy', coalesce(json_extract(letter, '$.turn_now.copy'), json_extract(letter, '$.turn_over.copy')),
    'pings', json('[]')))
WHERE (letter LIKE '{"turn_now":%' OR letter LIKE '{"turn_over":%') AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('prompt', json_extract(letter, '$.prompt.prompt')),
    'pings', json(CASE
        WHEN json_extract(letter, '$.prompt.is_silent') THEN '[]'
        ELSE json_array(json_extract(letter, '$.prompt.ping')) END)))
WHERE letter LIKE '{"prompt":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('prompt', json_extract(letter, '$.prompt_closed.prompt')),
    'pings', json('[]')))
WHERE letter LIKE '{"prompt_closed":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('prompt', json_extract(letter, '$.mirror.prompt')),
    'copy', json_extract(letter, '$.mirror.to'),
    'pings', json(CASE
        WHEN json_extract(letter, '$.mirror.is_silent') THEN '[]'
        ELSE json_array(json_extract(letter, '$.mirror.to')) END)))
WHERE letter LIKE '{"mirror":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('prompt', json_extract(letter, '$.mirror_closed.prompt')),
    'copy', json_extract(letter, '$.mirror_closed.to'),
    'pings', json('[]')))
WHERE letter LIKE '{"mirror_closed":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('prompts', json_extract(letter, '$.shared.prompts')),
    'pings', json('[]')))
WHERE letter LIKE '{"shared":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('invitation', json_extract(letter, '$.invitation.invitation')),
    'pings', json(CASE
        WHEN json_extract(letter, '$.invitation.ping') IS NULL THEN '[]'
        ELSE json_array(json_extract(letter, '$.invitation.ping')) END)))
WHERE letter LIKE '{"invitation":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object(
    'what', json_object('invitation', json_extract(letter, '$.invitation_over.invitation')),
    'pings', json('[]')))
WHERE letter LIKE '{"invitation_over":%' AND failure IS NULL;
UPDATE post SET letter = json_object('show', json_object('what', 'summary', 'pings', json('[]')))
WHERE letter = '"summary"' AND failure IS NULL;

-- Of each message at most one post waits, the first: a later one only says how far it must reach.
ALTER TABLE post ADD COLUMN reaches INTEGER NOT NULL DEFAULT 0;
UPDATE post SET reaches = revision;
DELETE FROM post WHERE failure IS NULL AND subject IS NOT NULL AND id NOT IN (
    SELECT min(id) FROM post WHERE failure IS NULL AND subject IS NOT NULL
    GROUP BY fight, subject
);
DROP INDEX post_summary;
CREATE UNIQUE INDEX post_of_message ON post (fight, subject)
WHERE subject IS NOT NULL AND failure IS NULL;
