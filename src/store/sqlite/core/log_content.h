// What the log beside a database file holds, as far as it tells whose it is.
// Knows: the format of a log. Must not know: what the file holds.
// Source: https://www.sqlite.org/fileformat2.html, section 4.1.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "store/sqlite/core/file_mark.h"

namespace aim::store::sqlite {

class LogFile {
 public:
  explicit LogFile(const std::string& path);
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile();
  bool read(std::span<unsigned char> into, std::uint64_t at) const;

 private:
  int number_;
};

using LogHeader = std::array<unsigned char, 32>;

// The change counters of the first page, of the first and the last commit of the log that has one.
struct LogChanges {
  LogHeader header{};
  std::optional<std::uint32_t> first, last;
  std::uint32_t pages = 0;            // of the file after the last commit
  std::set<std::uint32_t> new_pages;  // in the log, and beyond the end of the file
  // Of the databases that wrote it, in the order of the log; all on the page where the first was.
  std::vector<FileMark> marks;
  std::uint32_t mark_page = 0;
};

// `closely`: what a crash has left half written is told from commits; reads every byte.
LogChanges changes_in(const LogFile& log, std::uint32_t file_pages, bool closely);

}  // namespace aim::store::sqlite
