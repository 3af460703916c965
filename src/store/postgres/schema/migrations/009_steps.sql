-- Changes that were made together, for undo. docs/formats/database.md explains each column.
DROP TABLE undo;
CREATE TABLE undo (
  number  bigint PRIMARY KEY,
  at      bigint NOT NULL,
  action  text COLLATE "C" NOT NULL,
  changes bigint NOT NULL,
  items   text COLLATE "C"
);
ALTER TABLE versions ADD COLUMN step bigint;
CREATE INDEX versions_step ON versions(step) WHERE step IS NOT NULL;
ALTER TABLE link_versions ADD COLUMN parent text COLLATE "C";
ALTER TABLE link_versions ADD COLUMN step bigint;
CREATE INDEX link_versions_step ON link_versions(step) WHERE step IS NOT NULL;
