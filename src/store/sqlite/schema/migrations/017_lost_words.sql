-- Words that a state held and the next one does not: what finds former states (0098). docs/formats/database.md explains them.
ALTER TABLE versions ADD COLUMN lost TEXT NOT NULL DEFAULT '';
CREATE VIRTUAL TABLE lost_words USING fts5(lost, content='versions', content_rowid='number', detail='none', columnsize=0,
  tokenize="ascii tokenchars '!""#$%&''''()*+,-./:;<=>?@[\]^_`{|}~'");
CREATE TRIGGER versions_lose_words AFTER INSERT ON versions WHEN new.lost <> '' BEGIN
  INSERT INTO lost_words(rowid, lost) VALUES (new.number, new.lost);
END;
CREATE TRIGGER versions_forget_words AFTER DELETE ON versions WHEN old.lost <> '' BEGIN
  INSERT INTO lost_words(lost_words, rowid, lost) VALUES ('delete', old.number, old.lost);
END;
