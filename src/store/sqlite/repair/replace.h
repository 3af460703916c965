// Putting a sound copy in the place of a damaged database; the damaged one is kept beside it.
// Processes: refused while another process uses the database, or when it changed meanwhile.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/repair/check.h"

namespace aim::store::sqlite {

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
