// Is the database sound? What doctor and health ask; and what they can do about it when it is not.
// What is derived (text index, title words, tags, counts) can always be made anew from the rows;
// rows on damaged pages are lost, all others are not.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/maintenance.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Reads the whole file: integrity_check, the text index against the rows, title words, tags and
// counts against the rows, foreign keys. Minutes on a gigabyte.
// Best on a connection of its own, outside a transaction: the text index's own check takes the
// write lock while it runs, and inside a transaction that lock is held to the end. A check that
// fails is a bad finding, not an error; one that another process keeps from running is a good one
// that says so.
Result<std::vector<Finding>> check_all(Connection& connection);

// Rebuilds text indexes, passages, title words, tags and counts from the rows. Inside a write().
// Keys and change numbers stay.
Result<void> rebuild_derived(Connection& connection);

// Copies every readable row of a damaged database into a new file, with a new text index. The
// numbers copied and lost. `damaged` is only read. Keys, change numbers and tables that we do not
// know are kept.
// Errors: `fresh` exists; `damaged` is not a database of ours, or nothing of it can be read; the
// new file fails check_all. No new file is left behind then.
struct Rescued {
  std::int64_t memories = 0, archived = 0, links = 0;
  std::int64_t unreadable =
      0;  // rows of which something is known, but that cannot be had; at least so many
};
Result<Rescued> rescue(const std::filesystem::path& damaged, const std::filesystem::path& fresh,
                       const Clock& clock, const FindKey& find_key = {});

// A quick look at whether the database can be read and its text index answers (D4): what health
// asks again and again. Errors: database_error when something cannot be read, or when the newest
// memory is not found by a word of its title. Cost: four look-ups, whatever the size.
Result<void> probe(Connection& connection);

// What can be told of a database file that may be missing, damaged, of another program or in use;
// and mending it. For a process that has not opened the file.
Diagnoses diagnose(const std::filesystem::path& file, const ConnectionOptions& connection,
                   const DiagnoseOptions& options, const Clock& clock);

// Putting a sound copy in the place of a damaged database; the damaged one is kept beside it.
// Processes: refused while another process uses the database, or when it changed meanwhile.

// A process that has the database open (readers too), or that is writing to it; "1234 (ai-memory)".
// Must be asked while this process has the file closed: the system drops a process's locks with any
// closed descriptor.
std::optional<std::string> user_of(const std::filesystem::path& database);
std::optional<std::string> writer_of(const std::filesystem::path& database);

// Whether another process has the file of an open descriptor open, under whatever name.
bool is_open_elsewhere(int descriptor);

// Puts `fresh` in the place of a damaged database; where that is now. `time`: a stamp() for its
// name. Errors: in use; no room. The damaged one is untouched then.
Result<std::filesystem::path> replace_damaged(const std::filesystem::path& database,
                                              const std::filesystem::path& fresh,
                                              const std::string& time);

struct Repaired {
  Rescued rescued;
  std::filesystem::path kept;  // where the damaged one is now
};
// Errors: in use; nothing could be read; no room. The original is untouched then.
Result<Repaired> repair(const std::filesystem::path& database, const Clock& clock,
                        const FindKey& find_key = {});

}  // namespace aim::store::sqlite
