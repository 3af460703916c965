-- States that changes have ended. docs/formats/database.md explains each column.

CREATE TABLE versions (
  number  INTEGER PRIMARY KEY,
  until   INTEGER NOT NULL,
  change  TEXT NOT NULL,
  id      TEXT NOT NULL,
  version INTEGER NOT NULL,
  state   TEXT NOT NULL
) STRICT;
CREATE INDEX versions_id ON versions(id, number);
CREATE INDEX versions_until ON versions(until);
INSERT INTO versions(until, change, id, version, state)
  SELECT at, CASE action WHEN 'delete' THEN 'delete' ELSE 'update' END, id,
    row_number() OVER (PARTITION BY id ORDER BY number), state FROM undo
  WHERE state IS NOT NULL ORDER BY number;
ALTER TABLE undo DROP COLUMN state;
