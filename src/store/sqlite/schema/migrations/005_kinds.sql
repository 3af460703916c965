-- Kinds of memories, and what reflections have lost (I1). docs/formats/database.md explains each column.
-- Added columns stand behind the content. The numbers 0 and 1 are in the header of a row, not in its body, so that reading
-- them touches no overflow page; rows that were there before have no place for them at all.

ALTER TABLE memories ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN reflection_depth INTEGER NOT NULL DEFAULT 0;
-- Few memories are reflections: lists of them need not look at the others. In the order of lists.
CREATE INDEX memories_reflections
  ON memories(min(10, priority + reinforcement) DESC, updated_at DESC) WHERE kind = 1;
CREATE INDEX memories_namespace_reflections
  ON memories(namespace, min(10, priority + reinforcement) DESC, updated_at DESC) WHERE kind = 1;

-- source_ids: what a reflection was made from, as its links go with it; a JSON array of texts.
ALTER TABLE archive ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive ADD COLUMN reflection_depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive ADD COLUMN source_ids TEXT NOT NULL DEFAULT '[]';

CREATE INDEX links_reflections ON links(source, target) WHERE relation = 'reflects_on';

-- Sources of reflections that are gone. By their ids: they may come back.
CREATE TABLE lost_sources (
  reflection INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  id         TEXT NOT NULL,
  title      TEXT NOT NULL,
  lost_at    INTEGER NOT NULL,
  PRIMARY KEY (reflection, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_sources_id ON lost_sources(id);
