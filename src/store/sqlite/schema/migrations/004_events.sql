-- Signed events: what happened to memories that are not there any more, in a chain (docs/formats/events.md).
CREATE TABLE signed_events (
  sequence  INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL,
  type      TEXT NOT NULL,
  payload   TEXT NOT NULL,
  previous  TEXT NOT NULL,
  key       TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
CREATE INDEX signed_events_unsigned ON signed_events(sequence) WHERE signature = '';
-- Events are appended, and that is all. Whoever drops these triggers is found by the chain itself. A gap is let through: a
-- rescued database keeps what comes after one, and the chain tells of it.
CREATE TRIGGER signed_events_in_order BEFORE INSERT ON signed_events
WHEN new.sequence <= (SELECT ifnull(max(sequence), 0) FROM signed_events)
BEGIN SELECT RAISE(ABORT, 'signed events are appended, one after the other'); END;
CREATE TRIGGER signed_events_unchanged BEFORE UPDATE ON signed_events
BEGIN SELECT RAISE(ABORT, 'signed events are not changed'); END;
CREATE TRIGGER signed_events_kept BEFORE DELETE ON signed_events
BEGIN SELECT RAISE(ABORT, 'signed events are not removed'); END;
