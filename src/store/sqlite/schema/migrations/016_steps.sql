-- Changes that were made together, for undo. docs/formats/database.md explains each column.
DROP TABLE undo;
CREATE TABLE undo (
  number  INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  action  TEXT NOT NULL,
  changes INTEGER NOT NULL,
  items   TEXT
) STRICT;
ALTER TABLE versions ADD COLUMN step INTEGER;
CREATE INDEX versions_step ON versions(step) WHERE step IS NOT NULL;
ALTER TABLE link_versions ADD COLUMN parent TEXT;
ALTER TABLE link_versions ADD COLUMN step INTEGER;
CREATE INDEX link_versions_step ON link_versions(step) WHERE step IS NOT NULL;
