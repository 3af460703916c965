-- What finds memories: words, passages and their vectors; and what reflections have lost.

-- The inverted index of the engine's own words. A row holds some postings of one word in one namespace, eight bytes each
-- (search/posting_bytes.h); a store adds a row a word, settling joins them into rows of up to 250 postings. By namespace, so
-- that the partitions can lie on different machines.
CREATE TABLE words (
  term      text COLLATE "C" NOT NULL CHECK (octet_length(term) BETWEEN 1 AND 1024),
  namespace bigint NOT NULL CHECK (namespace BETWEEN 1 AND 1048575),
  first     bigint NOT NULL,
  last      bigint NOT NULL CHECK (last >= first),
  data      bytea NOT NULL CHECK (octet_length(data) > 0 AND octet_length(data) % 8 = 0),
  PRIMARY KEY (term, namespace, first)
) PARTITION BY HASH (namespace);
DO $$ BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE words_%s PARTITION OF words FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
    -- Postings do not compress, and a row of them is never read in part.
    EXECUTE format('ALTER TABLE words_%s ALTER data SET STORAGE PLAIN', i);
  END LOOP;
END $$;

-- The words of the memories stored last (search/new_texts.h): at most 256, which every question reads as a whole, so that a store
-- writes one row here and not one a word. Rows are used again in their places: key 0 is a free one. There is no index but that
-- of the places, so a row is rewritten without touching any.
CREATE TABLE new_texts (
  place       bigint PRIMARY KEY CHECK (place BETWEEN 0 AND 255),
  key         bigint NOT NULL,
  namespace   bigint NOT NULL,
  length_code bigint NOT NULL,
  words       bytea NOT NULL CHECK (octet_length(words) <= 2048)
) WITH (fillfactor = 40);
ALTER TABLE new_texts ALTER words SET STORAGE PLAIN;

-- How many words each memory has: what bm25() of the published formula asks for.
CREATE TABLE text_sizes (
  key   bigint PRIMARY KEY,
  words bigint NOT NULL CHECK (words >= 0)
);

-- Of every change of passages and vectors one number, one a transaction; and the highest number a channel ever had.
CREATE TABLE vector_clock (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq     bigint NOT NULL,
  writer  xid8,
  channel bigint NOT NULL
);
INSERT INTO vector_clock(seq, channel) VALUES (0, 0);

-- A slot a passage, with what ranking knows of it (PassageMeta, as it is); key 0: free. The slots of a memory rise with its
-- passages.
CREATE TABLE passages (
  slot bigint PRIMARY KEY CHECK (slot >= 0),
  key  bigint NOT NULL CHECK (key >= 0),
  seq  bigint NOT NULL,
  meta bytea NOT NULL CHECK (octet_length(meta) = 40)
);
CREATE INDEX passages_key ON passages(key, slot) WHERE key <> 0;
CREATE INDEX passages_free ON passages(slot) WHERE key = 0;
CREATE INDEX passages_seq ON passages(seq);

-- Who made the vectors of a channel.
CREATE TABLE vector_channels (
  channel   bigint PRIMARY KEY,
  model     text NOT NULL,
  engine    text NOT NULL,
  dimension bigint NOT NULL CHECK (dimension BETWEEN 1 AND 65536),
  precise   boolean NOT NULL,
  UNIQUE (model, engine, dimension)
);

-- data: VectorHead and the high bytes; low: the low bytes, of precise channels.
CREATE TABLE vectors (
  channel bigint NOT NULL REFERENCES vector_channels(channel) ON DELETE CASCADE,
  slot    bigint NOT NULL CHECK (slot >= 0),
  seq     bigint NOT NULL,
  data    bytea NOT NULL CHECK (octet_length(data) > 16),
  low     bytea,
  PRIMARY KEY (channel, slot)
);
-- Numbers of this kind do not compress. Rows are short: they stay where they are.
ALTER TABLE vectors ALTER data SET STORAGE PLAIN, ALTER low SET STORAGE PLAIN;
CREATE INDEX vectors_seq ON vectors(seq);

-- Sources of reflections that are gone. By their ids: they may come back.
CREATE TABLE lost_sources (
  reflection bigint NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  id         text COLLATE "C" NOT NULL CHECK (octet_length(id) <= 512),
  title      text COLLATE "C" NOT NULL,
  lost_at    bigint NOT NULL,
  PRIMARY KEY (reflection, id)
);
CREATE INDEX lost_sources_id ON lost_sources(id);
