-- The words that a change took away have a table of their own. docs/formats/database.md explains them.
CREATE TABLE lost_words (
  rowid bigint PRIMARY KEY REFERENCES versions(number) ON DELETE CASCADE,
  lost  text COLLATE "C" NOT NULL
);
INSERT INTO lost_words SELECT number, lost FROM versions WHERE lost <> '';
ALTER TABLE versions DROP COLUMN lost;
CREATE INDEX lost_words_lost ON lost_words USING gin (string_to_array(lost, ' '));
