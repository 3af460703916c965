-- Meaning: passages of memories, and their vectors in blocks (docs/formats/database.md, "Vectors").

-- Which slot of the blocks belongs to which memory; key 0: free. The slots of a memory rise with its passages.
CREATE TABLE passages (
  slot INTEGER PRIMARY KEY,
  key  INTEGER NOT NULL
) STRICT;
CREATE INDEX passages_key ON passages(key);

-- Who made the vectors of a channel. Channel 0 holds no vectors but what ranking knows of each passage.
CREATE TABLE vector_channels (
  channel   INTEGER PRIMARY KEY,
  model     TEXT NOT NULL,
  engine    TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  precise   INTEGER NOT NULL,
  UNIQUE (model, engine, dimension)
) STRICT;

-- block: channel · 2^32 + slot / 64.
CREATE TABLE vector_blocks (
  block INTEGER PRIMARY KEY,
  data  BLOB NOT NULL
) STRICT;

-- Apart from the blocks, so that noting a change rewrites a few bytes.
CREATE TABLE vector_changes (
  block INTEGER PRIMARY KEY,
  seq   INTEGER NOT NULL
) STRICT;
CREATE INDEX vector_changes_seq ON vector_changes(seq);
