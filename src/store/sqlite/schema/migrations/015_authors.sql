-- Authors of changes, and links that were made and removed. docs/formats/database.md explains each column.
ALTER TABLE versions ADD COLUMN made_by TEXT;
CREATE TABLE link_versions (
  number     INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  change     TEXT NOT NULL,
  source     TEXT NOT NULL,
  target     TEXT NOT NULL,
  relation   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  made_by    TEXT
) STRICT;
CREATE INDEX link_versions_source ON link_versions(source, number);
CREATE INDEX link_versions_target ON link_versions(target, number);
