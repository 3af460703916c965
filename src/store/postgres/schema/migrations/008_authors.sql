-- Authors of changes, and links that were made and removed. docs/formats/database.md explains each column.
ALTER TABLE versions ADD COLUMN made_by text COLLATE "C";
CREATE TABLE link_versions (
  number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         bigint NOT NULL,
  change     text COLLATE "C" NOT NULL,
  source     text COLLATE "C" NOT NULL,
  target     text COLLATE "C" NOT NULL,
  relation   text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  valid_from bigint NOT NULL,
  made_by    text COLLATE "C"
);
CREATE INDEX link_versions_source ON link_versions(source, number);
CREATE INDEX link_versions_target ON link_versions(target, number);
