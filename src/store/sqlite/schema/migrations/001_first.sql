-- The first layout. docs/formats/database.md explains each column; times are nanoseconds since 1970 UTC.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Namespaces by number, with what ranking needs to know of each: how many memories, how many bytes of text.
CREATE TABLE namespaces (
  number   INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  memories INTEGER NOT NULL DEFAULT 0,
  bytes    INTEGER NOT NULL DEFAULT 0
) STRICT;

-- key is the change number the memory was born with, so it is never used again; seq is that of its last change.
-- Small columns come first: a list that needs no content reads no overflow pages.
CREATE TABLE memories (
  key           INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  seq           INTEGER NOT NULL,
  namespace     INTEGER NOT NULL REFERENCES namespaces(number),
  tier          INTEGER NOT NULL,
  priority      INTEGER NOT NULL,
  reinforcement INTEGER NOT NULL DEFAULT 0,
  confidence    REAL NOT NULL,
  source        TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  expires_at    INTEGER,
  given_times   TEXT,
  length_code   INTEGER NOT NULL,
  title         TEXT NOT NULL,
  tags          TEXT NOT NULL DEFAULT '[]',
  metadata      TEXT NOT NULL DEFAULT '{}',
  content       TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX memories_title ON memories(namespace, title);
CREATE UNIQUE INDEX memories_seq ON memories(seq);
-- The tier at its end lets stats count tiers without reading memories.
CREATE INDEX memories_order ON memories(min(10, priority + reinforcement) DESC, updated_at DESC, tier);
CREATE INDEX memories_namespace_order
  ON memories(namespace, min(10, priority + reinforcement) DESC, updated_at DESC);
CREATE INDEX memories_created ON memories(created_at);
CREATE INDEX memories_expiry ON memories(expires_at) WHERE expires_at IS NOT NULL;

-- What recalls write (S2, S3), apart from the memories so that a touch rewrites a few bytes and no text.
CREATE TABLE usage (
  key              INTEGER PRIMARY KEY REFERENCES memories(key) ON DELETE CASCADE,
  access_count     INTEGER NOT NULL,
  last_accessed_at INTEGER
) STRICT;

CREATE TABLE tags (
  tag TEXT NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (tag, key)
) STRICT, WITHOUT ROWID;

-- Stems of titles, hashed: similar titles are found in microseconds (A9, S17).
CREATE TABLE title_words (
  namespace INTEGER NOT NULL,
  word      INTEGER NOT NULL,
  key       INTEGER NOT NULL,
  PRIMARY KEY (namespace, word, key)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE memory_text USING fts5(title, content, tags, content='', tokenize='aim');
-- A store writes a piece of its own; eight pieces of a size become one. The automatic merging would rewrite several pages
-- at every store; larger merges are done when a server is idle instead (text_index.h, tend_text). A batch of an import
-- fits the buffer of 8 MiB, so that it becomes one piece.
INSERT INTO memory_text(memory_text, rank)
  VALUES ('automerge', 0), ('crisismerge', 8), ('hashsize', 8388608);

CREATE TABLE links (
  source      INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  target      INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  relation    TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  valid_from  INTEGER NOT NULL,
  given_times TEXT,
  PRIMARY KEY (source, target, relation)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_target ON links(target);

CREATE TABLE archive (
  id               TEXT PRIMARY KEY,
  archived_at      INTEGER NOT NULL,
  reason           TEXT NOT NULL,
  namespace        TEXT NOT NULL,
  tier             INTEGER NOT NULL,
  priority         INTEGER NOT NULL,
  reinforcement    INTEGER NOT NULL,
  confidence       REAL NOT NULL,
  source           TEXT NOT NULL,
  access_count     INTEGER NOT NULL,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  last_accessed_at INTEGER,
  expires_at       INTEGER,
  given_times      TEXT,
  title            TEXT NOT NULL,
  tags             TEXT NOT NULL,
  metadata         TEXT NOT NULL,
  content          TEXT NOT NULL
) STRICT;
CREATE INDEX archive_recent ON archive(archived_at);
CREATE INDEX archive_namespace ON archive(namespace, archived_at);

-- The memory that recall puts first in a namespace, and the parent it inherits from.
CREATE TABLE standards (
  namespace  TEXT PRIMARY KEY,
  key        INTEGER REFERENCES memories(key) ON DELETE SET NULL,
  parent     TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX standards_key ON standards(key);

-- What was deleted, so that a sync does not bring it back (S12, S21).
CREATE TABLE tombstones (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL,
  namespace  TEXT NOT NULL,
  title      TEXT NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstones_id ON tombstones(id);
