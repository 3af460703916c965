-- What can be undone, for some minutes. docs/formats/database.md explains each column.

CREATE TABLE undo (
  number  INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  action  TEXT NOT NULL,
  id      TEXT NOT NULL,
  sources TEXT NOT NULL,
  links   TEXT NOT NULL,
  state   TEXT
) STRICT;
CREATE INDEX undo_id ON undo(id);
