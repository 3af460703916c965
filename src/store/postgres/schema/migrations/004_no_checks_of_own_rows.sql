-- Words of titles and tags are written and removed with their memories, by the program alone: a check of each row against the
-- memory of the same transaction costs more than the row.
ALTER TABLE title_words DROP CONSTRAINT title_words_key_fkey;
ALTER TABLE tags DROP CONSTRAINT tags_key_fkey;
