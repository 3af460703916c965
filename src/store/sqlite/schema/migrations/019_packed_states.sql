-- States are compressed, and the words that a change took away are in their index alone. docs/formats/database.md explains them.
DROP TRIGGER versions_lose_words;
DROP TRIGGER versions_forget_words;
DROP TABLE lost_words;
CREATE TABLE packed_versions (
  number  INTEGER PRIMARY KEY,
  until   INTEGER NOT NULL,
  change  TEXT NOT NULL,
  id      TEXT NOT NULL,
  version INTEGER NOT NULL,
  state   ANY NOT NULL,
  made_by TEXT,
  step    INTEGER
) STRICT;
INSERT INTO packed_versions SELECT number, until, change, id, version, packed_state(state), made_by, step FROM versions;
CREATE VIRTUAL TABLE lost_words USING fts5(lost, content='', contentless_delete=1, detail='none',
  tokenize="ascii tokenchars '!""#$%&''''()*+,-./:;<=>?@[\]^_`{|}~'");
INSERT INTO lost_words(rowid, lost) SELECT number, lost FROM versions WHERE lost <> '' ORDER BY number;
DROP TABLE versions;
-- Views of others may name the table that has just gone.
PRAGMA legacy_alter_table=ON;
ALTER TABLE packed_versions RENAME TO versions;
PRAGMA legacy_alter_table=OFF;
CREATE INDEX versions_id ON versions(id, number, until);
CREATE INDEX versions_until ON versions(until);
CREATE INDEX versions_step ON versions(step) WHERE step IS NOT NULL;
CREATE TRIGGER versions_forget_words AFTER DELETE ON versions BEGIN
  DELETE FROM lost_words WHERE rowid = old.number;
END;
