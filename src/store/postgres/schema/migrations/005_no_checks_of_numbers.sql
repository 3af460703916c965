-- A namespace keeps its number for ever, and a channel takes its vectors with it: what is written under the lock of all writes has
-- looked at both. To check each row again locks the row of its namespace or channel, which writes that share a commit pay for.
ALTER TABLE memories DROP CONSTRAINT memories_namespace_fkey;
ALTER TABLE vectors DROP CONSTRAINT vectors_channel_fkey;
