// How SQLite writes and syncs the log beside a database: through the system's own file layer, less
// two syncs that hold nothing, and with the frames of a commit in one piece.
// A process that stores once, as a hook does, then waits three times for the disk, not five times.
// Knows: where a log's header ends and a frame's, the writer's lock. Must not know: connections.
// Source: https://www.sqlite.org/vfs.html; https://www.sqlite.org/fileformat2.html, section 4.1;
// walCheckpoint() and sqlite3WalFrames() for when SQLite syncs a log;
// docs/decisions/0072-a-log-is-synced-for-a-reason.md, 0089-pages-of-two-kilobytes.md.
#pragma once
#include <string>

struct sqlite3_vfs;

namespace aim::store::sqlite {

// Lets SQLite open files by `name` as `system` does, but for the syncs. Stays until the process
// ends; one at a time.
bool add_file_layer(std::string name, sqlite3_vfs* system);

// The name to open databases with, over the default layer; null, which is that layer itself, where
// SQLite refuses another one.
// Thread-safe.
const char* name_of_file_layer();

}  // namespace aim::store::sqlite
