-- Tokens that let callers of a server in (M6). Of a secret its SHA-256 alone is kept; patterns of namespaces stand one a line.
CREATE TABLE tokens (
  id          TEXT PRIMARY KEY CHECK (length(id) = 16),
  name        TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
  hash        TEXT NOT NULL CHECK (length(hash) = 64),
  administers INTEGER NOT NULL CHECK (administers IN (0, 1)),
  read        TEXT NOT NULL,
  write       TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  revoked_at  INTEGER
) STRICT;
