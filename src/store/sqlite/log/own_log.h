// Whether the log beside a file is the file's own. One that was left behind by another file, or put
// there, would be read into this one.
// Knows: marks of files, the format of a log. Must not know: connections.
// Source: https://www.sqlite.org/fileformat2.html, section 4.1.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/sqlite/log/file_mark.h"

struct sqlite3;

namespace aim::store::sqlite {

// The marks of the commits in a log, in its order, as far as they lie on the page of the first.
struct LogMarks {
  std::array<unsigned char, 32> header{};
  std::vector<FileMark> marks;
  std::uint32_t page = 0;
};
LogMarks marks_in_log(const std::string& path);

// Asked before the first statement of a connection, while nobody is known to use the two. In doubt
// it is: what is set aside may hold what was acknowledged.
bool log_fits(sqlite3* database);

// Moves the log out of the way, under a name that says what it is, and drops its index. Where it
// went; empty: there is none.
std::filesystem::path set_log_aside(const std::filesystem::path& database);

}  // namespace aim::store::sqlite
