-- Keys of namespaces (V7): a key is that of a project, or another name.
CREATE TABLE namespace_keys (
  key       text COLLATE "C" PRIMARY KEY CHECK (octet_length(key) <= 1024),
  namespace text COLLATE "C" NOT NULL CHECK (octet_length(namespace) <= 512),
  folder    text COLLATE "C" NOT NULL,
  inode     bigint NOT NULL,
  moved     bigint NOT NULL
);
