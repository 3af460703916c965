-- Words that a state held and the next one does not: what finds former states (0098). docs/formats/database.md explains them.
ALTER TABLE versions ADD COLUMN lost text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX versions_lost ON versions USING gin (string_to_array(lost, ' '));
