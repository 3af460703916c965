-- A former state is found in the index alone, which knows its time.
DROP INDEX versions_id;
CREATE INDEX versions_id ON versions(id, number, until);
