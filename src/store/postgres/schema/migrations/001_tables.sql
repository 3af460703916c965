-- The tables of memories and of what belongs to them. Names and meanings are those of docs/formats/database.md; what differs is
-- said here. Times are nanoseconds since 1970 UTC. Texts sort by their bytes (COLLATE "C"), as in the other backend; limits are
-- those that the program keeps (memory/validate.h), so that nothing else can write what it could not read.

CREATE TABLE schema_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version  bigint NOT NULL,
  epoch    bigint NOT NULL  -- which database this is: any number, another in every database
);
INSERT INTO schema_version(version, epoch) VALUES (0, (random() * 9007199254740991)::bigint);

CREATE TABLE meta (
  name  text COLLATE "C" PRIMARY KEY CHECK (octet_length(name) <= 1024),
  value text COLLATE "C" NOT NULL
);

CREATE TABLE namespaces (
  number   bigint PRIMARY KEY CHECK (number BETWEEN 1 AND 1048576),
  name     text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 512),
  memories bigint NOT NULL DEFAULT 0,
  bytes    bigint NOT NULL DEFAULT 0
);

-- The last number that was given to a change or a deletion, and so to a memory (key): rises by one a change. Whoever takes a
-- number holds the row until it commits, so that no number appears after a higher one.
CREATE TABLE change_number (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last     bigint NOT NULL
);
INSERT INTO change_number(last) VALUES (0);

CREATE TABLE memories (
  key              bigint PRIMARY KEY,
  seq              bigint NOT NULL UNIQUE,
  namespace        bigint NOT NULL REFERENCES namespaces(number),
  created_at       bigint NOT NULL,
  updated_at       bigint NOT NULL,
  expires_at       bigint,
  confidence       double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  reinforcement    bigint NOT NULL DEFAULT 0,
  priority         smallint NOT NULL,
  tier             smallint NOT NULL CHECK (tier BETWEEN 0 AND 2),
  length_code      smallint NOT NULL,
  kind             smallint NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 1),
  reflection_depth smallint NOT NULL DEFAULT 0,
  deadline         smallint NOT NULL DEFAULT 0,
  id               text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(id) <= 512),
  source           text COLLATE "C" NOT NULL,
  given_times      text COLLATE "C",
  title            text COLLATE "C" NOT NULL CHECK (octet_length(title) <= 512),
  tags             text COLLATE "C" NOT NULL DEFAULT '[]',
  metadata         text COLLATE "C" NOT NULL DEFAULT '{}',
  agent            text COLLATE "C",  -- agent_id of the metadata
  content          text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX memories_title ON memories(namespace, title);
CREATE INDEX memories_order ON memories(least(10, priority + reinforcement) DESC, updated_at DESC, key);
CREATE INDEX memories_namespace_order
  ON memories(namespace, least(10, priority + reinforcement) DESC, updated_at DESC, key);
