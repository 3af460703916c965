-- Tokens that let callers of a server in (M6). Of a secret its SHA-256 alone is kept; patterns of namespaces stand one a line.
CREATE TABLE tokens (
  id          text COLLATE "C" PRIMARY KEY CHECK (octet_length(id) = 16),
  name        text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 128),
  hash        text COLLATE "C" NOT NULL CHECK (octet_length(hash) = 64),
  administers bigint NOT NULL CHECK (administers IN (0, 1)),
  read        text COLLATE "C" NOT NULL,
  write       text COLLATE "C" NOT NULL,
  created_at  bigint NOT NULL,
  expires_at  bigint,
  revoked_at  bigint
);
