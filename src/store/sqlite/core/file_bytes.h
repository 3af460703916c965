// What stands in the bytes of a database file, read past SQLite's own pages in memory.
// Knows: the format of a file's header. Must not know: logs, tables.
// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
#pragma once
#include "base/std.h"

struct sqlite3;
struct sqlite3_file;

namespace aim::store::sqlite {

inline constexpr std::size_t header_bytes = 100;
inline constexpr std::size_t max_page_bytes = 65'536;
inline constexpr std::uint32_t smallest_page_bytes = 512;
// Of new databases. Most changes of a store are of a few bytes in each of twenty pages
// (docs/decisions/0089-pages-of-two-kilobytes.md).
inline constexpr std::uint32_t new_page_bytes = 2'048;

using FileHeader = std::array<unsigned char, header_bytes>;

// Big-endian, as all numbers there; `bytes` reach that far.
std::uint32_t number_at(const unsigned char* bytes, std::size_t at);

bool has_magic(const FileHeader& header);
std::uint32_t page_size_of(const FileHeader& header);

// By SQLite's own descriptor: closing another one of the file would drop the locks of the whole
// process.
bool read_file_bytes(sqlite3* database, std::span<unsigned char> into, std::uint64_t at);
// The first bytes of the index of the log, which all connections have mapped. False: no index is
// open.
bool read_index_bytes(sqlite3* database, std::span<unsigned char> into);
std::optional<FileHeader> header_of(sqlite3* database);
// Empty: there is none of that number.
std::vector<unsigned char> page_of(sqlite3* database, std::uint32_t page_bytes,
                                   std::uint32_t number);

// SQLite's own descriptor of the file; null: none is open.
sqlite3_file* file_of(sqlite3* database);
std::string path_of(sqlite3* database);

}  // namespace aim::store::sqlite
