-- What the file is known by in its own bytes and in those of its log (decision 0057). One row in a page of its own.
CREATE TABLE file_mark (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  mark   TEXT NOT NULL CHECK (length(mark) = 64)
) STRICT;
