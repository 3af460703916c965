// What a database is known by in the bytes of its file and of its log: the one row of its table
// file_mark. It says which database it is, and which of its commits is the newest. Every commit
// changes the row, so that a log says to which state of which file it belongs
// (docs/decisions/0057-a-log-says-whose-it-is.md). The table has a page of its own, whose one cell
// never moves and lies within a sector: a power cut leaves the row of before or that of after, and
// nothing older. What is neither is no mark.
// Knows: SQLite's pages of tables. Must not know: what a log is made of.
// Source: https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
#pragma once
#include "base/std.h"

struct sqlite3;

namespace aim::store::sqlite {

struct FileMark {
  std::string database;  // drawn once
  std::string before;    // what `now` was before
  std::string now;       // drawn for each commit
};

// As the row has it, with a check of its own; nothing: it is no mark.
std::string text_of(const FileMark& mark);
std::optional<FileMark> mark_of_text(std::string_view text);
// In the bytes of a page; nothing: there is none, or not a whole one.
std::optional<FileMark> mark_in(std::span<const unsigned char> page);
// The page that the file's schema says, found without SQL, which would read the log. 0: it has no
// such table.
std::uint32_t page_of_mark(sqlite3* database, std::uint32_t page_bytes);

// Of a commit, by that of the one before.
FileMark next_mark(std::optional<FileMark> last);

}  // namespace aim::store::sqlite
