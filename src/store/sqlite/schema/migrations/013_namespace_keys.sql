-- Keys of namespaces (V7): a key is that of a project, or another name. docs/formats/database.md explains each column.
CREATE TABLE namespace_keys (
  key       TEXT PRIMARY KEY,
  namespace TEXT NOT NULL,
  folder    TEXT NOT NULL,
  inode     INTEGER NOT NULL,
  moved     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