CREATE INDEX memories_created ON memories(created_at);
CREATE INDEX memories_expiry ON memories(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memories_reflections ON memories(key) WHERE kind = 1;
CREATE INDEX memories_agent ON memories(agent) WHERE agent IS NOT NULL;
-- Equal contents are found by a hash, then compared.
CREATE INDEX memories_content ON memories(namespace, hashtextextended(content, 0));

-- What recalls write, apart from the memories so that a touch rewrites a few bytes and no index.
CREATE TABLE usage (
  key              bigint PRIMARY KEY REFERENCES memories(key) ON DELETE CASCADE,
  access_count     bigint NOT NULL,
  last_accessed_at bigint
) WITH (fillfactor = 70);

CREATE TABLE tags (
  tag text COLLATE "C" NOT NULL,
  key bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  PRIMARY KEY (tag, key)
);
CREATE INDEX tags_key ON tags(key);

-- Stems of titles, hashed.
CREATE TABLE title_words (
  namespace bigint NOT NULL,
  word      bigint NOT NULL,
  key       bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  PRIMARY KEY (namespace, word, key)
);
CREATE INDEX title_words_key ON title_words(key);

CREATE TABLE links (
  source      bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  target      bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  relation    text COLLATE "C" NOT NULL CHECK (octet_length(relation) <= 512),
  created_at  bigint NOT NULL,
  valid_from  bigint NOT NULL,
  given_times text COLLATE "C",
  PRIMARY KEY (source, target, relation)
);
CREATE INDEX links_target ON links(target);
CREATE INDEX links_reflections ON links(source, target) WHERE relation = 'reflects_on';
CREATE INDEX links_superseded ON links(target, created_at) WHERE relation = 'supersedes';

CREATE TABLE link_tombstones (
  source     text COLLATE "C" NOT NULL,
  target     text COLLATE "C" NOT NULL,
  relation   text COLLATE "C" NOT NULL,
  deleted_at bigint NOT NULL,
  PRIMARY KEY (source, target, relation)
);

CREATE TABLE archive (
  id               text COLLATE "C" PRIMARY KEY CHECK (octet_length(id) <= 512),
  archived_at      bigint NOT NULL,
  reason           text COLLATE "C" NOT NULL,
  namespace        text COLLATE "C" NOT NULL CHECK (octet_length(namespace) <= 512),
  tier             smallint NOT NULL CHECK (tier BETWEEN 0 AND 2),
  priority         smallint NOT NULL,
  reinforcement    bigint NOT NULL,
  confidence       double precision NOT NULL,
  source           text COLLATE "C" NOT NULL,
  access_count     bigint NOT NULL,
  created_at       bigint NOT NULL,
  updated_at       bigint NOT NULL,
  last_accessed_at bigint,
  expires_at       bigint,
  given_times      text COLLATE "C",
  title            text COLLATE "C" NOT NULL CHECK (octet_length(title) <= 512),
  tags             text COLLATE "C" NOT NULL,
  metadata         text COLLATE "C" NOT NULL,
  content          text COLLATE "C" NOT NULL,
  kind             smallint NOT NULL DEFAULT 0,
  reflection_depth smallint NOT NULL DEFAULT 0,
  source_ids       text COLLATE "C" NOT NULL DEFAULT '[]'
);
CREATE INDEX archive_recent ON archive(archived_at DESC, id);
CREATE INDEX archive_namespace ON archive(namespace, archived_at DESC, id);

CREATE TABLE archived_links (
  archived    text COLLATE "C" NOT NULL REFERENCES archive(id) ON DELETE CASCADE,
  source      text COLLATE "C" NOT NULL,
  target      text COLLATE "C" NOT NULL,
  relation    text COLLATE "C" NOT NULL,
  created_at  bigint NOT NULL,
  valid_from  bigint NOT NULL,
  given_times text COLLATE "C",
  PRIMARY KEY (archived, source, target, relation)
);

CREATE TABLE standards (
  namespace  text COLLATE "C" PRIMARY KEY CHECK (octet_length(namespace) <= 512),
  key        bigint REFERENCES memories(key) ON DELETE SET NULL,
  parent     text COLLATE "C",
  updated_at bigint NOT NULL
);
CREATE INDEX standards_key ON standards(key);
CREATE TABLE standard_tombstones (
  namespace  text COLLATE "C" PRIMARY KEY,
  deleted_at bigint NOT NULL
);

CREATE TABLE tombstones (
  seq        bigint PRIMARY KEY,
  id         text COLLATE "C" NOT NULL,
  namespace  text COLLATE "C" NOT NULL,
  title      text COLLATE "C" NOT NULL,
  deleted_at bigint NOT NULL
);
CREATE INDEX tombstones_id ON tombstones(id);

-- Signed events are appended, and that is all.
CREATE TABLE signed_events (
  sequence  bigint PRIMARY KEY,
  at        bigint NOT NULL,
  type      text COLLATE "C" NOT NULL,
  payload   text COLLATE "C" NOT NULL,
  previous  text COLLATE "C" NOT NULL,
  key       text COLLATE "C" NOT NULL,
  signature text COLLATE "C" NOT NULL
);
CREATE INDEX signed_events_unsigned ON signed_events(sequence) WHERE signature = '';
CREATE FUNCTION keep_signed_events() RETURNS trigger LANGUAGE plpgsql SET search_path = ai_memory AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'signed events are not changed or removed';
  END IF;
  IF new.sequence <= (SELECT coalesce(max(sequence), 0) FROM signed_events) THEN
    RAISE EXCEPTION 'signed events are appended, one after the other';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER signed_events_kept BEFORE INSERT OR UPDATE OR DELETE ON signed_events
  FOR EACH ROW EXECUTE FUNCTION keep_signed_events();
CREATE TRIGGER signed_events_not_emptied BEFORE TRUNCATE ON signed_events
  FOR EACH STATEMENT EXECUTE FUNCTION keep_signed_events();

CREATE TABLE transcripts (
  number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(id) <= 512),
  namespace  bigint NOT NULL REFERENCES namespaces(number),
  session    text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  turns      bigint NOT NULL DEFAULT 0,
  bytes      bigint NOT NULL DEFAULT 0,
  UNIQUE (namespace, session)
);
CREATE INDEX transcripts_session ON transcripts(session);
CREATE INDEX transcripts_recent ON transcripts(updated_at DESC, id);
CREATE INDEX transcripts_expiry ON transcripts(expires_at) WHERE expires_at IS NOT NULL;

