-- Deadlines, exact duplicates, agents, what was superseded, and links of archived memories.
-- docs/formats/database.md explains each column.

-- 1: a caller asked for expires_at, so use does not move it.
ALTER TABLE memories ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;

-- Equal contents are found by their length and end, then compared: as good as a hash, and nothing to keep up.
CREATE INDEX memories_content ON memories(namespace, length(content), substr(content, -12));

-- Memories that say who stored them. The condition is cheap, and keeps all others out.
CREATE INDEX memories_agent
  ON memories(CASE WHEN json_valid(metadata) THEN json_extract(metadata, '$.agent_id') END)
  WHERE instr(metadata, '"agent_id"') > 0;

CREATE INDEX links_superseded ON links(target, created_at) WHERE relation = 'supersedes';

-- Links that a memory had when it was archived; restoring it brings back those whose other end is there. By ids: either end
-- may be gone.
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

-- Of links that came from a memory that was consolidated: when that one was last changed. The conversation counts as
-- remembered until then, and not until the consolidation.
ALTER TABLE transcript_links ADD COLUMN remembered_at INTEGER;
