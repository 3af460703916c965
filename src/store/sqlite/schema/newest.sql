-- The newest layout, as all migrations make it of an empty file: a new file gets it at once, because each ALTER TABLE reads
-- the whole schema again. The migrations say why; docs/formats/database.md explains each column; layouts_test.cpp compares.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE namespaces (
  number   INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  memories INTEGER NOT NULL DEFAULT 0,
  bytes    INTEGER NOT NULL DEFAULT 0
) STRICT;

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
  content       TEXT NOT NULL,
  kind          INTEGER NOT NULL DEFAULT 0,
  reflection_depth INTEGER NOT NULL DEFAULT 0,
  deadline      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX memories_title ON memories(namespace, title);
CREATE UNIQUE INDEX memories_seq ON memories(seq);
CREATE INDEX memories_order ON memories(min(10, priority + reinforcement) DESC, updated_at DESC, tier);
CREATE INDEX memories_namespace_order
  ON memories(namespace, min(10, priority + reinforcement) DESC, updated_at DESC);
CREATE INDEX memories_created ON memories(created_at);
CREATE INDEX memories_expiry ON memories(expires_at) WHERE expires_at IS NOT NULL;

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

CREATE TABLE title_words (
  namespace INTEGER NOT NULL,
  word      INTEGER NOT NULL,
  key       INTEGER NOT NULL,
  PRIMARY KEY (namespace, word, key)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE memory_text USING fts5(title, content, tags, content='', tokenize='aim');
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
  content          TEXT NOT NULL,
  kind             INTEGER NOT NULL DEFAULT 0,
  reflection_depth INTEGER NOT NULL DEFAULT 0,
  source_ids       TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX archive_recent ON archive(archived_at);
CREATE INDEX archive_namespace ON archive(namespace, archived_at);

CREATE TABLE standards (
  namespace  TEXT PRIMARY KEY,
  key        INTEGER REFERENCES memories(key) ON DELETE SET NULL,
  parent     TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX standards_key ON standards(key);

CREATE TABLE tombstones (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL,
  namespace  TEXT NOT NULL,
  title      TEXT NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstones_id ON tombstones(id);

CREATE TABLE passages (
  slot INTEGER PRIMARY KEY,
  key  INTEGER NOT NULL
) STRICT;
CREATE INDEX passages_key ON passages(key);

CREATE TABLE vector_channels (
  channel   INTEGER PRIMARY KEY,
  model     TEXT NOT NULL,
  engine    TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  precise   INTEGER NOT NULL,
  UNIQUE (model, engine, dimension)
) STRICT;

CREATE TABLE vector_blocks (
  block INTEGER PRIMARY KEY,
  data  BLOB NOT NULL
) STRICT;

CREATE TABLE vector_changes (
  block INTEGER PRIMARY KEY,
  seq   INTEGER NOT NULL
) STRICT;
CREATE INDEX vector_changes_seq ON vector_changes(seq);

CREATE TABLE link_tombstones (
  source     TEXT NOT NULL,
  target     TEXT NOT NULL,
  relation   TEXT NOT NULL,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (source, target, relation)
) STRICT, WITHOUT ROWID;

CREATE TABLE standard_tombstones (
  namespace  TEXT PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE signed_events (
  sequence  INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL,
  type      TEXT NOT NULL,
  payload   TEXT NOT NULL,
  previous  TEXT NOT NULL,
  key       TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
CREATE INDEX signed_events_unsigned ON signed_events(sequence) WHERE signature = '';
CREATE TRIGGER signed_events_in_order BEFORE INSERT ON signed_events
WHEN new.sequence <= (SELECT ifnull(max(sequence), 0) FROM signed_events)
BEGIN SELECT RAISE(ABORT, 'signed events are appended, one after the other'); END;
CREATE TRIGGER signed_events_unchanged BEFORE UPDATE ON signed_events
BEGIN SELECT RAISE(ABORT, 'signed events are not changed'); END;
CREATE TRIGGER signed_events_kept BEFORE DELETE ON signed_events
BEGIN SELECT RAISE(ABORT, 'signed events are not removed'); END;
CREATE INDEX memories_reflections
  ON memories(min(10, priority + reinforcement) DESC, updated_at DESC) WHERE kind = 1;
CREATE INDEX memories_namespace_reflections
  ON memories(namespace, min(10, priority + reinforcement) DESC, updated_at DESC) WHERE kind = 1;
CREATE INDEX links_reflections ON links(source, target) WHERE relation = 'reflects_on';

CREATE TABLE lost_sources (
  reflection INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  id         TEXT NOT NULL,
  title      TEXT NOT NULL,
  lost_at    INTEGER NOT NULL,
  PRIMARY KEY (reflection, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_sources_id ON lost_sources(id);

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

CREATE TABLE transcript_links (
  memory     INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  transcript TEXT NOT NULL,
  span_start INTEGER,
  span_end   INTEGER,
  remembered_at INTEGER,
  PRIMARY KEY (memory, transcript)
) STRICT, WITHOUT ROWID;
CREATE INDEX transcript_links_transcript ON transcript_links(transcript);

CREATE TABLE transcript_tombstones (
  id         TEXT PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX memories_content ON memories(namespace, length(content), substr(content, -12));
CREATE INDEX memories_agent
  ON memories(CASE WHEN json_valid(metadata) THEN json_extract(metadata, '$.agent_id') END)
  WHERE instr(metadata, '"agent_id"') > 0;
CREATE INDEX links_superseded ON links(target, created_at) WHERE relation = 'supersedes';

CREATE TABLE archived_links (
  archived    TEXT NOT NULL REFERENCES archive(id) ON DELETE CASCADE,
  source      TEXT NOT NULL,
  target      TEXT NOT NULL,
  relation    TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  valid_from  INTEGER NOT NULL,
  given_times TEXT,
  PRIMARY KEY (archived, source, target, relation)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE golden_questions (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  question   TEXT    NOT NULL,
  namespace  TEXT    NOT NULL,
  memory     TEXT    NOT NULL,
  added_at   INTEGER NOT NULL,
  run_at     INTEGER,
  run_rank   INTEGER,
  run_score  REAL,
  run_setup  TEXT,
  UNIQUE (question, namespace)
) STRICT;

CREATE TABLE tokens (
  id          TEXT PRIMARY KEY CHECK (length(id) = 16),
  name        TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
  hash        TEXT NOT NULL CHECK (length(hash) = 64),
  administers INTEGER NOT NULL CHECK (administers IN (0, 1)),
  read        TEXT NOT NULL,
  write       TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  revoked_at  INTEGER
) STRICT;

CREATE TABLE file_mark (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  mark   TEXT NOT NULL CHECK (length(mark) = 64)
) STRICT;

CREATE TABLE namespace_keys (
  key       TEXT PRIMARY KEY,
  namespace TEXT NOT NULL,
  folder    TEXT NOT NULL,
  inode     INTEGER NOT NULL,
  moved     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE link_versions (
  number     INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  change     TEXT NOT NULL,
  source     TEXT NOT NULL,
  target     TEXT NOT NULL,
  relation   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  made_by    TEXT,
  parent     TEXT,
  step       INTEGER
) STRICT;
CREATE INDEX link_versions_source ON link_versions(source, number);
CREATE INDEX link_versions_target ON link_versions(target, number);

CREATE TABLE undo (
  number  INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  action  TEXT NOT NULL,
  changes INTEGER NOT NULL,
  items   TEXT
) STRICT;
CREATE INDEX link_versions_step ON link_versions(step) WHERE step IS NOT NULL;

CREATE TABLE "versions" (
  number  INTEGER PRIMARY KEY,
  until   INTEGER NOT NULL,
  change  TEXT NOT NULL,
  id      TEXT NOT NULL,
  version INTEGER NOT NULL,
  state   ANY NOT NULL,
  made_by TEXT,
  step    INTEGER
) STRICT;

CREATE VIRTUAL TABLE lost_words USING fts5(lost, content='', contentless_delete=1, detail='none',
  tokenize="ascii tokenchars '!""#$%&''''()*+,-./:;<=>?@[\]^_`{|}~'");
CREATE INDEX versions_id ON versions(id, number, until);
CREATE INDEX versions_until ON versions(until);
CREATE INDEX versions_step ON versions(step) WHERE step IS NOT NULL;
CREATE TRIGGER versions_forget_words AFTER DELETE ON versions BEGIN
  DELETE FROM lost_words WHERE rowid = old.number;
END;
