-- What was said: turns of conversations, and their texts, compressed (docs/formats/database.md, "Transcripts"). What a list
-- shows stands apart from the texts.

CREATE TABLE transcripts (
  number     INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  namespace  INTEGER NOT NULL REFERENCES namespaces(number),
  session    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  turns      INTEGER NOT NULL DEFAULT 0,
  bytes      INTEGER NOT NULL DEFAULT 0,
  UNIQUE (namespace, session)
) STRICT;
CREATE INDEX transcripts_session ON transcripts(session);
CREATE INDEX transcripts_recent ON transcripts(updated_at);
CREATE INDEX transcripts_expiry ON transcripts(expires_at) WHERE expires_at IS NOT NULL;

-- Texts lie in blocks. In an open block each is compressed after those before it in the block; a packed one is one piece.
-- live: bytes of the texts that are in use, of a packed block.
CREATE TABLE text_blocks (
  block      INTEGER PRIMARY KEY,
  bytes      INTEGER NOT NULL,
  live       INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  data       BLOB
) STRICT;
CREATE INDEX text_blocks_open ON text_blocks(block) WHERE data IS NULL;
CREATE INDEX text_blocks_sparse ON text_blocks(block) WHERE data IS NOT NULL AND 2 * live < bytes;

CREATE TABLE turn_texts (
  number INTEGER PRIMARY KEY,
  hash   TEXT NOT NULL UNIQUE,
  block  INTEGER NOT NULL REFERENCES text_blocks(block),
  place  INTEGER NOT NULL,
  bytes  INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  data   BLOB
) STRICT;
CREATE UNIQUE INDEX turn_texts_block ON turn_texts(block, place);

CREATE TABLE turns (
  transcript INTEGER NOT NULL REFERENCES transcripts(number) ON DELETE CASCADE,
  turn       INTEGER NOT NULL,
  role       INTEGER NOT NULL,
  said_at    INTEGER NOT NULL,
  text       INTEGER NOT NULL REFERENCES turn_texts(number),
  PRIMARY KEY (transcript, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_text ON turns(text);

-- By the id of the transcript, which may have been pruned, or come with the next sync.
CREATE TABLE transcript_links (
  memory     INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  transcript TEXT NOT NULL,
  span_start INTEGER,
  span_end   INTEGER,
  PRIMARY KEY (memory, transcript)
) STRICT, WITHOUT ROWID;
CREATE INDEX transcript_links_transcript ON transcript_links(transcript);

-- What was pruned, so that a sync does not bring it back.
CREATE TABLE transcript_tombstones (
  id         TEXT PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