-- Each text once, compressed by itself: no other row has to be read or kept for it.
CREATE TABLE turn_texts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash   text COLLATE "C" NOT NULL UNIQUE,
  bytes  bigint NOT NULL,
  data   bytea NOT NULL
);
ALTER TABLE turn_texts ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE TABLE turns (
  transcript bigint NOT NULL REFERENCES transcripts(number) ON DELETE CASCADE,
  turn       bigint NOT NULL,
  role       smallint NOT NULL,
  said_at    bigint NOT NULL,
  text       bigint NOT NULL REFERENCES turn_texts(number),
  PRIMARY KEY (transcript, turn)
);
CREATE INDEX turns_text ON turns(text);
CREATE TABLE transcript_links (
  memory        bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  transcript    text COLLATE "C" NOT NULL,
  span_start    bigint,
  span_end      bigint,
  remembered_at bigint,
  PRIMARY KEY (memory, transcript)
);
CREATE INDEX transcript_links_transcript ON transcript_links(transcript);
CREATE TABLE transcript_tombstones (
  id         text COLLATE "C" PRIMARY KEY,
  deleted_at bigint NOT NULL
);

CREATE TABLE accesses (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        bigint NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  door      text COLLATE "C" NOT NULL,
  query     text COLLATE "C",
  client    text COLLATE "C",
  session   text COLLATE "C",
  namespace text COLLATE "C",
  micros    bigint NOT NULL,
  tokens    bigint NOT NULL,
  results   bigint NOT NULL
);
CREATE INDEX accesses_at ON accesses(at);
CREATE TABLE access_log (
  key     bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  call    bigint NOT NULL REFERENCES accesses(number) ON DELETE CASCADE,
  place   bigint NOT NULL,
  score   double precision,
  factors text COLLATE "C",
  PRIMARY KEY (key, call)
);
CREATE INDEX access_log_call ON access_log(call, place);

CREATE TABLE golden_questions (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question  text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  memory    text COLLATE "C" NOT NULL,
  added_at  bigint NOT NULL,
  run_at    bigint,
  run_rank  bigint,
  run_score double precision,
  run_setup text COLLATE "C",
  UNIQUE (question, namespace)
);

CREATE TABLE undo (
  number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      bigint NOT NULL,
  action  text COLLATE "C" NOT NULL,
  id      text COLLATE "C" NOT NULL,
  sources text COLLATE "C" NOT NULL,
  links   text COLLATE "C" NOT NULL,
  state   text COLLATE "C"
);
CREATE INDEX undo_id ON undo(id);
