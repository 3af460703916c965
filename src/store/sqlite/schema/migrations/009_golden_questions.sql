-- Questions kept with the memory that answers them, and how they came out last. docs/formats/database.md explains each column.
CREATE TABLE golden_questions (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  question   TEXT    NOT NULL,
  namespace  TEXT    NOT NULL,
  memory     TEXT    NOT NULL,
  added_at   INTEGER NOT NULL,
  run_at     INTEGER,
  run_rank   INTEGER,
  run_score  REAL,
  run_setup  TEXT,
  UNIQUE (question, namespace)
) STRICT;
