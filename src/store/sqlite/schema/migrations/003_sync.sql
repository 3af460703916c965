-- Links and standards that were removed, so that a sync does not bring them back (S12). Memories have their tombstones.
-- By the ids of the memories: those may be gone too, and others may have taken their keys' place in another database.

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
