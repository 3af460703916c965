-- What was asked, and what came back. docs/formats/database.md explains each column.

CREATE TABLE accesses (
  number    INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  door      TEXT NOT NULL,
  query     TEXT,
  client    TEXT,
  session   TEXT,
  namespace TEXT,
  micros    INTEGER NOT NULL,
  tokens    INTEGER NOT NULL,
  results   INTEGER NOT NULL
) STRICT;
CREATE INDEX accesses_at ON accesses(at);

CREATE TABLE access_log (
  key     INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  call    INTEGER NOT NULL REFERENCES accesses(number) ON DELETE CASCADE,
  place   INTEGER NOT NULL,
  score   REAL,
  factors TEXT,
  PRIMARY KEY (key, call)
) STRICT, WITHOUT ROWID;
CREATE INDEX access_log_call ON access_log(call, place);
