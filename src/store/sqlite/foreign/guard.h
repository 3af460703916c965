// What keeps a database file from doing anything by itself. A schema is a program: views, triggers,
// virtual tables and expressions in it run inside our statements. Whoever made the file, it is read
// as data.
// Knows: SQLite. Must not know: our tables.
// Threads: those of the connection.
#pragma once
#include <filesystem>

#include "base/std.h"

struct sqlite3;

namespace aim::store::sqlite {

// For every connection, before its first statement: no other file can be attached, views are not
// read, functions that could do something beyond computing are not run by a schema, and no
// statement changes the schema's own table.
void harden(sqlite3* database);

// For one that reads what others made: every statement that does more than read is refused,
// triggers are not run, and a value longer than `max_value_bytes` cannot be read (others of its row
// can).
void only_read(sqlite3* database, int max_value_bytes);

// For one that reads and writes what others made, through statements of ours (sync, taking over):
// nothing is attached or loaded, no setting is changed but those of ours, and what runs inside a
// statement because a schema says so only reads.
void only_ours(sqlite3* database);
void end_only_ours(sqlite3* database);

// The size of a database, with what is in its log.
std::uintmax_t bytes_with_log(const std::filesystem::path& file);

// How many steps of SQLite's machine reading such a file may take. A few pages can be made to look
// like a tree without end; a sound file of the size needs a small part of this. It is used up in
// some seconds, plus seconds a gigabyte.
std::int64_t steps_for(const std::filesystem::path& file);

// Ends statements of one connection once they have taken so many steps together, with
// SQLITE_INTERRUPT. Outlives the connection's last statement.
class StepLimit {
 public:
  StepLimit(sqlite3* database, std::int64_t steps);
  StepLimit(const StepLimit&) = delete;
  StepLimit& operator=(const StepLimit&) = delete;

  void restart(std::int64_t steps) { left_ = steps; }

 private:
  std::int64_t left_;
};

}  // namespace aim::store::sqlite
